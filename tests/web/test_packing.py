"""Over the air: a page goes packed to a browser that unpacks it, and says the very same."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest

from tests.every import EVERY
from tests.web.room import Room
from umpire.web.guard import SEALS

PACKS = {"Accept-Encoding": "gzip, deflate"}
AIR = 30_000
"""Bytes a page may have over the air."""


@pytest.fixture(scope="module", params=EVERY)
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    made = EVERY[request.param].house(tmp_path_factory.mktemp("packing") / "umpire.db")
    yield made
    made.store.close()


@pytest.mark.parametrize("who", ["first", "last", "laptop"])
def test_a_page_is_the_same_packed_and_light_enough(room: Room, who: str) -> None:
    """Of the first side and the last, which may be the same."""
    sides = room.table.game.sides
    phone = room.people[{"first": sides[0], "last": sides[-1]}.get(who, who)]
    path = getattr(phone, "root", "") or f"/desk/{room.code}"
    for at in (path, f"{path}/page"):
        plain, packed = phone.get(at), phone.get(at, headers=PACKS)
        assert plain.content_encoding is None
        assert packed.content_encoding == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert int(packed.headers["Content-Length"]) == len(packed.data) < min(AIR, len(plain.data) / 2)
        assert packed.headers["Cache-Control"] == "no-store"
        assert {name: packed.headers[name] for name in SEALS} == SEALS
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert packed.headers.get("X-Version") == plain.headers.get("X-Version")
    version = phone.get(f"{path}/page").headers["X-Version"]
    assert phone.get(f"{path}/page?v={version}", headers=PACKS).status_code == 204


def test_a_refusal_is_packed_too(room: Room) -> None:
    phone = room.people["us"]
    root = getattr(phone, "root", "")
    form = {**phone.asked(root), "op": "no-such-thing", "arg": "x"}
    plain, packed = phone.post(f"{root}/act", form), phone.post(f"{root}/act", form, headers=PACKS)
    assert (plain.status_code, packed.status_code, packed.content_encoding) == (422, 422, "gzip")
    assert gzip.decompress(packed.data) == plain.data


@pytest.mark.parametrize("said", ["", "identity", "gzip;q=0", "br"])
def test_nobody_is_sent_what_he_cannot_unpack(room: Room, said: str) -> None:
    answer = room.laptop.get("/", headers={"Accept-Encoding": said})
    assert answer.content_encoding is None
    assert b"<h1>Umpire</h1>" in answer.data


def test_a_file_is_packed_and_kept(room: Room) -> None:
    path = "/static/vendor/htmx.min.js"
    plain, packed = room.laptop.get(path), room.laptop.get(path, headers=PACKS)
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    tag = packed.headers["ETag"]
    assert tag == f"W/{plain.headers['ETag']}"  # other bytes, the same file
    again = room.laptop.get(path, headers={**PACKS, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_what_is_short_or_only_asked_about_goes_as_it_is(room: Room) -> None:
    assert room.laptop.get("/static/icon.svg", headers=PACKS).content_encoding is None
    head = room.laptop.open("HEAD", "/", headers=PACKS)
    assert (head.content_encoding, head.data) == (None, b"")
