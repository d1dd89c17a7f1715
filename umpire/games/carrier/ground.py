"""Air-to-ground attacks on US bases (18.3)."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import charts, damage
from umpire.games.carrier.bombs import ask_name, at, fight
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import DIE
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any

BOXES = (*damage.BELOW, *damage.HANGAR)
"""Where planes on the ground are lost."""


def points_left(plot: CarrierPlot) -> int:
    """Air points that neither CAP nor guns shot down: they alone attack."""
    attack = fight(plot)
    return int(attack["points"] - attack.get("cap_lost", 0) - attack.get("aa_lost", 0))


def attack_base(g: Play) -> Steps[None]:
    """A die in the column of the points that got through: hits on the base, and steps lost on the ground."""
    if not points_left(g.truth):
        return

    def column_key() -> str:
        return f"air_ground/column/{points_left(g.truth)}"

    yield from charts.printed(g, "Air-to-ground attack", lambda: [column_key()], "18.3")

    def column() -> int:
        return int(charts.value(g.truth.kit, column_key()))

    def dice() -> list[Die]:
        return [Die(at(fight(g.truth)), f"column {column()}, no modifier", DIE)]

    (die,) = yield from g.roll(ask_name(g, "ground"), "Air-to-ground attack", dice, "18.3")
    yield from charts.printed(g, "Air-to-ground attack", lambda: [f"air_ground/{column()}/{die}"], "18.3")
    cell = charts.value(g.truth.kit, f"air_ground/{column()}/{die}")
    base = at(fight(g.truth))
    found: dict[str, JSON] = {"column": column(), "die": die, "hits": int(cell["hits"]), "losses": int(cell["losses"])}
    tell(g, "ground", "18.3", base=base, points=points_left(g.truth), **found, now={"attack/ground": found})
    damage.hit_base(g, base, found["hits"])
    yield from on_the_ground(g, base, found["losses"])


def on_the_ground(g: Play, base: str, n: int) -> Steps[None]:
    """Steps lost in servicing and hangar boxes, drawn out of both together; no more than there are."""
    deck = g.truth.decks.get(base)
    lost = min(n, sum(total(deck[box]) for box in BOXES)) if deck else 0
    if lost:
        yield from damage.lose_steps(g, base, "ground", BOXES, lost, "18.3")
