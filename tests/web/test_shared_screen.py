"""A screen that stands among the players: all is asked there, phones are its remotes, and whoever is at it speaks for the table."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.every import EVERY
from tests.tables import hand_of
from tests.web.fires_room import FiresRoom
from tests.web.lightning_room import LightningRoom
from tests.web.room import Phone, Room, phone
from umpire.games import GAMES
from umpire.table.asks import CHART, PUBLIC_PARTIES, TABLE
from umpire.table.table import Hand

SHARED = [key for key in GAMES if GAMES[key].shared]
JSON = Any


@pytest.fixture(params=SHARED)
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    made = EVERY[request.param].house(tmp_path / "room.db", attended=False)
    yield made
    made.store.close()


def answered(room: Room, n: int = 1) -> None:
    """So many answers of the table, past the web."""
    rng = random.Random(n)
    for _ in range(n):
        with room.live.changing() as t:
            party = next(iter(t.asks))
            t.answer(party, t.asks[party].name, EVERY[room.game].choice(t, party, rng), hand_of(party), sure=True)


def undo(page: str) -> dict[str, str]:
    """What the key that takes the last tap back posts."""
    found = re.search(r'data-post="motion" data-values=\'(\{[^\']*"back"[^\']*\})\'', page)
    assert found, "there is no such key"
    made: dict[str, str] = json.loads(unescape(found[1]))
    return made


def screen(room: Room) -> str:
    return room.laptop.get(f"{room.screen}/page").text


def test_screen_and_phones_are_asked_the_same(room: Room) -> None:
    party, asked = room.table.public_ask() or ("", None)
    assert asked is not None
    assert set(room.table.asks) <= set(PUBLIC_PARTIES)
    devices = [(room.laptop, room.screen), (phone(room, "us"), phone(room, "us").root)]
    devices.append((phone(room, "japan"), phone(room, "japan").root))
    assert {device.asked(root)["ask"] for device, root in devices} == {asked.name}
    value = EVERY[room.game].choice(room.table, party, random.Random(1))
    version = room.keep(TABLE, asked, room.drafted(asked, value))
    assert {device.asked(root)["draft"] for device, root in devices} == {str(version)}, "what one wrote stands on all"


@pytest.mark.parametrize("by", ["laptop", "us", "japan"])
def test_anybody_answers_and_the_rest_see_it(room: Room, by: str) -> None:
    party, asked = room.table.public_ask() or ("", None)
    assert asked is not None
    value = EVERY[room.game].choice(room.table, party, random.Random(2))
    room.keep(TABLE, asked, room.drafted(asked, value))
    device = room.people[by]
    root = device.root if isinstance(device, Phone) else room.screen
    form = {**device.asked(root), "op": "", "arg": "", "lock": "1", "sure": "1"}
    entries = len(room.table.entries)
    for _ in range(2):
        assert device.post(f"{root}/act", form).status_code == 200
    given = [e for e in room.table.entries[entries:] if e.ask == asked.name]
    assert [e.by for e in given] == ["laptop" if by == "laptop" else "seat"], "twice the same form is one answer"


def test_the_last_tap_is_taken_back_at_the_screen_and_on_a_phone(room: Room) -> None:
    before = room.table.public_ask()
    answered(room, 2)
    for device, root in ((room.laptop, room.screen), (phone(room, "japan"), phone(room, "japan").root)):
        form = undo(device.get(f"{root}/page").text)
        for _ in range(2):
            assert device.post(f"{root}/motion", form).status_code in (200, 422)
    now = room.table.public_ask()
    assert now
    assert before
    assert now[1].signature() == before[1].signature()
    assert sum(e.do == "back" for e in room.table.entries) == 2, "the same form again took nothing more back"


@pytest.fixture(params=SHARED)
def umpired(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    made = EVERY[request.param].house(tmp_path / "room.db", attended=True)
    yield made
    made.store.close()


def test_with_an_umpire_the_last_tap_is_taken_back_at_the_desk_alone(umpired: Room) -> None:
    key = r"data-post=\"back\" data-values='(\{[^']*\})'"
    before = umpired.table.public_ask()
    answered(umpired, 2)
    found = re.search(key, umpired.laptop.get(f"{umpired.desk}/page").text)
    assert found
    for elsewhere in (umpired.screen, f"{umpired.desk}/as/us"):
        assert "Take the last tap back" not in umpired.laptop.get(f"{elsewhere}/page").text
    form = json.loads(unescape(found[1]))
    assert umpired.people["stranger"].post(f"{umpired.desk}/back", form).status_code == 404
    for _ in range(2):
        assert umpired.laptop.post(f"{umpired.desk}/back", form).status_code == 200
    assert sum(e.do == "back" for e in umpired.table.entries) == 1, "the same form again took nothing more back"
    assert umpired.laptop.post(f"{umpired.desk}/back", {"last": "1"}).status_code == 422
    again = re.search(key, umpired.laptop.get(f"{umpired.desk}/page").text)
    assert again
    umpired.laptop.post(f"{umpired.desk}/back", json.loads(unescape(again[1])))
    now = umpired.table.public_ask()
    assert now
    assert before
    assert now[1].signature() == before[1].signature()


def test_the_menu_says_who_takes_the_last_tap_back(umpired: Room) -> None:
    answered(umpired)
    said = "the umpire takes the last tap back"
    assert said in umpired.laptop.get(f"{umpired.screen}/menu").text


def test_what_is_doubted_is_confirmed_where_it_was_tapped(tmp_path: Path) -> None:
    """More gas icons than are ever seen on so many tiles: asked after once, and then taken."""
    room = EVERY["fires-of-midway"].house(tmp_path / "room.db", attended=False)
    room.laptop.tap_at(room.screen, lock="1")
    fuel = room.laptop.asked(room.screen)["ask"]
    assert fuel == "t2/Hiryu/fuel"
    room.laptop.tap_at(room.screen, "gas", "20", lock="1")
    page = screen(room)
    assert "20 gas icons on" in page
    assert re.search(r'<button data-op="" data-lock="1" data-sure="1">', page)
    assert room.laptop.asked(room.screen)["ask"] == fuel
    room.laptop.tap_at(room.screen, lock="1", sure="1")
    (last,) = [e.value for e in room.table.entries if e.ask == fuel]
    assert last == {"gas": 20}
    room.store.close()


def test_a_screen_elsewhere_only_shows(room: Room) -> None:
    answered(room)
    stranger = room.people["stranger"]
    assert "data-op" not in stranger.get(f"{room.screen}/page").text
    for page in ("menu", "right"):
        assert stranger.get(f"{room.screen}/{page}").status_code == 404
        assert room.laptop.get(f"{room.screen}/{page}").status_code == 200
    for act, form in (("act", room.laptop.asked(room.screen)), ("motion", {"motion": "end", "say": "moved"})):
        assert stranger.post(f"{room.screen}/{act}", form).status_code in (403, 404)


def test_the_menu_rests_the_table_and_ends_it_after_a_second_question(room: Room) -> None:
    menu = f"{room.screen}/menu"
    page = room.laptop.get(menu).text
    name = re.search(r'name="name" value="([^"]+)"', page)
    assert name
    assert room.laptop.post(menu, {"motion": "pause", "say": "moved", "name": name[1]}).status_code == 303
    assert room.table.truth.paused
    name = re.search(r'name="name" value="([^"]+)"', room.laptop.get(menu).text)
    assert name
    room.laptop.post(menu, {"motion": "resume", "say": "moved", "name": name[1]})
    for sure in ({}, {"sure": "1"}):
        name = re.search(r'name="name" value="([^"]+)"', room.laptop.get(menu).text)
        assert name
        assert not room.table.over
        room.laptop.post(menu, {"motion": "end", "say": "moved", "name": name[1], **sure})
    assert room.table.over
    form = undo(screen(room))
    assert room.laptop.post(f"{room.screen}/motion", form).status_code == 200
    assert not room.table.over, "a game that was ended by mistake goes on"


@pytest.mark.parametrize("side", ["us", "japan"])
def test_at_the_screen_a_side_concedes_by_its_own_key(room: Room, side: str) -> None:
    menu = f"{room.screen}/menu"
    form = {"motion": "concede", "say": "moved", "name": room.table.motions.name}
    assert room.laptop.post(menu, {**form, "side": "nobody"}).status_code == 422
    asked = room.laptop.post(menu, {**form, "side": side})
    assert asked.status_code == 422
    assert f'name="side" value="{side}"' in asked.text, "it is kept through the second question"
    room.laptop.post(menu, {**form, "side": side, "sure": "1"})
    assert room.table.over
    told = next(d.dispatch.facts for _, d in reversed(room.table.told) if d.dispatch.kind == "motion")
    assert told["by"] == side


def test_the_record_is_set_right_at_once(room: Room) -> None:
    answered(room, 6)
    facts = [f for f in room.table.game.facts(room.table.truth) if not f.side]
    assert facts
    right = f"{room.screen}/right"
    done = 0
    for fact in facts:
        form = {"motion": "correct", "say": "moved", "name": room.table.motions.name, "fact": fact.key}
        for to in ("3", "2", "no"):
            done += room.laptop.post(right, {**form, "to": to, "text": "misread"}).status_code == 303
            if done:
                break
        if done:
            break
    assert done, "nothing of the record could be set right"
    assert room.table.truth.corrections == 1


@pytest.mark.parametrize("key", [key for key in GAMES if not GAMES[key].shared])
def test_any_other_screen_has_no_menu(key: str, tmp_path: Path) -> None:
    made = EVERY[key].house(tmp_path / "room.db")
    for page in ("menu", "right"):
        assert made.laptop.get(f"{made.screen}/{page}").status_code == 404
    made.store.close()


def test_what_was_set_right_since_is_taken_back_first(room: Room) -> None:
    """One tap takes back one thing: a correction, and only then the answer before it."""
    t = room.table
    fact = next(f for f in t.game.facts(t.truth) if f.key.startswith(("vp/", "objective/")))
    to = "7" if fact.key.startswith("vp/") else "destroyed"
    answers = sum(e.do == "answer" and e.n not in t.void for e in t.entries)
    with room.live.changing() as table:
        table.move(
            TABLE,
            "correct",
            "moved",
            hand_of(TABLE),
            name=table.motions.name,
            value={"fact": fact.key, "value": to, "reason": "so"},
        )
    place = list(room.table.turns())[-1]
    assert place == "before set-right"
    assert room.table.game.place(room.table.truth, place)
    with room.live.changing() as table:
        table.move(TABLE, "back", "moved", hand_of(TABLE), name=table.motions.name, value={"to": place})
    t = room.table
    assert next(f for f in t.game.facts(t.truth) if f.key == fact.key).value == fact.value
    assert sum(e.do == "answer" and e.n not in t.void for e in t.entries) == answers
    assert list(t.turns())[-1] != place


def test_printed_values_that_were_taken_back_are_asked_again(tmp_path: Path) -> None:
    """What was typed wrong is in the copy by then: it does not answer by itself; and what is set right later reaches it too."""
    cells = {key: value for key, value in EVERY["lightning-midway"].kit().items() if key != "dependents/Akagi"}
    room = LightningRoom(tmp_path / "room.db", attended=False, kit=cells)

    def said(party: str, value: JSON) -> None:
        with room.live.changing() as t:
            t.answer(party, t.asks[party].name, value, Hand("laptop"), sure=True)

    room.run("/us/turn")
    said(TABLE, {"do": "attack", "targets": ["Akagi"], "outcome": "destroyed"})
    asked = room.table.asks[CHART].name
    said(CHART, {"dependents/Akagi": "Xero"})
    assert room.store.kit("box").cells["dependents/Akagi"] == "Xero"
    with room.live.changing() as t:
        t.move(TABLE, "back", "moved", hand_of(TABLE), name=t.motions.name, value={"to": f"before {asked}"})
    assert room.table.asks[CHART].name == asked
    said(CHART, {"dependents/Akagi": "Zeros"})
    assert room.store.kit("box").cells["dependents/Akagi"] == "Zeros"
    right = {"fact": "kit/dependents/Akagi", "value": "A6M Zero", "reason": "misread"}
    with room.live.changing() as t:
        t.move(TABLE, "correct", "moved", hand_of(TABLE), name=t.motions.name, value=right)
    assert room.store.kit("box").cells["dependents/Akagi"] == "A6M Zero"
    room.store.close()


def test_a_table_with_nothing_to_hide_may_be_taken_out_at_any_time(room: Room) -> None:
    assert room.laptop.get(f"/tables/{room.code}/export").status_code == 200


def test_what_a_side_keeps_leaves_the_laptop_when_the_game_is_over(tmp_path: Path) -> None:
    """A rest is anybody's at a shared table: it may not open what a side has seen for itself."""
    room = FiresRoom(tmp_path / "room.db", attended=False, tiles="app")
    room.run("search/2/turn-up")
    with room.live.changing() as t:
        t.move(TABLE, "pause", "moved", hand_of(TABLE), name=t.motions.name)
    answer = room.laptop.get(f"/tables/{room.code}/export")
    assert answer.status_code == 409
    assert "Each side keeps something for itself" in answer.text
    for motion in ("resume", "end"):
        with room.live.changing() as t:
            t.move(TABLE, motion, "moved", hand_of(TABLE), name=t.motions.name)
    assert room.laptop.get(f"/tables/{room.code}/export").status_code == 200
    room.store.close()


def test_a_table_at_rest_is_taken_up_again_at_its_screen(room: Room) -> None:
    with room.live.changing() as t:
        t.move(TABLE, "pause", "moved", hand_of(TABLE), name=t.motions.name)
    assert "Take it up again" in room.laptop.get(f"{room.screen}/page").text
