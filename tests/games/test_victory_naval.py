"""Naval Combat, case by case: who may attack where, who fires first, at what, and what it does."""

from __future__ import annotations

from typing import Any

from tests.games.victory_scenes import points, refused, right, run, say, scene, told
from umpire.table.table import Table

JSON = Any

RULE = "Surface Combat"


def met(us: list[str], japan: list[str], to: str = "surface/us", **more: JSON) -> Table:
    """Both sides’ ships in I6, the US having found the Japanese."""
    t = scene(dict.fromkeys(us, "I6"), dict.fromkeys(japan, "I6"), **more)
    return run(t, to, {"us/orders": {"ship": ["I6"]}})


def fought(us: list[str], japan: list[str], **more: JSON) -> Table:
    """The US attacks there, as far as the defenders’ targets."""
    return run(met(us, japan, **more), "defend", {"us/declare": ["I6"]})


class TestDeclaring:
    def test_vm_32_without_a_search_that_spoke_of_anything_nobody_is_asked(self) -> None:
        t = run(scene({"US CA1": "I6"}, {"CA8": "I6"}), "t3/orders")
        assert not told(t, "public", "surface")
        assert not told(t, "umpire", "surface-battle")

    def test_vm_32_a_search_of_another_hex_gives_no_leave_to_attack_here(self) -> None:
        t = scene({"US CA1": "I6", "US CA2": "I5"}, {"CA8": "I6", "DD4": "I5"})
        run(t, "surface/us", {"us/orders": {"ship": ["I5"]}})
        refused(t, "us", ["I6"], RULE, "No search of this turn found anything in I6")
        say(t, "us", ["I5"])

    def test_vm_32_where_one_has_no_ship_one_does_not_attack(self) -> None:
        t = scene({"US CA1": "I6"}, {"CA8": "H5"})
        run(t, "surface/us", {"us/orders": {"air": ["H6"]}})
        refused(t, "us", ["H5"], RULE, "You have no ship in H5")

    def test_vm_32_last_turns_search_does_not_count(self) -> None:
        t = run(met(["US CA1"], ["CA8"]), "t3/orders")
        before = len(told(t, "public", "surface"))
        run(t, "t4/orders")
        assert len(told(t, "public", "surface")) == before == 2

    def test_vm_32_nobody_has_to_attack_and_all_hear_that_none_is_declared(self) -> None:
        t = run(met(["US CA1"], ["CA8"]), "t3/orders")
        assert told(t, "japan", "surface") == [{"by": "us", "hexes": []}, {"by": "japan", "hexes": []}]
        assert not told(t, "public", "surface-battle")

    def test_vm_32_with_no_enemy_there_only_the_hex_is_given_away(self) -> None:
        t = scene({"US CA1": "I6", "Hornet": "I6"}, {"Akagi": "G5"})
        run(t, "surface/us", {"japan/orders": {"air": ["I6"]}})
        run(t, "t3/orders", {"us/declare": ["I6"]})
        assert told(t, "japan", "surface")[0] == {"by": "us", "hexes": ["I6"]}
        assert "US CA1" not in str([told(t, "japan", kind) for kind in ("surface", "surface-battle")])

    def test_vm_69_what_the_us_declares_japan_may_not_declare_again_and_japan_fires_first(self) -> None:
        t = met(["US CA1"], ["CA8"])
        say(t, "us", ["I6"])
        assert list(t.asks) == ["japan"]
        refused(t, "japan", ["I6"], RULE, "US has declared I6 already", "once a turn")
        run(t, "t3/orders")
        shots = [(e["side"], e["part"]) for e in told(t, "public", "shots")]
        assert shots == [("japan", "guns"), ("us", "guns")]
        assert len(told(t, "public", "surface-battle")) == 1

    def test_vm_69_where_only_japan_declares_the_us_fires_first(self) -> None:
        t = run(met(["US CA1"], ["CA8"]), "surface/japan")
        run(t, "t3/orders", {"japan/declare": ["I6"]})
        assert [e["side"] for e in told(t, "public", "shots")] == ["us", "japan"]
        assert told(t, "public", "surface-battle")[0]["by"] == "japan"

    def test_vm_69_all_ships_of_both_sides_are_deployed_for_all_to_see(self) -> None:
        t = fought(["US CA1", "Hornet", "US DD1"], ["CA8", "Akagi"])
        battle = told(t, "public", "surface-battle")[0]
        assert set(battle["ships"]) == {"CA8", "Akagi"}
        assert set(battle["theirs"]) == {"US CA1", "Hornet", "US DD1"}
        assert told(t, "us", "surface-battle") == told(t, "japan", "surface-battle") == [battle]

    def test_vm_69_at_night_ships_that_found_each_other_fight(self) -> None:
        t = fought(["US CA1"], ["CA8"], turn=20)
        run(t, "t3/orders", dice=[[1, 1]])
        assert t.truth.sunk == ["US CA1"]

    def test_vm_69_in_midways_hex_no_ground_unit_is_deployed(self) -> None:
        t = scene({"US CA1": "H6"}, {"CA8": "H6"})
        run(t, "defend", {"us/orders": {"ship": ["H6"]}, "us/declare": ["H6"]})
        assert (set(t.truth.fight["ships"]), set(t.truth.fight["theirs"])) == ({"CA8"}, {"US CA1"})


class TestFire:
    def test_vm_69_hits_of_the_defence_take_effect_before_the_attackers_fire(self) -> None:
        t = fought(["US CA1", "US CA2"], ["CA8", "DD4"])
        run(t, "attack", {"japan/aim": {"CA8": "US CA1", "DD4": "US CA2"}}, [[3, 1, 2, 10]])
        assert t.truth.fight["theirs"] == {"US CA1": "gone", "US CA2": "reduced"}
        assert list(t.asks["us"].facts["firers"]) == ["US CA2"]
        run(t, "theirs-dice", {"us/aim": {"US CA2": "CA8"}})
        assert len(t.asks["dice"].dice) == 1
        run(t, "t3/orders", dice=[[3]])
        assert t.truth.state["CA8"] == "reduced"
        assert points(t) == (4, 8 + 4)

    def test_vm_69_with_every_attacker_sunk_there_is_no_offensive_fire(self) -> None:
        t = fought(["US CA1"], ["CA8"])
        run(t, "t3/orders", dice=[[1, 2]])
        assert [e["side"] for e in told(t, "public", "shots")] == ["japan"]

    def test_vm_69_a_roll_equal_to_the_value_hits_and_one_above_misses(self) -> None:
        t = run(fought(["US CA1"], ["CA8"]), "t3/orders", dice=[[3, 4]])
        assert t.truth.state["US CA1"] == "reduced"

    def test_vm_70_a_carrier_is_deployed_and_never_fires_at_value_zero(self) -> None:
        t = fought(["US CA1", "Hornet"], ["CA8", "Akagi"])
        assert list(t.asks["japan"].facts["firers"]) == ["CA8"]
        refused(t, "japan", {"CA8": "US CA1", "Akagi": "US CA1"}, "Defensive Fire", "not in this fight")

    def test_vm_70_ships_none_of_which_fires_are_asked_for_nothing(self) -> None:
        t = run(met(["US CA1"], ["Akagi", "TT1"]), "attack", {"us/declare": ["I6"]})
        assert not told(t, "public", "shots")
        assert sorted(t.asks["us"].facts["targets"]) == ["Akagi", "TT1"]

    def test_vm_70_carriers_and_transports_are_spared_until_every_fighting_ship_has_a_firer(self) -> None:
        t = run(fought(["US CA1", "US CA2"], ["CA8", "DD4", "Akagi", "TT1"]), "attack")
        rule = "Offensive Fire"
        refused(t, "us", {"US CA1": "Akagi", "US CA2": "CA8"}, rule, "Akagi", "DD4")
        refused(t, "us", {"US CA1": "TT1", "US CA2": "TT1"}, rule, "CA8", "DD4")
        say(t, "us", {"US CA1": "DD4", "US CA2": "CA8"})

    def test_vm_70_with_one_firer_more_the_carrier_may_be_fired_at(self) -> None:
        t = run(fought(["US CA1", "US CA2", "US DD1"], ["CA8", "DD4", "Akagi"]), "attack")
        say(t, "us", {"US CA1": "DD4", "US CA2": "Akagi", "US DD1": "CA8"})

    def test_vm_70_tenders_are_spared_as_transports_are(self) -> None:
        t = run(fought(["US CA1"], ["DD4", "ST11", "SFT"]), "attack")
        refused(t, "us", {"US CA1": "ST11"}, "Offensive Fire", "ST11", "DD4")
        refused(t, "us", {"US CA1": "SFT"}, "Offensive Fire", "SFT")

    def test_vm_70_a_japanese_carrier_with_landed_cap_on_deck_sinks_of_one_hit(self) -> None:
        t = scene({"US CA1": "I6", "Hornet": "H5"}, {"Akagi": "I6"})
        for unit in ("A-D1", "A-D2", "A-T1", "A-T2"):
            right(t, f"box/{unit}", "Akagi, not ready")
        fly = [{"to": "I6", "units": ["Hor-D1"]}]
        run(
            t,
            "surface/us",
            {
                "us/orders": {"ship": ["I6"]},
                "us/strikes": fly,
                "japan/after": {"unready": ["A-D1", "A-D2", "A-T1", "A-T2"]},
            },
        )
        run(t, "t3/orders", {"us/declare": ["I6"]}, [[3, 10]])
        assert t.truth.sunk == ["Akagi"]
        assert told(t, "public", "caught") == [{"carrier": "Akagi", "planes": {"F": 2, "D": 2, "T": 2}, "sudden": True}]
        assert points(t) == (20 + 12, 0)

    def test_vm_24_a_battleship_hit_by_guns_rolls_again_too(self) -> None:
        t = run(fought(["US CA1"], ["BB3.2"]), "attack")
        run(t, "t3/orders", dice=[[1, 2], [6, 5]])
        assert (t.truth.state["BB3.2"], points(t)) == ("reduced", (8, 0))

    def test_vm_70_seeing_a_us_carrier_in_battle_starts_the_clock_of_the_turn_13_group(self) -> None:
        t = fought(["US CA1", "Hornet"], ["CA8"], turn=10)
        assert told(t, "japan", "late") == [{"turn": 15}]


class TestTransports:
    def test_vm_50_a_reduced_transport_reduces_her_battalion_and_scores_two(self) -> None:
        t = run(met(["US CA1"], ["TT1"]), "attack", {"us/declare": ["I6"]})
        run(t, "t3/orders", dice=[[1, 10]])
        assert (t.truth.strength("TT1"), t.truth.strength("I.D.1")) == ("reduced", "reduced")
        assert points(t) == (4, 0)

    def test_vm_50_a_sunk_transport_takes_her_battalion_down_and_the_battalion_scores_nothing(self) -> None:
        t = run(met(["US CA1"], ["TT1"]), "attack", {"us/declare": ["I6"]})
        run(t, "t3/orders", dice=[[1, 2]])
        assert t.truth.sunk == ["TT1", "I.D.1"]
        assert points(t) == (8, 0)

    def test_vm_50_a_transport_that_was_hit_gives_her_battalion_away_and_another_does_not(self) -> None:
        t = run(met(["US CA1"], ["TT1", "TT2"]), "attack", {"us/declare": ["I6"]})
        run(t, "t3/orders", {"us/aim": {"US CA1": "TT1"}}, [[1, 2]])
        for audience in ("us", "japan", "public"):
            assert told(t, audience, "battalions") == [{"states": {"I.D.1": "gone"}}]
        assert not t.play.plots["us"].aboard
        assert not t.play.plots["public"].aboard

    def test_vm_50_reduced_at_sea_it_lands_reduced(self) -> None:
        t = scene({"US CA1": "H6"}, {"TT1": "H6"})
        run(t, "attack", {"us/orders": {"ship": ["H6"]}, "us/declare": ["H6"]})
        run(t, "t3/orders", dice=[[1, 10]])
        run(t, "t4/orders", {"japan/after": {"ashore": ["I.D.1"]}})
        assert told(t, "public", "landed") == [{"units": {"I.D.1": "TT1"}, "states": {"I.D.1": "reduced"}}]
        assert t.play.plots["us"].strength("I.D.1") == "reduced"
