"""The map on paper, with whatever stands on it: geometry in whole drawing units, each hex forty across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.paper import WIDTH, Block
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import CARRIERS
from umpire.games.victory_at_midway.terms import (
    JOHNSTON_HEX,
    KURE_HEX,
    MIDWAY,
    MIDWAY_HEX,
    SENIORITY,
    WAKE_HEX,
)
from umpire.table.board import LETTERS
from umpire.table.hexes import HexBoard

JSON = Any
Kit = Mapping[str, JSON]

ACROSS, HALF = 30, 17
"""From one column to the next, and half of a hex's height."""
OUTLINE = ((-20, 0), (-10, -17), (10, -17), (20, 0), (10, 17), (-10, 17))
MARGIN = 22
NAMED = {MIDWAY_HEX: MIDWAY, KURE_HEX: "Kure", WAKE_HEX: "by Wake", JOHNSTON_HEX: "by Johnston"}
MOST = 130
"""Millimetres down the page that a map may take in a packet; one by itself takes `ALONE`."""
ALONE = 205
RECENT = 3
"""Turns for which a sighting stands on the map."""
UNKNOWN = HexBoard(16, 12, 12)
"""What is drawn while no kit says how large the map is."""


def board(kit: Kit) -> HexBoard:
    """The map of a kit, or the largest that is likely."""
    return kits.board_of(kit) if {"map/columns", "map/rows/odd", "map/rows/even"} <= set(kit) else UNKNOWN


def map_block(
    title: str, kit: Kit, fog: bool, counters: Sequence[JSON] = (), most: int = MOST, notes: Sequence[str] = ()
) -> Block:
    """The map with its fog, its islands and what stands on it."""
    drawn = board(kit)
    middles = {place: _middle(drawn, place) for place in drawn.places}
    right = max(x for x, _ in middles.values()) + 20
    down = max(y for _, y in middles.values()) + HALF
    wide, high = right + MARGIN + 4, down + MARGIN + 4
    facts = {
        "view": f"-{MARGIN} -{MARGIN} {wide} {high}",
        "large": most == ALONE,
        "hexes": "".join(_hex(*at) for at in middles.values()),
        "fog": "".join(_hex(*middles[place]) for place in (kits.fog_of(kit) if fog else ()) if place in middles),
        "labels": [{"name": place, "x": x, "y": y - 9} for place, (x, y) in middles.items()],
        "edge": [{"name": LETTERS[n], "x": n * ACROSS + 20} for n in range(drawn.columns)],
        "islands": [
            {
                "name": name,
                "x": middles[at][0],
                "y": middles[at][1],
                "path": _hex(*middles[at]),
                "solid": at in (MIDWAY_HEX, KURE_HEX),
            }
            for at, name in NAMED.items()
            if at in middles
        ],
        "counters": [
            {**each, "x": middles[each["hex"]][0], "y": middles[each["hex"]][1]}
            for each in counters
            if each["hex"] in middles
        ],
    }
    return Block(title, form="map", facts=facts, before=notes, tall=min(most, WIDTH * high / wide) + 2)


def _middle(drawn: HexBoard, place: str) -> tuple[int, int]:
    x, y = drawn.xy(place)
    return 20 + x * ACROSS, HALF + y * HALF


def _hex(x: int, y: int) -> str:
    """One hex as a path."""
    return f"M{' L'.join(f'{x + dx} {y + dy}' for dx, dy in OUTLINE)}Z"


# What stands on it.


def stacks(plot: VictoryPlot, side: str, form: str) -> list[JSON]:
    """A side's ships by hex, as far as this audience knows them: the senior type, and how many more."""
    hexes: dict[str, list[str]] = {}
    for ship, at in plot.of(side).items():
        hexes.setdefault(at, []).append(ship)
    return [{"hex": at, "form": form, "text": _stack(plot, ships)} for at, ships in hexes.items()]


def _stack(plot: VictoryPlot, ships: Iterable[str]) -> str:
    """``CV +5``."""
    kinds = sorted((plot.type_of(ship) for ship in ships), key=SENIORITY.index)
    return f"{kinds[0]} +{len(kinds) - 1}" if len(kinds) > 1 else kinds[0]


def sightings(plot: VictoryPlot, of: str) -> list[JSON]:
    """The last statement of late about each hex of a side's ships, with its turn."""
    last: dict[str, JSON] = {}
    turn = 0
    for d in plot.heard:
        if d.kind == "turn" and not d.struck:
            turn = d.facts["n"]
        elif d.kind == "found" and not d.struck:
            last |= {each["hex"]: {**each, "turn": turn} for each in d.facts["found"] if each["of"] == of}
    return [
        {
            "hex": at,
            "form": "seen",
            "text": f"{'Carriers' if s['what'] == CARRIERS else 'Ships'} {s['turn']}",
            **{"turn": s["turn"], "what": s["what"]},
        }
        for at, s in last.items()
        if plot.turn - s["turn"] < RECENT
    ]
