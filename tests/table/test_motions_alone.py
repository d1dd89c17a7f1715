"""Motions of a side that plays by itself: nobody else need agree, so what it moves is done at once and told to all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.toy import LONE, RED, SEAT, TOY, again, give, heard, move, refused, stands, table
from umpire.games.sayings import core_sayings
from umpire.table import ledger
from umpire.table.asks import DICE
from umpire.table.motions import AGREED, CARRIED, DECLINED, MOTIONS, PUT, RULED, TAKEN_BACK
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.replay import replayed, resumed
from umpire.table.table import Mismatch, Table

JSON = Any
FIX = {"fact": "limit/red", "value": 2, "reason": "misread"}


def lone(rounds: int = 0, *, umpire: bool = False) -> Table:
    """A table of one side, so many rounds on."""
    t = table(LONE, umpire=umpire)
    for n in range(rounds):
        give(t, (RED, n), (DICE, [n + 1]), (DICE, ["white"]))
    return t


def motions_told(t: Table) -> list[dict[str, JSON]]:
    return [each.dispatch.facts for _, each in t.told if each.dispatch.kind == "motion"]


def test_only_an_unattended_table_of_one_side_is_alone() -> None:
    assert lone().motions.alone
    assert not lone(umpire=True).motions.alone
    assert not table(TOY, umpire=False).motions.alone


@pytest.mark.parametrize("how", ["concede", "end"])
def test_the_game_ends_at_once(how: str) -> None:
    t = lone(1)
    move(t, RED, how)
    assert t.over
    assert t.truth.ended["how"] == how
    assert [(told["motion"], told["say"]) for told in motions_told(t)] == [(how, CARRIED)]
    assert t.truth.motions == {}
    refused(t, lambda: move(t, RED, "end"))
    again(t)


class TestCorrect:
    def test_it_is_right_at_once_and_all_hear_it(self) -> None:
        t = lone(1)
        since = {audience: len(plot.heard) for audience, plot in t.play.plots.items()}
        move(t, RED, "correct", value=FIX, text="misread")
        assert t.truth.limits[RED] == 2
        assert t.asks[RED].facts["limit"] == 2, "what is asked is asked anew"
        for audience in (RED, UMPIRE):
            assert heard(t, audience, since[audience]) == ["motion", "set-right", "corrected"]
        assert heard(t, PUBLIC, since[PUBLIC]) == ["motion", "corrected"], "it is the side’s own in this game"
        assert motions_told(t)[0]["text"] == "misread"
        assert t.truth.motions == {}
        again(t)

    def test_what_cannot_be_so_is_refused_and_nothing_is_told(self) -> None:
        t = lone(1)
        for value in ({**FIX, "value": 10}, {**FIX, "fact": "limit/blue"}, {**FIX, "reason": " "}, None, 7):
            refused(t, lambda value=value: move(t, RED, "correct", value=value))

    def test_the_same_form_twice_counts_once(self) -> None:
        t = lone(1)
        name = t.motions.name
        for _ in range(2):
            t.move(RED, "correct", "moved", SEAT, name=name, value=FIX)
        assert len([e for e in t.entries if e.do == ledger.MOTION]) == 1
        assert t.truth.corrections == 1


class TestBack:
    def test_the_table_goes_back_at_once(self) -> None:
        t = lone(2)
        move(t, RED, "back", value={"to": "r2"})
        assert (t.truth.round, t.truth.guesses) == (2, {RED: 0})
        assert [e.do for e in t.entries[-2:]] == [ledger.MOTION, ledger.BACK]
        assert motions_told(t)[0] == {"motion": "back", "by": RED, "say": CARRIED, "text": "Round 2"}
        struck = [d.kind for d in t.play.plots[RED].heard if d.struck]
        assert "guessed" in struck
        again(t)

    def test_dice_and_draws_are_offered_again_and_play_goes_on(self) -> None:
        t = lone(2)
        move(t, RED, "back", value={"to": "r2"})
        give(t, (RED, 3))
        assert t.offer(t.asks[DICE]) == [2]
        give(t, (DICE, [2]))
        assert t.offer(t.asks[DICE]) == ["white"]
        give(t, (DICE, ["white"]), (RED, 1), (DICE, [6]), (DICE, ["black"]))
        assert t.over
        again(t)

    def test_to_where_it_cannot_is_refused(self) -> None:
        t = lone(1)
        for value in ({"to": "r9"}, {"to": 3}, {}, None, {"to": "r1", "x": 1}):
            refused(t, lambda value=value: move(t, RED, "back", value=value))

    def test_back_and_back_again(self) -> None:
        t = lone(2)
        move(t, RED, "back", value={"to": "r2"})
        give(t, (RED, 4), (DICE, [2]), (DICE, ["white"]))
        move(t, RED, "back", value={"to": "r1"})
        assert t.truth.round == 1
        other = again(t)
        give(other, (RED, 2))
        assert other.offer(other.asks[DICE]) == [1]

    def test_it_resumes_from_where_it_went_back_to(self) -> None:
        t = lone(2)
        move(t, RED, "back", value={"to": "r2"})
        at = next(p for p in t.positions if p.name == "r2")
        other = resumed(t.game, t.header, t.entries, t.told, at)
        assert stands(other)["plots"] == stands(t)["plots"]
        assert stands(other)["asks"] == stands(t)["asks"]


class TestDispute:
    def test_a_ruling_of_ones_own_is_noted(self) -> None:
        t = lone(1)
        refused(t, lambda: move(t, RED, "dispute", text=" "))
        move(t, RED, "dispute", text="Both may.")
        assert motions_told(t) == [{"motion": "dispute", "by": RED, "say": CARRIED, "text": "Both may."}]
        assert t.truth.motions == {}, "nothing waits for anybody"
        move(t, RED, "dispute", text="Neither may.")
        again(t)

    def test_it_reads_as_a_note(self) -> None:
        say = core_sayings({RED: "Red"}, lambda key, value: key)["motion"]
        facts = {"motion": "dispute", "by": RED, "say": CARRIED, "text": "Both may."}
        assert say(facts) == "Red notes: Both may."
        for motion, words in (("concede", "gives the game up"), ("end", "ends the game here"), ("back", "goes back")):
            assert say({**facts, "motion": motion, "text": ""}) == f"Red {words}."


class TestPause:
    def test_the_table_rests_at_once_and_is_taken_up_again(self) -> None:
        t = lone(1)
        move(t, RED, "pause")
        assert t.truth.paused
        refused(t, lambda: give(t, (RED, 1)))
        refused(t, lambda: move(t, RED, "pause"))
        move(t, RED, "resume")
        assert not t.truth.paused
        give(t, (RED, 1))
        assert motions_told(t) == []
        again(t)

    def test_the_record_may_be_set_right_while_it_rests(self) -> None:
        t = lone(1)
        move(t, RED, "pause")
        move(t, RED, "correct", value=FIX)
        assert (t.truth.paused, t.truth.limits[RED]) == (True, 2)
        again(t)


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("say", [AGREED, DECLINED, TAKEN_BACK, PUT, RULED, CARRIED])
def test_there_is_nothing_to_say_to_a_motion(motion: str, say: str) -> None:
    """None ever waits for a word."""
    t = lone(1)
    refused(t, lambda: move(t, RED, motion, say, "Yes."))


def test_nobody_else_moves_anything() -> None:
    t = lone(1)
    for party in (UMPIRE, PUBLIC, "blue", ""):
        refused(t, lambda party=party: move(t, party, "end"))


def test_with_an_umpire_a_motion_waits_for_his_word() -> None:
    t = lone(1, umpire=True)
    move(t, RED, "correct", value=FIX)
    assert (t.truth.limits[RED], list(t.truth.motions)) == (5, ["correct"])
    move(t, UMPIRE, "correct", AGREED)
    assert t.truth.limits[RED] == 2
    move(t, RED, "end")
    move(t, UMPIRE, "end", DECLINED)
    assert not t.over
    again(t)


def test_a_forged_word_is_no_ledger() -> None:
    """A ledger in which the only side agrees to what nobody moved is followed by no replay."""
    t = lone(1)
    move(t, RED, "end")
    (n,) = (e.n for e in t.entries if e.do == ledger.MOTION)
    lines = list(ledger.write(t.header, t.entries))
    lines[n] = lines[n].replace('"say":"moved"', '"say":"agreed"')
    head, entries = ledger.read("\n".join(lines))
    with pytest.raises(Mismatch) as caught:
        replayed(LONE, head, entries)
    assert caught.value.n == n


class TestSecondQuestion:
    """What ends the game with nobody else's yes is asked twice."""

    @pytest.mark.parametrize("motion", MOTIONS)
    def test_of_a_side_that_is_alone(self, motion: str) -> None:
        asked = lone(1).motions.second_question(motion, "moved")
        assert bool(asked) is (motion in ("concede", "end"))

    @pytest.mark.parametrize("motion", MOTIONS)
    @pytest.mark.parametrize(
        "t", [lone(umpire=True), table(TOY), table(TOY, umpire=False)], ids=["umpired", "two", "no"]
    )
    def test_of_others_only_conceding(self, t: Table, motion: str) -> None:
        assert bool(t.motions.second_question(motion, "moved")) is (motion == "concede")

    @pytest.mark.parametrize("say", [AGREED, DECLINED, TAKEN_BACK, "", "x"])
    def test_of_no_other_word(self, say: str) -> None:
        assert not lone().motions.second_question("concede", say)
        assert not lone().motions.second_question("nothing", "moved")
