"""Seals and fingerprints: what is told of an answer before it is told, and the chain over what each audience heard."""

import hashlib
import json
from typing import Any

import pytest

from tests.table.toy import (
    APP,
    BLUE,
    LONE,
    RED,
    SCOUTS,
    SEAT,
    TOY,
    Lone,
    again,
    give,
    heard,
    move,
    play,
    set_right,
    table,
)
from umpire.table import ledger
from umpire.table.asks import DICE, PRIVATE
from umpire.table.ledger import Header
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.replay import resumed
from umpire.table.seals import Fingerprints, chained, committed, is_nonce, opening, sealed, shown
from umpire.table.table import Table


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seals_of(t: Table) -> list[str]:
    return [each.dispatch.facts["seal"] for _, each in t.told if each.dispatch.kind == "sealed"]


class TestWords:
    def test_a_commitment_is_a_hash_over_the_nonce_and_what_was_said(self) -> None:
        assert committed("ab", ["x", 1]) == sha('["ab",["x",1]]')

    def test_a_seal_is_a_hash_over_commitments_in_their_order(self) -> None:
        assert sealed(["aa", "bb"]) == sha("aabb")
        assert sealed(["bb", "aa"]) != sealed(["aa", "bb"])

    def test_a_link_is_a_hash_over_the_last_and_what_was_heard(self) -> None:
        assert chained("ff", "word") == sha("ffword")

    def test_a_fingerprint_is_read_aloud_in_fours(self) -> None:
        assert shown("3f9a12cd88e0b7c1" + "0" * 48) == "3f9a 12cd 88e0 b7c1"

    @pytest.mark.parametrize("word", ["", "0" * 31, "0" * 33, "G" * 32, "0" * 31 + "A"])
    def test_what_is_no_nonce(self, word: str) -> None:
        assert not is_nonce(word)
        assert is_nonce("0123456789abcdef" * 2)

    def test_a_chain_is_heard_one_audience_at_a_time(self) -> None:
        prints = Fingerprints({"japan": "salt"})
        prints.heard(1, {"us": ["a", "b"]})
        prints.heard(2, {"japan": ["c"]})
        assert prints.after(1, "us") == prints.after(2, "us") == chained(chained("", "a"), "b")
        assert (prints.after(1, "japan"), prints.after(2, "japan")) == ("salt", chained("salt", "c"))


class TestSeals:
    def test_a_seal_is_told_to_all_as_the_last_side_locks_and_before_anything_comes_of_it(self) -> None:
        t = give(table(sealed=True), (RED, 2))
        assert heard(t, BLUE)[-1] != "sealed"
        before = len(t.told)
        give(t, (BLUE, 3))
        first = t.told[before][1]
        assert first.dispatch.kind == "sealed"
        assert set(first.audiences) == {RED, BLUE, PUBLIC, UMPIRE}

    def test_the_first_seal_closes_over_what_was_agreed_and_over_both_answers(self) -> None:
        t = give(table(sealed=True), (RED, 2), (BLUE, 3))
        said = [
            committed(f"{n:032x}", [n, f"r1/guess/{side}", side, "seat", 1, "phone", False, value])
            for n, side, value in ((1, RED, 2), (2, BLUE, 3))
        ]
        assert seals_of(t) == [sealed([opening(t.header.line()), *said])]

    def test_a_table_begun_before_seals_tells_none(self) -> None:
        t = play(table(), 1)
        assert not seals_of(t)
        assert not any(entry.nonce for entry in t.entries)
        assert "salts" not in t.header.line()

    def test_an_answer_given_again_before_the_step_closes_shows_in_no_number_or_length(self) -> None:
        once, twice = (table(sealed=True) for _ in range(2))
        give(once, (RED, 2), (BLUE, 3))
        give(twice, (RED, 4), (RED, 2), (BLUE, 3))
        assert heard(once, BLUE) == heard(twice, BLUE)
        assert [len(seal) for seal in seals_of(twice)] == [64]

    def test_unseen_dice_wait_for_the_next_sealed_step(self) -> None:
        t = table(SCOUTS, sealed=True)
        t.answer(PRIVATE, "r1/scout", [2, 5], APP)
        assert not seals_of(t)
        give(t, (RED, 1), (BLUE, 1))
        dice, *guesses = t.entries
        made = [opening(t.header.line()), *(entry.committed() for entry in (dice, *guesses))]
        assert seals_of(t) == [sealed(made)]
        assert is_nonce(dice.nonce)

    def test_seals_come_again_alike_from_the_ledgers_text_and_from_every_position(self) -> None:
        for game in (TOY, SCOUTS):
            t = play(table(game, sealed=True), 3)
            assert len(seals_of(t)) == 3
            assert seals_of(again(t)) == seals_of(t)
            for at in t.positions:
                told = [each for each in t.told if each[0] <= at.n]
                other = resumed(t.game, t.header, t.entries, told, at)
                assert other.told == t.told
                assert other.fingerprints.now == t.fingerprints.now

    def test_going_back_unseals_nothing_and_what_follows_is_sealed_anew(self) -> None:
        t = play(table(sealed=True), 5, most=5)
        first = seals_of(t)
        t.back(0, SEAT)
        assert seals_of(t) == first
        give(t, (RED, 0), (BLUE, 0))
        assert seals_of(t)[:-1] == first
        assert seals_of(again(t)) == seals_of(t)

    def test_a_lock_that_falls_with_a_correction_is_sealed_with_the_one_that_takes_its_place(self) -> None:
        t = give(table(sealed=True), (RED, 4))
        set_right(t, f"limit/{RED}", 2)
        give(t, (RED, 1), (BLUE, 1))
        made = [opening(t.header.line()), *(e.committed() for e in t.entries if e.do == ledger.ANSWER)]
        assert seals_of(t) == [sealed(made)]
        assert len(made) == 4


class TestMotions:
    def test_a_word_on_a_motion_is_committed_to_with_its_phone(self) -> None:
        t = table(sealed=True, umpire=False)
        move(t, RED, "pause")
        move(t, BLUE, "pause", "agreed")
        move(t, RED, "resume")
        give(t, (RED, 2), (BLUE, 3))
        made = [opening(t.header.line()), *(entry.committed() for entry in t.entries)]
        assert len(made) == 6
        assert seals_of(t) == [sealed(made)]
        assert all(is_nonce(entry.nonce) for entry in t.entries)
        again(t)

    @pytest.mark.parametrize("words", [[(RED, "concede", "moved")], [(RED, "end", "moved"), (BLUE, "end", "agreed")]])
    def test_one_that_ends_the_game_closes_the_last_seal(self, words: list[tuple[str, str, str]]) -> None:
        t = give(table(sealed=True, umpire=False), (RED, 2))
        for word in words:
            move(t, *word)
        assert t.over
        assert seals_of(t) == [sealed([opening(t.header.line()), *(entry.committed() for entry in t.entries)])]
        again(t)

    def test_an_older_ledger_binds_none(self) -> None:
        """Its words have no random bits: its seals are made without them, and nothing is sealed as it ends."""
        t = table(sealed=True)
        numbers = t.nonces
        for word, nonces in (("pause", str), ("resume", str)):
            t.nonces = nonces
            move(t, RED, word)
        t.nonces = numbers
        give(t, (RED, 2), (BLUE, 3))
        answers = [e.committed() for e in t.entries if e.do == ledger.ANSWER]
        assert seals_of(t) == [sealed([opening(t.header.line()), *answers])]
        t.nonces = str
        move(t, RED, "concede")
        assert len(seals_of(t)) == 1
        again(t)


class Phased(Lone):
    """A position in the midst of each round besides, once the guess is in."""

    key = "phased"

    def script(self, g: Any) -> Any:
        steps = super().script(g)
        asks = next(steps)
        while True:
            got = yield asks
            if RED in got:
                g.mark(f"r{g.truth.round}/p2")
            try:
                asks = steps.send(got)
            except StopIteration:
                return


PHASED = Phased()


class TestOneSide:
    """Nobody waits for a seal where there is but one side: a seal a turn, and one as the game ends."""

    def test_it_is_sealed_as_a_turn_begins_and_as_the_game_ends(self) -> None:
        t, at = table(LONE, sealed=True), []
        for n in range(3):
            give(t, (RED, n))
            assert len(seals_of(t)) == n, "not answer by answer"
            give(t, (DICE, [n + 1]), (DICE, ["white"]))
            at.append(len(t.entries))
        assert t.over
        assert [n for n, each in t.told if each.dispatch.kind == "sealed"] == at
        first = [opening(t.header.line()), t.entries[0].committed()]
        assert seals_of(t) == [sealed(first), *(sealed([t.entries[n].committed()]) for n in (3, 6))]
        again(t)

    def test_a_turn_of_several_positions_is_sealed_once(self) -> None:
        t = play(table(PHASED, sealed=True), 2)
        assert [at.name for at in t.positions] == ["r1", "r1/p2", "r2", "r2/p2", "r3", "r3/p2"]
        turns = [at.n for at in t.positions if at.name in ("r2", "r3")]
        assert [n for n, each in t.told if each.dispatch.kind == "sealed"] == [*turns, len(t.entries)]
        again(t)

    def test_it_is_sealed_as_a_motion_ends_the_game(self) -> None:
        t = give(table(LONE, sealed=True, umpire=False), (RED, 2))
        move(t, RED, "concede")
        assert len(seals_of(t)) == 1
        assert [n for n, each in t.told if each.dispatch.kind == "sealed"] == [2]
        again(t)

    def test_seals_come_again_alike_after_going_back_and_from_every_position(self) -> None:
        t = play(table(LONE, sealed=True, umpire=False), 3, most=8)
        move(t, RED, "back", value={"to": "r2"})
        play(t, 4)
        assert t.over
        assert seals_of(again(t)) == seals_of(t)
        standing = [at for at in t.positions if t.may_go_back(at.n)]
        assert len(standing) == 3
        for at in standing:
            other = resumed(t.game, t.header, t.entries, t.told, at)
            assert other.told == t.told
            assert other.fingerprints.now == t.fingerprints.now


class TestFingerprints:
    def test_it_is_made_of_what_an_audience_heard_and_of_nothing_else(self) -> None:
        t = play(table(sealed=True), 7)
        for audience, plot in t.play.plots.items():
            link = t.header.salts[audience]
            for each in plot.heard:
                text = json.dumps([each.kind, each.facts, each.rule], sort_keys=True, separators=(",", ":"))
                link = chained(link, text)
            assert t.fingerprints.now[audience] == link

    def test_what_only_red_hears_moves_no_other_fingerprint(self) -> None:
        one, two = (table(SCOUTS) for _ in range(2))
        one.answer(PRIVATE, "r1/scout", [2, 5], APP)
        two.answer(PRIVATE, "r1/scout", [6, 6], APP)
        for audience in (BLUE, PUBLIC):
            assert one.fingerprints.now[audience] == two.fingerprints.now[audience]
        assert one.fingerprints.now[RED] != two.fingerprints.now[RED]

    def test_a_turn_gone_back_behind_keeps_its_fingerprint(self) -> None:
        t = play(table(sealed=True), 9, most=9)
        turns = list(t.fingerprints.turns)
        assert [name for name, _ in turns] == ["r1", "r2", "r3"][: len(turns)]
        assert len(turns) > 1
        kept = {audience: t.fingerprints.after(turns[-1][1], audience) for audience in (RED, PUBLIC)}
        t.back(0, SEAT)
        assert t.fingerprints.turns[: len(turns)] == turns
        assert {audience: t.fingerprints.after(turns[-1][1], audience) for audience in kept} == kept
        assert again(t).fingerprints.turns == t.fingerprints.turns

    def test_motions_and_corrections_are_in_it(self) -> None:
        t = table()
        before = dict(t.fingerprints.now)
        set_right(t, f"limit/{RED}", 2)
        after = dict(t.fingerprints.now)
        assert all(after[audience] != before[audience] for audience in (RED, BLUE, PUBLIC))
        move(t, RED, "pause")
        assert t.fingerprints.now[BLUE] != after[BLUE]

    def test_the_heading_says_whether_answers_are_sealed(self) -> None:
        line = table(sealed=True).header.line()
        salts = line["salts"]
        assert ledger.header(line) == Header("toy", "1", "ROSE", {}, {"umpire": True}, salts)
        assert len(set(salts.values())) == 4
        for salts in ("yes", ["0"], {"us": 1}):
            with pytest.raises(ledger.NotALedger):
                ledger.header({**line, "salts": salts})

    def test_two_tables_told_the_same_have_other_fingerprints(self) -> None:
        """Or one could be found by trial."""
        one = table(sealed=True)
        two = Table(TOY, Header("toy", "1", "ROSE", {}, {"umpire": True}, {**one.header.salts, RED: "f" * 32}))
        assert one.fingerprints.now[RED] != two.fingerprints.now[RED]
        assert one.fingerprints.now[BLUE] == two.fingerprints.now[BLUE]


def test_nonces_are_drawn_for_private_answers_alone() -> None:
    t = play(table(sealed=True), 11)
    for entry in t.entries:
        assert bool(entry.nonce) == (entry.party in (RED, BLUE))
