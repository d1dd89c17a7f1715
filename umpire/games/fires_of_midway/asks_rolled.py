"""The questions of a step that the app rolls: what the cards turned up add, and what the dice meet on a damage track.

As all asks of this game they are put to TABLE; see `asks` for the facts that each has.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import NUMBER, Titled, shaped
from umpire.games.fires_of_midway.contests import DEFENDER, GROUP
from umpire.table.words import whole

JSON = Any

RETICLE, DEFLECTION = "reticle", "deflection"
CHIPS: Mapping[str, str] = {
    RETICLE: "Reticle",
    "dice": "+1 die",
    "ammo": "+1 ammo",
    DEFLECTION: "Deflection",
    "bombs": "+1 bomb",
    "torpedoes": "+1 torpedo",
}
"""The icons of a combat card that count for dice, and what their chips say."""
MOST = 5
"""Of one icon no card has more."""
_ICONS: Mapping[str, JSON] = {"type": "object", "additionalProperties": NUMBER}


@dataclass(frozen=True)
class Icons(Titled):
    """The icons of both combat cards as they were turned up; a card with none tapped is a Bluff, or adds nothing.

    Facts: ``cards``: two of ``{"id": "group" or "defender", "side", "words": "Dauntless, full side", "own": "3 combat
    dice, 2 bombs", "chips": ["reticle", "dice", "bombs"]}``, the second without chips where only the Bluff may be played.
    Answer and draft: ``{"group": {"reticle": 1, "dice": 2}, "defender": {}}``. Ops: ``chip`` with ``group:dice`` counts one
    more of it (a Reticle: on and off; past `MOST`: none); ``bluff`` with ``group`` takes its chips back. The key that rolls
    is the lock.
    """

    kind = "icons"
    schema: ClassVar[Mapping[str, JSON]] = shaped(group=_ICONS, defender=_ICONS)

    def chips(self, card: str) -> list[str]:
        """The icons that one of the two cards may have."""
        return next((list(each["chips"]) for each in self.facts["cards"] if each["id"] == card), [])

    def check(self, value: JSON) -> None:
        for card, icons in value.items():
            if any(icon not in self.chips(card) for icon in icons):
                raise self.refuse("No card that may be played here adds that.")
            if any(n > (1 if icon == RETICLE else MOST) for icon, n in icons.items()):
                raise self.refuse("No card has that many of one icon.")

    def sample(self, rng: random.Random) -> JSON:
        return {card: {icon: 1 for icon in self.chips(card) if rng.random() < 0.3} for card in (GROUP, DEFENDER)}

    def draft(self) -> JSON:
        return {GROUP: {}, DEFENDER: {}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        card, _, icon = arg.partition(":")
        if op == "bluff" and card in draft:
            return {**draft, card: {}}
        if op != "chip" or icon not in self.chips(card):
            return super().edit(draft, op, arg, fields)
        n = draft[card].get(icon, 0) + 1
        rest = {each: count for each, count in draft[card].items() if each != icon}
        return {**draft, card: rest if n > (1 if icon == RETICLE else MOST) else {**rest, icon: n}}


@dataclass(frozen=True)
class Faces(Titled):
    """What the dice that fell meet on the damage track of the tile that was chosen.

    Facts: ``dice`` (the faces in order), ``icons`` (what this weapon can score: ``[["shield", "Nothing"], ["fireball",
    "Fire"], ...]``), ``sacrifice`` (the bomber may reroll dice and be lost), ``known`` (the icons, where the app
    keeps the tiles: then only dice to be rolled again are told). Answer and draft: ``{"icons": {"1": "shield",
    "4": "fireball"}, "again": [0, 2]}``: an icon for each face that fell, nothing to begin with; places of dice to be
    rolled again, which is the heroic sacrifice. Ops: ``icon`` with ``4:fireball``; ``again`` with a place, on and off; lock.
    """

    kind = "faces"
    schema: ClassVar[Mapping[str, JSON]] = shaped(
        icons={"type": "object", "additionalProperties": {"type": "string"}},
        again={"type": "array", "items": NUMBER, "uniqueItems": True},
    )

    @property
    def faces(self) -> list[str]:
        """Each face that fell once, the lowest first."""
        return [str(face) for face in sorted(set(self.facts["dice"]))]

    def check(self, value: JSON) -> None:
        scored = [icon for icon, _ in self.facts["icons"]]
        if sorted(value["icons"]) != self.faces or any(icon not in scored for icon in value["icons"].values()):
            raise self.refuse("Say for each number that fell what the tile shows at it.")
        if self.facts.get("known", value["icons"]) != value["icons"]:
            raise self.refuse("The tile lies open: it shows otherwise.")
        if value["again"] and not self.facts["sacrifice"]:
            raise self.refuse(
                "Only a smoke-side bomber rerolls, and one of a group, unless it comes from a damaged Japanese carrier.",
                "Bombing Phase, Heroic sacrifice",
            )
        if any(at >= len(self.facts["dice"]) for at in value["again"]):
            raise self.refuse("No such die fell.")

    def sample(self, rng: random.Random) -> JSON:
        icons = self.facts.get("known") or {face: rng.choice(self.facts["icons"])[0] for face in self.faces}
        again = [0] if self.facts["sacrifice"] and rng.random() < 0.3 else []
        return {"icons": icons, "again": again}

    def draft(self) -> JSON:
        return {"icons": self.facts.get("known") or dict.fromkeys(self.faces, self.facts["icons"][0][0]), "again": []}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        face, _, icon = arg.partition(":")
        at = whole(arg, 30)
        if op == "icon" and face in draft["icons"]:
            made = {**draft, "icons": {**draft["icons"], face: icon}}
        elif op == "again" and at is not None:
            made = {**draft, "again": sorted({*draft["again"]} ^ {at})}
        else:
            return super().edit(draft, op, arg, fields)
        self.check(made)
        return made
