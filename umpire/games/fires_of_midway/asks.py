"""The questions that most steps of this game put to the table: one of several, some of several, a number.

All are asked of the party TABLE: anybody taps; `facts["of"]` names the side whose decision it is. Every ask has in its
facts: ``why`` (its heading), ``words`` (what stands under it, often empty), ``rule`` and ``of``. A key that answers at
once is posted as a tap and a lock in one: ``data-op="one" data-arg="<id>" data-lock="1"``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.table.asks import Ask, Refusal
from umpire.table.words import whole

JSON = Any

ROLL = "roll"
"""The answer that opens the app's dice for this one step."""


def titled(why: str, words: str = "", rule: str = "", of: str = "", **facts: JSON) -> dict[str, JSON]:
    """The facts of an ask; `of` is the side that decides, or empty where nobody does."""
    return {"why": why, "words": words, "rule": rule, **({"of": of} if of else {}), **facts}


def option(id: str, words: str, note: str = "", barred: str = "", rule: str = "", group: str = "") -> dict[str, str]:
    """One thing to choose: its name in the answer, what its key says, what it would mean, why it may not be (with the
    rule), and the heading it stands under."""
    return {"id": id, "words": words, "note": note, "barred": barred, "rule": rule, "group": group}


@dataclass(frozen=True)
class Titled(Ask):
    """An ask with the facts that `titled` gives."""

    @property
    def why(self) -> str:
        return str(self.facts["why"])

    def refuse(self, words: str, rule: str = "") -> Refusal:
        """A refusal that names a rule: its own, or that on which this ask rests."""
        return Refusal(words, rule or str(self.facts["rule"]))


@dataclass(frozen=True)
class Choose(Titled):
    """One of `options`, in one tap: op ``one``, arg its id, with lock. A barred one stays grey, and says its rule.

    With `roll` among the facts there is one key more, which opens the app's dice: its id is `ROLL`.
    """

    kind = "choose"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "string", "maxLength": 80}

    @property
    def options(self) -> list[dict[str, str]]:
        return list(self.facts["options"])

    def check(self, value: JSON) -> None:
        if value == ROLL and self.facts.get("roll"):
            return
        one = next((each for each in self.options if each["id"] == value), None)
        if one is None:
            raise self.refuse("That is not among what there is to choose from.")
        if one["barred"]:
            raise self.refuse(one["barred"], one["rule"])

    def sample(self, rng: random.Random) -> JSON:
        return rng.choice([each["id"] for each in self.options if not each["barred"]])

    def draft(self) -> JSON:
        return {"one": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op != "one":
            return super().edit(draft, op, arg, fields)
        self.check(arg)
        return {"one": arg}

    def value(self, draft: JSON) -> JSON:
        if not draft["one"]:
            raise self.refuse("Tap one of the keys first.")
        return draft["one"]


@dataclass(frozen=True)
class Pick(Titled):
    """From `least` to `most` of `options`; op ``one`` takes one or leaves it, then lock. The answer is their ids."""

    kind = "pick"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}

    @property
    def ids(self) -> list[str]:
        return [each["id"] for each in self.facts["options"]]

    def check(self, value: JSON) -> None:
        if any(each not in self.ids for each in value):
            raise self.refuse("That is not among what there is to choose from.")
        least, most = self.facts["least"], self.facts["most"]
        if not least <= len(value) <= most:
            due = f"{least}" if least == most else f"{least} to {most}"
            raise self.refuse(f"{due} of them, not {len(value)}.")

    def sample(self, rng: random.Random) -> JSON:
        return rng.sample(self.ids, rng.randint(self.facts["least"], min(self.facts["most"], len(self.ids))))

    def draft(self) -> JSON:
        return {"picked": []}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op != "one" or arg not in self.ids:
            return super().edit(draft, op, arg, fields)
        rest = [each for each in draft["picked"] if each != arg]
        return {"picked": rest if arg in draft["picked"] else [*rest, arg]}

    def value(self, draft: JSON) -> JSON:
        return [each for each in self.ids if each in draft["picked"]]


@dataclass(frozen=True)
class Count(Titled):
    """A number from `least` to `most`, in one tap: op ``n``, arg the number, with lock; or `ROLL` where `roll` says so.

    `lines` among the facts are what the number rests on, in words: “Flooding 3 + Inferno 2 = 5 dice”.
    """

    kind = "count"
    schema: ClassVar[Mapping[str, JSON]] = {"type": ["integer", "string"]}

    def check(self, value: JSON) -> None:
        if value == ROLL and self.facts.get("roll"):
            return
        least, most = self.facts["least"], self.facts["most"]
        if isinstance(value, str) or not least <= value <= most:
            raise self.refuse(f"A number from {least} to {most}.")

    def sample(self, rng: random.Random) -> JSON:
        return rng.randint(self.facts["least"], self.facts["most"])

    def draft(self) -> JSON:
        return {"n": None}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        n: JSON = ROLL if arg == ROLL else whole(arg)
        if op != "n" or n is None:
            return super().edit(draft, op, arg, fields)
        self.check(n)
        return {"n": n}

    def value(self, draft: JSON) -> JSON:
        if draft["n"] is None:
            raise self.refuse("Tap the number first.")
        return draft["n"]


# Shapes of answers, and a tap that puts in or takes out.

TEXT: Mapping[str, JSON] = {"type": "string", "maxLength": 24}
NAMED: Mapping[str, JSON] = {"type": "array", "items": TEXT, "uniqueItems": True, "maxItems": 12}
NUMBER: Mapping[str, JSON] = {"type": "integer", "minimum": 0, "maximum": 99}


def shaped(**parts: JSON) -> dict[str, JSON]:
    """The schema of an object that has these parts and no others."""
    return {"type": "object", "required": list(parts), "properties": parts, "additionalProperties": False}


def flipped(chosen: Sequence[str], one: str) -> list[str]:
    """The list with one more in it, or without it if it was there."""
    return [each for each in chosen if each != one] if one in chosen else [*chosen, one]
