"""What holds in every game of The Fires of Midway: an end, who hears what, replay, positions, a sound board."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from tests.games.fires.lively import FIRES, lively, long_table, some_table
from tests.games.invariants import (
    fingerprint,
    replays_from_its_own_text,
    resumes_from_every_position,
    said_under_hash_seed,
)
from tests.games.who_may_know import Telling, sees_its_own
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.words import SAYINGS
from umpire.games.who_knows import who_knows
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import Table

MOST = 4000
"""Answers of the longest game, and some more."""


def a_game(seed: int, most: int = MOST) -> Table:
    rng = random.Random(seed)
    return lively(some_table(rng), rng, most=most)


def sound(plot: FiresPlot) -> None:
    """Every counter lies where it can, on every card; nobody has more CAP than slots."""
    for ship in plot.ships():
        assert (ship.at > 3) == ship.damaged, ship
        assert 1 <= ship.at <= 6, ship
        assert min(ship.fire, ship.inferno, ship.flooding, ship.listing) >= 0, ship
        assert len(ship.caps) <= ship.slots, ship
        assert ship.sunk <= (ship.at == 6), ship
    assert min(plot.graves.values()) >= 0
    assert plot.acted == [] or set(plot.acted) <= set(plot.tree["ships"])
    if plot.phase == "strategy" and plot.vp["us"] != plot.vp["japan"]:
        assert plot.lead == plot.by_points()


class Eye:
    """What is told is held against who may know it; the board is looked at after every answer."""

    def __init__(self, t: Table) -> None:
        self.telling = Telling(t)
        self.seen = 0

    def __call__(self, t: Table) -> None:
        self.telling(t)
        sound(t.truth)
        for _, each in t.told[self.seen :]:
            words = FIRES.say(each.dispatch)
            assert "  " not in words, words
            assert ".." not in words, words
        self.seen = len(t.told)
        if t.over or len(t.entries) % 10 == 0:
            sees_its_own(t)


@cache
def watched(seed: int) -> Counter[str]:
    """What happened in a game that was watched to its end."""
    rng = random.Random(seed)
    t = some_table(rng)
    eye = Eye(t)
    lively(t, rng, eye, most=MOST)
    assert t.over, f"seed {seed} came to no end in {MOST} answers: {[a.name for a in t.asks.values()]}"
    assert t.truth.ended, seed
    assert t.play.faults == [], (seed, t.play.faults[:1])
    names = [entry.ask for entry in t.entries if entry.do == "answer"]
    assert len(names) == len(set(names)), "an ask comes twice under one name"
    return eye.telling.happened + Counter({f"ended {t.truth.ended['how']}": 1})


class TestWholeGames:
    @pytest.mark.parametrize("block", range(5))
    def test_random_legal_play_comes_to_the_end(self, block: int) -> None:
        for seed in range(block * 8, block * 8 + 8):
            assert watched(seed)["ended"] == 1, seed

    def test_every_way_a_game_may_end_is_come_to(self) -> None:
        happened: Counter[str] = Counter()
        for seed in range(40):
            happened += watched(seed)
        assert {kind for kind in happened if kind.startswith("ended ")} == {
            "ended withdraw",
            "ended intensity",
            "ended no-carrier",
        }
        seldom = {"opened", "stacks", "corrected", "set-right"}
        assert set(SAYINGS) & set(FIRES_KINDS) - set(happened) <= seldom

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(30))
    def test_three_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 10, 1010 + block * 10):
            assert watched.__wrapped__(seed)["ended"] == 1, seed

    def test_a_long_table_lasts_as_long_as_it_is_told(self) -> None:
        rng = random.Random(1)
        with long_table(6) as t:
            lively(t, rng)
        assert (t.over, t.truth.turn) == (True, 6)


FIRES_KINDS = ("tile", "edge", "stolen", "maneuver", "repaired", "engagement", "bombed", "home", "cap", "explosion")


class TestWhoIsTold:
    def test_every_sentence_is_for_a_kind_that_somebody_may_know(self) -> None:
        assert set(SAYINGS) <= set(who_knows(FIRES.key).kinds)

    def test_no_ask_of_the_table_names_a_card_of_a_hand(self) -> None:
        """What is open is asked of the table: a side is asked for its task forces, and for tiles that the app keeps."""
        for seed in range(6):
            t = a_game(seed)
            private = {entry.ask for entry in t.entries if entry.party in FIRES.sides and entry.do == "answer"}
            own = {ask for ask in private if ask.split("/")[-1] in ("look", "turn-up", "tile")}
            assert not own or t.header.settings["tiles"] == "app"
            assert private - own <= {"set-up/stacks/us", "set-up/stacks/japan"}

    def test_sealed_task_forces_are_their_side_s_own(self) -> None:
        rng = random.Random(5)
        t = some_table(rng, scenario="midway", letters="hidden")
        lively(t, rng, most=120)
        pairs = t.truth.stacks_japan
        assert pairs
        kept = {audience: plot.stacks_japan for audience, plot in t.play.plots.items() if isinstance(plot, FiresPlot)}
        assert kept == {"us": [], PUBLIC: [], "japan": pairs, UMPIRE: pairs}


class TestReplay:
    PROGRAM = (
        "from tests.games.invariants import fingerprint; from tests.games.fires.test_fm_whole_games import a_game;"
        "print([fingerprint(a_game(seed, 200)) for seed in range(5)])"
    )

    def test_the_same_under_two_hash_seeds(self) -> None:
        said = [said_under_hash_seed(self.PROGRAM, seed) for seed in ("0", "4711")]
        assert said[0] == said[1]

    @pytest.mark.parametrize("seed", range(4))
    def test_from_its_own_text_byte_for_byte(self, seed: int) -> None:
        replays_from_its_own_text(a_game(seed))

    @pytest.mark.parametrize("block", range(3))
    def test_positions_resume(self, block: int) -> None:
        """What is stored comes back with its names in the alphabet's order: nothing may hang on another."""
        games = (a_game(seed) for seed in range(block * 20, block * 20 + 20))
        resumes_from_every_position(next(t for t in games if len(t.positions) > 3))

    def test_two_tables_of_one_seed_are_the_same(self) -> None:
        assert fingerprint(a_game(2, 150)) == fingerprint(a_game(2, 150))
