"""Step 5: the sealed operations sheets. Their exchange is in `exchange`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.plot import READY, MidwayPlot
from umpire.games.midway.terms import FIGHTER, FLIGHT, JAPAN, MIDWAY, TYPES, US, day
from umpire.table.asks import Ask, Refusal
from umpire.table.board import NOWHERE, ZoneBoard
from umpire.table.script import Play
from umpire.table.words import copy, whole

JSON = Any

_TEXT = {"type": "string"}
_N = {"type": "integer", "minimum": 0, "maximum": 99}
ATTACK, TRANSFER, PATROL, B17 = "attacks", "transfers", "caps", "b17"
GOAL = {ATTACK: "zone", TRANSFER: "to", PATROL: "zone"}
"""What of an order says where its planes go."""


def _order(*places: str, kinds: tuple[str, ...], may: tuple[str, ...] = ()) -> dict[str, JSON]:
    properties = {**dict.fromkeys(("from", *places), _TEXT), **dict.fromkeys((*kinds, *may), _N)}
    required = ["from", *places, *kinds]
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


@dataclass(frozen=True)
class Operations(Ask):
    """Attacks on zones, transfers between bases and air patrols, all with ready planes; and B-17s.

    The value is ``{"attacks": [{"from", "zone", "D", "T", "F"}], "transfers": [{"from", "to", "D", "T", "F"}],
    "caps": [{"from", "zone", "to", "F"}], "b17": zone or null}``; no fighters, no `caps` and no `b17` may be
    left out. Distance alone decides whether planes may attack (Range of Aircraft); room is tested at landing.
    A patrol says where it lands, for on a turn without a battle nobody is asked.
    """

    kind = "operations"
    rule = "Step 5"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": [ATTACK, TRANSFER],
        "properties": {
            ATTACK: {"type": "array", "items": _order("zone", kinds=("D", "T"), may=("F",)), "maxItems": 60},
            TRANSFER: {"type": "array", "items": _order("to", kinds=("D", "T"), may=("F",)), "maxItems": 60},
            PATROL: {"type": "array", "items": _order("zone", "to", kinds=("F",)), "maxItems": 60},
            B17: {"type": ["string", "null"]},
        },
        "additionalProperties": False,
    }
    board: ZoneBoard = NOWHERE

    @property
    def bases(self) -> Mapping[str, str]:
        """Own bases and their zones."""
        made: Mapping[str, str] = self.facts["bases"]
        return made

    # What the rules allow.

    def check(self, value: JSON) -> None:
        for kind, order in _orders(value):
            self._check_planes(order)
            self.may(kind, order)
        for base, ready in self.facts["ready"].items():
            for kind in TYPES:
                sent = self.sent(value, base, kind)
                if sent > ready[kind]:
                    raise Refusal(f"{base} has {kind} {ready[kind]} ready; your orders send {sent}.", self.rule)
        self._check_room(value)
        if value.get(B17) is not None:
            self.may_bomb(value[B17])

    def _check_planes(self, order: JSON) -> None:
        if order["from"] not in self.bases:
            raise Refusal(f"You have no base {order['from'][:30]}.", self.rule)
        if not any(order.get(kind) for kind in TYPES):
            raise Refusal(f"An order from {order['from']} sends no squadron; give it some, or drop it.", self.rule)

    def may(self, kind: str, order: JSON) -> None:
        """Raises `Refusal` when an order's planes cannot go where it sends them."""
        if kind == ATTACK:
            self.may_attack(order["from"], order["zone"])
        elif kind == TRANSFER:
            self._may_transfer(order["from"], order["to"])
        else:
            self._may_patrol(order["from"], order["zone"], order["to"])

    def _out(self, base: str, zone: str) -> int:
        """Zones from a base to a zone that its planes can fly to; raises `Refusal`."""
        if zone not in self.board:
            raise Refusal(f"There is no zone {zone[:12]} on this board.", self.rule)
        out = self.board.distance(self.bases[base], zone)
        if out > FLIGHT:
            raise Refusal(f"{zone} is {out} zones from {base}; planes fly {FLIGHT} a turn.", "Range of Aircraft")
        return out

    def may_attack(self, base: str, zone: str) -> None:
        """Raises `Refusal` when the target is out of range, or one-way where that is disallowed."""
        out = self._out(base, zone)
        home = min(self.board.distance(zone, at) for at in self.bases.values())
        if out + home > FLIGHT and not self.facts["one_way"]:
            raise Refusal(
                f"From {zone} no base of yours is within the {FLIGHT - out} zones left to fly, and one-way "
                "flights were ruled out before play.",
                "Appendix, Miscellaneous 12",
            )

    def _may_transfer(self, base: str, to: str) -> None:
        if to not in self.bases or to == base:
            raise Refusal(f"Planes cannot be transferred from {base} to {to[:30]}.", self.rule)
        away = self.board.distance(self.bases[base], self.bases[to])
        if away > FLIGHT:
            raise Refusal(f"{to} is {away} zones from {base}; planes fly {FLIGHT} a turn.", "Range of Aircraft")

    def _may_patrol(self, base: str, zone: str, to: str) -> None:
        out = self._out(base, zone)
        if to not in self.bases:
            raise Refusal(f"You have no base {to[:30]} for the patrol to land on.", self.rule)
        back = self.board.distance(zone, self.bases[to])
        if out + back > FLIGHT:
            raise Refusal(
                f"From {base} over {zone} to {to} is {out + back} zones; planes fly {FLIGHT} a turn.",
                "Range of Aircraft",
            )

    def may_bomb(self, zone: str) -> None:
        """Raises `Refusal` when no B-17s can be sent to a zone."""
        if self.facts["b17"] != "":
            raise Refusal(self.facts["b17"], "Appendix, Miscellaneous 3")
        if zone not in self.board:
            raise Refusal(f"There is no zone {zone[:12]} on this board.", self.rule)

    def _check_room(self, value: JSON) -> None:
        bound = [order for kind, order in _orders(value) if kind in (TRANSFER, PATROL)]
        for base in self.bases:
            incoming = sum(order.get(kind, 0) for order in bound if order["to"] == base for kind in TYPES)
            leaving = sum(self.sent(value, base, kind) for kind in TYPES)
            room = self.facts["room"][base] + leaving
            if incoming > room:
                raise Refusal(
                    f"{base} has room for {room} squadrons; your transfers and patrols bring {incoming}.",
                    "Aircraft Capacity",
                )

    def sent(self, value: JSON, base: str, kind: str) -> int:
        """Squadrons of a type that orders send from a base."""
        return sum(order.get(kind, 0) for _, order in _orders(value) if order["from"] == base)

    # What the rules allow, for the page.

    def reach(self, base: str, kind: str = ATTACK) -> list[str]:
        """Zones that planes from a base may be sent against or over, in board order."""
        return [zone for zone in self.board.zones if self._fits(base, zone, kind)]

    def _fits(self, base: str, zone: str, kind: str = ATTACK) -> bool:
        if kind == PATROL:
            return bool(self.homes(base, zone))
        try:
            self.may_attack(base, zone)
        except Refusal:
            return False
        return True

    def one_way(self, base: str, zone: str) -> bool:
        """Whether planes from a base could come down nowhere after attacking a zone."""
        out = self.board.distance(self.bases[base], zone)
        return out + min(self.board.distance(zone, at) for at in self.bases.values()) > FLIGHT

    def homes(self, base: str, zone: str) -> list[str]:
        """Where a patrol from a base over a zone can land: its own base first, then the nearest."""
        left = FLIGHT - self.board.distance(self.bases[base], zone)
        near = {b: self.board.distance(zone, at) for b, at in self.bases.items()}
        return sorted((b for b in near if near[b] <= left), key=lambda b: (b != base, near[b], b))

    def sample(self, rng: random.Random) -> JSON:
        value: JSON = {ATTACK: [], TRANSFER: [], PATROL: [], B17: None}
        for base, ready in self.facts["ready"].items():
            planes = {kind: rng.randint(0, n) if rng.random() < 0.3 else n for kind, n in ready.items()}
            if planes[FIGHTER] and rng.random() < 0.5:
                zone = rng.choice([z for z in self._near(base) if base in self.homes(base, z)])
                value[PATROL].append({"from": base, "zone": zone, "to": base, "F": planes["F"]})
                planes[FIGHTER] = 0
            if not any(planes.values()) or rng.random() < 0.4:
                continue
            targets = [z for z in self.facts["likely"] if self._fits(base, z)]
            if not targets or rng.random() < 0.3:
                targets = [z for z in self.board.within(self.bases[base], FLIGHT) if self._fits(base, z)]
            value[ATTACK].append({"from": base, "zone": rng.choice(targets), **planes})
        if self.facts["b17"] == "" and rng.random() < 0.3:
            value[B17] = rng.choice(self.facts["likely"] or list(self.board.zones))
        return value

    def _near(self, base: str) -> list[str]:
        """Zones to patrol in random play: where own bases are, and one's own waters."""
        return [*self.bases.values(), *self.board.within(self.bases[base], 3)]

    # The sheet, written order by order.

    def draft(self) -> JSON:
        return {ATTACK: [], TRANSFER: [], PATROL: [], B17: None, "open": None}

    def taken_up(self, draft: JSON) -> JSON:
        """The orders of bases that are still there; what they can no longer send is refused at the lock."""
        made = {**draft, "open": None}
        for kind in GOAL:
            ends = ("from", "to") if kind != ATTACK else ("from",)
            made[kind] = [order for order in draft[kind] if all(order[end] in self.bases for end in ends)]
        order = draft["open"]
        if order and all(order[end] in (None, *self.bases) for end in ("from", "to")):
            made["open"] = order if order["kind"] != TRANSFER or order["goal"] in (None, *self.bases) else None
        return made

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``attack``, ``transfer``, ``cap`` or ``b17`` open an order; ``from``, ``zone``, ``to``, ``count`` write it;
        ``done`` keeps it; ``reopen`` and ``drop`` with ``attacks:0`` go back to one; ``cancel`` leaves the open one."""
        opens = {"attack": ATTACK, "transfer": TRANSFER, "cap": PATROL, "b17": B17}
        if op in opens:
            return self._open(self._kept(draft), opens[op])
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
        order: JSON = {"kind": kind, "from": None, "goal": None, "to": None, **dict.fromkeys(TYPES, 0)}
        if kind == B17:
            self.may_bomb(self.board.zones[0])
            return {**draft, "open": {**order, "goal": draft[B17]}, B17: None}
        able = self.able(draft, kind)
        if not able:
            what = "fighters" if kind == PATROL else "planes"
            raise Refusal(f"You have no ready {what} left to send.", "Step 2")
        if kind == ATTACK and draft[ATTACK]:  # most likely another base against the same zone
            order["goal"] = draft[ATTACK][-1]["zone"]
        return {**draft, "open": self._from(draft, order, able[0]) if len(able) == 1 else order}

    def able(self, draft: JSON, kind: str) -> list[str]:
        """Bases with ready planes left for an order of a kind."""
        left = {base: self.left(draft, base) for base in self.facts["ready"]}
        return [b for b, planes in left.items() if (planes[FIGHTER] if kind == PATROL else any(planes.values()))]

    def left(self, draft: JSON, base: str) -> dict[str, int]:
        """Ready squadrons of a base that the kept orders do not send."""
        return {kind: self.facts["ready"][base][kind] - self.sent(draft, base, kind) for kind in TYPES}

    def _from(self, draft: JSON, order: JSON, base: str) -> JSON:
        if base not in self.facts["ready"]:
            raise Refusal(f"You have no base {base[:30]}.", self.rule)
        left = self.left(draft, base)
        if order["kind"] == PATROL:
            return self._over({**order, "from": base, FIGHTER: left[FIGHTER]}, self.bases[base])
        if order["kind"] == ATTACK and order["goal"] and not self._fits(base, order["goal"]):
            order = {**order, "goal": None}
        return {**order, "from": base, **left}

    def _over(self, order: JSON, zone: str) -> JSON:
        """A patrol over a zone, landing where it came from if it can."""
        homes = self.homes(order["from"], zone)
        if not homes:
            raise Refusal(f"{zone} is too far from {order['from']} to patrol and land again.", "Range of Aircraft")
        return {**order, "goal": zone, "to": order["to"] if order["to"] in homes else homes[0]}

    def _write(self, draft: JSON, order: JSON, op: str, arg: str) -> JSON:
        kind = order["kind"]
        if op == "from" and kind != B17:
            return self._from(draft, order, arg)
        if op == "zone" and kind == PATROL and order["from"]:
            return self._over(order, self.board.read_zone(arg))
        if op == "zone" and kind in (ATTACK, B17):
            return {**order, "goal": self.board.read_zone(arg)}
        if op == "to" and kind == TRANSFER:
            return {**order, "goal": arg}
        if op == "to" and kind == PATROL and order["from"] and arg in self.homes(order["from"], order["goal"]):
            return {**order, "to": arg}
        plane, _, number = arg.partition(":")
        n = whole(number)
        if op == "count" and plane in TYPES and n is not None and order["from"]:
            most = self.left(draft, order["from"])[plane]
            if n > most:
                raise Refusal(f"{order['from']} has {plane} {most} ready and not yet sent.", self.rule)
            return {**order, plane: n}
        return super().edit(draft, op, arg, {})

    def _kept(self, draft: JSON, *, strict: bool = False) -> JSON:
        """The draft with its open order among the others, when it is whole; raises `Refusal` when it is not legal."""
        order = draft["open"]
        if order is None:
            return draft
        kind = order["kind"]
        if order["goal"] is None or (order["from"] is None and kind != B17):
            if strict:
                base = order["from"] is None and kind != B17
                raise Refusal("Choose " + ("the base." if base else "where they go."), self.rule)
            return draft
        if kind == B17:
            self.may_bomb(order["goal"])
            return {**draft, B17: order["goal"], "open": None}
        made = {"from": order["from"], GOAL[kind]: order["goal"], **{k: order[k] for k in TYPES}}
        if kind == PATROL:
            made = {"from": order["from"], "zone": order["goal"], "to": order["to"], FIGHTER: order[FIGHTER]}
        self._check_planes(made)
        self.may(kind, made)
        return {**draft, kind: [*draft[kind], made], "open": None}

    def _take_out(self, draft: JSON, op: str, arg: str) -> JSON:
        if arg == B17 and op == "drop":
            return {**draft, B17: None}
        kind, _, number = arg.partition(":")
        index = whole(number)
        if kind not in GOAL or index is None or index >= len(draft[kind]):
            return super().edit(draft, op, arg, {})
        rest = [order for i, order in enumerate(draft[kind]) if i != index]
        if op == "drop":
            return {**draft, kind: rest}
        taken = draft[kind][index]
        order = {
            "kind": kind,
            "from": taken["from"],
            "goal": taken[GOAL[kind]],
            "to": taken.get("to"),
            **{each: taken.get(each, 0) for each in TYPES},
        }
        return {**self._kept({**draft, kind: rest}), "open": order}

    def value(self, draft: JSON) -> JSON:
        kept = self._kept(draft, strict=True)
        return {part: kept[part] for part in (ATTACK, TRANSFER, PATROL, B17)}


def _orders(value: JSON) -> list[tuple[str, JSON]]:
    """All orders of a sheet that send squadrons, each with its kind."""
    return [(kind, order) for kind in GOAL for order in value.get(kind, ())]


def room(plot: MidwayPlot, base: str) -> int:
    """Squadrons a base can still take, whatever their types."""
    return plot.capacity(base) - sum(plot.aboard(base, kind) for kind in TYPES)


def likely_targets(plot: MidwayPlot, side: str) -> list[str]:
    """Zones where this side knows of ships, or of an island to raid: contacts, its own calls' finds by age."""
    seen = sorted((s for s in plot.sightings if s["by"] == side and s["found"]), key=lambda s: -s["turn"])
    raid = [plot.kit["board/midway"]] if side == JAPAN and plot.fortification and not plot.captured else []
    return list(dict.fromkeys([*plot.contacts, *(f["zone"] for s in seen for f in s["found"]), *raid]))


def no_b17(plot: MidwayPlot, side: str) -> str:
    """Why a side can send no B-17s this turn, or nothing."""
    times = plot.settings.get("b17", 0)
    if side != US or not times:
        return "There are no B-17s to send in this game."
    if plot.captured or MIDWAY not in plot.planes:
        return "Midway is lost, and its B-17s with it."
    if plot.closed:
        return "Midway’s fortification is reduced to nothing: its B-17s fly no more."
    if plot.b17_days.count(day(plot.turn)) >= times:
        return f"The B-17s have flown {'once' if times == 1 else 'twice'} today, as often as they may."
    return ""


def ask_operations(g: Play, side: str) -> Operations:
    plot: MidwayPlot = g.plot(side)
    bases = plot.bases(side)
    facts = {
        "bases": bases,
        "ready": {base: {kind: plot.planes[base][kind][READY] for kind in TYPES} for base in bases},
        "room": {base: room(plot, base) for base in bases},
        "one_way": bool(plot.settings.get("one_way", True)),
        "likely": likely_targets(plot, side),
        "fighters": bool(plot.settings.get("fighters")),
        "b17": no_b17(plot, side),
        "b17_agreed": bool(side == US and plot.settings.get("b17")),
    }
    return Operations(f"t{plot.played}/operations/{side}", facts, board=plot.board)
