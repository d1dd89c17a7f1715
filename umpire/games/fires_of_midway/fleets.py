"""The fleets of the scenarios, as far as they are known: offered at set-up, and kept as the fleet list has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.fires_of_midway.ship import CARRIER, ISLAND, JAPAN, US
from umpire.games.fires_of_midway.terms import FLETCHER, MIDWAY, NAGUMO, TAKAGI

JSON = Any

_KNOWN: Mapping[str, tuple[int, tuple[str, str], tuple[str, ...], tuple[str, ...]]] = {
    "midway": (11, (FLETCHER, NAGUMO), ("Enterprise", "Hornet", "Yorktown"), ("Akagi", "Kaga", "Hiryu", "Soryu")),
    "coral-sea": (0, (FLETCHER, TAKAGI), ("Lexington", "Yorktown"), ("Shokaku", "Zuikaku", "Shoho")),
    "solomons": (0, ("", ""), ("Enterprise", "Saratoga"), ("Shokaku", "Zuikaku", "Ryujo")),
    "santa-cruz": (0, ("", ""), ("Enterprise", "Hornet"), ("Shokaku", "Zuikaku", "Zuiho", "Junyo")),
    "other": (0, ("", ""), (), ()),
}
"""Intensity (0 where the rulebook does not say it), admirals, carriers of the US and of Japan."""


def offered(scenario: str) -> dict[str, JSON]:
    """What the page of the fleets opens on, before anybody has said what the fleet list has."""
    intensity, (us, japan), american, japanese = _KNOWN[scenario]
    ships = [*_ships(JAPAN, japanese, "ABCDEF"), *_ships(US, american, "EFGHIJ")]
    island = [{"name": MIDWAY, "side": US, "kind": ISLAND, "letter": "M"}] if scenario == "midway" else []
    return {"intensity": intensity, "admirals": {US: us, JAPAN: japan}, "ships": [*ships, *island]}


def _ships(side: str, names: Sequence[str], letters: str) -> list[dict[str, str]]:
    return [
        {"name": name, "side": side, "kind": CARRIER, "letter": letter}
        for name, letter in zip(names, letters, strict=False)
    ]
