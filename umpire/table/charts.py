"""Printed charts and counters: values only the owner's box can tell, asked once and kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.table.asks import Ask, Challenge, Refusal
from umpire.table.words import listed, shared, whole

JSON = Any


@dataclass(frozen=True)
class Field:
    """One box of a cell: a whole number from `low` to `high`, or one of `words`; words alone where `high` is less."""

    name: str
    label: str
    low: int = 0
    high: int = 99
    words: tuple[str, ...] = ()
    size: int = 12
    """Characters that may be typed into it."""
    keys: tuple[str, ...] = ()
    """What is written on keys that give each of `words`, if not the words: where the box is all that is asked."""

    @property
    def only_words(self) -> bool:
        """Whether no number can stand here."""
        return self.high < self.low

    def sample(self, rng: random.Random) -> int | str:
        """A sound value."""
        return rng.choice(self.words) if self.only_words else rng.randint(self.low, min(self.high, self.low + 5))

    def read(self, text: str, where: str) -> int | str:
        """The value typed; raises `Refusal` in words that name the cell."""
        typed = text.strip().lower()
        for word in self.words:
            if word.lower() == typed:
                return word
        if self.only_words:
            of = listed((f"“{word}”" for word in self.words), "or")
            raise Refusal(
                f"{where}: “{text.strip()}” will not do; it is {of}." if typed else f"{where} is still blank: {of}."
            )
        number = _signed(typed) if self.low < 0 else whole(typed)
        if number is None or not self.low <= number <= self.high:
            also = "".join(f", or “{word}”" for word in self.words)
            said = f"{where}: “{text.strip()}” will not do" if typed else f"{where} is still blank"
            raise Refusal(f"{said}. A whole number from {self.low} to {self.high}{also}.")
        return number

    def allows(self, value: JSON) -> bool:
        if isinstance(value, int) and not isinstance(value, bool):
            return self.low <= value <= self.high
        return isinstance(value, str) and value in self.words


def _signed(typed: str) -> int | None:
    """A whole number that may be below nought: ``-3``, ``−3``, ``+2``."""
    number = whole(typed.lstrip("+-−"))
    if number is None or len(typed) - len(typed.lstrip("+-−")) > 1:
        return None
    return -number if typed[:1] in ("-", "−") else number


NUMBER = (Field("", ""),)
PAD = 6
"""So many words are few enough for a key each; so many boxes that take the same words are given them by a pad."""
MANY = 3
"""From so many cells on, what their names have in common is said once."""


@dataclass(frozen=True)
class Cell:
    """One printed value: its key in the kit, its name for a player, and what a sound value looks like.

    A cell of one nameless field holds a bare number; any other holds an object. `doubt` gives the
    words of a challenge, or None, for a value that the rulebook's own examples contradict.
    """

    key: str
    label: str
    fields: Sequence[Field] = NUMBER
    suggestion: JSON = None
    doubt: Callable[[JSON], str | None] = lambda value: None

    @property
    def bare(self) -> bool:
        return len(self.fields) == 1 and not self.fields[0].name

    def allows(self, value: JSON) -> bool:
        if self.bare:
            return self.fields[0].allows(value)
        names = {f.name for f in self.fields}
        return isinstance(value, dict) and set(value) == names and all(f.allows(value[f.name]) for f in self.fields)

    def read(self, typed: Mapping[str, str]) -> JSON:
        """The value of what was typed into its boxes, by field; raises `Refusal`."""
        read = {f.name: f.read(typed.get(f.name, ""), self._where(f)) for f in self.fields}
        return read[""] if self.bare else read

    def _where(self, box: Field) -> str:
        return f"{self.label}, {box.label}" if box.label else self.label

    def text(self, value: JSON) -> dict[str, str]:
        """A value as it stands in the boxes, by field; blanks for no value."""
        if value is None:
            return {f.name: "" for f in self.fields}
        return {"": str(value)} if self.bare else {f.name: str(value.get(f.name, "")) for f in self.fields}

    def sample(self, rng: random.Random) -> JSON:
        """A sound value; the suggestion, as far as there is one."""
        drawn = {f.name: f.sample(rng) for f in self.fields}
        if self.bare:
            return drawn[""] if self.suggestion is None else self.suggestion
        return {**drawn, **(self.suggestion or {})}


@dataclass(frozen=True)
class Cells(Ask):
    """Blank cells that a public event needs, all that it needs at once, asked of everybody."""

    cells: Sequence[Cell] = ()
    why: str = ""
    cites: str = ""
    """The rule that needs them."""

    kind = "cells"

    def __post_init__(self) -> None:
        drawn = [
            {
                "key": c.key,
                "label": c.label,
                "fields": [
                    {"name": f.name, "label": f.label, "low": f.low, "high": f.high, "words": list(f.words)}
                    for f in c.fields
                ],
            }
            for c in self.cells
        ]
        object.__setattr__(self, "facts", {"why": self.why, "cells": drawn})

    @property
    def taps(self) -> Sequence[tuple[str, str]]:
        """The words that one tap each answers with, and what their keys say; none for cells that are typed."""
        box = self.cells[0].fields[0] if len(self.cells) == 1 and self.cells[0].bare else None
        few = box and box.only_words and len(box.words) <= PAD
        return list(zip(box.words, box.keys or box.words, strict=True)) if box and few else []

    @property
    def pad(self) -> Sequence[str]:
        """The words of a cell alone of which every box takes one of the same few: taken up, and given to box after box."""
        fields = self.cells[0].fields if len(self.cells) == 1 else ()
        alike = len(fields) >= PAD and all(f.only_words and f.words == fields[0].words for f in fields)
        return fields[0].words if alike else ()

    @property
    def heads(self) -> tuple[str, list[str]]:
        """What the names of several cells begin with, word by word, to be read once; and what is left of each."""
        labels = [c.label for c in self.cells]
        begin = shared(labels) if len(labels) >= MANY else ""
        return begin, [label.removeprefix(begin).removeprefix(" ") if begin else label for label in labels]

    @property
    def question(self) -> str:
        """What is asked, by the name of the one cell or of all the cells alike; empty where they are of several kinds."""
        begin = shared([c.label for c in self.cells]).rstrip(" ,:")
        asked = self.cells[0].label if len(self.cells) == 1 else f"{begin} …" if begin else ""
        return asked if not asked or asked.endswith("?") else f"{asked}?"

    def guessed(self, draft: JSON) -> Mapping[str, bool]:
        """The boxes, ``<key>|<field>``, in which there still stands what the app only suggests."""
        made: dict[str, bool] = {}
        for c in self.cells:
            guess, typed = c.text(c.suggestion), draft["typed"][c.key]
            made |= {f"{c.key}|{f.name}": bool(guess[f.name]) and typed[f.name] == guess[f.name] for f in c.fields}
        return made

    def shape(self) -> Mapping[str, JSON]:
        keys = [c.key for c in self.cells]
        return {"type": "object", "required": keys, "properties": {k: {} for k in keys}, "additionalProperties": False}

    def check(self, value: JSON) -> None:
        for cell in self.cells:
            if not cell.allows(value[cell.key]):
                raise Refusal(f"{cell.label}: that cannot be printed there.")
        doubts = [f"{cell.label}: {doubt}" for cell in self.cells if (doubt := cell.doubt(value[cell.key]))]
        if doubts:
            raise Challenge(" ".join(doubts))

    def sample(self, rng: random.Random) -> JSON:
        value = {cell.key: cell.sample(rng) for cell in self.cells}
        return value

    def draft(self) -> JSON:
        return {"typed": {c.key: c.text(c.suggestion) for c in self.cells}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``type`` takes the boxes as typed, named ``<key>|<field>``; ``say`` puts a word into one (``<key>|<field>=yes``).

        Of a `pad`, ``brush`` takes up a word, which every box that is still blank gets, and ``paint`` gives it to a box.
        """
        if op in ("brush", "paint") and self.pad:
            return self._painted(draft, op, arg)
        if op == "say":
            return self._said(draft, arg)
        if op != "type":
            return super().edit(draft, op, arg, fields)
        typed = {
            c.key: {f.name: fields.get(f"{c.key}|{f.name}", draft["typed"][c.key][f.name])[: f.size] for f in c.fields}
            for c in self.cells
        }
        return {"typed": typed}

    def _said(self, draft: JSON, arg: str) -> JSON:
        at, _, word = arg.rpartition("=")
        key, _, name = at.rpartition("|")
        box = next((f for c in self.cells for f in c.fields if (c.key, f.name) == (key, name)), None)
        if box is None or word not in box.words:
            raise Refusal("That key does nothing here.")
        typed = {**draft["typed"], key: {**draft["typed"][key], name: word}}
        return {**draft, "typed": typed}

    def _painted(self, draft: JSON, op: str, arg: str) -> JSON:
        key, boxes = self.cells[0].key, draft["typed"][self.cells[0].key]
        brush = draft.get("brush", "")
        if op == "brush" and arg in self.pad:
            return {"typed": {key: {name: had or arg for name, had in boxes.items()}}, "brush": arg}
        if op != "paint" or arg not in boxes or not brush:
            raise Refusal("Take up what is printed first, then tap where.")
        return {"typed": {key: {**boxes, arg: brush}}, "brush": brush}

    def value(self, draft: JSON) -> JSON:
        return {c.key: c.read(draft["typed"][c.key]) for c in self.cells}
