"""Solitaire at a table: one player, nobody at the desk, and the app in Japan's place. It answers at once, unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.room import refusal_in, shown_code
from tests.web.victory_room import JAPAN, US, VictoryRoom, lone, phone
from umpire.games.victory_at_midway.settings import SETTINGS
from umpire.table.asks import PRIVATE

JSON = Any
CHOICES = {each.name: [value for value, _ in each.choices] for each in SETTINGS}


@pytest.fixture(params=["hidden", "open"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VictoryRoom]:
    made = lone(tmp_path / "room.db", request.param)
    yield made
    with closing(made.store):
        pass


@pytest.fixture
def hidden(tmp_path: Path) -> Iterator[VictoryRoom]:
    made = lone(tmp_path / "room.db")
    yield made
    with closing(made.store):
        pass


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[VictoryRoom]:
    made = lone(tmp_path / "room.db", "open")
    yield made
    with closing(made.store):
        pass


class TestTheLobby:
    def made(self, path: Path, view: str) -> VictoryRoom:
        """A table made by the laptop's own form, with “an umpire” ticked in it all the same."""
        room = VictoryRoom(path)
        form = {"kit": "box", "umpire": "0", "dice": "0", "solitaire": str(CHOICES["solitaire"].index(view))}
        answer = room.laptop.post("/new/victory-at-midway", form)
        assert answer.status_code == 303, answer.text
        room.code = answer.headers["Location"].rpartition("/")[2]
        return room

    @pytest.mark.parametrize("view", ["hidden", "open"])
    def test_a_solitaire_table_has_no_umpire(self, tmp_path: Path, view: str) -> None:
        """Who plays against the app may not sit at the desk that knows its secrets."""
        room = self.made(tmp_path / "room.db", view)
        assert room.table.header.settings["solitaire"] == view
        assert not room.live.attended
        for path in (room.desk, f"{room.desk}/secrets", f"{room.desk}/as/japan", f"{room.desk}/print/japan/packet"):
            assert room.laptop.get(path).status_code == 404
        assert room.laptop.get(f"/tables/{room.code}/export").status_code == 409

    def test_hidden_only_the_us_has_a_code(self, tmp_path: Path) -> None:
        room = self.made(tmp_path / "room.db", "hidden")
        page = room.laptop.get(f"/tables/{room.code}").text
        assert 'name="side" value="us"' in page
        assert 'name="side" value="japan"' not in page
        answer = room.laptop.post(f"/tables/{room.code}/code", {"side": JAPAN})
        assert answer.status_code == 303
        assert "side=" not in answer.headers["Location"]
        assert room.store.open_code(room.code, JAPAN, "join") is None
        assert room.store.open_code(room.code, JAPAN, "replace") is None
        assert room.code_for(US)

    def test_open_japan_has_a_code_to_look_on_by(self, tmp_path: Path) -> None:
        room = self.made(tmp_path / "room.db", "open")
        assert room.phone(JAPAN).page()


class TestSeats:
    def test_a_second_phone_joins_at_once(self, room: VictoryRoom) -> None:
        """There is nobody on the other side to say yes."""
        second = room.stranger()
        assert second.claim(room.code_for(US), "Bo").status_code == 303
        assert second.page()
        third = room.added(phone(room, "us"))
        assert third.page()
        assert {seat.state for seat in room.store.seats(room.code)} == {"active"}

    def test_a_phone_can_be_moved(self, room: VictoryRoom) -> None:
        us = phone(room, "us")
        moved = room.added(us, "move")
        assert moved.page()
        assert us.get(us.root).status_code == 410


class TestTheAppAnswers:
    def test_it_has_answered_after_every_step(self, room: VictoryRoom) -> None:
        """VM-86 to VM-92: nobody at the table ever waits for Japan, or for a die that only she hears of."""
        steps = 0
        while room.table.truth.played < 4 and not room.table.over:
            asks = room.table.asks
            waiting = [party for party in (JAPAN, PRIVATE) if party in asks and party not in room.table.locks]
            assert waiting == []
            party = next(p for p in asks if p not in room.table.locks)
            assert party in (US, "dice", "chart")
            room.give(party, asks[party].sample(random.Random(steps)))
            steps += 1
        assert steps > 8
        hands = {entry.by for entry in room.table.entries if entry.party == JAPAN}
        assert hands == {"app"}

    def test_the_page_goes_on_from_a_lock_to_the_next_thing_asked_of_the_player(self, room: VictoryRoom) -> None:
        us = phone(room, "us")
        before = us.asked(us.root)["ask"]
        assert before == "t1/orders"
        assert us.lock().status_code == 200
        assert us.asked(us.root)["ask"] == "t1/strikes"

    def test_a_reload_goes_on(self, room: VictoryRoom) -> None:
        """The program ends in the middle of a turn, and begins again: the same plots, the same ask, the same phone."""
        us = phone(room, "us")
        us.lock()
        before = (room.ledger, room.table.play.plots[US].dump(), us.page())
        room.restart()
        us = phone(room, "us")
        assert (room.ledger, room.table.play.plots[US].dump(), us.page()) == before
        us.lock()
        us.lock()
        assert room.table.truth.played == 2
        room.restart()
        assert phone(room, "us").asked(us.root)["ask"] == "t2/orders"

    def test_a_table_put_down_between_the_players_answer_and_the_apps_is_taken_up(self, room: VictoryRoom) -> None:
        """What waits for the app alone is done as the table is opened again."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(room.live), "_answer_for_the_app", lambda live: None)
            room.give(US, {})
        assert PRIVATE in room.table.asks, "the die for detection waits for the app alone"
        room.restart()
        us = phone(room, "us")
        assert us.asked(us.root)["ask"] == "t1/strikes"
        assert [(e.ask, e.by) for e in room.table.entries if e.party == JAPAN] == [
            ("t1/orders", "app"),
            ("t1/strikes", "app"),
        ]


class TestLookingOn:
    def test_open_a_phone_sees_japan_s_side(self, shown: VictoryRoom) -> None:
        japan = shown.phone(JAPAN, "Jo")
        phone(shown, "us").lock()
        ships = [ship for ship, side in shown.table.truth.ships.items() if side["side"] == JAPAN]
        assert set(shown.table.play.plots[JAPAN].at) <= set(ships)
        assert shown.table.play.plots[JAPAN].at
        assert "Akagi" in japan.page()

    @pytest.mark.parametrize(
        ("path", "form"),
        [
            ("act", {"op": "part", "arg": "air"}),
            ("act", {"lock": "1"}),
            ("motion", {"motion": "concede", "say": "moved"}),
            ("motion", {"motion": "end", "say": "moved"}),
            ("motion", {"motion": "pause", "say": "moved"}),
            ("motion", {"motion": "correct", "say": "moved", "fact": "hex/Akagi", "to": "A2", "text": "x"}),
            ("menu", {"motion": "concede", "say": "moved"}),
        ],
    )
    def test_it_does_nothing_in_japans_name(self, shown: VictoryRoom, path: str, form: dict[str, str]) -> None:
        japan = shown.phone(JAPAN, "Jo")
        name = shown.table.motions.name
        before = shown.ledger
        japan.page()
        answer = japan.post(
            f"{japan.root}/{path}", {"ask": shown.table.asks[US].name, "draft": "0", "name": name, **form}
        )
        assert answer.status_code == 422, answer.text
        assert shown.ledger == before

    def test_it_takes_nothing_back(self, shown: VictoryRoom) -> None:
        japan = shown.phone(JAPAN, "Jo")
        phone(shown, "us").lock()
        before = shown.ledger
        for name in ("t1/orders", shown.table.asks[US].name):
            assert japan.post(f"{japan.root}/withdraw", {"ask": name}).status_code == 422
        assert shown.ledger == before

    def test_it_is_told_that_it_looks_on(self, shown: VictoryRoom) -> None:
        japan = shown.phone(JAPAN, "Jo")
        japan.post(f"{japan.root}/motion", {"motion": "concede", "say": "moved", "name": shown.table.motions.name})
        assert "you only look on" in refusal_in(japan.page())


class TestEndings:
    def test_conceding_ends_it_alone(self, room: VictoryRoom) -> None:
        us = phone(room, "us")
        assert us.say("concede", sure="1").status_code == 200
        assert room.table.over
        assert room.table.truth.ended["by"] == US
        assert "111" in room.table.truth.ended["text"], "VM-83: what the US concedes by in a series"

    def test_agreeing_to_end_needs_nobody_else(self, room: VictoryRoom) -> None:
        us = phone(room, "us")
        assert us.say("end", sure="1").status_code == 200
        assert room.table.over
        assert room.table.truth.ended["how"] == "agreed"

    def test_the_whole_story_is_told_then(self, hidden: VictoryRoom) -> None:
        us = phone(hidden, "us")
        us.lock()
        assert us.get(f"{us.root}/report").status_code == 409
        us.say("concede", sure="1")
        assert us.get(f"{us.root}/report").status_code == 200

    def test_resting_and_going_on(self, room: VictoryRoom) -> None:
        us = phone(room, "us")
        us.say("pause")
        assert room.table.truth.paused
        us.say("resume")
        assert not room.table.truth.paused


def test_a_code_of_japan_from_elsewhere_is_none_of_this_table(hidden: VictoryRoom) -> None:
    """The US phone's own code makes another US phone, whatever is posted with it."""
    us = phone(hidden, "us")
    page = us.post(f"{us.root}/phone", {"purpose": "add", "side": JAPAN}).text
    made = hidden.stranger()
    made.claim(shown_code(page))
    assert [seat.side for seat in hidden.store.seats(hidden.code)] == [US, US]
    door = hidden.laptop.get(f"/tables/{hidden.code}?side=japan")
    assert door.status_code == 200
    assert 'class="code"' not in door.text
