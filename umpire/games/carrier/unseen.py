"""Dice and draws that the house mode fog+ keeps to the staff, and everybody sees otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from umpire.games.carrier.telling import foggy
from umpire.table.asks import Die
from umpire.table.plot import UMPIRE
from umpire.table.script import Play, Steps


def roll(
    g: Play, name: str, why: str, dice: Sequence[Die] | Callable[[], Sequence[Die]], rule: str
) -> Steps[list[int]]:
    """Dice of a step that may come to nothing: public, or under fog+ the umpire’s alone."""
    if not foggy(g):
        return (yield from g.roll(name, why, dice, rule))
    every = dice() if callable(dice) else dice
    faces = yield from g.roll_unseen(name, why, every)
    named = [{"label": die.label, "note": die.note} for die in every]
    g.tell(UMPIRE, "roll", rule, ask=name, why=why, dice=named, faces=faces, by="app")
    return faces


def draw(g: Play, name: str, why: str, cup: Callable[[], Mapping[str, int]], n: int, rule: str) -> Steps[list[str]]:
    """Pieces drawn for a step that may come to nothing: public, or under fog+ the umpire’s alone."""
    if not foggy(g):
        return (yield from g.draw(name, why, cup, n, rule))
    fell = yield from g.draw_unseen(name, why, cup, n)
    g.tell(UMPIRE, "roll", rule, ask=name, why=why, dice=[], faces=fell, by="app")
    return fell
