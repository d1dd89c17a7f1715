"""Do this on the table: after each part of play, what to do with the cards."""

from __future__ import annotations

from typing import Any

from umpire.games import showing
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.terms import DESTROYED, ENEMY, HAND, HORNET, NAMES, STOPPED
from umpire.games.lightning_midway.words import card_words, cards_words, dependents_words
from umpire.table.plot import Dispatch
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
    heard = _turn_of(plot, "attack")
    lines = [line for said in heard if said.kind == "set-right" for line in _set_right(plot, said.facts)]
    if plot.fight["window"] == "attackers":
        return [line for said in heard if said.kind == "attack" for line in _attack(plot, said.facts)] + lines
    laid = [said for said in heard if said.kind == "played"]
    return (_played(plot, laid[-1].facts) if laid else []) + lines


def _turn_of(plot: LightningPlot, kind: str) -> list[Dispatch]:
    """What stands of what was told since the turn began in which something of a kind was told last."""
    heard = [said for said in plot.heard if not said.struck]
    last = max((n for n, said in enumerate(heard) if said.kind == kind), default=0)
    begun = max((n for n, said in enumerate(heard[: last + 1]) if said.kind == "turn"), default=0)
    return heard[begun:]


def _opened(plot: LightningPlot, f: Facts) -> Lines:
    return [
        "Country and Objective Cards face up; the Force Cards marked S face up beside them.",
        f"Both sides: shuffle, and draw {HAND} cards besides those.",
    ]


def _exchanged(plot: LightningPlot, f: Facts) -> Lines:
    how = "face up" if plot.agreed("discards") else "face down"
    cards = counted(f["n"], "card")
    return [f"{NAMES[f['by']]}: {cards} {how} to the discard pile, then draw as many.", *_met(plot, f["by"])]


def _met(plot: LightningPlot, side: str) -> Lines:
    """What a side does with a card drawn that depends on a lost objective of its own; nothing while none is lost."""
    lost = [name for name in plot.sunk if plot.objectives[name] == side]
    if not lost:
        return []
    after = "draw another for it" if plot.agreed("redraw") else "draw no other for it"
    return [f"A card drawn that depends on {listed(lost, 'or')}: out of the game, {after}."]


def _reshuffled(plot: LightningPlot, f: Facts) -> Lines:
    return [f"{NAMES[f['by']]}: shuffle the discard pile; it is the deck. Then draw on."]


def _attack(plot: LightningPlot, f: Facts) -> Lines:
    drawn = f"{NAMES[ENEMY[f['by']]]}: draw a card, since {HORNET} is a target. It stays drawn whatever comes."
    return [drawn] if f["draws"] else []


def _played(plot: LightningPlot, f: Facts) -> Lines:
    if not f["gone"]:
        return []
    same = (f["card"]["by"], f["card"]["type"])
    names = [("the earlier " if (c["by"], c["type"]) == same else "") + card_words(c) for c in f["gone"]]
    return [f"Discard: {listed(names)}."]


def _set_right(plot: LightningPlot, f: Facts) -> Lines:
    """An objective found destroyed after all takes its dependent cards along."""
    kind, _, name = f["fact"].partition("/")
    if kind != "objective" or f["value"] != DESTROYED:
        return []
    return _pulled({"destroyed": [name], "dependents": {name: kits.dependents(plot.kit, name)}})


DISCARD = "Discard every Action Card left."
BACK = ["Both sides: all committed Force Cards back to hand. Those not committed stay.", DISCARD]


def _outcome(plot: LightningPlot, f: Facts) -> Lines:
    """In the order that was ruled: After Battle, then what `_clean_up` has of a destroyed target, the hands, the discards."""
    told = _turn_of(plot, "outcome")
    followed = any(said.kind == "committed" for said in told)
    drew = any(said.kind == "attack" and said.facts["draws"] for said in told) and not followed
    drawn = [f"{NAMES[ENEMY[f['by']]]} keeps the card it drew when {HORNET} became a target."] if drew else []
    if f["outcome"] == STOPPED:
        return [*drawn, f"{NAMES[f['by']]}: the attackers back to hand. Discard No Target and what was played with it."]
    made = drawn + _after_battle(plot, f)
    if not f["destroyed"]:
        made += BACK
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
        fallen = any(said.kind == "outcome" and said.facts["destroyed"] for said in _turn_of(plot, "outcome"))
        return BACK if fallen else []
    others = "Both sides: all other committed Force Cards back to hand. Those not committed stay."
    return [*_pulled(f), others, DISCARD]


def _pulled(f: Facts) -> Lines:
    """What leaves the game with the objectives that are destroyed."""
    made = [
        f"Out of the game: {name}, and {dependents_words(f, name)}: on the table, in hand." for name in f["destroyed"]
    ]
    return [*made, "The same cards still in the deck or discards: out as they are met."]


_SHARED: showing.Shared = {
    "opened": _opened,
    "exchanged": _exchanged,
    "reshuffled": _reshuffled,
    "reinforced": lambda plot, f: [f"{NAMES[f['by']]}: {counted(f['n'], 'Force Card')} from hand to table, face up."],
    "prepared": lambda plot, f: [f"{NAMES[f['by']]}: draw up to {HAND} cards.", *_met(plot, f["by"])],
    "attack": _attack,
    "played": _played,
    "outcome": _outcome,
    "clean-up": _clean_up,
    "set-right": _set_right,
}
