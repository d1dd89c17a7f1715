"""What is printed on a unit's counter, as the components of a table have it so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import REDUCED
from umpire.games.victory_at_midway.terms import BATTALION, BATTALIONS, MARINE, MARINES

if TYPE_CHECKING:
    from umpire.games.victory_at_midway.plot import VictoryPlot

JSON = Any


def class_of(plot: VictoryPlot, unit: str) -> str:
    """The class of a ship or of a ground unit."""
    if unit in MARINES:
        return MARINE
    return BATTALION if unit in BATTALIONS else str(plot.ships[unit]["class"])


def key(plot: VictoryPlot, what: str, unit: str) -> str:
    """The cell that holds a ship's or ground unit's value: its own where it has one, else its class's."""
    return kits.needs(what, unit, class_of(plot, unit), plot.kit)


def keys(plot: VictoryPlot, what: str, units: Iterable[str]) -> list[str]:
    """The cells that give units' values at the strength they have now: those of reduced ones are on their backs."""
    made = []
    for unit in units:
        back = [key(plot, "back", unit)] if plot.strength(unit) == REDUCED else []
        made += [key(plot, what, unit), *back]
    return made


def value(plot: VictoryPlot, what: str, unit: str) -> int:
    """A value of a ship or ground unit at the strength it has now; raises `KeyError` while it is blank."""
    reduced = plot.strength(unit) == REDUCED
    return int(kits.value(plot.kit, what, unit, class_of(plot, unit), reduced=reduced))


def steps(plot: VictoryPlot, unit: str) -> int:
    """Hits a ship or ground unit takes from full strength; two while its back has not been read."""
    return kits.steps_of(plot.kit, class_of(plot, unit), unit) or 2


def air_key(plot: VictoryPlot, what: str, shown: JSON) -> str:
    """The cell that holds a value of an air unit, deployed or one's own."""
    return kits.needs(what, f"{shown['type']}@{shown['base']}", shown["type"], plot.kit)


def air_keys(plot: VictoryPlot, what: str, shown: Iterable[JSON]) -> list[str]:
    """The cells that give air units' values at the strength they have now."""
    made = []
    for unit in shown:
        back = [air_key(plot, "back", unit)] if unit["state"] == REDUCED else []
        made += [air_key(plot, what, unit), *back]
    return made


def air_value(plot: VictoryPlot, what: str, shown: JSON) -> int:
    """A value of an air unit at the strength it has now."""
    return kits.air_value(plot.kit, what, shown["type"], shown["base"], reduced=shown["state"] == REDUCED)


def air_steps(plot: VictoryPlot, shown: JSON) -> int:
    """Hits an air unit takes from full strength; two while its back has not been read."""
    return kits.steps_of(plot.kit, shown["type"], f"{shown['type']}@{shown['base']}") or 2
