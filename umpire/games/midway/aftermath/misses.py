"""Near misses: what lay beside the areas that were called and the zones that were attacked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.aftermath.misses import dearest, ships_words
from umpire.games.midway.aftermath.reel import Moment, Reel
from umpire.games.midway.terms import CARRIERS, ENEMY, NAMES, when
from umpire.table.board import ZoneBoard, area_of
from umpire.table.words import counted, listed

JSON = Any
NEAR = 2
"""Zones from an empty zone that was attacked within which ships are a near miss."""

CALLED, ATTACKED = "called", "attacked"


@dataclass(frozen=True)
class Miss:
    """One side looked, or struck, here; the enemy's ships lay there, next to it."""

    turn: int
    side: str
    how: str
    looked: tuple[str, ...]
    """Areas called, or the one zone attacked."""
    met: str
    """How little there was, in words."""
    lay: str
    carriers: tuple[str, ...]
    others: tuple[str, ...]
    off: int
    """Zones from what was called or attacked to the nearest of the ships."""

    @property
    def pain(self) -> tuple[int, int, int, int]:
        """How much it hurts: carriers first, then how near, then how many; the earlier of equals first."""
        return (-len(self.carriers), self.off, -len(self.others), self.turn)

    @property
    def words(self) -> str:
        return (
            f"Turn {self.turn}, {when(self.turn)}: {NAMES[self.side]} {self.how} {listed(self.looked)}, {self.met}; "
            f"{ships_words(self.carriers, self.others)} lay in {self.lay}, {counted(self.off, 'zone')} away."
        )


def near_misses(reel: Reel) -> list[Miss]:
    """All near misses of a game, as they came."""
    found = [*_of_calls(reel), *_of_attacks(reel)]
    return sorted(found, key=lambda miss: miss.turn)


# Calls.


def _of_calls(reel: Reel) -> Iterator[Miss]:
    rounds: dict[tuple[int, str], list[Moment]] = {}
    for moment in reel.moments:
        if moment.kind == "answer":
            rounds.setdefault((moment.played, moment.facts["by"]), []).append(moment)
    for (_, side), answers in rounds.items():
        yield from _of_round(reel, side, answers)


def _of_round(reel: Reel, side: str, answers: Sequence[Moment]) -> Iterator[Miss]:
    """The misses of one side's calls of one turn; what another call of the turn found was not missed."""
    board = reel.end.board
    last = answers[-1]
    said = [m.facts["area"] for m in answers]
    lying = _by(area_of, _enemies(reel, side, last))
    for area, zones in lying.items():
        if area in said:
            continue
        weight = _weight(reel, zones)
        beside = {a: _weight(reel, lying.get(a, {})) for a in said if _adjacent(board, a, area)}
        looked, met = _looked({a: held for a, held in beside.items() if held < weight}, weight)
        if looked:
            off = min(board.distance_to_area(zone, a) for zone in zones.values() for a in looked)
            yield _miss(reel, last.turn, side, CALLED, looked, met, area, zones, off)


def _looked(beside: Mapping[str, tuple[int, int]], missed: tuple[int, int]) -> tuple[tuple[str, ...], str]:
    """Of the areas called that held less than what lay beside them, those that held least, and how they did."""
    for test, words in (
        (lambda held: held == (0, 0), "nothing sighted"),
        (lambda held: missed[0] and not held[0], "no carrier there"),
        (lambda held: True, "fewer there"),
    ):
        found = tuple(area for area, held in beside.items() if test(held))
        if found:
            return found, words
    return (), ""


def _adjacent(board: ZoneBoard, a: str, b: str) -> bool:
    """Whether two areas touch, at a side or at a corner."""
    return a != b and board.distance_to_area(f"{a}-E", b) <= 2


# Attacks.


def _of_attacks(reel: Reel) -> Iterator[Miss]:
    facts: dict[str, JSON] = {}
    for moment in reel.moments:
        if moment.kind == "battle":
            facts = moment.facts
        elif moment.kind == "empty":
            yield from _of_attack(reel, moment, facts["by"], facts["zone"])
        elif moment.kind == "b17" and not moment.facts["ships"]:
            yield from _of_attack(reel, moment, "us", moment.facts["zone"])


def _of_attack(reel: Reel, moment: Moment, side: str, zone: str) -> Iterator[Miss]:
    """The most painful of the zones near an empty one."""
    board = reel.end.board
    lying = _by(lambda z: z, _enemies(reel, side, moment))
    near = [
        _miss(reel, moment.turn, side, ATTACKED, (zone,), "no ships there", other, ships, board.distance(zone, other))
        for other, ships in lying.items()
        if board.distance(zone, other) <= NEAR
    ]
    yield from dearest(near, 1)


# Both.


def _enemies(reel: Reel, side: str, moment: Moment) -> dict[str, str]:
    """The enemy's ships on the board at a moment, as the order of battle lists them."""
    at = moment.truth
    return {ship: at[ship] for ship in reel.end.ships if ship in at and reel.side(ship) == ENEMY[side]}


def _by(key: Any, at: Mapping[str, str]) -> dict[str, dict[str, str]]:
    places: dict[str, dict[str, str]] = {}
    for ship, zone in at.items():
        places.setdefault(key(zone), {})[ship] = zone
    return dict(sorted(places.items()))


def _is_carrier(reel: Reel, ship: str) -> bool:
    return reel.end.ships[ship]["type"] in CARRIERS


def _weight(reel: Reel, ships: Iterable[str]) -> tuple[int, int]:
    found = list(ships)
    return sum(_is_carrier(reel, ship) for ship in found), len(found)


def _miss(
    reel: Reel,
    turn: int,
    side: str,
    how: str,
    looked: tuple[str, ...],
    met: str,
    lay: str,
    ships: Iterable[str],
    off: int,
) -> Miss:
    found = reel.ranked(ships)
    carriers = tuple(ship for ship in found if _is_carrier(reel, ship))
    others = tuple(ship for ship in found if ship not in carriers)
    return Miss(turn, side, how, looked, met, lay, carriers, others, off)
