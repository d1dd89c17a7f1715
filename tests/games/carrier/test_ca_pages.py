"""What Carrier's pages show: the map, the fight, what was told, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import carrier_turn as turn
from tests.games.carrier import lively
from umpire.games.carrier.fight_picture import fights, mods
from umpire.games.carrier.map_picture import outline
from umpire.games.carrier.picture import after, areas, news, picture
from umpire.games.carrier.plot import CarrierPlot
from umpire.table.asks import Ask
from umpire.table.plot import UMPIRE
from umpire.table.table import Table

JSON = Any
HOME = "2718"


@pytest.fixture
def scripted() -> Iterator[None]:
    with turn.scripted():
        yield


def at(name: str, kit: dict[str, JSON] | None = None) -> Table:
    """The scripted turn, played to an ask."""
    chosen = {key: value for key, value in turn.SETTINGS.items() if key not in ("umpire", "dice")}
    table = lively.table(turn.full_kit() if kit is None else kit, **chosen, **{turn.SCENE: 1})
    turn.until(table, name, turn.done_as_written(1))
    return table


def asked(table: Table) -> Ask:
    return next(iter(table.asks.values()))


def shown(table: Table, *taps: tuple[str, str], side: str = "us") -> dict[str, JSON]:
    ask = asked(table)
    draft = ask.draft()
    for op, arg in taps:
        draft = ask.edit(draft, op, arg, {})
    return picture(table.truth, side, ask, draft)


def told_of(drawn: JSON, place: str) -> JSON:
    return next(stack for stack in drawn["stacks"] if stack["hex"] == place)


# The map.


def test_the_map_opens_on_what_a_piece_that_is_taken_up_can_reach(scripted: None) -> None:
    table = at("t1/p1/us/move")
    drawn = shown(table)["map"]
    assert drawn["reach"][0]["hex"] == HOME
    assert drawn["width"] < 390, "a phone shows it without moving it"
    assert not any(stack["hex"] == "2130" for stack in drawn["stacks"]), "C1 is far away"
    assert shown(table, ("one", "TF 17"))["map"]["reach"][0]["hex"] == "2715"


def test_the_whole_map_holds_every_force_and_counts_what_stands_in_a_hex(scripted: None) -> None:
    drawn = shown(at("t1/p1/j/pieces"))["map"]
    assert {name for stack in drawn["stacks"] for piece in stack["pieces"] for name in [piece["words"]]} >= {
        *(f"C{n}" for n in range(1, 14)),
        *("16", "17", "1"),
    }
    assert told_of(drawn, HOME)["told"] == f"{HOME}; TF 16, yours"
    assert {each["place"]: each["told"] for each in drawn["own"]} == {
        "2418": "your strike 1",
        HOME: "TF 16, yours",
        "2715": "TF 17, yours",
    }


def test_a_force_looks_as_it_is_known(scripted: None) -> None:
    drawn = shown(at("t1/p1/j/pieces"))["map"]
    looks = {piece["words"]: piece["look"] for stack in drawn["stacks"] for piece in stack["pieces"]}
    assert looks["C3"] == "carriers", "Located, and known to have carriers"
    assert looks["C1"] == "faint", "not detected"


def test_the_boxes_that_would_search_are_ringed_and_the_map_opens_there(scripted: None) -> None:
    table = at("t1/p2/us/search")
    drawn = shown(table)["map"]
    assert [ring["told"] for ring in drawn["rings"]] == [
        "TF 16 searches at 0 to 3 hexes",
        "TF 17 searches at 4 to 7 hexes",
    ]
    near, far = drawn["rings"]
    assert near["path"].count("M") == 37, "a hex and all about it to the third ring"
    assert outline("2319") in near["path"]
    assert outline("2715") not in far["path"], "TF 17 looks past itself"
    assert shown(table, ("none", ""))["map"]["rings"] == []


def test_a_strike_points_at_its_target_until_it_is_there(scripted: None) -> None:
    assert len(shown(at("t1/p1/us/fly"))["map"]["aims"]) == 1
    assert shown(at("t1/p2/us/search"))["map"]["aims"] == []


def test_in_the_room_counters_are_as_large_as_the_map_is_drawn_small(scripted: None) -> None:
    table = at("t1/p1/j/pieces")
    assert shown(table)["map"]["big"] == 10
    drawn = shown(table, side="")["map"]
    assert drawn["big"] > 10 * drawn["width"] // 640


# The fight.


def test_a_fight_is_drawn_as_far_as_it_has_gone(scripted: None) -> None:
    table = at("t1/p2/j/1/C3/attack/warning")
    (fight,) = fights(table.truth)
    assert (fight["title"], fight["going"]) == ("C3 on TF 16", True)
    assert fight["planes"] == [{"what": "air points", "n": 9, "lost": 0}]
    assert [(fire["name"], fire["who"], fire["die"]) for fire in fight["fire"]] == [
        ("CAP", "", None),
        ("Guns", "", None),
    ]
    assert (fight["value"], fight["targets"]) == ("", [])


def test_and_stays_until_the_counters_have_been_moved(scripted: None) -> None:
    table = at("t1/p2/j/pieces")
    (fight,) = fights(table.truth)
    assert not fight["going"]
    assert fight["planes"] == [{"what": "air points", "n": 9, "lost": 4}]
    cap, guns = fight["fire"]
    assert (cap["who"], cap["die"], cap["mods"], cap["modified"], cap["down"]) == (
        "strength 7",
        8,
        ["−1 escort"],
        7,
        "3 points",
    )
    assert "Enterprise 10" in guns["firers"]
    (target,) = fight["targets"]
    (ship,) = target["ships"]
    assert (target["name"], [roll["die"] for roll in target["rolls"]]) == ("Enterprise", [4, 4, 4])
    assert ship["old"] == 0
    assert ship["new"] == sum(int(roll["hits"].split()[0]) for roll in target["rolls"] if roll["hits"] != "miss") > 0
    assert ship["new"] + ship["sound"] == 8
    turn.until(table, "t1/p2/us/fly", turn.done_as_written(1))
    assert fights(table.truth) == []


def test_a_strike_of_yours_is_drawn_by_its_types_and_names_what_it_hit(scripted: None) -> None:
    (fight,) = fights(at("t1/p2/us/strike/1/targets").truth)
    assert fight["planes"] == [
        {"what": "F4F", "n": 4, "lost": 0},
        {"what": "SBD", "n": 6, "lost": 0},
        {"what": "TBF", "n": 4, "lost": 0},
    ]
    assert fight["value"] == "value 31: 2 rolls"
    after_it = fights(at("t1/p2/us/pieces").truth)[0]
    assert all(ship["type"] in ("CVL", "CVE", "CV") for target in after_it["targets"] for ship in target["ships"])


def test_modifiers_of_nought_are_left_out() -> None:
    assert mods([["attack size", 0], ["improved fire control", 3], ["no CAP", -1]]) == [
        "+3 improved fire control",
        "−1 no CAP",
    ]


def test_what_was_struck_is_drawn_no_more(scripted: None) -> None:
    table = at("t1/p2/us/fly")
    table.back(table.turns()["t1/p2"], turn.PLAYER)
    assert fights(table.truth) == []


# What was told.


def test_the_news_leaves_out_what_is_no_news(scripted: None) -> None:
    table = at("t1/p1/j/pieces")
    said = news(table.truth)
    assert [each["words"] for each in said[:3]] == [
        "C10 to 1827: mission movement, 5 is SW.",
        "C2 to 2027: mission movement, 5 is SW.",
        "C1 to 2131: mission movement, 5 is W.",
    ]
    assert said[0]["more"] == "No task force next to it."
    words = " ".join(each["words"] for each in said)
    assert "blank" not in words
    assert "nothing is in range" not in words
    assert "C10 makes no air attack: nothing is in range." in [table.game.say(each) for each in table.truth.heard]


def test_what_comes_next_is_always_said(scripted: None) -> None:
    names = (
        "t1/arrival/pieces",
        "t1/p1/j/pieces",
        "t1/p1/us/fly",
        "t1/p1/us/decks",
        "t1/p1/us/pieces",
        "t1/p4/us/pieces",
    )
    assert [after(at(name).truth) for name in names] == [
        "phase 1",
        "air movement",
        "air operations",
        "task forces move",
        "phase 2",
        "the end of the turn",
    ]
    assert after(CarrierPlot(UMPIRE)) == ""


def test_areas_that_are_asked_for_come_with_those_there_are(scripted: None) -> None:
    table = at("chart/mission_area", {})
    said = ["2626 and 2527", "2549", "3712"]
    assert areas(table.truth, asked(table)) == [(n, f"is the area of {some}") for n, some in enumerate(said, 1)]
    assert areas(table.truth, asked(at("t1/p1/us/fly"))) == []
