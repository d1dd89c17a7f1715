"""Air combat over the target: each CAP's engagements, by whose word it is who meets whom."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway.asks import ROLL, option, titled
from umpire.games.fires_of_midway.asks_strike import ENGAGED, Engage
from umpire.games.fires_of_midway.engagements import (
    KIND_WORDS,
    NextFight,
    Plane,
    engagement_type,
    fought,
    next_fight,
)
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.rolled import engagement_rolled
from umpire.games.fires_of_midway.ship import other
from umpire.games.fires_of_midway.telling import ask, do, moment, tell
from umpire.games.fires_of_midway.terms import FIGHTER, NAMES, PLANE_TYPES, PLANE_WORDS
from umpire.table.script import Play, Steps

JSON = Any
POSITION_RULE = "Air Combat, Position the CAP"
TEST_RULE = "Air Combat, Engagement test die roll"
NEXT_RULE = "Air Combat, Next engagement"


def air_combat(g: Play) -> Steps[None]:
    """All engagements of a strike; the type is set as the first begins, whoever dies later."""
    side = other(g.truth.strike["side"])
    caps = [
        Plane(PLANE_TYPES[side][FIGHTER], FIGHTER, fuel, ship=ship.name).as_facts()
        for ship in g.truth.targets()
        for fuel in ship.caps
    ]
    if not caps:
        return
    type_ = engagement_type(g.truth.group())
    tell(g, "positioned", POSITION_RULE, type=type_, caps=len(caps), now={"strike/caps": caps, "strike/type": type_})
    do(g, POSITION_RULE, f"{KIND_WORDS[type_]}: all CAP of the target zone above their carriers")
    while _next(g.truth) is not None:
        yield from engagement(g)


def _next(plot: FiresPlot) -> NextFight | None:
    return next_fight(plot.strike["side"], plot.group(), plot.caps(), plot.strike["type"])


def engagement(g: Play) -> Steps[None]:
    """One CAP against one aircraft, and what came of it."""
    value = yield from ask(g, lambda: engage_of(g.truth))
    cap, plane = _pair(g.truth, value)
    result = value["result"]
    if result == ROLL:
        name = f"{moment(g)}/engage/{g.truth.strike['engagements'] + 1}"
        result = yield from engagement_rolled(
            g, name, g.truth.strike["side"], g.truth.group()[plane], g.truth.caps()[cap]
        )
    _fought(g, cap, plane, result)


def _pair(plot: FiresPlot, value: JSON) -> tuple[int, int]:
    """The CAP and the aircraft that an answer names, by their places: the first of a lot that may be faced."""
    following = _next(plot)
    assert following is not None
    cap = int(value["cap"].rpartition("/")[2])
    lots = [p.plane for p in following.pairings if p.cap == cap and lot_of(plot.group()[p.plane]) == value["lot"]]
    return cap, lots[0]


def lot_of(plane: Plane) -> str:
    """The lot an aircraft is counted with: its class, and the side its card lies on."""
    return f"{plane.kind}/{plane.fuel}"


def _fought(g: Play, cap: int, plane: int, result: str) -> None:
    strike, group, caps = g.truth.strike, g.truth.group(), g.truth.caps()
    was = group[plane]
    group[plane], caps[cap] = fought(group[plane], caps[cap], result)
    ship = caps[cap].ship
    now: dict[str, JSON] = {
        "strike/group": [each.as_facts() for each in group],
        "strike/caps": [each.as_facts() for each in caps],
        "strike/engagements": strike["engagements"] + 1,
        f"ships/{ship}/caps": [each.fuel for each in caps if each.ship == ship and not each.lost],
    }
    for lost, side in ((group[plane].lost, strike["side"]), (caps[cap].lost, other(strike["side"]))):
        if lost:
            now[f"graves/{side}"] = g.truth.graves[side] + 1
    tell(g, "engagement", TEST_RULE, ship=ship, plane=was.kind, fuel=was.fuel, result=result, now=now)
    what = {
        "smoke": f"The {PLANE_WORDS[was.kind]}: to smoke",
        "lost": f"The {PLANE_WORDS[was.kind]}: to the Watery Grave",
        "cap-smoke": f"CAP of {ship}: to smoke, back to her slot",
        "cap-lost": f"CAP of {ship}: to the Watery Grave",
    }
    do(g, "Air Combat, Cleanup", what.get(result, ""), "Cards to the discards, the Bluff back to its hand")
    if not any(each.bomber and not each.lost for each in group):
        do(g, NEXT_RULE, "No bomber is left: on to the Resolution Phase")


def engage_of(plot: FiresPlot) -> Engage:
    """The engagement to come: who may meet whom, and whose word it is."""
    following = _next(plot)
    assert following is not None
    strike, group, caps = plot.strike, plot.group(), plot.caps()
    ready = _unlike(sorted({p.cap for p in following.pairings}), caps)
    may = {lot_of(group[p.plane]) for p in following.pairings}
    there = {lot_of(plane): plane for plane in group if not plane.lost}
    several = len(ready) > 1
    facts = titled(
        f"{KIND_WORDS[strike['type']]}, engagement {strike['engagements'] + 1}",
        f"{NAMES[following.chooser]} says who meets whom." if several or len(may) > 1 else "",
        TEST_RULE,
        following.chooser,
        type=strike["type"],
        caps=[{"id": f"{caps[n].ship}/{n}", "words": _cap_words(caps[n]), "fuel": caps[n].fuel} for n in ready],
        lots=[_lot(lot, plane, group, lot in may) for lot, plane in sorted(there.items())],
        results=list(ENGAGED),
        roll=True,
    )
    return Engage(f"t{plot.played}/{strike['ship']}/engage/{strike['engagements'] + 1}", facts)


def _cap_words(cap: Plane) -> str:
    """``CAP of Midway, full, fought once``: two of one ship are told apart by what they have done."""
    return f"CAP of {cap.ship}, {cap.fuel}{', fought once' if cap.fought else ''}"


def _unlike(ready: list[int], caps: list[Plane]) -> list[int]:
    """Of CAP that are alike, the first: one ship's, on the same fuel, and in as many engagements."""
    return [n for n in ready if n == next(each for each in ready if caps[each] == caps[n])]


def _lot(lot: str, plane: Plane, group: list[Plane], may: bool) -> dict[str, JSON]:
    """Aircraft that are alike, for a key; those that may not be faced now say why."""
    words = f"{PLANE_WORDS[plane.kind]}, {plane.fuel}"
    why = ""
    if not may:
        fresh = "An aircraft that has not fought yet is faced first, the escort before all others."
        why = "A CAP picks on bombers here." if plane.kind == FIGHTER and not _escorted(group) else fresh
    n = sum(not each.lost and lot_of(each) == lot for each in group)
    return {**option(lot, words, "", why, "Air Combat, Dogfight"), "n": n}


def _escorted(group: list[Plane]) -> bool:
    return any(each.kind == FIGHTER for each in group)


SAYINGS = {
    "positioned": lambda f: f"{KIND_WORDS[f['type']]}.",
    "engagement": lambda f: f"CAP of {f['ship']} against a {PLANE_WORDS[f['plane']]}: {ENGAGED[f['result']]}.",
}
