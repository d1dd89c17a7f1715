"""The printed charts of Japanese arrival and air strikes (13.1, 15.2, 17.1), and how their cells are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier.charts import SIGNED, Chart
from umpire.table.charts import Field
from umpire.table.words import counted

JSON = Any
Kit = Mapping[str, JSON]

# Arrival (17.1).

TABLES = {
    "moresby_day": "Port Moresby Arrival Table, one day",
    "moresby_extended": "Port Moresby Arrival Table, extended scenarios",
    "new_hebrides": "New Hebrides Arrival Table",
    "guadalcanal": "Guadalcanal Arrival Table",
    "1943": "1943 Arrival Table",
}
SURFACE_CHIT = "surface"
"""What an arrival cell says of a force that comes with a level 1 Surface chit."""
_HEX = Field("hex", "hex", 101, 9999, size=4)
_CHIT = Field("chit", "force chit", 1, 0, ("none", SURFACE_CHIT))


def _arrival_label(table: str, row: str, column: str) -> str:
    if row == "transport":
        return f"{TABLES[table]}, Transport column, die {column}"
    return f"{TABLES[table]}, first die {row}, second die {column}"


def _arrival_fields(table: str, row: str, column: str) -> tuple[Field, ...]:
    return (Field("", "hex", 101, 9999, size=4),) if row == "transport" else (_HEX, _CHIT)


# Targets (15.2).

CARRIERS, AIRFIELD, TRANSPORTS, SURFACE, LARGE, ANY = (
    "carriers",
    "airfield",
    "transports",
    "surface",
    "large surface",
    "task force",
)
KINDS = (CARRIERS, AIRFIELD, TRANSPORTS, SURFACE, LARGE, ANY)
"""What a target of the table may be; a ``task force`` is one of any kind."""
PARTIAL = " (p)"
BOTH = "carriers (p) + airfield (p)"
"""A box that names two partial strikes at once."""
NOTHING = "none"
RESULTS = (*(f"{kind}{part}" for kind in KINDS for part in ("", PARTIAL)), BOTH, NOTHING)
COLUMNS = ("priority", "alternate", "second")
_TARGET_FIELDS = tuple(
    Field(name, label, 1, 0, RESULTS, size=30)
    for name, label in zip(COLUMNS, ("priority", "alternate", "second alternate"), strict=True)
)
NEAREST, MOST_SHIPS, MOST_CARRIERS, OTHER = "nearest", "most ships", "most carriers", "other"
CRITERIA = (NEAREST, MOST_SHIPS, MOST_CARRIERS, OTHER, NOTHING)
"""How one of several targets is chosen; ``other`` is for the players to read and apply."""
_CRITERIA_FIELDS = (
    Field("first", "first by", 1, 0, CRITERIA),
    Field("second", "then by", 1, 0, CRITERIA, size=14),
)


def _modifier_label(what: str, far: str = "") -> str:
    if not far:
        words = {"advantage": "US Advantage marker", "surprise": "strategic surprise", "interdiction": "interdiction"}
        return f"Carrier Air Attack Target Table, modifier for {words[what]}"
    reach = "6 hexes or more" if far == "far" else "5 hexes or less"
    return f"Carrier Air Attack Target Table, modifier on turn {what} at a range of {reach}"


# Strength (15.2).

_WAVES = (Field("1", "first wave", 0, 30), Field("2", "second wave, 0 for none", 0, 30))
_SPAN = (Field("from", "from", 0, 99), Field("to", "to (99 for “or more”)", 0, 99))


def _strength_label(line: str, column: str, die: str) -> str:
    return f"Air Attack Strength Table (Level 1 and 2), line {line}, column {column}, modified die {die}"


def column_of(kit: Kit, chart: str, line: str, number: int) -> str:
    """The heading of the printed column a number falls into, as ``8-10``; empty while it is not known.

    `chart` holds the columns that were read so far, each by a number it was looked up for; `line` is empty in a table
    that has but one set of headings.
    """
    before = f"{chart}/{line}/" if line else f"{chart}/"
    own = kit.get(f"{before}{number}")
    spans = [own] if own else [span for key, span in kit.items() if key.startswith(before)]
    for span in spans:
        if own or span["from"] <= number <= span["to"]:
            return str(span["from"]) if span["from"] == span["to"] else f"{span['from']}-{span['to']}"
    return ""


def turned_round(kit: Kit, since: int, reach: int) -> bool | None:
    """Whether a strike that landed `since` turns ago is ready again for a target `reach` hexes off; None if unknown.

    What is ready for a far target is ready for a near one, and stays ready: the Turnaround Chart is not asked again.
    """
    for key, said in kit.items():
        chart, _, cell = key.partition("/")
        if chart == TURNAROUND:
            turns, hexes = map(int, cell.split("/"))
            if said == "yes" and since >= turns and reach <= hexes:
                return True
            if said == "no" and since <= turns and reach >= hexes:
                return False
    return None


PRINTED_LOSSES, PRINTED_STRENGTH = 7, 10
"""How far the Reduction Chart goes."""


def within_reduction(row: int, initial: int) -> tuple[str, int]:
    """The cell of the Reduction Chart that stands for one past its end, and the points that are added to it (house).

    A point more that is missing counts as one less that was rolled; a point rolled beyond the last column flies in full.
    The key is empty where nothing is left.
    """
    printed = min(row, PRINTED_LOSSES)
    left = initial - (row - printed)
    column = min(left, PRINTED_STRENGTH)
    return (f"reduction/{printed}/{column}" if left > 0 else ""), max(0, left - column)


TURNAROUND = "turnaround"
_YES_NO = (Field("", "", 1, 0, ("yes", "no")),)


def _ago(turns: str) -> str:
    return "the preceding turn" if turns == "1" else f"{turns} turns ago"


CHARTS = (
    Chart(
        "records_J",
        "Records Track, line J",
        lambda n: f"Records Track, box {n}, line J: chits drawn in phases 1, 2 and 3",
        tuple(Field(str(phase), f"phase {phase}", 0, 30) for phase in (1, 2, 3)),
        "13.1",
    ),
    Chart(
        "arrival",
        "Arrival Tables",
        _arrival_label,
        _arrival_fields,
        "17.1",
        {
            "arrival/moresby_day/3/8": {"hex": 2736, "chit": "none"},
            "arrival/moresby_day/2/2": {"hex": 2835, "chit": "none"},
            "arrival/moresby_day/transport/3": 2940,
        },
    ),
    Chart(
        "air_target",
        "Carrier Air Attack Target Table",
        lambda die: f"Carrier Air Attack Target Table, modified die {die}, (p) for a partial strike",
        _TARGET_FIELDS,
        "15.2",
    ),
    Chart(
        "air_target_by",
        "Carrier Air Attack Target Table, which of several",
        lambda kind: f"Carrier Air Attack Target Table, which to choose of several: {kind}",
        _CRITERIA_FIELDS,
        "15.2",
    ),
    Chart(
        "air_target_mods",
        "Carrier Air Attack Target Table, modifiers",
        _modifier_label,
        SIGNED,
        "15.2",
        {"air_target_mods/3/far": 5},
    ),
    Chart(
        "strength_1_2_columns",
        "Air Attack Strength Table (Level 1 and 2), headings",
        lambda line, n: (
            f"Air Attack Strength Table (Level 1 and 2), line {line}: which column holds revealed strength {n}"
        ),
        _SPAN,
        "15.2",
    ),
    Chart("strength_1_2", "Air Attack Strength Table (Level 1 and 2)", _strength_label, _WAVES, "15.2"),
    Chart(
        "strength_3_4_columns",
        "Air Attack Strength Table (Level 3 and 4), headings",
        lambda n: f"Air Attack Strength Table (Level 3 and 4): which column holds air value {n}",
        _SPAN,
        "15.2",
    ),
    Chart(
        "strength_3_4",
        "Air Attack Strength Table (Level 3 and 4)",
        lambda column, die: f"Air Attack Strength Table (Level 3 and 4), column {column}, modified die {die}",
        _WAVES,
        "15.2",
    ),
    Chart(
        "strength_3_4_mods",
        "Air Attack Strength Table (Level 3 and 4), modifiers",
        lambda which: "Air Attack Strength Table (Level 3 and 4), modifier at a range of 7 to 9 hexes (0 for none)",
        SIGNED,
        "15.2",
    ),
    Chart(
        "reduction",
        "Level 1-2 Attack Strength Reduction Chart",
        lambda row, strength: (
            f"Attack Strength Reduction Chart, {counted(int(row), 'point')} lost or unavailable, "
            f"initial strength {strength}"
        ),
        (Field("", "", 0, 30),),
        "15.2",
        {"reduction/6/10": 7, "reduction/3/6": 5},
    ),
    Chart(
        TURNAROUND,
        "Turnaround Chart",
        lambda turns, reach: f"Turnaround Chart, landed {_ago(turns)}, target {reach} hexes off: turned round?",
        _YES_NO,
        "15.2",
    ),
)
