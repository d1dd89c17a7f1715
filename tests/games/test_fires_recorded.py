"""Recorded games of The Fires of Midway: every way to end and to mend, replayed byte for byte under the rules as they are.

New ones are played and kept by::

    python -m tests.games.record fires-of-midway
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.record_fires import SHELF, otherwise, told_in
from tests.games.recording import (
    another_word_told_is_noticed,
    comes_out_as_it_did,
    dos,
    ended,
    every_game_is_kept_and_nothing_else,
    replays_byte_for_byte,
)
from umpire.table.asks import DICE, PRIVATE, PUBLIC_PARTIES
from umpire.table.table import Table


def of(scenario: str, *kinds: str) -> Callable[[Table], bool]:
    """A game of a battle with all of this told in it."""
    return lambda t: t.truth.scenario == scenario and told_in(t) >= set(kinds)


def struck(t: Table) -> bool:
    return any(each.struck for each in t.truth.heard)


def rolled(t: Table, by: str) -> bool:
    """Whether dice fell for engagements, bombings and the way home, and by whose hand."""
    fell = [entry for entry in t.entries if entry.party == DICE]
    steps = {step for entry in fell for step in ("engage", "bomb", "home", "spotting") if f"/{step}" in entry.ask}
    return len(steps) > 2 and {entry.by for entry in fell} == {by}


def backs(n: int) -> Callable[[Table], bool]:
    return lambda t: dos(t).count("back") == n and struck(t) and "set-right" in told_in(t)


# What each recording is there to show.
SHOWS: dict[str, Callable[[Table], bool]] = {
    "intensity": of("midway", "ended intensity", "bombed", "explosion", "graves"),
    "withdrawn": of("midway", "ended withdraw", "by us", "engagement", "home"),
    "no-carrier": of("coral-sea", "ended no-carrier", "wing-lost"),
    "otherwise": lambda t: of("midway", "stacks", "stolen")(t) and otherwise().items() <= t.header.settings.items(),
    "coral-sea": lambda t: of("coral-sea", "repaired")(t) and t.header.settings["dice"] == "real",
    "another-battle": of("other", "maneuver", "recovered"),
    "app-dice": lambda t: rolled(t, "app") and "cells" in told_in(t),
    "table-dice": lambda t: t.header.settings["dice"] == "real" and rolled(t, "app"),
    "conceded": ended("concede", "japan"),
    "ended": lambda t: ended("end")(t) and dos(t).count("motion") == 1,
    "mended": lambda t: backs(2)(t) and any(name.startswith("before ") for name in gone_back_to(t)),
    "gone-back": backs(1),
    "sealed": of("midway", "sealed"),
    "sealed-app-dice": lambda t: rolled(t, "app") and "sealed" in told_in(t),
    "sealed-mended": lambda t: backs(1)(t) and "sealed" in told_in(t),
    "kept-tiles": of("midway", "peeked", "drawn", "not-chosen", "reshuffled"),
    "sealed-letters": of("midway", "sealed", "stacks", "named"),
}


def gone_back_to(t: Table) -> list[str]:
    """The places a table was taken back to, by whoever was at its screen."""
    said = [entry.value for entry in t.entries if entry.do == "motion"]
    return [each["value"]["to"] for each in said if each["motion"] == "back"]


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
        asked = {entry.party for entry in t.entries if entry.do == "answer"}
        own = t.game.sides if {"stacks", "peeked"} & told_in(t) else ()
        unseen = {PRIVATE} if "peeked" in told_in(t) else set()
        assert asked <= {*PUBLIC_PARTIES, *own, *unseen}

    def test_another_word_told_is_noticed(self, name: str) -> None:
        another_word_told_is_noticed(SHELF, name)
