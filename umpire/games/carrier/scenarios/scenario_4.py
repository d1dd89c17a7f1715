"""Scenario 4: twelve forces bear down on two carriers; only searching counts."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier.plot import FORCE, CarrierPlot, fresh
from umpire.games.carrier.set_out import (
    SPARES,
    aboard,
    colours,
    combat_cup,
    deck,
    display,
    sequence,
    task_force,
)
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import APPROXIMATE, LOCATED
from umpire.table.script import Play, Steps

JSON = Any

OBJECTIVE = "New Hebrides"
PLACES = ("1924", "1921", "1918", "1915", "1912", "1711", "1714", "1717", "1719", "1722", "1724", "1726")
GROUPS = {"TF 16": ("Enterprise", "2718"), "TF 17": ("Hornet", "2717")}
READY = {"SBD": 4}
GRADES = (
    (18, "outstanding: the fleet surprises the Japanese and wins the battle; you are promoted and decorated"),
    (14, "good: a letter of commendation"),
    (10, "the admiral is not content, and your fitness report shows it"),
    (0, "inept: the fleet is surprised, and you with it"),
)


def set_up(g: Play) -> Steps[None]:
    """Twelve forces of level 0, and two carriers with four SBD steps each."""
    now: dict[str, JSON] = {"period": "oct42", "objectives/primary": OBJECTIVE}
    now |= level_0(PLACES, OBJECTIVE)
    now |= {"cups": {"combat": combat_cup(), "transport": {}}, "spares": dict(SPARES), "aside": {}}
    for group, (carrier, place) in GROUPS.items():
        now |= task_force(group, place, [carrier]) | deck(carrier, group, ready=dict(READY))
    now["memory"] = {"forces": len(PLACES)}
    do = [*(display(group, [carrier], place) for group, (carrier, place) in GROUPS.items())]
    do += [aboard(carrier, READY, "Flight Deck, Ready") for carrier, _ in GROUPS.values()]
    do += [f"C{n} to {place}" for n, place in enumerate(PLACES, 1)]
    mark = cups_filled(now)
    words = f"{len(PLACES)} forces, objective {OBJECTIVE}."
    tell(g, "set-up", "Sc. 4", title=g.truth.parts.title, period="", words=words, now=now, do=do, mark=mark)
    yield from ()


def level_0(places: tuple[str, ...], objective: str) -> dict[str, JSON]:
    """Combat forces of level 0, one in each hex, and their sequence chits in the cup."""
    names = [f"C{n}" for n in range(1, len(places) + 1)]
    now: dict[str, JSON] = {
        f"forces/{name}": fresh(FORCE, hex=place, objective=objective)
        for name, place in zip(names, places, strict=True)
    }
    return now | {"pool": colours(names, objective), "sequence": sequence(names)}


def cups_filled(now: dict[str, JSON]) -> list[str]:
    """What the table does with chits as it sets up."""
    cup, sequences = now["cups"]["combat"], now["sequence"]
    return [
        f"Combat search cup: {', '.join(f'{n} {kind}' for kind, n in cup.items())}",
        f"Sequence cup: {len(sequences['cup']) - 1} Activation chits and {sequences['cup']['blank']} blanks",
        f"Number of Forces marker to {sequences['marker']}",
    ]


# Its score, as pure functions.


def score(plot: CarrierPlot) -> list[tuple[int, str]]:
    """Points at the end, each with what for: twice its level for a located force, its level for one approximately
    located, double for a carrier force; one for each force that was a dummy."""
    found = []
    for force in sorted(plot.forces, key=lambda name: int(name[1:])):
        f = plot.forces[force]
        points = f["level"] * {LOCATED: 2, APPROXIMATE: 1}.get(f["detection"], 0)
        if points:
            carriers = plot.is_carrier_force(force)
            how = "Located" if f["detection"] == LOCATED else "approximately located"
            what = f"{force}, {how}, level {f['level']}{', carriers' if carriers else ''}"
            found.append((2 * points if carriers else points, what))
    dummies = plot.at("memory/forces", 0) - len(plot.forces)
    return [*found, *([(dummies, "forces found to be dummies")] if dummies else [])]


def grade(points: int) -> str:
    """What a score is worth."""
    return next(words for least, words in GRADES if points >= least)
