"""How the charts of air attacks and of damage lie on their screens (4.0, 6.0, 15.2, 18.3, 19.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts, roster
from umpire.games.carrier.air_charts import FIRE_CONTROL, LEVELS
from umpire.games.carrier.air_tables import AA_COLUMNS, AA_ROWS, CAP_ROWS, ENTRIES, LARGEST_SIZE, UNSURE, WORST
from umpire.games.carrier.charts import DOUBTFUL, LIKELY, SURE
from umpire.games.carrier.contact import LEAST_VALUE, LOWEST_DIE, MOST_VALUE
from umpire.games.carrier.grids import (
    BY_PERIOD,
    DICE,
    MOST_POINTS,
    ROWS,
    SPANS,
    STEPS,
    Grid,
    Line,
    bands,
    lines,
    mods,
    numbers,
    numbers_of,
)
from umpire.games.carrier.japan_charts import KINDS, PRINTED_LOSSES, PRINTED_STRENGTH
from umpire.games.carrier.japan_strength import LONG_BY, SECONDARY_BY
from umpire.games.carrier.japan_targets import MODIFIED
from umpire.games.carrier.strike_charts import COLUMNS as LANDINGS
from umpire.games.carrier.strike_charts import HEADED
from umpire.games.carrier.terms import (
    DIE,
)

JSON = Any
Kit = Mapping[str, JSON]
Grids = list[Grid]

STRENGTH_LINES = {
    "Carriers": "Level 1",
    "1-2": "Level 2, “1-2”",
    "2-3": "Level 2, “2-3”",
    "3+": "Level 2, “3+”",
}
TURNS_AGO, FAR = 6, 9
"""How far the Turnaround Chart is looked at: turns since a landing, hexes to a target."""


# US strikes.


def _contact(kit: Kit) -> Grids:
    last = kit.get(f"contact_cols/{HEADED}")
    columns = numbers(1, last + 2 if last else 9)
    return [Grid("contact/{column}/{row}", numbers(-1, 13), columns, "", "Modified die", ends=True)]


def _contact_cols(kit: Kit) -> Grids:
    times = [(str(n), f"{n}-10" if n == HEADED else str(n)) for n in range(1, HEADED + 1)]
    return [Grid("contact_cols/{row}", times, title="The column of each time aloft, counted from the left")]


def _contact_mods(kit: Kit) -> Grids:
    return [mods("contact_mods", *BY_PERIOD, ("inverted", "target inverted"), ("other", "any other, always"))]


def _surprise(kit: Kit) -> Grids:
    return [Grid("surprise/{row}", numbers(-2, 13), corner="Modified die", ends=True)]


def _surprise_mods(kit: Kit) -> Grids:
    return [mods("surprise_mods", ("strategic", "strategic surprise"))]


def _jp_cap(kit: Kit) -> Grids:
    rows, columns = numbers(LOWEST_DIE, DIE), numbers(LEAST_VALUE, MOST_VALUE)
    return [Grid("jp_cap/{column}/{row}", rows, columns, "", "Modified die")]


def _ext_range(kit: Kit) -> Grids:
    return [Grid("ext_range/{column}/{row}", DICE, tuple(LANDINGS.items()), "", "Die")]


# Air attacks.


def _jp_cap_combat(kit: Kit) -> Grids:
    escort = (("none", "no escort"), ("few", "escort below half"), ("many", "escort above twice"), ("tbd", "TBDs"))
    rest = (("cap", "Surprise-CAP"), ("deck", "Planes on Deck"), ("unit", "escort is counted in"))
    return [
        Grid("jp_cap_combat/{column}/{row}", numbers(1, CAP_ROWS), numbers(1, 4), "By CAP strength", "Modified die"),
        mods("jp_cap_combat/mod", *escort, *rest),
    ]


def _us_cap(kit: Kit) -> Grids:
    steps = Grid("us_cap/column/{row}", numbers(1, 24), title="Headings, CAP steps", shape=STEPS)
    return [steps, *_under(steps, "us_cap/{column}/{row}", numbers(1, 14), kit, "Modified die")]


def _under(steps: Grid, pattern: str, rows: Sequence[Line], kit: Kit, corner: str) -> Grids:
    """The table under headings that are numbers, once any are known."""
    known = sorted({int(charts.value(kit, key)) for key in steps.every() if charts.has(kit, key)})
    ends = rows is not DICE
    return [Grid(pattern, rows, lines([str(n) for n in known]), "", corner, ends=ends)] if known else []


def _escort_mod(kit: Kit) -> Grids:
    return [bands("escort_mod/{row}", 1, "Modifier by air points")]


def _aloft(kit: Kit) -> Grids:
    return [Grid("cap_aloft_mod/{row}", (("step", "a step counts as"),), shape=ROWS)]


def _warning(kit: Kit) -> Grids:
    return [Grid("us_warning/{row}", DICE, corner="Die")]


def _aa(kit: Kit) -> Grids:
    control = [(f"control/{key}", f"US: {words}") for key, words in FIRE_CONTROL.items()]
    japan = [(f"period/{period}", f"Japanese: {words}") for period, words in BY_PERIOD]
    columns = numbers_of(AA_COLUMNS)
    return [
        Grid("aa/{column}/{row}", numbers(1, AA_ROWS), columns, "", "Modified die"),
        Grid("aa/modifier/{column}", (("", "Attack modifier"),), [("0", "0"), *columns]),
        bands("aa/size/us/{row}", 1, "Modifier by US bomber steps", LARGEST_SIZE),
        bands("aa/size/japan/{row}", 1, "Modifier by Japanese points", LARGEST_SIZE),
        mods("aa", *control, *japan, ("surprise", "Surprise-CAP")),
    ]


def _die_rolls(kit: Kit) -> Grids:
    missing = "Between 73 and 87 a row may have been left out: if yours prints one, type it from its value on"
    return [
        Grid("die_rolls/{row}", numbers_of(ENTRIES), corner="Attack value", shape=ROWS),
        Grid("die_rolls/{row}", numbers_of(UNSURE), title=missing, corner="Attack value", shape=ROWS),
    ]


def _damage(kit: Kit) -> Grids:
    return [Grid("damage/{row}", numbers(-4, WORST), corner="Modified die", ends=True)]


def _damage_mod(kit: Kit) -> Grids:
    return [mods("damage_mod", ("cap", "Surprise-CAP"), ("deck", "Planes on Deck"))]


def _air_ground(kit: Kit) -> Grids:
    steps = Grid("air_ground/column/{row}", numbers(1, MOST_POINTS), title="Headings, J. Air Pts", shape=STEPS)
    return [steps, *_under(steps, "air_ground/{column}/{row}", DICE, kit, "Die")]


# Damage and repair.


def _level(kit: Kit) -> Grids:
    ships = {
        name: ship["capacity"] for name, ship in roster.ships().items() if (ship["side"], ship["type"]) == ("us", "CV")
    }
    hits = numbers(1, max(ships.values()) - 1)
    holes = frozenset((n, ship) for n, _ in hits for ship in ships if int(n) >= ships[ship])
    return [
        Grid("level/{column}/{row}", hits, lines(list(ships)), "The box that sinks her is left out", "Hit", holes=holes)
    ]


def _repair(kit: Kit) -> Grids:
    return [Grid("repair/{column}/{row}", DICE, lines(LEVELS), "", "Modified die"), mods("repair/mod", *BY_PERIOD)]


def _critical(kit: Kit) -> Grids:
    return [Grid("critical/{row}", DICE, corner="Die", shape=ROWS)]


# Japanese strikes.


def target_rows(kit: Kit) -> range:
    """Modified dice there can be on the Target Table, by the modifiers as far as they are known."""
    turns = [f"air_target_mods/{turn}/{far}" for turn in range(1, MODIFIED + 1) for far in ("far", "near")]
    rest = [f"air_target_mods/{name}" for name, _ in _TARGET_MODS]
    by_turn, others = ([charts.modifier(kit, key) for key in some if charts.has(kit, key)] for some in (turns, rest))
    least = min([0, *by_turn]) + sum(n for n in others if n < 0)
    most = max([0, *by_turn]) + sum(n for n in others if n > 0)
    return range(1 + least, DIE + most + 1)


_TARGET_MODS = (("advantage", "US Advantage"), ("surprise", "strategic surprise"), ("interdiction", "interdiction"))


def _air_target(kit: Kit) -> Grids:
    rows = target_rows(kit)
    return [Grid("air_target/{row}", numbers(rows[0], rows[-1]), corner="Modified die", shape=ROWS, ends=True)]


def _air_target_by(kit: Kit) -> Grids:
    return [Grid("air_target_by/{row}", lines(KINDS), title="Which of several", corner="Target", shape=ROWS)]


def _air_target_mods(kit: Kit) -> Grids:
    ranges = (("near", "range to 5"), ("far", "range 6 and more"))
    turns = numbers(1, MODIFIED)
    return [
        Grid("air_target_mods/{row}/{column}", turns, ranges, "Modifiers", "Turn"),
        mods("air_target_mods", *_TARGET_MODS),
    ]


def _strength_columns(line: str, title: str) -> Grid:
    lead = f"{line}/" if line else ""
    chart = "strength_1_2_columns" if line else "strength_3_4_columns"
    return Grid(f"{chart}/{lead}{{row}}", numbers(0, 60), title=title, shape=SPANS)


def spans(kit: Kit, chart: str, line: str = "") -> list[str]:
    """The headings of a strength table that are known, as `japan_charts.column_of` calls them, the least first."""
    before = f"{chart}_columns/{line}/" if line else f"{chart}_columns/"
    found = {(span["from"], span["to"]) for key, span in kit.items() if key.startswith(before)}
    return [str(low) if low == high else f"{low}-{high}" for low, high in sorted(found)]


def _met(kit: Kit, before: str) -> Iterator[str]:
    """Columns of which a cell is known, whether or not their headings are."""
    for part in (kit, charts.data()[SURE], charts.data()[LIKELY], charts.data()[DOUBTFUL]):
        for key in part:
            heading = key.removeprefix(before).partition("/")[0] if key.startswith(before) else ""
            if heading[:1].isdecimal():
                yield heading


def _columns(kit: Kit, chart: str, line: str = "", first: Sequence[str] = ()) -> list[Line]:
    """The columns of a strength table: its headings, or until they are known the columns that were met."""
    before = f"{chart}/{line}/" if line else f"{chart}/"
    known = spans(kit, chart, line) or dict.fromkeys(each for each in _met(kit, before) if each not in first)
    return lines([*first, *sorted(known, key=lambda each: int(each.partition("-")[0]))])


def _strength_1_2(kit: Kit) -> Grids:
    made = []
    rows = numbers(1 + LONG_BY + SECONDARY_BY, DIE)
    for line, title in STRENGTH_LINES.items():
        made.append(_strength_columns(line, f"{title}: headings, revealed air strength"))
        columns = _columns(kit, "strength_1_2", line, ("none",))
        made.append(Grid(f"strength_1_2/{line}/{{column}}/{{row}}", rows, columns, title, "Modified die", ends=True))
    return made


def _strength_3_4(kit: Kit) -> Grids:
    headings, columns = _strength_columns("", "Headings, air value"), _columns(kit, "strength_3_4")
    far = charts.modifier(kit, "strength_3_4_mods/far") if charts.has(kit, "strength_3_4_mods/far") else LONG_BY
    rows = numbers(min(1, 1 + far), max(DIE, DIE + far))
    return [
        headings,
        *([Grid("strength_3_4/{column}/{row}", rows, columns, "", "Modified die", ends=True)] if columns else []),
    ]


def _strength_3_4_mods(kit: Kit) -> Grids:
    return [mods("strength_3_4_mods", ("far", "range 7 to 9"))]


def _reduction(kit: Kit) -> Grids:
    rows, columns = numbers(1, PRINTED_LOSSES), numbers(1, PRINTED_STRENGTH)
    return [Grid("reduction/{row}/{column}", rows, columns, "By initial strength", "Lost")]


def _turnaround(kit: Kit) -> Grids:
    return [Grid("turnaround/{row}/{column}", numbers(1, TURNS_AGO), numbers(1, FAR), "By range", "Turns ago")]


GRIDS: Mapping[str, Callable[[Kit], Grids]] = {
    "contact": _contact,
    "contact_cols": _contact_cols,
    "contact_mods": _contact_mods,
    "surprise": _surprise,
    "surprise_mods": _surprise_mods,
    "jp_cap": _jp_cap,
    "ext_range": _ext_range,
    "jp_cap_combat": _jp_cap_combat,
    "us_cap": _us_cap,
    "escort_mod": _escort_mod,
    "cap_aloft_mod": _aloft,
    "us_warning": _warning,
    "aa": _aa,
    "die_rolls": _die_rolls,
    "damage": _damage,
    "damage_mod": _damage_mod,
    "air_ground": _air_ground,
    "level": _level,
    "repair": _repair,
    "critical": _critical,
    "air_target": _air_target,
    "air_target_by": _air_target_by,
    "air_target_mods": _air_target_mods,
    "strength_1_2": _strength_1_2,
    "strength_3_4": _strength_3_4,
    "strength_3_4_mods": _strength_3_4_mods,
    "reduction": _reduction,
    "turnaround": _turnaround,
}
