"""Step 5, once both sheets are locked: planes take off, and what each side must show the other is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.midway.operations import ATTACK, B17, PATROL, TRANSFER, ask_operations
from umpire.games.midway.plot import READY
from umpire.games.midway.terms import FIGHTER, SIDES, TYPES, US
from umpire.table.script import Play, Steps
from umpire.table.words import copy

JSON = Any


def attacks_of(orders: Mapping[str, JSON]) -> list[JSON]:
    """For each zone a side attacks, its squadrons of each type, bases merged."""
    made: dict[tuple[str, str], JSON] = {}
    for side, sheet in orders.items():
        for order in sheet[ATTACK]:
            one = made.setdefault((side, order["zone"]), {"by": side, "zone": order["zone"], **dict.fromkeys(TYPES, 0)})
            for kind in TYPES:
                one[kind] += order.get(kind, 0)
    return list(made.values())


def patrols_of(orders: Mapping[str, JSON]) -> list[JSON]:
    """For each zone a side patrols, its fighters there, bases merged."""
    made: dict[tuple[str, str], JSON] = {}
    for side, sheet in orders.items():
        for order in sheet.get(PATROL, ()):
            one = made.setdefault((side, order["zone"]), {"by": side, "zone": order["zone"], FIGHTER: 0})
            one[FIGHTER] += order[FIGHTER]
    return list(made.values())


def flights_of(side: str, sheet: JSON, bases: Mapping[str, str]) -> list[JSON]:
    """A side's orders as flights: what flew, from where, and whither."""
    made = []
    for order in sheet[ATTACK]:
        made.append({**_flight(side, order, bases), "kind": "attack", "zone": order["zone"], "to": None})
    for order in sheet[TRANSFER]:
        made.append({**_flight(side, order, bases), "kind": "transfer", "zone": bases[order["to"]], "to": order["to"]})
    for order in sheet.get(PATROL, ()):
        made.append({**_flight(side, order, bases), "kind": "cap", "zone": order["zone"], "to": order["to"]})
    return [{**flight, "id": str(n)} for n, flight in enumerate(made, 1)]


def _flight(side: str, order: JSON, bases: Mapping[str, str]) -> JSON:
    planes = {kind: order.get(kind, 0) for kind in TYPES}
    return {"side": side, "from": order["from"], "origin": bases[order["from"]], **planes}


def launched(planes: JSON, flights: Sequence[JSON]) -> JSON:
    """A side's bases once its flights have taken off."""
    made = copy(planes)
    for flight in flights:
        for kind in TYPES:
            made[flight["from"]][kind][READY] -= flight[kind]
    return made


def patrol_over(g: Play, side: str, zone: str) -> int:
    """A side's fighters in the air over a zone, to defend it."""
    return sum(f[FIGHTER] for f in g.truth.flights if (f["side"], f["kind"], f["zone"]) == (side, "cap", zone))


def operations(g: Play) -> Steps[None]:
    """Step 5, and the exchange of what it wrote. The sheets go over whole, patrols too, unless it was agreed
    that only those patrols are told that an attack meets (Fighters 4)."""
    orders = yield from g.sealed(lambda: {side: ask_operations(g, side) for side in SIDES})
    for side in SIDES:
        bases = g.truth.bases(side)
        flights = flights_of(side, orders[side], bases)
        planes = launched({base: g.truth.planes[base] for base in bases}, flights)
        g.tell(side, "orders", "Step 5", side=side, flights=flights)
        g.tell(side, "planes", "Step 5", planes=planes)
    ordered = {side: orders[side] for side in SIDES}
    caps = patrols_of(ordered)
    if g.settings.get("exchange") == "relevant":
        caps = []
    g.tell(g.all, "operations", "Step 5", attacks=attacks_of(ordered), caps=caps, b17=orders[US].get(B17))
