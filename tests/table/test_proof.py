"""The check of a ledger: it holds for a true one, and for no other."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.table.toy import BLUE, LONE, RED, SCOUTS, SEAT, TOY, give, move, play, set_right, table
from tests.tampering import WAYS
from umpire.table import ledger, proof
from umpire.table.ledger import NotALedger
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.proof import Held, NotHeld, Proof, findings, first_of, held, prove
from umpire.table.script import Reanswered
from umpire.table.table import Table
from umpire.table.wrong import Wrong

AUDIENCES = (RED, BLUE, PUBLIC, UMPIRE)


def proved(t: Table, *against: Held) -> Proof:
    return prove(t.game, *ledger.read("\n".join(ledger.write(t.header, t.entries))), against)


def of(t: Table, audience: str, turn: str) -> Held:
    """A fingerprint as the phone of an audience holds it."""
    links = {name: links for name, _, links in proof.fingerprints(t)}
    return Held(audience, turn, links[turn][audience][:16])


@pytest.mark.parametrize("game", [TOY, SCOUTS])
def test_a_true_ledger_holds(game: Any) -> None:
    t = play(table(game, sealed=True), 1)
    found = proved(t)
    assert found.holds
    assert (found.seals, found.open) == (3, 0)
    assert found.sealed == (9 if game is SCOUTS else 6)
    assert [turn for turn, *_ in found.fingerprints] == ["r1", "r2", "r3", "end"]
    assert f"{found.sealed} private answers and rolls under 3 seals" in findings(found)


def test_answers_since_the_last_seal_are_open() -> None:
    found = proved(give(table(sealed=True), (RED, 2)))
    assert (found.holds, found.seals, found.sealed, found.open) == (True, 0, 0, 1)


def test_a_table_before_seals_is_checked_as_far_as_it_goes() -> None:
    found = proved(play(table(), 1))
    assert found.holds
    assert (found.seals, found.sealed, found.open) == (0, 0, 0)
    assert any("before answers were sealed" in note for note in found.notes)


def test_what_was_let_stand_is_said() -> None:
    t = play(table(sealed=True), 5, most=6)
    wrong = Wrong(f"limit/{RED}", 3, 0, None)
    t.let_stand(wrong, "misread", SEAT, name=t.mending)
    found = proved(t)
    assert found.holds
    assert found.searched.endswith("; 1 wrong and let stand")
    (words,) = found.stood
    assert "(misread): found wrong and let stand, with" in words
    assert words in findings(found)


def test_of_many_faults_the_first_are_told() -> None:
    assert first_of(["a"] * 5) == ["a"] * 5
    assert first_of([*"abcdefg"]) == [*"abcde", "and 2 more, which may come of the first"]


def test_a_held_file_of_an_editor_that_marks_its_beginning_is_read() -> None:
    line = "red r1 3f9a 12cd 88e0 b7c1"
    assert held("\ufeff" + line, [RED]) == held(line, [RED])


def test_corrections_and_going_back_leave_it_whole() -> None:
    t = play(table(sealed=True), 5, most=6)
    set_right(t, f"limit/{RED}", 3)
    t.back(1, SEAT)
    play(t, 6)
    found = proved(t)
    assert found.holds
    assert found.seals > 3


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_spoilt_ledger_is_caught(way: Any) -> None:
    t = play(table(sealed=True), 3)
    lines = [json.loads(line) for line in ledger.write(t.header, t.entries)]
    lines[0]["kit"] = {"z": 1}  # something for a hand to change; the toy brings no kit
    made = Table(TOY, ledger.header(lines[0]))
    for entry in t.entries:
        made.nonces = lambda entry=entry: entry.nonce
        made.answer(entry.party, entry.ask, entry.value, SEAT)
    lines = [json.loads(line) for line in ledger.write(made.header, made.entries)]
    assert prove(TOY, *ledger.read("\n".join(map(json.dumps, lines)))).holds
    way(lines)
    try:
        head, entries = ledger.read("\n".join(map(json.dumps, lines)))
    except NotALedger:
        return
    assert not prove(TOY, head, entries).holds


@pytest.mark.parametrize("change", [{"seat": 2}, {"who": "red"}, {"nonce": ""}, {"nonce": "0" * 32}, {"by": "laptop"}])
@pytest.mark.parametrize("game", [TOY, LONE])
def test_whose_phone_moved_a_motion_is_checked_too(game: Any, change: dict[str, Any]) -> None:
    t = table(game, sealed=True)
    move(t, RED, "dispute", text="Is it so?")
    play(t, 1)
    assert proved(t).holds
    t.entries[0] = replace(t.entries[0], **change)
    assert not proved(t).holds


def test_whose_phone_ended_the_game_is_checked_too() -> None:
    t = give(table(sealed=True), (RED, 2))
    move(t, RED, "concede")
    assert proved(t).holds
    assert proved(t).open == 0
    t.entries[-1] = replace(t.entries[-1], seat=7)
    assert not proved(t).holds


class TestHeld:
    def test_phones_and_paper_agree_with_a_true_ledger(self) -> None:
        t = play(table(sealed=True), 2)
        wanted = [of(t, audience, turn) for audience in AUDIENCES for turn in ("r1", "r2", "r3", "end")]
        found = proved(t, *wanted)
        assert (found.holds, found.matched) == (True, 16)

    def test_a_ledger_written_anew_from_end_to_end_is_caught_by_them_alone(self) -> None:
        t, other = table(sealed=True), table(sealed=True)
        give(t, (RED, 2), (BLUE, 3))
        give(other, (RED, 4), (BLUE, 3))
        play(t, 4), play(other, 4)
        assert proved(other).holds
        found = proved(other, of(t, BLUE, "r2"))
        assert found.faults == ["the fingerprint blue holds of r2 is not this record’s"]

    def test_a_ledger_cut_short_is_caught_by_them_alone(self) -> None:
        t = play(table(sealed=True), 2)
        cut = replace(t.header), t.entries[: t.fingerprints.turns[-1][1] - 1]
        assert prove(TOY, *cut).holds
        found = prove(TOY, *cut, [of(t, RED, "r3"), of(t, RED, "r1")])
        assert found.faults == ["the fingerprint red holds of r3 is of a turn this record does not come to"]
        assert found.matched == 1
        assert "what red holds vouches for all up to r1, and for nothing after it" in found.notes
        assert any("the game is not over in it" in note for note in found.notes)

    def test_one_that_is_misread_is_known_by_a_later_one(self) -> None:
        """A chain: where a later link is the same, so was every one before it."""
        t = play(table(sealed=True), 2)
        wrong = replace(of(t, RED, "r2"), digits="0" * 16)
        found = proved(t, wrong, of(t, RED, "r3"))
        assert (found.faults, found.matched) == ([], 1)
        assert "r2 is misread or mistyped: the one of r3 is the same" in found.notes[-2]
        assert proved(t, wrong, of(t, BLUE, "r3")).faults, "another audience's says nothing of it"
        assert proved(t, wrong, of(t, RED, "r1")).faults, "nor does one from before"

    def test_one_held_of_the_end_vouches_for_all_of_it(self) -> None:
        t = play(table(sealed=True), 2)
        found = proved(t, of(t, RED, "r2"), Held(RED, "end", t.fingerprints.now[RED][:16]))
        assert (found.holds, found.matched) == (True, 2)
        assert not any("vouches" in note for note in found.notes)

    def test_a_turn_played_twice_has_two(self) -> None:
        t = give(table(sealed=True), (RED, 1), (BLUE, 1))
        play(t, 8, most=3)
        first = of(t, RED, "r2")
        t.back(0, SEAT)
        give(t, (RED, 2), (BLUE, 2))
        play(t, 9, most=3)
        assert proved(t, first, of(t, RED, "r2")).matched == 2

    def test_lines_are_read_as_people_write_them(self) -> None:
        text = "red r2 3f9a 12cd 88e0 b7c1\n\n  BLUE end 3F9A12CD88E0B7C1\n"
        assert held(text, AUDIENCES) == [
            Held(RED, "r2", "3f9a12cd88e0b7c1"),
            Held(BLUE, "end", "3f9a12cd88e0b7c1"),
        ]

    @pytest.mark.parametrize(
        "line", ["red", "red r2 12", "green r2 3f9a12cd88e0b7c1", "red r2 zzzz12cd88e0b7c1", "x" * 900]
    )
    def test_a_line_that_is_none_is_named(self, line: str) -> None:
        with pytest.raises(NotHeld, match="Line 2"):
            held(f"red r2 3f9a12cd88e0b7c1\n{line}", AUDIENCES)

    def test_a_book_of_lines_is_not_read(self) -> None:
        with pytest.raises(NotHeld, match="more than"):
            held("red r2 3f9a12cd88e0b7c1\n" * 5001, AUDIENCES)


class TestSearches:
    def test_an_untrue_answer_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        t = play(table(sealed=True), 1)
        untrue = [Reanswered(4, "turn 9", "Japan calls C-3", "none", "ships")]
        monkeypatch.setattr(type(TOY), "searched_again", lambda *_: untrue)
        found = proved(t)
        assert found.faults == ["entry 4: Japan calls C-3 on turn 9 was not answered as it was"]
        assert found.searched == "0 of 1 search answered true"
        assert "0 of 0 searches answered true" not in findings(replace(found, searches=[]))

    def test_in_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        searches = [Reanswered(n, "turn 9", "a call", "none", "none", corrected=n == 3) for n in range(214)]
        monkeypatch.setattr(type(TOY), "searched_again", lambda *_: searches)
        assert proved(table(sealed=True)).searched == "214 of 214 searches answered true; 1 corrected on turn 9"
