"""Japanese movement: 9.0 to 9.2, 14.1, 20.3."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

from tests.games.carrier.fleets import (
    COLUMNS,
    EDGES,
    base,
    carrier_group,
    compass,
    force,
    group,
    reaction,
    ships,
    task_force,
)
from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import (
    choice,
    forces,
    leaving,
    map,
    mission,
    movement,
    movement_charts,
    priorities,
    retreating,
    surface,
)
from umpire.games.carrier.reaction import consult, settled
from umpire.table.numbered import DIRECTIONS, distance
from umpire.table.script import Play

JSON = Any


def play(kit: dict[str, JSON] | None = None, /, *branches: dict[str, JSON], die: int = 5, **record: JSON) -> Play:
    """A scene of the standard game in a Japanese segment, phase 1 of turn 4."""
    at: dict[str, JSON] = {"clock/turn": 4, "clock/phase": 1, "clock/segment": "japan", "die": die}
    at |= {"objectives/primary": "Guadalcanal"}
    for branch in branches:
        at |= deepcopy(branch)
    return scene(kit or {}, at=at, **record)


def move(g: Play, name: str, answers: Answers | None = None) -> str:
    """Where a force stands after its move; every dispatch of it can be said."""
    run(g, lambda g: movement.move_force(g, name), answers)
    assert unsaid(g) == []
    return str(g.truth.forces[name]["hex"]) if name in g.truth.forces else ""


@pytest.fixture
def no_battle(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, bool]]:
    """Battles are only noted."""
    fought: list[tuple[str, str, bool]] = []

    def japan_engages(g: Play, force: str, group: str, option: bool) -> Any:
        fought.append((force, group, option))
        return
        yield

    monkeypatch.setattr(surface, "japan_engages", japan_engages)
    return fought


# The map (2.3, 9.0).


def test_ca_33_closer_is_by_sea() -> None:
    g = play({"mission_area/2740": 2}, {"forces/C7": force("2740", objective="Port Moresby")})
    assert map.closer_by_sea(g.truth, "2740", "2549") == ["2841"]
    assert move(g, "C7") == "2841"


def test_9_0_sea_distance_goes_round_land_and_prohibited_sides() -> None:
    kit = {"terrain/2021": "land", "blocked_side/2022-2121": "yes"}
    g = play(kit)
    assert map.sea_distance(g.truth, "2022", "2020") == 3
    assert map.sea_distance(g.truth, "2022", "2121") == 2
    assert map.sea_distance(g.truth, "2022", "2222") == distance("2022", "2222") == 2


def test_9_0_no_way_by_sea_is_no_distance() -> None:
    ring = {f"terrain/{place}": "land" for place in ("2121", "2122", "2221", "2223", "2321", "2322")}
    g = play(ring | {"map_bounds": EDGES})
    assert map.sea_distance(g.truth, "2222", "2425") is None


def test_2_3_unknown_is_presumed_high_sea() -> None:
    g = play({"terrain/2525": "coastal"})
    assert [map.terrain(g.truth, p) for p in ("2126", "2717", "2525", "2030")] == ["coastal", "high", "coastal", ""]
    assert map.presumed(g.truth, "2030") == "high"
    run(g, lambda g: map.know_terrain(g, lambda: ["2717", "2030"], "why"), Answers(cells={"terrain/2030": "land"}))
    assert map.terrain(g.truth, "2030") == "land"


# Carrier forces (9.1).


@pytest.mark.parametrize(
    ("column", "to"),
    [("24", "away"), ("25", "stays"), ("26", "closes"), ("33", "closes"), ("34", "mission")],
)
def test_ca_112_carrier_force_by_its_distance(column: str, to: str) -> None:
    at = f"22{column}"
    away = int(column) - 21
    kit = {f"mission_area/{at}": 7, "compass/7/Guadalcanal/C": compass(_5="NE")}
    g = play(kit, {"forces/C7": force(at, "Carrier", 1)}, carrier_group("TF 16", "2221"))
    assert distance(at, "2221") == away
    place = move(g, "C7")
    expected = {"away": away + 1, "stays": away, "closes": away - 1}.get(to)
    if expected is None:
        assert place == "2133"
    else:
        assert distance(place, "2221") == expected


def test_9_1_carriers_move_away_from_the_nearest_task_force() -> None:
    near = carrier_group("TF 16", "2522") | carrier_group("TF 17", "1222")
    g = play({}, {"forces/C7": force("2222", "1-2 Carrier", 2)}, near)
    assert move(g, "C7") == "2122"
    (said,) = told(g, "moves")
    assert said["why"] == "away from TF 16, 3 hexes"
    assert said["failed"] == ["no task force next to it"]


def test_9_1_a_move_is_told_with_what_did_not_hold() -> None:
    g = play({}, {"forces/C7": force("2030", "Carrier", 1)}, carrier_group("TF 16", "2021"))
    assert move(g, "C7") == "2029"
    (said,) = told(g, "moves")
    assert said["do"] == ["C7 to 2029"]
    assert said["why"] == "closes TF 16, 9 hexes"
    assert said["failed"] == ["no task force next to it", "not within 3", "not at 4"]
    assert said["hex"] == g.truth.forces["C7"]["hex"]
    assert g.truth.forces["C7"]["came"] == 4
    assert g.truth.forces["C7"]["moved"]


def test_ca_35_carriers_close_and_the_cruisers_follow() -> None:
    forces_ = {
        "forces/C1": force("2212", "2-3 Carrier", 2, objective="New Hebrides"),
        "forces/C2": force("2313", "Medium CA", 3, objective="New Hebrides"),
    }
    us = carrier_group("TF 16", "2717") | task_force("TF 64", "2612", CA=2, DD=4)
    g = play({}, forces_, us, **{"objectives/primary": "New Hebrides"})
    assert move(g, "C1") == "2312"
    assert distance("2212", "2717") == 8
    assert distance("2312", "2717") == 7
    assert move(g, "C2") == "2312"
    assert told(g, "moves")[-1]["why"] == "to C1, a carrier force that the US threatens"


def test_ca_35_without_the_surface_group_the_cruisers_close_too() -> None:
    forces_ = {
        "forces/C1": force("2312", "2-3 Carrier", 2, objective="New Hebrides"),
        "forces/C2": force("2313", "Medium CA", 3, objective="New Hebrides"),
    }
    g = play({}, forces_, carrier_group("TF 16", "2717"))
    plot = g.truth
    wanted = priorities.prescribed(plot, "C2", 5)
    assert sorted(wanted.to) == ["2314", "2414"]
    assert move(g, "C2") == "2414"


def test_ca_113_carriers_keep_out_of_coastal_water() -> None:
    g = play({"terrain/2129": "coastal"}, {"forces/C7": force("2130", "Carrier", 1)}, carrier_group("TF 16", "2122"))
    assert move(g, "C7") == "2230"
    assert told(g, "moves")[0]["notes"] == ["2129: coastal sea"]


def test_ca_113_with_no_other_way_they_turn_back_to_the_nearest() -> None:
    kit = {f"terrain/{p}": "coastal" for p in ("2129", "2030", "2230")}
    g = play(kit, {"forces/C7": force("2130", "Carrier", 1)}, carrier_group("TF 16", "2122"))
    assert move(g, "C7") == "2231"


@pytest.mark.parametrize(
    ("chit", "us", "to"),
    [
        ("CVL", {"DD": 4}, "2130"),
        ("2 CV", {"DD": 4}, "2129"),
        ("2 CV", {"DD": 4, "CA": 2}, "2130"),
        ("CVL", {"AP": 2, "DD": 4}, "2129"),
    ],
)
def test_ca_113_bans_next_to_surface_groups(chit: str, us: dict[str, int], to: str) -> None:
    g = play(
        {}, {"forces/C7": force("2130", chit, 3)}, carrier_group("TF 16", "2122"), task_force("TF 64", "2128", **us)
    )
    assert move(g, "C7") == to


def test_14_1_transports_keep_clear_of_large_surface_groups() -> None:
    kit = {"mission_area/2130": 7, "compass/7/Guadalcanal/T": compass(rest="E")}
    t3 = {"forces/T3": force("2130", kind="T")}
    assert move(play(kit, t3, task_force("TF 64", "2128", CA=2, DD=4)), "T3") == "2130"
    assert move(play(kit, t3, task_force("TF 64", "2128", CA=1, DD=5)), "T3") == "2129"


# Sizes (14.1).


def test_ca_48_large_surface_groups() -> None:
    g = play({}, task_force("TF 64", "2525", CA=2, DD=4))
    assert choice.is_large_group(g.truth, "TF 64")
    g.truth.put("ships/TF 64 CA 1/hits", 3)
    assert not choice.is_large_group(g.truth, "TF 64")


@pytest.mark.parametrize(
    ("types", "large"),
    [
        ({"CL": 2, "DD": 4}, True),
        ({"CA": 1, "DD": 9}, False),
        ({"CA": 3, "DD": 2}, False),
        ({"CA": 2, "DD": 4, "AP": 1}, False),
    ],
)
def test_14_1_what_is_a_large_surface_group(types: dict[str, int], large: bool) -> None:
    assert choice.is_large_group(play({}, task_force("TF 64", "2525", **types)).truth, "TF 64") is large


def test_ca_49_small_carriers_retreat_from_an_ordinary_surface_group() -> None:
    g = play({}, {"forces/C7": force("2130", "CVL", 3)}, task_force("TF 64", "2129", DD=4))
    assert move(g, "C7") == "2031"
    (said,) = told(g, "reaction")
    assert (said["row"], said["column"], said["result"]) == ("small carrier", "other surface", "R")


# Mission movement (9.2).

AREA = {
    "mission_area/2022": 7,
    "compass/7/Guadalcanal/C": compass(_5="SE"),
    "compass/7/Guadalcanal/T": compass(_5="SE"),
}


def henderson() -> dict[str, JSON]:
    return base("Guadalcanal", "2626", SBD=3)


def test_ca_34_another_arrow_of_the_compass() -> None:
    g = play(AREA, {"forces/C7": force("2022")}, carrier_group("TF 16", "2420"), henderson())
    assert (distance("2022", "2420"), distance("2022", "2626")) == (4, 7)
    assert move(g, "C7") == "2122"
    assert "blocked by TF 16: 5 > 4" in told(g, "moves")[0]["why"]


def test_ca_34_a_transport_force_does_not_move() -> None:
    g = play(AREA, {"forces/T3": force("2022", kind="T")}, carrier_group("TF 16", "2420"), henderson())
    assert move(g, "T3") == "2022"
    assert told(g, "stays")[0]["why"] == "mission movement, 5 is SE, but blocked by TF 16: 8 > 4"


def test_9_2_a_die_no_higher_than_the_distance_does_not_block() -> None:
    g = play(
        AREA | {"compass/7/Guadalcanal/C": compass(rest="SE")},
        {"forces/C7": force("2022")},
        carrier_group("TF 16", "2420"),
        die=4,
    )
    assert move(g, "C7") == "2121"


def test_9_2_sources_beyond_eight_hexes_do_not_count() -> None:
    g = play(AREA, {"forces/C7": force("2022")}, carrier_group("TF 16", "2031"), die=10)
    assert distance("2022", "2031") == 9
    assert mission.blocking(g.truth, "C7", 10) == {}


def test_9_2_of_two_sources_equally_far_the_one_nearer_the_objective_counts() -> None:
    us = carrier_group("TF 16", "2422") | carrier_group("TF 17", "2018")
    g = play(AREA, {"forces/C7": force("2022")}, us)
    assert distance("2022", "2422") == distance("2022", "2018") == 4
    assert list(mission.blocking(g.truth, "C7", 5)) == ["TF 16"]


def test_ca_123_at_night_there_are_no_air_sources() -> None:
    g = play(AREA, {"forces/C7": force("2022")}, carrier_group("TF 16", "2420"), **{"clock/night": True})
    assert mission.air_sources(g.truth) == {}
    assert move(g, "C7") == "2121"
    assert mission.is_night(play({}, scenario="5").truth)


def test_9_2_a_carrier_group_without_a_working_deck_is_no_source() -> None:
    g = play(AREA, {"forces/C7": force("2022")}, carrier_group("TF 16", "2420"), {"decks/TF 16 CV 1/markers": [2]})
    assert mission.air_sources(g.truth) == {}


@pytest.mark.parametrize(("strike", "to"), [({"SBD": 1}, "2526"), ({"F4F": 1}, "2626")])
def test_ca_114_a_working_base_is_not_entered(strike: dict[str, int], to: str) -> None:
    at = {
        **base("Guadalcanal", "2626", SBD=1, F4F=6),
        "groups/Guadalcanal/track": {"1": {"range": [0, 3], "available": {}, "used": {"TBF": 1}}},
        "strikes/1": {"from": "Guadalcanal", "hex": "2424", "steps": strike},
        "forces/C7": force("2526"),
    }
    closer = {way: "yes" if way == "SE" else "no" for way in DIRECTIONS}
    kit = {"mission_area/2526": 1, "sea_closer/2526/2626": closer}
    g = play(kit, at, die=1)
    assert mission.bomber_steps(g.truth, "Guadalcanal") == (3 if to == "2526" else 2)
    assert move(g, "C7") == to


def test_9_2_compasses_of_1943_are_guadalcanals() -> None:
    g = play({"mission_area/1430": 7, "mission_area/2232": 9}, {"forces/C7": force("1430", objective="New Georgia")})
    assert mission.cells(g.truth, "C7") == ["compass/7/Guadalcanal/C"]


def test_9_2_in_the_objectives_area_no_compass_is_used() -> None:
    g = play({"mission_area/2430": 1}, {"forces/C7": force("2430"), "forces/T3": force("2430", kind="T")})
    assert mission.cells(g.truth, "C7") == ["sea_closer/2430/2626"]
    assert mission.cells(g.truth, "T3") == ["sea_closer/2430/2527"]
    whole = play({"mission_area/2430": 1, "area_whole/1": "yes"}, {"forces/C7": force("2430")})
    assert mission.cells(whole.truth, "C7") == []


def test_9_2_blocked_in_the_objectives_area() -> None:
    kit = {"mission_area/2328": 1, "area_whole/1": "yes"}
    g = play(kit, {"forces/C7": force("2328")}, carrier_group("TF 16", "2524"), die=9)
    closer = map.closer_by_sea(g.truth, "2328", "2626")
    allowed = [p for p in closer if distance(p, "2524") >= distance("2328", "2524")]
    assert mission.mission(g.truth, "C7", 9, (), False).to == tuple(allowed)


def test_9_2_the_area_is_asked_and_then_its_compass() -> None:
    g = play({}, {"forces/C7": force("1722")})
    answers = Answers(cells={"mission_area/1722": 12, "compass/12/Guadalcanal/C": compass(_5="E")})
    assert move(g, "C7", answers) == "1721"
    assert answers.asked == ["chart/mission_area/1722", "chart/compass/12/Guadalcanal/C"]


def test_9_2_the_areas_of_all_who_are_still_to_move_are_asked_at_one_look() -> None:
    others = {"forces/C8": force("1922"), "forces/C9": force("1724", acted=True), "forces/T1": force("2034", kind="T")}
    g = play({}, {"forces/C7": force("1722")}, others, {"forces/C10": force("1720", leaves=True)})
    asked: list[list[str]] = []

    class Noting(Answers):
        def to(self, party: str, ask: Any) -> Any:
            asked.append([cell.key for cell in ask.cells] if ask.kind == "cells" else [])
            return super().to(party, ask)

    cells = {f"mission_area/{place}": 12 for place in ("1722", "1922", "2034")}
    move(g, "C7", Noting(cells={**cells, "compass/12/Guadalcanal/C": compass(_5="E")}))
    assert asked[0] == ["mission_area/1722", "mission_area/1922", "mission_area/2034"]


def test_9_2_land_ahead_the_hexes_to_its_sides() -> None:
    kit = {"mission_area/1722": 7, "compass/7/Guadalcanal/C": compass(rest="E"), "terrain/1721": "land"}
    g = play(kit, {"forces/C7": force("1722"), "forces/C8": force("2225")})
    east = choice.evasions(g.truth, "C7", choice.Move(("1721",)))
    assert sorted(east) == ["1622", "1822"]
    assert move(g, "C7") == "1822"
    shut = kit | {"terrain/1822": "land", "blocked_side/1622-1722": "yes"}
    assert move(play(shut, {"forces/C7": force("1722")}), "C7") == "1722"


def test_9_2_off_the_map_is_evaded_too() -> None:
    kit = {"mission_area/1020": 7, "mission_area/1005": 7, "compass/7/Guadalcanal/C": compass(rest="NE")}
    assert move(play(kit | {"map_bounds": EDGES}, {"forces/C7": force("1020")}), "C7") == "1019"
    assert move(play(kit | {"map_bounds": EDGES}, {"forces/C7": force("1005")}), "C7") == "1005"


def test_9_2_the_edges_are_asked_where_a_hex_may_lie_beyond_them() -> None:
    kit = {"mission_area/1220": 7, "compass/7/Guadalcanal/C": compass(rest="NE")}
    answers = Answers(cells={"map_bounds": {**EDGES, "north": 12}})
    g = play(kit, {"forces/C7": force("1220"), "forces/C8": force("1224")})
    assert move(g, "C7", answers) == "1219"


# Choice among alternatives (9.1).


def test_9_1_choice_friend_then_objective_then_enemy_then_lot() -> None:
    at = {"forces/C7": force("2030"), "forces/C8": force("2035")}
    g = play({}, at)
    hexes = ["1930", "2029", "2031"]
    assert choice.standard(g.truth, "C7", hexes) == ["2031"]
    alone = play({}, {"forces/C7": force("2030")})
    assert choice.standard(alone.truth, "C7", hexes) == ["2029"]
    far_off = play(
        {},
        {"forces/C7": force("2030", objective="")},
        task_force("TF 64", "1720", CA=2, DD=4),
        **{"objectives/primary": ""},
    )
    assert choice.standard(far_off.truth, "C7", hexes) == ["2031"]
    nobody = play({}, {"forces/C7": force("2030", objective="")}, **{"objectives/primary": ""})
    assert choice.standard(nobody.truth, "C7", hexes) == hexes


def test_9_1_ties_are_drawn() -> None:
    kit = {"mission_area/2030": 7, "compass/7/New Hebrides/C": compass(rest="E"), "terrain/2029": "land"}
    g = play(kit, {"forces/C7": force("2030", objective="")}, **{"objectives/primary": "New Hebrides"})
    g.truth.put("forces/C7/objective", "New Hebrides")
    options = choice.evasions(g.truth, "C7", choice.Move(("2029",)))
    assert len(options) == 2
    kept = choice.standard(g.truth, "C7", options)
    assert kept == [min(options, key=lambda p: distance(p, "3712"))]


def test_6_1_a_dummy_that_waits_for_strikes_stays_and_is_nobodys_friend() -> None:
    g = play({}, {"forces/C7": force("2030", leaves=True), "forces/C8": force("2031")})
    assert move(g, "C7") == "2030"
    assert choice.others(g.truth, "C8") == {}


# Surface forces (9.1).


def test_9_1_surface_forces_guard_the_closest_then_the_largest() -> None:
    at = {
        "forces/C1": force("2030", "Carrier", 1),
        "forces/C2": force("2026", "3+ Carrier", 2),
        "forces/C3": force("2028", "Medium Surface", 2),
    }
    g = play({}, at, task_force("TF 64", "2428", CA=2, DD=4))
    assert priorities.charges(g.truth, "C3", "carrier") == ["C2"]
    g.truth.put("forces/C1/hex", "2029")
    assert priorities.charges(g.truth, "C3", "carrier") == ["C1"]
    g.truth.put("forces/C1/retiring", True)
    assert priorities.charges(g.truth, "C3", "carrier") == ["C2"]


def test_9_1_of_carrier_forces_as_close_and_as_large_one_is_drawn() -> None:
    at = {
        "forces/C1": force("2030", "Carrier", 1),
        "forces/C2": force("2026", "Carrier", 1),
        "forces/C3": force("2028", "Medium Surface", 2),
    }
    g = play({}, at, task_force("TF 64", "2428", CA=2, DD=4))
    assert move(g, "C3", Answers(["C1"])) == "2029"


def test_9_1_surface_forces_go_to_threatened_transports() -> None:
    at = {"forces/T3": force("2030", kind="T"), "forces/C3": force("2028", "Medium Surface", 2)}
    g = play({}, at, task_force("TF 64", "2430", CA=2, DD=4))
    assert move(g, "C3") == "2029"
    assert told(g, "moves")[0]["why"] == "to T3, a transport force that the US threatens"


def test_9_1_a_surface_force_beside_the_carriers_it_guards_stays() -> None:
    at = {"forces/C1": force("2028", "Carrier", 1), "forces/C3": force("2028", "Surface", 1)}
    assert move(play({}, at, task_force("TF 64", "2428", CA=2, DD=4)), "C3") == "2028"


def test_9_1_little_known_forces_follow_their_mission() -> None:
    kit = {"mission_area/2028": 7, "compass/7/Guadalcanal/C": compass(rest="E")}
    at = {"forces/C1": force("2026", "Carrier", 1), "forces/C3": force("2028", "Large", 1)}
    assert move(play(kit, at, task_force("TF 64", "2424", CA=2, DD=4)), "C3") == "2027"


# Close reaction (14.1).


def table(row: str, column: str, *codes: JSON, whose: str = "japan") -> dict[str, JSON]:
    return {f"close_reaction/{row}/{column}/{whose}": reaction(*codes), "close_reaction_columns": COLUMNS}


def test_14_1_a_force_engages_in_the_us_hex(no_battle: list[Any]) -> None:
    kit = table("medium", "other surface", "E", 4, "USOp", 8, "R", 10)
    at = {"forces/C3": force("2028", "Medium Surface", 2)}
    g = play(kit, at, task_force("TF 64", "2029", CA=1, DD=4))
    assert move(g, "C3", Answers([4])) == "2029"
    assert no_battle == [("C3", "TF 64", False)]
    g = play(kit, at, task_force("TF 64", "2029", CA=1, DD=4))
    assert move(g, "C3", Answers([5])) == "2029"
    assert no_battle[-1] == ("C3", "TF 64", True)


def test_14_1_the_example_a_medium_force_rolls_five(no_battle: list[Any]) -> None:
    cell = movement_charts.CHARTS[4].cell("close_reaction/medium/other surface/japan")
    assert cell.doubt(reaction("E", 10)) is not None
    assert cell.doubt(reaction("E", 4, "USOp", 8, "R", 10)) is None


def test_14_1_the_leftmost_column_and_one_of_its_groups(no_battle: list[Any]) -> None:
    kit = table("large", "large surface", "E") | table("large", "carrier", "R")
    us = (
        task_force("TF 64", "2029", CA=2, DD=4)
        | task_force("TF 61", "2128", CA=2, DD=4)
        | carrier_group("TF 16", "2129")
    )
    g = play(kit, {"forces/C3": force("2028", "Large Surface", 2)}, us)
    assert move(g, "C3", Answers(["TF 61"])) == "2128"
    assert no_battle == [("C3", "TF 61", False)]


def test_14_1_order_of_the_columns_is_asked_only_where_kinds_differ(no_battle: list[Any]) -> None:
    kit = {"close_reaction/large/carrier/japan": reaction("E")}
    g = play(kit, {"forces/C3": force("2028", "Large Surface", 2)}, carrier_group("TF 16", "2029"))
    answers = Answers()
    assert move(g, "C3", answers) == "2029"
    assert answers.asked == []


@pytest.mark.parametrize(("code", "us", "result"), [("E1", 7, "E"), ("E1", 8, "R"), ("E2", 14, "E"), ("E2", 15, "R")])
def test_14_1_e1_and_e2_count_ships(code: str, us: int, result: str) -> None:
    g = play({}, {"forces/C3": force("2028", "Medium Surface", 2)}, task_force("TF 64", "2029", DD=us))
    assert settled(g.truth, "C3", "TF 64", code) == result


def test_14_1_heavily_damaged_us_ships_do_not_count() -> None:
    g = play({}, {"forces/C3": force("2028", "Medium Surface", 2)}, task_force("TF 64", "2029", DD=8))
    g.truth.put("ships/TF 64 DD 1/hits", 1)
    assert settled(g.truth, "C3", "TF 64", "E1") == "E"


@pytest.mark.parametrize(
    ("code", "result"), [("E", "R"), ("E1", "R"), ("E2", "R"), ("USOp", "R"), ("I", "I"), ("R", "R")]
)
def test_14_2_battle_exhaust_2_starts_no_battle(code: str, result: str) -> None:
    g = play({}, {"forces/C3": force("2028", "Medium Surface", 2, exhaust=2)}, task_force("TF 64", "2029", DD=4))
    assert settled(g.truth, "C3", "TF 64", code) == result
    g.truth.put("forces/C3/exhaust", 1)
    assert settled(g.truth, "C3", "TF 64", "E") == "E"


def test_14_1_ignore_goes_on_to_the_next_priority_and_may_enter() -> None:
    kit = table("transport", "other surface", "I")
    kit |= {"mission_area/2028": 7, "compass/7/Guadalcanal/T": compass(rest="W")}
    g = play(kit, {"forces/T3": force("2028", "Small Transport", 2, kind="T")}, task_force("TF 64", "2029", DD=4))
    assert move(g, "T3") == "2029"
    assert told(g, "moves")[0]["failed"] == ["the US next to it is ignored"]


def test_14_1_unknown_forces_are_raised_to_level_2_first(monkeypatch: pytest.MonkeyPatch, no_battle: list[Any]) -> None:
    def raise_to(g: Play, name: str, level: int) -> Any:
        for plot in g.plots.values():
            plot.put(f"forces/{name}/level", level)
            plot.put(f"forces/{name}/chit", "Small Surface")
        return True
        yield

    monkeypatch.setattr(forces, "raise_to", raise_to)
    g = play(table("small", "other surface", "E"), {"forces/C3": force("2028")}, task_force("TF 64", "2029", DD=4))
    assert move(g, "C3") == "2029"
    assert no_battle == [("C3", "TF 64", False)]


def test_14_1_a_dummy_next_to_the_us_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_to(g: Play, name: str, level: int) -> Any:
        for plot in g.plots.values():
            plot.drop(f"forces/{name}")
        return False
        yield

    monkeypatch.setattr(forces, "raise_to", raise_to)
    g = play({}, {"forces/C3": force("2028")}, task_force("TF 64", "2029", DD=4))
    assert move(g, "C3") == ""


def test_14_1_us_attacking_reads_its_own_rows() -> None:
    kit = table("medium", "other surface", "E1", whose="night")
    g = play(kit, {"forces/C3": force("2028", "Medium Surface", 2)}, task_force("TF 64", "2028", DD=8))
    result = run(g, lambda g: consult(g, "C3", lambda: ["TF 64"], "night", "t4/p1/us/TF64"))
    assert result == ("R", "TF 64")


# Retreats (14.1, 14.2).


def test_14_1_retreat_clear_of_the_us_then_to_friends_then_north() -> None:
    at = {"forces/C3": force("2028", "Medium Surface", 2)}
    us = task_force("TF 64", "2029", DD=4)
    alone = play({}, at, us)
    assert retreating.options(alone.truth, "C3", table=True) == ["1928" if distance("1928", "2029") > 1 else "1927"]
    friend = play({}, at, us, {"forces/C8": force("2520")})
    options = retreating.options(friend.truth, "C3", table=True)
    assert all(distance(p, "2029") > 1 for p in options)
    assert all(distance(p, "2520") < distance("2028", "2520") for p in options)


def test_14_1_retreat_northward_ties_are_drawn() -> None:
    g = play({}, {"forces/C3": force("2028", "Medium Surface", 2)}, task_force("TF 64", "2028", DD=4))
    assert sorted(retreating.options(g.truth, "C3")) == ["1927", "1928"]
    run(g, lambda g: movement.retreat(g, "C3"), Answers(["1927"]))
    assert g.truth.forces["C3"]["hex"] == "1927"
    assert not g.truth.forces["C3"]["moved"]
    assert unsaid(g) == []


def test_14_1_carriers_retreat_no_farther_from_the_us_carriers_if_they_can() -> None:
    at = {"forces/C3": force("2028", "2-3 Carrier", 2)}
    us = task_force("TF 64", "2029", CA=2, DD=4) | carrier_group("TF 16", "2323")
    g = play({}, at, us)
    for place in retreating.options(g.truth, "C3", table=True):
        assert distance(place, "2029") > 1
        assert distance(place, "2323") <= distance("2028", "2323")


def test_14_2_carriers_retreat_into_the_us_rather_than_coastal_water() -> None:
    around = ("1927", "1928", "2027", "2029", "2127")
    kit = {f"terrain/{place}": "coastal" for place in around}
    at = {"forces/C3": force("2028", "CVL", 3)}
    g = play(kit, at, task_force("TF 64", "2028", DD=4), task_force("TF 61", "2128", DD=4))
    assert retreating.options(g.truth, "C3") == ["2128"]


def test_14_1_nowhere_to_retreat() -> None:
    kit = {f"terrain/{place}": "land" for place in ("1927", "1928", "2027", "2029", "2127", "2128")}
    g = play(kit, {"forces/C3": force("2028", "Medium Surface", 2)}, task_force("TF 64", "2028", DD=4))
    run(g, lambda g: movement.retreat(g, "C3"))
    assert told(g, "cannot-retreat")[0]["at"] == "2028"
    assert unsaid(g) == []


def test_14_1_two_retreats_of_one_phase_have_two_names() -> None:
    g = play({}, {"forces/C3": force("2028", "Medium Surface", 2)}, task_force("TF 64", "2028", DD=4))
    answers = Answers(["1927", "1828"])
    for _ in range(2):
        run(g, lambda g: movement.retreat(g, "C3"), Answers([answers.dice.pop(0)]))
    names = [each["ask"] for each in told(g, "roll")]
    assert names == ["t0/p1/C3/retreat/1/tie", "t0/p1/C3/retreat/2/tie"]


# In the objective hex (9.0, 14.1, 22.0).


def raised(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    lifted: list[tuple[str, int]] = []

    def raise_to(g: Play, name: str, level: int) -> Any:
        lifted.append((name, level))
        return True
        yield

    monkeypatch.setattr(forces, "raise_to", raise_to)
    return lifted


def test_ca_121_a_surface_force_by_the_base_is_raised_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    lifted = raised(monkeypatch)
    at = {"forces/C3": force("2626", "Medium Surface", 2)}
    g = play({}, at, henderson(), task_force("TF 64", "2526", CA=2, DD=4))
    assert move(g, "C3") == "2626"
    assert lifted == [("C3", 4)]
    assert told(g, "stays")[0]["why"] == "in its objective hex"


def test_ca_121_without_a_us_base_it_stays_unraised(monkeypatch: pytest.MonkeyPatch) -> None:
    lifted = raised(monkeypatch)
    assert move(play({}, {"forces/C3": force("2626", "Medium Surface", 2)}), "C3") == "2626"
    bombarded = {"forces/C3": force("2626", "Medium Surface", 2, bombarded=True)}
    assert move(play({}, bombarded, henderson()), "C3") == "2626"
    assert move(play({}, {"forces/C3": force("2626", "Medium Surface", 2)}, henderson(), scenario="6"), "C3") == "2626"
    assert lifted == []


def test_ca_120_transports_in_their_objective_hex_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    lifted = raised(monkeypatch)
    assert move(play({}, {"forces/T3": force("2527", kind="T")}), "T3") == "2527"
    assert lifted == [("T3", 4)]


def test_ca_121_once_it_retires_it_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    lifted = raised(monkeypatch)
    kit = {"rabaul_hex": 1440, "map_bounds": EDGES}
    at = {"forces/C3": force("2626", "Medium Surface", 4, bombarded=True, retiring=True)}
    assert move(play(kit, at, henderson()), "C3", Answers(["2526"])) == "2526"
    assert lifted == []


# Retirement (20.3).


RETIRE = {"rabaul_hex": 1440, "map_bounds": {**EDGES, "north": 8}}


def test_20_3_the_example_away_from_the_carriers() -> None:
    at = {"forces/C3": force("1635", "Medium Surface", 2, retiring=True)}
    assert move(play(RETIRE, at, carrier_group("TF 16", "1638")), "C3") == "1534"


def test_20_3_the_example_without_them_toward_rabaul() -> None:
    g = play(RETIRE, {"forces/C3": force("1635", "Medium Surface", 2, retiring=True)})
    plot = g.truth
    options = movement.choices(plot, "C3", priorities.prescribed(plot, "C3", 5))
    assert options
    assert all(distance(p, "1440") < distance("1635", "1440") for p in options)


def test_20_3_what_is_not_known_of_rabaul_is_asked() -> None:
    g = play(
        {}, {"forces/C3": force("1635", "Medium Surface", 2)}, carrier_group("TF 16", "1638"), **{"flags/retired": True}
    )
    answers = Answers(cells=RETIRE)
    assert move(g, "C3", answers) == "1534"
    assert answers.asked == ["chart/rabaul_hex"]


@pytest.mark.parametrize("place", ["0830", "1439"])
def test_20_3_off_the_map_or_into_rabaul_it_is_gone(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    monkeypatch.setattr(leaving, "remove", lambda g, name, why, rule: left.append(f"{name} {why}"))
    g = play(RETIRE, {"forces/C3": force(place, "Medium Surface", 2, retiring=True)}, carrier_group("TF 16", "2030"))
    move(g, "C3", Answers(["0729"]) if place == "0830" else None)
    assert left == ["C3 it retires over the north edge" if place == "0830" else "C3 it retires into Rabaul"]


def test_20_3_it_never_fights_nor_uses_the_table() -> None:
    at = {"forces/C3": force("1635", "Medium Surface", 2, retiring=True)}
    g = play(RETIRE, at, task_force("TF 64", "1535", DD=4), carrier_group("TF 16", "2034"))
    place = move(g, "C3")
    assert place != "1535"
    assert told(g, "reaction") == []


# Introductory scenarios.


def test_scenario_3_no_step_next_to_the_us() -> None:
    at = {"forces/C1": force("2030", "2 CV", 4)} | ships("C1", "japan", CV=2)
    us = carrier_group("TF 16", "2030") | {"groups/TF 16/hex": "2035"}
    g = play({}, at, us, task_force("TF 64", "2032", DD=4), scenario="3")
    assert move(g, "C1") == "2030"


def test_scenario_4_mission_movement_only() -> None:
    kit = {"mission_area/2030": 7, "compass/7/New Hebrides/C": compass(rest="E")}
    at = {"forces/C1": force("2030", "Carrier", 1, objective="New Hebrides")}
    assert move(play(kit, at, carrier_group("TF 16", "2021"), scenario="4", die=1), "C1") == "2029"
    near = play(kit, at, carrier_group("TF 16", "2028"), scenario="4", die=1)
    assert move(near, "C1") == "2030"
    assert told(near, "reaction") == []


def test_scenario_2_nobody_moves() -> None:
    g = play({}, {"forces/C1": force("2030", "2 CV", 4)}, carrier_group("TF 16", "2021"), scenario="2")
    assert move(g, "C1") == "2030"
    assert told(g, "moves", "stays") == []


# What was presumed, and learnt.


def test_6_2_moves_presume_and_confirming_makes_it_known() -> None:
    g = play({}, {"forces/C7": force("2030", "Carrier", 1)}, carrier_group("TF 16", "2021"))
    move(g, "C7")
    (place,) = map.presumed_places(g.truth)
    assert (place["id"], place["hex"], place["words"]) == ("C7", "2029", "C7 to 2029")
    assert [each["id"] for each in place["answers"]] == ["coastal", "land", "blocked", "elsewhere"]
    run(g, lambda g: map.learn(g, {}))
    assert map.presumed_places(g.truth) == []
    assert g.truth.kit["terrain/2029"] == "high"
    assert unsaid(g) == []


def test_6_2_carriers_that_met_coastal_water_move_again() -> None:
    g = play({}, {"forces/C7": force("2130", "Carrier", 1)}, carrier_group("TF 16", "2122"))
    assert move(g, "C7") == "2129"
    run(g, lambda g: map.learn(g, {"C7": "coastal"}))
    assert g.truth.kit["terrain/2129"] == "coastal"
    assert g.truth.forces["C7"]["hex"] == "2230"
    assert g.truth.forces["C7"]["moved"]
    assert [each["hex"] for each in map.presumed_places(g.truth)] == ["2230"]
    assert unsaid(g) == []


def test_6_2_others_stay_in_coastal_water() -> None:
    kit = {"mission_area/2130": 7, "compass/7/Guadalcanal/C": compass(rest="E")}
    g = play(kit, {"forces/C7": force("2130")})
    move(g, "C7")
    run(g, lambda g: map.learn(g, {"C7": "coastal"}))
    assert g.truth.forces["C7"]["hex"] == "2129"


@pytest.mark.parametrize(
    ("said", "key", "value"), [("land", "terrain/2129", "land"), ("blocked", "blocked_side/2129-2130", "yes")]
)
def test_6_2_land_and_prohibited_sides_send_it_elsewhere(said: str, key: str, value: str) -> None:
    kit = {"mission_area/2130": 7, "compass/7/Guadalcanal/C": compass(rest="E")}
    g = play(kit, {"forces/C7": force("2130"), "forces/C8": force("2530")})
    move(g, "C7")
    run(g, lambda g: map.learn(g, {"C7": said}))
    assert g.truth.kit[key] == value
    assert g.truth.forces["C7"]["hex"] == "2230"
    if said == "blocked":
        assert "terrain/2129" not in g.truth.kit


def test_6_2_a_counter_that_stands_elsewhere_is_followed() -> None:
    g = play({}, {"forces/C7": force("2030", "Carrier", 1)}, carrier_group("TF 16", "2021"))
    move(g, "C7")
    run(g, lambda g: map.learn(g, {"C7": "elsewhere"}), Answers(us={"/stands": "2129"}))
    assert g.truth.forces["C7"]["hex"] == "2129"
    assert "terrain/2029" not in g.truth.kit


def test_6_2_two_carrier_forces_in_one_hex_that_is_coastal() -> None:
    at = {"forces/C7": force("2130", "Carrier", 1), "forces/C8": force("2130", "Carrier", 1)}
    g = play({}, at, carrier_group("TF 16", "2122"))
    move(g, "C7")
    move(g, "C8")
    run(g, lambda g: map.learn(g, {"C7": "coastal"}), Answers())
    assert "2129" not in [f["hex"] for f in g.truth.forces.values()]


def test_ca_81_moving_leaves_detection_and_advantage_to_the_sequence() -> None:
    at = {"forces/C7": force("2030", "Carrier", 1, detection="L", advantage=True)}
    g = play({}, at, carrier_group("TF 16", "2021"))
    move(g, "C7")
    assert (g.truth.forces["C7"]["detection"], g.truth.forces["C7"]["advantage"]) == ("L", True)


def test_groups_of_no_ships_are_where_they_are() -> None:
    g = play({}, {"groups/TF 64": group("2029")})
    assert choice.beside_us(g.truth, "2028") == ["TF 64"]


# Whatever stands on the map.


def anywhere(rng: random.Random) -> str:
    return f"{rng.randint(20, 26)}{rng.randint(18, 26)}"


def crowd(rng: random.Random) -> tuple[dict[str, JSON], dict[str, JSON]]:
    """A kit and a record: a dozen forces and a few task forces close together, coasts, land and shoals about them."""
    kit: dict[str, JSON] = {"map_bounds": EDGES, "rabaul_hex": 1440, "close_reaction_columns": COLUMNS}
    every = [f"{r}{c}" for r in range(19, 28) for c in range(17, 28)]
    kit |= {f"terrain/{place}": rng.choice(("high", "high", "coastal", "land")) for place in every}
    kit |= {f"mission_area/{place}": 7 for place in every}
    kit |= {f"blocked_side/{place}-{int(place) + 1}": "yes" for place in rng.sample(every, 5)}
    ways = {str(n): rng.choice(DIRECTIONS) for n in range(1, 11)}
    kit |= {f"compass/7/Guadalcanal/{kind}": ways for kind in ("C", "T")}
    for row_ in movement_charts.ROWS:
        for column in movement_charts.COLUMNS:
            kit[f"close_reaction/{row_}/{column}/japan"] = reaction(rng.choice(movement_charts.CODES))
    chits = (
        (0, ""),
        (1, "Carrier"),
        (1, "Large"),
        (2, "Medium Surface"),
        (3, "CVL"),
        (3, "2 CV"),
        (2, "Small Transport"),
    )
    at: dict[str, JSON] = {}
    for n in range(1, 13):
        level, chit = rng.choice(chits)
        kind = "T" if "Transport" in chit else "C"
        at[f"forces/{kind}{n}"] = force(anywhere(rng), chit, level, kind=kind, retiring=rng.random() < 0.2)
    for name, types in (("TF 16", {"CV": 1, "DD": 6}), ("TF 64", {"CA": 2, "DD": 4}), ("TF 17", {"DD": 4})):
        at |= task_force(name, anywhere(rng), **types)
    return kit, at


@pytest.mark.parametrize("seed", range(20))
def test_no_move_breaks_the_map_or_the_bans(seed: int, monkeypatch: pytest.MonkeyPatch, no_battle: list[Any]) -> None:
    raised(monkeypatch)
    rng = random.Random(seed)
    kit, at = crowd(rng)
    g = play(kit, at, die=rng.randint(1, 10))
    for name in list(g.truth.forces):
        before = g.truth.forces[name]["hex"]
        chance = Answers()
        monkeypatch.setattr(chance, "to", lambda party, ask: ask.sample(rng))
        after = move(g, name, chance)
        went = told(g, "moves")[-1:] if told(g, "moves") and told(g, "moves")[-1]["piece"] == name else []
        assert distance(before, after) <= 1
        if after != before:
            assert map.steps_to(g.truth, before, after)
            if g.truth.is_carrier_force(name) and map.terrain(g.truth, before) != "coastal":
                assert map.terrain(g.truth, after) != "coastal"
        if went and not went[0]["why"].startswith("to engage"):
            assert choice.ban(g.truth, name, after) == ""


def test_nothing_is_kept_of_a_game_that_was_not_told() -> None:
    g = play({}, {"forces/C7": force("2030", "Carrier", 1)}, carrier_group("TF 16", "2021"))
    move(g, "C7")
    trees = [plot.tree for plot in g.plots.values()]
    assert all(tree["memory"] == trees[0]["memory"] for tree in trees)
