"""The map as a drawing: the part of it that was played on, for the scrubbed map and for the track charts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from umpire.games.aftermath.film import Mark, Store
from umpire.games.aftermath.tracks import LEFT, Way, ways
from umpire.games.aftermath.tracks import chart as chart_of
from umpire.games.carrier import map as sea
from umpire.games.carrier.aftermath.reel import BASE, NAMES, SIDES, Frame, Moment, Reel, counter
from umpire.games.carrier.map_picture import centre, frame, goals, outline, part
from umpire.games.carrier.picture import DETECTION, SEGMENTS, STEPS
from umpire.games.carrier.terms import DUMMY, eighths
from umpire.games.carrier.track import by_number
from umpire.table.words import listed

JSON = Any

NO_MAP = {"view": "0 0 100 40", "grid": {"scale": "1.00"}, "hexes": "", "nowhere": True}
"""What stands for the map of a scenario that has none; it is not shown."""
PAPER = 1050
"""Drawing units across a page at which the letters on counters are as small as they may be."""
ASIDE = 11
"""Drawing units that pieces of both sides in one hex are drawn off its middle."""
TWICE = "2.25"
"""How much larger than on a smaller map the turns and counters of a track chart are drawn."""


# What stays still.


def played_on(reel: Reel) -> tuple[str, ...]:
    """The hexes about all that ever moved on the map; bases lie on it where they lie."""
    stood = tuple(sorted(dict.fromkeys(filter(None, _stood(reel)))))
    return part(stood) if stood else ()


def board(reel: Reel) -> dict[str, JSON]:
    """The part of the map that was played on, with land and objectives as far as they are known."""
    hexes = played_on(reel)
    if not hexes:
        return NO_MAP
    drawn = frame(hexes)
    hundredths = max(100, 100 * drawn["width"] // PAPER)
    return {
        **drawn,
        "grid": {"scale": "1.00"},
        "paper": f"{hundredths // 100}.{hundredths % 100:02d}",
        "land": "".join(outline(p) for p in hexes if sea.terrain(reel.end, p) == "land"),
        "coast": "".join(outline(p) for p in hexes if sea.terrain(reel.end, p) == "coastal"),
        "goals": [{"name": name, "hex": at, **_xy(at)} for name, at in goals(reel.end) if at in hexes],
    }


def _stood(reel: Reel) -> Iterable[str]:
    for held in {id(moment.held): moment.held for moment in reel.moments}.values():
        yield from (at for at, _, _ in held.forces.values())
        yield from (at for at, what in held.groups.values() if what != BASE)
        yield from (at for at, _ in held.strikes.values())


def _xy(place: str) -> dict[str, int]:
    x, y = centre(place)
    return {"x": x, "y": y}


# The film.


def film(reel: Reel, shown: Sequence[Frame]) -> dict[str, JSON]:
    """Every frame's map, each mark and each picture written down once."""
    store, hexes = Store(), dict.fromkeys(played_on(reel))
    made = [
        {**clock(reel, each), "maps": [store.picture(marks(each.last, hexes))], "said": each.said, "key": each.key}
        for each in shown
    ]
    return {"names": ["The map"], "marks": store.marks, "pictures": store.pictures, "frames": made}


def clock(reel: Reel, shown: Frame) -> dict[str, JSON]:
    """When a frame is, for the line above the map."""
    last, told = shown.last, shown.told
    hour = reel.when(last.turn)
    at = f"Turn {last.turn}{f', {hour}' if hour else ''}" if last.turn else "Before the first turn"
    step = STEPS.get(told.step, "") if told.segment == "us" else SEGMENTS.get(told.segment, "")
    words = "The end" if last.kind == "ended" else f"Phase {told.phase}, {step}" if told.phase else step
    score = [eighths(last.score[side]) for side in SIDES]
    return {"turn": last.turn, "at": at, "step": words[:1].upper() + words[1:], "score": score}


def marks(moment: Moment, hexes: Collection[str]) -> list[Mark]:
    """What stood on this part of the map: squares the US, circles Japan, wedges strikes."""
    held = moment.held
    forces = _by_hex({life: at for life, (at, _, _) in held.forces.items() if at in hexes})
    groups = _by_hex({name: at for name, (at, _) in held.groups.items() if at in hexes})
    strikes = _by_hex({n: at[0] for n, at in held.strikes.items()})
    made: list[Mark] = []
    for place, lives in forces.items():
        made.append(_force_mark(moment, place, lives, place in groups or place in strikes))
    for place, names in groups.items():
        words = f"{place}: {listed(names)}"
        x, y = _aside(place, place in forces, -1)
        made.append(["square", x, y, _number(names[0]), len(names), words])
    for place, numbers in strikes.items():
        words = f"{place}: {listed(f'strike {n} ({held.strikes[n][1]})' for n in numbers)}"
        x, y = _aside(place, place in forces, -1)
        made.append(["wing", x, y - (ASIDE if place in groups else 0), numbers[0], len(numbers), words])
    return made


def _force_mark(moment: Moment, place: str, lives: Sequence[str], crowded: bool) -> Mark:
    """The forces of a hex as the one of them that is known best; an outline while none of them is detected."""
    known = moment.held.forces
    order = sorted(by_number(lives), key=lambda life: (known[life][1] == "", known[life][2] == ""))
    said = [f"{life}{f', {known[life][2]}' if known[life][2] else ''}, {DETECTION[known[life][1]]}" for life in order]
    x, y = _aside(place, crowded, 1)
    form = "circle" if known[order[0]][1] else "open-circle"
    more = f"+{len(order) - 1}" if len(order) > 1 else ""
    return [form, x, y, counter(order[0]), len(order), f"{place}: {'; '.join(said)}", "", more]


def _aside(place: str, crowded: bool, way: int) -> tuple[int, int]:
    x, y = centre(place)
    return x + (way * ASIDE if crowded else 0), y


def _by_hex(at: Mapping[str, str]) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {}
    for name in sorted(at):
        made.setdefault(at[name], []).append(name)
    return dict(sorted(made.items()))


def _number(name: str) -> str:
    """What a counter bears: ``16`` of ``TF 16``, ``G`` of Guadalcanal."""
    short = name.removeprefix("TF ").removeprefix("TG ")
    return short if short != name else name[:1]


# Track charts.


def tracks(reel: Reel) -> list[dict[str, JSON]]:
    """The ways of task forces, and of Japanese forces, each on the map with its turns."""
    groups = [name for name, g in reel.end.groups.items() if not g["base"]]
    lives = list(dict.fromkeys(life for m in reel.moments for life in m.held.forces))
    made = []
    for side, names in zip(SIDES, (groups, by_number(lives)), strict=True):
        stood = ((m.turn, _places(m, side)) for m in reel.moments)
        found = [way for way in ways(stood, names, _ends(reel), list) if way.stops[-1].place]
        if found:
            made.append(_chart(reel, side, found))
    return made


def _places(moment: Moment, side: str) -> dict[str, str]:
    there = moment.held.groups if side == SIDES[0] else moment.held.forces
    return {name: each[0] for name, each in there.items()}


def _ends(reel: Reel) -> dict[str, tuple[str, int]]:
    """Who did not stay to the last, and why."""
    made: dict[str, tuple[str, int]] = {}
    before: Moment | None = None
    for m in reel.moments:
        if m.kind == "force-gone" and before is not None:
            dummy = DUMMY in m.facts["why"]
            made[before.life(m.facts["force"])] = ("nothing but a dummy" if dummy else LEFT, m.turn)
        elif m.kind in ("tf-off", "task-force-gone"):
            made[str(m.facts["piece" if m.kind == "tf-off" else "group"])] = (LEFT, m.turn)
        before = m
    return made


def _chart(reel: Reel, side: str, found: Sequence[Way]) -> dict[str, JSON]:
    drawn = chart_of(found, _xy, list, lambda name: _number(name) if side == SIDES[0] else counter(name))
    shape = "square" if side == SIDES[0] else "circle"
    name = "US task forces" if side == SIDES[0] else f"Forces of {NAMES[side]}"
    return {"name": name, "shape": shape, "wide": board(reel)["width"], "scale": TWICE, **drawn}
