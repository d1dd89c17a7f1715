"""Victory at Midway's report over the web: the page and the file draw all of it, and the file asks nobody for anything."""

from __future__ import annotations

import random
import re

import pytest

from tests.games.victory_lively import lively, some_table
from tests.web.room import Room
from umpire.games.victory_at_midway import aftermath
from umpire.table.table import Table
from umpire.web.report import as_file


@pytest.fixture(scope="module", params=[0, 3], ids=["two players", "solitaire"])
def game(request: pytest.FixtureRequest) -> Table:
    rng = random.Random(request.param)
    return lively(some_table(rng, solitaire=bool(request.param)), rng)


@pytest.fixture(scope="module")
def kept(game: Table, tmp_path_factory: pytest.TempPathFactory) -> str:
    room = Room(tmp_path_factory.mktemp("report") / "a.db")
    with room.app.test_request_context("/"):
        return as_file(game)


def test_the_file_asks_nobody_for_anything_and_has_nothing_inline(kept: str) -> None:
    assert not re.search(r"https?:", kept)
    assert not re.search(r"""\s(src|href|action|srcset|data|xlink:href|poster)\s*=""", kept)
    assert not re.search(r"<[a-z][^>]*\s(style|on[a-z]+)=", kept)
    assert kept.count("<script") == 2


def test_every_part_of_the_report_is_drawn(game: Table, kept: str) -> None:
    made = aftermath.report(game)
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", kept)
    wanted = [
        "The reckoning",
        "Points by source",
        "Each turn in a line",
        "Near misses",
        "Luck",
        "Fights",
        "Track charts",
    ]
    assert [heading for heading in headings if heading in wanted] == wanted
    assert ("What the app did for Japan" in headings) == bool(made["solitaire"])
    assert kept.count('<article class="fight">') == len(made["fights"])
    assert len(re.findall(r'<svg class="board"', kept)) == 3
    assert len(re.findall(r'<svg class="track"', kept)) == 2


def test_the_score_is_written_in_halves_never_in_tenths(game: Table, kept: str) -> None:
    made = aftermath.report(game)
    assert made["outcome"] in kept
    total = re.search(r"<th>In all</th>(.*?)</tr>", kept)
    assert total
    assert re.findall(r">([^<>]+)</th>", total[1]) == made["reckoning"]["total"]
    assert not [points for points in made["reckoning"]["total"] if "." in points]
