"""Air value and what it is reduced by (16.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.carrier import intelligence
from umpire.games.carrier.naming import evenly
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import CARRIERS
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any


# What stands.


def carriers_in(plot: CarrierPlot, force: str) -> list[str]:
    """Carriers of a force whose counters are still with it, sunk ones among them (4.1)."""
    return [name for name, s in plot.ships.items() if s["in"] == force and s["type"] in CARRIERS]


def current(plot: CarrierPlot, force: str) -> int:
    """The current air value of a level 3 or 4 carrier force."""
    f = plot.forces[force]
    if f["level"] == 4:
        return int(sum(plot.ships[ship]["value"] for ship in carriers_in(plot, force)))
    return int(printed(plot, force) if f["value"] is None else f["value"])


def printed(plot: CarrierPlot, force: str) -> int:
    """The air value on a level 3 chit; of a level 4 force the sum of its carriers’."""
    f = plot.forces[force]
    if f["level"] == 4:
        return int(sum(plot.ships[ship]["air"] for ship in carriers_in(plot, force)))
    return intelligence.printed(plot, f["chit"], "air")


def for_cap(plot: CarrierPlot, force: str) -> int:
    """The air value that CAP is rolled by: only carriers sunk or heavily damaged reduce it, and they at once (6.6)."""
    out = [ship for ship in carriers_in(plot, force) if plot.ships[ship]["sunk"] or plot.heavily_damaged(ship)]
    return max(0, printed(plot, force) - int(sum(plot.ships[ship]["air"] for ship in out)))


def deck_space(plot: CarrierPlot, ship: str) -> int:
    """Air points a carrier can operate, by the hits of earlier turns: her printed value less those, none if they sank
    her or damaged her heavily (16.3)."""
    s = plot.ships[ship]
    hits = s["noted"] if plot.turn in s["hurt"] else s["hits"]
    return 0 if 2 * hits >= s["capacity"] else max(0, s["air"] - hits)


def capacity(plot: CarrierPlot, force: str) -> int:
    """Flight deck capacity still operational; damage counts from the end of the turn after it was done (16.3)."""
    ships = carriers_in(plot, force)
    return max(0, printed(plot, force) - int(sum(plot.ships[ship]["air"] - deck_space(plot, ship) for ship in ships)))


# Spreading a decrease.


def _paths(values: Mapping[str, int]) -> dict[str, JSON]:
    return {f"ships/{ship}/value": value for ship, value in values.items()}


def _spread(plot: CarrierPlot, force: str, n: int) -> tuple[dict[str, int], int]:
    """Values of a level 4 force’s carriers once `n` points are off them as evenly as possible, and the odd points left."""
    return evenly({ship: plot.ships[ship]["value"] for ship in carriers_in(plot, force)}, n)


def lose(g: Play, force: str, n: int, why: str) -> Steps[None]:
    """A level 3 or 4 force’s air value goes down by `n`, never below nothing; odd points by lot (16.3)."""
    odd: list[str] = []
    if g.truth.forces[force]["level"] == 4 and _spread(g.truth, force, n)[1]:
        name = f"{moment(g)}/{force}/value/{why.replace(' ', '-')}"

        def cup() -> dict[str, int]:
            return {ship: 1 for ship, value in _spread(g.truth, force, n)[0].items() if value}

        odd = yield from g.draw(name, f"{force}: who loses one point more", cup, _spread(g.truth, force, n)[1], "16.3")
    before = current(g.truth, force)
    after = max(0, before - n)
    if g.truth.forces[force]["level"] == 4:
        values = _spread(g.truth, force, n)[0]
        now = _paths({ship: value - (ship in odd) for ship, value in values.items()})
    else:
        now = {f"forces/{force}/value": after}
    tell(
        g, "air-value", "16.3", force=force, before=before, after=after, why=why, now=now, mark=_mark(force, now, after)
    )


def _mark(force: str, now: Mapping[str, JSON], after: int) -> list[str]:
    ships = [f"{path.split('/')[1]} {value}" for path, value in now.items() if path.startswith("ships/")]
    return [f"Air Value markers: {listed(ships)}" if ships else f"Air Value marker {after} under {force}"]


# At the end of the turn.


def note_hits(g: Play) -> None:
    """What hits Japanese carriers have as the turn ends: those of the next turn count a turn later."""
    japanese = {name: s for name, s in g.truth.ships.items() if s["side"] == "japan" and s["type"] in CARRIERS}
    now = {f"ships/{name}/noted": s["hits"] for name, s in japanese.items() if s["noted"] != s["hits"]}
    if now:
        tell(g, "hits-noted", "16.3", now=now)


def decks_lost(g: Play, force: str) -> None:
    """The test for flight deck space: the air value falls to what is left of it, if it was higher (16.3)."""
    before, space = current(g.truth, force), capacity(g.truth, force)
    if g.truth.forces[force]["level"] == 4:
        _move_planes(g, force, min(before, space))
    elif before > space:
        tell(
            g,
            "air-value",
            "16.3",
            force=force,
            before=before,
            after=space,
            why="flight decks lost",
            now={f"forces/{force}/value": space},
            mark=[f"Air Value marker {space} under {force}"],
        )


def _move_planes(g: Play, force: str, total: int) -> None:
    """Planes of decks that are out go to those with room; what finds none is lost."""
    plot: CarrierPlot = g.truth
    ships = carriers_in(plot, force)
    before = {ship: plot.ships[ship]["value"] for ship in ships}
    values = settled(total, [before[ship] for ship in ships], [deck_space(plot, ship) for ship in ships])
    after = dict(zip(ships, values, strict=True))
    if after != before:
        now = _paths({ship: value for ship, value in after.items() if value != before[ship]})
        facts = {"force": force, "before": sum(before.values()), "after": sum(values), "why": "flight decks lost"}
        tell(g, "air-value", "16.3", **facts, now=now, mark=_mark(force, now, sum(values)))


def settled(total: int, values: Sequence[int], room: Sequence[int]) -> list[int]:
    """How `total` points lie on decks of so much room: each keeps what it has as far as it may, the rest fills up."""
    made = [min(value, space) for value, space in zip(values, room, strict=True)]
    for _ in range(total - sum(made)):
        at = max(range(len(made)), key=lambda n: (room[n] - made[n], -n))
        made[at] += 1
    return made


SAYINGS = {
    "air-value": lambda f: f"{f['force']}: air value {f['before']} to {f['after']} ({f['why']}).",
    "hits-noted": lambda f: "",
}
