"""The US Warning step (4.2): ready planes may leave the decks before an attack comes in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier import charts, strikes
from umpire.games.carrier.asks import Choose, Split, option, titled
from umpire.games.carrier.bombs import ask_name, at, fight
from umpire.games.carrier.condition import operative
from umpire.games.carrier.deck_limits import A_SEGMENT, TO_LAND, TO_LAUNCH
from umpire.games.carrier.flight import in_words, lots
from umpire.games.carrier.fuel import launch_cost
from umpire.games.carrier.plot import STRIKE, CarrierPlot, fresh, total
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import DIE, FIGHTERS, US
from umpire.table.asks import Die
from umpire.table.numbered import closer, distance
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any

TIME = 2
"""The time aloft with which planes that do not go to CAP begin."""
CAP, LANDING, AWAY, STAY = "cap", "landing", "strike", "stay"
WHERE = {CAP: "to CAP", LANDING: f"to Landing, time {TIME}", AWAY: f"in a strike, time {TIME}"}


@dataclass(frozen=True)
class Scramble(Split):
    """Where ready steps go that may launch now: lots are ``cap/F4F``; what is left of the number stays on deck."""

    def check(self, value: JSON) -> None:
        super().check(value)
        for type, n in self.facts["ready"].items():
            flown = sum(value.get(f"{where}/{type}", 0) for where in WHERE)
            if flown > n:
                raise self.refuse(f"Only {counted(n, type, type)} {'is' if n == 1 else 'are'} ready, not {flown}.")
        cap = sum(n for lot, n in value.items() if lot.startswith(f"{CAP}/"))
        if cap > self.facts["room"]:
            raise self.refuse(f"The CAP box takes {self.facts['room']} more, not {cap}.")


def warning(g: Play) -> Steps[None]:
    """A die for each carrier or base that has ready planes and could launch them: so many steps may go at once."""
    if not warned(g.truth):
        return
    why = f"US Warning, {at(fight(g.truth))}"
    fell = yield from g.roll(
        ask_name(g, "warning"),
        why,
        lambda: [Die(name, "steps that may launch", DIE) for name in warned(g.truth)],
        "4.2",
    )
    names = warned(g.truth)
    yield from charts.printed(g, why, lambda: [f"us_warning/{die}" for die in fell], "4.2")
    rolled = zip(names, fell, strict=True)
    may = {name: int(charts.value(g.truth.kit, f"us_warning/{die}")) for name, die in rolled}
    dice = dict(zip(names, fell, strict=True))
    tell(g, "us-warning", "4.2", target=at(fight(g.truth)), dice=dice, may=may, now={"attack/warning": may})
    for name in may:
        yield from scramble(g, name)


def warned(plot: CarrierPlot) -> list[str]:
    """Carriers of the task force attacked, or the base, that have ready planes, fuel, and may launch (4.2, 7.1, 18.1)."""
    group = at(fight(plot))
    return [
        name for name, deck in plot.decks.items() if deck["in"] == group and fed(plot, name) and may_launch(plot, name)
    ]


def fed(plot: CarrierPlot, name: str) -> int:
    """Ready steps that there is fuel for: all of a carrier’s (18.1)."""
    deck = plot.decks[name]
    fuel = plot.groups[deck["in"]]["fuel"]
    steps = total(deck["ready"])
    while steps and fuel is not None and launch_cost(steps) > fuel:
        steps -= 1
    return steps


def may_launch(plot: CarrierPlot, name: str) -> bool:
    """Whether a deck works and is not too full: more than 8 steps on a flight deck, or 12 on a runway, are too many."""
    deck = plot.decks[name]
    full = TO_LAND if plot.groups[deck["in"]]["base"] else TO_LAUNCH
    return operative(plot, name) and total(deck["ready"]) + total(deck["unready"]) <= full


def due(plot: CarrierPlot, name: str) -> int:
    """Steps that may launch from a deck now: by the table, and by what is ready and what fuel there is."""
    return min(int(fight(plot)["warning"].get(name, 0)), fed(plot, name))


def room(plot: CarrierPlot, group: str) -> int:
    """Steps the CAP box still takes: 8 for each deck that works, or for the base (7.2)."""
    works = (
        1 if plot.groups[group]["base"] else len([ship for ship in plot.carriers_of(group) if operative(plot, ship)])
    )
    return max(0, A_SEGMENT * works - total(plot.groups[group]["cap"]))


def scramble(g: Play, name: str) -> Steps[None]:
    """One deck: the player says what goes where."""
    if name not in warned(g.truth) or not due(g.truth, name):
        return
    where = yield from g.ask(US, lambda: scramble_ask(g, name))
    steps: dict[str, dict[str, int]] = {box: {} for box in WHERE}
    for lot, n in where.items():
        box, _, type = lot.partition("/")
        if n and box in steps:
            steps[box][type] = n
    launched = {type: sum(box.get(type, 0) for box in steps.values()) for type in g.truth.decks[name]["ready"]}
    if not total(launched):
        return
    launch(g, name, steps, launched)
    if steps[AWAY]:
        yield from send(g, name)


def scramble_ask(g: Play, name: str) -> Scramble:
    plot: CarrierPlot = g.truth
    ready, group = plot.decks[name]["ready"], plot.decks[name]["in"]
    n, space = due(plot, name), room(plot, group)
    made: list[JSON] = []
    for type, k in ready.items():
        boxes = [CAP] if type in FIGHTERS and space else []
        boxes += [LANDING] + ([AWAY] if strikes.detected(plot) else [])
        made += [{"id": f"{box}/{type}", "words": f"{type} {WHERE[box]}", "most": min(k, n)} for box in boxes]
    made.append({"id": STAY, "words": "stay on deck", "most": n})
    preset: dict[str, int] = {}
    for type, k in ready.items():
        up = min(k, n - sum(preset.values()), space - sum(preset.values())) if type in FIGHTERS else 0
        preset |= {f"{CAP}/{type}": up} if up else {}
    preset |= {STAY: n - sum(preset.values())} if n > sum(preset.values()) else {}
    words = f"{counted(n, 'ready step')} may launch before the attack comes in." + (
        "" if plot.groups[group]["base"] else " If any does, she lands nothing in the coming US segment."
    )
    facts = titled(f"US Warning, {name}", words, "4.2", lots=made, due=n, preset=preset, what="launched")
    return Scramble(ask_name(g, f"warning/{name}"), facts | {"ready": dict(ready), "room": space})


def launch(g: Play, name: str, steps: Mapping[str, Mapping[str, int]], launched: Mapping[str, int]) -> None:
    """The steps leave the deck; a carrier has launched for the coming segment, a base has spent fuel."""
    plot: CarrierPlot = g.truth
    deck = plot.decks[name]
    group = deck["in"]
    there = plot.groups[group]
    left = {type: n - launched.get(type, 0) for type, n in deck["ready"].items()}
    now: dict[str, JSON] = {f"decks/{name}/ready": {type: n for type, n in left.items() if n}}
    if not there["base"]:
        now[f"decks/{name}/warned"] = True
    if there["fuel"] is not None:
        now[f"groups/{group}/fuel"] = there["fuel"] - launch_cost(total(launched))
    if steps[CAP]:
        now[f"groups/{group}/cap"] = lots([*there["cap"], *([type, n, None] for type, n in steps[CAP].items())])
    if steps[LANDING]:
        waiting = [[type, n, TIME] for type, n in steps[LANDING].items()]
        now[f"groups/{group}/landing"] = lots([*there["landing"], *waiting])
    number = strikes.free_numbers(plot, 1)[0] if steps[AWAY] else ""
    do = []
    if number:
        made = fresh(STRIKE, **{"from": group}, hex=there["hex"], time=TIME, steps=dict(steps[AWAY]))
        now |= {f"strikes/{number}": made, "attack/sent": number}
        do = [f"strike {number} in {there['hex']}"]
    mark = [f"{in_words(box)} from {name} {WHERE[where]}" for where, box in steps.items() if box]
    facts = {"deck": name, "group": group, "steps": {where: dict(box) for where, box in steps.items() if box}}
    tell(g, "scrambled", "4.2", **facts, base=there["base"], strike=number, now=now, do=do, mark=mark)


def send(g: Play, name: str) -> Steps[None]:
    """A strike formed on the warning is aimed at a detected force at once, and flies a hex towards it."""
    targets = list(strikes.detected(g.truth))
    force = targets[0]
    if len(targets) > 1:
        force = yield from g.ask(US, lambda: _target_ask(g, name))
    hexes = _toward(g.truth, force)
    place = hexes[0]
    if len(hexes) > 1:
        place = yield from g.ask(US, lambda: _hex_ask(g, name, force))
    n = fight(g.truth)["sent"]
    if place != g.truth.strikes[n]["hex"]:
        facts = {"n": n, "force": force, "hex": place}
        tell(g, "warning-strike", "4.2", **facts, do=[f"strike {n} to {place}"], now={f"strikes/{n}/hex": place})
    strikes.tell_target(g, n, force)


def _target_ask(g: Play, name: str) -> Choose:
    plot: CarrierPlot = g.truth
    n = fight(plot)["sent"]
    here = plot.strikes[n]["hex"]
    options = strikes.target_options(plot, plot.strikes[n]["steps"], here, TIME, here)
    nearest = min(options, key=lambda each: distance(here, plot.forces[each["id"]]["hex"]))
    facts = titled(f"The target of strike {n}", "", "4.2", options=options, preset=nearest["id"])
    return Choose(ask_name(g, f"warning/{name}/target"), facts)


def _toward(plot: CarrierPlot, force: str) -> tuple[str, ...]:
    """The hexes a strike may go to: a hex nearer to its target, or where it is if the target is there."""
    here = plot.strikes[fight(plot)["sent"]]["hex"]
    return closer(here, plot.forces[force]["hex"]) or (here,)


def _hex_ask(g: Play, name: str, force: str) -> Choose:
    n, options = fight(g.truth)["sent"], [option(place, place) for place in _toward(g.truth, force)]
    facts = titled(f"Strike {n}, towards {force}", "It flies one hex at once.", "4.2", options=options)
    return Choose(ask_name(g, f"warning/{name}/hex"), facts | {"preset": options[0]["id"]})
