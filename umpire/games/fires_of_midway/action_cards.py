"""The numbers of the eight action cards, where the owner's copy has them: what a carrier may launch and repair with.

They are never asked for. Where a card is in the kit and it is known on which carrier it lies, her points are known too;
else the table counts them on the card.
"""

from __future__ import annotations

from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.terms import SAVE, STATIONS, WIND
from umpire.table.charts import Cell, Field
from umpire.table.words import counted

EVERY = tuple(f"card/{n}" for n in range(1, 9))
"""The keys of the eight cards, by their value."""
LAUNCH = {WIND: "wind", STATIONS: "launch"}
"""By action, the box of its launch points: the number in its top corner (Carrier Turn, Carrier actions)."""
REPAIR = {STATIONS: "repair", SAVE: "save"}
"""By action, the box of its repair points: the number in its bottom corner."""
_LABELS = {
    "wind": "Into the Wind, launch",
    "launch": "Battle Stations, launch",
    "repair": "Battle Stations, repair",
    "save": "Save the Ship, repair",
}


def cell(key: str) -> Cell:
    """The cell of a card; raises `KeyError`."""
    if key not in EVERY:
        raise KeyError(key)
    boxes = [Field(name, label, 0, 9, size=1) for name, label in _LABELS.items()]
    return Cell(key, f"Action card {key.rpartition('/')[2]}", boxes)


def launch_points(plot: FiresPlot, ship: str, action: str) -> int | None:
    """Aircraft cards that a carrier may launch by an action; None where her card is not known."""
    return _number(plot, ship, LAUNCH.get(action, ""))


def repair_points(plot: FiresPlot, ship: str, action: str) -> int | None:
    """Repair points of an action; None where her card is not known."""
    return _number(plot, ship, REPAIR.get(action, ""))


def _number(plot: FiresPlot, ship: str, box: str) -> int | None:
    card = plot.kit.get(f"card/{plot.cards.get(ship, 0)}")
    return int(card[box]) if card and box else None


def note(plot: FiresPlot, ship: str, action: str) -> str:
    """What an action of a carrier's card gives, in words: ``2 aircraft, 3 repair points``; empty where it is not known."""
    launch, repairs = launch_points(plot, ship, action), repair_points(plot, ship, action)
    flown = [] if launch is None else [f"{launch} aircraft"]
    return ", ".join([*flown, *([] if repairs is None else [counted(repairs, "repair point")])])
