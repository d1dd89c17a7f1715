"""Bombardment and unloading (22.0).

Who has unloaded stands under ``points/unloaded``, by ship with where; what it is worth is reckoned as the game ends.
``memory/berths`` are the US transports that ended the turn before in the hex where they unload.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import charts, forces, retirement, scoring, victory
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import BASES, COMBAT, LOCATED, OBJECTIVES, TRANSPORT, TRANSPORTS, US
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any

STEPS = 3
"""Bombard/Unload steps that unload a transport; they need not follow each other."""


def objective_hex(plot: CarrierPlot, force: str) -> str:
    """The hex a force makes for, by its counter: transports to Guadalcanal go to their own (8.0)."""
    f = plot.forces[force]
    combat, transport = OBJECTIVES[f["objective"]]
    return transport if f["kind"] == TRANSPORT else combat


def transports(plot: CarrierPlot, group: str) -> list[str]:
    """Transports afloat in a force or task force that have not unloaded."""
    found = [ship for ship in plot.ships_of(group) if plot.ships[ship]["type"] in TRANSPORTS]
    return [ship for ship in found if plot.ships[ship]["unloads"] < STEPS]


def by_number(plot: CarrierPlot) -> list[str]:
    """Forces on the map, combat forces first, by their numbers."""
    return sorted(plot.forces, key=lambda name: (name[0], int(name[1:])))


def unloading(plot: CarrierPlot) -> list[str]:
    """Japanese forces whose transports unload in this step: known ship by ship, in their objective’s hex since before
    this turn, and with no US task force in it."""
    found = []
    for force in by_number(plot):
        f = plot.forces[force]
        stays = f["objective"] in OBJECTIVES and f["hex"] == objective_hex(plot, force) and f["came"] < plot.turn
        if stays and f["level"] == 4 and transports(plot, force) and not plot.in_hex(f["hex"]) and not f["leaves"]:
            found.append(force)
    return found


def bombarding(plot: CarrierPlot) -> list[str]:
    """Surface forces that have bombarded a US base this turn: known ship by ship, in their objective’s hex all turn,
    neither attacked from the air nor in battle, and never before (22.0)."""
    bases = [group["hex"] for group in plot.bases().values()]
    return [force for force in by_number(plot) if _bombards(plot, force) and plot.forces[force]["hex"] in bases]


def _bombards(plot: CarrierPlot, force: str) -> bool:
    f = plot.forces[force]
    if f["level"] < 4 or f["kind"] != COMBAT or not plot.is_surface_force(force) or not plot.ships_of(force):
        return False
    still = f["hex"] == OBJECTIVES.get(f["objective"], ("",))[0] and f["came"] < plot.turn
    busy = f["moved"] or f["struck"] or f["fought"] or f["bombarded"] or f["leaves"]
    return bool(still and not busy)


def required_hex(plot: CarrierPlot) -> str:
    """Where the US must unload in the interdiction mission: Henderson Field in 1942, later the Japanese objective’s hex;
    empty in another game."""
    aims = plot.tree["objectives"]
    if not aims["interdiction"]:
        return ""
    return OBJECTIVES[aims["primary"]][0] if plot.period == "1943" else BASES["Guadalcanal"]


def bombard_and_unload(g: Play) -> Steps[None]:
    """End Phase D."""
    for force in bombarding(g.truth):
        yield from _bombard(g, force)
    for force in unloading(g.truth):
        yield from _unload(g, force)
    _us_unloads(g)


def _bombard(g: Play, force: str) -> Steps[None]:
    """Points for its size; it is Located, and retires."""
    key = scoring.bombardment(forces.size(g.truth, force))
    yield from charts.printed(g, f"{force} has bombarded", lambda: [key], "22.0")
    n = scoring.in_eighths(charts.value(g.truth.kit, key))
    now = {f"forces/{force}/bombarded": True, f"forces/{force}/detection": LOCATED}
    tell(g, "bombards", "22.0", force=force, hex=g.truth.forces[force]["hex"], now=now, mark=[f"Located on {force}"])
    victory.award(g, "japan", n, f"{force} bombarded", "22.0")
    yield from retirement.retire(g, force, "it has bombarded")


def _unload(g: Play, force: str) -> Steps[None]:
    """Another step of unloading; those through with it are counted, and a force that is through retires."""
    f, ships = g.truth.forces[force], transports(g.truth, force)
    n = {ship: g.truth.ships[ship]["unloads"] + 1 for ship in ships}
    now: dict[str, JSON] = {f"ships/{ship}/unloads": n[ship] for ship in ships}
    done = [ship for ship in ships if n[ship] >= STEPS]
    now |= {f"points/unloaded/{ship}": f["objective"] for ship in done} | {f"forces/{force}/unloads": f["unloads"] + 1}
    light = not g.truth.tree["clock"]["night"]
    now |= {f"forces/{force}/detection": LOCATED} if light else {}
    mark = [f"{ship} to its unloaded side" if ship in done else f"Unload {n[ship]} on {ship}" for ship in ships]
    mark += [f"Located on {force}"] if light else []
    tell(g, "unloads", "22.0", force=force, hex=f["hex"], steps=n, done=done, now=now, mark=mark)
    if done and not transports(g.truth, force):
        yield from retirement.retire(g, force, "it has unloaded")


def _us_unloads(g: Play) -> None:
    """US transports in the hex of the interdiction mission, if they ended the turn before in it, in whatever task force."""
    place = required_hex(g.truth)
    if not place:
        return
    here = [ship for group in g.truth.in_hex(place) for ship in transports(g.truth, group)]
    enemies = any(f["hex"] == place and not f["leaves"] for f in g.truth.forces.values())
    before = g.truth.at("memory/berths", [])
    ships = [ship for ship in here if ship in before and not enemies]
    n = {ship: g.truth.ships[ship]["unloads"] + 1 for ship in ships}
    done = [ship for ship in ships if n[ship] >= STEPS]
    now: dict[str, JSON] = {f"ships/{ship}/unloads": n[ship] for ship in ships} | {"memory/berths": here}
    now |= {f"points/unloaded/{ship}": place for ship in done}
    mark = [f"{ship} to its unloaded side" if ship in done else f"Unload {n[ship]} on {ship}" for ship in ships]
    tell(g, "us-unloads", "22.0", hex=place, side=US, steps=n, done=done, now=now, mark=mark)


def _said(f: Mapping[str, JSON]) -> str:
    who = f"{f['force']} unloads in {f['hex']}" if "force" in f else f"Unloading in {f['hex']}"
    steps = listed(f"{ship} {n} of {STEPS}" for ship, n in f["steps"].items())
    return f"{who}: {steps}." if steps else ""


SAYINGS: dict[str, Callable[[Mapping[str, JSON]], str]] = {
    "bombards": lambda f: f"{f['force']} bombards the base in {f['hex']}; it is Located.",
    "unloads": _said,
    "us-unloads": _said,
}
