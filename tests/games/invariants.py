"""What holds in every game, whatever its rules: order of entry, replay, positions. Each takes a table and asserts."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from umpire.table import ledger
from umpire.table.replay import replayed, resumed
from umpire.table.table import APP, Table
from umpire.table.words import digest

JSON = Any


def stands(t: Table) -> JSON:
    """All that every audience has heard, and what it amounts to."""
    return {a: (p.heard, p.dump()) for a, p in t.play.plots.items()}


def fingerprint(t: Table) -> str:
    """All that was told, and the ledger, in a word."""
    told = [[n, each.audiences, each.dispatch.kind, each.dispatch.facts, each.dispatch.rule] for n, each in t.told]
    return digest(told + list(ledger.write(t.header, t.entries)))


def who_locks_first_is_nothing(game: Table) -> None:
    """The same answers given in either order of parties tell the same."""
    given = {(e.ask, e.party): e.value for e in game.entries}
    tables = []
    for backwards in (False, True):
        t = Table(game.game, game.header)
        while t.asks:
            for party, asked in sorted(t.asks.items(), reverse=backwards):
                t.answer(party, asked.name, given[asked.name, party], APP, sure=True)
        tables.append(t)
    assert tables[0].told == tables[1].told
    assert stands(tables[0]) == stands(tables[1])


def replays_from_its_own_text(t: Table) -> None:
    """The ledger as an export writes it gives the same table, byte for byte."""
    other = replayed(t.game, *ledger.read("\n".join(ledger.write(t.header, t.entries))))
    assert stands(other) == stands(t)
    assert other.told == t.told
    assert other.entries == t.entries


def resumes_from_every_position(t: Table) -> None:
    """From any stored position the same answers give the same rulings."""
    assert len(t.positions) > 2
    for at in t.positions:
        other = resumed(t.game, t.header, t.entries, [each for each in t.told if each[0] <= at.n], at)
        assert stands(other) == stands(t), at.name
        assert other.told == t.told
        assert {p: a.signature() for p, a in other.asks.items()} == {p: a.signature() for p, a in t.asks.items()}


def said_under_hash_seed(program: str, seed: str) -> str:
    """What a program prints under a hash seed."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([".", *sys.path])},
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )
    return done.stdout.strip()
