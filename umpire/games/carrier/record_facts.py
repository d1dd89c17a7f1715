"""What of the record may be set right: any leaf of it that stands on the table too, by its path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from umpire.games import boxes, wrongs
from umpire.games.carrier import charts, compact
from umpire.games.carrier import kit as kits
from umpire.games.carrier.flight import MOST_OVER
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import (
    APPROXIMATE,
    ENDURANCE,
    HOURS,
    LIMITS,
    LOCATED,
    NAMES,
    TYPES,
    UNDETECTED,
    US,
    halves,
    quarters,
)
from umpire.games.carrier.words import say
from umpire.games.filed import filed
from umpire.games.wrongs import Uses, Ways
from umpire.table import numbered
from umpire.table.asks import Refusal
from umpire.table.board import NoSuchPlace
from umpire.table.charts import Cell
from umpire.table.motions import BEFORE
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Fact, Play, Record
from umpire.table.words import whole
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any

MOST_ALOFT = max(ENDURANCE.values()) + MOST_OVER
"""Segments after which nothing that flies is in the air any more (6.2, 7.1)."""


@dataclass(frozen=True)
class Form:
    """How a kind of leaf is shown and typed."""

    show: Callable[[JSON], str]
    read: Callable[[str], JSON]
    """Of what was typed; raises `ValueError` for what cannot be."""
    hint: str
    choices: tuple[str, ...] = ()
    """All there is to pick from, in words."""


def _hex(text: str) -> str:
    try:
        return numbered.read(text)
    except NoSuchPlace as none:
        raise ValueError from none


def _number(text: str) -> int:
    made = whole(text.strip())
    if made is None:
        raise ValueError(text)
    return made


def _aloft(text: str) -> int:
    made = _number(text)
    if made > MOST_ALOFT:
        raise ValueError(text)
    return made


def _number_or_none(text: str) -> int | None:
    return None if text.strip().lower() in ("", "none") else _number(text)


def _parts(of: int) -> Callable[[str], int]:
    """Counts of halves or quarters: ``2``, ``2.5``, ``2½``."""
    marks = {"½": ".5", "¼": ".25", "¾": ".75"}

    def read(text: str) -> int:
        typed = text.strip()
        for mark, digits in marks.items():
            typed = typed.replace(mark, digits)
        units, _, part = typed.partition(".")
        hundredths = _number(units or "0") * 100 + (_number((part + "0")[:2]) if part else 0)
        if len(part) > 2 or hundredths * of % 100:
            raise ValueError(text)
        return hundredths * of // 100

    return read


def _steps(text: str) -> dict[str, int]:
    """Steps by type: ``SBD 4, F4F 2``; ``none``."""
    made: dict[str, int] = {}
    for each in _items(text):
        kind, n = _of_type(each)
        made[kind] = made.get(kind, 0) + n
    return made


def _lots(text: str) -> list[list[JSON]]:
    """Steps with the time they have been aloft: ``SBD 4 at 3``; without a time they bear no marker."""
    made: list[list[JSON]] = []
    for each in _items(text):
        steps, _, time = each.partition(" at ")
        kind, n = _of_type(steps)
        made.append([kind, n, _aloft(time) if time else None])
    return made


def _items(text: str) -> list[str]:
    if text.strip().lower() in ("", "none", "-"):
        return []
    return [each.strip() for each in text.split(",")]


def _of_type(text: str) -> tuple[str, int]:
    name, _, n = text.strip().rpartition(" ")
    found = next((kind for kind in TYPES if kind.lower() == name.strip().lower()), "")
    if not found:
        raise ValueError(text)
    return found, _number(n)


def _words(choices: Mapping[str, JSON]) -> Form:
    def read(text: str) -> JSON:
        typed = text.strip().lower()
        if typed not in choices:
            raise ValueError(text)
        return choices[typed]

    return Form(
        lambda v: next((word for word, value in choices.items() if value == v), str(v)),
        read,
        " or ".join(choices),
        tuple(choices),
    )


HEX = Form(str, _hex, "2717")
NUMBER = Form(str, _number, "a number")
ALOFT = Form(str, _aloft, f"a number up to {MOST_ALOFT}")
NUMBER_OR_NONE = Form(lambda v: "none" if v is None else str(v), _number_or_none, "a number, or none")
HALVES = Form(halves, _parts(2), "5 or 5.5")
QUARTERS = Form(quarters, _parts(4), "5, 5.5 or 5.25")
STEPS = Form(lambda v: ", ".join(f"{k} {n}" for k, n in v.items() if n) or "none", _steps, "SBD 4, F4F 2, or none")
LOTS = Form(
    lambda v: ", ".join(f"{k} {n}{'' if t is None else f' at {t}'}" for k, n, t in v if n) or "none",
    _lots,
    "SBD 4 at 3, or none",
)
SPOTTED = _words({"no": UNDETECTED, "about there": APPROXIMATE, "located": LOCATED})
YES_NO = _words({"no": False, "yes": True})

Listed = Iterator[tuple[str, str, Form]]
"""Leaves: the path, what it is called, and how it is typed."""


def leaves(plot: CarrierPlot) -> Listed:
    """Every leaf that may be set right."""
    if not plot.scenario:
        return
    yield from _clock(plot)
    for force in plot.forces:
        yield from _force(plot, force)
    for name in (*plot.task_forces(), *plot.bases()):
        yield from _group(plot, name)
    for name in plot.decks:
        yield from _deck(name)
    for n in plot.strikes:
        yield from _strike(n)
    for name, ship in plot.ships.items():
        if ship["in"]:
            yield f"ships/{name}/hits", f"{name}, hits", NUMBER


def _clock(plot: CarrierPlot) -> Listed:
    if plot.turn:
        yield "clock/turn", "The turn", NUMBER
    for which in LIMITS:
        if which in plot.tree["limits"]:
            yield f"index/{which}", f"{which.capitalize()} commitment index", NUMBER
    if "retirement" in plot.tree["limits"]:
        yield "index/retirement", "Retirement index", HALVES
    if plot.tree["sequence"]["marker"]:
        yield "sequence/marker", "Number of forces", NUMBER
    for name, cup in plot.tree["cups"].items():
        for chit in cup:
            yield f"cups/{name}/{chit}", f"{name.capitalize()} cup, {chit}", NUMBER


def _force(plot: CarrierPlot, force: str) -> Listed:
    f = plot.forces[force]
    yield f"forces/{force}/hex", f"{force}, hex", HEX
    yield f"forces/{force}/detection", f"{force}, detected", SPOTTED
    yield f"forces/{force}/down", f"{force}, searched this turn", YES_NO
    yield f"forces/{force}/advantage", f"{force}, US Advantage", YES_NO
    if f["level"] in (1, 2):
        yield f"forces/{force}/revealed", f"{force}, revealed air strength", NUMBER_OR_NONE
        yield f"forces/{force}/losses", f"{force}, air losses", NUMBER
    if f["level"] == 3 and f["value"] is not None:
        yield f"forces/{force}/value", f"{force}, air value", NUMBER
    yield f"forces/{force}/retiring", f"{force}, retiring", YES_NO
    yield f"forces/{force}/exhaust", f"{force}, Battle Exhaust", NUMBER


def _group(plot: CarrierPlot, name: str) -> Listed:
    group = plot.groups[name]
    if not group["base"]:
        yield f"groups/{name}/hex", f"{name}, hex", HEX
        yield f"groups/{name}/moved", f"{name}, has moved", YES_NO
    yield f"groups/{name}/cap", f"{name}, CAP", LOTS
    yield f"groups/{name}/landing", f"{name}, Landing box", LOTS
    for box, there in group["track"].items():
        for part in ("available", "used"):
            called = f"{name}, search {there['range'][0]}-{there['range'][1]}, {part}"
            yield f"groups/{name}/track/{box}/{part}", called, STEPS
    if group["base"]:
        yield f"groups/{name}/hits", f"{name}, hits", NUMBER
    if group["fuel"] is not None:
        yield f"groups/{name}/fuel", f"{name}, fuel", QUARTERS


def _deck(name: str) -> Listed:
    for box in ("ready", "unready", "servicing", "hangar"):
        yield f"decks/{name}/{box}", f"{name}, {box}", STEPS


def _strike(n: str) -> Listed:
    yield f"strikes/{n}/hex", f"Strike {n}, hex", HEX
    yield f"strikes/{n}/time", f"Strike {n}, time aloft", ALOFT
    yield f"strikes/{n}/steps", f"Strike {n}, steps", STEPS


TRACKS, FORCES, GROUPS, DECKS, STRIKES, SHIPS = (
    "The turn, indices and cups",
    "Japanese forces",
    "Task forces and bases",
    "Carriers and airfields",
    "Strikes",
    "Hits on ships",
)
_ABOUT: Mapping[str, str] = {"forces": FORCES, "groups": GROUPS, "decks": DECKS, "strikes": STRIKES}
"""The heading of what has several leaves, by the branch of the record it is on."""


def about(path: str) -> tuple[str, ...]:
    """The headings a leaf is looked up under."""
    branch, name, *_ = path.split("/")
    if branch in _ABOUT:
        return (_ABOUT[branch], f"Strike {name}" if branch == "strikes" else name)
    return (SHIPS if branch == "ships" else TRACKS,)


# For the core.


def facts(plot: CarrierPlot) -> list[Fact]:
    """What may be set right, as an audience has it; printed values last."""
    made = [
        Fact(path, called, form.show(plot.at(path)), form.hint, US, about(path), form.choices)
        for path, called, form in leaves(plot)
    ]
    return made + plot.of_the_kit("facts", lambda: _printed(plot))


PAINTED = ("terrain", "mission_area", "sea", "blocked_side")
"""Charts of the map that stand for every hex: of an owner's kit they are set right where he painted them."""


def _printed(plot: CarrierPlot) -> list[Fact]:
    """Printed values, chart by chart; of what is painted on the map, those read off at this table."""
    here = {key for d in plot.heard if d.kind == "cells" and not d.struck for key in d.facts["cells"]}
    by_chart: dict[str, list[Fact]] = {chart: [] for chart in kits.all_charts()}
    for key, value in plot.kit.items():
        chart = charts.chart_of(key)
        if chart not in PAINTED or key in here:
            by_chart[chart] += _of_cell(kits.cell(key, plot.kit), value)
    return [fact for chart, some in by_chart.items() for fact in filed(kits.title(chart), some)]


def _of_cell(cell: Cell, value: JSON) -> list[Fact]:
    """A printed cell: one fact where it is typed as one text, else one for each of its boxes."""
    if cell.bare or compact.spread(cell.key, value):
        return boxes.facts(cell, value, US)
    how = compact.LIKE[charts.chart_of(cell.key)]
    return [Fact(f"{boxes.KIT}{cell.key}", cell.label, compact.text(cell.key, value), how, US)]


def _read_printed(plot: CarrierPlot, fact: str, value: JSON) -> JSON:
    key, name = boxes.at(plot.kit, fact)
    cell = kits.cell(key, plot.kit)
    if name or cell.bare:
        return boxes.read(cell, name, value)
    return value if not isinstance(value, str) and cell.allows(value) else compact.read(cell, str(value))


def read(plot: CarrierPlot, fact: str, value: JSON) -> JSON:
    """The value a fact would have, of what was typed; raises `Refusal`."""
    if boxes.has(plot.kit, fact):
        return _read_printed(plot, fact, value)
    for path, called, form in leaves(plot):
        if path == fact:
            try:
                return form.read(value) if isinstance(value, str) else value
            except ValueError:
                raise Refusal(f"{called}: “{str(value)[:30]}” will not do. Write {form.hint}.") from None
    raise Refusal("That is not on the record.")


def correct(g: Play, fact: str, value: JSON, reason: str) -> None:
    """Set a fact right for everybody; raises `Refusal` before anything is told. Of a box of a printed cell the cell is told."""
    made = read(g.truth, fact, value)
    labels = {each.key: each.label for each in facts(g.truth)}
    if fact.startswith("kit/"):
        key, box = boxes.at(g.truth.kit, fact)
        text = f"{labels[fact]}: {_said(key, box, made)}"
        told, cell = boxes.set_right(g.truth.kit, fact, made)
        tell(g, "set-right", fact=told, value=cell, text=text, reason=reason, now={})
        return
    shown = next(form.show(made) for path, _, form in leaves(g.truth) if path == fact)
    tell(g, "set-right", fact=fact, value=made, text=f"{labels[fact]}: {shown}", reason=reason, now={fact: made})


def _said(key: str, box: str, value: JSON) -> str:
    """A printed cell, or one box of it, in words."""
    one_text = isinstance(value, dict) and not box and not compact.spread(key, value)
    return compact.text(key, value) if one_text else charts.said(value)


# What came of it.


def begun(plot: CarrierPlot, position: str) -> str:
    """What began at a stored position: ``Turn 3, phase 2``; what was answered, for a place just before an answer."""
    if position == "set-up":
        return "Set-up"
    if position.startswith(BEFORE):
        return f"Just before the last answer ({_asked(position.removeprefix(BEFORE))})"
    turn, _, phase = position.partition("/")
    n = turn.removeprefix("t")
    return f"Turn {n}, phase {phase.removeprefix('p')}" if phase else f"Turn {n}"


_STEPS = {
    "decks": "air operations",
    "fly": "air movement",
    "move": "task forces",
    "search": "search",
    "pieces": "counters moved",
    "targets": "targets",
    "losses": "losses",
    "match": "who fires at whom",
    "option": "evasion",
    "target": "a strike’s target",
}


def _asked(name: str) -> str:
    """What an ask was about, by its name: ``air operations, turn 3, phase 2``."""
    parts = name.split("/")
    what = next((_STEPS[part] for part in reversed(parts) if part in _STEPS), parts[-1].replace("-", " "))
    turn = [f"turn {parts[0][1:]}"] if parts[0][1:].isdecimal() else []
    phase = [f"phase {part[1:]}" for part in parts[1:2] if part[:1] == "p" and part[1:].isdecimal()]
    return ", ".join([what, *turn, *phase])


def step(plot: CarrierPlot) -> str:
    """When something was told: ``Turn 3, 0800, phase 2``."""
    clock = plot.tree["clock"]
    if not clock["turn"]:
        return "Set-up"
    phase = f", phase {clock['phase']}" if clock["phase"] else ""
    return f"Turn {clock['turn']}, {HOURS[(clock['turn'] - 1) % len(HOURS)]}{phase}"


def puts(said: Dispatch, fact: str) -> bool:
    """Whether a dispatch put a leaf on the record, itself or with the branch it hangs on."""
    if fact.startswith("kit/"):
        return boxes.puts(said, fact)
    return any(fact == path or fact.startswith(f"{path}/") for path in said.facts.get("now", {}))


class Since(Uses):
    """What was told of the same force, ship or group while a leaf of it was wrong."""

    def uses(self, said: Dispatch) -> bool:
        about = self.wrong.fact.split("/")[1] if "/" in self.wrong.fact else ""
        named = [value for key, value in said.facts.items() if key not in ("now", "gone")]
        return about in named or any(isinstance(value, list) and about in value for value in named)


WAYS = Ways(lambda: CarrierPlot(UMPIRE), NAMES, step, puts, say)


def changes(told: Record, fact: str) -> list[Place]:
    """After which entries a leaf was put on the record, the latest first."""
    return wrongs.changes(WAYS, told, fact, lambda plot: shown(plot, fact))


def shown(plot: CarrierPlot, fact: str) -> str:
    """A leaf as it stands, in words; empty once it is gone."""
    if fact.startswith("kit/"):
        key, box = boxes.at(plot.kit, fact)
        value = plot.kit.get(key, "")
        return _said(key, box, value[box] if box else value)
    return next((form.show(plot.at(path)) for path, _, form in leaves(plot) if path == fact), "")


def contamination(told: Record, wrong: Wrong) -> Contamination:
    """Who was told what from a wrong leaf, and what was told of the same thing since. Raises `Refusal`."""
    return Since(WAYS, wrong, read).along(told)
