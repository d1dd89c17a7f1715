"""How strong a Japanese air strike is (15.2, step 3), and the revealed air strength it leaves (16.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from umpire.games.carrier import air_value, charts, commitment, unseen
from umpire.games.carrier.japan_charts import column_of, within_reduction
from umpire.games.carrier.japan_eligible import free, not_turned_round
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import foggy, tell
from umpire.games.carrier.terms import CARRIER_2, DIE, HOURS, PHASES, rounded
from umpire.table.asks import Die
from umpire.table.numbered import distance
from umpire.table.plot import UMPIRE
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any
RULE = "15.2"

LONG, LONG_BY = range(7, 10), -3
"""Ranges at which the strength die of a level 1 or 2 force is reduced, and by how much."""
SECONDARY_BY = -4
"""The same for a force without revealed air strength whose objective is the secondary one."""
TABLE = "Air Attack Strength Table"


@dataclass(frozen=True)
class Strength:
    """A strike as it will be made: its two waves (0 for none), and the revealed air strength that comes of it.

    `revealed` and `rise` (what it adds to the carrier index) are None and 0 for a level 3 or 4 force.
    """

    first: int
    second: int
    revealed: int | None = None
    rise: int = 0
    at_limit: bool = field(default=False, compare=False)
    """Whether the commitment limit took points off it (17.2)."""
    alone: bool = field(default=False, compare=False)
    """Whether there was a second wave that cannot be sent (15.1, 15.2)."""


# Arithmetic.


def cut(first: int, second: int, n: int) -> tuple[int, int]:
    """Two waves once `n` points are taken off: off the second as far as it goes, then off the first (15.2)."""
    off_second = min(second, n)
    return max(0, first - (n - off_second)), second - off_second


def halved(first: int, second: int) -> tuple[int, int]:
    """The one wave of a partial strike (15.2)."""
    return rounded(first + second), 0


def new_revealed(old: int | None, delivered: int, row: int) -> int:
    """Revealed air strength after a strike that would be delivered at full strength, with `row` points lost or
    unavailable (16.1)."""
    return max(old or 0, delivered + row)


def limited(first: int, second: int, old: int | None, revealed: int, room: int | None) -> tuple[int, int, int]:
    """Waves and revealed strength within what the carrier commitment index may still rise (17.2)."""
    over = 0 if room is None else max(0, revealed - (old or 0) - room)
    return (*cut(first, second, over), revealed - over)


def final(
    first: int,
    second: int,
    reduced: int,
    row: int,
    old: int | None,
    *,
    room: int | None,
    partial: bool,
    one_wave: bool,
) -> Strength:
    """The strike of a level 1 or 2 force, from the printed waves to what flies.

    `reduced` is what the Reduction Chart leaves of both; `row` the points lost or unavailable; `one_wave` that no
    second wave can be launched.
    """
    first, second = cut(first, second, first + second - reduced)
    revealed = new_revealed(old, first + second, row)
    first, second, kept = limited(first, second, old, revealed, room)
    rise, alone = kept - (old or 0), one_wave and second > 0 and not partial
    first, second = halved(first, second) if partial else (first, 0 if one_wave else second)
    return Strength(first, second, kept, rise, at_limit=kept < revealed, alone=alone)


# Points that are missing.


def airborne(plot: CarrierPlot, force: str) -> int:
    """Points of strikes launched and not landed, those shot down among them, and of a second wave to come."""
    f = plot.forces[force]
    wave = f["wave"]["strength"] if f["wave"] else 0
    return int(sum(line["strength"] for line in f["log"] if not line["landed"]) + wave)


def being_serviced(plot: CarrierPlot, force: str, hexes: int) -> int:
    """Points that came back and are not turned round for a target so far off; the cells must be known."""
    return int(sum(line["strength"] - line["lost"] for line in not_turned_round(plot, force, hexes)))


def missing(plot: CarrierPlot, force: str, hexes: int) -> int:
    """Points unavailable to a force; of level 1 or 2 with those it has lost (15.2)."""
    f = plot.forces[force]
    lost = f["losses"] if f["level"] <= 2 else 0
    return int(lost + airborne(plot, force) + being_serviced(plot, force, hexes))


# What a force is rolled by: it may have found its chit in this very attack.


def line_of(chit: str) -> str:
    """The line of the Level 1 and 2 table a chit is rolled on."""
    return chit.removesuffix(" Carrier") if chit in CARRIER_2 else "Carriers"


def modifiers(plot: CarrierPlot, force: str, hexes: int) -> list[tuple[int, str]]:
    """What the strength die of a level 1 or 2 force is modified by, with the reasons (15.2)."""
    f = plot.forces[force]
    secondary = plot.tree["objectives"]["secondary"]
    made = []
    if f["revealed"] is None and secondary and f["objective"] == secondary:
        made.append((SECONDARY_BY, "secondary objective, no revealed air strength"))
    if hexes in LONG:
        made.append((LONG_BY, f"{hexes} hexes"))
    return made


def last_chance_gone(plot: CarrierPlot) -> bool:
    """Whether a second wave would come after dark: the last turn of the day, and no phase of it left (15.2)."""
    return plot.turn % len(HOURS) == 0 and plot.phase + 2 > PHASES


def one_wave(plot: CarrierPlot, force: str, hexes: int) -> bool:
    """Whether only one wave can be sent: it is too late for another, or a strike is out and a third is never formed (15.1)."""
    return last_chance_gone(plot) or free(plot, force, hexes) < 2


AT_THE_LIMIT = "no more than the carrier limit leaves (17.2)"


def _no_second(plot: CarrierPlot) -> str:
    """Why the second wave that is printed is not sent."""
    late, third = "too late for a second wave (15.2)", "no second wave, which would be a third strike (15.1)"
    return late if last_chance_gone(plot) else third


# Rolling.


def strength(g: Play, force: str, chit: str, target: str, name: str, *, partial: bool) -> Steps[Strength]:
    """The strength of a strike on a target; `chit` is the force’s own, or the one just found for it."""
    if g.truth.forces[force]["level"] >= 3:
        return (yield from _by_value(g, force, target, name, partial))
    line = line_of(chit)
    yield from charts.printed(g, TABLE, lambda: _columns_1_2(g.truth, force, line), RULE)

    def made() -> list[tuple[int, str]]:
        return modifiers(g.truth, force, reach_of(g.truth, force, target))

    def note() -> str:
        return ", ".join([f"line {line}", *(f"−{-by} {why}" for by, why in made())])

    die = yield from _die(g, force, name, note)

    def modified() -> int:
        return die + sum(by for by, _ in made())

    def waves() -> str:
        return f"strength_1_2/{line}/{_column_1_2(g.truth, force, line)}/{modified()}"

    def reduction() -> list[str]:
        row = missing(g.truth, force, reach_of(g.truth, force, target))
        return _reduction(row, sum(_waves(g, waves())))

    yield from charts.printed(g, TABLE, lambda: [waves()], RULE)
    if not foggy(g):  # to ask for it would tell how many are missing
        yield from charts.printed(g, TABLE, reduction, RULE)
    plot: CarrierPlot = g.truth
    first, second = _waves(g, waves())
    row = missing(plot, force, reach_of(plot, force, target))
    reduced = _reduced(plot, row, first + second)
    room, alone = commitment.room(plot), one_wave(plot, force, reach_of(plot, force, target))
    old = plot.forces[force]["revealed"]
    strike = final(first, second, reduced, row, old, room=room, partial=partial, one_wave=alone)
    _tell(g, force, die, modified(), (first, second), strike, partial, missing=row, reduced=reduced)
    return strike


def reach_of(plot: CarrierPlot, force: str, target: str) -> int:
    """Hexes from a force to a target."""
    return distance(plot.forces[force]["hex"], plot.groups[target]["hex"])


def _by_value(g: Play, force: str, target: str, name: str, partial: bool) -> Steps[Strength]:
    """The same of a level 3 or 4 force, by the air value it has at hand."""

    def hexes() -> int:
        return reach_of(g.truth, force, target)

    def value() -> int:
        return at_hand(g.truth, force, hexes())

    if value() <= 0:
        nothing = Strength(0, 0)
        _tell(g, force, 0, 0, (0, 0), nothing, partial, missing=missing(g.truth, force, hexes()), value=0)
        return nothing
    yield from charts.printed(g, TABLE, lambda: _columns_3_4(g.truth, force, hexes()), RULE)

    def note() -> str:
        by = _long(g.truth, hexes())
        far = f", {'+' if by > 0 else '−'}{abs(by)} {hexes()} hexes" if by else ""
        return f"air value at hand {value()}{far}"

    die = yield from _die(g, force, name, note)

    def modified() -> int:
        return die + _long(g.truth, hexes())

    def waves() -> str:
        column = column_of(g.truth.kit, "strength_3_4_columns", "", value())
        return f"strength_3_4/{column}/{modified()}"

    yield from charts.printed(g, TABLE, lambda: [waves()], RULE)
    first, second = _waves(g, waves())
    alone = one_wave(g.truth, force, hexes()) and second > 0 and not partial
    left = halved(first, second) if partial else (first, 0 if alone else second)
    strike = Strength(*left, alone=alone)
    _tell(g, force, die, modified(), (first, second), strike, partial, value=value())
    return strike


def at_hand(plot: CarrierPlot, force: str, hexes: int) -> int:
    """The air value a level 3 or 4 force may strike with now."""
    return air_value.current(plot, force) - missing(plot, force, hexes)


def _long(plot: CarrierPlot, hexes: int) -> int:
    return charts.modifier(plot.kit, "strength_3_4_mods/far") if hexes in LONG else 0


def _die(g: Play, force: str, name: str, note: Callable[[], str]) -> Steps[int]:
    def dice() -> list[Die]:
        return [Die(f"{force}, strength", note(), DIE)]

    (die,) = yield from unseen.roll(g, f"{name}/strength", f"{force}: how strong its attack is", dice, RULE)
    return die


def _waves(g: Play, cell: str) -> tuple[int, int]:
    value = charts.value(g.truth.kit, cell)
    return value["1"], value["2"]


def _column_1_2(plot: CarrierPlot, force: str, line: str) -> str:
    revealed = plot.forces[force]["revealed"]
    return "none" if revealed is None else column_of(plot.kit, "strength_1_2_columns", line, revealed)


def _columns_1_2(plot: CarrierPlot, force: str, line: str) -> list[str]:
    known = _column_1_2(plot, force, line)
    return [] if known else [f"strength_1_2_columns/{line}/{plot.forces[force]['revealed']}"]


def _columns_3_4(plot: CarrierPlot, force: str, hexes: int) -> list[str]:
    value = at_hand(plot, force, hexes)
    keys = [] if column_of(plot.kit, "strength_3_4_columns", "", value) else [f"strength_3_4_columns/{value}"]
    return [*keys, *(["strength_3_4_mods/far"] if hexes in LONG else [])]


def _reduction(row: int, initial: int) -> list[str]:
    """The cell of the Reduction Chart, if one is needed."""
    return [f"reduction/{row}/{initial}"] if row and initial else []


def _reduced(plot: CarrierPlot, row: int, initial: int) -> int:
    """What the Reduction Chart leaves; past its end, where nobody was asked, as it is read on from its edge."""
    cells = _reduction(row, initial)
    if not cells:
        return initial
    if charts.has(plot.kit, cells[0]):
        return int(charts.value(plot.kit, cells[0]))
    cell, more = within_reduction(row, initial)
    return int(charts.value(plot.kit, cell)) + more if cell else 0


def _tell(
    g: Play,
    force: str,
    die: int,
    modified: int,
    printed: tuple[int, int],
    strike: Strength,
    partial: bool,
    **facts: JSON,
) -> None:
    waves: dict[str, JSON] = {
        "printed": list(printed),
        "first": strike.first,
        "second": strike.second,
        "partial": partial,
        "why": [*([AT_THE_LIMIT] if strike.at_limit else []), *([_no_second(g.truth)] if strike.alone else [])],
    }
    to = UMPIRE if foggy(g) else None
    tell(g, "air-strength", RULE, force=force, die=die, modified=modified, **waves, **facts, audience=to)


def _said(f: dict[str, JSON]) -> str:
    printed = "/".join(str(n) for n in f["printed"] if n) or "0"
    waves = "/".join(str(n) for n in (f["first"], f["second"]) if n) or "no attack"
    shown = str(f["die"]) if f["die"] == f["modified"] else f"{f['die']}, modified {f['modified']}".replace("-", "−")
    parts = [f"{f['force']}, strength table: {shown}, {printed}" if f["die"] else f"{f['force']}: no air value at hand"]
    parts += [f"{counted(f['missing'], 'point')} missing"] if f.get("missing") else []
    parts += [*f["why"], *(["a partial strike"] if f["partial"] else [])]
    return f"{'; '.join(parts)}: {waves}."


SAYINGS = {"air-strength": _said}
