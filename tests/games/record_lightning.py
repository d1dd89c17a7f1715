"""Games of Lightning: Midway to be kept, one for each way a game goes and ends, by lot from a seed or as told."""

from __future__ import annotations

import random
from typing import Any

from tests.games.lightning.lively import run
from tests.games.lightning.scenes import LIGHTNING, header, table
from tests.games.recording import UMPIRE, Shelf, kinds_told, play_out, sealed, sought, word
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.settings import SETTINGS
from umpire.games.lightning_midway.terms import JAPAN, US
from umpire.games.lightning_midway.victory import DESTROYED_ALL, ENDINGS
from umpire.table.asks import TABLE
from umpire.table.table import Table

JSON = Any


def by_lot(t: Table, seed: int, most: int = 9999) -> Table:
    """Played on at random, to the end or for so many answers."""
    rng = random.Random(seed)
    last = len(t.entries) + most
    return play_out(t, lambda t, party, asked: asked.sample(rng), lambda t: len(t.entries) >= last)


def told_in(t: Table) -> set[str]:
    """Kinds told in a game, and who won."""
    ended = t.truth.ended or {"how": "", "by": ""}
    return kinds_told(t) | {f"{ended['how']} {ended['by']}".strip()}


def having(kinds: set[str], **settings: JSON) -> Table:
    """The first game by lot with all of some things in it."""
    return sought(told_in, kinds, lambda seed: by_lot(table(**settings), seed), 200)


def fresh(t: Table | None = None) -> Table:
    """A copy of which nothing is filled in: who begins is asked, and what depends on each objective as it goes."""
    made = t or table(kits.known())
    return by_lot(made, 4)


def conceded() -> Table:
    t = by_lot(table(), 5, 12)
    word(t, JAPAN, "concede", "moved")
    return t


def ended() -> Table:
    t = by_lot(table(), 6, 9)
    word(t, TABLE, "end", "moved")
    return t


def mended() -> Table:
    """Whoever is at the screen sets an objective right, notes a ruling, rests, takes a tap back and goes back a turn."""
    t = table()
    run(t, "t5/us/turn")
    value = {"fact": "objective/Kaga", "value": "destroyed", "reason": "nobody tapped"}
    word(t, TABLE, "correct", "moved", value, "nobody tapped")
    word(t, TABLE, "dispute", "moved", text="May they? They may.")
    word(t, TABLE, "pause", "moved")
    word(t, TABLE, "resume", "moved")
    by_lot(t, 8, 4)
    word(t, TABLE, "back", "moved", {"to": list(t.turns())[-1]})
    word(t, TABLE, "back", "moved", {"to": "t2"})
    return by_lot(t, 9)


def attended(t: Table | None = None) -> Table:
    """An umpire sets an objective right and takes the table back."""
    made = t or table(umpire=True)
    run(made, "t4/japan/turn")
    made.set_right("objective/Akagi", "destroyed", "misread", UMPIRE, name=made.mending)
    run(made, "t6/japan/turn")
    made.back(made.turns()["t3"], UMPIRE)
    return by_lot(made, 10)


def otherwise() -> dict[str, JSON]:
    """Every setting otherwise than by default."""
    return {each.name: each.choices[-1][0] for each in SETTINGS}


GAMES = {
    "us-wins": lambda: having({f"{DESTROYED_ALL} {US}", "exchanged", "reshuffled", "reinforced", "prepared"}),
    "japan-wins": lambda: having({f"{DESTROYED_ALL} {JAPAN}", "attack"}),
    "strips": lambda: having({DESTROYED_ALL + " " + US, "no-target", "scouts", "played", "special"}, fights="strip"),
    "otherwise": lambda: having({"played", "adjusted"}, **otherwise()),
    "counted": lambda: having({"hands", "played"}, hands="counted"),
    "fresh": fresh,
    "conceded": conceded,
    "ended": ended,
    "mended": mended,
    "gone-back": attended,
    "sealed": lambda: by_lot(sealed(table(), 20), 20),
    "sealed-fresh": lambda: fresh(sealed(Table(LIGHTNING, header(kits.known())), 21)),
    "sealed-mended": lambda: attended(sealed(table(umpire=True), 22)),
}


def ending(t: Table) -> str:
    """Which of the ways to end a game came to."""
    return str(t.truth.ended["how"])


SHELF = Shelf(LIGHTNING, GAMES, ENDINGS, ending)
