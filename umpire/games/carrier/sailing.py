"""Which task forces may move in a phase, and which are held (10.0, 19.1)."""

from __future__ import annotations

from umpire.games.carrier import charts, condition
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import PHASES

DEAD = "D"
"""The damage level at which a carrier holds her task force where it is (19.1)."""


def rows(plot: CarrierPlot) -> list[str]:
    """The box of the Records Track that says how many may move; none where nobody could, or the scenario says it."""
    return [] if plot.parts.us_row or not movers(plot) else [_row(plot)]


def _row(plot: CarrierPlot) -> str:
    return f"records_us/{len(plot.task_forces())}"


def allowed(plot: CarrierPlot) -> int:
    """Task forces that may move in this phase; `rows` must be known."""
    if plot.parts.us_row:
        return plot.parts.us_row[plot.phase - 1]
    return int(charts.value(plot.kit, _row(plot))[str(plot.phase)])


def movers(plot: CarrierPlot) -> list[str]:
    """Task forces that have not moved this turn, and that no carrier dead in the water holds (10.0, 19.1)."""
    if not plot.parts.us_moves:
        return []
    return [name for name, group in plot.task_forces().items() if not group["moved"] and not held(plot, name)]


def held(plot: CarrierPlot, group: str) -> bool:
    """Whether a carrier dead in the water holds a task force where it is (19.1)."""
    hurt = [ship for ship in plot.carriers_of(group) if plot.ships[ship]["hits"]]
    return any(condition.level(plot, ship) == DEAD for ship in hurt)


def some_sail(plot: CarrierPlot) -> bool:
    """Whether any task force may move in this phase, as far as the Records Track is known."""
    if not movers(plot) or plot.phase not in range(1, PHASES + 1):
        return False
    return not all(charts.has(plot.kit, key) for key in rows(plot)) or allowed(plot) > 0
