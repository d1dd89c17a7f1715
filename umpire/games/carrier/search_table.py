"""The Air Unit Search Table: who looks for whom, at what modifiers, and what the dice say (12.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier import charts, track
from umpire.games.carrier.charts import SIGNED, Chart
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.terms import APPROXIMATE, DIE, FIGHTERS, LOCATED, UNDETECTED
from umpire.table.charts import Field

JSON = Any
Facts = dict[str, JSON]

RULE = "12.2"
AVAILABLE, USED = "available", "used"

RESULTS = {
    "L, chit +1": ("L", True),
    "L": ("L", False),
    "?, chit +1": ("?", True),
    "?": ("?", False),
    "chit +1": ("", True),
    "nothing": ("", False),
}
"""What a cell of the table says: the detection, and whether the chit goes up."""


def beyond(n: int) -> str:
    """What is read where the printed table may end before a modified die."""
    return "" if 1 <= n <= DIE else f" (the {'first' if n < 1 else 'last'} row, if there is none of its own)"


def _mod_label(name: str, of: str = "") -> str:
    return "Air Unit Search Table, modifier: " + {
        "fighters": "any searching step is a fighter",
        "steps": "2 steps or fewer search" if of == "2" else "3 steps search",
        "approximate": "the force has a “?” marker",
        "located": "the force is Located",
        "period": "the scenario’s time period (0 if none is listed)",
    }.get(name, name)


CHARTS = (
    Chart(
        "search",
        "Air Unit Search Table",
        lambda n: f"Air Unit Search Table, modified {n.replace('-', '−')}{beyond(int(n))}",
        (Field("", "", 1, 0, tuple(RESULTS)),),
        RULE,
        {"search/3": "L, chit +1", "search/7": "?"},
    ),
    Chart("search_mods", "Air Unit Search Table, modifiers", _mod_label, SIGNED, RULE),
    track.TRACK,
)


# Modifiers.


@dataclass(frozen=True)
class Look:
    """One box that looks for one force."""

    group: str
    place: str
    force: str
    steps: Mapping[str, int]


def modifier_keys(plot: CarrierPlot, look: Look) -> list[str]:
    """The cells that modify the die of one box against one force, as everything stands now."""
    steps, marker = total(look.steps), plot.forces[look.force]["detection"]
    keys = ["search_mods/fighters"] if any(look.steps.get(type) for type in FIGHTERS) else []
    keys += [f"search_mods/steps/{max(2, steps)}"] if steps <= 3 else []
    keys += [f"search_mods/{'located' if marker == LOCATED else 'approximate'}"] if marker else []
    return [*keys, *([f"search_mods/period/{plot.period}"] if plot.period else [])]


def modifier(plot: CarrierPlot, look: Look) -> int:
    """What is added to the die; its cells must be known."""
    return sum(charts.modifier(plot.kit, key) for key in modifier_keys(plot, look))


def signed(n: int) -> str:
    """A modifier in figures: ``+1``, ``−1``, ``±0``."""
    return f"{'+' if n > 0 else '−' if n < 0 else '±'}{abs(n)}"


def looks(plot: CarrierPlot, boxes: Sequence[Sequence[str]], part: str, force: str = "") -> list[Look]:
    """Every box against every force it covers, boxes as declared, forces by number; of one force alone where named."""
    made = []
    for group, place in boxes:
        steps = track.boxes(plot, group)[place][part]
        made += [
            Look(group, place, each, steps)
            for each in track.covered(plot, group, place)
            if steps and force in ("", each)
        ]
    return made


def outcome(kit: Mapping[str, JSON], rolls: Sequence[Facts]) -> tuple[str, int]:
    """What searches of one force at once have found, ``L`` or ``?`` or nothing, and how often its chit goes up.

    The better detection counts. A "?" is an L for a force that was detected before, not for one that another of these
    searches detects. On a level 0 force one draw serves them all.
    """
    read = [RESULTS[charts.value(kit, f"search/{roll['modified']}")] for roll in rolls]
    found = [found for found, _ in read]
    best = LOCATED if LOCATED in found else APPROXIMATE if APPROXIMATE in found else UNDETECTED
    if best == APPROXIMATE and rolls[0]["was"]:
        best = LOCATED
    raises = sum(raised for _, raised in read)
    return best, min(raises, 1) if rolls[0]["level"] == 0 else raises


def force_words(plot: CarrierPlot, force: str) -> str:
    """A force as a searcher thinks of it: ``C7 “Large”, Located, searched``."""
    f = plot.forces[force]
    chit = f" “{f['chit']}”" if f["chit"] else ""
    marks = [{UNDETECTED: "not detected", APPROXIMATE: "“?”", LOCATED: "Located"}[f["detection"]]]
    return ", ".join([f"{force}{chit} in {f['hex']}", *marks, *(["searched this turn"] if f["down"] else [])])


def ready(plot: CarrierPlot) -> list[tuple[str, str]]:
    """Boxes with Available steps, as (group, place)."""
    return [
        (group, place)
        for group in track.searchers(plot)
        for place, box in track.boxes(plot, group).items()
        if box[AVAILABLE]
    ]


def box_words(plot: CarrierPlot, group: str, place: str, part: str) -> str:
    """A box and the steps of one part of it: ``4-7 (3 SBD)``."""
    box = track.boxes(plot, group)[place]
    return f"{track.named(box['range'])} ({track.said(box[part])})"
