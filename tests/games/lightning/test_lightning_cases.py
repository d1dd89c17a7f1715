"""The cases of Lightning: Midway, by their numbers; each with the answer of the rulebook or its default ruling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lightning.scenes import (
    asked,
    attack,
    card,
    fought,
    kit,
    last,
    on_table,
    passes,
    prepare,
    ruling,
    say,
    table,
    to_do,
)
from umpire.games.lightning_midway.fight import combined_attack, going, outcome, total
from umpire.table.asks import Refusal
from umpire.table.table import Table

JSON = Any


def refused(t: Table, value: JSON) -> Refusal:
    """The refusal of an answer, after which the same is asked and nothing was told."""
    before, told = asked(t).name, len(t.told)
    with pytest.raises(Refusal) as caught:
        say(t, value)
    assert (asked(t).name, len(t.told)) == (before, told)
    return caught.value


def totals(t: Table) -> tuple[int, int]:
    """The running totals of attacker and defender; the US attacks in these tests."""
    return total(t.truth.fight, "us"), total(t.truth.fight, "japan")


def test_lm_01_a_tie_is_the_defenders() -> None:
    t = fought(7, "Akagi", defence=7)
    passes(t, 2)
    assert last(t, "outcome")["outcome"] == "held"
    assert t.truth.left("japan") == ["Akagi", "Hiryu", "Kaga", "Soryu"]
    assert (outcome(7, 7), outcome(8, 7)) == ("held", "destroyed")


@pytest.mark.parametrize("came", ["held", "destroyed"])
def test_lm_02_all_committed_go_to_hand_but_dependents_of_a_destroyed_target(came: str) -> None:
    t = table(kit(**{"dependents/Akagi": "A6M Zero of Akagi"}))
    attack(t, "Akagi", came=came)
    lines = to_do(t)
    if came == "held":
        assert "all committed Force Cards back to hand" in lines
        assert "Out of the game" not in lines
    else:
        assert "all other committed Force Cards back to hand" in lines
        assert "Dependent on Akagi (A6M Zero of Akagi)" in lines


def test_lm_02_after_no_target_the_attackers_go_to_hand() -> None:
    t = table()
    attack(t, "Akagi", came="stopped")
    assert "US: the attackers back to hand" in to_do(t)
    assert t.truth.left("japan") == ["Akagi", "Hiryu", "Kaga", "Soryu"]


def test_lm_04_a_second_tactic_replaces_the_first_of_either_side() -> None:
    t = fought(5, defence=5)
    card(t, "Tactic", 2)
    card(t, "Tactic", 1)
    assert on_table(t) == ["japan Tactic"]
    card(t, "Tactic", 3)
    assert on_table(t) == ["us Tactic"]
    assert last(t, "played")["gone"][0]["by"] == "japan"


def test_lm_04_per_side_the_enemys_tactic_is_left_alone() -> None:
    t = fought(5, defence=5, slots="side")
    card(t, "Tactic", 2)
    card(t, "Tactic", 1)
    assert on_table(t) == ["us Tactic", "japan Tactic"]
    card(t, "Tactic", 3)
    assert on_table(t) == ["japan Tactic", "us Tactic"]
    assert totals(t) == (8, 6)


@pytest.mark.parametrize(("slots", "left"), [("across", ["us Tactic"]), ("side", ["japan Tactic", "us Tactic"])])
def test_lm_05_a_tactic_that_discards_a_leader_takes_both(slots: str, left: list[str]) -> None:
    t = fought(5, defence=5, slots=slots)
    passes(t)
    card(t, "Tactic", 1)
    passes(t)
    card(t, "Leader", 1)
    leader = t.truth.fight["cards"][-1]["id"]
    card(t, "Tactic", 0, discards=[leader])
    assert on_table(t) == left


def test_lm_06_an_after_battle_card_replaced_has_no_effect() -> None:
    t = fought(9, defence=1)
    card(t, "Tactic", 0, after=True)
    card(t, "Tactic", 0)
    passes(t, 2)
    assert last(t, "outcome")["after"] == []


def test_lm_08_eleven_cards_are_kept_and_there_is_no_prepare_until_below_nine() -> None:
    t = table(hands="counted")
    attack(t, "Akagi", came="held")
    say(t, {"us": 11, "japan": 8})
    prepare(t)
    assert t.truth.hands == {"us": 11, "japan": 9}
    said = refused(t, {"do": "prepare"})
    assert ("11 cards" in said.text, said.rule) == (True, "Hand Limit")
    say(t, {"do": "reinforce", "n": 2})
    prepare_refused = refused(t, {"do": "prepare"})
    assert "9 cards" in prepare_refused.text
    say(t, {"do": "reinforce", "n": 1})
    assert t.truth.hands["us"] == 9
    attack(t, "Kaga", came="held")
    say(t, {"us": 8, "japan": 8})
    prepare(t)
    prepare(t)
    assert t.truth.hands == {"us": 9, "japan": 9}


def test_lm_09_three_special_cards_lie_outside_the_limit() -> None:
    t = fought(5, defence=5)
    card(t, "Tactic", 1)
    for side in ("us", "us", "japan"):
        say(t, {"special": {"name": "another", "by": side}})
    assert on_table(t) == ["us Tactic"]
    assert asked(t).facts["of"] == "japan", "a Special card is no turn of the round"


def test_lm_10_no_target_uncancelled_ends_the_attack() -> None:
    t = table()
    say(t, {"do": "fight", "targets": ["Akagi"]})
    assert refused(t, {"no_target": True}).rule == "Special Cards, note on No Target"
    say(t, {"force": 9})
    say(t, {"no_target": True})
    say(t, {"cancelled": False})
    assert last(t, "outcome")["outcome"] == "stopped"
    assert t.truth.sunk == []
    assert t.truth.mover == "japan"


def test_lm_11_after_scouts_a_second_no_target_is_allowed() -> None:
    t = table()
    say(t, {"do": "fight", "targets": ["Akagi"]})
    say(t, {"force": 9})
    for _ in range(2):
        say(t, {"no_target": True})
        say(t, {"cancelled": True})
    assert asked(t).kind == "reply"
    say(t, {"no_target": True})
    say(t, {"cancelled": False})
    assert last(t, "outcome")["outcome"] == "stopped"


def test_lm_13_knock_out_blow_adds_objectives_once_there_is_a_target() -> None:
    t = table()
    say(t, {"do": "fight", "targets": ["Akagi"]})
    say(t, {"also": "Kaga"})
    say(t, {"also": "Soryu"})
    say(t, {"force": 9})
    say(t, {"force": None})
    passes(t)
    say(t, {"held": []})
    assert last(t, "outcome")["destroyed"] == ["Akagi", "Kaga", "Soryu"]
    assert t.truth.left("japan") == ["Hiryu"]


def test_lm_14_combined_attack_gives_a_defence_nothing() -> None:
    t = fought(5, defence=5)
    say(t, {"special": {"name": "Combined Attack", "by": "japan", "kinds": ["dive", "torpedo"]}})
    assert totals(t) == (5, 5)
    assert combined_attack(["dive", "torpedo"], attacking=False) == 0


def test_lm_15_enterprise_takes_her_wildcats_everywhere() -> None:
    t = table(kit(**{"dependents/Enterprise": "F4F Wildcat"}))
    prepare(t)
    attack(t, "Enterprise")
    lines = to_do(t)
    assert "F4F Wildcat): on the table, in hand" in lines
    assert "still in the deck or discards: out as they are met" in lines
    assert "on drawing" not in lines
    assert "wherever it is" in ruling("F4F Wildcat", "Her carrier")


def test_lm_17_kurita_shuffles_the_deck_alone() -> None:
    assert "deck alone" in ruling("Adm. Kurita", "discards")


def test_lm_18_a_deck_that_runs_out_is_made_of_the_discards() -> None:
    t = table()
    say(t, {"do": "reshuffle", "side": "us"})
    assert last(t, "reshuffled") == {"by": "us"}
    assert "shuffle the discard pile; it is the deck" in to_do(t)
    assert asked(t).facts["of"] == "us", "the option is still to come"
    prepare(t)
    assert "draw up to 9" in to_do(t)


def test_lm_19_all_attackers_used_means_no_defenders_until_reinforce() -> None:
    t = table()
    attack(t, "Akagi", came="held")
    say(t, {"do": "fight", "targets": ["Midway"]})
    say(t, {"force": 1})
    say(t, {"force": None})
    passes(t)
    assert last(t, "outcome")["destroyed"] == ["Midway"]
    say(t, {"do": "reinforce", "n": 3})
    assert "3 Force Cards from hand to table" in to_do(t)
    assert "until you Reinforce" in ruling("Force Cards", "everything")


@pytest.mark.parametrize("winner", ["us", "japan"])
def test_lm_21_the_last_target_wins_at_once(winner: str) -> None:
    t = table()
    if winner == "japan":
        prepare(t)
    for name in t.truth.left("japan" if winner == "us" else "us"):
        assert not t.over
        attack(t, name)
        if not t.over:
            prepare(t)
    assert t.over
    assert (t.truth.ended["how"], t.truth.ended["by"]) == ("destroyed", winner)
    assert t.truth.score[winner] == 4


def test_lm_22_an_attack_without_a_force_card_is_refused() -> None:
    t = table()
    say(t, {"do": "fight", "targets": ["Akagi"]})
    said = refused(t, {"force": None})
    assert (said.rule, "one Force Card" in said.text) == ("How to Attack 1", True)


@pytest.mark.parametrize(("bonus", "came"), [(2, "destroyed"), (1, "held")])
def test_lm_23_a_dauntless_against_a_zero(bonus: int, came: str) -> None:
    t = fought(3, "Kaga", defence=4)
    card(t, "Tactic", bonus)
    passes(t, 2)
    assert last(t, "outcome")["totals"] == {"us": 3 + bonus, "japan": 4}
    assert last(t, "outcome")["outcome"] == came


def test_lm_24_the_enemys_tactic_voids_mine_and_its_after_battle() -> None:
    for slots, after in (("across", []), ("side", [{"by": "us", "type": "Tactic"}])):
        t = fought(3, defence=4, slots=slots)
        card(t, "Tactic", 0, after=True)
        card(t, "Tactic", 0)
        passes(t, 2)
        assert last(t, "outcome")["after"] == after


def test_lm_25_a_discarded_card_no_longer_counts() -> None:
    t = fought(3, defence=3)
    card(t, "Tactic", 2)
    assert totals(t) == (5, 3)
    card(t, "Tactic", 0)
    assert totals(t) == (3, 3)


def test_lm_27_two_passes_at_once_end_the_combat() -> None:
    t = fought(3, defence=3)
    passes(t)
    assert asked(t).facts["of"] == "japan"
    passes(t)
    assert last(t, "outcome")["outcome"] == "held"


def test_lm_28_the_combat_ends_at_the_last_of_two_passes_in_a_row() -> None:
    t = fought(3, defence=3)
    passes(t)  # the US
    card(t, "Event", 1)  # Japan
    passes(t)
    card(t, "Leader", 1)
    passes(t)
    assert t.truth.fight is not None
    assert asked(t).facts["of"] == "japan"
    passes(t)
    assert last(t, "outcome")["totals"] == {"us": 3, "japan": 5}


def test_lm_29_one_card_each_in_turn_the_attacker_first() -> None:
    t = fought(3, defence=3)
    assert asked(t).facts["of"] == "us"
    two = [{"type": "Tactic"}, {"type": "Event"}]
    assert refused(t, {"cards": two}).rule == "Action Cards"
    assert refused(t, {"card": {"type": "Tactic", "more": True}}).rule == "Action Cards"
    card(t, "Tactic")
    assert asked(t).facts["of"] == "japan"


def test_lm_29_several_at_a_time_where_that_is_agreed() -> None:
    t = fought(3, defence=3, rounds="several")
    card(t, "Tactic", 1, more=True)
    assert asked(t).facts["of"] == "us"
    card(t, "Event", 1)
    assert asked(t).facts["of"] == "japan"
    assert totals(t) == (5, 3)


def test_lm_30_a_side_without_force_counts_as_passed_and_may_play_specials() -> None:
    t = fought(3, defence=None)
    card(t, "Tactic", 1)
    assert asked(t).facts["of"] == "us", "Japan may lay no Action Card"
    say(t, {"special": {"name": "another", "by": "japan"}})
    passes(t)
    assert last(t, "outcome")["totals"] == {"us": 4, "japan": 0}
    assert "at the time its text gives" in ruling("Special cards", "without a committed")


@pytest.mark.parametrize(("first", "order"), [("attacker", ["us", "japan"]), ("defender", ["japan", "us"])])
def test_lm_32_after_battle_cards_of_both_sides_apply(first: str, order: list[str]) -> None:
    t = fought(3, defence=3, after=first)
    card(t, "Event", 0, after=True)
    card(t, "Leader", 0, after=True)
    passes(t, 2)
    assert [each["by"] for each in last(t, "outcome")["after"]] == order


def test_lm_33_of_the_committed_the_dependents_alone_are_lost() -> None:
    t = table(kit(**{"dependents/Enterprise": "F4F Wildcat"}))
    prepare(t)
    attack(t, "Enterprise")
    assert "all other committed Force Cards back to hand" in to_do(t)
    assert "back to hand as always" in ruling("Dependent cards", "did not depend").lower()


@pytest.mark.parametrize(("redraw", "words"), [(False, "draw no other for it"), (True, "draw another for it")])
def test_lm_34_a_dead_dependent_that_is_drawn_is_out_and_not_replaced(redraw: bool, words: str) -> None:
    t = table(redraw=redraw)
    attack(t, "Akagi")
    say(t, {"do": "exchange", "n": 3})
    assert f"depends on Akagi: out of the game, {words}" in to_do(t)


def test_lm_35_nine_with_a_dead_dependent_among_them_may_prepare() -> None:
    t = table(hands="counted")
    attack(t, "Akagi")
    assert asked(t).draft() == {"us": 9, "japan": 9}
    less = asked(t).edit(asked(t).draft(), "fewer", "japan", {})
    say(t, asked(t).value(less))
    assert t.truth.hands["japan"] == 8
    prepare(t)
    assert t.truth.hands["japan"] == 9


def test_lm_37_starting_force_cards_lie_open_besides_the_nine() -> None:
    t = table(hands="counted")
    assert t.truth.hands == {"us": 9, "japan": 9}
    lines = to_do(t)
    assert "marked S face up" in lines
    assert "draw 9 cards besides" in lines


def test_lm_38_all_eleven_are_exchanged_and_the_attack_comes_besides() -> None:
    t = table(hands="counted")
    attack(t, "Akagi", came="held")
    say(t, {"us": 11, "japan": 9})
    say(t, {"do": "reinforce", "n": 1})
    assert "11 at the most" in refused(t, {"do": "exchange", "n": 12}).text
    say(t, {"do": "exchange", "n": 11})
    assert "11 cards face up to the discard pile, then draw as many" in to_do(t)
    assert t.truth.hands["us"] == 11
    assert refused(t, {"do": "exchange", "n": 1}).rule == "Player Turn 1"
    attack(t, "Akagi", came="held")
    assert last(t, "outcome")["by"] == "us"


def test_lm_39_reinforce_has_its_limits() -> None:
    t = table()
    assert "up to 3 Force Cards" in refused(t, {"do": "reinforce", "n": 4}).text
    both = {"do": "attack", "targets": ["Akagi"], "outcome": "held", "n": 2}
    assert refused(t, both).rule == "Player Turn 2"
    assert "no other cards" in refused(t, {"do": "reinforce", "n": 4}).text
    assert ruling("A player turn", "lay an Action Card") == "No, Force Cards only."
    say(t, {"do": "reinforce", "n": 3})
    assert t.truth.mover == "japan"


@pytest.mark.parametrize("laid", [False, True])
def test_lm_40_no_target_is_too_late_after_defenders_or_a_card(laid: bool) -> None:
    t = fought(3, defence=3)
    if laid:
        card(t, "Tactic")
    assert refused(t, {"no_target": True}).rule == "Special Cards, note on No Target"


def test_lm_42_the_us_keeps_the_card_hornet_drew() -> None:
    t = table(hands="counted")
    prepare_for_japan(t)
    say(t, {"do": "fight", "targets": ["Hornet"]})
    assert t.truth.hands["us"] == 9
    assert "US: draw a card" in to_do(t)
    say(t, {"force": 4})
    say(t, {"no_target": True})
    say(t, {"cancelled": False})
    assert asked(t).facts["hands"]["us"] == 8, "the card drawn stays, No Target is gone"
    assert "keeps it" in ruling("Hornet", "given back")


def prepare_for_japan(t: Table) -> None:
    """The US brings one card to the table, and it is Japan's turn."""
    say(t, {"do": "reinforce", "n": 1})
    assert t.truth.hands["us"] == 8


def test_lm_43_knock_out_blow_only_after_a_target_and_hornet_draws() -> None:
    t = table(hands="counted")
    assert refused(t, {"do": "attack", "targets": [], "outcome": "held"}).rule == "Special Cards, Knock-out Blow"
    ask = asked(t)
    with pytest.raises(Refusal, match="once an attack has a target"):
        ask.edit(ask.draft(), "also", "Kaga", {})
    prepare_for_japan(t)
    say(t, {"do": "fight", "targets": ["Enterprise"]})
    assert t.truth.hands["us"] == 8
    say(t, {"also": "Hornet"})
    assert t.truth.hands["us"] == 9
    assert last(t, "attack")["draws"]
    say(t, {"also": "Yorktown"})
    assert t.truth.hands["us"] == 9, "once, as Hornet is chosen"
    assert not last(t, "attack")["draws"]


def test_lm_45_combined_attack_needs_both_kinds() -> None:
    for kinds, adds in ((["dive", "torpedo"], 3), (["dive"], 0), ([], 0)):
        t = fought(5, defence=5)
        say(t, {"special": {"name": "Combined Attack", "by": "us", "kinds": kinds}})
        assert totals(t) == (5 + adds, 5)


def test_lm_46_rearm_and_refuel_works_on_a_card_back_in_hand() -> None:
    assert ruling("Rearm and Refuel", "gone back to hand") == "Yes."


def test_lm_47_losing_costs_no_force_card() -> None:
    t = table()
    attack(t, "Akagi", came="held")
    assert "Both sides: all committed Force Cards back to hand. Those not committed stay." in to_do(t)
    assert ruling("Force Cards", "losing").startswith("No.")


def test_lm_48_action_cards_are_discarded_after_after_battle() -> None:
    t = fought(3, defence=4)
    card(t, "Tactic", 0, after=True)
    passes(t, 2)
    lines = to_do(t)
    assert lines.index("After Battle, in this order: US Tactic") < lines.index("Discard every Action Card left")


@pytest.mark.parametrize("came", ["held", "destroyed"])
def test_what_is_to_do_after_an_attack_stands_in_the_order_ruled(came: str) -> None:
    t = table(after="defender")
    attack(t, "Akagi", came=came)
    lines = to_do(t)
    order = ["After Battle effects", "Out of the game: Akagi", "Force Cards back to hand", "Discard every Action Card"]
    found = [lines.index(each) for each in order if came == "destroyed" or "Akagi" not in each]
    assert found == sorted(found)
    assert "the defender’s first" in lines


def test_a_fight_without_after_battle_cards_has_none_to_apply() -> None:
    t = fought(3, defence=4)
    passes(t, 2)
    assert "After Battle" not in to_do(t)


def test_a_card_of_another_type_stays() -> None:
    laid = {"type": "Event", "by": "us"}
    there = [{"id": 1, "type": "Tactic", "by": "us"}, {"id": 2, "type": "Event", "by": "japan"}]
    assert [each["id"] for each in going(there, laid, "across")] == [2]
    assert going(there, laid, "side") == []
    assert [each["id"] for each in going(there, laid, "side", [1])] == [1]
