"""The kit's page: its sections, the fields each opens with, and the plain facts its templates draw.

With `kit_form` (reading) and `kit_check` (judging) this is all the web needs of a game's kit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from umpire.games.kit_parts import Cells, Fields, Heading, Section, Typed, as_field
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.kit import NEEDED, SAME, SLOW
from umpire.games.victory_at_midway.kit_check import ENTRIES, problems, sound
from umpire.games.victory_at_midway.kit_form import BACKS, MORE, ROWS, anchor, fleet, listed_ships, read
from umpire.games.victory_at_midway.terms import (
    AIR_TYPES,
    BASES,
    CLASSES,
    JAPAN,
    JOHNSTON_HEX,
    KURE_HEX,
    MIDWAY_HEX,
    NAMES,
    NIGHTS,
    PLANE_POINTS,
    POINTS,
    SIDES,
    SS4,
    SS4_HEX,
    SUBS,
    TURNS,
    US,
    US_START,
    WAKE_HEX,
    YAMATO_POINTS,
    halves,
)
from umpire.table.board import LETTERS

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
    "Backs: if you like",
    "What the reverse of each counter shows. Otherwise it is asked at the table at the first hit on one of its class, "
    "once, and kept here.",
    folded=True,
)
SECTIONS = (
    Section("map", "Map"),
    Section("track", "Turn track"),
    *(Section(side, kits.FLEETS[side], form="roster") for side in (JAPAN, US)),
    Section("ships", "Numbers on ships", form="counters"),
    Section("planes", "Numbers on aircraft", form="counters"),
    Section("groups", "Air groups"),
    Section("ground", "Numbers on ground units", form="counters"),
    Section("backs", "Backs", _LATER),
)
BOX = "the two maps with their displays, the turn track and the counters"
"""What of the box is read off."""
SCRIPTS = ()
"""What the page needs beside the script of every kit’s page."""
NEED_CELLS = ("fog", "submarines")
"""What may be agreed on that needs more cells before set-up than the game without options does."""
_OPTIONS = (*NEED_CELLS, "islands")


def title() -> str:
    """The edition these forms are for."""
    return str(kits.edition()["title"])


def known() -> dict[str, JSON]:
    """The cells a new kit begins with."""
    return kits.known()


def doubts(cells: Cells) -> list[str]:
    """Where sound cells contradict what the rulebook says of them, a sentence each."""
    return kits.doubts(cells)


def wanting(cells: Cells) -> list[tuple[str, str]]:
    """What is missing before set-up, in words, each with the section it belongs to."""
    return kits.gaps(cells, {})


def later(cells: Cells) -> list[tuple[str, str]]:
    """What only an option needs before set-up and the kit has not: in words, each with its section."""
    needed = wanting(cells)
    return [
        gap
        for option in _OPTIONS
        for gap in kits.gaps(cells, {option: True})
        if gap not in needed and _new(gap, needed)
    ]


def _new(gap: tuple[str, str], needed: Sequence[tuple[str, str]]) -> bool:
    """Whether a gap is an option's own, and no longer form of one that is there without it."""
    return not (gap[1] in SIDES and any(section == gap[1] for _, section in needed))


# Values the app ships, and where they come from.


def offer(key: str) -> JSON:
    """A value to fill in for the owner to confirm, or None."""
    found = kits.suggested(key)
    return kits.known().get(key) if found is None else found


def note(key: str, cells: Cells) -> str:
    """Where the value in a box comes from, for the small print beside it; empty for one off the counters."""
    source, offered = kits.source(key), offer(key)
    if not source or source == "offered":
        return ""
    if key not in cells:
        return f"to confirm · {source}"
    if cells[key] == offered:
        return source
    return f"as printed; the rulebook has {_figure(offered)} ({source})" if key in kits.known() else ""


def _figure(value: JSON) -> str:
    """A number of a counter as it is printed."""
    return "½" if value == SLOW else "?" if value is None else str(value)


# What each section opens with: its fields, as they would come back untouched.


def shown(section: str, cells: Cells) -> Fields:
    """The fields of a section's form as the kit has them, or as the app suggests them."""
    return _SHOWN[section](cells)


def _map_fields(cells: Cells) -> Fields:
    columns = cells.get("map/columns")
    made = {"columns": [LETTERS[columns - 1] if columns else ""], "drawn": ["yes"] if columns else []}
    made |= {name: as_field(cells.get(f"map/rows/{name}")) for name in ("odd", "even")}
    return {**made, **{name: [" ".join(cells.get(f"map/{name}", []))] for name in ("off", "fog")}}


def _track_fields(cells: Cells) -> Fields:
    turns = cells.get("track/s")
    return {"s": [str(turns[0])] if turns else [""], "short": as_field(cells.get("track/short", offer("track/short")))}


def _roster_fields(side: str, cells: Cells) -> Fields:
    made: dict[str, list[str]] = {"ship": list(fleet(side, cells))}
    for name, ship in listed_ships(side, cells).items():
        if name not in NEEDED:
            made[f"class|{name}"] = [ship["class"]]
        if side == JAPAN and ship["class"] not in SUBS:
            made[f"entry|{name}"] = [str(ship["entry"])]
    return made


def _row(name: str, cls: str, cells: Cells, *, offered: bool = True) -> str:
    """A counter's numbers as they are typed; blank while none is there."""
    keys = [f"{what}/{name}" for what in kits.printed_on(cls)]
    found = [cells.get(key, offer(key) if offered else None) for key in keys]
    return "-".join(_figure(n) for n in found) if any(n is not None for n in found) else ""


def _counters_fields(section: str, cells: Cells) -> Fields:
    single = {}
    for key in cells:
        kind, _, name = key.partition("/")
        cls = kits.class_of(name, cells) if kind in kits.WORDS else None
        if cls in ROWS[section] and name not in ROWS[section]:
            single[name] = f"{name.replace('@', ' ')} {_row(name, str(cls), cells, offered=False)}"
    rows = {cls: [_row(cls, cls, cells)] for cls in ROWS[section]}
    return {**rows, "single": ["\n".join(single[name] for name in sorted(single))]}


def _groups_fields(cells: Cells) -> Fields:
    made: dict[str, list[str]] = {}
    for base in BASES:
        group = cells.get(f"group/{base}", offer(f"group/{base}")) or {}
        made |= {f"{t}|{base}": as_field(group.get(t)) for t in kits.types_on(base)}
        made[f"capacity|{base}"] = as_field(cells.get(f"capacity/{base}"))
    return made


def _backs_fields(cells: Cells) -> Fields:
    made: dict[str, list[str]] = {}
    for cls in BACKS:
        back = cells.get(f"back/{cls}")
        steps = back["steps"] if back else kits.edition()["backs"].get(cls, {}).get("steps")
        numbers = [back[what] for what in kits.printed_on(cls)] if back else []
        differs = any(n != SAME for n in numbers)
        made[f"sides|{cls}"] = as_field(steps)
        made[f"differs|{cls}"] = ["-".join("?" if n == SAME else _figure(n) for n in numbers) if differs else ""]
    return made


_SHOWN: Mapping[str, Callable[[Cells], Fields]] = {
    "map": _map_fields,
    "track": _track_fields,
    **{side: partial(_roster_fields, side) for side in SIDES},
    **{section: partial(_counters_fields, section) for section in ROWS},
    "groups": _groups_fields,
    "backs": _backs_fields,
}


# What the templates draw round the fields.


def facts(section: str, cells: Cells) -> dict[str, JSON]:
    """The rows, choices and small print of a section."""
    return _FACTS[section](cells)


_LANDMARKS = {
    MIDWAY_HEX: "Midway",
    KURE_HEX: "Kure",
    US_START: "US start",
    SS4_HEX: SS4,
    WAKE_HEX: "Wake",
    JOHNSTON_HEX: "Johnston",
}


def _map_facts(cells: Cells) -> dict[str, JSON]:
    return {
        "landmarks": ";".join(f"{place} {name}" for place, name in _LANDMARKS.items()),
        "modes": [("fog", "Fog here"), ("off", "Out of play")],
    }


def _track_facts(cells: Cells) -> dict[str, JSON]:
    hours = [(n, [kits.clock({"track/short": n}, turn) for turn in range(1, 8)]) for n in range(1, 8)]
    return {
        "tracks": [(str(n), ", ".join(str(turn) for turn in kits.every_third(n)[:4])) for n in (1, 2, 3)],
        "last": TURNS,
        "clocks": [(str(n), " ".join(each)) for n, each in hours],
        "nights": [n for n in NIGHTS if n <= 7],
    }


def _roster_facts(side: str, cells: Cells) -> dict[str, JSON]:
    listed = listed_ships(side, cells)
    named = {name for name, ship in kits.edition()["roster"].items() if ship.get("named")}
    piles = [n for n in (*ENTRIES, 0) if any(ship["entry"] == n for ship in listed.values())]
    return {
        "side": side,
        "name": NAMES[side],
        "piles": [
            {
                "entry": n,
                "ships": [
                    {"name": name, "named": name in named, "fixed": name in NEEDED, "class": CLASSES[ship["class"]][1]}
                    for name, ship in listed.items()
                    if ship["entry"] == n
                ],
            }
            for n in piles
        ],
        "entries": [str(n) for n in ENTRIES] if side == JAPAN else [],
        "classes": [(cls, CLASSES[cls][1], CLASSES[cls][2]) for cls in MORE[side]],
    }


_ABOUT = {
    "ships": {
        "order": "Anti-aircraft, surface combat, speed, as they stand along the foot of the counter",
        "may_wait": "Speeds are needed before set-up and are offered as 1; the rest may wait. Submarines have one "
        "number, that of their attack",
        "doubt": "The rulebook gives this order; a player has given it as surface, anti-aircraft, movement. "
        "BB3.2 reads 2-4-1",
        "single": "Zuiho 1-0-1",
        "whom": "a ship",
    },
    "planes": {
        "order": "Air-to-air, strike, range",
        "may_wait": "Ranges are needed before set-up; the rest may wait",
        "doubt": "The rulebook’s list of parts names the range second and the strike last, but its 7-0-2 fighter can "
        "only be air-to-air 7, strike 0, range 2. Look at yours",
        "single": "SBD Yorktown 2-2-2",
        "whom": "a type on one carrier",
    },
    "ground": {
        "order": "Anti-aircraft, combat",
        "may_wait": "All of it may wait until the first fire",
        "doubt": "",
        "single": "Yoko 0-4",
        "whom": "a ground unit",
    },
}


_SHORT = {what: words.partition(" strength")[0].partition(" value")[0] for what, (words, _) in kits.WORDS.items()}


def _counters_facts(section: str, cells: Cells) -> dict[str, JSON]:
    rows = []
    for cls in ROWS[section]:
        notes: dict[str, list[str]] = {}
        for what in kits.printed_on(cls):
            notes.setdefault(note(f"{what}/{cls}", cells), []).append(_SHORT[what])
        said = "; ".join(f"{', '.join(heads)}: {words}" for words, heads in notes.items() if words)
        rows.append(
            {"key": cls, "name": kits.called(cls, {}), "anchor": anchor(cls), "notes": said[:1].upper() + said[1:]}
        )
    return {"rows": rows, "singles": _counters_fields(section, cells)["single"] != [""], **_ABOUT[section]}


def _groups_facts(cells: Cells) -> dict[str, JSON]:
    tables: dict[tuple[str, ...], list[dict[str, JSON]]] = {}
    for base in BASES:
        row = {"name": base, "side": NAMES[BASES[base][0]], "note": _group_note(base, cells)}
        tables.setdefault(kits.types_on(base), []).append(row)
    return {
        "tables": [
            {"types": [(t, t.removeprefix("M-"), AIR_TYPES[t][2]) for t in types], "bases": bases}
            for types, bases in tables.items()
        ],
        "sums": [words for side in SIDES if (words := checksum(side, cells))],
    }


def _group_note(base: str, cells: Cells) -> str:
    listed = [(head, note(f"{kind}/{base}", cells)) for kind, head in (("group", "Units"), ("capacity", "Capacity"))]
    return "; ".join(f"{head}: {words}" for head, words in listed if words)


_SUMS = {JAPAN: 457, US: 200}
"""What a concession is worth in a series less Midway, in half points: perhaps every hit there is to score."""


def checksum(side: str, cells: Cells) -> str:
    """A side's units in points, beside what the concession figures suggest; empty until they are all there."""
    ships = {name: ship for name, ship in cells.get("roster", {}).items() if ship["side"] == side}
    bases = [base for base in BASES if BASES[base][0] == side]
    if not ships or any(f"group/{base}" not in cells for base in bases):
        return ""
    total = sum(_points(ship["class"]) * (kits.steps_of(cells, ship["class"]) or 2) for ship in ships.values())
    for base in bases:
        total += sum(PLANE_POINTS * n * (kits.steps_of(cells, t) or 2) for t, n in cells[f"group/{base}"].items())
    said = f"{NAMES[side]}: hits on all units come to {halves(total)} points"
    if total == _SUMS[side]:
        return f"{said}, as the rulebook’s figure for a concession suggests."
    return f"{said}; the rulebook’s figure for a concession suggests {halves(_SUMS[side])}. A hint, no more."


def _points(cls: str) -> int:
    return YAMATO_POINTS if cls == "Yamato" else POINTS[CLASSES[cls][1]]


def _backs_facts(cells: Cells) -> dict[str, JSON]:
    rows = []
    for cls in BACKS:
        said = kits.edition()["backs"].get(cls, {}).get("source", "")
        words = said if not said or f"back/{cls}" in cells else f"to confirm · {said}"
        rows.append({"key": cls, "name": kits.called(cls, {}), "note": words})
    return {"rows": rows, "sides": [("", "–"), ("1", "one"), ("2", "two")]}


_FACTS: Mapping[str, Callable[[Cells], dict[str, JSON]]] = {
    "map": _map_facts,
    "track": _track_facts,
    **{side: partial(_roster_facts, side) for side in SIDES},
    **{section: partial(_counters_facts, section) for section in ROWS},
    "groups": _groups_facts,
    "backs": _backs_facts,
}
