"""A table in play: its lock, what the app answers at it, and what is kept of it.

Commit to disk, then reply, then notify: whatever a block of `Live.changing` enters is on disk when the
block is left, or the table is as if it had not been entered.
"""

from __future__ import annotations

import logging
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count, takewhile
from threading import RLock
from typing import TYPE_CHECKING

from umpire import rows
from umpire.rows import TableRow
from umpire.table import ledger
from umpire.table.asks import CHART, DICE, JSON, PRIVATE, Ask, Chance, Refusal
from umpire.table.charts import Cells
from umpire.table.ledger import Entry
from umpire.table.motions import AGREED, DECLINED, waits_for
from umpire.table.plot import Dispatch
from umpire.table.script import Told
from umpire.table.seals import NONCE_DIGITS
from umpire.table.table import APP, Hand, Table
from umpire.table.words import trace
from umpire.troubles import StoreError

if TYPE_CHECKING:
    from umpire.host import Host

SECRETS = "Nobody umpires this table, and its file holds both sides’ secrets: rest the table first."
KEEPS = "Each side keeps something for itself at this table: its file is here when the game is over."
log = logging.getLogger("umpire")


class Fault(Exception):
    """The app tripped over itself; nothing was changed."""


_stamps = count(1)
"""One count for all tables: a table that was let go and taken up again is never drawn from an old page."""


def now() -> str:
    """This moment on the laptop's clock, for records people read; no rule depends on it."""
    return datetime.now().strftime("%Y-%m-%d %H:%M")


def new_nonce() -> str:
    """The random bits under which one answer is committed to."""
    return secrets.token_hex(NONCE_DIGITS // 2)


def os_dice(sides: int) -> int:
    """One die from the operating system's randomness."""
    return secrets.randbelow(sides) + 1


@dataclass(frozen=True)
class Refused:
    """A refusal as its viewer's page shows it: what it is about, and what was asked of him then."""

    about: str
    text: str
    rule: str
    doubted: bool
    """Whether saying it again would do."""
    asked: str


class Live:
    """One table in play. `lock` is held from check to commit, and while a page is drawn.

    There is one of it a table for as long as the program runs, so that whoever holds it across a long sleep
    of the laptop holds the table as it stands. Only its script is let go.
    """

    def __init__(self, host: Host, code: str, new: Table | None = None) -> None:
        self.host = host
        self.code = code
        self._table = None if new is None else with_nonces(new)
        self.lock = RLock()
        self.used = time.monotonic()
        self.nudges: dict[str, str] = {}
        """By side, the name of the ask the umpire is waiting for."""
        self.refusals: dict[str, Refused] = {}
        """By viewer, its last refusal; nothing that another side does takes it off the page."""
        self.stamp = next(_stamps)
        """Moves whenever any page of this table may look different; never shown to anybody."""
        self._new = new is not None
        self._saved = (0, 0)

    @property
    def table(self) -> Table:
        """The table as it stands; taken up from its ledger if its script was let go."""
        return self._table or self.wake()

    def wake(self) -> Table:
        """Take the table up from its ledger, if its script was let go; raises `Fault` when that cannot be."""
        with self.lock:
            if self._table is None:
                self._rebuild()
                self._settle()
            assert self._table is not None
            return self._table

    def let_go(self) -> None:
        """Forget the script, unless somebody is at the table just now."""
        if self.lock.acquire(blocking=False):
            self._table = None
            self.lock.release()

    @property
    def row(self) -> TableRow:
        return self.host.row(self.code)

    @property
    def attended(self) -> bool:
        return bool(self.table.header.settings.get("umpire"))

    @property
    def commanded(self) -> tuple[str, ...]:
        """The sides the app plays."""
        return self.table.game.commanded(self.table.header.settings)

    @property
    def seated(self) -> tuple[str, ...]:
        """The sides a phone may take."""
        return self.table.game.seated(self.table.header.settings)

    @property
    def stays(self) -> str:
        """Why the whole ledger may not be taken out; empty with an umpire, and once the table rests or is over.

        At a shared table nobody's yes is needed to rest: where a side keeps anything there it stays until the end.
        """
        table = self.table
        if self.attended or table.over or not table.game.keeps(table.header.settings):
            return ""
        if table.game.shared:
            return KEEPS
        return "" if table.truth.paused else SECRETS

    @property
    def turn(self) -> str:
        """The turn, as notices name it."""
        return f"t{self.table.truth.played}"

    def _marks(self) -> tuple[int, int]:
        return len(self.table.entries), len(self.table.told)

    def touch(self) -> None:
        """Something a page shows has changed that is no entry: a draft, a nudge, a refusal, a phone."""
        with self.lock:
            self.stamp = next(_stamps)
            self.host.changed(self.code)

    @contextmanager
    def changing(self) -> Iterator[Table]:
        """The table to change; what was entered is committed as the block ends.

        Raises `Refusal` as the block did, `StoreError` when the disk would not take it, and `Fault`
        for a fault of ours; after any of them the table is as it was.
        """
        with self.lock:
            try:
                yield self.table
                self._answer_for_the_app()
                self._commit()
            except Refusal:
                if self._marks() != self._saved:
                    self._rebuild()
                raise
            except StoreError:
                self._rebuild()
                raise
            except Exception as fault:
                log.error("table %s: rebuilt after a fault\n%s", self.code, trace(fault))
                self._rebuild()
                raise Fault("The app tripped over that. Nothing was changed; the table goes on as it was.") from fault

    def _settle(self) -> None:
        """Do what waits for the app alone at a table just taken up; a fault in it is met again at the next change."""
        if self._asked_of_the_app() is None and self._moved_to_the_app() is None:
            return
        try:
            with self.changing():
                pass
        except (Fault, StoreError) as fault:
            log.error("table %s: the app's part waits: %s", self.code, fault)

    def _asked_of_the_app(self) -> tuple[str, Ask] | None:
        """What waits for the app alone: dice that only one side hears of, or an answer of a side it plays."""
        table = self.table
        if table.truth.paused:
            return None
        parties = (PRIVATE, *table.game.unprompted(table.header.settings), *self.commanded)
        return next(((p, table.asks[p]) for p in parties if p in table.asks and p not in table.locks), None)

    def _moved_to_the_app(self) -> tuple[str, str] | None:
        """A side that the app plays, and a motion of the other, or its ruling, that waits for this one's yes."""
        if self.attended:
            return None
        moved = self.table.truth.motions
        waits = ((side, name) for side in self.commanded for name in moved if waits_for(side, name, moved[name]))
        return next(waits, None)

    def _answer_for_the_app(self) -> None:
        """Answer what is the app's to answer, one thing after another, until nothing more is."""
        self._answer_known_cells()
        while True:
            moved, asked = self._moved_to_the_app(), self._asked_of_the_app()
            if moved is not None:
                self._agree_as_the_app(*moved)
            elif asked is not None:
                self._answer_as_the_app(*asked)
            else:
                return
            self._answer_known_cells()

    def _agree_as_the_app(self, side: str, motion: str) -> None:
        """Yes, whatever is moved: the app judges no motion. No where it can be so no longer."""
        table = self.table
        try:
            table.move(side, motion, AGREED, APP, name=table.motions.name)
        except Refusal:
            table.move(side, motion, DECLINED, APP, name=table.motions.name)

    def _answer_as_the_app(self, party: str, ask: Ask) -> None:
        try:
            value = self._fallen_or_rolled(ask) if isinstance(ask, Chance) else self._commanded(party, ask)
            self.table.answer(party, ask.name, value, APP, sure=True)
        except Refusal as refusal:
            # Whoever brought the table here did nothing wrong: it is a fault of ours, and no refusal to him.
            raise RuntimeError(f"the app's own answer to {ask.name} was refused") from refusal

    def _commanded(self, side: str, ask: Ask) -> JSON:
        """What the game commands; where that fails, some legal answer, so that the table never stops for it."""
        try:
            value = self.table.game.command(self.table.play.plot(side), ask)
            ask.validate(value, sure=True)
        except Exception as fault:
            log.error("table %s: %s answered by lot after a fault\n%s", self.code, ask.name, trace(fault))
            return ask.sample(random.Random(ask.name))
        return value

    def _fallen_or_rolled(self, roll: Chance) -> list[JSON]:
        """What fell before the table went back, else what falls now."""
        return self.table.offer(roll) or roll.fall(self.host.dice)

    def _answer_known_cells(self) -> None:
        """Blank cells that this owner's kit has learnt meanwhile are not asked again."""
        while isinstance(asked := self.table.ask_of(CHART), Cells):
            kit = self.host.kit_cells(self.code)
            wanted = [cell.key for cell in asked.cells]
            if asked.name in self._taken_back():
                return
            if not all(key in kit for key in wanted):
                return
            try:
                self.table.answer(CHART, asked.name, {key: kit[key] for key in wanted}, APP, sure=True)
            except Refusal:
                return

    def _taken_back(self) -> set[str]:
        """Printed values that were read off here and taken back: the kit has learnt what was wrong."""
        return {e.ask for e in self.table.entries if e.party == CHART and e.n in self.table.void}

    def _commit(self) -> None:
        entries, told = self._saved
        if self._marks() == self._saved and not self._new:
            return
        table = self.table
        new = list(takewhile(lambda p: p.n > entries or self._new, reversed(table.positions)))[::-1]
        self.host.store.commit(
            self.code,
            [(entry.n, entry.line()) for entry in table.entries[entries:]],
            kept(table.told[told:]),
            [(p.n, p.name, p.text) for p in new],
            state=state_of(table),
        )
        self._learn(table.entries[entries:], [each.dispatch for _, each in table.told[told:]])
        new_turn = any(p.n > entries for p in new)
        self._new = False
        self.touch()
        self._saved = self._marks()
        for fault in table.play.faults:
            log.error("table %s: entered by hand after a fault\n%s", self.code, fault)
        table.play.faults.clear()
        if new_turn:
            self.host.backup_soon()

    def _learn(self, entries: Sequence[Entry], told: Sequence[Dispatch]) -> None:
        """Printed values read off at this table, and set right at it, are kept in its owner's kit."""
        right = [said.facts["fact"] for said in told if said.kind == "set-right"]
        keys = [fact.removeprefix("kit/") for fact in right if fact.startswith("kit/")]
        kit = self.table.truth.kit
        self.host.learn(self.code, {key: kit[key] for key in keys if key in kit and self._printed(key)})
        for each in entries:
            if each.party == CHART and each.do == ledger.ANSWER and each.by != "app":
                self.host.learn(self.code, {key: value for key, value in each.value.items() if self._printed(key)})

    def _printed(self, key: str) -> bool:
        try:
            self.table.game.cell(key, self.table.truth.kit)
        except KeyError:
            return False
        return True

    def _rebuild(self) -> None:
        self._table = with_nonces(self.host.load(self.code))
        self._saved = self._marks()
        self.touch()

    def may_roll_anew(self, hand: Hand, roll: Chance) -> bool:
        """Whether dice that fell before the table went back may be cast aside: the hand is another, or the umpire says so."""
        return hand.by == "umpire" or not self.table.same_hand(roll)

    def check_fallen(self, hand: Hand, roll: Chance, faces: Sequence[JSON]) -> None:
        """Raises `Refusal` for other dice where those that fell before the table went back must stand."""
        fell = self.table.offer(roll)
        if fell is not None and list(faces) != fell and not self.may_roll_anew(hand, roll):
            shown = " ".join(str(face) for face in fell)
            raise Refusal(f"These dice fell before the table went back: {shown}. They stand.")

    def roll_for_us(self, hand: Hand, ask: str, *, anew: bool = False) -> None:
        """The app rolls what is to be rolled; dice that fell before the table went back are taken again.

        They are taken in the name of who read them then. With `anew` the app rolls others, where it may.
        """
        with self.changing() as table:
            roll = table.ask_of(DICE)
            if not isinstance(roll, Chance) or roll.name != ask:
                if any((e.party, e.ask, e.by, e.seat) == (DICE, ask, "app", hand.seat) for e in table.entries):
                    return
                raise Refusal("These dice have been read already.")
            fell = None if anew and self.may_roll_anew(hand, roll) else table.offer(roll)
            faces = fell or roll.fall(self.host.dice)
            table.answer(DICE, ask, faces, Hand("app", hand.seat, table.reader(roll) if fell else "app"))


def with_nonces(table: Table) -> Table:
    """The table, with this laptop's random bits to commit to its answers."""
    table.nonces = new_nonce
    return table


def kept(told: Sequence[tuple[int, Told]]) -> list[rows.Told]:
    """What was told, as it is kept."""
    said = ((n, each.audiences, each.dispatch) for n, each in told)
    return [rows.Told(n, audiences, d.kind, d.text, d.rule) for n, audiences, d in said]


def state_of(table: Table) -> str:
    if table.over:
        return "over"
    return "paused" if table.truth.paused else "open"
