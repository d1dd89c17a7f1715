"""Charts: cells as they are typed, allowed, doubted and asked."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.table.asks import Challenge, Refusal
from umpire.table.charts import Cell, Cells, Field

POINTS = Cell("points/Kaga", "Kaga, points", (Field("", "", 0, 20),))
RESULT = Cell(
    "crt/1-1/6",
    "Table, 1-1, die 6",
    (Field("hits", "hits", 0, 9, ("sunk",)), Field("lost", "lost", 0, 30)),
    {"hits": 2},
    lambda value: None if value["hits"] == 2 else "The rulebook has two hits.",
)


def asked(*cells: Cell) -> Cells:
    return Cells("t1/battle-1/chart", cells=cells or (POINTS, RESULT), why="Battle")


class TestTyped:
    @pytest.mark.parametrize(("typed", "read"), [("7", 7), (" 7 ", 7), ("07", 7), ("0", 0), ("20", 20)])
    def test_a_number_in_range_is_read(self, typed: str, read: int) -> None:
        assert POINTS.read({"": typed}) == read

    @pytest.mark.parametrize(
        "typed", ["", " ", "21", "-1", "+7", "7.0", "1e1", "seven", "٧", "²", "0x7", "7 7", "sunk"]
    )
    def test_anything_else_is_refused_and_the_cell_named(self, typed: str) -> None:
        with pytest.raises(Refusal, match=r"Kaga, points.*0 to 20"):
            POINTS.read({"": typed})

    def test_a_blank_box_is_called_blank(self) -> None:
        with pytest.raises(Refusal, match="still blank"):
            POINTS.read({})

    def test_a_number_of_five_thousand_digits_is_refused_and_does_not_crash(self) -> None:
        """Record corrections come here without being cut short (game._printed)."""
        with pytest.raises(Refusal):
            POINTS.read({"": "9" * 5000})

    def test_words_of_the_box_are_read_in_any_case(self) -> None:
        assert RESULT.read({"hits": " SUNK ", "lost": "3"}) == {"hits": "sunk", "lost": 3}

    def test_a_word_of_one_box_is_no_word_of_another(self) -> None:
        with pytest.raises(Refusal, match="Table, 1-1, die 6, lost"):
            RESULT.read({"hits": "1", "lost": "sunk"})

    def test_the_refusal_names_the_words_that_would_do(self) -> None:
        with pytest.raises(Refusal, match="or “sunk”"):
            RESULT.read({"hits": "many", "lost": "3"})


class TestAllowed:
    @pytest.mark.parametrize("value", [0, 20])
    def test_a_bare_number(self, value: int) -> None:
        assert POINTS.allows(value)

    @pytest.mark.parametrize("value", [-1, 21, True, False, 1.0, "7", None, [7], {"": 7}, 10**400])
    def test_nothing_else_stands_in_a_bare_cell(self, value: object) -> None:
        assert not POINTS.allows(value)

    @pytest.mark.parametrize("value", [{"hits": 2, "lost": 3}, {"hits": "sunk", "lost": 0}])
    def test_an_object_of_its_boxes(self, value: object) -> None:
        assert RESULT.allows(value)

    @pytest.mark.parametrize(
        "value",
        [
            7,
            None,
            [],
            {},
            {"hits": 2},
            {"hits": 2, "lost": 3, "more": 1},
            {"hits": True, "lost": 3},
            {"hits": 10, "lost": 3},
            {"hits": "SUNK", "lost": 3},
            {"hits": 2, "lost": "sunk"},
            {"hits": [2], "lost": 3},
        ],
    )
    def test_nothing_else_stands_in_it(self, value: object) -> None:
        assert not RESULT.allows(value)

    @given(st.integers(0, 20))
    def test_what_is_shown_is_read_back(self, n: int) -> None:
        assert POINTS.read(POINTS.text(n)) == n
        value = {"hits": "sunk", "lost": n}
        assert RESULT.read(RESULT.text(value)) == value

    def test_no_value_is_shown_as_blank_boxes(self) -> None:
        assert POINTS.text(None) == {"": ""}
        assert RESULT.text(None) == {"hits": "", "lost": ""}

    def test_half_a_suggestion_fills_half_the_boxes(self) -> None:
        assert RESULT.text(RESULT.suggestion) == {"hits": "2", "lost": ""}


class TestCells:
    GOOD = {"points/Kaga": 7, "crt/1-1/6": {"hits": 2, "lost": 3}}

    def test_all_cells_at_once(self) -> None:
        asked().validate(self.GOOD)

    @pytest.mark.parametrize(
        "value",
        [
            None,
            [],
            {},
            {"points/Kaga": 7},
            {**GOOD, "hits/Kaga": 3},
            {**GOOD, "points/Kaga": True},
            {**GOOD, "points/Kaga": 7.0},
            {**GOOD, "points/Kaga": "7"},
            {**GOOD, "crt/1-1/6": 2},
            {**GOOD, "crt/1-1/6": {"hits": 2, "lost": 31}},
        ],
    )
    def test_a_missing_foreign_or_impossible_cell_is_refused(self, value: object) -> None:
        with pytest.raises(Refusal) as refused:
            asked().validate(value, sure=True)
        assert not isinstance(refused.value, Challenge)

    def test_a_value_against_the_rulebook_is_challenged_and_stands_when_said_again(self) -> None:
        doubted = {**self.GOOD, "crt/1-1/6": {"hits": 0, "lost": 3}}
        with pytest.raises(Challenge, match=r"1-1, die 6: .*two hits"):
            asked().validate(doubted)
        asked().validate(doubted, sure=True)

    def test_an_impossible_cell_is_refused_before_another_is_doubted(self) -> None:
        with pytest.raises(Refusal) as refused:
            asked().validate({"points/Kaga": 99, "crt/1-1/6": {"hits": 0, "lost": 3}})
        assert not isinstance(refused.value, Challenge)

    @given(st.integers(0, 2**32))
    def test_a_sample_is_an_answer(self, seed: int) -> None:
        value = asked().sample(random.Random(seed))
        asked().validate(value)
        assert value["crt/1-1/6"]["hits"] == 2, "the suggestion, as far as there is one"

    def test_the_draft_starts_from_the_suggestions(self) -> None:
        assert asked().draft() == {"typed": {"points/Kaga": {"": ""}, "crt/1-1/6": {"hits": "2", "lost": ""}}}

    def test_typing_fills_boxes_one_after_another_and_loses_none(self) -> None:
        ask = asked()
        draft = ask.edit(ask.draft(), "type", "", {"points/Kaga|": "7"})
        with pytest.raises(Refusal, match="lost is still blank"):
            ask.value(draft)
        draft = ask.edit(draft, "type", "", {"crt/1-1/6|lost": "3"})
        assert ask.value(draft) == self.GOOD

    def test_typing_is_cut_short_and_foreign_boxes_are_passed_over(self) -> None:
        ask = asked()
        draft = ask.edit(ask.draft(), "type", "", {"points/Kaga|": "9" * 5000, "hits/Kaga|": "3", "nonsense": "x"})
        assert draft["typed"]["points/Kaga"] == {"": "9" * 12}
        assert set(draft["typed"]) == {"points/Kaga", "crt/1-1/6"}

    def test_typed_text_that_will_not_do_is_refused_when_it_is_given(self) -> None:
        ask = asked()
        draft = ask.edit(ask.draft(), "type", "", {"points/Kaga|": "<b>", "crt/1-1/6|lost": "3"})
        with pytest.raises(Refusal, match="Kaga, points"):
            ask.value(draft)

    def test_any_other_key_does_nothing(self) -> None:
        with pytest.raises(Refusal):
            asked().edit(asked().draft(), "clear", "", {})

    def test_its_facts_name_each_box_and_no_value(self) -> None:
        (first, second) = asked().facts["cells"]
        assert first == {
            "key": "points/Kaga",
            "label": "Kaga, points",
            "fields": [{"name": "", "label": "", "low": 0, "high": 20, "words": []}],
        }
        assert [f["words"] for f in second["fields"]] == [["sunk"], []]


def test_a_field_of_words_alone_takes_no_number_and_says_which_there_are() -> None:
    way = Field("", "", 1, 0, ("NE", "E", "stays"))
    assert way.read(" ne ", "Die 3") == "NE"
    assert way.allows("stays")
    assert not way.allows(1)
    with pytest.raises(Refusal, match="Die 3: “1” will not do; it is “NE”, “E” or “stays”"):
        way.read("1", "Die 3")
    assert way.sample(random.Random(1)) in way.words


@pytest.mark.parametrize(("typed", "n"), [("-3", -3), ("−3", -3), ("+2", 2), ("0", 0), (" 9 ", 9)])
def test_a_field_below_nought_takes_a_sign(typed: str, n: int) -> None:
    assert Field("", "", -9, 9).read(typed, "Modifier") == n


@pytest.mark.parametrize("typed", ["--3", "-", "3-", "-10", "1.5", ""])
def test_and_refuses_what_is_no_number_with_one(typed: str) -> None:
    with pytest.raises(Refusal, match="from -9 to 9"):
        Field("", "", -9, 9).read(typed, "Modifier")


def test_a_field_from_nought_takes_none() -> None:
    with pytest.raises(Refusal):
        Field("", "").read("-3", "Hits")


WAYS = ("NE", "E", "SE")
COMPASS = Cell("compass", "Compass", tuple(Field(str(n), str(n), 1, 0, WAYS) for n in range(1, 9)))


def tapped(asked: Cells, *taps: tuple[str, str]) -> Any:
    draft = asked.draft()
    for op, arg in taps:
        draft = asked.edit(draft, op, arg, {})
    return draft


def test_boxes_that_take_the_same_words_are_painted() -> None:
    asked = Cells("compass", cells=[COMPASS])
    assert asked.pad == WAYS
    draft = tapped(asked, ("brush", "E"), ("brush", "SE"), ("paint", "2"), ("paint", "8"))
    assert asked.value(draft)["compass"] == {str(n): "SE" if n in (2, 8) else "E" for n in range(1, 9)}


def test_nothing_is_painted_with_a_word_that_is_not_there_or_before_one_is_taken_up() -> None:
    asked = Cells("compass", cells=[COMPASS])
    for tap in (("paint", "1"), ("brush", "W")):
        with pytest.raises(Refusal):
            tapped(asked, tap)
    with pytest.raises(Refusal):
        tapped(asked, ("brush", "E"), ("paint", "9"))


def test_there_is_a_pad_only_where_all_boxes_of_one_cell_take_the_same_words() -> None:
    few = replace(COMPASS, fields=COMPASS.fields[:5])
    mixed = replace(COMPASS, fields=(*COMPASS.fields[:7], Field("8", "8")))
    for cells in ([few], [mixed], [COMPASS, replace(COMPASS, key="other")]):
        assert not Cells("compass", cells=cells).pad


def test_one_tap_answers_where_a_few_words_are_all_there_is() -> None:
    sea = Cell("terrain", "Hex", (Field("", "", 1, 0, ("high", "land"), keys=("high sea", "all land")),))
    assert Cells("sea", cells=[sea]).taps == [("high", "high sea"), ("land", "all land")]
    assert Cells("sea", cells=[replace(sea, fields=(Field("", "", 1, 0, ("a", "b")),))]).taps == [
        ("a", "a"),
        ("b", "b"),
    ]
    many = tuple("abcdefg")
    others = (Field("", "", 1, 0, many), Field("", "", 0, 9, ("sunk",)), Field("n", "n", 1, 0, ("a", "b")))
    for box in others:
        assert not Cells("sea", cells=[replace(sea, fields=(box,))]).taps
    assert not Cells("sea", cells=[sea, replace(sea, key="other")]).taps


def test_a_word_is_said_for_one_box_and_the_rest_stand() -> None:
    track = Cell("track", "Track", (Field("1", "1", 1, 0, ("0-3", "4-7")), Field("2", "2")), {"1": "0-3", "2": 5})
    asked = Cells("track", cells=[track])
    assert asked.value(tapped(asked, ("say", "track|1=4-7")))["track"] == {"1": "4-7", "2": 5}
    for arg in ("track|1=8-9", "track|3=4-7", "other|1=4-7", "4-7", ""):
        with pytest.raises(Refusal):
            tapped(asked, ("say", arg))


def test_what_many_names_begin_with_is_said_once() -> None:
    areas = [Cell(place, f"Area of {place}") for place in ("2130", "2131", "2132")]
    assert Cells("areas", cells=areas).heads == ("Area of", ["2130", "2131", "2132"])
    assert Cells("areas", cells=areas[:2]).heads == ("", ["Area of 2130", "Area of 2131"])
    alike = [Cell(key, "Area of") for key in "abc"]
    assert Cells("areas", cells=alike).heads == ("Area", ["of"] * 3), "something is left of each"


# The question, and what is only suggested.


def test_one_cell_or_several_alike_are_asked_for_by_their_name() -> None:
    terrain = [Cell(f"terrain/{place}", f"Terrain of {place}") for place in ("2126", "2127", "2128")]
    assert Cells("sea", cells=terrain[:1]).question == "Terrain of 2126?"
    assert Cells("sea", cells=terrain).question == "Terrain of …?"
    assert Cells("sea", cells=[replace(terrain[0], label="Is 2126 land?")]).question == "Is 2126 land?"
    assert Cells("sea", cells=(POINTS, RESULT)).question == "", "cells of several kinds have no name together"


def test_what_the_app_suggests_is_marked_until_another_value_stands_there() -> None:
    known, blank = Cell("damage/7", "Damage, 7", suggestion=2), Cell("damage/8", "Damage, 8")
    asked = Cells("damage", cells=[known, blank])
    draft = asked.draft()
    assert asked.guessed(draft) == {"damage/7|": True, "damage/8|": False}
    draft = asked.edit(draft, "type", "", {"damage/7|": "3", "damage/8|": "3"})
    assert asked.guessed(draft) == {"damage/7|": False, "damage/8|": False}
