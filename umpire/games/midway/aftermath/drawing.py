"""The search boards as drawings: for the scrubbed maps one list of marks a picture, and the track charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.aftermath.film import Mark, Store
from umpire.games.aftermath.tracks import Way
from umpire.games.aftermath.tracks import chart as chart_of
from umpire.games.midway.aftermath.reel import AUDIENCES, Frame, Held, Moment, Reel
from umpire.games.midway.picture import (
    STEP_WORDS,
    Z,
    area_box,
    centre,
    drawn_as,
    grid,
    landmarks,
    whole_view,
)
from umpire.games.midway.terms import NAMES, SIDES, US, when
from umpire.games.midway.words import types_words
from umpire.games.showing import by_place, fade
from umpire.table.plot import UMPIRE
from umpire.table.words import listed

JSON = Any
SHAPE = {US: "square", "japan": "circle"}
TRACK_ZONE = 45
"""Pixels of a zone on a track chart."""


def board(reel: Reel) -> dict[str, JSON]:
    """What stays still on every map."""
    drawn = reel.end.board
    return {"grid": grid(drawn), "view": whole_view(drawn), "land": landmarks(reel.end, drawn)}


def film(reel: Reel, shown: Sequence[Frame]) -> dict[str, JSON]:
    """Every frame's maps, each mark and each picture written down once."""
    store = Store()
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
    for zone, found in by_place({s: z for s, z in held.at.items() if reel.side(s) == side}).items():
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

    def kind(ship: str) -> str:
        return str(reel.end.ships[ship]["type"])

    return {
        "name": NAMES[side],
        "shape": SHAPE[side],
        "wide": drawn.columns * 3 * TRACK_ZONE,
        **chart_of(found, lambda zone: centre(drawn, zone), reel.ranked, kind),
    }
