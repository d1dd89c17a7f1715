"""Japanese air strikes, from eligibility to landing (15.1, 15.2, 16.1, 16.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import (
    charts,
    commitment,
    forces,
    japan_eligible,
    japan_log,
    japan_strength,
    japan_targets,
    lookups,
    strategic,
)
from umpire.games.carrier import map as sea
from umpire.games.carrier.choice import one_of
from umpire.games.carrier.intelligence import CARRIER, class_of
from umpire.games.carrier.japan_targets import Aim
from umpire.games.carrier.plot import SHARES, CarrierPlot
from umpire.games.carrier.telling import foggy, moment, tell, tell_umpire
from umpire.games.carrier.terms import DIE, SIZE_CHITS
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any
RULE = "15.2"

ORIGINAL = 7
"""Up to this a second wave keeps to a target whose carriers are all sunk."""


# An activated force.


def air_attack(g: Play, force: str) -> Steps[None]:
    """Whether an activated force attacks from the air, and the attack (15.1, 15.2).

    What it is found to be is put on the record only once it has a target and a strength: else nothing has happened.
    """
    if g.truth.parts.air != "standard" or japan_eligible.never(g.truth, force):
        return
    strategic.check(g)
    name = f"{moment(g)}/j/{g.truth.at('sequence/drawn', 0)}/{force}/attack"
    why = yield from _barred(g, force)
    found: list[str] = []
    if not why and japan_eligible.must_prove(g.truth, force):
        found = yield from _carriers_found(g, force)
        why = "" if found else "it shows no carriers"
    if not why:
        why = yield from _strikes(g, force, name, found)
    if why:
        _none(g, force, why)


def _none(g: Play, force: str, why: str) -> None:
    """No attack: what shut the gate; under fog+ one wording for all there is."""
    if not foggy(g):
        tell(g, "no-attack", "15.1", force=force, why=why)
        return
    tell(g, "no-attack", "15.1", force=force, why="")
    tell_umpire(g, "no-attack", "15.1", force=force, why=why)


def _barred(g: Play, force: str) -> Steps[str]:
    """Why it may not attack; the terrain of its hex is asked for only when all else would let it."""
    if why := japan_eligible.barred(g.truth, force):
        return why

    def near() -> int:
        return japan_eligible.nearest(g.truth, force)

    if japan_eligible.may_be_two(g.truth, force):
        yield from _know_turnaround(g, force, near)
    if japan_eligible.may_be_two(g.truth, force) and not japan_eligible.free(g.truth, force, near()):
        return "two of its strikes are out, or not turned round"
    if japan_eligible.must_prove(g.truth, force):
        words = f"{force} may attack from high sea only"
        yield from sea.know_terrain(g, lambda: [g.truth.forces[force]["hex"]], words)
        if sea.terrain(g.truth, g.truth.forces[force]["hex"]) != "high":
            return "it lies in coastal sea"
    return ""


def _know_turnaround(g: Play, force: str, hexes: Callable[[], int]) -> Steps[None]:
    yield from charts.printed(
        g,
        f"{force}: strikes that have landed",
        lambda: japan_eligible.turnaround_keys(g.truth, force, hexes()),
        RULE,
    )


def _carriers_found(g: Play, force: str) -> Steps[list[str]]:
    """The chits that make it a carrier force, in their order, none of them placed yet; empty if it proves none (15.2)."""
    found = []
    if g.truth.forces[force]["level"] == 0:
        chit = yield from lookups.drawn_for_attack(g, force)
        found.append(chit)
        if class_of(chit) == CARRIER:
            return found
        if chit not in SIZE_CHITS:
            return _goes_back(g, force, chit)
    drawn = found[0] if found else ""
    better = yield from lookups.level_2_for_attack(g, force, drawn)
    return [*found, better] if better else _goes_back(g, force, drawn)


def _goes_back(g: Play, force: str, chit: str) -> list[str]:
    """A chit drawn in vain is back in its cup; nothing of it is on the record."""
    if chit and not foggy(g):
        tell(g, "chit-back", RULE, force=force, chit=chit, mark=[f"“{chit}” back into its cup"])
    return []


def _strikes(g: Play, force: str, name: str, found: list[str]) -> Steps[str]:
    """Steps 2 to 6 of the procedure; in words why there is no attack after all, or empty."""
    aims = yield from japan_targets.aims(g, force, name)
    if not aims:
        _goes_back(g, force, _drawn(g.truth, force, found))
        return "no target its table names is in range"
    target = aims[0].target
    yield from _know_turnaround(g, force, lambda: japan_strength.reach_of(g.truth, force, target))
    if not japan_eligible.free(g.truth, force, japan_strength.reach_of(g.truth, force, target)):
        return "two of its strikes are out, or not turned round"
    chit = found[-1] if found else g.truth.forces[force]["chit"]
    strike = yield from japan_strength.strength(g, force, chit, target, name, partial=aims[0].partial)
    if not strike.first:
        _goes_back(g, force, _drawn(g.truth, force, found))
        return "its strength is 0"
    yield from forces.reveal(g, force, *found)
    _reveal_strength(g, force, strike)
    yield from _deliver(g, force, name, aims, strike)
    return ""


def _drawn(plot: CarrierPlot, force: str, found: list[str]) -> str:
    """The chit that came out of the cup for a force that was level 0."""
    return found[0] if found and plot.forces[force]["level"] == 0 else ""


def _deliver(g: Play, force: str, name: str, aims: list[Aim], strike: japan_strength.Strength) -> Steps[None]:
    """The first wave now, the second noted; or two partial strikes.

    No force ever has three strikes formed up (15.1): one that has a strike out sends one only.
    """
    free = japan_eligible.free(g.truth, force, japan_strength.reach_of(g.truth, force, aims[0].target))
    for n, aim in enumerate(aims[:free]):
        ask = name if n == 0 else f"{name}/{n + 1}"
        carriers = g.truth.carriers_of(aim.target)
        yield from japan_log.strike(g, ask, force, aim.target, strike.first, 1)
        if strike.second and force in g.truth.forces:
            japan_log.set_up_wave(g, force, aim.target, strike.second, carriers)


def _reveal_strength(g: Play, force: str, strike: japan_strength.Strength) -> None:
    """Revealed air strength goes up, and the carrier index with it (16.1, 17.2); of level 1 and 2 forces only.

    Under fog+ the share of a second wave is shown as that arrives; what falls at once is told.
    """
    if strike.revealed is None or not strike.rise:
        return
    plot: CarrierPlot = g.truth
    old = plot.forces[force]["revealed"]
    hidden = min(strike.second, strike.rise) if foggy(g) else 0
    why = f"revealed air strength of {force}"
    path = f"forces/{force}/revealed"
    shown = strike.revealed - hidden
    if shown != old:
        tell(g, "revealed", "16.1", force=force, old=old, new=shown, now={path: shown})
    if hidden:
        now = {path: strike.revealed, f"{SHARES}/{force}": hidden}
        tell_umpire(g, "revealed", "16.1", force=force, old=shown, new=strike.revealed, now=now)
    commitment.increase(g, CARRIER, strike.rise - hidden, why)
    if hidden and commitment.room(plot) is not None:
        index, limit = plot.at("index/carrier") + hidden, plot.at("limits/carrier")
        facts = {"which": CARRIER, "n": hidden, "index": index, "limit": limit, "why": why}
        tell_umpire(g, "index", "17.2", **facts, now={"index/carrier": index})
        commitment.effects(g, CARRIER)


# Second waves.


def second_waves(g: Play) -> Steps[None]:
    """Second waves that are due in this phase, after all chits (3.0, 15.2)."""
    while wave := japan_log.due(g.truth):
        yield from _second_wave(g, dict(wave))


def _second_wave(g: Play, wave: dict[str, JSON]) -> Steps[None]:
    """One second wave: its target wherever that is now, struck even if its force is gone."""
    force, target = wave["force"], wave["target"]
    name = f"{moment(g)}/wave/{force}"
    orphan = not japan_log.owned(g.truth, wave)
    japan_log.take_up(g, wave)
    if wave["carriers"] and all(g.truth.ships[ship]["sunk"] for ship in wave["carriers"]):
        target = yield from _other_target(g, name, wave)
    if not _is_there(g.truth, target):
        tell(g, "wave-in-vain", RULE, force=force, target=target)
        return
    yield from japan_log.strike(g, f"{name}/attack", force, target, wave["strength"], 2, orphan=orphan)


def _is_there(plot: CarrierPlot, target: str) -> bool:
    group = plot.groups[target]
    return bool(group["base"] or (not group["gone"] and plot.ships_of(target)))


def _other_target(g: Play, name: str, wave: dict[str, JSON]) -> Steps[str]:
    """All carriers of its target are sunk: it may turn on the largest carrier task force in that hex (15.2)."""
    force, target = wave["force"], wave["target"]

    def others() -> list[str]:
        plot: CarrierPlot = g.truth
        there = [each for each in plot.in_hex(plot.groups[target]["hex"]) if plot.is_carrier_group(each)]
        return japan_targets.most(plot, there, japan_targets.ships)

    if not others():
        return str(target)
    dice = [Die(f"Second wave of {force}", f"1 to {ORIGINAL}: {target}; else {' or '.join(others())}", DIE)]
    (die,) = yield from g.roll(f"{name}/target", f"The carriers of {target} are all sunk", dice, RULE)
    if die <= ORIGINAL:
        return str(target)
    other = yield from one_of(g, f"{name}/target/tie", "Which carrier task force", others, RULE)
    return other or str(target)


def update_logs(g: Play) -> Steps[None]:
    """End Phase B: carriers sunk in the turn before leave, deck space is looked at, strikes land (16.2, 16.3)."""
    yield from japan_log.update(g)


def _no_attack(f: dict[str, JSON]) -> str:
    why = f": {f['why']}" if f["why"] else ""
    return f"{f['force']} makes no air attack{why}."


SAYINGS = {
    **japan_targets.SAYINGS,
    **japan_strength.SAYINGS,
    **japan_log.SAYINGS,
    **strategic.SAYINGS,
    "no-attack": _no_attack,
    "chit-back": lambda f: f"{f['force']} drew “{f['chit']}”: it goes back, and nothing has happened.",
    "revealed": lambda f: (
        f"{f['force']}: revealed air strength {'none' if f['old'] is None else f['old']} to {f['new']}."
    ),
    "wave-in-vain": lambda f: f"The second wave of {f['force']} finds nothing of {f['target']} left.",
}
