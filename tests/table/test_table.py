"""A table: answers, withdrawing, setting right, faults, replay; on the toy game."""

from dataclasses import replace
from typing import Any

import pytest

from tests.table.toy import (
    BLUE,
    OTHER,
    RED,
    SEAT,
    SIDES,
    TOY,
    Toy,
    again,
    give,
    heard,
    play,
    refused,
    set_right,
    stands,
    table,
)
from umpire.table import ledger
from umpire.table.asks import CHART, DICE, Refusal
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.replay import replayed
from umpire.table.table import Hand, Mismatch


class TestAnswers:
    def test_the_same_submission_twice_is_one_entry(self) -> None:
        t = give(table(), (RED, 3))
        assert t.answer(RED, "r1/guess/red", 3, SEAT) is None
        give(t, (BLUE, 2))
        assert t.answer(RED, "r1/guess/red", 3, SEAT) is None
        assert t.answer(BLUE, "r1/guess/blue", 2, Hand("seat", 2)) is None
        assert len(t.entries) == 2

    def test_true_is_not_one(self) -> None:
        t = give(table(), (RED, 1))
        refused(t, lambda: t.answer(RED, "r1/guess/red", True, SEAT))

    @pytest.mark.parametrize(
        ("party", "ask"), [(RED, "r0/guess/red"), (RED, "r1/guess/blue"), (DICE, "r1/dice"), ("x", "")]
    )
    def test_what_is_not_asked_is_refused(self, party: str, ask: str) -> None:
        t = table()
        refused(t, lambda: t.answer(party, ask, 3, SEAT))

    def test_what_everybody_heard_nobody_changes_for_another(self) -> None:
        t = give(table(), (RED, 3), (BLUE, 2), (DICE, [1, 1]))
        rolls = {a: next(d for d in plot.heard if d.kind == "roll") for a, plot in t.play.plots.items()}
        rolls[RED].facts["faces"].append(6)
        assert [rolls[a].facts["faces"] for a in (BLUE, PUBLIC, UMPIRE)] == [[1, 1]] * 3

    def test_a_stale_answer_is_refused(self) -> None:
        t = give(table(), (RED, 3), (BLUE, 2))
        refused(t, lambda: t.answer(RED, "r1/guess/red", 4, SEAT))

    def test_an_illegal_answer_is_refused_and_a_doubted_one_stands_with_sure(self) -> None:
        t = table()
        refused(t, lambda: t.answer(RED, "r1/guess/red", 6, SEAT))
        give(t, (RED, 3), (BLUE, 2), (DICE, [1, 1]))
        refused(t, lambda: t.answer(CHART, "r1/chart", {"chart/1": 99}, SEAT))
        assert t.answer(CHART, "r1/chart", {"chart/1": 99}, SEAT, sure=True).sure
        again(t)

    def test_a_lock_may_be_replaced_until_the_last_one(self) -> None:
        t = give(table(), (RED, 3), (RED, 4), (RED, 3), (RED, 1), (BLUE, 2))
        assert t.truth.guesses == {RED: 1, BLUE: 2}
        assert len(t.entries) == 5
        again(t)

    def test_a_lock_tells_nobody_anything_until_the_last_one(self) -> None:
        t = table()
        before = {a: list(p.heard) for a, p in t.play.plots.items()}
        give(t, (BLUE, 2))
        assert {a: p.heard for a, p in t.play.plots.items()} == before
        assert t.entries[0].told == {}
        assert t.presence() == {RED: "asked", BLUE: "locked"}

    def test_who_locks_first_is_nothing(self) -> None:
        one, two = give(table(), (RED, 3), (BLUE, 2)), give(table(), (BLUE, 2), (RED, 3))
        assert one.told == two.told
        assert stands(one)["plots"] == stands(two)["plots"]

    def test_a_value_given_is_not_the_callers_any_more(self) -> None:
        t = give(table(), (RED, 3), (BLUE, 2))
        faces = [1, 2]
        t.answer(DICE, "r1/dice", faces, SEAT)
        faces[0] = 6
        assert t.entries[-1].value == t.truth.faces == [1, 2]


class TestWithdraw:
    def test_only_that_answer_is_void_and_the_others_lock_stays(self) -> None:
        t = give(table(), (RED, 3))
        entry = t.withdraw(RED, "r1/guess/red", SEAT)
        assert (entry.do, entry.value, entry.told) == (ledger.WITHDRAW, 1, {})
        assert t.presence() == {RED: "asked", BLUE: "asked"}
        assert t.withdraw(RED, "r1/guess/red", SEAT) is None
        give(t, (BLUE, 2))
        assert t.presence() == {RED: "asked", BLUE: "locked"}
        give(t, (RED, 3))
        assert t.truth.guesses == {RED: 3, BLUE: 2}
        again(t)

    def test_it_is_open_exactly_while_the_side_is_shown_as_locked(self) -> None:
        t = table()
        while t.asks:
            for side in SIDES:
                ask = t.ask_of(side)
                if t.presence()[side] == "locked":
                    assert again(t).withdraw(side, ask.name, SEAT)
                elif ask:
                    assert t.withdraw(side, ask.name, SEAT) is None
                else:
                    refused(t, lambda side=side: t.withdraw(side, f"r{t.truth.round}/guess/{side}", SEAT))
            play(t, len(t.entries), 1)

    def test_dice_are_never_taken_back(self) -> None:
        t = give(table(), (RED, 3), (BLUE, 2))
        refused(t, lambda: t.withdraw(DICE, "r1/dice", SEAT))


class TestSetRight:
    @pytest.mark.parametrize("owner", SIDES)
    def test_all_hear_that_and_only_the_owner_what(self, owner: str) -> None:
        t = give(table(), (RED, 3))
        before = {a: len(p.heard) for a, p in t.play.plots.items()}
        set_right(t, f"limit/{owner}", 9)
        for audience in (OTHER[owner], PUBLIC):
            (only,) = t.play.plots[audience].heard[before[audience] :]
            assert (only.kind, only.facts, only.rule) == ("corrected", {}, "")
        assert heard(t, owner, before[owner]) == heard(t, UMPIRE, before[UMPIRE]) == ["set-right", "corrected"]
        again(t)

    @pytest.mark.parametrize(("fact", "left"), [("limit/red", {BLUE: 2}), ("limit/blue", {RED: 3}), ("bonus", {})])
    def test_a_lock_falls_only_if_its_own_ask_changed(self, fact: str, left: dict) -> None:
        t = give(table(), (RED, 3))
        set_right(t, fact, 4)
        assert (RED in t.locks) == (fact != "limit/red")
        t = give(table(), (BLUE, 2))
        set_right(t, fact, 4)
        assert (BLUE in t.locks) == (fact != "limit/blue")
        give(t, *((side, 1) for side in SIDES if side not in t.locks))
        assert t.truth.round == 1
        assert DICE in t.asks
        again(t)

    def test_the_new_ask_shows_the_new_fact(self) -> None:
        t = table()
        set_right(t, "limit/red", 2)
        refused(t, lambda: give(t, (RED, 3)))

    def test_what_cannot_be_so_is_refused(self) -> None:
        t = table()
        for fact, value in (("limit/red", 10), ("limit/green", 1), ("limit/red", "x")):
            refused(t, lambda fact=fact, value=value: set_right(t, fact, value))

    def test_twice_is_once_and_an_old_page_is_refused(self) -> None:
        t = table()
        assert set_right(t, "bonus", 3)
        assert t.set_right("bonus", 3, "misread", SEAT, name="set/0") is None
        refused(t, lambda: t.set_right("bonus", 4, "misread", SEAT, name="set/0"))

    def test_when_the_game_is_over_the_record_may_still_be_set_right(self) -> None:
        t = play(table(), 1)
        set_right(t, "bonus", 3)
        assert t.over
        again(t)


class TestResolved:
    @pytest.mark.parametrize(
        "fault", [KeyError("Kaga"), ZeroDivisionError(), RecursionError(), Refusal("Resolution cannot refuse")]
    )
    def test_what_the_app_cannot_work_out_is_entered_by_hand(self, fault: Exception) -> None:
        t = give(table(Toy(fault)), (RED, 3), (BLUE, 2), (DICE, [1, 1]), (CHART, {"chart/1": 4}))
        assert t.asks[CHART].name == "r1/by-hand"
        told = next(d for d in t.play.plots[PUBLIC].heard if d.kind == "fault")
        assert told.facts == {"where": "r1/by-hand"}, "nobody is shown the insides"
        assert type(fault).__name__ in t.play.faults[0]
        give(t, (CHART, {"won": 7}))
        assert (t.truth.score, t.truth.round) == (7, 2)
        again(t)

    def test_a_chart_cell_is_asked_once_in_a_game(self) -> None:
        t = give(table(), (RED, 3), (BLUE, 2), (DICE, [1, 1]), (CHART, {"chart/1": 4}))
        give(t, (RED, 3), (BLUE, 2), (DICE, [1, 1]))
        assert (t.truth.round, t.truth.score) == (3, 18)


class TestReplay:
    @pytest.mark.parametrize("seed", range(5))
    def test_the_ledger_gives_the_table(self, seed: int) -> None:
        assert again(play(table(), seed)).over

    def tampered(self, n: int, **changes: Any) -> Mismatch:
        t = play(table(), 3)
        entries = [replace(e, **changes) if e.n == n else e for e in t.entries]
        with pytest.raises(Mismatch) as caught:
            replayed(TOY, t.header, entries)
        assert str(caught.value).startswith(f"entry {caught.value.n}: ")
        return caught.value

    def test_a_value_changed_is_named_where_it_first_tells(self) -> None:
        red = next(e.n for e in play(table(), 3).entries if e.party == RED)
        was = play(table(), 3).entries[red - 1].value
        mismatch = self.tampered(red, value=(was + 1) % 6)
        assert mismatch.n == 2
        assert "told to red, umpire than" in str(mismatch)

    @pytest.mark.parametrize("value", [99, "x", None, True])
    def test_a_value_that_cannot_be(self, value: Any) -> None:
        assert self.tampered(2, value=value).n == 2

    @pytest.mark.parametrize("change", [{"ask": "r1/guess/green"}, {"party": DICE}, {"party": "green"}])
    def test_a_name_changed(self, change: dict) -> None:
        mismatch = self.tampered(2, **change)
        assert mismatch.n == 2
        assert "what is asked there is" in str(mismatch)

    @pytest.mark.parametrize("told", [{}, {RED: "0" * 16}])
    def test_a_digest_changed(self, told: dict) -> None:
        assert self.tampered(3, told=told).n == 3

    def test_a_line_by_hand_has_no_digest_to_keep_to(self) -> None:
        t = play(table(), 3)
        entries = [replace(e, told={}, checked=False) for e in t.entries]
        assert replayed(TOY, t.header, entries).told == t.told

    def test_an_answer_after_the_end(self) -> None:
        t = play(table(), 3)
        with pytest.raises(Mismatch, match="asked there is nothing"):
            replayed(TOY, t.header, [*t.entries, replace(t.entries[0], n=len(t.entries) + 1)])
