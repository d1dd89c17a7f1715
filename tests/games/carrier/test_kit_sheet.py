"""The kit of Carrier: printed tables as they are typed, the map, what a kit cannot hold, and what fog+ needs of it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.carrier.boxes import EDGES, full_kit
from tests.games.carrier.scenes import Answers, run, scene
from umpire.games.carrier import chart_grids, charts, compact, kit_map, kit_sheet, kit_tables
from umpire.games.carrier import kit as kits
from umpire.games.carrier import map as sea
from umpire.games.carrier.bands import runs
from umpire.games.carrier.chart_picture import asked_for, drawn
from umpire.games.carrier.charts import DOUBTFUL, LIKELY, SURE
from umpire.games.carrier.grids import BANDS, ROWS, SPANS, STEPS
from umpire.games.carrier.kit_check import doubts, names, problems, sound
from umpire.games.carrier.parts import PARTS
from umpire.table.asks import Refusal
from umpire.table.charts import Cells
from umpire.table.numbered import neighbours

JSON = Any
FOG = {"fog": True, "scenario": "standard"}
SECTIONS = [section.key for section in kit_sheet.SECTIONS]
CHARTS = [chart for section in kit_sheet.CHARTS.values() for chart in section]


def typed(section: str, cells: dict[str, JSON], **changes: str) -> dict[str, JSON]:
    """The cells after a section was saved as it is shown, with some fields typed over."""
    fields = {name: list(values) for name, values in kit_sheet.shown(section, cells).items()}
    return kit_sheet.read(section, {**fields, **{name: [text] for name, text in changes.items()}}, cells)


def put(section: str, cells: dict[str, JSON], fields: dict[str, str]) -> dict[str, JSON]:
    return typed(section, cells, **fields)


def refused(section: str, fields: dict[str, str], cells: dict[str, JSON] | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        put(section, cells or {}, fields)
    return str(refusal.value)


# Every chart lies on the page.


def test_every_chart_is_on_the_page_once_and_the_map_holds_the_rest() -> None:
    assert len(CHARTS) == len(set(CHARTS))
    painted = {"terrain", "sea", "blocked_side", "map_bounds", "rabaul_hex", "sea_closer", "mission_area", "area_whole"}
    headings = {"strength_1_2_columns", "strength_3_4_columns"}
    assert set(kits.all_charts()) == {*CHARTS, *painted, *headings, "compass", charts.AGREED}


@pytest.mark.parametrize("part", [SURE, LIKELY, DOUBTFUL])
def test_all_that_ships_stands_in_some_table(part: str) -> None:
    tables = {key for chart in CHARTS for grid in chart_grids.of(chart, {}) for key in grid.every()}
    shipped = [key for key in charts.data()[part] if charts.chart_of(key) in CHARTS]
    missing = [key for key in shipped if key not in tables]
    assert missing == (["guadalcanal_air/modifier/january"] if part == LIKELY else [])  # Guadalcanal is Japanese then


@pytest.mark.parametrize("chart", CHARTS)
def test_each_cell_of_a_table_has_a_box_or_one_text(chart: str) -> None:
    for grid in chart_grids.of(chart, full_kit()):
        for key in grid.every():
            cell = kits.cell(key, {})
            assert names(key), key
            if grid.shape != ROWS and grid.shape not in (SPANS, STEPS):
                assert cell.bare or charts.chart_of(key) in compact.LIKE, key


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("kit", [{}, full_kit()], ids=["empty", "full"])
def test_saving_what_is_shown_changes_nothing(section: str, kit: dict[str, JSON]) -> None:
    assert typed(section, kit) == kit


@pytest.mark.parametrize("chart", [chart for chart in CHARTS if chart in compact.LIKE])
def test_one_text_says_what_its_boxes_say(chart: str) -> None:
    for key in chart_grids.keys(chart, full_kit()):
        cell = kits.cell(key, {})
        value = charts.value(full_kit(), key)
        assert compact.read(cell, compact.text(key, value)) == value, key


# Typing.


@pytest.mark.parametrize(
    ("section", "key", "text", "value"),
    [
        ("aa", "aa/20/5", "1", 1),
        ("aa", "aa/modifier/120", "-2", -2),
        ("aa", "aa/modifier/120", "−2", -2),
        ("contact", "contact/3/6", "contact", "contact"),
        ("contact", "contact/3/6", "w", "wrong target"),
        ("search", "search/2", "L", "L"),
        ("search", "search/2", "l, c", "L, chit +1"),
        ("search", "search/2", "n", "nothing"),
        ("intel_1_2", "intel_1_2/Large/3", "medium s", "medium surface"),
        ("intel_2_3", "intel_2_3/Small Transport/10", "a", "a"),
        ("intel_3_4", "intel_3_4/2 CVL/5", "1 cvl + 1 CVE", {"CV": 0, "CVL": 1, "CVE": 1}),
        ("intel_3_4", "intel_3_4/Small DD/1", "3 DD", {"BB": 0, "CA": 0, "CL": 0, "DD": 3}),
        ("intel_3_4", "intel_3_4/A/4", "10/10/1", {"TR": 10, "DD": 10, "CL": 1}),
        ("arrival", "arrival/guadalcanal/1/1", "1726", {"hex": 1726, "chit": "none"}),
        ("arrival", "arrival/guadalcanal/1/1", "1726 S", {"hex": 1726, "chit": "surface"}),
        ("arrival", "arrival/guadalcanal/transport/1", "2334", 2334),
        ("repair", "repair/H/1", "0 I", {"hits": 0, "i": "yes"}),
        ("repair", "repair/M/1", "+1", {"hits": 1, "i": "no"}),
        ("ext_range", "ext_range/night/4", "1/4", "1/4"),
        ("available", "available/Lexington", "1", 1),
        ("points", "vp_schedule/air_point", "1/2", "1/2"),
    ],
)
def test_a_cell_is_typed_as_players_write_it(section: str, key: str, text: str, value: JSON) -> None:
    assert put(section, {}, {key: text}) == {key: value}


@pytest.mark.parametrize(
    ("section", "key", "text", "words"),
    [
        ("aa", "aa/20/5", "many", "Antiaircraft Fire Table, “20” column, modified 5: “many” will not do."),
        ("contact", "contact/3/6", "hit", "“miss”, “contact” or “wrong target”"),
        ("intel_1_2", "intel_1_2/Large/3", "medium x", "Intelligence, Level 1 to 2, Large, die 3"),
        ("intel_3_4", "intel_3_4/2 CVL/5", "2 BB", "“2 BB” will not do. It is typed like 2 CV+1 CVE."),
        ("intel_3_4", "intel_3_4/A/4", "9/9", "9/9/9 for TR, DD and CL"),
        ("arrival", "arrival/guadalcanal/1/1", "17", "2845, or 2845s"),
        ("repair", "repair/H/1", "x", "-1, 0 or 0 I"),
        ("close_reaction", "close_reaction/large/carrier/day", "1-4 E", "E, or 1-4 E, 5-10 R"),
        ("close_reaction", "close_reaction/large/carrier/day", "2-10 E", "E, or 1-4 E, 5-10 R"),
        ("close_reaction", "close_reaction/large/carrier/day", "1-5 E, 5-10 R", "E, or 1-4 E, 5-10 R"),
        ("close_reaction", "close_reaction/large/carrier/day", "Q", "E, or 1-4 E, 5-10 R"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_the_cell(section: str, key: str, text: str, words: str) -> None:
    assert words in refused(section, {key: text})


def test_a_reaction_is_typed_as_codes_with_their_dice() -> None:
    key = "close_reaction/large/carrier/japan"
    made = put("close_reaction", {}, {key: "1-4 E1, 5 usop; 6-10 r"})[key]
    assert made == {"code1": "E1", "to1": 4, "code2": "USOp", "to2": 5, "code3": "R", "to3": 10}
    assert put("close_reaction", {}, {key: "i"})[key]["code1"] == "I"


def test_a_blank_takes_a_value_away_and_the_apps_own_stands_again() -> None:
    kit = put("aa", {}, {"aa/20/8": "3"})
    assert charts.value(kit, "aa/20/8") == 3
    assert put("aa", kit, {"aa/20/8": " "}) == {}


def test_a_row_is_typed_whole_or_what_is_left_blank_is_the_apps() -> None:
    made = put("commitment", {}, {"commitment/early-1/2|points": "25"})
    assert made["commitment/early-1/2"] == {**charts.suggested("commitment/early-1/2"), "points": 25}
    assert "phase 2 is still blank" in refused("records", {"records_J/9|1": "4"})
    whole = {f"records_J/9|{phase}": str(n) for phase, n in ((1, 4), (2, 5), (3, 3))}
    assert put("records", {}, whole) == {"records_J/9": {"1": 4, "2": 5, "3": 3}}


def test_the_ends_of_a_table_stand_for_what_lies_beyond_where_that_is_said() -> None:
    said = {"damage/3": "0", "damage/6": "2", "damage/9": "4"}
    assert "damage/2" not in put("damage", {}, said)
    made = put("damage", {}, {**said, "ends|damage/{row}": "yes"})
    assert (made["damage/-4"], made["damage/19"]) == (0, 4)
    assert "damage/5" not in made  # blanks between are asked for


def test_ends_of_rows_with_several_boxes() -> None:
    row = {"air_target/1|priority": "carriers", "air_target/1|alternate": "none", "air_target/1|second": "none"}
    made = put("air_target", {}, {**row, "ends|air_target/{row}": "yes"})
    assert made["air_target/15"] == {"priority": "carriers", "alternate": "none", "second": "none"}


BAND = "whole|aa/size/japan/{row}"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("1-3 -2, 4-6 0, 7+ 2", {1: -2, 3: -2, 4: 0, 7: 2, 20: 2}),
        ("1-3: −2; 4 +1", {1: -2, 3: -2, 4: 1, 5: None}),
        ("1+ 0, 8+ 2", {1: 0, 7: 0, 8: 2, 20: 2}),
    ],
)
def test_a_list_is_typed_in_bands(text: str, made: dict[int, JSON]) -> None:
    kit = put("aa", {}, {BAND: text})
    assert {n: kit.get(f"aa/size/japan/{n}") for n in made} == made
    assert typed("aa", kit) == kit


def test_bands_of_ratios_are_typed_as_they_are_printed() -> None:
    kit = put("points", {}, {"whole|victory_ratio/{row}": "none total, 1+ marginal, 1.5+ minor, 2.25+ substantial"})
    assert [kit[f"victory_ratio/{n}"] for n in ("none", 145, 150, 220, 225, 1000)] == [
        *("total", "marginal", "minor", "minor", "substantial", "substantial")
    ]
    shown = kit_sheet.shown("points", kit)["whole|victory_ratio/{row}"]
    assert shown == ["none total, 1.00-1.45 marginal, 1.50-2.20 minor, 2.25-10.00 substantial"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1-3", "will not do. It is typed like 1-4 -3"),
        ("0-3 -2", "there is no 0; it goes from 1 to 20"),
        ("1-3 x", "“x” will not do"),
        ("1-3 -2 4-6 0", "“-2 4-6 0” will not do|“1-3 -2 4-6 0” will not do"),
    ],
)
def test_bands_that_will_not_do(text: str, words: str) -> None:
    said = refused("aa", {BAND: text})
    assert any(each in said for each in words.split("|")), said


def test_headings_come_first_and_their_table_under_them() -> None:
    name = "whole|strength_1_2_columns/2-3/{row}"
    kit = put("strength_1_2", {}, {name: "0-5 6 7-9 10+"})
    assert kit["strength_1_2_columns/2-3/10"] == {"from": 10, "to": 99}
    kit = put("strength_1_2", kit, {"strength_1_2/2-3/7-9/4": "5/4", "strength_1_2/2-3/6/4": "3"})
    assert kit["strength_1_2/2-3/7-9/4"] == {"1": 5, "2": 4}
    assert kit["strength_1_2/2-3/6/4"] == {"1": 3, "2": 0}
    assert kit_sheet.shown("strength_1_2", kit)[name] == ["0-5 6 7-9 10+"]
    fewer = put("strength_1_2", kit, {name: "0-5 6 7+"})
    assert "strength_1_2/2-3/7-9/4" not in fewer  # a column that is gone takes its cells with it
    assert fewer["strength_1_2/2-3/6/4"] == {"1": 3, "2": 0}


def test_headings_of_steps_say_under_which_each_number_is_read() -> None:
    kit = put("us_cap", {}, {"whole|us_cap/column/{row}": "2 4 6 10"})
    assert [kit.get(f"us_cap/column/{n}") for n in (1, 2, 5, 6, 9, 24)] == [None, 2, 4, 6, 6, 10]
    kit = put("us_cap", kit, {"us_cap/10/3": "2"})
    assert kit["us_cap/10/3"] == 2
    assert "us_cap/10/3" not in put("us_cap", kit, {"whole|us_cap/column/{row}": "2 4 6"})


def test_headings_met_at_a_table_are_not_taken_for_all_of_them() -> None:
    kit = {"us_cap/column/7": 6, "us_cap/6/4": 0}
    assert put("us_cap", kit, {"us_cap/6/5": "1"}) == {**kit, "us_cap/6/5": 1}


@pytest.mark.parametrize("text", ["5-3", "0-5 5", "x", "6 4"])
def test_headings_that_will_not_do(text: str) -> None:
    assert "will not do. From the left" in refused("strength_1_2", {"whole|strength_1_2_columns/3+/{row}": text})


@pytest.mark.parametrize("text", ["6 4", "0 2", "2 x", "2 100"])
def test_first_numbers_of_headings_go_up(text: str) -> None:
    assert "will not do. From the left" in refused("us_cap", {"whole|us_cap/column/{row}": text})


def test_what_a_table_learnt_beyond_the_printed_rows_is_shown_and_kept() -> None:
    kit = {"damage/25": 5, "records_J/30": {"1": 9, "2": 9, "3": 9}}
    assert [box["name"] for box in kit_tables.facts("damage", kit)["loose"]] == ["damage/25"]
    assert put("damage", kit, {"damage/25": "6"})["damage/25"] == 6
    assert put("records", kit, {"records_J/30|1": "8"})["records_J/30"] == {"1": 8, "2": 9, "3": 9}


# Mine agrees.


def agreed(chart: str, section: str, cells: dict[str, JSON], key: str = "agree", **changes: str) -> dict[str, JSON]:
    return put(section, cells, {key: chart, **changes})


def test_one_key_says_that_a_chart_agrees_and_another_that_it_does_not() -> None:
    kit = agreed("aa", "aa", {}, **{"aa/20/8": "3"})
    assert kit == {"aa/20/8": 3, "agreed/aa": "yes"}
    assert (charts.value(kit, "aa/20/8"), charts.value(kit, "aa/20/7")) == (3, 1)
    assert not charts.has(kit, "aa/period/oct42")  # what looks odd is asked for all the same
    assert agreed("aa", "aa", kit, "unsay") == {"aa/20/8": 3}


def test_the_page_says_where_a_value_comes_from_and_how_sure_it_is() -> None:
    facts = kit_tables.facts("aa", {"aa/20/8": 3})
    assert "github.com/mamboguy/Carrier" in facts["source"]
    assert (facts["sure"], facts["likely"], facts["odd"]) == (7, 151, 2)
    boxes = {
        box["name"]: box
        for grid in facts["grids"]
        if grid["shape"] == "table"
        for row in grid["rows"]
        for box in row["boxes"]
    }
    assert (boxes["aa/30/5"]["hint"], boxes["aa/30/5"]["mark"]) == ("1", "✓")
    assert (boxes["aa/period/oct42"]["hint"], boxes["aa/period/oct42"]["mark"]) == ("0", "?")
    assert (boxes["aa/20/7"]["hint"], boxes["aa/20/7"]["mark"]) == ("1", "")
    assert boxes["aa/modifier/0"]["hint"] == ""


def test_at_the_table_a_chart_is_put_before_the_players_by_itself() -> None:
    g = scene()
    asked: list[list[str]] = []

    class Looking(Answers):
        def to(self, party: str, ask: Any) -> JSON:
            assert isinstance(ask, Cells)
            asked.append([cell.key for cell in ask.cells])
            assert [chart["title"] for chart in asked_for(g.truth.kit, ask)] == (
                [kits.title(ask.cells[0].key.partition("/")[2])] if ask.cells[0].key.startswith("agreed/") else []
            )
            return super().to(party, ask)

    keys = ["aa/20/7", "die_rolls/30", "damage/5"]
    run(g, lambda g: charts.printed(g, "An attack", lambda: keys), Looking(cells={"damage/5": 1}))
    assert asked == [["agreed/aa"], ["agreed/die_rolls"], ["damage/5"]]


def test_a_chart_that_differs_is_asked_cell_by_cell_with_the_apps_value_filled_in() -> None:
    g = scene()
    answers = Answers(cells={"agreed/aa": "no", "aa/20/7": 2})
    seen: list[JSON] = []
    answers_to = answers.to

    def look(party: str, ask: Any) -> JSON:
        seen.append(ask.draft()["typed"])
        return answers_to(party, ask)

    answers.to = look  # type: ignore[method-assign]
    run(g, lambda g: charts.printed(g, "Guns", lambda: ["aa/20/7"]), answers)
    assert seen == [{"agreed/aa": {"": "yes"}}, {"aa/20/7": {"": "1"}}]
    assert g.truth.kit == {"agreed/aa": "no", "aa/20/7": 2}


def test_one_tap_answers_whether_a_chart_agrees() -> None:
    ask = Cells("chart/agreed/aa", cells=[kits.cell("agreed/aa", {})], why="Guns")
    assert list(ask.taps) == [("yes", "Mine agrees"), ("no", "Mine differs")]
    assert ask.value(ask.draft()) == {"agreed/aa": "yes"}


@pytest.mark.parametrize("chart", sorted({charts.chart_of(key) for key in charts.data()[LIKELY]}))
def test_the_chart_that_is_shown_holds_every_value_that_is_agreed_to(chart: str) -> None:
    shown = drawn(chart, {})
    assert shown["source"]
    texts = [text for grid in shown["grids"] for _, row in grid["rows"] for text in row]
    texts = [text.lower() for text in (*texts, *(text for grid in shown["grids"] for _, text in grid["runs"]))]
    for key, value in charts.data()[LIKELY].items():
        if charts.chart_of(key) != chart or key == "guadalcanal_air/modifier/january":
            continue
        spread = compact.spread(key, value)
        for each in value.values() if spread else [value]:
            assert compact.text("" if spread else key, each).lower() in texts, key


def test_only_numbers_are_shown_as_a_run_and_words_as_they_are_printed() -> None:
    modifiers = dict(drawn("jp_cap_combat", {})["grids"][1]["runs"])
    assert (modifiers["no escort"], modifiers["escort below half"]) == ("1?", "1?")
    ships = dict(drawn("available", {})["grids"][0]["runs"])
    assert (ships["Kaga"], ships["Lexington"]) == ("1", "1")
    assert dict(drawn("aa", {})["grids"][2]["runs"])["1-4"] == "−3"
    assert runs([("−2", "0"), ("−1", "0"), ("none", "0"), ("1", "0"), ("2", "0")]) == [
        ("−2 to −1", "0"),
        ("none", "0"),
        ("1-2", "0"),
    ]
    assert drawn("objectives", {})["grids"][0]["rows"][0][1][0] == "Port Moresby"
    assert drawn("level", {})["grids"][0]["rows"][0][1][0] == "L"
    assert drawn("intel_2_3", {})["grids"][1]["rows"][2][1][3] == "2 CV"


def test_what_looks_odd_is_marked_and_the_owners_own_is_shown_instead() -> None:
    def first(kit: dict[str, JSON]) -> str:
        return str(drawn("arrival", kit)["grids"][0]["rows"][1][1][0])

    assert first({}) == "2942?"
    assert first({"arrival/moresby_day/2/1": {"hex": 2934, "chit": "none"}}) == "2934"


# The map.

MAP = {"north": "12", "south": "38", "east": "9", "west": "49"}


def test_a_map_is_typed_as_runs_of_hexes_and_comes_back_so() -> None:
    fields = {**MAP, "coastal": "2126 2228-2226 1930-2130", "land": "2227", "sides": "2226-2125 2330-2331"}
    assert refused("map", fields) == "2227 is both coastal sea and all land."
    kit = put("map", {}, {**fields, "coastal": "2126 2228 2226 1930-2130"})
    assert kit["map_bounds"] == EDGES
    assert [place for place in ("1930", "2030", "2130") if kit[f"terrain/{place}"] == "coastal"] == [
        "1930",
        "2030",
        "2130",
    ]
    assert "terrain/2126" not in kit  # the rulebook has it so
    assert kit["terrain/2227"] == "land"
    assert {key: kit[key] for key in kit if key.startswith("blocked")} == {
        "blocked_side/2125-2226": "yes",
        "blocked_side/2330-2331": "yes",
    }
    shown = kit_sheet.shown("map", kit)
    assert shown["coastal"] == ["1930 2030 2126 2130 2226 2228"]
    assert shown["sides"] == ["2125-2226 2330-2331"]
    assert typed("map", kit) == kit


@pytest.mark.parametrize("seed", range(5))
def test_any_hexes_come_back_as_they_were(seed: int) -> None:
    rng = random.Random(seed)
    places = {f"{rng.randint(12, 20):02}{rng.randint(9, 30):02}" for _ in range(80)}
    assert set(kit_map.hexes(kit_map.text(places), "Coast")) == places


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"coastal": "21x6"}, "Coastal sea: “21x6” is no hex"),
        ({"land": "2120-2230"}, "All land: 2120-2230 runs neither along a row nor along a column."),
        ({"coastal": "2090", **MAP}, "Coastal sea: 2090 lies beyond the edges you gave."),
        ({"areas": "4: 3920", **MAP}, "Area 4: 3920 lies beyond the edges you gave."),
        ({**MAP, "west": ""}, "The west edge, column at the west edge is still blank. A whole number from 49 to 99."),
        ({**MAP, "north": "14"}, "The north edge, row at the north edge: “14” will not do."),
        ({"sides": "2126-2326"}, "“2126-2326” is no side"),
        ({"areas": "2020"}, "Areas: “2020” will not do."),
        ({"areas": "61: 2020"}, "A line begins with a number to 60"),
        ({"areas": "4: 2020\n5: 2020"}, "2020 is in area 4 and in area 5."),
        ({"areas": "4: 2626"}, "2626 is in area 1. The areas of the three objectives have numbers 1 to 3."),
        ({"whole": "4 x"}, "their numbers, 0 for what lies in none"),
        ({"rabaul": "14"}, "Rabaul: “14” is no hex"),
        ({"coastal": "2126 " * 9000}, "more than a map holds"),
    ],
)
def test_a_map_that_will_not_do(fields: dict[str, str], words: str) -> None:
    assert words in refused("map", fields)


def test_what_was_found_in_play_is_kept_unless_it_is_painted_over() -> None:
    kit = {"blocked_side/2126-2226": "no", "sea/2326": "yes", "terrain/2326": "coastal", "sea_closer/2740/2549": {}}
    kept = put("map", {k: v for k, v in kit.items() if k != "sea_closer/2740/2549"}, {"areas": "4: 2020-2026"})
    assert (kept["blocked_side/2126-2226"], kept["sea/2326"], kept["terrain/2326"]) == ("no", "yes", "coastal")
    assert put("map", kept, {"sides": "2126-2226"})["blocked_side/2126-2226"] == "yes"
    assert "terrain/2326" not in put("map", kept, {"coastal": ""})


def test_areas_have_lines_and_what_is_whole_is_said_by_number() -> None:
    kit = put("map", {}, {"areas": "4: 2020-2026\n1: 2625", "whole": "4, 0"})
    assert (kit["mission_area/2023"], kit["mission_area/2625"]) == (4, 1)
    assert (kit["area_whole/4"], kit["area_whole/0"]) == ("yes", "yes")
    assert kit_sheet.shown("map", kit)["areas"] == ["1: 2527 2625-2626\n2: 2549\n3: 3712\n4: 2020-2026"]
    assert "area_whole/4" not in put("map", kit, {"whole": ""})


def test_a_compass_is_a_row_a_number_and_a_blank_is_as_the_one_above() -> None:
    kit = put("map", {}, {"areas": "4: 2020-2026"})
    key = "compass/4/Guadalcanal/C"
    made = put("compasses", kit, {f"{key}|1": "e", f"{key}|5": "SE", f"{key}|9": "sw"})
    assert made[key] == {**dict.fromkeys("1234", "E"), **dict.fromkeys("5678", "SE"), "9": "SW", "10": "SW"}
    assert typed("compasses", made) == made
    blank = {f"{key}|{n}": "" for n in range(1, 11)}
    assert put("compasses", made, blank) == kit
    assert "the number 1 is still blank" in refused("compasses", {f"{key}|2": "E"}, kit)
    assert "“N” will not do" in refused("compasses", {f"{key}|1": "N"}, kit)


def test_an_area_has_no_compass_toward_its_own_objective() -> None:
    rows = {row["area"]: row for row in kit_map.compass_rows({"mission_area/2232": 4})}
    assert [card["words"] for card in rows[1]["cards"]] == [
        "Port Moresby, C",
        "Port Moresby, T",
        "New Hebrides, C",
        "New Hebrides, T",
    ]
    assert rows[4]["own"] == ["New Georgia"]
    assert len(rows[4]["cards"]) == 6


# What is declared whole is never asked.


def test_in_an_area_that_is_whole_the_rest_is_open_high_sea() -> None:
    kit = put("map", {}, {"areas": "4: 2020-2026 2120-2125", "coastal": "2122", "whole": "4"})
    plot = scene(kit).truth
    assert sea.terrain(plot, "2023") == "high"
    assert sea.terrain(plot, "2122") == "coastal"
    assert sea.terrain(plot, "2223") == ""  # in no area
    other = next(place for place in neighbours("2122") if place in ("2121", "2123"))
    assert not sea.uncertain(plot, "2122", other)
    del kit["area_whole/4"]
    assert sea.uncertain(scene(kit).truth, "2122", other)


def test_its_terrain_is_not_asked_for_and_elsewhere_it_is() -> None:
    kit = put("map", {}, {"areas": "4: 2020-2026", "whole": "4"})
    g = scene(kit)
    answers = Answers(cells={"terrain/2423": "high", "terrain/2223": "coastal"})
    run(g, lambda g: sea.know_terrain(g, lambda: ["2023", "2423", "2223"], "Carriers"), answers)
    assert answers.asked == ["chart/terrain/2223"]
    assert g.truth.kit["terrain/2223"] == "coastal"


def test_all_that_lies_in_no_area_may_be_whole_too() -> None:
    plot = scene({"area_whole/0": "yes", "mission_area/2020": 4}).truth
    assert (sea.terrain(plot, "2223"), sea.terrain(plot, "2020")) == ("high", "")


# What no copy could hold, and what the rulebook has otherwise.


@pytest.mark.parametrize(
    "key",
    ["nothing/1", "aa", "aa/x/1", "aa/20/5/6", "terrain/21", "terrain/0020", "blocked_side/2126-2326", "compass/4/Tokyo/C",
     "mission_area/20", "agreed/nothing", "map_bounds/x", "search/none", "damage/1-2", "sea_closer/2126", "area_whole/61",
     "area_whole/04", "strength_1_2_columns/4+/1", "strength_1_2/1-2/4", "jp_cap_combat/mod/1", "level/Akagi/1", "",
     "rabaul_hex/", "map_bounds/", "damage/", "agreed//"],
)  # fmt: skip
def test_a_kit_has_nothing_of_this_name(key: str) -> None:
    assert problems({key: 1}) == [f"{key}: a kit has nothing of this name."]


@pytest.mark.parametrize("value", [None, True, -10, 1.5, "x", [], [1], {}, {"hex": 1}])
def test_whatever_a_cell_holds_it_is_judged_and_no_page_stumbles(value: JSON) -> None:
    kit = full_kit()
    kinds = {charts.chart_of(key): key for key in kit}
    few = {key: kit[key] for key in kinds.values()}
    for chart, key in kinds.items():
        left = sound({**few, key: value})
        assert key not in left or kits.cell(key, {}).allows(value)
        assert problems(left) == []
        for section, held in kit_sheet.CHARTS.items():
            if chart in held:
                kit_sheet.facts(section, left)
                kit_sheet.shown(section, left)
    for section in SECTIONS[:2]:
        kit_sheet.facts(section, sound({"map_bounds": value, "terrain/2020": value}))


PARTS_OF_KEYS = st.sampled_from(
    [*sorted({part for key in full_kit() for part in key.split("/")[:4]})[::7], "none", "-3", "8-10", "", "x", "4-of-9"]
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(kits.all_charts())),
    st.lists(PARTS_OF_KEYS, max_size=4),
    st.sampled_from([0, 3, "yes", "high"]),
)
def test_whatever_a_key_says_it_is_judged_and_no_page_stumbles(chart: str, parts: list[str], value: JSON) -> None:
    left = sound({"/".join([chart, *parts]): value})
    for section in kit_sheet.SECTIONS:
        if left and (section.key in SECTIONS[:2] or chart in kit_sheet.CHARTS[section.key]):
            kit_sheet.facts(section.key, left)
            kit_sheet.shown(section.key, left)
    kit_sheet.later(left)
    doubts(left)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"damage/6": 1}, "Air Attack Damage Table, modified 6: hits: the rulebook or a counter has 2."),
        (
            {"terrain/2126": "land"},
            "Hex 2126: high sea, coastal sea or all land: the rulebook or a counter has coastal.",
        ),
        ({"terrain/2626": "land"}, "Hex 2626: ships stand or move there in the rulebook, so some of it is sea."),
        ({"chit_3/CVL": {"aa": 3, "air": 5}}, "Level 3 chit CVL: the rulebook or a counter has aa 3, air 4."),
    ],
)
def test_where_a_copy_contradicts_the_rulebook(cells: dict[str, JSON], words: str) -> None:
    assert doubts(cells) == [words]


def test_one_public_source_is_no_ground_for_doubt() -> None:
    assert doubts({"aa/20/8": 5, "arrival/guadalcanal/1/1": {"hex": 1230, "chit": "none"}}) == []
    assert doubts(full_kit()) == []


# Before set-up.


@pytest.mark.parametrize("scenario", PARTS)
def test_nothing_is_wanting_before_set_up(scenario: str) -> None:
    assert kits.wanting({}, {"scenario": scenario}) == []
    assert kit_sheet.wanting({}) == []


@pytest.mark.parametrize("scenario", PARTS)
def test_fog_needs_the_charts_whose_blanks_would_tell_where_the_staff_strikes_by_them(scenario: str) -> None:
    missing = kits.wanting({}, {"fog": True, "scenario": scenario})
    assert bool(missing) == (PARTS[scenario].air == "standard")


def test_what_fog_needs_is_said_by_section() -> None:
    assert kit_sheet.later({}) == [
        ("Fog+: the map: its edges, and where there is coast and land.", "map"),
        ("Fog+: Intelligence, Level 1 to 2: whether yours agrees with the app’s and 6 cells.", "intel_1_2"),
        ("Fog+: the Target Table: 33 cells.", "air_target"),
        ("Fog+: the Strength Table, Level 1 and 2: the headings of 4 lines.", "strength_1_2"),
        ("Fog+: the Strength Table, Level 3 and 4: its headings and cells.", "strength_3_4"),
        ("Fog+: the Turnaround Chart: when a strike is turned round.", "turnaround"),
    ]
    assert kits.wanting({}, FOG) == [words for words, _ in kit_sheet.later({})]


def test_a_full_kit_is_ready_for_fog() -> None:
    assert kits.wanting(full_kit(), FOG) == []


@pytest.mark.parametrize(
    ("key", "section"),
    [
        ("map_bounds", "map"),
        ("agreed/intel_1_2", "intel_1_2"),
        ("air_target/4", "air_target"),
        ("air_target_by/carriers", "air_target"),
        ("air_target_mods/advantage", "air_target"),
        ("strength_1_2/3+/none/-6", "strength_1_2"),
        ("strength_3_4/16-19/2", "strength_3_4"),
        ("strength_3_4_mods/far", "strength_3_4"),
    ],
)
def test_a_gap_in_what_fog_needs_is_found(key: str, section: str) -> None:
    kit = {k: v for k, v in full_kit().items() if k != key}
    assert [found for _, found in kit_sheet.later(kit)] == [section]


def test_a_hex_nobody_spoke_of_is_a_gap_unless_its_area_is_whole() -> None:
    kit = full_kit()
    del kit["terrain/2020"]
    assert kits.wanting(kit, FOG) == []  # its area is whole
    kit = {key: value for key, value in kit.items() if not key.startswith("area_whole/")}
    assert kits.wanting(kit, FOG) == ["Fog+: the map: 1 hex not painted, of areas that are not declared whole."]


def test_a_turnaround_that_leaves_a_doubt_is_a_gap() -> None:
    kit = {key: value for key, value in full_kit().items() if not key.startswith("turnaround/")}
    assert [section for _, section in kit_sheet.later(kit)] == ["turnaround"]
    told = {"turnaround/1/9": "no", "turnaround/1/4": "yes", "turnaround/1/5": "no", "turnaround/2/9": "yes"}
    assert kits.wanting({**kit, **told}, FOG) == []  # what is ready for a far target is ready for a near one


def test_headings_of_every_line_are_needed_for_fog() -> None:
    kit = {key: value for key, value in full_kit().items() if not key.startswith("strength_1_2_columns/3+/")}
    assert [words for words, _ in kit_sheet.later(kit)] == [
        "Fog+: the Strength Table, Level 1 and 2: the headings of 1 line."
    ]


# What play comes to ask for.


@pytest.mark.parametrize("chart", [chart for chart in CHARTS if chart not in ("us_cap", "air_ground", "strength_3_4")])
def test_a_chart_knows_its_cells_before_anything_is_typed(chart: str) -> None:
    assert chart_grids.keys(chart, {})


def test_bands_are_shown_as_they_are_typed() -> None:
    facts = kit_tables.facts("intel_1_2", {})
    (band,) = [grid for grid in facts["grids"] if grid["shape"] == BANDS]
    assert band["hint"].startswith("0-5 −4, 6 −3, 7 −2, 8 −1, 9 0, 10 1")
