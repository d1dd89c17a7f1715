"""The nouns of Carrier: sides, ships, aircraft, chits, objectives, the clock."""

from __future__ import annotations

from fractions import Fraction

US = "us"
SIDES = (US,)
NAMES = {US: "US"}

DIE = 10
"""Sides of the die; a 0 reads ten (2.1)."""

# Ships (2.2).

SIZES = ("BB", "CV", "CA", "CL", "CLAA", "CVL", "CVE", "DD", "AP", "TR")
"""Types of ships, the heaviest first; a CL counts as a cruiser."""
CARRIERS = ("CV", "CVL", "CVE")
CRUISERS = ("CA", "CL", "CLAA")
TRANSPORTS = ("AP", "TR")

# Aircraft (2.2, 12.2).

FIGHTERS = ("F4F", "P-38", "P-39")
DIVE, TORPEDO = ("SBD",), ("TBD", "TBF")
TYPES = ("F4F", "SBD", "TBD", "TBF", "P-38", "P-39", "MedB")
ENDURANCE = {"F4F": 12, "SBD": 14, "TBD": 8, "TBF": 14, "P-38": 18, "P-39": 7, "MedB": 11}
"""US segments an air step may safely stay aloft."""
ATTACK = {"F4F": 0, "SBD": 3, "TBD": 1, "TBF": 2, "P-38": 0, "P-39": 0, "MedB": 1}
"""Attack value of one step."""
NO_SEARCH = ("TBD", "P-39")
LAND_ONLY = ("P-38", "P-39", "MedB")
"""Types that fly from land bases only; land-based F4F, SBD and TBF are told by their base."""

# Force chits (11.5).

COMBAT, TRANSPORT = "C", "T"
"""The two kinds of force counters."""
DUMMY = "Dummy"
LEVEL_1 = ("Carrier", "Surface", "Large", "Medium", "Small", "Transport")
SIZE_CHITS = ("Large", "Medium", "Small")
CARRIER_2 = ("1-2 Carrier", "2-3 Carrier", "3+ Carrier")
SURFACE_2 = ("Large Surface", "Medium Surface", "Small Surface")
TRANSPORT_2 = ("Large Transport", "Medium Transport", "Small Transport")
CARRIER_3 = ("CVL", "2 CVL", "3 CVL", "CV", "CV+CVL", "2 CV", "2 CV+CVL", "2 CV+2 CVL")
SURFACE_3 = ("Large BB", "Medium BB", "Large CA", "Medium CA", "Small CA", "Medium DD", "Small DD")
TRANSPORT_3 = ("A", "B", "C", "D")
LEVEL_4 = "Level 4"

# Detection (12.1).

UNDETECTED, APPROXIMATE, LOCATED = "", "?", "L"

# Objectives (8.0): the hex of combat forces, and that of transports.

OBJECTIVES = {
    "Guadalcanal": ("2626", "2527"),
    "Port Moresby": ("2549", "2549"),
    "New Hebrides": ("3712", "3712"),
    "New Georgia": ("2232", "2232"),
    "Bougainville": ("1935", "1935"),
}
BASES = {"Guadalcanal": "2626", "Port Moresby": "2549"}
"""US airfields and their hexes (18.1)."""

# Time.

PERIODS = {
    "jan42": "January to July 1942",
    "aug42": "August and September 1942",
    "oct42": "October to December 1942",
    "1943": "1943",
}
HOURS = ("0520", "0640", "0800", "0920", "1040", "1200", "1320", "1440", "1600", "1720", "1840", "2000")
"""When each turn of a day begins."""
DAY = len(HOURS)
NOON = 6
"""The turn of 1200, at whose end battle exhaustion passes (14.2)."""
PHASES = 4
LIMITS = ("carrier", "surface", "transport")


def rounded(n: int, of: int = 2) -> int:
    """``n / of`` to the nearest whole number, halves up (2.5); for negative numbers too."""
    return (2 * n + of) // (2 * of)


def halves(n: int) -> str:
    """A count of halves in words: ``2½``."""
    return _mixed(Fraction(n, 2))


def quarters(n: int) -> str:
    """A count of quarters in words: ``2¾``."""
    return _mixed(Fraction(n, 4))


def eighths(n: int) -> str:
    """A count of eighths in words: ``2⅛``."""
    return _mixed(Fraction(n, 8))


_PARTS = {0: "", 1: "⅛", 2: "¼", 3: "⅜", 4: "½", 5: "⅝", 6: "¾", 7: "⅞"}


def _mixed(value: Fraction) -> str:
    whole, part = divmod(abs(value), 1)
    words = f"{whole or ''}{_PARTS[int(part * 8)]}" or "0"
    return f"−{words}" if value < 0 else words
