"""Japanese retirement (20.1, 20.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import air_value, charts, forces, intelligence, roster
from umpire.games.carrier.plot import FORCE, CarrierPlot, fresh
from umpire.games.carrier.scoring import HUNDRED, STEP, spelt
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import CARRIERS, COMBAT, DIE, LEVEL_4, PHASES, SIZES, TRANSPORTS, halves
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

# The Retirement Index (20.2). It is kept in halves.


def air_points_lost(g: Play, n: int) -> None:
    """The Retirement Index rises by half a point for each (20.2); they are counted for the score, too (22.0)."""
    if n > 0:
        air = g.truth.at("points/air", 0) + n
        tell(g, "air-points-lost", "22.0", n=n, all=air, now={"points/air": air})
        _rise(g, n, f"{counted(n, 'air point')} lost")


def carrier_lost(g: Play, ship: str) -> None:
    """The index rises by a carrier’s printed air value: as she is heavily damaged, and again as she sinks (20.2)."""
    how = "sunk" if g.truth.ships[ship]["sunk"] else "heavily damaged"
    _rise(g, 2 * g.truth.ships[ship]["air"], f"{ship} {how}")


def _rise(g: Play, by: int, why: str) -> None:
    """Once the fleet retires, nobody counts any more."""
    if not g.truth.parts.standard or g.truth.tree["flags"]["retired"]:
        return
    index = g.truth.tree["index"]["retirement"] + by
    limit = g.truth.at("limits/retirement")
    mark = [f"Retirement Index marker to {halves(index)}"]
    tell(
        g,
        "retirement-index",
        "20.2",
        by=by,
        index=index,
        limit=limit,
        why=why,
        now={"index/retirement": index},
        mark=mark,
    )


# Whether a force retires (20.1), as pure functions.


def lost(plot: CarrierPlot, ship: str) -> bool:
    """Whether a ship counts as lost: sunk or heavily damaged."""
    return bool(plot.ships[ship]["sunk"] or plot.heavily_damaged(ship))


def why_retires(plot: CarrierPlot, force: str, lately: Sequence[str]) -> str:
    """Why a force must retire now, in words; empty if it need not. `lately` are its ships lost in one action."""
    f = plot.forces[force]
    if plot.is_carrier_force(force):
        return _carriers_retire(plot, force) if f["level"] >= 3 else ""
    if plot.is_transport_force(force) or any(plot.ships[ship]["type"] in TRANSPORTS for ship in lately):
        return _transports_retire(plot, force)
    return _surface_retires(plot, force, lately)


def _carriers_retire(plot: CarrierPlot, force: str) -> str:
    f = plot.forces[force]
    known = air_value.carriers_in(plot, force)
    there = len(known) if f["level"] == 4 else intelligence.carriers_on(f["chit"])
    if sum(lost(plot, ship) for ship in known) >= there:
        return "all its carriers are sunk or heavily damaged"
    return "its air value is 0" if air_value.current(plot, force) == 0 else ""


def _surface_retires(plot: CarrierPlot, force: str, lately: Sequence[str]) -> str:
    start = plot.forces[force]["start"]
    fit = [ship for ship in plot.ships_of(force) if not lost(plot, ship)]
    if plot.forces[force]["level"] == 4 and start and 2 * (start - len(fit)) >= start:
        return f"{start - len(fit)} of its {counted(start, 'ship')} lost"
    types = [plot.ships[ship]["type"] for ship in lately if lost(plot, ship)]
    heavy = [type for type in types if SIZES.index(type) < SIZES.index("DD")]
    if "BB" in types:
        return "it lost a battleship"
    return "it lost two ships heavier than a DD in one action" if len(heavy) >= 2 else ""


def _transports_retire(plot: CarrierPlot, force: str) -> str:
    if plot.forces[force]["level"] < 4:
        return ""
    fit = [ship for ship in plot.ships_of(force) if plot.ships[ship]["type"] in TRANSPORTS and not lost(plot, ship)]
    return "" if fit else "all its transports are lost"


def check_force(g: Play, force: str, lost: Sequence[str]) -> Steps[None]:
    """Whether a force retires now (20.1); `lost` are the ships sunk or heavily damaged in the action just over."""
    if not g.truth.parts.standard or force not in g.truth.forces or g.truth.forces[force]["retiring"]:
        return
    if why := why_retires(g.truth, force, lost):
        yield from retire(g, force, why)


# Retiring, and the screen that stays behind.


def retire(g: Play, force: str, why: str = "") -> Steps[None]:
    """A force receives a Retirement marker; a carrier force leaves most of its screen behind (20.1)."""
    if g.truth.forces[force]["retiring"]:
        return
    now = {f"forces/{force}/retiring": True}
    tell(g, "retires", "20.1", force=force, why=why, now=now, mark=[f"Retirement marker on {force}"])
    if g.truth.is_carrier_force(force) and unused(g.truth, force):
        yield from _split(g, force)


def unused(plot: CarrierPlot, force: str) -> str:
    """A combat counter out of play with the same objective as a force, for its screen; empty if there is none."""
    pool = plot.tree["pool"]
    same = [name for name in pool[COMBAT] if pool["colours"].get(name) == plot.forces[force]["objective"]]
    return min(same, key=lambda name: int(name[1:]), default="")


def _split(g: Play, force: str) -> Steps[None]:
    """All the screen but one ship a carrier, the lightest there are, goes on as a surface force."""
    yield from forces.raise_to(g, force, 4)
    if force not in g.truth.forces or not unused(g.truth, force):
        return
    keep = yield from _kept(g, force)
    screen = [ship for ship in _screen(g.truth, force) if ship not in keep]
    if screen:
        _goes_on(g, force, screen, keep)


def _screen(plot: CarrierPlot, force: str) -> list[str]:
    """Ships of a carrier force that are not carriers, the heaviest first."""
    return roster.in_order(ship for ship in plot.ships_of(force) if plot.ships[ship]["type"] not in CARRIERS)


def _kept(g: Play, force: str) -> Steps[list[str]]:
    """Who stays with the carriers: one ship each, the lightest; among equals it is drawn."""
    surely, _, due = staying(g.truth, force)
    if not due:
        return surely
    name = f"{moment(g)}/{force}/split"
    why = f"{force} retires: who stays with the carriers"
    drawn = yield from g.draw(name, why, lambda: dict.fromkeys(staying(g.truth, force)[1], 1), due, "20.1")
    return [*surely, *drawn]


def staying(plot: CarrierPlot, force: str) -> tuple[list[str], list[str], int]:
    """Ships of a screen that surely stay, those among whom it is drawn, and how many of these."""
    due = len(plot.carriers_of(force))
    surely: list[str] = []
    lightest_first = _screen(plot, force)[::-1]
    for type in dict.fromkeys(plot.ships[ship]["type"] for ship in lightest_first):
        same = [ship for ship in lightest_first if plot.ships[ship]["type"] == type]
        left = due - len(surely)
        if len(same) > left:
            return surely, (roster.in_order(same) if left else []), left
        surely += same
    return surely, [], 0


def _goes_on(g: Play, force: str, screen: Sequence[str], keep: Sequence[str]) -> None:
    """The rest of the screen under a new counter, with the same detection; its chit goes into the cup at once."""
    f, new = g.truth.forces[force], unused(g.truth, force)
    sequence, clock = g.truth.tree["sequence"], g.truth.tree["clock"]
    made = {
        leaf: f[leaf] for leaf in ("hex", "objective", "detection", "came", "exhaust", "exhausted", "fought", "struck")
    }
    left = [name for name in g.truth.tree["pool"][COMBAT] if name != new]
    now: dict[str, JSON] = {f"forces/{new}": fresh(FORCE, level=4, chit=LEVEL_4, start=len(screen), **made)}
    now |= {f"ships/{ship}/in": new for ship in screen}
    now |= {f"forces/{force}/start": len(keep), f"pool/{COMBAT}": left}
    now |= {f"sequence/cup/{new}": 1, "sequence/marker": sequence["marker"] + 1}
    if clock["phase"] == PHASES and clock["segment"] == "japan" and not sequence["cup"].get(new):
        now["sequence/due"] = (sequence["due"] or 0) + 1  # all that are in the cup are drawn now (13.1)
    do = [f"{new} to {f['hex']}, with {listed(screen)}"]
    mark = [f"Activation chit of {new} into the sequence cup", f"Number of Forces marker to {sequence['marker'] + 1}"]
    mark += [f"“{f['detection']}” on {new}"] if f["detection"] else []
    facts = {"force": force, "new": new, "hex": f["hex"], "screen": list(screen), "keep": list(keep)}
    tell(g, "screen-splits", "20.1", **facts, now=now, do=do, mark=mark)


# Fleet retirement (20.2).


def ratio(plot: CarrierPlot) -> int:
    """The Retirement Index over its limit, in hundredths, rounded down to the next five; 0 in a game without a limit."""
    limit = plot.at("limits/retirement", 0)
    if not limit:
        return 0
    return int(plot.tree["index"]["retirement"] * HUNDRED // (2 * limit * STEP) * STEP)


def fleet(g: Play) -> Steps[None]:
    """End Phase E: the check for fleet retirement (20.2)."""
    if g.truth.tree["flags"]["retired"] or ratio(g.truth) < HUNDRED:
        return
    yield from charts.printed(g, "Fleet retirement", lambda: [f"fleet_retirement/{ratio(g.truth)}"], "20.2")
    most = charts.value(g.truth.kit, f"fleet_retirement/{ratio(g.truth)}")
    note = f"ratio {spelt(ratio(g.truth))}: {most} or less"
    name = f"{moment(g)}/end/fleet"
    (die,) = yield from g.roll(name, "Does the fleet retire?", [Die("Fleet retirement", note, DIE)], "20.2")
    retires = die <= charts.value(g.truth.kit, f"fleet_retirement/{ratio(g.truth)}")
    tell(g, "fleet", "20.2", die=die, retires=retires, now={"flags/retired": True} if retires else {})


# Words.


def _index(f: Mapping[str, JSON]) -> str:
    limit = "" if f["limit"] is None else f" of {f['limit']}"
    return f"{f['why']}: Retirement Index +{halves(f['by'])}, to {halves(f['index'])}{limit}."


SAYINGS: dict[str, Callable[[Mapping[str, JSON]], str]] = {
    "air-points-lost": lambda f: "",
    "retirement-index": _index,
    "retires": lambda f: f"{f['force']} retires{': ' + f['why'] if f['why'] else ''}.",
    "screen-splits": lambda f: (
        f"{listed(f['screen'])} {'goes' if len(f['screen']) == 1 else 'go'} on as {f['new']}, "
        f"a surface force in {f['hex']}; "
        f"{listed(f['keep']) or 'nobody'} with {f['force']}."
    ),
    "fleet": lambda f: f"{f['die']}: the Japanese fleet {'retires' if f['retires'] else 'fights on'}.",
}
