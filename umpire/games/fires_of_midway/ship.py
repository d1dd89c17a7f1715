"""A carrier, or the island: what lies on her card and beside her marker, before everybody's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

JSON = Any

US, JAPAN = "us", "japan"
SIDES = (US, JAPAN)
CARRIER, ISLAND = "carrier", "island"
FULL, SMOKE = "full", "smoke"
"""The two sides of an aircraft card."""
FLOODING, INFERNO, FIRE, LISTING = "flooding", "inferno", "fire", "listing"

FIRST, LAST, DAMAGED_FIRST, DAMAGED_LAST = 1, 3, 4, 6
"""The ends of the structure track of the full side, and of the damaged side (Structure counter)."""
COUNTERS = (FLOODING, INFERNO, FIRE, LISTING)
"""Damage counters, the worst first: so many explosion dice does each roll (Explosion test)."""
LABELS = {FLOODING: "Flooding", INFERNO: "Inferno", FIRE: "Fire", LISTING: "Listing"}


def several(counter: str, n: int) -> str:
    """A damage counter by its name, or so many of them: ``Fire``, ``2 Fires``, ``2 Flooding``."""
    plural = "s" if counter in (FIRE, INFERNO) else ""
    return LABELS[counter] if n == 1 else f"{n} {LABELS[counter]}{plural}"


def other(side: str) -> str:
    """The opponent of a side."""
    return JAPAN if side == US else US


@dataclass(frozen=True)
class Ship:
    """A carrier, or the island, to which every rule about a carrier applies unless it says otherwise (Components)."""

    name: str
    side: str
    kind: str = CARRIER
    letter: str = ""
    at: int = FIRST
    """The space of the structure track that her structure counter stands on."""
    damaged: bool = False
    """Whether her card lies damaged side up."""
    fire: int = 0
    inferno: int = 0
    flooding: int = 0
    listing: int = 0
    caps: tuple[str, ...] = ()
    """Each fighter in her CAP slots: by the side its card lies on."""
    spotted: bool = False
    squall: bool = False
    """Whether her marker stands in a squall."""
    sunk: bool = False
    """Whether she is out of the game: sunk, or the island knocked out and counted."""

    @classmethod
    def read(cls, facts: Mapping[str, JSON]) -> Ship:
        """A ship of what `as_facts` wrote; what is missing stands as on a fresh card."""
        return cls(**{**facts, "caps": tuple(facts.get("caps", ()))})

    def as_facts(self) -> dict[str, JSON]:
        """All of her as JSON."""
        return {**asdict(self), "caps": list(self.caps)}

    def but(self, **changed: Any) -> Ship:
        """The same ship with something changed."""
        return replace(self, **changed)

    @property
    def island(self) -> bool:
        return self.kind == ISLAND

    @property
    def slots(self) -> int:
        """How many fighters her CAP slots take (Search, CAP ready): the island two, a carrier one."""
        return 2 if self.island else 1

    @property
    def seen(self) -> bool:
        """Whether her marker shows its Spotted side; the island's always does (Components)."""
        return self.spotted or self.island

    @property
    def last(self) -> int:
        """The last space of the side of her card that is up."""
        return DAMAGED_LAST if self.damaged else LAST

    @property
    def on_last(self) -> bool:
        """Whether her counter stands on the last space, and so shows its fire side (Structure counter)."""
        return self.at == self.last

    @property
    def burning(self) -> bool:
        """Whether there is fire on deck (Carrier actions, Fire on deck): Flooding and Listing do not burn."""
        return self.fire + self.inferno > 0

    @property
    def counters(self) -> int:
        """How many damage counters lie on her card; the structure counter is none of them."""
        return self.fire + self.inferno + self.flooding + self.listing

    @property
    def knocked_out(self) -> bool:
        """Whether the island's counter has reached space 6 (Bombing Phase, Midway): it stays, and acts no more."""
        return self.island and self.at == DAMAGED_LAST

    @property
    def acts(self) -> bool:
        """Whether a Carrier Turn is still hers. A carrier on space 6 acts: she sinks after the explosion test."""
        return not (self.sunk or self.knocked_out)
