"""Every fight with its dice: how many hit, and how many would have on the average.

A die hits where it is no higher than a printed value, so what is to be expected of it is that value in tenths,
exactly. Hits beyond what a counter can take count as hits all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from umpire.games.aftermath.luck import Tally
from umpire.games.victory_at_midway.aftermath.reel import Moment, Reel
from umpire.games.victory_at_midway.battle_plot import BOMBARDMENT, GONE, INVASION, SURFACE
from umpire.games.victory_at_midway.terms import (
    AWASH,
    DIE,
    ENEMY,
    JAPAN,
    NAMES,
    NIGHT_FOUND,
    SIDES,
    planes_words,
    tally,
)
from umpire.games.victory_at_midway.words import SAYINGS

JSON = Any
AIR, FLAK, BOMBS = "hits in air combat", "hits of anti-aircraft fire", "hits of bombs and torpedoes"
GUNS, TORPEDOES, SCREEN = "hits of ships’ guns", "hits of submarines", "ones against submarines"
SHELLS, ASHORE = "hits of shelling", "hits of ground units"
ARMOUR, WAVES, NIGHT = "hits on BB shrugged off", "waves that found the enemy", "night searches that worked"
UNITS = (AIR, FLAK, BOMBS, GUNS, TORPEDOES, SCREEN, SHELLS, ASHORE, ARMOUR, WAVES, NIGHT)

PARTS = {
    "round": ("Fighters, round {}", AIR),
    "reply": ("Return fire, round {}", AIR),
    "flak": ("Anti-aircraft fire", FLAK),
    "bombs": ("Bombing", BOMBS),
    "screen": ("Destroyers’ screen", SCREEN),
    "torpedoes": ("Torpedoes", TORPEDOES),
}
"""Of each part of a fight what it is called, and what its dice are counted as."""
GUNFIRE = {SURFACE: ("Gunfire", GUNS), BOMBARDMENT: ("Bombardment", SHELLS), INVASION: ("Fire ashore", ASHORE)}


@dataclass(frozen=True)
class Throw:
    """One hand of dice, as one side threw it for one purpose."""

    what: str
    faces: tuple[int, ...]
    did: Tally


@dataclass
class Fight:
    """One strike, or one fight at sea or ashore, with all that was thrown in it."""

    turn: int
    what: str
    """The kind of the dispatch that began it."""
    title: str
    by: str
    hex: str
    throws: list[Throw] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    air: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Air units in the open: of each its side and its broad type."""
    down: list[str] = field(default_factory=list)
    """Of those, the ones that were eliminated."""
    hits: list[str] = field(default_factory=list)
    """What was sunk, reduced or lost beside them, in words."""
    empty: str = ""
    """Why nothing came of it: nobody there, or nobody found."""

    @property
    def losses(self) -> list[str]:
        """Everything lost in it, in words, the air units side by side: ``US loses D 2, T 1.``"""
        lost = {side: tally(kind for of, kind in map(self.air.__getitem__, self.down) if of == side) for side in SIDES}
        return [*(f"{NAMES[side]} loses {planes_words(kinds)}." for side, kinds in lost.items() if kinds), *self.hits]

    def tallies(self) -> list[Tally]:
        return [throw.did for throw in self.throws]


def chance(value: int, modifier: int = 0) -> Fraction:
    """How likely a die of ten, with something added, is no higher than a value."""
    return Fraction(max(0, min(DIE, value - modifier)), DIE)


def fights(reel: Reel) -> list[Fight]:
    """Every fight of a game, in the order they were fought."""
    reading = _Reading()
    for moment in reel.moments:
        reading.take(moment)
    return reading.made


NOTED = ("deployed", "over", "position", "broke-off", "invasion")
LOSSES = ("units-hit", "caught", "field")
EMPTY = {"empty": "nothing is there", "astray": "no wave finds it"}


class _Reading:
    """The fights as far as they have been read."""

    def __init__(self) -> None:
        self.made: list[Fight] = []
        self.open = False

    def take(self, moment: Moment) -> None:
        read = getattr(self, "read_" + moment.kind.replace("-", "_"), None)
        if read is not None:
            read(moment, moment.facts)
        elif self.open:
            self._note(moment)

    def _note(self, moment: Moment) -> None:
        fight, kind = self.made[-1], moment.kind
        if kind == "over":
            sides = ((ENEMY[fight.by], moment.facts["cap"]), (fight.by, moment.facts["planes"]))
            fight.air = {unit: (side, each["kind"]) for side, units in sides for unit, each in units.items()}
        elif kind == "planes-hit":
            fight.down += [unit for unit, left in moment.facts["units"].items() if left == GONE]
        if kind in EMPTY:
            fight.empty, self.open = EMPTY[kind], False
        elif kind in ("strike-over", "fight-over"):
            self.open = False
        elif kind in NOTED or kind in LOSSES:
            words = SAYINGS[kind](moment.facts)
            if words:
                (fight.hits if kind in LOSSES else fight.notes).append(words)

    def _open(self, moment: Moment, title: str, by: str, place: str) -> None:
        self.made.append(Fight(moment.turn, moment.kind, title, by, place))
        self.open = True

    # What begins one.

    def read_strike(self, moment: Moment, f: JSON) -> None:
        self._open(moment, SAYINGS["strike"](f).rstrip("."), f["by"], f["hex"])

    def read_sub_attack(self, moment: Moment, f: JSON) -> None:
        self._open(moment, f"{NAMES[f['by']]} sends submarines into {f['hex']}", f["by"], f["hex"])
        self._met(f["ships"], SAYINGS["sub-attack"](f))

    def read_surface_battle(self, moment: Moment, f: JSON) -> None:
        self._open(moment, f"Surface combat in {f['hex']}, {NAMES[f['by']]} attacks", f["by"], f["hex"])
        self._met(f["ships"], SAYINGS["surface-battle"](f))

    def read_bombardment(self, moment: Moment, f: JSON) -> None:
        self._open(moment, SAYINGS["bombardment"](f).rstrip("."), f["by"], "H6")

    def read_invasion(self, moment: Moment, f: JSON) -> None:
        self._open(moment, "Invasion combat", JAPAN, "H6")
        self._note(moment)

    def _met(self, ships: JSON, words: str) -> None:
        if ships:
            self.made[-1].notes.append(words)
        else:
            self.made[-1].empty = EMPTY["empty"]

    # Dice.

    def read_shots(self, moment: Moment, f: JSON) -> None:
        if not self.open or f["part"] == "position":
            return
        fight = self.made[-1]
        part, _, n = f["part"].partition("-")
        name, unit = PARTS.get(part) or GUNFIRE[_what(fight)]
        faces = tuple(face for shot in f["shots"] for face in shot["faces"])
        expected = sum((chance(s["value"], s["modifier"]) * len(s["faces"]) for s in f["shots"]), Fraction())
        seen = sum(shot["hits"] for shot in f["shots"])
        if faces:
            self._thrown(
                f"{NAMES[f['side']]}: {name.format(n)}", faces, Tally(f["side"], unit, seen, expected, len(faces))
            )

    def read_awash(self, moment: Moment, f: JSON) -> None:
        """A hit on a Japanese battleship that does not count is luck of hers (Battleship Damage)."""
        faces = tuple(each["die"] for each in f["dice"])
        off = sum(1 for each in f["dice"] if not each["counts"])
        expected = (1 - chance(AWASH)) * len(faces)
        self._thrown(f"{NAMES[JAPAN]}: Battleships’ armour", faces, Tally(JAPAN, ARMOUR, off, expected, len(faces)))

    def read_waves(self, moment: Moment, f: JSON) -> None:
        """A wave finds the enemy on a die above its distance (Finding the Enemy)."""
        faces = tuple(wave["die"] for wave in f["waves"])
        by = self.made[-1].by
        expected = sum((1 - chance(wave["distance"]) for wave in f["waves"]), Fraction())
        found = sum(1 for wave in f["waves"] if wave["found"])
        self._thrown(f"{NAMES[by]}: Finding the enemy", faces, Tally(by, WAVES, found, expected, len(faces)))

    def _thrown(self, what: str, faces: Sequence[int], did: Tally) -> None:
        self.made[-1].throws.append(Throw(what, tuple(faces), did))


def _what(fight: Fight) -> str:
    """What kind of fight at sea or ashore this is, as the record calls it."""
    return {"surface-battle": SURFACE, "bombardment": BOMBARDMENT, "invasion": INVASION}[fight.what]


def night_searches(reel: Reel) -> list[Tally]:
    """The dice of Ship Searches at Night, one to a search."""
    worked = chance(DIE - NIGHT_FOUND + 1)
    return [
        Tally(search["by"], NIGHT, int(search["effective"]), worked)
        for moment in reel.moments
        if moment.kind == "night-searches"
        for search in moment.facts["searches"]
    ]
