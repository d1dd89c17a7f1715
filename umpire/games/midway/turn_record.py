"""The turn record of one audience: what it heard between one turn of the time record and the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from umpire.games.midway.battle import group_words
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import NAMES, SIDES, TYPES, hour, squadrons, when
from umpire.games.midway.words import SAYINGS, found_words
from umpire.games.paper import Block, Column
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any
Said = Sequence[Dispatch]

NOTED = ("motion", "motion-detail", "pause", "corrected", "set-right", "fault", "cells", "back", "captured", "ended")
"""Kinds that stand in no table of the record and are printed as they were said."""


@dataclass
class Turn:
    """What was said in one turn. Going back to it takes it up again; going back before it strikes it."""

    n: int
    played: int
    said: list[Dispatch] = field(default_factory=list)
    first: int = 0
    last: int = 0

    @property
    def live(self) -> list[Dispatch]:
        return [d for d in self.said if not d.struck]


def turns(heard: Said) -> tuple[list[Turn], Turn]:
    """All turns in the order they were begun, set-up first, and the one that is being played."""
    now = Turn(0, 0)
    made = [now]
    for i, dispatch in enumerate(heard):
        if dispatch.kind == "turn":
            now = Turn(dispatch.facts["n"], now.played + 1, first=i)
            made.append(now)
        elif dispatch.kind == "back":
            now = _gone_back(made, now, dispatch.facts["to"])
        elif dispatch.kind == "set-right" and dispatch.facts["fact"] == "turn":
            now.n = dispatch.facts["value"]
        now.said.append(dispatch)
        now.last = i
    return made, now


def _gone_back(made: list[Turn], now: Turn, to: str) -> Turn:
    """The turn of the ask that was gone back to: the last begun of that number."""
    name = to.partition("/")[0].removeprefix("t")
    played = int(name) if name.isdecimal() else 0 if name == "setup" else now.played
    return next((turn for turn in reversed(made) if turn.played == played), now)


def dated(plot: MidwayPlot, n: int) -> str:
    """``Turn 6, 1500 June 4, day``."""
    if not n:
        return "Set-up, before the first turn"
    light = "night" if hour(n) in plot.kit.get("track/nights", ()) else "day"
    return f"Turn {n}, {when(n)}, {light}"


def turn_blocks(plot: MidwayPlot, side: str, played: Sequence[Turn], current: bool) -> list[Block]:
    """The record of a turn, or of the several begun under one number. Without a side: what is public."""
    said = [d for turn in played for d in turn.said]
    live = [d for d in said if not d.struck]
    made = [_words(live)]
    if side:
        made += [_moves(plot, played), _readied(live)]
    made.append(_search(live))
    if side:
        made.append(_orders(live))
    made.append(_operations(live))
    made += battles(live) or [Block("Battles")]
    if side:
        made.append(_landings(live))
    made += [_returns(live), _score(plot, live, current), _noted(live), _struck(said)]
    return [block for block in made if block.title not in ("Also on the record", "Struck") or not block.empty]


def of(live: Iterable[Dispatch], *kinds: str) -> Iterator[JSON]:
    """The facts of what was said of some kinds."""
    return (d.facts for d in live if d.kind in kinds)


def say(dispatch: Dispatch) -> str:
    """A dispatch in words; nothing for one that needs none."""
    saying = SAYINGS.get(dispatch.kind)
    return saying(dispatch.facts) if saying else ""


def _words(live: Said) -> Block:
    when_said = {"de-readying": "De-readying, at the opening", "readying": "Readying, after movement"}
    lines = []
    for f in of(live, "word"):
        said = ", ".join(f"{NAMES[side]} {f['words'][side] or 'no word'}" for side in SIDES)
        lines.append(f"{when_said[f['step']]}: {said}.")
    return Block("Words", before=[*lines, *(SAYINGS["on-midway"](f) for f in of(live, "on-midway"))])


# Own ships.


def _moves(plot: MidwayPlot, played: Sequence[Turn]) -> Block:
    """Own ships as they stood at the end, with how they came there."""
    start, end = min(turn.first for turn in played), max(turn.last for turn in played)
    at: dict[str, str] = {}
    came: dict[str, str] = {}
    for i, d in enumerate(plot.heard[: end + 1]):
        if d.struck:
            continue
        if d.kind == "ships" and i >= start:
            came |= {ship: _came(d.facts, ship, at) for ship in d.facts["at"]}
        elif d.kind == "set-right" and i >= start:
            came[d.facts["fact"].removeprefix("zone/")] = "set right"
        stand(at, d)
    zones: dict[tuple[str, str], list[str]] = {}
    for ship, zone in at.items():
        zones.setdefault((zone, came.get(ship, "held")), []).append(ship)
    rows = [[zone, _named(plot, ships), how] for (zone, how), ships in sorted(zones.items())]
    return Block("Your ships", [Column("Zone", 3, True), Column("Ships", 11), Column("Moved", 6)], rows)


def stand(at: dict[str, str], said: Dispatch) -> None:
    """Take into account what a dispatch says of where ships are."""
    if said.kind == "ships":
        at.update(said.facts["at"])
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
    return Block("Your planes readied", [Column("Word", 5), Column("Base", 8), Column("Planes", 7)], rows)


# Search and operations.


def _search(live: Said) -> Block:
    return calls("Search calls", list(of(live, "answer")))


def calls(title: str, answers: Sequence[JSON]) -> Block:
    """Both sides' calls with their answers, side by side, in the order they were made."""
    columns = [each for side in SIDES for each in (Column(NAMES[side], 2, True), Column("Answer", 8))]
    sides = [[[f["area"], found_words(f["found"])] for f in answers if f["by"] == side] for side in SIDES]
    rows = [[*us, *japan] for us, japan in zip_longest(*sides, fillvalue=["", ""])]
    return Block(title, columns, rows)


def _orders(live: Said) -> Block:
    columns = [Column("Order", 4), Column("From", 7), Column("Planes", 4), Column("To", 5)]
    return Block("Your operations sheet", columns, [order_row(x) for f in of(live, "orders") for x in f["flights"]])


def order_row(flight: JSON) -> list[str]:
    """A flight as its sheet has it."""
    attack = flight["kind"] == "attack"
    goal = flight["zone"] if attack else flight["to"]
    return ["attack" if attack else "transfer", flight["from"], squadrons(flight), goal]


def _operations(live: Said) -> Block:
    columns = [Column("By", 4), Column("Zone attacked", 6, True), Column("D", 5), Column("T", 5)]
    told = list(of(live, "operations"))
    rows = [[NAMES[a["by"]], a["zone"], *(str(a[kind]) for kind in TYPES)] for f in told for a in f["attacks"]]
    return Block(
        "Operations exchanged", columns, rows, after=["No attack by either side."] if told and not rows else ()
    )


# Battles.

_BATTLE = ("battle", "empty", "placed", "pressed", "attacking", "firing", "roll", "odds", "results")
GROUP = [
    Column("Group", 5),
    Column("Fired at by", 5),
    *(Column(label, 2) for label in ("Odds", "Column", "Die", "Hits", "Lost")),
]
"""What is written of each attack group."""


def battles(live: Said) -> list[Block]:
    """Every battle as far as it has gone, a table of its groups each."""
    made: list[list[Dispatch]] = []
    for d in live:
        if d.kind == "battle":
            made.append([d])
        elif made and d.kind in (*_BATTLE, "hits", "sunk", "battle-over"):
            made[-1].append(d)
    return [_battle(said) for said in made]


def _battle(said: Said) -> Block:
    told = {d.kind: d.facts for d in said if d.kind in _BATTLE}
    opened = told["battle"]
    title = f"Battle {opened['k']}: {NAMES[opened['by']]} over {opened['zone']} with {squadrons(opened['planes'])}"
    before, after = [], []
    if "placed" in told:
        ships = told["placed"]["ships"]
        before.append(f"Ships there, by column and row: {', '.join(f'{s} {c}-{r}' for s, (c, r) in ships.items())}.")
    if "roll" in told:
        after.append(f"Dice {_giver(told['roll']['by'])}.")
    if "results" in told:
        after.append(f"Squadrons lost: {squadrons(told['results']['lost'])}.")
    after += [words for d in said if d.kind in ("empty", "pressed", "hits", "sunk") and (words := _end(d))]
    return Block(title, GROUP, _groups(told), before, after)


def _end(said: Dispatch) -> str:
    return "" if said.kind == "pressed" and said.facts["on"] else say(said)


def _groups(told: dict[str, JSON]) -> list[list[str]]:
    odds = {each["id"]: each for each in told.get("odds", {}).get("odds", ())}
    results = {each["id"]: each for each in told.get("results", {}).get("results", ())}
    fire = told.get("firing", {}).get("fire", {})
    rows = []
    for group in told.get("attacking", {}).get("groups", ()):
        firing = ", ".join(ship for ship, target in fire.items() if target == group["id"])
        o, r = odds.get(group["id"]), results.get(group["id"])
        reckoned = [f"{o['raw'][0]} to {o['raw'][1]}", o["column"]] if o else ["", ""]
        fell = [str(r["die"]), str(r["hits"]), str(min(r["lost"], group["n"]))] if r else ["", "", ""]
        rows.append([group_words(group), firing or ("nobody" if fire else ""), *reckoned, *fell])
    return rows


def _giver(by: str) -> str:
    known = {"app": "rolled by the app", "laptop": "read at the laptop", "umpire": "read by the umpire"}
    return known.get(by, f"read by {NAMES.get(by, by)}")


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
    return Block("Zones of the attacks", columns, rows)


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
    after += [SAYINGS["invasion"](f) for f in of(live, "invasion")]
    return Block("Points", [Column("For", 4), Column("Points", 3), Column("Why", 13)], rows, after=after)


def _noted(live: Said) -> Block:
    return Block("Also on the record", after=[words for d in live if d.kind in NOTED and (words := say(d))])


def _struck(said: Said) -> Block:
    """What the table went back on: said once, and void."""
    return Block(
        "Struck", [Column("Said, and void", 20)], [[w] for d in said if d.struck and (w := say(d))], struck=True
    )
