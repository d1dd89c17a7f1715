"""The host: commit before reply, dice from outside the rules, printed values kept, tables rebuilt from disk."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.tables import MIDWAY, SEAT, full_chart, hand_of, midway_kit, play
from umpire import host as hosts
from umpire.games.midway.plot import MidwayPlot
from umpire.host import Fault, Host, NoSuchTable
from umpire.store import Store, StoreFailed
from umpire.table import ledger
from umpire.table.asks import CHART, DICE, Refusal
from umpire.table.table import Mismatch, Table, replayed

AGREED = {each.name: each.default for each in MIDWAY.settings} | {"umpire": True, "dice": "app"}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    store = Store(tmp_path / "umpire.db")
    store.save_kit("k", "midway", "My copy", midway_kit())
    return Host(store, dice=lambda sides: 4)


def reopened(host: Host) -> Host:
    """Another process on the same file."""
    return Host(Store(host.store.path), dice=host.dice)


def to_the_dice(table: Table) -> None:
    rng = random.Random(7)
    while DICE not in table.asks:
        party = next(p for p in sorted(table.asks) if p not in table.locks)
        asked = table.asks[party]
        value = asked.sample(rng)
        if party == CHART:
            value = {key: full_chart()[key] for key in value}
        table.answer(party, asked.name, value, SEAT if party == CHART else hand_of(party), sure=True)


def placed(live: hosts.Live, side: str, zone: str) -> None:
    with live.changing() as table:
        entering = table.asks[side].facts["entering"]
        table.answer(side, f"setup/place/{side}", dict.fromkeys(entering, zone), SEAT)


def same(one: Table, other: Table) -> bool:
    return all(
        one.play.plots[a].heard == other.play.plots[a].heard and one.play.plots[a].dump() == other.play.plots[a].dump()
        for a in one.play.plots
    )


def test_a_table_needs_a_kit_that_lacks_nothing(host: Host) -> None:
    host.store.save_kit("half", "midway", "Half", {k: v for k, v in midway_kit().items() if k != "air/Hornet"})
    with pytest.raises(Refusal, match="Hornet"):
        host.create("midway", AGREED, "half")
    with pytest.raises(Refusal):
        host.create("midway", AGREED, "no such kit")
    assert host.store.tables() == []


def test_what_is_entered_is_on_disk_when_the_block_is_left(host: Host) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        ships = table.asks["us"].facts["entering"]
        table.answer("us", "setup/place/us", dict.fromkeys(ships, "G-3-C"), SEAT)
    assert [line["ask"] for line in host.store.entries(live.code)] == ["setup/place/us"]
    again = reopened(host).live(live.code).table
    assert again.locks == table.locks
    assert same(again, table)


def test_a_commit_that_fails_leaves_the_table_as_it_was(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    full = StoreFailed("The laptop's disk is full; nothing was changed.")

    def refuse(*args: Any, **more: Any) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr(host.store, "commit", refuse)
        with pytest.raises(StoreFailed):
            placed(live, "us", "G-3-C")
    assert live.table.entries == []
    assert live.table.locks == {}
    placed(live, "us", "G-3-C")
    assert len(host.store.entries(live.code)) == 1


def test_a_fault_in_the_script_drops_the_answer_and_keeps_the_table(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with monkeypatch.context() as patch:
        patch.setattr(MidwayPlot, "hear_ships", lambda *a, **k: 1 // 0)
        placed(live, "us", "G-3-C")
        with pytest.raises(Fault, match="Nothing was changed"):
            placed(live, "japan", "A-3-A")
    assert [e.party for e in live.table.entries] == ["us"]
    assert live.table.locks.keys() == {"us"}


def test_the_app_rolls_with_what_it_was_given_and_once(host: Host) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        to_the_dice(table)
    roll = live.table.asks[DICE]
    live.roll_for_us(SEAT, roll.name)
    live.roll_for_us(SEAT, roll.name)
    rolled = [e for e in live.table.entries if e.party == DICE]
    assert [(e.by, e.value) for e in rolled] == [("app", [4] * len(roll.dice))]
    with pytest.raises(Refusal):
        live.roll_for_us(SEAT, "t1/battle-9/dice")


def test_dice_that_fell_before_the_table_went_back_are_taken_again(host: Host) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        to_the_dice(table)
    name, before = live.table.asks[DICE].name, len(live.table.entries)
    live.roll_for_us(SEAT, name)
    host.dice = lambda sides: 6
    with live.changing() as table:
        table.back(before, SEAT)
    live.roll_for_us(SEAT, name)
    fell = [e.value for e in live.table.entries if e.ask == name]
    assert fell[0] == fell[1] == [4] * len(fell[0])
    assert same(reopened(host).live(live.code).table, live.table)


def test_printed_values_are_learnt_and_never_asked_again(host: Host) -> None:
    first = host.live(host.create("midway", AGREED, "k"))
    with first.changing() as table:
        to_the_dice(table)
    learnt = host.store.kit("k").cells
    told = first.table.truth.kit
    assert "crt/columns" in learnt
    assert learnt["crt/columns"] == told["crt/columns"]
    second = host.live(host.create("midway", AGREED, "k"))
    assert "crt/columns" in second.table.truth.kit


def test_a_value_learnt_at_another_table_answers_a_blank_that_is_open(host: Host) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    rng = random.Random(7)
    with live.changing() as table:
        play(table, rng, until=lambda t: CHART in t.asks)
    host.store.learn("k", full_chart())
    with live.changing():
        pass
    assert CHART not in live.table.asks
    assert [e.by for e in live.table.entries if e.party == CHART][:1] == ["app"]


def test_a_ledger_taken_in_goes_on_as_it_was(host: Host, tmp_path: Path) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        play(table, random.Random(3), until=lambda t: len(t.entries) > 60)
    text = "\n".join(host.export(live.code))
    other = Host(Store(tmp_path / "other.db"))
    assert other.take_in(text) == live.code
    assert same(other.live(live.code).table, live.table)
    assert other.take_in(text) != live.code


def test_a_table_whose_past_was_altered_by_an_upgrade_goes_on_from_its_last_position(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        play(table, random.Random(3), until=lambda t: t.truth.played == 4 and len(t.locks) == 1)
    heard = [d.kind for d in live.table.play.plots["us"].heard]
    # New rules: the first turn's words are told otherwise than they were told then.
    from umpire.games.midway import movement

    with monkeypatch.context() as patch:
        patch.setattr(movement, "speed", lambda side, played: 2)
        with pytest.raises(Mismatch):
            replayed(MIDWAY, live.table.header, live.table.entries)
        again = reopened(host).live(live.code).table
    assert ["went on from t4" in notice.text for notice in host.store.notices(live.code)] == [True]
    assert again.truth.played == 4
    assert again.asks.keys() == live.table.asks.keys()
    assert again.locks == live.table.locks
    assert [d.kind for d in again.play.plots["us"].heard] == heard


def test_no_such_table(host: Host) -> None:
    with pytest.raises(NoSuchTable):
        host.live("NONE")


def test_an_idle_table_is_let_go_and_comes_back_the_same(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        play(table, random.Random(5), until=lambda t: len(t.entries) > 30)
    monkeypatch.setattr(hosts, "IDLE_AFTER", -1.0)
    back = host.live(live.code)
    assert back is not live
    assert same(back.table, live.table)


def test_the_ledger_on_disk_is_a_ledger(host: Host) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        play(table, random.Random(5), until=lambda t: len(t.entries) > 30)
    head, entries = ledger.read("\n".join(host.export(live.code)))
    assert head == live.table.header
    assert list(entries) == live.table.entries
