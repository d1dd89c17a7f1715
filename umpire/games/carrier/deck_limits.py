"""What may be moved on carriers and land bases in one Air Operations Step (7.1, 7.2, 7.3, 18.1), as pure functions.

A move takes so many steps of a type from one box to another: ``{"deck", "from", "to", "type", "n", "time"}``, `time`
their time aloft where they come out of a Landing or CAP Box. All moves of a segment start from the boxes as they stood
when it began, and a step moves once at most: so they may be written in any order, and are played a to g (3.0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier.terms import ENDURANCE, FIGHTERS, LAND_ONLY, NO_SEARCH, quarters, rounded
from umpire.table.words import counted

JSON = Any
Move = Mapping[str, JSON]

READY, UNREADY, SERVICING, HANGAR = "ready", "unready", "servicing", "hangar"
LANDING, CAP, SEARCH, OVERBOARD = "landing", "cap", "search", "overboard"
STRIKE, TRANSFER = "strike", "transfer"
"""Boxes that bear a number: ``strike/3``."""
ABOARD = (READY, UNREADY, SERVICING, HANGAR)
ON_DECK = (READY, UNREADY)
OVERHEAD = (LANDING, CAP)
LAUNCHED = (CAP, SEARCH, STRIKE, TRANSFER)

A_SEGMENT = 8
"""Steps launched, raised, lowered or landed in a segment; steps in Servicing at its end; CAP over one deck (7.1, 7.2)."""
TO_LAUNCH = 8
"""More steps than this on a flight deck, and none can launch."""
TO_LAND = 12
"""Steps a flight deck or runway may hold once all have landed; those lifted and those landed come to no more either."""

OVER_THE_SIDE = 1
"""Eighths of a point that Japan gets for an air step pushed overboard (7.1)."""

WAYS: Mapping[str, Sequence[str]] = {
    READY: (*LAUNCHED, HANGAR, SERVICING, OVERBOARD),
    UNREADY: (HANGAR, OVERBOARD),
    SERVICING: (READY, HANGAR, OVERBOARD),
    HANGAR: (SERVICING, OVERBOARD),
    LANDING: (UNREADY, TRANSFER),
    CAP: (UNREADY, TRANSFER),
}
"""Where steps may go from each box."""
CALLED = {
    READY: "Ready",
    UNREADY: "Unready",
    SERVICING: "Servicing",
    HANGAR: "the Hangar",
    LANDING: "the Landing Box",
    CAP: "the CAP Box",
}
NO_STRIKE = {"Victorious": ("SBD",)}
"""Types that a carrier may launch on transfers, never on strikes (21.0)."""


@dataclass(frozen=True)
class Wrong:
    """Why moves cannot stand, in the player's words, and the rule."""

    words: str
    rule: str


def kind_of(box: str) -> str:
    """A box without its number."""
    return box.partition("/")[0]


def key_of(move: Move) -> tuple[JSON, ...]:
    """What makes two moves one: all but how many steps."""
    return move["deck"], move["from"], move["to"], move["type"], move["time"]


def merged(moves: Iterable[Move]) -> list[dict[str, JSON]]:
    """The same moves, those of one kind written as one, in the order of their first."""
    made: dict[tuple[JSON, ...], dict[str, JSON]] = {}
    for move in moves:
        if move["n"]:
            n = made[key_of(move)]["n"] if key_of(move) in made else 0
            made[key_of(move)] = {**move, "n": n + move["n"]}
    return list(made.values())


@dataclass(frozen=True)
class Moves:
    """The moves written so far, against the boxes as they stood when the step began (`facts` of the deck sheet)."""

    facts: Mapping[str, JSON]
    moves: Sequence[Move]

    # Counting.

    def deck(self, name: str) -> Mapping[str, JSON]:
        found: Mapping[str, JSON] = self.facts["decks"][name]
        return found

    def group(self, deck: str) -> Mapping[str, JSON]:
        """The task force or base a deck belongs to."""
        found: Mapping[str, JSON] = self.facts["groups"][self.deck(deck)["in"]]
        return found

    def count(self, deck: str, frm: Sequence[str], to: Sequence[str]) -> int:
        """Steps of a deck that go from some boxes to some."""
        return sum(m["n"] for m in self.moves if m["deck"] == deck and m["from"] in frm and kind_of(m["to"]) in to)

    def launched(self, deck: str) -> int:
        return self.count(deck, (READY,), LAUNCHED)

    def raised(self, deck: str) -> int:
        return self.count(deck, (SERVICING,), (READY,))

    def lowered(self, deck: str) -> int:
        return self.count(deck, ON_DECK, (HANGAR, SERVICING))

    def landed(self, deck: str) -> int:
        return self.count(deck, OVERHEAD, (UNREADY,))

    def on_deck(self, deck: str) -> int:
        """Steps on the flight deck or runway when the step began; the launching limit looks at these."""
        return sum(sum(self.deck(deck)[box].values()) for box in ON_DECK)

    def on_deck_after(self, deck: str) -> int:
        """Steps there once all of this is done."""
        gone = self.count(deck, ON_DECK, (*LAUNCHED, HANGAR, SERVICING, OVERBOARD))
        return self.on_deck(deck) - gone + self.raised(deck) + self.landed(deck)

    def servicing_after(self, deck: str) -> int:
        gone = self.count(deck, (SERVICING,), (READY, HANGAR, OVERBOARD))
        come = self.count(deck, (HANGAR, READY), (SERVICING,))
        return int(sum(self.deck(deck)[SERVICING].values())) - gone + come

    def aboard_after(self, deck: str) -> int:
        """Steps aboard once all of this is done, CAP apart (7.1)."""
        there = sum(sum(self.deck(deck)[box].values()) for box in ABOARD)
        return there - self.launched(deck) - self.count(deck, ABOARD, (OVERBOARD,)) + self.landed(deck)

    def there(self, deck: str, box: str, kind: str, time: JSON = None) -> int:
        """Steps of a type in a box as the step began."""
        if box in OVERHEAD:
            return sum(n for k, n, t in self.group(deck)[box] if (k, t) == (kind, time))
        return int(self.deck(deck)[box].get(kind, 0))

    def taken(self, deck: str, box: str, kind: str, time: JSON = None) -> int:
        """How many of them are on their way somewhere; what is overhead serves all carriers of a task force."""
        group = self.deck(deck)["in"]
        same = (m for m in self.moves if (m["from"], m["type"], m["time"]) == (box, kind, time))
        shared = box in OVERHEAD
        return sum(m["n"] for m in same if m["deck"] == deck or (shared and self.deck(m["deck"])["in"] == group))

    def left(self, deck: str, box: str, kind: str, time: JSON = None) -> int:
        return self.there(deck, box, kind, time) - self.taken(deck, box, kind, time)

    # What is wrong.

    def wrongs(self, deck: str) -> list[Wrong]:
        """All that cannot stand on one deck, and of what it shares with the others of its group."""
        made = [*self._lots(deck), *self._types(deck)]
        made += [*self._launch(deck), *self._cap(deck), *self._fuel(deck), *self._boxes(deck)]
        made += [*self._lifts(deck), *self._landing(deck), *self._room(deck)]
        return made

    def _lots(self, deck: str) -> Iterable[Wrong]:
        for box, kind, time in dict.fromkeys((m["from"], m["type"], m["time"]) for m in self._own(deck)):
            if self.left(deck, box, kind, time) < 0:
                there = self.there(deck, box, kind, time)
                yield Wrong(f"{CALLED[box]} holds {there or 'no'} {kind}{_aloft(time)} on {deck}.", "7.1")
        for kind, fresh in self.deck(deck)["unserviced"].items():
            up = sum(m["n"] for m in self._own(deck) if (m["from"], m["to"], m["type"]) == (SERVICING, READY, kind))
            there = self.there(deck, SERVICING, kind)
            if up > max(0, there - fresh):
                words = f"{min(fresh, there)} {kind} went down into Servicing in the last segment"
                yield Wrong(f"{words}; they can be raised in the next one.", "7.1")

    def _own(self, deck: str) -> list[Move]:
        return [m for m in self.moves if m["deck"] == deck]

    def _types(self, deck: str) -> Iterable[Wrong]:
        for m in self._own(deck):
            to, kind = kind_of(m["to"]), m["type"]
            if to == CAP and kind not in FIGHTERS:
                yield Wrong(f"Only fighters fly CAP; {kind} do not.", "7.2")
            if to == SEARCH and not self.group(deck)["search"]:
                yield Wrong("There is no search in this scenario.", "12.2")
            if to == SEARCH and kind in NO_SEARCH:
                yield Wrong(f"{kind} cannot search.", "12.2")
            if to == STRIKE and kind in NO_STRIKE.get(deck, ()):
                yield Wrong(f"{kind} may leave {deck} on a transfer, but not on a strike.", "21.0")
            if to == UNREADY and kind in LAND_ONLY and not self.deck(deck)["base"]:
                yield Wrong(f"{kind} fly from land bases only.", "2.2")

    def _launch(self, deck: str) -> Iterable[Wrong]:
        n, base, there = self.launched(deck), self.deck(deck)["base"], self.on_deck(deck)
        if not n:
            return
        if self.facts["night"]:
            yield Wrong("Nothing launches at night.", "24.2")
        if not self.deck(deck)["open"]:
            yield Wrong(f"{deck} is out of action and cannot launch.", "18.2" if base else "19.2")
        if there > (TO_LAND if base else TO_LAUNCH):
            most = f"no more than {TO_LAND if base else TO_LAUNCH} may be there to launch"
            yield Wrong(f"{there} steps are on {deck}’s {_field(base)}; {most}.", "18.1" if base else "7.1")
        if n > A_SEGMENT:
            yield Wrong(f"{deck} can launch {A_SEGMENT} steps in a segment, not {n}.", "7.1")

    def _cap(self, deck: str) -> Iterable[Wrong]:
        name, group = self.deck(deck)["in"], self.group(deck)
        up = sum(m["n"] for m in self._of(name) if m["to"] == CAP)
        off = sum(m["n"] for m in self._of(name) if m["from"] == CAP and kind_of(m["to"]) == TRANSFER)
        there = sum(n for _, n, _ in group["cap"])
        if up and there + up - off > group["cap_room"]:
            over = f"{name}’s CAP Box takes {counted(group['cap_room'], 'step')} and has {there}"
            yield Wrong(f"{over}; {up} more are too many.", "7.2")

    def _of(self, group: str) -> list[Move]:
        return [m for m in self.moves if self.deck(m["deck"])["in"] == group]

    def _fuel(self, deck: str) -> Iterable[Wrong]:
        fuel = self.group(deck)["fuel"]
        n = self.launched(deck)
        if fuel is not None and 2 * n > fuel:
            has = f"{deck} has fuel for {counted(fuel // 2, 'step')} ({quarters(fuel)} points)"
            yield Wrong(f"{has}, at half a point each; not for {n}.", "18.1")

    def _boxes(self, deck: str) -> Iterable[Wrong]:
        """Strike boxes and transfers (6.1, 7.3)."""
        group = self.deck(deck)["in"]
        for box in dict.fromkeys(m["to"] for m in self._own(deck) if kind_of(m["to"]) in (STRIKE, TRANSFER)):
            n = box.partition("/")[2]
            inside = [m for m in self.moves if m["to"].partition("/")[2] == n and "/" in m["to"]]
            if any(m["to"] != box or self.deck(m["deck"])["in"] != group for m in inside):
                yield Wrong("Only planes of one task force or base fly together, on one errand.", "6.1")
            if kind_of(box) == STRIKE:
                yield from self._strike(group, n)
            else:
                yield from self._transfer(deck, n, inside)

    def _strike(self, group: str, n: str) -> Iterable[Wrong]:
        yield from self._joins(group, STRIKE, n, "6.1")
        if not self.facts["strike"]:
            yield Wrong("There are no strikes in this scenario.", "6.0")
        elif not self.facts["detected"]:
            yield Wrong("No Japanese force is detected: no strike may be launched.", "6.1")

    def _joins(self, group: str, kind: str, n: str, rule: str) -> Iterable[Wrong]:
        """Who may join what is in its hex still, and was formed there by the same task force or base."""
        there = self.facts["strikes"].get(n)
        words = f"{kind.capitalize()} {n[:9]}"
        if n not in self.facts["free"] and (not there or there["transfer"] != (kind == TRANSFER)):
            yield Wrong(f"{words} is not there to be joined.", rule)
        elif there and there["from"] != group:
            yield Wrong(f"{words} was formed by {there['from']}; {group} cannot join it.", rule)

    def _transfer(self, deck: str, n: str, inside: Sequence[Move]) -> Iterable[Wrong]:
        """What launches into a transfer takes on its time aloft; what is overhead keeps its own (6.1, 7.3)."""
        yield from self._joins(self.deck(deck)["in"], TRANSFER, n, "7.3")
        there = self.facts["strikes"].get(n)
        times = [there["time"]] if there else []
        times += [aloft(m) for m in inside if m["from"] in OVERHEAD or not there]
        if len(set(times)) > 1:
            yield Wrong("Steps that have been aloft differently long transfer in groups of their own.", "7.3")
        if any(m["from"] == CAP and m["time"] is None for m in inside) and not self.group(deck)["cap_leaves"]:
            yield Wrong("CAP lands where it flies from while the decks there work.", "7.3")

    def _lifts(self, deck: str) -> Iterable[Wrong]:
        up, down, off = self.raised(deck), self.lowered(deck), self.launched(deck)
        lift = self.deck(deck)["lift"]
        for n, word in ((up, "raise"), (down, "lower")):
            if n and not lift:
                yield Wrong(f"{deck}’s lifts do not work until she is repaired.", "19.3")
            elif n > lift:
                yield Wrong(f"{deck} can {word} {lift} steps in a segment, not {n}.", "7.1")
            elif not self.deck(deck)["base"] and n and n + off > A_SEGMENT:
                sums = f"{off} launched and {n} {word}{'d' if word == 'raise' else 'ed'} make {n + off}"
                yield Wrong(f"{sums}; {A_SEGMENT} is the most.", "7.1")
        serviced = self.count(deck, (HANGAR,), (SERVICING,))
        if serviced and not self.deck(deck)["services"]:
            yield Wrong(f"{deck} is out of action and services nothing.", "18.2")
        if self.count(deck, (HANGAR, READY), (SERVICING,)) and self.servicing_after(deck) > A_SEGMENT:
            yield Wrong(f"Servicing holds {A_SEGMENT} steps; it would be {self.servicing_after(deck)}.", "7.1")

    def _landing(self, deck: str) -> Iterable[Wrong]:
        n, base, off = self.landed(deck), self.deck(deck)["base"], self.launched(deck)
        if not n:
            return
        after = self.on_deck_after(deck)
        if base and n + off > A_SEGMENT:
            sums = f"{off} launched and {n} landed make {n + off}"
            yield Wrong(f"{sums}; {A_SEGMENT} a segment is the most of a base.", "18.1")
        if not base:
            yield from self._carrier_landing(deck, n, off)
        if after > TO_LAND:
            yield Wrong(f"{after} steps would be on {deck}’s {_field(base)}; {TO_LAND} is the most.", "7.1")

    def _carrier_landing(self, deck: str, n: int, off: int) -> Iterable[Wrong]:
        if not self.deck(deck)["open"]:
            yield Wrong(f"{deck}’s flight deck is out of action: nothing lands.", "19.2")
        if self.deck(deck)["warned"]:
            yield Wrong(f"{deck} launched at the warning: nothing lands on her in this segment.", "4.2")
        if off:
            yield Wrong(f"{deck} launches {off} in this segment: nothing lands on her.", "7.1")
        if n > A_SEGMENT:
            yield Wrong(f"{A_SEGMENT} steps can land on {deck} in a segment, not {n}.", "7.1")
        for lifted, word in ((self.raised(deck), "raised"), (self.lowered(deck), "lowered")):
            if lifted + n > TO_LAND:
                sums = f"{lifted} {word} and {n} landed make {lifted + n}"
                yield Wrong(f"{sums}; {TO_LAND} is the most.", "7.1")

    def _room(self, deck: str) -> Iterable[Wrong]:
        room, after = self.deck(deck)["room"], self.aboard_after(deck)
        if room and self.landed(deck) and after > room:
            yield Wrong(f"{deck} has room for {room} steps; {after} would be aboard.", "7.1")

    # How many more.

    def most(self, move: Move) -> tuple[int, Wrong | None]:
        """How many steps more may go one way, whatever `move` says of it, and what forbids another."""
        deck, box = move["deck"], move["from"]
        left = self.left(deck, box, move["type"], move["time"])
        if left <= 0:
            return 0, Wrong(f"No {move['type']} is left in {CALLED[box]}.", "7.1")
        for n in range(left, 0, -1):
            if not self.plus({**move, "n": n}).wrongs(deck):
                return n, self.plus({**move, "n": n + 1}).wrongs(deck)[0]
        return 0, self.plus({**move, "n": 1}).wrongs(deck)[0]

    def plus(self, move: Move) -> Moves:
        return Moves(self.facts, [*self.moves, move])

    def settled(self) -> Moves:
        """The same moves one after the other, each of as many steps as may go: what one taken back has made too many
        is cut down."""
        made = Moves(self.facts, [])
        for move in merged(self.moves):
            n = min(move["n"], made.most(move)[0])
            made = made.plus({**move, "n": n}) if n else made
        return made


def aloft(move: Move) -> int:
    """The time aloft that steps set out with on a transfer: 1 on launching, half their endurance out of a CAP Box
    without a marker, else what they have (7.3, 19.2)."""
    if move["time"] is not None:
        return int(move["time"])
    return half_endurance(move["type"]) if move["from"] == CAP else 1


def half_endurance(kind: str) -> int:
    """The time aloft that fighters forced off CAP begin with (19.2)."""
    return rounded(ENDURANCE[kind])


def _aloft(time: JSON) -> str:
    return "" if time is None else f" at {time}"


def _field(base: bool) -> str:
    return "runway" if base else "flight deck"
