"""What came of a fact found wrong: who was told what from it, and what rested on that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.table.script import Fact, Record
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any


def lost(plot: VictoryPlot) -> list[Fact]:
    return []


def changes(told: Record, fact: str) -> list[Place]:
    return []


def contamination(told: Record, wrong: Wrong, read: Callable[[Any, str, JSON], JSON]) -> Contamination:
    return Contamination()


def begun(plot: VictoryPlot, position: str) -> str:
    return position
