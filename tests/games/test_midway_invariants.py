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
from tests.games.midway_audiences import AUDIENCES, check_audience
from tests.games.midway_watch import Watch
from tests.tables import MIDWAY
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ENEMY, JAPAN, SIDES, US
from umpire.games.midway.words import SAYINGS
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import APP, Hand, Table
from umpire.table.wrong import Wrong

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
}
"""Kinds that no plain play tells."""
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
        assert set(happened) == (set(AUDIENCES) | HAPPENINGS) - MENDING - {"kit", "opened"}

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(50))
    def test_five_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 10, 1010 + block * 10):
            assert watched(seed)["ended"] == 1, seed


OPEN = (
    *("hits", "sunk", "score", "turn", "words", "calls", "sightings", "attacks", "caps", "battle", "fought"),
    *("captured", "standing", "fortification", "attacked", "b17", "b17_days"),
    *("contacts", "surface", "surface_fought", "engaged"),
)
"""What of the record everybody has alike."""


class TestAudiences:
    def test_every_kind_that_can_be_told_stands_in_the_table(self) -> None:
        hearable = {
            name.removeprefix("hear_").replace("_", "-") for name in dir(MidwayPlot) if name.startswith("hear_")
        }
        assert set(AUDIENCES) == hearable
        assert set(SAYINGS) <= hearable

    def test_corrections_motions_and_going_back(self) -> None:
        t = lively(Table(MIDWAY, a_game(1, 4).header), random.Random(1), most=60)
        facts = {f.key.split("/")[0]: f for f in MIDWAY.facts(t.truth)}
        assert set(facts) >= {"zone", "planes", "score", "turn"}
        for fact in facts.values():
            t.set_right(fact.key, fact.value, "misread", APP, name=t.mending)
            told = next(each for _, each in reversed(t.told) if each.dispatch.kind == "set-right")
            assert set(told.audiences) == ({fact.side, UMPIRE} if fact.side else {US, JAPAN, PUBLIC, UMPIRE})
        own = next(f for f in MIDWAY.facts(t.play.plots[JAPAN]) if f.side == JAPAN)
        value = {"fact": own.key, "value": own.value, "reason": "misread"}
        t.move(JAPAN, "correct", "moved", APP, name=t.motions.name, value=value)
        assert t.told[-1][1].audiences == (JAPAN, UMPIRE)
        t.move(US, "pause", "moved", APP, name=t.motions.name)
        wrong = Wrong("zone/Hornet", t.truth.zones["Hornet"], 0)
        t.let_stand(wrong, "misread", Hand("umpire"), name=t.mending)
        t.back_from(20, wrong, "misread", Hand("umpire"), name=t.mending, seen=len(t.entries))
        for _, each in t.told:
            check_audience(each, t.header.kit["roster"])

    def test_a_side_always_sees_its_own_truth(self) -> None:
        def sees(t: Table) -> None:
            for side in SIDES:
                own, truth = t.play.plots[side], t.truth
                assert own.of(side) == truth.of(side)
                assert {b: own.planes[b] for b in own.bases(side)} == {b: truth.planes[b] for b in truth.bases(side)}
                assert own.flights == [f for f in truth.flights if f["side"] == side]
                assert own.gone == [ship for ship in truth.gone if truth.ships[ship]["side"] == side]
                for name in OPEN:
                    assert getattr(own, name) == getattr(truth, name), name
                assert side != JAPAN or own.invasion == truth.invasion
                assert own.of(ENEMY[side]) == {}
                assert not {base for base in own.planes if base not in truth.bases(side)} & set(
                    truth.bases(ENEMY[side])
                )
            for name in OPEN:
                assert getattr(t.play.plots[PUBLIC], name) == getattr(t.truth, name), name

        for seed in range(5):
            rng = random.Random(seed)
            lively(some_table(rng, 8), rng, sees)


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
