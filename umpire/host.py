"""The host: the tables of this laptop, taken up from its disk as somebody comes, and let go when nobody does."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from threading import Lock

from umpire import codes, incoming
from umpire.games import GAMES
from umpire.in_play import Live, kept, new_nonce, now, os_dice, state_of
from umpire.rows import TableRow
from umpire.store import Store
from umpire.table import ledger, upgraded
from umpire.table.asks import JSON, Refusal
from umpire.table.ledger import Entry, Header
from umpire.table.plot import Dispatch
from umpire.table.replay import replayed
from umpire.table.script import Game, Position, Told
from umpire.table.table import Mismatch, Table
from umpire.troubles import StoreError

log = logging.getLogger("umpire")

IDLE_AFTER = 3600.0
"""Seconds after which a table that nobody looks at is let go, to be rebuilt when someone comes."""
TAKEN_OUT = "This table was written to a file. If it goes on from there on another laptop, do not go on here."


class NoSuchTable(Exception):
    """No table of that name is on this laptop."""


class Host:
    """All tables of this laptop, by code."""

    def __init__(self, store: Store, dice: Callable[[int], int] = os_dice) -> None:
        self.store = store
        self.dice = dice
        self._live: dict[str, Live] = {}
        self._lock = Lock()
        self._rows: dict[str, TableRow] = {}
        self.backup_soon: Callable[[], None] = lambda: None
        self.changed: Callable[[str], None] = lambda code: None
        """Called with a table's code when a page of it may look different; whoever listens waits for the reply."""

    # Tables.

    def row(self, code: str) -> TableRow:
        """A table's row; raises `NoSuchTable`."""
        if code not in self._rows:
            found = self.store.table(code)
            if found is None:
                raise NoSuchTable(code)
            self._rows[code] = found
        return self._rows[code]

    def live(self, code: str) -> Live:
        """The table of a code, rebuilt from its ledger if nobody has come for a while; raises `NoSuchTable`."""
        with self._lock:
            if code not in self._live:
                self.row(code)
                self._live[code] = Live(self, code)
            live = self._live[code]
            live.used = time.monotonic()
            self._let_idle_go()
        live.wake()
        return live

    def _let_idle_go(self) -> None:
        """Forget the scripts of tables nobody has looked at for a while: no page, no stream, no answer."""
        since = time.monotonic() - IDLE_AFTER
        for live in self._live.values():
            if live.used < since:
                live.let_go()

    def create(self, game: str, settings: Mapping[str, JSON], kit_id: str) -> str:
        """A new table on a kit that lacks nothing for set-up; its code. Raises `Refusal`."""
        rules = GAMES[game]
        kit = self.store.kit(kit_id)
        cells = kit.cells if kit else {}
        missing = rules.wanting(cells, settings)
        if missing:
            raise Refusal(missing[0])
        code = codes.new(self.store)
        salts = {audience: new_nonce() for audience in rules.audiences}
        self._keep(Table(rules, Header(game, rules.rules, code, cells, dict(settings), salts)), code, kit_id)
        return code

    def take_in(self, text: str) -> str:
        """Import a ledger as a table of its own; its code here. Raises `ledger.NotALedger`, `Mismatch`, `Refusal`."""
        game, head, entries = incoming.game_of(text)
        table = replayed(game, head, entries)
        code = codes.new(self.store, like=head.table)
        kit_id = f"{code.lower()}-{secrets.token_hex(3)}"
        self.store.save_kit(kit_id, head.game, f"From table {head.table}", {**head.kit, **table.truth.kit})
        self._keep(table, code, kit_id)
        return code

    def _keep(self, table: Table, code: str, kit_id: str) -> None:
        attended = bool(table.header.settings.get("umpire"))
        self.store.create_table(
            code, table.game.key, table.header.line(), attended=attended, kit_id=kit_id, created=now()
        )
        live = Live(self, code, new=table)
        with live.changing():
            pass  # nothing is entered by anybody, but what a new table opens on may be the app's to answer
        with self._lock:
            self._live[code] = live

    # From disk.

    def load(self, code: str) -> Table:
        """A table from its ledger, or from its last position when an upgrade has altered its past."""
        row = self.row(code)
        head = ledger.header(row.header)
        game = GAMES[head.game]
        entries = [ledger.entry(line) for line in self.store.entries(code)]
        try:
            return replayed(game, head, entries)
        except Mismatch as parted:
            # Where, and not what: the terminal may stand before a player.
            log.warning("table %s: these rules part from its ledger at entry %d", code, parted.n)
            return self._take_up(game, code, head, entries)

    def _take_up(self, game: Game, code: str, head: Header, entries: list[Entry]) -> Table:
        """Go on under these rules with a table that they read otherwise; how that is done is on the record."""
        told = [(t.n, Told(tuple(t.audiences), Dispatch(t.kind, t.facts, t.rule))) for t in self.store.told(code)]
        positions = [Position.read(n, name, text) for n, name, text in self.store.positions(code)]
        taken = upgraded.taken_up(game, head, entries, told, positions)
        try:
            self._write(code, taken.table, len(entries), len(told))
            if taken.news([notice.text for notice in self.store.notices(code)]):
                self.store.notice(code, f"t{taken.table.truth.played}", taken.words)
        except StoreError as error:
            log.warning("table %s: %s", code, error)
            return upgraded.shelved(game, head, entries, told, positions)
        return taken.table

    def _write(self, code: str, table: Table, entries: int, told: int) -> None:
        """Commit what a table entered as it was taken up: that it went back."""
        if len(table.entries) > entries:
            lines = [(entry.n, entry.line()) for entry in table.entries[entries:]]
            self.store.commit(code, lines, kept(table.told[told:]), [], state=state_of(table))

    # Kits.

    def kit_cells(self, code: str) -> Mapping[str, JSON]:
        """What the owner's kit of a table knows now."""
        kit = self.store.kit(self.row(code).kit_id or "")
        return kit.cells if kit else {}

    def learn(self, code: str, cells: Mapping[str, JSON]) -> None:
        """Keep printed values for the tables to come."""
        kit_id = self.row(code).kit_id
        try:
            if cells and kit_id and self.store.kit(kit_id):
                self.store.learn(kit_id, cells)
        except StoreError:
            log.warning("table %s: printed values were not kept in the kit", code)

    def taken_out(self, code: str) -> list[str]:
        """A table's ledger, to go on with elsewhere: who looks at a table at rest reads so, lest it be played twice."""
        live = self.live(code)
        lines = list(self.export(code))
        if live.table.truth.paused and (live.turn, TAKEN_OUT) not in [(n.at, n.text) for n in self.store.notices(code)]:
            self.store.notice(code, live.turn, TAKEN_OUT)
            live.touch()
        return lines

    def export(self, code: str) -> Iterator[str]:
        """A table's ledger, line by line."""
        table = self.live(code).table
        return ledger.write(table.header, table.entries)
