"""The state packet: all that a side needs of its own to go on by hand, and lines to go on in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.paper import Block, Column, Row, abreast, ruled
from umpire.games.turns import turns
from umpire.games.victory_at_midway import air_record, map_sheet
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import FULL, REDUCED
from umpire.games.victory_at_midway.fight_record import fights
from umpire.games.victory_at_midway.hit_record import air_losses, airfield, steps, the
from umpire.games.victory_at_midway.movement import HALF, due_turn, outside
from umpire.games.victory_at_midway.phases import phases
from umpire.games.victory_at_midway.picture import STEPS
from umpire.games.victory_at_midway.plot import (
    NOT_READY,
    NOT_READY_2,
    OPEN,
    READY,
    TRAPPED,
    VictoryPlot,
)
from umpire.games.victory_at_midway.strikes import BASE, units_of
from umpire.games.victory_at_midway.terms import (
    BASES,
    BATTALIONS,
    ENEMY,
    JAPAN,
    KURE_TURNS,
    LATE_GROUP,
    MIDWAY,
    MIDWAY_HEX,
    TURNS,
    US,
)
from umpire.games.victory_at_midway.turn_record import by_seniority, search_block, with_type
from umpire.games.victory_at_midway.turns import date
from umpire.games.victory_at_midway.words import score_words
from umpire.table.words import counted, listed

JSON = Any

BOXES = ((READY, "Ready"), (NOT_READY, "Not Ready"), (NOT_READY_2, "Not Ready 2"), (TRAPPED, "Trapped"))
STEP_WORDS = {
    "set-up": "set-up",
    "orders": "movement, strike on Midway and search assignment",
    "search": "search",
    "strikes": "air strike assignment",
    "resolution": "air strikes",
    "return": "air preparation and return",
    "naval": "naval combat",
    "end": "end of the turn",
}
AHEAD = 5
"""Turns to go on with by hand before another sheet is wanted."""
SEARCH = [
    Column("Turn", 2),
    Column("Kind, hexes", 5),
    Column("Told", 4),
    Column("Enemy’s kind, hexes", 5),
    Column("Told", 4),
]
FIGHT = [Column("Fire", 3), Column("By", 4), Column("At", 5), Column("Needs", 2), Column("Dice", 3), Column("Hits", 3)]
"""Lines to write searches and shots in."""


def packet(plot: VictoryPlot, side: str) -> list[Block]:
    """Where everything of a side's stands now."""
    live = turns(plot.heard)[1].live
    made = [_standing(plot, side), _map(plot, side), ships_block(plot, side, "Your ships by hex")]
    made += [
        *_aboard(plot, side),
        *to_come_block(plot, side),
        planes_block(plot, side, "Your air units by base"),
        *_aloft(plot, side),
    ]
    made += [air_losses(plot, side), _enemy_damage(plot, side)]
    if plot.searches or plot.found:
        made.append(search_block("Searches this turn", live))
    return made + fights(live)[-1:] if plot.fight else made


def _standing(plot: VictoryPlot, side: str) -> Block:
    """Score, step and island, a line each."""
    told = [f"Score: {score_words(plot.score)}. Step: {step_words(plot)}."]
    if plot.ended:
        told[0] = f"Score: {score_words(plot.score)}. The game is over. {plot.ended['text']}"
    told += [island(plot), *weather(plot)]
    if side == JAPAN:
        told += _late(plot)
    if plot.turn and not plot.ended:
        told.append(searches_left(plot, side))
    return Block("Where the game stands", before=told)


def step_words(plot: VictoryPlot) -> str:
    return STEP_WORDS.get(plot.step, plot.step)


def island(plot: VictoryPlot) -> str:
    """Who holds Midway, who is ashore, and how its field is."""
    ashore = f" Ashore: {listed(plot.ashore)}." if plot.ashore else ""
    return f"Midway is held by {the(plot.holder)}.{ashore} Airfield: {airfield(plot)}"


def weather(plot: VictoryPlot) -> list[str]:
    """Fog, the S turn, Kure: what all know beyond the score."""
    made = []
    if plot.option("fog"):
        made.append("Fog: it is still there." if plot.fog else "Fog: it has lifted for good.")
    if plot.option("submarines"):
        made.append(f"Submarines {'may' if plot.s_turn else 'may not'} move this turn.")
    if plot.kure:
        state = "is closed" if plot.kure_gone else f"works from turn {plot.kure + KURE_TURNS} on"
        made.append(f"The seaplane base at Kure, begun on turn {plot.kure}, {state}.")
    return [" ".join(made)] if made else []


def _late(plot: VictoryPlot) -> list[str]:
    if not plot.late:
        return [f"The Turn {LATE_GROUP} group waits for a first sight of a US carrier or its aircraft."]
    return [f"The Turn {LATE_GROUP} group may come on from turn {plot.late}."]


def searches_left(plot: VictoryPlot, side: str) -> str:
    """The air searches a side has by day as things stand, and whether this turn's have been made."""
    made = plot.step != "orders"
    now = (
        "Searches of this turn are made"
        if made
        else "At night there are ship searches only"
        if plot.night
        else "Searches of this turn are still to be made"
    )
    return f"{now}. By day: {'; '.join(_air_searches(plot, side))}. Ship searches wherever you have a ship."


def _air_searches(plot: VictoryPlot, side: str) -> list[str]:
    own = [ship for ship in plot.carriers(side) if plot.whole(ship)]
    made = [f"one in the hex of each of {listed(own)}" if own else "none from a carrier"]
    if side == US:
        n = plot.midway_searches()
        made.append(
            f"Midway one in {MIDWAY_HEX}" + (f" and {n - 1} within six hexes" if n > 1 else "") if n else "Midway none"
        )
        return [*made, *(["Johnston one"] if plot.option("islands") else [])]
    made += ["two more within two hexes of one of them"] if own else []
    made += ["Wake one"] if plot.option("islands") else []
    return [*made, *(["Kure its own"] if plot.option("tenders") and plot.kure_open else [])]


# Own ships.


def _map(plot: VictoryPlot, side: str) -> Block:
    counters = [*map_sheet.stacks(plot, side, "own"), *map_sheet.sightings(plot, ENEMY[side])]
    title = "Map: filled are your ships, outlined what you found and on which turn"
    return map_sheet.map_block(title, plot.kit, plot.fog, counters)


def ships_block(plot: VictoryPlot, side: str, title: str) -> Block:
    """A side's ships by hex, with what is marked on them, then those that are lost or have left."""
    hexes: dict[str, list[str]] = {}
    for ship, at in plot.of(side).items():
        hexes.setdefault(at, []).append(ship)
    rows: list[Row] = [
        [at, ", ".join(_ship(plot, s) for s in by_seniority(plot, hexes[at]))] for at in plot.board.order(hexes)
    ]
    after = ["½: moves on even turns. R: reduced."] if rows else []
    for word, ships in (("Sunk", plot.sunk), ("Left the map", plot.withdrawn), ("Given up", plot.forgone)):
        if own := [s for s in ships if s in plot.ships and plot.ships[s]["side"] == side]:
            after.append(f"{word}: {listed(own)}.")
    return Block(title, [Column("Hex", 2, True), Column("Ships", 18)], rows, after=after)


def _ship(plot: VictoryPlot, ship: str) -> str:
    """``Akagi CV R``, ``TT1 ½``."""
    marks = ["½"] if plot.is_surface(ship) and plot.speed(ship) == HALF else []
    marks += ["R"] if plot.strength(ship) == REDUCED else []
    return " ".join([with_type(plot, ship), *marks])


def _aboard(plot: VictoryPlot, side: str) -> list[Block]:
    """Which battalion sails where, and in what state; the enemy does not know."""
    if side != JAPAN or not plot.aboard:
        return []
    return [battalions(plot)]


def battalions(plot: VictoryPlot) -> Block:
    said = [f"{unit} in {plot.aboard[unit]}{_state(plot, unit)}" for unit in BATTALIONS if unit in plot.aboard]
    return Block("Battalions", before=[f"{'; '.join(said)}."] if said else ())


def _state(plot: VictoryPlot, unit: str) -> str:
    reduced = ", reduced" if plot.strength(unit) == REDUCED else ""
    return f"{reduced}{', ashore' if unit in plot.ashore else ''}"


def to_come_block(plot: VictoryPlot, side: str, title: str = "Not yet on the map") -> list[Block]:
    """A side's ships that are yet to come, by the turn from which they may enter."""
    due: dict[int, list[str]] = {}
    for ship in outside(plot, side):
        due.setdefault(due_turn(plot, ship), []).append(ship)
    rows: list[Row] = [
        ["when sighted" if n > TURNS else f"{n}: {date(plot.kit, n)}", ", ".join(with_type(plot, s) for s in ships)]
        for n, ships in sorted(due.items())
    ]
    return [Block(title, [Column("From turn", 5), Column("Ships", 15)], rows)] if rows else []


# Own planes.


def planes_block(plot: VictoryPlot, side: str, title: str) -> Block:
    """Every base with its air units by box."""
    rows: list[Row] = []
    boxes = [box for box in BOXES if side == US or box[0] != NOT_READY_2]
    for base in bases(plot, side):
        room = max(0, plot.capacity(base) - len(plot.on(base)))
        at = MIDWAY_HEX if base == MIDWAY else plot.at.get(base, "")
        aboard = [", ".join(_unit(plot, unit) for unit in plot.on(base, box)) for box, _ in boxes]
        rows.append([base, at, *aboard, f"{room} of {plot.capacity(base)}"])
    shares = (5, 4, 2, 2) if side == US else (5, 5, 3)
    columns = [Column(words, share) for (_, words), share in zip(boxes, shares, strict=True)]
    columns = [Column("Base", 3), Column("Hex", 2, True), *columns, Column("Room", 2)]
    return Block(
        title, columns, rows, after=["(r): reduced."] if any("(r)" in cell for row in rows for cell in row) else ()
    )


def bases(plot: VictoryPlot, side: str) -> list[str]:
    """A side's bases on the map, and those not yet on it that have air units aboard."""
    return [
        base
        for base, (of, _) in BASES.items()
        if of == side and (plot.on(base) or base in plot.at or (base == MIDWAY and plot.field == OPEN))
    ]


def _unit(plot: VictoryPlot, unit: str) -> str:
    return f"{unit} (r)" if plot.air[unit]["state"] != FULL else unit


def _aloft(plot: VictoryPlot, side: str) -> list[Block]:
    """Own units in the air, and the strikes that are still to be resolved."""
    up = {unit: plot.air[unit] for unit in plot.aloft(side)}
    if not up:
        return []
    left = [f"{'Midway’s base' if s['to'] == BASE else s['to']} with {', '.join(units_of(s))}" for s in plot.strikes]
    after = [f"Still to be resolved, in this order: {'; '.join(left)}."] if left else []
    return [Block("Your air units in the air", air_record.FLIGHT, air_record.flight_rows(up), after=after)]


def _enemy_damage(plot: VictoryPlot, side: str) -> Block:
    """What of the enemy's ships all have seen hit."""
    rows: list[Row] = [
        [with_type(plot, ship), steps(plot, ship)]
        for ship, known in plot.ships.items()
        if known["side"] != side and plot.strength(ship) != FULL
    ]
    return Block("Hits on the enemy", *abreast([Column("Ship", 5), Column("Steps", 5)], rows))


# On by hand.


def by_hand(plot: VictoryPlot, side: str) -> list[Block]:
    """What is next, and lines for the turns to come."""
    first = max(plot.turn, 1)
    ahead = list(range(first, min(TURNS, first + AHEAD - 1) + 1))
    now = f"Turn {first} from here on" if plot.step in STEPS else "Turn 1, once all ships are placed"
    return [
        phases(now, plot.settings, plot.night, plot.step),
        _turns_ahead(plot, side, ahead),
        ruled("Searches", SEARCH, 8),
        ruled(
            "Strikes and landings",
            [Column(label, n) for label, n in (("Turn", 2), ("To", 2), ("Units", 9), ("Landed on", 5), ("Lost", 2))],
            6,
        ),
        *(ruled("Fight in", FIGHT, 12) for _ in range(2)),
    ]


def _turns_ahead(plot: VictoryPlot, side: str, ahead: Sequence[int]) -> Block:
    columns = [Column("Turn", 5), Column("US points", 3), Column("Japan’s points", 3), Column("Notes", 9)]
    s_turns = kits.s_turns(plot.kit) if plot.option("submarines") else ()
    rows: list[Row] = []
    for n in ahead:
        due = sum(1 for ship in outside(plot, side) if due_turn(plot, ship) == n)
        words = f"{n}: {date(plot.kit, n)}{', S' if n in s_turns else ''}"
        rows.append([words, "", "", f"{counted(due, 'ship')} may enter" if due else ""])
    return Block("Next turns", columns, rows, blank=True)
