"""The two tests by dice, and what the combat cards add to them (Air Combat; Bombing Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.fires_of_midway.damage import BOMB
from umpire.games.fires_of_midway.engagements import Plane
from umpire.games.fires_of_midway.terms import TORPEDO

VALUE, COUNT, FUEL, CAP = "value", "count", "fuel", "cap"
BOMBER_FULL, CARRIER_HOLDS, BOMBER_ALWAYS = "bomber-full", "holds", "always"
STEPS = {
    VALUE: "the highest die",
    COUNT: "more dice at the highest score",
    FUEL: "full fuel beats smoke",
    CAP: "still tied: the CAP wins",
    BOMBER_FULL: "tied: a bomber on full fuel beats the carrier",
    CARRIER_HOLDS: "tied: a bomber on smoke does not beat the carrier",
    BOMBER_ALWAYS: "tied: the bomber wins",
}
"""The steps by which a test is decided, in words; second-highest dice are never compared."""
GROUP, DEFENDER = "group", "defender"
"""The two who test: the aircraft of the combat group, and the CAP or the carrier."""
FULL_ONLY, ALWAYS = "full", "always"
"""Whose bombing ties the bomber wins: a full-fuel one's alone, or every bomber's."""


@dataclass(frozen=True)
class Verdict:
    """Who won a test, and by which step."""

    winner: str
    step: str

    @property
    def words(self) -> str:
        return STEPS[self.step]


def _by_dice(group: Sequence[int], defender: Sequence[int]) -> Verdict | None:
    """The verdict of the dice alone: the highest, then how many show it; None for a tie."""
    ours, theirs = max(group), max(defender)
    if ours != theirs:
        return Verdict(GROUP if ours > theirs else DEFENDER, VALUE)
    ours, theirs = group.count(ours), defender.count(theirs)
    return Verdict(GROUP if ours > theirs else DEFENDER, COUNT) if ours != theirs else None


def engagement(group: Sequence[int], cap: Sequence[int], group_full: bool, cap_full: bool) -> Verdict:
    """An aircraft of the group against a CAP: value, count, full fuel over smoke, and last the CAP (Engagement test)."""
    if decided := _by_dice(group, cap):
        return decided
    if group_full != cap_full:
        return Verdict(GROUP if group_full else DEFENDER, FUEL)
    return Verdict(DEFENDER, CAP)


def bombing(bomber: Sequence[int], carrier: Sequence[int], bomber_full: bool, ties: str = FULL_ONLY) -> Verdict:
    """A bomber against a carrier: value, count, and then a full-fuel bomber beats her (Bombing test).

    The summary lets every bomber win its ties; the text only one on full fuel, which is the default.
    """
    if decided := _by_dice(bomber, carrier):
        return decided
    if bomber_full:
        return Verdict(GROUP, BOMBER_FULL)
    return Verdict(GROUP, BOMBER_ALWAYS) if ties == ALWAYS else Verdict(DEFENDER, CARRIER_HOLDS)


# Combat cards.


@dataclass(frozen=True)
class Card:
    """The icons of a combat card that has been turned up; the Bluff has none."""

    reticle: bool = False
    dice: int = 0
    ammo: int = 0
    deflection: int = 0
    bombs: int = 0
    torpedoes: int = 0


BLUFF = Card()


def turned_up(one: Card, other: Card) -> tuple[Card, Card]:
    """Both cards as they count: a Reticle cancels all of the other card, both at once; on a Bluff it is wasted."""
    return (BLUFF if other.reticle else one, BLUFF if one.reticle else other)


def combat_dice(own: int, card: Card, against: Card = BLUFF, zero: bool = False) -> int:
    """Dice for a test: the icons of the aircraft or carrier and of its card, less what the other card deflects from a
    Zero; one at the least (Engagement test die roll)."""
    return max(1, own + card.dice - (against.deflection if zero else 0))


def ammo_dice(own: int, card: Card) -> int:
    """Dice of the winner's damage roll; with none there is no roll."""
    return own + card.ammo


def weapon_dice(plane: Plane, own: int, card: Card) -> int:
    """Bomb or torpedo dice against a carrier: a bomb icon never serves a torpedo bomber, nor a torpedo icon a bomber."""
    return own + (card.torpedoes if weapon(plane) == TORPEDO else card.bombs)


def weapon(plane: Plane) -> str:
    """What an aircraft drops."""
    return TORPEDO if plane.kind == TORPEDO else BOMB


# The damage track of an aircraft.

NO_EFFECT, FUEL_HIT, DESTROYED = "shield", "fuel", "destroyed"
TRACK = (NO_EFFECT, FUEL_HIT, DESTROYED)
"""What a face of an aircraft's damage track may show (Damage icons and results)."""
