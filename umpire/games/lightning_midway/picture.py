"""What the screen shows: objectives, the open window of a fight, what to do on the table. All of it is open to all."""

from __future__ import annotations

from typing import Any

from umpire.games import showing
from umpire.games.lightning_midway.fight import OPEN, WINDOWS, committed, stage, total
from umpire.games.lightning_midway.pieces import cards
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.settings import ACROSS, DEFAULTS
from umpire.games.lightning_midway.terms import ENEMY, HORNET, NAMES, SIDES, TYPES
from umpire.games.lightning_midway.words import SAYINGS, signed
from umpire.table.asks import Ask
from umpire.table.words import counted, listed

JSON = Any

ANNOUNCED = (
    *(
        "exchanged",
        "reshuffled",
        "reinforced",
        "prepared",
        "no-option",
        "attack",
        "no-target",
        "scouts",
        "played",
        "special",
    ),
    *("adjusted", "outcome", "hands", "set-right", "back", "ended"),
)
"""Kinds worth a line for those who were not looking."""
STEPS = {"set-up": "Set-up", "turn": "Turn", "fight": "Attack", "clean-up": "After the attack"}


def where(plot: LightningPlot) -> dict[str, JSON]:
    """Whose turn it is and how far it has gone, for the top of every page."""
    return {
        "turn": plot.turn,
        "turns": 0,
        "hour": "",
        "date": "" if plot.turn else "before the first turn",
        "light": "",
        "step": _step(plot),
        "steps": len(WINDOWS) if plot.fight else 2,
        "at": _at(plot),
        "score": [(NAMES[side], plot.score[side]) for side in SIDES],
        "over": plot.ended["text"] if plot.ended else "",
    }


def _step(plot: LightningPlot) -> str:
    if plot.fight:
        aims = plot.fight["targets"]
        return f"{NAMES[plot.fight['by']]} attacks {aims[0] if len(aims) == 1 else counted(len(aims), 'target')}"
    return f"{NAMES[plot.mover]}: {STEPS[plot.step].lower()}" if plot.mover else STEPS[plot.step]


def _at(plot: LightningPlot) -> int:
    if plot.fight:
        return list(WINDOWS).index(OPEN[stage(plot.fight)][0])
    return 0 if plot.step == "turn" else 1


def picture(plot: LightningPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Everything the templates draw; empty before the components are read out."""
    if not plot.objectives:
        return {}
    return {
        "objectives": objectives(plot),
        "fight": fight(plot) if plot.fight else None,
        "pieces": {"shared": cards(plot), "own": []},
        "news": showing.news(plot, SAYINGS, ANNOUNCED, lambda said: False, turns=2),
        "came": came(plot),
        "hands": [(NAMES[each], plot.hands[each]) for each in SIDES if each in plot.hands],
        "hornet": next((name for name in plot.objectives if name.casefold() == HORNET.casefold()), HORNET),
        "agreed": {each: plot.agreed(each) for each in DEFAULTS},
        "names": NAMES,
    }


def came(plot: LightningPlot) -> str:
    """What the last attack came to, until something else has been done than what it leaves to say."""
    told = next((d for d in reversed(plot.heard) if not d.struck and d.kind in ANNOUNCED and d.kind != "hands"), None)
    return SAYINGS["outcome"](told.facts) if told is not None and told.kind == "outcome" else ""


def objectives(plot: LightningPlot) -> list[JSON]:
    """Either side's Objective Cards, those in play first named, and how many are left."""
    return [
        {
            "side": side,
            "name": NAMES[side],
            "left": counted(len(plot.left(side)), "target"),
            "cards": [
                {"name": name, "gone": name in plot.sunk, "aimed": bool(plot.fight and name in plot.fight["targets"])}
                for name in sorted(plot.objectives)
                if plot.objectives[name] == side
            ],
        }
        for side in SIDES
    ]


def fight(plot: LightningPlot) -> dict[str, JSON]:
    """The windows, the two totals, and the three slots with what lies in them."""
    now = plot.fight
    by = now["by"]
    opened = OPEN[stage(now)]
    order = list(WINDOWS)
    first = order.index(opened[0])
    sides = [by, ENEMY[by]]
    return {
        "windows": [
            {"name": words, "state": "now" if key in opened else "past" if order.index(key) < first else ""}
            for key, words in WINDOWS.items()
        ],
        "totals": [
            {
                "side": each,
                "name": NAMES[each],
                "role": "Attack" if each == by else "Defence",
                "n": total(now, each),
                "counts": each in committed(now) or total(now, each) != 0,
                "in": each in committed(now),
                "passed": each in now["passed"],
                "word": stage(now) == "cards" and now["word"] == each,
            }
            for each in sides
        ],
        "slots": [{"type": kind, "cards": _slot(now["cards"], kind)} for kind in TYPES],
        "rule": "one of each type, the newest stays" if plot.agreed("slots") == ACROSS else "one of each type a side",
        "tie": "A tie is the defender’s.",
        "aims": listed(plot.fight["targets"]) if len(plot.fight["targets"]) > 1 else "",
    }


def _slot(laid: list[JSON], kind: str) -> list[JSON]:
    return [
        {
            "id": card["id"],
            "name": NAMES[card["by"]],
            "side": card["by"],
            "words": ", ".join(
                [signed(card["value"])] * bool(card["value"])
                + [f"{signed(card['hurts'])} to {NAMES[ENEMY[card['by']]]}"] * bool(card["hurts"])
                + ["After Battle"] * card["after"]
            ),
        }
        for card in laid
        if card["type"] == kind
    ]
