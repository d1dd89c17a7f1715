"""The proof a player can hold: a whole ledger checked from its first line, on a laptop that may never have seen the game.

Four things are tried. The rules, run over the answers, tell each audience what the ledger says it was told: then every
seal too, for the seals are among it, and each is made of the answers and their nonces. Every nonce is one, and used
once. Every search is answered again by a second function. And the fingerprints of all audiences, made anew, are those
that phones and paper hold: only they can show a ledger that somebody wrote anew from end to end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from umpire.table import ledger, seals
from umpire.table.ledger import Entry, Header
from umpire.table.script import Game, Reanswered, Told
from umpire.table.table import Mismatch, Table
from umpire.table.words import counted, listed

MOST_HELD = 5000
"""Lines of fingerprints that are read; a long game has some hundred."""


MOST_FAULTS = 5
"""Of those found, as many as are told one by one."""


class NotHeld(Exception):
    """A line that holds no fingerprint; the message says which and what one looks like."""


@dataclass(frozen=True)
class Held:
    """A fingerprint as a phone or a sheet of paper holds it."""

    audience: str
    turn: str
    """The name of the position at which the turn began: ``t9``."""
    digits: str


@dataclass(frozen=True)
class Proof:
    """What a check of a ledger found."""

    entries: int
    faults: Sequence[str]
    """What is wrong, in words, with the entry where it is; none for a ledger that holds."""
    sealed: int
    """Answers and unseen dice that a seal was told for, and that open to it."""
    seals: int
    open: int
    """Answers after the last seal, which nothing was told for."""
    fingerprints: Sequence[tuple[str, str, dict[str, str]]]
    """Each turn begun: its name, in words, and by audience the fingerprint then; last the end."""
    searches: Sequence[Reanswered]
    matched: int
    """Fingerprints held that are those of this ledger."""
    stood: Sequence[str] = ()
    """What was found to have been wrong, and let stand, in words."""
    notes: Sequence[str] = ()
    """What the check does not say, in words: how far it goes, and what it could not look at."""

    @property
    def holds(self) -> bool:
        return not self.faults

    @property
    def searched(self) -> str:
        """``214 of 214 searches answered true; 1 corrected on turn 9``."""
        true = sum(each.true for each in self.searches)
        words = f"{true} of {counted(len(self.searches), 'search', 'searches')} answered true"
        turns = [each.turn for each in self.searches if each.corrected]
        if turns:
            words += f"; {len(turns)} corrected on {listed(dict.fromkeys(turns))}"
        if self.stood:
            words += f"; {len(self.stood)} wrong and let stand"
        return words


END = "end"
"""The name under which the fingerprint at the end of a ledger goes."""


def held(text: str, audiences: Sequence[str]) -> list[Held]:
    """The fingerprints of a text, a line each: ``us t9 3f9a 12cd 88e0 b7c1``. Raises `NotHeld`."""
    text = text.lstrip("\ufeff")  # some editors put it first, and nobody sees it
    lines = [line.split() for line in text.lower().splitlines() if line.strip()]
    if len(lines) > MOST_HELD:
        raise NotHeld(f"These are more than {MOST_HELD} lines; a game has some hundred fingerprints.")
    made = []
    for number, words in enumerate(lines, 1):
        digits = "".join(words[2:])
        if len(digits) != seals.SHOWN_DIGITS or words[0] not in audiences or set(digits) - set("0123456789abcdef"):
            raise NotHeld(
                f"Line {number} is no fingerprint. One looks like “{audiences[0]} t9 3f9a 12cd 88e0 b7c1”: whose it is "
                f"({listed(audiences, 'or')}), the turn that began, and sixteen digits or letters from a to f."
            )
        made.append(Held(words[0], words[1], digits))
    return made


def prove(game: Game, header: Header, entries: Sequence[Entry], against: Iterable[Held] = ()) -> Proof:
    """Check a ledger from its first line, and against fingerprints that somebody holds.

    The file may come from anybody: where its values are such that the rules themselves fail, that is what it shows.
    """
    try:
        return _proved(game, header, entries, list(against))
    except Exception as fault:
        wrong = f"the heading: the rules cannot work with what it says ({type(fault).__name__})"
        return Proof(len(entries), [wrong], 0, 0, 0, [], [], 0)


def _proved(game: Game, header: Header, entries: Sequence[Entry], against: Sequence[Held]) -> Proof:
    table, faults = _followed(game, header, entries)
    faults += _unchecked(entries)
    opened: list[str] = []
    closed = private = 0
    if header.sealed:
        opened, closed = _opened(table)
        private = len(ledger.private(table.entries, game.sides))
        faults += [*_nonces(game, header, entries), *opened]
    matched, differ, notes = compared(table, against)
    searches = answered_again(table)
    untrue = [f"entry {s.n}: {s.what} on {s.turn} was not answered as it was" for s in searches if not s.true]
    return Proof(
        entries=len(entries),
        faults=[*faults, *untrue, *differ],
        sealed=closed,
        seals=sum(1 for _, each in table.told if each.dispatch.kind == "sealed"),
        open=private - closed,
        fingerprints=fingerprints(table),
        searches=searches,
        matched=matched,
        stood=[_stood(each) for _, each in table.standing if each.dispatch.kind == "let-stand"],
        notes=[*_notes(table, private - closed), *notes],
    )


def answered_again(table: Table) -> list[Reanswered]:
    """Every search, answered again; those too that were struck as the table went back, for they were heard."""
    made: dict[tuple[int, str], Reanswered] = {}
    for kept, back in ledger.behind(table.entries):
        void = ledger.voided(table.entries[: back - 1])
        then = [(n, each) for n, each in table.told if n < back and n not in void]
        struck = (each for each in table.game.searched_again(then) if each.n > kept)
        made |= {(each.n, each.what): each for each in struck}
    made |= {(each.n, each.what): each for each in table.game.searched_again(table.standing)}
    return sorted(made.values(), key=lambda each: each.n)


def _stood(told: Told) -> str:
    """What was let stand, as the umpire had it on the record."""
    facts = told.dispatch.facts
    came = f"{counted(facts['told'], 'thing')} told and {counted(facts['rested'], 'thing')} done by it"
    return f"should have been {facts['text']} ({facts['reason']}): found wrong and let stand, with {came}"


def fingerprints(table: Table) -> list[tuple[str, str, dict[str, str]]]:
    """The fingerprints of every audience as each turn began, and as they stand now."""
    audiences = table.game.audiences
    made = []
    for name, n in table.fingerprints.turns:
        after = {audience: table.fingerprints.after(n, audience) for audience in audiences}
        made.append((name, table.game.place(table.truth, name), after))
    return [*made, (END, "At the end", {audience: table.fingerprints.now.get(audience, "") for audience in audiences})]


def _notes(table: Table, unsealed: int) -> list[str]:
    """What whoever reads a proof should know of the table before he judges by it."""
    game, header = table.game, table.header
    made = [] if header.sealed else ["it was begun before answers were sealed, so there are no seals to open"]
    if header.rules != game.rules:
        made.append(f"it was begun under version {header.rules} of the rules; this app has version {game.rules}")
    if not table.over:
        last = table.fingerprints.turns[-1][0] if table.fingerprints.turns else ""
        made.append(f"the game is not over in it: it ends in {game.place(table.truth, last) if last else 'set-up'}")
    if unsealed and header.sealed:
        made.append(f"{counted(unsealed, 'answer')} after the last seal, which no seal binds")
    return made


def _followed(game: Game, header: Header, entries: Sequence[Entry]) -> tuple[Table, list[str]]:
    """The table as far as the rules follow its ledger, and where they part from it."""
    table = Table(game, header)
    for each in entries:
        try:
            table.follow([each])
        except Mismatch as parted:
            return table, [f"{parted}; nothing after it was checked"]
        except Exception as fault:
            return table, [
                f"entry {each.n}: the rules fail at it ({type(fault).__name__}); nothing after it was checked"
            ]
    return table, []


def _unchecked(entries: Sequence[Entry]) -> list[str]:
    """Without what was told there is nothing to check an entry against: whoever strips it hides something."""
    bare = [str(e.n) for e in entries if not e.checked]
    return (
        [f"{counted(len(bare), 'entry', 'entries')} (the first is {bare[0]}) say nothing of what was told"]
        if bare
        else []
    )


def _opened(table: Table) -> tuple[list[str], int]:
    """Every seal, made anew of the answers and nonces before it: what does not open, and how many answers were sealed."""
    faults, before, closed = [], 0, 0
    for n, each in table.told:
        if each.dispatch.kind == "sealed":
            private = ledger.private(table.entries[before:n], table.game.sides)
            agreed = [] if before else [seals.opening(table.header.line())]
            if seals.sealed(agreed + [e.committed() for e in private]) != each.dispatch.facts["seal"]:
                faults.append(f"entry {n}: its seal does not open")
            before, closed = n, closed + len(private)
    return faults, closed


def _nonces(game: Game, header: Header, entries: Sequence[Entry]) -> list[str]:
    """Each audience's fingerprint and each private answer has 128 bits of its own."""
    faults: list[str] = []
    salts = [header.salts.get(audience, "") for audience in game.audiences]
    if len(set(salts)) < len(salts) or not all(seals.is_nonce(each) for each in salts):
        faults.append("the heading: not every audience's fingerprint begins with 128 random bits of its own")
    seen = set(salts)
    for each in ledger.private(entries, game.sides):
        if not seals.is_nonce(each.nonce):
            faults.append(f"entry {each.n}: its commitment has no 128 random bits")
        elif each.nonce in seen:
            faults.append(f"entry {each.n}: its random bits were used before")
        seen.add(each.nonce)
    return faults


def compared(table: Table, against: Sequence[Held]) -> tuple[int, list[str], list[str]]:
    """Fingerprints held against a ledger's: how many are the same; those that are not, in words; and what to note.

    A fingerprint is a chain: where a later one of the same audience is the same, so were all before it, and one that
    is not was misread.
    """
    places = {given: _places(table, given) for given in against}
    same: set[Held] = set()
    furthest: dict[str, tuple[int, str]] = {}
    for given in against:
        at = max((n for n, link in places[given] if link.startswith(given.digits)), default=-1)
        if at >= 0:
            same.add(given)
            furthest[given.audience] = max(furthest.get(given.audience, (-1, "")), (at, given.turn))
    wrong, notes = [], []
    for given in against:
        if given in same:
            continue
        begun = [n for n, _ in places[given]]
        whose = f"the fingerprint {given.audience} holds of {given.turn}"
        if not begun:
            wrong.append(f"{whose} is of a turn this record does not come to")
        elif max(begun) < furthest.get(given.audience, (-1, ""))[0]:
            later = furthest[given.audience][1]
            notes.append(f"{whose} is misread or mistyped: the one of {later} is the same, and it covers all before it")
        else:
            wrong.append(f"{whose} is not this record’s")
    notes += [
        f"what {audience} holds vouches for all up to {turn}, and for nothing after it"
        for audience, (_, turn) in furthest.items()
        if turn != END
    ]
    return sum(given in same for given in against), wrong, notes


def _places(table: Table, given: Held) -> list[tuple[int, str]]:
    """Where in a ledger a turn began, each time, with the audience's fingerprint then."""
    if given.turn == END:
        return [(len(table.entries) + 1, table.fingerprints.now.get(given.audience, ""))]
    begun = [n for name, n in table.fingerprints.turns if name == given.turn]
    return [(n, table.fingerprints.after(n, given.audience)) for n in begun]


def first_of(faults: Sequence[str]) -> list[str]:
    """What is wrong, as far as anybody reads it: where the rules part from a ledger, much else follows from it."""
    more = len(faults) - MOST_FAULTS
    return [*faults[:MOST_FAULTS], *([f"and {more} more, which may come of the first"] if more > 0 else [])]


def findings(proof: Proof) -> list[str]:
    """What was checked, in words, a line each."""
    lines = []
    if proof.seals:
        private = counted(proof.sealed, "private answer and roll", "private answers and rolls")
        lines.append(f"{private} under {counted(proof.seals, 'seal')}")
    if proof.matched:
        lines.append(f"{counted(proof.matched, 'fingerprint')} held, and the same here")
    return [*lines, *([proof.searched] if proof.searches or proof.stood else []), *proof.stood]
