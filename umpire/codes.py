"""The codes of tables: short, to be read aloud and typed, and in a club each under the letter of its instance."""

from __future__ import annotations

from umpire.store import Store, drawn

LETTERS = 4
"""Letters of a table's code, after that of its instance if it has one."""


def new(store: Store, like: str = "") -> str:
    """A code no table here has: that of a table elsewhere if it can be, or its last letters after the instance's own."""
    alike = (code for code in (like, store.instance + like[-LETTERS:]) if like and _free(store, code))
    return next(alike, None) or _by_lot(store)


def _free(store: Store, code: str) -> bool:
    shaped = 1 <= len(code) <= 8 and code.isascii() and code.isalpha() and code.isupper()
    return shaped and code.startswith(store.instance) and store.table(code) is None


def _by_lot(store: Store) -> str:
    while True:
        code = store.instance + drawn(LETTERS)
        if store.table(code) is None:
            return code
