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
from itertools import chain
from pathlib import Path
from statistics import fmean, median
from time import perf_counter
from typing import Any

import pytest

from tests.every import EVERY, HIDING
from tests.leaks.laptops import Pair, Said, alike, prompted
from tests.leaks.web_worlds import Company, WebWorlds
from tests.web.room import ears, ideal_hashes
from umpire.table.words import canonical

pytestmark = pytest.mark.bench

GAMES_PLAYED = 24
AGAIN = 3
"""Times that a refusal is asked for again, and a page drawn again."""

Games = list[list[float]]
"""Differences, game by game."""
Times = dict[str, Games]


class Timed(WebWorlds):
    """The worlds, with a stopwatch on all that the observer and the public are answered."""

    listens = False
    times: Times
    game = 0

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
            self.note(kind, 1e6 * (took[more] - took[1 - more]))
            self.note(f"{kind} itself", 1e6 * took[more])

    def note(self, kind: str, figure: float) -> None:
        games = self.times.setdefault(kind, [])
        games += [[] for _ in range(self.game + 1 - len(games))]
        games[self.game].append(figure)

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


def between(games: Games, of: Callable[[list[float]], float], rng: random.Random) -> str:
    """A statistic, and its 95 % confidence interval by bootstrap over games: what is measured in one hangs together."""
    made = sorted(of(list(chain(*rng.choices(games, k=len(games))))) for _ in range(400))
    return f"{of(list(chain(*games))):+8.1f} [{made[10]:+8.1f}, {made[389]:+8.1f}]"


def lines(times: Times) -> Iterator[str]:
    rng = random.Random(1942)
    for kind in sorted(each for each in times if not each.endswith(" itself")):
        games = [game for game in times[kind] if game]
        whole = list(chain(*times[f"{kind} itself"]))
        if len(whole) > 50 and len(games) > 5:
            mean, middle = between(games, fmean, rng), between(games, median, rng)
            yield f"{kind:46} {len(whole):5} pairs of {median(whole):6.0f} µs: mean {mean}, median {middle} µs"


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing is swept up while the stopwatch runs."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("key", HIDING)
def test_time_tells_nothing(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row, times = EVERY[key], Times()
    assert row.worlds is not None
    made: Any = type("TimedWorlds", (Timed, row.worlds()), {"times": times})
    with ideal_hashes(), alike() as lots, ears() as listening:
        pair = Pair(key, tmp_path, row.room)
        with prompted(pair):
            players = Company(key, made, pair, lots, listening)
            for seed in range(GAMES_PLAYED):
                made.game = seed
                with quiet():
                    players.run(9000 + seed)
        pair.close()
    with capsys.disabled():
        print(
            f"\n{key}: A, where more is hidden, less B; {players.happened['steps']} steps, lengths equal in all of them"
        )
        for line in lines(times):
            print(f"  {line}")
