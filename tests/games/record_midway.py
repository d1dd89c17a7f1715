"""Games of Midway to be kept, one for each way a game goes and ends, by lot from a seed or as told."""

from __future__ import annotations

import random
from typing import Any

from tests.games.lively import lively, small_kit
from tests.games.midway_scenes import idle, move
from tests.games.recording import UMPIRE, Shelf, kinds_told, play_out, sealed, sought, take_back, word
from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, full_chart, header
from umpire.games.midway.terms import ATAGO, JAPAN, SIDES, US
from umpire.games.midway.victory import ENDINGS
from umpire.table.table import Table
from umpire.table.wrong import Wrong

JSON = Any


def begun(turns: int, **settings: JSON) -> Table:
    """A table on the small board, with every cell known."""
    kit = {**full_chart(), **small_kit(turns)}
    return Table(MIDWAY, header(kit, **settings))


def by_lot(seed: int, turns: int, most: int = 9999, **settings: JSON) -> Table:
    return lively(begun(turns, **settings), random.Random(seed), most=most)


def having(kinds: set[str], turns: int, **settings: JSON) -> Table:
    """The first game by lot with all of some kinds of dispatches in it."""
    return sought(told_in, kinds, lambda seed: by_lot(seed, turns, **settings), 1000)


def go_on(t: Table, seed: int, most: int = 9999) -> Table:
    return lively(t, random.Random(seed), most=most)


def conceded() -> Table:
    t = by_lot(2, 8, 60)
    word(t, US, "concede", "moved")
    return t


def agreed() -> Table:
    t = by_lot(3, 8, 60, umpire=False)
    word(t, JAPAN, "end", "moved")
    word(t, US, "end", "declined")
    go_on(t, 3, 5)
    word(t, JAPAN, "end", "moved")
    word(t, US, "end", "agreed")
    return t


def captured() -> Table:
    """Atago steams to Midway and stands there for four turns; nobody does anything else."""
    t = begun(12)
    island = t.header.kit["board/midway"]
    return play_out(t, lambda t, party, asked: _to_midway(asked, island))


def _to_midway(asked: Any, island: str) -> JSON:
    if asked.kind == "place":
        shaded = min(asked.facts["shaded"], key=lambda zone: asked.board.distance(zone, island))
        return dict.fromkeys(asked.facts["entering"], shaded)
    if asked.kind != "moves" or ATAGO not in {*asked.facts["at"], *asked.facts["entering"]}:
        return idle(asked)
    if ATAGO in asked.facts["entering"]:
        shaded = min(asked.facts["shaded"], key=lambda zone: asked.board.distance(zone, island))
        return {"enter": {ATAGO: shaded}, "move": {}}
    start = asked.facts["at"][ATAGO]
    near = asked.board.within(start, asked.speed(ATAGO))
    to = min(near, key=lambda zone: (asked.board.distance(zone, island), zone))
    return move(**{ATAGO: to}) if to != start else move()


def corrected() -> Table:
    """The umpire sets a zone, planes and the score right."""
    t = by_lot(5, 4, 70)
    for fact, value in ((first(t, "zone/", JAPAN), "B-2-E"), (first(t, "planes/", US), 0), ("score/us", 2)):
        t.set_right(fact, value, "misread", UMPIRE, name=t.mending)
    return go_on(t, 5)


def first(t: Table, kind: str, side: str) -> str:
    """The first fact of a kind on the record of a side."""
    return next(f.key for f in MIDWAY.facts(t.truth) if f.side == side and f.key.startswith(kind))


def corrected_by_a_side() -> Table:
    """Unattended: the other side says yes to it."""
    t = by_lot(6, 4, 50, umpire=False)
    fact = {"fact": first(t, "planes/", US), "value": 0, "reason": "one too many"}
    word(t, US, "correct", "moved", fact)
    word(t, JAPAN, "correct", "agreed")
    return go_on(t, 6)


def gone_back() -> Table:
    """Back to the beginning of a turn, and later for a fact that was wrong; play goes on otherwise."""
    t = by_lot(7, 4, 60)
    t.back(t.turns()["t2"], UMPIRE)
    go_on(t, 8, 40)
    fact = first(t, "zone/", US)
    wrong = Wrong(fact, t.truth.zones[fact.partition("/")[2]], 0)
    back = [n for n in range(len(t.entries)) if t.may_go_back(n)][-8]
    t.back_from(back, wrong, "misread", UMPIRE, name=t.mending, seen=len(t.entries))
    return go_on(t, 9)


def withdrawn() -> Table:
    """In every sealed step of the first turns a side takes its answer back and gives another."""
    t, rng = begun(4), random.Random(10)
    while not t.over:
        if set(t.asks) == set(SIDES) and t.truth.played < 3 and not t.locks:
            take_back(t, SIDES, rng)
        lively(t, rng, most=1)
    return t


def told_in(t: Table) -> set[str]:
    """The kinds of dispatches of a game, and how its surface battles went on and ended."""
    said = [(each.dispatch.kind, each.dispatch.facts) for _, each in t.told]
    over = {f"surface-over {facts['how']}" for kind, facts in said if kind == "surface-over"}
    return kinds_told(t) | over | {"surface-resumed" for kind, facts in said if kind == "surface" and facts["at"]}


# Tables as they are set now, with seals.


def sealed_game(seed: int, turns: int, most: int = 9999, **settings: JSON) -> Table:
    return lively(sealed(begun(turns, **settings), seed), random.Random(seed), most=most)


def sealed_mended() -> Table:
    """The umpire sets a zone right; then the table goes back to the beginning of a turn."""
    t = sealed_game(11, 4, 50)
    t.set_right(first(t, "zone/", JAPAN), "B-2-E", "misread", UMPIRE, name=t.mending)
    go_on(t, 11, 20)
    t.back(t.turns()["t2"], UMPIRE)
    return go_on(t, 12)


def sealed_agreed() -> Table:
    """Nobody umpires; a side takes an answer back, and both agree to end."""
    t = sealed_game(13, 8, 6, umpire=False)
    while set(t.asks) != set(SIDES) or t.locks:
        go_on(t, 13, 1)
    take_back(t, SIDES, random.Random(13))
    go_on(t, 14, 60)
    word(t, JAPAN, "end", "moved")
    word(t, US, "end", "agreed")
    return t


GAMES = {
    "by-time": lambda: by_lot(1, 5),
    "conceded": conceded,
    "agreed": agreed,
    "captured": captured,
    "corrected": corrected,
    "corrected-by-a-side": corrected_by_a_side,
    "gone-back": gone_back,
    "withdrawn": withdrawn,
    "tournament": lambda: having({"bombed", "ground", "fighter-combat", "surface-results"}, 5, **TOURNAMENT),
    "all-options": lambda: having(
        {"bombed", "ground", "met", "stripped", "screening", "waves", "b17-result", "surface-results"},
        5,
        **{**TOURNAMENT, **OPTIONS, "counts": True, "exchange": "relevant"},
    ),
    "surface-combat": lambda: having(
        {"surface-over sunk", "surface-over withdrawn", "surface-resumed"}, 5, surface=True
    ),
    "sealed": lambda: sealed_game(15, 5, **{**TOURNAMENT, **OPTIONS}),
    "sealed-mended": sealed_mended,
    "sealed-agreed": sealed_agreed,
}


SHELF = Shelf(MIDWAY, GAMES, ENDINGS, lambda t: str(t.truth.ended["how"]))
