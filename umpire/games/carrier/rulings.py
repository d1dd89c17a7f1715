"""Where the rulebook contradicts itself or is silent, what this table plays: for its papers."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.games.carrier.parts import Parts


def rulings(parts: Parts) -> list[str]:
    """A paragraph a subject, of what the scenario plays with."""
    return [" ".join(words) for words in _subjects(parts) if words]


def _subjects(parts: Parts) -> Iterator[list[str]]:
    yield _distances(parts)
    yield _search(parts)
    yield _intelligence(parts)
    yield _strikes(parts)
    yield _attacks(parts)
    yield _battles(parts)
    yield _standard(parts)
    yield _scenario(parts)


def _distances(parts: Parts) -> list[str]:
    if not parts.clock:
        return []
    made = ["Distances of strikes, searches, arrivals and set-up are by air; priorities of movement are by sea unless"]
    return [*made, "their rule says by air. Sea that nobody has looked at is taken for open."]


def _search(parts: Parts) -> list[str]:
    if not parts.search:
        return []
    return [
        "Search: of two tracks on one force the better detection stands, and each “chit +1” raises; at level 0 one draw "
        "serves all. Two “?” of one step make no “L”. Interrupting searches are those of the box itself."
    ]


def _intelligence(parts: Parts) -> list[str]:
    if not parts.raised:
        return []
    made = [
        "Contact with a level 1 Large, Medium or Small force: a carrier result goes on to level 3, any other to level 4. "
        "A single CVE is a small carrier force; level 1 and 2 carrier forces are never small."
    ]
    return made + (
        ["Of a combat counter with a transport chit the counter says how it moves, the chit what is in it."]
        if parts.standard
        else []
    )


def _strikes(parts: Parts) -> list[str]:
    if not (parts.strikes or parts.decks):
        return []
    return [
        "A deck with more than eight steps launches none. Raising is not limited by what lies on deck. A strike leaves "
        "as it, or its task force, leaves the hex; a wrong target is a miss. CAP beyond what the decks that stay can keep "
        "up goes with a carrier that is detached."
    ]


def _attacks(parts: Parts) -> list[str]:
    if parts.air == "none":
        return []
    made = [
        "Attack values are looked up before they are rounded; US losses at half value are added up and rounded once. The "
        "+1 for a target without CAP is Japan’s too. Planes on deck cost +5 a roll and silence the guns."
    ]
    if parts.air == "standard":
        made.append(
            "Strengths of level 1 and 2 forces take −3 at 7 to 9 hexes. Under Fog+ the Reduction Chart is read on past its "
            "end: a point more missing is one less rolled, a point above 10 flies in full. A second wave strikes whatever "
            "has become of its force since. Sunk carriers fly to the end of the next turn; then a screen is a surface force."
        )
    return made


def _battles(parts: Parts) -> list[str]:
    if not (parts.us_moves and parts.adjacent):
        return []
    made = ["A task force that shares a hex with the Japanese may engage there in its movement step; that is no move."]
    if parts.night:
        made.append(
            "What the night does to attempts to engage modifies Japan’s reaction die, and the evasion of its forces."
        )
    return made


def _standard(parts: Parts) -> list[str]:
    if not parts.standard:
        return []
    return [
        "A carrier sunk outright counts for the Retirement Index as damaged and as sunk. Half of its ships lost is enough "
        "for a force to retire. A screen left behind raises the Number of Forces, and its chit may be drawn at once. At "
        "nightfall steps in Landing boxes roll too."
    ]


def _scenario(parts: Parts) -> list[str]:
    if parts.carrier_dice:
        return ["Scenario 6 plays without repair, retirement and commitment limits but its own."]
    if parts.victory == "search":
        return ["Forces are counted and search tracks moved on each turn. No force steps next to a task force."]
    if parts.clock and parts.air == "own":
        return ["A force that was contacted counts as searched until the turn ends."]
    return []
