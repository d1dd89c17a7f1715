"""Carrier as a game of the core: its name, its settings, what of its record may be set right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier import kit as kits
from umpire.games.carrier import record_facts, second_search
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.sequence import script
from umpire.games.carrier.settings import SETTINGS
from umpire.games.carrier.terms import NAMES, SIDES
from umpire.games.carrier.victory import conceded
from umpire.games.carrier.words import say
from umpire.table.asks import DICE
from umpire.table.charts import Cell
from umpire.table.plot import Dispatch
from umpire.table.script import Fact, Game, Play, Reanswered, Record, Steps
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any


class Carrier(Game):
    """The solitaire game: the app is the Japanese staff, and keeps every log, cup, index and clock."""

    key = "carrier"
    title = "Carrier"
    rules = "1"
    sides = SIDES
    names = NAMES
    settings = SETTINGS

    def plot(self, audience: str) -> CarrierPlot:
        return CarrierPlot(audience)

    def script(self, g: Play) -> Steps[None]:
        return script(g)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        return kits.cell(key, kit)

    def wanting(self, kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
        return kits.wanting(kit, settings)

    def unprompted(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        return (DICE,) if settings.get("dice") == "app" else ()

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        conceded(g, how)

    def say(self, dispatch: Dispatch) -> str:
        """A dispatch in words; an empty string for one that needs none."""
        return say(dispatch)

    # Setting right.

    def facts(self, plot: Any) -> list[Fact]:
        return record_facts.facts(plot)

    def read_fact(self, plot: Any, fact: str, value: JSON) -> JSON:
        return record_facts.read(plot, fact, value)

    def correct(self, g: Play, fact: str, value: JSON, reason: str) -> None:
        record_facts.correct(g, fact, value, reason)

    def changes(self, told: Record, fact: str) -> list[Place]:
        return record_facts.changes(told, fact)

    def contamination(self, told: Record, wrong: Wrong) -> Contamination:
        return record_facts.contamination(told, wrong)

    def searched_again(self, told: Record) -> list[Reanswered]:
        return second_search.again(told)

    def place(self, plot: Any, position: str) -> str:
        return record_facts.begun(plot, position)
