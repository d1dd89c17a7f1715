"""Every air search of a game of Carrier answered once more, by someone who has read the rulebook and not our rules.

It shares no code with the modules that answer at the table: a fault there is not a fault here. What it goes by is the
record alone, as dispatches to the umpire: where forces and task forces were put, what flew on their search tracks,
which boxes searched, how the dice fell, and what was read off the charts. Rules 5.0, 12.1 and 12.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from umpire.table.script import Reanswered, Record

JSON = Any
Tree = dict[str, JSON]

BRANCHES = ("forces", "groups", "clock", "period", "settings")
"""What of the record a search rests on."""
IN_THE_BOOK: Mapping[str, JSON] = {
    "search/3": "L, chit +1",
    "search/7": "?",
    "search_mods/fighters": 1,
    "search_mods/approximate": -1,
    "search_mods/steps/2": 2,
    "search_mods/steps/3": 1,
}
"""What the rulebook itself says of the Air Unit Search Table; all else the players have read off theirs."""
KNOWN_ONCE = ("?", "L")
FIGHTER_PLANES = ("F4F", "P-38", "P-39")


@dataclass(frozen=True)
class Asked:
    """What was asked: the ``dice`` of a search, or what they said of one ``force``."""

    boxes: Sequence[Sequence[str]]
    part: str
    only: str
    """The one force that is looked for; empty for all there are."""
    before: str
    """Where it lay before it moved in."""
    faces: Sequence[int]
    of: str = ""
    """The force that is spoken of; empty for all dice."""


@dataclass(frozen=True)
class World:
    """The record as it stood, and the charts as they were read."""

    tree: Tree
    kit: Mapping[str, JSON]


def again(told: Record) -> list[Reanswered]:
    """Every search on a record, in its order."""
    reader = _Reader()
    for n, each in told:
        reader.read(n, each.dispatch.kind, each.dispatch.facts)
    return reader.made


def steps_apart(here: str, there: str) -> int:
    """Hexes by air. Odd rows lie half a hex to the left: each row crossed takes one half a hex along for nothing."""
    rows = abs(int(here[:2]) - int(there[:2]))
    halves = abs(_along(here) - _along(there))
    return rows + max(0, halves - rows) // 2


def _along(place: str) -> int:
    """How far along its row a hex lies, in half hexes."""
    return 2 * int(place[2:]) + int(place[:2]) % 2


def _number(force: str) -> tuple[str, int]:
    """Combat counters come before transports, each by its number."""
    return force[:1], int(force[1:])


class _Reader:
    """Somebody with a second map: he goes down the record, moves his counters, and answers for himself."""

    def __init__(self) -> None:
        self.made: list[Reanswered] = []
        self._seen: list[tuple[Asked, World]] = []
        """Of each answer of `made` what was asked, and the world then."""
        self._world = World({}, {})
        self._put: dict[str, int] = {}
        """How many answers there were when a path was last put on the record."""
        self._dice: Sequence[int] = ()
        self._last: Asked | None = None
        self._fell_in = (0, World({}, {}), World({}, {}))
        """Of the last dice the number of the answer, the world they fell in, and that world as it should have been."""
        self._where: dict[str, str] = {}
        """Where each force lay as it was activated."""

    def read(self, n: int, kind: str, facts: Mapping[str, JSON]) -> None:
        """One dispatch of the record, which came after entry `n`."""
        if kind in ("kit", "cells"):
            self._chart(facts["cells"])
        elif kind == "set-right":
            self._set_right(facts["fact"], facts["value"])
        elif kind == "roll":
            self._dice = facts["faces"]
        elif kind == "activated":
            self._where[facts["force"]] = facts["hex"]
        elif kind == "search-dice":
            self._fell(n, facts["now"]["memory/search/rolls"])
        elif kind == "searched":
            self._said(n, facts)
        self._keep(facts.get("now", {}), facts.get("gone", ()))
        if kind in ("search", "interrupt"):
            self._declared(kind, facts)

    # The counters.

    def _chart(self, cells: Mapping[str, JSON]) -> None:
        self._world = replace(self._world, kit={**self._world.kit, **cells})
        self._put.update((f"kit/{key}", len(self.made)) for key in cells)

    def _keep(self, now: Mapping[str, JSON], gone: Sequence[str]) -> None:
        for path, value in now.items():
            self._world = _with(self._world, path, value)
            self._put[path] = len(self.made)
        for path in gone:
            self._world = _without(self._world, path)

    def _set_right(self, fact: str, value: JSON) -> None:
        """A record set right: what was answered since it was put so is marked, where it would be another."""
        since = max((n for path, n in self._put.items() if fact == path or fact.startswith(f"{path}/")), default=0)
        at, world, should = self._fell_in
        if since <= at:
            self._fell_in = at, world, _with(should, fact, value)
        for i in range(since, len(self.made)):
            asked, world = self._seen[i]
            if self._answer(asked, _with(world, fact, value)) != self.made[i].said:
                self.made[i] = replace(self.made[i], corrected=True)
        self._world = _with(self._world, fact, value)
        self._put[fact] = len(self.made)

    # The searches.

    @property
    def _turn(self) -> str:
        return f"turn {self._world.tree.get('clock', {}).get('turn', 0)}"

    def _declared(self, kind: str, facts: Mapping[str, JSON]) -> None:
        search = facts["now"]["memory/search"]
        before = self._where.get(search["force"], "") if kind == "interrupt" else ""
        self._last = Asked(search["boxes"], search["part"], search["force"], before, ())

    def _fell(self, n: int, rolls: Sequence[JSON]) -> None:
        if self._last is not None:
            self._last = replace(self._last, faces=self._dice)
            self._fell_in = len(self.made), self._world, self._world
            self._note(n, "whom the boxes that search look for", self._last, list(rolls), self._world)

    def _said(self, n: int, facts: Mapping[str, JSON]) -> None:
        """What dice say of a force is read in the world in which they fell, with the charts of now."""
        if self._last is None:
            return
        said = {key: facts[key] for key in ("found", "raises", "results")}
        fell, should = (replace(world, kit=self._world.kit) for world in self._fell_in[1:])
        asked = replace(self._last, of=facts["force"])
        self._note(n, f"what is found of {facts['force']}", asked, said, fell)
        if self._answer(asked, should) != said:
            self.made[-1] = replace(self.made[-1], corrected=fell != should)

    def _note(self, n: int, what: str, asked: Asked, said: JSON, world: World) -> None:
        self.made.append(Reanswered(n, self._turn, what, said, self._answer(asked, world)))
        self._seen.append((asked, world))

    # The answers.

    def _answer(self, asked: Asked, world: World) -> JSON:
        rolls = list(_rolls(asked, world))
        return _outcome([roll for roll in rolls if roll["force"] == asked.of], world.kit) if asked.of else rolls


def _with(world: World, path: str, value: JSON) -> World:
    """The world with one leaf or branch put otherwise; what of it a search does not rest on is let be."""
    first, *way = path.split("/")
    if first == "kit":
        return replace(world, kit={**world.kit, "/".join(way): value})
    if first not in BRANCHES:
        return world
    return replace(world, tree=_set(world.tree, [first, *way], value))


def _set(tree: Tree, way: Sequence[str], value: JSON) -> Tree:
    first, *rest = way
    return {**tree, first: _set(tree.get(first) or {}, rest, value) if rest else value}


def _without(world: World, path: str) -> World:
    first, *way = path.split("/")
    if first not in BRANCHES or not way:
        return world
    return replace(world, tree={**world.tree, first: _drop(world.tree.get(first, {}), way)})


def _drop(tree: Tree, way: Sequence[str]) -> Tree:
    first, *rest = way
    if not rest or first not in tree:
        return {name: each for name, each in tree.items() if name != first}
    return {**tree, first: _drop(tree[first], rest)}


def _boxes(world: World, group: str) -> Iterator[tuple[str, JSON]]:
    """The boxes of a search track by their place: as printed, with what lies in them."""
    there = world.tree["groups"][group]
    printed = world.kit.get(f"search_track/{'base' if there['base'] else 'carrier'}", {})
    spans = [printed[place] for place in sorted(printed) if printed[place] != "-"]
    for n in range(1, max([len(spans), *(int(place) for place in there["track"])]) + 1):
        box = there["track"].get(str(n), {})
        span = list(map(int, spans[min(n, len(spans)) - 1].split("-"))) if spans else [0, -1]
        yield str(n), {"range": box.get("range") or span, **{p: box.get(p, {}) for p in ("available", "used")}}


def _covers(world: World, group: str, span: Sequence[int], place: str) -> bool:
    at = world.tree["groups"][group]["hex"]
    return bool(at and place) and span[0] <= steps_apart(at, place) <= span[1]


def _rolls(asked: Asked, world: World) -> Iterator[JSON]:
    """A die for each box that searches and each force in it, boxes as they were declared, forces by number."""
    faces = iter(asked.faces)
    for group, place in asked.boxes:
        box = dict(_boxes(world, group)).get(place)
        steps = {kind: n for kind, n in box[asked.part].items() if n} if box else {}
        for force in sorted(world.tree["forces"], key=_number):
            f = world.tree["forces"][force]
            if not box or not steps or asked.only not in ("", force) or f.get("leaves"):
                continue
            if not _covers(world, group, box["range"], f["hex"]) or _lay_in(asked, world, group, box):
                continue
            by = _modifier(steps, f["detection"], world)
            face = next(faces, 0)
            yield {
                "group": group,
                "box": f"{box['range'][0]}-{box['range'][1]}",
                "steps": steps,
                "force": force,
                "hex": f["hex"],
                "face": face,
                "level": f["level"],
                "was": f["detection"],
                "modifier": by,
                "modified": face + by,
            }


def _lay_in(asked: Asked, world: World, group: str, box: JSON) -> bool:
    """Whether a force lay in a box already before it moved: then nobody may interrupt it there."""
    return bool(asked.before) and _covers(world, group, box["range"], asked.before)


def _read(kit: Mapping[str, JSON], key: str) -> JSON:
    return kit.get(key, IN_THE_BOOK.get(key))


def _modifier(steps: Mapping[str, int], marker: str, world: World) -> int:
    """Any fighter, few steps, the marker the force bears, and the time period."""
    keys = ["fighters"] if any(kind in FIGHTER_PLANES for kind in steps) else []
    n = sum(steps.values())
    keys += ["steps/2"] if n <= 2 else ["steps/3"] if n == 3 else []
    keys += {"L": ["located"], "?": ["approximate"]}.get(marker, [])
    keys += [f"period/{world.tree['period']}"] if world.tree.get("period") else []
    return sum(int(_read(world.kit, f"search_mods/{key}") or 0) for key in keys)


def _outcome(rolls: Sequence[JSON], kit: Mapping[str, JSON]) -> JSON:
    """The better detection; a “?” on a force that was known is an L; every “chit +1”, but one draw for a level 0."""
    results = [_read(kit, f"search/{roll['modified']}") for roll in rolls]
    marks = [str(result).partition(",")[0] for result in results]
    found = next((mark for mark in ("L", "?") if mark in marks), "")
    if found == "?" and rolls[0]["was"] in KNOWN_ONCE:
        found = "L"
    raises = sum("chit +1" in str(result) for result in results)
    at_most = 1 if rolls and rolls[0]["level"] == 0 else raises
    return {"found": found, "raises": min(raises, at_most), "results": results}
