"""What of a table's record may be set right: hexes, air units, damage, points, the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import FULL, REDUCED
from umpire.games.victory_at_midway.plot import ALOFT, LOST, NOT_READY, NOT_READY_2, READY, TRAPPED, VictoryPlot
from umpire.games.victory_at_midway.terms import BASES, HEAVY, MIDWAY, NAMES, SIDES, TURNS, halves, in_halves
from umpire.table.asks import Refusal
from umpire.table.script import Fact, Play
from umpire.table.words import whole

JSON = Any

BOXES = (READY, NOT_READY, NOT_READY_2, TRAPPED)
PRINTED = ("aa/", "surface/", "combat/", "air/", "strike/", "back/")


def facts(plot: VictoryPlot) -> list[Fact]:
    """What may be set right of the record an audience has."""
    if not plot.ships:
        return []
    return [*_hexes(plot), *_air(plot), *_damage(plot), *_public(plot)]


def _hexes(plot: VictoryPlot) -> list[Fact]:
    return [Fact(f"hex/{s}", f"{s}, hex", at, "H6", plot.ships[s]["side"]) for s, at in plot.at.items()]


def _air(plot: VictoryPlot) -> list[Fact]:
    made = []
    for unit, u in plot.air.items():
        if u["box"] in (ALOFT, *LOST):
            continue
        side = BASES[u["base"]][0]
        made.append(Fact(f"box/{unit}", f"{unit}, box", f"{u['on']}, {u['box']}", "Akagi, not ready", side))
        made.append(Fact(f"strength/{unit}", f"{unit}, strength", u["state"], "full or reduced", side))
    return made


def _damage(plot: VictoryPlot) -> list[Fact]:
    seen = [ship for ship in plot.ships if ship not in plot.sunk and plot.is_surface(ship)]
    ground = [*plot.marines(), *plot.ashore]
    return [Fact(f"hits/{u}", f"{u}, strength", plot.strength(u), "full or reduced") for u in (*seen, *ground)]


def _public(plot: VictoryPlot) -> list[Fact]:
    scores = [Fact(f"score/{s}", f"Points of {NAMES[s]}", halves(plot.score[s]), "points, 5 or 5.5") for s in SIDES]
    time = [Fact("turn", "The turn", plot.turn, "1 to 25")] if plot.turn else []
    field = [Fact("field", "Hits on Midway’s field", plot.field_hits, "hits")]
    fog = [Fact("fog", "Fog", "there" if plot.fog else "gone", "there or gone")] if plot.option("fog") else []
    values = [
        Fact(f"kit/{key}", kits.cell(key, plot.kit).label, _shown(value), "as printed")
        for key, value in plot.kit.items()
        if key.startswith(PRINTED) and not isinstance(value, dict)
    ]
    return [*scores, *time, *field, *fog, *values]


def _shown(value: JSON) -> JSON:
    return value if isinstance(value, int | str) else str(value)


def read(plot: VictoryPlot, fact: str, value: JSON) -> JSON:
    """The value a fact would have, of what was typed; raises `Refusal`."""
    if fact not in {each.key for each in facts(plot)}:
        raise Refusal("That is not on the record.")
    kind, _, name = fact.partition("/")
    return _READ[kind](plot, name, value)


def correct(g: Play, fact: str, value: JSON, reason: str) -> None:
    """Set a fact right, telling those whose record it is; raises `Refusal` before anything is told."""
    made = read(g.truth, fact, value)
    listed = {each.key: each for each in facts(g.truth)}
    to = listed[fact].side or g.all
    text = f"{listed[fact].label}: {words(fact, made)}"
    g.tell(to, "set-right", fact=fact, value=made, text=text, reason=reason)


def words(fact: str, value: JSON) -> str:
    """A value of the record as players say it."""
    kind = fact.partition("/")[0]
    if kind == "box":
        return f"{value['on']}, {value['box']}"
    if kind == "fog":
        return "there" if value else "gone"
    return str(value)


def _hex(plot: VictoryPlot, ship: str, value: JSON) -> str:
    return plot.board.read(str(value))


def _box(plot: VictoryPlot, unit: str, value: JSON) -> JSON:
    typed = f"{value['on']}, {value['box']}" if isinstance(value, dict) else str(value)
    base, _, box = (part.strip().lower() for part in typed.partition(","))
    side = BASES[plot.air[unit]["base"]][0]
    on = next((each for each in BASES if each.lower() == base and BASES[each][0] == side), "")
    if not on or (on != MIDWAY and on not in plot.at):
        raise Refusal(f"“{typed[:40]}”: name one of your bases first, then its box: Akagi, not ready.")
    if box not in BOXES or (box == NOT_READY_2 and plot.kind_of(unit) != HEAVY):
        raise Refusal(f"“{box[:20]}” is no box of {on} for {unit}: ready, not ready or trapped.")
    if (box == TRAPPED) != (on != MIDWAY and not plot.whole(on)):
        raise Refusal(f"On {on} {unit} would {'' if box != TRAPPED else 'not '}be trapped.")
    full = plot.capacity(on) <= sum(1 for each in plot.on(on) if each != unit)
    if box != TRAPPED and full:
        raise Refusal(f"{on} has no room for {unit}.")
    return {"on": on, "box": box}


def _strength(plot: VictoryPlot, name: str, value: JSON) -> str:
    typed = str(value).strip().lower()
    if typed not in (FULL, REDUCED):
        raise Refusal(f"{name} is full or reduced.")
    return typed


def _points(plot: VictoryPlot, side: str, value: JSON) -> str:
    made = in_halves(str(value))
    if made is None:
        raise Refusal(f"Points of {NAMES[side]}: whole or half, such as 12 or 12.5.")
    return halves(made)


def _number(low: int, high: int, what: str) -> Callable[[VictoryPlot, str, JSON], int]:
    def number(plot: VictoryPlot, name: str, value: JSON) -> int:
        made = whole(str(value).strip())
        if made is None or not low <= made <= high:
            raise Refusal(f"{what}: a whole number from {low} to {high}.")
        return made

    return number


def _fog(plot: VictoryPlot, name: str, value: JSON) -> bool:
    typed = str(value).strip().lower()
    if typed not in ("there", "gone", "true", "false"):
        raise Refusal("Fog is there, or gone.")
    return typed in ("there", "true")


def _printed(plot: VictoryPlot, key: str, value: JSON) -> JSON:
    return kits.cell(key, plot.kit).read({"": str(value)})


_READ: dict[str, Callable[[VictoryPlot, str, JSON], JSON]] = {
    "hex": _hex,
    "box": _box,
    "strength": _strength,
    "hits": _strength,
    "score": _points,
    "turn": _number(1, TURNS, "The turn"),
    "field": _number(0, 99, "Hits on Midway’s field"),
    "fog": _fog,
    "kit": _printed,
}
