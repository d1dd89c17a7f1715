"""Midway Bombardment, landings, and Invasion Combat."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.after import bombarding, may_go_ashore
from umpire.games.victory_at_midway.aim import EACH_FIRST, FREE, Aim, in_turn
from umpire.games.victory_at_midway.fire import alive, targets_of
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.terms import JAPAN, NAMES, SIDES, US
from umpire.games.victory_at_midway.volley import Volley, fire
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps

JSON = Any

NAMES_LIST = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}


@dataclass(frozen=True)
class Shore(Ask):
    """Bombardment and landings once more, when ships or submarines have fought first; preset as they were given."""

    kind = "shore"
    rule = "Midway Bombardment"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "properties": {"bombard": NAMES_LIST, "ashore": NAMES_LIST},
        "additionalProperties": False,
    }

    def check(self, value: JSON) -> None:
        for name, may, rule in (("bombard", "bombarding", self.rule), ("ashore", "may_land", "Declaring an Invasion")):
            for one in value.get(name, ()):
                if one not in self.facts[may]:
                    raise Refusal(f"{one[:20]} may not do that now.", rule)

    def draft(self) -> JSON:
        return {"bombard": list(self.facts["bombard"]), "ashore": list(self.facts["ashore"])}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        name, _, one = arg.partition(":")
        if op != "flip" or name not in draft:
            return super().edit(draft, op, arg, fields)
        made = {
            **draft,
            name: [each for each in draft[name] if each != one] if one in draft[name] else [*draft[name], one],
        }
        self.check(made)
        return made

    def sample(self, rng: random.Random) -> JSON:
        return {
            "bombard": [each for each in self.facts["bombarding"] if rng.random() < 0.6],
            "ashore": [each for each in self.facts["may_land"] if rng.random() < 0.6],
        }


def ask_shore(g: Play, side: str) -> Shore:
    plot: VictoryPlot = g.plot(side)
    may = {"bombarding": bombarding(plot, side), "may_land": may_go_ashore(plot, side)}
    given = plot.declared or {"bombard": [], "ashore": []}
    preset = {
        "bombard": [ship for ship in given["bombard"] if ship in may["bombarding"]],
        "ashore": [unit for unit in given["ashore"] if unit in may["may_land"]],
    }
    return Shore(f"t{plot.played}/shore", {"side": side, **may, **preset})


def shore(g: Play) -> Steps[None]:
    """What ships and troops do at Midway by day, said again where something was fought at sea before it."""
    if g.truth.night:
        return
    if any(fight["what"] in ("subs", "surface") for fight in g.truth.fought) or g.truth.attacks:
        sides = SIDES if g.settings.get("bombardment") else (JAPAN,)
        got = yield from g.sealed(lambda: {side: ask_shore(g, side) for side in sides})
        for side in sides:
            said = {"bombard": got[side].get("bombard", []), "ashore": got[side].get("ashore", [])}
            g.tell(side, "declared", "Midway Bombardment", subs=[], **said)
    for side in SIDES:
        yield from bombard(g, side)
    land(g)
    yield from invasion(g)


def name_of(g: Play, part: str) -> str:
    """The name of an ask of the fight on Midway."""
    fight = g.truth.fight
    return f"t{g.truth.played}/{fight['what']}/{fight['by']}/{part}"


# Bombardment.


def bombard(g: Play, side: str) -> Steps[None]:
    """BB and CA in the hex fire at the enemy's ground units, which never answer and are never wholly eliminated."""
    plot: VictoryPlot = g.plot(side)
    ships = [ship for ship in (plot.declared or {}).get("bombard", ()) if ship in bombarding(plot, side)]
    ground = g.truth.marines() if side == JAPAN else list(g.truth.ashore)
    if not ships or not ground:
        return
    shown = {"ships": g.truth.shown(s for s in g.truth.ships if s in ships), "ground": g.truth.shown(ground)}
    g.tell(g.all, "bombardment", "Midway Bombardment", by=side, **shown)
    yield from gunfire(g, side, "theirs", "ships", FREE, "surface", "Midway Bombardment")
    g.tell(g.all, "fight-over", "Midway Bombardment")


def ask_guns(g: Play, side: str, mine: str, at: str, limit: str, what: str, rule: str) -> Aim:
    fight = g.truth.fight
    firers = {u: f"{u}, {what} {v}" for u in alive(fight[mine]) if (v := counters.value(g.truth, what, u))}
    targets = targets_of(fight[at])
    facts = {
        "heading": f"Your {'ground units' if what == 'combat' else 'ships'} fire at",
        "firers": firers,
        "targets": targets,
        "limit": limit,
        "sheltered": [],
        "barred": {},
        "proposed": in_turn(list(firers), list(targets)),
        "rule": rule,
    }
    return Aim(name_of(g, f"aim-{side}"), facts)


def gunfire(g: Play, side: str, mine: str, at: str, limit: str, what: str, rule: str) -> Steps[None]:
    """One side's fire, from the group `mine` of the fight at the group `at`, by the value `what`."""
    yield from fire(
        g,
        Volley(
            side,
            mine,
            at,
            what,
            rule,
            label="Combat strengths",
            why=f"{rule}: {NAMES[side]} fires",
            ask=lambda: ask_guns(g, side, mine, at, limit, what, rule),
            values=name_of(g, f"values-{side}"),
            dice=name_of(g, f"dice-{side}"),
            name=lambda part: name_of(g, f"{part}-{side}"),
            kills_ground=what == "combat",
        ),
    )


# Landing and invasion.


def land(g: Play) -> None:
    """Battalions go ashore from their transports, which must stay (Declaring an Invasion)."""
    plot: VictoryPlot = g.plot(JAPAN)
    units = [unit for unit in (plot.declared or {}).get("ashore", ()) if unit in may_go_ashore(plot, JAPAN)]
    if units:
        states = {unit: plot.strength(unit) for unit in units}
        on = {unit: plot.aboard[unit] for unit in units}
        g.tell(g.all, "landed", "Declaring an Invasion", units=on, states=states)


def invasion(g: Play) -> Steps[None]:
    """One round on every day turn with Japanese troops ashore: the Marines fire first, hits take effect at once."""
    truth: VictoryPlot = g.truth
    if not truth.ashore or not truth.marines():
        return
    ground, ashore = truth.shown(truth.marines()), truth.shown(truth.ashore)
    g.tell(g.all, "invasion", "Invasion Combat (Resolution)", ground=ground, ashore=ashore)
    yield from gunfire(g, US, "ships", "theirs", EACH_FIRST, "combat", "Invasion Combat (Resolution)")
    yield from gunfire(g, JAPAN, "theirs", "ships", EACH_FIRST, "combat", "Invasion Combat (Resolution)")
    g.tell(g.all, "fight-over", "Invasion Combat (Resolution)")
