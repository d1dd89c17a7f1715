"""Rulings by the name of a card or a topic: the rulebook's questions in words of our own, each with its rule."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Ruling:
    """A question, its answer, and where in the rulebook that stands."""

    ask: str
    answer: str
    rule: str


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
            tuple(Ruling(r["ask"], r["answer"], r["rule"]) for r in each["ruling"]),
        )
        for each in said["topic"]
    ]
    return [*sorted((t for t in made if t.card), key=lambda t: t.name), *(t for t in made if not t.card)]
