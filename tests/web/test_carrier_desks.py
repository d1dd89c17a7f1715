"""Several phones share the US task forces: one deck sheet, each phone at its own deck, ticked by several."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.carrier_room import US, CarrierRoom
from tests.web.room import Phone, refusal_in

ALL = "Lock all"


class Team(CarrierRoom):
    """Scenario 6 at the deck sheet, with Ann and Bo at the only side; Enterprise and Hornet have 4 SBD ready each."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, attended=False)
        self.ann = self.phone(US, "Ann")
        self.bo = self.added(self.ann)
        self.run("t2/p2/us/decks")

    @property
    def asks_decks(self) -> bool:
        return any(asked.name == "t2/p2/us/decks" for asked in self.table.asks.values())

    @property
    def moves(self) -> list[tuple[str, str, int]]:
        """What the sheet of the side holds."""
        row = self.store.draft(self.code, US, self.table.asks[US].name)
        return [(m["deck"], m["to"], m["n"]) for m in row.body["draft"]["moves"]] if row else []


@pytest.fixture
def team(tmp_path: Path) -> Team:
    return Team(tmp_path / "room.db")


def at(phone: Phone) -> str:
    """The deck whose board a phone has before it."""
    found = re.search(r"Deck board of (\w+)", phone.page())
    assert found
    return found[1]


def tab(phone: Phone, deck: str) -> str:
    """What a deck's tab says on a phone."""
    found = re.search(rf'data-op="tab" data-arg="{deck}"[^>]*>(.*?)</button>', phone.page())
    assert found
    return re.sub(r"<[^>]*>", " ", found[1])


def test_each_phone_opens_its_own_deck_and_finds_it_on_the_next_sheet(team: Team) -> None:
    team.bo.tap("tab", "Hornet")
    assert (at(team.ann), at(team.bo)) == ("Enterprise", "Hornet")
    assert "Bo" in tab(team.ann, "Hornet")
    assert "Bo" not in tab(team.bo, "Hornet")
    team.bo.lock()
    team.run("t2/p3/us/decks")
    assert (at(team.ann), at(team.bo)) == ("Enterprise", "Hornet")


def test_what_one_has_in_hand_the_other_has_not_and_both_write_on_one_sheet(team: Team) -> None:
    team.bo.tap("tab", "Hornet")
    team.ann.tap("chip", "ready:SBD:")
    assert "dk-lit" in team.ann.page()
    assert "dk-lit" not in team.bo.page()
    before = team.bo.asked(team.bo.root)
    team.ann.tap("to", "search")
    answer = team.bo.post(f"{team.bo.root}/act", {**before, "op": "arrow", "arg": "service"})
    assert not refusal_in(answer.text), "what Ann wrote in between does not concern Hornet"
    assert team.moves[0] == ("Enterprise", "search", 4)
    assert {deck for deck, _, _ in team.moves[1:]} == {"Hornet"}


def test_nobody_locks_a_sheet_that_has_moved_on_with_a_tap_on_his_own_deck(team: Team) -> None:
    before = team.bo.asked(team.bo.root)
    team.ann.tap("arrow", "service")
    form = {**before, "op": "tab", "arg": "Hornet"}
    answer = team.bo.post(f"{team.bo.root}/act", {**form, "lock": "1"})
    assert "has written here meanwhile" in refusal_in(answer.text)
    assert team.asks_decks
    assert team.bo.post(f"{team.bo.root}/act", form).status_code == 200


def test_the_same_tap_of_two_phones_is_two_taps(team: Team) -> None:
    team.bo.tap("tab", "Hornet")
    team.ann.tap("tab", "Enterprise")
    before = {phone: phone.asked(phone.root) for phone in (team.ann, team.bo)}
    for phone, form in before.items():
        phone.post(f"{phone.root}/act", {**form, "op": "arrow", "arg": "service"})
    assert {deck for deck, _, _ in team.moves} == {"Enterprise", "Hornet"}


def test_a_number_changes_ones_own_last_move_and_nobody_elses(team: Team) -> None:
    team.bo.tap("tab", "Hornet")
    team.ann.tap("arrow", "service")
    team.bo.tap("arrow", "service")
    eight = ("Hornet", "servicing", 4)
    assert eight in team.moves
    assert "dk-numbers" not in team.ann.page(), "the sheet has moved on under her last move"
    team.ann.tap("n", "2")
    assert eight in team.moves
    team.bo.tap("n", "2")
    assert sum(n for deck, _, n in team.moves if deck == "Hornet") == 2
    assert sum(n for deck, _, n in team.moves if deck == "Enterprise") == 8


def test_clearing_clears_the_deck_that_is_open(team: Team) -> None:
    team.bo.tap("tab", "Hornet")
    team.ann.tap("arrow", "service")
    team.bo.tap("arrow", "service")
    assert 'data-arg="nothing:Hornet"' in team.bo.page()
    team.bo.tap("plan", "nothing:Hornet")
    assert {deck for deck, _, _ in team.moves} == {"Enterprise"}


def test_the_sheet_is_locked_when_all_are_ticked(team: Team) -> None:
    team.bo.tap("tab", "Hornet")
    assert ALL in team.ann.page()
    team.ann.tap("tick", "Enterprise")
    assert "ticked" in tab(team.bo, "Enterprise")
    assert "Untick Enterprise" in team.ann.page()
    key = re.search(r'<button[^>]*data-arg="Hornet"[^>]*data-lock="1">(.*?)</button>', team.bo.page())
    assert key
    assert key[1] == "Tick Hornet, lock"
    team.bo.tap("tick", "Hornet", lock="1")
    assert not team.asks_decks


def test_a_deck_on_which_something_is_moved_is_not_done_any_more(team: Team) -> None:
    team.ann.tap("tick", "Enterprise")
    team.bo.tap("tab", "Hornet")
    team.bo.tap("arrow", "service")
    assert "ticked" in tab(team.bo, "Enterprise")
    team.ann.tap("arrow", "service")
    assert "ticked" not in tab(team.bo, "Enterprise")


def test_anyone_locks_all(team: Team) -> None:
    team.bo.tap("arrow", "service")
    team.ann.lock()
    assert not team.asks_decks


def test_who_is_alone_ticks_nothing(tmp_path: Path) -> None:
    room = CarrierRoom(tmp_path / "room.db", attended=False)
    ann = room.phone(US, "Ann")
    room.run("t2/p2/us/decks")
    page = ann.page()
    assert "Lock: none move" in page
    assert ALL not in page
    assert 'data-op="tick"' not in page
    ann.tap("tab", "Hornet")
    assert at(ann) == "Hornet"
    ann.lock()
    room.run("t2/p3/us/decks")
    assert at(ann) == "Enterprise", "whoever works both decks begins with the first"


def test_a_tap_that_is_sent_twice_counts_once_though_another_phone_wrote_before_it(team: Team) -> None:
    """As when the network swallowed the reply: what was taken up is not put down by the same form once more."""
    form = {**team.ann.asked(team.ann.root), "op": "chip", "arg": "ready:SBD:"}
    team.bo.tap("tab", "Hornet")
    for _ in range(2):
        assert team.ann.post(f"{team.ann.root}/act", form).status_code == 200
        assert "dk-lit" in team.ann.page()
