"""The points turn by turn, with what they were for, and what each side lost."""

from __future__ import annotations

from typing import Any

from umpire.games.aftermath.score import Row, chart
from umpire.games.fires_of_midway.aftermath.reel import Moment, Reel
from umpire.games.fires_of_midway.ship import SIDES, Ship
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.words import listed

JSON = Any


def by_turn(reel: Reel) -> list[Row]:
    """The points at the end of every turn that was begun, with what changed them."""
    turns: dict[int, list[Moment]] = {}
    why: dict[int, list[str]] = {}
    before: Moment | None = None
    for moment in reel.moments:
        if moment.turn:
            turns.setdefault(moment.turn, []).append(moment)
            if before is not None and moment.held.vp != before.held.vp and moment.words:
                why.setdefault(moment.turn, []).append(moment.words.rstrip("."))
        before = moment
    return [
        Row(turn, (said[-1].held.vp[SIDES[0]], said[-1].held.vp[SIDES[1]]), tuple(why.get(turn, ())))
        for turn, said in turns.items()
    ]


def facts(reel: Reel) -> dict[str, JSON]:
    """The rows and the drawing of them."""
    rows = by_turn(reel)
    return {
        "rows": [{"turn": r.turn, "when": "", "score": list(r.score), "why": "; ".join(r.why)} for r in rows],
        "chart": chart(rows, [NAMES[side] for side in SIDES]) if rows else None,
    }


def standing(reel: Reel) -> list[dict[str, JSON]]:
    """How each side's ships ended, a line a state."""
    states = (("Sunk", _sunk), ("Knocked out", _out), ("Damaged", _damaged), ("On the full side", _whole))
    made = []
    for name, holds in states:
        of = [listed(ship.name for ship in reel.end.ships(side) if holds(ship)) for side in SIDES]
        if any(of):
            made.append({"name": name, "of": [words or "none" for words in of]})
    graves = [str(reel.end.graves[side]) for side in SIDES]
    return [*made, {"name": "Aircraft still in the Watery Grave", "of": graves}]


def _sunk(ship: Ship) -> bool:
    return ship.sunk and not ship.island


def _out(ship: Ship) -> bool:
    return ship.island and (ship.sunk or ship.knocked_out)


def _damaged(ship: Ship) -> bool:
    return ship.damaged and not _sunk(ship) and not _out(ship)


def _whole(ship: Ship) -> bool:
    return not ship.damaged and not _sunk(ship) and not _out(ship)
