"""The Fires of Midway played at random but with malice: groups go out, ships burn, some steps are rolled by the app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests.tables import chosen, hand_of
from umpire.games import fires_of_midway
from umpire.games.fires_of_midway import end_phase, fleets, printed, tiles, victory
from umpire.games.fires_of_midway.asks import ROLL
from umpire.games.fires_of_midway.contests import TRACK
from umpire.games.fires_of_midway.kit import FLEET
from umpire.games.fires_of_midway.settings import SCENARIOS
from umpire.games.fires_of_midway.ship import FULL, JAPAN, SMOKE
from umpire.games.fires_of_midway.terms import PLANE_TYPES
from umpire.games.fires_of_midway.words import SAYINGS
from umpire.table.asks import Ask, Refusal
from umpire.table.ledger import Header
from umpire.table.script import Play, Steps
from umpire.table.table import Table

JSON = Any
FIRES = fires_of_midway.GAME
TELLS = frozenset((*SAYINGS, "phase", "step"))
"""Kinds that are told: each has its sentence but for two, which only move the clock on."""


def header(kit: Mapping[str, JSON] | None = None, **settings: JSON) -> Header:
    """Of a copy of which nothing was read unless it is given, but the tiles where the app is to keep them."""
    agreed = {each.name: each.default for each in FIRES.settings}
    agreed = {**agreed, "umpire": False, "dice": "app", **settings}
    faces = tile_faces() if agreed["tiles"] == "app" else {}
    return Header(FIRES.key, FIRES.rules, "ROSE", {**faces, **(kit or {})}, agreed)


def table(kit: Mapping[str, JSON] | None = None, **settings: JSON) -> Table:
    """A table that has just been set, of a copy of which nothing was read unless it is given."""
    return Table(FIRES, header(kit, **settings))


def some_settings(rng: random.Random) -> dict[str, JSON]:
    """Settings drawn by lot; Midway more often than the others, since the island is there, and a duel of two carriers."""
    lots = {each.name: rng.choice(each.choices)[0] for each in FIRES.settings}
    return {**lots, "scenario": rng.choice(["midway", "midway", "other", lots["scenario"]])}


def some_table(rng: random.Random, **settings: JSON) -> Table:
    """A table with scenario, settings, dice, umpire and copy drawn by lot."""
    lots = {**some_settings(rng), "dice": rng.choice(["app", "real"]), "umpire": rng.random() < 0.5}
    return table(full_kit() if rng.random() < 0.3 else None, **{**lots, **settings})


def tile_faces() -> dict[str, JSON]:
    """Thirty tiles, invented: five enemy fleets among them, so that the search is not long."""
    icons = [tiles.FLEET] * 5 + list(tiles.ICONS) * 3
    track = [tiles.SHIELD, tiles.SHIELD, tiles.FIREBALL, tiles.FIREBALL_CR, tiles.SPOUT]
    return {
        key: {
            tiles.ICON: icons[n % len(icons)],
            tiles.GAS: str(n % 3),
            **{face: track[(n + int(face)) % len(track)] for face in tiles.FACES},
        }
        for n, key in enumerate(tiles.EVERY)
    }


def full_kit() -> dict[str, JSON]:
    """A copy of which every card is filled in; numbers not in the rulebook are invented."""
    made: dict[str, JSON] = {f"{FLEET}/midway": fleets.offered("midway"), **tile_faces()}
    for side, types in PLANE_TYPES.items():
        for kind, name in types.items():
            made[printed.fuel_key(name)] = 3 if side == JAPAN else 2
            for n, fuel in ((2, FULL), (1, SMOKE)):
                made[printed.plane_key(kind, name, fuel)] = {box.name: str(n) for box in printed.fields(kind)}
                made |= {printed.track_key(name, fuel, face): TRACK[(face + n) % len(TRACK)] for face in printed.FACES}
    for name in [each["name"] for scenario in SCENARIOS for each in fleets.offered(scenario)["ships"]]:
        for n, up in ((2, FULL), (1, printed.DAMAGED)):
            made[f"guns/{name}/{up}"] = {printed.DICE: str(n), printed.AMMO: "1"}
            made[f"rating/{name}/{up}"] = str(n + 2)
    return {**made, **{key: _as_printed(made[key], value) for key, value in printed.BOOK.items()}}


def _as_printed(invented: JSON, book: JSON) -> JSON:
    """What the rulebook shows of a cell, and the rest of it as it was invented."""
    return {**invented, **book} if isinstance(book, dict) else book


@contextmanager
def long_table(turns: int) -> Iterator[Table]:
    """A table for so many turns: nothing explodes, nobody withdraws, no Intensity is reached."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(end_phase, "explosion", _nothing)
        patch.setattr(victory, "victory", lambda g: _turns(g, turns))
        yield table()


def _nothing(g: Play, name: str) -> Steps[None]:
    yield from ()


def _turns(g: Play, turns: int) -> Steps[None]:
    yield from ()
    if g.truth.turn >= turns:
        victory.ended(g, "end", "")


def lively(t: Table, rng: random.Random, each: Callable[[Table], None] = lambda t: None, most: int = 9999) -> Table:
    """Play to the end, or for so many answers; `each` is called after every one."""
    return chosen(t, choice, rng, each, most)


def choice(t: Table, party: str, rng: random.Random) -> JSON:
    """A legal answer with some aim in it."""
    asked = t.asks[party]
    value = asked.sample(rng)
    aim = _AIMS.get(asked.kind)
    if aim is not None and rng.random() < 0.9:
        with suppress(Refusal):
            aimed = aim(asked, rng)
            asked.validate(aimed, sure=True)
            return aimed
    asked.validate(value, sure=True)
    return value


def run(t: Table, to: str, said: Mapping[str, JSON] | None = None) -> Table:
    """On to the ask whose name holds `to` (nothing: to the end of the game).

    `said` is what is answered on the way, by the end of an ask's name, each once; else somebody answers who does as
    little as may be. Dice fall by the names of their asks, the same each time.
    """
    left = dict(said or {})
    while not t.over and not (to and any(to in asked.name for asked in t.asks.values())):
        for party, asked in list(t.asks.items()):
            key = next((end for end in left if asked.name.endswith(end)), "")
            t.answer(party, asked.name, left.pop(key) if key else idle(asked), hand_of(party), sure=True)
    assert not left, f"nobody asked for {sorted(left)}"
    assert t.over != bool(to), f"the game ended before {to}"
    return t


def idle(asked: Ask) -> JSON:
    """The answer of somebody who does nothing of his own."""
    quiet: dict[str, Callable[[Any], JSON]] = {
        "cards": lambda a: {},
        "steal": lambda a: {},
        "maneuver": lambda a: {"moved": [], "squall": [], "cannot": [s["name"] for s in a.facts["ships"]]},
        "turn": lambda a: {"ship": a.facts["ships"][0]["name"], "action": "pass"},
        "repairs": lambda a: {"points": 0, "buys": []},
        "recover": lambda a: {"land": [], "launch": ""},
        "matches": lambda a: {},
        "count": lambda a: 0,
        "sinks": lambda a: {"aboard": 0, "haven": ""},
        "home": lambda a: a.draft(),
        "fuel": lambda a: a.draft(),
    }
    if asked.kind == "choose":
        return next(one for one in ("fleet", "fight", "not", "pass", *_ids(asked)) if one in _ids(asked))
    return quiet[asked.kind](asked) if asked.kind in quiet else asked.sample(random.Random(asked.name))


def _ids(asked: Ask) -> list[str]:
    return [each["id"] for each in asked.facts["options"] if not each["barred"]]


# What somebody does who means it.


def _choose(asked: Any, rng: random.Random) -> JSON:
    """The enemy is found; the fight goes on; now and then the app rolls."""
    if asked.facts.get("roll") and rng.random() < 0.3:
        return ROLL
    if "/withdraw/" in asked.name:
        return "fight" if rng.random() < 0.95 else "withdraw"
    if asked.name.startswith("search/"):
        return rng.choice([*_ids(asked), "fleet", "fleet"])
    return rng.choice(_ids(asked))


def _turn(asked: Any, rng: random.Random) -> JSON:
    """She launches, if she may."""
    ship = rng.choice(asked.facts["ships"])
    free = [each["id"] for each in ship["actions"] if not each["barred"]]
    return {"ship": ship["name"], "action": rng.choice([one for one in ("wind", "stations") if one in free] or free)}


def _rolled(asked: Any, rng: random.Random) -> JSON:
    """What happened, or the app’s dice for it."""
    value = asked.sample(rng)
    if rng.random() > 0.3:
        return value
    if asked.kind == "bomb":
        return {**value, "flak": ROLL, "fire": 0, "cr": 0, "spout": 0, "sacrifice": False}
    return {
        **value,
        {"engage": "result", "home": "lost"}[asked.kind]: ROLL,
        **({"ones": 0} if asked.kind == "home" else {}),
    }


def _run(asked: Any, rng: random.Random) -> JSON:
    return {**asked.sample(rng), "won": ROLL} if rng.random() < 0.3 else asked.sample(rng)


def _tile(asked: Any, rng: random.Random) -> JSON:
    """A fleet is turned up where one was seen."""
    fleets_seen = [each["id"] for each in asked.facts["options"] if each["words"] == tiles.ICONS[tiles.FLEET]]
    return rng.choice(fleets_seen or _ids(asked))


def _fuel(asked: Any, rng: random.Random) -> JSON:
    return {"gas": rng.randint(0, asked.facts["tiles"])} if rng.random() < 0.3 else asked.sample(rng)


def _count(asked: Any, rng: random.Random) -> JSON:
    return ROLL if asked.facts.get("roll") and rng.random() < 0.4 else asked.sample(rng)


def _cards(asked: Any, rng: random.Random) -> JSON:
    return {} if rng.random() < 0.3 else asked.sample(rng)


_AIMS: Mapping[str, Callable[[Any, random.Random], JSON]] = {
    "choose": _choose,
    "turn": _turn,
    "engage": _rolled,
    "bomb": _rolled,
    "run": _run,
    "tile": _tile,
    "home": _rolled,
    "fuel": _fuel,
    "count": _count,
    "cards": _cards,
}
