"""What came of a fact of Midway's record found wrong: who was told what from it, and what rested on that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from umpire.games import wrongs
from umpire.games.filed import SHIPS
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.search import found_in
from umpire.games.midway.terms import ENEMY, JAPAN, MIDWAY, NAMES, squadrons, when
from umpire.games.midway.turns import dated, turns
from umpire.games.midway.words import SAYINGS, found_words, say
from umpire.games.wrongs import Read, Uses, Walk, Walks, Ways
from umpire.table.board import area_of
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Fact, Record, Told
from umpire.table.words import counted, listed
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any

STEPS = {
    "set-up": "set-up",
    "opening": "opening",
    "movement": "movement",
    "readying": "readying",
    "search-us": "US search",
    "search-japan": "Japanese search",
    "operations": "operations",
    "battle": "battles",
    "landing": "landing",
}


def step(plot: MidwayPlot) -> str:
    """``Turn 7, 1700 June 4, US search``: when something was told."""
    return f"Turn {plot.turn}, {when(plot.turn)}, {STEPS.get(plot.step, plot.step)}" if plot.turn else "Set-up"


def begun(plot: MidwayPlot, position: str) -> str:
    """The turn that began at a stored position: ``Turn 7, 1700 June 4, day``."""
    played = {turn.played: turn.n for turn in turns(plot.heard)[0]}
    return dated(plot, played.get(int(position.removeprefix("t")), 0) if position != "set-up" else 0)


def lost(plot: MidwayPlot) -> list[Fact]:
    """Zones of ships no longer on the board: they cannot be set right, but may have been wrong."""
    return [Fact(f"zone/{s}", f"{s}, zone (sunk)", "", "C-3-E", plot.ships[s]["side"], (SHIPS, s)) for s in plot.sunk]


def puts(said: Dispatch, fact: str) -> bool:
    """Whether a dispatch puts a fact on the record."""
    kind, _, name = fact.partition("/")
    facts = said.facts
    if said.kind == "set-right":
        return bool(facts["fact"] == fact)
    if kind == "zone":
        return said.kind == "ships" and name in facts["at"]
    if kind == "hits":
        return said.kind == "hits" and name in facts["marked"]
    if kind == "planes":
        return said.kind == "planes" and name.split("/")[0] in facts["planes"]
    if kind == "kit":
        return said.kind in ("kit", "cells") and name in facts["cells"]
    return said.kind == "turn-over" if kind == "score" else said.kind == "turn"


WAYS = Ways(lambda: MidwayPlot(UMPIRE), NAMES, step, puts, say)


def changes(told: Record, fact: str) -> list[Place]:
    """After which entries a fact was put on the record, the latest first, in the words it was put in."""
    kind, _, name = fact.partition("/")
    return wrongs.changes(WAYS, told, fact, lambda plot: plot.zones.get(name, "") if kind == "zone" else "")


def contamination(told: Record, wrong: Wrong, read: Read) -> Contamination:
    """The report. `read` is the game's own reading of a fact's value, on a plot; raises `Refusal`."""
    return wrongs.contamination(WAYS, _WALKS, told, wrong, read)


class _Zone(Walk):
    """A ship's zone: what her enemy was told of it, and did; what her own side did from it."""

    def __init__(self, ways: Ways, wrong: Wrong, read: Read) -> None:
        super().__init__(ways, wrong, read)
        self.side = self.enemy = ""
        self.moves: list[str] = []
        self.opened = 0
        """The entry after which the battle that is on was opened; what is placed in it was settled by then."""
        self.landed: list[JSON] = []
        """Her side's flights of this turn as they came down."""
        self.zones: set[str] = set()
        """Zones the enemy has wrongly heard of, or wrongly not heard of."""

    def on_record(self) -> bool:
        return self.name in self.was.zones

    def stands(self, n: int, said: Dispatch, covered: bool) -> None:
        super().stands(n, said, covered)
        if covered and self.puts(said):
            self.moves.append(self.was.zones[self.name])
            by_side = said.kind == "ships"
            words = f"{self.step()}: before she was placed in {self.moves[-1]}"
            self.place(n if by_side else n - 1, words, self.side if by_side else "")
        if self.name in self.was.zones:
            self.should.zones[self.name] = self.value if covered and self.seen else self.was.zones[self.name]

    def note(self) -> str:
        if len(self.moves) < 2:
            return ""
        return f"On the record she moved meanwhile ({', '.join(self.moves)}); all of it is laid beside {self.value}."

    def look(self, n: int, each: Told, covered: bool) -> None:
        if not self.side:
            self.side = self.was.ships.get(self.name, {}).get("side", "")
            self.enemy = ENEMY.get(self.side, "")
        said = each.dispatch
        if said.kind == "battle":
            self.opened = n
        done = covered and self.seen and self._wrongly_told(n, each)
        if covered and self.seen:
            self._own(n, each)
        if self.zones and not done:
            self._enemy(n, each, said)

    # What the enemy was told.

    def _wrongly_told(self, n: int, each: Told) -> bool:
        """Whether this dispatch told what is not so, or would have; then it stands in the report."""
        said = each.dispatch
        if said.kind == "landed" and said.facts["side"] == self.side:
            self.landed = said.facts["landed"]
        if said.kind == "returns" and said.facts["by"] == self.side:
            words = [_returned(plot, said.facts, self.landed) for plot in (self.was, self.should)]
        elif telling := _TELLINGS.get(said.kind):
            words = [telling(plot, said.facts, self.side) for plot in (self.was, self.should)]
        else:
            return False
        if words[0] == words[1]:
            return False
        self.told.append(self.came(n, each, *words))
        self.place((self.opened if said.kind in ("placed", "empty") else n) - 1, f"{self.step()}: before “{words[0]}”")
        self.zones |= self._differ(said)
        return True

    def _differ(self, said: Dispatch) -> set[str]:
        """The zones of the two worlds that a telling was about."""
        both = {plot.zones[self.name] for plot in (self.was, self.should)}
        if said.kind != "answer":
            return both
        return {zone for zone in both if area_of(zone) == said.facts["area"]}

    # What the enemy did about it.

    def _near(self, areas: Iterable[str]) -> list[str]:
        board = self.was.board
        known = {area_of(zone) for zone in self.zones}
        return [a for a in areas if any(board.distance_to_area(f"{k}-E", a) <= 2 for k in known)]

    def _enemy(self, n: int, each: Told, said: Dispatch) -> None:
        facts = said.facts
        if said.kind == "answer" and facts["by"] == self.enemy and self._near([facts["area"]]):
            self.rest(n, each, f"{NAMES[self.enemy]} called {facts['area']}: {found_words(facts['found'])}.")
        elif said.kind == "ships" and self.enemy in each.audiences:
            self._moved(n, each, facts)
        elif said.kind == "orders" and facts["side"] == self.enemy:
            self._sent(n, each, facts["flights"])
        elif said.kind == "battle" and facts["by"] == self.enemy and facts["zone"] in self.zones:
            self.rest(n, each, SAYINGS["battle"](facts))
        elif said.kind in ("results", "hits", "sunk") and self._in_battle():
            self.rest(n, each, SAYINGS[said.kind](facts))
        elif said.kind == "surface" and facts["zone"] in self.zones:
            self.rest(n, each, f"Surface combat in {facts['zone']}.")

    def _in_battle(self) -> bool:
        battle = self.was.battle
        return bool(battle and battle["by"] == self.enemy and battle["zone"] in self.zones)

    def _moved(self, n: int, each: Told, facts: JSON) -> None:
        went = {s: z for s, z in facts["at"].items() if facts["moved"].get(s) and self._near([area_of(z)])}
        if went:
            self.rest(n, each, SAYINGS["ships"]({**facts, "at": went, "left": []}))

    def _sent(self, n: int, each: Told, flights: Sequence[JSON]) -> None:
        for flight in flights:
            near = self._near([area_of(flight["zone"])]) if flight.get("zone") else []
            if flight["kind"] == "transfer":
                near = near or self._near([area_of(flight["origin"])])
            if near:
                self.rest(n, each, _flown(flight))

    # What her own side did from where the record had her.

    def _own(self, n: int, each: Told) -> None:
        said, facts, zone = each.dispatch, each.dispatch.facts, self.was.zones.get(self.name)
        if zone is None or zone == self.should.zones.get(self.name):
            return
        if said.kind == "ships" and facts["moved"].get(self.name):
            self.rest(n, each, f"{self.name} moved {counted(facts['moved'][self.name], 'zone')} from {zone}.")
        elif said.kind == "orders" and facts["side"] == self.side:
            for flight in facts["flights"]:
                if self.name in (flight["from"], flight.get("to")):
                    self.rest(n, each, f"{_flown(flight)} {self.name} was taken to be in {zone}.")
        elif said.kind == "answer" and facts["by"] == self.side:
            own = [facts["area"] in map(area_of, plot.of(self.side).values()) for plot in (self.was, self.should)]
            if own[0] and not own[1]:
                self.rest(n, each, f"{NAMES[self.side]} called {facts['area']} as an area with its own ship there.")


def _flown(flight: JSON) -> str:
    over = f"over {flight['zone']}"
    goal = {"attack": f"against {flight['zone']}", "transfer": f"to {flight.get('to')}"}.get(flight["kind"], over)
    return f"{squadrons(flight)} from {flight['from']} {goal}."


# What is told from where a side's ships are: the words, as a plot would have them.


def _answer(plot: MidwayPlot, facts: JSON, side: str) -> str:
    if facts["by"] == side:
        return ""
    return f"{facts['area']}: {found_words(found_in(plot, side, facts['area']))}."


def _ships_there(plot: MidwayPlot, facts: JSON, side: str) -> str:
    battle = plot.battle
    if battle is None or battle["of"] != side:
        return ""
    return _there(plot, side, battle["zone"])


def _there(plot: MidwayPlot, side: str, zone: str) -> str:
    return f"Ships in {zone}: {listed(plot.in_zone(side, zone)) or 'none'}."


def _watchers(plot: MidwayPlot, facts: JSON, side: str) -> str:
    """Midway's watchers have spoken, or not, by the time movement is over."""
    if side != JAPAN or facts["name"] != "readying":
        return ""
    standing = bool(plot.in_zone(JAPAN, plot.kit["board/midway"]))
    return f"Japanese ships stand on Midway: {'told' if standing else 'not told'}."


def _b17(plot: MidwayPlot, facts: JSON, side: str) -> str:
    return _there(plot, side, facts["zone"]) if side == JAPAN else ""


def _returned(plot: MidwayPlot, facts: JSON, landed: Sequence[JSON]) -> str:
    """Step 17: where an attack came from and went back to, as a plot has its bases."""

    def zones(bases: Iterable[str]) -> list[str]:
        at = {**plot.zones, MIDWAY: plot.kit["board/midway"]}
        return sorted({at[base] for base in bases if base in at})

    flew = [f for f in landed if f["kind"] == "attack" and f["zone"] == facts["zone"]]
    down = [base for f in flew for base, counts in f["land"].items() if any(counts.values())]
    return SAYINGS["returns"]({**facts, "origins": zones(f["from"] for f in flew), "returns": zones(down)})


_TELLINGS: dict[str, Callable[[MidwayPlot, JSON, str], str]] = {
    "answer": _answer,
    "placed": _ships_there,
    "empty": _ships_there,
    "step": _watchers,
    "b17": _b17,
}


# Facts that are no zone: what later used them.


class _Uses(Uses):
    """As every game's, with the score told as a turn ends, and planes and the kit told to nobody by being put."""

    def words(self, said: Dispatch) -> str:
        if said.kind == "turn-over":
            return f"Score: {', '.join(f'{NAMES[side]} {n}' for side, n in said.facts['score'].items())}."
        return say(said)

    def aloud(self, said: Dispatch) -> bool:
        return self.kind != "planes" and said.kind != "kit"

    def on_record(self) -> bool:
        was, name = self.was, self.name
        if self.kind == "planes":
            return name.partition("/")[0] in was.planes
        return {"kit": name in was.kit, "turn": was.turn > 0}.get(self.kind, bool(was.ships)) and bool(was.ships)


class _Hits(_Uses):
    """Hits on a ship: battles she was in since, and her sinking."""

    def uses(self, said: Dispatch) -> bool:
        if said.kind == "placed":
            return self.name in said.facts["ships"]
        return said.kind in ("sunk", "b17-result") and bool(said.facts["ship"] == self.name)


class _Planes(_Uses):
    """Squadrons on a base: what flew from it, came down on it, was readied; a deck that was armed or not."""

    def uses(self, said: Dispatch) -> bool:
        base, kind, _ = self.name.rsplit("/", 2)
        facts = said.facts
        if said.kind == "orders":
            return any(base in (f["from"], f.get("to")) and f.get(kind) for f in facts["flights"])
        if said.kind == "landed":
            return any(base in f["land"] for f in facts["landed"]) or base in facts["overboard"]
        if said.kind == "readied":
            return base in facts["which"]
        return said.kind == "sunk" and bool(facts["ship"] == base)


class _Score(_Uses):
    """Points: nothing rests on them but the outcome."""

    def uses(self, said: Dispatch) -> bool:
        return said.kind == "ended"


class _Time(_Uses):
    """The time record: day and night, arrivals and the last turn follow from it."""

    def uses(self, said: Dispatch) -> bool:
        return said.kind in ("island-point", "captured", "ended")


class _Printed(_Uses):
    """A value of the components: odds, results and points that used it."""

    def uses(self, said: Dispatch) -> bool:
        kind, _, name = self.name.partition("/")
        battle = self.was.battle or {}
        if kind == "screening":
            return said.kind == "odds" and bool(battle.get("fire", {}).get(name))
        if kind == "hits":
            return (said.kind == "hits" and name in said.facts["marked"]) or self._sinks(said, name)
        if kind == "points":
            return self._sinks(said, name)
        if kind == "crt" and said.kind == "results":
            columns = {each["id"]: each["column"] for each in battle.get("odds", ())}
            return name in {f"{columns.get(r['id'])}/{r['die']}" for r in said.facts["results"]}
        return False

    def _sinks(self, said: Dispatch, ship: str) -> bool:
        return said.kind == "sunk" and bool(said.facts["ship"] == ship)


_WALKS: Walks = {
    "zone": _Zone,
    "hits": _Hits,
    "planes": _Planes,
    "score": _Score,
    "turn": _Time,
    "kit": _Printed,
    "fortification": _Uses,
}
