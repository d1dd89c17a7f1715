"""What The Fires of Midway prints, how its kit is entered, and the report on a finished game."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from tests.games.fires import scenes
from tests.games.fires.lively import FIRES, full_kit, lively, run, some_table, table, tile_faces
from tests.tables import hand_of
from umpire.games.fires_of_midway import aftermath, kit_sheet, picture, sheets
from umpire.games.fires_of_midway.aftermath import luck, misses
from umpire.games.fires_of_midway.aftermath.reel import frames, retold
from umpire.games.fires_of_midway.ship import SIDES
from umpire.games.paper import Asked, Block, Boxes, NoSuchSheet, Sheet, paged
from umpire.table.asks import Refusal
from umpire.table.table import Table


@cache
def finished(seed: int) -> Table:
    """A game played to its end by lot."""
    rng = random.Random(seed)
    return lively(some_table(rng, umpire=False), rng, most=4000)


def text(made: list[Sheet]) -> str:
    """All that stands in the tables and notes of some sheets."""
    blocks = [block for sheet in made for block in sheet.blocks]
    cells = [str(cell) for block in blocks for row in block.rows for cell in row]
    return "\n".join([*cells, *(line for block in blocks for line in (*block.before, *block.after))])


def block(made: list[Sheet], title: str) -> Block:
    return next(each for sheet in made for each in sheet.blocks if each.title == title)


def struck() -> Table:
    """Yorktown has burnt Hiryu: an Inferno, a Fire and a critical, by a bomber; she had no CAP."""
    t = scenes.launch(scenes.fighting(), "Yorktown", "Hiryu", bomber=1, torpedo=1, zones=2)
    scenes.say(scenes.smoke(t, bomber=1), "not")
    lots = scenes.asked(t).facts["lots"]
    assert [each["id"] for each in lots] == ["torpedo/full"]
    scenes.bomb(t, "torpedo/full", "Hiryu")
    return scenes.bomb(t, "bomber/smoke", "Hiryu", fire=1, cr=1)


# Paper.


@pytest.mark.parametrize("seed", range(4))
def test_every_sheet_of_a_game_is_paged(seed: int) -> None:
    plot = finished(seed).truth
    for what in sheets.kinds(""):
        for turn in (None, *(n for n, _ in sheets.played(plot))):
            pages = paged(sheets.sheets(plot, "", what, turn if what == "turn" else None))
            assert pages
            assert all(page.blocks for page in pages)
    assert paged(sheets.master(plot, []))


def test_a_sheet_nobody_has_is_refused() -> None:
    for what, turn in (("logs", None), ("turn", 99)):
        with pytest.raises(NoSuchSheet):
            sheets.sheets(finished(0).truth, "", what, turn)
    with pytest.raises(NoSuchSheet):
        sheets.forms({}, "maps")


def test_a_ship_sheet_shows_her_counters_and_where_she_stands() -> None:
    made = sheets.sheets(struck().truth, "", "ships")
    row = next(row for row in block(made, "Japanese ships").rows if row[1] == "Hiryu")
    assert row[2] == Boxes(2, 6)
    assert list(row[4:]) == ["", 1, 1, "", ""], "Flooding, Inferno, Fire, Listing, CAP"


def test_the_turn_record_has_what_was_told_with_its_section_and_nothing_to_do() -> None:
    t = struck()
    rows = block(sheets.sheets(t.truth, "", "turn"), "In this order").rows
    told = {row[0]: row[1] for row in rows}
    assert told["A bomber (smoke) attacks Hiryu: Fire + Inferno + 1 critical."] == "Bombing Phase"
    do = [d for d in t.truth.heard if d.kind == "do"]
    assert do
    assert not any(FIRES.say(d) in told for d in do)


def test_what_was_gone_back_on_is_struck_in_the_record() -> None:
    t = struck()
    t.move("table", "back", "moved", hand_of("table"), value={"to": list(t.turns())[-1]}, name=t.motions.name)
    made = sheets.sheets(t.truth, "", "turn")
    assert "A bomber (smoke) attacks Hiryu: Fire + Inferno + 1 critical." in str(
        block(made, "Struck: said, and void").rows
    )


def test_to_go_on_by_hand_says_where_the_game_stands() -> None:
    made = text(sheets.sheets(struck().truth, "", "packet"))
    for words in ("Turn 1, Coming home, Yorktown.", "The game ends at 11 VP.", "In the air: Yorktown at Hiryu"):
        assert words in made


def test_the_master_sheet_has_what_is_asked_now() -> None:
    t = scenes.fighting()
    made = sheets.master(t.truth, [Asked(party, ask, locked=False) for party, ask in t.asks.items()])
    assert [list(row) for row in block(made, "Asked now").rows] == [["Whose turn is it?"]]


def test_every_form_can_be_printed() -> None:
    assert len(paged(sheets.forms({}, "all"))) >= len(sheets.form_kinds()) - 1
    assert sum(column.share for column in block(sheets.forms({}, "ships"), "US ships").columns) == 20


# The kit.


def test_the_kit_page_gives_back_what_it_shows() -> None:
    kit = full_kit()
    for section in kit_sheet.SECTIONS:
        assert kit_sheet.read(section.key, kit_sheet.shown(section.key, kit), kit) == kit


def test_a_value_typed_into_the_kit_is_kept_and_a_blank_one_is_asked_again() -> None:
    typed = {**kit_sheet.shown("ships", {}), "rating/Hiryu/full": ["4"]}
    made = kit_sheet.read("ships", typed, {})
    assert made == {"rating/Hiryu/full": "4"}
    assert kit_sheet.read("ships", {**typed, "rating/Hiryu/full": [""]}, made) == {}


def test_a_value_no_card_prints_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match="Hiryu, structure rating"):
        kit_sheet.read("ships", {"rating/Hiryu/full": ["9"]}, {})


def test_a_value_that_the_rulebook_has_otherwise_is_doubted() -> None:
    assert kit_sheet.doubts({"rating/Hiryu/full": "4"}) == []
    assert len(kit_sheet.doubts({"rating/Hiryu/full": "5"})) == 1


def test_cells_of_nothing_that_is_printed_are_left_out() -> None:
    cells = {"rating/Hiryu/full": "4", "rating/Hiryu/full/more": "4", "hands/us": 3, "fuel/Wildcat": "two"}
    assert kit_sheet.sound(cells) == {"rating/Hiryu/full": "4"}
    assert len(kit_sheet.problems(cells)) == 3


def test_a_fleet_list_may_be_forgotten() -> None:
    kit = full_kit()
    made = kit_sheet.read("fleets", {"forget": ["fleet/midway"]}, kit)
    assert "fleet/midway" not in made
    assert len(made) == len(kit) - 1


def test_nothing_is_wanted_before_set_up() -> None:
    assert kit_sheet.wanting({}) == []
    assert FIRES.wanting({}, {}) == []


def test_tiles_that_the_app_keeps_need_every_face_and_three_fleets() -> None:
    faces = tile_faces()
    kept = {"tiles": "app"}
    assert FIRES.wanting(faces, kept) == kit_sheet.later(faces) == []
    assert len(FIRES.wanting({}, kept)) == 30
    assert kit_sheet.later({}) == [("Tiles kept by the app: 30 faces are still to be entered.", "tiles")]
    assert FIRES.wanting({key: faces[key] for key in faces if key != "tile/7"}, kept) == [
        "Tile 7: its face is not entered."
    ]
    dull = {key: {**face, "icon": "empty"} for key, face in faces.items()}
    assert FIRES.wanting(dull, kept) == ["Tiles: 0 show an enemy fleet, and the search ends with the third."]


# The screen.


def test_a_strike_is_drawn_at_its_step() -> None:
    t = scenes.launch(scenes.fighting(), "Yorktown", "Hiryu", bomber=1, torpedo=1)
    drawn = picture.picture(t.truth, "", scenes.asked(t), None)["strike"]
    assert [step["words"] for step in drawn["steps"] if step["now"]] == ["Fuel"]
    assert drawn["group"] == ["1 bomber, full", "1 torpedo bomber, full"]


def test_a_ship_is_drawn_on_her_space_with_her_counters() -> None:
    fleets = picture.picture(struck().truth, "", None, None)["fleets"]
    hiryu = next(ship for ship in fleets[1]["ships"] if ship["name"] == "Hiryu")
    assert [space["n"] for space in hiryu["track"] if space["on"]] == [2]
    assert hiryu["counters"] == [("Inferno", 1), ("Fire", 1)]
    assert hiryu["told"] == "space 2 of the full side, 1 Inferno, 1 Fire, Spotted"


def test_every_audience_is_shown_the_same() -> None:
    t = struck()
    drawn = [picture.picture(t.play.plot(audience), "", None, None) for audience in (*SIDES, "public")]
    assert drawn[0] == drawn[1] == drawn[2]


# The evening after.


@pytest.mark.parametrize("seed", range(6))
def test_the_report_ends_as_the_game_did(seed: int) -> None:
    t = finished(seed)
    made = aftermath.report(t)
    last = made["film"]["frames"][-1]
    assert made["outcome"] == t.truth.ended["text"]
    assert last["score"] == [t.truth.vp[side] for side in SIDES]
    assert len(made["film"]["pictures"][last["maps"][0]]) == len(t.truth.ships())
    assert made["missed"] == 0


def test_a_strike_is_told_in_one_piece() -> None:
    told = aftermath.report(finished(1))["strikes"]
    launched = sum(d.kind == "launched" and not d.struck for d in finished(1).truth.heard)
    assert len(told) == launched > 0


def test_frames_leave_nothing_out() -> None:
    seen = retold(finished(2))
    assert [moment for frame in frames(seen.moments) for moment in frame.moments] == list(seen.moments)


def test_luck_of_the_way_home_is_reckoned_by_the_distance() -> None:
    """One bomber on smoke over two zones fails on a 1 or a 2: four in six come home."""
    t = struck()
    scenes.say(t, {"zones": 2, "lost": 1, "ones": 0})
    (one,) = [each for each in luck.tallies(retold(t)) if each.unit == luck.HOME]
    assert (one.side, one.seen, one.expected, one.dice) == ("us", 0, Fraction(2, 3), 1)


def test_luck_of_an_explosion_is_reckoned_by_the_rating_where_it_is_known() -> None:
    """Inferno and Fire, three dice against 4: one and a half criticals, to the good of the US."""
    t = struck()
    scenes.say(t, {"zones": 2, "lost": 0, "ones": 0})
    run(t, "t1/matches")
    scenes.say(t, {})
    assert scenes.asked(t).name == "t1/explosion/Hiryu"
    scenes.say(t, 2)
    (unknown,) = [each for each in luck.tallies(retold(t)) if each.unit == luck.CRITICALS]
    assert (unknown.side, unknown.seen, unknown.expected) == ("us", 2, None)
    seen = retold(t)
    seen.end.kit["rating/Hiryu/full"] = "4"
    (known,) = [each for each in luck.tallies(seen) if each.unit == luck.CRITICALS]
    assert known.expected == Fraction(3, 2)


def test_a_grave_an_aircraft_short_is_a_near_miss() -> None:
    t = scenes.fighting()
    scenes.put(t, "graves/japan", "4")
    assert "Turn 1: the Watery Grave of Japan was an aircraft short of a point for the US." in [
        miss.words for miss in misses.near_misses(retold(t))
    ]


def test_sealed_task_forces_are_shown_to_their_own_side_alone() -> None:
    t = run(table(letters="hidden"), "set-up/stacks")
    for side in SIDES:
        ships = t.asks[side].facts["ships"][:2]
        t.answer(side, t.asks[side].name, [ships], hand_of(side))
    shown = {audience: picture.picture(t.play.plot(audience), "", None, None) for audience in (*SIDES, "public")}
    assert {audience: drawn["task_forces"] for audience, drawn in shown.items()} == {
        "us": ["Enterprise and Hornet"],
        "japan": ["Akagi and Kaga"],
        "public": [],
    }
