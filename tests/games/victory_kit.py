"""A kit of Victory at Midway to test with: what the rulebook shows as it shows it, everything else invented."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.terms import AIR_TYPES, CLASSES, GROUND_CLASSES, SUBS

FOG = ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "A4", "B4"]
CRUISERS = tuple(f"US CA{n}" for n in range(1, 5))
DESTROYERS = tuple(f"US DD{n}" for n in range(1, 5))

SHIPS = {
    "jCV": (1, 0, 1),
    "jCVL": (1, 0, 1),
    "Yamato": (3, 6, "1/2"),
    "jBB": (2, 4, 1),
    "jCA": (2, 3, 1),
    "jDD": (2, 2, 1),
    "jTT": (1, 0, "1/2"),
    "jST": (1, 0, 1),
    "jSFT": (1, 0, 1),
    "uCV": (2, 0, 1),
    "uCA": (3, 3, 1),
    "uDD": (1, 2, 1),
}
"""Of each class of ships anti-aircraft, surface combat and speed."""
UNDERSEA = {"jSS": 2, "uSS": 3}
PLANES = {
    "A6M": (7, 0, 2),
    "A5M": (5, 0, 1),
    "D3A": (2, 4, 2),
    "B5N": (2, 3, 2),
    "B4N": (1, 2, 1),
    "F4F": (5, 0, 2),
    "SBD": (2, 2, 2),
    "TBD": (1, 2, 2),
    "M-F2A": (3, 0, 2),
    "M-F4F": (4, 0, 2),
    "M-SBD": (2, 1, 2),
    "M-SB2U": (1, 1, 2),
    "M-TBF": (2, 1, 2),
    "M-B17": (4, 1, 4),
}
"""Of each type of aircraft air-to-air, strike and range."""
GROUND = {"Marine": (1, 3), "Battalion": (0, 3)}
GROUPS = {
    "Akagi": ({"A6M": 2, "D3A": 2, "B5N": 2}, 7),
    "Kaga": ({"A6M": 2, "D3A": 2, "B5N": 3}, 7),
    "Hiryu": ({"A6M": 2, "D3A": 2, "B5N": 2}, 6),
    "Soryu": ({"A6M": 2, "D3A": 2, "B5N": 2}, 7),
    "Zuiho": ({"A5M": 1, "B5N": 1}, 3),
    "Hosho": ({"B4N": 1}, 2),
    "Enterprise": ({"F4F": 2, "SBD": 3, "TBD": 1}, 8),
    "Hornet": ({"F4F": 2, "SBD": 3, "TBD": 1}, 8),
    "Yorktown": ({"F4F": 2, "SBD": 3, "TBD": 1}, 8),
    "Midway": ({"M-F2A": 2, "M-F4F": 1, "M-SBD": 2, "M-SB2U": 1, "M-TBF": 1, "M-B17": 1}, 8),
}
"""The air group of each base, and its capacity."""
BACKS: dict[str, dict[str, Any]] = {"jCV": {"speed": "1/2"}, "jCVL": {"steps": 1}, "B4N": {"steps": 1}}
"""Where the back is not two sides alike: a reduced carrier slow, two classes printed on one side."""


def roster() -> dict[str, Any]:
    """The ships the app offers ticked, with four sections of US cruisers and four divisions of US destroyers."""
    listed = kits.edition()["roster"]
    made = {name: ship for name, ship in kits.offered_ships().items() if listed[name].get("ticked", True)}
    made |= {name: {"side": "us", "class": "uCA", "entry": 0} for name in CRUISERS}
    return made | {name: {"side": "us", "class": "uDD", "entry": 0} for name in DESTROYERS}


def bare_kit(**changes: Any) -> dict[str, Any]:
    """Only what set-up needs while no option is in use: the map is 16 columns of 12 hexes."""
    made: dict[str, Any] = {"map/columns": 16, "map/rows/odd": 12, "map/rows/even": 12, "roster": roster()}
    made |= {f"speed/{cls}": row[2] for cls, row in SHIPS.items()}
    made |= {f"range/{air_type}": row[2] for air_type, row in PLANES.items()}
    for base, (group, capacity) in GROUPS.items():
        made |= {f"group/{base}": dict(group), f"capacity/{base}": capacity}
    return {**made, **changes}


def complete_kit(**changes: Any) -> dict[str, Any]:
    """Every cell that set-up or play may ask for, whatever is agreed, so that a table stops for none."""
    made = bare_kit()
    made |= {"map/off": [], "map/fog": list(FOG), "track/s": kits.every_third(3), "track/short": 2}
    made |= {f"aa/{cls}": row[0] for cls, row in SHIPS.items()} | {
        f"surface/{cls}": row[1] for cls, row in SHIPS.items()
    }
    made |= {f"surface/{cls}": factor for cls, factor in UNDERSEA.items()}
    made |= {f"air/{t}": row[0] for t, row in PLANES.items()} | {f"strike/{t}": row[1] for t, row in PLANES.items()}
    made |= {f"aa/{cls}": row[0] for cls, row in GROUND.items()} | {
        f"combat/{cls}": row[1] for cls, row in GROUND.items()
    }
    for cls in (*CLASSES, *AIR_TYPES, *GROUND_CLASSES):
        if cls not in SUBS:
            made[f"back/{cls}"] = {**kits.suggested(f"back/{cls}"), **BACKS.get(cls, {})}
    return {**made, **changes}
