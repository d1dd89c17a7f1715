"""Whom the rolls of an air attack are made against (4.1, 4.2): the player’s choice, and the Japanese by their rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier.air_tables import signed
from umpire.games.carrier.asks import Targets, option
from umpire.games.carrier.bombs import TOGETHER, ask_name, at, due, fight
from umpire.games.carrier.intelligence import carrier_types
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import CARRIERS, SIZES, TRANSPORTS
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any

GROUP = 3
"""Transports that are one target at most."""
MOST = 3
"""Japanese rolls against one cruiser at most."""
_LIGHT = ("CL", "CLAA")
_NOBODY = "nobody"
"""What a roll is drawn for that finds no target left."""


# US (4.1).


@dataclass(frozen=True)
class AirTargets(Targets):
    """`Targets` of which no two may share a ship: the transports of a force are divided into groups."""

    def check(self, value: JSON) -> None:
        chosen = dict.fromkeys(value)
        ships = [ship for each in chosen for ship in each.split(TOGETHER)]
        twice = next((ship for ship in ships if ships.count(ship) > 1), "")
        if twice:
            raise self.refuse(f"{twice} is in two of the groups you aim at. A transport is in one group only.")


def us_targets(plot: CarrierPlot, force: str) -> list[str]:
    """What a US strike may aim at: each ship, transports also by twos and threes; of a level 3 force its carriers."""
    if plot.forces[force]["level"] == 3:
        return _level_3(plot, force)
    ships = _heaviest_first(plot, plot.ships_of(force))
    transports = [ship for ship in ships if plot.ships[ship]["type"] in TRANSPORTS]
    others = [ship for ship in ships if ship not in transports]
    groups = [TOGETHER.join(each) for n in (GROUP, 2, 1) for each in _parted(transports, n)]
    return [*dict.fromkeys(groups), *others]


def _level_3(plot: CarrierPlot, force: str) -> list[str]:
    """Carriers of a level 3 force: those damage has named, and the others by type, numbered (4.1)."""
    named = [ship for ship, s in plot.ships.items() if s["in"] == force and s["type"] in CARRIERS]
    made = []
    for type, n in carrier_types(plot.forces[force]["chit"]).items():
        known = [ship for ship in named if plot.ships[ship]["type"] == type]
        made += [ship for ship in known if not plot.ships[ship]["sunk"]]
        made += [f"{type} {k}" for k in range(1, n - len(known) + 1)]
    strangers = [ship for ship in named if ship not in made and not plot.ships[ship]["sunk"]]
    return [*made, *strangers]


def _heaviest_first(plot: CarrierPlot, ships: Iterable[str]) -> list[str]:
    return sorted(ships, key=lambda ship: (plot.ships[ship]["type"] not in CARRIERS, _rank(plot, ship)))


def _rank(plot: CarrierPlot, ship: str) -> int:
    """How light a ship is; all light cruisers alike (2.2)."""
    type = plot.ships[ship]["type"]
    return SIZES.index(_LIGHT[0] if type in _LIGHT else type)


def _parted(ships: Sequence[str], n: int) -> list[Sequence[str]]:
    return [ships[start : start + n] for start in range(0, len(ships), n)]


def spread(plot: CarrierPlot, force: str, n: int) -> list[str]:
    """Targets for so many rolls to open on: evenly over the carriers, or groups of transports, or the heaviest ships."""
    every = us_targets(plot, force)
    if not every:
        return []
    if plot.forces[force]["level"] == 3:
        best = every
    elif plot.ships[every[0].split(TOGETHER)[0]]["type"] in TRANSPORTS:
        transports = [ship for ship in plot.ships_of(force) if plot.ships[ship]["type"] in TRANSPORTS]
        best = [TOGETHER.join(each) for each in _parted(transports, GROUP)]
    else:
        best = [ship for ship in every if _rank(plot, ship) == _rank(plot, every[0])]
        carriers = [ship for ship in every if plot.ships[ship]["type"] in CARRIERS]
        best = carriers or best
    return [best[k % len(best)] for k in range(n)]


def us_aim(g: Play) -> Steps[list[str]]:
    """The player names a target for each roll, before any is rolled; with one target there is nothing to name."""
    targets = us_targets(g.truth, at(fight(g.truth)))
    if len(targets) < 2:
        return targets * len(due(g.truth))
    return list((yield from g.ask("us", lambda: _targets(g))))


def named_first(n: int) -> str:
    """What is asked of a player who has so many rolls."""
    return (
        "Name the target of the one roll before it falls."
        if n == 1
        else f"{n} rolls: name a target for each before any falls."
    )


def _targets(g: Play) -> AirTargets:
    force, rolls = at(fight(g.truth)), due(g.truth)
    facts = {
        "heading": f"Targets in {force}",
        "words": named_first(len(rolls)),
        "rule": "4.1",
        "rolls": [signed(n) for n in rolls],
        "targets": [_option(g.truth, each) for each in us_targets(g.truth, force)],
        "preset": spread(g.truth, force, len(rolls)),
    }
    return AirTargets(ask_name(g, "targets"), facts)


def _option(plot: CarrierPlot, target: str) -> dict[str, str]:
    ships = [ship for ship in target.split(TOGETHER) if ship in plot.ships]
    if not ships:
        return option(target, f"{target}, not yet named")
    hurt = [f"{plot.ships[ship]['hits']} of {plot.ships[ship]['capacity']} hits" for ship in ships]
    words = f"{plot.ships[ships[0]]['type']} {target}"
    return option(target, words, "; ".join(hurt))


# Japan (4.2).


def japanese_aim(g: Play) -> Steps[list[str]]:
    """A target for each roll, in their order, by the Japanese rules; an empty one for a roll that has none left.

    What the rules leave open is drawn: who gets a roll more, and which of unequal rolls go where.
    """
    share: dict[str, int] = {}
    left = len(due(g.truth))
    for n in range(len(_ranks(g.truth))):
        lot = _ranks(g.truth)[n]
        take = min(left, lot.most * len(lot.targets)) if lot.most else left
        share |= yield from _divide(g, lot, take, n + 1)
        left -= take
    if left:
        share[_NOBODY] = left
    return [each if each != _NOBODY else "" for each in (yield from _assign(g, share))]


@dataclass(frozen=True)
class _Lot:
    """Targets that are served alike, `most` rolls on each (0 for no bound)."""

    targets: Sequence[str]
    most: int = 0
    first: Sequence[str] = ()
    """Those served before the others where there are not enough rolls: the larger groups."""


def _ranks(plot: CarrierPlot) -> list[_Lot]:
    """The targets of a Japanese attack, those served first first."""
    group = at(fight(plot))
    ships = plot.ships_of(group)
    carriers = plot.carriers_of(group)
    if carriers:
        return [_Lot(carriers)]
    transports = [ship for ship in ships if plot.ships[ship]["type"] in TRANSPORTS]
    if transports:
        groups = [TOGETHER.join(each) for each in _parted(transports, GROUP)]
        return [_Lot(groups, 0, [each for each in groups if each.count(TOGETHER) == GROUP - 1])]
    ranks = sorted({_rank(plot, ship) for ship in ships})
    cruisers = [SIZES.index("CA"), SIZES.index(_LIGHT[0])]
    return [
        _Lot([ship for ship in ships if _rank(plot, ship) == rank], MOST if rank in cruisers else 0) for rank in ranks
    ]


def _divide(g: Play, lot: _Lot, rolls: int, n: int) -> Steps[dict[str, int]]:
    """So many rolls over some targets as evenly as they go; whom the odd ones go to is drawn."""
    each, odd = divmod(rolls, len(lot.targets))
    among = list(lot.targets)
    share = dict.fromkeys(among, each)
    if not each and lot.first and len(lot.first) < len(among):
        sure = list(lot.first) if odd >= len(lot.first) else []
        among = [target for target in among if target not in sure] if sure else list(lot.first)
        share |= dict.fromkeys(sure, 1)
        odd -= len(sure)
    if odd:
        why = "Who is attacked" if not each else "Who is attacked once more"
        drawn = yield from g.draw(ask_name(g, f"aim/{n}"), why, lambda: dict.fromkeys(among, 1), odd, "4.2")
        for target in drawn:
            share[target] += 1
    return {target: k for target, k in share.items() if k}


def _assign(g: Play, share: Mapping[str, int]) -> Steps[list[str]]:
    """Which roll goes to which target: by lot where they are not alike (4.2)."""
    free, rolls = dict(share), due(g.truth)
    kinds = sorted(dict.fromkeys(rolls), key=lambda mod: (rolls.count(mod), -mod))
    given: dict[int, list[str]] = {}
    for mod in kinds:
        n = rolls.count(mod)
        if len(free) > 1 and mod != kinds[-1]:
            given[mod] = yield from _draw_whom(g, mod, n, free)
        else:
            given[mod] = [target for target, k in free.items() for _ in range(k)][:n]
        left = {target: k - given[mod].count(target) for target, k in free.items()}
        free = {target: k for target, k in left.items() if k}
    return [given[mod].pop(0) for mod in rolls]


def _draw_whom(g: Play, mod: int, n: int, free: Mapping[str, int]) -> Steps[list[str]]:
    why = f"Whom the {counted(n, 'roll')} at {signed(mod)} {'goes' if n == 1 else 'go'} to"
    return (yield from g.draw(ask_name(g, f"which/{mod}"), why, lambda: free, n, "4.2"))
