"""One side alone at its table: what it moves needs nobody's yes, and its last answer may be taken back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from umpire.games.carrier import GAME
from umpire.table.asks import Refusal
from umpire.table.charts import Cells
from umpire.table.goback import own_last
from umpire.table.ledger import Header
from umpire.table.replay import replayed
from umpire.table.table import Hand, Table

SEAT = Hand("seat", 1, "us")


def table(scenario: str = "4", **settings: Any) -> Table:
    chosen = {each.name: each.default for each in GAME.settings}
    agreed = {**chosen, "umpire": False, "dice": "app", "scenario": scenario, **settings}
    return Table(GAME, Header("carrier", "1", "ROSE", {}, agreed))


def answer(t: Table, rng: random.Random) -> None:
    """What is asked now, answered by lot; charts agree."""
    party = min(t.asks)
    ask = t.asks[party]
    value = ask.sample(rng)
    if isinstance(ask, Cells):
        value = {c.key: "yes" if c.key.startswith("agreed/") else c.sample(rng) for c in ask.cells}
    t.answer(party, ask.name, value, SEAT, sure=True)


def played(until: str = "us/decks", n: int = 1) -> Table:
    """Scenario 4, until something has been asked so many times."""
    t, rng = table(), random.Random(5)
    met = 0
    while not t.over:
        ask = t.asks.get("us")
        if ask is not None and ask.name.endswith(until):
            met += 1
            if met == n:
                return t
        answer(t, rng)
    raise AssertionError("it never came to that")


def move(t: Table, motion: str, text: str = "", value: Any = None) -> None:
    t.move("us", motion, "moved", SEAT, name=t.motions.name, text=text, value=value)


def test_the_last_answer_is_taken_back_and_what_it_led_to_is_struck() -> None:
    t = played()
    ask = t.asks["us"]
    answer(t, random.Random(1))
    place = list(t.turns())[-1]
    assert place == f"before {ask.name}"
    assert GAME.place(t.truth, place) == "Just before the last answer (air operations, turn 1, phase 1)"
    move(t, "back", value={"to": place})
    assert t.asks["us"].signature() == ask.signature()
    assert t.truth.motions == {}


def test_dice_that_fell_after_it_are_offered_again() -> None:
    t = played("us/pieces", 2)
    last = own_last(t)
    assert last is not None
    rolls = [e for e in t.entries if e.party == "dice"]
    move(t, "back", value={"to": "t1"})
    assert {e.ask for e in rolls} <= set(t.offered)


def test_it_goes_back_to_the_beginning_of_a_phase_without_a_yes() -> None:
    t = played("us/decks", 2)
    move(t, "back", value={"to": "t1/p1"})
    assert t.truth.phase == 1


def test_nobody_can_go_back_to_what_is_no_place() -> None:
    t = played()
    for wrong in ("t9", "before t1/p1/us/decks/x", "", "before "):
        with pytest.raises(Refusal):
            move(t, "back", value={"to": wrong})


def test_a_fact_is_set_right_at_once_and_everybody_hears_what() -> None:
    t = played()
    move(t, "correct", value={"fact": "groups/TF 16/hex", "value": "2719", "reason": "misread"})
    assert t.truth.groups["TF 16"]["hex"] == "2719"
    assert t.play.plots["us"].groups["TF 16"]["hex"] == "2719"
    heard = [d for d in t.play.plots["us"].heard if d.kind == "set-right"]
    assert GAME.say(heard[-1]) == "Set right: TF 16, hex: 2719 (misread)."


@pytest.mark.parametrize(
    ("fact", "typed", "words"),
    [
        ("groups/TF 16/hex", "27", "TF 16, hex"),
        ("decks/Enterprise/ready", "SBD four", "SBD 4, F4F 2, or none"),
        ("groups/TF 16/cap", "F4F 2 at x", "SBD 4 at 3, or none"),
        ("sequence/marker", "-1", "Number of forces"),
        ("forces/C1/ships", "1", "not on"),
    ],
)
def test_what_cannot_be_is_refused_in_words(fact: str, typed: str, words: str) -> None:
    t = played()
    with pytest.raises(Refusal, match=words):
        move(t, "correct", value={"fact": fact, "value": typed, "reason": "misread"})


def test_steps_are_typed_as_players_write_them() -> None:
    t = played()
    move(t, "correct", value={"fact": "decks/Enterprise/ready", "value": "sbd 4, F4F 2", "reason": "miscounted"})
    assert t.truth.decks["Enterprise"]["ready"] == {"F4F": 2, "SBD": 4}
    move(t, "correct", value={"fact": "groups/TF 16/cap", "value": "F4F 2, F4F 1 at 6", "reason": "miscounted"})
    assert t.truth.groups["TF 16"]["cap"] == [["F4F", 2, None], ["F4F", 1, 6]]


def test_it_rests_the_table_notes_a_ruling_and_ends_the_game_by_itself() -> None:
    t = played()
    move(t, "pause")
    assert t.truth.paused
    t.move("us", "resume", "moved", SEAT, name=t.motions.name)
    assert not t.truth.paused
    move(t, "dispute", "The screens count for AA")
    assert GAME.say(t.truth.heard[-1]) == "US notes: The screens count for AA."
    assert t.truth.motions == {}
    move(t, "end")
    assert t.over
    assert t.truth.ended["how"] == "end"


def test_all_of_it_replays() -> None:
    t = played()
    move(t, "correct", value={"fact": "groups/TF 16/hex", "value": "2719", "reason": "misread"})
    answer(t, random.Random(1))
    move(t, "back", value={"to": list(t.turns())[-1]})
    answer(t, random.Random(2))
    move(t, "dispute", "A note")
    again = replayed(GAME, t.header, t.entries)
    for audience, plot in t.play.plots.items():
        assert again.play.plots[audience].dump() == plot.dump()
        assert again.play.plots[audience].heard == plot.heard
