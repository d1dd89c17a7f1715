"""The record of a turn of the Tournament game on paper: all that was told stands on it, and to whom it was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games import busy
from tests.games.midway_scenes import ALL, ISLAND, move, run, scene, z
from tests.tables import OPTIONS, TOURNAMENT, midway_kit
from tests.web.test_prints import EYES, Room, checked, master, pages, texts
from tests.web.test_prints import opened as opened
from umpire.games.midway import sheets
from umpire.games.midway.settings import SETTINGS
from umpire.games.paper import Block, paged
from umpire.table.table import Hand, Table

AUDIENCES = ("us", "japan", "public")


@pytest.fixture(scope="module")
def table() -> Table:
    """The busy turn, over."""
    return busy.fought(busy.flown(busy.opened()))


def record(table: Table, audience: str, turn: int = 2) -> dict[str, Block]:
    """The blocks of a turn's record by their titles."""
    plot = table.play.plots[audience]
    (sheet,) = sheets.sheets(plot, "" if audience == "public" else audience, "turn", turn)
    return {block.title: block for block in sheet.blocks}


def notes(block: Block) -> str:
    return " ".join([*block.before, *block.after])


def block(table: Table, audience: str, begins: str, turn: int = 2) -> Block:
    made = record(table, audience, turn)
    (found,) = [each for title, each in made.items() if title.startswith(begins)]
    return found


# The exchange.


def test_the_exchange_has_patrols_and_b17s(table: Table) -> None:
    for audience in AUDIENCES:
        exchanged = block(table, audience, "Operations exchanged")
        assert [column.label for column in exchanged.columns] == ["By", "Zone attacked", "D", "T", "F"]
        assert list(exchanged.rows) == [
            ["US", "D-3-F", "6", "5", "4"],
            ["Japan", "E-3-F", "5", "9", "5"],
            ["Japan", "E-3-E", "7", "6", "0"],
        ]
        assert exchanged.after == ["B-17s attack D-3-F.", "US: CAP over E-3-F, F 8.", "Japan: CAP over D-3-F, F 7."]
    assert ["attack", "Midway", "B-17s", "D-3-F"] in list(block(table, "us", "Your operations sheet").rows)
    assert "B-17s" not in str(block(table, "japan", "Your operations sheet").rows)


def test_b17s_alone_are_an_attack() -> None:
    table = run(busy.opened(), "b17/", {"us/operations": {"attacks": [], "transfers": [], "b17": busy.RAID}})
    assert block(table, "public", "Operations exchanged").after == ["B-17s attack D-3-F."]


def test_patrols_told_of_only_where_they_are_met_stand_in_the_battle() -> None:
    table = busy.opened(exchange="relevant")
    run(table, "battle-1/strip", {"us/operations": busy.US_SHEET, "japan/operations": busy.JAPAN_SHEET})
    assert "CAP" not in notes(block(table, "japan", "Operations exchanged"))
    assert "US has F 8 on patrol there." in notes(block(table, "japan", "Battle 1"))


# In the air.


@pytest.mark.parametrize("audience", AUDIENCES)
def test_fighters_waves_and_screens_stand_with_the_battle(table: Table, audience: str) -> None:
    battle = block(table, audience, "Battle 1: Japan over E-3-F with D 5, T 9, F 5")
    above = notes(battle)
    for said in (
        "US has F 8 on patrol there.",
        "3 fighters stripped off to screen.",
        "Fighters 5 to 5, 1-1, die 1: the escort loses 3, the patrol 2.",
        "Fighters screen: F 1 v Atlanta starboard; F 2 v Enterprise dive.",
    ):
        assert said in above, said
    assert list(battle.rows) == [
        ["T-4 on Atlanta, port", "Atlanta", "4 to 6", "1-2", "1", "1", "2"],
        ["T-3 on Atlanta, starboard", "F 1", "3 to 1", "3-1", "1", "1", "1"],
        ["T-2 on Atlanta, bow", "nobody", "2 to 1", "2-1", "1", "1", "2"],
        ["D-3 on Enterprise, wave 1", "Enterprise, F 2", "3 to 5", "1-2", "1", "1", "2"],
        ["D-2 on Enterprise, wave 2", "Enterprise, F 2", "2 to 5", "1-3", "1", "0", "2"],
    ]
    assert "Atlanta is sunk: 5 points to Japan." in above


def test_a_raid_on_midway_has_its_reckoning_and_the_us_its_own_losses(table: Table) -> None:
    for audience in AUDIENCES:
        raid = block(table, audience, "Battle 2: Japan over Midway, E-3-E, with D 7, T 6")
        assert "US ships are at Midway. At the island: D 7, T 2; at the ships: T 4." in notes(raid)
        assert "Raid on Midway at 9 to 20, 1-3, die 1: 1. Fortification 19" in notes(raid)
        assert ("Lost on Midway’s field: D 1." in notes(raid)) == (audience == "us")
        assert raid.rows[0][0] == "D/T-4 on Yorktown"


def test_raiders_shot_down_over_the_island_are_told_of() -> None:
    table = scene({"Hornet": z(14, 7)}, {"Akagi": z(11, 7)}, **TOURNAMENT)
    run(table, "t2/operations", {"us/readying": ALL, "japan/readying": ALL})
    patrol = {"attacks": [], "transfers": [], "caps": [{"from": "Midway", "zone": ISLAND, "to": "Midway", "F": 8}]}
    raid = {"attacks": [{"from": "Akagi", "zone": ISLAND, "D": 7, "T": 0}], "transfers": []}
    run(table, "t3/deready", {"us/operations": patrol, "japan/operations": raid})
    for audience in AUDIENCES:
        assert "Fighters over Midway shoot down 7 raiders." in notes(block(table, audience, "Battle 1"))


def test_hits_and_dice_of_b17s_are_not_put_to_the_battle_before(table: Table) -> None:
    for audience in AUDIENCES:
        bombers = block(table, audience, "B-17s from Midway")
        assert notes(bombers) == "B-17s over D-3-F: Akagi and Kaga. B-17s on Kaga: die 1, miss. Dice rolled by the app."
        assert "Hits now: Akagi 1, Kaga 1." in notes(block(table, audience, "Battle 3"))


def test_while_dice_are_awaited_the_target_of_the_b17s_is_named() -> None:
    table = run(busy.opened(), "b17/target", {"us/operations": {"attacks": [], "transfers": [], "b17": busy.RAID}})
    assert notes(block(table, "japan", "B-17s")) == "B-17s over D-3-F: Akagi and Kaga."
    table.answer("us", table.asks["us"].name, "Kaga", Hand("seat", 1, "us"))
    assert notes(block(table, "japan", "B-17s")) == "B-17s over D-3-F: Akagi and Kaga. The B-17s attack Kaga."


# On the water.


@pytest.mark.parametrize("audience", AUDIENCES)
def test_surface_combat_has_placement_moves_fire_and_the_way_out(table: Table, audience: str) -> None:
    assert block(table, audience, "Search calls").after == ["Ships of both sides in E-3-E."]
    fight = block(table, audience, "Surface combat 1: E-3-E")
    assert fight.before == [
        "Japan comes on: Haruna 9-1, Nagara 8-1, Tone 10-1.",
        "US comes on: New Orleans 9-7, Portland 8-7, Yorktown 10-7.",
    ]
    assert fight.rows[0] == ["1", "New Orleans", "Haruna", "10 to 5", "2-1", "2", "0"]
    assert fight.rows[2] == ["2", "Haruna", "New Orleans, Portland, Yorktown", "13 to 10", "1-1", "2", "1"]
    below = notes(fight)
    for said in (
        "Turn 1. Japan: ahead Haruna, Nagara, Tone. US: ahead New Orleans, Portland, Yorktown.",
        "US: holds. Hits now: Haruna 2. Dice to withdraw: US 6.",
        "Surface combat in E-3-E: US withdrew. Dice rolled by the app.",
    ):
        assert said in below, said


def test_a_battle_that_goes_on_names_those_it_holds() -> None:
    both = {"Portland": ISLAND}, {"Haruna": z(12, 7)}
    table = scene(*both, surface=True)
    run(table, "t2/moves", {"japan/moves": move(Haruna=ISLAND)})
    first = notes(block(table, "public", "Surface combat 1: E-3-E", 1))
    assert "Held next turn: Haruna 9-1, Portland 9-7." in first
    run(table, "t3/deready")
    held = list(block(table, "us", "Your ships", 2).rows)
    assert held == [["E-3-E", "Portland CA", "held by combat"]]
    second = block(table, "public", "Surface combat 1: E-3-E", 2)
    assert second.before == ["As the last turn left it, by column and row: Haruna 9-1, Portland 9-7."]


def test_moves_that_are_not_ahead_are_told_by_their_rectangle() -> None:
    table = run(busy.opened(), "surface-1/moves-1")
    japan = {"move": {"Haruna": [9, 2], "Tone": [11, 2]}, "enter": {}}
    run(table, "moves-2", {"japan/surface-move": japan})
    assert "Japan: ahead Haruna; Tone 11-2. US: holds." in notes(block(table, "us", "Surface combat 1"))


# The turn, and what is its own side's alone.


def test_ships_that_left_are_on_their_own_sides_paper_alone(table: Table) -> None:
    assert notes(block(table, "japan", "Your ships")) == "Left the board: Chikuma."
    for audience in ("us", "public"):
        for turn in (1, 2):
            assert "Chikuma" not in str(record(table, audience, turn))


def test_the_fortification_stands_at_the_head_and_a_bombardment_at_the_end(table: Table) -> None:
    for audience in AUDIENCES:
        assert block(table, audience, "Words").before[0] == "Midway’s fortification: 20 at the opening, then 18."
        assert "A battleship stands off Midway: fortification 18." in notes(block(table, audience, "Points"))
        assert block(table, audience, "Words", 3).before[0] == "Midway’s fortification: 18."
    plain = run(scene({"Portland": ISLAND}, {"Haruna": z(11, 7)}), "t2/moves")
    assert "fortification" not in str(record(plain, "public", 1))


def test_the_words_do_not_repeat_what_raiders_were_told(table: Table) -> None:
    assert "US ships are at Midway." not in notes(block(table, "public", "Words"))
    assert "Japanese ships stand on Midway." in notes(block(table, "public", "Words"))


# What was agreed.


@pytest.mark.parametrize("chosen", [{}, {**TOURNAMENT, **OPTIONS}, {"fighters": True, "leaving": False, "b17": 1}])
def test_every_setting_is_told_with_its_label(chosen: dict[str, Any]) -> None:
    table = scene({"Portland": ISLAND}, {"Haruna": z(11, 7)}, **chosen)
    made = list(record(table, "public", 1).values())
    assert made[0].title == "Agreed before play", "at the head of the record"
    agreed = notes(made[0])
    for each in SETTINGS:
        assert each.label in agreed, each.label
        value = chosen.get(each.name, each.default)
        words = dict(each.choices)[value]
        if words not in ("in use", "left out"):
            assert f"{each.label}: {words}" in agreed
        if value != each.default and each.rule.startswith("Optional"):
            assert f"{each.label} ({each.rule})" in agreed
    used = agreed.partition("In use: ")[2].partition(".")[0]
    out = agreed.partition("Left out: ")[2].partition(".")[0]
    for each in SETTINGS[:3]:
        assert each.label in (used if chosen.get(each.name) else out)
        assert each.label not in (out if chosen.get(each.name) else used)


def test_the_head_of_every_sheet_says_which_game_is_played(opened: Callable[..., Room]) -> None:
    for chosen, said in (
        ({}, "Midway, Avalon Hill 1964, Basic game"),
        (TOURNAMENT, "Midway, Avalon Hill 1964, Tournament game"),
        (
            {"fighters": True, "surface": True},
            "Midway, Avalon Hill 1964, Basic game with fighters and surface combat",
        ),
        ({"reduction": True}, "Midway, Avalon Hill 1964, Basic game with Midway reduction"),
    ):
        room = opened(busy.kit() | midway_kit(), **chosen)
        for audience in EYES:
            assert f"{said} · table {room.code}" in room.html(audience, "turn")
        assert f"{said} · table {room.code}" in master(room).text


def test_rulings_tell_of_the_sections_in_use_and_no_others() -> None:
    basic = scene({"Portland": ISLAND}, {"Haruna": z(11, 7)})
    whole = scene({"Portland": ISLAND}, {"Haruna": z(11, 7)}, **TOURNAMENT, **OPTIONS)
    plain, tournament = (notes(record(each, "us", 1)["Rulings of the house"]) for each in (basic, whole))
    for said in ("Fighters meet", "Surface combat: contact", "Raids on Midway", "B-17s:", "with D, T and F"):
        assert said in tournament
        assert said not in plain
    assert "Ships of both sides pass unseen." in plain
    assert "pass unseen" not in tournament


# As paper.


def test_a_busy_turn_takes_few_pages_and_each_bears_its_marks(table: Table, opened: Callable[..., Room]) -> None:
    room = opened(dict(table.header.kit), **TOURNAMENT, **OPTIONS)
    room.play(lambda at: [at.answer(e.party, e.ask, e.value, _hand(e.party), sure=True) for e in table.entries])
    for audience, _, html in room.every():
        checked(html, audience, room.code)
    for audience in AUDIENCES:
        html = room.html(audience, "turn", 2)
        assert len(pages(html)) <= 3
        assert any(line.startswith("D-2 on Enterprise, wave 2 Enterprise, F 2") for line in texts(html))
    assert len(pages(room.html("us", "turn", 1))) == 1, "a quiet turn is a page"


def _hand(party: str) -> Hand:
    return Hand("app", None, "app") if party in ("dice", "chart") else Hand("seat", 1, party)


def test_papers_in_the_middle_of_surface_combat_hold_it() -> None:
    table = run(busy.opened(), "surface-1/moves-2")
    for side in ("us", "japan"):
        made = sheets.sheets(table.play.plots[side], side, "packet")
        titles = [each.title for page in paged(made) for each in page.blocks]
        assert "Surface combat 1: E-3-E" in titles
    (sheet,) = sheets.master(table.truth, ())
    assert "Surface combat 1: E-3-E" in [each.title for each in sheet.blocks]
