"""The Arrival Phase: how many, which, where, double checks, the count (3.0 I, 13.1, 17.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import arrival
from umpire.games.carrier import kit as kits
from umpire.games.carrier.charts import data, has, suggested, value
from umpire.games.carrier.plot import FORCE, GROUP, SHIP, fresh
from umpire.table.script import Play
from umpire.table.words import copy

JSON = Any

AGREED = {"agreed/arrival": "yes"}
BACK = {"1": {"range": [0, 3]}, "2": {"range": [4, 7]}, "3": {"range": [0, 3]}}
TRACK = {"search_track/carrier": {"1": "0-3", "2": "4-7", "3": "0-3", "4": "-", "5": "-"}}


def track(**boxes: JSON) -> dict[str, JSON]:
    """A search track of carriers; boxes as ``b1={"used": {"SBD": 2}}``."""
    return {n: {**box, "available": {}, "used": {}, **boxes.get(f"b{n}", {})} for n, box in BACK.items()}


def carriers(name: str, at: str, **boxes: JSON) -> dict[str, JSON]:
    ship = fresh(SHIP, side="us", type="CV", capacity=8, **{"in": name})
    return {f"groups/{name}": fresh(GROUP, hex=at, track=track(**boxes)), f"ships/{name} CV": ship}


def surface(name: str, at: str) -> dict[str, JSON]:
    ship = fresh(SHIP, side="us", type="CA", capacity=8, **{"in": name})
    return {f"groups/{name}": fresh(GROUP, hex=at), f"ships/{name} CA": ship}


def table(combat: int = 0, transport: int = 0, on_map: int = 0, **at: JSON) -> Play:
    """A table in its arrival phase: counters out of play from C1 and T1 on, C21 and up on the map."""
    pool = {"C": [f"C{n}" for n in range(1, combat + 1)], "T": [f"T{n}" for n in range(1, transport + 1)]}
    colours = dict.fromkeys([*pool["C"], *pool["T"]], "Port Moresby")
    paths = {
        "clock": {"turn": 3, "phase": 0, "segment": "arrival", "step": "", "night": False},
        "pool": {**pool, "colours": colours},
        "objectives": {"primary": "Port Moresby", "secondary": "Guadalcanal", "interdiction": False},
        "sequence": {"cup": {"blank": 7}, "due": 0, "marker": on_map},
        "limits": {"carrier": 12, "surface": 11, "transport": 3, "retirement": 27},
        "spares": {"Surface": 6},
        **{f"forces/C{20 + n}": fresh(FORCE, hex="1510") for n in range(1, on_map + 1)},
        **at.pop("paths", {}),
    }
    g = scene({**AGREED, **TRACK, **at.pop("kit", {})}, at=paths, period=at.pop("period", "jan42"))
    for plot in g.plots.values():
        plot.tree = copy(plot.tree)  # type: ignore[attr-defined]
    return g


def arrive(g: Play, dice: list[int | str], **cells: JSON) -> Answers:
    answers = Answers(dice, cells)
    run(g, arrival.arrivals, answers)
    assert not unsaid(g)
    return answers


# How many.


@pytest.mark.parametrize(
    ("out", "due"), [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (7, 2), (8, 3), (10, 3), (13, 4), (20, 7)]
)
def test_ca_65_a_third_of_the_combat_forces_out_of_play(out: int, due: int) -> None:
    assert arrival.combat_due(out) == due
    assert arrival.due(table(out).truth, "C") == due


def test_ca_65_one_transport_while_there_is_one() -> None:
    assert [arrival.due(table(0, n).truth, "T") for n in (0, 1, 2, 6)] == [0, 1, 1, 1]


def test_ca_65_the_first_turn_of_twenty_brings_seven_and_one_transport() -> None:
    g = table(20, 6)
    came = [f"C{n}" for n in range(1, 8)]
    hexes = [10, 1, *[8, 3] * 6, 2]
    arrive(g, [*came, "T4", *hexes])
    assert len(g.truth.forces) == 8
    assert g.truth.at("sequence/marker") == 8
    assert len(g.truth.at("pool/C")) == 13
    assert "C7" in g.truth.at("sequence/cup")


def test_17_2_limits_shut_arrivals() -> None:
    past = {"index/carrier": 12, "index/surface": 11}
    g = table(9, 2, paths=past)
    assert (arrival.due(g.truth, "C"), arrival.due(g.truth, "T")) == (0, 1)
    g = table(9, 2, paths={"index/carrier": 12, "index/transport": 3})
    assert (arrival.due(g.truth, "C"), arrival.due(g.truth, "T")) == (3, 0)
    g = table(9, 2, on_map=2, paths={**past, "index/transport": 3})
    arrive(g, [])
    assert told(g, "no-arrivals")
    assert g.truth.at("sequence/marker") == 2


# Where.


def test_17_1_tables() -> None:
    assert arrival.table_of("Port Moresby", "jan42") == "moresby_day"
    assert arrival.table_of("Port Moresby", "jan42", days=3, day=2) == "moresby_extended"
    assert arrival.table_of("Port Moresby", "jan42", days=3, day=3) == "moresby_day"
    assert arrival.table_of("New Hebrides", "oct42") == "new_hebrides"
    assert arrival.table_of("Guadalcanal", "aug42") == "guadalcanal"
    assert arrival.table_of("New Georgia", "1943") == "1943"
    assert arrival.table_of("Bougainville", "1943") == "1943"


def test_17_1_cells_of_the_book_stand_without_asking_and_slips_are_asked() -> None:
    assert value({}, "arrival/moresby_day/3/8") == {"hex": 2736, "chit": "none"}
    assert value({}, "arrival/moresby_day/transport/3") == 2940
    assert not has({}, "arrival/moresby_day/1/1")
    assert value(AGREED, "arrival/moresby_day/1/1") == {"hex": 2845, "chit": "surface"}
    for key, hex in (("moresby_day/2/1", 2942), ("moresby_day/4/4", 2944), ("moresby_day/6/2", 2640)):
        assert not has(AGREED, f"arrival/{key}")
        assert suggested(f"arrival/{key}")["hex"] == hex
    assert not has(AGREED, "arrival/moresby_extended/6/8")
    assert has(AGREED, "arrival/moresby_extended/6/2")


def test_17_1_every_cell_of_the_five_tables_is_there_and_sound() -> None:
    every = {key: said for part in ("sure", "likely", "doubtful") for key, said in data()[part].items()}
    cells = {key: said for key, said in every.items() if key.startswith("arrival/")}
    assert len(cells) == 5 * 100 + 4 * 10
    assert all(kits.cell(key, {}).allows(said) for key, said in cells.items())
    flagged = [key for key, said in cells.items() if not isinstance(said, int) and said["chit"] == "surface"]
    assert "arrival/guadalcanal/1/3" in flagged
    assert "arrival/1943/10/7" in flagged


def test_17_1_a_surface_chit_comes_from_the_spares() -> None:
    g = table(2)
    arrive(g, ["C2", 1, 1])
    c2 = g.truth.forces["C2"]
    assert (c2["hex"], c2["level"], c2["chit"], c2["banded"]) == ("2845", 1, "Surface", False)
    assert c2["revealed"] is None
    assert g.truth.at("spares/Surface") == 5


def test_17_1_a_surface_chit_does_not_come_past_the_surface_limit() -> None:
    g = table(2, paths={"index/surface": 11})
    arrive(g, ["C2", 1, 1])
    assert "C2" not in g.truth.forces
    assert sorted(g.truth.at("pool/C")) == ["C1", "C2"]


def test_17_1_a_force_arrives_at_level_0_with_its_objective() -> None:
    g = table(2, paths={"pool/colours": {"C1": "Port Moresby", "C2": "Guadalcanal"}})
    arrive(g, ["C2", 1, 1])
    c2 = g.truth.forces["C2"]
    assert (c2["hex"], c2["level"], c2["chit"], c2["kind"], c2["objective"]) == ("1726", 0, "", "C", "Guadalcanal")
    assert c2["detection"] == ""


# Double checks.


def test_ca_66_the_comprehensive_example() -> None:
    g = table(7, 2, on_map=13, paths=carriers("TF 17", "2935", b1={"used": {"SBD": 2}}))
    arrive(g, ["C3", "C6", "T1", 3, 8, 2, 2, 3, 2])
    assert [f["force"] for f in told(g, "arrives")] == ["T1"]
    assert g.truth.forces["T1"]["hex"] == "2940"
    assert g.truth.at("sequence/marker") == 14
    assert g.truth.at("sequence/cup") == {"blank": 7, "T1": 1}
    assert len(g.truth.at("pool/C")) == 7
    assert g.truth.at("pool/T") == ["T2"]


@pytest.mark.parametrize(("die", "comes"), [(1, False), (7, False), (8, True), (10, True)])
def test_17_1_eight_and_more_lets_it_arrive(die: int, comes: bool) -> None:
    g = table(2, paths=carriers("TF 17", "2936", b1={"used": {"SBD": 2}}))
    arrive(g, ["C1", 3, 2, die])  # 2736: two hexes off
    assert ("C1" in g.truth.forces) is comes


def test_17_1_steps_are_used_in_all_nearer_boxes() -> None:
    g = table(paths=carriers("TF 17", "2020", b2={"available": {"SBD": 2}}))
    assert arrival.coverage(g.truth, "2017") == [("TF 17", "2")]
    assert arrival.coverage(g.truth, "2016") == []
    g = table(paths=carriers("TF 17", "2020", b2={"used": {"SBD": 2}}))
    assert arrival.coverage(g.truth, "2013") == [("TF 17", "2")]
    assert arrival.coverage(g.truth, "2020") == [("TF 17", "2")]
    assert arrival.coverage(g.truth, "2012") == []
    g = table(paths=carriers("TF 17", "2020", b1={"available": {"SBD": 2}}, b3={"available": {"SBD": 1}}))
    assert arrival.coverage(g.truth, "2020") == []
    g = table(paths=carriers("TF 17", "2020"))
    assert arrival.coverage(g.truth, "2020") == []


def test_ca_109_a_die_for_every_box_and_any_failure_stops_it() -> None:
    around = {
        **carriers("TF 16", "2240", b2={"used": {"SBD": 2}}),
        **carriers("TF 17", "2736", b1={"used": {"F4F": 1}}),
    }
    g = table(2, paths={**around, "groups/TF 17/hex": "2934"})
    assert len(arrival.coverage(g.truth, "2736")) == 2
    arrive(g, ["C1", 3, 2, 9, 5])
    assert "C1" not in g.truth.forces
    g = table(2, paths={**around, "groups/TF 17/hex": "2934"})
    arrive(g, ["C1", 3, 2, 9, 8])
    assert "C1" in g.truth.forces


# What else keeps it away.


@pytest.mark.parametrize(
    ("there", "comes"),
    [
        (surface("TG 1", "2736"), False),
        (surface("TG 1", "2737"), True),
        (carriers("TF 16", "2737"), False),
        (carriers("TF 16", "2738"), True),
        (carriers("TF 16", "2736"), False),
    ],
)
def test_ca_110_us_in_the_hex_or_carriers_next_to_it(there: dict[str, JSON], comes: bool) -> None:
    g = table(2, paths=there)
    arrive(g, ["C1", 3, 2])
    assert ("C1" in g.truth.forces) is comes
    assert ("C1" in g.truth.at("pool/C")) is not comes


def test_ca_110_a_task_force_without_a_carrier_left_is_no_carrier_force() -> None:
    g = table(2, paths={**carriers("TF 16", "2737"), "ships/TF 16 CV/sunk": 2, **surface("TG 1", "3030")})
    arrive(g, ["C1", 3, 2])
    assert "C1" in g.truth.forces


# The count (13.1).


def test_13_1_the_marker_is_what_stands_on_the_map() -> None:
    """A dummy found in the turn before is off the map: the marker, which did not fall then, falls now."""
    g = table(on_map=5, paths={"sequence/marker": 8})
    arrival.count(g)
    assert g.truth.at("sequence/marker") == 5


def test_13_1_the_records_track_row_is_a_chart() -> None:
    cell = kits.cell("records_J/14", {})
    assert cell.allows({"1": 6, "2": 5, "3": 5})
    assert "box 14" in cell.label


def test_the_last_counter_needs_no_draw() -> None:
    g = table(0, 1)
    answers = arrive(g, [3])
    assert not any(name.endswith("arrival/T") for name in answers.asked)
    assert g.truth.at("pool/T") == []
