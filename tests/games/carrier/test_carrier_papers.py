"""Carrier on paper: the sheets as the players of this game know them, filled in at any moment, and blank."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.games.carrier.boxes import bare_kit, full_kit
from tests.games.carrier.scenes import scene
from tests.tables import hand_of
from tests.web.carrier_room import CarrierRoom
from umpire.games.carrier import roster, sheets, turn_record
from umpire.games.carrier.plot import DECK, FORCE, GROUP, STRIKE, CarrierPlot, fresh
from umpire.games.carrier.telling import tell
from umpire.games.paper import HEIGHT, Block, Boxes, NoSuchSheet, Page, paged, tall
from umpire.games.turns import turns
from umpire.table.script import Play
from umpire.table.table import Table

JSON = Any
KINDS = ("turn", "japan", "us", "decks", "records", "packet", "all")
FORMS = ("japan", "us", "ships", "decks", "records", "sequence")


def blocks(plot: CarrierPlot, what: str, turn: int | None = None) -> list[Block]:
    return [block for sheet in sheets.sheets(plot, "us", what, turn) for block in sheet.blocks]


def titled(found: Sequence[Block], title: str) -> Block:
    return next(block for block in found if block.title.startswith(title))


def words(found: Sequence[Block]) -> str:
    """All that stands on some blocks."""
    lines: list[str] = []
    for block in found:
        lines += [block.title, *block.before, *(str(row) for row in block.rows), *block.after, str(dict(block.facts))]
    return "\n".join(lines)


def ship(name: str, group: str, **more: JSON) -> dict[str, JSON]:
    return {f"ships/{name}": roster.new(name, group) | more}


def us(g: Play) -> CarrierPlot:
    return g.plots["us"]  # type: ignore[return-value]


# Through the web, at any moment.


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., CarrierRoom]]:
    rooms: list[CarrierRoom] = []

    def make(scenario: str, **settings: JSON) -> CarrierRoom:
        rooms.append(CarrierRoom(tmp_path / f"{len(rooms)}.db", scenario=scenario, **settings))
        return rooms[-1]

    yield make
    for room in rooms:
        with closing(room.store):
            pass


def play(room: CarrierRoom, rng: random.Random, most: int) -> None:
    with room.live.changing() as table:
        lively.lively(table, rng, most=most)
    room.live.touch()


@pytest.mark.parametrize("scenario", lively.SCENARIOS)
def test_every_sheet_prints_at_any_moment(opened: Callable[..., CarrierRoom], scenario: str) -> None:
    room, rng = opened(scenario), random.Random(7)
    phone = room.phone("us")
    for most in (0, 25, 60, 9999):
        play(room, rng, most)
        for what in KINDS:
            answer = phone.get(f"{phone.root}/print/{what}")
            assert answer.status_code == 200
            found = re.findall(r'<section class="sheet".*?</section>', answer.text, re.S)
            for n, page in enumerate(found, 1):
                text = unescape(page)
                for said in ("Open to all", f"table {room.code}", "Carrier", f"page {n} of {len(found)}"):
                    assert said in text
            assert " style=" not in answer.text
            assert 'class="covered"' not in answer.text, "there is nobody to cover it from"
            public = room.laptop.get(f"/screen/{room.code}/print/{what}")
            assert [re.sub(r'<span class="mono">.*?</span>', "", each) for each in found] == [
                re.sub(r'<span class="mono">.*?</span>', "", each)
                for each in re.findall(r'<section class="sheet".*?</section>', public.text, re.S)
            ], "nothing is anybody's alone"
    assert room.table.over
    for n, _ in sheets.played(us_plot(room.table)):
        assert phone.get(f"{phone.root}/print/turn?turn={n}").status_code == 200
    assert phone.get(f"{phone.root}/print/hits").status_code == 404
    assert "The game is over." in unescape(phone.get(f"{phone.root}/print/packet").text)


def us_plot(table: Table) -> CarrierPlot:
    return table.play.plots["us"]  # type: ignore[return-value]


def pages_of(plot: CarrierPlot) -> Iterator[Page]:
    for what in KINDS:
        yield from paged(sheets.sheets(plot, "us", what))
    for n, _ in sheets.played(plot):
        yield from paged(sheets.sheets(plot, "us", "turn", n))


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("standard", 0),
        pytest.param("standard", 2, marks=pytest.mark.full),
        ("6", 1),
        pytest.param("5", 2, marks=pytest.mark.full),
        ("2", 0),
        ("1", 1),
    ],
)
def test_no_page_is_reckoned_too_full_and_no_turn_takes_more_than_four(scenario: str, seed: int) -> None:
    table, rng = lively.table(full_kit(), scenario=scenario), random.Random(seed)
    while not table.over:
        lively.lively(table, rng, most=150)
        for page in pages_of(us_plot(table)):
            assert sum(tall(block) for block in page.blocks) <= HEIGHT, [block.title for block in page.blocks]
    plot = us_plot(table)
    longest = max(len(paged(sheets.sheets(plot, "us", "turn", n))) for n, _ in sheets.played(plot))
    assert longest <= 4


def test_a_print_reads_no_plot_but_its_own() -> None:
    table = lively.lively(lively.table(full_kit(), scenario="6"), random.Random(3), most=120)
    plot = us_plot(table)
    before = words(blocks(plot, "all"))
    for other in [name for name in table.play.plots if name != "us"]:
        table.play.plots[other] = None  # type: ignore[assignment]
    assert words(blocks(plot, "all")) == before


def test_there_is_no_other_sheet() -> None:
    with pytest.raises(NoSuchSheet):
        sheets.sheets(us(scene()), "us", "hits")
    with pytest.raises(NoSuchSheet):
        sheets.sheets(us(scene()), "us", "turn", 3)


# The Japanese log.


def _carriers(**more: JSON) -> Play:
    """C7, a carrier force of level 1, and T2, of which nobody knows anything."""
    c7 = fresh(FORCE, hex="2212", level=1, chit="Carrier", objective="Guadalcanal", detection="?", **more)
    return scene(scenario="6", at={"forces/C7": c7, "forces/T2": fresh(FORCE, hex="1921", kind="T"), "clock/turn": 4})


def test_the_log_shows_revealed_strength_as_it_was_crossed_out_and_every_strike() -> None:
    strike = {
        "turn": 3,
        "phase": 2,
        "range": 5,
        "target": "TF 16",
        "strength": 7,
        "lost": 2,
        "land": 4,
        "landed": True,
        "wave": 1,
    }
    wave = {"strength": 4, "turn": 5, "phase": 1, "target": "TF 16"}
    g = _carriers(
        revealed=8, losses=2, log=[strike, {**strike, "turn": 4, "wave": 2, "landed": False, "land": 5}], wave=wave
    )
    tell(g, "revealed", "16.1", force="C7", old=None, new=6)
    tell(g, "revealed", "16.1", force="C7", old=6, new=8)
    found = blocks(us(g), "japan")
    space = titled(found, "C7")
    assert space.title == "C7, Carrier, 1, in 2212"
    assert (space.facts["was"], space.facts["now"]) == (["6"], "8")
    assert (space.facts["losses"], space.facts["wave"]) == ("2", "4 at TF 16, turn 5, phase 1")
    assert space.facts["strikes"][:2] == [
        ["3/2", "1st", "TF 16", 5, "4 ✓", 7, 2, 5],
        ["4/2", "2nd", "TF 16", 5, 5, 7, 2, 5],
    ]
    assert space.facts["strikes"][2:] == [[""] * 8] * 2, "lines to go on in"
    rows = titled(found, "Forces on the map").rows
    assert rows == [["C7  2212", "Carrier, 1", "?", "–"], ["T2  1921", "–", "–", "–"]]


def test_forces_stand_by_their_numbers_whatever_the_order_of_the_record() -> None:
    g = scene(scenario="6", at={f"forces/{name}": fresh(FORCE, hex="2012") for name in ("T1", "C10", "C2")})
    rows = titled(blocks(us(g), "japan"), "Forces on the map").rows
    assert [row[0] for row in rows] == ["C2  2012", "C10 2012", "T1  2012"]


def test_a_counter_that_came_again_begins_a_log_of_its_own() -> None:
    g = _carriers(revealed=5)
    tell(g, "revealed", "16.1", force="C7", old=None, new=9)
    tell(g, "arrives", "17.1", force="C7", hex="2212", objective="Guadalcanal", chit="")
    tell(g, "revealed", "16.1", force="C7", old=None, new=5)
    assert titled(blocks(us(g), "japan"), "C7").facts["was"] == []


def test_the_log_has_air_value_carriers_out_and_holding_boxes() -> None:
    g = _carriers()
    ships = ship("Zuikaku", "C7", value=6) | ship("Shokaku", "C7", hits=5, heavy=3) | ship("Kako", "", sunk=2, hits=7)
    for path, value in {"forces/C7/level": 4, "forces/C7/chit": "Level 4", **ships}.items():
        us(g).put(path, value)
    found = blocks(us(g), "japan")
    assert titled(found, "C7, Level 4").facts["value"] == "6 (Shokaku 0, Zuikaku 6)"
    assert titled(found, "C7").facts["out"] == "Shokaku heavily damaged, turn 3"
    boxes = titled(found, "Holding boxes").rows
    assert [row[:2] for row in boxes] == [["C7", "CV Shokaku"], ["C7", "CV Zuikaku"]]
    assert boxes[0][2] == Boxes(5, us(g).ships["Shokaku"]["capacity"])
    assert boxes[0][3:5] == ["turn 2", "CA Kako"], "those that sank stand last"


# Fog+.


def test_under_fog_the_paper_hides_what_its_plot_does_not_have() -> None:
    g = _carriers()
    strike = {
        "turn": 3,
        "phase": 2,
        "range": 5,
        "target": "TF 16",
        "strength": 7,
        "lost": 2,
        "landed": False,
        "wave": 1,
    }
    wave = {"turn": 5, "phase": 1, "target": "TF 16"}
    for audience, land, strength in (("us", None, None), ("umpire", 4, 9)):
        plot = g.plots[audience]
        plot.put("forces/C7/log", [{**strike, "land": land}])  # type: ignore[attr-defined]
        plot.put("forces/C7/wave", {**wave, "strength": strength})  # type: ignore[attr-defined]
        plot.put("memory/waves", [{**wave, "strength": strength, "force": "C7"}])  # type: ignore[attr-defined]
    seen, truth = (blocks(g.plots[audience], "japan") for audience in ("us", "umpire"))  # type: ignore[arg-type]
    assert titled(seen, "C7").facts["strikes"][0][4] == "–"
    assert titled(seen, "C7").facts["wave"] == "– at TF 16, turn 5, phase 1"
    assert titled(seen, "Second waves").rows == [["C7", "–", "TF 16", 5, 1]]
    assert titled(truth, "C7").facts["strikes"][0][4] == 4
    assert titled(truth, "Second waves").rows == [["C7", 9, "TF 16", 5, 1]]


@pytest.mark.parametrize("seed", range(4))
def test_under_fog_a_whole_game_prints_nothing_its_plot_was_not_told(seed: int) -> None:
    table, rng = lively.table(full_kit(), scenario="6", fog=True), random.Random(seed)
    hidden = 0
    while not table.over:
        lively.lively(table, rng, most=5)
        truth, plot = table.truth, us_plot(table)
        for force, f in truth.forces.items():
            for n, line in enumerate(f["log"]):
                if not line["landed"] and force in plot.forces:
                    hidden += 1
                    assert titled(blocks(plot, "japan"), f"{force},").facts["strikes"][n][4] == "–"
    assert hidden or seed, "of the first game something was to be hidden"


# The US log.


def _fleet(**more: JSON) -> Play:
    at = {
        "groups/TF 16": fresh(GROUP, hex="2717"),
        "decks/Enterprise": fresh(DECK, **{"in": "TF 16"}, room=24),
        **ship("Enterprise", "TF 16"),
        **ship("Atlanta", "TF 16"),
        "clock/turn": 3,
    }
    return scene(more.pop("kit", {}), scenario="standard", at={**at, **more.pop("at", {})})


def test_a_carrier_has_her_boxes_lettered_as_far_as_anybody_knows() -> None:
    known = {"level/Enterprise/1": "L", "level/Enterprise/2": "M"}
    g = _fleet(kit=known, at={"decks/Enterprise/markers": [2, 1], "ships/Enterprise/hits": 2})
    carriers = titled(blocks(us(g), "us"), "Carriers")
    (row,) = carriers.rows
    assert row["name"] == "Enterprise"
    assert row["words"] == "TF 16, level M, deck marker 2, deck marker 1"
    capacity = us(g).ships["Enterprise"]["capacity"]
    assert [box["marked"] for box in row["boxes"]] == [n < 2 for n in range(capacity)]
    assert [(box["letter"], box["sure"]) for box in row["boxes"][:2]] == [("L", True), ("M", True)]
    assert row["boxes"][-1]["letter"] == "✕"
    assert not row["boxes"][2]["sure"], "what the app supposes is marked as such"


def test_points_are_listed_alike_together_with_their_sum() -> None:
    award = {"n": 2, "why": "1 SBD: out of fuel, strike 1"}
    g = _fleet(at={"points/japan": [award, {"n": 12, "why": "Atlanta sunk"}, award], "points/us": []})
    found = titled(blocks(us(g), "us"), "Victory points")
    assert found.rows == [["Japan", "½", "1 SBD: out of fuel, strike 1 (2 times)", "Japan", "1½", "Atlanta sunk"]]
    assert "So far: US 0, Japan 2." in found.after


# Interdiction.


def _interdicted(**more: JSON) -> CarrierPlot:
    at = {
        "objectives": {"primary": "Guadalcanal", "secondary": "", "interdiction": True},
        "groups/TF 62": fresh(GROUP, hex="2626"),
        "memory/berths": ["Crescent City", "McCawley"],
        **ship("McCawley", "TF 62", unloads=2),
        **ship("Crescent City", "TF 62"),
        **ship("President Adams", "", sunk=2, hits=2),
        **more,
    }
    return us(_fleet(at=at))


def test_22_0_in_the_interdiction_mission_each_transport_has_her_three_steps_of_unloading() -> None:
    found = titled(blocks(_interdicted(), "us"), "Interdiction: unloading")
    cells = [row[n : n + 3] for row in found.rows for n in (0, 3) if row[n]]
    said = {name: (steps.hits, steps.boxes, at) for name, steps, at in cells}
    assert said == {
        "McCawley": (2, 3, "TF 62, 2626"),
        "Crescent City": (0, 3, "TF 62, 2626"),
        "President Adams": (0, 3, "turn 2"),
    }
    assert "unload in 2626" in found.before[0]
    assert found.after == ["Ended the last turn in 2626, and unload if they stay: Crescent City and McCawley."]


def test_22_0_in_1943_they_unload_in_the_japanese_objective() -> None:
    aim = {"objectives": {"primary": "Bougainville", "secondary": "", "interdiction": True}, "period": "1943"}
    assert "unload in 1935" in titled(blocks(_interdicted(**aim), "us"), "Interdiction: unloading").before[0]


def test_21_0_there_is_room_for_what_the_map_says_of_movement_in_that_mission_alone() -> None:
    notes = titled(blocks(_interdicted(), "us"), "Interdiction: notes")
    assert notes.blank
    assert len(notes.rows) == 4
    assert "interdiction" not in words(blocks(us(_fleet()), "us")).lower()


def test_a_blank_us_log_has_four_transports_to_unload_and_lines_for_movement() -> None:
    (sheet,) = sheets.forms({}, "us")
    unloading = titled(sheet.blocks, "Interdiction: unloading")
    assert [cell.boxes for row in unloading.rows for cell in row if isinstance(cell, Boxes)] == [3] * 4
    assert {row[n] for row in unloading.rows for n in (0, 3)} == {
        "Crescent City",
        "McCawley",
        "President Adams",
        "President Jackson",
    }
    assert titled(sheet.blocks, "Interdiction: notes").blank
    for page in paged([sheet]):
        assert sum(tall(block) for block in page.blocks) <= HEIGHT


# Displays, and what is in the air.


def test_a_display_has_every_box_and_what_it_holds() -> None:
    deck = {"ready": {"SBD": 4}, "unready": {"F4F": 2}, "servicing": {"TBF": 1}, "hangar": {"SBD": 3}}
    group = {
        "cap": [["F4F", 4, None]],
        "landing": [["SBD", 2, 15]],
        "track": {"1": {"range": [0, 3], "available": {"SBD": 2}, "used": {}}},
    }
    at = {f"decks/Enterprise/{box}": steps for box, steps in deck.items()}
    g = _fleet(at=at | {f"groups/TF 16/{leaf}": value for leaf, value in group.items()})
    drawn = titled(blocks(us(g), "decks"), "TF 16")
    assert drawn.title == "TF 16, 2717"
    over, (carrier,) = drawn.facts["over"], drawn.facts["decks"]
    assert (over["cap"], over["landing"]) == (["F4F 4"], ["SBD 2, 15 aloft, increased, 3 to go"])
    assert over["track"][0] == {"range": "0-3", "available": ["SBD 2"], "used": []}
    assert [carrier[box] for box in ("ready", "unready", "servicing", "hangar")] == [
        ["SBD 4"],
        ["F4F 2"],
        ["TBF 1"],
        ["SBD 3"],
    ]
    assert (carrier["on_deck"], carrier["serviced"], carrier["aboard"]) == ("6 of 12", "1 of 8", "10 of 24")
    assert drawn.facts["ships"] == "CV Enterprise, CLAA Atlanta"


def test_strikes_have_the_time_left_and_the_way_home() -> None:
    strike = fresh(
        STRIKE, **{"from": "TF 16"}, hex="2213", time=6, steps={"SBD": 4, "TBD": 2}, target="C7", side="?", left=True
    )
    g = _fleet(at={"strikes/3": strike, "forces/C7": fresh(FORCE, hex="2012", level=1, chit="Carrier")})
    rows = titled(blocks(us(g), "decks"), "In the air").rows
    assert rows == [["3", "2213", "SBD 4, TBD 2", 6, "2 left", "7 hexes, TF 16", "C7, ?, 2 off"]]


# The Records Track.


def test_markers_stand_in_their_boxes_and_on_their_other_side_beyond_29() -> None:
    at = {
        "limits": {"carrier": 20, "surface": 28, "transport": 5, "retirement": 45},
        "index": {"carrier": 31, "surface": 0, "transport": 0, "retirement": 5},
        "sequence/marker": 22,
        "die": 7,
        "groups/Guadalcanal": fresh(GROUP, hex="2626", base=True, fuel=142),
    }
    kit = {"records_J/22": {"1": 3, "2": 4, "3": 5}}
    boxes = {
        box["n"]: box for row in titled(blocks(us(_fleet(at=at, kit=kit)), "records"), "Records").rows for box in row
    }
    where = {words: n for n, box in boxes.items() for words in box["markers"]}
    assert where == {
        "Carrier Limit": 20,
        "Carrier Index +30": 1,
        "Surface Limit": 28,
        "Surface Index": 0,
        "Transport Limit": 5,
        "Transport Index": 0,
        "Retirement Limit +30": 15,
        "Retirement Index +½": 2,
        "Number of Forces": 22,
        "Mission Movement": 7,
        "Guadalcanal Fuel +30 +½": 5,
    }, "35½ points of fuel lie on the 5, as the rulebook has it"
    assert list(boxes) == list(range(30))
    assert boxes[22]["j"] == "3/4/5/∗"
    assert (boxes[21]["j"], boxes[21]["us"]) == ("–", "–")
    assert boxes[2]["us"] == "1/0/1/0"


def test_a_box_that_holds_many_markers_is_reckoned_higher() -> None:
    limits = {"carrier": 7, "surface": 7, "transport": 7, "retirement": 37}
    at = {"limits": limits, "index": {"carrier": 7, "surface": 7, "transport": 7, "retirement": 15}, "die": 7}
    full, few = (titled(blocks(us(_fleet(at=each)), "records"), "Records") for each in (at, {"die": 7}))
    assert full.row_tall > few.row_tall


def test_cups_are_told_by_kind() -> None:
    at = {
        "cups": {"combat": {"Dummy": 3, "Carrier": 2}, "transport": {}},
        "sequence/cup": {"C2": 1, "C10": 1, "C3": 0, "blank": 4},
    }
    at |= {f"forces/{name}": fresh(FORCE, hex="2012") for name in ("C2", "C3", "C10")}
    found = titled(blocks(us(_fleet(at=at)), "records"), "Cups").rows
    assert ["Combat cup", 5, "2 Carrier, 3 Dummy"] in found
    assert ["Sequence cup", 6, "C2, C10, 4 blanks"] in found
    assert ["Drawn this turn", 1, "C3"] in found


# The turn record.


def _rolled(g: Play, rule: str, why: str, *faces: int) -> None:
    dice = [{"label": why, "note": "", "sides": 10}] * len(faces)
    g.tell(g.all, "roll", rule, ask=why, why=why, dice=dice, faces=list(faces), by="app")


def _begun(n: int = 3) -> Play:
    g = scene(scenario="6")
    tell(g, "turn", "3.0", n=n, hour="0800", night=False, now={"clock/turn": n})
    tell(g, "phase", "3.0", n=2, turn=n)
    return g


def record(g: Play) -> list[list[str]]:
    return titled(turn_record.turn_blocks([turns(us(g).heard)[1]]), "In this order").rows  # type: ignore[return-value]


def _acts(g: Play, force: str, at: str, to: str) -> None:
    tell(g, "activated", "13.1", force=force, hex=at)
    tell(
        g, "moves", "9.2", piece=force, at=at, hex=to, why="mission movement, 5 is W", failed=["not within 3"], notes=[]
    )


def test_moves_and_blanks_of_a_segment_are_one_line_and_the_die_stands_by_it() -> None:
    g = _begun()
    _rolled(g, "9.2", "Mission movement", 5)
    tell(g, "mission", "9.2", die=5)
    _acts(g, "C3", "1633", "1634")
    tell(g, "blank", "13.1", chit="blank")
    _acts(g, "C4", "2012", "2013")
    assert record(g) == [
        [
            "2 Japan, mission die 5",
            "C3 1633 to 1634: mission movement, 5 is W; C4 2012 to 2013: mission movement, 5 is W; 1 blank chit.",
            "9, 13.1",
        ]
    ]


def test_an_attack_stands_before_the_move_of_the_force_that_makes_it() -> None:
    g = _begun()
    _acts(g, "C3", "1633", "1634")
    tell(g, "activated", "13.1", force="C4", hex="2012")
    tell(g, "attack", "15.2", by="japan", force="C4", target="TF 16", hex="2012", points=4, wave=1)
    tell(g, "moves", "9.1", piece="C4", at="2012", hex="2112", why="closes TF 16, 8 hexes", failed=[], notes=[])
    assert [row[1] for row in record(g)] == [
        "C3 1633 to 1634: mission movement, 5 is W.",
        "C4, 2012. Air attack on TF 16 by C4: 4 air points.",
        "C4 2012 to 2112: closes TF 16, 8 hexes.",
    ]


def test_dice_stand_in_what_came_of_them_and_by_themselves_where_nothing_did() -> None:
    g = _begun()
    _rolled(g, "17.1", "Arrival of C2", 3, 8)
    tell(g, "arrives", "17.1", force="C2", hex="1923", objective="Guadalcanal", chit="")
    _rolled(g, "6.6", "CAP of C7", 4)
    tell(g, "japan-cap", "6.6", force="C7", value=10, die=4, modified=4, cap=2)
    _rolled(g, "11.4", "Undetected forces", 9)
    tell(g, "landed", "16.2", force="C7", strikes=1, back=4, lost=0, dark=0)
    _rolled(g, "20.2", "Fleet retirement", 2)
    assert [row[1] for row in record(g)] == [
        "C2 (Guadalcanal) arrives in 1923. (dice 3 and 8)",
        "CAP of C7, air value 10, die 4: 2.",
        "Undetected forces: 9 (rolled by the app).",
        "C7: 1 strike landed, 4 air points back, 0 lost.",
        "Fleet retirement: 2 (rolled by the app).",
    ]


def test_what_was_gone_back_on_is_struck_and_what_was_read_off_is_in_brief() -> None:
    g = _begun()
    tell(g, "tf-moves", "10.0", piece="TF 16", at="2717", hex="2716")
    us(g).heard[-1] = us(g).heard[-1].again(struck=True)
    tell(g, "tf-moves", "10.0", piece="TF 17", at="2717", hex="2816")
    g.tell(g.all, "cells", "2.3", cells={"terrain/2716": "high", "records_J/12": {"1": 3, "2": 3, "3": 5}}, by="us")
    found = turn_record.turn_blocks([turns(us(g).heard)[1]])
    assert titled(found, "Struck").rows == [["", "TF 16 to 2716.", "10.0"]]
    assert "Records Track, line J: 12 3/3/5." in titled(found, "Read off").before
    assert titled(found, "In this order").rows == [["2 Japan", "TF 17 to 2816.", "10.0"]]


# On by hand.


def test_by_hand_says_where_the_game_stands_and_what_is_left_of_the_segment() -> None:
    at = {
        "clock": {"turn": 5, "phase": 3, "segment": "japan", "step": "", "night": False},
        "die": 7,
        "sequence": {"cup": {}, "due": 2, "drawn": 3, "marker": 9},
        "forces/C3": fresh(FORCE, hex="2012", acted=True),
        "groups/TF 16/moved": True,
        "flags/close": True,
        "flags/reached": ["surface"],
    }
    said = "\n".join(titled(blocks(us(_fleet(at=at)), "packet"), "Where the game stands").before)
    for part in (
        "Turn 5, 1040, phase 3, Japanese segment.",
        "Mission movement die of this segment: 7. 2 sequence chits still to be drawn.",
        "Have acted this turn: C3.",
        "Have moved this turn: TF 16.",
        "within five of its limit",
        "Limits reached: surface.",
    ):
        assert part in said


def test_what_a_scenario_remembers_is_on_it() -> None:
    second = {"arrived": ["C1"], "due": True, "used": {"3": 4, "2": 4}, "lost": 3, "waiting": [4, 3], "tried": True}
    said = words(blocks(us(scene(scenario="2", at={"memory": second})), "packet"))
    for part in (
        "turn 2: 4, turn 3: 4",
        "Lost so far: 3",
        "C2 comes in the next phase",
        "has tried for contact",
        "4 and 3",
    ):
        assert part in said
    third = {"first": "C2", "next": {"C1": 6}, "lost": {"C1": 2}}
    said = words(blocks(us(scene(scenario="3", at={"memory": third})), "packet"))
    for part in ("C2 acts in phase 1", "C1 may attack again from turn 6 on", "C1 2"):
        assert part in said


def test_an_attack_that_is_not_over_is_told_as_far_as_it_went() -> None:
    g = _begun()
    tell(
        g,
        "attack",
        "15.2",
        by="japan",
        force="C4",
        target="TF 16",
        hex="2012",
        points=4,
        wave=1,
        now={"attack": {"by": "japan"}},
    )
    tell(g, "us-cap", "4.2", group="TF 16", cap=[], n=0)
    fought = titled(blocks(us(g), "packet"), "Being fought now")
    assert fought.before == ["Air attack on TF 16 by C4: 4 air points.", "No CAP over TF 16."]
    tell(g, "attack-over", "15.2", by="us", now={"attack": None})
    assert not [block for block in blocks(us(g), "packet") if block.title == "Being fought now"]


def test_everything_on_the_record_is_in_the_packet() -> None:
    """Whatever a game comes to: every force, ship, strike, award and cup is on the paper one goes on with."""
    table, rng = lively.table(full_kit(), scenario="standard"), random.Random(2)
    while not table.over:
        lively.lively(table, rng, most=200)
        plot = us_plot(table)
        said = words(blocks(plot, "packet"))
        for name in (*plot.forces, *plot.ships, *plot.task_forces(), *plot.decks):
            assert name in said, name
        for n, strike in plot.strikes.items():
            assert f"['{n}', '{strike['hex']}'" in said
        for cup in plot.tree["cups"].values():
            assert all(f"{n} {kind}" in said for kind, n in cup.items() if n)


# Blank forms.


@pytest.mark.parametrize("kit", [{}, bare_kit(), full_kit()])
def test_every_form_is_there_with_and_without_a_kit(kit: Mapping[str, JSON]) -> None:
    assert tuple(sheets.form_kinds()) == (*FORMS, "all")
    for page in paged(sheets.forms(kit, "all")):
        assert sum(tall(block) for block in page.blocks) <= HEIGHT
    with pytest.raises(NoSuchSheet):
        sheets.forms(kit, "map")


def test_forms_have_dashes_where_no_kit_says_anything() -> None:
    none, full = ([b for s in sheets.forms(kit, "all") for b in s.blocks] for kit in ({}, full_kit()))
    letters = {box["letter"] for row in titled(none, "Carriers").rows for box in row["boxes"]}
    assert letters == {"–", "M", "✕"}, "the rulebook tells of one box"
    known = {box["letter"] for row in titled(full, "Carriers").rows for box in row["boxes"]}
    assert known == {"L", "M", "H", "D", "✕"}
    assert {box["j"] for row in titled(none, "Records").rows for box in row} == {"–"}
    assert {box["range"] for box in titled(none, "Task force").facts["over"]["track"]} == {"–"}
    assert titled(full, "Task force").facts["over"]["track"][0]["range"] == "0-3"
    cells = [cell for block in none for row in block.rows if isinstance(row, list) for cell in row]
    every = [cell for cell in cells if isinstance(cell, str)]
    assert "DD Aaron Ward" in every
    assert "BB Kirishima" in every


def test_forms_print_over_the_web(opened: Callable[..., CarrierRoom]) -> None:
    room = opened("6")
    for root in ("/games/carrier", f"/screen/{room.code}"):
        answer = room.laptop.get(f"{root}/forms/all")
        assert answer.status_code == 200
        assert "Blank form" in answer.text


# Whom it is for.


def test_the_master_sheet_says_what_is_asked(opened: Callable[..., CarrierRoom]) -> None:
    room = opened("6")
    with room.live.changing() as table:
        lively.lively(table, random.Random(1), most=10)
    page = room.laptop.get(f"{room.desk}/print/master").text
    assert "Umpire’s eyes only" in unescape(page)
    assert all(ask.name in unescape(page) for ask in room.table.asks.values())


def test_a_turn_set_right_is_recorded_under_its_new_number() -> None:
    table = lively.lively(lively.table(full_kit(), scenario="6"), random.Random(3), most=60)
    n = table.truth.turn
    table.set_right("clock/turn", n + 2, "we are later", hand_of("us"), name=table.mending)
    assert sheets.played(us_plot(table))[-1][0] == n + 2
