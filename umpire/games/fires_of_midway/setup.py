"""Setup and the placing of the task forces (Setup; Search Phase, Placing the carrier task forces)."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway import tiles
from umpire.games.fires_of_midway.asks import Choose, option, titled
from umpire.games.fires_of_midway.asks_setup import Fleets, Stacks
from umpire.games.fires_of_midway.fleets import offered
from umpire.games.fires_of_midway.kit import FLEET
from umpire.games.fires_of_midway.settings import SCENARIOS
from umpire.games.fires_of_midway.ship import SIDES, Ship, other
from umpire.games.fires_of_midway.telling import ask, at, do, tell
from umpire.games.fires_of_midway.terms import ADMIRALS, MIDWAY, NAMES
from umpire.table.asks import CHART, Ask
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
RULE = "Setup"
PLACING_RULE = "Search Phase, Placing the carrier task forces"


def open_table(g: Play) -> Steps[None]:
    """What was agreed and what the copy prints are read out; then the fleets, as the fleet list has them."""
    g.tell(g.all, "kit", RULE, cells=dict(g.header.kit))
    chosen = str(g.settings.get("scenario", next(iter(SCENARIOS))))
    tell(g, "opened", RULE, scenario=SCENARIOS[chosen], now={"scenario": chosen, "settings": dict(g.settings)})
    yield from fleets(g)


def fleets(g: Play) -> Steps[None]:
    """Admirals, intensity and ships: known for Midway, asked for the other battles, and kept."""
    value = yield from g.ask(CHART, lambda: _fleets(g))
    fleet = value[f"{FLEET}/{g.truth.scenario}"]
    ships = {each["name"]: Ship(**each) for each in fleet["ships"]}
    islands = [name for name, ship in ships.items() if ship.island]
    now: dict[str, JSON] = {f"ships/{name}": ship.but(spotted=ship.island).as_facts() for name, ship in ships.items()}
    now |= {"intensity": fleet["intensity"], "admirals": fleet["admirals"]}
    tell(g, "fleets", RULE, ships=list(ships), intensity=fleet["intensity"], admirals=fleet["admirals"], now=now)
    do(
        g,
        RULE,
        f"Carrier cards in their rows, intact side up, counters on space 1: {listed(ships)}",
        "Air wings under their carriers, full-fuel side up; admirals beside them",
        "Action cards on the mat; shuffle each side’s combat deck",
        "Each hand: the Bluff card alone",
        "" if tiles.kept(g.truth) else "Search or Destroy tiles face down, 6 by 5",
        f"The marker of {MIDWAY} on the space M, Spotted" if islands else "",
    )


def _fleets(g: Play) -> Fleets:
    key = f"{FLEET}/{g.truth.scenario}"
    kept = g.truth.kit.get(key)
    name = SCENARIOS[g.truth.scenario]
    facts = titled(
        f"{name}: the fleets",
        "As your fleet list has them; kept with this copy."
        if kept
        else "As your fleet list has them, with their letters.",
        RULE,
        key=key,
        scenario=name,
        admirals={side: [*ADMIRALS[side], ""] for side in SIDES},
        fleet=kept or offered(g.truth.scenario),
    )
    return Fleets("set-up/fleets", facts)


def placing(g: Play) -> Steps[None]:
    """Task forces are made up and placed; where their letters cannot be seen, each side's make-up is sealed first."""
    at(g, phases.PLACING)
    if g.settings.get("letters") == "hidden":
        yield from _sealed(g)
    first = g.truth.tree["edge"]
    who = (
        f"{NAMES[first]} says where the task forces of both sides stand"
        if g.settings.get("placing", "edge") == "edge"
        else f"{NAMES[first]} places its own task forces, then {NAMES[other(first)]} its own"
    )
    do(
        g,
        PLACING_RULE,
        "Each side makes up its task forces: one or two carriers each",
        who,
        "In the three starting zones of their own side, at most two carriers in a space, Hidden side up",
    )
    yield from ask(
        g,
        lambda: Choose(
            "set-up/placed",
            titled("Place the task forces", f"{who}.", PLACING_RULE, first, options=[option("placed", "They stand")]),
        ),
    )
    tell(g, "placed", PLACING_RULE, by=first)


def _sealed(g: Play) -> Steps[None]:
    def make() -> dict[str, Ask]:
        return {side: _stacks(g, side) for side in SIDES}

    got = yield from g.sealed(make)
    for side in SIDES:
        g.tell(side, "stacks", PLACING_RULE, side=side, pairs=got[side])


def _stacks(g: Play, side: str) -> Stacks:
    ships = [ship.name for ship in g.plot(side).ships(side) if not ship.island]
    words = "Which carriers go together: nobody else hears it until the game is over."
    return Stacks(f"set-up/stacks/{side}", titled("Your task forces", words, PLACING_RULE, ships=ships))


SAYINGS = {
    "opened": lambda f: f"The Fires of Midway: {f['scenario']}.",
    "fleets": lambda f: f"The fleets: {listed(f['ships'])}. Intensity {f['intensity']}.{_admirals(f['admirals'])}",
    "placed": lambda f: "The task forces stand on the map, Hidden side up.",
    "stacks": lambda f: f"Your task forces: {_pairs(f['pairs'])}.",
}


def _admirals(admirals: dict[str, str]) -> str:
    said = [f"{NAMES[side]} {admirals[side]}" for side in SIDES if admirals[side]]
    return f" Admirals: {listed(said)}." if said else ""


def _pairs(pairs: list[list[str]]) -> str:
    return listed(" with ".join(pair) for pair in pairs) or "each carrier alone"
