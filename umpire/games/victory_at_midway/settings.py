"""What the players agree on before play: the optional rules, solitaire, and readings of the rules."""

from __future__ import annotations

from umpire.table.script import Setting

OPTIONS, SOLITAIRE, READINGS = "Optional rules", "Solitaire", "Agreed before play"


def _switch(name: str, label: str, rule: str) -> Setting:
    return Setting(name, label, ((False, "left out"), (True, "in use")), rule, OPTIONS)


SETTINGS = (
    _switch("fog", "Fog", "Fog"),
    _switch("islands", "Wake and Johnston Islands", "Wake and Johnston Islands"),
    _switch("scouts", "Extra scouts", "Extra Scouts"),
    _switch("submarines", "Submarines", "Submarines"),
    _switch("finding", "Finding the enemy in waves", "Finding the Enemy"),
    _switch("zekes", "Reserve Zekes", "Reserve Zekes"),
    _switch("tenders", "Seaplane tenders at Kure", "Seaplane Tenders"),
    _switch("sft", "Special force tenders", "Special Force Tenders"),
    _switch("night_searches", "Ship searches at night may fail", "Ship Searches at Night"),
    _switch("night_actions", "US fire at night is poorer", "Night Actions"),
    _switch("bombardment", "Bombardment of Midway by ships", "Midway Bombardment"),
    Setting(
        "solitaire",
        "The Japanese",
        (("", "a player"), ("hidden", "the app; you see what a US player sees"), ("open", "the app; you see all")),
        "Solitaire Play",
        SOLITAIRE,
    ),
    Setting(
        "sudden",
        "A Japanese carrier that sinks at once scores",
        (("steps", "each step she had left"), ("hit", "the one hit")),
        "Inferior Japanese Damage Control",
        READINGS,
    ),
    Setting(
        "repeated",
        "A hit on a Marine unit that is reduced already",
        ((True, "still costs the airfield"), (False, "costs nothing more")),
        "Midway Airfield Damage",
        READINGS,
    ),
    Setting(
        "bombards",
        "Ships may bombard Midway for",
        (("either", "either side"), ("japan", "Japan alone")),
        "Midway Bombardment",
        READINGS,
    ),
)
