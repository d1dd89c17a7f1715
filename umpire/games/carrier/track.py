"""The arithmetic of search tracks: their boxes, whom a box covers, endurance, and the way home (5.0, 12.2, 19.2).

A track lies on its group as boxes by their place, ``{"1": {"range": [0, 3], "available": {"SBD": 2}, "used": {}}}``.
What a record leaves out of a box is empty, and a box's range is as the printed track has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.charts import Chart
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.terms import ENDURANCE, TYPES
from umpire.table.charts import Field
from umpire.table.numbered import distance
from umpire.table.words import listed

JSON = Any
Range = tuple[int, int]
Box = dict[str, JSON]

PLACES = ("1", "2", "3", "4", "5")
RANGES = ("0-3", "4-7", "8-9")
NO_BOX = "-"
TRANSFER = 3
"""Hexes within which search steps may change to another track (19.2)."""

TRACK = Chart(
    "search_track",
    "Search tracks",
    lambda kind: (
        f"Search Track of a {'land base' if kind == 'base' else 'carrier task force'}, box by box, out and back"
    ),
    tuple(Field(place, f"box {place}", 1, 0, (*RANGES, NO_BOX)) for place in PLACES),
    "12.2",
)


def cell_of(plot: CarrierPlot, group: str) -> str:
    """The key of a group's printed track."""
    return f"search_track/{'base' if plot.groups[group]['base'] else 'carrier'}"


def printed_ranges(plot: CarrierPlot, group: str) -> list[Range]:
    """The boxes of a group's printed track, in order; what the app supposes of it until the players have said."""
    key = cell_of(plot, group)
    value = charts.value(plot.kit, key) if charts.has(plot.kit, key) else charts.suggested(key)
    return [_range(value[place]) for place in PLACES if value[place] != NO_BOX]


def _range(words: str) -> Range:
    low, _, high = words.partition("-")
    return int(low), int(high)


def named(span: Sequence[int]) -> str:
    """A range as it is printed in its box: ``4-7``."""
    return f"{span[0]}-{span[1]}"


def boxes(plot: CarrierPlot, group: str) -> dict[str, Box]:
    """A group's whole track, box by box in order, whatever of it stands on the record."""
    track = plot.groups[group]["track"]
    ranges = printed_ranges(plot, group)
    places = [str(n) for n in range(1, max([len(ranges), *(int(place) for place in track)]) + 1)]
    made: dict[str, Box] = {}
    for n, place in enumerate(places):
        box = track.get(place, {})
        span = list(box.get("range") or ranges[min(n, len(ranges) - 1)])
        made[place] = {"range": span, "available": _held(box, "available"), "used": _held(box, "used")}
    return made


def _held(box: Mapping[str, JSON], part: str) -> dict[str, int]:
    return {type: box[part][type] for type in TYPES if box.get(part, {}).get(type)}


def steps_of(box: Mapping[str, JSON]) -> dict[str, int]:
    """All steps in a box, Available and Used, by type."""
    return joined(box["available"], box["used"])


def joined(some: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Two lots of steps, by type, together."""
    both = {type: some.get(type, 0) + more.get(type, 0) for type in TYPES}
    return {type: n for type, n in both.items() if n}


def flying(plot: CarrierPlot, group: str) -> int:
    """Steps on a group's track."""
    return sum(total(steps_of(box)) for box in boxes(plot, group).values())


def searchers(plot: CarrierPlot) -> list[str]:
    """Groups with steps on their track, by name."""
    return sorted(name for name in plot.groups if plot.groups[name]["track"] and flying(plot, name))


def said(steps: Mapping[str, int]) -> str:
    """Steps by type in words: ``2 SBD and 1 F4F``."""
    return listed(f"{steps[type]} {type}" for type in TYPES if steps.get(type)) or "none"


def by_number(forces: Iterable[str]) -> list[str]:
    """Forces in the order of their counters: C2 before C10, combat before transport."""
    return sorted(forces, key=lambda name: (name[:1], int(re.sub(r"\D", "", name) or 0), name))


def within(span: Sequence[int], hexes: int) -> bool:
    return bool(span[0] <= hexes <= span[1])


def covered(plot: CarrierPlot, group: str, place: str) -> list[str]:
    """Forces that a box covers, by number; a dummy that waits for the strikes aimed at it is none any more (6.1)."""
    span, at = boxes(plot, group)[place]["range"], plot.groups[group]["hex"]
    forces = (name for name, f in plot.forces.items() if not f["leaves"] and within(span, distance(at, f["hex"])))
    return by_number(forces)


def entered(plot: CarrierPlot, force: str, before: str) -> list[tuple[str, str]]:
    """Boxes with Used steps that cover a force where it is and did not where it was before, as (group, place) (12.2)."""
    now = plot.forces[force]["hex"]
    made = []
    for group in searchers(plot):
        at = plot.groups[group]["hex"]
        for place, box in boxes(plot, group).items():
            was = bool(before) and within(box["range"], distance(at, before))
            if box["used"] and not was and within(box["range"], distance(at, now)):
                made.append((group, place))
    return made


# Moving on (12.2).


def onward(ranges: Sequence[Sequence[int]], at: int, type: str) -> int | None:
    """Which box a step moves on to from the box of index `at`; None for the Landing box.

    A box that reaches farther than half its endurance is passed over for the next that lies nearer than its own.
    """
    after = at + 1
    if after >= len(ranges):
        return None
    if 2 * ranges[after][1] <= ENDURANCE[type]:
        return after
    return next((n for n in range(after, len(ranges)) if ranges[n][1] < ranges[at][1]), None)


def shifted(track: Mapping[str, Box]) -> tuple[dict[str, Box], dict[str, int]]:
    """A track once every box has moved on, all its steps Available, and by type the steps that came home."""
    ranges = [box["range"] for box in track.values()]
    moved: dict[str, Box] = {p: {"range": list(box["range"]), "available": {}, "used": {}} for p, box in track.items()}
    home: dict[str, int] = {}
    for at, box in enumerate(track.values()):
        for type, n in steps_of(box).items():
            to = onward(ranges, at, type)
            part = home if to is None else moved[list(moved)[to]]["available"]
            part[type] = part.get(type, 0) + n
    return moved, home


def landing(box: Sequence[Sequence[JSON]], home: Mapping[str, int]) -> list[list[JSON]]:
    """A Landing box with the steps that came home, their time aloft their endurance (12.2)."""
    made = [list(each) for each in box]
    for type, n in home.items():
        same = next((each for each in made if each[0] == type and each[2] == ENDURANCE[type]), None)
        if same:
            same[1] += n
        else:
            made.append([type, n, ENDURANCE[type]])
    return made


# Another track (19.2).


def _going_out(track: Mapping[str, Box], place: str) -> bool:
    """Whether a box lies before a track's turning point, or is it."""
    spans = [box["range"][1] for box in track.values()]
    return list(track).index(place) <= spans.index(max(spans))


def same_box(plot: CarrierPlot, group: str, place: str, other: str) -> str:
    """The box of another group's track that corresponds to one: of its range, on the same leg; empty for none."""
    mine, theirs = boxes(plot, group), boxes(plot, other)
    alike = [each for each, box in theirs.items() if box["range"] == mine[place]["range"]]
    leg = [each for each in alike if _going_out(theirs, each) == _going_out(mine, place)]
    return next(iter([*leg, *alike]), "")


def refuges(plot: CarrierPlot, group: str) -> list[str]:
    """Other task forces with a carrier afloat, and land bases, whose tracks a group's search steps may change to."""
    here = plot.groups[group]["hex"]
    others = (
        name
        for name, each in plot.groups.items()
        if name != group and not each["gone"] and (each["base"] or plot.carriers_of(name))
    )
    return sorted(name for name in others if distance(here, plot.groups[name]["hex"]) <= TRANSFER)
