"""The record of Lightning: Midway: a turn tap by tap, what is asked once, what is taken back, set right, and printed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lightning.lively import run
from tests.games.lightning.scenes import (
    LIGHTNING,
    asked,
    attack,
    card,
    fought,
    kit,
    last,
    on_table,
    passes,
    prepare,
    say,
    table,
    to_do,
)
from tests.games.recording import UMPIRE, word
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway import picture, sheets
from umpire.games.lightning_midway.fight import WINDOWS, after_battle
from umpire.games.lightning_midway.settings import SETTINGS
from umpire.games.paper import NoSuchSheet, paged
from umpire.table.asks import CHART, TABLE, Refusal
from umpire.table.table import Table
from umpire.table.wrong import Wrong

JSON = Any


def tapped(t: Table, *taps: tuple[str, str]) -> JSON:
    """The answer that some taps on what is asked amount to."""
    ask = asked(t)
    draft = ask.draft()
    for op, arg in taps:
        draft = ask.edit(draft, op, arg, {})
    return ask.value(draft)


# A turn.


def test_an_attack_is_two_taps_and_a_target_more_is_one() -> None:
    t = table()
    assert tapped(t, ("target", "Akagi"), ("outcome", "held")) == {
        "do": "attack",
        "targets": ["Akagi"],
        "outcome": "held",
    }
    blow = tapped(t, ("target", "Akagi"), ("also", "Kaga"), ("outcome", "destroyed"))
    assert blow["targets"] == ["Akagi", "Kaga"]
    some = tapped(t, ("target", "Akagi"), ("also", "Kaga"), ("held", "Kaga"), ("outcome", "destroyed"))
    say(t, some)
    assert t.truth.sunk == ["Akagi"]
    assert last(t, "outcome")["targets"] == ["Akagi", "Kaga"]


def test_another_target_tapped_takes_the_place_of_the_first() -> None:
    t = table()
    made = tapped(t, ("target", "Akagi"), ("also", "Kaga"), ("target", "Soryu"), ("outcome", "held"))
    assert made["targets"] == ["Soryu"]
    twice = tapped(t, ("target", "Akagi"), ("also", "Kaga"), ("also", "Kaga"), ("outcome", "held"))
    assert twice["targets"] == ["Akagi"]


@pytest.mark.parametrize("taps", [[("reinforce", "2")], [("prepare", "")], [("exchange", "5")], [("reshuffle", "us")]])
def test_all_else_is_one_tap(taps: list[tuple[str, str]]) -> None:
    t = table()
    say(t, tapped(t, *taps))
    assert t.entries


def test_a_side_may_leave_its_option() -> None:
    t = table()
    say(t, tapped(t, ("none", "")))
    assert last(t, "no-option") == {"by": "us"}
    assert (t.truth.mover, t.truth.sunk) == ("japan", [])


def test_turns_alternate_and_an_exchange_is_no_turn() -> None:
    t = table(kit(**{kits.FIRST: "Japan"}))
    movers = []
    for _ in range(3):
        movers.append(t.truth.mover)
        say(t, {"do": "exchange", "n": 1})
        assert t.truth.mover == movers[-1]
        prepare(t)
    assert movers == ["japan", "us", "japan"]
    assert t.truth.turn == 4


@pytest.mark.parametrize(
    "value",
    [
        {"do": "attack", "targets": ["Enterprise"], "outcome": "held"},
        {"do": "attack", "targets": ["Akagi", "Akagi"], "outcome": "held"},
        {"do": "attack", "targets": ["Akagi"]},
        {"do": "attack", "targets": ["Akagi"], "outcome": "destroyed", "held": ["Akagi"]},
        {"do": "attack", "targets": ["Akagi", "Kaga"], "outcome": "held", "held": ["Kaga"]},
        {"do": "exchange", "n": 0},
        {"do": "exchange", "n": 61},
        {"do": "reinforce", "n": 0},
        {"do": "prepare", "n": 1},
        {"do": "sing"},
        {},
    ],
)
def test_what_is_no_turn_is_refused(value: JSON) -> None:
    t = table()
    with pytest.raises(Refusal):
        say(t, value)
    assert not t.entries


def test_a_target_that_is_gone_is_no_target() -> None:
    t = table()
    attack(t, "Akagi")
    prepare(t)
    assert "Akagi" not in asked(t).facts["targets"]
    with pytest.raises(Refusal, match="no objective of the enemy in play"):
        attack(t, "Akagi", came="held")


# What is asked once.


def test_who_begins_and_dependents_are_asked_once_and_kept_with_the_copy() -> None:
    t = table(kits.known())
    assert t.asks[CHART].facts["cells"][0]["key"] == kits.FIRST
    say(t, {kits.FIRST: "Japan"}, CHART)
    assert t.truth.mover == "japan"
    attack(t, "Enterprise")
    draft = t.asks[CHART].draft()
    assert draft["typed"]["dependents/Enterprise"][""] == "F4F Wildcat", "the rulebook names it"
    say(t, {"dependents/Enterprise": "F4F Wildcat, SBD"}, CHART)
    assert "Enterprise (F4F Wildcat, SBD)" in to_do(t)
    attack(t, "Akagi")
    say(t, {"dependents/Akagi": ""}, CHART)
    assert "every card marked Dependent on Akagi: on the table" in to_do(t)
    again = table(dict(t.truth.kit))
    assert again.truth.mover == "japan"
    attack(again, "Enterprise")
    assert again.truth.mover == "us", "nothing is asked a second time"


def test_nothing_is_asked_of_dependents_once_the_game_is_won() -> None:
    few = {"objectives/us": ["Midway"], "objectives/japan": ["Akagi"], kits.FIRST: "US"}
    t = table({**kits.known(), **few})
    attack(t, "Akagi")
    assert t.over


def test_two_destroyed_at_once_are_asked_of_together() -> None:
    t = table({**kits.known(), kits.FIRST: "US"})
    attack(t, "Akagi", "Kaga")
    assert [cell["key"] for cell in t.asks[CHART].facts["cells"]] == ["dependents/Akagi", "dependents/Kaga"]


# The strip.


def test_the_open_window_is_shown_whoever_could_use_it() -> None:
    """Before defenders No Target stands open, in every fight alike: it tells nothing of a hand."""
    t = table()
    say(t, {"do": "fight", "targets": ["Akagi"]})
    opened = []
    for value in ({"force": 3}, {"force": 2}, {"pass": True}):
        windows = picture.fight(t.truth)["windows"]
        assert [w["name"] for w in windows] == list(WINDOWS.values())
        opened.append([w["name"] for w in windows if w["state"] == "now"])
        say(t, value)
    assert opened == [["Attackers"], ["No Target / Scouts", "Defenders"], ["Action Cards in turn"]]


def test_the_strip_shows_both_totals_and_three_slots() -> None:
    t = fought(5, defence=4)
    card(t, "Tactic", 2, after=True)
    card(t, "Event", hurts=-1)
    shown = picture.fight(t.truth)
    assert [(each["role"], each["n"]) for each in shown["totals"]] == [("Attack", 6), ("Defence", 4)]
    assert [[c["name"] for c in slot["cards"]] for slot in shown["slots"]] == [["US"], ["Japan"], []]
    assert shown["slots"][0]["cards"][0]["words"] == "+2, After Battle"
    assert shown["slots"][1]["cards"][0]["words"] == "−1 to US"


def test_a_card_is_two_taps_and_a_pass_is_one() -> None:
    t = fought(5, defence=4)
    assert tapped(t, ("type", "Leader"), ("value", "2")) == {"card": {"type": "Leader", "value": 2}}
    after = tapped(t, ("type", "Leader"), ("after", ""), ("enemy", ""), ("value", "-3"))
    assert after == {"card": {"type": "Leader", "hurts": -3, "after": True}}
    assert tapped(t, ("pass", "")) == {"pass": True}
    with pytest.raises(Refusal, match="of what type"):
        tapped(t, ("value", "2"))


def test_a_total_is_put_right_by_hand() -> None:
    t = fought(4, defence=4)
    say(t, tapped(t, ("adjust", "us:1")))
    passes(t, 2)
    assert last(t, "outcome")["outcome"] == "destroyed"


def test_a_force_card_that_is_gone_is_one_tap() -> None:
    """A card's text may take one out of the combat: what it was worth comes off the total at once."""
    t = fought(9, defence=4)
    say(t, tapped(t, ("adjust", "us:-5")))
    passes(t, 2)
    assert last(t, "outcome")["outcome"] == "held", "4 against 4: a tie is the defender's"
    for nonsense in ("us:0", "us:-0", "us:--1", "us:99", "us:", "gb:1", "us:1:1"):
        with pytest.raises(Refusal):
            tapped(fought(5, defence=4), ("adjust", nonsense))


def test_a_card_that_has_gone_cannot_be_discarded() -> None:
    t = fought(4, defence=4)
    card(t, "Tactic", 1)
    gone = t.truth.fight["cards"][0]["id"]
    card(t, "Tactic", 1)
    assert on_table(t) == ["japan Tactic"]
    with pytest.raises(Refusal, match="no longer on the table"):
        card(t, "Event", 0, discards=[gone])


def test_after_battle_is_listed_by_side_then_by_type() -> None:
    laid = [
        {"by": "japan", "type": "Event", "after": True},
        {"by": "us", "type": "Leader", "after": True},
        {"by": "us", "type": "Tactic", "after": True},
        {"by": "us", "type": "Event", "after": False},
    ]
    order = [(each["by"], each["type"]) for each in after_battle(laid, "us", "attacker")]
    assert order == [("us", "Tactic"), ("us", "Leader"), ("japan", "Event")]


def test_a_new_fight_begins_with_nothing_of_the_last_to_do() -> None:
    t = table()
    attack(t, "Akagi")
    assert to_do(t)
    say(t, {"do": "fight", "targets": ["Midway"]})
    assert to_do(t) == ""


# Taken back and set right.


def test_the_last_answer_is_taken_back_by_whoever_is_at_the_screen() -> None:
    t = table()
    t.answer(TABLE, asked(t).name, {"do": "prepare"}, hand("laptop"))
    t.answer(TABLE, asked(t).name, {"do": "attack", "targets": ["Hornet"], "outcome": "destroyed"}, hand("laptop"))
    back = list(t.turns())[-1]
    assert t.game.place(t.truth, back) == "Before the last answer in Japan’s turn, turn 2"
    word(t, TABLE, "back", "moved", {"to": back})
    assert t.truth.sunk == []
    assert (t.truth.turn, t.truth.mover) == (2, "japan")


def hand(by: str) -> Any:
    from umpire.table.table import Hand

    return Hand(by, None, by)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("set-up", "Set-up"),
        ("t1", "Turn 1, US"),
        ("before set-up/first", "Before it was said who begins"),
        ("before t1/us/turn/0", "Before the last answer in US’s turn, turn 1"),
        ("before t1/us/fight/3", "Before the last answer in US’s attack, turn 1"),
        ("before t1/us/hands", "Before the last answer in the count of hands, turn 1"),
        ("before t1/dependents/1", "Before the dependent cards were named, turn 1"),
    ],
)
def test_every_place_is_worded(position: str, words: str) -> None:
    t = table()
    assert t.game.place(t.truth, position) == words


def test_an_objective_is_set_right_and_the_last_one_is_not() -> None:
    t = table()
    value = {"fact": "objective/Kaga", "value": "destroyed", "reason": "nobody tapped"}
    word(t, TABLE, "correct", "moved", value, "nobody tapped")
    assert t.truth.left("japan") == ["Akagi", "Hiryu", "Soryu"]
    assert "Kaga" not in asked(t).facts["targets"], "what is asked is asked anew"
    for name in ("Akagi", "Hiryu"):
        word(t, TABLE, "correct", "moved", {**value, "fact": f"objective/{name}"}, "so it was")
    with pytest.raises(Refusal, match="record the attack"):
        word(t, TABLE, "correct", "moved", {**value, "fact": "objective/Soryu"}, "so it was")
    word(t, TABLE, "correct", "moved", {**value, "value": "in play"}, "it was not")
    assert t.truth.left("japan") == ["Kaga", "Soryu"]


def test_whose_turn_it_is_is_set_right() -> None:
    t = table()
    word(t, TABLE, "correct", "moved", {"fact": "mover", "value": "Japan", "reason": "we forgot"}, "we forgot")
    assert asked(t).facts["of"] == "japan"
    prepare(t)
    assert t.truth.mover == "us"
    say(t, {"do": "fight", "targets": ["Akagi"]})
    assert "mover" not in [fact.key for fact in t.game.facts(t.truth)], "not while a fight is on"


@pytest.mark.parametrize(("fact", "value"), [("hand/us", "61"), ("hand/us", "x"), ("mover", "nobody")])
def test_what_cannot_be_so_is_refused(fact: str, value: str) -> None:
    t = table(hands="counted")
    with pytest.raises(Refusal):
        t.game.read_fact(t.truth, fact, value)


def test_a_hand_and_the_dependents_are_set_right() -> None:
    t = table(kit(**{"dependents/Akagi": "Zero"}), hands="counted", umpire=True)
    t.set_right("hand/us", "12", "miscounted", UMPIRE, name=t.mending)
    assert t.truth.hands["us"] == 12
    t.set_right("kit/dependents/Akagi", "Zero, Val", "misread", UMPIRE, name=t.mending)
    assert kits.dependents(t.truth.kit, "Akagi") == "Zero, Val"


def test_what_rested_on_a_wrong_objective_is_listed() -> None:
    t = table()
    attack(t, "Akagi")
    attack(t, "Hornet", came="held")
    attack(t, "Kaga", came="held")
    report = t.report(Wrong("objective/Akagi", "in play", 1))
    assert [came.words for came in report.told] == ["Akagi is destroyed."]
    assert t.game.changes(t.standing, "objective/Akagi")[0].n == 1


# On paper.


@pytest.mark.parametrize("what", ["turn", "packet", "all"])
def test_every_sheet_prints_at_every_moment(what: str) -> None:
    t = table(hands="counted")
    for to in ("t1/us/turn", "t4/japan/turn"):
        run(t, to)
        assert paged(sheets.sheets(t.truth, "us", what))
    say(t, {"do": "fight", "targets": ["Midway"]})
    say(t, {"force": 4})
    assert paged(sheets.sheets(t.truth, "", what))
    with pytest.raises(NoSuchSheet):
        sheets.sheets(t.truth, "us", "hits")


def test_the_turn_record_says_what_was_played_and_agreed() -> None:
    t = table(slots="side")
    say(t, {"do": "exchange", "n": 4})
    attack(t, "Akagi")
    blocks = {block.title: block for block in sheets.sheets(t.truth, "", "turn", 1)[0].blocks}
    assert list(blocks["As it was played"].before)[:2] == ["US exchanges 4 cards.", "US attacks Akagi."]
    agreed = " ".join(blocks["Agreed before play"].before)
    assert "One Action Card of each type: for each side (How to Attack 6)" in agreed
    assert all(each.label in agreed for each in SETTINGS)
    assert "Dice" not in agreed, "there are none"
    assert "Knock-out Blow" in " ".join(blocks["Rulings of the house"].before)


def test_the_packet_says_how_things_stand() -> None:
    t = table()
    attack(t, "Akagi")
    blocks = {block.title: block for block in sheets.sheets(t.truth, "", "packet")[0].blocks}
    assert blocks["Where the game stands"].before == ["Turn 2: Japan is to play it."]
    assert ["Japan", "Akagi", "destroyed", ""] in blocks["Targets"].rows
    assert blocks["Targets"].after == ["Still in play: US 4 and Japan 3."]


def test_the_master_sheet_says_what_is_asked() -> None:
    from umpire.games.paper import Asked

    t = table()
    (sheet,) = sheets.master(t.truth, [Asked(TABLE, asked(t), False)])
    assert sheet.blocks[0].before[0] == "Asked: US: the turn."


def test_forms_are_drawn_of_a_copy_or_of_none() -> None:
    for cells in ({}, kit(**{"dependents/Akagi": "Zero"})):
        made = sheets.forms(cells, "all")
        assert [sheet.title for sheet in made] == ["Targets", "Turn record", "Fight strips"]
    assert ["Akagi", "", "Zero"] in sheets.forms(kit(**{"dependents/Akagi": "Zero"}), "targets")[0].blocks[2].rows
    with pytest.raises(NoSuchSheet):
        sheets.forms({}, "hits")


def test_the_report_tells_attack_by_attack() -> None:
    from umpire.games.lightning_midway import aftermath

    t = fought(9, "Akagi", defence=2)
    passes(t, 2)
    attack(t, "Hornet", came="held")
    attack(t, "Kaga", "Soryu", held=["Soryu"])
    attack(t, "Midway", came="stopped")
    word(t, "japan", "concede", "moved")
    made = aftermath.report(t)
    assert [(each["on"] if "on" in each else each["targets"], each["came"]) for each in made["attacks"]] == [
        ("Akagi", "destroyed"),
        ("Hornet", "held"),
        ("Kaga and Soryu", "Kaga destroyed"),
        ("Midway", "No Target"),
    ]
    assert made["attacks"][0]["totals"] == "US 9 against Japan 2"
    assert made["tally"][:3] == [
        ["Attacks", 2, 2],
        ["Attacks that destroyed a target", 2, 0],
        ["Attacks ended by No Target", 0, 1],
    ]
    assert [row["score"] for row in made["score"]["rows"]] == [[1, 0], [1, 0], [2, 0], [2, 0], [2, 0]]
    assert made["film"]["frames"][-1]["step"] == "The end"
    assert {"Akagi", "Kaga"} == {card["name"] for card in made["targets"][1]["cards"] if card["turn"]}


def test_all_its_settings_have_the_default_first_and_a_rule() -> None:
    assert all(each.rule and each.choices[0][0] == each.default for each in LIGHTNING.settings)
    assert [each.default for each in SETTINGS] == ["record", "free", "across", "one", "attacker", True, False]
