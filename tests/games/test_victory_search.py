"""Search Operations, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.victory_kit import complete_kit
from tests.games.victory_scenes import FIRST_FLEET, refused, right, run, say, scene, told
from umpire.games.victory_at_midway.search import CARRIERS, SHIPS
from umpire.table.asks import Refusal
from umpire.table.table import Table

JSON = Any

SECOND_FLEET = ("TT1", "TT2", "Zuiho", "BB3.1", "CA4", "CA7.1", "DD2", "DD8")
US_CARRIERS = ("Enterprise", "Hornet", "Yorktown")
EVERYBODY = ("us", "japan", "public")


def found(t: Table, audience: str = "public") -> list[tuple[str, str, str]]:
    """What the searches of the turn told an audience: ``{hex: statement}``, in the order told."""
    last = told(t, audience, "found")[-1]["found"]
    return [(each["of"], each["what"], each["hex"]) for each in last]


def searched(t: Table, audience: str = "public") -> list[tuple[str, str, str]]:
    """The searches as they were announced."""
    return [(each["by"], each["kind"], each["hex"]) for each in told(t, audience, "searching")[-1]["searches"]]


def search(t: Table, us: JSON = None, japan: JSON = None, to: str = "strikes") -> Table:
    """Both sides' orders, of which only searches matter."""
    return run(t, to, {"us/orders": us or {}, "japan/orders": japan or {}})


class TestSearchExample:
    def example(self) -> Table:
        at = {**dict.fromkeys(FIRST_FLEET, "F5"), **dict.fromkeys(SECOND_FLEET, "D7")}
        t = scene(dict.fromkeys(US_CARRIERS, "I4"), at, turn=5)
        return search(t, {"air": ["E6", "F5", "G4", "H6"]}, {"air": ["F5", "H4", "H6"]})

    def test_vm_03_the_first_fleet_is_found_once_the_us_carriers_too_and_the_second_fleet_not(self) -> None:
        t = self.example()
        assert found(t) == [("us", CARRIERS, "I4"), ("japan", CARRIERS, "F5")]

    def test_vm_03_the_us_declares_first_and_answers_first_and_all_hear_the_same(self) -> None:
        t = self.example()
        assert [by for by, _, _ in searched(t)] == ["us"] * 4 + ["japan"] * 3
        assert {place for by, _, place in searched(t) if by == "us"} == {"E6", "F5", "G4", "H6"}
        assert {place for by, _, place in searched(t) if by == "japan"} == {"F5", "H4", "H6"}
        for audience in ("us", "japan"):
            assert (found(t, audience), searched(t, audience)) == (found(t), searched(t))

    def test_vm_03_what_is_told_is_kind_and_hex_and_never_the_source(self) -> None:
        t = self.example()
        assert all(set(each) == {"by", "kind", "hex"} for each in told(t, "public", "searching")[-1]["searches"])
        assert all(set(each) == {"of", "what", "hex"} for each in told(t, "public", "found")[-1]["found"])

    def test_vm_03_nothing_else_of_the_fleets_is_known_to_the_enemy(self) -> None:
        t = self.example()
        assert not t.play.plots["us"].of("japan")
        assert not t.play.plots["japan"].of("us")
        assert not t.play.plots["public"].at

    def test_vm_03_d7_is_out_of_sight_of_e6_by_one_hex(self) -> None:
        t = scene(japan=dict.fromkeys(SECOND_FLEET, "D7"), turn=5)
        assert found(search(t, {"air": ["E7"]})) == [("japan", CARRIERS, "D7")]


class TestStatements:
    def test_vm_05_transports_alone_are_ships(self) -> None:
        t = scene(japan=dict.fromkeys(("TT1", "TT2"), "F5"))
        assert found(search(t, {"air": ["F5"]})) == [("japan", SHIPS, "F5")]

    def test_vm_05_a_reduced_carrier_is_carriers_and_nothing_besides(self) -> None:
        t = scene(japan=dict.fromkeys(("TT1", "Akagi"), "F5"))
        right(t, "hits/Akagi", "reduced")
        assert found(search(t, {"air": ["F5"]})) == [("japan", CARRIERS, "F5")]

    def test_vm_05_a_light_carrier_is_carriers(self) -> None:
        t = scene(japan={"Zuiho": "F5"})
        assert found(search(t, {"air": ["F5"]})) == [("japan", CARRIERS, "F5")]

    def test_vm_05_one_carrier_sounds_like_four(self) -> None:
        one = search(scene(japan={"Akagi": "F5"}), {"air": ["F5"]})
        four = search(scene(japan=dict.fromkeys(FIRST_FLEET, "F5")), {"air": ["F5"]})
        assert told(one, "us", "found") == told(four, "us", "found")

    def test_vm_05_an_air_search_sees_its_hex_and_the_six_next_to_it(self) -> None:
        near = {"DD4": "F5", "DD10": "F4", "DD17": "F6", "CA8": "E5", "BB3.2": "E6", "TT1": "G5", "TT2": "G6"}
        t = scene(japan={**near, "TT3": "G4", "TT4": "E4"})
        assert {place for _, _, place in found(search(t, {"air": ["F5"]}))} == set(near.values())

    def test_vm_05_a_ship_search_sees_its_own_hex_alone(self) -> None:
        t = scene({"Hornet": "F5"}, {"DD4": "F5", "DD10": "F4"})
        assert found(search(t, {"ship": ["F5"]})) == [("japan", SHIPS, "F5")]

    def test_vm_05_nothing_found_is_told_as_nothing(self) -> None:
        t = search(scene(japan={"DD4": "C1"}), {"air": ["H6"]})
        assert found(t) == []
        assert all(found(t, audience) == [] for audience in EVERYBODY)

    def test_vm_05_the_hex_of_one_without_searches_is_never_spoken_of(self) -> None:
        t = search(scene({"Hornet": "G5"}, {"Akagi": "F5"}))
        assert (searched(t), found(t)) == ([], [])

    def test_vm_05_a_ship_search_needs_a_ship_there_and_midway_a_ground_unit(self) -> None:
        t = scene({"Hornet": "I5"}, {"DD4": "C5"})
        refused(t, "us", {"ship": ["I6"]}, "Ship Searches", "None of your ships is in I6")
        refused(t, "japan", {"ship": ["H6"]}, "Ship Searches", "H6")
        t = search(t, {"ship": ["H6", "I5"]}, {"ship": ["C5"]})
        assert searched(t) == [("us", "ship", "I5"), ("us", "ship", "H6"), ("japan", "ship", "C5")]

    def test_vm_05_where_a_ship_has_moved_to_it_searches_not_where_it_was(self) -> None:
        t = scene(japan={"DD4": "C5"})
        refused(t, "japan", {"moves": {"DD4": "D5"}, "ship": ["C5"]}, "Ship Searches", "C5")
        t = search(t, japan={"moves": {"DD4": "D5"}, "ship": ["D5"]})
        assert searched(t) == [("japan", "ship", "D5")]


class TestJapaneseQuota:
    def fleets(self, **at: str) -> Table:
        carriers = {"Akagi": "F5", "Kaga": "F5", "Hiryu": "C3", "Soryu": "C3", **at}
        return scene(japan={**carriers, "DD4": "F5"})

    def test_vm_07_two_bonus_searches_and_one_for_each_hex_of_a_whole_carrier(self) -> None:
        t = search(self.fleets(), japan={"air": ["F5", "C3", "H4", "H6"]})
        assert {place for _, _, place in searched(t)} == {"F5", "C3", "H4", "H6"}

    def test_vm_07_a_third_bonus_search_is_one_too_many(self) -> None:
        refused(
            self.fleets(),
            "japan",
            {"air": ["H4", "H6", "G5"]},
            "Air Search Limits",
            "no air search left",
            "two within two",
        )

    def test_vm_07_both_bonus_searches_lie_near_one_and_the_same_carrier(self) -> None:
        t = self.fleets()
        refused(t, "japan", {"air": ["H6", "B2"]}, "Air Search Limits")
        say(t, "japan", {"air": ["B2", "D4"]})

    def test_vm_07_two_hexes_away_is_near_enough_and_three_is_not(self) -> None:
        t = self.fleets()
        refused(t, "japan", {"air": ["I4"]}, "Air Search Limits", "I4")
        say(t, "japan", {"air": ["H5"]})

    def test_vm_07_a_damaged_carrier_searches_nothing(self) -> None:
        t = scene(japan={"Akagi": "F5", "DD4": "F5"})
        right(t, "hits/Akagi", "reduced")
        refused(t, "japan", {"air": ["F5"]}, "Air Search Limits")
        refused(t, "japan", {"air": ["G5"]}, "Air Search Limits")
        say(t, "japan", {"ship": ["F5"]})

    def test_vm_07_one_damaged_beside_a_whole_one_changes_nothing(self) -> None:
        t = self.fleets()
        right(t, "hits/Akagi", "reduced")
        say(t, "japan", {"air": ["F5", "C3", "H4", "H6"]})

    def test_vm_07_without_a_carrier_on_the_map_japan_has_no_air_search(self) -> None:
        refused(scene(japan={"DD4": "F5"}), "japan", {"air": ["F5"]}, "Air Search Limits")

    def test_vm_07_searches_are_traced_from_where_carriers_have_moved_to(self) -> None:
        t = scene(japan={"Akagi": "F5"})
        refused(t, "japan", {"air": ["I4"]}, "Air Search Limits")
        say(t, "japan", {"moves": {"Akagi": "G5"}, "air": ["I4", "G5"]})

    def test_vm_07_one_hex_is_searched_from_the_air_but_once(self) -> None:
        with pytest.raises(Refusal):
            say(self.fleets(), "japan", {"air": ["F5", "F5"]})


class TestUSQuota:
    def test_vm_18_midway_searches_its_own_hex_and_three_within_six(self) -> None:
        t = scene()
        refused(t, "us", {"air": ["H6", "B3", "C5", "D4", "E5"]}, "Air Search Limits", "3 within six")
        say(t, "us", {"air": ["H6", "B3", "C5", "D4"]})

    def test_vm_18_six_hexes_away_is_in_reach_and_seven_is_not(self) -> None:
        t = scene()
        assert [t.truth.board.distance("H6", place) for place in ("B6", "A6")] == [6, 7]
        refused(t, "us", {"air": ["A6"]}, "Air Search Limits", "A6")
        say(t, "us", {"air": ["B6"]})

    def test_vm_18_the_hex_search_may_not_go_elsewhere(self) -> None:
        refused(scene(), "us", {"air": ["B6", "C5", "D4", "E5"]}, "Air Search Limits")

    def test_vm_18_each_hex_of_a_whole_carrier_has_one_of_its_own(self) -> None:
        t = scene({"Hornet": "P8", "Yorktown": "P2", "Enterprise": "P2"})
        say(t, "us", {"air": ["H6", "B6", "C5", "D4", "P8", "P2"]})
        t = scene({"Hornet": "P8", "Yorktown": "P8", "Enterprise": "P8"})
        right(t, "hits/Hornet", "reduced")
        say(t, "us", {"air": ["P8"]})

    def test_vm_18_a_hex_of_reduced_carriers_alone_has_none(self) -> None:
        t = scene({"Hornet": "P8"})
        right(t, "hits/Hornet", "reduced")
        refused(t, "us", {"air": ["P8"]}, "Air Search Limits")

    @pytest.mark.parametrize(("hits", "bonus"), [(0, 3), (1, 2), (2, 1), (3, 0)])
    def test_vm_18_hits_on_the_marines_take_the_searches_beyond_the_hex_first(self, hits: int, bonus: int) -> None:
        t = scene()
        right(t, "field", hits)
        wide = ["C5", "D4", "E5", "F5"]
        refused(t, "us", {"air": ["H6", *wide[: bonus + 1]]}, "Air Search Limits")
        say(t, "us", {"air": ["H6", *wide[:bonus]]})

    @pytest.mark.parametrize("hits", [4, 5, 9])
    def test_vm_18_after_four_hits_midway_may_only_ship_search(self, hits: int) -> None:
        t = scene()
        right(t, "field", hits)
        refused(t, "us", {"air": ["H6"]}, "Air Search Limits", "Midway has none")
        say(t, "us", {"ship": ["H6"]})


class TestNight:
    @pytest.mark.parametrize("turn", [6, 7, 13, 14, 20, 21])
    def test_vm_12_no_air_search_on_a_night_turn(self, turn: int) -> None:
        t = scene({"Hornet": "I5"}, {"Akagi": "F5"}, turn=turn)
        refused(t, "us", {"air": ["H6"]}, "Air Searches", "night")
        refused(t, "japan", {"air": ["F5"]}, "Air Searches", "night")
        say(t, "us", {"ship": ["I5", "H6"]})

    @pytest.mark.parametrize("turn", [5, 8, 12, 15, 19, 22])
    def test_vm_12_the_turns_beside_the_night_are_day(self, turn: int) -> None:
        t = scene(japan={"Akagi": "F5"}, turn=turn)
        say(t, "us", {"air": ["H6"]})
        say(t, "japan", {"air": ["F5"]})

    def test_vm_12_no_strike_is_asked_at_night_and_no_base_strike_taken(self) -> None:
        t = scene(japan={"Akagi": "F5"}, turn=14)
        refused(t, "japan", {"base": ["A-D1"]}, "Midway Base Strikes", "night")
        before = len(told(t, "public", "step"))
        run(t, "t2/after")
        assert [each["name"] for each in told(t, "public", "step")[before:]] == ["search", "return"]

    def test_vm_12_ship_searches_at_night_succeed_where_the_option_is_left_out(self) -> None:
        t = search(scene({"Hornet": "F5"}, {"Akagi": "F5"}, turn=13), {"ship": ["F5"]}, to="t2/after")
        assert found(t) == [("japan", CARRIERS, "F5")]


class TestMidwayAfterALanding:
    def landed(self, **kit: JSON) -> Table:
        t = scene(japan={"TT1": "H6"}, kit=kit)
        return run(t, "t3/orders", {"japan/after": {"ashore": ["I.D.1"]}})

    def test_vm_10_with_japanese_troops_ashore_midway_sends_no_air_search(self) -> None:
        t = self.landed()
        refused(t, "us", {"air": ["H6"]}, "Air Search Limits", "Midway has none")
        say(t, "us", {"ship": ["H6"]})

    def test_vm_10_carriers_search_all_the_same(self) -> None:
        say(self.landed(), "us", {"air": ["N5"]})

    def test_vm_10_japan_may_ship_search_midway_with_troops_alone(self) -> None:
        t = self.landed()
        right(t, "hex/TT1", "H7")
        say(t, "japan", {"ship": ["H6"]})

    def test_vm_55_when_the_troops_are_wiped_out_searches_are_had_again(self) -> None:
        t = self.landed(**{"back/Battalion": {**complete_kit()["back/Battalion"], "steps": 1}})
        run(t, "t4/orders", dice=[[1] * 12])
        assert (t.truth.ashore, t.truth.field) == ([], "shut")
        say(t, "us", {"air": ["H6", "F5", "E5", "D5"]})
