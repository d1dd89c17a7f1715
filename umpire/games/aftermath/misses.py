"""Near misses: who lay where, in words, and which hurt most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from umpire.table.board import NUMBERS
from umpire.table.words import listed


class Painful(Protocol):
    """A near miss: how much it hurts, the smaller the more."""

    @property
    def pain(self) -> tuple[Any, ...]: ...


P = TypeVar("P", bound=Painful)


def dearest(found: Iterable[P], most: int = 12) -> list[P]:
    """Those that hurt most."""
    return sorted(found, key=lambda miss: miss.pain)[:most]


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def ships_words(carriers: Sequence[str], others: Sequence[str]) -> str:
    """``four carriers (Akagi, Kaga, Soryu and Hiryu) and two other ships``."""
    if not carriers:
        return f"{number(len(others))} {'ship' if len(others) == 1 else 'ships'} ({listed(others)})"
    made = f"{number(len(carriers))} {'carrier' if len(carriers) == 1 else 'carriers'} ({listed(carriers)})"
    if others:
        made += f" and {number(len(others))} other {'ship' if len(others) == 1 else 'ships'}"
    return made
