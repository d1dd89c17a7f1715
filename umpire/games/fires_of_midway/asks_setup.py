"""The questions of set-up and of the Strategy Phase: fleets, task forces, cards, steal, maneuver.

As all asks of this game they are put to TABLE (`Stacks` alone to each side); see `asks` for the facts that each has.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import NAMED, NUMBER, TEXT, Titled, flipped, shaped
from umpire.games.fires_of_midway.initiative import MOST_CARDS
from umpire.games.fires_of_midway.ship import CARRIER, ISLAND, SIDES
from umpire.games.fires_of_midway.terms import HALSEY, NAMES
from umpire.table.words import listed, whole

JSON = Any

NO_SQUALL = "No squall lies on the map: none was turned up in the search. If one does, set that right first."
MOST_SHIPS = 6
"""Carriers of a side that a page has room for; no scenario has more than four."""


@dataclass(frozen=True)
class Fleets(Titled):
    """What the fleet list of the scenario says: admirals, intensity, ships with their letters.

    It is printed, and so it is asked of CHART and kept with the copy, under ``key`` of the facts (``fleet/midway``).
    Facts: ``key``, ``scenario`` (its name), ``admirals`` (those offered, by side), ``fleet`` (what the page opens on).
    Answer: ``{"fleet/midway": {"intensity": 11, "admirals": {"us": "Fletcher", "japan": ""},
    "ships": [{"name", "side", "kind", "letter"}]}}``. Ops: ``admiral`` with ``us:Fletcher`` (or ``us:``); ``type`` takes
    the boxes ``intensity`` and, by side and place from 0, ``us/0/name`` and ``us/0/letter``; a blank one is no ship.
    """

    kind = "fleets"
    schema: ClassVar[Mapping[str, JSON]] = shaped(
        intensity={"type": "integer", "minimum": 1, "maximum": 99},
        admirals=shaped(us=TEXT, japan=TEXT),
        ships={
            "type": "array",
            "maxItems": 2 * MOST_SHIPS + 1,
            "items": shaped(name=TEXT, side={"enum": list(SIDES)}, kind={"enum": [CARRIER, ISLAND]}, letter=TEXT),
        },
    )

    def shape(self) -> Mapping[str, JSON]:
        return shaped(**{self.facts["key"]: self.schema})

    def check(self, value: JSON) -> None:
        value = value[self.facts["key"]]
        names = [ship["name"] for ship in value["ships"]]
        if any(not name.strip() or any(mark in name for mark in "/:=") for name in names):
            raise self.refuse("A ship’s name has letters, and no stroke, colon or equals sign.")
        if len(names) > MOST_CARDS:
            raise self.refuse(f"There are {MOST_CARDS} action cards: so many carriers at most, the island among them.")
        if len(set(names)) < len(names):
            raise self.refuse("Two ships have the same name.")
        for side in SIDES:
            if not any(ship["side"] == side and ship["kind"] == CARRIER for ship in value["ships"]):
                raise self.refuse(f"{NAMES[side]} has no carrier yet.")

    def sample(self, rng: random.Random) -> JSON:
        draft = self.draft()
        draft["boxes"] = {**draft["boxes"], "intensity": draft["boxes"]["intensity"] or str(rng.randint(6, 12))}
        for side, name in (("us", "Wasp"), ("japan", "Taiho")):
            draft["boxes"][f"{side}/0/name"] = draft["boxes"][f"{side}/0/name"] or name
        for side, names in self.facts["admirals"].items():
            draft["admirals"] = {**draft["admirals"], side: rng.choice(names)}
        made: JSON = self.value(draft)
        return made

    def draft(self) -> JSON:
        fleet = self.facts["fleet"]
        boxes = {"intensity": str(fleet["intensity"] or "")}
        for side in SIDES:
            ships = [ship for ship in fleet["ships"] if ship["side"] == side and ship["kind"] == CARRIER]
            for n in range(MOST_SHIPS):
                for part in ("name", "letter"):
                    boxes[f"{side}/{n}/{part}"] = ships[n][part] if n < len(ships) else ""
        return {"boxes": boxes, "admirals": dict(fleet["admirals"])}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "type":
            boxes = {key: fields.get(key, text).strip()[:24] for key, text in draft["boxes"].items()}
            return {**draft, "boxes": boxes}
        side, _, name = arg.partition(":")
        if op != "admiral" or side not in SIDES:
            return super().edit(draft, op, arg, fields)
        return {**draft, "admirals": {**draft["admirals"], side: name[:24]}}

    def value(self, draft: JSON) -> JSON:
        boxes = draft["boxes"]
        intensity = whole(boxes["intensity"], 99)
        if not intensity:
            raise self.refuse("Intensity: the victory points at which the game ends, from the scenario.")
        islands = [ship for ship in self.facts["fleet"]["ships"] if ship["kind"] == ISLAND]
        made = [
            {"name": boxes[f"{side}/{n}/name"], "side": side, "kind": CARRIER, "letter": boxes[f"{side}/{n}/letter"]}
            for side in SIDES
            for n in range(MOST_SHIPS)
            if boxes[f"{side}/{n}/name"]
        ]
        fleet = {"intensity": intensity, "admirals": draft["admirals"], "ships": [*made, *islands]}
        return {self.facts["key"]: fleet}


@dataclass(frozen=True)
class Stacks(Titled):
    """Which carriers go together, sealed by each side where the Hidden side shows no letter.

    Facts: ``ships`` (names). Answer: the pairs, ``[["Akagi", "Kaga"]]``; whoever is in none goes alone. Op: ``pair``
    with a ship: two in a row make a pair, one of a pair tapped again breaks it.
    """

    kind = "stacks"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "array",
        "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2},
        "maxItems": MOST_SHIPS,
    }

    def check(self, value: JSON) -> None:
        every = [ship for pair in value for ship in pair]
        if any(ship not in self.facts["ships"] for ship in every) or len(set(every)) < len(every):
            raise self.refuse("Each carrier is in one task force.")

    def sample(self, rng: random.Random) -> JSON:
        ships = rng.sample(self.facts["ships"], len(self.facts["ships"]))
        return [ships[n : n + 2] for n in range(0, len(ships) - 1, 2) if rng.random() < 0.6]

    def draft(self) -> JSON:
        return {"pairs": [], "one": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op != "pair" or arg not in self.facts["ships"]:
            return super().edit(draft, op, arg, fields)
        rest = [pair for pair in draft["pairs"] if arg not in pair]
        if len(rest) < len(draft["pairs"]) or draft["one"] == arg:
            return {"pairs": rest, "one": ""}
        return {"pairs": [*rest, [draft["one"], arg]], "one": ""} if draft["one"] else {"pairs": rest, "one": arg}

    def value(self, draft: JSON) -> JSON:
        return draft["pairs"]


@dataclass(frozen=True)
class Cards(Titled):
    """Which action card lies at each carrier of one side; none at all for “we tap the next carrier as it comes”.

    Facts: ``ships`` (names), ``cards`` (the numbers that may be laid), ``lays`` (whose they are). Answer: ``{"Akagi": 3}``
    with every ship, or ``{}``. Ops: ``card`` with ``Akagi:3`` (again: takes it back); ``skip`` clears all, and is locked.
    """

    kind = "cards"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": NUMBER}

    def check(self, value: JSON) -> None:
        if not value:
            return
        self._laid(value)
        missing = [ship for ship in self.facts["ships"] if ship not in value]
        if missing:
            raise self.refuse(f"No card lies at {listed(missing)} yet.")

    def _laid(self, value: Mapping[str, int]) -> None:
        for ship, card in value.items():
            if ship not in self.facts["ships"]:
                raise self.refuse(f"{NAMES[self.facts['of']]} lays now, and only to carriers of its own.")
            if card not in self.facts["cards"]:
                raise self.refuse(f"Card {card} is not there to be laid.")
        if len(set(value.values())) < len(value):
            raise self.refuse("Each card lies at one carrier.")

    def sample(self, rng: random.Random) -> JSON:
        ships = self.facts["ships"]
        return dict(zip(ships, rng.sample(self.facts["cards"], len(ships)), strict=True))

    def draft(self) -> JSON:
        return {"laid": {}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "skip":
            return self.draft()
        ship, _, text = arg.rpartition(":")
        card = whole(text, 99)
        if op != "card" or card is None:
            return super().edit(draft, op, arg, fields)
        rest = {name: n for name, n in draft["laid"].items() if name != ship and n != card}
        made = rest if draft["laid"].get(ship) == card else {**rest, ship: card}
        self._laid(made)
        return {"laid": made}

    def value(self, draft: JSON) -> JSON:
        return draft["laid"]


@dataclass(frozen=True)
class Steal(Titled):
    """The confident player's swap: one of the opponent's cards for one of his own, or none.

    Facts: ``cards`` (card by ship), ``theirs`` and ``ours`` (ship names), ``barred`` (card numbers he may not take) and
    ``doctrine`` (why). Answer: ``{}`` or ``{"take": "Akagi", "give": "Yorktown"}``. Ops: ``take`` and ``give`` with a
    ship; ``skip`` clears, and is locked.
    """

    kind = "steal"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "properties": {"take": TEXT, "give": TEXT},
        "additionalProperties": False,
    }

    def check(self, value: JSON) -> None:
        if not value:
            return
        if set(value) != {"take", "give"}:
            raise self.refuse("A card is swapped for a card: tap one of theirs and one of yours.")
        if value["take"] not in self.facts["theirs"] or value["give"] not in self.facts["ours"]:
            raise self.refuse("One of the opponent’s cards is taken, and one of your own given for it.")
        if self.facts["cards"][value["take"]] in self.facts["barred"]:
            raise self.refuse(self.facts["doctrine"], "Strategy Phase, Timing Doctrine")

    def sample(self, rng: random.Random) -> JSON:
        takes = [ship for ship in self.facts["theirs"] if self.facts["cards"][ship] not in self.facts["barred"]]
        if not takes or rng.random() < 0.4:
            return {}
        return {"take": rng.choice(takes), "give": rng.choice(self.facts["ours"])}

    def draft(self) -> JSON:
        return {}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "skip":
            return {}
        if op not in ("take", "give"):
            return super().edit(draft, op, arg, fields)
        made = {key: ship for key, ship in {**draft, op: arg}.items() if draft.get(op) != arg or key != op}
        if set(made) == {"take", "give"}:
            self.check(made)
        elif op == "take" and self.facts["cards"].get(arg) in self.facts["barred"]:
            raise self.refuse(self.facts["doctrine"], "Strategy Phase, Timing Doctrine")
        return made


@dataclass(frozen=True)
class Maneuver(Titled):
    """Which carriers moved, and which of them entered a squall; the confident player's first.

    Facts: ``ships`` (``{"name", "side", "spotted", "squall", "told"}``; `told`: whether a move of hers is said, which it
    is not of a Hidden one), ``first`` (the side that moves first), ``bull`` (whether Halsey's doctrine binds the US now).
    Answer: ``{"moved": [...], "squall": [...], "cannot": [...]}``; `cannot` are US carriers with no legal space closer to
    the enemy, asked only with ``bull``. Ops: ``moved``, ``squall``, ``cannot`` with a ship put it in or out; a squall
    entered is a move.
    """

    kind = "maneuver"
    schema: ClassVar[Mapping[str, JSON]] = shaped(moved=NAMED, squall=NAMED, cannot=NAMED)

    def _told(self) -> list[str]:
        return [ship["name"] for ship in self.facts["ships"] if ship["told"]]

    def check(self, value: JSON) -> None:
        names = [ship["name"] for ship in self.facts["ships"]]
        if any(ship not in names for part in value.values() for ship in part):
            raise self.refuse("Only carriers in play move.")
        if any(ship not in value["moved"] for ship in value["squall"]):
            raise self.refuse("A squall helps those that enter it, not those that stay in it.", "Maneuver, Squalls")
        if value["squall"] and not self.facts["squalls"]:
            raise self.refuse(NO_SQUALL, "Search Phase, List of search effects")
        if mute := [ship for ship in value["moved"] if ship not in [*self._told(), *value["squall"]]]:
            raise self.refuse(
                f"{listed(mute)}: a Hidden marker that moves stays Hidden, so only a squall it enters is told."
            )
        if self.facts["bull"]:
            free = {*value["moved"], *value["cannot"]}
            ours = [s["name"] for s in self.facts["ships"] if s["side"] == "us" and s["told"]]
            idle = [name for name in ours if name not in free]
            if idle:
                raise self.refuse(
                    f"{HALSEY} is confident: {listed(idle)} has to close in on whoever is nearest, where she can. "
                    "Where she cannot, say so.",
                    "Strategy Phase, Bull’s Doctrine",
                )

    def sample(self, rng: random.Random) -> JSON:
        names = [ship["name"] for ship in self.facts["ships"]]
        squall = [name for name in names if self.facts["squalls"] and rng.random() < 0.1]
        moved = [name for name in names if name in squall or (name in self._told() and rng.random() < 0.5)]
        cannot = [name for name in names if name not in moved] if self.facts["bull"] else []
        return {"moved": moved, "squall": squall, "cannot": cannot}

    def draft(self) -> JSON:
        return {"moved": [], "squall": [], "cannot": []}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op not in draft or arg not in [ship["name"] for ship in self.facts["ships"]]:
            return super().edit(draft, op, arg, fields)
        made = {**draft, op: flipped(draft[op], arg)}
        if op == "squall" and not self.facts["squalls"]:
            raise self.refuse(NO_SQUALL, "Search Phase, List of search effects")
        if op == "squall" and arg in made["squall"] and arg not in made["moved"]:
            made["moved"] = [*made["moved"], arg]
        if op == "moved" and arg in made["moved"] and arg not in self._told():
            raise self.refuse(f"{arg} lies Hidden, and stays so: only a squall she enters is told.")
        if op == "squall" and arg not in made["squall"] and arg not in self._told():
            made["moved"] = [ship for ship in made["moved"] if ship != arg]
        if op == "moved" and arg not in made["moved"]:
            made["squall"] = [ship for ship in made["squall"] if ship != arg]
        if op != "cannot" and arg in made["moved"]:
            made["cannot"] = [ship for ship in made["cannot"] if ship != arg]
        return made
