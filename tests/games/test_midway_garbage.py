"""Garbage from any seat, at any step: a plain refusal, or an answer that the game can go on with."""

import random
from contextlib import suppress
from typing import Any

import pytest

from tests.games.garbage import HUGE, spoilt
from tests.games.lively import choice, lively, some_table
from tests.tables import hand_of
from umpire.table.asks import Refusal
from umpire.table.table import Table
from umpire.table.words import canonical

JSON = Any

ODD = [None, True, -1, 0, 1, 10**30, "", "x", "Kaga", "Midway", "A-1", "A-1-A", [], {}, ["A-1-A"], {"last": None}]
KINDS = {
    *("place", "moves", "deready", "readying", "call", "operations", "landing", "roll", "cells"),
    *("battle-place", "press", "attack", "fire", "aim", "ground", "strip", "screen", "waves", "b17-target"),
    *("surface-place", "surface-move", "surface-fire", "withdraw"),
}
"""Every kind of ask there is."""
OPS = [
    *("ahead", "all", "area", "at", "attack", "attacks", "b17", "base", "cancel", "cap", "clear", "count", "cut"),
    *("digit", "done", "drop", "face", "from", "hold", "home", "land", "last", "leave", "letter", "look", "lost"),
    *("none", "over", "own", "pick", "reopen", "say", "ship", "stack", "target", "to", "transfer", "transfers"),
    *("type", "whole", "word", "zone"),
]
ARGS = [
    *("", ":", "::", "none", "some", "Kaga", "Kaga:D:1", "Kaga:F:1", "Kaga:D:x", "A-1-A", "B-2", "B", "2"),
    *("1:1", "5:7", "1:D:1", "1:F:1", "1:Kaga:D:1", "D:1", "T:1", "F:1", "DT:1", "island", "ships", "stay"),
    *("withdraw", "leaving", "caps:0", "b17", "Atlanta/dive", "Atlanta/dive:2", "Kaga/dive/1:1", "bow:1"),
]
ARGS += [
    "attacks:0",
    "transfers:9",
    "dive",
    "port:2",
    "waiting",
    "press on",
    "٣",
    "²:²",
    "-1:-1",
    HUGE,
    f"1:{HUGE}",
    f"{HUGE}:1",
]
ARGS += [f"{where}:{HUGE}" for where in ("Kaga:D", "Midway:T", "D", "dive", "1:D", "1:Midway:D", "attacks", "caps")]


class TestGarbage:
    @pytest.mark.parametrize("seed", range(4))
    def test_values(self, seed: int) -> None:
        rng = random.Random(seed)
        t = some_table(rng, 4)

        def throw(t: Table) -> None:
            for party, asked in t.asks.items():
                for _ in range(8):
                    value = spoilt(choice(t, party, rng), rng, ODD)
                    with suppress(Refusal):
                        asked.validate(value, sure=True)
                        yes = asked.kind == "withdraw" and value is True
                        assert yes or "true" not in canonical(value), (
                            f"{asked.name}: a bool passes for a number: {value}"
                        )
                        t.answer(party, asked.name, value, hand_of(party), sure=True)
                        return

        lively(t, rng, throw)
        assert t.over
        assert t.play.faults == []

    def test_taps(self) -> None:
        """Every key with every word, on the first draft of each kind of ask and on what drafts become by taps."""
        rng, asks, crashes = random.Random(1), {}, {}

        def keep(t: Table) -> None:
            for asked in t.asks.values():
                asks[asked.kind] = max(asked, asks.get(asked.kind, asked), key=lambda a: len(canonical(a.facts)))

        for _ in range(60):
            if set(asks) >= KINDS:
                break
            lively(some_table(rng, 8), rng, keep)
        assert set(asks) == KINDS
        for kind, asked in asks.items():
            named = [name for key in ("at", "bases", "ships", "reach") for name in asked.facts.get(key) or ()]
            groups = [f"{group['id']}:{n}" for group in asked.facts.get("groups", ()) for n in (0, 1, 2)]
            words = [*ARGS, *named, *groups]
            taps = [(op, arg) for op in OPS for arg in words] * 3
            rng.shuffle(taps)
            draft = asked.draft()
            for op, arg in taps:
                try:
                    with suppress(Refusal):
                        draft = asked.edit(rng.choice([draft, draft, asked.draft()]), op, arg, {"x": arg})
                        canonical(draft)
                        asked.validate(asked.value(draft), sure=True)
                except Exception as fault:
                    crashes[kind, op, type(fault).__name__] = arg[:12]
        assert not crashes, "\n".join(f"{key}: {arg}" for key, arg in crashes.items())
