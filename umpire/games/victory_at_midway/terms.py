"""The rulebook's own nouns, its calendar, its fixed places, and points counted in halves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from umpire.table.words import whole

US, JAPAN = "us", "japan"
SIDES = (US, JAPAN)
ENEMY = {US: JAPAN, JAPAN: US}
NAMES = {US: "US", JAPAN: "Japan"}

# Counters. A class is a row of counters alike: what is printed on one is printed on all of it.

CLASSES = {
    "jCV": (JAPAN, "CV", "Japanese carriers"),
    "jCVL": (JAPAN, "CV", "Japanese light carriers"),
    "Yamato": (JAPAN, "BB", "Yamato"),
    "jBB": (JAPAN, "BB", "Japanese battleships"),
    "jCA": (JAPAN, "CA", "Japanese cruisers"),
    "jDD": (JAPAN, "DD", "Japanese destroyers"),
    "jTT": (JAPAN, "TT", "Japanese transports"),
    "jST": (JAPAN, "ST", "Japanese seaplane tenders"),
    "jSFT": (JAPAN, "SFT", "Japanese special force tenders"),
    "jSS": (JAPAN, "SS", "Japanese submarines"),
    "uCV": (US, "CV", "US carriers"),
    "uCA": (US, "CA", "US cruisers"),
    "uDD": (US, "DD", "US destroyers"),
    "uSS": (US, "SS", "US submarines"),
}
"""Of each class of ships its side, its type as printed, and what players call it."""
SUBS = ("jSS", "uSS")
SHIP_CLASSES = tuple(each for each in CLASSES if each not in SUBS)
MARINE, BATTALION = "Marine", "Battalion"
GROUND_CLASSES = {MARINE: (US, "Marines"), BATTALION: (JAPAN, "Japanese battalions")}
TYPE_WORDS = {
    "CV": "carrier",
    "BB": "battleship",
    "CA": "cruiser",
    "DD": "destroyer",
    "TT": "transport",
    "ST": "seaplane tender",
    "SFT": "special force tender",
    "SS": "submarine",
}
SENIORITY = ("CV", "BB", "CA", "DD", "TT", "ST", "SFT", "SS")
"""In which order ships of a stack are named."""
SHELTERED = ("CV", "TT", "ST", "SFT")
"""Not to be fired at in surface combat before all else is (Defensive Fire)."""

AIR_TYPES = {
    "A6M": (JAPAN, "F", "A6M Zeke"),
    "A5M": (JAPAN, "F", "A5M Claude"),
    "D3A": (JAPAN, "D", "D3A Vol"),
    "B5N": (JAPAN, "T", "B5N Kate"),
    "B4N": (JAPAN, "T", "B4N Jean"),
    "F4F": (US, "F", "F4F Wildcat, carriers"),
    "SBD": (US, "D", "SBD Dauntless, carriers"),
    "TBD": (US, "T", "TBD Devastator"),
    "M-F2A": (US, "F", "F2A Buffalo, Midway"),
    "M-F4F": (US, "F", "F4F Wildcat, Midway"),
    "M-SBD": (US, "D", "SBD Dauntless, Midway"),
    "M-SB2U": (US, "D", "SB2U Vindicator, Midway"),
    "M-TBF": (US, "T", "TBF Avenger, Midway"),
    "M-B17": (US, "H", "B-17 Flying Fortress, Midway"),
}
"""Of each type of aircraft units its side, its broad type, and what players call it."""
KINDS = ("F", "D", "T", "H")
KIND_WORDS = {"F": "fighters", "D": "dive bombers", "T": "torpedo bombers", "H": "heavy bombers"}
FIGHTER, HEAVY = "F", "H"
ZEKE = "A6M"

MIDWAY = "Midway"
"""The airfield, as a base."""
BASES = {
    "Akagi": (JAPAN, "A"),
    "Kaga": (JAPAN, "K"),
    "Hiryu": (JAPAN, "H"),
    "Soryu": (JAPAN, "S"),
    "Zuiho": (JAPAN, "Z"),
    "Hosho": (JAPAN, "Ho"),
    "Enterprise": (US, "E"),
    "Hornet": (US, "H"),
    "Yorktown": (US, "Y"),
    MIDWAY: (US, "M"),
}
"""Of each base its side and the letter its aircraft bear."""
MARINES = tuple(f"Marine {n}" for n in range(1, 7))
BATTALIONS = ("I.D.1", "I.D.2", "Yoko", "Kure")
TRANSPORTS = ("TT1", "TT2", "TT3", "TT4")
ST11, SFT = "ST11", "SFT"

# Places and time.

MIDWAY_HEX, KURE_HEX = "H6", "G6"
WAKE_HEX, JOHNSTON_HEX = "A11", "K12"
"""The hexes on the map next to which those islands lie off it."""
US_START, US_START_REACH = "N5", 5
SUB_START_REACH = 2
SS4, SS4_HEX = "SS4", "L5"
MIDWAY_SEARCH_REACH, MIDWAY_SEARCHES = 6, 3
BONUS_REACH, BONUS_SEARCHES = 2, 2
TURNS = 25
NIGHTS = (6, 7, 13, 14, 20, 21)
LATE_GROUP, LATE_DELAY = 13, 5
"""The Turn 13 group comes five turns after the first US carrier or its aircraft were sighted, never earlier."""
KURE_TURNS = 3
DIE = 10
"""Sides of the die; a 0 reads ten."""
AWASH = 5
"""The highest second die on which a hit on a Japanese battleship counts."""
NIGHT_FOUND = 6
"""The least die on which a ship search at night is effective (option)."""

# Victory points, in halves.

POINTS = {"CV": 10, "BB": 8, "CA": 4, "TT": 4, "SFT": 4, "ST": 4, "DD": 2, "SS": 0}
"""Half points for a hit by the type of ship."""
YAMATO_POINTS = 10
PLANE_POINTS = 1
ZEKE_POINTS = 1
MIDWAY_POINTS = 22
SERIES = {JAPAN: "239½", US: "111"}
"""What the winner of a series is given when that side concedes."""


def is_night(turn: int) -> bool:
    """Whether a turn is a night turn."""
    return turn in NIGHTS


def day_of(turn: int) -> int:
    """The day of June 1942 on which a turn begins: turn 1 is the first light of June 3, and the last of every seven is
    past midnight."""
    return 3 + turn // 7


def halves(n: int) -> str:
    """Half points as points are written: 11 is ``5½``."""
    whole, half = divmod(abs(n), 2)
    words = f"{whole}½" if half and whole else "½" if half else str(whole)
    return f"−{words}" if n < 0 else words


def in_halves(text: str) -> int | None:
    """Half points of points as they are written (``12½``, ``12.5``, ``12``); None for anything else."""
    typed = text.strip().replace(",", ".").replace("½", ".5")
    before, _, after = typed.partition(".")
    number = whole(before or "0", 999)
    if number is None or after not in ("", "0", "5") or not typed.strip("."):
        return None
    return 2 * number + (after == "5")


def planes_words(counts: Mapping[str, int]) -> str:
    """``F 4, D 4, T 4``; ``none`` for nothing."""
    return ", ".join(f"{kind} {counts[kind]}" for kind in KINDS if counts.get(kind)) or "none"


def tally(kinds: Iterable[str]) -> dict[str, int]:
    """How many there are of each broad type, in the order of the rulebook."""
    each = list(kinds)
    return {kind: each.count(kind) for kind in KINDS if kind in each}
