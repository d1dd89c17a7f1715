"""What came of a fact found wrong: who was told what from it, and what rested on that. For every game.

The record is walked through from its beginning in two plots side by side: as it was told, and as it
would have been with the fact as it should have been. What a fact of one kind touches, each game says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from umpire.table.asks import Refusal
from umpire.table.plot import UMPIRE, Dispatch, Plot
from umpire.table.script import Record, Told
from umpire.table.wrong import Came, Contamination, Place, Wrong

JSON = Any
Read = Callable[[Any, str, JSON], JSON]
"""A game's own reading of a fact's value, on a plot; raises `Refusal`."""


@dataclass(frozen=True)
class Ways:
    """What a walk needs of a game: its plots, its words, and which dispatch puts a fact on the record."""

    plot: Callable[[], Plot]
    """An empty plot for the umpire."""
    names: Mapping[str, str]
    step: Callable[[Any], str]
    """When something was told, in words, as the plot then stood."""
    puts: Callable[[Dispatch, str], bool]
    """Whether a dispatch puts a fact on the record."""
    say: Callable[[Dispatch], str]


def hear(plot: Plot, said: Dispatch) -> None:
    """A plot hears what was told, in a dispatch of its own."""
    plot.receive(said.again())


def changes(ways: Ways, told: Record, fact: str, shown: Callable[[Any], str]) -> list[Place]:
    """After which entries a fact was put on the record, the latest first; `shown` says what it then was."""
    plot, made = ways.plot(), []
    for n, each in told:
        hear(plot, each.dispatch)
        if ways.puts(each.dispatch, fact):
            now = shown(plot)
            made.append(Place(n, f"{ways.step(plot)}{': ' if now else ''}{now}"))
    return list(reversed(made))


class Walk:
    """The record passed by, dispatch by dispatch; what a fact of one kind touches is said by its subclass."""

    def __init__(self, ways: Ways, wrong: Wrong, read: Read) -> None:
        self.ways, self.wrong, self.read = ways, wrong, read
        self.kind, _, self.name = wrong.fact.partition("/")
        self.was: Any = ways.plot()
        self.should: Any = ways.plot()
        self.value: JSON = None
        self.seen = False
        """Whether the fact has been on the record while it was wrong."""
        self.awaits = False
        """Whether the dispatch that puts the fact on the record wrong is still to come: what one entry told before it was right."""
        self.told: list[Came] = []
        self.rested: list[Came] = []
        self.places: list[Place] = []

    def along(self, told: Record) -> Contamination:
        """The report of a whole record. Raises `Refusal` where the fact was not on it while it was wrong."""
        self.awaits = any(n == self.wrong.since and self.puts(each.dispatch) for n, each in told)
        for n, each in told:
            self.pass_by(n, each)
        if not self.seen:
            raise Refusal("That was not on the record then.")
        return Contamination(self.value, self.told, self.rested, self.places, self.note())

    def note(self) -> str:
        return ""

    def pass_by(self, n: int, each: Told) -> None:
        said, covered = each.dispatch, self.wrong.covers(n)
        if covered and self.awaits:
            self.awaits = not self.puts(said)
            covered = not self.awaits
        if covered or self.told:
            self.look(n, each, covered)
        hear(self.was, said)
        hear(self.should, said)
        self.stands(n, said, covered)

    def look(self, n: int, each: Told, covered: bool) -> None:
        """What this dispatch is to the fact; `covered` while the fact is wrong."""

    def stands(self, n: int, said: Dispatch, covered: bool) -> None:
        """Keep the second plot as it should have been."""
        if covered and not self.seen and self.on_record():
            self.seen = True
            self.value = self.read(self.was, self.wrong.fact, self.wrong.value)

    def on_record(self) -> bool:
        return True

    def puts(self, said: Dispatch) -> bool:
        """Whether a dispatch puts the fact on the record."""
        return self.ways.puts(said, self.wrong.fact)

    def step(self) -> str:
        return self.ways.step(self.was)

    def came(self, n: int, each: Told, words: str, right: str = "") -> Came:
        names = self.ways.names
        who = tuple(names.get(a, "all" if a == "public" else a) for a in each.audiences if a != UMPIRE)
        who = ("all",) if "all" in who else who
        return Came(n, self.step(), each.dispatch.rule, who, words, right)

    def tell(self, n: int, each: Told, words: str, right: str = "") -> None:
        self.told.append(self.came(n, each, words, right))
        self.place(n - 1, f"{self.step()}: before “{words}”")

    def rest(self, n: int, each: Told, words: str) -> None:
        self.rested.append(self.came(n, each, words))

    def place(self, n: int, words: str, of: str = "") -> None:
        if n >= 0 and n not in (place.n for place in self.places):
            self.places.append(Place(n, words, of))


class Uses(Walk):
    """A fact that rulings use: each dispatch that put it on the record, and each that used it since."""

    def look(self, n: int, each: Told, covered: bool) -> None:
        if not covered:
            return
        words = self.words(each.dispatch)
        if self.puts(each.dispatch) and self.aloud(each.dispatch):
            self.tell(n, each, words)
        elif self.seen and self.uses(each.dispatch):
            self.rest(n, each, words)
            self.place(n - 1, f"{self.step()}: before “{words}”")

    def words(self, said: Dispatch) -> str:
        return self.ways.say(said)

    def aloud(self, said: Dispatch) -> bool:
        """Whether a dispatch that puts the fact on the record told somebody what was wrong."""
        return True

    def uses(self, said: Dispatch) -> bool:
        return False


Walks = Mapping[str, Callable[[Ways, Wrong, Read], Walk]]
"""The walk of each kind of fact."""


def contamination(ways: Ways, walks: Walks, told: Record, wrong: Wrong, read: Read) -> Contamination:
    """The report of what came of a wrong fact, by the walk of its kind. Raises `Refusal`."""
    return walks.get(wrong.fact.partition("/")[0], Uses)(ways, wrong, read).along(told)
