"""A turn on one page: what is done, who hears of it, and the rule, for those who play by hand."""

from __future__ import annotations

from umpire.games.midway.terms import CAPTURE_POINTS, CAPTURE_TURNS, FLIGHT, FORTIFICATION, SEARCH_REACH
from umpire.games.paper import Block, Column

STEPS = (
    ("Opening", "To take planes down, say “de-readying”; else they stay.", "all", "Step 2"),
    (
        "Movement",
        "In secret, up to 2 zones a ship, 6 for the US on the first turn; who is due enters. Then Japan says if "
        "it has ships on Midway.",
        "own",
        "Step 1; Midway 7",
    ),
    (
        "Readying",
        "Whoever prepares planes says “readying”, and notes which on a slip. They may fly from the next turn on.",
        "all; slip: own",
        "Step 2; Readying 1-4",
    ),
    (
        "US search",
        "Area by area: those with US ships, and 4 more by day. Each is answered before the next: zones and types of "
        f"ships, no names. Midway lost: within {SEARCH_REACH} zones of a US ship.",
        "all",
        "Step 3; Midway 2",
    ),
    (
        "Japan’s search",
        f"The same with 3 more by day, none further than {SEARCH_REACH} zones from a Japanese ship.",
        "all",
        "Step 4",
    ),
    ("† Contact", "Who knows of enemies in a zone of his own ships says so.", "all", "Surface 1"),
    (
        "Operations",
        "By day, in secret, then read out together: for each attack its zone and squadrons. † Escorts and CAP too. "
        "Transfers are not read out.",
        "all",
        "Step 5; Fighters 4",
    ),
    (
        "Battles",
        "A zone at a time, those on US ships first.",
        "",
        "Step 6",
    ),
    (
        "Placement",
        "All ships of that zone onto the Battle Board, none next to another. No ship there: he says “none”. Then the "
        "attacker may call it off.",
        "all",
        "Step 7",
    ),
    (
        "† Fighters",
        "Escorts against CAP by the Fighter table. CAP beyond the number of escorts may screen ships instead.",
        "all",
        "Fighters 6-8",
    ),
    ("Attack", "Dive bombers on a ship, torpedo bombers on either beam.", "all", "Step 8"),
    ("Fire", "Each ship at one group within two rectangles, or none.", "all", "Step 9"),
    (
        "Odds",
        "A group’s squadrons to the screening values firing at it, or to 1 if none does; fractions go to the defender.",
        "all",
        "Steps 10, 11",
    ),
    ("Dice", "One a group; the table gives hits and squadrons lost.", "all", "Step 12"),
    (
        "Hits",
        "Marked after the last group. Sunk: all boxes, or one fewer with planes readying or ready aboard.",
        "all",
        "Steps 13-15",
    ),
    (
        "† Island",
        f"Bombers to the fortification, {FORTIFICATION} at first; the table gives what it loses, as many squadrons on "
        "the ground with it. A battleship there takes 1 a turn. At 0 no planes use Midway, and Atago may land.",
        "all",
        "Reduction 1-8",
    ),
    (
        "Landing",
        f"On any base with room, {FLIGHT} zones flown in all; planes there may be pushed overboard. The rest are lost. "
        "None that flew is ready.",
        "own",
        "Step 16; Range",
    ),
    ("Zones told", "From which zone each attack came, to which it went back.", "all", "Step 17"),
    (
        "† Gunfire",
        "In zones with ships of both. Japan goes first in placing, moving, firing. Range 4 for battleships, else 3. "
        "After a round, 5 or 6 gets away. Four rounds at most.",
        "all",
        "Surface 3-17",
    ),
    (
        "End",
        f"Atago on Midway {CAPTURE_TURNS} turns running: it falls, {CAPTURE_POINTS} points. Held, from 0500 June 5: "
        "1 point to the US. Cross off the turn.",
        "all",
        "Step 18",
    ),
)


def card() -> list[Block]:
    """The card, in our own words."""
    columns = [Column("", 3), Column("What is done", 12), Column("Heard by", 2), Column("Rule", 3)]
    note = (
        "† Tournament game, as far as its sections are in use. "
        "At night no air calls and no planes; without an attack the battles fall out."
    )
    return [Block("In this order", columns, [list(step) for step in STEPS], before=[note])]
