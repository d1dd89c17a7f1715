"""Midway played at random but with malice: on a small board, with eyes on the truth, so that things happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, chosen, edge, full_chart, header, midway_kit
from umpire.games.midway import kit as kits
from umpire.games.midway.terms import ATAGO, BOARD_WIDTH, CARRIERS, ENEMY, JAPAN, TYPES, US
from umpire.table.asks import Refusal
from umpire.table.board import ZoneBoard, area_of
from umpire.table.table import Table

JSON = Any


def small_kit(turns: int = 16, *, crowded: bool = False) -> dict[str, JSON]:
    """Four areas by three, Midway in the middle, all reinforcements by the third turn.

    Crowded, Japan has more ships than a row of the Battle Board has rectangles.
    """
    kit, board = midway_kit(), ZoneBoard(4, 3)
    roster = {name: {**ship, "arrives": min(3, ship["arrives"])} for name, ship in kit["roster"].items()}
    if crowded:
        spare = [n for n, s in kits.edition()["roster"].items() if n not in roster and s["type"] not in CARRIERS]
        here = sum(ship["side"] == JAPAN for ship in roster.values())
        for name in [*spare, *(f"Destroyer {n}" for n in range(1, 20))][: max(0, 24 - here)]:
            roster[name] = {"side": JAPAN, "type": "CL", "arrives": 1}
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


def some_settings(rng: random.Random) -> dict[str, JSON]:
    """Settings drawn by lot: all of the Tournament game and its options, none of them, or some; readings anyhow."""
    lots = {each.name: rng.choice(each.choices)[0] for each in MIDWAY.settings}
    lot = rng.random()
    if lot < 0.45:
        return lots | TOURNAMENT | OPTIONS
    return lots | (dict.fromkeys((*TOURNAMENT, *OPTIONS), False) | {"b17": 0} if lot < 0.6 else {})


def some_table(rng: random.Random, turns: int | None = None) -> Table:
    """A table with settings, board and chart drawn by lot."""
    wide = turns is None and rng.random() < 0.2
    kit = midway_kit() if wide else small_kit(turns or 16, crowded=rng.random() < 0.3)
    if rng.random() < 0.5:
        kit = {**full_chart(), **kit}
    kit["battle-board/depth"] = rng.choice([5, 7])
    return Table(MIDWAY, header(kit, **some_settings(rng), umpire=rng.random() < 0.5))


@contextmanager
def long_table(turns: int) -> Iterator[Table]:
    """A table on the whole board with every cell of the charts, for so many turns."""
    yield Table(MIDWAY, header({**full_chart(), **midway_kit(), "track/turns": turns}, **TOURNAMENT, **OPTIONS))


def lively(t: Table, rng: random.Random, each: Callable[[Table], None] = lambda t: None, most: int = 9999) -> Table:
    """Play to the end, or for so many answers; `each` is called after every one."""
    return chosen(t, choice, rng, each, most)


def choice(t: Table, party: str, rng: random.Random) -> JSON:
    """A legal answer with some aim in it."""
    asked = t.asks[party]
    aimed = _AIMED.get(asked.kind)
    if aimed and rng.random() < (0.97 if crowded(asked) else 0.8):
        with suppress(Refusal, IndexError):
            value = aimed(t, party, asked, rng)
            asked.validate(value)
            return value
    return asked.sample(rng)


def crowded(asked: Any) -> bool:
    """Whether a side has so many ships that they keep together, to be too many for a row of the Battle Board."""
    return asked.kind in ("place", "moves") and len({*asked.facts["at"], *asked.facts["entering"]}) > BOARD_WIDTH


def _place(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """A crowd in one zone, others anywhere."""
    value = asked.sample(rng)
    return dict.fromkeys(value, rng.choice(asked.facts["shaded"])) if crowded(asked) else value


def _moves(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """Each ship a step towards Midway, a surface battle, or an enemy, on some turns all to Midway; one may leave."""
    value = asked.sample(rng)
    island = t.truth.kit["board/midway"]
    goals = [island, *t.truth.of(ENEMY[side]).values()]
    goals += list(t.truth.engaged) * len(goals)
    massed = rng.random() < (0.95 if crowded(asked) else 0.5)
    for ship, start in {**asked.facts["at"], **value["enter"]}.items():
        if (massed or rng.random() < 0.6) and ship not in (*asked.facts["held"], *value["leave"]):
            goal = island if massed or ship == ATAGO else rng.choice(goals)
            barred = asked.facts["barred"].get(ship) if rng.random() < 0.9 else None
            near = [zone for zone in asked.board.within(start, asked.speed(ship)) if zone != barred]
            value["move"][ship] = min(near, key=lambda zone: asked.board.distance(zone, goal))
    going = [s for s in asked.facts["at"] if s != ATAGO and asked.can_leave({"picked": [s]})]
    if going and rng.random() < 0.15:
        ship = rng.choice(going)
        value["move"].pop(ship, None)
        value["leave"] = sorted({ship, *value["leave"]})
    return value


def _call(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    return rng.choice([area_of(zone) for zone in t.truth.of(ENEMY[side]).values()])


def _word(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """Planes brought up: something to fly with."""
    return {"word": "all"}


def _operations(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """Attacks on zones where ships really are, and on Midway, patrols over one's own, and transfers."""
    value: JSON = {"attacks": [], "transfers": [], "caps": [], "b17": None}
    bases = asked.facts["bases"]
    left = {base: dict(ready) for base, ready in asked.facts["ready"].items()}
    enemies = list(t.truth.of(ENEMY[side]).values()) or list(asked.board.zones)
    if asked.facts["b17"] == "" and rng.random() < 0.7:
        value["b17"] = rng.choice(enemies)
    island = t.truth.kit["board/midway"]
    raid = side == JAPAN and rng.random() < (0.8 if t.truth.fortification else 0.3)
    for base in bases:
        while any(left[base].values()) and rng.random() < 0.7:
            planes = {kind: rng.choice([n, rng.randint(0, n)]) for kind, n in left[base].items()}
            if not any(planes.values()):
                continue
            if planes["F"] and rng.random() < (0.6 if side == US else 0.3):
                zone = rng.choice([*bases.values(), *t.truth.of(side).values(), *[island] * (6 if side == US else 0)])
                to = rng.choice(asked.homes(base, zone) or [base])
                planes = {**dict.fromkeys(TYPES, 0), "F": planes["F"]}
                order, kind = {"from": base, "zone": zone, "to": to, "F": planes["F"]}, "caps"
            elif rng.random() < 0.15 and len(bases) > 1:
                to = rng.choice([b for b in bases if b != base])
                order, kind = {"from": base, "to": to, **planes}, "transfers"
            else:
                order, kind = {"from": base, "zone": island if raid else rng.choice(enemies), **planes}, "attacks"
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
    for pool, cost in asked.facts["losses"].items():
        flew = [f for f in asked.flights.values() if f"{f['kind']}/{f['zone']}" == pool]
        planes = [(f["id"], kind) for f in flew for kind in TYPES for _ in range(f[kind])]
        rng.shuffle(planes)
        for kinds, n in [*((kind, cost.get(kind, 0)) for kind in TYPES), ("DT", cost.get("DT", 0))]:
            for key, kind in [each for each in planes if each[1] in kinds][:n]:
                planes.remove((key, kind))
                lost = value["flights"][key]["lost"]
                lost[kind] = lost.get(kind, 0) + 1
    for kind in TYPES:
        for key, flight in asked.flights.items():
            told = only.get(flight["zone"], ()) if only and flight["kind"] == "attack" else flight["reach"]
            for _ in range(flight[kind] - value["flights"][key]["lost"].get(kind, 0)):
                bases = [b for b in flight["reach"] if room[b] and b in told]
                if bases and rng.random() < down:
                    base = rng.choice(bases)
                    room[base] -= 1
                    there = value["flights"][key]["land"].setdefault(base, dict.fromkeys(TYPES, 0))
                    there[kind] += 1
    return value


def _ground(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """So many on the field as are due, of whatever kinds."""
    planes = [kind for kind, n in asked.aboard.items() for _ in range(n)]
    gone = rng.sample(planes, asked.due)
    return {kind: gone.count(kind) for kind in TYPES}


def _withdraw(t: Table, side: str, asked: Any, rng: random.Random) -> JSON:
    """Rarely, that battles may go on; the harder pressed the rather."""
    return rng.random() < 0.12


_AIMED: dict[str, Callable[[Table, str, Any, random.Random], JSON]] = {
    "place": _place,
    "moves": _moves,
    "call": _call,
    "readying": _word,
    "operations": _operations,
    "landing": lambda t, side, asked, rng: scattered(asked, rng),
    "ground": _ground,
    "withdraw": _withdraw,
}
