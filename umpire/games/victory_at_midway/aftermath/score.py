"""Victory points: turn by turn, by what they were scored for, and the final reckoning; all in halves, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.aftermath.score import Row
from umpire.games.victory_at_midway.aftermath.reel import Moment, Reel
from umpire.games.victory_at_midway.terms import (
    BASES,
    KINDS,
    PLANE_POINTS,
    POINTS,
    SIDES,
    TYPE_WORDS,
    YAMATO_POINTS,
    halves,
)
from umpire.table.words import counted

JSON = Any

YAMATO, SHOT, CAUGHT, FIELD, ZEKES, BY_HAND = (
    "Yamato",
    "Aircraft in battle",
    "Aircraft lost with carriers",
    "Aircraft on Midway’s field",
    "Reserve Zekes",
    "Set right by hand",
)
AFLOAT = {kind: f"{words.capitalize()}s" for kind, words in TYPE_WORDS.items()}
SOURCES = (AFLOAT["CV"], YAMATO, *(AFLOAT[k] for k in AFLOAT if k != "CV"), SHOT, CAUGHT, FIELD, ZEKES, BY_HAND)
"""What points are scored for, in the order of the table."""


def by_turn(reel: Reel) -> list[Row]:
    """The score at the end of every turn that was begun, before the final reckoning."""
    turns: dict[int, list[Moment]] = {}
    for moment in reel.moments:
        if moment.turn and moment.kind not in ("tally", "revealed", "ended"):
            turns.setdefault(moment.turn, []).append(moment)
    return [Row(turn, _pair(said[-1].score), _why(said)) for turn, said in turns.items()]


def _pair(score: Mapping[str, int]) -> tuple[int, int]:
    us, japan = (score[side] for side in SIDES)
    return us, japan


def _why(said: Sequence[Moment]) -> tuple[str, ...]:
    """What the points of a turn were for, what was scored alike together."""
    gained: dict[str, int] = {}
    for moment in said:
        f = moment.facts
        if moment.kind == "scored":
            gained[f["why"]] = gained.get(f["why"], 0) + f["halves"]
    made = [f"{why} {halves(n)}" for why, n in gained.items()]
    rights = [m.facts for m in said if m.kind == "set-right" and m.facts["fact"].startswith("score/")]
    return (*made, *(f"set right: {f['text']} ({f['reason']})" for f in rights))


def by_source(reel: Reel) -> dict[str, tuple[int, int]]:
    """What each side scored for what, in halves; together they are the score before the final reckoning."""
    made: dict[str, dict[str, int]] = {}
    before = dict.fromkeys(SIDES, 0)
    for moment in reel.moments:
        if moment.kind == "tally":
            break
        for side in SIDES:
            gained = moment.score[side] - before[side]
            if gained:
                of = made.setdefault(_source(reel, moment), dict.fromkeys(SIDES, 0))
                of[side] += gained
        before = dict(moment.score)
    return {source: _pair(made[source]) for source in SOURCES if source in made}


def _source(reel: Reel, moment: Moment) -> str:
    if moment.kind != "scored":
        return BY_HAND
    ship, why = moment.facts["of"], moment.facts["why"]
    if ship:
        return YAMATO if reel.end.ships[ship]["class"] == "Yamato" else AFLOAT[reel.kind(ship)]
    if "Reserve Zeke" in why:
        return ZEKES
    return {"aircraft": SHOT, "aircraft on Midway": FIELD}.get(why, CAUGHT)


def hits_words(source: str, points: int) -> str:
    """How many hits, or steps of aircraft, so many half points are."""
    each = {words: POINTS[kind] for kind, words in AFLOAT.items()} | {YAMATO: YAMATO_POINTS}
    if source in (SHOT, CAUGHT, FIELD):
        return counted(points // PLANE_POINTS, "step")
    return counted(points // each[source], "hit") if each.get(source) and not points % each[source] else ""


def reckoning(reel: Reel) -> dict[str, JSON] | None:
    """The final reckoning as it was told: from the hits scored to the verdict. None where nothing was reckoned up."""
    told = [i for i, moment in enumerate(reel.moments) if moment.kind == "tally"]
    if not told:
        return None
    at = told[-1]
    scored = reel.moments[at - 1].score if at else dict.fromkeys(SIDES, 0)
    f = reel.moments[at].facts
    lines = [{"why": "Scored in play", "points": [halves(n) for n in _pair(scored)]}]
    for line in f["lines"]:
        points = [halves(line["halves"]) if line["to"] == side else "" for side in SIDES]
        lines.append({"why": line["why"][0].upper() + line["why"][1:], "points": points})
    return {"lines": lines, "total": [halves(n) for n in _pair(f["score"])]}


def planes_of(reel: Reel, side: str, box: str) -> dict[str, int]:
    """A side's air units that ended in a box, by broad type."""
    end = reel.end
    kinds = [end.kind_of(unit) for unit, u in end.air.items() if u["box"] == box and BASES[u["base"]][0] == side]
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}
