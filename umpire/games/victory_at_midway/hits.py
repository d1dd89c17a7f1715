"""What hits do: steps lost, planes caught on deck, carriers that sink at once, the airfield, and points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED
from umpire.games.victory_at_midway.field import field_loss
from umpire.games.victory_at_midway.plot import (
    DESTROYED,
    NOT_READY,
    NOT_READY_2,
    READY,
    TRAPPED,
    VictoryPlot,
    steps_left,
)
from umpire.games.victory_at_midway.terms import (
    AWASH,
    BATTALIONS,
    DIE,
    ENEMY,
    JAPAN,
    MARINES,
    PLANE_POINTS,
    POINTS,
    YAMATO_POINTS,
    tally,
)
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any
Name = Callable[[str], str]
"""The name of an ask of the fight, from what it is about."""


def score(g: Play, to: str, halves: int, of: str, why: str, rule: str = "Victory Points") -> None:
    """Points in halves for what was done to a unit (`of`; empty for aircraft)."""
    if halves:
        g.tell(g.all, "scored", rule, to=to, halves=halves, of=of, why=why)


# Air units in a fight.


def planes_hit(g: Play, name: str, hits: Mapping[str, int], rule: str) -> Steps[None]:
    """Hits on deployed air units take effect; what is printed on the back is read off at a type's first hit."""
    hit = {unit: n for unit, n in hits.items() if n}
    if not hit:
        return
    shown = {**g.truth.fight["cap"], **g.truth.fight["planes"]}
    keys = [counters.air_key(g.truth, "back", shown[unit]) for unit in hit]
    yield from g.cells(name, "The backs of the counters that were hit", keys, "Counters")
    left, lost = {}, {"us": 0, "japan": 0}
    for unit, n in hit.items():
        each = {**g.truth.fight["cap"], **g.truth.fight["planes"]}[unit]
        steps = counters.air_steps(g.truth, each)
        left[unit] = steps_left(each["state"], n, steps)
        side = _side_of(g, unit)
        lost[side] += worth(each["state"], steps) - worth(left[unit], steps)
    g.tell(g.all, "planes-hit", rule, units=left)
    for side in ("us", "japan"):
        own: VictoryPlot = g.plot(side)
        mine = {own.lettered[u]: state for u, state in left.items() if _side_of(g, u) == side}
        if mine:
            g.tell(side, "air", rule, units={u: hit_unit(own.air[u], state) for u, state in mine.items()})
        score(g, ENEMY[side], lost[side] * PLANE_POINTS, "", "aircraft")


def _side_of(g: Play, unit: str) -> str:
    """Whose a deployed air unit is."""
    fight = g.truth.fight
    return str(fight["by"] if unit in fight["planes"] else ENEMY[fight["by"]])


def hit_unit(unit: JSON, state: str) -> JSON:
    """An own air unit's record after a hit."""
    gone = {"box": DESTROYED, "on": ""} if state == GONE else {}
    return {**unit, "state": state, **gone}


def worth(state: str, steps: int) -> int:
    """Hits a unit can still take."""
    return 0 if state == GONE else steps if state == FULL else 1


# Ships and ground units.


def bombed(g: Play, name: Name, hits: Mapping[str, int], rule: str, *, can_kill_ground: bool = False) -> Steps[None]:
    """Hits on ships or ground units take effect, with all that follows from them.

    Bombs and shells only reduce ground units (Ground Unit Elimination); invasion combat may eliminate them.
    """
    counted = yield from awash(g, name, {unit: n for unit, n in hits.items() if n})
    if not counted:
        return
    keys = [counters.key(g.truth, "back", unit) for unit in counted]
    yield from g.cells(name("ship-backs"), "The backs of the counters that were hit", keys, "Counters")
    before = {unit: g.truth.strength(unit) for unit in counted}
    caught = {unit: sudden(g, unit) for unit in counted}
    left = {unit: _left(g, unit, n, caught[unit], kill=can_kill_ground) for unit, n in counted.items()}
    g.tell(g.all, "units-hit", rule, units=left)
    for unit, n in counted.items():
        if unit in g.truth.ships:
            _ship_hit(g, unit, n, before[unit], left[unit], caught[unit])
    yield from field_loss(g, name, {unit: n for unit, n in counted.items() if unit in MARINES}, before)


def awash(g: Play, name: Name, hits: Mapping[str, int]) -> Steps[dict[str, int]]:
    """Battleship Damage: each hit on a Japanese battleship counts only on a second die of five or less."""
    ships = [s for s, n in hits.items() if s in g.truth.ships and g.truth.type_of(s) == "BB" for _ in range(n)]
    if not ships:
        return dict(hits)
    dice = [Die(ship, f"{AWASH} or less: the hit counts", DIE) for ship in ships]
    fell = yield from g.roll(name("battleships"), "Hits on battleships", dice, "Battleship Damage")
    told = [{"ship": ship, "die": die, "counts": die <= AWASH} for ship, die in zip(ships, fell, strict=True)]
    g.tell(g.all, "awash", "Battleship Damage", dice=told)
    made = {unit: n for unit, n in hits.items() if unit not in ships}
    for each in told:
        if each["counts"]:
            made[str(each["ship"])] = made.get(str(each["ship"]), 0) + 1
    return {unit: made[unit] for unit in hits if unit in made}


def sudden(g: Play, ship: str) -> bool:
    """Whether a hit sinks a ship at once: a whole two-step Japanese carrier with Ready planes on deck.

    Planes aloft are not aboard; a patrol that has landed is Ready again and is.
    """
    truth: VictoryPlot = g.truth
    if ship not in truth.ships or truth.ships[ship]["side"] != JAPAN or truth.type_of(ship) != "CV":
        return False
    two_steps = counters.steps(truth, ship) == 2
    return two_steps and truth.whole(ship) and bool(truth.on(ship, READY))


def _left(g: Play, unit: str, n: int, sinks: bool, *, kill: bool) -> str:
    if sinks:
        return GONE
    steps = counters.steps(g.truth, unit)
    left = steps_left(g.truth.strength(unit), n, steps)
    ground = unit in MARINES or unit in BATTALIONS
    if ground and left == GONE and not kill:
        return REDUCED if steps == 2 else FULL
    return left


def points_of(g: Play, ship: str) -> int:
    """Half points for a hit on a ship."""
    return YAMATO_POINTS if counters.class_of(g.truth, ship) == "Yamato" else POINTS[g.truth.type_of(ship)]


def _ship_hit(g: Play, ship: str, n: int, before: str, left: str, sinks: bool) -> None:
    """A ship's points, her planes, what she carries."""
    truth: VictoryPlot = g.truth
    side = truth.ships[ship]["side"]
    steps = counters.steps(truth, ship)
    taken = worth(before, steps) - worth(left, steps)
    if sinks and g.settings.get("sudden") == "hit":
        taken = 1
    score(g, ENEMY[side], taken * points_of(g, ship), ship, f"{ship}, {'sunk' if left == GONE else 'hit'}")
    if truth.type_of(ship) == "CV":
        _planes_aboard(g, ship, left, sinks)
    if truth.type_of(ship) == "TT":
        _battalion_aboard(g, ship, left)


def _planes_aboard(g: Play, ship: str, left: str, sinks: bool) -> None:
    """Carrier Damage: Ready planes are lost and score; the others are trapped, and score if she sinks."""
    truth: VictoryPlot = g.truth
    side = truth.ships[ship]["side"]
    ready, others = truth.on(ship, READY), truth.on(ship, NOT_READY, NOT_READY_2, TRAPPED)
    lost = [*ready, *others] if left == GONE else ready
    change = {unit: hit_unit(truth.air[unit], GONE) for unit in lost}
    change |= {unit: {**truth.air[unit], "box": TRAPPED} for unit in others if unit not in lost}
    halves = sum(steps_aboard(g, unit) for unit in lost) * PLANE_POINTS
    kinds = tally(truth.kind_of(unit) for unit in lost)
    if change:
        g.tell(side, "air", "Carrier Damage", units=change)
    if lost or sinks:
        g.tell(g.all, "caught", "Carrier Damage", carrier=ship, planes=kinds, sudden=sinks)
    score(g, ENEMY[side], halves, "", f"aircraft of {ship}")


def steps_aboard(g: Play, unit: str) -> int:
    """Hits an own air unit has left."""
    u = g.truth.air[unit]
    return worth(u["state"], counters.air_steps(g.truth, u))


def _battalion_aboard(g: Play, ship: str, left: str) -> None:
    """Japanese Ground Units at Sea: a battalion shares the fate of the transport it sails in."""
    aboard = [b for b, on in g.truth.aboard.items() if on == ship and b not in g.truth.ashore and b not in g.truth.sunk]
    if aboard:
        g.tell(g.all, "battalions", "Japanese Ground Units at Sea", states=dict.fromkeys(aboard, left))
