"""Midway as a game of the core: its name, its settings, what of its record may be set right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.midway import contamination, older, second_search
from umpire.games.midway import kit as kits
from umpire.games.midway.plot import STATES, MidwayPlot
from umpire.games.midway.sequence import script
from umpire.games.midway.settings import SETTINGS
from umpire.games.midway.terms import FORTIFICATION, NAMES, SIDES, TYPES, US, when
from umpire.games.midway.victory import finish
from umpire.games.midway.words import say
from umpire.table.asks import Refusal
from umpire.table.charts import Cell
from umpire.table.plot import Dispatch
from umpire.table.script import Fact, Game, Play, Reanswered, Record, Steps
from umpire.table.words import whole
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any


class Midway(Game):
    """The Basic game, and with it what is agreed of the Tournament game and the options."""

    key = "midway"
    title = "Midway"
    rules = "2"
    sides = SIDES
    names = NAMES
    settings = SETTINGS

    def plot(self, audience: str) -> MidwayPlot:
        return MidwayPlot(audience)

    def script(self, g: Play) -> Steps[None]:
        return script(g)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        return kits.cell(key, kit)

    def wanting(self, kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
        return kits.wanting(kit, fighters=bool(settings.get("fighters")))

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        finish(g, how, by)

    def as_told(self, kind: str, facts: dict[str, JSON], rules: str) -> dict[str, JSON]:
        return older.as_told(kind, facts) if rules == "1" else facts

    def say(self, dispatch: Dispatch) -> str:
        """A dispatch in words; an empty string for one that needs none."""
        return say(dispatch)

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

    def doubtful(self, plot: Any) -> list[Fact]:
        return [*self.facts(plot), *contamination.lost(plot)]

    def changes(self, told: Record, fact: str) -> list[Place]:
        return contamination.changes(told, fact)

    def contamination(self, told: Record, wrong: Wrong) -> Contamination:
        return contamination.contamination(told, wrong, self.read_fact)

    def searched_again(self, told: Record) -> list[Reanswered]:
        return second_search.again(told)

    def place(self, plot: Any, position: str) -> str:
        return contamination.begun(plot, position)


def _shown(fact: str, value: JSON) -> str:
    return when(value) if fact == "turn" else str(value)


def _zones(plot: MidwayPlot) -> list[Fact]:
    return [Fact(f"zone/{s}", f"{s}, zone", z, "C-3-E", plot.ships[s]["side"]) for s, z in plot.zones.items()]


def _planes(plot: MidwayPlot) -> list[Fact]:
    made = []
    for base, kinds in plot.planes.items():
        side = plot.ships[base]["side"] if base in plot.ships else US
        for kind in plot.kinds:
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
        if key.startswith(("screening/", "surface/", "hits/", "points/")) and key.partition("/")[2] in plot.ships
    ]
    scores = [Fact(f"score/{side}", f"Score of {NAMES[side]}", plot.score[side], "points") for side in SIDES]
    time = [Fact("turn", "The time record", plot.turn, "turn number, 1 is 0500 June 4")] if plot.turn else []
    strength = plot.fortification
    island = [] if strength is None else [Fact("fortification", "Fortification of Midway", strength, "0 to 20")]
    return [*scores, *time, *island, *values]


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
    return _whole(value, 0, plot.capacity(base) - others, f"{base}, {kind} {state}")


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
    "fortification": lambda plot, name, value: _whole(value, 0, FORTIFICATION, "Fortification of Midway"),
}
