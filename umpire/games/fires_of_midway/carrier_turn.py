"""The Carrier Turns, in the order of the action cards: an action each, repairs, a group that is launched."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import action_cards, admiral, strike
from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import option, titled
from umpire.games.fires_of_midway.asks_turn import Turn
from umpire.games.fires_of_midway.initiative import turn_order
from umpire.games.fires_of_midway.launching import DRAWN, FIRE_RULE, LAUNCHES, REPAIRS, SQUALL_RULE, barred
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.repairs import repair
from umpire.games.fires_of_midway.ship import JAPAN, Ship
from umpire.games.fires_of_midway.telling import ask, at, do, draws, moment, tell
from umpire.games.fires_of_midway.terms import ACTIONS, NAMES, SAVE, TAKAGI, WIND
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any
TURN_RULE = "Carrier Turn, Carrier actions"
TAKAGI_RULE = "Carrier Turn, Tagaki’s aggressive doctrine"
SAVE_RULE = "Carrier Turn, Save the Ship"


def carrier_turns(g: Play) -> Steps[None]:
    """Every ship in play has her turn; then, where that was agreed, the admirals."""
    at(g, phases.TURNS)
    while to_act(g.truth):
        yield from carrier_turn(g)
        at(g, phases.TURNS)
    if g.settings.get("admirals") == "once":
        yield from admiral.admiral_phase(g)


def to_act(plot: FiresPlot) -> list[Ship]:
    """The ships that have not had their turn, the next first where the cards are known."""
    left = [ship for ship in plot.in_play() if ship.name not in plot.acted]
    if plot.cards:
        order = turn_order(
            {s.name: plot.cards[s.name] for s in left if s.name in plot.cards}, {s.name: s for s in left}
        )
        return [plot.ship(name) for name in order]
    return left


def carrier_turn(g: Play) -> Steps[None]:
    """One ship's turn: her action, and what it brings."""
    value = yield from ask(g, lambda: turn_of(g.truth))
    name, action = value["ship"], value["action"]
    now = {"turns/acted": [*g.truth.acted, name], "clock/ship": name, "turns/launched": False}
    tell(g, "action", TURN_RULE, ship=name, side=g.truth.ship(name).side, action=action, now=now)
    if action == SAVE:
        do(g, SAVE_RULE, f"{draws(NAMES[g.truth.ship(name).side], DRAWN)}, whatever it holds")
    if action in REPAIRS:
        yield from repair(g, [name], action_cards.repair_points(g.truth, name, action), moment(g))
    if action in LAUNCHES:
        yield from strike.sortie(g, action)
    when = g.settings.get("admirals", "launched")
    if when == "every" or (when == "launched" and g.truth.tree["turns"]["launched"]):
        yield from admiral.admiral_phase(g)


def turn_of(plot: FiresPlot) -> Turn:
    """Whose turn it is, with her actions; barred ones say why."""
    left = to_act(plot)
    ships = [_actions(plot, ship) for ship in (left[:1] if plot.cards else left)]
    one = ships[0]["name"] if len(ships) == 1 else ""
    of = plot.ship(one).side if one else ""
    card = f"Card {plot.cards[one]}. " if plot.cards else ""
    words = f"{card}{counted(len(left), 'carrier')} still to act." if one else "Tap the carrier with the next card."
    heading = f"{one}: which action?" if one else "Whose turn is it?"
    return Turn(f"t{plot.played}/turn/{len(plot.acted) + 1}", titled(heading, words, TURN_RULE, of, ships=ships))


def _actions(plot: FiresPlot, ship: Ship) -> dict[str, JSON]:
    why = barred(ship, ship.side == JAPAN and plot.doctrine(JAPAN) == TAKAGI)
    rules = {WIND: SQUALL_RULE if ship.squall else FIRE_RULE, SAVE: TAKAGI_RULE}
    options = [
        option(
            each,
            words,
            action_cards.note(plot, ship.name, each),
            why.get(each, ""),
            rules.get(each, "") if each in why else "",
        )
        for each, words in ACTIONS.items()
    ]
    return {"name": ship.name, "side": ship.side, "card": plot.cards.get(ship.name, 0), "actions": options}


SAYINGS = {
    "action": lambda f: f"{f['ship']}: {ACTIONS[f['action']]}.",
}
