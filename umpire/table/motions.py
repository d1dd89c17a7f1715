"""Motions: what a party may move at any time, whatever is asked. Their list never varies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from umpire.table.asks import JSON, TABLE, Refusal
from umpire.table.ledger import Entry
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.script import Fact, Play

MOVED, AGREED, DECLINED, TAKEN_BACK, PUT, RULED = "moved", "agreed", "declined", "taken back", "put", "ruled"
CARRIED = "carried"
"""What is told of a motion that nobody else need agree to: the only side of a table moved it, or whoever is at it."""
BEFORE, RIGHT = "before ", "set-right"
"""What the name of a place to go back to begins with that is no stored position: ``before t3/p2/us/decks``."""
SAYINGS = (MOVED, AGREED, DECLINED, TAKEN_BACK, PUT, RULED)
BOTH = "both"
"""By whom a ruling is that both sides have confirmed."""


@dataclass(frozen=True)
class Motion:
    """One kind of motion; `needs_yes` when the other side must agree before it stands."""

    name: str
    label: str
    needs_yes: bool = True
    wants_text: bool = False
    sure: str = ""
    """What whoever moves it is asked once more, where nobody else is asked."""


CONCEDE = Motion(
    "concede",
    "Concede the game",
    needs_yes=False,
    sure="That gives the game up: it is over at once, and nobody else is asked. Sure?",
)
END = Motion("end", "Agree to end the game here", sure="That ends the game here: it is over at once. Sure?")
DISPUTE = Motion("dispute", "Raise a question of the rules", wants_text=True)
PAUSE = Motion("pause", "Rest the table")
RESUME = Motion("resume", "Take the table up again", needs_yes=False)
CORRECT = Motion("correct", "Set our own record right")
GO_BACK = Motion("back", "Go back to the beginning of a turn")
MOTIONS = {m.name: m for m in (CONCEDE, END, DISPUTE, PAUSE, RESUME, CORRECT, GO_BACK)}


def waits_for(side: str, motion: str, pending: Mapping[str, JSON]) -> bool:
    """Whether a motion that is pending waits for this side's yes: a question only once the other has put a ruling."""
    if motion == DISPUTE.name:
        return "ruling" in pending and bool(pending["put_by"] != side)
    return bool(pending["by"] != side)


class Motions:
    """The motions of one table, moved, answered and carried.

    `turns` gives the positions the table may go back to, by name.
    """

    def __init__(self, play: Callable[[], Play], turns: Callable[[], Mapping[str, int]]) -> None:
        self._play = play
        self._turns = turns

    @property
    def play(self) -> Play:
        """The table's play as it is now: a table that goes back begins another."""
        return self._play()

    @property
    def name(self) -> str:
        """The name the next word on a motion is entered under; it makes a second post the same post."""
        return f"motion/{self.play.truth.times('motion', 'pause')}"

    @property
    def attended(self) -> bool:
        return bool(self.play.settings.get("umpire"))

    @property
    def alone(self) -> bool:
        """Whether what is moved needs nobody's yes, and questions are settled by whoever has them."""
        return not self.attended and self.play.game.one_voice

    def may_move(self, party: str) -> bool:
        """Whether there is such a party: a side, the umpire, or where one screen is shared whoever is at it."""
        if party == UMPIRE:
            return self.attended
        return party in self.play.game.sides or (party == TABLE and self.play.game.shared)

    def plot(self, party: str) -> Any:
        """What a party knows that moves something."""
        return self.play.plots[PUBLIC if party == TABLE else party]

    def may_set_right(self, party: str, fact: Fact) -> bool:
        """Whether a fact is a party's to move: one of its own record, or of the record that all keep together."""
        return fact.side == party or (self.play.game.shared and not fact.side)

    def second_question(self, motion: str, say: str) -> str:
        """What is asked before a word ends the game with no other player’s yes; empty for any other word."""
        moved = MOTIONS.get(motion)
        if moved is None or say != MOVED:
            return ""
        nobody_else = self.alone or bool(self.play.game.commanded(self.play.settings))
        return "" if moved.needs_yes and not nobody_else else moved.sure

    def check(self, party: str, motion: str, say: str, text: str, value: JSON) -> None:
        """Raises `Refusal` when this word cannot be said now."""
        if (
            not all(isinstance(word, str) for word in (motion, say, text))
            or motion not in MOTIONS
            or say not in SAYINGS
        ):
            raise Refusal("There is no such motion.")
        if not self.may_move(party):
            raise Refusal("Only a side or the umpire can move that.")
        if self.play.truth.ended and not self._reopens(motion):
            raise Refusal("The game is over.")
        pending = self.play.truth.motions.get(motion)
        if say == MOVED:
            self._check_new(party, MOTIONS[motion], text, value, pending)
        elif pending is None:
            raise Refusal("Nobody has moved that, or it is settled already.")
        elif say == RULED and party != UMPIRE:
            raise Refusal("Only the umpire can rule.")
        elif say == TAKEN_BACK:
            if pending["by"] != party:
                raise Refusal("Only the side that moved it can take it back.")
        elif motion == DISPUTE.name:
            self._check_ruling(party, say, text, pending)
        elif say in (PUT, RULED):
            raise Refusal("Only a question is ruled on.")
        elif pending["by"] == party:
            raise Refusal("It is the other side that must say yes or no to this.")
        elif say == AGREED and motion == GO_BACK.name and pending["to"] not in self._turns():
            raise Refusal("The table stands there, or before it, already.")

    def _reopens(self, motion: str) -> bool:
        """Whether a motion is open even when the game is over: where nothing was hidden, its last tap may be taken back."""
        return motion == GO_BACK.name and self.alone and self.play.game.shared

    def _check_ruling(self, party: str, say: str, text: str, pending: JSON) -> None:
        """The umpire rules; without one, either side puts a ruling, and the other confirms that same one."""
        if say in (PUT, RULED) and not text.strip():
            raise Refusal("Say the ruling in a few words.")
        if self.attended:
            if say != RULED:
                raise Refusal("The umpire rules on that.")
        elif say == PUT:
            if pending.get("ruling") == text:
                raise Refusal("That ruling is put already, and waits for the other side’s yes.")
        elif "ruling" not in pending:
            raise Refusal("There is no ruling yet to say yes or no to: put one.")
        elif pending["put_by"] == party:
            raise Refusal("It is the other side that must say yes or no to this ruling.")

    def _check_new(self, party: str, motion: Motion, text: str, value: JSON, pending: JSON) -> None:
        truth = self.play.truth
        if pending is not None:
            raise Refusal("That is moved already and waits for an answer.")
        if motion is CONCEDE and party not in self.play.game.sides:
            raise Refusal("Only a side can concede.")
        if motion.wants_text and not text.strip():
            raise Refusal("Say in a few words what the question is.")
        if motion is PAUSE and truth.paused:
            raise Refusal("The table rests already.")
        if motion is RESUME and not truth.paused:
            raise Refusal("The table is not resting.")
        if motion is CORRECT:
            self._check_correction(party, value)
        if motion is GO_BACK:
            self._check_turn(value)

    def _check_correction(self, party: str, value: JSON) -> None:
        if party == UMPIRE:
            raise Refusal("The umpire sets the record right without asking.")
        sound = isinstance(value, dict) and set(value) == {"fact", "value", "reason"}
        if not sound or not isinstance(value["reason"], str) or not value["reason"].strip():
            raise Refusal("Say which fact, what it should be, and why.")
        plot = self.plot(party)
        own = {fact.key for fact in self.play.game.facts(plot) if self.may_set_right(party, fact)}
        if not isinstance(value["fact"], str) or value["fact"] not in own:
            raise Refusal("That is not on your own record.")
        self.play.game.read_fact(plot, value["fact"], value["value"])

    def _check_turn(self, value: JSON) -> None:
        if self.attended:
            raise Refusal("The umpire takes the table back: raise a question.")
        if not isinstance(value, dict) or set(value) != {"to"} or value["to"] not in list(self._turns()):
            raise Refusal("Choose the turn to go back to.")

    def apply(self, entry: Entry) -> Motion | None:
        """Tell a word on a motion, and the motion when it is carried by it."""
        said = entry.value
        motion, say, text = MOTIONS[said["motion"]], said["say"], said["text"]
        play = self.play
        if motion is RESUME or (motion is PAUSE and say == MOVED and (self.attended or self.alone)):
            play.tell(play.all, "pause", on=motion is PAUSE, by=entry.party)
            return None
        if self.alone:
            aloud = play.game.place(self.plot(entry.party), said["value"]["to"]) if motion is GO_BACK else text
            play.tell(play.all, "motion", motion=motion.name, by=entry.party, say=CARRIED, text=aloud)
            return motion
        if motion is DISPUTE and say == AGREED:
            ruling = play.truth.motions[motion.name]["ruling"]
            play.tell(play.all, "motion", motion=motion.name, by=BOTH, say=RULED, text=ruling)
            return None
        aloud = "" if motion is CORRECT else text  # what is wrong with a side's own record is its own affair
        more = {}
        if motion is GO_BACK and say == MOVED:
            more = {"to": said["value"]["to"]}
            aloud = play.game.place(self.plot(entry.party), more["to"])
        play.tell(play.all, "motion", motion=motion.name, by=entry.party, say=say, text=aloud, **more)
        if say == MOVED and motion is CORRECT:
            play.tell(entry.party, "motion-detail", motion=motion.name, value=said["value"], text=text)
        if say != AGREED and (say != MOVED or motion.needs_yes):
            return None
        if motion is PAUSE:
            play.tell(play.all, "pause", on=True, by=entry.party)
        return motion
