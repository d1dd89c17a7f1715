"""One sheet a side and turn: Air Preparation, Air Return, and what is declared for the Ship-to-Ship Combat Phase."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway.battle_plot import FULL
from umpire.games.victory_at_midway.plot import (
    DESTROYED,
    DITCHED,
    NOT_READY,
    NOT_READY_2,
    READY,
    VictoryPlot,
)
from umpire.games.victory_at_midway.search import fog_hexes
from umpire.games.victory_at_midway.terms import (
    BATTALIONS,
    HEAVY,
    JAPAN,
    MIDWAY,
    MIDWAY_HEX,
    SIDES,
    US,
    ZEKE,
    ZEKE_POINTS,
)
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

CAP = "cap"
LAND, DECKS, NAVAL = "land", "decks", "naval"
PARTS = (LAND, DECKS, NAVAL)
ZEKE_DECKS = ("Akagi", "Kaga")
_NAMES = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}


@dataclass(frozen=True)
class After(Ask):
    """The value is ``{unready, land, ditch, zeke, subs, bombard, ashore}``; what is left out is as it is preset.

    `unready` stay Not Ready; `land` gives each flyer its base, and those in `ditch` none; `zeke` are carriers
    that take a Reserve Zeke; `subs` hexes in which own submarines attack; `bombard` ships; `ashore` battalions.
    """

    kind = "after"
    rule = "Strike and Escort Aircraft Retrieval"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "properties": {
            "unready": _NAMES,
            "land": {"type": "object", "additionalProperties": {"type": "string"}},
            "ditch": _NAMES,
            "zeke": _NAMES,
            "subs": _NAMES,
            "bombard": _NAMES,
            "ashore": _NAMES,
        },
        "additionalProperties": False,
    }

    # Landing.

    def bases_for(self, unit: str) -> list[str]:
        """Where a flyer may come down, room aside: CAP in its own hex, Midway's own units on Midway alone."""
        flyer = self.facts["flyers"][unit]
        made = []
        for base, far in flyer["far"].items():
            if flyer["own"] and base != MIDWAY:
                continue
            if far <= (0 if flyer["mission"] == CAP else flyer["reach"]):
                made.append(base)
        return made

    def preset(self) -> dict[str, str]:
        """Every flyer home where there is room, the others on the nearest base; reduced strikers are the first to find none."""
        flyers, room, land = self.facts["flyers"], dict(self.facts["room"]), {}
        choices = {unit: self.bases_for(unit) for unit in flyers}

        def order(unit: str) -> tuple[bool, bool, int, int]:
            strikes, reduced = flyers[unit]["mission"] != CAP, flyers[unit]["state"] != FULL
            return (strikes, reduced, len(choices[unit]), list(flyers).index(unit))

        for home in (True, False):
            for unit in sorted(flyers, key=order):
                near = sorted(choices[unit], key=lambda base: flyers[unit]["far"][base])
                may = [base for base in near if room[base] > 0 and (base == flyers[unit]["from"] or not home)]
                if may and unit not in land:
                    land[unit] = may[0]
                    room[may[0]] -= 1
        return {unit: land[unit] for unit in flyers if unit in land}

    def landing(self, value: Mapping[str, JSON]) -> dict[str, str]:
        """Where flyers land as an answer has it."""
        land = value.get("land")
        if land is None:
            return {u: base for u, base in self.preset().items() if u not in value.get("ditch", ())}
        return dict(land)

    def ditched(self, value: Mapping[str, JSON]) -> list[str]:
        """Flyers that come down in the sea: those said to, and those that can land nowhere."""
        land = self.landing(value)
        return [unit for unit in self.facts["flyers"] if unit not in land]

    # The rules.

    def check(self, value: JSON) -> None:
        for unit in value.get("unready", ()):
            if unit not in self.facts["waiting"]:
                raise Refusal(f"{unit[:12]} is not in a Not Ready box.", "Ready/Not Ready")
        self._check_landing(value)
        self._check_zekes(value)
        for place in value.get("subs", ()):
            if place not in self.facts["sub_hexes"]:
                raise Refusal(f"None of your submarines may attack in {place[:8]}.", "Submarines")
        for ship in value.get("bombard", ()):
            if ship not in self.facts["bombarding"]:
                raise Refusal(f"{ship[:20]} may not bombard Midway now.", "Midway Bombardment")
        for unit in value.get("ashore", ()):
            if unit not in self.facts["may_land"]:
                raise Refusal(f"{unit[:12]} cannot land on Midway now.", "Declaring an Invasion")

    def _check_landing(self, value: Mapping[str, JSON]) -> None:
        flyers, ditch = self.facts["flyers"], value.get("ditch", ())
        for unit in (*value.get("land", {}), *ditch):
            if unit not in flyers:
                raise Refusal(f"{unit[:12]} is not in the air.", self.rule)
        land = self.landing(value)
        for unit, base in land.items():
            if unit in ditch:
                raise Refusal(f"{unit} cannot both land and ditch.", self.rule)
            self.may_land(unit, base)
        for base, room in self.facts["room"].items():
            n = sum(1 for to in land.values() if to == base)
            if n > room:
                raise Refusal(f"{base} has room for {room} of the {n} sent there.", "Carrier and Airfield Capacities")
        if value.get("land") is not None:
            lost = [unit for unit in flyers if unit not in land and unit not in ditch and self.bases_for(unit)]
            if lost:
                raise Refusal(f"Still in the air: {listed(lost)}. Land them, or ditch them.", self.rule)

    def may_land(self, unit: str, base: str) -> None:
        """Raises `Refusal` when a flyer cannot come down on a base, room aside."""
        flyer = self.facts["flyers"][unit]
        if base in self.bases_for(unit):
            return
        if base in self.facts["fogged"]:
            raise Refusal(f"{base} lies in fog and takes no planes.", "Fog")
        if base not in self.facts["room"]:
            raise Refusal(f"Nothing lands on {base[:20]} now.", "Carrier Damage")
        if flyer["own"] and base != MIDWAY:
            raise Refusal(f"{unit} bears an M: it lands on Midway alone.", self.rule)
        if flyer["mission"] == CAP:
            raise Refusal(f"{unit} flew CAP over {flyer['hex']} and lands there.", "CAP Retrieval")
        far = flyer["far"][base]
        raise Refusal(f"{base} is {far} from {flyer['hex']}; {unit} has a range of {flyer['reach']}.", self.rule)

    def _check_zekes(self, value: Mapping[str, JSON]) -> None:
        chosen = value.get("zeke", ())
        land = self.landing(value)
        for carrier in chosen:
            if carrier not in self.facts["zekes"]:
                raise Refusal(f"{carrier[:20]} cannot take a Reserve Zeke now.", "Reserve Zekes")
            if sum(1 for base in land.values() if base == carrier) >= self.facts["room"][carrier]:
                raise Refusal(f"{carrier} has no room for a Reserve Zeke.", "Reserve Zekes")
        if len(chosen) > self.facts["lost_zekes"]:
            raise Refusal(
                "A Reserve Zeke stands in for an eliminated 7-0-2 fighter; there are not so many.", "Reserve Zekes"
            )

    # The draft.

    def draft(self) -> JSON:
        part = LAND if self.facts["flyers"] else DECKS
        return {"part": part, "land": self.preset(), "unit": "", **{name: [] for name in _LISTS}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``part``; ``unit`` takes a flyer up, ``to`` lands it, ``sea`` ditches it; ``flip`` with ``list:name``."""
        if op == "part" and arg in PARTS:
            return {**draft, "part": arg, "unit": ""}
        if op == "unit" and arg in self.facts["flyers"]:
            return {**draft, "unit": "" if draft["unit"] == arg else arg}
        if op == "to" and draft["unit"]:
            return self._land(draft, arg)
        if op == "sea" and draft["unit"]:
            land = {unit: base for unit, base in draft["land"].items() if unit != draft["unit"]}
            return {**draft, "land": land, "ditch": [*draft["ditch"], draft["unit"]], "unit": ""}
        if op == "flip":
            return self._flip(draft, *arg.partition(":")[::2])
        return super().edit(draft, op, arg, fields)

    def _land(self, draft: JSON, base: str) -> JSON:
        unit = draft["unit"]
        self.may_land(unit, base)
        land = {**draft["land"], unit: base}
        n = sum(1 for to in land.values() if to == base)
        if n > self.facts["room"][base]:
            raise Refusal(
                f"{base} is full. Send another of its flyers elsewhere first.", "Carrier and Airfield Capacities"
            )
        return {**draft, "land": land, "ditch": [u for u in draft["ditch"] if u != unit], "unit": ""}

    def _flip(self, draft: JSON, name: str, one: str) -> JSON:
        if name not in _LISTS[1:]:
            return super().edit(draft, "flip", one, {})
        chosen = draft[name]
        made = {**draft, name: [each for each in chosen if each != one] if one in chosen else [*chosen, one]}
        self.check({name: made[name], "land": draft["land"], "ditch": self._in_sea(draft)})
        return made

    def _in_sea(self, draft: JSON) -> list[str]:
        return [unit for unit in self.facts["flyers"] if unit not in draft["land"]]

    def value(self, draft: JSON) -> JSON:
        return {"land": draft["land"], **{name: draft[name] for name in _LISTS[1:]}, "ditch": self._in_sea(draft)}

    def reminder(self, draft: JSON) -> str:
        lost = self._in_sea(draft)
        return f"{listed(lost)} would come down in the sea." if lost else ""

    def sample(self, rng: random.Random) -> JSON:
        value: dict[str, JSON] = {"unready": [u for u in self.facts["waiting"] if rng.random() < 0.1]}
        room, land = dict(self.facts["room"]), {}
        for unit in self.facts["flyers"]:
            free = [base for base in self.bases_for(unit) if room[base] > 0]
            if free:
                land[unit] = rng.choice(free)
                room[land[unit]] -= 1
        value |= {"land": land, "ditch": [unit for unit in self.facts["flyers"] if unit not in land]}
        zekes = [c for c in self.facts["zekes"] if room[c] > 0][: self.facts["lost_zekes"]]
        value["zeke"] = zekes if rng.random() < 0.5 else []
        for name, of in (("subs", "sub_hexes"), ("bombard", "bombarding"), ("ashore", "may_land")):
            value[name] = [each for each in self.facts[of] if rng.random() < 0.6]
        return value


_LISTS = ("ditch", "unready", "zeke", "subs", "bombard", "ashore")


# What each side may do.


def flyers(plot: VictoryPlot, side: str) -> dict[str, JSON]:
    """Air units in the air: over which hex, and how far each base that takes planes is from there."""
    decks = plot.decks(side)
    made = {}
    for unit in plot.aloft(side):
        u = plot.air[unit]
        made[unit] = {
            "hex": u["on"],
            "mission": u["mission"],
            "from": u["from"],
            "state": u["state"],
            "kind": plot.kind_of(unit),
            "own": u["base"] == MIDWAY,
            "reach": plot.reach(unit),
            "far": {base: plot.board.distance(u["on"], at) for base, at in decks.items()},
        }
    return made


def room(plot: VictoryPlot, side: str) -> dict[str, int]:
    """How many more air units each base may hold."""
    return {base: max(0, plot.capacity(base) - len(plot.on(base))) for base in plot.decks(side)}


def lost_zekes(plot: VictoryPlot) -> list[str]:
    """Eliminated fighters of the kind a Reserve Zeke stands in for; those ditched are not eliminated."""
    return [unit for unit, u in plot.air.items() if u["type"] == ZEKE and u["box"] == DESTROYED]


def zeke_decks(plot: VictoryPlot, side: str) -> list[str]:
    """Carriers that may still take a Reserve Zeke: whole, out of fog, and each but once."""
    if side != JAPAN or not plot.option("zekes") or not lost_zekes(plot):
        return []
    decks = plot.decks(JAPAN)
    return [ship for ship in ZEKE_DECKS if ship in decks and ship not in plot.zekes]


def sub_hexes(plot: VictoryPlot, side: str) -> list[str]:
    """Hexes in which a side's submarines may attack."""
    if not plot.option("submarines"):
        return []
    fog = fog_hexes(plot)
    return plot.board.order({at for s, at in plot.of(side).items() if plot.is_sub(s) and at not in fog})


def bombarding(plot: VictoryPlot, side: str) -> list[str]:
    """Ships of a side that may bombard Midway: by day, BB and CA in its hex that have fought no surface battle."""
    if not plot.option("bombardment") or plot.night or plot.foggy(MIDWAY_HEX):
        return []
    if side == US and (plot.option("bombards") == JAPAN or not plot.ashore):
        return []
    ships = plot.surface_in(side, MIDWAY_HEX)
    return [s for s in ships if plot.type_of(s) in ("BB", "CA") and s not in plot.surfaced]


def may_go_ashore(plot: VictoryPlot, side: str) -> list[str]:
    """Battalions that may land: by day, in a transport in Midway's hex (Declaring an Invasion)."""
    if side != JAPAN or plot.night:
        return []
    there = plot.surface_in(JAPAN, MIDWAY_HEX)
    return [b for b in BATTALIONS if plot.aboard.get(b) in there and b not in plot.ashore and b not in plot.sunk]


def not_ready(plot: VictoryPlot, side: str) -> list[str]:
    """Air units that may be readied: those in the Not Ready boxes of carriers on the map, and of the field."""
    bases = [*plot.carriers(side), *([MIDWAY] if side == US else [])]
    return [unit for base in bases for unit in plot.on(base, NOT_READY, NOT_READY_2)]


def ask_after(g: Play, side: str) -> After:
    plot: VictoryPlot = g.plot(side)
    waiting = not_ready(plot, side) if plot.played > 1 else []
    facts = {
        "side": side,
        "night": plot.night,
        "waiting": {u: {"on": plot.air[u]["on"], "box": plot.air[u]["box"], "kind": plot.kind_of(u)} for u in waiting},
        "flyers": flyers(plot, side),
        "room": room(plot, side),
        "fogged": [ship for ship, at in plot.carriers(side).items() if plot.foggy(at)],
        "zekes": zeke_decks(plot, side),
        "lost_zekes": len(lost_zekes(plot)) if side == JAPAN else 0,
        "sub_hexes": sub_hexes(plot, side),
        "bombarding": bombarding(plot, side),
        "may_land": may_go_ashore(plot, side),
    }
    return After(f"t{plot.played}/after", facts)


def return_aircraft(g: Play) -> Steps[None]:
    """Both sides, sealed: Not Ready units are readied first, then those that flew come down (The Turn Sequence)."""
    got = yield from g.sealed(lambda: {side: ask_after(g, side) for side in SIDES})
    used = 0
    for side in SIDES:
        ask, plot = g.asked[side], g.plot(side)
        change = prepared(plot, ask.facts["waiting"], got[side].get("unready", ()))
        change |= landed(plot, ask.landing(got[side]), ask.ditched(got[side]))
        zekes = got[side].get("zeke", [])
        for carrier, unit in zip(zekes, lost_zekes(plot), strict=False):
            change[unit] = {**plot.air[unit], "state": FULL, "box": READY, "on": carrier}
        g.tell(side, "air", "Strike and Escort Aircraft Retrieval", units=change)
        if zekes:
            g.tell(side, "zekes", "Reserve Zekes", carriers=zekes)
            used += len(zekes)
        said = {name: got[side].get(name, []) for name in ("subs", "bombard", "ashore")}
        g.tell(side, "declared", "Ship-to-Ship Combat Phase", **said)
    if used:
        g.tell(g.all, "zeke", "Reserve Zekes", n=used)
        g.tell(
            g.all,
            "scored",
            "Reserve Zekes",
            to=US,
            halves=used * ZEKE_POINTS,
            of="",
            why=f"{counted(used, 'Reserve Zeke')}",
        )


def prepared(plot: VictoryPlot, waiting: Iterable[str], held: Iterable[str]) -> dict[str, JSON]:
    """Air Preparation: Not Ready to Ready, and the B-17s' second box to the first."""
    made = {}
    for unit in waiting:
        if unit not in held:
            box = NOT_READY if plot.air[unit]["box"] == NOT_READY_2 else READY
            made[unit] = {**plot.air[unit], "box": box}
    return made


def landed(plot: VictoryPlot, land: Mapping[str, str], ditched: Iterable[str]) -> dict[str, JSON]:
    """Air Return: CAP to Ready, all others to Not Ready, B-17s to their second box."""
    made: dict[str, JSON] = {}
    for unit, base in land.items():
        u = plot.air[unit]
        slow = NOT_READY_2 if plot.kind_of(unit) == HEAVY else NOT_READY
        made[unit] = _down(u, READY if u["mission"] == CAP else slow, base)
    for unit in ditched:
        made[unit] = _down(plot.air[unit], DITCHED, "")
    return made


def _down(unit: JSON, box: str, on: str) -> JSON:
    kept = {key: value for key, value in unit.items() if key not in ("mission", "from", "start")}
    return {**kept, "box": box, "on": on}
