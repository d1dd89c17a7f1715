"""Near misses: carriers beside what was looked into, carriers in range that nobody looked for, strikes beside fleets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from umpire.games.aftermath.misses import dearest, number, ships_words
from umpire.games.showing import by_place
from umpire.games.victory_at_midway.aftermath.reel import Look, Moment, Reel
from umpire.games.victory_at_midway.strikes import BASE, units_of
from umpire.games.victory_at_midway.terms import ENEMY, NAMES, SIDES
from umpire.table.words import counted, listed

JSON = Any
BESIDE = 1
"""Hexes from what a side looked into, or where its submarines fired, within which ships were nearly met."""
NEAR = 2
"""Hexes from an empty hex that was struck within which ships are a near miss."""


@dataclass(frozen=True)
class Miss:
    """One side looked, or struck, or might have; the enemy's ships lay there."""

    turn: int
    side: str
    said: str
    """What it did, and the little it met, in words."""
    lay: str
    carriers: tuple[str, ...]
    others: tuple[str, ...]
    off: int
    """Hexes from what was looked into or struck to the ships; 0 where a search of that very hex failed."""
    bombers: int = 0
    """Ready bombers that could have struck there this turn."""
    how: str = "away"
    """Whether they lay so far away from what was struck, or beyond what a search showed."""
    until: int = 0
    """The last of several turns on which it was so, where it was so on more than one."""

    @property
    def pain(self) -> tuple[int, int, int, int, int]:
        """How much it hurts: carriers first, then who might have struck, then how near; the earlier of equals first."""
        return (-len(self.carriers), -min(1, self.bombers), self.off, -len(self.others), self.turn)

    def words(self, when: str) -> str:
        """``Turn 5, 1800 June 3: US searched E5; 1 hex beyond, in D7, lay one carrier (Akagi).``"""
        turns = f"Turns {self.turn}–{self.until}, from {when}" if self.until else f"Turn {self.turn}, {when}"
        ships = ships_words(self.carriers, self.others)
        units = f"{number(self.bombers)} Ready {'bomber' if self.bombers == 1 else 'bombers'}"
        able = f"; {units} could have struck there" if self.bombers else ""
        if not self.off:
            return f"{turns}: {self.said}, where {ships} lay{able}."
        return (
            f"{turns}: {self.said}; {counted(self.off, 'hex', 'hexes')} {self.how}, in {self.lay}, lay {ships}{able}."
        )


def near_misses(reel: Reel) -> list[Miss]:
    """All near misses of a game, as they came."""
    found = [miss for look in reel.looks for side in SIDES for miss in _of_look(reel, look, side)]
    return _lasting(sorted([*found, *_of_attacks(reel)], key=lambda miss: miss.turn))


def _lasting(found: Iterable[Miss]) -> list[Miss]:
    """The same carriers left alone in the same place turn after turn are one miss, with the most bombers there were."""
    made: list[Miss] = []
    for miss in found:
        before = next((i for i, each in enumerate(made) if _goes_on(each, miss)), None)
        if before is None:
            made.append(miss)
        else:
            bombers = max(made[before].bombers, miss.bombers)
            made[before] = replace(made[before], until=miss.turn, bombers=bombers)
    return made


def _goes_on(one: Miss, other: Miss) -> bool:
    alike = all(getattr(one, name) == getattr(other, name) for name in ("side", "said", "lay", "carriers", "off"))
    return alike and other.turn == (one.until or one.turn) + 1


# Searches.


def _of_look(reel: Reel, look: Look, side: str) -> Iterator[Miss]:
    """Where carriers lay unseen this turn; none that lay in fog, where nothing can be found."""
    for place, ships in _lying(reel, look.at, side).items():
        if place in look.fog or place in look.found:
            continue
        failed = [s for s in look.searches if s["by"] == side and s["hex"] == place and not s.get("effective", True)]
        if failed:
            said = f"{NAMES[side]} searched {place} by night, in vain on a {failed[0]['die']}"
            yield _miss(reel, look.turn, side, said, place, ships, 0)
        elif any(reel.kind(ship) == "CV" for ship in ships):
            yield from _unseen(reel, look, side, place, ships)


def _unseen(reel: Reel, look: Look, side: str, place: str, ships: Sequence[str]) -> Iterator[Miss]:
    distance = reel.end.board.distance
    far = min((distance(place, hex_) for hex_ in look.covered[side]), default=0)
    bombers = look.reach[side].get(place, 0)
    if far == BESIDE:
        # The search that came nearest is named; of equals the first declared.
        near = [s for s in look.searches if s["by"] == side and s.get("effective", True)]
        nearest = min(distance(place, s["hex"]) for s in near)
        said = listed(s["hex"] for s in near if distance(place, s["hex"]) == nearest)
        yield _miss(reel, look.turn, side, f"{NAMES[side]} searched {said}", place, ships, 1, bombers, "beyond")
    elif bombers and (far or not look.covered[side]):
        yield _miss(reel, look.turn, side, f"{NAMES[side]} did not look at {place}", place, ships, 0, bombers)


# Attacks.


def _of_attacks(reel: Reel) -> Iterator[Miss]:
    """Strikes and submarine attacks on hexes where nobody was, and strikes that did not find who was there."""
    flying: dict[tuple[str, str], int] = {}
    fight: dict[str, JSON] = {}
    for moment in reel.moments:
        f = moment.facts
        if moment.kind == "strikes":
            side = next(side for side in SIDES if moment.only(side))
            flying |= {(side, strike["to"]): len(units_of(strike)) for strike in f["strikes"]}
        elif moment.kind == "strike":
            fight = f
        elif moment.kind == "empty":
            units = flying.get((fight["by"], BASE if fight["base"] else fight["hex"]), 0)
            said = f"{NAMES[fight['by']]} struck {fight['hex']} with {counted(units, 'air unit')}, nothing there"
            yield from _beside(reel, moment, fight["by"], fight["hex"], said, NEAR)
        elif moment.kind == "astray":
            yield from _astray(reel, moment, fight["by"], fight["hex"])
        elif moment.kind == "sub-attack" and not f["ships"]:
            said = f"{NAMES[f['by']]} sent submarines into {f['hex']}, nothing there"
            yield from _beside(reel, moment, f["by"], f["hex"], said, BESIDE)


def _astray(reel: Reel, moment: Moment, side: str, place: str) -> Iterator[Miss]:
    ships = _lying(reel, moment.truth, side).get(place)
    if ships:
        yield _miss(
            reel, moment.turn, side, f"{NAMES[side]} struck {place} and no wave found the way there", place, ships, 0
        )


def _beside(reel: Reel, moment: Moment, side: str, place: str, said: str, near: int) -> Iterator[Miss]:
    """The most painful of the hexes near an empty one."""
    distance = reel.end.board.distance
    found = [
        _miss(reel, moment.turn, side, said, other, ships, distance(place, other))
        for other, ships in _lying(reel, moment.truth, side).items()
        if 0 < distance(place, other) <= near
    ]
    yield from dearest(found, 1)


# Both.


def _lying(reel: Reel, at: Mapping[str, str], side: str) -> dict[str, list[str]]:
    """The enemy's surface ships, by hex."""
    return by_place({s: place for s, place in at.items() if reel.side(s) == ENEMY[side] and reel.end.is_surface(s)})


def _miss(
    reel: Reel,
    turn: int,
    side: str,
    said: str,
    lay: str,
    ships: Iterable[str],
    off: int,
    bombers: int = 0,
    how: str = "away",
) -> Miss:
    found = reel.ranked(ships)
    carriers = tuple(ship for ship in found if reel.kind(ship) == "CV")
    others = tuple(ship for ship in found if ship not in carriers)
    return Miss(turn, side, said, lay, carriers, others, off, bombers, how)
