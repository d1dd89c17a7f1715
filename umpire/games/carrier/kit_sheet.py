"""The kit's page: its sections, the fields each opens with, and the plain facts its templates draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.carrier import kit as kits
from umpire.games.kit_parts import Cells, Fields, Section, Typed

__all__ = ["BOX", "NEED_CELLS", "SECTIONS", "Typed"]

JSON = Any

SECTIONS: Sequence[Section] = ()
BOX = "the map and the chart screens"
"""What of the box is read off."""
NEED_CELLS = ("fog",)
"""What may be agreed on that needs more cells before set-up than the game without it does."""


def title() -> str:
    """The edition these forms are for."""
    return "Carrier, the one edition published"


def known() -> dict[str, JSON]:
    """The cells a new kit begins with: none, what ships with the app is no part of it."""
    return {}


def problems(cells: Cells) -> list[str]:
    """What is wrong with cells, a sentence each; empty for cells that are sound, whole or not."""
    return [f"{key[:40]}: a kit has nothing so." for key in cells if not _fits(key, cells)]


def _fits(key: str, cells: Cells) -> bool:
    try:
        return kits.cell(key, cells).allows(cells[key])
    except (KeyError, TypeError):
        return False


def sound(cells: Cells) -> dict[str, JSON]:
    """The cells that can be worked with, whatever the others are."""
    return {key: value for key, value in cells.items() if _fits(key, cells)}


def doubts(cells: Cells) -> list[str]:
    """Where sound cells contradict what the rulebook says of them, a sentence each."""
    return []


def wanting(cells: Cells) -> list[tuple[str, str]]:
    """What is missing before set-up, each with the section it belongs to."""
    return []


def later(cells: Cells) -> list[tuple[str, str]]:
    """What only part of the game needs before set-up and is missing, each with its section."""
    return []


def shown(section: str, cells: Cells) -> Fields:
    """The fields a section opens with."""
    return {}


def facts(section: str, cells: Cells) -> dict[str, JSON]:
    """What its template draws round them."""
    return {}


def read(section: str, fields: Fields, cells: Cells) -> dict[str, JSON]:
    """All cells with a section as typed; raises `Refusal`."""
    return dict(cells)
