"""What Midway's boards show one audience: facts for its templates, from that audience's plot alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from umpire.games import showing
from umpire.games.midway.battle_picture import battle_board, battle_words
from umpire.games.midway.movement import ZoneStacks
from umpire.games.midway.operations import ATTACK, B17, PATROL, Operations
from umpire.games.midway.pieces import cards
from umpire.games.midway.plot import READY, READYING, MidwayPlot
from umpire.games.midway.search import Call
from umpire.games.midway.surface_picture import surface_board, surface_words
from umpire.games.midway.terms import (
    CARRIERS,
    ENEMY,
    JAPAN,
    MIDWAY,
    NAMES,
    SENIORITY,
    TYPES,
    US,
    day,
    hour,
    squadrons,
)
from umpire.games.midway.words import SAYINGS, found_words, types_words
from umpire.games.showing import by_place, fade, legible, own_told, read_out, scaled
from umpire.table.asks import Ask
from umpire.table.board import LETTERS, ZoneBoard, area_of, spoken
from umpire.table.plot import Dispatch

JSON = Any

Z = 18
"""Drawing units to a zone."""
MARGIN = 20
NEAR = 9
"""Zones across up to which a reach is drawn for direct tapping; wider, the area is tapped first."""
NAMED = 7
"""Zones across up to which each bears its name in letters that can be read."""

STEPS = ("opening", "movement", "readying", "search-us", "search-japan", "operations", "battle", "landing", "surface")
STEP_WORDS = {
    "set-up": "Set-up",
    "opening": "Opening",
    "movement": "Movement",
    "readying": "Readying",
    "search-us": "Search by the US",
    "search-japan": "Search by Japan",
    "operations": "Operations",
    "battle": "Battle",
    "landing": "Landing",
    "surface": "Surface combat",
}


def where(plot: MidwayPlot) -> dict[str, JSON]:
    """The clock and the step, for the top of every page."""
    step = STEP_WORDS[plot.step]
    if plot.battle:
        step = f"Battle in {plot.battle['zone']}"
    if plot.surface:
        step = f"Surface, {plot.surface['zone']}"
    steps = STEPS if plot.settings.get("surface") else STEPS[:-1]
    return {
        "turn": plot.turn,
        "turns": plot.kit.get("track/turns", 0),
        "hour": hour(plot.turn) if plot.turn else "",
        "date": f"June {day(plot.turn)}" if plot.turn else "before the first turn",
        "light": ("night" if plot.night else "day") if plot.turn else "",
        "step": step,
        "steps": len(steps),
        "at": STEPS.index(plot.step) if plot.step in STEPS else -1,
        "score": [(NAMES[side], plot.score[side]) for side in (US, JAPAN)],
        "fortification": plot.fortification,
        "over": plot.ended["text"] if plot.ended else "",
        "captured": plot.captured,
    }


def picture(plot: MidwayPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Everything the templates draw for this audience; empty before the components are read out."""
    if not plot.kit:
        return {}
    return {
        "map": search_board(plot, side, asked, draft),
        "battle": battle_board(plot, asked, draft) if plot.battle else None,
        "fought": [battle_words(plot, b) for b in plot.fought],
        "surface": surface_board(plot, asked, draft) if plot.surface else None,
        "gunned": [surface_words(plot, b) for b in plot.surface_fought],
        "pieces": cards(plot, side),
        "kinds": list(plot.kinds),
        "squadrons": squadrons,
        "hits": hit_record(plot),
        "stacks": stacks(plot, side, asked, draft),
        "movable": isinstance(asked, ZoneStacks),
        "calls": calls(plot),
        "decks": decks(plot, side),
        "sunk": list(plot.sunk),
        "spoken": spoken,
        "news": news(plot),
    }


# The search board.


@cache
def grid(board: ZoneBoard) -> dict[str, JSON]:
    """The printed board: its size, its lines as two paths, its labels."""
    width, height = board.columns * 3 * Z, board.rows * 3 * Z
    thin = [f"M{x * Z} 0V{height}" for x in range(board.columns * 3 + 1) if x % 3]
    thin += [f"M0 {y * Z}H{width}" for y in range(board.rows * 3 + 1) if y % 3]
    thick = [f"M{x * 3 * Z} 0V{height}" for x in range(board.columns + 1)]
    thick += [f"M0 {y * 3 * Z}H{width}" for y in range(board.rows + 1)]
    return {
        "zone": Z,
        "scale": legible(width + MARGIN + 4, height + MARGIN + 4),
        "width": width,
        "height": height,
        "thin": "".join(thin),
        "thick": "".join(thick),
        "columns": [(LETTERS[c], int((c * 3 + 1.5) * Z)) for c in range(board.columns)],
        "rows": [(r + 1, int((r * 3 + 1.5) * Z)) for r in range(board.rows)],
    }


def search_board(plot: MidwayPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The board with what this audience knows on it, and what may be tapped."""
    board = plot.board
    taps = tappable(board, asked, draft)
    own = own_stacks(plot, board, side, asked, draft) if side else []
    seen = sightings(plot, board, side)
    return {
        "grid": grid(board),
        "view": taps["view"] or whole_view(board),
        "zoomed": bool(taps["view"]),
        "scale": "0.42" if taps["view"] else grid(board)["scale"],
        "letters": grid(board)["scale"],
        "label": label_of(taps["view"]),
        "marks": landmarks(plot, board),
        "own": own,
        "seen": seen,
        "contacts": [{"zone": zone, **centre(board, zone)} for zone in plot.contacts],
        "called": [{"area": c["area"], "by": c["by"], **area_box(board, c["area"])} for c in plot.calls],
        **{key: taps[key] for key in ("picked", "targets")},
        "zones": [{**each, "spoken": read_out(each["zone"], own, seen)} for each in taps["zones"]],
        # Areas stand outside the cover, so nothing of one's own is read out with them.
        "areas": [{**each, "spoken": read_out(each["area"], seen, within=area_of)} for each in taps["areas"]],
    }


def whole_view(board: ZoneBoard) -> str:
    return f"-{MARGIN} -{MARGIN} {board.columns * 3 * Z + MARGIN + 16} {board.rows * 3 * Z + MARGIN + 4}"


def label_of(view: str) -> str:
    """How much the name of a zone is scaled to be read on a phone; empty where there are too many to name."""
    if not view:
        return ""
    _, _, wide, high = map(int, view.split())
    return scaled(wide, high) if max(wide, high) <= NAMED * Z + 4 else ""


def centre(board: ZoneBoard, zone: str) -> dict[str, int]:
    x, y = board.xy(zone)
    return {"x": x * Z + Z // 2, "y": y * Z + Z // 2}


def area_box(board: ZoneBoard, area: str) -> dict[str, int]:
    x, y = board.xy(f"{area}-A")
    return {"x": x * Z, "y": y * Z, "size": 3 * Z}


def zone_box(board: ZoneBoard, zone: str) -> dict[str, JSON]:
    x, y = board.xy(zone)
    return {"zone": zone, "letter": zone[-1], "x": x * Z, "y": y * Z, "size": Z}


def landmarks(plot: MidwayPlot, board: ZoneBoard) -> list[JSON]:
    return [
        {"name": name, "zone": zone, **centre(board, zone)}
        for name in ("Midway", "Kure")
        if (zone := plot.kit.get(f"board/{name.lower()}"))
    ]


def senior(plot: MidwayPlot, ships: Iterable[str]) -> str:
    """The type a stack is drawn as: carriers first, then the heaviest."""
    return str(min((plot.ships[ship]["type"] for ship in ships), key=SENIORITY.index))


def standing(plot: MidwayPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, str]:
    """Where a side's own ships stand, as its draft has them while it moves."""
    if isinstance(asked, ZoneStacks) and draft:
        return asked.standing(draft)
    return plot.of(side)


def own_stacks(plot: MidwayPlot, board: ZoneBoard, side: str, asked: Ask | None, draft: JSON) -> list[JSON]:
    picked = draft["picked"] if isinstance(asked, ZoneStacks) and draft else []
    taps = isinstance(asked, ZoneStacks) and not picked
    made = []
    zones = by_place(standing(plot, side, asked, draft))
    for zone, ships in zones.items():
        nearest = min((board.distance(zone, other) for other in zones if other != zone), default=NEAR)
        made.append(
            {
                "half": min(20, nearest * Z // 2),
                "zone": zone,
                "place": zone,
                "told": own_told(ships),
                "type": senior(plot, ships),
                "n": len(ships),
                "on": any(ship in picked for ship in ships),
                "taps": taps,
                "shape": "square" if side == US else "circle",
                **centre(board, zone),
            }
        )
    return made


def drawn_as(found: JSON) -> str:
    """The type a sighting is drawn as: a carrier if there is any, else the first that was told."""
    return "CV" if set(CARRIERS) & set(found["types"]) else str(found["types"][0])


def sightings(plot: MidwayPlot, board: ZoneBoard, side: str) -> list[JSON]:
    """Ships found by calls: a side sees what it found, the public table what each found; old ones fade."""
    made = []
    for seen in plot.sightings:
        if side and seen["by"] != side:
            continue
        age = plot.turn - seen["turn"]
        for found in seen["found"]:
            made.append(
                {
                    "zone": found["zone"],
                    "place": found["zone"],
                    "told": f"{NAMES[ENEMY[seen['by']]]} {types_words(found)}, found on turn {seen['turn']}",
                    "types": types_words(found),
                    "type": drawn_as(found),
                    "age": age,
                    "fade": fade(age),
                    "shape": "circle" if seen["by"] == US else "square",
                    "turn": seen["turn"],
                    **centre(board, found["zone"]),
                }
            )
    return made


def tappable(board: ZoneBoard, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """What of the board may be tapped now, and the part of it to show."""
    made: dict[str, JSON] = {"zones": [], "areas": [], "picked": [], "targets": [], "view": ""}
    if draft is None:
        return made
    if isinstance(asked, Call):
        may = set(asked.open_areas())
        made["areas"] = [{"area": a, "op": "area", "shut": a not in may, **area_box(board, a)} for a in board.areas]
        if draft["area"]:
            made["picked"] = [area_box(board, draft["area"])]
    elif isinstance(asked, ZoneStacks):
        _reach(board, made, asked.reach(draft), draft.get("look"), "to")
    elif isinstance(asked, Operations):
        _targets(board, made, asked, draft)
    return made


def _targets(board: ZoneBoard, made: dict[str, JSON], asked: Operations, draft: JSON) -> None:
    made["targets"] = [{**centre(board, o["zone"])} for o in draft[ATTACK]]
    order = draft["open"]
    if order and order["kind"] == B17:
        _reach(board, made, list(board.zones), draft.get("look"), "zone")
    elif order and order["kind"] in (ATTACK, PATROL) and order["from"]:
        _reach(board, made, asked.reach(order["from"], order["kind"]), draft.get("look"), "zone")
    if order and order["kind"] in (ATTACK, PATROL, B17) and order["goal"]:
        made["targets"].append({**centre(board, order["goal"]), "on": True})


def _reach(board: ZoneBoard, made: dict[str, JSON], zones: list[str], look: str | None, op: str) -> None:
    """Zones to tap: shown large when they lie close together, area by area when they do not."""
    if not zones:
        return
    if look:
        zones_near = [zone for zone in zones if board.distance_to_area(zone, look) <= 1]
        made["view"] = view_of(board, [f"{look}-A", f"{look}-I"], 1)
    elif spread(board, zones) <= NEAR:
        zones_near = zones
        made["view"] = view_of(board, zones, 0)
    else:
        areas = dict.fromkeys(area_of(zone) for zone in zones)
        made["areas"] = [{"area": a, "op": "look", **area_box(board, a)} for a in areas]
        return
    made["zones"] = [{**zone_box(board, zone), "op": op} for zone in zones_near]


def spread(board: ZoneBoard, zones: list[str]) -> int:
    xs, ys = zip(*(board.xy(zone) for zone in zones), strict=True)
    return int(max(max(xs) - min(xs), max(ys) - min(ys))) + 1


def view_of(board: ZoneBoard, zones: list[str], round_it: int) -> str:
    """The view box that holds some zones and so many more round them, never less than five across."""
    xs, ys = zip(*(board.xy(zone) for zone in zones), strict=True)
    left, top = max(0, min(xs) - round_it), max(0, min(ys) - round_it)
    right = min(board.columns * 3 - 1, max(xs) + round_it)
    bottom = min(board.rows * 3 - 1, max(ys) + round_it)
    return f"{left * Z - 2} {top * Z - 2} {(right - left + 1) * Z + 4} {(bottom - top + 1) * Z + 4}"


# Lists beside the board.


def stacks(plot: MidwayPlot, side: str, asked: Ask | None, draft: JSON) -> list[JSON]:
    """Own ships by zone, senior first in name; while moving, where each comes from."""
    if not side:
        return []
    at = standing(plot, side, asked, draft)
    picked = draft["picked"] if isinstance(asked, ZoneStacks) and draft else []
    made = []
    if isinstance(asked, ZoneStacks) and draft and (waiting := asked.waiting(draft)):
        made.append(_stack(plot, waiting, "", [], picked, "waiting"))
    for zone, ships in by_place(at).items():
        came = sorted({plot.zones.get(ship, "") for ship in ships} - {zone, ""})
        made.append(_stack(plot, ships, zone, came, picked, zone))
    return made


def _stack(plot: MidwayPlot, ships: list[str], zone: str, came: list[str], picked: list[str], arg: str) -> JSON:
    order = sorted(ships, key=lambda s: (SENIORITY.index(plot.ships[s]["type"]), ships.index(s)))
    return {
        "name": order[0] if len(order) == 1 else f"{order[0]} group",
        "ships": [{"name": s, "type": plot.ships[s]["type"], "on": s in picked} for s in order],
        "zone": zone,
        "came": came,
        "joined": bool(came) and any(plot.zones.get(ship) == zone for ship in ships),
        "on": any(s in picked for s in ships),
        "arg": arg,
    }


ANNOUNCED = (
    "word",
    "on-midway",
    "answer",
    "operations",
    "returns",
    "sunk",
    "captured",
    "contact",
    "bombed",
    "met",
    "fortification",
    "b17",
    "b17-result",
    "surface-over",
    "corrected",
    "motion",
    "pause",
    "fault",
    "back",
)
"""Kinds of what is said aloud at the table."""


def news(plot: MidwayPlot) -> list[str]:
    """What was last said aloud this turn, or, as one opens, at the end of the last; the newest last."""

    def silent(said: Dispatch) -> bool:
        if said.kind == "word":
            return not any(said.facts["words"].values())
        if said.kind == "motion":
            return bool(said.facts["say"] != "ruled")
        return said.kind == "answer" and (plot.step != "operations" or not said.facts["found"])

    turns = 2 if plot.step in ("opening", "movement") else 1
    return showing.news(plot, SAYINGS, ANNOUNCED, silent, turns)


def calls(plot: MidwayPlot) -> list[JSON]:
    """The calls of this turn with their answers, the newest first."""
    made = []
    for call in reversed(plot.calls):
        answer = next(
            (
                s
                for s in plot.sightings
                if s["by"] == call["by"] and s["area"] == call["area"] and s["played"] == plot.played
            ),
            None,
        )
        said = found_words(answer["found"]) if answer else ""
        made.append(
            {"by": NAMES[call["by"]], "area": call["area"], "said": said, "hit": bool(answer and answer["found"])}
        )
    return made


def decks(plot: MidwayPlot, side: str) -> list[JSON]:
    """Own bases with their planes by state."""
    if not side:
        return []
    bases = plot.bases(side)
    if plot.closed and MIDWAY in plot.planes and side == US:
        bases[MIDWAY] = plot.kit["board/midway"]
    return [
        {
            "base": base,
            "closed": base == MIDWAY and plot.closed,
            "zone": zone,
            "planes": [{"type": kind, **plot.planes[base][kind]} for kind in plot.kinds],
            "armed": plot.armed(base),
            "ready": sum(plot.planes[base][kind][READY] for kind in TYPES),
            "readying": sum(plot.planes[base][kind][READYING] for kind in TYPES),
        }
        for base, zone in bases.items()
    ]


def hit_record(plot: MidwayPlot) -> list[JSON]:
    """Both sides' ships that have hits or are sunk, as on the pad."""
    made = []
    for ship in plot.ships:
        hits, boxes = plot.hits.get(ship, 0), plot.kit.get(f"hits/{ship}", 0)
        if hits or ship in plot.sunk:
            made.append(
                {
                    "ship": ship,
                    "type": plot.ships[ship]["type"],
                    "side": NAMES[plot.ships[ship]["side"]],
                    "hits": hits,
                    "boxes": max(boxes, hits),
                    "sunk": ship in plot.sunk,
                }
            )
    return made
