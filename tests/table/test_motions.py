"""Motions: conceding, ending, resting, questions, and setting one's own record right; on the toy game."""

from typing import Any

import pytest

from tests.table.toy import (
    BLUE,
    OTHER,
    RED,
    SEAT,
    SIDES,
    TOY,
    again,
    give,
    heard,
    move,
    play,
    refused,
    set_right,
    table,
)
from umpire.games.sayings import core_sayings
from umpire.table.asks import DICE
from umpire.table.ledger import BACK, MOTION, Entry
from umpire.table.motions import AGREED, BOTH, DECLINED, MOTIONS, MOVED, PUT, RULED, TAKEN_BACK
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.replay import replayed
from umpire.table.table import Mismatch

FIX = {"fact": "limit/red", "value": 2, "reason": "misread"}
NEED_YES = [m.name for m in MOTIONS.values() if m.needs_yes]


def moved(t: Any, party: str, motion: str) -> Any:
    """The table with a motion moved by a party; a turn must be under way to be gone back to."""
    if motion == "back" and not t.entries:
        give(t, (RED, 1))
    values = {"correct": {**FIX, "fact": f"limit/{party}"}, "back": {"to": "r1"}}
    move(t, party, motion, text="Late." if motion == "dispute" else "", value=values.get(motion))
    return t


class TestEnding:
    @pytest.mark.parametrize("side", SIDES)
    def test_conceding_needs_nobodys_yes(self, side: str) -> None:
        t = moved(give(table(), (RED, 3)), side, "concede")
        assert t.over
        assert (t.truth.ended["how"], t.truth.ended["by"]) == ("concede", side)
        refused(t, lambda: t.answer(BLUE, "r1/guess/blue", 2, SEAT))
        refused(t, lambda: move(t, OTHER[side], "end"))
        again(t)

    def test_the_umpire_cannot_concede(self) -> None:
        t = table()
        refused(t, lambda: move(t, UMPIRE, "concede"))

    @pytest.mark.parametrize("side", SIDES)
    def test_ending_needs_the_others_yes(self, side: str) -> None:
        t = moved(table(), side, "end")
        assert not t.over
        refused(t, lambda: move(t, side, "end", AGREED))
        move(t, OTHER[side], "end", AGREED)
        assert t.over
        assert t.truth.ended["how"] == "end"
        again(t)

    def test_the_game_goes_on_while_a_motion_waits(self) -> None:
        t = moved(table(), RED, "end")
        give(t, (RED, 3), (BLUE, 2))
        assert DICE in t.asks
        move(t, BLUE, "end", AGREED)
        assert t.over
        again(t)

    def test_nothing_is_moved_when_the_game_has_run_out(self) -> None:
        t = play(table(), 1)
        for motion in MOTIONS:
            refused(t, lambda motion=motion: moved(t, RED, motion))


class TestAnswered:
    @pytest.mark.parametrize("motion", NEED_YES)
    @pytest.mark.parametrize("side", SIDES)
    @pytest.mark.parametrize("say", [AGREED, DECLINED])
    def test_nobody_says_yes_or_no_to_his_own(self, motion: str, side: str, say: str) -> None:
        t = moved(table(umpire=False), side, motion)
        refused(t, lambda: move(t, side, motion, say))

    @pytest.mark.parametrize("motion", [name for name in NEED_YES if name != "dispute"])
    def test_a_motion_declined_or_taken_back_is_gone(self, motion: str) -> None:
        for party, say in ((BLUE, DECLINED), (RED, TAKEN_BACK)):
            t = moved(table(umpire=False), RED, motion)
            refused(t, lambda t=t: moved(t, BLUE, motion))
            move(t, party, motion, say)
            assert t.truth.motions == {}
            assert not t.over
            assert not t.truth.paused
            assert t.truth.corrections == 0
            refused(t, lambda t=t: move(t, BLUE, motion, AGREED))
            again(moved(t, BLUE, motion))

    @pytest.mark.parametrize("motion", NEED_YES)
    def test_only_the_mover_takes_it_back_and_only_the_umpire_rules(self, motion: str) -> None:
        t = moved(table(umpire=False), RED, motion)
        refused(t, lambda: move(t, BLUE, motion, TAKEN_BACK))
        refused(t, lambda: move(t, RED, motion, RULED))
        refused(t, lambda: move(t, BLUE, motion, RULED))

    @pytest.mark.parametrize("say", [AGREED, DECLINED, TAKEN_BACK, PUT, RULED])
    @pytest.mark.parametrize("motion", MOTIONS)
    def test_what_nobody_moved_has_no_answer(self, motion: str, say: str) -> None:
        t = table()
        refused(t, lambda: move(t, UMPIRE, motion, say))

    def test_what_is_no_motion_or_no_word_on_one(self) -> None:
        t = table()
        refused(t, lambda: move(t, RED, "undo"))
        refused(t, lambda: move(t, RED, "end", "perhaps"))

    @pytest.mark.parametrize("party", [DICE, PUBLIC, "stranger"])
    def test_only_the_sides_and_the_umpire_have_a_voice(self, party: str) -> None:
        for motion in MOTIONS:
            t = give(table(umpire=False), (RED, 1))
            refused(t, lambda t=t, motion=motion: moved(t, party, motion))
            if motion in NEED_YES:
                moved(t, RED, motion)
                refused(t, lambda t=t, motion=motion: move(t, party, motion, AGREED))

    def test_the_same_word_twice_is_one_entry_and_an_old_page_is_refused(self) -> None:
        t = table()
        name = t.motions.name
        assert t.move(RED, "end", MOVED, SEAT, name=name)
        assert t.move(RED, "end", MOVED, SEAT, name=name) is None
        refused(t, lambda: t.move(BLUE, "end", AGREED, SEAT, name=name))
        assert len(t.entries) == 1


class TestQuestions:
    def test_a_dispute_needs_words(self) -> None:
        t = table()
        refused(t, lambda: move(t, RED, "dispute", text="  "))

    def test_the_umpire_rules_and_all_hear_the_ruling(self) -> None:
        t = table()
        move(t, RED, "dispute", text="Was that in range?")
        move(t, UMPIRE, "dispute", RULED, "It was.")
        assert t.truth.motions == {}
        assert t.play.plots[PUBLIC].heard[-1].facts["text"] == "It was."
        assert not t.over
        again(t)

    def test_with_an_umpire_the_sides_have_no_word_on_a_question(self) -> None:
        t = table()
        move(t, RED, "dispute", text="Was that in range?")
        for party in SIDES:
            for say in (AGREED, DECLINED, PUT, RULED):
                refused(t, lambda party=party, say=say: move(t, party, "dispute", say, "It was."))
        refused(t, lambda: move(t, UMPIRE, "dispute", RULED, " "))
        refused(t, lambda: move(t, UMPIRE, "dispute", PUT, "It was."))
        move(t, RED, "dispute", TAKEN_BACK)
        assert t.truth.motions == {}


def asked(t: Any = None) -> Any:
    """A table without an umpire at which red has raised a question."""
    t = t or table(umpire=False)
    move(t, RED, "dispute", text="Was that in range?")
    return t


class TestJointRulings:
    """A question with nobody to rule on it: both sides confirm one text, or it stays a question."""

    @pytest.mark.parametrize("putter", SIDES)
    def test_one_side_puts_a_ruling_the_other_confirms_it_and_all_hear_it(self, putter: str) -> None:
        t = asked()
        move(t, putter, "dispute", PUT, "It was not.")
        refused(t, lambda: move(t, putter, "dispute", AGREED))
        refused(t, lambda: move(t, putter, "dispute", DECLINED))
        move(t, OTHER[putter], "dispute", AGREED)
        for audience in (*SIDES, PUBLIC, UMPIRE):
            said = t.play.plots[audience].heard[-1]
            assert said.facts == {"motion": "dispute", "by": BOTH, "say": RULED, "text": "It was not."}
        assert t.truth.motions == {}
        again(t)

    def test_another_ruling_takes_the_place_of_the_first_and_needs_its_own_yes(self) -> None:
        t = asked()
        move(t, BLUE, "dispute", PUT, "It was not.")
        move(t, RED, "dispute", PUT, "It was.")
        assert t.truth.motions["dispute"] == {
            "by": RED, "text": "Was that in range?", "ruling": "It was.", "put_by": RED
        }  # fmt: skip
        refused(t, lambda: move(t, RED, "dispute", AGREED))
        move(t, BLUE, "dispute", AGREED)
        assert t.truth.heard[-1].facts["text"] == "It was."
        again(t)

    def test_a_yes_lands_on_no_other_text_than_the_one_seen(self) -> None:
        t = asked()
        move(t, BLUE, "dispute", PUT, "It was not.")
        seen = t.motions.name
        move(t, BLUE, "dispute", PUT, "It was not, and the planes are lost.")
        refused(t, lambda: t.move(RED, "dispute", AGREED, SEAT, name=seen))
        assert t.truth.motions["dispute"]["ruling"] == "It was not, and the planes are lost."

    def test_both_put_one_at_once(self) -> None:
        """The second is told to look again; nothing is ruled, and nothing he wrote is on the table."""
        t = asked()
        seen = t.motions.name
        t.move(BLUE, "dispute", PUT, SEAT, name=seen, text="It was not.")
        refused(t, lambda: t.move(RED, "dispute", PUT, SEAT, name=seen, text="It was."))
        assert t.truth.motions["dispute"]["ruling"] == "It was not."
        assert t.move(BLUE, "dispute", PUT, SEAT, name=seen, text="It was not.") is None, "sent twice"

    def test_both_put_the_very_same_at_once(self) -> None:
        """Even then the second must say yes to what he sees."""
        t = asked()
        seen = t.motions.name
        t.move(BLUE, "dispute", PUT, SEAT, name=seen, text="It was.")
        refused(t, lambda: t.move(RED, "dispute", PUT, SEAT, name=seen, text="It was."))
        refused(t, lambda: move(t, RED, "dispute", PUT, "It was."))
        move(t, RED, "dispute", AGREED)
        assert t.truth.motions == {}

    def test_no_to_a_ruling_leaves_the_question(self) -> None:
        t = asked()
        move(t, BLUE, "dispute", PUT, "It was not.")
        move(t, RED, "dispute", DECLINED)
        assert t.truth.motions == {"dispute": {"by": RED, "text": "Was that in range?"}}
        refused(t, lambda: move(t, BLUE, "dispute", AGREED))
        refused(t, lambda: move(t, BLUE, "dispute", DECLINED))
        again(t)

    @pytest.mark.parametrize("put", [False, True])
    def test_a_question_is_taken_back_by_who_raised_it_until_it_is_ruled(self, put: bool) -> None:
        t = asked()
        if put:
            move(t, BLUE, "dispute", PUT, "It was not.")
        refused(t, lambda: move(t, BLUE, "dispute", TAKEN_BACK))
        move(t, RED, "dispute", TAKEN_BACK)
        assert t.truth.motions == {}
        refused(t, lambda: move(t, BLUE, "dispute", PUT, "It was not."))
        again(t)

    @pytest.mark.parametrize("text", ["", "  "])
    def test_a_ruling_has_words(self, text: str) -> None:
        t = asked()
        refused(t, lambda: move(t, BLUE, "dispute", PUT, text))

    @pytest.mark.parametrize("motion", [name for name in NEED_YES if name != "dispute"])
    def test_nothing_else_is_ruled_on(self, motion: str) -> None:
        t = moved(table(umpire=False), RED, motion)
        for party in SIDES:
            refused(t, lambda party=party: move(t, party, motion, PUT, "So be it."))

    def test_play_goes_on_meanwhile(self) -> None:
        t = asked()
        give(t, (RED, 3), (BLUE, 2))
        move(t, BLUE, "dispute", PUT, "It was not.")
        assert DICE in t.asks
        again(t)


class TestGoingBackTogether:
    def mid(self) -> Any:
        t = give(table(umpire=False), (RED, 3), (BLUE, 2), (DICE, [1, 4]), ("chart", {"chart/1": 4}))
        return give(t, (RED, 1), (BLUE, 5))

    def test_it_needs_the_others_yes_and_both_hear_the_turns_name_alone(self) -> None:
        t = self.mid()
        move(t, RED, "back", value={"to": "r2"})
        for side in SIDES:
            said = t.play.plots[side].heard[-1].facts
            assert said == {"motion": "back", "by": RED, "say": MOVED, "text": "Round 2", "to": "r2"}
        assert t.truth.guesses == {RED: 1, BLUE: 5}
        move(t, BLUE, "back", AGREED)
        assert (t.truth.round, t.truth.guesses, t.locks) == (2, {RED: 3, BLUE: 2}, {})
        assert [e.do for e in t.entries[-2:]] == [MOTION, BACK]
        assert heard(t, BLUE)[-1] == "back"
        assert t.truth.motions == {}
        again(t)

    def test_the_yes_sent_twice_is_one(self) -> None:
        """Though the word is itself among what is struck."""
        t = self.mid()
        move(t, RED, "back", value={"to": "r1"})
        name = t.motions.name
        assert t.move(BLUE, "back", AGREED, SEAT, name=name) is not None
        n = len(t.entries)
        assert t.move(BLUE, "back", AGREED, SEAT, name=name) is None
        assert len(t.entries) == n

    def test_dice_of_the_turn_are_offered_again(self) -> None:
        t = self.mid()
        move(t, RED, "back", value={"to": "r1"})
        move(t, BLUE, "back", AGREED)
        give(t, (RED, 3), (BLUE, 2))
        assert t.offer(t.asks[DICE]) == [1, 4]

    @pytest.mark.parametrize("value", [None, {}, {"to": "r9"}, {"to": []}, {"to": "r1", "n": 3}, 3])
    def test_only_to_a_turn_that_is_there(self, value: Any) -> None:
        t = self.mid()
        refused(t, lambda: move(t, RED, "back", value=value))

    def test_not_to_where_the_table_stands(self) -> None:
        t = table(umpire=False)
        refused(t, lambda: move(t, RED, "back", value={"to": "r1"}))

    def test_with_an_umpire_he_goes_back(self) -> None:
        t = give(table(), (RED, 3))
        for party in (*SIDES, UMPIRE):
            refused(t, lambda party=party: move(t, party, "back", value={"to": "r1"}))

    def test_it_lets_things_stand_to_say_no(self) -> None:
        t = self.mid()
        move(t, RED, "back", value={"to": "r1"})
        before = t.truth.dump()
        move(t, BLUE, "back", DECLINED)
        assert t.truth.dump() == {**before, "motions": {}}


class TestRest:
    @pytest.mark.parametrize("party", [*SIDES, UMPIRE])
    def test_with_an_umpire_the_table_rests_at_a_word(self, party: str) -> None:
        assert moved(table(), party, "pause").truth.paused

    def test_without_one_it_needs_the_others_yes(self) -> None:
        t = moved(table(umpire=False), RED, "pause")
        assert not t.truth.paused
        give(t, (RED, 3))
        move(t, BLUE, "pause", AGREED)
        assert t.truth.paused
        again(t)

    @pytest.mark.parametrize("party", [*SIDES, UMPIRE])
    def test_nothing_is_answered_or_withdrawn_till_it_is_taken_up(self, party: str) -> None:
        t = moved(give(table(), (RED, 3)), RED, "pause")
        refused(t, lambda: give(t, (BLUE, 2)))
        refused(t, lambda: t.withdraw(RED, "r1/guess/red", SEAT))
        refused(t, lambda: move(t, RED, "pause"))
        assert t.answer(RED, "r1/guess/red", 3, SEAT) is None, "what was entered is entered"
        move(t, party, "resume")
        assert not t.truth.paused
        assert t.locks == {RED: 3}
        give(t, (BLUE, 2))
        again(t)

    def test_a_table_that_does_not_rest_is_not_taken_up(self) -> None:
        t = table()
        refused(t, lambda: move(t, RED, "resume"))

    def test_the_record_is_set_right_and_the_game_conceded_while_it_rests(self) -> None:
        t = moved(table(), RED, "pause")
        set_right(t, "bonus", 3)
        moved(t, BLUE, "concede")
        assert t.over
        again(t)


class TestCorrecting:
    def test_the_other_hears_that_something_is_moved_and_never_what(self) -> None:
        t = give(table(umpire=False), (BLUE, 2))
        before = {a: len(p.heard) for a, p in t.play.plots.items()}
        move(t, RED, "correct", value=FIX)
        for audience in (BLUE, PUBLIC):
            (only,) = t.play.plots[audience].heard[before[audience] :]
            assert only.facts == {"motion": "correct", "by": RED, "say": MOVED, "text": ""}
        assert heard(t, RED, before[RED]) == heard(t, UMPIRE, before[UMPIRE]) == ["motion", "motion-detail"]
        move(t, BLUE, "correct", AGREED)
        assert heard(t, BLUE, before[BLUE]) == heard(t, PUBLIC, before[PUBLIC]) == ["motion", "motion", "corrected"]
        assert heard(t, RED, before[RED])[-2:] == ["set-right", "corrected"]
        assert t.truth.limits[RED] == 2
        assert t.locks == {BLUE: 2}
        again(t)

    @pytest.mark.parametrize("fact", ["limit/blue", "limit/green", "bonus", "", None])
    def test_only_the_own_record_and_a_refusal_tells_nothing_of_another(self, fact: Any) -> None:
        t = table(umpire=False)
        text = refused(t, lambda: move(t, RED, "correct", value={**FIX, "fact": fact})).text
        assert text == refused(t, lambda: move(t, RED, "correct", value={**FIX, "fact": "nothing"})).text

    @pytest.mark.parametrize(
        "value",
        [None, 3, [], {}, {"fact": "limit/red"}, {**FIX, "reason": " "}, {**FIX, "reason": 3}, {**FIX, "fact": []}],
    )
    def test_fact_value_and_reason_must_be_said(self, value: Any) -> None:
        t = table(umpire=False)
        refused(t, lambda: move(t, RED, "correct", value=value))

    @pytest.mark.parametrize("value", [10, -1, "x", None])
    def test_what_cannot_be_so_is_refused_to_the_mover_and_never_reaches_the_other(self, value: Any) -> None:
        """Were it refused only when the other says yes, the refusal would tell him the fact and leave the table torn."""
        t = table(umpire=False)
        refused(t, lambda: move(t, RED, "correct", value={**FIX, "value": value}))

    def test_a_correction_that_has_become_impossible_is_told_to_its_mover_alone(self) -> None:
        """The other side's yes is judged on nothing it has not been told: it hears what it hears of any other."""
        heard = {}
        for possible in (True, False):
            t = table(umpire=False)
            move(t, RED, "correct", value=FIX)
            honest = t.game.correct
            if not possible:
                t.game.correct = _impossible  # type: ignore[method-assign]
            try:
                move(t, BLUE, "correct", AGREED)
            finally:
                t.game.correct = honest  # type: ignore[method-assign]
            heard[possible] = {a: [(d.kind, d.facts) for d in p.heard] for a, p in t.play.plots.items()}
        assert heard[True][BLUE] == heard[False][BLUE]
        assert heard[True]["public"] == heard[False]["public"]
        assert ("not-set", {"side": RED, "text": "She is sunk meanwhile."}) in heard[False][RED]
        assert "corrected" in {kind for kind, _ in heard[False][RED]}


def _impossible(*_: object) -> None:
    from umpire.table.asks import Refusal

    raise Refusal("She is sunk meanwhile.")


class TestFollowing:
    """A ledger says what was moved; the rules are asked whether it could be."""

    def follow(self, *said: dict[str, Any]) -> None:
        entries = [
            Entry(n, f"motion/{n - 1}", each.pop("party"), "seat", each, do=MOTION, checked=False)
            for n, each in enumerate(said, 1)
        ]
        replayed(TOY, table(umpire=False).header, entries)

    def said(self, party: str, motion: str, say: str = MOVED) -> dict[str, Any]:
        return {"party": party, "motion": motion, "say": say, "text": "", "value": None}

    def test_a_motion_and_its_yes(self) -> None:
        self.follow(self.said(RED, "end"), self.said(BLUE, "end", AGREED))

    def test_a_yes_to_ones_own(self) -> None:
        with pytest.raises(Mismatch, match="entry 2"):
            self.follow(self.said(RED, "end"), self.said(RED, "end", AGREED))

    def test_a_yes_to_nothing(self) -> None:
        with pytest.raises(Mismatch, match="entry 1"):
            self.follow(self.said(RED, "end", AGREED))

    @pytest.mark.parametrize(
        "broken", [{"party": RED}, {"party": RED, "motion": "undo", "say": MOVED, "text": "", "value": None}]
    )
    def test_a_word_that_is_none(self, broken: dict) -> None:
        with pytest.raises(Mismatch, match="entry 1"):
            self.follow(dict(broken))


def test_a_motion_of_ones_own_is_told_in_words() -> None:
    say = core_sayings({RED: "Red"}, lambda key, value: "")["motion-detail"]
    moved = {"fact": "planes/Enterprise/D/ready", "value": 7, "reason": "misread"}
    assert say({"value": moved}) == "Your motion: Enterprise D ready, planes, to 7 (misread)."
    assert say({"value": {**moved, "fact": "turn"}}) == "Your motion: turn, to 7 (misread)."
