"""The words of this game: its sides, planes, counters and actions."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.games.fires_of_midway.ship import JAPAN, US

NAMES: Mapping[str, str] = {US: "US", JAPAN: "Japan"}


def called(side: str) -> str:
    """A side within a sentence: ``the US``, ``Japan``."""
    return f"the {NAMES[side]}" if side == US else NAMES[side]


MIDWAY = "Midway"

FIGHTER, BOMBER, TORPEDO = "fighter", "bomber", "torpedo"
PLANES = (FIGHTER, BOMBER, TORPEDO)
PLANE_WORDS: Mapping[str, str] = {FIGHTER: "fighter", BOMBER: "bomber", TORPEDO: "torpedo bomber"}
PLANE_TYPES: Mapping[str, Mapping[str, str]] = {
    US: {FIGHTER: "Wildcat", BOMBER: "Dauntless", TORPEDO: "Devastator"},
    JAPAN: {FIGHTER: "Zero", BOMBER: "Val", TORPEDO: "Kate"},
}
"""What the planes of a class are mostly called."""

WIND, STATIONS, SAVE, PASS = "wind", "stations", "save", "pass"
ACTIONS: Mapping[str, str] = {
    WIND: "Into the Wind",
    STATIONS: "Battle Stations",
    SAVE: "Save the Ship",
    PASS: "No action",
}
RELOAD, RECOVER, RESTORE = "reload", "recover", "restore"
ADMIRAL_ACTIONS: Mapping[str, str] = {RELOAD: "Reload", RECOVER: "Recover", RESTORE: "Restore", PASS: "No action"}

NAGUMO, TAKAGI, HALSEY, FLETCHER = "Nagumo", "Takagi", "Halsey", "Fletcher"
ADMIRALS: Mapping[str, tuple[str, ...]] = {US: (FLETCHER, HALSEY), JAPAN: (NAGUMO, TAKAGI)}
"""Admirals whose doctrine the rulebook gives; the box may have others, without one."""

RESTORE_POINTS = 3
"""Repair points of a Restore (Admiral Phase, Restore)."""


WING = 16
"""Aircraft cards under a carrier at the most: a wing has eleven, and CAP of friends that were sunk lands with her."""


def planes(kind: str, n: int) -> str:
    """``1 bomber``, ``2 torpedo bombers``."""
    return f"{n} {PLANE_WORDS[kind]}{'' if n == 1 else 's'}"
