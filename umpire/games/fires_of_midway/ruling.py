"""What an answer of the ruling lookup is: a question, its answer, the rule it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

JSON = Any


@dataclass(frozen=True)
class Ruling:
    """One question that comes up at the table. Where a setting decides it, `by` has the answer to each of its choices."""

    question: str
    answer: str
    rule: str
    ours: bool = False
    """Whether the rulebook leaves it open, so that the answer is this app's default."""
    setting: str = ""
    by: Mapping[JSON, str] = field(default_factory=dict)

    def answered(self, settings: Mapping[str, JSON]) -> str:
        """The answer as the table is agreed."""
        return self.by.get(settings.get(self.setting), self.answer) if self.setting else self.answer


@dataclass(frozen=True)
class Topic:
    """Questions that belong together."""

    title: str
    rulings: Sequence[Ruling]
