"""The record of a turn on paper: what was said in it, in order, each with the section of the rulebook it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from umpire.games.fires_of_midway.words import say
from umpire.games.paper import Block, Column
from umpire.games.turns import Turn
from umpire.table.plot import Dispatch

SAID = (Column("What happened", 15), Column("Section", 5))
QUIET = ("turn", "kit", "opened", "sealed", "cells", "step", "phase", "do")
"""Kinds by which a turn has not begun, and that get no line."""


def began(turn: Turn) -> bool:
    """Whether anything has been played in a turn."""
    return any(d.kind not in QUIET for d in turn.live)


def turn_blocks(played: Sequence[Turn]) -> list[Block]:
    """The record of a turn, or of the several begun under one number."""
    said = [d for turn in played for d in turn.said]
    made = [Block("In this order", SAID, rows(d for d in said if not d.struck))]
    struck = rows(d for d in said if d.struck)
    return [*made, Block("Struck: said, and void", SAID, struck, struck=True)] if struck else made


def rows(said: Iterable[Dispatch]) -> list[list[str]]:
    """A line for each thing that was said, but for those that say nothing by themselves."""
    return [[words, d.rule] for d in said if d.kind not in QUIET and (words := say(d))]
