"""Whether time tells what bytes do not: how long what must not differ takes to answer, between two worlds.

Both worlds are played in step as in `tests.leaks.web_worlds`, and asked in turn, A/B/A/B, whoever is first by lot. A is
at each moment the one in which the hidden side has more to hide: more in its own plot, its lock and its draft. So a time
that grew with what is hidden would be a mean difference above nought. Lengths are equal exactly, or the bench stops.

    pytest -m bench tests/bench/bench_silence.py
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, median, stdev
from time import perf_counter
from typing import Any

import pytest

from tests.every import EVERY
from tests.leaks.laptops import Pair, Said, alike, prompted
from tests.leaks.web_worlds import Company, WebWorlds
from tests.web.room import ears, ideal_hashes
from umpire.table.words import canonical

pytestmark = pytest.mark.bench

GAMES_PLAYED = 24
AGAIN = 5
"""Times that a refusal is asked for again, and a page drawn again."""

Times = dict[str, list[float]]


class Timed(WebWorlds):
    """The worlds, with a stopwatch on all that the observer and the public are answered."""

    listens = False
    times: Times

    def in_both(self, what: str, do: Callable[[int], Said]) -> None:
        kind = kind_of(what)
        for _ in range(AGAIN if what == "a refusal" or kind.startswith("a page") else 1):
            took, got = [0.0, 0.0], [("", [], b"")] * 2
            more = self.more()
            for n in self.rng.sample((0, 1), 2):
                if kind.startswith("a page"):
                    self.rooms[n].live.touch()
                began = perf_counter()
                got[n] = do(n)
                took[n] = perf_counter() - began
            self.same(what, *got)
            assert len(got[0][2]) == len(got[1][2])
            self.times.setdefault(kind, []).append(1e6 * (took[more] - took[1 - more]))
            self.times.setdefault(f"{kind} itself", []).append(1e6 * took[more])

    def more(self) -> int:
        """The world in which more is hidden."""
        size = [self.hidden_in(n) for n in range(2)]
        return int(size[1] > size[0]) if size[0] != size[1] else self.rng.randrange(2)

    def hidden_in(self, n: int) -> int:
        room, table = self.rooms[n], self.rooms[n].table
        asked = table.ask_of(self.hidden)
        draft = room.store.draft(room.code, self.hidden, asked.name) if asked else None
        plot = table.play.plots[self.hidden].dump()
        return sum(len(canonical(each)) for each in (plot, table.locks.get(self.hidden), draft and draft.body))


def kind_of(what: str) -> str:
    """``a page after a draft``; all that is asked for seldom is of one kind."""
    said, _, _ = what.partition(": ")
    return said if said.startswith(("a page", "a refusal", "the reply")) else "all else"


def between(values: list[float], of: Callable[[list[float]], float], rng: random.Random) -> tuple[float, float]:
    """The 95 % confidence interval of a statistic, by bootstrap."""
    made = sorted(of(rng.choices(values, k=len(values))) for _ in range(400))
    return made[10], made[389]


def lines(times: Times) -> Iterator[str]:
    rng = random.Random(1942)
    for kind in sorted(each for each in times if not each.endswith(" itself")):
        values, whole = times[kind], times[f"{kind} itself"]
        if len(values) < 30:
            continue
        near = 1.96 * stdev(values) / len(values) ** 0.5
        low, high = between(values, median, rng)
        yield (
            f"{kind:48} {len(values):6} pairs of {median(whole):8.0f} µs: mean {fmean(values):+8.1f} "
            f"[{fmean(values) - near:+8.1f}, {fmean(values) + near:+8.1f}], median {median(values):+7.1f} "
            f"[{low:+7.1f}, {high:+7.1f}] µs"
        )


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing is swept up while the stopwatch runs."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("key", EVERY)
def test_time_tells_nothing(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row, times = EVERY[key], Times()
    made: Any = type("TimedWorlds", (Timed, row.worlds()), {"times": times})
    with ideal_hashes(), alike() as lots, ears() as listening:
        pair = Pair(key, tmp_path, row.room)
        with prompted(pair):
            players = Company(key, made, pair, lots, listening)
            for seed in range(GAMES_PLAYED):
                with quiet():
                    players.run(9000 + seed)
        pair.close()
    with capsys.disabled():
        print(
            f"\n{key}: A, where more is hidden, less B; {players.happened['steps']} steps, lengths equal in all of them"
        )
        for line in lines(times):
            print(f"  {line}")
