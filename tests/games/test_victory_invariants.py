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
from tests.games.victory_audiences import AUDIENCES, check_audience
from tests.games.victory_lively import lively, some_table
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED
from umpire.games.victory_at_midway.plot import ABOARD, ALOFT, LOST, VictoryPlot
from umpire.games.victory_at_midway.terms import BASES, ENEMY, JAPAN, MIDWAY, SIDES
from umpire.games.victory_at_midway.words import SAYINGS
from umpire.table.plot import PUBLIC
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
    ),
}
"""Kinds that no plain play tells."""
OPEN = (
    *("settings", "ships", "turn", "played", "step", "fog", "searches", "found", "sighted", "kure", "ashore", "landed"),
    *("field", "field_hits", "field_lost", "zekes_used", "attacks", "surfaced", "turns", "fight", "fought"),
    *("sunk", "score", "points", "passed", "kit"),
)
"""What of the record everybody has alike."""


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
    seen, happened = 0, Counter[str]()

    def each(t: Table) -> None:
        nonlocal seen
        for _, told in t.told[seen:]:
            check_audience(told, t.truth.ships or t.header.kit["roster"])
            happened[told.dispatch.kind] += 1
        seen = len(t.told)
        if not t.truth.ended:
            conserved(t)

    lively(t, rng, each)
    assert t.over, seed
    assert t.play.faults == [], (seed, t.play.faults[:1])
    assert t.truth.turn <= 25
    how = t.truth.ended["how"]
    assert how == "time" or t.truth.turn < 26
    happened["ended " + how] += 1
    return happened


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
        assert kinds == set(AUDIENCES) - MENDING

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(50))
    def test_five_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 10, 1010 + block * 10):
            assert watched(seed)["ended"] == 1, seed


class TestAudiences:
    def test_every_kind_that_can_be_told_stands_in_the_table(self) -> None:
        hearable = {
            name.removeprefix("hear_").replace("_", "-") for name in dir(VictoryPlot) if name.startswith("hear_")
        }
        assert set(AUDIENCES) == hearable
        assert set(SAYINGS) <= hearable

    def test_a_side_always_sees_its_own_truth(self) -> None:
        def sees(t: Table) -> None:
            truth: VictoryPlot = t.truth
            for side in SIDES:
                own: VictoryPlot = t.play.plots[side]
                if truth.ended:
                    return
                assert own.of(side) == truth.of(side)
                assert own.of(ENEMY[side]) == {}
                assert own.air == {u: each for u, each in truth.air.items() if BASES[each["base"]][0] == side}
                for name in OPEN:
                    assert getattr(own, name) == getattr(truth, name), name
                if side == JAPAN:
                    assert (own.aboard, own.late, own.zekes) == (truth.aboard, truth.late, truth.zekes)
                else:
                    assert (own.aboard, own.late, own.zekes) == ({}, 0, [])
            public: VictoryPlot = t.play.plots[PUBLIC]
            assert (public.at, public.air, public.aboard) == ({}, {}, {})
            for name in OPEN:
                assert getattr(public, name) == getattr(truth, name), name

        for seed in range(5):
            rng = random.Random(seed)
            lively(some_table(rng), rng, sees)


class TestOrderOfEntry:
    @pytest.mark.parametrize("seed", range(5))
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
