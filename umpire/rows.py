"""What the store keeps, row by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

JSON = Any


@dataclass(frozen=True)
class TableRow:
    """One game being played. `state` is open, paused or over."""

    code: str
    game: str
    header: JSON
    attended: bool
    state: str
    kit_id: str | None
    created: str


@dataclass(frozen=True)
class Told:
    """One dispatch: what `audiences` were told after the entry numbered `n` (0 is the set-up)."""

    n: int
    audiences: tuple[str, ...]
    kind: str
    facts: str
    """As canonical JSON."""
    rule: str


@dataclass(frozen=True)
class SeatRow:
    """A device that joined a side. `state` is pending, active or out; `number` counts a table's seats."""

    id: str
    table_code: str
    side: str
    name: str
    token_hash: str
    state: str
    purpose: str
    created: str
    number: int


@dataclass(frozen=True)
class CodeRow:
    """Letters that let one device take a seat, once. `by_seat` is the seat that asked for them."""

    code: str
    table_code: str
    side: str
    purpose: str
    by_seat: str | None
    spent: bool


@dataclass(frozen=True)
class DraftRow:
    """A side's unsent answer to one ask."""

    table_code: str
    side: str
    ask: str
    version: int
    body: JSON


@dataclass(frozen=True)
class KitRow:
    """The component data of one published edition, as far as its owner has read it off the pieces."""

    id: str
    game: str
    name: str
    cells: dict[str, JSON]


@dataclass(frozen=True)
class NoticeRow:
    """A line about the seats and codes of a table, shown to whoever runs it."""

    table_code: str
    n: int
    at: str
    text: str
