"""What the players agree on before play: the Tournament sections, the options, and readings of the rules."""

from __future__ import annotations

from umpire.table.script import Setting

TOURNAMENT, OPTIONS, READINGS = "Tournament game", "Options", "Agreed before play"


def _switch(name: str, label: str, rule: str, section: str) -> Setting:
    return Setting(name, label, ((False, "left out"), (True, "in use")), rule, section)


SETTINGS = (
    _switch("fighters", "Fighters", "Tournament Game, Fighters", TOURNAMENT),
    _switch("reduction", "Midway reduction", "Tournament Game, Midway Reduction", TOURNAMENT),
    _switch("surface", "Surface combat", "Tournament Game, Surface Combat", TOURNAMENT),
    _switch("crippled", "A ship one hit from sinking has no fire and one zone a turn", "Optional Rule 1", OPTIONS),
    _switch("anvil", "Torpedo bombers at the bow as well as a beam", "Optional Rule 2", OPTIONS),
    _switch("waves", "Attacks that are fired at may come in waves", "Optional Rule 3", OPTIONS),
    Setting(
        "b17",
        "B-17s from Midway",
        ((0, "left out"), (1, "once a day"), (2, "twice a day")),
        "Appendix, Miscellaneous 3",
        OPTIONS,
    ),
    Setting(
        "balance",
        "Air calls a turn",
        ((False, "US 4, Japan 3"), (True, "US 5, Japan 4: easier for Japan")),
        "Appendix, Miscellaneous 2",
        OPTIONS,
    ),
    Setting("counts", "An answer tells", ((False, "types only"), (True, "types and how many")), "Step 3", READINGS),
    Setting(
        "one_way",
        "Flights that cannot land anywhere",
        ((True, "allowed"), (False, "ruled out")),
        "Appendix, Miscellaneous 12",
        READINGS,
    ),
    Setting(
        "leaving",
        "Ships may leave the board",
        ((True, "by their own edge"), (False, "ruled out")),
        "Appendix, Miscellaneous 5",
        READINGS,
    ),
    Setting(
        "exchange",
        "The exchange of sheets tells of air patrols",
        (("whole", "all of them"), ("relevant", "those that are attacked")),
        "Step 5; Fighters 4",
        READINGS,
    ),
)
