"""Recorded games of Lightning: Midway: every way to end and to mend, replayed byte for byte under the rules as they are.

New ones are played and kept by::

    python -m tests.games.record lightning-midway
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.record_lightning import SHELF, otherwise, told_in
from tests.games.recording import (
    another_word_told_is_noticed,
    comes_out_as_it_did,
    dos,
    ended,
    every_game_is_kept_and_nothing_else,
    replays_byte_for_byte,
)
from umpire.games.lightning_midway.victory import ENDINGS
from umpire.table.asks import PUBLIC_PARTIES
from umpire.table.table import Table


def has(how: str, *kinds: str) -> Callable[[Table], bool]:
    return lambda t: t.truth.ended["how"] == how and told_in(t) >= set(kinds)


def struck(t: Table) -> bool:
    return any(each.struck for each in t.truth.heard)


# What each recording is there to show.
SHOWS: dict[str, Callable[[Table], bool]] = {
    "us-wins": lambda t: ended("destroyed", "us")(t) and {"exchanged", "reshuffled"} <= told_in(t),
    "japan-wins": ended("destroyed", "japan"),
    "strips": has("destroyed", "no-target", "scouts", "played", "special"),
    "otherwise": lambda t: (
        has("destroyed", "played", "adjusted")(t) and otherwise().items() <= t.header.settings.items()
    ),
    "counted": lambda t: has("destroyed", "hands")(t) and bool(t.truth.hands),
    "fresh": has("destroyed", "cells"),
    "conceded": ended("concede", "japan"),
    "ended": lambda t: has("end")(t) and dos(t).count("motion") == 1,
    "mended": lambda t: has("destroyed", "set-right")(t) and dos(t).count("back") == 2 and struck(t),
    "gone-back": lambda t: has("destroyed", "set-right")(t) and dos(t).count("back") == 1 and struck(t),
    "sealed": has("destroyed"),
    "sealed-fresh": has("destroyed", "cells"),
    "sealed-mended": lambda t: has("destroyed", "set-right")(t) and struck(t),
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
        assert {entry.party for entry in t.entries if entry.do == "answer"} <= {*PUBLIC_PARTIES}
        assert t.truth.ended["how"] in ENDINGS

    def test_another_word_told_is_noticed(self, name: str) -> None:
        another_word_told_is_noticed(SHELF, name)
