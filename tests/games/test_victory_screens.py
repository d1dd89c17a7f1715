"""What the screens of Victory at Midway are drawn from: the map, the sightings, the pieces, the words of a step."""

from __future__ import annotations

import re
from typing import Any

from tests.games.victory_scenes import UMPIRE, run, scene
from umpire.games.victory_at_midway.map_picture import centre
from umpire.games.victory_at_midway.picture import picture, where
from umpire.games.victory_at_midway.terms import JAPAN, US
from umpire.table.plot import PUBLIC
from umpire.table.table import Table

JSON = Any
US_AT = {"Enterprise": "H5", "Hornet": "H5", "US CA1": "K6"}
JAPAN_AT = {"Akagi": "F5", "Kaga": "F5", "TT1": "F5", "TT2": "E6"}
AIR = {"us/orders": {"air": ["F5", "E6"]}, "japan/orders": {"air": ["F5", "G5"]}}


def drawn(t: Table, side: str, *taps: tuple[str, str]) -> JSON:
    """A side's picture after some taps on what is asked of it."""
    asked = t.asks[side]
    draft = asked.draft()
    for op, arg in taps:
        draft = asked.edit(draft, op, arg, {})
    return picture(t.play.plots[side], side, asked, draft)


def hexes(shown: JSON) -> set[str]:
    return {each["place"] for each in shown["map"]["hexes"]}


class TestTheMap:
    def test_even_columns_lie_half_a_hex_lower(self) -> None:
        board = scene().play.plots[US].board
        assert (centre(board, "A1"), centre(board, "B1")) == ({"x": 16, "y": 14}, {"x": 40, "y": 28})

    def test_a_stack_is_shown_large_with_its_own_hex_and_the_six_next_to_it(self) -> None:
        shown = drawn(scene(US_AT, JAPAN_AT), US, ("stack", "H5"))
        assert hexes(shown) == {"H4", "H5", "H6", "G5", "G6", "I5", "I6"}
        assert shown["map"]["zoomed"]
        assert {each["op"] for each in shown["map"]["hexes"]} == {"hex"}

    def test_every_hex_is_named_where_it_lies_in_letters_of_the_size_the_map_is_shown_at(self) -> None:
        t = scene(US_AT, JAPAN_AT)
        board, lettered = (
            t.play.plots[US].board,
            re.compile(r'translate\((\d+) (\d+)\) scale\(([\d.]+)\)"( \w+)?.*>(\w+)$'),
        )
        for taps, lower in ((), 5), ((("stack", "H5"),), 12):
            shown = drawn(t, US, *taps)["map"]
            found = [lettered.search(each) for each in shown["names"].split("</text>")[:-1]]
            assert [each and each[5] for each in found] == list(board.places)
            for each in found:
                assert each
                at = centre(board, each[5])
                assert each.groups()[:3] == (str(at["x"]), str(at["y"] + lower), shown["scale"])
                assert bool(each[4]) == (len(each[5]) > 2 and not shown["zoomed"])

    def test_vm_30_a_stack_with_slow_ships_can_only_stay_on_an_odd_turn(self) -> None:
        t = scene(US_AT, JAPAN_AT, turn=9)
        assert hexes(drawn(t, JAPAN, ("stack", "F5"))) == {"F5"}
        left = drawn(t, JAPAN, ("stack", "F5"), ("fast", ""))
        assert hexes(left) == {"F4", "F5", "F6", "E5", "E6", "G5", "G6"}
        assert "TT1" not in left["orders"]["free"]

    def test_ships_enter_by_the_pile_in_column_a(self) -> None:
        t = scene(US_AT, JAPAN_AT, turn=3)
        piles = {each["entry"]: each["ships"] for each in drawn(t, JAPAN)["orders"]["piles"]}
        assert set(piles["3"]) == {"Zuiho", "BB3.1", "CA4", "CA5", "DD2"}
        shown = drawn(t, JAPAN, ("group", "3"))
        assert hexes(shown) == {f"A{row}" for row in range(1, 13)}

    def test_a_reach_far_and_wide_is_looked_at_before_a_hex_is_tapped(self) -> None:
        t = scene(US_AT, JAPAN_AT)
        wide = drawn(t, US, ("part", "air"))
        assert wide["map"]["wide"]
        assert not wide["map"]["zoomed"]
        assert {each["op"] for each in wide["map"]["hexes"]} == {"look"}
        near = drawn(t, US, ("part", "air"), ("look", "F5"))
        assert near["map"]["zoomed"]
        assert len(hexes(near)) == 19
        after = drawn(t, US, ("part", "air"), ("look", "F5"), ("hex", "F5"))
        assert after["map"]["wide"]
        assert [(each["x"], each["y"]) for each in after["map"]["marked"]] == [(184, 168), (136, 140)]

    def test_each_side_leaves_over_its_own_edge(self) -> None:
        t = scene(US_AT, {**JAPAN_AT, "Akagi": "A5", "Kaga": "F5"})
        assert drawn(t, JAPAN, ("stack", "A5"))["orders"]["leaves"]
        assert not drawn(t, JAPAN, ("stack", "F5"))["orders"]["leaves"]
        assert drawn(t, US)["map"]["exits"] != drawn(t, JAPAN)["map"]["exits"]
        assert picture(t.play.plots[PUBLIC], "", None, None)["map"]["exits"] == ""

    def test_slow_ships_say_why_they_stay(self) -> None:
        t = scene(US_AT, JAPAN_AT, turn=9)
        assert "even turns" in drawn(t, JAPAN, ("stack", "E6"))["orders"]["stuck"]


class TestWhatIsKnown:
    def test_vm_03_sightings_are_the_enemy_s_and_age(self) -> None:
        t = run(scene(US_AT, JAPAN_AT), "t2/strikes", AIR)
        seen = drawn(t, US)["map"]["seen"]
        assert {(each["hex"], each["type"], each["fade"]) for each in seen} == {
            ("F5", "CV", "fresh"),
            ("E6", "S", "fresh"),
        }
        assert [(each["hex"], each["type"]) for each in drawn(t, JAPAN)["map"]["seen"]] == [("H5", "CV")]
        run(t, "t3/orders")
        assert {each["fade"] for each in drawn(t, US)["map"]["seen"]} == {"recent"}

    def test_the_room_sees_searches_and_no_ships(self) -> None:
        t = run(scene(US_AT, JAPAN_AT), "t2/strikes", AIR)
        shown = picture(t.play.plots[PUBLIC], "", None, None)
        assert [each["air"] for each in shown["searches"]] == [["F5", "E6"], ["F5", "G5"]]
        assert (shown["map"]["own"], shown["stacks"], shown["decks"], shown["notes"]) == ([], [], [], [])
        assert {each["hex"] for each in shown["statements"]} >= {"F5", "E6"}

    def test_pieces_own_map_and_shared_table(self) -> None:
        t = run(scene(US_AT, JAPAN_AT), "t2/strikes", AIR)
        own = drawn(t, US)["pieces"]["own"]
        assert "Your search markers: air F5, E6." in own
        assert "Japan in F5: a carrier sighting marker." in own
        run(t, "t3/orders")
        assert "Turn marker on to turn 9." in drawn(t, JAPAN)["pieces"]["shared"]

    def test_where_names_the_step_and_the_s_turn(self) -> None:
        t = scene(US_AT, JAPAN_AT, turn=9, submarines=True)
        here = where(t.play.plots[US])
        assert (here["step"], here["turn"], here["date"]) == ("Orders", 9, "June 4")
        assert here["light"] == ("day, S" if t.play.plots[US].s_turn else "day")
        run(t, "t2/after")
        assert where(t.play.plots[JAPAN])["step"] == "Air return"

    def test_score_is_written_in_halves(self) -> None:
        t = scene(US_AT, JAPAN_AT)
        t.set_right("score/us", "5½", "as the test has it", UMPIRE, name=t.mending)
        assert where(t.play.plots[PUBLIC])["score"] == [("US", "5½"), ("Japan", "0")]
