"""Hits, case by case: bombs on ships and on the base, battleships, carriers with planes aboard, points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.victory_kit import complete_kit
from tests.games.victory_scenes import points, raid, refused, right, run, scene, told
from umpire.games.victory_at_midway.plot import DESTROYED, NOT_READY, READY, TRAPPED
from umpire.table.table import Table

JSON = Any

TWO_SIDED = complete_kit()["back/jDD"]


def bombed(
    japan: list[str], dice: list[list[int]], at: dict[str, str], *, setting: JSON = None, to: str = "next", **more: JSON
) -> Table:
    """Ships in F5 bombed by two of Hornet’s dive bombers, nobody having hit them on the way; `setting` is done first."""
    carriers = {"Hornet": "G5"}
    t = scene(carriers, dict.fromkeys(japan, "F5"), **more)
    for fact, value in (setting or {}).items():
        right(t, fact, value)
    units = ["Hor-D1", "Hor-D2"][: len(at)]
    run(
        t,
        "us/1/bombs",
        {"us/strikes": [{"to": "F5", "units": units}], **({"japan/cap": []} if _carriers(japan) else {})},
    )
    return run(t, to, {"us/aim": at}, dice)


def _carriers(japan: list[str]) -> list[str]:
    return [ship for ship in japan if ship in ("Akagi", "Kaga", "Hiryu", "Soryu", "Zuiho", "Hosho")]


def decks(units: str, box: str) -> dict[str, str]:
    """Facts that put all of Akagi’s units in a box."""
    return {f"box/{unit}": f"Akagi, {box}" for unit in units.split()}


AKAGIS = "A-F1 A-F2 A-D1 A-D2 A-T1 A-T2"


class TestBombing:
    def test_vm_64_the_attack_on_a_ship_that_is_sunk_is_wasted_and_scores_no_more(self) -> None:
        t = bombed(["DD4", "DD10"], [[1, 2, 1, 2]], {"D1": "DD4", "D2": "DD4"})
        assert t.truth.sunk == ["DD4"]
        assert "DD10" not in t.truth.state
        assert points(t) == (4, 0)

    def test_vm_64_three_hits_on_a_carrier_are_two(self) -> None:
        t = bombed(["Akagi"], [[1, 2, 1, 10]], {"D1": "Akagi", "D2": "Akagi"}, setting=decks(AKAGIS, "not ready"))
        assert points(t) == (20 + 12, 0)

    @pytest.mark.parametrize(("die", "hits"), [(2, 1), (3, 0)])
    def test_vm_64_a_bomb_hits_on_the_strike_value_and_not_above(self, die: int, hits: int) -> None:
        t = bombed(["DD4"], [[die, 10]], {"D1": "DD4"})
        assert points(t) == (2 * hits, 0)

    def test_vm_64_every_bomber_has_one_target_and_only_a_ship_there(self) -> None:
        t = raid(["DD4"], ["Hor-D1", "Hor-D2"], "us/1/bombs")
        refused(t, "us", {"D1": "DD4"}, "Bombing", "Without a target yet")
        refused(t, "us", {"D1": "DD4", "D2": "Akagi"}, "Bombing", "not in this fight")

    @pytest.mark.parametrize(
        ("ship", "vp"),
        [
            ("Yamato", 5),
            ("BB3.2", 4),
            ("Akagi", 5),
            ("Zuiho", 5),
            ("CA8", 2),
            ("TT1", 2),
            ("SFT", 2),
            ("ST11", 2),
            ("DD4", 1),
        ],
    )
    def test_vm_45_what_one_hit_on_a_japanese_ship_scores(self, ship: str, vp: int) -> None:
        empty = {f"group/{base}": {} for base in ("Akagi", "Zuiho")}
        dice = [[1, 10], [5]] if ship in ("Yamato", "BB3.2") else [[1, 10]]
        t = bombed([ship], dice, {"D1": ship}, kit=empty)
        assert points(t) == (2 * vp, 0)
        assert [each["halves"] for each in told(t, "japan", "scored")] == [2 * vp]

    @pytest.mark.parametrize(("ship", "vp"), [("Hornet", 5), ("US CA1", 2), ("US DD1", 1)])
    def test_vm_45_what_one_hit_on_a_us_ship_scores(self, ship: str, vp: int) -> None:
        t = scene({ship: "G5"}, {"Akagi": "F5"}, kit={"group/Hornet": {}})
        run(t, "japan/1/bombs", {"japan/strikes": [{"to": "G5", "units": ["A-D1"]}]})
        run(t, "next", {"japan/aim": {"D1": ship}}, [[4, 10]])
        assert points(t) == (0, 2 * vp)
        assert t.truth.state == {ship: "reduced"}

    def test_vm_45_two_hits_on_aircraft_are_one_point_and_two_units_destroyed_two(self) -> None:
        t = raid(["Akagi"], ["Hor-D1", "Hor-D2"], "us/1/round-1")
        run(t, "us/1/bombs", {"japan/aim": {"P1": "D1", "P2": "D2"}}, [[1, 10, 10, 1]])
        assert points(t) == (0, 2)
        t = raid(["Akagi"], ["Hor-D1", "Hor-D2"], "us/1/round-1")
        run(t, "after", {"japan/aim": {"P1": "D1", "P2": "D2"}}, [[1, 1, 1, 1]])
        assert points(t) == (0, 4)


class TestBattleships:
    @pytest.mark.parametrize(("second", "halves", "state"), [(5, 8, {"BB3.2": "reduced"}), (6, 0, {})])
    def test_vm_24_a_hit_counts_on_a_second_five_and_not_on_a_six(
        self, second: int, halves: int, state: dict[str, str]
    ) -> None:
        t = bombed(["BB3.2"], [[1, 10], [second]], {"D1": "BB3.2"})
        assert (points(t), t.truth.state) == ((halves, 0), state)
        counts = second == 5
        dice = [{"ship": "BB3.2", "die": second, "counts": counts}]
        assert told(t, "japan", "awash") == told(t, "public", "awash") == [{"dice": dice}]

    def test_vm_24_one_die_for_each_hit(self) -> None:
        t = bombed(["BB3.2"], [[1, 2], [1, 10]], {"D1": "BB3.2"})
        assert (points(t), t.truth.state) == ((8, 0), {"BB3.2": "reduced"})
        t = bombed(["Yamato"], [[1, 2], [5, 1]], {"D1": "Yamato"})
        assert (points(t), t.truth.sunk) == ((20, 0), ["Yamato"])

    def test_vm_24_other_ships_hit_at_the_same_time_roll_none(self) -> None:
        t = bombed(["BB3.2", "DD4"], [[1, 10, 1, 10], [6]], {"D1": "BB3.2", "D2": "DD4"})
        assert (points(t), t.truth.state) == ((2, 0), {"DD4": "reduced"})

    def test_vm_24_us_ships_never_roll(self) -> None:
        t = scene({"US CA1": "G5"}, {"Akagi": "F5"})
        run(t, "japan/1/bombs", {"japan/strikes": [{"to": "G5", "units": ["A-D1"]}]})
        run(t, "next", dice=[[1, 10]])
        assert not told(t, "public", "awash")
        assert points(t) == (0, 4)


class TestCarriersHit:
    def test_vm_20_any_hit_sinks_her_whole_with_ready_planes_aboard(self) -> None:
        # All six are Ready: two hits of five, and six units of two steps.
        t = bombed(["Akagi"], [[2, 10]], {"D1": "Akagi"})
        assert t.truth.sunk == ["Akagi"]
        assert points(t) == (20 + 12, 0)
        assert {t.truth.air[unit]["box"] for unit in AKAGIS.split()} == {DESTROYED}

    def test_vm_20_one_ready_plane_is_enough_and_the_others_go_down_and_score_with_her(self) -> None:
        some = {f"box/{unit}": "Akagi, not ready" for unit in AKAGIS.split()[1:]}
        t = bombed(["Akagi"], [[2, 10]], {"D1": "Akagi"}, setting=some)
        assert (t.truth.sunk, points(t)) == (["Akagi"], (20 + 12, 0))

    def test_vm_20_reduced_planes_score_only_the_step_they_had(self) -> None:
        t = bombed(["Akagi"], [[2, 10]], {"D1": "Akagi"}, setting={"strength/A-D1": "reduced"})
        assert points(t) == (20 + 11, 0)

    def test_vm_20_two_hits_and_ready_planes_score_her_steps_once(self) -> None:
        t = bombed(["Akagi"], [[1, 2]], {"D1": "Akagi"})
        assert points(t) == (20 + 12, 0)

    def test_vm_20_where_it_is_so_agreed_she_scores_the_one_hit(self) -> None:
        t = bombed(["Akagi"], [[2, 10]], {"D1": "Akagi"}, sudden="hit")
        assert points(t) == (10 + 12, 0)

    def test_vm_20_a_carrier_of_one_step_is_not_sunk_for_her_planes_but_by_the_hit(self) -> None:
        t = bombed(["Zuiho"], [[2, 10]], {"D1": "Zuiho"})
        assert (t.truth.sunk, points(t)) == (["Zuiho"], (10 + 4, 0))
        assert told(t, "public", "caught") == [{"carrier": "Zuiho", "planes": {"F": 1, "T": 1}, "sudden": False}]

    def test_vm_46_with_no_ready_plane_one_hit_reduces_her_and_traps_the_rest(self) -> None:
        t = bombed(["Akagi"], [[2, 10]], {"D1": "Akagi"}, setting=decks(AKAGIS, "not ready"))
        assert t.truth.state == {"Akagi": "reduced"}
        assert t.truth.capacity("Akagi") == 0
        assert {t.truth.air[unit]["box"] for unit in AKAGIS.split()} == {TRAPPED}
        assert points(t) == (10, 0)

    def test_vm_46_what_is_trapped_is_told_to_nobody_else(self) -> None:
        t = bombed(["Akagi"], [[2, 10]], {"D1": "Akagi"}, setting=decks(AKAGIS, "not ready"))
        for audience in ("us", "public"):
            assert not told(t, audience, "caught")
            assert not [unit for facts in told(t, audience, "air") for unit in facts["units"] if unit[:2] == "A-"]

    def test_vm_46_with_every_plane_launched_one_hit_reduces_her(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5"})
        run(
            t,
            "us/1/bombs",
            {"japan/orders": {"base": AKAGIS.split()}, "us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]},
        )
        run(t, "japan/next", dice=[[2, 10]])
        assert (t.truth.state, points(t)) == ({"Akagi": "reduced"}, (10, 0))

    def test_vm_46_cap_in_the_air_is_not_on_deck(self) -> None:
        setting = decks("A-D1 A-D2 A-T1 A-T2", "not ready")
        carriers = {"Hornet": "G5"}
        t = scene(carriers, {"Akagi": "F5"})
        for fact, value in setting.items():
            right(t, fact, value)
        run(t, "us/1/bombs", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]})
        run(t, "after", dice=[[2, 10]])
        assert t.truth.state == {"Akagi": "reduced"}
        assert t.asks["japan"].ditched({}) == ["A-F1", "A-F2"]

    def test_vm_46_trapped_planes_never_fly_again_and_score_when_she_sinks(self) -> None:
        t = bombed(["Akagi", "DD4"], [[2, 10]], {"D1": "Akagi"}, setting=decks(AKAGIS, "not ready"), to="t3/orders")
        assert t.asks["japan"].facts["ready"].keys() & set(AKAGIS.split()) == set()
        run(t, "us/1/bombs", {"us/strikes": [{"to": "F5", "units": ["Hor-D3"]}]})
        run(t, "us/next", {"us/aim": {"D1": "Akagi"}}, [[2, 10]])
        assert t.truth.sunk == ["Akagi"]
        assert points(t) == (20 + 12, 0)
        assert told(t, "public", "caught")[-1] == {
            "carrier": "Akagi",
            "planes": {"F": 2, "D": 2, "T": 2},
            "sudden": False,
        }

    def test_vm_46_two_hits_sink_her_and_what_was_not_ready_scores_too(self) -> None:
        t = bombed(["Akagi"], [[1, 2]], {"D1": "Akagi"}, setting=decks(AKAGIS, "not ready"))
        assert (t.truth.sunk, points(t)) == (["Akagi"], (20 + 12, 0))

    def test_vm_46_a_us_carrier_loses_her_ready_planes_traps_the_others_and_floats(self) -> None:
        t = scene({"Hornet": "G5"}, {"Akagi": "F5"})
        right(t, "box/Hor-T1", "Hornet, not ready")
        run(t, "japan/1/bombs", {"japan/strikes": [{"to": "G5", "units": ["A-D1"]}], "us/cap": []})
        run(t, "next", {"japan/aim": {"D1": "Hornet"}}, [[4, 10]])
        assert t.truth.state == {"Hornet": "reduced"}
        assert t.truth.air["Hor-T1"]["box"] == TRAPPED
        assert [t.truth.air[unit]["box"] for unit in ("Hor-F1", "Hor-D1", "Hor-D3")] == [DESTROYED] * 3
        assert points(t) == (0, 10 + 10)
        assert told(t, "japan", "caught") == [{"carrier": "Hornet", "planes": {"F": 2, "D": 3}, "sudden": False}]

    def test_vm_47_planes_left_not_ready_keep_her_safe_from_sinking_at_once(self) -> None:
        t = scene({"Hornet": "H5"}, {"Akagi": "F5"})
        for fact, value in decks(AKAGIS, "not ready").items():
            right(t, fact, value)
        run(t, "t3/orders", {"japan/after": {"unready": AKAGIS.split()}})
        assert {t.truth.air[unit]["box"] for unit in AKAGIS.split()} == {NOT_READY}
        run(t, "us/1/bombs", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}]})
        run(t, "us/next", dice=[[2, 10]])
        assert t.truth.state == {"Akagi": "reduced"}

    def test_vm_47_had_they_been_readied_she_would_be_lost(self) -> None:
        t = scene({"Hornet": "H5"}, {"Akagi": "F5"})
        for fact, value in decks(AKAGIS, "not ready").items():
            right(t, fact, value)
        run(t, "t3/orders")
        assert {t.truth.air[unit]["box"] for unit in AKAGIS.split()} == {READY}
        run(t, "us/1/bombs", {"us/strikes": [{"to": "F5", "units": ["Hor-D1"]}], "japan/cap": []})
        run(t, "us/next", dice=[[2, 10]])
        assert t.truth.sunk == ["Akagi"]

    def test_vm_47_only_what_is_not_ready_is_left_so(self) -> None:
        t = run(scene(japan={"Akagi": "F5"}), "after")
        refused(t, "japan", {"unready": ["A-D1"]}, "Ready/Not Ready", "A-D1")


class TestOneSided:
    def test_vm_49_an_aircraft_printed_on_one_side_is_lost_to_one_hit_and_scores_half(self) -> None:
        t = scene({"Hornet": "G5"}, {"Hosho": "F5"}, kit={"range/B4N": 2})
        run(t, "japan/1/round-1", {"japan/strikes": [{"to": "G5", "units": ["Ho-T1"]}]})
        run(t, "next", {"us/aim": {"P1": "T1", "P2": "T1"}}, [[5, 10, 1, 1]])
        assert t.truth.air["Ho-T1"]["box"] == DESTROYED
        assert points(t) == (1, 0)

    def test_vm_49_it_rolls_two_dice(self) -> None:
        t = scene({"US DD1": "G5"}, {"Hosho": "F5"})
        run(t, "japan/1/bombs-dice", {"japan/strikes": [{"to": "G5", "units": ["Ho-T1"]}]})
        assert len(t.asks["dice"].dice) == 2

    def test_vm_49_a_ship_printed_on_one_side_is_sunk_by_one_hit_and_scores_one(self) -> None:
        t = bombed(["DD4"], [[1, 2]], {"D1": "DD4"}, kit={"back/jDD": {**TWO_SIDED, "steps": 1}})
        assert (t.truth.sunk, points(t)) == (["DD4"], (2, 0))


class TestTheBase:
    def base_struck(self, dice: list[int], turn: int = 8, to: str = "field", **settings: JSON) -> Table:
        t = scene(japan={"Akagi": "F5"}, turn=turn, **settings)
        run(t, "japan/1/bombs", {"japan/orders": {"base": ["A-D1", "A-D2"]}, "us/cap": []})
        return run(t, to, {"japan/aim": dict.fromkeys(("D1", "D2"), "Marine 1")}, [dice])

    def test_vm_34_a_ground_unit_is_reduced_and_never_eliminated_from_the_air(self) -> None:
        t = self.base_struck([1, 2, 3, 4])
        assert t.truth.strength("Marine 1") == "reduced"
        assert (t.truth.sunk, points(t)) == ([], (0, 0))

    def test_vm_34_every_hit_costs_the_field_those_on_a_reduced_unit_too(self) -> None:
        t = run(self.base_struck([1, 2, 3, 10]), "t3/orders")
        assert told(t, "public", "field") == [{"hits": 3, "lost": 3}]
        assert (t.truth.capacity("Midway"), t.truth.midway_searches()) == (5, 1)

    def test_vm_34_where_it_is_so_agreed_only_the_hit_that_reduces_costs_the_field(self) -> None:
        t = run(self.base_struck([1, 2, 3, 10], repeated=False), "t3/orders")
        assert told(t, "public", "field") == [{"hits": 1, "lost": 1}]

    def test_vm_34_a_unit_reduced_before_stays_reduced(self) -> None:
        t = scene(japan={"Akagi": "F5"})
        right(t, "hits/Marine 1", "reduced")
        run(t, "japan/1/bombs", {"japan/orders": {"base": ["A-D1", "A-D2"]}, "us/cap": []})
        run(t, "field", {"japan/aim": dict.fromkeys(("D1", "D2"), "Marine 1")}, [[1, 10, 10, 10]])
        assert (t.truth.strength("Marine 1"), t.truth.sunk) == ("reduced", [])
        assert t.asks["us"].due == 1

    def test_vm_34_a_ground_unit_printed_on_one_side_stays_whole(self) -> None:
        back = {**complete_kit()["back/Marine"], "steps": 1}
        t = self.base_struck([1, 2, 3, 4], kit={"back/Marine": back})
        assert (t.truth.strength("Marine 1"), t.truth.sunk) == ("full", [])
        assert t.asks["us"].due == 4

    def test_vm_34_with_no_hit_the_field_loses_nothing_and_nobody_is_asked(self) -> None:
        t = self.base_struck([10, 10, 10, 10], to="after")
        assert not told(t, "public", "field")


def rules_of(t: Table, kind: str) -> list[str]:
    """The rules under which something was told."""
    return [d.rule for d in t.truth.heard if d.kind == kind]


def test_a_loss_is_told_under_the_rule_it_came_by() -> None:
    t = scene({"US CA1": "F5"}, {"DD4": "F5"})
    run(t, "t3/orders", {"us/orders": {"ship": ["F5"]}, "us/declare": ["F5"]}, dice=[[10, 10], [1, 10]])
    assert rules_of(t, "units-hit") == ["Offensive Fire"]
    t = raid(["DD4"], ["Hor-D1"], "/aa")
    run(t, "t3/orders", dice=[[2, 10], [10]])
    assert rules_of(t, "planes-hit") == ["Anti-Aircraft Fire"]
