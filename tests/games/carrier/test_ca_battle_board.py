"""Surface combat as a board (14.2): what a player sees of it at each moment, and nothing that he does not know."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template

from tests.games.carrier.scenes import scene
from tests.games.carrier.test_ca_surface import (
    Table,
    _with_orders,
    engage,
    fleet,
    others,  # noqa: F401
    run,
    sea,
    ship,
    whole,  # noqa: F401
)
from umpire.games.carrier import forces, reaction
from umpire.games.carrier.battle_picture import battles
from umpire.games.carrier.plot import FORCE, GROUP, fresh
from umpire.games.carrier.telling import tell
from umpire.table.script import Play

JSON = Any
TEMPLATES = Path(__file__).parents[3] / "templates"
EVADES = {"/option": "evade"}


class Seen:
    """The board as it is at each ask of the player, and the ask with its draft."""

    def __init__(self, g: Play) -> None:
        self.g = g
        self.at: dict[str, JSON] = {}
        self.asked: dict[str, Any] = {}

    def looking(self, said: Mapping[str, JSON]) -> dict[str, JSON]:
        """Answers that take a look first."""
        return {end: self._look(end, value) for end, value in said.items()}

    def _look(self, end: str, value: JSON) -> Any:
        def look(ask: Any) -> JSON:
            draft = ask.draft()
            self.asked[end] = ask
            (self.at[end],) = battles(self.g.plots["us"], ask, draft)  # type: ignore[arg-type]
            return ask.value(draft) if value is None else value

        return look

    def now(self) -> JSON:
        return battles(self.g.plots["us"], None, None)  # type: ignore[arg-type]


def ca_50() -> Seen:
    """CA-50 from the reaction on: 2 BB, 1 CA, 4 DD by a cruiser and six destroyers, which evade."""
    g = scene(
        {},
        forces={"C7": fresh(FORCE, hex="2420", level=3, chit="Medium BB", objective="Guadalcanal")},
        groups={"TF 64": fresh(GROUP, hex="2421")},
        ships=fleet("us", "TF 64", "CA", *["DD"] * 6),
        at={"clock/turn": 3, "clock/phase": 2, "clock/segment": "japan", "pool/C": [], "limits": {}, "spares": {}},
    )
    medium = {"code1": "E", "to1": 4, "code2": "USOp", "to2": 5, "code3": "R", "to3": 10}
    seen = Seen(g)

    class Whole(Table):
        def to(self, party: str, ask: Any) -> JSON:
            if ask.kind == "draw":
                self.asked.append(ask.name)
                return list(ask.cup)[: ask.n]
            return super().to(party, ask)

    cells = {"close_reaction/medium/other surface/japan": medium}
    dice = [5, 9, *[6, 9, 1, 1, 1, 1, 1], *[1] * 7]
    answers = Whole(dice=dice, cells=cells, us=seen.looking({"/option": "evade", "/match": None}))
    run(g, lambda g: reaction.react(g, "C7", "t0/p2/C7/move"), answers)
    return seen


def types(board: JSON, *, japan: bool) -> list[str]:
    return [ship["type"] for ship in board["ships"] if ship["japan"] is japan]


def test_ca_50_before_the_choice_what_the_force_has_is_not_drawn(others: JSON, whole: None) -> None:  # noqa: F811
    board = ca_50().at["/option"]
    assert (board["title"], board["going"]) == ("C7 and TF 64 in 2421", True)
    assert types(board, japan=True) == ["?"]
    (unknown,) = [ship for ship in board["ships"] if ship["japan"]]
    assert "Medium BB" in unknown["words"]
    assert "what it has is not known" in unknown["words"]
    assert f"{unknown['words']}." in board["notes"], "it is read as well as drawn"
    assert (unknown["pips"], board["shots"], board["volleys"]) == ([], [], [])
    assert types(board, japan=False) == ["CA", *["DD"] * 6]


def test_ca_50_while_it_is_matched_every_shot_is_a_line_and_the_board_is_tapped(others: JSON, whole: None) -> None:  # noqa: F811
    seen = ca_50()
    board = seen.at["/match"]
    assert types(board, japan=True) == ["BB", "BB", "CA", *["DD"] * 4]
    assert len([line for line in board["shots"] if line["side"] == "japan"]) == 7
    assert len([line for line in board["shots"] if line["side"] == "us"]) == 7
    assert [ship["name"] for ship in board["ships"] if ship["on"]] == ["u-CA1"]
    assert {ship["op"] for ship in board["ships"] if ship["japan"]} == {"at"}
    assert {ship["op"] for ship in board["ships"] if not ship["japan"]} == {"one"}
    (taken_up,) = [line for line in board["shots"] if line["on"]]
    cruiser = next(ship for ship in board["ships"] if ship["name"] == "u-CA1")
    assert (taken_up["x1"], taken_up["y1"]) == (cruiser["x"] + 22, cruiser["y"])
    assert not board["volleys"]
    assert "The US side evades: fire of both is modified, and it retreats." in board["notes"]


def test_ca_50_afterwards_the_dice_as_they_were_read_and_the_hits(others: JSON, whole: None) -> None:  # noqa: F811
    seen = ca_50()
    (board,) = seen.now()
    assert not board["going"]
    japan, us = board["volleys"]
    assert (japan["words"], japan["came"], us["came"]) == ("Japanese fire", "3 hits", "0 hits")
    at_cruiser = [shot for shot in japan["shots"] if shot["at"] == "u-CA1"]
    assert [(shot["dice"][0]["face"], shot["need"], shot["hits"]) for shot in at_cruiser] == [
        (6, "−2 = 4", 0),
        (9, "−2 = 7", 3),
    ]
    cruiser = next(ship for ship in board["ships"] if ship["name"] == "u-CA1")
    assert [pip["look"] for pip in cruiser["pips"]] == ["new"] * 3 + [""] * 5
    assert cruiser["words"].startswith("u-CA1, CA, 3 of 8 hits, 3 of them now")
    assert "Suffered: Japanese 0 hits and US 3 hits." in board["notes"]
    assert "The US side is beaten, and retreats." in board["notes"]
    assert not any(ship["op"] for ship in board["ships"])


def test_pursuit_is_a_second_round_of_the_same_board(others: JSON) -> None:  # noqa: F811
    g = sea(("DD", "TR"), ("DD", "DD"))
    answers = _with_orders(g, [1, 10, 1, 1, 10, 10], {"surface_fire/us/DD/10": 1})
    answers.us["/2/match"] = {"u-DD1": "j-TR1", "u-DD2": "j-TR1"}
    engage(g, answers)
    (board,) = battles(g.plots["us"], None, None)  # type: ignore[arg-type]
    assert "Second round: the US side pursues." in board["notes"]
    assert {shot["at"] for shot in board["volleys"][1]["shots"]} == {"j-TR1"}
    hit = {ship["name"]: [pip["look"] for pip in ship["pips"]] for ship in board["ships"]}
    assert (hit["j-DD1"], hit["j-TR1"]) == (["new", "", ""], ["new", "new"])


def test_11_2_carriers_without_a_name_are_drawn_by_their_type(
    monkeypatch: pytest.MonkeyPatch,
    others: JSON,  # noqa: F811
) -> None:
    g = sea(("DD",), ("DD", "DD"), force={"level": 3, "chit": "2 CV", "screen": "Level 4"})
    seen = Seen(g)

    def raised(g: Play, force: str) -> Any:
        return True
        yield

    def draw_one(g: Play, force: str, type: str, name: str, why: str) -> Any:
        tell(g, "search-over", now={"ships/Kaga": ship("japan", type, force)})
        return "Kaga"
        yield

    monkeypatch.setattr(forces, "for_battle", raised)
    monkeypatch.setattr("umpire.games.carrier.naming.draw_one", draw_one)
    answers = _with_orders(g, [1, 10, 1, 1, 10, 1], {"surface_fire/us/DD/10": 2})
    answers.us |= seen.looking({"/2/match": {"u-DD1": "CV 2", "u-DD2": "CV 1"}})
    engage(g, answers)
    drawn = {each["name"]: each for each in seen.at["/2/match"]["ships"]}
    assert {"CV 1", "CV 2"} < set(drawn)
    assert (drawn["CV 1"]["type"], drawn["CV 1"]["pips"], drawn["CV 1"]["op"]) == ("CV", [], "at")
    (after,) = seen.now()
    assert {"Kaga", "CV 1"} <= {each["name"] for each in after["ships"]}
    assert "CV 2" not in {each["name"] for each in after["ships"]}


def test_a_battle_that_was_none_is_not_drawn(monkeypatch: pytest.MonkeyPatch, others: JSON) -> None:  # noqa: F811
    g = sea(("DD",), ("DD",))

    def nothing(g: Play, force: str) -> Any:
        return False
        yield

    monkeypatch.setattr(forces, "for_battle", nothing)
    engage(g, Table(us=EVADES), option=True)
    assert battles(g.plots["us"], None, None) == []  # type: ignore[arg-type]


def test_and_stays_until_the_counters_have_been_moved(others: JSON) -> None:  # noqa: F811
    g = sea(("DD",), ("DD",))
    engage(g, Table(dice=[1, 1, 2]))
    assert battles(g.plots["us"], None, None)  # type: ignore[arg-type]
    tell(g, "pieces-done")
    assert battles(g.plots["us"], None, None) == []  # type: ignore[arg-type]


def test_many_ships_stand_in_rows_none_upon_another(others: JSON) -> None:  # noqa: F811
    g = sea(["BB", *["DD"] * 12], ["BB", *["DD"] * 9])
    seen = Seen(g)
    answers = _with_orders(g, [1] * 23 + [2], {})
    answers.us |= seen.looking({"/match": None})
    engage(g, answers)
    board = seen.at["/match"]
    places = [(s["x"], s["y"]) for s in board["ships"]]
    assert len(set(places)) == len(places) == 23
    for x, y in places:
        assert 0 <= x <= board["width"] - 44
        assert 0 <= y <= board["height"] - 44
        assert not any(0 < abs(x - a) < 44 and abs(y - b) < 44 for a, b in places)
    lowest = max(s["y"] + 44 for s in board["ships"] if s["japan"])
    assert lowest < min(s["y"] for s in board["ships"] if not s["japan"])


def test_its_page_has_a_key_a_ship_and_words_for_each(others: JSON, whole: None) -> None:  # noqa: F811
    seen = ca_50()
    app = Flask(__name__, template_folder=str(TEMPLATES))
    app.jinja_env.trim_blocks = True
    with app.app_context():
        html = render_template("carrier/battle.html", picture={"battles": [seen.at["/match"]]}, viewer={"side": "us"})
    assert html.count('data-op="one"') == html.count('data-op="at"') == 7
    assert 'data-op="one" data-arg="u-CA1" role="button" tabindex="0" aria-pressed="true"' in html
    assert "u-CA1, CA, 0 of 8 hits, fired at" in html
