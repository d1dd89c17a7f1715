"""One sheet a side and turn: Ship Movement, the strike on Midway's base, and the searches. Nobody hears
anything between them, so they are locked together; what may be searched and flown follows from the moves."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway.movement import (
    HALF,
    LOOK,
    OFF,
    check_entry,
    check_move,
    looking,
    may_enter,
    outside,
)
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import check_air, check_ship, fixed_searches, fog_hexes, quota, unplaced
from umpire.games.victory_at_midway.terms import BATTALIONS, FIGHTER, JAPAN, KURE_HEX, MIDWAY, MIDWAY_HEX, ST11, US
from umpire.table.asks import Refusal
from umpire.table.hexes import NOWHERE, HexBoard
from umpire.table.script import Play
from umpire.table.stacks import Stacks
from umpire.table.words import listed

JSON = Any

MOVE, AIR, SHIP, BASE, SCOUT = "move", "air", "ship", "base", "scout"
PARTS = (MOVE, AIR, SHIP, BASE, SCOUT)
_HEXES = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
_PLACES = {"type": "object", "additionalProperties": {"type": "string"}}


@dataclass(frozen=True)
class Orders(Stacks):
    """The value is ``{moves, enter, forgo, base, air, ship, scouts, kure, course}``; what is left out is nothing.

    `moves` holds movers only, a ship that leaves the map going ``off``; `base` are the units that strike
    Midway's base; `scouts` are bombers and the hexes they search; `course` is where ships steer for, from which
    the next sheet proposes their moves. A draft also holds the part being written.
    """

    board: HexBoard = NOWHERE

    kind = "orders"
    rule = "Ship Movement"
    place_noun: ClassVar[str] = "hex"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "properties": {
            "moves": _PLACES,
            "enter": _PLACES,
            "forgo": _HEXES,
            "base": _HEXES,
            "air": _HEXES,
            "ship": _HEXES,
            "scouts": _PLACES,
            "kure": {"type": "boolean"},
            "course": _PLACES,
        },
        "additionalProperties": False,
    }

    # Where everything is once the ships have moved.

    def after(self, value: Mapping[str, JSON]) -> dict[str, str]:
        """Where a side's ships are after these moves."""
        at = {**self.facts["at"], **value.get("moves", {}), **value.get("enter", {})}
        return {ship: place for ship, place in at.items() if place != OFF}

    def decks(self, at: Mapping[str, str]) -> dict[str, str]:
        """Bases from which a side's units may fly now, and where they are; carriers in fog launch nothing."""
        made = {s: at[s] for s in self.facts["carriers"] if s in at and at[s] not in self.facts["fog"]}
        return {**made, **({MIDWAY: MIDWAY_HEX} if self.facts["field"] else {})}

    def flyers(self, at: Mapping[str, str]) -> dict[str, str]:
        """Ready units that may fly, and where from."""
        decks = self.decks(at)
        return {unit: decks[base] for unit, base in self.facts["ready"].items() if base in decks}

    def searchers(self, at: Mapping[str, str]) -> dict[str, str]:
        """Whole carriers that may search, and where they are."""
        return {base: place for base, place in self.decks(at).items() if base != MIDWAY}

    # The rules.

    def check(self, value: JSON) -> None:
        for ship, place in value.get("enter", {}).items():
            check_entry(self.facts, self.board, ship, place)
        for ship, place in value.get("moves", {}).items():
            if ship not in self.facts["at"]:
                raise Refusal(f"You have no {ship[:30]} on the map to move.", self.rule)
            check_move(self.facts, self.board, ship, place)
        for ship in value.get("forgo", ()):
            if ship not in self.facts["outside"] or ship in value.get("enter", {}):
                raise Refusal(f"{ship[:30]} cannot be given up: she is not waiting to enter.", "Exiting the Map")
        at = self.after(value)
        for ship, place in value.get("course", {}).items():
            if ship not in (*self.facts["at"], *self.facts["entering"]) or place not in self.board:
                raise Refusal(f"{ship[:30]} cannot steer for {place[:8]}.", self.rule)
        self._check_base(value.get("base", ()), at)
        self._check_scouts(value, at)
        air = value.get("air", ())
        twice = [place for place in value.get("scouts", {}).values() if place in air]
        if twice:
            raise Refusal(f"{twice[0]} would be searched from the air twice.", "Air Searches")
        check_air(self.facts, self.board, self.searchers(at), air)
        check_ship(self.facts, at, value.get("ship", ()))
        if value.get("kure") and not (self.facts["kure"] and at.get(ST11) == KURE_HEX):
            raise Refusal("The base is begun once, with ST11 in G6.", "Seaplane Tenders")

    def _check_base(self, units: Iterable[str], at: Mapping[str, str]) -> None:
        flyers = self.flyers(at)
        for unit in units:
            if self.facts["no_base"]:
                raise Refusal(self.facts["no_base"], "Midway Base Strikes")
            self._flies(unit, flyers, MIDWAY_HEX)

    def _flies(self, unit: str, flyers: Mapping[str, str], to: str) -> None:
        if unit not in flyers:
            raise Refusal(f"{unit[:12]} is not Ready on a base that may launch.", "Ready/Not Ready")
        if to not in self.board:
            raise Refusal(f"There is no hex {to[:8]} on this map.", "Other Air Strike Missions")
        far, reach = self.board.distance(flyers[unit], to), self.facts["reach"][unit]
        if far > reach:
            raise Refusal(
                f"{to} is {far} from {flyers[unit]}; {unit} has a range of {reach}.", "Other Air Strike Missions"
            )

    def _check_scouts(self, value: Mapping[str, JSON], at: Mapping[str, str]) -> None:
        scouts = value.get("scouts", {})
        if not scouts:
            return
        if not self.facts["scouts"]:
            raise Refusal("Bombers do not scout at night, nor where Extra Scouts are left out.", "Extra Scouts")
        flyers = self.flyers(at)
        for unit, place in scouts.items():
            self._flies(unit, flyers, place)
            if self.facts["kinds"][unit] == FIGHTER:
                raise Refusal(f"{unit} is a fighter; bombers scout.", "Extra Scouts")
            if unit in value.get("base", ()):
                raise Refusal(f"{unit} cannot scout and strike Midway on one turn.", "Extra Scouts")
        if len(set(scouts.values())) < len(scouts):
            raise Refusal("Two scouts would search one hex.", "Extra Scouts")

    # The draft.

    def draft(self) -> JSON:
        fresh = {"part": MOVE, "put": self.under_way(self.facts["course"]), "picked": [], "unit": ""}
        return {
            **fresh,
            "course": dict(self.facts["course"]),
            "coursing": False,
            "air": list(self.facts["fixed"]),
            **_none(("ship", "base", "forgo")),
            "scouts": {},
            "kure": False,
        }

    def taken_up(self, draft: JSON) -> JSON:
        """What of a draft still holds: ships and units that are still there to be ordered."""
        made = super().taken_up(draft)
        base = [unit for unit in draft["base"] if unit in self.facts["ready"]]
        scouts = {unit: to for unit, to in draft["scouts"].items() if unit in self.facts["ready"]}
        course = {ship: to for ship, to in draft["course"].items() if ship in self.facts["at"]}
        return {**made, "base": base, "scouts": scouts, "unit": "", "course": course}

    def under_way(self, course: Mapping[str, str]) -> dict[str, str]:
        """The next hex of each ship that steers for one, as far as she may move this turn."""
        steps = {}
        for ship, goal in course.items():
            way = self.board.line(self.facts["at"][ship], goal) if ship in self.facts["at"] and self.free(ship) else ()
            if way:
                steps[ship] = way[0]
        return steps

    def standing(self, draft: JSON) -> dict[str, str]:
        """Where ships stand as the draft has it; those that leave are gone."""
        return {s: at for s, at in super().standing(draft).items() if at != OFF}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``part``, ``hex`` (what it means is the part's affair), ``off``, ``slow``, ``unit``, ``kind``, ``forgo``, ``kure``."""
        edits = {
            "part": self._turn_to,
            "hex": self._tap,
            "unit": self._unit,
            "all": self._all_units,
            "forgo": lambda d, a: {**d, "forgo": _flip(d["forgo"], self._known(a, self.facts["outside"]))},
            "kure": lambda d, a: {**d, "kure": not d["kure"]},
            "off": lambda d, a: self._send(d, OFF),
            "course": lambda d, a: {**d, "coursing": not d["coursing"]},
            "no-course": self._off_course,
            "fast": self._leave_slow,
            "group": self._group,
        }
        if op == LOOK:
            return looking(self.board, draft, arg)
        made = edits[op](draft, arg) if op in edits else super().edit(draft, op, arg, fields)
        if op == "home":
            made = self._free_of_course(made, draft["picked"])
        if not made["picked"]:
            made = {**made, "coursing": False}
        return looking(self.board, made)

    def _send(self, draft: JSON, place: str) -> JSON:
        """Ships sent somewhere are on no course any more."""
        return self._free_of_course(super()._send(draft, place), draft["picked"])

    def _free_of_course(self, draft: JSON, ships: Iterable[str]) -> JSON:
        return {**draft, "course": {s: to for s, to in draft["course"].items() if s not in ships}}

    def _off_course(self, draft: JSON, goal: str) -> JSON:
        """Those that steer for a hex hold, and steer for none."""
        ships = [ship for ship, to in draft["course"].items() if to == goal]
        put = {ship: place for ship, place in draft["put"].items() if ship not in ships}
        return self._free_of_course({**draft, "put": put}, ships)

    def _steer(self, draft: JSON, goal: str) -> JSON:
        """What is picked steers for a hex, this turn as far as it may."""
        ships = [ship for ship in draft["picked"] if ship in self.facts["at"]]
        course = {**draft["course"], **dict.fromkeys(ships, goal)}
        put = {ship: place for ship, place in draft["put"].items() if ship not in ships}
        put |= self.under_way(dict.fromkeys(ships, goal))
        return {**draft, "course": course, "put": put, "picked": [], "coursing": False}

    def _known(self, name: str, of: Iterable[str]) -> str:
        if name not in of:
            raise Refusal(f"{name[:30]} cannot be chosen here.", self.rule)
        return name

    def _turn_to(self, draft: JSON, part: str) -> JSON:
        return {**draft, "part": self._known(part, PARTS), "picked": [], "unit": ""}

    def _tap(self, draft: JSON, place: str) -> JSON:
        """A hex tapped: where what is picked goes, or searched, as the part has it."""
        place = self.board.read(place)
        if draft["coursing"]:
            return self._steer(draft, place)
        if draft["part"] == MOVE:
            return self._send(draft, place) if draft["picked"] else self.edit(draft, "stack", place, {})
        if draft["part"] in (AIR, SHIP):
            made = {**draft, draft["part"]: _flip(draft[draft["part"]], place)}
            if place not in draft[draft["part"]]:
                self.check(
                    self.value(
                        {**draft, **_none(("air", "ship", "base")), "scouts": {}, draft["part"]: made[draft["part"]]}
                    )
                )
            return made
        if draft["part"] == SCOUT and draft["unit"]:
            made = {**draft, "scouts": {**draft["scouts"], draft["unit"]: place}, "unit": ""}
            self._check_scouts(self.value(made), self.standing(made))
            return made
        raise Refusal("Choose a bomber first, then the hex it searches.", "Extra Scouts")

    def _unit(self, draft: JSON, unit: str) -> JSON:
        """A unit tapped: into the strike on Midway or out of it; as a scout, taken up or called back."""
        self._known(unit, self.facts["ready"])
        if draft["part"] == SCOUT:
            if unit in draft["scouts"]:
                return {**draft, "scouts": {u: to for u, to in draft["scouts"].items() if u != unit}, "unit": ""}
            return {**draft, "unit": "" if draft["unit"] == unit else unit}
        made = _flip(draft["base"], unit)
        self._check_base([u for u in made if u == unit], self.standing(draft))
        return {**draft, "base": made}

    def _all_units(self, draft: JSON, what: str) -> JSON:
        """Every unit that can reach the base, of one broad type or of all; once more, none of them."""
        at = self.standing(draft)
        able = [u for u in self.able(at) if what in ("", self.facts["kinds"][u])]
        if set(able) <= set(draft["base"]):
            return {**draft, "base": [u for u in draft["base"] if u not in able]}
        return {**draft, "base": [*draft["base"], *(u for u in able if u not in draft["base"])]}

    def able(self, at: Mapping[str, str]) -> list[str]:
        """Ready units that can reach Midway's base."""
        if self.facts["no_base"]:
            return []
        far = self.board.distance
        return [u for u, place in self.flyers(at).items() if far(place, MIDWAY_HEX) <= self.facts["reach"][u]]

    def _leave_slow(self, draft: JSON, arg: str) -> JSON:
        """Of what is picked, only what may move this turn."""
        return {**draft, "picked": [ship for ship in draft["picked"] if self.free(ship)]}

    def _group(self, draft: JSON, entry: str) -> JSON:
        """The ships of one pile that wait to enter, picked together."""
        ships = [s for s in self.waiting(draft) if str(self.facts["piles"][s]) == entry]
        return {**draft, "picked": [] if ships == draft["picked"] else ships}

    def free(self, ship: str) -> bool:
        """Whether a ship may move at all this turn."""
        if ship in self.facts["entering"]:
            return True
        slow = self.facts["speed"].get(ship) == HALF and self.facts["turn"] % 2
        still = ship in self.facts["subs"] and not self.facts["s_turn"]
        return not (slow or still or ship in self.facts["held"])

    def may(self, ship: str, place: str, put: Mapping[str, str]) -> None:
        self._own(ship)
        if ship in self.facts["entering"]:
            check_entry(self.facts, self.board, ship, place)
        else:
            check_move(self.facts, self.board, ship, place)

    def searchable(self, draft: JSON) -> list[str]:
        """Hexes that one more search of the part being written may go to."""
        at = self.standing(draft)
        if draft["part"] == SHIP:
            own = {place for place in at.values() if place not in self.facts["fog"]}
            own |= {MIDWAY_HEX} if self.facts["garrison"] else set()
            return self.board.order(own)
        if draft["part"] == AIR and not self.facts["night"]:
            carriers, air = self.searchers(at), draft["air"]
            return [
                p for p in self.board.places if p in air or not unplaced(self.facts, self.board, carriers, [*air, p])
            ]
        if draft["part"] == SCOUT and draft["unit"]:
            start = self.flyers(at).get(draft["unit"])
            return list(self.board.within(start, self.facts["reach"][draft["unit"]])) if start else []
        return []

    def value(self, draft: JSON) -> JSON:
        enter = {s: place for s, place in draft["put"].items() if s in self.facts["entering"]}
        moves = {s: place for s, place in draft["put"].items() if s not in enter}
        made = {"moves": moves, "enter": enter, "forgo": draft["forgo"], "base": draft["base"]}
        at = self.after(made)
        course = {ship: to for ship, to in draft["course"].items() if at.get(ship, to) != to}
        made |= {"air": draft["air"], "ship": draft["ship"], "scouts": draft["scouts"], "kure": draft["kure"]}
        return {**made, "course": course}

    def reminder(self, draft: JSON) -> str:
        held = [s for s in self.facts["due_now"] if s not in draft["put"] and s not in draft["forgo"]]
        if held:
            return f"{listed(held)} may enter from this turn on, and would be held back."
        gone = [ship for ship, place in draft["put"].items() if place == OFF]
        if gone:
            return f"{listed(gone)} would leave the map for good."
        return f"{listed(draft['forgo'])} would be given up for good, aloud." if draft["forgo"] else ""

    # Random play.

    def sample(self, rng: random.Random) -> JSON:
        value: dict[str, JSON] = {"moves": {}, "enter": {}, "air": [], "ship": [], "base": [], "scouts": {}}
        column = [place for place in self.board.places if place.startswith("A")]
        for ship in self.facts["entering"]:
            if rng.random() < 0.8:
                value["enter"][ship] = rng.choice(column)
        for ship, at in self.facts["at"].items():
            to = rng.choice([*self.board.neighbours(at), *([OFF] if rng.random() < 0.02 else [])])
            self._try(value, {"moves": {**value["moves"], ship: to}}, rng, 0.6)
        at = self.after(value)
        for place in [self.board.places[rng.randrange(len(self.board.places))] for _ in range(8)]:
            self._try(value, {"air": list(dict.fromkeys([*value["air"], place]))}, rng, 0.9)
        for place in sorted({*at.values()}):
            self._try(value, {"ship": [*value["ship"], place]}, rng, 0.5)
        for unit in self.facts["ready"]:
            self._try(value, {"base": [*value["base"], unit]}, rng, 0.3)
            scout = {**value["scouts"], unit: rng.choice(self.board.places)}
            self._try(value, {"scouts": scout}, rng, 0.3)
        self._try(value, {"kure": True}, rng, 0.9)
        for ship in at:
            self._try(value, {"course": {**value.get("course", {}), ship: rng.choice(self.board.places)}}, rng, 0.05)
        for ship in self.facts["outside"]:
            self._try(value, {"forgo": [*value.get("forgo", ()), ship]}, rng, 0.01)
        return value

    def _try(self, value: dict[str, JSON], change: Mapping[str, JSON], rng: random.Random, chance: float) -> None:
        if rng.random() >= chance:
            return
        try:
            self.check({**value, **change})
        except Refusal:
            return
        value.update(change)


def _none(names: Iterable[str]) -> dict[str, list[str]]:
    return {name: [] for name in names}


def _flip(chosen: list[str], one: str) -> list[str]:
    """The list with one more in it, or without it if it was there."""
    return [each for each in chosen if each != one] if one in chosen else [*chosen, one]


def no_base_strike(plot: VictoryPlot, side: str) -> str:
    """Why a side may send no strike on Midway's base this turn, or nothing."""
    if plot.night:
        return "Aircraft do not fly at night."
    if side == US and not plot.option("bombardment"):
        return "The US strikes its own island only where bombardment is played."
    if side == US and not plot.ashore:
        return "No Japanese ground unit is on Midway."
    return ""


def ask_orders(g: Play, side: str) -> Orders:
    plot: VictoryPlot = g.plot(side)
    entering = may_enter(plot, side)
    at = plot.of(side)
    ready = {unit: u["on"] for unit, u in plot.air.items() if u["box"] == "ready"}
    held = [plot.aboard[b] for b in BATTALIONS if b in plot.ashore and b in plot.aboard] if side == JAPAN else []
    facts = {
        "side": side,
        "turn": plot.turn,
        "night": plot.night,
        "s_turn": plot.s_turn,
        "at": at,
        "entering": entering,
        "piles": {ship: plot.ships[ship]["entry"] for ship in entering},
        "due_now": [s for s in entering if _due_now(plot, s)],
        "course": {ship: to for ship, to in plot.courses.items() if ship in at},
        "outside": outside(plot, side) if side == JAPAN else [],
        "speed": {ship: plot.speed(ship) for ship in at if plot.is_surface(ship)},
        "subs": [ship for ship in at if plot.is_sub(ship)],
        "held": held,
        "fog": fog_hexes(plot),
        "carriers": [
            s for s in plot.ships if plot.ships[s]["side"] == side and plot.type_of(s) == "CV" and plot.whole(s)
        ],
        "field": side == US and plot.field == "open",
        "ready": ready,
        "reach": {unit: plot.reach(unit) for unit in ready},
        "kinds": {unit: plot.kind_of(unit) for unit in ready},
        "quota": quota(plot, side),
        "fixed": fixed_searches(plot, side),
        "garrison": bool(plot.ashore if side == JAPAN else plot.marines()),
        "scouts": bool(plot.option("scouts")) and not plot.night,
        "no_base": no_base_strike(plot, side),
        "kure": bool(side == JAPAN and plot.option("tenders") and not plot.kure),
    }
    return Orders(f"t{plot.played}/orders", facts, board=plot.board)


def _due_now(plot: VictoryPlot, ship: str) -> bool:
    entry = int(plot.ships[ship]["entry"])
    return (plot.late if entry == 13 else entry) == plot.turn
