"""Invasion Combat, case by case: landings, rounds, the airfield, and who holds Midway."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.games import victory_scenes
from tests.games.victory_kit import complete_kit
from tests.games.victory_scenes import UMPIRE, points, refused, right, run, say, scene, told
from umpire.games.victory_at_midway.plot import DESTROYED
from umpire.games.victory_at_midway.terms import BATTALIONS, MARINES, TRANSPORTS
from umpire.games.victory_at_midway.victory import final
from umpire.table.table import Table

JSON = Any

COMBAT = "Invasion Combat (Resolution)"


def landing(units: Iterable[str], to: str = "invasion/japan/aim-us", turn: int = 8, **more: JSON) -> Table:
    """All four transports at Midway; these battalions go ashore."""
    t = scene(japan=dict.fromkeys(TRANSPORTS, "H6"), turn=turn, **more)
    return run(t, to, {"japan/after": {"ashore": list(units)}})


def hits(n: int, of: int) -> list[int]:
    """Dice of which the first so many hit."""
    return [1] * n + [10] * (of - n)


def test_a_battalion_that_was_hit_at_sea_has_its_back_read_before_it_fires_ashore(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is reduced with its transport, and nobody has had to look at its back."""
    unread = {key: cell for key, cell in complete_kit().items() if key != "back/Battalion"}
    monkeypatch.setattr(victory_scenes, "complete_kit", lambda **_: unread)
    t = scene({"US CA1": "H6"}, {"TT1": "H6"})
    run(t, "attack", {"us/orders": {"ship": ["H6"]}, "us/declare": ["H6"]})
    run(t, "t3/orders", dice=[[1, 10]])
    assert t.truth.strength("I.D.1") == "reduced"
    run(t, "invasion/japan/values-japan", {"japan/after": {"ashore": ["I.D.1"]}}, [[10] * 12])
    assert [cell.key for cell in t.asks["chart"].cells] == ["back/Battalion"]
    t.answer("chart", t.asks["chart"].name, {"back/Battalion": {"steps": 2, "aa": "same", "combat": 3}}, UMPIRE)
    run(t, "aim-japan")
    assert t.asks["japan"].facts["firers"] == {"I.D.1": "I.D.1, combat 3"}


class TestDeclaring:
    def test_vm_52_a_battalion_lands_by_day_from_a_transport_in_the_hex(self) -> None:
        t = run(scene(japan={"TT1": "H6", "TT2": "H5"}), "after")
        refused(t, "japan", {"ashore": ["I.D.2"]}, "Declaring an Invasion", "I.D.2")
        refused(t, "japan", {"ashore": ["Yoko"]}, "Declaring an Invasion", "Yoko")
        refused(t, "us", {"ashore": ["I.D.1"]}, "Declaring an Invasion")
        say(t, "japan", {"ashore": ["I.D.1"]})

    @pytest.mark.parametrize("turn", [13, 20])
    def test_vm_52_never_at_night(self, turn: int) -> None:
        t = run(scene(japan={"TT1": "H6"}, turn=turn), "after")
        refused(t, "japan", {"ashore": ["I.D.1"]}, "Declaring an Invasion")

    def test_vm_52_some_may_land_and_others_stay_aboard(self) -> None:
        t = landing(["I.D.1", "Kure"], to="t3/orders")
        assert t.truth.ashore == ["I.D.1", "Kure"]
        said = {"units": {"I.D.1": "TT1", "Kure": "TT4"}, "states": {"I.D.1": "full", "Kure": "full"}}
        assert told(t, "us", "landed") == told(t, "public", "landed") == [said]
        run(t, "t4/orders", {"japan/after": {"ashore": ["Yoko"]}})
        assert t.truth.ashore == ["I.D.1", "Kure", "Yoko"]

    def test_vm_52_who_is_ashore_does_not_land_again(self) -> None:
        t = run(landing(["I.D.1"], to="t3/orders"), "t3/after")
        refused(t, "japan", {"ashore": ["I.D.1"]}, "Declaring an Invasion")

    @pytest.mark.parametrize("to", ["H7", "off"])
    def test_vm_51_a_transport_stays_while_her_unit_is_on_midway(self, to: str) -> None:
        t = landing(["I.D.1"], to="t3/orders", turn=9)
        assert t.truth.turn == 10
        refused(t, "japan", {"moves": {"TT1": to}}, "Declaring an Invasion", "TT1", "battalion is on Midway")
        say(t, "japan", {"moves": {"TT2": "H7"}})

    def test_vm_51_she_may_go_when_it_is_eliminated(self) -> None:
        t = run(landing(["I.D.1"], turn=9), "t3/orders", dice=[hits(2, 12)])
        assert (t.truth.ashore, t.truth.sunk) == ([], ["I.D.1"])
        say(t, "japan", {"moves": {"TT1": "H7"}})

    def test_vm_51_her_loss_is_nothing_to_the_unit_ashore(self) -> None:
        t = landing(["I.D.1"], to="t3/orders")
        right(t, "hex/US CA1", "H6")
        run(t, "attack", {"us/orders": {"ship": ["H6"]}, "us/declare": ["H6"]})
        run(t, "t4/orders", {"us/aim": {"US CA1": "TT1"}}, [[1, 2]])
        assert t.truth.sunk == ["TT1"]
        assert (t.truth.ashore, t.truth.strength("I.D.1")) == (["I.D.1"], "full")


class TestRounds:
    def test_vm_52_the_first_round_is_on_the_turn_of_landing_and_the_us_fires_first(self) -> None:
        t = landing(["I.D.1"])
        assert list(t.asks) == ["us"]
        assert told(t, "public", "invasion") == [
            {"ground": dict.fromkeys(MARINES, "full"), "ashore": {"I.D.1": "full"}}
        ]
        run(t, "t3/orders", dice=[hits(0, 12), hits(1, 2)])
        assert [(e["side"], len(e["shots"])) for e in told(t, "public", "shots")] == [("us", 6), ("japan", 1)]

    def test_vm_52_hits_of_the_marines_take_effect_before_the_japanese_fire(self) -> None:
        t = run(landing(["I.D.1", "I.D.2"]), "aim-japan", _spread("I.D.1", "I.D.2"), [hits(2, 12)])
        assert list(t.asks["japan"].facts["firers"]) == ["I.D.2"]
        t = run(landing(["I.D.1"]), "dice-japan", dice=[hits(1, 12)])
        assert len(t.asks["dice"].dice) == 1

    def test_vm_52_a_roll_of_three_hits_and_four_misses(self) -> None:
        t = run(landing(["I.D.1"]), "aim-japan", dice=[[3, *[4] * 11]])
        assert t.truth.strength("I.D.1") == "reduced"

    def test_vm_52_every_enemy_unit_has_one_against_it_before_any_has_two(self) -> None:
        t = landing(BATTALIONS)
        refused(t, "us", dict.fromkeys(MARINES, "I.D.1"), COMBAT, "Nobody is set against", "Kure")
        aim = dict(zip(MARINES, [*BATTALIONS, "Kure", "Kure"], strict=True))
        say(t, "us", aim)
        run(t, "aim-japan")
        refused(t, "japan", dict.fromkeys(BATTALIONS, "Marine 1"), COMBAT, "Nobody is set against")
        say(t, "japan", dict(zip(BATTALIONS, MARINES[2:], strict=True)))

    def test_vm_52_none_is_withheld(self) -> None:
        t = landing(["I.D.1"])
        refused(t, "us", dict.fromkeys(MARINES[:5], "I.D.1"), COMBAT, "Without a target yet", "Marine 6")

    def test_vm_52_it_goes_on_every_day_turn_though_nobody_declares_it_once_a_turn(self) -> None:
        t = run(landing(["I.D.1"]), "t5/orders")
        assert t.truth.turn == 11
        assert len(told(t, "public", "invasion")) == 3

    def test_vm_36_no_round_at_night_and_again_at_first_light(self) -> None:
        t = landing(["I.D.1"], to="t3/orders", turn=12)
        assert len(told(t, "public", "invasion")) == 1
        run(t, "t5/orders")
        assert (t.truth.turn, len(told(t, "public", "invasion"))) == (15, 1)
        run(t, "t6/orders")
        assert len(told(t, "public", "invasion")) == 2

    def test_vm_36_at_night_the_transport_stays(self) -> None:
        t = run(landing(["I.D.1"], to="t3/orders", turn=12), "t4/orders")
        assert (t.truth.turn, t.truth.night) == (14, True)
        refused(t, "japan", {"moves": {"TT1": "H7"}}, "Declaring an Invasion", "TT1")

    def test_vm_52_invasion_combat_eliminates_and_scores_nothing(self) -> None:
        t = run(landing(["I.D.1"]), "t3/orders", {"japan/aim": {"I.D.1": "Marine 1"}}, [hits(0, 12), [1, 2]])
        assert t.truth.sunk == ["Marine 1"]
        # Eight planes of two steps were on the field: they score as it is hit and as it is shut.
        assert points(t) == (0, 16)

    def test_vm_52_excess_hits_are_ignored(self) -> None:
        t = run(landing(["I.D.1"]), "t3/orders", dice=[hits(12, 12)])
        assert (t.truth.sunk, points(t)[0]) == (["I.D.1"], 0)
        assert not told(t, "public", "invasion")[1:]


def _spread(*battalions: str) -> JSON:
    """The Marines' aim: all but the last four at the first, one each at the others."""
    rest = dict(zip(MARINES[-len(battalions) + 1 :], battalions[1:], strict=True))
    return {"us/aim": {**dict.fromkeys(MARINES, battalions[0]), **rest}}


class TestAirfield:
    def test_vm_10_the_field_is_shut_at_the_end_of_the_turn_with_all_that_stands_there(self) -> None:
        t = landing(["I.D.1"])
        assert (t.truth.field, t.truth.capacity("Midway")) == ("open", 8)
        run(t, "t3/orders")
        assert (t.truth.field, t.truth.capacity("Midway")) == ("shut", 0)
        assert {t.truth.air[unit]["box"] for unit in t.truth.air if unit.startswith("M-")} == {DESTROYED}
        assert points(t) == (0, 16)
        for audience in ("us", "japan", "public"):
            assert told(t, audience, "field-shut") == [{"lost": 8}]

    def test_vm_10_reduced_planes_score_half_and_what_is_lost_before_scores_once(self) -> None:
        t = scene(japan={"TT1": "H6"})
        right(t, "strength/M-D1", "reduced")
        run(t, "field", {"japan/after": {"ashore": ["I.D.1"]}}, [hits(0, 12), hits(1, 2)])
        run(t, "t3/orders", {"us/field": ["M-D1"]})
        assert points(t) == (0, 15)
        assert told(t, "public", "field-shut") == [{"lost": 7}]

    def test_vm_10_it_is_shut_though_the_landing_is_beaten_off_at_once_and_for_good(self) -> None:
        t = run(landing(["I.D.1"]), "t3/orders", dice=[hits(12, 12)])
        assert (t.truth.ashore, t.truth.field) == ([], "shut")
        run(t, "t5/orders")
        assert t.truth.capacity("Midway") == 0
        assert len(told(t, "public", "field-shut")) == 1

    def test_vm_10_no_carrier_plane_lands_there_any_more(self) -> None:
        t = landing(["I.D.1"], to="t3/orders")
        right(t, "hex/Hornet", "I6")
        run(t, "t3/after", {"us/strikes": [{"to": "H6", "units": ["Hor-D1"]}]})
        refused(t, "us", {"land": {"Hor-D1": "Midway"}}, "Carrier Damage", "Nothing lands on Midway")

    def test_vm_10_planes_of_the_field_in_the_air_that_turn_are_down_in_time_to_be_lost(self) -> None:
        t = scene(japan={"TT1": "H6"})
        run(t, "t3/orders", {"us/strikes": [{"to": "G5", "units": ["M-D1"]}], "japan/after": {"ashore": ["I.D.1"]}})
        assert t.truth.air["M-D1"]["box"] == DESTROYED
        assert points(t) == (0, 16)

    def test_vm_55_driven_off_searches_resume_less_every_hit_and_the_field_stays_shut(self) -> None:
        t = run(landing(["I.D.1"]), "field", {"japan/aim": {"I.D.1": "Marine 1"}}, [hits(0, 12), hits(1, 2)])
        run(t, "t3/orders")
        assert t.truth.midway_searches() == 0
        run(t, "t4/orders", {"japan/aim": {"I.D.1": "Marine 2"}}, [hits(0, 11), hits(1, 2)])
        run(t, "t5/orders", dice=[hits(10, 10)])
        assert (t.truth.ashore, t.truth.field_hits, t.truth.field) == ([], 2, "shut")
        refused(t, "us", {"air": ["H6", "F5", "E5"]}, "Air Search Limits")
        say(t, "us", {"air": ["H6", "F5"]})

    def test_vm_55_hits_after_the_shutting_cost_searches_alone(self) -> None:
        t = run(landing(["I.D.1"]), "t3/orders")
        run(t, "t4/orders", {"japan/aim": {"I.D.1": "Marine 2"}}, [hits(0, 12), hits(1, 2)])
        for audience in ("us", "japan", "public"):
            assert told(t, audience, "field") == [{"hits": 1, "lost": 0}]


class TestControl:
    ONE_SIDED = {"back/Marine": {**complete_kit()["back/Marine"], "steps": 1}}

    def conquered(self, n: int = 6) -> Table:
        """So many of the Marines eliminated by all four battalions, in two rounds; their counters have one side."""
        t = landing(BATTALIONS, to="aim-japan", kit=self.ONE_SIDED)
        first = min(4, n)
        run(
            t,
            "t3/orders",
            {"japan/aim": dict(zip(BATTALIONS, MARINES, strict=False))},
            [[d for k in range(4) for d in hits(k < first, 2)]],
        )
        if n > 4:
            run(t, "t3/invasion/japan/aim-japan")
            aim = {"I.D.1": "Marine 5", "I.D.2": "Marine 6", "Yoko": "Marine 5", "Kure": "Marine 6"}
            run(t, "t4/orders", {"japan/aim": aim}, [[1, 10, *hits(n > 5, 2), 10, 10, 10, 10]])
        return t

    def test_vm_53_all_six_gone_and_one_ashore_midway_is_japans(self) -> None:
        t = self.conquered()
        assert (t.truth.marines(), t.truth.holder) == ([], "japan")
        assert {"to": "japan", "halves": 22, "why": "holds Midway"} in final(t.truth)[0]

    def test_vm_35_with_one_marine_left_it_is_still_held_by_the_us(self) -> None:
        t = self.conquered(5)
        assert (t.truth.marines(), t.truth.holder) == (["Marine 6"], "us")
        assert {"to": "us", "halves": 22, "why": "holds Midway"} in final(t.truth)[0]

    def test_vm_52_fewer_firers_than_enemies_each_take_another(self) -> None:
        t = run(self.conquered(4), "t3/invasion/japan/aim-us")
        assert t.truth.marines() == ["Marine 5", "Marine 6"]
        refused(t, "us", {"Marine 5": "Kure", "Marine 6": "Kure"}, COMBAT, "Nobody is set against", "Kure has two")
        say(t, "us", {"Marine 5": "Kure", "Marine 6": "Yoko"})

    def test_vm_53_a_reduced_battalion_is_enough(self) -> None:
        t = self.conquered()
        for unit in BATTALIONS:
            right(t, f"hits/{unit}", "reduced")
        assert t.truth.holder == "japan"

    def test_vm_53_with_all_marines_dead_and_nobody_ashore_the_us_holds_it(self) -> None:
        t = self.conquered()
        t.truth.ashore.clear()
        assert t.truth.holder == "us"

    def test_vm_53_with_no_marine_left_there_is_no_round_and_no_us_ship_search(self) -> None:
        t = self.conquered()
        before = len(told(t, "public", "invasion"))
        refused(t, "us", {"ship": ["H6"]}, "Ship Searches")
        run(t, "t5/orders")
        assert len(told(t, "public", "invasion")) == before

    def test_vm_35_reduced_marines_hold_it_as_well_as_whole_ones(self) -> None:
        t = landing(["I.D.1"], to="t3/orders")
        for unit in MARINES:
            right(t, f"hits/{unit}", "reduced")
        assert t.truth.holder == "us"
