"""What holds in every game of Midway: who hears what and when, replay, order of entry, conservation, garbage."""

import os
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from tests.games.lively import lively, small_kit, some_table
from tests.tables import MIDWAY
from umpire.games.midway import kit as kits
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ENEMY, JAPAN, SHIP_TYPES, SIDES, TYPES, US
from umpire.games.midway.words import SAYINGS
from umpire.table import ledger
from umpire.table.board import area_of
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import APP, Hand, Table, replayed, resumed
from umpire.table.words import digest

JSON = Any
OF_ALL, OF_JAPAN = "all", "japan"

# Who may hear a kind of dispatch. "all" is both sides and the public; any other value takes the facts and
# the order of battle and gives the one side whose own it is. Second: the rows of the matrix it rests on.
AUDIENCES: dict[str, tuple[Any, str]] = {
    "kit": (OF_ALL, "3, 32: printed components"),
    "opened": (OF_ALL, "3, 32"),
    "turn": (OF_ALL, "18: the time record is open"),
    "step": (OF_ALL, "which step is played is neither side's secret"),
    "word": (OF_ALL, "11"),
    "on-midway": (OF_ALL, "20"),
    "call": (OF_ALL, "5, 6"),
    "answer": (OF_ALL, "9, 10"),
    "calls-done": (OF_ALL, "5, 6, 8: that a side calls no more is spoken"),
    "operations": (OF_ALL, "14, 14c"),
    "battle": (OF_ALL, "14, 18"),
    "empty": (OF_ALL, "17a"),
    "placed": (OF_ALL, "17"),
    "pressed": (OF_ALL, "18"),
    "attacking": (OF_ALL, "18"),
    "firing": (OF_ALL, "18"),
    "odds": (OF_ALL, "18"),
    "roll": (OF_ALL, "18"),
    "cells": (OF_ALL, "3, 18: a printed value"),
    "results": (OF_ALL, "18"),
    "hits": (OF_ALL, "19"),
    "sunk": (OF_ALL, "11b, 19"),
    "battle-over": (OF_ALL, "18"),
    "returns": (OF_ALL, "15, 16"),
    "captured": (OF_ALL, "24, 29"),
    "island-point": (OF_ALL, "29"),
    "turn-over": (OF_ALL, "29"),
    "ended": (OF_ALL, "29"),
    "motion": (OF_ALL, "design, Motions"),
    "pause": (OF_ALL, "design, Motions"),
    "corrected": (OF_ALL, "design, Mending the past"),
    "back": (OF_ALL, "design, Mending the past"),
    "fault": (OF_ALL, "design, How the core turns"),
    "ships": (lambda f, ships: owner(f["at"], ships), "1, 2, 4, 28"),
    "planes": (lambda f, ships: owner(f["planes"], ships), "12, 22, 31"),
    "readied": (lambda f, ships: owner(f["which"], ships), "11a"),
    "orders": (lambda f, ships: f["side"], "13, 22"),
    "landed": (lambda f, ships: f["side"], "16a, 31"),
    "invasion": (OF_JAPAN, "24"),
    "motion-detail": (lambda f, ships: corrected(f["value"], ships), "design: the mover alone"),
    "set-right": (lambda f, ships: corrected(f, ships), "design, Mending the past; 1, 2, 12, 19, 29"),
}


def owner(names: Any, ships: JSON) -> str | None:
    """The one side that ships and bases belong to; None for none at all, which says nothing of a side."""
    sides = {ships[name]["side"] if name in ships else US for name in names}
    assert len(sides) <= 1, names
    return next(iter(sides), None)


def corrected(said: JSON, ships: JSON) -> str | None:
    """Zones and planes are a side's own record; hits, score, time and printed values everybody's."""
    kind, _, name = said["fact"].partition("/")
    return owner([name.split("/")[0]], ships) if kind in ("zone", "planes") else OF_ALL


def check_audience(told: Any, ships: JSON) -> None:
    said = told.dispatch
    may, rows = AUDIENCES[said.kind]
    side = may if isinstance(may, str) else may(said.facts, ships)
    wanted = [{each, UMPIRE} for each in SIDES if side in (each, None)]
    if side == OF_ALL:
        wanted = [{US, JAPAN, PUBLIC, UMPIRE}]
    assert set(told.audiences) in wanted, (said.kind, told.audiences, rows)
    assert len(set(told.audiences)) == len(told.audiences)


class Watch:
    """What must hold after every entry, worked out anew from the truth and not from the code."""

    def __init__(self, t: Table) -> None:
        self.planes: dict[str, int] = dict.fromkeys(SIDES, 10**6)
        self.told = len(t.told)
        self.run = self.island = self.captured = self.seen = 0
        self.at: dict[str, str] = dict(t.truth.zones)

    def __call__(self, t: Table) -> None:
        truth = t.truth
        self.conserved(truth)
        new = [each for _, each in t.told[self.told :]]
        self.told = len(t.told)
        for each in new:
            check_audience(each, t.header.kit["roster"])
            assert isinstance(MIDWAY.say(each.dispatch), str)
        self.at_the_moment(t, [each.dispatch for each in new])
        self.score(truth)
        self.at = dict(truth.zones)

    def conserved(self, truth: MidwayPlot) -> None:
        for base in truth.planes:
            assert sum(truth.aboard(base, kind) for kind in TYPES) <= kits.capacity(truth.kit, base)
            assert all(n >= 0 for kinds in truth.planes[base].values() for n in kinds.values())
        assert not set(truth.sunk) & (set(truth.zones) | set(truth.planes))
        assert len(set(truth.sunk)) == len(truth.sunk)
        for side in SIDES if truth.planes else ():
            mine = [b for b in truth.planes if (truth.ships[b]["side"] if b in truth.ships else US) == side]
            aloft = sum(f[kind] for f in truth.flights if f["side"] == side for kind in TYPES)
            total = aloft + sum(truth.aboard(base, kind) for base in mine for kind in TYPES)
            assert total <= self.planes[side]
            self.planes[side] = total

    def at_the_moment(self, t: Table, said: list[Any]) -> None:
        """Each fact of the matrix with the entry it falls due by, no later and no earlier."""
        kinds, value = [d.kind for d in said], t.entries[-1].value
        kind = t.entries[-1].ask.split("/")[1]
        if kind == "search":
            area = value["last"] if isinstance(value, dict) else value
            answers = [d.facts for d in said if d.kind == "answer"]
            by = t.entries[-1].party
            assert answers == ([] if area is None else [{"by": by, "area": area, "found": self.found(t, by, area)}])
            assert kinds[0] == ("call" if area else "calls-done")
        if kind == "moves" and said:
            there = t.header.kit["board/midway"] in t.truth.of(JAPAN).values()
            assert ("on-midway" in kinds) == there
        if kind == "operations" and said:
            told = next(d.facts["attacks"] for d in said if d.kind == "operations")
            sheets = {e.party: e.value for e in t.entries if e.ask.startswith(t.entries[-1].ask.rsplit("/", 1)[0])}
            sent = Counter()
            for side, sheet in sheets.items():
                for order in sheet["attacks"]:
                    sent.update({(side, order["zone"], k): order[k] for k in TYPES})
            assert Counter({(a["by"], a["zone"], k): a[k] for a in told for k in TYPES}) == sent
        for dispatch in said:
            if dispatch.kind == "placed":
                battle = t.truth.battle
                there = {s for s, z in self.at.items() if z == battle["zone"]}
                assert set(dispatch.facts["ships"]) == {s for s in there if t.truth.ships[s]["side"] == battle["of"]}

    def found(self, t: Table, by: str, area: str) -> list[JSON]:
        """Row 9: every zone of the area with enemy ships, and their types; numbers by setting; never names."""
        zones: dict[str, list[str]] = {}
        for ship, zone in sorted(self.at.items()):
            if area_of(zone) == area and t.truth.ships[ship]["side"] == ENEMY[by]:
                zones.setdefault(zone, []).append(t.truth.ships[ship]["type"])
        made: list[JSON] = []
        for zone in sorted(zones):
            types = Counter(zones[zone])
            one: JSON = {"zone": zone, "types": [k for k in SHIP_TYPES if types[k]]}
            made.append({**one, "counts": dict(types)} if t.header.settings["counts"] else one)
        return made

    def score(self, truth: MidwayPlot) -> None:
        while self.seen < len(truth.turns):
            self.seen += 1
            there = truth.zones.get("Atago") == truth.kit["board/midway"]
            self.run = self.run + 1 if there else 0
            self.captured = self.captured or self.run >= 4
            self.island += truth.turns[self.seen - 1]["n"] >= 13 and not self.captured
        lost = {
            side: sum(truth.kit[f"points/{s}"] for s in truth.sunk if truth.ships[s]["side"] == side) for side in SIDES
        }
        assert truth.score == {US: lost[JAPAN] + self.island, JAPAN: lost[US] + 15 * bool(self.captured)}
        assert truth.captured == bool(self.captured)


def a_game(seed: int, turns: int | None = None, watch: bool = False) -> Table:
    rng = random.Random(seed)
    t = some_table(rng, turns)
    return lively(t, rng, Watch(t) if watch else lambda t: None)


def stands(t: Table) -> JSON:
    return {a: (p.heard, p.dump()) for a, p in t.play.plots.items()}


class TestWholeGames:
    @pytest.mark.parametrize("block", range(10))
    def test_random_legal_play_comes_to_the_end(self, block: int) -> None:
        self.play(range(block * 5, block * 5 + 5))

    @pytest.mark.full
    @pytest.mark.parametrize("block", range(50))
    def test_five_hundred_games(self, block: int) -> None:
        self.play(range(1000 + block * 10, 1010 + block * 10))

    def play(self, seeds: range) -> None:
        for seed in seeds:
            t = a_game(seed, watch=True)
            assert t.over, seed
            assert t.play.faults == [], seed
            assert t.truth.ended["how"] == "time", seed
            assert t.truth.turn == t.header.kit["track/turns"]


class TestAudiences:
    def test_every_kind_that_can_be_told_stands_in_the_table(self) -> None:
        hearable = {
            name.removeprefix("hear_").replace("_", "-") for name in dir(MidwayPlot) if name.startswith("hear_")
        }
        assert set(AUDIENCES) == hearable
        assert set(SAYINGS) <= hearable

    def test_random_play_tells_every_kind_of_a_plain_game(self) -> None:
        """Or the check over whole games would pass for want of dispatches."""
        told = {each.dispatch.kind for seed in range(6) for _, each in a_game(seed, 16).told}
        assert set(AUDIENCES) - told == {"motion", "motion-detail", "pause", "corrected", "set-right", "back", "fault"}

    def test_corrections_motions_and_going_back(self) -> None:
        t = lively(Table(MIDWAY, a_game(1, 4).header), random.Random(1), most=60)
        facts = {f.key.split("/")[0]: f for f in MIDWAY.facts(t.truth)}
        assert set(facts) >= {"zone", "planes", "score", "turn"}
        for fact in facts.values():
            t.set_right(fact.key, fact.value, "misread", APP, name=f"set/{t.truth.corrections}")
            told = next(each for _, each in reversed(t.told) if each.dispatch.kind == "set-right")
            assert set(told.audiences) == ({fact.side, UMPIRE} if fact.side else {US, JAPAN, PUBLIC, UMPIRE})
        own = next(f for f in MIDWAY.facts(t.play.plots[JAPAN]) if f.side == JAPAN)
        value = {"fact": own.key, "value": own.value, "reason": "misread"}
        t.move(JAPAN, "correct", "moved", APP, name=t.motions.name, value=value)
        assert t.told[-1][1].audiences == (JAPAN, UMPIRE)
        t.move(US, "pause", "moved", APP, name=t.motions.name)
        t.back(20, Hand("umpire"))
        for _, each in t.told:
            check_audience(each, t.header.kit["roster"])

    def test_a_side_always_sees_its_own_truth(self) -> None:
        def sees(t: Table) -> None:
            for side in SIDES:
                own, truth = t.play.plots[side], t.truth
                assert own.of(side) == truth.of(side)
                assert {b: own.planes[b] for b in own.bases(side)} == {b: truth.planes[b] for b in truth.bases(side)}
                assert own.flights == [f for f in truth.flights if f["side"] == side]
                for name in ("hits", "sunk", "score", "turn", "words", "calls", "sightings", "battle", "captured"):
                    assert getattr(own, name) == getattr(truth, name), name
                assert side != JAPAN or own.invasion == truth.invasion
                assert own.of(ENEMY[side]) == {}

        for seed in range(5):
            rng = random.Random(seed)
            lively(some_table(rng, 8), rng, sees)


class TestOrderOfEntry:
    @pytest.mark.parametrize("seed", range(5))
    def test_who_locks_first_is_nothing(self, seed: int) -> None:
        game = a_game(seed, 10)
        given = {e.ask: e.value for e in game.entries}
        tables = []
        for backwards in (False, True):
            t = Table(MIDWAY, game.header)
            while t.asks:
                for party, asked in sorted(t.asks.items(), reverse=backwards):
                    t.answer(party, asked.name, given[asked.name], APP, sure=True)
            tables.append(t)
        assert tables[0].told == tables[1].told
        assert stands(tables[0]) == stands(tables[1])


class TestReplay:
    PROGRAM = (
        "import random, sys; from tests.games.test_midway_invariants import fingerprint, a_game;"
        "print([fingerprint(a_game(seed, 8)) for seed in range(4)])"
    )

    def test_the_same_under_two_hash_seeds(self) -> None:
        said = [self.run(seed) for seed in ("0", "4711")]
        assert said[0] == said[1] == str([fingerprint(a_game(seed, 8)) for seed in range(4)])

    def run(self, seed: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", self.PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([".", *sys.path])},
            capture_output=True,
            text=True,
            check=True,
            timeout=100,
        )
        return done.stdout.strip()

    @pytest.mark.parametrize("seed", range(4))
    def test_from_its_own_text_byte_for_byte(self, seed: int) -> None:
        t = a_game(seed, 8)
        other = replayed(MIDWAY, *ledger.read("\n".join(ledger.write(t.header, t.entries))))
        assert stands(other) == stands(t)
        assert other.told == t.told
        assert other.entries == t.entries

    @pytest.mark.parametrize("seed", range(4))
    def test_positions_resume(self, seed: int) -> None:
        rng = random.Random(seed)
        t = lively(some_table(rng, 8), rng, most=rng.randint(100, 200))
        assert len(t.positions) > 2
        for at in t.positions:
            other = resumed(MIDWAY, t.header, t.entries, [each for each in t.told if each[0] <= at.n], at)
            assert stands(other) == stands(t), at.name
            assert other.told == t.told
            assert {p: a.signature() for p, a in other.asks.items()} == {p: a.signature() for p, a in t.asks.items()}


def fingerprint(t: Table) -> str:
    return digest(
        [[n, each.audiences, vars(each.dispatch)] for n, each in t.told] + list(ledger.write(t.header, t.entries))
    )


def test_the_small_kit_is_one_that_a_table_may_be_set_up_with() -> None:
    assert MIDWAY.wanting(small_kit()) == []
