"""Every die that was thrown: its odds, its column, what it did, and what it would have done on the average.

Expected numbers are exact: the mean over the six faces of the column the die was read on. A column of which
not every cell is known has none, and what was thrown on it is left out of the sums. "Sunk" counts as the
boxes the ship had left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from umpire.games.aftermath.luck import Tally
from umpire.games.midway.aftermath.reel import Moment, Reel
from umpire.games.midway.battle import group_words
from umpire.games.midway.island import REDUCTION
from umpire.games.midway.results import SUNK
from umpire.games.midway.terms import ENEMY, JAPAN, NAMES, US
from umpire.games.midway.words import SAYINGS

JSON = Any
DICE = range(1, 7)
HITS, SQUADRONS, FORTIFICATION = "hits on ships", "squadrons shot down", "fortification"
UNITS = (HITS, SQUADRONS, FORTIFICATION)


@dataclass(frozen=True)
class Throw:
    """One die, or a result that needed none."""

    what: str
    raw: str
    column: str
    die: int | None
    did: Tally
    cost: Tally | None = None
    """What it cost the side that threw: the other side's gain."""
    sank: bool = False
    """Whether the table itself said sunk."""


@dataclass
class Fight:
    """One battle, or one attack of another kind, with all that was thrown in it."""

    turn: int
    title: str
    by: str
    throws: list[Throw] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def tallies(self) -> list[Tally]:
        return [t for throw in self.throws for t in (throw.did, throw.cost) if t is not None]


# The charts.


def mean(faces: Sequence[int | None]) -> Fraction | None:
    """The mean over all six faces; None unless every one is known."""
    known = [face for face in faces if face is not None]
    return Fraction(sum(known), len(faces)) if len(known) == len(faces) else None


@dataclass(frozen=True)
class Charts:
    """The printed tables as the copy's owner had told them by the end."""

    kit: Mapping[str, JSON]

    def faces(self, table: str, read: Callable[[JSON], int | None]) -> Fraction | None:
        """The mean of a column, each cell read in one respect."""
        cells = [self.kit.get(f"{table}/{die}") for die in DICE]
        return mean([None if cell is None else read(cell) for cell in cells])

    def left(self, ship: str, before: Mapping[str, int]) -> int | None:
        """The boxes a ship had left; None while nobody has read off how many she has."""
        boxes = self.kit.get(f"hits/{ship}")
        return None if boxes is None else max(0, boxes - before.get(ship, 0))


# Reading the record.


def fights(reel: Reel) -> list[Fight]:
    """Every battle of a game, in the order they were fought."""
    reading = _Reading(reel)
    for moment in reel.moments:
        reading.take(moment)
    return reading.made


NOTED = ("empty", "stripped", "met", "ground", "withdrawing", "surface-over", "b17-target")


class _Reading:
    """The battles as far as they have been read."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.charts = Charts(reel.end.kit)
        self.made: list[Fight] = []
        self.battle: JSON = {}
        self.groups: dict[str, JSON] = {}
        self.odds: dict[str, JSON] = {}

    def take(self, moment: Moment) -> None:
        read = getattr(self, "read_" + moment.kind.replace("-", "_"), None)
        if read is not None:
            read(moment, moment.facts)
        elif moment.kind in NOTED:
            self._note(moment)

    def _note(self, moment: Moment) -> None:
        if moment.kind == "withdrawing" and not moment.facts["sides"]:
            return
        saying = SAYINGS.get(moment.kind)
        if self.made and saying and (words := saying(moment.facts)):
            self.made[-1].notes.append(words)

    def _open(self, moment: Moment, title: str, by: str) -> None:
        self.made.append(Fight(moment.turn, title, by))
        self.groups, self.odds = {}, {}

    # Aircraft v ship.

    def read_battle(self, moment: Moment, f: JSON) -> None:
        self.battle = f
        self._open(moment, SAYINGS["battle"](f).rstrip("."), f["by"])

    def read_pressed(self, moment: Moment, f: JSON) -> None:
        if not f["on"]:
            self._note(moment)

    def read_attacking(self, moment: Moment, f: JSON) -> None:
        self.groups |= {group["id"]: group for group in f["groups"]}

    read_waves = read_attacking

    def read_odds(self, moment: Moment, f: JSON) -> None:
        self.odds |= {each["id"]: each for each in f["odds"]}

    def read_results(self, moment: Moment, f: JSON) -> None:
        by = self.battle["by"]
        for result in f["results"]:
            group, odds = self.groups[result["id"]], self.odds[result["id"]]
            did = self._hits(by, f"crt/{odds['column']}", group["target"], result["hits"], moment)
            lost = self.charts.faces(f"crt/{odds['column']}", _at_most("lost", group["n"]))
            cost = Tally(ENEMY[by], SQUADRONS, result["lost"], lost)
            self._thrown(group_words(group), odds, result["die"], did, cost, sank=result["hits"] == SUNK)

    def _hits(self, by: str, table: str, ship: str, hits: JSON, moment: Moment) -> Tally:
        left = self.charts.left(ship, moment.hits)
        seen = left or 0 if hits == SUNK else hits
        expected = self.charts.faces(table, lambda cell: _hits_of(cell, left))
        return Tally(by, HITS, seen, None if hits == SUNK and left is None else expected)

    def _thrown(
        self, what: str, odds: JSON, die: int | None, did: Tally, cost: Tally | None = None, *, sank: bool = False
    ) -> None:
        raw = f"{odds['raw'][0]} to {odds['raw'][1]}" if odds.get("raw") else ""
        self.made[-1].throws.append(Throw(what, raw, odds.get("column") or "", die, did, cost, sank))

    def read_sunk(self, moment: Moment, f: JSON) -> None:
        if self.made:
            self._note(moment)

    # Fighters, the island, B-17s.

    def read_fighter_combat(self, moment: Moment, f: JSON) -> None:
        by, table = self.battle["by"], f"fvf/{f['column']}"
        attackers, defenders = f["raw"]
        did = Tally(by, SQUADRONS, f["defender"], self.charts.faces(table, _at_most("defender", defenders)))
        cost = Tally(ENEMY[by], SQUADRONS, f["attacker"], self.charts.faces(table, _at_most("attacker", attackers)))
        self._thrown("Fighters against fighters", f, f["die"], did, cost)

    def read_bombed(self, moment: Moment, f: JSON) -> None:
        expected = mean(REDUCTION[f["column"]]) if f["column"] else Fraction()
        self._thrown("Midway bombed", f, f["die"], Tally(JAPAN, FORTIFICATION, f["called_for"], expected))

    def read_b17(self, moment: Moment, f: JSON) -> None:
        self._open(moment, f"B-17s over {f['zone']}", US)
        if not f["ships"]:
            self.made[-1].notes.append("No ships there.")

    def read_b17_result(self, moment: Moment, f: JSON) -> None:
        did = self._hits(US, "b17", f["ship"], f["hits"], moment)
        self._thrown(f"B-17s on {f['ship']}", {}, f["die"], did, sank=f["hits"] == SUNK)

    # Surface combat.

    def read_surface(self, moment: Moment, f: JSON) -> None:
        self._open(moment, f"Surface battle in {f['zone']}", "")

    def read_surface_odds(self, moment: Moment, f: JSON) -> None:
        self.odds |= {_fire(f["side"], each["target"]): each for each in f["odds"]}

    def read_surface_results(self, moment: Moment, f: JSON) -> None:
        for result in f["results"]:
            ship, odds = result["target"], self.odds[_fire(f["side"], result["target"])]
            did = self._hits(f["side"], f"sct/{odds['column']}", ship, result["hits"], moment)
            what = f"{NAMES[f['side']]} on {ship}"
            self._thrown(what, odds, result["die"], did, sank=result["hits"] == SUNK)


def _fire(side: str, target: str) -> str:
    """The name of all that one side fires at a ship in surface combat."""
    return f"{side}/{target}"


def _hits_of(cell: JSON, left: int | None) -> int | None:
    hits = cell["hits"] if isinstance(cell, dict) else cell
    return left if hits == SUNK else int(hits)


def _at_most(name: str, most: int) -> Callable[[JSON], int | None]:
    """Reads a cell's losses; nobody loses more than he has (Step 12)."""
    return lambda cell: min(int(cell[name]), most)
