"""What the screens of every game show alike: the size of letters, old sightings, news, and what to do with pieces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from umpire.table.board import spoken
from umpire.table.plot import Dispatch, Plot
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]
Lines = list[str]
Shared = Mapping[str, Callable[[Any, Facts], Lines]]
"""What all do on the boards they share after a dispatch of a kind."""
Own = Mapping[str, Callable[[Any, str, Facts], Lines]]
"""What a side does on its own board, behind its screen."""

PHONE = (366, 284)
"""Pixels across and down that a phone of 390 by 664 leaves to a board."""


def scaled(width: int, height: int) -> str:
    """How much counters and letters, drawn 12 units and up, must be scaled to be 12 pixels on a phone."""
    return _hundredths(max(-(-100 * width // PHONE[0]), -(-100 * height // PHONE[1])))


def legible(width: int, height: int) -> str:
    """As `scaled`, but never smaller than drawn."""
    return _hundredths(max(100, -(-100 * width // PHONE[0]), -(-100 * height // PHONE[1])))


def _hundredths(n: int) -> str:
    return f"{n // 100}.{n % 100:02d}"


def fade(age: int) -> str:
    """How faint a sighting is drawn so many turns after it was made."""
    return "fresh" if age == 0 else "recent" if age < 3 else "old"


def by_place(at: Mapping[str, str]) -> dict[str, list[str]]:
    """The ships of each place, the places in order."""
    places: dict[str, list[str]] = {}
    for ship, place in at.items():
        places.setdefault(place, []).append(ship)
    return dict(sorted(places.items()))


def read_out(place: str, *marks: Sequence[Facts], within: Callable[[str], str] = str) -> str:
    """A place for those who have it read out: its name, then what is drawn there, each mark as it was `told`.

    `within` gives the larger place that a mark's own lies in, where that is what is tapped.
    """
    here = [mark["told"] for each in marks for mark in each if within(mark["place"]) == place]
    return "; ".join([spoken(place), *here])


def own_told(ships: Iterable[str]) -> str:
    """Own ships of a place, read out."""
    return f"your {listed(ships)}"


def news(
    plot: Plot,
    sayings: Mapping[str, Callable[[Facts], str]],
    announced: Collection[str],
    silent: Callable[[Dispatch], bool],
    turns: int = 1,
    most: int = 3,
) -> list[str]:
    """What was last said aloud in so many turns, the newest last: dispatches of some kinds, but for the silent ones."""
    made: list[str] = []
    for dispatch in reversed(plot.heard):
        if dispatch.kind == "turn":
            turns -= 1
        if not turns or len(made) == most:
            break
        if dispatch.kind in announced and not dispatch.struck and not silent(dispatch):
            words = sayings[dispatch.kind](dispatch.facts)
            made += [words] if words not in made else []
    return made[::-1]


def cards(plot: Plot, side: str, starts: Collection[str], shared: Shared, own: Own) -> dict[str, Lines]:
    """The last part of play that left something to do, in lines: ``shared`` for all, ``own`` for a side's own board.

    With a dispatch of a kind in `starts` a new thing to do begins: what was to do before it is done.
    """
    for said in _parts(plot.heard, starts):
        all_do = [line for d in said if d.kind in shared for line in shared[d.kind](plot, d.facts)]
        one_does = [line for d in said if side and d.kind in own for line in own[d.kind](plot, side, d.facts)]
        if all_do or one_does:
            return {"shared": all_do, "own": one_does}
    return {"shared": [], "own": []}


def _parts(heard: Sequence[Dispatch], starts: Collection[str]) -> Iterator[list[Dispatch]]:
    """What was told, the newest part first, back to where the last turn began."""
    part: list[Dispatch] = []
    turns = 0
    for dispatch in reversed(heard):
        if dispatch.struck:
            continue
        part.append(dispatch)
        turns += dispatch.kind == "turn"
        if dispatch.kind in starts:
            yield part[::-1]
            part = []
        if turns == 2:
            return
    yield part[::-1]
