"""Scenario 5: surface forces by night, converging on Ironbottom Sound."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import roster
from umpire.games.carrier.asks import Pick, option, titled
from umpire.games.carrier.plot import FORCE, CarrierPlot, fresh
from umpire.games.carrier.set_out import (
    DRAWN,
    SPARES,
    colours,
    display,
    draw_ships,
    sequence,
    taken,
    task_force,
)
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import LOCATED, US
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any

OBJECTIVE, SOUND = "Guadalcanal", "2526"
"""The objective, and the hex that scores."""
FORCES = {
    "C1": ("Medium Surface", "2428"),
    "C2": ("Small Surface", "2330"),
    "C3": ("Medium Surface", "2227"),
    "C4": ("Small Surface", "2328"),
}
GROUPS: dict[str, tuple[str, tuple[str, ...], dict[str, int]]] = {
    "TG 62.4": ("2427", (), {"CA": 4, "DD": 6}),
    "TF 64": ("2525", ("Washington", "South Dakota"), {"DD": 4}),
    "TG 17.2": ("2529", (), {"DD": 6}),
}
"""Task forces: where they begin, ships named, and how many more of any name."""
EMPTY_SOUND = 5
"""Points of the US for a sound without Japanese ships."""
SOUND_CL, HALF = "sound_cl", "half"
"""The setting of what a CL in the sound is worth."""


def set_up(g: Play) -> Steps[None]:
    """Four forces of level 2, three task forces whose ships the player names; every counter may be used."""
    ships: dict[str, list[str]] = {group: list(named) for group, (_, named, _) in GROUPS.items()}
    for group, (_, _, wanted) in GROUPS.items():
        for type, n in wanted.items():
            ships[group] += yield from _any(g, group, type, n, [each for some in ships.values() for each in some])
    now: dict[str, JSON] = {"period": "oct42", "objectives/primary": OBJECTIVE, "memory": {"ships": {"any": True}}}
    for force, (chit, place) in FORCES.items():
        now[f"forces/{force}"] = fresh(FORCE, hex=place, objective=OBJECTIVE, level=2, chit=chit, detection=LOCATED)
    now |= {"pool": colours(FORCES, OBJECTIVE), "sequence": sequence(FORCES)}
    now |= {"spares": taken([chit for chit, _ in FORCES.values()], SPARES), "aside": {}}
    for group, (place, _, _) in GROUPS.items():
        now |= task_force(group, place, ships[group])
    do = [display(group, ships[group], place) for group, (place, _, _) in GROUPS.items()]
    do += [f"{force} to {place}" for force, (_, place) in FORCES.items()]
    mark = [f"{chit} under {force}" for force, (chit, _) in FORCES.items()]
    mark += ["Sequence cup: 4 Activation chits and 7 blanks", "Number of Forces marker to 4"]
    words = f"Night throughout; {listed(FORCES)} make for {OBJECTIVE}."
    tell(g, "set-up", "Sc. 5", title=g.truth.parts.title, period="", words=words, now=now, do=do, mark=mark)


def _any(g: Play, group: str, type: str, n: int, gone: list[str]) -> Steps[list[str]]:
    """Ships of a type that the scenario does not name: the player names them, or they are drawn."""
    left = [name for name, ship in roster.ships().items() if (ship["side"], ship["type"]) == (US, type)]
    left = [name for name in left if name not in gone]
    name = f"set-up/{group}/{type}"
    if g.truth.settings.get("ships") == DRAWN:
        return (yield from draw_ships(g, name, f"{group}: {n} {type}", dict.fromkeys(left, 1), n))
    facts = titled(f"{group}: any {n} {type}", "Every counter may be used.", "Sc. 5", least=n, most=n)
    options = [option(ship, ship, _printed(ship)) for ship in left]
    picked: list[str] = yield from g.ask(US, lambda: Pick(name, {**facts, "options": options, "preset": left[:n]}))
    return picked


def _printed(ship: str) -> str:
    counter = roster.ships()[ship]
    return f"AA {counter['aa']}, hits {counter['capacity']}, bombardment {counter['bombardment']}"


# Its score, as pure functions.


def japanese_in(plot: CarrierPlot, place: str) -> list[str]:
    """Japanese ships afloat in a hex, of forces whose ships are known."""
    forces = [force for force, f in plot.forces.items() if f["hex"] == place]
    return roster.in_order(ship for force in forces for ship in plot.ships_of(force))


def us_in(plot: CarrierPlot, place: str) -> list[str]:
    """US ships afloat in a hex."""
    return [ship for group in plot.in_hex(place) for ship in plot.ships_of(group)]


def sound(plot: CarrierPlot) -> list[tuple[str, int, str]]:
    """What the hex is worth at the end, as (side, eighths, what for): to the Japanese a point for each BB or CA and half a
    point for each DD, unless US ships are there too; five to the US without a Japanese ship."""
    ships = japanese_in(plot, SOUND)
    if not ships:
        return [(US, 8 * EMPTY_SOUND, f"no Japanese ships in {SOUND}")]
    if us_in(plot, SOUND):
        return []
    return [("japan", sum(_worth(plot, ship) for ship in ships), f"{listed(ships)} in {SOUND}")]


def _worth(plot: CarrierPlot, ship: str) -> int:
    """What a Japanese ship in the sound is worth, in eighths. The scenario names no CL: half a point as in Scenario 6, or
    a point as one of the cruisers that the list of ships calls CA (2.2)."""
    type, light = plot.ships[ship]["type"], plot.settings.get(SOUND_CL, HALF)
    return 4 if type == "DD" or (type == "CL" and light == HALF) else 8
