"""The ships of both sides as the screen draws them: a row a ship, with her track, her counters and her CAP."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway.ship import COUNTERS, DAMAGED_LAST, FIRST, LABELS, LAST, SMOKE, Ship, several

JSON = Any
SHAPES = {"us": "square", "japan": "circle"}


def row(ship: Ship, card: int | None = None, *, now: bool = False, done: bool = False) -> dict[str, JSON]:
    """One ship: what is drawn of her, and the same in words for those who have it read out.

    `card` is the value of her action card, `now` and `done` whether her turn is being played or over.
    """
    return {
        "name": ship.name,
        "letter": ship.letter or ship.name[:1],
        "shape": SHAPES[ship.side],
        "hidden": not ship.seen,
        "track": spaces(ship),
        "counters": [(LABELS[kind], getattr(ship, kind)) for kind in COUNTERS if getattr(ship, kind)],
        "caps": [{"smoke": side == SMOKE, "words": f"CAP {side}"} for side in ship.caps],
        "card": card,
        "now": now,
        "done": done,
        "gone": gone(ship),
        "told": told(ship),
    }


def spaces(ship: Ship) -> list[dict[str, JSON]]:
    """The spaces of her structure track: those behind her, hers, those to come; the last of a side burns."""
    return [
        {"n": n, "on": n == ship.at, "past": n < ship.at, "last": n in (LAST, DAMAGED_LAST)}
        for n in range(FIRST, DAMAGED_LAST + 1)
    ]


def gone(ship: Ship) -> str:
    """Why she takes no more part, in a word or two; empty while she does."""
    if ship.island:
        return "knocked out" if ship.knocked_out or ship.sunk else ""
    return "sunk" if ship.sunk else ""


def told(ship: Ship) -> str:
    """A ship read out: ``space 2 of the full side, 1 Fire, CAP on smoke, Hidden``."""
    if gone(ship) == "sunk":
        return "sunk"
    side = "damaged" if ship.damaged else "full"
    made = [f"space {ship.at} of the {side} side"]
    lying = [(kind, n) for kind in COUNTERS if (n := getattr(ship, kind))]
    made += [f"{'1 ' if n == 1 else ''}{several(kind, n)}" for kind, n in lying]
    made += [f"CAP {'on smoke' if each == SMOKE else 'full'}" for each in ship.caps]
    made.append("Spotted" if ship.seen else "Hidden")
    return ", ".join([*filter(None, [gone(ship)]), *made])
