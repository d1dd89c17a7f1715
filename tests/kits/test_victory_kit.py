"""The kit of Victory at Midway: its cells, what set-up needs, how it is typed, and where it contradicts the rulebook."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from tests.games.victory_kit import CRUISERS, DESTROYERS, FOG, bare_kit, complete_kit
from tests.web.test_kits import CHROMIUM, FLAGS, Laptop, app_of_all
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway import kit_sheet
from umpire.games.victory_at_midway.kit_check import problems, sound
from umpire.games.victory_at_midway.terms import AIR_TYPES, BASES, CLASSES, KINDS, SUBS
from umpire.table.asks import Refusal
from umpire.table.hexes import HexBoard
from umpire.web import kits as kit_pages

GAME = "victory-at-midway"
OPTIONS = {"fog": True, "submarines": True, "islands": True}


def without(*keys: str, kit: dict[str, Any] | None = None) -> dict[str, Any]:
    return {key: value for key, value in (kit or complete_kit()).items() if key not in keys}


def with_ship(name: str, **changes: Any) -> dict[str, Any]:
    """A complete kit with one ship changed, added, or, given nothing, taken out."""
    roster = complete_kit()["roster"]
    ship = {**roster.pop(name, {"side": "us", "class": "uDD", "entry": 0}), **changes}
    return complete_kit(roster={**roster, **({name: ship} if changes else {})})


# What set-up needs.


@pytest.mark.parametrize("settings", [{}, OPTIONS])
def test_a_complete_kit_wants_nothing(settings: dict[str, Any]) -> None:
    assert kits.wanting(complete_kit(), settings) == []
    assert problems(complete_kit()) == []
    assert kits.doubts(complete_kit()) == []


def test_a_bare_kit_will_do_until_an_option_needs_more() -> None:
    assert kits.wanting(bare_kit(), {}) == []
    assert problems(bare_kit()) == []
    assert kits.wanting(bare_kit(), {"fog": True}) == ["The map: the hexes of the grey section, for Fog."]
    submarines = ["The turn track: which turns are marked S, for Submarines."]
    assert kits.wanting(bare_kit(), {"submarines": True}) == submarines
    assert kits.wanting(bare_kit(), OPTIONS) == [*kits.wanting(bare_kit(), {"fog": True}), *submarines]


@pytest.mark.parametrize(
    ("kit", "words", "section"),
    [
        (
            without("map/columns"),
            "The map: its last column, and how many hexes stand in column A and in column B.",
            "map",
        ),
        (
            without("map/rows/even"),
            "The map: its last column, and how many hexes stand in column A and in column B.",
            "map",
        ),
        (without("speed/jTT"), "Ships: the speed of Japanese transports.", "ships"),
        (without("speed/jTT", "speed/uDD"), "Ships: the speed of Japanese transports and US destroyers.", "ships"),
        (without("range/D3A"), "Aircraft: the range of D3A Vol.", "planes"),
        (without("group/Hosho"), "Hosho: what air units start there.", "groups"),
        (without("group/Midway"), "Midway: what air units start there.", "groups"),
        (without("capacity/Akagi", "capacity/Kaga"), "Akagi and Kaga: the capacity printed on the display.", "groups"),
        (with_ship("Zuiho"), "Japanese ships: the rulebook needs Zuiho.", "japan"),
        (with_ship("TT3"), "Japanese ships: the rulebook needs TT3.", "japan"),
        (with_ship("Hornet"), "US ships: the rulebook needs Hornet.", "us"),
        (with_ship("Yamato"), "Japanese ships: the rulebook needs Yamato.", "japan"),
    ],
)
def test_each_need_is_named_with_its_section(kit: dict[str, Any], words: str, section: str) -> None:
    assert kit_sheet.wanting(kit) == [(words, section)]


def test_a_new_kit_wants_each_part_once() -> None:
    sections = [section for _, section in kit_sheet.wanting(kit_sheet.known())]
    assert sections == ["map", "us", "japan", "ships", "planes", "groups", "groups"]


def test_us_cruisers_and_destroyers_are_in_the_box() -> None:
    for cls, names in (("uCA", CRUISERS), ("uDD", DESTROYERS)):
        roster = {name: ship for name, ship in complete_kit()["roster"].items() if name not in names}
        assert kits.wanting(complete_kit(roster=roster), {}) == [f"US ships: there are {CLASSES[cls][2]} in the box."]


def test_vm_r16_submarines_are_needed_only_while_they_are_set_up() -> None:
    for name, side in (("SS4", "US"), ("SS168", "Japanese")):
        kit = with_ship(name)
        assert kits.wanting(kit, {}) == []
        assert kits.wanting(kit, {"submarines": True}) == [f"{side} ships: the rulebook needs {name}."]


def test_wake_and_johnston_need_their_hexes_on_the_map() -> None:
    small = complete_kit(**{"map/rows/odd": 11})
    assert kits.wanting(small, {}) == []
    assert kits.wanting(small, {"islands": True}) == ["The map: K12 has to be on it for Wake and Johnston Islands."]


def test_a_range_is_needed_of_types_that_are_based_somewhere_only() -> None:
    assert kits.wanting(without("range/A5M"), {}) == ["Aircraft: the range of A5M Claude."]
    zeke = {**without("range/A5M"), "group/Zuiho": {"A6M": 1, "B5N": 1}}
    assert kits.wanting(zeke, {}) == []


def test_single_units_make_up_for_their_class() -> None:
    kit = {**without("range/B4N"), "range/B4N@Hosho": 1}
    assert kits.wanting(kit, {}) == []
    kit = {**without("speed/jCVL"), "speed/Zuiho": 1}
    assert kits.wanting(kit, {}) == ["Ships: the speed of Japanese light carriers."]
    assert kits.wanting({**kit, "speed/Hosho": 1}, {}) == []


def test_later_says_what_only_an_option_needs() -> None:
    assert kit_sheet.later(complete_kit()) == []
    assert [section for _, section in kit_sheet.later(bare_kit())] == ["map", "track"]
    assert set(kit_sheet.NEED_CELLS) == {"fog", "submarines"}


# What ships with the app.


def test_what_the_rulebook_tells_is_sound_and_contradicts_nothing() -> None:
    assert problems(kits.known()) == []
    assert kits.doubts(kits.known()) == []
    assert [kits.known()[f"{what}/A6M"] for what in ("air", "strike", "range")] == [7, 0, 2]
    assert [kits.known()[f"{what}/jBB"] for what in ("aa", "surface", "speed")] == [2, 4, 1]
    assert kits.known()["speed/jTT"] == "1/2"
    assert kits.known()["capacity/Midway"] == 8


def test_what_is_unsure_is_offered_and_is_no_cell() -> None:
    assert kits.suggested("combat/Battalion") == 3
    assert kits.suggested("group/Kaga") == {"A6M": 2, "D3A": 2, "B5N": 3}
    assert not {"combat/Battalion", "group/Kaga", "speed/jCV"} & set(kits.known())
    for key in (*kits.edition()["known"], *kits.edition()["suggested"]):
        assert kits.source(key)


def test_vm_f5_the_first_pile_is_the_nine_units_of_the_example() -> None:
    first = [n for n, s in kits.edition()["roster"].items() if s["entry"] == 1 and s.get("ticked", True)]
    assert len(first) == 9
    assert {"Akagi", "Kaga", "Hiryu", "Soryu", "DD4", "DD10"} <= set(first)


# The map, the track, the air groups.


def test_the_map_of_a_kit() -> None:
    assert kits.board_of(complete_kit(**{"map/off": ["A12"]})) == HexBoard(16, 12, 12, ("A12",))
    assert kits.board_of(bare_kit()) == HexBoard(16, 12, 12, ())
    assert kits.fog_of(complete_kit()) == tuple(FOG)
    assert kits.fog_of(bare_kit()) == ()
    assert kits.s_turns(complete_kit()) == (3, 6, 9, 12, 15, 18, 21, 24)
    assert kits.s_turns(bare_kit()) == ()


@pytest.mark.parametrize(
    ("short", "hours"),
    [
        (1, "0430 0730 1100 1430 1800 2130 0100"),
        (2, "0430 0800 1100 1430 1800 2130 0100"),
        (3, "0430 0800 1130 1430 1800 2130 0100"),
        (4, "0430 0800 1130 1500 1800 2130 0100"),
        (5, "0430 0800 1130 1500 1830 2130 0100"),
        (6, "0430 0800 1130 1500 1830 2200 0100"),
        (7, "0430 0800 1130 1500 1830 2200 0130"),
    ],
)
def test_the_clock(short: int, hours: str) -> None:
    kit = {"track/short": short}
    assert " ".join(kits.clock(kit, turn) for turn in range(1, 8)) == hours
    assert kits.clock(kit, 22) == "0430"  # 6 June, Solitaire Play
    assert kits.clock({}, 1) == kits.clock({"track/short": 0}, 1) == ""


def test_the_air_units_of_a_base() -> None:
    kit = complete_kit()
    assert kits.units_of(kit, "Kaga") == [
        ("K-F1", "A6M"),
        ("K-F2", "A6M"),
        ("K-D1", "D3A"),
        ("K-D2", "D3A"),
        ("K-T1", "B5N"),
        ("K-T2", "B5N"),
        ("K-T3", "B5N"),
    ]
    midway = [unit for unit, _ in kits.units_of(kit, "Midway")]
    assert midway == ["M-F1", "M-F2", "M-F3", "M-D1", "M-D2", "M-D3", "M-T1", "M-H1"]


def test_no_two_air_units_have_one_name_though_hiryu_and_hornet_share_a_letter() -> None:
    every = [unit for base in BASES for unit, _ in kits.units_of(complete_kit(), base)]
    assert len(every) == len(set(every)) == 25 + 3 + 18 + 8
    assert {"H-F1", "Hor-F1"} <= set(every)


def test_which_types_a_base_may_have() -> None:
    assert kits.types_on("Akagi") == ("A6M", "A5M", "D3A", "B5N", "B4N")
    assert kits.types_on("Hornet") == ("F4F", "SBD", "TBD")
    assert kits.types_on("Midway") == ("M-F2A", "M-F4F", "M-SBD", "M-SB2U", "M-TBF", "M-B17")
    assert {kits.kind_of(t) for t in AIR_TYPES} == set(KINDS)


# Values.


def test_a_unit_has_its_own_value_or_that_of_its_class() -> None:
    kit = complete_kit(**{"aa/Kaga": 3, "range/SBD@Yorktown": 3})
    assert kits.value(kit, "aa", "Akagi", "jCV") == 1
    assert kits.value(kit, "aa", "Kaga", "jCV") == 3
    assert kits.value(kit, "speed", "TT2", "jTT") == "1/2"
    assert kits.air_value(kit, "range", "SBD", "Hornet") == 2
    assert kits.air_value(kit, "range", "SBD", "Yorktown") == 3
    assert kits.needs("aa", "Kaga", "jCV") == kits.needs("aa", "Akagi", "jCV", kit) == "aa/jCV"
    assert kits.needs("aa", "Kaga", "jCV", kit) == "aa/Kaga"
    with pytest.raises(KeyError):
        kits.value(bare_kit(), "aa", "Akagi", "jCV")


def test_a_reduced_unit_has_what_its_back_shows() -> None:
    kit = complete_kit(**{"back/D3A": {"steps": 2, "air": 1, "strike": "same", "range": 1}})
    assert kits.value(kit, "speed", "Akagi", "jCV", reduced=True) == "1/2"
    assert kits.value(kit, "aa", "Akagi", "jCV", reduced=True) == 1
    assert [kits.air_value(kit, what, "D3A", "Soryu", reduced=True) for what in ("air", "strike", "range")] == [1, 4, 1]
    assert kits.air_value(kit, "air", "D3A", "Soryu") == 2
    with pytest.raises(KeyError):
        kits.value(bare_kit(), "speed", "Akagi", "jCV", reduced=True)


def test_vm_49_units_printed_on_one_side_take_one_hit() -> None:
    kit = complete_kit()
    assert (kits.steps_of(kit, "jCVL"), kits.steps_of(kit, "B4N")) == (1, 1)
    assert (kits.steps_of(kit, "jCV"), kits.steps_of(kit, "Marine")) == (2, 2)
    assert kits.steps_of(bare_kit(), "jCV") is None
    one = {**kit["back/jCVL"], "steps": 2}
    assert kits.steps_of({**kit, "back/Hosho": one}, "jCVL", "Hosho") == 2


# The cells that play asks for.


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("aa/jDD", "Japanese destroyers, anti-aircraft strength (first of its three numbers)"),
        ("surface/uCA", "US cruisers, surface combat strength (second of its three numbers)"),
        ("surface/uSS", "US submarines, surface combat strength"),
        ("aa/Marine", "Marines, anti-aircraft strength (first of its two numbers)"),
        ("combat/Battalion", "Japanese battalions, combat strength (last of its two numbers)"),
        ("air/D3A", "D3A Vol, air-to-air value (first of its three numbers)"),
        ("strike/M-B17", "B-17 Flying Fortress, Midway, strike value (second of its three numbers)"),
        ("range/TBD", "TBD Devastator, range (last of its three numbers)"),
        ("air/SBD@Yorktown", "SBD Dauntless of Yorktown, air-to-air value (first of its three numbers)"),
        ("aa/Kaga", "Kaga, anti-aircraft strength (first of its three numbers)"),
        ("combat/Yoko", "Yoko, combat strength (last of its two numbers)"),
        ("back/uCV", "US carriers, the back"),
    ],
)
def test_a_cell_says_what_is_asked(key: str, label: str) -> None:
    assert kits.cell(key, complete_kit()).label == label


def test_every_value_of_a_complete_kit_has_a_cell_that_allows_it() -> None:
    whole = ("roster", "map/off", "map/fog", "track/s")
    for key, value in complete_kit().items():
        if key not in whole and not key.startswith("group/"):
            assert kits.cell(key, complete_kit()).allows(value), key


@pytest.mark.parametrize(
    "key", ["roster", "group/Akagi", "aa/Nobody", "speed/uSS", "back/uSS", "aa/A6M", "air/SBD@Midway", "x"]
)
def test_what_is_no_single_value_is_no_cell(key: str) -> None:
    with pytest.raises(KeyError):
        kits.cell(key, complete_kit())


def test_the_back_of_each_class_is_offered_as_two_sides_alike() -> None:
    for cls in (*CLASSES, *AIR_TYPES, "Marine", "Battalion"):
        if cls not in SUBS:
            cell = kits.cell(f"back/{cls}", {})
            assert cell.allows(cell.suggestion)
            assert cell.suggestion["steps"] == 2
            assert {v for k, v in cell.suggestion.items() if k != "steps"} == {"same"}
    typed = {"steps": "2", "aa": "same", "surface": "0", "speed": "½"}
    assert kits.cell("back/jCV", {}).read(typed) == {"steps": 2, "aa": "same", "surface": 0, "speed": "1/2"}


def test_a_speed_is_one_or_a_half() -> None:
    cell = kits.cell("speed/jCA", {})
    assert (cell.read({"": "1"}), cell.read({"": "½"}), cell.read({"": " 1/2 "})) == (1, "1/2", "1/2")
    assert cell.allows("1/2")
    assert not cell.allows(2)
    with pytest.raises(Refusal, match=r"Japanese cruisers, speed \(last of its three numbers\): a speed is 1 or ½"):
        cell.read({"": "2"})


def test_an_answer_in_play_that_contradicts_an_example_is_challenged() -> None:
    doubt = kits.cell("aa/jDD", complete_kit()).doubt(1)
    assert doubt == "DD4, anti-aircraft strength: the rulebook gives 2 (Example of Play: Air Strike)."
    assert kits.cell("aa/jDD", complete_kit()).doubt(2) is None
    assert kits.cell("air/D3A", {}).doubt(9) is None
    back = {"steps": 1, "air": "same", "strike": "same", "range": "same"}
    assert kits.cell("back/A6M", {}).doubt(back) == (
        "A6M Zeke, the back: the rulebook has two sides (Midway Base Strike Example)."
    )
    assert kits.cell("back/A6M", {}).doubt({**back, "steps": 2, "air": 6}) == (
        "A6M Zeke, the back: the rulebook has air-to-air value 7 (Midway Base Strike Example)."
    )


def test_any_cell_that_play_asks_for_can_be_answered_at_random() -> None:
    for key in complete_kit():
        if key.partition("/")[0] in (*kits.WORDS, "back"):
            cell = kits.cell(key, {})
            assert cell.allows(cell.sample(Random(1))), key


# Checks: challenged, and then kept as printed.


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"map/rows/odd": 11}, "The map: the rulebook speaks of K12, so column K and those like it have a row 12."),
        ({"aa/DD10": 1}, "DD10, anti-aircraft strength: the rulebook gives 2 (Example of Play: Air Strike)."),
        ({"surface/BB3.2": 5}, "BB3.2, surface combat strength: the rulebook gives 4 (Sample Ship Unit)."),
        (
            {"range/TBD": 1},
            "TBD Devastator, range: the rulebook gives 2 or more (Finding the Enemy Example of Play: I5 to G5).",
        ),
        (
            {"range/D3A": 1},
            "D3A Vol, range: the rulebook gives 2 or more (Assigning Air Strikes Example: F5 to Midway).",
        ),
        (
            {"range/M-B17": 2},
            "B-17 Flying Fortress, Midway, range: the rulebook gives 3 or more "
            "(Finding the Enemy: farther than two for the H unit).",
        ),
        (
            {"capacity/Soryu": 8},
            "Kaga, Hiryu and Soryu: the rulebook gives them room for 20 together (Air Unit Retrieval Example).",
        ),
        (
            {"group/Akagi": {"A6M": 2, "D3A": 1, "B5N": 3}},
            "Akagi, Kaga, Hiryu and Soryu: the Turn 8 examples need F 8, D 8, T 9 between them.",
        ),
        (
            {"group/Hornet": {"F4F": 1, "SBD": 3, "TBD": 1}},
            "Enterprise and Hornet: twelve of their units fly in Finding the Enemy Example of Play.",
        ),
        ({"capacity/Yorktown": 5}, "Yorktown: 6 units start there, and its capacity is 5."),
        (
            {"group/Midway": {"M-F2A": 3, "M-SBD": 3, "M-B17": 1}},
            "Midway: the Turn 8 examples have F 3, D 3, T 1, H 1 there.",
        ),
    ],
)
def test_what_contradicts_the_rulebook_is_in_doubt_and_no_fault(changes: dict[str, Any], words: str) -> None:
    kit = complete_kit(**changes)
    assert kits.doubts(kit) == [words]
    assert problems(kit) == []


def test_an_exception_answers_for_the_unit_of_the_example() -> None:
    kit = complete_kit(**{"aa/jDD": 1, "aa/DD4": 2, "aa/DD10": 2, "air/SBD": 3, "air/SBD@Yorktown": 2})
    assert kits.doubts(kit) == []


def test_a_first_pile_that_is_not_nine_units_is_in_doubt() -> None:
    roster = complete_kit()["roster"]
    roster["CA8"] = {**roster["CA8"], "entry": 3}
    doubts = kits.doubts(complete_kit(roster=roster))
    assert doubts == ["The pile of Turn 1: nine units in Example of Play: Air Strike, 8 here."]


def test_the_sum_of_all_units_is_a_hint_and_never_in_doubt() -> None:
    kit = complete_kit()
    assert kit_sheet.checksum("us", kit) == (
        "US: hits on all units come to 80 points; the rulebook’s figure for a concession suggests 100. A hint, no more."
    )
    more = {f"US DD{n}": {"side": "us", "class": "uDD", "entry": 0} for n in range(5, 15)}
    full = complete_kit(roster={**kit["roster"], **more})
    assert kit_sheet.checksum("us", full) == (
        "US: hits on all units come to 100 points, as the rulebook’s figure for a concession suggests."
    )
    assert kit_sheet.checksum("us", without("group/Midway")) == ""


# What no copy could hold.


@pytest.mark.parametrize(
    ("kit", "words"),
    [
        (complete_kit(**{"map/columns": 13}), "map/columns: this is a whole number from 14 to 26."),
        (complete_kit(**{"map/fog": ["Z9"]}), "map/fog: these are hexes of the map, such as B4, each once."),
        (complete_kit(**{"map/off": ["A1"]}), "map/fog: A1 is out of play, so there is no fog in it."),
        (complete_kit(**{"map/off": ["H6"]}), "map/off: H6 is a hex that the rules speak of."),
        (complete_kit(**{"track/s": [1, 3]}), "track/s: every third of the 25 turns is an S turn, from 1, 2 or 3 on."),
        (complete_kit(**{"speed/jCA": 2}), "speed/jCA: this is 1, or “1/2”."),
        (complete_kit(**{"aa/jCA": 11}), "aa/jCA: this is a whole number from 0 to 10."),
        (complete_kit(**{"aa/Bismarck": 1}), "aa/Bismarck: a kit has nothing of this name."),
        (
            complete_kit(**{"group/Akagi": {"F4F": 2}}),
            "group/Akagi: an air group lists how many units there are of A6M, A5M, D3A, B5N, B4N, "
            "without those it has none of.",
        ),
        (complete_kit(**{"group/Lexington": {"F4F": 2}}), "group/Lexington: no planes are based there."),
        (with_ship("CA8", entry=5), "roster: CA8: her turn of entry is one of 1, 2, 3, 4, 11, 13."),
        (with_ship("Hornet", entry=3), "roster: Hornet: she starts on the map: her entry is 0."),
        (
            with_ship("Zuiho", **{"class": "jCV"}),
            "roster: Zuiho: the rulebook has her among the Japanese light carriers, jCVL.",
        ),
        (with_ship("CA8", **{"class": "uCA"}), "roster: CA8: the classes are jBB, jCA, jDD."),
        (with_ship("Midway", entry=0), "roster: Midway: no ship can have this name."),
        (with_ship("Marine 1", entry=0), "roster: Marine 1: no ship can have this name."),
        (with_ship("hornet", entry=0), "roster: hornet is there twice."),
    ],
)
def test_a_kit_that_cannot_be_right(kit: dict[str, Any], words: str) -> None:
    assert problems(kit)[0] == words
    assert problems(sound(kit)) == []


@pytest.mark.parametrize(
    "odd", [None, True, -1, 1.5, "x", [], [1], {}, {"A6M": True}, {"Akagi": {}}, {"x": {"side": []}}]
)
def test_whatever_a_cell_holds_it_is_judged(odd: Any) -> None:
    drawn: set[str] = set()
    for key in (*complete_kit(), "aa/Akagi", "nothing", "map/", "group/", "back/"):
        kit = complete_kit(**{key: odd})
        left = sound(kit)
        assert problems(left) == []
        allowed = (odd == [] and key in ("map/off", "map/fog")) or (
            odd == {} and key.startswith("group/") and key != "group/"
        )
        assert (key in left) == allowed, key
        if key.partition("/")[0] in drawn:
            continue
        drawn.add(key.partition("/")[0])
        for section in kit_sheet.SECTIONS:  # none of them stumbles over a kind of cell that is gone
            kit_sheet.facts(section.key, left)
            kit_sheet.shown(section.key, left)


# As it is typed.


def typed(section: str, cells: dict[str, Any], **changes: str) -> dict[str, Any]:
    """The cells after a section was saved as it is shown, with some fields typed over."""
    fields = {name: list(values) for name, values in kit_sheet.shown(section, cells).items()}
    return kit_sheet.read(section, {**fields, **{name: [text] for name, text in changes.items()}}, cells)


@pytest.mark.parametrize("section", [each.key for each in kit_sheet.SECTIONS])
def test_saving_what_is_shown_changes_nothing(section: str) -> None:
    kit = without("map/off")
    assert typed(section, kit) == kit


@pytest.mark.parametrize(
    ("row", "made"),
    [
        ("3-5-1", (3, 5, 1)),
        ("3 5 ½", (3, 5, "1/2")),
        ("351", (3, 5, 1)),
        ("3.5.1", (3, 5, 1)),
        ("3–5–1/2", (3, 5, "1/2")),
        ("?-5-1", (None, 5, 1)),
        ("--1", (None, None, 1)),
        ("10-4-1", (10, 4, 1)),
        ("", (None, None, None)),
    ],
)
def test_a_ship_is_typed_as_one_string(row: str, made: tuple[Any, ...]) -> None:
    cells = typed("ships", complete_kit(), jCA=row)
    assert tuple(cells.get(f"{what}/jCA") for what in ("aa", "surface", "speed")) == made


def test_aircraft_ground_units_and_submarines_are_typed_as_strings_too() -> None:
    planes = typed("planes", complete_kit(), D3A="3-5-3")
    assert [planes[f"{what}/D3A"] for what in ("air", "strike", "range")] == [3, 5, 3]
    ground = typed("ground", complete_kit(), Marine="1-4")
    assert (ground["aa/Marine"], ground["combat/Marine"]) == (1, 4)
    assert typed("ships", complete_kit(), uSS="4")["surface/uSS"] == 4


def test_exceptions_are_typed_a_line_each_and_taken_away() -> None:
    kit = typed("ships", complete_kit(), single="Kaga 2-?-1\nUS CA1: 4-4-1\n")
    assert (kit["aa/Kaga"], kit["speed/Kaga"], kit["aa/US CA1"], kit["surface/US CA1"]) == (2, 1, 4, 4)
    assert "surface/Kaga" not in kit
    assert kit_sheet.shown("ships", kit)["single"] == ["Kaga 2-?-1\nUS CA1 4-4-1"]
    assert typed("ships", kit, single="") == complete_kit()
    for line in ("SBD Yorktown 3-2-3", "Yorktown SBD 3-2-3", "sbd@yorktown 323"):
        planes = typed("planes", complete_kit(), single=line)
        assert (planes["air/SBD@Yorktown"], planes["range/SBD@Yorktown"]) == (3, 3)
    ground = typed("ground", complete_kit(), single="Yoko 0-4\nMarine 3 1-5")
    assert (ground["combat/Yoko"], ground["combat/Marine 3"]) == (4, 5)


@pytest.mark.parametrize(
    ("section", "field", "row", "words"),
    [
        (
            "ships",
            "jCA",
            "3-5",
            "Japanese cruisers: “3-5” will not do. Three numbers as printed, such as 2-4-1; "
            "a question mark for one that may wait.",
        ),
        (
            "planes",
            "D3A",
            "3",
            "D3A Vol: “3” will not do. Three numbers as printed, such as 7-0-2; a question mark for one that may wait.",
        ),
        ("ships", "jCA", "3-5-2", "Japanese cruisers: a speed is 1 or ½ (typed 1/2)."),
        ("ships", "jCA", "x-5-1", "Japanese cruisers: “x” will not do. A whole number from 0 to 10."),
        (
            "ships",
            "single",
            "Bismarck 3-3-1",
            "“Bismarck” is no unit here. Begin the line with a ship’s name, then its numbers.",
        ),
        (
            "planes",
            "single",
            "F4F Midway 3-3-1",
            "“F4F Midway” is no unit here. Begin the line with a type and a carrier, then its numbers.",
        ),
        ("groups", "A6M|Akagi", "many", "Akagi, A6M Zeke: “many” will not do. A whole number from 0 to 30."),
        ("groups", "capacity|Hosho", "31", "Hosho, capacity: “31” will not do. A whole number from 0 to 30."),
        ("map", "columns", "12", "The last column is a letter, such as P: the one at the eastern edge of the map."),
        (
            "map",
            "columns",
            "m",
            "The rulebook sets the US ships up around N5 (US Setup), so the map reaches column N at least.",
        ),
        ("map", "odd", "3", "Hexes in column A: “3” will not do. A whole number from 9 to 20."),
        ("map", "drawn", "", "Look at the map as it is drawn, and tick that yours has the same hexes in play."),
        ("map", "fog", "A1-B4", "Fog: A1-B4 runs across columns. Write it column by column, such as B1-B4."),
        ("map", "fog", "A99", "Fog: There is no hex “A99” on this map."),
        ("track", "s", "4", "The first S on the track stands on turn 1, 2 or 3."),
        ("japan", "entry|CA8", "7", "CA8: her turn of entry is one of 1, 2, 3, 4, 11, 13."),
        ("japan", "ship", "Bismarck", "That form ticks a ship that is not on this list."),
        ("us", "more|uCA", "99", "US cruisers: as many as 1 to 30, or their names."),
        ("backs", "sides|jCV", "3", "Japanese carriers, the back: one side or two."),
        ("backs", "differs|B4N", "1-1-1", "B4N Jean, the back: it has numbers only where two sides are printed."),
    ],
)
def test_what_cannot_be_printed_is_refused_kindly(section: str, field: str, row: str, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        typed(section, complete_kit(), **{field: row})
    assert str(refusal.value) == words


def test_the_map_as_typed() -> None:
    made = typed(
        "map",
        {},
        columns="p",
        odd="12",
        even="11",
        drawn="yes",
        fog="b1 - B3, A1 a2",
        off="P12 A12".replace("P12", "O12"),
    )
    assert made == {
        "map/columns": 16,
        "map/rows/odd": 12,
        "map/rows/even": 11,
        "map/fog": ["A1", "B1", "A2", "B2", "B3"],
        "map/off": ["A12", "O12"],
    }


def test_the_track_as_typed() -> None:
    made = typed("track", {}, s="2", short="4")
    assert made == {"track/s": [2, 5, 8, 11, 14, 17, 20, 23], "track/short": 4}
    assert typed("track", made, s="") == {"track/short": 4}


def test_ships_as_ticked_and_added() -> None:
    fresh = typed("japan", {})
    assert fresh["roster"]["Hosho"] == {"side": "japan", "class": "jCVL", "entry": 11}
    assert "Nagara" not in fresh["roster"]
    both = typed("us", fresh, **{"more|uCA": "New Orleans, Astoria", "more|uDD": "3"})
    ours = [name for name, ship in both["roster"].items() if ship["side"] == "us"]
    assert ours[-5:] == ["New Orleans", "Astoria", "US DD1", "US DD2", "US DD3"]
    assert [n for n, s in both["roster"].items() if s["side"] == "japan"] == list(fresh["roster"])
    more = typed("japan", both, **{"more|jDD": "DD30 DD31", "entry|jDD": "4"})
    assert more["roster"]["DD31"] == {"side": "japan", "class": "jDD", "entry": 4}


def test_a_us_counter_that_says_what_a_japanese_one_says_is_told_apart() -> None:
    made = typed("us", {}, **{"more|uDD": "DD4, DD6"})
    assert "US DD4" in made["roster"]
    assert "DD6" in made["roster"]
    both = typed("japan", made)
    assert both["roster"]["DD4"]["side"] == "japan"
    assert both["roster"]["US DD4"]["side"] == "us"
    with pytest.raises(Refusal, match="DD6 is on the list already"):
        typed("japan", both, **{"more|jDD": "DD6", "entry|jDD": "1"})


def test_the_values_of_a_ship_taken_off_the_list_go_with_her() -> None:
    kit = complete_kit(**{"aa/CA8": 3})
    fields = {name: list(values) for name, values in kit_sheet.shown("japan", kit).items()}
    fields["ship"].remove("CA8")
    made = kit_sheet.read("japan", fields, kit)
    assert "CA8" not in made["roster"]
    assert "aa/CA8" not in made
    assert made["aa/jCA"] == kit["aa/jCA"]


def test_air_groups_as_typed() -> None:
    made = typed("groups", complete_kit(), **{"A6M|Hosho": "1", "B4N|Hosho": "0", "capacity|Hosho": ""})
    assert made["group/Hosho"] == {"A6M": 1}
    assert "capacity/Hosho" not in made
    assert "group/Hosho" not in typed("groups", made, **{"A6M|Hosho": ""})


def test_backs_as_typed() -> None:
    made = typed("backs", {}, **{"sides|jCA": "2", "differs|jCA": "1-?-½", "sides|A5M": "1", "sides|jCV": ""})
    assert made["back/jCA"] == {"steps": 2, "aa": 1, "surface": "same", "speed": "1/2"}
    assert made["back/A5M"] == {"steps": 1, "air": "same", "strike": "same", "range": "same"}
    assert "back/jCV" not in made
    assert made["back/Marine"] == {"steps": 2, "aa": "same", "combat": "same"}  # known of it, shown ticked


# The page, and files.


class OwnLaptop(Laptop):
    """The laptop's browser at a copy of this game."""

    def kit(self, cells: dict[str, Any] | None = None, name: str = "Mine") -> str:
        self.store.save_kit("k1", GAME, name, kits.known() if cells is None else cells)
        return "k1"


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[OwnLaptop]:
    made = OwnLaptop(tmp_path)
    yield made
    made.store.close()


class Strict(HTMLParser):
    """Fails on what the content policy would stop, and on an empty name."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        assert tag != "script" or "src" in named
        assert not [name for name in named if name == "style" or name.startswith("on")]
        assert "name" not in named or named["name"]


@pytest.mark.parametrize(
    "cells", [{}, kits.known(), bare_kit(), complete_kit()], ids=["empty", "new", "bare", "complete"]
)
def test_the_page_is_drawn_whatever_is_filled_in(laptop: OwnLaptop, cells: dict[str, Any]) -> None:
    laptop.kit(cells)
    answer = laptop.get("/kits/k1")
    assert answer.status_code == 200
    Strict().feed(answer.text)
    for section in kit_sheet.SECTIONS:
        assert f'id="part-{section.key}"' in answer.text
    assert ("Complete." in answer.text) == (kit_sheet.wanting(cells) == [])


def test_each_section_as_the_page_shows_it_can_be_saved(laptop: OwnLaptop) -> None:
    kit = without("map/off")
    laptop.kit(kit)
    for section in kit_sheet.SECTIONS:
        fields = {name: list(values) for name, values in kit_sheet.shown(section.key, kit).items()}
        assert laptop.saves(section.key, fields) == kit


def test_a_contradiction_is_challenged_and_then_kept(laptop: OwnLaptop) -> None:
    laptop.kit(complete_kit())
    fields = {name: list(values) for name, values in kit_sheet.shown("planes", complete_kit()).items()}
    fields["A6M"] = ["6-0-2"]
    words = "A6M Zeke, air-to-air value: the rulebook gives 7 (Reserve Zekes; Midway Base Strike Example)."
    challenged = laptop.post("/kits/k1/planes", fields)
    assert challenged.status_code == 422
    assert words in unescape(challenged.text)
    assert laptop.cells()["air/A6M"] == 7
    assert laptop.saves("planes", {**fields, "sure": "1", "doubted": [words]})["air/A6M"] == 6


def test_a_refused_string_is_still_there(laptop: OwnLaptop) -> None:
    laptop.kit(complete_kit())
    assert "Japanese cruisers: “9-9” will not do." in laptop.refused("ships", {"jCA": "9-9"})
    answer = laptop.post("/kits/k1/ships", {"jCA": "9-9"})
    assert re.search(r'name="jCA" value="9-9"', answer.text)


@pytest.mark.parametrize("cells", [kits.known(), bare_kit(), complete_kit(**{"aa/Kaga": 3, "air/SBD@Yorktown": 2})])
def test_a_file_comes_back_equal(laptop: OwnLaptop, cells: dict[str, Any]) -> None:
    laptop.kit(cells)
    file = laptop.get("/kits/k1/export")
    game, name, back = kit_pages.from_file(file.text)
    assert (game, name, back) == (GAME, "Mine", cells)
    taken = laptop.send(file.text.encode())
    assert taken.status_code == 303
    assert laptop.cells(taken.headers["Location"].rsplit("/", 1)[1]) == cells


def test_a_file_with_ships_that_cannot_be_is_turned_away(laptop: OwnLaptop) -> None:
    laptop.kit(complete_kit())
    file = laptop.get("/kits/k1/export").text.replace('class = "jCVL"', 'class = "jCV"')
    words = laptop.turned_away(file.encode())
    assert words.startswith(
        "That kit cannot be right. roster: Hosho: the rulebook has her among the Japanese light carriers"
    )


def test_the_map_is_drawn_and_marked_by_tapping(laptop: OwnLaptop) -> None:
    if not CHROMIUM.exists():
        pytest.skip("needs Chromium")
    laptop.kit()
    app_of_all().extensions["host"] = laptop.host
    server = make_server("127.0.0.1", 0, app_of_all(), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    complaints: list[str] = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://localhost:{server.server_port}/kits/k1")
        for name, typed_in in (("columns", "p"), ("odd", "12"), ("even", "11")):
            page.fill(f"[data-hexes-{name}]", typed_in)
        assert page.locator("[data-hex]").count() == 8 * 12 + 8 * 11
        assert page.locator(".kit-hex.land").count() == 6
        for place in ("B2", "A1", "C1", "C1"):
            page.click(f'[data-hex="{place}"]')
        page.click("text=Out of play >> nth=0")
        for place in ("O12", "P11", "P11"):
            page.click(f'[data-hex="{place}"]')
        page.check("#part-map [name=drawn]")
        page.click("#part-map .kit-go")
        page.wait_for_selector('#part-map [data-word]:has-text("Saved")')
        browser.close()
    server.shutdown()
    assert complaints == []
    found = {key: value for key, value in laptop.cells().items() if key.startswith("map/")}
    size = {"map/columns": 16, "map/rows/odd": 12, "map/rows/even": 11}
    assert found == {**size, "map/fog": ["A1", "B2"], "map/off": ["O12"]}
