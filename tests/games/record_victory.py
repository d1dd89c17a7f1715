"""Games of Victory at Midway to be kept, one for each way a game goes and ends, by lot from a seed or as told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.games.recording import UMPIRE, Shelf, kinds_told, play_out, sealed, sought, take_back, word
from tests.games.victory_kit import bare_kit, complete_kit
from tests.games.victory_lively import choice, lively
from tests.games.victory_scenes import OPTIONS, VICTORY, idle, table
from tests.tables import hand_of
from umpire.games.victory_at_midway.kit import NEEDED
from umpire.games.victory_at_midway.movement import OFF
from umpire.games.victory_at_midway.terms import JAPAN, KURE_HEX, MIDWAY_HEX, SIDES, ST11, US
from umpire.games.victory_at_midway.victory import ENDINGS
from umpire.table.table import Table
from umpire.table.wrong import Wrong

JSON = Any
Answer = Callable[[Table, str, Any], JSON]
EVERY_OPTION = dict.fromkeys(OPTIONS, True)
FEW = (*NEEDED, "BB3.2", "CA8", "DD4", "US CA1", "US DD1")
"""The ships that the rulebook names and a few more: enough for everything to happen in a game short enough to keep."""


def few(kit: dict[str, JSON] | None = None, **settings: JSON) -> Table:
    """A table with few ships, all of them there at once."""
    cells = kit or complete_kit()
    roster = {n: {**ship, "entry": min(1, ship["entry"])} for n, ship in cells["roster"].items() if n in FEW}
    return table({**cells, "roster": roster}, **settings)


def until(t: Table, seed: int, turn: int = 99) -> Table:
    """Played on by lot until a turn has come."""
    rng = random.Random(seed)
    while not t.over and t.truth.turn < turn:
        lively(t, rng, most=1)
    return t


def quiet(t: Table) -> Table:
    """To the end, with nobody doing anything more of his own; cells are read off all the same."""
    rng = random.Random(0)
    return play_out(t, lambda t, party, asked: choice(t, party, rng) if asked.kind == "cells" else idle(asked))


# How games end.


def by_time() -> Table:
    """The ships as they come, as printed; after two days of it nobody stirs."""
    return having({"time", "strike", "surface-battle"}, lambda seed: quiet(until(table(), seed, 13)))


def conceded() -> Table:
    t = until(table(), 2, 8)
    word(t, US, "concede", "moved")
    return t


def agreed() -> Table:
    """The first time the other side says no."""
    t = until(few(umpire=False), 3, 8)
    word(t, JAPAN, "end", "moved")
    word(t, US, "end", "declined")
    until(t, 4, 10)
    word(t, JAPAN, "end", "moved")
    word(t, US, "end", "agreed")
    return t


def gone_japan() -> Table:
    """Once there has been a fight Japan sails home, off the western edge; hits on ships that get away are taken off."""

    def home(seed: int) -> Table:
        rng = random.Random(seed)
        return play_out(until(few(), seed, 7), lambda t, party, asked: _home(t, party, asked, rng))

    return having({"gone", "withdrew"}, home)


def _home(t: Table, party: str, asked: Any, rng: random.Random) -> JSON:
    if party != JAPAN or asked.kind not in ("orders", "after", "shore"):
        return choice(t, party, rng)
    return {"moves": sailing(t, asked, "A5", OFF)} if asked.kind == "orders" else {}


def gone_us() -> Table:
    """Japan lands at Midway and kills all the Marines, with dice to match; the US sails off the eastern edge."""
    return play_out(few(), _landing)


def _landing(t: Table, party: str, asked: Any) -> JSON:
    if asked.kind == "roll":
        return _for_japan(asked)
    if asked.kind == "orders" and party == US:
        return {"moves": sailing(t, asked, "P5", OFF)}
    if asked.kind == "orders":
        return {
            "enter": dict.fromkeys(asked.facts["entering"], "A9"),
            "moves": sailing(t, asked, MIDWAY_HEX, MIDWAY_HEX),
        }
    if asked.kind in ("after", "shore") and party == JAPAN:
        return {"ashore": asked.facts["may_land"]}
    return idle(asked)


def _for_japan(asked: Any) -> list[int]:
    """Japan’s troops hit with every die; nothing else does; in the air the position is never tied."""
    if "invasion" in asked.name and asked.name.endswith("dice-japan"):
        return [1 for _ in asked.dice]
    return [1, 2] if "position" in asked.name else idle(asked)


def sailing(t: Table, asked: Any, goal: str, there: str) -> dict[str, str]:
    """Every ship that may goes one hex nearer to a goal; from the goal itself she goes as told."""
    board, moves = asked.board, {}
    for ship, at in asked.facts["at"].items():
        if t.truth.is_surface(ship) and asked.free(ship):
            near = min(board.neighbours(at), key=lambda place: board.distance(place, goal))
            moves[ship] = there if at == goal else near
    return {ship: to for ship, to in moves.items() if to != asked.facts["at"][ship]}


# How games are mended.


def corrected() -> Table:
    """The umpire sets a hex, a box, a strength and the score right."""
    t = until(few(), 5, 4)
    said = (
        ("hex/", JAPAN, "F5"),
        ("box/", US, "Enterprise, not ready"),
        ("strength/", JAPAN, "reduced"),
        ("score/us", "", "2½"),
    )
    for kind, side, value in said:
        t.set_right(first(t, kind, side), value, "misread", UMPIRE, name=t.mending)
    return quiet(until(t, 6, 10))


def first(t: Table, kind: str, side: str) -> str:
    """The first fact of a kind on the record of a side; with no side, of what all know."""
    return next(f.key for f in VICTORY.facts(t.truth) if f.side == side and f.key.startswith(kind))


def corrected_by_a_side() -> Table:
    """Unattended: the other side says yes to it."""
    t = until(few(umpire=False), 7, 4)
    word(t, US, "correct", "moved", {"fact": first(t, "hex/", US), "value": "J4", "reason": "the counter slipped"})
    word(t, JAPAN, "correct", "agreed")
    return quiet(until(t, 8, 10))


def gone_back() -> Table:
    """Back to the beginning of a turn, and later for a hex that was wrong; play goes on otherwise."""
    t = until(few(), 9, 5)
    t.back(t.turns()["t2"], UMPIRE)
    until(t, 10, 6)
    fact = first(t, "hex/", US)
    wrong = Wrong(fact, t.truth.at[fact.partition("/")[2]], 0)
    back = [n for n in range(len(t.entries)) if t.may_go_back(n)][-8]
    t.back_from(back, wrong, "misread", UMPIRE, name=t.mending, seen=len(t.entries))
    return quiet(until(t, 11, 9))


def withdrawn() -> Table:
    """In every sealed step of the first turns a side takes its answer back and gives another."""
    t, rng = few(), random.Random(12)
    while t.truth.turn < 8:
        if set(t.asks) == set(SIDES) and t.truth.turn < 5 and not t.locks:
            take_back(t, SIDES, rng)
        lively(t, rng, most=1)
    return quiet(t)


# What is agreed before a game.

ALL_OF_IT = {
    *("sub-attack", "driven off", "waves", "astray", "scouts", "fog lifted", "kure", "kure works", "zeke"),
    *("night search", "bombardment", "landed", "invasion", "surface-battle", "strike"),
}
"""What the game with every option in use is to have in it."""


def all_options() -> Table:
    return having(ALL_OF_IT, lambda seed: quiet(_to_kure(few(**EVERY_OPTION), seed, 17)))


def _to_kure(t: Table, seed: int, turn: int) -> Table:
    """Played by lot until a turn has come, but ST11 makes for Kure and stays there."""
    rng = random.Random(seed)
    while not t.over and t.truth.turn < turn:
        asked = t.asks.get(JAPAN)
        if asked is not None and asked.kind == "orders" and JAPAN not in t.locks:
            value = st11_to_kure(t, asked, choice(t, JAPAN, rng))
            t.answer(JAPAN, asked.name, value, hand_of(JAPAN), sure=True)
        else:
            lively(t, rng, most=1)
    return t


def st11_to_kure(t: Table, asked: Any, value: JSON) -> JSON:
    """Orders as they are, but for ST11’s own move, and what hangs on it."""
    if ST11 not in asked.facts["at"]:
        return value
    moves = {ship: to for ship, to in value["moves"].items() if ship != ST11}
    moves |= {ship: to for ship, to in sailing(t, asked, KURE_HEX, KURE_HEX).items() if ship == ST11}
    at = asked.after({**value, "moves": moves})
    ship = [place for place in value["ship"] if place in at.values()]
    return {**value, "moves": moves, "ship": ship, "kure": bool(asked.facts["kure"]) and at[ST11] == KURE_HEX}


def no_option() -> Table:
    """What is printed on the counters is read off when it is first needed."""
    kinds = {"cells", "strike", "surface-battle", "landed", "invasion"}
    return having(kinds, lambda seed: quiet(until(few(bare_kit()), seed, 19)))


# Solitaire.


def solitaire_carriers() -> Table:
    """A bold US player and the app: carriers are lost."""
    return having({"carriers"}, lambda seed: play_out(alone("hidden", **EVERY_OPTION), _bold(random.Random(seed))))


def solitaire_midway() -> Table:
    """The US does nothing; Japan lands on June 6, and the dice are with her."""
    return play_out(alone("hidden"), _waiting)


def solitaire_time() -> Table:
    """The US player flies and sails anywhere, and sees all; Midway holds."""
    return having({"time", "strike"}, lambda seed: play_out(alone("open"), _careless(random.Random(seed))))


def alone(how: str, **settings: JSON) -> Table:
    return table(solitaire=how, umpire=False, **settings)


def _bold(rng: random.Random) -> Answer:
    return lambda t, party, asked: choice(t, party, rng)


def _waiting(t: Table, party: str, asked: Any) -> JSON:
    if party == JAPAN:
        return VICTORY.command(t.play.plots[JAPAN], asked)
    return _for_japan(asked) if asked.kind == "roll" else idle(asked)


def _careless(rng: random.Random) -> Answer:
    return lambda t, party, asked: asked.sample(rng) if party == US else choice(t, party, rng)


# What happened in them.


def told_in(t: Table) -> set[str]:
    """The kinds of dispatches of a game, how it ended, and what happened in it that no kind of dispatch is for."""
    said = [(each.dispatch.kind, each.dispatch.rule, each.dispatch.facts) for _, each in t.told]
    lines = [line for kind, _, facts in said if kind == "tally" for line in facts["lines"]]
    marks = {
        "scouts": any((kind, rule) == ("air", "Extra Scouts") for kind, rule, _ in said),
        "night search": any(kind == "night-searches" and facts["searches"] for kind, _, facts in said),
        "driven off": any(kind == "broke-off" and facts["subs"] for kind, _, facts in said),
        "fog lifted": any(kind == "fog-die" and facts["lifted"] for kind, _, facts in said),
        "kure works": t.truth.kure_open,
        "withdrew": any("withdrew" in line["why"] and line["to"] == US for line in lines),
    }
    return kinds_told(t) | {t.truth.ended["how"]} | {mark for mark, happened in marks.items() if happened}


def having(kinds: set[str], play: Callable[[int], Table]) -> Table:
    """The first game by lot with all of some things in it."""
    return sought(told_in, kinds, play, 150)


# Tables as they are set now, with seals.


def sealed_mended() -> Table:
    """The umpire sets a hex right; then the table goes back to the beginning of a turn, and is conceded."""
    t = until(sealed(few(), 21), 21, 6)
    t.set_right("hex/Akagi", "F5", "misread", UMPIRE, name=t.mending)
    until(t, 22, 8)
    t.back(t.turns()["t7"], UMPIRE)
    until(t, 23, 9)
    word(t, JAPAN, "concede", "moved")
    return t


def sealed_agreed() -> Table:
    """Nobody umpires; a side takes an answer back, and both agree to end."""
    t = until(sealed(few(umpire=False), 24), 24, 3)
    take_back(t, SIDES, random.Random(24))
    until(t, 25, 9)
    word(t, US, "end", "moved")
    word(t, JAPAN, "end", "agreed")
    return t


def ending(t: Table) -> str:
    """Which of the ways to end a game came to: its words begin with what the rules say of it."""
    how, text = t.truth.ended["how"], t.truth.ended["text"]
    alike = [each for each in ENDINGS if each.partition("/")[0] == how]
    return next(each for each in alike if len(alike) == 1 or text.startswith(ENDINGS[each]))


GAMES = {
    "by-time": by_time,
    "conceded": conceded,
    "agreed": agreed,
    "gone-japan": gone_japan,
    "gone-us": gone_us,
    "corrected": corrected,
    "corrected-by-a-side": corrected_by_a_side,
    "gone-back": gone_back,
    "withdrawn": withdrawn,
    "all-options": all_options,
    "no-option": no_option,
    "solitaire-carriers": solitaire_carriers,
    "solitaire-midway": solitaire_midway,
    "solitaire-time": solitaire_time,
    "sealed": lambda: quiet(until(sealed(few(**EVERY_OPTION), 20), 20, 9)),
    "sealed-mended": sealed_mended,
    "sealed-agreed": sealed_agreed,
}

SHELF = Shelf(VICTORY, GAMES, ENDINGS, ending)
