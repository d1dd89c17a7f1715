"""The Japanese Close Reaction Table (14.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from umpire.games.carrier import charts, forces, surface
from umpire.games.carrier.choice import (
    Move,
    beside_us,
    is_large_group,
    is_transport,
    one_of,
    shut,
    sound,
)
from umpire.games.carrier.fire import is_night
from umpire.games.carrier.movement_charts import (
    CARRIERS,
    DAY,
    E1,
    E2,
    ENGAGE,
    IGNORE,
    JAPAN,
    LARGE,
    NIGHT,
    OPTION,
    OTHER,
    RETREATS,
    TRANSPORTS,
    read,
    said,
    single,
)
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.retreating import retreat
from umpire.games.carrier.search_table import signed
from umpire.games.carrier.sizes import is_small_carrier
from umpire.games.carrier.stepping import step
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import DIE
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted

__all__ = ["DAY", "ENGAGE", "IGNORE", "JAPAN", "NIGHT", "OPTION", "RETREATS", "consult", "react"]

JSON = Any

RULE = "14.1"
BY_NIGHT = "surface_mods/engage/japan"
"""What the night does to the die of a Japanese attempt to engage (24.2)."""
WORDS = {ENGAGE: "engages", IGNORE: "ignores it", OPTION: "engages, with the US option", RETREATS: "retreats"}
EXHAUSTED = 2
"""The Battle Exhaust marker under which a force initiates no battle (14.2)."""


# Rows and columns.


def row(plot: CarrierPlot, force: str) -> str:
    """The row of a force of level 1 or more."""
    if plot.is_carrier_force(force):
        return "small carrier" if is_small_carrier(plot, force) else "carrier"
    if is_transport(plot, force) and not plot.is_surface_force(force):
        return "transport"
    return forces.size(plot, force) or "small"  # whose ships are all heavily damaged has none that counts (14.1)


def kind(plot: CarrierPlot, group: str) -> str:
    """What kind of task force the table takes one for."""
    if plot.is_carrier_group(group):
        return CARRIERS
    if plot.is_transport_group(group):
        return TRANSPORTS
    return LARGE if is_large_group(plot, group) else OTHER


def leftmost(plot: CarrierPlot, groups: Sequence[str]) -> list[str]:
    """Those of some task forces that belong under the leftmost column there is; its heading must be known."""
    order = charts.value(plot.kit, "close_reaction_columns") if len({kind(plot, g) for g in groups}) > 1 else {}
    first = min(order.get(kind(plot, group), 0) for group in groups)
    return [group for group in groups if order.get(kind(plot, group), 0) == first]


def cells(plot: CarrierPlot, force: str, groups: Sequence[str], whose: str) -> list[str]:
    """The printed values that a reaction hangs on: which column is leftmost, where that matters, then the cell."""
    order = "close_reaction_columns"
    if len({kind(plot, group) for group in groups}) > 1 and not charts.has(plot.kit, order):
        return [order]
    return [_key(plot, force, groups, whose)] if groups else []


def _key(plot: CarrierPlot, force: str, groups: Sequence[str], whose: str) -> str:
    return f"close_reaction/{row(plot, force)}/{kind(plot, leftmost(plot, groups)[0])}/{whose}"


def settled(plot: CarrierPlot, force: str, group: str, code: str) -> str:
    """What a code comes to: E1 and E2 by the ships of both, and R for whoever is exhausted (14.1)."""
    if code in (RETREATS, IGNORE):
        return code
    if plot.forces[force]["exhaust"] >= EXHAUSTED:
        return RETREATS
    ours, theirs = len(sound(plot, group)), forces.ship_count(plot, force)
    if code == E1:
        return ENGAGE if theirs >= ours else RETREATS
    if code == E2:
        return ENGAGE if ours <= 2 * theirs else RETREATS
    return code


def consult(g: Play, force: str, groups: Callable[[], Sequence[str]], whose: str, name: str) -> Steps[tuple[str, str]]:
    """What the table says of a force of level 1 or more by some US task forces, and the one of them it speaks of.

    The answer is ``E``, ``I``, ``USOp`` or ``R``; `whose` is `JAPAN`, or `DAY` or `NIGHT` where the US attack.
    """
    yield from charts.printed(g, f"{force} reacts", lambda: cells(g.truth, force, groups(), whose), RULE)
    die = yield from _die(g, force, groups, whose, name)
    added = _by_night(g.truth, whose) if die else 0
    code = read(_cell(g, force, groups(), whose), die + added)
    group = leftmost(g.truth, groups())[0]
    if code not in (RETREATS, IGNORE):
        why = f"{force} reacts to one of these"
        group = yield from one_of(g, f"{name}/whom", why, lambda: leftmost(g.truth, groups()), RULE)
    facts = {"die": die, "modifier": added, **_reckoned(g.truth, force, group, code)}
    tell(g, "reaction", RULE, force=force, group=group, **facts)
    return settled(g.truth, force, group, code), group


def _die(g: Play, force: str, groups: Callable[[], Sequence[str]], whose: str, name: str) -> Steps[int]:
    """The die of a reaction; 0 where the cell needs none."""
    if single(_cell(g, force, groups(), whose)):
        return 0
    if _night_attempt(g.truth, whose):
        yield from charts.printed(g, "Modifiers beside the Surface Fire Table", lambda: [BY_NIGHT], "24.2")

    def dice() -> list[Die]:
        added = _by_night(g.truth, whose)
        note = f"die {signed(added)}; " if added else ""
        return [Die(f"Reaction of {force}", note + said(_cell(g, force, groups(), whose)), DIE)]

    (die,) = yield from g.roll(f"{name}/reaction", f"Close reaction of {force}", dice, RULE)
    return die


def _night_attempt(plot: CarrierPlot, whose: str) -> bool:
    """Whether the die decides if the Japanese engage by night, which modifies it (24.2)."""
    return whose == JAPAN and is_night(plot)


def _by_night(plot: CarrierPlot, whose: str) -> int:
    return charts.modifier(plot.kit, BY_NIGHT) if _night_attempt(plot, whose) else 0


def _reckoned(plot: CarrierPlot, force: str, group: str, code: str) -> dict[str, JSON]:
    """A reaction as it is told: row, column, code and result, and what E1 and E2 count."""
    counts = code in (E1, E2)
    return {
        "row": row(plot, force),
        "column": kind(plot, group),
        "code": code,
        "result": settled(plot, force, group, code),
        "tired": plot.forces[force]["exhaust"] >= EXHAUSTED and code not in (RETREATS, IGNORE),
        "ours": len(sound(plot, group)) if counts else 0,
        "theirs": forces.ship_count(plot, force) if counts else 0,
    }


def _cell(g: Play, force: str, groups: Sequence[str], whose: str) -> JSON:
    return charts.value(g.truth.kit, _key(g.truth, force, groups, whose))


# A force that is activated by US task forces.


def near(plot: CarrierPlot, force: str) -> list[str]:
    """US task forces that a force must react to."""
    return beside_us(plot, plot.forces[force]["hex"])


def react(g: Play, force: str, name: str) -> Steps[bool]:
    """Close reaction of an activated force; whether it goes on to its next priority, ignoring the US (14.1)."""
    if g.truth.forces[force]["level"] < 2:
        there = yield from forces.raise_to(g, force, 2)
        if not there or force not in g.truth.forces or not near(g.truth, force):
            return False
    result, group = yield from consult(g, force, lambda: near(g.truth, force), JAPAN, name)
    if result == IGNORE:
        return True
    if result == RETREATS:
        yield from retreat(g, force, table=True)
        return False
    yield from engage(g, force, group, result == OPTION)
    return False


def engage(g: Play, force: str, group: str, option: bool) -> Steps[None]:
    """A force goes into a task force's hex, if it is not there already, and they fight."""
    to, at = g.truth.groups[group]["hex"], g.truth.forces[force]["hex"]
    if to != at:
        if why := shut(g.truth, force, to, Move(enters=True)):
            facts: dict[str, JSON] = {"why": f"cannot get at {group}", "failed": [], "notes": [f"{to}: {why}"]}
            tell(g, "stays", RULE, piece=force, at=at, **facts)
            return
        step(g, "moves", RULE, force, to, None, why=f"to engage {group}", failed=[], notes=[])
    yield from surface.japan_engages(g, force, group, option)


def _said(f: dict[str, JSON]) -> str:
    counts = f" ({counted(f['theirs'], 'ship')} against {f['ours']})" if f["theirs"] else ""
    tired = "; it is exhausted and starts no battle" if f["tired"] else ""
    night = f", die {f['die']} {signed(f['modifier'])} by night" if f["modifier"] else ""
    table = f"{f['row']} force by {f['column']} task force{night}, {f['code']}{counts}{tired}"
    return f"{f['force']} by {f['group']}: {table}. It {WORDS[f['result']]}."


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {"reaction": _said}
