"""Set-ups: the ship counters, Scenarios 1 to 6 as written, the standard game (21.0), task forces (5.0)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import air_groups, buying, charts, detachment, grouping, placing, roster, setup, setup_charts
from umpire.games.carrier.scenarios import SCENARIOS
from umpire.table.asks import Refusal

JSON = Any
AGREED = {f"agreed/{key}": "yes" for key in ("period", "objectives", "commitment", "moresby_air", "guadalcanal_air")}
HIGH = {f"terrain/{place}": "high" for place in ("3434", "3818", "3118", "3128", "2718", "3842")}


def afloat(plot: Any, group: str) -> int:
    return len(plot.ships_of(group))


# The counters (1.4).


def test_ships_as_they_are_printed() -> None:
    assert roster.ships()["Wasp"] == {
        **{"side": "us", "type": "CV", "aa": 10, "air": 0, "capacity": 7, "bombardment": 0, "hangar": 20}
    }
    assert roster.ships()["Junyo"]["air"] == 6
    assert [roster.ships()[ship]["type"] for ship in ("Zuiho", "Junyo", "Hobart", "Atlanta")] == [
        *("CVE", "CVL", "CL", "CLAA")
    ]
    assert roster.new("Portland", "TF 16")["capacity"] == 7
    assert roster.new("Portland", "TF 16")["in"] == "TF 16"
    assert sum(ship["type"] == "TR" for ship in roster.ships().values()) == 13


def test_availability_by_period_and_by_the_owners_own_chart() -> None:
    assert [roster.available("Lexington", p) for p in ("jan42", "aug42", "oct42", "1943")] == [
        True,
        False,
        False,
        False,
    ]
    assert [roster.available("Saratoga", p) for p in ("jan42", "aug42", "oct42", "1943")] == [True, True, False, True]
    assert not roster.available("Akagi", "aug42")
    assert roster.available("Porter", "jan42", {"available/Porter": 123})
    assert not roster.available("Porter", "jan42")


@pytest.mark.parametrize(
    ("ship", "lost"), [("Astoria", 2), ("Preston", 4), ("Walke", 4), ("Hiei", 4), ("Kirishima", 4), ("Lexington", 2)]
)
def test_no_ship_is_to_be_had_after_she_was_lost(ship: str, lost: int) -> None:
    """`lost` is the first column in which she was at the bottom all the time."""
    columns = str(charts.suggested(f"available/{ship}"))
    assert all(int(column) < lost for column in columns)


def test_scenario_6_limits_what_may_be_drawn() -> None:
    g = scene(scenario="6", period="oct42")
    run(g, SCENARIOS["6"].set_up, Answers(cells={"sc6_dummies/cup": 20}))
    assert roster.drawable(g.truth, "japan", "CVL") == ["Hiyo", "Junyo"]
    assert roster.drawable(g.truth, "japan", "CVE") == ["Zuiho"]
    assert roster.drawable(g.truth, "japan", "TR") == []
    for ship in ("Isuzu", "Yura", "Tenryu"):
        g.truth.put(f"ships/{ship}", roster.new(ship, "C1"))
    assert roster.drawable(g.truth, "japan", "CL") == []


# The scenarios as written.


def test_scenario_1_is_set_up() -> None:
    g = scene(scenario="1")
    run(g, SCENARIOS["1"].set_up)
    assert (afloat(g.truth, "TF 17"), afloat(g.truth, "C1")) == (15, 10)
    assert g.truth.groups["TF 17"]["cap"] == [["F4F", 6, None]]
    assert g.truth.forces["C1"]["cap"] == 2
    assert g.truth.strikes["2"]["steps"] == {"TBD": 3, "SBD": 1, "F4F": 4}
    assert g.truth.period == "jan42"
    assert not unsaid(g)


def test_scenario_1_draws_ships_where_that_was_agreed() -> None:
    g = scene(scenario="1", settings={"ships": "drawn"})
    drawn = (
        ["Astoria", "Chicago", "Portland", "Vincennes"],
        ["Balch", *["Lang", "Maury", "Sims", "Smith", "Stack", "Shaw", "Walke", "Dale"]],
    )
    japan = ["Tone", "Maya"], ["Akebono", "Arashi", "Ushio", "Oite", "Kagero", "Yugumo"]
    run(g, SCENARIOS["1"].set_up, Answers([*drawn[0], *drawn[1], *japan[0], *japan[1]]))
    assert sorted(g.truth.carriers_of("TF 17")) == ["Lexington", "Yorktown"]
    assert {"Astoria", "Walke"} <= set(g.truth.ships_of("TF 17"))
    assert afloat(g.truth, "C1") == 10
    assert "Tone" in g.truth.ships_of("C1")


def test_scenario_2_is_set_up() -> None:
    g = scene(scenario="2")
    run(g, SCENARIOS["2"].set_up)
    assert g.truth.forces == {}
    assert g.truth.ships_of("C1") == ["Sazanami", "Shoho"]
    assert g.truth.groups["TF 17"]["hex"] == "3035"
    assert g.truth.decks["Lexington"]["hangar"] == {"F4F": 4, "TBD": 4, "SBD": 12}
    assert g.truth.decks["Yorktown"]["room"] == 24
    assert not unsaid(g)


def test_scenario_3_is_set_up() -> None:
    g = scene(scenario="3")
    run(g, SCENARIOS["3"].set_up)
    assert {name: f["hex"] for name, f in g.truth.forces.items()} == {"C1": "1921", "C2": "2024"}
    assert all(f["detection"] == "" and f["level"] == 4 for f in g.truth.forces.values())
    assert (afloat(g.truth, "TF 16"), afloat(g.truth, "TF 17"), afloat(g.truth, "C1")) == (12, 11, 12)
    assert g.truth.decks["Hornet"]["hangar"] == {"F4F": 8, "SBD": 8, "TBF": 4}
    assert g.truth.forces["C2"]["objective"] == "Guadalcanal"
    assert not unsaid(g)


def test_scenario_4_is_set_up() -> None:
    g = scene(scenario="4")
    run(g, SCENARIOS["4"].set_up)
    assert [g.truth.forces[f"C{n}"]["hex"] for n in (1, 12)] == ["1924", "1726"]
    assert all(f["level"] == 0 and f["chit"] == "" for f in g.truth.forces.values())
    cup = g.truth.tree["cups"]["combat"]
    assert (sum(cup.values()), cup["Dummy"], cup["Carrier"]) == (60, 28, 7)
    assert sum(g.truth.tree["sequence"]["cup"].values()) == 19
    assert g.truth.tree["sequence"]["marker"] == 12
    assert g.truth.decks["Hornet"]["ready"] == {"SBD": 4}
    assert g.truth.decks["Hornet"]["hangar"] == {}
    assert not unsaid(g)


def test_scenario_5_is_set_up_with_the_ships_the_player_names() -> None:
    g = scene(scenario="5")
    run(g, SCENARIOS["5"].set_up, Answers(us={"TG 62.4/CA": ["Australia", "Canberra", "Chester", "Chicago"]}))
    assert afloat(g.truth, "TG 62.4") == 10
    assert "Australia" in g.truth.ships_of("TG 62.4")
    assert afloat(g.truth, "TF 64") == 6
    assert "Washington" in g.truth.ships_of("TF 64")
    assert afloat(g.truth, "TG 17.2") == 6
    assert g.truth.forces["C2"]["chit"] == "Small Surface"
    assert g.truth.forces["C2"]["hex"] == "2330"
    assert g.truth.tree["spares"]["Medium Surface"] == 3
    assert sum(g.truth.tree["sequence"]["cup"].values()) == 11
    assert "Akagi" in roster.drawable(g.truth, "japan", "CV")
    assert not unsaid(g)


def test_scenario_6_is_set_up() -> None:
    g = scene(scenario="6")
    run(g, SCENARIOS["6"].set_up, Answers(cells={"sc6_dummies/cup": 20}, us={"ready/Hornet": {"none": 4}}))
    known = g.truth.forces["C10"]
    assert (known["hex"], known["level"], known["chit"], known["banded"]) == ("2024", 1, "Carrier", True)
    assert (g.truth.tree["cups"]["combat"]["Carrier"], g.truth.tree["cups"]["combat"]["Dummy"]) == (6, 20)
    assert g.truth.decks["Enterprise"]["ready"] == {"SBD": 4}
    assert g.truth.decks["Enterprise"]["hangar"] == {"F4F": 10, "SBD": 6, "TBF": 4}
    assert g.truth.decks["Hornet"]["ready"] == {}
    assert not unsaid(g)


# Task forces (5.0).

DDS = ("Balch", "Phelps", "Porter", "Selfridge", "Benham", "Ellet", "Lang", "Maury")


def test_5_0_what_may_be_a_task_force() -> None:
    assert grouping.task_force_faults(["Enterprise", *DDS[:6]]) == []
    assert len(grouping.task_force_faults(["Enterprise", *DDS[:5]])) == 1
    assert len(grouping.task_force_faults(DDS[:3])) == 1
    assert len(grouping.task_force_faults(["Enterprise", "Hornet", "Wasp", *DDS])) == 2
    assert len(grouping.task_force_faults(["Enterprise", "McCawley", *DDS])) == 1
    assert grouping.task_force_faults(["McCawley", *DDS[:3]]) == []


def test_5_0_detaching_leaves_four_ships_and_six_destroyers_a_carrier() -> None:
    def fault(ships: Sequence[str], detached: Sequence[str]) -> str:
        return detachment.fault({ship: roster.ships()[ship]["type"] for ship in ships}, detached, "TF 16", "TF 17")

    ships = ["Enterprise", "Portland", "Chester", *DDS]
    assert fault(ships, ["Portland", "Chester", *DDS[:2]]) == ""
    assert fault(ships, ["Portland", *DDS[:3]])
    assert fault(list(DDS)[:7], DDS[:4])
    few = ["Enterprise", "Portland", "Chester", "Pensacola", "Northampton", *DDS[:5]]
    assert fault(few, few[1:5]) == ""


# Purchases.


def test_21_0_prices_and_six_destroyers_a_carrier() -> None:
    assert buying.cost({"BB": 1, "CA": 2, "CL": 1, "CLAA": 1, "DD": 6}) == 8 + 6 + 3 + 6
    there = {"BB": 1, "CA": 5, "CL": 2, "CLAA": 1, "DD": 30}
    ask = buying.Buy("x", {"rule": "21.0", "points": 24, "carriers": 2, "there": there, "preset": {}})
    ask.check({"DD": 12, "CA": 5})
    for wrong in ({"DD": 11, "CA": 5}, {"DD": 12, "CA": 5, "CLAA": 1}, {"DD": 12, "BB": 2}):
        with pytest.raises(Refusal):
            ask.check(wrong)


@pytest.mark.parametrize("points", [14, 24, 31, 40, 50])
@pytest.mark.parametrize("carriers", [2, 3])
def test_the_purchase_proposed_is_legal(points: int, carriers: int) -> None:
    points = max(points, 6 * carriers)
    there = {"BB": 2, "CA": 9, "CL": 2, "CLAA": 4, "DD": 30}
    bought = buying.proposed(points, carriers, there)
    assert bought["DD"] >= 6 * carriers
    assert buying.cost(bought) <= points
    assert all(bought[type] <= n for type, n in there.items())


@pytest.mark.parametrize(("period", "none"), [("aug42", True), ("jan42", False)])
def test_21_0_the_purchase_says_why_no_light_cruiser_is_named(period: str, none: bool) -> None:
    g = scene(period=period, at={"memory/us": {"points": 20, "carriers": 1}})
    ask = setup._purchase(g.truth)
    assert (not ask.facts["there"]["CL"]) == none
    assert ("A CL costs what a CA does" in ask.facts["words"]) == none


def test_air_groups_by_period_and_victorious() -> None:
    assert air_groups.air_group("Wasp", "jan42") == {"F4F": 6, "SBD": 10, "TBD": 4}
    assert air_groups.air_group("Lexington", "aug42") == {"F4F": 8, "SBD": 10, "TBF": 4}
    assert air_groups.air_group("Enterprise", "oct42") == {"F4F": 10, "SBD": 10, "TBF": 4}
    assert air_groups.air_group("Victorious", "1943") == {"F4F": 9, "TBF": 4}
    assert (air_groups.room("Victorious", "1943"), air_groups.room("Wasp", "jan42")) == (13, 20)


# The tables.


def test_21_0_october_to_december_has_two_carriers_only() -> None:
    assert [die for die in range(1, 11) if setup_charts.rolls_again("oct42", "", die)] == [8, 9]
    assert [die for die in range(1, 11) if not setup_charts.rolls_again("oct42", "Port Moresby", die)] == [1, 2, 3]
    assert setup_charts.must_take_fewer("oct42", "", 10)
    assert not setup_charts.must_take_fewer("aug42", "", 10)
    assert not any(setup_charts.rolls_again("aug42", "", die) for die in range(1, 11))


def test_land_air_rolls_are_held_within_the_table() -> None:
    kit = {"agreed/moresby_air": "yes", "agreed/guadalcanal_air": "yes"}
    assert setup_charts.land_row(kit, "Port Moresby", "jan42", 3) == "moresby_air/1"
    assert setup_charts.land_row(kit, "Port Moresby", "oct42", 9) == "moresby_air/10"
    assert setup_charts.land_row(kit, "Guadalcanal", "1943", 10) == "guadalcanal_air/11"
    assert setup_charts.land_row(kit, "Guadalcanal", "aug42", 4) == "guadalcanal_air/4"


def test_zones_by_air_objectives_and_what_sails() -> None:
    def centres(period: str, objectives: tuple[str, ...], ships: tuple[str, ...], **more: bool) -> set[str]:
        found = placing.zones(period, objectives, ships, **{"surprise": False, "extended": False, **more})
        return {centre for _, centre in found}

    carriers, cruisers = ("Enterprise", *DDS), ("Portland", *DDS[:3])
    assert centres("aug42", ("Guadalcanal",), carriers) == {"3818", "3528", "2718", "3118"}
    assert centres("aug42", ("Guadalcanal", "New Hebrides"), cruisers) == {"3818", "3528", "3118", "3712"}
    assert centres("jan42", ("Port Moresby",), carriers) == {"3818", "3842", "3434"}
    assert centres("jan42", ("Port Moresby",), carriers, surprise=True, extended=True) == {"3818", "3434", "3844"}
    assert centres("1943", ("Bougainville",), cruisers) == {"3128"}
    assert "3712" not in centres("aug42", ("Guadalcanal",), ("Washington", *DDS[:3]))
    assert len(placing.hexes([(3, "2718")])) == 37


# The whole of it.


def standard(dice: list[JSON], us: dict[str, JSON] | None = None, **more: JSON) -> Any:
    cells = {**AGREED, **HIGH, "agreed/available": "yes", **more.pop("cells", {})}
    g = scene(scenario="standard", period="")
    run(g, setup.set_up, Answers(dice, cells, us))
    return g


def of(type: str, n: int, period: str) -> list[str]:
    there = [name for name, s in roster.ships().items() if s["type"] == type and s["side"] == "us"]
    sure = [name for name in there if charts.has({"agreed/available": "yes"}, f"available/{name}")]
    return [name for name in sure if roster.available(name, period)][:n]


def test_21_0_a_standard_game_with_two_objectives() -> None:
    """August, the example of the rules: Moresby C-14 T-4, Guadalcanal C-6 T-2; 14/21/5/32 and two carriers, 32 points."""
    bought = {"DD": 12, "CA": 7, "CLAA": 2}
    dice = [5, 3, 1, "Enterprise", "Wasp", *of("CA", 7, "aug42"), *of("CLAA", 2, "aug42"), *of("DD", 12, "aug42")]
    g = standard([*dice, 4, 7], {"set-up/ships": bought})
    tree = g.truth.tree
    assert g.truth.period == "aug42"
    assert tree["objectives"] == {"primary": "Port Moresby", "secondary": "Guadalcanal", "interdiction": False}
    colours = tree["pool"]["colours"]
    assert [colours[name] for name in ("C14", "C15", "T4", "T5")] == [
        *("Port Moresby", "Guadalcanal", "Port Moresby", "Guadalcanal")
    ]
    assert (len(tree["pool"]["C"]), len(tree["pool"]["T"])) == (20, 6)
    assert tree["limits"] == {"carrier": 14, "surface": 21, "transport": 5, "retirement": 32}
    assert g.truth.decks["Wasp"]["hangar"] | g.truth.decks["Wasp"]["ready"] == {"F4F": 6, "SBD": 4, "TBF": 4}
    assert g.truth.decks["Wasp"]["hangar"]["SBD"] == 6
    assert {name: g.truth.groups[name]["hex"] for name in g.truth.bases()} == {
        **{"Port Moresby": "2549", "Guadalcanal": "2626"}
    }
    assert g.truth.decks["Port Moresby"]["hangar"] == {"P-39": 6, "MedB": 3}
    assert g.truth.decks["Guadalcanal"]["hangar"] == {"F4F": 7, "SBD": 7, "TBF": 1}
    assert g.truth.groups["Guadalcanal"]["fuel"] == 4 * 17
    assert g.truth.groups["Port Moresby"]["fuel"] is None
    assert (sum(tree["cups"]["combat"].values()), sum(tree["cups"]["transport"].values())) == (60, 22)
    assert tree["sequence"] == {"cup": {"blank": 7}, "due": None, "drawn": 0, "marker": 8}
    assert tree["memory"] == {}
    assert tree["flags"]["surprise"] is False
    assert all(grouping.task_force_faults(g.truth.ships_of(name)) == [] for name in g.truth.task_forces())
    assert not unsaid(g)


def test_21_0_interdiction_brings_us_transports_and_no_japanese() -> None:
    dice = [10, 7, 1, "Enterprise", "Saratoga", *of("BB", 1, "1943"), *of("CLAA", 2, "1943")]
    answers = {"set-up/ships": {"DD": 15, "BB": 1, "CLAA": 2}}
    g = standard([*dice, *of("DD", 15, "1943"), 2], answers)
    tree = g.truth.tree
    assert tree["objectives"] == {"primary": "Bougainville", "secondary": "", "interdiction": True}
    assert tree["pool"]["T"] == []
    assert tree["cups"]["transport"] == {}
    assert "transport" not in tree["limits"]
    with_transports = [name for name in g.truth.task_forces() if g.truth.is_transport_group(name)]
    assert len(with_transports) == 1
    assert not g.truth.is_carrier_group(with_transports[0])
    assert g.truth.groups["Guadalcanal"]["fuel"] is None
    assert g.truth.groups[with_transports[0]]["hex"] == "3128"


def test_21_0_commitment_is_rolled_again_and_a_ten_takes_the_smaller_force() -> None:
    dice = [
        7,
        8,
        8,
        9,
        10,
        "Enterprise",
        "Hornet",
        *of("CA", 5, "oct42"),
        *of("CLAA", 2, "oct42"),
        *of("DD", 12, "oct42"),
    ]
    g = standard([*dice, 3], {"set-up/ships": {"DD": 12, "CLAA": 2, "CA": 5}})
    assert g.truth.tree["flags"]["surprise"] is True
    assert [f["die"] for f in told(g, "commitment-again")] == [8, 9]
    assert told(g, "us-forces")[0]["points"] == 28
    assert g.truth.decks["Guadalcanal"]["hangar"] == {"F4F": 6, "SBD": 6}


def test_21_0_the_smaller_force_may_be_chosen_in_january() -> None:
    dice = [1, 4, 8, "Enterprise", "Hornet", *of("CLAA", 0, "jan42"), *of("CA", 8, "jan42"), *of("DD", 12, "jan42")]
    g = standard([*dice, 10], {"set-up/surprise": "fewer", "set-up/ships": {"DD": 12, "CA": 8}})
    assert g.truth.tree["flags"]["surprise"] is True
    assert told(g, "us-forces")[0]["carriers"] == 2
    assert g.truth.decks["Port Moresby"]["hangar"] == {"P-39": 7, "MedB": 4}
    assert "Guadalcanal" not in g.truth.groups


def test_a_doubted_ship_is_looked_up_as_she_is_drawn_and_replaced() -> None:
    """Porter: two columns show an A; the owner's chart says which."""
    g = scene(scenario="standard", period="aug42", at={"memory/drawn": []})
    answers = Answers(["Porter", "Balch", "Lang"], {"agreed/available": "yes", "available/Porter": 13})
    assert run(g, lambda g: buying.draw(g, "DD", 2), answers) == ["Balch", "Lang"]
    assert told(g, "drawn")[0]["out"] == ["Porter"]


def test_21_0_carriers_begin_on_the_high_seas() -> None:
    cells = {"terrain/3434": "coastal", "terrain/3435": "high"}
    places = iter([{"TF 16": "3434"}, {"TF 16": "3435"}])
    ships = ["Enterprise", *of("DD", 6, "jan42")]
    at = {"memory/groups": {"TF 16": ships}, "objectives/primary": "Port Moresby"}
    g = scene(scenario="standard", period="jan42", at=at)
    answers = Answers((), cells, {"set-up/places": lambda ask: next(places), "again/1": lambda ask: next(places)})
    assert run(g, setup._places, answers) == {"TF 16": "3435"}
    assert told(g, "not-high-sea")[0]["hexes"] == ["3434"]


def test_place_refuses_a_hex_outside_the_zones_with_the_zones_named() -> None:
    piece = {
        "id": "TF 16",
        "words": "TF 16",
        "note": "Within 3 hexes of 2718.",
        "to": ["2718"],
        "near": [],
        "preset": "2718",
    }
    ask = placing.Place("x", {"rule": "21.0", "pieces": [piece]})
    with pytest.raises(Refusal, match="Within 3 hexes of 2718"):
        ask.check({"TF 16": "2812"})
    with pytest.raises(Refusal, match="no hex yet"):
        ask.check({})
    assert ask.value(ask.edit(ask.draft(), "type", "", {"TF 16": "27 18"})) == {"TF 16": "2718"}


def test_asks_can_be_sampled_and_written_tap_by_tap() -> None:
    ships = [{"id": ship, "type": "x", "words": ship} for ship in ("Enterprise", *DDS)]
    facts = {
        "rule": "5.0",
        "ships": ships,
        "names": list(grouping.NAMES),
        "preset": grouping.proposed([s["id"] for s in ships]),
    }
    ask = grouping.Group("x", facts)
    ask.validate(ask.sample(random.Random(1)))
    draft = ask.edit(ask.edit(ask.draft(), "one", "TF 17", {}), "ship", "Balch", {})
    assert draft["in"]["Balch"] == "TF 17"
    assert len(ask.faults(draft["in"])) == 1
    with pytest.raises(Refusal):
        ask.check({"Enterprise": "TF 16"})
