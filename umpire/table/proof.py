"""The proof a player can hold: a whole ledger checked from its first line, on a laptop that may never have seen the game.

Four things are tried. The rules, run over the answers, tell each audience what the ledger says it was told: then every
seal too, for the seals are among it, and each is made of the answers and their nonces. Every nonce is one, and used
once. Every search is answered again by a second function. And the fingerprints of all audiences, made anew, are those
that phones and paper hold: only they can show a ledger that somebody wrote anew from end to end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from umpire.table import ledger, seals
from umpire.table.ledger import Entry, Header
from umpire.table.script import Game, Reanswered
from umpire.table.table import Mismatch, Table
from umpire.table.words import counted, listed

MOST_HELD = 5000
"""Lines of fingerprints that are read; a long game has some hundred."""


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
    """Answers since the last seal, which nothing was told for yet."""
    fingerprints: Sequence[tuple[str, str, dict[str, str]]]
    """Each turn begun: its name, in words, and by audience the fingerprint then; last the end."""
    searches: Sequence[Reanswered]
    matched: int
    """Fingerprints held that are those of this ledger."""
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def holds(self) -> bool:
        return not self.faults

    @property
    def searched(self) -> str:
        """``214 of 214 searches answered true; 1 corrected on turn 9``."""
        true = sum(each.true for each in self.searches)
        words = f"{true} of {counted(len(self.searches), 'search', 'searches')} answered true"
        turns = [each.turn for each in self.searches if each.corrected]
        if not turns:
            return words
        return f"{words}; {len(turns)} corrected on {listed(dict.fromkeys(turns))}"


END = "end"
"""The name under which the fingerprint at the end of a ledger goes."""


def held(text: str, audiences: Sequence[str]) -> list[Held]:
    """The fingerprints of a text, a line each: ``us t9 3f9a 12cd 88e0 b7c1``. Raises `NotHeld`."""
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
    differ = [words for each in against if (words := differs(table, each))]
    searches = list(game.searched_again(table.standing))
    untrue = [f"entry {s.n}: {s.what} on {s.turn} was not answered as it was" for s in searches if not s.true]
    return Proof(
        entries=len(entries),
        faults=[*faults, *untrue, *differ],
        sealed=closed,
        seals=sum(1 for _, each in table.told if each.dispatch.kind == "sealed"),
        open=private - closed,
        fingerprints=fingerprints(table),
        searches=searches,
        matched=len(against) - len(differ),
        notes=_notes(game, header),
    )


def fingerprints(table: Table) -> list[tuple[str, str, dict[str, str]]]:
    """The fingerprints of every audience as each turn began, and as they stand now."""
    audiences = table.game.audiences
    made = []
    for name, n in table.fingerprints.turns:
        after = {audience: table.fingerprints.after(n, audience) for audience in audiences}
        made.append((name, table.game.place(table.truth, name), after))
    return [*made, (END, "At the end", {audience: table.fingerprints.now.get(audience, "") for audience in audiences})]


def _notes(game: Game, header: Header) -> list[str]:
    """What whoever reads a proof should know of the table before he judges by it."""
    made = [] if header.sealed else ["It was begun before answers were sealed, so there are no seals to open."]
    if header.rules != game.rules:
        made.append(f"It was begun under version {header.rules} of the rules; this app has version {game.rules}.")
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


def differs(table: Table, given: Held) -> str:
    """How a fingerprint that somebody holds is none of this ledger's; empty where it is."""
    turns = [n for name, n in table.fingerprints.turns if name == given.turn]
    links = [table.fingerprints.after(n, given.audience) for n in turns]
    if given.turn == END:
        links = [table.fingerprints.now.get(given.audience, "")]
    if any(link.startswith(given.digits) for link in links):
        return ""
    whose = f"the fingerprint {given.audience} holds of {given.turn}"
    return f"{whose} is not this ledger’s" if links else f"{whose} is of a turn this ledger does not come to"


def findings(proof: Proof) -> list[str]:
    """What was checked, in words, a line each."""
    lines = list(proof.notes)
    if proof.seals:
        private = counted(proof.sealed, "private answer and roll", "private answers and rolls")
        lines.append(f"{private} under {counted(proof.seals, 'seal')}")
    if proof.open:
        lines.append(f"{counted(proof.open, 'answer')} since the last seal")
    if proof.matched:
        lines.append(f"{counted(proof.matched, 'fingerprint')} held, and the same here")
    return [*lines, proof.searched]
