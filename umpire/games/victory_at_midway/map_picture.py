"""The map of hexes as one audience knows it: what is drawn on it, and what of it may be tapped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from umpire.games.showing import by_place, legible, own_told, read_out, scaled
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.movement import LOOK, SetUp
from umpire.games.victory_at_midway.orders import AIR, MOVE, SCOUT, SHIP, Orders
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.sightings import sightings
from umpire.games.victory_at_midway.strikes import BASE, Strikes
from umpire.games.victory_at_midway.terms import (
    JAPAN,
    JOHNSTON_HEX,
    KURE_HEX,
    MIDWAY_HEX,
    SENIORITY,
    US,
    WAKE_HEX,
)
from umpire.table.asks import Ask
from umpire.table.hexes import HexBoard

JSON = Any

STEP, HALF_WIDE, HALF_HIGH, SLANT = 24, 16, 14, 8
"""Drawing units: from column to column, half a hex across and down, and how far its corners stand in."""
MARGIN = 8
FEW, ABOUT = 12, 2
"""So many hexes are tapped on the whole map; of more, wide apart, a tap first shows those about it large, so far."""
NEAR = 7
"""Columns and rows across up to which a reach is drawn large; wider, the whole map is shown."""
AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The six neighbours clockwise from the one above, in columns and half hexes."""
CORNERS = ((-SLANT, -HALF_HIGH), (SLANT, -HALF_HIGH), (HALF_WIDE, 0), (SLANT, HALF_HIGH), (-SLANT, HALF_HIGH))
EDGES = tuple(zip((*CORNERS, (-HALF_WIDE, 0)), (*CORNERS[1:], (-HALF_WIDE, 0), CORNERS[0]), strict=True))
"""The two ends of the edge towards each neighbour."""
ISLANDS = (("Midway", MIDWAY_HEX), ("Kure", KURE_HEX), ("Wake", WAKE_HEX), ("Johnston", JOHNSTON_HEX))
LAST_WEST = "F"
"""The last column off whose edge hexes Japan leaves the map; the US leaves from the next one on."""
SHAPE = {US: "square", JAPAN: "circle"}


def centre(board: HexBoard, place: str) -> dict[str, int]:
    """Where the middle of a hex is drawn."""
    x, y = board.xy(place)
    return {"x": x * STEP + HALF_WIDE, "y": (y + 1) * HALF_HIGH}


def outline(board: HexBoard, place: str) -> str:
    """The path round a hex."""
    at = centre(board, place)
    down, up = f"{SLANT} {HALF_HIGH}", f"{SLANT} -{HALF_HIGH}"
    return f"M{at['x'] - HALF_WIDE} {at['y']}l{up}h{HALF_WIDE}l{down}l-{down}h-{HALF_WIDE}z"


def outlines(board: HexBoard, places: Iterable[str]) -> str:
    return "".join(outline(board, place) for place in places)


@cache
def grid(board: HexBoard) -> dict[str, JSON]:
    """The printed map: its size, its hexes as one path, its edges where each side may leave."""
    xs, ys = zip(*(board.xy(place) for place in board.places), strict=True)
    width, height = max(xs) * STEP + 2 * HALF_WIDE, (max(ys) + 2) * HALF_HIGH
    return {
        "scale": legible(width + 2 * MARGIN, height + 2 * MARGIN),
        "size": (width, height),
        "view": f"-{MARGIN} -{MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}",
        "hexes": outlines(board, board.places),
        "entry": [centre(board, place) for place in board.places if place.startswith("A")],
        "exits": {side: _edge(board, side) for side in SHAPE},
    }


@lru_cache(64)
def lettering(board: HexBoard, scale: str, zoomed: bool) -> str:
    """The names of all hexes as elements: of the thousands of pages that show them, drawn once for each part shown."""
    down = 12 if zoomed else 5
    made = []
    for place in board.places:
        at = centre(board, place)
        squeezed = ' textLength="17" lengthAdjust="spacingAndGlyphs"' if len(place) > 2 and not zoomed else ""
        made.append(f'<text transform="translate({at["x"]} {at["y"] + down}) scale({scale})"{squeezed}>{place}</text>')
    return "".join(made)


def _edge(board: HexBoard, side: str) -> str:
    """The edges of the map's rim over which a side may leave (Exiting the Map)."""
    taken = {board.xy(place) for place in board.places}
    made = []
    for place in board.places:
        if (place[0] <= LAST_WEST) != (side == JAPAN):
            continue
        (column, row), at = board.xy(place), centre(board, place)
        for (across, down), ((ax, ay), (bx, by)) in zip(AROUND, EDGES, strict=True):
            if (column + across, row + down) not in taken:
                made.append(f"M{at['x'] + ax} {at['y'] + ay}L{at['x'] + bx} {at['y'] + by}")
    return "".join(made)


def islands(board: HexBoard) -> list[JSON]:
    """Midway, Kure, and the hexes next to which Wake and Johnston lie off the map."""
    return [
        {"name": name, "hex": place, "outline": outline(board, place), **centre(board, place)}
        for name, place in ISLANDS
        if place in board
    ]


def hex_map(plot: VictoryPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The map with what this audience knows on it, and what may be tapped."""
    board = plot.board
    taps = tappable(board, asked, draft)
    printed = grid(board)
    view, scale = taps["large"] or (printed["view"], printed["scale"])
    zoomed = view != printed["view"]
    own = own_stacks(plot, board, side, asked, draft) if side else []
    seen = [
        {
            **each,
            **centre(board, each["hex"]),
            "place": each["hex"],
            "told": f"{each['whose']} {each['words']}, turn {each['turn']}",
        }
        for each in sightings(plot, side)
    ]
    return {
        "grid": printed,
        "view": view,
        "zoomed": zoomed,
        "names": lettering(board, scale, zoomed),
        "scale": scale,
        "islands": islands(board),
        "exits": printed["exits"].get(side, ""),
        "entry": printed["entry"] if side != US else [],
        "fog": outlines(board, kits.fog_of(plot.kit)) if plot.fog else "",
        "searches": searches(plot, board),
        "own": own,
        "came": ways(plot, board, asked, draft) if side else [],
        "seen": seen,
        **taps,
        "hexes": [{**each, "spoken": read_out(each["place"], own, seen)} for each in taps["hexes"]],
    }


# Counters.


def senior(plot: VictoryPlot, ships: Iterable[str]) -> str:
    """The type a stack is drawn as: carriers first, then the heaviest."""
    return str(min((plot.type_of(ship) for ship in ships), key=SENIORITY.index))


def moving(asked: Ask | None, draft: JSON) -> SetUp | Orders | None:
    """The ask whose draft moves ships now, if there is one."""
    return asked if isinstance(asked, SetUp | Orders) and draft is not None else None


def standing(plot: VictoryPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, str]:
    """Where a side's own ships stand, as its draft has them while it moves."""
    mover = moving(asked, draft)
    return mover.standing(draft) if mover else plot.of(side)


def may_pick(asked: Ask | None, draft: JSON) -> bool:
    """Whether a stack may be tapped to take it up."""
    return moving(asked, draft) is not None and draft.get("part", MOVE) == MOVE


def own_stacks(plot: VictoryPlot, board: HexBoard, side: str, asked: Ask | None, draft: JSON) -> list[JSON]:
    picked = draft["picked"] if moving(asked, draft) else []
    taps = may_pick(asked, draft) and not picked
    return [
        {
            "place": place,
            "told": own_told(ships),
            "half": HALF_HIGH,
            "type": senior(plot, ships),
            "n": len(ships),
            "on": any(ship in picked for ship in ships),
            "taps": taps,
            "shape": SHAPE[side],
            **centre(board, place),
        }
        for place, ships in by_place(standing(plot, side, asked, draft)).items()
    ]


def ways(plot: VictoryPlot, board: HexBoard, asked: Ask | None, draft: JSON) -> list[JSON]:
    """From where to where own ships go as the draft has it."""
    mover = moving(asked, draft)
    if not isinstance(mover, Orders):
        return []
    at = mover.standing(draft)
    moved = {(plot.at[ship], at[ship]): None for ship in draft["put"] if ship in plot.at and ship in at}
    return [{"from": centre(board, start), "to": centre(board, end)} for start, end in moved]


def searches(plot: VictoryPlot, board: HexBoard) -> list[JSON]:
    """The searches declared this turn: the hexes each looks into."""
    return [
        {
            "by": each["by"],
            "shape": SHAPE[each["by"]],
            "kind": each["kind"],
            "hex": each["hex"],
            "outline": outlines(board, board.within(each["hex"], 1 if each["kind"] == AIR else 0)),
            **centre(board, each["hex"]),
        }
        for each in plot.searches
    ]


# Taps.


def tappable(board: HexBoard, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The hexes that may be tapped now, what is written down there already, and what that covers."""
    places: Sequence[str] = ()
    marked: list[str] = []
    covers: list[str] = []
    op = "hex"
    if draft is None:
        pass
    elif isinstance(asked, SetUp):
        places, op = asked.reach(draft), "to"
    elif isinstance(asked, Orders):
        places, marked = _orders(asked, draft)
        covers = (
            draft[AIR] if draft["part"] == AIR else list(draft["scouts"].values()) if draft["part"] == SCOUT else []
        )
    elif isinstance(asked, Strikes):
        places = [] if draft["open"] else asked.reach_of_any()
        marked = [MIDWAY_HEX if strike["to"] == BASE else strike["to"] for strike in draft["strikes"]]
    look = draft.get(LOOK, "") if places else ""
    wide = len(places) > FEW and not large(board, places)
    if wide and look:
        places = [place for place in places if board.distance(place, look) <= ABOUT]
    elif wide:
        op = LOOK
    hexes = [
        {"place": p, "op": op, "outline": outline(board, p), "on": p in marked, **centre(board, p)} for p in places
    ]
    shown = list(board.within(look, ABOUT)) if wide and look else [] if wide else places
    return {
        "hexes": hexes,
        "wide": wide and not look,
        "large": large(board, shown),
        "marked": [{"outline": outline(board, place), **centre(board, place)} for place in dict.fromkeys(marked)],
        "aimed": isinstance(asked, Strikes),
        "covers": [outlines(board, board.within(place, 1)) for place in covers],
    }


def _orders(asked: Orders, draft: JSON) -> tuple[Sequence[str], list[str]]:
    """Of a side's orders the hexes to tap, and those written down, by the part that is being written."""
    part = draft["part"]
    if part == MOVE:
        return asked.board.places if draft["coursing"] else asked.reach(draft), []
    if part in (AIR, SHIP):
        return asked.searchable(draft), list(draft[part])
    if part == SCOUT:
        return asked.searchable(draft), list(draft["scouts"].values())
    return (), [MIDWAY_HEX] if draft["base"] else []


def large(board: HexBoard, places: Sequence[str]) -> tuple[str, str] | None:
    """The part of the map that holds some hexes, and the size of counters there; none when they lie wide apart."""
    if not places:
        return None
    xs, ys = zip(*(board.xy(place) for place in places), strict=True)
    middle_x, middle_y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 2
    if across > NEAR or down > 2 * NEAR:
        return None
    wide, high = max(across + 1, 5), max(down + 1, 9)
    width, height = (wide - 1) * STEP + 2 * HALF_WIDE, high * HALF_HIGH
    left = middle_x * STEP + HALF_WIDE - width // 2 + (STEP // 2 if across % 2 == 0 else 0)
    top = (middle_y + 1) * HALF_HIGH - height // 2
    across_all, down_all = grid(board)["size"]
    left = max(-MARGIN, min(left, across_all + MARGIN - width))
    top = max(-MARGIN, min(top, down_all + MARGIN - height))
    return f"{left} {top} {width} {height}", scaled(width, height)
