"""Victory: the first side to destroy all enemy targets wins."""

from __future__ import annotations

from umpire.games.lightning_midway.terms import ENEMY, NAMES, SIDES
from umpire.table.script import Play
from umpire.table.words import listed

DESTROYED_ALL = "destroyed"
ENDINGS = {
    DESTROYED_ALL: "All targets of {loser} are destroyed; {winner} wins.",
    "concede": "{loser} concedes; {winner} wins.",
    "end": "Ended by agreement, nobody having won. Still in play: {left}.",
}
"""How a game may end, and what is said then."""


def finish(g: Play, how: str, by: str = "") -> None:
    """Tell how the game ended: of targets destroyed `by` whom, of a concession by the side that concedes."""
    winner = by if how == DESTROYED_ALL else ENEMY.get(by, "")
    left = listed(f"{NAMES[side]} {len(g.truth.left(side))}" for side in SIDES)
    text = ENDINGS[how].format(winner=NAMES.get(winner, ""), loser=NAMES.get(ENEMY.get(winner, ""), ""), left=left)
    g.tell(g.all, "ended", "Victory", how=how, by=by, text=text)
