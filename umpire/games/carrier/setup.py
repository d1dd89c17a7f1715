"""Setting up the standard game, in the order of 21.0: what is fought over, with what, and where it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import air_groups, buying, charts, grouping, placing, roster
from umpire.games.carrier import map as sea
from umpire.games.carrier import setup_charts as tables
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.plot import DECK, GROUP, CarrierPlot, fresh
from umpire.games.carrier.set_out import SPARES, TRANSPORT_CUP, aboard, combat_cup, deck, display, sequence, task_force
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import BASES, COMBAT, DIE, PERIODS, TRANSPORT, US
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Facts = Mapping[str, JSON]

RULE = "21.0"
COUNTERS = {COMBAT: 20, TRANSPORT: 6}
"""Force counters of one objective."""
MARKER = 8
"""Where the Number of Forces marker begins: a third of twenty combat forces and a transport force."""
ROLL = "roll"


def set_up(g: Play) -> Steps[None]:
    """The whole of 21.0."""
    for part in (period, objectives, commitment, surprise, ships, task_forces, air_groups.ready_steps, bases):
        yield from part(g)
    chits(g)


# What is fought over.


def period(g: Play) -> Steps[None]:
    """The time period, chosen or rolled for."""
    options = [option(ROLL, "Roll for it"), *(option(key, words) for key, words in PERIODS.items())]
    facts = titled("When is it?", "", RULE, options=options, preset=ROLL)
    chosen = yield from g.ask(US, lambda: Choose("set-up/period", facts))
    if chosen == ROLL:
        (die,) = yield from _die(g, "period", "Time period")
        yield from charts.printed(g, "Time period", lambda: [f"period/{die}"], RULE)
        chosen = tables.period_of(g.truth.kit, die)
    tell(g, "period", RULE, period=chosen, now={"period": chosen})


def objectives(g: Play) -> Steps[None]:
    """The Japanese objectives, and the counters of each: those of the primary objective have the low numbers."""
    (die,) = yield from _die(g, "objectives", "Japanese objectives")
    key = f"objectives/{tables.COLUMNS[g.truth.period]}/{die}"
    yield from charts.printed(g, "Japanese objectives", lambda: [key], RULE)
    found = tables.aims(g.truth.kit, g.truth.period, die)
    aims: dict[str, JSON] = {"primary": found.primary, "secondary": found.secondary, "interdiction": found.interdiction}
    tell(g, "objectives", RULE, **aims, now={"objectives": aims, "pool": pool(found)}, do=_counters(found))


def pool(aims: tables.Aims) -> dict[str, JSON]:
    """The force counters of a game, none of them on the map yet, and the objective of each."""
    combat = [f"C{n}" for n in range(1, COUNTERS[COMBAT] + 1)]
    transport = [f"T{n}" for n in range(1, aims.transports + 1)]
    firsts = {*combat[: aims.combat], *transport[: aims.transport]} if aims.secondary else {*combat, *transport}
    of = {name: aims.primary if name in firsts else aims.secondary for name in (*combat, *transport)}
    return {COMBAT: combat, TRANSPORT: transport, "colours": of}


def _counters(aims: tables.Aims) -> list[str]:
    if not aims.secondary:
        transports = f", T1 to T{aims.transports}" if aims.transports else ""
        return [f"Force counters of {aims.primary}: C1 to C20{transports}"]
    firsts = f"C1 to C{aims.combat}, T1 to T{aims.transport}"
    rest = f"C{aims.combat + 1} to C20, T{aims.transport + 1} to T{aims.transports}"
    return [f"Force counters: {aims.primary} {firsts}; {aims.secondary} {rest}"]


def commitment(g: Play) -> Steps[None]:
    """The Japanese limits and what the US has; the die is rolled again where the period forbids what it says."""
    again = 0
    while True:
        (die,) = yield from _die(g, f"commitment/again/{again}" if again else "commitment", "Commitment")
        if not tables.rolls_again(g.truth.period, g.truth.tree["objectives"]["secondary"], die):
            break
        tell(g, "commitment-again", RULE, die=die)
        again += 1
    key = f"commitment/{tables.commitment_column(g.truth.period, g.truth.tree['objectives']['secondary'])}/{die}"
    yield from charts.printed(g, "Japanese commitment and US forces", lambda: [key], RULE)
    row = charts.value(g.truth.kit, key)
    limits = {which: row[which] for which in ("carrier", "surface", "retirement")}
    if row["transport"]:
        limits["transport"] = row["transport"]
    forced = tables.must_take_fewer(g.truth.period, g.truth.tree["objectives"]["secondary"], die)
    us = {name: row[name] for name in ("carriers", "points", "surprise", "fewer", "less")} | {"forced": forced}
    mark = [f"{which.capitalize()} limit marker to {n}" for which, n in limits.items()]
    tell(g, "commitment", RULE, limits=limits, us=us, now={"limits": limits, "memory/us": us}, mark=mark)


def surprise(g: Play) -> Steps[None]:
    """A smaller force with strategic surprise instead, where the row offers it."""
    us = g.truth.at("memory/us")
    taken = us["surprise"] == tables.GIVEN or us["forced"]
    fewer = us["forced"]
    if us["surprise"] == tables.CHOICE and not us["forced"]:
        chosen = yield from g.ask(US, lambda: _surprise(g.truth.at("memory/us")))
        taken = fewer = chosen == "fewer"
    us = g.truth.at("memory/us")
    carriers, points = (us["fewer"], us["less"]) if fewer else (us["carriers"], us["points"])
    now = {"flags/surprise": taken, "memory/us/carriers": carriers, "memory/us/points": points}
    tell(g, "us-forces", RULE, carriers=carriers, points=points, surprise=taken, now=now)


def _surprise(us: Facts) -> Choose:
    fewer = f"{counted(us['fewer'], 'carrier')}, {us['less']} points, strategic surprise"
    options = [option("more", f"{counted(us['carriers'], 'carrier')}, {us['points']} points"), option("fewer", fewer)]
    return Choose("set-up/surprise", titled("Which force?", "", RULE, options=options, preset="more"))


def _die(g: Play, name: str, what: str) -> Steps[list[int]]:
    return (yield from g.roll(f"set-up/{name}/die", what, [Die(what, "", DIE)], RULE))


# With what.


def ships(g: Play) -> Steps[None]:
    """Carriers drawn, escorts bought and drawn; transports where the Japanese come to interdict."""
    yield from buying.draw(g, "CV", g.truth.at("memory/us/carriers"))
    bought = yield from g.ask(US, lambda: _purchase(g.truth))
    tell(g, "bought", RULE, ships=bought, points=buying.cost(bought), now={"memory/bought": bought})
    for type in buying.PRICES:
        if n := g.truth.at("memory/bought", {}).get(type, 0):
            yield from buying.draw(g, type, n)
    if g.truth.tree["objectives"]["interdiction"]:
        transports = [name for name, ship in roster.ships().items() if ship["type"] == "AP"]
        now = {"memory/drawn": [*buying.drawn(g.truth), *transports]}
        tell(g, "transports", RULE, ships=transports, now=now, do=[f"Out of the box: {listed(transports)}"])


def _purchase(plot: CarrierPlot) -> buying.Buy:
    points, carriers = plot.at("memory/us/points"), plot.at("memory/us/carriers")
    there = {type: len(buying.to_be_had(plot, type)) for type in buying.PRICES}
    words = (
        f"{counted(points, 'point')}; at least {grouping.ESCORTS} DDs a carrier. The ships themselves are then drawn."
    )
    words += "" if there["CL"] else " A CL costs what a CA does; there was none to be had at the time."
    preset = buying.proposed(points, carriers, there)
    facts = titled("Surface ships", words, RULE, points=points, carriers=carriers, there=there, preset=preset)
    return buying.Buy("set-up/ships", facts)


def task_forces(g: Play) -> Steps[None]:
    """The ships into task forces, the task forces onto the map, air groups aboard."""
    formed = yield from g.ask(US, lambda: _grouping(g.truth))
    order = [name for name in grouping.NAMES if name in formed.values()]
    groups = {name: [ship for ship in buying.drawn(g.truth) if formed[ship] == name] for name in order}
    tell(g, "grouped", "5.0", groups=groups, now={"memory/groups": groups})
    where = yield from _places(g)
    groups = g.truth.at("memory/groups")
    now: dict[str, JSON] = {}
    do = []
    for name, names in groups.items():
        now |= task_force(name, where[name], names)
        do.append(display(name, names, where[name]))
        for carrier in (ship for ship in names if roster.ships()[ship]["type"] == "CV"):
            group = air_groups.air_group(carrier, g.truth.period)
            now |= deck(carrier, name, group, room=air_groups.room(carrier, g.truth.period))
            do.append(aboard(carrier, group))
    gone = ["memory/groups", "memory/drawn", "memory/bought", "memory/us"]
    tell(g, "placed", RULE, groups=groups, where=where, now=now, gone=gone, do=do)


def _grouping(plot: CarrierPlot) -> grouping.Group:
    drawn = roster.in_order(buying.drawn(plot))
    facts = titled(
        "Task forces",
        f"At least {grouping.LEAST} ships each, at most {grouping.CARRIERS} carriers, {grouping.ESCORTS} DDs a carrier.",
        "5.0",
        ships=[{"id": ship, "type": roster.ships()[ship]["type"], "words": ship} for ship in drawn],
        names=list(grouping.NAMES),
        preset=grouping.proposed(drawn),
    )
    return grouping.Group("set-up/task-forces", facts)


def _places(g: Play) -> Steps[dict[str, str]]:
    """Hexes for the task forces, asked again while a carrier task force would not be on the high seas."""
    again = 0
    while True:
        name = f"set-up/places/again/{again}" if again else "set-up/places"
        where: dict[str, str] = yield from g.ask(US, lambda name=name: _placing(g.truth, name))  # type: ignore[misc]
        places = [where[group] for group in where if _has_carriers(g.truth, group)]
        yield from sea.know_terrain(g, lambda places=places: places, "Where carriers begin")  # type: ignore[misc]
        wrong = [place for place in dict.fromkeys(places) if sea.presumed(g.truth, place) != sea.HIGH]
        if not wrong:
            return where
        tell(g, "not-high-sea", RULE, hexes=wrong)
        again += 1


def _placing(plot: CarrierPlot, name: str) -> placing.Place:
    pieces = [_piece(plot, group) for group in plot.at("memory/groups")]
    return placing.Place(name, titled("Where they begin", "", RULE, pieces=pieces))


def _piece(plot: CarrierPlot, group: str) -> dict[str, JSON]:
    names = plot.at(f"memory/groups/{group}")
    where = placing.zones(
        plot.period,
        tables.objectives_of(plot),
        names,
        surprise=plot.tree["flags"]["surprise"],
        extended=bool(plot.settings.get("extended")),
    )
    to = [place for place in placing.hexes(where) if _may_begin(plot, place, _has_carriers(plot, group))]
    near = [centre for _, centre in where if centre in to]
    kinds = [roster.ships()[ship]["type"] for ship in names]
    counts = listed(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    note = placing.zone_words(where) + (" High sea only." if _has_carriers(plot, group) else "")
    return {"id": group, "words": f"{group}: {counts}", "note": note, "to": to, "near": near, "preset": (near or to)[0]}


def _has_carriers(plot: CarrierPlot, group: str) -> bool:
    return any(roster.ships()[ship]["type"] == "CV" for ship in plot.at(f"memory/groups/{group}"))


def _may_begin(plot: CarrierPlot, place: str, carriers: bool) -> bool:
    """Whether a hex may be named, as far as the map is known: carriers on the high seas, nobody on land or off the map."""
    kind = sea.presumed(plot, place)
    return (kind == sea.HIGH if carriers else kind != sea.LAND) and not sea.off_map(plot, place)


# Bases and cups.


def bases(g: Play) -> Steps[None]:
    """The land bases and what they have (18.1): a die each."""
    plot: CarrierPlot = g.truth
    found = plot.tree["objectives"]
    names = tables.with_base(plot.period, found["primary"], found["secondary"])
    if not names:
        return
    needed = [tables.land_modifier(name, plot.period) for name in names]
    yield from charts.printed(g, "Land-based aircraft", lambda: needed, RULE)
    kit, time = g.truth.kit, g.truth.period
    dice = [
        Die(name, f"{charts.modifier(kit, tables.land_modifier(name, time)):+}".replace("-", "−"), DIE)
        for name in names
    ]
    fell = yield from g.roll("set-up/bases", "Land-based aircraft", dice, RULE)
    cells = [tables.land_row(g.truth.kit, name, g.truth.period, die) for name, die in zip(names, fell, strict=True)]
    yield from charts.printed(g, "Land-based aircraft", lambda: cells, RULE)
    for name, cell in zip(names, cells, strict=True):
        _base(g, name, dict(charts.value(g.truth.kit, cell)))


def _base(g: Play, name: str, row: dict[str, int]) -> None:
    points = row.pop("fuel", 0)
    steps = {type: n for type, n in row.items() if n}
    fuel = points if name == "Guadalcanal" and tables.has_fuel(g.truth.period) else None
    base = fresh(GROUP, hex=BASES[name], base=True, fuel=None if fuel is None else 4 * fuel)
    now = {f"groups/{name}": base, f"decks/{name}": fresh(DECK, **{"in": name, "hangar": steps})}
    mark = [] if fuel is None else [f"Guadalcanal Fuel marker to {fuel}"]
    tell(
        g,
        "base",
        "18.1",
        base=name,
        steps=steps,
        fuel=fuel,
        now=now,
        do=[aboard(name, steps, "Hangar Storage")],
        mark=mark,
    )


def chits(g: Play) -> None:
    """The search cups, the chits that go into none, the sequence cup with its blanks, the Number of Forces."""
    transport = dict(TRANSPORT_CUP) if g.truth.tree["pool"][TRANSPORT] else {}
    now: dict[str, JSON] = {
        "cups": {"combat": combat_cup(), "transport": transport},
        "spares": dict(SPARES),
        "aside": {},
    }
    now |= {"sequence": {**sequence(()), "marker": MARKER}}
    cups = {"combat": sum(now["cups"]["combat"].values()), "transport": sum(transport.values())}
    mark = [f"{which.capitalize()} search cup: {counted(n, 'chit')}" for which, n in cups.items() if n]
    mark += ["Sequence cup: 7 blanks", f"Number of Forces marker to {MARKER}"]
    tell(g, "set-up", RULE, title=g.truth.parts.title, period=g.truth.period, cups=cups, now=now, mark=mark)


# Words.


def _aims(f: Facts) -> str:
    second = f", secondary {f['secondary']}" if f["secondary"] else ""
    return f"The Japanese make for {f['primary']}{second}{', to interdict' if f['interdiction'] else ''}."


def _limits(f: Facts) -> str:
    return f"Commitment limits: {listed(f'{which} {n}' for which, n in f['limits'].items())}."


def _steps(steps: Mapping[str, int]) -> str:
    return listed(f"{n} {type}" for type, n in steps.items() if n) or "no aircraft"


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "period": lambda f: f"It is {PERIODS[f['period']]}.",
    "objectives": _aims,
    "commitment-again": lambda f: f"{f['die']}: rolled again, since the US has two carriers only.",
    "commitment": _limits,
    "us-forces": lambda f: (
        f"You have {counted(f['carriers'], 'carrier')} and {counted(f['points'], 'point')}"
        f"{', and strategic surprise' if f['surprise'] else ''}."
    ),
    "bought": lambda f: f"Bought for {counted(f['points'], 'point')}: {_steps(f['ships'])}.",
    "transports": lambda f: f"To be unloaded: {listed(f['ships'])}.",
    "grouped": lambda f: " ".join(f"{name}: {listed(ships)}." for name, ships in f["groups"].items()),
    "not-high-sea": lambda f: f"Carriers begin on the high seas, not in {listed(f['hexes'], 'or')}.",
    "placed": lambda f: f"{listed(f'{name} in {place}' for name, place in f['where'].items())}.",
    "base": lambda f: (
        f"{f['base']}: {_steps(f['steps'])}{'' if f['fuel'] is None else '; fuel ' + str(f['fuel']) + ' points'}."
    ),
}
