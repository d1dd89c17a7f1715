"""The log sheets and displays on paper, as players know them: blocks of the papers, from one audience's plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.carrier import damage
from umpire.games.carrier.picture import DETECTION, cups, records, steps_words
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import CARRIERS, eighths, quarters
from umpire.games.paper import Block, Boxes, Column, abreast
from umpire.table.words import listed

JSON = Any

FORCES = [Column("Force", 1, True), Column("Hex", 2, True), Column("Chit", 4), Column("Known", 6), Column("Marks", 7)]
STRIKES = [
    *(Column("Force", 1, True), Column("Turn", 2), Column("Target", 4), Column("Range", 2)),
    *(Column("Strength", 2), Column("Lost", 2), Column("Survivors", 2), Column("Lands", 2), Column("Wave", 3)),
]
AIR = [Column("Force", 2, True), Column("Revealed", 5), Column("Losses", 5), Column("Air value", 8)]
HULLS = [Column("Ship", 4), Column("Hits", 4), Column("In", 2)]
DISPLAY = [
    Column("", 3),
    Column("Ready", 3),
    Column("Unready", 3),
    Column("Servicing", 3),
    Column("Hangar", 5),
    Column("Marks", 3),
]
OVER = [Column("", 3), Column("Hex", 2, True), Column("CAP", 4), Column("Landing", 4), Column("Search track", 7)]
FLYING = [Column("Strike", 2), Column("Hex", 2, True), Column("Aloft", 2), Column("Steps", 8), Column("Target", 6)]
TRACK = [Column("Records Track", 6), Column("", 14)]
AWARDS = [Column("Points", 2), Column("For", 8)]


def force_rows(plot: CarrierPlot) -> list[list[Any]]:
    """Every force on the map: what is known of it, and the markers on it."""
    made = []
    for force, f in plot.forces.items():
        ships = [f"{plot.ships[s]['type']} {s}" for s in plot.ships_of(force)]
        known = [f"screen {f['screen']}"] if f["screen"] else []
        known += ships
        marks = [DETECTION[f["detection"]], *(["searched"] if f["down"] else [])]
        marks += ["US Advantage"] if f["advantage"] else []
        marks += ["retiring"] if f["retiring"] else []
        marks += [f"Exhaust {f['exhaust']}"] if f["exhaust"] else []
        made.append([force, f["hex"], f["chit"] or "level 0", listed(known) or "–", ", ".join(marks)])
    return made


def japanese_log(plot: CarrierPlot) -> list[Block]:
    """The Japanese log sheet (8.0): forces, their air strength, and their strikes."""
    air = [
        [
            force,
            "none" if f["revealed"] is None else f["revealed"],
            f["losses"],
            "" if f["value"] is None else f["value"],
        ]
        for force, f in plot.forces.items()
        if plot.is_carrier_force(force)
    ]
    strikes = [_strike(force, entry) for force, f in plot.forces.items() for entry in f["log"]]
    return [
        Block("Forces on the map", FORCES, force_rows(plot)),
        Block("Carrier forces", AIR, air),
        Block("Air strikes", STRIKES, strikes),
        Block("Japanese ships", *abreast(HULLS, ship_rows(plot, "japan"))),
    ]


def _strike(force: str, e: Mapping[str, JSON]) -> list[Any]:
    lost = e.get("lost", 0)
    wave = {1: "first", 2: "second"}.get(e.get("wave", 1), "")
    lands = e.get("land") or ""
    return [force, e["turn"], e["target"], e["range"], e["strength"], lost, e["strength"] - lost, lands, wave]


def ship_rows(plot: CarrierPlot, side: str) -> list[list[Any]]:
    """A side's ships with their hit boxes, those that sank too."""
    made = []
    for name, ship in plot.ships.items():
        if ship["side"] == side:
            where = "sunk" if ship["sunk"] else ship["in"].removeprefix("TF ").removeprefix("TG ")
            made.append([f"{ship['type']} {name}", Boxes(ship["hits"], ship["capacity"], bool(ship["sunk"])), where])
    return made


def us_log(plot: CarrierPlot) -> list[Block]:
    """The US log sheet (19.1): hits on every ship, and the points so far."""
    rows = ship_rows(plot, "us")
    awards = [[eighths(a["n"]), f"{name}: {a['why']}"] for name, side in _SIDES for a in plot.tree["points"][side]]
    return [Block("US ships", *abreast(HULLS, rows)), Block("Victory points", *abreast(AWARDS, awards))]


_SIDES = (("US", "us"), ("Japan", "japan"))


def displays(plot: CarrierPlot) -> list[Block]:
    """Carrier and base displays, task force displays, and strikes (5.0, 7.1)."""
    decks = [_deck(plot, name) for name in plot.decks]
    over = [_over(plot, name) for name, group in plot.groups.items() if not group["gone"]]
    flying = [
        [
            n,
            s["hex"],
            s["time"],
            steps_words(s["steps"]),
            s["target"] or ("transfer" if s["transfer"] else "going home" if s["down"] else "none yet"),
        ]
        for n, s in plot.strikes.items()
    ]
    return [
        Block("Aboard", DISPLAY, decks),
        Block("Task forces and bases", OVER, over),
        Block("Strikes in the air", FLYING, flying),
    ]


def _deck(plot: CarrierPlot, name: str) -> list[Any]:
    deck = plot.decks[name]
    marks = [f"Inoperative {n}" for n in deck["markers"]]
    marks += ["irreparable"] if deck["irreparable"] else []
    marks += ["no lifts"] if deck["no_lift"] else []
    if name in plot.ships and plot.ships[name]["type"] in CARRIERS and not damage.operative(plot, name):
        marks += [] if marks else ["deck out"]
    return [name, *(steps_words(deck[box]) for box in ("ready", "unready", "servicing", "hangar")), ", ".join(marks)]


def _over(plot: CarrierPlot, name: str) -> list[Any]:
    group = plot.groups[name]
    track = []
    for box in group["track"].values():
        for part in ("available", "used"):
            words = steps_words(box[part])
            track += [f"{box['range'][0]}-{box['range'][1]} {part}: {words}"] if words else []
    fuel = f", fuel {quarters(group['fuel'])}" if group["fuel"] is not None else ""
    return [f"{name}{fuel}", group["hex"], steps_words(group["cap"]), steps_words(group["landing"]), "; ".join(track)]


def records_track(plot: CarrierPlot) -> list[Block]:
    """What stands on the Records Track, and what is in the cups."""
    rows: Sequence[Sequence[Any]] = [[name, value] for name, value in (*records(plot), *cups(plot))]
    return [Block("Records Track and cups", TRACK, rows)]
