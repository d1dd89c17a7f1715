"""Tables to test with: a small kit with invented numbers, and random legal play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from umpire.games import GAMES
from umpire.games.midway import kit as kits
from umpire.table.asks import ACTED_ON, TABLE
from umpire.table.board import ZoneBoard
from umpire.table.ledger import Header
from umpire.table.table import Hand, Table

MIDWAY = GAMES["midway"]
SEAT, LAPTOP = Hand("seat", 1, "us"), Hand("laptop", None, "laptop")

FIGHTERS = {"Hornet": 8, "Yorktown": 8, "Akagi": 7, "Soryu": 6, "Hiryu": 6, "Zuiho": 4, "Midway": 8}
TOURNAMENT = {"fighters": True, "reduction": True, "surface": True}
OPTIONS = {"crippled": True, "anvil": True, "waves": True, "b17": 2}
JAPAN_LATER = {"Atago": 13, "Kongo": 5, "Zuiho": 9}


def edge(board: ZoneBoard, x: int) -> list[str]:
    """The zones of one column of zones."""
    return [zone for zone in board.zones if board.xy(zone)[0] == x]


def midway_kit(**changes: Any) -> dict[str, Any]:
    """A kit complete enough to set up: 7 by 6 areas, Midway at E-3-E; numbers not in the rulebook are invented."""
    board = ZoneBoard(7, 6)
    roster = {
        name: {"side": ship["side"], "type": ship["type"], "arrives": ship["arrives"] or JAPAN_LATER.get(name, 0)}
        for name, ship in kits.edition()["roster"].items()
        if ship["arrives"] or name in JAPAN_LATER
    }
    kit = {
        **kits.known(),
        "board/columns": 7,
        "board/rows": 6,
        "board/midway": "E-3-E",
        "board/kure": "D-3-A",
        "board/shaded/japan": edge(board, 0),
        "board/shaded/us": edge(board, 20),
        "track/nights": ["1900", "2100", "2300", "0100", "0300"],
        "roster": roster,
        "air/Hornet": {"D": 12, "T": 5},
        "air/Yorktown": {"D": 12, "T": 4},
        "air/Akagi": {"D": 7, "T": 10},
        "air/Soryu": {"D": 6, "T": 6},
        "air/Hiryu": {"D": 6, "T": 6},
        "air/Zuiho": {"D": 0, "T": 4},
        "air/Midway": {"D": 8, "T": 2},
        **{f"fighters/{name}": n for name, n in FIGHTERS.items()},
    }
    return {**kit, **changes}


def full_chart() -> dict[str, Any]:
    """Every cell that play may ask for, so that a table stops for none."""
    made: dict[str, Any] = {"crt/columns": ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1"]}
    for column, odds in enumerate(made["crt/columns"]):
        for die in range(1, 7):
            hits = "sunk" if odds == "5-1" else max(0, (column + die) // 3 - 1)
            made[f"crt/{odds}/{die}"] = {"hits": hits, "lost": max(0, 3 - column // 2)}
    for table in ("fvf", "sct"):
        made[f"{table}/columns"] = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
    for column, odds in enumerate(made["sct/columns"]):
        for die in range(1, 7):
            made[f"fvf/{odds}/{die}"] = {"attacker": max(0, 5 - column), "defender": column}
            made[f"sct/{odds}/{die}"] = max(0, (column + die) // 3 - 1)
    for die in range(1, 7):
        made[f"b17/{die}"] = max(0, die - 4)
    for name, ship in kits.edition()["roster"].items():
        made |= {f"screening/{name}": 3, f"hits/{name}": 4, f"points/{name}": 5}
        made[f"surface/{name}"] = {"BB": 10, "CA": 5}.get(ship["type"], 2)
    return {**made, **kits.known()}


def header(kit: dict[str, Any] | None = None, **settings: Any) -> Header:
    chosen = {each.name: each.default for each in MIDWAY.settings}
    return Header(
        "midway", MIDWAY.rules, "ROSE", kit or midway_kit(), {**chosen, "umpire": True, "dice": "app", **settings}
    )


def table(kit: dict[str, Any] | None = None, **settings: Any) -> Table:
    return Table(MIDWAY, header(kit, **settings))


def give(at: Table, party: str, value: Any, *, sure: bool = False) -> None:
    """Answer what is asked of a party now."""
    asked = at.asks[party]
    at.answer(party, asked.name, value, SEAT, sure=sure)


def hand_of(party: str) -> Hand:
    """Whoever answers for a party: whoever is at the screen for a shared table, the app for what falls or is printed."""
    if party == TABLE:
        return LAPTOP
    return Hand("app", None, "app") if party in ACTED_ON else Hand("seat", 1, party)


def play(at: Table, rng: random.Random, until: Callable[[Table], bool] = lambda t: False, most: int = 20_000) -> Table:
    """Random legal play, until the game is over or something holds."""
    for _ in range(most):
        if at.over or until(at):
            return at
        party = rng.choice([p for p in sorted(at.asks) if p not in at.locks])
        asked = at.asks[party]
        at.answer(party, asked.name, asked.sample(rng), hand_of(party), sure=True)
    raise AssertionError("random play did not come to an end")


Choice = Callable[[Table, str, random.Random], Any]
"""An answer to what a party is asked."""


def chosen(
    at: Table, choice: Choice, rng: random.Random, each: Callable[[Table], None] = lambda t: None, most: int = 9999
) -> Table:
    """Play to the end, or for so many answers, by somebody's choice; `each` is called after every one."""
    for _ in range(most):
        if at.over:
            break
        party = rng.choice([p for p in at.asks if p not in at.locks])
        at.answer(party, at.asks[party].name, choice(at, party, rng), hand_of(party), sure=True)
        each(at)
    return at


def pass_to(at: Table, step: str) -> Table:
    """Both sides do nothing until a step is reached: no words, no moves, no calls, no planes."""
    while step not in next(iter(at.asks.values())).name:
        for party, asked in list(at.asks.items()):
            if at.asks.get(party) is asked:
                at.answer(party, asked.name, quiet(asked), hand_of(party))
    return at


def quiet(asked: Any) -> Any:
    """The answer of somebody with nothing to do."""
    quiet_ones: dict[str, Any] = {
        "deready": {"word": "none"},
        "readying": {"word": "none"},
        "moves": {"enter": {}, "move": {}},
        "call": None,
        "operations": {"attacks": [], "transfers": []},
    }
    if asked.kind in quiet_ones:
        return quiet_ones[asked.kind]
    return asked.sample(random.Random(0))
