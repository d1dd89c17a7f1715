"""Games of Carrier to be kept: each scenario, each way a game ends, and each way one is mended; by lot from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.games.carrier.lively import CARRIER, choice, idle, lively, table
from tests.games.recording import Shelf, kinds_told, play_out, sealed, sought, word
from umpire.games.carrier.parts import STANDARD
from umpire.games.carrier.scenarios import scenario_2
from umpire.games.carrier.scoring import totals
from umpire.games.carrier.terms import DUMMY, US
from umpire.games.carrier.victory import ENDINGS
from umpire.table.numbered import row_of, within
from umpire.table.table import Hand, Table

JSON = Any
Answer = Callable[[Table, str, Any], JSON]
UMPIRE = Hand("umpire")
MOST = 160_000
"""Bytes of a whole day: every chit that is drawn in it is an entry."""


def whole(seed: int, **settings: JSON) -> Table:
    """A whole game with malice, of a copy from which nothing was read."""
    return lively(table(**settings), random.Random(seed))


def having(kinds: set[str], play: Callable[[int], Table], most: int = 80) -> Table:
    """The first game by lot with all of some things in it."""
    return sought(told_in, kinds, play, most, MOST)


def told_in(t: Table) -> set[str]:
    """The kinds of dispatches of a game, and how it ended."""
    return kinds_told(t) | {f"ended {t.truth.ended['how']}"}


def by_lot(seed: int) -> Answer:
    rng = random.Random(seed)
    return lambda t, party, asked: choice(t, party, rng)


def until(t: Table, seed: int, turn: int) -> Table:
    """Played on by lot until a turn has come."""
    return play_out(t, by_lot(seed), lambda t: bool(t.truth.turn >= turn))


def quietly(t: Table, seed: int) -> Table:
    """To the end, with the US doing nothing more of its own; dice by lot."""
    rng = random.Random(seed)
    return play_out(t, lambda t, party, asked: idle(asked) if party == US else choice(t, party, rng))


# The scenarios, and how they end.


def scenario(name: str, *kinds: str) -> Callable[[], Table]:
    return lambda: having(set(kinds), lambda seed: whole(seed, scenario=name))


def carriers_sunk() -> Table:
    """Scenario 2: dice are with the US, and the umpire finds that the great carriers had been hit harder than was told."""
    t, rng = table(scenario="2", umpire=True), random.Random(4)
    play_out(t, _for_the_us(rng), lambda t: len(t.truth.at("memory/arrived", [])) == 2)
    for ship in scenario_2.CARRIERS:
        t.set_right(f"ships/{ship}/hits", t.truth.ships[ship]["capacity"] - 1, "misread", UMPIRE, name=t.mending)
    return play_out(t, _for_the_us(rng))


def _for_the_us(rng: random.Random) -> Answer:
    """Both forces come, and then do nothing; US dice are mostly good ones."""

    def answer(t: Table, party: str, asked: Any) -> JSON:
        arrived = t.truth.at("memory/arrived", [])
        if asked.kind == "roll" and asked.name.endswith("/j/1"):
            due = 8 - scenario_2.EARLY.get(t.truth.turn, 0)
            return [due if len(arrived) < 2 and due <= 10 else 2]
        if asked.kind == "roll" and asked.name.endswith("/j/1/again/1"):
            return [8 if scenario_2.FORCE_1 in arrived else 3]
        if asked.kind == "roll" and "/us/" in asked.name and rng.random() < 0.9:
            return [1 if asked.name.endswith(("cap", "guns", "aa")) else die.sides for die in asked.dice]
        return choice(t, party, rng)

    return answer


def nobody_there() -> Table:
    """Scenario 4: the umpire has them all lie close by; every one that is searched is a Dummy."""
    t, rng = table(scenario="4", umpire=True), random.Random(7)
    play_out(t, by_lot(8), lambda t: bool(t.truth.turn))
    (first, *_) = t.truth.task_forces().values()
    places = [place for place in within(first["hex"], 3) if place != first["hex"]]
    for n, force in enumerate(t.truth.forces):
        t.set_right(f"forces/{force}/hex", places[2 * n], "misread", UMPIRE, name=t.mending)
    return play_out(t, _all_dummies(rng))


def _all_dummies(rng: random.Random) -> Answer:
    def answer(t: Table, party: str, asked: Any) -> JSON:
        if asked.kind == "draw" and asked.cup.get(DUMMY) and asked.n == 1:
            return [DUMMY]
        if asked.kind == "roll" and asked.name.endswith("/search/dice"):
            return [1 for _ in asked.dice]
        return choice(t, party, rng)

    return answer


def sailed_away() -> Table:
    """The standard game: the US sails off the south edge at once."""
    return play_out(table(scenario=STANDARD), _south)


def _south(t: Table, party: str, asked: Any) -> JSON:
    if asked.kind == "place":
        return {id: max(piece["to"], key=row_of) for id, piece in asked.pieces.items()}
    if asked.kind == "places" and "/us/move" in asked.name:
        going = list(asked.pieces)[: asked.facts["most"]]
        return {**idle(asked), **{id: max(asked.pieces[id]["to"], key=row_of) for id in going}}
    return idle(asked)


def a_day() -> Table:
    """The standard game to its last turn; the US fights for two turns and keeps still after them.

    What it comes to ask for stands in its kit, where it takes less room than as so many answers.
    """

    def play(seed: int) -> Table:
        agreed = {"scenario": STANDARD, "interrupts": "never"}
        learnt = quietly(until(table(**agreed), seed, 3), seed)
        return quietly(until(table(learnt.truth.kit, **agreed), seed, 3), seed)

    return having({"ended time", "attack"}, play)


def conceded() -> Table:
    t = until(table(scenario=STANDARD), 5, 2)
    word(t, US, "concede", "moved")
    return t


def ended() -> Table:
    """Nobody else need agree to it."""
    t = until(table(scenario=STANDARD), 6, 2)
    word(t, US, "end", "moved")
    return t


# How games are mended.


def mended_alone() -> Table:
    """The only side sets its record right, notes a ruling, rests, and goes back to a phase; nobody is asked."""
    t = until(table(scenario="6"), 9, 2)
    word(t, US, "dispute", "moved", text="May they? They may.")
    group, there = next(iter(t.truth.task_forces().items()))
    value = {"fact": f"groups/{group}/hex", "value": there["hex"], "reason": "the counter slipped"}
    word(t, US, "correct", "moved", value)
    word(t, US, "pause", "moved")
    word(t, US, "resume", "moved")
    until(t, 10, 3)
    word(t, US, "back", "moved", {"to": "t2/p2"})
    until(t, 11, 4)
    word(t, US, "end", "moved")
    return t


def gone_back() -> Table:
    """An umpire takes the table back to the beginning of a turn."""
    t = until(table(scenario="5", umpire=True), 12, 3)
    t.back(t.turns()["t2"], UMPIRE)
    return play_out(t, by_lot(13))


# Tables as they are set now, with seals.


def sealed_mended() -> Table:
    """The umpire sets a hex right; then the table goes back to the beginning of a turn."""
    t = until(sealed(table(scenario="5", umpire=True), 21), 21, 2)
    group, there = next(iter(t.truth.task_forces().items()))
    t.set_right(f"groups/{group}/hex", there["hex"], "misread", UMPIRE, name=t.mending)
    until(t, 22, 3)
    t.back(t.turns()["t2"], UMPIRE)
    return play_out(t, by_lot(23))


def ending(t: Table) -> str:
    """Which of the ways to end a game came to."""
    return str(t.truth.ended["how"])


GAMES = {
    "decision": scenario("1", "ended "),
    "first-battle": scenario("2", "ended us", "contact", "strike-over"),
    "action-die": scenario("2", "ended die", "contact"),
    "carriers-sunk": carriers_sunk,
    "santa-cruz": scenario("3", "ended time", "contact", "own-attack"),
    "search-officer": scenario("4", "ended time", "searched", "chit"),
    "nobody-there": nobody_there,
    "brawl": scenario("5", "ended time", "salvo", "battle-over"),
    "attack-repeat": scenario("6", "ended time", "contact", "attack"),
    "a-day": a_day,
    "sailed-away": sailed_away,
    "conceded": conceded,
    "ended": ended,
    "mended-alone": mended_alone,
    "gone-back": gone_back,
    "sealed": lambda: lively(sealed(table(scenario="1"), 20), random.Random(20)),
    "sealed-mended": sealed_mended,
    "sealed-brawl": lambda: lively(sealed(table(scenario="5"), 24), random.Random(24)),
}

SHELF = Shelf(CARRIER, GAMES, ENDINGS, ending, MOST, lambda t: totals(t.truth))
