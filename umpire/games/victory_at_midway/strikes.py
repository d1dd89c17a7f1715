"""Other Air Strike Missions: strikes assigned once the searches are answered, and their order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway.movement import LOOK, looking
from umpire.games.victory_at_midway.plot import ALOFT, VictoryPlot
from umpire.games.victory_at_midway.search import fog_hexes
from umpire.games.victory_at_midway.terms import MIDWAY_HEX, SIDES
from umpire.table.asks import Ask, Refusal
from umpire.table.hexes import NOWHERE, HexBoard
from umpire.table.script import Play, Steps

JSON = Any

BASE = "base"
"""The strike on Midway's base, in the order of strikes; its units were chosen before the searches."""


@dataclass(frozen=True)
class Strikes(Ask):
    """The value is ``[{to, units}]`` in the order they are meant, or ``[{to, waves}]`` where waves are formed.

    ``{"to": "base"}`` says when the strike on the base is meant; unsaid, it comes first.
    """

    board: HexBoard = NOWHERE

    kind = "strikes"
    rule = "Other Air Strike Missions"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["to"],
            "properties": {
                "to": {"type": "string"},
                "units": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
                "waves": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
                },
            },
            "additionalProperties": False,
        },
    }

    def check(self, value: JSON) -> None:
        goals = [strike["to"] for strike in value]
        if len(set(goals)) < len(goals):
            twice = next(goal for goal in goals if goals.count(goal) > 1)
            raise Refusal(f"Two strikes go to {twice[:8]}: make them one.", self.rule)
        flown: list[str] = []
        for strike in value:
            if strike["to"] == BASE:
                if not self.facts["base"] or "units" in strike or "waves" in strike:
                    raise Refusal(
                        "Midway’s base is struck only by what was set aside before the searches.", "Midway Base Strikes"
                    )
                continue
            self._check_strike(strike)
            flown += units_of(strike)
        if len(set(flown)) < len(flown):
            twice = next(unit for unit in flown if flown.count(unit) > 1)
            raise Refusal(f"{twice} is on two strikes.", self.rule)

    def _check_strike(self, strike: JSON) -> None:
        to, units = strike["to"], units_of(strike)
        if to not in self.board:
            raise Refusal(f"There is no hex {to[:8]} on this map.", self.rule)
        if to in self.facts["fog"]:
            raise Refusal(f"{to} lies in fog: no strike is flown into it.", "Fog")
        if not units or ("units" in strike) == ("waves" in strike):
            raise Refusal(f"No unit flies to {to}.", self.rule)
        for unit in units:
            self.may_fly(unit, to)
        if "waves" in strike and not self.facts["finding"]:
            raise Refusal("Waves are not formed in this game.", "Forming Waves and Sighting the Enemy")
        for wave in strike.get("waves", ()):
            if len({self.facts["from"][unit] for unit in wave}) > 1:
                raise Refusal("The units of a wave take off from one hex.", "Forming Waves and Sighting the Enemy")

    def may_fly(self, unit: str, to: str) -> None:
        """Raises `Refusal` when a unit cannot strike a hex."""
        if unit not in self.facts["from"]:
            raise Refusal(f"{unit[:12]} is not Ready to fly.", "Ready/Not Ready")
        far, reach = self.board.distance(self.facts["from"][unit], to), self.facts["reach"][unit]
        if far > reach:
            raise Refusal(f"{to} is {far} from {self.facts['from'][unit]}; {unit} has a range of {reach}.", self.rule)

    # The draft: strikes as they are written, the one being written open.

    def draft(self) -> JSON:
        order = [{"to": BASE}] if self.facts["base"] else []
        return {"strikes": order, "open": None}

    def taken_up(self, draft: JSON) -> JSON:
        return self.draft()

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``hex`` opens a strike; ``unit``, ``kind`` fill it; ``wave`` parts it; ``drop`` ends it; ``first`` moves it up."""
        if op == LOOK:
            return looking(self.board, draft, arg)
        if op == "hex":
            return self._open(draft, self.board.read(arg))
        if op == "close":
            return {**draft, "open": None}
        goals = [strike["to"] for strike in draft["strikes"]]
        if op in ("drop", "first") and arg in goals:
            chosen = draft["strikes"][goals.index(arg)]
            others = [strike for strike in draft["strikes"] if strike["to"] != arg]
            if op == "first":
                return {**draft, "strikes": [chosen, *others]}
            if arg == BASE:
                raise Refusal("A strike on the base that was assigned is flown.", "Midway Base Strikes")
            return {"strikes": others, "open": None if draft["open"] == arg else draft["open"]}
        if op in ("unit", "kind", "wave") and draft["open"] is not None:
            return self._fill(draft, op, arg)
        return super().edit(draft, op, arg, fields)

    def _open(self, draft: JSON, to: str) -> JSON:
        if to in self.facts["fog"]:
            raise Refusal(f"{to} lies in fog: no strike is flown into it.", "Fog")
        if not self.able(to):
            raise Refusal(f"No Ready unit of yours reaches {to}.", self.rule)
        if to in [strike["to"] for strike in draft["strikes"]]:
            return {**draft, "open": to}
        written = [s for s in draft["strikes"] if s["to"] == BASE or units_of(s)]
        return {"strikes": [*written, {"to": to, "waves": []}], "open": to}

    def able(self, to: str) -> list[str]:
        """Ready units that reach a hex."""
        return [u for u, at in self.facts["from"].items() if self.board.distance(at, to) <= self.facts["reach"][u]]

    def reach_of_any(self) -> list[str]:
        """Hexes that some Ready unit may strike, in map order."""
        return [p for p in self.board.places if p not in self.facts["fog"] and self.able(p)]

    def flying(self, draft: JSON) -> dict[str, str]:
        """Units on strikes, and where to."""
        return {unit: strike["to"] for strike in draft["strikes"] for unit in units_of(strike)}

    def _fill(self, draft: JSON, op: str, arg: str) -> JSON:
        to = draft["open"]
        open_ = next(strike for strike in draft["strikes"] if strike["to"] == to)
        elsewhere = {unit for unit, goal in self.flying(draft).items() if goal != to}
        waves = [list(wave) for wave in open_["waves"]]
        if op == "unit":
            self.may_fly(arg, to)
            if arg in elsewhere:
                raise Refusal(f"{arg} is on another strike.", self.rule)
            waves = self._without(waves, [arg]) if arg in units_of(open_) else self._with(waves, [arg])
        elif op == "kind":
            able = [u for u in self.able(to) if arg in ("", self.facts["kinds"][u]) and u not in elsewhere]
            whole = set(able) <= set(units_of(open_))
            waves = (
                self._without(waves, able)
                if whole
                else self._with(waves, [u for u in able if u not in units_of(open_)])
            )
        else:
            waves = self._parted(waves, arg)
        return {**draft, "strikes": [{"to": to, "waves": waves} if s["to"] == to else s for s in draft["strikes"]]}

    def _with(self, waves: Sequence[Sequence[str]], units: Sequence[str]) -> list[list[str]]:
        """Units join the last wave that took off from their hex, or form one."""
        made = [list(wave) for wave in waves]
        for unit in units:
            mine = [wave for wave in made if self.facts["from"][wave[0]] == self.facts["from"][unit]]
            if mine:
                mine[-1].append(unit)
            else:
                made.append([unit])
        return made

    def _without(self, waves: Sequence[Sequence[str]], units: Sequence[str]) -> list[list[str]]:
        left = [[unit for unit in wave if unit not in units] for wave in waves]
        return [wave for wave in left if wave]

    def _parted(self, waves: Sequence[Sequence[str]], unit: str) -> list[list[str]]:
        """A unit goes on to the next wave from its hex: out of its own, and from the last back to the first."""
        if not self.facts["finding"] or not any(unit in wave for wave in waves):
            raise Refusal("Waves are not formed in this game.", "Forming Waves and Sighting the Enemy")
        at = self.facts["from"][unit]
        mine = [i for i, wave in enumerate(waves) if self.facts["from"][wave[0]] == at]
        here = next(i for i in mine if unit in waves[i])
        made = [list(wave) for wave in waves]
        made[here].remove(unit)
        later = [i for i in mine if i > here]
        if later:
            made[later[0]].append(unit)
        elif len(mine) > 1 and not made[here]:
            made[mine[0]].append(unit)
        else:
            made.append([unit])
        return [wave for wave in made if wave]

    def value(self, draft: JSON) -> JSON:
        made = []
        for strike in draft["strikes"]:
            if strike["to"] == BASE or (self.facts["finding"] and strike["waves"]):
                made.append(strike)
            elif strike["waves"]:
                made.append({"to": strike["to"], "units": units_of(strike)})
        return made

    def sample(self, rng: random.Random) -> JSON:
        goals = self.facts["likely"] if rng.random() < 0.8 else self.reach_of_any()
        made: list[JSON] = []
        left = [unit for unit in self.facts["from"] if rng.random() < 0.7]
        for goal in goals:
            units = [u for u in left if u in self.able(goal) and rng.random() < 0.8]
            if units and goal not in self.facts["fog"]:
                left = [unit for unit in left if unit not in units]
                made.append(
                    {"to": goal, "waves": self._with([], units)}
                    if self.facts["finding"]
                    else {"to": goal, "units": units}
                )
        if self.facts["base"] and rng.random() < 0.8:
            made.insert(rng.randint(0, len(made)), {"to": BASE})
        return made


def units_of(strike: Mapping[str, JSON]) -> list[str]:
    """The units of a strike, in whatever waves."""
    return [*strike.get("units", ()), *(unit for wave in strike.get("waves", ()) for unit in wave)]


def ask_strikes(g: Play, side: str) -> Strikes:
    plot: VictoryPlot = g.plot(side)
    ready = plot.ready(side)
    facts = {
        "from": ready,
        "reach": {unit: plot.reach(unit) for unit in ready},
        "kinds": {unit: plot.kind_of(unit) for unit in ready},
        "states": {unit: plot.air[unit]["state"] for unit in ready},
        "bases": {unit: plot.air[unit]["on"] for unit in ready},
        "base": plot.base_strike,
        "likely": [found["hex"] for found in plot.found if found["of"] != side],
        "fog": fog_hexes(plot),
        "finding": bool(plot.option("finding")),
    }
    return Strikes(f"t{plot.played}/strikes", facts, board=plot.board)


def assign(g: Play) -> Steps[None]:
    """The Air Strike Assignment Phase: both, sealed; then it is known only whether anything flies at all."""
    got = yield from g.sealed(lambda: {side: ask_strikes(g, side) for side in SIDES})
    for side in SIDES:
        base = g.plot(side).base_strike
        written = [{"to": s["to"], "waves": s.get("waves") or [s["units"]]} for s in got[side] if s["to"] != BASE]
        order = [s["to"] for s in got[side]]
        order = order if BASE in order or not base else [BASE, *order]
        listed = {s["to"]: s for s in written} | ({BASE: {"to": BASE, "waves": [base]}} if base else {})
        flying = {unit: s["to"] for s in written for unit in units_of(s)}
        g.tell(side, "strikes", "Other Air Strike Missions", strikes=[listed[to] for to in order])
        g.tell(side, "air", "Other Air Strike Missions", units=sent(g.plot(side), flying, "strike"))


def sent(plot: VictoryPlot, flying: Mapping[str, str], mission: str) -> dict[str, JSON]:
    """Own air units taken off: from which base and out of which hex, over which hex, on what mission."""
    made = {}
    for unit, to in flying.items():
        base = plot.air[unit]["on"]
        start = plot.at.get(base, MIDWAY_HEX)
        made[unit] = {**plot.air[unit], "box": ALOFT, "on": to, "mission": mission, "from": base, "start": start}
    return made
