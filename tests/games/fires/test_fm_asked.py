"""What is refused as it is said: groups, paths and doctrines, at the asks that players answer."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.games.fires_of_midway.asks_flight import Fuel, Launch
from umpire.games.fires_of_midway.asks_setup import Maneuver
from umpire.games.fires_of_midway.asks_strike import ENGAGED, Bomb, Engage
from umpire.games.fires_of_midway.asks_turn import Recover, Sinks
from umpire.games.fires_of_midway.ship import FULL, SMOKE
from umpire.table.asks import Challenge, Refusal

TITLE = {"why": "", "words": "", "rule": ""}
AKAGI = {"name": "Akagi", "seen": False, "island": False}
HIRYU = {"name": "Hiryu", "seen": False, "island": False}
MIDWAY = {"name": "Midway", "seen": True, "island": True}
HORNET = {"name": "Hornet", "seen": False, "island": False}


def launch(*targets: dict[str, Any], points: int = 0, duty: bool = False, fletcher: bool = False) -> Launch:
    facts = {"ship": "Yorktown", "targets": list(targets), "points": points, "duty": duty, "fletcher": fletcher}
    return Launch("launch", {**TITLE, **facts, "may_skip": True, "clouds": 1})


def group(fighter: int, bomber: int, torpedo: int, *targets: str, **more: Any) -> dict[str, Any]:
    """An answer: a group of these, two zones to its targets."""
    counts = {"fighter": fighter, "bomber": bomber, "torpedo": torpedo, "zones": 2, "clouds": 0, "points": 0}
    return {**counts, "targets": list(targets) or ["Akagi"], "no_torpedo": False, "no_path": False, **more}


def test_fm_02_the_hunt_ends_with_one_marker_seen_or_the_island() -> None:
    flown = group(0, 1, 0, "Akagi", "Hiryu", zones=4, clouds=1)
    assert launch(AKAGI, HIRYU).distance(flown) == 6
    assert launch(AKAGI, {**HIRYU, "seen": True}).distance(flown) == 5
    assert launch(MIDWAY).distance(group(0, 1, 0, "Midway", zones=3)) == 3


def test_fm_45_a_torpedo_bomber_is_a_bomber() -> None:
    launch(AKAGI).validate(group(2, 0, 1))
    with pytest.raises(Refusal, match="at least one bomber"):
        launch(AKAGI).validate(group(3, 0, 0))


def test_fm_17_no_more_cards_than_launch_points() -> None:
    launch(AKAGI, points=3).validate(group(1, 1, 1))
    with pytest.raises(Refusal, match="launch points"):
        launch(AKAGI, points=3).validate(group(1, 2, 1))
    with pytest.raises(Refusal, match="launch points"):
        launch(AKAGI).validate(group(1, 2, 1, points=3))


def test_a_group_is_no_larger_than_an_air_wing() -> None:
    """Launch Group Strike: all of it comes from under the carrier: eleven cards, and CAP of friends that landed with her."""
    launch(AKAGI).validate(group(6, 6, 4))
    with pytest.raises(Refusal, match="no more than 16"):
        launch(AKAGI).validate(group(6, 6, 5))


def test_fm_01_many_gas_icons_are_asked_after_once() -> None:
    """Find the target: no number of icons is the most that a tile may have."""
    facts = {"planes": {"fighter": 0, "bomber": 1, "torpedo": 0}, "tiles": 2, "keys": [], "gas": True}
    ask = Fuel("fuel", {**TITLE, **facts})
    ask.validate({"gas": 6})
    with pytest.raises(Challenge, match="7 gas icons on 2 tiles"):
        ask.validate({"gas": 7})
    ask.validate({"gas": 7}, sure=True)
    assert ask.value(ask.edit(ask.draft(), "gas", "7", {})) == {"gas": 7}
    with pytest.raises(Refusal, match="not the gas icons"):
        Fuel("fuel", {**TITLE, **facts, "gas": False}).validate({"gas": 7}, sure=True)


def test_fm_26_and_42_fletcher_has_a_torpedo_bomber_if_there_is_one() -> None:
    bound = launch(AKAGI, fletcher=True)
    with pytest.raises(Refusal, match="Fletcher"):
        bound.validate(group(0, 2, 0))
    bound.validate(group(0, 1, 1))
    bound.validate(group(0, 2, 0, no_torpedo=True))
    launch(AKAGI).validate(group(0, 2, 0))


def test_fm_27_the_first_japanese_group_and_one_without_a_path() -> None:
    first = launch(HORNET, MIDWAY, duty=True)
    with pytest.raises(Refusal, match="attacks Midway"):
        first.validate(group(0, 1, 0, "Hornet"))
    first.validate(group(0, 1, 0, "Midway"))
    first.validate(group(0, 1, 0, "Hornet", no_path=True))
    launch(HORNET, MIDWAY).validate(group(0, 1, 0, "Hornet"))


def test_nobody_shares_a_zone_with_the_island() -> None:
    """Maneuver forces: no carrier enters the island's zone."""
    with pytest.raises(Refusal, match="island"):
        launch(HORNET, MIDWAY).validate(group(0, 1, 0, "Hornet", "Midway"))


def maneuver(bull: bool) -> Maneuver:
    ships = [
        {"name": n, "side": s, "spotted": False, "squall": False, "told": n == "Hornet"}
        for n, s in (("Hornet", "us"), ("Akagi", "japan"))
    ]
    return Maneuver("maneuver", {**TITLE, "ships": ships, "first": "us", "bull": bull, "squalls": 1})


def test_fm_41_halsey_closes_unless_nobody_can() -> None:
    still: dict[str, list[str]] = {"moved": [], "squall": [], "cannot": []}
    with pytest.raises(Refusal, match="Hornet has to close in"):
        maneuver(True).validate(still)
    maneuver(True).validate({**still, "cannot": ["Hornet"]})
    maneuver(True).validate({**still, "moved": ["Hornet"]})
    maneuver(False).validate(still)


def test_fm_40_a_squall_helps_who_enters_it() -> None:
    with pytest.raises(Refusal, match="enter"):
        maneuver(False).validate({"moved": [], "squall": ["Akagi"], "cannot": []})


def test_fm_70_a_second_launch_is_refused() -> None:
    ships = [{"name": "Hornet", "caps": [SMOKE], "slots": 1}, {"name": "Midway", "caps": [FULL, SMOKE], "slots": 2}]
    ask = Recover("recover", {**TITLE, "ships": ships})
    ask.validate({"land": ["Hornet:0", "Midway:1"], "launch": "Hornet"})
    draft = ask.edit({"land": ["Hornet:0", "Midway:1"], "launch": "Hornet"}, "land", "Midway:0", {})
    with pytest.raises(Refusal, match="One fighter goes up"):
        ask.edit(draft, "launch", "Midway", {})
    with pytest.raises(Refusal, match="no open CAP slot"):
        ask.validate({"land": [], "launch": "Hornet"})


def test_fm_22_the_cap_of_a_sunk_carrier_lands_with_a_friend() -> None:
    ask = Sinks("sinks", {**TITLE, "ship": "Hornet", "caps": 1, "havens": ["Enterprise"]})
    ask.validate({"aboard": 6, "haven": "Enterprise"})
    ask.validate({"aboard": 6, "haven": ""})
    ask.validate({"aboard": 16, "haven": ""})
    with pytest.raises(Refusal):
        ask.validate({"aboard": 17, "haven": ""})
    with pytest.raises(Refusal, match="within 2 zones"):
        ask.validate({"aboard": 6, "haven": "Akagi"})
    with pytest.raises(Refusal, match="within 2 zones"):
        Sinks("sinks", {**ask.facts, "caps": 0}).validate({"aboard": 6, "haven": "Enterprise"})


def test_a_fuel_hit_on_smoke_is_no_result() -> None:
    """Damage icons and results: the card is flipped to its smoke side, once."""
    lots = [{"id": f"fighter/{fuel}", "words": "", "n": 1, "barred": "", "rule": ""} for fuel in (FULL, SMOKE)]
    caps = [{"id": f"Hiryu/{n}", "words": "", "fuel": fuel} for n, fuel in enumerate((FULL, SMOKE))]
    ask = Engage(
        "engage", {**TITLE, "type": "dogfight", "caps": caps, "lots": lots, "results": list(ENGAGED), "roll": True}
    )
    ask.validate({"cap": "Hiryu/0", "lot": "fighter/full", "result": "smoke"})
    ask.validate({"cap": "Hiryu/0", "lot": "fighter/full", "result": "cap-smoke"})
    for cap, lot, result in (("Hiryu/0", "fighter/smoke", "smoke"), ("Hiryu/1", "fighter/full", "cap-smoke")):
        with pytest.raises(Refusal, match="smoke side already"):
            ask.validate({"cap": cap, "lot": lot, "result": result})


def bombs(lot: str, sacrifice: bool = False) -> tuple[Bomb, dict[str, Any]]:
    facts = {"lots": [{"id": lot, "words": "", "n": 1, "class": lot.partition("/")[0]}], "targets": [HIRYU]}
    ask = Bomb("bomb", {**TITLE, **facts, "chooses": "us", "sacrifice": sacrifice, "roll": True})
    return ask, {**ask.draft(), "target": "Hiryu"}


def test_fm_61_no_spout_by_bombs_and_no_fire_by_torpedoes() -> None:
    torpedo, told = bombs("torpedo/full")
    torpedo.validate({**told, "spout": 2})
    with pytest.raises(Refusal, match="fireball"):
        torpedo.validate({**told, "cr": 1})
    bomber, told = bombs("bomber/full")
    bomber.validate({**told, "fire": 1, "cr": 1})
    with pytest.raises(Refusal, match="torpedoes"):
        bomber.validate({**told, "spout": 1})


def test_fm_60_who_is_shot_down_hits_nothing() -> None:
    ask, told = bombs("bomber/full")
    ask.validate({**told, "flak": "smoke", "fire": 1})
    ask.validate({**told, "flak": "lost"})
    with pytest.raises(Refusal, match="shot down"):
        ask.validate({**told, "flak": "lost", "fire": 1})


def test_a_sacrifice_is_of_a_bomber_on_smoke() -> None:
    """Heroic sacrifice: also of one that flak has just turned."""
    ask, told = bombs("bomber/full", sacrifice=True)
    with pytest.raises(Refusal, match="smoke-side"):
        ask.validate({**told, "sacrifice": True})
    ask.validate({**told, "flak": "smoke", "sacrifice": True})
    ask, told = bombs("bomber/smoke")
    with pytest.raises(Refusal, match="smoke-side"):
        ask.validate({**told, "sacrifice": True})
