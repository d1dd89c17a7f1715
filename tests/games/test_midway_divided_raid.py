"""Losses of a raid divided between the island and the ships: each part bears its own (Steps 12 and 14; Midway 3, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    attack,
    cap,
    chart,
    dive,
    down,
    flight,
    orders,
    refused,
    run,
    say,
    scene,
    z,
)
from tests.tables import TOURNAMENT
from umpire.games.midway.results import of_either
from umpire.table.table import Table


@pytest.mark.parametrize(
    ("n", "planes", "made"),
    [
        (5, {"D": 0, "T": 6}, {"D": 0, "T": 5, "DT": 0}),
        (5, {"D": 4, "T": 4}, {"D": 1, "T": 1, "DT": 3}),
        (3, {"D": 7, "T": 4}, {"D": 0, "T": 0, "DT": 3}),
        (8, {"D": 4, "T": 4}, {"D": 4, "T": 4, "DT": 0}),
        (0, {"D": 4, "T": 4}, {"D": 0, "T": 0, "DT": 0}),
    ],
)
def test_what_each_kind_must_bear(n: int, planes: dict[str, int], made: dict[str, int]) -> None:
    assert of_either(n, planes) == made


def divided() -> Table:
    """D 7, T 4 at the island, T 6 at Atlanta: five of the six are lost, and three raiders to fighters."""
    us, japan = {"Enterprise": z(16, 7), "Atlanta": ISLAND}, {"Kaga": z(9, 7), "Akagi": z(9, 7)}
    kit = chart({"5-1/1": (1, 5)}) | {"crt/columns": ["1-1", "2-1", "3-1", "4-1", "5-1"]}
    at = scene(us, japan, kit=kit, **TOURNAMENT)
    run(at, "t2/operations", {"us/readying": ALL, "japan/readying": ALL})
    said: dict[str, Any] = {
        "japan/operations": orders(attack("Kaga", ISLAND, D=7, T=10)),
        "us/operations": orders(cap("Enterprise", ISLAND, 3)),
        "japan/aim": {"D": 7, "T": 4},
        "japan/attack": [dive("Atlanta", 6)],
        "us/screen": {},
    }
    return run(at, "landing", said)


def test_the_losses_told() -> None:
    assert divided().truth.fought[-1]["lost"] == {"D": 0, "T": 5, "DT": 3}


@pytest.mark.parametrize(("d", "t", "legal"), [(3, 5, True), (0, 8, True), (4, 4, False), (7, 1, False)])
def test_the_losses_charged(d: int, t: int, legal: bool) -> None:
    at = divided()
    value = down(flight({"D": d, "T": t}, Kaga={"D": 7 - d, "T": 10 - t}))
    if legal:
        say(at, "japan", value)
        assert "japan" in at.locks
    else:
        assert "T 5" in refused(at, "japan", value).text


def test_the_losses_proposed() -> None:
    asked = divided().asks["japan"]
    lost = asked.value(asked.draft())["flights"]["1"]["lost"]
    assert lost.get("T", 0) >= 5
    assert sum(lost.values()) == 8
