"""Force chits: draws, Intelligence Tables, screens, level 4, decrease, search results (8.0, 11, 12.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import forces, intelligence, leaving, lookups, naming, retirement, roster
from umpire.games.carrier import map as sea
from umpire.games.carrier.plot import FORCE, STRIKE, CarrierPlot, fresh
from umpire.table.script import Play, Steps

JSON = Any
CHARTS = ("intel_1_2", "intel_2_3", "intel_3_4", "screen")
AGREED = {f"agreed/{chart}": "yes" for chart in CHARTS}
COMBAT = {
    **{"Carrier": 7, "Surface": 7, "Large": 3, "Medium": 3, "Small": 2},
    **{"1-2 Carrier": 2, "2-3 Carrier": 1, "3+ Carrier": 1},
    **{"Large Surface": 1, "Medium Surface": 3, "Small Surface": 2, "Dummy": 28},
}
TRANSPORT = {"Transport": 10, "Large Transport": 2, "Medium Transport": 2, "Small Transport": 1, "Dummy": 7}
SPARES = {
    **{"Surface": 6, "Carrier": 2, "Transport": 2, "Small Surface": 3, "Medium Surface": 5, "Large Surface": 3},
    **{"1-2 Carrier": 5, "2-3 Carrier": 2, "3+ Carrier": 2},
}


@pytest.fixture(autouse=True)
def open_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is high sea but 2126; targets are what the strikes on the record say."""

    def terrain(plot: CarrierPlot, place: str) -> str:
        return "coastal" if place == "2126" else "high"

    def know(g: Play, places: Callable[[], Iterable[str]], why: str) -> Steps[None]:
        return
        yield

    monkeypatch.setattr(sea, "terrain", terrain)
    monkeypatch.setattr(sea, "presumed", terrain)
    monkeypatch.setattr(sea, "know_terrain", know)
    monkeypatch.setattr(
        "umpire.games.carrier.leaving.strikes.targeted",
        lambda plot, force: any(s["target"] == force and not s["down"] for s in plot.strikes.values()),
    )


def force(**leaves: JSON) -> dict[str, JSON]:
    return fresh(FORCE, **{"hex": "2212", "objective": "Guadalcanal", **leaves})


def chit(name: str, **leaves: JSON) -> dict[str, JSON]:
    return force(chit=name, level=intelligence.level_of(name), **leaves)


def strike_at(name: str) -> dict[str, JSON]:
    return fresh(STRIKE, target=name, left=True, hex="2212")


def play(at: Mapping[str, JSON] | None = None, /, **counters: JSON) -> Play:
    """A play with these forces on the map, whole cups, and limits that nothing comes near."""
    return scene(
        AGREED,
        at={
            "period": "oct42",
            "cups/combat": dict(COMBAT),
            "cups/transport": dict(TRANSPORT),
            "spares": dict(SPARES),
            "limits": {"carrier": 100, "surface": 100, "transport": 100},
            "objectives": {"primary": "Guadalcanal", "secondary": "Port Moresby", "interdiction": False},
            "clock": {"turn": 3, "phase": 2, "segment": "us", "step": "search", "night": False},
            **{f"forces/{name}": f for name, f in counters.items()},
            **(at or {}),
        },
    )


def do(g: Play, script: Callable[..., Steps[Any]], *args: JSON, dice: Sequence[int | str] = ()) -> tuple[Any, Answers]:
    answers = Answers(dice)
    done = run(g, lambda g: script(g, *args), answers)
    assert unsaid(g) == []
    return done, answers


# Draws (11.1).


def test_11_1_a_drawn_chit_leaves_the_cup_and_lies_under_the_force() -> None:
    g = play(C7=force())
    stays, answers = do(g, forces.draw_chit, "C7", dice=["Medium"])
    f = g.truth.forces["C7"]
    assert stays
    assert (f["chit"], f["level"], f["banded"]) == ("Medium", 1, True)
    assert g.truth.at("cups/combat/Medium") == 2
    assert answers.asked == ["t0/p2/us/search/C7/chit/1"]


def test_11_1_a_transport_counter_draws_from_the_transport_cup() -> None:
    g = play(T3=force(kind="T"))
    do(g, forces.draw_chit, "T3", dice=["Transport"])
    assert g.truth.forces["T3"]["chit"] == "Transport"
    assert g.truth.at("cups/transport/Transport") == 9
    assert g.truth.tree["cups"]["combat"] == COMBAT


def test_11_1_a_dummy_takes_the_force_off_the_map_and_is_out_of_the_game() -> None:
    g = play(C7=force())
    stays, _ = do(g, forces.draw_chit, "C7", dice=["Dummy"])
    assert not stays
    assert "C7" not in g.truth.forces
    assert g.truth.at("pool/C") == ["C7"]
    assert g.truth.at("cups/combat/Dummy") == 27
    assert g.truth.at("aside/Dummy") == 1


def test_11_1_carriers_drawn_in_coastal_sea_go_back_and_another_chit_is_drawn() -> None:
    g = play(C7=force(hex="2126"))
    _, answers = do(g, forces.draw_chit, "C7", dice=["Carrier", "3+ Carrier", "Surface"])
    assert g.truth.forces["C7"]["chit"] == "Surface"
    assert g.truth.at("cups/combat/Carrier") == 7
    assert g.truth.at("cups/combat/3+ Carrier") == 1
    assert answers.asked[1].endswith("/chit/1/again/1")


def test_11_1_a_cup_of_nothing_that_may_stand_counts_as_a_dummy() -> None:
    for place, cup in (("2212", {}), ("2126", {"Carrier": 2})):
        g = play({"cups/combat": cup}, C7=force(hex=place))
        stays, _ = do(g, forces.draw_chit, "C7")
        assert not stays
        assert "C7" not in g.truth.forces
        assert g.truth.tree["cups"]["combat"] == cup


def test_level_0_holds_no_chit_anywhere() -> None:
    g = play(C7=force())
    assert not any(g.truth.forces["C7"][leaf] for leaf in ("chit", "level", "screen", "banded"))


def test_nothing_hidden_is_decided_early() -> None:
    """One script, two sources of chance: the record is the same byte for byte up to the draw."""
    before = []
    for fell in ("Dummy", "3+ Carrier"):
        g = play(C7=force(), C8=chit("Medium"))

        def script(g: Play, fell: str = fell) -> Steps[None]:
            yield from forces.searched(g, "C8", "L", False)
            yield from forces.searched(g, "C7", "L", True)

        steps = script(g)
        asks = next(steps)()
        (ask,) = asks.values()
        before.append(([each.dispatch.text for each in g.told], g.truth.dump(), ask.signature()))
        g.asked = asks
        with pytest.raises(StopIteration):
            steps.send({"dice": [fell]})
        assert ("C7" in g.truth.forces) == (fell != "Dummy")
    assert before[0] == before[1]


# Level 1 to 2.


@pytest.mark.parametrize(
    ("column", "die", "result"),
    [
        ("Medium", 7, "2-3 Carrier"),
        ("Carrier", 8, "3+ Carrier"),
        ("Large", 6, "Large Transport"),
        ("Small", 1, "Small Surface"),
    ],
)
def test_11_2_level_1_to_2(column: str, die: int, result: str) -> None:
    g = play(C7=chit(column, banded=True))
    do(g, forces.raise_once, "C7", dice=[die])
    f = g.truth.forces["C7"]
    assert (f["chit"], f["level"], f["banded"]) == (result, 2, False)
    assert g.truth.at(f"aside/{column}") == 1
    assert g.truth.at(f"cups/combat/{column}") == COMBAT[column]


def test_11_2_a_chit_from_the_spares_goes_back_to_them() -> None:
    g = play(C7=chit("Carrier"))
    do(g, forces.raise_once, "C7", dice=[1])
    assert g.truth.at("spares/Carrier") == 3
    assert g.truth.at("spares/1-2 Carrier") == 4
    assert g.truth.at("aside/Carrier") is None


def test_ca_39_secondary_objective_without_and_with_revealed_strength() -> None:
    g = play(
        C1=chit("Carrier", objective="Port Moresby"),
        C2=chit("Carrier", objective="Port Moresby", revealed=9),
        C3=chit("Carrier", revealed=9),
        C4=chit("Carrier"),
    )
    sums = [
        sum(by for by, _ in intelligence.modifiers(g.truth, name, 1, "Carrier")) for name in ("C1", "C2", "C3", "C4")
    ]
    assert sums == [-4, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "by"), [("Large", -4), ("Medium", -4), ("Small", -4), ("Surface", 0), ("Transport", 0)]
)
def test_11_2_the_secondary_objective_counts_for_what_may_have_carriers(name: str, by: int) -> None:
    g = play(C1=chit(name, objective="Port Moresby"))
    assert sum(n for n, _ in intelligence.modifiers(g.truth, "C1", 1, name)) == by


@pytest.mark.parametrize(
    ("revealed", "by"), [(1, -4), (5, -4), (6, -3), (7, -2), (8, -1), (9, 0), (10, 1), (13, 4), (14, 5), (22, 5)]
)
def test_11_2_revealed_strength_modifies_level_1_to_2(revealed: int, by: int) -> None:
    g = play(C1=chit("Carrier", revealed=revealed))
    assert intelligence.modifiers(g.truth, "C1", 1, "Carrier")[0][0] == by


@pytest.mark.parametrize(
    ("die", "by", "row"), [(10, -4, 10), (10, 5, 10), (8, 2, 9), (9, 5, 9), (3, -4, 1), (6, -4, 2)]
)
def test_11_2_a_natural_10_stands_and_nothing_else_becomes_one(die: int, by: int, row: int) -> None:
    assert intelligence.row_1(die, [(by, "")]) == row


def test_11_2_die_8_with_plus_2_is_read_as_9() -> None:
    g = play(C1=chit("Carrier", revealed=11))
    do(g, forces.raise_once, "C1", dice=[8])
    assert g.truth.forces["C1"]["chit"] == "3+ Carrier"


@pytest.mark.parametrize(
    ("column", "second", "result"),
    [
        ("Carrier", 5, "Surface"),
        ("Large", 1, "3+ Carrier"),
        ("Large", 3, "Medium Surface"),
        ("Medium", 2, "Large Surface"),
        ("Small", 4, "Medium Surface"),
        ("Transport", 1, "Carrier"),
        ("Transport", 2, "Surface"),
    ],
)
def test_11_2_a_natural_10_is_rolled_again_on_its_own_rows(column: str, second: int, result: str) -> None:
    g = play(C7=chit(column))
    do(g, forces.raise_once, "C7", dice=[10, second])
    assert g.truth.forces["C7"]["chit"] == result


def test_11_2_a_surface_force_on_a_10_becomes_a_level_1_carrier_force() -> None:
    g = play(C7=chit("Surface", banded=True))
    do(g, forces.searched, "C7", "L", True, dice=[10])
    f = g.truth.forces["C7"]
    assert (f["chit"], f["level"], f["advantage"]) == ("Carrier", 1, True)


def test_11_2_a_10_that_ends_in_a_dummy_removes_the_force_at_once() -> None:
    g = play(C7=chit("Carrier", banded=True))
    stays, _ = do(g, forces.raise_once, "C7", dice=[10, 6])
    assert not stays
    assert "C7" not in g.truth.forces
    assert g.truth.at("aside") == {"Carrier": 1}


def test_11_2_a_10_is_not_heeded_by_carriers_that_have_struck() -> None:
    g = play(C7=chit("Carrier", revealed=8))
    do(g, forces.raise_once, "C7", dice=[10, 10, 6])
    assert g.truth.forces["C7"]["chit"] == "2-3 Carrier"  # 6 less 1


def test_11_2_carriers_rolled_in_coastal_sea_are_rolled_again() -> None:
    g = play(C7=chit("Medium", hex="2126"))
    _, answers = do(g, forces.raise_once, "C7", dice=[7, 9, 4])
    assert g.truth.forces["C7"]["chit"] == "Medium Surface"
    assert answers.asked == [f"t0/p2/us/search/C7/raise/1{end}" for end in ("", "/again/1", "/again/2")]


# Level 2 to 3.


def test_ca_37_the_column_of_a_level_2_carrier_force() -> None:
    g = play(C1=chit("1-2 Carrier", revealed=8), C2=chit("1-2 Carrier"))
    keys = [intelligence.cell_2(g.truth, name, 5) for name in ("C1", "C2")]
    assert keys == ["intel_2_3/1-2 Carrier/3/5", "intel_2_3/1-2 Carrier/2/5"]


@pytest.mark.parametrize(
    ("name", "revealed", "column"),
    [
        *(("1-2 Carrier", n, c) for n, c in ((None, 2), (5, 1), (6, 2), (7, 2), (8, 3), (10, 3), (11, 4))),
        *(("2-3 Carrier", n, c) for n, c in ((None, 3), (7, 1), (8, 2), (10, 2), (11, 3), (13, 3), (14, 4))),
        *(("3+ Carrier", n, c) for n, c in ((None, 3), (12, 1), (13, 2), (14, 2), (15, 3), (16, 3), (17, 4))),
    ],
)
def test_11_2_columns_by_revealed_strength(name: str, revealed: int | None, column: int) -> None:
    g = play(C1=chit(name, revealed=revealed))
    assert intelligence.cell_2(g.truth, "C1", 1) == f"intel_2_3/{name}/{column}/1"


def test_11_2_a_level_2_surface_force_on_a_1_is_a_carrier_force_of_the_same_level() -> None:
    g = play(C7=chit("Large Surface"))
    do(g, forces.searched, "C7", "", True, dice=[1])
    f = g.truth.forces["C7"]
    assert (f["chit"], f["level"], f["advantage"], f["detection"]) == ("1-2 Carrier", 2, True, "")


def test_ca_63_air_losses_reduce_the_value_at_level_3() -> None:
    g = play(C7=chit("3+ Carrier", losses=2, revealed=15))
    do(g, forces.raise_once, "C7", dice=[2, 4])  # 2 CV+CVL, a large screen
    f = g.truth.forces["C7"]
    assert (f["chit"], f["value"], f["losses"]) == ("2 CV+CVL", 20, 0)
    assert f["screen"] == "Large CA"


def test_a_force_of_level_3_without_an_air_point_left_retires_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def check(g: Play, name: str, lost: Sequence[str]) -> Steps[None]:
        seen.append((name, g.truth.forces[name]["value"], g.truth.forces[name]["screen"]))
        return
        yield

    monkeypatch.setattr(retirement, "check_force", check)
    g = play(C7=chit("1-2 Carrier", losses=5, revealed=5))
    do(g, forces.raise_once, "C7", dice=[1, 2])
    assert seen == [("C7", 0, "Small DD")]


# Screens (11.3).


@pytest.mark.parametrize(
    ("name", "size"),
    [("CVL", "small"), ("2 CVL", "medium"), ("CV", "medium"), ("3 CVL", "large"), ("2 CV+2 CVL", "large")],
)
def test_11_3_the_screen_generation_chart(name: str, size: str) -> None:
    g = play(C7=chit(name, value=4))
    script = (forces.ensure_screen, "C7")
    do(g, *script, dice=[1, 2])  # a 1 would be carriers: rolled again
    (said,) = told(g, "screen")
    assert said["size"] == f"{size.capitalize()} Surface"
    assert (
        g.truth.forces["C7"]["screen"]
        == said["chit"]
        == {"small": "Small DD", "medium": "Medium DD", "large": "Medium CA"}[size]
    )


def test_11_3_a_screen_is_determined_once() -> None:
    g = play(C7=chit("CV", value=9, screen="Medium DD"))
    do(g, forces.ensure_screen, "C7")
    assert told(g, "screen") == []


def test_11_3_no_screen_for_forces_of_level_1_and_2_or_without_carriers() -> None:
    g = play(C1=chit("Carrier"), C2=chit("1-2 Carrier"), C3=chit("Large CA"))
    for name in ("C1", "C2", "C3"):
        do(g, forces.ensure_screen, name)
    assert told(g, "screen") == []


# Level 3 to 4.


def test_ca_41_one_die_for_carriers_and_screen() -> None:
    g = play({"limits/carrier": 12}, C7=chit("2 CVL", value=9, screen="Medium DD"))
    dds = roster.drawable(g.truth, "japan", "DD")[:6]
    _, answers = do(g, forces.raise_once, "C7", dice=[6, "Junyo", "Zuiho", *dds])
    f = g.truth.forces["C7"]
    assert (f["level"], f["chit"], f["screen"], f["value"]) == (4, "Level 4", "Level 4", None)
    types = [g.truth.ships[name]["type"] for name in g.truth.ships_of("C7")]
    assert sorted(types) == ["CVE", "CVL", *["DD"] * 6]
    assert f["start"] == 6
    assert [name.rpartition("/")[2] for name in answers.asked] == ["1", "CVL", "CVE", "DD"]
    assert g.truth.ships["Junyo"]["value"] == 6


@pytest.mark.parametrize(
    ("limit", "by"), [(12, 0), (19, 0), (20, 1), (21, 1), (22, 2), (25, 2), (26, 3), (27, 3), (28, 4)]
)
def test_11_2_the_carrier_limit_modifies_level_3_to_4(limit: int, by: int) -> None:
    g = play({"limits/carrier": limit}, C7=chit("CV", value=9), C8=chit("Large CA"))
    assert sum(n for n, _ in intelligence.modifiers(g.truth, "C7", 3, "CV")) == by
    assert intelligence.modifiers(g.truth, "C8", 3, "Large CA") == []


def test_11_2_a_natural_10_is_modified_on_level_3_to_4_and_a_screen_stops_at_row_10() -> None:
    assert intelligence.row_3(10, [(4, "")]) == 11
    assert intelligence.row_3(10, [(-4, "")]) == 6
    assert intelligence.row_3(2, [(-4, "")]) == 1
    g = play(C7=chit("2 CV", value=17, screen="Large BB"))
    assert intelligence.cells_3(g.truth, "C7", 11) == ["intel_3_4/2 CV/11", "intel_3_4/Large BB/10"]


def ship(name: str, group: str = "C7", **leaves: JSON) -> dict[str, JSON]:
    return {**roster.new(name, group), "value": roster.ships()[name]["air"], **leaves}


def test_ca_40_a_result_without_a_known_carrier_is_rolled_again() -> None:
    at = {"limits/carrier": 12, "ships": {"Shoho": ship("Shoho", hits=2)}, "period": "jan42"}
    g = play(at, C7=chit("2 CVL", value=9))
    _, answers = do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[8, 6])
    assert sorted(g.truth.ships_of("C7")) == ["Ryujo", "Shoho"]  # 8 gives 2 CVL, 6 a CVE and a CVL
    assert answers.asked[1].endswith("/again/1")
    assert g.truth.ships["Shoho"]["hits"] == 2


def test_ca_40_two_known_fleet_carriers_and_a_result_of_one() -> None:
    at = {"limits/carrier": 12, "ships": {name: ship(name, hits=1) for name in ("Shokaku", "Zuikaku")}}
    g = play({**at, "period": "oct42"}, C7=chit("2 CV", value=17))
    do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[2, 5])
    assert sorted(g.truth.ships_of("C7")) == ["Shokaku", "Zuikaku"]


def test_a_sunken_carrier_counts_as_known_and_takes_her_own_value_with_her() -> None:
    lost = ship("Hiryu", hits=7, sunk=1)
    at = {"limits/carrier": 12, "period": "jan42", "ships": {"Hiryu": lost}, "clock/turn": 4}
    g = play(at, C7=chit("2 CV", value=8))  # 17 less her 9
    do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[5, "Shokaku"])
    assert g.truth.ships_of("C7") == ["Shokaku"]
    assert g.truth.ships["Shokaku"]["value"] == 10
    assert g.truth.ships["Hiryu"]["in"] == ""


def test_ca_63_losses_are_spread_evenly_and_the_odd_point_by_lot() -> None:
    assert naming.evenly({"a": 10, "b": 6, "c": 4}, 4) == ({"a": 9, "b": 5, "c": 3}, 1)
    assert naming.evenly({"a": 10, "b": 2}, 6) == ({"a": 6, "b": 0}, 0)
    assert naming.evenly({"a": 1, "b": 2}, 9) == ({"a": 0, "b": 0}, 0)
    assert naming.evenly({}, 3) == ({}, 0)
    g = play({"limits/carrier": 12}, C7=chit("3 CVL", value=9, screen=""))  # 13 printed
    do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[8, "Taiyo", "Hiyo"])
    values = {name: g.truth.ships[name]["value"] for name in g.truth.ships_of("C7")}
    assert values == {"Hiyo": 4, "Junyo": 5, "Taiyo": 2}


def test_11_2_a_mix_that_cannot_be_had_is_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    g = play(T1=chit("A", kind="T"))  # 10 calls for fourteen transports of thirteen
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: pool(plot, {"TR": 13, "DD": 20, "CL": 3}, type))
    do(g, forces.raise_once, "T1", dice=[10, 9, *names("CL", 1), *names("DD", 11)])
    assert len([name for name in g.truth.ships_of("T1") if g.truth.ships[name]["type"] == "TR"]) == 13


EVERY = {
    type: [name for name, s in roster.ships().items() if s["side"] == "japan" and s["type"] == type]
    for type in naming.SIZES
}


def names(type: str, n: int) -> list[str]:
    return EVERY[type][:n]


def pool(plot: CarrierPlot, most: Mapping[str, int], type: str) -> list[str]:
    return [name for name in EVERY[type][: most.get(type, 0)] if name not in plot.ships]


def test_11_2_smaller_ships_stand_in_only_where_no_row_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    g = play({"limits/carrier": 12}, C7=chit("2 CV", value=17))
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: pool(plot, {"CV": 1, "CVE": 3}, type))
    do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[5, 1, *names("CVE", 2)])
    assert [g.truth.ships[name]["type"] for name in g.truth.ships_of("C7")] == ["CVE", "CVE"]  # row 1 can be had

    g = play({"limits/carrier": 12}, C7=chit("2 CV", value=17))
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: pool(plot, {"CV": 1, "CVE": 1}, type))
    do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[5])
    assert sorted(g.truth.ships[name]["type"] for name in g.truth.ships_of("C7")) == ["CV", "CVE"]


def test_11_2_where_nothing_will_do_as_many_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    g = play({"limits/carrier": 12}, C7=chit("2 CV", value=17))
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: pool(plot, {"CVE": 1}, type))
    do(g, lambda g, name: naming.raise_to_4(g, name), "C7", dice=[5])
    assert [g.truth.ships[name]["type"] for name in g.truth.ships_of("C7")] == ["CVE"]


def test_11_2_substitution_takes_the_largest_smaller_ship_of_its_kind() -> None:
    there = {"BB": 1, "CA": 2, "CL": 1, "DD": 9, "CV": 0, "CVL": 1, "CVE": 2, "TR": 0}
    assert naming.substituted({"BB": 3, "DD": 2}, there) == {"BB": 1, "CA": 2, "DD": 2}
    assert naming.substituted({"CV": 2, "CVL": 1}, there) == {"CVL": 1, "CVE": 2}
    assert naming.substituted({"TR": 2, "DD": 1}, there) == {"DD": 1}


def test_scenario_6_places_as_many_ships_as_it_has_left() -> None:
    named = {"CV": ["Shokaku", "Zuikaku"], "CVL": ["Hiyo", "Junyo"], "CVE": ["Zuiho"]}
    fleet = {"named": named, "most": {"BB": 4, "CA": 7, "CL": 3, "DD": 39}}
    out = {name: ship(name, "C1") for name in [*names("CA", 6), "Shokaku"]}
    g = play(
        {"scenario": "6", "limits": {}, "memory/ships": fleet, "ships": out},
        C7=chit("2 CV", value=17, screen="Large CA"),
    )
    do(g, forces.raise_once, "C7", dice=[6, EVERY["CA"][7], EVERY["CL"][0], EVERY["DD"][0]])
    types = sorted(g.truth.ships[name]["type"] for name in g.truth.ships_of("C7"))
    assert types == ["CA", "CL", "CV", "DD"]  # 2 CV and 5 CA were called for
    assert "Zuikaku" in g.truth.ships_of("C7")


def test_11_2_a_carrier_that_was_not_there_in_the_period_is_not_drawn() -> None:
    g = play({"period": "aug42"})
    assert roster.drawable(g.truth, "japan", "CV") == ["Shokaku", "Zuikaku"]


def test_a_level_3_carrier_that_is_hit_is_drawn_by_her_type() -> None:
    g = play({"period": "oct42"}, C7=chit("2 CV", value=17))
    found, _ = do(g, naming.draw_one, "C7", "CV", "t1/hit", "Who is hit", dice=["Zuikaku"])
    assert found == "Zuikaku"
    assert g.truth.ships["Zuikaku"]["in"] == "C7"


def test_11_5_a_cvl_on_a_level_3_chit_may_be_a_cve() -> None:
    g = play(C7=chit("2 CVL", value=9))
    do(g, naming.draw_one, "C7", "CVL", "t1/hit", "Who is hit", dice=["Zuiho"])
    (said,) = told(g, "roll")
    assert list(said["dice"][0]["cup"]) == ["Hiyo", "Junyo", "Taiyo", "Zuiho"]
    assert g.truth.ships["Zuiho"]["type"] == "CVE"


def test_where_there_is_no_carrier_left_none_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: [])
    g = play(C7=chit("CV", value=9))
    found, _ = do(g, naming.draw_one, "C7", "CV", "t1/hit", "Who is hit")
    assert found == ""


def test_a_force_that_no_ship_is_left_for_is_off_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: [])
    g = play(C7=chit("Small DD"))
    stays, _ = do(g, forces.raise_once, "C7", dice=[3])
    assert not stays
    assert g.truth.tree["pool"]["C"] == ["C7"]


def test_carriers_that_are_not_to_be_had_leave_a_surface_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "drawable", lambda plot, side, type: pool(plot, {"DD": 9, "CL": 2}, type))
    g = play({"limits/carrier": 12}, C7=chit("CV", value=9, screen="Medium DD"))
    do(g, forces.raise_once, "C7", dice=[6, *names("DD", 6)])
    assert g.truth.forces["C7"]["screen"] == ""
    assert g.truth.is_surface_force("C7")


# Battle (14.2).


def test_14_2_a_carrier_force_in_battle_raises_its_screen_alone() -> None:
    g = play({"limits/carrier": 12}, C7=chit("2 CV", value=15, screen="Medium DD"))
    stays, _ = do(g, forces.for_battle, "C7", dice=[6, *names("DD", 6)])
    f = g.truth.forces["C7"]
    assert stays
    assert (f["level"], f["chit"], f["value"], f["screen"], f["start"]) == (3, "2 CV", 15, "Level 4", 6)
    assert g.truth.carriers_of("C7") == []


def test_14_2_its_carriers_are_named_later_without_the_screen_coming_again() -> None:
    dds = {name: ship(name) for name in names("DD", 6)}
    g = play(
        {"limits/carrier": 12, "period": "oct42", "ships": dds}, C7=chit("2 CV", value=17, screen="Level 4", start=6)
    )
    do(g, forces.raise_once, "C7", dice=[5])
    assert len(g.truth.ships_of("C7")) == 8
    assert g.truth.forces["C7"]["start"] == 6


def test_14_2_a_surface_force_goes_up_step_by_step_to_level_4() -> None:
    g = play(C7=force())
    cas, dds = (roster.drawable(g.truth, "japan", type) for type in ("CA", "DD"))
    stays, _ = do(g, forces.for_battle, "C7", dice=["Medium", 3, 9, 4, *cas[:5], *dds[:2]])
    assert stays
    assert g.truth.forces["C7"]["level"] == 4
    assert g.truth.tree["index"]["surface"] == 7


def test_14_2_an_unknown_force_that_is_a_dummy_fights_nobody() -> None:
    g = play(C7=force())
    stays, _ = do(g, forces.for_battle, "C7", dice=["Dummy"])
    assert not stays


# Contact (11.2).


def test_11_2_contact_lifts_level_1_carriers_to_level_3() -> None:
    g = play(C7=chit("Carrier"))
    stays, _ = do(g, forces.contacted, "C7", dice=[1, 4, 2])
    f = g.truth.forces["C7"]
    assert stays
    assert (f["level"], f["chit"], f["value"], f["screen"]) == (3, "2 CVL", 9, "Medium DD")
    assert g.truth.tree["index"]["carrier"] == 7
    assert not f["advantage"]  # it was a carrier force before


def test_11_2_contact_lifts_a_surface_force_to_level_4() -> None:
    g = play(C7=chit("Surface"))
    do(g, forces.contacted, "C7", dice=[3, 2, 6, *names("DD", 6)])
    assert g.truth.forces["C7"]["level"] == 4
    assert g.truth.forces["C7"]["start"] == 6


def test_11_2_contact_with_a_medium_force_that_has_carriers_goes_on_to_level_3() -> None:
    g = play(C7=chit("Medium"))
    do(g, forces.contacted, "C7", dice=[7, 5, 4])
    f = g.truth.forces["C7"]
    assert (f["level"], f["chit"], f["advantage"]) == (3, "2 CV", True)


def test_ca_108_contact_with_a_force_that_was_forgotten_on_the_way() -> None:
    g = play({"strikes": {"1": strike_at("C7")}}, C7=force())
    stays, _ = do(g, forces.contacted, "C7", dice=["Carrier", 1, 1, 5])
    assert stays
    assert g.truth.forces["C7"]["level"] == 3
    assert g.truth.forces["C7"]["advantage"]

    g = play({"strikes": {"1": strike_at("C7")}}, C7=force())
    stays, _ = do(g, forces.contacted, "C7", dice=["Dummy"])
    assert not stays
    assert g.truth.forces["C7"]["leaves"]
    assert g.truth.at("aside/Dummy") == 1


def test_ca_20_a_dummy_stays_until_no_strike_is_on_its_way_to_it() -> None:
    g = play({"strikes": {"1": strike_at("C7"), "2": strike_at("C7")}}, C7=chit("Carrier", banded=True))
    stays, _ = do(g, forces.raise_once, "C7", dice=[10, 10])
    assert not stays
    assert g.truth.forces["C7"]["leaves"]
    stays, _ = do(g, forces.contacted, "C7")  # nothing is there to be rolled for
    assert not stays
    for plot in g.plots.values():
        plot.put("strikes", {})  # type: ignore[attr-defined]
    leaving.remove(g, "C7", "nothing is there", "6.1")
    assert "C7" not in g.truth.forces
    assert g.truth.at("aside/Carrier") == 1


def test_contact_raises_nothing_in_the_scenarios_that_leave_it_out() -> None:
    g = play({"scenario": "4"}, C7=chit("Carrier"))
    stays, _ = do(g, forces.contacted, "C7", dice=[1, 1, 2])
    assert stays  # scenario 4 has no strikes; its chits go up by search


# Search results (12.2).


def test_ca_43_a_draw_for_level_0_and_no_further_rise() -> None:
    g = play(C7=force())
    do(g, forces.searched, "C7", "L", True, dice=["Large"])
    f = g.truth.forces["C7"]
    assert (f["chit"], f["level"], f["detection"], f["down"]) == ("Large", 1, "L", True)


def test_ca_43_a_question_mark_on_a_question_mark_is_located() -> None:
    g = play(C7=chit("Surface", detection="?"), C8=chit("Surface"), C9=chit("Surface", detection="L"))
    for name in ("C7", "C8", "C9"):
        do(g, forces.searched, name, "?", False)
    assert [g.truth.forces[name]["detection"] for name in ("C7", "C8", "C9")] == ["L", "?", "L"]
    assert all(g.truth.forces[name]["down"] for name in ("C7", "C8", "C9"))


def test_12_2_chit_plus_1_alone_draws_for_level_0_and_detects_nobody() -> None:
    g = play(C7=force())
    do(g, forces.searched, "C7", "", True, dice=["Small"])
    f = g.truth.forces["C7"]
    assert (f["chit"], f["detection"], f["down"]) == ("Small", "", False)


def test_12_2_a_dummy_that_is_found_is_not_marked() -> None:
    g = play(C7=force())
    do(g, forces.searched, "C7", "L", False, dice=["Dummy"])
    assert told(g, "detected") == []
    assert "C7" not in g.truth.forces


def test_12_2_us_advantage_for_carriers_found_by_a_draw_or_a_raise() -> None:
    g = play(C7=force(), C8=chit("Large"), C9=chit("Carrier"), C10=force())
    do(g, forces.searched, "C7", "?", False, dice=["Carrier"])
    do(g, forces.searched, "C8", "L", True, dice=[8])
    do(g, forces.searched, "C9", "L", True, dice=[8])
    do(g, forces.draw_chit, "C10", dice=["Carrier"])  # not by a search
    assert [g.truth.forces[name]["advantage"] for name in ("C7", "C8", "C9", "C10")] == [True, True, False, False]


def test_12_2_level_4_is_only_marked() -> None:
    g = play(C7=chit("Level 4"))
    do(g, forces.searched, "C7", "L", True)
    assert g.truth.forces["C7"]["detection"] == "L"


# Intelligence Level Decrease (11.4).


def end(**counters: JSON) -> Play:
    clock = {"turn": 3, "phase": 0, "segment": "end", "step": "", "night": False}
    return play({"clock": clock}, **counters)


def test_ca_42_undetected_forces_fade_on_1_and_2() -> None:
    g = end(
        C1=chit("Medium", banded=True),
        C2=chit("Large Surface"),
        C10=chit("Small Surface"),
        C3=chit("Carrier", revealed=6),
        C4=chit("Surface", detection="?"),
        C5=chit("CV", value=9),
    )
    _, answers = do(g, forces.decay, dice=[2, 2, 3])
    assert answers.asked == ["t0/end/decay"]
    f = g.truth.forces
    assert (f["C1"]["level"], f["C1"]["chit"], f["C1"]["banded"]) == (0, "", False)
    assert g.truth.at("cups/combat/Medium") == 4
    assert f["C2"]["chit"] == "Large"
    assert f["C10"]["chit"] == "Small Surface"
    assert (f["C3"]["level"], f["C4"]["level"], f["C5"]["level"]) == (1, 1, 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("Carrier", ""), ("Surface", ""), ("Large", ""), ("Transport", "")),
        *(("1-2 Carrier", "Carrier"), ("2-3 Carrier", "Carrier"), ("3+ Carrier", "Carrier")),
        *(("Medium Surface", "Medium"), ("Small Surface", "Small")),
        *(("Large Transport", "Transport"), ("Small Transport", "Transport")),
    ],
)
def test_11_4_what_a_chit_falls_to(old: str, new: str) -> None:
    assert forces.lower(old) == new


def test_ca_117_a_banded_level_2_carrier_chit_goes_back_and_its_log_stays() -> None:
    log = [{"turn": 2, "strength": 8}]
    g = end(C7=chit("2-3 Carrier", banded=True, revealed=8, losses=3, log=log))
    do(g, forces.decay, dice=[2])
    f = g.truth.forces["C7"]
    assert (f["chit"], f["level"], f["banded"], f["revealed"], f["losses"], f["log"]) == (
        "Carrier",
        1,
        False,
        8,
        3,
        log,
    )
    assert g.truth.at("cups/combat/2-3 Carrier") == 2
    assert g.truth.at("spares/Carrier") == 1


def test_11_4_nobody_to_roll_for_is_no_roll() -> None:
    g = end(C7=force(), C8=chit("Carrier", revealed=0))
    _, answers = do(g, forces.decay)
    assert answers.asked == []


# The attack check (15.2) asks and may undo.


def test_ca_83_the_attack_check_leaves_no_trace_until_it_is_applied() -> None:
    g = play(C7=force(), C8=chit("Medium"))
    before = g.truth.dump()["tree"]
    drawn, _ = do(g, lookups.drawn_for_attack, "C7", dice=["Dummy"])
    assert drawn == "Dummy"
    found, _ = do(g, lookups.level_2_for_attack, "C8", dice=[4])
    assert found == ""  # Medium Surface
    found, _ = do(g, lookups.level_2_for_attack, "C8", dice=[10, 9])
    assert found == ""  # a Dummy by its natural 10: not removed
    assert g.truth.dump()["tree"] == before


def test_15_2_a_level_0_force_that_strikes_shows_both_chits() -> None:
    g = play(C7=force())
    drawn, _ = do(g, lookups.drawn_for_attack, "C7", dice=["Medium"])
    found, _ = do(g, lookups.level_2_for_attack, "C7", drawn, dice=[7])
    assert found == "2-3 Carrier"
    do(g, forces.reveal, "C7", drawn, found)
    f = g.truth.forces["C7"]
    assert (f["chit"], f["level"], f["banded"], f["advantage"]) == ("2-3 Carrier", 2, False, False)
    assert (g.truth.at("cups/combat/Medium"), g.truth.at("aside/Medium")) == (2, 1)
    assert (g.truth.at("cups/combat/2-3 Carrier"), g.truth.at("spares/2-3 Carrier")) == (1, 1)


def test_15_2_a_carrier_chit_drawn_is_shown_as_it_is() -> None:
    g = play(C7=force())
    do(g, forces.reveal, "C7", "2-3 Carrier")
    assert g.truth.forces["C7"]["banded"]
    assert g.truth.at("cups/combat/2-3 Carrier") == 0


# Sizes (14.1).


@pytest.mark.parametrize(
    ("name", "size", "ships"),
    [("Large Surface", "large", 9), ("Large BB", "large", 9), ("Medium DD", "medium", 7), ("Small CA", "small", 4)],
)
def test_14_1_size_by_the_word_on_the_chit(name: str, size: str, ships: int) -> None:
    g = play(C7=chit(name))
    assert (forces.size(g.truth, "C7"), forces.ship_count(g.truth, "C7")) == (size, ships)


def test_14_1_a_level_1_surface_force_counts_seven_ships() -> None:
    g = play(C7=chit("Surface"))
    assert forces.ship_count(g.truth, "C7") == 7


def test_14_1_level_4_by_its_heaviest_ship_that_is_fit() -> None:
    ships = {"Kongo": ship("Kongo"), "Maya": ship("Maya"), "Oite": ship("Oite")}
    g = play({"ships": ships}, C7=chit("Level 4"))
    assert (forces.size(g.truth, "C7"), forces.ship_count(g.truth, "C7")) == ("large", 3)
    for plot in g.plots.values():
        plot.put("ships/Kongo/hits", 8)  # type: ignore[attr-defined]
    assert (forces.size(g.truth, "C7"), forces.ship_count(g.truth, "C7")) == ("medium", 2)


@pytest.mark.parametrize(
    ("name", "small"),
    [("CVL", True), ("2 CVL", True), ("3 CVL", False), ("CV", False), ("1-2 Carrier", False), ("Carrier", False)],
)
def test_14_1_small_carrier_forces(name: str, small: bool) -> None:
    g = play(C7=chit(name))
    assert (forces.size(g.truth, "C7") == "small") == small


def test_14_1_a_heavily_damaged_carrier_does_not_count() -> None:
    g = play({"ships": {"Shokaku": ship("Shokaku", hits=4)}}, C7=chit("CV+CVL"))
    assert forces.size(g.truth, "C7") == "small"
    g = play({"ships": {"Zuiho": ship("Zuiho", hits=3)}}, C7=chit("3 CVL"))
    assert forces.size(g.truth, "C7") == "small"


# Scenario 5.


def test_scenario_5_rolls_carriers_again() -> None:
    g = play({"scenario": "5", "limits": {}}, C1=chit("Medium Surface"))
    do(g, forces.raise_once, "C1", dice=[1, 2])
    assert g.truth.forces["C1"]["chit"] == "Medium DD"


# Charts that the owner has otherwise.


def test_an_owner_whose_table_differs_is_asked_cell_by_cell() -> None:
    g = scene({"agreed/intel_1_2": "no"}, at={"forces": {"C7": chit("Large")}})
    answers = Answers([2], {"intel_1_2/Large/2": "small surface"})
    run(g, lambda g: forces.raise_once(g, "C7"), answers)
    assert g.truth.forces["C7"]["chit"] == "Small Surface"


def test_a_doubtful_cell_is_asked_for_as_it_comes_up() -> None:
    g = scene(
        AGREED, at={"forces": {"C7": chit("CV+CVL", value=13, screen="Level 4")}, "limits": {}, "period": "oct42"}
    )
    cell = {"CV": 1, "CVL": 1, "CVE": 0}
    answers = Answers([8, "Shokaku", "Hiyo"], {"intel_3_4/CV+CVL/8": cell})
    run(g, lambda g: forces.raise_once(g, "C7"), answers)
    assert sorted(g.truth.ships_of("C7")) == ["Hiyo", "Shokaku"]


def test_fog_hides_the_draws_of_the_attack_check() -> None:
    g = scene(AGREED, at={"forces": {"C7": force()}, "cups/combat": {"Dummy": 1, "Medium": 1}}, settings={"fog": True})
    assert run(g, lambda g: lookups.drawn_for_attack(g, "C7"), Answers(["Medium"])) == "Medium"
    assert all(each.audiences == ("umpire",) for each in g.told)
    assert g.truth.tree["cups"]["combat"] == {"Dummy": 1, "Medium": 1}
