"""Enemy ships as an audience has seen them: by search statements, and in the open in fights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from umpire.games.showing import fade
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import CARRIERS
from umpire.games.victory_at_midway.terms import ENEMY, JAPAN, MIDWAY_HEX, NAMES, SENIORITY, US
from umpire.table.plot import Dispatch

JSON = Any
Seen = tuple[str, str, str, str]
"""Whose ships, the hex, the letters they are drawn with, and what they are in words."""
UNKNOWN = "S"
"""How ships are drawn of which it was said only that they are there."""

FORGOTTEN = 5
"""Turns after which a sighting is drawn no more: what was seen is elsewhere."""


def sightings(plot: VictoryPlot, side: str) -> list[JSON]:
    """The newest sighting of each hex, the oldest first: a side sees the enemy's ships, the public table both."""
    made: dict[tuple[str, str], JSON] = {}
    turn, by, place = 0, "", ""
    for said in _lately(plot):
        if said.struck:
            continue
        if said.kind == "turn":
            turn = said.facts["n"]
        elif said.kind == "strike":
            by, place = said.facts["by"], "" if said.facts["base"] else said.facts["hex"]
        for of, at, letters, words in _seen(plot, said, by, place):
            if of != side:
                made.pop((of, at), None)
                made[of, at] = {"of": of, "hex": at, "type": letters, "words": words, "turn": turn}
    fresh = [each for each in made.values() if plot.turn - each["turn"] <= FORGOTTEN]
    return [_drawn(plot, each) for each in fresh if each["hex"] in plot.board]


def _lately(plot: VictoryPlot) -> Sequence[Dispatch]:
    """What was heard since the last turn began whose sightings are forgotten."""
    for i in range(len(plot.heard) - 1, -1, -1):
        said = plot.heard[i]
        if said.kind == "turn" and not said.struck and plot.turn - said.facts["n"] > FORGOTTEN:
            return plot.heard[i:]
    return plot.heard


def _drawn(plot: VictoryPlot, seen: JSON) -> JSON:
    age = plot.turn - seen["turn"]
    return {
        **seen,
        "age": age,
        "fade": fade(age),
        "shape": "square" if seen["of"] == US else "circle",
        "whose": NAMES[seen["of"]],
    }


def _seen(plot: VictoryPlot, said: Dispatch, by: str, place: str) -> Iterator[Seen]:
    """What a dispatch shows of either side; `by` and `place` are of the strike that is being resolved."""
    f = said.facts
    if said.kind == "found":
        for found in f["found"]:
            carriers = found["what"] == CARRIERS
            yield found["of"], found["hex"], "CV" if carriers else UNKNOWN, "carriers" if carriers else "ships"
    elif said.kind == "deployed" and place:
        yield from _ships(plot, ENEMY[by], place, f["ships"])
    elif said.kind == "sub-attack":
        yield from _ships(plot, f["by"], f["hex"], f["subs"])
        yield from _ships(plot, ENEMY[f["by"]], f["hex"], f["ships"])
    elif said.kind == "surface-battle":
        yield from _ships(plot, f["by"], f["hex"], f["theirs"])
        yield from _ships(plot, ENEMY[f["by"]], f["hex"], f["ships"])
    elif said.kind == "bombardment":
        yield from _ships(plot, f["by"], MIDWAY_HEX, f["ships"])
    elif said.kind == "landed":
        yield from _ships(plot, JAPAN, MIDWAY_HEX, dict.fromkeys(f["units"].values()))


def _ships(plot: VictoryPlot, of: str, place: str, ships: JSON) -> Iterator[Seen]:
    types = sorted({plot.type_of(ship) for ship in ships if ship in plot.ships}, key=SENIORITY.index)
    if types:
        yield of, place, types[0], ", ".join(types)
