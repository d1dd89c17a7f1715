"""What an owner types into the kit's page, and the cells it makes. Pure: fields in, cells out.

A section is one form. A field left blank takes its cell away; a row left blank in a pasted table leaves
it as it stands.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from umpire.games.kit_parts import Cells, Fields, Typed, put
from umpire.games.midway import kit as kits
from umpire.games.midway.kit import DICE
from umpire.games.midway.kit_check import COUNTERS, HOURS, NUMBERS, last_turn, name_fault, of_a_ship, problems
from umpire.games.midway.terms import BOMBERS, CARRIERS, FIGHTER, MIDWAY, NAMES, SHIP_TYPES, SIDES, TYPE_WORDS, US
from umpire.table.asks import Refusal
from umpire.table.board import ZoneBoard
from umpire.table.charts import Cell, Field

JSON = Any

LANDMARKS = (("midway", MIDWAY), ("kure", "Kure"))


@dataclass(frozen=True)
class TableForm:
    """How a table read by odds and die is typed: the kind of its cells, and what one says."""

    kind: str
    says: str
    such_as: tuple[str, ...]
    sample: str
    """The head of a spreadsheet, as it would be pasted."""

    @property
    def how(self) -> str:
        """``hits, a stroke, squadrons lost: 2/3, or sunk/1``."""
        return f"{self.says}: {', or '.join(self.such_as)}"

    def columns(self, cells: Cells, headings: Sequence[str]) -> list[str]:
        """The odds it has a column for: its headings, then others that play has met."""
        met = {key.split("/")[1] for key in cells if key.startswith(f"{self.kind}/")} - {"columns"}
        return [*headings, *sorted(met - set(headings))]


TABLES: Mapping[str, TableForm] = {
    "chart": TableForm("crt", "hits, a stroke, squadrons lost", ("2/3", "sunk/1"), "die,1-2,1-1,2-1\n1,0/2,,\n2,,1/2,"),
    "fvf": TableForm(
        "fvf", "squadrons the attacker loses, a stroke, squadrons the defender loses", ("5/3",), "die,1-2,1-1\n4,5/3,"
    ),
    "sct": TableForm("sct", "hits", ("2", "sunk"), "die,1-2,1-1,2-1\n1,0,,\n2,,1,"),
}
"""The tables read by odds and die, by the section that enters each."""


# The ships and columns a form has rows for.


def offered_ships(cells: Cells) -> dict[str, JSON]:
    """Every ship to tick, by name: those of the kit and those the edition offers."""
    return {**kits.edition()["roster"], **cells.get("roster", {})}


def fleet(cells: Cells) -> dict[str, JSON]:
    """The ships in the box, or, before they are ticked, those probably in it."""
    roster = cells.get("roster")
    listed = offered_ships(cells)
    return {n: s for n, s in listed.items() if (s.get("ticked", True) if roster is None else n in roster)}


def bases(cells: Cells) -> list[str]:
    """Where air groups start: the carriers of the fleet, and Midway."""
    return kits.bases({"roster": fleet(cells)})


# From what was typed to cells.


def read(section: str, fields: Fields, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with this section as typed; raises `Refusal`."""
    made = _READERS[section](Typed(fields), dict(cells))
    for problem in problems(made):
        words = problem.partition(": ")[2]
        raise Refusal(words[:1].upper() + words[1:])
    return made


def _number(typed: Typed, key: str, label: str) -> int:
    """The number in the field that the last word of a key names."""
    low, high = NUMBERS[key]
    return int(Field("", "", low, high).read(typed.one(key.rpartition("/")[2])[:12], label))


def _read_board(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    made["board/columns"] = _number(typed, "board/columns", "Columns of areas")
    made["board/rows"] = _number(typed, "board/rows", "Rows of areas")
    if not typed.has("lettered", "yes"):
        raise Refusal("Tick that the zones are lettered A to I, row by row, once you have looked.")
    board = kits.board_of(made)
    for name, place in LANDMARKS:
        text = typed.one(name).strip()
        put(made, f"board/{name}", _zone(board, text, place) if text else None)
    if "board/midway" in made and made["board/midway"] == made.get("board/kure"):
        raise Refusal("Midway and Kure cannot be one zone.")
    for side in SIDES:
        words = re.split(r"[\s,;]+", typed.one(f"shaded-{side}").strip())
        zones = {_zone(board, word, f"Shaded for {NAMES[side]}") for word in words if word}
        put(made, f"board/shaded/{side}", [zone for zone in board.zones if zone in zones])
    return made


def _zone(board: ZoneBoard, text: str, what: str) -> str:
    try:
        return board.read_zone(text)
    except ValueError as error:
        raise Refusal(f"{what}: {error}") from None


def _read_time(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    made["track/turns"] = _number(typed, "track/turns", "Turns")
    if not set(typed.many("nights")) <= set(HOURS):
        raise Refusal("The hours of the time record run from 0100 to 2300, every second one.")
    made["track/nights"] = [each for each in HOURS if each in typed.many("nights")]
    late = [name for name, ship in made.get("roster", {}).items() if ship["arrives"] > made["track/turns"]]
    if late:
        raise Refusal(f"The order of battle has ships that arrive after that: {', '.join(late)}.")
    return made


def _read_depth(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    made["battle-board/depth"] = _number(typed, "battle-board/depth", "Rectangles deep")
    return made


def _read_roster(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    listed, last = offered_ships(made), last_turn(made)
    ticked = set(typed.many("ship"))
    if not ticked <= set(listed):
        raise Refusal("That form ticks a ship that is not on this list.")
    roster: dict[str, JSON] = {}
    for name, ship in listed.items():
        if name in ticked:
            roster[name] = _ship(typed, name, name, {"type": ship["type"], "side": ship["side"]}, last)
    for side in SIDES:
        name = " ".join(typed.one(f"new-name|{side}").split())
        if not name:
            continue
        if fault := name_fault(name):
            raise Refusal(f"{name[:24]}: {fault}")
        if name.casefold() in {each.casefold() for each in (*listed, *roster)}:
            raise Refusal(f"{name} is on the list already.")
        roster[name] = _ship(typed, name, f"new|{side}", {"type": "", "side": side}, last)
    no_hour = [name for name, ship in roster.items() if ship["arrives"] == 0]
    if no_hour:
        raise Refusal(f"Still without an hour of arrival: {', '.join(no_hour)}. Choose one, or untick.")
    if not roster:
        raise Refusal("Tick the ships that are in the box.")
    made["roster"] = roster
    return _without_strays(made)


def _ship(typed: Typed, name: str, field: str, ship: Cells, last: int) -> dict[str, JSON]:
    """A ship as ticked; she arrives on turn 0 while no hour is chosen."""
    side, kind = ship["side"], typed.one(f"type|{field}") or ship["type"]
    if kind not in SHIP_TYPES:
        raise Refusal(f"{name}: choose her type, one of {', '.join(SHIP_TYPES)}.")
    text = typed.one(f"arrives|{field}").strip()[:4]
    if side == US and text not in ("", "1"):
        raise Refusal(f"{name}: US ships are all on the board from the start.")
    if text and not (text.isascii() and text.isdecimal() and 1 <= int(text) <= last):
        raise Refusal(f"{name}: the time record has no such turn.")
    return {"side": side, "type": kind, "arrives": 1 if side == US else int(text or "0")}


def _without_strays(made: dict[str, JSON]) -> dict[str, JSON]:
    """Without the values of ships that were taken off the list, and air groups on what is no carrier."""
    roster = made.get("roster", {})

    def stray(key: str) -> bool:
        kind, _, name = key.partition("/")
        if kind in ("air", "fighters") and name in roster and roster[name]["type"] not in CARRIERS:
            return True
        return kind in ("air", "fighters", *COUNTERS) and name != MIDWAY and not of_a_ship(name, made)

    return {key: value for key, value in made.items() if not stray(key)}


def _read_air(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    for base in bases(made):
        if any(typed.has(f"{kind}|{base}") for kind in BOMBERS):
            given = any(typed.one(f"{kind}|{base}").strip() for kind in BOMBERS)
            put(made, f"air/{base}", {kind: _squadrons(typed, kind, base) for kind in BOMBERS} if given else None)
        if typed.has(f"{FIGHTER}|{base}"):
            given = bool(typed.one(f"{FIGHTER}|{base}").strip())
            put(made, f"fighters/{base}", _squadrons(typed, FIGHTER, base) if given else None)
    return made


def _squadrons(typed: Typed, kind: str, base: str) -> int:
    text = typed.one(f"{kind}|{base}").strip()[:12]
    return int(Field("", "", 0, 40).read(text, f"{base}, {TYPE_WORDS[kind]}"))


def _read_ships(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    for name in fleet(made):
        for kind in COUNTERS:
            if typed.has(f"{kind}|{name}"):
                text = typed.one(f"{kind}|{name}").strip()[:12]
                cell = kits.cell(f"{kind}/{name}", {})
                put(made, cell.key, cell.read({"": text}) if text else None)
    return made


def _read_table(section: str, typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    form, odds = TABLES[section], _odds(typed.one("columns"))
    heads = f"{form.kind}/columns"
    drawn = list(made.get(heads) or kits.suggested(heads))
    columns = form.columns(made, odds)
    for each in drawn:
        if each not in columns and any(typed.one(f"{form.kind}/{each}/{die}").strip() for die in DICE):
            raise Refusal(f"{each} has cells filled in, and is not among the headings.")
    put(made, heads, kits.cell(heads, {}).read({"": " ".join(odds)}) if odds else None)
    for each in columns:
        for die in DICE:
            key = f"{form.kind}/{each}/{die}"
            if typed.has(key):
                put(made, key, result(typed.one(key), kits.cell(key, {}), form))
    return made


def _read_b17(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    for die in DICE:
        if typed.has(f"b17/{die}"):
            text = typed.one(f"b17/{die}").strip()[:12]
            cell = kits.cell(f"b17/{die}", {})
            put(made, cell.key, cell.read({"": text}) if text else None)
    return made


def _odds(text: str) -> list[str]:
    """Headings as typed or pasted; ``1:2`` and ``1 to 2`` will do for ``1-2``."""
    tidy = re.sub(r"\s*(?:[:–-]|\bto\b)\s*", "-", text[:400].replace("'", " "))
    return tidy.replace(",", " ").replace(";", " ").split()


def result_text(key: str, value: JSON) -> str:
    """A cell of a table by odds and die as it is typed; a question mark for what is not known of it."""
    if not isinstance(value, dict):
        return "" if value is None else str(value)
    return "/".join(str(value.get(box.name, "?")) for box in kits.cell(key, {}).fields)


def result(text: str, cell: Cell, form: TableForm) -> JSON:
    """A cell of a table as typed: ``2/3`` is two hits and three lost, or what its form says. None for a blank."""
    tidy = text.strip().strip("'").lower()[:24]
    if not tidy:
        return None
    parts = [part for part in re.split(r"[\s/:;,]+", tidy) if part]
    if len(parts) != len(cell.fields):
        how = form.how[:1].upper() + form.how[1:]
        raise Refusal(f"{cell.label}: “{text.strip()[:24]}” will not do. {how}.")
    return cell.read({box.name: part for box, part in zip(cell.fields, parts, strict=True)})


# Pasted from a spreadsheet.


def _rows(text: str) -> list[list[str]]:
    """The rows of a pasted table, the headings first; empty rows at either end are left out."""
    lines = text.lstrip("\ufeff").splitlines()
    filled = [n for n, line in enumerate(lines) if line.strip(" \t,;")]
    if len(filled) < 2:
        raise Refusal("Paste a row of headings, and the rows below it.")
    lines = lines[filled[0] : filled[-1] + 1]
    between = "\t" if "\t" in lines[0] else ";" if ";" in lines[0] else ","
    try:
        return [[box.strip() for box in row] for row in csv.reader(lines, delimiter=between)]
    except csv.Error:
        raise Refusal("That is not a table with commas or tabs between its columns.") from None


PASTED_SHIPS = ", ".join(("ship", *COUNTERS))
"""The headings of ships pasted from a spreadsheet."""


def _read_pasted_ships(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    head, *rows = _rows(typed.one("pasted"))
    names = [each.lower() for each in head]
    if "ship" not in names or not set(names) <= {"ship", *COUNTERS} or not 1 < len(names) == len(set(names)):
        raise Refusal(f"The first row has to be: {PASTED_SHIPS}. Columns you lack may be left out.")
    ships = {name.casefold(): name for name in fleet(made)}
    met = set()
    for row in filter(any, rows):
        boxes = dict(zip(names, row, strict=False))
        ship = ships.get(" ".join(boxes.get("ship", "").split()).casefold())
        if ship is None:
            raise Refusal(f"There is no “{boxes.get('ship', '')[:24]}” in the order of battle.")
        if ship in met:
            raise Refusal(f"{ship} has two rows.")
        if len(row) > len(names) and any(row[len(names) :]):
            raise Refusal(f"{ship}: her row is longer than the headings.")
        met.add(ship)
        for kind in COUNTERS:
            if boxes.get(kind):
                cell = kits.cell(f"{kind}/{ship}", {})
                made[cell.key] = cell.read({"": boxes[kind][:12]})
    return made


def _read_pasted_table(section: str, typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    form, (head, *rows) = TABLES[section], _rows(typed.one("pasted"))
    while not head[-1]:
        head.pop()
    numbered = not re.fullmatch(r"\d+-\d+", " ".join(_odds(head[0])))
    odds = [" ".join(_odds(each)) for each in head[numbered:]]
    heads = f"{form.kind}/columns"
    made[heads] = kits.cell(heads, {}).read({"": " ".join(odds)})
    if made[heads] != odds:
        raise Refusal("Each column needs its odds in the first row, such as 1-2 (or 1:2).")
    rows = [row for row in rows if any(row)] if numbered else [*rows, *[[]] * (len(DICE) - len(rows))]
    if len(rows) != len(DICE) or (numbered and [row[0] for row in rows] != list(DICE)):
        raise Refusal("Below the headings there are six rows, for the die: 1, 2, 3, 4, 5, 6.")
    for die, row in zip(DICE, rows, strict=True):
        boxes = row[numbered:]
        if any(boxes[len(odds) :]):
            raise Refusal(f"Die {die}: the row is longer than the headings.")
        for each, text in zip(odds, boxes, strict=False):
            key = f"{form.kind}/{each}/{die}"
            value = result(text, kits.cell(key, {}), form)
            if value is not None:
                made[key] = value
    return made


_READERS: dict[str, Callable[[Typed, dict[str, JSON]], dict[str, JSON]]] = {
    "board": _read_board,
    "time": _read_time,
    "depth": _read_depth,
    "roster": _read_roster,
    "air": _read_air,
    "ships": _read_ships,
    "paste-ships": _read_pasted_ships,
    "b17": _read_b17,
    **{section: partial(_read_table, section) for section in TABLES},
    **{f"paste-{section}": partial(_read_pasted_table, section) for section in TABLES},
}
