"""Victory points, unloading and bombardment (22.0)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import decks, roster, scoring, unloading, victory
from umpire.games.carrier.plot import FORCE, GROUP, fresh
from umpire.table.words import copy

JSON = Any
GUADALCANAL = {"objectives/primary": "Guadalcanal", "pool/colours": {}}


@pytest.fixture(autouse=True)
def no_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """Night landings are others' to test."""
    monkeypatch.setattr(decks, "end_of_day", lambda g: iter(()))


def put(g: Any, **at: JSON) -> None:
    for plot in g.plots.values():
        for path, value in at.items():
            plot.put(path, value)


def force(name: str, place: str, *ships: str, **leaves: JSON) -> dict[str, JSON]:
    standing = {"hex": place, "objective": "Guadalcanal", "level": 4, "chit": "Level 4", "start": len(ships)}
    at: dict[str, JSON] = {f"forces/{name}": fresh(FORCE, **{**standing, **leaves})}
    return at | {f"ships/{ship}": roster.new(ship, name) for ship in ships}


def group(name: str, place: str, *ships: str) -> dict[str, JSON]:
    at: dict[str, JSON] = {f"groups/{name}": fresh(GROUP, hex=place)}
    return at | {f"ships/{ship}": roster.new(ship, name) for ship in ships}


def game(*parts: dict[str, JSON], **at: JSON) -> Any:
    record: dict[str, JSON] = {"period": "aug42", **GUADALCANAL, **at}
    for part in parts:
        record |= part
    return scene({}, scenario="standard", at=copy(record))


def ends(g: Any, how: str = "time", **cells: JSON) -> str:
    given = {key.replace("__", "/"): value for key, value in cells.items()}
    run(g, lambda g: victory.finish(g, how), Answers(cells=given))
    assert not unsaid(g)
    return str(told(g, "ended")[0]["text"])


# Ships.


def sunk(ship: str, company: int) -> dict[str, JSON]:
    return {
        f"ships/{ship}": {**roster.new(ship), "hits": roster.ships()[ship]["capacity"], "sunk": 3, "company": company}
    }


def test_ca_76_a_carrier_that_sinks_alone_is_worth_four_times_her_air_value() -> None:
    g = game(group("TF 16", "3030", "Hornet"), sunk("Wasp", 0))
    ends(g, **{"vp_schedule__air_value__Wasp": 9, "victory_ratio__none": "decisive"})
    assert scoring.totals(g.truth)["japan"] == 8 * 4 * 9
    assert told(g, "ended")[0]["text"] == "The last turn is over. Japan wins, 36 to 0: decisive victory."


@pytest.mark.parametrize(
    ("ship", "company", "alone"),
    [
        *(("Wasp", 3, True), ("Wasp", 4, False), ("Washington", 3, True), ("Washington", 4, False)),
        *(("Portland", 1, True), ("Portland", 2, False), ("Atlanta", 1, True), ("Helena", 2, False)),
        *(("Balch", 0, True), ("Balch", 1, False), ("McCawley", 0, False)),
    ],
)
def test_22_0_double_points_by_company_as_she_sank(ship: str, company: int, alone: bool) -> None:
    g = game(sunk(ship, company))
    assert scoring.alone(g.truth, ship) is alone
    assert scoring.ship_lines(g.truth)[0].times == (2 if alone else 1)


def test_22_0_no_double_points_in_the_introductory_scenarios() -> None:
    g = scene({}, scenario="6", at=sunk("Balch", 0))
    assert scoring.ship_lines(g.truth)[0].times == 1


def test_22_0_what_ships_are_scored_for() -> None:
    hit = {"ships/Portland/hits": 1, "ships/Astoria/hits": 4, "ships/Shokaku/hits": 4, "ships/Enterprise/hits": 3}
    g = game(group("TF 16", "3030", "Enterprise", "Portland", "Astoria", "Balch"), force("C1", "2020", "Shokaku"), hit)
    put(g, **{"ships/Shokaku/sunk": 0})
    for plot in g.plots.values():
        plot.kit["level/Enterprise/3"] = "m"
    assert [(line.side, line.key, line.times, line.by) for line in scoring.ship_lines(g.truth)] == [
        ("japan", "vp_schedule/level/M", 1, "vp_schedule/air_value/Enterprise"),
        ("us", "vp_schedule/heavy/japan/CV", 10, ""),
        ("japan", "vp_schedule/heavy/us/CA", 1, ""),
        ("japan", "vp_schedule/damaged/us/CA", 1, ""),
    ]


def test_points_of_the_schedule_may_be_fractions() -> None:
    assert [scoring.in_eighths(value) for value in (2, "1/8", "1/4", "1 1/2", 0)] == [16, 1, 2, 12, 0]


# Levels of victory.


def awards(us: int, japan: int) -> dict[str, JSON]:
    return {"points/us": [{"n": us, "why": ""}], "points/japan": [{"n": japan, "why": ""}]}


def test_22_0_twenty_points_are_needed_and_equal_totals_draw() -> None:
    here = group("TF 16", "3030", "Balch")
    assert ends(game(here, awards(159, 0))).endswith("A draw, 19⅞ to 0.")
    assert ends(game(here, awards(160, 160))).endswith("A draw, 20 to 20.")
    assert "Japan wins, 20 to 1" in ends(game(here, awards(8, 160)), **{"victory_ratio__1000": "total"})


@pytest.mark.parametrize(
    ("more", "less", "key"),
    [(480, 240, "200"), (479, 240, "195"), (160, 159, "100"), (300, 7, "1000"), (160, 0, "none"), (375, 300, "125")],
)
def test_22_0_the_ratio_is_exact_and_rounded_down(more: int, less: int, key: str) -> None:
    assert scoring.ratio_cell(more, less) == f"victory_ratio/{key}"


def test_air_points_count_for_the_us() -> None:
    g = game(group("TF 16", "3030", "Balch"), {"points/air": 41})
    assert "The US wins, 20½ to 0" in ends(g, **{"vp_schedule__air_point": "1/2", "victory_ratio__none": "minor"})


def test_over_for_want_of_anybody_to_fight() -> None:
    g = game(group("TF 16", "3030", "Balch"), force("C1", "2020", "Oite"), **{"clock/turn": 3})
    assert victory.over(g.truth) == ""
    put(g, **{"groups/TF 16/gone": True})
    assert victory.over(g.truth) == "us-gone"
    g = game(group("TF 16", "3030", "Balch"), **{"clock/turn": 3})
    assert victory.over(g.truth) == "", "more may come"
    put(g, **{"flags/retired": True})
    assert victory.over(g.truth) == "japan-gone"


# Unloading.


def turn(g: Any, n: int, **cells: JSON) -> None:
    """The Bombard/Unload step of a turn."""
    put(g, **{"clock/turn": n})
    given = {key.replace("__", "/"): value for key, value in cells.items()}
    run(g, unloading.bombard_and_unload, Answers(cells=given))


def test_ca_120_three_steps_that_need_not_follow_each_other() -> None:
    g = game(force("T1", "2527", "Oite", "Maru 1", "Maru 2", kind="T", came=5), group("TF 16", "3030", "Balch"))
    turn(g, 5)
    assert g.truth.ships["Maru 1"]["unloads"] == 0, "it has only come"
    turn(g, 6)
    assert g.truth.ships["Maru 1"]["unloads"] == 1
    assert g.truth.forces["T1"]["detection"] == "L"
    put(g, **{"groups/TF 16/hex": "2527", "forces/T1/detection": ""})
    turn(g, 7)
    assert g.truth.ships["Maru 1"]["unloads"] == 1
    assert g.truth.forces["T1"]["detection"] == ""
    put(g, **{"groups/TF 16/hex": "3030"})
    turn(g, 8)
    put(g, **{"clock/night": True, "forces/T1/detection": ""})
    assert not g.truth.forces["T1"]["retiring"]
    turn(g, 9)
    assert g.truth.ships["Maru 2"]["unloads"] == 3
    assert g.truth.forces["T1"]["retiring"]
    assert g.truth.forces["T1"]["detection"] == "", "unloading by night shows nobody"
    assert g.truth.at("points/unloaded") == {"Maru 1": "Guadalcanal", "Maru 2": "Guadalcanal"}
    turn(g, 10)
    assert g.truth.ships["Maru 2"]["unloads"] == 3
    assert not unsaid(g)


def test_ca_120_what_is_not_known_ship_by_ship_does_not_unload() -> None:
    g = game(
        {"forces/T1": fresh(FORCE, hex="2527", kind="T", objective="Guadalcanal", level=2, chit="Large Transport")}
    )
    assert unloading.unloading(g.truth) == []


def test_22_0_combat_and_transport_forces_have_their_own_hexes() -> None:
    g = game(force("T1", "2626", "Maru 1", kind="T"), force("T2", "2527", "Maru 2", kind="T"), **{"clock/turn": 3})
    assert unloading.unloading(g.truth) == ["T2"]


BASE = {"groups/Guadalcanal": fresh(GROUP, hex="2626", base=True)}


def test_ca_121_a_surface_force_bombards_once_and_retires() -> None:
    g = game(BASE, force("C1", "2626", "Hiei", "Oite", came=3), **{"clock/turn": 4})
    turn(g, 4, **{"vp_schedule__bombard__large": "2 1/2"})
    f = g.truth.forces["C1"]
    assert f["bombarded"]
    assert f["retiring"]
    assert f["detection"] == "L"
    assert scoring.totals(g.truth)["japan"] == 20
    turn(g, 5)
    assert scoring.totals(g.truth)["japan"] == 20
    assert not unsaid(g)


@pytest.mark.parametrize(
    "leaves", [{"struck": True}, {"came": 4}, {"fought": True}, {"moved": True}, {"hex": "2526"}, {"bombarded": True}]
)
def test_ca_121_whoever_was_disturbed_or_has_just_come_does_not_bombard(leaves: dict[str, JSON]) -> None:
    g = game(BASE, force("C1", "2626", "Hiei", **{"came": 3, **leaves}), **{"clock/turn": 4})
    assert unloading.bombarding(g.truth) == []


def test_22_0_no_base_no_bombardment_and_carriers_do_not() -> None:
    g = game(force("C1", "2626", "Hiei", came=1), **{"clock/turn": 4, "period": "jan42"})
    assert unloading.bombarding(g.truth) == []
    g = game(BASE, force("C1", "2626", "Ryujo", "Oite", came=1), **{"clock/turn": 4})
    assert unloading.bombarding(g.truth) == []


AT_THE_END = {"groups/TF 16": fresh(GROUP, hex="3030"), "ships/Hornet": roster.new("Hornet", "TF 16")}


@pytest.mark.parametrize(
    ("objective", "place", "period", "counts"),
    [
        ("Port Moresby", "2549", "aug42", False),
        ("New Hebrides", "3712", "aug42", False),
        ("Guadalcanal", "2527", "aug42", True),
        ("Guadalcanal", "2527", "jan42", False),
        ("Guadalcanal", "2626", "aug42", False),
    ],
)
def test_22_0_at_the_end_of_the_day(objective: str, place: str, period: str, counts: bool) -> None:
    transports = force("T1", place, "Maru 1", kind="T", objective=objective)
    g = game(AT_THE_END, transports, **{"period": period, "flags/retired": True})
    assert victory.counts_at_the_end(g.truth, "T1", "time") is counts
    put(g, **{"flags/retired": False})
    assert victory.counts_at_the_end(g.truth, "T1", "time") is (place != "2626")


def test_22_0_a_fleet_that_retired_still_scores_where_no_us_deck_works() -> None:
    g = game(AT_THE_END, **{"flags/retired": True, "decks/Hornet": {"markers": [2]}})
    assert not victory.worthless(g.truth, "Port Moresby")
    put(g, **{"decks/Hornet": {"markers": []}})
    assert victory.worthless(g.truth, "Port Moresby")


def test_22_0_with_no_us_task_force_left_all_transports_count() -> None:
    g = game(force("T1", "2020", "Maru 1", "Maru 2", kind="T"))
    text = ends(g, "us-gone", **{"vp_schedule__unload__Guadalcanal": 10, "victory_ratio__none": "major"})
    assert "Japan wins, 20 to 0" in text
    g = game(force("T1", "2020", "Maru 1", kind="T"), **{"flags/retired": True})
    assert ends(g, "us-gone").endswith("A draw, 0 to 0.")


def test_22_0_interdiction_us_transports_unload_or_cost_points() -> None:
    aim = {"objectives/interdiction": True, "clock/turn": 1}
    g = game(BASE, group("TG 62.4", "2626", "McCawley", "Crescent City"), **aim)
    turn(g, 1)
    assert g.truth.ships["McCawley"]["unloads"] == 0, "they came in this turn"
    turn(g, 2)
    put(g, **{"forces/C1": fresh(FORCE, hex="2626")})
    turn(g, 3)
    for plot in g.plots.values():
        plot.drop("forces/C1")  # type: ignore[attr-defined]
    turn(g, 4)
    assert g.truth.ships["McCawley"]["unloads"] == 2
    turn(g, 5)
    assert g.truth.at("points/unloaded") == {"McCawley": "2626", "Crescent City": "2626"}
    put(g, **{"ships/President Adams": roster.new("President Adams", "TG 62.4")})
    cells = {"vp_schedule__us_unloaded": 3, "vp_schedule__us_not_unloaded": 2}
    assert ends(g, **cells).endswith("A draw, 4 to 0.")
    assert not unsaid(g)


def test_22_0_where_the_us_must_unload() -> None:
    g = game(**{"objectives/interdiction": True})
    assert unloading.required_hex(g.truth) == "2626"
    put(g, **{"period": "1943", "objectives/primary": "Bougainville"})
    assert unloading.required_hex(g.truth) == "1935"
    put(g, **{"objectives/interdiction": False})
    assert unloading.required_hex(g.truth) == ""


def test_22_0_japanese_points_still_up_at_nightfall() -> None:
    line = {"strength": 7, "lost": 2, "landed": False, "land": 13}
    g = game(AT_THE_END, force("C1", "2020", "Shokaku", log=[line, {**line, "landed": True}]))
    answers = Answers([6], {"ext_range/night/6": "1/4", "vp_schedule/air_point": "1/2"})
    run(g, lambda g: victory.finish(g, "time"), answers)
    assert told(g, "night-points")[0]["lost"] == 1
    assert g.truth.at("points/air") == 1
    assert not unsaid(g)


def test_a_table_that_ends_early_is_told_with_the_points_so_far() -> None:
    g = game(awards(20, 4))
    victory.conceded(g, "concede")
    assert "US 2½, Japan ½" in told(g, "ended")[0]["text"]
