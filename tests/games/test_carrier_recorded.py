"""Recorded games of Carrier: each scenario, every way to end and to mend, replayed byte for byte under the rules as they are.

New ones are played and kept by::

    python -m tests.games.record carrier
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.record_carrier import SHELF, told_in
from tests.games.recording import (
    another_word_told_is_noticed,
    comes_out_as_it_did,
    dos,
    ended,
    every_game_is_kept_and_nothing_else,
    replays_byte_for_byte,
)
from tests.games.victory_scenes import told
from umpire.games.carrier import parts
from umpire.games.carrier.scenarios import scenario_2
from umpire.games.carrier.terms import US
from umpire.games.carrier.victory import ENDINGS
from umpire.table import ledger
from umpire.table.asks import PUBLIC_PARTIES
from umpire.table.table import Table

JSON = Any


def of(scenario: str, how: str, *kinds: str) -> Callable[[Table], bool]:
    """A game of a scenario that ended so, the app's dice being what they were, with all of this told in it."""
    return lambda t: t.header.settings["scenario"] == scenario and ended(how)(t) and told_in(t) >= set(kinds)


def set_right(t: Table) -> list[str]:
    return [facts["fact"] for facts in told(t, "umpire", "set-right")]


def struck(t: Table) -> bool:
    return any(each.struck for each in t.truth.heard)


# What each recording is there to show.
SHOWS: dict[str, Callable[[Table], bool]] = {
    "decision": lambda t: of("1", "", "bombed")(t) and t.truth.turn == 0,
    "first-battle": of("2", "us", "contact", "strike-over"),
    "action-die": of("2", "die", "contact"),
    "carriers-sunk": lambda t: (
        of("2", "japan", "sunk")(t) and set_right(t) == [f"ships/{ship}/hits" for ship in scenario_2.CARRIERS]
    ),
    "santa-cruz": lambda t: of("3", "time", "contact", "own-attack")(t) and t.truth.turn == 12,
    "search-officer": of("4", "time", "searched", "chit"),
    "nobody-there": lambda t: of("4", "japan-gone", "searched")(t) and not t.truth.forces,
    "brawl": of("5", "time", "salvo", "battle-over"),
    "attack-repeat": of("6", "time", "contact", "attack"),
    "a-day": lambda t: of(parts.STANDARD, "time", "attack")(t) and t.truth.turn == 12,
    "sailed-away": lambda t: of(parts.STANDARD, "us-gone")(t) and t.truth.turn <= 2,
    "conceded": lambda t: t.truth.ended["how"] == "concede" and t.truth.ended["by"] == US,
    "ended": lambda t: of(parts.STANDARD, "end")(t) and dos(t).count("motion") == 1,
    "mended-alone": lambda t: (
        of("6", "end")(t) and dos(t).count("motion") == 6 and dos(t).count("back") == 1 and struck(t)
    ),
    "gone-back": lambda t: of("5", "time")(t) and dos(t).count("back") == 1 and struck(t),
    "sealed": of("1", "", "sealed"),
    "sealed-mended": lambda t: (
        of("5", "time", "sealed")(t) and len(set_right(t)) == 1 and dos(t).count("back") == 1 and struck(t)
    ),
    "sealed-brawl": of("5", "time", "sealed", "salvo"),
}


def test_every_game_is_kept_and_nothing_else() -> None:
    every_game_is_kept_and_nothing_else(SHELF)
    assert set(SHOWS) == set(SHELF.games)


def test_every_scenario_is_among_them() -> None:
    assert {ledger.read(SHELF.text(name))[0].settings["scenario"] for name in SHELF.games} == set(parts.PARTS)


@pytest.mark.parametrize("name", SHELF.games)
class TestRecorded:
    def test_it_replays_byte_for_byte(self, name: str) -> None:
        replays_byte_for_byte(SHELF, name)

    def test_it_comes_out_as_it_did(self, name: str) -> None:
        t = comes_out_as_it_did(SHELF, name)
        assert SHOWS[name](t)
        assert {entry.party for entry in t.entries if entry.do == "answer"} <= {US, *PUBLIC_PARTIES}, "Japan is asked"
        assert str(t.truth.ended["text"]).startswith(ENDINGS[t.truth.ended["how"]])

    def test_another_word_told_is_noticed(self, name: str) -> None:
        another_word_told_is_noticed(SHELF, name)
