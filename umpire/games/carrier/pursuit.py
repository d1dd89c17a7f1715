"""Pursuit: a second round against carriers or transports that retreat beaten (14.2)."""

from __future__ import annotations

from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.fire import JAPAN, NAMES, RULE, worn_out
from umpire.games.carrier.matching import UNARMED
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.surface_round import OTHER, battle, fight, unit
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import US
from umpire.table.script import Play, Steps

PURSUE, LET_GO = "pursue", "let go"


def pursuer(plot: CarrierPlot) -> str:
    """The side that may pursue now, or empty.

    The beaten side must have suffered more hits, and have carriers or transports still. Japanese carrier and transport
    forces never pursue; nor does anybody with a Battle Exhaust 2 marker, who starts no battle [S], or with no ship
    that could fire.
    """
    fought = battle(plot)
    winner = OTHER[fought["loser"]]
    if not fought["more"] or fought["round"] != 1 or not _worth_it(plot, fought["loser"]):
        return ""
    name = unit(plot, winner)
    if worn_out(plot, name) or not _able(plot, winner):
        return ""
    if winner == JAPAN and (plot.is_carrier_force(name) or plot.is_transport_force(name)):
        return ""
    return winner


def _worth_it(plot: CarrierPlot, loser: str) -> bool:
    """Whether the beaten force contains carriers or transports."""
    name = unit(plot, loser)
    if loser == US:
        return plot.is_carrier_group(name) or plot.is_transport_group(name)
    if name not in plot.forces:
        return False
    if plot.forces[name]["level"] < 4:
        return plot.is_carrier_force(name)
    return any(plot.ships[ship]["type"] in UNARMED for ship in plot.ships_of(name))


def _able(plot: CarrierPlot, side: str) -> bool:
    """Whether a side has a ship that fires in pursuit: the heavily damaged do not."""
    ships = plot.ships_of(unit(plot, side)) if side == US or unit(plot, side) in plot.forces else []
    return any(plot.ships[ship]["type"] not in UNARMED and not plot.heavily_damaged(ship) for ship in ships)


def pursue(g: Play) -> Steps[None]:
    """The second round, where there is one: a Japanese surface force always pursues, the US if the player will."""
    side = pursuer(g.truth)
    if side == US and (yield from g.ask(US, lambda: _ask(g))) != PURSUE:
        tell(g, "no-pursuit", RULE, group=battle(g.truth)["group"], force=battle(g.truth)["force"])
        return
    if not side:
        return
    evading = {"memory/battle/evading": ""}
    now = {"memory/battle/pursuer": side, "memory/battle/round": 2, "memory/battle/evaded": battle(g.truth)["evading"]}
    tell(g, "pursuit", RULE, side=side, by=unit(g.truth, side), of=unit(g.truth, OTHER[side]), now={**now, **evading})
    yield from fight(g)


def _ask(g: Play) -> Choose:
    fought = battle(g.truth)
    options = [
        option(
            PURSUE, f"Pursue {fought['force']}", "a second round, at its carriers and transports too; another Exhaust"
        ),
        option(LET_GO, "Let it go"),
    ]
    words = "It retreats beaten. Ships of yours that are heavily damaged stay out of it."
    return Choose(f"{fought['name']}/pursue", titled("Pursuit", words, RULE, options=options, preset=PURSUE))


SAYINGS = {
    "pursuit": lambda f: f"{f['by']} pursues {f['of']} ({NAMES[f['side']]} pursuit).",
    "no-pursuit": lambda f: f"{f['group']} lets {f['force']} go.",
}
