"""Forces, task forces and ships for scenes, and the printed cells most moves need."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier.plot import DECK, FORCE, GROUP, SHIP, fresh

JSON = Any

HULLS = {"BB": 18, "CV": 8, "CA": 6, "CL": 5, "CVL": 6, "CVE": 5, "DD": 2, "AP": 2, "TR": 2}


def force(place: str, chit: str = "", level: int = 0, **leaves: JSON) -> JSON:
    """A Japanese force bound for Guadalcanal."""
    kind = leaves.pop("kind", "C")
    objective = leaves.pop("objective", "Guadalcanal")
    return fresh(FORCE, hex=place, chit=chit, level=level, kind=kind, objective=objective, **leaves)


def group(place: str, **leaves: JSON) -> JSON:
    """A US task force or base, without its ships."""
    return fresh(GROUP, hex=place, **leaves)


def ships(name: str, side: str = "us", **types: int) -> dict[str, JSON]:
    """So many ships of each type in a task force or force, as paths of a record: ``TF 16 CV 1``."""
    made: dict[str, JSON] = {}
    for kind, n in types.items():
        for i in range(1, n + 1):
            ship = fresh(SHIP, side=side, type=kind, capacity=HULLS[kind], **{"in": name})
            made[f"ships/{name} {kind} {i}"] = ship
    return made


def task_force(name: str, place: str, **types: int) -> dict[str, JSON]:
    """A task force with so many ships of each type, as paths of a record."""
    return {f"groups/{name}": group(place), **ships(name, **types)}


def carrier_group(name: str, place: str) -> dict[str, JSON]:
    """A task force of a carrier and six destroyers."""
    return task_force(name, place, CV=1, DD=6)


def base(name: str, place: str, **hangar: int) -> dict[str, JSON]:
    """A land base with steps of these types on the ground."""
    deck = fresh(DECK, hangar=hangar, **{"in": name})
    return {f"groups/{name}": group(place, base=True), f"decks/{name}": deck}


def compass(**ways: str) -> dict[str, str]:
    """A compass: ``_5="SE"`` and so on; every other number as `rest`."""
    rest = ways.pop("rest", "SW")
    return {str(n): ways.get(f"_{n}", rest) for n in range(1, 11)}


def row(a: int, b: int, c: int, d: int) -> dict[str, int]:
    """A row of the Records Track."""
    return {"1": a, "2": b, "3": c, "4": d}


def reaction(*codes: JSON) -> dict[str, JSON]:
    """A cell of the Close Reaction Table: ``reaction("E", 4, "R", 10)``."""
    pairs = [*zip(codes[::2], codes[1::2], strict=True)] if len(codes) > 1 else [(codes[0], 10)]
    pairs += [("none", 0)] * (3 - len(pairs))
    return {f"code{n}": code for n, (code, _) in enumerate(pairs, 1)} | {
        f"to{n}": to for n, (_, to) in enumerate(pairs, 1)
    }


COLUMNS = {"large surface": 1, "other surface": 2, "carrier": 3, "transport": 4}
EDGES = {"north": 10, "south": 43, "east": 5, "west": 52}
