"""Fuel at Guadalcanal (18.1), counted in quarters of a point; only halves are ever left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier.asks import Split, titled
from umpire.games.carrier.flight import by_type, in_words, lots
from umpire.games.carrier.plot import total
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import ENDURANCE, US, quarters
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any


def launch_cost(steps: int) -> int:
    """Quarters of a point that launching so many steps costs (18.1)."""
    return 2 * steps


def end_of_turn(g: Play) -> Steps[None]:
    """End Phase F: fuel for the CAP over Guadalcanal; steps that get none go to the Landing Box (18.1)."""
    for name in list(g.truth.bases()):
        group = g.truth.groups[name]
        if group["fuel"] is None or not total(group["cap"]):
            continue
        unfed = yield from _unfed(g, name)
        feed(g, name, unfed)


def cap_fuel(steps: int) -> int:
    """Quarters of a point that so many steps of CAP cost at the end of a turn: a quarter each, halves paid whole."""
    return steps + steps % 2


def fed(steps: int, fuel: int) -> int:
    """How many of so many steps there is fuel for."""
    return next((n for n in range(steps, 0, -1) if cap_fuel(n) <= fuel), 0)


def _unfed(g: Play, name: str) -> Steps[dict[str, int]]:
    """Which CAP steps there is no fuel for, by lot (``F4F`` or, with a marker, ``F4F 7``)."""

    def short() -> int:
        cap = total(g.truth.groups[name]["cap"])
        return cap - fed(cap, g.truth.groups[name]["fuel"])

    def cap_lots() -> list[JSON]:
        return [{"id": _lot(k, t), "words": _lot(k, t), "most": n} for k, n, t in g.truth.groups[name]["cap"]]

    def ask() -> Split:
        words = f"Points left: {quarters(g.truth.groups[name]['fuel'])}, a quarter a step."
        facts = titled(f"CAP over {name} without fuel", words, "18.1", lots=cap_lots(), due=short())
        return Split(f"{moment(g)}/end/fuel/{name}", {**facts, "preset": _preset(cap_lots(), short())})

    if not short():
        return {}
    if len(cap_lots()) == 1 or short() == total(g.truth.groups[name]["cap"]):
        return _preset(cap_lots(), short())
    chosen: dict[str, int] = yield from g.ask(US, ask)
    return chosen


def _lot(kind: str, time: JSON) -> str:
    return kind if time is None else f"{kind} {time}"


def _preset(lots_there: Sequence[JSON], due: int) -> dict[str, int]:
    """So many out of some lots, the last ones first."""
    made: dict[str, int] = {}
    for lot in reversed(lots_there):
        made[lot["id"]] = min(lot["most"], due - sum(made.values()))
    return {lot["id"]: made[lot["id"]] for lot in lots_there if made[lot["id"]]}


def feed(g: Play, name: str, unfed: Mapping[str, int]) -> None:
    """Fuel is spent on those who get it; the others wait to land with their endurance used up."""
    group = g.truth.groups[name]
    without = [[k, min(n, unfed.get(_lot(k, t), 0)), t] for k, n, t in group["cap"]]
    stay = lots([*group["cap"], *([k, -n, t] for k, n, t in without)])
    down = [[k, n, ENDURANCE[k]] for k, n, _ in without]
    cost = min(cap_fuel(total(stay)), group["fuel"])
    now: dict[str, JSON] = {f"groups/{name}/fuel": group["fuel"] - cost}
    if total(without):
        now |= {f"groups/{name}/cap": stay, f"groups/{name}/landing": lots([*group["landing"], *down])}
    mark = [f"Guadalcanal Fuel to {quarters(group['fuel'] - cost)}"]
    mark += [f"{n} {k} from the CAP Box to the Landing Box, Time Aloft {t}" for k, n, t in down if n]
    facts = {"fed": total(stay), "cost": cost, "left": group["fuel"] - cost, "unfed": by_type(lots(without))}
    tell(g, "cap-fuel", "18.1", base=name, **facts, now=now, mark=mark)


def _cap_fuel(f: Mapping[str, JSON]) -> str:
    unfed = f" No fuel for {in_words(f['unfed'])}, which must land." if f["unfed"] else ""
    burnt = f"{quarters(f['cost'])} of fuel for {counted(f['fed'], 'step')}, {quarters(f['left'])} left"
    return f"CAP over {f['base']}: {burnt}.{unfed}"


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {"cap-fuel": _cap_fuel}
