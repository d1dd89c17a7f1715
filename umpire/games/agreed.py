"""What was agreed before play, on the record of every game: what is in use or chosen with its rule, all else in brief."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.table.script import Setting

JSON = Any
IN_USE, LEFT_OUT = "in use", "left out"


def agreed(
    settings: Sequence[Setting],
    chosen: Mapping[str, JSON],
    rule: Callable[[Setting], str],
    *,
    apart: bool = False,
    dice: bool = True,
) -> list[str]:
    """A paragraph for what is in use, for each other choice, for what is left out, for all that is as usual.

    `rule` gives where a setting stands in the rulebook, in brackets. What is as usual stands `apart`, a paragraph each,
    where there is so much of it that one would not fit beside the others.
    """
    said = [(each, words_of(each, chosen.get(each.name, each.default))) for each in settings]
    used = [f"{each.label}{rule(each)}" for each, words in said if words == IN_USE]
    out = [each.label for each, words in said if words == LEFT_OUT]
    others = [(each, words) for each, words in said if words not in (IN_USE, LEFT_OUT)]
    usual = [f"{each.label}: {words}." for each, words in others if words == words_of(each, each.default)]
    made = [f"In use: {'; '.join(used)}."] if used else []
    made += [f"{each.label}: {words}{rule(each)}." for each, words in others if words != words_of(each, each.default)]
    made += [f"Left out: {'; '.join(out)}."] if out else []
    umpire = "a person at the laptop" if chosen.get("umpire") else "nobody: the app alone"
    rolled = f" Dice: {'rolled on the table' if chosen.get('dice') == 'real' else 'rolled by the app'}." if dice else ""
    return [*made, *(usual if apart else [" ".join(usual)]), f"Umpire: {umpire}.{rolled}"]


def words_of(setting: Setting, value: JSON) -> str:
    """What a setting's choice is called."""
    return next((words for choice, words in setting.choices if choice == value), str(value))
