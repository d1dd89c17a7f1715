"""Japanese air attacks (4.2, 18.3): US Warning, CAP, antiaircraft fire, targets, damage; on ships and on airfields."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import air_tables, charts, retirement
from umpire.games.carrier.aim import japanese_aim
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.bombs import (
    TOGETHER,
    antiaircraft,
    ask_name,
    at,
    bomb,
    common_mods,
    due,
    fight,
    scatter,
    strength,
    strike_ships,
)
from umpire.games.carrier.flight import lots
from umpire.games.carrier.ground import attack_base, points_left
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.strikes import lost_to_japan
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import DIE, US
from umpire.games.carrier.warning import warning
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any


def japanese_attack(g: Play) -> Steps[None]:
    """The attack on the record (``attack``), made by Japanese air points, to its end; its ``lost`` is then what it lost."""
    if g.truth.groups[at(fight(g.truth))]["base"] or g.truth.ships_of(at(fight(g.truth))):
        yield from _fought(g)
    attack = fight(g.truth)
    lost = attack.get("cap_lost", 0) + attack.get("aa_lost", 0)
    facts = {"force": attack["force"], "target": attack["target"], "points": attack["points"], "lost": lost}
    ground = attack.get("ground", {}).get("hits", 0)
    hits = {attack["target"]: ground} if ground else attack.get("hits", {})
    tell(g, "jp-attack-done", "4.2", **facts, hits=hits, now={"attack/lost": lost})


def _fought(g: Play) -> Steps[None]:
    """Warning, CAP, guns, bombs; a second wave may find that all ships of its target were sunk before it came."""
    yield from warning(g)
    yield from us_cap(g)
    result = yield from antiaircraft(g)
    shot_down(g, "aa", result)
    if g.truth.groups[at(fight(g.truth))]["base"]:
        yield from attack_base(g)
        return
    yield from strength(g)
    if due(g.truth):
        yield from bomb_runs(g)


# CAP.


def us_cap(g: Play) -> Steps[None]:
    """US CAP attacks the planes; fractions of a step drop, and what comes to no step is no CAP."""

    def group() -> JSON:
        return g.truth.groups[at(fight(g.truth))]

    def marked() -> list[str]:
        return ["cap_aloft_mod/step"] if any(time is not None for _, _, time in group()["cap"]) else []

    yield from charts.printed(g, "US CAP combat", marked, "4.2")
    tell(g, "us-cap", "4.2", group=at(fight(g.truth)), cap=group()["cap"], n=_steps(g.truth), now=_cap_now(g.truth))
    if not _steps(g.truth):
        return
    yield from charts.printed(g, "US CAP combat", lambda: [_escort(g.truth), _heading(g.truth)], "4.2")
    (die,) = yield from g.roll(ask_name(g, "cap"), "US CAP combat", lambda: [_cap_die(g.truth)], "4.2")

    def modified() -> int:
        """The modified die; below 1 it counts as 1."""
        return max(1, die + charts.modifier(g.truth.kit, _escort(g.truth)))

    def cell() -> str:
        return f"us_cap/{charts.value(g.truth.kit, _heading(g.truth))}/{modified()}"

    yield from charts.printed(g, "US CAP combat", lambda: [cell()], "4.2")
    shot: dict[str, JSON] = {
        "strength": _steps(g.truth),
        "column": int(charts.value(g.truth.kit, _heading(g.truth))),
        "mods": [["escort", charts.modifier(g.truth.kit, _escort(g.truth))]],
        "die": die,
        "modified": modified(),
        "result": int(charts.value(g.truth.kit, cell())),
    }
    tell(g, "us-cap-combat", "4.2", **shot, now={"attack/cap_fight": shot})
    shot_down(g, "cap", shot["result"])
    if shot["modified"] == 1:
        yield from cap_step_lost(g)


def _steps(plot: CarrierPlot) -> int:
    return air_tables.us_cap(plot, at(fight(plot)))


def _cap_now(plot: CarrierPlot) -> dict[str, JSON]:
    return {"attack/cap": _steps(plot)}


def _escort(plot: CarrierPlot) -> str:
    return f"escort_mod/{fight(plot)['points']}"


def _heading(plot: CarrierPlot) -> str:
    return f"us_cap/column/{_steps(plot)}"


def _cap_die(plot: CarrierPlot) -> Die:
    escort = charts.modifier(plot.kit, _escort(plot))
    words = air_tables.read([(f"escort of {counted(fight(plot)['points'], 'point')}", escort)])
    return Die("US CAP", f"{counted(_steps(plot), 'step')}; {words}", DIE)


def cap_step_lost(g: Play) -> Steps[None]:
    """A modified 1: a CAP step is lost, of the player’s choice, however strong CAP is (4.2)."""
    lot = _lots(g.truth)[0]["id"]
    if len(_lots(g.truth)) > 1:
        lot = yield from g.ask(US, lambda: _which_ask(g))
    group = at(fight(g.truth))
    cap = g.truth.groups[group]["cap"]
    type = next(kind for kind, _, time in cap if _lot(kind, time) == lot)
    left = lots([kind, n - (_lot(kind, time) == lot), time] for kind, n, time in cap)
    mark = [f"1 {type} off {group}’s CAP"]
    tell(g, "cap-step-lost", "4.2", group=group, type=type, mark=mark, now={f"groups/{group}/cap": left})
    lost_to_japan(g, {type: 1}, f"CAP of {group}", "4.2")


def _lot(type: str, time: JSON) -> str:
    return type if time is None else f"{type}/{time}"


def _lots(plot: CarrierPlot) -> list[dict[str, str]]:
    """What stands on CAP: those with the longest time aloft and the weakest first."""
    cap = sorted(plot.groups[at(fight(plot))]["cap"], key=lambda each: (-(each[2] or 0), each[0] != "P-39"))
    return [
        option(_lot(type, time), f"{type}" if time is None else f"{type}, time aloft {time}", f"{n} on CAP")
        for type, n, time in cap
    ]


def _which_ask(g: Play) -> Choose:
    options = _lots(g.truth)
    facts = titled("CAP loses a step: which?", "", "4.2", options=options, preset=options[0]["id"])
    return Choose(ask_name(g, "cap/step"), facts)


# Losses, and the rolls.


def shot_down(g: Play, by: str, n: int) -> None:
    """Air points are shot down, no more than are left; they are counted at once (20.2, 22.0)."""
    lost = min(n, points_left(g.truth))
    if not lost:
        return
    facts: dict[str, JSON] = {"by": by, "n": lost, "left": points_left(g.truth) - lost}
    tell(g, "points-shot-down", "4.2", **facts, now={f"attack/{by}_lost": lost})
    retirement.air_points_lost(g, lost)


def bomb_runs(g: Play) -> Steps[None]:
    """Targets by the Japanese rules; the rolls, each with what planes aboard its target add; the hits."""
    targets = yield from japanese_aim(g)
    runs = [
        {"at": target, "mods": [list(mod) for mod in mods(g.truth, target, roll)]}
        for target, roll in zip(targets, due(g.truth), strict=True)
        if target
    ]
    if not runs:
        return
    tell(g, "aimed", "4.2", by="japan", rolls=runs, now={"attack/rolls": runs})
    yield from bomb(g)
    hits = yield from scatter(g)
    yield from strike_ships(g, hits)


def mods(plot: CarrierPlot, target: str, roll: int) -> list[air_tables.Mod]:
    """What modifies a Japanese roll against a target."""
    return [*common_mods(plot, roll), *(air_tables.deck_mods(plot, target) if TOGETHER not in target else [])]
