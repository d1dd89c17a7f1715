"""Non-interference over the web, for every game: see `web_worlds`."""

from __future__ import annotations

import gc
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.every import EVERY, HIDING
from tests.leaks.laptops import Pair, alike, prompted
from tests.leaks.web_worlds import STEPS, Company, over_the_web
from tests.web.room import ears, house, phone, refusal_in
from umpire.games import GAMES

pytestmark = pytest.mark.usefixtures("ideal_seals")
RUNS = {"few": 3, "alone": 2, "many": 5000}
"""Of each game; the many are run once, by `pytest -m full`, or as many of them as `UMPIRE_RUNS` says."""


@contextmanager
def company(key: str, folder: Path) -> Iterator[Company]:
    """Two laptops and the players of a game."""
    row = EVERY[key]
    assert row.worlds is not None
    with alike() as lots, ears() as listening:
        pair = Pair(key, folder, row.room)
        with prompted(pair):
            yield Company(key, over_the_web(row.worlds()), pair, lots, listening)
        pair.close()


@pytest.mark.parametrize("key", HIDING)
def test_no_byte_tells_two_worlds_apart(key: str, tmp_path: Path) -> None:
    """Where one side plays, chance alone keeps anything, and has no phone to tap on."""
    two = len(GAMES[key].sides) > 1
    runs = RUNS["few"] if two else RUNS["alone"]
    with company(key, tmp_path) as players:
        for seed in range(runs):
            players.run(seed)
    happened = players.happened
    assert happened["runs"] == runs
    assert happened["steps"] >= runs * STEPS
    wavered = () if GAMES[key].one_voice else ("relocked", "moved and not carried")  # a tap at a shared screen is done
    for what in ("probe 422", *(("hidden 200", "hidden 422", *wavered) if two else ())):
        assert happened[what], f"nobody saw a room in which there was {what!r}"
    assert happened["answers compared"] > 3 * happened["steps"]
    differ = sum(n for what, n in happened.items() if what.endswith("differ"))
    if two:
        assert differ > happened["answers over the web"] // 2, "or nothing was hidden"
    else:
        assert happened["answered otherwise private"] > 1, "or nothing was hidden"


@pytest.mark.full
@pytest.mark.parametrize("key", HIDING)
def test_many_worlds(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prints how far it has come, once a minute or so."""
    runs = int(os.environ.get("UMPIRE_RUNS", RUNS["many"]))
    first = int(os.environ.get("UMPIRE_FIRST", "1000"))
    last, began = time.monotonic(), time.process_time()
    with company(key, tmp_path) as players:
        gc.freeze()
        gc.disable()
        for done in range(1, runs + 1):
            players.run(first + done)
            if done % 25 == 0:
                gc.collect()
            if done == runs or time.monotonic() > last + 60:
                last = time.monotonic()
                with capsys.disabled():
                    print(f"\n{key}: {told(players.happened)}, {time.process_time() - began:.0f} s", end="", flush=True)
    gc.enable()
    assert players.happened["runs"] == runs


@pytest.mark.full
@pytest.mark.parametrize("key", HIDING)
def test_many_worlds_on_plots(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same without the web, some ten times as fast: dispatches, plots, asks, presence, refusals."""
    runs, wanted = int(os.environ.get("UMPIRE_RUNS", RUNS["many"])), 0
    row = EVERY[key]
    assert row.worlds is not None
    make, happened = row.worlds(), Counter[str]()
    last, began = time.monotonic(), time.process_time()
    while happened["runs"] < runs:
        wanted += 1
        rng = random.Random(wanted)
        worlds = make(rng.getrandbits(32), rng.choice(list(GAMES[key].sides)))
        worlds.play(rng.choice([60, 60, 60, 240]))
        answers = sum(n for what, n in worlds.happened.items() if what.startswith("asked "))
        happened += Counter({"begun": 1, "runs": int(answers >= STEPS), "steps": answers})
        if happened["runs"] == runs or time.monotonic() > last + 60:
            last = time.monotonic()
            with capsys.disabled():
                print(f"\n{key} on plots: {told(happened)}, {time.process_time() - began:.0f} s", end="", flush=True)
    assert happened["begun"] < 3 * runs


def told(happened: Counter[str]) -> str:
    kinds = ("runs", "steps", "answers over the web", "answers compared", "begun", "stuck")
    return ", ".join(f"{happened[kind]} {kind}" for kind in kinds if happened[kind])


def test_a_refusal_stands_whatever_the_other_side_does(tmp_path: Path) -> None:
    """An answer locked anew is heard by nobody: it must not wipe the words off another side's page."""
    room = house(tmp_path / "room.db")
    us, japan = phone(room, "us"), phone(room, "japan")
    assert japan.lock().status_code == 200
    assert (
        us.post(f"{us.root}/act", {"ask": "t1/moves/us", "draft": "0", "op": "to", "arg": "Z-9-Q"}).status_code == 422
    )
    before = us.page()
    assert refusal_in(before)
    assert japan.tap("word", "none", lock="1").status_code == 200
    assert us.page() == before
