"""Optional rules: searches at night, night actions, finding the enemy, scouts, islands, Zekes, SFT."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.victory_scenes import OPTIONS, allowed, ears, points, refused, right, run, say, scene, told
from umpire.table.table import Table

JSON = Any


# Ship Searches at Night.


def night_search(die: int | None, **settings: JSON) -> Table:
    t = scene(us={"US DD1": "G5"}, japan={"DD4": "G5"}, turn=13, **settings)
    return run(t, "t2/after", {"us/orders": {"ship": ["G5"]}}, [] if die is None else [[die]])


@pytest.mark.parametrize(("die", "found"), [(4, 0), (5, 0), (6, 1), (7, 1)])
def test_vm_11_a_ship_search_at_night_finds_on_six_or_more(die, found):
    t = night_search(die, night_searches=True)
    assert len(told(t, "us", "found")[-1]["found"]) == found
    for audience in ("us", "japan", "public"):
        (search,) = told(t, audience, "night-searches")[-1]["searches"]
        assert (search["hex"], search["die"], search["effective"]) == ("G5", die, bool(found))


@pytest.mark.parametrize("settings", [{}, {"night_searches": True}])
def test_vm_11_the_enemy_hears_of_the_search_whatever_it_finds(settings):
    t = night_search(4 if settings else None, **settings)
    assert told(t, "japan", "searching")[-1]["searches"] == [{"by": "us", "kind": "ship", "hex": "G5"}]


def test_vm_11_option_off_every_night_ship_search_finds_and_no_die_is_rolled():
    t = night_search(None)
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "G5", "of": "japan", "what": "ships"}]
    assert told(t, "public", "night-searches") == []
    assert not [e for e in t.entries if "night" in e.ask]


def test_vm_11_by_day_no_die_is_rolled():
    t = scene(us={"US DD1": "G5"}, japan={"DD4": "G5"}, turn=12, night_searches=True)
    run(t, "t2/strikes", {"us/orders": {"ship": ["G5"]}})
    assert len(told(t, "us", "found")[-1]["found"]) == 1
    assert told(t, "public", "night-searches") == []


def test_vm_11_one_die_for_each_search_even_of_an_empty_hex():
    t = scene(us={"US DD1": "G5", "US DD2": "J5"}, japan={"DD4": "G5"}, turn=13, night_searches=True)
    said = {"us/orders": {"ship": ["G5", "J5"]}, "japan/orders": {"ship": ["G5"]}}
    run(t, "t2/after", said, [[5, 10, 6]])
    searches = told(t, "public", "night-searches")[-1]["searches"]
    assert [(s["by"], s["hex"], s["effective"]) for s in searches] == [
        ("us", "G5", False),
        ("us", "J5", True),
        ("japan", "G5", True),
    ]
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "G5", "of": "us", "what": "ships"}]


# Night Actions.


def night_fire(dice: Sequence[int], *, turn: int = 13, **settings: JSON) -> Table:
    """The US cruiser, of factor 3, has attacked a destroyer in G5 that missed her; her dice have fallen."""
    t = scene(us={"US CA1": "G5"}, japan={"DD4": "G5"}, turn=turn, **settings)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}})
    say(t, "us", ["G5"])
    run(t, "/theirs-dice")
    say(t, "dice", list(dice))
    return t


@pytest.mark.parametrize(("dice", "left"), [([2, 10], "reduced"), ([3, 10], "full"), ([1, 2], "gone")])
def test_vm_43_at_night_one_is_added_to_each_us_die(dice, left):
    t = night_fire(dice, night_actions=True)
    assert t.truth.strength("DD4") == left


@pytest.mark.parametrize("case", [{"turn": 13}, {"turn": 12, "night_actions": True}])
def test_vm_43_by_day_or_with_the_option_off_nothing_is_added(case):
    assert night_fire([3, 10], **case).truth.strength("DD4") == "reduced"


def test_vm_43_japanese_fire_at_night_is_as_by_day():
    t = scene(us={"US DD1": "G5"}, japan={"DD4": "G5"}, turn=13, night_actions=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}})
    say(t, "us", ["G5"])
    run(t, "/ships-dice")
    say(t, "dice", [2, 10])
    assert t.truth.strength("US DD1") == "reduced"


# Finding the Enemy.

E, H = ("E-F1", "E-F2", "E-D1", "E-D2", "E-D3", "E-T1"), ("Hor-F1", "Hor-F2", "Hor-D1", "Hor-D2", "Hor-D3", "Hor-T1")
WAVES = [[*E[:5]], [*H[:5]], [E[5], H[5]]]


def flown(
    waves: Sequence[Sequence[str]],
    us: Mapping[str, str],
    to: str,
    japan: Mapping[str, str],
    at: str = "t2/us/1/finding",
    **settings: JSON,
) -> Table:
    t = scene(us=us, japan=japan, finding=True, **settings)
    return run(t, at, {"us/strikes": [{"to": to, "waves": [list(wave) for wave in waves]}]})


def test_vm_27_a_wave_fails_on_its_distance_or_less_and_seven_of_twelve_fight():
    t = flown(WAVES, {"Enterprise": "I5", "Hornet": "I5"}, "G5", {"Akagi": "G5"})
    assert [die.note for die in t.asks["private"].dice] == ["over 2 finds"] * 3
    say(t, "private", [2, 3, 10])
    run(t, "t2/after", dice=[[1, 2]])
    (over,) = told(t, "japan", "over")
    assert len(over["planes"]) == 7
    assert {each["letter"] for each in over["planes"].values()} == {"E", "H"}
    landed = run(t, "t3/orders").truth.air
    assert {landed[unit]["box"] for unit in WAVES[0]} == {"not ready"}


def test_vm_27_only_the_attacker_hears_of_waves_and_of_their_dice():
    t = flown(WAVES, {"Enterprise": "I5", "Hornet": "I5"}, "G5", {"Akagi": "G5"})
    say(t, "private", [2, 3, 10])
    run(t, "t3/orders", dice=[[1, 2]])
    assert ears(t, "waves") == {("us",)}
    (waves,) = told(t, "us", "waves")
    assert [(w["die"], w["found"]) for w in waves["waves"]] == [(2, False), (3, True), (10, True)]
    for audience in ("japan", "public"):
        assert told(t, audience, "waves") == []
        assert not [roll for roll in told(t, audience, "roll") if "finding" in roll["ask"]]
        said = json.dumps([[d.kind, d.facts] for d in t.play.plot(audience).heard])
        assert "distance" not in said
        assert "Hor-D1" not in said


def test_vm_27_a_wave_takes_off_from_one_hex():
    t = scene(us={"Enterprise": "I5", "Hornet": "H5"}, japan={"Akagi": "G5"}, finding=True)
    run(t, "t2/strikes")
    refused(t, "us", [{"to": "G5", "waves": [["E-D1", "Hor-D1"]]}], "Forming Waves and Sighting the Enemy")
    assert allowed(t, "us", [{"to": "G5", "waves": [["E-D1"], ["Hor-D1"]]}])


@pytest.mark.parametrize(("at", "die", "found"), [("G5", 1, True), ("H4", 1, False), ("H4", 2, True)])
def test_vm_28_distance_none_always_finds_distance_one_fails_on_a_one(at, die, found):
    t = flown([["E-D1"]], {"Enterprise": at}, "G5", {"DD4": "G5"})
    say(t, "private", [die])
    assert bool(told(t, "public", "deployed")) == found


@pytest.mark.parametrize(("die", "found"), [(4, False), (5, True)])
def test_vm_28_the_heavy_bombers_distance_counts_in_the_same_way(die, found):
    t = flown([["M-H1"]], {}, "D5", {"DD4": "D5"})
    say(t, "private", [die])
    assert bool(told(t, "public", "deployed")) == found


def test_vm_28_strikes_on_ships_in_midways_hex_and_on_the_base_always_find():
    t = scene(us={"US CA1": "H6"}, japan={"Akagi": "F5"}, finding=True)
    run(t, "t2/strikes", {"japan/orders": {"base": ["A-D1"]}})
    say(t, "us", [])
    say(t, "japan", [{"to": "base"}, {"to": "H6", "waves": [["A-D2"]]}])
    run(t, "t2/after")
    assert len(told(t, "us", "deployed")) == 2
    assert not [e for e in t.entries if e.party == "private"]


def test_vm_27_a_wave_is_as_far_as_the_carrier_it_took_off_from_even_if_she_is_sunk_meanwhile():
    t = scene(us={"Enterprise": "H4"}, japan={"Akagi": "G4"}, finding=True, kit={"strike/SBD": 10})
    run(t, "t2/strikes")
    say(t, "us", [{"to": "G4", "waves": [["E-D1"]]}])
    say(t, "japan", [{"to": "H4", "waves": [["A-D1"]]}])
    run(t, "t2/japan/1/finding")
    assert "Akagi" in t.truth.sunk
    assert [die.note for die in t.asks["private"].dice] == ["over 1 finds"]


def test_vm_61_where_every_wave_fails_nothing_is_shown_and_the_units_flew():
    t = flown([["E-D1"], ["E-D2"]], {"Enterprise": "H4"}, "G5", {"Akagi": "G5"})
    say(t, "private", [1, 1])
    assert ears(t, "astray") == {("us", "japan", "public")}
    run(t, "t3/orders")
    for kind in ("deployed", "over", "empty"):
        assert told(t, "us", kind) == []
        assert told(t, "japan", kind) == []
    assert told(t, "japan", "strike") == [{"k": 1, "by": "us", "hex": "G5", "base": False}]
    assert not [e for e in t.entries if e.ask.endswith("/cap")]
    assert {t.truth.air[unit]["box"] for unit in ("E-D1", "E-D2")} == {"not ready"}


def test_vm_27_finding_left_out_no_waves_are_formed_and_every_strike_finds():
    t = scene(us={"Enterprise": "H4"}, japan={"DD4": "G5"})
    run(t, "t2/strikes")
    refused(t, "us", [{"to": "G5", "waves": [["E-D1"]]}], "Forming Waves and Sighting the Enemy")
    say(t, "us", [{"to": "G5", "units": ["E-D1"]}])
    run(t, "t2/after")
    assert told(t, "us", "deployed") == [{"ships": {"DD4": "full"}}]
    assert not [e for e in t.entries if e.party == "private"]


# Extra Scouts.


def test_vm_40_a_ready_bomber_searches_as_any_air_search_does_and_lands_not_ready():
    t = scene(us={"Enterprise": "I4"}, japan={"Akagi": "F5"}, scouts=True)
    run(t, "t2/strikes", {"japan/orders": {"scouts": {"A-D1": "H4"}}})
    assert told(t, "us", "searching")[-1]["searches"] == [{"by": "japan", "kind": "air", "hex": "H4"}]
    assert told(t, "japan", "found")[-1]["found"] == [{"hex": "I4", "of": "us", "what": "carriers"}]
    refused(t, "japan", [{"to": "H4", "units": ["A-D1"]}], "Ready/Not Ready")
    run(t, "t3/orders")
    assert (t.truth.air["A-D1"]["box"], t.truth.air["A-D1"]["on"]) == ("not ready", "Akagi")
    refused(t, "japan", {"scouts": {"A-D1": "H4"}}, "Ready/Not Ready")
    run(t, "t4/orders")
    assert t.truth.air["A-D1"]["box"] == "ready"


def test_vm_40_who_scouts_and_where_to():
    t = scene(us={"Enterprise": "I4"}, japan={"Akagi": "F5"}, scouts=True)
    refused(t, "japan", {"scouts": {"A-F1": "H4"}}, "Extra Scouts", "A-F1 is a fighter")
    refused(t, "japan", {"scouts": {"A-D1": "I4"}}, "Other Air Strike Missions", "I4 is 3 from F5")
    refused(t, "japan", {"scouts": {"A-D1": "H4"}, "base": ["A-D1"]}, "Extra Scouts")
    refused(t, "japan", {"scouts": {"A-D1": "H4", "A-D2": "H4"}}, "Extra Scouts")
    refused(t, "japan", {"scouts": {"A-D1": "H4"}, "air": ["H4"]}, "Air Searches")
    assert allowed(t, "japan", {"scouts": {"A-D1": "H4", "A-T1": "G5"}, "air": ["F5", "H5", "F7"]})


def test_vm_40_a_scout_lands_within_range_of_the_hex_it_searched():
    t = scene(us={"Enterprise": "I4", "Hornet": "J4", "Yorktown": "K4"}, scouts=True)
    run(t, "t2/after", {"us/orders": {"scouts": {"E-D1": "H4", "E-D2": "G4"}}})
    refused(t, "us", {"land": {"E-D1": "Yorktown", "E-D2": "Enterprise"}}, "Strike and Escort Aircraft Retrieval")
    assert allowed(t, "us", {"land": {"E-D1": "Hornet", "E-D2": "Enterprise"}})


def test_vm_40_scouts_left_out():
    t = scene(japan={"Akagi": "F5"})
    refused(t, "japan", {"scouts": {"A-D1": "H4"}}, "Extra Scouts")


def test_vm_77_the_heavy_bombers_scout_on_turn_8_and_fly_again_on_turn_11():
    t = scene(scouts=True)
    say(t, "us", {"scouts": {"M-H1": "F5"}})
    boxes = {}
    for n in (3, 4, 5):
        run(t, f"t{n}/orders")
        boxes[t.truth.turn] = t.truth.air["M-H1"]["box"]
    assert boxes == {9: "not ready 2", 10: "not ready", 11: "ready"}
    assert allowed(t, "us", {"scouts": {"M-H1": "F5"}})


def test_vm_77_no_scout_flies_at_night():
    t = scene(scouts=True, turn=13)
    refused(t, "us", {"scouts": {"M-H1": "F5"}}, "Extra Scouts", "at night")


def test_vm_77_the_heavy_bombers_land_on_midway_alone_in_range_of_the_hex_searched():
    t = scene(us={"Hornet": "H6"}, scouts=True)
    refused(t, "us", {"scouts": {"M-H1": "C4"}}, "Other Air Strike Missions", "range of 4")
    run(t, "t2/after", {"us/orders": {"scouts": {"M-H1": "F5"}}})
    refused(t, "us", {"land": {"M-H1": "Hornet"}}, "Strike and Escort Aircraft Retrieval", "Midway alone")


# Wake and Johnston Islands.


def test_islands_give_each_side_one_air_search_more_within_two_hexes_by_day():
    t = scene(islands=True)
    assert allowed(t, "japan", {"air": ["A9"]})
    refused(t, "japan", {"air": ["A8"]}, "Air Search Limits")
    refused(t, "japan", {"air": ["A9", "A10"]}, "Air Search Limits")
    assert allowed(t, "us", {"air": ["H6", "H7", "H8", "H5", "K12"]})
    assert allowed(t, "us", {"air": ["M11"]})
    refused(t, "us", {"air": ["N11"]}, "Air Search Limits")
    refused(t, "us", {"air": ["H6", "H7", "H8", "H5", "H4"]}, "Air Search Limits")


def test_islands_search_by_day_alone_and_not_at_all_when_left_out():
    night, off = scene(islands=True, turn=13), scene()
    refused(night, "japan", {"air": ["A11"]}, "Air Searches", "at night")
    refused(off, "japan", {"air": ["A11"]}, "Air Search Limits")
    refused(off, "us", {"air": ["M11"]}, "Air Search Limits")


# Reserve Zekes.

SHARP = {"air/M-F2A": 10, "air/M-F4F": 10}
"""Fighters of Midway that never miss."""


def zekes_lost(*units: str, **settings: JSON) -> Table:
    """These fighters were sent at Midway's base and shot down; Air Return is asked."""
    t = scene(japan={"Akagi": "F5", "Kaga": "F5"}, kit=SHARP, **settings)
    return run(t, "t2/after", {"japan/orders": {"base": list(units)}}, [[1, 2]])


def test_vm_42_one_reserve_zeke_for_akagi_and_one_for_kaga_and_half_a_point_each():
    t = zekes_lost("A-F1", "K-F1", zekes=True)
    before = points(t)
    assert {t.truth.air[unit]["box"] for unit in ("A-F1", "K-F1")} == {"destroyed"}
    say(t, "us", {})
    say(t, "japan", {"zeke": ["Akagi", "Kaga"]})
    run(t, "t3/orders")
    back = {unit: (u["on"], u["box"], u["state"]) for unit, u in t.truth.air.items() if unit in ("A-F1", "K-F1")}
    assert back == {"A-F1": ("Akagi", "ready", "full"), "K-F1": ("Kaga", "ready", "full")}
    assert points(t) == (before[0] + 2, before[1])


def test_vm_42_all_hear_that_zekes_were_used_and_only_japan_where():
    t = zekes_lost("A-F1", zekes=True)
    run(t, "t3/orders", {"japan/after": {"zeke": ["Akagi"]}})
    assert ears(t, "zeke") == {("us", "japan", "public")}
    assert told(t, "us", "zeke") == [{"n": 1}]
    assert ears(t, "zekes") == {("japan",)}


def test_vm_42_each_carrier_once_a_game():
    t = zekes_lost("A-F1", "A-F2", zekes=True)
    run(t, "t3/after", {"japan/after": {"zeke": ["Akagi"]}})
    refused(t, "japan", {"zeke": ["Akagi"]}, "Reserve Zekes", "Akagi")


def test_vm_42_a_carrier_without_room_takes_none():
    t = zekes_lost("A-F1", zekes=True)
    refused(t, "japan", {"zeke": ["Kaga"]}, "Reserve Zekes", "Kaga has no room")


def test_vm_42_no_more_zekes_than_were_eliminated_and_none_on_other_carriers():
    t = zekes_lost("K-F1", zekes=True)
    refused(t, "japan", {"zeke": ["Akagi", "Kaga"]}, "Reserve Zekes", "not so many")
    refused(t, "japan", {"zeke": ["Soryu"]}, "Reserve Zekes", "Soryu")


def test_vm_42_a_fighter_that_was_ditched_is_not_eliminated():
    t = scene(us={"US DD1": "H5"}, japan={"Akagi": "F5"}, zekes=True)
    run(t, "t2/after", {"japan/strikes": [{"to": "H5", "units": ["A-F1"]}]})
    run(t, "t3/after", {"japan/after": {"land": {}, "ditch": ["A-F1"]}})
    assert t.truth.air["A-F1"]["box"] == "ditched"
    refused(t, "japan", {"zeke": ["Akagi"]}, "Reserve Zekes")


def test_vm_42_reserve_zekes_left_out():
    t = zekes_lost("A-F1")
    refused(t, "japan", {"zeke": ["Akagi"]}, "Reserve Zekes")


# Special Force Tenders.

CONQUEST = {"combat/Battalion": 10, "combat/Marine": 1}
"""Battalions that never miss, so that four of them have Midway in two rounds."""


def conquered(strength: str = "full", at: str = "H6", **settings: JSON) -> Table:
    """Japan lands on turn 24, has Midway on turn 25, and the game is over."""
    transports = {f"TT{n}": "H6" for n in range(1, 5)}
    t = scene(japan={**transports, "SFT": at}, turn=24, kit=CONQUEST, **settings)
    if strength != "full":
        right(t, "hits/SFT", strength)
    return run(t, "", {"japan/after": {"ashore": ["I.D.1", "I.D.2", "Yoko", "Kure"]}})


@pytest.mark.parametrize(("sft", "halves"), [("full", 2), ("reduced", 1)])
def test_vm_79_sft_at_a_japanese_midway_scores_one_or_reduced_half(sft, halves):
    (tally,) = told(conquered(sft, sft=True), "public", "tally")
    assert {"to": "japan", "halves": halves, "why": "SFT at Midway"} in tally["lines"]
    assert {"to": "japan", "halves": 22, "why": "holds Midway"} in tally["lines"]


@pytest.mark.parametrize("case", [{"at": "G6", "in use": True}, {"at": "H6", "in use": False}])
def test_vm_79_nothing_for_sft_elsewhere_or_left_out(case):
    (tally,) = told(conquered(at=case["at"], sft=case["in use"]), "public", "tally")
    assert [line["why"] for line in tally["lines"]] == ["holds Midway"]


def test_vm_79_nothing_for_sft_at_a_us_midway():
    t = run(scene(japan={"SFT": "H6"}, turn=25, sft=True), "")
    (tally,) = told(t, "public", "tally")
    assert tally["lines"] == [{"to": "us", "halves": 22, "why": "holds Midway"}]


# Every option.


def test_options_are_the_eleven_of_the_rulebook_all_out_by_default_and_read_out_to_all():
    t = scene()
    assert len(OPTIONS) == 11
    settings = told(t, "public", "opened")[0]["settings"]
    assert [settings[name] for name in OPTIONS] == [False] * 11


def test_options_all_left_out_a_quiet_game_rolls_no_die_at_all():
    t = run(scene(turn=20), "")
    assert not [e for e in t.entries if e.party in ("dice", "private")]
