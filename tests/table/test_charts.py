"""Charts: cells as they are typed, allowed, doubted and asked."""

import random

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
        with pytest.raises(Refusal, match="lost: is still blank"):
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
