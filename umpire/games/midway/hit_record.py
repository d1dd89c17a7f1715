"""The hit record on paper: both sides' ships with their boxes, and the time record, as any audience may have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from umpire.games.midway.packet import boxes
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import NAMES, SIDES, day, hour
from umpire.games.paper import Block, Boxes

JSON = Any

ROSTER_ROW, ROOMY_ROW = 5.3, 7.0
"""Millimetres to a ship: where there are many, and where there is room."""
MANY = 24
BOXES_A_LINE = 9
TIME_ROW = 9.2


def hits(plot: MidwayPlot) -> list[Block]:
    """Both sides' ships with their boxes, and the time record."""
    lists = [
        [ship_row(name, ship, plot.kit, boxes(plot, name)) for name, ship in plot.ships.items() if ship["side"] == side]
        for side in SIDES
    ]
    note = (
        "Dashed boxes: nobody has read off yet how many this ship has. After a name: day and hour she arrives. "
        "Points are for sinking her."
    )
    return [time_record(plot), roster(lists, note)]


def ship_row(name: str, ship: JSON, kit: Mapping[str, JSON], marked: Boxes) -> JSON:
    """A ship as the roster draws her."""
    return {
        "name": name,
        "type": ship["type"],
        "boxes": marked,
        "points": kit.get(f"points/{name}"),
        "arrives": f"{day(ship['arrives'])}/{hour(ship['arrives'])}" if ship["arrives"] > 1 else "",
    }


def roster(lists: Sequence[Sequence[JSON]], note: str) -> Block:
    """The ships of both sides, side by side."""
    rows = list(zip_longest(*lists))
    tall = [max(_lines(each) for each in row if each) for row in rows]
    roomy = len(rows) <= MANY
    return Block(
        "Hits",
        rows=rows,
        form="roster",
        facts={"names": [NAMES[side] for side in SIDES], "roomy": roomy},
        row_tall=max(ROOMY_ROW if roomy else ROSTER_ROW, ROSTER_ROW * max(tall, default=1)),
        tall=ROOMY_ROW,
        before=[note],
    )


def _lines(ship: JSON) -> int:
    return max(-(-(ship["boxes"].boxes or 6) // BOXES_A_LINE), -(-len(ship["name"]) // 16))


def time_record(plot: MidwayPlot) -> Block:
    """The time record, a row a day, the turns that are over crossed off."""
    last, nights = plot.kit.get("track/turns", 0), plot.kit.get("track/nights", ())
    days: dict[str, list[JSON]] = {}
    for n in range(1, last + 1):
        box = {"n": n, "hour": hour(n), "night": hour(n) in nights, "over": _over(plot, n), "now": n == plot.turn}
        days.setdefault(f"June {day(n)}", []).append(box)
    return Block("Time record", form="time", facts={"days": days}, tall=TIME_ROW * len(days))


def _over(plot: MidwayPlot, n: int) -> bool:
    return n < plot.turn or (n == plot.turn and bool(plot.ended) and plot.scored == n)
