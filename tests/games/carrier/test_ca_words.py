"""What each scenario’s pages and lists say: in its own terms, in the order it was told, and no more than is so."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, render_template, render_template_string

from tests.games.carrier.scenes import Answers, run, scene, told
from umpire.games.carrier import damage
from umpire.games.carrier.aim import named_first
from umpire.games.carrier.air_tables import read
from umpire.games.carrier.asks import Pick, option, titled
from umpire.games.carrier.fight_picture import _planes
from umpire.games.carrier.japan_sheet import marks
from umpire.games.carrier.parts import PARTS
from umpire.games.carrier.picture import after
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.scenarios import SCENARIOS
from umpire.games.carrier.us_sheet import points

JSON = Any
TEMPLATES = Path(__file__).parents[3] / "templates"


def page(template: str, **facts: JSON) -> str:
    app = Flask(__name__, template_folder=str(TEMPLATES))
    app.jinja_env.trim_blocks = True
    with app.app_context():
        made = render_template(template, **facts)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", made).split()))


def hint(plot: CarrierPlot) -> str:
    app = Flask(__name__, template_folder=str(TEMPLATES))
    with app.app_context():
        source = "{% import 'carrier/steps.html' as steps %}{{ steps.says(plot) }}"
        return unescape(re.sub(r"<[^>]+>", "", render_template_string(source, plot=plot)))


def at(scenario: str, segment: str, step: str = "") -> CarrierPlot:
    clock = {"clock/turn": 1, "clock/phase": 1, "clock/segment": segment, "clock/step": step}
    plot = scene(scenario=scenario, at=clock).truth
    assert isinstance(plot, CarrierPlot)
    return plot


# What a step wants.


@pytest.mark.parametrize("scenario", PARTS)
def test_a_hint_speaks_of_nothing_that_the_scenario_lacks(scenario: str) -> None:
    parts = PARTS[scenario]
    said = {segment: hint(at(scenario, segment)) for segment in ("arrival", "japan", "end", "over")}
    assert said["over"].endswith("22.0" if parts.standard else f"Sc. {scenario}")
    if not parts.clock:
        return
    assert ("chit" in said["japan"]) == parts.chits
    assert ("second waves" in said["japan"]) == (parts.air == "standard")
    assert ("attack" in said["japan"]) == (parts.air != "none")
    assert ("New forces" in said["arrival"]) == parts.arrival
    assert ("search track" in said["arrival"]) == parts.turn_opens
    if parts.turn_ends:
        assert ("repaired" in said["end"]) == parts.standard
        assert ("chits may fade" in said["end"]) == parts.detection


def test_sc_2_after_its_fourth_phase_comes_the_next_turn() -> None:
    for scenario, words in (("2", "the next turn"), ("3", "the end of the turn")):
        plot = at(scenario, "us", "strike")
        plot.put("clock/phase", 4)
        assert after(plot) == words


# What was told.


def test_the_news_runs_forward_and_what_is_older_stands_above_it() -> None:
    news = [{"words": f"Line {n}.", "more": "", "rule": ""} for n in range(5, 0, -1)]
    shown = page("carrier/news.html", picture={"news": news}, viewer=SimpleNamespace(side="us"))
    assert shown == "Before this 2 Line 1. Line 2. Line 3. Line 4. Line 5."


@pytest.mark.parametrize(("scenario", "stays"), [("1", False), ("2", True)])
def test_a_sunk_carrier_counts_to_the_end_of_the_next_turn_where_there_are_turns(scenario: str, stays: bool) -> None:
    g = scene(scenario=scenario)
    run(g, SCENARIOS[scenario].set_up, Answers())
    damage.sink(g, "Shokaku")
    (sunk,) = [damage.SAYINGS["sunk"](f) for f in told(g, "sunk")]
    assert ("She counts to the end of the next turn." in sunk) == stays
    assert g.truth.ships["Shokaku"]["in"], "she is on the record in either"


# Lists and sheets.


def test_a_force_that_is_known_ship_by_ship_says_its_level_once() -> None:
    force = {"id": "C1", "hex": "2740", "screen": "", "marks": ["located"], "air": [], "ships": [], "log": []}
    known = page("carrier/aboard.html", picture={"forces": [{**force, "chit": "Level 4", "level": 4}]})
    assert "Level 4 located" in known
    assert "Large level 2 · located" in page(
        "carrier/aboard.html", picture={"forces": [{**force, "chit": "Large", "level": 2}]}
    )


def test_the_log_says_that_carriers_are_not_among_the_ships_a_force_began_with() -> None:
    g = scene(scenario="1")
    run(g, SCENARIOS["1"].set_up, Answers())
    assert "began with 8 ships besides carriers" in marks(g.truth.forces["C1"])


@pytest.mark.parametrize(("scenario", "said"), [("2", True), ("standard", True), ("1", False), ("4", False)])
def test_the_score_so_far_says_that_ships_count_at_the_end(scenario: str, said: bool) -> None:
    assert ("Ships sunk and damaged count as the game ends." in points(at(scenario, "us")).after) == said


@pytest.mark.parametrize(
    ("least", "most", "picked", "words"), [(0, 11, [], "None tapped; 11 at most."), (2, 2, ["a"], "1 of 2.")]
)
def test_a_pick_says_how_many(least: int, most: int, picked: list[str], words: str) -> None:
    ask = Pick("x", titled("Ships", "", "5.0", options=[option("a", "A")], least=least, most=most, preset=[]))
    assert words in page("carrier/pick.html", asked=ask, draft={"picked": picked})


def test_one_of_a_thing_is_one() -> None:
    (shown,) = _planes({"by": "japan", "points": 3, "cap_lost": 2})
    assert shown["what"] == "air point"
    (shown,) = _planes({"by": "japan", "points": 3})
    assert shown["what"] == "air points"


def test_the_targets_are_asked_for_as_many_rolls_as_there_are() -> None:
    assert named_first(1) == "Name the target of the one roll before it falls."
    assert named_first(2) == "2 rolls: name a target for each before any falls."


def test_a_die_without_modifiers_says_so() -> None:
    assert read([["antiaircraft fire", 0]]) == "no modifier"
    assert read([["no CAP", 1]]) == "+1: +1 no CAP"
