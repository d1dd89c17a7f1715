"""What the players agree on before play: how much the clerk follows, and readings of the rules."""

from __future__ import annotations

from typing import Any

from umpire.table.script import Setting

JSON = Any

RECORD, STRIP = "record", "strip"
ACROSS, PER_SIDE = "across", "side"
ONE, SEVERAL = "one", "several"
FREE, COUNTED, CLOSED = "free", "counted", "closed"

SETTINGS = (
    Setting(
        "fights",
        "An attack",
        ((RECORD, "only its outcome is told"), (STRIP, "is followed window by window, with both totals")),
        "How to Attack",
    ),
    Setting(
        "hands",
        "Cards in hand",
        (
            (FREE, "anybody may ask how many; the app does not count"),
            (COUNTED, "counted by the app"),
            (CLOSED, "nobody need say how many; the app does not count"),
        ),
        "Hand Limit",
    ),
    Setting(
        "slots",
        "One Action Card of each type",
        ((ACROSS, "in the whole combat: the newest stays"), (PER_SIDE, "for each side")),
        "How to Attack 6",
    ),
    Setting(
        "rounds",
        "Action Cards are laid",
        ((ONE, "one each in turn, the attacker first"), (SEVERAL, "one or more at a time, the attacker first")),
        "How to Attack 4 and 5; Action Cards",
    ),
    Setting(
        "after",
        "After Battle effects of both sides",
        (("attacker", "the attacker’s first"), ("defender", "the defender’s first")),
        "How to Attack 9",
    ),
    Setting(
        "discards",
        "Discard piles",
        ((True, "open: exchanged cards lie on them face up"), (False, "closed: exchanged cards go face down")),
        "Player Turn 1",
    ),
    Setting(
        "redraw",
        "A card drawn that depends on a lost objective",
        ((False, "out of the game, and not replaced"), (True, "out of the game, and another is drawn for it")),
        "Dependent Cards",
    ),
)
DEFAULTS: dict[str, JSON] = {each.name: each.default for each in SETTINGS}
