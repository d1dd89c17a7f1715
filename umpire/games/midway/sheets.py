"""The printed sheets of one audience, drawn from its plot alone: turn record, hit record, state packet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from umpire.games.midway import kit, turn_record
from umpire.games.midway.game import Midway
from umpire.games.midway.packet import boxes, by_hand, packet
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import BOARD_WIDTH, NAMES, SIDES, day, hour
from umpire.games.paper import Block, NoSuchSheet, Sheet

JSON = Any

PUBLIC = ("turn", "hits")
OWN = (*PUBLIC, "packet", "all")
TITLES = {"turn": "Turn record", "hits": "Hit record", "packet": "State packet", "all": "All sheets"}
BY_HAND = "To go on by hand"
ROSTER_ROW, ROOMY_ROW = 5.3, 7.0
"""Millimetres to a ship of the hit record: where there are many, and where there is room."""
MANY = 24
BOXES_A_LINE = 9


def edition() -> str:
    """The game and the edition it is played by."""
    return f"{kit.edition()['title']}, Basic game"


def kinds(side: str) -> dict[str, str]:
    """The sheets an audience may print, with their titles; no side is the public."""
    return {what: TITLES[what] for what in (OWN if side else PUBLIC)}


def played(plot: MidwayPlot) -> list[tuple[int, str]]:
    """The turns there is a record of, each number once; 0 is the set-up."""
    numbers = sorted({turn.n for turn in turn_record.turns(plot.heard)[0]})
    return [(n, turn_record.dated(plot, n)) for n in numbers]


def sheets(plot: MidwayPlot, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    """One kind of sheet, or all of them; raises `NoSuchSheet`."""
    if what not in kinds(side):
        raise NoSuchSheet(what)
    now = turn_record.dated(plot, plot.turn)
    made = []
    if what in ("packet", "all"):
        made.append(Sheet(TITLES["packet"], now, packet(plot, side)))
        if not plot.ended:
            made.append(Sheet(BY_HAND, now, by_hand(plot, side)))
    if what in ("turn", "all"):
        made.append(_turn(plot, side, turn))
    if what in ("hits", "all"):
        made.append(Sheet(TITLES["hits"], now, hits(plot)))
    return made


def _turn(plot: MidwayPlot, side: str, n: int | None) -> Sheet:
    every, now = turn_record.turns(plot.heard)
    wanted = [turn for turn in every if turn.n == (now.n if n is None else n)]
    if not wanted:
        raise NoSuchSheet(str(n))
    blocks = turn_record.turn_blocks(plot, side, wanted, current=now in wanted)
    return Sheet(TITLES["turn"], turn_record.dated(plot, wanted[0].n), [*blocks, agreed(plot)])


# The hit record.


def hits(plot: MidwayPlot) -> list[Block]:
    """Both sides' ships with their boxes, and the time record."""
    lists = [[_ship(plot, s) for s, known in plot.ships.items() if known["side"] == side] for side in SIDES]
    rows = list(zip_longest(*lists))
    tall = [max(_lines(each) for each in row if each) for row in rows]
    roomy = len(rows) <= MANY
    facts = {"names": [NAMES[side] for side in SIDES], "roomy": roomy}
    roster = Block(
        "Hits",
        rows=rows,
        form="roster",
        facts=facts,
        row_tall=max(ROOMY_ROW if roomy else ROSTER_ROW, ROSTER_ROW * max(tall, default=1)),
        tall=ROOMY_ROW,
        before=[
            "Dashed boxes: nobody has read off yet how many this ship has. After a name: day and hour she arrives. "
            "Points are for sinking her."
        ],
    )
    return [_time(plot), roster]


def _ship(plot: MidwayPlot, ship: str) -> JSON:
    known = plot.ships[ship]
    return {
        "name": ship,
        "type": known["type"],
        "boxes": boxes(plot, ship),
        "points": plot.kit.get(f"points/{ship}"),
        "arrives": f"{day(known['arrives'])}/{hour(known['arrives'])}" if known["arrives"] > 1 else "",
    }


def _lines(ship: JSON) -> int:
    return max(-(-(ship["boxes"].boxes or 6) // BOXES_A_LINE), -(-len(ship["name"]) // 16))


def _time(plot: MidwayPlot) -> Block:
    """The time record, a row a day, the turns that are over crossed off."""
    last, nights = plot.kit.get("track/turns", 0), plot.kit.get("track/nights", ())
    days: dict[str, list[JSON]] = {}
    for n in range(1, last + 1):
        box = {"n": n, "hour": hour(n), "night": hour(n) in nights, "over": _over(plot, n), "now": n == plot.turn}
        days.setdefault(f"June {day(n)}", []).append(box)
    return Block("Time record", form="time", facts={"days": days}, tall=9.2 * len(days))


def _over(plot: MidwayPlot, n: int) -> bool:
    return n < plot.turn or (n == plot.turn and bool(plot.ended) and any(t["n"] == n for t in plot.turns))


# What was agreed, and what the app rules.


def agreed(plot: MidwayPlot) -> Block:
    """The settings in force and the house's rulings, for the record of every turn."""
    return Block("Settings in force and rulings of the house", before=[*settings(plot), *rulings(plot)], small=True)


def settings(plot: MidwayPlot) -> list[str]:
    """What was agreed before play, each in a line."""
    if not plot.settings:
        return []
    made = []
    for setting in Midway.settings:
        chosen = plot.settings.get(setting.name, setting.default)
        words = next((words for value, words in setting.choices if value == chosen), str(chosen))
        made.append(f"{setting.label}: {words} ({setting.rule.replace('Appendix, Miscellaneous', 'Misc.')}).")
    umpire = "a person at the laptop" if plot.settings.get("umpire") else "nobody: the app alone"
    dice = "rolled on the table" if plot.settings.get("dice") == "real" else "rolled by the app"
    return [*made, f"Umpire: {umpire}. Dice: {dice}."]


def rulings(plot: MidwayPlot) -> Sequence[str]:
    """Where the rulebook leaves a choice, what this table plays."""
    if not plot.kit:
        return []
    nights = " ".join(plot.kit.get("track/nights", ())) or "none"
    return [
        "Distance: a diagonal step counts as one zone.",
        "Air calls: in reach if any zone of the area is; the answer covers all of it. No area twice a turn.",
        "Answers: never names, hits, planes or headings.",
        "Words: told together; which planes, their owner keeps.",
        "Arrivals: into a shaded zone, then may move; may wait.",
        "Ships of both sides pass unseen; none leaves the board.",
        "Operations: zones attacked are told with D and T, not bases.",
        "Transfers: ready planes, by day; told to nobody.",
        f"Battle Board: {BOARD_WIDTH} by {plot.kit.get('battle-board/depth', '?')}, bows up, port on the left.",
        "Groups: one type at one ship from one side of her. Fire reaches two rectangles, to the group.",
        "Calling off: all of the attack on that zone. Planes called off, or given no target, fly home and are not ready.",
        "Odds without a column: the next lower; below all, ask the owner.",
        "Losses: at landing, their owner says whose they were.",
        "Zones of the attacks: told after the last battle of the turn.",
        "Atago: until the island falls, only that Japanese ships are there. The turn she comes is the first of four.",
        "Island point: each turn from 0500 June 5, Midway being held.",
        f"Time: {plot.kit.get('track/turns', '?')} turns, all played. Night: {nights}.",
    ]
