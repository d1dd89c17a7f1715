"""How this game's scripts tell and ask: what happened, what of the record stands otherwise, what to do on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.fires_of_midway.ship import COUNTERS, Ship, several
from umpire.table.asks import TABLE, Ask
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any


def tell(
    g: Play,
    kind: str,
    rule: str = "",
    /,
    *,
    now: Mapping[str, JSON] | None = None,
    **facts: JSON,
) -> None:
    """Tell everybody that something happened; `now` are the paths it changed, with what stands there."""
    g.tell(g.all, kind, rule, **facts, **({"now": dict(now)} if now else {}))


def do(g: Play, rule: str, *lines: str) -> None:
    """Say what is to be done on the table, line by line; empty lines are none."""
    if said := [line for line in lines if line]:
        g.tell(g.all, "do", rule, do=said)


def ask(g: Play, make: Callable[[], Ask], of: str = TABLE) -> Steps[JSON]:
    """What is asked before everybody's eyes, or of a side for itself; what was to be done on the table has been done then."""
    value = yield from g.ask(of, make)
    tell(g, "step", ask=g.asked[of].name)
    return value


def at(g: Play, phase: str, ship: str = "") -> None:
    """The clock goes on to another phase, or another ship's turn of one."""
    now = {"clock/phase": phase, "clock/ship": ship}
    if {path: g.truth.at(path) for path in now} != now:
        tell(g, "phase", phase=phase, ship=ship, now=now)


def moment(g: Play) -> str:
    """How asks of this moment are named: ``t4/Akagi`` in her turn, ``t4`` outside one."""
    ship = g.truth.tree["clock"]["ship"]
    return f"t{g.truth.played}/{ship}" if ship else f"t{g.truth.played}"


def leaves(before: Ship, after: Ship) -> dict[str, JSON]:
    """What of a ship stands otherwise, by its path."""
    was, is_ = before.as_facts(), after.as_facts()
    return {f"ships/{after.name}/{part}": is_[part] for part in is_ if is_[part] != was[part]}


def on_card(before: Ship, after: Ship) -> str:
    """What is done to a ship's card on the table: ``Hiryu: add an Inferno, counter 2 to 3``; empty for nothing."""
    said = []
    for part in COUNTERS:
        was, is_ = getattr(before, part), getattr(after, part)
        if is_ > was:
            said.append(f"add {several(part, is_ - was)}")
        elif is_ < was:
            said.append(f"take off {several(part, was - is_)}")
    if after.damaged and not before.damaged:
        said.append("flip her card to its damaged side")
    if after.at != before.at:
        fire = ", its fire side up" if after.on_last else ", its grey side up" if before.on_last else ""
        said.append(f"structure counter {before.at} to {after.at}{fire}")
    return f"{after.name}: {listed(said)}" if said else ""


def per_ship(ships: Iterable[tuple[Ship, Ship]]) -> list[str]:
    """`on_card` of several ships, without those to whom nothing is done."""
    return [line for before, after in ships if (line := on_card(before, after))]


def draws(side: str, n: int) -> str:
    """``US draws 3 combat cards``."""
    return f"{side} draws {counted(n, 'combat card')}"
