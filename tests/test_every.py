"""Every game the app brings is tried by everything that is tried on every game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.every import EVERY
from umpire.games import GAMES


def test_every_game_has_its_row() -> None:
    assert set(EVERY) == set(GAMES)


@pytest.mark.parametrize("key", EVERY)
def test_a_row_brings_a_game_that_can_be_played(key: str, tmp_path: Path) -> None:
    row, rng = EVERY[key], random.Random(1)
    t = row.some_table(rng)
    assert t.game is GAMES[key]
    for party, asked in t.asks.items():
        asked.validate(row.choice(t, party, rng), sure=True)
    assert row.shelf.game is GAMES[key]
    room = row.house(tmp_path / "umpire.db")
    assert room.game == key
    assert {"laptop", "us", "second", "japan", "out", "waits", "stranger"} <= set(room.people)
    room.store.close()
