"""The counters and charts of one edition: what is known, what must be asked, what would be odd.

A kit is a flat object of cells. Complete before set-up, because a secret step may need them:
``board/…``, ``track/…``, ``roster``, ``air/<base>`` and, with fighters, ``fighters/<base>``. Asked of
everybody when first needed: ``screening/<ship>``, ``surface/<ship>``, ``hits/<ship>``, ``points/<ship>``,
and the tables: ``crt/…`` (aircraft v ship), ``fvf/…`` (fighter v fighter), ``sct/…`` (surface combat), ``b17/<die>``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from umpire.games.midway.results import SUNK
from umpire.games.midway.terms import BOMBERS, CARRIERS, MIDWAY, MIDWAY_CAPACITY, NAMES, SHIP_TYPES, SIDES, US, hour
from umpire.table.asks import Refusal
from umpire.table.board import ZoneBoard
from umpire.table.charts import Cell, Field

JSON = Any
Kit = Mapping[str, JSON]

EDITION = "avalon-hill-1964"
DICE = ("1", "2", "3", "4", "5", "6")
_ODDS = re.compile(r"(?:1-[1-9][0-9]?|[1-9][0-9]?-1)")


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
    return edition()["suggested"].get(key, {}).get("value")


@cache
def _board(columns: int, rows: int) -> ZoneBoard:
    return ZoneBoard(columns, rows)


def board_of(kit: Kit) -> ZoneBoard:
    """The search board a kit gives."""
    return _board(kit["board/columns"], kit["board/rows"])


def ships(kit: Kit) -> dict[str, JSON]:
    """The order of battle: side, type and turn of arrival by name."""
    return dict(kit["roster"])


def bases(kit: Kit) -> list[str]:
    """Everything planes start on: the carriers of the roster, and Midway."""
    return [name for name, ship in kit["roster"].items() if ship["type"] in CARRIERS] + [MIDWAY]


def capacity(kit: Kit, base: str, *, fighters: bool) -> int:
    """Squadrons a base may hold, of any types (Aircraft Capacity; Fighters 2; Midway Island 4)."""
    if base == MIDWAY:
        return MIDWAY_CAPACITY
    return int(sum(kit[f"air/{base}"].values()) + (kit[f"fighters/{base}"] if fighters else 0))


def is_night(kit: Kit, turn: int) -> bool:
    """Whether a turn of the time record is a night turn."""
    return hour(turn) in kit["track/nights"]


# The cells.

RESULT = (Field("hits", "hits", 0, 9, (SUNK,)), Field("lost", "squadrons lost", 0, 30))
FIGHT = (Field("attacker", "attacker loses", 0, 30), Field("defender", "defender loses", 0, 30))
HITS = (Field("", "", 0, 9, (SUNK,)),)
TABLES: Mapping[str, tuple[str, Sequence[Field]]] = {
    "crt": ("Aircraft v Ship table", RESULT),
    "fvf": ("Fighter v Fighter table", FIGHT),
    "sct": ("Surface Combat table", HITS),
}
"""The tables read by odds and die: what each is called, and what a cell of it says."""
_NUMBERS = {
    "screening": ("screening value", 0, 30),
    "surface": ("surface combat factor", 0, 40),
    "hits": ("boxes on the hit record", 1, 20),
    "points": ("points on the hit record", 0, 99),
}


class ColumnsCell(Cell):
    """The headings of a table, lowest odds first."""

    def allows(self, value: JSON) -> bool:
        return (
            isinstance(value, list)
            and 1 <= len(value) <= 20
            and all(isinstance(odds, str) and _ODDS.fullmatch(odds) for odds in value)
            and len(set(value)) == len(value)
        )

    def read(self, typed: Mapping[str, str]) -> JSON:
        value = typed.get("", "").replace(",", " ").split()
        if not self.allows(value):
            raise Refusal("Headings are odds such as 1-2 or 3-1, with spaces between.", "Step 11")
        return value

    def text(self, value: JSON) -> dict[str, str]:
        return {"": " ".join(value or [])}

    def sample(self, rng: Any) -> JSON:
        return self.suggestion


def cell(key: str, kit: Kit) -> Cell:
    """The cell a key names; raises `KeyError` for a key of no cell that is asked in play."""
    kind, _, name = key.partition("/")
    if kind in _NUMBERS and (not kit.get("roster") or name in kit["roster"]):
        label, low, high = _NUMBERS[kind]
        return Cell(key, f"{name}, {label}", (Field("", "", low, high),), suggested(key))
    if kind in TABLES:
        return _of_a_table(key, kind, name)
    if kind == "b17" and name in DICE:
        return Cell(key, f"B-17 table, die {name}: hits", HITS, suggested(key))
    raise KeyError(key)


def _of_a_table(key: str, kind: str, name: str) -> Cell:
    """A cell of one of the tables by odds and die, or its headings; raises `KeyError`."""
    called, fields = TABLES[kind]
    if name == "columns":
        return ColumnsCell(key, f"{called}: its odds headings", (Field("", "", 0, 0, size=120),), suggested(key))
    odds, _, die = name.partition("/")
    if not _ODDS.fullmatch(odds) or die not in DICE:
        raise KeyError(key)
    return Cell(key, f"{called}, {odds}, die {die}", fields, suggested(key), lambda value: _doubt(key, value))


def _doubt(key: str, value: JSON) -> str | None:
    said = edition()["doubted"].get(key)
    if said is None:
        return None
    if value["hits"] == said["hits"] and value["lost"] >= said.get("lost_from", 0):
        return None
    return f"The rulebook has it otherwise ({said['source']})."


_DOUBTED = {
    "hits": "boxes",
    "screening": "screening value",
    "surface": "surface combat factor",
    "air": "air group",
    "fighters": "fighters",
    "crt": "on the Aircraft v Ship table",
    "fvf": "on the Fighter v Fighter table",
}


def doubts(kit: Kit) -> list[str]:
    """Where a kit contradicts the rulebook's own examples, a sentence each."""
    made = []
    for key, shipped in edition()["known"].items():
        if key.split("/")[0] in _DOUBTED and key in kit and kit[key] != shipped["value"]:
            made.append(f"{_named(key)}: the rulebook gives {_shown(shipped['value'])} ({shipped['source']}).")
    for key in edition()["doubted"]:
        if key in kit and (doubt := _doubt(key, kit[key])):
            made.append(f"{_named(key)}: {doubt}")
    return made


def _named(key: str) -> str:
    kind, _, name = key.partition("/")
    return f"{name.replace('/', ', die ')}, {_DOUBTED.get(kind, kind)}"


def _shown(value: JSON) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return str(value)


# What set-up needs.


def wanting(kit: Kit, *, fighters: bool = False) -> list[str]:
    """What the kit lacks or contradicts before a table can be set up, in words."""
    problems = _wanting_board(kit) + _wanting_track(kit) + _wanting_roster(kit)
    if not problems:
        problems += _wanting_groups(kit)
    if not problems and fighters:
        problems += _wanting_fighters(kit)
    return problems


def _number(kit: Kit, key: str, low: int, high: int) -> bool:
    value = kit.get(key)
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _wanting_board(kit: Kit) -> list[str]:
    if not (_number(kit, "board/columns", 1, 20) and _number(kit, "board/rows", 1, 20)):
        return ["The search board: how many columns of areas it has (up to 20), and how many rows."]
    board, problems = board_of(kit), []
    for key, name in (("board/midway", MIDWAY), ("board/kure", "Kure")):
        if kit.get(key) not in board:
            problems.append(f"The search board: which zone is {name}.")
    for side in SIDES:
        shaded = kit.get(f"board/shaded/{side}")
        if not isinstance(shaded, list) or not shaded or any(zone not in board for zone in shaded):
            problems.append(f"The search board: the shaded zones along {NAMES[side]}’s edge.")
    if not problems and kit["board/midway"] == kit["board/kure"]:
        problems.append("The search board: Midway and Kure cannot be one zone.")
    if not problems and set(kit["board/shaded/us"]) & set(kit["board/shaded/japan"]):
        problems.append("The search board: a zone cannot be shaded for both sides.")
    return problems


def _wanting_track(kit: Kit) -> list[str]:
    problems = []
    if not _number(kit, "track/turns", 1, 60):
        problems.append("The time record: how many turns it has.")
    nights = kit.get("track/nights")
    if not isinstance(nights, list) or any(each not in {hour(n) for n in range(1, 13)} for each in nights):
        problems.append("The time record: which hours are night.")
    if not _number(kit, "battle-board/depth", 5, 20):
        problems.append("The Battle Board: how many rectangles deep it is.")
    return problems


def _wanting_roster(kit: Kit) -> list[str]:
    roster = kit.get("roster")
    if not isinstance(roster, dict) or not roster:
        return ["The order of battle: tick the ships that are in the box."]
    problems = []
    for name, ship in roster.items():
        if not _sound_ship(name, ship):
            problems.append(f"The order of battle: {name}’s side, type or turn of arrival.")
        elif ship["side"] == US and ship["arrives"] != 1:
            problems.append(f"The order of battle: {name} is American, and all of those start on the board.")
    for side in SIDES:
        if not any(isinstance(s, dict) and s.get("side") == side and s.get("arrives") == 1 for s in roster.values()):
            problems.append(f"The order of battle: at least one ship of {NAMES[side]} at the start.")
    return problems


def _sound_ship(name: str, ship: JSON) -> bool:
    return (
        isinstance(ship, dict)
        and bool(name.strip())
        and len(name) <= 24
        and "/" not in name
        and name != MIDWAY
        and ship.get("side") in SIDES
        and ship.get("type") in SHIP_TYPES
        and isinstance(ship.get("arrives"), int)
        and 1 <= ship["arrives"] <= 60
    )


def _wanting_groups(kit: Kit) -> list[str]:
    problems = []
    for base in bases(kit):
        group = kit.get(f"air/{base}")
        sound = (
            isinstance(group, dict)
            and set(group) == set(BOMBERS)
            and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 40 for n in group.values())
        )
        if not sound or group is None:
            problems.append(f"{base}: how many squadrons of dive bombers and of torpedo bombers she starts with.")
        elif base == MIDWAY and sum(group.values()) > MIDWAY_CAPACITY:
            problems.append("Midway: it holds no more than 30 squadrons.")
    return problems


def _wanting_fighters(kit: Kit) -> list[str]:
    problems = []
    for base in bases(kit):
        if not _number(kit, f"fighters/{base}", 0, 40):
            problems.append(f"{base}: how many squadrons of fighters she starts with.")
        elif base == MIDWAY and sum(kit["air/Midway"].values()) + kit["fighters/Midway"] > MIDWAY_CAPACITY:
            problems.append("Midway: it holds no more than 30 squadrons, fighters among them.")
    return problems
