"""What ends the game with nobody else's yes is asked twice, in the menu it was tapped in."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.every import EVERY
from tests.web.room import Phone, Room, Watch, phone, refusal_in
from umpire.table.motions import MOTIONS


def tapped(us: Phone, motion: str, **more: str) -> tuple[int, str]:
    """A key of the menu, as its form sends it; the answer."""
    name = us.room.table.motions.name
    answer = us.post(f"{us.root}/menu", {"motion": motion, "say": "moved", "name": name, **more})
    return answer.status_code, unescape(answer.text)


def said_twice(us: Phone, motion: str) -> str:
    """The second question is put, and answered with its own form; the words of its keys."""
    watch = Watch(us.room, us)
    status, page = tapped(us, motion)
    assert status == 422
    assert refusal_in(page) == MOTIONS[motion].sure
    assert not us.room.table.over
    watch.saw_nothing()
    form = page.partition('name="sure"')[0].rpartition("<form")[2]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    keys = re.findall(r'>([^<>]+)</a><button name="sure" value="1">([^<>]+)</button>', page)
    assert us.post(f"{us.root}/menu", {**sent, "sure": "1"}).status_code == 303
    assert us.room.table.over
    return " / ".join(*keys)


@pytest.mark.parametrize("attended", [True, False])
@pytest.mark.parametrize("game", EVERY)
def test_to_concede_is_asked_twice_in_every_game(game: str, attended: bool, tmp_path: Path) -> None:
    room = EVERY[game].house(tmp_path / "umpire.db", attended=attended)
    keys = said_twice(phone(room, "us"), "concede")
    alone = room.table.game.one_voice and not attended
    assert keys == f"No, play on / Yes, {'give it up' if alone else 'concede'}"
    assert room.table.truth.ended["by"] == "us"


def test_who_is_alone_ends_it_with_a_second_yes_too(tmp_path: Path) -> None:
    room = EVERY["carrier"].house(tmp_path / "umpire.db", attended=False)
    assert said_twice(phone(room, "us"), "end") == "No, play on / Yes, end it"


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return EVERY["midway"].house(tmp_path / "umpire.db", attended=False)


def test_what_needs_the_other_sides_yes_is_asked_once(room: Room) -> None:
    status, _ = tapped(phone(room, "us"), "end")
    assert status == 303
    assert "end" in room.table.truth.motions


def test_a_question_that_is_left_lies_about_nowhere(room: Room) -> None:
    """Not on the page of the table, where a key would lock what is asked there; not in the menu when it is opened anew."""
    us = phone(room, "us")
    before = us.page()
    assert tapped(us, "concede")[0] == 422
    assert us.page() == before
    assert "Sure?" not in us.get(f"{us.root}/menu").text
    assert not room.table.over


def test_a_yes_twice_and_one_that_is_stale_do_nothing_more(room: Room) -> None:
    us, japan = phone(room, "us"), phone(room, "japan")
    name = room.table.motions.name
    japan.say("dispute", text="Is it so?")
    status, page = tapped(us, "concede", name=name, sure="1")
    assert (status, refusal_in(page)) == (422, "Something was moved meanwhile; look again first.")
    name = room.table.motions.name
    for _ in range(2):
        assert tapped(us, "concede", name=name, sure="1")[0] == 303
    assert sum(entry.get("do") == "motion" for entry in room.ledger) == 2


def test_a_game_that_is_over_is_not_given_up(room: Room) -> None:
    us, japan = phone(room, "us"), phone(room, "japan")
    assert japan.say("concede", sure="1").status_code == 200
    status, page = tapped(us, "concede")
    assert (status, refusal_in(page)) == (422, "The game is over.")
