"""Confidence and what hangs on it: who is first, action cards, doctrines, maneuver (Strategy Phase)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.games.fires_of_midway.damage import in_squall
from umpire.games.fires_of_midway.ship import JAPAN, SIDES, US, Ship, other
from umpire.games.fires_of_midway.terms import FLETCHER, HALSEY, NAGUMO, TAKAGI

MOST_CARDS = 8
"""Action cards in the box."""
CONFIDENT_HAND, DESPERATE_HAND = 7, 9
"""Cards a Reload draws up to, the Bluff one of them (Admiral Phase, Reload)."""

DOCTRINES: Mapping[str, tuple[str, str, str]] = {
    NAGUMO: (JAPAN, "Nagumo’s Timing Doctrine: the “1” may not be stolen.", "Steal Action cards, Timing Doctrine"),
    TAKAGI: (JAPAN, "Takagi’s aggressive doctrine: no Save the Ship.", "Carrier actions, Tagaki's aggressive doctrine"),
    HALSEY: (
        US,
        "Halsey’s Bull’s Doctrine: every carrier moves closer to the nearest enemy, where she can.",
        "Maneuver forces, Bull's Doctrine",
    ),
    FLETCHER: (
        US,
        "Fletcher’s Torpedo Doctrine: the first bomber of a group is a torpedo bomber, if the air wing has one.",
        "Into the Wind, Torpedo Doctrine",
    ),
}
"""What each admiral's card binds his side to while it is confident, and the rule."""


# Confidence.


def confident(us: int, japan: int) -> str:
    """Who leads in VP and so is confident; empty with a tie, when both are desperate (Confidence)."""
    if us == japan:
        return ""
    return US if us > japan else JAPAN


def in_order(lead: str) -> tuple[str, str]:
    """Who decides first and who second: the confident side; Japan where both are desperate."""
    first = lead or JAPAN
    return first, other(first)


def hand_limit(side: str, lead: str) -> int:
    """The cards a side may draw up to, its Bluff counted: nobody discards down to it (Admiral Phase, Reload)."""
    return CONFIDENT_HAND if side == lead else DESPERATE_HAND


def bound(side: str, admiral: str, lead: str) -> str:
    """The admiral whose doctrine binds a side now: its own, while it is confident; empty for none."""
    return admiral if side == lead and admiral in DOCTRINES and DOCTRINES[admiral][0] == side else ""


# Action cards.


def kept(in_play: int) -> list[int]:
    """The action cards kept: 1 up to the number of carriers in play, the island one of them (Deal Action cards)."""
    return list(range(1, min(in_play, MOST_CARDS) + 1))


def dealt(ships: Sequence[Ship]) -> dict[str, int]:
    """How many action cards each side gets: one for each of its carriers in play, Spotted or Hidden."""
    return {side: sum(ship.side == side and ship.acts for ship in ships) for side in SIDES}


def steal_barred(thief: str, lead: str, doctrine: str, card: int, stolen: bool = False) -> str:
    """Why a side may not take an action card off the other; empty where it may. `doctrine` binds the thief."""
    if not lead:
        return "Both sides are desperate: nobody steals (Steal Action cards)."
    if thief != lead:
        return "Only the confident side steals a card (Steal Action cards)."
    if stolen:
        return "One card a turn is stolen, and it has been (Steal Action cards)."
    if doctrine == NAGUMO and card == 1:
        return DOCTRINES[NAGUMO][1]
    return ""


def swapped(cards: Mapping[str, int], taken: str, given: str) -> dict[str, int]:
    """The action cards by ship, with those of two ships changed over."""
    return {**cards, taken: cards[given], given: cards[taken]}


def turn_order(cards: Mapping[str, int], ships: Mapping[str, Ship]) -> list[str]:
    """The ships in the order of their cards, the lowest first (Carrier Turn)."""
    return sorted((name for name in cards if ships[name].acts), key=lambda name: (cards[name], name))


# Maneuver.


def maneuvered(ship: Ship, moved: bool, entered_squall: bool = False) -> Ship:
    """A ship after her side's maneuver: moved, her marker lies Hidden, attacked or not; else it lies as it did.

    A squall helps whoever enters it, not who stays in it. The island never moves.
    """
    if ship.island or not moved:
        return ship
    hidden = ship.but(spotted=False, squall=entered_squall)
    return in_squall(hidden) if entered_squall else hidden
