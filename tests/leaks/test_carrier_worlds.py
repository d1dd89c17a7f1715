"""Non-interference under fog+: two games of Carrier that differ only in what the staff keeps to itself.

What a force was that did not attack, why it did not, how its strength was rolled, how strong a second wave is: until
the wave comes, or the force is looked into, its player and the public find nothing different.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.boxes import full_kit
from tests.games.carrier.lively import CARRIER, choice, header
from tests.leaks.worlds import Stuck, TwoWorlds, thrown
from umpire.table.asks import PRIVATE
from umpire.table.plot import PUBLIC
from umpire.table.replay import resumed
from umpire.table.table import APP, Table

pytestmark = [pytest.mark.usefixtures("ideal_seals")]
JSON = Any
US = "us"
TRIES = 6
"""Pairs of dice that are tried until two are found that tell the same."""
ANSWERS = 160
"""Of an example: some two turns."""
SHOWS = ("wave-arrives", "wave-in-vain", "limit-close", "limit-reached")
"""What shows a second wave’s share: then the worlds may part, and the example ends."""


def strengths() -> dict[str, JSON]:
    """A kit in which the strength die says how strong a second wave is, and of the first nothing."""
    kit = full_kit()
    for key in kit:
        if key.startswith(("strength_1_2/", "strength_3_4/")):
            kit[key] = {"1": 6, "2": max(3, int(key.rpartition("/")[2]))}
    return kit


class Worlds(TwoWorlds):
    """The hidden side is chance: it answers for the staff, otherwise in each world."""

    def __init__(self, seed: int, seen: str = US, **agreed: JSON) -> None:
        rng = random.Random(seed)
        lots = {"scenario": rng.choice(["6", "standard"]), "umpire": rng.random() < 0.5, "interrupts": "always"}
        super().__init__(rng, seen, PRIVATE, header(strengths(), **{**lots, **agreed, "fog": True}))

    def play(self, most: int = ANSWERS) -> TwoWorlds:
        return super().play(most)

    def choice(self, t: Table, party: str) -> JSON:
        return choice(t, party, self.rng)

    def open(self, party: str) -> tuple[JSON, JSON]:
        if party not in self.b.asks or self.a.asks[party] != self.b.asks[party]:
            raise Stuck
        value = self.choice(self.a, party)
        return value, value

    # What is hidden.

    def vary_roll(self, party: str, one: Any, other: Any) -> tuple[JSON, JSON]:
        """A pair of answers after which the player and the public are told the same; the same one at the worst."""
        for _ in range(TRIES):
            values = one.sample(self.rng), other.sample(self.rng)
            if values[0] != values[1] and self.alike(party, values):
                return values
        value = one.sample(self.rng)
        if one != other or not self.alike(party, (value, value)):
            raise Stuck
        return value, value

    vary_draw = vary_roll

    def give(self, party: str, *values: JSON) -> Sequence[JSON] | None:
        """The staff goes on until nobody waits for it any more, as the app does: nothing in between is seen."""
        if party != PRIVATE:
            return super().give(party, *values)
        fell = []
        for t, value in zip(self.both, values, strict=True):
            self.happened["asked " + t.asks[party].kind] += 1
            fell.append(went_on(t, value))
        self.happened["answered otherwise " + self.a.entries[-1].party] += values[0] != values[1]
        self.compare()
        return fell

    def alike(self, party: str, values: tuple[JSON, JSON]) -> bool:
        """Whether the same is told and asked in both worlds once the staff has done."""
        ends = []
        for t, value in zip(self.both, values, strict=True):
            made = resumed(t.game, t.header, t.entries, t.told, t.positions[-1] if t.positions else None)
            went_on(made, value)
            heard = [[(d.kind, d.text) for d in made.play.plots[each].heard] for each in (self.seen, PUBLIC)]
            ends.append((heard, {p: a.signature() for p, a in made.asks.items()}))
        return bool(ends[0] == ends[1])

    def compare(self, *entries: Any) -> None:
        for t in self.both:
            new = t.play.plots[self.seen].heard[self.heard[self.seen] :]
            if any(d.kind in SHOWS for d in new) and self.differs():
                raise Stuck
        super().compare(*entries)

    def differs(self) -> bool:
        return bool(self.a.truth.tree != self.b.truth.tree)

    def differing(self) -> Iterator[str]:
        a, b = self.a.truth.tree, self.b.truth.tree
        if a["memory"].get("waves") != b["memory"].get("waves"):
            yield "second waves differ"
        if a["forces"] != b["forces"]:
            yield "forces differ"

    def set_right(self) -> None:
        """The umpire has nothing to set right that the player has not."""

    # What the observer tries.

    probes = [None, True, 0, "", [], {}, "2717", {"moves": 3}, {"to": {}}, [[]], {"TF 16": "1"}, ["yes"]]

    def attempts(self, t: Table) -> Iterator[JSON]:
        for force in t.truth.forces:
            yield force
            yield [force]
            yield {force: t.truth.forces[force]["hex"]}

    def wrongs(self, t: Table) -> Iterator[str]:
        yield from ("memory/waves", "forces/C1/wave", "forces/C1/log")


def went_on(t: Table, value: JSON) -> list[int]:
    """The staff's dice, the first as told, until it has done; what they showed."""
    lot, fell = random.Random(1), []
    while PRIVATE in t.asks:
        asked: Any = t.asks[PRIVATE]
        fell += thrown(asked, value)
        t.answer(PRIVATE, asked.name, value, APP, sure=True)
        value = t.asks[PRIVATE].sample(lot) if PRIVATE in t.asks else None
    return fell


def run(seeds: range, **agreed: JSON) -> Counter[str]:
    happened: Counter[str] = Counter()
    for seed in seeds:
        happened += Worlds(seed, **agreed).play().happened
    return happened


def test_the_player_and_the_public_find_nothing_different() -> None:
    """And the worlds do differ in what is kept: or this would hold for want of anything to see."""
    happened = run(range(8))
    for what in ("answered otherwise private", "second waves differ", "forces differ", "no-attack"):
        assert happened[what], what


@pytest.mark.full
def test_many_worlds() -> None:
    assert run(range(100, 600))["second waves differ"]


def test_without_fog_all_of_it_is_told() -> None:
    """What fog+ keeps is told openly without it: the staff has no secrets of its own."""
    kept: Mapping[str, int] = Counter(
        each.dispatch.kind for _, each in Worlds(3).play().a.told if set(each.audiences) == {"umpire"}
    )
    assert kept
    t = Table(CARRIER, header(full_kit(), scenario="6"))
    rng = random.Random(3)
    for _ in range(400):
        if t.over:
            break
        party = next(iter(t.asks))
        t.answer(party, t.asks[party].name, choice(t, party, rng), APP, sure=True)
    assert {each.audiences for _, each in t.told} == {(US, PUBLIC, "umpire")}
