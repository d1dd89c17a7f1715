"""The Admiral Phase: Reload, Recover or Restore, one each, the confident side first."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import Choose, option, titled
from umpire.games.fires_of_midway.asks_turn import Recover
from umpire.games.fires_of_midway.initiative import hand_limit, in_order
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.repairs import damaged, restore
from umpire.games.fires_of_midway.ship import FULL
from umpire.games.fires_of_midway.telling import ask, at, do, moment, tell
from umpire.games.fires_of_midway.terms import (
    ADMIRAL_ACTIONS,
    NAMES,
    PASS,
    RECOVER,
    RELOAD,
    RESTORE,
    RESTORE_POINTS,
)
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
RULE = "Admiral Phase, Admiral action"
RELOAD_RULE, RECOVER_RULE, RESTORE_RULE = (f"Admiral Phase, {each}" for each in ("Reload", "Recover", "Restore"))


def admiral_phase(g: Play) -> Steps[None]:
    """Each side's admiral acts once."""
    at(g, phases.ADMIRAL, g.truth.tree["clock"]["ship"])
    for side in in_order(g.truth.lead):
        yield from admiral(g, side)


def admiral(g: Play, side: str) -> Steps[None]:
    """One side's action."""
    action = yield from ask(g, lambda: action_of(g.truth, side, moment(g)))
    tell(g, "admiral", RULE, side=side, action=action)
    if action == RELOAD:
        limit = hand_limit(side, g.truth.lead)
        do(g, RELOAD_RULE, f"{NAMES[side]} discards what it likes, then draws up to {limit}, the Bluff among them")
    elif action == RECOVER:
        yield from recover(g, side)
    elif action == RESTORE:
        yield from restore(g, side, f"{moment(g)}/admiral/{side}")


def action_of(plot: FiresPlot, side: str, name: str) -> Choose:
    """The three admiral actions; one that could do nothing says so."""
    spirit = "confident" if side == plot.lead else "desperate"
    ships = [ship.name for ship in plot.in_play(side)]
    nothing = "" if any(damaged(plot, ship) for ship in ships) else "There is nothing to repair."
    grounded = "" if ships else "No carrier is left."
    notes = {
        RELOAD: (f"hand up to {hand_limit(side, plot.lead)}", "", RELOAD_RULE),
        RECOVER: ("CAP lands; one fighter goes up", grounded, RECOVER_RULE),
        RESTORE: (f"{RESTORE_POINTS} repair points", nothing, RESTORE_RULE),
        PASS: ("", "", RULE),
    }
    options = [option(each, ADMIRAL_ACTIONS[each], *notes[each]) for each in notes]
    facts = titled(f"{NAMES[side]}: the admiral’s action", f"{NAMES[side]} is {spirit}.", RULE, side, options=options)
    return Choose(f"{name}/admiral/{side}", facts)


def recover(g: Play, side: str) -> Steps[None]:
    """CAP lands, as much of it as the side likes, full side up; then one fighter may go up, in a squall too."""
    name = f"{moment(g)}/admiral/{side}/recover"
    value = yield from ask(g, lambda: recover_of(g.truth, side, name))
    now: dict[str, JSON] = {}
    landed = []
    for ship in g.truth.in_play(side):
        down = [f"{ship.name}:{n}" in value["land"] for n in range(len(ship.caps))]
        up = [fuel for fuel, gone in zip(ship.caps, down, strict=True) if not gone]
        up += [FULL] if value["launch"] == ship.name else []
        landed += [ship.name] * sum(down)
        if up != list(ship.caps) or any(down):
            now[f"ships/{ship.name}/caps"] = up
    tell(g, "recovered", RECOVER_RULE, side=side, landed=landed, launched=value["launch"], now=now)
    do(
        g,
        RECOVER_RULE,
        f"CAP lands, full side up: {listed(landed)}" if landed else "",
        f"A fighter of {value['launch']} into her CAP slot" if value["launch"] else "",
    )


def recover_of(plot: FiresPlot, side: str, name: str) -> Recover:
    """Which CAP may land, and which slots are open."""
    ships = [{"name": s.name, "caps": list(s.caps), "slots": s.slots} for s in plot.in_play(side)]
    words = "Tap the CAP that lands; then the carrier that sends one fighter up, if any."
    return Recover(name, titled(f"{NAMES[side]}: Recover", words, RECOVER_RULE, side, ships=ships))


SAYINGS = {
    "admiral": lambda f: f"{NAMES[f['side']]}: {ADMIRAL_ACTIONS[f['action']]}.",
    "recovered": lambda f: f"{NAMES[f['side']]}: {_recovered(f)}.",
}


def _recovered(f: dict[str, JSON]) -> str:
    said = [f"CAP of {listed(f['landed'])} landed"] if f["landed"] else []
    said += [f"a fighter of {f['launched']} went up"] if f["launched"] else []
    return listed(said) or "no CAP changed"
