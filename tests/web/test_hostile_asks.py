"""Anything at all as an answer, and any tap at all on a draft: refused in words, or taken; never a fault.

Over every kind of ask that any game can put. How it goes through a phone's page is in `test_hostile_phones`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.asks_met import Met, kinds, met, said_in, strings
from tests.every import EVERY
from tests.games.garbage import HUGE, spoilt
from tests.web.keys import Tap, taps
from umpire.table.asks import Refusal
from umpire.table.words import canonical

JSON = Any

EVERY_KIND = [(game, kind) for game in EVERY for kind in kinds(game)]
SEVERAL = {"derandomize": True, "deadline": None, "suppress_health_check": list(HealthCheck)}
few = settings(max_examples=5, **SEVERAL)
many = settings(max_examples=int(os.environ.get("UMPIRE_RUNS", 600)), **SEVERAL)

HALF = "\ud800"
ODD: list[JSON] = [None, True, False, -1, 0, 1, 10**30, 10**4000, 0.5, float("nan"), float("inf"), "", "x", [], {}]
ODD += ["\x00", HALF, "²", "٣", "\u202e", "💥" * 9, HUGE, "../..", "<b>", "a:b:c", [[]], {"": None}, {"to": {}}]
ATOMS = st.sampled_from(ODD) | st.integers() | st.text(st.characters(), max_size=8) | st.floats()
ANYTHING = st.recursive(
    ATOMS, lambda it: st.lists(it, max_size=4) | st.dictionaries(st.text(max_size=6), it, max_size=4)
)


def deep(n: int) -> JSON:
    made: JSON = []
    for _ in range(n):
        made = [made]
    return made


TOO_MUCH: dict[str, Callable[[Any], JSON]] = {
    "lists in lists": lambda fits: deep(20_000),
    "as deep as a file may be": lambda fits: deep(900),
    "objects in objects": lambda fits: _within(fits, 400),
    "a megabyte of letters": lambda fits: "x" * 2**20,
    "a long list of one word": lambda fits: [fits or ""] * 20_000,
    "a long list of words": lambda fits: [str(n) for n in range(20_000)],
    "a wide object": lambda fits: {str(n): n for n in range(20_000)},
    "a number that cannot be written": lambda fits: 10**5000,
}


def _within(value: JSON, n: int) -> JSON:
    for _ in range(n):
        value = {"to": value}
    return value


def tried(do: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """What comes of it; nothing for a refusal, which is in words."""
    said = "in words that fit on a phone"
    try:
        return do(*args, **more)
    except Refusal as refusal:
        said = refusal.text
    assert 8 < len(said) < 620
    canonical(said).encode()
    return None


@pytest.mark.parametrize("game", EVERY)
def test_every_kind_of_ask_is_met(game: str) -> None:
    """Or what is tried here is not tried on it."""
    assert set(met(game)) == set(kinds(game))


def passes(it: Met, value: JSON) -> bool:
    try:
        it.asked.validate(value, sure=True)
    except Refusal:
        return False
    return True


class Values:
    """Arbitrary JSON for an answer, and answers spoilt somewhere."""

    def check(self, game: str, kind: str, data: Any) -> None:
        it = met(game)[kind]
        value = data.draw(ANYTHING | st.integers(0, 2**32).map(lambda seed: wrong(it, random.Random(seed))))
        signed = it.asked.signature()
        for sure in (False, True):
            tried(it.asked.validate, value, sure=sure)
        assert it.asked.signature() == signed


def wrong(it: Met, rng: random.Random) -> JSON:
    """An answer that was legal until something in it was replaced, or swapped for something of its own kind."""
    return spoilt(it.asked.sample(rng), rng, [*ODD, *it.words])


class TestValues(Values):
    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    @few
    @given(data=st.data())
    def test_any_json(self, game: str, kind: str, data: Any) -> None:
        self.check(game, kind, data)

    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    def test_too_much_of_it(self, game: str, kind: str) -> None:
        it = met(game)[kind]
        for words, make in TOO_MUCH.items():
            for value in (make(None), *within(it.asked.sample(random.Random(1)), make)):
                assert not passes(it, value), f"{words} pass for an answer: {str(value)[:60]}"


def within(value: JSON, make: Callable[[Any], JSON]) -> Iterator[JSON]:
    """The same in the place of each part of a legal answer."""
    if isinstance(value, dict):
        for key in list(value)[:2]:
            yield {**value, key: make(value[key])}
    elif isinstance(value, list):
        for at in range(min(1, len(value))):
            yield [*value[:at], make(value[at]), *value[at + 1 :]]


def spoilt_taps(it: Met, keys: list[Tap]) -> st.SearchStrategy[Tap]:
    """Keys of the page with something in them that does not belong there, and words where no key is."""
    word = st.sampled_from(it.words)
    odd = st.sampled_from([each for each in ODD if isinstance(each, str) and each != HALF])
    odd |= st.text(st.characters(codec="utf-8"), max_size=6)  # a form holds no half characters
    some = word | word | odd | st.integers(-2, 99).map(str)
    fields = st.dictionaries(some, some, max_size=2)

    def spoil(key: Tap, other: Tap, at: int, by: str) -> Tap:
        parts = key[1].split(":")
        parts[at % len(parts)] = by
        return (other[0] if at % 3 == 0 else key[0]), ":".join(parts), dict.fromkeys(key[2], by)

    key = st.sampled_from(keys)
    return st.builds(spoil, key, key, st.integers(0, 8), some) | st.tuples(
        word | odd, some | st.lists(some, max_size=4).map(":".join), fields
    )


class Taps:
    """A draft written by the page's own keys, and among them taps that no page has."""

    def check(self, game: str, kind: str, data: Any) -> None:
        it, keys = met(game)[kind], taps(game, kind)
        key = st.sampled_from(keys)
        draft = it.asked.draft()
        for op, arg, fields in data.draw(st.lists(key | key | spoilt_taps(it, keys), max_size=12)):
            before = canonical(draft)
            made = tried(it.asked.edit, draft, op, arg, fields)
            assert canonical(draft) == before, "a tap writes on the sheet it was given"
            draft = draft if made is None else made
            settled(it, draft)


def settled(it: Met, draft: JSON) -> None:
    """A draft can be kept, and locked or refused."""
    canonical(draft)
    tried(it.asked.reminder, draft)
    value = tried(it.asked.value, draft)
    tried(it.asked.validate, value, sure=True)
    tried(it.asked.taken_up, draft)


def tapped(it: Met, draft: JSON, along: list[Tap]) -> tuple[JSON, int, int]:
    """A draft after all these taps, the most letters it had on the way, and how many of them were taken."""
    most = taken = 0
    for op, arg, fields in along:
        before = canonical(draft)
        made = tried(it.asked.edit, draft, op, arg, fields)
        assert canonical(draft) == before, "a tap writes on the sheet it was given"
        taken += made is not None
        draft = draft if made is None else made
        most = max(most, len(canonical(draft)))
    return draft, most, taken


class TestTaps(Taps):
    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    @few
    @given(data=st.data())
    def test_any_tap(self, game: str, kind: str, data: Any) -> None:
        self.check(game, kind, data)

    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    def test_a_finger_that_stays_on_a_key(self, game: str, kind: str) -> None:
        """A draft does not grow with every tap, or a phone could fill the disk; neither by a key that is nowhere now."""
        it, keys, rng = met(game)[kind], taps(game, kind), random.Random(1)
        begun, _, _ = tapped(it, it.asked.draft(), rng.choices(keys, k=200))
        written = [*dict.fromkeys(strings(begun))][:20]
        for op in dict.fromkeys([*(op for op, _, _ in keys), *said_in(type(it.asked))]):
            held = [tap for tap in keys if tap[0] == op] or [(op, arg, {}) for arg in (*written, "0:1")]
            long = held * (2 + 40 // len(held))
            draft, first, _ = tapped(it, begun, long)
            assert tapped(it, draft, long * 3)[1] <= first + 64, f"{op} makes the draft grow"

    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    def test_a_child_with_the_phone(self, game: str, kind: str) -> None:
        """Every key over and over, and some that are not there now: what is written stays on one sheet."""
        it, rng = met(game)[kind], random.Random(1)
        keys = taps(game, kind)
        others = [(op, rng.choice(keys)[1], {}) for op in it.words for _ in range(3)]
        along = [rng.choice(keys if rng.random() < 0.8 else others) for _ in range(800)]
        draft, first, taken = tapped(it, it.asked.draft(), along[:400])
        assert taken > 40, "these are no keys of this ask"
        assert tapped(it, draft, along[400:])[1] <= 2 * first + 64


@pytest.mark.full
class TestInFull(Values, Taps):
    """600 of each for every kind of ask, or as many as UMPIRE_RUNS says: with those that `test_hostile_phones` and
    `test_hostile_files` have, eight minutes of a processor."""

    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    @many
    @given(data=st.data())
    def test_any_json(self, game: str, kind: str, data: Any) -> None:
        Values.check(self, game, kind, data)

    @pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
    @many
    @given(data=st.data())
    def test_any_tap(self, game: str, kind: str, data: Any) -> None:
        Taps.check(self, game, kind, data)
