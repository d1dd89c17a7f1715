"""Surface combat as it is drawn: the whole Battle Board with both sides' ships, and who fires at whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.midway.battle_picture import C, board_lines, short
from umpire.games.midway.gunnery import Guns, Line, Steam
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import BATTLE_TURNS, JAPAN, NAMES
from umpire.table.asks import Ask

JSON = Any

PLACING = (Line, Steam)


def surface_board(plot: MidwayPlot, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The board of the surface battle, with this viewer's own draft upon it."""
    battle = plot.surface
    depth = plot.kit["battle-board/depth"]
    at = dict(battle["at"])
    if isinstance(asked, PLACING) and draft:
        at |= draft["at"]
    picked = _picked(asked, draft)
    aimed = _aimed(plot, asked, draft)
    return {
        "zone": battle["zone"],
        "n": battle["n"],
        "of": BATTLE_TURNS,
        "width": 17 * C,
        "height": depth * C,
        "lines": board_lines(depth),
        "ships": [_ship(plot, ship, cell, picked, asked, aimed) for ship, cell in at.items()],
        "cells": _cells(asked, draft, at),
        "waiting": _waiting(battle, asked, draft),
        "rows": salvo_rows(plot),
        "aimed": [{"target": target, "firing": firing} for target, firing in aimed.items()],
        "focus": _focus(at),
    }


def _picked(asked: Ask | None, draft: JSON) -> str | None:
    if isinstance(asked, PLACING) and draft:
        return str(draft["picked"]) if draft["picked"] else None
    return str(draft["ship"]) if isinstance(asked, Guns) and draft else None


def _aimed(plot: MidwayPlot, asked: Ask | None, draft: JSON) -> dict[str, list[str]]:
    """By target, the ships that fire at her: as told this Battle Board turn, or as this viewer's draft has it."""
    fires: list[Mapping[str, str | None]] = list(plot.surface.get("fire", {}).values())
    if isinstance(asked, Guns) and draft:
        fires = [draft["fire"]]
    made: dict[str, list[str]] = {}
    for fire in fires:
        for ship, target in fire.items():
            if target:
                made.setdefault(target, []).append(ship)
    return made


def _ship(
    plot: MidwayPlot, ship: str, cell: JSON, picked: str | None, asked: Ask | None, aimed: Mapping[str, list[str]]
) -> JSON:
    op = ""
    if isinstance(asked, Line):
        op = "pick" if ship in asked.facts["ships"] else ""
    elif isinstance(asked, Steam):
        op = "pick" if ship in (*asked.facts["at"], *asked.facts["waiting"]) else ""
    elif isinstance(asked, Guns):
        op = "ship" if ship in asked.facts["reach"] else ""
    target = isinstance(asked, Guns) and picked in asked.facts["reach"] and ship in asked.facts["reach"][picked]
    return {
        "name": ship,
        "short": short(ship),
        "type": plot.ships[ship]["type"],
        "japan": plot.ships[ship]["side"] == JAPAN,
        "x": (cell[0] - 1) * C,
        "y": (cell[1] - 1) * C,
        "on": ship == picked,
        "op": "at" if target else op,
        "fired": bool(aimed.get(ship)),
        "hits": plot.hits.get(ship, 0),
        "boxes": plot.kit.get(f"hits/{ship}", 0),
        "sunk": ship in plot.sunk,
    }


def _cells(asked: Ask | None, draft: JSON, at: Mapping[str, JSON]) -> list[JSON]:
    """Rectangles the picked ship may be put in."""
    if not isinstance(asked, PLACING) or not draft or not draft["picked"]:
        return []
    taken = {tuple(cell) for cell in at.values()}
    if isinstance(asked, Line):
        near = [[c, asked.facts["row"]] for c in asked.facts["free"]]
    elif draft["picked"] in asked.facts["at"]:
        near = asked.steps(draft["picked"])
    else:
        near = [[c, asked.facts["row"]] for c in range(1, 18)]
    return [{"arg": f"{c}:{r}", "x": (c - 1) * C, "y": (r - 1) * C} for c, r in near if (c, r) not in taken]


def _waiting(battle: JSON, asked: Ask | None, draft: JSON) -> list[str]:
    """Ships of either side that have no rectangle yet, the viewer's own as its draft has them."""
    if isinstance(asked, Line) and draft:
        return asked.waiting(draft)
    made = [ship for ships in battle["waiting"].values() for ship in ships]
    return [ship for ship in made if not (isinstance(asked, Steam) and draft and ship in draft["at"])]


def _focus(at: Mapping[str, JSON]) -> int:
    columns = [cell[0] for cell in at.values()] or [9]
    return int(min(columns) + max(columns) - 1) * C // 2


def salvo_rows(plot: MidwayPlot, battle: JSON = None) -> list[JSON]:
    """Each ship fired at in the last Battle Board turn: by whom, the odds, the die and the hits."""
    battle = plot.surface if battle is None else battle
    made = []
    for side, odds in battle.get("odds", {}).items():
        fell = {each["target"]: each for each in battle["results"].get(side, [])}
        for each in odds:
            result = fell.get(each["target"])
            made.append(
                {
                    "side": NAMES[side],
                    "target": each["target"],
                    "firing": ", ".join(f"{s} {plot.kit.get(f'surface/{s}', '')}".strip() for s in each["firing"]),
                    "raw": f"{each['raw'][0]} to {each['raw'][1]}",
                    "column": each["column"] or "no effect",
                    "die": result["die"] if result else "",
                    "hits": result["hits"] if result else "",
                }
            )
    return made


def surface_words(plot: MidwayPlot, battle: JSON) -> dict[str, JSON]:
    """A surface battle of this turn that is over."""
    how = {
        "withdrawn": f"{' and '.join(NAMES[side] for side in battle['by'])} withdrew",
        "sunk": f"no ship of {' and '.join(NAMES[side] for side in battle['by'])} left",
        "four turns": "goes on next turn; its ships may not move",
    }[battle["how"]]
    return {"zone": battle["zone"], "how": how}
