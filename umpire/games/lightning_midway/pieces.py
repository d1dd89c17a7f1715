"""Do this on the table: after each part of play, what to do with the cards."""

from __future__ import annotations

from typing import Any

from umpire.games import showing
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.terms import ENEMY, HAND, HORNET, NAMES, STOPPED
from umpire.games.lightning_midway.words import cards_words, dependents_words
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]
Lines = list[str]

STARTS = (
    *("opened", "exchanged", "reshuffled", "reinforced", "prepared", "no-option"),
    *("attack", "played", "outcome"),
)
"""Kinds with which a new thing to do begins: what was to do before it is done."""


def cards(plot: LightningPlot) -> Lines:
    """The last part of play that left something to do; in a fight only what that did. All of it is everybody's."""
    if not plot.fight:
        return showing.cards(plot, "", STARTS, _SHARED, {})["shared"]
    for said in reversed(plot.heard):
        if said.kind == "turn" and not said.struck:
            break
        if said.kind in ("attack", "played") and not said.struck and (lines := _SHARED[said.kind](plot, said.facts)):
            return lines
    return []


def _opened(plot: LightningPlot, f: Facts) -> Lines:
    return [
        "Country and Objective Cards face up; the Force Cards marked S face up beside them.",
        f"Both sides: shuffle, and draw {HAND} cards besides those.",
    ]


def _exchanged(plot: LightningPlot, f: Facts) -> Lines:
    how = "face up" if plot.agreed("discards") else "face down"
    cards = counted(f["n"], "card")
    return [f"{NAMES[f['by']]}: {cards} {how} to the discard pile, then draw as many.", *_met(plot)]


def _met(plot: LightningPlot) -> Lines:
    """What to do with a card drawn that depends on a lost objective; nothing while none is lost."""
    if not plot.sunk:
        return []
    after = "draw another for it" if plot.agreed("redraw") else "draw no other for it"
    return [f"A card drawn that depends on {listed(plot.sunk, 'or')}: out of the game, {after}."]


def _reshuffled(plot: LightningPlot, f: Facts) -> Lines:
    return [f"{NAMES[f['by']]}: shuffle the discard pile; it is the deck. Then draw on."]


def _attack(plot: LightningPlot, f: Facts) -> Lines:
    drawn = f"{NAMES[ENEMY[f['by']]]}: draw a card, since {HORNET} is a target. It stays drawn whatever comes."
    return [drawn] if f["draws"] else []


def _played(plot: LightningPlot, f: Facts) -> Lines:
    return [f"Discard: {cards_words(f['gone'])}."] if f["gone"] else []


DISCARD = "Discard every Action Card left."


def _outcome(plot: LightningPlot, f: Facts) -> Lines:
    """In the order that was ruled: After Battle, then what `_clean_up` has of a destroyed target, the hands, the discards."""
    if f["outcome"] == STOPPED:
        return [f"{NAMES[f['by']]}: the attackers back to hand. Discard No Target and what was played with it."]
    made = _after_battle(plot, f)
    if not f["destroyed"]:
        made += ["Both sides: all committed Force Cards back to hand. Those not committed stay.", DISCARD]
    return made


def _after_battle(plot: LightningPlot, f: Facts) -> Lines:
    """The effects there are; where the fight was not followed, that there may be some."""
    if f["after"]:
        return [f"After Battle, in this order: {cards_words(f['after'])}."]
    if f["totals"]:
        return []
    return [f"After Battle effects of cards still on the table, the {plot.agreed('after')}’s first."]


def _clean_up(plot: LightningPlot, f: Facts) -> Lines:
    if not f["destroyed"]:
        return []
    made = [
        f"Out of the game: {name}, and {dependents_words(f, name)}: on the table, in hand." for name in f["destroyed"]
    ]
    made += ["The same cards still in the deck or discards: out as they are met."]
    return [*made, "Both sides: all other committed Force Cards back to hand. Those not committed stay.", DISCARD]


_SHARED: showing.Shared = {
    "opened": _opened,
    "exchanged": _exchanged,
    "reshuffled": _reshuffled,
    "reinforced": lambda plot, f: [f"{NAMES[f['by']]}: {counted(f['n'], 'Force Card')} from hand to table, face up."],
    "prepared": lambda plot, f: [f"{NAMES[f['by']]}: draw up to {HAND} cards.", *_met(plot)],
    "attack": _attack,
    "played": _played,
    "outcome": _outcome,
    "clean-up": _clean_up,
}
