"""How fast it is, over every game, in one run; it prints figures and asserts none of them.

`pytest -m bench tests/bench/bench_load.py -s`. The load comes from the same machine, so its own work is in the figures.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from tests.bench import first_page, long_game
from tests.bench.phones import Laid, all_post, lay, raw_commits
from tests.browser.conftest import Server
from tests.every import EVERY

pytestmark = pytest.mark.bench

COUNTS = (1, 20, 100, 250)
HUMAN, ALONE, HURRIED = (2.0, 4.0), (0.05, 0.15), (0.0, 0.0)
"""Seconds between two posts of a table: people's; of one table alone, to have figures soon; none at all."""
AT_ONCE = 20
"""Tables that post without a pause, to see how many orders are taken in a second."""


def test_load(tmp_path: Path) -> None:
    print(f"\nthis disk: {raw_commits(tmp_path):.0f} raw FULL commits/s")
    tables = lay(tmp_path / "home", max(COUNTS))
    server = Server(tmp_path / "home")
    try:
        for count in COUNTS:
            paced = timed(server, tables[:count], HUMAN if count > 1 else ALONE, 25)
            print(f"{count:3} tables of two phones: {paced}; server {megabytes(server.pid):.0f} MB")
        print(f"{AT_ONCE} tables in a hurry: {timed(server, tables[:AT_ONCE], HURRIED, 8)}")
    finally:
        server.kill()


def timed(server: Server, tables: Sequence[Laid], pause: tuple[float, float], lasts: float) -> str:
    """Orders a second end to end, and milliseconds from a post to the changed page on the other phone."""
    process = psutil.Process(server.pid)
    before = sum(process.cpu_times()[:2])
    took = asyncio.run(all_post(server.port, tables, pause, lasts))
    used = sum(process.cpu_times()[:2]) - before
    all_of_them = sorted(1000 * each for one in took for each in one)
    marks = statistics.quantiles(all_of_them, n=100)
    return (
        f"{len(all_of_them) / lasts:.1f} orders/s, post to page p50 {marks[49]:.1f} ms, p99 {marks[98]:.1f} ms, "
        f"worst {all_of_them[-1]:.1f} ms of {len(all_of_them)}; {1000 * used / len(all_of_them):.1f} ms of processor each"
    )


def megabytes(pid: int) -> float:
    return psutil.Process(pid).memory_info().rss / 2**20


@pytest.mark.parametrize("game", EVERY)
def test_a_long_game(game: str, tmp_path: Path) -> None:
    print(f"\n{game}: {long_game.figures(game, tmp_path)}")


def test_cold_start(tmp_path: Path) -> None:
    lay(tmp_path / "home", 20)
    for name, compiled in (("installed", tmp_path / "compiled"), ("from its source", None)):
        empty, full = (first_page.cold_starts(tmp_path / home, compiled) for home in ("empty", "home"))
        print(f"\ncold start to the first page, {name}: {empty}; with 20 tables in play {full}")


@pytest.mark.parametrize("game", EVERY)
def test_the_heaviest_page(game: str, tmp_path: Path) -> None:
    began = time.perf_counter()
    print(f"\n{game}: {first_page.figures(game, tmp_path)} ({time.perf_counter() - began:.0f} s)")
