"""Victory or withdrawal, the last step of a turn, and how a game ends (End Phase, Victory or withdrawal)."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import Choose, option, titled
from umpire.games.fires_of_midway.ending import DRAW, Outcome, foretold, over, stays_in, withdrawn
from umpire.games.fires_of_midway.initiative import in_order
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import JAPAN, SIDES, US, other
from umpire.games.fires_of_midway.telling import ask, tell
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.script import Play, Steps

JSON = Any
RULE = "End Phase, Victory or withdrawal"
FIGHT, WITHDRAW = "fight", "withdraw"
INTENSITY, NO_CARRIER, CONCEDED, AGREED = "intensity", "no-carrier", "concede", "end"
ENDINGS = (INTENSITY, NO_CARRIER, WITHDRAW, CONCEDED, AGREED)
"""The ways a game ends: by VP, for want of a carrier, by withdrawal, by a side’s word, by that of the table."""


def victory(g: Play) -> Steps[None]:
    """Intensity first; then each side, the confident one first, withdraws or fights on."""
    if outcome := over(g.truth.vp[US], g.truth.vp[JAPAN], g.truth.intensity):
        finish(g, INTENSITY, "", outcome, f"Intensity {g.truth.intensity} is reached.")
        return
    gone = [side for side in in_order(g.truth.lead) if not afloat(g.truth, side)]
    if len(gone) == 2 or (gone and g.settings.get("no_carrier", "withdraws") == "withdraws"):
        by = gone[0] if len(gone) == 1 else ""
        words = f"{NAMES[by]} has no carrier left and withdraws." if by else "No carrier is left afloat."
        finish(g, NO_CARRIER, by, Outcome(g.truth.vp[US], g.truth.vp[JAPAN]), words)
        return
    for side in in_order(g.truth.lead):
        if (yield from withdraws(g, side)):
            return


def withdraws(g: Play, side: str) -> Steps[bool]:
    """Whether a side withdraws, which ends the game."""
    word = yield from ask(g, lambda: withdrawal_of(g.truth, side))
    if word == WITHDRAW:
        outcome = withdrawn(g.truth.vp[US], g.truth.vp[JAPAN], side)
        finish(g, WITHDRAW, side, outcome, f"{NAMES[side]} withdraws.")
        return True
    tell(g, "fights-on", RULE, side=side)
    return False


def afloat(plot: FiresPlot, side: str) -> bool:
    """Whether a side has a carrier, or the island, that still acts."""
    return bool(plot.in_play(side))


def withdrawal_of(plot: FiresPlot, side: str) -> Choose:
    """Withdraw or fight on, with what each would mean shown first."""
    score = plot.vp[US], plot.vp[JAPAN]
    options = [
        option(FIGHT, "Fight on", stays_in(*score, side, NAMES)),
        option(WITHDRAW, "Withdraw", foretold(*score, side, NAMES)),
    ]
    words = f"US {score[0]} VP, Japan {score[1]} VP; Intensity {plot.intensity}."
    facts = titled(f"{NAMES[side]}: withdraw or fight on?", words, RULE, side, options=options)
    return Choose(f"t{plot.played}/withdraw/{side}", facts)


def finish(g: Play, how: str, by: str, outcome: Outcome, words: str) -> None:
    """The game is over: by what, and who has won it."""
    now: dict[str, JSON] = {"clock/phase": phases.OVER, "clock/ship": ""}
    now |= {f"vp/{side}": outcome.of(side) for side in SIDES if outcome.of(side) != g.truth.vp[side]}
    score = f"US {outcome.us} VP, Japan {outcome.japan} VP"
    won = "A draw" if outcome.winner == DRAW else f"{NAMES[outcome.winner]} wins"
    tell(g, "ended", RULE, how=how, by=by, text=f"{words} {won}: {score}.", now=now)


def ended(g: Play, how: str, by: str) -> None:
    """The outcome of a game that a motion ends."""
    score = Outcome(g.truth.vp[US], g.truth.vp[JAPAN])
    if how == CONCEDED:
        text = f"{NAMES[by]} concedes: {NAMES[other(by)]} wins. US {score.us} VP, Japan {score.japan} VP."
        tell(g, "ended", RULE, how=how, by=by, text=text, now={"clock/phase": phases.OVER, "clock/ship": ""})
    else:
        finish(g, AGREED, "", score, "The game ends here, as agreed.")


SAYINGS = {
    "fights-on": lambda f: f"{NAMES[f['side']]} fights on.",
    "ended": lambda f: f["text"],
}
