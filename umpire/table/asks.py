"""What may be asked of a party, and how an answer to it is written, checked and sampled.

An ask is made from the plot of the party it is put to, never from the truth, so neither the options
it offers nor the words of a refusal can tell anything that the party does not know already.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

import jsonschema_rs

from umpire.table.words import canonical, read, whole

JSON = Any
"""A JSON value: dict, list, str, int, bool or None. No floats: nothing here is measured in halves of one."""

DICE = "dice"
"""The party that answers for dice: anybody at the table, or the app."""
CHART = "chart"
"""The party that answers for what only the printed components tell: anybody at the table."""
TABLE = "table"
"""The party that answers for what is done before everybody's eyes: anybody at the table, in whosever turn it is."""
PUBLIC_PARTIES = (TABLE, DICE, CHART)
PRIVATE = "private"
"""The party that answers for dice that only one side hears of: the app, and nobody at a seat, screen or desk."""
DICE_PARTIES = (DICE, PRIVATE)
ACTED_ON = (*PUBLIC_PARTIES, PRIVATE)
"""The parties whose answers are acted on at once, and are never taken back."""

LARGEST = 64 * 1024
"""Bytes of an answer; the longest sheet of a recorded game holds a fiftieth of it."""
LONGEST_REFUSAL = 600
"""Letters of a refusal: one that quotes what was said does not quote a whole book."""


class Refusal(Exception):
    """An answer that cannot stand, in the player's words; `rule` is the rule it rests on."""

    def __init__(self, text: str, rule: str = "") -> None:
        text = text if len(text) <= LONGEST_REFUSAL else f"{text[:LONGEST_REFUSAL]}…"
        super().__init__(text)
        self.text = text
        self.rule = rule


class Challenge(Refusal):
    """An answer that is doubted, not refused: said once more, with `sure`, it stands."""


def fits(schema: Mapping[str, JSON], value: JSON) -> bool:
    """Whether a value has the shape that a schema (JSON Schema 2020-12) gives."""
    try:
        return _no_float(value) and _is_text(value) and _validator(canonical(schema)).is_valid(value)
    except RecursionError:  # lists within lists within lists: no answer is a hundredth as deep
        return False


@lru_cache(512)
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(read(schema))


def _is_text(value: JSON) -> bool:
    """Whether a value can be written down at all, on less than a ream: half a character cannot."""
    try:
        return len(canonical(value).encode()) <= LARGEST
    except ValueError:
        return False


def _no_float(value: JSON) -> bool:
    """JSON Schema takes 5.0 for an integer; a count here is one or it is none."""
    if isinstance(value, dict):
        return all(_no_float(each) for each in value.values())
    if isinstance(value, list):
        return all(_no_float(each) for each in value)
    return not isinstance(value, float)


@dataclass(frozen=True)
class Ask:
    """One question to one party. Games subclass it, one class a kind of decision.

    `name` is stable and unique in a table (``t6/search/us/3``); `facts` is what the page that draws
    the ask needs, all of it known to the party.
    """

    name: str
    facts: Mapping[str, JSON] = field(default_factory=dict)

    kind: ClassVar[str] = "ask"
    rule: ClassVar[str] = ""
    schema: ClassVar[Mapping[str, JSON]] = {}
    apart: ClassVar[Sequence[str]] = ()
    """Taps that mean the same whatever another phone of the side has written since the page was drawn."""

    def shape(self) -> Mapping[str, JSON]:
        """The JSON schema of an answer."""
        return self.schema

    def signature(self) -> str:
        """What makes this ask this ask: a lock stands after a correction only while this is unchanged."""
        return canonical([self.name, self.kind, self.facts])

    def validate(self, value: JSON, *, sure: bool = False) -> None:
        """Raises `Refusal` when the value cannot be the answer, `Challenge` when it is doubted."""
        if not fits(self.shape(), value):
            raise Refusal("That is not an answer to what is asked now. Nothing was changed.", self.rule)
        try:
            self.check(value)
        except Challenge:
            if not sure:
                raise

    def check(self, value: JSON) -> None:
        """The rules' own check of a value of the right shape; raises `Refusal`."""

    def sample(self, rng: random.Random) -> JSON:
        """A legal answer, for random play."""
        raise TypeError(f"{type(self).__name__} cannot be sampled")

    # An answer is written tap by tap: a draft is JSON, kept on the server, edited by pure functions.

    def draft(self) -> JSON:
        """The draft a party starts from."""
        return None

    def taken_up(self, draft: JSON) -> JSON:
        """A draft written when this ask had other facts, as far as it can still be written on; else a new one."""
        return self.draft()

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """The draft after one tap; raises `Refusal` for a tap that means nothing here."""
        raise Refusal("That key does nothing here.", self.rule)

    def own(self, draft: JSON) -> JSON:
        """What of a draft is the phone's that wrote on it and not its side's, to be kept in its seat; None for nothing."""
        return None

    def before(self, draft: JSON, own: JSON, *, here: bool) -> JSON:
        """The draft of a side as one of its phones has it before it, with what is that phone's own: of this very ask, or
        of the last of its kind; None for nothing."""
        return draft

    def value(self, draft: JSON) -> JSON:
        """The answer a draft amounts to; raises `Refusal` when something is still missing."""
        return draft

    def reminder(self, draft: JSON) -> str:
        """A likely slip to ask about before a draft is locked; empty for none. It is courtesy, not a rule."""
        return ""


@dataclass(frozen=True)
class Die:
    """One die of a roll: what it decides and how it will be read."""

    label: str
    note: str = ""
    sides: int = 6


@dataclass(frozen=True)
class Chance(Ask):
    """What chance decides: the app may let it fall, or people read it off the table. The answer is a list."""

    why: str = ""

    @property
    def named(self) -> list[JSON]:
        """What is to fall, as it is named before it does."""
        raise NotImplementedError

    @property
    def count(self) -> int:
        """How many things fall."""
        raise NotImplementedError

    def fall(self, die: Callable[[int], int]) -> list[JSON]:
        """What comes of it with a die that is told how many sides it has, and shows 1 and up."""
        raise NotImplementedError

    def may_fall(self, fell: JSON) -> bool:
        """Whether it can come to this as it stands now: a cup may hold something else than it once did."""
        try:
            self.validate(fell)
        except Refusal:
            return False
        return True

    def sample(self, rng: random.Random) -> JSON:
        return self.fall(lambda sides: rng.randint(1, sides))


@dataclass(frozen=True)
class Roll(Chance):
    """Dice for one event, all of them named before any is rolled."""

    dice: Sequence[Die] = ()

    kind = "roll"

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "facts",
            {"why": self.why, "dice": [{"label": d.label, "note": d.note, "sides": d.sides} for d in self.dice]},
        )

    def shape(self) -> Mapping[str, JSON]:
        faces = [{"type": "integer", "minimum": 1, "maximum": d.sides} for d in self.dice]
        each = {"prefixItems": faces} if faces else {}
        return {"type": "array", "minItems": len(faces), "maxItems": len(faces), **each}

    @property
    def named(self) -> list[JSON]:
        return [{"label": d.label, "note": d.note} for d in self.dice]

    @property
    def count(self) -> int:
        return len(self.dice)

    def fall(self, die: Callable[[int], int]) -> list[JSON]:
        return [die(d.sides) for d in self.dice]

    def draft(self) -> JSON:
        return {"faces": [None] * len(self.dice)}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``face`` with ``3:5`` reads five on the fourth die; ``blank`` with ``3`` unreads it, ``clear`` all of them."""
        if op == "clear":
            return self.draft()
        place, _, shown = arg.partition(":")
        index, face = whole(place), whole(shown)
        if op == "blank" and index is not None and index < len(self.dice):
            return {"faces": [None if at == index else each for at, each in enumerate(draft["faces"])]}
        if op != "face" or index is None or face is None:
            return super().edit(draft, op, arg, fields)
        if index >= len(self.dice) or not 1 <= face <= self.dice[index].sides:
            raise Refusal("No die of this roll can show that.")
        faces = list(draft["faces"])
        faces[index] = face
        return {"faces": faces}

    def value(self, draft: JSON) -> JSON:
        if None in draft["faces"]:
            raise Refusal("Read every die first: one of them has no number yet.")
        return draft["faces"]


@dataclass(frozen=True)
class Draw(Chance):
    """So many pieces out of a cup that holds so many of each kind, none of them put back; the answer names the kinds.

    A choice left to chance is one too: a cup that holds each of those there is to choose from once. A cup that holds
    fewer, as a correction may leave it while the ask stands, gives what it has.
    """

    cup: Mapping[str, int] = field(default_factory=dict)
    n: int = 1

    kind = "draw"

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", min(self.n, sum(self.cup.values())))
        object.__setattr__(self, "facts", {"why": self.why, "cup": dict(self.cup), "n": self.n})

    def shape(self) -> Mapping[str, JSON]:
        one = {"enum": [kind for kind, n in self.cup.items() if n]}
        return {"type": "array", "items": one, "minItems": self.n, "maxItems": self.n}

    def check(self, value: JSON) -> None:
        for kind in dict.fromkeys(value):
            if value.count(kind) > self.cup[kind]:
                raise Refusal(f"The cup holds {self.cup[kind]} of “{kind}”.")

    @property
    def named(self) -> list[JSON]:
        return [{"cup": dict(self.cup)}]

    @property
    def count(self) -> int:
        return self.n

    def fall(self, die: Callable[[int], int]) -> list[JSON]:
        pieces = [kind for kind, n in self.cup.items() for _ in range(n)]
        return [pieces.pop(die(len(pieces)) - 1) for _ in range(self.n)]

    def draft(self) -> JSON:
        return {"drawn": []}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``take`` a kind; ``back`` puts the last one back, ``clear`` all of them."""
        if op == "clear":
            return self.draft()
        if op == "back":
            return {"drawn": draft["drawn"][:-1]}
        if op != "take" or arg not in self.cup:
            return super().edit(draft, op, arg, fields)
        drawn = [*draft["drawn"][: self.n - 1], arg]
        self.check(drawn)
        return {"drawn": drawn}

    def value(self, draft: JSON) -> JSON:
        if len(draft["drawn"]) < self.n:
            raise Refusal("Say first what was drawn." if self.n == 1 else f"Say first which {self.n} were drawn.")
        return draft["drawn"]
