"""Motions: what a party may move at any time, whatever is asked. Their list never varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from umpire.table import ledger
from umpire.table.asks import JSON, Refusal
from umpire.table.ledger import Entry
from umpire.table.plot import UMPIRE

if TYPE_CHECKING:
    from umpire.table.table import Hand, Table

MOVED, AGREED, DECLINED, TAKEN_BACK, RULED = "moved", "agreed", "declined", "taken back", "ruled"
SAYINGS = (MOVED, AGREED, DECLINED, TAKEN_BACK, RULED)


@dataclass(frozen=True)
class Motion:
    """One kind of motion; `needs_yes` when the other side must agree before it stands."""

    name: str
    label: str
    needs_yes: bool = True
    wants_text: bool = False


CONCEDE = Motion("concede", "Concede the game", needs_yes=False)
END = Motion("end", "Agree to end the game here")
DISPUTE = Motion("dispute", "Raise a question of the rules", wants_text=True)
PAUSE = Motion("pause", "Rest the table")
RESUME = Motion("resume", "Take the table up again", needs_yes=False)
CORRECT = Motion("correct", "Set our own record right")
MOTIONS = {m.name: m for m in (CONCEDE, END, DISPUTE, PAUSE, RESUME, CORRECT)}


class Motions:
    """The motions of one table, moved, answered and carried."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def name(self) -> str:
        """The name the next word on a motion is entered under; it makes a second post the same post."""
        said = sum(1 for d in self.table.truth.heard if d.kind in ("motion", "pause"))
        return f"motion/{said}"

    @property
    def attended(self) -> bool:
        return bool(self.table.header.settings.get("umpire"))

    def move(
        self, party: str, motion: str, say: str, hand: Hand, *, name: str, text: str = "", value: JSON = None
    ) -> Entry | None:
        """Enter a word on a motion; None when it is entered already. Raises `Refusal`."""
        said = {"motion": motion, "say": say, "text": text, "value": value}
        if self.table._repeats(name, party, said):
            return None
        if name != self.name:
            raise Refusal("Something was moved meanwhile; look again first.")
        self.check(party, motion, say, text, value)
        entry = self.table._entry(name, party, said, hand, do=ledger.MOTION)
        return self.table._enter(entry)

    def check(self, party: str, motion: str, say: str, text: str, value: JSON) -> None:
        """Raises `Refusal` when this word cannot be said now."""
        if (
            not all(isinstance(word, str) for word in (motion, say, text))
            or motion not in MOTIONS
            or say not in SAYINGS
        ):
            raise Refusal("There is no such motion.")
        if party not in self.table.game.sides and not (party == UMPIRE and self.attended):
            raise Refusal("Only a side or the umpire can move that.")
        if self.table.truth.ended:
            raise Refusal("The game is over.")
        pending = self.table.truth.motions.get(motion)
        if say == MOVED:
            self._check_new(party, MOTIONS[motion], text, value, pending)
        elif pending is None:
            raise Refusal("Nobody has moved that, or it is settled already.")
        elif say == RULED and party != UMPIRE:
            raise Refusal("Only the umpire can rule.")
        elif say == TAKEN_BACK and pending["by"] != party:
            raise Refusal("Only the side that moved it can take it back.")
        elif say in (AGREED, DECLINED) and pending["by"] == party:
            raise Refusal("It is the other side that must say yes or no to this.")
        elif say == AGREED and motion == CORRECT.name:
            self._check_still_possible(pending["value"])

    def _check_new(self, party: str, motion: Motion, text: str, value: JSON, pending: JSON) -> None:
        truth = self.table.truth
        if pending is not None:
            raise Refusal("That is moved already and waits for an answer.")
        if motion is CONCEDE and party == UMPIRE:
            raise Refusal("Only a side can concede.")
        if motion.wants_text and not text.strip():
            raise Refusal("Say in a few words what the question is.")
        if motion is PAUSE and truth.paused:
            raise Refusal("The table rests already.")
        if motion is RESUME and not truth.paused:
            raise Refusal("The table is not resting.")
        if motion is CORRECT:
            self._check_correction(party, value)

    def _check_correction(self, party: str, value: JSON) -> None:
        if party == UMPIRE:
            raise Refusal("The umpire sets the record right without asking.")
        sound = isinstance(value, dict) and set(value) == {"fact", "value", "reason"}
        if not sound or not isinstance(value["reason"], str) or not value["reason"].strip():
            raise Refusal("Say which fact, what it should be, and why.")
        plot = self.table.play.plots[party]
        if not isinstance(value["fact"], str) or value["fact"] not in {
            f.key for f in self.table.game.facts(plot) if f.side == party
        }:
            raise Refusal("That is not on your own record.")
        self.table.game.read_fact(plot, value["fact"], value["value"])

    def _check_still_possible(self, value: JSON) -> None:
        """What was right to ask for may be so no longer; the other side hears that, and not what it was."""
        try:
            self.table.game.read_fact(self.table.truth, value["fact"], value["value"])
        except Refusal:
            raise Refusal("Their record has changed since; they must move it again.") from None

    def apply(self, entry: Entry) -> None:
        """Tell a word on a motion, and do what it carries."""
        said = entry.value
        motion, say, text = MOTIONS[said["motion"]], said["say"], said["text"]
        play = self.table.play
        if motion is RESUME or (motion is PAUSE and say == MOVED and self.attended):
            play.tell(play.all, "pause", on=motion is PAUSE, by=entry.party)
            return
        moved = play.truth.motions.get(motion.name)
        play.tell(play.all, "motion", motion=motion.name, by=entry.party, say=say, text=text)
        if say == MOVED and motion is CORRECT:
            play.tell(entry.party, "motion-detail", motion=motion.name, value=said["value"], text=text)
        if say == AGREED or (say == MOVED and not motion.needs_yes):
            self._carry(motion, entry.party, moved, text)

    def _carry(self, motion: Motion, by: str, moved: JSON, text: str) -> None:
        play = self.table.play
        if motion is PAUSE:
            play.tell(play.all, "pause", on=True, by=by)
        elif motion is CORRECT:
            self.table.correct(moved["value"])
        elif motion in (CONCEDE, END):
            self.table.game.ended(play, motion.name, by, text)
            self.table.close()
