"""The rulebook's questions, every one of them, under the name of the card or topic it is asked of."""

from __future__ import annotations

import re

import pytest

from tests.games.lightning.scenes import LIGHTNING, ruling

ASKED = [
    # Deck Composition, Hand Limit
    ("Yamamoto", "two", "Yes"),
    ("Lt. Tomonaga", "four", "Yes"),
    ("Hand limit", "more than nine", "No"),
    ("Hand limit", "came back", "Not until you have fewer than nine"),
    # Force Cards
    ("Force Cards", "uncommitted ones of the diagram", "Yes"),
    ("Force Cards", "Face up", "face up"),
    ("Force Cards", "committed cards go", "hand"),
    ("Force Cards", "with everything", "Nothing, until you Reinforce"),
    ("Adm. Kurita", "discards", "No, the deck alone"),
    # The ATTACK Action
    ("After Battle", "Before or after", "After"),
    ("The attack", "more than one target", "One only, unless Knock-out Blow"),
    ("Hornet", "When", "before No Target"),
    ("No Target", "Hornet", "Yes"),
    # Action Cards
    ("Action Cards", "both sides have a Tactic", "the newest stays"),
    ("Action Cards", "discards a Leader", "Both"),
    ("Action Cards", "at once?", "Yes, all but those that say After Battle"),
    ("Low and Slow", "replaced", "No"),
    ("Press the Attack", "replaced", "No"),
    ("Lt. Adams", "replaced", "No"),
    ("Special cards", "limit", "No"),
    ("Special cards", "three", "Yes"),
    # Dependent Cards
    ("Dependent cards", "goes with it", "leaves the game"),
    ("Dependent cards", "depend on nothing", "Yes"),
    ("After Battle", "target just lost", "Yes"),
    # Special Cards
    ("Knock-out Blow", "When", "not before"),
    ("Knock-out Blow", "return to hand", "nothing"),
    ("No Target", "When", "before the first defender"),
    ("No Target", "Scouts", "Yes"),
    ("Combined Attack", "defence", "gets nothing"),
    ("Loaded Decks", "Enterprise", "Yes"),
    ("Loaded Decks", "How many", "Two in the US deck, one in the Japanese"),
    ("Rearm and Refuel", "gone back", "Yes"),
    ("Bad Report", "affect", "American Tactic"),
    # Strategy
    ("Strategy", "side good at", "Zeroes"),
    ("Zero", "past several", "small attacks"),
    ("Dauntless", "needed", "5 against 4"),
]


@pytest.mark.parametrize(("name", "words", "answer"), [each for each in ASKED if each[1] != "at once?"])
def test_every_question_of_the_rulebook_is_answered(name: str, words: str, answer: str) -> None:
    assert answer in ruling(name, words)


def test_effects_are_applied_at_once() -> None:
    assert ruling("Action Cards", "effects applied at once").startswith("Yes, all but those that say After Battle")


def test_cards_stand_first_by_name_and_each_ruling_once_with_its_rule() -> None:
    topics = LIGHTNING.topics
    cards = [topic.name for topic in topics if topic.card]
    assert cards == sorted(cards)
    assert [topic.card for topic in topics] == [True] * len(cards) + [False] * (len(topics) - len(cards))
    assert len({topic.name for topic in topics}) == len(topics)
    for topic in topics:
        asks = [each.ask for each in topic.rulings]
        assert len(set(asks)) == len(asks) > 0
        for each in topic.rulings:
            assert each.ask.endswith("?"), each.ask
            assert re.match(r"[A-Z]", each.answer), each.answer
            assert each.answer.endswith("."), each.answer
            assert each.rule


def test_every_heading_of_the_questions_is_cited() -> None:
    rules = " ".join(each.rule for topic in LIGHTNING.topics for each in topic.rulings)
    headings = ("Deck Composition", "Hand Limit", "Force Cards", "The ATTACK Action", "Action Cards", "Dependent Cards")
    assert all(heading in rules for heading in (*headings, "Special Cards", "Strategy", "Setup", "Victory"))
