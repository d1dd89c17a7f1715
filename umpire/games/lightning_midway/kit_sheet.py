"""The kit's page: the Objective Cards of a copy, who begins, and which cards depend on which objective."""

from __future__ import annotations

from typing import Any

from umpire.games.kit_parts import Cells, Fields, Heading, Section, Typed, as_field, put, settled
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.kit import FIRST, LONGEST, NamesField, known, title
from umpire.games.lightning_midway.terms import NAMES, OBJECTIVES, SIDES
from umpire.table.asks import Refusal
from umpire.table.words import listed

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

BOX = "the Objective Cards, and the Force Cards that are marked Dependent"
"""What of the box is read off."""
SCRIPTS = ()
NEED_CELLS = ()
MOST, LETTERS = 12, 30
"""Objective Cards of a side, and letters of the name of one, that a copy could have."""
_LATER = Heading(
    "later",
    "If you like",
    "Who begins is asked once at the first table; what depends on an objective when that is first destroyed. Both are kept.",
)
SECTIONS = (Section("objectives", "Objective Cards"), Section("dependents", "Dependents, and who begins", _LATER))


# Judging.


def faults(cells: Cells) -> dict[str, str]:
    """What is wrong with cells, by key: a name or value no copy could have."""
    made = {}
    for key in sorted(cells):
        if fault := _fault(key, cells[key], cells):
            made[key] = f"{key[:40]}: {fault}"
    return made


def _fault(key: str, value: JSON, cells: Cells) -> str:
    kind, _, name = key.partition("/")
    if kind == "objectives" and name in SIDES:
        return _names_fault(value, cells, name)
    if key == FIRST:
        return "" if value in list(NAMES.values()) else f"it is {listed(NAMES.values(), 'or')}."
    if kind != "dependents" or not name:
        return "a copy of this game has nothing of that name."
    if not NamesField("", "").allows(value):
        return f"names of cards, {LONGEST} letters at the most."
    sides = {side: cells.get(f"objectives/{side}", OBJECTIVES[side]) for side in SIDES}
    lists = [each for each in sides.values() if isinstance(each, list | tuple)]
    return "" if any(name in each for each in lists) else "no Objective Card has that name."


def _names_fault(value: JSON, cells: Cells, side: str) -> str:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST or not all(_is_name(each) for each in value):
        return f"one to {MOST} names, {LETTERS} letters at the most, without a stroke."
    other = cells.get(f"objectives/{next(each for each in SIDES if each != side)}")
    taken = [each.casefold() for each in other if isinstance(each, str)] if isinstance(other, list) else []
    folded = [each.casefold() for each in value]
    twice = [each for each, low in zip(value, folded, strict=True) if folded.count(low) > 1 or low in taken]
    return f"{twice[0]} is listed twice." if twice else ""


def _is_name(each: JSON) -> bool:
    sound = isinstance(each, str) and 1 <= len(each) <= LETTERS and each.isprintable()
    return bool(sound and "/" not in each and each == " ".join(each.split()))


def problems(cells: Cells) -> list[str]:
    """What could never be printed, a sentence each."""
    return list(faults(cells).values())


def sound(cells: Cells) -> dict[str, JSON]:
    """The cells that could be printed, whatever the others are."""
    return settled(cells, faults)


def doubts(cells: Cells) -> list[str]:
    """Where sound cells contradict what the rulebook says: it names Enterprise and Hornet among the US objectives."""
    us = cells.get("objectives/us")
    if us is None:
        return []
    return [f"The rulebook names {name} as an objective of the US." for name in OBJECTIVES["us"][:2] if name not in us]


def wanting(cells: Cells) -> list[tuple[str, str]]:
    """What is missing before set-up, each with the section it belongs to."""
    return kits.wanting(cells)


def later(cells: Cells) -> list[tuple[str, str]]:
    """What only a part of the game needs before set-up: nothing."""
    return []


# The forms.


def shown(section: str, cells: Cells) -> Fields:
    """The fields of a section's form as the kit has them."""
    if section == "objectives":
        return {side: ["\n".join(cells.get(f"objectives/{side}", ()))] for side in SIDES}
    made = {f"dependents|{name}": as_field(cells.get(f"dependents/{name}")) for name in kits.objectives(cells)}
    return {"first": as_field(cells.get(FIRST)), **made}


def facts(section: str, cells: Cells) -> dict[str, JSON]:
    """The rows its template draws."""
    sides = [(side, NAMES[side]) for side in SIDES]
    listed_ = kits.objectives(cells)
    rows = [(name, NAMES[listed_[name]], kits.cell(f"dependents/{name}", cells).suggestion or "") for name in listed_]
    return {"sides": sides, "rows": rows, "longest": LONGEST}


def read(section: str, fields: Fields, cells: Cells) -> dict[str, JSON]:
    """All cells with a section as typed; raises `Refusal`."""
    typed = Typed(fields)
    made = dict(cells)
    if section == "objectives":
        for side in SIDES:
            lines = [" ".join(line.split()) for line in typed.one(side).splitlines()]
            put(made, f"objectives/{side}", [line for line in lines if line])
        made = {key: made[key] for key in made if _kept(key, made)}
    else:
        put(made, FIRST, typed.one("first"))
        for name in kits.objectives(cells):
            value = NamesField("", "").read(typed.one(f"dependents|{name}"), name)
            put(made, f"dependents/{name}", value)
    for problem in problems(made):
        raise Refusal(problem)
    return made


def _kept(key: str, cells: Cells) -> bool:
    """Whether a cell still belongs to a card that is listed: what depended on another is no longer asked of anybody."""
    kind, _, name = key.partition("/")
    return kind != "dependents" or name in kits.objectives(cells)
