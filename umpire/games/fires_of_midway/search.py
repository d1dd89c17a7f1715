"""The Search Phase: tiles turned up in turn, the US first, until the third enemy fleet is found."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import Choose, option, titled
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import FULL, JAPAN, US, other
from umpire.games.fires_of_midway.telling import ask, at, do, draws, tell
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any
RULE = "Search Phase, Search grid"
EFFECTS_RULE = "Search Phase, List of search effects"
EDGE_RULE = "Search Phase, Starting edge"

EMPTY, CLOUDS, SQUALL, WAKE, ESCORT, CAP, FLEET = "empty", "clouds", "squall", "wake", "escort", "cap", "fleet"
TILES = {
    EMPTY: "Empty ocean",
    CLOUDS: "Low clouds",
    SQUALL: "Squall",
    WAKE: "Wake spotted",
    ESCORT: "Escort spotted",
    CAP: "CAP ready",
    FLEET: "Enemy fleet",
}
DRAWS = {WAKE: 1, ESCORT: 2, FLEET: 3}
"""Combat cards that a tile draws; the number on the tile itself counts before these."""
FLEETS = 3
"""The enemy fleet that ends the search."""


def search(g: Play) -> Steps[None]:
    """Each side in turn looks at two tiles and turns one up; what it does is done before the other looks."""
    at(g, phases.SEARCH)
    while g.truth.tree["search"]["fleets"] < FLEETS:
        value = yield from ask(g, lambda: looked(g.truth))
        turned_up(g, looking(g.truth), *value.split("/", 1))


def looking(plot: FiresPlot) -> str:
    """The side that looks now."""
    return JAPAN if plot.tree["search"]["looks"] % 2 else US


def looked(plot: FiresPlot) -> Choose:
    """What one side turns up, in one tap; CAP ready names the carrier of the fighter."""
    side, found = looking(plot), plot.tree["search"]["fleets"]
    words = f"Two tiles are looked at, one is turned up. Enemy fleets found: {found} of {FLEETS}."
    options = [option(tile, name, _note(tile, found)) for tile, name in TILES.items() if tile != CAP]
    options += [option(f"{CAP}/{ship.name}", ship.name, "", group=TILES[CAP]) for ship in plot.ships(side)]
    n = plot.tree["search"]["looks"] + 1
    return Choose(f"search/{n}", titled(f"{NAMES[side]} looks: what is turned up?", words, RULE, side, options=options))


def _note(tile: str, found: int) -> str:
    if tile == FLEET and found == FLEETS - 1:
        return "draw 3, and win the starting edge"
    return f"draw {DRAWS[tile]}" if tile in DRAWS else ""


def turned_up(g: Play, side: str, tile: str, ship: str = "") -> None:
    """What a tile does."""
    search_ = g.truth.tree["search"]
    now: dict[str, JSON] = {"search/looks": search_["looks"] + 1}
    lines = []
    if n := DRAWS.get(tile, 0):
        now[f"search/drawn/{side}"] = search_["drawn"][side] + n
        lines.append(draws(NAMES[side], n) + (", or as many as the tile says" if tile in (WAKE, ESCORT) else ""))
    if tile in (CLOUDS, SQUALL):
        lines.append(f"{TILES[tile]} on an empty space of the map: no island, no weather, no starting space")
    if tile == CAP:
        lines.append(_cap_ready(g, ship, now))
    if tile == FLEET:
        now["search/fleets"] = search_["fleets"] + 1
        if now["search/fleets"] == FLEETS:
            now |= {"edge": side, "lead": side, "vp": {side: 2, other(side): 1}}
    tell(g, "tile", EFFECTS_RULE, side=side, tile=tile, ship=ship, fleets=now.get("search/fleets", 0), now=now)
    do(g, EFFECTS_RULE, *lines)
    if "edge" in now:
        tell(g, "edge", EDGE_RULE, side=side)
        do(
            g,
            EDGE_RULE,
            f"{NAMES[side]}: VP marker on 2, confident; {NAMES[other(side)]}: on 1, desperate",
            "Shuffle the tiles still face down: the Search or Destroy draw stack",
        )


def _cap_ready(g: Play, name: str, now: dict[str, JSON]) -> str:
    ship = g.truth.ship(name)
    if len(ship.caps) >= ship.slots:
        return f"{name} has no open CAP slot: no effect"
    now[f"ships/{name}/caps"] = [*ship.caps, FULL]
    return f"A fighter from the air wing of {name} into her CAP slot"


def _tile(f: dict[str, JSON]) -> str:
    found = f": the {('first', 'second', 'third')[f['fleets'] - 1]}" if f["fleets"] else ""
    n = DRAWS.get(f["tile"], 0)
    drawn = f"; {counted(n, 'card')} drawn" if n else ""
    ship = f", {f['ship']}" if f["ship"] else ""
    return f"{NAMES[f['side']]} turns up {_called(f['tile'])}{ship}{found}{drawn}."


SAYINGS = {
    "tile": _tile,
    "edge": lambda f: f"{NAMES[f['side']]} wins the starting edge: 2 VP to 1, and confident.",
}


def _called(tile: str) -> str:
    """A tile within a sentence."""
    name = TILES[tile]
    return name if tile == CAP else name[0].lower() + name[1:]
