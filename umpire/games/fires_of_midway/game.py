"""The Fires of Midway as a game of the core: its name, its settings, what of its record may be set right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.fires_of_midway import kit as kits
from umpire.games.fires_of_midway import record_facts, tiles, victory
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.sequence import script
from umpire.games.fires_of_midway.settings import SETTINGS
from umpire.games.fires_of_midway.ship import SIDES
from umpire.games.fires_of_midway.terms import NAMES
from umpire.games.fires_of_midway.words import say
from umpire.table.asks import DICE
from umpire.table.charts import Cell
from umpire.table.plot import Dispatch
from umpire.table.script import Fact, Game, Play, Reanswered, Record, Steps
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any


class FiresOfMidway(Game):
    """A card game that lies open but for hands: the app is its clerk, at one screen among the players."""

    key = "fires-of-midway"
    title = "The Fires of Midway"
    rules = "2"
    sides = SIDES
    names = NAMES
    settings = SETTINGS
    shared = True

    def plot(self, audience: str) -> FiresPlot:
        return FiresPlot(audience)

    def script(self, g: Play) -> Steps[None]:
        return script(g)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        return kits.cell(key, kit)

    def wanting(self, kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
        return tiles.wanting(kit) if settings.get("tiles") == "app" else []

    def keeps(self, settings: Mapping[str, JSON]) -> bool:
        """Task forces under blank markers; what was looked at of tiles that the app keeps."""
        return settings.get("letters") == "hidden" or settings.get("tiles") == "app"

    def unprompted(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        """“Roll for us” is the tap: the dice it opens fall by themselves."""
        return (DICE,) if settings.get("dice") == "app" else ()

    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        victory.ended(g, how, by)

    def say(self, dispatch: Dispatch) -> str:
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

    def searched_again(self, told: Record) -> Sequence[Reanswered]:
        """Nothing is searched for in secret here."""
        return []

    def place(self, plot: Any, position: str) -> str:
        return record_facts.begun(plot, position)
