"""What is agreed before play: the scenario, how much is done on the table, house modes, readings of the rules."""

from __future__ import annotations

from umpire.games.carrier.parts import PARTS
from umpire.table.script import Setting

PACE, READINGS = "How it is played", "Agreed before play"

SETTINGS = (
    Setting("scenario", "Scenario", tuple((key, parts.title) for key, parts in PARTS.items()), "21.0"),
    Setting(
        "ships",
        "Escorts in Scenarios 1 to 6",
        (("history", "those that were there"), ("drawn", "drawn by lot")),
        "Sc. 1",
        PACE,
    ),
    Setting(
        "pieces",
        "On the table",
        (
            ("all", "every chit and marker, as the app tells"),
            ("few", "forces, task forces and strikes; the app keeps the rest"),
        ),
        "house",
        PACE,
    ),
    Setting(
        "pace",
        "Japanese forces",
        (("run", "all of a segment, then one list of moves"), ("step", "one at a time, with reasons")),
        "house",
        PACE,
    ),
    Setting(
        "interrupts",
        "A force moves into a box that has searched",
        (("always", "search it at once"), ("ask", "ask each time"), ("never", "let it pass")),
        "12.2",
        PACE,
    ),
    Setting(
        "fog",
        "Fog+: the staff keeps to itself what it draws and does not use",
        ((False, "left out"), (True, "in use")),
        "house",
        PACE,
    ),
    Setting(
        "second_contact",
        "A second contact attempt reads the column of",
        (("first", "the first attempt; then a segment more aloft"), ("later", "one segment more aloft")),
        "6.4",
        READINGS,
    ),
    Setting(
        "japanese_match",
        "Several Japanese ships may fire at one of yours",
        (("heaviest", "the heaviest first"), ("chance", "by lot")),
        "14.2",
        READINGS,
    ),
    Setting(
        "odd_points",
        "Japanese points shot down attack at half",
        (("batch", "CAP’s and guns’ rounded apart"), ("sum", "all of them together")),
        "4.2",
        READINGS,
    ),
    Setting(
        "battle_located",
        "A force Located by a battle of its own move",
        (("stays", "stays Located after it"), ("fades", "fades to “?” as the move ends")),
        "12.1",
        READINGS,
    ),
    Setting(
        "sound_cl",
        "Scenario 5: a Japanese CL in the sound at the end",
        (("half", "half a point, as in Scenario 6"), ("one", "a point, as a CA")),
        "Sc. 5",
        READINGS,
    ),
)
"""The scenarios a table may choose; each later one plays with more of the rules (1.1)."""
