"""The store: the whole or nothing, append-only, and plain words when the laptop says no."""

from __future__ import annotations

import os
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlite_utils import Database, Migrations

from umpire import schema
from umpire import store as module
from umpire.rows import CodeRow, DraftRow, KitRow, NoticeRow, SeatRow, TableRow, Told
from umpire.schema import MIGRATIONS, SCHEMA_VERSION
from umpire.store import CODE_LENGTH, CODE_LETTERS, Store
from umpire.troubles import (
    CodeSpent,
    CodeUnknown,
    DraftConflict,
    NotJson,
    StoreConflict,
    StoreError,
    StoreFailed,
    StoreTooNew,
    StoreUnreadable,
)

NOON = "1942-06-04T12:00:00Z"
HEARD = Told(1, ("us", "umpire"), "search", '{"ships":["Kaga","Sōryū"],"zone":"C-3-E"}', "6.2")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        begin(opened, "t1")
        yield opened


def begin(store: Store, code: str, created: str = NOON) -> None:
    header = {"sides": ["us", "japan"]}
    store.create_table(code, "midway", header, attended=True, kit_id="k", created=created)


def join(store: Store, who: str, side: str = "us", purpose: str = "join", by: str | None = None) -> SeatRow:
    code = store.issue_code("t1", side, purpose, by)
    return store.claim(code.code, who, who.title(), f"hash of {who}", NOON)


def state_of(store: Store, seat_id: str) -> str:
    seat = store.seat(seat_id)
    assert seat is not None
    return seat.state


def everything(store: Store) -> list[str]:
    """The whole content as SQL, to say that nothing was changed."""
    return list(store._conn.iterdump())


# -- tables and ledgers ------------------------------------------------------------------------------


def test_a_table_is_kept_as_given(store: Store) -> None:
    assert store.table("t1") == TableRow("t1", "midway", {"sides": ["us", "japan"]}, True, "open", "k", NOON)
    assert store.table("t2") is None


def test_tables_come_newest_first_whatever_the_clock_says(store: Store) -> None:
    begin(store, "later", created="1942-06-05T00:00:00Z")
    begin(store, "earlier", created="1942-06-03T00:00:00Z")
    begin(store, "t2")
    assert [table.code for table in store.tables()] == ["t2", "earlier", "later", "t1"]


def test_a_table_code_is_given_once(store: Store) -> None:
    with pytest.raises(StoreConflict):
        begin(store, "t1")


def test_a_table_is_paused_and_over(store: Store) -> None:
    for state in ("paused", "over"):
        store.set_state("t1", state)
        table = store.table("t1")
        assert table is not None
        assert table.state == state


@pytest.mark.parametrize(("code", "state"), [("t1", "asleep"), ("t2", "over")])
def test_a_state_has_to_exist_and_so_has_the_table(store: Store, code: str, state: str) -> None:
    with pytest.raises(StoreConflict):
        store.set_state(code, state)


def test_a_commit_keeps_entries_dispatches_and_positions_in_order(store: Store) -> None:
    setup = Told(0, ("public",), "begins", "{}", "1.1")
    store.commit("t1", [], [setup], [(0, "setup", '{"turn":0}')])
    answers = [(1, {"value": "C-3"}), (2, [1, None, True])]
    store.commit("t1", answers, [HEARD], [(2, "turn 1", '{"turn":1}')], "over")
    second = Told(3, ("japan",), "searched", '"ō"', "")
    store.commit("t1", [(3, "last")], [second], [])
    assert store.entries("t1") == [{"value": "C-3"}, [1, None, True], "last"]
    assert store.told("t1") == [setup, HEARD, second]
    assert store.positions("t1") == [(0, "setup", '{"turn":0}'), (2, "turn 1", '{"turn":1}')]
    assert store.table("t1") == TableRow("t1", "midway", {"sides": ["us", "japan"]}, True, "over", "k", NOON)


def test_tables_do_not_mix(store: Store) -> None:
    begin(store, "t2")
    store.commit("t1", [(1, "one")], [HEARD], [(1, "p", 1)])
    store.commit("t2", [(1, "two")], [], [])
    assert (store.entries("t2"), store.told("t2"), store.positions("t2")) == (["two"], [], [])


def test_json_is_stored_as_canonical_text(store: Store) -> None:
    store.commit("t1", [(1, {"b": [1, 2], "a": "Sōryū"})], [], [])
    ((line,),) = store._rows("SELECT line FROM entries")
    assert line == '{"a":"Sōryū","b":[1,2]}'


@pytest.mark.parametrize("numbers", [[0], [1], [3], [2, 2], [2, 4], [3, 2]])
def test_an_entry_out_of_turn_is_a_conflict(store: Store, numbers: list[int]) -> None:
    store.commit("t1", [(1, "first")], [], [])
    before = everything(store)
    with pytest.raises(StoreConflict):
        store.commit("t1", [(n, "another") for n in numbers], [HEARD], [])
    assert everything(store) == before


def test_an_unknown_table_takes_no_entry(store: Store) -> None:
    with pytest.raises(StoreConflict):
        store.commit("t2", [(1, "one")], [], [])
    assert store.entries("t2") == []


@pytest.mark.parametrize(
    ("more", "positions", "state", "error"),
    [
        ([(2, {"no": object()})], [], None, NotJson),
        ([(2, float("nan"))], [], None, NotJson),
        ([], [(1, "half a character", "\ud800")], None, NotJson),
        ([], [(1, "twice", "1"), (1, "twice", "2")], None, StoreConflict),
        ([], [(1, "fine", "1")], "asleep", StoreConflict),
    ],
)
def test_a_commit_that_fails_half_way_leaves_nothing(
    store: Store,
    more: list[tuple[int, Any]],
    positions: list[tuple[int, str, str]],
    state: str | None,
    error: type[StoreError],
) -> None:
    before = everything(store)
    with pytest.raises(error):
        store.commit("t1", [(1, "one"), *more], [HEARD], positions, state)
    assert everything(store) == before
    store.commit("t1", [(1, "one")], [HEARD], [])  # and the store goes on
    assert store.entries("t1") == ["one"]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file's owner is kept otherwise")
def test_no_other_account_of_the_laptop_reads_the_secrets(store: Store, path: Path, tmp_path: Path) -> None:
    store.commit("t1", [(1, "one")], [HEARD], [])
    store.backup(tmp_path / "copy.db")
    files = [*path.parent.glob(f"{path.name}*"), tmp_path / "copy.db"]
    assert len(files) >= 3
    assert {file.stat().st_mode & 0o077 for file in files} == {0}


# -- append-only -------------------------------------------------------------------------------------

TAMPERING = [
    "UPDATE entries SET line = '0'",
    "DELETE FROM entries",
    "INSERT OR REPLACE INTO entries VALUES ('t1', 1, '0')",
    "UPDATE dispatches SET facts = '0'",
    "DELETE FROM dispatches WHERE seq = 1",
    "INSERT OR REPLACE INTO dispatches VALUES ('t1', 1, 1, '[]', '', '0', '')",
]


def assert_append_only(store: Store) -> None:
    before = everything(store)
    for sql in TAMPERING:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            store._conn.execute(sql)
    assert everything(store) == before


def test_entries_and_dispatches_are_append_only(store: Store) -> None:
    store.commit("t1", [(1, "one")], [HEARD], [])
    assert_append_only(store)


def test_the_guard_comes_back_after_a_visiting_tool_dropped_it(store: Store, path: Path) -> None:
    store.commit("t1", [(1, "one")], [HEARD], [])
    store.close()
    visitor = Database(path)
    for table in ("entries", "dispatches"):
        visitor.table(table).transform()  # silently drops triggers
    visitor.close()
    with closing(Store(path)) as again:
        assert again.entries("t1") == ["one"]
        assert_append_only(again)


def later_version(monkeypatch: pytest.MonkeyPatch) -> Migrations:
    """A next version of the program, to which a test adds its migration."""
    migrations = Migrations("umpire")
    migrations()(schema.m001_first)
    monkeypatch.setattr(module, "MIGRATIONS", migrations)
    monkeypatch.setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    return migrations


def test_the_guard_survives_a_migration(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.commit("t1", [(1, "one")], [HEARD], [])
    store.close()

    @later_version(monkeypatch)()
    def rebuilds_tables(db: Database) -> None:
        for table in ("entries", "dispatches"):
            db.table(table).transform()
        schema = db.table("tables").schema  # which others refer to
        db.execute(schema.replace("CREATE TABLE tables", "CREATE TABLE rebuilt"))
        db.execute("INSERT INTO rebuilt SELECT * FROM tables")
        db.execute("DROP TABLE tables")
        db.execute("ALTER TABLE rebuilt RENAME TO tables")

    with closing(Store(path)) as upgraded:
        assert upgraded.entries("t1") == ["one"]
        assert upgraded.told("t1") == [HEARD]
        assert upgraded._rows("PRAGMA foreign_key_check") == []
        assert_append_only(upgraded)


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(store)
    store.close()
    with monkeypatch.context() as patch:

        @later_version(patch)()
        def breaks(db: Database) -> None:
            db.execute("DROP TABLE notices")
            raise RuntimeError("a mistake of ours")

        with pytest.raises(RuntimeError):
            Store(path)
    with closing(Store(path)) as again:
        assert everything(again) == before


def test_the_schema_version_counts_the_migrations(store: Store) -> None:
    applied = MIGRATIONS.applied(Database(store._conn))
    assert len(applied) == SCHEMA_VERSION
    assert MIGRATIONS.pending(Database(store._conn)) == []


# -- opening, closing, backup ------------------------------------------------------------------------


def fill(store: Store) -> None:
    """Something of everything."""
    store.commit("t1", [(1, "one")], [HEARD], [(1, "turn 1", '{"turn":1}')])
    join(store, "alice")
    store.issue_code("t1", "japan", "join")
    store.save_draft("t1", "us", "t1/moves", 0, {"C-3": "Enterprise"})
    store.save_kit("k", "midway", "ours", {"cell": 1})
    store.notice("t1", NOON, "Something happened")


def test_reopening_keeps_everything(store: Store, path: Path) -> None:
    fill(store)
    before = everything(store)
    store.close()
    store.close()
    with closing(Store(path)) as again:
        assert everything(again) == before
        assert again.path == path


def test_settings_that_keep_promises(store: Store) -> None:
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    for pragma, value in settings.items():
        assert store._rows(f"PRAGMA {pragma}") == [(value,)]


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    script = (
        "import sys, pathlib; from umpire.store import Store\n"
        "store = Store(pathlib.Path(sys.argv[1]))\n"
        "store.create_table('t1', 'midway', {}, attended=False, kit_id=None, created='')\n"
        "n = 0\n"
        "while True: n += 1; store.commit('t1', [(n, n)], [], []); print(n, flush=True)\n"
    )
    env = os.environ | {"PYTHONPATH": str(Path(module.__file__).parent.parent)}
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as child:
        assert child.stdout is not None
        for _ in range(20):
            child.stdout.readline()
        child.kill()
        acknowledged = 20 + len(child.stdout.read().split())
    with closing(Store(path)) as again:
        assert len(again.entries("t1")) >= acknowledged
        assert again._rows("PRAGMA integrity_check") == [("ok",)]


def test_a_backup_of_an_open_database_holds_everything(store: Store, tmp_path: Path) -> None:
    fill(store)
    copy = tmp_path / "stick" / "copy.db"
    copy.parent.mkdir()
    store.backup(copy)
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
    with closing(sqlite3.connect(copy)) as single:
        assert single.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    with closing(Store(copy)) as opened:
        assert everything(opened) == everything(store)
        assert_append_only(opened)


def test_a_backup_replaces_an_older_one_and_the_game_goes_on(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    store.backup(copy)
    store.commit("t1", [(1, "one")], [], [])
    store.backup(copy)
    store.commit("t1", [(2, "two")], [], [])
    with closing(Store(copy)) as opened:
        assert opened.entries("t1") == ["one"]


def test_a_backup_never_lands_on_a_database_in_use(store: Store, path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(Store(other)) as in_use:
        begin(in_use, "mine")
        for target in (path, other):
            with pytest.raises(StoreFailed, match=target.name):
                store.backup(target)
        assert [table.code for table in in_use.tables()] == ["mine"]
    assert [table.code for table in store.tables()] == ["t1"]


def test_a_backup_into_nowhere_fails_in_plain_words(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="backup could not be written"):
        store.backup(tmp_path / "no such folder" / "copy.db")


def test_a_newer_database_is_refused_and_untouched(store: Store, path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as later:
        later.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match="newer version"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello", b"Dear diary, " * 1000])
def test_a_file_that_is_no_database_is_refused_and_untouched(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreUnreadable, match="not a database"):
        Store(path)
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_refused_and_untouched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreUnreadable, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_database_is_unreadable(store: Store, path: Path) -> None:
    store.commit("t1", [(n, "x" * 500) for n in range(1, 100)], [], [])
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreUnreadable):
        Store(path).entries("t1")


def test_a_folder_that_is_not_there_fails_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be opened"):
        Store(tmp_path / "no such folder" / "games.db")


# -- a laptop that says no ---------------------------------------------------------------------------


def test_a_full_disk_changes_nothing(store: Store) -> None:
    before = everything(store)
    ((pages,),) = store._rows("PRAGMA page_count")
    store._rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed, match=r"disk is full.*nothing was changed"):
        store.commit("t1", [(1, "small"), (2, "x" * 100_000)], [HEARD], [])
    assert everything(store) == before
    store._rows("PRAGMA max_page_count = 1000000")
    store.commit("t1", [(1, "small")], [HEARD], [])
    assert store.entries("t1") == ["small"]


def test_a_file_not_to_be_written_changes_nothing(store: Store) -> None:
    before = everything(store)
    store._rows("PRAGMA query_only = ON")
    with pytest.raises(StoreFailed, match=r"does not let .* write.*nothing was changed"):
        store.notice("t1", NOON, "Something happened")
    assert everything(store) == before


def test_a_file_held_by_another_program_fails_in_plain_words(store: Store, path: Path) -> None:
    store._rows("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="Another program"):
            store.notice("t1", NOON, "Something happened")
        other.execute("ROLLBACK")
    store.notice("t1", NOON, "Something happened")


def test_our_own_mistakes_stay_what_they_are(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store._rows("SELECT * FROM nowhere")


# -- threads -----------------------------------------------------------------------------------------


def test_twenty_threads_commit_to_twenty_tables(store: Store) -> None:
    codes = [f"table {i}" for i in range(20)]
    start = Barrier(len(codes), timeout=30)

    def play(code: str) -> None:
        begin(store, code)
        start.wait()
        for n in range(1, 51):
            store.commit(code, [(n, n)], [HEARD], [(n, "turn", str(n))])
            assert len(store.entries(code)) == n

    with ThreadPoolExecutor(len(codes)) as pool:
        list(pool.map(play, codes))
    for code in codes:
        assert store.entries(code) == list(range(1, 51))
        assert len(store.told(code)) == len(store.positions(code)) == 50


def test_two_programs_on_one_file_lose_nothing(store: Store, path: Path) -> None:
    start = Barrier(4, timeout=30)  # else a failure would hang

    def chat(_: int) -> None:
        with closing(Store(path)) as mine:
            start.wait()
            for i in range(10):
                mine.notice("t1", NOON, str(i))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(chat, range(4)))
    assert [notice.n for notice in store.notices("t1")] == list(range(1, 41))


def test_one_code_claimed_by_many_seats_one(store: Store) -> None:
    code = store.issue_code("t1", "us", "join").code
    start = Barrier(8, timeout=30)  # else a failure would hang

    def claim(seat_id: str) -> str | None:
        start.wait()
        try:
            return store.claim(code, seat_id, "Somebody", "hash", NOON).id
        except CodeSpent:
            return None

    with ThreadPoolExecutor(8) as pool:
        winners = [seat_id for seat_id in pool.map(claim, "abcdefgh") if seat_id]
    assert [seat.id for seat in store.seats("t1")] == winners
    assert len(winners) == 1


# -- codes and seats ---------------------------------------------------------------------------------


def test_codes_are_four_unmistakable_consonants(store: Store) -> None:
    assert len(set(CODE_LETTERS)) == len(CODE_LETTERS) == 20
    assert not set(CODE_LETTERS) & set("AEIOUY0123456789")
    codes = [store.issue_code("t1", "us", "add").code for _ in range(200)]
    assert len(set(codes)) == 200
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) for code in codes)


def test_a_code_drawn_before_is_drawn_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("B" * 2 * CODE_LENGTH + "C" * CODE_LENGTH)
    monkeypatch.setattr(secrets, "choice", lambda _: next(letters))
    assert [store.issue_code("t1", "us", "add").code for _ in range(2)] == ["B" * CODE_LENGTH, "C" * CODE_LENGTH]


def test_a_code_is_kept_as_issued(store: Store) -> None:
    join(store, "alice")
    code = store.issue_code("t1", "us", "add", "alice")
    assert code == CodeRow(code.code, "t1", "us", "add", "alice", False)
    assert store.code(code.code) == store.open_code("t1", "us", "add") == code
    assert store.code("ZZZZ") is None
    assert store.open_code("t1", "japan", "add") is None


@pytest.mark.parametrize("purpose", ["join", "replace"])
def test_a_new_code_voids_the_one_before_it(store: Store, purpose: str) -> None:
    old = store.issue_code("t1", "us", purpose)
    others = [store.issue_code("t1", "japan", purpose), store.issue_code("t1", "us", "add")]
    new = store.issue_code("t1", "us", purpose)
    assert store.open_code("t1", "us", purpose) == new
    assert [store.code(other.code) for other in others] == others
    with pytest.raises(CodeSpent):
        store.claim(old.code, "alice", "Alice", "hash", NOON)


@pytest.mark.parametrize("purpose", ["add", "move"])
def test_a_seat_has_one_code_open_for_a_purpose(store: Store, purpose: str) -> None:
    join(store, "alice")
    join(store, "carol", "japan")
    old, others = store.issue_code("t1", "us", purpose, "alice"), [store.issue_code("t1", "japan", purpose, "carol")]
    new = store.issue_code("t1", "us", purpose, "alice")
    assert (store.code(old.code).spent, store.code(new.code).spent) == (True, False)
    assert [store.code(other.code) for other in others] == others


def test_codes_to_add_a_device_stand_side_by_side(store: Store) -> None:
    codes = [store.issue_code("t1", "us", "add") for _ in range(2)]
    for i, code in enumerate(codes):
        store.claim(code.code, f"seat {i}", "Somebody", "hash", NOON)
    assert [seat.state for seat in store.seats("t1")] == ["active", "active"]


@pytest.mark.parametrize(
    ("table", "purpose", "by"),
    [("t2", "join", None), ("t1", "gatecrash", None), ("t1", "move", None), ("t1", "add", "nobody")],
)
def test_a_code_has_to_make_sense(store: Store, table: str, purpose: str, by: str | None) -> None:
    with pytest.raises(StoreConflict):
        store.issue_code(table, "us", purpose, by)


def test_claiming_seats_a_device(store: Store) -> None:
    code = store.issue_code("t1", "us", "join").code
    seat = store.claim(code, "alice", "Alice", "hash", NOON)
    assert seat == SeatRow("alice", "t1", "us", "Alice", "hash", "active", "join", NOON, 1)
    assert store.seat("alice") == seat
    assert store.seat("bob") is None
    spent = store.code(code)
    assert spent is not None
    assert spent.spent
    assert store.open_code("t1", "us", "join") is None


def test_seats_are_numbered_within_their_table(store: Store) -> None:
    seats = [join(store, "alice"), join(store, "bob", "japan")]
    begin(store, "t2")
    other = store.claim(store.issue_code("t2", "us", "join").code, "carol", "Carol", "hash", NOON)
    assert [seat.number for seat in seats] == [1, 2]
    assert other.number == 1
    assert store.seats("t1") == seats


def test_an_unknown_code_seats_nobody(store: Store) -> None:
    with pytest.raises(CodeUnknown, match="ZZZZ"):
        store.claim("ZZZZ", "alice", "Alice", "hash", NOON)
    assert store.seats("t1") == []


def test_a_spent_code_seats_nobody(store: Store) -> None:
    code = store.issue_code("t1", "us", "join").code
    store.claim(code, "alice", "Alice", "hash", NOON)
    with pytest.raises(CodeSpent):
        store.claim(code, "mallory", "Mallory", "hash", "12:05")
    assert [seat.id for seat in store.seats("t1")] == ["alice"]


def test_a_claim_that_fails_leaves_the_code_unspent(store: Store) -> None:
    join(store, "alice")
    code = store.issue_code("t1", "us", "move", "alice").code
    with pytest.raises(StoreConflict):
        store.claim(code, "alice", "Alice again", "hash", NOON)
    assert state_of(store, "alice") == "active"
    assert store.claim(code, "phone", "Alice", "hash", NOON).state == "active"


def test_moving_puts_the_old_device_out(store: Store) -> None:
    join(store, "alice")
    assert join(store, "phone", purpose="move", by="alice").state == "active"
    assert state_of(store, "alice") == "out"


def test_replacing_waits_for_a_yes_and_puts_the_others_out(store: Store) -> None:
    for seat_id, side in (("alice", "us"), ("bob", "japan")):
        join(store, seat_id, side)
    join(store, "second", purpose="add", by="alice")
    assert join(store, "phone", purpose="replace").state == "pending"
    assert state_of(store, "alice") == "active"
    store.confirm_seat("phone")
    states = [(seat.id, seat.state) for seat in store.seats("t1")]
    assert states == [("alice", "out"), ("bob", "active"), ("second", "out"), ("phone", "active")]


def test_confirming_twice_is_once(store: Store) -> None:
    join(store, "phone", purpose="replace")
    store.confirm_seat("phone")
    join(store, "second", purpose="add", by="phone")
    store.confirm_seat("phone")
    assert state_of(store, "second") == "active"


def test_refusing_turns_a_pending_seat_away_for_good(store: Store) -> None:
    join(store, "phone", purpose="replace")
    store.refuse_seat("phone")
    store.refuse_seat("phone")
    assert state_of(store, "phone") == "out"
    with pytest.raises(StoreConflict):
        store.confirm_seat("phone")


def test_an_active_seat_cannot_be_refused(store: Store) -> None:
    join(store, "alice")
    with pytest.raises(StoreConflict):
        store.refuse_seat("alice")
    assert state_of(store, "alice") == "active"


def test_a_retired_seat_cannot_come_back_by_a_code_it_kept(store: Store) -> None:
    join(store, "alice")
    kept = [store.issue_code("t1", "us", purpose, "alice").code for purpose in ("add", "move")]
    store.retire_seat("alice")
    assert state_of(store, "alice") == "out"
    for code in kept:
        with pytest.raises(CodeSpent):
            store.claim(code, "phone", "Alice", "hash", NOON)
    with pytest.raises(StoreConflict):
        store.issue_code("t1", "us", "add", "alice")


@pytest.mark.parametrize("act", [Store.confirm_seat, Store.refuse_seat, Store.retire_seat])
def test_nobody_is_no_seat(store: Store, act: Any) -> None:
    with pytest.raises(StoreConflict, match="no such seat"):
        act(store, "nobody")


# -- drafts, kits, notices ---------------------------------------------------------------------------


def test_a_draft_counts_its_versions(store: Store) -> None:
    assert store.draft("t1", "us", "moves") is None
    assert store.save_draft("t1", "us", "moves", 0, {"C-3": 1}) == 1
    assert store.save_draft("t1", "us", "moves", 1, {"C-3": 2}) == 2
    assert store.draft("t1", "us", "moves") == DraftRow("t1", "us", "moves", 2, {"C-3": 2})
    assert store.draft("t1", "japan", "moves") is None


@pytest.mark.parametrize("expected", [0, 2])
def test_the_later_writer_is_shown_the_others_draft(store: Store, expected: int) -> None:
    store.save_draft("t1", "us", "moves", 0, "hers")
    with pytest.raises(DraftConflict) as conflict:
        store.save_draft("t1", "us", "moves", expected, "his")
    assert conflict.value.stored == DraftRow("t1", "us", "moves", 1, "hers")
    assert store.draft("t1", "us", "moves") == conflict.value.stored


def test_a_draft_made_from_one_that_is_not_there_is_a_conflict(store: Store) -> None:
    store.save_draft("t1", "japan", "moves", 0, "theirs")
    with pytest.raises(DraftConflict) as conflict:
        store.save_draft("t1", "us", "moves", 1, "hers again")
    assert conflict.value.stored is None


def test_two_hands_on_one_draft_never_overwrite_each_other(store: Store) -> None:
    start = Barrier(8, timeout=30)  # else a failure would hang

    def save(body: int) -> bool:
        start.wait()
        try:
            store.save_draft("t1", "us", "moves", 0, body)
        except DraftConflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(save, range(8))) == 1


def test_a_kit_learns(store: Store) -> None:
    store.save_kit("k", "midway", "first printing", {"hits": 3})
    store.learn("k", {"hits": 4, "type": "CV"})
    assert store.kit("k") == KitRow("k", "midway", "first printing", {"hits": 4, "type": "CV"})
    store.save_kit("k", "midway", "second printing", {})
    assert store.kit("k") == KitRow("k", "midway", "second printing", {})
    assert store.kit("other") is None
    with pytest.raises(StoreConflict, match="no such kit"):
        store.learn("other", {})


def test_kits_are_listed_by_game_and_name(store: Store) -> None:
    for kit_id, game, name in (("a", "midway", "Z"), ("b", "midway", "A"), ("c", "carrier", "M")):
        store.save_kit(kit_id, game, name, {})
    assert [kit.id for kit in store.kits("midway")] == ["b", "a"]


def test_notices_come_in_the_order_left(store: Store) -> None:
    store.notice("t1", "12:05", "second in time, first left")
    store.notice("t1", "12:00", "the other")
    assert store.notices("t1") == [
        NoticeRow("t1", 1, "12:05", "second in time, first left"),
        NoticeRow("t1", 2, "12:00", "the other"),
    ]
    with pytest.raises(StoreConflict):
        store.notice("t2", NOON, "no such table")
