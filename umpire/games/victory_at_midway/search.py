"""Search Operations: how many searches, which hexes they cover, what they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import REDUCED
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.terms import (
    BONUS_REACH,
    BONUS_SEARCHES,
    DIE,
    ENEMY,
    JAPAN,
    JOHNSTON_HEX,
    KURE_HEX,
    LATE_DELAY,
    LATE_GROUP,
    MIDWAY_HEX,
    MIDWAY_SEARCH_REACH,
    NAMES,
    NIGHT_FOUND,
    SIDES,
    ST11,
    US,
    WAKE_HEX,
)
from umpire.table.asks import Die, Refusal
from umpire.table.hexes import HexBoard
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
AIR, SHIP = "air", "ship"
CARRIERS, SHIPS = "carriers", "ships"
Source = Callable[[str], bool]
"""Whether one search to be had may go to a hex."""


# How many, and where.


def quota(plot: VictoryPlot, side: str) -> dict[str, JSON]:
    """What a side's air searches of this turn may be made from, beside its whole carriers."""
    if plot.night:
        return {"night": True}
    islands = bool(plot.option("islands"))
    if side == US:
        return {"midway": plot.midway_searches(), "johnston": islands}
    kure = 0
    if plot.option("tenders") and plot.kure_open and plot.at.get(ST11) == KURE_HEX:
        kure = 1 + (1 if plot.strength(ST11) == REDUCED else 2)
    return {"wake": islands, "kure": kure}


def near(board: HexBoard, centre: str, reach: int) -> Source:
    return lambda place: board.distance(centre, place) <= reach


def unplaced(
    facts: Mapping[str, JSON], board: HexBoard, carriers: Mapping[str, str], hexes: Sequence[str]
) -> list[str]:
    """Those of the hexes that no search to be had is left for (Air Search Limits).

    `carriers` are the side's whole carriers that may search, and where they stand. Which search goes where
    is nobody's to say: it is enough that all of them can be had together.
    """
    own = set(carriers.values())
    wanted = [place for place in hexes if place not in own]
    if facts["side"] == US:
        n = facts["quota"].get("midway", 0)
        sources: list[Source] = [near(board, MIDWAY_HEX, 0)] * min(1, n)
        sources += [near(board, MIDWAY_HEX, MIDWAY_SEARCH_REACH)] * max(0, n - 1)
        sources += [near(board, JOHNSTON_HEX, BONUS_REACH)] * bool(facts["quota"].get("johnston"))
        return unmatched(wanted, sources)
    n = facts["quota"].get("kure", 0)
    fixed = [near(board, WAKE_HEX, BONUS_REACH)] * bool(facts["quota"].get("wake"))
    fixed += [near(board, KURE_HEX, 0)] * min(1, n) + [near(board, KURE_HEX, BONUS_REACH)] * max(0, n - 1)
    tries = [unmatched(wanted, fixed)]
    for centre in sorted(own):
        tries.append(unmatched(wanted, [*fixed, *[near(board, centre, BONUS_REACH)] * BONUS_SEARCHES]))
    return min(tries, key=len)


def unmatched(hexes: Sequence[str], sources: Sequence[Source]) -> list[str]:
    """The hexes left over when as many as can be are each given a source of their own."""
    given: dict[int, str] = {}

    def place(wanted: str, tried: set[int]) -> bool:
        for i, source in enumerate(sources):
            if i in tried or not source(wanted):
                continue
            tried.add(i)
            if i not in given or place(given[i], tried):
                given[i] = wanted
                return True
        return False

    return [wanted for wanted in hexes if not place(wanted, set())]


def check_air(facts: Mapping[str, JSON], board: HexBoard, carriers: Mapping[str, str], hexes: Sequence[str]) -> None:
    """Raises `Refusal` when a side has not the air searches for these hexes."""
    if not hexes:
        return
    if facts["night"]:
        raise Refusal("Aircraft do not search at night.", "Air Searches")
    strange = [place for place in hexes if place not in board]
    if strange:
        raise Refusal(f"There is no hex {strange[0][:8]} on this map.", "Air Searches")
    left = unplaced(facts, board, carriers, hexes)
    if left:
        raise Refusal(f"You have no air search left for {listed(left)}. {quota_words(facts)}", "Air Search Limits")


def quota_words(facts: Mapping[str, JSON]) -> str:
    quota = facts["quota"]
    if facts["side"] == US:
        n = quota.get("midway", 0)
        words = f"Midway has one for H6 and {n - 1} within six hexes" if n > 1 else "Midway has one for H6"
        words = words if n else "Midway has none"
        return f"{words}; each hex of an undamaged carrier has one{'; Johnston one' if quota.get('johnston') else ''}."
    words = "Each hex of an undamaged carrier has one, and there are two within two hexes of one of them"
    more = [w for w, has in (("Wake has one", quota.get("wake")), ("Kure has its own", quota.get("kure"))) if has]
    return "; ".join([words, *more]) + "."


def check_ship(facts: Mapping[str, JSON], at: Mapping[str, str], hexes: Sequence[str]) -> None:
    """Raises `Refusal` unless a ship search is made where the side has a ship, or a ground unit on Midway."""
    own = {place for place in at.values() if place not in facts["fog"]}
    if facts["garrison"]:
        own.add(MIDWAY_HEX)
    for place in hexes:
        if place in facts["fog"]:
            raise Refusal(f"{place} lies in fog: no search is made there.", "Fog")
        if place not in own:
            raise Refusal(f"None of your ships is in {place[:8]} to search it.", "Ship Searches")


# What searches tell.


def announced(board: HexBoard, orders: Mapping[str, JSON]) -> list[JSON]:
    """Every search of both sides, the US first, each side's in map order; by what means is not said."""
    made: list[JSON] = []
    for side in SIDES:
        air = [*orders[side].get("air", ()), *orders[side].get("scouts", {}).values()]
        made += [{"by": side, "kind": AIR, "hex": place} for place in board.order(air)]
        made += [{"by": side, "kind": SHIP, "hex": place} for place in board.order(orders[side].get("ship", ()))]
    return made


def night_searches(g: Play) -> Steps[None]:
    """Ship Searches at Night: one die for each declared, always, before anything is answered."""
    searches = g.truth.searches
    if not (g.settings.get("night_searches") and g.truth.night and searches):
        return

    def dice() -> list[Die]:
        return [Die(f"{NAMES[s['by']]} in {s['hex']}", f"{NIGHT_FOUND} to 10 finds", DIE) for s in g.truth.searches]

    fell = yield from g.roll(f"t{g.truth.played}/night", "Ship searches at night", dice(), "Ship Searches at Night")
    made = [{**s, "die": die, "effective": die >= NIGHT_FOUND} for s, die in zip(g.truth.searches, fell, strict=True)]
    g.tell(g.all, "night-searches", "Ship Searches at Night", searches=made)


def covered(board: HexBoard, searches: Iterable[JSON], by: str) -> list[str]:
    """Hexes a side's searches look into, in map order: an air search its own and all next to it."""
    made: set[str] = set()
    for search in searches:
        if search["by"] == by and search.get("effective", True):
            made |= set(board.within(search["hex"], 1 if search["kind"] == AIR else 0))
    return board.order(made)


def statements(plot: VictoryPlot, hidden: Mapping[str, Iterable[str]] | None = None) -> list[JSON]:
    """Announcing Search Results: for each hex looked into that holds ships, “Ships” or “Carriers”; the US first.

    Submarines are never seen, nor anything in fog. `hidden` are hexes of a side that are not answered for.
    """
    made = []
    for side in SIDES:
        skip = set((hidden or {}).get(side, ()))
        for place in covered(plot.board, plot.searches, ENEMY[side]):
            ships = plot.surface_in(side, place)
            if ships and place not in skip and not plot.foggy(place):
                carrier = any(plot.type_of(ship) == "CV" for ship in ships)
                made.append({"hex": place, "of": side, "what": CARRIERS if carrier else SHIPS})
    return made


def fixed_searches(plot: VictoryPlot, side: str) -> list[str]:
    """Searches that give nothing away, made again as on the last day: of Midway, Wake, Johnston and Kure."""
    have = quota(plot, side)
    if side == US:
        return [MIDWAY_HEX] if have.get("midway") else []
    return [KURE_HEX] if have.get("kure") else []


def fog_hexes(plot: VictoryPlot) -> list[str]:
    """The hexes that lie in fog now."""
    return list(kits.fog_of(plot.kit)) if plot.fog else []


def sight(g: Play) -> None:
    """Japan has seen a US carrier or carrier aircraft: from the first time the Turn 13 group is counted (R22)."""
    if not g.truth.sighted:
        g.tell(g.all, "sighted", "Japanese Turn 13 Group", turn=g.truth.turn)
        if not g.truth.late:
            g.tell(JAPAN, "late", "Japanese Turn 13 Group", turn=late_turn(g.truth.turn))


def late_turn(sighted: int) -> int:
    """When the Turn 13 group may come: five turns after the sighting, never before turn 13."""
    return max(LATE_GROUP, sighted + LATE_DELAY)
