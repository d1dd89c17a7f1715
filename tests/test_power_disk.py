"""A disk that says no: full, or not to be written. Nothing is taken that is not kept, and the players read why."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.every import EVERY, chosen
from tests.power.night import Night
from tests.power.phones import ask_server
from tests.web.room import phone, refusal_in

FULL = "The laptop's disk is full: make some room and try again; nothing was changed."
NO_ANSWER = "The laptop's disk did not answer: is a stick or card unplugged?; nothing was changed."
NOT_OURS = "The laptop does not let this program write to its game file; nothing was changed."


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    """Tables in play, on a small disk if one can be made here."""
    with mounted(tmp_path_factory.mktemp("night") / "disk") as disk:
        made = Night(disk, seed=3)
        made.play(40)
        yield made
        made.server.kill()


@contextmanager
def mounted(at: Path) -> Iterator[Path]:
    """A disk of a few megabytes; where none can be made, only a folder."""
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m", "none", str(at)]
    if os.geteuid() or not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        yield at
        return
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)


@pytest.fixture
def small(night: Night) -> Night:
    """Tables in play on a small disk; skips the test where none can be made."""
    if not os.path.ismount(night.home):
        pytest.skip("a small disk can be mounted only by root, and not everywhere")
    return night


def fill(disk: Path) -> Path:
    """Until not a byte more goes in, nor in the room that the log of the game file holds."""
    with closing(sqlite3.connect(disk / "umpire.db")) as db:
        assert db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall() == [(0, 0, 0)]
    filler = disk / "holiday.mp4"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return filler


def nothing_is_taken(night: Night, words: str) -> None:
    """While the disk says no: who taps reads why, and every page is there."""
    for each in night.phones:
        each.refused.clear()
    entries = {table.code: len(table.table().entries) for table in night.tables}
    night.play(40)
    night.check()
    assert {table.code: len(table.table().entries) for table in night.tables} == entries
    said = [refused for each in night.phones for refused in each.refused]
    assert words in " ".join(said), set(said)
    game = next(iter(EVERY))
    form = chosen(game, night.kit(game), umpire=True, dice="app")
    status, page, _ = ask_server(f"{night.laptop}/new/{game}", form)
    assert status in (422, 503)
    assert words in page.replace("&#39;", "'")


def not_started(night: Night) -> str:
    """What is said in the terminal when the app cannot start."""
    said = night.home.parent / "said.txt"
    with said.open("wb") as heard:
        command = [
            sys.executable,
            "-m",
            "umpire.cli",
            "--home",
            str(night.home),
            "serve",
            "--no-browser",
            "--port",
            "0",
        ]
        done = subprocess.run(command, stdout=heard, stderr=subprocess.STDOUT, timeout=60)
    assert done.returncode == 1
    return said.read_text("utf-8")


def goes_on(night: Night) -> None:
    night.gets_on()
    night.check()


def test_a_disk_that_takes_no_more(night: Night) -> None:
    """As a limit on the size of files: anybody can set it and lift it again, where a limit can be set at all."""
    resource = pytest.importorskip("resource", reason="there are no limits on this system")
    limit = getattr(resource, "prlimit", None) or pytest.skip("no limit can be set on a running program here")
    soft, hard = limit(night.server.pid, resource.RLIMIT_FSIZE)
    limit(night.server.pid, resource.RLIMIT_FSIZE, (0, hard))
    nothing_is_taken(night, NO_ANSWER)
    limit(night.server.pid, resource.RLIMIT_FSIZE, (soft, hard))
    goes_on(night)


def test_a_full_disk(small: Night) -> None:
    """In play, and as the app is started; once there is room the game goes on."""
    filler = fill(small.home)
    nothing_is_taken(small, FULL)
    small.server.kill()
    assert FULL in not_started(small)
    filler.unlink()
    small.server.start()
    goes_on(small)


def test_a_disk_not_to_be_written(small: Night) -> None:
    """The app does not start on it, and says why; once it may be written, everybody is in his seat."""
    small.server.kill()
    remount = ["mount", "-o", "remount,{}", str(small.home)]
    subprocess.run([word.format("ro") for word in remount], check=True)
    said = not_started(small)
    subprocess.run([word.format("rw") for word in remount], check=True)
    assert NOT_OURS in said
    small.server.start()
    goes_on(small)


@pytest.mark.parametrize("game", EVERY)
def test_a_file_not_to_be_written_in_mid_game(game: str, tmp_path: Path) -> None:
    """What was tapped before is there; the same form is taken once the file may be written."""
    room = EVERY[game].house(tmp_path / "umpire.db")
    us = phone(room, room.table.game.sides[0])
    form = {**us.asked(us.root), "op": "", "lock": "1", "sure": "1"}
    before = room.ledger
    room.store._rows("PRAGMA query_only = ON")
    answer = us.post(f"{us.root}/act", form)
    assert answer.status_code == 422
    assert refusal_in(answer.text) == NOT_OURS
    assert room.ledger == before
    assert us.asked(us.root) == {"ask": form["ask"], "draft": form["draft"]}
    room.store._rows("PRAGMA query_only = OFF")
    assert us.post(f"{us.root}/act", form).status_code == 200
    assert room.ledger[len(before)]["ask"] == form["ask"]
