"""How to Win: points in halves, control of Midway, and the ways a game ends."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway.battle_plot import REDUCED
from umpire.games.victory_at_midway.movement import outside
from umpire.games.victory_at_midway.plot import DITCHED, VictoryPlot
from umpire.games.victory_at_midway.terms import (
    ENEMY,
    JAPAN,
    MIDWAY,
    MIDWAY_HEX,
    MIDWAY_POINTS,
    NAMES,
    SERIES,
    SFT,
    SIDES,
    US,
    halves,
)
from umpire.table.script import Play

JSON = Any


def over_early(g: Play) -> str:
    """Whether a turn opens with one side having nothing left on the map, submarines aside (R15).

    Ships not yet entered are neither lost nor withdrawn, so nothing ends while any is due; Marines count.
    """
    truth: VictoryPlot = g.truth
    for side in SIDES:
        ships = [ship for ship in truth.of(side) if truth.is_surface(ship)]
        ground = truth.marines() if side == US else truth.ashore
        waiting = outside(truth, side)
        planes = side == US and truth.on(MIDWAY)
        if not ships and not ground and not waiting and not planes:
            return f"gone/{side}"
    return ""


def solitaire_over(g: Play) -> str:
    """Ending a Solitaire Game: Midway is Japan's, or two US or five Japanese carriers are gone as a turn ends."""
    truth: VictoryPlot = g.truth
    if truth.holder == JAPAN:
        return "midway"
    lost = {
        side: sum(
            1
            for ship in truth.sunk
            if ship in truth.ships and truth.ships[ship]["side"] == side and truth.type_of(ship) == "CV"
        )
        for side in SIDES
    }
    return "carriers" if lost[US] >= 2 or lost[JAPAN] >= 5 else ""


def final(plot: VictoryPlot) -> tuple[list[JSON], dict[str, int]]:
    """The final reckoning: lines of what is added or taken off, and the score in halves.

    Hits on ships that have left the map do not count, whatever was done to planes aboard (Exiting the Map).
    """
    lines: list[JSON] = []
    for ship in plot.withdrawn:
        scored = sum(each["halves"] for each in plot.points if each["of"] == ship)
        if scored:
            to = ENEMY[plot.ships[ship]["side"]]
            lines.append({"to": to, "halves": -scored, "why": f"{ship} withdrew: hits on her do not count"})
    lines.append({"to": plot.holder, "halves": MIDWAY_POINTS, "why": "holds Midway"})
    if plot.option("sft") and plot.holder == JAPAN and plot.at.get(SFT) == MIDWAY_HEX:
        lines.append({"to": JAPAN, "halves": 1 if plot.strength(SFT) == REDUCED else 2, "why": "SFT at Midway"})
    score = dict(plot.score)
    for line in lines:
        score[line["to"]] += line["halves"]
    return lines, score


def verdict(score: dict[str, int]) -> str:
    """Who has won; points that are exactly equal are a draw."""
    us, japan = score[US], score[JAPAN]
    if us == japan:
        return f"A draw, {halves(us)} to {halves(japan)}."
    winner = US if us > japan else JAPAN
    return f"{NAMES[winner]} wins, {halves(max(us, japan))} to {halves(min(us, japan))}."


ENDINGS = {
    "time": "Turn 25 is over.",
    "midway": "Midway is Japan’s.",
    "carriers": "Too many carriers are lost.",
    "gone/us": "The US has nothing left on the map.",
    "gone/japan": "Japan has nothing left on the map.",
    "agreed": "Both sides agree to end.",
    "concede": "{loser} concedes; {winner} wins. In a series that is worth {series} points.",
}
"""How a game may end, and what is said then."""


def finish(g: Play, how: str) -> None:
    """Tell the outcome, and then the truth."""
    lines, score = final(g.truth)
    g.tell(g.all, "tally", "Victory Points", lines=lines, score=score)
    _reveal(g)
    g.tell(g.all, "ended", "Ending a Game", how=how.partition("/")[0], by="", text=f"{ENDINGS[how]} {verdict(score)}")


def conceded(g: Play, by: str) -> None:
    """A concession: nothing is counted; a series gives the winner a fixed number of points."""
    _reveal(g)
    winner = ENEMY[by]
    text = ENDINGS["concede"].format(loser=NAMES[by], winner=NAMES[winner], series=SERIES[by])
    g.tell(g.all, "ended", "Ending a Game", how="concede", by=by, text=text)


def _reveal(g: Play) -> None:
    ditched = sum(1 for u in g.truth.air.values() if u["box"] == DITCHED)
    g.tell(g.all, "revealed", "Ending a Game", at=dict(g.truth.at), withdrawn=list(g.truth.withdrawn), ditched=ditched)
