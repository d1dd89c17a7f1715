"""What hits do to a ship, and what takes them off again: repair points, a squall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.fires_of_midway.ship import DAMAGED_FIRST, FIRE, FIRST, FLOODING, FULL, INFERNO, LABELS, LISTING, Ship
from umpire.games.fires_of_midway.terms import TORPEDO
from umpire.table.asks import Refusal
from umpire.table.words import counted

SPOUT, SHIELD, FIREBALL, FIREBALL_CR = "spout", "shield", "fireball", "fireball-cr"
"""What a face of a Search or Destroy tile's damage track may show (Bombing Phase, Damage roll)."""
BOMB = "bomb"


@dataclass(frozen=True)
class Hits:
    """What one attack inflicts: Flooding counters, Fires, and Infernos, each Flooding and Inferno with its critical."""

    spouts: int = 0
    fires: int = 0
    crs: int = 0

    @property
    def criticals(self) -> int:
        return self.spouts + self.crs

    @property
    def words(self) -> str:
        """What is put on the ship, as it is said."""
        parts = [(self.spouts, "Flooding"), (self.fires, "Fire"), (self.crs, "Inferno")]
        named = [word if n == 1 else f"{n} {word}{'' if word == 'Flooding' else 's'}" for n, word in parts if n]
        if self.criticals:
            named.append(counted(self.criticals, "critical"))
        return " + ".join(named) or "nothing"


def scored(icons: Sequence[str], weapon: str) -> Hits:
    """What dice that show these icons inflict: bombs raise no water spout, torpedoes set nothing on fire (Damage track)."""
    if weapon == TORPEDO:
        return Hits(spouts=icons.count(SPOUT))
    return Hits(fires=icons.count(FIREBALL), crs=icons.count(FIREBALL_CR))


def hit(ship: Ship, hits: Hits) -> Ship:
    """The ship after an attack. Her card stays as it lies: it is flipped in the End Phase (Carrier carnage)."""
    burnt = set_on_fire(ship.but(flooding=ship.flooding + hits.spouts, inferno=ship.inferno + hits.crs), hits.fires)
    return critically_hit(burnt, hits.criticals)


def set_on_fire(ship: Ship, fires: int) -> Ship:
    """Fires inflicted: each makes an Inferno of itself and a Fire that lies there already, without a critical (Combined
    fires). Two that only a repaired Inferno left side by side stay two."""
    merged = min(ship.fire, fires)
    pairs, single = divmod(fires - merged, 2)
    return ship.but(fire=ship.fire - merged + single, inferno=ship.inferno + merged + pairs)


def critically_hit(ship: Ship, criticals: int) -> Ship:
    """Her counter a space on for each critical; on the last space of the side that is up it stops (Structure counter)."""
    return ship.but(at=min(ship.at + criticals, ship.last))


# Repair points (Carrier Turn, Cost to repair damage).

RULE = "Carrier Turn, Cost to repair damage"
PLANE, STABILISE = "plane", "stabilise"
COSTS = {INFERNO: 2, FIRE: 1, FLOODING: 3, LISTING: 2, PLANE: 3, STABILISE: 5}
"""Repair points that each purchase takes, as the list has them."""
PURCHASES = {
    INFERNO: "Inferno to Fire",
    FIRE: "Fire off",
    FLOODING: "Flooding to Listing",
    LISTING: "Listing off",
    PLANE: "Aircraft back from the Watery Grave",
    STABILISE: "Stabilise",
}
LOWEST, ONE_STEP = "lowest", "step"
"""Where stabilising puts the structure counter: on the first space of the side that is up, or one space back."""


@dataclass(frozen=True)
class Offer:
    """One line of the repair shop: what it does, what it takes, and why it cannot be had now, if it cannot."""

    key: str
    label: str
    cost: int
    barred: str = ""


def offers(ship: Ship, points: int, grave: int = 0, stabilising: str = LOWEST) -> list[Offer]:
    """What these points can buy for this ship, and what not and why; `grave` counts her side's Watery Grave."""
    return [
        Offer(key, _labelled(ship, key, stabilising), cost, _why_not(ship, key, points, grave))
        for key, cost in COSTS.items()
    ]


def _labelled(ship: Ship, key: str, stabilising: str) -> str:
    """What a purchase is called; of stabilising, also where it would move the counter."""
    if key != STABILISE or ship.at in (FIRST, DAMAGED_FIRST):
        return PURCHASES[key]
    return f"{PURCHASES[key]}: counter from {ship.at} to {_steadied(ship, stabilising)}"


def _why_not(ship: Ship, key: str, points: int, grave: int) -> str:
    """Why these points cannot buy that now; empty where they can."""
    if (why := _barred(ship, key, grave)) or COSTS[key] <= points:
        return why
    return f"takes {COSTS[key]} points; {points or 'none'} left"


def _barred(ship: Ship, key: str, grave: int) -> str:
    """Why there is nothing of that to buy, whatever the points; empty where there is."""
    if not ship.acts:
        return "the island is knocked out" if ship.island else "she is sunk"
    if key == PLANE:
        return "" if grave else "no aircraft in the Watery Grave"
    if key == STABILISE:
        return f"the counter stands on {ship.at} already" if ship.at in (FIRST, DAMAGED_FIRST) else ""
    return "" if getattr(ship, key) else f"no {LABELS[key]} on her"


def _steadied(ship: Ship, stabilising: str) -> int:
    """The space that stabilising moves the counter to; never from the damaged side to the full one."""
    return ship.at - 1 if stabilising == ONE_STEP else DAMAGED_FIRST if ship.damaged else FIRST


def repaired(ship: Ship, key: str, grave: int = 0, stabilising: str = LOWEST) -> Ship:
    """The ship after one purchase; raises `Refusal` where there is nothing of that to buy.

    A Fire that a repaired Inferno leaves beside another Fire does not merge with it: neither was inflicted.
    """
    if why := _barred(ship, key, grave):
        raise Refusal(f"{PURCHASES[key]} for {ship.name}: {why}.", RULE)
    if key == PLANE:
        return ship
    if key == STABILISE:
        return ship.but(at=_steadied(ship, stabilising))
    less = {key: getattr(ship, key) - 1}
    if key == INFERNO:
        less[FIRE] = ship.fire + 1
    if key == FLOODING:
        less[LISTING] = ship.listing + 1
    return ship.but(**less)


def bought(ship: Ship, keys: Sequence[str], points: int, grave: int = 0, stabilising: str = LOWEST) -> Ship:
    """The ship after purchases one after another; raises `Refusal` where they take more points than there are."""
    for key in keys:
        if key not in COSTS:
            raise Refusal("Repair points buy no such thing.", RULE)
        ship = repaired(ship, key, grave, stabilising)
        grave -= key == PLANE
    if (spent := sum(COSTS[key] for key in keys)) > points:
        raise Refusal(f"That takes {counted(spent, 'repair point')}; there are {points}.", RULE)
    return ship


# Squalls (Strategy Phase, Maneuver forces).

DOUSED = 3
"""Fire and Inferno counters that a squall takes off a carrier that enters it."""


def in_squall(ship: Ship) -> Ship:
    """A carrier that has just entered a squall: three Fires or Infernos gone whole, the Infernos first; her CAP full."""
    infernos = min(ship.inferno, DOUSED)
    fires = min(ship.fire, DOUSED - infernos)
    return ship.but(inferno=ship.inferno - infernos, fire=ship.fire - fires, caps=(FULL,) * len(ship.caps))
