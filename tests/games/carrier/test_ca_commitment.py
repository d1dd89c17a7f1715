"""Commitment limits and indices, and everything that follows at the instant (17.2); Scenario 6’s Carrier Force Limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told
from tests.games.carrier.test_ca_forces import COMBAT, chit, do, force, open_sea, play, ship, strike_at
from umpire.games.carrier import chits, commitment, forces, intelligence, lookups
from umpire.games.carrier.telling import tell_umpire
from umpire.table.script import Play

JSON = Any
__all__ = ["open_sea"]


def limited(
    carrier: tuple[int, int] = (0, 100),
    surface: tuple[int, int] = (0, 100),
    transport: tuple[int, int] = (0, 100),
    /,
    at: Mapping[str, JSON] | None = None,
    **counters: JSON,
) -> Play:
    """A play with these indices and limits."""
    marks = dict(zip(("carrier", "surface", "transport"), (carrier, surface, transport), strict=True))
    paths = {"index": {w: i for w, (i, _) in marks.items()}, "limits": {w: limit for w, (_, limit) in marks.items()}}
    return play({**paths, **(at or {})}, **counters)


def test_ca_62_a_first_revealed_strength_counts_whole() -> None:
    g = limited((0, 20), C1=chit("2-3 Carrier", revealed=13))
    commitment.increase(g, "carrier", 13, "C1")
    assert g.truth.tree["index"]["carrier"] == 13
    assert commitment.room(g.truth) == 7
    assert not g.truth.tree["flags"]["close"]


def test_ca_68_room_cuts_an_attack_and_the_limit_removes_carriers_without_strength() -> None:
    g = limited(
        (7, 12),
        C1=chit("Carrier"),
        C2=chit("1-2 Carrier", banded=True),
        C3=chit("2-3 Carrier", revealed=5),
        C4=chit("Carrier"),
        at={"strikes": {"1": strike_at("C4")}},
    )
    assert commitment.room(g.truth) == 5  # of an increase of 10, five are cut
    commitment.increase(g, "carrier", 5, "C3")
    assert commitment.reached(g.truth, "carrier")
    assert sorted(g.truth.forces) == ["C3", "C4"]
    assert g.truth.forces["C4"]["leaves"]
    assert g.truth.at("aside/1-2 Carrier") == 3  # the one of C2 and the two out of the cup
    assert g.truth.tree["pool"]["C"] == ["C1", "C2"]


@pytest.mark.parametrize(("value", "n"), [(4, 3), (9, 7), (13, 10), (17, 13), (22, 17), (25, 19)])
def test_ca_69_three_quarters_of_an_air_value(value: int, n: int) -> None:
    assert commitment.three_quarters(value) == n


def test_ca_69_carriers_without_revealed_strength_raise_the_index_at_level_3() -> None:
    g = limited((0, 100), C7=chit("3+ Carrier"), C8=chit("3+ Carrier", revealed=15))
    do(g, forces.raise_once, "C7", dice=[2, 4])
    assert g.truth.tree["index"] == {"carrier": 17, "surface": 7, "transport": 0}  # 2 CV+CVL and a Large CA screen
    do(g, forces.raise_once, "C8", dice=[2, 4])
    assert g.truth.tree["index"]["carrier"] == 17


def test_ca_70_within_five_of_the_limit() -> None:
    g = limited(
        (0, 12),
        C1=chit("2-3 Carrier", banded=True),
        C2=chit("3+ Carrier"),
        C3=chit("3+ Carrier", revealed=12),
        C4=chit("1-2 Carrier"),
        C5=chit("Carrier"),
        C6=chit("Carrier", revealed=9),
        C7=chit("CV", value=9),
        C8=chit("Large"),
    )
    commitment.increase(g, "carrier", 6, "C3")
    assert not g.truth.tree["flags"]["close"]  # six short
    commitment.increase(g, "carrier", 1, "C3")
    assert g.truth.tree["flags"]["close"]
    cup = g.truth.tree["cups"]["combat"]
    assert [cup[name] for name in ("1-2 Carrier", "2-3 Carrier", "3+ Carrier", "Carrier")] == [0, 0, 0, 7]
    assert [g.truth.forces[f"C{n}"]["chit"] for n in (1, 2, 3, 4)] == [
        "1-2 Carrier",
        "1-2 Carrier",
        "3+ Carrier",
        "1-2 Carrier",
    ]
    assert not g.truth.forces["C1"]["banded"]
    assert g.truth.at("aside") == {"1-2 Carrier": 2, "2-3 Carrier": 2, "3+ Carrier": 1}
    assert (g.truth.at("spares/1-2 Carrier"), g.truth.at("spares/3+ Carrier")) == (3, 3)
    by = {
        name: sum(n for n, _ in intelligence.modifiers(g.truth, name, 1, g.truth.forces[name]["chit"]))
        for name in ("C5", "C6", "C8")
    }
    assert by == {"C5": -4, "C6": 0, "C8": 0}
    assert sum(n for n, _ in intelligence.modifiers(g.truth, "C7", 3, "CV")) == -4


def test_ca_70_secondary_objective_and_within_five_add_up() -> None:
    g = limited((10, 12), at={"flags/close": True}, C1=chit("Carrier", objective="Port Moresby"))
    assert sum(n for n, _ in intelligence.modifiers(g.truth, "C1", 1, "Carrier")) == -8


def test_ca_93_past_the_limit_there_is_no_room() -> None:
    g = limited((14, 12))
    assert commitment.room(g.truth) == 0


def test_a_game_without_limits_has_all_the_room_there_is() -> None:
    g = scene(scenario="6")
    assert commitment.room(g.truth) is None
    commitment.increase(g, "carrier", 9, "C1")
    assert g.truth.tree["index"]["carrier"] == 0
    assert not commitment.reached(g.truth, "carrier")


def test_ca_94_who_leaves_as_the_carrier_index_equals_its_limit() -> None:
    g = limited(
        (11, 12),
        C1=chit("Carrier"),
        C2=chit("Carrier"),
        C3=chit("1-2 Carrier", revealed=5),
        C4=chit("CV", value=9),
        C5=chit("Large"),
        C6=force(),
        at={"strikes": {"1": strike_at("C2")}, "flags/close": True},
    )
    commitment.increase(g, "carrier", 1, "C3")
    assert sorted(g.truth.forces) == ["C2", "C3", "C4", "C5", "C6"]
    assert [name for name in g.truth.forces if g.truth.forces[name]["leaves"]] == ["C2"]
    stays, _ = do(g, forces.raise_once, "C5", dice=[8])  # any later carrier result removes it
    assert not stays
    stays, _ = do(g, forces.draw_chit, "C6", dice=["Carrier"])
    assert not stays
    assert g.truth.at("aside/Carrier") == 1
    stays, _ = do(g, forces.raise_once, "C3", dice=[1, 2])  # carriers before, so they stay carriers
    assert stays


def test_ca_94_a_coastal_force_that_draws_carriers_past_the_limit_is_a_dummy() -> None:
    g = limited((12, 12), C6=force(hex="2126"))
    stays, _ = do(g, forces.draw_chit, "C6", dice=["Carrier"])
    assert not stays


def test_ca_95_the_surface_limit_reached_by_a_screen() -> None:
    g = limited(
        (0, 100),
        (6, 12),
        C1=chit("Surface"),
        C2=chit("Large Surface"),
        C3=chit("Medium"),
        C4=force(),
        C5=chit("2-3 Carrier", revealed=12),
        C6=chit("CV", value=9, screen="Medium DD"),
        C7=chit("Small CA"),
        C8=chit("2-3 Carrier", revealed=12),
    )
    do(g, forces.raise_once, "C5", dice=[5, 4])  # 2 CV; a large screen, Large CA: 7
    assert g.truth.tree["index"]["surface"] == 13
    assert commitment.reached(g.truth, "surface")
    assert sorted(g.truth.forces) == ["C3", "C4", "C5", "C6", "C7", "C8"]
    stays, _ = do(g, forces.raise_once, "C3", dice=[3])
    assert not stays
    stays, _ = do(g, forces.draw_chit, "C4", dice=["Small Surface"])
    assert not stays
    assert g.truth.at("aside/Small Surface") == 1
    do(g, forces.raise_once, "C8", dice=[5, 4])
    assert g.truth.forces["C8"]["screen"] == "Large CA"
    assert g.truth.tree["index"]["surface"] == 20


def test_17_2_a_surface_force_may_bring_the_limit_about_and_stays() -> None:
    g = limited((0, 100), (9, 10), C1=chit("Small Surface"), C2=chit("Small Surface"))
    do(g, forces.raise_once, "C1", dice=[2])  # Small DD: 1
    assert sorted(g.truth.forces) == ["C1"]
    assert commitment.reached(g.truth, "surface")


def test_17_2_transports() -> None:
    g = limited(
        (0, 100),
        (0, 100),
        (1, 3),
        T1=chit("Medium Transport", kind="T"),
        T2=chit("Transport", kind="T"),
        T3=force(kind="T"),
        C1=chit("Small"),
    )
    do(g, forces.raise_once, "T1", dice=[4])  # C: 2
    assert sorted(g.truth.forces) == ["C1", "T1", "T3"]
    stays, _ = do(g, forces.draw_chit, "T3", dice=["Large Transport"])
    assert not stays
    stays, _ = do(g, forces.raise_once, "C1", dice=[5])  # Small Transport
    assert not stays


def test_ca_96_two_strikes_on_one_force_in_a_segment() -> None:
    g = limited((0, 20), C1=chit("3+ Carrier"), C2=chit("3+ Carrier"), at={"strikes": {"1": strike_at("C1")}})
    do(g, forces.contacted, "C1", dice=[2, 4])
    f = g.truth.forces["C1"]
    assert (f["chit"], f["value"], f["screen"]) == ("2 CV+CVL", 22, "Large CA")
    assert g.truth.tree["index"]["carrier"] == 17
    assert g.truth.tree["flags"]["close"]
    assert g.truth.tree["cups"]["combat"]["3+ Carrier"] == 0
    assert g.truth.forces["C2"]["chit"] == "1-2 Carrier"
    row = intelligence.row_3(6, intelligence.modifiers(g.truth, "C1", 3, f["chit"]))
    assert row == 3  # 6, +1 for the limit of 20, -4
    assert intelligence.cells_3(g.truth, "C1", row) == ["intel_3_4/2 CV+CVL/3", "intel_3_4/Large CA/3"]


def test_17_2_effects_come_once() -> None:
    g = limited((10, 12), at={"flags/close": True})
    commitment.increase(g, "carrier", 3, "C1")
    commitment.increase(g, "carrier", 3, "C1")
    assert len(told(g, "limit-reached")) == 1
    assert told(g, "limit-close") == []


def test_17_2_both_at_once() -> None:
    g = limited((0, 10), C1=chit("3+ Carrier", banded=True))
    commitment.increase(g, "carrier", 12, "C9")
    assert [each["which"] for each in told(g, "limit-reached")] == ["carrier"]
    assert g.truth.tree["flags"]["close"]
    assert "C1" not in g.truth.forces


# Scenario 6.


def scenario_6(**counters: JSON) -> Play:
    return play({"scenario": "6", "limits": {}}, **counters)


@pytest.mark.parametrize(
    ("chits_", "column"),
    [
        (["Carrier"], 1),
        (["Carrier", "1-2 Carrier"], 2),
        (["Carrier", "3+ Carrier", "2 CV"], 3),
        (["CVL", "Carrier"], 1),
        (["CVL"], 0),
        (["2 CVL", "3 CVL"], 0),
        (["CV", "Carrier", "Carrier", "CVL"], 3),
        (["Large", "Surface"], 0),
    ],
)
def test_scenario_6_columns(chits_: list[str], column: int) -> None:
    g = scenario_6(**{f"C{n}": chit(name) for n, name in enumerate(chits_, 1)})
    assert commitment.column(g.truth) == column


def test_scenario_6_three_fleet_carriers_count_one_more() -> None:
    ships = {name: ship(name, "C1") for name in ("Akagi", "Kaga", "Soryu")}
    g = play({"scenario": "6", "limits": {}, "ships": ships}, C1=chit("Level 4"))
    assert commitment.column(g.truth) == 2


def test_scenario_6_a_new_carrier_force_rolls_and_may_be_the_last() -> None:
    g = scenario_6(C1=chit("Carrier"), C2=chit("Medium"), C3=chit("Large"), C4=force())
    _, answers = do(g, forces.raise_once, "C2", dice=[7, 8])  # the second in play: up to 7 ends it
    assert answers.asked[-1] == "t0/p2/us/search/C2/commitment/1"
    assert not commitment.ended(g.truth)
    assert not commitment.closed(g.truth)
    do(g, forces.raise_once, "C3", dice=[8])  # the third: no die at all
    assert commitment.closed(g.truth)
    do(g, forces.draw_chit, "C4", dice=["Carrier", "Surface"])  # not heeded: another is drawn
    assert g.truth.forces["C4"]["chit"] == "Surface"
    assert g.truth.tree["cups"]["combat"]["Carrier"] == COMBAT["Carrier"]


def test_scenario_6_once_it_has_ended_the_tables_are_rolled_again() -> None:
    g = scenario_6(C2=chit("Medium"))
    for plot in g.plots.values():
        plot.put("memory/ended", True)  # type: ignore[attr-defined]
    do(g, forces.raise_once, "C2", dice=[8, 2])
    assert g.truth.forces["C2"]["chit"] == "Medium Surface"


def test_scenario_6_a_carrier_force_that_rises_rolls_no_more() -> None:
    g = scenario_6(C1=chit("Carrier"))
    do(g, forces.raise_once, "C1", dice=[5])
    assert told(g, "commitment-ends", "commitment-open") == []


def test_scenario_6_the_dice_wait_until_an_attack_is_certain() -> None:
    g = scenario_6(C1=chit("Carrier"), C2=force())
    drawn = run(g, lambda g: lookups.drawn_for_attack(g, "C2"), Answers(["Carrier"]))
    do(g, forces.reveal, "C2", drawn, dice=[3])
    assert commitment.ended(g.truth)


def test_what_counts_as_a_dummy() -> None:
    g = limited((12, 12), (0, 10), (3, 3))
    old = {
        "": ["Dummy", "Carrier", "2-3 Carrier", "Transport"],
        "Large": ["3+ Carrier", "Large Transport"],
        "Transport": ["Carrier"],
    }
    for had, new in old.items():
        assert all(chits.is_dummy(g.truth, had, each) for each in new)
    for had, each in (
        ("", "Surface"),
        ("", "Large"),
        ("Carrier", "2-3 Carrier"),
        ("1-2 Carrier", "CV"),
        ("Large", "Large Surface"),
    ):
        assert not chits.is_dummy(g.truth, had, each)


def test_fog_an_index_that_rises_meanwhile_does_not_tell_a_hidden_share() -> None:
    """A second wave's share of the index is the umpire's until it comes; another rise is told without it."""
    g = scene({}, at={"limits": {"carrier": 30}, "index": {"carrier": 5, "retirement": 0}}, settings={"fog": True})
    tell_umpire(g, "index", "17.2", which="carrier", n=4, index=9, limit=30, why="C7", now={"index/carrier": 9})
    commitment.increase(g, "carrier", 7, "C9 at level 3")
    assert [plot.tree["index"]["carrier"] for plot in (g.plot("us"), g.plot("public"), g.truth)] == [12, 12, 16]
    heard = [each.dispatch.own_facts()["index"] for each in g.told if "us" in each.audiences]
    assert heard == [12]


def test_fog_the_umpires_own_index_decides_what_falls_at_once() -> None:
    g = scene({}, at={"limits": {"carrier": 30}, "index": {"carrier": 20, "retirement": 0}}, settings={"fog": True})
    tell_umpire(g, "index", "17.2", which="carrier", n=4, index=24, limit=30, why="C7", now={"index/carrier": 24})
    commitment.increase(g, "carrier", 2, "C9 at level 3")
    assert g.truth.tree["flags"]["close"] is True
    assert g.plot("us").tree["flags"]["close"] is True
