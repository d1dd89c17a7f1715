"""What was told, as sentences for those who heard it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.asks import outcome_words
from umpire.games.lightning_midway.terms import ENEMY, HAND, HORNET, NAMES, SIDES
from umpire.games.sayings import core_sayings
from umpire.table.plot import Dispatch
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]


def card_words(card: JSON) -> str:
    """``US Tactic``."""
    return f"{NAMES[card['by']]} {card['type']}"


def cards_words(cards: Iterable[JSON]) -> str:
    return listed(card_words(card) for card in cards)


def signed(n: int) -> str:
    """``+2``, ``−1``, ``0``."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def plain(n: int) -> str:
    """``2``, ``−1``."""
    return f"−{-n}" if n < 0 else str(n)


def totals_words(totals: Mapping[str, int], by: str) -> str:
    """``US 5 against Japan 4``."""
    return f"{NAMES[by]} {plain(totals[by])} against {NAMES[ENEMY[by]]} {plain(totals[ENEMY[by]])}"


def cell_words(key: str, value: JSON) -> str:
    """A printed value as it reads by its key."""
    if key == kits.FIRST:
        return f"{value} begins"
    return f"{key.partition('/')[2]}: {value or 'dependents not named'}"


def _attack(f: Facts) -> str:
    drawn = f" {HORNET} is a target: {NAMES[ENEMY[f['by']]]} draws a card." if f["draws"] else ""
    return f"{NAMES[f['by']]} attacks {listed(f['targets'])}.{drawn}"


def _committed(f: Facts) -> str:
    if f["force"] is None:
        return f"{NAMES[f['side']]} commits nothing."
    return f"{NAMES[f['side']]} commits Force Cards of {f['force']}."


def _played(f: Facts) -> str:
    card = f["card"]
    parts = [f"{signed(card['value'])}"] if card["value"] else []
    parts += [f"{signed(card['hurts'])} to {NAMES[ENEMY[f['by']]]}"] if card["hurts"] else []
    parts += ["After Battle"] if card["after"] else []
    gone = f" {cards_words(f['gone'])} discarded." if f["gone"] else ""
    return f"{NAMES[f['by']]} lays a {card['type']}{': ' if parts else ''}{', '.join(parts)}.{gone}"


def _special(f: Facts) -> str:
    name = f["name"] if f["name"] != "another" else "a Special card"
    bonus = f", {signed(f['bonus'])}" if f["bonus"] else ""
    return f"{NAMES[f['by']]} plays {name}{bonus}."


def _outcome(f: Facts) -> str:
    totals = f" {totals_words(f['totals'], f['by'])}." if f["totals"] else ""
    after = f" After Battle, in this order: {cards_words(f['after'])}." if f["after"] else ""
    return f"{outcome_words(f['targets'], f['outcome'], f['destroyed'])}.{totals}{after}"


def _clean_up(f: Facts) -> str:
    return " ".join(f"Out of the game with {name}: {dependents_words(f, name)}." for name in f["destroyed"])


def dependents_words(f: Facts, name: str) -> str:
    """The cards that leave the game with an objective."""
    named = f["dependents"][name]
    return f"every card marked Dependent on {name}{f' ({named})' if named else ''}"


def _by_side(counted: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(side, counted[side]) for side in SIDES]


SAYINGS: Mapping[str, Callable[[Facts], str]] = {
    **core_sayings(NAMES, cell_words),
    "kit": lambda f: "",
    "opened": lambda f: "The table is set: starting Force Cards lie open, nine cards are drawn besides.",
    "turn": lambda f: f"Turn {f['n']}, {NAMES[f['by']]}.",
    "exchanged": lambda f: f"{NAMES[f['by']]} exchanges {counted(f['n'], 'card')}.",
    "reshuffled": lambda f: f"{NAMES[f['by']]}’s deck ran out; the discard pile is shuffled and is the deck.",
    "reinforced": lambda f: f"{NAMES[f['by']]} reinforces: {counted(f['n'], 'Force Card')} to the table.",
    "prepared": lambda f: f"{NAMES[f['by']]} prepares: draws up to {HAND} cards.",
    "no-option": lambda f: f"{NAMES[f['by']]} takes no option.",
    "attack": _attack,
    "committed": _committed,
    "no-target": lambda f: f"{NAMES[f['by']]} plays No Target.",
    "scouts": lambda f: f"{NAMES[f['by']]} plays Scouts: No Target is cancelled.",
    "played": _played,
    "special": _special,
    "adjusted": lambda f: f"{NAMES[f['side']]}’s total put right: {signed(f['by'])}.",
    "passed": lambda f: f"{NAMES[f['by']]} {'lays no more now' if f.get('done') else 'passes'}.",
    "outcome": _outcome,
    "clean-up": _clean_up,
    "hands": lambda f: f"In hand: {listed(f'{NAMES[side]} {n}' for side, n in _by_side(f['hands']))}.",
    "ended": lambda f: f["text"],
}


def say(dispatch: Dispatch) -> str:
    """A dispatch in words; an empty string for one that needs none."""
    made = SAYINGS.get(dispatch.kind)
    return made(dispatch.facts) if made else ""
