"""Who may know what: for every kind of dispatch who is told it, by which rule; and what nobody is ever told.

A game's table is its ``who_knows.toml``; what every table tells, whatever the game, stands once in the file
beside this module. The guide shows it, and the tests hold every dispatch of every game against it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from umpire.table.script import Setting

JSON = Any

ALL, UMPIRE, OWNER = "all", "umpire", "owner"
"""Both sides and the public; the umpire alone; the one side whose own it is. Besides these a row names a side."""
HERE = Path(__file__).parent
FILE = "who_knows.toml"


@dataclass(frozen=True)
class Row:
    """Who is told one kind of dispatch. The umpire hears every kind.

    Of what is told to its owner the other fields say how to tell from a dispatch whose it is, the first that
    says a side counting.
    """

    kind: str
    what: str
    """What it tells, in the players' words."""
    told: str
    rows: Sequence[str] = ()
    """The rows of the game's information matrix that it rests on."""
    by: str = ""
    """The rule or heading."""
    record: bool = False
    """It sets a fact of the record right: the owner is that fact's."""
    fact: str = ""
    """A fact that names the side."""
    pieces: Sequence[str] = ()
    """Facts that name ships, bases or air units of the side: ``at``, ``values of units``, ``units of waves``."""
    before: str = ""
    """The kind of dispatch told just before it, and its fact that names the side: ``motion.by``."""
    next: str = ""
    """The same of the dispatch told next."""
    plot: str = ""
    """Where the umpire's plot names the side: ``fight.by``; with ``not`` before it, the other side."""
    asked: bool = False
    """Each of the sides that had been asked, in turn."""
    kept: str = ""
    """A setting under which the umpire alone is told it."""
    part: str = ""
    """A setting under which some of it is told to the umpire alone."""


@dataclass(frozen=True)
class WhoKnows:
    """A game's table of who may know what."""

    kinds: Mapping[str, Row]
    never: Mapping[str, str]
    """What no dispatch tells, by the row of the information matrix, and why."""
    pieces: Mapping[str, str]
    """The side of each piece that is in no order of battle: by its name, or by its letters before the dash."""
    record: Mapping[str, str]
    """Facts of the record that are one side's own, by their first word: the side, or ``piece`` for that of the piece."""
    open: Sequence[str]
    """The attributes of a plot that everybody has alike."""
    own: Mapping[str, str]
    """Attributes of which a side has its own alone, and how to tell it: ``keys``, ``values``, ``side``, or whose all is."""
    apart: Mapping[str, str] = field(default_factory=dict)
    """Attributes that each side keeps for itself and the umpire's plot does not, and why."""
    kept: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By a setting, what the umpire's plot alone holds while it is in use: ways into attributes, ``*`` for any name."""

    def groups(self, names: Mapping[str, str], settings: Iterable[Setting]) -> list[tuple[str, list[Row]]]:
        """The rows by who is told, in words, for a page: everybody last, as most is."""
        words = {OWNER: "The side whose own it is, alone"} | {side: f"{name} alone" for side, name in names.items()}
        words |= {UMPIRE: "The umpire alone"}
        everybody = "Everybody: both sides and the public table" if len(names) > 1 else "Everybody"
        labels = {each.name: each.label.partition(":")[0] for each in settings}
        made = {said: [row for row in self.kinds.values() if row.told == told] for told, said in words.items()}
        for row in (row for row in self.kinds.values() if row.told == ALL):
            made.setdefault(f"{everybody}{_but(row, labels)}", []).append(row)
        last = made.pop(everybody, [])
        return [(said, rows) for said, rows in (*made.items(), (everybody, last)) if rows]


def _but(row: Row, labels: Mapping[str, str]) -> str:
    """For whom a setting keeps what else everybody is told."""
    if row.kept:
        return f"; with {labels[row.kept]} the umpire alone"
    return f"; with {labels[row.part]} the umpire alone some of it" if row.part else ""


@cache
def who_knows(game: str) -> WhoKnows:
    """The table of a game, by its key; its own rows stand before those of every game."""
    own, common = _read(HERE / game.replace("-", "_") / FILE), _read(HERE / FILE)
    rows = {**own["told"], **{kind: row for kind, row in common["told"].items() if kind not in own["told"]}}
    return WhoKnows(
        kinds={kind: Row(kind, **row) for kind, row in rows.items()},
        never=own["never"],
        pieces=own["pieces"],
        record=own["record"],
        open=[*common["plot"]["open"], *own["plot"]["open"]],
        own={**common["plot"]["own"], **own["plot"]["own"]},
        apart={**common["plot"].get("apart", {}), **own["plot"].get("apart", {})},
        kept=own["plot"].get("kept", {}),
    )


def _read(path: Path) -> dict[str, JSON]:
    return tomllib.loads(path.read_text("utf-8"))
