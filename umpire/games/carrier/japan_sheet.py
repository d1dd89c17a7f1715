"""The Japanese log sheet on paper (8.0): forces on the map, a space a carrier force, holding boxes, cups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.carrier import air_value
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.terms import (
    CARRIER_2,
    CARRIER_3,
    DUMMY,
    LEVEL_1,
    LEVEL_4,
    OBJECTIVES,
    SURFACE_2,
    SURFACE_3,
    TRANSPORT_2,
    TRANSPORT_3,
)
from umpire.games.carrier.track import by_number
from umpire.games.paper import Block, Boxes, Column, abreast, narrowed
from umpire.table.words import counted, listed

JSON = Any

NOT_KNOWN = "–"
"""What stands where nobody knows, or where there is nothing."""
FORCES = [Column("Force", 3, True), Column("Chit, level", 5), Column("?/L", 1), Column("Marks", 11)]
FORCES_ABREAST = [Column("Force", 2, True), Column("Chit, level", 4), Column("?/L", 1), Column("Marks", 3)]
BOX = [Column("Box of", 2), Column("Ship", 4), Column("Hits", 4)]
CUP = [Column("Where", 4), Column("In all", 2), Column("Chits", 14)]
WAITING = [Column(label, share) for label, share in (("Of", 4), ("Strength", 4), ("At", 5), ("Turn", 3), ("Phase", 4))]

HEAD, LINE = 9.5, 5.4
"""Millimetres of a force’s space without its strikes, and of a strike."""
LEAST = 4
"""Strikes a space has lines for."""


# Forces on the map.


def on_the_map(plot: CarrierPlot) -> Block:
    """Every force on the map: what is known of it, and the markers on it."""
    rows = [_force(plot, force) for force in by_number(plot.forces)]
    several = len(dict.fromkeys(f["objective"] for f in plot.forces.values())) > 1
    after = [f"For {goal}: {', '.join(mine)}." for goal, mine in _goals(plot).items() if goal] if several else []
    after += [f"Where it stands since the turn in brackets: {_came(plot)}."] if _came(plot) else []
    return narrowed(Block("Forces on the map", FORCES, rows, after=after), FORCES_ABREAST, least=8)


def _goals(plot: CarrierPlot) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {}
    for force in by_number(plot.forces):
        made.setdefault(plot.forces[force]["objective"], []).append(force)
    return made


def _force(plot: CarrierPlot, force: str) -> list[Any]:
    f = plot.forces[force]
    return [f"{force:3} {f['hex']}", _chit(f), f["detection"] or NOT_KNOWN, ", ".join(marks(f)) or NOT_KNOWN]


def _came(plot: CarrierPlot) -> str:
    """Forces in a hex where they may bombard or unload, each with the turn in which it entered it (22.0)."""
    goals = [place for pair in OBJECTIVES.values() for place in pair]
    there = [force for force in by_number(plot.forces) if plot.forces[force]["hex"] in goals]
    return ", ".join(f"{force} ({plot.forces[force]['came']})" for force in there)


def _chit(f: Mapping[str, JSON]) -> str:
    """``2-3 Carrier, 2``: the chit with its level; a dash at level 0."""
    if not f["level"]:
        return NOT_KNOWN
    if f["level"] == 4:
        return LEVEL_4
    return f"{f['chit']}, {f['level']}{', screen ' + f['screen'] if f['screen'] else ''}"


def marks(f: Mapping[str, JSON]) -> list[str]:
    """What else lies on or is true of a force."""
    made = ["face down"] if f["down"] else []
    made += ["Advantage"] if f["advantage"] else []
    made += [f"Exhaust {f['exhaust']}, turn {f['exhausted']}"] if f["exhaust"] else []
    made += ["retiring"] if f["retiring"] else []
    made += ["has bombarded"] if f["bombarded"] else []
    made += [f"unloading {f['unloads']} of 3"] if f["unloads"] else []
    made += [f"CAP {f['cap']}"] if f["cap"] is not None else []
    made += [f"began with {counted(f['start'], 'ship')} besides carriers"] if f["start"] else []
    return [*made, *(["leaves once no strike is aimed at it"] if f["leaves"] else [])]


# A space a carrier force.


def spaces(plot: CarrierPlot) -> list[Block]:
    """The log of every force that is known to have carriers or that has struck."""
    logged = [
        force
        for force in by_number(plot.forces)
        if plot.is_carrier_force(force) or plot.forces[force]["log"] or plot.forces[force]["revealed"] is not None
    ]
    return [_space(plot, force) for force in logged]


def _space(plot: CarrierPlot, force: str) -> Block:
    f = plot.forces[force]
    history = revealed(plot, force)
    facts = {
        "was": [str(n) for n in history[:-1]],
        "now": str(history[-1]) if history else "none",
        "losses": str(f["losses"]) if f["level"] < 3 else NOT_KNOWN,
        "value": _value(plot, force),
        "out": listed(_out(plot, force)) or "none",
        "wave": _wave(f["wave"]),
    }
    return space(f"{force}, {_chit(f)}, in {f['hex']}", facts, [_strike(entry) for entry in f["log"]])


def space(title: str, facts: Mapping[str, JSON], strikes: Sequence[Sequence[JSON]]) -> Block:
    """A space of the log; without strikes a blank one."""
    lines = [*strikes, *[[""] * 8] * max(1, LEAST - len(strikes))]
    tall = max(HEAD + LINE * len(lines), 33.0)
    return Block(title, form="space", facts={**facts, "strikes": lines}, tall=tall)


NO_FACTS: Mapping[str, JSON] = {"was": [], "now": "", "losses": "", "value": "", "out": "", "wave": ""}


def revealed(plot: CarrierPlot, force: str) -> list[int]:
    """The revealed air strengths a force has had since it arrived, the one that stands last."""
    made: list[int] = []
    for d in plot.heard:
        if d.struck or d.kind not in ("arrives", "revealed") or d.facts["force"] != force:
            continue
        made = [] if d.kind == "arrives" else [*made, d.facts["new"]]
    now = plot.forces[force]["revealed"]
    if now is None:
        return []
    return made if made and made[-1] == now else [*made, now]


def _value(plot: CarrierPlot, force: str) -> str:
    """The air value of a level 3 or 4 force, a carrier apart where they are known by name."""
    f = plot.forces[force]
    if f["level"] < 3 or not plot.is_carrier_force(force):
        return NOT_KNOWN
    ships = air_value.carriers_in(plot, force) if f["level"] == 4 else []
    counted_down = plot.parts.air == "standard"
    apart = ", ".join(f"{ship} {plot.ships[ship]['value' if counted_down else 'air']}" for ship in ships)
    value = air_value.current(plot, force) if counted_down else air_value.for_cap(plot, force)
    return f"{value}{f' ({apart})' if apart else ''}"


def _out(plot: CarrierPlot, force: str) -> list[str]:
    """Carriers of a force that are disabled or sunk, with the turn of it."""
    made = []
    for ship in air_value.carriers_in(plot, force):
        s = plot.ships[ship]
        if s["sunk"] or s["heavy"]:
            made.append(f"{ship} {'sunk' if s['sunk'] else 'heavily damaged'}, turn {s['sunk'] or s['heavy']}")
    return made


def _wave(wave: Mapping[str, JSON] | None) -> str:
    if wave is None:
        return "none"
    points = NOT_KNOWN if wave["strength"] is None else wave["strength"]
    return f"{points} at {wave['target']}, turn {wave['turn']}, phase {wave['phase']}"


def _strike(e: Mapping[str, JSON]) -> list[JSON]:
    lost = e.get("lost") or 0
    lands = NOT_KNOWN if e.get("land") is None else e["land"]
    lands = f"{lands} ✓" if e.get("landed") else lands
    wave = {1: "1st", 2: "2nd"}.get(e.get("wave", 1), "")
    when = f"{e['turn']}/{e['phase']}" if e.get("phase") else e["turn"]
    return [when, wave, e["target"], e["range"], lands, e["strength"], lost, e["strength"] - lost]


# Second waves, and ships.


def waves(plot: CarrierPlot) -> Block:
    """Second waves that are still to come, of forces that are gone too."""
    rows = [
        [w["force"], NOT_KNOWN if w["strength"] is None else w["strength"], w["target"], w["turn"], w["phase"]]
        for w in plot.at("memory/waves", [])
    ]
    return Block("Second waves to come", WAITING, rows)


def holding(plot: CarrierPlot) -> Block:
    """Japanese ships that are known by name, by force, with their hits; those that have left the map last."""
    ships = {name: s for name, s in plot.ships.items() if s["side"] == "japan"}
    boxes = [*by_number({s["in"]: 0 for s in ships.values() if s["in"]}), ""]
    there = [name for box in boxes for name in in_order(ships) if ships[name]["in"] == box]
    rows = [[_home(ships[name]), f"{ships[name]['type']} {name}", hits(ships[name])] for name in there]
    after = ["Write the letter of its holding box beside each force."] if rows else []
    return Block("Holding boxes", *abreast(BOX, rows), after=after)


def _home(ship: Mapping[str, JSON]) -> str:
    return str(ship["in"]) or (f"turn {ship['sunk']}" if ship["sunk"] else NOT_KNOWN)


def hits(ship: Mapping[str, JSON]) -> Boxes:
    """A ship's hit boxes."""
    return Boxes(ship["hits"], ship["capacity"], bool(ship["sunk"]))


# Cups.


def cups(plot: CarrierPlot) -> Block:
    """What is in each cup and beside them, by kind, and which counters may still arrive."""
    tree = plot.tree
    named = [(f"{name.capitalize()} cup", cup) for name, cup in sorted(tree["cups"].items())]
    named += [("Spare chits", tree["spares"]), ("Out of the game", tree["aside"])]
    rows = [[name, sum(cup.values()), _chits(cup)] for name, cup in named if sum(cup.values())]
    sequence = tree["sequence"]["cup"]
    if sequence:
        left = {chit: n for chit, n in sequence.items() if n}
        rows.append(["Sequence cup", sum(left.values()), _drawn(left)])
        out = [chit for chit in by_number(plot.forces) if chit not in left and not plot.forces[chit]["leaves"]]
        rows.append(["Drawn this turn", len(out), ", ".join(out) or NOT_KNOWN])
    for kind, words in (("C", "To come: combat"), ("T", "To come: transport")):
        if pool := tree["pool"][kind]:
            rows.append([words, len(pool), ", ".join(by_number(pool))])
    return Block("Cups and counters", CUP, rows)


CHITS = (*LEVEL_1, *CARRIER_2, *SURFACE_2, *TRANSPORT_2, *CARRIER_3, *SURFACE_3, *TRANSPORT_3, LEVEL_4, DUMMY)
"""Every kind of chit, in the order in which a cup is told."""


def _chits(cup: Mapping[str, int]) -> str:
    return ", ".join(f"{cup[kind]} {kind}" for kind in CHITS if cup.get(kind))


def _drawn(left: Mapping[str, int]) -> str:
    forces = by_number(chit for chit in left if chit != "blank")
    blanks = [counted(left["blank"], "blank")] if left.get("blank") else []
    return ", ".join([*forces, *blanks])


def japanese_log(plot: CarrierPlot) -> list[Block]:
    """The whole sheet."""
    return [on_the_map(plot), *spaces(plot), waves(plot), holding(plot)]
