"""Tables of the Tournament game at every moment that it adds to a turn, for the gallery of looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    attack,
    bow,
    cap,
    dive,
    idle,
    move,
    orders,
    port,
    run,
    say,
    starboard,
    z,
)
from tests.tables import OPTIONS, TOURNAMENT, full_chart, midway_kit
from umpire.games.midway import kit as kits
from umpire.table.table import Hand, Table

FLEET, RAID, CLOSE, EDGE = z(14, 7), z(11, 7), z(12, 7), z(20, 7)
AT_MIDWAY, AT_EDGE = ("Portland", "Northampton", "Pensacola"), ("Astoria",)
GUNS = ("Haruna", "Kirishima", "Tone", "Nagara")
SETTINGS: dict[str, Any] = {**TOURNAMENT, **OPTIONS}
MANY = 20
"""Japanese guns at Midway where they are more than the board is wide."""


def kit() -> dict[str, Any]:
    """A copy filled in, with both fleets within reach of Midway."""
    shaded = {"board/shaded/us": [FLEET, ISLAND, EDGE], "board/shaded/japan": [RAID, CLOSE]}
    cells = {**full_chart(), **midway_kit(**shaded)}
    misses = {f"sct/{odds}/{die}": 0 for odds in cells["sct/columns"] for die in (1, 2)}
    below = {f"crt/1-{n}/{die}": {"hits": 0, "lost": 2} for n in range(5, 20) for die in range(1, 7)}
    return {**cells, **misses, **below}


def crowded() -> dict[str, Any]:
    """The same with more Japanese ships than the Battle Board has rectangles along an edge."""
    cells, roster = kit(), dict(kit()["roster"])
    for name, ship in kits.edition()["roster"].items():
        if sum(each["side"] == "japan" for each in roster.values()) == MANY + 2:
            break
        if ship["side"] == "japan" and ship["type"] not in ("CV", "CVL"):
            roster[name] = {"side": "japan", "type": ship["type"], "arrives": 1}
    return {**cells, "roster": {name: {**ship, "arrives": 1} for name, ship in roster.items()}}


def opened(table: Table) -> None:
    """Both sides' ships out, all planes ready, Japanese guns at Midway, to the operations of the second turn."""
    us = {s: ISLAND if s in AT_MIDWAY else EDGE if s in AT_EDGE else FLEET for s in table.asks["us"].facts["entering"]}
    entering = table.asks["japan"].facts["entering"]
    guns = GUNS if len(entering) < MANY else [s for s in entering if s not in ("Akagi", "Atago")]
    japan = {ship: CLOSE if ship in guns else RAID for ship in entering}
    run(table, "t2/moves", {"us/place": us, "japan/place": japan, "us/readying": ALL, "japan/readying": ALL})
    run(table, "t2/operations", {"japan/moves": move(**{s.replace(" ", "_"): ISLAND for s in guns})})


def strip(table: Table) -> None:
    opened(table)
    us = orders(attack("Hornet", RAID, D=6, T=5, F=4), cap("Enterprise", FLEET, F=8), b17=RAID)
    japan = orders(attack("Kaga", FLEET, D=6, T=10, F=5), attack("Akagi", ISLAND, D=7, T=6))
    run(table, "battle-1/strip", {"us/operations": us, "japan/operations": japan})


def attacked(table: Table) -> None:
    strip(table)
    say(table, "us", 3)
    run(table, "battle-1/attack")


def fire(table: Table) -> None:
    attacked(table)
    groups = [dive("Enterprise", 6), port("Hornet", 5), starboard("Hornet", 3), bow("Hornet", 2)]
    say(table, "japan", groups)


def screen(table: Table) -> None:
    fire(table)
    asked = table.asks["us"]
    say(table, "us", asked.value(asked.draft()))


def waves(table: Table) -> None:
    screen(table)
    say(table, "us", {"Enterprise/dive": 2, "Hornet/bow": 1})


def aim(table: Table) -> None:
    waves(table)
    say(table, "japan", {"Enterprise/dive": [4, 2]})
    run(table, "battle-2/aim")


def raid(table: Table) -> None:
    aim(table)
    say(table, "japan", {"D": 6, "T": 3})
    run(table, "battle-2/attack")


def ground(table: Table) -> None:
    raid(table)
    say(table, "japan", [dive("Portland", 3)])
    run(table, "/ground")


def bombers(table: Table) -> None:
    ground(table)
    run(table, "battle-3/attack")
    say(table, "us", [dive("Kaga", 6), port("Akagi", 5)])
    run(table, "b17/target")


def landing(table: Table) -> None:
    bombers(table)
    say(table, "us", table.asks["us"].facts["ships"][0])
    run(table, "landing")


def line(table: Table) -> None:
    landing(table)
    run(table, "surface-1/place")


def line_of_many(table: Table) -> None:
    opened(table)
    run(table, "surface-1/place/japan")


def steam(table: Table) -> None:
    line(table)
    run(table, "moves-1/us")


def steam_of_many(table: Table) -> None:
    line_of_many(table)
    run(table, "moves-1/japan")


def guns(table: Table) -> None:
    """Three Battle Board turns on, everybody in range."""
    line(table)
    ahead(table, "fire-3/japan")


def answered(table: Table) -> None:
    guns(table)
    ahead(table, "fire-3/us")


def withdraw(table: Table) -> None:
    guns(table)
    ahead(table, "withdraw-3")


def held(table: Table) -> None:
    """The next turn's movement: the ships of an undecided battle, one that limps, and one near her own edge."""
    line(table)
    ahead(table, "t3/moves")
    table.set_right(
        "hits/Minneapolis", 3, "hit twice more", Hand("umpire", None, "umpire"), name=f"set/{table.truth.corrections}"
    )


def ahead(table: Table, to: str) -> None:
    """Every ship ahead and every gun at the nearest, until something is asked."""
    while not any(to in asked.name for asked in table.asks.values()):
        for party, asked in list(table.asks.items()):
            if table.asks.get(party) is not asked or party in table.locks:
                continue
            if asked.kind == "surface-move":
                say(table, party, asked.value(asked.edit(asked.draft(), "ahead", "", {})))
            elif asked.kind == "surface-fire":
                say(table, party, asked.value(asked.draft()))
            elif asked.kind == "roll":
                say(table, party, [1] * len(asked.dice))
            else:
                say(table, party, idle(asked))


STAGES: dict[str, Callable[[Table], None]] = {
    "sheet": opened,
    "strip": strip,
    "bows": attacked,
    "aa": fire,
    "screened": screen,
    "waves": waves,
    "aim": aim,
    "raid": raid,
    "ground": ground,
    "bombers": bombers,
    "down": landing,
    "line": line,
    "many come on": line_of_many,
    "steam": steam,
    "many steam": steam_of_many,
    "guns": guns,
    "guns answer": answered,
    "withdraw": withdraw,
    "held": held,
}
"""By name, what is played before the look."""

US_WRITES = {"sheet", "strip", "aa", "screened", "ground", "bombers", "steam", "guns answer", "withdraw", "held"}
"""Stages in which it is the US that writes; in the others it is Japan."""

OPEN = "[data-open]"
TAPS: dict[str, dict[str, list[str]]] = {
    "sheet": {
        "open": [OPEN],
        "patrol": [OPEN, '[data-op="cap"]', '[data-op="from"][data-arg="Enterprise"]'],
        "patrol kept": [OPEN, '[data-op="cap"]', '[data-op="from"][data-arg="Enterprise"]', '[data-op="done"]'],
        "b17": [OPEN, '[data-op="b17"]'],
        "b17 kept": [
            *(OPEN, '[data-op="b17"]', 'svg [data-arg="D-3"]', f'svg [data-arg="{RAID}"]', '[data-op="done"]'),
        ],
        "attack": [OPEN, '[data-op="attack"]', '[data-op="from"][data-arg="Hornet"]'],
    },
    "strip": {"three": ['[data-arg="F:3"]']},
    "bows": {"ship": ['.chip[data-op="target"]']},
    "aa": {"next": ['.chip[data-op="at"] >> nth=0']},
    "screened": {"set": ['[data-arg="Hornet/bow:1"]']},
    "waves": {"cut": ['[data-op="cut"] >> nth=1']},
    "aim": {"both": ['[data-arg="D:3"]']},
    "ground": {"open": [OPEN]},
    "bombers": {"ship": ['.chip[data-op="ship"]']},
    "down": {"open": [OPEN]},
    "line": {"picked": ["svg.battle .tap"]},
    "many come on": {"picked": ['.chip[data-op="pick"]']},
    "steam": {"picked": ["svg.battle .tap"], "ahead": ['[data-op="ahead"]']},
    "guns": {"next": ['.chip[data-op="at"] >> nth=0']},
    "held": {
        "open": [OPEN],
        "picked": [OPEN, f'.line[data-arg="{EDGE}"]'],
        "leaving": [OPEN, f'.line[data-arg="{EDGE}"]', '[data-op="leave"]'],
    },
}
"""By stage, what may be tapped there, and the look of it then."""

SCREENS = ("strip", "screened", "aim", "ground", "bombers", "line", "steam", "guns", "withdraw", "held")
"""Stages that are looked at on the laptop as well."""
