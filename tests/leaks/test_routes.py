"""Who may get what: every route has a row for every kind of caller, and every row is tried.

And whatever is posted to any of them, it is taken, or refused in words. The columns are a stranger on the
Wi-Fi; a phone of the US, and a second one; a phone of Japan; one that was signed out; one that waits for a
yes; the laptop with an umpire, and the laptop without.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.web.room import LAPTOP, WIFI, ZONE, Device, Ears, Room, Watch, ears, hidden, house, shown_code

CALLERS = ("stranger", "us", "second", "japan", "out", "waits", "laptop", "alone")
"""`alone` is the laptop of a table that nobody umpires; all the others are at one with an umpire."""

ANYBODY = "200 200 200 200 200 200 200 200"
ON_LAPTOP = "404 404 404 404 404 404 {0} {0}"
DESK = "404 404 404 404 404 404 {0} 404"
OWN = "404 {0} 404 404 404 404 404 404"
OUT = "404 404 404 404 {0} 404 404 404"
WAITS = "404 404 404 404 404 {0} 404 404"
SHARED = "404 404 404 404 404 404 404 404"
"""What only a screen has that is shared; the one of this game is not."""

Row = tuple[str, str, str, dict[str, str], str]
# What is asked for, and the form sent with it: as little as the route needs to take it, or to refuse it in words.
ROWS: list[Row] = [
    ("static", "GET", "/static/app.js", {}, ANYBODY),
    # The lobby.
    ("lobby.home", "GET", "/", {}, ANYBODY),
    ("lobby.phones", "GET", "/help/phones", {}, ANYBODY),
    ("lobby.guide", "GET", "/games/midway", {}, ANYBODY),
    ("prints.forms_of_game", "GET", "/games/midway/forms/all", {}, ANYBODY),
    ("lobby.new", "GET", "/new/midway", {}, ON_LAPTOP.format(200)),
    ("lobby.new", "POST", "/new/midway", {"kit": "box"}, ON_LAPTOP.format(303)),
    ("lobby.table", "GET", "/tables/{code}?side=us", {}, ON_LAPTOP.format(200)),
    ("lobby.code_for", "POST", "/tables/{code}/code", {"side": "us"}, ON_LAPTOP.format(303)),
    ("lobby.let_go", "POST", "/tables/{code}/out", {"seat": "{us}"}, ON_LAPTOP.format(303)),
    ("lobby.seat_all", "POST", "/tables/{code}/seat-all", {}, ON_LAPTOP.format(303)),
    ("lobby.address", "POST", "/address", {"ip": "10.0.0.1"}, ON_LAPTOP.format(303)),
    ("lobby.export", "GET", "/tables/{code}/export", {}, "404 404 404 404 404 404 200 409"),
    ("lobby.take_in", "POST", "/import", {}, ON_LAPTOP.format(422)),
    # Kits.
    ("kits.new", "GET", "/kits/midway/new", {}, ON_LAPTOP.format(200)),
    ("kits.new", "POST", "/kits/midway/new", {"name": "Another"}, ON_LAPTOP.format(303)),
    ("kits.show", "GET", "/kits/box", {}, ON_LAPTOP.format(200)),
    ("kits.save", "GET", "/kits/box/time", {}, ON_LAPTOP.format(303)),
    ("kits.save", "POST", "/kits/box/time", {"turns": "x"}, ON_LAPTOP.format(422)),
    ("kits.rename", "POST", "/kits/box/rename", {"name": "Ours"}, ON_LAPTOP.format(303)),
    ("kits.export", "GET", "/kits/box/export", {}, ON_LAPTOP.format(200)),
    ("prints.forms_of_kit", "GET", "/kits/box/forms/all", {}, ON_LAPTOP.format(200)),
    ("kits.take_in", "GET", "/kits/import", {}, ON_LAPTOP.format(200)),
    ("kits.take_in", "POST", "/kits/import", {}, ON_LAPTOP.format(422)),
    # Joining.
    ("join.ping", "GET", "/ping", {}, ANYBODY),
    ("join.type_code", "GET", "/j", {}, ANYBODY),
    ("join.ask_name", "GET", "/j/{spent}", {}, "410 410 410 410 410 410 410 410"),
    ("join.ask_name", "GET", "/j/{free}", {}, "200 200 200 200 200 200 200 200"),
    ("join.take_seat", "POST", "/j/{spent}", {"name": "Eve"}, "410 410 410 410 410 410 410 410"),
    # A seat, by the phone that has it; then by the phone that had it, and by one that waits for it.
    ("seat.show", "GET", "/seat/{us}", {}, OWN.format(200)),
    ("seat.page", "GET", "/seat/{us}/page", {}, OWN.format(200)),
    ("seat.menu", "GET", "/seat/{us}/menu", {}, OWN.format(200)),
    ("seat.right", "GET", "/seat/{us}/right", {}, OWN.format(200)),
    ("seat.right", "GET", "/seat/{us}/right?find=zone", {}, OWN.format(200)),
    ("seat.right", "GET", "/seat/{us}/right?fact=zone/Akagi", {}, OWN.format(200)),
    ("seat.right", "POST", "/seat/{us}/right", {"fact": "zone/Akagi"}, OWN.format(422)),
    ("seat.record", "GET", "/seat/{us}/record", {}, OWN.format(200)),
    ("seat.phone", "GET", "/seat/{us}/phone", {}, OWN.format(200)),
    ("seat.phone", "POST", "/seat/{us}/phone", {"purpose": "add"}, OWN.format(200)),
    ("seat.act", "POST", "/seat/{us}/act", {}, OWN.format(422)),
    ("seat.roll", "POST", "/seat/{us}/roll", {}, OWN.format(422)),
    ("seat.withdraw", "POST", "/seat/{us}/withdraw", {}, OWN.format(422)),
    ("seat.motion", "POST", "/seat/{us}/motion", {}, OWN.format(422)),
    ("seat.menu", "POST", "/seat/{us}/menu", {}, OWN.format(422)),
    ("seat.yes", "POST", "/seat/{us}/yes", {"seat": "{waits}", "say": "yes"}, OWN.format(404)),
    ("seat.out", "POST", "/seat/{us}/out", {"seat": "{out}"}, OWN.format(303)),
    ("seat.leave", "POST", "/seat/{us}/leave", {}, OWN.format(303)),
    ("prints.for_seat", "GET", "/seat/{us}/print/packet", {}, OWN.format(200)),
    ("seat.show", "GET", "/seat/{out}", {}, OUT.format(410)),
    ("seat.page", "GET", "/seat/{out}/page", {}, OUT.format(204)),
    ("seat.menu", "GET", "/seat/{out}/menu", {}, OUT.format(404)),
    ("seat.right", "GET", "/seat/{out}/right", {}, OUT.format(404)),
    ("seat.phone", "POST", "/seat/{out}/phone", {"purpose": "add"}, OUT.format(404)),
    ("seat.act", "POST", "/seat/{out}/act", {}, OUT.format(404)),
    ("prints.for_seat", "GET", "/seat/{out}/print/packet", {}, OUT.format(404)),
    ("seat.show", "GET", "/seat/{waits}", {}, WAITS.format(200)),
    ("seat.page", "GET", "/seat/{waits}/page", {}, WAITS.format(204)),
    ("seat.menu", "GET", "/seat/{waits}/menu", {}, WAITS.format(404)),
    ("seat.right", "GET", "/seat/{waits}/right", {}, WAITS.format(404)),
    ("seat.act", "POST", "/seat/{waits}/act", {}, WAITS.format(404)),
    ("seat.yes", "POST", "/seat/{waits}/yes", {"seat": "{waits}", "say": "yes"}, WAITS.format(404)),
    # The public table.
    ("screen.show", "GET", "/screen/{code}", {}, ANYBODY),
    ("screen.page", "GET", "/screen/{code}/page", {}, ANYBODY),
    ("screen.record", "GET", "/screen/{code}/record", {}, ANYBODY),
    ("prints.for_all", "GET", "/screen/{code}/print/turn", {}, ANYBODY),
    ("prints.forms_of_table", "GET", "/screen/{code}/forms/all", {}, ANYBODY),
    ("screen.act", "POST", "/screen/{code}/act", {}, ON_LAPTOP.format(422)),
    ("screen.roll", "POST", "/screen/{code}/roll", {}, ON_LAPTOP.format(422)),
    ("screen.withdraw", "POST", "/screen/{code}/withdraw", {}, ON_LAPTOP.format(422)),
    ("screen.motion", "POST", "/screen/{code}/motion", {}, ON_LAPTOP.format(422)),
    *(
        (f"screen.{page}", way, f"/screen/{{code}}/{page}", {}, SHARED)
        for page in ("menu", "right")
        for way in ("GET", "POST")
    ),
    # Fingerprints, and the check of a file.
    ("proofs.for_seat", "GET", "/seat/{us}/proof", {}, OWN.format(200)),
    ("proofs.for_seat", "POST", "/seat/{us}/proof", {"held": "us"}, OWN.format(422)),
    ("proofs.for_seat", "GET", "/seat/{out}/proof", {}, OUT.format(404)),
    ("proofs.for_all", "GET", "/screen/{code}/proof", {}, ANYBODY),
    ("proofs.for_all", "POST", "/screen/{code}/proof", {"held": "us"}, "422 422 422 422 422 422 422 422"),
    ("proofs.for_umpire", "GET", "/desk/{code}/proof", {}, DESK.format(200)),
    ("proofs.for_umpire", "POST", "/desk/{code}/proof", {"held": "us"}, DESK.format(422)),
    ("proofs.check", "GET", "/check", {}, ON_LAPTOP.format(200)),
    ("proofs.check", "POST", "/check", {}, ON_LAPTOP.format(422)),
    # The umpire's desk.
    ("desk.door", "GET", "/desk", {}, ANYBODY),
    ("desk.door", "POST", "/desk", {"code": "1"}, "422 422 422 422 422 422 422 422"),
    ("desk.show", "GET", "/desk/{code}", {}, DESK.format(200)),
    ("desk.page", "GET", "/desk/{code}/page", {}, DESK.format(200)),
    ("desk.act", "POST", "/desk/{code}/act", {}, DESK.format(422)),
    ("desk.roll", "POST", "/desk/{code}/roll", {}, DESK.format(422)),
    ("desk.withdraw", "POST", "/desk/{code}/withdraw", {}, DESK.format(422)),
    ("desk.motion", "POST", "/desk/{code}/motion", {}, DESK.format(422)),
    ("desk.nudge", "POST", "/desk/{code}/nudge", {"side": "us"}, DESK.format(200)),
    ("desk.yes", "POST", "/desk/{code}/yes", {"seat": "{waits}", "say": "no"}, DESK.format(200)),
    ("desk.back", "POST", "/desk/{code}/back", {"last": "1"}, DESK.format(422)),
    ("desk.secrets", "GET", "/desk/{code}/secrets", {}, DESK.format(200)),
    ("desk.right", "GET", "/desk/{code}/right", {}, DESK.format(200)),
    ("desk.right", "GET", "/desk/{code}/right?at=Ships+and+bases&find=zone", {}, DESK.format(200)),
    ("desk.right", "GET", "/desk/{code}/right?fact=zone/Akagi", {}, DESK.format(200)),
    ("desk.right", "POST", "/desk/{code}/right", {}, DESK.format(422)),
    ("desk.as_side_show", "GET", "/desk/{code}/as/us", {}, DESK.format(200)),
    ("desk.as_side_page", "GET", "/desk/{code}/as/us/page", {}, DESK.format(200)),
    ("desk.as_side_act", "POST", "/desk/{code}/as/us/act", {}, DESK.format(422)),
    ("desk.as_side_roll", "POST", "/desk/{code}/as/us/roll", {}, DESK.format(422)),
    ("desk.as_side_withdraw", "POST", "/desk/{code}/as/us/withdraw", {}, DESK.format(422)),
    ("desk.as_side_motion", "POST", "/desk/{code}/as/us/motion", {}, DESK.format(422)),
    ("desk.as_side_show", "GET", "/desk/{code}/as/public", {}, DESK.format(404)),
    ("desk.as_side_show", "GET", "/desk/{code}/as/umpire", {}, DESK.format(404)),
    ("prints.for_side", "GET", "/desk/{code}/print/us/packet", {}, DESK.format(200)),
    # The report of a table that is still in play: nobody gets it, the umpire as little as a player.
    ("report.for_seat", "GET", "/seat/{us}/report", {}, OWN.format(409)),
    ("report.file_for_seat", "GET", "/seat/{us}/report/file", {}, OWN.format(409)),
    ("report.for_seat", "GET", "/seat/{out}/report", {}, OUT.format(404)),
    ("report.file_for_seat", "GET", "/seat/{waits}/report/file", {}, WAITS.format(404)),
    ("report.for_all", "GET", "/screen/{code}/report", {}, "409 409 409 409 409 409 409 409"),
    ("report.file_for_all", "GET", "/screen/{code}/report/file", {}, "409 409 409 409 409 409 409 409"),
    ("report.for_umpire", "GET", "/desk/{code}/report", {}, DESK.format(409)),
    ("report.file_for_umpire", "GET", "/desk/{code}/report/file", {}, DESK.format(409)),
    ("prints.for_umpire", "GET", "/desk/{code}/print/master", {}, DESK.format(200)),
]

STREAMS: list[tuple[str, str]] = [
    ("/seat/{us}/events", OWN.format(200)),
    ("/seat/{second}/events", "404 404 200 404 404 404 404 404"),
    ("/seat/{out}/events", OUT.format(404)),
    ("/seat/{waits}/events", WAITS.format(404)),
    ("/screen/{code}/events", ANYBODY),
    ("/desk/{code}/events", DESK.format(200)),
    ("/desk/{code}/as/us/events", DESK.format(200)),
    ("/desk/{code}/as/umpire/events", DESK.format(404)),
    ("/seat/{us}/as/japan/events", OWN.format(404)),
    ("/screen/{code}/as/us/events", ON_LAPTOP.format(404)),
]

FOR_THE_UMPIRE = ("desk.secrets", "desk.right", "desk.as_side", "prints.for_side", "prints.for_umpire", "lobby.export")
"""What may hold a secret on the laptop: one step away from the public table, never it."""
SHIPS = re.compile(r"\b(Akagi|Kaga|Hiryu|Soryu|Enterprise|Hornet|Yorktown|Atlanta|Tone)\b")


@cache
def _first(attended: bool, folder: Path) -> Room:
    return house(folder / f"house-{attended}.db", attended=attended)


class Houses:
    """The house with an umpire and the one without, to be copied for whoever would spoil them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.copies = folder, 0

    def all(self, *, fresh: bool) -> dict[str, tuple[Room, Device]]:
        rooms = {each: _first(each, self.folder) for each in (True, False)}
        if fresh:
            self.copies += 1
            rooms = {each: room.copied(self.folder / f"{self.copies}-{each}.db") for each, room in rooms.items()}
        callers = {name: (rooms[True], rooms[True].people[name]) for name in CALLERS[:-1]}
        return {**callers, "alone": (rooms[False], rooms[False].laptop)}


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    yield Houses(tmp_path_factory.mktemp("houses"))
    _first.cache_clear()


def names(room: Room) -> dict[str, str]:
    """What the curly names of a row stand for in a room."""
    seats = {name: device.seat for name, device in room.people.items() if hasattr(device, "seat")}
    spent = room.store._conn.execute("SELECT code FROM codes WHERE spent LIMIT 1").fetchone()[0]
    return {**seats, "code": room.code, "spent": spent}


def free_code(room: Room) -> str:
    return shown_code(room.people["us"].post(f"{names_root(room)}/phone", {"purpose": "add"}).text)


def names_root(room: Room) -> str:
    return f"/seat/{names(room)['us']}"


def entitled(caller: str, endpoint: str) -> tuple[str, ...]:
    """The sides whose secrets a caller may meet in an answer."""
    if caller == "laptop" and endpoint.startswith(FOR_THE_UMPIRE):
        return ("us", "japan")
    return {"us": ("us",), "second": ("us",), "japan": ("japan",)}.get(caller, ())


def whole(answer: TestResponse) -> str:
    return f"{answer.status}\n{answer.headers}\n{answer.text}"


def no_secret(answer: TestResponse, caller: str, endpoint: str) -> None:
    for side in {"us", "japan"} - set(entitled(caller, endpoint)):
        met = [zone for zone in hidden(side) if zone in whole(answer)]
        assert not met, f"{endpoint}: {caller} meets {met} of {side}"
    if answer.status_code in (403, 404, 405, 409, 410, 421, 429):
        assert not ZONE.search(answer.text), f"{endpoint}: {caller} is refused, and meets a zone"
        assert not SHIPS.search(answer.text), f"{endpoint}: {caller} is refused, and meets a ship"
        assert "Set-Cookie" not in answer.headers


class TestAudienceTable:
    def test_every_route_has_a_row(self, houses: Houses) -> None:
        room, _ = houses.all(fresh=False)["laptop"]
        rows = {(endpoint, method) for endpoint, method, *_ in ROWS}
        routes = {
            (rule.endpoint, method)
            for rule in room.app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        }
        assert not routes - rows, "routes that nobody has decided who may get"
        assert not rows - routes, "rows for routes that are gone"

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[1]} {row[2]}")
    def test_each_row_is_as_it_says(self, houses: Houses, row: Row) -> None:
        endpoint, method, path, fields, statuses = row
        callers = houses.all(fresh=method == "POST" or "{free}" in path)
        got, said = {}, dict(zip(CALLERS, statuses.split(), strict=True))
        for caller in sorted(CALLERS, key=lambda caller: said[caller] not in ("404", "410")):
            room, device = callers[caller]
            known = {**names(room), "free": free_code(room) if "{free}" in path else ""}
            sent = {key: text.format(**known) for key, text in fields.items()}
            answer = device.open(method, path.format(**known), sent or None)
            got[caller] = str(answer.status_code)
            no_secret(answer, caller, endpoint)
            assert answer.headers["Cache-Control"] == ("no-cache" if endpoint == "static" else "no-store")
        assert got == said

    @pytest.mark.parametrize("row", [row for row in ROWS if row[1] == "GET"], ids=lambda row: row[2])
    def test_a_head_tells_no_more(self, houses: Houses, row: Row) -> None:
        """Nor does asking what may be done with an address, or doing what may not."""
        endpoint, _, path, _, statuses = row
        if "{free}" in path:
            return
        for caller, said in zip(CALLERS, statuses.split(), strict=True):
            room, device = houses.all(fresh=False)[caller]
            address = path.format(**names(room))
            answer = device.open("HEAD", address)
            assert (str(answer.status_code), answer.text) == (said, ""), caller
            for method in ("OPTIONS", "PUT", "DELETE", "PATCH"):
                other = device.open(method, address)
                assert other.status_code in (200, 204, 403, 404, 405, 410)
                no_secret(other, "stranger", endpoint)

    def test_the_table_can_fail(self, houses: Houses) -> None:
        """The secrets looked for are there to be met, by those who may."""
        rooms = houses.all(fresh=False)
        for caller, path in (("us", "/seat/{us}/record"), ("second", "/seat/{second}/print/packet")):
            room, device = rooms[caller]
            page = device.get(path.format(**names(room))).text
            assert all(zone in page for zone in hidden("us"))
        room, laptop = rooms["laptop"]
        for path in (f"{room.desk}/secrets", f"{room.desk}/right?find=zone", f"/tables/{room.code}/export"):
            assert all(zone in laptop.get(path).text for side in ("us", "japan") for zone in hidden(side))


class TestTheDoor:
    @pytest.mark.parametrize(
        "host", ["umpire.example", "localhost.evil.example", "192.168.1.2.nip.io", "localhost:8000.evil", "[::1", "a b"]
    )
    def test_only_numbers_and_localhost_are_names_of_the_laptop(self, houses: Houses, host: str) -> None:
        room, _ = houses.all(fresh=False)["stranger"]
        for peer in ("127.0.0.1", "192.168.1.9"):
            answer = Device(room, peer, WIFI).get("/", headers={"Host": host})
            assert answer.status_code in (400, 421), host

    def test_a_phone_cannot_say_it_is_the_laptop(self, houses: Houses) -> None:
        room, phone = houses.all(fresh=False)["stranger"]
        for headers in ({"Host": "localhost:8000"}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Real-IP": "127.0.0.1"}):
            assert phone.get(f"/tables/{room.code}", headers=headers).status_code == 404
        through_a_name = Device(room, LAPTOP[0], "http://rebound.example")
        assert through_a_name.get(f"/tables/{room.code}").status_code == 421

    @pytest.mark.parametrize(
        "origin", ["http://elsewhere.example", "null", "http://192.168.1.2:9000", "http://192.168.1.3"]
    )
    def test_a_form_from_elsewhere_is_not_taken(self, houses: Houses, origin: str) -> None:
        room, us = houses.all(fresh=True)["us"]
        root = names_root(room)
        form = {**us.asked(root), "op": "word", "arg": "none"}
        for headers in ({"Origin": origin}, {"Origin": "", "Referer": f"{origin}/x"}):
            answer = us.post(f"{root}/act", form, headers=headers)
            assert answer.status_code == 403
        assert us.asked(root)["draft"] == form["draft"]

    def test_every_answer_is_sealed(self, houses: Houses) -> None:
        room, us = houses.all(fresh=False)["us"]
        root = names_root(room)
        for device, path in ((us, root), (us, f"{root}/page"), (us, "/nothing"), (room.laptop, room.desk)):
            headers = device.get(path).headers
            assert headers["Cache-Control"] == "no-store"
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "same-origin"
            assert "Access-Control-Allow-Origin" not in headers

    def test_the_desk_code_makes_a_tablet_the_laptop(self, houses: Houses) -> None:
        room, tablet = houses.all(fresh=True)["stranger"]
        answer = tablet.post("/desk", {"code": f" {room.app.extensions['desk'].code} "})
        assert "HttpOnly" in answer.headers["Set-Cookie"]
        assert "SameSite=Strict" in answer.headers["Set-Cookie"]
        assert tablet.get(f"{room.desk}/secrets").status_code == 200
        assert tablet.post(f"/tables/{room.code}/code", {"side": "us"}).status_code == 303


class TestStreams:
    @pytest.mark.parametrize("row", STREAMS, ids=lambda row: row[0])
    def test_a_stream_has_the_rights_of_its_page(self, houses: Houses, row: tuple[str, str]) -> None:
        path, statuses = row
        got: dict[str, str] = {}
        with ears() as listening:
            for caller in CALLERS:
                room, device = houses.all(fresh=False)[caller]
                got[caller] = self.listened(listening, device, path.format(**names(room)))
        assert got == dict(zip(CALLERS, statuses.split(), strict=True))

    def listened(self, listening: Ears, device: Device, path: str) -> str:
        ear = listening.listen(device, path)
        if ear.status != 200:
            assert ear.sent == []
            return str(ear.status)
        version = device.get(path.removesuffix("events") + "page").headers["X-Version"]
        assert ear.sent == [f"data: {version}\n\n"]
        assert dict(ear.headers)["cache-control"] == "no-store"
        return "200"

    def test_a_stream_ends_with_its_seat(self, houses: Houses) -> None:
        """The phone that had the seat hears no more of what its side does, and looks again."""
        room, us = houses.all(fresh=True)["us"]
        with ears() as listening:
            ear = listening.listen(us, f"/seat/{names(room)['us']}/events")
            mover = room.added(us, "move")
            listening.settle()
            before = list(ear.sent)
            mover.tap("word", "none")
            mover.tap("word", "all")
            listening.settle()
            assert ear.sent == before, "a phone that was signed out is told of every tap of its side"

    def test_a_stream_is_reached_by_number_like_its_page(self, houses: Houses) -> None:
        room, _ = houses.all(fresh=False)["stranger"]
        from_outside = Device(room, "192.168.1.66", "http://rebound.example:8000")
        assert from_outside.get(f"{room.screen}/page").status_code == 421
        with ears() as listening:
            assert listening.listen(from_outside, f"{room.screen}/events").status != 200

    def test_a_stream_goes_on_when_its_table_was_let_go(self, houses: Houses) -> None:
        """A laptop asleep for an hour lets its tables go; the pages that were open hear of the next tap all the same."""
        room, us = houses.all(fresh=True)["us"]
        root = names_root(room)
        with ears() as listening:
            ear = listening.listen(us, f"{root}/events")
            room.live.used = float("-inf")
            room.host._let_idle_go()
            us.tap_at(root, "word", "all")
            listening.settle()
            assert ear.sent[1:] == [f"data: {us.get(f'{root}/page').headers['X-Version']}\n\n"]


# Anything at all, anywhere.

PLAIN = (
    "0 1 -1 x us japan moved agreed ruled end dispute correct word count type move yes box motion/0 set/0 t1/ready/us"
)
ODDER = "t1/ready/japan zone/Hornet zone/Kaga Hornet:D:1 Kaga A-1-A Z-9-Q ² ٣ <script> {{7*7}} ../../etc/passwd %0d%0a"
STRANGE = ["", "\x00", "\r\n", "/tables/x\r\nSet-Cookie: a=b", "9" * 5000, "💥" * 20]
WORDS = st.sampled_from([*PLAIN.split(), *ODDER.split(), *STRANGE])
KEYS = [
    "ask",
    "draft",
    "op",
    "arg",
    "lock",
    "sure",
    "motion",
    "say",
    "name",
    "text",
    "fact",
    "to",
    "reason",
    "side",
    "seat",
]
MORE = ["code", "purpose", "ip", "back", "kit", "umpire", "dice", "counts", "name-us", "turns", "seen", "doubted"]
POSTS = [row for row in ROWS if row[1] == "POST" and "leave" not in row[2] and "yes" not in row[2]]


class TestGarbage:
    rooms: dict[str, Room] = {}

    @settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        row=st.sampled_from(POSTS),
        caller=st.sampled_from(["us", "laptop", "laptop"]),
        form=st.dictionaries(st.sampled_from([*KEYS, *KEYS, *MORE]), WORDS | st.text(max_size=20), max_size=9),
    )
    def test_posts(self, tmp_path: Path, row: Any, caller: str, form: dict[str, str]) -> None:
        room = self.at(tmp_path)
        device = room.people[caller]
        watch = Watch(room, device)
        answer = device.post(row[2].format(**names(room), free="QQQQ"), form)
        assert answer.status_code < 500, (row[2], form)
        if answer.status_code >= 400 and "{spent}" not in row[2]:  # a used code tried again is noticed by all
            watch.saw_nothing()
        if 200 <= answer.status_code < 400 and len(room.ledger) > len(watch.before[1]["entries"]):
            self.rooms.clear()

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        row=st.sampled_from([row for row in ROWS if row[1] == "GET"]),
        caller=st.sampled_from(["us", "laptop"]),
        part=WORDS | st.text(max_size=12),
        query=st.dictionaries(
            st.sampled_from(["v", "turn", "fact", "side", "code", "saved", "kit"]), WORDS, max_size=3
        ),
    )
    def test_addresses(self, tmp_path: Path, row: Any, caller: str, part: str, query: dict[str, str]) -> None:
        room = self.at(tmp_path)
        rng = random.Random(part)
        known = {**names(room), "free": "QQQQ"}
        part = quote(part, safe="/")
        path = re.sub(r"\{(\w+)\}", lambda m: part if rng.random() < 0.3 else known[m[1]], row[2].partition("?")[0])
        if rng.random() < 0.2:
            path = path.rpartition("/")[0] + f"/{part}"
        answer = room.people[caller].get(path if path.startswith("/") else "/", query_string=query)
        assert answer.status_code < 500, (path, query)
        assert "Set-Cookie" not in answer.headers

    def at(self, folder: Path) -> Room:
        if "room" not in self.rooms or not self.rooms["room"].path.exists():
            self.rooms["room"] = house(folder / f"{len(list(folder.iterdir()))}.db")
        turnstile = self.rooms["room"].app.extensions["turnstile"]
        turnstile.__init__(10**6, 10**6)
        return self.rooms["room"]
