"""A volley: one side's units in a fight at sea or ashore fire at the other's, all targets named first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.aim import Aim
from umpire.games.victory_at_midway.fire import Shot, alive, dice_of, shoot
from umpire.games.victory_at_midway.hits import Name, bombed
from umpire.table.script import Play, Steps


@dataclass(frozen=True)
class Volley:
    """Who fires: `side`, from the group `mine` of the fight at the group `at`, by the printed value `what`.

    `ask` makes the aim; `values` and `dice` name the asks for printed values and for dice, `name` all others.
    """

    side: str
    mine: str
    at: str
    what: str
    rule: str
    label: str
    why: str
    ask: Callable[[], Aim]
    values: str
    dice: str
    name: Name
    modifier: int = 0
    kills_ground: bool = False


def fire(g: Play, v: Volley) -> Steps[None]:
    """The volley; a unit whose value is zero never fires."""
    keys = counters.keys(g.truth, v.what, alive(g.truth.fight[v.mine]))
    yield from g.cells(v.values, v.label, keys, v.rule)
    if not alive(g.truth.fight[v.at]) or not v.ask().facts["firers"]:
        return
    aim = yield from g.ask(v.side, v.ask)
    at = {unit: aim[unit] for unit in g.truth.fight[v.mine] if unit in aim}
    g.tell(g.all, "aimed", v.rule, part="guns", side=v.side, aim=at)

    def shots() -> list[Shot]:
        fight = g.truth.fight
        return [
            Shot(unit, to, counters.value(g.truth, v.what, unit), dice_of(fight[v.mine][unit]), unit, to, v.modifier)
            for unit, to in fight["aim"]["at"].items()
        ]

    hits = yield from shoot(g, v.dice, v.why, shots, "guns", v.side, v.rule)
    yield from bombed(g, v.name, hits, v.rule, can_kill_ground=v.kills_ground)
