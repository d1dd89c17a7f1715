"""The state packet: all that a side needs of its own to go on by hand, and boxes to go on in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games import showing
from umpire.games.midway import picture, turn_record
from umpire.games.midway.battle_record import GROUP, battles
from umpire.games.midway.plot import STATES, MidwayPlot
from umpire.games.midway.search import quota
from umpire.games.midway.terms import (
    ATAGO,
    CAPTURE_TURNS,
    ENEMY,
    JAPAN,
    MIDWAY,
    NAMES,
    SHIP_TYPES,
    SIDES,
    hour,
    when,
)
from umpire.games.midway.turns import turns
from umpire.games.midway.words import found_words
from umpire.games.paper import LINE, WIDTH, Block, Boxes, Column, Row, abreast, lines, ruled
from umpire.table.board import area_of
from umpire.table.words import listed

JSON = Any

BOARD_MOST, LARGE_BOARD_MOST = 128.0, 200.0
"""Millimetres down the page that the search board may take, and one of more rows of areas than `LARGE`."""
LARGE = 7
LEGIBLE = 2100
"""Thousandths of a millimetre that the letters of a symbol, 6.5 drawing units high, are at least."""
EDGE_MOST = 140
"""Hundredths to which the letters along the edge may grow, whose margin does not."""
SHARED = 4
"""Drawing units by which own ships and ships found in one zone make room for each other."""
GRID_ROW = 5.4
"""Millimetres to a row of narrow columns that is not to be written in."""
BY_HAND = 4
"""Turns to go on with by hand before another sheet is wanted."""


def packet(plot: MidwayPlot, side: str) -> list[Block]:
    """Where everything of a side's stands now."""
    made = [_standing(plot, side), *_board(plot, side), _ships(plot, side), *_to_come(plot, side)]
    made += [_planes(plot, side), *_aloft(plot), _enemy_hits(plot, side)]
    made.append(_found(plot, side, "Found by you, the last answer of each area"))
    made += [_found(plot, ENEMY[side], f"Found by {NAMES[ENEMY[side]]}"), calls_now(plot)]
    if plot.battle or plot.surface:
        live = turns(plot.heard)[1].live
        made.append(battles(live)[-1])
    return made


def _standing(plot: MidwayPlot, side: str) -> Block:
    """Score, step and island, a line each."""
    score = ", ".join(f"{NAMES[each]} {plot.score[each]}" for each in SIDES)
    told = [f"Score: {score}. {picture.where(plot)['step']}."]
    if plot.ended:
        told[0] = f"Score: {score}. The game is over. {plot.ended['text']}"
    told.append(f"Midway {'has fallen' if plot.captured else 'is held by the US'}." + _strength(plot) + _watchers(plot))
    if side == JAPAN and ATAGO in plot.ships and not plot.captured:
        told.append(f"Turns {ATAGO} has stood on Midway: {plot.invasion} of {CAPTURE_TURNS}.")
    told.append(words_said(plot))
    if plot.turn and not plot.ended:
        told.append(_air_calls(plot, side))
    return Block("Where the game stands", before=told)


def words_said(plot: MidwayPlot) -> str:
    """What both sides have said of their planes this turn."""
    said = [
        f"{NAMES[each]} {word}" for each in SIDES for key, word in plot.words.items() if word and key.endswith(each)
    ]
    return f"Words this turn: {', '.join(said) or 'none'}."


def _strength(plot: MidwayPlot) -> str:
    return "" if plot.fortification is None else f" Its fortification: {plot.fortification}."


def _watchers(plot: MidwayPlot) -> str:
    return " Japanese ships stand on its zone." if plot.standing else ""


def _air_calls(plot: MidwayPlot, side: str) -> str:
    """Own air calls: all other areas called held a ship of one's own."""
    allowed = quota(side, plot.settings)
    own = {area_of(zone) for zone in plot.of(side).values()}
    if plot.night:
        return "Your air calls this turn: none, it is night."
    made = sum(1 for call in plot.calls if call["by"] == side and call["area"] not in own)
    return f"Your air calls this turn: {max(0, allowed - made)} left of {allowed}."


# The search board.


def _board(plot: MidwayPlot, side: str) -> list[Block]:
    if "board/columns" not in plot.kit:
        return []
    own, seen = picture.own_stacks(plot, plot.board, side, None, None), picture.sightings(plot, plot.board, side)
    return [
        board_block(plot, "Search board: filled are your ships, outlined what you found and on which turn", own, seen)
    ]


def board_block(plot: MidwayPlot, title: str, own: Sequence[JSON], seen: Sequence[JSON]) -> Block:
    """The search board with stacks, filled, and sightings, outlined, on it; in one zone they make room for each other."""
    board = plot.board
    printed = picture.grid(board)
    across, down = printed["width"] + picture.MARGIN + 4, printed["height"] + picture.MARGIN + 4
    most = LARGE_BOARD_MOST if board.rows > LARGE else BOARD_MOST
    grown = _grown(across, down, most)
    shared = {each["zone"] for each in own} & {each["zone"] for each in seen}
    facts = {
        "large": board.rows > LARGE,
        "grid": printed,
        "view": picture.whole_view(board),
        "marks": _islands(plot, {each["zone"] for each in (*own, *seen)}),
        "own": [_drawn(each, -SHARED if each["zone"] in shared else 0, grown) for each in own],
        "seen": [_drawn(each, SHARED if each["zone"] in shared else 0, grown) for each in seen],
        "grown": _decimal(grown),
        "edge": _decimal(min(grown, EDGE_MOST)),
    }
    return Block(title, form="board", facts=facts, tall=min(most, WIDTH * down / across) + 2)


def _grown(across: int, down: int, most: float) -> int:
    """Hundredths by which symbols grow so that on a board of so many drawing units their letters can be read."""
    unit = min(int(WIDTH * 1000) // across, int(most * 1000) // down)
    return max(100, -(-LEGIBLE * 1000 // (65 * unit)))


def _drawn(each: JSON, shift: int, grown: int) -> JSON:
    return {**each, "shift": shift, "scale": _decimal(grown * 55 // 100 if shift else grown)}


def _decimal(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _islands(plot: MidwayPlot, taken: set[str]) -> list[JSON]:
    """Midway and Kure, their names under their zones or, where ships are drawn there, over them."""
    made = []
    for mark in picture.landmarks(plot, plot.board):
        x, y = plot.board.xy(plot.kit[f"board/{mark['name'].lower()}"])
        under = plot.board.zone_at(x, y + 1)
        made.append({**mark, "name_y": mark["y"] + (14.6 if under and under not in taken else -10.4)})
    return made


# Own ships and planes.


SHIP = [Column("Zone", 2, True), Column("Ship", 4), Column("Hits", 4)]
"""What is written of each ship on the board."""


def ship_rows(plot: MidwayPlot, side: str) -> list[Row]:
    """A side's ships by zone, with their boxes."""
    return [
        [zone, f"{ship} {plot.ships[ship]['type']}", boxes(plot, ship)]
        for zone, ships in showing.by_place(plot.of(side)).items()
        for ship in sorted(ships, key=lambda each: SHIP_TYPES.index(plot.ships[each]["type"]))
    ]


def _ships(plot: MidwayPlot, side: str) -> Block:
    down = [ship for ship in plot.sunk if plot.ships[ship]["side"] == side]
    return Block(
        "Your ships by zone", *abreast(SHIP, ship_rows(plot, side)), after=[f"Sunk: {listed(down)}."] if down else ()
    )


def boxes(plot: MidwayPlot, ship: str) -> Boxes:
    """A ship's boxes on the hit record."""
    hits = plot.hits.get(ship, 0)
    return Boxes(hits, plot.kit.get(f"hits/{ship}"), ship in plot.sunk)


def to_come(plot: MidwayPlot, side: str) -> dict[int, list[str]]:
    """A side's ships that are yet to come, by the turn from which they may enter."""
    due: dict[int, list[str]] = {}
    for name, ship in plot.ships.items():
        if ship["side"] == side and name not in (*plot.zones, *plot.sunk, *plot.gone):
            due.setdefault(ship["arrives"], []).append(name)
    return dict(sorted(due.items()))


def _to_come(plot: MidwayPlot, side: str) -> list[Block]:
    """Own ships that are not on the board yet, by the turn from which they may enter."""
    rows = [
        [f"{n}: {when(n)}", ", ".join(f"{ship} {plot.ships[ship]['type']}" for ship in ships)]
        for n, ships in to_come(plot, side).items()
    ]
    return [Block("Not yet on the board", [Column("From turn", 5), Column("Ships", 15)], rows)] if rows else []


def _planes(plot: MidwayPlot, side: str) -> Block:
    rows = []
    for base, zone in plot.bases(side).items():
        aboard = [str(plot.planes[base][kind][state]) for kind in plot.kinds for state in STATES]
        rows.append([base, zone, *aboard, str(plot.capacity(base))])
    lead = [Column("Base", 4), Column("Zone", 2, True)]
    return grid("Your planes, in squadrons", lead, [(kind, STATES) for kind in plot.kinds], rows, [Column("Holds", 2)])


def grid(
    title: str,
    lead: Sequence[Column],
    groups: Sequence[tuple[str, Sequence[str]]],
    rows: Sequence[Row],
    tail: Sequence[Column] = (),
    row_tall: float = GRID_ROW,
) -> Block:
    """A table of many narrow columns of one width, under headings of two storeys, between columns of their own width."""
    deep = [lines(cell, WIDTH * c.share / 20 - 2) for row in rows for cell, c in zip(row, lead, strict=False)]
    row_tall = max(row_tall, max(deep, default=1) * LINE + 1)
    starts = [i == 0 for _, under in groups for i in range(len(under) or 1)] + [True] * len(tail)
    facts = {"lead": lead, "groups": groups, "tail": tail, "starts": starts, "roomy": row_tall > GRID_ROW}
    head = GRID_ROW * 2 if any(under for _, under in groups) else GRID_ROW
    return Block(title, rows=rows, form="grid", facts=facts, tall=head, row_tall=row_tall)


def _aloft(plot: MidwayPlot) -> list[Block]:
    if not plot.flights:
        return []
    rows = [turn_record.order_row(flight) for flight in plot.flights]
    return [Block("Your planes in the air", turn_record.ORDER, rows)]


def _enemy_hits(plot: MidwayPlot, side: str) -> Block:
    rows = [
        [f"{ship} {known['type']}", boxes(plot, ship)]
        for ship, known in plot.ships.items()
        if known["side"] != side and (plot.hits.get(ship) or ship in plot.sunk)
    ]
    return Block("Hits on the enemy", *abreast([Column("Ship", 5), Column("Hits", 5)], rows))


# Search.

_SEEN = [Column("Turn", 2), Column("Area", 3, True), Column("Answer", 15)]


def _seen(plot: MidwayPlot, by: str) -> tuple[list[list[str]], list[str]]:
    """The last answer to each area a side has called, the newest first: what was found, and where was nothing."""
    last = sorted((s for s in plot.sightings if s["by"] == by), key=lambda s: (-s["turn"], s["area"]))
    rows = [[str(s["turn"]), s["area"], found_words(s["found"])] for s in last if s["found"]]
    return rows, [f"{s['area']} (turn {s['turn']})" for s in last if not s["found"]]


def _found(plot: MidwayPlot, by: str, title: str) -> Block:
    rows, nothing = _seen(plot, by)
    after = [f"Nothing sighted: {', '.join(nothing)}."] if nothing else []
    return Block(title, _SEEN, rows, after=after)


def calls_now(plot: MidwayPlot) -> Block:
    """Both sides' calls of this turn with their answers."""
    last = {(s["by"], s["area"]): s for s in plot.sightings}
    answers = [last[call["by"], call["area"]] for call in plot.calls if (call["by"], call["area"]) in last]
    return turn_record.calls("Calls this turn", answers)


# On by hand.


def by_hand(plot: MidwayPlot, side: str) -> list[Block]:
    """Boxes for the turns to come."""
    last = plot.kit.get("track/turns", 0)
    ahead = [n for n in range(max(plot.turn, 1), max(plot.turn, 1) + BY_HAND) if n <= last]
    nights = plot.kit.get("track/nights", ())
    dates = [f"{n}: {when(n)}{', night' if hour(n) in nights else ''}" for n in ahead]
    return [
        _turns_ahead(dates, side),
        _planes_ahead(plot, side, ahead),
        ruled("Operations", _operations_ahead(plot), 7),
        ruled("Calls", _columns("Turn 2", "US 2", "Answer 7", "Japan 2", "Answer 7"), 7),
        *(ruled("Battle over", [*GROUP], 11) for _ in range(2)),
    ]


def _operations_ahead(plot: MidwayPlot) -> list[Column]:
    kinds = [f"{kind} 1" for kind in plot.kinds]
    return _columns("Turn 2", "From 5", "Zone 3", *kinds, "Landed on 5", f"Lost {5 - len(kinds)}")


def _columns(*headings: str) -> list[Column]:
    return [Column(label, int(share)) for label, _, share in (each.rpartition(" ") for each in headings)]


def _turns_ahead(dates: list[str], side: str) -> Block:
    columns = _columns("Turn 6", "De-readying 3", "Readying 3", "US score 2", "Japan score 2")
    columns.append(Column(f"{ATAGO} on Midway" if side == JAPAN else "Notes", 4))
    return Block("Next turns", columns, [[date, "", "", "", "", ""] for date in dates], blank=True)


def _planes_ahead(plot: MidwayPlot, side: str, ahead: list[int]) -> Block:
    bases = list(plot.bases(side)) or list(plot.planes)
    columns = [Column(f"Base, {listed(plot.kinds)}", 8), *(Column(f"Turn {n}", 3) for n in ahead)]
    held = [f"{base}{'' if base == MIDWAY else ' ' + plot.ships[base]['type']}" for base in bases]
    return Block("Your planes ready", columns, [[base, *[""] * len(ahead)] for base in held], blank=True)
