"""Near misses: ships that lay a critical short of worse as a turn ended, graves that were an aircraft short of a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from umpire.games.fires_of_midway.aftermath.reel import Moment, Reel
from umpire.games.fires_of_midway.ending import GROUP
from umpire.games.fires_of_midway.ship import DAMAGED_LAST, LAST, SIDES, other
from umpire.games.fires_of_midway.terms import called

SINKING, CRIPPLED, GRAVE = range(3)
"""What was missed, the dearest first."""


@dataclass(frozen=True)
class Miss:
    """One thing that came within one of happening."""

    turn: int
    kind: int
    what: str

    @property
    def pain(self) -> tuple[int, int]:
        return (self.kind, self.turn)

    @property
    def words(self) -> str:
        return f"Turn {self.turn}: {self.what}."


def near_misses(reel: Reel) -> list[Miss]:
    """All of a game, as they came."""
    return [miss for moment in _ends(reel.moments) for miss in [*_ships(moment), *_graves(moment)]]


def _ends(moments: Sequence[Moment]) -> list[Moment]:
    """The last moment of every turn that was begun."""
    last = {moment.turn: moment for moment in moments if moment.turn}
    return [last[turn] for turn in sorted(last)]


def _ships(moment: Moment) -> Iterator[Miss]:
    for ship in moment.held.ships.values():
        if ship.sunk:
            continue
        if ship.at == DAMAGED_LAST - 1:
            end = "being knocked out" if ship.island else "sinking"
            yield Miss(moment.turn, SINKING, f"{ship.name} lay on space {ship.at}, a critical short of {end}")
        elif ship.at == LAST - 1 and ship.counters:
            yield Miss(
                moment.turn, CRIPPLED, f"{ship.name} lay on space {ship.at}, a critical short of her damaged side"
            )


def _graves(moment: Moment) -> Iterator[Miss]:
    for side in SIDES:
        if moment.held.graves[side] == GROUP[side] - 1:
            to = called(other(side))
            yield Miss(
                moment.turn, GRAVE, f"the Watery Grave of {called(side)} was an aircraft short of a point for {to}"
            )
