"""Which parts of the rules each scenario plays with. Nothing else asks which scenario it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

STANDARD = "standard"


@dataclass(frozen=True)
class Parts:
    """One scenario's part of the rules; what it says nothing of is as in the standard game, or not there at all."""

    title: str
    turns: int | None = 12
    """Turns it lasts; None where it ends otherwise."""
    clock: bool = True
    """Whether there are turns and phases at all."""
    arrival: bool = False
    """Forces arrive (17.1)."""
    turn_opens: bool = False
    """Each turn forces are counted and search tracks moved on (3.0 I.C and D)."""
    chits: bool = True
    """Sequence chits decide who acts (13.1); else the scenario's own script does."""
    moves: str = "all"
    """How the Japanese move: ``none``, ``carrier`` (9.1 carrier list, never adjacent), ``mission`` (9.2 only), ``all``."""
    adjacent: bool = True
    """Whether Japanese forces may come next to US task forces, so that 14.1 rules what follows."""
    us_adjacent: bool = True
    """Whether US task forces may come next to Japanese forces."""
    air: str = "standard"
    """Japanese air strikes: ``none``, ``own`` (the scenario's tables), ``standard`` (15, 16)."""
    airfields: bool = True
    """Airfields may be targets; else such a result is rolled again."""
    night: bool = False
    """Every turn is a night turn."""
    us_moves: bool = True
    us_row: tuple[int, ...] = ()
    """Task forces that may move in each phase, where the scenario says so and not the Records Track (10.0)."""
    decks: bool = True
    strikes: bool = True
    bases: bool = False
    search: bool = True
    detection: bool = True
    """Detection comes and fades (12.1); else what is on the map is Located throughout, or as the scenario says."""
    raised: bool = True
    """Contact raises chits (11.2)."""
    surface_only: bool = False
    """Intelligence that calls for carriers or transports is rolled again."""
    commitment: bool = False
    """Commitment limits (17.2)."""
    carrier_dice: bool = False
    """Its own table ends the commitment of carrier forces (Scenario 6)."""
    screens: bool = True
    turn_ends: bool = True
    """There is an End Phase (3.0); Scenario 2 has action phases alone."""
    inoperative: str = "H"
    """The damage level from which a flight deck is out (19.2); ``M`` with markers and repair."""
    standard: bool = False
    """Rules marked for the standard game: repair, retirement, fuel, bombardment, unloading, double points."""
    set_up: bool = False
    """The player sets up: purchases, task forces, placement (21)."""
    victory: str = "points"
    """How it is won: ``hits``, ``points`` (20 of them), ``search``, ``more`` (the most points)."""


_BATTLE: dict[str, Any] = {"chits": False, "search": False, "detection": False, "raised": False, "screens": False}

PARTS = {
    "1": Parts(
        "1: Decision in the Coral Sea",
        **_BATTLE,
        turns=None,
        clock=False,
        moves="none",
        air="own",
        us_moves=False,
        decks=False,
        strikes=False,
        victory="hits",
    ),
    "2": Parts(
        "2: The First Carrier Battle", **_BATTLE, turns=None, turn_ends=False, moves="none", air="own", us_moves=False
    ),
    "3": Parts(
        "3: Climax at Santa Cruz",
        **_BATTLE,
        moves="carrier",
        adjacent=False,
        us_adjacent=False,
        air="own",
        us_row=(1, 0, 1, 0),
    ),
    "4": Parts(
        "4: Air Search Officer",
        turns=3,
        turn_opens=True,
        moves="mission",
        adjacent=False,
        air="none",
        strikes=False,
        victory="search",
    ),
    "5": Parts(
        "5: Solomons Brawl",
        turns=4,
        air="none",
        night=True,
        decks=False,
        strikes=False,
        search=False,
        detection=False,
        surface_only=True,
        victory="more",
    ),
    "6": Parts("6: Attack, Repeat, Attack", turn_opens=True, airfields=False, carrier_dice=True),
    STANDARD: Parts(
        "The standard game",
        arrival=True,
        turn_opens=True,
        bases=True,
        commitment=True,
        inoperative="M",
        standard=True,
        set_up=True,
    ),
}


def parts_of(scenario: str) -> Parts:
    """The parts a scenario plays with; raises `KeyError`."""
    return PARTS[scenario]
