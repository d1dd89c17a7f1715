"""A table: its header, its ledger, and the script run over them.

State is never stored: it is the script run over the entries. Whatever is done to a table is an
entry; replay, crash recovery and going back are the same run with more or fewer of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from umpire.table import goback, ledger, seals
from umpire.table.asks import ACTED_ON, JSON, PUBLIC_PARTIES, TABLE, Ask, Chance, Refusal
from umpire.table.checks import check
from umpire.table.ledger import Entry, Header, back_to, behind, fallen, voided
from umpire.table.motions import AGREED, CONCEDE, CORRECT, END, GO_BACK, Motions
from umpire.table.plot import UMPIRE, Dispatch, Plot
from umpire.table.script import Asks, Game, Maker, Play, Position, Steps, Told
from umpire.table.words import canonical, copy, digest_of
from umpire.table.wrong import Contamination, Wrong


class Mismatch(Exception):
    """A ledger that these rules do not follow: `n` is the entry at which they part."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(f"entry {n}: {why}")
        self.n = n


@dataclass(frozen=True)
class Hand:
    """Who gives an answer: by which hand, from which phone, and for whom it is said to be given."""

    by: str
    seat: int | None = None
    who: str = ""


APP = Hand("app", None, "app")


class Table:
    """One game being played."""

    def __init__(self, game: Game, header: Header, base: Position | None = None) -> None:
        self._base = base
        self.game = game
        self.header = header
        self.entries: list[Entry] = []
        self.told: list[tuple[int, Told]] = []
        self.positions: list[Position] = []
        self.apart: list[int] = []
        """The entries that sides answered, struck ones among them."""
        self.offered: dict[str, list[int]] = {}
        self.motions = Motions(lambda: self.play, self.turns)
        self.void: set[int] = set()
        self.nonces: Callable[[], str] = str
        """Where the random bits come from under which answers are committed to; whoever hosts the table brings them."""
        self.fingerprints = seals.Fingerprints(header.salts)
        self._unsealed = ledger.unsealed(header, [], game.sides)
        """Commitments since the last seal."""
        self._heard_at: dict[int, dict[str, int]] = {}
        self._begin()

    # What stands now.

    @property
    def over(self) -> bool:
        return not self.asks

    @property
    def truth(self) -> Any:
        return self.play.truth

    def ask_of(self, party: str) -> Ask | None:
        """What is asked of a party now, locked or not."""
        return self.asks.get(party)

    def public_ask(self) -> tuple[str, Ask] | None:
        """The ask that anybody at the table may answer, if there is one."""
        return next(((p, self.asks[p]) for p in PUBLIC_PARTIES if p in self.asks), None)

    def presence(self) -> dict[str, str]:
        """For each side whether it is asked, has locked, or waits; known to everybody."""
        stands = {**dict.fromkeys(self.asks, "asked"), **dict.fromkeys(self.locks, "locked")}
        return {side: stands.get(side, "waits") for side in self.game.sides}

    @property
    def standing(self) -> list[tuple[int, Told]]:
        """What was told and is not struck."""
        return [(n, each) for n, each in self.told if n not in self.void]

    @property
    def mending(self) -> str:
        """The name under which the past is next mended; it makes a second post the same post."""
        return f"set/{self.truth.times('corrected', 'let-stand', 'back')}"

    def may_go_back(self, n: int) -> bool:
        """Whether entry `n` stands, and is not before what this table was taken up from."""
        base = self._base.n if self._base is not None else 0
        return base <= n < len(self.entries) and n not in self.void

    def turns(self) -> dict[str, int]:
        """The positions that may be gone back to, by name, in the order of play (see `goback`)."""
        return goback.turns(self)

    def report(self, wrong: Wrong) -> Contamination:
        """What came of a wrong fact; raises `Refusal` when it cannot have been so."""
        return self.game.contamination(self.standing, wrong)

    # What may be done.

    def answer(self, party: str, ask: str, value: JSON, hand: Hand, *, sure: bool = False) -> Entry | None:
        """Enter a party's answer. None when the very same answer is entered already.

        Raises `Refusal` (for the giver alone) or `Challenge`.
        """
        if self._repeats(ask, party, value):
            return None
        asked = self.asks.get(party)
        if asked is None or asked.name != ask:
            self.in_play()
            raise Refusal("That has been answered already; here is what is asked now.")
        entry = self._entry(ask, party, value, hand, sure=sure)
        check(self, entry)
        return self._enter(entry)

    def withdraw(self, party: str, ask: str, hand: Hand) -> Entry | None:
        """Take back a lock while its step is still open. None when it is withdrawn already."""
        asked = self.asks.get(party)
        open_still = asked is not None and asked.name == ask and party not in ACTED_ON
        if open_still and party not in self.locks:
            return None
        entry = self._entry(ask, party, self.locked_at(party, ask), hand, do=ledger.WITHDRAW)
        check(self, entry)
        return self._enter(entry)

    def locked_at(self, party: str, ask: str) -> int:
        """The entry that locked an ask which is still open; 0 for none."""
        asked = self.asks.get(party)
        if asked is None or asked.name != ask or party not in self.locks:
            return 0
        return max(e.n for e in self.entries if e.ask == ask and e.party == party and e.do == ledger.ANSWER)

    def set_right(self, fact: str, value: JSON, reason: str, hand: Hand, *, name: str) -> Entry | None:
        """Set a listed fact right from now on; raises `Refusal` when it cannot be so."""
        said = {"fact": fact, "value": value, "reason": reason}
        if self._repeats(name, UMPIRE, said):
            return None
        return self._mend(name, said, hand, ledger.SET)

    def let_stand(self, wrong: Wrong, reason: str, hand: Hand, *, name: str) -> Entry | None:
        """Put on the record that something was wrong, what had come of it, and that it stands; changes nothing."""
        said = {"fact": wrong.fact, "value": wrong.value, "since": wrong.since, "until": wrong.until, "reason": reason}
        before = [e.value for e in self.entries if e.ask == name and e.do == ledger.STAND]
        if before and canonical({key: before[-1][key] for key in said}) == canonical(said):
            return None
        report = self.report(wrong)
        size = {"told": len(report.told), "rested": len(report.rested)}
        return self._mend(name, {**said, **size}, hand, ledger.STAND)

    def _mend(self, name: str, said: JSON, hand: Hand, do: str) -> Entry:
        if name != self.mending:
            raise Refusal("The record was mended meanwhile; look again first.")
        entry = self._entry(name, UMPIRE, said, hand, do=do)
        check(self, entry)
        return self._enter(entry)

    def move(
        self, party: str, motion: str, say: str, hand: Hand, *, name: str, text: str = "", value: JSON = None
    ) -> Entry | None:
        """Enter a word on a motion; None when it is entered already. Raises `Refusal`."""
        said = {"motion": motion, "say": say, "text": text, "value": value}
        if self._repeats(name, party, said):
            return None
        if name != self.motions.name:
            raise Refusal("Something was moved meanwhile; look again first.")
        entry = self._entry(name, party, said, hand, do=ledger.MOTION)
        check(self, entry)
        to = self._gone_back_to(say, value) if motion == GO_BACK.name else None
        entry = self._enter(entry)
        if to is not None:
            self.back(to, hand)
        return entry

    def _gone_back_to(self, say: str, value: JSON) -> int | None:
        """The entry that a word on going back carries the table to; None for a word that carries nothing."""
        if self.motions.alone:
            return self.turns()[value["to"]]
        return self.turns()[self.truth.motions[GO_BACK.name]["to"]] if say == AGREED else None

    def back(self, n: int, hand: Hand) -> Entry:
        """Go back to just after entry `n`; what came after is struck, never removed."""
        return self._mend(self.mending, n, hand, ledger.BACK)

    def back_from(self, n: int, wrong: Wrong, reason: str, hand: Hand, *, name: str, seen: int) -> Entry | None:
        """Go back for something that was wrong. `seen` is how many entries there were when it was looked at."""
        said = {"to": n, "fact": wrong.fact, "value": wrong.value, "reason": reason}
        if self._repeats(name, UMPIRE, said):
            return None
        if seen != len(self.entries):
            raise Refusal("Play has gone on meanwhile; look again at what would be struck.")
        return self._mend(name, said, hand, ledger.BACK)

    def follow(self, entries: Iterable[Entry]) -> None:
        """Run a ledger's entries; raises `Mismatch` where these rules do not follow it."""
        for each in entries:
            self._follow(each)

    # How it is done.

    def _entry(
        self, ask: str, party: str, value: JSON, hand: Hand, *, do: str = ledger.ANSWER, sure: bool = False
    ) -> Entry:
        entry = Entry(
            len(self.entries) + 1, ask, party, hand.by, copy(value), do=do, seat=hand.seat, who=hand.who, sure=sure
        )
        binds = do == ledger.MOTION or bool(ledger.private([entry], self.game.sides))
        return replace(entry, nonce=self.nonces()) if self.header.sealed and binds else entry

    def _repeats(self, ask: str, party: str, value: JSON) -> bool:
        """Whether this is the latest entry of that name and party over again."""
        asked = self.asks.get(party)
        if asked is not None and asked.name == ask:
            return party in self.locks and canonical(self.locks[party]) == canonical(value)
        for each in reversed(self.entries):
            # The name of a word on a motion never comes again, and the word may have struck itself: going back.
            if each.ask == ask and each.party == party and (each.n not in self.void or each.do == ledger.MOTION):
                return each.do != ledger.WITHDRAW and canonical(each.value) == canonical(value)
        return False

    def in_play(self) -> None:
        """Raises `Refusal` while the table rests."""
        if self.truth.paused:
            raise Refusal("The table rests. Take it up again first; what you typed is kept.")

    def _begin(self) -> None:
        plots: dict[str, Plot] = {a: self.game.plot(a) for a in self.game.audiences}
        self.play = Play(self.game, self.header, plots)
        self.asks: Asks = {}
        self.locks: dict[str, JSON] = {}
        if self._base is not None:
            for audience, plot in plots.items():
                plot.load(self._base.plots[audience].state())
        self._take_up()
        if self._base is None:
            self._gather(0)
        else:
            # The mark and the words that open the turn were told with the entry before it.
            self.play.told, self.play.marks = [], []

    def _take_up(self) -> None:
        self._script: Steps[None] = self.game.script(self.play)
        self._put(next(self._script, None))

    def _put(self, maker: Maker | None) -> None:
        self._maker = maker
        self.asks = maker() if maker else {}
        self.locks = {}

    def _enter(self, entry: Entry) -> Entry:
        self._apply(entry)
        told = self._gather(entry.n)
        if told != entry.told:  # a replay's entry says so already
            entry = replace(entry, told=told)
        self._append(entry)
        return entry

    def _append(self, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.do == ledger.ANSWER and entry.party in self.game.sides:
            self.apart.append(entry.n)

    def _gather(self, n: int) -> dict[str, str]:
        """Collect what an entry led to; the digest an audience of what it was told."""
        if self.game.one_voice and n and self._turn_is_over():
            self._seal()  # no step is put to every side: not answer by answer
        news, self.play.told = self.play.told, []
        self.told += [(n, each) for each in news]
        marks, self.play.marks = self.play.marks, []
        self.positions += [Position(n, name, plots) for name, plots in marks]
        self.fingerprints.turns += [(name, n) for name, _ in marks]
        self._heard_at[n] = {audience: len(plot.heard) for audience, plot in self.play.plots.items()}
        heard = self._texts(news)
        self.fingerprints.heard(n, heard)
        return {audience: digest_of(texts) for audience, texts in heard.items()}

    def _turn_is_over(self) -> bool:
        """Whether what was just entered led to another turn, which may have several positions, or to the end."""
        was = self.positions[-1].name if self.positions else ""
        now = self.play.marks[-1][0] if self.play.marks else was
        return self.over or now.partition("/")[0] != was.partition("/")[0]

    def _texts(self, news: Iterable[Told]) -> dict[str, list[str]]:
        """For each audience what it heard, as canonical texts."""
        heard: dict[str, list[str]] = {}
        for each in news:
            text = self._text(each.dispatch)
            for audience in each.audiences:
                heard.setdefault(audience, []).append(text)
        return heard

    def _text(self, said: Dispatch) -> str:
        """A dispatch as the rules told it that the table was begun under, as canonical text."""
        facts = said.text
        if self.header.rules != self.game.rules:
            facts = canonical(self.game.as_told(said.kind, said.own_facts(), self.header.rules))
        return f"[{canonical(said.kind)},{facts},{canonical(said.rule)}]"

    def _apply(self, entry: Entry) -> None:
        if self.header.sealed and ledger.private([entry], self.game.sides):
            self._unsealed.append(entry.committed())
        if entry.do == ledger.ANSWER:
            self._lock(entry)
        elif entry.do == ledger.WITHDRAW:
            self.locks.pop(entry.party, None)
            self.void.add(entry.value)
        elif entry.do == ledger.SET:
            self.correct(entry.value)
        elif entry.do == ledger.STAND:
            self.play.tell(UMPIRE, "let-stand", **entry.value, text=self._in_words(entry.value))
        elif entry.do == ledger.MOTION:
            self._move(entry)
        else:
            self._go_back(entry.value)

    def _lock(self, entry: Entry) -> None:
        self.locks[entry.party] = entry.value
        self.play.givers[entry.party] = entry.who or entry.by
        self._go_on()

    def _go_on(self) -> None:
        """Hand the answers to the script, once the last party has locked."""
        if self.asks and set(self.locks) == set(self.asks):
            answers = {party: copy(self.locks[party]) for party in self.asks}
            self.play.asked = self.asks
            if len(self.game.sides) > 1 and set(self.game.sides) <= set(self.asks):
                self._seal()
            try:
                self._put(self._script.send(answers))
            except StopIteration:
                self._put(None)

    def _seal(self) -> None:
        """All hear one hash over whatever was committed to since the last: as a step closes that was put to every side.

        Steps put to one side alone, and unseen dice, wait for the next such step: that there were any is told by nothing.
        """
        if self._unsealed:
            self.play.tell(self.play.all, "sealed", seal=seals.sealed(self._unsealed))
            self._unsealed = []

    def correct(self, said: JSON, by: str = UMPIRE) -> None:
        """Set right, tell everybody that something was, and put the open asks again.

        What a side moved may be possible no longer when the other says yes; only the mover hears so.
        """
        try:
            self.game.correct(self.play, said["fact"], said["value"], said["reason"])
        except Refusal as refusal:
            self.play.tell(self.play.all if by == TABLE else by, "not-set", side=by, text=refusal.text)
        self.play.tell(self.play.all, "corrected")
        if self._maker is None:
            return
        before, locks = self.asks, self.locks
        self._put(self._maker)
        self.locks = {
            party: value
            for party, value in locks.items()
            if party in self.asks and self.asks[party].signature() == before[party].signature()
        }
        self._go_on()

    def _move(self, entry: Entry) -> None:
        """A word on a motion, and what the motion does when it is carried."""
        moved = self.truth.motions.get(entry.value["motion"], {"value": entry.value["value"], "by": entry.party})
        carried = self.motions.apply(entry)
        if carried is CORRECT:
            self.correct(moved["value"], moved["by"])
        elif carried in (CONCEDE, END):
            self.game.ended(self.play, carried.name, entry.party, entry.value["text"])
            self._script.close()
            self._put(None)
            if entry.nonce:  # words on motions were not always committed to
                self._seal()

    def _in_words(self, wrong: JSON) -> str:
        """``Kaga, zone: C-3-F``."""
        labels = {fact.key: fact.label for fact in self.game.doubtful(self.truth)}
        return f"{labels.get(wrong['fact'], wrong['fact'])}: {wrong['value']}"

    def _go_back(self, value: JSON) -> None:
        n = back_to(value) or 0
        why = {**value, "text": self._in_words(value)} if isinstance(value, dict) else None
        heard = {audience: plot.heard for audience, plot in self.play.plots.items()}
        kept_to = self._heard_at[n]
        self.void = voided(self.entries[:n]) | {each.n for each in self.entries[n:]}
        self.offered |= fallen(self.entries[n:])
        self._run_again(n)
        for audience, plot in self.play.plots.items():
            whole = heard[audience]
            plot.heard = whole[: kept_to[audience]] + [d.again(struck=True) for d in whole[kept_to[audience] :]]
        self.play.tell(self.play.all, "back", to=next(iter(self.asks.values())).name if self.asks else "")
        if why is not None:
            told = {key: why[key] for key in ("fact", "value", "text", "reason")}
            self.play.tell(UMPIRE, "back-why", **told)

    def _run_again(self, n: int) -> None:
        """The script over the entries up to `n` that still count; the ledger and its record stay as they are."""
        counted = (ledger.ANSWER, ledger.SET, ledger.STAND, ledger.MOTION)
        kept = [e for e in self.entries[:n] if e.n not in self.void and e.do in counted]
        positions = [p for p in self.positions if p.n <= n]
        record = (self.entries, self.told, positions, self._heard_at, self.fingerprints, self._unsealed)
        self.entries, self.told, self.positions, self._heard_at = [], [], [], {}
        self.fingerprints, self._unsealed = seals.Fingerprints({}), []
        if self._base is not None and self._base.n > n:
            self._base = None
        self._begin()
        for each in kept:
            if self._base is None or each.n > self._base.n:
                self._apply(each)
                self._gather(each.n)
        self.entries, self.told, self.positions, self._heard_at, self.fingerprints, self._unsealed = record

    def recall(self, entries: Sequence[Entry], told: Sequence[tuple[int, Told]]) -> None:
        """Take up a record as it is, struck where the table went back; what stands now is what it was begun on."""
        n = len(entries)
        self.entries, self.told, self.void = list(entries), list(told), voided(entries)
        self.apart = [e.n for e in entries if e.do == ledger.ANSWER and e.party in self.game.sides]
        self.fingerprints = seals.Fingerprints(self.header.salts)
        if self._base is not None:
            self.positions = [self._base]
            self.fingerprints.turns = [(self._base.name, self._base.n)]
        for kept, back in behind(entries):
            self.offered |= fallen(entries[kept : back - 1])
        backs = behind(self.entries)
        said: dict[int, list[Told]] = {}
        for after, each in self.told:
            said.setdefault(after, []).append(each)
        for plot in self.play.plots.values():
            plot.heard = []
        for after in range(n + 1):
            struck = any(kept < after < back for kept, back in backs)
            self.fingerprints.heard(after, self._texts(said.get(after, ())))
            for each in said.get(after, ()):
                for audience in each.audiences:
                    self.play.plots[audience].heard.append(each.dispatch.again(struck=struck))
            self._heard_at[after] = {audience: len(plot.heard) for audience, plot in self.play.plots.items()}
        seal = max((after for after, each in self.told if each.dispatch.kind == "sealed"), default=0)
        self._unsealed = ledger.unsealed(self.header, self.entries[:n], self.game.sides, seal)

    def offer(self, roll: Chance) -> list[JSON] | None:
        """What fell for a roll of this name before the table went back, where it can fall so again."""
        faces = self.offered.get(roll.name)
        return list(faces) if faces is not None and roll.may_fall(faces) else None

    def _fell(self, roll: Chance) -> Mapping[str, JSON]:
        """What was told of a roll when it last fell; empty if it never did."""
        if roll.name not in self.offered:
            return {}
        told = (each.dispatch for _, each in reversed(self.told))
        return next((d.facts for d in told if d.kind == "roll" and d.facts["ask"] == roll.name), {})

    def same_hand(self, roll: Chance) -> bool:
        """Whether each die of a roll decides what it decided when the roll last fell."""
        return bool(self._fell(roll).get("dice") == roll.named)

    def reader(self, roll: Chance) -> str:
        """Who read a roll when it last fell."""
        return str(self._fell(roll).get("by", "app"))

    def _follow(self, entry: Entry) -> None:
        if entry.do == ledger.ANSWER:
            asked = self.asks.get(entry.party)
            if asked is None or asked.name != entry.ask:
                now = ", ".join(sorted(a.name for a in self.asks.values())) or "nothing"
                raise Mismatch(entry.n, f"it answers {entry.ask}, and what is asked there is {now}")
        try:
            check(self, entry)
            made = self._enter(entry)
        except Refusal as refusal:
            raise Mismatch(entry.n, f"the rules refuse {entry.ask}: {refusal.text}") from None
        if entry.checked and made.told != entry.told:
            wrong = sorted(a for a in {*made.told, *entry.told} if made.told.get(a) != entry.told.get(a))
            raise Mismatch(
                entry.n, f"after {entry.ask} other things are told to {', '.join(wrong)} than were told then"
            )
