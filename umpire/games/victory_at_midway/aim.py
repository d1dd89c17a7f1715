"""Who fires at whom: one ask for every kind of fire of the rulebook, all of whose targets are named before any die."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.table.asks import Ask, Refusal
from umpire.table.words import listed

JSON = Any

FREE, ONE_EACH, DUTY, EACH_FIRST = "free", "one each", "duty", "each first"
"""Any target; a target once at most; sheltered targets only after all others; every target before any twice."""


@dataclass(frozen=True)
class Aim(Ask):
    """The value is ``{firer: target}``.

    `facts`: `firers` and `targets`, each ``{id: words}``; `limit`; `sheltered`, targets that are fired at only
    once all others are; `barred`, targets nobody may choose, with the reason; `proposed`, an aim to begin with;
    `rule`, and the `heading` of the page.
    """

    kind = "aim"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    @property
    def wanted(self) -> int:
        """How many must fire: all of them, or one for each target where no target is fired at twice."""
        firers, targets = len(self.facts["firers"]), len(self.facts["targets"])
        return min(firers, targets) if self.facts["limit"] == ONE_EACH else firers

    def _refuse(self, text: str) -> Refusal:
        return Refusal(text, self.facts["rule"])

    def check(self, value: JSON) -> None:
        for firer, target in value.items():
            if firer not in self.facts["firers"] or target not in self.facts["targets"]:
                raise self._refuse("One of those is not in this fight.")
            if target in self.facts["barred"]:
                raise self._refuse(self.facts["barred"][target])
        if len(value) < self.wanted:
            still = [self.facts["firers"][f] for f in self.facts["firers"] if f not in value]
            raise self._refuse(f"Without a target yet: {listed(still)}.")
        fired_at = list(value.values())
        if self.facts["limit"] == ONE_EACH and len(set(fired_at)) < len(fired_at):
            twice = next(t for t in fired_at if fired_at.count(t) > 1)
            raise self._refuse(f"Only one may fire at {self.facts['targets'][twice]}.")
        if self.facts["limit"] == DUTY:
            self._check_duty(fired_at)
        if self.facts["limit"] == EACH_FIRST:
            self._check_each_first(fired_at)

    def _check_duty(self, fired_at: Sequence[str]) -> None:
        sheltered = [target for target in fired_at if target in self.facts["sheltered"]]
        missing = [t for t in self.facts["targets"] if t not in self.facts["sheltered"] and t not in fired_at]
        if sheltered and missing:
            raise self._refuse(
                f"{sheltered[0]} may be fired at only once every fighting ship is: {listed(missing)} is not yet."
            )

    def _check_each_first(self, fired_at: Sequence[str]) -> None:
        missing = [t for t in self.facts["targets"] if t not in fired_at]
        doubled = [t for t in fired_at if fired_at.count(t) > 1]
        if missing and doubled:
            raise self._refuse(f"Nobody is set against {listed(missing)} while {doubled[0]} has two.")

    # The draft.

    def draft(self) -> JSON:
        aim = dict(self.facts["proposed"])
        return {"aim": aim, "firer": next((f for f in self.facts["firers"] if f not in aim), "")}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``firer`` takes one up; ``at`` gives it a target; ``here`` gives all the same; ``clear`` begins anew."""
        if op == "firer" and arg in self.facts["firers"]:
            return {**draft, "firer": "" if draft["firer"] == arg else arg}
        if op == "clear":
            return {"aim": {}, "firer": next(iter(self.facts["firers"]), "")}
        if arg not in self.facts["targets"] or op not in ("at", "here"):
            return super().edit(draft, op, arg, fields)
        if arg in self.facts["barred"]:
            raise self._refuse(self.facts["barred"][arg])
        if op == "here":
            return {"aim": dict.fromkeys(self.facts["firers"], arg), "firer": ""}
        firer = draft["firer"] or next((f for f in self.facts["firers"] if f not in draft["aim"]), "")
        if not firer:
            raise self._refuse("Take up one of your own first, then its target.")
        return self._aimed(draft["aim"], firer, arg)

    def _aimed(self, aim: Mapping[str, str], firer: str, target: str) -> JSON:
        """One more at a target; where each is fired at once, whoever fired at it before holds fire instead."""
        made = {f: t for f, t in aim.items() if not (self.facts["limit"] == ONE_EACH and t == target)}
        made[firer] = target
        return {"aim": made, "firer": next((f for f in self.facts["firers"] if f not in made), "")}

    def value(self, draft: JSON) -> JSON:
        return draft["aim"]

    def sample(self, rng: random.Random) -> JSON:
        allowed = [t for t in self.facts["targets"] if t not in self.facts["barred"]]
        firers = list(self.facts["firers"])
        rng.shuffle(firers)
        if self.facts["limit"] == ONE_EACH:
            rng.shuffle(allowed)
            return dict(zip(firers, allowed, strict=False))
        first = [t for t in allowed if t not in self.facts["sheltered"]]
        if self.facts["limit"] in (DUTY, EACH_FIRST):
            made = dict(zip(firers, first, strict=False))
            pool = allowed if len(made) >= len(first) else first
            return {**{f: rng.choice(pool) for f in firers if f not in made}, **made}
        return {firer: rng.choice(allowed) for firer in firers}


def in_turn(firers: Sequence[str], targets: Sequence[str]) -> dict[str, str]:
    """One target each, in turn, and round again: the fire spread as evenly as it goes."""
    return {firer: targets[i % len(targets)] for i, firer in enumerate(firers)} if targets else {}
