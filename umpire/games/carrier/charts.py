"""The printed charts: what the app has of each, how sure it is of that, and how the rest is asked for.

A chart is a family of cells whose keys begin alike: ``damage/6``, ``aa/20/5``. Of each cell the app has a value that the
rulebook bears out (sure), one from a single public source (likely), one that looks odd (a suggestion), or none. Likely
values count once the players have looked at that chart and said that theirs agrees; a suggestion stands in the box for
them to confirm. The owner's own kit comes before all of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from umpire.table.charts import NUMBER, Cell, Field
from umpire.table.script import Play, Steps

JSON = Any
Kit = Mapping[str, JSON]

SURE, LIKELY, DOUBTFUL = "sure", "likely", "doubtful"
YES, NO = "yes", "no"
AGREED = "agreed"
"""The chart of the owner's word on charts the app has from one source: ``agreed/aa``."""
SIGNED = (Field("", "modifier", -9, 9),)
"""The box of a modifier, which may be below nought; read it by `modifier`."""


@dataclass(frozen=True)
class Chart:
    """One printed chart. `label` names a cell by what follows the chart's key: ``Damage Table, modified 6``."""

    key: str
    title: str
    label: Callable[..., str]
    fields: Sequence[Field] | Callable[..., Sequence[Field]] = NUMBER
    rule: str = ""
    book: Mapping[str, JSON] = field(default_factory=dict)
    """Cells that an example in the rulebook bears out; another value is doubted."""

    def cell(self, key: str) -> Cell:
        """A cell by its whole key; raises `KeyError` for one this chart cannot have."""
        parts = key.split("/")[1:]
        fields = self.fields(*parts) if callable(self.fields) else self.fields
        return Cell(key, self.label(*parts), fields, suggested(key), lambda value: self._doubt(key, value))

    def _doubt(self, key: str, value: JSON) -> str | None:
        if key in self.book and str(value) != str(self.book[key]):
            return f"the rulebook’s example has it otherwise ({said(self.book[key])})"
        return None


def said(value: JSON) -> str:
    """A printed value in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return str(value)


@cache
def data() -> Mapping[str, Mapping[str, JSON]]:
    """What ships with the app: ``{sure | likely | doubtful: {key: value}}``, and where each table comes from."""
    made: dict[str, dict[str, JSON]] = {SURE: {}, LIKELY: {}, DOUBTFUL: {}, "sources": {}}
    for path in sorted((Path(__file__).parent / "kit").glob("*.toml")):
        read = tomllib.loads(path.read_text("utf-8"))
        for part, cells in made.items():
            cells |= _flat(read.get(part, {})) if part != "sources" else read.get(part, {})
    return made


def _flat(table: Mapping[str, JSON], before: str = "") -> dict[str, JSON]:
    """The leaves of a TOML table by their keys: of ``[sure.damage] 6 = 2`` that is ``damage/6``.

    A table with the key ``value`` is a leaf: it holds a cell of several fields.
    """
    made: dict[str, JSON] = {}
    for name, value in table.items():
        key = f"{before}{name}"
        if isinstance(value, dict) and "value" not in value:
            made |= _flat(value, f"{key}/")
        else:
            made[key] = value["value"] if isinstance(value, dict) else value
    return made


def source(chart: str) -> str:
    """Where the app has a chart from; empty for one it has not."""
    return str(data()["sources"].get(chart, ""))


def chart_of(key: str) -> str:
    """The chart a cell's key belongs to."""
    return key.partition("/")[0]


def has(kit: Kit, key: str) -> bool:
    """Whether a printed value is known, so that play need not stop for it."""
    return key in kit or key in data()[SURE] or (key in data()[LIKELY] and kit.get(f"{AGREED}/{chart_of(key)}") == YES)


def value(kit: Kit, key: str) -> JSON:
    """A printed value; raises `KeyError` while it is not known."""
    if key in kit:
        return kit[key]
    if not has(kit, key):
        raise KeyError(key)
    return data()[SURE].get(key, data()[LIKELY].get(key))


def modifier(kit: Kit, key: str) -> int:
    """A printed modifier (`SIGNED`); raises `KeyError` while it is not known."""
    return int(value(kit, key))


def suggested(key: str) -> JSON:
    """What stands in the box of a cell that is asked for, or None."""
    return next((data()[part][key] for part in (SURE, LIKELY, DOUBTFUL) if key in data()[part]), None)


def printed(g: Play, why: str, keys: Callable[[], Iterable[str]], rule: str = "") -> Steps[None]:
    """Make sure that these printed values are known; ask of everybody what is not, once.

    A chart that the app has from one source is put before the players as a whole first. `keys` makes the cells
    needed anew after a correction, or once an answer tells which others are needed (a heading, then a cell under it).
    """
    while wanted := _next(g, keys()):
        yield from g.cells(f"chart/{wanted[0]}", why, wanted, rule)


def _next(g: Play, keys: Iterable[str]) -> list[str]:
    """What to ask for next: a chart to agree to, each by itself, and when there is none, blank cells."""
    kit = g.truth.kit
    blank = [key for key in dict.fromkeys(keys) if not has(kit, key)]
    charts = dict.fromkeys(f"{AGREED}/{chart_of(key)}" for key in blank if key in data()[LIKELY])
    return [key for key in charts if key not in kit][:1] or blank
