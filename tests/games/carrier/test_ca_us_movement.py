"""US task forces move, retreat, leave and detach: 5.0, 10.0, 14.2, 19.1."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

from tests.games.carrier.fleets import EDGES, carrier_group, force, group, row, ships, task_force
from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import detachment, map, retreating, sailing, surface, us_movement
from umpire.table.asks import Refusal
from umpire.table.numbered import distance
from umpire.table.script import Play

JSON = Any
TWO = {"terrain/2817": "high", "terrain/2818": "high"}


def play(kit: dict[str, JSON] | None = None, /, *branches: dict[str, JSON], phase: int = 1, **record: JSON) -> Play:
    at: dict[str, JSON] = {"clock/turn": 4, "clock/phase": phase, "clock/segment": "us", "clock/step": "move"}
    for branch in branches:
        at |= deepcopy(branch)
    return scene(kit or {}, at=at, **record)


def sent(g: Play, answers: Answers | None = None) -> dict[str, str]:
    """Where task forces stand after the Task Force Movement Step."""
    run(g, us_movement.move_task_forces, answers)
    assert unsaid(g) == []
    return {name: each["hex"] for name, each in g.truth.task_forces().items()}


@pytest.fixture
def fights(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    fought: list[str] = []

    def us_engages(g: Play, group: str) -> Any:
        fought.append(group)
        return
        yield

    monkeypatch.setattr(surface, "us_engages", us_engages)
    return fought


def two() -> dict[str, JSON]:
    return carrier_group("TF 16", "2717") | carrier_group("TF 17", "2718")


@pytest.mark.parametrize(("phase", "most"), [(1, 1), (2, 0), (3, 1), (4, 0)])
def test_ca_36_row_2_of_the_records_track(phase: int, most: int) -> None:
    g = play(TWO, two(), phase=phase)
    answers = Answers(us={"/us/move": {"TF 16": "2718", "TF 17": "2718"}})
    assert sent(g, answers) == {"TF 16": "2718" if most else "2717", "TF 17": "2718"}
    assert answers.asked == (["t0/p1/us/move"] if phase == 1 else ["t0/p3/us/move"] if phase == 3 else [])


def test_ca_36_not_more_than_the_row_allows() -> None:
    g = play(TWO, two())
    asked = us_movement.ask_moves(g.truth, "x")
    assert asked.facts["most"] == 1
    with pytest.raises(Refusal, match="1 of them may move"):
        asked.check({"TF 16": "2718", "TF 17": "2717"})
    for seed in range(20):
        asked.validate(asked.sample(random.Random(seed)))


def test_10_0_unused_moves_are_not_saved_and_each_moves_once() -> None:
    g = play(TWO, two())
    g.truth.put("groups/TF 16/moved", True)
    assert us_movement.movers(g.truth) == ["TF 17"]
    g.truth.put("groups/TF 17/moved", True)
    assert sent(g) == {"TF 16": "2717", "TF 17": "2718"}


def test_10_0_another_row_is_asked_once() -> None:
    us = two() | task_force("TF 64", "2930", CA=2, DD=4)
    g = play({}, us)
    answers = Answers(cells={"records_us/3": row(1, 1, 0, 1)})
    sent(g, answers)
    assert answers.asked == ["chart/records_us/3", "t0/p1/us/move"]
    assert us_movement.allowed(g.truth) == 1


def test_10_0_a_move_flips_the_counter() -> None:
    g = play(TWO, two())
    sent(g, Answers(us={"/us/move": {"TF 17": "2717"}}))
    assert g.truth.groups["TF 17"]["moved"]
    assert not g.truth.groups["TF 16"]["moved"]
    assert told(g, "tf-moves")[0]["do"] == ["TF 17 to 2717"]


def test_10_0_carriers_never_enter_coastal_water() -> None:
    g = play({"terrain/2716": "coastal"}, two())
    assert "2716" not in us_movement.reach(g.truth, "TF 16")
    cells = {"terrain/2817": "coastal"}
    answers = Answers(cells=cells, us={"/us/move": {"TF 16": "2817"}, "/again/1": {"TF 16": "2718"}})
    assert sent(g, answers)["TF 16"] == "2718"
    assert "t0/p1/us/move/again/1" in answers.asked


def test_10_0_surface_groups_go_through_coastal_water_unasked() -> None:
    kit = {"records_us/1": row(1, 0, 0, 0), "terrain/2425": "coastal"}
    g = play(kit, task_force("TF 64", "2525", CA=2, DD=4))
    answers = Answers(us={"/us/move": {"TF 64": "2425"}})
    assert sent(g, answers) == {"TF 64": "2425"}
    assert answers.asked == ["t0/p1/us/move"]


def test_10_0_neither_land_nor_prohibited_sides() -> None:
    kit = {"terrain/2425": "land", "blocked_side/2524-2525": "yes"}
    g = play(kit, task_force("TF 64", "2525", CA=2, DD=4))
    ways = {p for p in map.neighbours("2525") if p not in ("2425", "2524")}
    assert set(us_movement.reach(g.truth, "TF 64")) == ways


def test_10_0_entering_a_japanese_hex_engages(fights: list[str]) -> None:
    kit = {"records_us/1": row(1, 0, 0, 0)}
    g = play(kit, task_force("TF 64", "2525", CA=2, DD=4), {"forces/C3": force("2526")})
    assert sent(g, Answers(us={"/us/move": {"TF 64": "2526"}})) == {"TF 64": "2526"}
    assert fights == ["TF 64"]


def test_14_2_exhausted_groups_enter_no_japanese_hex() -> None:
    g = play({}, task_force("TF 64", "2525", CA=2, DD=4), {"forces/C3": force("2526")})
    assert "2526" in us_movement.reach(g.truth, "TF 64")
    g.truth.put("groups/TF 64/exhaust", 2)
    assert "2526" not in us_movement.reach(g.truth, "TF 64")


def test_10_0_a_hex_closed_meanwhile_is_not_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    def us_engages(g: Play, name: str) -> Any:
        for plot in g.plots.values():
            plot.put("forces/C3/hex", "2530")
        return
        yield

    monkeypatch.setattr(surface, "us_engages", us_engages)
    us = task_force("TF 64", "2525", CA=2, DD=4) | task_force("TF 61", "2531", CA=2, DD=4)
    g = play({"records_us/2": row(2, 0, 0, 0)}, us, {"forces/C3": force("2526"), "groups/TF 61/exhaust": 2})
    answers = Answers(us={"/us/move": {"TF 64": "2526", "TF 61": "2530"}})
    assert sent(g, answers) == {"TF 64": "2526", "TF 61": "2531"}
    assert not g.truth.groups["TF 61"]["moved"]


def test_19_1_a_carrier_dead_in_the_water_holds_her_task_force() -> None:
    g = play({"level/TF 16 CV 1/7": "D"}, two(), {"ships/TF 16 CV 1/hits": 7})
    assert sailing.held(g.truth, "TF 16")
    assert sailing.movers(g.truth) == ["TF 17"]


def test_10_0_off_the_south_edge_for_good() -> None:
    kit = {"map_bounds": {**EDGES, "south": 27}, "records_us/1": row(1, 0, 0, 0)}
    us = carrier_group("TF 16", "2717") | {"decks/TF 16 CV 1": {"in": "TF 16"}}
    g = play(kit, us)
    assert {"2817", "2818"} <= set(us_movement.reach(g.truth, "TF 16"))
    assert sent(g, Answers(us={"/us/move": {"TF 16": "2817"}})) == {}
    assert g.truth.groups["TF 16"]["gone"]
    assert g.truth.ships_of("TF 16") == []
    assert not g.truth.ships["TF 16 CV 1"]["sunk"]
    assert g.truth.decks == {}
    assert sailing.rows(g.truth) == []
    run(g, us_movement.move_task_forces)


def test_10_0_off_no_other_edge() -> None:
    kit = {"map_bounds": {"north": 12, "south": 43, "east": 9, "west": 49}}
    g = play(kit, carrier_group("TF 16", "1209"))
    assert sorted(us_movement.reach(g.truth, "TF 16")) == ["1210", "1309"]


def test_6_1_a_dummy_that_waits_for_strikes_holds_no_hex(fights: list[str]) -> None:
    kit = {"records_us/1": row(1, 0, 0, 0)}
    g = play(kit, task_force("TF 64", "2525", CA=2, DD=4), {"forces/C3": force("2526", leaves=True)})
    assert sent(g, Answers(us={"/us/move": {"TF 64": "2526"}})) == {"TF 64": "2526"}
    assert fights == []


def test_scenario_3_not_next_to_the_japanese() -> None:
    g = play({}, two(), {"forces/C1": force("2719", "2 CV", 4)}, scenario="3")
    assert all(distance(p, "2719") > 1 for p in us_movement.reach(g.truth, "TF 16"))
    near = play({}, two(), {"forces/C1": force("2719", "2 CV", 4)}, scenario="4")
    assert "2718" in us_movement.reach(near.truth, "TF 16")
    assert "2719" not in us_movement.reach(near.truth, "TF 17")


def test_scenario_2_nobody_moves() -> None:
    assert sent(play({}, two(), scenario="2")) == {"TF 16": "2717", "TF 17": "2718"}


# Retreats (14.2).


def test_14_2_us_retreat_south_where_nothing_else_decides() -> None:
    g = play({}, task_force("TF 64", "2525", CA=2, DD=4), {"forces/C3": force("2525")})
    assert sorted(retreating.us_options(g.truth, "TF 64")) == ["2625", "2626"]
    run(g, lambda g: us_movement.retreat(g, "TF 64"), Answers(["2626"]))
    assert g.truth.groups["TF 64"]["hex"] == "2626"
    assert not g.truth.groups["TF 64"]["moved"]
    assert unsaid(g) == []


def test_14_2_us_retreat_to_friends_and_not_into_the_enemy() -> None:
    us = task_force("TF 64", "2525", CA=2, DD=4) | task_force("TF 61", "2522", CA=2, DD=4)
    g = play({}, us, {"forces/C3": force("2525"), "forces/C4": force("2524")})
    for place in retreating.us_options(g.truth, "TF 64"):
        assert place != "2524"
        assert distance(place, "2522") == 3


def test_14_2_carriers_rather_enter_the_enemy_than_coastal_water() -> None:
    kit = {f"terrain/{p}": "coastal" for p in map.neighbours("2525") if p != "2524"}
    g = play(kit, carrier_group("TF 16", "2525"), {"forces/C3": force("2525"), "forces/C4": force("2524")})
    assert retreating.us_options(g.truth, "TF 16") == ["2524"]


# Detachment (5.0).


def names(kind: str, first: int, last: int) -> list[str]:
    return [f"TF 16 {kind} {n}" for n in range(first, last + 1)]


def test_5_0_detachment() -> None:
    g = play({}, task_force("TF 16", "2717", CV=1, CA=4, DD=6), {"groups/TF 16/moved": True})
    detachment.detach(g, "TF 16", "TF 64", names("CA", 1, 4))
    assert g.truth.ships_of("TF 64") == names("CA", 1, 4)
    assert g.truth.ships_of("TF 16") == [*names("CV", 1, 1), *names("DD", 1, 6)]
    assert (g.truth.groups["TF 64"]["hex"], g.truth.groups["TF 64"]["moved"]) == ("2717", True)
    assert unsaid(g) == []


@pytest.mark.parametrize(
    ("types", "taken", "words"),
    [
        ({"CA": 2, "DD": 5}, names("DD", 1, 4), "fewer than 8"),
        ({"CA": 4, "DD": 5}, names("CA", 1, 3), "4 is the least"),
        ({"CA": 4, "DD": 5}, [*names("CA", 1, 4), *names("DD", 1, 2)], "would have 3 ships"),
        ({"CV": 1, "CA": 4, "DD": 6}, [*names("CA", 1, 3), *names("DD", 1, 1)], "TF 16 would have 5 destroyers"),
        ({"CV": 2, "CA": 4, "DD": 12}, [*names("CV", 1, 1), *names("DD", 1, 5)], "TF 64 would have 5 destroyers"),
        ({"CA": 4, "DD": 5}, ["TF 16 BB 1"], "Not all of these ships"),
    ],
)
def test_5_0_detachment_is_refused(types: dict[str, int], taken: list[str], words: str) -> None:
    g = play({}, task_force("TF 16", "2717", **types))
    with pytest.raises(Refusal, match=words):
        detachment.check(g.truth, "TF 16", "TF 64", taken)


def test_5_0_only_counters_that_are_free() -> None:
    us = task_force("TF 16", "2717", CA=4, DD=6) | {"groups/TF 64": group("2720")} | ships("TF 64", CA=4)
    g = play({}, us)
    assert "TF 64" not in detachment.counters_left(g.truth)
    with pytest.raises(Refusal, match="no free counter"):
        detachment.check(g.truth, "TF 16", "TF 64", names("CA", 1, 4))


def test_5_0_a_screen_short_already_may_lose_cruisers() -> None:
    g = play({}, task_force("TF 16", "2717", CV=1, CA=4, DD=4))
    detachment.check(g.truth, "TF 16", "TF 64", names("CA", 1, 4))


def test_5_0_the_only_carrier_takes_her_patrol_along() -> None:
    us = task_force("TF 16", "2717", CV=1, CA=4, DD=6) | {"groups/TF 16/cap": [["F4F", 4, None]]}
    g = play({}, us, {"decks/TF 16 CV 1": {"in": "TF 16"}})
    detachment.detach(g, "TF 16", "TF 61", [*names("CV", 1, 1), *names("DD", 1, 6)])
    assert g.truth.groups["TF 61"]["cap"] == [["F4F", 4, None]]
    assert g.truth.groups["TF 16"]["cap"] == []
    assert g.truth.decks["TF 16 CV 1"]["in"] == "TF 61"
