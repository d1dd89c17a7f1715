"""What holds in every game of Carrier: an end, who hears what, nothing decided early, replay, positions, counters kept."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.games.carrier import audiences
from tests.games.carrier.boxes import full_kit
from tests.games.carrier.lively import CARRIER, SCENARIOS, choice, lively, some_table, table
from tests.games.invariants import (
    fingerprint,
    replays_from_its_own_text,
    resumes_from_every_position,
    said_under_hash_seed,
)
from tests.games.who_may_know import Telling, sees_its_own
from tests.tables import hand_of
from umpire.games.carrier.parts import STANDARD
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.words import SAYINGS
from umpire.games.who_knows import UMPIRE, who_knows
from umpire.table.asks import CHART, DICE, Draw
from umpire.table.table import APP, Table

JSON = Any
MOST = 2500
"""Answers of the longest game, and some more."""
LOOK = 20
"""Every how many answers all that is held is looked at."""


def a_game(seed: int, most: int = MOST, **settings: JSON) -> Table:
    rng = random.Random(seed)
    return lively(some_table(rng, **settings), rng, most=most)


# What is looked at while a game goes on.


def undecided(plot: CarrierPlot) -> None:
    """Of a force that nobody has looked into there is nothing but its counter: no chit, no screen, no ship, no value."""
    for name, f in plot.forces.items():
        if f["level"] == 0:
            nothing = (f["chit"], f["screen"], f["value"], plot.ships_of(name))
            assert nothing == ("", "", None, []), (name, nothing)


def conserved(plot: CarrierPlot) -> None:
    """Every counter is somewhere, once; nothing holds more than it may."""
    for name, ship in plot.ships.items():
        assert 0 <= ship["hits"] <= ship["capacity"], name
        scuttled = ship["side"] == "us" and ship["type"] == "CV"  # dead in the water, and given up (19.3)
        assert bool(ship["sunk"]) <= (ship["hits"] == ship["capacity"] or scuttled), name
        to_come = () if plot.parts.chits else ("C1", "C2")  # the forces of Scenario 2 wait off the map
        assert ship["in"] in ("", *plot.forces, *plot.groups, *to_come), (name, ship["in"])
        assert (ship["in"] in plot.forces) <= (ship["side"] == "japan"), name
    for cup in (*plot.tree["cups"].values(), plot.tree["spares"], plot.tree["sequence"]["cup"]):
        assert all(n >= 0 for n in cup.values()), cup
    assert not set(plot.tree["pool"]["C"] + plot.tree["pool"]["T"]) & set(plot.forces)
    for name, deck in plot.decks.items():
        boxes = [deck[box] for box in ("ready", "unready", "servicing", "hangar")]
        assert all(n > 0 for box in boxes for n in box.values()), (name, boxes)
    for n, strike in plot.strikes.items():
        assert total(strike["steps"]) > 0, n
        assert all(k > 0 for k in strike["steps"].values()), n


class Eye:
    """What is told is held against who may know it; now and then all that everybody has is looked through."""

    def __init__(self, t: Table) -> None:
        self.telling = Telling(t)
        self.seen = 0

    def __call__(self, t: Table) -> None:
        self.telling(t)
        undecided(t.truth)
        for _, each in t.told[self.seen :]:
            assert isinstance(CARRIER.say(each.dispatch), str)
        self.seen = len(t.told)
        if t.over or len(t.entries) % LOOK == 0:
            conserved(t.truth)
            sees_its_own(t)


@cache
def watched(seed: int) -> Counter[str]:
    """What happened in a game that was watched to its end; the scenarios take turns."""
    rng = random.Random(seed)
    t = some_table(rng, scenario=SCENARIOS[seed % len(SCENARIOS)])
    eye = Eye(t)
    lively(t, rng, eye, most=MOST)
    assert t.over, f"seed {seed} came to no end in {MOST} answers: {[a.name for a in t.asks.values()]}"
    assert t.truth.ended, seed
    assert t.play.faults == [], (seed, t.play.faults[:1])
    turns = t.truth.parts.turns
    assert turns is None or t.truth.turn <= turns
    names = [entry.ask for entry in t.entries if entry.do == "answer"]
    assert len(names) == len(set(names)), "an ask comes twice under one name"
    return eye.telling.happened + Counter({f"ended {t.truth.ended['how']}": 1, "answers": len(t.entries)})


class TestWholeGames:
    @pytest.mark.parametrize("block", range(10))
    def test_random_legal_play_comes_to_the_end(self, block: int) -> None:
        for seed in range(block * 3, block * 3 + 3):
            assert watched(seed)["ended"] == 1, seed

    def test_much_happens_in_them(self) -> None:
        """Or the watch over whole games would pass for want of anything to see."""
        happened: Counter[str] = Counter()
        for seed in range(30):
            happened += watched(seed)
        wanted = {
            "chit",
            "searched",
            "attack",
            "contact",
            "salvo",
            "hit",
            "sunk",
            "retreats",
            "points",
            "planes-landed",
        }
        assert not wanted - set(happened)
        assert len({kind for kind in happened if kind.startswith("ended ")}) > 2

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(50))
    def test_three_hundred_games(self, block: int) -> None:
        for seed in range(1000 + block * 6, 1006 + block * 6):
            assert watched.__wrapped__(seed)["ended"] == 1, seed


class TestWhoIsTold:
    def test_every_sentence_is_for_a_kind_that_somebody_may_know(self) -> None:
        assert set(SAYINGS) <= set(who_knows("carrier").kinds)

    def test_the_rules_keep_from_the_player_what_the_table_says_and_nothing_else(self) -> None:
        """Read off the rules themselves: whatever names an audience is kept under fog+, and all else is told to all."""
        rows = who_knows("carrier").kinds.values()
        core = {"let-stand", "back-why"}
        assert audiences.kept() == {row.kind for row in rows if row.kept or row.part or row.told == UMPIRE} - core


# Nothing is decided early.


class TestNothingIsDecidedEarly:
    @pytest.mark.parametrize("scenario", ["6", STANDARD])
    def test_up_to_the_draw_the_record_is_the_same_byte_for_byte(self, scenario: str) -> None:
        """Whatever the dice will show: two tables on which another chit comes out are the same until it does."""
        tables = []
        for last in (False, True):
            t = table(full_kit(), scenario=scenario, interrupts="always")
            rng = random.Random(3)
            while not _draws_a_chit(t):
                party = next(iter(t.asks))
                t.answer(party, t.asks[party].name, choice(t, party, rng), hand_of(party), sure=True)
            cup = t.asks[DICE].cup
            before = fingerprint(t), {a: plot.stow() for a, plot in t.play.plots.items()}
            t.answer(DICE, t.asks[DICE].name, [[kind for kind, n in cup.items() if n][-1 if last else 0]], APP)
            tables.append((before, fingerprint(t)))
        (one, after), (other, otherwise) = tables
        assert one == other
        assert after != otherwise

    def test_a_cup_has_no_order(self) -> None:
        """Cups are kept as numbers of chits by kind; what is drawn comes out of those that are in it at that moment."""
        t = a_game(7, 300, scenario="6", fog=False)
        cups = [*t.truth.tree["cups"].values(), t.truth.tree["spares"], t.truth.tree["sequence"]["cup"]]
        assert all(isinstance(n, int) for cup in cups for n in cup.values())
        drawn = [
            each.dispatch.facts
            for _, each in t.told
            if each.dispatch.kind == "roll" and "cup" in str(each.dispatch.text)
        ]
        assert drawn
        for facts in drawn:
            for dice in facts["dice"]:
                if "cup" in dice:
                    assert all(facts["faces"].count(kind) <= dice["cup"][kind] for kind in facts["faces"])


def _draws_a_chit(t: Table) -> bool:
    asked = t.asks.get(DICE)
    return isinstance(asked, Draw) and "Dummy" in asked.cup


# Replay.


class TestReplay:
    PROGRAM = (
        "from tests.games.invariants import fingerprint; from tests.games.test_carrier_invariants import a_game;"
        "print([fingerprint(a_game(seed, 260)) for seed in range(5)])"
    )

    def test_the_same_under_two_hash_seeds(self) -> None:
        said = [said_under_hash_seed(self.PROGRAM, seed) for seed in ("0", "4711")]
        assert said[0] == said[1]

    @pytest.mark.parametrize("scenario", SCENARIOS)
    def test_from_its_own_text_byte_for_byte(self, scenario: str) -> None:
        replays_from_its_own_text(a_game(1, 300, scenario=scenario))

    @pytest.mark.parametrize(("scenario", "fog"), [*((each, False) for each in SCENARIOS if each != "1"), ("6", True)])
    def test_positions_resume(self, scenario: str, fog: bool) -> None:
        """What is stored comes back with its names in the alphabet's order: nothing may hang on another."""
        rng = random.Random(4)
        t = some_table(rng, scenario=scenario, fog=fog)
        resumes_from_every_position(lively(t, rng, most=150))


def test_a_table_stops_for_no_chart_when_the_kit_is_full() -> None:
    asked: Counter[str] = Counter()
    for seed, scenario in enumerate(SCENARIOS):
        rng = random.Random(seed)
        t = table(full_kit(), scenario=scenario)
        lively(t, rng, lambda t: asked.update([CHART] if CHART in t.asks else []), most=600)
    assert asked == Counter()
