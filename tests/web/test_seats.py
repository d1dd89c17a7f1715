"""Seats: taken once, each by its own cookie, moved, lost and given again; and what the laptop may do."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.midway_scenes import attack, orders
from tests.web.room import Phone, Room, ears, hidden, house, phone, ready, refusal_in, shown_code
from umpire.web.actions import kept

OTHER_PHONE = "Another phone of your side has written here meanwhile; this is how it stands now."


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "umpire.db")
    yield made
    made.store.close()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Room]:
    """A table that nobody umpires."""
    made = Room(tmp_path / "alone.db", attended=False)
    yield made
    made.store.close()


def seated(room: Room, phone: Phone) -> bool:
    return phone.get(phone.root).status_code == 200 and "data-ask" in phone.get(phone.root).text


def every_page(room: Room, *phones: Phone) -> list[str]:
    """What all who look at the table see now."""
    pages = [phone.page() for phone in phones]
    pages.append(room.laptop.get(f"{room.screen}/page").text)
    if room.live.attended:
        pages.append(room.laptop.get(f"{room.desk}/page").text)
    return pages


class TestJoining:
    def test_a_code_seats_one_phone_and_is_gone(self, room: Room) -> None:
        code = room.code_for("us")
        ann, eve = room.stranger(), room.stranger()
        ann.join(code)
        assert "US" in ann.page()
        assert code not in room.laptop.get(f"/tables/{room.code}?side=us").text
        assert eve.get(f"/j/{code}").status_code == 410
        answer = eve.claim(code)
        assert answer.status_code == 410
        assert "used" in answer.text
        assert eve.cookies() == {}
        assert [seat.name for seat in room.store.seats(room.code)] == ["Ann"]

    def test_a_second_claim_is_noticed_by_everybody(self, room: Room) -> None:
        """One's own code, tried by somebody else, is worth a look up from the phone: now, and in plain words."""
        code = room.code_for("japan")
        jun = room.stranger()
        jun.join(code)
        room.stranger().claim(code)
        for page in every_page(room, jun):
            assert "tried a code for Japan" in page

    def test_two_at_once_are_one_seat(self, room: Room) -> None:
        for _ in range(4):
            before, code = len(room.store.seats(room.code)), room.code_for("us")
            phones = [room.stranger() for _ in range(4)]
            start = threading.Barrier(len(phones))
            answers: list[int] = []

            def claim(phone: Phone, code: str = code, start: threading.Barrier = start) -> None:
                start.wait()
                answers.append(phone.claim(code).status_code)  # noqa: B023

            threads = [threading.Thread(target=claim, args=(phone,)) for phone in phones]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answers) == [303, 410, 410, 410]
            assert len(room.store.seats(room.code)) == before + 1
            room.app.extensions["turnstile"].__init__()

    def test_a_code_typed_is_a_code_scanned(self, room: Room) -> None:
        code = room.code_for("us")
        answer = room.stranger().get(f"/j?code={code.lower()}")
        assert answer.headers["Location"] == f"/j/{code}"
        assert "US" in room.stranger().get(f"/j/{code.lower()}").text

    def test_a_name_is_what_one_calls_oneself(self, room: Room) -> None:
        phone = room.phone("us", "  <b>Ann</b>\n of the  " + "x" * 60)
        assert room.store.seat(phone.seat).name == "<b>Ann</b> of the xxxxxx"
        assert "<b>Ann" not in room.laptop.get(f"/tables/{room.code}").text
        assert room.store.seat(room.phone("japan", " ").seat).name == "Player"

    def test_guesses_are_slowed_down(self, room: Room) -> None:
        code, eve, ann = room.code_for("us"), room.stranger(), room.stranger()
        guesses = [eve.get(f"/j/QQQ{letter}").status_code for letter in "BCDFGHJKLMNPQR"]
        assert guesses == [404] * 12 + [429] * 2
        assert eve.claim(code).status_code == 429, "not even with the right one"
        ann.join(code)
        many = [room.stranger().get("/j/QQQQ").status_code for _ in range(60)]
        assert many[-1] == 429, "nor by many hands"

    def test_the_desk_code_is_slow_to_guess_too(self, room: Room) -> None:
        eve = room.stranger()
        tries = [eve.post("/desk", {"code": f"{n:08}"}).status_code for n in range(14)]
        assert tries == [422] * 12 + [429] * 2
        assert eve.post("/desk", {"code": room.app.extensions["desk"].code}).status_code == 429


class TestCookies:
    def test_a_seat_has_a_cookie_of_its_own(self, room: Room) -> None:
        phone = room.stranger()
        answer = phone.join(room.code_for("us"))
        (set_cookie,) = answer.headers.getlist("Set-Cookie")
        parts = {part.strip().lower() for part in set_cookie.split(";")[1:]}
        assert {"httponly", "samesite=strict", f"path={phone.root}", "max-age=2592000"} <= parts
        assert "domain" not in set_cookie.lower()
        token = set_cookie.partition("=")[2].partition(";")[0]
        assert re.fullmatch(r"[0-9a-f]{32}", token)
        assert token not in room.store.seat(phone.seat).token_hash

    def test_two_tabs_are_two_seats(self, room: Room) -> None:
        """One browser that takes both sides, for a try-out, never takes one for the other."""
        both = room.stranger()
        both.join(room.code_for("us"))
        us = both.root
        both.join(room.code_for("japan"))
        japan = both.root
        assert us != japan
        assert 'data-ask="setup/place/us"' in both.get(f"{us}/page").text
        assert 'data-ask="setup/place/japan"' in both.get(f"{japan}/page").text
        assert both.post(f"{us}/act", {"ask": "setup/place/japan", "draft": "0", "op": "none"}).status_code == 422
        assert room.store.draft(room.code, "japan", "setup/place/japan") is None

    def test_a_cookie_opens_no_other_seat(self, room: Room) -> None:
        ann, jun = room.phone("us"), room.phone("japan")
        (token,) = ann.cookies().values()
        for name, value in ((f"seat_{jun.seat}", token), (f"seat_{jun.seat}", ""), ("umpire_desk", token)):
            eve = room.stranger()
            eve.client.set_cookie(name, value, domain="192.168.1.2", path="/")
            for path in (jun.root, f"{jun.root}/page", room.desk, f"/tables/{room.code}"):
                assert eve.get(path).status_code == 404
            with ears() as listening:
                assert listening.listen(eve, f"{jun.root}/events").status == 404
        (hashed,) = [seat.token_hash for seat in room.store.seats(room.code) if seat.id == jun.seat]
        eve.client.set_cookie(f"seat_{jun.seat}", hashed, domain="192.168.1.2", path="/")
        assert eve.get(jun.root).status_code == 404, "what is on the disk is no key"


class TestAnotherPhone:
    def test_an_added_phone_shares_the_side(self, room: Room) -> None:
        ann, jun = room.phone("us"), room.phone("japan")
        bo = room.added(ann)
        assert seated(room, ann)
        assert seated(room, bo)
        assert ann.tap("ship", "Hornet").status_code == 200
        assert 'data-draft="1"' in bo.page()
        assert bo.tap("none").status_code == 200
        assert 'data-draft="2"' in ann.page()
        assert 'data-draft="0"' in jun.page()

    def test_everybody_hears_of_a_phone_that_a_side_let_in_by_itself(self, room: Room) -> None:
        ann, jun = room.phone("us"), room.phone("japan")
        bo = room.added(ann)
        for page in every_page(room, ann, bo, jun):
            assert "US has another phone." in page
        room.added(bo, "move")
        assert "US moved to another phone." in jun.page()

    def test_a_side_sees_its_phones_and_signs_one_out(self, room: Room) -> None:
        ann, jun = room.phone("us", "Ann"), room.phone("japan", "Jun")
        spy = room.added(ann)
        menu = ann.get(f"{ann.root}/menu").text
        assert re.findall(r'name="seat" value="(\w+)"', menu) == [spy.seat]
        assert "Jun" not in menu
        for other in (jun.seat, ann.seat, "nobody"):
            assert ann.post(f"{ann.root}/out", {"seat": other}).status_code == 404
        assert jun.post(f"{jun.root}/out", {"seat": spy.seat}).status_code == 404
        assert seated(room, spy)
        for _ in range(2):  # twice is once
            assert ann.post(f"{ann.root}/out", {"seat": spy.seat}).status_code == 303
        assert (seated(room, spy), seated(room, ann)) == (False, True)
        assert jun.page().count("US signed a phone of theirs out.") == 1

    def test_the_laptop_lets_a_phone_go_that_is_not_heard_from(self, room: Room) -> None:
        """Only where its side has another that is: else nobody would be left to say yes to whoever asks for the seat."""
        ann, jun = room.phone("us", "Ann"), room.phone("japan", "Jun")
        bo = room.added(ann, name="Bo")
        door, out = f"/tables/{room.code}", f"/tables/{room.code}/out"
        for each in (ann, jun, bo):
            each.page()
        room.restart()
        jun.page()
        page = room.laptop.get(door).text
        assert "Not heard from: Ann, Bo" in page
        assert "old phone" not in page, "no phone of the US was heard"
        assert room.laptop.post(out, {"seat": ann.seat}).status_code == 303
        assert [seat.state for seat in room.store.seats(room.code) if seat.id == ann.seat] == ["active"]
        bo.page()
        assert re.findall(rf'action="{out}"><button name="seat" value="(\w+)">', room.laptop.get(door).text) == [
            ann.seat
        ]
        for other in (bo.seat, jun.seat, "nobody", ""):
            room.laptop.post(out, {"seat": other})
        assert (seated(room, bo), seated(room, jun)) == (True, True)
        assert jun.post(out, {"seat": ann.seat}).status_code == 404, "the laptop alone"
        for _ in range(2):  # twice is once
            assert room.laptop.post(out, {"seat": ann.seat}).status_code == 303
        assert (seated(room, ann), seated(room, bo)) == (False, True)
        assert jun.page().count("A phone of US that was not heard from was let go at the laptop.") == 1
        assert "Not heard from" not in room.laptop.get(door).text

    def test_the_later_writer_is_shown_the_others_draft(self, room: Room) -> None:
        ann = room.phone("us")
        bo = room.added(ann)
        drawn = bo.asked(bo.root)
        assert ann.tap("none").status_code == 200
        late = bo.post(f"{bo.root}/act", {**drawn, "op": "ship", "arg": "Hornet"})
        assert late.status_code == 422
        assert refusal_in(late.text) == OTHER_PHONE
        assert 'data-draft="1"' in late.text
        assert refusal_in(ann.page()) == "", "it is said to the one concerned"
        assert bo.tap("ship", "Hornet").status_code == 200
        assert refusal_in(bo.page()) == ""

    def test_moving_here_signs_the_old_phone_out(self, room: Room) -> None:
        old = room.phone("us")
        old.tap("none")
        new = room.added(old, "move")
        assert 'data-draft="1"' in new.page(), "the draft comes with it"
        assert old.get(old.root).status_code == 410
        assert "has left its seat" in old.get(old.root).text
        page = old.get(f"{old.root}/page")
        assert (page.status_code, page.headers["HX-Refresh"]) == (204, "true")
        for path in ("menu", "record", "phone", "print/packet"):
            assert old.get(f"{old.root}/{path}").status_code == 404
        for path in ("act", "roll", "withdraw", "motion", "phone", "leave", "yes"):
            assert old.post(f"{old.root}/{path}", {"purpose": "add"}).status_code == 404

    def test_a_phone_signed_out_takes_its_codes_with_it(self, room: Room) -> None:
        old = room.phone("us")
        code = shown_code(old.post(f"{old.root}/phone", {"purpose": "add"}).text)
        room.added(old, "move")
        assert room.stranger().claim(code).status_code == 410

    def test_leaving_is_for_good(self, room: Room) -> None:
        ann = room.phone("us")
        answer = ann.post(f"{ann.root}/leave")
        assert answer.headers["Location"] == "/"
        assert ann.cookies() == {}
        assert ann.get(ann.root).status_code == 404


class TestADeadPhone:
    def test_the_umpire_says_yes(self, room: Room) -> None:
        dead, jun = room.phone("us", "Ann"), room.phone("japan")
        new = room.phone("us", "Amy")
        assert "Waiting for a yes" in new.get(new.root).text
        assert new.get(f"{new.root}/page").headers["HX-Refresh"] == "true"
        assert seated(room, dead), "until somebody says yes"
        page = room.laptop.get(f"{room.desk}/page").text
        assert "A new phone asks to be US (Amy)" in page
        for other in (jun.page(), room.laptop.get(f"{room.screen}/page").text):
            assert "asks to be" not in other
        assert jun.post(f"{jun.root}/yes", {"seat": new.seat, "say": "yes"}).status_code == 404
        assert room.laptop.post(f"{room.desk}/yes", {"seat": new.seat, "say": "yes"}).status_code == 200
        assert seated(room, new)
        assert dead.get(dead.root).status_code == 410
        for page in every_page(room, new, jun):
            assert "US has a new phone." in page
        assert "US has a new phone." in jun.get(f"{jun.root}/record").text

    def test_unattended_the_other_side_says_yes(self, alone: Room) -> None:
        dead, jun = alone.phone("us", "Ann"), alone.phone("japan")
        new = alone.phone("us", "Amy")
        assert "A new phone asks to be US (Amy). Is it theirs?" in jun.page()
        assert "asks to be" not in alone.laptop.get(f"{alone.screen}/page").text
        assert alone.laptop.post(f"{alone.desk}/yes", {"seat": new.seat, "say": "yes"}).status_code == 404
        assert jun.post(f"{jun.root}/yes", {"seat": new.seat, "say": "yes"}).status_code == 200
        assert seated(alone, new)
        assert dead.get(dead.root).status_code == 410
        for page in every_page(alone, new, jun):
            assert "US has a new phone. Japan said yes to it." in page

    @pytest.mark.parametrize("say", ["yes", "no"])
    def test_unattended_the_old_phone_is_asked_itself(self, alone: Room, say: str) -> None:
        old, jun, new = alone.phone("us", "Ann"), alone.phone("japan"), alone.phone("us", "Amy")
        assert "A new phone asks to be US (Amy). Is it yours?" in old.page()
        assert old.post(f"{old.root}/yes", {"seat": new.seat, "say": say}).status_code == 200
        assert (seated(alone, new), seated(alone, old)) == (say == "yes", say == "no")
        assert ("US has a new phone." in jun.page()) == (say == "yes")
        assert "said yes" not in jun.page()

    def test_a_side_whose_phone_is_connected_is_not_taken_over(self, alone: Room) -> None:
        """Else who holds two phones could have the other side's seat by his own yes."""
        old, jun, new = alone.phone("us", "Ann"), alone.phone("japan"), alone.phone("us", "Spy")
        with ears() as listening:
            listening.listen(old, f"{old.root}/events")
            listening.settle()
            before = old.page()
            answer = jun.post(f"{jun.root}/yes", {"seat": new.seat, "say": "yes"})
            assert (answer.status_code, seated(alone, new), seated(alone, old)) == (422, False, True)
            assert "US still has a phone that is connected" in refusal_in(answer.text)
            assert old.page() == before
            listening.all[0].leave()
            listening.settle()
        assert jun.post(f"{jun.root}/yes", {"seat": new.seat, "say": "yes"}).status_code == 200
        assert seated(alone, new)

    def test_a_phone_refused_is_no_seat(self, alone: Room) -> None:
        old, jun, new = alone.phone("us"), alone.phone("japan"), alone.phone("us")
        assert jun.post(f"{jun.root}/yes", {"seat": new.seat, "say": "no"}).status_code == 200
        assert seated(alone, old)
        assert not seated(alone, new)
        assert new.get(new.root).status_code == 410
        assert "asks to be" not in jun.page()
        jun.post(f"{jun.root}/yes", {"seat": new.seat, "say": "yes"})
        assert new.get(new.root).status_code == 410, "a yes comes too late"

    def test_when_both_sides_have_lost_their_phones_both_say_yes_at_the_laptop(self, alone: Room) -> None:
        """Or nobody were left to say it; while one side still has its phone, that phone says it."""
        dead, gone = alone.phone("us", "Ann"), alone.phone("japan", "Jun")
        table = f"/tables/{alone.code}"
        new = alone.phone("us", "Amy")
        assert "Yes, seat both" not in alone.laptop.get(table).text
        assert alone.laptop.post(f"{table}/seat-all").status_code == 303
        assert not seated(alone, new)
        other = alone.phone("japan", "Joe")
        assert "Yes, seat both" in alone.laptop.get(table).text
        assert new.post(f"{table}/seat-all").status_code == 404
        assert alone.laptop.post(f"{table}/seat-all").status_code == 303
        assert seated(alone, new)
        assert seated(alone, other)
        assert {dead.get(dead.root).status_code, gone.get(gone.root).status_code} == {410}
        assert "US has a new phone." in other.page()
        assert "Japan has a new phone." in new.page()
        assert "said yes" not in new.page()

    def test_nobody_says_yes_to_a_phone_of_another_table(self, tmp_path: Path, alone: Room) -> None:
        jun, new = alone.phone("japan"), alone.phone("us")
        other = alone.host.create("midway", {"umpire": True, "dice": "app"}, "box")
        code = alone.store.issue_code(other, "us", "replace").code
        strange = alone.stranger()
        strange.join(code)
        assert jun.post(f"{jun.root}/yes", {"seat": strange.seat, "say": "yes"}).status_code == 404
        assert alone.store.seat(strange.seat).state == "pending"
        assert seated(alone, new)


class TestAfterARestart:
    def test_every_phone_is_in_its_seat(self, room: Room) -> None:
        ann, jun = room.phone("us"), room.phone("japan")
        bo = room.added(ann)
        ann.tap("ship", "Hornet")
        room.give("japan", room.table.asks["japan"].sample(random.Random(0)))
        before = [phone.page() for phone in (ann, bo, jun)]
        room.restart()
        assert [phone.page() for phone in (ann, bo, jun)] == before
        assert ann.tap("none").status_code == 200
        assert jun.post(f"{jun.root}/withdraw", jun.asked(jun.root)).status_code == 200

    def test_a_table_let_go_and_taken_up_again_is_drawn_afresh(self, room: Room) -> None:
        """A table nobody looked at is rebuilt; a phone that comes back late is not shown what it saw then."""
        ann = room.phone("us")
        bo = room.added(ann)
        ann.tap("none")
        assert 'data-draft="1"' in ann.page()
        before, stamp, room.live.used = room.table, room.live.stamp, float("-inf")
        room.host._let_idle_go()
        assert room.table is not before, "the table was rebuilt"
        body = kept(room.table.asks["us"], {"put": {}, "picked": []}, [])
        room.store.save_draft(room.code, "us", "setup/place/us", 1, body)
        while room.live.stamp < stamp:
            room.live.touch()
        assert 'data-draft="2"' in bo.page()
        assert 'data-draft="2"' in ann.page()


class TestNobodyUmpires:
    def test_there_is_no_umpires_page(self, alone: Room) -> None:
        roots = (alone.desk, f"{alone.desk}/as/us", f"{alone.desk}/as/japan")
        for path in (*roots, *(f"{root}/page" for root in roots), f"{alone.desk}/secrets", f"{alone.desk}/right"):
            assert alone.laptop.get(path).status_code == 404
        assert "The umpire’s desk" not in alone.laptop.get(f"/tables/{alone.code}").text

    def test_the_public_screen_does_not_speak_as_an_umpire(self, tmp_path: Path) -> None:
        """A player may own the laptop: what needs the other side's yes gets it from that side."""
        room = house(tmp_path / "house.db", attended=False)
        us = room.people["us"]
        assert isinstance(us, Phone)
        for motion, say in (("end", "agreed"), ("pause", "agreed"), ("correct", "agreed"), ("dispute", "ruled")):
            us.say(motion, text="why", fact="planes/Hornet/D/idle" if motion == "correct" else "", to="0")
            before = len(room.ledger)
            form = {"motion": motion, "say": say, "name": room.table.motions.name, "text": "So be it."}
            answer = room.laptop.post(f"{room.screen}/motion", form)
            assert answer.status_code in (404, 422), f"{motion} was {say} by an umpire who is not there"
            assert len(room.ledger) == before

    def test_a_record_is_set_right_with_the_other_sides_yes(self, tmp_path: Path) -> None:
        room = house(tmp_path / "house.db", attended=False)
        us, japan = phone(room, "us"), phone(room, "japan")
        assert us.say("correct", fact="zone/Hornet", to="E-6-I", text="a slip").status_code == 200
        before = japan.page()
        assert "set our own record right" in before
        assert us.say("correct", "agreed").status_code == 422
        assert japan.say("correct", "agreed").status_code == 200
        assert room.table.truth.zones["Hornet"] == "E-6-I"
        assert "E-6-I" in us.get(f"{us.root}/record").text
        for path in ("page", "record", "print/all"):
            assert "E-6-I" not in japan.get(f"{japan.root}/{path}").text

    def test_export_waits_until_the_table_rests(self, alone: Room) -> None:
        us, japan = alone.phone("us"), alone.phone("japan")
        path = f"/tables/{alone.code}/export"
        assert alone.laptop.get(path).status_code == 409
        assert us.say("pause").status_code == 200
        assert alone.laptop.get(path).status_code == 409, "one side alone does not rest it"
        assert japan.say("pause", "agreed").status_code == 200
        assert alone.laptop.get(path).status_code == 200
        us.say("resume")
        assert alone.laptop.get(path).status_code == 409
        japan.say("concede", sure="1")
        assert alone.laptop.get(path).status_code == 200

    def test_a_public_ask_is_answered_on_the_screen_or_any_phone(self, tmp_path: Path) -> None:
        room = battle(tmp_path, attended=False)
        self.answered_on_the_laptop(room)
        japan = room.people["japan"]
        assert room.table.asks["dice"]
        assert japan.post(f"{japan.root}/roll", japan.asked(japan.root)).status_code == 200
        assert room.ledger[-1]["who"] == "app"

    def answered_on_the_laptop(self, room: Room) -> None:
        cells = room.table.asks["chart"].cells
        typed = {f"{cell.key}|{name}": str(text) for cell in cells for name, text in VALUES[cell.key].items()}
        guest = room.people["stranger"]
        ask = room.laptop.asked(room.screen)
        form = {**ask, "op": "type", "arg": "", "lock": "1", **typed}
        assert guest.post(f"{room.screen}/act", form).status_code == 404, "a phone looks at the screen, and no more"
        assert room.laptop.post(f"{room.screen}/act", form).status_code == 200
        entry = room.ledger[-1]
        assert (entry["party"], entry["by"]) == ("chart", "laptop")


VALUES = {
    "crt/columns": {"": "1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1"},
    **{f"screening/{ship}": {"": "3"} for ship in ("Kaga", "Chikuma", "Soryu", "Tone")},
}


def battle(folder: Path, *, attended: bool) -> Room:
    """A battle that waits for what is printed."""
    room = ready(house(folder / "battle.db", attended=attended))
    room.give("us", orders(attack("Hornet", hidden("japan")[1], D=2)))
    room.run("/attack")
    room.give("us", [{"target": "Kaga", "how": "dive", "n": 2}])
    fire = room.table.asks["japan"].facts["reach"]
    room.give("japan", {ship: ids[0] for ship, ids in fire.items()})
    assert "chart" in room.table.asks
    return room


class TestTheUmpire:
    def test_he_acts_for_a_side_on_the_record(self, room: Room) -> None:
        ann = room.phone("us")
        root = f"{room.desk}/as/us"
        room.write("us", room.table.asks["us"].sample(random.Random(0)))
        assert room.laptop.get(root).status_code == 200
        assert room.laptop.tap_at(root, lock="1").status_code == 200
        entry = room.ledger[-1]
        assert (entry["party"], entry["by"], entry["who"]) == ("us", "umpire", "umpire")
        assert 'data-locked="1"' in ann.page()
        assert room.laptop.post(f"{root}/withdraw", room.laptop.asked(root)).status_code == 200
        assert (room.ledger[-1]["do"], room.ledger[-1]["by"]) == ("withdraw", "umpire")
        assert "data-locked" not in ann.page()

    def test_he_nudges_one_side_and_the_other_hears_nothing(self, room: Room) -> None:
        ann, jun = room.phone("us"), room.phone("japan")
        before = jun.page()
        assert room.laptop.post(f"{room.desk}/nudge", {"side": "us"}).status_code == 200
        assert "The table waits for you." in ann.page()
        assert jun.page() == before

    def test_he_sets_a_fact_right(self, tmp_path: Path) -> None:
        room = house(tmp_path / "house.db")
        us, japan = room.people["us"], room.people["japan"]
        form = {"fact": "zone/Hornet", "to": "E-6-I", "reason": "a slip", "name": "set/0"}
        assert room.laptop.post(f"{room.desk}/right", form).status_code == 303
        assert room.laptop.post(f"{room.desk}/right", form).status_code == 303, "sent twice"
        assert [entry["do"] for entry in room.ledger if entry.get("do") == "set"] == ["set"]
        assert "E-6-I" in us.get(f"{us.root}/record").text
        assert "Record corrected." in japan.get(f"{japan.root}/record").text
        assert "E-6-I" not in japan.get(f"{japan.root}/record").text
        typed = {**form, "to": "Z-9-Q", "reason": "another slip", "name": "set/1"}
        refused = room.laptop.post(f"{room.desk}/right", typed)
        assert refused.status_code == 422
        assert 'value="Z-9-Q"' in refused.text
        assert 'value="another slip"' in refused.text
        blank = room.laptop.post(f"{room.desk}/right", {**form, "reason": " ", "name": "set/1"})
        assert "Say why" in blank.text

    def test_he_rules_on_a_question(self, room: Room) -> None:
        ann, jun = room.phone("us"), room.phone("japan")
        ann.say("dispute", text="Was that in range?")
        assert jun.say("dispute", "ruled", text="No.").status_code == 422
        form = {"motion": "dispute", "say": "ruled", "name": room.table.motions.name, "text": "It was."}
        assert room.laptop.post(f"{room.desk}/motion", form).status_code == 200
        for device in (ann, jun):
            assert "It was." in device.get(f"{device.root}/record").text
            assert "Was that in range?" not in device.page()

    def test_he_answers_for_dice_and_chart(self, tmp_path: Path) -> None:
        room = battle(tmp_path, attended=True)
        ask = room.laptop.asked(room.desk)
        key = room.table.asks["chart"].cells[0].key
        typed = {f"{cell.key}|": VALUES[cell.key][""] for cell in room.table.asks["chart"].cells}
        assert key == "crt/columns"
        form = {**ask, "op": "type", "arg": "", "lock": "1", **typed}
        assert room.laptop.post(f"{room.desk}/act", form).status_code == 200
        assert (room.ledger[-1]["party"], room.ledger[-1]["by"]) == ("chart", "umpire")
        assert room.laptop.tap_at(room.desk, "face", "0:4", lock="1").status_code == 200
        assert (room.ledger[-1]["party"], room.ledger[-1]["by"]) == ("dice", "umpire")

    def test_his_table_and_the_guests_are_each_drawn_for_themselves(self, tmp_path: Path) -> None:
        """The laptop's screen has keys to answer with; the same address on a phone has none."""
        room = battle(tmp_path, attended=False)
        guest = room.people["stranger"]
        for first, then in ((guest, room.laptop), (room.laptop, guest)):
            room.live.touch()
            pages = {device: device.get(f"{room.screen}/page").text for device in (first, then)}
            assert "That is what is printed" in pages[room.laptop]
            assert "That is what is printed" not in pages[guest]
            assert "answer on a phone" in pages[guest]
