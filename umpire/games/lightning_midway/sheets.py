"""The printed sheets: turn record, a sheet to go on by hand, and the master sheet. Everybody's are alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from umpire.games.lightning_midway import agreed
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.agreed import edition
from umpire.games.lightning_midway.fight import committed, total
from umpire.games.lightning_midway.forms import OPTIONS, TURN_COLUMNS, form_kinds, forms
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.record_facts import movers
from umpire.games.lightning_midway.terms import ENEMY, NAMES, SIDES
from umpire.games.lightning_midway.words import cards_words, say
from umpire.games.paper import Asked, Block, Column, NoSuchSheet, Sheet, ruled
from umpire.games.turns import Turn, asked_for, recorded
from umpire.table.plot import Dispatch
from umpire.table.words import listed

__all__ = ["edition", "form_kinds", "forms", "kinds", "master", "played", "sheets"]

JSON = Any

TITLES = {"turn": "Turn record", "packet": "To go on by hand", "all": "All sheets"}
QUIET = ("turn", "kit", "opened")
"""Kinds that are told before anybody has played anything in a turn."""
NOTED = (
    *("motion", "motion-detail", "pause", "not-set", "set-right", "let-stand", "fault", "cells", "corrected"),
    *("sealed", "back", "back-why", "ended"),
)
"""Kinds that are no part of a turn's play; all others are printed as the turn was played."""
LINES = 13
"""Turns to go on with by hand on one sheet."""
RECENT = 24
"""Sentences of the record that the master sheet ends with."""


def kinds(side: str) -> dict[str, str]:
    """The sheets an audience may print, with their titles: all of it lies open."""
    return dict(TITLES)


def dated(plot: LightningPlot, n: int) -> str:
    """``Turn 8, Japan``: whose turn it is as it was last set right."""
    by = movers(plot, f"t{n}")
    return f"Turn {n}, {NAMES[by[-1]]}" if by else "Set-up, before the first turn"


def played(plot: LightningPlot) -> list[tuple[int, str]]:
    """The turns there is a record of, each number once; 0 is the set-up. One gone back behind says that it is struck."""
    return recorded(plot.heard, lambda n: dated(plot, n))


def began(turn: Turn) -> bool:
    """Whether anything has been played in a turn: it has more to record than that it has come."""
    return any(d.kind not in QUIET for d in turn.live)


def sheets(plot: LightningPlot, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    """One kind of sheet, or all of them; raises `NoSuchSheet`."""
    if what not in TITLES:
        raise NoSuchSheet(what)
    made = []
    if what in ("packet", "all"):
        made.append(Sheet(TITLES["packet"], dated(plot, plot.turn), packet(plot)))
    if what in ("turn", "all"):
        made.append(_turn(plot, turn))
    return made


def _turn(plot: LightningPlot, n: int | None) -> Sheet:
    """The record of a turn; without a number that of the one being played, or of the last if this has just begun."""
    wanted, current = asked_for(plot.heard, n, began)
    said = [d for turn in wanted for d in turn.said]
    live = [d for d in said if not d.struck]
    blocks = [
        Block("As it was played", before=_lines(d for d in live if d.kind not in (*NOTED, "turn"))),
        *([targets(plot)] if current and plot.objectives else []),
        Block("Also on the record", after=_lines(d for d in live if d.kind in NOTED)),
        Block("Struck", after=_lines(d for d in said if d.struck)),
    ]
    kept = [block for block in blocks if not block.empty or block.title == "As it was played"]
    return Sheet(TITLES["turn"], dated(plot, wanted[0].n), [agreed.settings(plot), *kept, agreed.rulings(plot)])


def _lines(said: Iterable[Dispatch]) -> list[str]:
    return [words for d in said if (words := say(d))]


def targets(plot: LightningPlot) -> Block:
    """Every Objective Card: in play or destroyed, and what depends on it as far as that was named."""
    columns = [Column("Side", 3), Column("Objective", 5), Column("Stands", 4), Column("Cards that depend on it", 8)]
    rows = [
        [NAMES[side], name, "destroyed" if name in plot.sunk else "in play", kits.dependents(plot.kit, name)]
        for side in SIDES
        for name in sorted(plot.objectives)
        if plot.objectives[name] == side
    ]
    left = listed(f"{NAMES[side]} {len(plot.left(side))}" for side in SIDES)
    return Block("Targets", columns, rows, after=[f"Still in play: {left}."])


def packet(plot: LightningPlot) -> list[Block]:
    """How things stand, and lines to go on with by hand."""
    made = [Block("Where the game stands", before=list(_standing(plot)))]
    made += [targets(plot)] if plot.objectives else []
    return made if plot.ended else [*made, ruled("Turns from here", TURN_COLUMNS, LINES, [OPTIONS])]


def _standing(plot: LightningPlot) -> Iterator[str]:
    if plot.ended:
        yield f"The game is over. {plot.ended['text']}"
    elif plot.mover:
        made = ", the exchange made" if plot.exchanged else ""
        yield f"Turn {plot.turn}: {NAMES[plot.mover]} is to play it{made}."
    else:
        yield "The first turn has not begun."
    if plot.hands:
        yield f"In hand: {listed(f'{NAMES[side]} {plot.hands[side]}' for side in SIDES)}."
    if plot.fight:
        now = plot.fight
        yield f"{NAMES[now['by']]} attacks {listed(now['targets'])}."
        for side in (now["by"], ENEMY[now["by"]]):
            if side in committed(now):
                yield f"{NAMES[side]}: {total(now, side)} so far."
        if now["cards"]:
            yield f"On the table: {cards_words(now['cards'])}."


def master(plot: LightningPlot, asked: Sequence[Asked]) -> list[Sheet]:
    """All there is to know, which is what everybody knows, and what the table waits for."""
    waits = "; ".join(str(getattr(each.ask, "why", "") or each.ask.facts.get("why", "")) for each in asked)
    lines = [f"Asked: {waits}." if waits else "Nothing is asked.", *_standing(plot)]
    of_late = [say(d) for d in plot.heard if not d.struck and say(d)][-RECENT:]
    blocks = [Block("Where the game stands", before=lines), *([targets(plot)] if plot.objectives else [])]
    return [Sheet("Master sheet", dated(plot, plot.turn), [*blocks, Block("Of late", before=of_late, small=True)])]
