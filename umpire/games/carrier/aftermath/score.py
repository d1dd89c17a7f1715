"""Victory points: turn by turn, and by what they were awarded for; in eighths, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.aftermath.score import Row, chart
from umpire.games.carrier.aftermath.reel import NAMES, SIDES, Moment, Reel
from umpire.games.carrier.scenarios.scenario_5 import SOUND
from umpire.games.carrier.terms import eighths, halves

JSON = Any
POINT = 8
"""Eighths in a point."""

SOURCES = (
    ("shot down, strike", "Planes shot down on strikes"),
    ("pushed overboard", "Planes pushed overboard"),
    ("out of fuel", "Planes out of fuel"),
    ("landing", "Planes lost in landing"),
    ("aboard", "Planes lost aboard ships and on bases"),
    ("nowhere to land", "Planes with nowhere to land"),
    ("CAP of", "Planes of the CAP shot down"),
    ("ocated, level", "Forces found, by level"),
    ("dummies", "Forces found to be dummies"),
    (f" in {SOUND}", f"Ships in {SOUND} at the end"),
    ("air point", "Japanese air points"),
    ("sunk", "Ships sunk"),
    ("damage", "Ships damaged"),
    ("unloaded", "Transports"),
    ("bombarded", "Bombardment"),
)
"""What points are awarded for, by words of their reasons, in the order of the table."""
OTHER = "Other"


def by_turn(reel: Reel) -> list[Row]:
    """The score at the end of every turn that was begun."""
    turns: dict[int, list[Moment]] = {}
    for moment in reel.moments:
        if moment.turn:
            turns.setdefault(moment.turn, []).append(moment)
    return [Row(turn, _pair(said[-1].score), _why(said)) for turn, said in turns.items()]


def _pair(score: Mapping[str, int]) -> tuple[int, int]:
    us, japan = (score[side] for side in SIDES)
    return us, japan


def _why(said: Sequence[Moment]) -> tuple[str, ...]:
    """What the points of a turn were for, by source."""
    gained: dict[tuple[str, str], int] = {}
    for moment in said:
        if moment.kind == "points":
            f = moment.facts
            key = (NAMES[f["side"]], source(f["why"]))
            gained[key] = gained.get(key, 0) + f["n"]
    return tuple(f"{name} {eighths(n)}, {what.lower()}" for (name, what), n in gained.items())


def source(why: str) -> str:
    return next((name for words, name in SOURCES if words in why), OTHER)


def facts(reel: Reel) -> dict[str, JSON]:
    """The score by turn, as rows and as a drawing."""
    rows = by_turn(reel)
    shown = [
        {"turn": r.turn, "when": reel.when(r.turn), "score": [eighths(n) for n in r.score], "why": "; ".join(r.why)}
        for r in rows
    ]
    return {"rows": shown, "chart": chart(rows, [NAMES[side] for side in SIDES], eighths, POINT) if rows else None}


def sources(reel: Reel) -> dict[str, JSON]:
    """What each side was awarded points for, and the sum; an empty cell for nothing."""
    made: dict[str, dict[str, int]] = {}
    for side in SIDES:
        for award in reel.end.at(f"points/{side}", []):
            of = made.setdefault(source(award["why"]), dict.fromkeys(SIDES, 0))
            of[side] += award["n"]
    order = [name for _, name in SOURCES] + [OTHER]
    rows = [
        {"what": what, "of": [eighths(made[what][side]) if made[what][side] else "" for side in SIDES]}
        for what in order
        if what in made
    ]
    total = [eighths(sum(made[what][side] for what in made)) for side in SIDES]
    return {"rows": rows, "total": total}


# Indices.


def indices(reel: Reel) -> dict[str, JSON]:
    """The commitment indices and the retirement index as each turn ended, against their limits."""
    limits = reel.end.tree["limits"]
    which = [name for name in ("carrier", "surface", "transport", "retirement") if name in limits]
    rows: dict[int, list[str]] = {}
    for moment in reel.moments:
        if moment.turn:
            rows[moment.turn] = [_written(name, moment.index[name]) for name in which]
    heads = [f"{name.capitalize()}, limit {limits[name]}" for name in which]
    shown = [{"turn": turn, "when": reel.when(turn), "of": of} for turn, of in rows.items()]
    return {"heads": heads, "rows": shown if which else []}


def _written(name: str, n: int) -> str:
    return halves(n) if name == "retirement" else str(n)
