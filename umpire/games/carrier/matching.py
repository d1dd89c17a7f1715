"""Who fires at whom in surface combat: the Japanese by procedure, the US as its player likes (14.2).

What the procedure leaves to chance is drawn beforehand, as an order of ships; a match is a pure function of the orders.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from umpire.games.carrier.terms import CARRIERS, TRANSPORTS

Types = Mapping[str, str]
"""Ships' types by name."""
HEAVY = ("BB", "CA")
PER_BATTLESHIP, PER_CRUISER, PER_DESTROYER = 3, 2, 1
PER_CARRIER, PER_TRANSPORT = 3, 2
"""Japanese ships that fire at each: in pursuit at carriers and transports before all others."""
UNARMED = (*CARRIERS, *TRANSPORTS)
"""Types that never fire in surface combat, and are fired at in pursuit alone."""
RANKS = ("BB", "CA", "CL", "DD")


def rank(type: str) -> str:
    """A ship's type as surface combat has it: an antiaircraft cruiser is a CL."""
    return "CL" if type == "CLAA" else type


def heaviest_first(ships: Sequence[str], types: Types) -> list[str]:
    """Ships by weight, in their order within one type."""
    return sorted(ships, key=lambda ship: RANKS.index(rank(types[ship])) if rank(types[ship]) in RANKS else len(RANKS))


@dataclass
class _Match:
    """A match in the making: those who still have no target, in the order they are taken."""

    free: list[str]
    types: Types
    at: dict[str, str]

    def assign(self, target: str, n: int, may: Callable[[str], bool] = lambda ship: True) -> None:
        """So many of those that are free, and may, to one target."""
        for ship in [ship for ship in self.free if may(ship)][:n]:
            self.at[ship] = target
            self.free.remove(ship)

    def fired_at(self, target: str) -> int:
        return sum(each == target for each in self.at.values())

    def heavy(self, ship: str) -> bool:
        return rank(self.types[ship]) in HEAVY


def japanese(firers: Sequence[str], targets: Sequence[str], types: Types, *, by_chance: bool = False) -> dict[str, str]:
    """The Japanese match: target by firer, in the order in which they were assigned.

    `firers` and `targets` come in orders that were drawn. Three battleships or heavy cruisers at each battleship, in the
    order drawn; then any two at each cruiser and one at each destroyer, the heaviest first [S] unless `by_chance`; carriers
    and transports among the targets come before all of them (pursuit). Too few for the battleships: whoever is left
    over fires at them; what is left over still is spread evenly.
    """
    match = _Match(list(firers), types, {})

    def of(*of_types: str) -> list[str]:
        return [ship for ship in targets if rank(types[ship]) in of_types]

    battleships = of("BB")
    if of(*UNARMED) and not by_chance:
        match.free = heaviest_first(match.free, types)
    for target in of(*CARRIERS):
        match.assign(target, PER_CARRIER)
    for target in of(*TRANSPORTS):
        match.assign(target, PER_TRANSPORT)
    for target in battleships:
        match.assign(target, PER_BATTLESHIP, match.heavy)
    if not by_chance:
        match.free = heaviest_first(match.free, types)
    for type in ("CA", "CL", "DD"):
        for target in of(type):
            match.assign(target, PER_CRUISER if type != "DD" else PER_DESTROYER)
    for target in battleships:
        match.assign(target, PER_BATTLESHIP - match.fired_at(target))
    _spread(match, of(*RANKS) or list(targets))
    return match.at


def _spread(match: _Match, targets: Sequence[str]) -> None:
    """Those left over, one to each target before any gets two."""
    while match.free and targets:
        for target in targets:
            match.assign(target, 1)


def hangs_on(
    orders: Sequence[Sequence[str]], match: Callable[[Sequence[str]], Mapping[str, str]], kinds: Types
) -> bool:
    """Whether another order of ships makes another match, ships of one of `kinds` (type and damage) being alike."""

    def profile(order: Sequence[str]) -> list[tuple[str, list[str]]]:
        at = match(order)
        targets = sorted(set(at.values()))
        return [(target, sorted(kinds[ship] for ship in at if at[ship] == target)) for target in targets]

    profiles = [profile(order) for order in orders]
    return any(each != profiles[0] for each in profiles)


def turned(ships: Sequence[str]) -> list[list[str]]:
    """Some orders of ships that differ enough to tell by them whether their order matters."""
    return [list(ships), list(reversed(ships)), [*ships[1:], *ships[:1]]]


def proposed(firers: Sequence[str], targets: Sequence[str], types: Types) -> dict[str, str]:
    """A match for the US page to open on: the heaviest at the heaviest, every target before any twice."""
    ours, theirs = heaviest_first(firers, types), heaviest_first(targets, types)
    return {ship: theirs[n % len(theirs)] for n, ship in enumerate(ours)} if theirs else {}
