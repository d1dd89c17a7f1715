"""Asks: what a schema lets through, what a challenge is, dice and their drafts."""

import json
import random
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from umpire.table.asks import Ask, Challenge, Die, Draw, Refusal, Roll, fits
from umpire.table.words import canonical, copy, counted, digest, listed, read, vetted

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
GARBAGE = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
OURS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(-(2**65), 2**65) | st.text(st.characters(), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(), max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)
"""What a game may hold: no floats."""
ODD = [None, True, False, "", "3", 0, -1, 7, 10**400, 1.5, [], {}, [[]], [None], {"": {}}, "\ud800", "٣"]


@dataclass(frozen=True)
class Guess(Ask):
    """A number that is doubted above nine."""

    kind = "guess"
    rule = "Step 1"
    schema = {"type": "integer", "minimum": 1, "maximum": 20}

    def check(self, value: int) -> None:
        if value == 13:
            raise Refusal("Not thirteen.", self.rule)
        if value > 9:
            raise Challenge("So many?")


@dataclass(frozen=True)
class Flag(Ask):
    schema = {"enum": [1, "yes"]}


def roll(*sides: int) -> Roll:
    return Roll("t1/dice", dice=[Die(f"die {i}", sides=n) for i, n in enumerate(sides)], why="A roll")


class TestSchemas:
    @pytest.mark.parametrize("value", [1, 5, 9])
    def test_a_whole_number_in_range_passes(self, value: int) -> None:
        Guess("g").validate(value)

    @pytest.mark.parametrize("value", [v for v in ODD if v != 7])
    def test_malformed_values_are_refused_with_the_rule(self, value: object) -> None:
        with pytest.raises(Refusal) as refused:
            Guess("g").validate(value)
        assert refused.value.rule == "Step 1"
        assert not isinstance(refused.value, Challenge)

    @pytest.mark.parametrize("value", [True, False])
    def test_a_bool_is_not_a_whole_number(self, value: bool) -> None:
        assert not fits({"type": "integer"}, value)
        assert not fits({"enum": [0, 1]}, value)

    @pytest.mark.parametrize("value", [1.0, 3.0, 1e3, -0.0])
    def test_a_float_is_never_an_answer_even_a_whole_one(self, value: float) -> None:
        """asks.JSON: "No floats". 1.0 has another canonical text than 1, and makes keys such as crt/1-1/1.0."""
        assert not fits({"type": "integer"}, value)

    def test_an_enum_tells_one_from_true(self) -> None:
        assert fits(Flag("f").shape(), 1)
        assert not fits(Flag("f").shape(), True)

    @settings(max_examples=100, derandomize=True)
    @given(GARBAGE)
    def test_any_value_is_passed_or_refused_never_a_crash(self, value: object) -> None:
        for asked in (Guess("g"), Flag("f"), roll(6, 6)):
            with suppress(Refusal):
                asked.validate(value, sure=True)

    def test_the_refusal_of_a_malformed_value_says_nothing_of_the_value(self) -> None:
        with pytest.raises(Refusal) as refused:
            Guess("g").validate("<script>")
        assert "<" not in refused.value.text


class TestChallenges:
    def test_a_doubted_value_is_challenged(self) -> None:
        with pytest.raises(Challenge):
            Guess("g").validate(12)

    def test_said_with_sure_it_stands(self) -> None:
        Guess("g").validate(12, sure=True)

    @pytest.mark.parametrize("value", [13, 21, True, "12"])
    def test_sure_never_carries_a_refusal(self, value: object) -> None:
        with pytest.raises(Refusal):
            Guess("g").validate(value, sure=True)


class TestSignatures:
    def test_it_changes_with_name_kind_and_facts_and_with_nothing_else(self) -> None:
        same = Guess("g", {"b": 1, "a": [2]})
        assert same.signature() == Guess("g", {"a": [2], "b": 1}).signature()
        others = [Guess("h", {"a": [2], "b": 1}), Guess("g", {"a": [3], "b": 1}), Flag("g", {"a": [2], "b": 1})]
        assert same.signature() not in {each.signature() for each in others}

    def test_dice_with_another_label_are_another_roll(self) -> None:
        assert roll(6).signature() != roll(8).signature()
        assert Roll("n", dice=[Die("a")]).signature() != Roll("n", dice=[Die("b")]).signature()


class TestDefaults:
    def test_an_ask_that_cannot_be_sampled_says_so(self) -> None:
        with pytest.raises(TypeError, match="Guess"):
            Guess("g").sample(random.Random(0))

    def test_an_unknown_key_is_refused(self) -> None:
        with pytest.raises(Refusal):
            Guess("g").edit(None, "anything", "", {})

    def test_the_draft_is_the_answer_where_nothing_is_written_tap_by_tap(self) -> None:
        assert Guess("g").value(4) == 4


class TestRolls:
    @pytest.mark.parametrize("value", [[], [1], [1, 2, 3], [0, 1], [7, 1], [True, 1], ["1", 2], {"0": 1}, 5, None])
    def test_the_hand_must_show_so_many_faces_of_those_dice(self, value: object) -> None:
        with pytest.raises(Refusal):
            roll(6, 6).validate(value)

    @given(st.integers(0, 2**32))
    def test_a_sample_is_a_fall_of_the_dice(self, seed: int) -> None:
        asked = roll(6, 10, 2)
        asked.validate(asked.sample(random.Random(seed)))

    def test_no_dice_are_an_empty_hand(self) -> None:
        roll().validate([])

    def test_faces_are_read_one_by_one(self) -> None:
        asked = roll(6, 6)
        draft = asked.edit(asked.draft(), "face", "1:5", {})
        with pytest.raises(Refusal):
            asked.value(draft)
        draft = asked.edit(draft, "face", "0:2", {})
        assert asked.value(draft) == [2, 5]
        assert asked.edit(draft, "clear", "", {}) == asked.draft()

    def test_editing_leaves_the_old_draft_as_it_was(self) -> None:
        asked = roll(6)
        draft = asked.draft()
        asked.edit(draft, "face", "0:2", {})
        assert draft == asked.draft()

    @pytest.mark.parametrize(
        "arg", ["", ":", "0", "0:", ":3", "0:0", "0:7", "1:1", "-1:3", "a:b", "0:3:4", "0:²", "0: 3"]
    )
    def test_what_no_die_of_the_hand_can_show_is_refused(self, arg: str) -> None:
        with pytest.raises(Refusal):
            roll(6).edit(roll(6).draft(), "face", arg, {})

    @pytest.mark.parametrize("arg", [f"0:{'9' * 5000}", f"{'9' * 5000}:1"])
    def test_a_number_of_five_thousand_digits_is_refused_and_does_not_crash(self, arg: str) -> None:
        with pytest.raises(Refusal):
            roll(6).edit(roll(6).draft(), "face", arg, {})

    def test_modifiers_and_why_are_shown_before_anything_is_rolled(self) -> None:
        asked = Roll("n", dice=[Die("T-4 on Atlanta", "4 to 3, 1-1")], why="Battle")
        assert asked.facts == {
            "why": "Battle",
            "dice": [{"label": "T-4 on Atlanta", "note": "4 to 3, 1-1", "sides": 6}],
        }


class TestWords:
    def test_one_text_a_value(self) -> None:
        assert canonical({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
    def test_what_is_not_json_has_no_text(self, value: float) -> None:
        with pytest.raises(ValueError, match="JSON"):
            vetted([value])

    @given(OURS)
    @example({"\uffff": 1, "\U00010000": 2, "": 3, "\x7f\u2028": "\x00\x1f\x7f\u2028\ud800"})
    @example([2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1])
    @example(reduce(lambda inner, _: [inner], range(300), {"a": "é"}))
    @example({10: (1, True), 9: None})
    def test_the_quick_writer_and_the_careful_one_write_the_same(self, value: object) -> None:
        text = canonical(value)
        assert text == vetted(value)
        assert repr(read(text)) == repr(json.loads(text))

    def test_every_letter_is_written_as_it_always_was(self) -> None:
        for letter in map(chr, range(0x11000)):
            assert canonical(letter) == json.dumps(letter, ensure_ascii=False)

    def test_what_no_json_can_say_is_refused_by_both(self) -> None:
        for odd in (object(), {1, 2}, {(1, 2): 3}, b"x"):
            for write in (canonical, vetted):
                with pytest.raises(TypeError):
                    write([odd])

    def test_a_copy_shares_nothing(self) -> None:
        value = {"a": [{"b": 1}]}
        made = copy(value)
        made["a"][0]["b"] = 2
        assert value == {"a": [{"b": 1}]}

    @given(GARBAGE)
    def test_a_copy_is_what_the_text_would_be_read_as(self, value: object) -> None:
        with suppress(ValueError):
            text = canonical(value)
            assert json.dumps(copy(value)) == json.dumps(json.loads(text))

    @pytest.mark.parametrize("odd", [(1, 2), {3: "x"}, {True: [()]}, [1.5], {"a": (1,)}])
    def test_what_is_json_only_as_a_text_is_copied_as_that(self, odd: object) -> None:
        assert copy(odd) == json.loads(canonical(odd))

    def test_a_digest_is_sixteen_digits_of_the_text(self) -> None:
        assert len(digest({})) == 16
        assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})

    def test_counting_in_english(self) -> None:
        assert [listed([]), listed("a"), listed("ab"), listed("abc", "or")] == ["", "a", "a and b", "a, b or c"]
        assert [counted(1, "zone"), counted(0, "zone"), counted(2, "loss", "losses")] == [
            "1 zone",
            "0 zones",
            "2 losses",
        ]


def test_a_draw_takes_no_piece_twice_and_no_kind_the_cup_has_not() -> None:
    draw = Draw("d", cup={"Medium": 2, "Dummy": 1, "Small": 0}, why="a chit", n=3)
    draw.validate(["Medium", "Dummy", "Medium"])
    for wrong in (["Medium"] * 3, ["Small", "Medium", "Medium"], ["Medium", "Dummy"], ["Large", "Medium", "Dummy"]):
        with pytest.raises(Refusal):
            draw.validate(wrong)


def test_a_cup_that_holds_fewer_gives_what_it_has() -> None:
    """As a correction may leave it while the draw is asked for; an empty one gives nothing, and nothing is what is read."""
    draw = Draw("d", cup={"Medium": 1, "Dummy": 1}, n=3)
    assert sorted(draw.sample(random.Random(1))) == ["Dummy", "Medium"]
    empty = Draw("d", cup={"Medium": 0})
    assert empty.sample(random.Random(1)) == empty.value(empty.draft()) == []
    empty.validate([])
    with pytest.raises(Refusal):
        empty.validate(["Medium"])


def test_every_piece_of_a_cup_is_as_likely_and_none_is_put_back() -> None:
    draw = Draw("d", cup={"Medium": 2, "Dummy": 1}, n=3)
    fell = []

    def die(sides: int) -> int:
        fell.append(sides)
        return sides

    assert draw.fall(die) == ["Dummy", "Medium", "Medium"]
    assert fell == [3, 2, 1]
    one = Draw("d", cup={"Medium": 2, "Dummy": 1})
    assert [one.fall(lambda sides, at=at: at)[0] for at in (1, 2, 3)] == ["Medium", "Medium", "Dummy"]  # type: ignore[misc]


def test_a_draw_is_written_down_piece_by_piece() -> None:
    draw = Draw("d", cup={"Medium": 1, "Dummy": 2}, n=2)
    draft = draw.edit(draw.draft(), "take", "Medium", {})
    with pytest.raises(Refusal):
        draw.value(draft)
    with pytest.raises(Refusal):
        draw.edit(draft, "take", "Medium", {})
    draft = draw.edit(draft, "take", "Dummy", {})
    assert draw.value(draft) == ["Medium", "Dummy"]
    assert draw.edit(draft, "back", "", {}) == {"drawn": ["Medium"]}
    assert draw.edit(draft, "clear", "", {}) == draw.draft()
