"""Optional Rule 3: a group that is fired at may come in one part after another."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.battle import name_of
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps
from umpire.table.words import whole

JSON = Any


@dataclass(frozen=True)
class Waves(Ask):
    """Groups broken into waves. The value is ``{group: [squadrons of each wave, in their order]}``.

    Each wave is a battle of its own, and everything that fires at the group fires at every wave of it.
    """

    kind = "waves"
    rule = "Optional Rule 3"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "additionalProperties": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 200},
            "minItems": 2,
            "maxItems": 200,
        },
    }

    @property
    def sizes(self) -> dict[str, int]:
        """The groups that may come in waves, by name."""
        return {group["id"]: group["n"] for group in self.facts["groups"]}

    def check(self, value: JSON) -> None:
        for group, waves in value.items():
            if group not in self.sizes:
                raise Refusal("Only a group that is fired at comes in waves.", self.rule)
            if sum(waves) != self.sizes[group]:
                raise Refusal(f"The waves have {sum(waves)} squadrons, the group {self.sizes[group]}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        made = {}
        for group, n in self.sizes.items():
            if rng.random() < 0.5:
                first = rng.randint(1, n - 1)
                made[group] = [first, n - first]
        return made

    def draft(self) -> JSON:
        return {}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``cut`` with ``Atlanta/dive:6`` leaves six in the last wave and puts the rest in one after it; ``whole``."""
        if op == "whole" and arg in self.sizes:
            return {group: waves for group, waves in draft.items() if group != arg}
        group, _, number = arg.rpartition(":")
        n = whole(number)
        if op != "cut" or n is None or group not in self.sizes:
            return super().edit(draft, op, arg, fields)
        waves = draft.get(group, [self.sizes[group]])
        if not 0 < n < waves[-1]:
            raise Refusal(f"The last wave has {waves[-1]}; leave it from 1 to {waves[-1] - 1}.", self.rule)
        return {**draft, group: [*waves[:-1], n, waves[-1] - n]}


def may_come_in_waves(battle: JSON) -> list[JSON]:
    """The groups of two squadrons and more that anything fires at."""
    met = {*(target for target in battle["fire"].values() if target), *battle.get("fighting", {})}
    return [group for group in battle["groups"] if group["id"] in met and group["n"] > 1]


def broken(groups: Sequence[JSON], waves: Mapping[str, Sequence[int]]) -> list[JSON]:
    """The groups with those that come in waves replaced by their waves."""
    made = []
    for group in groups:
        if group["id"] not in waves:
            made.append(group)
            continue
        for k, n in enumerate(waves[group["id"]], 1):
            made.append({**group, "id": f"{group['id']}/{k}", "n": n, "of": group["id"]})
    return made


def ask_waves(g: Play) -> Waves:
    battle = g.truth.battle
    return Waves(name_of(g, "waves", battle["by"]), {"zone": battle["zone"], "groups": may_come_in_waves(battle)})


def in_waves(g: Play) -> Steps[None]:
    """Once it is known what is fired at, and where it was agreed, the attacker breaks up such groups."""
    if g.settings.get("waves") and may_come_in_waves(g.truth.battle):
        waves = yield from g.ask(g.truth.battle["by"], lambda: ask_waves(g))
        if waves:
            g.tell(g.all, "waves", "Optional Rule 3", groups=broken(g.truth.battle["groups"], waves))
