"""Two tables of one game, played in step, that differ only in what an observer was not told.

The hidden side answers differently in the second, within what the rules would have it tell. The observer, and the
public, must find nothing different at all: dispatches, plots, asks, presence, motions, refusals.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tests.tables import hand_of
from umpire.games import GAMES
from umpire.table.asks import PRIVATE, Chance, Draw, Refusal
from umpire.table.ledger import Header
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.seals import NONCE_DIGITS
from umpire.table.table import APP, Hand, Table
from umpire.table.words import canonical

JSON = Any


class Stuck(Exception):
    """The hidden side has no pair of choices left that tells the same: the example ends here."""


class TwoWorlds(ABC):
    """A game says what is hidden how (`vary_<kind>`, both worlds' answers), and what the observer may do meanwhile."""

    probes: Sequence[JSON]
    """Answers to nothing, that are refused in the same words in both worlds."""

    def __init__(self, rng: random.Random, seen: str, hidden: str, header: Header) -> None:
        self.rng, self.seen, self.hidden = rng, seen, hidden
        game = GAMES[header.game]
        salts = dict.fromkeys((*game.sides, PUBLIC, UMPIRE), "0" * NONCE_DIGITS)
        self.a, self.b = self.both = [Table(game, replace(header, salts=salts)) for _ in range(2)]
        for t in self.both:
            t.nonces = lambda: "0" * NONCE_DIGITS
        self.heard = {self.seen: 0, PUBLIC: 0}
        self.happened: Counter[str] = Counter()
        self.stuck = False

    @property
    def settings(self) -> JSON:
        return self.a.header.settings

    # What a game brings.

    @abstractmethod
    def choice(self, t: Table, party: str) -> JSON:
        """A lively legal answer."""

    @abstractmethod
    def open(self, party: str) -> tuple[JSON, JSON]:
        """What the observer and the public answer: the same in both, and such that both must be told the same."""

    @abstractmethod
    def set_right(self) -> None:
        """The umpire sets something of the hidden side right, in each world something else."""

    @abstractmethod
    def differing(self) -> Iterator[str]:
        """In what the truths differ now."""

    @abstractmethod
    def attempts(self, t: Table) -> Iterator[JSON]:
        """Answers of the observer that may be refused."""

    @abstractmethod
    def wrongs(self, t: Table) -> Iterator[str]:
        """Facts of the hidden side, which are not the observer's to set right."""

    def unseen(self, party: str) -> bool:
        """Whether an answer of this party is the hidden side's own affair."""
        return party == self.hidden

    # The two worlds, side by side.

    def play(self, most: int = 99_999) -> TwoWorlds:
        self.compare()
        try:
            for _ in range(most):
                if not (self.a.asks and self.b.asks):
                    break
                if self.rng.random() < 0.03:
                    self.set_right()
                self.step()
        except Stuck:
            self.stuck = True
        return self

    def step(self) -> None:
        parties = [p for p in self.a.asks if p not in self.a.locks]
        party = self.turn_of([p for p in parties if self.by_the_app(p)] or parties)
        self.give(party, *self.values(party))

    def turn_of(self, parties: list[str]) -> str:
        return self.rng.choice(parties)

    def by_the_app(self, party: str) -> bool:
        """Whether the app answers for a party: it does so before anybody else can."""
        game = self.a.game
        return party in (PRIVATE, *game.unprompted(self.settings), *game.commanded(self.settings))

    def values(self, party: str) -> tuple[JSON, JSON]:
        """What a party answers in each world; raises `Stuck`."""
        return self.hide(party) if self.unseen(party) else self.open(party)

    def give(self, party: str, *values: JSON) -> Sequence[JSON] | None:
        """A party answers in each world; what it answered, where that was more than was said."""
        entries = []
        self.happened["asked " + self.a.asks[party].kind] += 1
        self.happened["answered otherwise " + self.a.asks[party].kind] += values[0] != values[1]
        for t, value in zip(self.both, values, strict=True):
            entries.append(t.answer(party, t.asks[party].name, value, hand_of(party), sure=True))
        self.compare(*entries)
        return None

    def mend(self, facts: Sequence[str], values: Sequence[JSON], reasons: Sequence[str]) -> None:
        """The umpire sets something right in each world."""
        for t, fact, value, reason in zip(self.both, facts, values, reasons, strict=True):
            t.set_right(fact, value, reason, Hand("umpire"), name=t.mending)
        self.compare()

    def hide(self, party: str) -> tuple[JSON, JSON]:
        """What the hidden side answers: in each world something else."""
        asks = [t.asks[party] for t in self.both]
        vary = getattr(self, "vary_" + asks[0].kind.replace("-", "_"), None)
        if vary:
            made: tuple[JSON, JSON] = vary(party, *asks)
            return made
        value = self.choice(self.a, party)
        return value, value

    def compare(self, *entries: Any) -> None:
        """The observer and the public find nothing different."""
        a, b = self.both
        for audience in (self.seen, PUBLIC):
            one, two = a.play.plots[audience], b.play.plots[audience]
            since = self.heard[audience]
            assert one.heard[since:] == two.heard[since:]
            self.happened.update(d.kind for d in one.heard[since:])
            self.heard[audience] = len(one.heard)
            if self.rng.random() < 0.1 or a.over:
                assert canonical(one.dump()) == canonical(two.dump())
            assert len({entry.told.get(audience) for entry in entries}) <= 1
        assert a.ask_of(self.seen) == b.ask_of(self.seen)
        assert self.public(a) == self.public(b)
        assert a.presence() == b.presence()
        assert a.motions.name == b.motions.name
        assert a.over == b.over
        self.happened.update(self.differing())
        if self.rng.random() < 0.02:
            assert self.refusals(a) == self.refusals(b)

    def public(self, t: Table) -> Any:
        asked = t.public_ask()
        return asked and (asked[0], asked[1].signature(), asked[1].draft())

    def refusals(self, t: Table) -> list[str]:
        """What the observer is told when he tries things that he may not do."""
        said = []

        def tried(do: Any, *args: Any, **more: Any) -> None:
            try:
                said.append(f"done {do(*args, **more)!r}")
            except Refusal as refusal:
                said.append(f"{type(refusal).__name__} {refusal.text} {refusal.rule}")

        asked = t.ask_of(self.seen)
        for value in (*self.probes, *self.attempts(t)):
            if asked:
                tried(asked.validate, value)
        for name in (
            "t0/moves/x",
            f"t1/moves/{self.hidden}",
            "t1/battle-1/dice",
            f"t2/{self.hidden}/1/cap",
        ):
            tried(t.answer, self.seen, name, {}, APP)
            tried(t.withdraw, self.seen, name, APP)
        for fact in self.wrongs(t):
            value = {"fact": fact, "value": 1, "reason": "r"}
            tried(t.motions.check, self.seen, "correct", "moved", "", value)
        return said


def thrown(asked: Chance, value: Sequence[JSON]) -> list[int]:
    """What dice must show for chance to come to this: a piece out of a cup falls as a die of so many sides."""
    if not isinstance(asked, Draw):
        return list(value)
    pieces = [kind for kind, n in asked.cup.items() for _ in range(n)]
    made = []
    for each in value:
        made.append(pieces.index(each) + 1)
        pieces.remove(each)
    return made


def legal(asked: Any, value: JSON) -> bool:
    """Whether an answer would stand, and is not doubted."""
    try:
        asked.validate(value)
    except Refusal:
        return False
    return True
