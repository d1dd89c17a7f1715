"""Tables begun under rules of version 1, the Basic game alone: what was told then, word for word.

Their ledgers hold digests of it. What version 2 adds to a dispatch is empty in a Basic game; left out again,
the digests are those of then, and such a table is replayed and goes on.
"""

from __future__ import annotations

from typing import Any

from umpire.games.midway.terms import FIGHTER

JSON = Any

ADDED: dict[str, dict[str, JSON]] = {
    "ships": {"left": []},
    "operations": {"caps": [], "b17": None},
    "battle": {"cap": 0, "island": False},
}
"""Facts that version 2 added, by kind, as they are where there is nothing to tell."""


def as_told(kind: str, facts: dict[str, JSON]) -> dict[str, JSON]:
    """The facts of a dispatch as version 1 told them; what a Basic game cannot have told stays as it is."""
    added = ADDED.get(kind, {})
    made = {name: value for name, value in facts.items() if name not in added or value != added[name]}
    if kind == "odds":
        made["odds"] = [{k: v for k, v in each.items() if (k, v) != ("fighters", 0)} for each in made["odds"]]
    return {name: _no_fighters(value) for name, value in made.items()}


def _no_fighters(value: JSON) -> JSON:
    """The same without its counts of fighters, where there are none."""
    if isinstance(value, list):
        return [_no_fighters(each) for each in value]
    if isinstance(value, dict):
        return {k: _no_fighters(v) for k, v in value.items() if k != FIGHTER or _any(v)}
    return value


def _any(count: JSON) -> bool:
    """Whether there are any: squadrons, or squadrons by their state."""
    return any(count.values()) if isinstance(count, dict) else bool(count)
