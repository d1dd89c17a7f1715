"""Level 3 to level 4: how many ships of each type, and which they are (11.2, 11.3, 16.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from umpire.games.carrier import intelligence, roster
from umpire.games.carrier.charts import has, printed
from umpire.games.carrier.chits import again, ask_name, laid
from umpire.games.carrier.intelligence import TEN
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import CARRIERS, CRUISERS, DIE, LEVEL_4, SIZES, SURFACE_3
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]
Counts = dict[str, int]
RULE = "11.2"
SURFACE_TYPES = ("BB", *CRUISERS, "DD")


# The scripts.


def raise_to_4(g: Play, force: str) -> Steps[None]:
    """A level 3 force becomes known ship by ship; a carrier force and its screen by one and the same die (11.3)."""
    name = ask_name(g, force, "raise")
    row = yield from _row(g, force, name, screen_only=False)
    yield from _draw_ships(g, force, row, name, screen_only=False)
    odd = yield from _odd_losses(g, force, name)
    _known(g, force, odd)


def raise_screen(g: Play, force: str) -> Steps[None]:
    """The level 3 screen of a carrier force becomes known ship by ship, its carriers stay as they are (14.2)."""
    if g.truth.forces[force]["screen"] not in SURFACE_3:
        return
    name = ask_name(g, force, "screen")
    row = yield from _row(g, force, name, screen_only=True)
    yield from _draw_ships(g, force, row, name, screen_only=True)
    now: dict[str, JSON] = {f"spares/{chit}": n for chit, n in _spare_screen(g.truth, force).items()}
    now |= {f"forces/{force}/screen": LEVEL_4, f"forces/{force}/start": _start(g.truth, force)}
    tell(g, "screen-known", "14.2", force=force, ships=_screen_ships(g.truth, force), now=now)


def draw_one(g: Play, force: str, type: str, name: str, why: str) -> Steps[str]:
    """The carrier of a level 3 force that is hit comes out of the counters at random (11.2).

    A "CVL" on its chit may be a CVE (11.5). Where there is none of a type, a smaller carrier; empty where there is
    none at all.
    """
    there = left(g.truth)
    types = ("CVL", "CVE") if type == "CVL" else (type,)
    lots = [types, *((each,) for each in _smaller(type))]
    for lot in lots:
        if any(there[each] for each in lot):
            return (yield from _draw_ships_of(g, force, [each for each in lot if there[each]], 1, name, why))[0]
    return ""


# The die.


def _row(g: Play, force: str, name: str, *, screen_only: bool) -> Steps[int]:
    """The row of the table whose ships come: rolled again while it lacks a ship known to be there, or cannot be had."""
    chit = g.truth.forces[force]["chit"]
    column = f"screen of {force}" if screen_only else f"{force}, “{chit}”"
    why = f"{column[:1].upper()}{column[1:]}: Intelligence, Level 3 to 4"
    yield from printed(g, why, lambda: intelligence.modifier_cells(g.truth, force, 3, chit), RULE)
    n = 0

    def dice() -> list[Die]:
        return [Die(column, intelligence.note(intelligence.modifiers(g.truth, force, 3, chit)), DIE)]

    while True:
        (die,) = yield from g.roll(again(name, n), why, dice, RULE)
        row = intelligence.row_3(die, intelligence.modifiers(g.truth, force, 3, chit))
        yield from printed(g, why, partial(_cells, g, force, [row], screen_only), RULE)
        if stands(g.truth, force, row, screen_only=screen_only):
            return row
        reason = objection(g.truth, force, row, screen_only=screen_only)
        if not reason:
            yield from printed(g, why, partial(_cells, g, force, None, screen_only), RULE)
            reason = objection(g.truth, force, row, screen_only=screen_only)
        if not reason:
            return row
        tell(g, "ships-again", RULE, force=force, row=row, why=reason)
        n += 1


def _cells(g: Play, force: str, wanted: Sequence[int] | None, screen_only: bool) -> list[str]:
    """The cells of some rows, or of all that the die may come to."""
    each = rows(g.truth, force) if wanted is None else wanted
    return [key for row in each for key in intelligence.cells_3(g.truth, force, row, screen_only=screen_only)]


def rows(plot: CarrierPlot, force: str) -> list[int]:
    """The rows that a die may come to, as it is modified."""
    made = intelligence.modifiers(plot, force, 3, plot.forces[force]["chit"])
    return list(dict.fromkeys(intelligence.row_3(die, made) for die in range(1, TEN + 1)))


def called_for(plot: CarrierPlot, force: str, row: int, *, screen_only: bool = False) -> Counts:
    """Ships by type that a row calls for; its cells must be known."""
    return intelligence.ships_3(plot.kit, intelligence.cells_3(plot, force, row, screen_only=screen_only))


def identified(plot: CarrierPlot, force: str) -> Counts:
    """Carriers by type already known to belong to a force of level 3, those it has lost among them."""
    found = [ship["type"] for ship in ships_in(plot, force) if ship["type"] in CARRIERS]
    return {type: found.count(type) for type in CARRIERS if type in found}


# What may stand.


def includes(plot: CarrierPlot, force: str, row: int, *, screen_only: bool = False) -> bool:
    """Whether a row has all the carriers that are known to be there (11.2)."""
    counts = called_for(plot, force, row, screen_only=screen_only)
    return screen_only or all(counts.get(type, 0) >= n for type, n in identified(plot, force).items())


def wanted(plot: CarrierPlot, force: str, row: int, *, screen_only: bool = False) -> Counts:
    """Ships by type still to be drawn for a row; where it lacks a known carrier, she takes the place of another."""
    counts = called_for(plot, force, row, screen_only=screen_only)
    known = {} if screen_only else identified(plot, force)
    over = 0
    for type, n in known.items():
        over += max(0, n - counts.get(type, 0))
        counts[type] = max(0, counts.get(type, 0) - n)
    for type in reversed(CARRIERS):
        fewer = min(over, counts.get(type, 0))
        over -= fewer
        counts[type] = counts.get(type, 0) - fewer
    return {type: counts[type] for type in SIZES if counts.get(type)}


def left(plot: CarrierPlot) -> Counts:
    """Japanese ships by type that may be drawn (11.2), no more than a scenario allows."""
    most = plot.at("memory/ships/most", {})
    made = {type: len(roster.drawable(plot, "japan", type)) for type in SIZES}
    out = [ship["type"] for ship in plot.ships.values() if ship["side"] == "japan"]
    return {type: min(n, most[type] - out.count(type)) if type in most else n for type, n in made.items()}


def substituted(counts: Mapping[str, int], there: Mapping[str, int]) -> Counts:
    """As many of the ships called for as can be had: for those that are wanting the largest smaller ones of their kind."""
    made = {type: min(n, there.get(type, 0)) for type, n in counts.items()}
    for type, n in counts.items():
        short = n - min(n, there.get(type, 0))
        for other in _smaller(type):
            more = min(short, there.get(other, 0) - made.get(other, 0))
            made[other] = made.get(other, 0) + more
            short -= more
    return {type: made[type] for type in SIZES if made.get(type)}


def _smaller(type: str) -> Sequence[str]:
    """Types that may stand for one: carriers for a carrier, surface ships for a surface ship (11.2)."""
    kind = CARRIERS if type in CARRIERS else SURFACE_TYPES if type in SURFACE_TYPES else ()
    return kind[kind.index(type) + 1 :] if kind else ()


def _exact(counts: Mapping[str, int], there: Mapping[str, int]) -> bool:
    return all(n <= there[type] for type, n in counts.items())


def _whole(counts: Mapping[str, int], there: Mapping[str, int]) -> bool:
    return sum(substituted(counts, there).values()) == sum(counts.values())


def stands(plot: CarrierPlot, force: str, row: int, *, screen_only: bool = False) -> bool:
    """Whether a row can be taken as it is, so that nothing need be known of the others."""
    counts = wanted(plot, force, row, screen_only=screen_only)
    enough = bounded(plot) or _exact(counts, left(plot))
    return enough and includes(plot, force, row, screen_only=screen_only)


def objection(plot: CarrierPlot, force: str, row: int, *, screen_only: bool = False) -> str:
    """Why a row is rolled again; empty where it stands, or where none of the others that are known is any better."""
    if stands(plot, force, row, screen_only=screen_only):
        return ""
    every = [each for each in rows(plot, force) if _is_known(plot, force, each, screen_only)]
    able = [each for each in every if includes(plot, force, each, screen_only=screen_only)]
    if able and row not in able:
        return "a carrier known to be there is not in it"
    if bounded(plot):
        return ""
    there = left(plot)
    counts = {each: wanted(plot, force, each, screen_only=screen_only) for each in able or every}
    for fits in (_exact, _whole):
        could = [each for each, ships in counts.items() if fits(ships, there)]
        if could:
            return "" if row in could else "there are not so many of these ships"
    return ""


def _is_known(plot: CarrierPlot, force: str, row: int, screen_only: bool) -> bool:
    cells = intelligence.cells_3(plot, force, row, screen_only=screen_only)
    return all(has(plot.kit, key) for key in cells)


def bounded(plot: CarrierPlot) -> bool:
    """Whether the scenario names its ships: as many as there are of what is called for, and no more rolls (Scenario 6)."""
    return bool(plot.at("memory/ships/most", {}))


# The ships.


def _draw_ships(g: Play, force: str, row: int, name: str, *, screen_only: bool) -> Steps[None]:
    """The ships of a row come out of the counters, type by type; each type is on the record before the next."""
    counts = wanted(g.truth, force, row, screen_only=screen_only)
    there = left(g.truth)
    due = {type: min(n, there[type]) for type, n in counts.items()} if bounded(g.truth) else substituted(counts, there)
    tell(g, "ships-due", RULE, force=force, row=row, called=counts, ships=due)
    for type, n in due.items():
        if n:
            yield from _draw_ships_of(g, force, [type], n, f"{name}/{type}", f"{force}: {n} {type} at random")


def _draw_ships_of(g: Play, force: str, types: Sequence[str], n: int, name: str, why: str) -> Steps[list[str]]:
    """So many ships of some types, at random where there is a choice."""

    def cup() -> dict[str, int]:
        return {each: 1 for type in types for each in roster.drawable(g.truth, "japan", type)}

    names = list(cup())
    if n < len(names):
        names = yield from g.draw(name, why, cup, n, RULE)
    names = roster.in_order(names)
    now = {f"ships/{each}": {**roster.new(each, force), "value": roster.ships()[each]["air"]} for each in names}
    tell(g, "ships-named", RULE, force=force, ships=names, now=now, do=[f"{listed(names)} into {force}’s box"])
    return names


# Air losses, spread (16.3).


def losses(plot: CarrierPlot, force: str) -> int:
    """Air points that a level 3 carrier force is short of what its chit prints: its carriers will lack them."""
    f = plot.forces[force]
    if f["value"] is None:
        return 0
    return max(0, intelligence.printed(plot, f["chit"], "air") - int(f["value"]))


def evenly(values: Mapping[str, int], lost: int) -> tuple[dict[str, int], int]:
    """Values after a loss is spread as evenly as it goes, and the odd points that chance deals out, one to a carrier."""
    after = dict(values)
    while lost:
        can = [name for name, n in after.items() if n]
        if not can:
            return after, 0
        if lost < len(can):
            return after, lost
        for name in can:
            after[name] -= 1
        lost -= len(can)
    return after, 0


def _spread(plot: CarrierPlot, force: str) -> tuple[dict[str, int], int]:
    """Air values of the carriers of a force newly known: the printed ones, less what the force had lost.

    A carrier that has left the map took her whole value with her; that part of the loss is hers alone.
    """
    every = roster.in_order(name for name, ship in plot.ships.items() if ship["in"] == force)
    hers = {name: plot.ships[name] for name in every if plot.ships[name]["type"] in CARRIERS}
    gone = [name for name, ship in hers.items() if _has_left(plot, ship)]
    lost = losses(plot, force) - sum(hers[name]["air"] for name in gone)
    after, odd = evenly({name: ship["air"] for name, ship in hers.items() if name not in gone}, max(0, lost))
    return {**dict.fromkeys(gone, 0), **after}, odd


def _has_left(plot: CarrierPlot, ship: Facts) -> bool:
    """Whether a sunken carrier is off the map: she goes at the end of the turn after that in which she sank (4.1)."""
    return bool(ship["sunk"]) and plot.turn > ship["sunk"] + 1


def _odd_losses(g: Play, force: str, name: str) -> Steps[list[str]]:
    """Carriers that lose one point more than the others, by lot."""
    if not _spread(g.truth, force)[1]:
        return []

    def cup() -> dict[str, int]:
        return {carrier: 1 for carrier, value in _spread(g.truth, force)[0].items() if value}

    n = _spread(g.truth, force)[1]
    return (yield from g.draw(f"{name}/losses", f"{force}: who lost one air point more", cup, n, "16.3"))


# Level 4 on the record.


def _known(g: Play, force: str, odd: Sequence[str]) -> None:
    """A force is at level 4: its chit, its screen, and its carriers with what they have left to fly."""
    at = f"forces/{force}"
    now = {**laid(g.truth, force, LEVEL_4), f"{at}/value": None, f"{at}/start": _start(g.truth, force)}
    if g.truth.forces[force]["screen"]:
        now |= {f"spares/{chit}": n for chit, n in _spare_screen(g.truth, force).items()}
        now[f"{at}/screen"] = LEVEL_4 if any(s["type"] in CARRIERS for s in ships_in(g.truth, force)) else ""
    lost = losses(g.truth, force)
    values = {name: value - (name in odd) for name, value in _spread(g.truth, force)[0].items()}
    now |= {f"ships/{name}/value": value for name, value in values.items()}
    now |= {
        f"ships/{name}/in": ""
        for name, ship in g.truth.ships.items()
        if ship["in"] == force and _has_left(g.truth, ship)
    }
    ships = roster.in_order(g.truth.ships_of(force))
    marks = [
        f"“{LEVEL_4}” under {force}",
        *(f"Air value {value} on {name}" for name, value in values.items() if lost and value),
    ]
    tell(g, "level-4", RULE, force=force, ships=ships, values=values, lost=lost, now=now, mark=marks)


def ships_in(plot: CarrierPlot, force: str) -> list[Facts]:
    """Ships whose counters are with a force, sunk ones among them (4.1)."""
    return [ship for ship in plot.ships.values() if ship["in"] == force]


def _screen_ships(plot: CarrierPlot, force: str) -> list[str]:
    return roster.in_order(name for name in plot.ships_of(force) if plot.ships[name]["type"] not in CARRIERS)


def _start(plot: CarrierPlot, force: str) -> int:
    """Ships a force starts with, for its losses to be counted against (20.1): carriers apart, which are not."""
    return int(plot.forces[force]["start"] or len(_screen_ships(plot, force)))


def _spare_screen(plot: CarrierPlot, force: str) -> Counts:
    """The level 3 chit of a screen is spare again once its ships are known."""
    chit = plot.forces[force]["screen"]
    return {chit: plot.at(f"spares/{chit}", 0) + 1} if chit in SURFACE_3 else {}


def _counts_said(counts: Mapping[str, int]) -> str:
    return listed(f"{n} {type}" for type, n in counts.items()) or "no ship"


def _due_said(f: Facts) -> str:
    said = f"{f['force']}: {_counts_said(f['called'])}"
    return f"{said}; of those there are, {_counts_said(f['ships'])}." if f["called"] != f["ships"] else f"{said}."


def _known_said(f: Facts) -> str:
    said = f"{f['force']} is known ship by ship: {listed(f['ships'])}."
    if f["lost"]:
        said += f" {counted(f['lost'], 'air point')} lost: {listed(f'{name} {value}' for name, value in f['values'].items())}."
    return said


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "ships-again": lambda f: f"{f['force']}: row {f['row']} does not stand, {f['why']}; rolled again.",
    "ships-due": _due_said,
    "ships-named": lambda f: f"{f['force']} has {listed(f['ships'])}.",
    "level-4": _known_said,
    "screen-known": lambda f: f"The screen of {f['force']} is known ship by ship: {listed(f['ships'])}.",
}
