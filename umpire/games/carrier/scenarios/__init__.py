"""The scenarios: what stands where as each begins, and the few things that are theirs alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from umpire.games.carrier import setup
from umpire.games.carrier.parts import STANDARD
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.scenarios import (
    scenario_1,
    scenario_2,
    scenario_3,
    scenario_4,
    scenario_5,
    scenario_6,
)
from umpire.table.script import Play, Steps


def _nothing(g: Play) -> Steps[None]:
    """No script of its own for this."""
    yield from ()


def _goes_on(plot: CarrierPlot) -> str:
    """No end of its own."""
    return ""


@dataclass(frozen=True)
class Scenario:
    """What a scenario brings. `ended` says how it has ended by its own rules, or is empty; `play` is all of one that
    has neither turns nor phases."""

    set_up: Callable[[Play], Steps[None]]
    japanese_segment: Callable[[Play], Steps[None]] = _nothing
    ended: Callable[[CarrierPlot], str] = _goes_on
    play: Callable[[Play], Steps[None]] = _nothing


SCENARIOS = {
    "1": Scenario(scenario_1.set_up, play=scenario_1.play),
    "2": Scenario(scenario_2.set_up, scenario_2.japanese_segment, scenario_2.ended),
    "3": Scenario(scenario_3.set_up, scenario_3.japanese_segment, scenario_3.ended),
    "4": Scenario(scenario_4.set_up),
    "5": Scenario(scenario_5.set_up),
    "6": Scenario(scenario_6.set_up),
    STANDARD: Scenario(setup.set_up),
}
