"""Lightning: Midway as a game of the core: one screen for all, and nothing asked that a hand holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway import record_facts
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.rulings import Topic, topics
from umpire.games.lightning_midway.sequence import script
from umpire.games.lightning_midway.settings import SETTINGS
from umpire.games.lightning_midway.terms import NAMES, SIDES
from umpire.games.lightning_midway.victory import finish
from umpire.games.lightning_midway.words import say
from umpire.table.charts import Cell
from umpire.table.plot import Dispatch
from umpire.table.script import Fact, Game, Play, Reanswered, Record, Steps
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any


class LightningMidway(Game):
    """Two decks, eight targets, and a clerk."""

    key = "lightning-midway"
    title = "Lightning: Midway"
    rules = "1"
    sides = SIDES
    names = NAMES
    settings = SETTINGS
    shared, rolls = True, False

    @property
    def topics(self) -> list[Topic]:
        """Rulings to be looked up by the name of a card or a topic."""
        return topics()

    def plot(self, audience: str) -> LightningPlot:
        return LightningPlot(audience)

    def script(self, g: Play) -> Steps[None]:
        return script(g)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        return kits.cell(key, kit)

    def wanting(self, kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
        return [words for words, _ in kits.wanting(kit)]

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        finish(g, how, by)

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
        return record_facts.contamination(told, wrong, self.read_fact)

    def searched_again(self, told: Record) -> list[Reanswered]:
        """Nothing is hidden, so nothing is searched for."""
        return []

    def place(self, plot: Any, position: str) -> str:
        return record_facts.place(plot, position)
