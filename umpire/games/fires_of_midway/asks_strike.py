"""The questions of a strike over its target: engagements with CAP, and bombings.

As all asks of this game they are put to TABLE; see `asks` for the facts that each has. What dice decide is told in one
tap; the answer `ROLL` opens the app's dice for that one step. A lot of planes is named by class and the side their cards
lie on: ``bomber/full``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import NUMBER, ROLL, TEXT, Titled, shaped
from umpire.games.fires_of_midway.engagements import CAP_LOST, CAP_SMOKE, NO_LOSS, PLANE_LOST, PLANE_SMOKE
from umpire.games.fires_of_midway.terms import TORPEDO
from umpire.table.words import whole

JSON = Any

ENGAGED: Mapping[str, str] = {
    NO_LOSS: "no damage",
    PLANE_SMOKE: "plane to smoke",
    PLANE_LOST: "plane lost",
    CAP_SMOKE: "CAP to smoke",
    CAP_LOST: "CAP lost",
}


@dataclass(frozen=True)
class Engage(Titled):
    """What came of one engagement: who fought whom, and how it ended.

    Facts: ``type`` ("dogfight" or "clay pigeon"), ``caps`` (those that may fight now: ``{"id": "Hiryu/0", "words", "fuel"}``),
    ``lots`` (planes that may be faced: ``{"id": "fighter/full", "words", "n", "barred", "rule"}``), ``results`` (the ids of
    `ENGAGED`), ``roll`` (the app may roll). Answer: ``{"cap": "Hiryu/0", "lot": "fighter/full", "result": "nothing"}``; the
    result may be `ROLL`. Ops: ``cap`` with an id (needed only with several), ``lot`` with an id (needed only with several
    free), ``result`` with an id, or with ``lot=result``, locked in the same tap.
    """

    kind = "engage"
    schema: ClassVar[Mapping[str, JSON]] = shaped(cap=TEXT, lot=TEXT, result={"enum": [*ENGAGED, ROLL]})

    def check(self, value: JSON) -> None:
        cap = next((each for each in self.facts["caps"] if each["id"] == value["cap"]), None)
        lot = next((each for each in self.facts["lots"] if each["id"] == value["lot"]), None)
        if cap is None:
            raise self.refuse("Say which CAP fights.")
        if lot is None:
            raise self.refuse("Say which plane it fights.")
        if lot["barred"]:
            raise self.refuse(lot["barred"], lot["rule"])
        if value["result"] == ROLL and not self.facts["roll"]:
            raise self.refuse("The dice of this step are told, not rolled.")
        if value["result"] == PLANE_SMOKE and lot["id"].endswith("/smoke"):
            raise self.refuse("That plane lies on its smoke side already: a fuel hit does no more.")
        if value["result"] == CAP_SMOKE and cap["fuel"] == "smoke":
            raise self.refuse("That CAP lies on its smoke side already: a fuel hit does no more.")

    def may(self, lot: Mapping[str, JSON], result: str, cap: str = "") -> bool:
        """Whether a result can come of an engagement with a lot: for the page, which greys what cannot."""
        if lot["barred"] or (result == PLANE_SMOKE and lot["id"].endswith("/smoke")):
            return False
        caps = [each for each in self.facts["caps"] if not cap or each["id"] == cap]
        return result != CAP_SMOKE or any(each["fuel"] != "smoke" for each in caps)

    def sample(self, rng: random.Random) -> JSON:
        cap = rng.choice(self.facts["caps"])
        lot = rng.choice([each for each in self.facts["lots"] if not each["barred"]])
        return {
            "cap": cap["id"],
            "lot": lot["id"],
            "result": rng.choice([result for result in ENGAGED if self.may(lot, result, cap["id"])]),
        }

    def draft(self) -> JSON:
        free = [each["id"] for each in self.facts["lots"] if not each["barred"]]
        caps = [each["id"] for each in self.facts["caps"]]
        return {"cap": caps[0] if len(caps) == 1 else "", "lot": free[0] if len(free) == 1 else "", "result": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        made = {**draft, op: arg}
        if op == "result" and "=" in arg:
            lot, _, result = arg.partition("=")
            made = {**draft, "lot": lot, "result": result}
        if op not in ("cap", "lot", "result"):
            return super().edit(draft, op, arg, fields)
        if made["result"] not in ("", *ENGAGED, ROLL):
            return super().edit(draft, op, arg, fields)
        if op == "result" and not made["cap"]:
            raise self.refuse("Tap first which CAP fights.")
        if made["cap"] and made["lot"]:
            self.check({**made, "result": made["result"] or NO_LOSS})
        return made

    def value(self, draft: JSON) -> JSON:
        if not draft["cap"]:
            raise self.refuse("Say which CAP fights.")
        if not draft["lot"]:
            raise self.refuse("Say which plane it fights.")
        if not draft["result"]:
            raise self.refuse("Say how it ended.")
        return draft


HITS: tuple[tuple[str, int, int, int], ...] = (
    ("No hit", 0, 0, 0),
    ("Fire", 1, 0, 0),
    ("2 Fires", 2, 0, 0),
    ("Inferno + critical", 0, 1, 0),
    ("Fire + Inferno + critical", 1, 1, 0),
    ("Flooding + critical", 0, 0, 1),
    ("2 Flooding + 2 criticals", 0, 0, 2),
)
"""What an attack comes to most often: what the key says, Fires, Infernos with their criticals, Flooding with theirs."""
FLAK: Mapping[str, str] = {"none": "", "smoke": "flak turned it to smoke", "lost": "shot down by flak"}


@dataclass(frozen=True)
class Bomb(Titled):
    """What came of one bomber's attack.

    Facts: ``lots`` (bombers whose turn it is: ``{"id": "bomber/full", "words", "n", "class"}``), ``targets`` (``{"name",
    "island"}``), ``chooses`` (the side that picks the target), ``sacrifice`` (this bomber may reroll and be lost),
    ``roll`` (the app may roll), ``tested`` (who won is known: only the hits are told). Answer: ``{"lot", "target",
    "flak": "none", "fire": 0, "cr": 0, "spout": 0, "sacrifice": false}``, or the same with ``"flak": "roll"`` for the
    app's dice. Ops: ``lot`` and ``target`` with an id (needed only with several); ``flak`` with ``smoke`` (again: off);
    ``sacrifice`` on and off; ``fire``, ``cr``, ``spout`` with a number; ``hits`` with ``1:0:0`` or ``Akagi=1:0:0`` locked in
    one tap; ``lost`` (shot down) and ``roll``, with a target or nothing, locked. `keys(lot)` are the result keys of a
    class: ``[("Fire", "1:0:0"), ...]``.
    """

    kind = "bomb"
    schema: ClassVar[Mapping[str, JSON]] = shaped(
        lot=TEXT,
        target=TEXT,
        flak={"enum": [*FLAK, ROLL]},
        fire=NUMBER,
        cr=NUMBER,
        spout=NUMBER,
        sacrifice={"type": "boolean"},
    )

    def keys(self, lot: str) -> list[tuple[str, str]]:
        """The results a bomber of this lot most often has: bombs raise no water spout, torpedoes set nothing on fire."""
        torpedo = lot.startswith(TORPEDO)
        return [
            (words, f"{fire}:{cr}:{spout}")
            for words, fire, cr, spout in HITS
            if not (torpedo and fire + cr) and not (spout and lot and not torpedo)
        ]

    def check(self, value: JSON) -> None:
        lot = next((each for each in self.facts["lots"] if each["id"] == value["lot"]), None)
        if lot is None:
            raise self.refuse("Say which bomber attacks.")
        if value["target"] not in [each["name"] for each in self.facts["targets"]]:
            raise self.refuse("Say which ship is attacked.")
        if value["flak"] == ROLL and not self.facts["roll"]:
            raise self.refuse("The dice of this step are told, not rolled.")
        if value["flak"] != "none" and self.facts.get("tested"):
            raise self.refuse("What flak did is told already: say what the damage roll came to.")
        if value["flak"] == "smoke" and lot["id"].endswith("/smoke"):
            raise self.refuse("That bomber lies on its smoke side already: a fuel hit does no more.")
        hits = value["fire"] + value["cr"] + value["spout"]
        if value["flak"] in ("lost", ROLL) and (hits or value["sacrifice"]):
            raise self.refuse("A bomber that is shot down makes no damage roll.", "Bombing Phase, Bombing test")
        if value["spout"] and lot["class"] != TORPEDO:
            raise self.refuse("Only torpedoes score water spouts.", _DAMAGE)
        if value["fire"] + value["cr"] and lot["class"] == TORPEDO:
            raise self.refuse("A fireball is inflicted only by a bomb.", _DAMAGE)
        if hits > 12:
            raise self.refuse("So many hits cannot come of one attack.", _DAMAGE)
        if value["sacrifice"] and not self.may_sacrifice(value):
            raise self.refuse(
                "Only a smoke-side bomber, and one of a group, unless it comes from a damaged Japanese carrier.",
                "Bombing Phase, Heroic sacrifice",
            )

    def may_sacrifice(self, draft: JSON) -> bool:
        """Whether the bomber that attacks may reroll and be lost: it lies on its smoke side, or flak has just turned it."""
        return bool(self.facts["sacrifice"] and (draft["lot"].endswith("/smoke") or draft["flak"] == "smoke"))

    def sample(self, rng: random.Random) -> JSON:
        lot = rng.choice(self.facts["lots"])
        value = {**self.draft(), "lot": lot["id"], "target": rng.choice(self.facts["targets"])["name"]}
        tested = self.facts.get("tested")
        if not tested and rng.random() < 0.15:
            return {**value, "flak": "lost"}
        fire, cr, spout = (int(n) for n in rng.choice(self.keys(lot["id"]))[1].split(":"))
        if not tested and lot["id"].endswith("/full") and rng.random() < 0.2:
            value["flak"] = "smoke"
        value |= {"fire": fire, "cr": cr, "spout": spout}
        value["sacrifice"] = self.may_sacrifice(value) and rng.random() < 0.3
        return value

    def draft(self) -> JSON:
        lots, targets = (
            [each[key] for each in self.facts[part]] for part, key in (("lots", "id"), ("targets", "name"))
        )
        return {
            "lot": lots[0] if len(lots) == 1 else "",
            "target": targets[0] if len(targets) == 1 else "",
            "flak": "none",
            "fire": 0,
            "cr": 0,
            "spout": 0,
            "sacrifice": False,
        }

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        made = next(self._edited(draft, op, arg), None)
        if made is None:
            return super().edit(draft, op, arg, fields)
        if made["lot"] and made["target"]:
            self.check(made)
        return made

    def _edited(self, draft: JSON, op: str, arg: str) -> Iterator[JSON]:
        none = {"fire": 0, "cr": 0, "spout": 0}
        target = arg if op in ("lost", ROLL) else arg.partition("=")[0] if "=" in arg else ""
        aimed = {**draft, "target": target or draft["target"]}
        counts = [whole(each, 12) for each in arg.rpartition("=")[2].split(":")]
        if op in ("lot", "target"):
            yield {**draft, op: arg, **({"flak": "none", "sacrifice": False} if op == "lot" else {})}
        elif op == "flak" and arg == "smoke":
            yield {**draft, "flak": "none" if draft["flak"] == "smoke" else "smoke"}
        elif op == "sacrifice":
            yield {**draft, "sacrifice": not draft["sacrifice"]}
        elif op in ("lost", ROLL):
            yield {**aimed, **none, "flak": op, "sacrifice": False}
        elif op == "hits" and len(counts) == len(none) and None not in counts:
            yield {**aimed, **dict(zip(none, counts, strict=True))}
        elif op in none and counts[0] is not None:
            yield {**draft, op: counts[0]}

    def value(self, draft: JSON) -> JSON:
        if not draft["lot"]:
            raise self.refuse("Say which bomber attacks.")
        if not draft["target"]:
            raise self.refuse("Say which ship is attacked.")
        return draft


_DAMAGE = "Bombing Phase, Damage track"
