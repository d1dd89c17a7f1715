"""The printed sheets of one audience, drawn from its plot alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.paper import Asked, Sheet

JSON = Any


def edition(plot: Any) -> str:
    return "Victory at Midway"


def kinds(side: str) -> dict[str, str]:
    return {}


def played(plot: Any) -> list[tuple[int, str]]:
    return []


def sheets(plot: Any, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    return []


def master(plot: Any, asked: Sequence[Asked]) -> list[Sheet]:
    return []


def form_kinds() -> dict[str, str]:
    return {}


def forms(kit: Mapping[str, JSON], what: str) -> list[Sheet]:
    return []
