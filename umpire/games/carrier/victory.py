"""Victory points and how the game ends (22.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts, commitment, decks, forces, landing, retirement, roster, scoring, unloading
from umpire.games.carrier.condition import operative
from umpire.games.carrier.flight import NIGHT
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.scoring import JAPAN, NAMES, Line
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import CARRIERS, DIE, TRANSPORT, US, eighths
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

DUE = 8 * 20
"""Eighths of a point without which nobody wins."""

TIME, NO_US, NO_JAPAN, DIE_ENDS = "time", "us", "japan", "die"
US_GONE, JAPAN_GONE = "us-gone", "japan-gone"
CONCEDED, ENDED = "concede", "end"
"""By a motion."""
ENDINGS = {
    "": "All attacks are fought.",
    TIME: "The last turn is over.",
    NO_US: "No US carrier can operate planes any more.",
    NO_JAPAN: "All Japanese carriers are sunk.",
    DIE_ENDS: "The Japanese action die ended the game.",
    US_GONE: "No US task force is left on the map.",
    JAPAN_GONE: "No Japanese force is left on the map.",
    CONCEDED: "The US gives the game up.",
    ENDED: "The game ends here.",
}
"""How a game may end, and what is said then."""
NEEDS_THE_SEA = ("Port Moresby", "New Hebrides")
"""Objectives at which unloading is worth nothing to a fleet that retired from a US flight deck (22.0)."""


def award(g: Play, side: str, eighths: int, why: str, rule: str) -> None:
    """Victory points, in eighths, to ``us`` or ``japan``."""
    if not eighths:
        return
    awards = [*g.truth.at(f"points/{side}", []), {"n": eighths, "why": why}]
    tell(g, "points", rule, side=side, n=eighths, why=why, now={f"points/{side}": awards})


def over(plot: CarrierPlot) -> str:
    """How the game has ended for want of anybody to fight, or empty.

    It goes on without Japanese forces on the map while more may come.
    """
    ships = any(not group["base"] for group in plot.groups.values())
    if ships and not any(plot.ships_of(group) for group in plot.task_forces()):
        return US_GONE
    return JAPAN_GONE if plot.parts.chits and plot.turn and not plot.forces and not _may_come(plot) else ""


def _may_come(plot: CarrierPlot) -> bool:
    """Whether more Japanese forces may arrive: not once their fleet retires, or past the limits of all there are (17.2)."""
    if not plot.parts.arrival or plot.tree["flags"]["retired"]:
        return False
    combat = not (commitment.reached(plot, "carrier") and commitment.reached(plot, "surface"))
    return combat or bool(plot.at("pool/T") and not commitment.reached(plot, "transport"))


def finish(g: Play, how: str) -> Steps[None]:
    """The last reckoning and the level of victory."""
    reckon = {"hits": _by_hits, "search": _by_search, "more": _by_more, "points": _by_points}
    text = yield from reckon[g.truth.parts.victory](g, how)
    tell(g, "ended", rule(g.truth), how=how, by="", text=f"{ENDINGS.get(how, ENDINGS[TIME])} {text}")


def rule(plot: CarrierPlot) -> str:
    """Where it is written how this game is won: with its scenario, or in 22.0."""
    return "22.0" if plot.parts.standard or not plot.scenario else f"Sc. {plot.scenario}"


def conceded(g: Play, how: str) -> None:
    """The game ends before its time: nothing more is counted."""
    points = scoring.totals(g.truth)
    text = f"{ENDINGS[how]} Points so far: US {eighths(points[US])}, Japan {eighths(points[JAPAN])}."
    tell(g, "ended", rule(g.truth), how=how, by=US if how == CONCEDED else "", text=text)


# Scenario 1.


def carrier_hits(plot: CarrierPlot, side: str) -> int:
    """Hits on a side’s carriers."""
    return sum(ship["hits"] for name, ship in plot.ships.items() if _carrier_of(plot, name, side))


def carriers_sunk(plot: CarrierPlot, side: str) -> list[str]:
    """A side’s carriers that are sunk, by name."""
    return [n for n in roster.in_order(plot.ships) if plot.ships[n]["sunk"] and _carrier_of(plot, n, side)]


def _carrier_of(plot: CarrierPlot, ship: str, side: str) -> bool:
    return bool(plot.ships[ship]["side"] == side and plot.ships[ship]["type"] in CARRIERS)


def _by_hits(g: Play, how: str) -> Steps[str]:
    given, taken = carrier_hits(g.truth, JAPAN), carrier_hits(g.truth, US)
    sank, lost = carriers_sunk(g.truth, JAPAN), carriers_sunk(g.truth, US)
    if sank and not lost:
        verdict = f"{listed(sank)} sunk and no US carrier lost: an overwhelming US victory"
    else:
        verdict = "the US wins" if given > taken else "no US victory, which takes more hits than the Japanese made"
    yield from ()
    return f"You made {counted(given, 'hit')} on Japanese carriers and took {taken} on yours; {verdict}."


# Scenario 4.


def _by_search(g: Play, how: str) -> Steps[str]:
    from umpire.games.carrier.scenarios import scenario_4  # it is set up by modules that need this one

    lines = scenario_4.score(g.truth)
    for n, why in lines:
        award(g, US, 8 * n, why, "Sc. 4")
    points = sum(n for n, _ in lines)
    yield from ()
    return f"{counted(points, 'point')}: {scenario_4.grade(points)}."


# Points.


def _by_more(g: Play, how: str) -> Steps[str]:
    """Scenario 5: ships, and the sound; whoever has more wins."""
    from umpire.games.carrier.scenarios import scenario_5

    for force in unloading.by_number(g.truth):
        if force in g.truth.forces and g.truth.forces[force]["hex"] == scenario_5.SOUND:
            yield from forces.raise_to(g, force, 4)
    yield from _score(g, scoring.ship_lines)
    for side, n, why in scenario_5.sound(g.truth):
        award(g, side, n, why, "Sc. 5")
    points = scoring.totals(g.truth)
    return f"{_winner(points) or 'A draw'}, {_figures(points)}."


def _by_points(g: Play, how: str) -> Steps[str]:
    """The rest: twenty points win, and in the standard game their ratio says how well."""
    from umpire.games.carrier.scenarios import scenario_6

    if g.truth.parts.standard:
        if how == TIME:
            yield from decks.end_of_day(g)
            yield from _japanese_night(g)
        yield from _unloaded(g, how)
        yield from _score(g, unloading_lines)
    elif how == TIME:
        yield from landing.cap_lands(g)
    yield from _score(g, lambda plot: [*scoring.ship_lines(plot), *scoring.air_lines(plot)])
    if g.truth.parts.carrier_dice:
        for side, n, why in scenario_6.sound(g.truth):
            award(g, side, n, why, "Sc. 6")
    points = scoring.totals(g.truth)
    if max(points.values()) < DUE or not _winner(points):
        return f"A draw, {_figures(points)}."
    if not g.truth.parts.standard:
        return f"{_winner(points)}, {_figures(points)}."
    key = scoring.ratio_cell(max(points.values()), min(points.values()))
    yield from charts.printed(g, "The level of victory", lambda: [_ratio_cell(g.truth)], "22.0")
    level = charts.value(g.truth.kit, key)
    points = scoring.totals(g.truth)
    return f"{_winner(points)}, {_figures(points)}: {level} victory."


def _ratio_cell(plot: CarrierPlot) -> str:
    points = scoring.totals(plot)
    return scoring.ratio_cell(max(points.values()), min(points.values()))


def _winner(points: Mapping[str, int]) -> str:
    if points[US] == points[JAPAN]:
        return ""
    return "The US wins" if points[US] > points[JAPAN] else "Japan wins"


def _figures(points: Mapping[str, int]) -> str:
    first, second = (US, JAPAN) if points[US] >= points[JAPAN] else (JAPAN, US)
    return f"{eighths(points[first])} to {eighths(points[second])}"


def _score(g: Play, lines: Callable[[CarrierPlot], Sequence[Line]]) -> Steps[None]:
    """Awards, once all the cells they need are known."""

    def needed() -> list[str]:
        return [key for line in lines(g.truth) for key in (line.key, line.by) if key]

    yield from charts.printed(g, "Victory points", needed, "22.0")
    for line in lines(g.truth):
        each = scoring.in_eighths(charts.value(g.truth.kit, line.key))
        by = charts.value(g.truth.kit, line.by) if line.by else 1
        n = each * line.times if isinstance(by, int) and by == 1 else each * line.times * scoring.in_eighths(by) // 8
        award(g, line.side, n, line.why, "22.0")


# Unloading, as the game ends.


def worthless(plot: CarrierPlot, objective: str) -> bool:
    """Whether unloading at an objective is worth nothing: the fleet has retired from a US flight deck that works still;
    at Guadalcanal only until July 1942 (22.0)."""
    matters = objective in NEEDS_THE_SEA or (objective == "Guadalcanal" and plot.period == "jan42")
    flying = (ship for group in plot.task_forces() for ship in plot.carriers_of(group))
    return bool(matters and plot.tree["flags"]["retired"] and any(operative(plot, ship) for ship in flying))


def counts_at_the_end(plot: CarrierPlot, force: str, how: str) -> bool:
    """Whether transports of a force count as unloaded as a one-day game ends: those in the objective’s hex, and all of
    them where no US task force is left and the fleet is not retiring."""
    f = plot.forces[force]
    if how == US_GONE and not plot.tree["flags"]["retired"]:
        return True
    return bool(f["hex"] == unloading.objective_hex(plot, force) and not worthless(plot, f["objective"]))


def _unloaded(g: Play, how: str) -> Steps[None]:
    """Who counts as unloaded only because the game ends; their ships are made known."""
    for force in unloading.by_number(g.truth):
        if force not in g.truth.forces or not counts_at_the_end(g.truth, force, how):
            continue
        if g.truth.forces[force]["kind"] == TRANSPORT or g.truth.is_transport_force(force):
            yield from forces.raise_to(g, force, 4)
        if force in g.truth.forces and (ships := unloading.transports(g.truth, force)):
            now = {f"points/unloaded/{ship}": g.truth.forces[force]["objective"] for ship in ships}
            tell(g, "unloaded-at-last", "22.0", force=force, ships=ships, now=now)


def unloading_lines(plot: CarrierPlot) -> list[Line]:
    """Awards for transports: the Japanese by objective; of the US in the interdiction mission each, either way."""
    found = plot.at("points/unloaded", {})
    japanese = {ship: at for ship, at in found.items() if plot.ships[ship]["side"] == JAPAN}
    lines = [
        Line(JAPAN, f"vp_schedule/unload/{at}", 1, f"{ship} unloaded at {at}")
        for ship, at in japanese.items()
        if not worthless(plot, at)
    ]
    if plot.tree["objectives"]["interdiction"]:
        for ship in sorted(name for name, s in plot.ships.items() if s["type"] == "AP"):
            done = ship in found
            key = f"vp_schedule/{'us_unloaded' if done else 'us_not_unloaded'}"
            lines.append(Line(US, key, 1 if done else -1, f"{ship} {'unloaded' if done else 'not unloaded'}"))
    return lines


# Japanese strikes still up.


def _japanese_night(g: Play) -> Steps[None]:
    """Air points of attacks that have not landed by nightfall: a die each in the Night column (22.0)."""
    for force in unloading.by_number(g.truth):
        for n in range(len(g.truth.forces[force]["log"]) if force in g.truth.forces else 0):
            if not g.truth.forces[force]["log"][n]["landed"]:
                yield from _night(g, force, n)


def _night(g: Play, force: str, n: int) -> Steps[None]:
    up = _still_up(g.truth, force, n)
    if not up:
        return
    why = f"{force}, {counted(up, 'air point')} in the air: night landing"
    name = f"{moment(g)}/end/night/{force}/{n + 1}"
    (die,) = yield from g.roll(name, why, [Die("Landing", f"the fraction of {up} that is lost", DIE)], "22.0")
    key = f"ext_range/{NIGHT}/{die}"
    yield from charts.printed(g, why, lambda: [key], "22.0")
    lost = landing.fraction_of(charts.value(g.truth.kit, key), _still_up(g.truth, force, n))
    tell(g, "night-points", "22.0", force=force, lost=lost, of=_still_up(g.truth, force, n))
    retirement.air_points_lost(g, lost)


def _still_up(plot: CarrierPlot, force: str, n: int) -> int:
    line = plot.forces[force]["log"][n]
    return int(line["strength"] - (line["lost"] or 0))


# Words.

SAYINGS: dict[str, Callable[[Mapping[str, JSON]], str]] = {
    "points": lambda f: f"{NAMES[f['side']]} victory points, {eighths(f['n'])}: {f['why']}.",
    "unloaded-at-last": lambda f: f"{f['force']} counts as unloaded: {', '.join(f['ships'])}.",
    "night-points": lambda f: f"{f['force']}, night landing: {f['lost']} of {counted(f['of'], 'air point')} lost.",
    "ended": lambda f: f["text"],
}
