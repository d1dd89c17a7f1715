"""US air strikes on the map (6.1, 6.2, 6.3): forming up, targets, movement, time aloft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier.asks import Choose, Places, option, titled
from umpire.games.carrier.flight import MOST_OVER, doing, fewer, homes, in_words, lost, margin, there_and_back
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import APPROXIMATE, ENDURANCE, LOCATED, US
from umpire.table.numbered import closer, distance, neighbours
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

A_STEP = 2
"""Eighths of a point that Japan gets for a US air step lost (7.1)."""
SIDES_IN_WORDS = {LOCATED: "its Located side", APPROXIMATE: "its “?” side"}


# Reading the record.


def detected(plot: CarrierPlot) -> dict[str, dict[str, str]]:
    """Forces a strike may be sent against (6.1): where each is, and which side of its marker that makes.

    One that is only waiting for strikes already on their way is known to be nothing (6.1, 17.2).
    """
    return {
        name: {"hex": f["hex"], "side": f["detection"], "words": f["chit"] or "no chit"}
        for name, f in plot.forces.items()
        if f["detection"] and not f["leaves"]
    }


def targeted(plot: CarrierPlot, force: str) -> bool:
    """Whether a strike on the map has this force as its target and has not tried to contact it yet (6.1, 17.2)."""
    return any(strike["target"] == force and not strike["down"] for strike in plot.strikes.values())


def free_numbers(plot: CarrierPlot, n: int) -> list[str]:
    """The lowest strike numbers that no strike on the map bears."""
    top = len(plot.strikes) + n
    return [str(k) for k in range(1, top + 1) if str(k) not in plot.strikes][:n]


def drop_targets(g: Play, force: str) -> None:
    """A force that waited only for the strikes aimed at it leaves once none is left (6.1)."""
    from umpire.games.carrier import leaving  # which asks this module whether a force is a target

    f = g.truth.forces.get(force)
    if f and f["leaves"] and not targeted(g.truth, force):
        leaving.remove(g, force, "the last strike aimed at it has come or turned away", "6.1")


# Targets.


def target_options(plot: CarrierPlot, steps: Mapping[str, int], place: str, time: int, home: str) -> list[JSON]:
    """The detected forces, each with how far it is and what endurance would be left on coming home by way of it."""
    made = []
    for name, force in detected(plot).items():
        left = margin(steps, there_and_back(time, place, force["hex"], home))
        side = "" if force["side"] == LOCATED else ", about there"
        note = f"{counted(distance(place, force['hex']), 'hex', 'hexes')}; {_home(left)}"
        made.append(option(name, f"{name} in {force['hex']}: {force['words']}{side}", note))
    return made


def in_hand(left: int) -> str:
    """A margin in words."""
    return f"{left} to spare" if left >= 0 else f"{-left} beyond endurance"


def _home(left: int) -> str:
    """With what margin a strike would come home, in words."""
    if left < -MOST_OVER:
        return "too far to come home"
    return f"home with {in_hand(left)}" if left >= 0 else f"home {in_hand(left)}"


def _choose_target(g: Play, name: str, n: str, there: Callable[[], str], later: int) -> Steps[str]:
    """Which detected force a strike is sent against; empty where none is left. One that is the only one is not asked."""
    options = _options(g.truth, n, there(), later)
    if len(options) > 1:
        chosen = yield from g.ask(US, lambda: _target_ask(name, n, _options(g.truth, n, there(), later)))
        return str(chosen)
    return options[0]["id"] if options else ""


def _options(plot: CarrierPlot, n: str, place: str, later: int) -> list[JSON]:
    strike = plot.strikes[n]
    home = plot.groups[strike["from"]]["hex"] if strike["from"] in plot.groups else place
    return target_options(plot, strike["steps"], place, strike["time"] + later, home)


def _target_ask(name: str, n: str, options: list[JSON]) -> Choose:
    return Choose(name, titled(f"The target of strike {n}", "", "6.1", options=options, preset=""))


def aimed(plot: CarrierPlot, n: str, force: str) -> dict[str, JSON]:
    """What stands once a strike has left for its target: the marker lies as the force is known now, and stays so."""
    side = plot.forces[force]["detection"] if force else ""
    return {f"strikes/{n}/left": True, f"strikes/{n}/target": force, f"strikes/{n}/side": side}


def tell_target(g: Play, n: str, force: str) -> None:
    """A strike leaves the hex it was formed in, with its Target marker laid down (6.1)."""
    side = g.truth.forces[force]["detection"]
    mark = [f"Strike Target {n} on {force}, {SIDES_IN_WORDS[side]} up"]
    place = g.truth.forces[force]["hex"]
    tell(g, "target", "6.1", n=n, force=force, hex=place, side=side, mark=mark, now=aimed(g.truth, n, force))


def left_behind(g: Play, group: str) -> Steps[None]:
    """A task force has moved off: what it formed that is still where it was has left too, and strikes are aimed (6.1)."""
    stay = [n for n, s in g.truth.strikes.items() if _formed_by(s, group) and s["hex"] != g.truth.groups[group]["hex"]]
    for n in stay:
        away, force = g.truth.strikes[n]["transfer"], ""
        if not away:
            name = f"{moment(g)}/us/move/strike/{n}/target"
            force = yield from _choose_target(g, name, n, lambda n=n: g.truth.strikes[n]["hex"], 0)  # type: ignore[misc]
        if force:
            tell_target(g, n, force)
        else:
            now = {f"strikes/{n}/left": True}
            tell(g, "left-behind", "7.3" if away else "6.1", n=n, group=group, transfer=away, now=now)


def _formed_by(strike: JSON, group: str) -> bool:
    return bool(strike["from"] == group and not strike["left"])


# The Air Movement Step.


def air_movement(g: Play) -> Steps[None]:
    """The Air Movement Step: each strike and transfer a hex, time aloft, and those that are lost."""
    if not g.truth.strikes and not _marked_cap(g.truth):
        return
    to: dict[str, str] = {}
    if any(len(piece["to"]) > 1 for piece in pieces(g.truth)):
        to = yield from g.ask(US, lambda: _fly_ask(g))
    targets: dict[str, str] = {}
    for n, place in to.items():
        if n in g.truth.strikes and place != g.truth.strikes[n]["hex"] and unaimed(g.truth.strikes[n]):
            name = f"{moment(g)}/us/fly/{n}/target"
            targets[n] = yield from _choose_target(g, name, n, lambda place=place: place, 1)  # type: ignore[misc]
    for n, force in targets.items():
        if force in g.truth.forces:
            tell_target(g, n, force)
    fly(g, to)
    for n in list(g.truth.strikes):
        out_of_fuel(g, n)


def unaimed(strike: JSON) -> bool:
    """Whether a strike has no target yet and may still have one."""
    return not (strike["down"] or strike["transfer"] or strike["target"])


def goes_on(plot: CarrierPlot, strike: JSON) -> bool:
    """Whether a strike must go on to a target that has turned out to be nothing: without rule 25 none is recalled (6.1)."""
    target = plot.forces.get(strike["target"])
    return bool(target and target["leaves"] and not strike["down"])


def _fly_ask(g: Play) -> Places:
    words = "Every strike and transfer may go one hex; all of them are a segment longer aloft."
    return Places(f"{moment(g)}/us/fly", titled("Air movement", words, "6.3", pieces=pieces(g.truth), lock="Fly"))


def pieces(plot: CarrierPlot) -> list[JSON]:
    """Strikes and transfers on the map, where each may go, and where it would go of itself."""
    return [_piece(plot, n) for n in plot.strikes]


def _piece(plot: CarrierPlot, n: str) -> JSON:
    strike = plot.strikes[n]
    at = strike["hex"]
    tied = unaimed(strike) and not strike["left"] and not detected(plot)
    to = [at] if tied else [at, *neighbours(at)]
    if goes_on(plot, strike):
        to = [at, *closer(at, plot.forces[strike["target"]]["hex"])]
    return {
        "id": n,
        "words": f"{'Transfer' if strike['transfer'] else 'Strike'} {n}",
        "note": _note(plot, n, tied),
        "at": at,
        "to": to,
        "preset": at if tied else _onward(plot, n),
    }


def _onward(plot: CarrierPlot, n: str) -> str:
    """A hex closer to its target, or to where it may land; where it is for one that has neither, or is there."""
    strike = plot.strikes[n]
    at = strike["hex"]
    goal = at
    if strike["down"] or strike["transfer"] or strike["target"] not in ("", *plot.forces):
        others = [name for name in homes(plot, strike) if not strike["transfer"] or name != strike["from"]]
        goal = plot.groups[others[0]]["hex"] if others else at
    elif strike["target"] in plot.forces:
        goal = plot.forces[strike["target"]]["hex"]
    return next(iter(closer(at, goal)), at) if goal != at else at


def _note(plot: CarrierPlot, n: str, tied: bool) -> str:
    """What flies, how long it has flown after this step, what is left, how far it is from home."""
    strike = plot.strikes[n]
    time = strike["time"] + 1
    said = [
        f"{in_words(strike['steps'])}; time aloft {time} after this step, {in_hand(margin(strike['steps'], time))}."
    ]
    if strike["target"] in plot.forces and not strike["down"]:
        force = plot.forces[strike["target"]]
        away = counted(distance(strike["hex"], force["hex"]), "hex", "hexes")
        said.append(f"{strike['target']} is {away} off, in {force['hex']}.")
        said += ["It is nothing, but the strike must go on to it."] if force["leaves"] else []
    for home in homes(plot, strike)[:1]:
        away = counted(distance(strike["hex"], plot.groups[home]["hex"]), "hex", "hexes")
        said.append(f"{home} is {away} off.")
    said += ["Nothing is detected: it may not leave this hex."] if tied else []
    gone, next_gone = _lost_at(strike, time), _lost_at(strike, time + 1)
    said += [f"{listed(gone)} will be lost at the end of this step."] if gone else []
    said += [f"{listed(next_gone)} will be lost in the next segment."] if next_gone and next_gone != gone else []
    return " ".join(said)


def _lost_at(strike: JSON, time: int) -> list[str]:
    return [kind for kind in strike["steps"] if lost(kind, time)]


def fly(g: Play, to: Mapping[str, str]) -> None:
    """All strikes to their hexes, and a segment more on every marker, moved or not (6.2)."""
    now: dict[str, JSON] = {}
    moved, marks = [], []
    for n, strike in g.truth.strikes.items():
        place = to.get(n, strike["hex"])
        if place not in (strike["hex"], *neighbours(strike["hex"])):
            place = strike["hex"]
        now[f"strikes/{n}/time"] = strike["time"] + 1
        marks.append(f"Time Aloft {strike['time'] + 1} on strike {n}")
        moved.append({"n": n, "from": strike["hex"], "to": place, "time": strike["time"] + 1})
        if place != strike["hex"]:
            now |= {f"strikes/{n}/hex": place, f"strikes/{n}/left": True}
            now |= {f"strikes/{n}/down": True} if unaimed(strike) else {}
    for name, group in _marked_cap(g.truth).items():
        now[f"groups/{name}/cap"] = [[kind, n, None if t is None else t + 1] for kind, n, t in group["cap"]]
    cap = list(_marked_cap(g.truth))
    do = [f"strike {each['n']} to {each['to']}" for each in moved if each["to"] != each["from"]]
    tell(g, "flown", "6.3", moved=moved, cap=cap, now=now, do=do, mark=marks)


def _marked_cap(plot: CarrierPlot) -> dict[str, JSON]:
    """Task forces and bases with CAP that lost its deck, and counts its time aloft (19.2)."""
    return {name: group for name, group in plot.groups.items() if any(t is not None for _, _, t in group["cap"])}


def out_of_fuel(g: Play, n: str) -> None:
    """Types of a strike that have been up more than four segments beyond their endurance are lost (6.2)."""
    strike = g.truth.strikes[n]
    gone = {kind: steps for kind, steps in strike["steps"].items() if lost(kind, strike["time"])}
    if gone:
        lose(g, n, gone, "air-lost", "6.2", time=strike["time"])
        lost_to_japan(g, gone, f"out of fuel, strike {n}", "6.2")


def lose(g: Play, n: str, gone: Mapping[str, int], kind: str, rule: str, **facts: JSON) -> None:
    """A strike loses steps; with its last it is off the map, and so is its Target marker."""
    strike = g.truth.strikes[n]
    left = fewer(strike["steps"], gone)
    told: dict[str, JSON] = {"n": n, "lost": dict(gone), "left": left, **facts}
    if left:
        tell(g, kind, rule, **told, now={f"strikes/{n}/steps": left})
    else:
        tell(g, kind, rule, **told, gone=[f"strikes/{n}"], do=[f"strike {n} off the map"])
        drop_targets(g, strike["target"])


def lost_to_japan(g: Play, steps: Mapping[str, int], why: str, rule: str, each: int = A_STEP) -> None:
    """What Japan is awarded for US air steps (7.1, 22.0)."""
    from umpire.games.carrier import victory  # which leads to all that asks this module about strikes

    if total(steps):
        victory.award(g, "japan", each * total(steps), f"{in_words(steps)}: {why}", rule)


# In words.


def _flown(f: Mapping[str, JSON]) -> str:
    said = []
    for each in f["moved"]:
        goes = f"to {each['to']}" if each["to"] != each["from"] else f"stays in {each['to']}"
        said.append(f"strike {each['n']} {goes}, time aloft {each['time']}")
    said += [f"CAP of {name} with markers, a segment longer aloft" for name in f["cap"]]
    return f"Air movement: {'; '.join(said)}." if said else ""


def _air_lost(f: Mapping[str, JSON]) -> str:
    over = ", ".join(f"{kind} {ENDURANCE[kind]}" for kind in f["lost"])
    rest = f"; {doing(f['left'], 'flies on', 'fly on')}" if f["left"] else ""
    return (
        f"Strike {f['n']}, time aloft {f['time']}, loses {in_words(f['lost'])}: out of fuel (endurance {over}){rest}."
    )


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "flown": _flown,
    "target": lambda f: (
        f"Strike {f['n']} leaves for {f['force']} in {f['hex']}; its marker lies on {SIDES_IN_WORDS[f['side']]}."
    ),
    "left-behind": lambda f: (
        f"{f['group']} has left transfer {f['n']} behind: nobody joins it any more."
        if f["transfer"]
        else f"{f['group']} has left strike {f['n']} behind, without a target: nothing is detected."
    ),
    "air-lost": _air_lost,
}
