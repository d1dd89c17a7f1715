"""The kit's page: its sections, the fields each opens with, and the plain facts its templates draw.

With `kit_form` (reading) and `kit_check` (judging) this is all the web needs of a game's kit.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from umpire.games.midway import kit as kits
from umpire.games.midway.kit_check import COUNTERS, HOURS, Cells, last_turn, problems, sound
from umpire.games.midway.kit_form import DICE, Fields, Typed, bases, chart_columns, fleet, offered_ships, read
from umpire.games.midway.results import SUNK
from umpire.games.midway.terms import (
    BOARD_WIDTH,
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

__all__ = ["SECTIONS", "Typed", "doubts", "facts", "known", "problems", "read", "shown", "sound", "title", "wanting"]

JSON = Any


@dataclass(frozen=True)
class Section:
    """One form of the kit's page. What is `optional` play asks for if need be; `folded` opens on a tap."""

    key: str
    title: str
    optional: bool = False
    folded: bool = False


SECTIONS = (
    Section("board", "Search board"),
    Section("time", "Time record"),
    Section("depth", "Battle Board"),
    Section("roster", "Order of battle"),
    Section("air", "Air groups"),
    Section("ships", "Ships", optional=True),
    Section("paste-ships", "Ships from a spreadsheet", optional=True, folded=True),
    Section("chart", "Aircraft v Ship table", optional=True),
    Section("paste-chart", "Aircraft v Ship table from a spreadsheet", optional=True, folded=True),
)


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
    return f"as printed; the rulebook has {brief(offered)} ({source})" if key in kits.known() else ""


def _agrees(offered: JSON, value: JSON) -> bool:
    if isinstance(offered, dict):
        return all(value.get(name) == each for name, each in offered.items())
    return bool(offered == value)


def brief(value: JSON) -> str:
    """A value in a word."""
    if isinstance(value, dict) and "hits" in value:
        return result_text(value)
    return " ".join(f"{name} {n}" for name, n in value.items()) if isinstance(value, dict) else str(value)


def result_text(value: JSON) -> str:
    """A cell of the Aircraft v Ship table as it is typed; a question mark for what is not known of it."""
    return f"{value['hits']}/{value.get('lost', '?')}" if value else ""


# What each section opens with: its fields, as they would come back untouched.


def shown(section: str, cells: Cells) -> Fields:
    """The fields of a section's form as the kit has them, or as the app suggests them."""
    maker = _SHOWN.get(section)
    return maker(cells) if maker else {}


def _text(value: JSON) -> list[str]:
    return ["" if value is None else str(value)]


def _board_fields(cells: Cells) -> Fields:
    made = {name: _text(cells.get(f"board/{name}")) for name in ("columns", "rows", "midway", "kure")}
    shaded = {f"shaded-{side}": [" ".join(cells.get(f"board/shaded/{side}", []))] for side in SIDES}
    return {**made, **shaded, "lettered": ["yes"] if "board/columns" in cells else []}


def _time_fields(cells: Cells) -> Fields:
    nights = cells.get("track/nights", offer("track/nights"))
    return {"turns": _text(cells.get("track/turns", offer("track/turns"))), "nights": nights}


def _depth_fields(cells: Cells) -> Fields:
    return {"depth": _text(cells.get("battle-board/depth", offer("battle-board/depth")))}


def _roster_fields(cells: Cells) -> Fields:
    made: dict[str, list[str]] = {"ship": list(fleet(cells))}
    for name, ship in offered_ships(cells).items():
        made[f"type|{name}"] = [ship["type"]]
        if ship["side"] != US:
            made[f"arrives|{name}"] = [str(ship["arrives"] or "")]
    return made


def _air_fields(cells: Cells) -> Fields:
    groups = {base: cells.get(f"air/{base}") or offer(f"air/{base}") or {} for base in bases(cells)}
    return {f"{kind}|{base}": _text(group.get(kind)) for base, group in groups.items() for kind in TYPES}


def _ships_fields(cells: Cells) -> Fields:
    keys = [(kind, name) for name in fleet(cells) for kind in COUNTERS]
    return {f"{kind}|{name}": _text(cells.get(f"{kind}/{name}", offer(f"{kind}/{name}"))) for kind, name in keys}


def _chart_fields(cells: Cells) -> Fields:
    headings = cells.get("crt/columns", offer("crt/columns"))
    made = {"columns": [" ".join(headings)]}
    for key in _chart_keys(cells):
        value = cells.get(key, offer(key))
        whole = isinstance(value, dict) and "lost" in value
        made[key] = [result_text(value) if whole else ""]
    return made


def _chart_keys(cells: Cells) -> list[str]:
    headings = cells.get("crt/columns", offer("crt/columns"))
    return [f"crt/{odds}/{die}" for odds in chart_columns(cells, headings) for die in DICE]


_SHOWN = {
    "board": _board_fields,
    "time": _time_fields,
    "depth": _depth_fields,
    "roster": _roster_fields,
    "air": _air_fields,
    "ships": _ships_fields,
    "chart": _chart_fields,
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
            "note": note(f"air/{base}", cells),
        }
        for base in bases(cells)
    ]
    return {"bases": made, "types": [(kind, TYPE_WORDS[kind]) for kind in TYPES], "ticked": "roster" in cells}


def _ships_facts(cells: Cells) -> dict[str, JSON]:
    rows = [
        {
            "name": name,
            "type": ship["type"],
            "side": NAMES[ship["side"]],
            "boxes": [(f"{kind}|{name}", kind, note(f"{kind}/{name}", cells)) for kind in COUNTERS],
        }
        for name, ship in fleet(cells).items()
    ]
    sides = [{"name": NAMES[side], "ships": [r for r in rows if r["side"] == NAMES[side]]} for side in SIDES]
    return {"sides": sides, "sample": "ship,screening,hits,points\nAtlanta,6,3,\nSoryu,,3,"}


def _chart_facts(cells: Cells) -> dict[str, JSON]:
    headings = cells.get("crt/columns", offer("crt/columns"))
    notes: dict[str, str] = {key: note(key, cells) for key in _chart_keys(cells)}
    numbers = {text: n for n, text in enumerate(dict.fromkeys(filter(None, notes.values())), 1)}
    return {
        "columns": chart_columns(cells, headings),
        "headings": headings,
        "headings_note": note("crt/columns", cells),
        "dice": list(DICE),
        "mark": {key: numbers[text] for key, text in notes.items() if text},
        "notes": [(n, text) for text, n in numbers.items()],
        "hint": {key: result_text(offer(key)) for key in notes if key not in cells and offer(key)},
        "looks": second_looks(cells, headings),
        "sample": "die,1-2,1-1,2-1\n1,0/2,,\n2,,1/2,",
    }


def second_looks(cells: Cells, headings: list[str]) -> list[str]:
    """Cells that hit less than a lower die or lower odds do: perhaps a slip of the pen, perhaps as printed."""

    def hits(odds: str, die: str) -> int | None:
        value = cells.get(f"crt/{odds}/{die}")
        return None if value is None else 99 if value["hits"] == SUNK else int(value["hits"])

    steps = [((a, die), (b, die)) for a, b in pairwise(headings) for die in DICE]
    steps += [((odds, a), (odds, b)) for odds in headings for a, b in pairwise(DICE)]
    made = []
    for less, more in steps:
        before, after = hits(*less), hits(*more)
        if before is not None and after is not None and after < before:
            made.append(f"{more[0]} on {more[1]} hits less than {less[0]} on {less[1]}.")
    return made


_FACTS = {
    "board": _board_facts,
    "time": _time_facts,
    "depth": _depth_facts,
    "roster": _roster_facts,
    "air": _air_facts,
    "ships": _ships_facts,
    "chart": _chart_facts,
}
