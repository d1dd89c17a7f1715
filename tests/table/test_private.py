"""Dice that only one side hears of: nobody else is shown them, asked for them or may take them back."""

import pytest

from tests.table.toy import BLUE, RED, SCOUTS, SEAT, SIDES, TOY, again, give, play, refused, set_right, table
from umpire.table import ledger
from umpire.table.asks import PRIVATE, PUBLIC_PARTIES, Roll
from umpire.table.checks import check
from umpire.table.ledger import Header
from umpire.table.mending import would_strike
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import APP, Table


def seen(t: Table, faces: list[int]) -> Table:
    t.answer(PRIVATE, t.asks[PRIVATE].name, faces, APP)
    return t


def test_the_ask_is_a_roll_put_to_nobody_at_the_table() -> None:
    t = table(SCOUTS)
    asked = t.asks[PRIVATE]
    assert isinstance(asked, Roll)
    assert (asked.name, asked.why, len(asked.dice)) == ("r1/scout", "Red looks about", 2)
    assert t.asks.keys() == {PRIVATE}
    assert PRIVATE not in PUBLIC_PARTIES
    assert t.public_ask() is None
    assert t.presence() == {RED: "waits", BLUE: "waits"}
    assert all(t.ask_of(side) is None for side in SIDES)


def test_nothing_is_told_but_what_the_script_tells() -> None:
    t = table(SCOUTS)
    before = {a: len(p.heard) for a, p in t.play.plots.items()}
    seen(t, [2, 5])
    news = {a: [(d.kind, d.facts) for d in p.heard[before[a] :]] for a, p in t.play.plots.items()}
    told = [("seen", {"faces": [2, 5]})]
    assert news == {RED: told, BLUE: [], PUBLIC: [], UMPIRE: told}
    assert t.entries[0].told.keys() == {RED, UMPIRE}
    assert (t.entries[0].party, t.entries[0].by, t.entries[0].value) == (PRIVATE, "app", [2, 5])


@pytest.mark.parametrize("audience", [BLUE, PUBLIC])
def test_other_dice_are_the_same_to_those_who_do_not_hear_of_them(audience: str) -> None:
    one, two = (give(seen(table(SCOUTS), faces), (RED, 3), (BLUE, 2)) for faces in ([1, 1], [6, 4]))
    plots = one.play.plots[audience], two.play.plots[audience]
    assert plots[0].heard == plots[1].heard
    assert plots[0].dump() == plots[1].dump()
    assert [e.told.get(audience) for e in one.entries] == [e.told.get(audience) for e in two.entries]
    assert one.truth.seen != two.truth.seen


def test_the_ledger_replays_without_dice() -> None:
    t = play(table(SCOUTS), 4)
    assert again(t).over
    assert [e.ask for e in t.entries if e.party == PRIVATE] == ["r1/scout", "r2/scout", "r3/scout"]


def test_they_are_never_taken_back() -> None:
    t = table(SCOUTS)
    refused(t, lambda: t.withdraw(PRIVATE, "r1/scout", APP))
    seen(t, [2, 5])
    refused(t, lambda: t.withdraw(PRIVATE, "r1/scout", APP))
    locked = t.entries[0].n
    forged = ledger.Entry(2, "r1/scout", PRIVATE, "app", locked, do=ledger.WITHDRAW)
    refused(t, lambda: check(t, forged))


@pytest.mark.parametrize("faces", [[7, 1], [1], [0, 1], [True, 1], "23"])
def test_they_are_read_as_dice(faces: object) -> None:
    t = table(SCOUTS)
    refused(t, lambda: t.answer(PRIVATE, "r1/scout", faces, APP))


def test_the_table_goes_back_behind_them_and_they_are_offered_again() -> None:
    t = give(seen(table(SCOUTS), [2, 5]), (RED, 3), (BLUE, 2))
    assert t.asks[PRIVATE].name == "r2/scout"
    assert (would_strike(t, 0).answers, would_strike(t, 0).dice) == (2, 2)
    t.back(0, SEAT)
    assert t.offer(t.asks[PRIVATE]) == [2, 5]
    assert t.presence() == {RED: "waits", BLUE: "waits"}
    assert all(d.struck for d in t.play.plots[RED].heard if d.kind == "seen")
    again(t)


def test_a_record_is_set_right_beside_them() -> None:
    t = table(SCOUTS)
    set_right(t, "limit/red", 2)
    assert t.asks.keys() == {PRIVATE}
    refused(seen(t, [1, 1]), lambda: give(t, (RED, 3)))


def test_no_game_is_played_by_the_app_unless_it_says_so() -> None:
    assert TOY.commanded({"solo": True}) == ()
    with pytest.raises(NotImplementedError, match="no side of toy"):
        TOY.command(TOY.plot(RED), next(iter(table().asks.values())))
    assert SCOUTS.commanded(Header("scouts", "1", "ROSE", {}, {"solo": True}).settings) == (BLUE,)
