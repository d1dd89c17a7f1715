"""The game told again: after every dispatch that still counts, where everything stood, the score and the indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.games.aftermath.retold import framed, retell, without_idle
from umpire.games.carrier import track
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.scoring import JAPAN
from umpire.games.carrier.terms import CARRIERS, DAY, FIGHTERS, HOURS, LIMITS, US
from umpire.games.carrier.words import say
from umpire.table.numbered import distance
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Told
from umpire.table.table import Table

JSON = Any
SIDES = (US, JAPAN)
NAMES = {US: "US", JAPAN: "Japan"}
INDICES = (*LIMITS, "retirement")
BASE, TASK_FORCE = "base", "task force"


@dataclass(frozen=True)
class Held:
    """What stood on the map: of each a hex, and words for it."""

    forces: Mapping[str, tuple[str, str, str]]
    """By life (`Reel.counter`): hex, detection, what was known of it."""
    groups: Mapping[str, tuple[str, str]]
    """Task forces and bases: hex, and what they are."""
    strikes: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Moment:
    """One dispatch, and how things stood once it was heard."""

    n: int
    dispatch: Dispatch
    turn: int
    phase: int
    segment: str
    step: str
    night: bool
    held: Held
    score: Mapping[str, int]
    """In eighths."""
    index: Mapping[str, int]
    """The commitment indices, and the retirement index in halves."""
    lives: Mapping[str, str]
    """Of each counter on the map, the life it was leading."""

    @property
    def kind(self) -> str:
        return self.dispatch.kind

    @property
    def facts(self) -> dict[str, JSON]:
        return self.dispatch.facts

    @property
    def when(self) -> str:
        """``Turn 5, phase 2``; in a scenario without turns nothing."""
        phase = f", phase {self.phase}" if self.phase else ""
        return f"Turn {self.turn}{phase}" if self.turn else ""

    def life(self, force: str) -> str:
        """The life that a counter led; its name where it has just left the map."""
        return self.lives.get(force, force)


@dataclass(frozen=True)
class Look:
    """A search step as it was declared: which boxes looked from where, and where all forces were."""

    turn: int
    phase: int
    boxes: Sequence[tuple[str, str, tuple[int, int]]]
    """The group, its hex, and the range of the box."""
    forces: Mapping[str, tuple[str, str, str]]


@dataclass(frozen=True)
class Deck:
    """A task force as an Air Operations Step began: what stood ready to strike, and who was there to be struck."""

    turn: int
    phase: int
    group: str
    ready: int
    """Steps of bombers that could have been launched."""
    aboard: int
    """Steps of bombers aboard, ready or not."""
    full: bool
    """Whether some deck held too many steps to launch any."""
    found: Mapping[str, int]
    """Detected forces within reach that no strike was on its way to, by life, each with how far it was."""


@dataclass(frozen=True)
class Reel:
    """A finished game: its moments in order, and the truth as it stood at the end."""

    moments: Sequence[Moment]
    looks: Sequence[Look]
    decks: Sequence[Deck]
    end: CarrierPlot
    missed: int
    """Things told under older rules that today's plots cannot hear."""

    def when(self, turn: int) -> str:
        """The hour of a turn; ``night``; nothing for a turn that no clock names."""
        if not turn or not self.end.scenario or not self.end.parts.clock:
            return ""
        return "night" if self.end.parts.night else HOURS[(turn - 1) % DAY]


def counter(life: str) -> str:
    """The counter of a life: ``C7`` of ``C7 (2)``."""
    return life.partition(" ")[0]


def retold(table: Table) -> Reel:
    """Feed a fresh plot what was told, dispatch by dispatch."""
    watch = _Watch({UMPIRE: CarrierPlot(UMPIRE)})
    moments, missed = retell(table, watch.plots, watch.moment)
    return Reel(moments, watch.looks, watch.decks, watch.plots[UMPIRE], missed)


REACH = 6
"""Hexes within which a strike goes out and comes home at its ease."""


@dataclass
class _Watch:
    """The truth, and what is noted while it hears."""

    plots: Mapping[str, CarrierPlot]
    looks: list[Look] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    lives: dict[str, str] = field(default_factory=dict)
    """Of each counter that is on the map, the life it leads."""
    born: dict[str, int] = field(default_factory=dict)
    """How often each counter has come onto the map."""

    def moment(self, n: int, told: Told, last: Moment | None) -> Moment:
        truth, d = self.plots[UMPIRE], told.dispatch
        self._bear(truth)
        if d.kind in ("search", "interrupt"):
            self.looks.append(self._look(truth))
        elif d.kind == "step" and d.facts["name"] == "decks":
            self.decks += _ready(truth, self.lives)
        held, clock = self._held(truth), truth.tree["clock"]
        score = {side: sum(award["n"] for award in truth.at(f"points/{side}", [])) for side in SIDES}
        # What has not changed is one object, so that a long game stays small.
        return Moment(
            n,
            d,
            clock["turn"],
            clock["phase"],
            clock["segment"],
            clock["step"],
            bool(clock["night"]),
            last.held if last is not None and last.held == held else held,
            last.score if last is not None and last.score == score else score,
            {which: truth.at(f"index/{which}", 0) for which in INDICES},
            last.lives if last is not None and last.lives == self.lives else dict(self.lives),
        )

    def _bear(self, truth: CarrierPlot) -> None:
        """A counter that has come onto the map leads another life than the one that left it."""
        for force in [force for force in self.lives if force not in truth.forces]:
            del self.lives[force]
        for force in truth.forces:
            if force not in self.lives:
                self.born[force] = self.born.get(force, 0) + 1
                self.lives[force] = force if self.born[force] == 1 else f"{force} ({self.born[force]})"

    def _held(self, truth: CarrierPlot) -> Held:
        forces = {
            self.lives[force]: (f["hex"], str(f["detection"]), str(f["chit"]))
            for force, f in truth.forces.items()
            if force in self.lives
        }
        groups = {
            name: (g["hex"], BASE if g["base"] else TASK_FORCE)
            for name, g in truth.groups.items()
            if g["hex"] and not g["gone"]
        }
        strikes = {n: (s["hex"], _steps(s["steps"])) for n, s in truth.strikes.items() if s["hex"]}
        return Held(forces, groups, strikes)

    def _look(self, truth: CarrierPlot) -> Look:
        boxes = []
        for name, place in truth.at("memory/search/boxes", []):
            low, high = track.boxes(truth, name)[place]["range"]
            boxes.append((name, truth.groups[name]["hex"], (low, high)))
        clock = truth.tree["clock"]
        return Look(clock["turn"], clock["phase"], boxes, self._held(truth).forces)


def _steps(steps: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in steps.items() if n)


def _ready(truth: CarrierPlot, lives: Mapping[str, str]) -> list[Deck]:
    """Every carrier task force as its Air Operations Step begins."""
    aimed = [strike["target"] for strike in truth.strikes.values() if not strike["down"]]
    made = []
    for name in truth.carrier_groups():
        at = truth.groups[name]["hex"]
        decks = [d for d in truth.decks.values() if d["in"] == name]
        found = {
            lives[force]: distance(at, f["hex"])
            for force, f in truth.forces.items()
            if f["detection"] and force not in aimed and at and 0 < distance(at, f["hex"]) <= REACH
            if not _all_sunk(truth, force)
        }
        ready = sum(_bombers(d["ready"]) for d in decks)
        aboard = ready + sum(_bombers(d[box]) for d in decks for box in ("unready", "servicing", "hangar"))
        full = any(total(d["ready"]) + total(d["unready"]) > 8 for d in decks)
        if decks and truth.parts.strikes:
            made.append(Deck(truth.turn, truth.phase, name, ready, aboard, full, found))
    return made


def _all_sunk(truth: CarrierPlot, force: str) -> bool:
    """Whether a force had carriers and they are sunk, though they count a while longer (4.1): nobody to be struck."""
    carriers = [s for s in truth.ships.values() if s["in"] == force and s["type"] in CARRIERS]
    return bool(carriers) and all(s["sunk"] for s in carriers)


def _bombers(box: Mapping[str, int]) -> int:
    return sum(n for kind, n in box.items() if kind not in FIGHTERS)


# Frames.

SILENT = ("turn", "step", "phase", "mission", "due", "pieces-done", "cells", "roll", "confirmed", "flipped", "kit")
OPENS = ("turn", "phase", "step", "attack", "strike-attacks", "engages", "contact-roll")


@dataclass(frozen=True)
class Frame:
    """What was told in one step, or in one attack, and how the map stood at its end."""

    moments: Sequence[Moment]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def told(self) -> Moment:
        """The moment whose step it is called by: the last in which something was said, or its last."""
        spoken = [moment for moment in self.moments if _line(moment, ALOUD)]
        return (spoken or self.moments)[-1]

    @property
    def said(self) -> list[str]:
        """What was said aloud in it."""
        return [line for moment in self.moments for line in _line(moment, ALOUD)]

    @property
    def key(self) -> list[str]:
        """Of that, what the game turned on."""
        return [line for moment in self.moments for line in _line(moment, TURNED_ON)]


def frames(moments: Sequence[Moment]) -> list[Frame]:
    """The game in frames; one in which nothing was said and nothing moved belongs to the one before it."""
    parts = without_idle(framed(moments, OPENS, SILENT), lambda part: not Frame(part).said)
    return [Frame(each) for each in parts]


ALOUD = (
    *("set-up", "placed", "arrives", "comes", "chit", "screen", "level-4", "force-gone", "screen-alone", "chit-falls"),
    *("attack", "own-attack", "table-attacks", "second-wave", "wave-arrives", "scrambled", "jp-attack-done", "ground"),
    *(
        "index",
        "limit-close",
        "limit-reached",
        "commitment-ends",
        "detected",
        "formed",
        "target",
        "come-in",
        "air-lost",
    ),
    *("contact-roll", "no-contact", "nothing-there", "found-nothing", "surprise", "strike-attacks", "strike-over"),
    *("us-attack-done", "hit", "sunk", "deck-marker", "engages", "surface-outcome", "retreats", "bombards", "unloads"),
    *("retires", "screen-splits", "fleet", "retirement-index", "critical", "task-force-gone", "tf-off", "landing-lost"),
    *("set-right", "back", "ended"),
)
"""Kinds worth a line under the map."""

TURNED_ON = (
    "attack",
    "strike-attacks",
    "sunk",
    "level-4",
    "limit-reached",
    "surface-outcome",
    "retires",
    "fleet",
    "ended",
)


def _line(moment: Moment, kinds: Sequence[str]) -> list[str]:
    """A moment in words, where it is of one of these kinds and says something."""
    words = say(moment.dispatch) if moment.kind in kinds else ""
    return [words] if words else []
