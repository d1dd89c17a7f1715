"""The page of a kit of Carrier: its forms as the laptop posts them, and a whole painted map as a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games.carrier.boxes import EDGES, full_kit
from tests.kits.test_victory_kit import Strict
from tests.web.test_kits import Laptop
from umpire.games.carrier import air_grids, chart_grids, charts, kit_map, kit_sheet
from umpire.games.carrier import kit as kits
from umpire.table.numbered import neighbours
from umpire.web import kits as kit_pages

GAME = "carrier"
JSON = Any


class OwnLaptop(Laptop):
    """The laptop's browser at a copy of this game."""

    def kit(self, cells: dict[str, JSON] | None = None, name: str = "Mine") -> str:
        self.store.save_kit("k1", GAME, name, cells or {})
        return "k1"


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[OwnLaptop]:
    made = OwnLaptop(tmp_path)
    yield made
    made.store.close()


def painted() -> dict[str, JSON]:
    """A map whose every hex was spoken of, in twelve areas with all their compasses, and every third side shut."""
    places = [f"{r:02}{c:02}" for r in range(EDGES["north"], 40) for c in range(5, 55)]
    kit: dict[str, JSON] = {"map_bounds": {"north": 12, "south": 39, "east": 5, "west": 54}}
    kit |= {f"mission_area/{place}": 4 + int(place) % 9 for place in places}
    kit |= {f"terrain/{place}": ("high", "coastal", "land")[int(place) % 3] for place in places}
    sure = charts.data()[charts.SURE]
    kit |= {key.replace("sea/", "terrain/"): "coastal" for key in sure if charts.chart_of(key) == "sea"}
    kit = {key: value for key, value in kit.items() if key not in sure}  # the app has those
    sides = sorted({"-".join(sorted((place, other))) for place in places for other in neighbours(place)})
    kit |= {f"blocked_side/{side}": "yes" for side in sides[::3]}
    arrows = {str(n): "SE" for n in range(1, 11)}
    kit |= {f"compass/{area}/{goal}/{kind}": arrows for area in range(1, 13) for goal, kind in kit_map.CARDS}
    return kit


def typed_over() -> dict[str, JSON]:
    """Every cell of every chart as its owner's own."""
    kit: dict[str, JSON] = {}
    for line in (*air_grids.STRENGTH_LINES, ""):
        before = f"strength_1_2_columns/{line}" if line else "strength_3_4_columns"
        kit |= {f"{before}/{n}": {"from": n, "to": n} for n in range(1, 12)}
    kit |= {f"{chart}/column/{n}": n for chart in ("us_cap", "air_ground") for n in range(1, 11)}
    for chart in (chart for section in kit_sheet.CHARTS.values() for chart in section):
        kit |= {key: kits.cell(key, {}).suggestion or full_kit().get(key) for key in chart_grids.keys(chart, kit)}
    return {key: value for key, value in kit.items() if value is not None}


@pytest.mark.parametrize("cells", [{}, full_kit()], ids=["empty", "full"])
def test_the_page_is_drawn_whatever_is_filled_in(laptop: OwnLaptop, cells: dict[str, JSON]) -> None:
    laptop.kit(cells)
    answer = laptop.get("/kits/k1")
    assert answer.status_code == 200
    Strict().feed(answer.text)
    for section in kit_sheet.SECTIONS:
        assert f'id="part-{section.key}"' in answer.text
    assert "Complete." in answer.text
    assert 'src="/static/paint.js"' in answer.text


def test_the_brush_is_loaded_at_no_other_game(laptop: OwnLaptop) -> None:
    laptop.store.save_kit("k2", "midway", "Other", {})
    assert "paint.js" not in laptop.get("/kits/k2").text


def test_each_section_as_the_page_shows_it_can_be_saved(laptop: OwnLaptop) -> None:
    kit = full_kit()
    laptop.kit(kit)
    for section in kit_sheet.SECTIONS:
        fields = {name: list(values) for name, values in kit_sheet.shown(section.key, kit).items()}
        assert laptop.saves(section.key, fields) == kit


def part(laptop: OwnLaptop, section: str) -> str:
    page = laptop.get("/kits/k1").text
    return unescape(page.partition(f'id="part-{section}"')[2].partition("</section>")[0])


def test_a_chart_is_shown_with_its_source_and_agreed_to_with_one_key(laptop: OwnLaptop) -> None:
    laptop.kit()
    shown = part(laptop, "aa")
    assert "transcribed in github.com/mamboguy/Carrier" in shown
    assert "7 borne out by the rulebook or the counters (✓)" in shown
    assert re.search(r'<input name="aa/30/5" value="" placeholder="1"[^>]*><sup[^>]*>✓', shown)
    assert laptop.saves("aa", {"agree": "aa", "aa/20/8": "3"}) == {"aa/20/8": 3, "agreed/aa": "yes"}
    assert "You said that yours agrees" in part(laptop, "aa")
    assert laptop.saves("aa", {"unsay": "aa"}) == {"aa/20/8": 3}


def test_the_enter_key_agrees_to_nothing(laptop: OwnLaptop) -> None:
    """The first key of a form is the one that Enter taps: it has no name."""
    laptop.kit()
    for section in kit_sheet.CHARTS:
        first = re.search(r"<button[^>]*>", part(laptop, section))
        assert first
        assert "name=" not in first[0]


def test_what_was_refused_is_still_there(laptop: OwnLaptop) -> None:
    laptop.kit()
    said = laptop.refused("aa", {"aa/20/8": "many", "aa/20/9": "2"})
    assert said.startswith("Antiaircraft Fire Table, “20” column, modified 8: “many” will not do.")
    answer = laptop.post("/kits/k1/aa", {"aa/20/8": "many", "aa/20/9": "2"}).text
    assert 'name="aa/20/8" value="many"' in answer
    assert 'name="aa/20/9" value="2"' in answer


def test_a_contradiction_is_challenged_and_then_kept(laptop: OwnLaptop) -> None:
    laptop.kit()
    challenged = laptop.post("/kits/k1/damage", {"damage/6": "1"})
    words = "Air Attack Damage Table, modified 6: hits: the rulebook or a counter has 2."
    assert challenged.status_code == 422
    assert words in unescape(challenged.text)
    assert laptop.saves("damage", {"damage/6": "1", "sure": "1", "doubted": [words]}) == {"damage/6": 1}


def test_a_map_typed_without_a_script_is_as_good_as_painted(laptop: OwnLaptop) -> None:
    laptop.kit()
    fields = {
        "north": "12",
        "south": "38",
        "east": "9",
        "west": "49",
        "coastal": "2126 2226",
        "land": "2229",
        "high": "",
    }
    made = laptop.saves("map", {**fields, "sides": "2226-2326", "areas": "4: 2226-2228", "whole": "4"})
    assert made["terrain/2226"] == "coastal"
    assert made["blocked_side/2226-2326"] == "yes"
    assert (made["mission_area/2228"], made["area_whole/4"]) == (4, "yes")
    assert "Area 4" in part(laptop, "compasses")
    made = laptop.saves("compasses", {"compass/4/Guadalcanal/C|1": "E", "compass/4/Guadalcanal/C|6": "SE"})
    assert made["compass/4/Guadalcanal/C"]["10"] == "SE"


def test_what_fog_needs_leads_to_its_sections(laptop: OwnLaptop) -> None:
    laptop.kit()
    page = laptop.get("/kits/k1").text
    for words, section in kit_sheet.later({}):
        assert f'href="#part-{section}">{words}' in unescape(page)
    laptop.kit(full_kit())
    assert "Fog+" not in laptop.get("/kits/k1").text


# As a file.


@pytest.mark.parametrize("cells", [{}, full_kit(), painted()], ids=["empty", "full", "painted"])
def test_a_file_comes_back_equal(laptop: OwnLaptop, cells: dict[str, JSON]) -> None:
    laptop.kit(cells)
    file = laptop.get("/kits/k1/export")
    assert kit_pages.from_file(file.text) == (GAME, "Mine", cells)
    taken = laptop.send(file.text.encode())
    assert taken.status_code == 303
    assert laptop.cells(taken.headers["Location"].rsplit("/", 1)[1]) == cells


def test_a_whole_map_with_every_chart_typed_over_fits_into_a_file_and_a_form(laptop: OwnLaptop) -> None:
    cells = {**typed_over(), **painted()}
    laptop.kit(cells)
    file = laptop.get("/kits/k1/export").text.encode()
    assert len(painted()) > 4000
    assert len(cells) > 7000
    assert len(file) < kit_pages.LIMIT * 0.7
    fields = {name: list(values) for name, values in kit_sheet.shown("map", cells).items()}
    assert laptop.saves("map", fields) == cells


def test_a_file_with_what_cannot_be_printed_is_turned_away(laptop: OwnLaptop) -> None:
    laptop.kit({"damage/6": 2})
    file = laptop.get("/kits/k1/export").text.replace('"damage/6" = 2', '"damage/6" = "many"')
    assert laptop.turned_away(file.encode()).startswith(
        "That kit cannot be right. damage/6: this cannot be printed there."
    )
