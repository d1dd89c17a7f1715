"""The hex map as a drawing: for the scrubbed maps one list of marks a picture, and the track charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.aftermath.film import Mark, Store
from umpire.games.aftermath.tracks import Way
from umpire.games.aftermath.tracks import chart as chart_of
from umpire.games.showing import by_place, fade
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.aftermath.reel import AUDIENCES, Frame, Held, Moment, Reel
from umpire.games.victory_at_midway.battle_plot import GONE
from umpire.games.victory_at_midway.map_picture import HALF_WIDE, SHAPE, centre, grid, islands, outlines
from umpire.games.victory_at_midway.picture import STEP_WORDS
from umpire.games.victory_at_midway.terms import NAMES, SIDES, US, halves
from umpire.games.victory_at_midway.turns import dated
from umpire.table.plot import UMPIRE
from umpire.table.words import listed

JSON = Any
TRACK_COLUMN = 58
"""Pixels of a column on a track chart."""
REMEMBERED = 3
"""Turns after which an old sighting is left off."""


# What stays still.

NO_MAP = {"view": "0 0 100 60", "grid": {"scale": "1.00", "hexes": "", "names": []}, "islands": [], "fog": ""}


def board(reel: Reel) -> dict[str, JSON]:
    """The printed map; nothing of it where the game ended before its components were read out."""
    if not reel.end.kit:
        return NO_MAP
    drawn = reel.end.board
    printed = grid(drawn)
    fog = outlines(drawn, kits.fog_of(reel.end.kit)) if reel.end.option("fog") else ""
    return {"view": printed["view"], "grid": printed, "islands": islands(drawn), "fog": fog}


# The film.


def film(reel: Reel, shown: Sequence[Frame]) -> dict[str, JSON]:
    """Every frame's maps, each mark and each picture written down once."""
    store = Store()
    made = []
    wrecks: dict[str, tuple[str, int]] = {}
    before: Moment | None = None
    for frame in shown:
        for moment in frame.moments:
            if moment.kind == "units-hit" and before is not None:
                wrecks |= _went_down(reel, moment, before)
            before = moment
        maps = [store.picture(marks_of(reel, frame.last, audience, wrecks)) for audience in AUDIENCES]
        made.append({**clock(reel, frame), "maps": maps, "said": frame.said, "key": frame.key})
    names = ["The truth", *(f"{NAMES[side]} knew" for side in SIDES)]
    return {"names": names, "marks": store.marks, "pictures": store.pictures, "frames": made}


def _went_down(reel: Reel, moment: Moment, before: Moment) -> dict[str, tuple[str, int]]:
    gone = [unit for unit, left in moment.facts["units"].items() if left == GONE and unit in reel.end.ships]
    return {ship: (before.truth.get(ship, ""), moment.turn) for ship in gone}


def clock(reel: Reel, frame: Frame) -> dict[str, JSON]:
    """When a frame is, for the line above the maps."""
    last = frame.last
    step = "The end" if last.kind == "ended" else STEP_WORDS.get(frame.step, frame.step.capitalize())
    at = dated(reel.end, last.turn) + (", fog" if last.fog and last.turn else "")
    return {"turn": last.turn, "at": at, "step": step, "score": [halves(last.score[side]) for side in SIDES]}


def marks_of(reel: Reel, moment: Moment, audience: str, wrecks: Mapping[str, tuple[str, int]]) -> list[Mark]:
    """What one audience's map showed, and in the truth where ships went down."""
    held = moment.held[audience]
    drawn: list[Mark] = []
    for place in held.searched:
        x, y = _xy(reel, place)
        drawn.append(["called", x - HALF_WIDE, y - HALF_WIDE, 2 * HALF_WIDE])
    if audience == UMPIRE:
        drawn += _wrecks(reel, wrecks)
    drawn += [_seen(reel, held, each, moment.turn) for each in _fresh(held, moment.turn)]
    for side in SIDES:
        drawn += _stacks(reel, held, side, moment.turn)
    return drawn + [["target", *_xy(reel, place)] for place in held.fought]


def _xy(reel: Reel, place: str) -> tuple[int, int]:
    at = centre(reel.end.board, place)
    return at["x"], at["y"]


def _wrecks(reel: Reel, wrecks: Mapping[str, tuple[str, int]]) -> list[Mark]:
    hexes: dict[str, list[str]] = {}
    for ship, (place, turn) in wrecks.items():
        if place:
            hexes.setdefault(place, []).append(f"{ship}, sunk on turn {turn}")
    return [
        ["cross", *_xy(reel, place), "", 0, f"{place}: {'; '.join(names)}"] for place, names in sorted(hexes.items())
    ]


def _stacks(reel: Reel, held: Held, side: str, turn: int) -> list[Mark]:
    made: list[Mark] = []
    others = [place for ship, place in held.at.items() if reel.side(ship) != side]
    others += [each["hex"] for each in _fresh(held, turn)]
    for place, found in by_place({s: at for s, at in held.at.items() if reel.side(s) == side}).items():
        order = reel.ranked(found)
        x, y = _xy(reel, place)
        x += _aside(side) if place in others else 0
        made.append([SHAPE[side], x, y, reel.kind(order[0]), len(order), f"{place}: {listed(order)}"])
    return made


def _aside(side: str) -> int:
    """Both sides in one hex: each a little off the middle, so that both are seen."""
    return -HALF_WIDE // 2 if side == US else HALF_WIDE // 2


def _fresh(held: Held, turn: int) -> list[JSON]:
    """What a side had seen and had not long been overtaken."""
    return [each for each in held.seen if turn - each["turn"] <= REMEMBERED]


def _seen(reel: Reel, held: Held, each: JSON, turn: int) -> Mark:
    x, y = _xy(reel, each["hex"])
    x += _aside(each["of"]) if each["hex"] in held.at.values() else 0
    age = turn - each["turn"]
    words = f"{each['hex']}: {each['words']}, turn {each['turn']}"
    return [f"open-{SHAPE[each['of']]}", x, y, each["type"], 0, words, fade(age), f"t{each['turn']}" if age else ""]


# Track charts.


def chart(reel: Reel, side: str, found: Sequence[Way]) -> dict[str, JSON]:
    """One side's ways on the map, the turns along them."""
    drawn = reel.end.board
    wide = drawn.columns * TRACK_COLUMN
    ways = chart_of(found, lambda place: centre(drawn, place), reel.ranked, reel.kind)
    return {"name": NAMES[side], "shape": SHAPE[side], "wide": wide, **ways}
