"""Kits: each route, each refusal, pasted tables, files, and a first copy entered from nothing."""

from __future__ import annotations

import io
import re
import tempfile
import threading
import tomllib
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from tests.tables import edge, full_chart, midway_kit
from umpire.games import GAMES
from umpire.games.midway import kit as kits
from umpire.games.midway import kit_form, kit_sheet
from umpire.games.midway.kit_check import problems, sound
from umpire.host import Host
from umpire.store import Store
from umpire.table.asks import Refusal
from umpire.table.board import ZoneBoard
from umpire.table.charts import Cell, Cells
from umpire.troubles import StoreFailed
from umpire.web import create_app
from umpire.web import kits as kit_pages

LAPTOP = {"base_url": "http://localhost", "environ_overrides": {"REMOTE_ADDR": "127.0.0.1"}}
PHONE = {"base_url": "http://192.168.1.2:8000", "environ_overrides": {"REMOTE_ADDR": "192.168.1.5"}}
BOARD = ZoneBoard(7, 6)


@cache
def app_of_all() -> Flask:
    """One app for all tests, so that its templates are compiled once. Each laptop brings its own host."""
    return create_app(Host(Store(Path(tempfile.mkdtemp(), "umpire.db"))))


class Laptop:
    """The laptop's browser, and the store behind it."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "umpire.db")
        self.host = Host(self.store)
        self._client: FlaskClient = app_of_all().test_client()

    def open(self, method: str, path: str, data: Any = None, **where: Any) -> Any:
        app_of_all().extensions["host"] = self.host
        return self._client.open(path, method=method, data=data or {}, **(where or LAPTOP))

    def get(self, path: str) -> Any:
        return self.open("GET", path)

    def post(self, path: str, data: Any = None) -> Any:
        return self.open("POST", path, data)

    def kit(self, cells: dict[str, Any] | None = None, name: str = "Mine") -> str:
        self.store.save_kit("k1", "midway", name, kits.known() if cells is None else cells)
        return "k1"

    def cells(self, kit_id: str = "k1") -> dict[str, Any]:
        row = self.store.kit(kit_id)
        assert row is not None
        return row.cells

    def refused(self, section: str, data: Any, kit_id: str = "k1") -> str:
        """The words beside a section whose post was refused; nothing may have changed."""
        before = self.cells(kit_id)
        answer = self.post(f"/kits/{kit_id}/{section}", data)
        assert answer.status_code == 422
        assert self.cells(kit_id) == before
        part = answer.text.partition(f'id="part-{section}"')[2].partition("</section>")[0]
        found = re.search(r'class="refusal kit-word".*?>(.*?)(<span class="rule">|</p>)', part, re.S)
        assert found, answer.text
        return unescape(found[1]).strip()

    def saves(self, section: str, data: Any, kit_id: str = "k1") -> dict[str, Any]:
        answer = self.post(f"/kits/{kit_id}/{section}", data)
        assert answer.status_code == 303, answer.text
        assert answer.headers["Location"].endswith(f"/kits/{kit_id}?saved={section}#part-{section}")
        return self.cells(kit_id)

    def send(self, content: bytes) -> Any:
        return self.post("/kits/import", {"file": (io.BytesIO(content), "a.kit.toml")})

    def turned_away(self, content: bytes) -> str:
        before = self.store.kits("midway")
        answer = self.send(content)
        assert answer.status_code in (413, 422)
        assert self.store.kits("midway") == before
        found = re.search(r'class="refusal" role="alert">(.*?) <span', answer.text, re.S)
        assert found, answer.text
        return unescape(found[1])


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    made = Laptop(tmp_path)
    yield made
    made.store.close()


def board_fields(**changes: Any) -> dict[str, Any]:
    fields = {
        "columns": "7",
        "rows": "6",
        "lettered": "yes",
        "midway": "E-3-E",
        "kure": "d3a",
        "shaded-us": " ".join(edge(BOARD, 20)),
        "shaded-japan": ", ".join(edge(BOARD, 0)),
    }
    return {**fields, **changes}


def roster_fields(cells: dict[str, Any], **changes: Any) -> dict[str, Any]:
    fields = {name: list(values) for name, values in kit_sheet.shown("roster", cells).items()}
    for name in fields["ship"]:
        if fields.get(f"arrives|{name}") == [""]:
            fields[f"arrives|{name}"] = ["13"]
    return {**fields, **changes}


class Markup(HTMLParser):
    """Fails on what the content policy would stop: a script in the page, a handler or style on an element."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script" or "src" in dict(attrs)
        assert not [name for name, _ in attrs if name == "style" or name.startswith("on")]


# Who may look.


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/kits/midway/new"),
        ("POST", "/kits/midway/new"),
        ("GET", "/kits/k1"),
        ("GET", "/kits/k1/board"),
        ("POST", "/kits/k1/board"),
        ("POST", "/kits/k1/rename"),
        ("GET", "/kits/k1/export"),
        ("GET", "/kits/import"),
        ("POST", "/kits/import"),
    ],
)
def test_a_phone_finds_nothing_here(laptop: Laptop, method: str, path: str) -> None:
    laptop.kit()
    before = laptop.store.kits("midway")
    assert laptop.open(method, path, **PHONE).status_code == 404
    assert laptop.store.kits("midway") == before


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/kits/chess/new"), ("GET", "/kits/none"), ("POST", "/kits/none/board"), ("POST", "/kits/k1/nothing"),
     ("GET", "/kits/none/export"), ("POST", "/kits/none/rename")],
)  # fmt: skip
def test_what_is_not_there_is_404(laptop: Laptop, method: str, path: str) -> None:
    laptop.kit()
    assert laptop.open(method, path).status_code == 404


# A new kit.


def test_a_new_kit_begins_with_what_the_rulebook_tells(laptop: Laptop) -> None:
    assert 'value="My copy"' in laptop.get("/kits/midway/new").text
    answer = laptop.post("/kits/midway/new", {"name": "  Club   copy "})
    assert answer.status_code == 303
    (kit,) = laptop.store.kits("midway")
    assert answer.headers["Location"].endswith(f"/kits/{kit.id}")
    assert kit.name == "Club copy"
    assert kit.cells == kits.known()
    page = laptop.get(f"/kits/{kit.id}")
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store"


def test_copies_of_one_name_are_numbered(laptop: Laptop) -> None:
    for _ in range(3):
        laptop.post("/kits/midway/new")
    assert [kit.name for kit in laptop.store.kits("midway")] == ["My copy", "My copy 2", "My copy 3"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b"])
def test_a_name_has_to_be_one(laptop: Laptop, name: str) -> None:
    answer = laptop.post("/kits/midway/new", {"name": name})
    assert answer.status_code == 422
    assert "A copy has a name of 1 to 40 letters." in answer.text
    assert laptop.store.kits("midway") == []


def test_suggestions_are_shown_and_are_no_cells_until_saved(laptop: Laptop) -> None:
    laptop.kit()
    page = laptop.get("/kits/k1").text
    assert re.search(r'value="1900" class="sr" checked', page)
    assert not re.search(r'value="0500" class="sr" checked', page)
    assert "to confirm on the time record" in page
    assert re.search(r'name="hits\|New Orleans" value="5"', page)
    assert "to confirm · Step 13: one hit, four more" in page
    assert 'placeholder="sunk/?"' in page
    assert not {"track/nights", "hits/New Orleans", "crt/columns"} & set(laptop.cells())
    laptop.saves("time", {"turns": "31", "nights": ["1900", "2100"]})
    assert laptop.cells()["track/nights"] == ["1900", "2100"]
    assert "to confirm on the time record" not in laptop.get("/kits/k1").text


def test_what_ships_with_the_app_shows_its_source(laptop: Laptop) -> None:
    laptop.kit()
    page = laptop.get("/kits/k1").text
    for box, value in (("F|Enterprise", 8), ("F|Kaga", 7), ("surface|Portland", 6), ("fvf/1-2/4", "5/3")):
        assert f'name="{box}" value="{value}"' in page
    for source in (
        "F: Prepare for Play 5",
        "F: Aircraft Capacity: 24 squadrons with fighters, 17 without",
        "Surface: Surface Combat 9",
        "<sup>1</sup> Fighters 6",
        "How to Win; 0500 June 4",
        "reading of Surface Combat 12",
        "Prepare for Play 5",
        "Step 12, battle 3",
    ):
        assert source in page


# The whole journey.


def test_a_first_kit_from_nothing_to_a_table(laptop: Laptop) -> None:
    laptop.post("/kits/midway/new", {"name": "My copy"})
    (kit,) = laptop.store.kits("midway")
    page = laptop.get(f"/kits/{kit.id}").text
    assert "Still wanting before a table can be set" in page
    for section in ("board", "time", "roster", "air"):
        assert f'<li><a href="#part-{section}">' in page
    laptop.saves("board", board_fields(), kit.id)
    laptop.saves("time", {"turns": "31", "nights": ["1900", "2100", "2300", "0100", "0300"]}, kit.id)
    laptop.saves("depth", {"depth": "7"}, kit.id)
    cells = laptop.saves("roster", roster_fields(laptop.cells(kit.id)), kit.id)
    assert "Hornet: how many squadrons" in laptop.get(f"/kits/{kit.id}").text
    air = {f"{kind}|{base}": "5" for base in kits.bases(cells) for kind in "DT"}
    known = {"D|Enterprise": "12", "D|Kaga": "7", "T|Kaga": "10"}
    cells = laptop.saves("air", {**air, **known}, kit.id)
    assert kits.wanting(cells) == []
    assert problems(cells) == []
    assert cells["board/kure"] == "D-3-A"
    assert cells["board/shaded/us"] == edge(BOARD, 20)
    assert "A table can be set with this copy." in laptop.get(f"/kits/{kit.id}").text
    answer = laptop.post("/new/midway", {"kit": kit.id})
    assert answer.status_code == 303
    assert "/tables/" in answer.headers["Location"]


def test_saving_what_is_shown_changes_nothing(laptop: Laptop) -> None:
    cells = {**midway_kit(), **full_chart()}
    laptop.kit(sound(cells))
    for section in kit_sheet.SECTIONS:
        if not section.folded:
            assert laptop.saves(section.key, kit_sheet.shown(section.key, laptop.cells())) == sound(cells)


def test_a_saved_section_says_so(laptop: Laptop) -> None:
    laptop.kit()
    assert re.search(r"data-word>Saved\.", laptop.get("/kits/k1?saved=depth").text)
    assert "Saved." not in laptop.get("/kits/k1?saved=<script>").text
    assert laptop.get("/kits/k1/depth").headers["Location"].endswith("/kits/k1#part-depth")


# Refusals: plain, beside the section, nothing changed, nothing typed lost.


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"columns": "0"}, "Columns of areas: “0” will not do. A whole number from 1 to 20."),
        ({"rows": ""}, "Rows of areas is still blank. A whole number from 1 to 20."),
        ({"columns": "9" * 6000}, "Columns of areas: “999999999999” will not do. A whole number from 1 to 20."),
        ({"lettered": ""}, "Tick that the zones are lettered A to I, row by row, once you have looked."),
        ({"midway": "Z-9-Q"}, "Midway: There is no zone “Z-9-Q” on this board."),
        ({"kure": "H-1-A"}, "Kure: There is no zone “H-1-A” on this board."),
        ({"kure": "E-3-E"}, "Midway and Kure cannot be one zone."),
        ({"shaded-us": "G-1-C nowhere"}, "Shaded for US: There is no zone “nowhere” on this board."),
        ({"shaded-japan": "G-1-C"}, "G-1-C cannot be shaded for both sides."),
    ],
)
def test_a_board_that_cannot_be(laptop: Laptop, changes: dict[str, str], words: str) -> None:
    laptop.kit()
    assert laptop.refused("board", board_fields(**changes)) == words


def test_what_was_typed_is_still_there(laptop: Laptop) -> None:
    laptop.kit()
    page = laptop.post("/kits/k1/board", board_fields(midway="somewhere")).text
    assert 'name="midway" value="somewhere"' in page
    assert 'name="columns" min="1" max="20" value="7"' in page
    assert " ".join(edge(BOARD, 20)) in page
    page = laptop.post(
        "/kits/k1/roster", roster_fields(laptop.cells(), **{"new-name|us": "Mid/way", "ship": ["Tone"]})
    ).text
    assert 'name="new-name|us" value="Mid/way"' in page
    assert re.search(r'value="Tone" checked', page)
    assert not re.search(r'value="Enterprise" checked', page)


def test_a_half_filled_board_is_kept_and_the_rest_is_wanting(laptop: Laptop) -> None:
    laptop.kit()
    cells = laptop.saves("board", board_fields(kure="", **{"shaded-us": ""}))
    assert "board/kure" not in cells
    page = laptop.get("/kits/k1").text
    assert "which zone is Kure" in page
    assert "the shaded zones along US’s edge" in page


def test_a_smaller_board_names_what_lies_off_it(laptop: Laptop) -> None:
    laptop.kit(midway_kit())
    assert "There is no zone “E-3-E”" in laptop.refused("board", board_fields(columns="4", kure="A-1-A"))


@pytest.mark.parametrize(
    ("section", "data", "words"),
    [
        ("time", {"turns": "61"}, "Turns: “61” will not do. A whole number from 1 to 60."),
        ("time", {"turns": "31", "nights": ["0200"]}, "The hours of the time record run from 0100 to 2300, every second one."),
        ("time", {"turns": "12"}, "The order of battle has ships that arrive after that: Atago."),
        ("depth", {"depth": "4"}, "Rectangles deep: “4” will not do. A whole number from 5 to 20."),
        ("air", {"D|Hornet": "5", "T|Hornet": ""}, "Hornet, torpedo bombers is still blank. A whole number from 0 to 40."),
        ("air", {"D|Midway": "20", "T|Midway": "11"}, "Midway holds no more than 30 squadrons."),
        ("air", {"D|Akagi": "-1", "T|Akagi": "x"}, "Akagi, dive bombers: “-1” will not do. A whole number from 0 to 40."),
        ("air", {"F|Hornet": "many"}, "Hornet, fighters: “many” will not do. A whole number from 0 to 40."),
        ("air", {"F|Midway": "21"}, "Midway holds no more than 30 squadrons, fighters among them."),
        ("ships", {"surface|Kaga": "41"}, "Kaga, surface combat factor: “41” will not do. A whole number from 0 to 40."),
        ("ships", {"hits|Kaga": "0"}, "Kaga, boxes on the hit record: “0” will not do. A whole number from 1 to 20."),
        ("chart", {"columns": "1-1 maybe"}, "Headings are odds such as 1-2 or 3-1, with spaces between."),
        ("chart", {"columns": "1-1", "crt/3-1/1": "2/2"}, "3-1 has cells filled in, and is not among the headings."),
        ("chart", {"columns": "1-1 1-1"}, "Headings are odds such as 1-2 or 3-1, with spaces between."),
        (
            "chart",
            {"columns": "1-1", "crt/1-1/1": "2"},
            "Aircraft v Ship table, 1-1, die 1: “2” will not do. Hits, a stroke, squadrons lost: 2/3, or sunk/1.",
        ),
        (
            "chart",
            {"columns": "1-1", "crt/1-1/1": "10/3"},
            "Aircraft v Ship table, 1-1, die 1, hits: “10” will not do. A whole number from 0 to 9, or “sunk”.",
        ),
        ("fvf", {"columns": "1-1", "fvf/3-1/1": "2/2"}, "3-1 has cells filled in, and is not among the headings."),
        (
            "fvf",
            {"columns": "1-1", "fvf/1-1/1": "5"},
            "Fighter v Fighter table, 1-1, die 1: “5” will not do. "
            "Squadrons the attacker loses, a stroke, squadrons the defender loses: 5/3.",
        ),
        (
            "fvf",
            {"columns": "1-1", "fvf/1-1/1": "5/sunk"},
            "Fighter v Fighter table, 1-1, die 1, defender loses: “sunk” will not do. A whole number from 0 to 30.",
        ),
        (
            "sct",
            {"columns": "1-1", "sct/1-1/1": "2/3"},
            "Surface Combat table, 1-1, die 1: “2/3” will not do. Hits: 2, or sunk.",
        ),
        (
            "sct",
            {"columns": "1-1", "sct/1-1/1": "afloat"},
            "Surface Combat table, 1-1, die 1: “afloat” will not do. A whole number from 0 to 9, or “sunk”.",
        ),
        ("b17", {"b17/6": "10"}, "B-17 table, die 6: hits: “10” will not do. A whole number from 0 to 9, or “sunk”."),
    ],
)  # fmt: skip
def test_values_that_cannot_be_printed(laptop: Laptop, section: str, data: dict[str, str], words: str) -> None:
    laptop.kit(midway_kit())
    assert laptop.refused(section, data) == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ship": []}, "Tick the ships that are in the box."),
        ({"ship": ["Bismarck"]}, "That form ticks a ship that is not on this list."),
        ({"type|Hornet": "U-boat"}, "Hornet: choose her type, one of BB, CV, CVL, CA, CL."),
        ({"arrives|Hornet": "2"}, "Hornet: US ships are all on the board from the start."),
        ({"arrives|Akagi": "32"}, "Akagi: the time record has no such turn."),
        ({"arrives|Akagi": "", "arrives|Kaga": ""}, "Still without an hour of arrival: Akagi, Kaga. Choose one, or untick."),
        ({"new-name|us": "hornet"}, "hornet is on the list already."),
        ({"new-name|us": "midway", "type|new|us": "CA"}, "midway: no ship can have this name."),
        ({"new-name|us": "A/B", "type|new|us": "CA"}, "A/B: no ship can have this name."),
        ({"new-name|us": "x" * 25}, f"{'x' * 24}: a ship’s name has 1 to 24 letters."),
        ({"new-name|japan": "Jun’yo", "type|new|japan": "CVL"}, "Still without an hour of arrival: Jun’yo. Choose one, or untick."),
        ({"new-name|us": "Aylwin", "type|new|us": "DD"}, "Aylwin: choose her type, one of BB, CV, CVL, CA, CL."),
        ({"new-name|us": "Twin", "type|new|us": "CL", "new-name|japan": "twin"}, "twin is on the list already."),
    ],
)  # fmt: skip
def test_an_order_of_battle_that_cannot_be(laptop: Laptop, changes: dict[str, Any], words: str) -> None:
    laptop.kit()
    assert laptop.refused("roster", roster_fields(laptop.cells(), **changes)) == words


# The order of battle and what hangs on it.


def test_ships_that_are_not_listed_are_added_and_taken_away(laptop: Laptop) -> None:
    laptop.kit()
    added = {
        "new-name|us": " Nashville ", "type|new|us": "CL",
        "new-name|japan": "Junyo", "type|new|japan": "CV", "arrives|new|japan": "3",
    }  # fmt: skip
    cells = laptop.saves("roster", roster_fields(laptop.cells(), **added))
    assert cells["roster"]["Nashville"] == {"side": "us", "type": "CL", "arrives": 1}
    assert cells["roster"]["Junyo"] == {"side": "japan", "type": "CV", "arrives": 3}
    laptop.saves("air", {"D|Junyo": "6", "T|Junyo": "4"})
    laptop.saves("ships", {"hits|Nashville": "3"})
    fields = roster_fields(laptop.cells())
    assert {"Nashville", "Junyo"} <= set(fields["ship"])
    cells = laptop.saves("roster", {**fields, "ship": [s for s in fields["ship"] if s not in ("Nashville", "Junyo")]})
    assert not {"Nashville", "Junyo"} & set(cells["roster"])
    assert not {"air/Junyo", "hits/Nashville"} & set(cells)
    assert "Nashville" not in laptop.get("/kits/k1").text


def test_a_listed_ship_unticked_keeps_what_is_known_of_her(laptop: Laptop) -> None:
    laptop.kit()
    fields = roster_fields(laptop.cells())
    cells = laptop.saves("roster", {**fields, "ship": [s for s in fields["ship"] if s != "Kaga"]})
    assert "Kaga" not in cells["roster"]
    assert cells["air/Kaga"] == {"D": 7, "T": 10}
    assert problems(cells) == []


def test_what_is_no_carrier_has_no_air_group(laptop: Laptop) -> None:
    laptop.kit()
    cells = laptop.saves("roster", roster_fields(laptop.cells(), **{"type|Kaga": "BB"}))
    assert not {"air/Kaga", "fighters/Kaga"} & set(cells)
    page = laptop.get("/kits/k1").text
    assert "D|Akagi" in page
    assert "D|Kaga" not in page


def test_a_blank_takes_a_value_away(laptop: Laptop) -> None:
    laptop.kit({**midway_kit(), "points/Kaga": 4})
    cells = laptop.saves("air", {"D|Hornet": "", "T|Hornet": " "})
    assert "air/Hornet" not in cells
    assert cells["air/Akagi"] == {"D": 7, "T": 10}
    assert cells["fighters/Hornet"] == 8
    cells = laptop.saves("air", {"F|Hornet": " ", "F|Akagi": "0"})
    assert "fighters/Hornet" not in cells
    assert (cells["fighters/Akagi"], cells["air/Akagi"]) == (0, {"D": 7, "T": 10})
    assert "points/Kaga" not in laptop.saves("ships", {"points|Kaga": ""})


# Contradictions.


def test_a_contradiction_is_challenged_and_then_kept(laptop: Laptop) -> None:
    laptop.kit(midway_kit())
    typed = {"hits|Atlanta": "4", "screening|Atlanta": "6"}
    answer = laptop.post("/kits/k1/ships", typed)
    assert answer.status_code == 422
    words = "Atlanta, boxes: the rulebook gives 3 (Step 13)."
    assert words in answer.text
    assert "It is printed so" in answer.text
    assert 'name="hits|Atlanta" value="4"' in answer.text
    assert laptop.cells()["hits/Atlanta"] == 3
    for half in ({"sure": "1"}, {"doubted": words}, {"sure": "1", "doubted": "Kaga, boxes: something else"}):
        assert laptop.post("/kits/k1/ships", {**typed, **half}).status_code == 422
        assert laptop.cells()["hits/Atlanta"] == 3
    assert laptop.saves("ships", {**typed, "sure": "1", "doubted": words})["hits/Atlanta"] == 4
    page = laptop.get("/kits/k1").text
    assert "1 kept as printed, where the rulebook has it otherwise" in page
    assert "as printed; the rulebook has 3 (Step 13)" in page
    laptop.saves("ships", {**typed, "points|Atlanta": "2"})  # said once, it is not asked again


def test_examples_that_say_only_half_are_challenged_too(laptop: Laptop) -> None:
    laptop.kit()
    laptop.saves("chart", {"columns": "1-1 5-1", "crt/1-1/6": "2/4", "crt/5-1/1": "sunk/1"})
    answer = laptop.post("/kits/k1/chart", {"columns": "1-1 5-1", "crt/1-1/6": "1/4", "crt/5-1/1": "2/1"})
    assert answer.status_code == 422
    assert "Step 12, battle 4: two hits, and all of a D-3 lost" in answer.text
    assert answer.text.count('name="doubted"') == 2


NAGATO = "Nagato, surface combat factor: the rulebook gives 13 (Surface Combat 9)."


@pytest.mark.parametrize(
    ("section", "typed", "doubt"),
    [
        ("air", {"F|Kaga": "8"}, f"Kaga, fighters: the rulebook gives 7 ({kits.source('fighters/Kaga')})."),
        ("ships", {"surface|Nagato": "12"}, NAGATO),
        ("paste-ships", {"pasted": "ship,surface\nNagato,12"}, NAGATO),
        (
            "fvf",
            {"columns": "1-2 1-1", "fvf/1-2/4": "3/5"},
            "1-2, die 4, on the Fighter v Fighter table: the rulebook gives attacker 5, defender 3 (Fighters 6).",
        ),
    ],
)  # fmt: skip
def test_what_the_tournament_game_needs_is_challenged_too(
    laptop: Laptop, section: str, typed: dict[str, str], doubt: str
) -> None:
    laptop.kit()
    before = laptop.cells()
    answer = laptop.post(f"/kits/k1/{section}", typed)
    assert answer.status_code == 422
    assert doubt in unescape(answer.text)
    assert laptop.cells() == before
    for value in typed.values():
        assert value in answer.text
    assert laptop.saves(section, {**typed, "sure": "1", "doubted": doubt}) != before
    assert "1 kept as printed, where the rulebook has it otherwise" in laptop.get("/kits/k1").text


# The Tournament game.


def folded(page: str) -> bool:
    """Whether the sections of the Tournament game are drawn folded."""
    return not re.search(r'<details [^>]*id="group-tournament" open>', page)


def of_the_tournament(key: str) -> bool:
    return key.startswith(("fvf/", "sct/", "b17/", "surface/")) or (
        key.startswith("fighters/") and key not in kits.known()
    )


def test_a_basic_kit_is_whole_without_the_tournament_game(laptop: Laptop) -> None:
    cells = {key: value for key, value in midway_kit().items() if not of_the_tournament(key)}
    laptop.kit(cells)
    page = laptop.get("/kits/k1").text
    assert "A table can be set with this copy." in page
    assert "wanting</span>" not in page
    note = "For the Tournament game: fighters of Hornet, Yorktown, Akagi, Soryu, Hiryu, Zuiho and Midway."
    assert f'<a class="soft" href="#part-air">{note}</a>' in page
    assert folded(page)
    laptop.saves("air", {f"F|{base}": "6" for base in kits.bases(cells) if base not in ("Enterprise", "Kaga", "Zuiho")})
    assert "For the Tournament game: fighters of Zuiho." in laptop.get("/kits/k1").text
    laptop.saves("air", {"F|Zuiho": "0"})
    assert "For the Tournament game: fighters" not in laptop.get("/kits/k1").text
    assert kits.wanting(laptop.cells(), fighters=True) == []


def test_its_sections_are_open_where_they_have_something_to_say(laptop: Laptop) -> None:
    laptop.kit()
    assert folded(laptop.get("/kits/k1?saved=chart").text)
    assert not folded(laptop.get("/kits/k1?saved=b17").text)
    assert not folded(laptop.post("/kits/k1/sct", {"columns": "maybe"}).text)
    assert not folded(laptop.post("/kits/k1/fvf", {"columns": "1-2", "fvf/1-2/4": "1/1"}).text)


def test_its_tables_as_typed(laptop: Laptop) -> None:
    laptop.kit()
    cells = laptop.saves("fvf", {"columns": "1:2 1-1", "fvf/1-2/4": "5 / 3", "fvf/1-1/6": "0/4"})
    assert cells["fvf/columns"] == ["1-2", "1-1"]
    assert cells["fvf/1-1/6"] == {"attacker": 0, "defender": 4}
    cells = laptop.saves("sct", {"columns": "1-1 3-1", "sct/1-1/1": "0", "sct/3-1/6": "Sunk", "sct/3-1/1": "2"})
    assert (cells["sct/1-1/1"], cells["sct/3-1/6"], cells["sct/3-1/1"]) == (0, "sunk", 2)
    cells = laptop.saves("b17", {"b17/1": "0", "b17/5": "2", "b17/6": "SUNK", "b17/7": "3"})
    assert {key: value for key, value in cells.items() if key.startswith("b17/")} == {
        "b17/1": 0, "b17/5": 2, "b17/6": "sunk",
    }  # fmt: skip
    page = laptop.get("/kits/k1").text
    for box, value in (("fvf/1-1/6", "0/4"), ("sct/3-1/6", "sunk"), ("sct/1-1/1", "0"), ("b17/6", "sunk")):
        assert f'name="{box}" value="{value}"' in page
    assert "crt/columns" not in cells
    cells = laptop.saves("sct", {"columns": "1-1 3-1", "sct/3-1/6": ""})
    assert "sct/3-1/6" not in cells
    assert cells["sct/3-1/1"] == 2
    assert "b17/5" not in laptop.saves("b17", {"b17/5": " "})


def test_a_surface_result_that_is_less_than_its_neighbour_is_worth_a_look(laptop: Laptop) -> None:
    laptop.kit({**kits.known(), "sct/columns": ["1-1", "2-1"], "sct/1-1/3": "sunk", "sct/2-1/3": 4})
    assert "2-1 on 3 hits less than 1-1 on 3." in laptop.get("/kits/k1").text


@pytest.mark.parametrize(
    ("section", "text", "made"),
    [
        ("fvf", "die\t1:2\t1-1\n" + "".join(f"{n}\t{'5 3' if n == 4 else ''}\t{n}/0\n" for n in range(1, 7)),
         {"fvf/columns": ["1-2", "1-1"], "fvf/1-2/4": {"attacker": 5, "defender": 3}, "fvf/1-1/6": {"attacker": 6, "defender": 0}}),
        ("sct", "1-1,2-1\n0,1\n,\n0,2\n1,2\n1,sunk\n2,sunk\n",
         {"sct/columns": ["1-1", "2-1"], "sct/1-1/1": 0, "sct/2-1/6": "sunk", "sct/1-1/6": 2}),
    ],
)  # fmt: skip
def test_its_tables_pasted_from_a_spreadsheet(laptop: Laptop, section: str, text: str, made: dict[str, Any]) -> None:
    laptop.kit()
    cells = laptop.saves(f"paste-{section}", {"pasted": text})
    assert made.items() <= cells.items()
    assert not {"sct/1-1/2", "fvf/1-2/1", "crt/columns"} & set(cells)


def test_its_tables_pasted_wrongly(laptop: Laptop) -> None:
    laptop.kit()
    text = "1-1,2-1\n" + "0,2/3\n" * 6
    words = "Surface Combat table, 2-1, die 1: “2/3” will not do. Hits: 2, or sunk."
    assert laptop.refused("paste-sct", {"pasted": text}) == words
    assert text in laptop.post("/kits/k1/paste-sct", {"pasted": text}).text
    six = "Below the headings there are six rows, for the die: 1, 2, 3, 4, 5, 6."
    assert laptop.refused("paste-fvf", {"pasted": "die,1-1\n1,5/3"}) == six


def test_the_new_table_page_says_which_copies_are_ready_for_fighters(laptop: Laptop) -> None:
    basic = {key: value for key, value in midway_kit().items() if not of_the_tournament(key)}
    laptop.store.save_kit("k1", "midway", "Basic", basic)
    laptop.store.save_kit("k2", "midway", "Club’s", midway_kit())
    laptop.store.save_kit("k3", "midway", "Begun", kits.known())
    page = laptop.get("/new/midway").text
    lines = dict(re.findall(r'<div class="line"><span><b>(.*?)</b>(.*?)</div>', page))
    assert 'Fighters: <span class="asking">7 things still to fill in</span>' in lines["Basic"]
    assert "Fill in" in lines["Basic"]
    assert "complete · Fighters: ready" in lines["Club’s"]
    assert "Look through" in lines["Club’s"]
    assert "Fighters" not in lines["Begun"]


def test_a_table_with_fighters_wants_a_copy_that_has_them(laptop: Laptop) -> None:
    basic = {key: value for key, value in midway_kit().items() if not of_the_tournament(key)}
    laptop.store.save_kit("k0", "midway", "A whole one", midway_kit())
    laptop.store.save_kit("k1", "midway", "Basic <1>", basic)
    chosen = {"kit": "k1", "fighters": "1", "b17": "2", "dice": "1", "name-us": "Anna & Bo"}
    answer = laptop.post("/new/midway", chosen)
    assert answer.status_code == 422
    assert laptop.store.tables() == []
    said = re.sub(r"<.*?>", "", answer.text.partition('role="alert">')[2].partition("</div>")[0])
    assert unescape(said) == (
        "“Basic <1>” is not ready for what is chosen. Akagi: how many squadrons of fighters she starts with. "
        "And 6 more like it.Fill it in, or choose otherwise below; what you chose is still there."
    )
    assert '<a href="/kits/k1">Fill it in</a>' in answer.text
    for setting, n in (("fighters", 1), ("b17", 2), ("dice", 1), ("surface", 0)):
        assert f'name="{setting}" value="{n}" checked' in answer.text
    assert '<option value="k1" selected>' in answer.text
    assert 'name="name-us" maxlength="24" value="Anna &amp; Bo"' in answer.text
    assert laptop.post("/new/midway", {**chosen, "fighters": "0"}).status_code == 303
    laptop.saves("air", {f"F|{base}": "4" for base in kits.bases(basic) if f"fighters/{base}" not in basic})
    assert laptop.post("/new/midway", chosen).status_code == 303
    assert len(laptop.store.tables()) == 2


def test_what_play_asks_of_its_tables_says_what_goes_in_each_box() -> None:
    cells = [kits.cell(key, {}) for key in ("fvf/1-2/4", "sct/2-1/3", "b17/6", "surface/Nagato", "crt/1-1/1")]
    asked = Cells("t1/battle/1/chart", cells=cells)
    with app_of_all().test_request_context():
        page = render_template("asks/cells_sheet.html", viewer={"root": "/seat"}, asked=asked, draft=asked.draft())
    drawn = re.findall(r'<label>(?:<span class="small soft">(.*?)</span>)?\s*<input name=".*?" id="cell-(.*?)"', page)
    boxes = {key: said for said, key in drawn}
    assert boxes == {
        "fvf/1-2/4-attacker": "attacker loses",
        "fvf/1-2/4-defender": "defender loses",
        "sct/2-1/3-": "number or “sunk”",
        "b17/6-": "number or “sunk”",
        "surface/Nagato-": "",
        "crt/1-1/1-hits": "hits or “sunk”",
        "crt/1-1/1-lost": "squadrons lost",
    }


def test_what_play_asks_is_the_heading_with_its_rule_and_a_suggestion_is_marked() -> None:
    known, blank = Cell("damage/7", "Damage, 7: hits", suggestion=2), Cell("damage/8", "Damage, 8: hits")

    def page(*cells: Cell) -> str:
        asked = Cells("chart/damage/7", cells=cells, why="Bombs", cites="4.1")
        with app_of_all().test_request_context():
            given: dict[str, Any] = {
                "viewer": {"root": "/seat"},
                "asked": asked,
                "draft": asked.draft(),
                "refusal": None,
            }
            return render_template("asks/cells_sheet.html", **given) + render_template("asks/cells.html", **given)

    one = page(known)
    assert '<h2><span>Damage, 7: hits?</span> <span class="rule">4.1</span></h2>' in one
    assert "Bombs. Asked once" in one
    assert one.count(">?</span>") == 1
    assert 'aria-label="Damage, 7: hits , suggested"' in one
    assert page(known, blank).count(">?</span>") == 1, "the blank one is nobody's guess"
    assert ">?</span>" not in page(blank)


# The chart.


def test_the_chart_as_typed(laptop: Laptop) -> None:
    laptop.kit()
    cells = laptop.saves("chart", {"columns": "1:3 1 to 2, 1-1", "crt/1-2/2": "sunk 1"})
    assert cells["crt/columns"] == ["1-3", "1-2", "1-1"]
    cells = laptop.saves("chart", {"columns": "1-3 1-2 1-1", "crt/1-3/1": "0 / 3", "crt/1-2/2": "SUNK/1"})
    assert cells["crt/1-3/1"] == {"hits": 0, "lost": 3}
    assert cells["crt/1-2/2"] == {"hits": "sunk", "lost": 1}
    assert cells["crt/1-2/1"] == {"hits": 0, "lost": 2}


def test_a_column_met_in_play_is_drawn_beside_the_headings(laptop: Laptop) -> None:
    laptop.kit({**kits.known(), "crt/columns": ["1-2", "1-1", "2-1"], "crt/1-6/2": {"hits": 0, "lost": 4}})
    page = laptop.get("/kits/k1").text
    assert "met in play" in page
    assert 'name="crt/1-6/2" value="0/4"' in page


def test_a_cell_that_hits_less_than_its_neighbour_is_worth_a_look(laptop: Laptop) -> None:
    laptop.kit({**kits.known(), "crt/columns": ["1-1", "2-1"], "crt/2-1/3": {"hits": 0, "lost": 1}})
    assert "2-1 on 3 hits less than 1-1 on 3." in laptop.get("/kits/k1").text
    assert kit_sheet.second_looks("crt", kits.known(), ["1-4", "1-2", "1-1", "2-1", "5-1"]) == []


# Pasted tables.


HEADINGS = "The first row has to be: ship, screening, hits, points, surface. Columns you lack may be left out."


@pytest.mark.parametrize("between", [",", "\t", ";"])
def test_ships_pasted_from_a_spreadsheet(laptop: Laptop, between: str) -> None:
    laptop.kit(midway_kit())
    rows = [
        ("Ship", "screening", "hits", "Surface", "points"),
        ("atlanta", "6", "", "2", "3"),
        ("New  Orleans", "3", "5", "", ""),
    ]
    text = "\r\n".join(between.join(row) for row in rows) + f"\r\n{between * 4}\r\n"
    cells = laptop.saves("paste-ships", {"pasted": text})
    assert cells["surface/Atlanta"] == 2
    assert "surface/New Orleans" not in cells
    assert (cells["points/Atlanta"], cells["hits/Atlanta"], cells["hits/New Orleans"]) == (3, 3, 5)
    assert "points/New Orleans" not in cells


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste a row of headings, and the rows below it."),
        ("ship,hits", "Paste a row of headings, and the rows below it."),
        ("ship,speed\nKaga,3", HEADINGS),
        ("ship,hits,hits\nKaga,3,3", HEADINGS),
        ("Kaga,3,3,4\nAkagi,3,3,4", HEADINGS),
        ("ship,hits\nBismarck,3", "There is no “Bismarck” in the order of battle."),
        ("ship,hits\nKaga,3\nkaga,3", "Kaga has two rows."),
        ("ship,hits\nKaga,three", "Kaga, boxes on the hit record: “three” will not do. A whole number from 1 to 20."),
        ("ship,hits\nKaga,3,3", "Kaga: her row is longer than the headings."),
        ("ship,hits\n" + "k" * 140_000 + ",3", "That is not a table with commas or tabs between its columns."),
    ],
)  # fmt: skip
def test_ships_pasted_wrongly(laptop: Laptop, text: str, words: str) -> None:
    laptop.kit(midway_kit())
    assert laptop.refused("paste-ships", {"pasted": text}) == words


def test_a_pasted_contradiction_is_challenged(laptop: Laptop) -> None:
    laptop.kit(midway_kit())
    answer = laptop.post("/kits/k1/paste-ships", {"pasted": "ship,hits\nSoryu,4"})
    assert answer.status_code == 422
    assert "Soryu, boxes: the rulebook gives 3 (Step 2)." in answer.text
    assert "ship,hits\nSoryu,4" in answer.text


@pytest.mark.parametrize("corner", ["die\t", "\t", ""])
def test_the_chart_pasted_from_a_spreadsheet(laptop: Laptop, corner: str) -> None:
    laptop.kit()
    rows = [f"{corner}1-2\t1:1\t'2-1\t"]
    for die in range(1, 7):
        first = f"{die}\t" if corner else ""
        rows.append(f"{first}{'0/2' if die == 1 else ''}\t\t{'3 3' if die == 6 else '2/4' if die == 5 else ''}")
    cells = laptop.saves("paste-chart", {"pasted": "\n".join(rows)})
    assert cells["crt/columns"] == ["1-2", "1-1", "2-1"]
    assert cells["crt/2-1/5"] == {"hits": 2, "lost": 4}
    assert cells["crt/1-1/2"] == {"hits": 1, "lost": 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("die,1-1\n1,0/2", "Below the headings there are six rows, for the die: 1, 2, 3, 4, 5, 6."),
        ("die,1-1\n" + "1,0/2\n" * 6, "Below the headings there are six rows, for the die: 1, 2, 3, 4, 5, 6."),
        ("die,one,two\n1,0/2,", "Headings are odds such as 1-2 or 3-1, with spaces between."),
        ("die,1-1 2-1\n1,0/2", "Each column needs its odds in the first row, such as 1-2 (or 1:2)."),
        ("1-1,2-1\n" + "0/1,0/1,0/1\n" * 6, "Die 1: the row is longer than the headings."),
        (
            "1-1,2-1\n" + "02-Mar,0/1\n" * 6,
            "Aircraft v Ship table, 1-1, die 1: “02-Mar” will not do. Hits, a stroke, squadrons lost: 2/3, or sunk/1.",
        ),
        (",,,\n,,,", "Paste a row of headings, and the rows below it."),
    ],
)
def test_the_chart_pasted_wrongly(laptop: Laptop, text: str, words: str) -> None:
    laptop.kit()
    assert laptop.refused("paste-chart", {"pasted": text}) == words


# Two writers.


def test_what_a_table_learnt_meanwhile_is_not_wiped_by_an_old_page(laptop: Laptop) -> None:
    laptop.kit(midway_kit())
    page = laptop.get("/kits/k1").text
    seen = re.search(r'name="seen" value="(\w+)"', page.partition('id="part-ships"')[2])
    assert seen
    old = {**kit_sheet.shown("ships", laptop.cells()), "points|Kaga": "4", "seen": seen[1]}
    laptop.store.learn("k1", {"hits/Akagi": 4})
    assert "changed meanwhile" in laptop.refused("ships", old)
    again = re.search(r'name="seen" value="(\w+)"', laptop.get("/kits/k1").text.partition('id="part-ships"')[2])
    assert again
    assert laptop.saves("ships", {"points|Kaga": "4", "seen": again[1]})["hits/Akagi"] == 4


def test_a_full_disk_is_a_sentence(laptop: Laptop, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop.kit()

    def full(*_: object) -> None:
        raise StoreFailed("The disk is full.")

    monkeypatch.setattr(laptop.store, "learn", full)
    monkeypatch.setattr(laptop.store, "save_kit", full)
    assert laptop.refused("depth", {"depth": "8"}) == "The disk is full."
    for path in ("/kits/midway/new", "/kits/k1/rename"):
        answer = laptop.post(path, {"name": "Other"})
        assert answer.status_code == 422
        assert "The disk is full." in answer.text


def test_more_than_fits_on_a_form_is_a_sentence(laptop: Laptop) -> None:
    laptop.kit()
    assert laptop.refused("depth", {"depth": "x" * 800_000}).startswith("That is more than fits on one form.")
    assert laptop.post("/kits/k1/rename", {"name": "x" * 800_000}).status_code == 422
    assert laptop.post("/kits/midway/new", {"name": "x" * 800_000}).status_code == 422


def test_cells_that_no_page_of_ours_made_break_no_page(laptop: Laptop) -> None:
    odd: dict[str, Any] = {
        **midway_kit(), "board/midway": ["A"], "track/turns": True, "hits/Atlanta": "three", "crt/1-1/6": {"hits": []},
        "crt/columns": {"a": 1}, "air/Akagi": {"D": 1}, "nonsense": 4, "track/nights": [[]], "board/shaded/us": [{}],
    }  # fmt: skip
    for cells in (odd, {**odd, "roster": [1]}, {**odd, "roster": {"Kaga": 3}}, {**odd, "board/columns": 4}):
        laptop.kit(cells)
        assert laptop.get("/kits/k1").status_code == 200
        assert laptop.get("/kits/k1/export").status_code == 200
        for section in kit_sheet.SECTIONS:
            assert laptop.post(f"/kits/k1/{section.key}", {"depth": "7"}).status_code < 500


# Names.


def test_rename(laptop: Laptop) -> None:
    laptop.kit()
    laptop.store.save_kit("k2", "midway", "Other", {})
    assert laptop.post("/kits/k1/rename", {"name": " The club’s "}).status_code == 303
    row = laptop.store.kit("k1")
    assert row is not None
    assert (row.name, row.cells) == ("The club’s", kits.known())
    for name, words in (
        ("other", "Another copy has this name already."),
        (" ", "A copy has a name of 1 to 40 letters."),
    ):
        answer = laptop.post("/kits/k1/rename", {"name": name})
        assert answer.status_code == 422
        assert words in answer.text
    assert "Renamed." in laptop.get("/kits/k1?saved=name").text


def test_names_are_words_and_never_markup(laptop: Laptop) -> None:
    evil = '"><script>alert(1)</script>'
    laptop.post("/kits/midway/new", {"name": evil[:40]})
    (kit,) = laptop.store.kits("midway")
    ship = "<img src=x onerror=a()>"
    assert laptop.refused("roster", roster_fields(kit.cells, **{"new-name|us": "<script>x</script>"}), kit.id)
    laptop.saves("roster", roster_fields(kit.cells, **{"new-name|us": ship, "type|new|us": "CV"}), kit.id)
    pages = [
        laptop.get(f"/kits/{kit.id}").text,
        laptop.post(f"/kits/{kit.id}/board", board_fields(midway=evil, **{"shaded-us": "</textarea>" + evil})).text,
        laptop.post(f"/kits/{kit.id}/paste-ships", {"pasted": f"ship,hits\n{evil},3"}).text,
        laptop.post(f"/kits/{kit.id}/rename", {"name": evil * 3}).text,
        laptop.send(f'format = "umpire-kit/1"\ngame = "midway"\nname = "x"\n[cells]\n\'{evil}\' = 1\n'.encode()).text,
        laptop.post("/kits/midway/new", {"name": evil * 9}).text,
    ]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        Markup().feed(page)
    assert "attachment" in laptop.get(f"/kits/{kit.id}/export").headers["Content-Disposition"]


# Files.


def test_a_file_comes_back_equal(laptop: Laptop) -> None:
    cells = sound(
        {**midway_kit(), **full_chart(), "crt/1-1/6": {"hits": 2, "lost": 3}, "crt/2-1/2": {"hits": 1, "lost": 2}}
    )
    laptop.kit(cells, 'The "club"’s # copy')
    assert kits.doubts(cells) == []
    answer = laptop.get("/kits/k1/export")
    assert answer.mimetype == "application/toml"
    assert 'filename="midway-The--club--s---copy.kit.toml"' in answer.headers["Content-Disposition"]
    assert "# Midway, Avalon Hill 1964" in answer.text
    assert tomllib.loads(answer.text)["cells"] == cells
    assert '"crt/1-1/2" = { hits = 1, lost = 2 }' in answer.text
    assert 'Kaga = { arrives = 1, side = "japan", type = "CV" }' in answer.text
    back = laptop.send(answer.data.replace(b"\n", b"\r\n"))
    assert back.status_code == 303
    new = back.headers["Location"].rpartition("/")[2]
    row = laptop.store.kit(new)
    assert row is not None
    assert (row.game, row.name, row.cells) == ("midway", 'The "club"’s # copy 2', cells)
    assert laptop.get(f"/kits/{new}/export").data.count(b"\n") == answer.data.count(b"\n")


def test_a_half_filled_kit_goes_to_a_file_and_back(laptop: Laptop) -> None:
    laptop.kit(kits.known())
    back = laptop.send(laptop.get("/kits/k1/export").data)
    assert laptop.cells(back.headers["Location"].rpartition("/")[2]) == kits.known()


def test_a_file_that_contradicts_the_rulebook_is_challenged_once(laptop: Laptop) -> None:
    laptop.kit({**midway_kit(), "hits/Atlanta": 4})
    content = laptop.get("/kits/k1/export").data
    answer = laptop.send(content)
    assert answer.status_code == 422
    words = "Atlanta, boxes: the rulebook gives 3 (Step 13)."
    assert words in answer.text
    text = unescape(answer.text.partition('aria-hidden="true">')[2].partition("</textarea>")[0])
    assert text == content.decode()
    assert len(laptop.store.kits("midway")) == 1
    assert laptop.post("/kits/import", {"text": text, "sure": "1"}).status_code == 422
    back = laptop.post("/kits/import", {"text": text.replace("\n", "\r\n"), "sure": "1", "doubted": words})
    assert back.status_code == 303
    assert laptop.cells(back.headers["Location"].rpartition("/")[2])["hits/Atlanta"] == 4


HEAD = 'format = "umpire-kit/1"\ngame = "midway"\nname = "x"\n'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Choose the file of a kit first: it ends in .kit.toml."),
        (b"\xff\xfe\x00b", "That file is not text, so it is no kit."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "That file is not text, so it is no kit."),
        (b"hello there", "That file is not TOML, so it is no kit"),
        (b"a = " + b"[" * 5000, "That file is not TOML"),
        (b"a = " + b"9" * 5000, "That file is not TOML"),
        (b"a = 1", "That file does not say that it is a kit: its format would be “umpire-kit/1”."),
        (b'format = "umpire-kit/2"', "That file does not say that it is a kit: its format would be “umpire-kit/1”."),
        (HEAD.encode() + b"extra = 1\n[cells]\n", "A kit’s file has nothing called “extra”. It was not taken."),
        (HEAD.replace("midway", "chess").encode() + b"[cells]\n", "This version has no game called “chess”."),
        (HEAD.replace('"midway"', "[1]").encode() + b"[cells]\n", "This version has no game called “[1]”."),
        (HEAD.encode(), "That kit lacks its name or its cells."),
        (HEAD.encode() + b"cells = 3", "That kit lacks its name or its cells."),
        (HEAD.replace('"x"', "7").encode() + b"[cells]\n", "That kit lacks its name or its cells."),
        (HEAD.replace('"x"', '" "').encode() + b"[cells]\n", "A copy has a name of 1 to 40 letters."),
        (b"#" * (480 * 1024 + 1), "That file is over 480 KB, so it is no kit."),
        (b"#" * (800 * 1024), "That file is over 480 KB, so it is no kit."),
    ],
)
def test_a_file_that_is_no_kit(laptop: Laptop, content: bytes, words: str) -> None:
    assert laptop.turned_away(content).startswith(words)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("colour = 1", "colour: a kit has nothing of this name."),
        ('"board/size" = 1', "board/size: a kit has nothing of this name."),
        ('"board/columns" = "7"', "board/columns: this is a whole number from 1 to 20."),
        ('"board/columns" = true', "board/columns: this is a whole number from 1 to 20."),
        ('"board/columns" = 7.0', "board/columns: this is a whole number from 1 to 20."),
        ('"board/midway" = "A-1-A"', "board/midway: there is no board for it: columns and rows are not given."),
        ('"board/columns" = 2\n"board/rows" = 2\n"board/midway" = "C-1-A"', "board/midway: this is one zone of the board"),
        (
            '"board/columns" = 2\n"board/rows" = 2\n"board/midway" = "B-1-A"\n"board/kure" = "B-1-A"',
            "board/kure: Midway and Kure cannot be one zone.",
        ),
        (
            '"board/columns" = 2\n"board/rows" = 2\n"board/shaded/us" = ["B-1-A"]\n"board/shaded/japan" = ["B-1-A"]',
            "board/shaded/japan: B-1-A cannot be shaded for both sides.",
        ),
        ('"board/columns" = 2\n"board/rows" = 2\n"board/shaded/us" = []', "board/shaded/us: these are zones of the board"),
        ('"track/nights" = ["2000"]', "track/nights: these are hours of the time record, such as 1900."),
        ('"track/nights" = 1979-05-27', "track/nights: these are hours of the time record, such as 1900."),
        ('roster = "all"', "roster: this lists the ships by name"),
        ('[cells.roster]\nKaga = { side = "japan" }', "roster: Kaga: a ship has a side"),
        ('[cells.roster]\nKaga = { side = "x", type = "CV", arrives = 1 }', "roster: Kaga: a ship has a side"),
        ('[cells.roster]\nKaga = { side = "us", type = "SS", arrives = 1 }', "roster: Kaga: the types are"),
        ('[cells.roster]\nHornet = { side = "us", type = "CV", arrives = 2 }', "roster: Hornet: US ships are all on the board"),
        ('[cells.roster]\nKaga = { side = "japan", type = "CV", arrives = 32 }', "roster: Kaga: she arrives on a turn from 1"),
        (
            '[cells.roster]\nA = { side = "japan", type = "CV", arrives = 1 }\na = { side = "us", type = "CV", arrives = 1 }',
            "roster: a is there twice.",
        ),
        ('"air/Kaga" = { D = 7 }', "air/Kaga: an air group is D and T, each a whole number from 0 to 40."),
        ('"air/Bismarck" = { D = 7, T = 1 }', "air/Bismarck: no ship of this name is in the order of battle."),
        ('"air/Midway" = { D = 30, T = 1 }', "air/Midway: Midway holds no more than 30 squadrons."),
        (
            '"air/Kaga" = { D = 7, T = 1 }\n[cells.roster]\nKaga = { side = "japan", type = "BB", arrives = 1 }',
            "air/Kaga: she is no carrier.",
        ),
        ('"hits/Kaga" = 21', "hits/Kaga: this is a whole number from 1 to 20."),
        ('"hits/Bismarck" = 8', "hits/Bismarck: no ship of this name is in the order of battle."),
        ('"crt/1-1/7" = { hits = 1, lost = 1 }', "crt/1-1/7: a kit has nothing of this name."),
        ('"crt/1-1/1" = { hits = 1 }', "crt/1-1/1: this is hits (0 to 9, or “sunk”) and lost (0 to 30)."),
        ('"fvf/1-1/1" = { hits = 1, lost = 1 }', "fvf/1-1/1: this is attacker (0 to 30) and defender (0 to 30)."),
        ('"sct/1-1/1" = "afloat"', "sct/1-1/1: this is a whole number from 0 to 9, or “sunk”."),
        ('"b17/7" = 1', "b17/7: a kit has nothing of this name."),
        ('"sct/columns" = []', "sct/columns: these are odds, such as 1-2."),
        ('"surface/Bismarck" = 8', "surface/Bismarck: no ship of this name is in the order of battle."),
        ('"fighters/Kaga" = { F = 7 }', "fighters/Kaga: this is a whole number from 0 to 40."),
        ('"fighters/Bismarck" = 7', "fighters/Bismarck: no ship of this name is in the order of battle."),
        (
            '"air/Midway" = { D = 20, T = 5 }\n"fighters/Midway" = 6',
            "fighters/Midway: Midway holds no more than 30 squadrons, fighters among them.",
        ),
        ('"crt/columns" = ["1-0"]', "crt/columns: these are odds, such as 1-2."),
        ("colour = 1\nshape = 2", "colour: a kit has nothing of this name. And 1 more like it."),
    ],
)  # fmt: skip
def test_a_kit_that_cannot_be_right(laptop: Laptop, cells: str, words: str) -> None:
    said = laptop.turned_away(f"{HEAD}[cells]\n{cells}\n".encode())
    assert said.startswith(f"That kit cannot be right. {words}")


def test_the_import_page(laptop: Laptop) -> None:
    assert 'type="file"' in laptop.get("/kits/import").text
    assert laptop.post("/kits/import").status_code == 422


# The pure part.


def test_what_the_rulebook_tells_is_sound() -> None:
    assert problems(kits.known()) == []
    assert problems(midway_kit()) == []
    assert problems({**midway_kit(), **full_chart()}) == []
    assert sound(midway_kit()) == midway_kit()
    assert sound({**midway_kit(), "board/columns": 0}).keys() & {"board/midway", "board/shaded/us", "board/rows"} == {
        "board/rows"
    }


def test_each_wanting_line_leads_to_its_section() -> None:
    keys = {section.key for section in kit_sheet.SECTIONS}
    for cells in (
        {},
        kits.known(),
        {**midway_kit(), "board/midway": None},
        {k: v for k, v in midway_kit().items() if k != "air/Hornet"},
    ):
        made = kit_sheet.wanting(sound(cells))
        assert made
        assert {section for _, section in made} <= keys
        assert {words for words, _ in made} >= set(kits.wanting(sound(cells)))
    assert [key for _, key in kit_sheet.wanting({k: v for k, v in midway_kit().items() if k != "air/Hornet"})] == [
        "air"
    ]
    assert kit_sheet.wanting(midway_kit()) == []


WORDS = st.one_of(
    st.sampled_from(
        ["", "1", "7", "31", "yes", "A-1-A", "E-3-E A-1-B", "CV", "BB", "us", "1-1 2-1", "2/3", "sunk/1", "1900", "Kaga",
         "New", "0", "-1", "99999999999999999999", "١", "ship,hits\nKaga,3", "die\t1-1\n1\t2/3", "é\x00", "|", "1"]
    ),
    st.text(max_size=40),
)  # fmt: skip
NAMES = sorted({name for section in kit_sheet.SECTIONS for name in kit_sheet.shown(section.key, midway_kit())})
FIELDS = st.one_of(
    st.sampled_from(
        [*NAMES, "new-name|us", "new-name|japan", "type|new|us", "arrives|new|japan", "pasted", "sure", "doubted", "name", "seen"]
    ),
    st.text(max_size=12),
)  # fmt: skip
POST = st.tuples(
    st.sampled_from([*(section.key for section in kit_sheet.SECTIONS), "rename"]),
    st.dictionaries(FIELDS, st.lists(WORDS, min_size=1, max_size=3), max_size=8),
    st.booleans(),
)


@pytest.fixture(scope="module")
def shared() -> Iterator[Laptop]:
    with tempfile.TemporaryDirectory() as folder:
        made = Laptop(Path(folder))
        yield made
        made.store.close()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(posts=st.lists(POST, min_size=1, max_size=3), whole=st.booleans())
def test_no_post_breaks_a_page_or_a_kit(shared: Laptop, posts: list[Any], whole: bool) -> None:
    shared.kit({**midway_kit(), **full_chart()} if whole else kits.known())
    for section, fields, over in posts:
        shown = {} if section == "rename" or not over else kit_sheet.shown(section, shared.cells())
        answer = shared.post(f"/kits/k1/{section}", {**shown, **fields})
        assert answer.status_code in (303, 422), answer.text
        assert problems(shared.cells()) == []
    assert shared.get("/kits/k1").status_code == 200
    assert tomllib.loads(shared.get("/kits/k1/export").text)["cells"] == shared.cells()


@settings(max_examples=80, deadline=None)
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | st.sampled_from(["A-1-A"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["D", "T", "hits", "lost", "side"]), inner),
        max_leaves=6,
    ),
    key=st.sampled_from([*midway_kit(), *full_chart()]) | st.text(max_size=12),
)  # fmt: skip
def test_whatever_a_cell_holds_it_is_judged(key: str, value: Any) -> None:
    cells = {**midway_kit(), key: value}
    left = sound(cells)
    assert problems(left) == []
    for section in kit_sheet.SECTIONS:
        shown = kit_sheet.shown(section.key, left)
        kit_sheet.facts(section.key, left)
        if not section.folded and shown.get("columns", ["x"]) != [""]:
            try:
                kit_form.read(section.key, shown, left)
            except Refusal:
                assert section.key in ("board", "time", "roster", "depth")
    kit_sheet.wanting(left)


@settings(max_examples=60, deadline=None)
@given(
    content=st.binary(max_size=200)
    | st.text(max_size=200).map(str.encode)
    | st.text(max_size=80).map(lambda t: f"{HEAD}[cells]\n{t}".encode())
)
def test_no_file_breaks_the_import(shared: Laptop, content: bytes) -> None:
    assert shared.send(content).status_code in (303, 422)


def test_games_bring_their_own_sheet() -> None:
    assert set(kit_pages.SHEETS) == set(GAMES)
    source = Path(kit_form.__file__).read_text() + Path(kit_sheet.__file__).read_text()
    assert "flask" not in source
    assert "umpire.web" not in source


# In a browser.

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def page(laptop: Laptop) -> Iterator[Page]:
    """A laptop's browser on the page of a new kit; anything it complains of fails the test."""
    if not CHROMIUM.exists():
        pytest.skip("needs Chromium")
    laptop.kit()
    app_of_all().extensions["host"] = laptop.host
    server = make_server("127.0.0.1", 0, app_of_all(), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    complaints: list[str] = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        made = browser.new_page(viewport={"width": 1280, "height": 800})
        made.on("pageerror", lambda error: complaints.append(str(error)))
        made.on("console", lambda said: complaints.append(said.text) if "Failed to load" not in said.text else None)
        made.goto(f"http://localhost:{server.server_port}/kits/k1")
        yield made
        browser.close()
    server.shutdown()
    assert complaints == []


def saved(page: Page, section: str) -> None:
    page.click(f"#part-{section} .kit-go")
    page.wait_for_selector(f"#part-{section} [data-word]:has-text('Saved.')")


@pytest.mark.browser
def test_the_board_is_drawn_and_marked_by_tapping(laptop: Laptop, page: Page) -> None:
    page.fill("[name=columns]", "7")
    page.fill("[name=rows]", "6")
    assert page.locator(".kit-zone").count() == 7 * 6 * 9
    page.click("[data-x='1'][data-y='1']")
    page.click("[data-x='1'][data-y='1']")  # again: unmarked
    assert page.input_value("[name=midway]") == ""
    page.click("[data-x='13'][data-y='7']")
    page.click("text=Kure is here")
    page.focus(".kit-board svg")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.input_value("[name=kure]") == "D-3-I"
    page.click("text=Shaded, US edge (right)")
    page.click("button:has-text('Whole outer column')")
    page.click("[data-x='19'][data-y='0']")
    page.click("text=Shaded, Japanese edge (left)")
    page.click("button:has-text('Whole outer column')")
    page.click("[data-x='20'][data-y='0']")  # shaded for the other side now
    page.check("[name=lettered]")
    saved(page, "board")
    cells = laptop.cells()
    assert (cells["board/midway"], cells["board/kure"]) == ("E-3-E", "D-3-I")
    assert set(cells["board/shaded/us"]) == {*edge(BOARD, 20), "G-1-B"} - {"G-1-C"}
    assert set(cells["board/shaded/japan"]) == {*edge(BOARD, 0), "G-1-C"}
    assert "The search board" not in page.inner_text("#kit-wanting")
    page.fill("[name=columns]", "20")
    page.fill("[name=rows]", "20")
    assert page.locator(".kit-zone").count() == 3600


@pytest.mark.browser
def test_saving_one_section_keeps_what_is_typed_in_the_others(laptop: Laptop, page: Page) -> None:
    page.fill("[name='D|Hornet']", "11")
    page.select_option("[name='type|Tone']", "CL")
    page.click("#part-roster .kit-go")  # seventeen ships have no hour yet
    page.wait_for_selector("#part-roster .refusal")
    page.click(".kit-hours span:has-text('0300')")
    saved(page, "time")
    assert page.input_value("[name='type|Tone']") == "CL"
    assert page.input_value("[name='D|Hornet']") == "11"
    page.select_option("#part-roster [data-fill] select", label="1300 June 5")
    page.click("#part-roster [data-fill] button")
    page.fill("[name='new-name|japan']", "Junyo")
    page.select_option("[name='type|new|japan']", "CV")
    page.select_option("[name='arrives|new|japan']", label="0500 June 4")
    saved(page, "roster")
    assert laptop.cells()["roster"]["Mogami"]["arrives"] == 17
    assert laptop.cells()["roster"]["Tone"]["type"] == "CL"
    assert laptop.cells()["track/nights"] == ["1900", "2100", "2300", "0100"]
    assert page.input_value("[name='D|Hornet']") == "11"
    page.fill("[name='D|Junyo']", "6")
    page.fill("[name='T|Junyo']", "3")
    page.fill("[name='T|Hornet']", "5")
    saved(page, "air")
    assert laptop.cells()["air/Junyo"] == {"D": 6, "T": 3}
    page.fill("[name='hits|Atlanta']", "4")
    page.press("[name='hits|Atlanta']", "Enter")
    page.check("#part-ships [name=sure]")
    saved(page, "ships")
    assert laptop.cells()["hits/Atlanta"] == 4


@pytest.mark.browser
def test_the_tournament_sections_open_on_a_tap_and_stay_open(laptop: Laptop, page: Page) -> None:
    assert not page.is_visible("#part-fvf")
    page.click("#kit-nav a:has-text('Tournament game')")
    page.fill("[name='fvf/1-1/2']", "3")
    page.fill("[name='b17/6']", "sunk")
    page.click("#part-fvf .kit-go")
    page.wait_for_selector("#part-fvf .refusal:has-text('a stroke')")
    assert page.input_value("[name='fvf/1-1/2']") == "3"
    page.fill("[name='fvf/1-1/2']", "3/2")
    saved(page, "fvf")
    assert page.input_value("[name='b17/6']") == "sunk"
    saved(page, "b17")
    assert laptop.cells()["fvf/1-1/2"] == {"attacker": 3, "defender": 2}
    assert laptop.cells()["b17/6"] == "sunk"


@pytest.mark.browser
def test_an_app_that_is_gone_is_said_and_nothing_is_lost(page: Page) -> None:
    page.route("**/kits/k1/depth", lambda route: route.abort())
    page.fill("[name=depth]", "9")
    with page.expect_event("console"):  # the browser's own word on it
        page.click("#part-depth .kit-go")
    page.wait_for_selector("#part-depth [data-word]:has-text('the app does not answer')")
    assert page.input_value("[name=depth]") == "9"
