"""Scenes of the clerk: a table at some step, with the board as a case has it."""

from __future__ import annotations

from typing import Any

from tests.games.fires.lively import run, table
from tests.tables import hand_of
from umpire.games.fires_of_midway import words
from umpire.games.fires_of_midway.ship import Ship
from umpire.table.asks import CHART, TABLE, Ask
from umpire.table.table import APP, Table

JSON = Any

FLEETS = "set-up/fleets"


def searching(us: str = "", japan: str = "", **settings: JSON) -> Table:
    """A table of Midway whose fleets are known, as the US looks first; the admirals are as named."""
    t = table(**settings)
    fleet = t.asks[CHART].facts["fleet"]
    t.answer(CHART, FLEETS, {"fleet/midway": {**fleet, "admirals": {"us": us, "japan": japan}}}, APP)
    return t


def turned(t: Table, *tiles: str) -> Table:
    """Tiles turned up one after another, each by the side whose turn it is to look."""
    for tile in tiles:
        say(t, tile)
    return t


def confident(side: str, **settings: JSON) -> Table:
    """A table in its first turn before any card is laid, with that side confident; weather lies on the map."""
    empty = [] if side == "us" else ["empty"]
    t = turned(searching(**settings), "clouds", "squall", *empty, *["fleet"] * 3)
    return run(t, "t1/cards")


def desperate(**settings: JSON) -> Table:
    """The same with VP tied, and so both sides desperate."""
    t = confident("us", **settings)
    put(t, "vp/japan", "2")
    put(run(t, "t1/turn/1"), "lead", "nobody")
    return run(t, "t2/cards")


def fighting(side: str = "us", **settings: JSON) -> Table:
    """A table in its first turn as the first carrier is to act, tapped as they come; that side is confident."""
    return run(confident(side, **settings), "t1/turn/1")


def put(t: Table, fact: str, to: str) -> None:
    """Something of the board as a case has it."""
    t.set_right(fact, to, "the case has it so", APP, name=t.mending)


def ship(t: Table, name: str, **leaves: JSON) -> None:
    """A ship as a case has her."""
    for part, value in leaves.items():
        put(t, f"ships/{name}/{part}", ("yes" if value else "no") if isinstance(value, bool) else str(value))


def asked(t: Table) -> Ask:
    """What is asked of the table now."""
    return t.asks[TABLE]


def say(t: Table, value: JSON) -> Table:
    """An answer to what is asked of the table now."""
    t.answer(TABLE, asked(t).name, value, hand_of(TABLE))
    return t


def act(t: Table, name: str, action: str = "wind") -> Table:
    """A carrier's turn."""
    return say(t, {"ship": name, "action": action})


def launch(t: Table, name: str, *targets: str, zones: int = 2, **group: int) -> Table:
    """Into the Wind, or Battle Stations if she burns, with a group against targets."""
    act(t, name, "stations" if at(t, name).burning else "wind")
    if asked(t).kind == "repairs":
        say(t, {"points": 0, "buys": []})
    counts = dict.fromkeys(("fighter", "bomber", "torpedo", "clouds", "points"), 0)
    return say(
        t,
        {**counts, **group, "targets": list(targets), "zones": zones, "no_torpedo": False, "no_path": False},
    )


def smoke(t: Table, **counts: int) -> Table:
    """The fuel test: so many of each class to smoke."""
    return say(t, {"fighter": 0, "bomber": 0, "torpedo": 0, **counts})


def fight(t: Table, cap: str, lot: str, result: str) -> Table:
    """An engagement."""
    return say(t, {"cap": cap, "lot": lot, "result": result})


def bomb(t: Table, lot: str, target: str, **came: JSON) -> Table:
    """A bombing."""
    none = {"flak": "none", "fire": 0, "cr": 0, "spout": 0, "sacrifice": False}
    return say(t, {"lot": lot, "target": target, **none, **came})


def at(t: Table, name: str) -> Ship:
    """A ship as she is held."""
    found: Ship = t.truth.ship(name)
    return found


def todo(t: Table) -> str:
    """What is to be done on the table now, in one line."""
    return "; ".join(t.truth.todo)


def texts(t: Table) -> list[str]:
    """Everything told so far, as it is said."""
    return [words.say(each.dispatch) for _, each in t.told]
