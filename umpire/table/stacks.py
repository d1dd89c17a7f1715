"""Ships moved on a board stack by stack, tap by tap: what the set-up and the movement of every game share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from umpire.table.asks import JSON, Ask, Refusal
from umpire.table.board import NOWHERE, Board

PLACES: Mapping[str, JSON] = {"type": "object", "additionalProperties": {"type": "string"}}
"""The shape of ``{ship: place}``."""


@dataclass(frozen=True)
class Stacks(Ask):
    """Ships picked up and put down, stack by stack. A stack is the ships of one place; it has no other being.

    `facts` holds where the ships stand, ``at``, and which may enter, ``entering``. A draft is
    ``{"put": {ship: place}, "picked": [ship]}``; `put` holds only what has been moved.
    """

    board: Board = NOWHERE

    schema: ClassVar[Mapping[str, JSON]] = PLACES
    place_noun: ClassVar[str] = "place"
    """What the game calls a place of its board."""

    def standing(self, draft: JSON) -> dict[str, str]:
        """Where every ship stands as the draft has it; ships still off the board are missing."""
        return {**self.facts["at"], **draft["put"]}

    def waiting(self, draft: JSON) -> list[str]:
        """Ships that may enter and have not been put anywhere."""
        return [ship for ship in self.facts["entering"] if ship not in draft["put"]]

    def draft(self) -> JSON:
        return {"put": {}, "picked": self.facts["entering"] if not self.facts["at"] else []}

    def taken_up(self, draft: JSON) -> JSON:
        """What was put where, of the ships that are still this side's to move."""
        mine = {*self.facts["at"], *self.facts["entering"]}
        made = {**draft, "picked": [ship for ship in draft["picked"] if ship in mine]}
        return made | {"put": {ship: place for ship, place in draft["put"].items() if ship in mine}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``stack`` a place or ``waiting``; ``ship`` to pick or leave one; ``to`` a place; ``home``; ``none``."""
        if op == "stack":
            ships = self.waiting(draft) if arg == "waiting" else self._at(draft, arg)
            again = sorted(ships) == sorted(draft["picked"])
            return {**draft, "picked": [] if again else ships}
        if op == "ship":
            self._own(arg)
            rest = [ship for ship in draft["picked"] if ship != arg]
            return {**draft, "picked": rest if arg in draft["picked"] else [*rest, arg]}
        if op == "none":
            return {**draft, "picked": []}
        if op == "home":
            put = {ship: place for ship, place in draft["put"].items() if ship not in draft["picked"]}
            return {**draft, "put": put, "picked": []}
        if op == "to":
            return self._send(draft, self.board.read(arg))
        return super().edit(draft, op, arg, fields)

    def _at(self, draft: JSON, place: str) -> list[str]:
        return [ship for ship, at in self.standing(draft).items() if at == place]

    def _own(self, ship: str) -> None:
        if ship not in self.facts["at"] and ship not in self.facts["entering"]:
            raise Refusal(f"You have no {ship[:30]} to move.", self.rule)

    def _send(self, draft: JSON, place: str) -> JSON:
        if not draft["picked"]:
            raise Refusal(f"Tap a stack first, then the {self.place_noun} it goes to.", self.rule)
        put = dict(draft["put"])
        for ship in draft["picked"]:
            self.may(ship, place, put)
            if place == self.facts["at"].get(ship):
                put.pop(ship, None)
            else:
                put[ship] = place
        return {**draft, "put": put, "picked": []}

    def may(self, ship: str, place: str, put: Mapping[str, str]) -> None:
        """Raises `Refusal` when a ship cannot go to a place."""

    def reach(self, draft: JSON) -> list[str]:
        """Places where everything that is picked may go, in board order; nothing picked reaches nothing."""
        if not draft["picked"]:
            return []
        return [place for place in self._near(draft) if self._allowed(draft, place)]

    def _near(self, draft: JSON) -> Sequence[str]:
        return self.board.places

    def _allowed(self, draft: JSON, place: str) -> bool:
        try:
            for ship in draft["picked"]:
                self.may(ship, place, draft["put"])
        except Refusal:
            return False
        return True

    def value(self, draft: JSON) -> JSON:
        return draft["put"]
