"""What may go wrong with the store; each is told in a sentence fit for a player."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from umpire.rows import DraftRow


class StoreError(Exception):
    """Any failure of the store; its text is a plain sentence."""


class StoreTooNew(StoreError):
    """The file was written by a newer version of this program."""


class StoreUnreadable(StoreError):
    """The file is not a database of ours, or is damaged."""


class StoreFailed(StoreError):
    """The disk or the file system said no (full, read-only, unplugged, held by another program)."""


class NotJson(StoreError):
    """A value is not JSON, or a text not Unicode, so it cannot be kept."""


class StoreConflict(StoreError):
    """The change does not fit what is stored: a row is there already, or what it refers to is not."""


class CodeUnknown(StoreConflict):
    """No such code was ever issued."""


class CodeSpent(StoreConflict):
    """The code was used before, or was replaced by a newer one."""


class DraftConflict(StoreConflict):
    """Another seat of the side saved the draft first; `stored` is what it saved (None: there is none)."""

    def __init__(self, stored: DraftRow | None) -> None:
        super().__init__("Somebody else on your side changed this meanwhile; your change is not saved yet.")
        self.stored = stored


DAMAGED = "The game file is damaged: put the newest whole copy from its folder “backups” in its place"
COPIED_IN_PLAY = (
    "This game file was copied while it was in play, without the file umpire.db-wal beside it: its latest answers may "
    "be missing. Copy both files again, or a copy from the folder “backups”."
)

_REFUSALS: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFailed, "The laptop's disk is full: make some room and try again"),
    sqlite3.SQLITE_READONLY: (StoreFailed, "The laptop does not let this program write to its game file"),
    sqlite3.SQLITE_IOERR: (StoreFailed, "The laptop's disk did not answer: is a stick or card unplugged?"),
    sqlite3.SQLITE_CANTOPEN: (StoreFailed, "The game file cannot be opened: is its folder there?"),
    sqlite3.SQLITE_BUSY: (StoreFailed, "Another program holds the game file: close it and try again"),
    sqlite3.SQLITE_NOTADB: (StoreUnreadable, "The game file is not a database"),
    sqlite3.SQLITE_CORRUPT: (StoreUnreadable, DAMAGED),
    sqlite3.SQLITE_CONSTRAINT: (StoreConflict, "This does not fit what is stored"),
}


@contextmanager
def plainly() -> Iterator[None]:
    """Turn errors into ours, except those of SQLite that can only be our own mistakes."""
    try:
        yield
    except (TypeError, ValueError, RecursionError) as exc:  # from json, or a text that is no Unicode
        raise NotJson(f"A value cannot be kept ({exc}); nothing was changed.") from exc
    except sqlite3.DatabaseError as exc:
        kind = getattr(exc, "sqlite_errorcode", 0) & 0xFF  # the higher bytes are a detail
        if kind not in _REFUSALS:
            raise
        refusal, sentence = _REFUSALS[kind]
        raise refusal(f"{sentence}; nothing was changed.") from exc
