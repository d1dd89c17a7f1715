"""Steps 16 and 17: planes come down where they can, and the zones they came from and went to are told."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.operations import room
from umpire.games.midway.plot import IDLE, STATES, MidwayPlot
from umpire.games.midway.terms import BOMBERS, EITHER, FIGHTER, FLIGHT, SIDES, TYPES, squadrons
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps
from umpire.table.words import copy, listed, whole

JSON = Any
Counts = dict[str, int]

_COUNTS = {
    "type": "object",
    "properties": {kind: {"type": "integer", "minimum": 0, "maximum": 99} for kind in TYPES},
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Landing(Ask):
    """Put to both sides on every turn with an attack, whether they have planes up or not.

    The value is ``{"flights": {id: {"lost": {"D": 1}, "land": {base: {"D": 5}}}}, "overboard": {base: {"D": 2}}}``.
    Losses of a battle may be charged to any planes that were in it (Appendix, Aircraft v Ship 6);
    survivors given no base have none in range with room, and are lost.
    """

    kind = "landing"
    rule = "Step 16"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": ["flights", "overboard"],
        "properties": {
            "flights": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "required": ["lost", "land"],
                    "properties": {"lost": _COUNTS, "land": {"type": "object", "additionalProperties": _COUNTS}},
                    "additionalProperties": False,
                },
            },
            "overboard": {"type": "object", "additionalProperties": _COUNTS},
        },
        "additionalProperties": False,
    }

    @property
    def flights(self) -> dict[str, JSON]:
        return {flight["id"]: flight for flight in self.facts["flights"]}

    def check(self, value: JSON) -> None:
        if set(value["flights"]) != set(self.flights):
            raise Refusal("Say for each flight what it lost and where it lands.", self.rule)
        self._check_losses(value["flights"])
        for key, said in value["flights"].items():
            self._check_flight(self.flights[key], said)
        self._check_bases(value)

    def _check_losses(self, said: JSON) -> None:
        for pool, cost in self.facts["losses"].items():
            paid = self._paid({key: each["lost"] for key, each in said.items()}, pool)
            either = cost.get(EITHER, 0)
            bombers = sum(paid[kind] - cost.get(kind, 0) for kind in BOMBERS)
            short = any(paid[kind] < cost.get(kind, 0) for kind in TYPES)
            if short or bombers != either or paid[FIGHTER] != cost.get(FIGHTER, 0):
                zone = pool.partition("/")[2]
                raise Refusal(
                    f"The battle in {zone} cost {squadrons(cost)}; {squadrons(paid)} are charged to your flights.",
                    self.rule,
                )
        for key, flight in self.flights.items():
            if _pool(flight) not in self.facts["losses"] and any(said[key]["lost"].values()):
                raise Refusal(f"The planes from {flight['from']} lost nothing.", self.rule)

    def _paid(self, lost: Mapping[str, Counts], pool: str) -> Counts:
        """Squadrons of each type charged to the flights of one battle."""
        flew = [key for key, flight in self.flights.items() if _pool(flight) == pool]
        return {kind: sum(lost[key].get(kind, 0) for key in flew) for kind in TYPES}

    def _check_flight(self, flight: JSON, said: JSON) -> None:
        for kind in TYPES:
            landing = sum(counts.get(kind, 0) for counts in said["land"].values())
            if said["lost"].get(kind, 0) + landing > flight[kind]:
                raise Refusal(f"Only {kind} {flight[kind]} flew from {flight['from']} to {flight['zone']}.", self.rule)
        for base in said["land"]:
            if base not in flight["reach"]:
                raise Refusal(f"{base[:30]} is out of the range left to the planes from {flight['from']}.", self.rule)

    def _check_bases(self, value: JSON) -> None:
        for base, counts in value["overboard"].items():
            there = self.facts["bases"].get(base)
            if there is None or any(n > there["aboard"][kind] for kind, n in counts.items()):
                raise Refusal(f"There are not so many planes on {base[:30]} to push overboard.", self.rule)
        for base, there in self.facts["bases"].items():
            coming = sum(sum(said["land"].get(base, {}).values()) for said in value["flights"].values())
            cleared = sum(value["overboard"].get(base, {}).values())
            if coming > there["room"] + cleared:
                raise Refusal(
                    f"{base} has room for {there['room'] + cleared} squadrons, and {coming} would land.",
                    "Appendix, Carrier Capacity 1",
                )

    def sample(self, rng: random.Random) -> JSON:
        draft = self.draft()
        for base, there in self.facts["bases"].items():
            if rng.random() < 0.1 and any(there["aboard"].values()):
                draft["overboard"][base] = {kind: rng.randint(0, n) for kind, n in there["aboard"].items()}
        return self.value(draft)

    # The draft has the shape of the value, and every flight and base in it.

    def draft(self) -> JSON:
        """A proposal: losses charged first to planes with nowhere to land, survivors home or to the nearest room."""
        lost = {key: dict.fromkeys(TYPES, 0) for key in self.flights}
        for pool in self.facts["losses"]:
            self._charge(lost, pool, {})
        draft: JSON = {"flights": {key: {"lost": lost[key], "land": {}} for key in self.flights}, "overboard": {}}
        return self._settled(draft, self.flights)

    def _charge(self, lost: dict[str, Counts], pool: str, fixed: Mapping[tuple[str, str], int]) -> None:
        """Spread a battle's losses over the flights that were in it, those with nowhere to land first.

        Some may be fixed, by flight and type; they bear more only when the others cannot.
        """
        cost = self.facts["losses"][pool]
        flew = sorted((f for f in self.flights.values() if _pool(f) == pool), key=lambda f: bool(f["reach"]))
        cells = [(f["id"], kind) for f in flew for kind in TYPES]
        for key, kind in cells:
            lost[key][kind] = min(fixed.get((key, kind), 0), self.flights[key][kind])
        cells = [cell for cell in cells if cell not in fixed] + [cell for cell in cells if cell in fixed]
        for kind in TYPES:
            self._fill(lost, [c for c in cells if c[1] == kind], cost.get(kind, 0))
        both = sum(cost.get(kind, 0) for kind in (*BOMBERS, EITHER))
        self._fill(lost, [c for c in cells if c[1] in BOMBERS], both)

    def _fill(self, lost: dict[str, Counts], cells: Sequence[tuple[str, str]], wanted: int) -> None:
        """Charge more to some flights and types, in their order, until they bear so many together."""
        left = wanted - sum(lost[key][kind] for key, kind in cells)
        for key, kind in cells:
            more = max(0, min(left, self.flights[key][kind] - lost[key][kind]))
            lost[key][kind] += more
            left -= more

    def _settled(self, draft: JSON, keys: Iterable[str]) -> JSON:
        """The draft with the survivors of some flights sent where they were bound, home, or to the nearest room."""
        made = copy(draft)
        for key in keys:
            made["flights"][key]["land"] = {}
        for key in keys:
            alive = self.unlanded(made, key)
            for base in self.choices(self.flights[key]):
                free = self.free(made, base)
                for kind in TYPES:
                    n = max(0, min(alive[kind], free))
                    if n:
                        made["flights"][key]["land"].setdefault(base, dict.fromkeys(TYPES, 0))[kind] = n
                        alive[kind] -= n
                        free -= n
        return made

    def free(self, draft: JSON, base: str) -> int:
        """Squadrons a base can still take as the draft has it."""
        coming = sum(sum(said["land"].get(base, {}).values()) for said in draft["flights"].values())
        cleared = sum(draft["overboard"].get(base, {}).values())
        room: int = self.facts["bases"][base]["room"]
        return room + int(cleared) - int(coming)

    def shares(self, flight: JSON) -> bool:
        """Whether its owner has a say in what a flight lost: another was in the battle, or either kind may pay."""
        pool = _pool(flight)
        if pool not in self.facts["losses"]:
            return False
        either = self.facts["losses"][pool].get(EITHER) and all(flight[kind] for kind in BOMBERS)
        return bool(either) or sum(_pool(f) == pool for f in self.flights.values()) > 1

    def cost(self, flight: JSON) -> Counts:
        """What the battle a flight was in cost all that flew there."""
        made: Counts = self.facts["losses"].get(_pool(flight), {})
        return made

    def most(self, flight: JSON, kind: str) -> int:
        """The most of a type that a flight can be charged with."""
        cost = self.cost(flight)
        either = cost.get(EITHER, 0) if kind in BOMBERS else 0
        return min(int(flight[kind]), cost.get(kind, 0) + either)

    def forsaken(self, draft: JSON) -> Counts | None:
        """Survivors that a draft gives no base, by type; None when all have one."""
        left = [self.unlanded(draft, key) for key in self.flights]
        total = {kind: sum(max(0, each[kind]) for each in left) for kind in TYPES}
        return total if any(total.values()) else None

    def reminder(self, draft: JSON) -> str:
        for key, flight in self.flights.items():
            left = self.unlanded(draft, key)
            room = [base for base in self.choices(flight) if self.free(draft, base) > 0]
            if room and any(left.values()):
                lost = f"{squadrons(left)} from {flight['from']} are given no base and would be lost"
                return f"{lost}; {listed(room, 'or')} could take some."
        return ""

    def choices(self, flight: JSON) -> list[str]:
        """Bases in reach of a flight, where it was bound first, then its own, then the others."""
        first = [base for base in (flight["to"], flight["from"]) if base in flight["reach"]]
        return list(dict.fromkeys([*first, *flight["reach"]]))

    def unlanded(self, draft: JSON, key: str) -> Counts:
        """Survivors of a flight that no base is given yet."""
        said, flight = draft["flights"][key], self.flights[key]
        down = {kind: sum(counts.get(kind, 0) for counts in said["land"].values()) for kind in TYPES}
        return {kind: flight[kind] - said["lost"].get(kind, 0) - down[kind] for kind in TYPES}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``lost`` ``2:D:3``; ``land`` ``2:Kaga:D:4``; ``home`` ``2:Kaga`` sends all left; ``over`` ``Kaga:D:1``."""
        parts = arg.split(":")
        made = copy(draft)
        try:
            if op == "lost":
                return self._lose(made, parts[0], parts[1], _number(parts[2]))
            if op == "land":
                land = made["flights"][parts[0]]["land"]
                self._set(land.setdefault(self._base(parts[1]), dict.fromkeys(TYPES, 0)), parts[2], parts[3])
            elif op == "home":
                self._send_rest(made, parts[0], self._base(parts[1]))
            elif op == "over":
                over = made["overboard"].setdefault(self._base(parts[0]), dict.fromkeys(TYPES, 0))
                self._set(over, parts[1], parts[2])
            else:
                return super().edit(draft, op, arg, fields)
        except (KeyError, IndexError, ValueError):
            return super().edit(draft, op, arg, fields)
        return made

    def _lose(self, draft: JSON, key: str, kind: str, n: int) -> JSON:
        """Charge a flight with so many lost: the others of its battle bear the rest, and all land anew."""
        pool = _pool(self.flights[key])
        if kind not in TYPES or pool is None or pool not in self.facts["losses"]:
            raise ValueError(kind)
        lost = {each: said["lost"] for each, said in draft["flights"].items()}
        fixed = {(key, kind): min(n, self.most(self.flights[key], kind))}
        if not self.cost(self.flights[key]).get(EITHER):
            flew = [each for each, flight in self.flights.items() if _pool(flight) == pool]
            fixed |= {(each, k): lost[each][k] for each in flew for k in TYPES if k != kind}
        self._charge(lost, pool, fixed)
        return self._settled(draft, [each for each, f in self.flights.items() if _pool(f) == pool])

    def _base(self, name: str) -> str:
        if name not in self.facts["bases"]:
            raise Refusal(f"You have no base {name[:30]} to land on.", self.rule)
        return name

    def _set(self, counts: Counts, kind: str, n: str) -> None:
        if kind not in TYPES:
            raise ValueError(kind)
        counts[kind] = _number(n)

    def _send_rest(self, draft: JSON, key: str, base: str) -> None:
        land = draft["flights"][key]["land"]
        land.clear()
        free, alive = self.free(draft, base), self.unlanded(draft, key)
        land[base] = {}
        for kind in TYPES:
            land[base][kind] = max(0, min(alive[kind], free))
            free -= land[base][kind]

    def value(self, draft: JSON) -> JSON:
        flights = {
            key: {
                "lost": _some(said["lost"]),
                "land": {b: _some(c) for b, c in said["land"].items() if any(c.values())},
            }
            for key, said in draft["flights"].items()
        }
        return {
            "flights": flights,
            "overboard": {b: _some(c) for b, c in draft["overboard"].items() if any(c.values())},
        }


def _number(text: str) -> int:
    number = whole(text, 99)
    if number is None:
        raise ValueError(text)
    return number


def _some(counts: Counts) -> Counts:
    return {kind: n for kind, n in counts.items() if n}


def _pool(flight: JSON) -> str | None:
    """The battle that a flight's losses come out of: one for the attack on a zone, one for the patrol over it."""
    return f"{flight['kind']}/{flight['zone']}" if flight["kind"] != "transfer" else None


def losses(plot: MidwayPlot, side: str) -> dict[str, Counts]:
    """What this turn's battles cost a side, by battle and part in it."""
    made = {f"attack/{b['zone']}": b["lost"] for b in plot.fought if b["by"] == side and b["lost"]}
    return made | {f"cap/{b['zone']}": b["cost"] for b in plot.fought if b["of"] == side and b["cost"]}


def ask_landing(g: Play, side: str) -> Landing:
    plot: MidwayPlot = g.plot(side)
    bases = plot.bases(side)
    board = plot.board

    def reach(flight: JSON) -> list[str]:
        flown = board.distance(flight["origin"], flight["zone"])
        near = {base: board.distance(flight["zone"], zone) for base, zone in bases.items()}
        return sorted((b for b, away in near.items() if flown + away <= FLIGHT), key=lambda b: (near[b], b))

    facts = {
        "flights": [{**f, "reach": reach(f)} for f in plot.flights if f["side"] == side],
        "losses": losses(plot, side),
        "bases": {
            base: {
                "zone": zone,
                "room": room(plot, base),
                "aboard": {kind: plot.aboard(base, kind) for kind in TYPES},
            }
            for base, zone in bases.items()
        },
    }
    return Landing(f"t{plot.played}/landing/{side}", facts)


def straight_down(flights: Sequence[JSON]) -> JSON:
    """Where planes land on a turn without any attack: where they were bound."""
    return {
        "flights": {f["id"]: {"lost": {}, "land": {f["to"]: {kind: f[kind] for kind in TYPES}}} for f in flights},
        "overboard": {},
    }


def landed(planes: JSON, said: JSON) -> JSON:
    """A side's bases once everything is down: what flew is idle; what made room for it is gone."""
    made = copy(planes)
    for base, counts in said["overboard"].items():
        for kind, n in counts.items():
            _push_over(made[base][kind], n)
    for flight in said["flights"].values():
        for base, counts in flight["land"].items():
            for kind, n in counts.items():
                made[base][kind][IDLE] += n
    return made


def _push_over(states: Counts, n: int) -> None:
    """The least ready planes go overboard first."""
    for state in STATES:
        gone = min(n, states[state])
        states[state] -= gone
        n -= gone


def down(g: Play, side: str, said: JSON) -> None:
    """Tell a side where its planes came down."""
    bases = g.truth.bases(side)
    planes = landed({base: g.truth.planes[base] for base in bases}, said)
    flew = {flight["id"]: flight for flight in g.truth.flights if flight["side"] == side}
    report = []
    for key, flight in flew.items():
        here = said["flights"][key]
        home = {kind: sum(c.get(kind, 0) for c in here["land"].values()) for kind in TYPES}
        gone = {kind: flight[kind] - here["lost"].get(kind, 0) - home[kind] for kind in TYPES}
        report.append({**flight, "lost": here["lost"], "land": here["land"], "no_return": _some(gone)})
    g.tell(side, "landed", "Step 16", side=side, landed=report, overboard=said["overboard"])
    g.tell(side, "planes", "Step 16", planes=planes)


def returns(g: Play, side: str, said: JSON) -> list[JSON]:
    """Step 17: for each zone a side attacked, the zones its planes came from and those they returned to."""
    at = g.truth.bases(side)
    flights = [f for f in g.truth.flights if f["side"] == side]
    made = []
    for zone in dict.fromkeys(f["zone"] for f in flights if f["kind"] == "attack"):
        flew = [f for f in flights if f["kind"] == "attack" and f["zone"] == zone]
        down_at = {
            at[base]
            for flight in flew
            for base, counts in said["flights"][flight["id"]]["land"].items()
            if any(counts.values())
        }
        made.append({"zone": zone, "origins": sorted({f["origin"] for f in flew}), "returns": sorted(down_at)})
    return made


def landing(g: Play) -> Steps[None]:
    """Steps 16 and 17. On a turn without an attack planes go down unasked, and nobody hears of them."""
    if g.truth.attacks or g.truth.b17:
        said = yield from g.sealed(lambda: {side: ask_landing(g, side) for side in SIDES})
    else:
        said = {side: straight_down([f for f in g.truth.flights if f["side"] == side]) for side in SIDES}
    for side in SIDES:
        told = returns(g, side, said[side])
        down(g, side, said[side])
        for each in told:
            g.tell(g.all, "returns", "Step 17", by=side, **each)
