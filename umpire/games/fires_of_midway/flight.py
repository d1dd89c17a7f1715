"""The way out and home: distance, fuel, spotting, return (Sortie Phase; Resolution Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.fires_of_midway.ship import JAPAN, US, Ship, other

PATH_RULE = "Sortie Phase, Flight plan to the target"
SPOTTING_RULE = "Sortie Phase, Spotting roll"


def distance(zones: int, clouds: int = 0, hidden: bool = False) -> int:
    """The distance out: zones entered, the launch zone not counted, each with clouds once more, one for the hunt."""
    return zones + clouds + hidden


def counted_out(zones: int, clouds: int = 0, hidden: bool = False) -> str:
    """How the distance comes about, as a sum in words."""
    parts = [f"{zones} zones" if zones != 1 else "1 zone"]
    parts += [f"{clouds} for clouds"] if clouds else []
    parts += ["1 for the hunt"] if hidden else []
    total = distance(zones, clouds, hidden)
    return f"{' + '.join(parts)} = {total}" if len(parts) > 1 else parts[0]


def bound_for_island(side: str, ships: Sequence[Ship], flown: bool) -> bool:
    """Whether this group must attack the island, if a path leads there: no Japanese one has `flown` to it (Visible island)."""
    return side == JAPAN and not flown and any(ship.island and ship.acts for ship in ships)


def smoked(rating: int, icons: int) -> bool:
    """Whether an aircraft runs low: its fuel rating is no more than the dark gas icons turned up (Find the target)."""
    return rating <= icons


def spotting_dice(group: str) -> int:
    """How many dice look out for a group of that side: Japan rolls one for a US group, the US two (Spotting roll)."""
    return 1 if group == US else 2


def spotted(faces: Sequence[int], aircraft: int) -> bool:
    """Whether a group of so many aircraft cards is spotted: one die at the least shows as many (Spotting roll)."""
    return any(face >= aircraft for face in faces)


ADD_CAP, DRAW = "cap", "draw"


@dataclass(frozen=True)
class Welcome:
    """What one carrier in the target zone may do against a group that is spotted."""

    ship: str
    choice: str


def welcomes(targets: Sequence[Ship], is_spotted: bool) -> list[Welcome]:
    """What there is to choose from: one carrier, one choice in all; a fighter only into a free slot. Nothing unspotted.

    Two cards are drawn whatever is held: no limit to a hand applies here (Spotting roll).
    """
    if not is_spotted or not targets:
        return []
    free = [ship.name for ship in targets if len(ship.caps) < ship.slots]
    return [Welcome(name, ADD_CAP) for name in free] + [Welcome("", DRAW)]


HOME, LOST, CRASH = "home", "lost", "crash"


def returned(die: int, zones: int) -> str:
    """How a smoke-side aircraft fares: lost at the return distance or less; on a 1 it also sets a Fire (Return roll).

    Home it flies by zones alone: clouds and hidden markers add nothing.
    """
    if die == 1:
        return CRASH
    return LOST if die <= zones else HOME


def looks_out(group: str) -> str:
    """The side that rolls for spotting."""
    return other(group)
