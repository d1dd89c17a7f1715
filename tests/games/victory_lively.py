"""Victory at Midway played at random but with malice: with eyes on the truth, so that things happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests.games.victory_kit import bare_kit, complete_kit
from tests.games.victory_scenes import OPTIONS, VICTORY, table
from tests.tables import chosen
from umpire.games.victory_at_midway import sequence
from umpire.games.victory_at_midway.terms import ENEMY, JAPAN, MIDWAY_HEX
from umpire.table.asks import Refusal
from umpire.table.table import Table

JSON = Any


def some_settings(rng: random.Random, *, solitaire: bool | None = None) -> dict[str, JSON]:
    """Settings drawn by lot: every option, none, or some; readings anyhow; now and then solitaire."""
    lots = {each.name: rng.choice(each.choices)[0] for each in VICTORY.settings}
    lot = rng.random()
    if lot < 0.6:
        lots |= dict.fromkeys(OPTIONS, lot < 0.45)
    alone = rng.random() < 0.15 if solitaire is None else solitaire
    return {**lots, "solitaire": rng.choice(["hidden", "open"]) if alone else ""}


def some_table(rng: random.Random, *, solitaire: bool | None = None) -> Table:
    """A table with settings and kit drawn by lot; Japan comes at once, or as printed."""
    kit = complete_kit() if rng.random() < 0.7 else bare_kit()
    if rng.random() < 0.5:
        roster = {n: {**s, "entry": min(2, s["entry"])} for n, s in kit["roster"].items()}
        kit = {**kit, "roster": roster}
    made = some_settings(rng, solitaire=solitaire)
    return table(kit, **made, **({"umpire": False} if made["solitaire"] else {"umpire": rng.random() < 0.5}))


@contextmanager
def long_table(turns: int) -> Iterator[Table]:
    """A table without options, that neither side is gone too soon, for so many turns in the place of the printed ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequence, "TURNS", turns)
        yield table(complete_kit())


def lively(t: Table, rng: random.Random, each: Callable[[Table], None] = lambda t: None, most: int = 9999) -> Table:
    """Play to the end, or for so many answers; `each` is called after every one."""
    return chosen(t, choice, rng, each, most)


def choice(t: Table, party: str, rng: random.Random) -> JSON:
    """A legal answer with some aim in it; the app's own for a side that it plays."""
    asked = t.asks[party]
    if party in VICTORY.commanded(t.header.settings):
        return VICTORY.command(t.play.plots[party], asked)
    value = asked.sample(rng)
    if asked.kind == "orders" and rng.random() < 0.9:
        value = _towards(t, party, asked, value, rng)
    if asked.kind == "strikes" and rng.random() < 0.8:
        value = _at_ships(t, party, asked, value, rng)
    if asked.kind == "declare" and rng.random() < 0.8:
        value = [p for p in asked.facts["own"] if p not in asked.facts["fog"] and p not in asked.facts["named"]]
    asked.validate(value, sure=True)
    return value


def _towards(t: Table, side: str, asked: Any, value: JSON, rng: random.Random) -> JSON:
    """Stacks sail together: Japan for Midway, the US for the nearest Japanese ships; few leave the map."""
    board, truth = asked.board, t.truth
    theirs = list(truth.of(ENEMY[side]).values())
    moves: dict[str, str] = {}
    going: dict[str, str] = {}
    for ship, at in asked.facts["at"].items():
        goal = MIDWAY_HEX if side == JAPAN or not theirs else min(theirs, key=lambda p: board.distance(at, p))
        if at not in going:
            near = [at, *board.neighbours(at)]
            going[at] = min(near, key=lambda p: board.distance(p, goal)) if rng.random() < 0.8 else rng.choice(near)
        to = "off" if rng.random() < 0.003 and board.rim(at) else going[at]
        with suppress(Refusal):
            if to != at:
                asked.check({"moves": {ship: to}})
                moves[ship] = to
    made = {**value, "moves": moves}
    at = asked.after(made)
    made["ship"] = [p for p in sorted({*at.values()}) if p not in asked.facts["fog"]]
    seen = [p for p in truth.of(ENEMY[side]).values() if rng.random() < 0.5]
    made["air"] = []
    for place in dict.fromkeys([*seen, *value.get("air", ())]):
        with suppress(Refusal):
            asked.check({**made, "air": [*made["air"], place]})
            made["air"].append(place)
    made["base"] = [u for u in asked.able(at) if rng.random() < 0.7] if rng.random() < 0.3 else []
    used = {*made["base"]}
    made["scouts"] = {u: p for u, p in value.get("scouts", {}).items() if u not in used and p not in made["air"]}
    try:
        asked.check(made)
    except Refusal:
        made |= {"scouts": {}, "kure": False}
    return made


def _at_ships(t: Table, side: str, asked: Any, value: JSON, rng: random.Random) -> JSON:
    """Everything that reaches enemy ships, known or not, flies at some of them."""
    goals = list(dict.fromkeys(t.truth.of(ENEMY[side]).values()))
    rng.shuffle(goals)
    made: list[JSON] = [{"to": "base"}] if asked.facts["base"] else []
    left = [unit for unit in asked.facts["from"] if rng.random() < 0.8]
    for goal in goals:
        if goal in asked.facts["fog"] or goal not in asked.board:
            continue
        units = [unit for unit in left if unit in asked.able(goal)]
        if units:
            left = [unit for unit in left if unit not in units]
            waves: dict[str, list[str]] = {}
            for unit in units:
                waves.setdefault(asked.facts["from"][unit], []).append(unit)
            fly: dict[str, JSON] = {"waves": list(waves.values())} if asked.facts["finding"] else {"units": units}
            made.append({"to": goal, **fly})
    rng.shuffle(made)
    return made or value
