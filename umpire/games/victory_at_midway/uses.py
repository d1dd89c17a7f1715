"""Facts of Victory at Midway that change nothing told of hexes: what later used them, once they are found wrong."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway import counters, record_facts
from umpire.games.victory_at_midway.plot import ALOFT, VictoryPlot
from umpire.games.victory_at_midway.search import AIR
from umpire.games.victory_at_midway.terms import LATE_GROUP, MIDWAY, US
from umpire.games.victory_at_midway.words import SAYINGS
from umpire.games.wrongs import Uses, Walk
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any


class OnRecord(Walk):
    """A walk that waits until its fact is among those that may be set right."""

    def on_record(self) -> bool:
        return any(fact.key == self.wrong.fact for fact in record_facts.facts(self.was))


class _Uses(OnRecord, Uses):
    """A fact that rulings use."""


class AirUnit(_Uses):
    """An air unit's box or strength: what it flew in, and what was lost on its deck."""

    def words(self, said: Dispatch) -> str:
        units = said.facts.get("units", {})
        if said.kind == "air" and self.name in units:
            return f"{self.name} {SAYINGS['air']({'units': {self.name: units[self.name]}}).partition(' ')[2]}"
        if said.kind == "lettered":
            return f"{self.name} flies as {listed(letter for letter, unit in units.items() if unit == self.name)}."
        return super().words(said)

    def aloud(self, said: Dispatch) -> bool:
        return False

    def uses(self, said: Dispatch) -> bool:
        facts = said.facts
        if said.kind == "air" and self.name in facts["units"]:
            return bool(facts["units"][self.name]["box"] == ALOFT)
        if said.kind == "lettered":
            return self.name in facts["units"].values()
        return said.kind == "caught" and bool(facts["carrier"] == self.was.air[self.name]["on"])


class Strength(_Uses):
    """A ship's or ground unit's strength: fights it was in since, and what was scored for it."""

    def uses(self, said: Dispatch) -> bool:
        facts = said.facts
        if said.kind == "scored":
            return bool(facts["of"] == self.name)
        if said.kind == "landed":
            return self.name in facts["states"]
        return any(self.name in facts.get(group, ()) for group in ("ships", "theirs", "ground", "ashore")) and (
            said.kind in ("deployed", "sub-attack", "surface-battle", "bombardment", "invasion")
        )


class Transport(_Uses):
    """Which transport a battalion sails in: where it landed from, and whose fate it shared."""

    def aloud(self, said: Dispatch) -> bool:
        return said.kind != "aboard"

    def uses(self, said: Dispatch) -> bool:
        if said.kind == "units-hit":
            return self.was.aboard.get(self.name) in said.facts["units"]
        return (said.kind == "landed" and self.name in said.facts["units"]) or (
            said.kind == "battalions" and self.name in said.facts["states"]
        )


class Score(_Uses):
    """Points: nothing rests on them but the outcome."""

    def aloud(self, said: Dispatch) -> bool:
        return said.kind != "scored"

    def uses(self, said: Dispatch) -> bool:
        return said.kind in ("tally", "ended")


class Time(_Uses):
    """The turn: entries, the Turn 13 group, the field's end and the game's follow from it."""

    def uses(self, said: Dispatch) -> bool:
        if said.kind == "ships":
            return bool(said.facts["entered"])
        return said.kind in ("due", "late", "kure", "landed", "field-shut", "ended")


class Sighting(_Uses):
    """The first sighting of US carriers, and the turn reckoned from it: when the Turn 13 group came."""

    def aloud(self, said: Dispatch) -> bool:
        return self.kind == "sighted"

    def uses(self, said: Dispatch) -> bool:
        if said.kind in ("ships", "due"):
            ships = said.facts["entered"] if said.kind == "ships" else said.facts["ships"]
            return any(self.was.ships[ship]["entry"] == LATE_GROUP for ship in ships)
        return said.kind == "late" and self.kind == "sighted"


class Field(_Uses):
    """Hits on Midway's field: the searches Midway made, and what landed there."""

    def uses(self, said: Dispatch) -> bool:
        if said.kind == "searching":
            return any(s["by"] == US and s["kind"] == AIR for s in said.facts["searches"])
        return said.kind == "air" and any(
            u["on"] == MIDWAY and self.was.air.get(unit, {}).get("box") == ALOFT
            for unit, u in said.facts["units"].items()
        )


class Printed(_Uses):
    """A value of the components: fire, hits, moves and flights that used it."""

    def aloud(self, said: Dispatch) -> bool:
        return said.kind != "kit"

    def uses(self, said: Dispatch) -> bool:
        what, _, name = self.name.partition("/") if self.kind == "kit" else ("back", "", self.name.rpartition("/")[0])
        facts = said.facts
        if what in ("aa", "surface", "combat", "air", "strike"):
            fired = said.kind == "shots" and facts["part"] not in ("position", "screen") and self._fires(what, facts)
            return fired and any(self._is(what, name, shot["by"]) for shot in facts["shots"])
        if what == "back":
            return said.kind in ("planes-hit", "units-hit") and any(self._is(what, name, u) for u in facts["units"])
        if what == "track":
            return said.kind == "ships" and any(self.was.is_sub(ship) for ship in facts["at"])
        if what == "speed":
            return said.kind == "ships" and any(self._is(what, name, ship) for ship in facts["at"])
        flown = facts["units"] if said.kind == "air" else {}
        if what == "range":
            return any(u["box"] == ALOFT and _key(self.was, what, u) == f"{what}/{name}" for u in flown.values())
        return what == "capacity" and any(
            u["on"] == name and self.was.air.get(unit, {}).get("on") != name for unit, u in flown.items()
        )

    def _fires(self, what: str, facts: JSON) -> bool:
        """Whether that fire is by this value: guns and torpedoes by one, flak by another, fighters by a third."""
        part = str(facts["part"])
        by = {"flak": "aa", "bombs": "strike", "torpedoes": "surface", "guns": what}
        return by.get(part, "air") == what

    def _is(self, what: str, name: str, unit: str) -> bool:
        """Whether a unit, deployed or one's own, has this value from this cell."""
        fight = self.was.fight or {}
        shown = {**fight.get("cap", {}), **fight.get("planes", {})}.get(unit)
        key = _key(self.was, what, shown) if shown else counters.key(self.was, what, unit)
        return bool(key == f"{what}/{name}")


def _key(plot: VictoryPlot, what: str, shown: JSON) -> str:
    return counters.air_key(plot, what, shown)
