"""What the rulebook leaves open and the app decides: the defaults R13 to R24."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.victory_scenes import allowed, alone, ears, idle, points, refused, right, run, say, scene, table, told
from umpire.table.table import Table

JSON = Any


def test_vm_r13_entering_is_the_ships_move_of_the_turn_at_any_speed():
    t = run(table(), "t2/orders", {"japan/orders": {"enter": {"Akagi": "A1"}}})
    assert t.truth.at["Akagi"] == "A1"
    refused(t, "japan", {"enter": {"TT1": "B1"}}, "Entry of Japanese Units", "column A")
    assert allowed(t, "japan", {"moves": {"Akagi": "B1"}, "enter": {"TT1": "A9"}})
    late = run(t, "t3/orders")
    assert allowed(late, "japan", {"enter": {"TT1": "A9"}})


def test_vm_r13_from_a1_to_f5_is_seven_moves_so_the_first_fleet_is_there_on_turn_8():
    t = alone(table(solitaire="hidden"), "t7/after")
    assert t.truth.at["Akagi"] == "F4"
    assert alone(t, "t8/after").truth.at["Akagi"] == "F5"


def statement(by: str, **ships: dict[str, str]) -> Table:
    """One side has searched G5; both have ships there."""
    t = scene(us={"US CA1": "G5", **ships.get("us", {})}, japan={"DD4": "G5", **ships.get("japan", {})})
    return run(t, "t2/surface/us", {f"{by}/orders": {"ship": ["G5"]}})


@pytest.mark.parametrize("searcher", ["us", "japan"])
@pytest.mark.parametrize("declarer", ["us", "japan"])
def test_vm_r14_after_a_statement_to_either_either_may_declare_there(searcher, declarer):
    t = statement(searcher)
    if declarer == "japan":
        say(t, "us", [])
    say(t, declarer, ["G5"])
    assert told(t, "public", "surface")[-1] == {"by": declarer, "hexes": ["G5"]}


def test_vm_r14_without_a_statement_nobody_is_asked_and_a_hex_of_none_is_refused():
    silent = run(scene(us={"US CA1": "G5"}, japan={"DD4": "G5"}), "t3/orders")
    assert not [e for e in silent.entries if "surface" in e.ask]
    t = statement("us", us={"US CA2": "I5"}, japan={"DD10": "I5"})
    refused(t, "us", ["I5"], "Surface Combat", "No search of this turn")
    assert allowed(t, "us", ["G5"])


def test_vm_r14_a_statement_of_last_turn_is_not_one_of_this():
    t = run(statement("us"), "t3/after")
    run(t, "t4/orders")
    assert not [e for e in t.entries if e.ask.startswith("t3/surface")]


def test_vm_r15_no_early_end_while_any_group_is_due():
    t = run(table(), "t3/orders")
    assert t.truth.of("japan") == {}
    assert t.truth.ended is None


def forgoing(t: Table) -> list[str]:
    return list(t.asks["japan"].facts["outside"])


def test_vm_r15_with_every_group_given_up_and_none_on_the_map_the_game_ends_as_the_next_turn_opens():
    t = run(table(submarines=True), "t1/orders")
    run(t, "", {"japan/orders": {"forgo": forgoing(t)}})
    assert t.truth.ended["how"] == "gone"
    assert t.truth.turn == 2
    assert t.truth.at["SS168"], "a submarine alone keeps no game going"


def test_vm_r15_one_ship_kept_back_goes_on():
    t = run(table(), "t1/orders")
    run(t, "t3/orders", {"japan/orders": {"forgo": [ship for ship in forgoing(t) if ship != "DD27"]}})
    assert t.truth.ended is None


def test_vm_r15_marines_keep_the_us_in_the_game_without_a_ship():
    t = scene(us={f"US DD{n}": "P1" for n in range(1, 5)})
    ships = list(t.play.plot("us").at)
    for ship in ships:
        right(t, f"hex/{ship}", "P1")
    run(t, "t4/orders", {"us/orders": {"moves": dict.fromkeys(ships, "off")}})
    assert t.play.plot("us").at == {}
    assert t.truth.ended is None


def test_vm_r16_submarines_left_out_are_not_set_up():
    t = table()
    assert not [ship for ship in t.asks["us"].facts["entering"] if ship.startswith("SS")]
    assert t.asks["japan"].facts["entering"] == []
    on = table(submarines=True)
    assert [ship for ship in on.asks["us"].facts["entering"] if ship.startswith("SS")] == ["SS1", "SS2", "SS3"]
    assert on.asks["japan"].facts["entering"] == ["SS168"]


def test_vm_r17_a_hit_on_a_plane_that_is_ditched_later_stands():
    t = scene(us={"US DD1": "H5"}, japan={"Akagi": "F5"}, kit={"aa/uDD": 10})
    run(t, "/aa-dice", {"japan/strikes": [{"to": "H5", "units": ["A-D1"]}]})
    say(t, "dice", [10, 10])
    assert points(t) == (2, 0)
    other = scene(us={"US DD1": "H5"}, japan={"Akagi": "F5"}, kit={"aa/uDD": 9})
    run(other, "/aa-dice", {"japan/strikes": [{"to": "H5", "units": ["A-D1"]}]})
    say(other, "dice", [9, 10])
    run(other, "t3/orders", {"japan/after": {"land": {}, "ditch": ["A-D1"]}})
    assert other.truth.air["A-D1"]["box"] == "ditched"
    assert points(other) == (1, 0)


def test_vm_r17_ditching_itself_scores_nothing():
    t = scene(us={"US DD1": "H5"}, japan={"Akagi": "F5"})
    run(t, "t2/after", {"japan/strikes": [{"to": "H5", "units": ["A-D1"]}]})
    run(t, "t3/orders", {"japan/after": {"land": {}, "ditch": ["A-D1"]}})
    assert points(t) == (0, 0)
    assert ears(t, "air") == {("us",), ("japan",)}


def test_vm_r19_planes_destroyed_by_the_landing_score_half_a_point_a_step():
    t = scene(japan={"TT1": "H6"})
    right(t, "strength/M-D1", "reduced")
    run(t, "t3/orders", {"japan/after": {"ashore": ["I.D.1"]}})
    assert told(t, "public", "field-shut") == [{"lost": 8}]
    assert points(t) == (0, 7 * 2 + 1)
    assert {u["box"] for unit, u in t.truth.air.items() if unit.startswith("M-")} == {"destroyed"}


@pytest.mark.parametrize(("second", "left"), [(5, "reduced"), (6, "full")])
def test_vm_r20_at_night_nothing_is_added_to_a_battleships_second_die(second, left):
    t = scene(us={"US CA1": "G5"}, japan={"BB3.2": "G5"}, turn=13, night_actions=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}})
    say(t, "us", ["G5"])
    run(t, "/theirs-dice")
    say(t, "dice", [2, 10])
    assert t.asks["dice"].dice[0].note == "5 or less: the hit counts"
    say(t, "dice", [second])
    assert t.truth.strength("BB3.2") == left


def test_vm_r21_giving_up_an_entry_is_told_to_all_when_it_is_said():
    t = run(scene(), "t2/strikes", {"japan/orders": {"forgo": ["BB2.1", "SFT"]}})
    assert ears(t, "forgone") == {("us", "japan", "public")}
    assert told(t, "us", "forgone") == [{"ships": ["BB2.1", "SFT"]}]


def test_vm_r21_an_entry_held_back_in_silence_is_told_to_nobody_and_comes_later():
    t = run(table(), "t3/orders")
    assert told(t, "us", "forgone") == []
    assert told(t, "us", "due") == []
    assert told(t, "public", "ships") == []
    assert allowed(t, "japan", {"enter": {"Akagi": "A5", "Kaga": "A12"}})


def sighted(t: Table) -> list[JSON]:
    return told(t, "us", "sighted")


def test_vm_r22_a_search_that_finds_us_carriers_starts_the_clock_and_one_that_finds_ships_does_not():
    us = {"Enterprise": "G5", "US CA1": "F6"}
    carriers = run(scene(us=us, japan={"DD4": "G5"}), "t2/strikes", {"japan/orders": {"ship": ["G5"]}})
    assert sighted(carriers) == [{"turn": 8}]
    assert told(carriers, "japan", "late") == [{"turn": 13}]
    ships = run(scene(us=us, japan={"DD4": "F6"}), "t2/strikes", {"japan/orders": {"ship": ["F6"]}})
    assert sighted(ships) == []


def test_vm_r22_the_group_comes_five_turns_later_when_that_is_past_turn_13():
    t = scene(us={"Enterprise": "G5"}, japan={"DD4": "G5"}, turn=9)
    run(t, "t3/orders", {"japan/orders": {"ship": ["G5"]}})
    assert told(t, "japan", "late") == [{"turn": 14}]
    assert ears(t, "late") == {("japan",)}
    run(t, "t6/orders")
    assert t.truth.turn == 13
    refused(t, "japan", {"enter": {"BB2.1": "A1"}}, "Entry of Japanese Units")
    run(t, "t7/orders")
    assert t.truth.turn == 14
    assert allowed(t, "japan", {"enter": {"BB2.1": "A1"}})


def test_vm_r22_carrier_aircraft_seen_in_a_strike_are_a_sighting_and_midways_are_not():
    carriers = scene(us={"Enterprise": "H4"}, japan={"DD4": "G5"})
    run(carriers, "t2/after", {"us/strikes": [{"to": "G5", "units": ["E-D1"]}]})
    assert sighted(carriers) == [{"turn": 8}]
    midway = scene(japan={"DD4": "G5"})
    run(midway, "t2/after", {"us/strikes": [{"to": "G5", "units": ["M-D1"]}]})
    assert sighted(midway) == []


def test_vm_r22_a_strike_on_an_empty_hex_shows_no_aircraft_and_is_no_sighting():
    t = scene(us={"Enterprise": "H4"})
    run(t, "t2/after", {"us/strikes": [{"to": "G5", "units": ["E-D1"]}]})
    assert told(t, "japan", "empty") == [{}]
    assert sighted(t) == []


def test_vm_r22_a_carrier_deployed_in_a_surface_battle_is_sighted():
    t = scene(us={"Enterprise": "G5", "US CA1": "G5"}, japan={"DD4": "G5"})
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}})
    assert sighted(t) == []
    say(t, "us", ["G5"])
    run(t, "t3/orders")
    assert sighted(t) == [{"turn": 8}]


def test_vm_r23_all_us_strikes_come_before_all_of_japans_each_in_its_own_order():
    t = scene(us={"Enterprise": "H4", "US DD1": "H5"}, japan={"Akagi": "F5", "DD4": "G5", "DD10": "H3"})
    run(t, "t2/strikes")
    say(t, "us", [{"to": "H3", "units": ["E-D1"]}, {"to": "G5", "units": ["E-D2"]}])
    say(t, "japan", [{"to": "H5", "units": ["A-D1"]}, {"to": "H4", "units": ["A-D2"]}])
    run(t, "t2/after")
    fought = [(strike["by"], strike["hex"]) for strike in told(t, "public", "strike")]
    assert fought == [("us", "H3"), ("us", "G5"), ("japan", "H5"), ("japan", "H4")]


def test_vm_r23_a_side_may_take_its_remaining_strikes_in_another_order_and_calls_none_off():
    t = scene(us={"Enterprise": "H4"}, japan={"DD4": "G5", "DD10": "H3", "DD17": "I5"})
    strikes = [{"to": "H3", "units": ["E-D1"]}, {"to": "G5", "units": ["E-D2"]}, {"to": "I5", "units": ["E-D3"]}]
    run(t, "t2/us/next/1", {"us/strikes": strikes})
    refused(t, "us", None, "Resolving Air Strikes")
    say(t, "us", "I5")
    run(t, "t2/after")
    assert [strike["hex"] for strike in told(t, "public", "strike")] == ["H3", "I5", "G5"]


def test_vm_r24_solitaire_brings_the_last_group_on_turn_14_in_a1_whatever_was_sighted():
    t = alone(table(solitaire="hidden"), "t13/after")
    assert "BB2.1" not in t.truth.at
    alone(t, "t14/after")
    assert {t.truth.at[ship] for ship in ("BB2.1", "BB2.2", "CA9", "DD20", "DD24", "DD27")} == {"A1"}


def test_vm_r24_with_two_players_the_counters_decide_and_an_unseen_us_fleet_keeps_the_group_away():
    t = run(scene(turn=13), "t2/orders")
    assert not [ship for ship in t.asks["japan"].facts["entering"] if ship in ("BB2.1", "DD27")]
    assert idle(t.asks["japan"]) == {}


def test_vm_92_two_players_go_on_whatever_is_sunk_or_held():
    transports = {f"TT{n}": "H6" for n in range(1, 5)}
    t = scene(japan=transports, turn=22, kit={"combat/Battalion": 10, "combat/Marine": 1})
    run(t, "t3/after", {"japan/after": {"ashore": ["I.D.1", "I.D.2", "Yoko", "Kure"]}})
    run(t, "t4/orders")
    assert t.truth.holder == "japan"
    assert t.truth.ended is None
