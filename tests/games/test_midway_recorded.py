"""Recorded games: every way to end and to mend, replayed byte for byte under the rules as they are.

They are old games, and stay as they are. One that no longer replays says that a change of the rules reached old
tables; `as_told` of the game may tell them still as they were told. New ones are played and kept by::

    python -m tests.games.record midway
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.games.record_midway import SHELF, told_in
from tests.games.recording import (
    RECORDED,
    another_word_told_is_noticed,
    comes_out_as_it_did,
    dos,
    ended,
    every_game_is_kept_and_nothing_else,
    replays_byte_for_byte,
    text_of,
)
from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, play
from umpire.games.midway.victory import verdict
from umpire.table import ledger
from umpire.table.replay import replayed
from umpire.table.table import Table


def agreed_in_all(t: Table) -> bool:
    return all(t.header.settings[name] == value for name, value in {**TOURNAMENT, **OPTIONS}.items())


# What each recording is there to show.
SHOWS: dict[str, Callable[[Table], bool]] = {
    "by-time": lambda t: ended("time")(t) and t.truth.turn == t.header.kit["track/turns"],
    "conceded": lambda t: ended("concede", "us")(t) and t.truth.ended["text"] == "US concedes; Japan wins.",
    "agreed": lambda t: ended("end", "us")(t) and dos(t).count("motion") == 4,
    "captured": lambda t: t.truth.captured and t.truth.score == {"us": 0, "japan": 15} and ended("time")(t),
    "corrected": lambda t: dos(t).count("set") == 3 and "set-right" in told_in(t),
    "corrected-by-a-side": lambda t: "motion-detail" in told_in(t) and "set-right" in told_in(t),
    "gone-back": lambda t: dos(t).count("back") == 2 and any(d.struck for d in t.truth.heard),
    "withdrawn": lambda t: dos(t).count("withdraw") > 3,
    "tournament": lambda t: {"bombed", "ground", "fighter-combat", "surface-results"} <= told_in(t),
    "all-options": lambda t: agreed_in_all(t) and {"met", "stripped", "screening", "waves", "b17-result"} <= told_in(t),
    "sealed": lambda t: agreed_in_all(t) and "sealed" in told_in(t) and ended("time")(t),
    "sealed-mended": lambda t: {"sealed", "set-right", "back"} <= told_in(t) and ended("time")(t),
    "sealed-agreed": lambda t: "sealed" in told_in(t) and "withdraw" in dos(t) and ended("end", "us")(t),
    "surface-combat": lambda t: {"surface-over sunk", "surface-over withdrawn", "surface-resumed"} <= told_in(t),
}


def test_every_game_is_kept_and_nothing_else() -> None:
    every_game_is_kept_and_nothing_else(SHELF)
    assert set(SHOWS) == set(SHELF.games)


@pytest.mark.parametrize("name", SHELF.games)
class TestRecorded:
    def test_it_replays_byte_for_byte(self, name: str) -> None:
        replays_byte_for_byte(SHELF, name)

    def test_it_comes_out_as_it_did(self, name: str) -> None:
        t = comes_out_as_it_did(SHELF, name)
        assert SHOWS[name](t)
        if t.truth.ended["how"] != "concede":
            assert t.truth.ended["text"] == verdict(t.truth.score)

    def test_another_word_told_is_noticed(self, name: str) -> None:
        another_word_told_is_noticed(SHELF, name)


class TestVersion1:
    """A table begun before there was a Tournament game: its digests are of what was told then (`older`)."""

    def ledger(self) -> tuple[str, ledger.Header, list[ledger.Entry]]:
        text = (RECORDED.parent / "older" / "version-1.jsonl").read_text("utf-8")
        head, entries = ledger.read(text)
        assert head.rules == "1" != MIDWAY.rules
        return text, head, list(entries)

    def test_it_is_replayed_byte_for_byte(self) -> None:
        text, head, entries = self.ledger()
        t = replayed(MIDWAY, head, entries)
        assert t.truth.ended["text"] == "Japan wins, 39 to 2."
        assert text_of(t) == text

    def test_it_goes_on_in_the_middle_of_a_turn(self) -> None:
        _, head, entries = self.ledger()
        t = play(replayed(MIDWAY, head, entries[:101]), random.Random(1))
        assert t.over
        again = replayed(MIDWAY, *ledger.read("\n".join(ledger.write(t.header, t.entries))))
        assert again.truth.dump() == t.truth.dump()
