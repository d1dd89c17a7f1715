"""Every dispatch of a game held against the game's own table of who may know what, at the moment it is told.

`Telling` is called after every entry. It keeps an umpire's plot of its own, fed dispatch by dispatch, so that
whose a dispatch is can be told from the truth of that very moment where its facts do not say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from umpire.games.who_knows import ALL, OWNER, Row, WhoKnows, who_knows
from umpire.table.ledger import Entry, Header
from umpire.table.plot import PUBLIC, UMPIRE, Plot
from umpire.table.script import Game, Told
from umpire.table.table import Table

JSON = Any
PIECE = "piece"
Watch = TypeVar("Watch", bound=Callable[[Table], None])


class Telling:
    """Raises `AssertionError` where a dispatch was told to others than the table names. `happened` counts the kinds."""

    def __init__(self, t: Table) -> None:
        self.game = t.game
        self.settings = t.header.settings
        self.table = who_knows(t.game.key)
        self.happened: Counter[str] = Counter()
        self._truth: Any = t.game.plot(UMPIRE)
        self._seen = 0
        self._asked: Sequence[str] = t.game.sides
        self(t)

    def __call__(self, t: Table) -> None:
        new = [each for _, each in t.told[self._seen :]]
        self._seen = len(t.told)
        turns: Counter[tuple[str, str]] = Counter()
        for at, each in enumerate(new):
            said = each.dispatch
            row = self.table.kinds.get(said.kind)
            assert row is not None, f"{said.kind}: nobody has said who may know it"
            may = self.may_hear(row, new, at, turns[said.kind, said.rule])
            assert set(each.audiences) == may, f"{said.kind} was told to {each.audiences}, and is for {sorted(may)}"
            assert len(set(each.audiences)) == len(each.audiences)
            turns[said.kind, said.rule] += 1
            self.happened[said.kind] += 1
            self._truth.receive(said)
            if said.kind == "back":
                self._truth.load(t.truth.dump())
        self._asked = [side for side in self.game.sides if side in t.asks]

    def may_hear(self, row: Row, new: Sequence[Told], at: int, turn: int) -> set[str]:
        """Who may hear the dispatch at a place among those that an entry led to."""
        if row.told == ALL:
            told = set(new[at].audiences)
            kept = self.settings.get(row.kept) or (self.settings.get(row.part) and told == {UMPIRE})
            return {UMPIRE} if kept else {*self.game.sides, PUBLIC, UMPIRE}
        if row.told == UMPIRE:
            return {UMPIRE}
        if row.told != OWNER:
            return {row.told, UMPIRE}
        owner = self.owner(row, new, at, turn)
        assert owner, f"{row.kind}: nobody can tell whose it is: {new[at].dispatch.facts}"
        return {*self.game.sides, PUBLIC, UMPIRE} if owner == ALL else {owner, UMPIRE}

    def owner(self, row: Row, new: Sequence[Told], at: int, turn: int) -> str:
        """The side whose own a dispatch is, by the first clue of its row that says so."""
        facts = new[at].dispatch.facts
        if row.record:
            return self.of_the_record(facts["fact"])
        if row.fact:
            return str(facts[row.fact])
        for told, place in ((row.before, at - 1), (row.next, at + 1)):
            if told:
                kind, _, fact = told.partition(".")
                assert new[place].dispatch.kind == kind
                return str(new[place].dispatch.facts[fact])
        named = [name for where in row.pieces for name in names_in(facts, where)]
        if named:
            return self.of_pieces(named)
        if row.plot:
            said, _, path = row.plot.rpartition(" ")
            side = self._truth
            for word in path.split("."):
                side = side[word] if isinstance(side, Mapping) else getattr(side, word)
            return next(s for s in self.game.sides if (s == side) != (said == "not"))
        return self._asked[turn] if row.asked and turn < len(self._asked) else ""

    def of_the_record(self, fact: str) -> str:
        kind, _, name = fact.partition("/")
        said = self.table.record.get(kind, ALL)
        return side_of(self.table, self._truth, name.split("/")[0]) if said == PIECE else said

    def of_pieces(self, names: Iterable[str]) -> str:
        sides = {side_of(self.table, self._truth, name) for name in names}
        assert len(sides) == 1, f"pieces of both sides: {names}"
        return sides.pop()


def names_in(facts: Mapping[str, JSON], where: str) -> Iterator[str]:
    """The pieces that facts name: ``at`` of a list or the keys, ``values of units``, ``units of waves`` of every wave."""
    how, _, fact = where.rpartition(" of ")
    if how == "values":
        yield from facts[fact].values()
    elif how:
        yield from (name for each in facts[fact] for name in each[how])
    else:
        yield from facts[fact]


def side_of(table: WhoKnows, truth: Any, piece: str) -> str:
    """The side that a ship, a base or an air unit belongs to."""
    if piece in truth.ships:
        return str(truth.ships[piece]["side"])
    return table.pieces[piece] if piece in table.pieces else table.pieces[piece.partition("-")[0]]


# The other way round: a side always sees its own truth.


def sees_its_own(t: Table) -> None:
    """Every audience has of the truth all that everybody has, all that is its own, and nothing that is another's."""
    table, truth = who_knows(t.game.key), t.truth
    for audience in (*t.game.sides, PUBLIC):
        plot, empty = t.play.plots[audience], t.game.plot(audience)
        for name in (*Plot.CORE_STATE, *plot.STATE):
            held, true = getattr(plot, name), getattr(truth, name)
            if name in table.own:
                due = _share(table, truth, name, audience, getattr(empty, name))
                assert held == due, f"{audience} has of {name} {held}, and its own is {due}"
            elif name in table.open:
                held, true = (_without(table, t.header.settings, name, value) for value in (held, true))
                assert held == true, f"{audience} has otherwise than all: {list(_apart(held, true, name))[:5]}"
            else:
                assert name in table.apart, f"{name}: nobody has said who has it"


def _apart(one: JSON, other: JSON, way: str) -> Iterator[str]:
    """Where two values differ, and in what."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from _apart(one.get(key), other.get(key), f"{way}.{key}")
    elif one != other:
        yield f"{way}: {one!r:.200}, and all {other!r:.200}"


def _without(table: WhoKnows, settings: Mapping[str, JSON], name: str, value: JSON) -> JSON:
    """An attribute but for what the umpire alone holds of it as the table is agreed."""
    ways = [way.split(".") for setting, ways in table.kept.items() if settings.get(setting) for way in ways]
    for first, *way in ways:
        value = _cut(value, way) if first == name else value
    return value


def _cut(value: JSON, way: Sequence[str]) -> JSON:
    """A value without what lies at the end of a way; ``*`` leads to whatever there is."""
    first, *rest = way
    if isinstance(value, list):
        return [_cut(each, rest) for each in value] if first == "*" and rest else value
    if not isinstance(value, dict):
        return value
    kept = value if rest else {key: each for key, each in value.items() if first not in ("*", key)}
    return {key: _cut(each, rest) if rest and first in ("*", key) else each for key, each in kept.items()}


def _share(table: WhoKnows, truth: Any, name: str, audience: str, empty: JSON) -> JSON:
    """What an audience has of an attribute of the truth of which each side has its own alone."""
    how, whole = table.own[name], getattr(truth, name)

    def own(piece: str) -> bool:
        return side_of(table, truth, piece) == audience

    if how == "keys":
        return {piece: value for piece, value in whole.items() if own(piece)}
    if how == "items":
        return {key: piece for key, piece in whole.items() if own(piece)}
    if how == "values":
        return [piece for piece in whole if own(piece)]
    if how == "side":
        return [each for each in whole if each["side"] == audience]
    if how == "detail":
        return {name: _moved(moved, audience) for name, moved in whole.items()}
    return whole if how == audience else empty


def _moved(moved: JSON, audience: str) -> JSON:
    """A motion as an audience has it: what it asks for in detail only its mover."""
    return {key: value for key, value in moved.items() if key != "value" or moved["by"] == audience}


# Playing.


def followed(
    game: Game, head: Header, entries: Iterable[Entry], watch: Callable[[Table], Watch]
) -> tuple[Table, Watch]:
    """The table a ledger makes, and what watched it from its beginning, called after every entry.

    What was told then is not compared: whoever watches is to say what is wrong with what is told now.
    """
    t = Table(game, head)
    each = watch(t)
    for entry in entries:
        t.follow([replace(entry, checked=False)])
        each(t)
    return t, each
