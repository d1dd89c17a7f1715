"""What the pages show: facts for the templates, from one plot alone. All lies open, so every audience sees the same."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import board_picture, strike_picture, tiles
from umpire.games.fires_of_midway.asks_rolled import CHIPS
from umpire.games.fires_of_midway.asks_strike import ENGAGED
from umpire.games.fires_of_midway.asks_tiles import WON
from umpire.games.fires_of_midway.initiative import DOCTRINES, hand_limit
from umpire.games.fires_of_midway.plot import (
    ADMIRAL,
    END,
    OVER,
    PLACING,
    RESOLUTION,
    SEARCH,
    SET_UP,
    STRATEGY,
    STRIKE,
    TURNS,
    FiresPlot,
)
from umpire.games.fires_of_midway.rulings import lookup
from umpire.games.fires_of_midway.search import grid, looking
from umpire.games.fires_of_midway.settings import SCENARIOS
from umpire.games.fires_of_midway.ship import SIDES
from umpire.games.fires_of_midway.terms import NAMES, PLANE_WORDS
from umpire.games.fires_of_midway.victory import lead_shown
from umpire.table.asks import Ask
from umpire.table.words import listed

JSON = Any
Line = dict[str, str]

PHASES = {
    SET_UP: "Setting up",
    SEARCH: "Search",
    PLACING: "Placing task forces",
    STRATEGY: "Strategy",
    TURNS: "Carrier turns",
    STRIKE: "A strike",
    RESOLUTION: "Coming home",
    ADMIRAL: "Admirals",
    END: "End of the turn",
    OVER: "Game over",
}
IN_TURN = (STRATEGY, TURNS, ADMIRAL, END)
"""The phases of a game turn as its line of steps shows them; a strike is part of a Carrier Turn."""


def where(plot: FiresPlot) -> dict[str, JSON]:
    """The turn and the phase, for the top of every page."""
    phase = OVER if plot.ended else plot.phase
    shown = TURNS if phase in (STRIKE, RESOLUTION) else phase
    ship = plot.tree["clock"]["ship"]
    return {
        "turn": plot.turn,
        "turns": 0,
        "hour": "",
        "date": SCENARIOS.get(plot.scenario, "before the search"),
        "light": f"VP {plot.vp['us']}–{plot.vp['japan']}",
        "step": f"{PHASES[phase]}{f', {ship}' if ship and shown == TURNS and not plot.ended else ''}",
        "steps": len(IN_TURN),
        "at": IN_TURN.index(shown) if shown in IN_TURN else -1,
        "score": [(NAMES[side], plot.vp[side]) for side in SIDES],
        "over": plot.ended["text"] if plot.ended else "",
        "next": "",
    }


def picture(plot: FiresPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The ships, what binds this turn, what is to be done on the table, the strike in the air, the rulings."""
    ships = plot.ships()
    return {
        "fleets": [fleet(plot, each, lead_shown(plot, asked)) for each in SIDES] if ships else [],
        "told": {ship.name: board_picture.told(ship) for ship in ships},
        "todo": list(plot.todo),
        "now": binding(plot),
        "stacks": [],
        "task_forces": task_forces(plot),
        "strike": strike_picture.strip(plot, asked),
        "rulings": lookup(plot.settings),
        "engaged": ENGAGED,
        "won": WON,
        "grid": grid(plot) if plot.phase == SEARCH and tiles.of(plot)["grid"] else [],
        "stack": stack_words(plot),
        "apart": apart(plot),
        "seen": seen(plot, side),
        "chips": CHIPS,
        "plane_words": {kind: f"{words[:1].upper()}{words[1:]}s" for kind, words in PLANE_WORDS.items()},
    }


def apart(plot: FiresPlot) -> str:
    """What a side does on its own phones now, as everybody may know it; empty for nothing."""
    if not tiles.kept(plot) or plot.ended:
        return ""
    held = tiles.of(plot)
    if held["picks"]:
        return f"{NAMES[held['picks']]} picks the damage track of two tiles, on its own phone."
    if plot.phase != SEARCH or not held["grid"] or plot.tree["search"]["fleets"] == tiles.FLEETS:
        return ""
    side, shown = NAMES[looking(plot)], held["looked"]
    return (
        f"{side} looks at {listed(shown)}, on its own phone."
        if shown
        else f"{side} looks at two tiles, on its own phone."
    )


def stack_words(plot: FiresPlot) -> str:
    """How the tiles that the app keeps stand, for everybody; empty where they lie on the table or in the grid."""
    if not tiles.kept(plot) or not plot.turn:
        return ""
    held = tiles.of(plot)
    return f"Tiles: {held['left']} in the stack, {len(held['aside'])} aside since the search."


def seen(plot: FiresPlot, side: str) -> list[str]:
    """Tiles that lie face down and at which this side has looked: it may remember them."""
    held = plot.peeked[side] if side in SIDES else {}
    return [f"{place}: {tiles.ICONS[plot.kit[held[place]][tiles.ICON]]}" for place in sorted(held)]


def fleet(plot: FiresPlot, side: str, lead: str) -> dict[str, JSON]:
    """A side's ships with their points and lost aircraft."""
    turn = plot.tree["clock"]["ship"]
    cards = plot.cards if plot.turn else {}
    return {
        "name": NAMES[side],
        "vp": plot.vp[side],
        "spirit": "confident" if lead == side else "desperate",
        "grave": plot.graves[side],
        "ships": [
            board_picture.row(ship, cards.get(ship.name), now=ship.name == turn, done=ship.name in plot.acted)
            for ship in plot.ships(side)
        ],
    }


def task_forces(plot: FiresPlot) -> list[str]:
    """The task forces that were sealed, as far as this audience knows them; whoever is in none sails alone."""
    return [listed(pair) for side in SIDES for pair in plot.stacks.get(side, ())]


def binding(plot: FiresPlot) -> list[Line]:
    """What binds the players now: doctrine, hand limits, the points at which the game ends."""
    if not plot.turn or plot.ended:
        return []
    made: list[Line] = [_doctrine(plot.doctrine(side)) for side in SIDES if plot.doctrine(side)]
    if not plot.lead:
        made.append(_line("Both are desperate: no doctrine binds, nobody steals, Japan goes first.", "Confidence"))
    limits = [f"{NAMES[side]} to {hand_limit(side, plot.lead)}" for side in SIDES]
    made.append(_line(f"A Reload draws up to a hand, Bluff counted: {', '.join(limits)}.", "Reload"))
    if plot.intensity:
        made.append(_line(f"The game ends at {plot.intensity} VP.", "Victory or withdrawal"))
    return made


def _doctrine(admiral: str) -> Line:
    _, words, rule = DOCTRINES[admiral]
    return _line(words, rule)


def _line(words: str, rule: str) -> Line:
    return {"words": words, "rule": rule}
