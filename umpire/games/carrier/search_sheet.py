"""The sheet of a search step: a box a track, all of them named before any die is rolled (12.2)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier import track
from umpire.games.carrier.asks import Titled, titled
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.search_table import AVAILABLE, RULE, force_words, looks, modifier, ready, signed
from umpire.games.carrier.terms import PHASES
from umpire.table.numbered import distance
from umpire.table.words import counted

JSON = Any


@dataclass(frozen=True)
class Search(Titled):
    """Which box of each track searches now, if any. The answer is ``{track: box}``; a track left out does not search.

    Each of `tracks` is ``{"id", "words", "boxes", "preset"}``, each of its boxes ``{"id", "words", "steps", "covers"}``,
    and what it covers ``{"force", "words", "die"}``: whom, and at what modifier.
    """

    kind = "search"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    @property
    def boxes(self) -> dict[str, list[str]]:
        """The boxes that may search, by track."""
        return {each["id"]: [box["id"] for box in each["boxes"]] for each in self.facts["tracks"]}

    def check(self, value: JSON) -> None:
        for name, place in value.items():
            if place not in self.boxes.get(name, ()):
                raise self.refuse(f"{name[:30]} has no Available steps in that box.")

    def sample(self, rng: random.Random) -> JSON:
        chosen = {name: rng.choice(["", *places]) for name, places in self.boxes.items()}
        return {name: place for name, place in chosen.items() if place}

    def draft(self) -> JSON:
        return {"boxes": {each["id"]: each["preset"] for each in self.facts["tracks"]}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``box`` with ``TF 16:2`` has that box search; the same again, and ``none`` for all, takes it back."""
        if op == "none":
            return {"boxes": dict.fromkeys(self.boxes, "")}
        name, _, place = arg.rpartition(":")
        if op != "box" or place not in self.boxes.get(name, ()):
            return super().edit(draft, op, arg, fields)
        return {"boxes": {**draft["boxes"], name: "" if draft["boxes"][name] == place else place}}

    def value(self, draft: JSON) -> JSON:
        return {name: place for name, place in draft["boxes"].items() if place}


def sheet(plot: CarrierPlot, name: str) -> Search:
    """The sheet as things stand; the modifiers of all that may be searched must be known."""
    tracks = [_track(plot, group) for group in track.searchers(plot)]
    words = "One box of each track may search; all its Available steps take part."
    return Search(name, titled("Air search", words, RULE, tracks=[each for each in tracks if each["boxes"]]))


def _track(plot: CarrierPlot, group: str) -> dict[str, JSON]:
    places = [place for name, place in ready(plot) if name == group]
    return {
        "id": group,
        "words": f"{group} in {plot.groups[group]['hex']}",
        "boxes": [_box(plot, group, place) for place in places],
        "preset": _preset(plot, group, places),
    }


def _box(plot: CarrierPlot, group: str, place: str) -> dict[str, JSON]:
    box, here = track.boxes(plot, group)[place], plot.groups[group]["hex"]
    covers = []
    for look in looks(plot, [(group, place)], AVAILABLE):
        far = counted(distance(here, plot.forces[look.force]["hex"]), "hex", "hexes")
        words = f"{force_words(plot, look.force)}, {far} off"
        covers.append({"force": look.force, "words": words, "die": signed(modifier(plot, look))})
    return {"id": place, "words": track.named(box["range"]), "steps": track.said(box[AVAILABLE]), "covers": covers}


def _preset(plot: CarrierPlot, group: str, places: Sequence[str]) -> str:
    """The box the page opens on: that which covers most forces not yet searched this turn.

    Where none covers any the steps wait, but for a turn's last phase: once used they guard against arrivals (17.1).
    """

    def unsearched(place: str) -> int:
        return sum(not plot.forces[force]["down"] for force in track.covered(plot, group, place))

    best = max(places, key=unsearched, default="")
    return best if best and (unsearched(best) or plot.phase == PHASES) else ""
