"""The few kinds of question that most steps of this game put to the US player.

The deck sheet, search boxes and purchases have their own, in the modules of those rules. Each kind has its template
of that name; what a page needs stands in `facts`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.table.asks import Ask, Refusal
from umpire.table.words import counted, whole

JSON = Any

_TEXTS: Mapping[str, JSON] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}


@dataclass(frozen=True)
class Titled(Ask):
    """An ask with its heading, the words under it, and the rule it rests on, as `titled` puts them into its facts."""

    @property
    def heading(self) -> str:
        return str(self.facts["heading"])

    def refuse(self, words: str) -> Refusal:
        """A refusal that cites the rule this ask rests on."""
        return Refusal(words, str(self.facts["rule"]))


def titled(heading: str, words: str = "", rule: str = "", **facts: JSON) -> dict[str, JSON]:
    """The facts of an ask."""
    return {"heading": heading, "words": words, "rule": rule, **facts}


def option(id: str, words: str, note: str = "") -> dict[str, str]:
    """One thing to choose: its name in the answer, what it is called, and what it would mean."""
    return {"id": id, "words": words, "note": note}


@dataclass(frozen=True)
class Choose(Titled):
    """One of `options`; `preset` is the one the page opens on, or empty. The answer is its id."""

    kind = "choose"

    def shape(self) -> Mapping[str, JSON]:
        return {"enum": [each["id"] for each in self.facts["options"]]}

    def sample(self, rng: random.Random) -> JSON:
        return rng.choice(self.facts["options"])["id"]

    def draft(self) -> JSON:
        return {"one": self.facts.get("preset", "")}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op != "one" or arg not in self.shape()["enum"]:
            return super().edit(draft, op, arg, fields)
        return {"one": arg}

    def value(self, draft: JSON) -> JSON:
        if not draft["one"]:
            raise self.refuse("Choose one first.")
        return draft["one"]


@dataclass(frozen=True)
class Pick(Titled):
    """From `least` to `most` of `options`; `preset` are those the page opens on. The answer is their ids, in order."""

    kind = "pick"
    schema: ClassVar[Mapping[str, JSON]] = _TEXTS

    @property
    def ids(self) -> list[str]:
        return [each["id"] for each in self.facts["options"]]

    def check(self, value: JSON) -> None:
        for each in value:
            if each not in self.ids:
                raise self.refuse(f"“{each[:30]}” is not among those to choose from.")
        least, most = self.facts["least"], self.facts["most"]
        if not least <= len(value) <= most:
            due = f"{least}" if least == most else f"{least} to {most}"
            raise self.refuse(f"{due} of them, not {len(value)}.")

    def sample(self, rng: random.Random) -> JSON:
        n = rng.randint(self.facts["least"], min(self.facts["most"], len(self.ids)))
        return rng.sample(self.ids, n)

    def draft(self) -> JSON:
        return {"picked": list(self.facts.get("preset", ()))}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``one`` picks or leaves one; ``all`` and ``none``."""
        if op in ("all", "none"):
            return {"picked": self.ids[: self.facts["most"]] if op == "all" else []}
        if op != "one" or arg not in self.ids:
            return super().edit(draft, op, arg, fields)
        rest = [each for each in draft["picked"] if each != arg]
        return {"picked": rest if arg in draft["picked"] else [*rest, arg]}

    def value(self, draft: JSON) -> JSON:
        return [each for each in self.ids if each in draft["picked"]]


@dataclass(frozen=True)
class Split(Titled):
    """A number out of each of several lots: air steps to lose, fuel to go without. The answer is ``{lot: n}``.

    Each of `lots` is ``{"id", "words", "most"}``. They must come to `due` in all, or as near as there are any; of
    those with `of` in their lot at least `at_least` (``{"non-fighter": 2}``). `preset` is a legal answer to open on.
    """

    kind = "split"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 0},
    }

    @property
    def most(self) -> dict[str, int]:
        return {lot["id"]: lot["most"] for lot in self.facts["lots"]}

    @property
    def due(self) -> int:
        return int(min(self.facts["due"], sum(self.most.values())))

    def check(self, value: JSON) -> None:
        for lot, n in value.items():
            if n > self.most.get(lot, 0):
                raise self.refuse(f"There are only {self.most.get(lot, 0)} of {lot[:30]}.")
        if sum(value.values()) != self.due:
            raise self.refuse(f"{counted(self.due, 'step')} in all, not {sum(value.values())}.")
        for of, least in self.facts.get("at_least", {}).items():
            lots = [lot for lot in self.facts["lots"] if lot.get("of") == of]
            there = min(least, sum(lot["most"] for lot in lots))
            if sum(value.get(lot["id"], 0) for lot in lots) < there:
                raise self.refuse(f"At least {there} of them must be {of}s.")

    def sample(self, rng: random.Random) -> JSON:
        return dict(self.facts["preset"])

    def draft(self) -> JSON:
        return {"n": dict(self.facts["preset"])}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``set`` with ``SBD:2``."""
        lot, _, n = arg.rpartition(":")
        number = whole(n)
        if op != "set" or lot not in self.most or number is None:
            return super().edit(draft, op, arg, fields)
        return {"n": {**draft["n"], lot: min(number, self.most[lot])}}

    def value(self, draft: JSON) -> JSON:
        return {lot: n for lot, n in draft["n"].items() if n}


@dataclass(frozen=True)
class Places(Titled):
    """A hex for each of several pieces: strikes in the air, task forces. The answer is ``{piece: hex}``.

    Each of `pieces` is ``{"id", "words", "note", "at", "to", "preset"}``, `to` the hexes it may go to, its own among
    them if it may stay; `preset` one of them. At most `most` pieces may leave their hex, where that is given.
    """

    kind = "places"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    @property
    def pieces(self) -> dict[str, JSON]:
        return {piece["id"]: piece for piece in self.facts["pieces"]}

    def check(self, value: JSON) -> None:
        for id, piece in self.pieces.items():
            if value.get(id, piece["preset"]) not in piece["to"]:
                raise self.refuse(f"{piece['words']} cannot go to {value[id][:8]}.")
        unknown = [id for id in value if id not in self.pieces]
        if unknown:
            raise self.refuse(f"“{unknown[0][:20]}” is not to be moved now.")
        gone = [id for id, piece in self.pieces.items() if value.get(id, piece["preset"]) != piece["at"]]
        most = self.facts.get("most")
        if most is not None and len(gone) > most:
            raise self.refuse(f"{most} of them may move in this phase, not {len(gone)}.")

    def sample(self, rng: random.Random) -> JSON:
        made = {id: piece["at"] if piece["at"] in piece["to"] else piece["preset"] for id, piece in self.pieces.items()}
        most = self.facts.get("most")
        for id in rng.sample(sorted(self.pieces), len(self.pieces) if most is None else min(most, len(self.pieces))):
            made[id] = rng.choice(self.pieces[id]["to"])
        return made

    def draft(self) -> JSON:
        return {"to": {id: piece["preset"] for id, piece in self.pieces.items()}, "one": next(iter(self.pieces), "")}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``one`` takes a piece up; ``hex`` sends it there; ``stay`` leaves all where they are."""
        if op == "one" and arg in self.pieces:
            return {**draft, "one": arg}
        if op == "stay":
            return {**draft, "to": {id: piece["at"] for id, piece in self.pieces.items()}}
        if op != "hex" or draft["one"] not in self.pieces:
            return super().edit(draft, op, arg, fields)
        if arg not in self.pieces[draft["one"]]["to"]:
            raise self.refuse(f"{self.pieces[draft['one']]['words']} cannot go to {arg[:8]}.")
        return {**draft, "to": {**draft["to"], draft["one"]: arg}}

    def value(self, draft: JSON) -> JSON:
        return dict(draft["to"])


@dataclass(frozen=True)
class Targets(Titled):
    """A target for each roll, all of them named before any is rolled (4.1). The answer is the targets, roll by roll.

    `rolls` are what each is modified by, in words; `targets` are ``{"id", "words", "note"}``; `preset` is what the page
    opens on: the rolls spread as evenly as they go.
    """

    kind = "targets"

    def shape(self) -> Mapping[str, JSON]:
        n = len(self.facts["rolls"])
        one = {"enum": [each["id"] for each in self.facts["targets"]]}
        return {"type": "array", "items": one, "minItems": n, "maxItems": n}

    def sample(self, rng: random.Random) -> JSON:
        return [rng.choice(self.facts["targets"])["id"] for _ in self.facts["rolls"]]

    def draft(self) -> JSON:
        return {"at": list(self.facts["preset"]), "roll": 0}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``roll`` takes a roll up; ``at`` aims it, and takes up the next; ``all`` aims every one."""
        ids, number = self.shape()["items"]["enum"], whole(arg)
        if op == "roll" and number is not None and number < len(draft["at"]):
            return {**draft, "roll": number}
        if op == "all" and arg in ids:
            return {**draft, "at": [arg] * len(draft["at"])}
        if op != "at" or arg not in ids:
            return super().edit(draft, op, arg, fields)
        at = [arg if n == draft["roll"] else each for n, each in enumerate(draft["at"])]
        return {"at": at, "roll": min(draft["roll"] + 1, len(at) - 1)}

    def value(self, draft: JSON) -> JSON:
        return list(draft["at"])


@dataclass(frozen=True)
class Pieces(Titled):
    """What the table does with its counters now, `lines` of it; one tap says that it is done.

    Where the app presumed what only the map shows, `presumed` lists those places, each ``{"id", "words", "hex",
    "answers"}`` with what else it might be; the answer is ``{id: answer}`` for those that are otherwise, ``{}`` for
    none.
    """

    kind = "pieces"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    @property
    def presumed(self) -> dict[str, JSON]:
        return {each["id"]: each for each in self.facts.get("presumed", ())}

    def check(self, value: JSON) -> None:
        for id, said in value.items():
            if id not in self.presumed or said not in [each["id"] for each in self.presumed[id]["answers"]]:
                raise self.refuse("That is not what was asked about.")

    def sample(self, rng: random.Random) -> JSON:
        return {}

    def draft(self) -> JSON:
        return {"other": {}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``other`` with ``2126:coastal``; the same again takes it back."""
        id, _, said = arg.partition(":")
        if op != "other":
            return super().edit(draft, op, arg, fields)
        self.check({id: said})
        rest = {other: each for other, each in draft["other"].items() if other != id}
        return {"other": rest if draft["other"].get(id) == said else {**rest, id: said}}

    def value(self, draft: JSON) -> JSON:
        return dict(draft["other"])
