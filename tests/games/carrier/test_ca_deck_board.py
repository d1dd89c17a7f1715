"""The deck board as it is drawn: facts for its templates, and the templates themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template

from tests.games.carrier.test_ca_decks import BASE, TF, ask, base, carrier, put_strike, table, tap
from umpire.games.carrier.asks import titled
from umpire.games.carrier.contact import Second
from umpire.games.carrier.deck_picture import decks
from umpire.games.carrier.plot import FORCE, GROUP, SHIP, STRIKE, fresh
from umpire.table.script import Play

JSON = Any
TEMPLATES = Path(__file__).parents[3] / "templates"


def board(g: Play, *taps: str) -> dict[str, JSON]:
    asked = ask(g)
    return decks(g.truth, asked, tap(asked, *taps))


def drawn(g: Play, *taps: str) -> str:
    asked = ask(g)
    draft = tap(asked, *taps)
    app = Flask(__name__, template_folder=str(TEMPLATES))
    app.jinja_env.trim_blocks = True
    with app.app_context():
        facts = {"asked": asked, "draft": draft, "picture": {"decks": decks(g.truth, asked, draft)}}
        return render_template("carrier/decks_sheet.html", **facts) + render_template("carrier/decks.html", **facts)


def test_no_board_while_nothing_is_asked() -> None:
    assert decks(table(carrier()).truth, None, None) == {}


def test_arrows_tell_how_many_would_go() -> None:
    g = table(carrier(unready={"SBD": 4}, servicing={"SBD": 6}), landing=[["SBD", 4, 15]])
    arrows = board(g)["arrows"]
    assert {name: arrow["n"] for name, arrow in arrows.items()} == {
        "land": 4,
        "lower": 4,
        "raise": 6,
        "service": 0,
        "launch": 0,
    }
    assert board(g, "arrow raise", "arrow lower")["arrows"]["land"]["n"] == 4


def test_a_shut_arrow_has_its_figures() -> None:
    g = table(carrier(ready={"SBD": 9}))
    assert "9 steps are on" in board(g)["arrows"]["launch"]["why"]


def test_a_chip_taken_up_lights_the_boxes_it_may_go_to_with_what_may() -> None:
    g = table(carrier(ready={"F4F": 6}), cap=[["F4F", 4, None]])
    made = board(g, "chip ready:F4F:")
    assert made["boxes"]["cap"]["lit"] == {"n": 4, "of": 6, "why": ""}
    assert made["boxes"]["search"]["lit"]["n"] == 6
    assert made["boxes"]["unready"]["lit"] is None
    assert [(each["id"], each["lit"]["n"]) for each in made["new"]] == [("strike/new", 6), ("transfer/new", 6)]


def test_moved_steps_stand_where_they_go_and_the_rest_where_they_were() -> None:
    g = table(carrier(ready={"F4F": 6}))
    made = board(g, "chip ready:F4F:", "to cap", "n 4")
    assert [(c["type"], c["n"]) for c in made["boxes"]["ready"]["chips"]] == [("F4F", 2)]
    assert [(m["type"], m["n"]) for m in made["boxes"]["cap"]["come"]] == [("F4F", 4)]
    assert [k["n"] for k in made["numbers"] if k["on"]] == [4]
    assert made["boxes"]["cap"]["room"] == "4/8"


def test_figures_of_deck_servicing_hangar_and_fuel() -> None:
    g = table(carrier(ready={"SBD": 6}, unready={"SBD": 4}, servicing={"SBD": 2}, hangar={"F4F": 8}), base(fuel=7))
    words = [s["words"] for s in board(g)["state"]]
    assert words == ["Deck 10/12", "Servicing 2/8", "Aboard 20/24"]
    assert [s["words"] for s in board(g, f"tab {BASE}")["state"]][-1] == "Fuel 1¾"


def test_tabs_show_where_something_moved_or_is_about_to_be_lost() -> None:
    g = table(carrier(ready={"F4F": 6}), base(landing=[["SBD", 2, 18]]))
    tabs = {t["name"]: (t["moved"], t["lost"]) for t in board(g, "chip ready:F4F:", "to cap")["tabs"]}
    assert tabs == {"Enterprise": (6, False), BASE: (0, True)}


def test_a_strike_that_leaves_shows_its_targets_with_range_and_margin() -> None:
    g = table(carrier(ready={"SBD": 4, "F4F": 2}), {"forces/C2": fresh(FORCE, hex="2520", detection="?")})
    (strike,) = board(g, "arrow launch", "to strike/new", "hex 1:2422")["strikes"]
    assert strike["steps"] == "2 F4F and 4 SBD"
    # from 2422 at time 1: two hexes there, three home, F4F 12
    assert strike["targets"][0]["note"] == "2 hexes; home with 6 to spare"


@pytest.mark.parametrize(
    "taps",
    [
        (),
        ("chip ready:SBD:",),
        ("arrow launch", "to strike/new", "hex 1:2422"),
        ("chip ready:F4F:", "to cap", "n 1"),
        (f"tab {BASE}", "arrow land"),
        ("chip landing:SBD:15",),
    ],
)
def test_the_board_is_drawn_at_every_tap(taps: tuple[str, ...]) -> None:
    here = base(unready={"P-39": 2}, landing=[["SBD", 2, 18]], fuel=7)
    g = table(carrier(ready={"SBD": 4, "F4F": 2}, hangar={"TBF": 4}), here, landing=[["SBD", 2, 15]])
    put_strike(g, "7", fresh(STRIKE, **{"from": TF}, hex="2423", time=9, steps={"SBD": 6}, left=True, down=True))
    html = drawn(g, *taps)
    assert "Enterprise" in html
    assert 'data-lock="1"' in html


def test_a_second_attempt_is_drawn() -> None:
    facts = titled("No contact", "", "6.4", lots=[{"id": "SBD", "words": "SBD", "most": 4}])
    asked = Second("t1/p1/us/strike/1/contact/2/who", facts)
    app = Flask(__name__, template_folder=str(TEMPLATES))
    with app.app_context():
        html = render_template("carrier/second.html", asked=asked, draft=asked.draft(), picture={})
    assert "Try again: 4" in html
    assert asked.value(asked.edit(asked.draft(), "set", "SBD:1", {})) == {"SBD": 1}


def test_7_3_a_transfer_that_is_forming_is_a_box_to_join() -> None:
    g = table(carrier(ready={"SBD": 4}))
    steps = {"from": TF, "hex": "2423", "time": 3, "steps": {"TBF": 2}}
    put_strike(g, "1", fresh(STRIKE, **steps, down=True, transfer=True))
    out = {each["id"]: each for each in board(g, "chip ready:SBD:")["out"]}
    assert list(out) == ["transfer/1"]
    assert out["transfer/1"]["lit"]["n"] == 4
    assert out["transfer/1"]["there"] == "2 TBF ·3"
    put_strike(g, "1", fresh(STRIKE, **steps, down=True, transfer=True, left=True))
    assert board(g, "chip ready:SBD:")["out"] == []


def test_5_0_ships_to_detach_are_keys_below_the_board() -> None:
    ten = {f"ships/DD {n}": fresh(SHIP, side="us", type="DD", capacity=2, **{"in": "TF 61"}) for n in range(10)}
    g = table(carrier(), {"groups/TF 61": fresh(GROUP, hex="2717", moved=True), **ten}, moved=True)
    assert 'data-op="detach" data-arg="TF 61" aria-pressed="false"' in drawn(g)
    assert 'data-op="detach" data-arg="TF 61" aria-pressed="true"' in drawn(g, "detach TF 61")
    assert 'data-op="detach"' not in drawn(table(carrier()))
