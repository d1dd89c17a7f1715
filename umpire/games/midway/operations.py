"""Step 5: the sealed operations sheets, and their exchange."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.kit import capacity
from umpire.games.midway.plot import READY, MidwayPlot
from umpire.games.midway.terms import FLIGHT, SIDES, TYPES
from umpire.table.asks import Ask, Refusal
from umpire.table.board import NOWHERE, ZoneBoard
from umpire.table.script import Play, Steps
from umpire.table.words import copy, whole

JSON = Any

_N = {"type": "integer", "minimum": 0, "maximum": 99}
ATTACK, TRANSFER = "attacks", "transfers"


def _order(goal: str) -> dict[str, JSON]:
    properties = {"from": {"type": "string"}, goal: {"type": "string"}, **dict.fromkeys(TYPES, _N)}
    return {"type": "object", "required": list(properties), "properties": properties, "additionalProperties": False}


@dataclass(frozen=True)
class Operations(Ask):
    """Attacks on zones and transfers between bases, all with ready planes.

    The value is ``{"attacks": [{"from", "zone", "D", "T"}], "transfers": [{"from", "to", "D", "T"}]}``.
    Distance alone decides whether planes may be sent (Range of Aircraft); room is tested at landing.
    """

    kind = "operations"
    rule = "Step 5"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": [ATTACK, TRANSFER],
        "properties": {
            ATTACK: {"type": "array", "items": _order("zone"), "maxItems": 60},
            TRANSFER: {"type": "array", "items": _order("to"), "maxItems": 60},
        },
        "additionalProperties": False,
    }
    board: ZoneBoard = NOWHERE

    def check(self, value: JSON) -> None:
        for order in (*value[ATTACK], *value[TRANSFER]):
            self._check_planes(order)
        for order in value[ATTACK]:
            self.may_attack(order["from"], order["zone"])
        for order in value[TRANSFER]:
            self._check_transfer(order)
        for base, ready in self.facts["ready"].items():
            for kind in TYPES:
                sent = self.sent(value, base, kind)
                if sent > ready[kind]:
                    raise Refusal(f"{base} has {kind} {ready[kind]} ready; your orders send {sent}.", self.rule)
        self._check_room(value)

    def _check_planes(self, order: JSON) -> None:
        if order["from"] not in self.facts["bases"]:
            raise Refusal(f"You have no base {order['from'][:30]}.", self.rule)
        if not any(order[kind] for kind in TYPES):
            raise Refusal(f"An order from {order['from']} sends no squadron; give it some, or drop it.", self.rule)

    def may_attack(self, base: str, zone: str) -> None:
        """Raises `Refusal` when the target is out of range, or one-way where that is disallowed."""
        if zone not in self.board:
            raise Refusal(f"There is no zone {zone[:12]} on this board.", self.rule)
        out = self.board.distance(self.facts["bases"][base], zone)
        if out > FLIGHT:
            raise Refusal(f"{zone} is {out} zones from {base}; planes fly {FLIGHT} a turn.", "Range of Aircraft")
        home = min(self.board.distance(zone, at) for at in self.facts["bases"].values())
        if out + home > FLIGHT and not self.facts["one_way"]:
            raise Refusal(
                f"From {zone} no base of yours is within the {FLIGHT - out} zones left to fly, and one-way "
                "flights were ruled out before play.",
                "Appendix, Miscellaneous 12",
            )

    def reach(self, base: str) -> list[str]:
        """Zones that planes from a base may be sent against, in board order."""
        return [zone for zone in self.board.zones if self._fits(base, zone)]

    def one_way(self, base: str, zone: str) -> bool:
        """Whether planes from a base could come down nowhere after attacking a zone."""
        out = self.board.distance(self.facts["bases"][base], zone)
        return out + min(self.board.distance(zone, at) for at in self.facts["bases"].values()) > FLIGHT

    def _check_transfer(self, order: JSON) -> None:
        if order["to"] not in self.facts["bases"] or order["to"] == order["from"]:
            raise Refusal(f"Planes cannot be transferred from {order['from']} to {order['to'][:30]}.", self.rule)
        away = self.board.distance(self.facts["bases"][order["from"]], self.facts["bases"][order["to"]])
        if away > FLIGHT:
            raise Refusal(
                f"{order['to']} is {away} zones from {order['from']}; planes fly {FLIGHT} a turn.", "Range of Aircraft"
            )

    def _check_room(self, value: JSON) -> None:
        for base in self.facts["bases"]:
            incoming = sum(order[kind] for order in value[TRANSFER] if order["to"] == base for kind in TYPES)
            leaving = sum(self.sent(value, base, kind) for kind in TYPES)
            room = self.facts["room"][base] + leaving
            if incoming > room:
                raise Refusal(
                    f"{base} has room for {room} squadrons; your transfers bring {incoming}.", "Aircraft Capacity"
                )

    def sent(self, value: JSON, base: str, kind: str) -> int:
        """Squadrons of a type that orders send from a base."""
        return sum(order[kind] for order in (*value[ATTACK], *value[TRANSFER]) if order["from"] == base)

    def sample(self, rng: random.Random) -> JSON:
        value: JSON = {ATTACK: [], TRANSFER: []}
        for base, ready in self.facts["ready"].items():
            if not any(ready.values()) or rng.random() < 0.4:
                continue
            planes = {kind: rng.randint(0, n) if rng.random() < 0.3 else n for kind, n in ready.items()}
            if not any(planes.values()):
                continue
            targets = [z for z in self.facts["likely"] if self._fits(base, z)]
            if not targets or rng.random() < 0.3:
                targets = [z for z in self.board.within(self.facts["bases"][base], FLIGHT) if self._fits(base, z)]
            value[ATTACK].append({"from": base, "zone": rng.choice(targets), **planes})
        return value

    def _fits(self, base: str, zone: str) -> bool:
        try:
            self.may_attack(base, zone)
        except Refusal:
            return False
        return True

    def draft(self) -> JSON:
        return {ATTACK: [], TRANSFER: [], "open": None}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``attack``/``transfer`` open an order; ``from``, ``zone``, ``to``, ``count`` write it; ``done`` keeps it;
        ``reopen`` and ``drop`` with ``attacks:0`` go back to one; ``cancel`` leaves the open one."""
        if op in ("attack", "transfer"):
            return self._open(self._kept(draft), ATTACK if op == "attack" else TRANSFER)
        if op in ("reopen", "drop"):
            return self._take_out(draft, op, arg)
        if op == "look":
            return {**draft, "look": arg if arg in self.board.areas else None}
        if draft["open"] is None:
            return super().edit(draft, op, arg, fields)
        if op == "cancel":
            return {**draft, "open": None}
        if op == "done":
            return self._kept(draft, strict=True)
        return {**draft, "open": self._write(draft, copy(draft["open"]), op, arg), "look": None}

    def _open(self, draft: JSON, kind: str) -> JSON:
        if draft["open"] is not None:
            raise Refusal("Finish the order you are writing first, or leave it.", self.rule)
        able = [base for base in self.facts["ready"] if any(self.left(draft, base).values())]
        if not able:
            raise Refusal("You have no ready planes left to send.", "Step 2")
        order: JSON = {"kind": kind, "from": None, "goal": None, **dict.fromkeys(TYPES, 0)}
        return {**draft, "open": self._from(draft, order, able[0]) if len(able) == 1 else order}

    def left(self, draft: JSON, base: str) -> dict[str, int]:
        """Ready squadrons of a base that the kept orders do not send."""
        return {kind: self.facts["ready"][base][kind] - self.sent(draft, base, kind) for kind in TYPES}

    def _from(self, draft: JSON, order: JSON, base: str) -> JSON:
        if base not in self.facts["ready"]:
            raise Refusal(f"You have no base {base[:30]}.", self.rule)
        return {**order, "from": base, **self.left(draft, base)}

    def _write(self, draft: JSON, order: JSON, op: str, arg: str) -> JSON:
        if op == "from":
            return self._from(draft, order, arg)
        if op == "zone" and order["kind"] == ATTACK:
            return {**order, "goal": self.board.read_zone(arg)}
        if op == "to" and order["kind"] == TRANSFER:
            return {**order, "goal": arg}
        kind, _, number = arg.partition(":")
        n = whole(number)
        if op == "count" and kind in TYPES and n is not None and order["from"]:
            most = self.left(draft, order["from"])[kind]
            if n > most:
                raise Refusal(f"{order['from']} has {kind} {most} ready and not yet sent.", self.rule)
            return {**order, kind: n}
        return super().edit(draft, op, arg, {})

    def _kept(self, draft: JSON, *, strict: bool = False) -> JSON:
        """The draft with its open order among the others, when it is whole; raises `Refusal` when it is not legal."""
        order = draft["open"]
        if order is None:
            return draft
        if order["from"] is None or order["goal"] is None:
            if strict:
                raise Refusal("Choose " + ("the base." if order["from"] is None else "where they go."), self.rule)
            return draft
        goal = "zone" if order["kind"] == ATTACK else "to"
        made = {"from": order["from"], goal: order["goal"], **{kind: order[kind] for kind in TYPES}}
        self._check_planes(made)
        if order["kind"] == ATTACK:
            self.may_attack(order["from"], order["goal"])
        else:
            self._check_transfer(made)
        return {**draft, order["kind"]: [*draft[order["kind"]], made], "open": None}

    def _take_out(self, draft: JSON, op: str, arg: str) -> JSON:
        kind, _, number = arg.partition(":")
        index = whole(number)
        if kind not in (ATTACK, TRANSFER) or index is None or index >= len(draft[kind]):
            return super().edit(draft, op, arg, {})
        rest = [order for i, order in enumerate(draft[kind]) if i != index]
        if op == "drop":
            return {**draft, kind: rest}
        taken = draft[kind][index]
        order = {
            "kind": kind,
            "from": taken["from"],
            "goal": taken["zone" if kind == ATTACK else "to"],
            **{each: taken[each] for each in TYPES},
        }
        return {**self._kept({**draft, kind: rest}), "open": order}

    def value(self, draft: JSON) -> JSON:
        kept = self._kept(draft, strict=True)
        return {ATTACK: kept[ATTACK], TRANSFER: kept[TRANSFER]}


def room(plot: MidwayPlot, base: str) -> int:
    """Squadrons a base can still take, whatever their types."""
    return capacity(plot.kit, base) - sum(plot.aboard(base, kind) for kind in TYPES)


def likely_targets(plot: MidwayPlot, side: str) -> list[str]:
    """Zones where this side's own calls found ships, the newest sightings first."""
    seen = sorted((s for s in plot.sightings if s["by"] == side and s["found"]), key=lambda s: -s["turn"])
    return list(dict.fromkeys(found["zone"] for s in seen for found in s["found"]))


def ask_operations(g: Play, side: str) -> Operations:
    plot: MidwayPlot = g.plot(side)
    bases = plot.bases(side)
    facts = {
        "bases": bases,
        "ready": {base: {kind: plot.planes[base][kind][READY] for kind in TYPES} for base in bases},
        "room": {base: room(plot, base) for base in bases},
        "one_way": bool(plot.settings.get("one_way", True)),
        "likely": likely_targets(plot, side),
    }
    return Operations(f"t{plot.played}/operations/{side}", facts, board=plot.board)


def exchanged(orders: Mapping[str, JSON]) -> list[JSON]:
    """What the sheets tell the other side: for each zone attacked the squadrons of each type, bases merged."""
    made: dict[tuple[str, str], JSON] = {}
    for side, sheet in orders.items():
        for order in sheet[ATTACK]:
            one = made.setdefault((side, order["zone"]), {"by": side, "zone": order["zone"], **dict.fromkeys(TYPES, 0)})
            for kind in TYPES:
                one[kind] += order[kind]
    return list(made.values())


def flights_of(side: str, sheet: JSON, bases: Mapping[str, str]) -> list[JSON]:
    """A side's orders as flights: what flew, from where, and whither."""
    made = []
    for order in sheet[ATTACK]:
        made.append({**_flight(side, order, bases), "kind": "attack", "zone": order["zone"], "to": None})
    for order in sheet[TRANSFER]:
        made.append({**_flight(side, order, bases), "kind": "transfer", "zone": bases[order["to"]], "to": order["to"]})
    return [{**flight, "id": str(n)} for n, flight in enumerate(made, 1)]


def _flight(side: str, order: JSON, bases: Mapping[str, str]) -> JSON:
    planes = {kind: order[kind] for kind in TYPES}
    return {"side": side, "from": order["from"], "origin": bases[order["from"]], **planes}


def launched(planes: JSON, flights: Sequence[JSON]) -> JSON:
    """A side's bases once its flights have taken off."""
    made = copy(planes)
    for flight in flights:
        for kind in TYPES:
            made[flight["from"]][kind][READY] -= flight[kind]
    return made


def operations(g: Play) -> Steps[None]:
    """Step 5, and the exchange of what it wrote."""
    orders = yield from g.sealed(lambda: {side: ask_operations(g, side) for side in SIDES})
    for side in SIDES:
        bases = g.truth.bases(side)
        flights = flights_of(side, orders[side], bases)
        planes = launched({base: g.truth.planes[base] for base in bases}, flights)
        g.tell(side, "orders", "Step 5", side=side, flights=flights)
        g.tell(side, "planes", "Step 5", planes=planes)
    g.tell(g.all, "operations", "Step 5", attacks=exchanged({side: orders[side] for side in SIDES}))
