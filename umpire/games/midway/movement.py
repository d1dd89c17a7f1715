"""Prepare for Play 6 and Step 1: ships onto the board, and ships across it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ATAGO, JAPAN, US
from umpire.table.asks import Refusal
from umpire.table.board import NOWHERE, ZoneBoard
from umpire.table.script import Play, Steps
from umpire.table.stacks import PLACES, Stacks
from umpire.table.words import counted, listed

JSON = Any


@dataclass(frozen=True)
class ZoneStacks(Stacks):
    """Stacks on the search board; one of its areas may be looked at closely, the draft's ``look``."""

    board: ZoneBoard = NOWHERE

    place_noun = "zone"

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """As `Stacks.edit`; ``look`` at an area, or with none at the whole board."""
        if op == "look":
            return {**draft, "look": arg if arg in self.board.areas else None}
        made = super().edit(draft, op, arg, fields)
        return {**made, "look": None} if op in ("none", "to") else made


@dataclass(frozen=True)
class Place(ZoneStacks):
    """Where a side's ships stand as the game opens: its own shaded zones, any number in one."""

    kind = "place"
    rule = "Prepare for Play 6"

    def may(self, ship: str, zone: str, put: Mapping[str, str]) -> None:
        self._own(ship)
        if zone not in self.facts["shaded"]:
            raise Refusal(f"{zone} is not one of your shaded zones.", self.rule)

    def check(self, value: JSON) -> None:
        for ship, zone in value.items():
            self.may(ship, zone, {})
        missing = [ship for ship in self.facts["entering"] if ship not in value]
        if missing:
            raise Refusal(f"Still in your hand: {listed(missing)}. Every ship starts on the board.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        return {ship: rng.choice(self.facts["shaded"]) for ship in self.facts["entering"]}


@dataclass(frozen=True)
class Moves(ZoneStacks):
    """A side's movement: any, all or none of its ships; arrivals enter a shaded zone and may then move.

    The value is ``{"enter": {ship: zone}, "move": {ship: zone}, "leave": [ship]}``, movers only; those who
    leave go off their own edge of the board for good, and where nobody does `leave` may be left out.
    """

    kind = "moves"
    rule = "Step 1"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": ["enter", "move"],
        "properties": {
            "enter": PLACES,
            "move": PLACES,
            "leave": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        },
        "additionalProperties": False,
    }

    # What the rules allow.

    def speed(self, ship: str) -> int:
        """Zones a ship may move this turn."""
        return int(self.facts["slow"].get(ship, self.facts["speed"]))

    def _free(self, ship: str) -> None:
        self._own(ship)
        if ship in self.facts["held"]:
            raise Refusal(f"{ship} is held by the surface combat of last turn and may not move.", "Surface Combat 17")

    def may(self, ship: str, zone: str, put: Mapping[str, str]) -> None:
        start = self.facts["at"].get(ship)
        if start is None or zone != start:
            self._free(ship)
        if zone == self.facts["barred"].get(ship):
            raise Refusal(
                f"{ship} may stand on Midway only once its fortification is reduced to nothing.", "Midway Reduction 1"
            )
        if start is None and zone in self.facts["shaded"]:
            return
        if start is None:
            self._reaches_from_edge(ship, zone)
        elif self.board.distance(start, zone) > self.speed(ship):
            far = self.board.distance(start, zone)
            raise Refusal(
                f"{ship} may move {counted(self.speed(ship), 'zone')} this turn; {zone} is {far} away.", self.rule
            )

    def _reaches_from_edge(self, ship: str, zone: str) -> None:
        if all(self.board.distance(edge, zone) > self.speed(ship) for edge in self.facts["shaded"]):
            raise Refusal(f"{ship} enters in a shaded zone and may then move {self.speed(ship)} zones.", self.rule)

    def may_leave(self, ship: str) -> None:
        """Raises `Refusal` when a ship cannot go off her own edge of the board this turn."""
        self._free(ship)
        if self.facts["leave"]:
            raise Refusal(self.facts["leave"], "Appendix, Miscellaneous 5")
        if ship not in self.facts["at"]:
            raise Refusal(f"{ship} is not on the board.", self.rule)
        column, _ = self.board.xy(self.facts["at"][ship])
        japan = self.facts["side"] == JAPAN
        out = column + 1 if japan else self.board.columns * 3 - column
        if out > self.speed(ship):
            edge = "left" if japan else "right"
            raise Refusal(
                f"{ship} is {counted(out, 'zone')} from leaving by the {edge} edge and may move {self.speed(ship)}.",
                "Appendix, Miscellaneous 5",
            )

    def check(self, value: JSON) -> None:
        for ship, zone in value["enter"].items():
            if ship not in self.facts["entering"]:
                raise Refusal(f"{ship[:30]} does not arrive this turn.", self.rule)
            if zone not in self.facts["shaded"]:
                raise Refusal(f"{ship} must enter in one of your shaded zones; {zone[:12]} is not one.", self.rule)
            self.may(ship, zone, {})
        for ship, zone in value["move"].items():
            self._own(ship)
            if zone not in self.board:
                raise Refusal(f"There is no zone {zone[:12]} on this board.", self.rule)
            start = self.facts["at"].get(ship, value["enter"].get(ship))
            if start is None:
                raise Refusal(f"{ship} has not entered: place her in a shaded zone first.", self.rule)
            self.may(ship, zone, {})
            if self.board.distance(start, zone) > self.speed(ship):
                raise Refusal(f"{ship} may move {self.speed(ship)} zones from {start}.", self.rule)
        for ship in value.get("leave", ()):
            self.may_leave(ship)
            if ship in value["move"]:
                raise Refusal(f"{ship} cannot both leave the board and move on it.", self.rule)

    # The draft.

    def draft(self) -> JSON:
        return {"put": {}, "enter": {}, "leave": [], "picked": []}

    def taken_up(self, draft: JSON) -> JSON:
        made = super().taken_up(draft)
        enter = {s: zone for s, zone in draft["enter"].items() if s in made["put"] and s in self.facts["entering"]}
        put = {s: zone for s, zone in made["put"].items() if s in self.facts["at"] or s in enter}
        return {**made, "put": put, "enter": enter, "leave": [s for s in draft["leave"] if s in self.facts["at"]]}

    def standing(self, draft: JSON) -> dict[str, str]:
        return {ship: zone for ship, zone in super().standing(draft).items() if ship not in draft["leave"]}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """As `ZoneStacks.edit`; ``leave`` sends the picked off the board, ``stack`` with ``leaving`` picks them again."""
        if op == "leave":
            return self._send_off(draft)
        if op == "stack" and arg == "leaving":
            return {**draft, "picked": [] if draft["picked"] == draft["leave"] else list(draft["leave"])}
        made = super().edit(draft, op, arg, fields)
        if op in ("to", "home"):
            made = {**made, "leave": [ship for ship in draft["leave"] if ship not in draft["picked"]]}
        enter = {ship: zone for ship, zone in draft["enter"].items() if ship in made["put"]}
        for ship, zone in made["put"].items():
            if ship in self.facts["entering"] and ship not in enter:
                enter[ship] = zone
        return {**made, "enter": enter}

    def _send_off(self, draft: JSON) -> JSON:
        if not draft["picked"]:
            raise Refusal("Tap a stack first.", self.rule)
        for ship in draft["picked"]:
            self.may_leave(ship)
        put = {ship: zone for ship, zone in draft["put"].items() if ship not in draft["picked"]}
        leave = list(dict.fromkeys([*draft["leave"], *draft["picked"]]))
        return {**draft, "put": put, "leave": leave, "picked": [], "look": None}

    def can_leave(self, draft: JSON) -> bool:
        """Whether everything that is picked may leave the board now."""
        try:
            for ship in draft["picked"]:
                self.may_leave(ship)
        except Refusal:
            return False
        return bool(draft["picked"])

    def _near(self, draft: JSON) -> Sequence[str]:
        starts = [self.facts["at"].get(ship) for ship in draft["picked"]]
        if None in starts or not starts:
            return self.board.zones
        return list(self.board.within(str(starts[0]), self.facts["speed"]))

    def value(self, draft: JSON) -> JSON:
        enter, move = {}, {}
        for ship, zone in draft["put"].items():
            if ship not in self.facts["entering"]:
                move[ship] = zone
                continue
            enter[ship] = self._edge_for(ship, draft["enter"][ship], zone)
            if enter[ship] != zone:
                move[ship] = zone
        return {"enter": enter, "move": move, "leave": draft["leave"]}

    def _edge_for(self, ship: str, first: str, zone: str) -> str:
        """The shaded zone a new ship enters by on her way to where she was put."""
        reach: list[str] = [
            edge for edge in self.facts["shaded"] if self.board.distance(edge, zone) <= self.speed(ship)
        ]
        if first in reach:
            return first
        return min(reach, key=lambda edge: (self.board.distance(edge, zone), edge))

    def reminder(self, draft: JSON) -> str:
        held = [ship for ship in self.facts["due_now"] if ship not in draft["put"]]
        if held:
            return f"{listed(held)} may enter from this turn on, and would be held back."
        return f"{listed(draft['leave'])} would leave the board for good." if draft["leave"] else ""

    def sample(self, rng: random.Random) -> JSON:
        enter = {s: rng.choice(self.facts["shaded"]) for s in self.facts["entering"] if rng.random() < 0.9}
        enter = {ship: zone for ship, zone in enter.items() if zone != self.facts["barred"].get(ship)}
        starts = {**self.facts["at"], **enter}
        move, leave = {}, []
        for ship, start in starts.items():
            if ship in self.facts["held"]:
                continue
            zone = rng.choice(list(self.board.within(start, self.speed(ship))))
            if zone not in (start, self.facts["barred"].get(ship)) and rng.random() < 0.7:
                move[ship] = zone
            elif rng.random() < 0.02 and self.can_leave({"picked": [ship]}):
                leave.append(ship)
        return {"enter": enter, "move": move, "leave": leave}


def speed(side: str, played: int) -> int:
    """Zones a ship may move: two, and six for the US on the first turn (Step 1)."""
    return 6 if side == US and played == 1 else 2


def entering(plot: MidwayPlot, side: str) -> list[str]:
    """A side's ships that are due and not yet on the board; they may be held back (R: Arrivals)."""
    due = max(plot.turn, 1)
    away = {*plot.zones, *plot.sunk, *plot.gone}
    return [
        name
        for name, ship in plot.ships.items()
        if ship["side"] == side and ship["arrives"] <= due and name not in away
    ]


def no_leaving(plot: MidwayPlot, side: str) -> str:
    """Why a side's ships cannot leave the board as things stand, or nothing (Appendix, Miscellaneous 5)."""
    if not plot.settings.get("leaving", True):
        return "It was agreed that no ship leaves the board."
    if side == US and not (plot.attacked or plot.closed or plot.captured):
        return "US ships may leave only once their fleet has been attacked or Midway has been reduced."
    return ""


def ask_place(g: Play, side: str) -> Place:
    plot: MidwayPlot = g.plot(side)
    facts = {"at": {}, "entering": entering(plot, side), "shaded": plot.kit[f"board/shaded/{side}"]}
    return Place(f"setup/place/{side}", facts, board=plot.board)


def ask_moves(g: Play, side: str) -> Moves:
    plot: MidwayPlot = g.plot(side)
    due = entering(plot, side)
    facts = {
        "at": plot.of(side),
        "entering": due,
        "shaded": plot.kit[f"board/shaded/{side}"],
        "side": side,
        "speed": speed(side, plot.played),
        "slow": {ship: 1 for ship in plot.of(side) if plot.crippled(ship)},
        "held": [ship for ship in plot.held if ship in plot.of(side)],
        "barred": {ATAGO: plot.kit["board/midway"]} if side == JAPAN and plot.fortification else {},
        "leave": no_leaving(plot, side),
        "due_now": [ship for ship in due if plot.ships[ship]["arrives"] == plot.turn > 1],
    }
    return Moves(f"t{plot.played}/moves/{side}", facts, board=plot.board)


def place_ships(g: Play) -> Steps[None]:
    """Both sides' ships go onto the board in secret (Prepare for Play 6)."""
    placed = yield from g.sealed(lambda: {side: ask_place(g, side) for side in g.game.sides})
    for side, at in placed.items():
        g.tell(side, "ships", "Prepare for Play 6", at=at, entered=sorted(at), moved={}, left=[])


def move_ships(g: Play) -> Steps[None]:
    """Step 1, both sides at once and in secret; then the word that Midway's own watchers give."""
    moves = yield from g.sealed(lambda: {side: ask_moves(g, side) for side in g.game.sides})
    board = g.truth.board
    for side, answer in moves.items():
        starts = {**g.truth.of(side), **answer["enter"]}
        at = {**answer["enter"], **answer["move"]}
        moved = {ship: board.distance(starts[ship], zone) for ship, zone in answer["move"].items()}
        left = sorted(answer.get("leave", ()))
        g.tell(side, "ships", "Step 1", at=at, entered=sorted(answer["enter"]), moved=moved, left=left)
    if g.truth.in_zone("japan", g.truth.kit["board/midway"]):
        g.tell(g.all, "on-midway", "Appendix, Midway 7", side="japan")
