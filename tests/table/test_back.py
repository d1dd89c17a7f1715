"""Going back, and taking a table up from a stored position; on the toy game."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.toy import BLUE, RED, SEAT, SIDES, TOY, again, give, move, play, refused, set_right, stands, table
from umpire.table import ledger
from umpire.table.asks import CHART, DICE, Die, Refusal, Roll
from umpire.table.mending import would_strike
from umpire.table.plot import UMPIRE, Stowed
from umpire.table.replay import replayed, resumed
from umpire.table.script import Position
from umpire.table.table import APP, Mismatch, Table
from umpire.table.words import canonical
from umpire.table.wrong import Wrong

ROUND = ((RED, 3), (BLUE, 2), (DICE, [1, 4]), (CHART, {"chart/1": 4}))


def played(rounds: int = 1, **chosen: Any) -> Table:
    t = table(**chosen)
    for _ in range(rounds):
        give(t, *(ROUND if not t.truth.kit else ROUND[:3]))
    return t


STOOD = {"fact": "limit/red", "value": 3, "since": 0, "until": None, "reason": "r", "told": 0, "rested": 0}


def let_stand(t: Table, wrong: Wrong) -> ledger.Entry | None:
    return t.let_stand(wrong, "misread", SEAT, name=t.mending)


def states(t: Table) -> dict[str, Any]:
    return {audience: plot.dump() for audience, plot in t.play.plots.items()}


class TestBack:
    @pytest.mark.parametrize("n", range(7))
    def test_the_table_stands_as_it_stood(self, n: int) -> None:
        t = played(2)
        then = replayed(TOY, t.header, t.entries[:n])
        entry = t.back(n, SEAT)
        assert (entry.do, entry.value, entry.party) == (ledger.BACK, n, UMPIRE)
        assert states(t) == states(then)
        assert (stands(t)["asks"], t.locks) == (stands(then)["asks"], then.locks)
        again(t)

    @pytest.mark.parametrize("n", range(7))
    def test_what_was_told_since_stays_in_every_plot_struck(self, n: int) -> None:
        t = played(2)
        then = replayed(TOY, t.header, t.entries[:n])
        whole = {audience: plot.heard for audience, plot in t.play.plots.items()}
        t.back(n, SEAT)
        for audience, plot in t.play.plots.items():
            kept = len(then.play.plots[audience].heard)
            assert plot.heard[:kept] == whole[audience][:kept] == then.play.plots[audience].heard
            assert plot.heard[kept:-1] == [d.again(struck=True) for d in whole[audience][kept:]]
            assert plot.heard[-1].kind == "back"
            assert not plot.heard[-1].struck

    def test_no_entry_is_removed(self) -> None:
        t = played(2)
        before = list(t.entries)
        t.back(3, SEAT)
        assert t.entries[:-1] == before

    @pytest.mark.parametrize("n", [-1, 7, 8, 10**9])
    def test_there_must_be_such_a_place(self, n: int) -> None:
        t = played(2)
        refused(t, lambda: t.back(n, SEAT))

    def test_a_struck_entry_is_no_place_to_go_back_to(self) -> None:
        t = played(2)
        t.back(3, SEAT)
        refused(t, lambda: t.back(5, SEAT))

    def test_other_answers_may_follow_and_the_game_comes_to_its_end(self) -> None:
        t = played(2)
        t.back(1, SEAT)
        assert t.locks == {RED: 3}
        give(t, (BLUE, 5))
        assert t.truth.guesses == {RED: 3, BLUE: 5}
        assert again(play(t, 1)).over

    def test_a_struck_answer_does_not_count_as_given(self) -> None:
        t = played()
        t.back(0, SEAT)
        give(t, (RED, 3), (BLUE, 2))
        assert len(t.entries) == 7
        again(t)

    def test_positions_of_struck_turns_are_gone(self) -> None:
        t = played(2)
        assert [p.name for p in t.positions] == ["r1", "r2", "r3"]
        t.back(5, SEAT)
        assert [(p.name, p.n) for p in t.positions] == [("r1", 0), ("r2", 4)]
        give(t, (BLUE, 5), (DICE, [1, 4]))
        assert [(p.name, p.n) for p in t.positions] == [("r1", 0), ("r2", 4), ("r3", 10)]

    def test_a_game_that_was_over_goes_on(self) -> None:
        t = play(table(), 1)
        t.back(2, SEAT)
        assert DICE in t.asks
        assert t.truth.ended is None
        t = table()
        move(t, RED, "concede")
        t.back(0, SEAT)
        assert again(play(t, 1)).over

    def test_a_correction_a_rest_and_a_motion_are_struck_with_the_rest(self) -> None:
        t = give(table(), (RED, 3))
        set_right(t, "limit/blue", 9)
        move(t, BLUE, "end")
        move(t, RED, "pause")
        t.back(1, SEAT)
        assert (t.truth.limits[BLUE], t.truth.motions, t.truth.paused, t.truth.corrections) == (5, {}, False, 0)
        set_right(t, "limit/blue", 8)
        move(t, RED, "end")
        assert again(t).truth.limits[BLUE] == 8

    def test_what_was_set_right_before_stays(self) -> None:
        t = table()
        set_right(t, "limit/blue", 9)
        move(t, RED, "end")
        give(t, (RED, 3), (BLUE, 9))
        t.back(3, SEAT)
        assert (t.truth.limits[BLUE], set(t.truth.motions), t.locks) == (9, {"end"}, {RED: 3})
        again(t)


class TestBackAgain:
    """Going back more than once, and over entries that voided others."""

    def test_farther_back(self) -> None:
        t = played(2)
        t.back(6, SEAT)
        t.back(2, SEAT)
        assert t.truth.guesses == {RED: 3, BLUE: 2}
        again(play(t, 1))

    def test_to_a_place_after_the_first(self) -> None:
        t = played(2)
        t.back(5, SEAT)
        give(t, (BLUE, 5), (DICE, [1, 1]), (RED, 0))
        then = replayed(TOY, t.header, t.entries[:9])
        t.back(9, SEAT)
        assert states(t) == states(then)
        assert stands(t)["asks"] == stands(then)["asks"]
        assert t.truth.round == 2
        assert t.truth.guesses == {RED: 3, BLUE: 5}
        again(play(t, 1))

    def test_what_the_first_struck_stays_struck(self) -> None:
        t = played(2)
        t.back(4, SEAT)
        struck = {a: [d for d in p.heard if d.struck] for a, p in t.play.plots.items()}
        give(t, (RED, 0))
        t.back(8, SEAT)
        assert all([d for d in p.heard if d.struck][: len(struck[a])] == struck[a] for a, p in t.play.plots.items())

    def test_over_a_withdrawal(self) -> None:
        t = give(table(), (RED, 3))
        t.withdraw(RED, "r1/guess/red", SEAT)
        give(t, (RED, 1), (BLUE, 2))
        t.back(3, SEAT)
        assert t.locks == {RED: 1}
        give(t, (BLUE, 4))
        assert t.truth.guesses == {RED: 1, BLUE: 4}
        again(t)

    def test_to_before_a_withdrawal(self) -> None:
        t = give(table(), (RED, 3))
        set_right(t, "bonus", 1)
        t.withdraw(RED, "r1/guess/red", SEAT)
        t.back(2, SEAT)
        assert t.locks == {RED: 3}
        again(t)


class TestDice:
    def test_what_fell_is_offered_again(self) -> None:
        t = played()
        assert t.offer(Roll("r1/dice", dice=[Die("a"), Die("b")])) is None
        t.back(2, SEAT)
        assert t.offer(t.asks[DICE]) == [1, 4]
        again(t)

    @pytest.mark.parametrize(
        "asked", [Roll("r1/dice", dice=[Die("one")]), Roll("r2/dice", dice=[Die("one"), Die("two")])]
    )
    def test_only_for_the_same_name_and_count(self, asked: Roll) -> None:
        t = played()
        t.back(0, SEAT)
        assert t.offer(asked) is None

    def test_the_offer_is_not_the_ledgers_own_list(self) -> None:
        t = played()
        t.back(2, SEAT)
        t.offer(t.asks[DICE]).append(6)
        assert t.offer(t.asks[DICE]) == [1, 4]
        assert t.entries[2].value == [1, 4]

    def test_dice_given_before_the_place_are_not_offered(self) -> None:
        t = played(2)
        t.back(4, SEAT)
        assert set(t.offered) == {"r2/dice"}


class TestPositions:
    def check(self, t: Table) -> None:
        """From each stored position the same rulings, and the same game from there on."""
        assert t.positions
        for at in t.positions:
            assert Position.read(at.n, at.name, at.text) == at
            other = resumed(t.game, t.header, t.entries, t.told[: sum(n <= at.n for n, _ in t.told)], at)
            assert stands(other) == stands(t), at.name
            assert other.told == t.told
            assert (other.void, other.offered) == (t.void, t.offered)
            if t.asks and not t.truth.paused:
                both = [play(replayed(t.game, t.header, t.entries), 5), play(other, 5)]
                assert stands(both[0]) == stands(both[1])

    def test_a_position_of_an_older_version_says_the_kit_four_times(self) -> None:
        t = played(2)
        at = t.positions[-1]
        old = canonical({audience: held.state() for audience, held in at.plots.items()})
        assert Position.read(at.n, at.name, old) == at

    def test_a_kit_of_ones_own_is_read_as_ones_own(self) -> None:
        held = {"us": Stowed('{"a":1}', "{}"), "public": Stowed("{}", "{}"), "umpire": Stowed('{"a":2}', "{}")}
        assert Position.read(3, "r1", Position(3, "r1", held).text) == Position(3, "r1", held)

    @pytest.mark.parametrize("seed", range(5))
    @pytest.mark.parametrize("most", [0, 3, 5, 9, 100])
    def test_a_plain_game(self, seed: int, most: int) -> None:
        self.check(play(table(), seed, most))

    def test_with_corrections_and_motions(self) -> None:
        t = played(2)
        set_right(t, "limit/red", 2)
        move(t, RED, "end")
        self.check(t)

    def test_with_a_withdrawal_before_and_one_after(self) -> None:
        t = give(table(), (RED, 1))
        t.withdraw(RED, "r1/guess/red", SEAT)
        give(t, *ROUND, (RED, 1))
        t.withdraw(RED, "r2/guess/red", SEAT)
        self.check(t)

    def test_with_a_going_back_before(self) -> None:
        t = played(1)
        t.back(1, SEAT)
        self.check(give(t, *ROUND[1:]))

    def test_with_a_going_back_after(self) -> None:
        t = played(2)
        t.back(5, SEAT)
        self.check(t)

    def test_going_back_past_the_position_is_as_on_the_whole_table(self) -> None:
        t = played(2)
        other = resumed(TOY, t.header, t.entries, t.told, t.positions[-1])
        t.back(2, SEAT)
        other.back(2, SEAT)
        assert stands(other) == stands(t)

    def test_a_ledger_that_does_not_follow_stops_with_the_place_named(self) -> None:
        t = play(table(), 3)
        at = t.positions[1]
        entries = [replace(e, told={}) if e.n == at.n + 3 else e for e in t.entries]
        with pytest.raises(Mismatch, match=f"entry {at.n + 3}"):
            resumed(TOY, t.header, entries, t.told, at)


class TestLettingStand:
    """What was found wrong and stands: on the record, told to the umpire, and of no consequence."""

    WRONG = Wrong("limit/red", 2, 0)

    def test_nothing_changes_and_nobody_else_hears(self) -> None:
        t = give(played(1), (RED, 1))
        before, heard = stands(t), {a: len(p.heard) for a, p in t.play.plots.items()}
        entry = let_stand(t, self.WRONG)
        assert entry is not None
        assert (entry.do, entry.party, set(entry.told)) == (ledger.STAND, UMPIRE, {UMPIRE})
        after = stands(t)
        assert {a: len(p.heard) - heard[a] for a, p in t.play.plots.items()} == {a: a == UMPIRE for a in heard}
        assert [(p, s[1]) for p, s in after["plots"].items()] == [(p, s[1]) for p, s in before["plots"].items()]
        assert [after[key] for key in ("asks", "locks", "presence", "name")] == [
            before[key] for key in ("asks", "locks", "presence", "name")
        ]
        again(t)

    def test_the_entry_says_what_why_since_when_and_how_much_had_come_of_it(self) -> None:
        t = played(2)
        let_stand(t, Wrong("limit/red", 2, 2, 5))
        said = t.truth.heard[-1]
        assert said.kind == "let-stand"
        size = {"told": 1, "rested": 1}
        value = {"fact": "limit/red", "value": 2, "since": 2, "until": 5, "reason": "misread", **size}
        assert t.entries[-1].value == value
        assert said.facts == {**value, "text": "red: 2"}

    def test_sent_twice_it_is_one_though_play_has_gone_on(self) -> None:
        t = played(1)
        name = t.mending
        assert t.let_stand(self.WRONG, "misread", SEAT, name=name)
        give(t, *ROUND[:2])
        assert t.let_stand(self.WRONG, "misread", SEAT, name=name) is None
        refused(t, lambda: t.let_stand(self.WRONG, "another reason", SEAT, name=name))
        assert let_stand(t, self.WRONG)

    def test_what_cannot_have_been_is_refused(self) -> None:
        t = played(1)
        for wrong in (Wrong("limit/green", 2, 0), Wrong("limit/red", "x", 0)):
            refused(t, lambda wrong=wrong: let_stand(t, wrong))

    def test_going_back_behind_it_strikes_it_and_past_it_keeps_it(self) -> None:
        t = played(1)
        let_stand(t, self.WRONG)
        give(t, (RED, 3))
        t.back(5, SEAT)
        assert [d.struck for d in t.truth.heard if d.kind == "let-stand"] == [False]
        t.back(4, SEAT)
        assert [d.struck for d in t.truth.heard if d.kind == "let-stand"] == [True]
        again(t)

    def test_struck_guesses_are_no_part_of_the_report(self) -> None:
        t = played(2)
        assert len(t.report(self.WRONG).told) == 2
        t.back(4, SEAT)
        assert len(t.report(self.WRONG).told) == 1

    def test_from_a_position_it_is_as_on_the_whole_table(self) -> None:
        t = played(1)
        let_stand(t, self.WRONG)
        give(t, *ROUND[:3])
        let_stand(t, self.WRONG)
        TestPositions().check(t)


class TestBackForAReason:
    WRONG = Wrong("limit/red", 2, 0)

    def back(self, t: Table, n: int, **more: Any) -> ledger.Entry | None:
        said = {"name": t.mending, "seen": len(t.entries), **more}
        return t.back_from(n, self.WRONG, "misread", SEAT, **said)

    def test_all_hear_that_it_goes_back_and_the_umpire_why(self) -> None:
        t = played(2)
        entry = self.back(t, 2)
        assert entry is not None
        assert entry.value == {"to": 2, "fact": "limit/red", "value": 2, "reason": "misread"}
        for side in SIDES:
            assert t.play.plots[side].heard[-1].kind == "back"
        why = t.truth.heard[-1]
        assert (why.kind, why.facts["text"], why.facts["reason"]) == ("back-why", "red: 2", "misread")
        assert DICE in t.asks
        again(t)

    def test_what_it_would_strike(self) -> None:
        t = played(2)
        give(t, (RED, 1))
        t.withdraw(RED, t.asks[RED].name, SEAT)
        strike = would_strike(t, 2)
        assert (strike.answers, strike.dice) == (3, 4), "the withdrawn answer is void already"
        self.back(t, 2)
        assert would_strike(t, 2).answers == 0

    def test_sent_twice_it_is_one(self) -> None:
        t = played(2)
        name, seen = t.mending, len(t.entries)
        assert self.back(t, 2, name=name, seen=seen)
        assert self.back(t, 2, name=name, seen=seen) is None

    def test_play_that_went_on_since_it_was_looked_at_is_not_struck_unseen(self) -> None:
        t = played(1)
        seen = len(t.entries)
        give(t, (RED, 1))
        assert "gone on" in refused(t, lambda: self.back(t, 2, seen=seen)).text
        assert self.back(t, 2)

    def test_places_that_are_struck_are_not_offered(self) -> None:
        t = played(2)
        assert t.turns() == {"r1": 0, "r2": 4}, "r3 is where it stands"
        t.back(5, SEAT)
        assert not t.may_go_back(6)
        assert t.may_go_back(5)
        assert not t.may_go_back(len(t.entries))

    def test_a_table_taken_up_from_a_position_offers_nothing_before_it(self) -> None:
        t = played(2)
        give(t, (RED, 1))
        other = resumed(TOY, t.header, t.entries, t.told, t.positions[1])
        assert other.turns() == {"r2": 4, "r3": 7}
        assert not other.may_go_back(2)


class TestFollowing:
    @pytest.mark.parametrize(
        ("do", "value"),
        [
            (ledger.BACK, 99),
            (ledger.BACK, -1),
            (ledger.BACK, "x"),
            (ledger.BACK, True),
            (ledger.BACK, {"to": 0}),
            (ledger.BACK, {"to": 9, "fact": "limit/red", "value": 3, "reason": "r"}),
            (ledger.BACK, {"to": 0, "fact": "limit/red", "value": 3, "reason": None}),
            (ledger.STAND, {"fact": "limit/red", "value": 3, "reason": "r"}),
            (ledger.STAND, {**STOOD, "since": "1"}),
            (ledger.STAND, {**STOOD, "until": False}),
            (ledger.STAND, {**STOOD, "reason": 1}),
            (ledger.WITHDRAW, 99),
            (ledger.WITHDRAW, []),
            (ledger.SET, {}),
            (ledger.SET, None),
            (ledger.SET, {"fact": "limit/red", "value": 99, "reason": ""}),
        ],
    )
    def test_an_entry_that_cannot_be_done_is_named(self, do: str, value: Any) -> None:
        t = give(table(), (RED, 3))
        bad = ledger.Entry(2, "x", UMPIRE, "umpire", value, do=do, checked=False)
        with pytest.raises(Mismatch, match="entry 2"):
            replayed(TOY, t.header, [*t.entries, bad])


class TestAnything:
    """Anything that may be done, in any order: the ledger still gives the table."""

    def run(self, seed: int, *, back: bool) -> Table:
        rng, t = random.Random(seed), table(umpire=seed % 2 == 0)
        for _ in range(40):
            with suppress(Refusal):
                self.do(t, rng, rng.randrange(10 if back else 9))
        return t

    def do(self, t: Table, rng: random.Random, what: int) -> None:
        side = rng.choice(SIDES)
        if what <= 3 and t.asks:
            party = rng.choice(list(t.asks))
            t.answer(party, t.asks[party].name, t.asks[party].sample(rng), APP)
        elif what == 4 and t.ask_of(side):
            t.withdraw(side, t.asks[side].name, SEAT)
        elif what == 5:
            set_right(t, rng.choice(["limit/red", "limit/blue", "bonus"]), rng.randint(0, 9))
        elif what == 6:
            motion = rng.choice(["end", "pause", "resume", "resume", "dispute", "correct"])
            value = {"fact": f"limit/{side}", "value": rng.randint(0, 9), "reason": "r"}
            move(t, side, motion, text="What?", value=value)
        elif what == 7:
            for motion in list(t.truth.motions):
                says = ["agreed", "declined", "declined", "taken back", "put"]
                move(t, side, motion, rng.choice(says), text=rng.choice("xy"))
        elif what == 8:
            let_stand(t, Wrong(f"limit/{side}", rng.randint(0, 9), rng.randrange(len(t.entries) + 1)))
        elif what == 9 and rng.random() < 0.4:
            self.back(t, rng)

    def back(self, t: Table, rng: random.Random) -> None:
        n = rng.randrange(len(t.entries) + 1)
        if rng.random() < 0.3:
            t.back(n, SEAT)
        elif rng.random() < 0.5:
            wrong = Wrong("limit/red", 3, 0)
            t.back_from(n, wrong, "misread", SEAT, name=t.mending, seen=len(t.entries))
        else:
            move(t, RED, "back", value={"to": rng.choice(["r1", "r2", "r3"])})
            move(t, BLUE, "back", "agreed")

    @settings(max_examples=30, derandomize=True, deadline=None)
    @given(st.integers(0, 2**32))
    def test_without_going_back(self, seed: int) -> None:
        t = again(self.run(seed, back=False))
        TestPositions().check(t)

    @settings(max_examples=30, derandomize=True, deadline=None)
    @given(st.integers(0, 2**32))
    def test_with_going_back(self, seed: int) -> None:
        again(self.run(seed, back=True))
