"""The Intelligence Tables, the Screen Generation Chart and the level 3 chits: their cells and modifiers (11.2, 11.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.charts import SIGNED, Chart
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import (
    CARRIER_2,
    CARRIER_3,
    CARRIERS,
    COMBAT,
    DUMMY,
    LEVEL_1,
    LEVEL_4,
    SIZE_CHITS,
    SIZES,
    SURFACE_2,
    SURFACE_3,
    TRANSPORT_2,
    TRANSPORT_3,
)
from umpire.table.charts import Field

JSON = Any
Kit = Mapping[str, JSON]
Modifiers = list[tuple[int, str]]
"""What a die is modified by: each figure with its reason."""

CARRIER, SURFACE, TRANSPORT = "carrier", "surface", "transport"
AGAIN = "again"
"""What stands under a natural 10 that calls for a second die; those dice follow it: ``intel_1_2/Carrier/again/4``."""
TEN = 10
LAST = 11
"""The last row of the Level 3 to Level 4 Table for carriers; a screen goes no further than row 10 (11.3)."""
CHECK = -4
"""The modifier for the secondary objective, and for a carrier index within five of its limit (11.2, 17.2)."""

# Chits.

_LEVELS: dict[str, int] = {
    **dict.fromkeys(LEVEL_1, 1),
    **dict.fromkeys((*CARRIER_2, *SURFACE_2, *TRANSPORT_2), 2),
    **dict.fromkeys((*CARRIER_3, *SURFACE_3, *TRANSPORT_3), 3),
    LEVEL_4: 4,
}
_CLASSES: dict[str, str] = {
    **dict.fromkeys(("Carrier", *CARRIER_2, *CARRIER_3), CARRIER),
    **dict.fromkeys(("Surface", *SURFACE_2, *SURFACE_3), SURFACE),
    **dict.fromkeys(("Transport", *TRANSPORT_2, *TRANSPORT_3), TRANSPORT),
}
_NAMED = {chit.lower(): chit for chit in (*_LEVELS, DUMMY)}


def level_of(chit: str) -> int:
    """The level of a chit; 0 for none, and for a Dummy."""
    return _LEVELS.get(chit, 0)


def class_of(chit: str) -> str:
    """``carrier``, ``surface`` or ``transport``; empty for a chit that says none of them (11.5)."""
    return _CLASSES.get(chit, "")


def fleet_carriers(chit: str) -> int:
    """CVs of a level 3 chit, ``2 CV+CVL`` two of them; 0 for any other chit."""
    return carrier_types(chit).get("CV", 0)


def carriers_on(chit: str) -> int:
    """Carriers of any kind that a level 3 chit says there are; 0 for any other chit."""
    return sum(carrier_types(chit).values())


def carrier_types(chit: str) -> dict[str, int]:
    """Carriers by type as a level 3 chit has them."""
    if chit not in CARRIER_3:
        return {}
    parts = [part.split(" ") for part in chit.split("+")]
    return {part[-1]: int(part[0]) if len(part) > 1 else 1 for part in parts}


# Charts.


def _words(*chits: str) -> Sequence[Field]:
    return (Field("", "", 1, 0, tuple(chit.lower() for chit in chits), 20),)


_RESULTS_2 = (*LEVEL_1, *CARRIER_2, *SURFACE_2, *TRANSPORT_2, DUMMY)


def _fields_1_2(column: str, row: str, second: str = "") -> Sequence[Field]:
    if column == "revealed":
        return SIGNED
    return _words(*_RESULTS_2, *([AGAIN] if row == str(TEN) else []))


def _label_1_2(column: str, row: str, second: str = "") -> str:
    if column == "revealed":
        return f"Intelligence, Level 1 to 2: modifier for revealed air strength {row}"
    if row == AGAIN:
        return f"Intelligence, Level 1 to 2, {column}: after a 10, second die {second}"
    return f"Intelligence, Level 1 to 2, {column}, die {row}"


def _fields_2_3(column: str, *rest: str) -> Sequence[Field]:
    if column == "column":
        return (Field("", "", 1, 4),)
    if column in CARRIER_2:
        return _words(*CARRIER_3)
    return _words(*TRANSPORT_3) if column in TRANSPORT_2 else _words(*SURFACE_3, *CARRIER_2)


def _label_2_3(column: str, *rest: str) -> str:
    if column == "column":
        revealed = "no revealed air strength" if rest[1] == "none" else f"revealed air strength {rest[1]}"
        return f"Intelligence, Level 2 to 3, {rest[0]}: which of its columns, from the left, for {revealed}"
    if column in CARRIER_2:
        return f"Intelligence, Level 2 to 3, {column}, column {rest[0]}, die {rest[1]}"
    return f"Intelligence, Level 2 to 3, {column}, die {rest[0]}"


def _counts(*types: str) -> Sequence[Field]:
    return tuple(Field(type, type, 0, 20) for type in types)


def _fields_3_4(column: str, row: str) -> Sequence[Field]:
    if column == "limit":
        return SIGNED
    if column in CARRIER_3:
        return _counts(*CARRIERS)
    return _counts("TR", "DD", "CL") if column in TRANSPORT_3 else _counts("BB", "CA", "CL", "DD")


def _label_3_4(column: str, row: str) -> str:
    if column == "limit":
        return f"Intelligence, Level 3 to 4: modifier for a carrier commitment limit of {row}"
    return f"Intelligence, Level 3 to 4, {column}, die {row}"


def _fields_chit(chit: str) -> Sequence[Field]:
    aa, air, commitment = Field("aa", "AA"), Field("air", "air value"), Field("commitment", "commitment value")
    if chit in CARRIER_3:
        return (aa, air)
    return (commitment,) if chit in TRANSPORT_3 else (aa, commitment)


def _ships(**counts: int) -> dict[str, int]:
    types = CARRIERS if any(type in CARRIERS for type in counts) else ("BB", "CA", "CL", "DD")
    return {type: counts.get(type, 0) for type in types}


CHARTS = (
    Chart(
        "intel_1_2",
        "Intelligence Table, Level 1 to Level 2",
        _label_1_2,
        _fields_1_2,
        "11.2",
        {"intel_1_2/Medium/7": "2-3 carrier", "intel_1_2/revealed/9": 0},
    ),
    Chart(
        "intel_2_3",
        "Intelligence Table, Level 2 to Level 3",
        _label_2_3,
        _fields_2_3,
        "11.2",
        {"intel_2_3/column/1-2 Carrier/8": 3, "intel_2_3/column/1-2 Carrier/none": 2},
    ),
    Chart(
        "intel_3_4",
        "Intelligence Table, Level 3 to Level 4",
        _label_3_4,
        _fields_3_4,
        "11.2",
        {
            "intel_3_4/2 CVL/6": _ships(CVL=1, CVE=1),
            "intel_3_4/Medium DD/6": _ships(DD=6),
            "intel_3_4/Medium BB/9": _ships(BB=2, CA=1, DD=4),
        },
    ),
    Chart(
        "screen",
        "Screen Generation Chart",
        lambda chit: f"Screen Generation Chart, {chit}",
        (Field("", "", 1, 0, tuple(size.lower() for size in SIZE_CHITS)),),
        "11.3",
    ),
    Chart("chit_3", "Level 3 chits", lambda chit: f"Level 3 chit {chit}", _fields_chit, "11.5"),
)


# Modifiers.


def modifier_cells(plot: CarrierPlot, force: str, level: int, chit: str) -> list[str]:
    """Printed modifiers that a roll from this level needs known."""
    revealed = plot.on_log(force)
    if level == 1 and chit == "Carrier" and revealed is not None:
        return [f"intel_1_2/revealed/{revealed}"]
    limit = plot.tree["limits"].get(CARRIER)
    if level == 3 and limit is not None and plot.is_carrier_force(force):
        return [f"intel_3_4/limit/{limit}"]
    return []


def modifiers(plot: CarrierPlot, force: str, level: int, chit: str) -> Modifiers:
    """What a roll on the table from this level is modified by (11.2, 17.2); its cells must be known."""
    if level == 1:
        return _modifiers_1(plot, force, chit)
    if level == 3 and plot.is_carrier_force(force):
        return _modifiers_3(plot, force)
    return []


def _modifiers_1(plot: CarrierPlot, force: str, chit: str) -> Modifiers:
    """Only a known carrier force heeds its revealed strength or the limit; any force that may yet have carriers heeds
    the secondary objective, until it has a revealed strength."""
    f = plot.forces[force]
    made: Modifiers = []
    revealed = plot.on_log(force)
    if revealed is not None:
        if chit == "Carrier":
            by = charts.modifier(plot.kit, f"intel_1_2/revealed/{revealed}")
            made.append((by, f"revealed air strength {revealed}"))
        return made
    secondary = plot.tree["objectives"]["secondary"]
    if secondary and f["objective"] == secondary and chit in ("Carrier", *SIZE_CHITS):
        made.append((CHECK, "secondary objective"))
    if chit == "Carrier" and plot.tree["flags"]["close"]:
        made.append((CHECK, "carrier index within five of its limit"))
    return made


def _modifiers_3(plot: CarrierPlot, force: str) -> Modifiers:
    made: Modifiers = []
    limit = plot.tree["limits"].get(CARRIER)
    if limit is not None:
        made.append((charts.modifier(plot.kit, f"intel_3_4/limit/{limit}"), f"carrier commitment limit {limit}"))
    if plot.tree["flags"]["close"]:
        made.append((CHECK, "carrier index within five of its limit"))
    return [(by, why) for by, why in made if by]


def note(made: Modifiers) -> str:
    """The modifiers of a die in words, as it is named before it is rolled."""
    return ", ".join(f"{'+' if by > 0 else '−' if by < 0 else '±'}{abs(by)} {why}" for by, why in made)


def row_1(die: int, made: Modifiers) -> int:
    """The row of the Level 1 to 2 Table: a natural 10 is never modified, and nothing else becomes one (11.2)."""
    return die if die == TEN else max(1, min(TEN - 1, die + sum(by for by, _ in made)))


def row_3(die: int, made: Modifiers) -> int:
    """The row of the Level 3 to 4 Table; on this one a 10 is modified like any other die."""
    return max(1, min(LAST, die + sum(by for by, _ in made)))


# Cells.


def cell_1(column: str, row: int) -> str:
    """The key of a result of the Level 1 to 2 Table."""
    return f"intel_1_2/{column}/{row}"


def column_cell(plot: CarrierPlot, force: str) -> list[str]:
    """Which column a level 2 carrier force is read in, as a cell; none for another force (11.2)."""
    f = plot.forces[force]
    if f["chit"] not in CARRIER_2:
        return []
    revealed = plot.on_log(force)
    return [f"intel_2_3/column/{f['chit']}/{'none' if revealed is None else revealed}"]


def cell_2(plot: CarrierPlot, force: str, row: int) -> str:
    """The key of a result of the Level 2 to 3 Table for a force; its column must be known."""
    columns = [f"/{charts.value(plot.kit, key)}" for key in column_cell(plot, force)]
    return f"intel_2_3/{plot.forces[force]['chit']}{''.join(columns)}/{row}"


def result(kit: Kit, key: str) -> str:
    """The chit that a cell of the first two tables gives, by its name; ``again`` for a second die."""
    said = str(charts.value(kit, key))
    return _NAMED.get(said, said)


def cells_3(plot: CarrierPlot, force: str, row: int, *, screen_only: bool = False) -> list[str]:
    """The cells of the Level 3 to 4 Table that a modified roll is read in: of the force, and of its screen (11.3)."""
    f = plot.forces[force]
    columns = [] if screen_only else [f["chit"]]
    columns += [f["screen"]] if f["screen"] in SURFACE_3 else []
    return [f"intel_3_4/{column}/{row if column in CARRIER_3 else min(row, TEN)}" for column in columns]


def ships_3(kit: Kit, cells: Sequence[str]) -> dict[str, int]:
    """Ships by type that these cells call for, the heaviest first."""
    read = [charts.value(kit, key) for key in cells]
    counts = {type: sum(cell.get(type, 0) for cell in read) for type in SIZES}
    return {type: n for type, n in counts.items() if n}


# What is printed on a level 3 chit.


def printed(plot: CarrierPlot, chit: str, what: str) -> int:
    """``aa``, ``air`` or ``commitment`` of a level 3 chit; 0 where it bears none."""
    if level_of(chit) != 3:
        return 0
    return int(charts.value(plot.kit, f"chit_3/{chit}").get(what, 0))


def cup_of(plot: CarrierPlot, force: str) -> str:
    """The cup a force’s chit comes out of, by its counter (11.1)."""
    return "combat" if plot.forces[force]["kind"] == COMBAT else "transport"
