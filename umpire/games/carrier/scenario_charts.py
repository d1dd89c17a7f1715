"""What only the scenarios’ own pages print: the tables of Scenario 3, the Dummies of Scenario 6."""

from __future__ import annotations

from umpire.games.carrier.charts import Chart
from umpire.games.carrier.set_out import DUMMIES
from umpire.table.charts import Field

NEAR = 7
"""Hexes within which one row of Scenario 3’s table locates."""
ROWS = ("none", "located", "attack", "both", "range")

CHARTS = (
    Chart(
        "scenario3_table",
        "Scenario 3, Japanese location and air attacks",
        lambda die: (
            f"Scenario 3’s table, die {die} (“both”: located and attack; “range”: located at {NEAR} hexes or fewer, "
            "else nothing)"
        ),
        (Field("", "", 1, 0, ROWS),),
        "Sc. 3",
    ),
    Chart(
        "scenario3_delay",
        "Scenario 3, earliest time of another attack",
        lambda band: f"Scenario 3, attack at range {band}: turns until another is allowed",
        (Field("", "turns", 0, 12),),
        "Sc. 3",
        {"scenario3_delay/4-6": 3},
    ),
    Chart(
        "sc6_dummies",
        "Scenario 6, Dummies",
        lambda key: "Scenario 6: Dummy chits in its search cup (fewer than 28)",
        (Field("", "chits", 0, DUMMIES - 1),),
        "Sc. 6",
    ),
)
