"""Midway as a game of the core: its name, its settings, what of its record may be set right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.filed import POINTS, PRINTED, SHIPS, filed
from umpire.games.midway import contamination, kit_form, older, second_search
from umpire.games.midway import kit as kits
from umpire.games.midway.plot import STATES, MidwayPlot
from umpire.games.midway.sequence import script
from umpire.games.midway.settings import SETTINGS
from umpire.games.midway.terms import FORTIFICATION, MIDWAY, NAMES, SIDES, TYPES, US, when
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
    if fact.startswith("kit/"):
        return kit_form.result_text(fact.removeprefix("kit/"), value)
    return when(value) if fact == "turn" else str(value)


def _zones(plot: MidwayPlot) -> list[Fact]:
    return [
        Fact(f"zone/{s}", f"{s}, zone", z, "C-3-E", plot.ships[s]["side"], (SHIPS, s)) for s, z in plot.zones.items()
    ]


def _planes(plot: MidwayPlot) -> list[Fact]:
    made = []
    for base, kinds in plot.planes.items():
        side = plot.ships[base]["side"] if base in plot.ships else US
        for kind in plot.kinds:
            for state in STATES:
                label = f"{base}, {kind} {state}"
                made.append(
                    Fact(f"planes/{base}/{kind}/{state}", label, kinds[kind][state], "squadrons", side, (SHIPS, base))
                )
    return made


def _hits(plot: MidwayPlot) -> list[Fact]:
    afloat = (s for s in plot.ships if s not in plot.sunk)
    return [Fact(f"hits/{s}", f"{s}, hits", plot.hits.get(s, 0), "hits", about=(SHIPS, s)) for s in afloat]


def _values(plot: MidwayPlot) -> list[Fact]:
    """Printed values: those of the ships in play, and the cells of the tables, as they are typed on the kit’s page."""
    made = []
    tables: dict[str, list[Fact]] = {kind: [] for kind in (*kits.TABLES, "b17")}
    for key, value in plot.kit.items():
        kind, _, name = key.partition("/")
        if kind in tables and name != "columns":
            label, hint = kits.cell(key, plot.kit).label, _FORMS[kind].how if kind in _FORMS else "as printed"
            tables[kind].append(Fact(f"kit/{key}", label, kit_form.result_text(key, value), hint))
        elif kind in ("screening", "surface", "hits", "points") and name in plot.ships:
            label, about = f"{key.replace('/', ' ')}, printed value", (PRINTED, name)
            made.append(Fact(f"kit/{key}", label, value, "as printed", about=about))
    names = {**{kind: words for kind, (words, _) in kits.TABLES.items()}, "b17": "B-17 table"}
    return [*made, *(fact for kind, some in tables.items() for fact in filed(names[kind], some))]


def _public(plot: MidwayPlot) -> list[Fact]:
    scores = [
        Fact(f"score/{side}", f"Score of {NAMES[side]}", plot.score[side], "points", about=(POINTS,)) for side in SIDES
    ]
    time = [Fact("turn", "The time record", plot.turn, "turn number, 1 is 0500 June 4", about=(POINTS,))]
    strength = plot.fortification
    fort = Fact("fortification", "Fortification of Midway", strength, "0 to 20", about=(SHIPS, MIDWAY))
    return [*scores, *(time if plot.turn else []), *([] if strength is None else [fort]), *_values(plot)]


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


_FORMS = {form.kind: form for form in kit_form.TABLES.values()}


def _printed(plot: MidwayPlot, key: str, value: JSON) -> JSON:
    cell, kind = kits.cell(key, plot.kit), key.partition("/")[0]
    if isinstance(value, dict) and cell.allows(value):
        return value
    made = kit_form.result(str(value), cell, _FORMS[kind]) if kind in _FORMS else cell.read({"": str(value)})
    if made is None:
        raise Refusal(f"{cell.label} is still blank.")
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
