"""Rulings by the name of a card or a topic: the rulebook's questions in words of our own, each with its rule."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ruling:
    """A question, its answer, and where in the rulebook that stands."""

    ask: str
    answer: str
    rule: str
    setting: str = ""
    by: Mapping[str, str] = field(default_factory=dict)
    """The answer to each choice of the `setting` that decides it."""

    def answered(self, agreed: Mapping[str, Any]) -> str:
        """The answer as this table plays; where none is, as it is by default."""
        return self.by[_key(agreed[self.setting])] if self.setting in agreed else self.answer

    def cited(self, agreed: Mapping[str, Any]) -> str:
        """The rule; of what the table has agreed on, that it has."""
        return f"{self.rule.removesuffix(BY_DEFAULT)}; as agreed here" if self.setting in agreed else self.rule


BY_DEFAULT = "; by default"


def _key(choice: Any) -> str:
    """A choice as the file of rulings writes it."""
    return str(choice).lower()


@dataclass(frozen=True)
class Topic:
    """A card by its name, or a part of the rules."""

    name: str
    note: str
    card: bool
    rulings: tuple[Ruling, ...]


@cache
def topics() -> list[Topic]:
    """Cards by name first, then topics in the order of play."""
    said = tomllib.loads(Path(__file__).with_name("rulings.toml").read_text("utf-8"))
    made = [
        Topic(
            each["name"],
            each.get("note", ""),
            each.get("card", False),
            tuple(Ruling(**r) for r in each["ruling"]),
        )
        for each in said["topic"]
    ]
    return [*sorted((t for t in made if t.card), key=lambda t: t.name), *(t for t in made if not t.card)]
