"""Blank forms to play by hand with, drawn from a kit alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.fight import WINDOWS
from umpire.games.lightning_midway.terms import NAMES, SIDES, TYPES
from umpire.games.paper import Block, Column, NoSuchSheet, Sheet, ruled

JSON = Any
Kit = Mapping[str, JSON]

FOR_ALL = "Open to both sides"
WHEN = "For play by hand"
TURN_LINES, STRIP_LINES = 26, 5
TURN_COLUMNS = (
    Column("Turn", 2),
    Column("Side", 2),
    Column("Exchanged", 3),
    Column("Option", 5),
    Column("Came of it", 8),
)
OPTIONS = (
    "Option: A and the target; R and how many Force Cards, up to three; P for Prepare, below nine cards. "
    "Came of it: destroyed, held, or No Target."
)


def form_kinds() -> dict[str, str]:
    """The forms there are, with their titles."""
    return {what: title for what, (title, _) in _FORMS.items()} | {"all": "All forms"}


def forms(kit: Kit, what: str) -> list[Sheet]:
    """One kind of form or every kind; raises `NoSuchSheet`."""
    if what not in form_kinds():
        raise NoSuchSheet(what)
    return [Sheet(title, WHEN, drawn(kit), FOR_ALL) for each, (title, drawn) in _FORMS.items() if what in (each, "all")]


def _targets(kit: Kit) -> list[Block]:
    """The Objective Cards of both sides, with room for the turn each was destroyed and for what depends on it."""
    listed = kits.objectives(kit or kits.known())
    columns = [Column("Objective", 5), Column("Destroyed on turn", 4), Column("Cards that depend on it", 11)]
    made = []
    for side in SIDES:
        rows = [[name, "", kits.dependents(kit, name)] for name in sorted(listed) if listed[name] == side]
        made.append(Block(NAMES[side], columns, rows, blank=True))
    note = (
        "When the last of a side is destroyed the other has won. What depends on a destroyed objective is out for good."
    )
    return [Block("Targets", before=[note]), *made]


def _turns(kit: Kit) -> list[Block]:
    return [ruled("Turn record", TURN_COLUMNS, TURN_LINES, [OPTIONS])]


def _strips(kit: Kit) -> list[Block]:
    """Room for some fights: the two totals, and the three types."""
    heads = [Column("", 4), Column("Force", 3), *(Column(kind, 3) for kind in TYPES), Column("Total", 4)]
    note = f"Windows: {', '.join(WINDOWS.values())}. A tie is the defender’s."
    made = [Block("Fights", before=[note])]
    for n in range(1, STRIP_LINES + 1):
        rows = [[role, "", "", "", "", ""] for role in ("Attack", "Defence")]
        made.append(Block(f"{n}. Target:", heads, rows, blank=True))
    return made


_FORMS: Mapping[str, tuple[str, Callable[[Kit], list[Block]]]] = {
    "targets": ("Targets", _targets),
    "turns": ("Turn record", _turns),
    "fights": ("Fight strips", _strips),
}
