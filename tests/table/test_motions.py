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
from umpire.table.asks import DICE
from umpire.table.ledger import MOTION, Entry
from umpire.table.motions import AGREED, DECLINED, MOTIONS, MOVED, RULED, TAKEN_BACK
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import Mismatch, replayed

FIX = {"fact": "limit/red", "value": 2, "reason": "misread"}
VALUES = {"correct": FIX}
NEED_YES = [m.name for m in MOTIONS.values() if m.needs_yes]


def moved(t: Any, party: str, motion: str) -> Any:
    """The table with a motion moved by a party."""
    value = {**FIX, "fact": f"limit/{party}"} if motion == "correct" else None
    move(t, party, motion, text="Late." if motion == "dispute" else "", value=value)
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

    @pytest.mark.parametrize("motion", NEED_YES)
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

    @pytest.mark.parametrize("say", [AGREED, DECLINED, TAKEN_BACK, RULED])
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
            t = table(umpire=False)
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

    def test_a_correction_that_has_become_impossible_leaves_the_table_whole(self) -> None:
        t = table(umpire=False)
        move(t, RED, "correct", value=FIX)
        t.game.read_fact, honest = lambda *a: _impossible(), t.game.read_fact  # type: ignore[method-assign]
        try:
            refused(t, lambda: move(t, BLUE, "correct", AGREED))
        finally:
            t.game.read_fact = honest  # type: ignore[method-assign]


def _impossible() -> None:
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
