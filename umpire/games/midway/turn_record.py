"""The turn record of one audience: what it heard between one turn of the time record and the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from umpire.games.midway.battle_record import battles
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.surface_record import held
from umpire.games.midway.terms import (
    FIGHTER,
    FORTIFICATION,
    JAPAN,
    MIDWAY,
    NAMES,
    SIDES,
    TYPES,
    US,
    squadrons,
)
from umpire.games.midway.turns import Said, Turn
from umpire.games.midway.words import SAYINGS, found_words, say
from umpire.games.paper import Block, Column, narrowed
from umpire.games.turns import span
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any

NOTED = (
    "motion",
    "motion-detail",
    "pause",
    "corrected",
    "set-right",
    "let-stand",
    "fault",
    "cells",
    "back",
    "back-why",
    "captured",
    "ended",
)
"""Kinds that stand in no table of the record and are printed as they were said."""


@dataclass(frozen=True)
class Record:
    """What the record of a turn is drawn from: all that one audience heard in it."""

    plot: MidwayPlot
    side: str
    played: Sequence[Turn]
    current: bool

    @property
    def said(self) -> list[Dispatch]:
        return [d for turn in self.played for d in turn.said]

    @property
    def live(self) -> list[Dispatch]:
        return [d for d in self.said if not d.struck]


def turn_blocks(plot: MidwayPlot, side: str, played: Sequence[Turn], current: bool) -> list[Block]:
    """The record of a turn, or of the several begun under one number. Without a side: what is public."""
    record = Record(plot, side, played, current)
    made = [block for own, part in PARTS if side or not own for block in part(record)]
    return [block for block in made if block.title not in SELDOM or not block.empty]


SELDOM = ("Also on the record", "Struck")
"""Parts that are left out when there is nothing in them; of all others it is said that there was nothing."""


def began(turn: Turn) -> bool:
    """Whether anything has been played in a turn: it has more to record than that it has come."""
    return any(d.kind not in ("turn", "step", "kit", "opened") for d in turn.live)


def of(live: Iterable[Dispatch], *kinds: str) -> Iterator[JSON]:
    """The facts of what was said of some kinds."""
    return (d.facts for d in live if d.kind in kinds)


def _words(plot: MidwayPlot, played: Sequence[Turn], live: Said) -> Block:
    """Midway's fortification, where it can be reduced, and what both sides said of their planes."""
    when_said = {"de-readying": "De-readying, at the opening", "readying": "Readying, after movement"}
    lines = []
    for f in of(live, "word"):
        said = ", ".join(f"{NAMES[side]} {f['words'][side] or 'no word'}" for side in SIDES)
        lines.append(f"{when_said[f['step']]}: {said}.")
    stand = [SAYINGS["on-midway"](f) for f in of(live, "on-midway") if f["side"] == JAPAN]
    return Block("Words", before=[*_strength(plot, played), *lines, *stand])


def _strength(plot: MidwayPlot, played: Sequence[Turn]) -> list[str]:
    """Midway's fortification as the turn found it and left it."""
    if not plot.settings.get("reduction"):
        return []
    start, end = span(played)
    found = left = FORTIFICATION
    for i, d in enumerate(plot.heard[: end + 1]):
        if not d.struck:
            left = _fortified(d, left)
        if i == start:
            found = left
    then = f" at the opening, then {left}" if found != left else ""
    return [f"Midway’s fortification: {found}{then}."]


def _fortified(d: Dispatch, value: int) -> int:
    """Midway's fortification after something was said."""
    if d.kind == "bombed":
        return int(d.facts["fortification"])
    if d.kind == "fortification" or (d.kind == "set-right" and d.facts["fact"] == "fortification"):
        return int(d.facts["value"])
    return value


# Own ships.


def _moves(plot: MidwayPlot, played: Sequence[Turn]) -> Block:
    """Own ships as they stood at the end, with how they came there."""
    start, end = span(played)
    at: dict[str, str] = {}
    came = dict.fromkeys(_kept(plot.heard[:start]), "held by combat")
    left: list[str] = []
    for i, d in enumerate(plot.heard[: end + 1]):
        if d.struck:
            continue
        if d.kind == "ships" and i >= start:
            came |= {ship: _came(d.facts, ship, at) for ship in d.facts["at"]}
            left += d.facts.get("left", ())
        elif d.kind == "set-right" and i >= start:
            came[d.facts["fact"].removeprefix("zone/")] = "set right"
        stand(at, d)
    zones: dict[tuple[str, str], list[str]] = {}
    for ship, zone in at.items():
        zones.setdefault((zone, came.get(ship, "held")), []).append(ship)
    rows = [[zone, _named(plot, ships), how] for (zone, how), ships in sorted(zones.items())]
    after = [f"Left the board: {listed(left)}."] if left else ()
    wide = Block("Your ships", [Column("Zone", 3, True), Column("Ships", 11), Column("Moved", 6)], rows, after=after)
    return narrowed(wide, [Column("Zone", 2, True), Column("Ships", 5), Column("Moved", 3)])


def _kept(before: Said) -> list[str]:
    """Ships that surface combat of the turn before keeps where they are (Surface Combat 17)."""
    began = [i for i, d in enumerate(before) if d.kind == "turn" and not d.struck]
    return held(before[began[-1] :]) if began else []


def stand(at: dict[str, str], said: Dispatch) -> None:
    """Take into account what a dispatch says of where ships are."""
    if said.kind == "ships":
        at.update(said.facts["at"])
        for ship in said.facts.get("left", ()):
            at.pop(ship, None)
    elif said.kind == "sunk":
        at.pop(said.facts["ship"], None)
    elif said.kind == "set-right" and said.facts["fact"].startswith("zone/"):
        at[said.facts["fact"].removeprefix("zone/")] = said.facts["value"]


def _came(facts: JSON, ship: str, at: dict[str, str]) -> str:
    moved = facts["moved"].get(ship, 0)
    if ship in facts["entered"]:
        return f"entered, then {moved}" if moved else "entered"
    return f"{moved}, from {at[ship]}" if moved and ship in at else "held"


def _named(plot: MidwayPlot, ships: Iterable[str]) -> str:
    return ", ".join(f"{ship} {plot.ships[ship]['type']}" for ship in ships)


def _readied(live: Said) -> Block:
    rows = [
        [f["step"], base, squadrons(kinds)]
        for f in of(live, "readied")
        for base, kinds in f["which"].items()
        if any(kinds.values())
    ]
    wide = Block("Your planes readied", [Column("Word", 5), Column("Base", 8), Column("Planes", 7)], rows)
    return narrowed(wide, [Column("Word", 2), Column("Base", 4), Column("Planes", 4)], 2)


# Search and operations.


def _search(live: Said) -> Block:
    made = calls("Search calls", list(of(live, "answer")))
    return replace(made, after=[SAYINGS["contact"](f) for f in of(live, "contact")])


def calls(title: str, answers: Sequence[JSON]) -> Block:
    """Both sides' calls with their answers, side by side, in the order they were made; misses in a row share a line."""
    columns = [each for side in SIDES for each in (Column(NAMES[side], 3, True), Column("Answer", 7))]
    sides = [_called([f for f in answers if f["by"] == side]) for side in SIDES]
    rows = [[*us, *japan] for us, japan in zip_longest(*sides, fillvalue=["", ""])]
    return Block(title, columns, rows)


A_LINE = 12
"""Letters of the areas that share a line of misses."""


def _called(answers: Sequence[JSON]) -> list[list[str]]:
    rows: list[list[str]] = []
    missed = found_words([])
    for f in answers:
        said = found_words(f["found"])
        together = f"{rows[-1][0]} {f['area']}" if rows else ""
        if rows and said == missed == rows[-1][1] and len(together) <= A_LINE:
            rows[-1][0] = together
        else:
            rows.append([f["area"], said])
    return rows


def _orders(live: Said, side: str) -> Block:
    rows = [order_row(x) for f in of(live, "orders") for x in f["flights"]]
    if side == US:
        rows += [["attack", MIDWAY, "B-17s", f["b17"]] for f in of(live, "operations") if f.get("b17")]
    return narrowed(Block("Your operations sheet", ORDER, rows), ORDER_HALVES)


ORDER = [Column("Order", 4), Column("From", 7), Column("Planes", 4), Column("To", 5)]
ORDER_HALVES = [Column("Order", 2), Column("From", 3), Column("Planes", 3), Column("To", 2)]


def order_row(flight: JSON) -> list[str]:
    """A flight as its sheet has it."""
    kind = flight["kind"]
    goal = flight["to"] if kind == "transfer" else flight["zone"]
    return ["CAP" if kind == "cap" else kind, flight["from"], squadrons(flight), goal]


def _operations(live: Said) -> Block:
    """The sheets as they were exchanged: attacks, then the air patrols that were told of."""
    told = list(of(live, "operations"))
    kinds = [k for k in TYPES if k != FIGHTER or any(a.get(k) for f in told for a in f["attacks"])]
    share = 9 // len(kinds)
    numbers = [Column(kind, share) for kind in kinds]
    columns = [Column("By", 14 - share * len(kinds)), Column("Zone attacked", 6, True), *numbers]
    rows = [[NAMES[a["by"]], a["zone"], *(str(a[kind]) for kind in kinds)] for f in told for a in f["attacks"]]
    after = [f"B-17s attack {f['b17']}." for f in told if f.get("b17")]
    after += ["No attack by either side."] if told and not (rows or after) else []
    after += [f"{NAMES[c['by']]}: CAP over {c['zone']}, {squadrons(c)}." for f in told for c in f.get("caps", ())]
    wide = Block("Operations exchanged", columns, rows, after=after)
    halves = [Column("By", 2), Column("Zone attacked", 8 - 2 * len(kinds), True), *(Column(k, 2) for k in kinds)]
    return narrowed(wide, halves)


# Coming home.


def _landings(live: Said) -> Block:
    columns = [
        Column("From", 5),
        Column("Flew to", 4, True),
        Column("Lost", 3),
        Column("Came down", 5),
        Column("No room", 3),
    ]
    rows = [_landing(flight) for f in of(live, "landed") for flight in f["landed"]]
    after = [
        f"Overboard from {base}: {squadrons(counts)}."
        for f in of(live, "landed")
        for base, counts in f["overboard"].items()
        if any(counts.values())
    ]
    return Block("Your landings", columns, rows, after=after)


def _landing(flight: JSON) -> list[str]:
    down = [f"{base} {squadrons(counts)}" for base, counts in flight["land"].items() if any(counts.values())]
    return [
        f"{flight['from']} {squadrons(flight)}",
        flight["zone"],
        squadrons(flight["lost"]),
        "; ".join(down) or "none",
        squadrons(flight["no_return"]),
    ]


def _returns(live: Said) -> Block:
    columns = [Column("By", 4), Column("Came from", 8, True), Column("Returned to", 8, True)]
    rows = [
        [NAMES[f["by"]], listed(f["origins"]), listed(f["returns"]) or "none returned"] for f in of(live, "returns")
    ]
    wide = Block("Zones of the attacks", columns, rows)
    return narrowed(wide, [Column("By", 2), Column("Came from", 4, True), Column("Returned to", 4, True)])


# Points, and all else.


def _score(plot: MidwayPlot, live: Said, current: bool) -> Block:
    rows = []
    for d in live:
        if d.kind == "sunk":
            rows.append([NAMES[d.facts["to"]], str(d.facts["points"]), f"{d.facts['ship']} sunk"])
        elif d.kind == "island-point":
            rows.append([NAMES["us"], "1", "Midway is held"])
        elif d.kind == "captured":
            rows.append([NAMES["japan"], str(d.facts["points"]), "Midway has fallen"])
    over = [f["score"] for f in of(live, "turn-over")]
    score = plot.score if current else over[-1] if over else None
    after = [f"Score: {', '.join(f'{NAMES[side]} {score[side]}' for side in SIDES)}."] if score else []
    after += [say(d) for d in live if d.kind in ("fortification", "invasion")]
    return Block("Points", [Column("For", 4), Column("Points", 3), Column("Why", 13)], rows, after=after)


def _noted(live: Said) -> Block:
    return Block("Also on the record", after=[words for d in live if d.kind in NOTED and (words := say(d))])


def _struck(said: Said) -> Block:
    """What the table went back on: said once, and void."""
    return Block(
        "Struck", [Column("Said, and void", 20)], [[w] for d in said if d.struck and (w := say(d))], struck=True
    )


PARTS: Sequence[tuple[bool, Callable[[Record], Sequence[Block]]]] = (
    (False, lambda r: [_words(r.plot, r.played, r.live)]),
    (True, lambda r: [_moves(r.plot, r.played)]),
    (True, lambda r: [_readied(r.live)]),
    (False, lambda r: [_search(r.live)]),
    (True, lambda r: [_orders(r.live, r.side)]),
    (False, lambda r: [_operations(r.live)]),
    (False, lambda r: battles(r.live) or [Block("Battles")]),
    (True, lambda r: [_landings(r.live)]),
    (False, lambda r: [_returns(r.live)]),
    (False, lambda r: [_score(r.plot, r.live, r.current)]),
    (False, lambda r: [_noted(r.live)]),
    (False, lambda r: [_struck(r.said)]),
)
"""The parts of a turn's record as they follow each other, and whether only a side has them of its own."""
