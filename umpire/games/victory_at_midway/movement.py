"""Setup and Ship Movement: ships onto the map, ships across it, and ships off it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.terms import (
    BATTALIONS,
    JAPAN,
    LATE_GROUP,
    MIDWAY_HEX,
    SIDES,
    SS4,
    SS4_HEX,
    SUB_START_REACH,
    TRANSPORTS,
    US,
    US_START,
    US_START_REACH,
)
from umpire.table.asks import Refusal
from umpire.table.hexes import NOWHERE, HexBoard
from umpire.table.script import Play, Steps
from umpire.table.stacks import Stacks
from umpire.table.words import counted, listed

JSON = Any

OFF = "off"
"""Where a ship goes that leaves the map."""
HALF = "1/2"
LOOK = "look"
"""The tap that shows part of the map large; no answer knows of it."""


def looking(board: HexBoard, draft: JSON, place: str = "") -> JSON:
    """The draft with the map shown large about a hex, or whole again."""
    return {**draft, LOOK: place if place in board else ""} if place or draft.get(LOOK) else draft


# Set-up.


@dataclass(frozen=True)
class SetUp(Stacks):
    """Where a side's units are as the game opens; Japan also says which battalion sails in which transport.

    The value is ``{"at": {ship: hex}, "aboard": {battalion: transport}}``; a side leaves out what it has none of.
    """

    board: HexBoard = NOWHERE

    kind = "set-up"
    rule = "Setup"
    place_noun: ClassVar[str] = "hex"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": ["at"],
        "properties": {
            "at": {"type": "object", "additionalProperties": {"type": "string"}},
            "aboard": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "additionalProperties": False,
    }

    def draft(self) -> JSON:
        """Surface ships are in hand first, then what starts elsewhere."""
        within = self.facts["within"]
        first = [ship for ship in within if within[ship] == next(iter(within.values()))]
        return {**super().draft(), "picked": first, "aboard": dict(self.facts["aboard"]), "battalion": ""}

    def taken_up(self, draft: JSON) -> JSON:
        made = super().taken_up(draft)
        return made if set(draft["aboard"]) == set(self.facts["aboard"]) else self.draft()

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """As `Stacks.edit`; ``battalion`` takes one up, and again with another exchanges their transports."""
        if op == LOOK:
            return looking(self.board, draft, arg)
        if op != "battalion" or arg not in draft["aboard"]:
            return looking(self.board, super().edit(draft, op, arg, fields))
        held = draft["battalion"]
        if not held or held == arg:
            return {**draft, "battalion": "" if held else arg}
        aboard = {**draft["aboard"], held: draft["aboard"][arg], arg: draft["aboard"][held]}
        return {**draft, "aboard": aboard, "battalion": ""}

    def may(self, ship: str, place: str, put: Mapping[str, str]) -> None:
        self._own(ship)
        start, reach = self.facts["within"][ship]
        if self.board.distance(start, place) > reach:
            far = self.board.distance(start, place)
            raise Refusal(f"{ship} starts within {reach} of {start}; {place} is {far} away.", "US Setup")

    def check(self, value: JSON) -> None:
        for ship, place in value["at"].items():
            if place not in self.board:
                raise Refusal(f"There is no hex {place[:8]} on this map.", self.rule)
            self.may(ship, place, {})
        missing = [ship for ship in self.facts["entering"] if ship not in value["at"]]
        if missing:
            raise Refusal(f"Still in your hand: {listed(missing)}. They start on the map.", self.rule)
        aboard = value.get("aboard", {})
        fits = sorted(aboard) == sorted(self.facts["aboard"])
        if not fits or sorted(aboard.values()) != sorted(self.facts["aboard"].values()):
            raise Refusal("Each transport carries one battalion.", "Japanese Setup")

    def sample(self, rng: random.Random) -> JSON:
        at = {s: rng.choice(list(self.board.within(*self.facts["within"][s]))) for s in self.facts["entering"]}
        decks = list(self.facts["aboard"].values())
        rng.shuffle(decks)
        return {"at": at, "aboard": dict(zip(self.facts["aboard"], decks, strict=True))}

    def value(self, draft: JSON) -> JSON:
        return {"at": draft["put"], "aboard": draft["aboard"]}


def ask_set_up(g: Play, side: str) -> SetUp:
    plot: VictoryPlot = g.plot(side)
    within: dict[str, JSON] = {}
    for ship, printed in plot.ships.items():
        if printed["side"] != side or printed["entry"] or ship == SS4:
            continue
        if plot.is_sub(ship):
            within[ship] = [MIDWAY_HEX, SUB_START_REACH if side == US else 2 * len(plot.board.places)]
        else:
            within[ship] = [US_START, US_START_REACH]
    aboard = dict(zip(BATTALIONS, TRANSPORTS, strict=True)) if side == JAPAN else {}
    facts = {"side": side, "at": {}, "entering": list(within), "within": within, "aboard": aboard}
    return SetUp("set-up", facts, board=plot.board)


def place_ships(g: Play) -> Steps[None]:
    """US and Japanese Setup, both sealed. SS4 has her hex printed (US Setup)."""
    got = yield from g.sealed(lambda: {side: ask_set_up(g, side) for side in SIDES})
    for side in SIDES:
        at = dict(got[side]["at"])
        if side == US and SS4 in g.truth.ships:
            at[SS4] = SS4_HEX
        g.tell(side, "ships", "Setup", at=at, entered=sorted(at, key=list(g.truth.ships).index), withdrawn=[])
    g.tell(JAPAN, "aboard", "Japanese Setup", on=got[JAPAN].get("aboard", {}))


# Entry.


def due_turn(plot: VictoryPlot, ship: str) -> int:
    """The earliest turn a ship may enter; one past the end while the Turn 13 group waits for a sighting."""
    entry = int(plot.ships[ship]["entry"])
    if entry == LATE_GROUP:
        return plot.late or 99
    return entry


def outside(plot: VictoryPlot, side: str) -> list[str]:
    """A side's ships that have not entered, and have not been given up aloud."""
    gone = {*plot.at, *plot.sunk, *plot.withdrawn, *plot.forgone}
    return [s for s, ship in plot.ships.items() if ship["side"] == side and ship["entry"] and s not in gone]


def may_enter(plot: VictoryPlot, side: str) -> list[str]:
    """A side's ships that may enter this turn; Japan may hold any of them back (Entry of Japanese Units)."""
    return [ship for ship in outside(plot, side) if due_turn(plot, ship) <= plot.turn]


# Moves: checks that the orders share.


def check_move(facts: Mapping[str, JSON], board: Any, ship: str, place: str) -> None:
    """Raises `Refusal` unless a ship on the map may go to a hex, or off it, this turn."""
    start = facts["at"][ship]
    if place == start:
        return
    _free(facts, ship)
    if place == OFF:
        _leaves(facts, board, ship)
    elif place not in board:
        raise Refusal(f"There is no hex {place[:8]} on this map.", "Ship Movement")
    elif board.distance(start, place) > 1:
        far = board.distance(start, place)
        raise Refusal(f"{ship} moves one hex a turn; {place} is {counted(far, 'hex', 'hexes')} away.", "Ship Movement")


def _free(facts: Mapping[str, JSON], ship: str) -> None:
    if ship in facts["held"]:
        raise Refusal(f"{ship} stays: her battalion is on Midway.", "Declaring an Invasion")
    if ship in facts["subs"] and not facts["s_turn"]:
        raise Refusal(f"{ship} moves on S turns only, and this is none.", "Submarines")
    if facts["speed"].get(ship) == HALF and facts["turn"] % 2:
        raise Refusal(
            f"{ship} has a speed of ½ and moves on even turns; this is turn {facts['turn']}.", "Ship Movement"
        )


def _leaves(facts: Mapping[str, JSON], board: Any, ship: str) -> None:
    """Exiting the Map: Japan from columns A to F, the US from G on, off a hex at the edge."""
    start = facts["at"][ship]
    if not board.rim(start):
        raise Refusal(f"{ship} is at {start}, which is not on the edge of the map.", "Exiting the Map")
    west = start[0] <= "F"
    if west != (facts["side"] == JAPAN):
        where = "in columns A to F" if facts["side"] == JAPAN else "from column G eastward"
        raise Refusal(f"{ship} may leave the map only {where}; she is at {start}.", "Exiting the Map")


def check_entry(facts: Mapping[str, JSON], board: Any, ship: str, place: str) -> None:
    """Raises `Refusal` unless a ship may come on in a hex. Entering takes a full move, at any speed (Ship Movement)."""
    if ship not in facts["entering"]:
        raise Refusal(f"{ship[:30]} may not enter this turn.", "Entry of Japanese Units")
    if place not in board or not place.startswith("A"):
        raise Refusal(f"{ship} enters in a hex of column A; {place[:8]} is none.", "Entry of Japanese Units")
