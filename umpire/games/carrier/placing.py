"""Where US task forces may begin a standard game (21.0), and the ask that places them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier import roster
from umpire.games.carrier.asks import Titled
from umpire.table.board import NoSuchPlace
from umpire.table.numbered import read, within
from umpire.table.words import listed

JSON = Any


def zones(
    period: str, objectives: Sequence[str], ships: Sequence[str], *, surprise: bool, extended: bool
) -> list[JSON]:
    """Where a task force may begin, as (hexes, centre): the likeliest first."""
    guadalcanal, moresby, hebrides = (each in objectives for each in ("Guadalcanal", "Port Moresby", "New Hebrides"))
    if period == "1943":
        return [(3, "3128")]
    types = [roster.ships()[ship]["type"] for ship in ships]
    light = not any(type in ("CV", "BB") for type in types)
    every = (
        (guadalcanal and not hebrides, 3, "2718"),
        (hebrides or guadalcanal, 3, "3118"),
        (moresby, 3, "3434"),
        (moresby and not extended, 3, "3842"),
        (moresby and extended and surprise, 3, "3844"),
        (guadalcanal, 3, "3528"),
        (True, 8, "3818"),
        (light, 8, "3712"),
    )
    return [(reach, centre) for holds, reach, centre in every if holds]


def hexes(where: Sequence[tuple[int, str]]) -> list[str]:
    """Every hex of some zones, nearest to the first one’s centre first as the zones stand."""
    return list(dict.fromkeys(place for reach, centre in where for place in within(centre, reach)))


def zone_words(where: Sequence[tuple[int, str]]) -> str:
    """Zones in words."""
    return f"Within {listed((f'{reach} hexes of {centre}' for reach, centre in where), 'or')}."


@dataclass(frozen=True)
class Place(Titled):
    """A hex for each task force. The answer is ``{task force: hex}``.

    Each of `pieces` is ``{"id", "words", "note", "to", "near", "preset"}``: `to` every hex it may begin in, `near` the
    middles of those zones, to be tapped instead of typed.
    """

    kind = "place"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    @property
    def pieces(self) -> dict[str, JSON]:
        return {piece["id"]: piece for piece in self.facts["pieces"]}

    def check(self, value: JSON) -> None:
        unknown = [id for id in value if id not in self.pieces]
        if unknown:
            raise self.refuse(f"“{unknown[0][:20]}” is not to be placed.")
        for id, piece in self.pieces.items():
            if id not in value:
                raise self.refuse(f"{id} has no hex yet.")
            if value[id] not in piece["to"]:
                raise self.refuse(f"{id} may not begin in {value[id][:8]}. {piece['note']}")

    def sample(self, rng: random.Random) -> JSON:
        return {id: rng.choice(piece["to"]) for id, piece in self.pieces.items()}

    def draft(self) -> JSON:
        return {"to": {id: piece["preset"] for id, piece in self.pieces.items()}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``hex`` with ``TF 16:2718``; ``type`` takes the boxes as typed, by task force."""
        id, _, place = arg.partition(":")
        if op == "hex" and id in self.pieces and place in self.pieces[id]["to"]:
            return {"to": {**draft["to"], id: place}}
        if op != "type":
            return super().edit(draft, op, arg, fields)
        return {"to": {id: fields.get(id, draft["to"][id])[:8] for id in self.pieces}}

    def value(self, draft: JSON) -> JSON:
        try:
            return {id: read(place) for id, place in draft["to"].items()}
        except NoSuchPlace as fault:
            raise self.refuse(str(fault)) from None
