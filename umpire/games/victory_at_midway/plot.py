"""What an audience of a Victory at Midway table knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED, BattlePlot
from umpire.games.victory_at_midway.terms import (
    BASES,
    CLASSES,
    FIGHTER,
    JAPAN,
    MARINES,
    MIDWAY,
    MIDWAY_HEX,
    SHIP_CLASSES,
    ST11,
    SUBS,
    US,
    in_halves,
    is_night,
)
from umpire.table.hexes import HexBoard

JSON = Any

READY, NOT_READY, NOT_READY_2, TRAPPED = "ready", "not ready", "not ready 2", "trapped"
ALOFT, DITCHED, DESTROYED = "aloft", "ditched", "destroyed"
ABOARD = (READY, NOT_READY, NOT_READY_2, TRAPPED)
LOST = (DITCHED, DESTROYED)
OPEN, SHUT = "open", "shut"
WAITING, WITHDRAWN, GIVEN_UP = "waiting", "withdrawn", "given up"
"""Where a ship may be that is on no hex: to enter yet, off the map for good, never to come."""


class VictoryPlot(BattlePlot):
    """The map, the holding boxes and the score as one audience has them."""

    STATE = (
        *BattlePlot.STATE,
        "settings",
        "ships",
        "at",
        "air",
        "aboard",
        "withdrawn",
        "courses",
        "forgone",
        "turn",
        "played",
        "step",
        "fog",
        "searches",
        "lately",
        "found",
        "sighted",
        "late",
        "kure",
        "kure_gone",
        "ashore",
        "landed",
        "field",
        "zekes",
        "zekes_used",
        "strikes",
        "base_strike",
        "declared",
        "surfaced",
        "attacks",
        "scored",
        "located",
        "stopped",
    )

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.settings: dict[str, JSON] = {}
        self.ships: dict[str, JSON] = {}
        """The counters of both sides: side, class and entry turn by name."""
        self.at: dict[str, str] = {}
        """Ships on the map and their hexes: to a side its own, to the umpire all."""
        self.air: dict[str, JSON] = {}
        """Own air units: `type`, `base` (whose letter it bears), `state`, `box`, and `on` what base or over what hex."""
        self.aboard: dict[str, str] = {}
        """Which transport carries which battalion."""
        self.withdrawn: list[str] = []
        self.courses: dict[str, str] = {}
        """Where own ships steer for, from turn to turn."""
        self.forgone: list[str] = []
        self.turn = 0
        self.played = 0
        """Turns begun; it names the asks, and no correction of the time changes it."""
        self.step = "set-up"
        self.fog = False
        self.searches: list[JSON] = []
        self.lately: list[JSON] = []
        """The searches of the last turn on which any was made from the air."""
        self.found: list[JSON] = []
        self.sighted = 0
        """The turn Japan first saw a US carrier or its aircraft; 0 for not yet. Only Japan reckons with it."""
        self.late = 0
        self.kure = 0
        """The turn the seaplane base was begun; 0 for none."""
        self.kure_gone = False
        """Whether the base is closed for good, as far as this audience knows."""
        self.ashore: list[str] = []
        self.landed = 0
        """The turn Japanese ground units first landed; 0 for not yet."""
        self.field = OPEN
        self.zekes: list[str] = []
        """Carriers that have had their Reserve Zeke; only Japan knows which."""
        self.zekes_used = 0
        self.strikes: list[JSON] = []
        """Own strikes of this turn not yet resolved, in the order meant."""
        self.base_strike: list[str] = []
        self.declared: JSON = None
        """Own declarations of the Ship-to-Ship Combat Phase."""
        self.surfaced: list[str] = []
        """Ships that fought a surface battle this turn."""
        self.attacks: list[JSON] = []
        """Hexes in which surface combat was declared this turn, and by whom."""
        self.scored = 0
        self.located: list[str] = []
        """Solitaire: hexes in which Japan has found US carriers this turn."""
        self.stopped: list[JSON] = []
        """Solitaire: US ships held back from a hex of Japanese ships."""

    # What follows from it.

    @property
    def board(self) -> HexBoard:
        return kits.board_of(self.kit)

    @property
    def night(self) -> bool:
        return is_night(self.turn)

    @property
    def s_turn(self) -> bool:
        """Whether submarines may move."""
        return bool(self.option("submarines")) and self.turn in kits.s_turns(self.kit)

    def option(self, name: str) -> JSON:
        """What was agreed on an optional rule or a reading."""
        return self.settings.get(name)

    def foggy(self, place: str) -> bool:
        """Whether a hex lies in fog now."""
        return self.fog and place in kits.fog_of(self.kit)

    def type_of(self, ship: str) -> str:
        return CLASSES[self.ships[ship]["class"]][1]

    def is_sub(self, ship: str) -> bool:
        return self.ships[ship]["class"] in SUBS

    def is_surface(self, ship: str) -> bool:
        return self.ships[ship]["class"] in SHIP_CLASSES

    def of(self, side: str) -> dict[str, str]:
        """A side's ships on the map, as far as this audience knows them, in the order of the roster."""
        return {s: self.at[s] for s, ship in self.ships.items() if s in self.at and ship["side"] == side}

    def surface_in(self, side: str, place: str) -> list[str]:
        """A side's surface ships in a hex, in the order of the roster."""
        return [ship for ship, at in self.of(side).items() if at == place and self.is_surface(ship)]

    def subs_in(self, side: str, place: str) -> list[str]:
        return [ship for ship, at in self.of(side).items() if at == place and self.is_sub(ship)]

    def shown(self, ships: Iterable[str]) -> dict[str, str]:
        """Ships or ground units as they are deployed: each with its strength."""
        return {unit: self.strength(unit) for unit in ships}

    def whole(self, carrier: str) -> bool:
        """Whether a carrier is undamaged."""
        return self.strength(carrier) == FULL

    def carriers(self, side: str) -> dict[str, str]:
        """A side's carriers on the map, in whatever state."""
        return {ship: at for ship, at in self.of(side).items() if self.type_of(ship) == "CV"}

    def decks(self, side: str) -> dict[str, str]:
        """Bases from which a side's air units may fly and where they may land: where each is."""
        made = {s: at for s, at in self.carriers(side).items() if self.whole(s) and not self.foggy(at)}
        if side == US and self.field == OPEN:
            made[MIDWAY] = MIDWAY_HEX
        return made

    def capacity(self, base: str) -> int:
        """Air units a base may hold; Midway's field loses one a hit (Midway Airfield Damage)."""
        if base == MIDWAY:
            return 0 if self.field == SHUT else max(0, int(self.kit[f"capacity/{MIDWAY}"]) - self.field_hits)
        return int(self.kit[f"capacity/{base}"]) if self.whole(base) else 0

    def on(self, base: str, *boxes: str) -> list[str]:
        """Own air units in some boxes of a base, in a fixed order; all boxes if none is named."""
        wanted = boxes or ABOARD
        return [unit for unit, u in self.air.items() if u["on"] == base and u["box"] in wanted]

    def ready(self, side: str) -> dict[str, str]:
        """Ready air units that may fly, and where each would fly from."""
        decks = self.decks(side)
        return {unit: decks[base] for base in decks for unit in self.on(base, READY)}

    def kind_of(self, unit: str) -> str:
        """The broad type of an own air unit."""
        return kits.kind_of(str(self.air[unit]["type"]))

    def reach(self, unit: str) -> int:
        """The range of an own air unit as it is now."""
        u = self.air[unit]
        return int(kits.air_value(self.kit, "range", u["type"], u["base"], reduced=u["state"] == REDUCED))

    def aloft(self, side: str) -> list[str]:
        """A side's air units in the air."""
        return [unit for unit, u in self.air.items() if u["box"] == ALOFT and BASES[u["base"]][0] == side]

    def marines(self) -> list[str]:
        return [each for each in MARINES if each not in self.sunk]

    def midway_searches(self) -> int:
        """Air searches Midway may make now, its own hex among them (Air Search Limits; Midway Airfield Damage)."""
        return 0 if self.ashore else max(0, 4 - self.field_hits)

    def speed(self, ship: str) -> JSON:
        """A ship's printed speed now: 1 or ``1/2``."""
        return kits.value(self.kit, "speed", ship, self.ships[ship]["class"], reduced=self.strength(ship) == REDUCED)

    @property
    def kure_open(self) -> bool:
        """Whether the seaplane base works, as far as this audience knows."""
        return bool(self.kure) and not self.kure_gone and self.turn >= self.kure + 3

    @property
    def holder(self) -> str:
        """The side that controls Midway (Midway VPs)."""
        return JAPAN if not self.marines() and self.ashore else US

    # Set-up and time.

    def hear_opened(self, settings: dict[str, JSON], ships: dict[str, JSON]) -> None:
        self.settings, self.ships = settings, ships
        self.fog = bool(settings.get("fog"))

    def hear_turn(self, n: int, night: bool, s_turn: bool, fog: bool) -> None:
        self.turn, self.step = n, "orders"
        self.played += 1
        self.searches, self.found, self.strikes, self.base_strike = [], [], [], []
        self.declared, self.surfaced, self.attacks, self.located, self.stopped = None, [], [], [], []
        self.clear_fights()

    def hear_step(self, name: str) -> None:
        self.step = name

    # Own side only.

    def hear_ships(self, at: dict[str, str], entered: list[str], withdrawn: list[str]) -> None:
        self.at.update(at)
        for ship in withdrawn:
            self.at.pop(ship, None)
        self.withdrawn += withdrawn

    def hear_courses(self, side: str, courses: dict[str, str]) -> None:
        """Where a side's ships steer for now; one not named steers for nothing."""
        others = {ship: to for ship, to in self.courses.items() if self.ships[ship]["side"] != side}
        self.courses = {**others, **courses}

    def hear_air(self, units: dict[str, JSON]) -> None:
        """Own air units as they now stand."""
        self.air.update(units)

    def hear_aboard(self, on: dict[str, str]) -> None:
        self.aboard = on

    def hear_late(self, turn: int) -> None:
        self.late = turn

    def hear_due(self, ships: list[str]) -> None:
        """Ships that may enter from this turn on."""

    def hear_base_strike(self, units: list[str]) -> None:
        """Units set aside against Midway's base, before the searches (Midway Base Strikes)."""
        self.base_strike = units

    def hear_strikes(self, strikes: list[JSON]) -> None:
        self.strikes = strikes

    def hear_begun_strike(self, to: str) -> None:
        """One of one's own strikes is on; the others are still to come."""
        self.strikes = [strike for strike in self.strikes if strike["to"] != to]

    def hear_declared(self, subs: list[str], bombard: list[str], ashore: list[str]) -> None:
        self.declared = {"subs": subs, "bombard": bombard, "ashore": ashore}

    def hear_zekes(self, carriers: list[str]) -> None:
        self.zekes += carriers

    def hear_kure_closed(self) -> None:
        """The base is closed for good, since ST11 has left it or is lost."""
        self.kure_gone = True

    def hear_located(self, hexes: list[str]) -> None:
        """Solitaire: where Japan's own searches have found US carriers today."""
        self.located = hexes

    def hear_stopped(self, ships: list[str], hex: str) -> None:
        self.stopped.append({"ships": ships, "hex": hex})

    # Told to all.

    def hear_forgone(self, ships: list[str]) -> None:
        self.forgone += ships

    def hear_searching(self, searches: list[JSON]) -> None:
        self.searches = searches
        if any(search["kind"] == "air" for search in searches):
            self.lately = searches

    def hear_kure(self, turn: int) -> None:
        self.kure = turn

    def hear_night_searches(self, searches: list[JSON]) -> None:
        """Which ship searches of this night were effective."""
        self.searches = searches

    def hear_found(self, found: list[JSON]) -> None:
        self.found += [each for each in found if each not in self.found]

    def hear_sighted(self, turn: int) -> None:
        self.sighted = turn

    def hear_zeke(self, n: int) -> None:
        self.zekes_used += n

    def hear_landed(self, units: dict[str, str], states: dict[str, str]) -> None:
        """Battalions put ashore, and the transport each came from."""
        self.ashore += list(units)
        self.landed = self.landed or self.turn
        self.state.update({unit: left for unit, left in states.items() if left != FULL})

    def hear_surface(self, by: str, hexes: list[str]) -> None:
        """A surface attack declared, whether or not the enemy is there."""
        self.attacks += [{"by": by, "hex": place} for place in hexes]

    def hear_fog_die(self, die: int, lifted: bool) -> None:
        self.fog = self.fog and not lifted

    def hear_field_shut(self, lost: int) -> None:
        self.field = SHUT
        self.field_lost += lost

    def hear_turn_over(self, n: int, score: dict[str, int]) -> None:
        self.scored = n

    def hear_tally(self, lines: list[JSON], score: dict[str, int]) -> None:
        """The final reckoning: hits that do not count, Midway, the special force tenders."""
        self.score = score

    def hear_revealed(self, at: dict[str, str], withdrawn: list[str], ditched: int) -> None:
        """How it truly stood, when the game is over."""

    # What a fight changes of one's own record.

    def hear_surface_battle(self, by: str, hex: str, ships: dict[str, str], theirs: dict[str, str]) -> None:
        super().hear_surface_battle(by, hex, ships, theirs)
        self.surfaced += [*ships, *theirs] if ships else []

    def hear_units_hit(self, units: dict[str, str]) -> None:
        super().hear_units_hit(units)
        for unit, left in units.items():
            if left == GONE:
                self.at.pop(unit, None)
                if unit in self.ashore:
                    self.ashore.remove(unit)
                if unit == ST11 and self.kure:
                    self.kure_gone = True

    def hear_battalions(self, states: dict[str, str]) -> None:
        """Battalions that shared their transport's fate (Japanese Ground Units at Sea)."""
        for unit, left in states.items():
            if left == GONE:
                self.sunk.append(unit)
                self.state.pop(unit, None)
            else:
                self.state[unit] = left

    # Corrections.

    def hear_set_right(self, fact: str, value: JSON, text: str, reason: str) -> None:
        kind, _, name = fact.partition("/")
        corrections: Mapping[str, Callable[[str, JSON], None]] = {
            "hex": self._ship_right,
            "box": self._box_right,
            "strength": lambda unit, state: self.air[unit].update(state=state),
            "hits": self._strength_right,
            "aboard": self._transport_right,
            "back": self._back_right,
            "kit": self.kit.__setitem__,
            "score": lambda side, points: self.score.update({side: in_halves(points) or 0}),
        }
        if kind in corrections:
            corrections[kind](name, value)
        else:
            setattr(self, {"field": "field_hits"}.get(kind, kind), value)

    def _ship_right(self, ship: str, where: str) -> None:
        """Her hex, or what she is that is on none."""
        self.at.pop(ship, None)
        self.withdrawn = [each for each in self.withdrawn if each != ship]
        if where == WITHDRAWN:
            self.withdrawn.append(ship)
        elif where not in (WAITING, GIVEN_UP):
            self.at[ship] = where

    def _box_right(self, unit: str, to: JSON) -> None:
        """Where a unit stands. One that was destroyed and is not comes back whole."""
        u = self.air[unit]
        state = GONE if to["box"] == DESTROYED else FULL if u["state"] == GONE else u["state"]
        kept = {key: value for key, value in u.items() if key not in ("mission", "from", "start")}
        self.air[unit] = {**kept, **to, "state": state}

    def _strength_right(self, unit: str, strength: str) -> None:
        """A ship's or ground unit's strength, in a fight too; what stands on a carrier is trapped, or is no longer."""
        self.state.pop(unit, None)
        if strength == REDUCED:
            self.state[unit] = strength
        for group in ("ships", "theirs"):
            if self.fight and unit in self.fight.get(group, {}):
                self.fight[group][unit] = strength
        for each in self.on(unit):
            if strength == REDUCED or self.air[each]["box"] == TRAPPED:
                self.air[each] = {**self.air[each], "box": TRAPPED if strength == REDUCED else NOT_READY}

    def _transport_right(self, battalion: str, transport: str) -> None:
        """The battalion that sailed in that transport changes places with this one."""
        other = next(unit for unit, on in self.aboard.items() if on == transport)
        self.aboard |= {other: self.aboard[battalion], battalion: transport}

    def _back_right(self, name: str, value: JSON) -> None:
        key, _, field = f"back/{name}".rpartition("/")
        self.kit[key] = {**self.kit[key], field: value}


def steps_left(state: str, hits: int, steps: int) -> str:
    """What hits leave of a unit whose counter has so many steps; excess hits are ignored."""
    left = (2 if state == FULL and steps == 2 else 1 if state != GONE else 0) - hits
    return GONE if left <= 0 else state if not hits else REDUCED


def fighters(units: Mapping[str, JSON]) -> list[str]:
    """Those of some deployed air units that are fighters and still in the fight."""
    return [u for u, each in units.items() if each["kind"] == FIGHTER and each["state"] != GONE]
