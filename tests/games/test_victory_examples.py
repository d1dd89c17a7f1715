"""The worked examples of Turn 8, dice as the rulebook has them: F5 and Midway's base struck, and the aircraft landed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.games.victory_scenes import FIRST_FLEET, points, refused, right, run, say, scene, told
from umpire.games.victory_at_midway.plot import ALOFT, DESTROYED, DITCHED, NOT_READY, NOT_READY_2, READY
from umpire.table.table import Table

JSON = Any

BASE_STRIKE = [f"{base}-{kind}1" for kind in "DT" for base in "AKHS"] + ["A-F1", "A-F2", "K-F1", "K-F2"]
"""Four F, four D, four T; four fighters stay for CAP, and nine bombers, two of them on Akagi."""
MIDWAY_BOMBERS = ["M-H1", "M-T1", "M-D1", "M-D2", "M-D3"]
CARRIERS = dict.fromkeys(("Enterprise", "Hornet", "Yorktown"), "I4")


def in_the_air() -> Table:
    """Turn 8, as far as the announcement of the US strike; both strikes assigned."""
    t = scene(CARRIERS, dict.fromkeys(FIRST_FLEET, "F5"), turn=8)
    run(t, "strikes", {"japan/orders": {"base": BASE_STRIKE, "air": ["F5", "H4", "H6"]}, "us/orders": {"air": ["F5"]}})
    return run(t, "us/1/cap", {"us/strikes": [{"to": "F5", "units": MIDWAY_BOMBERS}]})


def us_strike(t: Table, to: str) -> Table:
    """The Air Strike example, as far as an ask; the whole of it by name `next`."""
    if "us/1/round-1" in to:
        return run(t, to)
    run(t, "us/1/round-1", {"japan/cap": ["H-F1", "H-F2", "S-F1", "S-F2"]})
    run(
        t,
        "us/1/aa",
        {"japan/aim": {"P1": "T1", "P2": "D1", "P3": "D2", "P4": "D3"}},
        [[7, 1, 3, 3, 7, 8, 2, 10], [9, 10]],
    )
    if to == "us/1/aa":
        return t
    run(t, "us/1/bombs", {"japan/aim": {"DD4": "D2", "DD10": "D3"}}, [[3, 4, 5, 6]])
    if to == "us/1/bombs":
        return t
    return run(t, to, {"us/aim": {"H1": "Kaga", "D2": "Akagi", "D3": "Akagi"}}, [[1, 5, 9, 10]])


def base_strike(t: Table) -> Table:
    """The Midway Base Strike example, from where Japan is asked for her next strike, to the loss on the field."""
    run(t, "japan/1/cap", {"japan/next": "base"})
    run(t, "japan/1/position", {"us/cap": ["M-F1", "M-F2", "M-F3"]})
    run(t, "japan/1/round-1", dice=[[3, 8]])
    aimed = {"us/aim": {"P1": "T1", "P2": "T2", "P3": "F1"}}
    run(t, "japan/1/round-2", aimed, [[3, 10, 8, 9, 4, 6], [5, 9, 7, 8]])
    aimed = {"japan/aim": {"F1": "P2", "F2": "P3", "F3": "P1", "F4": "P2"}}
    run(t, "japan/1/aa", aimed, [[3, 7, 10, 1, 2, 6, 9]])
    aimed = {"us/aim": {f"Marine {n}": bomber for n, bomber in enumerate(("D1", "D2", "D3", "T2", "T3", "T4"), 1)}}
    run(t, "japan/1/bombs", aimed, [[1, 5, *[2, 10] * 5]])
    at = {f"{kind}{n}": f"Marine {1 + (kind == 'T')}" for kind in "DT" for n in range(1, 5)}
    # D1 and T1 are reduced and roll one die each; of the others D2 and T2 hit once.
    return run(t, "japan/1/field", {"japan/aim": at}, [[9, 4, 9, 6, 7, 8, 10, 7, 3, 10, 5, 6, 4, 9]])


@cache
def after_it_all() -> Table:
    """As Air Return is asked, both examples played. Not to be played on."""
    return run(base_strike(us_strike(in_the_air(), "japan/next")), "after")


def states(units: JSON) -> dict[str, str]:
    """What is left of deployed air units, by letter."""
    return {letter: each["state"] for letter, each in units.items()}


class TestAirStrikeOnF5:
    def test_vm_19_nine_ships_and_four_fighters_are_deployed(self) -> None:
        t = run(us_strike(in_the_air(), "us/1/aa"), "us/1/aa")
        fight = t.truth.fight
        assert fight["ships"] == dict.fromkeys(FIRST_FLEET, "full")
        assert [each["kind"] for each in fight["cap"].values()] == ["F"] * 4
        assert sorted(fight["planes"]) == ["D1", "D2", "D3", "H1", "T1"]

    def test_vm_19_with_no_escort_there_is_no_die_for_position_and_cap_may_not_touch_the_b17(self) -> None:
        t = run(in_the_air(), "us/1/round-1", {"japan/cap": ["H-F1", "H-F2", "S-F1", "S-F2"]})
        assert not told(t, "public", "position")
        assert sorted(t.asks["japan"].facts["targets"]) == ["D1", "D2", "D3", "T1"]
        at = {"P1": "H1", "P2": "D1", "P3": "D2", "P4": "D3"}
        refused(t, "japan", at, "Air-to-Air Combat", "not in this fight")

    def test_vm_19_cap_kills_a_torpedo_and_a_dive_bomber_and_reduces_two(self) -> None:
        t = us_strike(in_the_air(), "us/1/aa")
        left = {"D1": "gone", "D2": "reduced", "D3": "reduced", "T1": "gone", "H1": "full"}
        assert states(t.truth.fight["planes"]) == left
        assert set(states(t.truth.fight["cap"]).values()) == {"full"}
        assert points(t) == (0, 6)

    def test_vm_19_the_dead_do_not_answer_and_the_reduced_roll_one_die(self) -> None:
        t = us_strike(in_the_air(), "us/1/aa")
        replies = [each for each in told(t, "public", "shots") if each["part"] == "reply-1"]
        assert [(s["by"], s["at"], len(s["faces"])) for s in replies[0]["shots"]] == [("D2", "P3", 1), ("D3", "P4", 1)]
        assert not [each for each in told(t, "public", "shots") if each["part"] == "round-2"]

    def test_vm_19_only_two_of_the_nine_ships_may_fire(self) -> None:
        t = us_strike(in_the_air(), "us/1/aa")
        assert sorted(t.asks["japan"].facts["targets"]) == ["D2", "D3"]
        rule = "Anti-Aircraft Fire"
        refused(t, "japan", {"DD4": "D2", "DD10": "D3", "CA8": "D3"}, rule, "Only one may fire at D3")
        refused(t, "japan", {"DD4": "D2", "DD10": "H1"}, rule, "not in this fight")
        refused(t, "japan", {"DD4": "D2"}, rule, "Without a target")
        say(t, "japan", {"DD4": "D2", "DD10": "D3"})
        dice = [(die.label, die.note) for die in t.asks["dice"].dice]
        hand = [("DD10 at D3 (M, reduced)", "2 or less hits")] * 2 + [("DD4 at D2 (M, reduced)", "2 or less hits")] * 2
        assert dice == hand

    def test_vm_19_a_roll_of_one_sinks_akagi_with_the_two_ready_bombers(self) -> None:
        t = us_strike(in_the_air(), "japan/next")
        assert t.truth.sunk == ["Akagi"]
        assert "Kaga" not in t.truth.state
        caught = {"carrier": "Akagi", "planes": {"D": 1, "T": 1}, "sudden": True}
        assert told(t, "us", "caught") == told(t, "japan", "caught") == told(t, "public", "caught") == [caught]
        air = t.play.plots["japan"].air
        assert [air[unit]["box"] for unit in ("A-D2", "A-T2")] == [DESTROYED] * 2
        assert [air[unit]["box"] for unit in ("A-F1", "A-D1", "A-T1")] == [ALOFT] * 3

    def test_vm_19_she_is_two_hits_of_five_and_the_bombers_two_of_a_half_each(self) -> None:
        assert points(us_strike(in_the_air(), "japan/next")) == (2 * 10 + 2 * 2, 6)

    def test_vm_19_the_base_strike_is_a_secret_until_it_is_announced(self) -> None:
        t = us_strike(in_the_air(), "japan/next")
        for audience in ("us", "public"):
            assert not told(t, audience, "base-strike")
            assert [each["by"] for each in told(t, audience, "strike")] == ["us"]
            assert not t.play.plots[audience].base_strike
            assert not [u for u in t.play.plots[audience].air if u[0] in "AKSZ"]

    def test_vm_19_japan_learns_the_hex_and_not_where_the_bombers_came_from(self) -> None:
        t = in_the_air()
        assert told(t, "japan", "strike") == [{"k": 1, "by": "us", "hex": "F5", "base": False}]
        assert [each["to"] for each in told(t, "japan", "strikes")[-1]["strikes"]] == ["base"]


class TestBaseStrike:
    def test_vm_17_six_ground_units_and_three_fighters_stand_against_twelve(self) -> None:
        t = us_strike(in_the_air(), "japan/next")
        run(t, "japan/1/position", {"japan/next": "base", "us/cap": ["M-F1", "M-F2", "M-F3"]})
        fight = t.truth.fight
        assert fight["ships"] == {f"Marine {n}": "full" for n in range(1, 7)}
        assert sorted(fight["cap"]) == ["P1", "P2", "P3"]
        assert [[each["kind"] for each in fight["planes"].values()].count(kind) for kind in "FDT"] == [4, 4, 4]

    def test_vm_17_the_us_rolls_lower_and_fires_first(self) -> None:
        t = us_strike(in_the_air(), "japan/next")
        run(t, "japan/1/position", {"japan/next": "base"})
        run(t, "japan/1/round-1", dice=[[3, 8]])
        assert told(t, "public", "position") == [{"first": "us"}]
        assert "us" in t.asks

    def test_vm_17_values_three_three_and_four_meet_dice_as_in_the_rulebook(self) -> None:
        t = us_strike(in_the_air(), "japan/next")
        base_strike(t)
        first = next(e for e in told(t, "public", "shots") if e["part"] == "round-1" and e["side"] == "us")["shots"]
        assert [(s["by"], s["at"], s["value"], s["faces"], s["hits"]) for s in first] == [
            ("P1", "T1", 3, [3, 10], 1),
            ("P2", "T2", 3, [8, 9], 0),
            ("P3", "F1", 4, [4, 6], 1),
        ]
        replies = next(e for e in told(t, "public", "shots") if e["part"] == "reply-1" and e["side"] == "japan")
        assert [(s["by"], s["at"], s["faces"], s["hits"]) for s in replies["shots"]] == [
            ("F1", "P3", [5], 1),
            ("T1", "P1", [9], 0),
            ("T2", "P2", [7, 8], 0),
        ]

    def test_vm_17_japan_kills_all_three_and_there_is_no_answer(self) -> None:
        t = base_strike(us_strike(in_the_air(), "japan/next"))
        parts = [(e["part"], e["side"]) for e in told(t, "public", "shots") if e["part"] != "position"]
        assert parts[-5:] == [
            ("round-1", "us"),
            ("reply-1", "japan"),
            ("round-2", "japan"),
            ("flak", "us"),
            ("bombs", "japan"),
        ]
        second = next(e for e in told(t, "public", "shots") if e["part"] == "round-2")["shots"]
        assert [(s["by"], s["at"], len(s["faces"]), s["hits"]) for s in second] == [
            ("F1", "P2", 1, 1),
            ("F2", "P3", 2, 1),
            ("F3", "P1", 2, 2),
            ("F4", "P2", 2, 1),
        ]
        assert [t.truth.air[f"M-F{n}"]["box"] for n in (1, 2, 3)] == [DESTROYED] * 3

    def test_vm_17_guns_reduce_a_dive_bomber_and_bombs_two_ground_units(self) -> None:
        t = base_strike(us_strike(in_the_air(), "japan/next"))
        assert t.truth.state == {"Marine 1": "reduced", "Marine 2": "reduced"}
        planes = t.truth.fight["planes"]
        left = {letter: state for letter, state in states(planes).items() if state != "full"}
        assert left == dict.fromkeys(("F1", "D1", "T1"), "reduced")

    def test_vm_17_points_are_half_a_step_and_nothing_for_ground_units(self) -> None:
        # Japan: T and D dead, two D reduced, three fighters dead. US: Akagi, her two bombers, three steps of planes.
        assert points(base_strike(us_strike(in_the_air(), "japan/next"))) == (24 + 3, 6 + 6)


class TestAfterTheBaseStrike:
    def test_vm_18_two_hits_leave_room_for_six_and_one_search_beyond_the_hex(self) -> None:
        t = after_it_all()
        for audience in ("us", "japan", "public"):
            assert told(t, audience, "field") == [{"hits": 2, "lost": 0}]
        assert (t.truth.capacity("Midway"), t.truth.midway_searches()) == (6, 2)

    def test_vm_18_with_nothing_on_the_field_the_us_is_asked_all_the_same_and_loses_nothing(self) -> None:
        t = base_strike(us_strike(in_the_air(), "japan/next"))
        assert t.asks["us"].facts == {"units": {}, "hits": 2}
        refused(t, "us", ["M-D1"], "Midway Airfield Damage", "not on the field")
        say(t, "us", [])

    def test_vm_18_what_stands_on_the_field_loses_two_units_of_the_us_choice(self) -> None:
        t = scene(japan={"Akagi": "F5"})
        run(t, "japan/1/bombs", {"japan/orders": {"base": ["A-D1", "A-D2"]}, "us/cap": []})
        run(t, "japan/1/field", {"japan/aim": {"D1": "Marine 1", "D2": "Marine 2"}}, [[4, 5, 10, 1]])
        refused(t, "us", ["M-H1"], "Midway Airfield Damage", "2 units on the field are lost")
        refused(t, "us", ["M-H1", "M-F1", "M-D1"], "Midway Airfield Damage")
        right(t, "box/M-F1", "Midway, not ready")
        say(t, "us", ["M-F1", "M-D2"])
        assert [t.truth.air[unit]["box"] for unit in ("M-F1", "M-D2", "M-H1")] == [DESTROYED, DESTROYED, READY]
        assert points(t) == (0, 4)
        assert told(t, "japan", "field") == told(t, "public", "field") == [{"hits": 2, "lost": 2}]
        assert "M-D2" not in str([told(t, "japan", kind) for kind in ("air", "field", "scored", "caught")])

    def test_vm_18_hits_beyond_what_stands_there_lose_what_there_is(self) -> None:
        t = scene(japan={"Akagi": "F5"})
        away = [unit for unit in t.play.plots["us"].on("Midway") if unit != "M-H1"]
        run(t, "japan/next", {"japan/orders": {"base": ["A-D1", "A-D2"]}, "us/strikes": [{"to": "H5", "units": away}]})
        run(t, "japan/1/bombs", {"us/cap": []})
        run(t, "japan/1/field", {"japan/aim": {"D1": "Marine 1", "D2": "Marine 2"}}, [[4, 5, 10, 1]])
        refused(t, "us", [], "Midway Airfield Damage", "1 unit on the field is lost")
        say(t, "us", ["M-H1"])
        assert told(t, "public", "field") == [{"hits": 2, "lost": 1}]


class TestRetrieval:
    def test_vm_22_sixteen_are_in_the_air_and_seven_aboard_with_room_for_twenty(self) -> None:
        t = after_it_all()
        japan = t.play.plots["japan"]
        decks = ("Kaga", "Hiryu", "Soryu")
        assert len(japan.aloft("japan")) == 16
        assert sum(len(japan.on(base)) for base in decks) == 7
        assert sum(japan.capacity(base) for base in decks) == 20
        assert t.asks["japan"].facts["room"] == {"Kaga": 4, "Hiryu": 4, "Soryu": 5}

    def test_vm_22_the_three_reduced_strikers_are_proposed_for_the_sea(self) -> None:
        ask = after_it_all().asks["japan"]
        assert sorted(ask.ditched({})) == sorted(u for u, f in ask.facts["flyers"].items() if f["state"] == "reduced")
        assert len(ask.ditched({})) == 3
        assert "come down in the sea" in ask.reminder(ask.draft())

    def test_vm_22_nobody_is_ditched_without_a_word_and_no_carrier_takes_one_too_many(self) -> None:
        ask = after_it_all().asks["japan"]
        land = ask.preset()
        ditched = ask.ditched({})
        rule = "Carrier and Airfield Capacities"
        t = after_it_all()
        refused(t, "japan", {"land": {**land, ditched[0]: "Kaga"}, "ditch": ditched[1:]}, rule, "room for 4 of the 5")
        refused(t, "japan", {"land": land}, "Strike and Escort Aircraft Retrieval", "Still in the air")
        refused(
            t,
            "japan",
            {"land": land, "ditch": [*ditched, next(iter(land))]},
            t.asks["japan"].rule,
            "both land and ditch",
        )
        akagi = {**land, next(iter(land)): "Akagi"}
        refused(t, "japan", {"land": akagi, "ditch": ditched}, "Carrier Damage", "Akagi")

    def landed(self) -> Table:
        t = run(base_strike(us_strike(in_the_air(), "japan/next")), "after")
        return run(t, "t3/orders")

    def test_vm_22_cap_comes_down_ready_strikers_not_ready_and_three_are_ditched(self) -> None:
        air = self.landed().play.plots["japan"].air
        cap = ("H-F1", "H-F2", "S-F1", "S-F2")
        assert [air[unit]["box"] for unit in cap] == [READY] * 4
        ditched = [unit for unit in BASE_STRIKE if air[unit]["box"] == DITCHED]
        assert len(ditched) == 3
        assert [air[unit]["box"] for unit in BASE_STRIKE if unit not in ditched] == [NOT_READY] * 9
        on = [sum(1 for u in air.values() if u["on"] == base) for base in ("Kaga", "Hiryu", "Soryu")]
        assert on == [7, 6, 7]

    def test_vm_22_the_three_us_bombers_come_down_in_the_not_ready_box(self) -> None:
        air = self.landed().play.plots["us"].air
        landed = {unit: air[unit]["box"] for unit in MIDWAY_BOMBERS if air[unit]["on"] == "Midway"}
        assert len(landed) == 3
        assert landed.pop("M-H1") == NOT_READY_2
        assert set(landed.values()) == {NOT_READY}

    def test_vm_22_ditching_scores_nothing_and_nobody_else_hears_of_it(self) -> None:
        t = self.landed()
        assert points(t) == (27, 12)
        for audience in ("us", "public"):
            air = [unit for facts in told(t, audience, "air") for unit in facts["units"]]
            assert not [unit for unit in air if unit in BASE_STRIKE]

    @pytest.mark.parametrize("unit", ["H-F1", "S-D2"])
    def test_vm_22_what_never_flew_or_flew_cap_is_ready_for_turn_9(self, unit: str) -> None:
        t = self.landed()
        assert t.truth.turn == 9
        assert unit in t.asks["japan"].facts["ready"]
