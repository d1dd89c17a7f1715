"""What came of a fact of Victory at Midway's record found wrong: who was told what from it, and what rested on that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games import wrongs
from umpire.games.filed import SHIPS
from umpire.games.turns import turns
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway import record_facts
from umpire.games.victory_at_midway.plot import ALOFT, VictoryPlot
from umpire.games.victory_at_midway.search import statements
from umpire.games.victory_at_midway.solitaire import close_carriers
from umpire.games.victory_at_midway.strikes import units_of
from umpire.games.victory_at_midway.terms import ENEMY, MIDWAY_HEX, NAMES, SIDES
from umpire.games.victory_at_midway.turns import date, dated
from umpire.games.victory_at_midway.uses import (
    AirUnit,
    Field,
    OnRecord,
    Printed,
    Score,
    Sighting,
    Strength,
    Time,
    Transport,
)
from umpire.games.victory_at_midway.words import SAYINGS, say, searches_words, strengths
from umpire.games.wrongs import Read, Uses, Walk, Walks, Ways
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Fact, Record, Told
from umpire.table.words import listed
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any

STEPS = {
    "set-up": "set-up",
    "orders": "orders",
    "search": "search",
    "strikes": "strikes",
    "resolution": "air strikes",
    "return": "air return",
    "naval": "ship-to-ship combat",
    "end": "end of the turn",
}
NEAR = 2
"""How far from a hex that was wrongly told of what is done may still rest on it: as far as an air search looks next to."""


def step(plot: VictoryPlot) -> str:
    """``Turn 8, 0430 June 4, day, search``: when something was told."""
    if not plot.turn:
        return "Set-up"
    return f"Turn {plot.turn}, {date(plot.kit, plot.turn)}, {STEPS.get(plot.step, plot.step)}"


def begun(plot: VictoryPlot, position: str) -> str:
    """The turn that began at a stored position: ``Turn 8, 0430 June 4, day``."""
    played = {turn.played: turn.n for turn in turns(plot.heard)[0]}
    return dated(plot, played.get(int(position.removeprefix("t")), 0) if position != "set-up" else 0)


def lost(plot: VictoryPlot) -> list[Fact]:
    """Hexes of ships that are sunk: they cannot be set right, but may have been wrong."""
    sunk = [ship for ship in plot.sunk if ship in plot.ships]
    return [Fact(f"hex/{s}", f"{s}, hex (sunk)", "", "H6", plot.ships[s]["side"], (SHIPS, s)) for s in sunk]


_PUTS: Mapping[str, Callable[[str, JSON, str], bool]] = {
    "hex": lambda kind, f, name: (
        (kind == "ships" and name in (*f["at"], *f["withdrawn"])) or (kind == "forgone" and name in f["ships"])
    ),
    "box": lambda kind, f, name: kind == "air" and name in f["units"],
    "strength": lambda kind, f, name: kind == "air" and name in f["units"],
    "hits": lambda kind, f, name: (
        (kind == "units-hit" and name in f["units"]) or (kind == "battalions" and name in f["states"])
    ),
    "aboard": lambda kind, f, name: kind == "aboard" and name in f["on"],
    "score": lambda kind, f, name: kind == "turn-over" or (kind == "scored" and f["to"] == name),
    "turn": lambda kind, f, name: kind == "turn",
    "sighted": lambda kind, f, name: kind == "sighted",
    "late": lambda kind, f, name: kind == "late",
    "field": lambda kind, f, name: kind == "field",
    "fog": lambda kind, f, name: kind in ("turn", "fog-die"),
    "kit": lambda kind, f, name: kind in ("kit", "cells") and name in f["cells"],
    "back": lambda kind, f, name: kind in ("kit", "cells") and f"back/{name.rpartition('/')[0]}" in f["cells"],
}


def puts(said: Dispatch, fact: str) -> bool:
    """Whether a dispatch puts a fact on the record."""
    kind, _, name = fact.partition("/")
    if said.kind == "set-right":
        return bool(said.facts["fact"] == fact)
    return kind in _PUTS and bool(_PUTS[kind](said.kind, said.facts, name))


WAYS = Ways(lambda: VictoryPlot(UMPIRE), NAMES, step, puts, say)


def changes(told: Record, fact: str) -> list[Place]:
    """After which entries a fact was put on the record, the latest first, in the words it was put in."""
    kind, _, name = fact.partition("/")
    return wrongs.changes(WAYS, told, fact, lambda plot: record_facts.where(plot, name) if kind == "hex" else "")


def contamination(told: Record, wrong: Wrong, read: Read) -> Contamination:
    """The report. `read` is the game's own reading of a fact's value, on a plot; raises `Refusal`."""
    return wrongs.contamination(WAYS, _WALKS, told, wrong, read)


class _World(OnRecord):
    """A fact that changes what is told of hexes: the record as it was beside the world as it should have been."""

    def stands(self, n: int, said: Dispatch, covered: bool) -> None:
        super().stands(n, said, covered)
        value = self.value if covered and self.seen else self.now()
        if value is not None:
            self.should.hear_set_right(self.wrong.fact, value, "", "")

    def now(self) -> JSON:
        """The fact as the record has it; None for nothing."""
        return None

    def stated(self, side: str, rule: str) -> tuple[str, str]:
        """What the searches' answer says of a side's hexes, and what it should have said: where the two differ."""
        was, should = ({s["hex"]: s["what"] for s in _statements(p, side, rule)} for p in (self.was, self.should))
        hexes = [each for each in {**was, **should} if was.get(each) != should.get(each)]
        hexes = self.was.board.order(hexes)
        words = ("; ".join(f"{each}: {of.get(each, 'nothing')}" for each in hexes) for of in (was, should))
        told, right = (f"{line}." if line else "" for line in words)
        return told, right


def _statements(plot: VictoryPlot, side: str, rule: str) -> list[JSON]:
    if rule == "Japanese Doctrine Toward US CVs":
        return [{"hex": place, "what": "carriers"} for place in close_carriers(plot, side)]
    return [each for each in statements(plot) if each["of"] == side]


# A ship's hex.


class _Hex(_World):
    """A ship's hex: what her enemy was told of it, and did; what her own side did from it."""

    def __init__(self, ways: Ways, wrong: Wrong, read: Read) -> None:
        super().__init__(ways, wrong, read)
        self.side = self.enemy = ""
        self.moves: list[str] = []
        self.ordered = -1
        """The entry after which her own side last moved her, while it was wrong."""
        self.hexes: list[str] = []
        """Hexes the enemy has wrongly heard of, or wrongly not heard of."""

    def now(self) -> JSON:
        return record_facts.where(self.was, self.name) if self.name in self.was.ships else None

    def stands(self, n: int, said: Dispatch, covered: bool) -> None:
        if self.name in self.was.sunk:
            return
        super().stands(n, said, covered)
        if covered and self.puts(said):
            self.moves.append(record_facts.where(self.was, self.name))
            words = f"{self.step()}: before she was placed in {self.moves[-1]}"
            if said.kind == "ships":
                self.ordered = n
                self.place(n, words, self.side)
            else:
                self.place(n - 1, words)

    def note(self) -> str:
        if len(self.moves) < 2:
            return ""
        return f"On the record she moved meanwhile ({', '.join(self.moves)}); all of it is laid beside {self.value}."

    def look(self, n: int, each: Told, covered: bool) -> None:
        if not self.side:
            self.side = self.was.ships.get(self.name, {}).get("side", "")
            self.enemy = ENEMY.get(self.side, "")
        done = covered and self.seen and self._wrongly_told(n, each)
        if covered and self.seen:
            self._own(n, each)
        if self.hexes and not done:
            self._enemy(n, each)

    # What the enemy was told.

    def _wrongly_told(self, n: int, each: Told) -> bool:
        """Whether this dispatch told what is not so, or would have; then it stands in the report."""
        was, right = self._words(each.dispatch)
        if was == right:
            return False
        if n == self.ordered:  # her move and its answer are one entry: before it is before her side's orders
            self.told.append(self.came(n, each, was, right))
            self.place(n, f"{self.step()}: before “{was}”", self.side)
        else:
            self.tell(n, each, was, right)
        both = [p.at.get(self.name) for p in (self.was, self.should)]
        self.hexes += [place for place in both if place and place not in self.hexes]
        return True

    def _words(self, said: Dispatch) -> tuple[str, str]:
        if said.kind == "found":
            return self.stated(self.side, said.rule)
        telling = _TELLINGS.get(said.kind)
        if telling is None:
            return "", ""
        return telling(self.was, said.facts, self), telling(self.should, said.facts, self)

    # What the enemy did about it.

    def _near(self, hexes: Iterable[str], reach: int = NEAR) -> list[str]:
        board = self.was.board
        return [at for at in hexes if at in board and any(board.distance(at, each) <= reach for each in self.hexes)]

    def _enemy(self, n: int, each: Told) -> None:
        said, facts = each.dispatch, each.dispatch.facts
        if said.kind == "searching":
            near = [s for s in facts["searches"] if s["by"] == self.enemy and self._near([s["hex"]])]
            words = f"{NAMES[self.enemy]} searches: {searches_words(near, self.enemy)}." if near else ""
        elif said.kind == "ships" and self.enemy in each.audiences:
            went = {ship: at for ship, at in facts["at"].items() if self._near([at])}
            words = SAYINGS["ships"]({**facts, "at": went, "withdrawn": []}) if went else ""
        elif said.kind == "strikes" and self.enemy in each.audiences:
            sent = [s for s in facts["strikes"] if self._near([s["to"]], 1)]
            words = "; ".join(f"{', '.join(units_of(s))} against {s['to']}" for s in sent)
            words = f"{words}." if words else ""
        elif said.kind in ("strike", "surface") and facts["by"] == self.enemy:
            hexes = facts["hexes"] if said.kind == "surface" else [facts["hex"]]
            words = say(said) if set(hexes) & set(self.hexes) else ""
        else:
            words = say(said) if said.kind in CAME_OF_A_FIGHT and self._in_fight() else ""
        if words:
            self.rest(n, each, words)

    def _in_fight(self) -> bool:
        fight = self.was.fight
        return bool(fight and fight["by"] == self.enemy and fight["hex"] in self.hexes and not fight["base"])

    # What her own side did from where the record had her.

    def _own(self, n: int, each: Told) -> None:
        said, at = each.dispatch, self.was.at.get(self.name)
        if at is None or at == self.should.at.get(self.name) or self.side not in each.audiences:
            return
        words = _OWN[said.kind](self, said.facts, at) if said.kind in _OWN else ""
        if words:
            self.rest(n, each, words)


CAME_OF_A_FIGHT = ("planes-hit", "units-hit", "scored", "caught")


# What is told from where a side's ships are: the words, as a plot would have them.


def _there(plot: VictoryPlot, side: str, place: str) -> str:
    return f"Ships in {place}: {strengths(plot.shown(plot.surface_in(side, place)))}."


def _struck(plot: VictoryPlot, facts: JSON, walk: _Hex) -> str:
    fight = plot.fight
    struck = fight is not None and fight["by"] == walk.enemy and not fight["base"]
    return _there(plot, walk.side, fight["hex"]) if struck else ""


def _torpedoed(plot: VictoryPlot, facts: JSON, walk: _Hex) -> str:
    if facts["by"] == walk.side:
        return f"{listed(plot.subs_in(walk.side, facts['hex'])) or 'No submarine'} in {facts['hex']}."
    return _there(plot, walk.side, facts["hex"])


def _surface(plot: VictoryPlot, facts: JSON, walk: _Hex) -> str:
    return _there(plot, walk.side, facts["hex"])


def _off_midway(plot: VictoryPlot, facts: JSON, walk: _Hex) -> str:
    """A ship that bombards Midway, or from which troops land, is there."""
    ships = facts["ships"] if "ships" in facts else list(facts["units"].values())
    if walk.name not in ships:
        return ""
    return f"{walk.name} is {'' if plot.at.get(walk.name) == MIDWAY_HEX else 'not '}off Midway."


_TELLINGS: Mapping[str, Callable[[VictoryPlot, JSON, _Hex], str]] = {
    "deployed": _struck,
    "empty": _struck,
    "sub-attack": _torpedoed,
    "surface-battle": _surface,
    "bombardment": _off_midway,
    "landed": _off_midway,
}


# What a side does from where its own ship is.


def _moved(walk: _Hex, facts: JSON, at: str) -> str:
    if walk.name not in (*facts["at"], *facts["withdrawn"]) or walk.name in facts["entered"]:
        return ""
    return f"{walk.name} moved from {at} to {facts['at'].get(walk.name, 'off the map')}."


def _searched(walk: _Hex, facts: JSON, at: str) -> str:
    """Searches of a hex that her side made, or could have, only since she was there."""
    own = [s for s in facts["searches"] if s["by"] == walk.side and s["hex"] == at]
    if at in walk.should.of(walk.side).values() or not own:
        return ""
    return f"{NAMES[walk.side]} searches {at} ({listed(s['kind'] for s in own)}) as a hex of {walk.name}."


def _flew(walk: _Hex, facts: JSON, at: str) -> str:
    units = [u for u, each in facts["units"].items() if each["box"] == ALOFT and each.get("from") == walk.name]
    down = [
        u
        for u, each in facts["units"].items()
        if each["on"] == walk.name and each["box"] != ALOFT and walk.was.air.get(u, {}).get("box") == ALOFT
    ]
    made = [f"{', '.join(units)} took off from {walk.name} in {at}."] if units else []
    return " ".join([*made, *([f"{', '.join(down)} landed on {walk.name} in {at}."] if down else [])])


def _declares(walk: _Hex, facts: JSON, at: str) -> str:
    there = [each for each in facts["ashore"] if walk.was.aboard.get(each) == walk.name]
    sub = at in facts["subs"] and walk.was.is_sub(walk.name)
    return say(Dispatch("declared", facts)) if walk.name in facts["bombard"] or there or sub else ""


_OWN: Mapping[str, Callable[[_Hex, JSON, str], str]] = {
    "ships": _moved,
    "searching": _searched,
    "air": _flew,
    "declared": _declares,
}


class _Fog(_World, Uses):
    """Fog, and the hexes it lies in: what searches were wrongly answered, of either side."""

    def now(self) -> JSON:
        if self.kind == "fog":
            return bool(self.was.fog)
        return list(kits.fog_of(self.was.kit)) if self.was.kit else None

    def look(self, n: int, each: Told, covered: bool) -> None:
        if each.dispatch.kind != "found":
            super().look(n, each, covered)
            return
        for side in SIDES if covered and self.seen else ():
            was, right = self.stated(side, each.dispatch.rule)
            if was != right:
                self.tell(n, each, was, right)

    def aloud(self, said: Dispatch) -> bool:
        """Of the fog itself, only what was told otherwise than it was."""
        if self.kind == "kit" or said.kind == "set-right":
            return said.kind != "kit"
        there = said.facts["fog"] if said.kind == "turn" else not said.facts["lifted"]
        return self.seen and bool(there) != self.value


def _kit_walk(ways: Ways, wrong: Wrong, read: Read) -> Walk:
    """The hexes of the fog change what is told; every other printed value is used."""
    walk = _Fog if wrong.fact == f"kit/{record_facts.GREY}" else Printed
    return walk(ways, wrong, read)


_WALKS: Walks = {
    "hex": _Hex,
    "box": AirUnit,
    "strength": AirUnit,
    "hits": Strength,
    "aboard": Transport,
    "score": Score,
    "turn": Time,
    "sighted": Sighting,
    "late": Sighting,
    "field": Field,
    "fog": _Fog,
    "kit": _kit_walk,
    "back": Printed,
}
