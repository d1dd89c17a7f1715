"""The Battle Board as it is open to all, with one viewer's own draft upon it."""

from __future__ import annotations

from typing import Any

from umpire.games.midway.battle import Attack, Fire, PlaceShips, group_words, kind_word, rectangle
from umpire.games.midway.fighters import Screen
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.results import whole_group
from umpire.games.midway.terms import BOARD_WIDTH, FIGHTER, NAMES, squadrons
from umpire.table.asks import Ask
from umpire.table.words import counted

JSON = Any

C = 44
"""Drawing units to a rectangle."""


def battle_board(plot: MidwayPlot, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The Battle Board as it is open to all, with this viewer's own draft upon it."""
    battle = plot.battle
    depth = plot.kit["battle-board/depth"]
    at = draft["at"] if isinstance(asked, PlaceShips) and draft else battle.get("ships", {})
    picked = draft.get("picked") if isinstance(asked, PlaceShips) and draft else None
    if isinstance(asked, Attack) and draft:
        picked = draft["target"]
        groups = [{"type": asked.kind_of(g["how"]), "id": "", **g} for g in draft["groups"]]
    else:
        groups = battle.get("groups", [])
    aimed = _aimed(asked, draft, battle)
    return {
        "zone": battle["zone"],
        "by": NAMES[battle["by"]],
        "of": NAMES[battle["of"]],
        "planes": squadrons(battle["planes"]),
        "cap": squadrons({FIGHTER: battle["cap"]}) if battle["cap"] else "",
        "island": squadrons(battle["island"]) if battle["island"] and any(battle["island"].values()) else "",
        "raid": battle["island"] is not None,
        "stage": battle["stage"],
        "air": air_lines(battle),
        "height": depth * C,
        "lines": board_lines(depth),
        "ships": [_ship(plot, ship, cell, picked, asked) for ship, cell in at.items()],
        "groups": [_group(g, at, aimed) for g in merged(groups)],
        "cells": _free_cells(depth, at) if isinstance(asked, PlaceShips) and picked else [],
        **_window(at, depth, whole=isinstance(asked, PlaceShips)),
        "rows": group_rows(plot, groups, aimed),
    }


def board_lines(depth: int) -> str:
    lines = [f"M{x * C} 0V{depth * C}" for x in range(BOARD_WIDTH + 1)]
    return "".join(lines + [f"M0 {y * C}H{BOARD_WIDTH * C}" for y in range(depth + 1)])


LEAST = 9
"""Columns that are always shown, a phone's width of them."""


def _window(at: dict[str, JSON], depth: int, *, whole: bool) -> dict[str, JSON]:
    """The part of the board to draw: all of it while ships are placed, else theirs and two columns round them."""
    columns = [cell[0] for cell in at.values()]
    first, last = 1, BOARD_WIDTH
    if columns and not whole:
        first, last = min(columns) - 2, max(columns) + 2
        short = LEAST - (last - first + 1)
        if short > 0:
            first, last = first - short // 2, last + short - short // 2
        first, last = max(0, first), min(BOARD_WIDTH + 1, last)
    left, width = (first - 1) * C, (last - first + 1) * C
    middle = (min(columns) + max(columns) - 1) * C // 2 if columns else BOARD_WIDTH * C // 2
    return {"view": f"{left} 0 {width} {depth * C}", "width": width, "focus": middle - left}


def _aimed(asked: Ask | None, draft: JSON, battle: JSON) -> dict[str, list[str]]:
    """Ships firing at each group and fighters against it: as told, or as this viewer's draft has it."""
    fire = draft["fire"] if isinstance(asked, Fire) and draft else battle.get("fire", {})
    fighters = draft if isinstance(asked, Screen) and draft else battle.get("fighting", {})
    made: dict[str, list[str]] = {}
    for ship, target in fire.items():
        if target:
            made.setdefault(target, []).append(ship)
    for target, n in fighters.items():
        made.setdefault(target, []).append(f"F-{n}")
    return made


def _ship(plot: MidwayPlot, ship: str, cell: JSON, picked: str | None, asked: Ask | None) -> JSON:
    op = "pick" if isinstance(asked, PlaceShips) else "target" if isinstance(asked, Attack) else ""
    if isinstance(asked, Fire):
        op = "ship"
    boxes = plot.kit.get(f"hits/{ship}", 0)
    return {
        "name": ship,
        "short": short(ship),
        "type": plot.ships[ship]["type"],
        "x": (cell[0] - 1) * C,
        "y": (cell[1] - 1) * C,
        "on": picked == ship,
        "op": op,
        "hits": plot.hits.get(ship, 0),
        "boxes": boxes,
        "screening": plot.kit.get(f"screening/{ship}"),
    }


def short(ship: str) -> str:
    """A ship's name as it fits her hull: seven letters, words run together."""
    return ship.replace(" ", "")[:7]


def merged(groups: list[JSON]) -> list[JSON]:
    """The groups as they stand on the board: waves of one are drawn as it."""
    made: dict[str, JSON] = {}
    for n, group in enumerate(groups):
        name = group.get("of") or group["id"] or str(n)
        before = made.get(name)
        label = str(group["n"]) if before is None else f"{before['label']}+{group['n']}"
        made[name] = {**group, "id": name, "label": label}
    return list(made.values())


def _group(group: JSON, at: dict[str, JSON], aimed: dict[str, list[str]]) -> JSON:
    column, row = rectangle(group, at)
    across, down = {"dive": (0, 0), "port": (7, 0), "starboard": (-7, 0), "bow": (0, 9)}[group["how"]]
    return {
        "label": f"{kind_word(group['type'])}{group['label']}",
        "x": (column - 1) * C + across,
        "y": (row - 1) * C + down,
        "how": group["how"],
        "on": bool(aimed.get(group["id"])),
    }


def _free_cells(depth: int, at: dict[str, JSON]) -> list[JSON]:
    taken = {tuple(cell) for cell in at.values()}
    return [
        {"arg": f"{c}:{r}", "x": (c - 1) * C, "y": (r - 1) * C}
        for r in range(1, depth + 1)
        for c in range(1, BOARD_WIDTH + 1)
        if (c, r) not in taken
    ]


def group_rows(plot: MidwayPlot, groups: list[JSON], aimed: dict[str, list[str]]) -> list[JSON]:
    """Each attack group with who fires at it, its odds, its die and what came of it, as far as they are known."""
    battle = plot.battle
    odds = {each["id"]: each for each in battle.get("odds", [])}
    results = {each["id"]: each for each in battle.get("results", [])}
    return [_row(plot, g, aimed, odds.get(g["id"]), results.get(g["id"])) for g in groups]


def _row(plot: MidwayPlot, group: JSON, aimed: dict[str, list[str]], odds: JSON, result: JSON) -> JSON:
    meet = aimed.get(whole_group(group), [])
    firing = [f"{ship} {plot.kit.get(f'screening/{ship}', '')}".strip() for ship in meet]
    return {
        "words": group_words(group),
        "firing": ", ".join(firing),
        "raw": f"{odds['raw'][0]} to {odds['raw'][1]}" if odds else "",
        "column": odds["column"] if odds else "",
        "die": result["die"] if result else "",
        "hits": result["hits"] if result else "",
        "lost": result["lost"] if result else "",
    }


def battle_words(plot: MidwayPlot, battle: JSON) -> dict[str, JSON]:
    """A battle of this turn that is over: how it ended, and what came of each group."""
    how = {"empty": "no ships there", "called off": "called off", "fought": "fought out"}[battle["stage"]]
    if battle["stage"] == "fought" and not battle["ships"]:
        how = "fought out over the island" if battle["island"] is not None else "no ships there; fighters met"
    results = {each["id"]: each for each in battle.get("results", [])}
    groups = [
        {
            "words": group_words(g),
            "column": odds["column"],
            "die": results[g["id"]]["die"],
            "hits": results[g["id"]]["hits"],
            "lost": results[g["id"]]["lost"],
        }
        for g, odds in zip(battle.get("groups", []), battle.get("odds", []), strict=True)
    ]
    ships = [ship for ship in battle["ships"] if ship in plot.sunk]
    by, air = NAMES[battle["by"]], air_lines(battle)
    return {"zone": battle["zone"], "by": by, "how": how, "groups": groups, "air": air, "sunk": ships}


def air_lines(battle: JSON) -> list[str]:
    """Fighters and bombs on the island, as far as they are told, a line each."""
    made = []
    if "stripped" in battle:
        made.append(f"{counted(battle['stripped'], 'fighter')} stripped off to screen")
    if fight := battle.get("fighters"):
        made.append(
            f"Fighters {fight['raw'][0]} to {fight['raw'][1]}, {fight['column']}, die {fight['die']}: "
            f"escort loses {fight['attacker']}, patrol {fight['defender']}"
        )
    if bombs := battle.get("bombed"):
        fell = f"{bombs['column']}, die {bombs['die']}: {bombs['called_for']}" if bombs["column"] else "no effect"
        made.append(f"Midway {bombs['raw'][0]} to {bombs['raw'][1]}, {fell}")
    if battle["island"] is not None and any(battle["lost"].values()):
        made.append(f"{squadrons(battle['lost'])} lost")
    return made
