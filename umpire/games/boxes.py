"""Printed values on the record, to be set right: a cell that is typed as one text as a whole, any other box by box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.table.asks import Refusal
from umpire.table.charts import Cell, Field
from umpire.table.plot import Dispatch
from umpire.table.script import Fact

JSON = Any
Kit = Mapping[str, JSON]

KIT = "kit/"
"""What the key of a printed value begins with."""
PICKED = 12
"""So many words are few enough to be picked from; of more of them one is typed."""


def facts(cell: Cell, value: JSON, side: str = "") -> list[Fact]:
    """The facts of a printed cell; `side` is the one whose record it is."""
    if cell.bare:
        return [_fact(f"{KIT}{cell.key}", cell.label, cell.fields[0], value, side)]
    return [
        _fact(f"{KIT}{cell.key}/{box.name}", _label(cell, box), box, value.get(box.name, ""), side)
        for box in cell.fields
    ]


def _fact(key: str, label: str, box: Field, value: JSON, side: str) -> Fact:
    words = box.keys or box.words
    few = words if box.only_words and len(words) <= PICKED else ()
    return Fact(key, label, _words(box, value), "as printed", side, choices=few)


def _label(cell: Cell, box: Field) -> str:
    return f"{cell.label}, {box.label or box.name}"


def said(cell: Cell, name: str, value: JSON) -> str:
    """What stands in a box of a cell, in words."""
    return _words(_box(cell, name), value)


def _words(box: Field, value: JSON) -> str:
    return dict(zip(box.words, box.keys, strict=False)).get(value, str(value))


def at(kit: Kit, fact: str) -> tuple[str, str]:
    """The key of the printed cell that a fact is of, and the box of it; no box where it is the whole cell."""
    key = fact.removeprefix(KIT)
    cell, _, box = key.rpartition("/")
    return (cell, box) if key not in kit and cell in kit else (key, "")


def has(kit: Kit, fact: str) -> bool:
    """Whether a fact is of a printed cell that is known."""
    return fact.startswith(KIT) and at(kit, fact)[0] in kit


def read(cell: Cell, name: str, value: JSON) -> JSON:
    """What a box of a cell would have, of what was typed or picked; the whole cell for one without boxes. Raises `Refusal`."""
    box = _box(cell, name)
    typed = dict(zip(box.keys, box.words, strict=False)).get(str(value), str(value))
    return box.read(typed, cell.label if cell.bare else _label(cell, box))


def _box(cell: Cell, name: str) -> Field:
    """A box by its name; raises `Refusal` for one that the cell has not."""
    for box in cell.fields:
        if box.name == name:
            return box
    raise Refusal("That is not on the record.")


def set_right(kit: Kit, fact: str, made: JSON) -> tuple[str, JSON]:
    """The fact as it is told, of the whole cell, and its value: what the cell holds once a box of it is as it should be."""
    key, box = at(kit, fact)
    return f"{KIT}{key}", {**kit[key], box: made} if box else made


def puts(dispatch: Dispatch, fact: str) -> bool:
    """Whether a dispatch put a printed value on the record: read off, or set right since."""
    f = dispatch.facts
    if dispatch.kind == "set-right":
        return bool(f["fact"] in (fact, fact.rpartition("/")[0]))
    cells = f["cells"] if dispatch.kind in ("kit", "cells") else {}
    key = fact.removeprefix(KIT)
    return key in cells or isinstance(cells.get(key.rpartition("/")[0]), dict)
