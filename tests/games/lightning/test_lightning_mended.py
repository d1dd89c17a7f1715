"""Lightning: Midway where an audit found it wanting: answers to Specials, several targets, hands, setting right, rulings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lightning.scenes import (
    LIGHTNING,
    asked,
    attack,
    card,
    fought,
    kit,
    last,
    passes,
    prepare,
    say,
    table,
    to_do,
)
from tests.games.recording import word
from umpire.games.lightning_midway import picture, record_facts, sheets
from umpire.games.lightning_midway.words import totals_words
from umpire.table.asks import CHART, TABLE, Refusal
from umpire.table.table import Hand, Table

JSON = Any


def special(t: Table, by: str, **more: JSON) -> None:
    say(t, {"special": {"name": "Combined Attack", "by": by, "kinds": ["dive", "torpedo"], **more}})


def set_right(t: Table, fact: str, value: str) -> None:
    said = {"fact": fact, "value": value, "reason": "so it was"}
    word(t, TABLE, "correct", "moved", said, "so it was")


def test_a_special_card_after_a_pass_may_be_answered() -> None:
    t = fought(6, "Akagi", defence=6)
    card(t, "Tactic", 0)
    passes(t)  # Japan
    special(t, "us")
    passes(t)  # the US
    assert asked(t).facts["of"] == "japan", "nine against six, and Japan may come in again"
    card(t, "Event", 3)
    passes(t, 2)
    assert last(t, "outcome")["totals"] == {"us": 9, "japan": 9}


def test_targets_of_a_knock_out_blow_may_fare_differently_in_a_followed_fight() -> None:
    t = fought(9, "Akagi", "Kaga", defence=1)
    passes(t, 2)
    assert asked(t).kind == "blow"
    assert [w["name"] for w in picture.fight(t.truth)["windows"] if w["state"] == "now"] == ["Compare"]
    for held in (["Akagi", "Kaga"], ["Soryu"]):
        with pytest.raises(Refusal):
            say(t, {"held": held})
    draft = asked(t).edit(asked(t).draft(), "held", "Kaga", {})
    say(t, asked(t).value(draft))
    assert t.truth.sunk == ["Akagi"]


def test_a_knock_out_blow_that_fails_asks_nothing_more() -> None:
    t = fought(3, "Akagi", "Kaga", defence=9)
    passes(t, 2)
    assert last(t, "outcome")["outcome"] == "held"


def test_in_a_fight_only_the_last_card_says_what_to_discard() -> None:
    t = fought(5, defence=5, slots="side")
    card(t, "Tactic")
    card(t, "Tactic")
    card(t, "Tactic")
    assert to_do(t) == "Discard: the earlier US Tactic."
    card(t, "Leader")
    assert to_do(t) == ""


def test_the_card_hornet_draws_is_drawn_once() -> None:
    t = table()
    prepare(t)
    say(t, {"do": "fight", "targets": ["Hornet"]})
    say(t, {"also": "Midway"})
    assert "draw a card" in to_do(t)
    say(t, {"force": 4})
    assert to_do(t) == ""


@pytest.mark.parametrize("came", ["held", "destroyed", "stopped"])
def test_the_record_of_an_attack_on_hornet_says_that_a_card_is_drawn(came: str) -> None:
    t = table()
    prepare(t)
    attack(t, "Hornet", came=came)
    assert to_do(t).startswith("US keeps the card it drew when Hornet became a target.")


def test_hornet_is_known_however_she_is_written() -> None:
    t = table(kit(**{"objectives/us": ["HORNET", "Midway"], "dependents/HORNET": ""}))
    prepare(t)
    attack(t, "HORNET", came="held")
    assert last(t, "attack")["draws"]


def test_special_cards_leave_the_count_of_a_hand() -> None:
    t = table(hands="counted")
    say(t, {"do": "fight", "targets": ["Akagi"]})
    say(t, {"also": "Kaga"})
    say(t, {"also": "Soryu"})
    assert t.truth.hands == {"us": 8, "japan": 9}, "one Knock-out Blow"
    say(t, {"force": 4})
    say(t, {"no_target": True})
    say(t, {"cancelled": True})
    assert t.truth.hands == {"us": 7, "japan": 8}


def test_the_record_way_counts_no_target_and_knock_out_blow() -> None:
    t = table(hands="counted")
    attack(t, "Akagi", "Kaga", came="stopped")
    assert asked(t).draft() == {"us": 8, "japan": 8}


@pytest.mark.parametrize(("redraw", "kind"), [(False, "hands"), (True, "turn")])
def test_a_draw_after_a_loss_is_counted_where_dependents_are_not_replaced(redraw: bool, kind: str) -> None:
    t = table(hands="counted", redraw=redraw)
    attack(t, "Akagi")
    say(t, {"us": 9, "japan": 7})
    say(t, {"do": "exchange", "n": 3})
    assert asked(t).kind == kind
    if kind == "hands":
        say(t, {"us": 9, "japan": 6})
        prepare(t)
        say(t, {"us": 9, "japan": 8})
        assert t.truth.hands["japan"] == 8
        prepare_refused = asked(t).facts["hand"]
        assert prepare_refused == 9, "the US has nine, and lost nothing"


def test_rulings_that_rest_on_a_setting_say_what_this_table_agreed() -> None:
    for slots, begins in (("across", "No:"), ("side", "Yes:")):
        agreed = {each: table(slots=slots).truth.agreed(each) for each in ("slots",)}
        found = [r for topic in LIGHTNING.topics for r in topic.rulings if "both sides have a Tactic" in r.ask]
        assert found[0].answered(agreed).startswith(begins)
        assert found[0].cited(agreed).endswith("; as agreed here")
        assert found[0].answered({}).startswith("By default")


def test_every_choice_of_a_setting_has_its_ruling() -> None:
    rested = [r for topic in LIGHTNING.topics for r in topic.rulings if r.setting]
    assert {r.setting for r in rested} == {"rounds", "slots", "after", "redraw", "discards", "hands"}
    for setting in LIGHTNING.settings:
        for r in rested:
            if r.setting == setting.name:
                assert len({r.answered({setting.name: choice}) for choice, _ in setting.choices}) == len(
                    setting.choices
                )


def test_an_objective_set_right_while_her_dependents_are_asked_pulls_nothing() -> None:
    cells = {key: value for key, value in kit().items() if key != "dependents/Akagi"}
    t = table(cells)
    attack(t, "Akagi")
    set_right(t, "objective/Akagi", "in play")
    if CHART in t.asks:
        say(t, {"dependents/Akagi": "Zero"}, CHART)
    assert last(t, "clean-up")["destroyed"] == []
    assert "Out of the game" not in to_do(t)
    assert "all committed Force Cards back to hand" in to_do(t)


def test_a_target_is_not_set_destroyed_in_the_midst_of_its_own_fight() -> None:
    t = fought(5, "Akagi", defence=5)
    with pytest.raises(Refusal, match="being attacked"):
        record_facts.read(t.truth, "objective/Akagi", "destroyed")


@pytest.mark.parametrize("fighting", [False, True])
def test_an_objective_set_destroyed_says_what_to_pull(fighting: bool) -> None:
    t = fought(5, "Akagi", defence=5) if fighting else table()
    set_right(t, "objective/Kaga", "destroyed")
    assert "Out of the game: Kaga, and every card marked Dependent on Kaga" in to_do(t)


def test_the_side_whose_turn_it_is_after_all_has_its_own_exchange() -> None:
    t = table()
    say(t, {"do": "exchange", "n": 4})
    set_right(t, "mover", "Japan")
    assert t.game.place(t.truth, "t1") == "Turn 1, Japan"
    say(t, {"do": "exchange", "n": 2})
    assert last(t, "exchanged") == {"by": "japan", "n": 2}


def test_sheets_are_headed_by_whose_turn_it_is_as_set_right() -> None:
    t = table()
    assert sheets.dated(t.truth, 1) == "Turn 1, US"
    set_right(t, "mover", "Japan")
    assert sheets.dated(t.truth, 1) == "Turn 1, Japan"
    assert [sheet.when for sheet in sheets.sheets(t.truth, "", "all")] == ["Turn 1, Japan"] * 2
    prepare(t)
    assert (sheets.dated(t.truth, 2), sheets.dated(t.truth, 1)) == ("Turn 2, US", "Turn 1, Japan")


def test_whose_turn_was_set_right_and_gone_back_on_is_struck_from_the_heading() -> None:
    t = table()
    set_right(t, "mover", "Japan")
    prepare(t)
    t.move(TABLE, "back", "moved", Hand("laptop", None, ""), name=t.motions.name, value={"to": "t1"})
    assert t.truth.mover == "us"
    assert sheets.dated(t.truth, 1) == "Turn 1, US"
    assert record_facts.place(t.truth, "t1") == "Turn 1, US"
    assert sheets.dated(t.truth, 2) == "Turn 2, US"


def test_no_more_now_is_no_pass_where_several_are_laid_at_a_time() -> None:
    t = fought(3, defence=3, rounds="several")
    card(t, "Tactic", 1, more=True)
    assert asked(t).facts["goes_on"]
    passes(t)
    assert (asked(t).facts["of"], t.truth.fight["passed"]) == ("japan", [])
    passes(t)
    assert asked(t).facts["of"] == "us", "Japan alone has passed"
    assert not asked(t).facts["goes_on"]
    passes(t)
    assert t.truth.fight is None


def test_what_counts_for_a_side_without_force_is_shown() -> None:
    t = fought(3, defence=None)
    assert not picture.fight(t.truth)["totals"][1]["counts"]
    say(t, {"adjust": {"side": "japan", "by": 5}})
    assert picture.fight(t.truth)["totals"][1]["counts"]
    assert totals_words({"us": 3, "japan": -3}, "us") == "US 3 against Japan −3"


@pytest.mark.parametrize("value", [{"also": ""}, {"no_target": False}])
def test_a_card_whose_time_has_gone_is_refused_however_it_is_said(value: JSON) -> None:
    t = fought(3, defence=3)
    with pytest.raises(Refusal):
        say(t, value)
    r = table()
    say(r, {"do": "fight", "targets": ["Akagi"]})
    say(r, {"force": 3})
    if "also" in value:
        with pytest.raises(Refusal):
            say(r, value)
