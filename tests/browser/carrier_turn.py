"""The scripted turn of Carrier: the records it begins on, the box it is played out of, and the dice that make it happen.

Two carrier task forces, thirteen forces, twenty sequence chits, and everything in one turn: four forces arrive, one turns
out to be nothing, one strikes from the air, one is struck, ten dice search and four raise. Run as a module it is `umpire`
with these dice in the place of the laptop's, and tables that may begin at such a turn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from tests.games.carrier import boxes, lively
from umpire import cli
from umpire.games.carrier import parts, scenarios
from umpire.games.carrier.plot import FORCE, STRIKE, fresh
from umpire.games.carrier.sequence import BLANK, BLANKS, begin_turn
from umpire.games.carrier.telling import tell
from umpire.in_play import Live
from umpire.table.asks import Ask, Chance, Refusal
from umpire.table.charts import Cells
from umpire.table.script import Play, Steps
from umpire.table.table import APP, Hand, Table
from umpire.table.words import copy

JSON = Any
Record = dict[str, JSON]

SCENE = "scene"
"""The setting that says on which turn a table begins; one without it begins as any does."""
SETTINGS: Mapping[str, JSON] = {"scenario": parts.STANDARD, "umpire": False, "dice": "app", "pieces": "few"}
TURN = 3
PLAYER = Hand("seat", 1, "us")
PRINTED_AREA = ("mission_area/2626", "mission_area/2527", "mission_area/2549", "mission_area/3712")


@dataclass(frozen=True)
class Scene:
    """One such turn: where everybody stands, and what falls. What is not said falls by its name, the same each time."""

    forces: Mapping[str, Mapping[str, JSON]]
    arrivals: tuple[int, ...]
    """The dice of the hexes of those that arrive, two a force."""
    mission: tuple[int, ...]
    """The mission die of each phase."""
    groups: Mapping[str, str] = field(default_factory=lambda: {"TF 16": "2718", "TF 17": "2715"})
    strike: str = "2418"
    """Where the US strike is as the turn begins: next to its target."""


ARRIVING = ("C10", "C11", "C12", "C13")
POOL = tuple(f"C{n}" for n in range(10, 21))
CHITS = (
    ("C1", BLANK, "C2", BLANK, "C10"),
    ("C3", BLANK, "C4", "C11", BLANK),
    (BLANK, "C5", "C12", "C6", "C7"),
    ("C8", BLANK, "C13", "C9", BLANK),
)
"""What is drawn in each phase. C9 is a Dummy, and off the map before it is drawn; C3 strikes; C7 is struck."""
OUT = {"range": 6, "target": "TF 16", "strength": 4, "lost": 1, "land": 4, "landed": False, "wave": 1}
STRIKES_OUT = [{**OUT, "turn": 2, "phase": phase} for phase in (1, 3)]
"""The strikes that C7 has out, so that it may not send a third."""
KNOWN: Mapping[str, Mapping[str, JSON]] = {
    "C3": {"level": 2, "chit": "2-3 Carrier", "detection": "L"},
    "C4": {"level": 1, "chit": "Surface"},
    "C7": {"level": 2, "chit": "1-2 Carrier", "detection": "L", "revealed": 8, "log": STRIKES_OUT},
    "C8": {"level": 1, "chit": "Small"},
}


def standing(**hexes: str) -> dict[str, Mapping[str, JSON]]:
    """The forces on the map, of which some are known."""
    return {name: {"hex": place, **KNOWN.get(name, {})} for name, place in hexes.items()}


NOTHING = 10
"""A search die that finds nothing."""
FIRST = Scene(
    standing(C1="2130", C2="1926", C3="2021", C4="1824", C5="1733", C6="1629", C7="2319", C8="2519", C9="2518"),
    arrivals=(1, 1, 3, 3, 5, 5, 8, 8),
    mission=(5, 3, 8, 6),
)


def elsewhere(rows: int, columns: int, **changes: JSON) -> Scene:
    """The same turn in another part of the sea: so many rows south (an even number), and so many columns west."""
    forces = {name: {**f, "hex": _moved(f["hex"], rows, columns)} for name, f in FIRST.forces.items()}
    groups = {name: _moved(place, rows, columns) for name, place in FIRST.groups.items()}
    return replace(FIRST, forces=forces, groups=groups, strike=_moved(FIRST.strike, rows, columns), **changes)


def _moved(place: str, rows: int, columns: int) -> str:
    """A hex so far south and west, with whatever stands before it."""
    before, at = place[:-4], place[-4:]
    return f"{before}{int(at[:2]) + rows:02}{int(at[2:]) + columns:02}"


SHIFTS = {1: (0, 0), 2: (-2, 1), 3: (2, -2)}
SCENES: Mapping[int, Scene] = {
    1: FIRST,
    2: elsewhere(*SHIFTS[2], arrivals=(2, 2, 4, 4, 6, 6, 9, 9), mission=(2, 7, 4, 9)),
    3: elsewhere(*SHIFTS[3], arrivals=(1, 5, 3, 8, 1, 6, 9, 6), mission=(9, 1, 6, 3)),
}


# The record.


def record(scene: Scene) -> Record:
    """The beginning of the turn, as paths of the record."""
    forces = {name: fresh(FORCE, objective="Guadalcanal", **leaves) for name, leaves in scene.forces.items()}
    now: Record = {"forces": forces, "pool/C": list(POOL), "pool/T": [], "index/transport": 4}
    now |= {"sequence/cup": {BLANK: BLANKS, **dict.fromkeys(forces, 1)}, "sequence/marker": len(forces)}
    now |= {f"groups/{name}/hex": place for name, place in scene.groups.items()}
    now |= _deck("Enterprise", ready={"SBD": 4}, unready={"TBF": 4}, servicing={"F4F": 4, "SBD": 4}, hangar={"F4F": 4})
    now |= _deck("Hornet", ready={"SBD": 4}, unready={}, servicing={"TBF": 4}, hangar={"F4F": 8, "SBD": 6})
    for name in scene.groups:
        searching = {"range": [0, 3], "available": {"SBD": 3}, "used": {}}
        now |= {f"groups/{name}/cap": [["F4F", 4, None]], f"groups/{name}/track": {"1": searching}}
    flying = {"SBD": 6, "TBF": 4, "F4F": 4}
    made = {"hex": scene.strike, "time": 3, "steps": flying, "left": True, "target": "C7", "side": "L"}
    return now | {"strikes/1": fresh(STRIKE, **{"from": "TF 16"}, **made)}


def _deck(name: str, **held: Mapping[str, int]) -> Record:
    return {f"decks/{name}/{box}": dict(steps) for box, steps in held.items()}


_SET_UP = scenarios.SCENARIOS[parts.STANDARD].set_up


def _set_up(g: Play) -> Steps[None]:
    """The standard game set up; where its settings say so, it is the third turn already."""
    yield from _SET_UP(g)
    if SCENE in g.settings:
        tell(g, "step", now=copy(record(SCENES[g.settings[SCENE]])))
        begin_turn(g, TURN)


# What is printed in the box.


def printed(key: str) -> JSON:
    """A cell of the box: areas of the map, compasses that point two or three ways, strikes of one wave."""
    chart, _, rest = key.partition("/")
    if chart == "mission_area" and key not in PRINTED_AREA:
        return 4 + (int(rest[:2]) - 12) // 5 * 7 + (int(rest[2:]) - 9) // 6
    if chart == "compass":
        return _compass(rest)
    if chart == "strength_1_2":
        return {"1": max(0, int(rest.rpartition("/")[2])), "2": 0}
    return boxes.printed(key)


def _compass(which: str) -> dict[str, str]:
    """Most numbers one way, some another, of some compasses a few a third."""
    rng = random.Random(which)
    ways, ends = rng.sample(("SE", "SW", "E", "W"), 3), rng.choice(((6, 10), (6, 9), (5, 8)))
    return {str(n): ways[sum(n > end for end in ends)] for n in range(1, 11)}


def full_kit() -> dict[str, JSON]:
    """A copy of which everything has been read."""
    keys = [*boxes.full_kit(), *(f"compass/{n}/Guadalcanal/C" for n in range(4, 61))]
    return {key: printed(key) for key in keys}


# Dice.

SAID: Mapping[str, tuple[JSON, ...]] = {
    "set-up/objectives/die": (5,),
    "set-up/commitment/die": (5,),
    "set-up/draw/CV": ("Enterprise", "Hornet"),
    "t1/arrival/C": ARRIVING,
    **{f"t1/p{p}/j/{n}": (chit,) for p, chits in enumerate(CHITS, 1) for n, chit in enumerate(chits, 1)},
    "t1/p2/j/1/C3/attack/target": (10,),
    "t1/p2/j/1/C3/attack/strength": (9,),
    "t1/p2/j/1/C3/attack/warning": (6,),
    "t1/p2/us/search/C8/raise/1": (2,),
    "t1/p2/us/search/C9/chit/1": ("Dummy",),
    "t1/p2/us/strike/1/contact/1": (9,),
    "t1/p4/C8/move/reaction": (9,),
}
"""What falls in all scenes: one strike, one contact, C8 a surface force that turns away as a task force comes up."""
ENDS: Mapping[str, tuple[JSON, ...]] = {
    "/attack/chit/1": ("Surface",),
    "/attack/raise/1": (1,),
    "/chit/1": ("Surface",),
}
"""What is drawn by the end of an ask’s name, where nothing else is said: no other force has carriers."""
EACH: Mapping[str, int] = {
    "t1/p2/j/1/C3/attack/cap": 8,
    "t1/p2/j/1/C3/attack/aa": 4,
    "t1/p2/j/1/C3/attack/bombs": 4,
    "t1/p2/us/strike/1/cap": 8,
    "t1/p2/us/strike/1/aa": 6,
    "t1/p2/us/strike/1/bombs": 5,
}
"""The fights: all dice of a roll alike."""
FOUND: Mapping[str, Mapping[str, int]] = {
    "t1/p2/us/search/dice": {"C7": 6, "C8": 3, "C9": 5, "C12": 4, "C13": 4},
    "t1/p3/us/search/dice": {"C3": 7, "C12": 5, "C13": 5},
}
"""Search dice by whom they look for, the first of each; every other finds nothing."""


def fallen(scene: Scene, roll: Chance) -> list[JSON]:
    """What falls, or is drawn: as it is said above, else by the name of the ask, the same each time."""
    name = roll.name
    said: dict[str, tuple[JSON, ...]] = {**SAID, "t1/arrival/hexes": scene.arrivals}
    said |= {f"t1/p{phase}/mission": (die,) for phase, die in enumerate(scene.mission, 1)}
    ends = [faces for end, faces in ENDS.items() if name.endswith(end)]
    if name in FOUND:
        made = _found(roll, FOUND[name])
    elif name in EACH:
        made = [EACH[name]] * roll.count
    elif name in said or ends:
        made = list(said[name] if name in said else ends[0])
    else:
        made = list(roll.sample(random.Random(f"{scene.strike} {name}")))
    roll.validate(made)
    return made


def _found(roll: Chance, faces: Mapping[str, int]) -> list[JSON]:
    looked: list[str] = []
    made: list[JSON] = []
    for die in roll.named:
        force = die["label"].split(" ")[0].rstrip(",")
        made.append(faces.get(force, NOTHING) if force not in looked else NOTHING)
        looked.append(force)
    return made


# By machine.


def begin(table: Table) -> None:
    """Through set-up, and on to the first thing that is asked in the turn."""
    play(table, "", lively.idle, lambda: bool(table.truth.played) and "set-up/pieces" not in names(table))


def through(table: Table) -> None:
    """To the end of the turn, as `DONE` has it."""
    play(table, "", done_as_written(table.header.settings[SCENE]), lambda: False)


def until(table: Table, name: str, us: Callable[[Ask], JSON] = lively.idle) -> None:
    """On to the ask whose name begins so."""
    play(table, name, us, lambda: any(each.startswith(name) for each in names(table)))


def names(table: Table) -> list[str]:
    return [asked.name for asked in table.asks.values()]


def play(table: Table, name: str, us: Callable[[Ask], JSON], there: Callable[[], bool]) -> None:
    """Printed values are read off the box, dice fall as the scene says, `us` answers the rest."""
    scene = SCENES[table.header.settings[SCENE]]
    while not there():
        if table.over or table.truth.played > 1:
            assert not name, f"the turn is over, and nobody was asked {name}"
            return
        for party, asked in list(table.asks.items()):
            hand = APP if isinstance(asked, Chance) else PLAYER
            table.answer(party, asked.name, _answer(scene, asked, us), hand, sure=True)


def _answer(scene: Scene, asked: Ask, us: Callable[[Ask], JSON]) -> JSON:
    if isinstance(asked, Cells):
        return {cell.key: printed(cell.key) for cell in asked.cells}
    if isinstance(asked, Chance):
        return fallen(scene, asked)
    return "oct42" if asked.name == "set-up/period" else us(asked)


# What the player does, tap by tap; where nothing is said he takes what the page opens on.

Taps = tuple[tuple[str, str], ...]
SEARCH_OUT = (("chip", "ready:SBD:"), ("to", "search"))
UP_AND_DOWN = (("arrow", "raise"), ("arrow", "lower"))
TO_HORNET = ("tab", "Hornet")
STRIKE_OUT = (("arrow", "launch"), ("to", "strike/new"), ("hex", "2:2616"), ("target", "2:C7"))
DONE: Mapping[str, Taps] = {
    "p1/us/decks": (*SEARCH_OUT, *UP_AND_DOWN, TO_HORNET, ("arrow", "raise"), ("arrow", "service")),
    "p1/us/move": (("hex", "2619"),),
    "p1/us/search": (("none", ""),),
    "p2/us/search": (("box", "TF 16:1"),),
    "p3/us/decks": (("arrow", "raise"), ("arrow", "service"), TO_HORNET, *STRIKE_OUT, ("arrow", "raise")),
    "p3/us/move": (("hex", "2714"),),
}


def done(scene: int, name: str) -> Taps:
    """The taps of an ask, with hexes where that scene has them."""
    rows, columns = SHIFTS[scene]
    taps = DONE.get(name.removeprefix("t1/"), ())
    return tuple((op, _moved(arg, rows, columns) if op == "hex" else arg) for op, arg in taps)


def done_as_written(scene: int) -> Callable[[Ask], JSON]:
    def us(asked: Ask) -> JSON:
        draft = asked.draft()
        for op, arg in done(scene, asked.name):
            if op == "box" and arg.partition(":")[2] == draft["boxes"][arg.partition(":")[0]]:
                continue  # it is chosen; a tap would take it back
            with suppress(Refusal):
                draft = asked.edit(draft, op, arg, {})
        return asked.value(draft)

    return us


# As the app that the phone talks to.


_FALLEN = Live._fallen_or_rolled


def _fallen_at(live: Live, roll: Chance) -> list[JSON]:
    settings = live.table.header.settings
    return fallen(SCENES[settings[SCENE]], roll) if SCENE in settings else _FALLEN(live, roll)


@contextmanager
def scripted() -> Iterator[None]:
    """While it lasts, tables may begin at a scene, and their dice fall as it says."""
    before = scenarios.SCENARIOS[parts.STANDARD]
    scenarios.SCENARIOS[parts.STANDARD] = replace(before, set_up=_set_up)
    Live._fallen_or_rolled = _fallen_at  # type: ignore[method-assign]
    try:
        yield
    finally:
        scenarios.SCENARIOS[parts.STANDARD] = before
        Live._fallen_or_rolled = _FALLEN  # type: ignore[method-assign]


if __name__ == "__main__":
    with scripted():
        sys.exit(cli.main())
