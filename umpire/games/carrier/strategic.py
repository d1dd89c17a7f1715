"""Strategic surprise, and how it ends (21.0)."""

from __future__ import annotations

from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.table.script import Play

CARRIERS_ATTACKED = 2
"""US carriers attacked that end it."""


def attacked(g: Play, group: str) -> None:
    """A US task force is attacked from the air: each carrier in it counts as attacked, whether or not anything is
    rolled against her."""
    plot: CarrierPlot = g.truth
    known = plot.tree["flags"]["attacked"]
    new = [ship for ship in plot.carriers_of(group) if ship not in known]
    if plot.tree["flags"]["surprise"] and new:
        tell(g, "carriers-attacked", "21.0", ships=new, now={"flags/attacked": [*known, *new]})
    check(g)


def check(g: Play) -> None:
    """Strategic surprise is over once two US carriers were attacked, or a fleet carrier is sunk or heavily damaged."""
    if why := over(g.truth):
        tell(g, "surprise-over", "21.0", why=why, now={"flags/surprise": False})


def over(plot: CarrierPlot) -> str:
    """What has just ended strategic surprise; empty while it lasts, or where there is none."""
    flags = plot.tree["flags"]
    if not flags["surprise"]:
        return ""
    if len(flags["attacked"]) >= CARRIERS_ATTACKED:
        return "two US carriers have been attacked"
    hurt = (name for name, s in plot.ships.items() if s["side"] == "japan" and s["type"] == "CV")
    return next((f"{ship} is out of action" for ship in hurt if plot.heavily_damaged(ship)), "")


SAYINGS = {
    "carriers-attacked": lambda f: "",
    "surprise-over": lambda f: f"Strategic surprise is over: {f['why']}.",
}
