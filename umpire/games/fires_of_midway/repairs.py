"""The repair shop: what repair points buy, in a Carrier Turn or by Restore (Carrier Turn, Cost to repair damage)."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway.asks import titled
from umpire.games.fires_of_midway.asks_turn import Repairs
from umpire.games.fires_of_midway.damage import PLANE, RULE
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.telling import ask, do, leaves, per_ship, tell
from umpire.games.fires_of_midway.terms import NAMES, RESTORE_POINTS
from umpire.table.asks import TABLE
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any


def repair(g: Play, names: list[str], points: int | None, name: str) -> Steps[None]:
    """Repair points are spent, on one ship or on several of a side; what is not spent is lost.

    Without `points` the table counts them on the card.
    """
    if points == 0 or not any(damaged(g.truth, each) for each in names):
        return
    value = yield from ask(g, lambda: repairs_of(g.truth, names, points or 0, f"{name}/repair"))
    asked: Repairs = g.asked[TABLE]
    after = asked.after(value)
    side = g.truth.ship(names[0]).side
    planes = sum(each.endswith(f":{PLANE}") for each in value["buys"])
    pairs = [(g.truth.ship(each), after[each]) for each in sorted(after)]
    now: dict[str, JSON] = {f"graves/{side}": g.truth.graves[side] - planes} if planes else {}
    for before, ship in pairs:
        now |= leaves(before, ship)
    said = [asked.words(each) for each in value["buys"]]
    tell(g, "repaired", RULE, side=side, bought=said, ships=[s.name for b, s in pairs if b != s], now=now)
    for_planes = [each.rpartition(":")[0] for each in value["buys"] if each.endswith(f":{PLANE}")]
    do(g, RULE, *per_ship(pairs), *(f"An aircraft from the Watery Grave under {ship}" for ship in for_planes))


def damaged(plot: FiresPlot, name: str) -> bool:
    """Whether repair points could buy anything for a ship."""
    ship = plot.ship(name)
    return bool(ship.acts and (ship.counters or ship.at not in (1, 4) or plot.graves[ship.side]))


def repairs_of(plot: FiresPlot, names: list[str], points: int, name: str) -> Repairs:
    """The repair shop for these ships; without points the table counts them on the card."""
    side = plot.ship(names[0]).side
    ships = [plot.ship(each).as_facts() for each in names if plot.ship(each).acts]
    words = f"{points} repair points." if points else "As many repair points as the card says; what is left is lost."
    heading = f"{names[0]}: repairs" if len(names) == 1 else f"{NAMES[side]}: repairs"
    facts = titled(
        heading,
        words,
        RULE,
        side,
        ships=ships,
        points=points,
        grave=plot.graves[side],
        stabilising=plot.settings.get("stabilising", "lowest"),
    )
    return Repairs(name, facts)


def restore(g: Play, side: str, name: str) -> Steps[None]:
    """Restore: three points, together or across the side's ships (Admiral Phase, Restore)."""
    yield from repair(g, [ship.name for ship in g.truth.in_play(side)], RESTORE_POINTS, name)


SAYINGS = {
    "repaired": lambda f: (
        f"{NAMES[f['side']]} repairs: {listed(f['bought'])}." if f["bought"] else "Nothing is repaired."
    ),
}
