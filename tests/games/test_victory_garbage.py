"""Garbage from any seat of Victory at Midway, at any step: a plain refusal, or an answer the game can go on with."""

import random
from contextlib import suppress
from typing import Any

import pytest

from tests.games.garbage import HUGE, booleans, spoilt
from tests.games.victory_lively import choice, lively, some_table
from tests.tables import hand_of
from umpire.table.asks import PUBLIC_PARTIES, Refusal
from umpire.table.table import Table
from umpire.table.words import canonical

JSON = Any

ODD = [
    None,
    True,
    -1,
    0,
    1,
    10**30,
    "",
    "x",
    "Kaga",
    "Midway",
    "H6",
    "K-T1",
    "off",
    "base",
    [],
    {},
    ["H6"],
    {"to": "H6"},
]
KINDS = {
    *("set-up", "orders", "strikes", "next", "cap", "aim", "reply", "field", "after", "declare", "shore"),
    *("roll", "cells"),
}
"""Every kind of ask there is."""
MAY_BE_TRUE = {"kure"}
"""The one answer of yes or no: the seaplane base begun."""
OPS = [
    *("all", "at", "battalion", "blank", "clear", "close", "drop", "face", "fast", "firer", "first", "flip", "forgo"),
    *("group", "here", "hex", "kind", "kure", "none", "off", "part", "pick", "ship", "sea", "slow", "stack", "to"),
    *("type", "unit", "wave", "whole", ""),
]
ARGS = [
    *("", ":", "::", "none", "Kaga", "H6", "A1", "Z99", "h6", "F5", "off", "move", "air", "ship", "base", "scout"),
    *(
        "land",
        "decks",
        "naval",
        "K-T1",
        "E-D1",
        "M-H1",
        "P1",
        "F1",
        "D1",
        "I.D.1",
        "Yoko",
        "TT1",
        "subs:H6",
        "zeke:Kaga",
    ),
    *("ditch:K-T1", "unready:K-T1", "bombard:BB3.2", "ashore:Yoko", "0:10", "0:1", "1:", "D1:P1", "F1:P1", "1", "13"),
    *("٣", "²:²", "-1:-1", "H٣", "\x00", "💥", HUGE, f"0:{HUGE}", f"{HUGE}:1", f"H{HUGE}", f"subs:{HUGE}"),
]


class TestGarbage:
    @pytest.mark.parametrize("seed", range(4))
    def test_values(self, seed: int) -> None:
        rng = random.Random(seed)
        t = some_table(rng)

        def throw(t: Table) -> None:
            for party, asked in list(t.asks.items()):
                for _ in range(6):
                    value = spoilt(choice(t, party, rng), rng, ODD)
                    with suppress(Refusal):
                        asked.validate(value, sure=True)
                        assert booleans(value) <= MAY_BE_TRUE, f"{asked.name}: a bool passes for a number: {value}"
                        t.answer(party, asked.name, value, hand_of(party), sure=True)
                        return

        lively(t, rng, throw, most=350)
        assert t.play.faults == []
        assert len(t.entries) > 100

    def test_the_values_thrown_are_of_every_kind(self) -> None:
        """And most of them are refused: or nothing was tried."""
        rng, taken, refused = random.Random(5), set(), set()

        def throw(t: Table) -> None:
            for party, asked in t.asks.items():
                try:
                    asked.validate(spoilt(choice(t, party, rng), rng, ODD), sure=True)
                    taken.add(asked.kind)
                except Refusal:
                    refused.add(asked.kind)

        for _ in range(60):
            if refused >= KINDS - {"next"}:
                break
            lively(some_table(rng), rng, throw, most=250)
        assert refused >= KINDS - {"next"}
        assert taken <= KINDS

    def test_taps(self) -> None:
        """Every key with every word, on the first draft of each kind of ask and on what drafts become by taps."""
        rng, asks, crashes = random.Random(1), {}, {}

        def keep(t: Table) -> None:
            for asked in t.asks.values():
                asks[asked.kind] = max(asked, asks.get(asked.kind, asked), key=lambda a: len(canonical(a.facts)))

        for _ in range(60):
            if set(asks) >= KINDS:
                break
            lively(some_table(rng), rng, keep, most=250)
        assert set(asks) == KINDS
        for kind, asked in asks.items():
            named = [name for fact in asked.facts.values() if isinstance(fact, dict | list) for name in list(fact)[:8]]
            words = [*ARGS, *(name for name in named if isinstance(name, str))]
            taps = [(op, arg) for op in OPS for arg in words] * 2
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


class TestParties:
    def test_a_side_cannot_answer_what_is_asked_of_the_other_or_of_the_app(self) -> None:
        rng = random.Random(3)

        def other(t: Table) -> None:
            for party, asked in t.asks.items():
                for side in ("us", "japan", "nobody"):
                    if side != party and side not in t.asks and party not in PUBLIC_PARTIES:
                        with pytest.raises(Refusal):
                            t.answer(side, asked.name, choice(t, party, rng), hand_of(side), sure=True)

        t = lively(some_table(rng), rng, other, most=200)
        assert len(t.entries) > 100
