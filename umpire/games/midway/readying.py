"""Steps 0 and 2: the words about planes on deck, and the slip of paper that stays with each side."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.plot import IDLE, READY, READYING, MidwayPlot
from umpire.games.midway.terms import TYPES
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps
from umpire.table.words import copy, whole

JSON = Any
Planes = dict[str, dict[str, dict[str, int]]]

NONE, ALL, SOME = "none", "all", "some"

_WHICH = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {kind: {"type": "integer", "minimum": 0, "maximum": 99} for kind in TYPES},
        "additionalProperties": False,
    },
}


@dataclass(frozen=True)
class Word(Ask):
    """No word, all planes it can concern, or some of them by base and type.

    The value is ``{"word": "none"|"all"}`` or ``{"word": "some", "which": {base: {"D": 6}}}``. The other
    side hears only whether a word was said (Appendix, Readying 4).
    """

    doing = ""
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": ["word"],
        "properties": {"word": {"enum": [NONE, ALL, SOME]}, "which": _WHICH},
        "additionalProperties": False,
    }

    def check(self, value: JSON) -> None:
        if (value["word"] == SOME) != ("which" in value):
            raise Refusal("Say which planes, or all of them, or none.", self.rule)
        if value["word"] == ALL and not _total(self.facts["planes"]):
            raise Refusal(f"You have no planes to be {self.doing}.", self.rule)
        if value["word"] == SOME:
            self._check_some(value["which"])

    def _check_some(self, which: JSON) -> None:
        if not _total(which):
            raise Refusal("Not one squadron is picked; choose some, or say no word.", self.rule)
        for base, wanted in which.items():
            there = self.facts["planes"].get(base)
            if there is None:
                raise Refusal(f"You have no planes on {base[:30]}.", self.rule)
            for kind, n in wanted.items():
                if n > there[kind]:
                    raise Refusal(f"{base} has {kind} {there[kind]} that can be {self.doing}, not {n}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        if not _total(self.facts["planes"]) or rng.random() < self.silence:
            return {"word": NONE}
        if rng.random() < 0.7:
            return {"word": ALL}
        which = {base: {k: rng.randint(0, n) for k, n in kinds.items()} for base, kinds in self.facts["planes"].items()}
        return {"word": SOME, "which": which} if _total(which) else {"word": ALL}

    silence = 0.5
    """How often random play says nothing."""

    def draft(self) -> JSON:
        return {"word": NONE, "which": {base: dict.fromkeys(TYPES, 0) for base in self.facts["planes"]}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``word`` none, all or some; ``count`` with ``Kaga:D:6`` sets a number; ``base`` takes all or none of one."""
        if op == "word" and arg in (NONE, ALL, SOME):
            return {**draft, "word": arg}
        base, _, rest = arg.partition(":")
        there = self.facts["planes"].get(base)
        if there is None or op not in ("count", "base"):
            return super().edit(draft, op, arg, fields)
        if op == "base":
            full = draft["which"][base] == there
            which = dict.fromkeys(TYPES, 0) if full else dict(there)
        else:
            kind, _, number = rest.partition(":")
            n = whole(number)
            if kind not in TYPES or n is None or n > there[kind]:
                raise Refusal(f"{base} has no such number of planes.", self.rule)
            which = {**draft["which"][base], kind: n}
        return {"word": SOME, "which": {**draft["which"], base: which}}

    def value(self, draft: JSON) -> JSON:
        if draft["word"] == SOME:
            return {
                "word": SOME,
                "which": {base: kinds for base, kinds in draft["which"].items() if any(kinds.values())},
            }
        return {"word": draft["word"]}


@dataclass(frozen=True)
class Deready(Word):
    """Step 0: at the beginning of the turn, planes struck below."""

    kind = "deready"
    rule = "Step 2"
    doing = "de-readied"
    silence = 0.9


@dataclass(frozen=True)
class Readying(Word):
    """Step 2: after movement, planes brought up for the turn after."""

    kind = "readying"
    rule = "Step 2"
    doing = "readied"
    silence = 0.4


def _total(which: Mapping[str, Mapping[str, int]]) -> int:
    return sum(sum(kinds.values()) for kinds in which.values())


def in_state(planes: Planes, state: str) -> dict[str, dict[str, int]]:
    """By base and type, the squadrons in one state; every base is listed, whether it has any or not."""
    return {base: {kind: kinds[kind][state] for kind in TYPES} for base, kinds in planes.items()}


def shifted(planes: Planes, which: Mapping[str, Mapping[str, int]], frm: str, to: str) -> Planes:
    """The planes after some go from one state to another."""
    made: Planes = copy(planes)
    for base, kinds in which.items():
        for kind, n in kinds.items():
            made[base][kind][frm] -= n
            made[base][kind][to] += n
    return made


def armed_by_now(planes: Planes) -> Planes:
    """The planes once the turn is over: what was readying is ready (Step 2)."""
    return shifted(planes, in_state(planes, READYING), READYING, READY)


def _own_planes(g: Play, side: str) -> Planes:
    plot: MidwayPlot = g.plot(side)
    return {base: plot.planes[base] for base in plot.bases(side)}


def ask_deready(g: Play, side: str) -> Deready:
    return Deready(f"t{g.truth.played}/deready/{side}", {"planes": in_state(_own_planes(g, side), READY)})


def ask_readying(g: Play, side: str) -> Readying:
    return Readying(f"t{g.truth.played}/ready/{side}", {"planes": in_state(_own_planes(g, side), IDLE)})


def _words(g: Play, step: str, answers: Mapping[str, JSON], frm: str, to: str) -> None:
    g.tell(g.all, "word", "Step 2", step=step, words={s: "" if a["word"] == NONE else step for s, a in answers.items()})
    for side, answer in answers.items():
        planes = _own_planes(g, side)
        which = in_state(planes, frm) if answer["word"] == ALL else answer.get("which", {})
        if answer["word"] != NONE:
            g.tell(side, "readied", "Appendix, Readying 4", step=step, which=which)
            g.tell(side, "planes", "Step 2", planes=shifted(planes, which, frm, to))


def deready(g: Play) -> Steps[None]:
    """Step 0: both, sealed; the two words are told together."""
    answers = yield from g.sealed(lambda: {side: ask_deready(g, side) for side in g.game.sides})
    _words(g, "de-readying", answers, READY, IDLE)


def readying(g: Play) -> Steps[None]:
    """Step 2: both, sealed; the two words are told together."""
    answers = yield from g.sealed(lambda: {side: ask_readying(g, side) for side in g.game.sides})
    _words(g, "readying", answers, IDLE, READYING)
