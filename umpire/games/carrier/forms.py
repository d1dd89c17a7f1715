"""Blank forms to play by hand: the log sheets, displays and Records Track without anything on them, and the sequence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.display_sheet import FLYING, display
from umpire.games.carrier.japan_sheet import BOX, FORCES_ABREAST, NO_FACTS, NOT_KNOWN, space
from umpire.games.carrier.parts import STANDARD, Parts, parts_of
from umpire.games.carrier.roster import ships
from umpire.games.carrier.terms import CARRIERS, TRANSPORTS
from umpire.games.carrier.track import NO_BOX, PLACES
from umpire.games.carrier.track_sheet import track
from umpire.games.carrier.unloading import STEPS as TO_UNLOAD
from umpire.games.carrier.us_sheet import (
    AWARDS,
    SHIPS,
    UNLOADING,
    boxes,
    movement_notes,
    tracks,
    unloads_where,
)
from umpire.games.paper import Block, Boxes, Column, NoSuchSheet, Sheet, abreast, ruled

JSON = Any
Kit = Mapping[str, JSON]
WHEN = "For play by hand"

SPACES = 5
"""Carrier forces that a blank log has room for on its second page."""
SEQUENCE = [Column("Step", 3), Column("What is done", 17)]
STEPS: Sequence[tuple[str, str, Callable[[Parts], bool]]] = (
    (
        "I A, B",
        "Forces arrive: how many, then where, unless US forces or a double check forbid it.",
        lambda p: p.arrival,
    ),
    ("I C, D", "Count the forces; move every search track box on by one.", lambda p: p.turn_opens),
    ("II A 1", "Roll once for mission movement.", lambda p: p.moves != "none"),
    (
        "II A 2",
        "Draw chits; each force attacks from the air if it may, moves, fades, may be searched.",
        lambda p: p.chits,
    ),
    ("II A 2", "The scenario’s own table: who acts, who attacks.", lambda p: not p.chits),
    ("II A 3", "Second waves that are due.", lambda p: p.air == "standard"),
    ("II B 1", "Strikes fly a hex; one more aloft for each.", lambda p: p.strikes),
    ("II B 2", "Launch, raise, service, lower, land; one more aloft for those that wait.", lambda p: p.decks),
    ("II B 3", "Task forces move, as many as the Records Track says.", lambda p: p.us_moves),
    ("II B 4", "Search: say all boxes, then roll.", lambda p: p.search),
    ("II B 5", "Strikes in their targets’ hexes try for contact.", lambda p: p.strikes),
    ("II B 6", "Repair rolls for carriers at M or worse.", lambda p: p.standard),
    ("III to V", "The second, third and fourth action phases are alike.", lambda p: True),
    ("VI A", "Counters face up; level 1 and 2 forces not detected may fade.", lambda p: p.detection),
    ("VI B", "Carriers sunk last turn leave; deck space; strikes land.", lambda p: p.air == "standard"),
    ("VI C, D", "Land bases are repaired; bombardment and unloading.", lambda p: p.standard),
    ("VI E, F", "Fleet retirement; fuel for CAP.", lambda p: p.standard),
    ("VI G", "Sequence chits back in their cup; the next turn.", lambda p: True),
)
"""The sequence of play (3.0), and which scenarios play a step."""


def form_kinds() -> dict[str, str]:
    """The forms there are, with their titles."""
    return {what: title for what, (title, _) in _FORMS.items()} | {"all": "All forms"}


def forms(kit: Kit, what: str) -> list[Sheet]:
    """One kind of form, or every kind; raises `NoSuchSheet`."""
    if what not in form_kinds():
        raise NoSuchSheet(what)
    return [Sheet(title, WHEN, drawn(kit)) for each, (title, drawn) in _FORMS.items() if what in (each, "all")]


def _japanese(kit: Kit) -> list[Block]:
    forces = ruled("Forces on the map", FORCES_ABREAST * 2, 13)
    return [forces, ruled("Holding boxes", BOX * 2, 12), *(space("Force", NO_FACTS, ()) for _ in range(SPACES))]


def _us(kit: Kit) -> list[Block]:
    """Every US carrier with her track, and lines for points."""
    every = ships()
    ours = [name for name, s in every.items() if s["side"] == "us" and s["type"] in CARRIERS]
    rows = [{"name": n, "words": "", "boxes": boxes(kit, n, every[n]["capacity"], guess=False)} for n in ours]
    return [tracks(rows), ruled("Victory points", AWARDS * 2, 9), *_interdiction()]


def _interdiction() -> list[Block]:
    """The US transports to unload, and notes of movement: for scenarios whose objective reads Interdiction (21.0)."""
    ours = [name for name, s in ships().items() if s["side"] == "us" and s["type"] in TRANSPORTS]
    columns, rows = abreast(UNLOADING, [[name, Boxes(0, TO_UNLOAD), ""] for name in ours])
    before = [unloads_where("__________")]
    return [Block("Interdiction: unloading", columns, rows, before, blank=True), movement_notes()]


def _ships(kit: Kit) -> list[Block]:
    """Every other ship there is a counter of."""
    return [_fleet("US ships", "us", CARRIERS), _fleet("Japanese ships", "japan", ())]


def _fleet(title: str, side: str, but: Sequence[str]) -> Block:
    rows = [
        [f"{s['type']} {name}", Boxes(0, s["capacity"]), ""]
        for name, s in ships().items()
        if s["side"] == side and s["type"] not in but
    ]
    return Block(title, *abreast(SHIPS, rows))


def _displays(kit: Kit) -> list[Block]:
    """Four task force displays of one carrier each, and lines for strikes."""
    tracked = [{"range": span, "available": [], "used": []} for span in _spans(kit)]
    over = {"cap": [], "landing": [], "track": tracked}
    empty: dict[str, JSON] = {box: [] for box in ("ready", "unready", "servicing", "hangar")}
    carrier = {
        **{"name": "", "marks": "", "field": "Flight Deck", "on_deck": "__ of 12", "serviced": "__ of 8"},
        **{"aboard": "__ of __", **empty},
    }
    facts = {"over": over, "decks": [carrier], "ships": ""}
    return [*(display("Task force", facts) for _ in range(4)), ruled("In the air", FLYING, 12)]


def _spans(kit: Kit) -> Sequence[str]:
    key = "search_track/carrier"
    spans = charts.value(kit, key).values() if charts.has(kit, key) else ()
    return [span for span in spans if span != NO_BOX] or [NOT_KNOWN] * len(PLACES)


def _records(kit: Kit) -> list[Block]:
    return [track(kit, [])]


def sequence(parts: Parts) -> list[Block]:
    """How a turn goes, step by step, in a scenario that has turns."""
    rows = [[step, words] for step, words, has in STEPS if has(parts)]
    return [Block("Sequence of play", SEQUENCE, rows)] if parts.clock else []


_FORMS: Mapping[str, tuple[str, Callable[[Kit], Sequence[Block]]]] = {
    "japan": ("Japanese log sheet", _japanese),
    "us": ("US log sheet", _us),
    "ships": ("Ships", _ships),
    "decks": ("Carrier displays", _displays),
    "records": ("Records Track", _records),
    "sequence": ("Sequence of play", lambda kit: sequence(parts_of(STANDARD))),
}
