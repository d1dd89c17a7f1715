"""What the fight strip asks, window by window: sums and types of cards on the table, never of a card in a hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from umpire.games.lightning_midway.asks import KNOCK_OUT
from umpire.games.lightning_midway.fight import combined_attack, committed
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.settings import ONE, SEVERAL
from umpire.games.lightning_midway.terms import ENEMY, NAMES, SIDES, TYPES
from umpire.table.asks import Ask, Refusal
from umpire.table.words import listed, whole

JSON = Any

MOST_FORCE = 60
"""More than all Force Cards of a side could add up to."""
BONUS = 20
"""More than one card could add or take away."""
NO_TARGET_RULE = "Special Cards, note on No Target"
COMBINED_ATTACK, OTHER = "Combined Attack", "another"
SPECIALS = (COMBINED_ATTACK, OTHER)
"""Special cards that may be played while Action Cards are laid."""
KINDS = ("dive", "torpedo")
_FORCE = {"type": ["integer", "null"], "minimum": 0, "maximum": 9999}
_BONUS = {"type": "integer", "minimum": -BONUS, "maximum": BONUS}
_YES = {"type": "boolean"}


class FightAsk(Ask):
    """What every window of a fight refuses alike: cards whose time has gone by."""

    def late(self, value: JSON) -> None:
        """Raises `Refusal` for a Special card that had its window before."""
        if "no_target" in value:
            words = "No Target had its window: after the attackers, before defenders and the first Action Card."
            raise Refusal(words, NO_TARGET_RULE)
        if "also" in value:
            raise Refusal("Knock-out Blow follows the target at once; the attackers are committed now.", KNOCK_OUT)

    def force(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """The draft after a tap on a sum."""
        n = whole(arg)
        if op != "force" or n is None:
            return super().edit(draft, op, arg, fields)
        return {"force": n}


class AttackersAsk(FightAsk):
    """The attacker's Force Cards, by their sum; before that, Knock-out Blow may add targets."""

    kind = "attackers"
    rule = "How to Attack 1"
    schema = {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
        "properties": {"force": _FORCE, "also": {"type": "string"}, "no_target": _YES},
    }

    def check(self, value: JSON) -> None:
        if "no_target" in value:
            raise Refusal("No Target answers attackers: it waits until they are committed.", NO_TARGET_RULE)
        if "also" in value:
            if value["also"] not in self.facts["others"]:
                raise Refusal("Knock-out Blow adds another objective of the enemy that is in play.", KNOCK_OUT)
            return
        if value["force"] is None:
            raise Refusal("An attack takes one Force Card from the table at the least.", self.rule)
        if value["force"] > MOST_FORCE:
            raise Refusal(f"Force Cards do not add up to {value['force']}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        if self.facts["others"] and rng.random() < 0.15:
            return {"also": rng.choice(self.facts["others"])}
        return {"force": rng.randint(1, 12)}

    def draft(self) -> JSON:
        return {}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``force`` with the sum, ``also`` with a target more."""
        return {"also": arg} if op == "also" else self.force(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        if not draft:
            raise Refusal("Say what the attackers add up to.", self.rule)
        return draft


class ReplyAsk(FightAsk):
    """The defender's answer: Force Cards by their sum, or none, which closes the window of No Target; or No Target."""

    kind = "reply"
    rule = "How to Attack 2"
    schema = {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
        "properties": {"force": _FORCE, "no_target": {"const": True}, "also": {"type": "string"}},
    }

    def check(self, value: JSON) -> None:
        if "no_target" not in value:
            self.late(value)
        if (value.get("force") or 0) > MOST_FORCE:
            raise Refusal(f"Force Cards do not add up to {value['force']}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        lot = rng.random()
        return {"no_target": True} if lot < 0.15 else {"force": None if lot < 0.4 else rng.randint(0, 10)}

    def draft(self) -> JSON:
        return {}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``force`` with the sum, ``none``, or ``no-target``."""
        if op in ("none", "no-target"):
            return {"force": None} if op == "none" else {"no_target": True}
        return self.force(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        if not draft:
            raise Refusal("Say what the defenders add up to, or that there are none.", self.rule)
        return draft


class ScoutsAsk(Ask):
    """Whether Scouts cancels the No Target that was played."""

    kind = "scouts"
    rule = NO_TARGET_RULE
    schema = {
        "type": "object",
        "required": ["cancelled"],
        "additionalProperties": False,
        "properties": {"cancelled": _YES},
    }

    def sample(self, rng: random.Random) -> JSON:
        return {"cancelled": rng.random() < 0.5}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``scouts`` or ``stands``."""
        if op not in ("scouts", "stands"):
            return super().edit(draft, op, arg, fields)
        return {"cancelled": op == "scouts"}

    def value(self, draft: JSON) -> JSON:
        if not draft:
            raise Refusal("Say whether Scouts cancels it.", self.rule)
        return draft


_CARD = {
    "type": "object",
    "required": ["type"],
    "additionalProperties": False,
    "properties": {
        "type": {"enum": list(TYPES)},
        "value": _BONUS,
        "hurts": _BONUS,
        "after": _YES,
        "more": _YES,
        "discards": {"type": "array", "items": {"type": "integer"}, "maxItems": 9},
    },
}
_SPECIAL = {
    "type": "object",
    "required": ["name", "by"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "by": {"enum": list(SIDES)},
        "bonus": _BONUS,
        "kinds": {"type": "array", "items": {"enum": list(KINDS)}, "maxItems": 2},
    },
}
_BLANK = {"type": "", "enemy": False, "after": False, "more": False, "discards": [], "say": None}


class CardAsk(FightAsk):
    """The round of Action Cards: a card of the side whose word it is, or its pass; Special cards of either side."""

    kind = "card"
    rule = "How to Attack 4 to 8"
    schema = {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
        "properties": {
            "pass": {"const": True},
            "card": _CARD,
            "cards": {"type": "array", "items": _CARD, "minItems": 1, "maxItems": 9},
            "special": _SPECIAL,
            "adjust": {
                "type": "object",
                "required": ["side", "by"],
                "additionalProperties": False,
                "properties": {"side": {"enum": list(SIDES)}, "by": _BONUS},
            },
            "no_target": _YES,
            "also": {"type": "string"},
        },
    }

    def check(self, value: JSON) -> None:
        self.late(value)
        if "cards" in value or (value.get("card", {}).get("more") and self.facts["rounds"] == ONE):
            words = "One card at a time: the attacker first, then one each in turn until both pass."
            raise Refusal(words, "Action Cards")
        if "card" in value:
            there = [card["id"] for card in self.facts["cards"]]
            if any(each not in there for each in value["card"].get("discards", ())):
                raise Refusal("A card that is no longer on the table cannot be discarded.", "Action Cards")
        if "special" in value and value["special"]["name"] not in SPECIALS:
            words = f"That Special card has its own time; while cards are laid it is {listed(SPECIALS, 'or')}."
            raise Refusal(words, "Special Cards")

    def sample(self, rng: random.Random) -> JSON:
        lot = rng.random()
        if lot < 0.45:
            return {"pass": True}
        if lot < 0.55:
            kinds = rng.sample(KINDS, rng.randint(0, 2))
            return {"special": {"name": rng.choice(SPECIALS), "by": rng.choice(SIDES), "kinds": kinds}}
        if lot < 0.6:
            return {"adjust": {"side": rng.choice(SIDES), "by": rng.choice((-1, 1))}}
        card: JSON = {"type": rng.choice(TYPES), "value": rng.randint(-1, 4), "after": rng.random() < 0.3}
        ids = [each["id"] for each in self.facts["cards"]]
        if ids and rng.random() < 0.2:
            card["discards"] = [rng.choice(ids)]
        if self.facts["rounds"] == SEVERAL and rng.random() < 0.3:
            card["more"] = True
        return {"card": card}

    # Tap by tap: type and value are the two taps of a card; what is seldom stands folded beside them.

    def draft(self) -> JSON:
        return dict(_BLANK)

    def taken_up(self, draft: JSON) -> JSON:
        return self.draft()

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``type``; ``enemy``, ``after``, ``more`` and ``discards`` of it; ``value``, ``pass``, ``special``, ``adjust`` answer."""
        if op == "type" and arg in TYPES:
            return {**draft, "type": arg}
        if op in ("enemy", "after", "more"):
            return {**draft, op: not draft[op]}
        n = whole(arg.lstrip("-")) if op in ("value", "discards") else None
        if op == "discards" and n is not None:
            on = [each for each in draft["discards"] if each != n]
            return {**draft, "discards": on if n in draft["discards"] else [*on, n]}
        if op == "value" and n is not None and arg.count("-") < 2:
            return {**draft, "say": self._card(draft, -n if arg.startswith("-") else n)}
        if op == "pass":
            return {**draft, "say": {"pass": True}}
        side, _, what = arg.partition(":")
        by = whole(what.removeprefix("-"), BONUS) if op == "adjust" and side in SIDES else None
        if by:
            return {**draft, "say": {"adjust": {"side": side, "by": -by if what.startswith("-") else by}}}
        if op == "special" and side in SIDES and what in ("both", "one", OTHER):
            return {**draft, "say": {"special": self._special(side, what)}}
        return super().edit(draft, op, arg, fields)

    def _card(self, draft: JSON, n: int) -> JSON:
        if not draft["type"]:
            raise Refusal(f"Say first of what type the card is: {listed(TYPES, 'or')}.", "How to Attack 6")
        card: JSON = {"type": draft["type"], "hurts" if draft["enemy"] else "value": n}
        card |= {name: True for name in ("after", "more") if draft[name]}
        return {"card": {**card, **({"discards": draft["discards"]} if draft["discards"] else {})}}

    def _special(self, side: str, what: str) -> JSON:
        if what == OTHER:
            return {"name": OTHER, "by": side}
        return {"name": COMBINED_ATTACK, "by": side, "kinds": list(KINDS) if what == "both" else list(KINDS[:1])}

    def value(self, draft: JSON) -> JSON:
        if draft["say"] is None:
            raise Refusal("A card is its type and what it adds; or tap Pass.", self.rule)
        return draft["say"]


class BlowAsk(Ask):
    """Which targets of a Knock-out Blow hold all the same, since the card says so (one outcome for all by default)."""

    kind = "blow"
    rule = KNOCK_OUT
    schema = {
        "type": "object",
        "required": ["held"],
        "additionalProperties": False,
        "properties": {"held": {"type": "array", "items": {"type": "string"}, "maxItems": 40}},
    }

    def check(self, value: JSON) -> None:
        held, targets = value["held"], self.facts["targets"]
        if len(held) != len(set(held)) or any(name not in targets for name in held):
            raise Refusal(f"Of {listed(targets)} alone some may hold.", self.rule)
        if len(held) == len(targets):
            raise Refusal(
                "The attack has the higher value, so one target at the least is destroyed.", "How to Attack 10"
            )

    def sample(self, rng: random.Random) -> JSON:
        return {"held": self.facts["targets"][1:] if rng.random() < 0.5 else []}

    def draft(self) -> JSON:
        return {"held": []}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``held`` with a target that holds all the same, or does not after all."""
        if op != "held" or arg not in self.facts["targets"]:
            return super().edit(draft, op, arg, fields)
        held = [each for each in draft["held"] if each != arg]
        return {"held": held if arg in draft["held"] else [*held, arg]}


def bonus_of(special: JSON, attacker: str) -> int:
    """What a Special card played adds to its side's total."""
    if special["name"] == COMBINED_ATTACK:
        return combined_attack(special.get("kinds", ()), attacking=special["by"] == attacker)
    return int(special.get("bonus", 0))


# The asks as a plot has them.


def _name(plot: LightningPlot) -> str:
    return f"t{plot.turn}/{plot.mover}/fight/{plot.fight['n']}"


def attackers_ask(plot: LightningPlot) -> AttackersAsk:
    by = plot.fight["by"]
    others = [name for name in plot.left(ENEMY[by]) if name not in plot.fight["targets"]]
    return AttackersAsk(_name(plot), {"of": by, "why": f"{NAMES[by]}: the attackers", "others": others})


def reply_ask(plot: LightningPlot) -> ReplyAsk:
    side = ENEMY[plot.fight["by"]]
    return ReplyAsk(_name(plot), {"of": side, "why": f"{NAMES[side]}: the reply"})


def scouts_ask(plot: LightningPlot) -> ScoutsAsk:
    by = plot.fight["by"]
    return ScoutsAsk(_name(plot), {"of": by, "why": f"{NAMES[by]}: Scouts?"})


def card_ask(plot: LightningPlot) -> CardAsk:
    """Asked of the side whose word it is; whether it could lay anything is for its hand to know."""
    fight = plot.fight
    side = fight["word"]
    cards = [{"id": card["id"], "by": card["by"], "type": card["type"]} for card in fight["cards"]]
    facts = {
        "of": side,
        "why": f"{NAMES[side]}: a card, or pass",
        "by": fight["by"],
        "committed": committed(fight),
        "cards": cards,
        "rounds": plot.agreed("rounds"),
        "goes_on": fight["goes_on"],
    }
    return CardAsk(_name(plot), facts)


def blow_ask(plot: LightningPlot) -> BlowAsk:
    by = plot.fight["by"]
    return BlowAsk(_name(plot), {"of": by, "why": "Knock-out Blow: what holds?", "targets": plot.fight["targets"]})
