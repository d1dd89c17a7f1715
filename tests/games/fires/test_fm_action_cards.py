"""The numbers of the action cards, where the copy has them: nobody is asked for points that the app knows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fires.lively import run, table
from tests.games.fires.scenes import act, asked, put, say, ship, todo, turned
from umpire.games.fires_of_midway import action_cards, fleets, kit_sheet
from umpire.table.asks import Refusal
from umpire.table.table import Table

JSON = Any
NUMBERS = {f"card/{n}": {"wind": n, "launch": (n + 1) // 2, "repair": n // 2, "save": n} for n in range(1, 9)}
"""Invented; the first card launches and repairs least, as players report of the early ones."""


def laid(cards: dict[str, JSON] = NUMBERS) -> Table:
    """A US that is confident has laid its cards, then Japan; nothing is stolen, nobody moves."""
    t = table({"fleet/midway": fleets.offered("midway"), **cards})
    run(t, "search/1")
    turned(t, "clouds", "squall", *["fleet"] * 3)
    run(t, "t1/cards")
    say(t, {"Yorktown": 1, "Hornet": 3, "Enterprise": 5, "Midway": 7})
    say(t, {"Akagi": 2, "Kaga": 4, "Hiryu": 6, "Soryu": 8})
    return run(t, "t1/turn/1")


def notes(t: Table) -> list[str]:
    return [each["note"] for each in asked(t).facts["ships"][0]["actions"]]


def group(fighter: int, bomber: int, torpedo: int, target: str = "Akagi") -> JSON:
    counts = {"fighter": fighter, "bomber": bomber, "torpedo": torpedo, "zones": 2, "clouds": 0, "points": 0}
    return {**counts, "targets": [target], "no_torpedo": False, "no_path": False}


def test_each_action_says_what_its_card_gives() -> None:
    """Carrier actions: launch points of Into the Wind and Battle Stations, repair points of Battle Stations and Save the Ship."""
    t = laid()
    assert asked(t).facts["ships"][0]["name"] == "Yorktown"
    assert notes(t) == ["1 aircraft", "1 aircraft, 0 repair points", "1 repair point", ""]
    act(t, "Yorktown", "save")
    assert asked(t).facts["ships"][0]["name"] == "Akagi"
    assert notes(t) == ["2 aircraft", "1 aircraft, 1 repair point", "2 repair points", ""]


def test_fm_17_no_more_are_launched_than_the_card_of_that_action_allows() -> None:
    t = act(laid(), "Yorktown", "wind")
    assert asked(t).facts["points"] == 1
    with pytest.raises(Refusal, match="2 aircraft cards, and 1 launch points"):
        say(t, group(1, 0, 1))
    say(t, group(0, 0, 1))
    assert t.truth.strike["ship"] == "Yorktown"


def test_fm_18_repair_points_are_known_and_what_they_cannot_buy_is_barred() -> None:
    t = laid()
    ship(t, "Akagi", fire=1, flooding=1)
    act(t, "Yorktown", "save")
    act(t, "Akagi", "save")
    assert asked(t).facts["points"] == 2
    with pytest.raises(Refusal, match="takes 3 points; there are 2"):
        say(t, {"points": 0, "buys": ["Akagi:flooding"]})
    with pytest.raises(Refusal, match="There are 2 repair points"):
        say(t, {"points": 7, "buys": []})
    say(t, {"points": 0, "buys": ["Akagi:fire"]})


def test_a_card_that_gives_nothing_asks_for_nothing() -> None:
    t = laid({**NUMBERS, "card/1": {"wind": 0, "launch": 0, "repair": 0, "save": 1}})
    ship(t, "Yorktown", fire=1)
    act(t, "Yorktown", "stations")
    assert asked(t).name == "t1/turn/2", "neither the shop nor a group"
    assert "Yorktown’s card launches nothing by Battle Stations" in todo(t)


def test_a_card_that_is_not_in_the_copy_or_not_laid_before_the_app_is_counted_by_the_table() -> None:
    known = {key: card for key, card in NUMBERS.items() if key != "card/1"}
    t = laid(known)
    assert notes(t) == [""] * 4
    assert asked(act(t, "Yorktown", "wind")).facts["points"] == 0
    t = table({"fleet/midway": fleets.offered("midway"), **NUMBERS})
    run(t, "t1/cards")
    say(t, {})
    run(t, "t1/turn/1")
    assert {each["note"] for one in asked(t).facts["ships"] for each in one["actions"]} == {""}


def test_fm_36_a_stolen_card_brings_its_numbers() -> None:
    t = table({"fleet/midway": fleets.offered("midway"), **NUMBERS})
    run(t, "search/1")
    turned(t, "clouds", "squall", *["fleet"] * 3)
    run(t, "t1/cards")
    say(t, {"Yorktown": 6, "Hornet": 3, "Enterprise": 5, "Midway": 7})
    say(t, {"Akagi": 1, "Kaga": 4, "Hiryu": 2, "Soryu": 8})
    say(t, {"take": "Akagi", "give": "Yorktown"})
    assert action_cards.launch_points(t.truth, "Akagi", "wind") == 6
    assert action_cards.launch_points(t.truth, "Yorktown", "wind") == 1


def test_a_number_is_set_right_in_play() -> None:
    t = laid()
    put(t, "kit/card/1/wind", "3")
    assert notes(t)[0] == "3 aircraft"
    act(t, "Yorktown", "wind")
    assert asked(t).facts["points"] == 3


def test_the_page_of_the_copy_takes_a_row_whole_or_blank() -> None:
    typed = {f"card/2|{box}": [str(n)] for box, n in NUMBERS["card/2"].items()}
    assert kit_sheet.read("cards", typed, {}) == {"card/2": NUMBERS["card/2"]}
    assert kit_sheet.read("cards", kit_sheet.shown("cards", NUMBERS), {}) == NUMBERS
    with pytest.raises(Refusal, match="Action card 2, Save the Ship, repair is still blank"):
        kit_sheet.read("cards", {**typed, "card/2|save": [""]}, {})
    with pytest.raises(Refusal, match="A whole number from 0 to 9"):
        kit_sheet.read("cards", {**typed, "card/2|save": ["12"]}, {})
    assert kit_sheet.problems({"card/9": NUMBERS["card/1"]}) == ["card/9: a kit has nothing of this name."]
    assert [row["name"] for row in kit_sheet.facts("cards", {})["rows"]] == [str(n) for n in range(1, 9)]
