"""Fog: the north-west of the map while it lasts, and the die that may lift it."""

from __future__ import annotations

import pytest

from tests.games.victory_kit import FOG
from tests.games.victory_scenes import allowed, ears, refused, run, say, scene, told

NEAR_FOG = {"map/fog": ["F5"]}
"""One hex of fog where carriers of both sides may come near it."""


def fog_die(die: int) -> object:
    t = run(scene(fog=True), "t2/fog")
    say(t, "dice", [die])
    return t


def test_vm_38_a_one_lifts_the_fog_for_the_game_and_no_die_is_rolled_again():
    t = fog_die(1)
    assert told(t, "public", "fog-die") == [{"die": 10, "lifted": False}, {"die": 1, "lifted": True}]
    assert ears(t, "fog-die") == {("us", "japan", "public")}
    assert not t.truth.fog
    assert not t.play.plot("us").fog
    run(t, "t5/orders")
    assert not [e for e in t.entries if e.ask in ("t3/fog", "t4/fog")]


@pytest.mark.parametrize("die", [2, 10])
def test_vm_38_any_other_die_leaves_the_fog_and_it_is_rolled_for_again(die):
    t = fog_die(die)
    assert t.truth.fog
    assert told(t, "us", "turn")[-1]["fog"]
    run(t, "t3/fog")
    assert [d.sides for d in t.asks["dice"].dice] == [10]


def test_vm_38_the_die_is_rolled_at_the_end_of_night_turns_too():
    run(scene(fog=True, turn=13), "t2/fog")


def test_vm_38_fog_option_off_there_is_no_fog_and_no_die():
    t = run(scene(japan={"DD4": "C3"}), "t3/orders", {"us/orders": {"air": ["C4"]}})
    assert not [e for e in t.entries if "fog" in e.ask]
    assert not t.truth.fog
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "C3", "of": "japan", "what": "ships"}]


def test_vm_06_a_hex_of_submarines_alone_is_not_spoken_of():
    t = scene(us={"SS1": "G5"}, japan={"SS168": "F5"}, submarines=True)
    run(t, "t2/strikes", {"us/orders": {"air": ["F5"]}, "japan/orders": {"ship": ["F5"]}})
    assert told(t, "us", "found")[-1]["found"] == []
    assert told(t, "public", "found")[-1]["found"] == []


def test_vm_06_a_submarine_beside_a_ship_changes_nothing_of_what_is_said():
    t = scene(japan={"SS168": "F5", "DD4": "F5"}, submarines=True)
    run(t, "t2/strikes", {"us/orders": {"air": ["F5"]}})
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "F5", "of": "japan", "what": "ships"}]


def test_vm_06_a_ship_search_finds_no_submarine_in_its_own_hex():
    t = scene(us={"US DD1": "F5"}, japan={"SS168": "F5"}, submarines=True)
    run(t, "t2/strikes", {"us/orders": {"ship": ["F5"]}})
    assert told(t, "us", "found")[-1]["found"] == []


def test_vm_06_vm_75_a_search_from_outside_speaks_of_the_clear_hexes_alone():
    assert "C3" in FOG
    assert "D3" not in FOG
    japan = {"DD4": "C3", "Akagi": "C3", "DD10": "D3"}
    t = run(scene(japan=japan, fog=True), "t2/strikes", {"us/orders": {"air": ["D3"]}})
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "D3", "of": "japan", "what": "ships"}]
    clear = run(scene(japan=japan), "t2/strikes", {"us/orders": {"air": ["D3"]}})
    found = told(clear, "us", "found")[-1]["found"]
    assert {(f["hex"], f["what"]) for f in found} == {("D3", "ships"), ("C3", "carriers")}


def test_vm_75_fog_that_has_lifted_hides_nothing():
    t = scene(japan={"DD4": "C3"}, fog=True)
    run(t, "t2/fog")
    say(t, "dice", [1])
    run(t, "t3/strikes", {"us/orders": {"air": ["D3"]}})
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "C3", "of": "japan", "what": "ships"}]


def test_vm_39_vm_75_a_carrier_in_fog_searches_neither_in_it_nor_out_of_it():
    t = scene(japan={"Akagi": "F5"}, kit=NEAR_FOG, fog=True)
    refused(t, "japan", {"air": ["F5"]}, "Air Search Limits")
    refused(t, "japan", {"air": ["G5"]}, "Air Search Limits")
    refused(t, "japan", {"ship": ["F5"]}, "Fog")
    assert allowed(t, "japan", {"moves": {"Akagi": "F6"}, "air": ["F6", "G5"], "ship": ["F6"]})
    clear = scene(japan={"Akagi": "F5"}, kit=NEAR_FOG)
    assert allowed(clear, "japan", {"air": ["F5", "G5", "H5"], "ship": ["F5"]})


def test_vm_39_a_carrier_that_steams_into_fog_may_not_search_from_there():
    t = scene(japan={"Akagi": "F6"}, kit=NEAR_FOG, fog=True)
    refused(t, "japan", {"moves": {"Akagi": "F5"}, "air": ["F5"]}, "Air Search Limits")


def test_vm_39_a_carrier_in_fog_launches_no_strike_on_the_base_no_scout_and_no_other_strike():
    t = scene(japan={"Akagi": "F5", "Kaga": "F6"}, kit=NEAR_FOG, fog=True, scouts=True)
    refused(t, "japan", {"base": ["A-D1"]}, "Ready/Not Ready")
    refused(t, "japan", {"scouts": {"A-D1": "G5"}}, "Ready/Not Ready")
    assert allowed(t, "japan", {"base": ["K-D1"], "scouts": {"K-D2": "G5"}})
    run(t, "t2/strikes")
    refused(t, "japan", [{"to": "H6", "units": ["A-D1"]}], "Ready/Not Ready")
    assert allowed(t, "japan", [{"to": "H6", "units": ["K-D1"]}])


def test_vm_39_no_strike_is_flown_into_fog():
    t = run(scene(us={"Enterprise": "H5"}, japan={"Akagi": "F5"}, kit=NEAR_FOG, fog=True), "t2/strikes")
    refused(t, "us", [{"to": "F5", "units": ["E-D1"]}], "Fog", "F5 lies in fog: no strike is flown into it.")
    assert allowed(t, "us", [{"to": "F6", "units": ["E-D1"]}])


def test_vm_39_a_carrier_in_fog_recovers_nothing():
    t = scene(us={"US DD1": "H5"}, japan={"Akagi": "F5", "Kaga": "F6"}, kit=NEAR_FOG, fog=True)
    run(t, "t2/after", {"japan/strikes": [{"to": "H5", "units": ["K-D1"]}]})
    refused(t, "japan", {"land": {"K-D1": "Akagi"}}, "Fog")
    assert allowed(t, "japan", {"land": {"K-D1": "Kaga"}})


def test_vm_75_no_sub_attack_in_fog():
    t = scene(us={"SS1": "F5", "SS2": "F6"}, kit=NEAR_FOG, fog=True, submarines=True)
    run(t, "t2/after")
    refused(t, "us", {"subs": ["F5"]}, "Submarines")
    assert allowed(t, "us", {"subs": ["F6"]})


def test_vm_75_no_surface_combat_in_fog_even_where_both_stand():
    us = {"US CA1": "F5", "US CA2": "G5"}
    t = scene(us=us, japan={"DD4": "F5", "DD10": "G5"}, kit=NEAR_FOG, fog=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}})
    refused(t, "us", ["F5"], "Fog")
    assert allowed(t, "us", ["G5"])


def test_vm_39_ready_planes_in_fog_stay_ready_and_fly_once_it_has_lifted():
    t = scene(japan={"Akagi": "F5"}, kit=NEAR_FOG, fog=True)
    run(t, "t2/fog")
    say(t, "dice", [1])
    run(t, "t3/orders")
    assert allowed(t, "japan", {"base": ["A-D1"], "air": ["F5"]})
