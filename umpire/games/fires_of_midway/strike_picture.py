"""The strike in the air as one strip: its steps, and the planes of both sides as they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from umpire.games.fires_of_midway.asks_flight import UNNAMED_WORDS
from umpire.games.fires_of_midway.engagements import KIND_WORDS, Plane
from umpire.games.fires_of_midway.plot import RESOLUTION, FiresPlot
from umpire.games.fires_of_midway.ship import SMOKE
from umpire.games.fires_of_midway.terms import NAMES, planes
from umpire.table.asks import Ask
from umpire.table.words import counted, listed

JSON = Any

STEPS = {
    "launch": "Launch",
    "fuel": "Fuel",
    "spotting": "Spotting",
    "engage": "Engage",
    "bomb": "Bomb",
    "home": "Home",
}
"""The steps of a strike by what their asks are called, in order."""


def strip(plot: FiresPlot, asked: Ask | None) -> dict[str, JSON]:
    """The strike of this moment; nothing where none is in the air."""
    strike = plot.strike
    if not strike:
        return {}
    targets = [*strike["targets"], *([UNNAMED_WORDS] if strike.get("unnamed") else [])]
    return {
        "title": f"{strike['ship']} strikes {listed(targets)}",
        "way": f"{counted(strike['zones'], 'zone')}, distance {strike['distance']}" if strike.get("zones") else "",
        "type": KIND_WORDS.get(strike.get("type") or "", ""),
        "steps": steps(plot, asked),
        "group": lots(plot.group()),
        "caps": [cap(each) for each in plot.caps()],
        "defender": NAMES["us" if strike["side"] == "japan" else "japan"],
    }


def steps(plot: FiresPlot, asked: Ask | None) -> list[dict[str, JSON]]:
    """Each step with whether it is over or on."""
    order = list(STEPS)
    now = order.index(step) if (step := _step(plot, asked)) else -1
    return [{"words": words, "past": n < now, "now": n == now} for n, words in enumerate(STEPS.values())]


def _step(plot: FiresPlot, asked: Ask | None) -> str:
    """The step that is asked now: a part of the name of what is asked."""
    if plot.phase == RESOLUTION:
        return "home"
    parts = asked.name.split("/") if asked else []
    return next((part for part in parts if part in STEPS), "")


def lots(group: Iterable[Plane]) -> list[str]:
    """Planes of a group in words: ``2 bombers, full``; those that are lost last."""
    every = list(group)
    alive = Counter((plane.kind, plane.fuel) for plane in every if not plane.lost)
    gone = Counter(plane.kind for plane in every if plane.lost)
    made = [
        f"{planes(kind, n)}, {'on smoke' if fuel == SMOKE else 'full'}" for (kind, fuel), n in sorted(alive.items())
    ]
    return made + [f"{planes(kind, n)} lost" for kind, n in sorted(gone.items())]


def cap(plane: Plane) -> str:
    """A CAP fighter in words: ``Hiryu’s CAP, full``."""
    state = "lost" if plane.lost else "on smoke" if plane.fuel == SMOKE else "full"
    return f"{plane.ship}’s CAP, {state}"
