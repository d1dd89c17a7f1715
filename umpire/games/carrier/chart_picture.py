"""A printed chart as it is put before the players: what the app has of it, for them to hold beside their own."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import chart_grids, charts, compact
from umpire.games.carrier import kit as kits
from umpire.games.carrier.air_charts import LEVELS
from umpire.games.carrier.bands import runs
from umpire.games.carrier.charts import AGREED, DOUBTFUL, SURE, Kit
from umpire.games.carrier.grids import BANDS, ROWS, SPANS, STEPS, Grid
from umpire.games.carrier.terms import (
    CARRIER_2,
    CARRIER_3,
    DUMMY,
    LEVEL_1,
    OBJECTIVES,
    SURFACE_2,
    SURFACE_3,
    TRANSPORT_2,
    TRANSPORT_3,
)
from umpire.table.asks import Ask
from umpire.table.charts import Cells

JSON = Any

_CHITS = (*LEVEL_1, *CARRIER_2, *SURFACE_2, *TRANSPORT_2, *CARRIER_3, *SURFACE_3, *TRANSPORT_3, DUMMY)
_MONTHS = ("January", "August", "October")
_PRINTED = {name.lower(): name for name in (*_CHITS, *OBJECTIVES, *LEVELS, *_MONTHS)}
"""Words that are kept in small letters, as they are printed."""


def asked_for(kit: Kit, asked: Ask | None) -> list[JSON]:
    """The charts that an ask calls upon the players to look at."""
    if not isinstance(asked, Cells):
        return []
    named = [cell.key.partition("/") for cell in asked.cells]
    return [drawn(chart, kit) for key, _, chart in named if key == AGREED]


def drawn(chart: str, kit: Kit) -> JSON:
    """A chart with its source and its tables: those with rows and columns, and lists as runs of the same value."""
    grids = [grid for grid in chart_grids.of(chart, kit) if grid.shape not in (SPANS, STEPS)]
    made = [_grid(grid, kit) for grid in grids]
    keys = [key for grid in grids for key in grid.every() if key not in kit]
    return {
        "title": kits.title(chart),
        "source": charts.source(chart),
        "grids": [each for each in made if each["rows"] or each["runs"]],
        "sure": any(key in charts.data()[SURE] for key in keys),
        "odd": any(key in charts.data()[DOUBTFUL] for key in keys),
        "blank": any(_value(kit, key) is None for key in keys),
    }


def _grid(grid: Grid, kit: Kit) -> dict[str, JSON]:
    made: dict[str, JSON] = {"title": grid.title, "corner": grid.corner, "columns": [], "rows": [], "runs": []}
    if grid.shape == ROWS:
        return {**made, **_rows(grid, kit)}
    if grid.shape == BANDS or grid.narrow:
        return {**made, "runs": runs([(words, _text(kit, grid.key(row, ""))) for row, words in grid.rows])}
    rows = [(words, [_text(kit, grid.key(row, column)) for column, _ in grid.columns]) for row, words in grid.rows]
    return {**made, "columns": [words for _, words in grid.columns], "rows": [row for row in rows if any(row[1])]}


def _rows(grid: Grid, kit: Kit) -> dict[str, JSON]:
    fields = kits.cell(grid.every()[0], kit).fields
    rows = []
    for row, words in grid.rows:
        key = grid.key(row, "")
        value = _value(kit, key) or {}
        rows.append((words, [_marked(key, compact.text("", value.get(f.name)), kit) for f in fields]))
    return {"columns": [f.label or f.name for f in fields], "rows": [row for row in rows if any(row[1])]}


def _value(kit: Kit, key: str) -> JSON:
    return kit.get(key, charts.suggested(key))


def _text(kit: Kit, key: str) -> str:
    return _marked(key, compact.text(key, _value(kit, key)), kit) if key else ""


def _marked(key: str, text: str, kit: Kit) -> str:
    """A value as it is printed, with the mark of one that looks odd: it is asked for by itself, whatever is said of the
    chart."""
    shown = _PRINTED.get(text, text)
    return f"{shown}?" if text and key not in kit and key in charts.data()[DOUBTFUL] else shown
