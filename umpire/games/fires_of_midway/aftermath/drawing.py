"""The structure tracks as a drawing: a line a ship, a space a column, for the film of the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.aftermath.film import Mark, Store
from umpire.games.fires_of_midway.aftermath.reel import Frame, Moment, Reel
from umpire.games.fires_of_midway.board_picture import SHAPES, told
from umpire.games.fires_of_midway.picture import PHASES
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import DAMAGED_FIRST, DAMAGED_LAST, SIDES, Ship

JSON = Any

NAME, STEP, ROW, TOP = 92, 32, 32, 26
"""Drawing units: to the first space, from space to space, from ship to ship, to the first ship."""


def board(reel: Reel) -> dict[str, JSON]:
    """What stays still: the names of the ships and the spaces of their tracks."""
    ships = reel.end.ships()
    wide, high = NAME + STEP * (DAMAGED_LAST + 1), TOP + ROW * len(ships)
    if not ships:
        return {"view": "0 0 100 40", "grid": {"scale": "1.00"}, "rows": [], "columns": [], "nowhere": True}
    return {
        "view": f"0 0 {wide} {high}",
        "grid": {"scale": "1.00"},
        "rows": [{"name": ship.name, "y": row_y(reel.end, ship.name)} for ship in ships],
        "columns": [{"n": n, "x": space_x(n)} for n in range(1, DAMAGED_LAST + 1)],
        "bar": space_x(DAMAGED_FIRST) - STEP // 2,
        "sunk": space_x(DAMAGED_LAST + 1),
        "high": high,
        "wide": wide,
    }


def row_y(plot: FiresPlot, name: str) -> int:
    """The middle of a ship's line."""
    return TOP + ROW * [ship.name for ship in plot.ships()].index(name) + ROW // 2


def space_x(n: int) -> int:
    """The middle of a space's column."""
    return NAME + STEP * n - STEP // 2


def film(reel: Reel, shown: Sequence[Frame]) -> dict[str, JSON]:
    """Every frame's picture, each mark and each picture written down once."""
    store = Store()
    made = [
        {**clock(frame.last), "maps": [store.picture(marks(reel, frame.last))], "said": frame.said} for frame in shown
    ]
    return {"names": ["Structure tracks"], "marks": store.marks, "pictures": store.pictures, "frames": made}


def clock(moment: Moment) -> dict[str, JSON]:
    """When a frame is, for the line above the drawing."""
    over = moment.kind == "ended"
    step = "The end" if over else PHASES.get(moment.phase, "")
    return {
        "turn": moment.turn,
        "at": f"Turn {moment.turn}" if moment.turn else "Before the first turn",
        "step": f"{step}, {moment.ship}" if moment.ship and not over else step,
        "score": [moment.held.vp[side] for side in SIDES],
    }


def marks(reel: Reel, moment: Moment) -> list[Mark]:
    """Each ship on her space, with how many counters lie on her card; a cross for one that is sunk."""
    return [mark(reel, ship) for ship in moment.held.ships.values()]


def mark(reel: Reel, ship: Ship) -> Mark:
    """One ship."""
    y, words = row_y(reel.end, ship.name), f"{ship.name}: {told(ship)}"
    if ship.sunk and not ship.island:
        return ["cross", space_x(DAMAGED_LAST + 1), y, "", 0, words]
    return [SHAPES[ship.side], space_x(ship.at), y, ship.letter or ship.name[:1], max(1, ship.counters), words]
