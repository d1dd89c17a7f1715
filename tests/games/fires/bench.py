"""A bench for one step of the script: it plays a sub-script with the answers it is given, each checked by its ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

from umpire.games.fires_of_midway import printed
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import SIDES, Ship
from umpire.table.asks import Ask
from umpire.table.ledger import Header
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.script import Game, Play, Steps


class Bench:
    """A play of one sub-script. `kit` holds what is printed: what of it is asked for is noted in `printed`."""

    def __init__(self, kit: Mapping[str, Any], settings: Mapping[str, Any] | None = None) -> None:
        game = SimpleNamespace(sides=SIDES, cell=printed.cell)
        audiences = (*SIDES, PUBLIC, UMPIRE)
        header = Header("fires-of-midway", "1", "bench", {}, settings or {})
        self.g = Play(cast(Game, game), header, {each: FiresPlot(each) for each in audiences})
        self.kit = kit
        self.printed: list[str] = []
        self.asks: list[Ask] = []

    def put(self, *ships: Ship) -> None:
        """Ships as they lie on the table now."""
        self.g.tell(self.g.all, "set", "", now={f"ships/{ship.name}": ship.as_facts() for ship in ships})

    def play(self, script: Steps[Any], *answers: Any) -> Any:
        """What the sub-script returns, with these answers to all but the printed values, in order; none is left over."""
        left = list(answers)
        try:
            make = next(script)
            while True:
                asks = make()
                ((party, ask),) = asks.items()
                self.asks.append(ask)
                value = self._printed(ask) if ask.kind == "cells" else left.pop(0)
                ask.validate(value)
                self.g.asked = asks
                make = script.send({party: value})
        except StopIteration as over:
            assert not left, f"not asked for: {left}"
            return over.value

    def _printed(self, ask: Ask) -> dict[str, Any]:
        keys: Sequence[str] = [cell["key"] for cell in ask.facts["cells"]]
        self.printed += keys
        return {key: self.kit[key] for key in keys}

    def asked(self, kind: str) -> Ask:
        """The last ask of a kind."""
        return next(ask for ask in reversed(self.asks) if ask.kind == kind)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The facts of what was told of a kind."""
        return [each.dispatch.facts for each in self.g.told if each.dispatch.kind == kind]
