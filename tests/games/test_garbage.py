"""Garbage from any seat of any game, at any step: a plain refusal, or an answer that the game can go on with."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.every import EVERY
from tests.games.garbage import booleans, spoilt
from tests.tables import chosen, hand_of
from umpire.table.asks import PUBLIC_PARTIES, Ask, Refusal
from umpire.table.table import Table
from umpire.table.words import canonical

JSON = Any
MOST_TABLES, MOST_ANSWERS = 60, 400


def lively(key: str, rng: random.Random, each: Callable[[Table], None], most: int = MOST_ANSWERS) -> Table:
    """A game by lot; `each` is called at its first ask, and after every answer."""
    t = EVERY[key].some_table(rng)
    each(t)
    return chosen(t, EVERY[key].choice, rng, each, most)


@pytest.mark.parametrize("key", EVERY)
class TestGarbage:
    @pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in (1, 2, 3))])
    def test_values(self, key: str, seed: int) -> None:
        rng, made = random.Random(seed), EVERY[key].garbage
        taken = 0

        def throw(t: Table) -> None:
            nonlocal taken
            for party, asked in list(t.asks.items()):
                for _ in range(6):
                    value = spoilt(EVERY[key].choice(t, party, rng), rng, made.odd)
                    with suppress(Refusal):
                        asked.validate(value, sure=True)
                        passed = booleans(value) - set(made.yes_or_no.get(asked.kind, ()))
                        assert not passed, f"{asked.name}: a bool passes for a number: {value}"
                        t.answer(party, asked.name, value, hand_of(party), sure=True)
                        taken += 1
                        return

        while taken < 20:
            t = lively(key, rng, throw)
            assert t.play.faults == []

    def test_the_values_thrown_are_of_every_kind(self, key: str) -> None:
        """And most of them are refused: or nothing was tried."""
        rng, made, refused = random.Random(5), EVERY[key].garbage, set()
        wanted, met = set(made.kinds) - set(made.always_right), set()

        def throw(t: Table) -> None:
            for party, asked in t.asks.items():
                met.add(asked.kind)
                try:
                    asked.validate(spoilt(EVERY[key].choice(t, party, rng), rng, made.odd), sure=True)
                except Refusal:
                    refused.add(asked.kind)

        for _ in range(MOST_TABLES):
            if refused >= wanted:
                break
            lively(key, rng, throw)
        assert refused >= wanted
        assert met <= set(made.kinds)

    def test_taps(self, key: str) -> None:
        """Every key with every word, on the first draft of each kind of ask and on what drafts become by taps."""
        rng, made, crashes = random.Random(1), EVERY[key].garbage, {}
        asks = largest_asks(key, rng)
        assert set(asks) == set(made.kinds)
        for kind, asked in asks.items():
            taps = [(op, arg) for op in made.ops for arg in [*made.args, *names_in(asked, made.named)]]
            rng.shuffle(taps)
            draft = asked.draft()
            for op, arg in taps:
                try:
                    with suppress(Refusal):
                        draft = asked.edit(rng.choice([draft, draft, asked.draft()]), op, arg, {"x": arg})
                        canonical(draft)
                        asked.reminder(draft)
                        asked.validate(asked.value(draft), sure=True)
                except Exception as fault:
                    crashes[kind, op, type(fault).__name__] = arg[:12]
        assert not crashes, "\n".join(f"{key}: {arg}" for key, arg in crashes.items())

    def test_a_side_cannot_answer_what_is_asked_of_another_or_of_the_app(self, key: str) -> None:
        rng = random.Random(3)

        def other(t: Table) -> None:
            for party, asked in t.asks.items():
                for side in ("us", "japan", "nobody"):
                    if side != party and side not in t.asks and party not in PUBLIC_PARTIES:
                        with pytest.raises(Refusal):
                            t.answer(side, asked.name, EVERY[key].choice(t, party, rng), hand_of(side), sure=True)

        t = lively(key, rng, other)
        assert t.entries


def largest_asks(key: str, rng: random.Random) -> dict[str, Ask]:
    """One ask of each kind, with as much in it as is met."""
    asks: dict[str, Ask] = {}

    def keep(t: Table) -> None:
        for asked in t.asks.values():
            asks[asked.kind] = max(asked, asks.get(asked.kind, asked), key=lambda a: len(canonical(a.facts)))

    for _ in range(MOST_TABLES):
        if set(asks) >= set(EVERY[key].garbage.kinds):
            break
        lively(key, rng, keep)
    return asks


def names_in(asked: Ask, facts: Any) -> list[str]:
    """The names of what an ask is about: keys of a mapping, words of a list, ids of its parts, with numbers too."""
    about = [asked.facts[name] for name in facts if isinstance(asked.facts.get(name), dict | list)]
    names = [each for part in about for each in list(part)[:8]]
    words = [each["id"] if isinstance(each, dict) and "id" in each else each for each in names]
    told = [word for word in words if isinstance(word, str)]
    return [*told, *(f"{word}:{n}" for word in told for n in (0, 1, 2))]
