"""Surface combat as it is asked: ships onto the board, across it, what they fire at, and the way out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.battle import Aimed, rectangle_of
from umpire.games.midway.terms import BOARD_WIDTH
from umpire.table.asks import Ask, Refusal
from umpire.table.board import king
from umpire.table.words import counted

JSON = Any
At = dict[str, list[int]]

_CELL = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 40}, "minItems": 2, "maxItems": 2}
_CELLS = {"type": "object", "additionalProperties": _CELL}


def middle_first(columns: Sequence[int]) -> list[int]:
    """Columns from the middle of the board outwards."""
    return sorted(columns, key=lambda c: (abs(2 * c - (BOARD_WIDTH + 1)), c))


@dataclass(frozen=True)
class Line(Ask):
    """Surface Combat 4 and 5: a side's ships along its own edge, one to a rectangle; they may touch.

    The value is ``{ship: [column, row]}``. As many as there are rectangles free come on at once; the rest
    wait behind (Appendix, Surface Combat 1).
    """

    kind = "surface-place"
    rule = "Surface Combat 4"
    schema: ClassVar[Mapping[str, JSON]] = _CELLS

    def check(self, value: JSON) -> None:
        ships, free, row = self.facts["ships"], self.facts["free"], self.facts["row"]
        if not set(value) <= set(ships):
            raise Refusal("Place your own ships of this zone, and no other.", self.rule)
        if any(cell[1] != row or cell[0] not in free for cell in value.values()):
            raise Refusal("Ships come on along your own edge, where there is a free rectangle.", self.rule)
        if len({cell[0] for cell in value.values()}) < len(value):
            raise Refusal("Only one ship to a rectangle.", self.rule)
        due = min(len(ships), len(free))
        if len(value) != due:
            raise Refusal(f"{counted(due, 'ship')} come on now; you have placed {len(value)}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        ships, free = list(self.facts["ships"]), list(self.facts["free"])
        rng.shuffle(free)
        rng.shuffle(ships)
        return {ship: [column, self.facts["row"]] for ship, column in zip(ships, free, strict=False)}

    def draft(self) -> JSON:
        columns = middle_first(self.facts["free"])
        at = {ship: [c, self.facts["row"]] for ship, c in zip(self.facts["ships"], columns, strict=False)}
        return {"at": at, "picked": None}

    def waiting(self, draft: JSON) -> list[str]:
        """Ships for which there is no rectangle yet."""
        return [ship for ship in self.facts["ships"] if ship not in draft["at"]]

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``pick`` a ship, then ``to`` a rectangle ``5:1``; onto another ship the two change places."""
        if op == "pick" and arg in self.facts["ships"]:
            if draft["picked"] and draft["picked"] != arg:
                return {"at": _swapped(draft["at"], draft["picked"], arg), "picked": None}
            return {**draft, "picked": None if draft["picked"] == arg else arg}
        cell = rectangle_of(arg)
        if op == "to" and cell:
            if draft["picked"] is None:
                raise Refusal("Tap a ship first, then where she stands.", self.rule)
            if draft["picked"] not in draft["at"]:
                raise Refusal("As many ships as fit are on; tap one of them to change places.", self.rule)
            return {"at": {**draft["at"], draft["picked"]: cell}, "picked": None}
        return super().edit(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        return draft["at"]


def _swapped(at: At, one: str, other: str) -> At:
    """Two ships in each other's places; one of them may be waiting for a place."""
    made = {ship: cell for ship, cell in at.items() if ship not in (one, other)}
    for ship, cell in ((one, at.get(other)), (other, at.get(one))):
        if cell is not None:
            made[ship] = cell
    return made


@dataclass(frozen=True)
class Steam(Ask):
    """Surface Combat 6 and 7: any or all of a side's ships one rectangle; those that wait come on behind.

    The value is ``{"move": {ship: [column, row]}, "enter": {ship: [column, row]}}``, movers only. Ships
    must make room for those that wait, as far as they can (Appendix, Surface Combat 1).
    """

    kind = "surface-move"
    rule = "Surface Combat 6"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": ["move", "enter"],
        "properties": {"move": _CELLS, "enter": _CELLS},
        "additionalProperties": False,
    }

    def check(self, value: JSON) -> None:
        at = self.facts["at"]
        for ship, cell in value["move"].items():
            if ship not in at:
                raise Refusal(f"{ship[:30]} is not yours to move here.", self.rule)
            self.may(ship, cell)
        self._check_entering(value["enter"])
        standing = {**at, **value["move"], **value["enter"]}
        cells = [tuple(cell) for cell in standing.values()]
        if len(set(cells)) < len(cells):
            raise Refusal("Only one ship to a rectangle.", self.rule)

    def may(self, ship: str, cell: Sequence[int]) -> None:
        """Raises `Refusal` when a ship cannot move to a rectangle, whatever else moves."""
        start = self.facts["at"][ship]
        if cell[0] > BOARD_WIDTH or cell[1] > self.facts["depth"]:
            raise Refusal(f"{ship} would leave the board.", self.rule)
        if king((start[0], start[1]), (cell[0], cell[1])) > 1:
            raise Refusal(f"{ship} moves one rectangle.", self.rule)
        if list(cell) in self.facts["enemy"].values():
            raise Refusal("An enemy ship is in that rectangle.", self.rule)

    def _check_entering(self, enter: JSON) -> None:
        row = self.facts["row"]
        if not set(enter) <= set(self.facts["waiting"]):
            raise Refusal("Only ships that wait can come on.", self.rule)
        if any(cell[1] != row or cell[0] > BOARD_WIDTH for cell in enter.values()):
            raise Refusal("Ships come on in the last row of your side.", "Appendix, Surface Combat 1")
        if any(list(cell) in self.facts["enemy"].values() for cell in enter.values()):
            raise Refusal("An enemy ship is in that rectangle.", self.rule)
        due = len(self._room()["enter"])
        if len(enter) < due:
            raise Refusal(
                f"{counted(due, 'ship')} still {'wait' if due > 1 else 'waits'} behind: move enough ships off your "
                "edge to make room, and bring them on.",
                "Appendix, Surface Combat 1",
            )

    def _room(self) -> JSON:
        """A way to bring on as many as can be: ships of the edge step forward where they can."""
        row, ahead = self.facts["row"], self.facts["ahead"]
        taken = {tuple(cell) for cell in (*self.facts["at"].values(), *self.facts["enemy"].values())}
        free = [c for c in middle_first(range(1, BOARD_WIDTH + 1)) if (c, row) not in taken]
        move: At = {}
        for ship, cell in self.facts["at"].items():
            if len(free) >= len(self.facts["waiting"]):
                break
            steps = [(cell[0] + d, row + ahead) for d in (0, -1, 1) if 1 <= cell[0] + d <= BOARD_WIDTH]
            to = next((step for step in steps if step not in taken), None)
            if cell[1] == row and to:
                taken.add(to)
                move[ship] = list(to)
                free.append(cell[0])
        return {"move": move, "enter": {s: [c, row] for s, c in zip(self.facts["waiting"], free, strict=False)}}

    def sample(self, rng: random.Random) -> JSON:
        value = self._room()
        taken = {tuple(c) for c in ({**self.facts["at"], **value["move"], **value["enter"]}).values()}
        taken |= {tuple(cell) for cell in self.facts["enemy"].values()}
        for ship, cell in self.facts["at"].items():
            to = (cell[0] + rng.randint(-1, 1), cell[1] + rng.choice([0, self.facts["ahead"]]))
            if ship in value["move"] or to in taken:
                continue
            if 1 <= to[0] <= BOARD_WIDTH and 1 <= to[1] <= self.facts["depth"]:
                taken.add(to)
                value["move"][ship] = list(to)
        return value

    def draft(self) -> JSON:
        made = self._room()
        return {"at": {**self.facts["at"], **made["move"], **made["enter"]}, "picked": None}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``pick`` a ship, then ``to`` a rectangle; ``ahead`` moves all that can forward; ``hold`` begins anew."""
        if op == "pick" and arg in draft["at"]:
            return {**draft, "picked": None if draft["picked"] == arg else arg}
        if op == "hold":
            return self.draft()
        if op == "ahead":
            return self._all_ahead(draft)
        cell = rectangle_of(arg)
        if op == "to" and cell:
            return self._to(draft, cell)
        return super().edit(draft, op, arg, fields)

    def _to(self, draft: JSON, cell: list[int]) -> JSON:
        ship = draft["picked"]
        if ship is None:
            raise Refusal("Tap a ship first, then where she goes.", self.rule)
        if ship in self.facts["at"]:
            self.may(ship, cell)
        if any(at == cell and other != ship for other, at in draft["at"].items()):
            raise Refusal("Only one ship to a rectangle.", self.rule)
        return {"at": {**draft["at"], ship: cell}, "picked": None}

    def _all_ahead(self, draft: JSON) -> JSON:
        """The foremost first, so that those behind can follow."""
        ahead, made = self.facts["ahead"], dict(draft["at"])
        held = [list(cell) for cell in self.facts["enemy"].values()]
        for ship, start in sorted(self.facts["at"].items(), key=lambda item: -ahead * item[1][1]):
            to = [start[0], start[1] + ahead]
            others = [cell for other, cell in made.items() if other != ship]
            if 1 <= to[1] <= self.facts["depth"] and to not in others and to not in held:
                made[ship] = to
        return {"at": made, "picked": None}

    def steps(self, ship: str) -> list[list[int]]:
        """Rectangles a ship may be moved to from where the turn found her."""
        column, row = self.facts["at"].get(ship, (0, 0))
        near = [[column + x, row + y] for y in (-1, 0, 1) for x in (-1, 0, 1)]
        return [c for c in near if 1 <= c[0] <= BOARD_WIDTH and 1 <= c[1] <= self.facts["depth"]]

    def value(self, draft: JSON) -> JSON:
        start = self.facts["at"]
        return {
            "move": {ship: cell for ship, cell in draft["at"].items() if ship in start and start[ship] != cell},
            "enter": {ship: cell for ship, cell in draft["at"].items() if ship not in start},
        }


@dataclass(frozen=True)
class Guns(Aimed):
    """Surface Combat 8 and 12: each ship fires at one enemy ship in her range, or at none.

    The value is ``{ship: target or null}``, a line for every ship that has a target in range.
    """

    kind = "surface-fire"
    rule = "Surface Combat 8"

    def check(self, value: JSON) -> None:
        reach = self.facts["reach"]
        if set(value) != set(reach):
            raise Refusal("Say for each ship with a target in range what she fires at, or that she holds.", self.rule)
        for ship, target in value.items():
            if target is not None and target not in reach[ship]:
                raise Refusal(f"{target[:30]} is not in the range of {ship}.", self.rule)

    def draft(self) -> JSON:
        """Every ship fires at the nearest."""
        fire = {ship: targets[0] for ship, targets in self.facts["reach"].items()}
        return {"fire": fire, "ship": next(iter(fire))}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """As `Aimed.edit`; ``all`` that reach it at one target."""
        reach = self.facts["reach"]
        if op == "all" and any(arg in targets for targets in reach.values()):
            return {**draft, "fire": {s: arg if arg in reach[s] else at for s, at in draft["fire"].items()}}
        return super().edit(draft, op, arg, fields)


@dataclass(frozen=True)
class Withdraw(Ask):
    """Surface Combat 13: whether a side rolls to get away. The value is true or false."""

    kind = "withdraw"
    rule = "Surface Combat 13"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "boolean"}

    def sample(self, rng: random.Random) -> JSON:
        return rng.random() < 0.3

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "say" and arg in ("stay", "withdraw"):
            return arg == "withdraw"
        return super().edit(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        if draft is None:
            raise Refusal("Stay, or try to withdraw.", self.rule)
        return draft
