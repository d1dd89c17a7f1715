"""Scenes for the rules of Carrier: a play on any record, its script run with answers that a test gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import kit as kits
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import NAMES, SIDES
from umpire.games.carrier.words import say
from umpire.table.asks import CHART, DICE, Ask, Chance
from umpire.table.charts import Cells
from umpire.table.ledger import Header
from umpire.table.plot import PUBLIC, UMPIRE, Dispatch, Plot
from umpire.table.script import Play, Steps
from umpire.table.words import copy

JSON = Any


class _Game:
    """As much of a game as a script needs that is run by itself."""

    key, title, rules, sides, names = "carrier", "Carrier", "1", SIDES, NAMES

    def plot(self, audience: str) -> Plot:
        return CarrierPlot(audience)

    def cell(self, key: str, kit: Mapping[str, JSON]) -> Any:
        return kits.cell(key, kit)

    def say(self, dispatch: Dispatch) -> str:
        return say(dispatch)


def scene(kit: Mapping[str, JSON] | None = None, /, **record: JSON) -> Play:
    """A play whose record holds these values, each by its path with dots for slashes or as a mapping of paths.

    ``scene(kit, scenario="6", at={"clock/turn": 3})``.
    """
    audiences = (*SIDES, PUBLIC, UMPIRE)
    settings = {"dice": "app", **record.pop("settings", {})}
    header = Header("carrier", "1", "ROSE", dict(kit or {}), settings)
    g = Play(_Game(), header, {a: CarrierPlot(a) for a in audiences})  # type: ignore[arg-type]
    agreed = {"scenario": "standard", "period": "aug42", "settings": settings}
    paths = {**agreed, **record.pop("at", {}), **record}
    for plot in g.plots.values():
        plot.kit = dict(kit or {})
        for path, value in paths.items():
            plot.put(path, copy(value))  # type: ignore[attr-defined]
    return g


class Answers:
    """What a test answers: dice in their order, printed cells, and the player's choices by the end of an ask's name."""

    def __init__(
        self,
        dice: Sequence[int | str] = (),
        cells: Mapping[str, JSON] | None = None,
        us: Mapping[str, JSON | Callable[[Ask], JSON]] | None = None,
    ) -> None:
        self.dice = list(dice)
        self.cells = dict(cells or {})
        self.us = dict(us or {})
        self.asked: list[str] = []

    def to(self, party: str, ask: Ask) -> JSON:
        """The answer to an ask; what a test says nothing of is answered as the page would open on."""
        self.asked.append(ask.name)
        if isinstance(ask, Cells):
            return {cell.key: self._cell(cell.key) for cell in ask.cells}
        if isinstance(ask, Chance):
            assert len(self.dice) >= ask.count, f"no dice left for {ask.name}: {ask.why}"
            fell, self.dice = self.dice[: ask.count], self.dice[ask.count :]
            return fell
        for end, value in self.us.items():
            if ask.name.endswith(end):
                return value(ask) if callable(value) else value
        return ask.value(ask.draft())

    def _cell(self, key: str) -> JSON:
        if key.startswith("agreed/"):
            return self.cells.get(key, "yes")
        assert key in self.cells, f"the test gives no {key}"
        return self.cells[key]


def run(g: Play, script: Callable[[Play], Steps[Any]], answers: Answers | None = None) -> Any:
    """Run a part of the rules to its end; every answer is checked. All dice a test gives must have been rolled."""
    given = answers or Answers()
    steps = script(g)
    try:
        asks = next(steps)()
        while True:
            got = {}
            for party, ask in asks.items():
                value = given.to(party, ask)
                ask.validate(value, sure=True)
                got[party] = value
                g.givers[party] = "app" if party in (DICE, CHART) else party
            g.asked = asks
            asks = steps.send(got)()
    except StopIteration as done:
        assert not given.dice, f"dice never rolled: {given.dice}"
        return done.value


def told(g: Play, *kinds: str) -> list[dict[str, JSON]]:
    """What was told of some kinds, in order."""
    return [each.dispatch.own_facts() for each in g.told if each.dispatch.kind in kinds]


def unsaid(g: Play) -> list[str]:
    """Kinds that were told and that nobody can say: a fault of the words."""
    from umpire.games.carrier.words import SAYINGS

    return sorted({each.dispatch.kind for each in g.told} - set(SAYINGS))
