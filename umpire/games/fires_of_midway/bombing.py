"""The Bombing Phase: one bomber after another, those on full fuel first."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import tiles
from umpire.games.fires_of_midway.air_combat import lot_of
from umpire.games.fires_of_midway.asks import ROLL, titled
from umpire.games.fires_of_midway.asks_strike import FLAK, Bomb
from umpire.games.fires_of_midway.asks_tiles import BOMBER, LOST, SMOKED, Run
from umpire.games.fires_of_midway.damage import Hits, hit
from umpire.games.fires_of_midway.engagements import NextBombing, Plane, flying, may_bomb, may_sacrifice, next_bombing
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.rolled import bombing_rolled
from umpire.games.fires_of_midway.ship import FULL, SMOKE, other
from umpire.games.fires_of_midway.telling import ask, do, leaves, moment, on_card, tell
from umpire.games.fires_of_midway.terms import NAMES, PLANE_WORDS
from umpire.table.script import Play, Steps

JSON = Any
RULE = "Bombing Phase"
TARGET_RULE = "Bombing Phase, Full-fuel bombers"
SMOKE_RULE = "Bombing Phase, Smoke-side bombers"
DAMAGE_RULE = "Bombing Phase, Damage roll against carriers"
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
        yield from run(g) if tiles.kept(g.truth) else bombing(g)


def _next(plot: FiresPlot) -> NextBombing | None:
    return next_bombing(plot.strike["side"], plot.group(), plot.targets())


def bombing(g: Play) -> Steps[None]:
    """One bomber against one ship, and what came of it."""
    value = yield from ask(g, lambda: bomb_of(g.truth))
    n = _of_lot(g.truth, value["lot"])
    if value["flak"] == ROLL:
        rolled = yield from _by_the_app(g, n, value["target"])
        value = {**value, **rolled}
    bombed(g, n, value)


def _of_lot(plot: FiresPlot, lot: str) -> int:
    """The place in the group of the next bomber of a lot."""
    following = _next(plot)
    assert following is not None
    return next(n for n in following.planes if lot_of(plot.group()[n]) == lot)


def _name(g: Play) -> str:
    """How asks of the attack to come are named."""
    return f"{moment(g)}/bomb/{g.truth.strike['bombings'] + 1}"


def _by_the_app(g: Play, n: int, target: str) -> Steps[dict[str, JSON]]:
    """The attack of one of the group by the app's dice."""
    plane, ship = g.truth.group()[n], g.truth.ship(target)
    may = sacrifices(g.truth, plane)
    return (yield from bombing_rolled(g, _name(g), g.truth.strike["side"], plane, ship, may))


# Where the app keeps the tiles: who won is told first, since it is the winner who picks the damage track.

FLAK_OF = {LOST: "lost", SMOKED: "smoke"}
NOTHING = {"fire": 0, "cr": 0, "spout": 0, "sacrifice": False}


def run(g: Play) -> Steps[None]:
    """One bomber's test; then the winner's pick of two tiles, and what was rolled against it."""
    value = yield from ask(g, lambda: run_of(g.truth))
    n = _of_lot(g.truth, value["lot"])
    if value["won"] == ROLL:
        rolled = yield from _by_the_app(g, n, value["target"])
        bombed(g, n, {**value, **rolled})
        return
    flak = FLAK_OF.get(value["won"], "none")
    if flak == "lost":
        bombed(g, n, {**value, **NOTHING, "flak": flak})
        return
    side = g.truth.strike["side"]
    keeper = side if value["won"] == BOMBER else other(side)
    why = f"{PLANE_WORDS[g.truth.group()[n].kind].capitalize()} against {value['target']}"
    yield from tiles.track_picked(g, _name(g), why, keeper, DAMAGE_RULE)
    hits = yield from ask(g, lambda: hits_of(g.truth, value))
    bombed(g, n, {**hits, "flak": flak})


def run_of(plot: FiresPlot) -> Run:
    """The attack to come, before anything of it is known."""
    asked = bomb_of(plot)
    return Run(asked.name, {key: value for key, value in asked.facts.items() if key != "sacrifice"})


def hits_of(plot: FiresPlot, told: JSON) -> Bomb:
    """The damage roll of one bomber that has been tested, against the track that was picked."""
    asked = bomb_of(plot)
    (lot,) = (each for each in asked.facts["lots"] if each["id"] == told["lot"])
    plane = plot.group()[_of_lot(plot, told["lot"])]
    if told["won"] == SMOKED:
        plane = plane.but(fuel=SMOKE)
    (tile,) = tiles.of(plot)["out"]
    facts = {
        **titled(f"{lot['words'].capitalize()} against {told['target']}", "Roll the damage.", DAMAGE_RULE),
        "lots": [{**lot, "id": lot_of(plane), "n": 1}],
        "targets": [each for each in asked.facts["targets"] if each["name"] == told["target"]],
        "chooses": asked.facts["chooses"],
        "sacrifice": sacrifices(plot, plane),
        "roll": False,
        "tested": True,
        "lines": [f"Tile {tiles.number(tile)}: {tiles.said(plot.kit, tile)}."],
    }
    return Bomb(f"{asked.name}/hits", facts)


def bombed(g: Play, n: int, value: JSON) -> None:
    """What one attack did to the bomber, and to the ship."""
    strike, group = g.truth.strike, g.truth.group()
    was = group[n]
    lost = value["flak"] == "lost" or value["sacrifice"]
    group[n] = was.but(bombed=True, lost=lost, fuel=SMOKE if value["flak"] == "smoke" else was.fuel)
    ship = g.truth.ship(value["target"])
    hits = Hits(spouts=value["spout"], fires=value["fire"], crs=value["cr"])
    after = hit(ship, hits)
    now: dict[str, JSON] = {**leaves(ship, after), **tiles.put_by(g.truth)}
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
        f"{'Cards' if tiles.kept(g.truth) else 'Cards and tiles'} to the discards, the Bluff back to its hand",
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
    island = any(ship.island for ship in plot.targets())
    left = sum(not group[n].bombed and may_bomb(group[n], island) for n in flying(group))
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
