"""Midway as a game of the core: its name, its settings, what of its record may be set right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.midway import kit as kits
from umpire.games.midway.plot import STATES, MidwayPlot
from umpire.games.midway.sequence import script
from umpire.games.midway.terms import JAPAN, NAMES, SIDES, TYPES, US, when
from umpire.games.midway.victory import verdict
from umpire.games.midway.words import SAYINGS
from umpire.table.asks import Refusal
from umpire.table.board import area_of
from umpire.table.charts import Cell
from umpire.table.plot import Dispatch
from umpire.table.script import Fact, Game, Play, Setting, Steps
from umpire.table.words import whole

JSON = Any


class Midway(Game):
    """The Basic game."""

    key = "midway"
    title = "Midway"
    rules = "1"
    sides = SIDES
    names = NAMES
    settings = (
        Setting("counts", "An answer tells", ((False, "types only"), (True, "types and how many")), "Step 3"),
        Setting(
            "balance",
            "Air calls a turn",
            ((False, "US 4, Japan 3"), (True, "US 5, Japan 4: easier for Japan")),
            "Appendix, Miscellaneous 2",
        ),
        Setting(
            "one_way",
            "Flights that cannot land anywhere",
            ((True, "allowed"), (False, "ruled out")),
            "Appendix, Miscellaneous 12",
        ),
    )

    def plot(self, audience: str) -> MidwayPlot:
        return MidwayPlot(audience)

    def script(self, g: Play) -> Steps[None]:
        return script(g)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        return kits.cell(key, kit)

    def wanting(self, kit: Mapping[str, JSON]) -> list[str]:
        return kits.wanting(kit)

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        score = g.truth.score
        if how == "concede":
            winner = JAPAN if by == US else US
            words = f"{NAMES[by]} concedes; {NAMES[winner]} wins."
        else:
            words = verdict(score)
        g.tell(g.all, "ended", "How to Win", how=how, by=by, text=words)

    def say(self, dispatch: Dispatch) -> str:
        """A dispatch in words; an empty string for one that needs none."""
        saying = SAYINGS.get(dispatch.kind)
        return saying(dispatch.facts) if saying else ""

    # Setting right.

    def facts(self, plot: Any) -> list[Fact]:
        """What may be set right of the record an audience has: own ships and planes, hits, score, time, values."""
        if not plot.ships:
            return []
        return [*_zones(plot), *_planes(plot), *_hits(plot), *_public(plot)]

    def read_fact(self, plot: Any, fact: str, value: JSON) -> JSON:
        if fact not in {f.key for f in self.facts(plot)}:
            raise Refusal("That is not on the record.")
        kind, _, name = fact.partition("/")
        return _READ[kind](plot, name, value)

    def correct(self, g: Play, fact: str, value: JSON, reason: str) -> None:
        made = self.read_fact(g.truth, fact, value)
        listed = {f.key: f for f in self.facts(g.truth)}
        to = listed[fact].side or g.all
        g.tell(
            to, "set-right", fact=fact, value=made, text=f"{listed[fact].label}: {_shown(fact, made)}", reason=reason
        )

    def rested_on(self, heard: Sequence[Dispatch], fact: str, value: JSON) -> list[Dispatch]:
        """Answers given about the areas a ship was wrongly in or wrongly out of, since she was last placed."""
        kind, _, ship = fact.partition("/")
        if kind != "zone":
            return []
        since = [i for i, d in enumerate(heard) if d.kind == "ships" and ship in d.facts["at"]]
        if not since:
            return []
        was = heard[since[-1]].facts["at"][ship]
        areas = {area_of(was), area_of(str(value))}
        return [d for d in heard[since[-1] :] if d.kind == "answer" and d.facts["area"] in areas]


def _shown(fact: str, value: JSON) -> str:
    return when(value) if fact == "turn" else str(value)


def _zones(plot: MidwayPlot) -> list[Fact]:
    return [Fact(f"zone/{s}", f"{s}, zone", z, "C-3-E", plot.ships[s]["side"]) for s, z in plot.zones.items()]


def _planes(plot: MidwayPlot) -> list[Fact]:
    made = []
    for base, kinds in plot.planes.items():
        side = plot.ships[base]["side"] if base in plot.ships else US
        for kind in TYPES:
            for state in STATES:
                label = f"{base}, {kind} {state}"
                made.append(Fact(f"planes/{base}/{kind}/{state}", label, kinds[kind][state], "squadrons", side))
    return made


def _hits(plot: MidwayPlot) -> list[Fact]:
    return [Fact(f"hits/{s}", f"{s}, hits", plot.hits.get(s, 0), "hits") for s in plot.ships if s not in plot.sunk]


def _public(plot: MidwayPlot) -> list[Fact]:
    values = [
        Fact(f"kit/{key}", f"{key.replace('/', ' ')}, printed value", value, "as printed")
        for key, value in plot.kit.items()
        if key.startswith(("screening/", "hits/", "points/"))
    ]
    scores = [Fact(f"score/{side}", f"Score of {NAMES[side]}", plot.score[side], "points") for side in SIDES]
    time = [Fact("turn", "The time record", plot.turn, "turn number, 1 is 0500 June 4")] if plot.turn else []
    return [*scores, *time, *values]


def _zone(plot: MidwayPlot, ship: str, value: JSON) -> str:
    return plot.board.read_zone(str(value))


def _whole(value: JSON, low: int, high: int, what: str) -> int:
    number = whole(str(value).strip()) if isinstance(value, str | int) else None
    if number is None or not low <= number <= high:
        raise Refusal(f"{what}: a whole number from {low} to {high}.")
    return number


def _planes_now(plot: MidwayPlot, name: str, value: JSON) -> int:
    base, kind, state = name.rsplit("/", 2)
    others = sum(n for k in TYPES for s, n in plot.planes[base][k].items() if (k, s) != (kind, state))
    return _whole(value, 0, kits.capacity(plot.kit, base) - others, f"{base}, {kind} {state}")


def _hits_now(plot: MidwayPlot, ship: str, value: JSON) -> int:
    most = plot.kit.get(f"hits/{ship}", 20) - 1
    return _whole(value, 0, most, f"Hits on {ship} (a ship with all boxes marked is sunk)")


def _printed(plot: MidwayPlot, key: str, value: JSON) -> int:
    cell = kits.cell(key, plot.kit)
    made = cell.read({"": str(value)})
    assert isinstance(made, int)
    return made


_READ: dict[str, Callable[[MidwayPlot, str, JSON], JSON]] = {
    "zone": _zone,
    "planes": _planes_now,
    "hits": _hits_now,
    "score": lambda plot, name, value: _whole(value, 0, 999, f"Score of {NAMES[name]}"),
    "turn": lambda plot, name, value: _whole(value, 1, plot.kit["track/turns"], "Turn of the time record"),
    "kit": _printed,
}
