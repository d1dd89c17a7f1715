"""Who may know what, over every game: its table is whole, every dispatch is told to exactly whom it names, and a side
always sees its own."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.every import EVERY
from tests.games.recording import word
from tests.games.who_may_know import Telling, followed, sees_its_own
from tests.tables import hand_of
from umpire.games.who_knows import ALL, OWNER, who_knows
from umpire.table import ledger
from umpire.table.asks import Refusal
from umpire.table.plot import PUBLIC, UMPIRE, Plot
from umpire.table.script import Play
from umpire.table.table import Hand, Table
from umpire.table.wrong import Wrong

JSON = Any

MATRIX = {
    "midway": (
        "1 2 3 4 5 6 7 8 9 9a 9b 9c 10 11 11a 11b 12 13 14 14a 14b 14c 15 16 16a 17 17a 18 19 20 21 22 23 24 25 26 27 "
        "28 29 30 31 32"
    ),
    "victory-at-midway": (
        "1 2 3 4 5 6 7 7a 8 8a 8b 8c 8d 9 9a 9b 10 11 12 12a 13 13a 14 15 16 17 18 19 19a 20 21 22 23 24 25 25a 26 27 "
        "28 29"
    ),
    "carrier": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23",
    "fires-of-midway": "1 2 3 4 5 6 7 8 9 10 11 12 13",
    "lightning-midway": "1 2 3 4 5 6",
}
"""The rows of each game's information matrix, by their numbers."""
LOOK = 12
"""Every how many entries all that is held is held against the truth; what is told is looked at each time."""


class Eye:
    """What is told, after every entry, and now and then what everybody has."""

    def __init__(self, t: Table) -> None:
        self.telling = Telling(t)

    def __call__(self, t: Table) -> None:
        self.telling(t)
        if t.over or len(t.entries) % LOOK == 0:
            sees_its_own(t)


def by_lot(key: str, seed: int, most: int = 9999, **settings: JSON) -> tuple[Table, Eye]:
    """A game by lot, watched; of every two one is sealed as new tables are."""
    row, rng = EVERY[key], random.Random(seed)
    t = row.some_table(rng)
    agreed = {**t.header.settings, **settings}
    salts = {audience: f"{n:032x}" for n, audience in enumerate(t.play.plots)} if seed % 2 else {}
    t = Table(t.game, replace(t.header, settings=agreed, salts=salts))
    t.nonces = lambda: f"{rng.getrandbits(128):032x}"
    eye = Eye(t)
    for _ in range(most):
        if t.over:
            break
        party = rng.choice([p for p in t.asks if p not in t.locks])
        t.answer(party, t.asks[party].name, row.choice(t, party, rng), hand_of(party), sure=True)
        eye(t)
    return t, eye


def in_play(key: str, seed: int, **settings: JSON) -> tuple[Table, Eye]:
    """The first game by lot, from a seed on, that is still in play after some answers."""
    games = (by_lot(key, n, 70, **settings) for n in range(seed, seed + 20))
    return next((t, eye) for t, eye in games if not t.over)


def mended(key: str) -> Counter[str]:
    """Everything set right once, by the umpire; let stand; gone back for; and the kinds of dispatches told on the way."""
    t, eye = in_play(key, 1, umpire=True)
    firsts = {fact.key.split("/")[0]: fact for fact in t.game.facts(t.truth)}
    owned = who_knows(key).record
    assert not owned or set(owned) & set(firsts)
    for fact in firsts.values():
        with suppress(Refusal):
            t.set_right(fact.key, fact.value, "misread", Hand("umpire"), name=t.mending)
            eye(t)
    word(t, t.game.sides[0], "pause", "moved")
    eye(t)
    own = next(fact for fact in t.game.facts(t.truth) if fact.side or t.game.shared)
    wrong = Wrong(own.key, own.value, 0)
    back = max(n for n in range(len(t.entries) - 5) if t.may_go_back(n))
    with suppress(Refusal):
        t.let_stand(wrong, "misread", Hand("umpire"), name=t.mending)
    eye(t)
    t.back_from(back, wrong, "misread", Hand("umpire"), name=t.mending, seen=len(t.entries))
    eye(t)
    return eye.telling.happened


def moved(key: str, patch: pytest.MonkeyPatch) -> Counter[str]:
    """A side moves to set its record right, twice; the second time it can be so no longer once somebody says yes.

    It is the other side that says so, or the umpire where there is none. Where a screen is shared all of the record is
    everybody's.
    """
    game = EVERY[key].shelf.game
    sides = game.sides
    t, eye = in_play(key, 2, umpire=game.one_voice, solitaire="")
    for side in (sides * 2)[:2]:
        mine = next(fact for fact in t.game.facts(t.play.plots[side]) if fact.side == ("" if game.shared else side))
        word(t, side, "correct", "moved", {"fact": mine.key, "value": mine.value, "reason": "misread"})
        eye(t)
        word(t, next((s for s in sides if s != side), UMPIRE), "correct", "agreed")
        eye(t)

        def refuse(*_: JSON) -> None:
            raise Refusal("That is not on the record.")

        patch.setattr(t.game, "correct", refuse)
    return eye.telling.happened


def broken(key: str, patch: pytest.MonkeyPatch) -> Counter[str]:
    """A game in which the first thing that is worked out cannot be."""
    whole = Play.resolved

    def resolved(self: Play, name: str, work: Any, by_hand: Any) -> Any:
        return whole(self, name, lambda: 1 // 0, by_hand)

    patch.setattr(Play, "resolved", resolved)
    for seed in range(20):
        _, eye = by_lot(key, seed, 250)
        if eye.telling.happened["fault"]:
            return eye.telling.happened
    return Counter()


@pytest.mark.parametrize("key", EVERY)
class TestTheTable:
    def test_every_kind_that_can_be_told_stands_in_it(self, key: str) -> None:
        game, table = EVERY[key].shelf.game, who_knows(key)
        heard = (name for name in dir(game.plot(UMPIRE)) if name.startswith("hear_"))
        assert set(table.kinds) == {
            *(name.removeprefix("hear_").replace("_", "-") for name in heard),
            *EVERY[key].tells,
        }
        for row in table.kinds.values():
            assert row.what, row.kind
            assert row.by, row.kind
            assert row.told in (ALL, OWNER, UMPIRE, *game.sides), row.kind
            clues = (row.record, row.fact, row.pieces, row.before, row.next, row.plot, row.asked)
            assert any(clues) == (row.told == OWNER), row.kind

    def test_every_row_of_the_matrix_is_cited_or_told_to_nobody(self, key: str) -> None:
        table = who_knows(key)
        cited = {row for each in table.kinds.values() for row in each.rows}
        assert cited | set(table.never) == set(MATRIX[key].split())
        assert not cited & set(table.never)
        assert all(table.never.values())

    def test_all_that_a_plot_holds_stands_in_it_once(self, key: str) -> None:
        table, plot = who_knows(key), EVERY[key].shelf.game.plot(PUBLIC)
        listed = [*table.open, *table.own, *table.apart]
        assert sorted(listed) == sorted({*Plot.CORE_STATE, *plot.STATE})

    def test_every_row_is_heard_by_whom_it_names(self, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Over the recorded games, games by lot, and all that mends a record: or the table would hold for want of hearing."""
        shelf, happened = EVERY[key].shelf, Counter[str]()
        for name in shelf.games:
            head, entries = ledger.read(shelf.text(name))
            _, eye = followed(shelf.game, head, entries, Eye)
            happened += eye.telling.happened
        for seed, agreed in enumerate(EVERY[key].watched):
            t, eye = by_lot(key, seed, **agreed)
            assert t.over
            happened += eye.telling.happened
        happened += mended(key)
        for play in (moved, broken):
            with monkeypatch.context() as patch:
                happened += play(key, patch)
        assert set(happened) >= set(who_knows(key).kinds) - set(EVERY[key].seldom)

    def test_the_guide_shows_all_of_it(self, key: str, tmp_path: Path) -> None:
        room, table = EVERY[key].room(tmp_path / "umpire.db"), who_knows(key)
        page = unescape(room.laptop.get(f"/games/{key}").text)
        for said in (*(row.what for row in table.kinds.values()), *table.never.values()):
            assert said in page
        room.store.close()

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(20))
    def test_two_hundred_games(self, key: str, block: int) -> None:
        for seed in range(1000 + block * 10, 1010 + block * 10):
            assert by_lot(key, seed)[0].over
