"""The report over the web: nobody has a byte of it before the end, and the file asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.games import lively
from tests.tables import full_chart, midway_kit
from tests.web.room import ZONE, Device, Room, hidden, house, phone
from umpire import cli
from umpire.table.table import Hand
from umpire.web.report import NOT_YET, data_block

HOSTILE = "</script><b>Kii"


def reports(room: Room) -> list[tuple[str, Device, str]]:
    """Everybody who may ever open the report, and where."""
    made = [(side, room.people[side], f"{phone(room, side).root}/report") for side in ("us", "japan")]
    made += [("stranger", room.people["stranger"], f"{room.screen}/report")]
    made += [("laptop", room.laptop, f"{room.screen}/report")]
    if room.live.attended:
        made += [("umpire", room.laptop, f"{room.desk}/report")]
    return [*made, *((who, device, f"{path}/file") for who, device, path in made)]


def kindly_refused(answer: TestResponse) -> None:
    assert answer.status_code == 409
    assert NOT_YET in unescape(answer.text)
    assert not ZONE.search(answer.text)
    assert "report-data" not in answer.text
    assert "Content-Disposition" not in answer.headers


def end(room: Room, how: str) -> None:
    """The game over by a motion."""
    us, japan = phone(room, "us"), phone(room, "japan")
    us.say(how, sure="1")
    if how == "end":
        japan.say(how, "agreed")
    assert room.table.over


@pytest.mark.parametrize("attended", [True, False])
class TestWhen:
    def test_nobody_gets_it_while_the_table_is_in_play(self, tmp_path: Path, attended: bool) -> None:
        room = house(tmp_path / "a.db", attended=attended)
        for _, device, path in reports(room):
            kindly_refused(device.get(path))
        phone(room, "us").say("pause")
        phone(room, "japan").say("pause", "agreed")
        assert room.table.truth.paused
        phone(room, "us").say("end")
        for _, device, path in reports(room):
            kindly_refused(device.get(path))

    @pytest.mark.parametrize("how", ["concede", "end"])
    def test_an_end_by_a_motion_opens_it_to_all(self, tmp_path: Path, attended: bool, how: str) -> None:
        room = house(tmp_path / "a.db", attended=attended)
        end(room, how)
        for who, device, path in reports(room):
            answer = device.get(path)
            assert answer.status_code == 200, who
            assert all(zone in answer.text for side in ("us", "japan") for zone in hidden(side)), who
            assert ("Content-Disposition" in answer.headers) == path.endswith("/file")
            assert answer.headers["Cache-Control"] == "no-store"

    def test_it_shuts_again_when_the_table_goes_back_into_play(self, tmp_path: Path, attended: bool) -> None:
        room = house(tmp_path / "a.db", attended=attended)
        before = len(room.table.entries)
        end(room, "concede")
        with room.live.changing() as table:
            table.back(before, Hand("umpire", None, "umpire"))
        for _, device, path in reports(room):
            kindly_refused(device.get(path))

    def test_the_pages_offer_it_at_the_end_and_not_before(self, tmp_path: Path, attended: bool) -> None:
        room = house(tmp_path / "a.db", attended=attended)
        us = phone(room, "us")
        shown = [(us, us.root), (room.laptop, room.screen)]
        shown += [(room.laptop, room.desk), (room.laptop, f"{room.desk}/as/us")] if attended else []
        lobby = [(room.laptop, "/"), (room.laptop, f"/tables/{room.code}")]
        for device, root in [*shown, *lobby]:
            assert "/report" not in device.get(root).text
        end(room, "concede")
        for device, root in [*shown, *lobby]:
            [link] = re.findall(r'href="([^"]*/report)"', device.get(root).text)
            assert device.get(link).status_code == 200, root


def whole_game(path: Path) -> Room:
    """A random game to its last turn, by people who write what would break out of a page."""
    kit = {**midway_kit(), **full_chart(), "roster": midway_kit()["roster"]}
    room = Room(path, kit=kit, names={"us": "<!--<script>", "japan": "</title></style>&"})
    with room.live.changing() as table:
        lively.lively(table, random.Random(11), most=60)
        table.set_right("score/us", 1, HOSTILE, Hand("umpire", None, "umpire"), name=table.mending)
        lively.lively(table, random.Random(11))
    assert room.table.over
    return room


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Room:
    return whole_game(tmp_path_factory.mktemp("report") / "whole.db")


@pytest.fixture(scope="module")
def kept(played: Room) -> str:
    answer = played.laptop.get(f"{played.screen}/report/file")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{played.code}.after-action.html"'
    assert answer.mimetype == "text/html"
    return answer.text


class TestTheFile:
    def test_it_asks_nobody_for_anything(self, kept: str) -> None:
        assert not re.search(r"https?:", kept)
        assert not re.search(r"""\s(src|href|action|srcset|data|xlink:href|poster)\s*=""", kept)
        assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|EventSource|import\(|sendBeacon", kept)
        assert "<link" not in kept

    def test_its_policy_lets_in_its_own_parts_and_nothing_else(self, kept: str) -> None:
        [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', kept)
        said = dict(part.strip().split(" ", 1) for part in unescape(policy).split(";"))
        assert said["default-src"] == "'none'"
        [style] = re.findall(r"<style>(.*?)</style>", kept, re.S)
        [script] = re.findall(r"<script>(.*?)</script>", kept, re.S)
        for kind, text in (("style-src", style), ("script-src", script)):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert said[kind] == f"'sha256-{digest}'"
        assert not re.search(r"<[a-z][^>]*\s(style|on[a-z]+)=", kept)

    def test_a_whole_game_is_small(self, kept: str) -> None:
        assert len(kept.encode()) < 400_000

    def test_no_name_breaks_out(self, kept: str) -> None:
        assert kept.count("<script") == 2
        assert kept.count("</script>") == 2
        assert kept.count("</style>") == 1
        assert "<!--" not in kept
        [data] = re.findall(r'<script type="application/json" id="report-data">(.*?)</script>', kept, re.S)
        film = json.loads(data)
        assert any(HOSTILE in words for frame in film["frames"] for words in frame["said"])
        assert "&lt;!--&lt;script&gt;" in kept
        assert "&lt;/title&gt;&lt;/style&gt;&amp;" in kept
        assert "&lt;/script&gt;&lt;b&gt;Kii" in kept, "the reason stands by the score as well"

    def test_every_frame_names_a_picture_that_is_there(self, kept: str) -> None:
        [data] = re.findall(r'id="report-data">(.*?)</script>', kept, re.S)
        film = json.loads(data)
        assert len(film["names"]) == 3
        for frame in film["frames"]:
            assert len(frame["maps"]) == 3
            for picture in frame["maps"]:
                assert all(0 <= n < len(film["marks"]) for n in film["pictures"][picture])
        assert film["frames"][-1]["step"] == "The end"


class TestThePage:
    def test_nothing_runs_inline_in_it(self, played: Room) -> None:
        answer = played.laptop.get(f"{played.screen}/report")
        assert "'unsafe" not in answer.headers["Content-Security-Policy"]
        for tag in re.findall(r"<script[^>]*>", answer.text):
            assert 'src="/static/' in tag or 'type="application/json"' in tag
        assert "<style" not in answer.text

    def test_page_and_file_tell_the_same(self, played: Room, kept: str) -> None:
        page = played.laptop.get(f"{played.screen}/report").text
        main = re.compile(r"<main.*</main>", re.S)
        assert main.search(page)[0] == main.search(kept)[0]  # type: ignore[index]


@pytest.mark.parametrize("value", ["</script>", "<!--", "\u2028", "&amp;", '"', "\\u003c"])
def test_data_is_read_back_as_it_was(value: Any) -> None:
    text = str(data_block([value]))
    inside = text.removeprefix('<script type="application/json" id="report-data">').removesuffix("</script>")
    assert "<" not in inside
    assert json.loads(inside) == [value]


def test_a_table_played_past_the_web_has_one_too(tmp_path: Path) -> None:
    """The time record run out is an end like another."""
    room = Room(tmp_path / "a.db", kit={**lively.small_kit(1), **full_chart(), "roster": lively.small_kit(1)["roster"]})
    with room.live.changing() as table:
        lively.lively(table, random.Random(2))
    assert room.table.truth.ended["how"] == "time"
    assert room.laptop.get(f"{room.screen}/report").status_code == 200


def test_the_command_writes_the_same_file_at_the_end_and_none_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = house(tmp_path / "umpire.db")
    command = ["--home", str(tmp_path), "report", room.code.lower(), str(tmp_path / "kept.html")]
    assert cli.main(command) == 1
    assert "in play" in capsys.readouterr().err
    assert not (tmp_path / "kept.html").exists()
    end(room, "concede")
    assert cli.main(command) == 0
    assert (tmp_path / "kept.html").read_text("utf-8") == room.laptop.get(f"{room.screen}/report/file").text
