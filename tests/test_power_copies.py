"""Copies of the game file: those the app makes, and those somebody makes by hand while it is in play.

Each is whole, or its owner reads in words that it is not.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.power.night import Night
from umpire import cli, serving
from umpire.games import GAMES
from umpire.host import Host
from umpire.schema import APPLICATION_ID
from umpire.serving import Backups
from umpire.store import Store
from umpire.troubles import COPIED_IN_PLAY, DAMAGED, StoreTooNew, StoreUnreadable
from umpire.web import create_app

Entries = dict[str, list[Any]]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    """Tables in play, on a server that runs."""
    made = Night(tmp_path_factory.mktemp("night"), seed=7)
    made.play(60)
    yield made
    made.server.kill()


def read(file: Path) -> Entries:
    """The ledgers in a file, by table."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        codes = [code for (code,) in db.execute("SELECT code FROM tables")]
        sql = "SELECT line FROM entries WHERE table_code = ? ORDER BY n"
        return {code: [line for (line,) in db.execute(sql, (code,))] for code in codes}


def opened(file: Path) -> tuple[str, Entries]:
    """What the lobby says over a file on another laptop, and its tables, each taken up by the app."""
    with closing(Store(file)) as store:
        host = Host(store)
        lobby = create_app(host).test_client().get("/", base_url="http://localhost:8000").text
        tables = {row.code: host.live(row.code).table for row in store.tables()}
        assert all(GAMES[table.game.key] for table in tables.values())
        return lobby, {code: store.entries(code) for code in tables}


def lines(entries: Entries) -> dict[str, int]:
    return {code: len(each) for code, each in entries.items()}


class TestCopiedInPlay:
    def test_by_the_app(self, night: Night, tmp_path: Path) -> None:
        """`umpire backup`, while everybody taps: what was on the disk when it began is in it."""
        before = lines(read(night.home / "umpire.db"))
        with night.playing():
            assert cli.main(["--home", str(night.home), "backup", "--to", str(tmp_path / "copy.db")]) == 0
        night.check()
        lobby, found = opened(tmp_path / "copy.db")
        assert COPIED_IN_PLAY not in lobby
        assert all(len(found[code]) >= n for code, n in before.items())

    def test_by_hand_with_its_log(self, night: Night, tmp_path: Path) -> None:
        night.play(20)
        for name in ("umpire.db", "umpire.db-wal"):
            shutil.copy(night.home / name, tmp_path)
        lobby, found = opened(tmp_path / "umpire.db")
        assert COPIED_IN_PLAY not in lobby
        assert lines(found) == lines(read(night.home / "umpire.db"))

    def test_by_hand_without_its_log(self, night: Night, tmp_path: Path) -> None:
        """Nobody could tell from the tables that answers are missing: the lobby says so.

        Where the log was just written into the file, none are; the lobby cannot know, and an answer later some are.
        """
        for n in range(20):
            night.gets_on()
            whole = read(night.home / "umpire.db")
            assert (night.home / "umpire.db-wal").stat().st_size
            copy = tmp_path / f"{n}.db"
            shutil.copy(night.home / "umpire.db", copy)
            lobby, found = opened(copy)
            assert COPIED_IN_PLAY in lobby.replace("&#34;", '"')
            if lines(found) != lines(whole):
                return
        pytest.fail("nothing was ever missing from a copy")

    def test_by_hand_after_the_end(self, night: Night, tmp_path: Path) -> None:
        """Stopped as one stops it, the one file is all there is."""
        night.play(20)
        night.server.stop()
        whole = read(night.home / "umpire.db")
        shutil.copy(night.home / "umpire.db", tmp_path)
        night.server.start()
        night.check()
        lobby, found = opened(tmp_path / "umpire.db")
        assert COPIED_IN_PLAY not in lobby
        assert lines(found) == lines(whole)

    def test_a_copy_put_in_the_place_of_a_file_whose_log_still_lies_there(self, night: Night, tmp_path: Path) -> None:
        """As one does at 11 pm: the log of the lost file is not played into the copy."""
        night.play(10)
        with closing(Store(night.home / "umpire.db")) as store:
            store.backup(tmp_path / "umpire.db")
        copied = read(tmp_path / "umpire.db")
        night.play(40)
        shutil.copy(night.home / "umpire.db-wal", tmp_path)
        lobby, found = opened(tmp_path / "umpire.db")
        assert COPIED_IN_PLAY not in lobby
        assert lines(found) == lines(copied)
        assert (tmp_path / "umpire.db-wal-before").exists(), "nothing is thrown away"

    def test_by_hand_while_it_is_written_to(self, tmp_path: Path) -> None:
        """Two files copied one after the other at full speed may not fit: then it is said, never half a ledger."""
        with closing(Store(tmp_path / "umpire.db")) as store:
            store.create_table("T", "midway", {}, attended=True, kit_id=None, created="")
            store.begin_play()
            store._rows("PRAGMA wal_autocheckpoint = 4")
            store._rows("PRAGMA synchronous = OFF")
            stop = threading.Event()
            writer = threading.Thread(target=write, args=(store, stop))
            writer.start()
            outcomes = [torn(tmp_path, n) for n in range(40)]
            stop.set()
            writer.join()
        assert "whole" in outcomes
        assert set(outcomes) <= {"whole", "said"}


def write(store: Store, stop: threading.Event) -> None:
    """Entries as fast as they go, each with its number."""
    n = 0
    while not stop.is_set():
        n += 1
        store.commit("T", [(n, {"n": n, "said": "x" * 200})], [], [])


def torn(home: Path, n: int) -> str:
    """Copy a file and its log in the midst of writing: what became of it."""
    at = home / str(n)
    at.mkdir()
    shutil.copy(home / "umpire.db", at)
    time.sleep(random.Random(n).uniform(0, 0.03))
    with suppress(FileNotFoundError):
        shutil.copy(home / "umpire.db-wal", at)
    try:
        with closing(Store(at / "umpire.db")) as copied:
            found = [entry["n"] for entry in copied.entries("T")]
    except StoreUnreadable as said:
        return "said" if DAMAGED in str(said) else str(said)
    return "whole" if found == [*range(1, len(found) + 1)] else f"torn: {len(found)} of {found[-1]}"


class TestTheCopiesOfEachTurn:
    @pytest.fixture
    def copies(self, tmp_path: Path) -> Iterator[Backups]:
        with closing(Store(tmp_path / "umpire.db")) as store:
            store.create_table("T", "midway", {}, attended=True, kit_id=None, created="")
            yield Backups(store, tmp_path / "backups")

    def made(self, copies: Backups, n: int) -> None:
        copies._store.commit("T", [(n, n)], [], [])
        copies._copy()

    def whole(self, copies: Backups) -> list[int]:
        """How many entries there are in each copy, the newest first."""
        return [len(read(file)["T"]) for file in sorted(copies._folder.glob("umpire-*.db"))]

    def test_two_are_kept(self, copies: Backups) -> None:
        for n in (1, 2, 3):
            self.made(copies, n)
        assert self.whole(copies) == [3, 2]

    @pytest.mark.parametrize("step", [0, 1, 2])
    def test_dark_between_two_steps_no_copy_is_lost(
        self, copies: Backups, step: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Before a copy is in its place, before the older makes way, before the newer takes its place."""
        self.made(copies, 1)
        self.made(copies, 2)
        steps = iter(range(3))
        replace = os.replace

        def dark(*args: Any) -> None:
            if next(steps) == step:
                raise KeyboardInterrupt
            replace(*args)

        with monkeypatch.context() as patch:
            patch.setattr(serving.os, "replace", dark)
            patch.setattr(Path, "replace", dark)
            with pytest.raises(KeyboardInterrupt):
                self.made(copies, 3)
        assert {2} <= set(self.whole(copies))
        assert len(self.whole(copies)) >= 2
        again = Backups(copies._store, copies._folder)
        self.made(again, 4)
        assert self.whole(again)[0] == 4
        assert len(self.whole(again)) == 2

    def test_a_copy_that_fails_costs_none(self, copies: Backups, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made(copies, 1)
        self.made(copies, 2)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", full)
            self.made(copies, 3)
        assert self.whole(copies) == [2, 1]

    def test_half_a_copy_is_thrown_away_at_the_next_start(self, copies: Backups) -> None:
        (copies._folder / ".backup-x").mkdir(parents=True)
        (copies._folder / ".backup-x" / "umpire-new.db").write_bytes(b"half")
        Backups(copies._store, copies._folder)
        assert [*copies._folder.iterdir()] == []

    def test_they_are_whole_and_the_file_they_were_made_of_is_not(self, copies: Backups) -> None:
        """So each says; also if another command has opened the file meanwhile."""
        copies._store.begin_play()
        Store(copies._store.path).close()
        copies._store._rows("PRAGMA wal_checkpoint(PASSIVE)")
        self.made(copies, 1)
        assert mark(copies._folder / "umpire-1.db") == APPLICATION_ID
        shutil.copy(copies._store.path, copies._folder / "alone.db")
        with closing(Store(copies._folder / "alone.db")) as alone:
            assert alone.lacking == COPIED_IN_PLAY

    def test_the_players_need_not_wait_for_a_copy(self, copies: Backups, monkeypatch: pytest.MonkeyPatch) -> None:
        """While one is being made, an answer is taken all the same."""
        store = copies._store
        taken = []

        class Slow(sqlite3.Connection):
            def backup(self, target: sqlite3.Connection, **_: Any) -> None:  # type: ignore[override]
                writer = threading.Thread(target=store.commit, args=("T", [(1, 1)], [], []))
                writer.start()
                writer.join(10)
                taken.append(not writer.is_alive())
                super().backup(target)

        connect = sqlite3.connect
        monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, factory=Slow, **k))
        store.backup(copies._folder.parent / "copy.db")
        assert taken == [True]


def test_a_damaged_file_is_said_and_the_copies_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After a power cut the file is looked through before anybody plays on it."""
    path = tmp_path / "umpire.db"
    with closing(Store(path)) as store:
        store.create_table("T", "midway", {}, attended=True, kit_id=None, created="")
        store.commit("T", [(n, "x" * 500) for n in range(1, 100)], [], [])
        store.begin_play()
        torn_file = bytearray(path.read_bytes())
    torn_file[-8 * 4096 : -4 * 4096] = bytes(4 * 4096)
    path.write_bytes(torn_file)
    assert cli.main(["--home", str(tmp_path), "serve", "--no-browser", "--port", "0"]) == 1
    said = capsys.readouterr().err
    assert DAMAGED in said
    assert "Traceback" not in said


def test_a_start_that_fails_leaves_the_file_as_the_power_cut_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the next one would say that answers are missing, though none is."""
    path = tmp_path / "umpire.db"
    store = Store(path)
    store.begin_play()
    store.create_table("T", "midway", {}, attended=True, kit_id=None, created="")
    for name in ("umpire.db", "umpire.db-wal"):
        shutil.copy(tmp_path / name, tmp_path / f"cut-{name}")
    store.close()
    cut = tmp_path / "cut-umpire.db"
    before = [file.read_bytes() for file in (cut, tmp_path / "cut-umpire.db-wal")]
    with monkeypatch.context() as patch:
        patch.setattr("umpire.store.SCHEMA_VERSION", -1)
        with pytest.raises(StoreTooNew):
            Store(cut)
    assert [file.read_bytes() for file in (cut, tmp_path / "cut-umpire.db-wal")] == before
    with closing(Store(cut)) as again:
        assert not again.lacking
        assert [row.code for row in again.tables()] == ["T"]


def test_in_play_is_no_other_program(tmp_path: Path) -> None:
    """The mark comes and goes with serving, and opening a file after a power cut takes it away."""
    path = tmp_path / "umpire.db"
    store = Store(path)
    store.begin_play()
    shutil.copy(path, tmp_path / "cut.db")
    shutil.copy(f"{path}-wal", tmp_path / "cut.db-wal")
    (tmp_path / "cut.db-wal").write_bytes(b"x")  # what is left of a log need not be a log
    with closing(Store(tmp_path / "cut.db")) as cut:
        assert not cut.lacking
        assert mark(tmp_path / "cut.db") == APPLICATION_ID
    store.close()
    assert mark(path) == APPLICATION_ID


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def mark(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        ((found,),) = db.execute("PRAGMA application_id").fetchall()
        return int(found)
