"""Who plays alone: from the first table to the next one, with a phone that was lost and one that was added."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.games.carrier.test_ca_decks import carrier, put_strike, table
from tests.web.carrier_room import US, CarrierRoom
from tests.web.room import Device, Phone, Room, shown_code
from umpire.games import GAMES
from umpire.games.carrier import record_facts
from umpire.games.carrier.plot import STRIKE, fresh
from umpire.table.asks import Refusal
from umpire.table.plot import Dispatch
from umpire.web import addresses

NEW = "/new/carrier"


@pytest.fixture
def room(tmp_path: Path) -> CarrierRoom:
    return CarrierRoom(tmp_path / "room.db", attended=False, scenario="2")


def menu(phone: Phone, **form: str) -> None:
    """A key of the menu: the first form that names the motion, as a browser sends it."""
    page = phone.get(f"{phone.root}/menu").text
    forms = re.findall(r"<form method=\"post\".*?</form>", page, re.DOTALL)
    made = next(each for each in forms if f'value="{form["motion"]}"' in each)
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', made)
    answer = phone.post(f"{phone.root}/menu", {name: unescape(value) for name, value in fields})
    assert answer.status_code == 303, answer.text


def end(room: CarrierRoom, phone: Phone) -> None:
    phone.say("end", sure="1")
    assert room.table.over


class TestTheMenu:
    def test_a_table_rests_and_is_taken_up_again(self, room: CarrierRoom) -> None:
        ann = room.phone(US)
        menu(ann, motion="pause")
        assert room.table.truth.paused
        assert "Rest the table" not in ann.get(f"{ann.root}/menu").text
        menu(ann, motion="resume")
        assert not room.table.truth.paused

    def test_after_the_end_nothing_ends_or_rests(self, room: CarrierRoom) -> None:
        ann = room.phone(US)
        words = ("Rest the table", "End the game here", "I give the game up")
        before = ann.get(f"{ann.root}/menu").text
        assert all(each in before for each in words)
        end(room, ann)
        page = ann.get(f"{ann.root}/menu").text
        assert not any(each in page for each in words)
        assert "The game is over" in page

    def test_what_was_told_is_open(self, room: CarrierRoom) -> None:
        ann = room.phone(US)
        assert "Hold to look" not in ann.get(f"{ann.root}/record").text

    def test_where_somebody_sits_across_it_is_covered(self, tmp_path: Path) -> None:
        ann = Room(tmp_path / "midway.db", attended=False).phone("us")
        assert "Hold to look" in ann.get(f"{ann.root}/record").text

    def test_what_may_be_set_right_is_listed_with_its_value(self, room: CarrierRoom) -> None:
        ann = room.phone(US)
        plot = room.table.play.plots[US]
        fact = next(each for each in GAMES["carrier"].facts(plot) if each.side == US and each.value not in ("", None))
        page = ann.get(f"{ann.root}/right", query_string={"find": fact.label}).text
        assert re.search(
            rf"<span>{re.escape(fact.label)}</span><span>{re.escape(str(fact.value))}</span>", unescape(page)
        )


class TestTheFirstTable:
    def laptop(self, tmp_path: Path, game: str = "carrier") -> Device:
        """A laptop without a copy of a game."""
        made = CarrierRoom(tmp_path / "room.db") if game != "carrier" else Room(tmp_path / "room.db")
        assert made.store.kits(game) == []
        return made.laptop

    def test_nothing_has_to_be_filled_in(self, tmp_path: Path) -> None:
        laptop = self.laptop(tmp_path)
        page = laptop.get(NEW).text
        assert "no copy is complete yet" not in page
        assert '<button class="go">Set the table</button>' in page
        kit = re.search(r'<option value="(\w+)"', page)
        assert kit
        answer = laptop.post(NEW, {"kit": kit[1], "scenario": "0"})
        assert answer.status_code == 303, answer.text
        assert len(laptop.room.store.kits("carrier")) == 1

    def test_what_fog_needs_is_said_and_no_copy_is_begun(self, tmp_path: Path) -> None:
        laptop = self.laptop(tmp_path)
        answer = laptop.post(NEW, {"kit": "new", "fog": "1", "scenario": "6"})
        assert answer.status_code == 422
        assert "A new copy is not ready for what is chosen." in answer.text
        assert laptop.room.store.kits("carrier") == []

    def test_a_game_that_needs_its_box_wants_a_copy_first(self, tmp_path: Path) -> None:
        laptop = self.laptop(tmp_path, "midway")
        assert "no copy is complete yet" in laptop.get("/new/midway").text
        assert laptop.post("/new/midway", {"kit": "new"}).status_code == 422
        assert laptop.room.store.kits("midway") == []


class TestTheNextTable:
    def test_the_lobby_names_the_scenario(self, room: CarrierRoom) -> None:
        title = next(
            label for each in GAMES["carrier"].settings if each.name == "scenario"
            for value, label in each.choices if value == "2"
        )  # fmt: skip
        assert title in unescape(room.laptop.get("/").text)

    def test_it_is_offered_after_the_end_with_what_was_agreed(self, tmp_path: Path) -> None:
        settings = {"scenario": "2", "pieces": "few", "names": {US: "Ann & Bo"}}
        room = CarrierRoom(tmp_path / "room.db", attended=False, **settings)
        room.store.save_kit("another", "carrier", "Another", {})
        page = f"/tables/{room.code}"
        assert "Another table with this copy" not in room.laptop.get(page).text
        end(room, room.phone(US))
        way = re.search(r'href="([^"]*)">Another table with this copy', room.laptop.get(page).text)
        assert way
        form = room.laptop.get(way[1]).text
        assert way[1] in room.laptop.get("/").text
        ticked = dict(re.findall(r'name="(\w+)" value="(\d)" checked', form))
        assert (ticked["scenario"], ticked["pieces"], ticked["umpire"], ticked["fog"]) == ("1", "1", "0", "0")
        assert 'value="box" selected' in form
        assert "Ann &amp; Bo" in form

    def test_a_table_of_another_game_is_no_pattern(self, tmp_path: Path) -> None:
        room = CarrierRoom(tmp_path / "room.db", attended=False, names={US: "Ann"})
        assert "Ann" in room.laptop.get(f"{NEW}?like={room.code}").text
        assert "Ann" not in room.laptop.get(f"/new/midway?like={room.code}").text
        assert room.laptop.get(f"{NEW}?like=XXXX").status_code == 200


class TestPhones:
    def team(self, phone: Phone) -> bool:
        return "Lock all" in phone.page()

    def test_a_phone_that_is_gone_makes_nobody_a_team(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        room = CarrierRoom(tmp_path / "room.db", attended=False)
        old, new = room.phone(US, "Ann"), room.phone(US, "Ann")
        room.run("t2/p2/us/decks")
        old.page()
        new.page()
        room.live.touch()
        assert self.team(new)
        monkeypatch.setattr(addresses, "QUIET", 0.0)
        room.live.touch()
        assert not self.team(new)

    def test_a_phone_that_listens_is_there_however_long_it_says_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room = CarrierRoom(tmp_path / "room.db", attended=False)
        ann, bo = room.phone(US, "Ann"), room.phone(US, "Bo")
        room.run("t2/p2/us/decks")
        bo.page()
        monkeypatch.setattr(addresses, "QUIET", 0.0)
        monkeypatch.setattr(addresses, "connected", lambda seat: seat == bo.seat)
        room.live.touch()
        assert self.team(ann)

    def test_the_laptop_lets_the_lost_phone_go(self, room: CarrierRoom, monkeypatch: pytest.MonkeyPatch) -> None:
        old, new = room.phone(US, "Ann"), room.phone(US, "Ann")
        old.page()
        new.page()
        monkeypatch.setattr(addresses, "connected", lambda seat: seat == new.seat)
        page = room.laptop.get(f"/tables/{room.code}").text
        assert re.findall(r'name="seat" value="(\w+)"', page) == [old.seat]
        assert room.laptop.post(f"/tables/{room.code}/out", {"seat": new.seat}).status_code == 303
        assert new.page(), "the one that is here stays"
        room.laptop.post(f"/tables/{room.code}/out", {"seat": old.seat})
        assert [seat.state for seat in room.store.seats(room.code)] == ["out", "active"]

    def test_no_laptop_lets_a_sleeping_phone_go_where_somebody_sits_across(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room = Room(tmp_path / "midway.db", attended=False)
        one = room.phone("us")
        two = room.added(one)
        one.page()
        two.page()
        monkeypatch.setattr(addresses, "connected", lambda seat: seat == two.seat)
        room.laptop.post(f"/tables/{room.code}/out", {"seat": one.seat})
        assert one.page()

    def test_the_second_phone_is_asked_for_its_own_name(self, tmp_path: Path) -> None:
        room = CarrierRoom(tmp_path / "room.db", attended=False, names={US: "Ann"})
        first = room.code_for(US)
        assert 'value="Ann"' in room.stranger().get(f"/j/{first}").text
        ann = room.stranger()
        ann.join(first)
        code = shown_code(ann.post(f"{ann.root}/phone", {"purpose": "add"}).text)
        page = room.stranger().get(f"/j/{code}").text
        assert 'value="Ann"' not in page
        assert "joins the others of US" in page
        assert 'value="Ann"' not in room.stranger().get(f"/j/{room.code_for(US)}").text

    @pytest.mark.parametrize("purpose", ["add", "move"])
    def test_the_phone_that_shows_a_code_sees_it_used(self, room: CarrierRoom, purpose: str) -> None:
        ann, bo = room.phone(US), room.stranger()
        page = ann.post(f"{ann.root}/phone", {"purpose": purpose}).text
        code, looks = shown_code(page), re.search(r'hx-get="([^"]*)"', page)
        assert looks
        asks = {"headers": {"HX-Request": "true"}}
        assert code in ann.get(looks[1], **asks).text
        assert code not in bo.get(looks[1], **asks).text
        bo.join(code, "Bo")
        answer = ann.get(looks[1], **asks)
        if purpose == "add":
            assert "The other phone is in." in answer.text
            assert code not in answer.text
        else:
            assert answer.headers["HX-Redirect"] == ann.root

    def test_a_code_that_another_phone_shows_is_none_of_mine(self, room: CarrierRoom) -> None:
        ann = room.phone(US)
        code = shown_code(ann.post(f"{ann.root}/phone", {"purpose": "add"}).text)
        bo = room.phone(US, "Bo")
        assert code not in bo.get(f"{bo.root}/phone?code={code}").text

    def test_what_happened_to_phones_stands_last(self, room: CarrierRoom) -> None:
        ann = room.phone(US)
        room.added(ann)
        page = ann.page()
        assert page.index('class="know-in"') < page.index("US has another phone.") < page.index('class="asked"')


class TestTheRecord:
    @pytest.mark.parametrize(("by", "words"), [("app", "kept with this copy"), ("us", "read by US")])
    def test_a_printed_value_is_never_rolled(self, by: str, words: str) -> None:
        """After going back the app gives again what the copy has learnt."""
        told = Dispatch("cells", {"by": by, "cells": {"sc6_dummies/cup": 12}})
        assert GAMES["carrier"].say(told).startswith(f"Read off the components ({words}): ")

    @pytest.mark.parametrize("form", [record_facts.ALOFT, record_facts.LOTS])
    def test_nothing_is_aloft_longer_than_anything_flies(self, form: record_facts.Form) -> None:
        """6.2, 7.1: P-38s 18 segments, and four more at increased and extreme range."""
        typed = "{}" if form is record_facts.ALOFT else "P-38 2 at {}"
        assert "22" in str(form.read(typed.format(22)))
        with pytest.raises(ValueError, match="23"):
            form.read(typed.format(23))

    def test_a_refusal_says_how_long_it_may_be(self) -> None:
        g = table(carrier())
        put_strike(g, "1", fresh(STRIKE, hex="2423", time=5))
        with pytest.raises(Refusal, match=r"“99” will not do\. Write a number up to 22\."):
            record_facts.read(g.truth, "strikes/1/time", "99")
