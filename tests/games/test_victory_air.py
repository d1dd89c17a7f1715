"""Air Operations, case by case: strikes assigned, fighters against aircraft, guns against bombers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.victory_scenes import FIRST_FLEET, points, raid, refused, right, run, say, scene, told
from umpire.games.victory_at_midway.plot import READY

JSON = Any


class TestAssignment:
    def test_vm_16_units_set_aside_for_the_base_may_not_switch_to_ships(self) -> None:
        t = scene({"Hornet": "G5"}, dict.fromkeys(FIRST_FLEET, "F5"))
        run(t, "strikes", {"japan/orders": {"base": ["A-D1", "A-T1"], "air": ["F5"]}})
        assert [each["what"] for each in told(t, "japan", "found")[-1]["found"]] == ["carriers"]
        refused(t, "japan", [{"to": "G5", "units": ["A-D1"]}], "Ready/Not Ready", "A-D1")
        refused(t, "japan", [{"to": "H6", "units": ["A-T1"]}], "Ready/Not Ready", "A-T1")
        say(t, "japan", [{"to": "G5", "units": ["A-D2"]}])

    def test_vm_16_the_strike_on_the_base_is_flown_though_it_goes_unsaid(self) -> None:
        t = scene({"Hornet": "G5"}, dict.fromkeys(FIRST_FLEET, "F5"))
        run(t, "japan/1/cap", {"japan/orders": {"base": ["A-D1"]}})
        assert told(t, "us", "strike") == [{"k": 1, "by": "japan", "hex": "H6", "base": True}]

    def test_vm_16_it_cannot_be_dropped_and_takes_its_place_in_the_order(self) -> None:
        t = scene({"Hornet": "G5"}, dict.fromkeys(FIRST_FLEET, "F5"))
        run(t, "strikes", {"japan/orders": {"base": ["A-D1"]}})
        say(t, "japan", [{"to": "G5", "units": ["A-D2"]}, {"to": "base"}])
        run(t, "japan/1/cap")
        assert told(t, "us", "strike")[-1]["hex"] == "G5"
        run(t, "japan/2/cap")
        assert told(t, "us", "strike")[-1] == {"k": 2, "by": "japan", "hex": "H6", "base": True}

    def test_vm_59_after_the_searches_no_strike_on_the_base_is_assigned(self) -> None:
        t = run(scene(japan=dict.fromkeys(FIRST_FLEET, "F5")), "strikes")
        rule = "Midway Base Strikes"
        refused(t, "japan", [{"to": "base"}], rule, "before the searches")
        refused(t, "japan", [{"to": "base", "units": ["A-D1"]}], rule, "before the searches")

    def test_vm_59_nothing_is_added_to_one_that_was_assigned(self) -> None:
        t = run(scene(japan=dict.fromkeys(FIRST_FLEET, "F5")), "strikes", {"japan/orders": {"base": ["A-D1"]}})
        refused(t, "japan", [{"to": "base", "units": ["A-D2"]}], "Midway Base Strikes")
        refused(t, "japan", [{"to": "base"}, {"to": "base"}], "Other Air Strike Missions", "Two strikes")

    def test_vm_59_only_units_in_range_are_set_aside_for_it(self) -> None:
        t = scene(japan={"Akagi": "F5", "Kaga": "E5", "Hiryu": "C5"})
        far = "Other Air Strike Missions"
        refused(t, "japan", {"base": ["A-D1", "K-D1"]}, far, "H6 is 3 from E5", "range of 2")
        refused(t, "japan", {"base": ["A-D1"], "moves": {"Akagi": "E5"}}, far, "3 from E5")
        refused(t, "japan", {"base": ["S-D1"]}, "Ready/Not Ready", "S-D1")
        say(t, "japan", {"base": ["A-D1", "K-D1"], "moves": {"Kaga": "F5"}})

    def test_vm_59_the_us_does_not_strike_its_own_base(self) -> None:
        t = scene(japan={"Akagi": "F5"})
        refused(t, "us", {"base": ["M-D1"]}, "Midway Base Strikes", "bombardment")

    def test_vm_16_one_unit_flies_to_one_hex_and_one_strike_goes_to_a_hex(self) -> None:
        t = run(scene({"Hornet": "G5"}, {"Akagi": "F5"}), "strikes")
        rule = "Other Air Strike Missions"
        two = [{"to": "F5", "units": ["Hor-D1"]}, {"to": "F6", "units": ["Hor-D1"]}]
        refused(t, "us", two, rule, "Hor-D1 is on two strikes")
        refused(t, "us", [{"to": "F5", "units": ["Hor-D1"]}] * 2, rule, "Two strikes go to F5")
        refused(t, "us", [{"to": "F5", "units": []}], rule, "No unit")
        refused(t, "us", [{"to": "D5", "units": ["Hor-D1"]}], rule, "D5 is 3 from G5")
        refused(t, "us", [{"to": "E5", "waves": [["Hor-D1"]]}], "Forming Waves and Sighting the Enemy")

    def test_vm_16_an_unsighted_hex_may_be_struck_and_an_empty_one_is_told_as_empty(self) -> None:
        t = run(scene({"Hornet": "G5"}, {"Akagi": "F5"}), "after", {"us/strikes": [{"to": "G4", "units": ["Hor-D1"]}]})
        assert len(told(t, "japan", "empty")) == 1
        assert not told(t, "japan", "over")
        assert not told(t, "public", "deployed")
        assert t.play.plots["us"].air["Hor-D1"]["on"] == "G4"

    def test_vm_58_ships_at_midway_and_the_base_are_two_battles(self) -> None:
        t = scene({"Hornet": "H6"}, dict.fromkeys(FIRST_FLEET, "F5"))
        run(t, "japan/1/cap", {"japan/orders": {"base": ["A-D1"]}, "japan/strikes": [{"to": "H6", "units": ["A-D2"]}]})
        assert set(t.truth.fight["ships"]) == {f"Marine {n}" for n in range(1, 7)}
        assert t.asks["us"].facts["fighters"] == ["M-F1", "M-F2", "M-F3"]
        refused(t, "us", ["Hor-F1"], "Resolving Air Strikes", "Hor-F1")
        run(t, "japan/2/cap", {"us/cap": []})
        assert set(t.truth.fight["ships"]) == {"Hornet"}
        assert t.asks["us"].facts["fighters"] == ["Hor-F1", "Hor-F2"]
        refused(t, "us", ["M-F1"], "Resolving Air Strikes", "M-F1")

    def test_vm_58_without_ships_in_the_hex_an_ordinary_strike_there_meets_nothing(self) -> None:
        t = run(scene(japan={"Akagi": "F5"}), "after", {"japan/strikes": [{"to": "H6", "units": ["A-D1"]}]})
        assert told(t, "us", "strike") == [{"k": 1, "by": "japan", "hex": "H6", "base": False}]
        assert len(told(t, "us", "empty")) == 1


class TestAirToAir:
    CAP = {"japan/cap": ["A-F1", "A-F2"]}

    def test_vm_25_a_tie_for_position_is_rolled_again_until_one_is_lower(self) -> None:
        t = raid(["Akagi"], ["Hor-F1", "Hor-D1"], "us/1/position-1")
        assert len(t.asks["dice"].dice) == 2
        run(t, "us/1/position-2", dice=[[5, 5]])
        assert not told(t, "public", "position")
        run(t, "us/1/position-3", dice=[[10, 10]])
        run(t, "us/1/round-1", dice=[[4, 6]])
        assert told(t, "public", "position") == [{"first": "japan"}]
        assert "japan" in t.asks

    @pytest.mark.parametrize(("dice", "first", "second"), [([4, 5], "japan", "us"), ([5, 4], "us", "japan")])
    def test_vm_25_the_low_roller_fires_first_and_the_other_second(
        self, dice: list[int], first: str, second: str
    ) -> None:
        t = run(raid(["Akagi"], ["Hor-F1", "Hor-D1"], "us/1/position-1"), "us/1/round-1", dice=[dice])
        assert list(t.asks) == [first]
        run(t, "us/1/round-2")
        assert list(t.asks) == [second]
        run(t, "us/1/bombs")
        rounds = [(e["part"], e["side"]) for e in told(t, "public", "shots") if e["part"].startswith("round")]
        assert rounds == [("round-1", first), ("round-2", second)]

    def test_vm_25_all_targets_are_named_before_any_die_and_told_to_all(self) -> None:
        t = run(raid(["Akagi"], ["Hor-F1", "Hor-D1"], "us/1/position-1"), "us/1/round-1", dice=[[4, 5]])
        refused(t, "japan", {"P1": "D1"}, "Air-to-Air Combat", "Without a target yet")
        refused(t, "japan", {"P1": "D1", "P2": "P1"}, "Air-to-Air Combat", "not in this fight")
        say(t, "japan", {"P1": "D1", "P2": "D1"})
        assert t.asks["dice"].name.endswith("round-1-dice")
        aimed = {"part": "round-1", "side": "japan", "aim": {"P1": "D1", "P2": "D1"}}
        assert told(t, "us", "aimed") == told(t, "public", "aimed") == [aimed]
        assert not [e for e in told(t, "public", "shots") if e["part"] == "round-1"]

    def test_vm_25_fighters_all_shot_down_in_the_first_round_fire_in_no_second(self) -> None:
        t = raid(["Akagi"], ["Hor-F1", "Hor-D1"], "us/1/position-1")
        run(t, "us/1/bombs", {"japan/aim": {"P1": "F1", "P2": "F1"}}, [[4, 5], [1, 2, 3, 4]])
        assert not [e for e in told(t, "public", "shots") if e["part"] == "round-2"]
        assert t.truth.fight["planes"]["F1"]["state"] == "gone"

    def test_vm_64_excess_hits_on_an_aircraft_are_ignored_and_score_nothing(self) -> None:
        t = raid(["Akagi"], ["Hor-F1", "Hor-D1"], "us/1/position-1")
        run(t, "us/1/bombs", {"japan/aim": {"P1": "F1", "P2": "F1"}}, [[4, 5], [1, 2, 3, 4]])
        assert points(t) == (0, 2)

    @pytest.mark.parametrize(("die", "left"), [(7, "reduced"), (8, "full")])
    def test_vm_25_a_roll_equal_to_the_value_hits_and_one_above_misses(self, die: int, left: str) -> None:
        t = raid(["Akagi"], ["Hor-D1"], "us/1/round-1")
        run(t, "us/1/bombs", {"japan/aim": {"P1": "D1", "P2": "D1"}}, [[die, 10, 10, 10]])
        assert t.truth.fight["planes"]["D1"]["state"] == left

    def test_vm_26_a_bomber_that_was_not_fired_at_may_not_fire(self) -> None:
        t = raid(["Akagi"], ["Hor-D1", "Hor-D2", "Hor-T1"], "us/1/round-1", kit={"group/Akagi": {"A6M": 1, "D3A": 2}})
        run(t, "us/1/reply-1-dice", {"japan/aim": {"P1": "T1"}})
        assert [die.label for die in t.asks["dice"].dice] == ["T1 (H) at P1 (A)"] * 2
        run(t, "us/1/bombs")
        fired = [s["by"] for e in told(t, "public", "shots") if e["side"] == "us" for s in e["shots"]]
        assert fired == ["T1"]

    def test_vm_26_a_bomber_shot_down_does_not_answer(self) -> None:
        t = raid(["Akagi"], ["Hor-D1"], "us/1/round-1")
        run(t, "after", {"japan/aim": {"P1": "D1", "P2": "D1"}}, [[1, 1, 10, 10]])
        assert not [e for e in told(t, "public", "shots") if e["part"] in ("reply-1", "flak", "bombs")]

    def test_vm_26_a_fighter_fires_and_answers_twice_in_all(self) -> None:
        t = raid(["Akagi"], ["Hor-F1"], "us/1/position-1", kit={"group/Akagi": {"A6M": 1, "D3A": 2}})
        run(t, "after", {"japan/aim": {"P1": "F1"}, "us/aim": {"F1": "P1"}}, [[1, 2]])
        fired = [(e["part"], s["by"]) for e in told(t, "public", "shots")[1:] for s in e["shots"]]
        assert fired == [("round-1", "P1"), ("reply-1", "F1"), ("round-2", "F1"), ("reply-2", "P1")]

    def test_vm_65_fired_at_by_two_of_three_it_answers_one_of_them_with_the_dice_it_has_left(self) -> None:
        t = raid(["Akagi"], ["Hor-D1", "Hor-D2"], "us/1/round-1", kit={"group/Akagi": {"A6M": 3, "D3A": 2}})
        run(t, "us/1/reply-1", {"japan/aim": {"P1": "D1", "P2": "D1", "P3": "D2"}}, [[10, 10, 3, 10, 10, 10]])
        assert list(t.asks["us"].facts["choices"]) == ["D1"]
        rule = "Return Fire"
        refused(t, "us", {"D1": "P3"}, rule, "P3 did not fire at D1")
        refused(t, "us", {}, rule)
        refused(t, "us", {"D1": "P1", "D2": "P3"}, rule)
        run(t, "us/1/reply-1-dice", {"us/reply": {"D1": "P2"}})
        assert [die.label for die in t.asks["dice"].dice] == ["D1 (H, reduced) at P2 (A)"] + ["D2 (H) at P3 (A)"] * 2
        run(t, "us/1/bombs", dice=[[2, 3, 10]])
        cap = t.truth.fight["cap"]
        assert [cap[letter]["state"] for letter in ("P1", "P2", "P3")] == ["full", "reduced", "full"]

    def test_vm_66_escorts_without_cap_fight_nobody_and_guns_leave_them_alone(self) -> None:
        t = raid(["Akagi", "DD4"], ["Hor-F1", "Hor-D1"], "us/1/cap")
        run(t, "us/1/aa", {"japan/cap": []})
        assert not told(t, "public", "shots")
        assert list(t.asks["japan"].facts["targets"]) == ["D1"]
        refused(t, "japan", {"DD4": "F1"}, "Anti-Aircraft Fire")

    def test_vm_66_a_strike_of_fighters_alone_is_not_fired_at_and_bombs_nothing(self) -> None:
        t = raid(["DD4"], ["Hor-F1", "Hor-F2"], "after")
        assert not told(t, "public", "shots")
        assert len(told(t, "public", "strike-over")) == 1

    def test_vm_66_cap_may_be_held_back_in_part(self) -> None:
        t = run(raid(["Akagi"], ["Hor-D1"], "us/1/cap"), "us/1/round-1", {"japan/cap": ["A-F2"]})
        assert list(t.truth.fight["cap"]) == ["P1"]
        assert t.play.plots["japan"].air["A-F1"]["box"] == READY

    def test_vm_66_fighters_not_ready_and_fighters_of_a_reduced_carrier_fly_no_cap(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5", "Kaga": "F5", "Hiryu": "F4"})
        right(t, "box/A-F1", "Akagi, not ready")
        run(t, "us/1/cap", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]})
        assert t.asks["japan"].facts["fighters"] == ["A-F2", "K-F1", "K-F2"]
        refused(t, "japan", ["H-F1"], "Resolving Air Strikes", "H-F1")

    def test_vm_66_the_other_side_sees_kinds_and_strength_never_which_unit(self) -> None:
        t = raid(["Akagi"], ["Hor-D1"], "us/1/round-1")
        assert set(t.truth.fight["cap"]["P1"]) == {"kind", "letter", "base", "type", "state"}
        assert not told(t, "us", "lettered")[-1]["units"].get("P1")
        assert not told(t, "public", "lettered")


class TestAntiAircraft:
    UNITS = [f"{base}-{unit}" for base in ("E", "Hor", "Y") for unit in ("D1", "D2", "D3", "T1")]

    def test_vm_67_nine_ships_fire_at_nine_of_twelve_bombers_at_most(self) -> None:
        t = raid(list(FIRST_FLEET), self.UNITS, "us/1/cap")
        run(t, "us/1/aa", {"japan/cap": []})
        ask = t.asks["japan"]
        assert (len(ask.facts["targets"]), ask.wanted) == (12, 9)
        aim = dict(zip(FIRST_FLEET, ask.facts["targets"], strict=False))
        rule = "Anti-Aircraft Fire"
        refused(t, "japan", {**aim, "DD17": aim["DD4"]}, rule, "Only one may fire at")
        refused(t, "japan", {ship: at for ship, at in aim.items() if ship != "DD17"}, rule, "Without a target", "DD17")
        say(t, "japan", aim)

    def test_vm_67_more_ships_than_bombers_leave_ships_silent(self) -> None:
        t = raid(list(FIRST_FLEET), ["Hor-D1"], "us/1/cap")
        run(t, "us/1/aa", {"japan/cap": []})
        assert t.asks["japan"].wanted == 1
        refused(t, "japan", {"DD4": "D1", "DD10": "D1"}, "Anti-Aircraft Fire")
        run(t, "us/1/bombs", {"japan/aim": {"DD4": "D1"}}, [[2, 3]])
        assert t.truth.fight["planes"]["D1"]["state"] == "reduced"

    def test_vm_67_a_reduced_ship_rolls_one_die(self) -> None:
        t = scene({"Hornet": "G5"}, {"DD4": "F5"})
        right(t, "hits/DD4", "reduced")
        run(t, "us/1/aa-dice", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]})
        assert len(t.asks["dice"].dice) == 1

    def test_vm_67_at_the_b17_no_gun_fires(self) -> None:
        t = scene(japan={"DD4": "F5"})
        run(t, "us/1/bombs", {"us/strikes": [{"to": "F5", "units": ["M-H1"]}]})
        assert not told(t, "public", "shots")
