"""The kit's page: its sections, the fields each opens with, and the plain facts its templates draw.

With `kit_form` (reading) and `kit_check` (judging) this is all the web needs of a game's kit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from umpire.games.kit_parts import Cells, Fields, Heading, Section, Typed, as_field
from umpire.games.midway import kit as kits
from umpire.games.midway.kit import DICE
from umpire.games.midway.kit_check import COUNTERS, HOURS, last_turn, problems, sound
from umpire.games.midway.kit_form import (
    PASTED_SHIPS,
    TABLES,
    TableForm,
    bases,
    fleet,
    offered_ships,
    read,
    result_text,
)
from umpire.games.midway.results import SUNK
from umpire.games.midway.terms import (
    BOARD_WIDTH,
    BOMBERS,
    FIGHTER,
    MIDWAY,
    NAMES,
    SHIP_TYPE_WORDS,
    SHIP_TYPES,
    SIDES,
    TYPE_WORDS,
    TYPES,
    US,
    when,
)

__all__ = [
    "BOX",
    "NEED_CELLS",
    "SCRIPTS",
    "SECTIONS",
    "Typed",
    "doubts",
    "facts",
    "known",
    "later",
    "problems",
    "read",
    "shown",
    "sound",
    "title",
    "wanting",
]

JSON = Any


_LATER = Heading(
    "later",
    "If you like: all at once",
    "Otherwise each is asked at the table when it is first needed, once, and kept here.",
)
_TOURNAMENT = Heading(
    "tournament",
    "Tournament game",
    "Its tables, and that of the B-17s: if you like. Otherwise each result is asked at the table when it is first "
    "needed, once, and kept here.",
    folded=True,
)


def _table(key: str, name: str, under: Heading) -> tuple[Section, Section]:
    """The two ways to enter a table by odds and die: typed, and pasted."""
    return (
        Section(key, name, under, form="table"),
        Section(f"paste-{key}", f"{name} from a spreadsheet", under, folded=True, form="paste-table"),
    )


SECTIONS = (
    Section("board", "Search board"),
    Section("time", "Time record"),
    Section("depth", "Battle Board"),
    Section("roster", "Order of battle"),
    Section("air", "Air groups"),
    Section("ships", "Ships", _LATER),
    Section("paste-ships", "Ships from a spreadsheet", _LATER, folded=True),
    *_table("chart", "Aircraft v Ship table", _LATER),
    *_table("fvf", "Fighter v Fighter table", _TOURNAMENT),
    *_table("sct", "Surface Combat table", _TOURNAMENT),
    Section("b17", "B-17 table", _TOURNAMENT),
)
BOX = "the search board, the time record, the Battle Board, the counters and the hit pad"
"""What of the box is read off."""
SCRIPTS = ()
"""What the page needs beside the script of every kit’s page."""
NEED_CELLS = ("fighters",)
"""What may be agreed on that needs more cells before set-up than the Basic game does."""


def title() -> str:
    """The edition these forms are for."""
    return str(kits.edition()["title"])


def known() -> dict[str, JSON]:
    """The cells a new kit begins with."""
    return kits.known()


def doubts(cells: Cells) -> list[str]:
    """Where sound cells contradict the rulebook's own examples, a sentence each."""
    return kits.doubts(cells)


_HEADS = {
    "The search board": "board",
    "The time record": "time",
    "The Battle Board": "depth",
    "The order of battle": "roster",
}


def wanting(cells: Cells) -> list[tuple[str, str]]:
    """What is missing before set-up, in words, each with the section it belongs to."""
    made = [(each, _HEADS.get(each.partition(":")[0], "air")) for each in kits.wanting(cells)]
    blank = any(f"air/{base}" not in cells for base in bases(cells))
    if made and blank and all(key != "air" for _, key in made):  # `kit.wanting` names them once the rest is whole
        made.append(("Air groups: the squadrons of each carrier, and of Midway.", "air"))
    return made


def later(cells: Cells) -> list[tuple[str, str]]:
    """What only part of the game needs before set-up and the kit has not: in words, each with its section."""
    blank = [base for base in bases(cells) if f"fighters/{base}" not in cells]
    listed = " and ".join(filter(None, (", ".join(blank[:-1]), *blank[-1:])))
    return [(f"For the Tournament game: fighters of {listed}.", "air")] if blank else []


# Values the app ships, and where they come from.


def offer(key: str) -> JSON:
    """A value to fill in for the owner to confirm, or None."""
    offered = kits.suggested(key)
    return kits.known().get(key) if offered is None else offered


def note(key: str, cells: Cells) -> str:
    """Where the value in a box comes from, for the small print beside it; empty for one off the counters."""
    source, offered = kits.source(key), offer(key)
    if not source:
        return ""
    if key not in cells:
        return source if source.startswith("to confirm") else f"to confirm · {source}"
    if _agrees(offered, cells[key]):
        return "" if source.startswith("to confirm") else source
    return f"as printed; the rulebook has {brief(key, offered)} ({source})" if key in kits.known() else ""


def _agrees(offered: JSON, value: JSON) -> bool:
    if isinstance(offered, dict):
        return all(value.get(name) == each for name, each in offered.items())
    return bool(offered == value)


def brief(key: str, value: JSON) -> str:
    """The value of a cell in a word."""
    if key.partition("/")[0] in kits.TABLES:
        return result_text(key, value)
    return " ".join(f"{name} {n}" for name, n in value.items()) if isinstance(value, dict) else str(value)


# What each section opens with: its fields, as they would come back untouched.


def shown(section: str, cells: Cells) -> Fields:
    """The fields of a section's form as the kit has them, or as the app suggests them."""
    maker = _SHOWN.get(section)
    return maker(cells) if maker else {}


def _board_fields(cells: Cells) -> Fields:
    made = {name: as_field(cells.get(f"board/{name}")) for name in ("columns", "rows", "midway", "kure")}
    shaded = {f"shaded-{side}": [" ".join(cells.get(f"board/shaded/{side}", []))] for side in SIDES}
    return {**made, **shaded, "lettered": ["yes"] if "board/columns" in cells else []}


def _time_fields(cells: Cells) -> Fields:
    nights = cells.get("track/nights", offer("track/nights"))
    return {"turns": as_field(cells.get("track/turns", offer("track/turns"))), "nights": nights}


def _depth_fields(cells: Cells) -> Fields:
    return {"depth": as_field(cells.get("battle-board/depth", offer("battle-board/depth")))}


def _roster_fields(cells: Cells) -> Fields:
    made: dict[str, list[str]] = {"ship": list(fleet(cells))}
    for name, ship in offered_ships(cells).items():
        made[f"type|{name}"] = [ship["type"]]
        if ship["side"] != US:
            made[f"arrives|{name}"] = [str(ship["arrives"] or "")]
    return made


def _air_fields(cells: Cells) -> Fields:
    made: dict[str, list[str]] = {}
    for base in bases(cells):
        group = cells.get(f"air/{base}") or offer(f"air/{base}") or {}
        made |= {f"{kind}|{base}": as_field(group.get(kind)) for kind in BOMBERS}
        made[f"{FIGHTER}|{base}"] = as_field(cells.get(f"fighters/{base}", offer(f"fighters/{base}")))
    return made


def _ships_fields(cells: Cells) -> Fields:
    keys = [(kind, name) for name in fleet(cells) for kind in COUNTERS]
    return {f"{kind}|{name}": as_field(cells.get(f"{kind}/{name}", offer(f"{kind}/{name}"))) for kind, name in keys}


def _table_fields(form: TableForm, cells: Cells) -> Fields:
    made = {"columns": [" ".join(_headings(form, cells))]}
    for key in _keys(form, cells):
        value = cells.get(key, offer(key))
        made[key] = [result_text(key, value) if kits.cell(key, {}).allows(value) else ""]
    return made


def _headings(form: TableForm, cells: Cells) -> list[str]:
    """The headings of a table, as the kit has them or as the app suggests them."""
    return list(cells.get(f"{form.kind}/columns", offer(f"{form.kind}/columns")))


def _keys(form: TableForm, cells: Cells) -> list[str]:
    columns = form.columns(cells, _headings(form, cells))
    return [f"{form.kind}/{odds}/{die}" for odds in columns for die in DICE]


def _b17_fields(cells: Cells) -> Fields:
    return {f"b17/{die}": as_field(cells.get(f"b17/{die}")) for die in DICE}


_SHOWN: Mapping[str, Callable[[Cells], Fields]] = {
    "board": _board_fields,
    "time": _time_fields,
    "depth": _depth_fields,
    "roster": _roster_fields,
    "air": _air_fields,
    "ships": _ships_fields,
    "b17": _b17_fields,
    **{section: partial(_table_fields, form) for section, form in TABLES.items()},
}


# What the templates draw round the fields.


def facts(section: str, cells: Cells) -> dict[str, JSON]:
    """The rows, choices and small print of a section."""
    return _FACTS[section.removeprefix("paste-")](cells)


def _board_facts(cells: Cells) -> dict[str, JSON]:
    return {"edges": [("us", NAMES["us"], "right"), ("japan", NAMES["japan"], "left")]}


def _time_facts(cells: Cells) -> dict[str, JSON]:
    return {
        "hours": sorted(HOURS),
        "turns": note("track/turns", cells),
        "nights": note("track/nights", cells),
        "last": when(last_turn(cells)),
    }


def _depth_facts(cells: Cells) -> dict[str, JSON]:
    return {"depth": note("battle-board/depth", cells), "wide": BOARD_WIDTH}


def _roster_facts(cells: Cells) -> dict[str, JSON]:
    listed = offered_ships(cells)
    named = {name for name, ship in kits.edition()["roster"].items() if ship.get("named")}
    return {
        "sides": [
            {
                "side": side,
                "name": NAMES[side],
                "fixed": side == US,
                "ships": [{"name": n, "named": n in named} for n, ship in listed.items() if ship["side"] == side],
            }
            for side in SIDES
        ],
        "types": [(kind, SHIP_TYPE_WORDS[kind]) for kind in SHIP_TYPES],
        "hours": [(str(n), when(n)) for n in range(1, last_turn(cells) + 1)],
        "first": when(1),
    }


def _air_facts(cells: Cells) -> dict[str, JSON]:
    ships = fleet(cells)
    made = [
        {
            "name": base,
            "side": NAMES[US] if base == MIDWAY else NAMES[ships[base]["side"]],
            "type": "" if base == MIDWAY else ships[base]["type"],
            "notes": _noted({" and ".join(BOMBERS): f"air/{base}", FIGHTER: f"fighters/{base}"}, cells),
        }
        for base in bases(cells)
    ]
    return {"bases": made, "types": [(kind, TYPE_WORDS[kind]) for kind in TYPES], "ticked": "roster" in cells}


def _noted(keys: Mapping[str, str], cells: Cells) -> list[tuple[str, str]]:
    """The small print of a row: what each of its notes is about, and the note."""
    return [(head, text) for head, key in keys.items() if (text := note(key, cells))]


_HEADS_OF = {"screening": "Screening", "hits": "Boxes", "points": "Points", "surface": "Surface"}


def _ships_facts(cells: Cells) -> dict[str, JSON]:
    rows = [
        {
            "name": name,
            "type": ship["type"],
            "side": NAMES[ship["side"]],
            "notes": _noted({head: f"{kind}/{name}" for kind, head in _HEADS_OF.items()}, cells),
        }
        for name, ship in fleet(cells).items()
    ]
    sides = [{"name": NAMES[side], "ships": [r for r in rows if r["side"] == NAMES[side]]} for side in SIDES]
    return {
        "sides": sides,
        "counters": [_counter_facts(kind) for kind in COUNTERS],
        "headings": PASTED_SHIPS,
        "sample": "ship,screening,hits,points\nAtlanta,6,3,\nSoryu,,3,",
    }


def _counter_facts(kind: str) -> dict[str, JSON]:
    cell = kits.cell(f"{kind}/", {})
    box, words = cell.fields[0], cell.label.partition(", ")[2]
    head = _HEADS_OF[kind].replace("ing", "\u00ading")  # a soft hyphen: on a phone the columns are narrow
    return {"kind": kind, "head": head, "words": words, "low": box.low, "high": box.high}


def _table_facts(section: str, cells: Cells) -> dict[str, JSON]:
    form = TABLES[section]
    headings = _headings(form, cells)
    notes: dict[str, str] = {key: note(key, cells) for key in _keys(form, cells)}
    numbers = {text: n for n, text in enumerate(dict.fromkeys(filter(None, notes.values())), 1)}
    return {
        "kind": form.kind,
        "name": kits.TABLES[form.kind][0],
        "says": form.says,
        "such_as": form.such_as,
        "columns": form.columns(cells, headings),
        "headings": headings,
        "headings_note": note(f"{form.kind}/columns", cells),
        "dice": DICE,
        "mark": {key: numbers[text] for key, text in notes.items() if text},
        "notes": [(n, text) for text, n in numbers.items()],
        "hint": {key: result_text(key, offer(key)) for key in notes if key not in cells and offer(key)},
        "looks": second_looks(form.kind, cells, headings),
        "sample": form.sample,
    }


def second_looks(kind: str, cells: Cells, headings: list[str]) -> list[str]:
    """Cells that hit less than a lower die or lower odds do: perhaps a slip of the pen, perhaps as printed."""

    def hits(odds: str, die: str) -> int | None:
        value = cells.get(f"{kind}/{odds}/{die}")
        found = value.get("hits") if isinstance(value, dict) else value
        return 99 if found == SUNK else found

    steps = [((a, die), (b, die)) for a, b in pairwise(headings) for die in DICE]
    steps += [((odds, a), (odds, b)) for odds in headings for a, b in pairwise(DICE)]
    made = []
    for less, more in steps:
        before, after = hits(*less), hits(*more)
        if before is not None and after is not None and after < before:
            made.append(f"{more[0]} on {more[1]} hits less than {less[0]} on {less[1]}.")
    return made


def _b17_facts(cells: Cells) -> dict[str, JSON]:
    return {"dice": DICE}


_FACTS: Mapping[str, Callable[[Cells], dict[str, JSON]]] = {
    "board": _board_facts,
    "time": _time_facts,
    "depth": _depth_facts,
    "roster": _roster_facts,
    "air": _air_facts,
    "ships": _ships_facts,
    "b17": _b17_facts,
    **{section: partial(_table_facts, section) for section in TABLES},
}
