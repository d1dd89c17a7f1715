"""The Arrival Phase (3.0 I, 17.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier import charts, commitment, track
from umpire.games.carrier.japan_charts import SURFACE_CHIT
from umpire.games.carrier.plot import FORCE, CarrierPlot, fresh, total
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import COMBAT, DIE, LIMITS, TRANSPORT, rounded
from umpire.table.asks import Die
from umpire.table.numbered import distance
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
RULE = "17.1"

SHARE = 3
"""One in so many combat forces out of play arrives each turn."""
ARRIVES = 8
"""From this on the die of a double check lets a force arrive."""


def arrivals(g: Play) -> Steps[None]:
    """New forces: how many, which, where, doubled checks; then the Number of Forces is counted (3.0 I.A to C)."""
    if all(commitment.reached(g.truth, which) for which in LIMITS):
        tell(g, "no-arrivals", "17.2")
    else:
        came = yield from _chosen(g)
        landfalls = yield from _hexes(g, came)
        yield from _double_checks(g, landfalls)
    count(g)


# How many, and which.


def combat_due(out: int) -> int:
    """Combat forces that arrive, of so many out of play (17.1)."""
    return rounded(out, SHARE)


def due(plot: CarrierPlot, kind: str) -> int:
    """Counters of a kind that are drawn now; none once no force of that kind may come into play any more (17.2)."""
    pool = plot.at(f"pool/{kind}", [])
    if kind == COMBAT:
        shut = commitment.reached(plot, "carrier") and commitment.reached(plot, "surface")
        return 0 if shut else combat_due(len(pool))
    if commitment.reached(plot, "transport") or plot.period == "1943":
        return 0
    return min(1, len(pool))


def _chosen(g: Play) -> Steps[list[str]]:
    """The counters that arrive: combat forces, then the transport force, drawn from those out of play."""
    made: list[str] = []
    for kind, noun in ((COMBAT, "combat"), (TRANSPORT, "transport")):
        n = due(g.truth, kind)
        pool = list(g.truth.at(f"pool/{kind}", []))
        if not 0 < n < len(pool):
            made += pool[:n]
            continue

        def cup(kind: str = kind) -> dict[str, int]:
            return dict.fromkeys(g.truth.at(f"pool/{kind}", []), 1)

        why = f"{counted(n, f'{noun} force')} of {len(pool)} arrive"
        made += yield from g.draw(f"{moment(g)}/arrival/{kind}", why, cup, n, RULE)
    return track.by_number(made)


# Where.


@dataclass(frozen=True)
class Landfall:
    """A force on its way to the map: its hex, and whether it comes with a Surface chit."""

    force: str
    place: str
    surface: bool


def table_of(objective: str, period: str, *, days: int = 1, day: int = 1) -> str:
    """The Arrival Table of a force’s objective (17.1); Port Moresby has another for the first days of a longer game."""
    if period == "1943":
        return "1943"
    if objective == "Port Moresby":
        return "moresby_extended" if days > 1 and day <= 2 else "moresby_day"
    return {"New Hebrides": "new_hebrides", "Guadalcanal": "guadalcanal"}[objective]


def _table(plot: CarrierPlot, force: str) -> str:
    objective = plot.at(f"pool/colours/{force}") or plot.at("objectives/primary")
    return table_of(objective, plot.period)


def _is_transport(force: str) -> bool:
    return force.startswith(TRANSPORT)


def _dice(forces: Sequence[str]) -> list[Die]:
    """Two dice a combat force, one a transport force."""
    made = []
    for force in forces:
        notes = ("Transport column",) if _is_transport(force) else ("row", "column")
        made += [Die(f"{force}, {note}", "hex of arrival", DIE) for note in notes]
    return made


def _hexes(g: Play, came: list[str]) -> Steps[list[Landfall]]:
    """The hex of each force that arrives, by dice for all of them at once."""
    if not came:
        return []
    name = f"{moment(g)}/arrival/hexes"
    faces = yield from g.roll(name, f"Arrival of {listed(came)}", lambda: _dice(came), RULE)

    def cells() -> list[str]:
        left = list(faces)
        made = []
        for force in came:
            table = _table(g.truth, force)
            at = f"transport/{left.pop(0)}" if _is_transport(force) else f"{left.pop(0)}/{left.pop(0)}"
            made.append(f"arrival/{table}/{at}")
        return made

    yield from charts.printed(g, "Arrival Tables", cells, RULE)
    values = [charts.value(g.truth.kit, key) for key in cells()]
    return [_landfall(force, value) for force, value in zip(came, values, strict=True)]


def _landfall(force: str, value: JSON) -> Landfall:
    if isinstance(value, int):
        return Landfall(force, f"{value:04}", False)
    return Landfall(force, f"{value['hex']:04}", value["chit"] == SURFACE_CHIT)


# Whether it arrives.


def barred(plot: CarrierPlot, landfall: Landfall) -> str:
    """What keeps a force from arriving in its hex, before any double check; empty for nothing (17.1)."""
    if landfall.surface and commitment.reached(plot, "surface"):
        return "it would be a surface force, and the surface limit is reached"
    if here := plot.in_hex(landfall.place):
        return f"{here[0]} is there"
    beside = [name for name in plot.carrier_groups() if distance(landfall.place, plot.groups[name]["hex"]) == 1]
    return f"{beside[0]} is next to it" if beside else ""


def coverage(plot: CarrierPlot, place: str) -> list[tuple[str, str]]:
    """Search track boxes whose steps count as used over a hex, as (group, box) (17.1).

    Steps that have searched cover their own range and everything nearer; those that have not, what is nearer only.
    """
    made = []
    for group in track.searchers(plot):
        hexes = distance(place, plot.groups[group]["hex"])
        for box, held in track.boxes(plot, group).items():
            low, high = held["range"]
            if (total(held["used"]) and hexes <= high) or (total(held["available"]) and hexes < low):
                made.append((group, box))
    return made


def _double_checks(g: Play, landfalls: list[Landfall]) -> Steps[None]:
    """A die for each box that covers the hex of each force; then every force arrives or goes back to the pool."""
    words = "The search tracks over the hexes of arrival"
    yield from charts.printed(
        g, words, lambda: [track.cell_of(g.truth, name) for name in track.searchers(g.truth)], RULE
    )

    def covers(landfall: Landfall) -> list[tuple[str, str]]:
        return [] if barred(g.truth, landfall) else coverage(g.truth, landfall.place)

    def dice() -> list[Die]:
        note = f"{ARRIVES} and more: it arrives"
        return [
            Die(f"{each.force} in {each.place}, {group} {_span(g.truth, group, box)}", note, DIE)
            for each in landfalls
            for group, box in covers(each)
        ]

    faces: list[int] = []
    if dice():
        faces = yield from g.roll(f"{moment(g)}/arrival/checks", "Double checks of arrivals", dice, RULE)
    for each in landfalls:
        n = len(covers(each))
        _settle(g, each, faces[:n])
        faces = faces[n:]


def _span(plot: CarrierPlot, group: str, box: str) -> str:
    return track.named(track.boxes(plot, group)[box]["range"])


def _settle(g: Play, landfall: Landfall, checks: list[int]) -> None:
    plot: CarrierPlot = g.truth
    force, place = landfall.force, landfall.place
    if force in plot.forces:
        return  # set right meanwhile: it is there
    why = barred(plot, landfall)
    if not why and any(die < ARRIVES for die in checks):
        why = f"searching aircraft see nothing there ({listed(str(die) for die in checks)})"
    if why:
        tell(g, "no-arrival", RULE, force=force, hex=place, why=why)
    else:
        _arrive(g, landfall)


def _arrive(g: Play, landfall: Landfall) -> None:
    """The force stands on the map, its sequence chit in the cup; the Number of Forces goes up at once (13.1)."""
    plot: CarrierPlot = g.truth
    force, kind = landfall.force, TRANSPORT if _is_transport(landfall.force) else COMBAT
    objective = plot.at(f"pool/colours/{force}") or plot.at("objectives/primary")
    chit = {"level": 1, "chit": "Surface"} if landfall.surface else {}
    made = fresh(FORCE, hex=landfall.place, kind=kind, objective=objective, came=plot.turn, **chit)
    now: dict[str, JSON] = {
        f"forces/{force}": made,
        f"pool/{kind}": [each for each in plot.at(f"pool/{kind}", []) if each != force],
        f"sequence/cup/{force}": 1,
        "sequence/marker": plot.tree["sequence"]["marker"] + 1,
    }
    mark = [f"{force}’s sequence chit into the cup"]
    if landfall.surface:
        now["spares/Surface"] = max(0, plot.at("spares/Surface", 0) - 1)
        mark.append(f"“Surface” under {force}, from the spare chits")
    facts = {"force": force, "hex": landfall.place, "objective": objective, "chit": made["chit"]}
    tell(g, "arrives", RULE, **facts, now=now, do=[f"{force} on {landfall.place}"], mark=mark)


def count(g: Play) -> None:
    """The forces on the map are counted, and the Number of Forces marker set to them (3.0 I.C)."""
    n = len(g.truth.forces)
    tell(g, "forces-counted", "13.1", n=n, now={"sequence/marker": n}, mark=[f"Number of Forces marker to {n}"])


SAYINGS = {
    "no-arrivals": lambda f: "All commitment limits are reached: no more forces arrive.",
    "arrives": lambda f: (
        f"{f['force']} ({f['objective']}) arrives in {f['hex']}"
        + (f" with a level 1 “{f['chit']}” chit." if f["chit"] else ".")
    ),
    "no-arrival": lambda f: f"{f['force']} does not arrive in {f['hex']}: {f['why']}. Its counter goes back.",
    "forces-counted": lambda f: f"{counted(f['n'], 'Japanese force')} on the map.",
}
