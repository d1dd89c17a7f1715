"""The forms of printed tables: what the app has stands in each box, grey; the owner types what is printed otherwise.

A box is named by its cell’s key, one of several of a cell with its field after a bar. A list that is typed as one text
is named ``whole|`` and its pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.carrier import bands, chart_grids, charts, compact
from umpire.games.carrier import kit as kits
from umpire.games.carrier.charts import AGREED, DOUBTFUL, LIKELY, SURE, YES
from umpire.games.carrier.grids import BANDS, ROWS, SPANS, STEPS, TABLE, Grid
from umpire.games.kit_parts import Cells, Typed, as_field
from umpire.table.asks import Refusal

JSON = Any
MARKS = {SURE: "✓", DOUBTFUL: "?"}
"""What stands beside a value of the app’s that the rulebook bears out, and one that looks odd."""
WHOLE = (BANDS, SPANS, STEPS)


def standing(key: str) -> str:
    """How sure the app is of a value: ``sure``, ``likely``, ``doubtful``; empty for one it has not."""
    return next((part for part in (SURE, LIKELY, DOUBTFUL) if key in charts.data()[part]), "")


def loose(chart: str, cells: Cells) -> list[str]:
    """Cells of a chart that were learnt at a table and stand in none of its tables, in the order of their keys."""
    placed = {key for grid in chart_grids.of(chart, cells) for key in grid.every()}
    return sorted(key for key in cells if key.startswith(f"{chart}/") and key not in placed)


def heads(grid: Grid, cells: Cells) -> dict[str, JSON]:
    """The cells of a list that is typed as one text, as the owner has them. Headings are met by numbers of any size."""
    if grid.shape == SPANS:
        before = grid.key("", "")
        return {key: value for key, value in cells.items() if key.startswith(before)}
    return {key: cells[key] for key in grid.every() if key in cells}


def text_of(grid: Grid, cells: Cells) -> str:
    """Such a list as it is typed."""
    found = heads(grid, cells)
    if grid.shape == BANDS:
        return bands.banded(grid, {key: compact.text(key, value) for key, value in found.items()})
    return bands.spans_text(found) if grid.shape == SPANS else bands.steps_text(found)


# What a form opens with.


def shown(names: Iterable[str], cells: Cells) -> dict[str, list[str]]:
    """The fields of charts: what the owner has typed, or has learnt at a table."""
    made: dict[str, list[str]] = {}
    for chart in names:
        for grid in chart_grids.of(chart, cells):
            if grid.shape in WHOLE:
                made[f"whole|{grid.pattern}"] = [text_of(grid, cells)]
            else:
                made |= _boxes((key for key in grid.every() if key in cells), cells)
        made |= _boxes(loose(chart, cells), cells)
        made[f"agreed|{chart}"] = as_field(cells.get(f"{AGREED}/{chart}"))
    return made


def _boxes(keys: Iterable[str], cells: Cells) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {}
    for key in keys:
        if compact.spread(key, cells[key]):
            made |= {f"{key}|{name}": [compact.text("", value)] for name, value in cells[key].items()}
        else:
            made[key] = [compact.text(key, cells[key])]
    return made


# What its template draws.


def facts(chart: str, cells: Cells) -> dict[str, JSON]:
    """A chart as its form shows it: its tables with what the app has, where from, and how sure that is."""
    keys = [key for grid in chart_grids.of(chart, cells) if grid.shape in (TABLE, ROWS, BANDS) for key in grid.every()]
    counts = {
        part: sum(standing(key) == part and key not in cells for key in keys) for part in (SURE, LIKELY, DOUBTFUL, "")
    }
    return {
        "key": chart,
        "title": kits.title(chart),
        "rule": kits.all_charts()[chart].rule,
        "source": charts.source(chart),
        "sure": counts[SURE],
        "likely": counts[LIKELY],
        "odd": counts[DOUBTFUL],
        "blank": sum(not charts.has(cells, key) for key in keys),
        "own": sum(key in cells for key in keys),
        "agreed": cells.get(f"{AGREED}/{chart}", ""),
        "grids": [_grid(grid, cells) for grid in chart_grids.of(chart, cells)],
        "loose": [box for key in loose(chart, cells) for box in _loose(key, cells)],
    }


def _loose(key: str, cells: Cells) -> list[dict[str, JSON]]:
    """The boxes of a cell that stands in no table."""
    cell = kits.cell(key, cells)
    if not compact.spread(key, cells[key]):
        return [{**_box(key), "words": cell.label}]
    return [{**_box(key, ""), "name": f"{key}|{f.name}", "words": f"{cell.label}, {f.label}"} for f in cell.fields]


def _grid(grid: Grid, cells: Cells) -> dict[str, JSON]:
    made: dict[str, JSON] = {"shape": grid.shape, "title": grid.title, "corner": grid.corner, "narrow": grid.narrow}
    if grid.shape in WHOLE:
        return {**made, "name": f"whole|{grid.pattern}", "hint": _whole_hint(grid), "like": _LIKE[grid.shape]}
    made["ends"] = f"ends|{grid.pattern}" if grid.ends else ""
    return {**made, **(_rows(grid, cells) if grid.shape == ROWS else _boxed(grid, cells))}


_LIKE = {
    BANDS: "like 1-4 −3, 5-8 −1, 14+ 2",
    SPANS: "like 0-5 6 7 8-10 11+",
    STEPS: "like 1 2 4 6 8, the first number of each",
}


def _whole_hint(grid: Grid) -> str:
    if grid.shape != BANDS:
        return ""
    return bands.banded(grid, {key: compact.text(key, charts.suggested(key)) for key in grid.every()})


def _boxed(grid: Grid, cells: Cells) -> dict[str, JSON]:
    """A table with a box a cell."""
    rows: list[dict[str, JSON]] = []
    for row, words in grid.rows:
        keys = [grid.key(row, column) for column, _ in grid.columns]
        rows.append({"words": words, "boxes": [_box(key) if key else None for key in keys]})
    cell = kits.cell(grid.every()[0], cells)
    listed = cell.fields[0].words if cell.bare else ()
    texts = [box["hint"] for row in rows for box in row["boxes"] if box]
    texts += [compact.text(key, cells[key]) for key in grid.every() if key in cells]
    like = "" if cell.bare else compact.LIKE[charts.chart_of(cell.key)]
    columns = [words for _, words in grid.columns]
    return {"columns": columns, "rows": rows, "size": _size([*texts, *listed, like[:5]]), "words": listed, "like": like}


LEAST_SIZE, MOST_SIZE = 3, 16
"""Characters that show in a box."""


def _size(texts: Iterable[str]) -> int:
    return max(LEAST_SIZE, min(MOST_SIZE, max(map(len, texts), default=0)))


def _rows(grid: Grid, cells: Cells) -> dict[str, JSON]:
    """A table with a row a cell: its columns are the boxes of its cells."""
    fields = kits.cell(grid.every()[0], cells).fields
    rows = []
    for row, words in grid.rows:
        key = grid.key(row, "")
        value = charts.suggested(key) or {}
        boxes = [{**_box(key, compact.text("", value.get(f.name))), "name": f"{key}|{f.name}"} for f in fields]
        rows.append({"words": words, "boxes": boxes})
    listed = dict.fromkeys(word for f in fields for word in f.words)
    return {"columns": [f.label or f.name for f in fields], "rows": rows, "size": _size(listed), "words": list(listed)}


def _box(key: str, hint: str | None = None) -> dict[str, JSON]:
    value = compact.text(key, charts.suggested(key)) if hint is None else hint
    return {"name": key, "hint": value, "mark": MARKS.get(standing(key), "") if value else ""}


# What was typed.


def read(names: Iterable[str], typed: Typed, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with these charts as typed; raises `Refusal`."""
    made = dict(cells)
    for chart in names:
        grids = chart_grids.of(chart, cells)
        for grid in sorted(grids, key=lambda grid: grid.shape in WHOLE):  # headings take away columns typed before
            _READ[grid.shape](grid, typed, cells, made)
        for key in loose(chart, cells):
            (_read_row if compact.spread(key, cells[key]) else _read_one)(key, typed, made)
        for key, word in (("agree", YES), ("unsay", "")):
            if typed.has(key, chart):
                _put(made, f"{AGREED}/{chart}", word or None)
    return made


def _put(made: dict[str, JSON], key: str, value: JSON) -> None:
    """Set a cell, or take it away for None: a nought or an empty word of a cell is a value."""
    made.pop(key, None)
    if value is not None:
        made[key] = value


def _read_one(key: str, typed: Typed, made: dict[str, JSON]) -> None:
    if typed.has(key):
        said = typed.one(key).strip()
        _put(made, key, compact.read(kits.cell(key, made), said) if said else None)


def _read_table(grid: Grid, typed: Typed, cells: Cells, made: dict[str, JSON]) -> None:
    for key in grid.every():
        _read_one(key, typed, made)
    _fill(grid, typed, made)


def _read_rows(grid: Grid, typed: Typed, cells: Cells, made: dict[str, JSON]) -> None:
    for key in grid.every():
        _read_row(key, typed, made)
    _fill(grid, typed, made)


def _read_row(key: str, typed: Typed, made: dict[str, JSON]) -> None:
    """A cell with a box for each of its fields; one that is left blank is as the app has it."""
    cell = kits.cell(key, made)
    if not any(typed.has(f"{key}|{f.name}") for f in cell.fields):
        return
    said = {f.name: typed.one(f"{key}|{f.name}").strip()[: compact.LONGEST] for f in cell.fields}
    if not any(said.values()):
        made.pop(key, None)
        return
    others = charts.suggested(key) or {}
    values = {}
    for f in cell.fields:
        words = said[f.name] or compact.text("", others.get(f.name))
        if not words:
            raise Refusal(f"{cell.label}: {f.label or f.name} is still blank. Type the whole row, or none of it.")
        values[f.name] = compact.word(f, words.replace("−", "-"), f"{cell.label}, {f.label or f.name}")
    made[key] = values


def _fill(grid: Grid, typed: Typed, made: dict[str, JSON]) -> None:
    """Where the first and last rows printed stand for those beyond them, these are the same."""
    if not (grid.ends and typed.has(f"ends|{grid.pattern}")):
        return
    for column, _ in grid.columns:
        keys = [key for row, _ in grid.rows if (key := grid.key(row, column))]
        known = [n for n, key in enumerate(keys) if charts.has(made, key)]
        for n, key in enumerate(keys if known else ()):
            if n < known[0] or n > known[-1]:
                made[key] = charts.value(made, keys[known[0] if n < known[0] else known[-1]])


def _read_whole(grid: Grid, typed: Typed, cells: Cells, made: dict[str, JSON]) -> None:
    """A text that was not touched changes nothing: it may stand for less than is known."""
    name = f"whole|{grid.pattern}"
    if not typed.has(name) or typed.one(name).strip() == text_of(grid, cells):
        return
    before = heads(grid, cells)
    for key in before:
        del made[key]
    if grid.shape == BANDS:
        made |= bands.read(grid, typed.one(name), lambda key: kits.cell(key, made))
        return
    made |= bands.read_spans(grid, typed.one(name)) if grid.shape == SPANS else bands.read_steps(grid, typed.one(name))
    _without_strays(before, heads(grid, made), made, grid)


def _without_strays(before: Mapping[str, JSON], now: Mapping[str, JSON], made: dict[str, JSON], grid: Grid) -> None:
    """The columns of headings that are no longer there go with them."""
    gone = _headings(grid, before) - _headings(grid, now)
    under = grid.pattern.removesuffix("{row}").replace("_columns/", "/").removesuffix("column/")
    for key in [key for key in made if key.startswith(under) and key.removeprefix(under).partition("/")[0] in gone]:
        del made[key]


def _headings(grid: Grid, cells: Mapping[str, JSON]) -> set[str]:
    if grid.shape == STEPS:
        return {str(n) for n in cells.values()}
    return {str(s["from"]) if s["from"] == s["to"] else f"{s['from']}-{s['to']}" for s in cells.values()}


_READ: Mapping[str, Callable[[Grid, Typed, Cells, dict[str, JSON]], None]] = {
    TABLE: _read_table,
    ROWS: _read_rows,
    BANDS: _read_whole,
    SPANS: _read_whole,
    STEPS: _read_whole,
}
