"""The umpire's master sheet: the whole truth of a table on paper, to carry on with a pencil."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.paper import Asked, Block, Sheet
from umpire.games.turns import Said, turns
from umpire.games.victory_at_midway import air_record, map_sheet
from umpire.games.victory_at_midway.fight_record import fights
from umpire.games.victory_at_midway.hit_record import loss_words, the, track
from umpire.games.victory_at_midway.packet import (
    battalions,
    island,
    planes_block,
    ships_block,
    step_words,
    to_come_block,
    weather,
)
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.strikes import BASE, units_of
from umpire.games.victory_at_midway.terms import BASES, JAPAN, LATE_GROUP, NAMES, SIDES, US
from umpire.games.victory_at_midway.turn_record import search_block
from umpire.games.victory_at_midway.turns import dated
from umpire.games.victory_at_midway.words import SAYINGS, goal, say, score_words
from umpire.table.asks import PUBLIC_PARTIES
from umpire.table.plot import Dispatch

JSON = Any

RECENT = 20
"""Sentences of the record that the sheet ends with."""
NOT_RECENT = (
    *(
        "opened",
        "kit",
        "step",
        "turn",
        "ships",
        "air",
        "lettered",
        "roll",
        "cells",
        "aimed",
        "searching",
        "begun-strike",
    ),
    *("corrected", "due", "aboard"),
)
"""Kinds that the sheet shows as they stand, or that are no news to the umpire."""
ASKS = {
    "set-up": "ships at the start",
    "orders": "movement, strike on Midway, searches",
    "strikes": "air strikes",
    "next": "the next strike",
    "cap": "combat air patrol",
    "aim": "who fires at whom",
    "reply": "who is answered",
    "field": "planes lost on the airfield",
    "after": "preparation, landings and declarations",
    "declare": "surface combat",
    "shore": "bombardment and landings",
    "roll": "dice",
    "cells": "a printed value",
}
"""Kinds of asks in the umpire's words; any other stands as the app names it."""


def master(plot: VictoryPlot, asked: Sequence[Asked]) -> list[Sheet]:
    """Everything as it stands, both sides on one sheet: drawn from the umpire's plot, for nobody else."""
    live = turns(plot.heard)[1].live
    blocks = [_standing(plot, asked), track(plot)]
    for side in SIDES:
        blocks += [ships_block(plot, side, f"Ships of {the(side)}, by hex"), *to_come_block(plot, side)]
        blocks += [battalions(plot)] if side == JAPAN else []
        blocks += [planes_block(plot, side, f"Air units of {the(side)}, by base"), *_aloft(plot, side)]
    blocks += [_losses(plot), search_block("Searches this turn", live), *_strikes(plot, live), *_declared(live)]
    blocks += [*(fights(live)[-1:] if plot.fight else []), _recent(plot), _map(plot)]
    return [Sheet("Master sheet", dated(plot, plot.turn), blocks)]


def _standing(plot: VictoryPlot, asked: Sequence[Asked]) -> Block:
    lines = [f"Step: {step_words(plot)}. {_asked(asked)}", f"Score: {score_words(plot.score)}. {island(plot)}"]
    late = f"may come from turn {plot.late}" if plot.late else "waits for a sighting"
    lines.append(" ".join([*weather(plot), f"The Turn {LATE_GROUP} group {late}."]))
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


# Planes.


def _aloft(plot: VictoryPlot, side: str) -> list[Block]:
    up = {unit: plot.air[unit] for unit in plot.aloft(side)}
    return [Block(f"In the air, {NAMES[side]}", air_record.FLIGHT, air_record.flight_rows(up))] if up else []


def _losses(plot: VictoryPlot) -> Block:
    """Air units of both sides that are reduced, lost or ditched."""
    return Block("Air units reduced and lost", before=[f"{NAMES[side]}: {loss_words(plot, side)}" for side in SIDES])


# What each side has said in secret, and nobody else has heard yet.


def _strikes(plot: VictoryPlot, live: Said) -> list[Block]:
    """Strikes that were assigned and are still to be resolved, in the order meant."""
    begun = [(d.facts["by"], BASE if d.facts["base"] else d.facts["hex"]) for d in live if d.kind == "strike"]
    lines = []
    for d in live:
        for strike in d.facts["strikes"] if d.kind == "strikes" else ():
            units = units_of(strike)
            side = BASES[plot.air[units[0]]["base"]][0]
            if (side, strike["to"]) not in begun:
                to = goal({"base": strike["to"] == BASE, "hex": strike["to"]})
                lines.append(f"{NAMES[side]} at {to}: {', '.join(units)}.")
    return [Block("Strikes still to be resolved", before=lines)] if lines else []


def _declared(live: Said) -> list[Block]:
    """What was declared for the naval phase: the US is told first each time, Japan alone where only it is asked."""
    told = [d for d in live if d.kind == "declared"]
    sides = [*SIDES, *(SIDES if len(told) > len(SIDES) + 1 else (JAPAN,))][: len(told)]
    last = {side: SAYINGS["declared"](d.facts) for side, d in zip(sides, told, strict=True)}
    lines = [f"{NAMES[side]}: {words.removeprefix('You declare: ')}" for side, words in last.items() if words]
    return [Block("Declared for the naval phase", before=lines)] if lines else []


# What was said, and the map.


def _map(plot: VictoryPlot) -> Block:
    """The map with the ships of both sides; in one hex they make room for each other."""
    counters = [*map_sheet.stacks(plot, US, "own"), *map_sheet.stacks(plot, JAPAN, "theirs")]
    return map_sheet.map_block("Map: filled are the US, outlined Japan", plot.kit, plot.fog, counters)


def _recent(plot: VictoryPlot) -> Block:
    """The last of what was said, this turn and before."""
    lines = []
    for d in plot.heard:
        if d.kind == "turn" and not d.struck:
            lines.append(f"— {SAYINGS['turn'](d.facts)}")
        elif d.kind not in NOT_RECENT and not d.struck and (words := _said(d)):
            lines.append(words)
    return Block("Of late", before=lines[-RECENT:], small=True)


def _said(d: Dispatch) -> str:
    return "" if d.kind in ("strikes", "declared") else say(d)
