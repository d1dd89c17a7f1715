"""At the door: forms from elsewhere, names that are not the laptop's, guessed and used codes; what every answer says.

Over every route of the app and every game: a route that is added is tried here the day it is added.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.every import EVERY
from tests.web.room import LAPTOP, WIFI, Device, Phone, Room, Watch, ears, kept_by
from umpire.store import CODE_LENGTH, CODE_LETTERS
from umpire.web import guard
from umpire.web.guard import DESK_DIGITS, MOST_OPEN, POLICY, Turnstile

JSON = Any


@pytest.fixture(scope="module", params=EVERY)
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table some turns into its game, with somebody of every kind; nothing here changes it."""
    made = EVERY[request.param].house(tmp_path_factory.mktemp("door") / "house.db")
    made.app.extensions["turnstile"].__init__(10**9, 10**9)
    yield made
    made.store.close()


def addresses(room: Room, method: str, who: str = "us") -> list[str]:
    """Every route of the app that takes a method, as one would find it: what its names stand for is said here."""
    seat = room.people[who]
    assert isinstance(seat, Phone)
    said = {
        "code": room.code,
        "seat_id": seat.seat,
        "game": room.game,
        "side": "us",
        "kit_id": "box",
        "section": room.section,
        "what": "turn",
        "filename": "app.js",
    }
    made = []
    for rule in room.app.url_map.iter_rules():
        if method in (rule.methods or ()):
            assert rule.arguments <= set(said), f"{rule.rule}: say here what {rule.arguments - set(said)} may be"
            code = {"code": "QQQQQQ"} if rule.rule.startswith("/j/") else {}
            made.append(re.sub(r"<(?:\w+:)?(\w+)>", lambda m, more=code: {**said, **more}[m[1]], rule.rule))
    return made


# Forms from elsewhere.

ELSEWHERE: list[dict[str, str]] = [
    {"Origin": "null"},
    {"Origin": "http://elsewhere.example"},
    {"Origin": "http://192.168.1.2:9000"},
    {"Origin": "http://192.168.1.2"},
    {"Origin": "http://192.168.1.2:8000.elsewhere.example"},
    {"Origin": "http://us@192.168.1.2:8000"},
    {"Origin": "http://[::1"},
    {"Origin": "", "Referer": "http://elsewhere.example/192.168.1.2:8000"},
    {"Origin": "", "Referer": "http://[192.168.1.2:8000/"},
    {"Origin": "", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "", "Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site"},
]


class TestFormsFromElsewhere:
    @pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
    def test_no_route_takes_one(self, room: Room, headers: dict[str, str]) -> None:
        before = kept_by(room)
        for who in ("us", "laptop"):
            device = room.people[who]
            here = {k: v.replace("192.168.1.2:8000", device.base.partition("//")[2]) for k, v in headers.items()}
            for path in addresses(room, "POST"):
                assert device.post(path, {"say": "moved"}, headers=here).status_code == 403, path
        assert kept_by(room) == before

    def test_our_own_are_taken_with_what_browsers_say_of_them(self, room: Room) -> None:
        """With an origin, or from a browser that tells no more than the page before, or not even that."""
        us = room.people["us"]
        assert isinstance(us, Phone)
        for headers in (
            {"Sec-Fetch-Site": "same-origin"},
            {"Origin": "", "Referer": f"{WIFI}/seat/x"},
            {"Origin": ""},
            {"Origin": "", "Sec-Fetch-Site": "none"},
        ):
            assert us.post(f"{us.root}/act", {"ask": "t0/none"}, headers=headers).status_code == 422

    def test_a_form_is_never_sent_by_an_address(self, room: Room) -> None:
        """Looking changes nothing: what changes something is posted, and so asked where it comes from."""
        before = kept_by(room)
        for who in ("us", "laptop"):
            for path in addresses(room, "GET"):
                if not path.startswith("/j/"):
                    room.people[who].get(path, query_string={"say": "moved", "motion": "concede", "lock": "1"})
        assert kept_by(room) == before


class TestNames:
    """Of the laptop: numbers, localhost, and what it was given; else somebody's name was made to point here."""

    @pytest.mark.parametrize(
        "host",
        ["rebound.example", "rebound.example:8000", "localhost.example", "127.0.0.1.example", "0x7f000001", "[::1"],
    )
    def test_no_route_answers_to_another(self, room: Room, host: str) -> None:
        laptop = Device(room, *LAPTOP)
        for path in addresses(room, "GET"):
            for headers in (
                {"Host": host},
                {"Host": host, "X-Forwarded-Host": "localhost:8000", "X-Forwarded-For": "::1"},
            ):
                assert laptop.get(path, headers=headers).status_code in (400, 421), path
        with ears() as hears:
            for root in (room.screen, room.desk):
                laptop.base = f"http://{host}"
                assert hears.listen(laptop, f"{root}/events").status == 404
        room.devices.remove(laptop)

    @pytest.mark.parametrize("host", ["192.168.1.2:8000", "10.0.0.7", "[fd00::5]:8000", "[::1]:8000", "localhost:8000"])
    def test_numbers_are_the_laptops(self, room: Room, host: str) -> None:
        assert room.laptop.get("/ping", headers={"Host": host}).status_code == 200

    def test_nobody_is_the_laptop_by_saying_so(self, room: Room) -> None:
        """Neither by its name, nor by a header that a proxy would write, on any route that is the laptop's alone."""
        stranger, laptop = room.people["stranger"], room.laptop
        for headers in (
            {"Host": "localhost:8000"},
            {"X-Forwarded-For": "127.0.0.1"},
            {"Forwarded": "for=127.0.0.1;host=localhost"},
            {"X-Real-IP": "127.0.0.1", "X-Forwarded-Host": "localhost:8000"},
        ):
            for path in (f"/tables/{room.code}", f"{room.desk}/secrets", f"/tables/{room.code}/export", "/kits/box"):
                assert laptop.get(path).status_code == 200
                assert stranger.get(path, headers=headers).status_code == 404


# Codes.


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(guard.time, "monotonic", lambda: self.now)


def guesses(clock: Clock, hours: float, phones: int) -> int:
    """How many wrong codes phones get in that do nothing but guess, all they may."""
    turnstile, until, got = Turnstile(), clock.now + hours * 3600, 0
    while clock.now < until:
        got += sum(turnstile.admits(f"192.168.1.{n}") for n in range(phones) for _ in range(14))
        clock.now += 15
    return got


class TestGuesses:
    def test_what_a_code_is_worth(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock, codes = Clock(monkeypatch), len(CODE_LETTERS) ** CODE_LENGTH
        assert MOST_OPEN * guesses(clock, 3, phones=1) / codes < 1 / 2000, "one phone, three hours, a full table"
        assert MOST_OPEN * guesses(clock, 3, phones=6) / codes < 1 / 900, "a room full of phones that only guess"
        desk = guesses(clock, 24, phones=6) / 10**DESK_DIGITS
        assert desk < 1 / 2000, "the desk, a day and a night"

    def test_as_many_codes_are_open_as_that_reckons_with(self, room: Room, tmp_path: Path) -> None:
        """Ask for every code that can be asked for, over and over, with two phones a side."""
        copy = room.copied(tmp_path / "copy.db")
        sides = copy.table.game.sides
        active = [seat for seat in copy.store.seats(copy.code) if seat.state == "active"]
        for side in sides:
            for n in range(2 - sum(seat.side == side for seat in active)):
                copy.store.claim(copy.store.issue_code(copy.code, side, "join").code, f"{side}{n}", "", "", "")
        for _ in range(2):
            for side in sides:
                for purpose in ("join", "replace"):
                    copy.store.issue_code(copy.code, side, purpose)
            for seat in copy.store.seats(copy.code):
                for purpose in ("add", "move") if seat.state == "active" else ():
                    copy.store.issue_code(copy.code, seat.side, purpose, seat.id)
        ((still,),) = copy.store._rows("SELECT count(*) FROM codes WHERE spent = 0")
        assert 2 * still == MOST_OPEN * len(sides)

    def test_a_hall_full_of_phones_joins_at_once(self, room: Room, tmp_path: Path) -> None:
        """A right code is no guess: not even a minute's worth of them from behind one address slows anybody down."""
        copy = room.copied(tmp_path / "copy.db")
        for _ in range(40):
            phone = copy.stranger()
            phone.peer = "192.168.1.9"
            code = copy.store.issue_code(copy.code, "us", "add").code
            assert phone.get(f"/j/{code}").status_code == 200
            assert phone.claim(code).status_code == 303

    @pytest.mark.parametrize("path", ["/j/QQQQQQ", "/desk"])
    def test_guesses_at_the_same_instant_are_counted_too(self, room: Room, tmp_path: Path, path: str) -> None:
        copy = room.copied(tmp_path / "copy.db")
        answers = together([lambda: copy.stranger_at("192.168.1.9").post(path, {"code": "0"}) for _ in range(20)])
        assert sorted(answer.status_code for answer in answers)[-8:] == [429] * 8
        assert sum(answer.status_code in (404, 422) for answer in answers) == 12

    def test_a_code_scanned_again_is_told_of(self, room: Room, tmp_path: Path) -> None:
        """By whoever scans it after it was used; but not by the phone that used it, which only went back a page."""
        copy = room.copied(tmp_path / "copy.db")
        ann, eve = copy.stranger(), copy.stranger()
        code = copy.code_for("us")
        ann.join(code)
        assert code not in copy.laptop.get(f"/tables/{copy.code}?side=us").text
        assert ann.get(f"/j/{code}").status_code == 410
        assert "tried a code" not in copy.laptop.get(f"{copy.screen}/page").text
        for _ in range(3):
            assert eve.get(f"/j/{code}").status_code == 410
        assert copy.laptop.get(f"{copy.screen}/page").text.count("tried a code") == 1
        assert eve.cookies() == {}


def together(does: list[Callable[[], TestResponse]]) -> list[TestResponse]:
    """What comes of it when all is done at the same instant."""
    answers: list[TestResponse] = []
    start = threading.Barrier(len(does))

    def do(each: Callable[[], TestResponse]) -> None:
        start.wait()
        answers.append(each())

    threads = [threading.Thread(target=do, args=(each,)) for each in does]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class TestSeats:
    def test_an_address_is_nothing_without_its_cookie(self, room: Room) -> None:
        """Every route of a seat, as everybody who has none or another's, with the name of its cookie and no token."""
        us = room.people["us"]
        assert isinstance(us, Phone)
        assert re.fullmatch(r"[0-9a-f]{8}", us.seat)
        others = [*room.table.game.sides[1:], "second"]
        tokens = {token for who in others for token in room.people[who].cookies().values()}
        for who in ("stranger", *others, "laptop"):
            thief = room.people[who].twin(room)
            for token in ("", us.seat, *tokens):
                thief.client.set_cookie(f"seat_{us.seat}", token, domain="192.168.1.2", path="/")
                for method in ("GET", "POST"):
                    paths = [path for path in addresses(room, method) if path.startswith(us.root)]
                    assert len(paths) > 5
                    assert {thief.open(method, path).status_code for path in paths} == {404}
            room.devices.remove(thief)

    def test_nothing_in_an_address_or_a_title_is_a_key(self, room: Room) -> None:
        """Neither a cookie's token, nor what is kept of it, nor the desk code; a join code only where it is shown."""
        keys = {token for device in room.devices for token in device.cookies().values()}
        keys |= {seat.token_hash for seat in room.store.seats(room.code)} | {room.app.extensions["desk"].code}
        assert len(keys) > 5
        sides = room.table.game.sides
        for who in (*sides, "laptop", "stranger"):
            for path in addresses(room, "GET", who if who in sides else "us"):
                answer = room.people[who].get(path)
                assert not [key for key in keys if key in answer.text + str(answer.headers)], path


# What every answer says, and what no page holds.


class Page(HTMLParser):
    """What a page has that runs or is styled in the page itself, and what it asks for elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        inline = tag in ("style", "iframe", "object", "embed", "base") or (tag == "script" and "src" not in said)
        marked = [name for name in said if name.startswith("on") or name.startswith("hx-on") or name == "style"]
        links = [said[name] or "" for name in ("href", "src", "action", "formaction", "poster", "data") if name in said]
        abroad = [link for link in links if re.match(r"(?i)\s*(javascript|vbscript|data:text|//|\\)", link)]
        self.links += links
        self.wrong += [f"<{tag}> {what}" for what in (["inline"] if inline else []) + marked + abroad]


SEALED = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def sealed(answer: TestResponse, path: str) -> None:
    told = {name: answer.headers.get(name) for name in SEALED}
    assert told == SEALED, path
    assert answer.headers["Cache-Control"] == ("no-cache" if path.startswith("/static/") else "no-store"), path
    assert not {"Server", "X-Powered-By", "Via", "ETag", "Access-Control-Allow-Origin"} & {*answer.headers.keys()} or (
        path.startswith("/static/")
    )
    if answer.mimetype == "text/html" and "attachment" not in answer.headers.get("Content-Disposition", ""):
        assert Page(answer.text).wrong == [], path


class TestEveryAnswer:
    def test_of_every_route_to_everybody(self, room: Room) -> None:
        kinds = set()
        for who in (name for name in ("us", "waits", "out", "stranger", "laptop") if name in room.people):
            owner = who if who in ("us", "waits", "out") else "us"
            for path in addresses(room, "GET", owner):
                answer = room.people[who].get(path)
                sealed(answer, path)
                kinds.add(answer.status_code)
                sealed(room.people[who].open("HEAD", path), path)
        assert kinds >= {200, 204, 404, 409, 410}

    def test_of_a_page_that_has_not_moved(self, room: Room) -> None:
        us = room.people["us"]
        assert isinstance(us, Phone)
        version = us.get(f"{us.root}/page").headers["X-Version"]
        answer = us.get(f"{us.root}/page?v={version}")
        assert answer.status_code == 204
        sealed(answer, us.root)

    def test_of_every_refusal_and_error(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        us, laptop = room.people["us"], room.laptop
        assert isinstance(us, Phone)
        answers = [
            us.post(f"{us.root}/act", {}),
            us.post(f"{us.root}/act", b"x" * 40_000),
            us.post(f"{us.root}/act", headers={"Origin": "null"}),
            us.get("/ping", headers={"Host": "rebound.example"}),
            us.open("DELETE", us.root),
            us.get("/%00%ff../../etc/passwd"),
            laptop.post(f"{us.root}/act"),
            laptop.post("/import"),
            us.get("/games/none"),
        ]
        with monkeypatch.context() as patch:
            patch.setattr(room.app.extensions["turnstile"], "admits", lambda who: False)
            answers.append(us.get("/j/QQQQQQ"))
        with monkeypatch.context() as patch:
            patch.setattr("umpire.web.join._slowly", lambda: 1 // 0)
            answers.append(us.get("/j/QQQQQQ"))
        assert {answer.status_code for answer in answers} == {303, 403, 404, 405, 413, 421, 422, 429, 500}
        for answer in answers:
            sealed(answer, "a refusal")
            assert "Traceback" not in answer.text

    def test_of_streams(self, room: Room) -> None:
        us = room.people["us"]
        assert isinstance(us, Phone)
        with ears() as hears:
            for path, status in (
                (f"{us.root}/events", 200),
                (f"{room.screen}/events", 200),
                (f"{room.desk}/events", 404),
            ):
                ear = hears.listen(us, path)
                assert ear.status == status
                told = dict(ear.headers)
                assert {name: told.get(name.lower()) for name in SEALED} == SEALED
                assert told["cache-control"] == "no-store"
                assert "server" not in told


# Anything at all in any field of any form.

WORDS = st.sampled_from(["0", "1", "-1", "x", "us", "japan", "moved", "agreed", "ruled", "end", "dispute", "correct"])
ODDER = st.sampled_from(["", "\x00", "\r\nSet-Cookie: a=b", "9" * 400, "<script>", "../../x", "{{7*7}}", "٣", "\u202e"])


class AnyForm:
    def check(self, room: Room, path: str, who: str, form: dict[str, str]) -> None:
        if path.endswith(("/leave", "/phone", "/kits/import", "/new", "/import", "/code", "/seat-all", "/yes")):
            form = {**form, "seat": "none"}
        device = room.people[who]
        watch = Watch(room, device)
        answer = device.post(path, form)
        assert answer.status_code < 500, (path, form)
        assert "Set-Cookie" not in answer.headers or path.endswith("/leave") or answer.status_code == 303
        if answer.status_code >= 400:
            watch.saw_nothing()


class TestAnyForm(AnyForm):
    @settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def test_to_any_route(self, hurt: Room, data: Any) -> None:
        fields = sorted(set(re.findall(r'(?:form\.get|getlist)\("([\w-]+)"', FORMS)) | {"file", "name-us"})
        path = data.draw(st.sampled_from([p for p in addresses(hurt, "POST") if not p.endswith("/leave")]))
        who = data.draw(st.sampled_from(["us", "laptop", "laptop"]))
        words = WORDS | ODDER | st.text(max_size=12)
        self.check(hurt, path, who, data.draw(st.dictionaries(st.sampled_from(fields), words, max_size=8)))


FORMS = "\n".join(path.read_text("utf-8") for path in sorted(Path(guard.__file__).parent.glob("*.py")))
"""The code of the web: what its forms may hold stands in it."""


@pytest.fixture(scope="module", params=EVERY)
def hurt(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room that may come to harm."""
    made = EVERY[request.param].house(tmp_path_factory.mktemp("hurt") / "house.db")
    made.app.extensions["turnstile"].__init__(10**9, 10**9)
    yield made
    made.store.close()
