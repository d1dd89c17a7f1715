"""Retirement: the index (20.2), single forces and the screens they leave behind (20.1), the fleet (20.2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import forces, retirement, roster
from umpire.games.carrier.plot import FORCE, fresh
from umpire.table.words import copy

JSON = Any


def fleet(force: str, *ships: str, **leaves: JSON) -> dict[str, JSON]:
    """A force of level 4 with these ships, each at her full air value."""
    standing = {"hex": "2020", "objective": "Guadalcanal", "level": 4, "chit": "Level 4", "start": len(ships)}
    at: dict[str, JSON] = {f"forces/{force}": fresh(FORCE, **{**standing, **leaves})}
    return at | {f"ships/{s}": {**roster.new(s, force), "value": roster.ships()[s]["air"]} for s in ships}


def hits(**by: int) -> dict[str, JSON]:
    return {f"ships/{ship}/hits": n for ship, n in by.items()}


def check(at: dict[str, JSON], force: str = "C1", lost: tuple[str, ...] = (), dice: tuple[JSON, ...] = ()) -> Any:
    g = scene({}, scenario="standard", at=copy(at))
    run(g, lambda g: retirement.check_force(g, force, lost), Answers(dice))
    assert not unsaid(g)
    return g


# The index (20.2).


def test_ca_74_two_points_lost_then_a_carrier_heavy_and_sunk() -> None:
    g = scene({}, scenario="standard", at={**fleet("C1", "Ryujo"), "ships/Ryujo/air": 5, "limits/retirement": 31})
    retirement.air_points_lost(g, 2)
    assert g.truth.tree["index"]["retirement"] == 2, "one whole point, kept in halves"
    retirement.carrier_lost(g, "Ryujo")
    assert g.truth.tree["index"]["retirement"] == 2 + 10
    for plot in g.plots.values():
        plot.put("ships/Ryujo/sunk", 2)  # type: ignore[attr-defined]
    retirement.carrier_lost(g, "Ryujo")
    assert g.truth.tree["index"]["retirement"] == 2 + 10 + 10
    assert [f["why"] for f in told(g, "retirement-index")][1:] == ["Ryujo heavily damaged", "Ryujo sunk"]
    retirement.air_points_lost(g, 0)
    retirement.air_points_lost(g, 1)
    assert g.truth.tree["index"]["retirement"] == 23
    assert g.truth.at("points/air") == 3
    assert not unsaid(g)


def test_20_2_nobody_counts_once_the_fleet_retires_or_without_the_standard_game() -> None:
    g = scene({}, scenario="standard", at={"flags/retired": True})
    retirement.air_points_lost(g, 2)
    assert g.truth.tree["index"]["retirement"] == 0
    g = scene({}, scenario="6")
    retirement.air_points_lost(g, 2)
    assert g.truth.tree["index"]["retirement"] == 0
    assert g.truth.at("points/air") == 2


# Surface forces (20.1).


@pytest.mark.parametrize("gone", [("Oite", "Ushio", "Arashi"), ("Tone", "Maya")])
def test_ca_75_a_surface_force_retires_by_half_its_ships_or_two_heavy_ones(gone: tuple[str, ...]) -> None:
    at = fleet("C1", "Tone", "Maya", "Oite", "Ushio", "Arashi")
    at |= {f"ships/{ship}/sunk": 3 for ship in gone} | {f"ships/{ship}/in": "" for ship in gone}
    assert check(at, lost=gone).truth.forces["C1"]["retiring"]


def test_20_1_heavily_damaged_ships_count_as_lost_and_less_than_half_does_not() -> None:
    at = fleet("C1", "Tone", "Maya", "Oite", "Ushio", "Arashi")
    assert not check(at | hits(Oite=2, Ushio=2), lost=("Oite", "Ushio")).truth.forces["C1"]["retiring"]
    assert check(at | hits(Oite=2, Ushio=2, Arashi=2), lost=("Arashi",)).truth.forces["C1"]["retiring"]
    assert not check(at | hits(Oite=1, Ushio=1, Arashi=1)).truth.forces["C1"]["retiring"]


def test_20_1_two_heavy_ships_must_go_in_one_action_and_a_battleship_is_enough() -> None:
    at = fleet("C1", "Tone", "Maya", *("Oite", "Ushio", "Arashi", "Yugumo", "Kagero"))
    at |= hits(Tone=5, Maya=5)
    assert not check(at, lost=("Maya",)).truth.forces["C1"]["retiring"]
    assert check(at, lost=("Tone", "Maya")).truth.forces["C1"]["retiring"]
    at = fleet("C1", "Hiei", *("Oite", "Ushio", "Arashi", "Yugumo")) | hits(Hiei=8)
    assert check(at, lost=("Hiei",)).truth.forces["C1"]["retiring"]
    assert not check(at | hits(Hiei=7), lost=("Hiei",)).truth.forces["C1"]["retiring"]


def test_20_1_a_transport_force_retires_without_transports_only() -> None:
    at = fleet("T1", "Isuzu", "Oite", "Maru 1", "Maru 2", kind="T")
    lost = {f"ships/{ship}/{leaf}": value for ship in ("Isuzu", "Oite") for leaf, value in (("sunk", 2), ("in", ""))}
    assert not check(at | lost, "T1", ("Isuzu", "Oite")).truth.forces["T1"]["retiring"]
    assert not check(at | hits(**{"Maru 1": 1}), "T1", ("Maru 1",)).truth.forces["T1"]["retiring"]
    gone = {f"ships/Maru {n}/{leaf}": value for n in (1, 2) for leaf, value in (("sunk", 2), ("in", ""))}
    assert check(at | gone, "T1", ("Maru 1", "Maru 2")).truth.forces["T1"]["retiring"]


def test_20_1_introductory_scenarios_have_no_retirement() -> None:
    g = scene({}, scenario="6", at=fleet("C1", "Hiei") | hits(Hiei=8))
    run(g, lambda g: retirement.check_force(g, "C1", ["Hiei"]))
    assert not g.truth.forces["C1"]["retiring"]


# Carrier forces and their screens (20.1).

CARRIERS = ("Shokaku", "Zuikaku")
SCREEN = ("Tone", "Maya", "Oite", "Ushio", "Arashi")
POOL = {
    "pool/C": ["C3", "C9", "C12"],
    "pool/colours": {"C3": "Port Moresby", "C9": "Guadalcanal", "C12": "Guadalcanal"},
}
CUP = {"sequence": {"cup": {"blank": 7}, "due": None, "drawn": 3, "marker": 8}}


def test_ca_118_the_screen_splits_and_its_chit_goes_into_the_cup_now() -> None:
    at = fleet("C1", *CARRIERS, *SCREEN, detection="?", start=5) | POOL | CUP | hits(Shokaku=4, Zuikaku=4)
    g = check(at, dice=("Oite", "Arashi"))
    old, new = g.truth.forces["C1"], g.truth.forces["C9"]
    assert old["retiring"]
    assert not new["retiring"]
    assert sorted(g.truth.ships_of("C9")) == ["Maya", "Tone", "Ushio"]
    assert sorted(g.truth.ships_of("C1")) == ["Arashi", "Oite", "Shokaku", "Zuikaku"]
    assert (new["hex"], new["objective"], new["detection"], new["level"]) == ("2020", "Guadalcanal", "?", 4)
    assert new["start"] == 3
    assert g.truth.is_surface_force("C9")
    assert g.truth.tree["sequence"]["cup"]["C9"] == 1
    assert g.truth.tree["sequence"]["marker"] == 9
    assert g.truth.tree["pool"]["C"] == ["C3", "C12"]


def test_ca_118_without_a_free_counter_of_its_colour_nothing_splits() -> None:
    at = fleet("C1", *CARRIERS, *SCREEN) | CUP | hits(Shokaku=4, Zuikaku=4)
    g = check(at | {"pool/C": ["C3"], "pool/colours": {"C3": "Port Moresby"}})
    assert g.truth.forces["C1"]["retiring"]
    assert list(g.truth.forces) == ["C1"]
    assert g.truth.tree["sequence"]["marker"] == 8


def test_20_1_one_ship_stays_for_each_carrier_afloat_the_lightest_first() -> None:
    at = fleet("C1", *CARRIERS, "Hiei", "Tone", "Oite") | POOL | CUP | hits(Zuikaku=4)
    g = check(at | {"ships/Shokaku/sunk": 2, "ships/Shokaku/hits": 8})
    assert sorted(g.truth.ships_of("C9")) == ["Hiei", "Tone"]
    at = fleet("C1", *CARRIERS, "Hiei", "Tone", "Oite") | POOL | CUP | hits(Shokaku=4, Zuikaku=4)
    g = check(at)
    assert g.truth.ships_of("C9") == ["Hiei"], "a destroyer and the cruiser stay"


def test_20_1_nothing_splits_off_a_screen_that_is_needed_whole() -> None:
    g = check(fleet("C1", *CARRIERS, "Oite") | POOL | CUP | hits(Shokaku=4, Zuikaku=4))
    assert list(g.truth.forces) == ["C1"]
    assert g.truth.forces["C1"]["retiring"]


def test_20_1_one_sound_carrier_keeps_it_there_and_no_air_value_sends_it_home() -> None:
    at = fleet("C1", *CARRIERS, *SCREEN) | CUP | {"pool/C": []}
    assert not check(at | hits(Shokaku=4, Zuikaku=3)).truth.forces["C1"]["retiring"]
    assert check(at | {f"ships/{ship}/value": 0 for ship in CARRIERS}).truth.forces["C1"]["retiring"]


def test_20_1_a_level_3_force_retires_as_its_holding_box_shows_all_its_carriers_out() -> None:
    at = fleet("C1", "Shokaku", level=3, chit="2 CV", screen="Medium CA", value=17) | CUP | {"pool/C": []}
    assert not check(at | hits(Shokaku=4)).truth.forces["C1"]["retiring"]
    at |= {"ships/Zuikaku": {**roster.new("Zuikaku", "C1"), "hits": 8, "sunk": 2}}
    assert check(at | hits(Shokaku=4)).truth.forces["C1"]["retiring"]


def test_20_1_a_level_2_force_never_retires_by_itself() -> None:
    at = {"forces/C1": fresh(FORCE, hex="2020", objective="Guadalcanal", level=2, chit="1-2 Carrier")}
    assert not check(at).truth.forces["C1"]["retiring"]


def test_20_1_carriers_and_screen_are_made_known_before_the_split(monkeypatch: pytest.MonkeyPatch) -> None:
    at = fleet("C1", *CARRIERS, level=3, chit="2 CV", screen="Medium CA") | POOL | CUP | hits(Shokaku=4, Zuikaku=4)

    def raised(g: Any, force: str, level: int) -> Any:
        yield from ()
        assert (force, level) == ("C1", 4)
        for plot in g.plots.values():
            plot.put("forces/C1/level", 4)
            for ship in ("Tone", "Maya", "Oite"):
                plot.put(f"ships/{ship}", roster.new(ship, "C1"))
        return True

    monkeypatch.setattr(forces, "raise_to", raised)
    g = check(at, dice=("Maya",))
    assert g.truth.ships_of("C9") == ["Tone"]


# The fleet (20.2).


@pytest.mark.parametrize(("index", "ratio"), [(61, 95), (62, 100), (63, 100), (77, 120), (124, 200)])
def test_20_2_the_ratio_is_rounded_down(index: int, ratio: int) -> None:
    g = scene({}, scenario="standard", at={"index/retirement": index, "limits/retirement": 31})
    assert retirement.ratio(g.truth) == ratio


@pytest.mark.parametrize(("die", "retired"), [(3, True), (4, False)])
def test_20_2_the_fleet_retires_on_the_tables_die_or_less(die: int, retired: bool) -> None:
    g = scene({}, scenario="standard", at={"index/retirement": 62, "limits/retirement": 31, "clock/turn": 4})
    run(g, retirement.fleet, Answers([die], {"fleet_retirement/100": 3}))
    assert g.truth.tree["flags"]["retired"] is retired
    assert not unsaid(g)


def test_20_2_nobody_rolls_below_the_limit_or_twice_after_it() -> None:
    for at in ({"index/retirement": 61}, {"index/retirement": 90, "flags/retired": True}):
        run(scene({}, scenario="standard", at={**at, "limits/retirement": 31}), retirement.fleet)
