"""The host at a table of one side: dice and draws that nobody taps for fall by themselves, the same again after going back."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from tests.table.toy import LONE, RED, SEAT, move, stands
from tests.tables import midway_kit
from umpire import host as hosts
from umpire import incoming
from umpire.host import Host
from umpire.in_play import Live
from umpire.store import Store
from umpire.table import ledger
from umpire.table.asks import DICE, Refusal
from umpire.table.ledger import Header
from umpire.table.table import APP, Table

JSON = Any


class Falls:
    """Dice that show what a test wants, and count how often they were asked."""

    def __init__(self, *faces: int) -> None:
        self.faces, self.asked = deque(faces), 0

    def __call__(self, sides: int) -> int:
        self.asked += 1
        return self.faces.popleft()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    for module in (hosts, incoming):
        monkeypatch.setattr(module, "GAMES", {**hosts.GAMES, "lone": LONE})
    store = Store(tmp_path / "umpire.db")
    store.save_kit("k", "midway", "My copy", midway_kit())
    store.save_kit("l", "lone", "Lone", {})
    return Host(store, dice=Falls(6, 4, 3, 5, 2, 1))


def opened(host: Host, **settings: JSON) -> Live:
    return host.live(host.create("lone", {"umpire": False, "dice": "app", **settings}, "l"))


def guess(live: Live, n: int) -> None:
    with live.changing() as table:
        table.answer(RED, table.asks[RED].name, n, SEAT)


def answers(live: Live) -> list[tuple[str, str, JSON]]:
    """What was answered for chance: the ask, by which hand, what fell."""
    return [(e.ask, e.by, e.value) for e in live.table.entries if e.party == DICE]


def test_what_falls_to_chance_falls_without_a_tap(host: Host) -> None:
    live = opened(host)
    guess(live, 3)
    assert live.table.asks.keys() == {RED}
    assert answers(live) == [("r1/dice", "app", [6]), ("r1/cup", "app", ["black"])]
    assert [line["ask"] for line in host.store.entries(live.code)] == ["r1/guess/red", "r1/dice", "r1/cup"]
    fell = [d.facts["by"] for d in live.table.truth.heard if d.kind == "roll"]
    assert fell == ["app", "app"]


def test_dice_on_the_table_wait_for_whoever_reads_them(host: Host) -> None:
    live = opened(host, dice="real")
    guess(live, 3)
    assert live.table.asks.keys() == {DICE}
    assert answers(live) == []
    live.roll_for_us(SEAT, "r1/dice")
    assert answers(live) == [("r1/dice", "app", [6])]
    with live.changing() as table:
        table.answer(DICE, "r1/cup", ["white"], SEAT)
    assert answers(live)[-1] == ("r1/cup", "seat", ["white"])


def test_asking_for_what_fell_by_itself_is_refused_and_rolls_nothing(host: Host) -> None:
    """A page that was drawn before offers it still."""
    live = opened(host)
    guess(live, 3)
    asked = host.dice.asked
    with pytest.raises(Refusal, match="read already"):
        live.roll_for_us(SEAT, "r1/dice")
    assert host.dice.asked == asked


def test_after_going_back_the_same_falls_again(host: Host) -> None:
    """Not what the dice would show now: nobody changes his luck by going back."""
    live = opened(host)
    guess(live, 3)
    asked = host.dice.asked
    with live.changing() as table:
        move(table, RED, "back", value={"to": "r1"})
    assert live.table.asks.keys() == {RED}
    guess(live, 1)
    assert answers(live)[2:] == answers(live)[:2]
    assert host.dice.asked == asked
    again = Host(Store(host.store.path), dice=host.dice).live(live.code).table
    assert stands(again) == stands(live.table)


def test_a_table_found_waiting_for_chance_is_settled_when_it_is_taken_up(host: Host) -> None:
    """As a fault, or an older version, may have left it."""
    head = Header("lone", "1", "ROSE", {}, {"umpire": False, "dice": "app"})
    t = Table(LONE, head)
    t.answer(RED, "r1/guess/red", 2, APP)
    live = host.live(host.take_in("\n".join(ledger.write(head, t.entries))))
    assert live.table.asks.keys() == {RED}
    assert [ask for ask, _, _ in answers(live)] == ["r1/dice", "r1/cup"]


def test_while_the_table_rests_nothing_falls(host: Host) -> None:
    head = Header("lone", "1", "ROSE", {}, {"umpire": False, "dice": "app"})
    t = Table(LONE, head)
    t.answer(RED, "r1/guess/red", 2, APP)
    move(t, RED, "pause")
    live = host.live(host.take_in("\n".join(ledger.write(head, t.entries))))
    assert answers(live) == []
    with live.changing() as table:
        move(table, RED, "resume")
    assert [ask for ask, _, _ in answers(live)] == ["r1/dice", "r1/cup"]


def test_a_game_runs_to_its_end_by_guesses_alone(host: Host) -> None:
    live = opened(host)
    for n in (1, 2, 3):
        guess(live, n)
    assert live.table.over
    assert len(answers(live)) == 6
