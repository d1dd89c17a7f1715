"""Submarines, never seen and never hurt; and the Seaplane Tenders, out of their reach once at Kure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.victory_scenes import allowed, ears, idle, points, refused, right, run, say, scene, table, told
from umpire.table.table import Table

JSON = Any
LONE = {"SS1": "F5"}


def attack(japan: Mapping[str, str], us: Mapping[str, str] = LONE, to: str = "", **settings: object) -> Table:
    """US submarines in F5 attack there; the table stands at the first ask of it, or at `to`."""
    t = scene(us=us, japan=japan, submarines=True, **settings)
    run(t, "t2/after")
    say(t, "us", {"subs": ["F5"]})
    say(t, "japan", {})
    return run(t, to) if to else t


def screened(t: Table, aim: Mapping[str, str], dice: Sequence[int]) -> Table:
    say(t, "japan", dict(aim))
    say(t, "dice", list(dice))
    return t


# The attack.


def test_vm_71_a_sub_attack_needs_no_search():
    t = attack({"Akagi": "F5"})
    assert told(t, "us", "found")[-1]["found"] == []
    assert told(t, "japan", "sub-attack") == [{"by": "us", "hex": "F5", "subs": ["SS1"], "ships": {"Akagi": "full"}}]
    assert ears(t, "sub-attack") == {("us", "japan", "public")}
    assert t.asks["us"].kind == "aim"


def test_vm_71_in_an_empty_hex_only_the_hex_is_told():
    t = attack({"Akagi": "G6"}, to="t3/orders")
    for audience in ("us", "japan", "public"):
        assert told(t, audience, "sub-attack") == [{"by": "us", "hex": "F5", "subs": [], "ships": {}}]
    assert not [e for e in t.entries if "t2/subs" in e.ask]


def test_vm_71_submarines_of_the_enemy_are_never_deployed():
    t = attack({"SS168": "F5"}, to="t3/orders")
    assert told(t, "us", "sub-attack")[-1]["ships"] == {}


def test_vm_71_a_sub_attack_is_legal_at_night():
    t = attack({"DD4": "F5"}, turn=13)
    assert t.truth.night
    assert t.truth.fight["what"] == "subs"


def test_vm_71_a_sub_attack_is_voluntary_and_each_hex_has_its_own_word():
    t = scene(us={"SS1": "F5", "SS2": "G5"}, japan={"DD4": "F5", "DD10": "G5"}, submarines=True)
    run(t, "t2/subs", {"us/after": {"subs": ["G5"]}})
    assert [each["hex"] for each in told(t, "public", "sub-attack")] == ["G5"]


def test_vm_71_where_no_submarine_is_none_attacks():
    t = run(scene(us=LONE, submarines=True), "t2/after")
    refused(t, "us", {"subs": ["G5"]}, "Submarines", "G5")
    refused(t, "japan", {"subs": ["F5"]}, "Submarines")
    assert allowed(t, "us", {"subs": ["F5"]})


def test_vm_71_japans_submarine_attacks_after_those_of_the_us_and_a_us_carrier_seen_so_is_sighted():
    t = scene(us={**LONE, "Enterprise": "G5"}, japan={"SS168": "G5", "TT1": "F5"}, submarines=True)
    run(t, "t2/after")
    say(t, "us", {"subs": ["F5"]})
    say(t, "japan", {"subs": ["G5"]})
    assert [each["by"] for each in told(t, "public", "sub-attack")] == ["us"]
    run(t, "t3/orders")
    assert [each["by"] for each in told(t, "public", "sub-attack")] == ["us", "japan"]
    assert told(t, "us", "sighted") == [{"turn": 8}]
    assert told(t, "japan", "late") == [{"turn": 13}]
    assert told(t, "us", "late") == []


# Screening.


@pytest.mark.parametrize("dice", [[1, 10], [10, 1], [1, 1]])
def test_vm_44_any_one_of_a_destroyers_two_dice_sends_the_submarine_off(dice):
    t = screened(attack({"DD4": "F5"}), {"DD4": "SS1"}, dice)
    assert told(t, "public", "broke-off") == [{"subs": ["SS1"]}]
    assert told(t, "public", "fight-over") == [{}]
    assert t.truth.at["SS1"] == "F5"
    assert t.truth.strength("DD4") == "full"


def test_vm_44_a_two_does_not_and_the_submarine_fires():
    t = screened(attack({"DD4": "F5"}), {"DD4": "SS1"}, [2, 10])
    assert told(t, "public", "broke-off") == [{"subs": []}]
    assert t.asks["us"].name == "t2/subs/us/F5/torpedoes"


def test_vm_44_the_submarine_is_never_damaged_and_attacks_again_the_next_turn():
    t = screened(attack({"DD4": "F5"}), {"DD4": "SS1"}, [1, 1])
    run(t, "t3/after")
    assert t.truth.strength("SS1") == "full"
    assert allowed(t, "us", {"subs": ["F5"]})


def test_vm_72_a_full_destroyer_screens_with_two_dice_and_a_reduced_one_with_one():
    t = scene(us=LONE, japan={"DD4": "F5", "DD10": "F5"}, submarines=True)
    right(t, "hits/DD10", "reduced")
    run(t, "t2/after")
    say(t, "us", {"subs": ["F5"]})
    say(t, "japan", {})
    say(t, "japan", {"DD4": "SS1", "DD10": "SS1"})
    assert sorted(die.label.split()[0] for die in t.asks["dice"].dice) == ["DD10", "DD4", "DD4"]


def test_vm_72_two_destroyers_may_screen_against_one_submarine_and_the_other_fires():
    t = attack({"DD4": "F5", "DD10": "F5"}, {"SS1": "F5", "SS2": "F5"})
    screened(t, {"DD4": "SS2", "DD10": "SS2"}, [10, 10, 10, 1])
    assert told(t, "public", "broke-off") == [{"subs": ["SS2"]}]
    assert list(t.asks["us"].facts["firers"]) == ["SS1"]


def test_vm_72_only_destroyers_screen():
    t = attack({"DD4": "F5", "CA8": "F5", "BB3.2": "F5"})
    assert list(t.asks["japan"].facts["firers"]) == ["DD4"]


@pytest.mark.parametrize(
    ("ship", "halves"), [("Akagi", 10), ("TT1", 4), ("DD4", 2), ("ST11", 4), ("SFT", 4), ("CA8", 4)]
)
def test_vm_72_a_submarine_may_attack_any_ship_carriers_and_transports_first(ship, halves):
    t = attack({ship: "F5", "BB3.1": "F5"}, to="/torpedoes")
    assert set(t.asks["us"].facts["targets"]) == {ship, "BB3.1"}
    clear_deck(t)
    say(t, "us", {"SS1": ship})
    assert len(t.asks["dice"].dice) == 2
    say(t, "dice", [3, 4])
    assert t.truth.strength(ship) == "reduced"
    assert points(t)[0] == halves


def clear_deck(t: Table) -> None:
    """No Ready planes stand on Akagi, so that a hit on her is a hit and no more."""
    for unit in t.truth.on("Akagi"):
        right(t, f"box/{unit}", "Akagi, not ready")


def test_vm_72_a_japanese_carrier_hit_with_planes_ready_sinks():
    t = attack({"Akagi": "F5"})
    say(t, "us", {"SS1": "Akagi"})
    say(t, "dice", [3, 10])
    assert t.truth.strength("Akagi") == "gone"
    assert "Akagi" not in t.truth.at


@pytest.mark.parametrize(("second", "left"), [(5, "reduced"), (6, "full")])
def test_vm_72_a_hit_on_a_japanese_battleship_counts_on_a_second_die_of_five_or_less(second, left):
    t = attack({"BB3.1": "F5"})
    say(t, "us", {"SS1": "BB3.1"})
    say(t, "dice", [3, 10])
    assert t.asks["dice"].name.endswith("battleships")
    say(t, "dice", [second])
    assert t.truth.strength("BB3.1") == left


def test_vm_72_two_submarines_may_fire_at_one_ship():
    t = attack({"CA8": "F5", "TT1": "F5"}, {"SS1": "F5", "SS2": "F5"})
    say(t, "us", {"SS1": "CA8", "SS2": "CA8"})
    say(t, "dice", [1, 10, 1, 10])
    assert t.truth.strength("CA8") == "gone"


def test_vm_72_a_submarine_is_no_target_of_air_strike_or_surface_combat():
    t = scene(us={"US CA1": "F5"}, japan={"SS168": "F5"}, submarines=True)
    run(t, "t2/after", {"us/strikes": [{"to": "F5", "units": ["M-D1"]}]})
    assert told(t, "us", "empty") == [{}]
    assert told(t, "us", "deployed") == []


def test_vm_72_submarines_take_no_part_in_a_surface_battle():
    us = {"US CA1": "F5", "SS1": "F5"}
    t = scene(us=us, japan={"DD4": "F5", "SS168": "F5"}, submarines=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["F5"]}})
    say(t, "us", ["F5"])
    battle = run(t, "t2/surface/us/F5/defend").truth.fight
    assert battle["ships"] == {"DD4": "full"}
    assert battle["theirs"] == {"US CA1": "full"}


# Movement and search.


@pytest.mark.parametrize("turn", [8, 10])
def test_vm_74_a_submarine_does_not_move_off_an_s_turn(turn):
    t = scene(us=LONE, japan={"SS168": "H6"}, turn=turn, submarines=True)
    assert not told(t, "public", "turn")[-1]["s_turn"]
    refused(t, "us", {"moves": {"SS1": "F6"}}, "Submarines", "S turns")
    refused(t, "japan", {"moves": {"SS168": "H5"}}, "Submarines")


def test_vm_74_on_an_s_turn_she_moves_one_hex_and_not_two():
    t = scene(us=LONE, turn=9, submarines=True)
    assert told(t, "public", "turn")[-1]["s_turn"]
    refused(t, "us", {"moves": {"SS1": "F7"}}, "Ship Movement", "one hex")
    say(t, "us", {"moves": {"SS1": "F6"}})
    run(t, "t3/orders")
    assert t.play.plot("us").at["SS1"] == "F6"
    assert "SS1" not in t.play.plot("japan").at
    assert "SS1" not in t.play.plot("public").at


def test_vm_71_a_submarine_may_search_her_hex_and_the_search_is_announced():
    t = scene(us=LONE, japan={"TT1": "F5"}, submarines=True)
    run(t, "t2/strikes", {"us/orders": {"ship": ["F5"]}})
    assert told(t, "japan", "searching")[-1]["searches"] == [{"by": "us", "kind": "ship", "hex": "F5"}]
    assert told(t, "us", "found")[-1]["found"] == [{"hex": "F5", "of": "japan", "what": "ships"}]


def test_vm_71_submarines_start_within_two_hexes_of_midway_and_the_fourth_in_l5():
    t = table(submarines=True)
    value = idle(t.asks["us"])
    assert "SS4" not in value["at"]
    refused(t, "us", {**value, "at": {**value["at"], "SS1": "H9"}}, "US Setup", "H9 is 3 away")
    refused(t, "us", {**value, "at": {**value["at"], "SS4": "L5"}}, "Setup")
    say(t, "us", {**value, "at": {**value["at"], "SS1": "H8", "SS2": "F5"}})
    say(t, "japan", {**idle(t.asks["japan"]), "at": {"SS168": "P12"}})
    assert t.truth.at["SS4"] == "L5"
    assert t.truth.at["SS168"] == "P12"


# The option left out.


def test_vm_71_submarines_left_out_none_is_set_up_moves_or_attacks():
    t = scene(turn=9)
    assert not [ship for ship in t.truth.ships if ship.startswith("SS")]
    refused(t, "us", {"moves": {"SS1": "F6"}}, "Ship Movement", "no SS1")
    refused(t, "us", {"ship": ["L5"]}, "Ship Searches")
    run(t, "t2/after")
    refused(t, "us", {"subs": ["L5"]}, "Submarines")
    assert not told(run(t, "t3/orders"), "public", "turn")[-2]["s_turn"]


# Seaplane Tenders.


def at_kure(us: Mapping[str, str] | None = None, more: Mapping[str, str] | None = None, **settings: JSON) -> Table:
    """ST11 begins her base at Kure on turn 8; the orders of turn 9 are asked."""
    t = scene(us=us, japan={"ST11": "G6", **(more or {})}, tenders=True, **settings)
    return run(t, "t3/orders", {"japan/orders": {"kure": True}})


def test_vm_78_the_base_is_announced_to_all_and_works_three_turns_later():
    t = at_kure()
    assert ears(t, "kure") == {("us", "japan", "public")}
    assert told(t, "us", "kure") == [{"turn": 8}]
    for n in (4, 5):
        refused(run(t, f"t{n - 1}/orders"), "japan", {"air": ["G6"]}, "Air Search Limits")
        run(t, f"t{n}/orders")
    assert t.truth.turn == 11
    assert allowed(t, "japan", {"air": ["G6", "G4", "F7"]})
    refused(t, "japan", {"air": ["G3"]}, "Air Search Limits")
    refused(t, "japan", {"air": ["F7", "G5", "G7"]}, "Air Search Limits")


def test_vm_78_a_reduced_tender_has_one_search_beside_that_of_kure():
    t = run(at_kure(), "t5/orders")
    right(t, "hits/ST11", "reduced")
    assert allowed(t, "japan", {"air": ["G6", "G4"]})
    refused(t, "japan", {"air": ["G6", "G4", "F7"]}, "Air Search Limits")


def test_vm_78_st11_may_move_in_and_begin_on_one_turn_and_only_in_g6():
    t = scene(japan={"ST11": "F6"}, tenders=True)
    refused(t, "japan", {"kure": True}, "Seaplane Tenders")
    assert allowed(t, "japan", {"moves": {"ST11": "G6"}, "kure": True})


@pytest.mark.parametrize("gone_on", ["t3", "t6"])
def test_vm_78_leaving_before_or_after_completion_closes_the_base_for_good(gone_on):
    t = run(at_kure(), f"{gone_on}/orders")
    say(t, "us", {})
    say(t, "japan", {"moves": {"ST11": "F6"}})
    assert ears(t, "kure-closed") == {("japan",)}
    run(t, f"t{int(gone_on[1:]) + 1}/orders")
    refused(t, "japan", {"moves": {"ST11": "G6"}, "kure": True}, "Seaplane Tenders", "once")
    run(t, "t9/orders", {"japan/orders": {"moves": {"ST11": "G6"}}})
    assert t.truth.turn == 15
    refused(t, "japan", {"air": ["G6"]}, "Air Search Limits")


def test_vm_78_a_us_sub_may_not_attack_st11_at_her_base():
    t = at_kure({"SS1": "G6"}, {"TT1": "G6"}, submarines=True)
    run(t, "t3/subs/us/G6/torpedoes", {"us/after": {"subs": ["G6"]}})
    refused(t, "us", {"SS1": "ST11"}, "Submarines", "reef")
    assert allowed(t, "us", {"SS1": "TT1"})


def test_vm_78_st11_alone_at_her_base_is_met_and_not_fired_at():
    t = at_kure({"SS1": "G6"}, submarines=True)
    run(t, "t4/orders", {"us/after": {"subs": ["G6"]}})
    assert told(t, "us", "sub-attack")[-1]["ships"] == {"ST11": "full"}
    assert not [e for e in t.entries if "torpedo" in e.ask]


def test_vm_78_a_us_sub_may_attack_st11_before_the_base_is_begun():
    t = scene(us={"SS1": "G6"}, japan={"ST11": "G6"}, tenders=True, submarines=True)
    run(t, "t2/subs/us/G6/torpedoes", {"us/after": {"subs": ["G6"]}})
    assert allowed(t, "us", {"SS1": "ST11"})


def test_vm_78_the_sinking_of_st11_closes_the_base():
    t = at_kure({"US CA1": "G6"})
    run(t, "t3/surface/us", {"us/orders": {"ship": ["G6"]}})
    say(t, "us", ["G6"])
    run(t, "/theirs-dice")
    say(t, "dice", [1, 1])
    assert "ST11" in t.truth.sunk
    assert t.play.plot("japan").kure_gone
    run(t, "t6/orders")
    refused(t, "japan", {"air": ["G6"]}, "Air Search Limits")


@pytest.mark.parametrize("sheltered", ["ST11", "SFT"])
def test_vm_78_tenders_are_fired_at_last_in_surface_combat(sheltered):
    t = scene(us={"US CA1": "G6", "US CA2": "G6"}, japan={sheltered: "G6", "DD4": "G6", "DD10": "G6"}, tenders=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G6"]}})
    say(t, "us", ["G6"])
    run(t, "/attack")
    refused(t, "us", {"US CA1": sheltered, "US CA2": "DD4"}, "Offensive Fire", sheltered, "DD10")
    assert allowed(t, "us", {"US CA1": "DD10", "US CA2": "DD4"})


def test_vm_78_seaplane_tenders_left_out_st11_is_a_plain_ship():
    t = scene(us={"SS1": "G6"}, japan={"ST11": "G6"}, submarines=True)
    refused(t, "japan", {"kure": True}, "Seaplane Tenders")
    run(t, "t2/subs/us/G6/torpedoes", {"us/after": {"subs": ["G6"]}})
    assert allowed(t, "us", {"SS1": "ST11"})
