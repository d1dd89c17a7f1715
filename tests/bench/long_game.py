"""A game on a track of 500 turns: what an answer costs at its end, and how soon its ledger is run again."""

from __future__ import annotations

import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.every import EVERY
from tests.tables import hand_of
from umpire.host import Host
from umpire.rows import SeatRow
from umpire.serving import build
from umpire.store import Store
from umpire.table.replay import replayed
from umpire.table.table import Table
from umpire.web.pages import draw
from umpire.web.viewers import viewer_of

JSON = Any
TURNS = 500
PART = 25
"""So many turns at the end of the track are held against as many at the beginning of another, answer by answer in
turns, so that whatever else this machine does weighs on both."""
Took = list[tuple[str, float]]
"""What was asked, without its turn, and seconds of this process."""


def figures(game: str, path: Path) -> str:
    """The figures of one long game, in a line."""
    with EVERY[game].long_table(TURNS) as late, EVERY[game].long_table(TURNS) as early:
        long, new = Played(late, path / "long.db"), Played(early, path / "new.db")
        while long.turn <= TURNS - PART:
            long.goes_on()
        long.forgets()
        while not long.over and new.turn <= PART:
            long.goes_on(draws=True)
            new.goes_on(draws=True)
        while not long.over:
            long.goes_on()
        live = long.live
        entries = live.table.entries
        again = seconds(lambda: replayed(late.game, live.table.header, entries)) * 10_000 / len(entries)
        loaded = seconds(lambda: live.host.load(live.code)) * 10_000 / len(entries)
    return (
        f"{len(entries)} answers in {long.turn} turns: an answer late over early "
        f"{growth(new.entered, long.entered):.2f} ({mean(new.entered):.2f} ms early), "
        f"a page {growth(new.drawn, long.drawn):.2f} ({mean(new.drawn):.2f} ms early); "
        f"replay {again:.2f} s for 10,000 answers, {loaded:.2f} s from the disk"
    )


def seconds(work: Callable[[], object]) -> float:
    """Seconds of this process that some work takes: a busy machine makes none dearer."""
    began = time.process_time()
    work()
    return time.process_time() - began


class Played:
    """A table of its own store, played on answer by answer, and what that took."""

    def __init__(self, t: Table, path: Path) -> None:
        self.store = Store(path)
        self.app, _ = build(self.store, port=8000, address="192.168.1.2")
        host: Host = self.app.extensions["host"]
        self.store.save_kit("box", t.game.key, "The box", t.header.kit)
        host._keep(t, "LONG", "box")
        self.live = host.live("LONG")
        self.seats = {side: self._seat(side) for side in t.game.sides}
        self.rng = random.Random(1)
        self.forgets()

    def _seat(self, side: str) -> SeatRow:
        return self.store.claim(self.store.issue_code("LONG", side, "join").code, side, side, "", "1942-06-04 05:00")

    def forgets(self) -> None:
        """Whatever was measured so far."""
        self.entered: Took = []
        self.drawn: Took = []

    @property
    def turn(self) -> int:
        return int(self.live.table.truth.played)

    @property
    def over(self) -> bool:
        return self.live.table.over

    def goes_on(self, *, draws: bool = False) -> None:
        """One answer; and, if so wished, the page of the side that gave it."""
        t = self.live.table
        party = next(p for p in t.asks if p not in t.locks)
        asked = t.asks[party]
        value = EVERY[t.game.key].choice(t, party, self.rng)
        kind = re.sub(r"[0-9]+", "", asked.name)
        self.entered.append((kind, seconds(lambda: self._enter(party, asked.name, value))))
        if draws:
            side = party if party in self.seats else t.game.sides[0]
            self.drawn.append((f"{side} after {kind}", seconds(lambda: self._draw(side))))

    def _enter(self, party: str, ask: str, value: JSON) -> None:
        with self.live.changing() as t:
            t.answer(party, ask, value, hand_of(party), sure=True)

    def _draw(self, side: str) -> None:
        with self.app.test_request_context("/"):
            draw(viewer_of(self.live, self.seats[side]))


def growth(early: Took, late: Took) -> float:
    """What the late ones cost over the early ones: of like asks, as often as the early turns had them."""
    was, became = medians(early), medians(late)
    often = Counter(kind for kind, _ in early if kind in was and kind in became)
    return sum(n * became[kind] for kind, n in often.items()) / sum(n * was[kind] for kind, n in often.items())


def medians(took: Took) -> Mapping[str, float]:
    by_kind: dict[str, list[float]] = defaultdict(list)
    for kind, each in took:
        by_kind[kind].append(each)
    return {kind: statistics.median(each) for kind, each in by_kind.items() if len(each) > 2}


def mean(took: Took) -> float:
    """Milliseconds."""
    return 1000 * statistics.fmean(each for _, each in took)
