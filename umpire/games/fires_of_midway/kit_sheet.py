"""The kit's page: what cards and counters of one copy print, a row a side of a card. Nothing of it is needed beforehand.

Whoever likes can fill it in before the evening; else each value is asked once, when the app's dice first need it. The
faces of the thirty tiles and the numbers of the action cards are never asked for: a table whose tiles the app is to keep
needs all the faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from umpire.games.fires_of_midway import action_cards, fleets, tiles
from umpire.games.fires_of_midway.kit import FLEET, cell, said
from umpire.games.fires_of_midway.printed import DAMAGED, FACES, fuel_key, plane_key, track_key
from umpire.games.fires_of_midway.settings import SCENARIOS
from umpire.games.fires_of_midway.ship import FULL, SMOKE
from umpire.games.fires_of_midway.terms import PLANE_TYPES, PLANE_WORDS
from umpire.games.kit_parts import Cells, Fields, Heading, Section, Typed, put, settled
from umpire.table.asks import Refusal
from umpire.table.charts import Cell

__all__ = [
    *("BOX", "NEED_CELLS", "SCRIPTS", "SECTIONS", "Typed", "doubts", "facts", "known", "later"),
    *("problems", "read", "shown", "sound", "title", "wanting"),
]

JSON = Any

BOX = "carriers, aircraft and fleet lists"
"""What of the box is read off."""
NEED_CELLS: Sequence[str] = ("tiles",)
"""The setting that needs cells before set-up: tiles that the app keeps need every face."""
SCRIPTS: Sequence[str] = ()

SHIPS, PLANES, FLEETS, CARDS, TILES = "ships", "planes", "fleets", "cards", "tiles"
_LATER = Heading("later", "Asked in play", "Each is asked once, when it is first needed. Blanks may stay blank.")
_NEVER = Heading("never", "Never asked", "Whoever likes fills it in: it saves a look at the card.", folded=True)
_OPTION = Heading(
    "option",
    "For tiles kept by the app",
    "All thirty faces, or none: the app can keep only what it knows.",
    folded=True,
)
SECTIONS = (
    Section(SHIPS, "Carriers", _LATER, form="values"),
    Section(PLANES, "Aircraft", _LATER, form="values"),
    Section(FLEETS, "Fleet lists", _LATER),
    Section(CARDS, "Action cards", _NEVER),
    Section(TILES, "Search or Destroy tiles", _OPTION),
)
_ROWS = {FULL: "full side", SMOKE: "smoke side", DAMAGED: "damaged side"}


def title() -> str:
    """The edition these forms are for."""
    return "The Fires of Midway: The Carrier Battles of 1942"


def known() -> dict[str, JSON]:
    """The cells a new kit begins with: none."""
    return {}


# What could be printed.


def faults(cells: Cells) -> dict[str, str]:
    """What is wrong with cells, by key: a name or a value that no copy could have."""
    return {key: f"{key[:40]}: {fault}" for key, value in cells.items() if (fault := _fault(key, value))}


def _fault(key: str, value: JSON) -> str:
    try:
        return "" if cell(key, {}).allows(value) else "this cannot be printed there."
    except KeyError:
        return "a kit has nothing of this name."


def problems(cells: Cells) -> list[str]:
    """What could never be printed, a sentence each."""
    return list(faults(cells).values())


def sound(cells: Cells) -> dict[str, JSON]:
    """The cells that can be worked with, whatever the others are."""
    return settled(cells, faults)


def doubts(cells: Cells) -> list[str]:
    """Where sound cells contradict the rulebook's examples, a sentence each."""
    every = [(cell(key, {}), value) for key, value in sorted(cells.items())]
    return [f"{each.label}: {words}" for each, value in every if (words := each.doubt(value))]


def wanting(cells: Cells) -> list[tuple[str, str]]:
    """What is missing before set-up: nothing."""
    return []


def later(cells: Cells) -> list[tuple[str, str]]:
    """What tiles that the app keeps need before set-up."""
    lacks = tiles.wanting(cells)
    if len(lacks) < 2:
        return [(words, TILES) for words in lacks]
    return [(f"Tiles kept by the app: {len(lacks)} faces are still to be entered.", TILES)]


# The rows of a section.


def _named(cells: Cells, heads: Sequence[str], place: int) -> list[str]:
    """The names that stand at one place of the keys of some heads."""
    found = [key.split("/")[place] for key in sorted(cells) if key.split("/")[0] in heads]
    return list(dict.fromkeys(found))


def _ships(cells: Cells) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """Carriers of all fleets that are known, each with its two sides and their keys."""
    lists = [fleets.offered(scenario) for scenario in SCENARIOS]
    lists += [cells[key] for key in sorted(cells) if key.startswith(f"{FLEET}/")]
    names = [ship["name"] for each in lists for ship in each["ships"]]
    for name in dict.fromkeys([*names, *_named(cells, ("guns", "rating"), 1)]):
        yield name, [(side, [f"rating/{name}/{side}", f"guns/{name}/{side}"]) for side in (FULL, DAMAGED)]


def _planes(cells: Cells) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """Kinds of aircraft, each with the two sides of its card; the fuel rating stands on the full one."""
    kinds = {name: kind for types in PLANE_TYPES.values() for kind, name in types.items()}
    kinds |= {key.split("/")[2]: key.split("/")[1] for key in sorted(cells) if key.startswith("plane/")}
    for name in dict.fromkeys([*kinds, *_named(cells, ("track", "fuel"), 1)]):
        sides = []
        for side in (FULL, SMOKE):
            own = [plane_key(kinds[name], name, side)] if name in kinds else []
            fuel = [fuel_key(name)] if side == FULL else []
            sides.append((side, [*own, *fuel, *(track_key(name, side, face) for face in FACES)]))
        yield f"{name}{f', {PLANE_WORDS[kinds[name]]}' if name in kinds else ''}", sides


def _tiles(cells: Cells) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """The thirty tiles, a row each."""
    for key in tiles.EVERY:
        yield tiles.number(key), [(FULL, [key])]


def _cards(cells: Cells) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """The eight action cards, a row each."""
    for key in action_cards.EVERY:
        yield key.rpartition("/")[2], [(FULL, [key])]


_LISTS = {CARDS: _cards, SHIPS: _ships, PLANES: _planes, TILES: _tiles}


def _keys(section: str, cells: Cells) -> list[str]:
    return [key for _, sides in _LISTS[section](cells) for _, keys in sides for key in keys]


def field(key: str, part: str) -> str:
    """The name of a box on the form."""
    return f"{key}|{part}" if part else key


def _boxes(made: Cell) -> list[dict[str, JSON]]:
    """The boxes of a cell, each with what may stand in it."""
    return [
        {
            "name": field(made.key, box.name),
            "label": box.label or _short(made.key),
            "aria": f"{made.label}{f', {box.label}' if box.label else ''}",
            "words": list(zip(box.words, box.keys or box.words, strict=True)),
        }
        for box in made.fields
    ]


def _short(key: str) -> str:
    head, *rest = key.split("/")
    return {"rating": "structure rating", "fuel": "fuel", "track": rest[-1]}.get(head, head)


# The forms.


def shown(section: str, cells: Cells) -> Fields:
    """The fields of a section's form as the kit has them."""
    if section == FLEETS:
        return {}
    made: dict[str, list[str]] = {}
    for key in _keys(section, cells):
        texts = cell(key, {}).text(cells.get(key))
        made |= {field(key, part): [text] for part, text in texts.items()}
    return made


def facts(section: str, cells: Cells) -> dict[str, JSON]:
    """What a section's template draws: rows of boxes, or the fleet lists that were entered."""
    if section == FLEETS:
        every = [(key, value) for key, value in sorted(cells.items()) if key.startswith(f"{FLEET}/")]
        return {
            "fleets": [{"key": key, "label": cell(key, {}).label, "said": said(key, value)} for key, value in every]
        }
    rows = [
        {
            "name": name,
            "sides": [
                {"name": _ROWS[side], "boxes": [box for key in keys for box in _boxes(cell(key, {}))]}
                for side, keys in sides
            ],
            "known": sum(key in cells for _, keys in sides for key in keys),
        }
        for name, sides in _LISTS[section](cells)
    ]
    return {"rows": rows, "track": section == PLANES}


def read(section: str, fields: Fields, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with this section as typed; raises `Refusal`."""
    typed = Typed(fields)
    made = dict(cells)
    if section == FLEETS:
        for key in typed.many("forget"):
            made.pop(key if key.startswith(f"{FLEET}/") else "", None)
        return made
    for key in _keys(section, cells):
        put(made, key, _read(cell(key, {}), typed))
    for problem in problems(made):
        raise Refusal(problem)
    return made


def _read(wanted: Cell, typed: Typed) -> JSON:
    """The value of a cell as typed; none for one of which every box is blank."""
    boxes: Mapping[str, str] = {box.name: typed.one(field(wanted.key, box.name)) for box in wanted.fields}
    return wanted.read(boxes) if any(text.strip() for text in boxes.values()) else None
