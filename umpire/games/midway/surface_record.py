"""Surface battles on paper: how ships came on and moved, their fire in a table, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.games.midway.terms import JAPAN, NAMES
from umpire.games.midway.words import SAYINGS
from umpire.games.paper import Block, Column
from umpire.table.plot import Dispatch

JSON = Any
At = Mapping[str, Sequence[int]]

SALVO = [
    Column("Turn", 2),
    Column("Fired at", 4),
    Column("Firing", 6),
    *(Column(label, 2) for label in ("Odds", "Column", "Die", "Hits")),
]
"""What is written of the fire at each ship; the turns are those of the Battle Board."""


@dataclass
class _Battle:
    """A surface battle as it is being read off its dispatches."""

    at: dict[str, Sequence[int]] = field(default_factory=dict)
    n: int = 0
    came: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    turns: dict[int, list[str]] = field(default_factory=dict)
    withdrawing: Sequence[str] = ()
    ended: list[str] = field(default_factory=list)


def fought(k: int, said: Sequence[Dispatch], dice: str) -> Block:
    """One surface battle; `dice` says who gave them."""
    battle = _Battle()
    for dispatch in said:
        hear = _HEARD.get(dispatch.kind)
        if hear:
            hear(battle, dispatch.facts)
    turns = [f"Turn {n}. {' '.join(words)}" for n, words in battle.turns.items() if words]
    after = [*turns, *([" ".join(w for w in (*battle.ended, dice) if w)] if battle.ended or dice else [])]
    title = f"Surface combat {k}: {said[0].facts['zone']}"
    return Block(title, SALVO, battle.rows, battle.came, after)


def _opened(battle: _Battle, f: JSON) -> None:
    battle.at.update(f["at"])
    if f["at"]:
        battle.came.append(f"As the last turn left it, by column and row: {_stood(f['at'])}.")


def _came_on(battle: _Battle, f: JSON) -> None:
    battle.at.update(f["at"])
    behind = f" Behind, for want of room: {', '.join(f['waiting'])}." if f["waiting"] else ""
    battle.came.append(f"{NAMES[f['side']]} comes on: {_stood(f['at'])}.{behind}")


def _turn(battle: _Battle, f: JSON) -> None:
    battle.n = f["n"]
    battle.turns[battle.n] = []


def _moved(battle: _Battle, f: JSON) -> None:
    """Those that went straight ahead by their names, the others with the rectangle they are in now."""
    ahead: list[str] = []
    others: list[str] = []
    forward = 1 if f["side"] == JAPAN else -1
    for ship, cell in f["at"].items():
        was = battle.at.get(ship)
        straight = was is not None and list(cell) == [was[0], was[1] + forward]
        (ahead if straight else others).append(ship)
    battle.at.update(f["at"])
    words = [f"ahead {', '.join(ahead)}"] if ahead else []
    words += [f"{ship} {_cell(f['at'][ship])}" for ship in others]
    _add(battle, f"{NAMES[f['side']]}: {'; '.join(words) or 'holds'}.")


def _odds(battle: _Battle, f: JSON) -> None:
    for each in f["odds"]:
        raw = f"{each['raw'][0]} to {each['raw'][1]}"
        fire = [str(battle.n), each["target"], ", ".join(each["firing"]), raw, each["column"] or "no effect", "", ""]
        battle.rows.append(fire)


def _held_fire(battle: _Battle, f: JSON) -> None:
    if not any(f["fire"].values()):
        _add(battle, f"{NAMES[f['side']]} holds its fire.")


def _fell(battle: _Battle, f: JSON) -> None:
    """Into the rows of this Battle Board turn that have no die yet."""
    fell = {each["target"]: each for each in f["results"]}
    for row in battle.rows:
        if row[0] == str(battle.n) and row[1] in fell and not row[5]:
            row[5:] = [str(fell[row[1]]["die"]), str(fell[row[1]]["hits"])]


def _withdrawing(battle: _Battle, f: JSON) -> None:
    battle.withdrawing = f["sides"]


def _rolled(battle: _Battle, f: JSON) -> None:
    """The dice after the word are for getting away."""
    tried = [f"{NAMES[side]} {face}" for side, face in zip(battle.withdrawing, f["faces"], strict=False)]
    if tried:
        _add(battle, f"Dice to withdraw: {', '.join(tried)}.")
    battle.withdrawing = ()


def _over(battle: _Battle, f: JSON) -> None:
    battle.ended.append(SAYINGS["surface-over"](f))
    if f["how"] == "four turns":
        battle.ended.append(f"Held next turn: {_stood(f['at'])}.")


def _marked(battle: _Battle, f: JSON) -> None:
    _add(battle, SAYINGS["hits"](f))


def _sunk(battle: _Battle, f: JSON) -> None:
    battle.at.pop(f["ship"], None)
    _add(battle, SAYINGS["sunk"](f))


_HEARD = {
    "surface": _opened,
    "surface-placed": _came_on,
    "surface-turn": _turn,
    "surface-moved": _moved,
    "surface-firing": _held_fire,
    "surface-odds": _odds,
    "surface-results": _fell,
    "withdrawing": _withdrawing,
    "roll": _rolled,
    "hits": _marked,
    "sunk": _sunk,
    "surface-over": _over,
}


def _add(battle: _Battle, words: str) -> None:
    battle.turns.setdefault(battle.n, []).append(words)


def _cell(cell: Sequence[int]) -> str:
    return f"{cell[0]}-{cell[1]}"


def _stood(at: At) -> str:
    return ", ".join(f"{ship} {_cell(cell)}" for ship, cell in at.items())


def held(said: Iterable[Dispatch]) -> list[str]:
    """Ships that a surface battle keeps from moving in the turn after the one this was said in."""
    kept: list[str] = []
    for d in said:
        if d.kind == "surface-over" and d.facts["how"] == "four turns" and not d.struck:
            kept += d.facts["at"]
    return kept
