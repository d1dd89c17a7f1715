"""The Resolution Phase: CAP lands or tires, smoke-side planes roll for the way home."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway.asks import ROLL, titled
from umpire.games.fires_of_midway.asks_flight import Home, home_keys
from umpire.games.fires_of_midway.damage import set_on_fire
from umpire.games.fires_of_midway.engagements import ANYWHERE, IN_ZONE, LANDS, TIRES, Plane, resolved
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.rolled import return_rolled
from umpire.games.fires_of_midway.ship import FULL, SMOKE, Ship, other
from umpire.games.fires_of_midway.telling import ask, do, leaves, moment, on_card, tell
from umpire.games.fires_of_midway.terms import FIGHTER, called
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
CAP_RULE = "Resolution Phase, Emergency CAP landings and CAP combat fatigue"
RETURN_RULE = "Resolution Phase, Return roll"


def resolution(g: Play) -> Steps[None]:
    """The CAP first, then the group."""
    cap(g)
    yield from home(g)


def cap(g: Play) -> None:
    """What smoke-side CAP fought lands; what flies on its full side turns to smoke."""
    strike, tiring = g.truth.strike, str(g.settings.get("fatigue", IN_ZONE))
    over = g.truth.caps()
    now: dict[str, JSON] = {}
    landed, tired = [], []
    for ship in (each for each in g.truth.ships(other(strike["side"])) if not each.sunk):
        up = [each for each in over if each.ship == ship.name and not each.lost] or _idle(ship)
        here = ship.name in strike["targets"]
        fates = [resolved(each, here, tiring if here or tiring == ANYWHERE else IN_ZONE) for each in up]
        landed += [ship.name] * fates.count(LANDS)
        tired += [ship.name] * fates.count(TIRES)
        left = [SMOKE if fate == TIRES else each.fuel for each, fate in zip(up, fates, strict=True) if fate != LANDS]
        if left != list(ship.caps):
            now[f"ships/{ship.name}/caps"] = left
    if landed or tired:
        tell(g, "cap", CAP_RULE, landed=landed, tired=tired, now=now)
        do(
            g,
            CAP_RULE,
            f"CAP lands, under its carrier, full side up: {listed(landed)}" if landed else "",
            f"CAP to smoke, back in its slot: {listed(tired)}" if tired else "",
        )


def _idle(ship: Ship) -> list[Plane]:
    """The CAP of a ship that nobody fought over."""
    return [Plane("", FIGHTER, fuel, ship=ship.name) for fuel in ship.caps]


def home(g: Play) -> Steps[None]:
    """Full-fuel planes come home; of those on smoke the table tells how many did not, and how many showed a 1."""
    alive = [plane for plane in g.truth.group() if not plane.lost]
    if not alive:
        return
    if not any(plane.fuel == SMOKE for plane in alive):
        returned(g, 0, 0)
        return
    value = yield from ask(g, lambda: home_of(g.truth))
    lost, ones = value["lost"], value["ones"]
    if lost == ROLL:
        smoke = sum(plane.fuel == SMOKE and not plane.lost for plane in g.truth.group())
        lost, ones = yield from return_rolled(
            g, f"{moment(g)}/home/dice", g.truth.strike["side"], smoke, value["zones"]
        )
    returned(g, lost, ones)


def returned(g: Play, lost: int, ones: int) -> None:
    """The planes that came home are under their carrier; those that did not are in the Watery Grave."""
    strike, group = g.truth.strike, g.truth.group()
    side = strike["side"]
    before = g.truth.ship(strike["ship"])
    after = set_on_fire(before, ones)
    now: dict[str, JSON] = leaves(before, after)
    if lost:
        now[f"graves/{side}"] = g.truth.graves[side] + lost
    back = sum(not plane.lost for plane in group) - lost
    tell(g, "home", RETURN_RULE, ship=before.name, back=back, lost=lost, ones=ones, now=now)
    do(
        g,
        RETURN_RULE,
        f"{counted(lost, 'aircraft', 'aircraft')} to the Watery Grave of {called(side)}" if lost else "",
        on_card(before, after),
        f"{counted(back, 'aircraft', 'aircraft')} under {before.name}, full side up" if back else "",
    )


def home_of(plot: FiresPlot) -> Home:
    """The way home: by zones alone, and as far as the way out unless the table says otherwise."""
    strike = plot.strike
    smoke = sum(plane.fuel == SMOKE and not plane.lost for plane in plot.group())
    full = sum(plane.fuel == FULL and not plane.lost for plane in plot.group())
    zones = strike["zones"]
    fails = "a 1 fails" if zones == 1 else f"a {min(zones, 6)} or less fails"
    rest = f" {full} on full fuel come home." if full else ""
    facts = titled(
        f"Home to {strike['ship']}",
        f"{counted(zones, 'zone')} back: {counted(smoke, 'die', 'dice')}, {fails}; a 1 is also a Fire on her.{rest}",
        RETURN_RULE,
        strike["side"],
        smoke=smoke,
        zones=zones,
        ship=strike["ship"],
        keys=home_keys(smoke, zones, strike["ship"]),
        roll=True,
    )
    return Home(f"t{plot.played}/{strike['ship']}/home", facts)


SAYINGS = {
    "cap": lambda f: f"CAP: {_cap(f)}.",
    "home": lambda f: f"{_back(f['back'])} home to {f['ship']}{_lost(f)}.",
}


def _cap(f: dict[str, JSON]) -> str:
    said = [f"{listed(f['landed'])} landed"] if f["landed"] else []
    said += [f"{listed(f['tired'])} to smoke"] if f["tired"] else []
    return listed(said)


def _back(n: int) -> str:
    return "Nobody comes" if not n else f"{n} comes" if n == 1 else f"{n} come"


def _lost(f: dict[str, JSON]) -> str:
    fire = f", {f['ones']} by a 1" if f["ones"] else ""
    return f"; {f['lost']} lost{fire}" if f["lost"] else ""
