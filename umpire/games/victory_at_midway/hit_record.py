"""The damage record on paper: ships and ground units with their steps, the airfield, points by what they are for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.paper import Block, Boxes, Column, Row, abreast
from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED
from umpire.games.victory_at_midway.plot import DESTROYED, DITCHED, LOST, SHUT, VictoryPlot
from umpire.games.victory_at_midway.terms import (
    BASES,
    BATTALIONS,
    CLASSES,
    MARINES,
    MIDWAY,
    NAMES,
    POINTS,
    SENIORITY,
    SIDES,
    SUBS,
    TURNS,
    YAMATO_POINTS,
    halves,
)
from umpire.games.victory_at_midway.turn_record import with_type
from umpire.games.victory_at_midway.turns import boxes_of
from umpire.games.victory_at_midway.words import score_words
from umpire.table.words import counted

JSON = Any

SHIP = [Column("Ship", 4), Column("Steps", 3), Column("VP", 1), Column("Enters", 2)]
GROUND = [Column("Unit", 3), Column("Steps", 2)]
"""Ships two abreast, ground units four."""
GROUND_ABREAST = 4
TIME_ROW = 9.2
_NOTE = (
    "A step is one side of the counter; dashed while nobody has read off whether its back is printed. "
    "VP: points for a hit."
)


def hits(plot: VictoryPlot, side: str) -> list[Block]:
    """Both sides' counters as all have seen them hit, the airfield, the points; to a side its own air units too."""
    made = [track(plot), _airfield(plot)]
    made += [ships(plot, each, _NOTE if each == SIDES[0] else "") for each in SIDES]
    made += [_ground(plot), _points(plot)]
    return [*made, air_losses(plot, side)] if side else made


def track(plot: VictoryPlot) -> Block:
    """The turn track, a row a day, the turns that are over crossed off."""
    days = {
        day: [
            {**box, "hour": _box_words(box), "over": _over(plot, box["n"]), "now": box["n"] == plot.turn} for box in row
        ]
        for day, row in boxes_of(plot.kit, bool(plot.option("submarines"))).items()
    }
    return Block("Turn track", form="time", facts={"days": days}, tall=TIME_ROW * len(days))


def _box_words(box: JSON) -> str:
    """``8: 0430 S``."""
    return f"{box['n']}{': ' + box['hour'] if box['hour'] else ''}{' S' if box['s'] else ''}"


def _over(plot: VictoryPlot, n: int) -> bool:
    return n < plot.turn or (n == plot.turn and bool(plot.ended) and plot.scored == n)


# Ships and ground units.


def steps(plot: VictoryPlot, unit: str) -> Boxes:
    """A ship's or ground unit's steps as boxes."""
    known = kits.steps_of(plot.kit, counters.class_of(plot, unit), unit)
    state = plot.strength(unit)
    return Boxes(
        {FULL: 0, REDUCED: 1}.get(state, known or 2), known or 2, unit in plot.ships and state == GONE, bool(known)
    )


def ships(plot: VictoryPlot, side: str, note: str = "") -> Block:
    """A side's ships, two abreast."""
    rows: list[Row] = [ship_row(plot, ship) for ship in roster(plot.ships, side)]
    return Block(f"Ships of {the(side)}", *abreast(SHIP, rows), before=[note] if note else ())


def roster(ships: Mapping[str, JSON], side: str) -> list[str]:
    """A side's ships by turn of entry, the senior types first; not its submarines, which are never hit."""

    def order(ship: str) -> tuple[int, int]:
        return int(ships[ship]["entry"] or TURNS), SENIORITY.index(CLASSES[ships[ship]["class"]][1])

    return sorted((s for s, each in ships.items() if each["side"] == side and each["class"] not in SUBS), key=order)


def the(side: str) -> str:
    """``the US``, ``Japan``."""
    return f"the {NAMES[side]}" if side == SIDES[0] else NAMES[side]


def ship_row(plot: VictoryPlot, ship: str) -> list[Any]:
    entry = plot.ships[ship]["entry"]
    return [
        with_type(plot, ship),
        steps(plot, ship),
        points_of(plot.ships[ship]["class"], plot.type_of(ship)),
        f"turn {entry}" if entry else "",
    ]


def points_of(cls: str, kind: str) -> str:
    """Points for a hit on a ship (Victory Points)."""
    return halves(YAMATO_POINTS if cls == "Yamato" else POINTS[kind])


def _ground(plot: VictoryPlot) -> Block:
    """Marines and battalions; only invasion combat eliminates them, and neither scores."""
    rows: list[Row] = [[unit, steps(plot, unit)] for unit in (*MARINES, *BATTALIONS)]
    ashore = f"Ashore: {', '.join(plot.ashore)}." if plot.ashore else "No battalion is ashore."
    return Block("Ground units", *abreast(GROUND, rows, GROUND_ABREAST), after=[ashore])


# The airfield and the points.


def _airfield(plot: VictoryPlot) -> Block:
    return Block("Midway’s airfield", before=[airfield(plot)])


def airfield(plot: VictoryPlot) -> str:
    """The airfield's hits, room and searches, as all know them (Midway Airfield Damage)."""
    if plot.field == SHUT:
        return f"Shut for good. {counted(plot.field_lost, 'air unit')} lost on it."
    room = f"Room for {plot.capacity(MIDWAY)}. " if f"capacity/{MIDWAY}" in plot.kit else ""
    lost = f"{counted(plot.field_lost, 'air unit')} lost on it"
    return f"{counted(plot.field_hits, 'hit')}. {room}Air searches by day: {plot.midway_searches()}. {lost}."


def _points(plot: VictoryPlot) -> Block:
    """Points by side and what they were scored for, those for aircraft together."""
    sums: dict[tuple[str, str], int] = {}
    for each in plot.points:
        why = f"hits on {each['of']}" if each["of"] else each["why"]
        sums[each["to"], why] = sums.get((each["to"], why), 0) + each["halves"]
    rows: list[Row] = [[NAMES[to], halves(n), why] for side in SIDES for (to, why), n in sums.items() if to == side]
    still = ", so far: hits on ships that leave the map are taken off at the end, and Midway is added"
    after = [f"Score: {score_words(plot.score)}{'' if plot.ended else still}."]
    return Block("Points", *abreast([Column("For", 2), Column("Points", 2), Column("Why", 6)], rows), after=after)


def air_losses(plot: VictoryPlot, side: str) -> Block:
    """A side's own air units that are not what they were."""
    return Block("Your air units reduced and lost", before=[loss_words(plot, side)])


def loss_words(plot: VictoryPlot, side: str) -> str:
    """``Reduced: A-F1. Lost: none. Ditched: none.``"""
    own = {unit: u for unit, u in plot.air.items() if BASES[u["base"]][0] == side}
    groups = {
        "Reduced": [u for u, each in own.items() if each["state"] == REDUCED and each["box"] not in LOST],
        "Lost": [u for u, each in own.items() if each["box"] == DESTROYED],
        "Ditched": [u for u, each in own.items() if each["box"] == DITCHED],
    }
    return " ".join(f"{what}: {', '.join(units) or 'none'}." for what, units in groups.items())
