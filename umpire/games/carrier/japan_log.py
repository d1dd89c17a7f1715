"""The Japanese log: strikes as they are launched, second waves to come, landings (15.2, 16.2, 16.3)."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import air_value, charts, forces, intelligence, japan_attack, retirement, strategic, track
from umpire.games.carrier.flight import NIGHT
from umpire.games.carrier.landing import fraction_of
from umpire.games.carrier.plot import SHARES, CarrierPlot
from umpire.games.carrier.telling import foggy, moment, tell, tell_umpire
from umpire.games.carrier.terms import DIE, LEVEL_4, PHASES
from umpire.table.asks import Die
from umpire.table.numbered import distance
from umpire.table.script import Play, Steps
from umpire.table.words import copy, counted

JSON = Any
RULE = "15.2"

WAVES = "memory/waves"
"""Second waves to come, in the order they were set up: ``{force, strength, turn, phase, target, carriers}``; a wave
strikes even when its force is gone by then. ``carriers`` are those of its target as the first wave came."""


# Where and when.


def landing_turn(turn: int, reach: int) -> int:
    """The turn in which a strike lands, by the range at which it attacked (15.2)."""
    return turn + next((n for n, most in enumerate((2, 6, 10, 14)) if reach <= most), 4)


def next_but_one(turn: int, phase: int) -> tuple[int, int]:
    """Turn and phase in which the second wave of a strike attacks: two phases later (15.2)."""
    return (turn, phase + 2) if phase + 2 <= PHASES else (turn + 1, phase + 2 - PHASES)


def place_of(plot: CarrierPlot, target: str) -> str:
    """The hex of a target, a task force or a base."""
    return str(plot.groups[target]["hex"])


def waves(plot: CarrierPlot) -> list[dict[str, JSON]]:
    """Second waves to come."""
    made: list[dict[str, JSON]] = plot.at(WAVES, [])
    return made


# One wave.


def strike(g: Play, name: str, force: str, target: str, points: int, wave: int, *, orphan: bool = False) -> Steps[None]:
    """One wave attacks and is recorded: the fight on the record as ``attack``, then its line in the force’s log.

    An `orphan` has no force any more, though another may bear the counter of the one it had.
    """
    attack = {"by": "japan", "name": name, "force": force, "target": target, "points": points, "wave": wave}
    attack |= {"orphan": True} if orphan else {}
    tell(
        g,
        "attack",
        RULE,
        by="japan",
        force=force,
        target=target,
        points=points,
        wave=wave,
        hex=place_of(g.truth, target),
        now={"attack": attack},
    )
    if not g.truth.groups[target]["base"]:
        strategic.attacked(g, target)
    yield from japan_attack.japanese_attack(g)
    record(g)


def record(g: Play) -> None:
    """The attack just fought becomes a line of its force’s log; the fight leaves the record.

    A force that is gone by now has no log any more. Under fog+ only the umpire knows when it lands.
    """
    plot: CarrierPlot = g.truth
    attack = plot.tree["attack"]
    force, lost = attack["force"], int(attack.get("lost") or 0)
    facts = {
        "force": force,
        "target": attack["target"],
        "points": attack["points"],
        "wave": attack["wave"],
        "lost": lost,
    }
    if force not in plot.forces or attack.get("orphan"):
        tell(g, "attack-over", RULE, by="japan", **facts, now={"attack": None})
        return
    reach = distance(plot.forces[force]["hex"], place_of(plot, attack["target"]))
    line = {
        "turn": plot.turn,
        "phase": plot.phase,
        "range": reach,
        "target": attack["target"],
        "strength": attack["points"],
        "lost": lost,
        "land": landing_turn(plot.turn, reach),
        "landed": False,
        "wave": attack["wave"],
    }
    log = [*plot.forces[force]["log"], line]
    land = None if foggy(g) else line["land"]
    now = {"attack": None, f"forces/{force}/log": public(g, log)}
    tell(g, "attack-over", RULE, by="japan", **facts, range=reach, land=land, now=now)
    if foggy(g):
        tell_umpire(g, "lands", RULE, force=force, land=line["land"], now={f"forces/{force}/log": log})


def public(g: Play, log: list[dict[str, JSON]]) -> list[dict[str, JSON]]:
    """A log as the table may see it: under fog+ without the turn in which a strike will land."""
    if not foggy(g):
        return log
    return [{**line, "land": line["land"] if line["landed"] else None} for line in log]


# Second waves.


def set_up_wave(g: Play, force: str, target: str, points: int, carriers: list[str]) -> None:
    """A second wave is noted, its marker laid on the target, whose `carriers` are those it had before the first; under fog+
    its strength is the umpire’s alone."""
    plot: CarrierPlot = g.truth
    turn, phase = next_but_one(plot.turn, plot.phase)
    wave = {"strength": points, "turn": turn, "phase": phase, "target": target}
    noted = [*waves(plot), {**wave, "force": force, "carriers": carriers}]
    hidden = {"strength": None} if foggy(g) else {}
    shown = [*waves(g.plot("us")), {**noted[-1], **hidden}]
    now = {f"forces/{force}/wave": {**wave, **hidden}, WAVES: shown}
    mark = [f"Second Wave marker, phase {phase}, on {target}"]
    facts: dict[str, JSON] = {
        "force": force,
        "target": target,
        "turn": turn,
        "phase": phase,
        "points": {**wave, **hidden}["strength"],
    }
    tell(g, "second-wave", RULE, **facts, now=now, mark=mark)
    if foggy(g):
        tell_umpire(
            g, "second-wave", RULE, **{**facts, "points": points}, now={f"forces/{force}/wave": wave, WAVES: noted}
        )


def due(plot: CarrierPlot) -> dict[str, JSON] | None:
    """The next second wave that attacks in this phase."""
    here = (plot.turn, plot.phase)
    return next((wave for wave in waves(plot) if (wave["turn"], wave["phase"]) <= here), None)


def _same(wave: dict[str, JSON], other: dict[str, JSON]) -> bool:
    return all(wave[leaf] == other[leaf] for leaf in ("force", "turn", "phase"))


def owned(plot: CarrierPlot, wave: dict[str, JSON]) -> bool:
    """Whether the force that launched a wave is on the map still, and none other bears its counter."""
    own = plot.at(f"forces/{wave['force']}/wave")
    return bool(own) and _same({**own, "force": wave["force"]}, wave)


def take_up(g: Play, wave: dict[str, JSON]) -> None:
    """A second wave arrives: nothing of it waits any longer, and what fog+ hid of it is shown."""
    plot: CarrierPlot = g.truth
    force = wave["force"]
    rest = [each for each in waves(plot) if not _same(each, wave)]
    shown = [each for each in waves(g.plot("us")) if not _same(each, wave)]
    now: dict[str, JSON] = {WAVES: shown}
    if owned(plot, wave):
        now[f"forces/{force}/wave"] = None
        if foggy(g):
            now[f"forces/{force}/revealed"] = plot.forces[force]["revealed"]
    true_index = plot.at("index/carrier")
    if foggy(g):
        now["index/carrier"] = g.plot("us").at("index/carrier") + plot.at(f"{SHARES}/{force}", 0)
    facts = {"force": force, "target": wave["target"], "points": wave["strength"]}
    tell(g, "wave-arrives", RULE, **facts, now=now, mark=[f"Second Wave marker off {wave['target']}"])
    if foggy(g):
        left = {WAVES: rest, "index/carrier": true_index, f"{SHARES}/{force}": 0}
        tell_umpire(g, "waves-left", now=left)


# The Log Updating Step.


def update(g: Play) -> Steps[None]:
    """End Phase B (3.0): deck space lost in the turn before, carriers sunk then leave, strikes land."""
    for force in track.by_number(g.truth.forces):
        if force in g.truth.forces and g.truth.is_carrier_force(force):
            if g.truth.forces[force]["level"] >= 3:
                air_value.decks_lost(g, force)
            _sunk_leave(g, force)
        if force in g.truth.forces:
            yield from _land(g, force)
        if force in g.truth.forces and g.truth.parts.standard:
            yield from _may_retire(g, force)
    air_value.note_hits(g)


def _may_retire(g: Play, force: str) -> Steps[None]:
    f = g.truth.forces[force]
    if f["level"] >= 3 and not f["retiring"] and g.truth.is_carrier_force(force):
        yield from retirement.check_force(g, force, [])


def _sunk_leave(g: Play, force: str) -> None:
    """Carriers sunk in the turn before leave the map (4.1); a force without any is what its screen is (11.3).

    One of a level 3 force stays on its record until it is known ship by ship: its chit still counts her.
    """
    plot: CarrierPlot = g.truth
    level = plot.forces[force]["level"]
    gone = [ship for ship in _left(plot, force) if level == 4 or plot.ships[ship]["sunk"] == plot.turn - 1]
    if not gone:
        return
    alone = not _carriers_still(plot, force)
    off = gone if level == 4 else _left(plot, force) if alone else []
    now: dict[str, JSON] = {f"ships/{ship}/in": "" for ship in off}
    tell(g, "carriers-gone", "4.1", force=force, ships=gone, now=now, do=[f"{ship} off the map" for ship in gone])
    if alone:
        _screen_alone(g, force)


def _left(plot: CarrierPlot, force: str) -> list[str]:
    """Carriers of a force sunk in an earlier turn, whose counters leave the map at the end of this one or have left."""
    return [ship for ship in air_value.carriers_in(plot, force) if 0 < plot.ships[ship]["sunk"] < plot.turn]


def _carriers_still(plot: CarrierPlot, force: str) -> int:
    """Carriers a force still has once those are gone, known by name or not."""
    f = plot.forces[force]
    every = len(air_value.carriers_in(plot, force)) if f["level"] == 4 else intelligence.carriers_on(f["chit"])
    return every - len(_left(plot, force))


def _screen_alone(g: Play, force: str) -> None:
    """All its carriers are gone: the screen is a surface force from now on, with no air strength (11.3)."""
    plot: CarrierPlot = g.truth
    f = plot.forces[force]
    if not plot.ships_of(force) and (f["level"] == 4 or not f["screen"]):
        forces.remove(g, force, "all its ships are sunk", "11.3")
        return
    chit = f["screen"] or f["chit"]
    surface = {"chit": chit, "level": 4 if chit == LEVEL_4 else f["level"], "screen": "", "revealed": 0, "value": None}
    now = {f"forces/{force}/{leaf}": value for leaf, value in surface.items()}
    tell(g, "screen-alone", "11.3", force=force, chit=chit, now=now)


def _lands(plot: CarrierPlot, force: str) -> list[int]:
    """Which lines of a force’s log land now."""
    log = plot.forces[force]["log"]
    return [n for n, line in enumerate(log) if not line["landed"] and line["land"] <= plot.turn]


def _land(g: Play, force: str) -> Steps[None]:
    """Strikes land: their losses become the force’s own, or come off its air value (16.2, 16.3)."""
    if not _lands(g.truth, force):
        return
    dark = yield from _after_dark(g, force)
    plot: CarrierPlot = g.truth
    f, log = plot.forces[force], copy(plot.forces[force]["log"])
    down = [log[n] for n in _lands(plot, force)]
    for n in _lands(plot, force):
        log[n] |= {"landed": True, "lost": log[n]["lost"] + dark.get(n, 0)}
    lost = sum(line["lost"] for line in down)
    now: dict[str, JSON] = {f"forces/{force}/log": public(g, log)}
    if lost and f["level"] <= 2:
        now[f"forces/{force}/losses"] = f["losses"] + lost
    facts = {"strikes": len(down), "back": sum(line["strength"] for line in down) - lost, "lost": lost}
    tell(g, "landed", "16.2", force=force, **facts, dark=sum(dark.values()), now=now)
    if foggy(g):
        tell_umpire(g, "lands", RULE, force=force, land=plot.turn, now={f"forces/{force}/log": log})
    retirement.air_points_lost(g, sum(dark.values()))
    if lost and f["level"] >= 3 and plot.is_carrier_force(force):
        yield from air_value.lose(g, force, lost, "lost in strikes that landed")


def _after_dark(g: Play, force: str) -> Steps[dict[int, int]]:
    """What strikes that land at night lose by it, by their lines: a die each, a fraction of what is left (15.2)."""

    def left() -> dict[int, int]:
        log = g.truth.forces[force]["log"]
        up = {n: log[n]["strength"] - log[n]["lost"] for n in _lands(g.truth, force)}
        return {n: points for n, points in up.items() if points}

    if not g.truth.tree["clock"]["night"] or not left():
        return {}

    def dice() -> list[Die]:
        return [Die("Landing", f"the fraction of {counted(n, 'air point')} that is lost", DIE) for n in left().values()]

    why = f"{force}: strikes land after dark"
    faces = yield from g.roll(f"{moment(g)}/{force}/night", why, dice, RULE)
    yield from charts.printed(g, why, lambda: [f"ext_range/{NIGHT}/{die}" for die in faces], RULE)
    printed = [charts.value(g.truth.kit, f"ext_range/{NIGHT}/{die}") for die in faces]
    return {n: fraction_of(said, points) for (n, points), said in zip(left().items(), printed, strict=True)}


def _attack(f: dict[str, JSON]) -> str:
    if f["by"] != "japan":
        return f"Strike {f['strike']} attacks {f['force']}."
    wave = ", the second wave" if f.get("wave") == 2 else ""
    return f"Air attack on {f['target']} by {f['force']}: {counted(f['points'], 'air point')}{wave}."


def _attack_over(f: dict[str, JSON]) -> str:
    if f["by"] != "japan":
        return ""
    said = f"{f['force']}’s strike: {f['lost']} of {counted(f['points'], 'air point')} lost" if "lost" in f else ""
    lands = f"; it lands at the end of turn {f['land']}" if f.get("land") else ""
    return f"{said}{lands}." if said else ""


SAYINGS = {
    "attack": _attack,
    "attack-over": _attack_over,
    "second-wave": lambda f: (
        f"A second wave {'of ' + counted(f['points'], 'air point') + ' ' if f['points'] else ''}is behind it: phase {f['phase']} "
        f"of turn {f['turn']}."
    ),
    "wave-arrives": lambda f: (
        f"The second wave of {f['force']}: {counted(f['points'], 'air point')} against {f['target']}."
    ),
    "waves-left": lambda f: "",
    "lands": lambda f: f"{f['force']}’s strike lands in turn {f['land']}.",
    "landed": lambda f: (
        f"{f['force']}: {counted(f['strikes'], 'strike')} landed, {counted(f['back'], 'air point')} back, "
        f"{f['lost']} lost{' (' + str(f['dark']) + ' of them in the dark)' if f['dark'] else ''}."
    ),
    "carriers-gone": lambda f: f"Sunk in the turn before, off the map: {', '.join(f['ships'])}.",
    "screen-alone": lambda f: f"{f['force']} has no carrier left: a surface force now ({f['chit']}).",
}
