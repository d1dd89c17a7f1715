"""Track charts: the ways the ships of each fleet took, turn by turn, and where they ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from umpire.games.midway.aftermath.reel import Reel
from umpire.table.words import listed

AFLOAT, SUNK, LEFT = "", "sunk", "left the board"


@dataclass(frozen=True)
class Stop:
    """Where a ship stood as a turn ended; turn 0 is set-up."""

    turn: int
    zone: str


@dataclass(frozen=True)
class Way:
    """A way that one or several ships went together from first to last."""

    ships: tuple[str, ...]
    stops: tuple[Stop, ...]
    end: str = AFLOAT
    ended: int = 0
    """The turn in which they were sunk or left."""

    @property
    def words(self) -> str:
        """``A-2-D (set-up), B-2-F (1–3), C-2-E (4); sunk on turn 4``."""
        held: list[tuple[str, list[int]]] = []
        for stop in self.stops:
            if held and held[-1][0] == stop.zone:
                held[-1][1].append(stop.turn)
            else:
                held.append((stop.zone, [stop.turn]))
        made = ", ".join(f"{zone} ({turns_words(turns)})" for zone, turns in held)
        return f"{made}; {self.end} on turn {self.ended}" if self.end else made


def runs(turns: Iterable[int]) -> list[tuple[int, int]]:
    """Turns as stretches, each by its first and its last."""
    made: list[tuple[int, int]] = []
    for turn in sorted(set(turns)):
        if made and turn == made[-1][1] + 1:
            made[-1] = (made[-1][0], turn)
        else:
            made.append((turn, turn))
    return made


def turns_words(turns: Iterable[int]) -> str:
    """``set-up``, ``3``, ``3–5, 9``."""
    named = [(str(first) if first else "set-up", str(last) if last else "set-up") for first, last in runs(turns)]
    return ", ".join(first if first == last else f"{first}–{last}" for first, last in named)


def label(turns: Iterable[int]) -> str:
    """What fits beside a zone on the chart: the first stretch, with a plus when there are more. Turn 0 is set-up."""
    found = runs(turns)
    first, last = found[0]
    return (f"{first}" if first == last else f"{first}–{last}") + ("+" if len(found) > 1 else "")


def ways(reel: Reel, side: str) -> list[Way]:
    """The ways of a fleet, ships that went together as one."""
    alike: dict[tuple[tuple[Stop, ...], str, int], list[str]] = {}
    ends = _ends(reel)
    for ship, stops in _stops(reel).items():
        if reel.side(ship) == side:
            alike.setdefault((stops, *ends.get(ship, (AFLOAT, 0))), []).append(ship)
    return [Way(tuple(reel.ranked(ships)), *way) for way, ships in alike.items()]


def _stops(reel: Reel) -> dict[str, tuple[Stop, ...]]:
    """Where each ship stood as each turn ended; where she was sunk counts."""
    at: dict[str, dict[int, str]] = {ship: {} for ship in reel.end.ships}
    for moment in reel.moments:
        for ship, zone in moment.truth.items():
            at[ship][moment.turn] = zone
    return {
        ship: tuple(Stop(turn, zone) for turn, zone in sorted(stood.items())) for ship, stood in at.items() if stood
    }


def _ends(reel: Reel) -> dict[str, tuple[str, int]]:
    made: dict[str, tuple[str, int]] = {}
    for moment in reel.moments:
        if moment.kind == "sunk":
            made[moment.facts["ship"]] = (SUNK, moment.turn)
        elif moment.kind == "ships":
            made |= dict.fromkeys(moment.facts.get("left", ()), (LEFT, moment.turn))
    return made


@dataclass(frozen=True)
class Leg:
    """From one zone to another, whoever sailed it."""

    a: str
    b: str


def legs(found: Iterable[Way]) -> list[Leg]:
    """Every stretch sailed, once."""
    made: dict[Leg, None] = {}
    for way in found:
        for one, two in zip(way.stops, way.stops[1:], strict=False):
            if one.zone != two.zone:
                made[Leg(one.zone, two.zone)] = None
    return list(made)


def marks(found: Iterable[Way]) -> dict[str, list[int]]:
    """By zone, the turns at whose end some ship of the fleet stood there."""
    turns: dict[str, list[int]] = {}
    for way in found:
        for stop in way.stops:
            turns.setdefault(stop.zone, []).append(stop.turn)
    return {zone: sorted(set(stood)) for zone, stood in sorted(turns.items())}


def sunk(found: Sequence[Way]) -> dict[str, str]:
    """By zone, who went down there and when."""
    made: dict[str, list[str]] = {}
    for way in found:
        if way.end == SUNK and way.stops:
            made.setdefault(way.stops[-1].zone, []).append(f"{listed(way.ships)}, turn {way.ended}")
    return {zone: "; ".join(names) for zone, names in sorted(made.items())}
