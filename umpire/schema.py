"""The tables of the one file, how they came to be, and the marks by which the file is known."""

from __future__ import annotations

import sqlite3
from itertools import product

from sqlite_utils import Database, Migrations

APPLICATION_ID = int.from_bytes(b"UMPR", "big")
IN_PLAY = int.from_bytes(b"UMPI", "big")
"""Stands in the file for `APPLICATION_ID` while it is served: such a file is not whole without its log."""
SCHEMA_VERSION = 1  # the number of migrations below
MIGRATIONS = Migrations("umpire")


# SQL rather than sqlite-utils' create(), for the CHECKs. Later migrations should stay with SQL: transform()
# drops CHECKs and triggers without a word. (kit_id may name a kit that stayed on another laptop.)
@MIGRATIONS()
def m001_first(db: Database) -> None:
    db.executescript("""
        CREATE TABLE tables (code TEXT PRIMARY KEY, game TEXT NOT NULL, header TEXT NOT NULL,
            attended INT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'paused', 'over')),
            kit_id TEXT, created TEXT NOT NULL);
        CREATE TABLE entries (table_code TEXT NOT NULL REFERENCES tables, n INT NOT NULL,
            line TEXT NOT NULL, PRIMARY KEY (table_code, n));
        CREATE TABLE dispatches (table_code TEXT NOT NULL REFERENCES tables, seq INT NOT NULL,
            n INT NOT NULL, audiences TEXT NOT NULL, kind TEXT NOT NULL, facts TEXT NOT NULL,
            rule TEXT NOT NULL, PRIMARY KEY (table_code, seq));
        CREATE TABLE positions (table_code TEXT NOT NULL REFERENCES tables, n INT NOT NULL,
            name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_code, n, name));
        CREATE TABLE seats (id TEXT PRIMARY KEY, table_code TEXT NOT NULL REFERENCES tables,
            side TEXT NOT NULL, name TEXT NOT NULL, token_hash TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'out')), purpose TEXT NOT NULL,
            created TEXT NOT NULL, number INT NOT NULL, UNIQUE (table_code, number));
        CREATE TABLE codes (code TEXT PRIMARY KEY, table_code TEXT NOT NULL REFERENCES tables,
            side TEXT NOT NULL, purpose TEXT NOT NULL, by_seat TEXT REFERENCES seats, spent INT NOT NULL,
            CHECK (purpose IN ('join', 'add', 'replace') OR purpose = 'move' AND by_seat IS NOT NULL));
        CREATE TABLE drafts (table_code TEXT NOT NULL REFERENCES tables, side TEXT NOT NULL,
            ask TEXT NOT NULL, version INT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_code, side, ask));
        CREATE TABLE kits (id TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, cells TEXT NOT NULL);
        CREATE TABLE notices (table_code TEXT NOT NULL REFERENCES tables, n INT NOT NULL,
            at TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_code, n));
    """)


def guard_ledger(conn: sqlite3.Connection) -> None:
    """Make entries and dispatches append-only, if they are not."""
    for table, act in product(("entries", "dispatches"), ("UPDATE", "DELETE")):
        what = f"no_{act}_{table} BEFORE {act} ON {table} BEGIN SELECT RAISE(ABORT, 'append-only')"
        conn.execute(f"CREATE TRIGGER IF NOT EXISTS {what}; END")
