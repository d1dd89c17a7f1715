"""Bad input, section 4 of the issue: a plain sentence to the one concerned, nothing changed, nothing typed lost."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.leaks.test_routes import ROWS, names
from tests.tables import midway_kit
from tests.web.room import ZONE, Device, Room, Watch, hidden, house, phone, ready, refusal_in, refused
from tests.web.test_seats import battle
from umpire import cli
from umpire.schema import SCHEMA_VERSION
from umpire.store import Store
from umpire.troubles import StoreFailed, StoreTooNew

JSON = Any
ANSWERED = "That has been answered already; here is what is asked now."


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Turn 1, after movement: both sides are asked about readying, and have begun to write."""
    made = house(tmp_path / "house.db")
    yield made
    made.store.close()


class TestForms:
    @pytest.mark.parametrize(
        "form",
        [
            {},
            {"ask": ""},
            {"ask": "nonsense", "draft": "0", "op": "word", "arg": "all"},
            {"ask": "t1/ready/us"},
            {"ask": "t1/ready/us", "draft": "x", "op": "word", "arg": "all"},
            {"ask": "t1/ready/us", "draft": "9" * 5000, "op": "word", "arg": "all"},
            {"ask": "t1/ready/us", "draft": "-1", "lock": "1"},
            {"ask": "t1/ready/us", "draft": "1", "op": "word", "arg": "perhaps"},
            {"ask": "t1/ready/us", "draft": "1", "op": "\x00", "arg": "\ufffd"},
            {"ask": "t1/ready/us", "draft": "1", "op": "count", "arg": "Enterprise:D:" + "9" * 5000},
            {"ask": "t1/ready/us", "draft": "1", "op": "count", "arg": "Kaga:D:1"},
            {"ask": "t1/ready/us", "draft": "1", "op": "count", "arg": "Enterprise:D:99"},
        ],
    )
    def test_what_means_nothing(self, room: Room, form: dict[str, str]) -> None:
        refused(room, phone(room, "us"), "act", form)

    @pytest.mark.parametrize("path", ["act", "roll", "withdraw", "motion"])
    def test_the_wrong_seat(self, room: Room, path: str) -> None:
        """What is asked of the other side is not this phone's, asked or answered; nor is it told which."""
        us = phone(room, "us")
        form = {"ask": "t1/ready/japan", "draft": "0", "op": "", "lock": "1", "motion": "concede", "say": "agreed"}
        first = refused(room, us, path, form)
        phone(room, "japan").lock()
        assert refused(room, us, path, form) == first

    @pytest.mark.parametrize("ask", ["t1/moves/us", "setup/place/us", "t1/operations/us", "t2/ready/us", "t1/x/us"])
    def test_the_wrong_phase(self, room: Room, ask: str) -> None:
        us = phone(room, "us")
        words = refused(room, us, "act", {"ask": ask, "draft": "1", "op": "to", "arg": "F-1-G"})
        assert words == ANSWERED

    def test_a_zone_that_is_not(self, room: Room) -> None:
        ready(room)
        us = phone(room, "us")
        us.tap("attack")
        us.tap("from", "Hornet")
        words = refused(room, us, "act", {**us.asked(us.root), "op": "zone", "arg": "Z-9-Q"})
        assert "Z-9-Q" in words

    def test_a_ship_of_somebody_else(self, room: Room) -> None:
        room.run("t2/moves")
        us = phone(room, "us")
        us.tap("stack", hidden("us")[0])
        words = refused(room, us, "act", {**us.asked(us.root), "op": "ship", "arg": "Akagi"})
        assert words == "You have no Akagi to move."

    def test_too_many_squadrons(self, room: Room) -> None:
        ready(room)
        us = phone(room, "us")
        for op, arg in (("attack", ""), ("from", "Hornet"), ("zone", "C-4-E")):
            us.tap(op, arg)
        words = refused(room, us, "act", {**us.asked(us.root), "op": "count", "arg": "D:13"})
        assert words == "Hornet has D 12 ready and not yet sent."

    def test_what_was_answered_already(self, room: Room) -> None:
        us, japan = phone(room, "us"), phone(room, "japan")
        late = {**us.asked(us.root), "op": "word", "arg": "none"}
        us.lock()
        japan.lock()
        assert "ready" not in room.table.ask_of("us").name
        assert refused(room, us, "act", late) == ANSWERED

    @pytest.mark.parametrize(
        ("body", "kind"),
        [
            (b"%ff=%fe&%00=%00&ask=%zz", "application/x-www-form-urlencoded"),
            (b'{"ask": "t1/ready/us"}', "application/json"),
            (b"--x\r\nContent-Disposition: form-data; name=ask\r\n\r\nt1", "multipart/form-data; boundary=x"),
            (b"--x\r\n\r\n", "multipart/form-data"),
            (b"ask=t1/ready/us&ask=t1/ready/japan&draft=1&draft=0&lock", "text/plain"),
            (
                "ask=t1/ready/us&draft=1&op=word&arg=\ud800".encode(errors="surrogatepass"),
                "application/x-www-form-urlencoded",
            ),
        ],
    )
    def test_a_form_out_of_shape(self, room: Room, body: bytes, kind: str) -> None:
        us = phone(room, "us")
        watch = Watch(room, us)
        answer = us.post(f"{us.root}/act", body, content_type=kind)
        assert answer.status_code in (400, 422)
        watch.saw_nothing()

    @pytest.mark.parametrize(
        "path", ["{us}/act", "{us}/motion", "{us}/menu", "{us}/phone", "{us}/yes", "/desk", "/j/QQQQ"]
    )
    def test_an_oversized_body(self, room: Room, path: str) -> None:
        us = phone(room, "us")
        watch = Watch(room, us)
        for body in (b"text=" + b"x" * 40_000, b"&".join(b"a=1" for _ in range(10_000))):
            answer = us.post(path.format(us=us.root), body, content_type="application/x-www-form-urlencoded")
            assert answer.status_code == 413
            assert "more than fits" in answer.text
        watch.saw_nothing()

    @pytest.mark.parametrize(
        ("method", "path", "form"),
        [
            ("POST", "/tables/{code}/code", {"side": "us\r\nSet-Cookie: a=b"}),
            ("POST", "/address", {"back": "/tables/x\r\nSet-Cookie: a=b"}),
            ("GET", "/j?code=AB%0d%0aCD", {}),
            ("POST", "/new/midway", {"kit": "box", "counts": "9" * 5000}),
            ("POST", "/kits/box/rename", {"name": "a\r\nb"}),
            ("POST", "/desk/{code}/right", {"fact": "zone/Hornet\r\n", "to": "E-6-I", "reason": "x", "name": "set/0"}),
            ("GET", "/screen/{code}/print/turn?turn=" + "9" * 5000, {}),
            ("GET", "/desk/{code}/right?fact=%0a%00", {}),
        ],
        ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "",
    )
    def test_lines_within_lines_and_numbers_without_end(
        self, room: Room, method: str, path: str, form: dict[str, str]
    ) -> None:
        answer = room.laptop.open(method, path.format(code=room.code), form or None)
        assert answer.status_code < 500
        assert "Set-Cookie" not in answer.headers


class TestOnce:
    """The same submission sent twice is one answer and the same reply."""

    def twice(self, device: Device, path: str, form: dict[str, str]) -> TestResponse:
        first = device.post(path, form)
        entries = len(device.room.ledger)
        again = device.post(path, form)
        assert (again.status, again.data) == (first.status, first.data)
        assert len(device.room.ledger) == entries
        assert first.status_code in (200, 303), first.text
        return first

    def test_a_tap_and_a_lock(self, room: Room) -> None:
        us = phone(room, "us")
        self.twice(us, f"{us.root}/act", {**us.asked(us.root), "op": "count", "arg": "Hornet:D:3"})
        self.twice(us, f"{us.root}/act", {**us.asked(us.root), "op": "word", "arg": "none", "lock": "1"})
        self.twice(us, f"{us.root}/withdraw", us.asked(us.root))
        us.lock()
        japan = phone(room, "japan")
        self.twice(japan, f"{japan.root}/act", {**japan.asked(japan.root), "op": "", "lock": "1"})
        assert [entry["ask"] for entry in room.ledger].count("t1/ready/us") == 3

    def test_a_lock_whose_reply_was_lost_while_the_table_went_on(self, room: Room) -> None:
        us, japan = phone(room, "us"), phone(room, "japan")
        form = {**us.asked(us.root), "op": "word", "arg": "none", "lock": "1"}
        us.post(f"{us.root}/act", form)
        japan.lock()
        again = us.post(f"{us.root}/act", form)
        assert again.status_code == 200
        assert refusal_in(again.text) == ""

    def test_dice_and_chart(self, tmp_path: Path) -> None:
        room = battle(tmp_path, attended=True)
        us = phone(room, "us")
        typed = {
            "crt/columns|": "1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1",
            **{f"screening/{ship}|": "3" for ship in ("Kaga", "Chikuma", "Soryu")},
        }
        self.twice(us, f"{us.root}/act", {**us.asked(us.root), "op": "type", "lock": "1", **typed})
        self.twice(us, f"{us.root}/roll", us.asked(us.root))
        assert [entry["party"] for entry in room.ledger[-2:]] == ["chart", "dice"]

    def test_a_motion_and_a_correction(self, room: Room) -> None:
        us = phone(room, "us")
        said = {"motion": "end", "say": "moved", "name": room.table.motions.name}
        self.twice(us, f"{us.root}/motion", said)
        self.twice(
            us, f"{us.root}/menu", {**said, "motion": "dispute", "text": "Why?", "name": room.table.motions.name}
        )
        fact = {"fact": "zone/Hornet", "to": "E-6-I", "reason": "a slip", "name": "set/0"}
        self.twice(room.laptop, f"{room.desk}/right", fact)

    def test_a_seat_taken_with_two_taps(self, room: Room) -> None:
        """A browser shows the reply to the second tap: it must lead to the seat that the first one took."""
        japan, new = phone(room, "japan"), room.stranger()
        code = re.search(r'class="code">(\w+)<', japan.post(f"{japan.root}/phone", {"purpose": "add"}).text)[1]
        drawn = re.findall(r'<input[^>]*type="hidden"[^>]*>', new.get(f"/j/{code}").text)
        fields = {re.search(r'name="(.*?)"', each)[1]: re.search(r'value="(.*?)"', each)[1] for each in drawn}
        self.twice(new, f"/j/{code}", {**fields, "name": "Zoe"})
        said = [notice.text for notice in room.store.notices(room.code)]
        assert said.count("Japan has another phone.") == 1
        assert not any("already used" in text for text in said), "and nobody is told that somebody tried a used code"


class TestNothingTypedIsLost:
    def test_cells_of_a_chart(self, tmp_path: Path) -> None:
        room = battle(tmp_path, attended=True)
        us, second = phone(room, "us"), phone(room, "second")
        typed = {"crt/columns|": "1-4, 1-3 and so on", "screening/Kaga|": "seven"}
        answer = us.tap("type", lock="1", **typed)
        assert answer.status_code == 422
        for page in (answer.text, us.page(), second.page()):
            assert 'value="1-4, 1-3 and so on"' in page
            assert 'value="seven"' in page
        assert "seven" not in phone(room, "japan").page() + room.laptop.get(f"{room.screen}/page").text

    def test_words_of_a_motion(self, room: Room) -> None:
        us = phone(room, "us")
        said = {"motion": "correct", "say": "moved", "name": room.table.motions.name}
        answer = us.post(
            f"{us.root}/right", {**said, "fact": "zone/Hornet", "to": "Z-9-Q", "text": "she was not there"}
        )
        assert answer.status_code == 422
        assert 'value="Z-9-Q"' in answer.text
        assert 'value="she was not there"' in answer.text
        assert 'name="fact" value="zone/Hornet"' in answer.text
        stale = us.post(
            f"{us.root}/menu", {"motion": "dispute", "say": "moved", "name": "motion/9", "text": "Is it so?"}
        )
        assert ">Is it so?</textarea>" in stale.text

    def test_what_a_new_table_was_to_be(self, room: Room) -> None:
        answer = room.laptop.post("/new/midway", {"kit": "gone", "counts": "1", "name-us": "Ann & Bo"})
        assert answer.status_code == 422
        assert 'value="Ann &amp; Bo"' in answer.text
        assert re.search(r'name="counts" value="1" checked', answer.text)

    def test_a_draft_outlives_a_correction(self, room: Room) -> None:
        """A record set right under a half-written sheet may make it wrong; it is still there, and can be mended."""
        ready(room)
        us = phone(room, "us")
        for op, arg in (("attack", ""), ("from", "Hornet"), ("zone", "C-4-E"), ("done", ""), ("transfer", "")):
            us.tap(op, arg)
        for n, (fact, to) in enumerate(
            (("planes/Hornet/D/ready", "0"), ("zone/Hornet", "A-1-A"), ("hits/Hornet", "3"))
        ):
            form = {"fact": fact, "to": to, "reason": "a slip", "name": f"set/{n}"}
            assert room.laptop.post(f"{room.desk}/right", form).status_code == 303
            assert us.get(us.root).status_code == 200
        us.tap("cancel")
        assert us.lock().status_code == 422
        assert us.tap("drop", "attacks:0").status_code == 200
        assert us.lock().status_code == 200


# Files that are no ledgers.


def sent(room: Room, content: bytes, name: str = "t.jsonl") -> TestResponse:
    return room.laptop.post("/import", {"file": (io.BytesIO(content), name)})


def lines(room: Room) -> list[str]:
    return list(room.host.export(room.code))


def changed(text: str, **to: JSON) -> str:
    return json.dumps({**json.loads(text), **to})


WRONG: dict[str, Callable[[list[str]], bytes]] = {
    "nothing": lambda it: b"",
    "blank lines": lambda it: b"\n\n  \n",
    "a picture": lambda it: b"\x89PNG\r\n\x1a\n\x00\x00",
    "another encoding": lambda it: "\n".join(it).encode("utf-16"),
    "words": lambda it: b"Dear umpire, here is our game.",
    "a list": lambda it: b"[]",
    "a number": lambda it: b"7",
    "no heading": lambda it: "\n".join(it[1:]).encode(),
    "another format": lambda it: changed(it[0], format="umpire-ledger/2").encode(),
    "another game": lambda it: changed(it[0], game="chess").encode(),
    "a game that is no word": lambda it: changed(it[0], game=["midway"]).encode(),
    "no kit": lambda it: changed(it[0], kit={}).encode(),
    "a kit out of shape": lambda it: changed(it[0], kit={**midway_kit(), "roster": 7, "board/columns": "x"}).encode(),
    "settings out of shape": lambda it: changed(it[0], settings={"names": 7, "umpire": []}, kit=[]).encode(),
    "a line left out": lambda it: "\n".join([*it[:3], *it[4:]]).encode(),
    "a line cut short": lambda it: ("\n".join(it[:4]) + "\n" + it[4][:40]).encode(),
    "a line that is a list": lambda it: "\n".join([it[0], "[1]"]).encode(),
    "a stranger's ship": lambda it: "\n".join([it[0], changed(it[1], value={"Nautilus": "A-1-A"}, told={})]).encode(),
    "another telling": lambda it: "\n".join([*it[:2], changed(it[2], told={"us": "0" * 16})]).encode(),
    "a party that is none": lambda it: "\n".join([it[0], changed(it[1], party="red")]).encode(),
    "a deed that is none": lambda it: "\n".join([it[0], changed(it[1], do="undo")]).encode(),
    "a number of a number": lambda it: "\n".join([it[0], it[1].replace('"n":1', '"n":1e400')]).encode(),
    "not a number": lambda it: "\n".join([it[0], it[1].replace('"n":1', '"n":NaN')]).encode(),
    "a deep hole": lambda it: (it[0] + "\n" + "[" * 100_000).encode(),
    "back to nowhere": lambda it: "\n".join([it[0], changed(it[1], do="back", value=5, told={})]).encode(),
}


class TestNotALedger:
    @pytest.mark.parametrize("kind", WRONG)
    def test_is_turned_away_in_words(self, room: Room, kind: str) -> None:
        before = room.store.tables()
        answer = sent(room, WRONG[kind](lines(room)))
        assert answer.status_code == 422
        assert len(refusal_in(answer.text)) > 20
        assert "Traceback" not in answer.text
        assert room.store.tables() == before

    def test_too_large_or_nothing_chosen(self, room: Room) -> None:
        before = room.store.tables()
        assert sent(room, b"x" * (9 * 1024 * 1024)).status_code == 413
        assert room.laptop.post("/import", {"file": "not a file"}).status_code == 422
        assert room.store.tables() == before

    def test_the_same_file_is_taken_when_it_is_whole(self, room: Room) -> None:
        for end in ("\n", "\r\n", "\n\n"):
            assert sent(room, end.join([*lines(room), ""]).encode()).status_code == 303


# The disk.


def filled(store: Store) -> None:
    """Fill the ledger's pages until not even the least line goes in."""
    for n in range(1, 5000):
        store.commit("FULL", [(n, 0)], [], [])


class TestTheDisk:
    @pytest.mark.parametrize("row", [row for row in ROWS if row[1] == "POST"], ids=lambda row: row[2])
    def test_full_it_is_a_sentence_on_every_route(self, room: Room, row: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever may post: a phone, one that waits, the laptop."""
        _, _, path, fields, _ = row
        known = {**names(room), "free": "QQQQ"}
        form = {key: text.format(**known) for key, text in fields.items()}
        if path == "/j/{spent}":
            path = f"/j/{room.code_for('us')}"

        def full(store: Store) -> Any:
            raise StoreFailed("The laptop's disk is full: make some room and try again; nothing was changed.")

        monkeypatch.setattr(Store, "_writing", full)
        for caller in ("us", "laptop", "stranger"):
            answer = room.people[caller].post(path.format(**known), form)
            assert answer.status_code != 500, f"{caller}: {answer.status}"
            if answer.status_code == 503:
                assert "disk is full" in answer.text
                assert not ZONE.search(answer.text)

    def test_full_in_the_middle_of_a_turn(self, room: Room) -> None:
        """A real one: SQLite may write no more pages. What was tapped before is there; the lock goes in later."""
        us = phone(room, "us")
        us.tap("count", "Hornet:D:3")
        form = {**us.asked(us.root), "op": "", "lock": "1"}
        room.store.create_table("FULL", "midway", {}, attended=False, kit_id=None, created="")
        (pages,) = room.store._conn.execute("PRAGMA page_count").fetchone()
        room.store._conn.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreFailed, match="disk is full"):
            filled(room.store)
        before = room.ledger
        answer = us.post(f"{us.root}/act", form)
        assert answer.status_code == 422
        assert "disk is full" in refusal_in(answer.text)
        assert (room.ledger, us.asked(us.root)) == (before, {"ask": form["ask"], "draft": form["draft"]})
        assert 'data-locked="1"' not in us.page()
        room.store._conn.execute("PRAGMA max_page_count = 1000000")
        assert us.post(f"{us.root}/act", form).status_code == 200
        assert room.ledger[-1]["value"]["which"]["Hornet"] == {"D": 3, "T": 0, "F": 0}

    def test_a_database_from_a_newer_version(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "umpire.db"
        Store(path).close()
        with sqlite3.connect(path) as connection:
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        before = path.read_bytes()
        with pytest.raises(StoreTooNew, match="newer version"):
            Store(path)
        assert cli.main(["--home", str(tmp_path), "export", "ROSE"]) != 0
        said = capsys.readouterr()
        assert "newer version" in said.err
        assert "Traceback" not in said.err + said.out
        assert path.read_bytes() == before
