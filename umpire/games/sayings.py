"""What the core tells at every table, whatever the game, as sentences for those who heard it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.table.asks import TABLE
from umpire.table.motions import BOTH
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]
Sayings = Mapping[str, Callable[[Facts], str]]

MOVES = {
    "concede": "concedes",
    "end": "would end the game here",
    "dispute": "raises a question",
    "pause": "would rest the table",
    "correct": "would set its own record right",
    "back": "would go back to the beginning of a turn",
}


ALONE = {
    "concede": "gives the game up",
    "end": "ends the game here",
    "dispute": "notes",
    "correct": "sets the record right",
    "back": "goes back",
}
"""What of these is done at once where nobody else is asked."""


def core_sayings(names: Mapping[str, str], cell: Callable[[str, JSON], str]) -> dict[str, Callable[[Facts], str]]:
    """Sayings of a game's core dispatches: what its sides are called, and how a printed value reads by its key."""

    def giver_(by: str) -> str:
        return giver(by, names)

    return {
        "opened": lambda f: "The table is set.",
        "roll": lambda f: f"{f['why']}: {listed(str(face) for face in f['faces'])} ({giver_(f['by'])}).",
        "cells": lambda f: (
            f"Read off the components ({'kept with this copy' if f['by'] == 'app' else giver_(f['by'])}): "
            f"{'; '.join(cell(k, v) for k, v in f['cells'].items())}."
        ),
        "motion": lambda f: _motion(f, names),
        "motion-detail": lambda f: (
            f"Your motion: {_called(f['value']['fact'])}, to {f['value']['value']} ({f['value']['reason']})."
        ),
        "pause": lambda f: "The table rests." if f["on"] else "The table goes on.",
        "corrected": lambda f: "Record corrected.",
        "not-set": lambda f: f"Your record could not be set right as moved: {f['text']}",
        "set-right": lambda f: f"Set right: {f['text']} ({f['reason']}).",
        "fault": lambda f: "The app could not work this out; it is entered by hand, on the record.",
        "let-stand": _let_stand,
        "back-why": lambda f: f"Gone back, since it should have been {f['text']} ({f['reason']}).",
        "back": lambda f: "The table goes back; what was told since is struck.",
    }


def giver(by: str, names: Mapping[str, str]) -> str:
    """Who gave dice or a printed value, as it follows what was given."""
    return {"app": "rolled by the app", "laptop": "read at the laptop", "umpire": "read by the umpire"}.get(
        by, f"read by {names.get(by, by)}"
    )


def _called(fact: str) -> str:
    """A fact of the record by its key, as it is spoken of: ``Kaga, zone``; ``Enterprise D ready, planes``."""
    kind, _, name = fact.partition("/")
    return f"{name.replace('/', ' ')}, {kind}" if name else kind


def _motion(f: Facts, names: Mapping[str, str]) -> str:
    text = f": {f['text'].rstrip(' .')}" if f["text"] else ""
    by = {TABLE: "The table", **names}.get(f["by"], "The umpire")
    stop = "" if text.endswith(("?", "!")) else "."
    if f["say"] == "carried":
        return f"{by} {ALONE[f['motion']]}{text}{stop}"
    if f["say"] == "put":
        return f"{by} puts a ruling{text}{stop}"
    if f["by"] == BOTH:
        return f"Ruled by both sides{text}{stop}"
    return f"{by} {MOVES[f['motion']]}{text}{stop}" if f["say"] == "moved" else f"{by}: {f['say']}{text}{stop}"


def _let_stand(f: Facts) -> str:
    size = f"Told from it: {f['told']}; rested on it: {f['rested']}."
    return f"Let stand, though it should have been {f['text']} ({f['reason']}). {size}"
