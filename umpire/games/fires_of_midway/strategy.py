"""The Strategy Phase: action cards dealt, one stolen, carriers moved."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import titled
from umpire.games.fires_of_midway.asks_setup import Cards, Maneuver, Steal
from umpire.games.fires_of_midway.initiative import (
    DOCTRINES,
    dealt,
    in_order,
    kept,
    maneuvered,
    steal_barred,
    swapped,
)
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import SIDES, US, Ship, other
from umpire.games.fires_of_midway.telling import ask, at, do, leaves, per_ship, tell
from umpire.games.fires_of_midway.terms import HALSEY, NAMES, called
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
DEAL_RULE = "Strategy Phase, Deal Action cards"
STEAL_RULE = "Strategy Phase, Steal Action cards"
MANEUVER_RULE = "Strategy Phase, Maneuver forces"


def strategy(g: Play) -> Steps[None]:
    """All of the phase."""
    at(g, phases.STRATEGY)
    yield from deal(g)
    if g.truth.lead and to_swap(g.truth):
        yield from steal(g)
    yield from maneuver(g)


# Action cards.


def deal(g: Play) -> Steps[None]:
    """The confident side lays its cards first, with a tie Japan; “as it comes” leaves all of them to the table."""
    first, second = in_order(g.truth.lead)
    numbers, shares = kept(len(g.truth.in_play())), dealt(g.truth.in_play())
    lines = [
        f"Shuffle action cards {numbers[0]} to {numbers[-1]}: {shares[US]} to the US, {shares[other(US)]} to Japan",
        f"{NAMES[first]} lays its cards first, value side up, then {NAMES[second]}",
    ]
    if g.truth.lead and all(shares.values()):
        bound = g.truth.doctrine(first)
        steals = f"{NAMES[first]} may swap one of its cards for one of {called(second)}’s"
        lines.append(f"{steals}, but not for the 1 ({bound})" if steal_barred(first, first, bound, 1) else steals)
    do(g, DEAL_RULE, *lines)
    for side in (first, second):
        if not g.truth.in_play(side):
            continue
        if not (yield from lay(g, side)):
            if g.truth.lead and all(g.truth.in_play(each) for each in SIDES):
                do(g, STEAL_RULE, "The cards are not kept here: a swap is made on the table alone")
            return


def to_swap(plot: FiresPlot) -> bool:
    """Whether there are cards of both sides: with none of the enemy's nothing can be stolen."""
    return all(any(ship.name in plot.cards for ship in plot.in_play(side)) for side in SIDES)


def lay(g: Play, side: str) -> Steps[JSON]:
    """One side's cards, by ship; none where they are not said."""
    laid = yield from ask(g, lambda: cards_of(g.truth, side))
    cards = {**g.truth.cards, **laid} if laid else {}
    tell(
        g,
        "cards",
        DEAL_RULE,
        side=side,
        cards=laid,
        dropped=bool(g.truth.cards and not laid),
        now={"turns/cards": cards},
    )
    return laid


def cards_of(plot: FiresPlot, side: str) -> Cards:
    """Which card lies at each carrier of a side; those of the other are open by then or not yet there."""
    every = plot.in_play()
    numbers = [n for n in kept(len(every)) if n not in plot.cards.values()]
    ships = [ship.name for ship in every if ship.side == side]
    words = "Say which card lies at each of its carriers, or tap the carriers as their turns come."
    facts = titled(
        f"{NAMES[side]} lays its action cards", words, DEAL_RULE, side, ships=ships, cards=numbers, lays=side
    )
    return Cards(f"t{plot.played}/cards/{side}", facts)


def steal(g: Play) -> Steps[None]:
    """The confident side may swap one card for one of the opponent's."""
    value = yield from ask(g, lambda: steal_of(g.truth))
    if not value:
        tell(g, "no-steal", STEAL_RULE, side=g.truth.lead)
        return
    cards = swapped(g.truth.cards, value["take"], value["give"])
    lead = g.truth.lead
    tell(g, "stolen", STEAL_RULE, side=lead, **value, card=g.truth.cards[value["take"]], now={"turns/cards": cards})
    do(
        g,
        STEAL_RULE,
        f"Card {cards[value['give']]} to {value['give']}, card {cards[value['take']]} to {value['take']}",
    )


def steal_of(plot: FiresPlot) -> Steal:
    """What the confident side may take, and what not by its admiral's doctrine."""
    lead, bound = plot.lead, plot.doctrine(plot.lead)
    barred = [n for n in sorted(plot.cards.values()) if steal_barred(lead, lead, bound, n)]
    cards = dict(plot.cards)
    sides = {ship.name: ship.side for ship in plot.ships()}
    facts = titled(
        f"{NAMES[lead]} may steal a card",
        "One of theirs for one of its own, or none.",
        STEAL_RULE,
        lead,
        cards=cards,
        theirs=[ship for ship in sorted(cards, key=lambda s: cards[s]) if sides[ship] != lead],
        ours=[ship for ship in sorted(cards, key=lambda s: cards[s]) if sides[ship] == lead],
        barred=barred,
        doctrine=DOCTRINES[bound][1] if barred else "",
    )
    return Steal(f"t{plot.played}/steal", facts)


# Maneuver.


def maneuver(g: Play) -> Steps[None]:
    """Both sides move their markers, one zone each at most; who moved goes Hidden, whoever entered a squall is helped."""
    value = yield from ask(g, lambda: maneuver_of(g.truth))
    pairs = [(ship, _moved(ship, value)) for ship in g.truth.in_play()]
    now: dict[str, JSON] = {}
    for before, after in pairs:
        now |= leaves(before, after)
    tell(g, "maneuver", MANEUVER_RULE, moved=value["moved"], squall=value["squall"], now=now)
    hidden = [after.name for before, after in pairs if before.seen and not after.seen]
    up = [after.name for before, after in pairs if before.caps != after.caps]
    do(
        g,
        MANEUVER_RULE,
        f"Hidden side up: {listed(hidden)}" if hidden else "",
        *(f"{line} (squall)" for line in per_ship(pairs)),
        f"CAP to full fuel (squall): {listed(up)}" if up else "",
    )


def _moved(ship: Ship, value: JSON) -> Ship:
    return maneuvered(ship, ship.name in value["moved"], ship.name in value["squall"])


def _move_told(plot: FiresPlot, ship: Ship) -> bool:
    """Whether a move of hers is said: it turns her Hidden, takes her out of a squall, or is Halsey's to see to.

    Of a Hidden marker it changes nothing, and with a blank back it would tell which carriers go together.
    """
    bull = ship.side == US and plot.doctrine(US) == HALSEY and plot.settings.get("letters") != "hidden"
    return ship.spotted or ship.squall or bull


def maneuver_of(plot: FiresPlot) -> Maneuver:
    """Which carriers moved: the app must know who went Hidden, and who stands in a squall."""
    first, second = in_order(plot.lead)
    bull = plot.doctrine(US) == HALSEY
    words = (
        f"{NAMES[first]} moves all its markers first, then {NAMES[second]}: one zone each. "
        f"Tap Spotted carriers that moved{', and any that entered a squall' if plot.tree['weather']['squall'] else ''}."
    )
    ships = [
        {
            "name": s.name,
            "side": s.side,
            "spotted": s.spotted,
            "squall": s.squall,
            "told": _move_told(plot, s),
        }
        for side in (first, second)
        for s in plot.in_play(side)
        if not s.island
    ]
    facts = titled(
        "Maneuver", words, MANEUVER_RULE, ships=ships, first=first, bull=bull, squalls=plot.tree["weather"]["squall"]
    )
    if bull:
        facts["lines"] = [DOCTRINES[HALSEY][1]]
    return Maneuver(f"t{plot.played}/maneuver", facts)


SAYINGS = {
    "cards": lambda f: f"{NAMES[f['side']]} lays its cards{_cards(f['cards'])}{_dropped(f['dropped'])}.",
    "no-steal": lambda f: f"{NAMES[f['side']]} steals no card.",
    "stolen": lambda f: f"{NAMES[f['side']]} steals card {f['card']}: {f['give']} and {f['take']} change cards.",
    "maneuver": lambda f: f"{listed(f['moved']) or 'No Spotted carrier'} moved{_squall(f['squall'])}.",
}


def _cards(cards: dict[str, int]) -> str:
    said = listed(f"{ship} {cards[ship]}" for ship in sorted(cards, key=lambda ship: cards[ship]))
    return f": {said}" if said else "; carriers are tapped as they come"


def _dropped(dropped: bool) -> str:
    return "; those of the other side are dropped" if dropped else ""


def _squall(ships: list[str]) -> str:
    return f"; {listed(ships)} entered a squall" if ships else ""
