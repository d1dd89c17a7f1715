"""The turn record: what one audience heard in a turn, in order, segment by segment, with the rules; short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier import kit as kits
from umpire.games.carrier.scoring import JAPAN
from umpire.games.carrier.terms import US, eighths
from umpire.games.carrier.words import say
from umpire.games.paper import Block, Column
from umpire.games.turns import Turn
from umpire.table.plot import Dispatch
from umpire.table.words import counted, listed

JSON = Any

SAID = [Column("Phase", 3), Column("What happened", 15), Column("Rule", 2)]
ARRIVALS, SET_UP, ATTACKS, END, OVER = "Arrivals", "Setting up", "Attacks", "End", "Game over"
QUIET = (
    *("turn", "phase", "step", "kit", "opened", "pieces-done", "sealed", "cells", "flipped", "chits-back", "due"),
    *("roll", "points", "confirmed", "mission", "not-there", "not-high-sea", "jp-attack-done", "us-attack-done"),
    *("cap-off", "table-used", "own-lost", "table-lost", "forgotten", "aimed", "matched", "ships-due", "ships-named"),
)
"""Kinds that get no line of their own: nothing happened, or it stands in another line, or under Points and Read off."""
AS_SAID = ("cells", "roll", "points", "not-there", "not-high-sea")
"""Of those, the kinds by which a turn has begun all the same."""
DICE = ("die", "dice", "rolls", "modified", "shots", "faces", "first")
"""Facts in which a result brings its own dice."""
BEGINS = ("attack", "contact-roll", "search", "interrupt")
"""What begins an attack from the air, or a search: all that is said of it stands in one line."""
OVER_WITH_IT = ("search-over", "attack-over", "strike-over", "no-contact", "found-nothing", "nothing-there")
ALONG = ("no-attack", "blank", "no-force", "moves", "stays", "chit-back")
"""What an activation says that is told along with its move."""


def began(turn: Turn) -> bool:
    """Whether anything has been played in a turn."""
    return any(d.kind not in QUIET or d.kind in AS_SAID for d in turn.live)


def turn_blocks(played: Sequence[Turn]) -> list[Block]:
    """The record of a turn, or of the several begun under one number."""
    live = [d for turn in played for d in turn.live]
    rows = [
        ["" if n else part.title, *row]
        for part in parts(live, played[0].n)
        if part.rows
        for n, row in enumerate(part.rows)
    ]
    struck = [["", words, d.rule] for turn in played for d in turn.said if d.struck and (words := _line(d))]
    made = [Block("In this order", SAID, rows), _points(live), *_read(live)]
    return [*made, *([Block("Struck: said, and void", SAID, struck, struck=True)] if struck else [])]


def _line(d: Dispatch) -> str:
    words = "" if d.kind in QUIET else say(d)
    return _SHORTER[d.kind].sub("", words) if d.kind in _SHORTER else words


_SHORTER = {
    "guns": re.compile(r"(?<=\d) \([^)]*\)(?=, column)"),
    "salvo": re.compile(r" In all [^.]*\."),
}
"""What paper leaves out of the words for some kinds: which ships fire at aircraft, their sum is enough; and hits by ship,
which follow one by one."""


# Segment by segment.


@dataclass
class Part:
    """A segment of a turn: its heading, and its lines, each with its rule."""

    title: str
    rows: list[list[str]] = field(default_factory=list)


def parts(live: Iterable[Dispatch], turn: int) -> list[Part]:
    """A turn cut into arrivals, two segments a phase, and the end."""
    reading = _Reading(Part(ARRIVALS if turn else SET_UP))
    for dispatch in live:
        reading.take(dispatch)
    reading.close()
    return reading.made


class _Reading:
    """The record as far as it has been written: moves that are told together, dice that wait for what came of them."""

    def __init__(self, first: Part) -> None:
        self.made = [first]
        self.phase = 0
        self.rolls: list[Dispatch] = []
        self.acts: list[_Act] = []
        self.blanks = 0
        self.attack = False
        """Whether what is being written is all of one attack or search."""

    def take(self, d: Dispatch) -> None:
        f = d.facts
        if d.kind == "phase":
            self.phase = f["n"]
            self._open(f"{f['n']} Japan")
        elif d.kind == "step":
            self._open({"end": END, "over": OVER}.get(f["name"], f"{self.phase} US" if self.phase else ATTACKS))
        elif d.kind == "mission":
            self.rolls = []
            self._open(f"{self.phase} Japan, mission die {f['die']}")
        elif d.kind == "activated":
            self.acts.append(_Act(f["force"], f["hex"]))
        elif d.kind == "blank":
            self.blanks += 1
        elif d.kind in ALONG and self.acts and f.get("piece", f.get("force", f.get("chit"))) == self.acts[-1].force:
            self.acts[-1].take(d)
        elif d.kind == "roll":
            self.rolls += [d] if any(isinstance(face, int) for face in f["faces"]) else []
        elif words := _line(d):
            opens = d.kind in BEGINS and not self.attack
            self._say(d, words, apart=opens)
            self.attack = self.attack or opens
        if d.kind in OVER_WITH_IT:
            self.attack = False

    def close(self) -> None:
        """Dice of which nothing came; moves that are still to be told, and blanks that were drawn among them."""
        for roll in self.rolls:
            self._write(say(roll), roll.rule)
        self.rolls = []
        words = [act.words for act in self.acts if act.words]
        blanks = [counted(self.blanks, "blank chit")] if self.blanks else []
        if words or blanks:
            self.made[-1].rows.append([f"{'; '.join([*words, *blanks])}.", "9, 13.1" if words else "13.1"])
        self.acts, self.blanks = [], 0

    def _open(self, title: str) -> None:
        """Another segment; a heading that only says more of the one that is open takes its place."""
        if title.partition(",")[0] != self.made[-1].title.partition(",")[0]:
            self.close()
            self.made.append(Part(title))
        self.made[-1].title = max(title, self.made[-1].title, key=len)

    def _say(self, d: Dispatch, words: str, *, apart: bool) -> None:
        """A line of what happened; of a force that has not moved yet, its move is told later."""
        acting = self.acts.pop() if self.acts and not self.acts[-1].words else None
        mine = [roll for roll in self.rolls if roll.rule == d.rule]
        self.rolls = [roll for roll in self.rolls if roll.rule != d.rule]
        self.close()
        if mine and not any(key in d.facts for key in DICE):
            faces = [str(face) for roll in mine for face in roll.facts["faces"]]
            words += f" ({'die' if len(faces) == 1 else 'dice'} {listed(faces)})"
        first = acting is not None and not acting.told
        self._write(f"{acting.force}, {acting.hex}. {words}" if acting and first else words, d.rule, apart or first)
        if acting:
            acting.told = True
            self.acts.append(acting)

    def _write(self, words: str, rule: str, apart: bool = False) -> None:
        """A line; lines of one rule that follow each other are one, and all of one attack or search."""
        rows = self.made[-1].rows
        rules = rows[-1][1].split(", ") if rows else []
        if apart or not rows or not (self.attack or rule in rules[-1:]):
            rows.append([words, rule])
            return
        rows[-1][0] += f" {words}"
        rows[-1][1] = ", ".join([*rules, *([rule] if rule and rule not in rules else [])])


@dataclass
class _Act:
    """An activated force: where it stood, what came of its move, and what it drew in vain."""

    force: str
    hex: str
    to: str = ""
    why: str = ""
    drew: str = ""
    told: bool = False
    """Whether more of it was said, so that its name stands before it."""

    def take(self, d: Dispatch) -> None:
        f = d.facts
        if d.kind in ("moves", "stays"):
            self.to = f["hex"] if d.kind == "moves" else ""
            self.why = "; ".join([f["why"], *f["notes"]])
        elif d.kind == "chit-back":
            self.drew = f["chit"]

    @property
    def words(self) -> str:
        """``C3 1633 to 1732: closes TF 16, 9 hexes``; empty before it has moved."""
        if not self.why:
            return ""
        way = f"to {self.to}" if self.to else "stays"
        drew = f" (drew “{self.drew}”, back into its cup)" if self.drew else ""
        return f"{self.force} {self.hex} {way}: {self.why}{drew}"


# Points, and what was read off.


def _points(live: Iterable[Dispatch]) -> Block:
    """What was scored in the turn, alike together."""
    gained: dict[tuple[str, str], list[int]] = {}
    for d in live:
        if d.kind == "points":
            gained.setdefault((d.facts["side"], d.facts["why"]), []).append(d.facts["n"])
    lines = []
    for side, name in ((US, "US"), (JAPAN, "Japan")):
        said = [
            f"{eighths(sum(n))} {why}{f' ({len(n)} times)' if len(n) > 1 else ''}"
            for (to, why), n in gained.items()
            if to == side
        ]
        lines += [f"{name}: {'; '.join(said)}."] if said else []
    return Block("Points of this turn", before=lines)


def _read(live: Iterable[Dispatch]) -> Iterator[Block]:
    """What was read off the components, a chart a paragraph."""
    cells: dict[str, list[str]] = {}
    for d in live:
        if d.kind == "cells":
            for key, value in sorted(d.facts["cells"].items()):
                chart, _, rest = key.partition("/")
                cells.setdefault(chart, []).append(f"{rest.replace('/', ' ')} {_short(key, value)}".strip())
    if cells:
        lines = [f"{kits.title(chart)}: {'; '.join(said)}." for chart, said in cells.items()]
        yield Block("Read off the components", before=lines, small=True)


def _short(key: str, value: JSON) -> str:
    """A printed value, a row of fields by slashes: ``1/3/4``."""
    if isinstance(value, Mapping):
        return "/".join(str(value[field.name]) for field in kits.cell(key, {}).fields if field.name in value)
    return charts.said(value)
