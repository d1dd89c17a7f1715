"""The map as its owner enters it: painted on the laptop, or typed. Each kind of thing is one text of hexes.

``2120-2126 2130`` are hexes along a row, or along a column; of areas each has a line, ``4: 2120-2126``. A prohibited side
is the two hexes on either side of it, ``2126-2226``. What stands in a text is all there is of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier import kit as kits
from umpire.games.carrier.charts import SURE, YES
from umpire.games.carrier.map import COASTAL, EDGES, HIGH, LAND
from umpire.games.carrier.terms import BASES, COMBAT, DIE, OBJECTIVES, TRANSPORT
from umpire.games.kit_parts import Cells, Fields, Typed, as_field, is_whole
from umpire.table.asks import Refusal
from umpire.table.numbered import DIRECTIONS, column_of, is_hex, neighbours, row_of
from umpire.table.words import whole

JSON = Any

KINDS = {COASTAL: "Coastal sea", LAND: "All land", HIGH: "High sea"}
LAST_AREA = 60
NO_AREA = 0
"""What the hexes of no area are declared whole by."""
CARDS = [(name, kind) for name in ("Guadalcanal", "Port Moresby", "New Hebrides") for kind in (COMBAT, TRANSPORT)]
"""The compasses an area may have: an objective each, of combat and of transport forces. The other objectives use
Guadalcanal’s."""
LONGEST = 40_000
"""Characters of one text; a whole map is a tenth of it."""

# What is known of a kind, the app’s own with the owner’s.


def _known(cells: Cells, chart: str) -> dict[str, JSON]:
    """The cells of a chart by what follows its key, those of the rulebook that the owner has not said otherwise too."""
    sure = {key: value for key, value in charts.data()[SURE].items() if charts.chart_of(key) == chart}
    return {key.partition("/")[2]: value for key, value in {**sure, **cells}.items() if charts.chart_of(key) == chart}


def areas(cells: Cells) -> list[int]:
    """The areas that anything is known of, by number."""
    numbers = {*_known(cells, "mission_area").values()}
    numbers |= {int(key.partition("/")[0]) for key in (*_known(cells, "compass"), *_known(cells, "area_whole"))}
    return sorted(numbers - {NO_AREA})


def objectives_in(area: int, cells: Cells) -> list[str]:
    """The objectives that lie in an area."""
    known = _known(cells, "mission_area")
    return [name for name, places in OBJECTIVES.items() if area in [known.get(place) for place in places]]


# Texts of hexes.


def text(places: Iterable[str]) -> str:
    """Hexes as they are typed: those next to each other along a row as one word."""
    words = []
    for _, row in groupby(sorted(set(places)), key=row_of):
        run: list[str] = []
        for place in row:
            if run and column_of(place) == column_of(run[-1]) + 1:
                run.append(place)
                continue
            words += _word(run)
            run = [place]
        words += _word(run)
    return " ".join(words)


def _word(run: list[str]) -> list[str]:
    return [] if not run else run if len(run) == 1 else [f"{run[0]}-{run[-1]}"]


def hexes(typed: str, what: str) -> list[str]:
    """The hexes of a text, each once; raises `Refusal`."""
    found: dict[str, None] = {}
    for word in _words(typed, what):
        first, _, last = word.partition("-")
        if not is_hex(first) or (last and not is_hex(last)):
            raise Refusal(f"{what}: “{word[:20]}” is no hex: two digits for the row, two for the column.")
        found |= dict.fromkeys(_line(first, last or first, what))
    return list(found)


def _words(typed: str, what: str) -> list[str]:
    if len(typed) > LONGEST:
        raise Refusal(f"{what}: that is more than a map holds.")
    tidy = re.sub(r"\s*[-–—]\s*", "-", typed)
    return [word for word in re.split(r"[\s,;]+", tidy) if word]


def _line(first: str, last: str, what: str) -> list[str]:
    rows, columns = (sorted((of(first), of(last))) for of in (row_of, column_of))
    if rows[0] < rows[1] and columns[0] < columns[1]:
        raise Refusal(f"{what}: {first}-{last} runs neither along a row nor along a column.")
    return [f"{r:02}{c:02}" for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)]


# The map’s form.


def shown(cells: Cells) -> Fields:
    """Its fields as the kit has them."""
    bounds = cells.get("map_bounds", {})
    made = {edge: as_field(bounds.get(edge)) for edge in EDGES}
    terrain = _known(cells, "terrain")
    made |= {kind: [text(place for place, each in terrain.items() if each == kind)] for kind in KINDS}
    made["sides"] = [" ".join(sorted(side for side, shut in _known(cells, "blocked_side").items() if shut == YES))]
    by_area: dict[int, list[str]] = {}
    for place, area in _known(cells, "mission_area").items():
        by_area.setdefault(area, []).append(place)
    made["areas"] = ["\n".join(f"{area}: {text(by_area[area])}" for area in sorted(by_area))]
    made["whole"] = [" ".join(str(n) for n in _whole(cells))]
    rabaul = cells.get("rabaul_hex")
    made["rabaul"] = [f"{rabaul:04}" if rabaul else ""]
    return made


def _whole(cells: Cells) -> list[int]:
    return sorted(int(area) for area, said in _known(cells, "area_whole").items() if said == YES)


def facts(cells: Cells) -> dict[str, JSON]:
    """What its template draws: where something known lies, and the brushes."""
    named = [(BASES.get(name, places[0]), name) for name, places in OBJECTIVES.items()]
    named += [(places[1], f"{name}, transports") for name, places in OBJECTIVES.items() if places[1] != places[0]]
    guess = charts.suggested("rabaul_hex")
    return {
        "landmarks": ";".join(f"{place} {name}" for place, name in named),
        "kinds": list(KINDS.items()),
        "edges": [
            (edge, f"{edge.capitalize()}, {'row' if edge in ('north', 'south') else 'column'}") for edge in EDGES
        ],
        "rabaul": f"{guess:04}" if guess else "",
        "unsure": text(p for p, each in _known({}, "sea").items() if each == YES and not cells.get(f"terrain/{p}")),
        "last": LAST_AREA,
    }


def read(typed: Typed, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with the map as typed; raises `Refusal`."""
    made = dict(cells)
    bounds = _bounds(typed)
    _put(made, {"map_bounds": bounds} if bounds else {}, ["map_bounds"])
    _terrain(typed, made, bounds)
    _sides(typed, made)
    _areas(typed, made, bounds)
    if typed.has("whole"):
        said = {f"area_whole/{n}": YES for n in _numbers(typed.one("whole"))}
        _put(made, said, [key for key in made if charts.chart_of(key) == "area_whole"])
    if typed.has("rabaul"):
        place = typed.one("rabaul").strip()
        if place and not is_hex(place):
            raise Refusal(f"Rabaul: “{place[:20]}” is no hex: two digits for the row, two for the column.")
        _put(made, {"rabaul_hex": int(place)} if place else {}, ["rabaul_hex"])
    return made


def _put(made: dict[str, JSON], said: Mapping[str, JSON], before: Iterable[str]) -> None:
    """Put what was said in place of what stood there before; what the app is sure of need not be kept."""
    for key in list(before):
        made.pop(key, None)
    made |= {key: value for key, value in said.items() if charts.data()[SURE].get(key) != value}


def _bounds(typed: Typed) -> dict[str, int] | None:
    said = {edge: typed.one(edge).strip()[:4] for edge in EDGES}
    if not any(said.values()):
        return None
    fields = {f.name: f for f in kits.cell("map_bounds", {}).fields}
    return {edge: int(fields[edge].read(said[edge], f"The {edge} edge, {fields[edge].label}")) for edge in EDGES}


def _inside(place: str, bounds: Mapping[str, int] | None, what: str) -> None:
    if not bounds:
        return
    rows, columns = range(bounds["north"], bounds["south"] + 1), range(bounds["east"], bounds["west"] + 1)
    if row_of(place) not in rows or column_of(place) not in columns:
        raise Refusal(f"{what}: {place} lies beyond the edges you gave.")


def _terrain(typed: Typed, made: dict[str, JSON], bounds: Mapping[str, int] | None) -> None:
    if not all(typed.has(kind) for kind in KINDS):
        return
    said: dict[str, JSON] = {}
    for kind, what in KINDS.items():
        for place in hexes(typed.one(kind), what):
            _inside(place, bounds, what)
            if f"terrain/{place}" in said:
                raise Refusal(f"{place} is both {KINDS[said[f'terrain/{place}']].lower()} and {what.lower()}.")
            said[f"terrain/{place}"] = kind
    _put(made, said, [key for key in made if charts.chart_of(key) == "terrain"])


def _sides(typed: Typed, made: dict[str, JSON]) -> None:
    """Prohibited sides; those that were found open in play stay so, unless they are named now."""
    if not typed.has("sides"):
        return
    said: dict[str, JSON] = {}
    for word in _words(typed.one("sides"), "Prohibited sides"):
        a, _, b = word.partition("-")
        if not is_hex(a) or not is_hex(b) or b not in neighbours(a):
            raise Refusal(
                f"Prohibited sides: “{word[:20]}” is no side: two hexes next to each other, such as 2126-2226."
            )
        said[f"blocked_side/{min(a, b)}-{max(a, b)}"] = YES
    before = [
        key for key, shut in made.items() if charts.chart_of(key) == "blocked_side" and (shut == YES or key in said)
    ]
    _put(made, said, before)


def _areas(typed: Typed, made: dict[str, JSON], bounds: Mapping[str, int] | None) -> None:
    if not typed.has("areas"):
        return
    said: dict[str, JSON] = {}
    for line in filter(str.strip, typed.one("areas").splitlines()):
        head, colon, rest = line.partition(":")
        number = whole(head.strip())
        if not colon or not is_whole(number, 1, LAST_AREA):
            raise Refusal(
                f"Areas: “{line.strip()[:20]}” will not do. A line begins with a number to {LAST_AREA} and a colon."
            )
        for place in hexes(rest, f"Area {number}"):
            _inside(place, bounds, f"Area {number}")
            if said.setdefault(f"mission_area/{place}", number) != number:
                raise Refusal(f"{place} is in area {said[f'mission_area/{place}']} and in area {number}.")
    for key, number in charts.data()[SURE].items():
        if charts.chart_of(key) == "mission_area" and said.setdefault(key, number) != number:
            place = key.partition("/")[2]
            raise Refusal(f"Areas: {place} is in area {number}. The areas of the three objectives have numbers 1 to 3.")
    _put(made, said, [key for key in made if charts.chart_of(key) == "mission_area"])


def _numbers(typed: str) -> list[int]:
    found = [whole(word) for word in re.split(r"[\s,;]+", typed[:LONGEST]) if word]
    if any(n is None or n > LAST_AREA for n in found):
        raise Refusal("Areas entered whole: their numbers, 0 for what lies in none.")
    return [n for n in found if n is not None]


# Compasses.


def compass_rows(cells: Cells) -> list[dict[str, JSON]]:
    """The areas, each with the compasses it may have: none toward an objective that lies in it."""
    made = []
    for area in areas(cells):
        own = objectives_in(area, cells)
        cards = [
            {"key": f"compass/{area}/{name}/{kind}", "words": f"{name}, {kind}"}
            for name, kind in CARDS
            if name not in own
        ]
        made.append({"area": area, "own": own, "cards": cards, "known": sum(card["key"] in cells for card in cards)})
    return made


def compass_shown(cells: Cells) -> Fields:
    """The fields of the compasses: an arrow a number."""
    return {
        f"{key}|{n}": [arrow]
        for key, value in cells.items()
        if charts.chart_of(key) == "compass"
        for n, arrow in value.items()
    }


def compass_read(typed: Typed, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with the compasses as typed: a blank is as the number above it. Raises `Refusal`."""
    made = dict(cells)
    for card in (card for row in compass_rows(cells) for card in row["cards"]):
        names = [f"{card['key']}|{n}" for n in range(1, DIE + 1)]
        if not any(typed.has(name) for name in names):
            continue
        made.pop(card["key"], None)
        said = [typed.one(name).strip()[:4].upper() for name in names]
        if any(said):
            made[card["key"]] = _arrows(said, kits.cell(card["key"], cells).label)
    return made


def _arrows(said: list[str], where: str) -> dict[str, str]:
    arrow, made = "", {}
    for n, word in enumerate(said, 1):
        arrow = word or arrow
        if arrow not in DIRECTIONS:
            wrong = f"“{arrow}” will not do" if arrow else "the number 1 is still blank"
            raise Refusal(f"{where}: {wrong}. An arrow points NE, E, SE, SW, W or NW.")
        made[str(n)] = arrow
    return made
