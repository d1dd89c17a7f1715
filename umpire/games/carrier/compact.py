"""A printed cell as it is typed and shown: one short text, ``2845s``, ``7/6``, ``1-4 E, 5-10 R``.

Cells of one box, and those of several that a chart prints in one place. Other cells of several boxes have a column each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import movement_charts as reactions
from umpire.games.carrier.japan_charts import SURFACE_CHIT
from umpire.games.carrier.terms import DIE, SIZES
from umpire.table.asks import Refusal
from umpire.table.charts import Cell, Field
from umpire.table.words import listed, whole

JSON = Any
LONGEST = 60
"""Characters of a cell as it is typed."""


LIKE: Mapping[str, str] = {
    "strength_1_2": "7/6 for two waves, 5 for one",
    "strength_3_4": "7/6 for two waves, 5 for one",
    "air_ground": "2/1 for 2 hits, 1 loss",
    "intel_3_4": "1 CVL+1 CVE, and transports 9/9/0 for TR, DD and CL",
    "arrival": "2845, and 2845s for one that comes as a Surface chit",
    "repair": "−1, 0 or 0 I",
    "close_reaction": "E, or 1-4 E, 5-10 R",
    "compass": "1-4 NE, 5-10 E",
}
"""How the cells of a chart are typed that have several boxes."""


def spread(key: str, value: JSON) -> bool:
    """Whether a cell has a box for each of its fields, for want of one text for all of them."""
    return isinstance(value, dict) and _way(key) not in _WRITE


def text(key: str, value: JSON) -> str:
    """A value as it is typed; empty for none."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return _WRITE[_way(key)](value)
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def read(cell: Cell, typed: str) -> JSON:
    """The value of what was typed for a cell; raises `Refusal` in words that name it."""
    said = " ".join(typed[:LONGEST].replace("−", "-").replace("–", "-").split())
    if cell.bare:
        return word(cell.fields[0], said, cell.label)
    return _READ[_way(cell.key)](cell, said)


def word(box: Field, typed: str, where: str) -> JSON:
    """What stands in one box. A word may be cut short as long as no other begins like it."""
    begun = [each for each in box.words if each.lower().startswith(typed.lower())] if typed else []
    whole_word = any(each.lower() == typed.lower() for each in box.words)
    if len(begun) == 1 and not whole_word and whole(typed.lstrip("+-")) is None:
        return begun[0]
    return box.read(typed, where)


def _way(key: str) -> str:
    return key.partition("/")[0]


def _no(cell: Cell, typed: str, example: str) -> Refusal:
    return Refusal(f"{cell.label}: “{typed[:24]}” will not do. It is typed like {example}.")


# Two numbers, of which the second may be missing.


def _pair(value: Mapping[str, JSON]) -> str:
    first, second = (value[name] for name in sorted(value))
    return f"{first}/{second}"


def _read_pair(cell: Cell, typed: str) -> JSON:
    parts = re.split(r"\s*[/,; ]\s*", typed)
    if len(parts) > 2:
        raise _no(cell, typed, "7/6, or 7 alone")
    names = [box.name for box in cell.fields]
    return cell.read(dict(zip(names, [*parts, "0"], strict=False)))


# Ships by type.


def _counts(value: Mapping[str, JSON]) -> str:
    return "+".join(f"{value[type]} {type}" for type in SIZES if value.get(type)) or "0"


def _read_counts(cell: Cell, typed: str) -> JSON:
    names = [box.name for box in cell.fields]
    if re.fullmatch(r"\d+(\s*/\s*\d+)+", typed):
        parts = [part.strip() for part in typed.split("/")]
        if len(parts) != len(names):
            raise _no(cell, typed, "/".join("9" for _ in names) + f" for {listed(names)}")
        return cell.read(dict(zip(names, parts, strict=True)))
    found = dict.fromkeys(names, "0")
    for part in filter(None, re.split(r"\s*[+,;]\s*", typed.upper())):
        made = re.fullmatch(r"(\d{1,2})\s*([A-Z]+)", part)
        if part == "0":
            continue
        if not made or made[2] not in names or found[made[2]] != "0":
            raise _no(cell, typed, f"2 {names[0]}+1 {names[-1]}")
        found[made[2]] = made[1]
    return cell.read(found)


# A hex, with an s for a force that comes with a Surface chit.


def _hex(value: Mapping[str, JSON]) -> str:
    return f"{value['hex']:04}{'s' if value['chit'] == SURFACE_CHIT else ''}"


def _read_hex(cell: Cell, typed: str) -> JSON:
    made = re.fullmatch(r"(\d{4})\s*(s?)", typed.lower())
    if not made:
        raise _no(cell, typed, "2845, or 2845s for one that comes as a Surface chit")
    return cell.read({"hex": made[1], "chit": SURFACE_CHIT if made[2] else "none"})


# Hits that come or go, and an I.


def _repair(value: Mapping[str, JSON]) -> str:
    hits = f"{value['hits']:+}".replace("-", "−") if value["hits"] else "0"
    return f"{hits} I" if value["i"] == "yes" else hits


def _read_repair(cell: Cell, typed: str) -> JSON:
    made = re.fullmatch(r"([+-]?\d)\s*,?\s*(i?)", typed.lower())
    if not made:
        raise _no(cell, typed, "-1, 0 or 0 I")
    return cell.read({"hits": made[1], "i": "yes" if made[2] else "no"})


# Codes, each with the dice that give it.


def _reaction(value: Mapping[str, JSON]) -> str:
    return str(value["code1"]) if reactions.single(value) else reactions.said(value)


def _read_reaction(cell: Cell, typed: str) -> JSON:
    example = "E, or 1-4 E, 5-10 R"
    found: list[tuple[str, int]] = []
    for part in filter(None, re.split(r"\s*[,;]\s*", typed)):
        made = re.fullmatch(r"(?:(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s+)?([A-Za-z]+[12]?)", part)
        code = next((each for each in reactions.CODES if made and each.lower() == made[3].lower()), "")
        if not made or not code:
            raise _no(cell, typed, example)
        low, high = (int(made[1]), int(made[2] or made[1])) if made[1] else (1, DIE)
        if low != (found[-1][1] + 1 if found else 1) or high < low:
            raise _no(cell, typed, example)
        found.append((code, high))
    if not found or found[-1][1] != DIE or len(found) > 3:
        raise _no(cell, typed, example)
    rest = [("none", 0)] * (3 - len(found))
    return {
        name: each
        for n, (code, to) in enumerate([*found, *rest], 1)
        for name, each in ((f"code{n}", code), (f"to{n}", to))
    }


# Arrows, each with the numbers that it is printed by.


def _arrows(value: Mapping[str, JSON]) -> str:
    parts: list[list[JSON]] = []
    for n in range(1, DIE + 1):
        if parts and parts[-1][2] == value[str(n)]:
            parts[-1][1] = n
        else:
            parts.append([n, n, value[str(n)]])
    return ", ".join(f"{low}-{high} {arrow}" if low < high else f"{low} {arrow}" for low, high, arrow in parts)


def _read_arrows(cell: Cell, typed: str) -> JSON:
    found: dict[str, str] = {}
    for part in filter(None, re.split(r"\s*[,;]\s*", typed)):
        made = re.fullmatch(r"(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s+([A-Za-z]{1,2})", part)
        low, high = (int(made[1]), int(made[2] or made[1])) if made else (0, 0)
        if not made or low != len(found) + 1 or not low <= high <= DIE:
            raise _no(cell, typed, LIKE["compass"])
        found |= {str(n): made[3] for n in range(low, high + 1)}
    if len(found) < DIE:
        raise _no(cell, typed, LIKE["compass"])
    return cell.read(found)


_WRITE: Mapping[str, Callable[[Mapping[str, JSON]], str]] = {
    "strength_1_2": _pair,
    "strength_3_4": _pair,
    "air_ground": _pair,
    "intel_3_4": _counts,
    "arrival": _hex,
    "repair": _repair,
    "close_reaction": _reaction,
    "compass": _arrows,
}
_READ: Mapping[str, Callable[[Cell, str], JSON]] = {
    "strength_1_2": _read_pair,
    "strength_3_4": _read_pair,
    "air_ground": _read_pair,
    "intel_3_4": _read_counts,
    "arrival": _read_hex,
    "repair": _read_repair,
    "close_reaction": _read_reaction,
    "compass": _read_arrows,
}
