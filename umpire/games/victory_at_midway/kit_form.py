"""What an owner types into the kit's page, and the cells it makes. Pure: fields in, cells out.

A section is one form. Counters are typed as they are printed, a string a row: ``2-4-1``, with a question mark for a
number that may wait. A field left blank takes its cells away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from umpire.games.kit_parts import Cells, Fields, Typed, put
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.kit import NEEDED, SAME
from umpire.games.victory_at_midway.kit_check import drawn, name_fault, problems, ship_fault
from umpire.games.victory_at_midway.terms import (
    AIR_TYPES,
    BASES,
    BATTALIONS,
    CLASSES,
    ENEMY,
    GROUND_CLASSES,
    JAPAN,
    MARINES,
    SIDES,
    SUBS,
    US,
)
from umpire.table.asks import Refusal
from umpire.table.board import LETTERS
from umpire.table.charts import Field
from umpire.table.hexes import HexBoard, column_of, row_of
from umpire.table.words import whole

JSON = Any

ROWS: Mapping[str, Sequence[str]] = {
    "ships": tuple(CLASSES),
    "planes": tuple(AIR_TYPES),
    "ground": tuple(GROUND_CLASSES),
}
"""The sections of counters, a class or type a row."""
BACKS = tuple(each for rows in ROWS.values() for each in rows if each not in SUBS)
MORE = {JAPAN: ("jBB", "jCA", "jDD"), US: ("uCA", "uDD")}
"""Classes of which more ships than are listed may be typed, by side."""


def fleet(side: str, cells: Cells) -> dict[str, JSON]:
    """A side's ships in the box, or, before they are ticked, those probably in it."""
    ours = {n: s for n, s in cells.get("roster", {}).items() if s["side"] == side}
    listed = kits.edition()["roster"]
    return ours or {n: s for n, s in listed_ships(side, {}).items() if listed[n].get("ticked", True)}


def listed_ships(side: str, cells: Cells) -> dict[str, JSON]:
    """Every ship of a side to tick, by name: those of the kit and those the edition offers."""
    every = {**kits.offered_ships(), **cells.get("roster", {})}
    return {name: ship for name, ship in every.items() if ship["side"] == side}


def read(section: str, fields: Fields, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with this section as typed; raises `Refusal`."""
    made = _READERS[section](Typed(fields), dict(cells))
    for problem in problems(made):
        words = problem.partition(": ")[2]
        raise Refusal(words[:1].upper() + words[1:])
    return made


# The map and the track.


def _read_map(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    made["map/columns"] = _column(typed.one("columns"))
    for key, name, letter in (("map/rows/odd", "odd", "A"), ("map/rows/even", "even", "B")):
        made[key] = kits.cell(key, {}).fields[0].read(typed.one(name)[:12], f"Hexes in column {letter}")
    if not typed.has("drawn", "yes"):
        raise Refusal("Look at the map as it is drawn, and tick that yours has the same hexes in play.")
    board = drawn(made)
    assert board is not None
    for name, what in (("off", "Out of play"), ("fog", "Fog")):
        put(made, f"map/{name}", hexes(typed.one(name), board, what))
    return made


def _column(text: str) -> int:
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in LETTERS:
        raise Refusal("The last column is a letter, such as P: the one at the eastern edge of the map.")
    if letter < "N":
        raise Refusal("The rulebook sets the US ships up around N5 (US Setup), so the map reaches column N at least.")
    return LETTERS.index(letter) + 1


def hexes(text: str, board: HexBoard, what: str) -> list[str]:
    """The hexes of a list such as ``A1 A2 B1-B4``, in map order; raises `Refusal`."""
    found: list[str] = []
    tidy = re.sub(r"\s*[-–—]\s*", "-", text.strip()[:2000])
    for word in filter(None, re.split(r"[\s,;]+", tidy)):
        ends = [_hex(each, board, what) for each in word.split("-", 1)]
        first, last = ends[0], ends[-1]
        if column_of(first) != column_of(last):
            raise Refusal(f"{what}: {word[:20]} runs across columns. Write it column by column, such as B1-B4.")
        low, high = sorted((row_of(first), row_of(last)))
        found += [f"{first[0]}{row}" for row in range(low, high + 1)]
    return board.order(dict.fromkeys(found))


def _hex(text: str, board: HexBoard, what: str) -> str:
    try:
        return board.read(text)
    except ValueError as error:
        raise Refusal(f"{what}: {error}") from None


def _read_track(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    first = typed.one("s")
    if first not in ("", "1", "2", "3"):
        raise Refusal("The first S on the track stands on turn 1, 2 or 3.")
    put(made, "track/s", kits.every_third(int(first)) if first else None)
    made["track/short"] = kits.cell("track/short", {}).fields[0].read(typed.one("short")[:12] or "0", "The short turn")
    return made


# The ships.


def _read_roster(side: str, typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    listed, ticked = listed_ships(side, made), typed.many("ship")
    if any(name not in listed for name in ticked):
        raise Refusal("That form ticks a ship that is not on this list.")
    others = {name: ship for name, ship in made.get("roster", {}).items() if ship["side"] != side}
    ours = {name: _ship(typed, name, ship) for name, ship in listed.items() if name in ticked}
    taken = {name.casefold() for name in (*ours, *listed)}
    across = {name.casefold() for name in (*others, *listed_ships(ENEMY[side], {}))}
    for cls in MORE[side]:
        for typed_name in _more(typed.one(f"more|{cls}"), cls):
            clash = typed_name.casefold() in across
            name = f"US {typed_name}" if clash and side == US else typed_name
            if name.casefold() in taken or (clash and side == JAPAN):
                raise Refusal(f"{typed_name} is on the list already.")
            taken.add(name.casefold())
            entry = _entry(typed.one(f"entry|{cls}")) if side == JAPAN else 0
            ours[name] = {"side": side, "class": cls, "entry": entry}
    for name, ship in ours.items():
        if fault := name_fault(name) or ship_fault(name, ship):
            raise Refusal(f"{name[:24]}: {fault}")
    if not ours:
        raise Refusal("Tick the ships that have counters in the box.")
    both = {JAPAN: ours, US: others} if side == JAPAN else {JAPAN: others, US: ours}
    made["roster"] = {**both[JAPAN], **both[US]}
    return _without_strays(made)


def _ship(typed: Typed, name: str, ship: Cells) -> dict[str, JSON]:
    """A ship as ticked, with her class and her pile as chosen."""
    cls = ship["class"] if name in NEEDED else typed.one(f"class|{name}") or ship["class"]
    fixed = ship["side"] == US or ship["class"] in SUBS
    entry = 0 if fixed else _entry(typed.one(f"entry|{name}") or str(ship["entry"]))
    return {"side": ship["side"], "class": cls, "entry": entry}


def _entry(text: str) -> int:
    """The turn of a pile as typed; 0, which no counter has, for what is no number."""
    return whole(text.strip()[:4]) or 0


def _more(text: str, cls: str) -> list[str]:
    """The names of ships as typed: ``CA1, CA2``, or a bare number for as many that are told apart by a count."""
    tidy = " ".join(text[:600].split())
    if tidy.isascii() and tidy.isdecimal():
        count = whole(tidy) or 0
        if not 1 <= count <= 30:
            raise Refusal(f"{CLASSES[cls][2]}: as many as 1 to 30, or their names.")
        lead = "US " if CLASSES[cls][0] == US else ""
        return [f"{lead}{CLASSES[cls][1]}{n}" for n in range(1, count + 1)]
    coded = all(re.fullmatch(r"[A-Za-z]+[0-9.]+", word) for word in re.split(r"[\s,;]+", tidy) if word)
    return [" ".join(each.split()) for each in re.split(r"[\s,;]+" if coded else r"[,;]", tidy) if each.strip()]


def _without_strays(made: dict[str, JSON]) -> dict[str, JSON]:
    """Without the values of single ships that were taken off the list, or are of another class now."""

    def stray(key: str) -> bool:
        try:
            kits.cell(key, made)
        except KeyError:
            return key.partition("/")[0] in (*kits.WORDS, "back")
        return False

    return {key: value for key, value in made.items() if not stray(key)}


# Counters, as they are printed.


def _read_counters(section: str, typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    for cls in ROWS[section]:
        if typed.has(cls):
            _put_row(made, cls, cls, typed.one(cls))
    if typed.has("single"):
        made = {key: value for key, value in made.items() if not _of_one_unit(key, section, made)}
        for line in filter(str.strip, typed.one("single")[:4000].splitlines()):
            head, _, row = line.strip().replace("\t", " ").rpartition(" ")
            unit, cls = _unit(head.strip().rstrip(":,"), section, made)
            _put_row(made, unit, cls, row)
    return made


def _of_one_unit(key: str, section: str, cells: Cells) -> bool:
    """Whether a cell is the exception of one unit, of those a section enters."""
    kind, _, name = key.partition("/")
    return kind in kits.WORDS and name not in ROWS[section] and kits.class_of(name, cells) in ROWS[section]


def _unit(head: str, section: str, cells: Cells) -> tuple[str, str]:
    """The unit an exception is about, and its class: a ship, ``SBD Yorktown``, ``Marine 3``; raises `Refusal`."""
    words = head.replace("@", " ").split()
    names = _units_of(section, cells)
    for name in (" ".join(words), "@".join(words), "@".join(reversed(words))):
        if found := names.get(name.casefold()):
            return found, str(kits.class_of(found, cells))
    such = {"ships": "a ship’s name", "planes": "a type and a carrier", "ground": "a ground unit’s name"}[section]
    raise Refusal(f"“{head[:24]}” is no unit here. Begin the line with {such}, then its numbers.")


def _units_of(section: str, cells: Cells) -> dict[str, str]:
    """The single units that may be exceptions, by what may be typed for them in small letters."""
    units: list[str] = []
    if section == "ships":
        units = [name for side in SIDES for name in fleet(side, cells)]
    elif section == "planes":
        pairs = [(t, base) for base in BASES for t in kits.types_on(base)]
        units = [f"{t}@{base}" for t, base in pairs if kits.class_of(f"{t}@{base}", cells)]
    else:
        units = [*MARINES, *BATTALIONS]
    return {unit.casefold(): unit for unit in units}


def anchor(cls: str) -> str:
    """What the numbers of a counter look like, from the rulebook's samples."""
    return {"air": "7-0-2", "aa": "2-4-1" if cls in CLASSES else "0-3", "surface": "2"}[kits.printed_on(cls)[0]]


def _put_row(made: dict[str, JSON], name: str, cls: str, row: str) -> None:
    """Take a counter's string into the cells of a class or a unit."""
    whats = kits.printed_on(cls)
    fields = [kits.box(what) for what in whats]
    for what, number in zip(whats, numbers(row, fields, kits.called(name, made), anchor(cls)), strict=True):
        put(made, f"{what}/{name}", number)


def numbers(row: str, fields: Sequence[Field], where: str, anchor: str) -> list[JSON]:
    """The numbers of a string such as ``2-4-1``, None for a blank; raises `Refusal` in words that name the counter."""
    tidy = row.strip().replace("½", "1/2").lower()[:40]
    if not tidy:
        return [None] * len(fields)
    parts = re.split(r"\s*[-–—.,;]\s*|\s+", tidy)
    if len(parts) == 1 and tidy.isascii() and tidy.isdecimal() and len(tidy) == len(fields):
        parts = list(tidy)
    if len(parts) != len(fields):
        many = {3: "Three numbers", 2: "Two numbers", 1: "One number"}[len(fields)]
        raise Refusal(
            f"{where}: “{row.strip()[:24]}” will not do. {many} as printed, such as {anchor}; "
            "a question mark for one that may wait."
        )
    return [None if part in ("", "?") else box.read(part, where) for part, box in zip(parts, fields, strict=True)]


def _read_groups(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    for base in BASES:
        boxes = {t: typed.one(f"{t}|{base}").strip()[:12] for t in kits.types_on(base)}
        if any(typed.has(f"{t}|{base}") for t in boxes):
            if any(boxes.values()):
                count = {t: _units(text, base, t) for t, text in boxes.items()}
                made[f"group/{base}"] = {t: n for t, n in count.items() if n}
            else:
                made.pop(f"group/{base}", None)
        if typed.has(f"capacity|{base}"):
            text = typed.one(f"capacity|{base}").strip()[:12]
            cell = kits.cell(f"capacity/{base}", {})
            put(made, cell.key, cell.fields[0].read(text, f"{base}, capacity") if text else None)
    return made


def _units(text: str, base: str, air_type: str) -> int:
    return int(Field("", "", 0, kits.MOST_BASED).read(text or "0", f"{base}, {AIR_TYPES[air_type][2]}"))


def _read_backs(typed: Typed, made: dict[str, JSON]) -> dict[str, JSON]:
    for cls in BACKS:
        if typed.has(f"sides|{cls}"):
            put(made, f"back/{cls}", _back(typed.one(f"sides|{cls}"), typed.one(f"differs|{cls}"), cls))
    return made


def _back(sides: str, row: str, cls: str) -> JSON:
    """What the reverse of a class shows; None while nobody has looked."""
    where, whats = f"{kits.called(cls, {})}, the back", kits.printed_on(cls)
    if sides not in ("", "1", "2"):
        raise Refusal(f"{where}: one side or two.")
    if row.strip() and sides != "2":
        raise Refusal(f"{where}: it has numbers only where two sides are printed.")
    fields = [kits.box(what, words=(SAME,)) for what in whats]
    found = numbers(row, fields, where, anchor(cls))
    differs = {what: SAME if n is None else n for what, n in zip(whats, found, strict=True)}
    return {"steps": int(sides), **differs} if sides else None


_READERS: Mapping[str, Callable[[Typed, dict[str, JSON]], dict[str, JSON]]] = {
    "map": _read_map,
    "track": _read_track,
    **{side: partial(_read_roster, side) for side in SIDES},
    **{section: partial(_read_counters, section) for section in ROWS},
    "groups": _read_groups,
    "backs": _read_backs,
}
