"""What holds in every game of Lightning: Midway: an end, all told to all, replay, positions; every way to end is reached."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.invariants import (
    fingerprint,
    replays_from_its_own_text,
    resumes_from_every_position,
    said_under_hash_seed,
)
from tests.games.lightning.lively import some_table
from tests.games.lightning.scenes import table
from tests.games.recording import word
from tests.games.who_may_know import Telling, sees_its_own
from tests.tables import hand_of, play
from umpire.games.lightning_midway.fight import is_over, total
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.terms import HAND, SIDES
from umpire.games.lightning_midway.victory import ENDINGS
from umpire.games.lightning_midway.words import SAYINGS
from umpire.table.asks import TABLE
from umpire.table.plot import PUBLIC
from umpire.table.table import Table

JSON = Any


def a_game(seed: int, each: Any = lambda t: None, **settings: JSON) -> Table:
    """A game by lot to its end."""
    rng = random.Random(seed)
    t = some_table(rng, umpire=False, **settings)
    for _ in range(5000):
        if t.over:
            return t
        ((party, asked),) = t.asks.items()
        t.answer(party, asked.name, asked.sample(rng), hand_of(party), sure=True)
        each(t)
    raise AssertionError("it came to no end")


def conserved(plot: LightningPlot) -> None:
    """No target is destroyed twice or by its own side; a fight has what its window needs."""
    assert len(set(plot.sunk)) == len(plot.sunk)
    assert sum(plot.score.values()) == len(plot.sunk)
    assert all(n >= 0 for n in plot.hands.values())
    now = plot.fight
    if now:
        enemies = [name for name in now["targets"] if plot.objectives[name] == now["by"]]
        assert not enemies
        assert not set(now["targets"]) & set(plot.sunk)
        assert (now["window"] == "cards") <= (now["by"] in now["force"]), "an attacker has committed first"
        assert now["word"] in now["force"] or now["window"] != "cards"
        assert not is_over(now) or now["window"] != "cards" or len(now["targets"]) > 1
        types = [card["type"] for card in now["cards"]]
        if plot.agreed("slots") == "across":
            assert len(set(types)) == len(types), "one of each type"
        assert all(isinstance(total(now, side), int) for side in SIDES)


@pytest.mark.parametrize("seed", range(25))
def test_every_game_ends_and_all_hear_all_of_it(seed: int) -> None:
    rng = random.Random(seed)
    eyes: list[Telling] = []

    def each(t: Table) -> None:
        eyes or eyes.append(Telling(Table(t.game, t.header)))
        conserved(t.truth)
        sees_its_own(t)
        assert t.truth.dump() == t.play.plots[PUBLIC].dump()

    t = a_game(rng.randrange(10**6), each)
    assert t.play.faults == []
    assert t.truth.winner
    assert t.truth.ended["by"] == t.truth.winner
    for _, said in t.told:
        assert set(said.audiences) == {*t.play.plots}, said.dispatch.kind
        assert said.dispatch.kind in SAYINGS or said.dispatch.kind == "sealed"
        assert isinstance(t.game.say(said.dispatch), str)


def test_games_by_lot_come_to_every_end_that_nobody_moves() -> None:
    ends = Counter((t.truth.ended["how"], t.truth.ended["by"]) for t in map(a_game, range(30)))
    assert set(ends) == {("destroyed", side) for side in SIDES}


@pytest.mark.parametrize("how", [how for how in ENDINGS if how != "destroyed"])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_given_up_or_ended_at_any_moment(how: str, seed: int) -> None:
    rng = random.Random(seed)
    t = table()
    play(t, rng, lambda t: len(t.entries) == 3 + 4 * seed)
    assert not t.over
    word(t, SIDES[seed % 2] if how == "concede" else TABLE, how, "moved")
    assert t.over
    assert t.truth.ended["how"] == how
    assert t.truth.ended["text"] == t.game.say(t.truth.heard[-1]) or t.truth.heard[-1].kind == "sealed"
    replays_from_its_own_text(t)


@pytest.mark.parametrize("seed", range(6))
def test_the_ledger_replays_and_every_position_is_taken_up(seed: int) -> None:
    t = a_game(seed)
    replays_from_its_own_text(t)
    resumes_from_every_position(t)


PROGRAM = """
import random
from tests.games.invariants import fingerprint
from tests.games.lightning.test_lightning_invariants import a_game
print(fingerprint(a_game(7)))
"""


def test_no_order_of_a_set_is_in_it() -> None:
    assert said_under_hash_seed(PROGRAM, "1") == said_under_hash_seed(PROGRAM, "2") == fingerprint(a_game(7))


@pytest.mark.parametrize("seed", range(8))
def test_hands_are_counted_where_that_is_agreed(seed: int) -> None:
    """As reckoned from what is told: what is reinforced leaves the hand, Prepare fills it to nine, and a fight asks."""
    before: dict[str, int] = dict.fromkeys(SIDES, HAND)

    def each(t: Table) -> None:
        nonlocal before
        if t.entries[-1].ask.endswith("/hands"):
            assert t.truth.hands == t.entries[-1].value
        elif "/turn/" in t.entries[-1].ask and t.entries[-1].party == TABLE:
            by, said = t.entries[-1].ask.split("/")[1], t.entries[-1].value
            change = {"reinforce": -said.get("n", 0), "prepare": HAND - before[by]}.get(said["do"])
            if change is not None:
                assert t.truth.hands[by] == before[by] + change
        before = dict(t.truth.hands)

    assert a_game(seed, each, hands="counted").over
