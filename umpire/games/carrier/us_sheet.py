"""The US log sheet on paper (19.1): every carrier with her damage boxes, lettered; other ships; bases; points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.condition import BASE_HITS, level, marked_from
from umpire.games.carrier.japan_sheet import NOT_KNOWN, hits
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.scoring import JAPAN
from umpire.games.carrier.terms import CARRIERS, US, eighths
from umpire.games.paper import Block, Boxes, Column, abreast
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
    unloaded = plot.at("points/unloaded", {})
    after += [f"Unloaded: {listed(f'{ship} at {at}' for ship, at in sorted(unloaded.items()))}."] if unloaded else []
    return Block("Victory points", *abreast(AWARDS, rows), after=after)


def _times(n: Iterable[int]) -> str:
    times = len(list(n))
    return f" ({times} times)" if times > 1 else ""


def us_log(plot: CarrierPlot) -> list[Block]:
    """The whole sheet."""
    return [carriers(plot), bases(plot), others(plot), points(plot)]
