"""Near misses: contact failed by one, a force a hex beyond a search, a strike that could not be launched, fuel for one
hex more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.aftermath.known import became, carriers
from umpire.games.carrier.aftermath.reel import Deck, Look, Moment, Reel
from umpire.games.carrier.strike_charts import HIT, MISS
from umpire.games.carrier.track import by_number, named
from umpire.table.numbered import distance
from umpire.table.words import counted

JSON = Any

HOME = 1
"""Hexes from home at which planes that run out of fuel are a near miss."""


@dataclass(frozen=True)
class Miss:
    """What nearly came about, when, and how much it hurts."""

    turn: int
    phase: int
    said: str
    about: str
    """The force it was about, so that the same again is one; empty where it is about no force."""
    what: str
    hurt: int
    """0 for carriers known to have been there, 1 for other forces, 2 for the rest."""
    until: tuple[int, int] = (0, 0)
    """The last of several phases in which it was so."""

    @property
    def pain(self) -> tuple[int, int, int]:
        return (self.hurt, self.turn, self.phase)

    @property
    def words(self) -> str:
        """``Turn 5, phase 2: strike 3 missed contact with C7 by one.``"""
        since = f"Turn {self.turn}, phase {self.phase}"
        if self.until > (self.turn, self.phase):
            turn, phase = self.until
            since += f", to {'' if turn == self.turn else f'turn {turn}, '}phase {phase}"
        return f"{since}: {self.said}." if self.turn else f"{self.said[:1].upper()}{self.said[1:]}."


def near_misses(reel: Reel) -> list[Miss]:
    """All near misses of a game, as they came."""
    known = became(reel)
    found = [
        *_contacts(reel, known),
        *(miss for look in reel.looks for miss in _beyond(look, known)),
        *(miss for deck in reel.decks for miss in _not_ready(deck, known)),
        *_out_of_fuel(reel),
    ]
    return _lasting(sorted(found, key=lambda miss: (miss.turn, miss.phase)))


def _lasting(found: Iterable[Miss]) -> list[Miss]:
    """The same of the same force, again in the same turn or the next, is one miss."""
    made: list[Miss] = []
    for miss in found:
        at = next((i for i, each in enumerate(made) if _goes_on(each, miss)), None)
        if at is None:
            made.append(miss)
        else:
            made[at] = replace(made[at], until=(miss.turn, miss.phase))
    return made


def _goes_on(one: Miss, other: Miss) -> bool:
    turn, phase = one.until if one.until > (0, 0) else (one.turn, one.phase)
    soon = other.turn - turn <= 1 and (other.turn, other.phase) > (turn, phase)
    return bool(one.about) and (one.about, one.what) == (other.about, other.what) and soon


def _worth(force: str, known: Mapping[str, str]) -> int:
    return 0 if carriers(known.get(force, "")) else 1


def _called(force: str, known: Mapping[str, str]) -> str:
    """``C7 (2 CV+CVL)``: a force with what it turned out to be."""
    return f"{force} ({known[force]})" if known.get(force) else force


# Contact.


def _contacts(reel: Reel, known: Mapping[str, str]) -> Iterator[Miss]:
    """Strikes that flew home for want of one more on their last die."""
    last: dict[str, Moment] = {}
    for moment in reel.moments:
        f = moment.facts
        if moment.kind == "contact-roll":
            last[f["n"]] = moment
        elif moment.kind == "split" and f["n"] in last:
            last[f["other"]] = last[f["n"]]
        elif moment.kind == "no-contact" and f["n"] in last:
            rolled = last.pop(f["n"]).facts
            key = f"contact/{rolled['column']}/{rolled['modified'] + 1}"
            kit = reel.end.kit
            if rolled["result"] == MISS and charts.has(kit, key) and charts.value(kit, key) == HIT:
                life = moment.life(f["force"])
                said = f"strike {f['n']} missed contact with {_called(life, known)} by one, on a {rolled['die']}"
                yield Miss(moment.turn, moment.phase, said, life, "contact", _worth(life, known))


# Searches.


def _beyond(look: Look, known: Mapping[str, str]) -> Iterator[Miss]:
    """Forces that lay a hex beyond all that was searched, nothing known of where they were."""
    for life in by_number(look.forces):
        place, detection, _ = look.forces[life]
        off = [
            (name, span) for name, at, span in look.boxes if place and distance(at, place) in (span[1] + 1, span[0] - 1)
        ]
        seen = any(span[0] <= distance(at, place) <= span[1] for _, at, span in look.boxes if place)
        if off and not seen and not detection and known.get(life):
            name, span = off[0]
            said = (
                f"{name} searched {named(span)}; a hex {'beyond' if _outside(look, off[0], place) else 'short of'} it, "
            )
            said += f"in {place}, lay {_called(life, known)}"
            yield Miss(look.turn, look.phase, said, life, "search", _worth(life, known))


def _outside(look: Look, box: tuple[str, tuple[int, int]], place: str) -> bool:
    at = next(at for name, at, span in look.boxes if (name, span) == box)
    return distance(at, place) > box[1][1]


# Decks.


def _not_ready(deck: Deck, known: Mapping[str, str]) -> Iterator[Miss]:
    """Carriers within reach of a task force that had bombers aboard and could launch none."""
    if not deck.aboard or (deck.ready and not deck.full):
        return
    why = "no bomber stood ready" if not deck.ready else "too many steps stood on deck to launch"
    for life, far in sorted(deck.found.items()):
        if carriers(known.get(life, "")):
            said = f"{_called(life, known)} lay {counted(far, 'hex', 'hexes')} from {deck.group}, and {why} there"
            yield Miss(deck.turn, deck.phase, said, f"{life} {deck.group}", "decks", 0)


# Fuel.


def _out_of_fuel(reel: Reel) -> Iterator[Miss]:
    """Strikes that ran out of fuel a hex from a place to land."""
    before: Moment | None = None
    for moment in reel.moments:
        held = moment.held if before is None else before.held
        if moment.kind == "air-lost" and moment.facts["n"] in held.strikes:
            place, n = held.strikes[moment.facts["n"]][0], sum(moment.facts["lost"].values())
            near = [name for name, (at, _) in sorted(held.groups.items()) if distance(place, at) <= HOME]
            if near:
                far = "over" if held.groups[near[0]][0] == place else "one hex from"
                said = f"{counted(n, 'step')} of strike {moment.facts['n']} ran out of fuel {far} {near[0]}"
                yield Miss(moment.turn, moment.phase, said, "", "fuel", 2)
        before = moment
