"""The US log sheet on paper (19.1): every carrier with her damage boxes, lettered; other ships; bases; points; and in the
interdiction mission what is to be unloaded, with room for what the owner's own map says of movement (21.0, 22.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.condition import BASE_HITS, level, marked_from
from umpire.games.carrier.japan_sheet import NOT_KNOWN, hits
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.scoring import JAPAN
from umpire.games.carrier.terms import CARRIERS, TRANSPORTS, US, eighths
from umpire.games.carrier.unloading import STEPS, required_hex
from umpire.games.paper import Block, Boxes, Column, abreast, ruled
from umpire.table.words import listed

JSON = Any

SHIPS = [Column("Ship", 4), Column("Hits", 4), Column("In", 2)]
AWARDS = [Column("For", 2), Column("VP", 1), Column("Why", 7)]
CARRIER_ROW, CARRIERS_HEAD = 11.5, 6.0
"""Millimetres of a carrier's row, and of the head above them."""
EFFECTS = (
    "L, light: no more than the hits. M, moderate: a flight deck marker in the standard game, and repair.",
    "H, heavy: a flight deck marker in any scenario. D, dead in the water: neither launches nor lands, and her task "
    "force lies still. ✕: the hit that sinks her.",
    "Each hit takes one off her antiaircraft value, and two steps off her deck, then out of Servicing.",
)
SUPPOSED = "Slanted letters are the app’s; those on your own log sheet count."
OPEN = "A dash: nobody has read it off."
SINKS = "✕"


# Carriers.


def carriers(plot: CarrierPlot) -> Block:
    """The carriers that are or were in play, each with her damage track."""
    ships = {name: s for name, s in plot.ships.items() if s["side"] == US and s["type"] in CARRIERS}
    return tracks([_carrier(plot, name) for name in in_order(ships)])


def _carrier(plot: CarrierPlot, name: str) -> dict[str, JSON]:
    s, deck = plot.ships[name], plot.decks.get(name, {})
    marks = [f"deck marker {n}" for n in deck.get("markers", [])]
    marks += ["irreparable"] if deck.get("irreparable") else []
    marks += ["no raising or lowering"] if deck.get("no_lift") else []
    now = f"level {level(plot, name)}" if s["hits"] and not s["sunk"] else ""
    state = f"sunk, turn {s['sunk']}" if s["sunk"] else s["in"]
    words = ", ".join(filter(None, [state, now, *marks]))
    return {"name": name, "words": words, "boxes": boxes(plot.kit, name, s["capacity"], s["hits"])}


def boxes(kit: Mapping[str, JSON], carrier: str, capacity: int, marked: int = 0, *, guess: bool = True) -> list[JSON]:
    """A carrier's damage boxes with the letters under them: known, or as the app supposes them if it may `guess`."""
    made: list[JSON] = []
    for n in range(1, capacity):
        key = f"level/{carrier}/{n}"
        known = charts.has(kit, key)
        letter = charts.value(kit, key) if known else charts.suggested(key) if guess else None
        made.append({"marked": n <= marked, "letter": str(letter or NOT_KNOWN).upper(), "sure": known})
    return [*made, {"marked": capacity <= marked, "letter": SINKS, "sure": True}]


def tracks(rows: Sequence[JSON]) -> Block:
    """Damage tracks of carriers, with what the letters mean."""
    unsure = [box["letter"] for row in rows for box in row["boxes"] if not box["sure"]]
    after = [*EFFECTS, *([SUPPOSED] if any(letter != NOT_KNOWN for letter in unsure) else [])]
    after += [OPEN] if NOT_KNOWN in unsure else []
    late = listed(
        f"{row['name']}’s deck from {marked_from(row['name'])}" for row in rows if marked_from(row["name"]) != "M"
    )
    after += [f"{late}."] if late else []
    return Block(
        "Carriers", rows=rows, form="damage", after=after if rows else (), tall=CARRIERS_HEAD, row_tall=CARRIER_ROW
    )


# Other ships, and bases.


def others(plot: CarrierPlot) -> Block:
    """Ships other than carriers, by task force, sunk ones last."""
    ships = {name: s for name, s in plot.ships.items() if s["side"] == US and s["type"] not in CARRIERS}
    order = [*sorted(plot.groups), ""]
    named = sorted(
        in_order(ships), key=lambda name: order.index(ships[name]["in"]) if ships[name]["in"] in order else 0
    )
    rows = [[f"{ships[n]['type']} {n}{_unloads(ships[n])}", hits(ships[n]), _short(ships[n])] for n in named]
    return Block("Other ships", *abreast(SHIPS, rows))


def _unloads(ship: Mapping[str, JSON]) -> str:
    return f", unloading {ship['unloads']} of 3" if ship["unloads"] else ""


def _short(ship: Mapping[str, JSON]) -> str:
    if ship["sunk"]:
        return f"turn {ship['sunk']}"
    return str(ship["in"]) or NOT_KNOWN


def bases(plot: CarrierPlot) -> Block:
    """Hits on land bases, ten of which put one out of action (18.2)."""
    rows: list[list[Any]] = [[name, Boxes(base["hits"], BASE_HITS)] for name, base in sorted(plot.bases().items())]
    return Block("Airfields", *abreast([Column("Base", 4), Column("Hits", 6)], rows))


# Points.

SIDES = ((US, "US"), (JAPAN, "Japan"))


def score_words(plot: CarrierPlot) -> str:
    """``US 12½, Japan 8``."""
    totals = {side: sum(award["n"] for award in plot.tree["points"][side]) for side, _ in SIDES}
    return ", ".join(f"{name} {eighths(totals[side])}" for side, name in SIDES)


SHIPS_LAST = ("points", "more")
"""Ways to win by points, which ships bring only at the end (22.0)."""


def points(plot: CarrierPlot) -> Block:
    """Victory points so far, those for the same thing together."""
    rows = []
    for side, name in SIDES:
        gained: dict[str, list[int]] = {}
        for award in plot.tree["points"][side]:
            gained.setdefault(award["why"], []).append(award["n"])
        rows += [[name, eighths(sum(n)), f"{why}{_times(n)}"] for why, n in gained.items()]
    air = plot.at("points/air", 0)
    after = [f"So far: {score_words(plot)}.", *([f"Japanese air points lost so far: {air}."] if air else [])]
    after += (
        ["Ships sunk and damaged count as the game ends."]
        if plot.parts.victory in SHIPS_LAST and not plot.ended
        else []
    )
    unloaded = plot.at("points/unloaded", {})
    after += [f"Unloaded: {listed(f'{ship} at {at}' for ship, at in sorted(unloaded.items()))}."] if unloaded else []
    return Block("Victory points", *abreast(AWARDS, rows), after=after)


def _times(n: Iterable[int]) -> str:
    times = len(list(n))
    return f" ({times} times)" if times > 1 else ""


# Interdiction (21.0, 22.0).

UNLOADING = [Column("Transport", 4), Column("Steps", 3), Column("In", 3)]
NOTES = [Column("Turn", 2), Column("Force", 2), Column("From, to", 4), Column("What your map or table says of it", 12)]
ROOM_FOR_NOTES = 4
NOTES_WHY = (
    "Interdiction changes where the Japanese move and what they attack from the air, where your map and tables say so "
    "(21.0). Copy here what yours say of movement.",
)
NOT_READ = (
    "The app has not read them: a force that they send elsewhere goes there on the table, and its hex is set right from "
    "the menu."
)


def unloads_where(place: str) -> str:
    """What unloads a transport, in a sentence; the hex may be a line to be written on."""
    return (
        f"US transports unload in {place}: {STEPS} Bombard/Unload Steps each, counted from the turn after they came in, and "
        "never with a Japanese force there. Each that has unloaded counts for you as the game ends, each that has not "
        "against you (22.0)."
    )


def interdiction(plot: CarrierPlot) -> list[Block]:
    """The transports with their steps of unloading, and notes of movement; nothing in another mission."""
    place = required_hex(plot)
    if not place:
        return []
    ours = [name for name, s in plot.ships.items() if s["side"] == US and s["type"] in TRANSPORTS]
    rows = [[name, Boxes(plot.ships[name]["unloads"], STEPS), _berth(plot, name)] for name in in_order(ours)]
    before = plot.at("memory/berths", [])
    after = [f"Ended the last turn in {place}, and unload if they stay: {listed(before)}."] if before else []
    made = Block("Interdiction: unloading", *abreast(UNLOADING, rows), before=[unloads_where(place)], after=after)
    notes = movement_notes()
    return [made, replace(notes, before=[*notes.before, NOT_READ])]


def _berth(plot: CarrierPlot, ship: str) -> str:
    """Where a transport is: her task force with its hex."""
    group = plot.ships[ship]["in"]
    return f"{group}, {plot.groups[group]['hex']}" if group in plot.groups else _short(plot.ships[ship])


def movement_notes() -> Block:
    """Lines for what the owner's map says of movement in the interdiction mission."""
    return ruled("Interdiction: notes of movement", NOTES, ROOM_FOR_NOTES, NOTES_WHY)


def us_log(plot: CarrierPlot) -> list[Block]:
    """The whole sheet."""
    return [carriers(plot), bases(plot), others(plot), *interdiction(plot), points(plot)]
