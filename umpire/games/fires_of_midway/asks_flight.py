"""The questions of a strike on its way out and home: launch, fuel, the return rolls.

As all asks of this game they are put to TABLE; see `asks` for the facts that each has. What dice decide is told in one
tap; the answer `ROLL` opens the app's dice for that one step.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import NUMBER, ROLL, TEXT, Titled, flipped, shaped
from umpire.games.fires_of_midway.flight import counted_out, distance
from umpire.games.fires_of_midway.terms import BOMBER, FIGHTER, FLETCHER, MIDWAY, PLANES, TORPEDO, WING, planes
from umpire.table.asks import Challenge
from umpire.table.words import counted, listed, whole

JSON = Any

MOST_ZONES = 12
MOST_GAS = 3
"""Gas icons of a tile beyond which a number is doubted: no maximum is printed anywhere."""
UNNAMED, UNNAMED_WORDS = "=hidden", "Hidden markers"
"""Targets whose markers show no letter: which ships they are is said as they are located. No ship has such a name."""
FEW = 12
"""So many outcomes are few enough for a key each."""


@dataclass(frozen=True)
class Launch(Titled):
    """The group, its target zone and the way there.

    Facts: ``ship``, ``points`` (launch points of the card; 0 where it has not been said), ``targets`` (enemy ships:
    ``{"name", "words", "seen", "island"}``; one of them may be `UNNAMED`), ``duty`` (this group must attack the island),
    ``fletcher`` (his doctrine binds), ``may_skip`` (Battle Stations: nothing need be launched), ``clouds`` (how many
    markers of low clouds lie on the map). Answer: ``{"fighter": 1, "bomber": 2, "torpedo": 0, "targets": ["Akagi"],
    "zones": 3, "clouds": 0, "no_torpedo": false, "no_path": false, "points": 0}``; with no plane at all, nothing is
    launched. Ops: ``fighter``, ``bomber``, ``torpedo``, ``zones``, ``clouds``, ``points`` with a number; ``group`` with
    ``1:2:0``; ``target`` with a ship or, for both in a zone, ``Akagi:Kaga``; ``no_torpedo`` and ``no_path`` turn those
    words on and off; ``none`` is locked for nothing launched.
    """

    kind = "launch"
    schema: ClassVar[Mapping[str, JSON]] = shaped(
        **dict.fromkeys((*PLANES, "zones", "clouds", "points"), NUMBER),
        targets={"type": "array", "items": TEXT, "uniqueItems": True, "maxItems": 2},
        no_torpedo={"type": "boolean"},
        no_path={"type": "boolean"},
    )

    def hidden(self, draft: JSON) -> bool:
        """Whether every marker in the target zone lies Hidden (Hunt penalty)."""
        chosen = [each for each in self.facts["targets"] if each["name"] in draft["targets"]]
        return bool(chosen) and not any(each["seen"] for each in chosen)

    def distance(self, draft: JSON) -> int:
        return distance(draft["zones"], draft["clouds"], self.hidden(draft))

    def sum(self, draft: JSON) -> str:
        """The distance as a sum: ``3 zones + 2 for clouds + 1 for the hunt = 6``."""
        return counted_out(draft["zones"], draft["clouds"], self.hidden(draft))

    def check(self, value: JSON) -> None:
        if not any(value[kind] for kind in PLANES):
            if not self.facts["may_skip"]:
                raise self.refuse("Say how many planes are in the group.")
            return
        self._check_group(value)
        self._check_targets(value)
        if not 1 <= value["zones"] <= MOST_ZONES:
            raise self.refuse(f"Say how many zones it is, 1 to {MOST_ZONES}, the launch zone not counted.", _PLAN)
        if value["clouds"] > value["zones"]:
            raise self.refuse("There cannot be more zones with clouds than zones.", _PLAN)
        if value["clouds"] > self.facts["clouds"]:
            there = counted(self.facts["clouds"], "marker") if self.facts["clouds"] else "no marker"
            raise self.refuse(
                f"There is {there} of low clouds on the map. If more lie there, set that right first.", _PLAN
            )

    def _check_group(self, value: JSON) -> None:
        n = sum(value[kind] for kind in PLANES)
        if not value[BOMBER] + value[TORPEDO]:
            raise self.refuse("A group has at least one bomber or torpedo bomber.", "Carrier Turn, Bomber Mission")
        if n > WING:
            raise self.refuse(
                f"A group comes from under one carrier, and no more than {WING} aircraft cards can lie there."
            )
        points = self.facts["points"] or value["points"]
        if points and n > points:
            raise self.refuse(f"{n} aircraft cards, and {points} launch points.", "Carrier Turn, Launch Group Strike")
        if self.facts["fletcher"] and not value[TORPEDO] and not value["no_torpedo"]:
            raise self.refuse(
                f"{FLETCHER} is confident: the first bomber is a torpedo bomber, if there is one in her air wing. "
                "If there is none, say so.",
                "Carrier Turn, Torpedo Doctrine",
            )

    def _check_targets(self, value: JSON) -> None:
        names = {each["name"]: each["island"] for each in self.facts["targets"]}
        if not value["targets"] or any(each not in names for each in value["targets"]):
            raise self.refuse("Say which enemy ships are in the target zone.", _PLAN)
        if len(value["targets"]) > 1 and any(names[each] for each in value["targets"]):
            raise self.refuse("No carrier shares a zone with the island.", "Strategy Phase, Maneuver forces")
        if self.facts["duty"] and not value["no_path"] and not any(names[each] for each in value["targets"]):
            raise self.refuse(
                f"The first Japanese group attacks {MIDWAY}. If no path leads there, say so.",
                "Sortie Phase, Visible island",
            )

    def sample(self, rng: random.Random) -> JSON:
        value = self.draft()
        if self.facts["may_skip"] and rng.random() < 0.3:
            return value
        most = self.facts["points"] or 4
        value[TORPEDO] = 1 if self.facts["fletcher"] else rng.randint(0, 1)
        value[BOMBER] = rng.randint(0 if value[TORPEDO] else 1, max(1, most - 1 - value[TORPEDO]))
        value[FIGHTER] = rng.randint(0, max(0, most - value[BOMBER] - value[TORPEDO]))
        carriers = [each["name"] for each in self.facts["targets"] if not each["island"]]
        islands = [each["name"] for each in self.facts["targets"] if each["island"]]
        away = not self.facts["duty"] and carriers and (rng.random() < 0.8 or not islands)
        value["targets"] = rng.sample(carriers, rng.randint(1, min(2, len(carriers)))) if away else islands
        value["zones"] = rng.randint(1, 6)
        value["clouds"] = rng.randint(0, min(self.facts["clouds"], value["zones"]))
        return value

    def draft(self) -> JSON:
        every = self.facts["targets"]
        alone = [each["name"] for each in every if each["island"]] if self.facts["duty"] else []
        alone = alone or ([every[0]["name"]] if len(every) == 1 else [])
        counts = dict.fromkeys((*PLANES, "zones", "clouds", "points"), 0)
        return {**counts, "targets": alone, "no_torpedo": False, "no_path": False}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "none":
            return {**self.draft(), "targets": []}
        if op in ("no_torpedo", "no_path"):
            return {**draft, op: not draft[op]}
        if op == "target":
            return self._target(draft, arg)
        if op == "group":
            counts = [whole(each, 20) for each in arg.split(":")]
            if len(counts) == len(PLANES) and None not in counts:
                return {**draft, **dict(zip(PLANES, counts, strict=True))}
        n = whole(arg, 20)
        if op in (*PLANES, "zones", "clouds", "points") and n is not None:
            return {**draft, op: n}
        return super().edit(draft, op, arg, fields)

    def _target(self, draft: JSON, arg: str) -> JSON:
        names = arg.split(":")
        if any(name not in [each["name"] for each in self.facts["targets"]] for name in names):
            raise self.refuse("There is no such target.", _PLAN)
        if len(names) > 1:
            return {**draft, "targets": names[:2]}
        islands = [each["name"] for each in self.facts["targets"] if each["island"]]
        if arg in islands or any(each in islands for each in draft["targets"]):
            return {**draft, "targets": [arg]}  # nobody shares a zone with the island
        made = flipped(draft["targets"], arg) or self.draft()["targets"]  # the only one there is stays
        return {**draft, "targets": made[-2:]}


_PLAN = "Sortie Phase, Flight plan to the target"


def smoke_words(counts: Mapping[str, int]) -> str:
    """Planes by class, as they are said: ``1 fighter and 2 bombers``; ``none``."""
    return listed(planes(kind, counts[kind]) for kind in PLANES if counts.get(kind)) or "none"


@dataclass(frozen=True)
class Fuel(Titled):
    """Which planes the gas icons turn to their smoke side.

    Facts: ``planes`` (full ones by class), ``tiles`` (how many are drawn), ``keys`` (each outcome that can be, as ``{"id":
    "1:2:0", "words": "1 fighter and 2 bombers"}``; none where there are too many), ``gas`` (whether the app may be told the icons
    instead, and works it out from fuel ratings). Answer: ``{"fighter": 0, "bomber": 1, "torpedo": 0}`` or ``{"gas":
    3}``. Ops: ``group`` with ``0:1:0`` locked in one tap; ``fighter``, ``bomber``, ``torpedo`` with a number; ``gas`` with
    a number, locked.
    """

    kind = "fuel"
    schema: ClassVar[Mapping[str, JSON]] = {"anyOf": [shaped(**dict.fromkeys(PLANES, NUMBER)), shaped(gas=NUMBER)]}

    def check(self, value: JSON) -> None:
        if "gas" in value:
            if not self.facts["gas"]:
                raise self.refuse("The planes are told here, not the gas icons.")
            if value["gas"] > MOST_GAS * self.facts["tiles"]:
                there = f"{counted(value['gas'], 'gas icon')} on {counted(self.facts['tiles'], 'tile')}"
                raise Challenge(f"{there} are more than {MOST_GAS} a tile. Is it so?", str(self.facts["rule"]))
            return
        for kind in PLANES:
            if value[kind] > self.facts["planes"][kind]:
                raise self.refuse(f"The group has only {planes(kind, self.facts['planes'][kind])}.")

    def sample(self, rng: random.Random) -> JSON:
        return {kind: rng.randint(0, n) for kind, n in self.facts["planes"].items()}

    def draft(self) -> JSON:
        return dict.fromkeys(PLANES, 0)

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        counts = [whole(each, 30) for each in arg.split(":")]
        made = None
        if op == "group" and len(counts) == len(PLANES) and None not in counts:
            made = dict(zip(PLANES, counts, strict=True))
        elif op in PLANES and counts[0] is not None:
            made = {**self.draft(), **{k: n for k, n in draft.items() if k in PLANES}, op: counts[0]}
        elif op == "gas" and counts[0] is not None:
            made = {"gas": counts[0]}
        if made is None:
            return super().edit(draft, op, arg, fields)
        with suppress(Challenge):  # doubted once, as it is locked
            self.check(made)
        return made


def fuel_keys(counts: Mapping[str, int]) -> list[dict[str, str]]:
    """A key for each way that planes may run low on fuel; none where there would be too many."""
    ways = list(product(*(range(counts[kind] + 1) for kind in PLANES)))
    if len(ways) > FEW:
        return []
    return [{"id": ":".join(map(str, way)), "words": smoke_words(dict(zip(PLANES, way, strict=True)))} for way in ways]


@dataclass(frozen=True)
class Home(Titled):
    """How many smoke-side planes failed to come home, and how many of those showed a 1.

    Facts: ``smoke`` (how many roll), ``zones`` (the way home, as counted out without clouds), ``keys`` (each outcome, as
    ``{"id": "2:1", "words": "2 lost, 1 by a 1: a Fire on Akagi"}``; none where there are too many), ``roll``. Answer:
    ``{"zones": 2, "lost": 1, "ones": 0}``, or with ``"lost": "roll"``. Ops: ``zones`` with a number; ``home`` with ``2:1``, locked;
    ``lost``, ``ones`` with a number; ``roll``, locked.
    """

    kind = "home"
    schema: ClassVar[Mapping[str, JSON]] = shaped(zones=NUMBER, lost={"anyOf": [NUMBER, {"const": ROLL}]}, ones=NUMBER)

    def check(self, value: JSON) -> None:
        if not 1 <= value["zones"] <= MOST_ZONES:
            raise self.refuse("The way home is at least 1 zone.")
        if value["lost"] == ROLL:
            if not self.facts["roll"]:
                raise self.refuse("The dice of this step are told, not rolled.")
            return
        if value["lost"] > self.facts["smoke"]:
            raise self.refuse(f"Only {self.facts['smoke']} rolled.")
        if value["ones"] > value["lost"]:
            raise self.refuse("A plane that shows a 1 is lost too: count it in both.")
        if value["zones"] >= 6 and value["lost"] < self.facts["smoke"]:
            raise self.refuse("From 6 zones no plane on smoke comes home: every die fails.")
        if value["zones"] == 1 and value["ones"] < value["lost"]:
            raise self.refuse("From 1 zone a plane is lost only by a 1.")

    def sample(self, rng: random.Random) -> JSON:
        zones, smoke = self.facts["zones"], self.facts["smoke"]
        lost = smoke if zones >= 6 else rng.randint(0, smoke)
        return {"zones": zones, "lost": lost, "ones": lost if zones == 1 else rng.randint(0, lost)}

    def draft(self) -> JSON:
        return {"zones": self.facts["zones"], "lost": 0, "ones": 0}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == ROLL:
            return {**draft, "lost": ROLL, "ones": 0}
        counts = [whole(each, 30) for each in arg.split(":")]
        if op == "home" and len(counts) == 2 and None not in counts:
            return {**draft, "lost": counts[0], "ones": counts[1]}
        if op in draft and counts[0] is not None:
            return {**draft, op: counts[0]}
        return super().edit(draft, op, arg, fields)


def home_keys(smoke: int, zones: int, ship: str) -> list[dict[str, str]]:
    """A key for each way that so many planes may fare on the way home; none where there would be too many."""
    ways = [
        (lost, ones)
        for lost in range(smoke + 1)
        for ones in range(lost + 1)
        if (zones > 1 or ones == lost) and (zones < 6 or lost == smoke)
    ]
    return (
        [{"id": f"{lost}:{ones}", "words": _home(lost, ones, ship)} for lost, ones in ways] if len(ways) <= FEW else []
    )


def _home(lost: int, ones: int, ship: str) -> str:
    if not lost:
        return "all home"
    by = f", {ones} by a 1: {'a Fire' if ones == 1 else f'{ones} Fires'} on {ship}" if ones else ""
    return f"{lost} lost{by}"
