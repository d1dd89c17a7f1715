"""What outlives a power cut: the tables, their ledgers, seats, drafts and kits, in one SQLite file.

The store knows no game: it keeps JSON values as canonical text and gives equal values back. Every method
is one transaction: when it returns, its change is on the disk; when it raises, nothing was changed. Any
thread may call. What goes wrong comes as a `StoreError`, whose text is a sentence fit for a player.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from umpire.rows import CodeRow, DraftRow, KitRow, NoticeRow, SeatRow, TableRow, Told
from umpire.schema import APPLICATION_ID, IN_PLAY, MIGRATIONS, SCHEMA_VERSION, guard_ledger
from umpire.table.words import vetted
from umpire.troubles import (
    COPIED_IN_PLAY,
    DAMAGED,
    CodeSpent,
    CodeUnknown,
    DraftConflict,
    StoreConflict,
    StoreError,
    StoreFailed,
    StoreTooNew,
    StoreUnreadable,
    plainly,
)

JSON = Any
Lines = Sequence[tuple[int, JSON]]  # (n, entry)
Positions = Sequence[tuple[int, str, str]]  # (n, name, body)
Row = TypeVar("Row")

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowel, so no words; no I, O, U, Y or digit to be misread
CODE_LENGTH = 6  # of a code that seats a phone: why so many letters is said at the web's `Turnstile`


def drawn(length: int) -> str:
    """So many letters by lot, to be read aloud and typed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


_JSON_COLUMNS = ("header", "line", "audiences", "body", "cells")
_LOADERS: dict[str, Callable[[Any], Any]] = dict.fromkeys(_JSON_COLUMNS, json.loads)
_LOADERS |= {"audiences": lambda text: tuple(json.loads(text)), "attended": bool, "spent": bool}


def _known(found: Row | None, what: str) -> Row:
    if found is None:
        raise StoreConflict(f"There is no such {what}.")
    return found


HALF_COPY = ".backup-"
"""How the folder begins in which a copy is made; one that a power cut left may be thrown away."""


def _raw(path: Path) -> sqlite3.Connection:
    if not path.exists():
        with suppress(OSError):  # told of below
            path.touch(mode=0o600)  # nobody else with an account on this laptop reads both sides' secrets
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


def _set_aside_foreign_log(path: Path) -> None:
    """A copy put in the place of a file that had been in play: that one's log would be played into it, and ruin it."""
    log = path.with_name(f"{path.name}-wal")
    try:
        with path.open("rb") as file:
            head = file.read(20)
        if head[18:19] == b"\1" and log.exists():  # such a file keeps no log, and ours has one only in play
            log.replace(path.with_name(f"{path.name}-wal-before"))
            path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    except FileNotFoundError:
        return
    except OSError as exc:
        raise StoreFailed(f"Move {log.name} away: it is no part of this game file ({exc.strerror}).") from exc


class Store:
    """The one file. Any method may raise `StoreFailed`, `StoreUnreadable`, `StoreConflict` or `NotJson`."""

    def __init__(self, path: Path, instance: str = "") -> None:
        """Open the file, creating or upgrading it. Raises `StoreTooNew` too, leaving it as it was.

        Where a club runs several instances, `instance` is the letter that all codes and seats of this one
        begin with, so that each is found by its URL alone.
        """
        self.path = path
        self.instance = instance
        self.lacking = ""
        """What its owner has to know about a file that may not be whole; nothing for one that is."""
        self._in_play = False
        self._lock = threading.RLock()  # for readers too: on one connection they see a commit half done
        with plainly(), ExitStack() as unless_ready:
            _set_aside_foreign_log(path)
            has_log = path.with_name(f"{path.name}-wal").exists()  # looked at first: opening the file makes one
            self._conn = _raw(path)
            unless_ready.callback(self._leave_as_it_was)
            self._make_ready(has_log)
            unless_ready.pop_all()

    def _make_ready(self, has_log: bool) -> None:
        pragmas = "application_id, user_version FROM pragma_application_id, pragma_user_version"
        ((tables, owner, version),) = self._rows(f"SELECT (SELECT count(*) FROM sqlite_master), {pragmas}")
        if owner not in (APPLICATION_ID, IN_PLAY) and (owner or tables):
            raise StoreUnreadable("This file is the database of another program.")
        if version > SCHEMA_VERSION:
            raise StoreTooNew("The game file is from a newer version of this program: update this one.")
        if owner == IN_PLAY:  # a power cut, or copied by hand
            self._look_through()
            self.lacking = "" if has_log else COPIED_IN_PLAY
        # FULL: a reply to a phone is a promise that the answer is on the disk.
        for setting in ("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL"):
            self._rows(f"PRAGMA {setting}")
        # Database() turns recursive_triggers on, without which INSERT OR REPLACE slips past the guard.
        db = Database(self._conn, execute_plugins=False)
        with self._writing():  # each migration is a savepoint in it: all of them hold or none does
            MIGRATIONS.apply(db)
            guard_ledger(self._conn)  # at every opening, should a migration have dropped it
            self._conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._conn.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._conn.execute("PRAGMA foreign_keys = ON")  # only now: a migration may have to rebuild a table

    def _leave_as_it_was(self) -> None:
        """Let go of a file that cannot be opened, without taking its log in: it stays as a power cut left it."""
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as beside,
        ):
            beside.execute(
                "SELECT count(*) FROM sqlite_master"
            ).fetchall()  # whoever closes last, and may write, takes it in
            self._conn.close()
        self._conn.close()

    def _look_through(self) -> None:
        """Raises `StoreUnreadable` for a file of which parts do not fit: two copied while they were written to."""
        broken = "SELECT table_code FROM entries GROUP BY table_code HAVING count(*) <> max(n) LIMIT 1"
        if self._rows("PRAGMA integrity_check(1)") != [("ok",)] or self._rows(broken):
            raise StoreUnreadable(f"{DAMAGED}; nothing was changed.")

    def begin_play(self) -> None:
        """Say in the file itself that it is in play, and not whole alone, until it is closed."""
        with self._writing():
            self._conn.execute(f"PRAGMA application_id = {IN_PLAY}")
        self._rows("PRAGMA wal_checkpoint(PASSIVE)")  # into the file that may be copied alone; waits for nobody
        self._in_play = True

    def close(self) -> None:
        """Let go of the file. Closing twice is harmless."""
        with self._lock:
            if self._in_play:
                self._in_play = False
                with suppress(StoreError), self._writing():
                    self._conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._conn.close()

    def backup(self, to: Path) -> None:
        """Copy everything to `to`, one file that needs no other beside it, in place of an older copy.

        Play goes on meanwhile: the copy is of what was on the disk when it was begun.
        """
        # A log lying beside it would be played into the copy at its first opening, and ruin it.
        if to.with_name(f"{to.name}-wal").exists() or (to.exists() and to.samefile(self.path)):
            raise StoreFailed(f"{to.name} is in use as a game file: choose another name for the backup.")
        try:
            with tempfile.TemporaryDirectory(dir=to.parent, prefix=HALF_COPY) as folder:
                part = Path(folder, to.name)
                with plainly(), closing(_raw(self.path)) as source, closing(_raw(part)) as copy:
                    source.backup(copy)
                    copy.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    copy.execute("PRAGMA journal_mode = DELETE")  # or looking into it lays a log beside it
                part.replace(to)
        except OSError as exc:
            raise StoreFailed(f"The backup could not be written ({exc.strerror}).") from exc

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, plainly():
            if self._conn.in_transaction:  # one public method calls another: it is all one change
                yield
                return
            self._conn.execute("BEGIN IMMEDIATE")  # after a plain BEGIN, the step from read to write can fail
            try:
                yield
                self._conn.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk may have rolled it back already
                    self._conn.execute("ROLLBACK")
                raise

    def _put(self, table: str, row: Mapping[str, Any], verb: str = "INSERT") -> None:
        values = {name: vetted(value) if name in _JSON_COLUMNS else value for name, value in row.items()}
        self._conn.execute(f"{verb} INTO {table} ({', '.join(row)}) VALUES (:{', :'.join(row)})", values)

    def _rows(self, sql: str, *params: Any) -> list[Any]:
        with self._lock, plainly():
            return self._conn.execute(sql, params).fetchall()

    def _all(self, kind: type[Row], source: str, *params: Any) -> list[Row]:
        names = list(kind.__annotations__)
        load = [_LOADERS.get(name, lambda value: value) for name in names]
        found = self._rows(f"SELECT {', '.join(names)} FROM {source}", *params)
        return [kind(*(load[i](value) for i, value in enumerate(row))) for row in found]

    def _one(self, kind: type[Row], source: str, *params: Any) -> Row | None:
        return next(iter(self._all(kind, source, *params)), None)

    def _next(self, table: str, column: str, table_code: str) -> int:
        ((last,),) = self._rows(f"SELECT max({column}) FROM {table} WHERE table_code = ?", table_code)
        return (last or 0) + 1

    def create_table(
        self, code: str, game: str, header: JSON, *, attended: bool, kit_id: str | None, created: str
    ) -> None:
        """Begin a table, open and with an empty ledger."""
        with self._writing():
            self._put("tables", vars(TableRow(code, game, header, attended, "open", kit_id, created)))

    def table(self, code: str) -> TableRow | None:
        """The table of that code, if there is one."""
        return self._one(TableRow, "tables WHERE code = ?", code)

    def tables(self) -> list[TableRow]:
        """All tables, the newest first, whatever the clock said when they were set."""
        return self._all(TableRow, "tables ORDER BY rowid DESC")

    def set_state(self, code: str, state: str) -> None:
        """Make a table open, paused or over."""
        with self._writing():
            found = self._conn.execute("UPDATE tables SET state = ? WHERE code = ?", (state, code)).rowcount
            _known(found or None, "table")

    def commit(
        self, code: str, entries: Lines, told: Sequence[Told], positions: Positions, state: str | None = None
    ) -> None:
        """Append to a table's ledger, all or nothing; raises `StoreConflict` if an entry is not the next."""
        with self._writing():
            for due, (n, line) in enumerate(entries, self._next("entries", "n", code)):
                if n != due:
                    raise StoreConflict(f"The next entry of this table's record is number {due}, not {n}.")
                self._put("entries", {"table_code": code, "n": n, "line": line})
            for seq, one in enumerate(told, self._next("dispatches", "seq", code)):
                self._put("dispatches", {"table_code": code, "seq": seq, **vars(one)})
            self._conn.executemany("INSERT INTO positions VALUES (?, ?, ?, ?)", [(code, *each) for each in positions])
            if state is not None:
                self.set_state(code, state)

    def entries(self, code: str) -> list[JSON]:
        """The ledger of a table in order: entry number n is at n - 1."""
        sql = "SELECT line FROM entries WHERE table_code = ? ORDER BY n"
        return [json.loads(line) for (line,) in self._rows(sql, code)]

    def told(self, code: str) -> list[Told]:
        """Every dispatch of a table, to whomever, in the order told."""
        return self._all(Told, "dispatches WHERE table_code = ? ORDER BY seq", code)

    def positions(self, code: str) -> list[tuple[int, str, str]]:
        """The stored positions of a table as (n, name, body), in order."""
        sql = "SELECT n, name, body FROM positions WHERE table_code = ? ORDER BY n, rowid"
        return self._rows(sql, code)

    def issue_code(self, table_code: str, side: str, purpose: str, by_seat: str | None = None) -> CodeRow:
        """Draw a code that seats a device: `join` and `add` at once, `move` in place of `by_seat`, `replace`
        when confirmed. An earlier join or replace code of the side is void, and one for the same purpose of
        the same seat. `by_seat` has to be active."""
        with self._writing():
            if by_seat is not None and _known(self.seat(by_seat), "seat").state != "active":
                raise StoreConflict("This seat holds no side now, so it can give out no code.")
            if purpose in ("join", "replace"):
                sql = "UPDATE codes SET spent = 1 WHERE (table_code, side, purpose) = (?, ?, ?)"
                self._conn.execute(sql, (table_code, side, purpose))
            if by_seat is not None:
                sql = "UPDATE codes SET spent = 1 WHERE (by_seat, purpose) = (?, ?)"
                self._conn.execute(sql, (by_seat, purpose))
            while self.code(letters := self.instance + drawn(CODE_LENGTH)):
                pass  # taken before: draw again
            code = CodeRow(letters, table_code, side, purpose, by_seat, spent=False)
            self._put("codes", vars(code))
        return code

    def open_code(self, table_code: str, side: str, purpose: str) -> CodeRow | None:
        """The latest code for this side and purpose that can still be claimed, if there is one."""
        source = "codes WHERE (table_code, side, purpose, spent) = (?, ?, ?, 0) ORDER BY rowid DESC"
        return self._one(CodeRow, source, table_code, side, purpose)

    def code(self, code: str) -> CodeRow | None:
        """The code of these letters, spent or not, if it was ever issued."""
        return self._one(CodeRow, "codes WHERE code = ?", code)

    def claim(self, code: str, seat_id: str, name: str, token_hash: str, created: str) -> SeatRow:
        """Spend a code and take its seat; else `CodeUnknown` or `CodeSpent`."""
        with self._writing():
            by = self.code(code)
            if by is None:
                raise CodeUnknown(f"There is no code {code}: look at the letters again.")
            if by.spent:
                raise CodeSpent(f"The code {code} was already used: ask for a new one.")
            return self._take_seat(by, seat_id, name, token_hash, created)

    def _take_seat(self, by: CodeRow, seat_id: str, name: str, token_hash: str, created: str) -> SeatRow:
        self._conn.execute("UPDATE codes SET spent = 1 WHERE code = ?", (by.code,))
        if by.purpose == "move" and by.by_seat is not None:
            self.retire_seat(by.by_seat)
        state = "pending" if by.purpose == "replace" else "active"
        table, number = by.table_code, self._next("seats", "number", by.table_code)
        seat = SeatRow(seat_id, table, by.side, name, token_hash, state, by.purpose, created, number)
        self._put("seats", vars(seat))
        return seat

    def seat(self, seat_id: str) -> SeatRow | None:
        """The seat of that id, in whatever state, if there is one."""
        return self._one(SeatRow, "seats WHERE id = ?", seat_id)

    def seats(self, table_code: str) -> list[SeatRow]:
        """All seats a table ever had, by number."""
        return self._all(SeatRow, "seats WHERE table_code = ? ORDER BY number", table_code)

    def confirm_seat(self, seat_id: str) -> None:
        """Let a pending seat in and put the side's active ones out; `StoreConflict` if it is out itself."""
        with self._writing():
            seat = _known(self.seat(seat_id), "seat")
            if seat.state == "out":
                raise StoreConflict("This seat was refused or given up: it has to join again.")
            if seat.state == "pending":
                for other in self.seats(seat.table_code):
                    if other.side == seat.side and other.state == "active":
                        self.retire_seat(other.id)
                self._conn.execute("UPDATE seats SET state = 'active' WHERE id = ?", (seat_id,))

    def refuse_seat(self, seat_id: str) -> None:
        """Turn a pending seat away; twice is once. Raises `StoreConflict` if it is active."""
        with self._writing():
            if _known(self.seat(seat_id), "seat").state == "active":
                raise StoreConflict("This seat was let in already.")
            self.retire_seat(seat_id)

    def retire_seat(self, seat_id: str) -> None:
        """Put a seat out, whatever its state, and void the codes by which it could come back."""
        with self._writing():
            _known(self.seat(seat_id), "seat")
            self._conn.execute("UPDATE seats SET state = 'out' WHERE id = ?", (seat_id,))
            sql = "UPDATE codes SET spent = 1 WHERE by_seat = ? AND purpose IN ('add', 'move')"
            self._conn.execute(sql, (seat_id,))

    def draft(self, table_code: str, side: str, ask: str) -> DraftRow | None:
        """What a side has prepared for an ask, if anything."""
        return self._one(DraftRow, "drafts WHERE (table_code, side, ask) = (?, ?, ?)", table_code, side, ask)

    def save_draft(self, table_code: str, side: str, ask: str, expected_version: int, body: JSON) -> int:
        """Store the draft made from that version (0: from none), give its own; else `DraftConflict`."""
        draft = DraftRow(table_code, side, ask, expected_version + 1, body)
        with self._writing():
            stored = self.draft(table_code, side, ask)
            if (stored.version if stored else 0) != expected_version:
                raise DraftConflict(stored)
            self._put("drafts", vars(draft), "INSERT OR REPLACE")
        return draft.version

    def kits(self, game: str) -> list[KitRow]:
        """The kits of a game, by name."""
        return self._all(KitRow, "kits WHERE game = ? ORDER BY name, id", game)

    def kit(self, kit_id: str) -> KitRow | None:
        """The kit of that id, if there is one."""
        return self._one(KitRow, "kits WHERE id = ?", kit_id)

    def save_kit(self, kit_id: str, game: str, name: str, cells: Mapping[str, JSON]) -> None:
        """Store a kit, in place of any of the same id."""
        with self._writing():
            self._put("kits", vars(KitRow(kit_id, game, name, dict(cells))), "INSERT OR REPLACE")

    def learn(self, kit_id: str, cells: Mapping[str, JSON]) -> None:
        """Add cells to a kit, a new value replacing an old one."""
        with self._writing():
            kit = _known(self.kit(kit_id), "kit")
            self.save_kit(kit_id, kit.game, kit.name, {**kit.cells, **cells})

    def notice(self, table_code: str, at: str, text: str) -> None:
        """Leave a line for whoever runs the table."""
        with self._writing():
            number = self._next("notices", "n", table_code)
            self._put("notices", vars(NoticeRow(table_code, number, at, text)))

    def notices(self, table_code: str) -> list[NoticeRow]:
        """All notices of a table, in the order left."""
        return self._all(NoticeRow, "notices WHERE table_code = ? ORDER BY n", table_code)
