"""The windows of an attack and what is reckoned in them: pure functions of the fight as a plot holds it.

A fight holds `by`, `targets`, the open `window`, the `force` of each side that has committed any, the Action `cards` on the
table (each with id, by, type, value, hurts, after), the `extra` of each side (Special cards, corrections), who has `passed`
since a card was last laid, whose `word` it is, and `n`, how much was said, which names the next ask.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from umpire.games.lightning_midway.settings import ACROSS
from umpire.games.lightning_midway.terms import COMBINED, DESTROYED, ENEMY, HELD, SIDES, TYPES

JSON = Any
Fight = Mapping[str, JSON]

WINDOWS = {
    "target": "Target",
    "attackers": "Attackers",
    "no-target": "No Target / Scouts",
    "defenders": "Defenders",
    "cards": "Action Cards in turn",
    "compare": "Compare",
    "after": "After Battle",
    "clean-up": "Clean up",
}
"""The windows in their order (How to Attack; Special Cards, note on No Target)."""
OPEN = {
    "attackers": ("attackers",),
    "no-target": ("no-target", "defenders"),
    "scouts": ("no-target",),
    "cards": ("cards",),
    "compare": ("compare",),
}
"""Which windows stand open by where a fight has come to. They are shown whoever could use them, so they tell nothing."""


def committed(fight: Fight) -> list[str]:
    """The sides with Force Cards in the combat: they alone may lay Action Cards (How to Attack 3)."""
    return [side for side in SIDES if side in fight["force"]]


def total(fight: Fight, side: str) -> int:
    """A side's Attack or Defense value: its Force Cards, and what is on the table now (How to Attack 10)."""
    own = sum(card["value"] for card in fight["cards"] if card["by"] == side)
    hurt = sum(card["hurts"] for card in fight["cards"] if card["by"] == ENEMY[side])
    return int(fight["force"].get(side, 0) + own + hurt + fight["extra"][side])


def outcome(attack: int, defence: int) -> str:
    """The higher value wins, and the defender a tie (How to Attack 10)."""
    return DESTROYED if attack > defence else HELD


def compared(fight: Fight) -> str:
    """What the totals of a fight come to as they stand."""
    return outcome(total(fight, fight["by"]), total(fight, ENEMY[fight["by"]]))


def stage(fight: Fight) -> str:
    """Where a fight has come to: its window, or Compare once nobody may lay a card any more."""
    return "compare" if fight["window"] == "cards" and is_over(fight) else str(fight["window"])


def going(cards: Sequence[JSON], laid: JSON, slots: str, discards: Collection[str] = ()) -> list[JSON]:
    """The cards on the table that a card laid now replaces, or discards by its text (How to Attack 6; Action Cards).

    One of each type is on the table: of either side where that is agreed `across` both. `discards` are ids of cards that
    the text of the one laid names.
    """
    return [
        card
        for card in cards
        if card["id"] in discards or (card["type"] == laid["type"] and (slots == ACROSS or card["by"] == laid["by"]))
    ]


def is_over(fight: Fight) -> bool:
    """Whether everybody who may lay a card has passed since one was last laid (How to Attack 7 and 8)."""
    return all(side in fight["passed"] for side in committed(fight))


def word_after(fight: Fight, by: str, *, keeps: bool = False) -> str:
    """Whose word it is once a side has laid a card or passed: the other's, if that has any force in the combat."""
    return by if keeps or ENEMY[by] not in fight["force"] else ENEMY[by]


def after_battle(cards: Sequence[JSON], attacker: str, first: str) -> list[JSON]:
    """The After Battle effects to be applied, in their order: of cards still on the table only (How to Attack 9)."""
    begins = attacker if first == "attacker" else ENEMY[attacker]
    left = [{"by": card["by"], "type": card["type"]} for card in cards if card["after"]]
    return sorted(left, key=lambda card: (card["by"] != begins, TYPES.index(card["type"])))


def combined_attack(kinds: Iterable[str], *, attacking: bool) -> int:
    """What Combined Attack adds: three to an attack with dive and torpedo bombers, nothing to a defence (Special Cards)."""
    flown = list(kinds)
    return COMBINED if attacking and "dive" in flown and "torpedo" in flown else 0
