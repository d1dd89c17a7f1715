"""The script of a game: what it is written against (`Play`), and what a game brings (`Game`).

A script is a generator. It tells, and it yields makers of asks; what comes back are answers. It keeps
no game fact in a local variable across a yield: corrections land in the plots, and it re-reads them.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from umpire.table.asks import CHART, DICE, JSON, PRIVATE, Ask, Chance, Die, Draw, Roll
from umpire.table.charts import Cell, Cells
from umpire.table.ledger import Header
from umpire.table.plot import PUBLIC, UMPIRE, Dispatch, Plot, Stowed
from umpire.table.words import canonical, copy, trace
from umpire.table.wrong import Contamination, Place, Wrong

T = TypeVar("T")
Asks = dict[str, Ask]
Maker = Callable[[], Asks]
Steps = Generator[Maker, dict[str, JSON], T]


BY_HAND = "The app could not work this out; read it off the table"
"""Why people are asked for what the rules could have told."""


@dataclass(frozen=True)
class Setting:
    """One thing players agree on before play: its choices, the default first, and its rule."""

    name: str
    label: str
    choices: Sequence[tuple[JSON, str]]
    rule: str = ""
    section: str = ""
    """The heading it stands under where they are chosen; those under none come first."""

    @property
    def default(self) -> JSON:
        return self.choices[0][0]


UMPIRED = Setting("umpire", "Umpire", ((True, "a person at the laptop"), (False, "nobody: the app alone")), "design")
DICE_ARE = Setting("dice", "Dice", (("app", "rolled by the app"), ("real", "rolled on the table")), "house")


@dataclass(frozen=True)
class Fact:
    """Something of the record that may be set right: a ship's zone, its hits, the score."""

    key: str
    label: str
    value: JSON
    hint: str = ""
    side: str = ""
    """The side whose own record it is; empty for what everybody knows."""
    about: tuple[str, ...] = ()
    """The headings it is looked up under, the widest first: ``("Printed charts", "US Warning Table")``."""
    choices: tuple[str, ...] = ()
    """All it can be, in words, where that is a few: then it is picked, not typed."""


@dataclass(frozen=True)
class Told:
    """A dispatch and who heard it. Only the truth keeps these together."""

    audiences: tuple[str, ...]
    dispatch: Dispatch


@dataclass(frozen=True)
class Reanswered:
    """One search on the record, answered again from the positions that were on record as it was made.

    `said` and `again` are the answer given and the second one, alike in form, whatever that form is.
    """

    n: int
    """The entry it came after."""
    turn: str
    """The turn, as people call it: ``turn 9``."""
    what: str
    """Who searched what, in words."""
    said: JSON
    again: JSON
    corrected: bool = False
    """Whether the record was set right afterwards, so that the answer would have been another."""

    @property
    def true(self) -> bool:
        return bool(self.said == self.again)


Record = Sequence[tuple[int, Told]]
"""What was told at a table and is not struck, in its order, each with the number of the entry it came after."""


@dataclass(frozen=True)
class Position:
    """The plots as they stood when a turn began, after `n` entries."""

    n: int
    name: str
    plots: Mapping[str, Stowed]

    @property
    def text(self) -> str:
        """All of it but its number and name, as it is written to disk. A kit that is the public's is not said again."""
        kit = self.plots[PUBLIC].kit
        states = ((a, "" if a != PUBLIC and held.kit == kit else held.kit, held.rest) for a, held in self.plots.items())
        return f"{{{','.join(f'{canonical(a)}:[{kit or 0},{rest}]' for a, kit, rest in states)}}}"

    @classmethod
    def read(cls, n: int, name: str, text: str) -> Position:
        """The position of a `text`; of an older one too, which says everybody's kit in the midst of his state."""
        body = json.loads(text)
        pairs = {a: said if isinstance(said, list) else [said.pop("kit", {}), said] for a, said in body.items()}
        kits = {a: kit or pairs[PUBLIC][0] for a, (kit, _) in pairs.items()}
        return cls(n, name, {a: Stowed(canonical(kits[a]), canonical(rest)) for a, (_, rest) in pairs.items()})


class Play:
    """What a script sees: the plots, a voice to tell with, and a way to ask."""

    def __init__(self, game: Game, header: Header, plots: dict[str, Plot]) -> None:
        self.game = game
        self.header = header
        self.plots = plots
        self.all: tuple[str, ...] = (*game.sides, PUBLIC)
        self.told: list[Told] = []
        self.marks: list[tuple[str, dict[str, Stowed]]] = []
        self.faults: list[str] = []
        self.givers: dict[str, str] = {}
        self.asked: dict[str, Any] = {}
        """The asks that were last answered, as they stood when the last party locked."""

    @property
    def truth(self) -> Any:
        """The umpire's plot, which hears everything."""
        return self.plots[UMPIRE]

    def plot(self, audience: str) -> Any:
        """What an audience knows, as its game's own kind of plot."""
        return self.plots[audience]

    @property
    def settings(self) -> Mapping[str, JSON]:
        return self.header.settings

    def tell(self, to: str | Iterable[str], kind: str, rule: str = "", /, **facts: JSON) -> None:
        """A dispatch to an audience or several; the umpire hears every one."""
        wanted = {to} if isinstance(to, str) else set(to)
        audiences = tuple(a for a in self.plots if a in wanted or a == UMPIRE)
        dispatch = Dispatch(kind, facts, rule)
        self.told.append(Told(audiences, dispatch))
        for audience in audiences:
            self.plots[audience].receive(dispatch.again())

    def mark(self, name: str) -> None:
        """A position: the script, started afresh on these plots, goes on from here."""
        self.marks.append((name, {audience: plot.stow() for audience, plot in self.plots.items()}))

    def sealed(self, make: Maker) -> Steps[dict[str, JSON]]:
        """Asks put to several parties at once; nothing is told until the last has locked."""
        got = yield make
        return got

    def ask(self, party: str, make: Callable[[], Ask]) -> Steps[JSON]:
        """One ask to one party."""
        got = yield lambda: {party: make()}
        return got[party]

    def roll(
        self, name: str, why: str, dice: Sequence[Die] | Callable[[], Sequence[Die]], rule: str = ""
    ) -> Steps[list[int]]:
        """Public dice for one event, told to all as they fell. A maker of dice makes them anew after a correction."""

        def make() -> Roll:
            return Roll(name, dice=dice() if callable(dice) else dice, why=why)

        return (yield from self._fall(make, rule))

    def draw(
        self, name: str, why: str, cup: Callable[[], Mapping[str, int]], n: int = 1, rule: str = ""
    ) -> Steps[list[str]]:
        """Pieces drawn from a cup, told to all as they came out. The cup is made anew after a correction."""
        return (yield from self._fall(lambda: Draw(name, cup=cup(), why=why, n=n), rule))

    def _fall(self, make: Callable[[], Chance], rule: str) -> Steps[list[Any]]:
        """What falls to chance before everybody's eyes, told to all as it fell."""
        fell: list[Any] = yield from self.ask(DICE, make)
        asked: Chance = self.asked[DICE]
        by = self.givers.get(DICE, "app")
        self.tell(self.all, "roll", rule, ask=asked.name, why=asked.why, dice=asked.named, faces=fell, by=by)
        return fell

    def roll_unseen(self, name: str, why: str, dice: Sequence[Die]) -> Steps[list[int]]:
        """Dice for one event that the app rolls unseen; the script tells whoever may hear of them."""
        faces: list[int] = yield from self.ask(PRIVATE, lambda: Roll(name, dice=dice, why=why))
        return faces

    def draw_unseen(self, name: str, why: str, cup: Callable[[], Mapping[str, int]], n: int = 1) -> Steps[list[str]]:
        """Pieces that the app draws from a cup unseen; the script tells whoever may hear of them."""
        fell: list[str] = yield from self.ask(PRIVATE, lambda: Draw(name, cup=cup(), why=why, n=n))
        return fell

    def cells(self, name: str, why: str, keys: Iterable[str], rule: str = "") -> Steps[None]:
        """Makes sure that everybody knows these printed values; asks for the blank ones."""
        blanks = [key for key in dict.fromkeys(keys) if key not in self.truth.kit]
        if not blanks:
            return
        wanted = [self.game.cell(key, self.truth.kit) for key in blanks]
        values = yield from self.ask(CHART, lambda: Cells(name, cells=wanted, why=why, cites=rule))
        self.tell(self.all, "cells", rule, cells=values, by=self.givers.get(CHART, "app"))

    def resolved(self, name: str, work: Callable[[], JSON], by_hand: Callable[[], Sequence[Cell]]) -> Steps[JSON]:
        """What a pure function of the rules makes of the facts; if it fails, people enter it, cell by cell.

        Either way it comes by the keys of those cells. A table never stops because of a fault of ours: the
        fault is told, and kept for a report.
        """
        try:
            return copy(work())
        except Exception as fault:
            self.faults.append(trace(fault))
        self.tell(self.all, "fault", where=name)
        return (yield from self.ask(CHART, lambda: Cells(name, cells=by_hand(), why=BY_HAND)))


class Game(ABC):
    """What a game brings to the core."""

    key: str
    title: str
    rules: str
    """The version of these rules; an entry's digest tells when a change alters an old game."""
    sides: tuple[str, ...]
    names: Mapping[str, str]
    """What each side is called at the table."""
    settings: Sequence[Setting]
    shared: bool = False
    """Whether all of it lies open on the table: then one screen stands among the players, and phones are its remotes."""

    rolls: bool = True
    """Whether dice decide anything in it."""

    @property
    def one_voice(self) -> bool:
        """Whether nobody's yes is needed but that of whoever is at the table: one side plays, or one screen is shared."""
        return self.shared or len(self.sides) == 1

    @property
    def audiences(self) -> tuple[str, ...]:
        """Everybody there is to tell: the sides, the public, the umpire."""
        return (*self.sides, PUBLIC, UMPIRE)

    @abstractmethod
    def plot(self, audience: str) -> Plot:
        """An empty plot for an audience."""

    @abstractmethod
    def script(self, g: Play) -> Steps[None]:
        """The game, from wherever the plots say it stands to its end."""

    @property
    def agreed(self) -> tuple[Setting, ...]:
        """All that is agreed before a game.

        Where nobody's yes is needed, nobody umpires unless it is said; who sits round one screen rolls his own dice.
        """
        umpire = replace(UMPIRED, choices=UMPIRED.choices[::-1]) if self.one_voice else UMPIRED
        dice = replace(DICE_ARE, choices=DICE_ARE.choices[::-1]) if self.shared else DICE_ARE
        return (umpire, *([dice] if self.rolls else []), *self.settings)

    def keeps(self, settings: Mapping[str, JSON]) -> bool:
        """Whether a side keeps anything for itself, as the table is agreed."""
        return not self.shared

    def commanded(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        """The sides that the app plays, as the table is agreed."""
        return ()

    def seated(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        """The sides that a phone may take: those people play, and those they may look on as."""
        return self.sides

    def unprompted(self, settings: Mapping[str, JSON]) -> tuple[str, ...]:
        """The parties of anybody's asks that the app answers by itself, where it may: dice that nobody taps for."""
        return ()

    def command(self, plot: Any, ask: Ask) -> JSON:
        """The app's answer for a side it plays, from that side's own plot alone."""
        raise NotImplementedError(f"the app plays no side of {self.key}")

    @abstractmethod
    def cell(self, key: str, kit: Mapping[str, JSON]) -> Cell:
        """The printed value that a key of the kit names; raises `KeyError`."""

    @abstractmethod
    def wanting(self, kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
        """What a secret step may need, as the table is agreed, and the kit lacks or gets wrong, in words."""

    @abstractmethod
    def facts(self, plot: Any) -> list[Fact]:
        """What of the record may be set right, as a plot has it."""

    @abstractmethod
    def read_fact(self, plot: Any, fact: str, value: JSON) -> JSON:
        """The value a fact would have, of what was typed; raises `Refusal` when it cannot be so."""

    @abstractmethod
    def correct(self, g: Play, fact: str, value: JSON, reason: str) -> None:
        """Set a fact right, telling those whose record it is; raises `Refusal` before anything is told."""

    def doubtful(self, plot: Any) -> list[Fact]:
        """What may be found to have been wrong: all that may be set right, and what once was on the record."""
        return self.facts(plot)

    @abstractmethod
    def changes(self, told: Record, fact: str) -> list[Place]:
        """After which entries a fact was put on the record as it then stood, the latest first."""

    @abstractmethod
    def contamination(self, told: Record, wrong: Wrong) -> Contamination:
        """What came of a wrong fact. Raises `Refusal` where it was not on the record or could not have been so."""

    def searched_again(self, told: Record) -> Sequence[Reanswered]:
        """Every search on a record, answered by a second function that shares no code with the first."""
        raise NotImplementedError(f"{self.key} answers no search again")

    def as_told(self, kind: str, facts: dict[str, JSON], rules: str) -> dict[str, JSON]:
        """The facts of a dispatch as a version of these rules told them, for the digests of a table begun under it."""
        return facts

    @abstractmethod
    def place(self, plot: Any, position: str) -> str:
        """A stored position in words, as an audience knows it: the turn that began there."""

    @abstractmethod
    def ended(self, g: Play, how: str, by: str, text: str) -> None:
        """Tell the outcome of a game that a motion ends."""

    @abstractmethod
    def say(self, dispatch: Dispatch) -> str:
        """A dispatch as a sentence for those who heard it."""
