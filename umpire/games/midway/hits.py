"""Step 13: hits marked, and ships that go down; the same under air attack and gunfire (Surface Combat 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.midway.results import SUNK, sinks
from umpire.games.midway.terms import CARRIERS, ENEMY
from umpire.table.script import Play, Steps

JSON = Any


def marking(g: Play, name: str, scored: Mapping[str, int | str]) -> Steps[None]:
    """Hits marked after all have attacked; ships sink, one hit early with planes on deck.

    `name` begins the names of what may have to be asked: boxes and points that are not known yet.
    """
    scored = {ship: hits for ship, hits in scored.items() if hits and ship not in g.truth.sunk}
    yield from g.cells(f"{name}boxes", "Hit record", [f"hits/{ship}" for ship in scored], "Step 13")
    going = [ship for ship, mark in _marks(g, scored).items() if mark["down"]]
    yield from g.cells(f"{name}points", "Points for a ship sunk", [f"points/{ship}" for ship in going], "How to Win")
    marked = _marks(g, scored)
    if marked:
        g.tell(g.all, "hits", "Step 13", marked={ship: mark["hits"] for ship, mark in marked.items()})
    for ship, mark in marked.items():
        if mark["down"]:
            sink(g, ship, early=mark["early"])


def _marks(g: Play, scored: Mapping[str, int | str]) -> dict[str, JSON]:
    """By ship: the boxes marked, whether she goes down, and whether only for the planes on her deck."""
    truth, made = g.truth, {}
    for ship, hits in scored.items():
        before = truth.hits.get(ship, 0)
        most = truth.kit[f"hits/{ship}"]
        made[ship] = {
            "hits": most if hits == SUNK else min(most, before + hits),
            "down": sinks(most, before, hits, armed=truth.armed(ship)),
            "early": truth.armed(ship) and not sinks(most, before, hits, armed=False),
        }
    return made


def sink(g: Play, ship: str, *, early: bool) -> None:
    """A ship goes down with the planes aboard her; those in the air are not lost (Sinking of Aircraft Carriers)."""
    owner = g.truth.ships[ship]["side"]
    points = g.truth.kit[f"points/{ship}"]
    g.tell(g.all, "sunk", "Step 13", ship=ship, armed=early, points=points, to=ENEMY[owner])
    if g.truth.ships[ship]["type"] in CARRIERS:
        g.tell(owner, "planes", "Sinking of Aircraft Carriers", planes={ship: None})
