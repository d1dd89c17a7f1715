"""The questions of Search or Destroy tiles that the app keeps: put to the side that looks, on its own phones alone.

Also who won a bombing test, which has to be known before the damage track is picked.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import ROLL, TEXT, Choose, Pick, Titled, shaped

JSON = Any


@dataclass(frozen=True)
class Look(Pick):
    """Which tiles of the grid a side looks at.

    Facts besides those of a `Pick`: ``rows``: the grid from the top, a place each as ``{"place": "A1", "down": true,
    "words"}``; the words are those of a tile that lies face up, or that this side has seen before. Answer and ops as of a
    `Pick`, with places.
    """

    kind = "look"


@dataclass(frozen=True)
class Tile(Choose):
    """One of the tiles that this side alone sees: which it turns up, or which is its damage track.

    Facts besides those of a `Choose`: ``tiles``: to each option, in order, the tile as `tiles.face` shows it.
    """

    kind = "tile"


BOMBER, CARRIER, SMOKED, LOST = "bomber", "carrier", "smoke", "lost"
WON: Mapping[str, str] = {
    BOMBER: "Bomber wins",
    CARRIER: "Carrier wins",
    SMOKED: "Carrier wins: to smoke",
    LOST: "Shot down",
}
"""Who won a bombing test, with what flak did."""


@dataclass(frozen=True)
class Run(Titled):
    """Who won one bomber's test against one ship, before a tile is picked for its damage roll.

    Facts: ``lots``, ``targets``, ``chooses`` and ``roll`` as of a `Bomb`. Answer: ``{"lot", "target", "won"}``; `won` is
    one of `WON`, or `ROLL`. Ops: ``lot`` and ``target`` with an id; ``won`` with ``Akagi=bomber``, locked in the same tap.
    """

    kind = "run"
    schema: ClassVar[Mapping[str, JSON]] = shaped(lot=TEXT, target=TEXT, won={"enum": [*WON, ROLL]})

    def may(self, lot: str, won: str) -> bool:
        """Whether a test of this lot can end so."""
        return won != SMOKED or not lot.endswith("/smoke")

    def check(self, value: JSON) -> None:
        if value["lot"] not in [each["id"] for each in self.facts["lots"]]:
            raise self.refuse("Say which bomber attacks.")
        if value["target"] not in [each["name"] for each in self.facts["targets"]]:
            raise self.refuse("Say which ship is attacked.")
        if not self.may(value["lot"], value["won"]):
            raise self.refuse("That bomber lies on its smoke side already: a fuel hit does no more.")

    def sample(self, rng: random.Random) -> JSON:
        lot = rng.choice(self.facts["lots"])["id"]
        won = rng.choice([each for each in WON if self.may(lot, each)])
        return {"lot": lot, "target": rng.choice(self.facts["targets"])["name"], "won": won}

    def draft(self) -> JSON:
        lots, targets = self.facts["lots"], self.facts["targets"]
        one = {
            "lot": lots[0]["id"] if len(lots) == 1 else "",
            "target": targets[0]["name"] if len(targets) == 1 else "",
        }
        return {**one, "won": ""}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        made = {**draft, op: arg}
        if op == "won":
            target, _, won = arg.rpartition("=")
            made = {**draft, "target": target or draft["target"], "won": won}
        if op not in ("lot", "target", "won") or made["won"] not in ("", *WON, ROLL):
            return super().edit(draft, op, arg, fields)
        if made["lot"] and made["target"] and made["won"]:
            self.check(made)
        return made

    def value(self, draft: JSON) -> JSON:
        if not draft["lot"]:
            raise self.refuse("Say which bomber attacks.")
        if not draft["target"] or not draft["won"]:
            raise self.refuse("Say which ship is attacked, and who won the test.")
        return draft
