"""Surface naval combat (14.2): the cases CA-50 and CA-51, matching, fire, retreat, pursuit, exhaustion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.carrier import scenes
from tests.games.carrier.scenes import Answers, scene, told, unsaid
from umpire.games.carrier import damage, fire, forces, movement, reaction, surface, us_movement
from umpire.games.carrier.match_sheet import Match
from umpire.games.carrier.matching import japanese, proposed
from umpire.games.carrier.plot import FORCE, GROUP, SHIP, fresh
from umpire.games.carrier.telling import tell
from umpire.table.asks import Refusal
from umpire.table.charts import Cells
from umpire.table.script import Play

JSON = Any


def run(g: Play, script: Any, answers: Answers | None = None) -> Any:
    """Run a part of the rules; whatever changed, all have heard of it."""
    result = scenes.run(g, script, answers)
    assert all(plot.tree == g.truth.tree for plot in g.plots.values())  # type: ignore[attr-defined]
    return result


CAPACITY = {"BB": 15, "CV": 8, "CVL": 5, "CA": 8, "CL": 4, "CLAA": 4, "DD": 3, "AP": 2, "TR": 2}


class Table(Answers):
    """Printed cells a test does not give are those of a plain table: a hit on a modified 9 or more, no modifier."""

    def to(self, party: str, ask: Any) -> JSON:
        if isinstance(ask, Cells):
            for cell in ask.cells:
                self.cells.setdefault(cell.key, _plain(cell.key))
        return super().to(party, ask)


def _plain(key: str) -> JSON:
    if key.startswith("surface_fire/"):
        return int(int(key.rpartition("/")[2]) >= 9)
    return 0 if key.startswith("surface_mods/") else None


def ship(side: str, type: str, group: str, **more: JSON) -> JSON:
    return fresh(SHIP, side=side, type=type, capacity=CAPACITY[type], **{"in": group}, **more)


def fleet(side: str, group: str, *types: str) -> dict[str, JSON]:
    """Ships called after their side and type: ``j-BB1``."""
    made: dict[str, JSON] = {}
    for type in types:
        n = sum(name.startswith(f"{side[0]}-{type}") and name[len(type) + 2 :].isdigit() for name in made) + 1
        made[f"{side[0]}-{type}{n}"] = ship(side, type, group)
    return made


def sea(japan: Sequence[str], us: Sequence[str], *, at: JSON = None, force: JSON = None, group: JSON = None) -> Play:
    """A level 4 force C7 and TF 64 in hex 2420."""
    f = fresh(FORCE, hex="2420", level=4, chit="Level 4", objective="Guadalcanal", start=len(japan)) | (force or {})
    return scene(
        {},
        forces={"C7": f},
        groups={"TF 64": fresh(GROUP, hex="2420") | (group or {})},
        ships={**fleet("japan", "C7", *japan), **fleet("us", "TF 64", *us)},
        at={"clock/turn": 3, "clock/phase": 2, **(at or {})},
    )


@pytest.fixture(autouse=True)
def others(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What other rules are called upon for, done as simply as may be."""
    called: list[tuple[str, ...]] = []

    def retreat(g: Play, name: str, *more: JSON) -> Any:
        called.append(("retreat", name))
        branch = "forces" if name in g.truth.forces else "groups"
        tell(g, "search-over", now={f"{branch}/{name}/hex": "2520"})
        return
        yield

    def hit(g: Play, name: str, n: int, others: int | None = None) -> Any:
        called.append(("hit", name, str(n)))
        s = g.truth.ships[name]
        now = {f"ships/{name}/hits": s["hits"] + n}
        if s["hits"] + n >= s["capacity"]:
            now |= {f"ships/{name}/sunk": 3, f"ships/{name}/in": ""}
        tell(g, "search-over", now=now)
        return
        yield

    def after(g: Play, ships: Sequence[str]) -> Any:
        called.append(("after", *ships))
        return
        yield

    monkeypatch.setattr(movement, "retreat", retreat)
    monkeypatch.setattr(us_movement, "retreat", retreat)
    monkeypatch.setattr(damage, "hit", hit)
    monkeypatch.setattr(damage, "after_attack", after)
    return called


def engage(g: Play, answers: Answers, option: bool = False) -> None:
    run(g, lambda g: surface.japan_engages(g, "C7", "TF 64", option), answers)


# Matching.

TYPES = {
    **{f"J{n}": "BB" for n in (1, 2)},
    "J3": "CA",
    **{f"J{n}": "DD" for n in (4, 5, 6, 7)},
    "J8": "CL",
    "U1": "CA",
    **{f"U{n}": "DD" for n in (2, 3, 4, 5, 6, 7)},
    "U8": "BB",
    "U9": "CLAA",
    "U10": "CV",
    "U11": "AP",
    "U12": "BB",
}


def test_ca_50_both_battleships_fire_at_the_cruiser_the_rest_at_a_destroyer_each() -> None:
    at = japanese(["J4", "J1", "J5", "J3", "J6", "J2", "J7"], [f"U{n}" for n in (3, 1, 2, 4, 5, 6, 7)], TYPES)
    assert {"J1": at["J1"], "J2": at["J2"]} == {"J1": "U1", "J2": "U1"}
    rest = [at[ship] for ship in ("J3", "J4", "J5", "J6", "J7")]
    assert len(set(rest)) == 5
    assert "U1" not in rest


def test_matching_three_battleships_or_heavy_cruisers_at_a_battleship_as_drawn() -> None:
    types = {**{f"A{n}": "CA" for n in range(4)}, "B": "BB", "D": "DD", "X": "BB", "Y": "CA"}
    at = japanese(["A0", "D", "A1", "A2", "B", "A3"], ["X", "Y"], types)
    assert {ship for ship in at if at[ship] == "X"} >= {"A0", "A1", "A2"}
    assert at["B"] == "Y"
    assert at["A3"] == "Y"
    assert at["D"] in ("X", "Y")  # one over for the spread


def test_matching_a_cl_and_dds_never_at_a_battleship_while_others_lack_theirs() -> None:
    at = japanese(["J4", "J5", "J8"], ["U8", "U1", "U2"], TYPES)
    assert sorted(at.values()) == ["U1", "U1", "U2"]


def test_matching_too_few_for_the_battleships_the_excess_fires_at_them_before_any_spread() -> None:
    """1 BB for two US battleships and a DD; of seven destroyers one takes the DD, the others fill the battleships up."""
    types = {"B": "BB", **{f"D{n}": "DD" for n in range(7)}, "X": "BB", "Y": "BB", "Z": "DD"}
    at = japanese(["B", *(f"D{n}" for n in range(7))], ["X", "Y", "Z"], types)
    count = {target: list(at.values()).count(target) for target in "XYZ"}
    assert count["X"] >= 3
    assert count["Y"] == 3
    assert sum(count.values()) == 8
    assert count == {"X": 4, "Y": 3, "Z": 1}


def test_matching_two_at_each_cruiser_light_or_heavy_then_one_a_destroyer_then_evenly() -> None:
    at = japanese(["J3", "J4", "J5", "J6", "J7", "J8"], ["U1", "U9", "U2"], TYPES)
    assert [list(at.values()).count(target) for target in ("U1", "U9", "U2")] == [3, 2, 1]
    assert at["J3"] == "U1"


def test_matching_in_pursuit_carriers_and_transports_come_first() -> None:
    at = japanese(["J1", "J2", "J3", "J4", "J5", "J6"], ["U10", "U11", "U1", "U2"], TYPES)
    assert [list(at.values()).count(target) for target in ("U10", "U11", "U1", "U2")] == [3, 2, 1, 0]


def test_matching_in_pursuit_of_nothing_but_transports_the_rest_is_spread_over_them() -> None:
    at = japanese(["J1", "J2", "J3"], ["U11"], TYPES)
    assert list(at.values()) == ["U11"] * 3


def test_matching_nobody_to_fire_at() -> None:
    assert japanese(["J1"], [], TYPES) == {}
    assert japanese([], ["U1"], TYPES) == {}
    assert proposed(["U1"], [], TYPES) == {}


def test_matching_proposal_of_the_us_page_spreads_over_all() -> None:
    at = proposed([f"U{n}" for n in range(1, 8)], [f"J{n}" for n in range(1, 8)], TYPES)
    assert at["U1"] in ("J1", "J2")
    assert len(set(at.values())) == 7


# The battle (CA-50).


def test_ca_50_the_us_chooses_before_it_learns_the_dice_modified_and_the_us_retreats(
    monkeypatch: pytest.MonkeyPatch, others: JSON
) -> None:
    g = sea(("BB", "BB", "CA", "DD", "DD", "DD", "DD"), ("CA", "DD", "DD", "DD", "DD", "DD", "DD"))
    order: list[str] = []

    def raised(g: Play, force: str) -> Any:
        order.append("raise")
        return True
        yield

    monkeypatch.setattr(forces, "for_battle", raised)

    def evade(ask: Any) -> str:
        order.append("choice")
        return "evade"

    target_order = [f"u-DD{n}" for n in range(1, 7)]
    japan = [6, 9, 1, 1, 1, 1, 1]
    us = [1, 1, 1, 1, 1, 1, 1]
    cells = {"surface_fire/us/CA/9": 0}
    answers = Table(dice=[*["u-CA1", *target_order], *japan, *us], us={"/option": evade}, cells=cells)
    engage(g, answers, option=True)
    assert order == ["choice", "raise"]
    shots = told(g, "salvo")[0]["shots"]
    first = {shot["firer"]: shot for shot in shots}
    assert (first["j-BB1"]["target"], first["j-BB1"]["modified"], first["j-BB1"]["hits"]) == ("u-CA1", 4, 0)
    assert (first["j-BB2"]["target"], first["j-BB2"]["modified"], first["j-BB2"]["hits"]) == ("u-CA1", 7, 3)
    assert ("hit", "u-CA1", "3") in others
    assert told(g, "surface-outcome")[0]["loser"] == "us"
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "TF 64")]
    assert unsaid(g) == []


def test_battle_makes_the_force_located(others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    engage(g, Table(dice=[1, 1, 2]))
    assert g.truth.forces["C7"]["detection"] == "L"
    assert g.truth.forces["C7"]["fought"]
    assert g.truth.at("memory/battle") is None


def test_battle_the_evader_retreats_and_the_loser_too(others: JSON) -> None:
    g = sea(("DD", "DD"), ("DD", "DD"))
    engage(g, Table(dice=[1, 1, 9, 9], us={"/option": "evade"}), option=True)
    assert told(g, "surface-outcome")[0]["loser"] == "japan"
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "C7"), ("retreat", "TF 64")]


@pytest.mark.parametrize(("die", "loser"), [(4, "us"), (5, "japan"), (10, "us")])
def test_battle_hits_alike_even_the_us_retreats_odd_the_japanese(die: int, loser: str, others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    engage(g, Table(dice=[9, 9, die]))
    assert told(g, "surface-outcome")[0]["loser"] == loser


def test_battle_excess_hits_do_not_count(others: JSON) -> None:
    """Two destroyers lay 8 hits on a ship of 3; the US scores 4 on a cruiser of 8: the Japanese suffered more."""
    g = sea(("CA", "DD"), ("DD", "CA"))
    cells = {"surface_fire/japan/CA/10": 4, "surface_fire/japan/DD/10": 4}
    cells |= {"surface_fire/us/CA/10": 4, "surface_fire/us/DD/10": 0}
    to = {"/match": {"u-CA1": "j-CA1", "u-DD1": "j-CA1"}}
    answers = Table(dice=[10, 10, 10, 10], cells=cells, us=to)
    g.truth.ships["u-CA1"]["hits"] = g.plots["us"].ships["u-CA1"]["hits"] = 5  # type: ignore[attr-defined]
    answers.cells |= {"surface_mods/firer/5-of-8": 0, "surface_mods/target": 0}
    engage(g, answers)
    assert told(g, "salvo")[0]["due"] == {"u-CA1": 3, "j-CA1": 4}
    assert told(g, "salvo")[0]["suffered"] == {"us": 3, "japan": 4}
    assert told(g, "surface-outcome")[0]["loser"] == "japan"


def test_battle_both_sides_fire_before_any_hit_takes_effect(others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    cells = {"surface_fire/japan/DD/9": 3, "surface_fire/us/DD/9": 3}
    engage(g, Table(dice=[9, 9, 1], cells=cells))
    assert [each for each in others if each[0] == "hit"] == [("hit", "j-DD1", "3"), ("hit", "u-DD1", "3")]


def test_battle_all_forces_in_the_hex_of_the_side_retreat(others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    for plot in g.plots.values():
        plot.put("groups/TF 65", fresh(GROUP, hex="2420"))  # type: ignore[attr-defined]
        plot.put("ships/u-CA9", ship("us", "CA", "TF 65"))  # type: ignore[attr-defined]
        plot.put("forces/C9", fresh(FORCE, hex="2420"))  # type: ignore[attr-defined]
    engage(g, Table(dice=[9, 1]))
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "TF 64"), ("retreat", "TF 65")]


def test_battle_carriers_and_transports_neither_fire_nor_are_fired_at(others: JSON) -> None:
    g = sea(("DD",), ("CV", "AP", "DD"))
    engage(g, Table(dice=[1, 1, 3]))
    shots = told(g, "salvo")[0]["shots"]
    assert {(shot["firer"], shot["target"]) for shot in shots} == {("j-DD1", "u-DD1"), ("u-DD1", "j-DD1")}


def test_battle_without_a_ship_that_fires_is_decided_by_the_die(others: JSON) -> None:
    g = sea(("TR", "TR"), ("CV",))
    engage(g, Table(dice=[1]))
    assert told(g, "surface-outcome")[0]["loser"] == "japan"
    assert told(g, "pursuit") == []


def test_battle_with_what_turns_out_a_dummy_is_none(monkeypatch: pytest.MonkeyPatch, others: JSON) -> None:
    def gone(g: Play, force: str) -> Any:
        tell(g, "search-over", gone=[f"forces/{force}"])
        return False
        yield

    monkeypatch.setattr(forces, "for_battle", gone)
    g = sea((), ("DD",))
    engage(g, Table())
    assert len(told(g, "no-battle")) == 1
    assert g.truth.groups["TF 64"]["exhaust"] == 0


# Modifiers.


def test_modifiers_all_cumulative(others: JSON) -> None:
    g = sea(("BB",), ("CA",), at={"clock/night": True}, force={"exhaust": 2})
    for plot in g.plots.values():
        plot.put("ships/j-BB1/hits", 4)  # type: ignore[attr-defined]
        plot.put("ships/u-CA1/hits", 4)  # type: ignore[attr-defined]
    cells = {"surface_mods/firer/4-of-15": -1, "surface_mods/target": 2, "surface_mods/night/japan": 1}
    cells |= {
        "surface_mods/evasion/us/us/CA": -4,
        "surface_mods/type/us/CA/BB": -1,
        "surface_mods/firer/4-of-8": -2,
    }
    answers = Table(dice=[8, 10], cells=cells, us={"/option": "evade"})
    engage(g, answers, option=True)
    shots = {shot["firer"]: shot for shot in told(g, "salvo")[0]["shots"]}
    # -2 evasion, -1 damaged, +2 target heavily damaged, +1 night, -1 Battle Exhaust 2
    assert shots["j-BB1"]["modified"] == 8 - 2 - 1 + 2 + 1 - 1
    # CA at BB -1, -4 evasion, -2 damaged; the night is nothing to the US
    assert shots["u-CA1"]["modified"] == 10 - 1 - 4 - 2


def test_modifiers_none_at_a_like_type_and_an_antiaircraft_cruiser_is_a_cl(others: JSON) -> None:
    g = sea(("CL",), ("CLAA",))
    answers = Table(dice=[1, 1, 1])
    engage(g, answers)
    assert not any("type" in key for key in answers.cells if key.startswith("surface_mods"))
    assert told(g, "salvo")[0]["shots"][1]["type"] == "CL"


def test_modifiers_target_is_heavily_damaged_from_half_its_capacity(others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    for hits, heavy in ((1, False), (2, True)):
        for plot in g.plots.values():
            plot.put("ships/u-DD1/hits", hits)  # type: ignore[attr-defined]
        mods = fire.modifiers(g.truth, fire.Shot("japan", "j-DD1", "u-DD1"))
        assert any(each.key == "surface_mods/target" for each in mods) is heavy


# The US attack and Japanese evasion.


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The Close Reaction Table: what it says, and whose row was read."""
    says = {"result": "E", "whose": ""}

    def consult(g: Play, force: str, groups: Any, whose: str, name: str) -> Any:
        says["whose"] = whose
        return says["result"], groups()[0]
        yield

    monkeypatch.setattr(reaction, "consult", consult)
    return says


def attack(g: Play, answers: Answers) -> None:
    run(g, lambda g: surface.us_engages(g, "TF 64"), answers)


def test_us_attack_the_force_stands(table: JSON, others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    attack(g, Table(dice=[1, 9]))
    assert table["whose"] == "day"
    assert g.truth.groups["TF 64"]["engaged"] == "t0/p2"
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "C7")]


@pytest.mark.parametrize("die", [1, 4])
def test_us_attack_r_1_to_4_is_a_battle_in_which_the_japanese_evade_and_retreat_after_it(
    die: int, table: JSON, others: JSON
) -> None:
    table["result"] = "R"
    g = sea(("DD",), ("DD",))
    cells = {"surface_mods/evasion/japan/japan/DD": -1, "surface_mods/evasion/japan/us/DD": -3}
    attack(g, Table(dice=[die, 10, 10], cells=cells))
    shots = {shot["firer"]: shot for shot in told(g, "salvo")[0]["shots"]}
    assert (shots["j-DD1"]["modified"], shots["u-DD1"]["modified"]) == (9, 7)
    # the US suffered more, the Japanese evaded: both retreat
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "TF 64"), ("retreat", "C7")]
    assert told(g, "pursuit") == []


@pytest.mark.parametrize("die", [5, 10])
def test_us_attack_r_5_and_more_the_force_gets_away_and_is_not_raised(die: int, table: JSON, others: JSON) -> None:
    table["result"] = "R"
    g = sea(("DD",), ("DD",), force={"level": 2, "chit": "Small Surface"})
    attack(g, Table(dice=[die]))
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "C7")]
    assert g.truth.forces["C7"]["level"] == 2
    assert g.truth.forces["C7"]["detection"] == ""
    assert g.truth.groups["TF 64"]["exhaust"] == 0
    assert unsaid(g) == []


def test_us_attack_at_night_reads_the_night_row_and_modifies_the_die(table: JSON, others: JSON) -> None:
    table["result"] = "R"
    g = sea(("DD",), ("DD",), at={"clock/night": True})
    attack(g, Table(dice=[4], cells={"surface_mods/engage/us": 1}))
    assert table["whose"] == "night"
    assert told(g, "japan-evades")[0]["caught"] is False


def test_us_attack_a_force_in_its_objective_hex_stands(table: JSON, others: JSON) -> None:
    table["result"] = "R"
    g = sea(("DD",), ("DD",), force={"hex": "2626"}, group={"hex": "2626"})
    attack(g, Table(dice=[1, 9]))
    assert table["whose"] == ""
    assert len(told(g, "salvo")) == 1


def test_us_attack_a_surface_force_first_and_one_a_segment(table: JSON, others: JSON) -> None:
    g = sea(("DD",), ("DD",))
    for plot in g.plots.values():
        plot.put("forces/C2", fresh(FORCE, hex="2420", level=2, chit="1-2 Carrier"))  # type: ignore[attr-defined]
        plot.put("forces/C3", fresh(FORCE, hex="2420"))  # type: ignore[attr-defined]
    assert surface.engageable(g.truth, "TF 64") == ["C7"]
    for plot in g.plots.values():
        plot.drop("forces/C7")  # type: ignore[attr-defined]
    assert surface.engageable(g.truth, "TF 64") == ["C2", "C3"]
    for plot in g.plots.values():
        plot.put("groups/TF 64/engaged", "t0/p2")  # type: ignore[attr-defined]
    answers = Table()
    attack(g, answers)
    assert answers.asked == []


def test_us_attack_not_by_an_exhausted_task_force(table: JSON, others: JSON) -> None:
    g = sea(("DD",), ("DD",), group={"exhaust": 2})
    attack(g, Table())
    assert told(g, "engages") == []


def test_us_attack_raises_to_level_2_before_the_table_is_read(
    monkeypatch: pytest.MonkeyPatch, table: JSON, others: JSON
) -> None:
    seen: list[int] = []

    def raise_to(g: Play, force: str, level: int) -> Any:
        seen.append(level)
        tell(g, "search-over", gone=[f"forces/{force}"])
        return False
        yield

    monkeypatch.setattr(forces, "raise_to", raise_to)
    g = sea((), ("DD",), force={"level": 0, "chit": ""})
    attack(g, Table())
    assert seen == [2]
    assert table["whose"] == ""


# Pursuit.


def test_pursuit_the_japanese_pursue_beaten_carriers_and_match_them_first(others: JSON) -> None:
    g = sea(("CA", "CA", "DD", "DD"), ("CV", "DD", "DD"))
    cells = {"surface_fire/japan/CA/10": 2}
    dice = [
        *["u-DD1", "u-DD2"],
        *[10, 1, 1, 1],
        *[1, 1],
        *[1],  # in pursuit: three fire at the carrier, the fourth at a destroyer
        *[1, 1],
        *[10, 1, 1],
    ]
    engage(g, _with_orders(g, dice, cells))
    assert [f["pursuer"] for f in told(g, "surface-round")] == ["", "japan"]
    match = told(g, "matched")[2]
    assert match["side"] == "japan"
    assert list(match["match"].values()).count("u-CV1") == 3
    assert ("hit", "u-CV1", "2") in others
    assert g.truth.forces["C7"]["exhaust"] == 2
    assert g.truth.groups["TF 64"]["exhaust"] == 2
    assert [each for each in others if each[0] == "retreat"] == [("retreat", "TF 64")]
    assert unsaid(g) == []


def _with_orders(g: Play, dice: list[Any], cells: JSON) -> Table:
    """Dice in their order, while draws of orders are answered as the ships come."""
    numbers = [each for each in dice if isinstance(each, int)]

    class Ordered(Table):
        def to(self, party: str, ask: Any) -> JSON:
            if ask.kind == "draw":
                self.asked.append(ask.name)
                return list(ask.cup)
            return super().to(party, ask)

    return Ordered(dice=numbers, cells=cells)


def test_pursuit_fire_at_others_takes_effect_before_fire_at_carriers(others: JSON) -> None:
    """A pursuer that is heavily damaged in the first half does not fire at the carrier in the second."""
    g = sea(("DD", "DD", "DD"), ("CV", "DD"))
    cells = {"surface_fire/us/DD/10": 2, "surface_fire/japan/DD/10": 1}
    # round 1: J 10 1 1, US 1; pursuit: 3 match the carrier; the US destroyer hits one of them; two fire.
    engage(g, _with_orders(g, [10, 1, 1, 1, 10, 1, 1], cells))
    last = told(g, "salvo")[-1]["shots"]
    assert [shot["firer"] for shot in last] == ["j-DD2", "j-DD3"]


def test_pursuit_not_where_the_beaten_have_neither_carriers_nor_transports(others: JSON) -> None:
    g = sea(("DD", "DD"), ("DD", "CA"))
    engage(g, _with_orders(g, [10, 10, 1, 1], {}))
    assert told(g, "pursuit") == []


def test_pursuit_not_after_a_tie(others: JSON) -> None:
    g = sea(("DD",), ("CV", "DD"))
    engage(g, _with_orders(g, [10, 10, 2], {}))
    assert told(g, "surface-outcome")[0]["loser"] == "us"
    assert told(g, "pursuit") == []


def test_pursuit_never_by_transports(others: JSON) -> None:
    g = sea(("DD", "TR"), ("CV", "DD"))
    engage(g, _with_orders(g, [10, 1], {}))
    assert told(g, "pursuit") == []


def test_pursuit_by_the_us_as_the_player_will(others: JSON) -> None:
    g = sea(("DD", "TR"), ("DD", "DD"))
    answers = _with_orders(g, [1, 10, 1], {})
    answers.us["/pursue"] = "let go"
    engage(g, answers)
    assert len(told(g, "no-pursuit")) == 1
    g = sea(("DD", "TR"), ("DD", "DD"))
    answers = _with_orders(g, [1, 10, 1, 1, 10, 10], {"surface_fire/us/DD/10": 1})
    answers.us["/2/match"] = {"u-DD1": "j-TR1", "u-DD2": "j-TR1"}
    answers.us["/pursue"] = "pursue"
    engage(g, answers)
    assert ("hit", "j-TR1", "2") in others
    assert [each for each in others if each[0] == "retreat"][-1] == ("retreat", "C7")


def test_pursuit_heavily_damaged_pursuers_neither_fire_nor_are_fired_at(others: JSON) -> None:
    g = sea(("DD", "TR"), ("DD", "DD"))
    for plot in g.plots.values():
        plot.put("ships/u-DD2/hits", 2)  # type: ignore[attr-defined]
    seen: list[Match] = []

    def match(ask: Any) -> JSON:
        seen.append(ask)
        return ask.value(ask.draft())

    answers = _with_orders(g, [1, 10, 1, 1, 1], {})
    answers.us["/2/match"] = match
    engage(g, answers)
    assert seen[0].firers == ["u-DD1"]
    japan = next(f for f in reversed(told(g, "matched")) if f["side"] == "japan")
    assert list(japan["match"].values()) == ["u-DD1"]


def test_pursuit_of_level_3_carriers_by_their_type(monkeypatch: pytest.MonkeyPatch, others: JSON) -> None:
    """The carriers of a level 3 force have no names before one is hit (11.2)."""
    g = sea(("DD",), ("DD", "DD"), force={"level": 3, "chit": "2 CV", "screen": "Level 4"})

    def raised(g: Play, force: str) -> Any:
        return True
        yield

    def draw_one(g: Play, force: str, type: str, name: str, why: str) -> Any:
        tell(g, "search-over", now={"ships/Kaga": ship("japan", type, force)})
        return "Kaga"
        yield

    monkeypatch.setattr(forces, "for_battle", raised)
    monkeypatch.setattr(fire.naming, "draw_one", draw_one)
    answers = _with_orders(g, [1, 10, 1, 1, 10, 1], {"surface_fire/us/DD/10": 2})
    answers.us["/2/match"] = {"u-DD1": "CV 2", "u-DD2": "CV 1"}
    engage(g, answers)
    assert ("hit", "Kaga", "2") in others


def test_pursuit_not_by_one_already_exhausted(others: JSON) -> None:
    g = sea(("CA", "DD"), ("CV", "DD"), force={"exhaust": 1})
    engage(g, _with_orders(g, [10, 1, 1], {}))
    assert g.truth.forces["C7"]["exhaust"] == 2
    assert told(g, "pursuit") == []


# Exhaustion (CA-51).


def test_ca_51_a_second_battle_flips_the_marker_and_then_it_fires_at_minus_one(others: JSON) -> None:
    g = sea(("CA",), ("CA",))
    for n in (1, 2, 3):
        for plot in g.plots.values():
            plot.put("forces/C7/hex", "2420")  # type: ignore[attr-defined]
            plot.put("groups/TF 64/hex", "2420")  # type: ignore[attr-defined]
            plot.put("clock/phase", n)  # type: ignore[attr-defined]
        engage(g, Table(dice=[5, 5, 1]))
        assert g.truth.forces["C7"]["exhaust"] == min(2, n)
    modified = [shot["modified"] for f in told(g, "salvo") for shot in f["shots"] if shot["side"] == "japan"]
    assert modified == [5, 5, 4]


def test_ca_51_the_1200_turn_clears_all_markers_but_its_own() -> None:
    g = sea(("CA",), ("CA",), force={"exhaust": 2, "exhausted": 5}, group={"exhaust": 1, "exhausted": 6})
    for plot in g.plots.values():
        plot.put("clock/turn", 6)  # type: ignore[attr-defined]
    surface.clear_exhaustion(g)
    assert g.truth.forces["C7"]["exhaust"] == 0
    assert g.truth.groups["TF 64"]["exhaust"] == 1
    assert unsaid(g) == []


def test_ca_51_a_marker_already_on_2_is_neither_placed_nor_flipped(others: JSON) -> None:
    g = sea(("CA",), ("CA",), force={"exhaust": 2, "exhausted": 1})
    engage(g, Table(dice=[1, 1, 1]))
    assert g.truth.forces["C7"]["exhausted"] == 1


# The page.


def test_match_sheet_every_ship_fires_once_at_one_that_is_there() -> None:
    facts = {
        "heading": "",
        "words": "",
        "rule": "14.2",
        "firers": [{"id": "A", "words": "DD A", "note": ""}, {"id": "B", "words": "DD B", "note": ""}],
        "targets": [{"id": "X", "words": "DD X", "note": ""}, {"id": "Y", "words": "DD Y", "note": ""}],
        "preset": {"A": "X", "B": "Y"},
    }
    ask = Match("m", facts)
    with pytest.raises(Refusal, match="B"):
        ask.validate({"A": "X"})
    with pytest.raises(Refusal):
        ask.validate({"A": "X", "B": "Z"})
    draft = ask.edit(ask.draft(), "at", "Y", {})
    assert ask.value(draft) == {"A": "Y", "B": "Y"}
    assert draft["one"] == "B"
    assert ask.value(ask.edit(draft, "all", "X", {})) == {"A": "X", "B": "X"}
    assert ask.edit(draft, "one", "A", {})["one"] == "A"


# With the rules about it as they are.


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()


def test_ca_50_whole_a_level_3_medium_bb_force_by_a_cruiser_and_six_destroyers(others: JSON, whole: None) -> None:
    """Reaction die 5: USOp; the US evades; level 3 to 4 on a 9: 2 BB, 1 CA, 4 DD; 6 and 9 are 4 and 7: 0 and 3 hits."""
    g = scene(
        {},
        forces={"C7": fresh(FORCE, hex="2420", level=3, chit="Medium BB", objective="Guadalcanal")},
        groups={"TF 64": fresh(GROUP, hex="2421")},
        ships=fleet("us", "TF 64", "CA", *["DD"] * 6),
        at={"clock/turn": 3, "clock/phase": 2, "clock/segment": "japan", "pool/C": [], "limits": {}, "spares": {}},
    )
    medium = {"code1": "E", "to1": 4, "code2": "USOp", "to2": 5, "code3": "R", "to3": 10}
    cells = {"close_reaction/medium/other surface/japan": medium}
    draws: list[str] = []

    class Whole(Table):
        def to(self, party: str, ask: Any) -> JSON:
            if ask.kind == "draw":
                draws.append(ask.name)
                self.asked.append(ask.name)
                return list(ask.cup)[: ask.n]
            return super().to(party, ask)

    answers = Whole(dice=[5, 9, *[6, 9, 1, 1, 1, 1, 1], *[1] * 7], cells=cells, us={"/option": "evade"})
    run(g, lambda g: reaction.react(g, "C7", "t0/p2/C7/move"), answers)
    japan = [s["type"] for s in g.truth.ships.values() if s["side"] == "japan"]
    assert sorted(japan) == ["BB", "BB", "CA", "DD", "DD", "DD", "DD"]
    assert g.truth.forces["C7"]["level"] == 4
    assert g.truth.ships["u-CA1"]["hits"] == 3
    assert g.truth.forces["C7"]["hex"] == "2421"
    assert g.truth.groups["TF 64"]["hex"] != "2421"
    asked = answers.asked
    assert asked.index("t0/p2/C7/battle/option") < next(n for n, name in enumerate(asked) if "raise" in name)
    assert unsaid(g) == []
    assert len(asked) == len(set(asked))


def test_battle_whole_a_force_all_sunk_is_off_the_map_and_nobody_of_it_retreats(others: JSON, whole: None) -> None:
    g = sea(("DD",), ("DD", "DD"), at={"clock/segment": "japan", "pool/C": []})
    engage(g, _with_orders(g, [1, 10, 10], {"surface_fire/us/DD/10": 3}))
    assert "C7" not in g.truth.forces
    assert told(g, "salvo")[0]["suffered"] == {"us": 0, "japan": 3}
    assert told(g, "retreats") == []
