"""Recorded games, whatever their rules: how they are played to be kept, written, read again, and what must hold of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.tables import hand_of
from umpire.table import ledger
from umpire.table.replay import replayed
from umpire.table.script import Game
from umpire.table.table import APP, Hand, Mismatch, Table

JSON = Any
RECORDED = Path(__file__).parent / "recorded"
UMPIRE = Hand("umpire")
MOST = 98_000
"""Bytes of a recorded game, at the most."""


@dataclass(frozen=True)
class Shelf:
    """The recorded games of one game: how each was played, and where it is kept."""

    game: Game
    games: Mapping[str, Callable[[], Table]]
    endings: Collection[str]
    """Every way the game can end, as its rules have them."""
    ending: Callable[[Table], str]
    """Which of them a table came to."""
    most: int = MOST
    """Bytes of the longest of its games."""
    score: Callable[[Table], JSON] = lambda t: t.truth.score
    """The score of a table."""

    @property
    def folder(self) -> Path:
        return RECORDED / self.game.key

    @property
    def outcomes(self) -> Path:
        return self.folder / "outcomes.json"

    def outcome_of(self, name: str) -> JSON:
        return json.loads(self.outcomes.read_text("utf-8"))[name]

    def outcome(self, t: Table) -> JSON:
        """How a game came out, in a few facts."""
        return {"ended": t.truth.ended, "score": self.score(t), "turn": t.truth.turn, "entries": len(t.entries)}

    def text(self, name: str) -> str:
        return (self.folder / f"{name}.jsonl").read_text("utf-8")

    def replay(self, name: str) -> Table:
        """The game a recording replays to; what was told is checked entry by entry."""
        return replayed(self.game, *ledger.read(self.text(name)))

    def write(self) -> None:
        """Play and keep every game that is not kept yet. What is kept stays as it is: it is an old game by now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = json.loads(self.outcomes.read_text("utf-8")) if self.outcomes.exists() else {}
        made = {name: make() for name, make in self.games.items() if name not in kept}
        for name, t in made.items():
            (self.folder / f"{name}.jsonl").write_text(text_of(t), "utf-8")
        outcomes = {**kept, **{name: self.outcome(t) for name, t in made.items()}}
        self.outcomes.write_text(json.dumps(outcomes, indent=2, sort_keys=True) + "\n", "utf-8")


def text_of(t: Table) -> str:
    return "\n".join(ledger.write(t.header, t.entries)) + "\n"


def kinds_told(t: Table) -> set[str]:
    """The kinds of dispatches of a game."""
    return {each.dispatch.kind for _, each in t.told}


def dos(t: Table) -> list[str]:
    """What was done to a table, entry by entry."""
    return [entry.do for entry in t.entries]


# Playing.


def sealed(t: Table, seed: int) -> Table:
    """A table at its first ask as it is set now: its answers sealed, under bits that come from a seed."""
    rng = random.Random(seed)

    def bits() -> str:
        return f"{rng.getrandbits(128):032x}"

    made = Table(t.game, replace(t.header, salts={audience: bits() for audience in t.play.plots}))
    made.nonces = bits
    return made


def sought(
    told_in: Callable[[Table], set[str]], kinds: set[str], play: Callable[[int], Table], most: int, size: int = MOST
) -> Table:
    """The first game, by the number of its lot, that has all of some things in it and is not too long to keep."""
    for seed in range(most):
        t = play(seed)
        if kinds <= told_in(t) and len(text_of(t).encode()) < size:
            return t
    raise AssertionError(f"none of {most} games has {sorted(kinds)}")


def play_out(
    t: Table, answer: Callable[[Table, str, Any], JSON], until: Callable[[Table], bool] = lambda t: False
) -> Table:
    """Every party answers as told, until the game is over or something holds; a side that the app plays, by its hand."""
    commanded = t.game.commanded(t.header.settings)
    while not t.over and not until(t):
        for party, asked in list(t.asks.items()):
            if t.asks.get(party) is asked and party not in t.locks:
                hand = APP if party in commanded else hand_of(party)
                t.answer(party, asked.name, answer(t, party, asked), hand, sure=True)
    return t


def word(t: Table, side: str, motion: str, say: str, value: JSON = None, text: str = "") -> None:
    """A side moves something, or answers what the other has moved."""
    t.move(side, motion, say, hand_of(side), name=t.motions.name, value=value, text=text)


def take_back(t: Table, sides: Sequence[str], rng: random.Random) -> None:
    """A side locks an answer and takes it back."""
    side = rng.choice(sides)
    asked = t.asks[side]
    t.answer(side, asked.name, asked.sample(rng), hand_of(side), sure=True)
    t.withdraw(side, asked.name, hand_of(side))


# What must hold of every recording.


def ended(how: str, by: str = "") -> Callable[[Table], bool]:
    return lambda t: (t.truth.ended["how"], t.truth.ended["by"]) == (how, by)


def every_game_is_kept_and_nothing_else(shelf: Shelf) -> None:
    kept = {path.name for path in shelf.folder.iterdir()}
    assert kept == {*(f"{name}.jsonl" for name in shelf.games), shelf.outcomes.name}
    assert set(json.loads(shelf.outcomes.read_text("utf-8"))) == set(shelf.games)


def replays_byte_for_byte(shelf: Shelf, name: str) -> None:
    text, t = shelf.text(name), shelf.replay(name)
    assert text_of(t) == text
    assert len(text.encode()) < shelf.most
    assert shelf.game.wanting(t.header.kit, t.header.settings) == [], "no table would be set with such a kit"


def comes_out_as_it_did(shelf: Shelf, name: str) -> Table:
    t = shelf.replay(name)
    assert shelf.outcome(t) == shelf.outcome_of(name)
    assert t.over
    assert t.play.faults == []
    return t


def another_word_told_is_noticed(shelf: Shelf, name: str) -> None:
    """Or a replay would prove nothing."""
    head, entries = ledger.read(shelf.text(name))
    told = [entry.n for entry in entries if entry.told]
    n = told[len(told) // 2]
    spoilt = [replace(e, told={**e.told, "umpire": "0" * 16}) if e.n == n else e for e in entries]
    with pytest.raises(Mismatch) as caught:
        replayed(shelf.game, head, spoilt)
    assert caught.value.n == n
