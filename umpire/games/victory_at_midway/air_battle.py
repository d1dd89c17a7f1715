"""Resolving Air Strikes: deployment, air-to-air combat, anti-aircraft fire, bombing; on ships and on the base."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.aim import FREE, ONE_EACH, Aim, in_turn
from umpire.games.victory_at_midway.battle_plot import FULL, GONE
from umpire.games.victory_at_midway.fire import Shot, alive, dice_of, shoot, targets_of, unit_words
from umpire.games.victory_at_midway.hits import bombed, planes_hit
from umpire.games.victory_at_midway.plot import READY, VictoryPlot, fighters
from umpire.games.victory_at_midway.search import sight
from umpire.games.victory_at_midway.strikes import BASE, sent
from umpire.games.victory_at_midway.terms import (
    BASES,
    DIE,
    ENEMY,
    FIGHTER,
    HEAVY,
    JAPAN,
    KINDS,
    MIDWAY,
    MIDWAY_HEX,
    NAMES,
    US,
)
from umpire.table.asks import Ask, Die, Refusal
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any


@dataclass(frozen=True)
class Cap(Ask):
    """Which Ready fighters fly as Combat Air Patrol over the hex that is struck; a list of units, all if unsaid."""

    kind = "cap"
    rule = "Resolving Air Strikes"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}

    def check(self, value: JSON) -> None:
        for unit in value:
            if unit not in self.facts["fighters"]:
                raise Refusal(f"{unit[:12]} is not a Ready fighter on a base there.", self.rule)

    def draft(self) -> JSON:
        return list(self.facts["fighters"])

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "none":
            return []
        if op == "all":
            return self.draft()
        if op != "unit":
            return super().edit(draft, op, arg, fields)
        self.check([arg])
        return [unit for unit in self.facts["fighters"] if (unit in draft) != (unit == arg)]

    def sample(self, rng: random.Random) -> JSON:
        return [unit for unit in self.facts["fighters"] if rng.random() < 0.8]


def name_of(g: Play, part: str) -> str:
    """The name of an ask of the strike on the table: ``t8/us/2/cap``."""
    fight = g.truth.fight
    return f"t{g.truth.played}/{fight['by']}/{fight['k']}/{part}"


def strike(g: Play, by: str, to: str) -> Steps[None]:
    """One strike from its announcement to the end of the attack."""
    base = to == BASE
    plan = next(each for each in g.plot(by).strikes if each["to"] == to)
    k = 1 + sum(1 for fought in g.truth.fought if fought["by"] == by)
    g.tell(by, "begun-strike", "Resolving Air Strikes", to=to)
    g.tell(g.all, "strike", "Resolving Air Strikes", k=k, by=by, hex=MIDWAY_HEX if base else to, base=base)
    arriving = yield from finding(g, plan["waves"])
    if not arriving:
        g.tell(g.all, "astray", "Forming Waves and Sighting the Enemy")
        return
    if not deploy(g):
        g.tell(g.all, "empty", "Resolving Air Strikes")
        return
    yield from air_units(g, arriving)
    yield from air_to_air(g)
    yield from flak(g)
    yield from bombing(g)
    g.tell(g.all, "strike-over", "End of Attack")


# Finding the Enemy.


def finding(g: Play, waves: Sequence[Sequence[str]]) -> Steps[list[str]]:
    """Which units find the enemy. Dice that only the attacker hears of, since they would tell the distance."""
    fight = g.truth.fight
    everybody = [unit for wave in waves for unit in wave]
    if not g.settings.get("finding") or fight["base"] or fight["hex"] == MIDWAY_HEX:
        return everybody
    plot: VictoryPlot = g.plot(fight["by"])
    far = []
    for wave in waves:
        far.append(g.truth.board.distance(plot.air[wave[0]]["start"], fight["hex"]))
    dice = [Die(f"Wave {n}", f"over {d} finds", DIE) for n, d in enumerate(far, 1)]
    fell = yield from g.roll_unseen(name_of(g, "finding"), f"Finding the enemy in {fight['hex']}", dice)
    told = [
        {"units": list(wave), "distance": d, "die": die, "found": die > d}
        for wave, d, die in zip(waves, far, fell, strict=True)
    ]
    g.tell(g.truth.fight["by"], "waves", "Forming Waves and Sighting the Enemy", waves=told)
    return [unit for wave in told if wave["found"] for unit in wave["units"]]


# Deployment.


def deploy(g: Play) -> bool:
    """The defender's ships in the hex, or the ground units of the base, in the open; False for none."""
    truth = g.truth
    of = ENEMY[truth.fight["by"]]
    if truth.fight["base"]:
        there = truth.marines() if of == US else list(truth.ashore)
    else:
        there = truth.surface_in(of, truth.fight["hex"])
    if not there:
        return False
    g.tell(g.all, "deployed", "Resolving Air Strikes", ships=truth.shown(there))
    if of == US and any(truth.type_of(s) == "CV" for s in there if s in truth.ships):
        sight(g)
    return True


def _cap_bases(g: Play) -> list[str]:
    """Bases whose Ready fighters may defend: the carriers deployed, or the field alone (Midway Base Strikes)."""
    fight = g.truth.fight
    if fight["base"]:
        return [MIDWAY] if fight["by"] == JAPAN else []
    return [ship for ship in fight["ships"] if g.truth.type_of(ship) == "CV"]


def ask_cap(g: Play) -> Cap:
    of = ENEMY[g.truth.fight["by"]]
    plot: VictoryPlot = g.plot(of)
    decks = plot.decks(of)
    units = [u for base in _cap_bases(g) if base in decks for u in plot.on(base, READY) if plot.kind_of(u) == FIGHTER]
    states = {unit: plot.air[unit]["state"] for unit in units}
    return Cap(name_of(g, "cap"), {"fighters": units, "states": states, "hex": g.truth.fight["hex"]})


def air_units(g: Play, arriving: Sequence[str]) -> Steps[None]:
    """The Combat Air Patrol, then the attackers, lettered anew so that no counter can be told from its like."""
    by = g.truth.fight["by"]
    of = ENEMY[by]
    chosen: list[str] = []
    if _cap_bases(g):
        chosen = yield from g.ask(of, lambda: ask_cap(g))
        hex_ = g.truth.fight["hex"]
        g.tell(of, "air", "Resolving Air Strikes", units=sent(g.plot(of), dict.fromkeys(chosen, hex_), "cap"))
    cap = lettered(g.plot(of), [u for u in g.plot(of).air if u in chosen], "P")
    planes = lettered(g.plot(by), arriving, "")
    for side, units in ((of, cap), (by, planes)):
        g.tell(side, "lettered", "Resolving Air Strikes", units={letter: unit for letter, (unit, _) in units.items()})
    g.tell(
        g.all,
        "over",
        "Resolving Air Strikes",
        cap={letter: shown for letter, (_, shown) in cap.items()},
        planes={letter: shown for letter, (_, shown) in planes.items()},
    )
    seen = [*arriving, *chosen]
    if any(BASES[g.truth.air[unit]["base"]][0] == US and g.truth.air[unit]["base"] != MIDWAY for unit in seen):
        sight(g)


def lettered(plot: VictoryPlot, units: Sequence[str], prefix: str) -> dict[str, tuple[str, JSON]]:
    """Air units as they are put on the table: by type, base and strength, never as they are numbered."""

    def shown(unit: str) -> dict[str, JSON]:
        u = plot.air[unit]
        return {
            "kind": plot.kind_of(unit),
            "letter": BASES[u["base"]][1],
            "base": u["base"],
            "type": u["type"],
            "state": u["state"],
        }

    def order(unit: str) -> tuple[int, str, str, str, int]:
        s = shown(unit)
        return (KINDS.index(s["kind"]), s["letter"], s["type"], s["state"], list(plot.air).index(unit))

    counts: dict[str, int] = {}
    made = {}
    for unit in sorted(units, key=order):
        kind = prefix or plot.kind_of(unit)
        counts[kind] = counts.get(kind, 0) + 1
        made[f"{kind}{counts[kind]}"] = (unit, shown(unit))
    return made


# Air-to-Air Combat.


def air_to_air(g: Play) -> Steps[None]:
    """One round if only the defender has fighters, two if both have; none without a Combat Air Patrol."""
    fight = g.truth.fight
    if not fighters(fight["cap"]):
        return
    of, by = ENEMY[fight["by"]], fight["by"]
    if not fighters(fight["planes"]):
        yield from air_round(g, 1, of)
        return
    while not g.truth.fight["first"]:
        yield from position(g)
    first = g.truth.fight["first"]
    yield from air_round(g, 1, first)
    yield from air_round(g, 2, by if first == of else of)


def position(g: Play) -> Steps[None]:
    """Who has gained the position to fire first: the lower die; a tie is rolled again."""
    fight = g.truth.fight
    sides = [ENEMY[fight["by"]], fight["by"]]
    dice = [Die(NAMES[side], "the lower fires first", DIE) for side in sides]
    throw = sum(1 for shots in fight["shots"] if shots["part"] == "position") + 1
    fell = yield from g.roll(name_of(g, f"position-{throw}"), "Position for the first round", dice, "Air-to-Air Combat")
    g.tell(
        g.all,
        "shots",
        "Air-to-Air Combat",
        part="position",
        side="",
        shots=[{"by": s, "faces": [f]} for s, f in zip(sides, fell, strict=True)],
    )
    if fell[0] != fell[1]:
        g.tell(g.all, "position", "Air-to-Air Combat", first=sides[0] if fell[0] < fell[1] else sides[1])


def _groups(g: Play, side: str) -> tuple[JSON, JSON]:
    """A side's air units in the fight, and the enemy's."""
    fight = g.truth.fight
    return (fight["planes"], fight["cap"]) if side == fight["by"] else (fight["cap"], fight["planes"])


def _targets(g: Play, side: str) -> dict[str, JSON]:
    """Enemy air units a side's fighters may fire at: any still there, but never the B-17s."""
    return {u: each for u, each in _groups(g, side)[1].items() if each["state"] != GONE and each["kind"] != HEAVY}


def ask_fighters(g: Play, n: int, side: str) -> Aim:
    mine, targets = _groups(g, side)[0], _targets(g, side)
    firers = {u: unit_words(u, mine[u]) for u in fighters(mine)}
    bombers = [u for u, each in targets.items() if each["kind"] != FIGHTER]
    facts = {
        "heading": "Your fighters fire at",
        "firers": firers,
        "targets": {u: unit_words(u, each) for u, each in targets.items()},
        "limit": FREE,
        "sheltered": [],
        "barred": {},
        "proposed": in_turn(list(firers), bombers or list(targets)),
        "rule": "Air-to-Air Combat",
    }
    return Aim(name_of(g, f"round-{n}"), facts)


def air_round(g: Play, n: int, side: str) -> Steps[None]:
    """One side's fighters fire, all their targets named first; what survives fire returns it."""
    if not fighters(_groups(g, side)[0]) or not _targets(g, side):
        return
    aim = yield from g.ask(side, lambda: ask_fighters(g, n, side))
    at = {u: aim[u] for u in _groups(g, side)[0] if u in aim}
    g.tell(g.all, "aimed", "Air-to-Air Combat", part=f"round-{n}", side=side, aim=at)
    yield from _values(g, f"round-{n}-values", [*at, *dict.fromkeys(at.values())])

    def shots() -> list[Shot]:
        mine, theirs = _groups(g, side)
        return [_air_shot(g, u, mine[u], target, theirs[target]) for u, target in g.truth.fight["aim"]["at"].items()]

    made = yield from shoot(
        g,
        name_of(g, f"round-{n}-dice"),
        f"Fighters of {NAMES[side]}, round {n}",
        shots,
        f"round-{n}",
        side,
        "Air-to-Air Combat",
    )
    yield from planes_hit(g, name_of(g, f"round-{n}-backs"), made, "Air-to-Air Combat")
    yield from return_fire(g, n, side)


def _values(g: Play, name: str, units: Sequence[str]) -> Steps[None]:
    """The air-to-air values printed on these units' counters."""
    shown = {**g.truth.fight["cap"], **g.truth.fight["planes"]}
    keys = counters.air_keys(g.truth, "air", [shown[u] for u in units])
    yield from g.cells(name_of(g, name), "Air-to-air combat values", keys, "Air-to-Air Combat")


def _air_shot(g: Play, by: str, firer: JSON, at: str, target: JSON) -> Shot:
    value = counters.air_value(g.truth, "air", firer)
    return Shot(by, at, value, dice_of(firer["state"]), unit_words(by, firer), unit_words(at, target))


@dataclass(frozen=True)
class Reply(Ask):
    """Which of the fighters that fired at it a surviving unit answers: ``{unit: fighter}`` (Return Fire)."""

    kind = "reply"
    rule = "Return Fire"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"type": "string"}}

    def check(self, value: JSON) -> None:
        if set(value) != set(self.facts["choices"]):
            raise Refusal("Each unit that survived answers one of those that fired at it.", self.rule)
        for unit, fighter in value.items():
            if fighter not in self.facts["choices"][unit]:
                raise Refusal(f"{fighter[:8]} did not fire at {unit}.", self.rule)

    def draft(self) -> JSON:
        return {unit: next(iter(each)) for unit, each in self.facts["choices"].items()}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        unit, _, fighter = arg.partition(":")
        if op != "at" or fighter not in self.facts["choices"].get(unit, ()):
            return super().edit(draft, op, arg, fields)
        return {**draft, unit: fighter}

    def sample(self, rng: random.Random) -> JSON:
        return {unit: rng.choice(list(each)) for unit, each in self.facts["choices"].items()}


def _fired_at(g: Play, side: str) -> dict[str, list[str]]:
    """Units that a side's fighters have just fired at and that survive, each with its attackers."""
    theirs = _groups(g, side)[1]
    made: dict[str, list[str]] = {}
    for firer, target in g.truth.fight["aim"]["at"].items():
        if theirs[target]["state"] != GONE:
            made.setdefault(target, []).append(firer)
    return {unit: made[unit] for unit in theirs if unit in made}


def ask_reply(g: Play, n: int, side: str) -> Reply:
    mine, theirs = _groups(g, side)
    several = {unit: by for unit, by in _fired_at(g, side).items() if len(by) > 1}
    choices = {unit: {f: unit_words(f, mine[f]) for f in by} for unit, by in several.items()}
    words = {unit: unit_words(unit, theirs[unit]) for unit in choices}
    return Reply(name_of(g, f"reply-{n}"), {"choices": choices, "words": words})


def return_fire(g: Play, n: int, side: str) -> Steps[None]:
    """Survivors answer once, with what dice they have left; who was not fired at may not fire (Return Fire)."""
    survivors = _fired_at(g, side)
    if not survivors:
        return
    other = ENEMY[side]
    chosen: dict[str, str] = {}
    if any(len(by) > 1 for by in survivors.values()):
        chosen = yield from g.ask(other, lambda: ask_reply(g, n, side))
    at = {unit: chosen.get(unit, by[0]) for unit, by in _fired_at(g, side).items()}
    g.tell(g.all, "aimed", "Return Fire", part=f"reply-{n}", side=other, aim=at)

    def shots() -> list[Shot]:
        mine, theirs = _groups(g, side)
        return [_air_shot(g, u, theirs[u], target, mine[target]) for u, target in g.truth.fight["aim"]["at"].items()]

    made = yield from shoot(
        g, name_of(g, f"reply-{n}-dice"), f"Return fire of {NAMES[other]}", shots, f"reply-{n}", other, "Return Fire"
    )
    yield from planes_hit(g, name_of(g, f"reply-{n}-backs"), made, "Return Fire")


# Anti-Aircraft Fire.


def bombers(units: Mapping[str, JSON]) -> dict[str, JSON]:
    """Deployed bombers that are still in the fight."""
    return {u: each for u, each in units.items() if each["kind"] != FIGHTER and each["state"] != GONE}


def gunners(g: Play) -> list[str]:
    """Deployed ships or ground units that are afloat or in being."""
    return list(alive(g.truth.fight["ships"]))


def ask_flak(g: Play) -> Aim:
    fight = g.truth.fight
    targets = {u: each for u, each in bombers(fight["planes"]).items() if each["kind"] != HEAVY}
    aa = {unit: _aa(g, unit) for unit in gunners(g)}
    guns = sorted(aa, key=lambda unit: (-aa[unit] * dice_of(fight["ships"][unit]), list(aa).index(unit)))
    full_first = sorted(targets, key=lambda u: targets[u]["state"] != FULL)
    facts = {
        "heading": "Your guns fire at",
        "firers": {unit: f"{unit}, AA {aa[unit]}" for unit in aa},
        "targets": {u: unit_words(u, each) for u, each in targets.items()},
        "limit": ONE_EACH,
        "sheltered": [],
        "barred": {},
        "proposed": dict(zip(guns, full_first, strict=False)),
        "rule": "Anti-Aircraft Fire",
    }
    return Aim(name_of(g, "aa"), facts)


def _aa(g: Play, unit: str) -> int:
    return counters.value(g.truth, "aa", unit)


def flak(g: Play) -> Steps[None]:
    """Each bomber is fired at by one ship at most, the B-17s by none; escorts never."""
    targets = [u for u, each in bombers(g.truth.fight["planes"]).items() if each["kind"] != HEAVY]
    if not targets or not gunners(g):
        return
    keys = counters.keys(g.truth, "aa", gunners(g))
    yield from g.cells(name_of(g, "aa-values"), "Anti-aircraft strengths", keys, "Anti-Aircraft Fire")
    side = ENEMY[g.truth.fight["by"]]
    aim = yield from g.ask(side, lambda: ask_flak(g))
    at = {unit: aim[unit] for unit in gunners(g) if unit in aim}
    g.tell(g.all, "aimed", "Anti-Aircraft Fire", part="flak", side=side, aim=at)

    def shots() -> list[Shot]:
        fight = g.truth.fight
        return [
            Shot(
                unit,
                target,
                _aa(g, unit),
                dice_of(fight["ships"][unit]),
                unit,
                unit_words(target, fight["planes"][target]),
            )
            for unit, target in fight["aim"]["at"].items()
        ]

    made = yield from shoot(
        g, name_of(g, "aa-dice"), f"Anti-aircraft fire of {NAMES[side]}", shots, "flak", side, "Anti-Aircraft Fire"
    )
    yield from planes_hit(g, name_of(g, "aa-backs"), made, "Anti-Aircraft Fire")


# Bombing.


def ask_bombs(g: Play) -> Aim:
    fight = g.truth.fight
    facts = {
        "heading": "Your bombers attack",
        "firers": {u: unit_words(u, each) for u, each in bombers(fight["planes"]).items()},
        "targets": targets_of(fight["ships"]),
        "limit": FREE,
        "sheltered": [],
        "barred": {},
        "proposed": {},
        "rule": "Bombing",
    }
    return Aim(name_of(g, "bombs"), facts)


def bombing(g: Play) -> Steps[None]:
    """Each bomber left attacks once the ship it was given; a ship that is sunk already takes no more."""
    if not bombers(g.truth.fight["planes"]):
        return
    side = g.truth.fight["by"]
    aim = yield from g.ask(side, lambda: ask_bombs(g))
    at = {u: aim[u] for u in bombers(g.truth.fight["planes"])}
    g.tell(g.all, "aimed", "Bombing", part="bombs", side=side, aim=at)
    planes = g.truth.fight["planes"]
    keys = counters.air_keys(g.truth, "strike", [planes[u] for u in at])
    yield from g.cells(name_of(g, "strike-values"), "Strike strengths", keys, "Bombing")

    def shots() -> list[Shot]:
        fight = g.truth.fight
        made = []
        for u, target in fight["aim"]["at"].items():
            each = fight["planes"][u]
            value = counters.air_value(g.truth, "strike", each)
            made.append(Shot(u, target, value, dice_of(each["state"]), unit_words(u, each), target))
        return made

    why = f"{counted(len(at), 'bomber')} over {g.truth.fight['hex']}"
    made = yield from shoot(g, name_of(g, "bombs-dice"), why, shots, "bombs", side, "Bombing")
    yield from bombed(g, lambda part: name_of(g, part), made, "Bombing")
