"""What the kits of all games share: the parts of a kit's page, the fields of its forms, plain checks of values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

JSON = Any
Cells = Mapping[str, JSON]
Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Heading:
    """What sections may stand under: those play asks for if need be. `folded`: all of them open on one tap."""

    key: str
    title: str
    words: str
    folded: bool = False


@dataclass(frozen=True)
class Section:
    """One form of the kit's page. Set-up needs it unless it stands `under` a heading; `folded` opens on a tap."""

    key: str
    title: str
    under: Heading | None = None
    folded: bool = False
    form: str = ""
    """The template that draws it, where that is not its own."""

    @property
    def template(self) -> str:
        return self.form or self.key


class Typed:
    """The fields of a form as they were typed."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def one(self, name: str) -> str:
        """The first value of a field; empty when it has none."""
        return next(iter(self._fields.get(name, ())), "")

    def many(self, name: str) -> Sequence[str]:
        """All values of a field: the boxes ticked under one name."""
        return self._fields.get(name, ())

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether a field came at all, or, asked of a value, with that value."""
        return name in self._fields if value is None else value in self.many(name)


def put(made: dict[str, JSON], key: str, value: JSON) -> None:
    """Set a cell, or take it away for no value."""
    if value in (None, "", []):
        made.pop(key, None)
    else:
        made[key] = value


def as_field(value: JSON) -> list[str]:
    """A value as the one value of a field; blank for none."""
    return ["" if value is None else str(value)]


def is_whole(value: JSON, low: int, high: int) -> bool:
    """Whether a value is a whole number in a range."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_texts(value: JSON) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def settled(cells: Cells, faults: Callable[[Cells], Mapping[str, str]]) -> dict[str, JSON]:
    """The cells that can be worked with, whatever the others are: those left once all with faults are gone."""
    while wrong := faults(cells):
        cells = {key: value for key, value in cells.items() if key not in wrong}
    return dict(cells)
