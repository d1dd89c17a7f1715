"""What is known at a table of Lightning: Midway. All of it is open, so every audience's plot holds the same."""

from __future__ import annotations

from typing import Any

from umpire.games.lightning_midway.settings import COUNTED, DEFAULTS
from umpire.games.lightning_midway.terms import DESTROYED, ENEMY, HAND, HORNET, REINFORCEMENTS, SIDES, STOPPED
from umpire.table.plot import Plot

JSON = Any


class LightningPlot(Plot):
    """The objectives that are in play, whose turn it is, and the fight that is on."""

    STATE = (
        *("settings", "objectives", "sunk", "fell", "turn", "mover", "step"),
        *("exchanged", "told_so_far", "fight", "hands"),
    )

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.settings: dict[str, JSON] = {}
        self.objectives: dict[str, str] = {}
        """Every Objective Card, with its side, in play or not."""
        self.sunk: list[str] = []
        """Those destroyed, in the order they went."""
        self.fell: list[str] = []
        """Of those, what the attack of this turn destroyed."""
        self.turn = 0
        """Player turns begun."""
        self.mover = ""
        self.step = "set-up"
        self.exchanged = False
        """Whether the exchange of this turn has been made (Player Turn 1)."""
        self.told_so_far = 0
        """What was told in this turn before its one option; it names the next ask."""
        self.fight: JSON = None
        """The attack that is on: see `fight.py` for what is in it."""
        self.hands: dict[str, int] = {}
        """Cards in each hand, where the app counts them."""

    def agreed(self, name: str) -> JSON:
        """What is agreed on a point."""
        return self.settings.get(name, DEFAULTS[name])

    @property
    def played(self) -> int:
        """Turns begun; it names the asks, and no correction changes it."""
        return self.turn

    @property
    def counts_hands(self) -> bool:
        return bool(self.agreed("hands") == COUNTED)

    def left(self, side: str) -> list[str]:
        """A side's objectives that are in play."""
        return [name for name in sorted(self.objectives) if self._stands(name, side)]

    def _stands(self, name: str, side: str) -> bool:
        return self.objectives[name] == side and name not in self.sunk

    @property
    def score(self) -> dict[str, int]:
        """How many enemy objectives each side has destroyed."""
        return {side: sum(self.objectives[name] == ENEMY[side] for name in self.sunk) for side in SIDES}

    @property
    def winner(self) -> str:
        """The side all of whose targets are destroyed has lost; empty while neither has (Victory)."""
        return next((side for side in SIDES if self.objectives and not self.left(ENEMY[side])), "")

    # What is told.

    def hear_opened(self, settings: dict[str, JSON], objectives: dict[str, str]) -> None:
        """The table is set: what is agreed, and the Objective Cards."""
        self.settings, self.objectives = settings, objectives
        if self.counts_hands:
            self.hands = dict.fromkeys(SIDES, HAND)

    def hear_turn(self, n: int, by: str) -> None:
        """A player turn begins."""
        self.turn, self.mover, self.step = n, by, "turn"
        self.exchanged, self.told_so_far, self.fight, self.fell = False, 0, None, []

    def hear_exchanged(self, by: str, n: int) -> None:
        """Cards of a hand were exchanged for as many from the deck."""
        self.exchanged = True
        self.told_so_far += 1

    def hear_reshuffled(self, by: str) -> None:
        """A deck ran out; the discard pile is the deck now."""
        self.told_so_far += 1

    def hear_reinforced(self, by: str, n: int) -> None:
        """Force Cards came from a hand to the table."""
        self._in_hand(by, -n)

    def hear_prepared(self, by: str) -> None:
        """A hand was drawn up to nine."""
        if self.hands:
            self.hands[by] = HAND

    def hear_no_option(self, by: str) -> None:
        """A side chooses none of the options, as one may that has no use for any."""

    def draws(self, targets: list[str]) -> bool:
        """Whether the side attacked draws a card for what is a target now and was none before (The ATTACK Action)."""
        before = self.fight["targets"] if self.fight else []
        return any(name.casefold() == HORNET.casefold() and name not in before for name in targets)

    def hear_attack(self, by: str, targets: list[str], draws: bool) -> None:
        """An attack is declared on a target; or Knock-out Blow, one card for all it adds, has added to them."""
        self._in_hand(ENEMY[by], int(draws))
        if len(targets) > 1 and (self.fight is None or len(self.fight["targets"]) == 1):
            self._in_hand(by, -1)
        self.step = "fight"
        if self.fight is None:
            self.fight = {"by": by, "targets": targets, "window": "attackers", "force": {}, "cards": [], "n": 0}
            self.fight |= {"extra": dict.fromkeys(SIDES, 0), "passed": [], "word": by, "goes_on": False}
        else:
            self.fight["targets"] = targets
            self.fight["n"] += 1

    def hear_committed(self, side: str, force: int | None) -> None:
        """The Force Cards a side commits, by what they add up to; None for a defender that commits none."""
        if force is not None:
            self.fight["force"][side] = force
        self.fight["window"] = "no-target" if side == self.fight["by"] else "cards"
        self.fight["n"] += 1

    def hear_no_target(self, by: str) -> None:
        """No Target is played, and waits for Scouts."""
        self.fight["window"] = "scouts"
        self.fight["n"] += 1
        self._in_hand(by, -1)

    def hear_scouts(self, by: str) -> None:
        """Scouts cancels No Target: the window is as it was, and another may follow."""
        self.fight["window"] = "no-target"
        self.fight["n"] += 1
        self._in_hand(by, -1)

    def hear_played(self, by: str, card: JSON, gone: list[JSON], word: str) -> None:
        """An Action Card is laid; those it replaced or discarded are gone."""
        ids = [each["id"] for each in gone]
        self.fight["cards"] = [*(each for each in self.fight["cards"] if each["id"] not in ids), card]
        self.fight["passed"], self.fight["word"] = [], word
        self.fight["goes_on"] = word == by and ENEMY[by] in self.fight["force"]
        self.fight["n"] += 1
        self._in_hand(by, -1)

    def hear_special(self, by: str, name: str, bonus: int) -> None:
        """A Special card is played: outside the limit of one of each type, but a card that the other side may answer."""
        self.fight["extra"][by] += bonus
        self.fight["passed"] = [side for side in self.fight["passed"] if side == by]
        self.fight["n"] += 1
        self._in_hand(by, -1)

    def hear_adjusted(self, side: str, by: int) -> None:
        """A total is put right by hand: what a card's text does that the strip does not know."""
        self.fight["extra"][side] += by
        self.fight["n"] += 1

    def hear_passed(self, by: str, word: str, done: bool = False) -> None:
        """A side lays no card now; or it has `done` with the several it laid at a time, which is no pass."""
        if not done:
            self.fight["passed"] = [*self.fight["passed"], by]
        self.fight["word"], self.fight["goes_on"] = word, False
        self.fight["n"] += 1

    def hear_outcome(
        self, by: str, targets: list[str], outcome: str, destroyed: list[str], totals: JSON, after: list[JSON]
    ) -> None:
        """What came of an attack."""
        if outcome == STOPPED and self.fight["window"] == "attackers":
            self._in_hand(ENEMY[by], -1)
        self.sunk = [*self.sunk, *(name for name in destroyed if name not in self.sunk)]
        self.step, self.fight, self.fell = "clean-up", None, destroyed

    def hear_clean_up(self, by: str, destroyed: list[str], dependents: dict[str, str]) -> None:
        """What leaves the game with the objectives that were destroyed, and what goes back to hand."""

    def hear_hands(self, hands: dict[str, int]) -> None:
        """The cards in each hand, counted after a fight."""
        self.hands = hands

    def _in_hand(self, side: str, n: int) -> None:
        if self.hands:
            self.hands[side] = max(0, self.hands[side] + n)

    def hear_set_right(self, fact: str, value: JSON, text: str, reason: str) -> None:
        kind, _, name = fact.partition("/")
        if kind == "objective":
            self.sunk = [each for each in self.sunk if each != name] + ([name] if value == DESTROYED else [])
            self.fell = [each for each in self.fell if each != name or value == DESTROYED]
        elif kind == "mover":
            self.exchanged = self.exchanged and self.mover == value
            self.mover = value
        elif kind == "hand":
            self.hands[name] = value
        else:
            self.kit[name] = value


def most_reinforcements(plot: LightningPlot, side: str) -> int:
    """How many Force Cards a side may bring to the table: three, or as many cards as it has (Player Turn 2)."""
    return min(REINFORCEMENTS, plot.hands[side]) if plot.hands else REINFORCEMENTS
