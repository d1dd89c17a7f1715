"""Ledgers and kits made to exhaust the laptop: refused in words, in seconds, by a process that may not grow."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.every import EVERY
from umpire.table.words import canonical

JSON = Any

MOST_MEMORY = 1200
"""Megabytes of address space; a third of it is the interpreter's, its libraries' and its threads'."""
MOST_GROWN = 350
"""Megabytes in use at the peak."""
MOST_SECONDS = 8.0

HUGE = 10**9
DEEP = 600
TITLE = "From table"


def deep(n: int = DEEP) -> JSON:
    made: JSON = 0
    for _ in range(n):
        made = [made]
    return made


def places(value: JSON, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        yield (*at, key)
        yield from places(each, (*at, key))


def put(value: JSON, at: tuple[Any, ...], new: JSON) -> JSON:
    """A value with another at some place in it."""
    if not at:
        return new
    made = dict(value) if isinstance(value, dict) else list(value)
    made[at[0]] = put(made[at[0]], at[1:], new)
    return made


class Ledger:
    """The beginning of a recorded game, to be spoilt."""

    def __init__(self, game: str) -> None:
        shelf = EVERY[game].shelf
        self.lines = shelf.text(next(iter(shelf.games))).splitlines()[:30]
        self.head = json.loads(self.lines[0])
        self.first = json.loads(self.lines[1])

    def headed(self, **to: JSON) -> str:
        return "\n".join([canonical({**self.head, **to}), *self.lines[1:]])

    def entered(self, **to: JSON) -> str:
        spoilt = {key: value for key, value in self.first.items() if key != "told"}
        return "\n".join([self.lines[0], canonical({**spoilt, **to})])

    def many(self, make: Callable[[int], JSON], n: int) -> str:
        return "\n".join([self.lines[0], *(canonical(make(k)) for k in range(1, n + 1))])


def motion(n: int) -> JSON:
    """The table rests and is taken up again: an umpire's word each time."""
    said = {"motion": "pause" if n % 2 else "resume", "say": "moved", "text": "", "value": None}
    return {"n": n, "ask": f"motion/{n - 1}", "party": "umpire", "by": "umpire", "do": "motion", "value": said}


MADE: dict[str, Callable[[Ledger], str]] = {
    "a line of twenty megabytes": lambda it: it.headed(rules="x" * 20_000_000),
    "a line of seven megabytes": lambda it: it.headed(rules="x" * 7_000_000),
    "a word of seven megabytes": lambda it: it.entered(ask="x" * 7_000_000),
    "an answer of seven megabytes": lambda it: it.entered(value="x" * 7_000_000),
    "an answer of a million things": lambda it: it.entered(value=[0] * 1_000_000),
    "a million lines": lambda it: it.lines[0] + "\n0" * 1_000_000,
    "a million empty lines": lambda it: it.lines[0] + "\n" * 1_000_000,
    "as many entries as fit": lambda it: it.many(
        lambda n: {"n": n, "ask": "a", "party": "us", "by": "seat", "value": 0}, 120_000
    ),
    "rests without end": lambda it: it.many(motion, 60_000),
    "lists in lists": lambda it: it.entered(value=deep()),
    "lists in lists, deeper": lambda it: it.entered(value=deep(900)),
    "a kit of lists in lists": lambda it: it.headed(kit={**it.head["kit"], "x": deep(900)}),
    "settings of lists in lists": lambda it: it.headed(settings={**it.head["settings"], "x": deep()}),
    "names of lists in lists": lambda it: it.headed(settings={**it.head["settings"], "names": {"us": deep()}}),
    "names that are a number": lambda it: it.headed(settings={**it.head["settings"], "names": 7}),
    "a name of seven megabytes": lambda it: it.headed(
        settings={**it.head["settings"], "names": {"us": "x" * 7_000_000}}
    ),
    "an open hole": lambda it: it.lines[0] + "\n" + '{"a":' * 1_000_000,
    "a number too large for a float": lambda it: "\n".join([it.lines[0], it.lines[1].replace('"n":1', '"n":1e999999')]),
    "a number without end": lambda it: it.lines[0] + "\n" + "9" * 5_000_000,
    "a number as long as may be": lambda it: it.entered(n=10**4000),
    "a seat of such a number": lambda it: it.entered(seat=10**4000),
    "an answer of such a number": lambda it: it.entered(value=10**4000),
    "back before the beginning": lambda it: it.entered(do="back", party="umpire", by="umpire", value=-(10**12)),
    "back to the end of time": lambda it: it.entered(do="back", party="umpire", by="umpire", value=10**12),
    "a lock of such a number withdrawn": lambda it: it.entered(do="withdraw", value=10**12),
    "a table of a strange name": lambda it: it.headed(table="../../etc/passwd\x00"),
    "a table of a long name": lambda it: it.headed(table="A" * 7_000_000),
    "a game of a strange name": lambda it: it.headed(game="../midway\x00"),
    "a game of a long name": lambda it: it.headed(game="x" * 7_000_000),
    "a format of a long name": lambda it: it.headed(format="x" * 7_000_000),
}


def in_kits(game: str, n: int) -> Iterator[tuple[str, JSON]]:
    """A kit with one value in it, anywhere, huge in its own way."""
    rng, kit = random.Random(game), dict(EVERY[game].kit())
    whole = list(places(kit))
    for at in rng.sample(whole, min(n, len(whole))):
        old = kit
        for key in at:
            old = old[key]
        for k, new in enumerate(swollen(old)):
            yield f"{'.'.join(str(key) for key in at)}.{k}", put(kit, at, new)


def swollen(old: JSON) -> list[JSON]:
    if isinstance(old, str):
        return ["x" * 200_000]
    if isinstance(old, list):
        return [(old or ["x"]) * 20_000, deep(300)]
    if isinstance(old, dict):
        return [{f"{key} {k}": each for k in range(2000) for key, each in [*old.items()][:1]}]
    return [HUGE, 10**4000]


KIT_FILES: dict[str, Callable[[str], str]] = {
    "a key of many parts": lambda game: f"{head_of(game)}\n{'.'.join(['cells', *['a'] * 100_000])} = 1\n",
    "a heading of many parts": lambda game: f"{head_of(game)}\n[{'.'.join(['cells', *['a'] * 100_000])}]\nb = 1\n",
    "many keys of many parts": lambda game: (
        f"{head_of(game)}\n[cells]\n" + "".join(f"{'.'.join(['a'] * 100)}.b{n} = 1\n" for n in range(1000))
    ),
    "lists in lists": lambda game: f'{head_of(game)}\n[cells]\n"board/columns" = {"[" * 90_000}{"]" * 90_000}\n',
    "tables in tables": lambda game: f'{head_of(game)}\n[cells]\n"board/columns" = {"{a=" * 60_000}1{"}" * 60_000}\n',
    "a number without end": lambda game: f'{head_of(game)}\n[cells]\n"board/columns" = {"9" * 200_000}\n',
    "a number of endless size": lambda game: f'{head_of(game)}\n[cells]\n"board/columns" = 1e999999\n',
    "a strange game": lambda game: head_of("../midway\\u0000"),
    "more than fits": lambda game: f'{head_of(game)}\n[cells]\na = "{"x" * 20_000_000}"\n',
}


def head_of(game: str) -> str:
    return f'format = "umpire-kit/1"\ngame = "{game}"\nname = "A box"\n'


def come_of(folder: Path) -> list[list[Any]]:
    """What came of every file of a folder at every door."""
    run = [sys.executable, "-m", "tests.web.hostile_files", str(folder), str(MOST_MEMORY)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stderr, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def judged(came: list[list[Any]], *, may_be_taken: bool) -> None:
    wrong = []
    for name, door, status, said, seconds, peak in came:
        refused = status in (1, 413, 422) and len(said) > 10 and "Traceback" not in said
        taken = not said and ((may_be_taken and status in (0, 200)) or (door == "/check" and status == 200))
        short = len(said) < 600 or status == 413
        if not (refused or taken) or not short or seconds > MOST_SECONDS or peak > MOST_GROWN:
            wrong.append((name, door, status, said[:160], seconds, peak))
    assert not wrong, "\n".join(map(str, wrong))


BY_TURNS = 3
"""The file is read before the game is asked: each game has one in three of these files, and in full every one."""


class TestLedgers:
    @pytest.mark.parametrize(
        ("game", "names"),
        [pytest.param(game, [*MADE][n % BY_TURNS :: BY_TURNS], id=game) for n, game in enumerate(EVERY)]
        + [pytest.param(game, [*MADE], id=f"{game}-all", marks=pytest.mark.full) for game in EVERY],
    )
    def test_made_to_exhaust(self, game: str, names: list[str], tmp_path: Path) -> None:
        it = Ledger(game)
        for name in names:
            (tmp_path / f"{name}.jsonl").write_text(MADE[name](it), "utf-8")
        came = come_of(tmp_path)
        assert len(came) == 5 * len(names)
        may = ("a million empty lines", "a table of a strange name")
        judged([each for each in came if each[0].removesuffix(".jsonl") not in may], may_be_taken=False)
        judged(came, may_be_taken=True)

    @pytest.mark.parametrize("game", EVERY)
    def test_on_a_kit_made_to_exhaust(self, game: str, tmp_path: Path) -> None:
        on_kits(game, tmp_path, 4)


def on_kits(game: str, folder: Path, some: int) -> None:
    it = Ledger(game)
    for n, (name, kit) in enumerate(in_kits(game, some)):
        file = folder / f"{n} {name.replace('/', '_')[:60]}.jsonl"
        file.write_text("\n".join([canonical({**it.head, "kit": kit}), *it.lines[1 : 1 + 30 * (n % 2)]]), "utf-8")
    judged(come_of(folder), may_be_taken=True)


class TestKits:
    def test_made_to_exhaust(self, tmp_path: Path) -> None:
        for game in EVERY:
            for name, make in KIT_FILES.items():
                (tmp_path / f"{game} {name}.toml").write_text(make(game), "utf-8")
        came = come_of(tmp_path)
        assert len(came) == len(EVERY) * len(KIT_FILES)
        judged(came, may_be_taken=False)


@pytest.mark.full
@pytest.mark.parametrize("game", EVERY)
def test_as_many_entries_as_may_be(game: str, tmp_path: Path) -> None:
    (tmp_path / "rests.jsonl").write_text(Ledger(game).many(motion, 20_000), "utf-8")
    judged(come_of(tmp_path), may_be_taken=True)


@pytest.mark.full
@pytest.mark.parametrize("game", EVERY)
def test_every_value_of_a_kit_in_full(game: str, tmp_path: Path) -> None:
    on_kits(game, tmp_path, 10_000)
