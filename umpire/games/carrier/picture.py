"""What Carrier's pages show one audience: facts for its templates, from that audience's plot alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from umpire.games.carrier import battle_picture, chart_picture, charts, deck_picture, fight_picture, pieces
from umpire.games.carrier.asks import Places
from umpire.games.carrier.chits import by_number
from umpire.games.carrier.map_picture import hex_map, ways
from umpire.games.carrier.mission import AREA
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.sequence import US_STEPS
from umpire.games.carrier.terms import (
    APPROXIMATE,
    HOURS,
    LIMITS,
    LOCATED,
    PERIODS,
    PHASES,
    SIZES,
    UNDETECTED,
    eighths,
    halves,
    quarters,
)
from umpire.games.carrier.words import SAYINGS, say
from umpire.table.asks import Ask
from umpire.table.charts import Cells
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any

DETECTION = {UNDETECTED: "not detected", APPROXIMATE: "about there", LOCATED: "located"}
SEGMENTS = {
    "set-up": "Setting up",
    "attacks": "Air attacks",
    "arrival": "Arrivals",
    "japan": "Japanese segment",
    "us": "your segment",
    "end": "End of the turn",
    "over": "Game over",
}
STEPS = {
    "fly": "air movement",
    "decks": "air operations",
    "move": "task forces move",
    "search": "air search",
    "strike": "air strikes",
    "repair": "repair",
}
QUIET = (
    *("roll", "step", "pieces-done", "kit", "cells", "sealed", "due", "chits-back", "flipped", "blank", "activated"),
    *("attack-value", "aimed", "bombed", "guns", "us-cap-combat", "jp-cap-combat", "points-shot-down", "shot-down"),
)
"""Kinds that are no news: what was rolled is said again by what came of it, and a fight is drawn as a board."""
NO_NEWS = ("nothing is in range", "it is known to have no carriers")
"""Why a force makes no air attack, where nobody would have thought it might; the record has it all the same."""


def where(plot: CarrierPlot) -> dict[str, JSON]:
    """The clock and the step, for the top of every page."""
    clock = plot.tree["clock"]
    turns = plot.parts.turns if plot.scenario else None
    step = STEPS.get(clock["step"], SEGMENTS.get(clock["segment"], ""))
    if clock["phase"] and not plot.ended:
        step = f"Phase {clock['phase']} · {step}"
    return {
        "turn": plot.turn,
        "turns": turns or "…",
        "hour": "" if not plot.turn else hour(plot),
        "date": _which(plot),
        "light": "night" if clock["night"] else "day",
        "step": "Game over" if plot.ended else step,
        "steps": PHASES + 2,
        "at": {"arrival": 0, "end": PHASES + 1}.get(clock["segment"], clock["phase"]) if plot.turn else -1,
        "score": [("US", eighths(points(plot, "us"))), ("Japan", eighths(points(plot, "japan")))],
        "over": plot.ended["text"] if plot.ended else "",
        "next": "" if plot.ended else after(plot),
    }


def after(plot: CarrierPlot) -> str:
    """What comes after the step that is played now; empty before the first turn."""
    clock = plot.tree["clock"]
    steps = [name for name, has, _ in US_STEPS if plot.scenario and has(plot.parts)]
    later = steps[steps.index(clock["step"]) + 1 :] if clock["step"] in steps else steps
    if clock["segment"] == "arrival":
        return "phase 1"
    if clock["segment"] not in ("japan", "us"):
        return ""
    if later:
        return STEPS[later[0]]
    if clock["phase"] < PHASES:
        return f"phase {clock['phase'] + 1}"
    return "the end of the turn" if plot.parts.turn_ends else "the next turn"


def _which(plot: CarrierPlot) -> str:
    """Which game it is, in a word or two."""
    if not plot.scenario:
        return "before the first turn"
    return f"Scenario {plot.scenario}" if plot.scenario.isdecimal() else "Standard"


def hour(plot: CarrierPlot) -> str:
    """When this turn begins, as the track has it."""
    return "" if plot.tree["clock"]["night"] else HOURS[(plot.turn - 1) % len(HOURS)]


def points(plot: CarrierPlot, side: str) -> int:
    """Victory points so far, in eighths."""
    return sum(award["n"] for award in plot.tree["points"][side])


def picture(plot: CarrierPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Everything the templates draw for this audience; empty before the scenario is set up."""
    if not plot.scenario:
        return {}
    return {
        "map": hex_map(plot, side, asked, draft),
        "spoken": str,
        "areas": areas(plot, asked),
        "charts": chart_picture.asked_for(plot.kit, asked),
        "news": news(plot),
        "todo": pieces.lines(plot),
        "forces": [force_row(plot, force) for force in by_number(plot.forces)],
        "groups": [group_row(plot, name) for name in plot.standing()],
        "strikes": [strike_row(plot, n) for n in plot.strikes],
        "records": records(plot),
        "cups": cups(plot),
        "decks": deck_picture.decks(plot, asked, draft),
        "ways": _ways(asked, draft),
        "fights": fight_picture.fights(plot),
        "battles": battle_picture.battles(plot, asked, draft),
        "quarters": quarters,
    }


def areas(plot: CarrierPlot, asked: Ask | None) -> list[tuple[int, str]]:
    """While areas of the map are asked for: those there are by now, each with a few of its hexes."""
    if not isinstance(asked, Cells) or not any(charts.chart_of(cell.key) == AREA for cell in asked.cells):
        return []
    known: dict[int, list[str]] = {}
    for key in (*charts.data()[charts.SURE], *plot.kit):
        if charts.chart_of(key) == AREA:
            known.setdefault(int(charts.value(plot.kit, key)), []).append(key.partition("/")[2])
    return [(n, f"is the area of {listed(known[n][:2])}") for n in sorted(known)]


def _ways(asked: Ask | None, draft: JSON) -> JSON:
    """The hexes about the piece that is taken up."""
    if isinstance(asked, Places) and draft and draft["one"] in asked.pieces:
        piece = asked.pieces[draft["one"]]
        return ways(piece["at"], piece["to"]) if piece["at"] else []
    return []


# What was said.

SO_MANY = 20


def news(plot: CarrierPlot) -> list[JSON]:
    """What was told since counters were last moved, the newest first."""
    made: list[JSON] = []
    for dispatch in reversed(plot.heard):
        if dispatch.kind in ("turn", "phase", "pieces-done") and made:
            break
        if not (dispatch.struck or _is_no_news(dispatch)) and (words := say(dispatch)):
            made.append({"words": words, "more": "", "rule": dispatch.rule} | _in_short(dispatch))
        if len(made) == SO_MANY:
            break
    return made


def _is_no_news(dispatch: Dispatch) -> bool:
    return (
        dispatch.kind in QUIET
        or dispatch.kind not in SAYINGS
        or (dispatch.kind == "no-attack" and dispatch.facts["why"] in NO_NEWS)
    )


def _in_short(dispatch: Dispatch) -> dict[str, str]:
    """A move with what led to it; the priorities before it that failed, and hexes that were shut, come after."""
    if dispatch.kind not in ("moves", "stays"):
        return {}
    f = dispatch.facts
    goes = f"{f['piece']} to {f['hex']}" if dispatch.kind == "moves" else f"{f['piece']} stays in {f['at']}"
    more = "; ".join([*f["failed"], *f["notes"]])
    return {"words": f"{goes}: {f['why']}.", "more": f"{more[:1].upper()}{more[1:]}." if more else ""}


# The Japanese.


def force_row(plot: CarrierPlot, force: str) -> dict[str, JSON]:
    """A force as its log has it."""
    f = plot.forces[force]
    ships = by_size(plot, plot.ships_of(force))
    marks = [DETECTION[f["detection"]]]
    marks += ["searched"] if f["down"] else []
    marks += ["US Advantage"] if f["advantage"] else []
    marks += ["retiring"] if f["retiring"] else []
    marks += [f"Battle Exhaust {f['exhaust']}"] if f["exhaust"] else []
    air = []
    air += [f"revealed {f['revealed']}"] if f["revealed"] is not None and f["level"] < 3 else []
    air += [f"lost {f['losses']}"] if f["losses"] and f["level"] < 3 else []
    air += [f"air value {f['value']}"] if f["value"] is not None and f["level"] == 3 else []
    return {
        "id": force,
        "hex": f["hex"],
        "objective": f["objective"],
        "level": f["level"],
        "chit": f["chit"] or "no chit",
        "screen": f["screen"],
        "marks": marks,
        "air": air,
        "ships": [ship_words(plot, ship) for ship in ships],
        "log": [log_words(entry) for entry in f["log"]],
    }


def by_size(plot: CarrierPlot, ships: Iterable[str]) -> list[str]:
    """Ships with the heaviest first (2.2)."""
    return sorted(ships, key=lambda ship: (SIZES.index(plot.ships[ship]["type"]), ship))


def ship_words(plot: CarrierPlot, ship: str) -> str:
    """``CV Zuikaku, 3 of 8 hits``."""
    s = plot.ships[ship]
    hurt = f", {s['hits']} of {s['capacity']} hits" if s["hits"] else ""
    return f"{s['type']} {ship}{hurt}"


def log_words(entry: Mapping[str, JSON]) -> str:
    """A strike on the Japanese log: turn, strength, losses, when it lands."""
    lands = f", lands turn {entry['land']}" if entry.get("land") else ""
    return f"turn {entry['turn']}: {entry['strength']} at {entry['target']}, lost {entry.get('lost', 0)}{lands}"


# The US.


def steps_words(steps: JSON) -> str:
    """Steps of a box: ``4 SBD, 2 F4F (12)``; nothing for none."""
    if isinstance(steps, Mapping):
        return ", ".join(f"{n} {kind}" for kind, n in steps.items() if n)
    return ", ".join(f"{n} {kind}{f' ({time})' if time is not None else ''}" for kind, n, time in steps if n)


def group_row(plot: CarrierPlot, name: str) -> dict[str, JSON]:
    """A task force or base: where it is, its ships, what is up over it."""
    group = plot.groups[name]
    track = [
        {
            "range": f"{box['range'][0]}-{box['range'][1]}",
            "available": steps_words(box["available"]),
            "used": steps_words(box["used"]),
        }
        for box in group["track"].values()
        if total(box["available"]) or total(box["used"])
    ]
    return {
        "name": name,
        "hex": group["hex"],
        "moved": group["moved"],
        "base": group["base"],
        "ships": [ship_words(plot, ship) for ship in by_size(plot, plot.ships_of(name))],
        "cap": steps_words(group["cap"]),
        "landing": steps_words(group["landing"]),
        "track": track,
        "fuel": "" if group["fuel"] is None else quarters(group["fuel"]),
        "hits": group["hits"],
    }


def strike_row(plot: CarrierPlot, n: str) -> dict[str, JSON]:
    """A strike on its way."""
    strike = plot.strikes[n]
    aim = "home" if strike["down"] or strike["transfer"] else strike["target"] or "no target yet"
    return {"n": n, "hex": strike["hex"], "time": strike["time"], "steps": steps_words(strike["steps"]), "aim": aim}


# The Records Track, and the cups.


def records(plot: CarrierPlot) -> list[tuple[str, str]]:
    """What stands on the Records Track."""
    tree = plot.tree
    made: list[tuple[str, str]] = []
    for which in LIMITS:
        if which in tree["limits"]:
            made.append((f"{which.capitalize()} index", f"{tree['index'][which]} of {tree['limits'][which]}"))
    if "retirement" in tree["limits"]:
        made.append(("Retirement index", f"{halves(tree['index']['retirement'])} of {tree['limits']['retirement']}"))
    if tree["sequence"]["marker"]:
        made.append(("Number of forces", str(tree["sequence"]["marker"])))
    if tree["die"]:
        made.append(("Mission movement", str(tree["die"])))
    goals = [o for o in (tree["objectives"]["primary"], tree["objectives"]["secondary"]) if o]
    made += [("Objective" if len(goals) == 1 else "Objectives", listed(goals))] if goals else []
    made += [("Period", PERIODS[plot.period])] if plot.period in PERIODS else []
    made += [("Strategic surprise", "in effect")] if tree["flags"]["surprise"] else []
    return made


def cups(plot: CarrierPlot) -> list[tuple[str, str]]:
    """What the cups still hold, by kind; never an order."""
    made = []
    for name, cup in (
        ("Combat chits", plot.tree["cups"]["combat"]),
        ("Transport chits", plot.tree["cups"]["transport"]),
    ):
        if cup:
            made.append((name, ", ".join(f"{n} {kind}" for kind, n in cup.items() if n) or "none left"))
    sequence = plot.tree["sequence"]["cup"]
    if sequence:
        made.append(("Sequence chits", str(sum(sequence.values()))))
    return made
