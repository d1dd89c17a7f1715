"""Who fights whom: the combat group, the CAP over its target, and whose word it is (Engagement and Bombing Phases)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from umpire.games.fires_of_midway.ship import FULL, JAPAN, SMOKE, Ship, other
from umpire.games.fires_of_midway.terms import BOMBER, FIGHTER, TORPEDO

JSON = Any

DOGFIGHT, CLAY_PIGEON = "dogfight", "clay pigeon shoot"
KIND_WORDS = {DOGFIGHT: "Dogfight", CLAY_PIGEON: "Clay pigeon shoot"}


@dataclass(frozen=True)
class Plane:
    """An aircraft card in a combat group, or a CAP fighter over the carrier it is named by."""

    name: str
    kind: str = FIGHTER
    fuel: str = FULL
    fought: int = 0
    """Engagements it has been in during this strike."""
    bombed: bool = False
    """Whether its Bombing Phase is behind it."""
    lost: bool = False
    ship: str = ""
    """Of a CAP fighter, the carrier whose slot it flies from."""

    @classmethod
    def read(cls, facts: Mapping[str, JSON]) -> Plane:
        return cls(**facts)

    def as_facts(self) -> dict[str, JSON]:
        return asdict(self)

    def but(self, **changed: Any) -> Plane:
        """The same aircraft with something changed."""
        return replace(self, **changed)

    @property
    def bomber(self) -> bool:
        """Whether it drops something: a torpedo bomber is a bomber too (Bomber Mission)."""
        return self.kind != FIGHTER


def flying(planes: Sequence[Plane]) -> list[int]:
    """The places in a list of aircraft that are not lost."""
    return [n for n, plane in enumerate(planes) if not plane.lost]


def engagement_type(group: Sequence[Plane]) -> str:
    """A dogfight where a fighter escorts the group, else a clay pigeon shoot; set once, whoever dies later (Position the CAP)."""
    return DOGFIGHT if any(p.kind == FIGHTER and not p.lost for p in group) else CLAY_PIGEON


@dataclass(frozen=True)
class Pairing:
    """A CAP fighter against an aircraft of the group, by their places in their lists."""

    cap: int
    plane: int


@dataclass(frozen=True)
class NextFight:
    """The engagement to come: whose word it is who meets whom, and what he may choose."""

    chooser: str
    pairings: tuple[Pairing, ...]

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.pairings) == 1


def next_fight(group_side: str, group: Sequence[Plane], caps: Sequence[Plane], type_: str) -> NextFight | None:
    """What the next engagement may be; None where air combat is over (Next engagement).

    It is over with the last bomber: nothing is left that could attack.
    """
    if not any(group[n].bomber for n in flying(group)):
        return None
    times = 1 if type_ == DOGFIGHT else 2
    ready = [n for n in flying(caps) if caps[n].fought < times]
    if not ready:
        return None
    if type_ == DOGFIGHT:
        return NextFight(group_side, _paired(ready, faced(group)))
    bombers = [n for n in flying(group) if group[n].bomber]
    return NextFight(other(group_side), _paired(ready, bombers))


def _paired(caps: Sequence[int], planes: Sequence[int]) -> tuple[Pairing, ...]:
    return tuple(Pairing(cap, plane) for cap in caps for plane in planes)


def faced(group: Sequence[Plane]) -> list[int]:
    """Whom a CAP may be put against in a dogfight: an escort that has not fought; else, if possible, whoever has not
    (Dogfight)."""
    up = flying(group)
    fresh = [n for n in up if not group[n].fought]
    return [n for n in fresh if group[n].kind == FIGHTER] or fresh or up


# What came of an engagement, as it is told in one tap.

NO_LOSS, PLANE_SMOKE, PLANE_LOST, CAP_SMOKE, CAP_LOST = "nothing", "smoke", "lost", "cap-smoke", "cap-lost"
"""No damage to either; the group’s aircraft to smoke, or lost; the CAP to smoke, or lost."""


def fought(plane: Plane, cap: Plane, outcome: str) -> tuple[Plane, Plane]:
    """Both after their engagement: the group's aircraft, and the CAP fighter."""
    plane, cap = plane.but(fought=plane.fought + 1), cap.but(fought=cap.fought + 1)
    if outcome in (PLANE_SMOKE, PLANE_LOST):
        plane = shot(plane, outcome == PLANE_LOST)
    if outcome in (CAP_SMOKE, CAP_LOST):
        cap = shot(cap, outcome == CAP_LOST)
    return plane, cap


def shot(plane: Plane, destroyed: bool) -> Plane:
    """An aircraft after a fuel hit or a fireball on its own damage track."""
    return plane.but(lost=True) if destroyed else plane.but(fuel=SMOKE)


# Bombing Phase.


@dataclass(frozen=True)
class NextBombing:
    """The bombing to come: which bombers may be next, whose word the target is, and what may be attacked."""

    chooser: str
    """The side that picks the target: the group's for a full-fuel bomber, the carrier's for one on smoke."""
    planes: tuple[int, ...]
    targets: tuple[str, ...]

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.planes) == 1 and len(self.targets) == 1


def next_bombing(group_side: str, group: Sequence[Plane], targets: Sequence[Ship]) -> NextBombing | None:
    """The full-fuel bombers first, their own side picks the target; then those on smoke, the carriers' side picks it.

    A torpedo bomber cannot take part in an attack on the island (Bombing Phase, Midway): it has no phase there.
    """
    names = tuple(ship.name for ship in targets if ship.acts)
    island = any(ship.island for ship in targets)
    left = [n for n in flying(group) if may_bomb(group[n], island) and not group[n].bombed]
    if not left or not names:
        return None
    if full := tuple(n for n in left if group[n].fuel == FULL):
        return NextBombing(group_side, full, names)
    return NextBombing(other(group_side), tuple(left), names)


def may_bomb(plane: Plane, island: bool) -> bool:
    """Whether an aircraft has a Bombing Phase against such a target."""
    return plane.kind == BOMBER or (plane.kind == TORPEDO and not island)


def may_sacrifice(plane: Plane, group_side: str, launcher_damaged: bool, declared: int) -> bool:
    """Whether a bomber may reroll its bombs or torpedoes and be lost (Heroic sacrifice): on its smoke side, one in a
    group; all of them if the group comes from a damaged Japanese carrier (Kamikaze)."""
    if plane.lost or not plane.bomber or plane.fuel != SMOKE:
        return False
    return not declared or (group_side == JAPAN and launcher_damaged)


# Resolution Phase: the CAP.

IN_ZONE, ANYWHERE = "zone", "any"
"""Which full-fuel CAP tires although it did not fight: in the target zone alone, or wherever it flies."""
LANDS, TIRES, STAYS = "lands", "smoke", "stays"


def resolved(cap: Plane, over_target: bool = True, tiring: str = IN_ZONE) -> str:
    """What a CAP that is still aloft does in the Resolution Phase (Emergency CAP landings; CAP combat fatigue).

    On its smoke side as the phase begins it lands if it fought, and else stays. On its full side it goes to smoke, and
    does not land in the same phase.
    """
    if cap.fuel == SMOKE:
        return LANDS if cap.fought else STAYS
    return TIRES if over_target or tiring == ANYWHERE else STAYS
