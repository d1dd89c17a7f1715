"""One round of surface combat: match-ups, fire, and what follows from it at once (14.2).

A battle stands under ``memory/battle``: its ``name`` for asks, ``hex``, ``force``, ``group``, who attacks (``by``), who is
``evading`` and who the ``pursuer`` is (empty for neither), the ``round``, hits ``suffered`` by side in this round, the
``match`` by side, and what `fire` keeps.
"""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import damage
from umpire.games.carrier.aim import us_targets
from umpire.games.carrier.asks import option, titled
from umpire.games.carrier.fire import JAPAN, NAMES, RULE, SIDES, Shot, salvo, type_of
from umpire.games.carrier.match_sheet import Match
from umpire.games.carrier.matching import UNARMED, hangs_on, heaviest_first, japanese, proposed, turned
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import US
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]

OTHER = {US: JAPAN, JAPAN: US}
MOST_EXHAUSTED = 2


def battle(plot: CarrierPlot) -> Facts:
    """The battle that is being fought."""
    found: Facts = plot.at("memory/battle")
    return found


def unit(plot: CarrierPlot, side: str) -> str:
    """The force or task force of a side in this battle."""
    return str(battle(plot)["force" if side == JAPAN else "group"])


def fleet(plot: CarrierPlot, side: str) -> list[str]:
    """A side's ships in this battle that are afloat, the heaviest first."""
    return heaviest_first(sorted(plot.ships_of(unit(plot, side))), _types(plot))


def _types(plot: CarrierPlot) -> dict[str, str]:
    return {name: ship["type"] for name, ship in plot.ships.items()}


def armed(plot: CarrierPlot, side: str) -> list[str]:
    """Ships of a side that fire, and are fired at in any round: of a pursuing force not the heavily damaged."""
    pursues = battle(plot)["pursuer"] == side
    return [
        ship
        for ship in fleet(plot, side)
        if plot.ships[ship]["type"] not in UNARMED and not (pursues and plot.heavily_damaged(ship))
    ]


def targets(plot: CarrierPlot, side: str) -> list[str]:
    """Whom a side may fire at: carriers and transports only of a force that is pursued.

    Carriers of a level 3 force that damage has not named are known by their type, as ``CV 2`` (11.2).
    """
    if battle(plot)["pursuer"] != side:
        return armed(plot, OTHER[side])
    force = unit(plot, OTHER[side])
    nameless = plot.forces[force]["level"] == 3 if side == US else False
    slots = [each for each in us_targets(plot, force) if each not in plot.ships] if nameless else []
    return [*slots, *fleet(plot, OTHER[side])]


# Match-ups.


def match_up(g: Play, name: str) -> Steps[None]:
    """Every ship that fires gets its target, the Japanese by procedure first, before anybody fires."""
    plot: CarrierPlot = g.truth
    if armed(plot, JAPAN) and targets(plot, JAPAN):
        yield from _order(g, f"{name}/firers", "Japanese ships as they are matched", armed, "firers")
        yield from _order(g, f"{name}/targets", "US ships as they are fired at", targets, "targets")
        match = _japanese(g.truth, _ordered(g.truth, "firers"), _ordered(g.truth, "targets"))
        tell(g, "matched", RULE, side=JAPAN, match=match, now={"memory/battle/match/japan": match})
    if armed(g.truth, US) and targets(g.truth, US):
        aim = yield from g.ask(US, lambda: ask_match(g, name))
        match = {ship: aim[ship] for ship in armed(g.truth, US)}
        tell(g, "matched", RULE, side=US, match=match, now={"memory/battle/match/us": match})


def _ordered(plot: CarrierPlot, which: str) -> list[str]:
    """Japanese ships, or those they may fire at, in the order that was drawn, or as they come."""
    there = armed(plot, JAPAN) if which == "firers" else targets(plot, JAPAN)
    drawn = battle(plot).get(which, [])
    return sorted(there, key=lambda ship: drawn.index(ship) if ship in drawn else len(drawn))


def _japanese(plot: CarrierPlot, firers: list[str], at: list[str]) -> dict[str, str]:
    by_chance = plot.settings.get("japanese_match") == "chance"
    return japanese(firers, at, _types(plot), by_chance=by_chance)


def _order(g: Play, name: str, why: str, of: Any, which: str) -> Steps[None]:
    """Draw an order of ships, where the match hangs on it."""
    ships = of(g.truth, JAPAN)
    if _matters(g.truth, ships, which):
        drawn = yield from g.draw(name, why, lambda: dict.fromkeys(of(g.truth, JAPAN), 1), len(ships), RULE)
        tell(g, "surface-order", RULE, now={f"memory/battle/{which}": drawn})


def _matters(plot: CarrierPlot, ships: list[str], which: str) -> bool:
    kinds = {name: f"{s['type']} {s['hits']}/{s['capacity']}" for name, s in plot.ships.items()}
    if which == "firers":
        at = targets(plot, JAPAN)
        return hangs_on(turned(ships), lambda order: _japanese(plot, list(order), at), kinds)
    firers = _ordered(plot, "firers")
    return hangs_on(turned(ships), lambda order: _japanese(plot, firers, list(order)), kinds)


def ask_match(g: Play, name: str) -> Match:
    """Whom each US ship fires at."""
    plot: CarrierPlot = g.truth
    firers, at = armed(plot, US), targets(plot, US)
    facts = titled(
        f"Your ships fire in {battle(plot)['hex']}",
        "Each fires once, at whom you like; all match-ups stand before anybody fires.",
        RULE,
        firers=[_ship(plot, ship) for ship in firers],
        targets=[_ship(plot, ship) for ship in at],
        preset=proposed(firers, at, {**_types(plot), **{ship: type_of(plot, ship) for ship in at}}),
    )
    return Match(f"{name}/match", facts)


def _ship(plot: CarrierPlot, ship: str) -> dict[str, str]:
    if ship not in plot.ships:
        return option(ship, ship, "not yet named")
    s = plot.ships[ship]
    note = f"{s['hits']} of {s['capacity']}" if s["hits"] else ""
    return option(ship, f"{s['type']} {ship}", note)


# Fire.


def fight(g: Play) -> Steps[None]:
    """A round: matches, fire, damage, exhaustion; then what damage leads to for decks and for forces (19.2, 20.1)."""
    name = f"{battle(g.truth)['name']}/{battle(g.truth)['round']}"
    fresh: Facts = {"match": {}, "suffered": {US: 0, JAPAN: 0}, "struck": [], "fell": {}, "due": {}}
    fresh |= {"firers": [], "targets": [], "named": {}}
    ships = {side: listed(_kinds(g.truth, fleet(g.truth, side))) for side in SIDES}
    now = {f"memory/battle/{leaf}": value for leaf, value in fresh.items()}
    tell(g, "surface-round", RULE, ships=ships, hex=battle(g.truth)["hex"], pursuer=battle(g.truth)["pursuer"], now=now)
    yield from match_up(g, name)
    if battle(g.truth)["pursuer"]:
        yield from salvo(g, f"{name}/fire", lambda: shots(g.truth, at_unarmed=False))
        yield from salvo(g, f"{name}/last", lambda: shots(g.truth, at_unarmed=True))
    else:
        yield from salvo(g, f"{name}/fire", lambda: shots(g.truth))
    _exhaust(g)
    yield from damage.after_attack(g, list(battle(g.truth)["struck"]))


def _kinds(plot: CarrierPlot, ships: list[str]) -> list[str]:
    """Ships by type: ``2 BB``, ``4 DD``."""
    types = dict.fromkeys(plot.ships[ship]["type"] for ship in ships)
    return [f"{sum(plot.ships[ship]['type'] == type for ship in ships)} {type}" for type in types]


def shots(plot: CarrierPlot, at_unarmed: bool | None = None) -> list[Shot]:
    """Those that fire now: all that are matched; in pursuit first those at armed ships, then those at the others."""
    made = []
    for side in SIDES:
        match = battle(plot)["match"].get(side, {})
        for ship in armed(plot, side):
            target = match.get(ship, "")
            unarmed = bool(target) and type_of(plot, target) in UNARMED
            if target and at_unarmed in (None, unarmed):
                made.append(Shot(side, ship, target))
    return made


def _exhaust(g: Play) -> None:
    """Both have fought once more: Battle Exhaust 1, then 2 (14.2)."""
    plot: CarrierPlot = g.truth
    now: dict[str, JSON] = {}
    lines: list[str] = []
    marks: dict[str, int] = {}
    for side, branch, record in ((JAPAN, "forces", plot.forces), (US, "groups", plot.groups)):
        name = unit(plot, side)
        if name in record:
            n = min(MOST_EXHAUSTED, record[name]["exhaust"] + 1)
            now |= {f"{branch}/{name}/fought": True} if side == JAPAN else {}
            if n != record[name]["exhaust"]:
                now |= {f"{branch}/{name}/exhaust": n, f"{branch}/{name}/exhausted": plot.turn}
                lines.append(f"Battle Exhaust {n} on the display of {name}")
            marks[name] = n
    tell(g, "exhausted", RULE, marks=marks, now=now, mark=lines)


# In words.


def _matched(f: Facts) -> str:
    by: dict[str, list[str]] = {}
    for firer, target in f["match"].items():
        by.setdefault(target, []).append(firer)
    return f"{NAMES[f['side']]} match-ups: {'; '.join(f'{listed(who)} at {target}' for target, who in by.items())}."


def _round(f: Facts) -> str:
    ships = {side: f["ships"][side] or "no ship" for side in SIDES}
    what = f"Pursuit by the {NAMES[f['pursuer']]} ships" if f["pursuer"] else "Surface combat"
    return f"{what} in {f['hex']}: Japanese {ships[JAPAN]}, US {ships[US]}."


SAYINGS = {
    "surface-round": _round,
    "surface-order": lambda f: "",
    "matched": _matched,
    "exhausted": lambda f: f"Battle Exhaust: {listed(f'{name} {n}' for name, n in f['marks'].items())}.",
}
