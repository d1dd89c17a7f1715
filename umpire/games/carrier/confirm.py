"""What the players say of places that moves presumed: the map is learnt, and who could not go there goes elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import map as sea
from umpire.games.carrier import movement, retreating
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.charts import NO, YES
from umpire.games.carrier.map import COASTAL, HIGH, LAND
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.stepping import MARCH
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import US
from umpire.table.numbered import neighbours
from umpire.table.script import Play, Steps

JSON = Any
Facts = dict[str, JSON]

RULE = "2.3"


def learn(g: Play, answers: Mapping[str, str]) -> Steps[None]:
    """Take up what the players said of `map.presumed_places`; of what they said nothing, it was as presumed."""
    entries = g.truth.at("memory/presumed") or []
    if not entries:
        return
    tell(g, "confirmed", RULE, now={"memory/presumed": []})
    if cells := learnt(g.truth, entries, answers):
        g.tell(g.all, "cells", RULE, cells=cells, by=g.givers.get(US, US))
    for entry in entries:
        if _stands(g.truth, entry) and answers.get(entry["id"]) == "elsewhere":
            yield from _elsewhere(g, entry)
        elif _stands(g.truth, entry) and not could(g.truth, entry):
            yield from _again(g, entry)


def learnt(plot: CarrierPlot, entries: list[JSON], answers: Mapping[str, str]) -> dict[str, str]:
    """What the answers say of hexes and sides that were not known; of a hex said to be two things, what shuts more."""
    made: dict[str, str] = {}
    for entry in sorted(entries, key=lambda entry: _ORDER.index(answers.get(entry["id"], ""))):
        said, place = answers.get(entry["id"], ""), entry["hex"]
        if said != "elsewhere":
            if said != "blocked" and not sea.terrain(plot, place):
                made[f"terrain/{place}"] = {"": HIGH, "coastal": COASTAL, "land": LAND}[said]
            if said != "land":
                made[sea.side(entry["from"], place)] = YES if said == "blocked" else NO
    return made


_ORDER = ("elsewhere", "", "coastal", "land", "blocked")
"""Answers, those that count for more after the others."""


def _stands(plot: CarrierPlot, entry: JSON) -> bool:
    """Whether a piece still is where it was presumed it could go."""
    piece = plot.forces.get(entry["piece"]) or plot.groups.get(entry["piece"])
    return bool(piece and piece["hex"] == entry["hex"])


def could(plot: CarrierPlot, entry: JSON) -> bool:
    """Whether a piece could go where it went, by the map as it is known now."""
    carriers = plot.is_carrier_force if entry["piece"] in plot.forces else plot.is_carrier_group
    wet = sea.terrain(plot, entry["hex"]) != COASTAL or not carriers(entry["piece"])
    return wet and sea.steps_to(plot, entry["from"], entry["hex"])


def _again(g: Play, entry: JSON) -> Steps[None]:
    """The piece goes back, and moves again."""
    piece, name = entry["piece"], f"{entry['name']}/again"
    branch = "forces" if piece in g.truth.forces else "groups"
    now: dict[str, JSON] = {f"{branch}/{piece}/hex": entry["from"]}
    if branch == "forces":
        now |= {f"forces/{piece}/came": entry["came"]}
        now |= {f"forces/{piece}/moved": False} if entry["way"] == MARCH else {}
    do = [f"{piece} back to {entry['from']}"]
    tell(g, "put-back", RULE, now=now, piece=piece, hex=entry["hex"], back=entry["from"], do=do)
    if entry["way"] == MARCH:
        yield from movement.march(g, piece, name, entry["die"], entry["enters"])
    elif branch == "forces":
        yield from retreating.retreat(g, piece, entry["table"], name)
    else:
        yield from retreating.us_retreat(g, piece, name)


def _elsewhere(g: Play, entry: JSON) -> Steps[None]:
    """The piece stands in another hex on the table; the record follows it."""
    piece = entry["piece"]
    hexes = [entry["from"], *(p for p in neighbours(entry["from"]) if p != entry["hex"])]
    heading = f"In which hex does {piece} stand?"
    facts = titled(heading, "", RULE, options=[option(p, p) for p in hexes], preset=entry["from"])
    to = yield from g.ask(US, lambda: Choose(f"{entry['name']}/stands", facts))
    branch = "forces" if piece in g.truth.forces else "groups"
    tell(g, "stands", RULE, now={f"{branch}/{piece}/hex": to}, piece=piece, hex=to)


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "confirmed": lambda f: "",
    "put-back": lambda f: f"{f['piece']} cannot go to {f['hex']}: back to {f['back']}, and it moves again.",
    "stands": lambda f: f"{f['piece']} stands in {f['hex']}.",
}
