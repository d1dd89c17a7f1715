"""What is agreed before play: the scenario, and the readings where the rulebook is silent or at odds with itself."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.table.script import Setting

READINGS, COMPONENTS = "Agreed before play", "What your copy prints"

SCENARIOS: Mapping[str, str] = {
    "midway": "Midway",
    "coral-sea": "Coral Sea",
    "solomons": "Eastern Solomons",
    "santa-cruz": "Santa Cruz",
    "other": "Another battle",
}

SETTINGS = (
    Setting("scenario", "Scenario", tuple(SCENARIOS.items()), "Setup"),
    Setting(
        "admirals",
        "The Admiral Phase comes",
        (
            ("launched", "after each Carrier Turn that launched a group"),
            ("every", "after every Carrier Turn"),
            ("once", "once a turn, after the last Carrier Turn"),
        ),
        "Admiral Phase",
        COMPONENTS,
    ),
    Setting(
        "letters",
        "The Hidden side of a carrier marker",
        (("shown", "shows its letter"), ("hidden", "is blank: each side seals its task forces")),
        "Components and Basic Concepts",
        COMPONENTS,
    ),
    Setting(
        "tiles",
        "The Search or Destroy tiles",
        (("table", "lie on the table"), ("app", "are kept by the app: looked at and chosen on phones")),
        "Search Phase, Search grid",
        COMPONENTS,
    ),
    Setting(
        "placing",
        "Task forces are placed by",
        (("edge", "the side with the starting edge, those of both"), ("own", "each side, its own")),
        "Search Phase, Placing the carrier task forces",
        READINGS,
    ),
    Setting(
        "bombing_ties",
        "A tie in a Bombing Test",
        (("full", "is won by a bomber on full fuel alone"), ("always", "is won by every bomber")),
        "Bombing Phase, Bombing test",
        READINGS,
    ),
    Setting(
        "fatigue",
        "CAP on full fuel that did not fight",
        (("zone", "turns to smoke in the target zone alone"), ("any", "turns to smoke wherever it flies")),
        "Resolution Phase, CAP combat fatigue",
        READINGS,
    ),
    Setting(
        "stabilising",
        "Stabilising moves the structure counter",
        (("lowest", "to 1, or to 4 on the damaged side"), ("step", "one space down")),
        "Carrier Turn, Cost to repair damage",
        READINGS,
    ),
    Setting(
        "reroll",
        "Of an explosion test the US rerolls",
        (("any", "any of the dice, once"), ("one", "one die")),
        "End Phase, Reroll dice for the US player",
        READINGS,
    ),
    Setting(
        "reroll_whose",
        "The US rerolls for",
        (("damaged", "carriers on their damaged side"), ("every", "every US carrier")),
        "End Phase, Reroll dice for the US player",
        READINGS,
    ),
    Setting(
        "no_carrier",
        "A side that has no carrier left",
        (("withdraws", "withdraws at the End Phase"), ("stays", "may fight on")),
        "End Phase, Victory or withdrawal",
        READINGS,
    ),
)
