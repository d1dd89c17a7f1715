"""The questions of a turn outside its strikes: whose turn and which action, repair, recover, sinkings, the board.

As all asks of this game they are put to TABLE; see `asks` for the facts that each has.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import NUMBER, TEXT, Titled, flipped, shaped
from umpire.games.fires_of_midway.damage import COSTS, PLANE, PURCHASES, Offer, bought, offers
from umpire.games.fires_of_midway.ship import Ship
from umpire.games.fires_of_midway.terms import ACTIONS, PASS, WING
from umpire.table.words import whole

JSON = Any


@dataclass(frozen=True)
class Turn(Titled):
    """A Carrier Turn: whose it is, and her action. Barred actions stay grey, with the rule's words.

    Facts: ``ships``: ``{"name", "side", "card" (0 for not said), "actions": [option ...]}``, one where the order of the
    cards is known, else all that have not had their turn. Answer: ``{"ship": "Akagi", "action": "wind"}`` (`ACTIONS`).
    Ops: ``ship`` opens one (needed only with several), ``action`` with ``wind`` is locked in the same tap.
    """

    kind = "turn"
    schema: ClassVar[Mapping[str, JSON]] = shaped(ship=TEXT, action={"enum": list(ACTIONS)})

    def _actions(self, ship: str) -> list[dict[str, str]]:
        found = next((each["actions"] for each in self.facts["ships"] if each["name"] == ship), None)
        if found is None:
            raise self.refuse("It is not her turn now.")
        return list(found)

    def check(self, value: JSON) -> None:
        one = next(each for each in self._actions(value["ship"]) if each["id"] == value["action"])
        if one["barred"]:
            raise self.refuse(one["barred"], one["rule"])

    def sample(self, rng: random.Random) -> JSON:
        ship = rng.choice([each["name"] for each in self.facts["ships"]])
        free = [each["id"] for each in self._actions(ship) if not each["barred"]]
        return {"ship": ship, "action": rng.choice([each for each in free if each != PASS] or free)}

    def draft(self) -> JSON:
        ships = self.facts["ships"]
        return {"ship": ships[0]["name"] if len(ships) == 1 else "", "action": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "ship":
            self._actions(arg)
            return {"ship": arg, "action": ""}
        if op != "action" or arg not in ACTIONS:
            return super().edit(draft, op, arg, fields)
        if not draft["ship"]:
            raise self.refuse("Tap the carrier whose turn it is first.")
        self.check({**draft, "action": arg})
        return {**draft, "action": arg}

    def value(self, draft: JSON) -> JSON:
        if not draft["ship"] or not draft["action"]:
            raise self.refuse("Tap the carrier, then her action.")
        return draft


@dataclass(frozen=True)
class Repairs(Titled):
    """The repair shop: what repair points are spent on, for one ship or (Restore) any of a side's.

    Facts: ``ships`` (as `Ship.as_facts`), ``points`` (0 where the card has not been said), ``grave`` (the side's
    Watery Grave), ``stabilising`` (a setting). Answer: ``{"points": 4, "buys": ["Akagi:inferno", ...]}`` in the order
    bought. Ops: ``points`` with a number (only while `points` is 0 in the facts; 0 is not said), ``buy`` with
    ``Akagi:inferno``, ``undo`` takes the last one back. `offered(draft)` is what the page draws.
    """

    kind = "repairs"
    schema: ClassVar[Mapping[str, JSON]] = shaped(
        points=NUMBER, buys={"type": "array", "items": {"type": "string", "maxLength": 40}, "maxItems": 20}
    )
    BOUNDLESS: ClassVar[int] = 99
    """Points of a card that has not been said: players count them on it."""

    def _limit(self, points: int) -> int:
        return int(self.facts["points"] or points or self.BOUNDLESS)

    def spent(self, draft: JSON) -> int:
        """Points that what is bought so far takes."""
        return sum(COSTS[each.rpartition(":")[2]] for each in draft["buys"])

    def after(self, draft: JSON) -> dict[str, Ship]:
        """The ships as what is bought leaves them; raises `Refusal`."""
        ships = {each["name"]: Ship.read(each) for each in self.facts["ships"]}
        grave = self.facts["grave"]
        for each in draft["buys"]:
            name, _, what = each.rpartition(":")
            if name not in ships or what not in COSTS:
                raise self.refuse("Repair points buy no such thing here.")
            ships[name] = bought(ships[name], [what], COSTS[what], grave, self.facts["stabilising"])
            grave -= what == PLANE
        return ships

    def offered(self, draft: JSON) -> dict[str, list[Offer]]:
        """By ship, each line of the shop as it stands now, with why it cannot be had if it cannot."""
        left = self._limit(draft["points"]) - self.spent(draft)
        grave = self.facts["grave"] - sum(each.endswith(f":{PLANE}") for each in draft["buys"])
        return {name: offers(ship, left, grave, self.facts["stabilising"]) for name, ship in self.after(draft).items()}

    def check(self, value: JSON) -> None:
        if self.facts["points"] and value["points"] not in (0, self.facts["points"]):
            raise self.refuse(f"There are {self.facts['points']} repair points.")
        self.after(value)
        if self.spent(value) > self._limit(value["points"]):
            raise self.refuse(f"That takes {self.spent(value)} points; there are {self._limit(value['points'])}.")

    def sample(self, rng: random.Random) -> JSON:
        draft = self.draft()
        draft["points"] = 0 if self.facts["points"] else rng.randint(1, 6)
        for _ in range(rng.randint(0, 4)):
            free = [f"{n}:{o.key}" for n, each in self.offered(draft).items() for o in each if not o.barred]
            if free:
                draft = {**draft, "buys": [*draft["buys"], rng.choice(free)]}
        return draft

    def draft(self) -> JSON:
        return {"points": 0, "buys": []}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "undo":
            return {**draft, "buys": draft["buys"][:-1]}
        n = whole(arg, 20)
        if op == "points" and n is not None and not self.facts["points"]:
            made = {**draft, "points": n}
        elif op == "buy":
            made = {**draft, "buys": [*draft["buys"], arg]}
        else:
            return super().edit(draft, op, arg, fields)
        self.check(made)
        return made

    def words(self, buy: str) -> str:
        """A purchase as it is said: ``Akagi: Inferno to Fire``."""
        name, _, what = buy.rpartition(":")
        return f"{name}: {PURCHASES[what]}"


@dataclass(frozen=True)
class Recover(Titled):
    """CAP that lands, and the one fighter that goes up.

    Facts: ``ships``: ``{"name", "caps": ["full", ...], "slots": 1}``. Answer: ``{"land": ["Midway:0"], "launch":
    "Hornet"}``, by ship and place in her slots; launch may be empty. Ops: ``land`` with ``Midway:0``, ``launch`` with a
    ship (again: takes it back).
    """

    kind = "recover"
    schema: ClassVar[Mapping[str, JSON]] = shaped(
        land={"type": "array", "items": {"type": "string", "maxLength": 40}, "uniqueItems": True}, launch=TEXT
    )

    def _up(self) -> list[str]:
        return [f"{ship['name']}:{n}" for ship in self.facts["ships"] for n in range(len(ship["caps"]))]

    def check(self, value: JSON) -> None:
        if any(each not in self._up() for each in value["land"]):
            raise self.refuse("There is no such CAP to land.")
        if not value["launch"]:
            return
        ship = next((each for each in self.facts["ships"] if each["name"] == value["launch"]), None)
        if ship is None:
            raise self.refuse("Only a carrier in play sends a fighter up.")
        landed = sum(each.rpartition(":")[0] == ship["name"] for each in value["land"])
        if len(ship["caps"]) - landed >= ship["slots"]:
            raise self.refuse(f"{ship['name']} has no open CAP slot.")

    def sample(self, rng: random.Random) -> JSON:
        land = [each for each in self._up() if rng.random() < 0.4]
        free = [
            ship["name"]
            for ship in self.facts["ships"]
            if len(ship["caps"]) - sum(each.rpartition(":")[0] == ship["name"] for each in land) < ship["slots"]
        ]
        return {"land": land, "launch": rng.choice([*free, ""])}

    def draft(self) -> JSON:
        return {"land": [], "launch": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "land":
            made = {**draft, "land": flipped(draft["land"], arg)}
        elif op == "launch":
            if draft["launch"] and arg != draft["launch"]:
                raise self.refuse(f"One fighter goes up, and that from {draft['launch']}: tap her again to change it.")
            made = {**draft, "launch": "" if draft["launch"] == arg else arg}
        else:
            return super().edit(draft, op, arg, fields)
        self.check(made)
        return made


@dataclass(frozen=True)
class Sinks(Titled):
    """What a sinking takes along: how many cards her air wing stack has, and where her CAP lands, if anywhere.

    Facts: ``ship``, ``most`` (cards of a wing), ``caps`` (how many are up), ``havens`` (friendly carriers still afloat).
    Answer: ``{"aboard": 6, "haven": "Akagi"}``; no haven where none is within two zones, or nothing is up. Ops:
    ``haven`` with a ship or nothing; ``aboard`` with a number is locked in the same tap.
    """

    kind = "sinks"
    schema: ClassVar[Mapping[str, JSON]] = shaped(aboard={"type": "integer", "minimum": 0, "maximum": WING}, haven=TEXT)

    def check(self, value: JSON) -> None:
        if value["haven"] and (not self.facts["caps"] or value["haven"] not in self.facts["havens"]):
            raise self.refuse("A CAP lands on a friendly carrier within 2 zones.")

    def sample(self, rng: random.Random) -> JSON:
        havens = self.facts["havens"] if self.facts["caps"] else []
        return {"aboard": rng.randint(0, WING), "haven": rng.choice([*havens, ""])}

    def draft(self) -> JSON:
        return {"aboard": None, "haven": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        n = whole(arg, WING)
        if op == "aboard" and n is not None:
            return {**draft, "aboard": n}
        if op != "haven":
            return super().edit(draft, op, arg, fields)
        self.check({"aboard": 0, "haven": arg})
        return {**draft, "haven": arg}

    def value(self, draft: JSON) -> JSON:
        if draft["aboard"] is None:
            raise self.refuse("Tap how many cards lie in her air wing stack.")
        return draft
