"""The ledger's text: written, read back, and refused where it is none."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.table.ledger import ANSWER, DOINGS, FORMAT, HANDS, Entry, Header, NotALedger, entry, header, read, write

HEAD = Header("midway", "1", "ROSE", {"board/columns": 7}, {"counts": False})
LINE = {
    "n": 1,
    "ask": "t1/moves/us",
    "party": "us",
    "by": "seat",
    "value": {"move": {}},
    "seat": 2,
    "told": {"us": "ab"},
}
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
ENTRIES = st.builds(
    Entry,
    n=st.just(0),
    ask=TEXT,
    party=TEXT,
    by=st.sampled_from(HANDS),
    value=JSONS,
    do=st.sampled_from(DOINGS),
    seat=st.none() | st.integers(1, 9),
    who=TEXT,
    sure=st.booleans(),
    told=st.dictionaries(TEXT, TEXT, max_size=3),
)


def text(*lines: object, head: object = None) -> str:
    return "\n".join(json.dumps(line) for line in (head or HEAD.line(), *lines))


def numbered(entries: list[Entry]) -> list[Entry]:
    return [Entry(**{**each.__dict__, "n": n}) for n, each in enumerate(entries, 1)]


class TestRoundTrip:
    @settings(derandomize=True)
    @given(
        st.dictionaries(TEXT, JSONS, max_size=3),
        st.dictionaries(TEXT, JSONS, max_size=3),
        st.lists(ENTRIES, max_size=4),
    )
    def test_what_is_written_is_read(self, kit: dict, chosen: dict, entries: list[Entry]) -> None:
        head, entries = Header("midway", "1", "ROSE", kit, chosen), numbered(entries)
        assert read("\n".join(write(head, entries))) == (head, entries)

    @pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x1c", "\x0b", "\r", "\n"])
    def test_a_line_end_inside_a_players_words_ends_no_line(self, mark: str) -> None:
        """`write` leaves U+2028 and its like bare in the text, and `read` must not split a line there."""
        said = Entry(1, "motion/0", "us", "seat", {"text": f"a{mark}b"}, do="motion")
        assert read("\n".join(write(HEAD, [said]))) == (HEAD, [said])

    def test_an_entry_is_one_line(self) -> None:
        lines = list(write(HEAD, [Entry(1, "a", "us", "seat", "x\ny")]))
        assert len(lines) == 2
        assert not any("\n" in line for line in lines)

    def test_the_first_line_says_what_it_is(self) -> None:
        assert json.loads(next(write(HEAD, [])))["format"] == FORMAT

    def test_what_is_usual_is_left_out(self) -> None:
        assert set(Entry(1, "a", "us", "app", None).line()) == {"n", "ask", "party", "by", "value", "told"}

    def test_empty_lines_and_other_line_ends_are_passed_over(self) -> None:
        assert len(read(text(LINE).replace("\n", "\r\n\r\n") + "\n\n")[1]) == 1

    def test_a_line_written_by_hand_without_told_is_not_checked(self) -> None:
        assert entry(LINE).checked
        by_hand = entry({k: v for k, v in LINE.items() if k != "told"})
        assert not by_hand.checked
        assert by_hand.told == {}
        assert by_hand.do == ANSWER


class TestRefusals:
    @pytest.mark.parametrize("nothing", ["", "\n", "  \n\t\n"])
    def test_an_empty_file(self, nothing: str) -> None:
        with pytest.raises(NotALedger, match="empty"):
            read(nothing)

    @pytest.mark.parametrize("line", ["{", "not json", '{"n":1', "{'n':1}", '{"n":1}}', "\x00", "\ufeff{}"])
    def test_a_line_that_is_not_json_is_named(self, line: str) -> None:
        with pytest.raises(NotALedger, match="line 3 is not JSON"):
            read(text(LINE) + "\n" + line)

    @pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
    def test_a_number_that_is_none_is_not_json(self, value: str) -> None:
        """Python's reader takes NaN; nothing in umpire can write it back, so a replay would crash."""
        with pytest.raises(NotALedger, match="line 2"):
            read(text(LINE).replace('{"move": {}}', value))

    @pytest.mark.parametrize("deep", ["[" * 100_000, "[" * 5000 + "]" * 5000, '{"a":' * 5000 + "1" + "}" * 5000])
    def test_deep_nesting(self, deep: str) -> None:
        with pytest.raises(NotALedger, match="line 2 is not JSON"):
            read(text() + "\n" + deep)

    def test_a_number_of_ten_thousand_digits(self) -> None:
        with pytest.raises(NotALedger, match="line 2"):
            read(text() + '\n{"n":' + "1" * 10_000 + "}")

    @pytest.mark.parametrize("first", [[], 3, "x", None, {}, {"game": "midway"}])
    def test_a_first_line_that_is_no_heading(self, first: object) -> None:
        with pytest.raises(NotALedger):
            read(json.dumps(first))

    @pytest.mark.parametrize("form", ["umpire-ledger/2", "", None, 1, ["umpire-ledger/1"]])
    def test_another_format_is_named(self, form: object) -> None:
        with pytest.raises(NotALedger, match="umpire-ledger/1"):
            header({**HEAD.line(), "format": form})

    @pytest.mark.parametrize("key", ["game", "rules", "table", "kit", "settings"])
    @pytest.mark.parametrize("value", [None, 3, [], True])
    def test_a_heading_that_lacks_something(self, key: str, value: object) -> None:
        with pytest.raises(NotALedger, match="heading"):
            header({**HEAD.line(), key: value})

    @pytest.mark.parametrize("key", ["n", "ask", "party", "by", "value"])
    def test_a_missing_key_is_named(self, key: str) -> None:
        with pytest.raises(NotALedger, match=key):
            read(text({k: v for k, v in LINE.items() if k != key}))

    @pytest.mark.parametrize(
        "change",
        [
            {"n": "1"},
            {"n": 1.0},
            {"n": True},
            {"n": None},
            {"ask": 3},
            {"party": None},
            {"by": "stranger"},
            {"by": ["seat"]},
            {"do": "undo"},
            {"do": None},
            {"seat": "2"},
            {"seat": 2.0},
            {"seat": True},
            {"who": 3},
            {"sure": 1},
            {"told": []},
            {"told": None},
        ],
        ids=str,
    )
    def test_an_entry_not_formed_as_one(self, change: dict) -> None:
        with pytest.raises(NotALedger):
            read(text({**LINE, **change}))

    @pytest.mark.parametrize("line", [[], 3, "x", None, True])
    def test_an_entry_must_be_an_object(self, line: object) -> None:
        with pytest.raises(NotALedger, match="object"):
            read(text(line))

    @pytest.mark.parametrize("numbers", [[2], [0], [-1], [1, 1], [1, 3], [2, 1], [1, 2, 4]])
    def test_a_number_out_of_order_is_named(self, numbers: list[int]) -> None:
        wrong = next(n for i, n in enumerate(numbers, 1) if n != i)
        with pytest.raises(NotALedger, match=f"number {wrong}: something is missing or out of order"):
            read(text(*({**LINE, "n": n} for n in numbers)))

    @settings(max_examples=100, derandomize=True)
    @given(st.lists(st.text(max_size=20) | JSONS.map(json.dumps), max_size=4))
    def test_any_text_is_a_ledger_or_refused(self, lines: list[str]) -> None:
        with suppress(NotALedger):
            read("\n".join(lines))

    def test_a_broken_surrogate_is_refused(self) -> None:
        """JSON may spell one; it has no UTF-8, so no digest, no file and no page can hold it (words.digest)."""
        with pytest.raises(NotALedger, match="line 2"):
            read(text({**LINE, "value": "\ud800"}))
