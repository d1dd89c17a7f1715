"""The kit's page: its sections, the fields each opens with, and the plain facts its templates draw.

The map is painted, compasses are typed in tables, and every printed chart is a form (`kit_tables`). Nothing of it is needed
before set-up but what fog+ needs (`kit_needs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier import kit_map, kit_needs, kit_tables
from umpire.games.carrier.kit_check import doubts, problems, sound
from umpire.games.carrier.terms import DIE
from umpire.games.kit_parts import Cells, Fields, Heading, Section, Typed
from umpire.table.asks import Refusal

__all__ = [
    "BOX",
    "NEED_CELLS",
    "SCRIPTS",
    "SECTIONS",
    "Typed",
    "doubts",
    "facts",
    "known",
    "later",
    "problems",
    "read",
    "shown",
    "sound",
    "title",
    "wanting",
]

JSON = Any

BOX = "the map and the chart screens"
"""What of the box is read off."""
NEED_CELLS = ("fog",)
"""What may be agreed on that needs more cells before set-up than the game without it does."""
SCRIPTS = ("hexes.js", "paint.js")
"""What the page needs beside the script of every kit’s page: the map is painted."""

MAP, COMPASSES = "map", "compasses"
_MAP = Heading(
    "the-map",
    "The map",
    "Ten minutes with a brush, once, and the compasses in tables. What is left out is asked in play, hex by hex.",
)
_TOPICS: Mapping[Heading, Mapping[str, tuple[str, tuple[str, ...]]]] = {
    Heading("tracks", "Tracks", "Read every turn. Each line is asked once if it is blank.", folded=True): {
        "records": ("Records Track", ("records_J", "records_us")),
        "search_track": ("Search tracks", ("search_track",)),
    },
    Heading("search", "Search and intelligence", "The Search Table is read most of all.", folded=True): {
        "search": ("Air Unit Search Table", ("search", "search_mods")),
        "intel_1_2": ("Level 1 to 2", ("intel_1_2",)),
        "intel_2_3": ("Level 2 to 3", ("intel_2_3",)),
        "intel_3_4": ("Level 3 to 4", ("intel_3_4",)),
        "chits": ("Screens and level 3 chits", ("screen", "chit_3")),
    },
    Heading("us-strikes", "US strikes", "Contact, surprise, CAP over Japanese carriers, landing late.", folded=True): {
        "contact": ("Strike Contact Table", ("contact_cols", "contact", "contact_mods")),
        "surprise": ("Surprise Table", ("surprise", "surprise_mods", "damage_mod")),
        "jp_cap": ("CAP Strength Table", ("jp_cap",)),
        "ext_range": ("Extended Range and Night Landing", ("ext_range",)),
    },
    Heading("attacks", "Air attacks", "The Damage Table is read for every roll.", folded=True): {
        "damage": ("Air Attack Damage Table", ("damage",)),
        "die_rolls": ("Air Attack Die Rolls Chart", ("die_rolls",)),
        "aa": ("Antiaircraft Fire Table", ("aa",)),
        "jp_cap_combat": ("Japanese CAP Combat Table", ("jp_cap_combat",)),
        "us_cap": ("US CAP Combat Table", ("us_cap", "escort_mod", "cap_aloft_mod")),
        "us_warning": ("US Warning Table", ("us_warning",)),
        "air_ground": ("Air-to-Ground Attack Table", ("air_ground",)),
    },
    Heading("japan-strikes", "Japanese air strikes", "Targets and strengths are read once a strike.", folded=True): {
        "air_target": ("Target Table", ("air_target", "air_target_by", "air_target_mods")),
        "strength_1_2": ("Strength, Level 1 and 2", ("strength_1_2",)),
        "strength_3_4": ("Strength, Level 3 and 4", ("strength_3_4", "strength_3_4_mods")),
        "reduction": ("Reduction Chart", ("reduction",)),
        "turnaround": ("Turnaround Chart", ("turnaround",)),
    },
    Heading("surface", "Surface combat", "Close reaction, fire and its modifiers.", folded=True): {
        "close_reaction": ("Close Reaction Table", ("close_reaction", "close_reaction_columns")),
        "surface_fire": ("Surface Fire Table", ("surface_fire",)),
        "surface_mods": ("Surface Fire, modifiers", ("surface_mods",)),
    },
    Heading("damage-and-repair", "Damage and repair", "Read at the first hit on a US carrier.", folded=True): {
        "level": ("Damage levels", ("level",)),
        "repair": ("Repair and critical damage", ("repair", "critical")),
    },
    Heading("arrivals", "Arrivals and setting up", "The standard game alone reads these.", folded=True): {
        "arrival": ("Arrival Tables", ("arrival",)),
        "objectives": ("Time period and objectives", ("period", "objectives")),
        "commitment": ("Commitment and US forces", ("commitment",)),
        "land_air": ("Land-based air", ("moresby_air", "guadalcanal_air")),
        "available": ("Ship Availability Chart", ("available",)),
    },
    Heading("endings", "Endings and scenarios", "Points, retirement, and tables of one scenario.", folded=True): {
        "points": ("Victory points", ("vp_schedule", "victory_ratio", "fleet_retirement")),
        "scenarios": ("Scenarios 3 and 6", ("scenario3_table", "scenario3_delay", "sc6_dummies")),
    },
}
CHARTS: Mapping[str, tuple[str, ...]] = {key: names for topic in _TOPICS.values() for key, (_, names) in topic.items()}
"""The charts of each section, the maps’ apart."""
SECTIONS = (
    Section(MAP, "Map", _MAP),
    Section(COMPASSES, "Compasses", _MAP),
    *(
        Section(key, name, heading, form="charts")
        for heading, topic in _TOPICS.items()
        for key, (name, _) in topic.items()
    ),
)


def title() -> str:
    """The edition these forms are for."""
    return "Carrier: The Southwest Pacific Campaign"


def known() -> dict[str, JSON]:
    """The cells a new kit begins with: none; what ships with the app stands in every box until it is said otherwise."""
    return {}


def wanting(cells: Cells) -> list[tuple[str, str]]:
    """What is missing before set-up, each with the section it belongs to: without fog+ nothing."""
    return kit_needs.gaps(cells, {})


def later(cells: Cells) -> list[tuple[str, str]]:
    """What only fog+ needs before set-up and the kit has not, each with its section."""
    return kit_needs.gaps(cells, {"fog": True})


def shown(section: str, cells: Cells) -> Fields:
    """The fields of a section's form as the kit has them."""
    if section == MAP:
        return kit_map.shown(cells)
    return kit_map.compass_shown(cells) if section == COMPASSES else kit_tables.shown(CHARTS[section], cells)


def facts(section: str, cells: Cells) -> dict[str, JSON]:
    """The tables and small print of a section."""
    if section == MAP:
        return kit_map.facts(cells)
    if section == COMPASSES:
        return {"areas": kit_map.compass_rows(cells), "dice": range(1, DIE + 1)}
    return {"charts": [kit_tables.facts(chart, cells) for chart in CHARTS[section]]}


def read(section: str, fields: Fields, cells: Cells) -> dict[str, JSON]:
    """All cells of the kit with this section as typed; raises `Refusal`."""
    typed = Typed(fields)
    if section == MAP:
        made = kit_map.read(typed, cells)
    elif section == COMPASSES:
        made = kit_map.compass_read(typed, cells)
    else:
        made = kit_tables.read(CHARTS[section], typed, cells)
    for problem in problems(made):
        raise Refusal(problem)
    return made
