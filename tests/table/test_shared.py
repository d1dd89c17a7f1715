"""A table whose players sit round one screen: all lies open, anybody enters what is done, and nobody's yes is needed."""

from __future__ import annotations

import pytest

from tests.table.toy import BLUE, RED, SEAT, SHARED, TOY, again, give, heard, move, refused, stands, table
from umpire.games.sayings import core_sayings
from umpire.table.asks import DICE, TABLE
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import Hand, Table

LAPTOP = Hand("laptop", None, "laptop")


def shared(guesses: int = 0, *, umpire: bool = False) -> Table:
    """A table with so many guesses entered; a die falls after every second."""
    t = table(SHARED, umpire=umpire, sealed=True)
    for n in range(guesses):
        give(t, (TABLE, n % 4))
        if n % 2:
            give(t, (DICE, [3]))
    return t


def before(t: Table) -> str:
    """Where the last answer is taken back to."""
    return list(t.turns())[-1]


def test_anybody_answers_for_the_table_and_all_hear_the_same() -> None:
    t = shared()
    assert t.public_ask() == (TABLE, t.asks[TABLE])
    t.answer(TABLE, t.asks[TABLE].name, 4, LAPTOP)
    t.answer(TABLE, t.asks[TABLE].name, 2, SEAT)
    assert t.truth.guesses == {RED: 4, BLUE: 2}
    assert heard(t, RED) == heard(t, BLUE) == heard(t, PUBLIC)
    assert set(t.presence().values()) == {"waits"}, "no side is asked by itself"
    refused(t, lambda: t.withdraw(TABLE, "r1/guess/blue", LAPTOP))
    again(t)


def test_the_last_answer_is_taken_back_and_the_one_before_it_too() -> None:
    t = shared(1)
    assert before(t) == "before r1/guess/red"
    give(t, (TABLE, 3))
    assert before(t) == "before r1/guess/blue"
    move(t, TABLE, "back", value={"to": before(t)})
    assert (t.truth.guesses, t.asks[TABLE].name) == ({RED: 0}, "r1/guess/blue")
    move(t, TABLE, "back", value={"to": before(t)})
    assert (t.truth.guesses, t.asks[TABLE].name) == ({}, "r1/guess/red")
    assert not [name for name in t.turns() if name.startswith("before")], "there is nothing left to take back"
    again(give(again(t), (TABLE, 1), (TABLE, 1), (DICE, [5])))


def test_dice_read_off_the_table_are_taken_back_by_themselves_and_the_apps_with_what_led_to_them() -> None:
    t = shared(2)
    move(t, TABLE, "back", value={"to": before(t)})
    assert t.asks[DICE].name == "r1/dice", "a die misread is read again; whoever entered the guess need not"
    t.answer(DICE, "r1/dice", [3], Hand("app", None, "app"))
    move(t, TABLE, "back", value={"to": before(t)})
    assert t.asks[TABLE].name == "r1/guess/blue"
    give(t, (TABLE, 2))
    assert t.offer(t.asks[DICE]) == [3], "and they stand"


def test_what_is_moved_at_the_screen_is_done_at_once() -> None:
    t = shared(1)
    move(t, TABLE, "correct", value={"fact": "bonus", "value": 2, "reason": "misread"}, text="misread")
    assert t.truth.bonus == 2
    refused(t, lambda: move(t, TABLE, "correct", value={"fact": "limit/red", "value": 2, "reason": "x"}))
    move(t, TABLE, "dispute", text="Both may.")
    move(t, TABLE, "pause")
    assert t.truth.paused
    move(t, TABLE, "resume")
    assert t.truth.motions == {}
    move(t, TABLE, "end")
    assert t.over
    again(t)


def test_a_side_concedes_and_the_table_cannot() -> None:
    t = shared(1)
    assert "side" in str(refused(t, lambda: move(t, TABLE, "concede")))
    move(t, BLUE, "concede")
    assert t.truth.ended["how"] == "concede"


@pytest.mark.parametrize("how", ["play", "end", "concede"])
def test_the_end_is_taken_back_with_the_tap_that_led_to_it(how: str) -> None:
    """Nothing was hidden that the end has shown."""
    t = shared(4 if how == "play" else 3)
    if how != "play":
        move(t, BLUE if how == "concede" else TABLE, how)
    assert t.over
    assert t.truth.ended
    move(t, TABLE, "back", value={"to": before(t)})
    assert not t.over
    assert not t.truth.ended
    assert t.asks[DICE if how == "play" else TABLE].name == ("r2/dice" if how == "play" else "r2/guess/red")
    again(t)


def test_after_the_end_nothing_else_is_moved() -> None:
    t = shared(4)
    for motion in ("pause", "end", "correct"):
        refused(t, lambda motion=motion: move(t, TABLE, motion, value={"fact": "bonus", "value": 2, "reason": "x"}))


def test_nobody_speaks_for_a_table_that_is_not_shared_or_where_somebody_umpires() -> None:
    t = table(TOY, umpire=False)
    refused(t, lambda: move(t, TABLE, "pause"))
    attended = shared(1, umpire=True)
    assert not attended.motions.alone
    move(attended, UMPIRE, "pause")
    assert attended.truth.paused


def test_it_reads_as_done_by_the_table() -> None:
    say = core_sayings({RED: "Red"}, lambda key, value: key)["motion"]
    assert say({"motion": "end", "by": TABLE, "say": "carried", "text": ""}) == "The table ends the game here."


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_what_is_said_at_the_screen_is_committed_to_by_the_end_of_a_turn(at: int) -> None:
    t = shared(at)
    move(t, TABLE, "dispute", text="Both may.")
    while not t.over:
        give(t, (TABLE, 1)) if TABLE in t.asks else give(t, (DICE, [2]))
    assert "sealed" in heard(t, PUBLIC)
    assert stands(again(t))["plots"] == stands(t)["plots"]
