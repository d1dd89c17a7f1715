"""What holds in every game of Victory at Midway: who hears what and when, replay, order of entry, conservation, its end."""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.games.invariants import (
    fingerprint,
    replays_from_its_own_text,
    resumes_from_every_position,
    said_under_hash_seed,
    who_locks_first_is_nothing,
)
from tests.games.victory_lively import lively, some_table
from tests.games.who_may_know import Telling
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED
from umpire.games.victory_at_midway.plot import ABOARD, ALOFT, LOST, VictoryPlot
from umpire.games.victory_at_midway.terms import BASES, MIDWAY, SIDES
from umpire.games.victory_at_midway.words import SAYINGS
from umpire.games.who_knows import who_knows
from umpire.table.table import Table

JSON = Any
MENDING = {
    *(
        "motion",
        "motion-detail",
        "pause",
        "corrected",
        "set-right",
        "not-set",
        "back",
        "let-stand",
        "back-why",
        "fault",
        "sealed",
    ),
}
"""Kinds that no plain play of a table without seals tells."""


def a_game(seed: int) -> Table:
    rng = random.Random(seed)
    return lively(some_table(rng), rng)


def conserved(t: Table) -> None:
    """Every counter is somewhere, once, and nothing holds more than it may."""
    truth: VictoryPlot = t.truth
    for unit, u in truth.air.items():
        assert u["box"] in (*ABOARD, ALOFT, *LOST), unit
        assert u["state"] in (FULL, REDUCED, GONE)
        assert (u["state"] == GONE) <= (u["box"] in LOST), unit
        if u["box"] in ABOARD:
            assert u["on"] == MIDWAY or u["on"] not in truth.sunk, unit
    for base in BASES:
        if base == MIDWAY or (base in truth.at and truth.whole(base)):
            aboard = [unit for unit in truth.on(base) if truth.air[unit]["box"] != "trapped"]
            if truth.step == "orders" and truth.played > 1 and base != MIDWAY:
                assert len(aboard) <= truth.capacity(base), (base, aboard)
    assert not set(truth.at) & set(truth.sunk)
    assert not set(truth.at) & set(truth.withdrawn)
    for unit, state in truth.state.items():
        assert state == REDUCED, unit
        assert unit not in truth.sunk, unit
    assert len(set(truth.sunk)) == len(truth.sunk)
    assert set(truth.ashore) <= set(truth.aboard)
    assert truth.score == {s: sum(p["halves"] for p in truth.points if p["to"] == s) for s in SIDES}


@cache
def watched(seed: int) -> Counter[str]:
    """What happened in a game that was watched to its end."""
    rng = random.Random(seed)
    t = some_table(rng)
    telling = Telling(t)

    def each(t: Table) -> None:
        telling(t)
        if not t.truth.ended:
            conserved(t)

    lively(t, rng, each)
    assert t.over, seed
    assert t.play.faults == [], (seed, t.play.faults[:1])
    assert t.truth.turn <= 25
    how = t.truth.ended["how"]
    assert how == "time" or t.truth.turn < 26
    return telling.happened + Counter({"ended " + how: 1})


class TestWholeGames:
    @pytest.mark.parametrize("block", range(10))
    def test_random_legal_play_comes_to_the_end(self, block: int) -> None:
        for seed in range(block * 5, block * 5 + 5):
            assert watched(seed)["ended"] == 1, seed

    def test_everything_happens_in_them(self) -> None:
        """Or the watch over whole games would pass for want of anything to see."""
        happened: Counter[str] = Counter()
        for seed in range(50):
            happened += watched(seed)
        kinds = {kind for kind in happened if not kind.startswith("ended ")}
        assert kinds == set(who_knows("victory-at-midway").kinds) - MENDING

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(50))
    def test_five_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 10, 1010 + block * 10):
            assert watched(seed)["ended"] == 1, seed


def test_every_sentence_is_for_a_kind_that_can_be_told() -> None:
    assert set(SAYINGS) <= set(who_knows("victory-at-midway").kinds)


class TestOrderOfEntry:
    @pytest.mark.parametrize("seed", range(3))
    def test_who_locks_first_is_nothing(self, seed: int) -> None:
        who_locks_first_is_nothing(a_game(seed))


class TestReplay:
    PROGRAM = (
        "from tests.games.invariants import fingerprint; from tests.games.test_victory_invariants import a_game;"
        "print([fingerprint(a_game(seed)) for seed in range(4)])"
    )

    def test_the_same_under_two_hash_seeds(self) -> None:
        said = [said_under_hash_seed(self.PROGRAM, seed) for seed in ("0", "4711")]
        assert said[0] == said[1] == str([fingerprint(a_game(seed)) for seed in range(4)])

    @pytest.mark.parametrize("seed", range(4))
    def test_from_its_own_text_byte_for_byte(self, seed: int) -> None:
        replays_from_its_own_text(a_game(seed))

    @pytest.mark.parametrize("seed", range(4))
    def test_positions_resume(self, seed: int) -> None:
        rng = random.Random(seed)
        resumes_from_every_position(lively(some_table(rng), rng, most=rng.randint(100, 200)))
