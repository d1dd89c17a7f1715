"""A ledger from anywhere: read no further than a game can go, of a game that is here, on a kit that is whole.

Whoever sends a file may have made it to break what reads it, so it is measured before it is followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games import BROUGHT, GAMES
from umpire.table import ledger
from umpire.table.ledger import Entry, Header, NotALedger
from umpire.table.script import Game
from umpire.table.words import canonical

JSON = Any

LONGEST = 8 * 1024 * 1024
"""Bytes of a ledger; a long game is a tenth of it."""
LARGEST_KIT = 256 * 1024
"""Bytes of a kit; a whole one is a tenth of it."""
LONGEST_WORD = 40
DEEPEST = 12
"""Lists in objects in lists; the deepest answer of a game goes half as far."""


def game_of(text: str) -> tuple[Game, Header, Sequence[Entry]]:
    """The game a ledger is of, its heading and its entries; raises `NotALedger` in words."""
    if len(text) > LONGEST:
        raise NotALedger("the file is larger than any game")
    head, entries = ledger.read(text)
    game = GAMES.get(head.game)
    if game is None:
        raise NotALedger(f"this version has no game called {head.game[:LONGEST_WORD]!r}")
    if max(len(head.rules), len(head.table)) > LONGEST_WORD:
        raise NotALedger("its heading names rules or a table as nobody would")
    if not _flat([head.kit, head.settings, *(each.value for each in entries)]):
        raise NotALedger("what it holds is nested deeper than anything in a game")
    if not _sound(head.settings):
        raise NotALedger("what was agreed on in its heading is no list of settings")
    if words := _strange(game, head):
        raise NotALedger(f"of “{words}” something was agreed that cannot be agreed")
    if len(canonical(head.kit)) > LARGEST_KIT:
        raise NotALedger("its kit is larger than any box")
    brought = BROUGHT.get(game.key)
    problems = brought.kit.problems(head.kit) if brought else []
    if problems:
        raise NotALedger(f"its kit cannot be right: {problems[0][:200]}")
    missing = game.wanting(head.kit, head.settings)
    if missing:
        raise NotALedger(f"its kit is not whole: {missing[0][:200]}")
    return game, head, entries


def _sound(settings: Mapping[str, JSON]) -> bool:
    """Whether settings are what settings are: a word, a small number, yes or no; and the names of the players."""
    names = settings.get("names", {})
    players = isinstance(names, dict) and all(
        isinstance(name, str) and len(name) <= LONGEST_WORD for name in names.values()
    )
    return players and all(_small(value) for key, value in settings.items() if key != "names")


def _strange(game: Game, head: Header) -> str:
    """What was agreed otherwise than it can be, by its label; empty for none.

    Under other rules than these there may have been other choices.
    """
    if head.rules != game.rules:
        return ""
    for each in game.agreed:
        chosen = canonical(head.settings.get(each.name, each.default))
        if chosen not in [canonical(value) for value, _ in each.choices]:
            return each.label
    return ""


def _small(value: JSON) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_WORD
    return value is None or (isinstance(value, int) and abs(value) <= 9999)


def _flat(value: JSON) -> bool:
    """Whether nothing in a value lies deeper than anything does in a game."""
    layer = [value]
    for _ in range(DEEPEST):
        inner = (each for each in layer if isinstance(each, dict | list))
        layer = [part for each in inner for part in (each.values() if isinstance(each, dict) else each)]
    return not any(isinstance(each, dict | list) for each in layer)
