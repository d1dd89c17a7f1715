"""What people call themselves and say: on every page it is text, on one line, and nothing of the page but that."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.every import EVERY
from tests.web.room import Device, Phone, Room
from umpire.web.typed import LONGEST_NAME, MARKS, tidy

MARK = "Zq7"
"""Stands in every hostile text, so that it is found again."""
TEXTS = {
    "a script": f"<script>{MARK}</script>",
    "a picture": f"{MARK}<img src=x onerror=alert(1)>",
    "the end of its place": f"\"'></b></textarea></title>{MARK}<b id=zq>",
    "a template": f"{{{{7*7}}}}{{% raw %}}{MARK}",
    "a link": f"javascript:{MARK}//",
    "the other way round": f"\u202e{MARK}\u2066\u200f",
    "nothing to see": f"\u200b\u2060\ufeff\u00ad{MARK}\u3164\u2800",
    "controls": f"\x00\x07\x1b[31m{MARK}\r\n\tX",
    "accents on accents": MARK + "\u0301" * 100,
    "very long": MARK + "W" * 2_000,
    "of pictures": f"{MARK}💥👩‍👩‍👧‍👦",
}
BENT = {chr(n) for n in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF)}


class Read(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.tags = "", [""]
        self.attrs: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attrs += [name for name, _ in attrs] + [value for name, value in attrs if name == "id" and value]

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(room: Room) -> Iterator[tuple[Device, str, str]]:
    """Every page on which somebody's words may stand, and who looks at it."""
    for device in (*room.people.values(),):
        if isinstance(device, Phone) and device.root:
            for path in ("", "/record", "/menu", "/print/turn"):
                yield device, path, device.get(f"{device.root}{path}").text
    screen, desk = room.screen, room.desk
    for path in (screen, f"{screen}/record", f"{screen}/print/turn", desk, f"{desk}/right", f"{desk}/print/master"):
        yield room.laptop, path, room.laptop.get(path).text
    for path in ("/", f"/tables/{room.code}?side=us", f"{desk}/secrets", "/kits/box"):
        yield room.laptop, path, room.laptop.get(path).text


@pytest.mark.parametrize("game", EVERY)
def test_words_are_nothing_but_words(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """In the names of players and phones, a question, a ruling, and why a record is set right."""
    room = EVERY[game].room(tmp_path_factory.mktemp("names") / "room.db")
    room.app.extensions["turnstile"].__init__(10**9, 10**9)
    texts = [*TEXTS.values()]
    for text, other in zip(texts[::2], texts[1::2] + texts[:1], strict=False):
        sides = room.table.game.sides
        room.code = room.host.create(room.game, {"umpire": True, "dice": "app", "names": {}}, "box")
        room.people = {"laptop": room.laptop} | {
            s: room.phone(s, t) for s, t in zip(sides, (text, other), strict=False)
        }
        us = room.people["us"]
        assert isinstance(us, Phone)
        assert us.say("dispute", text=text).status_code == 200
        umpire = {"motion": "dispute", "say": "ruled", "name": room.table.motions.name, "text": other}
        assert room.laptop.post(f"{room.desk}/motion", umpire).status_code == 200
        assert us.say("dispute", text=text).status_code == 200
        room.phone("us", other)  # asks for the seat, by that name
        named = {f"name-{side}": text for side in sides}
        made = room.laptop.post(f"/new/{room.game}", {"kit": "box", **named})
        assert made.status_code == 303
        code = made.headers["Location"].rpartition("/")[2]
        room.laptop.post(f"/tables/{code}/code", {"side": "us"})
        shown = room.store.open_code(code, "us", "join")
        assert shown is not None
        looked = [(room.laptop, "joining", room.stranger().get(f"/j/{shown.code}").text), *pages(room)]
        met = 0
        for _, path, page in looked:
            read = Read(page)
            met += MARK in page
            assert not {"zq", "onerror"} & {*read.attrs}, (path, text, other)
            assert not BENT & {*page}, (path, text, other)
            assert MARK not in "".join(tag for tag in read.tags)
            assert f"<script>{MARK}" not in page
            assert "49" + "{% raw" not in page
            assert f'href="javascript:{MARK}' not in page
            assert "\u0301" * (MARKS + 1) not in unicodedata.normalize("NFD", page)
            assert "W" * 400 not in page
        assert met >= 6, f"{text!r} is met nowhere"
    room.store.close()


class TestTidy:
    @settings(max_examples=300, derandomize=True, deadline=None)
    @given(text=st.text(st.characters() | st.sampled_from([*BENT, "\u0301", "\u3164", "\u200d", " "]), max_size=60))
    def test_is_seen_and_stays_in_its_place(self, text: str) -> None:
        said = tidy(text, LONGEST_NAME)
        assert len(said) <= LONGEST_NAME
        assert said == said.strip()
        assert tidy(said, LONGEST_NAME) == said
        assert not BENT & {*said}
        said.encode()
        assert not [c for c in said if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")]

    @pytest.mark.parametrize("text", ["", " ", "\u200b", "\u200d", "\u3164 \u2800", "\u202e\u202c", "\x00", "\ud800"])
    def test_what_shows_nothing_is_nothing(self, text: str) -> None:
        assert tidy(text, LONGEST_NAME) == ""

    @pytest.mark.parametrize("text", ["Ann", "Zoë", "Łukasz", "山本 五十六", "נמרוד", "عمر", "می‌خواهم", "👩‍👩‍👧 Bo"])
    def test_names_are_left_as_they_are(self, text: str) -> None:
        assert tidy(text, LONGEST_NAME) == text
