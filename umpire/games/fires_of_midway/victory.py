"""Victory or withdrawal, the last step of a turn, and how a game ends (End Phase, Victory or withdrawal)."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import Choose, option, titled
from umpire.games.fires_of_midway.ending import DRAW, Outcome, foretold, over, stays_in, withdrawn
from umpire.games.fires_of_midway.initiative import in_order
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import JAPAN, SIDES, US, other
from umpire.games.fires_of_midway.telling import ask, do, tell
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.asks import TABLE, Ask
from umpire.table.script import Play, Steps

JSON = Any
RULE = "End Phase, Victory or withdrawal"
CONFIDENCE_RULE = "Confidence"
FIGHT, WITHDRAW = "fight", "withdraw"
INTENSITY, NO_CARRIER, CONCEDED, AGREED = "intensity", "no-carrier", "concede", "end"
ENDINGS = (INTENSITY, NO_CARRIER, WITHDRAW, CONCEDED, AGREED)
"""The ways a game ends: by VP, for want of a carrier, by withdrawal, by a side’s word, by that of the table."""


def victory(g: Play) -> Steps[None]:
    """Who is confident; Intensity; then each side, the confident one first, withdraws or fights on.

    VP may be set right between two words, and so all of it is looked at again after each of them.
    """
    confidence(g)
    while not decided(g) and to_say(g.truth):
        yield from withdraws(g)
        if g.truth.ended:
            return


def confidence(g: Play) -> None:
    """Whoever leads in VP is confident, the other desperate; both are with a tie. Only here the markers are turned."""
    lead = g.truth.by_points()
    if lead == g.truth.lead:
        return
    tell(g, "confidence", CONFIDENCE_RULE, side=lead, now={"lead": lead})
    lines = [f"{NAMES[side]}: VP marker to {'confident' if side == lead else 'desperate'}" for side in SIDES]
    do(g, CONFIDENCE_RULE, *lines)


def decided(g: Play) -> bool:
    """Whether the game ends with nobody's word: Intensity is reached, or a side has no carrier."""
    if outcome := _by_points(g.truth):
        finish(g, INTENSITY, "", outcome, _reached(g.truth))
        return True
    gone = [side for side in in_order(g.truth.lead) if not afloat(g.truth, side)]
    if len(gone) == 2 or (gone and g.settings.get("no_carrier", "withdraws") == "withdraws"):
        by = gone[0] if len(gone) == 1 else ""
        words = f"{NAMES[by]} has no carrier left and withdraws." if by else "No carrier is left afloat."
        finish(g, NO_CARRIER, by, Outcome(g.truth.vp[US], g.truth.vp[JAPAN]), words)
        return True
    return False


def _by_points(plot: FiresPlot) -> Outcome | None:
    return over(plot.vp[US], plot.vp[JAPAN], plot.intensity)


def _reached(plot: FiresPlot) -> str:
    return f"Intensity {plot.intensity} is reached."


def to_say(plot: FiresPlot) -> list[str]:
    """The sides that have not said this turn that they fight on, in the order in which they are asked."""
    live = (each for each in reversed(plot.heard) if not each.struck)
    this_turn = takewhile(lambda each: each.kind != "turn", live)
    said = [each.facts["side"] for each in this_turn if each.kind == "fights-on"]
    return [side for side in in_order(plot.by_points()) if side not in said]


def withdraws(g: Play) -> Steps[None]:
    """Whether the side whose word it is withdraws, which ends the game."""
    word = yield from ask(g, lambda: withdrawal_of(g.truth))
    side = str(g.asked[TABLE].facts["of"])
    confidence(g)
    if outcome := _by_points(g.truth):
        finish(g, INTENSITY, "", outcome, _reached(g.truth))
    elif word == WITHDRAW:
        outcome = withdrawn(g.truth.vp[US], g.truth.vp[JAPAN], side)
        finish(g, WITHDRAW, side, outcome, f"{NAMES[side]} withdraws.")
    else:
        tell(g, "fights-on", RULE, side=side)


def afloat(plot: FiresPlot, side: str) -> bool:
    """Whether a side has a carrier, or the island, that still acts."""
    return bool(plot.in_play(side))


def withdrawal_of(plot: FiresPlot) -> Choose:
    """Withdraw or fight on, with what each would mean shown first; who is asked and who pays follows the VP as they are."""
    side, *later = to_say(plot)
    score = plot.vp[US], plot.vp[JAPAN]
    notes = stays_in(side, bool(later), NAMES), foretold(*score, side, NAMES)
    if _by_points(plot):
        notes = ("the game ends: Intensity is reached",) * 2
    options = [option(FIGHT, "Fight on", notes[0]), option(WITHDRAW, "Withdraw", notes[1])]
    words = f"US {score[0]} VP, Japan {score[1]} VP; Intensity {plot.intensity}."
    if plot.lead != plot.by_points():
        words = f"{spirits(plot.by_points())} Turn the VP markers so. {words}"
    facts = titled(f"{NAMES[side]}: withdraw or fight on?", words, RULE, side, options=options)
    return Choose(f"t{plot.played}/withdraw/{side}", facts)


def lead_shown(plot: FiresPlot, asked: Ask | None) -> str:
    """Who is confident as the boards show it: by the VP while a side is asked whether it withdraws, else by the markers."""
    counted = asked is not None and asked.name.startswith(f"t{plot.played}/withdraw/")
    return plot.by_points() if counted else plot.lead


def spirits(lead: str) -> str:
    """Who is confident, as it is said."""
    return f"{NAMES[lead]} is confident." if lead else "Both sides are desperate."


def finish(g: Play, how: str, by: str, outcome: Outcome, words: str) -> None:
    """The game is over: by what, and who has won it."""
    now: dict[str, JSON] = {"clock/phase": phases.OVER, "clock/ship": ""}
    now["lead"] = "" if outcome.winner == DRAW else outcome.winner
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
    "confidence": lambda f: spirits(f["side"]),
    "fights-on": lambda f: f"{NAMES[f['side']]} fights on.",
    "ended": lambda f: f["text"],
}
