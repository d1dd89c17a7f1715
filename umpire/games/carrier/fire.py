"""Surface fire: the table, what modifies a die, and a salvo of both sides at once (14.2).

A battle that is being fought stands under ``memory/battle``; see `surface`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier import charts, damage, naming
from umpire.games.carrier.charts import SIGNED, Chart
from umpire.games.carrier.matching import rank
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.search_table import beyond
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import DIE, US
from umpire.table.asks import Die
from umpire.table.charts import Field
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]

RULE = "14.2"
JAPAN = "japan"
SIDES = (JAPAN, US)
NAMES = {JAPAN: "Japanese", US: "US"}
WORN = -1
"""The fire of a force with a Battle Exhaust 2 marker (14.2)."""
WORN_OUT = 2


def _label(side: str, type: str, die: str) -> str:
    return f"Surface Fire Table, {NAMES[side]} {type}, modified {die.replace('-', '−')}{beyond(int(die))}: hits"


def _mod_label(what: str, *of: str) -> str:
    words: dict[str, Callable[..., str]] = {
        "type": lambda side, firer, target: f"{NAMES[side]} {firer} fires at a {target} (0 if none is listed)",
        "firer": lambda hits: f"the firing ship has taken {hits.replace('-', ' ')} hits (0 if none is listed)",
        "target": lambda: "the target is heavily damaged",
        "evasion": lambda evader, side, type: f"{NAMES[evader]} ships evade, {NAMES[side]} {type} fires",
        "night": lambda side: f"{NAMES[side]} fire at night",
        "engage": lambda side: f"the {NAMES[side]} side’s attempt to engage at night (0 if none is listed)",
    }
    return f"Surface Fire Table, modifier: {words[what](*of)}"


CHARTS = (
    Chart(
        "surface_fire",
        "Surface Fire Table",
        _label,
        (Field("", "hits", 0, 20),),
        RULE,
        {"surface_fire/japan/BB/4": 0, "surface_fire/japan/BB/7": 3},
    ),
    Chart(
        "surface_mods",
        "Surface Fire Table, modifiers",
        _mod_label,
        SIGNED,
        RULE,
        {"surface_mods/evasion/us/japan/BB": -2, "surface_mods/type/japan/BB/CA": 0},
    ),
)


@dataclass(frozen=True)
class Shot:
    """One ship of a side that fires at one of the other's."""

    side: str
    firer: str
    target: str


@dataclass(frozen=True)
class Modifier:
    """What modifies a die, in words; its cell, or its value where the rulebook prints it."""

    words: str
    key: str = ""
    n: int = 0


def type_of(plot: CarrierPlot, ship: str) -> str:
    """A ship's type; of a carrier of a level 3 force that has no name yet, as ``CV 2``, the type she is known by."""
    return str(plot.ships[ship]["type"]) if ship in plot.ships else ship.rpartition(" ")[0]


def modifiers(plot: CarrierPlot, shot: Shot) -> list[Modifier]:
    """Everything that modifies a shot as things stand, all of it cumulative."""
    firer = plot.ships[shot.firer]
    type, other = rank(firer["type"]), rank(type_of(plot, shot.target))
    made = []
    if type != other:
        made.append(Modifier(f"{type} at {other}", f"surface_mods/type/{shot.side}/{type}/{other}"))
    if firer["hits"]:
        key = f"surface_mods/firer/{firer['hits']}-of-{firer['capacity']}"
        made.append(Modifier(f"{firer['hits']} of {firer['capacity']} hits", key))
    if shot.target in plot.ships and plot.heavily_damaged(shot.target):
        made.append(Modifier("target heavily damaged", "surface_mods/target"))
    if evader := plot.at("memory/battle/evading"):
        made.append(Modifier(f"{NAMES[evader]} evasion", f"surface_mods/evasion/{evader}/{shot.side}/{type}"))
    if shot.side == JAPAN and is_night(plot):
        made.append(Modifier("night", "surface_mods/night/japan"))
    if worn_out(plot, firer["in"]):
        made.append(Modifier("Battle Exhaust 2", n=WORN))
    return made


def value(plot: CarrierPlot, modifier: Modifier) -> int:
    """A modifier in figures; its cell must be known."""
    return charts.modifier(plot.kit, modifier.key) if modifier.key else modifier.n


def is_night(plot: CarrierPlot) -> bool:
    """Whether surface combat is fought by the night rules now (24.2, Scenario 5)."""
    return bool(plot.parts.night or plot.tree["clock"]["night"])


def worn_out(plot: CarrierPlot, name: str) -> bool:
    """Whether a force or task force has a Battle Exhaust 2 marker."""
    found = plot.forces.get(name) or plot.groups.get(name)
    return bool(found and found["exhaust"] >= WORN_OUT)


def salvo(g: Play, name: str, shots: Callable[[], list[Shot]]) -> Steps[None]:
    """Both sides fire at once: a roll a side, and hits that take effect once all have fired."""

    def keys() -> list[str]:
        return [m.key for shot in shots() for m in modifiers(g.truth, shot) if m.key]

    def of(side: str) -> list[Shot]:
        return [shot for shot in shots() if shot.side == side]

    yield from charts.printed(g, "Modifiers beside the Surface Fire Table", keys, RULE)
    for side in SIDES:
        if of(side):
            why = f"{NAMES[side]} fire in {g.truth.at('memory/battle/hex')}"
            faces = yield from g.roll(f"{name}/{side}", why, lambda side=side: _dice(g.truth, of(side)), RULE)  # type: ignore[misc]
            fell = [_fallen(g.truth, shot, face) for shot, face in zip(of(side), faces, strict=True)]
            tell(g, "surface-dice", RULE, now={f"memory/battle/fell/{side}": fell})
    yield from charts.printed(g, "Surface fire", lambda: [_cell(fell) for fell in _all_fallen(g.truth)], RULE)
    for slot in _nameless(g.truth):
        yield from _name(g, name, slot)
    _hits(g)
    yield from damage.hit_together(g, dict(g.truth.at("memory/battle/due")))


def _dice(plot: CarrierPlot, shots: Sequence[Shot]) -> list[Die]:
    dice = []
    for shot in shots:
        target = f"{type_of(plot, shot.target)} {shot.target}" if shot.target in plot.ships else shot.target
        label = f"{type_of(plot, shot.firer)} {shot.firer} at {target}"
        total = sum(value(plot, each) for each in modifiers(plot, shot))
        said = listed(f"{each.words} {_signed(value(plot, each))}" for each in modifiers(plot, shot))
        dice.append(Die(label, f"die {_signed(total)}: {said}" if said else "no modifier", DIE))
    return dice


def _signed(n: int) -> str:
    return f"{'+' if n > 0 else '−' if n < 0 else '±'}{abs(n)}"


def _fallen(plot: CarrierPlot, shot: Shot, face: int) -> Facts:
    total = sum(value(plot, each) for each in modifiers(plot, shot))
    type = rank(plot.ships[shot.firer]["type"])
    made = {"side": shot.side, "firer": shot.firer, "type": type, "target": shot.target}
    return {**made, "face": face, "modified": face + total}


def _cell(fell: Facts) -> str:
    return f"surface_fire/{fell['side']}/{fell['type']}/{fell['modified']}"


def _all_fallen(plot: CarrierPlot) -> list[Facts]:
    fell = plot.at("memory/battle/fell", {})
    return [each for side in SIDES for each in fell.get(side, ())]


def _nameless(plot: CarrierPlot) -> list[str]:
    """Carriers of a level 3 force that are hit and have no name yet."""
    hit = [fell["target"] for fell in _all_fallen(plot) if charts.value(plot.kit, _cell(fell))]
    return [target for target in dict.fromkeys(hit) if target not in plot.ships]


def _name(g: Play, name: str, slot: str) -> Steps[None]:
    """Such a carrier is drawn by her type: from now on she has a name (11.2)."""
    force, type = g.truth.at("memory/battle/force"), type_of(g.truth, slot)
    ship = yield from naming.draw_one(g, force, type, f"{name}/named/{slot}", f"Which {type} of {force} was hit")
    named = {**g.truth.at("memory/battle/named", {}), slot: ship}
    tell(g, "carrier-named", "11.2", force=force, slot=slot, ship=ship, now={"memory/battle/named": named})


def _hits(g: Play) -> None:
    """What every ship hits, told at once; hits beyond what sinks the target are no hits (14.2)."""
    plot: CarrierPlot = g.truth
    due: dict[str, int] = {}
    shots = []
    for fell in _all_fallen(plot):
        hits, target = charts.value(plot.kit, _cell(fell)), plot.at("memory/battle/named", {}).get(fell["target"])
        shots.append({**fell, "hits": hits, "target": target or fell["target"]})
        ship = plot.ships.get(target or fell["target"])
        if ship and not ship["sunk"]:
            name = target or fell["target"]
            due[name] = min(due.get(name, 0) + hits, ship["capacity"] - ship["hits"])
    due = {target: n for target, n in due.items() if n}
    suffered = dict(plot.at("memory/battle/suffered"))
    for target, n in due.items():
        suffered[plot.ships[target]["side"]] += n
    struck = list(dict.fromkeys([*plot.at("memory/battle/struck"), *due]))
    now = {"due": due, "suffered": suffered, "struck": struck, "fell": {}}
    now = {f"memory/battle/{leaf}": each for leaf, each in now.items()}
    tell(g, "salvo", RULE, shots=shots, due=due, suffered=suffered, now=now)


def _salvo(f: Facts) -> str:
    by = {side: [shot for shot in f["shots"] if shot["side"] == side] for side in SIDES}
    said = [
        f"{NAMES[side]} fire: "
        + listed(f"{s['firer']} {s['face']} ({s['modified']}) at {s['target']}: {s['hits']}" for s in by[side]).replace(
            "-", "−"
        )
        for side in SIDES
        if by[side]
    ]
    hit = listed(f"{counted(n, 'hit')} on {target}" for target, n in f["due"].items()) or "no hit"
    return f"{'. '.join(said or ['Nobody fires'])}. In all {hit}."


SAYINGS = {"surface-dice": lambda f: "", "salvo": _salvo}
