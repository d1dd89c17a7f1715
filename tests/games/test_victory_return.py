"""Air Preparation and Air Return, case by case: boxes, decks in range, room, and who comes down in the sea."""

from __future__ import annotations

import pytest

from tests.games.victory_kit import complete_kit
from tests.games.victory_scenes import points, refused, right, run, say, scene, table, told
from umpire.games.victory_at_midway.plot import ALOFT, DITCHED, NOT_READY, READY
from umpire.table.table import Table

RETRIEVAL = "Strike and Escort Aircraft Retrieval"


def box(t: Table, unit: str) -> str:
    return str(t.truth.air[unit]["box"])


class TestBoxes:
    def test_vm_13_a_unit_that_flew_on_turn_8_flies_again_on_turn_10(self) -> None:
        t = scene({"Hornet": "G5"}, {"DD4": "F5"})
        run(t, "after", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]})
        assert box(t, "Hor-D1") == ALOFT
        run(t, "t3/strikes")
        assert (t.truth.turn, box(t, "Hor-D1")) == (9, NOT_READY)
        refused(t, "us", [{"to": "F5", "units": ["Hor-D1"]}], "Ready/Not Ready", "Hor-D1")
        run(t, "t4/strikes")
        assert (t.truth.turn, box(t, "Hor-D1")) == (10, READY)
        say(t, "us", [{"to": "F5", "units": ["Hor-D1"]}])

    def test_vm_13_an_escort_that_never_fired_is_not_ready_all_the_same(self) -> None:
        t = scene({"Hornet": "G5"}, {"DD4": "F5"})
        run(t, "t3/orders", {"us/strikes": [{"to": "F5", "units": ["Hor-F1"]}]})
        assert (box(t, "Hor-F1"), box(t, "Hor-F2")) == (NOT_READY, READY)

    def test_vm_13_a_strike_on_an_empty_hex_has_flown_too(self) -> None:
        t = scene({"Hornet": "G5"}, {"DD4": "F5"})
        run(t, "t3/orders", {"us/strikes": [{"to": "G4", "units": ["Hor-D1"]}]})
        assert box(t, "Hor-D1") == NOT_READY

    def test_vm_13_a_base_strike_comes_back_not_ready(self) -> None:
        t = run(scene(japan={"Akagi": "F5"}), "t3/orders", {"japan/orders": {"base": ["A-D1"]}})
        assert box(t, "A-D1") == NOT_READY
        refused(t, "japan", {"base": ["A-D1"]}, "Ready/Not Ready", "A-D1")

    def test_vm_14_cap_of_turn_8_is_ready_and_flies_on_turn_9(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5"})
        run(t, "t3/strikes", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}], "japan/cap": ["A-F1"]})
        assert (t.truth.turn, box(t, "A-F1")) == (9, READY)
        say(t, "japan", [{"to": "G5", "units": ["A-F1"]}])

    def test_vm_14_cap_lands_in_the_hex_it_flew_over_and_nowhere_else(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5", "Kaga": "F4", "Hiryu": "F5"})
        fly = {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}], "japan/cap": ["A-F1", "A-F2"]}
        run(t, "after", fly)
        ask = t.asks["japan"]
        assert sorted(ask.bases_for("A-F1")) == ["Akagi", "Hiryu"]
        refused(t, "japan", {"land": {"A-F1": "Kaga", "A-F2": "Akagi"}}, "CAP Retrieval", "A-F1", "F5")
        right(t, "box/H-T2", "Hiryu, not ready")
        refused(
            t, "japan", {"land": {"A-F1": "Hiryu", "A-F2": "Hiryu"}}, "Carrier and Airfield Capacities", "room for 0"
        )
        say(t, "japan", {"land": {"A-F1": "Akagi", "A-F2": "Akagi"}})

    def test_vm_14_cap_with_no_carrier_left_in_its_hex_is_ditched_though_one_is_near(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5", "Kaga": "F4"})
        run(t, "after", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}], "japan/cap": ["A-F1"]})
        right(t, "hits/Akagi", "reduced")
        assert t.asks["japan"].ditched({}) == ["A-F1"]
        run(t, "t3/orders")
        assert (box(t, "A-F1"), points(t)) == (DITCHED, (0, 0))

    def test_vm_14_the_fields_own_cap_comes_down_ready_on_the_field(self) -> None:
        t = run(scene(japan={"Akagi": "F5"}), "t3/orders", {"japan/orders": {"base": ["A-D1"]}, "us/cap": ["M-F1"]})
        assert (box(t, "M-F1"), t.truth.air["M-F1"]["on"]) == (READY, "Midway")

    def test_vm_14_cap_of_a_carrier_at_midway_may_come_down_on_the_field_and_the_fields_not_on_her(self) -> None:
        t = scene({"Hornet": "H6"}, {"Akagi": "F5"})
        strikes = {"japan/strikes": [{"to": "H6", "units": ["A-D1"]}], "us/strikes": [{"to": "F5", "units": ["M-D1"]}]}
        run(t, "japan/2/cap", {"japan/orders": {"base": ["A-D2"]}, **strikes, "japan/cap": [], "us/cap": ["M-F1"]})
        run(t, "after", {"us/cap": ["Hor-F1"]})
        ask = t.asks["us"]
        assert sorted(ask.bases_for("Hor-F1")) == ["Hornet", "Midway"]
        assert ask.bases_for("M-F1") == ["Midway"]


class TestWhereTheyLand:
    def over_i5(self, **us: str) -> Table:
        """Enterprise’s dive bomber over I5, her deck gone; the other carriers where the test has them."""
        t = scene({"Enterprise": "I4", **us}, {"DD4": "I5"})
        run(t, "after", {"us/strikes": [{"to": "I5", "units": ["E-D1"]}]})
        right(t, "hits/Enterprise", "reduced")
        return t

    def test_vm_62_another_carrier_or_midway_takes_it_in_range_of_the_hex_it_struck(self) -> None:
        t = self.over_i5(Hornet="K5", Yorktown="L5")
        ask = t.asks["us"]
        assert [t.truth.board.distance("I5", at) for at in ("K5", "L5", "H6")] == [2, 3, 2]
        assert sorted(ask.bases_for("E-D1")) == ["Hornet", "Midway"]
        refused(t, "us", {"land": {"E-D1": "Yorktown"}}, RETRIEVAL, "Yorktown is 3 from I5", "range of 2")
        refused(t, "us", {"land": {"E-D1": "Enterprise"}}, "Carrier Damage", "Nothing lands on Enterprise")

    @pytest.mark.parametrize("to", ["Hornet", "Midway"])
    def test_vm_62_full_decks_take_nobody_and_a_unit_lost_makes_room(self, to: str) -> None:
        t = self.over_i5(Hornet="K5", Yorktown="L5")
        room = t.asks["us"].facts["room"]
        # Six of eight stand on Hornet; all eight of Midway’s are at home.
        assert (room["Hornet"], room["Midway"]) == (2, 0)
        if to == "Midway":
            refused(
                t, "us", {"land": {"E-D1": to}}, "Carrier and Airfield Capacities", "Midway has room for 0 of the 1"
            )
        else:
            say(t, "us", {"land": {"E-D1": to}})
            run(t, "t3/orders")
            assert (t.truth.air["E-D1"]["on"], box(t, "E-D1")) == ("Hornet", NOT_READY)

    def test_vm_62_a_carrier_plane_on_midway_flies_from_there(self) -> None:
        t = scene({"Enterprise": "I4"}, {"DD4": "I5"})
        run(t, "after", {"us/strikes": [{"to": "I5", "units": ["E-D1", "M-D1"]}]})
        right(t, "hits/Enterprise", "reduced")
        say(t, "us", {"land": {"E-D1": "Midway"}, "ditch": ["M-D1"]})
        run(t, "t4/orders")
        assert (t.truth.air["E-D1"]["on"], box(t, "E-D1")) == ("Midway", READY)
        run(t, "t4/strikes")
        say(t, "us", [{"to": "I5", "units": ["E-D1"]}])

    def test_vm_62_with_no_deck_in_range_it_is_ditched_and_scores_nothing(self) -> None:
        t = scene({"Enterprise": "I4"}, {"DD4": "I5"})
        run(t, "after", {"us/strikes": [{"to": "I5", "units": ["E-D1"]}]})
        right(t, "hits/Enterprise", "reduced")
        run(t, "t3/orders")
        assert (box(t, "E-D1"), points(t)) == (DITCHED, (0, 0))
        assert not [
            unit
            for audience in ("japan", "public")
            for f in told(t, audience, "air")
            for unit in f["units"]
            if unit[0] == "E"
        ]

    def test_vm_62_japanese_planes_land_on_no_airfield(self) -> None:
        t = run(scene(japan={"Akagi": "F5"}), "after", {"japan/orders": {"base": ["A-D1"]}})
        right(t, "hits/Akagi", "reduced")
        refused(t, "japan", {"land": {"A-D1": "Midway"}}, "Carrier Damage", "Nothing lands on Midway")
        assert t.asks["japan"].ditched({}) == ["A-D1"]

    def test_vm_62_any_japanese_carrier_in_range_will_do(self) -> None:
        at = {"Akagi": "F5", "Kaga": "F6", "Hiryu": "E5"}
        t = run(scene(japan=at, kit={"capacity/Kaga": 8}), "after", {"japan/orders": {"base": ["A-D1"]}})
        assert sorted(t.asks["japan"].bases_for("A-D1")) == ["Akagi", "Kaga"]
        say(t, "japan", {"land": {"A-D1": "Kaga"}})

    def test_vm_23_an_m_unit_never_lands_on_a_carrier(self) -> None:
        t = scene({"Hornet": "H6"}, {"DD4": "F5"})
        run(t, "after", {"us/strikes": [{"to": "F5", "units": ["M-D1"]}]})
        assert t.asks["us"].bases_for("M-D1") == ["Midway"]
        refused(t, "us", {"land": {"M-D1": "Hornet"}}, RETRIEVAL, "M-D1", "Midway alone")

    def test_vm_23_with_no_room_on_the_field_it_is_ditched(self) -> None:
        t = scene({"Hornet": "H6"}, {"DD4": "F5"})
        run(t, "after", {"us/strikes": [{"to": "F5", "units": ["M-D1"]}]})
        right(t, "field", 8)
        assert t.asks["us"].ditched({}) == ["M-D1"]
        refused(t, "us", {"land": {"M-D1": "Midway"}}, "Carrier and Airfield Capacities", "room for 0")
        run(t, "t3/orders")
        assert (box(t, "M-D1"), points(t)) == (DITCHED, (0, 0))

    def test_vm_23_out_of_range_of_midway_it_is_ditched(self) -> None:
        short = {**complete_kit()["back/M-SBD"], "range": 1}
        t = scene({"Hornet": "F5"}, {"Akagi": "F5"}, kit={"back/M-SBD": short})
        run(t, "us/1/round-1", {"us/strikes": [{"to": "F5", "units": ["M-D1", "M-D2"]}]})
        run(t, "after", {"japan/aim": {"P1": "D1", "P2": "D2"}}, [[1, 10, 10, 10]])
        reduced = [u for u in ("M-D1", "M-D2") if t.truth.air[u]["state"] == "reduced"]
        assert len(reduced) == 1
        assert t.asks["us"].ditched({}) == reduced
        refused(t, "us", {"land": dict.fromkeys(("M-D1", "M-D2"), "Midway")}, RETRIEVAL, "range of 1")

    def test_vm_22_hits_already_scored_on_a_plane_that_is_ditched_stand(self) -> None:
        short = {**complete_kit()["back/M-SBD"], "range": 1}
        t = scene(japan={"Akagi": "F5"}, kit={"back/M-SBD": short})
        run(t, "us/1/round-1", {"us/strikes": [{"to": "F5", "units": ["M-D1"]}]})
        run(t, "t3/orders", {"japan/aim": {"P1": "D1", "P2": "D1"}}, [[1, 10, 10, 10]])
        assert (box(t, "M-D1"), points(t)) == (DITCHED, (0, 1))

    def test_vm_22_a_carrier_is_filled_to_her_number_and_not_beyond(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5", "Kaga": "F5"})
        fly = [{"to": "G5", "units": ["A-D1", "A-D2", "A-T1", "A-T2", "K-D1"]}]
        run(t, "after", {"japan/strikes": fly, "us/cap": []})
        ask = t.asks["japan"]
        assert ask.facts["room"] == {"Akagi": 5, "Kaga": 1}
        units = fly[0]["units"]
        refused(
            t,
            "japan",
            {"land": {**dict.fromkeys(units, "Akagi"), "A-D1": "Kaga", "A-D2": "Kaga"}},
            "Carrier and Airfield Capacities",
        )
        say(t, "japan", {"land": dict.fromkeys(units, "Akagi")})


class TestPreparation:
    def test_vm_85_turn_1_has_none_and_turn_2_has(self) -> None:
        t = run(table(), "t1/orders")
        right(t, "box/Y-D1", "Yorktown, not ready")
        run(t, "t1/after")
        assert t.asks["us"].facts["waiting"] == {}
        refused(t, "us", {"unready": ["Y-D1"]}, "Ready/Not Ready")
        run(t, "t2/after")
        assert box(t, "Y-D1") == NOT_READY
        run(t, "t3/orders")
        assert box(t, "Y-D1") == READY

    @pytest.mark.parametrize("turn", [6, 7])
    def test_vm_85_night_turns_have_it(self, turn: int) -> None:
        t = scene(turn=turn)
        right(t, "box/Y-D1", "Yorktown, not ready")
        run(t, "t3/orders")
        assert box(t, "Y-D1") == READY

    def test_vm_85_units_are_readied_before_the_others_land(self) -> None:
        t = scene({"Hornet": "G5"}, {"DD4": "F5"})
        right(t, "box/Hor-D2", "Hornet, not ready")
        run(t, "t3/orders", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]})
        assert (box(t, "Hor-D1"), box(t, "Hor-D2")) == (NOT_READY, READY)

    def test_vm_85_it_is_nobodys_business_but_the_owners(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5"})
        right(t, "box/Hor-D2", "Hornet, not ready")
        heard = len(t.play.plots["japan"].heard)
        run(t, "t3/orders")
        since = t.play.plots["japan"].heard[heard:]
        assert not [d for d in since if "Hor-" in str(d.facts)]
