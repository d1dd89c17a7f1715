"""Printed charts that movement is read off: areas and compasses (9.2), close reaction (14.1), the Records Track (10.0)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from umpire.games.carrier.charts import Chart
from umpire.games.carrier.map import yes_or_no
from umpire.games.carrier.terms import COMBAT, DIE, PHASES, TRANSPORT
from umpire.table.charts import Cell, Field
from umpire.table.numbered import DIRECTIONS

JSON = Any

# Close reaction: a cell is one to three codes, each with the highest die that gives it.

ENGAGE, E1, E2, IGNORE, OPTION, RETREATS = "E", "E1", "E2", "I", "USOp", "R"
CODES = (ENGAGE, E1, E2, IGNORE, OPTION, RETREATS)
ATTACKED = (ENGAGE, E1, E2, RETREATS)
"""Codes there are in the rows for a US attack."""
NONE = "none"

LARGE, OTHER, CARRIERS, TRANSPORTS = "large surface", "other surface", "carrier", "transport"
COLUMNS = (LARGE, OTHER, CARRIERS, TRANSPORTS)
"""What kind of US task force stands by the Japanese force."""
ROWS = ("small carrier", "carrier", "large", "medium", "small", "transport")
JAPAN, DAY, NIGHT = "japan", "day", "night"
"""Whose move it is: the Japanese force’s, or the US attack it, by day or by night."""
_MOVES = {JAPAN: "", DAY: ", US attacking, day", NIGHT: ", US attacking, night"}


def read(cell: JSON, die: int) -> str:
    """The code of a reaction cell for a die; the last one for a die beyond them all."""
    codes = [(cell[f"code{n}"], cell[f"to{n}"]) for n in (1, 2, 3) if cell[f"code{n}"] != NONE]
    return str(next((code for code, most in codes if die <= most), codes[-1][0]))


def single(cell: JSON) -> bool:
    """Whether a reaction cell holds one code, so that no die is rolled."""
    return bool(cell["code2"] == NONE)


def said(cell: JSON) -> str:
    """A reaction cell in words: ``1-4 E, 5-10 R``."""
    parts, low = [], 1
    for code, high in ((cell[f"code{n}"], cell[f"to{n}"]) for n in (1, 2, 3)):
        if code != NONE:
            parts.append(f"{low}-{high} {code}" if low < high else f"{high} {code}")
            low = high + 1
    return ", ".join(parts)


@dataclass(frozen=True)
class _Reactions(Chart):
    """The Close Reaction Table; the boxes open on a cell of one code."""

    def cell(self, key: str) -> Cell:
        made = super().cell(key)
        rest = {"to1": DIE, "code2": NONE, "to2": 0, "code3": NONE, "to3": 0}
        return made if made.suggestion else replace(made, suggestion=rest)

    def _doubt(self, key: str, value: JSON) -> str | None:
        if key.endswith("medium/other surface/japan") and read(value, 5) != OPTION:
            return "in the rulebook’s example a 5 reads USOp"
        return super()._doubt(key, value)


def _reaction_fields(row: str, column: str, whose: str) -> list[Field]:
    """Codes and the dice they go up to; a force that is attacked stands or evades, and no more (14.2)."""
    codes = CODES if whose == JAPAN else ATTACKED
    return [
        box
        for n in (1, 2, 3)
        for box in (
            Field(f"code{n}", f"code {n}", 1, 0, (*codes, *((NONE,) if n > 1 else ()))),
            Field(f"to{n}", "up to", 0, DIE),
        )
    ]


_REACTIONS = _Reactions(
    "close_reaction",
    "Close Reaction Table",
    lambda row, column, whose: (
        f"Close Reaction Table, {row} force by {column} task force{_MOVES[whose]}: codes, each up to its die"
    ),
    _reaction_fields,
    "14.1",
)

FORCES = {COMBAT: "combat forces", TRANSPORT: "transport forces"}
"""Whose a compass is: the C and the T that are printed on it."""

CHARTS = (
    Chart(
        "mission_area",
        "Mission Movement areas",
        lambda place: f"Mission Movement area of {place}",
        (Field("", "", 1, 60),),
        "9.2",
    ),
    Chart(
        "area_whole",
        "Areas known whole",
        lambda area: f"Area {area}: are all its land and prohibited hexsides entered?",
        (yes_or_no(),),
        "9.0",
    ),
    Chart(
        "compass",
        "Mission Movement compasses",
        lambda area, objective, kind: f"Compass of area {area}, {objective}, {FORCES[kind]}",
        tuple(Field(str(n), str(n), 1, 0, DIRECTIONS) for n in range(1, DIE + 1)),
        "9.2",
    ),
    Chart(
        "close_reaction_columns",
        "Close Reaction Table: its columns",
        lambda: "Close Reaction Table: which column, counted from the left, holds each kind of US task force",
        tuple(Field(name, f"{name} task force", 1, 9) for name in COLUMNS),
        "14.1",
    ),
    _REACTIONS,
    Chart(
        "records_us",
        "Records Track, line US",
        lambda n: f"Records Track, box {n}, line US: task forces that may move in each phase",
        tuple(Field(str(phase), f"phase {phase}", 0, 20) for phase in range(1, PHASES + 1)),
        "10.0",
    ),
)
