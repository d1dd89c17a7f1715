"""A turn of the Tournament game in which everything happens that can, told in order."""

from __future__ import annotations

from typing import Any

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    attack,
    bow,
    cap,
    dive,
    fights,
    guns,
    leave,
    move,
    orders,
    port,
    run,
    say,
    scene,
    starboard,
    z,
)
from tests.tables import OPTIONS, TOURNAMENT, full_chart
from umpire.table.table import Table

FLEET, RAID, WEST = z(14, 7), z(11, 7), z(0, 3)
US_SHIPS = {"Enterprise": FLEET, "Hornet": FLEET, "Atlanta": FLEET, "Vincennes": FLEET}
AT_MIDWAY = dict.fromkeys(("Yorktown", "Portland", "New Orleans"), ISLAND)
GUNS = ("Haruna", "Tone", "Nagara")
JAPAN_SHIPS = {"Akagi": RAID, "Kaga": RAID, **dict.fromkeys(GUNS, z(12, 7)), "Chikuma": WEST}


def kit() -> dict[str, Any]:
    """Numbers under which nobody is sunk by the first shot."""
    cells = full_chart() | {f"crt/{c}/{n}": {"hits": 1, "lost": 2} for c in ("1-1", "1-2", "2-1") for n in range(1, 7)}
    return cells | fights({"1-1/1": (3, 2)}) | guns({"1-1/2": 1}, Haruna=10, Tone=6, Nagara=4, Portland=6)


def opened(**settings: Any) -> Table:
    """To the operations of the second turn: all planes ready, guns at Midway, a ship gone home."""
    table = scene({**US_SHIPS, **AT_MIDWAY}, JAPAN_SHIPS, kit=kit(), **{**TOURNAMENT, **OPTIONS, **settings})
    run(table, "t2/moves", {"us/readying": ALL, "japan/readying": ALL})
    arrive = {**move(**dict.fromkeys(GUNS, ISLAND)), **{k: v for k, v in leave("Chikuma").items() if k == "leave"}}
    return run(table, "t2/operations", {"japan/moves": arrive})


US_SHEET = orders(attack("Hornet", RAID, D=6, T=5, F=4), cap("Enterprise", FLEET, F=8), b17=RAID)
JAPAN_SHEET = orders(attack("Kaga", FLEET, D=5, T=9, F=5), attack("Akagi", ISLAND, D=7, T=6), cap("Akagi", RAID, F=7))


def flown(table: Table) -> Table:
    """All battles in the air: Kaga's on the fleet, Akagi's on Midway, Hornet's on the carriers, the B-17s."""
    run(table, "battle-1/strip", {"us/operations": US_SHEET, "japan/operations": JAPAN_SHEET})
    say(table, "us", 3)
    run(table, "battle-1/attack")
    say(table, "japan", [dive("Enterprise", 5), port("Atlanta", 4), starboard("Atlanta", 3), bow("Atlanta", 2)])
    fire = {"Enterprise": "Enterprise/dive", "Hornet": None, "Atlanta": "Atlanta/port", "Vincennes": None}
    say(table, "us", fire)
    say(table, "us", {"Enterprise/dive": 2, "Atlanta/starboard": 1})
    say(table, "japan", {"Enterprise/dive": [3, 2]})
    run(table, "battle-2/aim")
    say(table, "japan", {"D": 7, "T": 2})
    run(table, "battle-2/attack")
    say(table, "japan", [dive("Yorktown", 4)])
    run(table, "battle-3/attack")
    say(table, "us", [dive("Kaga", 6), port("Akagi", 5)])
    say(table, "japan", {"Akagi": "Akagi/port", "Kaga": "Kaga/dive"})
    run(table, "b17/target")
    say(table, "us", "Kaga")
    return run(table, "landing")


def fought(table: Table) -> Table:
    """Surface combat at Midway to the third Battle Board turn, in which both fire and the US gets away."""
    run(table, "surface-1/moves-1")
    while "withdraw-3" not in next(iter(table.asks.values())).name:
        for party, asked in list(table.asks.items()):
            if table.asks.get(party) is not asked:
                continue
            if asked.kind == "surface-move":
                say(table, party, asked.value(asked.edit(asked.draft(), "ahead", "", {})))
            elif asked.kind == "surface-fire":
                say(table, party, asked.value(asked.draft()))
            else:
                say(table, party, [2] * len(asked.dice) if asked.kind == "roll" else False)
    say(table, "us", True)
    say(table, "japan", False)
    say(table, "dice", [6])
    return run(table, "t3/deready")
