"""Pieces out of a cup, over the web: drawn by the app, or from a real cup and tapped; the same again after going back."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.web.carrier_room import CarrierRoom
from tests.web.room import Phone, refusal_in
from umpire.table.asks import DICE, Draw

US = "us"


def to_a_draw(path: Path, **settings: object) -> tuple[CarrierRoom, Phone]:
    """A table as the first sequence chit is to be drawn, with a phone of the side."""
    room = CarrierRoom(path, attended=False, dice="real", **settings)
    room.run("t1/p1/j/1")
    return room, room.phone(US, "Ann")


def drawn(room: CarrierRoom) -> Draw:
    asked = room.table.asks[DICE]
    assert isinstance(asked, Draw)
    return asked


def offered(page: str) -> list[str]:
    """The kinds that may be tapped."""
    return [unescape(kind) for kind in re.findall(r'data-op="take" data-arg="([^"]*)"', page)]


def test_what_the_cup_holds_may_be_tapped_and_nothing_else(tmp_path: Path) -> None:
    room, phone = to_a_draw(tmp_path / "a.db")
    cup = drawn(room).cup
    assert offered(phone.page()) == [kind for kind, n in cup.items() if n]
    assert re.search(r'data-lock="1" disabled', phone.page()), "nothing is drawn yet"
    answer = phone.tap("take", "C99")
    assert (answer.status_code, refusal_in(answer.text)) == (422, "That key does nothing here.")
    assert phone.lock().status_code == 422
    kind = offered(phone.page())[-1]
    assert phone.tap("take", kind).status_code == 200
    assert f"Drawn: <b>{kind}</b>" in phone.page()
    assert phone.tap("back").status_code == 200
    assert "Drawn:" not in phone.page()
    phone.tap("take", kind)
    assert phone.lock().status_code == 200
    (entry,) = (e for e in room.table.entries if e.ask == "t1/p1/j/1")
    assert (entry.value, entry.by) == ([kind], "seat")
    assert room.table.truth.tree["sequence"]["cup"][kind] == cup[kind] - 1


def test_the_app_draws_for_us(tmp_path: Path) -> None:
    room, phone = to_a_draw(tmp_path / "a.db")
    assert "Draw for us" in phone.page()
    assert phone.post(f"{phone.root}/roll", {"ask": "t1/p1/j/1"}).status_code == 200
    (entry,) = (e for e in room.table.entries if e.ask == "t1/p1/j/1")
    assert entry.by == "app"
    assert phone.post(f"{phone.root}/roll", {"ask": "t1/p1/j/1"}).status_code == 200, "the same form again"
    assert len([e for e in room.table.entries if e.ask == "t1/p1/j/1"]) == 1


def test_the_public_screen_draws_too(tmp_path: Path) -> None:
    room, _ = to_a_draw(tmp_path / "a.db")
    kind = offered(room.laptop.get(f"{room.screen}/page").text)[0]
    assert room.laptop.tap_at(room.screen, "take", kind).status_code == 200
    assert room.laptop.tap_at(room.screen, lock="1").status_code == 200
    assert room.table.entries[-1].value == [kind]


@pytest.mark.parametrize("by", ["app", "seat"])
def test_after_going_back_what_came_out_is_offered_again(tmp_path: Path, by: str) -> None:
    """And nothing else may be said to have come out: the cup is the same."""
    room, phone = to_a_draw(tmp_path / "a.db")
    if by == "app":
        phone.post(f"{phone.root}/roll", {"ask": "t1/p1/j/1"})
    else:
        phone.tap("take", offered(phone.page())[0])
        phone.lock()
    (fell,) = (e.value for e in room.table.entries if e.ask == "t1/p1/j/1")
    assert phone.say("back", turn="t1/p1").status_code == 200
    room.run("t1/p1/j/1")
    page = phone.page()
    assert f"came out before: <b>{fell[0]}</b>" in page
    assert offered(page) == [], "no other is offered"
    other = next(kind for kind, n in drawn(room).cup.items() if n and kind != fell[0])
    phone.tap("take", other)
    assert phone.lock().status_code == 422
    assert phone.post(f"{phone.root}/roll", {"ask": "t1/p1/j/1"}).status_code == 200
    again = [e.value for e in room.table.entries if e.ask == "t1/p1/j/1"]
    assert again == [fell, fell]
    room.restart()
    assert [e.value for e in room.table.entries if e.ask == "t1/p1/j/1"] == again


def test_a_draft_of_before_is_not_locked(tmp_path: Path) -> None:
    """A phone that was asleep while another drew: what it had tapped is for another draw."""
    room, phone = to_a_draw(tmp_path / "a.db")
    phone.tap("take", offered(phone.page())[0])
    form = {**phone.asked(phone.root), "op": "", "lock": "1"}
    phone.post(f"{phone.root}/roll", {"ask": "t1/p1/j/1"})
    before = len(room.table.entries)
    assert phone.post(f"{phone.root}/act", form).status_code == 422
    assert len(room.table.entries) == before
