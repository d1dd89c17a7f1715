"""The host: commit before reply, dice from outside the rules, printed values kept, tables rebuilt from disk."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.table.toy import BLUE, RED, SCOUTS, move
from tests.tables import MIDWAY, SEAT, full_chart, hand_of, midway_kit, play
from umpire import host as hosts
from umpire import incoming
from umpire.games.midway.plot import MidwayPlot
from umpire.host import Host, NoSuchTable
from umpire.in_play import Fault, Live
from umpire.store import Store
from umpire.table import ledger
from umpire.table.asks import CHART, DICE, PRIVATE, Refusal
from umpire.table.ledger import Header
from umpire.table.replay import replayed
from umpire.table.table import APP, Hand, Mismatch, Table
from umpire.troubles import StoreFailed
from umpire.web import actions, pages, viewers

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


def placed(live: Live, side: str, zone: str) -> None:
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
    assert [(n.at, "goes on from Turn 4, " in n.text) for n in host.store.notices(live.code)] == [("t4", True)]
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
    assert back.table is not table
    assert same(back.table, table)


def test_the_ledger_on_disk_is_a_ledger(host: Host) -> None:
    live = host.live(host.create("midway", AGREED, "k"))
    with live.changing() as table:
        play(table, random.Random(5), until=lambda t: len(t.entries) > 30)
    head, entries = ledger.read("\n".join(host.export(live.code)))
    assert head == live.table.header
    assert list(entries) == live.table.entries


# Dice that only one side hears of, and a side that the app plays: on the toy game of scouts.


@pytest.fixture
def scouts(host: Host, monkeypatch: pytest.MonkeyPatch) -> Host:
    for module in (hosts, incoming):
        monkeypatch.setattr(module, "GAMES", {**hosts.GAMES, "scouts": SCOUTS})
    host.store.save_kit("s", "scouts", "Scouts", {})
    return host


def opened(host: Host, **settings: Any) -> Live:
    return host.live(host.create("scouts", {"umpire": False, "dice": "app", **settings}, "s"))


def guess(live: Live, side: str, n: int) -> None:
    with live.changing() as table:
        table.answer(side, table.asks[side].name, n, Hand("seat", 1, side))


def parties(host: Host, live: Live) -> list[str]:
    """Who gave the answers that are on the disk, in their order."""
    return [line["party"] for line in host.store.entries(live.code)]


def test_a_new_table_opens_when_the_app_has_rolled_what_one_side_hears_of(scouts: Host) -> None:
    live = opened(scouts)
    assert live.table.asks.keys() == {RED, BLUE}
    assert live.table.play.plots[RED].seen == [4, 4]
    assert parties(scouts, live) == [PRIVATE]
    assert same(reopened(scouts).live(live.code).table, live.table)


def test_the_app_rolls_unseen_as_soon_as_an_answer_leads_there(scouts: Host) -> None:
    live = opened(scouts)
    guess(live, RED, 3)
    scouts.dice = lambda sides: 6
    guess(live, BLUE, 2)
    assert live.table.play.plots[RED].seen == [6, 6]
    assert parties(scouts, live) == [PRIVATE, RED, BLUE, PRIVATE]
    assert [(e.ask, e.by, e.seat) for e in live.table.entries[3:]] == [("r2/scout", "app", None)]


def test_unseen_dice_are_in_no_word_to_the_other_side_or_the_table(scouts: Host) -> None:
    live = opened(scouts)
    for audience in (BLUE, "public"):
        assert [d.kind for d in live.table.play.plots[audience].heard if d.kind in ("seen", "roll")] == []
    assert [d.facts for d in live.table.play.plots[RED].heard if d.kind == "seen"] == [{"faces": [4, 4]}]


def test_no_seat_screen_or_desk_sees_or_answers_unseen_dice(scouts: Host) -> None:
    table = Table(SCOUTS, Header("scouts", "1", "ROSE", {}, {"umpire": True, "dice": "app"}))
    live = Live(scouts, "ROSE", new=table)
    assert table.asks.keys() == {PRIVATE}
    seats = [viewers.Viewer(live, s, s, Hand("seat", 1, s), "", s) for s in (RED, BLUE)]
    desks = [viewers.at_desk(live, side) for side in ("", RED, BLUE)]
    for viewer in (*seats, *desks, viewers.on_screen(live, acts=True)):
        assert viewer is not None
        assert actions.party_of(viewer, "r1/scout") is None
        assert actions.asked_name(viewer) == ""
        drawn = pages._asked(viewer)
        assert (drawn["asked"], drawn["offer"], drawn["locked"]) == (None, None, False)
    assert not actions.dice_by_app(table)


def test_asking_for_unseen_dice_by_their_name_tells_nothing(scouts: Host) -> None:
    """A screen that guesses the name hears the same whether they were rolled or not."""
    live = opened(scouts)
    for name in ("r1/scout", "r9/scout"):
        with pytest.raises(Refusal, match="read already"):
            live.roll_for_us(Hand("laptop", None, "laptop"), name)


def test_the_table_goes_back_and_the_same_unseen_dice_are_taken(scouts: Host) -> None:
    live = opened(scouts)
    guess(live, RED, 3)
    guess(live, BLUE, 2)
    scouts.dice = lambda sides: 6
    with live.changing() as table:
        table.back(0, SEAT)
    fell = [(e.ask, e.value) for e in live.table.entries if e.party == PRIVATE]
    assert fell == [("r1/scout", [4, 4]), ("r2/scout", [4, 4]), ("r1/scout", [4, 4])]
    guess(live, RED, 1)
    guess(live, BLUE, 1)
    assert live.table.play.plots[RED].seen == [4, 4]
    assert same(reopened(scouts).live(live.code).table, live.table)


def test_a_ledger_that_ends_at_unseen_dice_is_taken_in_and_goes_on(scouts: Host) -> None:
    head = Header("scouts", "1", "ROSE", {}, {"umpire": False, "dice": "app", "solo": True})
    code = scouts.take_in("\n".join(ledger.write(head, [])))
    assert parties(scouts, scouts.live(code)) == [PRIVATE, BLUE]


def test_a_table_found_waiting_for_the_app_is_settled_when_it_is_taken_up(scouts: Host) -> None:
    """So an older version may have left it, that knew of no dice unseen."""
    head = Header("scouts", "1", "ROSE", {}, {"umpire": False, "dice": "app"})
    scouts.store.create_table("ROSE", "scouts", head.line(), attended=False, kit_id="s", created="")
    live = scouts.live("ROSE")
    assert live.table.asks.keys() == {RED, BLUE}
    assert parties(scouts, live) == [PRIVATE]


def test_a_side_that_the_app_plays_answers_by_itself(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    assert live.table.presence() == {RED: "asked", BLUE: "locked"}
    assert parties(scouts, live) == [PRIVATE, BLUE]
    guess(live, RED, 3)
    assert parties(scouts, live) == [PRIVATE, BLUE, RED, PRIVATE, BLUE]
    blue = [(e.ask, e.value, e.by, e.who) for e in live.table.entries if e.party == BLUE]
    assert blue == [("r1/guess/blue", 1, "app", "app"), ("r2/guess/blue", 2, "app", "app")]


def test_a_side_that_the_app_plays_is_still_so_after_a_reload(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    guess(live, RED, 3)
    again = reopened(scouts).live(live.code)
    assert same(again.table, live.table)
    assert again.table.locks == {BLUE: 2}
    guess(again, RED, 3)
    guess(again, RED, 3)
    assert again.table.over
    assert again.table.truth.guesses == {RED: 3, BLUE: 3}
    assert same(reopened(scouts).live(live.code).table, again.table)


def test_the_app_answers_anew_when_its_sides_record_is_set_right(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    with live.changing() as table:
        table.set_right("limit/blue", 0, "misread", SEAT, name=table.mending)
    assert live.table.locks == {BLUE: 0}


def test_a_table_that_rests_waits_for_the_app_too(scouts: Host) -> None:
    live = opened(scouts, solo=True, umpire=True)
    with live.changing() as table:
        move(table, "umpire", "pause")
        table.set_right("limit/blue", 0, "misread", SEAT, name=table.mending)
    assert live.table.locks == {}
    assert reopened(scouts).live(live.code).table.locks == {}
    with live.changing() as table:
        move(table, "umpire", "resume")
    assert live.table.locks == {BLUE: 0}


@pytest.mark.parametrize("answer", [lambda plot, ask: 1 // 0, lambda plot, ask: 99])
def test_a_fault_of_the_side_that_the_app_plays_stops_no_table(
    scouts: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answer: Any
) -> None:
    """It answers by lot then, within the rules, and the fault is in the log."""
    live = opened(scouts, solo=True)
    with monkeypatch.context() as patch:
        patch.setattr(SCOUTS, "command", answer, raising=False)
        guess(live, RED, 3)
    assert live.table.truth.round == 2
    assert 0 <= live.table.locks[BLUE] <= live.table.truth.limits[BLUE]
    assert "answered by lot after a fault" in caplog.text
    assert reopened(scouts).live(live.code).table.locks == live.table.locks


# What the people move at a table where the app plays the other side: nobody else is there to say yes.


def moved(live: Live, motion: str, say_: str = "moved", text: str = "", value: Any = None) -> None:
    with live.changing() as table:
        move(table, RED, motion, say_, text, value)


def words_of(live: Live, motion: str) -> list[tuple[str, str, str]]:
    """What was said on a motion: by whom, by which hand, and what."""
    said = [e for e in live.table.entries if e.do == ledger.MOTION and e.value["motion"] == motion]
    return [(e.party, e.by, e.value["say"]) for e in said]


def test_the_app_agrees_to_end_the_game(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    moved(live, "end")
    assert words_of(live, "end") == [(RED, "seat", "moved"), (BLUE, "app", "agreed")]
    assert live.table.over
    assert same(reopened(scouts).live(live.code).table, live.table)


def test_the_app_agrees_to_rest_and_waits_until_the_people_go_on(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    moved(live, "pause")
    assert live.table.truth.paused
    assert words_of(live, "pause") == [(RED, "seat", "moved"), (BLUE, "app", "agreed")]
    moved(live, "resume")
    assert not live.table.truth.paused
    guess(live, RED, 3)
    assert live.table.truth.round == 2


def test_the_app_agrees_to_a_correction_even_while_the_table_rests(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    moved(live, "pause")
    moved(live, "correct", value={"fact": "limit/red", "value": 2, "reason": "misread"})
    assert live.table.truth.limits[RED] == 2
    assert live.table.truth.motions == {}


def test_the_app_agrees_to_go_back_and_answers_anew_from_there(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    guess(live, RED, 3)
    moved(live, "back", value={"to": "r1"})
    assert live.table.truth.round == 1
    assert live.table.presence() == {RED: "asked", BLUE: "locked"}
    assert words_of(live, "back") == [(RED, "seat", "moved"), (BLUE, "app", "agreed")]
    assert same(reopened(scouts).live(live.code).table, live.table)


def test_the_app_confirms_a_ruling_once_one_is_put(scouts: Host) -> None:
    live = opened(scouts, solo=True)
    moved(live, "dispute", text="May I look twice?")
    assert words_of(live, "dispute") == [(RED, "seat", "moved")]
    moved(live, "dispute", "put", text="Once a round.")
    assert words_of(live, "dispute")[1:] == [(RED, "seat", "put"), (BLUE, "app", "agreed")]
    ruled = [d.facts for d in live.table.play.plots["public"].heard if d.kind == "motion"][-1]
    assert (ruled["by"], ruled["say"], ruled["text"]) == ("both", "ruled", "Once a round.")
    assert live.table.truth.motions == {}


def test_with_an_umpire_the_app_says_nothing_to_a_motion(scouts: Host) -> None:
    live = opened(scouts, solo=True, umpire=True)
    moved(live, "end")
    assert words_of(live, "end") == [(RED, "seat", "moved")]
    with live.changing() as table:
        move(table, "umpire", "end", "declined")
    assert live.table.truth.motions == {}
    assert not live.table.over


def test_between_people_the_app_says_nothing_to_a_motion(scouts: Host) -> None:
    live = opened(scouts)
    moved(live, "end")
    assert words_of(live, "end") == [(RED, "seat", "moved")]
    assert live.table.truth.motions.keys() == {"end"}


def test_a_motion_left_waiting_for_the_app_is_agreed_to_when_the_table_is_taken_up(scouts: Host) -> None:
    """So an older version may have left it, that said yes to nothing."""
    head = Header("scouts", "1", "ROSE", {}, {"umpire": False, "dice": "app", "solo": True})
    table = Table(SCOUTS, head)
    table.answer(PRIVATE, "r1/scout", [4, 4], hand_of(PRIVATE))
    table.answer(BLUE, "r1/guess/blue", 1, APP)
    move(table, RED, "end")
    live = scouts.live(scouts.take_in("\n".join(ledger.write(head, table.entries))))
    assert live.table.over


def test_a_place_that_can_no_longer_be_gone_back_to_is_declined(scouts: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    live = opened(scouts, solo=True)
    with monkeypatch.context() as patch:
        patch.setattr(Live, "_moved_to_the_app", lambda self: None)
        moved(live, "back", value={"to": "r1"})
    with live.changing() as table:
        monkeypatch.setattr(table.motions, "_turns", dict)
    assert words_of(live, "back") == [(RED, "seat", "moved"), (BLUE, "app", "declined")]
