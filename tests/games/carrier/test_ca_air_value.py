"""Air value, flight decks lost, landings: End Phase B (16.2, 16.3, 11.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import air_value, japan_air, retirement
from umpire.games.carrier.plot import FORCE, SHIP, fresh
from umpire.table.script import Play, Steps
from umpire.table.words import copy

JSON = Any


def ship(name: str, type: str = "CV", air: int = 10, capacity: int = 8, **more: JSON) -> dict[str, JSON]:
    return {
        f"ships/{name}": fresh(
            SHIP, side="japan", type=type, air=air, capacity=capacity, **{"in": "C1", "value": air, **more}
        )
    }


def dd(name: str = "Asagumo") -> dict[str, JSON]:
    return {f"ships/{name}": fresh(SHIP, side="japan", type="DD", capacity=3, **{"in": "C1"})}


def level_3(chit: str, value: int | None = None, **more: JSON) -> dict[str, JSON]:
    return {"forces/C1": fresh(FORCE, hex="2020", level=3, chit=chit, value=value, **more)}


def level_4(**more: JSON) -> dict[str, JSON]:
    return {"forces/C1": fresh(FORCE, hex="2020", level=4, chit="Level 4", **more)}


def table(turn: int, *paths: dict[str, JSON]) -> Play:
    at: dict[str, JSON] = {"clock": {"turn": turn, "phase": 0, "segment": "end", "step": "", "night": False}}
    for each in paths:
        at |= each
    g = scene(at=at)
    for plot in g.plots.values():
        plot.tree = copy(plot.tree)  # type: ignore[attr-defined]
    return g


def later(g: Play, turn: int) -> None:
    for plot in g.plots.values():
        plot.put("clock/turn", turn)  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def retired(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Forces that were looked at for retirement."""
    seen: list[str] = []

    def check(g: Play, force: str, lost: Any) -> Steps[None]:
        seen.append(force)
        return
        yield

    monkeypatch.setattr(retirement, "check_force", check)
    return seen


def end(g: Play, dice: list[int | str] | None = None) -> None:
    run(g, japan_air.update_logs, Answers(dice or []))
    assert not unsaid(g)


def line(strength: int, lost: int, land: int, landed: bool = False) -> dict[str, JSON]:
    made = {"turn": 1, "phase": 1, "range": 2, "target": "TF 16", "strength": strength, "lost": lost, "land": land}
    return {**made, "landed": landed, "wave": 1}


# What stands.


def test_16_3_printed_current_and_for_cap() -> None:
    g = table(4, level_3("2 CV+CVL"))
    assert (air_value.current(g.truth, "C1"), air_value.for_cap(g.truth, "C1")) == (22, 22)
    g = table(4, level_3("2 CV+CVL", 8))
    assert (air_value.current(g.truth, "C1"), air_value.for_cap(g.truth, "C1")) == (8, 22)
    g = table(4, level_4(), ship("Akagi", air=11, value=3), ship("Shoho", "CVE", 4, 5, value=4), dd())
    assert (air_value.current(g.truth, "C1"), air_value.for_cap(g.truth, "C1")) == (7, 15)


def test_6_6_hits_that_are_not_heavy_do_not_reduce_cap() -> None:
    g = table(4, level_4(), ship("Akagi", air=11, hits=3), ship("Hiryu", air=9, capacity=7, hits=4))
    assert air_value.for_cap(g.truth, "C1") == 11  # four of seven hits are half and more


# Flight decks.


def test_ca_98_cap_at_once_and_strikes_a_turn_later() -> None:
    heavy = ship("Shokaku", hits=4, hurt=[6], heavy=6)
    g = table(6, level_3("2 CV+CVL", 14), heavy)
    assert air_value.for_cap(g.truth, "C1") == 12
    end(g)
    assert air_value.current(g.truth, "C1") == 14
    later(g, 7)
    assert air_value.current(g.truth, "C1") == 14
    end(g)
    assert air_value.current(g.truth, "C1") == 12


def test_16_3_example_a_carrier_heavy_and_a_hit_on_another() -> None:
    """Printed 17; Junyo (6) heavy and one hit on Hiryu in turn 6: 10 from the end of turn 7."""
    hurt = {"hurt": [6], "heavy": 0}
    g = table(
        6,
        level_3("2 CV", 17),
        ship("Junyo", "CVL", 6, 6, hits=3, hurt=[6], heavy=6),
        ship("Hiryu", air=9, capacity=7, hits=1, **hurt),
    )
    end(g)
    assert air_value.current(g.truth, "C1") == 17
    later(g, 7)
    end(g)
    assert air_value.current(g.truth, "C1") == 10
    later(g, 8)
    end(g)
    assert air_value.current(g.truth, "C1") == 10


def test_16_3_decks_enough_for_what_is_left_cost_nothing() -> None:
    g = table(7, level_3("2 CV+CVL", 9), ship("Shokaku", hits=4, hurt=[6], heavy=6))
    end(g)
    assert air_value.current(g.truth, "C1") == 9
    assert not told(g, "air-value")


def test_16_3_hits_of_this_turn_count_at_the_end_of_the_next() -> None:
    """A hit in turn 6, two more in turn 7: one at the end of 7, all three at the end of 8."""
    g = table(6, level_3("2 CV", 17), ship("Shokaku", hits=1, hurt=[6]))
    end(g)
    later(g, 7)
    for plot in g.plots.values():
        plot.put("ships/Shokaku/hits", 3)  # type: ignore[attr-defined]
        plot.put("ships/Shokaku/hurt", [6, 7])  # type: ignore[attr-defined]
    end(g)
    assert air_value.current(g.truth, "C1") == 16
    later(g, 8)
    end(g)
    assert air_value.current(g.truth, "C1") == 14


def test_ruling_14_level_4_capacity_is_printed_less_hits() -> None:
    """Planes already lost are not taken off a second time by hits."""
    g = table(7, level_4(), ship("Shokaku", value=7, hits=2, hurt=[6]), ship("Zuikaku", value=10))
    end(g)
    assert air_value.current(g.truth, "C1") == 17
    assert air_value.capacity(g.truth, "C1") == 18


def test_16_3_level_4_planes_find_room_on_the_decks_that_are_left() -> None:
    g = table(7, level_4(), ship("Shokaku", value=8, hits=4, hurt=[6], heavy=6), ship("Zuikaku", value=4))
    end(g)
    assert air_value.current(g.truth, "C1") == 10
    assert (g.truth.ships["Shokaku"]["value"], g.truth.ships["Zuikaku"]["value"]) == (0, 10)


@pytest.mark.parametrize(
    ("total", "values", "room", "after"),
    [
        (8, [4, 4], [0, 10], [0, 8]),
        (12, [6, 6, 6], [0, 8, 8], [0, 6, 6]),
        (14, [6, 6, 6], [0, 8, 8], [0, 7, 7]),
        (0, [5, 5], [0, 0], [0, 0]),
    ],
)
def test_16_3_settled(total: int, values: list[int], room: list[int], after: list[int]) -> None:
    assert air_value.settled(total, values, room) == after


# Carriers that sank.


def test_ca_07_a_sunk_carrier_leaves_at_the_end_of_the_next_turn() -> None:
    g = table(4, level_4(), ship("Akagi", air=11, hits=8, sunk=4, heavy=4, hurt=[4]), ship("Kaga", air=11))
    end(g)
    assert g.truth.ships["Akagi"]["in"] == "C1"
    assert air_value.current(g.truth, "C1") == 22  # her planes were up already
    later(g, 5)
    assert air_value.current(g.truth, "C1") == 22
    end(g)
    assert g.truth.ships["Akagi"]["in"] == ""
    assert air_value.current(g.truth, "C1") == 11


def test_11_3_without_a_carrier_the_screen_is_a_surface_force() -> None:
    sunk = ship("Akagi", air=11, hits=8, sunk=4, heavy=4, hurt=[4])
    g = table(5, level_4(screen="Level 4"), sunk, dd())
    end(g)
    c1 = g.truth.forces["C1"]
    assert (c1["level"], c1["chit"], c1["screen"], c1["revealed"]) == (4, "Level 4", "", 0)
    assert g.truth.is_surface_force("C1")
    g = table(5, level_3("CV", 9, screen="Medium CA"), sunk)
    end(g)
    c1 = g.truth.forces["C1"]
    assert (c1["level"], c1["chit"], c1["screen"], c1["value"]) == (3, "Medium CA", "", None)
    assert g.truth.is_surface_force("C1")
    assert g.truth.ships["Akagi"]["in"] == ""


def test_11_3_one_carrier_of_two_is_not_all() -> None:
    g = table(5, level_3("2 CV", 17, screen="Large BB"), ship("Akagi", air=11, hits=8, sunk=4, heavy=4, hurt=[4]))
    end(g)
    assert g.truth.forces["C1"]["chit"] == "2 CV"
    assert air_value.current(g.truth, "C1") == 6
    later(g, 6)
    end(g)
    assert air_value.current(g.truth, "C1") == 6
    assert len(told(g, "carriers-gone")) == 1


# Landings.


def test_16_2_losses_join_a_level_2_force_as_the_strike_lands() -> None:
    log = [line(7, 2, 6), line(6, 1, 7), line(4, 1, 5, landed=True)]
    g = table(6, {"forces/C1": fresh(FORCE, hex="2020", level=2, chit="2-3 Carrier", revealed=13, losses=1, log=log)})
    end(g)
    assert g.truth.forces["C1"]["losses"] == 3
    assert [each["landed"] for each in g.truth.forces["C1"]["log"]] == [True, False, True]
    later(g, 7)
    end(g)
    assert g.truth.forces["C1"]["losses"] == 4


def test_16_3_losses_come_off_the_air_value_of_level_3() -> None:
    g = table(6, level_3("2 CV", 17, log=[line(7, 2, 6)]))
    end(g)
    assert (g.truth.forces["C1"]["value"], g.truth.forces["C1"]["losses"]) == (15, 0)


def test_16_3_losses_are_spread_over_the_carriers_of_level_4() -> None:
    carriers = (ship("Akagi", air=11), ship("Kaga", air=11), ship("Shoho", "CVE", 4, 5))
    g = table(6, level_4(log=[line(7, 3, 6), line(6, 1, 6)]), *carriers)
    end(g, ["Kaga"])
    values = [g.truth.ships[name]["value"] for name in ("Akagi", "Kaga", "Shoho")]
    assert values == [10, 9, 3]


def test_ca_63_a_loss_of_four_over_three_carriers() -> None:
    carriers = (ship("A", air=4), ship("B", air=4), ship("C", "CVL", 4))
    g = table(6, level_4(), *carriers)
    run(g, lambda g: air_value.lose(g, "C1", 4, "lost"), Answers(["B"]))
    assert [g.truth.ships[name]["value"] for name in "ABC"] == [3, 2, 3]


def test_16_3_no_value_falls_below_nothing() -> None:
    g = table(6, level_4(), ship("A", value=1), ship("B", value=5))
    run(g, lambda g: air_value.lose(g, "C1", 4, "lost"))
    assert [g.truth.ships[name]["value"] for name in "AB"] == [0, 2]
    g = table(6, level_3("CVL", 2, log=[line(4, 4, 6)]))
    end(g)
    assert air_value.current(g.truth, "C1") == 0


def test_20_1_forces_that_may_have_nothing_left_are_looked_at(retired: list[str]) -> None:
    g = table(6, level_3("CVL", 2, log=[line(4, 4, 6)]))
    end(g)
    assert retired == ["C1"]


def test_landing_of_a_force_that_became_a_surface_force_changes_no_value() -> None:
    f = fresh(FORCE, hex="2020", level=3, chit="Medium CA", revealed=0, log=[line(4, 2, 6)])
    g = table(6, {"forces/C1": f})
    end(g)
    assert (g.truth.forces["C1"]["losses"], g.truth.forces["C1"]["value"]) == (0, None)


def test_15_2_strikes_that_land_after_dark_lose_a_fraction_of_what_is_left() -> None:
    g = table(14, level_3("2 CV", 17, log=[line(7, 2, 14), line(6, 0, 14), line(3, 3, 14)]), {"clock/night": True})
    answers = Answers([4, 9], {"ext_range/night/4": "1/4", "ext_range/night/9": "1/2"})
    run(g, japan_air.update_logs, answers)
    assert [each["lost"] for each in g.truth.forces["C1"]["log"]] == [3, 3, 3]  # ¼ of 5, ½ of 6, nothing left of 3
    assert g.truth.forces["C1"]["value"] == 8
    assert not unsaid(g)
