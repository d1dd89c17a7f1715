"""The Bombing Phase: one bomber after another, those on full fuel first."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway.air_combat import lot_of
from umpire.games.fires_of_midway.asks import ROLL, titled
from umpire.games.fires_of_midway.asks_strike import FLAK, Bomb
from umpire.games.fires_of_midway.damage import Hits, hit
from umpire.games.fires_of_midway.engagements import NextBombing, Plane, flying, may_bomb, may_sacrifice, next_bombing
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.rolled import bombing_rolled
from umpire.games.fires_of_midway.ship import FULL, SMOKE
from umpire.games.fires_of_midway.telling import ask, do, leaves, moment, on_card, tell
from umpire.games.fires_of_midway.terms import NAMES, PLANE_WORDS
from umpire.table.script import Play, Steps

JSON = Any
RULE = "Bombing Phase"
TARGET_RULE = "Bombing Phase, Full-fuel bombers"
SMOKE_RULE = "Bombing Phase, Smoke-side bombers"
ISLAND_RULE = "Bombing Phase, Midway"


def bombing_phase(g: Play) -> Steps[None]:
    """Every bomber that is left attacks once; a torpedo bomber has no Bombing Phase against the island."""
    island = any(ship.island for ship in g.truth.targets())
    if island:
        idle = [p for p in g.truth.group() if p.bomber and not p.lost and not may_bomb(p, island)]
        do(
            g,
            ISLAND_RULE,
            "Torpedo bombers take no part in the attack on the island" if idle else "",
            "For the island the US plays its Bluff alone" if _next(g.truth) is not None else "",
        )
    while _next(g.truth) is not None:
        yield from bombing(g)


def _next(plot: FiresPlot) -> NextBombing | None:
    return next_bombing(plot.strike["side"], plot.group(), plot.targets())


def bombing(g: Play) -> Steps[None]:
    """One bomber against one ship, and what came of it."""
    value = yield from ask(g, lambda: bomb_of(g.truth))
    following = _next(g.truth)
    assert following is not None
    n = next(n for n in following.planes if lot_of(g.truth.group()[n]) == value["lot"])
    if value["flak"] == ROLL:
        name = f"{moment(g)}/bomb/{g.truth.strike['bombings'] + 1}"
        plane, ship = g.truth.group()[n], g.truth.ship(value["target"])
        rolled = yield from bombing_rolled(g, name, g.truth.strike["side"], plane, ship, sacrifices(g.truth, plane))
        value = {**value, **rolled}
    bombed(g, n, value)


def bombed(g: Play, n: int, value: JSON) -> None:
    """What one attack did to the bomber, and to the ship."""
    strike, group = g.truth.strike, g.truth.group()
    was = group[n]
    lost = value["flak"] == "lost" or value["sacrifice"]
    group[n] = was.but(bombed=True, lost=lost, fuel=SMOKE if value["flak"] == "smoke" else was.fuel)
    ship = g.truth.ship(value["target"])
    hits = Hits(spouts=value["spout"], fires=value["fire"], crs=value["cr"])
    after = hit(ship, hits)
    now: dict[str, JSON] = leaves(ship, after)
    now |= {"strike/group": [each.as_facts() for each in group], "strike/bombings": strike["bombings"] + 1}
    now["strike/sacrifices"] = strike["sacrifices"] + value["sacrifice"]
    if lost:
        now[f"graves/{strike['side']}"] = g.truth.graves[strike["side"]] + 1
    facts = {key: value[key] for key in ("flak", "fire", "cr", "spout", "sacrifice")}
    words = hits.words
    tell(g, "bombed", RULE, ship=ship.name, plane=was.kind, fuel=was.fuel, hits=words, **facts, now=now)
    plane = f"The {PLANE_WORDS[was.kind]}"
    do(
        g,
        "Bombing Phase, Damage roll",
        f"{plane}: to the Watery Grave" if lost else f"{plane}: to smoke" if value["flak"] == "smoke" else "",
        on_card(ship, after),
        f"{after.name} is knocked out: acts no more; 2 VP in the End Phase" if ship.acts and not after.acts else "",
        "Cards and tiles to the discards, the Bluff back to its hand",
    )


def sacrifices(plot: FiresPlot, plane: Plane) -> bool:
    """Whether this bomber, once on its smoke side, may reroll and be lost (Heroic sacrifice; Kamikaze)."""
    strike = plot.strike
    damaged = plot.ship(strike["ship"]).damaged
    return may_sacrifice(plane.but(fuel=SMOKE), strike["side"], damaged, strike["sacrifices"])


def bomb_of(plot: FiresPlot) -> Bomb:
    """The attack to come: whose turn it is, what it may attack, who says so."""
    following = _next(plot)
    assert following is not None
    strike, group = plot.strike, plot.group()
    lots: dict[str, Plane] = {}
    for n in following.planes:
        lots.setdefault(lot_of(group[n]), group[n])
    full = any(plane.fuel == FULL for plane in lots.values())
    left = sum(not group[n].bombed and group[n].bomber for n in flying(group))
    several = len(following.targets) > 1
    word = f"{NAMES[following.chooser]} picks the target. " if several else ""
    facts = titled(
        f"Bombing {strike['bombings'] + 1}: {'on full fuel' if full else 'on smoke'}",
        f"{word}{left} still to attack.",
        TARGET_RULE if full else SMOKE_RULE,
        following.chooser,
        lots=[
            {
                "id": lot,
                "words": f"{PLANE_WORDS[plane.kind]}, {plane.fuel}",
                "n": sum(lot_of(group[n]) == lot for n in following.planes),
                "class": plane.kind,
            }
            for lot, plane in sorted(lots.items())
        ],
        targets=[{"name": name, "island": plot.ship(name).island} for name in following.targets],
        chooses=following.chooser,
        sacrifice=sacrifices(plot, next(iter(lots.values()))),
        roll=True,
    )
    return Bomb(f"t{plot.played}/{strike['ship']}/bomb/{strike['bombings'] + 1}", facts)


SAYINGS = {
    "bombed": lambda f: f"A {PLANE_WORDS[f['plane']]} ({f['fuel']}) attacks {f['ship']}: {_came(f)}.",
}


def _came(f: dict[str, JSON]) -> str:
    if f["flak"] == "lost":
        return FLAK["lost"]
    flak = f"{FLAK['smoke']}; " if f["flak"] == "smoke" else ""
    return f"{flak}{f['hits']}{', and it is lost in a heroic sacrifice' if f['sacrifice'] else ''}"
