"""`umpire` behind a bad plug: it may be pulled at a chosen instant, and the laptop's clocks may jump.

The file that UMPIRE_PLUG names says when: "in a copy:3" is the third passing of that instant. It is read at
the start, and again at a SIGUSR1. Nothing of this is in the app: what is patched here is patched in this
process alone.
"""

from __future__ import annotations

import datetime
import functools
import os
import pathlib
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from sqlite_utils import Database

from umpire import cli, host, serving, store
from umpire.web import live, prints

BEFORE_A_COMMIT, IN_A_COMMIT, AFTER_A_COMMIT = "before a commit", "between the rows of a commit", "after a commit"
BEFORE_A_REPLY, BEFORE_A_NOTICE, IN_A_PRINT = "before a reply", "before the others hear", "in a print"
IN_A_COPY, BEFORE_A_RENAME, AFTER_A_RENAME = "in a copy", "before a copy is renamed", "after a copy is renamed"
AT_OPENING, IN_A_MIGRATION, BEFORE_SERVING = "as the file is opened", "in a migration", "before the first page"

IN_PLAY = (BEFORE_A_COMMIT, IN_A_COMMIT, AFTER_A_COMMIT, BEFORE_A_REPLY, BEFORE_A_NOTICE)
COPYING = (IN_A_COPY, BEFORE_A_RENAME, AFTER_A_RENAME)
STARTING = (AT_OPENING, IN_A_MIGRATION, BEFORE_SERVING)
INSTANTS = (*IN_PLAY, IN_A_PRINT, *COPYING, *STARTING)

PLUG, MIGRATIONS, CLOCK, LEAP = "UMPIRE_PLUG", "UMPIRE_MIGRATIONS", "UMPIRE_CLOCK", "UMPIRE_LEAP"
"""A file with an instant; later versions of the file's schema; seconds the clock is off; seconds slept a stop."""


class Plug:
    """The instant at which the power goes, and how often it is passed until then."""

    def __init__(self, told: str) -> None:
        self._told = pathlib.Path(told) if told else None
        self.read()
        signal.signal(signal.SIGUSR1, self.read)

    def read(self, *_: Any) -> None:
        said = self._told.read_text("utf-8") if self._told and self._told.exists() else ""
        self.at, _, passing = said.partition(":")
        self.left = int(passing or 1)

    def passing(self, instant: str) -> None:
        if instant != self.at:
            return
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Watched(sqlite3.Connection):
    """A connection that passes the instants of a commit, of a copy and of opening a file."""

    plug: Plug

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            self.plug.passing(BEFORE_A_COMMIT)
        if sql.startswith("INSERT INTO dispatches"):
            self.plug.passing(IN_A_COMMIT)
        if sql.startswith("PRAGMA journal_mode = WAL"):
            self.plug.passing(AT_OPENING)
        done = super().execute(sql, *values)
        if sql == "COMMIT":
            self.plug.passing(AFTER_A_COMMIT)
        return done

    def backup(self, target: sqlite3.Connection, **_: Any) -> None:  # type: ignore[override]
        super().backup(target, pages=4, progress=lambda *_: self.plug.passing(IN_A_COPY))


def watch(plug: Plug) -> None:
    """Have every instant passed by the part of the app it belongs to."""
    Watched.plug = plug
    sqlite3.connect = functools.partial(sqlite3.connect, factory=Watched)  # type: ignore[assignment]
    live.Streams.all_stirred = before(plug, BEFORE_A_NOTICE, live.Streams.all_stirred)  # type: ignore[method-assign]
    prints.paged = before(plug, IN_A_PRINT, prints.paged)
    pathlib.Path.replace = around(plug, pathlib.Path.replace)  # type: ignore[method-assign, assignment]
    os.replace = around(plug, os.replace)
    build = serving.build

    def built(*args: Any, **more: Any) -> Any:
        """The app, with a look at every reply before it is sent."""
        app, asgi = build(*args, **more)
        plug.passing(BEFORE_SERVING)
        app.after_request_funcs[None].insert(0, lambda answer: (plug.passing(BEFORE_A_REPLY), answer)[1])
        copied_at_every_commit(plug, app.extensions["host"])
        return app, asgi

    serving.build = built


def before(plug: Plug, instant: str, do: Callable[..., Any]) -> Callable[..., Any]:
    def done(*args: Any, **more: Any) -> Any:
        plug.passing(instant)
        return do(*args, **more)

    return done


def around(plug: Plug, rename: Callable[..., Any]) -> Callable[..., Any]:
    def done(*args: Any, **more: Any) -> Any:
        plug.passing(BEFORE_A_RENAME)
        renamed = rename(*args, **more)
        plug.passing(AFTER_A_RENAME)
        return renamed

    return done


def copied_at_every_commit(plug: Plug, tables: host.Host) -> None:
    """While a copy is waited for: a turn is long, and one is made but once in it."""
    commit = host.Live._commit

    def committed(self: host.Live) -> None:
        commit(self)
        if plug.at in COPYING:
            tables.backup_soon()

    host.Live._commit = committed  # type: ignore[method-assign]


def migrate(plug: Plug, more: int) -> None:
    """A program so many versions later: each rebuilds a table, and the last is on its way when the power goes."""

    def rebuilds(db: Database, last: bool) -> None:
        ((sql,),) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'drafts'").fetchall()
        db.execute("ALTER TABLE drafts RENAME TO drafts_before")
        db.execute(sql)
        db.execute("INSERT INTO drafts SELECT * FROM drafts_before ORDER BY rowid LIMIT 3")
        if last:
            plug.passing(IN_A_MIGRATION)
        db.execute("INSERT OR IGNORE INTO drafts SELECT * FROM drafts_before")
        db.execute("DROP TABLE drafts_before")

    for n in range(1, more + 1):
        step = functools.partial(rebuilds, last=n == more)
        step.__name__ = f"later_{n}"  # type: ignore[attr-defined]
        store.MIGRATIONS()(step)
    store.SCHEMA_VERSION += more


def set_clock(seconds: float) -> None:
    """The laptop's clock and calendar are off by so much."""
    right = time.time
    time.time = lambda: right() + seconds

    class Off(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:  # type: ignore[override]
            return super().now(tz) + datetime.timedelta(seconds=seconds)

    host.datetime = Off  # type: ignore[misc]


def leap(seconds: float) -> None:
    """Each time the process goes on after a stop, so long has passed: a laptop that was shut and opened."""
    right, slept = time.monotonic, 0.0

    def monotonic() -> float:
        return right() + slept

    def woken(*_: Any) -> None:
        nonlocal slept
        slept += seconds

    time.monotonic = monotonic
    signal.signal(signal.SIGCONT, woken)


def plugged() -> Iterator[str]:
    """What the environment says is wrong with this laptop."""
    plug = Plug(os.environ.get(PLUG, ""))
    watch(plug)
    migrate(plug, int(os.environ.get(MIGRATIONS, "0")))
    if CLOCK in os.environ:
        set_clock(float(os.environ[CLOCK]))
        yield "clock"
    if LEAP in os.environ:
        leap(float(os.environ[LEAP]))
        yield "leap"


if __name__ == "__main__":
    list(plugged())
    sys.exit(cli.main())
