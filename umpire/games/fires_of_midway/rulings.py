"""The ruling lookup: a topic, a question, its answer with the rule it rests on. Two taps at the table.

What the table agreed decides some answers; where the rulebook is silent or at odds with itself, the answer says that the
ruling is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.fires_of_midway.ruling import Ruling
from umpire.games.fires_of_midway.rulings_strike import CAP, CARDS, CHOICES, DAMAGE, FLIGHT, TIES, WEATHER
from umpire.games.fires_of_midway.rulings_turn import DOCTRINE, ENDING, MIDWAY, REPAIRS, STRATEGY

JSON = Any

TOPICS = (TIES, CHOICES, WEATHER, CAP, FLIGHT, CARDS, DAMAGE, REPAIRS, DOCTRINE, MIDWAY, STRATEGY, ENDING)
"""All topics, those that are asked most at a table first."""


def lookup(settings: Mapping[str, JSON]) -> list[dict[str, JSON]]:
    """All topics for a page, answered as the table is agreed."""
    return [{"name": t.title, "questions": [_drawn(each, settings) for each in t.rulings]} for t in TOPICS]


def _drawn(ruling: Ruling, settings: Mapping[str, JSON]) -> dict[str, JSON]:
    rule = f"{ruling.rule}; our ruling" if ruling.ours else ruling.rule
    return {"question": ruling.question, "answer": ruling.answered(settings), "rule": rule}
