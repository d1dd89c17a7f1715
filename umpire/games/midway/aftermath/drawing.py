"""The search boards as drawings: for the scrubbed maps one list of marks a picture, and the track charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.midway.aftermath.reel import AUDIENCES, Frame, Held, Moment, Reel
from umpire.games.midway.aftermath.tracks import Way, label, legs, marks, sunk, turns_words
from umpire.games.midway.picture import (
    STEP_WORDS,
    Z,
    area_box,
    by_zone,
    centre,
    drawn_as,
    fade,
    grid,
    landmarks,
    whole_view,
)
from umpire.games.midway.terms import NAMES, SIDES, US, when
from umpire.games.midway.words import types_words
from umpire.table.plot import UMPIRE
from umpire.table.words import listed

JSON = Any
Mark = list[JSON]
"""A mark: its form, x and y, then for a counter its type, its number and its words; for a sighting also its age."""
SHAPE = {US: "square", "japan": "circle"}
TRACK_ZONE = 40
"""Pixels of a zone on a track chart."""


def board(reel: Reel) -> dict[str, JSON]:
    """What stays still on every map."""
    drawn = reel.end.board
    return {"grid": grid(drawn), "view": whole_view(drawn), "land": landmarks(reel.end, drawn)}


def film(reel: Reel, shown: Sequence[Frame]) -> dict[str, JSON]:
    """Every frame's maps, each mark and each picture written down once."""
    store = _Store()
    made = []
    wrecks: dict[str, tuple[str, int]] = {}
    before: Moment | None = None
    for frame in shown:
        for moment in frame.moments:
            if moment.kind == "sunk" and before is not None:
                ship = moment.facts["ship"]
                wrecks[ship] = (before.truth.get(ship, ""), moment.turn)
            before = moment
        made.append(
            {
                **clock(frame.last),
                "maps": [store.picture(marks_of(reel, frame.last, audience, wrecks)) for audience in AUDIENCES],
                "said": frame.said,
                "key": frame.key,
            }
        )
    names = ["The truth", *(f"{NAMES[side]} knew" for side in SIDES)]
    return {"names": names, "marks": store.marks, "pictures": store.pictures, "frames": made}


class _Store:
    """Marks and pictures by number."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.pictures: list[list[int]] = []
        self._mark: dict[str, int] = {}
        self._picture: dict[tuple[int, ...], int] = {}

    def picture(self, drawn: Sequence[Mark]) -> int:
        numbers = tuple(self._number(mark) for mark in drawn)
        if numbers not in self._picture:
            self._picture[numbers] = len(self.pictures)
            self.pictures.append(list(numbers))
        return self._picture[numbers]

    def _number(self, mark: Mark) -> int:
        key = repr(mark)
        if key not in self._mark:
            self._mark[key] = len(self.marks)
            self.marks.append(mark)
        return self._mark[key]


def clock(moment: Moment) -> dict[str, JSON]:
    """When a frame is, for the line above the maps."""
    over = moment.kind == "ended"
    step = "The end" if over else STEP_WORDS.get(moment.step, moment.step.capitalize())
    light = ", night" if moment.night else ""
    at = f"Turn {moment.turn}, {when(moment.turn)}{light}" if moment.turn else "Before the first turn"
    return {"turn": moment.turn, "at": at, "step": step, "score": [moment.score[side] for side in SIDES]}


# One map.


def marks_of(reel: Reel, moment: Moment, audience: str, wrecks: Mapping[str, tuple[str, int]]) -> list[Mark]:
    """What one audience's search board showed, and in the truth where ships went down."""
    held = moment.held[audience]
    drawn = _called(reel, held)
    if audience == UMPIRE:
        drawn += _wrecks(reel, wrecks)
    drawn += _seen(reel, held, moment.turn)
    for side in SIDES:
        drawn += _stacks(reel, held, side)
    return drawn + [["target", *_xy(reel, zone)] for zone in held.attacked]


def _xy(reel: Reel, zone: str) -> tuple[int, int]:
    at = centre(reel.end.board, zone)
    return at["x"], at["y"]


def _called(reel: Reel, held: Held) -> list[Mark]:
    made: list[Mark] = []
    for area in dict.fromkeys(area for _, area in held.called):
        box = area_box(reel.end.board, area)
        made.append(["called", box["x"], box["y"], box["size"]])
    return made


def _wrecks(reel: Reel, wrecks: Mapping[str, tuple[str, int]]) -> list[Mark]:
    zones: dict[str, list[str]] = {}
    for ship, (zone, turn) in wrecks.items():
        if zone:
            zones.setdefault(zone, []).append(f"{ship}, sunk on turn {turn}")
    return [["cross", *_xy(reel, zone), "", 0, f"{zone}: {'; '.join(names)}"] for zone, names in sorted(zones.items())]


def _stacks(reel: Reel, held: Held, side: str) -> list[Mark]:
    ships = reel.end.ships
    made: list[Mark] = []
    for zone, found in by_zone({s: z for s, z in held.at.items() if reel.side(s) == side}).items():
        order = reel.ranked(found)
        x, y = _xy(reel, zone)
        shared = any(at == zone and reel.side(s) != side for s, at in held.at.items())
        # Both sides in one zone: each a little off the middle, so that both are seen.
        x += (-Z // 3 if side == US else Z // 3) if shared else 0
        made.append([SHAPE[side], x, y, ships[order[0]]["type"], len(order), f"{zone}: {listed(order)}"])
    return made


def _seen(reel: Reel, held: Held, turn: int) -> list[Mark]:
    made: list[Mark] = []
    for seen in held.seen:
        age = turn - seen["turn"]
        for found in seen["found"]:
            words = f"{found['zone']}: {types_words(found)}, seen on turn {seen['turn']}"
            shape = "open-circle" if seen["by"] == US else "open-square"
            when_seen = f"t{seen['turn']}" if age else ""
            made.append([shape, *_xy(reel, found["zone"]), drawn_as(found), 0, words, fade(age), when_seen])
    return made


# Track charts.


def chart(reel: Reel, side: str, found: Sequence[Way]) -> dict[str, JSON]:
    """One fleet's ways on the board, the turns along them."""
    drawn = reel.end.board
    ends: dict[str, list[str]] = {}
    for way in found:
        if way.stops and not way.end:
            ends.setdefault(way.stops[-1].zone, []).extend(way.ships)
    last = []
    for zone, ships in sorted(ends.items()):
        order = reel.ranked(ships)
        kind = reel.end.ships[order[0]]["type"]
        last.append({**centre(drawn, zone), "type": kind, "n": len(order), "words": f"{zone}: {listed(order)}"})
    return {
        "name": NAMES[side],
        "shape": SHAPE[side],
        "wide": drawn.columns * 3 * TRACK_ZONE,
        "legs": [{"a": centre(drawn, leg.a), "b": centre(drawn, leg.b)} for leg in legs(found)],
        "stops": [
            {"zone": zone, **centre(drawn, zone), "label": label(turns), "words": turns_words(turns)}
            for zone, turns in marks(found).items()
        ],
        "sunk": [{**centre(drawn, zone), "words": words} for zone, words in sunk(found).items()],
        "last": last,
        "ways": [{"ships": listed(way.ships), "words": way.words} for way in found],
    }
