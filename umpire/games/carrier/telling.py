"""How this game's scripts tell: what happened, and what of the record stands otherwise for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from umpire.table.plot import UMPIRE
from umpire.table.script import Play

JSON = Any


def tell(
    g: Play,
    kind: str,
    rule: str = "",
    /,
    *,
    now: Mapping[str, JSON] | None = None,
    gone: Iterable[str] = (),
    audience: str | Iterable[str] | None = None,
    **facts: JSON,
) -> None:
    """Tell everybody, or an `audience` of them, that something happened; `now` and `gone` are the paths it changed.

    A path is as in `plot`: ``forces/C7/level``. Nothing in this game is secret from its player but what `fog` says.
    """
    changed = {"now": dict(now)} if now else {}
    dropped = {"gone": list(gone)} if gone else {}
    g.tell(g.all if audience is None else audience, kind, rule, **facts, **changed, **dropped)


def tell_umpire(g: Play, kind: str, rule: str = "", /, *, now: Mapping[str, JSON] | None = None, **facts: JSON) -> None:
    """Tell nobody at the table; the staff alone remembers it (fog+)."""
    tell(g, kind, rule, now=now, audience=UMPIRE, **facts)


def foggy(g: Play) -> bool:
    """Whether the house mode is on that hides what the rules would show."""
    return bool(g.truth.settings.get("fog"))


def moment(g: Play) -> str:
    """How asks of this moment are named: ``t4/p2`` in a phase, ``t4`` outside one."""
    clock = g.truth.tree["clock"]
    turn = f"t{g.truth.played}"
    return f"{turn}/p{clock['phase']}" if clock["phase"] else turn
