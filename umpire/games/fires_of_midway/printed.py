"""What counters and cards print, asked for when the app's dice first need it, and kept with the owner's copy.

A key names what it is of: ``plane/bomber/Dauntless/full`` (combat dice, ammo, bombs of that side of the card),
``track/Wildcat/smoke/4`` (one face of its damage track), ``fuel/Dauntless``, ``guns/Hiryu/full`` (a carrier's combat dice
and ammo), ``rating/Hiryu/full`` (her structure rating). Combat cards and tiles are told as they lie, and never kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.fires_of_midway.contests import DESTROYED, FUEL_HIT, NO_EFFECT, TRACK
from umpire.games.fires_of_midway.ship import FULL, SMOKE, Ship
from umpire.games.fires_of_midway.terms import BOMBER, FIGHTER, PLANES, TORPEDO
from umpire.table.charts import Cell, Field

JSON = Any
Kit = Mapping[str, JSON]

DAMAGED = "damaged"
DICE, AMMO, BOMBS, TORPEDOES = "dice", "ammo", "bombs", "torpedoes"
LABELS = {DICE: "combat dice", AMMO: "ammo", BOMBS: "bombs", TORPEDOES: "torpedoes"}
LOADS = {BOMBER: BOMBS, TORPEDO: TORPEDOES}
"""What a bomber of each class drops, as its card counts it."""
FACES = range(1, 7)

_FEW = tuple(str(n) for n in range(6))
"""How many icons of a kind a card prints: a key each."""
_RATINGS = tuple(str(n) for n in FACES)
_SIDES = {FULL: "full side", SMOKE: "smoke side", DAMAGED: "damaged side"}
TRACK_KEYS = {NO_EFFECT: "Shield: nothing", FUEL_HIT: "Fuel hit", DESTROYED: "Fireball: destroyed"}

BOOK: Mapping[str, JSON] = {
    "plane/fighter/Zero/full": {DICE: "3", AMMO: "3"},
    "plane/fighter/Wildcat/smoke": {DICE: "1"},
    "plane/bomber/Dauntless/full": {BOMBS: "2"},
    "track/Wildcat/smoke/4": DESTROYED,
    "track/Dauntless/full/3": FUEL_HIT,
    "track/Dauntless/full/6": DESTROYED,
    "guns/Hiryu/full": {AMMO: "1"},
    "rating/Hiryu/full": "4",
    "fuel/Devastator": 2,
    "fuel/Wildcat": 2,
    "fuel/Dauntless": 4,
}
"""What the rulebook's own examples show: suggested, and another value is asked after once."""


def plane_key(kind: str, name: str, fuel: str) -> str:
    """The key of one side of an aircraft card."""
    return f"plane/{kind}/{name}/{fuel}"


def track_key(name: str, fuel: str, face: int) -> str:
    """The key of one face of a damage track."""
    return f"track/{name}/{fuel}/{face}"


def fuel_key(name: str) -> str:
    """The key of an aircraft's fuel rating, which its full side prints."""
    return f"fuel/{name}"


def guns_key(ship: Ship) -> str:
    """The key of what a ship rolls against bombers, of the side of her card that is up."""
    return f"guns/{ship.name}/{DAMAGED if ship.damaged else FULL}"


def rating_key(ship: Ship) -> str:
    """The key of a ship's structure rating, of the side of her card that is up."""
    return f"rating/{ship.name}/{DAMAGED if ship.damaged else FULL}"


def number(kit: Kit, key: str, part: str = "") -> int:
    """A printed number that is known."""
    value = kit[key][part] if part else kit[key]
    return int(value)


def fields(kind: str) -> tuple[Field, ...]:
    """What one side of an aircraft card of a class is asked for."""
    parts = (DICE, AMMO, *([LOADS[kind]] if kind in LOADS else []))
    return tuple(Field(part, LABELS[part], 1, 0, _FEW) for part in parts)


def cell(key: str, kit: Kit) -> Cell:
    """The cell of a key; raises `KeyError` for a key of nothing that is printed."""
    head, *rest = key.split("/")
    made = _MAKERS[head](key, rest) if head in _MAKERS and all(rest) else None
    if made is None:
        raise KeyError(key)
    return made


def _cell(key: str, label: str, boxes: tuple[Field, ...]) -> Cell:
    return Cell(key, label, boxes, BOOK.get(key), lambda value: _doubt(key, value))


def _doubt(key: str, value: JSON) -> str | None:
    """What the rulebook's example has otherwise, if it does."""
    if key not in BOOK:
        return None
    book, said = (each if isinstance(each, dict) else {"": each} for each in (BOOK[key], value))
    for part, n in book.items():
        if said.get(part) != n:
            return f"the rulebook’s example has {TRACK_KEYS.get(n, n)}{f' {LABELS[part]}' if part else ''}."
    return None


def _plane(key: str, rest: list[str]) -> Cell | None:
    if len(rest) != 3 or rest[0] not in PLANES or rest[2] not in (FULL, SMOKE):
        return None
    kind, name, fuel = rest
    return _cell(key, f"{name}, {_SIDES[fuel]}", fields(kind))


def _track(key: str, rest: list[str]) -> Cell | None:
    if len(rest) != 3 or rest[1] not in (FULL, SMOKE) or rest[2] not in _RATINGS:
        return None
    name, fuel, face = rest
    box = Field("", "", 1, 0, TRACK, keys=tuple(TRACK_KEYS[word] for word in TRACK))
    return _cell(key, f"{name}, {_SIDES[fuel]}, damage track at {face}", (box,))


def _fuel(key: str, rest: list[str]) -> Cell | None:
    return _cell(key, f"{rest[0]}, fuel rating", (Field("", "", 1, 9, size=1),)) if len(rest) == 1 else None


def _guns(key: str, rest: list[str]) -> Cell | None:
    return _cell(key, f"{rest[0]}, {_SIDES[rest[1]]}", fields(FIGHTER)) if _is_ship(rest) else None


def _rating(key: str, rest: list[str]) -> Cell | None:
    box = Field("", "", 1, 0, _RATINGS)
    return _cell(key, f"{rest[0]}, structure rating, {_SIDES[rest[1]]}", (box,)) if _is_ship(rest) else None


def _is_ship(rest: list[str]) -> bool:
    return len(rest) == 2 and rest[1] in (FULL, DAMAGED)


_MAKERS = {"plane": _plane, "track": _track, "fuel": _fuel, "guns": _guns, "rating": _rating}
