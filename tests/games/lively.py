"""Midway played at random but with malice: on a small board, with eyes on the truth, so that things happen."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.tables import MIDWAY, edge, full_chart, hand_of, header, midway_kit
from umpire.games.midway.terms import ENEMY, TYPES
from umpire.table.asks import Refusal
from umpire.table.board import ZoneBoard, area_of
from umpire.table.table import Table

JSON = Any


def small_kit(turns: int = 16) -> dict[str, JSON]:
    """Four areas by three, Midway in the middle, all reinforcements by the third turn."""
    kit, board = midway_kit(), ZoneBoard(4, 3)
    roster = {name: {**ship, "arrives": min(3, ship["arrives"])} for name, ship in kit["roster"].items()}
    return {
        **kit,
        "board/columns": 4,
        "board/rows": 3,
        "board/midway": "C-2-D",
        "board/kure": "A-1-A",
        "board/shaded/japan": edge(board, 0),
        "board/shaded/us": edge(board, 11),
        "track/turns": turns,
        "roster": roster,
    }


def some_table(rng: random.Random, turns: int | None = None) -> Table:
    """A table with settings, board and chart drawn by lot."""
    kit = midway_kit() if turns is None and rng.random() < 0.3 else small_kit(turns or 16)
    if rng.random() < 0.5:
        kit = {**full_chart(), **kit}
    lots = {name: rng.random() < 0.5 for name in ("counts", "balance", "one_way", "umpire")}
    return Table(MIDWAY, header(kit, **lots))


def lively(t: Table, rng: random.Random, each: Callable[[Table], None] = lambda t: None, most: int = 9999) -> Table:
    """Play to the end, or for so many answers; `each` is called after every one."""
    for _ in range(most):
        if t.over:
            break
        party = rng.choice([p for p in t.asks if p not in t.locks])
        asked = t.asks[party]
        t.answer(party, asked.name, choice(t, party, rng), hand_of(party), sure=True)
        each(t)
    return t


def choice(t: Table, party: str, rng: random.Random) -> JSON:
    """A legal answer with some aim in it."""
    asked = t.asks[party]
    aimed = _AIMED.get(asked.kind)
    if aimed and rng.random() < 0.8:
        with suppress(Refusal, IndexError):
            value = aimed(t, party, asked, rng)
            asked.validate(value)
            return value
    return asked.sample(rng)


def _moves(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """Each ship a step towards Midway, towards an enemy, or anywhere."""
    value = asked.sample(rng)
    goals = [t.truth.kit["board/midway"], *t.truth.of(ENEMY[side]).values()]
    for ship, start in {**asked.facts["at"], **value["enter"]}.items():
        if rng.random() < 0.6:
            goal = rng.choice(goals) if ship != "Atago" else goals[0]
            near = list(asked.board.within(start, asked.facts["speed"]))
            value["move"][ship] = min(near, key=lambda zone: asked.board.distance(zone, goal))
    return value


def _call(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    return rng.choice([area_of(zone) for zone in t.truth.of(ENEMY[side]).values()])


def _operations(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """Attacks on zones where ships really are, and transfers, until the planes run out."""
    value: JSON = {"attacks": [], "transfers": []}
    bases = asked.facts["bases"]
    left = {base: dict(ready) for base, ready in asked.facts["ready"].items()}
    enemies = list(t.truth.of(ENEMY[side]).values()) or list(asked.board.zones)
    for base in bases:
        while any(left[base].values()) and rng.random() < 0.7:
            planes = {kind: rng.randint(0, left[base][kind]) for kind in TYPES}
            if not any(planes.values()):
                continue
            if rng.random() < 0.3 and len(bases) > 1:
                to = rng.choice([b for b in bases if b != base])
                order, kind = {"from": base, "to": to, **planes}, "transfers"
            else:
                order, kind = {"from": base, "zone": rng.choice(enemies), **planes}, "attacks"
            trial = {**value, kind: [*value[kind], order]}
            with suppress(Refusal):
                asked.validate(trial)
                value = trial
                left[base] = {k: left[base][k] - planes[k] for k in TYPES}
    return value


def scattered(asked: Any, rng: random.Random, only: JSON = None, down: float = 0.9) -> JSON:
    """Losses charged to anybody who was there, survivors on any base in reach, some pushed over.

    `only` gives for attacks on a zone the bases they may return to; `down` is the chance to return at all.
    """
    room = {base: there["room"] for base, there in asked.facts["bases"].items()}
    value: JSON = {"flights": {key: {"lost": {}, "land": {}} for key in asked.flights}, "overboard": {}}
    for base, there in asked.facts["bases"].items():
        if rng.random() < 0.2:
            gone = {kind: rng.randint(0, there["aboard"][kind]) for kind in TYPES}
            value["overboard"][base] = gone
            room[base] += sum(gone.values())
    for kind in TYPES:
        for zone, pool in asked.facts["losses"].items():
            flew = [f["id"] for f in asked.flights.values() if f["kind"] == "attack" and f["zone"] == zone]
            planes = [key for key in flew for _ in range(asked.flights[key][kind])]
            for key in rng.sample(planes, pool[kind]):
                lost = value["flights"][key]["lost"]
                lost[kind] = lost.get(kind, 0) + 1
        for key, flight in asked.flights.items():
            for _ in range(flight[kind] - value["flights"][key]["lost"].get(kind, 0)):
                bases = [b for b in flight["reach"] if room[b] and (not only or b in only.get(flight["zone"], ()))]
                if bases and rng.random() < down:
                    base = rng.choice(bases)
                    room[base] -= 1
                    there = value["flights"][key]["land"].setdefault(base, dict.fromkeys(TYPES, 0))
                    there[kind] += 1
    return value


_AIMED: dict[str, Callable[[Table, str, Any, random.Random], JSON]] = {
    "moves": _moves,
    "call": _call,
    "operations": _operations,
    "landing": lambda t, side, asked, rng: scattered(asked, rng),
}
