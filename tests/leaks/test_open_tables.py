"""Where all lies open nothing is kept from anybody, and nobody is asked for what cardboard hides."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.every import EVERY
from tests.tables import hand_of
from umpire.games import GAMES
from umpire.table.asks import PRIVATE, PUBLIC_PARTIES
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import Table

JSON = Any
SHARED = [key for key in GAMES if GAMES[key].shared]


def as_usual(t: Table) -> dict[str, JSON]:
    """A table's settings with nothing agreed otherwise than a new table opens on."""
    return {**t.header.settings, **{each.name: each.default for each in t.game.settings}}


def played(key: str, seed: int, *, usual: bool = False) -> Table:
    """A game by lot; with settings by lot, or as usual."""
    row, rng = EVERY[key], random.Random(seed)
    t = row.some_table(rng)
    t = Table(t.game, replace(t.header, settings=as_usual(t))) if usual else t
    for _ in range(400):
        if t.over:
            break
        party = rng.choice([p for p in t.asks if p not in t.locks])
        assert party != PRIVATE or not usual, "no die falls unseen"
        t.answer(party, t.asks[party].name, row.choice(t, party, rng), hand_of(party), sure=True)
    return t


@pytest.mark.parametrize("key", SHARED)
@pytest.mark.parametrize("seed", range(6))
def test_what_one_hears_all_hear(key: str, seed: int) -> None:
    """Word for word and in the same order: both sides, the public table, the umpire. What a side composes unseen, where
    that was agreed, it alone hears."""
    t = played(key, seed)
    alone = {each.dispatch.kind for _, each in t.told if set(each.audiences) != set(t.game.audiences)}
    assert not alone or t.header.settings != as_usual(t)
    heard = {
        audience: [(d.kind, d.text) for d in t.play.plots[audience].heard if d.kind not in alone]
        for audience in t.game.audiences
    }
    assert heard[PUBLIC]
    for audience in (*t.game.sides, UMPIRE):
        assert heard[audience] == heard[PUBLIC]


@pytest.mark.parametrize("key", SHARED)
def test_no_side_is_asked_by_itself_unless_that_was_agreed(key: str) -> None:
    asked: set[str] = set()
    for seed in range(6):
        asked |= {e.party for e in played(key, seed, usual=True).entries}
    assert asked
    assert asked <= set(PUBLIC_PARTIES)
