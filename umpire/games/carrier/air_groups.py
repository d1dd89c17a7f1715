"""US air groups as a game begins: what each carrier brings, and what stands ready on deck (21.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import roster
from umpire.games.carrier.asks import Split, titled
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import TYPES, US
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

READY = 4
"""Steps of each carrier that may begin ready on deck."""
BRITISH = "Victorious"
EARLY = {"F4F": 6, "SBD": 10, "TBD": 4}
LATER = {"SBD": 10, "TBF": 4}
"""Steps of an air group until July 1942 and after; later F4F fill what room is left."""


def air_group(carrier: str, period: str) -> dict[str, int]:
    """Steps by type that a carrier begins with."""
    if carrier == BRITISH:
        return {"F4F": 9, "TBF": 4}
    if period == "jan42":
        return dict(EARLY)
    return {"F4F": roster.ships()[carrier]["hangar"] - sum(LATER.values()), **LATER}


def room(carrier: str, period: str) -> int:
    """Steps she holds: her marker’s figure, or the air group the rule gives her where that is more (Victorious)."""
    return max(int(roster.ships()[carrier]["hangar"]), sum(air_group(carrier, period).values()))


def ready_steps(g: Play, most: int = READY) -> Steps[None]:
    """Up to so many steps a carrier, of the player’s choice, begin on deck and ready; the rest in the hangar."""
    for carrier in sorted(g.truth.decks):
        if g.truth.at(f"groups/{g.truth.decks[carrier]['in']}/base"):
            continue
        chosen = yield from g.ask(US, lambda carrier=carrier: _ready(g, carrier, most))  # type: ignore[misc]
        ready = {type: n for type, n in chosen.items() if type in TYPES}
        hangar = g.truth.decks[carrier]["hangar"]
        left = {type: n - ready.get(type, 0) for type, n in hangar.items() if n > ready.get(type, 0)}
        now = {f"decks/{carrier}/ready": ready, f"decks/{carrier}/hangar": left}
        do = [f"{carrier}, Flight Deck, Ready: {_steps(ready)}"] if ready else []
        tell(g, "ready-steps", "21.0", carrier=carrier, steps=ready, now=now, do=do)


def _ready(g: Play, carrier: str, most: int) -> Split:
    hangar = g.truth.decks[carrier]["hangar"]
    lots: list[JSON] = [{"id": type, "words": type, "most": min(n, most)} for type, n in hangar.items()]
    lots.append({"id": "none", "words": "left empty", "most": most})
    preset: dict[str, int] = {}
    for type in ("SBD", *hangar):
        room = min(hangar.get(type, 0), most - sum(preset.values()))
        preset |= {type: room} if room and type not in preset else {}
    words = f"{counted(most, 'step')} may begin ready; the rest are in the hangar."
    facts = titled(f"{carrier}: on deck, ready", words, "21.0", lots=lots, due=most, preset=preset, what="ready")
    return Split(f"set-up/ready/{carrier}", facts)


def _steps(steps: dict[str, int]) -> str:
    return listed(f"{n} {type}" for type, n in steps.items())


SAYINGS: dict[str, Callable[[Mapping[str, JSON]], str]] = {
    "ready-steps": lambda f: f"{f['carrier']}: {_steps(f['steps']) or 'nothing'} on deck and ready.",
}
