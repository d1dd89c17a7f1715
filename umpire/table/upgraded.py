"""A table whose past these rules read otherwise than it was told: how it is taken up all the same.

Best from a stored position after which its entries can be followed. Where none is, what was played since the last
position is struck, by a going back that is an entry like any other, and play goes on from there. A game that is over,
or that these rules cannot go on with at all, stays to be read as it was told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from umpire.table import ledger
from umpire.table.ledger import Entry, Header
from umpire.table.plot import PUBLIC
from umpire.table.replay import resumed
from umpire.table.script import Game, Maker, Position, Told
from umpire.table.table import APP, Table

Record = Sequence[tuple[int, Told]]

FOLLOWED = "{} read an earlier part of this game otherwise. It stands as it was told, and goes on from {}."
STRUCK = "{} cannot follow what was played since {}. That is struck, and play goes on from there."
SHELVED = "{} cannot go on with this game. It stays as it was told, to be read and printed."
OVER = "{} read this game otherwise. It stays as it was told, and as it ended."


class Shelved(Table):
    """A table that is only read: what was told at it stands, and nothing is asked any more."""

    @property
    def over(self) -> bool:
        return bool(self.truth.ended)

    def _take_up(self) -> None:
        nothing: tuple[Maker, ...] = ()
        self._script = (each for each in nothing)  # type: ignore[assignment]
        self._put(None)


class TakenUp(NamedTuple):
    """A table as it was taken up, and what is to be said of it. It has one entry more where it had to go back."""

    table: Table
    words: str

    def news(self, said: Sequence[str]) -> bool:
        """Whether it was not said yet. That a past is read otherwise is said once of a version of the rules."""
        rules = rules_of(self.table.game)
        followed = self.words.startswith(FOLLOWED.format(rules, "").rstrip("."))
        return not any(each.startswith(rules) if followed else each == self.words for each in said)


def rules_of(game: Game) -> str:
    """How the rules of this version are spoken of."""
    return f"The rules as the app now has them (version {game.rules})"


def taken_up(
    game: Game, header: Header, entries: Sequence[Entry], told: Record, positions: Iterable[Position]
) -> TakenUp:
    """The table taken up as near its end as it can be.

    Whatever rules of another version make of an old record, a fault of theirs leaves it readable.
    """
    rules = rules_of(game)
    void = ledger.voided(entries)
    behind = ledger.behind(entries)
    standing = [p for p in positions if not any(kept < p.n < back for kept, back in behind)]
    ended = any(each.dispatch.kind == "ended" for n, each in told if n not in void)
    table = _first(lambda at: resumed(game, header, entries, told, at), reversed([None, *standing]))
    if table is not None:
        return TakenUp(table, FOLLOWED.format(rules, _place(table)))
    if not ended:
        table = _first(lambda at: _gone_back(game, header, entries, told, at), reversed([None, *standing]))
        if table is not None:
            return TakenUp(table, STRUCK.format(rules, _place(table)))
    return TakenUp(shelved(game, header, entries, told, standing), (OVER if ended else SHELVED).format(rules))


def _first(take: Callable[[Position | None], Table], places: Iterable[Position | None]) -> Table | None:
    """The first table that can be had from a place; None for none."""
    for at in places:
        with suppress(Exception):  # a Mismatch, or a fault of rules that never met such a record
            return take(at)
    return None


def _gone_back(game: Game, header: Header, entries: Sequence[Entry], told: Record, at: Position | None) -> Table:
    """The whole record taken up as it is, and a going back to the position on top of it."""
    table = Table(game, header, at)
    table.recall(entries, told)
    table.back(at.n if at else 0, APP)
    return table


def shelved(
    game: Game, header: Header, entries: Sequence[Entry], told: Record, positions: Sequence[Position]
) -> Shelved:
    """The table to be read alone: its last position, with what was told since as far as these rules can hear it."""
    last = positions[-1] if positions else None
    table = Shelved(game, header, last)
    void = ledger.voided(entries)
    for n, each in told:
        if n not in void and n > (last.n if last else -1):
            for audience in each.audiences:
                with suppress(Exception):  # a kind of dispatch that another version told otherwise
                    table.play.plots[audience].receive(each.dispatch)
    table.recall(entries, told)
    table.positions = list(positions) if table.over else []
    return table


def _place(table: Table) -> str:
    """The last turn that the table was taken up from, in the players' words."""
    name = table.positions[0].name if table.positions else "set-up"
    return table.game.place(table.play.plots[PUBLIC], name)
