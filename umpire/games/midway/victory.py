"""Step 18, How to Win, and how Japan captures Midway."""

from __future__ import annotations

from umpire.games.midway.terms import (
    ATAGO,
    CAPTURE_POINTS,
    CAPTURE_TURNS,
    ENEMY,
    FIRST_ISLAND_TURN,
    JAPAN,
    MIDWAY,
    NAMES,
    US,
)
from umpire.table.script import Play


def invade(g: Play) -> None:
    """Count the turns Atago has stood on Midway, this one among them; at the fourth the island falls.

    The turn she arrives is the first; leaving breaks the run (Appendix, Misc. 11).
    """
    truth = g.truth
    if truth.captured:
        return
    there = truth.zones.get(ATAGO) == truth.kit["board/midway"]
    turns = truth.invasion + 1 if there else 0
    if turns != truth.invasion:
        g.tell(JAPAN, "invasion", "How Japanese Player Captures Midway", turns=turns)
    if turns == CAPTURE_TURNS:
        g.tell(g.all, "captured", "How Japanese Player Captures Midway", points=CAPTURE_POINTS)
        g.tell(US, "planes", "How Japanese Player Captures Midway", planes={MIDWAY: None})


def island_point(g: Play) -> None:
    """A point to the US for each turn from 0500 June 5 that ends with Midway still held."""
    truth = g.truth
    if truth.turn >= FIRST_ISLAND_TURN and not truth.captured:
        g.tell(g.all, "island-point", "Midway Island 1", total=truth.score[US] + 1)


def over(g: Play) -> bool:
    """Whether the last turn of the time record has been played."""
    return bool(g.truth.turn >= g.truth.kit["track/turns"])


ENDINGS = {
    "time": "{verdict}",
    "end": "{verdict}",
    "concede": "{loser} concedes; {winner} wins.",
}
"""How a game may end, and what is said then: the time record has run out, both sides agree, one concedes."""


def finish(g: Play, how: str, by: str = "") -> None:
    """Tell how the game ended; of a concession and of an agreement `by` whom."""
    loser, winner = NAMES.get(by, ""), NAMES.get(ENEMY.get(by, ""), "")
    text = ENDINGS[how].format(verdict=verdict(g.truth.score), loser=loser, winner=winner)
    g.tell(g.all, "ended", "How to Win", how=how, by=by, text=text)


def verdict(score: dict[str, int]) -> str:
    """Who has won on points; equal points are a draw, and damage short of sinking counts for nothing."""
    us, japan = score[US], score[JAPAN]
    if us == japan:
        return f"A draw, {us} to {japan}."
    winner = US if us > japan else JAPAN
    return f"{NAMES[winner]} wins, {max(us, japan)} to {min(us, japan)}."
