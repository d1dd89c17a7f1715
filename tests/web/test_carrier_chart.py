"""A chart that the app has from one source, put before the players of Carrier: seen on every page, agreed to with one tap."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.tables import hand_of
from tests.web.carrier_room import CarrierRoom
from tests.web.room import Phone
from umpire.table.asks import CHART

JSON = Any
AGREED = "agreed/die_rolls"


class Looked(CarrierRoom):
    """Scenario 1 with a copy nothing was read of, at the Die Rolls Chart; the charts before it agreed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, attended=False, kit={"damage/25": 5}, scenario="1")
        self.us: Phone = self.phone("us")
        rng = random.Random(4)
        with self.live.changing() as t:
            for _ in range(400):
                if CHART in t.asks and t.asks[CHART].name == f"chart/{AGREED}":
                    break
                party = next(party for party in t.asks if party not in t.locks)
                t.answer(party, t.asks[party].name, lively.choice(t, party, rng), hand_of(party), sure=True)
        self.live.touch()

    def kit(self) -> dict[str, JSON]:
        row = self.store.kit("box")
        assert row is not None
        return row.cells


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Looked]:
    made = Looked(tmp_path / "umpire.db")
    assert made.us.asked(made.us.root)["ask"] == f"chart/{AGREED}"
    yield made
    made.store.close()


def test_the_phone_shows_the_whole_table_with_its_source(room: Looked) -> None:
    page = unescape(room.us.page())
    chart = page.partition('class="chart-shown"')[2].partition("</section>")[0]
    assert "Transcribed in github.com/mamboguy/Carrier." in chart
    for value, row in (("1", ("1", "−5", "0", "0")), ("67", ("2", "0", "3", "1")), ("87", ("5", "1", "0", "0"))):
        assert f'<tr><th scope="row">{value}</th>' + "".join(f"<td>{each}</td>" for each in row) in chart
    assert "<td>1?</td>" in chart  # the row that may be missing looks odd


def test_the_public_screen_shows_it_too(room: Looked) -> None:
    screen = room.laptop.get(f"{room.screen}/page").text
    assert 'class="chart-shown"' in screen
    assert "Mine agrees" in screen


def test_one_tap_agrees_and_it_is_kept_with_the_copy(room: Looked) -> None:
    key = unescape(room.us.page()).partition(">Mine agrees<")[0].rpartition("<button")[2]
    assert 'data-lock="1"' in key
    arg = key.partition('data-arg="')[2].partition('"')[0]
    room.us.tap("say", arg, lock="1")
    assert room.kit()[AGREED] == "yes"
    assert "chart-shown" not in room.us.page()
    assert not any(cell.key.startswith("die_rolls") for cell in getattr(room.table.asks.get(CHART), "cells", ()))


def test_another_tap_differs_and_the_cells_are_asked_with_the_apps_own_filled_in(room: Looked) -> None:
    key = unescape(room.us.page()).partition(">Mine differs<")[0].rpartition("<button")[2]
    room.us.tap("say", key.partition('data-arg="')[2].partition('"')[0], lock="1")
    assert room.kit()[AGREED] == "no"
    asked = room.table.asks[CHART]
    (cell,) = asked.cells  # type: ignore[attr-defined]
    assert cell.key.startswith("die_rolls/")
    page = room.us.page()
    assert "chart-shown" not in page
    for name, value in cell.suggestion.items():
        assert f'name="{cell.key}|{name}"' in page
        assert asked.draft()["typed"][cell.key][name] == str(value)


def test_a_chart_that_is_asked_for_cell_by_cell_is_not_shown_whole(room: Looked) -> None:
    room.give(CHART, {AGREED: "yes"})
    room.live.touch()
    assert 'class="chart-shown"' not in room.us.page()
