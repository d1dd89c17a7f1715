"""What holds in every game of Midway: who hears what and when, replay, order of entry, conservation, garbage."""

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
from tests.games.lively import lively, small_kit, some_table
from tests.games.midway_watch import Watch
from tests.tables import MIDWAY
from umpire.games.midway.words import SAYINGS
from umpire.games.who_knows import who_knows
from umpire.table.table import Table

JSON = Any
MENDING = {
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
}
"""Kinds that no plain play of a table without seals tells."""
HAPPENINGS = {
    "a patrol untold",
    "at a bow",
    "b17 found none",
    "bombed on the ground",
    "fired though sunk",
    "in waves",
    "invasion of what was reduced",
    "left",
    "lost of either kind",
    "more ships than rectangles",
    "patrol lost",
    "raid on ships",
    "raid with US ships there",
    "reduced to nothing",
    "screened",
    "ships pass unseen",
    "stripped some",
    "surface reinforcements",
    "surface: four turns",
    "surface: sunk",
    "surface: withdrawn",
}
"""What `Watch` looks for within dispatches, beyond their kinds."""


def a_game(seed: int, turns: int | None = None) -> Table:
    rng = random.Random(seed)
    return lively(some_table(rng, turns), rng)


@cache
def watched(seed: int) -> Counter[str]:
    """What happened in a game that was watched to its end."""
    rng = random.Random(seed)
    t = some_table(rng)
    watch = Watch(t)
    lively(t, rng, watch)
    assert t.over, seed
    assert t.play.faults == [], seed
    assert t.truth.ended["how"] == "time", seed
    assert t.truth.turn == t.header.kit["track/turns"]
    return watch.happened


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
        assert set(happened) == (set(who_knows("midway").kinds) | HAPPENINGS) - MENDING - {"kit", "opened"}

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(50))
    def test_five_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 10, 1010 + block * 10):
            assert watched(seed)["ended"] == 1, seed


def test_every_sentence_is_for_a_kind_that_can_be_told() -> None:
    assert set(SAYINGS) <= set(who_knows("midway").kinds)


class TestOrderOfEntry:
    @pytest.mark.parametrize("seed", range(5))
    def test_who_locks_first_is_nothing(self, seed: int) -> None:
        who_locks_first_is_nothing(a_game(seed, 10))


class TestReplay:
    PROGRAM = (
        "from tests.games.invariants import fingerprint; from tests.games.test_midway_invariants import a_game;"
        "print([fingerprint(a_game(seed, 8)) for seed in range(4)])"
    )

    def test_the_same_under_two_hash_seeds(self) -> None:
        said = [said_under_hash_seed(self.PROGRAM, seed) for seed in ("0", "4711")]
        assert said[0] == said[1] == str([fingerprint(a_game(seed, 8)) for seed in range(4)])

    @pytest.mark.parametrize("seed", range(4))
    def test_from_its_own_text_byte_for_byte(self, seed: int) -> None:
        replays_from_its_own_text(a_game(seed, 8))

    @pytest.mark.parametrize("seed", range(4))
    def test_positions_resume(self, seed: int) -> None:
        rng = random.Random(seed)
        resumes_from_every_position(lively(some_table(rng, 8), rng, most=rng.randint(100, 200)))


def test_the_small_kit_is_one_that_a_table_may_be_set_up_with() -> None:
    assert MIDWAY.wanting(small_kit(), {}) == []
