"""What an audience of a Midway table knows."""

from __future__ import annotations

from typing import Any

from umpire.games.midway import kit as kits
from umpire.games.midway.kit import board_of, is_night
from umpire.games.midway.results import of_either
from umpire.games.midway.surface_plot import SurfacePlot
from umpire.games.midway.terms import BOMBERS, FIGHTER, FORTIFICATION, MIDWAY, SIDES, TYPES, US, day
from umpire.table.board import ZoneBoard

JSON = Any

IDLE, READYING, READY = "idle", "readying", "ready"
STATES = (IDLE, READYING, READY)


class MidwayPlot(SurfacePlot):
    """The search board, the hit record and the operations sheet as one audience has them."""

    STATE = (
        *SurfacePlot.STATE,
        "settings",
        "ships",
        "zones",
        "planes",
        "flights",
        "hits",
        "sunk",
        "turn",
        "played",
        "step",
        "words",
        "calls",
        "sightings",
        "attacks",
        "battle",
        "fought",
        "score",
        "captured",
        "invasion",
        "scored",
        "standing",
        "fortification",
        "gone",
        "attacked",
        "caps",
        "b17",
        "b17_days",
    )

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.settings: dict[str, JSON] = {}
        self.ships: dict[str, JSON] = {}
        """The printed order of battle: side, type and turn of arrival by name."""
        self.zones: dict[str, str] = {}
        self.planes: dict[str, dict[str, dict[str, int]]] = {}
        """Squadrons on each base by type and state; those aloft are in `flights`."""
        self.flights: list[JSON] = []
        self.hits: dict[str, int] = {}
        self.sunk: list[str] = []
        self.turn = 0
        """The box of the time record: 1 is 0500 June 4."""
        self.played = 0
        """Turns begun; it names the asks, and no correction of the time changes it."""
        self.step = "set-up"
        self.words: dict[str, str] = {}
        self.calls: list[JSON] = []
        self.sightings: list[JSON] = []
        self.attacks: list[JSON] = []
        self.battle: JSON = None
        self.fought: list[JSON] = []
        self.score: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.captured = False
        self.invasion = 0
        self.scored = 0
        self.standing = False
        self.fortification: int | None = None
        """Midway's relative fortification strength; None where it is not reduced but invaded as it is."""
        self.gone: list[str] = []
        """Ships that have left the board for good; only their own side knows."""
        self.attacked = False
        """Whether any US ship has been attacked yet (Appendix, Miscellaneous 5)."""
        self.caps: list[JSON] = []
        """Air patrols as the exchange of sheets told of them."""
        self.b17: JSON = None
        """The B-17s of this turn: their zone, the ships found there, the one attacked."""
        self.b17_days: list[int] = []
        """The days of June on which B-17s have flown, once for each time."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of squadrons in play."""
        return TYPES if self.settings.get("fighters") else BOMBERS

    def capacity(self, base: str) -> int:
        """Squadrons a base may hold."""
        return kits.capacity(self.kit, base, fighters=bool(self.settings.get("fighters")))

    @property
    def closed(self) -> bool:
        """Whether no planes may use Midway any more (Midway Reduction 8)."""
        return self.fortification == 0

    def crippled(self, ship: str) -> bool:
        """Whether a hit ship is one hit from sinking, where that costs her fire and speed (Optional Rule 1)."""
        boxes, hits = self.kit.get(f"hits/{ship}"), self.hits.get(ship, 0)
        return bool(self.settings.get("crippled") and hits and boxes and hits >= boxes - 1)

    @property
    def board(self) -> ZoneBoard:
        return board_of(self.kit)

    @property
    def night(self) -> bool:
        return is_night(self.kit, self.turn) if self.turn else False

    def of(self, side: str) -> dict[str, str]:
        """The zones of a side's ships on the board, as far as this audience knows them, in printed order."""
        return {s: self.zones[s] for s, ship in self.ships.items() if s in self.zones and ship["side"] == side}

    def in_zone(self, side: str, zone: str) -> list[str]:
        """A side's ships known in a zone, as the order of battle lists them: never as they came."""
        return [ship for ship, at in self.of(side).items() if at == zone]

    def bases(self, side: str) -> dict[str, str]:
        """Where a side's planes may be based now: carriers afloat on the board, and Midway while planes may use it."""
        at = {ship: zone for ship, zone in self.of(side).items() if ship in self.planes}
        if MIDWAY in self.planes and side == US and not self.closed:
            at[MIDWAY] = self.kit["board/midway"]
        return at

    def armed(self, base: str) -> bool:
        """Whether any squadron aboard is readying or ready (Appendix, Readying 3)."""
        aboard = self.planes.get(base, {})
        return any(aboard[kind][state] for kind in aboard for state in (READYING, READY))

    def aboard(self, base: str, kind: str) -> int:
        """Squadrons of a type on a base, in whatever state."""
        return sum(self.planes[base].get(kind, {}).values())

    # Set-up and time.

    def hear_opened(self, settings: dict[str, JSON], ships: dict[str, JSON]) -> None:
        self.settings, self.ships = settings, ships
        self.fortification = FORTIFICATION if settings.get("reduction") else None

    def hear_turn(self, n: int, night: bool) -> None:
        self.turn, self.step = n, "opening"
        self.played += 1
        self.words, self.calls, self.attacks, self.fought = {}, [], [], []
        self.battle, self.standing, self.caps, self.b17 = None, False, [], None
        self.carry_surface_over()

    def hear_step(self, name: str) -> None:
        self.step = name

    # Own side only.

    def hear_ships(self, at: dict[str, str], entered: list[str], moved: dict[str, int], left: list[str]) -> None:
        self.zones.update(at)
        for ship in left:
            self.zones.pop(ship, None)
        self.gone += left

    def hear_planes(self, planes: dict[str, JSON]) -> None:
        """Own bases as they now stand; a base that is gone is null."""
        for base, aboard in planes.items():
            if aboard is None:
                self.planes.pop(base, None)
            else:
                self.planes[base] = aboard

    def hear_readied(self, step: str, which: dict[str, JSON]) -> None:
        """The slip of paper: which planes, on which bases (Appendix, Readying 4)."""

    def hear_orders(self, side: str, flights: list[JSON]) -> None:
        self.flights = [f for f in self.flights if f["side"] != side] + flights

    def hear_landed(self, side: str, landed: list[JSON], overboard: dict[str, JSON]) -> None:
        self.flights = [f for f in self.flights if f["side"] != side]

    def hear_invasion(self, turns: int) -> None:
        self.invasion = turns

    # Told to all.

    def hear_word(self, step: str, words: dict[str, str]) -> None:
        self.words.update({f"{step}/{side}": word for side, word in words.items()})

    def hear_on_midway(self, side: str) -> None:
        """Ships stand on Midway's zone: told of Japan's by rule, and of the US's to raiders of the island."""
        self.standing = self.standing or side != US
        if side == US:
            self.battle["shared"] = True

    def hear_call(self, by: str, area: str) -> None:
        self.calls.append({"by": by, "area": area})

    def hear_answer(self, by: str, area: str, found: list[JSON]) -> None:
        self.sightings = [s for s in self.sightings if not (s["by"] == by and s["area"] == area)]
        seen = {"turn": self.turn, "played": self.played, "by": by, "area": area, "found": found}
        self.sightings.append(seen)

    def hear_calls_done(self, by: str) -> None:
        """No more calls this turn."""

    def hear_operations(self, attacks: list[JSON], caps: list[JSON], b17: str | None) -> None:
        self.attacks, self.caps = attacks, caps
        if b17 is not None:
            self.b17 = {"zone": b17}
            self.b17_days.append(day(self.turn))

    def hear_battle(self, k: int, by: str, of: str, zone: str, planes: dict[str, int], cap: int, island: bool) -> None:
        self.battle = {
            "k": k,
            "by": by,
            "of": of,
            "zone": zone,
            "planes": planes,
            "cap": cap,
            "screen": 0 if planes[FIGHTER] else cap,
            "island": dict.fromkeys(BOMBERS, 0) if island else None,
            "ships": {},
            "lost": {},
            "cost": {},
            "stage": "aim" if island else "placement",
        }

    def hear_aimed(self, island: dict[str, int], ships: dict[str, int]) -> None:
        """Raiders of Midway divided between the island and the ships there (Appendix, Midway 3)."""
        stage = "placement" if any(ships.values()) else "press"
        self.battle |= {"island": island, "planes": {**self.battle["planes"], **ships}, "stage": stage}

    def hear_placed(self, ships: dict[str, list[int]]) -> None:
        self.battle |= {"ships": ships, "stage": "press"}

    def hear_empty(self) -> None:
        self._battle_over("empty")

    def hear_pressed(self, on: bool) -> None:
        if on:
            self.battle["stage"] = "attack"
        else:
            self._battle_over("called off")

    def hear_stripped(self, n: int) -> None:
        """Fighters that the patrol keeps from the escorts, to screen (Fighters 7)."""
        self.battle |= {"screen": n, "stripped": n}

    def hear_fighter_combat(
        self, raw: list[int], odds: str, column: str, die: int, attacker: int, defender: int
    ) -> None:
        self.battle["fighters"] = {
            "raw": raw,
            "odds": odds,
            "column": column,
            "die": die,
            "attacker": attacker,
            "defender": defender,
        }
        self._cost("lost", {FIGHTER: attacker})
        self._cost("cost", {FIGHTER: defender})

    def _cost(self, whose: str, squadrons: dict[str, int]) -> None:
        """Add to what a battle costs the attacker (``lost``) or the patrol (``cost``)."""
        paid = self.battle[whose]
        self.battle[whose] = {kind: paid.get(kind, 0) + squadrons.get(kind, 0) for kind in {**paid, **squadrons}}

    def hear_attacking(self, groups: list[JSON]) -> None:
        self.battle |= {"groups": groups, "stage": "fire"}
        self.attacked = self.attacked or self.battle["of"] == US

    def hear_firing(self, fire: dict[str, str | None]) -> None:
        self.battle |= {"fire": fire, "stage": "dice"}

    def hear_screening(self, fighters: dict[str, int]) -> None:
        self.battle["fighting"] = fighters

    def hear_waves(self, groups: list[JSON]) -> None:
        """The groups as they come in: those that are fired at perhaps one part after another (Optional Rule 3)."""
        self.battle["groups"] = groups

    def hear_odds(self, odds: list[JSON]) -> None:
        self.battle["odds"] = odds

    def hear_results(self, results: list[JSON], lost: dict[str, int]) -> None:
        self.battle["results"] = results
        self._cost("lost", lost)

    def hear_hits(self, marked: dict[str, int]) -> None:
        self.hits.update(marked)

    def hear_sunk(self, ship: str, armed: bool, points: int, to: str) -> None:
        self.sunk.append(ship)
        self.zones.pop(ship, None)
        self.score[to] += points

    def hear_bombed(
        self,
        raw: list[int],
        odds: str,
        column: str | None,
        die: int | None,
        called_for: int,
        took: int,
        fortification: int,
    ) -> None:
        self.battle["bombed"] = {
            "raw": raw,
            "odds": odds,
            "column": column,
            "die": die,
            "called_for": called_for,
            "took": took,
        }
        self.fortification = fortification

    def hear_ground(self, lost: dict[str, int]) -> None:
        """Squadrons of the US bombed on Midway's field; its own affair."""

    def hear_met(self, n: int) -> None:
        """Raiders shot down over the island once they have bombed it (Appendix, Midway 5)."""
        self._cost("lost", of_either(n, self.battle["island"]))

    def hear_fortification(self, value: int) -> None:
        self.fortification = value

    def hear_b17(self, zone: str, ships: list[str]) -> None:
        self.b17 = {"zone": zone, "ships": ships}

    def hear_b17_target(self, ship: str) -> None:
        self.b17["ship"] = ship

    def hear_b17_result(self, ship: str, die: int, hits: int | str) -> None:
        self.b17 |= {"die": die, "hits": hits}

    def hear_battle_over(self) -> None:
        self._battle_over("fought")

    def _battle_over(self, how: str) -> None:
        self.fought.append({**self.battle, "stage": how})
        self.battle = None

    def hear_returns(self, by: str, zone: str, origins: list[str], returns: list[str]) -> None:
        """Zones the attack on a zone came from and returned to (Step 17)."""

    def hear_island_point(self, total: int) -> None:
        self.score["us"] = total

    def hear_captured(self, points: int) -> None:
        self.captured = True
        self.score["japan"] += points

    def hear_turn_over(self, n: int, score: dict[str, int]) -> None:
        self.scored = n

    # Corrections.

    def hear_set_right(self, fact: str, value: JSON, text: str, reason: str) -> None:
        kind, _, name = fact.partition("/")
        if kind == "zone":
            self.zones[name] = value
        elif kind == "hits":
            self.hits[name] = value
        elif kind == "planes":
            base, plane, state = name.rsplit("/", 2)
            self.planes[base][plane][state] = value
        elif kind == "score":
            self.score[name] = value
        elif kind == "turn":
            self.turn = value
        elif kind == "kit":
            self.kit[name] = value
        elif kind == "fortification":
            self.fortification = value


def empty_group() -> dict[str, dict[str, int]]:
    """A base with no planes."""
    return {kind: dict.fromkeys(STATES, 0) for kind in TYPES}
