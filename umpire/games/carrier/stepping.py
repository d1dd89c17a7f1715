"""A counter goes from a hex to one beside it: how that is told, and what of the map was presumed in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier import map as sea
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.table.script import Play
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]

MARCH, RETREAT = "march", "retreat"
"""The two ways of going that are gone again when the map turns out otherwise."""


def step(
    g: Play,
    kind: str,
    rule: str,
    piece: str,
    to: str,
    again: Mapping[str, JSON] | None,
    now: Mapping[str, JSON] | None = None,
    **facts: JSON,
) -> None:
    """Tell that a force or task force goes to a hex.

    `again` is how it went, so that it may be gone again otherwise: ``way`` and ``name``, and of a march ``die`` and
    ``enters``; None where the hex is known to be open, since ships stand in it.
    """
    plot: CarrierPlot = g.truth
    branch = "forces" if piece in plot.forces else "groups"
    at = plot.tree[branch][piece]["hex"]
    now = {f"{branch}/{piece}/hex": to, **(now or {})}
    if branch == "forces":
        now[f"forces/{piece}/came"] = plot.turn
    if kind in ("moves", "tf-moves"):
        now[f"{branch}/{piece}/moved"] = True
    if again is not None and sea.uncertain(plot, at, to):
        entries = plot.at("memory/presumed") or []
        now["memory/presumed"] = [*entries, _entry(plot, entries, piece, at, to, again)]
    tell(g, kind, rule, now=now, piece=piece, at=at, hex=to, do=[f"{piece} to {to}"], **facts)


def _entry(plot: CarrierPlot, entries: list[JSON], piece: str, at: str, to: str, again: Mapping[str, JSON]) -> JSON:
    n = sum(entry["piece"] == piece for entry in entries)
    came = plot.forces[piece]["came"] if piece in plot.forces else 0
    id = f"{piece}/{n + 1}" if n else piece
    return {"id": id, "piece": piece, "from": at, "hex": to, "came": came, **again}


def stay(g: Play, piece: str, why: str, rule: str, failed: list[str], notes: list[str]) -> None:
    """Tell that a force stays where it is, and why."""
    at = g.truth.forces[piece]["hex"]
    tell(g, "stays", rule, piece=piece, at=at, why=why, failed=failed, notes=notes)


def _reasons(f: Facts) -> str:
    """What did not hold, and which hexes were shut."""
    return "; ".join([f["why"], *f["failed"], *f["notes"]])


SAYINGS = {
    "moves": lambda f: f"{f['piece']} to {f['hex']}: {_reasons(f)}.",
    "stays": lambda f: f"{f['piece']} stays in {f['at']}: {_reasons(f)}.",
    "retreats": lambda f: f"{f['piece']} retreats from {f['at']} to {f['hex']}{_why(f)}.",
    "cannot-retreat": lambda f: f"{f['piece']} has no hex to retreat to and stays in {f['at']}.",
    "tf-moves": lambda f: f"{f['piece']} to {f['hex']}.",
    "tf-off": lambda f: f"{f['piece']} leaves the map by its south edge, for good.",
}


def _why(f: Facts) -> str:
    return f": {listed(f['notes'])}" if f.get("notes") else ""
