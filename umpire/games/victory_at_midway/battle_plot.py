"""What an audience knows of the fight on the table: the units deployed in the open, fire and hits."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway.terms import JAPAN, US
from umpire.table.plot import Plot

JSON = Any

FULL, REDUCED, GONE = "full", "reduced", "gone"
STRIKE, SUBS, SURFACE, BOMBARDMENT, INVASION = "strike", "subs", "surface", "bombardment", "invasion"
AIR_STEPS = ("deploy", "cap", "position", "round", "flak", "bombs", "done")


class BattlePlot(Plot):
    """The one fight being fought, and those of this turn that are over."""

    STATE: tuple[str, ...] = (
        "fight",
        "fought",
        "lettered",
        "state",
        "sunk",
        "score",
        "points",
        "field_hits",
        "field_lost",
        "waves",
        "passed",
    )

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.fight: JSON = None
        self.fought: list[JSON] = []
        self.lettered: dict[str, str] = {}
        """Which own air unit bears which letter in the fight."""
        self.state: dict[str, str] = {}
        """Ships and ground units that are not at full strength, as all have seen them hit."""
        self.sunk: list[str] = []
        """Ships sunk and ground units eliminated."""
        self.score: dict[str, int] = {US: 0, JAPAN: 0}
        """Victory points in halves, for hits as they were scored."""
        self.points: list[JSON] = []
        self.field_hits = 0
        """Hits that cost Midway's field its room, its planes and its searches."""
        self.field_lost = 0
        self.waves: list[JSON] = []
        """Own waves of the strike being announced: whether they found the enemy."""
        self.passed: list[str] = []
        """Sides that have no more strikes this turn."""

    def strength(self, unit: str) -> str:
        """A ship's or ground unit's strength as far as this audience has seen it."""
        return GONE if unit in self.sunk else self.state.get(unit, FULL)

    def clear_fights(self) -> None:
        self.fight, self.fought, self.lettered, self.waves, self.passed = None, [], {}, [], []

    # Air strikes.

    def hear_strike(self, k: int, by: str, hex: str, base: bool) -> None:
        self.fight = {
            "what": STRIKE,
            "k": k,
            "by": by,
            "hex": hex,
            "base": base,
            "ships": {},
            "cap": {},
            "planes": {},
            "round": 0,
            "first": "",
            "shots": [],
            "aim": None,
            "points": {},
            "caught": [],
            "stage": "announced",
        }
        self.waves, self.lettered = [], {}

    def hear_waves(self, waves: list[JSON]) -> None:
        self.waves = waves

    def hear_astray(self) -> None:
        self._over("astray")

    def hear_deployed(self, ships: dict[str, str]) -> None:
        self.fight |= {"ships": ships, "stage": "deployed"}

    def hear_empty(self) -> None:
        self._over("empty")

    def hear_over(self, cap: dict[str, JSON], planes: dict[str, JSON]) -> None:
        """Air units in the open: of each its base's letter, its broad type, its model and its strength."""
        self.fight |= {"cap": cap, "planes": planes, "stage": "air"}

    def hear_lettered(self, units: dict[str, str]) -> None:
        self.lettered.update(units)

    def hear_position(self, first: str) -> None:
        self.fight["first"] = first

    def hear_aimed(self, part: str, side: str, aim: dict[str, str]) -> None:
        """Who fires at whom, before any die: ``part`` is the round, the flak, the bombs or the guns."""
        self.fight |= {"aim": {"part": part, "side": side, "at": aim}, "stage": part}

    def hear_shots(self, part: str, side: str, shots: list[JSON]) -> None:
        """Fire: of each shot who, at whom, the dice, the value they had to be within, and the hits."""
        self.fight["shots"].append({"part": part, "side": side, "shots": shots})

    def hear_planes_hit(self, units: dict[str, str]) -> None:
        """Air units in the fight that lost a step, and what is left of each."""
        for unit, left in units.items():
            group = self.fight["cap"] if unit in self.fight["cap"] else self.fight["planes"]
            group[unit]["state"] = left

    def hear_awash(self, dice: list[JSON]) -> None:
        """Second dice for hits on Japanese battleships: which counted."""
        self.fight["awash"] = dice

    def hear_broke_off(self, subs: list[str]) -> None:
        self.fight["broke_off"] = subs

    def hear_units_hit(self, units: dict[str, str]) -> None:
        """Ships and ground units that were hit, and what is left of each."""
        for unit, left in units.items():
            if left == GONE:
                self.sunk.append(unit)
                self.state.pop(unit, None)
            else:
                self.state[unit] = left
            for group in ("ships", "theirs"):
                if self.fight and unit in self.fight.get(group, {}):
                    self.fight[group][unit] = left

    def hear_scored(self, to: str, halves: int, of: str, why: str) -> None:
        self.score[to] += halves
        self.points.append({"to": to, "halves": halves, "of": of, "why": why})
        if self.fight:
            self.fight["points"][to] = self.fight["points"].get(to, 0) + halves

    def hear_caught(self, carrier: str, planes: dict[str, int], sudden: bool) -> None:
        """Air units lost with a carrier, or Ready on her deck, when she was hit."""
        self.fight["caught"].append({"carrier": carrier, "planes": planes, "sudden": sudden})

    def hear_field(self, hits: int, lost: int) -> None:
        self.field_hits += hits
        self.field_lost += lost
        self.fight["field"] = {"hits": hits, "lost": lost}

    def hear_strike_over(self) -> None:
        self._over("fought")

    def hear_no_more(self, by: str) -> None:
        self.passed.append(by)

    def hear_no_strikes(self) -> None:
        self.passed = [US, JAPAN]

    def _over(self, how: str) -> None:
        self.fought.append({**self.fight, "stage": how})
        self.fight, self.lettered = None, {}

    # Naval combat.

    def hear_sub_attack(self, by: str, hex: str, subs: list[str], ships: dict[str, str]) -> None:
        self._open(SUBS, by, hex, ships, dict.fromkeys(subs, FULL))

    def hear_surface_battle(self, by: str, hex: str, ships: dict[str, str], theirs: dict[str, str]) -> None:
        self._open(SURFACE, by, hex, ships, theirs)

    def hear_bombardment(self, by: str, ships: dict[str, str], ground: dict[str, str]) -> None:
        self._open(BOMBARDMENT, by, "H6", ground, ships)

    def hear_invasion(self, ground: dict[str, str], ashore: dict[str, str]) -> None:
        self._open(INVASION, JAPAN, "H6", ground, ashore)

    def _open(self, what: str, by: str, hex: str, ships: JSON, theirs: JSON) -> None:
        """`ships` are the defender's units, `theirs` those of the side that attacks."""
        self.fight = {
            "what": what,
            "by": by,
            "hex": hex,
            "base": False,
            "ships": ships,
            "theirs": theirs,
            "cap": {},
            "planes": {},
            "shots": [],
            "aim": None,
            "points": {},
            "caught": [],
            "stage": "deployed",
        }

    def hear_fight_over(self) -> None:
        self._over("fought" if self.fight["ships"] else "empty")
