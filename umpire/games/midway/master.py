"""The umpire's master sheet: the whole truth of a table on paper, to carry on with a pencil."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.midway import picture, turn_record
from umpire.games.midway.battle_record import battles
from umpire.games.midway.hit_record import time_record
from umpire.games.midway.packet import SHIP, board_block, calls_now, grid, ship_rows, to_come, words_said
from umpire.games.midway.plot import STATES, MidwayPlot
from umpire.games.midway.search import quota
from umpire.games.midway.terms import ATAGO, CAPTURE_TURNS, MIDWAY, NAMES, SIDES, US, when
from umpire.games.midway.turns import dated, turns
from umpire.games.midway.words import SAYINGS, say
from umpire.games.paper import Asked, Block, Column, Row, Sheet, abreast, narrowed
from umpire.table.asks import PUBLIC_PARTIES
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any

RECENT = 24
"""Sentences of the record that the sheet ends with."""
NOT_RECENT = (
    *("opened", "ships", "planes", "readied", "orders", "call", "calls-done"),
    *("cells", "roll", "odds", "attacking", "firing", "corrected"),
)
"""Kinds that the sheet shows as they stand, or that are no news to the umpire."""
ASKS = {
    "place": "ships at the start",
    "deready": "the word at the opening",
    "moves": "movement",
    "readying": "the word after movement",
    "call": "a search call",
    "operations": "the operations sheet",
    "battle-place": "ships onto the Battle Board",
    "press": "press on or call off",
    "attack": "squadrons to targets",
    "fire": "fire of the ships",
    "landing": "landings",
    "roll": "dice",
    "cells": "a printed value",
}
"""Kinds of asks in the umpire's words; any other stands as the app names it."""


def master(plot: MidwayPlot, asked: Sequence[Asked]) -> list[Sheet]:
    """Everything as it stands, both sides on one sheet: drawn from the umpire's plot, for nobody else."""
    now = dated(plot, plot.turn)
    blocks = [_standing(plot, asked), *(_ships(plot, side) for side in SIDES)]
    blocks += [*(_planes(plot, side) for side in SIDES), _aloft(plot), calls_now(plot), *_battle(plot)]
    blocks += [time_record(plot), _recent(plot), *_board(plot)]
    return [Sheet("Master sheet", now, blocks)]


def _standing(plot: MidwayPlot, asked: Sequence[Asked]) -> Block:
    score = ", ".join(f"{NAMES[side]} {plot.score[side]}" for side in SIDES)
    lines = [f"Step: {picture.where(plot)['step']}. {_asked(asked)}", f"Score: {score}. {_island(plot)}"]
    lines.append(f"{words_said(plot)} {_air_calls(plot)}")
    if plot.ended:
        lines.append(f"The game is over. {plot.ended['text']}")
    return Block("Where the game stands", before=lines)


def _asked(asked: Sequence[Asked]) -> str:
    """What the table waits for; a sealed answer that nobody has heard yet is to be asked for again."""
    if not asked:
        return "Nothing is asked."
    made = []
    for party, ask, locked in asked:
        what = getattr(ask, "why", "") or ASKS.get(ask.kind, ask.kind)
        who = "anybody" if party in PUBLIC_PARTIES else NAMES.get(party, party)
        made.append(f"{who}, {what}{' (locked; ask again)' if locked else ''}")
    return f"Asked: {'; '.join(made)}."


def _island(plot: MidwayPlot) -> str:
    words = [f"Midway {'has fallen' if plot.captured else 'is held by the US'}."]
    if plot.fortification is not None:
        words.append(f"Its fortification: {plot.fortification}.")
    if ATAGO in plot.ships and not plot.captured:
        words.append(f"Turns {ATAGO} has stood there: {plot.invasion} of {CAPTURE_TURNS}.")
    return " ".join(words)


def _air_calls(plot: MidwayPlot) -> str:
    allowed = ", ".join(f"{NAMES[side]} {quota(side, plot.settings)}" for side in SIDES)
    return f"Air calls a turn: {'none, it is night' if plot.night else allowed}."


# Ships and planes.


def _ships(plot: MidwayPlot, side: str) -> Block:
    """A side's ships with their hits, by zone, then those that are to come."""
    own = [name for name, ship in plot.ships.items() if ship["side"] == side]
    after = [f"From turn {n}, {when(n)}: {', '.join(ships)}." for n, ships in to_come(plot, side).items()]
    for word, ships in (("Sunk", plot.sunk), ("Left the board", plot.gone)):
        if lost := [ship for ship in ships if ship in own]:
            after.append(f"{word}: {listed(lost)}.")
    return Block(f"Ships of {_the(side)}, by zone", *abreast(SHIP, ship_rows(plot, side)), after=after)


def _the(side: str) -> str:
    return "the US" if side == US else NAMES[side]


def _planes(plot: MidwayPlot, side: str) -> Block:
    """A side's bases with their planes by state, and how many of each are in the air."""
    rows: list[Row] = []
    for base in _bases(plot, side):
        counts = []
        for kind in plot.kinds:
            aboard = plot.planes.get(base, {}).get(kind, {})
            up = sum(flight.get(kind, 0) for flight in plot.flights if flight["from"] == base)
            counts += [*(str(aboard.get(state, 0)) for state in STATES), str(up)]
        rows.append([base, *counts, str(plot.capacity(base))])
    groups = [(kind, (*STATES, "aloft")) for kind in plot.kinds]
    holds = [Column("Holds", 2 if len(plot.kinds) < 3 else 1)]
    return grid(f"Planes of {_the(side)}, in squadrons", [Column("Base", 3)], groups, rows, holds)


def _bases(plot: MidwayPlot, side: str) -> list[str]:
    """Bases that have planes, or had those that are in the air."""
    flown = [flight["from"] for flight in plot.flights]
    every = [name for name, ship in plot.ships.items() if ship["side"] == side] + [MIDWAY] * (side == US)
    return [base for base in every if base in plot.planes or base in flown]


def _aloft(plot: MidwayPlot) -> Block:
    """All flights; the base tells whose they are."""
    wide = Block("Planes in the air", turn_record.ORDER, [turn_record.order_row(flight) for flight in plot.flights])
    return narrowed(wide, turn_record.ORDER_HALVES, 2)


# What was said.


def _battle(plot: MidwayPlot) -> list[Block]:
    if not (plot.battle or plot.surface):
        return []
    return battles(turns(plot.heard)[1].live)[-1:]


def _board(plot: MidwayPlot) -> list[Block]:
    """The search board with the ships of both sides: squares are the US, circles Japan."""
    if "board/columns" not in plot.kit:
        return []
    stacks = {
        side: {each["zone"]: each for each in picture.own_stacks(plot, plot.board, side, None, None)} for side in SIDES
    }
    title = "Search board: filled squares are the US, outlined circles Japan, each with its ships"
    japan = [{**each, "turn": each["n"]} for each in stacks[SIDES[1]].values()]
    return [board_block(plot, title, list(stacks[US].values()), japan)]


def _recent(plot: MidwayPlot) -> Block:
    """The last of what was said, this turn and before."""
    lines = []
    for d in plot.heard:
        if d.kind == "turn" and not d.struck:
            lines.append(f"— Turn {d.facts['n']}, {SAYINGS['turn'](d.facts)}")
        elif d.kind not in NOT_RECENT and not d.struck and (words := _said(plot, d)):
            lines.append(words)
    return Block("Of late", before=lines[-RECENT:], small=True)


def _said(plot: MidwayPlot, d: Dispatch) -> str:
    words = say(d)
    whose = d.facts.get("side") if d.kind == "landed" else d.facts.get("by") if d.kind == "answer" else ""
    return f"{NAMES[whose]}: {words}" if whose and words else words
