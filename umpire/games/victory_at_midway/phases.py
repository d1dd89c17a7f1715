"""The phases of a turn, who does what in each and who hears of it: for those who play by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from umpire.games.paper import Block, Column
from umpire.games.victory_at_midway.picture import STEPS

JSON = Any

COLUMNS = [Column("Phase", 4), Column("Who does what", 13), Column("Heard by", 3)]


class Phase(NamedTuple):
    """A part of a turn, at the step of the app in which it is played."""

    step: str
    title: str
    words: str
    heard: str
    by_day: bool = False
    option: str = ""


PHASES = (
    Phase(
        "orders",
        "Ship Movement",
        "Both, in secret: each ship one hex, those of speed ½ on even turns only. "
        "Japan’s ships that are due come on in column A, which is their move.",
        "own",
    ),
    Phase("orders", "Submarines", "Both: submarines one hex, on S turns only.", "own", option="submarines"),
    Phase(
        "orders",
        "Midway strike",
        "Japan sets aside Ready planes within range of H6 for a strike on the base. They fly there, whatever is found.",
        "own",
        by_day=True,
    ),
    Phase(
        "orders",
        "Search assignment",
        "Both, in secret: air searches as many as they have, a ship search wherever they have a ship.",
        "own",
        by_day=True,
    ),
    Phase(
        "orders",
        "Search assignment",
        "Both, in secret: ship searches wherever they have a ship. No air searches at night.",
        "own",
        option="night",
    ),
    Phase(
        "search",
        "Search announced",
        "The US names kind and hex of each of its searches, then Japan; each is read back.",
        "all",
    ),
    Phase(
        "search",
        "Searches at night",
        "One die for each: 6 to 10 looks, 1 to 5 sees nothing.",
        "all",
        option="night_searches",
    ),
    Phase(
        "search",
        "Search answered",
        "For each hex looked into, an air search’s own and the six around it: “Carriers” if one is there, else “Ships” "
        "for any surface ship, else not a word. The US is answered for first.",
        "all",
    ),
    Phase(
        "strikes", "Air strike assignment", "Both, in secret: Ready planes to hexes in their range.", "own", by_day=True
    ),
    Phase(
        "resolution",
        "Air strikes",
        "All of the US, then all of Japan. For each: the hex aloud; ships there deployed; CAP of the carriers there; attackers. "
        "Fighters: the lower die fires first, two rounds if both have any. AA, one ship a bomber. Bombs.",
        "all",
        by_day=True,
    ),
    Phase(
        "return",
        "Air Preparation",
        "Both: Not Ready to Ready, the B-17s’ second box to the first. Not on turn 1.",
        "own",
    ),
    Phase(
        "return",
        "Air Return",
        "Both: what flew lands within its range. CAP to Ready in its own hex, all others to Not Ready; planes with an M "
        "on Midway alone. What finds no room ditches.",
        "own",
        by_day=True,
    ),
    Phase(
        "naval",
        "Submarine attacks",
        "The US, then Japan: destroyers screen, a 1 drives one off; the others fire once.",
        "all",
        option="submarines",
    ),
    Phase(
        "naval",
        "Surface combat",
        "Where a search of this turn spoke of a hex: the US, then Japan may declare it. The defender fires first, survivors reply.",
        "all",
    ),
    Phase(
        "naval",
        "Bombardment",
        "BB and CA in H6 that have fought no surface battle fire at ground units.",
        "all",
        by_day=True,
        option="bombardment",
    ),
    Phase(
        "naval",
        "Landing, invasion",
        "Japan lands battalions from transports in H6. With any ashore one round: the US first, hits at once, "
        "no unit twice before each once.",
        "all",
        by_day=True,
    ),
    Phase("end", "End", "The airfield is shut after a first landing. Score; next turn.", "all"),
    Phase("end", "Fog", "A die while it lasts: on a 1 it lifts for good.", "all", option="fog"),
)


def phases(title: str, settings: Mapping[str, JSON], night: bool, step: str = "") -> Block:
    """What is still to be played of a turn from a step on; of a whole turn without one."""
    start = STEPS.index(step) if step in STEPS else 0
    rows = [
        [each.title, each.words, each.heard]
        for each in PHASES
        if STEPS.index(each.step) >= start
        and not (night and each.by_day)
        and (not each.option or (night if each.option == "night" else settings.get(each.option)))
        and (night or each.option != "night_searches")
    ]
    return Block(title, COLUMNS, rows)


def card() -> list[Block]:
    """A turn on one page, whatever is played of the options."""
    rows = [
        [f"{'† ' if each.option not in ('', 'night') else ''}{each.title}", _lit(each), each.heard] for each in PHASES
    ]
    note = "† Optional rules, as far as they are in use. Where nothing is said of light, day and night are alike."
    return [Block("In this order", COLUMNS, rows, before=[note])]


def _lit(phase: Phase) -> str:
    light = "By day. " if phase.by_day else "By night. " if phase.option.startswith("night") else ""
    return light + phase.words
