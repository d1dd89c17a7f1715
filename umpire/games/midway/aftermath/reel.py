"""The game run again as it was told: after every dispatch that still counts, what each audience's plot held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.aftermath.retold import framed, retell
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import JAPAN, NAMES, SENIORITY, SIDES, US
from umpire.games.midway.words import SAYINGS, found_words
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.table import Table

JSON = Any
AUDIENCES = (UMPIRE, US, JAPAN)
"""Whose maps are shown, the truth first."""


@dataclass(frozen=True)
class Held:
    """What the search board of one audience showed."""

    at: Mapping[str, str]
    """The zones of ships: of both sides in the truth, of its own in a side's."""
    seen: Sequence[JSON]
    """What calls found: a side's own calls, none in the truth."""
    called: Sequence[tuple[str, str]]
    """Who called which area this turn."""
    attacked: Sequence[str]
    """Zones attacked this turn."""


@dataclass(frozen=True)
class Moment:
    """One dispatch, and how things stood once it was heard."""

    n: int
    """The entry it followed."""
    dispatch: Dispatch
    turn: int
    played: int
    night: bool
    step: str
    held: Mapping[str, Held]
    hits: Mapping[str, int]
    score: Mapping[str, int]

    @property
    def kind(self) -> str:
        return self.dispatch.kind

    @property
    def facts(self) -> dict[str, JSON]:
        return self.dispatch.facts

    @property
    def truth(self) -> Mapping[str, str]:
        """Where every ship on the board stood."""
        return self.held[UMPIRE].at


@dataclass(frozen=True)
class Reel:
    """A finished game: its moments in order, and the truth as it stood at the end."""

    moments: Sequence[Moment]
    end: MidwayPlot
    missed: int
    """Things told under older rules that today's plots cannot hear."""

    def side(self, ship: str) -> str:
        return str(self.end.ships[ship]["side"])

    def ranked(self, ships: Iterable[str]) -> list[str]:
        """Ships with the carriers first, then the heaviest."""
        return sorted(ships, key=lambda ship: SENIORITY.index(self.end.ships[ship]["type"]))


def retold(table: Table) -> Reel:
    """Feed fresh plots what was told, dispatch by dispatch."""
    plots = {audience: MidwayPlot(audience) for audience in AUDIENCES}
    moments, missed = retell(table, plots, lambda n, told, last: _moment(n, told.dispatch, plots, last))
    return Reel(moments, plots[UMPIRE], missed)


def _moment(n: int, dispatch: Dispatch, plots: Mapping[str, MidwayPlot], last: Moment | None) -> Moment:
    truth = plots[UMPIRE]
    held = {}
    for audience, plot in plots.items():
        now = holding(plot)
        # What has not changed is one object, so that a long game stays small.
        held[audience] = last.held[audience] if last is not None and last.held[audience] == now else now
    return Moment(
        n,
        dispatch,
        truth.turn,
        truth.played,
        truth.night,
        truth.step,
        held,
        dict(truth.hits),
        dict(truth.score),
    )


def holding(plot: MidwayPlot) -> Held:
    """What a plot's search board shows."""
    side = plot.audience if plot.audience in SIDES else ""
    return Held(
        plot.of(side) if side else dict(plot.zones),
        [seen for seen in plot.sightings if seen["by"] == side],
        [(call["by"], call["area"]) for call in plot.calls if not side or call["by"] == side],
        list(dict.fromkeys(attack["zone"] for attack in plot.attacks)),
    )


# Frames.

SILENT = ("turn", "step")
OPENS = ("turn", "step", "battle", "b17", "surface")


@dataclass(frozen=True)
class Frame:
    """What was told in one step, or in one battle, and how the boards stood at its end."""

    moments: Sequence[Moment]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def said(self) -> list[str]:
        """What was said aloud in it; the calls of a side together."""
        return [*_calls(self.moments), *_sentences(self.moments, ALOUD)]

    @property
    def key(self) -> list[str]:
        """Of that, what the game turned on."""
        return _sentences(self.moments, TURNED_ON)


def frames(moments: Sequence[Moment]) -> list[Frame]:
    """The game in frames; the last ends as the game did."""
    return [Frame(each) for each in framed(moments, OPENS, SILENT)]


def _calls(moments: Sequence[Moment]) -> list[str]:
    made = []
    for side in SIDES:
        answers = [m.facts for m in moments if m.kind == "answer" and m.facts["by"] == side]
        empty = [f["area"] for f in answers if not f["found"]]
        if empty:
            made.append(f"{NAMES[side]} called {', '.join(empty)}: nothing sighted.")
        made += [f"{NAMES[side]} called {f['area']}: {found_words(f['found'])}." for f in answers if f["found"]]
    return made


ALOUD = (
    "word",
    "on-midway",
    "operations",
    "battle",
    "empty",
    "pressed",
    "results",
    "sunk",
    "returns",
    "captured",
    "island-point",
    "fighter-combat",
    "bombed",
    "met",
    "fortification",
    "b17",
    "b17-result",
    "contact",
    "surface",
    "surface-results",
    "withdrawing",
    "surface-over",
    "set-right",
    "back",
    "ended",
)
"""Kinds worth a line under the maps."""


TURNED_ON = ("battle", "sunk", "bombed", "captured", "b17-result", "surface", "ended")


def _sentences(moments: Sequence[Moment], kinds: Sequence[str]) -> list[str]:
    made = []
    for moment in moments:
        saying = SAYINGS.get(moment.kind) if moment.kind in kinds else None
        words = saying(moment.facts) if saying else ""
        if words and not (moment.kind == "word" and not any(moment.facts["words"].values())):
            made.append(words)
    return made
