"""The printed charts of air attacks, damage and repair (4.0, 18.3, 19.0), and how their cells are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from umpire.games.carrier.charts import SIGNED, Chart
from umpire.games.carrier.terms import PERIODS
from umpire.table.charts import NUMBER, Field
from umpire.table.words import counted

LEVELS = ("L", "M", "H", "D")
"""Damage levels of a US carrier, the lightest first (19.1)."""
FIRE_CONTROL = {"early": "Early War", "standard": "Standard", "improved": "Improved"}
AS_STEPS, AS_POINTS = "steps", "points"
"""How escort is measured against Japanese CAP: a step as one, or two steps as one point."""

_YES = ("yes", "no")
_ESCORT = {
    "none": "no escort",
    "few": "escort below half the CAP",
    "many": "escort above twice the CAP",
    "tbd": "TBDs in the strike",
    "cap": "Surprise-CAP",
    "deck": "Surprise-Planes on Deck",
    "unit": "is escort counted in air steps, or two steps as a point",
}
_ROLLS = (
    Field("n", "rolls", 0, 9),
    Field("at", "their modifier", -9, 9, SIGNED[0].words),
    Field("more", "further rolls", 0, 9),
    Field("more_at", "their modifier", -9, 9, SIGNED[0].words),
)
_REPAIR = (Field("hits", "change in hits", -9, 9, SIGNED[0].words), Field("i", "marked I", 1, 0, _YES))


def _cap_field(*parts: str) -> tuple[Field, ...]:
    if parts[0] != "mod":
        return NUMBER
    return (Field("", "", 1, 0, (AS_STEPS, AS_POINTS)),) if parts[1] == "unit" else SIGNED


def _cap_label(*parts: str) -> str:
    if parts[0] == "mod":
        return f"Japanese CAP Combat, modifiers: {_ESCORT[parts[1]]}"
    return f"Japanese CAP Combat Table, CAP {parts[0]}, modified {_die(parts[1])}"


def _aa_field(*parts: str) -> tuple[Field, ...]:
    return NUMBER if parts[0].isdecimal() else SIGNED


def _aa_label(*parts: str) -> str:
    words: dict[str, Callable[..., str]] = {
        "modifier": lambda column: f"Antiaircraft Fire Table, Attack Modifier under the “{column}” column",
        "size": lambda side, n: (
            f"Antiaircraft fire at an attack of {counted(int(n), 'step' if side == 'us' else 'point')}: modifier"
        ),
        "control": lambda quality: f"US antiaircraft fire, {FIRE_CONTROL[quality]}: modifier",
        "period": lambda period: f"Japanese antiaircraft fire, {PERIODS[period]}: modifier",
        "surprise": lambda: "Japanese antiaircraft fire under Surprise-CAP: modifier",
    }
    if parts[0] in words:
        return words[parts[0]](*parts[1:])
    return f"Antiaircraft Fire Table, “{parts[0]}” column, modified {_die(parts[1])}"


def _us_cap_label(*parts: str) -> str:
    if parts[0] == "column":
        return f"US CAP Combat Table: the heading of the column for {counted(int(parts[1]), 'CAP step')}"
    return f"US CAP Combat Table, “{parts[0]}” column, modified {_die(parts[1])}: points lost"


def _ground_label(*parts: str) -> str:
    if parts[0] == "column":
        return (
            f"Air-to-Ground Attack Table, J. Air Pts: the heading of the column for {counted(int(parts[1]), 'point')}"
        )
    return f"Air-to-Ground Attack Table, “{parts[0]}” column, die {parts[1]}"


def _ground_field(*parts: str) -> tuple[Field, ...]:
    return NUMBER if parts[0] == "column" else (Field("hits", "hits"), Field("losses", "losses"))


def _repair_label(*parts: str) -> str:
    if parts[0] == "mod":
        return f"US Repair Table, {PERIODS[parts[1]]}: modifier"
    return f"US Repair Table, level {parts[0]}, modified {_die(parts[1])}"


def _die(n: str) -> str:
    return n.replace("-", "−")


CHARTS: Iterable[Chart] = (
    Chart("jp_cap_combat", "Japanese CAP Combat Table", _cap_label, _cap_field, "4.1"),
    Chart("us_cap", "US CAP Combat Table", _us_cap_label, NUMBER, "4.2"),
    Chart(
        "escort_mod",
        "Escort Modifier Chart",
        lambda n: f"Escort Modifier, {counted(int(n), 'air point')}",
        SIGNED,
        "4.2",
    ),
    Chart(
        "cap_aloft_mod",
        "CAP with Time Aloft markers",
        lambda step: "US CAP Combat: a fighter step with a Time Aloft marker counts as",
        (Field("n", "so many", 0, 9), Field("of", "of so many parts of a step", 1, 9)),
        "4.2",
    ),
    Chart(
        "us_warning", "US Warning Table", lambda die: f"US Warning Table, {die}: steps that may launch", NUMBER, "4.2"
    ),
    Chart("aa", "Antiaircraft Fire Table", _aa_label, _aa_field, "4.1"),
    Chart(
        "die_rolls",
        "Air Attack Die Rolls Chart",
        lambda entry: f"Air Attack Die Rolls Chart, attack value {entry}",
        _ROLLS,
        "4.1",
    ),
    Chart(
        "damage",
        "Air Attack Damage Table",
        lambda die: f"Air Attack Damage Table, modified {_die(die)}: hits",
        rule="4.1",
    ),
    Chart(
        "damage_mod",
        "Air Attack Damage Table, modifiers",
        lambda what: f"Air Attack Damage Table, modifier for {_ESCORT[what]}",
        SIGNED,
        "6.5",
    ),
    Chart("air_ground", "Air-to-Ground Attack Table", _ground_label, _ground_field, "18.3"),
    Chart(
        "level",
        "US Log Sheet, damage levels",
        lambda ship, hits: f"US Log Sheet, {ship}: the letter under hit {hits}",
        (Field("", "", 1, 0, tuple(level.lower() for level in LEVELS)),),
        "19.1",
    ),
    Chart(
        "repair",
        "US Repair Table",
        _repair_label,
        lambda *parts: SIGNED if parts[0] == "mod" else _REPAIR,
        "19.3",
    ),
    Chart(
        "critical",
        "Critical Damage Table",
        lambda die: f"Critical Damage Table, {die}",
        (Field("hits", "more hits", 0, 9), Field("lift", "no raise or lower", 1, 0, _YES)),
        "19.3",
    ),
)
