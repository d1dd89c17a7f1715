"""What a player turn asks of the table: the exchange, one option, and where hands are counted how many cards they hold."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from umpire.games.lightning_midway.plot import LightningPlot, most_reinforcements
from umpire.games.lightning_midway.terms import DESTROYED, ENEMY, HAND, HELD, NAMES, OUTCOMES, REINFORCEMENTS, SIDES
from umpire.table.asks import Ask, Refusal
from umpire.table.words import listed, whole

JSON = Any

MOST_CARDS = 60
"""More cards than a deck has, so more than a hand can hold."""
ONE_OPTION = "Attack, Reinforce or Prepare: one of them is the turn."
KNOCK_OUT = "Special Cards, Knock-out Blow"
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 9999}
_NAMES = {"type": "array", "items": {"type": "string"}, "maxItems": 40}
_TAKES = {
    "exchange": {"n"},
    "reshuffle": {"side"},
    "reinforce": {"n"},
    "prepare": set[str](),
    "none": set[str](),
    "attack": {"targets", "outcome", "held"},
    "fight": {"targets"},
}
"""What may be done, and what else is said of it."""
BLANK = {"do": "", "n": 0, "side": "", "targets": [], "held": [], "outcome": "", "pad": False}


class TurnAsk(Ask):
    """What the side whose turn it is does: an exchange first if it likes, then one of Attack, Reinforce, Prepare."""

    kind = "turn"
    rule = "Player Turn 2"
    schema = {
        "type": "object",
        "required": ["do"],
        "additionalProperties": False,
        "properties": {
            "do": {"enum": sorted(_TAKES)},
            "n": _NUMBER,
            "side": {"enum": list(SIDES)},
            "targets": _NAMES,
            "held": _NAMES,
            "outcome": {"enum": list(OUTCOMES)},
        },
    }

    @property
    def targets(self) -> list[str]:
        """The enemy's objectives that are in play."""
        found: list[str] = self.facts["targets"]
        return found

    @property
    def most(self) -> int:
        """Cards that an exchange may be of."""
        return int(self.facts["hand"]) if self.facts["hand"] is not None else MOST_CARDS

    def check(self, value: JSON) -> None:
        do = value["do"]
        if set(value) - {"do"} - _TAKES[do]:
            raise Refusal(f"{ONE_OPTION} Nothing was changed.", self.rule)
        checks = {
            "exchange": self._exchange,
            "reinforce": self._reinforce,
            "prepare": self._prepare,
            "attack": self._attack,
            "fight": self._attack,
        }
        if do in checks:
            checks[do](value)

    def _exchange(self, value: JSON) -> None:
        n = value.get("n", 0)
        if self.facts["exchanged"]:
            raise Refusal("The exchange of this turn has been made; it comes once, before the option.", "Player Turn 1")
        if not n:
            raise Refusal("Nothing exchanged is nothing to tell: go on to the option.", "Player Turn 1")
        if n > self.most:
            raise Refusal(f"So many cards are not in the hand: {self.most} at the most.", "Player Turn 1")

    def _reinforce(self, value: JSON) -> None:
        n, most = value.get("n", 0), self.facts["most"]
        if n > REINFORCEMENTS:
            words = f"Reinforce brings up to {REINFORCEMENTS} Force Cards to the table, and no other cards; not {n}."
            raise Refusal(words, self.rule)
        if n > most:
            raise Refusal(f"So many cards are not in the hand: {most} at the most.", self.rule)
        if not n:
            raise Refusal("Say how many Force Cards come to the table: one, two or three.", self.rule)

    def _prepare(self, value: JSON) -> None:
        hand = self.facts["hand"]
        if hand is not None and hand >= HAND:
            words = (
                f"With {hand} cards in hand there is nothing to draw up to {HAND}: Prepare needs fewer. They all stay."
            )
            raise Refusal(words, "Hand Limit")

    def _attack(self, value: JSON) -> None:
        targets = value.get("targets", [])
        if not targets:
            raise Refusal("An attack names its target first; Knock-out Blow then adds to it.", KNOCK_OUT)
        for name in targets:
            if name not in self.targets:
                raise Refusal(f"{name[:40]} is no objective of the enemy in play.", "How to Attack")
        if len(set(targets)) != len(targets):
            raise Refusal("A target is named once.", KNOCK_OUT)
        if value["do"] == "fight":
            return
        held, came = value.get("held", []), value.get("outcome")
        if came is None:
            raise Refusal("Say what came of the attack: destroyed or held.", "How to Attack 10")
        if held and (came != DESTROYED or not set(held) < set(targets)):
            raise Refusal("Of several targets some may be held while others are destroyed.", KNOCK_OUT)

    def sample(self, rng: random.Random) -> JSON:
        choices = ["attack"] * 4 + ["fight"] * 2 + ["reshuffle"]
        choices += ["exchange"] if not self.facts["exchanged"] and self.most else []
        choices += ["reinforce"] * 2 if self.facts["most"] else []
        choices += ["none"] if rng.random() < 0.1 else []
        choices += ["prepare"] * 2 if self.facts["hand"] is None or self.facts["hand"] < HAND else []
        do = rng.choice(choices)
        if do == "exchange":
            return {"do": do, "n": rng.randint(1, min(HAND, self.most))}
        if do == "reinforce":
            return {"do": do, "n": rng.randint(1, self.facts["most"])}
        if do == "reshuffle":
            return {"do": do, "side": rng.choice(SIDES)}
        if do in ("prepare", "none"):
            return {"do": do}
        targets = rng.sample(self.targets, rng.choice([1, 1, 1, min(2, len(self.targets))]))
        value: JSON = {"do": do, "targets": targets}
        if do == "attack":
            value["outcome"] = rng.choice(OUTCOMES)
            if value["outcome"] == DESTROYED and len(targets) > 1 and rng.random() < 0.5:
                value["held"] = targets[1:]
        return value

    # Tap by tap: a target and what came of it are two taps, all else is one.

    def draft(self) -> JSON:
        return dict(BLANK)

    def taken_up(self, draft: JSON) -> JSON:
        if not isinstance(draft, dict) or set(draft) != set(BLANK):
            return self.draft()
        keep = [name for name in draft["targets"] if name in self.targets]
        return {**self.draft(), "targets": keep, "held": [name for name in draft["held"] if name in keep]}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``target`` names one, ``also`` adds to it or takes away, ``held`` lets one of several stand; the rest answers."""
        begun = {**draft, "do": "", "pad": False}
        if op == "clear":
            return self.draft()
        if op == "target" and arg in self.targets:
            return {**begun, "targets": [arg], "held": []}
        if op in ("also", "held") and arg in self.targets:
            return self._toggled(begun, op, arg)
        if op == "outcome" and arg in OUTCOMES:
            return {**begun, "do": "attack", "outcome": arg}
        if op == "pad":
            return {**begun, "pad": not draft["pad"]}
        if op in ("fight", "prepare", "none"):
            return {**begun, "do": op}
        if op in ("exchange", "reinforce") and (n := whole(arg)) is not None:
            return {**draft, "do": op, "n": n}
        if op == "reshuffle" and arg in SIDES:
            return {**begun, "do": op, "side": arg}
        return super().edit(draft, op, arg, fields)

    def _toggled(self, draft: JSON, op: str, arg: str) -> JSON:
        if op == "also" and not draft["targets"]:
            raise Refusal("Knock-out Blow is played once an attack has a target.", KNOCK_OUT)
        if (op == "also" and draft["targets"][0] == arg) or (op == "held" and arg not in draft["targets"]):
            raise Refusal("That key does nothing here.", self.rule)
        name = "targets" if op == "also" else "held"
        chosen = [each for each in draft[name] if each != arg] + ([arg] if arg not in draft[name] else [])
        made = {**draft, name: chosen}
        return {**made, "held": [each for each in made["held"] if each in made["targets"]]}

    def value(self, draft: JSON) -> JSON:
        do = draft["do"]
        if not do:
            raise Refusal(f"{ONE_OPTION} Tap a target, or one of the others.", self.rule)
        said = {"do": do, **{name: draft[name] for name in sorted(_TAKES[do])}}
        if do == "attack" and (not said["held"] or said["outcome"] != DESTROYED):
            said.pop("held")
        return said


def turn_ask(plot: LightningPlot) -> TurnAsk:
    """The ask of a player turn as a plot has it."""
    by = plot.mover
    facts = {
        "of": by,
        "why": f"{NAMES[by]}: the turn",
        "targets": plot.left(ENEMY[by]),
        "exchanged": plot.exchanged,
        "hand": plot.hands.get(by),
        "most": most_reinforcements(plot, by),
        "fights": plot.agreed("fights"),
    }
    return TurnAsk(f"t{plot.turn}/{by}/turn/{plot.told_so_far}", facts)


class HandsAsk(Ask):
    """How many cards both hands hold after a fight, where the app counts them: as reckoned, to be put right."""

    kind = "hands"
    rule = "Hand Limit"
    schema = {
        "type": "object",
        "required": list(SIDES),
        "additionalProperties": False,
        "properties": dict.fromkeys(SIDES, _NUMBER),
    }

    def check(self, value: JSON) -> None:
        for side in SIDES:
            if value[side] > MOST_CARDS:
                raise Refusal(f"{NAMES[side]} cannot hold {value[side]} cards: {MOST_CARDS} at the most.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        return {side: rng.randint(0, HAND + 3) for side in SIDES}

    def draft(self) -> JSON:
        return {side: self.facts["hands"][side] for side in SIDES}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``more`` or ``fewer`` with a side."""
        if op not in ("more", "fewer") or arg not in SIDES:
            return super().edit(draft, op, arg, fields)
        n = draft[arg] + (1 if op == "more" else -1)
        return {**draft, arg: min(MOST_CARDS, max(0, n))}


def hands_ask(plot: LightningPlot, after: str = "fight") -> HandsAsk:
    """The ask after a `fight`, reckoned without the committed cards that come back; or after cards were `drawn`."""
    facts = {"why": "Cards in hand", "hands": {side: plot.hands[side] for side in SIDES}, "after": after}
    return HandsAsk(f"t{plot.turn}/{plot.mover}/hands/{plot.told_so_far}{after}", facts)


def outcome_words(targets: list[str], outcome: str, destroyed: list[str]) -> str:
    """``Akagi is destroyed``; ``Akagi and Kaga hold``."""
    if outcome == DESTROYED:
        held = [name for name in targets if name not in destroyed]
        words = f"{listed(destroyed)} {'is' if len(destroyed) == 1 else 'are'} destroyed"
        return f"{words}; {listed(held)} {'holds' if len(held) == 1 else 'hold'}" if held else words
    if outcome == HELD:
        return f"{listed(targets)} {'holds' if len(targets) == 1 else 'hold'}"
    return f"No Target ends the attack on {listed(targets)}"
