"""What a table plays by, for its papers: what was agreed, and the house's readings."""

from __future__ import annotations

from umpire.games.agreed import agreed
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.settings import SETTINGS, STRIP
from umpire.games.paper import Block


def edition(plot: LightningPlot) -> str:
    """The game, and how much of it the clerk follows."""
    how = "attacks window by window" if plot.agreed("fights") == STRIP else "attacks by their outcome"
    return f"{kits.title()}, {how}"


def settings(plot: LightningPlot) -> Block:
    """Everything that was agreed before play: what is chosen otherwise with its rule, all else in brief."""
    said = agreed(SETTINGS, plot.settings, lambda each: f" ({each.rule})", dice=False) if plot.settings else ()
    return Block("Agreed before play", before=said, small=True)


def rulings(plot: LightningPlot) -> Block:
    """Where the rulebook leaves a choice, what this table plays: a paragraph a subject."""
    made = RULINGS if plot.objectives else ()
    return Block("Rulings of the house", before=made, small=True)


RULINGS = (
    "The end of an attack: values are compared; After Battle effects are applied; what depends on a destroyed target leaves "
    "the game; all other committed Force Cards go to hand; Action Cards are discarded; then it is seen who has won.",
    "An exchange is once a turn, of any number, before the option and besides it. A deck that runs out is made of the "
    "discards whenever a card is to be drawn.",
    "A side with no Force Card in the combat counts as having passed. A Special card is no pass "
    "of whoever lays it; the other side may answer it, though it had passed.",
    "Knock-out Blow: before the attackers are committed; one combat for all its targets, "
    "and its outcome holds for each unless the card says otherwise. If "
    "Hornet is among them the US draws.",
    "A dependent card in a hand of nine leaves the game first; with eight left its owner may Prepare.",
)
