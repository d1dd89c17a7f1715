"""The counters, maps and displays of one copy: what is known, what must be asked, what would be odd.

A kit is a flat object of cells. Complete before set-up, because a secret step may need them: ``map/…``,
``track/s`` (with submarines), ``roster``, ``speed/…``, ``range/…``, ``group/<base>`` and ``capacity/<base>``. Asked
of everybody when first needed: ``aa/…``, ``surface/…``, ``combat/…``, ``air/…``, ``strike/…`` and ``back/…``.
A value stands under its class (``aa/jDD``, ``air/A6M``); a unit's own cell (``aa/DD4``, ``air/A6M@Hosho``) is an
exception over that of its class.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from umpire.games.victory_at_midway.terms import (
    AIR_TYPES,
    BASES,
    BATTALION,
    BATTALIONS,
    CLASSES,
    GROUND_CLASSES,
    JAPAN,
    JOHNSTON_HEX,
    MARINE,
    MARINES,
    MIDWAY,
    SFT,
    SIDES,
    ST11,
    SUBS,
    TRANSPORTS,
    TURNS,
    US,
    WAKE_HEX,
)
from umpire.table.asks import Refusal
from umpire.table.charts import Cell, Field
from umpire.table.hexes import HexBoard

JSON = Any
Kit = Mapping[str, JSON]

EDITION = "victory-at-midway"
FLEETS = {US: "US ships", JAPAN: "Japanese ships"}
SAME, SLOW = "same", "1/2"
OPEN_SEA = ("jBB", "jCA", "jDD", "uCA", "uDD")
"""Classes of ships of which the rulebook does not say how many there are."""
UNDERSEA = ("SS168", "SS1", "SS2", "SS3", "SS4")
NEEDED = (*(base for base in BASES if base != MIDWAY), *TRANSPORTS, ST11, SFT, "Yamato", *UNDERSEA)
"""Ships that rules speak of by name."""


@cache
def edition(name: str = EDITION) -> dict[str, JSON]:
    """The shipped data of an edition, as its TOML file gives it."""
    return tomllib.loads((Path(__file__).parent / "kit" / f"{name}.toml").read_text("utf-8"))


def known() -> dict[str, JSON]:
    """The cells that ship with the app: a new owner's kit begins with them."""
    return {key: cell["value"] for key, cell in edition()["known"].items()}


def source(key: str) -> str:
    """Where a shipped or suggested value comes from; empty for one the owner reads off the box."""
    for part in ("known", "suggested"):
        if key in edition()[part]:
            return str(edition()[part][key]["source"])
    return ""


def suggested(key: str) -> JSON:
    """A value to put in the box for the owner to confirm, or None."""
    kind, _, name = key.partition("/")
    if kind == "back" and (cls := class_of(name, {})):
        return {"steps": 2, **dict.fromkeys(printed_on(cls), SAME)}
    return edition()["suggested"].get(key, {}).get("value")


def offered_ships() -> dict[str, JSON]:
    """Every ship the app offers for ticking: side, class and turn of entry by name."""
    return {
        name: {"side": CLASSES[ship["class"]][0], "class": ship["class"], "entry": ship["entry"]}
        for name, ship in edition()["roster"].items()
    }


# The map and the track.


@cache
def _board(columns: int, odd_rows: int, even_rows: int, off: tuple[str, ...]) -> HexBoard:
    return HexBoard(columns, odd_rows, even_rows, off)


def board_of(kit: Kit) -> HexBoard:
    """The map a kit gives."""
    return _board(kit["map/columns"], kit["map/rows/odd"], kit["map/rows/even"], tuple(kit.get("map/off", ())))


def fog_of(kit: Kit) -> tuple[str, ...]:
    """The hexes of the grey section (Fog)."""
    return tuple(kit.get("map/fog", ()))


def s_turns(kit: Kit) -> tuple[int, ...]:
    """The turns on which submarines may move: those marked S."""
    return tuple(kit.get("track/s", ()))


def every_third(first: int) -> list[int]:
    """The S turns of a track whose first S stands on that turn."""
    return list(range(first, TURNS + 1, 3))


def clock(kit: Kit, turn: int) -> str:
    """The hour a turn begins: ``0430``; empty while the owner leaves open which turn of the day is the short one."""
    short = kit.get("track/short", 0)
    if not short:
        return ""
    n = (turn - 1) % 7 + 1
    minutes = 270 + 210 * (n - 1) - (30 if n > short else 0)
    return f"{minutes // 60 % 24:02}{minutes % 60:02}"


# Air groups.


def kind_of(air_type: str) -> str:
    """The broad type of a type of aircraft: F, D, T or H."""
    return AIR_TYPES[air_type][1]


def types_on(base: str) -> tuple[str, ...]:
    """The types of aircraft that may be based somewhere at the start."""
    side = BASES[base][0]
    return tuple(t for t, (of, *_) in AIR_TYPES.items() if of == side and t.startswith("M-") == (base == MIDWAY))


def letters_of(base: str) -> str:
    """What the names of a base's air units begin with: its letter, or more where another base has that letter."""
    letter = BASES[base][1]
    before = list(BASES)[: list(BASES).index(base)]
    return base[:3] if any(BASES[each][1] == letter for each in before) else letter


def units_of(kit: Kit, base: str) -> list[tuple[str, str]]:
    """The air units a base starts with, in a fixed order, each with its type: ``("A-F1", "A6M")``."""
    made: list[tuple[str, str]] = []
    met: dict[str, int] = {}
    for air_type in types_on(base):
        for _ in range(kit[f"group/{base}"].get(air_type, 0)):
            kind = kind_of(air_type)
            met[kind] = met.get(kind, 0) + 1
            made.append((f"{letters_of(base)}-{kind}{met[kind]}", air_type))
    return made


# Values: the unit's own cell, then its class's.


def class_of(name: str, kit: Kit) -> str | None:
    """The class, type of aircraft or kind of ground unit that a class or a unit is of; None for neither."""
    if name in CLASSES or name in AIR_TYPES or name in GROUND_CLASSES:
        return name
    if name in MARINES:
        return MARINE
    if name in BATTALIONS:
        return BATTALION
    air_type, at, base = name.partition("@")
    if at:
        return air_type if base in BASES and base != MIDWAY and air_type in types_on(base) else None
    ship = (kit.get("roster") or offered_ships()).get(name)
    return str(ship["class"]) if ship else None


def printed_on(cls: str) -> tuple[str, ...]:
    """What is printed on a class of counters, in its order."""
    if cls in AIR_TYPES:
        return ("air", "strike", "range")
    if cls in GROUND_CLASSES:
        return ("aa", "combat")
    return ("surface",) if cls in SUBS else ("aa", "surface", "speed")


def value(kit: Kit, what: str, unit: str, cls: str, reduced: bool = False) -> JSON:
    """A printed value: a number, or ``1/2`` for a speed. Raises `KeyError` while it is blank."""
    if reduced and (back := kit[needs("back", unit, cls, kit)])["steps"] == 2 and back[what] != SAME:
        return back[what]
    return kit[needs(what, unit, cls, kit)]


def air_value(kit: Kit, what: str, air_type: str, base: str, reduced: bool = False) -> int:
    """A printed value of an air unit of a base. Raises `KeyError` while it is blank."""
    return int(value(kit, what, f"{air_type}@{base}", air_type, reduced))


def needs(what: str, unit: str, cls: str, kit: Kit | None = None) -> str:
    """The cell that gives a unit's value: its own where the kit has one, otherwise that of its class."""
    own = f"{what}/{unit}"
    return own if kit and own in kit else f"{what}/{cls}"


def steps_of(kit: Kit, cls: str, unit: str = "") -> int | None:
    """How many hits a full unit takes, by the sides that are printed; None while that is blank (Counters)."""
    back = kit.get(needs("back", unit, cls, kit))
    return int(back["steps"]) if back else None


# The cells.


@dataclass(frozen=True)
class SpeedField(Field):
    """A box for a speed: ``1``, or a half as players write it."""

    def read(self, text: str, where: str) -> int | str:
        typed = text.strip().lower()
        if typed in ("½", SLOW, "0.5", ".5"):
            return SLOW
        if typed == "1" or typed in self.words:
            return 1 if typed == "1" else typed
        also = ", or “same” for what the front has" if SAME in self.words else ""
        raise Refusal(f"{where}: a speed is 1 or ½ (typed 1/2){also}.")


WORDS = {
    "aa": ("anti-aircraft strength", 10),
    "surface": ("surface combat strength", 10),
    "speed": ("speed", 1),
    "air": ("air-to-air value", 10),
    "strike": ("strike value", 10),
    "range": ("range", 20),
    "combat": ("combat strength", 10),
}
"""What each number on a counter is called, and the most it can be."""
_PLACES = ("first", "second", "last")
MOST_BASED = 30
_NUMBERS = {
    "map/columns": ("The map: its last column, counted from A as 1", 14, 26),
    "map/rows/odd": ("The map: hexes in column A", 9, 20),
    "map/rows/even": ("The map: hexes in column B", 9, 20),
    "track/short": ("The turn of the day that is the short one, 0 to leave it", 0, 7),
}
LEAST_ROWS = 12


def box(what: str, name: str = "", label: str = "", words: tuple[str, ...] = ()) -> Field:
    """The box a printed number is typed into."""
    if what == "speed":
        return SpeedField(name, label, 1, 1, (SLOW, *words))
    return Field(name, label, 0, WORDS[what][1], words)


def cell(key: str, kit: Kit) -> Cell:
    """The cell a key names; raises `KeyError` for a key that is none, or is no single value."""
    kind, _, name = key.partition("/")
    if key in _NUMBERS:
        label, low, high = _NUMBERS[key]
        return Cell(key, label, (Field("", "", low, high),), suggested(key), lambda n: _doubt_of_number(key, n))
    if kind == "capacity" and name in BASES:
        label = f"{name}, capacity printed on the display"
        return Cell(key, label, (Field("", "", 0, MOST_BASED),), suggested(key), lambda n: _doubt(key, n, kit))
    cls = class_of(name, kit)
    if cls is None:
        raise KeyError(key)
    if kind == "back" and cls not in SUBS:
        return _back(key, name, cls, kit)
    if kind in printed_on(cls):
        label = f"{called(name, kit)}, {WORDS[kind][0]}{_where(kind, cls)}"
        return Cell(key, label, (box(kind),), suggested(key), lambda n: _doubt(key, n, kit))
    raise KeyError(key)


def called(name: str, kit: Kit) -> str:
    """What players call a class of counters, or one unit."""
    if name in AIR_TYPES:
        return AIR_TYPES[name][2]
    if name in CLASSES:
        return CLASSES[name][2]
    if name in GROUND_CLASSES:
        return GROUND_CLASSES[name][1]
    air_type, _, base = name.partition("@")
    return f"{AIR_TYPES[air_type][2].partition(',')[0]} of {base}" if base else name


def _where(what: str, cls: str) -> str:
    """Where on the counter a number stands."""
    row = printed_on(cls)
    if len(row) == 1:
        return ""
    place = "last" if what == row[-1] else _PLACES[row.index(what)]
    return f" ({place} of its {'two' if len(row) == 2 else 'three'} numbers)"


def _back(key: str, name: str, cls: str, kit: Kit) -> Cell:
    """What the reverse of a class of counters shows: how many sides are printed, and what differs."""
    sides = Field("steps", "sides printed, 1 or 2", 1, 2)
    rest = [box(what, what, f"{WORDS[what][0]} on the back, or same", (SAME,)) for what in printed_on(cls)]
    label = f"{called(name, kit)}, the back"
    return Cell(
        key, label, (sides, *rest), suggested(f"back/{cls}"), lambda n: _doubt_of_back(called(name, kit), cls, n)
    )


# What the rulebook's own examples contradict.


def _doubt_of_number(key: str, n: JSON) -> str | None:
    if key == "map/rows/odd" and n < LEAST_ROWS:
        return f"The map: the rulebook speaks of {JOHNSTON_HEX}, so column K and those like it have a row {LEAST_ROWS}."
    return None


def _contradicts(said: Mapping[str, JSON], found: JSON) -> bool:
    return bool(found != said["is"] if "is" in said else found < said["least"])


def _says(said: Mapping[str, JSON], kit: Kit) -> str:
    name = str(said.get("unit", said["class"]))
    head = f"{name}, capacity" if said["what"] == "capacity" else f"{called(name, kit)}, {WORDS[said['what']][0]}"
    shown = said["is"] if "is" in said else f"{said['least']} or more"
    return f"{head}: the rulebook gives {shown} ({said['source']})."


def _of_example(said: Mapping[str, JSON], kit: Kit) -> str:
    return needs(said["what"], said.get("unit", said["class"]), said["class"], kit)


def _doubt(key: str, n: JSON, kit: Kit) -> str | None:
    """Why a value would contradict an example, were it put into that cell."""
    with_it = {**kit, key: n}
    odd = [said for said in edition()["examples"] if _of_example(said, with_it) == key and _contradicts(said, n)]
    return _says(odd[0], kit) if odd else None


def _doubt_of_back(name: str, cls: str, back: JSON) -> str | None:
    said = edition()["backs"].get(cls, {})
    for what, shown in said.items():
        if what == "source" or back[what] == shown or (what != "steps" and back[what] == SAME):
            continue
        words = "two sides" if what == "steps" else f"{WORDS[what][0]} {shown}"
        return f"{name}, the back: the rulebook has {words} ({said['source']})."
    return None


def doubts(kit: Kit) -> list[str]:
    """Where sound cells contradict what the rulebook says of them, a sentence each."""
    made: list[str] = []
    if "map/rows/odd" in kit and (doubt := _doubt_of_number("map/rows/odd", kit["map/rows/odd"])):
        made.append(doubt)
    for said in edition()["examples"]:
        key = _of_example(said, kit)
        if key in kit and _contradicts(said, kit[key]):
            made.append(_says(said, kit))
    for key in kit:
        kind, _, name = key.partition("/")
        cls = class_of(name, kit) if kind == "back" else None
        if cls and (doubt := _doubt_of_back(called(name, kit), cls, kit[key])):
            made.append(doubt)
    return made + _doubts_of_groups(kit) + _doubts_of_piles(kit)


FIRST_FOUR = ("Akagi", "Kaga", "Hiryu", "Soryu")
_TURN_8 = {"F": 8, "D": 8, "T": 9}
_ASHORE = {"F": 3, "D": 3, "T": 1, "H": 1}


def by_kind(group: Mapping[str, int]) -> dict[str, int]:
    """An air group by broad type."""
    return {kind: n for kind in "FDTH" if (n := sum(k for t, k in group.items() if kind_of(t) == kind))}


def _doubts_of_groups(kit: Kit) -> list[str]:
    made = []
    groups = {base: kit[f"group/{base}"] for base in BASES if f"group/{base}" in kit}
    rooms = {base: kit[f"capacity/{base}"] for base in BASES if f"capacity/{base}" in kit}
    if all(base in groups for base in FIRST_FOUR):
        found = by_kind({t: sum(groups[b].get(t, 0) for b in FIRST_FOUR) for t in types_on("Akagi")})
        if found != _TURN_8:
            made.append("Akagi, Kaga, Hiryu and Soryu: the Turn 8 examples need F 8, D 8, T 9 between them.")
    if all(base in rooms for base in FIRST_FOUR[1:]) and sum(rooms[base] for base in FIRST_FOUR[1:]) != 20:
        made.append("Kaga, Hiryu and Soryu: the rulebook gives them room for 20 together (Air Unit Retrieval Example).")
    if "Enterprise" in groups and "Hornet" in groups:
        both = sum(groups["Enterprise"].values()) + sum(groups["Hornet"].values())
        if both < 12:
            made.append("Enterprise and Hornet: twelve of their units fly in Finding the Enemy Example of Play.")
    if MIDWAY in groups and by_kind(groups[MIDWAY]) != _ASHORE:
        made.append("Midway: the Turn 8 examples have F 3, D 3, T 1, H 1 there.")
    for base, group in groups.items():
        if base in rooms and sum(group.values()) > rooms[base]:
            made.append(f"{base}: {sum(group.values())} units start there, and its capacity is {rooms[base]}.")
    return made


def _doubts_of_piles(kit: Kit) -> list[str]:
    first = [name for name, ship in kit.get("roster", {}).items() if ship["side"] == JAPAN and ship["entry"] == 1]
    if not any(ship["side"] == JAPAN for ship in kit.get("roster", {}).values()) or len(first) == 9:
        return []
    return [f"The pile of Turn 1: nine units in Example of Play: Air Strike, {len(first)} here."]


# What set-up needs.


def wanting(kit: Kit, settings: Mapping[str, JSON]) -> list[str]:
    """What the kit lacks before a table can be set up as agreed, in words."""
    return [words for words, _ in gaps(kit, settings)]


def gaps(kit: Kit, settings: Mapping[str, JSON]) -> list[tuple[str, str]]:
    """What the kit lacks before a table can be set up as agreed: in words, each with the section it belongs to."""
    return _gaps_of_map(kit, settings) + _gaps_of_roster(kit, settings) + _gaps_of_values(kit) + _gaps_of_groups(kit)


def _gaps_of_map(kit: Kit, settings: Mapping[str, JSON]) -> list[tuple[str, str]]:
    made = []
    if any(key not in kit for key in ("map/columns", "map/rows/odd", "map/rows/even")):
        made.append(("The map: its last column, and how many hexes stand in column A and in column B.", "map"))
    elif settings.get("islands"):
        lost = [place for place in (WAKE_HEX, JOHNSTON_HEX) if place not in board_of(kit)]
        made += [(f"The map: {place} has to be on it for Wake and Johnston Islands.", "map") for place in lost]
    if settings.get("fog") and not kit.get("map/fog"):
        made.append(("The map: the hexes of the grey section, for Fog.", "map"))
    if settings.get("submarines") and not kit.get("track/s"):
        made.append(("The turn track: which turns are marked S, for Submarines.", "track"))
    return made


def _gaps_of_roster(kit: Kit, settings: Mapping[str, JSON]) -> list[tuple[str, str]]:
    roster, made = kit.get("roster", {}), []
    for side in SIDES:
        ours = [ship["class"] for ship in roster.values() if ship["side"] == side]
        if not ours:
            made.append((f"{FLEETS[side]}: tick those that have counters in the box.", side))
            continue
        lost = [each for each in NEEDED if offered_ships()[each]["side"] == side and each not in roster]
        lost = [each for each in lost if settings.get("submarines") or each not in UNDERSEA]
        if lost:
            made.append((f"{FLEETS[side]}: the rulebook needs {', '.join(lost)}.", side))
        for cls in OPEN_SEA:
            if CLASSES[cls][0] == side and cls not in ours:
                made.append((f"{FLEETS[side]}: there are {CLASSES[cls][2]} in the box.", side))
    return made


def _gaps_of_values(kit: Kit) -> list[tuple[str, str]]:
    made = []
    ships = {name: ship["class"] for name, ship in kit.get("roster", offered_ships()).items()}
    slow = [cls for cls in CLASSES if cls not in SUBS and _blank("speed", cls, ships, kit)]
    if slow:
        made.append((f"Ships: the speed of {_listed([CLASSES[cls][2] for cls in slow])}.", "ships"))
    based = {f"{t}@{base}": t for base in BASES for t in kit.get(f"group/{base}", {})}
    short = [t for t in AIR_TYPES if _blank("range", t, based or {t: t}, kit)]
    if short:
        made.append((f"Aircraft: the range of {_listed([AIR_TYPES[t][2] for t in short])}.", "planes"))
    return made


def _blank(what: str, cls: str, units: Mapping[str, str], kit: Kit) -> bool:
    """Whether a value is still needed by a unit of a class, its own or that of the class."""
    return any(of == cls and needs(what, unit, cls, kit) not in kit for unit, of in units.items())


def _gaps_of_groups(kit: Kit) -> list[tuple[str, str]]:
    made = []
    for key, words in (("group", "what air units start there"), ("capacity", "the capacity printed on the display")):
        lost = [base for base in BASES if f"{key}/{base}" not in kit]
        if lost:
            made.append((f"{_listed(lost)}: {words}.", "groups"))
    return made


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
