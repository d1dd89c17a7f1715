"""Every search of a game of Victory at Midway answered once more, by someone who has read the rulebook and not our rules.

It shares no code with the modules that answer at the table: a fault there is not a fault here. What it goes by
is the record alone, as dispatches to the umpire: which ships there are, where each was put, which are damaged or
gone, where fog lies, which searches were declared and how their dice fell. Search Operations, Submarines, Fog,
Ship Searches at Night; and of Solitaire Play the Japanese Doctrine Toward US CVs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from umpire.table.script import Reanswered, Record

JSON = Any

WHO = {"us": "US", "japan": "Japanese"}
NIGHTS = (6, 7, 13, 14, 20, 21)
DOCTRINE = "Japanese Doctrine Toward US CVs"


@dataclass(frozen=True)
class Sea:
    """Where everything is at one moment."""

    at: Mapping[str, str] = field(default_factory=dict)
    """Ships on the map and their hexes."""
    hurt: frozenset[str] = frozenset()
    """Ships that are not at full strength."""
    fog: bool = False
    grey: frozenset[str] = frozenset()
    """The hexes in which fog lies while there is any."""

    def hidden(self, place: str) -> bool:
        return self.fog and place in self.grey


@dataclass(frozen=True)
class Asked:
    """What was asked of the sea: one ``search``, ``all`` of a turn, their ``dice``, or whose carriers are ``near``."""

    kind: str
    searches: Sequence[JSON]
    kept: frozenset[str] = frozenset()
    """Hexes of Japanese carriers that escaped the US in solitaire play, and are not answered for."""


def again(told: Record) -> list[Reanswered]:
    """Every search on a record, in its order."""
    reader = _Reader()
    for n, each in told:
        reader.read(n, each.dispatch.kind, each.dispatch.facts, each.dispatch.rule)
    return reader.worth_telling()


def steps(here: str, there: str) -> int:
    """Hexes from one hex to another. They lie flat side up; in even columns each is half a hex lower.

    Across a column one also goes half a hex up or down for nothing; what is left is gone straight.
    """
    across = abs(ord(here[0]) - ord(there[0]))
    halves = abs(_height(here) - _height(there))
    return across + max(0, halves - across) // 2


def _height(place: str) -> int:
    """How far down the map a hex lies, in half hexes."""
    return 2 * int(place[1:]) + (ord(place[0]) - ord("A")) % 2


def _as_printed(hexes: Iterable[str]) -> list[str]:
    """Hexes row by row as they are printed, each row from the left."""
    return sorted(hexes, key=lambda place: (int(place[1:]), place[0]))


class _Reader:
    """The umpire's own pencil: he goes down the record, moves his counters, and answers for himself."""

    def __init__(self) -> None:
        self.made: list[Reanswered] = []
        self._seen: list[tuple[Asked, Sea]] = []
        """Of each search of `made` what was asked, and the sea then."""
        self._ships: Mapping[str, JSON] = {}
        self._sea = Sea()
        self._put: dict[str, int] = {}
        """How many searches had been made when a fact was last put on the record."""
        self._settings: Mapping[str, JSON] = {}
        self._n = 0
        self._searches: list[JSON] = []
        self._dice: list[int] = []
        self._near = False
        """Whether anything was told this turn of carriers near each other."""
        self._kept: frozenset[str] = frozenset()

    def read(self, n: int, kind: str, facts: Mapping[str, JSON], rule: str) -> None:
        """One dispatch of the record, which came after entry `n`."""
        take = {
            "kit": lambda: self._chart(facts["cells"]),
            "cells": lambda: self._chart(facts["cells"]),
            "opened": lambda: self._open(facts),
            "turn": lambda: self._begin(facts["n"]),
            "ships": lambda: self._move(facts),
            "units-hit": lambda: self._hit(facts["units"]),
            "fog-die": lambda: self._fog(self._sea.fog and facts["die"] != 1),
            "set-right": lambda: self._set_right(facts["fact"], facts["value"]),
            "roll": lambda: setattr(self, "_dice", facts["faces"]),
            "searching": lambda: self._declared(n, facts["searches"]),
            "night-searches": lambda: self._by_night(n, facts["searches"]),
            "found": lambda: self._found(n, facts["found"], rule),
        }
        if kind in take:
            take[kind]()

    # The counters.

    def _mark(self, *facts: str) -> None:
        self._put.update(dict.fromkeys(facts, len(self.made)))

    def _chart(self, cells: Mapping[str, JSON]) -> None:
        if "map/fog" in cells:
            self._sea = replace(self._sea, grey=frozenset(cells["map/fog"]))
            self._mark("kit/map/fog")

    def _open(self, facts: Mapping[str, JSON]) -> None:
        self._ships, self._settings = facts["ships"], facts["settings"]
        self._fog(bool(self._settings.get("fog")))

    def _begin(self, n: int) -> None:
        self._n, self._searches, self._near, self._kept = n, [], False, frozenset()

    def _move(self, facts: Mapping[str, JSON]) -> None:
        at = {**self._sea.at, **facts["at"]}
        self._sea = replace(self._sea, at={s: where for s, where in at.items() if s not in facts["withdrawn"]})
        self._mark(*(f"hex/{ship}" for ship in (*facts["at"], *facts["withdrawn"])))

    def _hit(self, left: Mapping[str, str]) -> None:
        at = {ship: where for ship, where in self._sea.at.items() if left.get(ship) != "gone"}
        self._sea = replace(self._sea, at=at, hurt=self._sea.hurt | set(left))
        self._mark(*(f"hits/{unit}" for unit in left))

    def _fog(self, there: bool) -> None:
        self._sea = replace(self._sea, fog=there)
        self._mark("fog")

    def _set_right(self, fact: str, value: JSON) -> None:
        """A record set right: what was answered since it was put so is marked, where it would be another."""
        if fact == "turn":
            self._n = value
        if _righted(self._sea, fact, value) is self._sea:
            return
        for i in range(self._put.get(fact, 0), len(self.made)):
            asked, sea = self._seen[i]
            if self._answer(asked, _righted(sea, fact, value)) != self.made[i].said:
                self.made[i] = replace(self.made[i], corrected=True)
        self._sea = _righted(self._sea, fact, value)
        self._mark(fact)

    # The searches.

    def _declared(self, n: int, searches: Sequence[JSON]) -> None:
        self._searches = list(searches)
        if not self._near and self._settings.get("solitaire") and self._n not in NIGHTS:
            self._note(n, "carriers near each other", Asked("near", []), [])

    def _by_night(self, n: int, said: Sequence[JSON]) -> None:
        """Ship Searches at Night: a die for each; on 1 to 5 it is ineffective."""
        fell = zip(self._searches, self._dice, strict=False)
        mine = [{**search, "die": die, "effective": die > 5} for search, die in fell]
        self._note(n, "which searches of the night saw anything", Asked("dice", mine), list(said))
        self._searches = mine

    def _found(self, n: int, found: Sequence[JSON], rule: str) -> None:
        if rule == DOCTRINE:
            self._near = True
            if not any(each["of"] == "japan" for each in found):
                self._kept = frozenset(self._close(self._sea)["japan"])
            self._note(n, "carriers near each other", Asked("near", list(found)), list(found))
            return
        for search in self._searches:
            asked = Asked("search", [search], self._kept)
            said = [each for each in found if each["of"] != search["by"] and self._looks(search, each["hex"])]
            self._note(n, f"the {WHO[search['by']]} {search['kind']} search of {search['hex']}", asked, said)
        self._note(n, "what was said to all searches", Asked("all", self._searches, self._kept), list(found))

    def worth_telling(self) -> list[Reanswered]:
        """Every search declared; and of what else was asked, all that was wrong, or found to have been so."""
        made = []
        for each, (asked, _) in zip(self.made, self._seen, strict=True):
            if asked.kind == "search" or not each.true or (asked.kind == "near" and (each.said or each.corrected)):
                made.append(each)
        return made

    @property
    def _turn(self) -> str:
        return f"turn {self._n}"

    def _note(self, n: int, what: str, asked: Asked, said: JSON) -> None:
        self.made.append(Reanswered(n, self._turn, what, said, self._answer(asked, self._sea)))
        self._seen.append((asked, self._sea))

    def _looks(self, search: Mapping[str, JSON], place: str) -> bool:
        """An air search looks into its hex and every hex next to it, a ship search into its own."""
        reach = 1 if search["kind"] == "air" else 0
        return search.get("effective", True) is True and steps(search["hex"], place) <= reach

    def _answer(self, asked: Asked, sea: Sea) -> JSON:
        if asked.kind == "dice":
            return list(asked.searches)
        if asked.kind == "near":
            return self._doctrine(asked.searches, sea)
        said = []
        for side in ("us", "japan"):  # the US announces first, of its own ships
            there = {s: where for s, where in sea.at.items() if self._ships[s]["side"] == side and self._surface(s)}
            seen = {
                where
                for where in set(there.values())
                if not sea.hidden(where)
                and not (side == "japan" and where in asked.kept)
                and any(each["by"] != side and self._looks(each, where) for each in asked.searches)
            }
            said += [{"hex": place, "of": side, "what": self._word(sea, side, place)} for place in _as_printed(seen)]
        return said

    def _word(self, sea: Sea, side: str, place: str) -> str:
        """“Carriers” if there is any, in whatever state; else “Ships”; never how many."""
        here = [ship for ship, where in sea.at.items() if where == place and self._ships[ship]["side"] == side]
        return "carriers" if any(self._carrier(ship) for ship in here) else "ships"

    def _carrier(self, ship: str) -> bool:
        return str(self._ships[ship]["class"]).lstrip("ju") in ("CV", "CVL")

    def _surface(self, ship: str) -> bool:
        """Submarines are never spotted."""
        return str(self._ships[ship]["class"]).lstrip("ju") != "SS"

    def _close(self, sea: Sea) -> dict[str, list[str]]:
        """Hexes of each side's undamaged carriers within two hexes of one of the other's; none sees through fog."""
        decks: dict[str, set[str]] = {"us": set(), "japan": set()}
        for ship, where in sea.at.items():
            if self._carrier(ship) and ship not in sea.hurt and not sea.hidden(where):
                decks[self._ships[ship]["side"]].add(where)
        return {
            side: _as_printed(a for a in decks[side] if any(steps(a, b) <= 2 for b in decks[other]))
            for side, other in (("us", "japan"), ("japan", "us"))
        }

    def _doctrine(self, told: Sequence[JSON], sea: Sea) -> list[JSON]:
        """Both find each other, or one the other alone, as an unseen die had it: of whom is said, all is said."""
        near = self._close(sea)
        named = {each["of"] for each in told} or {"us", "japan"}
        return [
            {"hex": place, "of": side, "what": "carriers"}
            for side in ("us", "japan")
            if side in named
            for place in near[side]
        ]


def _righted(sea: Sea, fact: str, value: JSON) -> Sea:
    """The sea with one fact set right."""
    kind, _, name = fact.partition("/")
    if kind == "hex":
        at = {ship: where for ship, where in sea.at.items() if ship != name}
        return replace(sea, at={**at, name: value} if value[-1:].isdigit() else at)
    if kind == "hits":
        return replace(sea, hurt=sea.hurt - {name} if value == "full" else sea.hurt | {name})
    if kind == "fog":
        return replace(sea, fog=bool(value))
    return replace(sea, grey=frozenset(value)) if fact == "kit/map/fog" else sea
