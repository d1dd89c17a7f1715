"""The rulebook's own nouns, and its calendar."""

from __future__ import annotations

US, JAPAN = "us", "japan"
SIDES = (US, JAPAN)
ENEMY = {US: JAPAN, JAPAN: US}
NAMES = {US: "US", JAPAN: "Japan"}
BOMBERS = ("D", "T")
FIGHTER = "F"
TYPES = (*BOMBERS, FIGHTER)
"""Kinds of squadrons; without the Fighters section there is simply none of the last."""
EITHER = "DT"
"""Squadrons of which the owner says later whether they were of the one kind of bombers or the other."""
TYPE_WORDS = {"D": "dive bombers", "T": "torpedo bombers", "F": "fighters"}
SHIP_TYPES = ("BB", "CV", "CVL", "CA", "CL")
SHIP_TYPE_WORDS = {
    "BB": "battleship",
    "CV": "carrier",
    "CVL": "light carrier",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
}
SENIORITY = ("CV", "CVL", "BB", "CA", "CL")
"""In which order ships of a stack are named: carriers first, then the heaviest."""
CARRIERS = ("CV", "CVL")
MIDWAY = "Midway"
ATAGO = "Atago"

FLIGHT = 14
"""Zones all planes may fly on one turn (Range of Aircraft)."""
SEARCH_REACH = 12
"""Zones from one of his ships within which an air call must lie (Step 4; Midway Island 2)."""
MIDWAY_CAPACITY = 30
"""Squadrons the island holds (Midway Island 4)."""
CAPTURE_TURNS = 4
CAPTURE_POINTS = 15
FIRST_ISLAND_TURN = 13
"""0500 June 5, from when each turn Midway is held gives the US a point (How to Win)."""
BOARD_WIDTH = 17
"""Rectangles across the Battle Board (Appendix, Surface Combat 1)."""
FORTIFICATION = 20
"""Midway's relative fortification strength at the start (Midway Reduction 1)."""
BATTLE_TURNS = 4
"""Battle Board turns of surface combat to one turn of the time record (Surface Combat 17)."""


def hour(turn: int) -> str:
    """The hour of a turn on the time record: turn 1 is 0500."""
    return f"{(5 + 2 * (turn - 1)) % 24:02d}00"


def day(turn: int) -> int:
    """The day in June 1942 of a turn: turn 1 is June 4."""
    return 4 + (5 + 2 * (turn - 1)) // 24


def when(turn: int) -> str:
    """``1500 June 4``."""
    return f"{hour(turn)} June {day(turn)}"


def squadrons(planes: dict[str, int]) -> str:
    """``D 6, T 4``; ``none`` for nothing. Either kind of bombers is ``D or T 3``."""
    words = [f"{kind} {planes[kind]}" for kind in TYPES if planes.get(kind)]
    words += [f"D or T {planes[EITHER]}"] if planes.get(EITHER) else []
    return ", ".join(words) or "none"
