"""Japanese air strikes: who may, at what, how strong, what is written down (15.0, 16.1, 16.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import (
    intelligence,
    japan_air,
    japan_attack,
    japan_charts,
    japan_eligible,
    japan_log,
    japan_strength,
    japan_targets,
)
from umpire.games.carrier import kit as kits
from umpire.games.carrier.japan_charts import column_of, turned_round
from umpire.games.carrier.japan_strength import Strength, cut, final, limited, new_revealed
from umpire.games.carrier.plot import DECK, FORCE, GROUP, SHIP, STRIKE, fresh
from umpire.table.script import Play, Steps
from umpire.table.words import copy

JSON = Any

HIGH = {f"terrain/{place}": "high" for place in ("1827", "2423", "2022", "2126")}
FRESH_CUP = {
    **{"Carrier": 7, "Surface": 7, "Large": 3, "Medium": 3, "Small": 2, "1-2 Carrier": 2, "2-3 Carrier": 1},
    **{"3+ Carrier": 1, "Large Surface": 1, "Medium Surface": 3, "Small Surface": 2, "Dummy": 28},
}
CV_TF = {"Enterprise": "CV", "Portland": "CA", **{f"DD{n}": "DD" for n in range(6)}}
AGREED = {f"agreed/{chart}": "yes" for chart in ("intel_1_2", "strength_1_2", "air_target_mods", "reduction")}


def force(at: str = "1827", **leaves: JSON) -> dict[str, JSON]:
    return fresh(FORCE, hex=at, objective="Guadalcanal", **leaves)


def line(strength: int, lost: int = 0, land: int = 0, **more: JSON) -> dict[str, JSON]:
    """A line of the log; one that landed unless it says otherwise."""
    made = {"turn": 1, "phase": 1, "range": 2, "target": "TF 16", "strength": strength, "lost": lost, "land": land}
    return {**made, "landed": True, "wave": 1, **more}


def aloft(strength: int, lost: int = 0, land: int = 9) -> dict[str, JSON]:
    return line(strength, lost, land, landed=False)


def us(name: str, at: str, ships: Mapping[str, str]) -> dict[str, JSON]:
    """A task force and its ships, by their paths."""
    made = {
        f"ships/{name} {ship}": fresh(SHIP, side="us", type=type, capacity=8, **{"in": name})
        for ship, type in ships.items()
    }
    return {f"groups/{name}": fresh(GROUP, hex=at), **made}


def base(name: str, at: str, hits: int = 0) -> dict[str, JSON]:
    return {f"groups/{name}": fresh(GROUP, hex=at, base=True, hits=hits), f"decks/{name}": fresh(DECK, **{"in": name})}


def table(kit: Mapping[str, JSON] | None = None, /, turn: int = 6, phase: int = 1, **more: JSON) -> Play:
    """A table in its Japanese segment, with a fresh combat cup and limits nobody is near."""
    at = {
        "clock": {"turn": turn, "phase": phase, "segment": "japan", "step": "", "night": False},
        "cups/combat": dict(FRESH_CUP),
        "limits": {"carrier": 40, "surface": 40, "transport": 9, "retirement": 40},
        "objectives": {"primary": "Guadalcanal", "secondary": "", "interdiction": False},
        **more.pop("at", {}),
    }
    g = scene({**HIGH, **AGREED, **(kit or {})}, at=at, **more)
    for plot in g.plots.values():
        plot.tree = copy(plot.tree)  # type: ignore[attr-defined]
    return g


def loses(monkeypatch: pytest.MonkeyPatch, lost: int = 0) -> list[dict[str, JSON]]:
    """Fights that end with so many points lost; what they were is noted."""
    fought: list[dict[str, JSON]] = []

    def fight(g: Play) -> Steps[None]:
        fought.append(dict(g.truth.tree["attack"]))
        for plot in g.plots.values():
            plot.put("attack/lost", lost)
        return
        yield

    monkeypatch.setattr(japan_attack, "japanese_attack", fight)
    return fought


def row(priority: str, alternate: str = "none", second: str = "none") -> dict[str, str]:
    return {"priority": priority, "alternate": alternate, "second": second}


def activated(g: Play, force: str, dice: list[int | str], cells: Mapping[str, JSON] | None = None) -> Answers:
    answers = Answers(dice, cells)
    run(g, lambda g: japan_air.air_attack(g, force), answers)
    assert not unsaid(g)
    return answers


def reason(g: Play) -> str:
    return str(told(g, "no-attack")[-1]["why"])


# 15.1: who may.


def test_ca_52_a_force_in_coastal_sea_never_attacks() -> None:
    g = table({"terrain/1827": "coastal"}, at={"forces/C1": force(), **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [])
    assert "coastal" in reason(g)
    g = table(
        {"terrain/1827": "coastal"}, at={"forces/C1": force(level=2, chit="2-3 Carrier"), **us("TF 16", "2423", CV_TF)}
    )
    activated(g, "C1", [])
    assert "coastal" in reason(g)


@pytest.mark.parametrize(
    ("turn", "reach", "kind", "may"),
    [
        *[(1, 2, kind, True) for kind in ("carriers", "airfield", "surface", "transports")],
        *[(1, 3, kind, False) for kind in ("carriers", "airfield", "surface", "transports")],
        *[(2, 5, kind, True) for kind in ("carriers", "airfield", "transports")],
        (2, 6, "carriers", False),
        (2, 3, "surface", True),
        (2, 4, "surface", False),
        (3, 9, "carriers", True),
        (3, 10, "carriers", False),
        (3, 9, "transports", True),
        (3, 6, "airfield", True),
        (3, 7, "airfield", False),
        (3, 3, "surface", True),
        (3, 4, "surface", False),
    ],
)
def test_ca_52_ranges_and_morning_limits(turn: int, reach: int, kind: str, may: bool) -> None:
    at = f"20{20 - reach:02}"
    ships = {"carriers": CV_TF, "surface": {"A": "CA"}, "transports": {"A": "AP"}, "airfield": {}}[kind]
    target = base("Guadalcanal", at) if kind == "airfield" else us("TF 1", at, ships)
    g = table(turn=turn, at={"forces/C1": force("2020"), **target})
    assert bool(japan_eligible.targets(japan_eligible.in_range(g.truth, "C1"))) is may
    assert (japan_eligible.barred(g.truth, "C1") == "nothing is in range") is not may


def test_ca_52_an_airfield_out_of_action_is_no_target() -> None:
    g = table(at={"forces/C1": force("2020"), **base("Guadalcanal", "2021", hits=10)})
    assert japan_eligible.barred(g.truth, "C1") == "nothing is in range"


def test_ca_52_past_the_carrier_limit_only_carrier_forces() -> None:
    limit = {"limits/carrier": 12, "index/carrier": 12, **us("TF 16", "2423", CV_TF)}
    for chit, level in (("", 0), ("Large", 1), ("Medium", 1), ("Small", 1)):
        g = table(at={**limit, "forces/C1": force(level=level, chit=chit)})
        activated(g, "C1", [])
        assert "limit" in reason(g)
    g = table(at={**limit, "forces/C1": force(level=2, chit="2-3 Carrier", revealed=5)})
    assert japan_eligible.barred(g.truth, "C1") == ""


@pytest.mark.parametrize("chit", ["Surface", "Medium Surface", "Small DD"])
def test_15_1_forces_known_to_be_something_else_do_not_attack(chit: str) -> None:
    level = {"Surface": 1, "Medium Surface": 2, "Small DD": 3}[chit]
    g = table(at={"forces/C1": force(level=level, chit=chit), **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [])
    assert "no carriers" in reason(g)


def test_15_1_transport_forces_say_nothing() -> None:
    g = table(at={"forces/T1": force(kind="T"), **us("TF 16", "2423", CV_TF)})
    activated(g, "T1", [])
    assert not told(g, "no-attack")


def test_ca_52_no_third_strike() -> None:
    two = force(level=2, chit="2-3 Carrier", revealed=9, log=[aloft(3), aloft(4)])
    g = table(at={"forces/C1": two, **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [])
    assert "two of its strikes" in reason(g)


def test_ca_52_none_at_night() -> None:
    carriers = force(level=2, chit="2-3 Carrier")
    g = table(at={"clock/night": True, "forces/C1": carriers, **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [])
    assert "night" in reason(g)


def test_ca_89_each_wave_is_a_strike() -> None:
    """7/6 launched: whether the second is still to come or both are down and not turned round, there is no third."""
    waiting = force(level=2, chit="2-3 Carrier", revealed=13, log=[aloft(7, 2)])
    waiting["wave"] = {"strength": 6, "turn": 7, "phase": 1, "target": "TF 16"}
    g = table(turn=7, at={"forces/C1": waiting, **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [])
    assert "two of its strikes" in reason(g)
    down = force(level=2, chit="2-3 Carrier", revealed=13, log=[line(7, 2, land=5), line(6, 0, land=5)])
    g = table(turn=6, at={"forces/C1": down, **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [], {"turnaround/1/7": "no"})
    assert "not turned round" in reason(g)


def test_15_1_strikes_turned_round_bar_nothing() -> None:
    down = force(level=2, chit="2-3 Carrier", revealed=13, log=[line(7, 2, land=5), line(6, 0, land=5)])
    g = table({"turnaround/1/9": "yes"}, at={"forces/C1": down, **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [3], {"air_target/3": row("none")})
    assert "target" in reason(g)


def test_the_turnaround_chart_is_not_asked_what_follows_of_it() -> None:
    kit = {"turnaround/1/5": "no", "turnaround/2/6": "yes"}
    assert turned_round(kit, 1, 5) is False
    assert turned_round(kit, 1, 7) is False
    assert turned_round(kit, 1, 4) is None
    assert turned_round(kit, 3, 6) is True
    assert turned_round(kit, 2, 2) is True
    assert turned_round(kit, 2, 7) is None


# 15.2 (1): whether it has carriers at all.


def test_ca_83_a_failed_check_changes_nothing() -> None:
    g = table(at={"forces/C1": force(level=1, chit="Medium"), **us("TF 16", "2423", CV_TF)})
    before = g.truth.at("forces/C1") | {}
    activated(g, "C1", [1])  # Medium, 1: Medium Surface
    assert g.truth.at("forces/C1") == before


def test_ca_83_what_a_level_0_force_draws_in_vain_goes_back() -> None:
    for chit in ("Medium Surface", "Surface", "Dummy"):
        g = table(at={"forces/C1": force(), **us("TF 16", "2423", CV_TF)})
        activated(g, "C1", [chit])
        assert g.truth.forces["C1"]["level"] == 0
        assert g.truth.forces["C1"]["chit"] == ""
        assert g.truth.at("cups/combat") == FRESH_CUP
        assert "forces/C1" not in [path for f in told(g, "force-gone") for path in f.get("gone", [])]


def test_ca_83_a_natural_ten_that_finds_a_dummy_removes_nothing() -> None:
    g = table(at={"forces/C1": force(level=1, chit="Medium"), **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [10, 7])  # a 10, then 4 to 10: Dummy
    assert g.truth.forces["C1"]["chit"] == "Medium"


def test_ca_84_no_target_in_range_and_the_chit_goes_back() -> None:
    g = table(at={"forces/C1": force(), **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", ["2-3 Carrier", 3], {"air_target/3": row("airfield", "surface")})
    force_now = g.truth.forces["C1"]
    assert (force_now["level"], force_now["chit"], force_now["revealed"], force_now["log"]) == (0, "", None, [])
    assert g.truth.at("cups/combat/2-3 Carrier") == 1
    assert g.truth.at("index/carrier") == 0


def test_ca_84_strength_0_and_the_chit_goes_back() -> None:
    g = table(at={"forces/C1": force(), **us("TF 16", "2423", CV_TF)})
    cells = {"air_target/3": row("carriers"), "strength_1_2/2-3/none/2": {"1": 0, "2": 0}}
    activated(g, "C1", ["2-3 Carrier", 3, 5], cells)  # 5 less 3 at seven hexes
    force_now = g.truth.forces["C1"]
    assert (force_now["level"], force_now["revealed"], force_now["log"]) == (0, None, [])
    assert g.truth.at("cups/combat/2-3 Carrier") == 1
    assert "strength" in reason(g)


# The rulebook's own example (CA-61, CA-62).


def test_ca_61_the_attack_example(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch, 2)
    at = {"forces/C1": force("1827"), "forces/C2": force("2126"), **us("TF 16", "2423", CV_TF)}
    g = table({"terrain/2126": "coastal"}, turn=3, phase=2, at=at)
    activated(g, "C2", [])
    assert "coastal" in reason(g) or "range" in reason(g)
    cells = {
        "air_target/6": row("carriers (p)", "airfield (p)"),
        "strength_1_2/2-3/none/4": {"1": 7, "2": 6},  # 7 less 3: the book takes nothing off in its example
    }
    answers = activated(g, "C1", ["Medium", 7, 1, 7], cells)
    c1 = g.truth.forces["C1"]
    assert (c1["level"], c1["chit"]) == (2, "2-3 Carrier")
    assert g.truth.at("cups/combat/Medium") == 2
    assert [each["points"] for each in fought] == [7]
    (noted,) = c1["log"]
    assert (noted["land"], noted["strength"], noted["lost"], noted["range"]) == (5, 7, 2, 7)
    assert c1["wave"] == {"strength": 6, "turn": 3, "phase": 4, "target": "TF 16"}
    assert c1["revealed"] == 13
    assert g.truth.at("index/carrier") == 13
    assert not any("air_target_mods" in name for name in answers.asked)  # +5 is in the book


def test_ca_61_not_on_turn_2_and_not_without_the_carriers() -> None:
    g = table(turn=2, phase=2, at={"forces/C1": force("1827"), **us("TF 16", "2423", CV_TF)})
    activated(g, "C1", [])
    assert reason(g) == "nothing is in range"
    g = table(turn=3, phase=2, at={"forces/C1": force("1827"), **base("Guadalcanal", "2626")})
    activated(g, "C1", [])
    assert reason(g) == "nothing is in range"


# 15.2 (2): the target.


def found(**there: list[str]) -> dict[str, list[str]]:
    kinds = ("carriers", "airfield", "transports", "surface", "large surface", "task force")
    return {kind: there.get(kind, []) for kind in kinds}


def test_15_2_priority_then_alternate_then_second() -> None:
    said = row("carriers", "transports", "surface (p)")
    assert japan_targets.resolved(said, found(carriers=["a"], surface=["b"]), airfields=True) == [("carriers", False)]
    assert japan_targets.resolved(said, found(transports=["a"]), airfields=True) == [("transports", False)]
    assert japan_targets.resolved(said, found(surface=["b"]), airfields=True) == [("surface", True)]
    assert japan_targets.resolved(said, found(airfield=["b"]), airfields=True) == []


@pytest.mark.parametrize("said", [row("carriers (p)", "airfield (p)"), row("airfield (p)", "carriers (p)")])
def test_15_2_two_partial_strikes_add_up_to_a_full_one(said: dict[str, str]) -> None:
    assert japan_targets.resolved(said, found(carriers=["a"]), airfields=True) == [("carriers", False)]
    assert japan_targets.resolved(said, found(airfield=["a"]), airfields=True) == [("airfield", False)]
    both = found(carriers=["a"], airfield=["b"])
    assert japan_targets.resolved(said, both, airfields=True) == [(said["priority"][:-4], True)]


def test_15_2_a_box_of_two_partial_strikes_makes_two() -> None:
    said = row("carriers (p) + airfield (p)", "surface")
    both = found(carriers=["a"], airfield=["b"])
    assert japan_targets.resolved(said, both, airfields=True) == [("carriers", True), ("airfield", True)]
    assert japan_targets.resolved(said, found(carriers=["a"]), airfields=True) == [("carriers", False)]
    assert japan_targets.resolved(said, found(surface=["a"]), airfields=True) == [("surface", False)]
    said = row("transports", "carriers (p) + airfield (p)")
    assert japan_targets.resolved(said, found(airfield=["b"]), airfields=True) == [("airfield", False)]


def test_scenario_6_a_result_against_a_land_base_is_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    assert japan_targets.resolved(row("airfield", "carriers"), found(carriers=["a"]), airfields=False) == "again"
    assert japan_targets.resolved(row("carriers", "airfield"), found(carriers=["a"]), airfields=False) == [
        ("carriers", False)
    ]
    pair = row("carriers (p)", "airfield (p)")
    assert japan_targets.resolved(pair, found(carriers=["a"]), airfields=False) == [("carriers", False)]
    carriers = force("2423", level=2, chit="2-3 Carrier", revealed=9)
    g = table(scenario="6", at={"forces/C1": carriers, **us("TF 16", "2420", CV_TF)})
    cells = {
        "air_target/4": row("airfield (p)", "carriers"),
        "air_target/8": row("carriers"),
        "strength_1_2_columns/2-3/9": {"from": 8, "to": 10},
        "strength_1_2/2-3/8-10/5": {"1": 4, "2": 0},
    }
    answers = activated(g, "C1", [4, 8, 5], cells)
    assert any(name.endswith("attack/target/again/1") for name in answers.asked)
    assert fought[0]["points"] == 4


def test_20_3_retiring_carriers_never_strike_airfields() -> None:
    carriers = force("2624", level=2, chit="2-3 Carrier", revealed=9, retiring=True)
    g = table(at={"forces/C1": carriers, **base("Guadalcanal", "2626"), **us("TF 16", "2627", CV_TF)})
    assert japan_targets.possible(g.truth, "C1")["airfield"] == []
    said = row("airfield", "carriers")
    assert japan_targets.resolved(said, japan_targets.possible(g.truth, "C1"), airfields=True) == [("carriers", False)]
    for plot in g.plots.values():
        plot.put("forces/C1/retiring", False)  # type: ignore[attr-defined]
        plot.put("flags/retired", True)  # type: ignore[attr-defined]
    assert japan_targets.possible(g.truth, "C1")["airfield"] == []


def test_15_2_the_target_die_is_modified_by_turn_advantage_and_surprise() -> None:
    carriers = force("1827", level=2, chit="2-3 Carrier", advantage=True)
    g = table(turn=4, at={"forces/C1": carriers, "flags/surprise": True, **us("TF 16", "2423", CV_TF)})
    assert japan_targets.modifier_keys(g.truth, "C1") == [
        "air_target_mods/4/far",
        "air_target_mods/advantage",
        "air_target_mods/surprise",
    ]
    g = table(turn=6, at={"forces/C1": force(), "objectives/interdiction": True, **us("TF 16", "2423", CV_TF)})
    assert japan_targets.modifier_keys(g.truth, "C1") == ["air_target_mods/interdiction"]


def test_15_2_of_several_targets_the_printed_criteria_choose_then_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    near, far, two = us("TF 16", "2420", CV_TF), us("TF 17", "2419", CV_TF), us("TF 18", "2426", CV_TF)
    carriers = force("2423", level=3, chit="2 CV")
    g = table(at={"forces/C1": carriers, **near, **far, **two})
    cells = {
        "air_target/8": row("carriers"),
        "air_target_by/carriers": {"first": "nearest", "second": "most ships"},
        "strength_3_4_columns/17": {"from": 16, "to": 18},
        "strength_3_4/16-18/5": {"1": 6, "2": 0},
    }
    activated(g, "C1", [8, "TF 18", 5], cells)
    assert fought[0]["target"] == "TF 18"


# Next to US task forces (CA-116).

SIX = {f"S{n}": "CA" if n < 2 else "DD" for n in range(6)}
EIGHT = {f"S{n}": "CA" if n < 2 else "DD" for n in range(8)}


def test_ca_116_two_large_surface_task_forces_the_one_of_more_ships() -> None:
    carriers = force("2423", level=3, chit="2 CV")
    g = table(
        at={"forces/C1": carriers, **us("TG 1", "2422", SIX), **us("TG 2", "2424", EIGHT), **us("TF 16", "2420", CV_TF)}
    )
    assert japan_targets.beside(g.truth, "C1") == ["TG 2"]


def test_ca_116_a_small_carrier_force_takes_the_carriers(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    dds = {f"D{n}": "DD" for n in range(4)}
    carriers = force("2423", level=3, chit="CVL")
    g = table(at={"forces/C1": carriers, **us("TG 1", "2422", dds), **us("TF 16", "2424", CV_TF)})
    cells = {"strength_3_4_columns/4": {"from": 3, "to": 5}, "strength_3_4/3-5/5": {"1": 2, "2": 0}}
    answers = activated(g, "C1", [5], cells)
    assert fought[0]["target"] == "TF 16"
    assert not any("target" in name for name in answers.asked)


def test_15_2_others_pass_over_a_task_force_that_is_not_large() -> None:
    dds = {f"D{n}": "DD" for n in range(8)}
    for f in (force("2423"), force("2423", level=3, chit="2 CV"), force("2423", level=2, chit="1-2 Carrier")):
        g = table(at={"forces/C1": f, **us("TG 1", "2422", dds), **us("TF 16", "2424", CV_TF)})
        assert japan_targets.beside(g.truth, "C1") == []


def test_15_2_a_small_carrier_force_prefers_carriers_to_a_large_surface_force_and_that_to_transports() -> None:
    carriers = force("2423", level=3, chit="2 CVL")
    around = {**us("TG 1", "2422", EIGHT), **us("TG 3", "2322", {"A": "AP"})}
    g = table(at={"forces/C1": carriers, **around, **us("TF 16", "2424", CV_TF)})
    assert japan_targets.beside(g.truth, "C1") == ["TF 16"]
    g = table(at={"forces/C1": carriers, **around})
    assert japan_targets.beside(g.truth, "C1") == ["TG 1"]


def test_15_2_equal_task_forces_are_drawn_for(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    g = table(
        at={"forces/C1": force("2423", level=3, chit="2 CV"), **us("TG 1", "2422", SIX), **us("TG 2", "2424", SIX)}
    )
    cells = {"strength_3_4_columns/17": {"from": 16, "to": 18}, "strength_3_4/16-18/5": {"1": 6, "2": 0}}
    activated(g, "C1", ["TG 2", 5], cells)
    assert fought[0]["target"] == "TG 2"


# 15.2 (3): strength.


def test_ca_57_and_16_1_the_reduction_chart() -> None:
    g = scene()
    from umpire.games.carrier.charts import value

    assert value(g.truth.kit, "reduction/6/10") == 7
    assert value(g.truth.kit, "reduction/3/6") == 5
    assert [value(g.truth.kit, f"reduction/5/{n}") for n in (7, 8, 9, 10)] == [4, 6, 6, 8]
    assert value(g.truth.kit, "reduction/1/1") == 0
    assert kits.cell("reduction/8/13", {}).label.endswith("8 points lost or unavailable, initial strength 13")


def test_ca_57_the_chart_reduces_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn 5: three points land in turn 6, three were lost before; 10 becomes 7."""
    fought = loses(monkeypatch)
    carriers = force("2423", level=1, chit="Carrier", revealed=9, losses=3, log=[aloft(3, 1, land=6)])
    g = table({"air_target_mods/5/near": 0}, turn=5, at={"forces/C1": carriers, **us("TF 16", "2420", CV_TF)})
    cells = {
        "air_target/8": row("carriers"),
        "strength_1_2_columns/Carriers/9": {"from": 8, "to": 10},
        "strength_1_2/Carriers/8-10/6": {"1": 10, "2": 0},
    }
    activated(g, "C1", [8, 6], cells)
    assert fought[0]["points"] == 7
    assert g.truth.forces["C1"]["revealed"] == 13  # 7 and the row number 6


def of(first: int, second: int, row: int, reduced: int, old: int | None, **more: JSON) -> Strength:
    return final(first, second, reduced, row, old, **{"room": None, "partial": False, "one_wave": False, **more})


def test_ca_56_a_partial_strike_is_half_and_reveals_the_whole() -> None:
    assert of(4, 4, 0, 8, 6, partial=True) == Strength(4, 0, 8, 2)
    assert of(5, 0, 0, 5, None, partial=True) == Strength(3, 0, 5, 5)


def test_15_2_a_partial_strike_halves_what_the_chart_has_left() -> None:
    assert of(6, 0, 3, 5, 6, partial=True) == Strength(3, 0, 8, 2)


def test_ca_59_a_stronger_strike_reveals_more() -> None:
    assert of(14, 0, 0, 14, 12) == Strength(14, 0, 14, 2)


def test_ca_59_through_the_procedure(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    carriers = force("2420", level=2, chit="3+ Carrier", revealed=12)
    g = table(at={"forces/C1": carriers, "index/carrier": 12, **us("TF 16", "2423", CV_TF)})
    cells = {
        "air_target/8": row("carriers"),
        "strength_1_2_columns/3+/12": {"from": 11, "to": 99},
        "strength_1_2/3+/11-99/8": {"1": 8, "2": 6},
    }
    activated(g, "C1", [8, 8], cells)
    assert fought[0]["points"] == 8
    assert g.truth.forces["C1"]["revealed"] == 14
    assert g.truth.at("index/carrier") == 14


def test_ca_93_through_the_procedure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is reached: revealed 6, three lost, table 6. The chart's 5 would make 8: two barred."""
    fought = loses(monkeypatch)
    carriers = force("2420", level=2, chit="2-3 Carrier", revealed=6, losses=3)
    at = {"forces/C1": carriers, "index/carrier": 12, "limits/carrier": 12, **us("TF 16", "2423", CV_TF)}
    g = table({"strength_1_2_columns/2-3/6": {"from": 6, "to": 7}}, at=at)
    activated(g, "C1", [8, 8], {"air_target/8": row("carriers"), "strength_1_2/2-3/6-7/8": {"1": 6, "2": 0}})
    assert fought[0]["points"] == 3
    assert (g.truth.forces["C1"]["revealed"], g.truth.at("index/carrier")) == (6, 12)


def test_ca_94_past_the_limit_what_has_no_revealed_strength_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level 1 carrier force that stays for a strike's sake does not attack; one of level 3 does."""
    past = {"index/carrier": 12, "limits/carrier": 12, **us("TF 16", "2423", CV_TF)}
    g = table(at={"forces/C1": force("2420", level=1, chit="Carrier", leaves=True), **past})
    activated(g, "C1", [])
    assert told(g, "no-attack")
    fought = loses(monkeypatch)
    g = table(at={"forces/C1": force("2420", level=3, chit="CV"), **past})
    cells = {
        "air_target/8": row("carriers"),
        "strength_3_4_columns/9": {"from": 9, "to": 9},
        "strength_3_4/9/8": {"1": 4, "2": 0},
    }
    activated(g, "C1", [8, 8], cells)
    assert fought[0]["points"] == 4
    assert g.truth.at("index/carrier") == 12


def test_ca_70_within_five_the_cup_is_purged_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loses(monkeypatch)
    others = {"forces/C2": force("1510", level=2, chit="3+ Carrier")}
    carriers = force("2420", level=2, chit="2-3 Carrier")
    at = {"forces/C1": carriers, **others, "limits/carrier": 12, **us("TF 16", "2423", CV_TF)}
    g = table(at=at)
    activated(g, "C1", [8, 9], {"air_target/8": row("carriers"), "strength_1_2/2-3/none/9": {"1": 4, "2": 3}})
    assert g.truth.at("index/carrier") == 7
    assert [g.truth.at(f"cups/combat/{chit}") for chit in ("1-2 Carrier", "2-3 Carrier", "3+ Carrier")] == [0, 0, 0]
    assert g.truth.forces["C2"]["chit"] == "1-2 Carrier"
    assert g.truth.forces["C1"]["chit"] == "2-3 Carrier"


def test_ca_60_what_was_lost_and_what_is_seen() -> None:
    assert new_revealed(6, 4, 3) == 7
    assert of(4, 0, 3, 2, 6) == Strength(2, 0, 6, 0)


def test_ca_85_the_second_wave_is_cut_first() -> None:
    assert of(5, 4, 4, 8, 9) == Strength(5, 3, 12, 3)
    assert of(4, 2, 5, 3, None) == Strength(3, 0, 8, 8)
    assert cut(5, 4, 6) == (3, 0)
    assert cut(5, 4, 12) == (0, 0)


def test_ca_92_nothing_new_is_shown() -> None:
    assert of(9, 0, 0, 9, 12) == Strength(9, 0, 12, 0)
    assert of(5, 0, 3, 3, 8) == Strength(3, 0, 8, 0)


def test_ca_68_the_limit_cuts_the_attack() -> None:
    """Index 7, limit 12, an increase of 10: five too many."""
    assert of(10, 0, 0, 10, None, room=5) == Strength(5, 0, 5, 5)
    assert limited(6, 4, None, 10, 5) == (5, 0, 5)
    assert of(10, 0, 0, 10, None, room=5, partial=True) == Strength(3, 0, 5, 5)


def test_ca_93_past_the_limit_no_increase_at_all() -> None:
    assert of(6, 0, 3, 5, 6, room=0) == Strength(3, 0, 6, 0)
    assert of(9, 0, 0, 9, None, room=0) == Strength(0, 0, 0, 0)


def test_ca_87_points_that_are_missing() -> None:
    """Three losses; a strike of 3 (one shot down) lands at the end of this turn: 6, not 7."""
    carriers = force("2423", level=2, chit="2-3 Carrier", revealed=9, losses=3, log=[aloft(3, 1, land=6)])
    g = table(turn=6, at={"forces/C1": carriers, **us("TF 16", "2420", CV_TF)})
    assert japan_strength.missing(g.truth, "C1", 3) == 6


def test_ca_88_air_value_at_hand() -> None:
    """20 now; 7 land this turn, 3 are not turned round: the column for 10, losses not deducted again."""
    log = [aloft(7, 2, land=6), line(5, 2, land=5)]
    carriers = force("2423", level=3, chit="2 CV+CVL", value=20, losses=2, log=log)
    g = table({"turnaround/1/3": "no"}, turn=6, at={"forces/C1": carriers, **us("TF 16", "2420", CV_TF)})
    assert japan_strength.at_hand(g.truth, "C1", 3) == 10


def test_15_2_nothing_at_hand_is_no_attack() -> None:
    carriers = force("2423", level=3, chit="CVL", value=4, log=[aloft(4)])
    g = table(at={"forces/C1": carriers, **us("TF 16", "2420", CV_TF)})
    activated(g, "C1", [8], {"air_target/8": row("carriers")})
    assert "strength" in reason(g)


def test_15_2_modifiers_of_the_strength_die() -> None:
    g = table(at={"forces/C1": force(), "objectives/secondary": "Guadalcanal", "objectives/primary": "Port Moresby"})
    sums = {n: sum(by for by, _ in japan_strength.modifiers(g.truth, "C1", n)) for n in (1, 6, 7, 9, 10)}
    assert sums == {1: -4, 6: -4, 7: -7, 9: -7, 10: -4}
    g = table(at={"forces/C1": force(revealed=3), "objectives/secondary": "Guadalcanal"})
    assert sum(by for by, _ in japan_strength.modifiers(g.truth, "C1", 8)) == -3


def test_15_2_the_far_modifier_of_levels_3_and_4_is_the_charts_own(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    g = table(at={"forces/C1": force("1827", level=3, chit="2 CV"), **us("TF 16", "2423", CV_TF)})
    cells = {
        "air_target/8": row("carriers"),
        "strength_3_4_columns/17": {"from": 16, "to": 99},
        "strength_3_4_mods/far": -2,
        "strength_3_4/16-99/3": {"1": 5, "2": 4},
    }
    activated(g, "C1", [8, 5], cells)
    assert fought[0]["points"] == 5
    assert g.truth.forces["C1"]["wave"]["strength"] == 4
    assert g.truth.forces["C1"]["revealed"] is None
    assert g.truth.at("index/carrier") == 0


def test_a_column_once_read_serves_every_number_in_it() -> None:
    kit = {"strength_1_2_columns/2-3/9": {"from": 8, "to": 10}, "strength_3_4_columns/12": {"from": 12, "to": 12}}
    assert column_of(kit, "strength_1_2_columns", "2-3", 8) == "8-10"
    assert column_of(kit, "strength_1_2_columns", "2-3", 11) == ""
    assert column_of(kit, "strength_1_2_columns", "1-2", 9) == ""
    assert column_of(kit, "strength_3_4_columns", "", 12) == "12"


# Landing, waves, the log.


@pytest.mark.parametrize(
    ("reach", "land"),
    [(0, 5), (2, 5), (3, 6), (6, 6), (7, 7), (8, 7), (10, 7), (11, 8), (14, 8), (15, 9), (30, 9)],
)
def test_ca_54_turn_of_landing(reach: int, land: int) -> None:
    assert japan_log.landing_turn(5, reach) == land


def test_ca_55_the_second_wave_two_phases_later() -> None:
    assert japan_log.next_but_one(3, 3) == (4, 1)
    assert japan_log.next_but_one(3, 4) == (4, 2)
    assert japan_log.next_but_one(3, 2) == (3, 4)
    assert japan_log.next_but_one(3, 1) == (3, 3)


def test_ca_55_and_90_each_wave_has_its_own_line_and_range(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch, 1)
    carriers = force("2421", level=3, chit="2 CV")
    g = table({"air_target_mods/3/near": 0}, turn=3, phase=3, at={"forces/C1": carriers, **us("TF 16", "2423", CV_TF)})
    cells = {
        "air_target/8": row("carriers"),
        "strength_3_4_columns/17": {"from": 16, "to": 18},
        "strength_3_4/16-18/7": {"1": 6, "2": 5},
    }
    activated(g, "C1", [8, 7], cells)
    assert g.truth.forces["C1"]["wave"] == {"strength": 5, "turn": 4, "phase": 1, "target": "TF 16"}
    run(g, japan_air.second_waves)
    assert len(fought) == 1  # not due yet
    for plot in g.plots.values():
        plot.put("clock/turn", 4)  # type: ignore[attr-defined]
        plot.put("clock/phase", 1)  # type: ignore[attr-defined]
        plot.put("groups/TF 16/hex", "2424")  # type: ignore[attr-defined]
    run(g, japan_air.second_waves)
    log = g.truth.forces["C1"]["log"]
    assert [(each["strength"], each["lost"], each["range"], each["land"], each["wave"]) for each in log] == [
        (6, 1, 2, 3, 1),
        (5, 1, 3, 5, 2),
    ]
    assert g.truth.forces["C1"]["wave"] is None
    assert g.truth.at("memory/waves") == []
    assert not unsaid(g)


def test_ruling_20_the_second_wave_strikes_though_its_force_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    wave = {"force": "C1", "strength": 5, "turn": 6, "phase": 1, "target": "TF 16", "carriers": ["TF 16 Enterprise"]}
    g = table(at={"memory/waves": [wave], **us("TF 16", "2423", CV_TF)})
    run(g, japan_air.second_waves)
    assert [(each["points"], each["wave"]) for each in fought] == [(5, 2)]
    assert g.truth.tree["attack"] is None


def test_ruling_20_it_is_not_of_the_force_that_bears_the_counter_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its force retired off the map, and the counter has arrived anew."""
    fought = loses(monkeypatch)
    wave = {"force": "C1", "strength": 5, "turn": 6, "phase": 1, "target": "TF 16", "carriers": ["TF 16 Enterprise"]}
    g = table(at={"memory/waves": [wave], "forces/C1": force("1827"), **us("TF 16", "2423", CV_TF)})
    run(g, japan_air.second_waves)
    assert [each["points"] for each in fought] == [5]
    assert g.truth.forces["C1"] == force("1827")
    later = {**wave, "phase": 3, "strength": 4}
    its = force("1827", wave={"strength": 4, "turn": 6, "phase": 3, "target": "TF 16"})
    g = table(at={"memory/waves": [wave, later], "forces/C1": its, **us("TF 16", "2423", CV_TF)})
    run(g, japan_air.second_waves)
    assert g.truth.at("memory/waves") == [later]
    assert g.truth.forces["C1"] == its


def waiting(place: str = "2423", other: str = "2423", sunk: bool = True) -> Play:
    wave = {"force": "C1", "strength": 5, "turn": 6, "phase": 1, "target": "TF 16", "carriers": ["TF 16 Enterprise"]}
    at = {"memory/waves": [wave], "forces/C1": force("2420", wave=dict(wave)), **us("TF 16", place, CV_TF)}
    g = table(at={**at, **us("TF 17", other, CV_TF), **us("TF 18", other, {**CV_TF, "Hornet": "CV"})})
    if sunk:
        for plot in g.plots.values():
            plot.put("ships/TF 16 Enterprise/sunk", 6)  # type: ignore[attr-defined]
    return g


@pytest.mark.parametrize(("die", "target"), [(1, "TF 16"), (7, "TF 16"), (8, "TF 18"), (10, "TF 18")])
def test_15_2_a_second_wave_whose_carriers_are_sunk_may_turn_on_others(
    monkeypatch: pytest.MonkeyPatch, die: int, target: str
) -> None:
    fought = loses(monkeypatch)
    g = waiting()
    run(g, japan_air.second_waves, Answers([die]))
    assert fought[0]["target"] == target


def test_15_2_no_die_while_a_carrier_floats_or_none_other_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = loses(monkeypatch)
    run(waiting(sunk=False), japan_air.second_waves)
    run(waiting(other="2424"), japan_air.second_waves)
    assert [each["target"] for each in fought] == ["TF 16", "TF 16"]


def test_15_2_no_second_wave_after_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    loses(monkeypatch)
    for phase, second in ((2, 4), (3, 0), (4, 0)):
        carriers = force("2421", level=3, chit="2 CV")
        g = table(turn=12, phase=phase, at={"forces/C1": carriers, **us("TF 16", "2423", CV_TF)})
        cells = {
            "air_target/8": row("carriers"),
            "strength_3_4_columns/17": {"from": 16, "to": 18},
            "strength_3_4/16-18/7": {"1": 6, "2": 4},
        }
        activated(g, "C1", [8, 7], cells)
        wave = g.truth.forces["C1"]["wave"]
        assert (wave["strength"] if wave else 0) == second


def test_15_1_with_a_strike_out_no_second_wave_is_formed(monkeypatch: pytest.MonkeyPatch) -> None:
    loses(monkeypatch)
    carriers = force("2421", level=3, chit="2 CV", log=[aloft(3)])
    g = table(at={"forces/C1": carriers, **us("TF 16", "2423", CV_TF)})
    cells = {
        "air_target/8": row("carriers"),
        "strength_3_4_columns/14": {"from": 13, "to": 15},
        "strength_3_4/13-15/7": {"1": 6, "2": 4},
    }
    activated(g, "C1", [8, 7], cells)
    assert g.truth.forces["C1"]["wave"] is None
    assert len(g.truth.forces["C1"]["log"]) == 2


def test_ca_68_and_17_2_at_the_limit_others_leave_and_this_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Index 7, limit 12; a strike of 10 is cut to 5, and unrevealed carrier forces leave, but for a strike's target."""
    fought = loses(monkeypatch)
    others = {
        "forces/C2": force("1510", level=1, chit="Carrier"),
        "forces/C3": force("1511", level=2, chit="2-3 Carrier", revealed=4),
        "forces/C4": force("1512", level=1, chit="Carrier"),
        "strikes/1": fresh(STRIKE, target="C4", hex="1512", side="L", left=True),
    }
    carriers = force("2420", level=2, chit="2-3 Carrier")
    at = {"forces/C1": carriers, **others, "index/carrier": 7, "limits/carrier": 12, **us("TF 16", "2423", CV_TF)}
    g = table(at=at)
    cells = {"air_target/8": row("carriers"), "strength_1_2/2-3/none/10": {"1": 10, "2": 0}}
    g.truth.kit.pop("agreed/strength_1_2")
    activated(g, "C1", [8, 10], {**cells, "agreed/strength_1_2": "no"})
    assert fought[0]["points"] == 5
    assert g.truth.forces["C1"]["revealed"] == 5
    assert g.truth.at("index/carrier") == 12
    assert sorted(g.truth.forces) == ["C1", "C3", "C4"]


# Strategic surprise (21.0).


def test_21_strategic_surprise_ends_with_the_second_carrier_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    loses(monkeypatch)
    two = {**CV_TF, "Hornet": "CV"}
    for ships, over in ((CV_TF, False), (two, True)):
        g = table(
            at={"flags/surprise": True, "forces/C1": force("2421", level=3, chit="2 CV"), **us("TF 16", "2423", ships)}
        )
        run(g, lambda g: japan_log.strike(g, "t", "C1", "TF 16", 3, 1))
        assert g.truth.at("flags/surprise") is not over


def test_21_strategic_surprise_ends_with_a_fleet_carrier_out_of_action() -> None:
    from umpire.games.carrier import strategic

    for type, hits, over in (("CV", 4, True), ("CV", 3, False), ("CVL", 6, False)):
        ship = fresh(SHIP, side="japan", type=type, capacity=8, hits=hits, **{"in": "C1"})
        g = table(at={"flags/surprise": True, "ships/Akagi": ship})
        strategic.check(g)
        assert g.truth.at("flags/surprise") is not over


# Fog+.


def test_fog_what_comes_to_nothing_is_told_in_one_wording() -> None:
    words = set()
    for chit, at in (("Dummy", "2423"), ("Surface", "2423"), ("", "3540")):
        g = table(at={"forces/C1": force(), **us("TF 16", at, CV_TF)}, settings={"fog": True})
        activated(g, "C1", [chit] if chit else [])
        heard = [each.dispatch for each in g.told if "us" in each.audiences]
        assert [each.kind for each in heard] == ["no-attack"]
        words.add(g.game.say(heard[0]))
    assert words == {"C1 makes no air attack."}


def test_fog_the_second_wave_and_landing_are_the_umpires_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    loses(monkeypatch, 1)
    carriers = force("2420", level=2, chit="2-3 Carrier")
    g = table(at={"forces/C1": carriers, **us("TF 16", "2423", CV_TF)}, settings={"fog": True})
    cells = {"air_target/8": row("carriers"), "strength_1_2/2-3/none/9": {"1": 7, "2": 6}}
    activated(g, "C1", [8, 9], cells)
    seen, truth = g.plot("us"), g.truth
    assert (seen.forces["C1"]["revealed"], truth.forces["C1"]["revealed"]) == (7, 13)
    assert (seen.at("index/carrier"), truth.at("index/carrier")) == (7, 13)
    assert (seen.forces["C1"]["wave"]["strength"], truth.forces["C1"]["wave"]["strength"]) == (None, 6)
    assert (seen.forces["C1"]["log"][0]["land"], truth.forces["C1"]["log"][0]["land"]) == (None, 7)
    assert "6" not in " ".join(str(each.dispatch.facts.get("points")) for each in g.told if "us" in each.audiences)
    for plot in g.plots.values():  # what is rolled for it before everybody is modified by what everybody has
        assert intelligence.column_cell(plot, "C1") == ["intel_2_3/column/2-3 Carrier/7"]  # type: ignore[arg-type]
        assert intelligence.modifier_cells(plot, "C1", 1, "Carrier") == ["intel_1_2/revealed/7"]  # type: ignore[arg-type]
    for plot in g.plots.values():
        plot.put("clock/phase", 3)  # type: ignore[attr-defined]
    run(g, japan_air.second_waves)
    assert (seen.forces["C1"]["revealed"], seen.at("index/carrier")) == (13, 13)
    assert [each["strength"] for each in seen.forces["C1"]["log"]] == [7, 6]
    assert [each["land"] for each in truth.forces["C1"]["log"]] == [7, 7]
    assert seen.at("memory/waves") == truth.at("memory/waves") == []
    assert intelligence.column_cell(truth, "C1") == ["intel_2_3/column/2-3 Carrier/13"], "once it came it counts"


def test_15_2_past_the_reduction_chart_a_point_more_missing_is_one_less_rolled() -> None:
    at = {(row, n): japan_charts.within_reduction(row, n) for row in (3, 7, 8, 12) for n in (2, 10, 13)}
    assert at[3, 10] == ("reduction/3/10", 0), "within the chart its own cell"
    assert at[3, 13] == ("reduction/3/10", 3), "a point above 10 flies in full"
    assert at[8, 10] == ("reduction/7/9", 0)
    assert at[8, 13] == ("reduction/7/10", 2)
    assert at[12, 13] == ("reduction/7/8", 0)
    assert at[12, 2] == ("", 0), "nothing is left"


@pytest.mark.parametrize(("fog", "flies"), [(False, 5), (True, 8)])
def test_fog_what_stands_past_the_reduction_chart_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, fog: bool, flies: int
) -> None:
    """Asked, it would tell how many points are missing: it is read on from the chart’s edge."""
    fought = loses(monkeypatch)
    carriers = force("2423", level=1, chit="Carrier", revealed=9, losses=8)
    at = {"forces/C1": carriers, **us("TF 16", "2420", CV_TF)}
    g = table({"air_target_mods/5/near": 0}, turn=5, at=at, settings={"fog": fog})
    cells = {
        "air_target/8": row("carriers"),
        "strength_1_2_columns/Carriers/9": {"from": 8, "to": 10},
        "strength_1_2/Carriers/8-10/6": {"1": 13, "2": 0},
        "reduction/8/13": 5,
    }
    asked = activated(g, "C1", [8, 6], cells).asked
    assert ("chart/reduction/8/13" in asked) is not fog
    assert fought[0]["points"] == flies


@pytest.mark.parametrize("fog", [True, False])
def test_fog_what_was_agreed_is_read_as_it_was_told(fog: bool) -> None:
    """One way for scripts and pages: the record, not the heading of the table."""
    g = table(
        settings={"fog": not fog}, at={"settings": {"fog": fog}, "forces/C1": force(), **us("TF 16", "3540", CV_TF)}
    )
    activated(g, "C1", [])
    heard = [each.dispatch for each in g.told if "us" in each.audiences]
    assert ([each.facts["why"] for each in heard] == [""]) is fog
