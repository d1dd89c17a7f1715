"""The End Phase: carnage, explosions, graves, who is confident, and whether the fight goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from umpire.games.fires_of_midway.damage import critically_hit
from umpire.games.fires_of_midway.initiative import confident
from umpire.games.fires_of_midway.ship import (
    COUNTERS,
    DAMAGED_FIRST,
    DAMAGED_LAST,
    FIRE,
    FLOODING,
    INFERNO,
    JAPAN,
    LAST,
    LISTING,
    US,
    Ship,
    other,
    several,
)

CRIPPLED_VP, SUNK_VP = 1, 2
EXPLOSION_DICE = {FLOODING: 3, INFERNO: 2, FIRE: 1, LISTING: 1}
"""Dice that each damage counter rolls (Explosion test)."""


# Carrier carnage.


def crippled(ship: Ship) -> bool:
    """Whether her card is flipped now: full side up, her counter on space 3 (Carrier carnage; Carrier crippled)."""
    return not ship.sunk and not ship.damaged and ship.at >= LAST


def flipped(ship: Ship) -> Ship:
    """A ship whose card has just been flipped: on space 4; counters, CAP and all else stay as they are."""
    return ship.but(damaged=True, at=DAMAGED_FIRST)


# Explosion test.


def explosion_dice(ship: Ship) -> int:
    """How many explosion dice her counters roll; a ship out of the game, or the island knocked out, rolls none."""
    return sum(EXPLOSION_DICE[kind] * getattr(ship, kind) for kind in COUNTERS) if ship.acts else 0


def must_test(ship: Ship) -> bool:
    """Whether her dice still tell anything: she has counters, and is not on the last space of her damaged side."""
    return explosion_dice(ship) > 0 and not went_down(ship)


def counted_up(ship: Ship, rating: int | None = None) -> str:
    """How her dice come about, as a sum: ``Flooding 3 + Inferno 2 = 5 dice v rating 4``."""
    parts = [(several(kind, n), EXPLOSION_DICE[kind] * n) for kind in COUNTERS if (n := getattr(ship, kind))]
    summed = " + ".join(f"{label} {dice}" for label, dice in parts)
    total = explosion_dice(ship)
    dice = f"{summed} = {total} {'die' if total == 1 else 'dice'}"
    return f"{dice} v rating {rating}" if rating is not None else dice


def criticals(faces: Sequence[int], rating: int) -> int:
    """Criticals among explosion dice: those that show the structure rating or more."""
    return sum(face >= rating for face in faces)


def exploded(ship: Ship, hits: int) -> Ship:
    """A ship after her explosion test. Criticals beyond the last space of her side are lost; on space 3 her card is
    flipped, and so nobody goes from the full side to the bottom in one test. On 6 she is sunk, tested or not."""
    moved = critically_hit(ship, hits)
    if crippled(moved):
        return flipped(moved)
    return moved.but(sunk=True) if went_down(moved) else moved


def went_down(ship: Ship) -> bool:
    """Whether she is on the last space of her damaged side after her test: sunk, or the island knocked out."""
    return ship.damaged and ship.at >= DAMAGED_LAST


def points(before: Ship, after: Ship) -> int:
    """VP that the other side scores for what became of a ship in one step: 1 when she is crippled, 2 when sunk."""
    flip = CRIPPLED_VP if after.damaged and not before.damaged else 0
    return flip + (SUNK_VP if after.sunk and not before.sunk else 0)


ANY_DICE, ONE_DIE = "any", "one"
"""How many explosion dice the US rerolls, once in a carrier's test."""
DAMAGED_ONLY, EVERY_CARRIER = "damaged", "every"
"""Which US carriers' explosion dice are rerolled."""
REROLL_RULE = "Explosion test, Reroll dice for the US player"


def reroll_barred(ship: Ship, dice: int = 1, how_many: str = ANY_DICE, whose: str = DAMAGED_ONLY) -> str:
    """Why so many dice of a ship's explosion test may not be rolled again; empty where they may."""
    if ship.side != US:
        return f"Only the US rerolls explosion dice ({REROLL_RULE})."
    if whose == DAMAGED_ONLY and not ship.damaged:
        return f"Only for a carrier on her damaged side ({REROLL_RULE})."
    return f"One die is rerolled, not {dice} ({REROLL_RULE})." if how_many == ONE_DIE and dice > 1 else ""


CAP_REACH = 2
"""Zones to a friendly carrier on which the CAP of a sunk one still lands (CAP saved)."""


# Loss of air wing.

GROUP = {JAPAN: 5, US: 7}
"""Aircraft of each side that make a group in its Watery Grave."""


@dataclass(frozen=True)
class Grave:
    """What a Watery Grave comes to: VP for the other side, and the aircraft that stay in it."""

    points: int
    stay: int


def counted_grave(side: str, aircraft: int) -> Grave:
    """The groups in a side's Watery Grave: a VP each, and out of the game (Loss of air wing)."""
    return Grave(*divmod(aircraft, GROUP[side]))


# Victory or withdrawal.

WITHDRAWAL_VP = 3
DRAW = "draw"


@dataclass(frozen=True)
class Outcome:
    """How a game ends: the score, and who has won it, or `DRAW`."""

    us: int
    japan: int

    @property
    def winner(self) -> str:
        return confident(self.us, self.japan) or DRAW

    def of(self, side: str) -> int:
        return self.us if side == US else self.japan


def over(us: int, japan: int, intensity: int) -> Outcome | None:
    """How the game ends by VP: a side has reached the Intensity; level, it is a draw. None while nobody has."""
    return Outcome(us, japan) if max(us, japan) >= intensity else None


def withdrawn(us: int, japan: int, side: str) -> Outcome:
    """How the game ends if a side withdraws now: the confident one first loses 3 VP, a desperate one nothing; then the
    higher score wins (Victory or withdrawal)."""
    scores = {US: us, JAPAN: japan}
    if confident(us, japan) == side:
        scores[side] -= WITHDRAWAL_VP
    return Outcome(scores[US], scores[JAPAN])


def foretold(us: int, japan: int, side: str, names: Mapping[str, str]) -> str:
    """What withdrawing now would mean for a side, as it is shown before it chooses: ``6 − 3 = 3 v 5: you lose``."""
    mine, enemy = (us, japan) if side == US else (japan, us)
    end = withdrawn(us, japan, side)
    sum_ = f"{mine} − {WITHDRAWAL_VP} = {end.of(side)}" if end.of(side) != mine else f"{mine}"
    if end.winner == DRAW:
        return f"{sum_} v {enemy}: a draw"
    return f"{sum_} v {enemy}: {names[side]} {'wins' if end.winner == side else 'loses'}"


def stays_in(side: str, later: bool, names: Mapping[str, str]) -> str:
    """What fighting on would mean for a side, as it is shown before it chooses; `later`: the other has its word yet."""
    return f"{names[other(side)]} decides next" if later else "a new turn begins"
