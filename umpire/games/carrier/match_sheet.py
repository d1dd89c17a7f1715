"""The US match-ups of a surface battle: whom each of your ships fires at (14.2)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier.asks import Titled
from umpire.table.words import listed

JSON = Any


@dataclass(frozen=True)
class Match(Titled):
    """A target for each ship that fires, as one likes. The answer is ``{firer: target}``.

    `firers` and `targets` are ``{"id", "words", "note"}``; `preset` is a whole match to open on.
    """

    kind = "match"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    @property
    def firers(self) -> list[str]:
        return [each["id"] for each in self.facts["firers"]]

    @property
    def targets(self) -> list[str]:
        return [each["id"] for each in self.facts["targets"]]

    def check(self, value: JSON) -> None:
        for firer, target in value.items():
            if firer not in self.firers or target not in self.targets:
                raise self.refuse("One of those ships does not fire, or cannot be fired at, in this fight.")
        still = [firer for firer in self.firers if firer not in value]
        if still:
            raise self.refuse(f"Without a target yet: {listed(still)}. Each ship fires once.")

    def sample(self, rng: random.Random) -> JSON:
        return {firer: rng.choice(self.targets) for firer in self.firers}

    def draft(self) -> JSON:
        return {"at": dict(self.facts["preset"]), "one": next(iter(self.firers), "")}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``one`` takes a ship up; ``at`` gives it a target and takes up the next; ``all`` gives all the same."""
        if op == "one" and arg in self.firers:
            return {**draft, "one": arg}
        if op == "all" and arg in self.targets:
            return {**draft, "at": dict.fromkeys(self.firers, arg)}
        if op != "at" or arg not in self.targets or not draft["one"]:
            return super().edit(draft, op, arg, fields)
        after = self.firers.index(draft["one"]) + 1
        return {"at": {**draft["at"], draft["one"]: arg}, "one": self.firers[after % len(self.firers)]}

    def value(self, draft: JSON) -> JSON:
        return dict(draft["at"])
