"""What a Japanese air strike attacks (15.2, step 2): a task force next to it, or what the target table says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier import charts, choice, sizes, unseen
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.japan_charts import (
    AIRFIELD,
    BOTH,
    CARRIERS,
    COLUMNS,
    MOST_CARRIERS,
    MOST_SHIPS,
    NEAREST,
    OTHER,
    PARTIAL,
    TRANSPORTS,
)
from umpire.games.carrier.japan_eligible import in_range, kind_of, nearest
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import foggy, tell
from umpire.games.carrier.terms import DIE, US
from umpire.table.asks import Die
from umpire.table.numbered import distance
from umpire.table.plot import UMPIRE
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any
RULE = "15.2"

MODIFIED = 5
"""The last turn of a day on which the target die is modified by the turn."""
FAR = 6
"""Hexes from which the modifier of a turn may be another (15.2, example)."""
TABLE = "Carrier Air Attack Target Table"


@dataclass(frozen=True)
class Aim:
    """A target, and whether the strike on it is a partial one."""

    target: str
    partial: bool = False


# A task force next to the force.


def beside(plot: CarrierPlot, force: str) -> list[str]:
    """Task forces next to a force of which it attacks one whatever else there is; more than one if they tie (15.2)."""
    at = plot.forces[force]["hex"]
    near = [
        name for name, group in plot.task_forces().items() if distance(at, group["hex"]) == 1 and plot.ships_of(name)
    ]
    if sizes.is_small_carrier(plot, force):
        for kinds in ((CARRIERS,), ("surface",), (TRANSPORTS,)):
            if found := [name for name in near if kind_of(plot, name) in kinds]:
                return most(plot, found, ships)
        return []
    return most(plot, [name for name in near if choice.is_large_group(plot, name)], ships)


def ships(plot: CarrierPlot, group: str) -> int:
    """Ships afloat in a task force."""
    return len(plot.ships_of(group))


def most(plot: CarrierPlot, names: Sequence[str], of: Callable[[CarrierPlot, str], int]) -> list[str]:
    """Those that have the most of something."""
    best = max((of(plot, name) for name in names), default=0)
    return [name for name in names if of(plot, name) == best]


# The target table.


def modifier_keys(plot: CarrierPlot, force: str) -> list[str]:
    """The cells of the modifiers that apply to a force’s target die."""
    keys = []
    if plot.turn <= MODIFIED:
        keys.append(f"air_target_mods/{plot.turn}/{'far' if nearest(plot, force) >= FAR else 'near'}")
    if plot.forces[force]["advantage"]:
        keys.append("air_target_mods/advantage")
    if plot.tree["flags"]["surprise"]:
        keys.append("air_target_mods/surprise")
    if plot.tree["objectives"]["interdiction"]:
        keys.append("air_target_mods/interdiction")
    return keys


def modifier(plot: CarrierPlot, force: str) -> int:
    """What is added to the target die; its cells must be known."""
    return sum(charts.modifier(plot.kit, key) for key in modifier_keys(plot, force))


AGAIN = "again"


def resolved(
    row: Mapping[str, str], found: Mapping[str, Sequence[str]], *, airfields: bool
) -> list[tuple[str, bool]] | str:
    """Which kinds of targets a row of the table gives, each with whether it is a partial strike; empty for no attack.

    ``again`` where the row calls for an airfield in a scenario without any (`airfields`). Partial strikes on carriers
    and on an airfield that are each other’s alternates add up to a full one where only one of them is in range.
    """
    columns = [row[name] for name in COLUMNS]
    if set(columns[:2]) == {f"{CARRIERS}{PARTIAL}", f"{AIRFIELD}{PARTIAL}"}:
        there = _halves(found)
        if len(there) > 1:
            return [_kind(columns[0])]
        columns = [BOTH, *columns[2:]]
    for column in columns:
        if column == BOTH and (there := _halves(found)):
            return [(kind, len(there) > 1) for kind in there]
        if AIRFIELD in column and not airfields:
            return AGAIN
        kind, partial = _kind(column)
        if found.get(kind):
            return [(kind, partial)]
    return []


def _halves(found: Mapping[str, Sequence[str]]) -> list[str]:
    """Which of the targets of two partial strikes are in range."""
    return [kind for kind in (CARRIERS, AIRFIELD) if found[kind]]


def _kind(column: str) -> tuple[str, bool]:
    return column.removesuffix(PARTIAL), column.endswith(PARTIAL)


def possible(plot: CarrierPlot, force: str) -> dict[str, list[str]]:
    """Targets in range by kind; retiring forces never strike airfields (20.3)."""
    found = in_range(plot, force)
    return {**found, AIRFIELD: []} if choice.retires(plot, force) or not plot.parts.airfields else found


def aims(g: Play, force: str, name: str) -> Steps[list[Aim]]:
    """What the force attacks; empty for nothing, more than one where the table names two partial strikes."""
    if beside(g.truth, force):
        target = yield from _one_of(g, f"{name}/target/tie", force, lambda: beside(g.truth, force))
        return [Aim(target)] if target else []
    kinds = yield from _by_table(g, force, name)
    made = []
    for kind, partial in kinds:
        target = yield from _which(g, f"{name}/target/{kind.replace(' ', '-')}", force, kind)
        made += [Aim(target, partial)] if target else []
    return made


def _by_table(g: Play, force: str, name: str) -> Steps[list[tuple[str, bool]]]:
    n = 0
    while True:
        again = f"/again/{n}" if n else ""
        yield from charts.printed(g, TABLE, lambda: modifier_keys(g.truth, force), RULE)

        def dice() -> list[Die]:
            return [Die(f"{force}, target", _note(modifier(g.truth, force)), DIE)]

        (die,) = yield from unseen.roll(g, f"{name}/target{again}", f"{force}: what it attacks", dice, RULE)

        def row(die: int = die) -> str:
            return f"air_target/{die + modifier(g.truth, force)}"

        yield from charts.printed(g, TABLE, lambda row=row: [row()], RULE)  # type: ignore[misc]
        cell = charts.value(g.truth.kit, row())
        kinds = resolved(cell, possible(g.truth, force), airfields=g.truth.parts.airfields)
        if not isinstance(kinds, str):
            facts = {"force": force, "die": die, "modified": die + modifier(g.truth, force), "row": cell}
            tell(
                g,
                "air-target",
                RULE,
                **facts,
                kinds=[list(each) for each in kinds],
                audience=UMPIRE if foggy(g) else None,
            )
            return kinds
        n += 1


def _note(n: int) -> str:
    return f"{'+' if n > 0 else '−'}{abs(n)}" if n else ""


# Which of several.


def _which(g: Play, name: str, force: str, kind: str) -> Steps[str]:
    """One target of a kind: by the criteria printed for it, else drawn."""
    key = f"air_target_by/{kind}"
    if len(possible(g.truth, force)[kind]) > 1:
        yield from charts.printed(g, f"{force}: more than one target in range", lambda: [key], RULE)

    def left() -> list[str]:
        names = possible(g.truth, force)[kind]
        return by_criteria(g.truth, force, names, charts.value(g.truth.kit, key)) if len(names) > 1 else names

    if len(left()) > 1 and OTHER in charts.value(g.truth.kit, key).values():
        return str((yield from g.ask(US, lambda: _ask(g, f"{name}/which", force, left()))))
    return (yield from _one_of(g, f"{name}/tie", force, left))


def by_criteria(plot: CarrierPlot, force: str, names: Sequence[str], said: Mapping[str, str]) -> list[str]:
    """The targets left once the printed criteria have been applied, one after the other."""
    at = plot.forces[force]["hex"]
    ranks: dict[str, Callable[[CarrierPlot, str], int]] = {
        NEAREST: lambda plot, name: -distance(at, plot.groups[name]["hex"]),
        MOST_SHIPS: ships,
        MOST_CARRIERS: lambda plot, name: len(plot.carriers_of(name)),
    }
    left = list(names)
    for by in (said["first"], said["second"]):
        if by in ranks:
            best = max(ranks[by](plot, name) for name in left)
            left = [name for name in left if ranks[by](plot, name) == best]
    return left


def _ask(g: Play, name: str, force: str, names: Sequence[str]) -> Choose:
    at = g.truth.forces[force]["hex"]
    away = {each: distance(at, g.truth.groups[each]["hex"]) for each in names}
    options = [
        option(each, each, f"{counted(away[each], 'hex', 'hexes')}, {counted(ships(g.truth, each), 'ship')}")
        for each in names
    ]
    words = "Which of these does your chart name? If it leaves a choice, draw one."
    return Choose(name, titled(f"{force} attacks", words, RULE, options=options))


def _one_of(g: Play, name: str, force: str, names: Callable[[], Sequence[str]]) -> Steps[str]:
    """The only target there is, or one drawn; none (empty) where a correction has left none."""
    return (yield from choice.one_of(g, name, f"{force}: which target", names, RULE, unseen.draw))


def _said(f: dict[str, JSON]) -> str:
    kinds = " and ".join(f"{kind}{', partial' if partial else ''}" for kind, partial in f["kinds"])
    shown = str(f["die"]) if f["die"] == f["modified"] else f"{f['die']}, modified {f['modified']}"
    return f"{f['force']}, target table: {shown}. {f'It attacks: {kinds}' if kinds else 'None of its targets is in range'}."


SAYINGS = {"air-target": _said}
