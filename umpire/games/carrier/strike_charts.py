"""The printed charts of US strikes: contact, surprise, Japanese CAP, landing late or by night (6.2, 6.4 to 6.6)."""

from __future__ import annotations

from fractions import Fraction

from umpire.games.carrier.charts import SIGNED, Chart
from umpire.games.carrier.flight import EXTREME, INCREASED, NIGHT
from umpire.games.carrier.terms import PERIODS
from umpire.table.charts import Field

MISS, HIT, OTHER = "miss", "contact", "wrong target"
NONE, CAP, DECK = "none", "cap", "planes on deck"
HEADED = 8
"""Times aloft that the table heads, 8 standing for 8-10; one column more has no heading, the last is for 11 and up."""
COLUMNS = {INCREASED: "Increased Range", EXTREME: "Extreme Range", NIGHT: "Night"}
_OF = (2, 3, 4, 5, 6, 8, 10)
FRACTIONS = tuple(dict.fromkeys(str(Fraction(n, of)) for of in _OF for n in range(1, of)))
"""Fractions that may be printed; 0 stands for none, 1 for all."""


def _mod(which: str) -> str:
    if which in PERIODS:
        return f"US Contact, {PERIODS[which]}"
    return {"inverted": "the target is inverted", "other": "any other that always applies (0 for none)"}.get(
        which, which
    )


CHARTS = (
    Chart(
        "contact_cols",
        "Strike Contact Table, columns",
        lambda time: (
            f"Strike Contact Table: which column, counted from the left, is for time aloft {'8-10' if time == '8' else time}"
        ),
        (Field("", "", 1, 9),),
        "6.4",
    ),
    Chart(
        "contact_mods",
        "Strike Contact Table, modifiers",
        lambda which: f"Strike Contact Table: die modifier, {_mod(which)}",
        SIGNED,
        "6.4",
    ),
    Chart(
        "contact",
        "Strike Contact Table",
        lambda column, die: f"Strike Contact Table, column {column} from the left, modified {die}",
        (Field("", "", 1, 0, (MISS, HIT, OTHER)),),
        "6.4",
    ),
    Chart(
        "surprise",
        "Surprise Table",
        lambda die: f"Surprise Table, modified {die}",
        (Field("", "", 1, 0, (NONE, CAP, DECK), 16, ("No surprise", "Surprise-CAP", "Surprise-Planes on Deck")),),
        "6.5",
    ),
    Chart(
        "surprise_mods",
        "Surprise Table, modifiers",
        lambda which: f"Surprise Table, die modifier: {'strategic surprise' if which == 'strategic' else which}",
        SIGNED,
        "6.5",
    ),
    Chart(
        "jp_cap",
        "CAP Strength Table",
        lambda value, die: f"CAP Strength Table, air value {value}, modified {die}",
        (Field("", "", 0, 9),),
        "6.6",
        {"jp_cap/4/3": 0},
    ),
    Chart(
        "ext_range",
        "Extended Range/Night Landing Table",
        lambda column, die: f"Extended Range/Night Landing Table, {COLUMNS[column]}, die {die}: fraction lost (as 1/4)",
        (Field("", "", 0, 1, FRACTIONS),),
        "6.2",
    ),
)
