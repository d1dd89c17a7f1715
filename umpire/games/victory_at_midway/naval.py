"""Naval Combat: submarine attacks, then surface battles, hex by hex."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.after import sub_hexes
from umpire.games.victory_at_midway.aim import DUTY, FREE, Aim, in_turn
from umpire.games.victory_at_midway.fire import Shot, alive, dice_of, shoot, targets_of
from umpire.games.victory_at_midway.hits import bombed
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import fog_hexes, sight
from umpire.games.victory_at_midway.terms import (
    ENEMY,
    KURE_HEX,
    NAMES,
    SHELTERED,
    SIDES,
    ST11,
    US,
)
from umpire.games.victory_at_midway.volley import Volley, fire
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps

JSON = Any


def name_of(g: Play, part: str) -> str:
    """The name of an ask of the fight at sea on the table."""
    fight = g.truth.fight
    return f"t{g.truth.played}/{fight['what']}/{fight['by']}/{fight['hex']}/{part}"


def _seen(g: Play, side: str) -> None:
    """Japan sees what the US deploys: her carriers start the count of the Turn 13 group."""
    group = "theirs" if side == g.truth.fight["by"] else "ships"
    if side == US and any(g.truth.type_of(s) == "CV" for s in g.truth.fight[group] if s in g.truth.ships):
        sight(g)


# Submarine Attack Segment.


def sub_attacks(g: Play) -> Steps[None]:
    """Submarines attack where their side has said so, the US first; whether anything is there is heard then."""
    for side in SIDES:
        plot: VictoryPlot = g.plot(side)
        wanted = [at for at in (plot.declared or {}).get("subs", ()) if at in sub_hexes(plot, side)]
        for place in plot.board.order(wanted):
            yield from sub_attack(g, side, place)


def sub_attack(g: Play, side: str, place: str) -> Steps[None]:
    """One hex: destroyers screen, then what submarines are left fire. Where the enemy is not, only the hex is told."""
    truth: VictoryPlot = g.truth
    subs = truth.subs_in(side, place)
    if not subs:
        return  # set right meanwhile: she was never there
    ships = truth.shown(truth.surface_in(ENEMY[side], place))
    g.tell(g.all, "sub-attack", "Submarines", by=side, hex=place, subs=subs if ships else [], ships=ships)
    if ships:
        _seen(g, ENEMY[side])
        yield from screening(g)
        yield from torpedoes(g)
    g.tell(g.all, "fight-over", "Submarines")


def _destroyers(g: Play) -> list[str]:
    return [ship for ship in alive(g.truth.fight["ships"]) if g.truth.type_of(ship) == "DD"]


def ask_screen(g: Play) -> Aim:
    dds, subs = _destroyers(g), list(g.truth.fight["theirs"])
    facts = {
        "heading": "Your destroyers screen against",
        "firers": {dd: dd for dd in dds},
        "targets": {sub: sub for sub in subs},
        "limit": FREE,
        "sheltered": [],
        "barred": {},
        "proposed": in_turn(dds, subs),
        "rule": "Submarines",
    }
    return Aim(name_of(g, "screen"), facts)


def screening(g: Play) -> Steps[None]:
    """Each destroyer rolls two dice, reduced one; any 1 sends the submarine it was set against off for the turn."""
    if not _destroyers(g):
        return
    side = ENEMY[g.truth.fight["by"]]
    aim = yield from g.ask(side, lambda: ask_screen(g))
    g.tell(g.all, "aimed", "Submarines", part="screen", side=side, aim={dd: aim[dd] for dd in _destroyers(g)})

    def shots() -> list[Shot]:
        fight = g.truth.fight
        return [Shot(dd, sub, 1, dice_of(fight["ships"][dd]), dd, sub) for dd, sub in fight["aim"]["at"].items()]

    hits = yield from shoot(g, name_of(g, "screen-dice"), "Destroyers screen", shots, "screen", side, "Submarines")
    g.tell(g.all, "broke-off", "Submarines", subs=[sub for sub in g.truth.fight["theirs"] if hits.get(sub)])


def _attacking(g: Play) -> list[str]:
    return [sub for sub in g.truth.fight["theirs"] if sub not in g.truth.fight.get("broke_off", ())]


def ask_torpedoes(g: Play) -> Aim:
    fight = g.truth.fight
    targets = targets_of(fight["ships"])
    barred = {}
    if ST11 in targets and fight["hex"] == KURE_HEX and g.truth.kure and not g.truth.kure_gone:
        barred[ST11] = "ST11 lies inside the reef of Kure: submarines cannot get at her."
    facts = {
        "heading": "Your submarines fire at",
        "firers": {sub: sub for sub in _attacking(g)},
        "targets": targets,
        "limit": FREE,
        "sheltered": [],
        "barred": barred,
        "proposed": {},
        "rule": "Submarines",
    }
    return Aim(name_of(g, "torpedoes"), facts)


def torpedoes(g: Play) -> Steps[None]:
    """Each submarine left fires once, at any ship; submarines are never hit."""
    yield from g.cells(
        name_of(g, "torpedo-values"),
        "Submarines’ attack strengths",
        counters.keys(g.truth, "surface", _attacking(g)),
        "Submarines",
    )
    if not _attacking(g) or all(
        target in ask_torpedoes(g).facts["barred"] for target in ask_torpedoes(g).facts["targets"]
    ):
        return
    side = g.truth.fight["by"]
    aim = yield from g.ask(side, lambda: ask_torpedoes(g))
    g.tell(g.all, "aimed", "Submarines", part="torpedoes", side=side, aim={sub: aim[sub] for sub in _attacking(g)})

    def shots() -> list[Shot]:
        at = g.truth.fight["aim"]["at"]
        return [Shot(sub, ship, counters.value(g.truth, "surface", sub), 2, sub, ship) for sub, ship in at.items()]

    hits = yield from shoot(g, name_of(g, "torpedo-dice"), "Submarines fire", shots, "torpedoes", side, "Submarines")
    yield from bombed(g, lambda part: name_of(g, part), hits, "Submarines")


# Surface Battle Segment.


@dataclass(frozen=True)
class Declare(Ask):
    """In which hexes a side declares surface combat: a list, empty for none.

    `offered` are hexes that a search of this turn spoke of, whether or not the side has ships there, so that the
    question tells nothing; `own` are those of them in which it has.
    """

    kind = "declare"
    rule = "Surface Combat"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}

    def check(self, value: JSON) -> None:
        for place in value:
            if place in self.facts["fog"]:
                raise Refusal(f"{place} lies in fog: no surface combat there.", "Fog")
            if place in self.facts["named"]:
                raise Refusal(f"{NAMES[US]} has declared {place} already; once a turn is all.", self.rule)
            if place not in self.facts["offered"]:
                raise Refusal(f"No search of this turn found anything in {place[:8]}.", self.rule)
            if place not in self.facts["own"]:
                raise Refusal(f"You have no ship in {place}.", self.rule)

    def draft(self) -> JSON:
        return []

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op != "flip":
            return super().edit(draft, op, arg, fields)
        if arg in draft:
            return [place for place in draft if place != arg]
        self.check([arg])
        return [*draft, arg]

    def sample(self, rng: random.Random) -> JSON:
        free = [p for p in self.facts["own"] if p not in self.facts["fog"] and p not in self.facts["named"]]
        return [place for place in free if rng.random() < 0.7]


def stated(plot: VictoryPlot) -> list[str]:
    """Hexes that this turn's searches spoke of, in map order (R14)."""
    return plot.board.order({found["hex"] for found in plot.found})


def ask_declare(g: Play, side: str) -> Declare:
    plot: VictoryPlot = g.plot(side)
    offered = stated(plot)
    named = [each["hex"] for each in plot.attacks]
    facts = {
        "offered": offered,
        "own": [place for place in offered if plot.surface_in(side, place)],
        "named": named,
        "fog": fog_hexes(plot),
    }
    return Declare(f"t{plot.played}/surface/{side}", facts)


def surface_battles(g: Play) -> Steps[None]:
    """Both declare, the US first, on any turn on which a search spoke of a hex; then each hex is fought.

    There is none where the app commands the Japanese (No Surface Combat).
    """
    if not stated(g.truth) or g.settings.get("solitaire"):
        return
    for side in SIDES:
        hexes = yield from g.ask(side, lambda side=side: ask_declare(g, side))  # type: ignore[misc]
        g.tell(g.all, "surface", "Surface Combat", by=side, hexes=g.truth.board.order(hexes))
    for attack in list(g.truth.attacks):
        yield from surface_battle(g, attack["by"], attack["hex"])


def surface_battle(g: Play, side: str, place: str) -> Steps[None]:
    """One hex: the defender fires first, then what is left of the attacker (Defensive Fire, Offensive Fire)."""
    truth: VictoryPlot = g.truth
    theirs = truth.shown(truth.surface_in(side, place))
    if not theirs:
        return
    ships = truth.shown(truth.surface_in(ENEMY[side], place))
    if not ships:
        # Nothing is deployed where the enemy is not: only the hex is known.
        theirs = {}
    g.tell(g.all, "surface-battle", "Surface Combat", by=side, hex=place, ships=ships, theirs=theirs)
    _seen(g, US)
    if ships:
        yield from gunfire(g, ENEMY[side], "ships", "theirs", "Defensive Fire")
        yield from gunfire(g, side, "theirs", "ships", "Offensive Fire")
    g.tell(g.all, "fight-over", "Surface Combat")


def ask_guns(g: Play, side: str, mine: str, at: str, rule: str) -> Aim:
    fight = g.truth.fight
    firers = {s: f"{s}, surface {v}" for s in alive(fight[mine]) if (v := counters.value(g.truth, "surface", s))}
    targets = targets_of(fight[at])
    sheltered = [ship for ship in targets if g.truth.type_of(ship) in SHELTERED]
    first = [ship for ship in targets if ship not in sheltered] or list(targets)
    facts = {
        "heading": "Your ships fire at",
        "firers": firers,
        "targets": targets,
        "limit": DUTY,
        "sheltered": sheltered,
        "barred": {},
        "proposed": in_turn(list(firers), first),
        "rule": rule,
    }
    return Aim(name_of(g, "defend" if mine == "ships" else "attack"), facts)


def gunfire(g: Play, side: str, mine: str, at: str, rule: str) -> Steps[None]:
    """One side's fire; a ship whose value is zero never fires. US fire at night is poorer, where so agreed."""
    yield from fire(
        g,
        Volley(
            side,
            mine,
            at,
            "surface",
            rule,
            label="Surface combat strengths",
            why=f"{rule} of {NAMES[side]} in {g.truth.fight['hex']}",
            ask=lambda: ask_guns(g, side, mine, at, rule),
            values=name_of(g, f"{mine}-values"),
            dice=name_of(g, f"{mine}-dice"),
            name=lambda part: name_of(g, f"{mine}-{part}"),
            modifier=1 if side == US and g.truth.night and g.settings.get("night_actions") else 0,
        ),
    )
