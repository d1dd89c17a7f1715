"""The Sequence of Play (3.0, 13.1): who acts when, and what is done with a chit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told
from umpire.games.carrier import (
    arrival,
    decks,
    forces,
    japan_air,
    movement,
    pieces,
    repair,
    retirement,
    search,
    sequence,
    surface,
    unloading,
)
from umpire.games.carrier.plot import FORCE, fresh
from umpire.table.script import Play, Steps

KIT = {"records_J/9": {"1": 3, "2": 3, "3": 3}, "records_j/9": {"1": 3, "2": 3, "3": 3}}


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is called, in order: each part of the rules says that it was, and does nothing."""
    called: list[str] = []

    def part(name: str) -> Callable[..., Steps[None]]:
        def script(g: Play, force: str = "") -> Steps[None]:
            called.append(f"{name} {force}".strip())
            yield from ()

        return script

    for module, names in (
        (arrival, ("arrivals",)),
        (decks, ("air_operations", "end_of_turn_fuel")),
        (forces, ("decay",)),
        (japan_air, ("air_attack", "second_waves", "update_logs")),
        (movement, ("move_force",)),
        (repair, ("repair_step", "repair_bases")),
        (retirement, ("fleet",)),
        (search, ("shift_tracks", "search_step", "interrupt")),
        (unloading, ("bombard_and_unload",)),
    ):
        for name in names:
            monkeypatch.setattr(module, name, part(name))

    def clear(g: Play) -> None:
        called.append("clear_exhaustion")

    monkeypatch.setattr(surface, "clear_exhaustion", clear)
    return called


def at_sea(**forces_there: Any) -> Play:
    """Turn 3, phase 1, with forces C1 and so on, and a chit for each besides the blanks."""
    there = {f"forces/{name}": fresh(FORCE, hex="1921", **leaves) for name, leaves in forces_there.items()}
    cup = {"blank": 7, **dict.fromkeys(forces_there, 1)}
    clock = {"turn": 3, "phase": 1, "segment": "japan", "step": "", "night": False}
    sequence_ = {"cup": cup, "marker": 9, "due": None, "drawn": 0}
    return scene({}, at={"clock": clock, "sequence": sequence_, "die": 5, **there})


def test_ca_81_attack_then_move_then_advantage_off_then_faded_then_searched(order: list[str]) -> None:
    g = at_sea(C1={"detection": "L", "advantage": True})
    steps: list[str] = []
    run(g, lambda g: sequence.activate(g, "C1"))
    steps = [each.dispatch.kind for each in g.told]
    assert order == ["air_attack C1", "move_force C1", "interrupt C1"]
    assert steps.index("no-advantage") < steps.index("faded")
    assert g.truth.forces["C1"]["detection"] == "?"
    assert g.truth.forces["C1"]["advantage"] is False


def test_12_1_a_force_that_was_searched_this_turn_does_not_fade(order: list[str]) -> None:
    g = at_sea(C1={"detection": "L", "down": True})
    run(g, lambda g: sequence.activate(g, "C1"))
    assert g.truth.forces["C1"]["detection"] == "L"


def test_ca_90_second_waves_come_after_all_chits_of_the_phase(order: list[str]) -> None:
    g = at_sea(C1={}, C2={})
    key = next(key for key in KIT if key in _cells(g))
    run(g, sequence.japanese_segment, Answers(["C1", "blank", "C2"], {key: KIT[key]}))
    assert order[-1] == "second_waves"
    assert order.count("second_waves") == 1
    assert [each for each in order if each.startswith("move_force")] == ["move_force C1", "move_force C2"]


def _cells(g: Play) -> list[str]:
    """The cells that the number of chits is read from."""
    asked: list[str] = []
    steps = sequence.how_many(g)
    asks = next(steps)()
    for ask in asks.values():
        asked += [cell["key"] for cell in ask.facts["cells"]]
    return asked


def test_13_1_a_chit_of_a_force_off_the_map_counts_as_a_draw_and_does_nothing(order: list[str]) -> None:
    g = at_sea(C1={})
    for plot in g.plots.values():
        plot.put("sequence/cup/C9", 1)  # type: ignore[attr-defined]
        plot.put("sequence/due", 2)  # type: ignore[attr-defined]
    run(g, sequence.draw, Answers(["C9"]))
    assert told(g, "no-force")[0]["chit"] == "C9"
    assert g.truth.tree["sequence"]["due"] == 1
    assert order == []


def test_13_1_the_fourth_phase_draws_all_that_are_left(order: list[str]) -> None:
    g = at_sea(C1={}, C2={})
    for plot in g.plots.values():
        plot.put("clock/phase", 4)  # type: ignore[attr-defined]
        plot.put("sequence/cup", {"blank": 1, "C1": 0, "C2": 1})  # type: ignore[attr-defined]
    run(g, sequence.japanese_segment, Answers(["C2", "blank"]))
    assert told(g, "due")[0]["n"] == 2
    assert order == ["air_attack C2", "move_force C2", "interrupt C2", "second_waves"]


def test_3_0_the_end_phase_in_its_order_and_what_forces_did_is_known_to_bombardment(
    order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    g = at_sea(C1={"down": True, "struck": True, "moved": True})
    seen: list[bool] = []

    def bombard(g: Play) -> Steps[None]:
        seen.append(g.truth.forces["C1"]["struck"])
        yield from ()

    monkeypatch.setattr(unloading, "bombard_and_unload", bombard)
    for plot in g.plots.values():
        plot.put("clock/turn", 6)  # type: ignore[attr-defined]
    run(g, sequence.end_phase)
    assert order == ["decay", "clear_exhaustion", "update_logs", "repair_bases", "fleet", "end_of_turn_fuel"]
    assert seen == [True]
    force = g.truth.forces["C1"]
    assert (force["down"], force["struck"], force["moved"]) == (False, False, False)


def test_13_1_chits_go_back_but_for_those_of_forces_that_are_gone(order: list[str]) -> None:
    g = at_sea(C1={}, C2={})
    for plot in g.plots.values():
        plot.put("sequence/cup", {"blank": 0, "C1": 0, "C2": 0, "C9": 0})  # type: ignore[attr-defined]
    run(g, sequence.end_phase)
    assert g.truth.tree["sequence"]["cup"] == {"blank": 7, "C1": 1, "C2": 1}


def test_pieces_of_a_few_leave_chits_and_markers_to_the_app() -> None:
    g = at_sea(C1={})
    sequence.tell(g, "flipped", do=["C1 to 2018"], mark=["“Medium” under C1"])
    assert pieces.lines(g.truth) == ["C1 to 2018", "“Medium” under C1"]
    for plot in g.plots.values():
        plot.put("settings", {"pieces": "few"})  # type: ignore[attr-defined]
    assert pieces.lines(g.truth) == ["C1 to 2018"]


def test_nothing_is_asked_where_there_is_nothing_to_move() -> None:
    g = at_sea(C1={})
    answers = Answers()
    run(g, lambda g: pieces.done_with_pieces(g, "t3/p1/j/pieces", "What the Japanese did"), answers)
    assert answers.asked == []
