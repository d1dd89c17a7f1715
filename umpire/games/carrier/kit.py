"""Every chart of the game by its key, and the cells of a kit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from umpire.games.carrier import (
    air_charts,
    charts,
    fire,
    intelligence,
    japan_charts,
    movement_charts,
    roster,
    scenario_charts,
    scoring,
    search_table,
    setup_charts,
    strike_charts,
)
from umpire.games.carrier import map as sea
from umpire.games.carrier.charts import AGREED, Chart
from umpire.table.charts import Cell, Field

JSON = Any


class _Agreed(Chart):
    """The owner’s word on whole charts; yes is the usual one."""

    def cell(self, key: str) -> Cell:
        return replace(super().cell(key), suggestion=charts.YES)


_AGREED = _Agreed(
    AGREED,
    "Charts looked at",
    lambda key: f"{title(key)}: does yours agree with this one?",
    (Field("", "", 1, 0, (charts.YES, charts.NO), keys=("Mine agrees", "Mine differs")),),
)


def all_charts() -> Mapping[str, Chart]:
    """The charts of every part of the rules."""
    return _CHARTS


def title(chart: str) -> str:
    """What a chart is called."""
    return _CHARTS[chart].title if chart in _CHARTS else chart


def cell(key: str, kit: Mapping[str, JSON]) -> Cell:
    """The cell of a key; raises `KeyError` for a key of no chart."""
    return _CHARTS[charts.chart_of(key)].cell(key)


_CHARTS: dict[str, Chart] = {
    chart.key: chart
    for chart in (
        _AGREED,
        *air_charts.CHARTS,
        *intelligence.CHARTS,
        *japan_charts.CHARTS,
        *roster.CHARTS,
        *setup_charts.CHARTS,
        *scoring.CHARTS,
        *scenario_charts.CHARTS,
        *search_table.CHARTS,
        *fire.CHARTS,
        *strike_charts.CHARTS,
        *sea.CHARTS,
        *movement_charts.CHARTS,
    )
}


def wanting(kit: Mapping[str, JSON], settings: Mapping[str, JSON]) -> list[str]:
    """What must be known before a table is set, a sentence each: nothing, but under fog+ what its blanks would tell."""
    from umpire.games.carrier import kit_needs  # it asks after titles, which are here

    return [words for words, _ in kit_needs.gaps(kit, settings)]
