"""The game run again as it was told: after every dispatch that still counts, what each audience's map held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.games.aftermath.retold import framed, retell, without_idle
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import covered
from umpire.games.victory_at_midway.sightings import sightings
from umpire.games.victory_at_midway.terms import ENEMY, FIGHTER, JAPAN, NAMES, SENIORITY, SIDES, US, day_of
from umpire.games.victory_at_midway.words import SAYINGS, searches_words
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Told
from umpire.table.table import Table

JSON = Any
AUDIENCES = (UMPIRE, US, JAPAN)
"""Whose maps are shown, the truth first."""


@dataclass(frozen=True)
class Held:
    """What the map of one audience showed."""

    at: Mapping[str, str]
    """The hexes of ships: of both sides in the truth, of its own in a side's."""
    seen: Sequence[JSON]
    """What a side had seen of the other, as its own map had it; none in the truth."""
    searched: Sequence[str]
    """Hexes looked into this turn: by both in the truth, by itself in a side's."""
    fought: Sequence[str]
    """Hexes struck or fought over this turn."""


@dataclass(frozen=True)
class Moment:
    """One dispatch, and how things stood once it was heard."""

    n: int
    """The entry it followed."""
    dispatch: Dispatch
    audiences: tuple[str, ...]
    turn: int
    played: int
    night: bool
    fog: bool
    step: str
    held: Mapping[str, Held]
    score: Mapping[str, int]
    """In halves."""

    @property
    def kind(self) -> str:
        return self.dispatch.kind

    @property
    def facts(self) -> dict[str, JSON]:
        return self.dispatch.facts

    @property
    def truth(self) -> Mapping[str, str]:
        """Where every ship on the map stood."""
        return self.held[UMPIRE].at

    def only(self, side: str) -> bool:
        """Whether of the two sides this one alone was told."""
        return side in self.audiences and ENEMY[side] not in self.audiences


@dataclass(frozen=True)
class Look:
    """The searches of a turn once they were answered, and what lay where."""

    turn: int
    night: bool
    at: Mapping[str, str]
    fog: Sequence[str]
    searches: Sequence[JSON]
    covered: Mapping[str, Sequence[str]]
    """By side, the hexes its searches looked into."""
    found: Sequence[str]
    """Hexes that were spoken of this turn."""
    reach: Mapping[str, Mapping[str, int]]
    """By side, for each hex with carriers of the enemy, how many Ready bombers could have struck there."""


@dataclass(frozen=True)
class Reel:
    """A finished game: its moments in order, its searches, and the truth as it stood at the end."""

    moments: Sequence[Moment]
    looks: Sequence[Look]
    end: VictoryPlot
    missed: int
    """Things told under older rules that today's plots cannot hear."""

    def side(self, ship: str) -> str:
        return str(self.end.ships[ship]["side"])

    def kind(self, ship: str) -> str:
        return self.end.type_of(ship)

    def ranked(self, ships: Iterable[str]) -> list[str]:
        """Ships with the carriers first, then the heaviest."""
        return sorted(ships, key=lambda ship: SENIORITY.index(self.kind(ship)))

    def when(self, turn: int) -> str:
        """``0430 June 4``, or without the hour where the table left the clock open."""
        return " ".join(filter(None, (kits.clock(self.end.kit, turn), f"June {day_of(turn)}")))


def retold(table: Table) -> Reel:
    """Feed fresh plots what was told, dispatch by dispatch."""
    watch = _Watch({audience: VictoryPlot(audience) for audience in AUDIENCES})
    moments, missed = retell(table, watch.plots, watch.moment)
    return Reel(moments, watch.looks, watch.plots[UMPIRE], missed)


SHOWING = ("found", "deployed", "sub-attack", "surface-battle", "bombardment", "landed")
"""Kinds that show a side something of the other."""


@dataclass
class _Watch:
    """The three plots, and what is noted while they hear."""

    plots: Mapping[str, VictoryPlot]
    looks: list[Look] = field(default_factory=list)
    _seen: dict[str, list[JSON]] = field(default_factory=dict)
    """By side, what it had seen when last it was shown anything."""
    _searched: dict[str, tuple[JSON, list[str]]] = field(default_factory=dict)
    """By side, the searches last reckoned with and the hexes they looked into: those change twice a turn at most."""

    def moment(self, n: int, told: Told, last: Moment | None) -> Moment:
        truth = self.plots[UMPIRE]
        for side in SIDES:
            if side in told.audiences and told.dispatch.kind in SHOWING:
                self._seen[side] = sightings(self.plots[side], side)
        if told.dispatch.kind == "found" and truth.step == "search":
            self.looks.append(look(truth))
        held = {}
        for audience in AUDIENCES:
            now = self._holding(audience)
            # What has not changed is one object, so that a long game stays small.
            held[audience] = last.held[audience] if last is not None and last.held[audience] == now else now
        return Moment(
            n,
            told.dispatch,
            told.audiences,
            truth.turn,
            truth.played,
            truth.night,
            truth.fog,
            truth.step,
            held,
            dict(truth.score),
        )

    def _holding(self, audience: str) -> Held:
        plot = self.plots[audience]
        fights = [*plot.fought, *([plot.fight] if plot.fight else [])]
        return Held(
            dict(plot.at) if audience == UMPIRE else plot.of(audience),
            self._seen.get(audience, []),
            self._looked_into(audience),
            list(dict.fromkeys(fight["hex"] for fight in fights)),
        )

    def _looked_into(self, audience: str) -> list[str]:
        plot = self.plots[audience]
        if audience == UMPIRE:
            return list(dict.fromkeys(place for side in SIDES for place in self._looked_into(side)))
        searches, hexes = self._searched.get(audience, (None, []))
        if searches is not plot.searches:
            hexes = _covered(plot, audience)
            self._searched[audience] = (plot.searches, hexes)
        return hexes


def _covered(plot: VictoryPlot, side: str) -> list[str]:
    return covered(plot.board, plot.searches, side) if plot.searches else []


def look(truth: VictoryPlot) -> Look:
    """The searches just answered."""
    reach: dict[str, dict[str, int]] = {}
    for side in SIDES:
        ready = {} if truth.night else truth.ready(side)
        bombers = {unit: at for unit, at in ready.items() if truth.kind_of(unit) != FIGHTER}
        reach[side] = {
            place: sum(1 for unit, at in bombers.items() if truth.board.distance(at, place) <= truth.reach(unit))
            for place in dict.fromkeys(truth.carriers(ENEMY[side]).values())
        }
    return Look(
        truth.turn,
        truth.night,
        dict(truth.at),
        tuple(place for place in dict.fromkeys(truth.at.values()) if truth.foggy(place)),
        list(truth.searches),
        {side: _covered(truth, side) for side in SIDES},
        [each["hex"] for each in truth.found],
        reach,
    )


# Frames.

SILENT = ("turn", "step", "due", "late", "begun-strike", "declared")
OPENS = ("turn", "step", "strike", "sub-attack", "surface-battle", "bombardment", "landed", "invasion", "tally")


@dataclass(frozen=True)
class Frame:
    """What was told in one step, or in one fight, and how the maps stood at its end."""

    moments: Sequence[Moment]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def step(self) -> str:
        """The step in which something was said in it, or its last."""
        spoken = [moment for moment in self.moments if _line(moment, ALOUD)]
        return (spoken or self.moments)[-1].step

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
    "stopped",
    "searching",
    "kure",
    "forgone",
    "night-searches",
    "found",
    "sighted",
    "no-strikes",
    "strike",
    "astray",
    "empty",
    "deployed",
    "over",
    "planes-hit",
    "awash",
    "units-hit",
    "caught",
    "field",
    "zeke",
    "sub-attack",
    "broke-off",
    "surface",
    "surface-battle",
    "bombardment",
    "landed",
    "invasion",
    "field-shut",
    "fog-die",
    "tally",
    "set-right",
    "back",
    "ended",
)
"""Kinds worth a line under the maps."""

TURNED_ON = ("found", "strike", "units-hit", "surface-battle", "landed", "field-shut", "ended")


def _line(moment: Moment, kinds: Sequence[str]) -> list[str]:
    """A moment in words, where it is of one of these kinds and says something."""
    f = moment.facts
    if moment.kind not in kinds:
        return []
    if moment.kind == "searching":
        return [f"{NAMES[side]} searches {searches_words(f['searches'], side)}." for side in searchers(f["searches"])]
    silent = (moment.kind == "found" and not f["found"]) or (moment.kind == "surface" and not f["hexes"])
    words = "" if silent else SAYINGS[moment.kind](f)
    return [words] if words else []


def searchers(searches: Iterable[JSON]) -> list[str]:
    """The sides that declared a search."""
    by = [search["by"] for search in searches]
    return [side for side in SIDES if side in by]
