"""The ruling lookup: two taps to each answer, and the same answers as the rules that the app plays."""

from __future__ import annotations

import pytest

from umpire.games.fires_of_midway.damage import COSTS, PURCHASES
from umpire.games.fires_of_midway.ending import EXPLOSION_DICE, GROUP, WITHDRAWAL_VP
from umpire.games.fires_of_midway.initiative import CONFIDENT_HAND, DESPERATE_HAND
from umpire.games.fires_of_midway.ruling import Ruling
from umpire.games.fires_of_midway.rulings import TOPICS, lookup
from umpire.games.fires_of_midway.settings import SETTINGS
from umpire.games.fires_of_midway.ship import JAPAN, LABELS, US

EACH = [(topic.title, ruling) for topic in TOPICS for ruling in topic.rulings]


def answer(question: str, **settings: str) -> str:
    """The answer to a question, as a table with these settings has it."""
    found = [q for topic in lookup(settings) for q in topic["questions"] if q["question"] == question]
    assert len(found) == 1, question
    return str(found[0]["answer"])


@pytest.mark.parametrize(("topic", "ruling"), EACH, ids=[f"{t}: {r.question}" for t, r in EACH])
def test_each_ruling_says_its_rule_and_is_short(topic: str, ruling: Ruling) -> None:
    (drawn,) = [q for t in lookup({}) if t["name"] == topic for q in t["questions"] if q["question"] == ruling.question]
    assert drawn["rule"]
    assert drawn["answer"].endswith(".")
    assert len(drawn["answer"]) <= 240
    assert len(drawn["question"]) <= 60


def test_a_topic_fits_a_screen() -> None:
    assert all(3 <= len(topic.rulings) <= 10 for topic in TOPICS)
    assert len(TOPICS) <= 12


CHOICES = {each.name: [choice for choice, _ in each.choices] for each in SETTINGS}
SET = [ruling for _, ruling in EACH if ruling.setting]


@pytest.mark.parametrize("ruling", SET, ids=[ruling.setting for ruling in SET])
def test_a_ruling_answers_for_each_choice_that_a_table_has(ruling: Ruling) -> None:
    default, *others = CHOICES[ruling.setting]
    assert list(ruling.by) == others
    said = [ruling.answered({ruling.setting: choice}) for choice in CHOICES[ruling.setting]]
    assert len(set(said)) == len(said)
    assert ruling.answered({}) == ruling.answered({ruling.setting: default})


def test_every_reading_that_is_agreed_can_be_looked_up() -> None:
    """But for what a copy is and what is played: those are no rulings."""
    assert set(CHOICES) - {"scenario", "letters", "tiles"} == {ruling.setting for ruling in SET}


def test_ours_is_said_to_be_ours() -> None:
    drawn = {q["question"]: q["rule"] for topic in lookup({}) for q in topic["questions"]}
    assert drawn["What withdrawing costs"].endswith("our ruling")
    assert not drawn["An engagement is tied"].endswith("our ruling")


def test_fm_59_the_tie_of_a_smoke_bomber_as_agreed() -> None:
    assert "on smoke loses" in answer("A bombing test is tied")
    assert "on smoke loses" in answer("A bombing test is tied", bombing_ties="full")
    assert "full fuel or on smoke" in answer("A bombing test is tied", bombing_ties="always")


def test_fm_18_the_costs_are_those_of_the_shop() -> None:
    said = answer("What repair points buy")
    for key in ("inferno", "fire", "flooding", "listing"):
        assert f"{PURCHASES[key]} {COSTS[key]}" in said
    assert f"Watery Grave {COSTS['plane']}" in said
    assert f"stabilise {COSTS['stabilise']}" in said


def test_fm_69_hands_are_those_of_the_rules() -> None:
    said = answer("How many cards may be held")
    assert f"{CONFIDENT_HAND} for the confident side, {DESPERATE_HAND} for the desperate" in said
    assert "Nobody discards down" in said
    assert "never discarded" in answer("The Bluff")


def test_explosion_dice_and_graves_are_those_of_the_rules() -> None:
    """Explosion test; Loss of air wing."""
    said = answer("How many explosion dice")
    assert all(f"{LABELS[kind]} {n}" in said for kind, n in EXPLOSION_DICE.items())
    assert f"{GROUP[JAPAN]} Japanese or {GROUP[US]} US" in answer("What lost aircraft are worth")
    assert f"{WITHDRAWAL_VP} VP" in answer("What withdrawing costs")


def test_fm_17_no_cap_in_a_group_and_no_launch_points_for_cap() -> None:
    assert answer("May CAP join a group, or launch points add CAP?").startswith("Neither")


def test_fm_27_only_the_bluff_for_midway_under_bombs() -> None:
    said = answer("US cards over Midway")
    assert "Only the Bluff in the Bombing Phase" in said
    assert "any cockpit card" in said


def test_fm_31_where_weather_may_lie() -> None:
    said = answer("Where weather is placed")
    assert all(word in said for word in ("without weather", "without the island", "starting spaces"))


def test_fm_55_no_fighter_card_for_a_bomber() -> None:
    assert "A bomber may not" in answer("Who may play a card with the fighter icon")


def test_fm_06_and_47_draws_without_a_limit() -> None:
    said = answer("Draws without a limit")
    assert "Save the Ship" in said
    assert "spotted" in said
