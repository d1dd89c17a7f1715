"""Setup and Ship Movement, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.victory_scenes import FIRST_FLEET, refused, right, run, say, scene, table, told
from umpire.games.victory_at_midway import kit as kits
from umpire.table.asks import Refusal
from umpire.table.table import Table

JSON = Any

WITHIN_TWO = [
    "H6",
    "H5",
    "I6",
    "I7",
    "H7",
    "G7",
    "G6",
    "G5",
    "H4",
    "I5",
    "J5",
    "J6",
    "J7",
    "I8",
    "H8",
    "G8",
    "F7",
    "F6",
    "F5",
]
"""As the rulebook lists them (Other Air Strike Missions, Design Note)."""
FAR_FLEET = dict.fromkeys(FIRST_FLEET, "C9")


def set_up(t: Table, **moved: str) -> JSON:
    """The set-up the US would send, with some ships elsewhere."""
    asked = t.asks["us"]
    return {"at": {ship: moved.get(ship, asked.facts["within"][ship][0]) for ship in asked.facts["entering"]}}


class TestSetUp:
    def test_vm_01_nineteen_hexes_lie_within_two_of_midway(self) -> None:
        board = kits.board_of(table().header.kit)
        assert set(board.within("H6", 2)) == set(WITHIN_TWO)
        assert len(list(board.within("H6", 2))) == 19

    def test_vm_01_a_unit_of_range_two_flies_from_midway_to_those_hexes_and_to_no_other(self) -> None:
        t = scene(japan=FAR_FLEET)
        run(t, "strikes")
        ask = t.asks["us"]
        flown = []
        for place in ask.board.places:
            try:
                ask.check([{"to": place, "units": ["M-T1"]}])
                flown.append(place)
            except Refusal:
                pass
        assert set(flown) == set(WITHIN_TWO)
        refused(
            t, "us", [{"to": "E5", "units": ["M-T1"]}], "Other Air Strike Missions", "E5 is 3 from H6", "range of 2"
        )

    def test_vm_01_the_rulebook_pairs_are_as_far_as_the_examples_say(self) -> None:
        far = kits.board_of(table().header.kit).distance
        assert [far(*pair.split()) for pair in ("F5 H6", "F5 I4", "F5 H4", "I5 G5", "H6 G6")] == [2, 3, 2, 2, 1]

    def test_vm_02_i4_is_a_set_up_hex_and_h4_is_not(self) -> None:
        t = table()
        refused(t, "us", set_up(t, Yorktown="H4"), "US Setup", "Yorktown", "within 5 of N5", "6 away")
        say(t, "us", set_up(t, Yorktown="I4"))
        assert t.locks["us"]["at"]["Yorktown"] == "I4"

    def test_vm_02_no_ship_stays_in_the_hand_and_none_starts_off_the_map(self) -> None:
        t = table()
        whole = set_up(t)
        left = {ship: at for ship, at in whole["at"].items() if ship != "Hornet"}
        refused(t, "us", {"at": left}, t.asks["us"].rule, "Hornet")
        refused(t, "us", set_up(t, Hornet="Z9"), t.asks["us"].rule, "no hex Z9")

    def test_vm_02_submarines_start_within_two_of_midway_and_ss4_in_l5(self) -> None:
        t = table(submarines=True)
        assert "SS4" not in t.asks["us"].facts["entering"]
        refused(t, "us", set_up(t, SS2="K6"), "US Setup", "SS2", "within 2 of H6", "3 away")
        say(t, "us", set_up(t, SS1="F5", SS2="H6", SS3="J7"))
        say(t, "japan", {"at": {"SS168": "P12"}, "aboard": t.asks["japan"].facts["aboard"]})
        assert {ship: t.truth.at[ship] for ship in ("SS1", "SS4", "SS168")} == {
            "SS1": "F5",
            "SS4": "L5",
            "SS168": "P12",
        }

    def test_vm_02_each_transport_takes_one_battalion(self) -> None:
        t = table()
        aboard = dict(t.asks["japan"].facts["aboard"])
        assert aboard == {"I.D.1": "TT1", "I.D.2": "TT2", "Yoko": "TT3", "Kure": "TT4"}
        refused(t, "japan", {"at": {}, "aboard": {**aboard, "Kure": "TT1"}}, "Japanese Setup", "one battalion")
        refused(t, "japan", {"at": {}, "aboard": {"Kure": "TT4"}}, "Japanese Setup")
        say(t, "japan", {"at": {}, "aboard": {**aboard, "Kure": "TT1", "I.D.1": "TT4"}})
        say(t, "us", set_up(t))
        assert t.play.plots["japan"].aboard["Kure"] == "TT1"
        assert t.play.plots["us"].aboard == t.play.plots["public"].aboard == {}

    def test_vm_02_where_ships_start_only_their_own_side_hears(self) -> None:
        t = run(table(), "t1/orders")
        assert t.play.plots["us"].at["Yorktown"] == "N5"
        assert not t.play.plots["japan"].at
        assert not t.play.plots["public"].at


class TestSpeed:
    def test_vm_29_half_speed_ships_lie_still_on_turn_7_and_move_one_hex_on_turn_8(self) -> None:
        t = scene(japan={"TT1": "C5", "DD4": "C5"}, turn=7)
        refused(t, "japan", {"moves": {"TT1": "D5"}}, "Ship Movement", "TT1", "½", "even turns", "turn 7")
        say(t, "japan", {"moves": {"DD4": "D5"}})
        run(t, "t3/orders")
        refused(t, "japan", {"moves": {"TT1": "E5"}}, "Ship Movement", "one hex a turn")
        say(t, "japan", {"moves": {"TT1": "D5"}})
        run(t, "t4/orders")
        assert (t.truth.at["TT1"], t.truth.turn) == ("D5", 9)
        refused(t, "japan", {"moves": {"TT1": "E5"}}, "Ship Movement", "turn 9")

    def test_vm_29_a_half_speed_ship_comes_on_in_a_hex_on_an_odd_turn(self) -> None:
        t = scene(japan={"DD4": "C5"}, turn=9)
        refused(t, "japan", {"enter": {"TT1": "B4"}}, "Entry of Japanese Units", "column A")
        say(t, "japan", {"enter": {"TT1": "A4"}})
        run(t, "strikes")
        assert t.truth.at["TT1"] == "A4"

    def test_vm_29_a_carrier_slow_on_her_back_is_slow_once_she_is_reduced(self) -> None:
        t = scene(japan={"Akagi": "C5", "Kaga": "C5"}, turn=9)
        right(t, "hits/Akagi", "reduced")
        refused(t, "japan", {"moves": {"Akagi": "D5"}}, "Ship Movement", "Akagi", "½")
        say(t, "japan", {"moves": {"Kaga": "D5"}})

    @pytest.mark.parametrize("to", ["C5", "D4", "D5", "C4", "C6", "B4", "B5"])
    def test_vm_29_a_ship_may_stay_or_move_to_each_hex_next_to_hers(self, to: str) -> None:
        t = scene(japan={"DD4": "C5"})
        say(t, "japan", {"moves": {"DD4": to}})
        run(t, "strikes")
        assert t.truth.at["DD4"] == to

    def test_vm_29_nobody_has_to_move_and_nobody_else_hears_of_moves(self) -> None:
        t = scene(us={"Hornet": "K5"}, japan={"DD4": "C5"})
        run(t, "strikes", {"japan/orders": {"moves": {"DD4": "D5"}}, "us/orders": {"moves": {"Hornet": "J5"}}})
        assert t.play.plots["us"].at["Hornet"] == "J5"
        assert "DD4" not in t.play.plots["us"].at
        assert "Hornet" not in t.play.plots["japan"].at
        assert not t.play.plots["public"].at

    def test_vm_29_the_enemys_ships_are_not_ones_to_move(self) -> None:
        t = scene(us={"Hornet": "K5"}, japan={"DD4": "C5"})
        refused(t, "japan", {"moves": {"Hornet": "J5"}}, "Ship Movement", "no Hornet")


class TestStacks:
    def test_vm_30_a_stack_with_a_slow_ship_does_not_move_together_on_turn_9(self) -> None:
        t = scene(japan=dict.fromkeys(("DD4", "DD10", "TT1"), "C5"), turn=9)
        together = dict.fromkeys(("DD4", "DD10", "TT1"), "D5")
        refused(t, "japan", {"moves": together}, "Ship Movement", "TT1", "½")
        say(t, "japan", {"moves": {"DD4": "D5", "DD10": "D5"}})
        run(t, "strikes")
        assert [t.truth.at[ship] for ship in together] == ["D5", "D5", "C5"]

    def test_vm_30_the_same_stack_moves_together_on_turn_8(self) -> None:
        t = scene(japan=dict.fromkeys(("DD4", "DD10", "TT1"), "C5"), turn=8)
        run(t, "strikes", {"japan/orders": {"moves": dict.fromkeys(("DD4", "DD10", "TT1"), "D5")}})
        assert [t.truth.at[ship] for ship in ("DD4", "DD10", "TT1")] == ["D5"] * 3

    def test_vm_30_tapping_the_stack_offers_to_leave_the_slow_ship_and_picks_neither(self) -> None:
        t = scene(japan=dict.fromkeys(("DD4", "DD10", "TT1"), "C5"), turn=9)
        ask = t.asks["japan"]
        draft = ask.edit(ask.draft(), "stack", "C5", {})
        assert sorted(draft["picked"]) == ["DD10", "DD4", "TT1"]
        with pytest.raises(Refusal) as no:
            ask.edit(draft, "to", "D5", {})
        assert no.value.rule == "Ship Movement"
        fast = ask.edit(draft, "fast", "", {})
        assert sorted(fast["picked"]) == ["DD10", "DD4"]
        assert ask.value(ask.edit(fast, "to", "D5", {}))["moves"] == {"DD4": "D5", "DD10": "D5"}


class TestEntry:
    def test_vm_80_a_ship_of_entry_3_stays_out_on_turn_2_and_may_come_on_turn_3(self) -> None:
        t = run(table(), "t2/orders")
        refused(t, "japan", {"enter": {"CA5": "A3"}}, "Entry of Japanese Units", "CA5")
        run(t, "t3/orders", {"japan/orders": {"enter": {"TT1": "A3"}}})
        say(t, "japan", {"enter": {"CA5": "A3"}})
        run(t, "t3/strikes")
        assert t.truth.at["CA5"] == "A3"

    def test_vm_80_a_pile_comes_in_parts_on_later_turns_in_any_hex_of_column_a(self) -> None:
        t = run(table(), "t4/orders")
        run(t, "t5/orders", {"japan/orders": {"enter": {"CA4": "A1", "DD2": "A12"}}})
        run(t, "t6/orders", {"japan/orders": {"enter": {"CA5": "A7"}}})
        assert {ship: t.truth.at[ship] for ship in ("CA4", "DD2", "CA5")} == {"CA4": "A1", "DD2": "A12", "CA5": "A7"}
        assert "BB3.1" in t.asks["japan"].facts["entering"]
        assert "CA5" not in t.asks["japan"].facts["entering"]

    def test_vm_80_entering_is_the_whole_move(self) -> None:
        t = run(table(), "t1/orders")
        refused(t, "japan", {"enter": {"DD4": "B1"}}, "Entry of Japanese Units", "column A")
        refused(t, "japan", {"enter": {"DD4": "A1"}, "moves": {"DD4": "B1"}}, "Ship Movement", "on the map")
        refused(t, "japan", {"enter": {"DD4": "A13"}}, "Entry of Japanese Units", "A13")

    def test_vm_80_what_comes_on_only_japan_hears(self) -> None:
        t = run(table(), "t1/strikes", {"japan/orders": {"enter": {"Akagi": "A1"}}})
        assert told(t, "japan", "ships")[-1]["entered"] == ["Akagi"]
        assert all("Akagi" not in str(facts) for kind in ("ships", "due") for facts in told(t, "us", kind))
        assert not told(t, "public", "ships")
        assert not told(t, "public", "due")

    @pytest.mark.parametrize(("seen", "due"), [(3, 13), (8, 13), (9, 14), (12, 17), (19, 24)])
    def test_vm_80_the_turn_13_group_comes_five_turns_after_the_sighting_never_before_13(
        self, seen: int, due: int
    ) -> None:
        t = scene(us={"Hornet": "I5"}, japan={"Akagi": "I6"}, turn=seen)
        run(t, "t3/orders", {"japan/orders": {"air": ["I6"]}})
        assert told(t, "japan", "late") == [{"turn": due}]
        assert told(t, "us", "late") == told(t, "public", "late") == []
        assert told(t, "us", "sighted") == told(t, "public", "sighted") == [{"turn": seen}]

    @pytest.mark.parametrize(
        ("at", "units", "seen"),
        [("F5", ["Hor-F1"], 1), ("F5", ["M-D1"], 0), ("G4", ["Hor-D1"], 0), ("F5", ["M-D1", "Hor-D1"], 1)],
    )
    def test_vm_80_carrier_planes_shown_are_a_sighting_midways_and_those_over_an_empty_hex_are_none(
        self, at: str, units: list[str], seen: int
    ) -> None:
        t = scene({"Hornet": "G5"}, {"DD4": "F5"}, turn=10)
        run(t, "t3/orders", {"us/strikes": [{"to": at, "units": units}]})
        assert told(t, "japan", "late") == [{"turn": 15}] * seen
        assert told(t, "public", "sighted") == [{"turn": 10}] * seen

    def test_vm_80_ships_without_a_carrier_are_no_sighting_of_one(self) -> None:
        t = scene({"US CA1": "I5"}, {"Akagi": "I6"}, turn=10)
        run(t, "t3/orders", {"japan/orders": {"air": ["I6"]}})
        assert told(t, "japan", "found")[-1]["found"] == [{"hex": "I5", "of": "us", "what": "ships"}]
        assert not told(t, "public", "sighted")

    def test_vm_80_the_first_sighting_alone_counts(self) -> None:
        t = scene({"Hornet": "I5"}, {"Akagi": "I6"}, turn=9)
        run(t, "t4/orders", {"japan/orders": {"air": ["I6"]}})
        run(t, "t5/orders", {"japan/orders": {"air": ["I6"]}})
        assert told(t, "japan", "late") == [{"turn": 14}]

    def test_vm_80_without_a_sighting_the_turn_13_group_stays_away(self) -> None:
        t = scene(japan={"Akagi": "C5"}, turn=15)
        refused(t, "japan", {"enter": {"BB2.1": "A1"}}, "Entry of Japanese Units", "BB2.1")

    def test_vm_80_after_a_sighting_on_turn_9_it_enters_on_14_and_not_on_13(self) -> None:
        t = scene(us={"Hornet": "I5"}, japan={"Akagi": "I6"}, turn=9)
        run(t, "t6/orders", {"japan/orders": {"air": ["I6"]}})
        assert t.truth.turn == 13
        refused(t, "japan", {"enter": {"BB2.1": "A1"}}, "Entry of Japanese Units", "BB2.1")
        run(t, "t7/orders")
        say(t, "japan", {"enter": {"BB2.1": "A1"}})


class TestExits:
    def test_vm_82_japan_leaves_from_columns_a_to_f_and_the_us_from_g_on(self) -> None:
        t = scene(us={"Hornet": "G1", "Yorktown": "F1"}, japan={"DD4": "F1", "DD10": "G1"})
        refused(t, "us", {"moves": {"Yorktown": "off"}}, "Exiting the Map", "column G")
        refused(t, "japan", {"moves": {"DD10": "off"}}, "Exiting the Map", "columns A to F")
        run(t, "strikes", {"us/orders": {"moves": {"Hornet": "off"}}, "japan/orders": {"moves": {"DD4": "off"}}})
        assert sorted(t.truth.withdrawn) == ["DD4", "Hornet"]
        assert "Hornet" not in t.truth.at

    def test_vm_82_only_from_the_edge_and_only_its_own_side_hears(self) -> None:
        t = scene(us={"Hornet": "G1", "Yorktown": "G2"}, japan={"DD4": "F5"})
        refused(t, "us", {"moves": {"Yorktown": "off"}}, "Exiting the Map", "not on the edge")
        run(t, "t3/orders", {"us/orders": {"moves": {"Hornet": "off"}}})
        assert t.play.plots["us"].withdrawn == ["Hornet"]
        assert t.play.plots["japan"].withdrawn == t.play.plots["public"].withdrawn == []
        refused(t, "us", {"moves": {"Hornet": "G1"}}, "Ship Movement", "no Hornet")

    def test_vm_82_a_slow_ship_leaves_on_even_turns_only(self) -> None:
        t = scene(japan={"TT1": "A5"}, turn=9)
        refused(t, "japan", {"moves": {"TT1": "off"}}, "Ship Movement", "½")

    def test_vm_82_a_group_may_be_given_up_unentered_and_never_comes(self) -> None:
        t = scene(japan={"DD4": "C5"})
        refused(t, "japan", {"forgo": ["DD4"]}, "Exiting the Map", "not waiting")
        refused(t, "japan", {"forgo": ["TT1"], "enter": {"TT1": "A1"}}, "Exiting the Map")
        run(t, "t3/orders", {"japan/orders": {"forgo": ["TT1"]}})
        assert told(t, "us", "forgone") == told(t, "public", "forgone") == [{"ships": ["TT1"]}]
        refused(t, "japan", {"enter": {"TT1": "A1"}}, "Entry of Japanese Units", "TT1")


# Courses: not a rule but a help. Each turn's move is proposed from where ships steer for.


def test_a_course_proposes_the_next_hex_and_ends_where_it_leads() -> None:
    t = scene(japan={"Akagi": "D3", "TT1": "D3"}, turn=8)
    ask = t.asks["japan"]
    draft = ask.edit(ask.edit(ask.draft(), "stack", "D3", {}), "course", "", {})
    draft = ask.edit(draft, "hex", "F4", {})
    assert draft["course"] == {"Akagi": "F4", "TT1": "F4"}
    assert draft["put"] == {"Akagi": "E4", "TT1": "E4"}
    say(t, "japan", ask.value(draft))
    run(t, "t3/orders")
    assert told(t, "japan", "courses")[-1]["courses"] == {"Akagi": "F4", "TT1": "F4"}
    assert told(t, "us", "courses") == [] == told(t, "public", "courses")
    ask = t.asks["japan"]
    assert ask.draft()["put"] == {"Akagi": "F4"}, "turn 9: the transport of speed ½ waits"
    value = ask.value(ask.draft())
    assert value["course"] == {"TT1": "F4"}, "she has come where she was going"
    say(t, "japan", value)
    run(t, "t4/orders")
    assert t.asks["japan"].draft()["put"] == {"TT1": "F4"}
    assert t.asks["us"].draft()["put"] == {}


def test_ships_sent_elsewhere_or_held_are_on_no_course() -> None:
    t = scene(japan={"Akagi": "D3"}, turn=8)
    ask = t.asks["japan"]
    steered = ask.edit(ask.edit(ask.edit(ask.draft(), "stack", "D3", {}), "course", "", {}), "hex", "G6", {})
    there = steered["put"]["Akagi"]
    for tap in (("home", ""), ("hex", "D4"), ("off", "")):
        picked = ask.edit(steered, "stack", there, {})
        if tap[0] == "off":
            with pytest.raises(Refusal, match="not on the edge"):
                ask.edit(picked, *tap, {})
            continue
        assert ask.edit(picked, *tap, {})["course"] == {}
    held = ask.edit(steered, "no-course", "G6", {})
    assert (held["course"], held["put"]) == ({}, {})


def test_a_course_for_a_hex_that_is_none_is_refused() -> None:
    t = scene(japan={"Akagi": "D3"}, turn=8)
    for course in ({"Akagi": "Z9"}, {"Enterprise": "F4"}):
        refused(t, "japan", {"course": course}, "Ship Movement", "cannot steer")
