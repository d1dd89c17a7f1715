"""Recorded games: every way to end and to mend, replayed byte for byte under the rules as they are.

A recording that no longer replays says that a change of the rules reached old tables. If that is meant
(`MIDWAY.rules` has then gone up), write them anew, and read what changed in ``recorded/outcomes.json``::

    python -m tests.games.record
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.games.record import FOLDER, GAMES, MOST, OUTCOMES, outcome, text_of, told_in
from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, play
from umpire.games.midway.victory import verdict
from umpire.table import ledger
from umpire.table.table import Mismatch, Table, replayed

JSON = Any


def read(name: str) -> tuple[str, Table]:
    """A recording's text, and the game it replays to; what was told is checked entry by entry."""
    text = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    return text, replayed(MIDWAY, *ledger.read(text))


def dos(t: Table) -> list[str]:
    return [entry.do for entry in t.entries]


def ended(how: str, by: str = "") -> Callable[[Table], bool]:
    return lambda t: (t.truth.ended["how"], t.truth.ended["by"]) == (how, by)


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
    "surface-combat": lambda t: {"surface-over sunk", "surface-over withdrawn", "surface-resumed"} <= told_in(t),
}


def test_every_game_is_kept_and_nothing_else() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*(f"{name}.jsonl" for name in GAMES), OUTCOMES.name}
    assert set(SHOWS) == set(GAMES) == set(json.loads(OUTCOMES.read_text("utf-8")))


@pytest.mark.parametrize("name", GAMES)
class TestRecorded:
    def test_it_replays_byte_for_byte(self, name: str) -> None:
        text, t = read(name)
        assert text_of(t) == text
        assert len(text.encode()) < MOST
        assert t.header.rules == MIDWAY.rules, "recorded under other rules: write them anew, as this module says"

    def test_it_comes_out_as_it_did(self, name: str) -> None:
        _, t = read(name)
        assert outcome(t) == json.loads(OUTCOMES.read_text("utf-8"))[name]
        assert t.over
        assert t.play.faults == []
        assert SHOWS[name](t)
        if t.truth.ended["how"] != "concede":
            assert t.truth.ended["text"] == verdict(t.truth.score)

    def test_another_word_told_is_noticed(self, name: str) -> None:
        """Or a replay would prove nothing."""
        head, entries = ledger.read((FOLDER / f"{name}.jsonl").read_text("utf-8"))
        told = [entry.n for entry in entries if entry.told]
        n = told[len(told) // 2]
        spoilt = [replace(e, told={**e.told, "umpire": "0" * 16}) if e.n == n else e for e in entries]
        with pytest.raises(Mismatch) as caught:
            replayed(MIDWAY, head, spoilt)
        assert caught.value.n == n


class TestVersion1:
    """A table begun before there was a Tournament game: its digests are of what was told then (`older`)."""

    def ledger(self) -> tuple[str, ledger.Header, list[ledger.Entry]]:
        text = (FOLDER.parent / "older" / "version-1.jsonl").read_text("utf-8")
        head, entries = ledger.read(text)
        assert head.rules == "1" != MIDWAY.rules
        return text, head, list(entries)

    def test_it_is_replayed_byte_for_byte(self) -> None:
        text, head, entries = self.ledger()
        t = replayed(MIDWAY, head, entries)
        assert t.truth.ended["text"] == "Japan wins, 39 to 2."
        assert "\n".join(ledger.write(t.header, t.entries)) + "\n" == text

    def test_it_goes_on_in_the_middle_of_a_turn(self) -> None:
        _, head, entries = self.ledger()
        t = play(replayed(MIDWAY, head, entries[:101]), random.Random(1))
        assert t.over
        again = replayed(MIDWAY, *ledger.read("\n".join(ledger.write(t.header, t.entries))))
        assert again.truth.dump() == t.truth.dump()
