"""A fault of ours in a resolution: people enter what the table says, and the game goes on (design, How the core turns)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.lively import lively, small_kit
from tests.games.midway_scenes import ALL, attack, cap, orders, run, same_for_all, say, scene, z
from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, full_chart, header
from umpire.table.script import Play
from umpire.table.table import Table


@pytest.fixture(autouse=True)
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every resolution fails."""
    resolved = Play.resolved

    def fails(g: Play, name: str, work: Callable[[], Any], by_hand: Callable[[], Any]) -> Any:
        return resolved(g, name, lambda: 1 / 0, by_hand)

    monkeypatch.setattr(Play, "resolved", fails)


def test_fighter_combat() -> None:
    """Fighters 6: what is read off counts as the table's own cell does, capped at what each side has."""
    at = scene({"Enterprise": z(13, 9), "Atlanta": z(13, 9)}, {"Kaga": z(9, 9)}, **TOURNAMENT)
    run(at, "t2/operations", {"us/readying": ALL, "japan/readying": ALL})
    sheets = {
        "japan/operations": orders(attack("Kaga", z(13, 9), D=4, F=5)),
        "us/operations": orders(cap("Enterprise", z(13, 9), 5)),
    }
    run(at, "fighters-by-hand", sheets)
    say(at, "chart", {"fight": {"attacker": 2, "defender": 9}})
    told = same_for_all(at, "fighter-combat")[-1]
    assert (told["raw"], told["attacker"], told["defender"]) == ([5, 5], 2, 5)
    assert [f["where"] for f in same_for_all(at, "fault")] == ["t2/battle-1/fighters-by-hand"]


def test_whole_games_go_on() -> None:
    """Each of the five tables is met by hand, and every game comes to its end."""
    kit = {**full_chart(), **small_kit(10)}
    where: set[str] = set()
    for seed in range(6):
        t = lively(Table(MIDWAY, header(kit, **TOURNAMENT, **OPTIONS)), random.Random(seed))
        assert t.over
        where |= {re.sub("-?[0-9]+", "", d.facts["where"]) for d in t.truth.heard if d.kind == "fault"}
    parts = {"battle/by-hand", "battle/fighters-by-hand", "battle/bombs-by-hand", "b/by-hand"}
    assert where == {f"t/{each}" for each in parts} | {f"t/surface/by-hand-{side}" for side in ("us", "japan")}
