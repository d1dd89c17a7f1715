"""What Victory at Midway's boards show one audience: facts for its templates, from that audience's plot alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.games import showing
from umpire.games.showing import by_place
from umpire.games.victory_at_midway import fight_picture, orders_picture
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.after import After
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED
from umpire.games.victory_at_midway.map_picture import hex_map, may_pick, moving, standing
from umpire.games.victory_at_midway.movement import HALF, outside
from umpire.games.victory_at_midway.orders import Orders
from umpire.games.victory_at_midway.pieces import cards
from umpire.games.victory_at_midway.plot import ALOFT, NOT_READY, NOT_READY_2, READY, SHUT, TRAPPED, VictoryPlot
from umpire.games.victory_at_midway.search import AIR, CARRIERS, SHIP
from umpire.games.victory_at_midway.terms import (
    AIR_TYPES,
    BASES,
    BATTALIONS,
    JAPAN,
    KIND_WORDS,
    KURE_TURNS,
    LATE_GROUP,
    MARINES,
    MIDWAY,
    MIDWAY_HEX,
    NAMES,
    SENIORITY,
    SIDES,
    TURNS,
    US,
    day_of,
    halves,
    planes_words,
    tally,
)
from umpire.games.victory_at_midway.words import SAYINGS
from umpire.table.asks import Ask
from umpire.table.board import spoken
from umpire.table.plot import Dispatch

JSON = Any

STEPS = ("orders", "search", "strikes", "resolution", "return", "naval", "end")
STEP_WORDS = {
    "set-up": "Set-up",
    "orders": "Orders",
    "search": "Searches",
    "strikes": "Strikes assigned",
    "resolution": "Air strikes",
    "return": "Air return",
    "naval": "Ship combat",
    "end": "End of turn",
}
BOX_WORDS = {
    READY: "Ready",
    NOT_READY: "Not Ready",
    NOT_READY_2: "Not Ready, second box",
    TRAPPED: "trapped",
    ALOFT: "in the air",
}
MISSIONS = {"cap": "CAP", "base": "strike on the base"}


def where(plot: VictoryPlot) -> dict[str, JSON]:
    """The clock and the step, for the top of every page."""
    step = "Game over" if plot.ended else STEP_WORDS[plot.step]
    light = ("night" if plot.night else "day") + (", S" if plot.s_turn else "") if plot.turn else ""
    return {
        "turn": plot.turn,
        "turns": TURNS,
        "hour": kits.clock(plot.kit, plot.turn) if plot.turn else "",
        "date": f"June {day_of(plot.turn)}" if plot.turn else "before the first turn",
        "light": light,
        "step": f"{step}, {plot.fight['hex']}" if plot.fight else step,
        "steps": len(STEPS),
        "at": STEPS.index(plot.step) if plot.step in STEPS else -1,
        "score": [(NAMES[side], halves(plot.score[side])) for side in SIDES],
        "over": plot.ended["text"] if plot.ended else "",
    }


def picture(plot: VictoryPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Everything the templates draw for this audience; empty before the components are read out."""
    if not plot.kit:
        return {}
    return {
        "map": hex_map(plot, side, asked, draft),
        "fight": fight_picture.fight(plot, side, asked, draft) if plot.fight else None,
        "fought": fight_picture.fought(plot),
        "pieces": cards(plot, side),
        "stacks": stacks(plot, side, asked, draft),
        "movable": may_pick(asked, draft),
        "orders": orders_picture.orders(plot, asked, draft),
        "landing": landing(asked),
        "waiting": waiting(asked),
        "reckoning": reckoning(plot),
        "strikes": orders_picture.strikes(asked, draft),
        "ready": ready(plot, side),
        "decks": decks(plot, side),
        "searches": searches(plot),
        "statements": statements(plot),
        "notes": notes(plot, side),
        "losses": losses(plot),
        "field": field(plot),
        "ashore": [unit for unit in plot.ashore if plot.strength(unit) != GONE],
        "spoken": spoken,
        "kinds": KIND_WORDS,
        "tally": lambda kinds: planes_words(tally(kinds)),
        "news": news(plot),
    }


# What was said.

ANNOUNCED = (
    "searching",
    "kure",
    "forgone",
    "night-searches",
    "found",
    "no-strikes",
    "no-more",
    "strike",
    "astray",
    "empty",
    "caught",
    "field",
    "zeke",
    "sub-attack",
    "broke-off",
    "surface",
    "landed",
    "field-shut",
    "fog-die",
    "turn-over",
    "stopped",
    "corrected",
    "motion",
    "pause",
    "fault",
    "back",
)
"""Kinds of what is said aloud at the table."""
LISTED = ("searching", "night-searches", "found")
"""Kinds that stand on the page for the rest of their turn."""


def news(plot: VictoryPlot) -> list[str]:
    """What was last said aloud this turn, or, as one opens, at the end of the last; the newest last."""

    def silent(said: Dispatch) -> bool:
        if said.kind == "motion":
            return bool(said.facts["say"] != "ruled")
        return (said.kind in LISTED and plot.step != "orders") or not SAYINGS[said.kind](said.facts)

    return showing.news(plot, SAYINGS, ANNOUNCED, silent, 2 if plot.step == "orders" else 1)


def searches(plot: VictoryPlot) -> list[JSON]:
    """The searches of this turn as they were declared, each side's by kind, with the dice of a night."""
    return [
        {
            "by": NAMES[side],
            "air": [each["hex"] for each in plot.searches if each["by"] == side and each["kind"] == AIR],
            "ship": [
                {"hex": each["hex"], "die": each.get("die", 0), "effective": each.get("effective", True)}
                for each in plot.searches
                if each["by"] == side and each["kind"] == SHIP
            ],
        }
        for side in SIDES
    ]


def statements(plot: VictoryPlot) -> list[JSON]:
    """What the searches of this turn found: hex by hex, “Ships” or “Carriers”."""
    return [
        {
            "of": NAMES[each["of"]],
            "hex": each["hex"],
            "what": "Carriers" if each["what"] == CARRIERS else "Ships",
            "spoken": spoken(each["hex"]),
        }
        for each in plot.found
    ]


def notes(plot: VictoryPlot, side: str) -> list[str]:
    """What a side alone knows of its own that is yet to come."""
    made = [f"Stopped short: {', '.join(each['ships'])} before {each['hex']}." for each in plot.stopped] if side else []
    if side != JAPAN:
        return made
    waiting: dict[int, list[str]] = {}
    for ship in outside(plot, JAPAN):
        waiting.setdefault(int(plot.ships[ship]["entry"]), []).append(ship)
    for entry, ships in sorted(waiting.items()):
        when = f"turn {plot.late}" if entry == LATE_GROUP and plot.late else f"turn {entry}"
        if entry == LATE_GROUP and not plot.late:
            when = "five turns after US carriers are first seen, not before turn 13"
        made.append(f"To enter from {when}: {', '.join(ships)}.")
    if plot.kure and not plot.kure_gone and not plot.kure_open:
        made.append(f"The base at Kure works from turn {plot.kure + KURE_TURNS}, by day.")
    return made


# Own ships and planes.


def stacks(plot: VictoryPlot, side: str, asked: Ask | None, draft: JSON) -> list[JSON]:
    """Own ships by hex, the senior first; while moving, where each comes from."""
    if not side:
        return []
    mover = moving(asked, draft)
    picked = draft["picked"] if mover else []
    made = []
    if mover and (waiting := mover.waiting(draft)) and not isinstance(mover, Orders):
        made.append(_stack(plot, waiting, "", [], picked, "waiting"))
    for place, ships in by_place(standing(plot, side, asked, draft)).items():
        came = sorted({plot.at.get(ship, "") for ship in ships} - {place, ""})
        made.append(_stack(plot, ships, place, came, picked, place))
    return made


def _stack(plot: VictoryPlot, ships: list[str], place: str, came: list[str], picked: list[str], arg: str) -> JSON:
    order = sorted(ships, key=lambda ship: (SENIORITY.index(plot.type_of(ship)), ships.index(ship)))
    return {
        "name": order[0] if len(order) == 1 else f"{order[0]} and {len(order) - 1}",
        "ships": [_ship(plot, ship, picked) for ship in order],
        "zone": place,
        "came": came,
        "joined": bool(came) and any(plot.at.get(ship) == place for ship in ships),
        "on": any(ship in picked for ship in ships),
        "arg": arg,
    }


def _ship(plot: VictoryPlot, ship: str, picked: list[str]) -> JSON:
    marks = ["½"] if plot.is_surface(ship) and plot.speed(ship) == HALF else []
    marks += ["reduced"] if plot.strength(ship) != FULL else []
    marks += [unit for unit in BATTALIONS if plot.aboard.get(unit) == ship and unit not in plot.ashore]
    return {"name": ship, "type": plot.type_of(ship), "on": ship in picked, "marks": marks}


def decks(plot: VictoryPlot, side: str) -> list[JSON]:
    """Own bases with their air units box by box, and after them what is in the air."""
    if not side:
        return []
    places = {**plot.carriers(side), **({MIDWAY: MIDWAY_HEX} if side == US else {})}
    made = []
    for base in BASES:
        if base in places:
            boxes = [
                {"box": BOX_WORDS[box], **_in_words(plot, plot.on(base, box))} for box in BOX_WORDS if box != ALOFT
            ]
            most = plot.capacity(base)
            made.append({"base": base, "zone": places[base], "most": most, "boxes": [b for b in boxes if b["units"]]})
    flying: dict[str, list[str]] = {}
    for unit in plot.aloft(side):
        flying.setdefault(plot.air[unit]["on"], []).append(unit)
    for place, units in flying.items():
        made.append(
            {"base": "In the air", "zone": place, "most": None, "boxes": [{"box": "", **_in_words(plot, units)}]}
        )
    return made


def _in_words(plot: VictoryPlot, units: Iterable[str]) -> dict[str, JSON]:
    each = list(units)
    words = planes_words(tally(plot.kind_of(unit) for unit in each))
    return {"units": each, "words": words.replace(" ", "\u00a0").replace(",\u00a0", ", ")}


def ready(plot: VictoryPlot, side: str) -> list[JSON]:
    """Own Ready units base by base, to be chosen from."""
    if not side:
        return []
    return [
        {"base": base, "units": [_unit(plot, unit) for unit in units]}
        for base in BASES
        if BASES[base][0] == side and (units := plot.on(base, READY))
    ]


def _unit(plot: VictoryPlot, unit: str) -> JSON:
    u = plot.air[unit]
    model = AIR_TYPES[u["type"]][2].partition(",")[0]
    return {"name": unit, "kind": plot.kind_of(unit), "model": model, "reduced": u["state"] == REDUCED}


def landing(asked: Ask | None) -> list[JSON]:
    """Those that come down, by the hex and the mission they flew."""
    if not isinstance(asked, After):
        return []
    groups: dict[tuple[str, str], list[JSON]] = {}
    for unit, u in asked.facts["flyers"].items():
        flown = {"name": unit, "from": u["from"], "reduced": u["state"] == REDUCED}
        groups.setdefault((u["hex"], u["mission"]), []).append(flown)
    return [
        {"hex": place, "mission": MISSIONS.get(mission, mission), "units": units}
        for (place, mission), units in groups.items()
    ]


def waiting(asked: Ask | None) -> dict[str, list[str]]:
    """Units in Not Ready boxes, base by base."""
    made: dict[str, list[str]] = {}
    if isinstance(asked, After):
        for unit, u in asked.facts["waiting"].items():
            made.setdefault(u["on"], []).append(unit)
    return made


# What all can see.


def reckoning(plot: VictoryPlot) -> list[str]:
    """The final reckoning, once the game is over: what was added and taken off."""
    told = [said for said in plot.heard if said.kind == "tally" and not said.struck] if plot.ended else []
    return [
        f"{NAMES[line['to']]} {halves(line['halves'])}: {line['why']}" for said in told for line in said.facts["lines"]
    ]


def losses(plot: VictoryPlot) -> list[JSON]:
    """Units of both sides that are reduced or gone, side by side."""
    made = []
    for side in SIDES:
        ground = MARINES if side == US else BATTALIONS
        mine = [*(s for s, ship in plot.ships.items() if ship["side"] == side), *ground]
        hurt = [{"unit": unit, "state": plot.strength(unit)} for unit in mine if plot.strength(unit) != FULL]
        made.append(
            {
                "side": NAMES[side],
                "reduced": [each["unit"] for each in hurt if each["state"] != GONE],
                "gone": [each["unit"] for each in hurt if each["state"] == GONE],
            }
        )
    return made


def field(plot: VictoryPlot) -> dict[str, JSON]:
    """Midway's airfield as all know it (Midway Airfield Damage)."""
    return {
        "hits": plot.field_hits,
        "room": plot.capacity(MIDWAY),
        "searches": plot.midway_searches(),
        "shut": plot.field == SHUT,
        "lost": plot.field_lost,
    }
