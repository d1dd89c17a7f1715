"""Victory at Midway as a game of the core: its name, its settings, what of its record may be set right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.victory_at_midway import contamination, director, record_facts, second_search
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.sequence import script
from umpire.games.victory_at_midway.settings import SETTINGS
from umpire.games.victory_at_midway.terms import JAPAN, NAMES, SIDES, US
from umpire.games.victory_at_midway.victory import conceded, finish
from umpire.games.victory_at_midway.words import say
from umpire.table.asks import Ask
from umpire.table.charts import Cell
from umpire.table.plot import Dispatch
from umpire.table.script import Fact, Game, Play, Reanswered, Record, Steps
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any


class VictoryAtMidway(Game):
    """The hex game with what is agreed of its optional rules, for two or for one against the app."""

    key = "victory-at-midway"
    title = "Victory at Midway"
    rules = "1"
    sides = SIDES
    names = NAMES
    settings = SETTINGS

    def plot(self, audience: str) -> VictoryPlot:
        return VictoryPlot(audience)

    def script(self, g: Play) -> Steps[None]:
        return script(g)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        return kits.cell(key, kit)

    def wanting(self, kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
        return kits.wanting(kit, settings)

    def commanded(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        return (JAPAN,) if settings.get("solitaire") else ()

    def seated(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        return (US,) if settings.get("solitaire") == "hidden" else SIDES

    def command(self, plot: Any, ask: Ask) -> JSON:
        return director.command(plot, ask)

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        if how == "concede":
            conceded(g, by)
        else:
            finish(g, "agreed")

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
