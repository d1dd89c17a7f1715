"""Track charts: the ways ships took, turn by turn, and where they ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.table.words import listed

JSON = Any
AFLOAT, SUNK, LEFT = "", "sunk", "left the board"


@dataclass(frozen=True)
class Stop:
    """Where a ship stood as a turn ended; turn 0 is set-up."""

    turn: int
    place: str


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
            if held and held[-1][0] == stop.place:
                held[-1][1].append(stop.turn)
            else:
                held.append((stop.place, [stop.turn]))
        made = ", ".join(f"{place} ({turns_words(turns)})" for place, turns in held)
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
    """What fits beside a place on the chart: the first stretch, with a plus when there are more. Turn 0 is set-up."""
    found = runs(turns)
    first, last = found[0]
    return (f"{first}" if first == last else f"{first}–{last}") + ("+" if len(found) > 1 else "")


def ways(
    stood: Iterable[tuple[int, Mapping[str, str]]],
    ships: Sequence[str],
    ends: Mapping[str, tuple[str, int]],
    ranked: Callable[[Iterable[str]], list[str]],
) -> list[Way]:
    """The ways of some ships, those that went together as one.

    `stood` says turn after turn, as often as may be, where ships stood: the last of a turn counts, and so does
    where one was sunk. `ends` are the ends of those that did not stay to the last.
    """
    at: dict[str, dict[int, str]] = {ship: {} for ship in ships}
    for turn, places in stood:
        for ship, place in places.items():
            if ship in at:
                at[ship][turn] = place
    alike: dict[tuple[tuple[Stop, ...], str, int], list[str]] = {}
    for ship, turns in at.items():
        if turns:
            stops = tuple(Stop(turn, place) for turn, place in sorted(turns.items()))
            alike.setdefault((stops, *ends.get(ship, (AFLOAT, 0))), []).append(ship)
    return [Way(tuple(ranked(together)), *way) for way, together in alike.items()]


@dataclass(frozen=True)
class Leg:
    """From one place to another, whoever sailed it."""

    a: str
    b: str


def legs(found: Iterable[Way]) -> list[Leg]:
    """Every stretch sailed, once."""
    made: dict[Leg, None] = {}
    for way in found:
        for one, two in zip(way.stops, way.stops[1:], strict=False):
            if one.place != two.place:
                made[Leg(one.place, two.place)] = None
    return list(made)


def marks(found: Iterable[Way]) -> dict[str, list[int]]:
    """By place, the turns at whose end some ship stood there."""
    turns: dict[str, list[int]] = {}
    for way in found:
        for stop in way.stops:
            turns.setdefault(stop.place, []).append(stop.turn)
    return {place: sorted(set(stood)) for place, stood in sorted(turns.items())}


def sunk(found: Sequence[Way]) -> dict[str, str]:
    """By place, who went down there and when."""
    made: dict[str, list[str]] = {}
    for way in found:
        if way.end == SUNK and way.stops:
            made.setdefault(way.stops[-1].place, []).append(f"{listed(way.ships)}, turn {way.ended}")
    return {place: "; ".join(names) for place, names in sorted(made.items())}


def chart(
    found: Sequence[Way],
    centre: Callable[[str], dict[str, int]],
    ranked: Callable[[Iterable[str]], list[str]],
    kind: Callable[[str], str],
) -> dict[str, JSON]:
    """The ways of one fleet as a drawing, the turns along them, and in words.

    `centre` is where the middle of a place is drawn, `kind` the type of a ship as its counter bears it.
    """
    return {
        "legs": [{"a": centre(leg.a), "b": centre(leg.b)} for leg in legs(found)],
        "stops": [
            {"place": place, **centre(place), "label": label(turns), "words": turns_words(turns)}
            for place, turns in marks(found).items()
        ],
        "sunk": [{**centre(place), "words": words} for place, words in sunk(found).items()],
        "last": [_stack(place, ranked(ships), centre, kind) for place, ships in last(found).items()],
        "ways": [{"ships": listed(way.ships), "words": way.words} for way in found],
    }


def _stack(
    place: str, ships: Sequence[str], centre: Callable[[str], dict[str, int]], kind: Callable[[str], str]
) -> dict[str, JSON]:
    """Ships that ended in one place, drawn as the first of them."""
    return {**centre(place), "type": kind(ships[0]), "n": len(ships), "words": f"{place}: {listed(ships)}"}


def last(found: Iterable[Way]) -> dict[str, list[str]]:
    """By place, the ships that stood there at the end of the game."""
    ends: dict[str, list[str]] = {}
    for way in found:
        if way.stops and not way.end:
            ends.setdefault(way.stops[-1].place, []).extend(way.ships)
    return dict(sorted(ends.items()))
