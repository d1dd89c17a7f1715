"""The Records Track on paper (13.1): thirty numbered boxes, and where every marker stands on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.japan_sheet import NOT_KNOWN, cups
from umpire.games.carrier.picture import records
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import LIMITS
from umpire.games.paper import Block, lines

JSON = Any
Kit = Mapping[str, JSON]

BOXES = 30
"""Boxes of the track, the first of them 0; markers go on beyond the last on their other side."""
ACROSS = 6
BOX_TALL, NUMBER, LINE, WIDE = 22.0, 8.5, 4.2, 26.0
"""Millimetres: of a box at least, of its number, of a line of a marker in it, and of what it is wide for one."""
NAMES = {"carrier": "Carrier", "surface": "Surface", "transport": "Transport"}


def markers(plot: CarrierPlot) -> list[tuple[int, str]]:
    """Every marker with the box it stands in, as the counter reads: ``Retirement Limit +30``."""
    tree = plot.tree
    made: list[tuple[int, str]] = []
    for which in LIMITS:
        if which in tree["limits"]:
            made += [_whole(f"{NAMES[which]} Limit", tree["limits"][which])]
            made += [_whole(f"{NAMES[which]} Index", tree["index"][which])]
    if "retirement" in tree["limits"]:
        made += [_whole("Retirement Limit", tree["limits"]["retirement"])]
        made += [_parts("Retirement Index", tree["index"]["retirement"], 2)]
    if tree["sequence"]["marker"]:
        made.append(_whole("Number of Forces", tree["sequence"]["marker"]))
    if tree["die"]:
        made.append(_whole("Mission Movement", tree["die"]))
    for name, base in sorted(plot.bases().items()):
        if base["fuel"] is not None:
            made.append(_parts(f"{name} Fuel", base["fuel"], 4))
    return made


def _whole(name: str, n: int) -> tuple[int, str]:
    beyond = n // BOXES * BOXES
    return n % BOXES, f"{name}{f' +{beyond}' if beyond else ''}"


PARTS = {1: "¼", 2: "½", 3: "¾"}


def _parts(name: str, n: int, of: int) -> tuple[int, str]:
    """A marker that may lie on its side for a half; a quarter is noted beside it."""
    box, words = _whole(name, n // of)
    part = n % of * 4 // of
    return box, f"{words}{f' +{PARTS[part]}' if part else ''}"


def records_track(plot: CarrierPlot) -> list[Block]:
    """The track, what stands on it in words, and what is in the cups."""
    words = f"{'; '.join(f'{name}: {value}' for name, value in records(plot))}."
    drawn = track(plot.kit, markers(plot))
    return [replace(drawn, after=[words, *drawn.after]), cups(plot)]


def track(kit: Kit, standing: list[tuple[int, str]]) -> Block:
    """The track with its lines J and US as far as they have been read off, and markers in it."""
    boxes: list[dict[str, Any]] = [
        {
            "n": n,
            "j": _line(kit, f"records_J/{n}", "/∗"),
            "us": _line(kit, f"records_us/{n}", ""),
            "markers": [words for at, words in standing if at == n],
        }
        for n in range(BOXES)
    ]
    rows = [boxes[n : n + ACROSS] for n in range(0, BOXES, ACROSS)]
    fullest = max(NUMBER + sum(lines(words, WIDE) * LINE for words in box["markers"]) for box in boxes)
    return Block("Records Track", rows=rows, form="records", row_tall=max(BOX_TALL, fullest), after=[NOTE])


NOTE = (
    "J: chits drawn in phases 1, 2 and 3; in the fourth all that are left. US: task forces that may move in each phase. "
    "A dash: nobody has read it off. A marker beyond 29 lies on its other side."
)


def _line(kit: Kit, key: str, more: str) -> str:
    """A line of a box: ``2/3/4/∗``."""
    value = charts.value(kit, key) if charts.has(kit, key) else None
    return "/".join(str(each) for each in value.values()) + more if value else NOT_KNOWN
