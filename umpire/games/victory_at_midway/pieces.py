"""What to do with the pieces after each part of play: on what all share, and on one's own map behind the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games import showing
from umpire.games.victory_at_midway.battle_plot import GONE, REDUCED
from umpire.games.victory_at_midway.plot import ALOFT, DESTROYED, DITCHED, NOT_READY, NOT_READY_2, VictoryPlot
from umpire.games.victory_at_midway.search import CARRIERS
from umpire.games.victory_at_midway.terms import KURE_TURNS, NAMES, TURNS
from umpire.games.victory_at_midway.words import searches_words
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]
Lines = list[str]

STARTS = (
    "turn",
    "no-strikes",
    "no-more",
    "strike",
    "sub-attack",
    "surface",
    "surface-battle",
    "bombardment",
    "invasion",
)
"""Kinds with which a new thing to do begins: what was to do before it is done."""


def cards(plot: VictoryPlot, side: str) -> dict[str, Lines]:
    """The last part of play that left something to do: ``shared`` for all, ``own`` for a side's own map and boxes."""
    return showing.cards(plot, side, STARTS, _SHARED, _OWN)


# What everybody sees.


def _hit(units: Mapping[str, str]) -> Lines:
    flip = [unit for unit, left in units.items() if left == REDUCED]
    off = [unit for unit, left in units.items() if left == GONE]
    made = [f"Reduced side up: {listed(flip)}."] if flip else []
    return made + ([f"Out of the game: {listed(off)}."] if off else [])


def _deployed(units: Mapping[str, JSON]) -> Lines:
    return [f"Into the open: {listed(units)}."] if units else []


def _field(plot: VictoryPlot, f: Facts) -> Lines:
    return [f"Midway’s field: {counted(f['hits'], 'hit')} more, {counted(f['lost'], 'air unit')} off it."]


def _turn_over(plot: VictoryPlot, f: Facts) -> Lines:
    return [f"Turn marker on to turn {f['n'] + 1}."] if f["n"] < TURNS else []


_SHARED: showing.Shared = {
    "kure": lambda plot, f: [f"Kure: the base works from turn {f['turn'] + KURE_TURNS}."],
    "deployed": lambda plot, f: _deployed(f["ships"]),
    "over": lambda plot, f: ["The aircraft of both sides into the open, as drawn."],
    "planes-hit": lambda plot, f: _hit(f["units"]),
    "units-hit": lambda plot, f: _hit(f["units"]),
    "field": _field,
    "strike-over": lambda plot, f: ["What is left goes back behind the screens."],
    "sub-attack": lambda plot, f: _deployed({**dict.fromkeys(f["subs"]), **f["ships"]}),
    "surface-battle": lambda plot, f: _deployed({**f["ships"], **f["theirs"]}),
    "bombardment": lambda plot, f: _deployed({**f["ships"], **f["ground"]}),
    "landed": lambda plot, f: [f"Onto Midway, in the open: {listed(f['units'])}."],
    "battalions": lambda plot, f: _hit(f["states"]),
    "fight-over": lambda plot, f: ["What is left at sea goes back behind the screens."],
    "field-shut": lambda plot, f: [f"Midway’s field is shut: {counted(f['lost'], 'air unit')} off it for good."],
    "fog-die": lambda plot, f: ["The fog is gone for good."] if f["lifted"] else [],
    "turn-over": _turn_over,
}


# One's own map, and the boxes of one's own bases.


def _ships(plot: VictoryPlot, side: str, f: Facts) -> Lines:
    places: dict[str, list[str]] = {}
    for ship, place in f["at"].items():
        places.setdefault(place, []).append(ship)
    made = [f"{listed(ships)} to {place}." for place, ships in places.items()]
    return made + ([f"{listed(f['withdrawn'])} off the map for good."] if f["withdrawn"] else [])


def _searching(plot: VictoryPlot, side: str, f: Facts) -> Lines:
    words = searches_words(f["searches"], side)
    return [f"Your search markers: {words}."] if words != "none" else []


def _found(plot: VictoryPlot, side: str, f: Facts) -> Lines:
    theirs = [each for each in f["found"] if each["of"] != side]
    mine = [each["hex"] for each in f["found"] if each["of"] == side]
    made = [
        f"{NAMES[each['of']]} in {each['hex']}: a {'carrier' if each['what'] == CARRIERS else 'ship'} sighting marker."
        for each in theirs
    ]
    return made + ([f"They know of you in {listed(mine)}."] if mine else [])


def _air(plot: VictoryPlot, side: str, f: Facts) -> Lines:
    """Air units between boxes, those that go the same way together."""
    ways: dict[str, list[str]] = {}
    for unit, u in f["units"].items():
        ways.setdefault(_way(u), []).append(unit)
    return [f"{', '.join(units)} {way}." for way, units in ways.items()]


def _way(u: JSON) -> str:
    if u["box"] == ALOFT:
        return f"off {u['from']}, over {u['on']}"
    if u["box"] == DITCHED:
        return "into the sea"
    if u["box"] == DESTROYED:
        return "out of the game"
    box = {NOT_READY: "Not Ready", NOT_READY_2: "the second Not Ready box"}.get(u["box"], str(u["box"]).capitalize())
    return f"on {u['on']}: {box}"


_OWN: showing.Own = {
    "ships": _ships,
    "aboard": lambda plot, side, f: [f"{unit} in {ship}." for unit, ship in f["on"].items()],
    "air": _air,
    "searching": _searching,
    "found": _found,
    "zekes": lambda plot, side, f: [f"A Reserve Zeke to {listed(f['carriers'])}, Ready."],
    "kure-closed": lambda plot, side, f: ["The base at Kure is closed for good."],
}
