"""Damage to ships and decks (19.1, 19.2, 18.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import charts, displaced, forces, retirement, strategic, strikes
from umpire.games.carrier.condition import BASE_HITS as BASE_HITS
from umpire.games.carrier.condition import at_least, level_at, marked_from
from umpire.games.carrier.condition import level as level
from umpire.games.carrier.condition import operative as operative
from umpire.games.carrier.flight import by_type, doing, in_words
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import CARRIERS, US
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Boxes = dict[str, dict[str, int]]

STEPS_A_HIT = 2
"""Air steps burnt by a hit on a US carrier with planes on deck or in servicing (19.1)."""
DECK, BELOW, HANGAR = ("ready", "unready"), ("servicing",), ("hangar",)


# A hit.


def hit_together(g: Play, hits: Mapping[str, int]) -> Steps[None]:
    """Ships take hits that fell at one time; those that sink of them had each other’s company, whoever is told first."""
    with_her = {ship: company(g.truth, ship) for ship in hits}
    for ship, n in hits.items():
        yield from hit(g, ship, n, with_her[ship])


def hit(g: Play, ship: str, hits: int, others: int | None = None) -> Steps[None]:
    """A ship of either side takes hits: recorded, sunk at her capacity, planes burnt on a US carrier, indices raised.

    `others` are the ships she had with her as they fell, where it is not those that are with her now.
    """
    if hits <= 0 or g.truth.ships[ship]["sunk"]:
        return
    yield from charts.printed(g, f"Damage of {ship}", lambda: _level_cell(g.truth, ship, hits), "19.1")
    taken = min(hits, g.truth.ships[ship]["capacity"] - g.truth.ships[ship]["hits"])
    _record(g, ship, taken, others)
    if ship in g.truth.decks and not g.truth.ships[ship]["sunk"]:
        yield from burn(g, ship, STEPS_A_HIT * taken)


def is_us_carrier(plot: CarrierPlot, ship: str) -> bool:
    return bool(plot.ships[ship]["side"] == US and plot.ships[ship]["type"] in CARRIERS)


def _level_cell(plot: CarrierPlot, ship: str, more: int) -> list[str]:
    """The log sheet’s letter that must be known for so many hits more."""
    after = plot.ships[ship]["hits"] + more
    known = is_us_carrier(plot, ship) and ship in plot.decks and 0 < after < plot.ships[ship]["capacity"]
    return [f"level/{ship}/{after}"] if known else []


def now_turn(plot: CarrierPlot) -> int:
    """The turn as it is noted with damage; 1 in a scenario without turns, since 0 there means never."""
    return max(1, plot.turn)


def _record(g: Play, ship: str, taken: int, others: int | None) -> None:
    """Hits on the record, with what they bring at once: heavy damage, sinking, the retirement index, surprise."""
    plot: CarrierPlot = g.truth
    s, turn = plot.ships[ship], now_turn(plot)
    after = s["hits"] + taken
    heavy, sunk = 2 * after >= s["capacity"] and not s["heavy"], after >= s["capacity"]
    carrier = s["type"] in CARRIERS
    now: dict[str, JSON] = {f"ships/{ship}/hits": after}
    if heavy:
        now |= {f"ships/{ship}/heavy": turn, "flags/lost": {**plot.at("flags/lost", {}), ship: s["in"]}}
    if carrier and s["side"] != US:
        now[f"ships/{ship}/hurt"] = [*(each for each in s["hurt"] if each != turn), turn]
    elif carrier and (sunk or operative(plot, ship)):
        now["flags/decks"] = {**plot.at("flags/decks", {}), ship: s["in"]}
    letter = level_at(plot, ship, after) if is_us_carrier(plot, ship) and not sunk else ""
    facts = {"ship": ship, "type": s["type"], "side": s["side"], "n": taken, "hits": after, "capacity": s["capacity"]}
    mark = [] if sunk else [f"Damage {after} on {ship}"]
    tell(g, "hit", "19.1", **facts, level=letter, heavy=heavy, sunk=sunk, mark=mark, now=now)
    counts = carrier and s["side"] != US and plot.parts.standard
    if heavy and counts:
        retirement.carrier_lost(g, ship)
    if sunk:
        sink(g, ship, others=others)
    if sunk and counts:
        retirement.carrier_lost(g, ship)
    strategic.check(g)


def company(plot: CarrierPlot, ship: str) -> int:
    """How many other ships a ship has with her now (22.0)."""
    return len([other for other in plot.ships_of(plot.ships[ship]["in"]) if other != ship])


def sink(g: Play, ship: str, how: str = "sunk", others: int | None = None) -> None:
    """A ship is off the map at once, with what is aboard; a Japanese carrier stays to the end of the next turn (4.1).

    How many ships she had with her is kept for the points she is worth (22.0): `others`, where several sink together.
    """
    plot: CarrierPlot = g.truth
    s = plot.ships[ship]
    stays = s["side"] != US and s["type"] in CARRIERS
    others = company(plot, ship) if others is None else others
    now: dict[str, JSON] = {f"ships/{ship}/sunk": now_turn(plot), f"ships/{ship}/company": others}
    now["flags/sunk"] = {**plot.at("flags/sunk", {}), ship: s["in"]}
    now |= {} if stays else {f"ships/{ship}/in": ""}
    deck = plot.decks.get(ship)
    aboard = _together(deck[box] for box in (*DECK, *BELOW, *HANGAR)) if deck else {}
    facts = {"ship": ship, "type": s["type"], "side": s["side"], "group": s["in"], "others": others}
    facts["stays"] = stays and plot.parts.clock
    mark = [] if stays else [f"{ship} out of {s['in']}"]
    gone = [f"decks/{ship}"] if deck else []
    tell(g, "sunk", "19.1", **facts, aboard=aboard, how=how, now=now, gone=gone, mark=mark)
    strikes.lost_to_japan(g, aboard, f"aboard {ship}", "19.1")


def scuttle(g: Play, carrier: str) -> None:
    """A carrier is given up; what worked of her did so no more, so planes aloft lose nothing but the hope of her (19.3)."""
    group = g.truth.ships[carrier]["in"]
    tell(g, "scuttling", now={"flags/decks": {**g.truth.at("flags/decks", {}), carrier: group}})
    sink(g, carrier, "scuttled")


def _together(boxes: Sequence[Mapping[str, int]] | Any) -> dict[str, int]:
    return by_type([type, n, None] for box in boxes for type, n in box.items() if n)


# Planes on deck (19.1).


def burn(g: Play, carrier: str, n: int) -> Steps[None]:
    """So many steps are lost from a flight deck, and once it is empty from servicing; which, is drawn."""
    for part, boxes in (("deck", DECK), ("servicing", BELOW)):
        due = min(n, sum(total(g.truth.decks[carrier][box]) for box in boxes)) if carrier in g.truth.decks else 0
        if due:
            yield from lose_steps(g, carrier, part, boxes, due, "19.1")
            n -= due


def lose_steps(g: Play, name: str, part: str, boxes: Sequence[str], n: int, rule: str) -> Steps[None]:
    """So many steps out of some boxes of a carrier or base, drawn where it is not plain which."""

    def cup() -> dict[str, int]:
        deck = g.truth.decks[name]
        return {f"{type} {box}": k for box in boxes for type, k in deck[box].items() if k}

    if len(cup()) > 1 and n < sum(cup().values()):
        hits = g.truth.ships[name]["hits"] if name in g.truth.ships else g.truth.groups[name]["hits"]
        ask = f"{moment(g)}/hit/{name}/{hits}/{part}"
        drawn = yield from g.draw(ask, f"Which planes of {name} are lost", cup, n, rule)
    else:
        drawn = [kind for kind, k in cup().items() for _ in range(k)][:n]
    lost: Boxes = {}
    for kind in drawn:
        type, _, box = kind.rpartition(" ")
        lost[box] = {**lost.get(box, {}), type: lost.get(box, {}).get(type, 0) + 1}
    now = {f"decks/{name}/{box}": _less(g.truth.decks[name][box], steps) for box, steps in lost.items()}
    mark = [f"{in_words(steps)} off {name}, {box.capitalize()}" for box, steps in lost.items()]
    tell(g, "planes-lost", rule, deck=name, boxes=lost, n=n, now=now, mark=mark)
    strikes.lost_to_japan(g, _together(lost.values()), f"lost aboard {name}", rule)


def _less(steps: Mapping[str, int], off: Mapping[str, int]) -> dict[str, int]:
    left = {type: n - off.get(type, 0) for type, n in steps.items()}
    return {type: n for type, n in left.items() if n > 0}


# When an attack or battle is over.


def after_attack(g: Play, ships: Sequence[str]) -> Steps[None]:
    """What damage does once an attack or battle is over (19.2): deck markers for US carriers hit in it, displaced
    aircraft, forces that retire."""
    for ship in dict.fromkeys(ships):
        if is_us_carrier(g.truth, ship):
            mark_deck(g, ship)
    yield from settle(g)
    lost, sunk = dict(g.truth.at("flags/lost", {})), dict(g.truth.at("flags/sunk", {}))
    if lost or sunk:
        tell(g, "losses-settled", gone=["flags/lost", "flags/sunk"])
    emptied(g, list(sunk.values()))
    for force in dict.fromkeys(lost.values()):
        if g.truth.parts.standard and force in g.truth.forces:
            yield from retirement.check_force(g, force, [ship for ship, of in lost.items() if of == force])


def emptied(g: Play, groups: Sequence[str]) -> None:
    """Task forces and forces whose last ship has sunk leave the map; a Japanese carrier stays hers a turn longer (4.1)."""
    plot: CarrierPlot = g.truth
    for group in dict.fromkeys(groups):
        if any(s["in"] == group for s in plot.ships.values()):
            continue
        if group in plot.task_forces():
            displaced.task_force_gone(g, group)
        elif group in plot.forces and plot.forces[group]["level"] == 4:
            forces.remove(g, group, "all its ships are sunk", "4.1")


def mark_deck(g: Play, carrier: str) -> None:
    """One Inoperative Flight Deck marker, its 2 up, for a carrier that was hit and is damaged enough (19.2)."""
    plot: CarrierPlot = g.truth
    if plot.parts.inoperative != "M" or carrier not in plot.decks or not at_least(plot, carrier, marked_from(carrier)):
        return
    markers = [*plot.decks[carrier]["markers"], 2]
    facts = {"carrier": carrier, "markers": markers, "level": level(plot, carrier)}
    mark = [f"Inoperative Flight Deck, 2 up, on {carrier}"]
    tell(g, "deck-marker", "19.2", **facts, mark=mark, now={f"decks/{carrier}/markers": markers})


def settle(g: Play) -> Steps[None]:
    """Decks that worked as this action began and do not now, and carriers that are sunk: what that means for planes aloft
    (19.2)."""
    worked = dict(g.truth.at("flags/decks", {}))
    if worked:
        tell(g, "decks-settled", gone=["flags/decks"])
    for group in sorted(dict.fromkeys(worked.values())):
        out = [ship for ship, of in worked.items() if of == group and not operative(g.truth, ship)]
        if out and group in g.truth.groups:
            state = "sunk" if not g.truth.carriers_of(group) else "out"
            yield from displaced.decks_lost(g, group, out, f"{moment(g)}/{state}/{'+'.join(sorted(out))}")


# Land bases (18.2).


def hit_base(g: Play, base: str, hits: int) -> None:
    """A base takes hits, more of them even once it is out of action; CAP gets its markers as that happens."""
    if hits <= 0:
        return
    worked, after = operative(g.truth, base), g.truth.groups[base]["hits"] + hits
    out = worked and after >= BASE_HITS
    mark = [f"Damage {after} in {base}’s Runway Box"]
    tell(g, "base-hit", "18.2", base=base, n=hits, hits=after, out=out, mark=mark, now={f"groups/{base}/hits": after})
    if out:
        displaced.leave_the_base(g, base)


# In words.

BOXES_SAID = {
    "ready": "ready on deck",
    "unready": "unready on deck",
    "servicing": "in Servicing",
    "hangar": "in the Hangar",
}
LEVEL_WORDS = {"L": "light", "M": "moderate", "H": "heavy", "D": "dead in the water"}


def _hit(f: Mapping[str, JSON]) -> str:
    if f["sunk"]:
        return f"{f['ship']} takes {counted(f['n'], 'hit')}: {f['hits']} of {f['capacity']}, all that she can take."
    level = f", damage level {f['level']} ({LEVEL_WORDS[f['level']]})" if f["level"] in LEVEL_WORDS else ""
    heavy = "; she is heavily damaged" if f["heavy"] else ""
    return f"{f['ship']} takes {counted(f['n'], 'hit')}: {f['hits']} of {f['capacity']}{level}{heavy}."


def _sunk(f: Mapping[str, JSON]) -> str:
    stays = " She counts to the end of the next turn." if f["stays"] else ""
    aboard = f" {doing(f['aboard'], 'goes down', 'go down')} with her." if f["aboard"] else ""
    group = f" of {f['group']}" if f["group"] else ""
    return f"{f['type']} {f['ship']}{group} is {f['how']}.{stays}{aboard}"


def _planes(f: Mapping[str, JSON]) -> str:
    lost = listed(f"{in_words(steps)} {BOXES_SAID.get(box, box)}" for box, steps in f["boxes"].items())
    return f"{f['deck']} loses {lost}."


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "hit": _hit,
    "sunk": _sunk,
    "planes-lost": _planes,
    "deck-marker": lambda f: (
        f"{f['carrier']}, at level {f['level']}, gets an Inoperative Flight Deck marker: nothing launches or lands."
    ),
    "losses-settled": lambda f: "",
    "scuttling": lambda f: "",
    "decks-settled": lambda f: "",
    "base-hit": lambda f: (
        f"{f['base']} takes {counted(f['n'], 'hit')}: {f['hits']} of {BASE_HITS}{'; it is out of action' if f['out'] else ''}."
    ),
}
