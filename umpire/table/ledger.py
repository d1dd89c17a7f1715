"""The ledger: a table's set-up and the answers given at it, append-only, one JSON line an entry.

The format is public; docs/ledger.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.table import seals
from umpire.table.asks import DICE_PARTIES, PRIVATE
from umpire.table.words import canonical, vetted

JSON = Any

FORMAT = "umpire-ledger/1"

ANSWER, SET, STAND, WITHDRAW, BACK, MOTION = "answer", "set", "stand", "withdraw", "back", "motion"
DOINGS = (ANSWER, SET, STAND, WITHDRAW, BACK, MOTION)
MOST = 20_000
"""Entries of a ledger, at the most; a long game has a tenth of them."""
LONGEST_NAME = 200
"""Letters of the name of an ask, of a party, or of who answered for it."""
HANDS = ("seat", "laptop", "umpire", "app")


class NotALedger(Exception):
    """The text is no ledger this version can read; the message says where and why, for a player."""


@dataclass(frozen=True)
class Header:
    """The first line: what was agreed before the first answer, and the components it was agreed on."""

    game: str
    rules: str
    table: str
    kit: Mapping[str, JSON]
    settings: Mapping[str, JSON]
    salts: Mapping[str, str] = field(default_factory=dict)
    """By audience 128 random bits that its fingerprint begins with; none for a table begun before there were seals."""

    @property
    def sealed(self) -> bool:
        """Whether answers are committed to as they are given."""
        return bool(self.salts)

    def line(self) -> dict[str, JSON]:
        made = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "table": self.table,
            "kit": dict(self.kit),
            "settings": dict(self.settings),
        }
        return {**made, "salts": dict(self.salts)} if self.salts else made


@dataclass(frozen=True)
class Entry:
    """One answer, or one of the five other things that can be done to a table (`DOINGS`).

    `by` is the hand that gave it (`HANDS`), `seat` the number of the phone, `told` a digest an
    audience of what it was then told.
    """

    n: int
    ask: str
    party: str
    by: str
    value: JSON
    do: str = ANSWER
    seat: int | None = None
    who: str = ""
    sure: bool = False
    nonce: str = ""
    """128 random bits under which the answer is committed to."""
    told: Mapping[str, str] = field(default_factory=dict)
    checked: bool = True
    """False for a line written by hand without `told`: there is nothing to check it against."""

    def committed(self) -> str:
        """The commitment to this answer."""
        said = [self.n, self.ask, self.party, self.by, self.seat, self.who, self.sure, self.value]
        return seals.committed(self.nonce, said)

    def line(self) -> dict[str, JSON]:
        made: dict[str, JSON] = {"n": self.n, "ask": self.ask, "party": self.party, "by": self.by, "value": self.value}
        if self.do != ANSWER:
            made["do"] = self.do
        if self.seat is not None:
            made["seat"] = self.seat
        if self.who:
            made["who"] = self.who
        if self.sure:
            made["sure"] = True
        if self.nonce:
            made["nonce"] = self.nonce
        return {**made, "told": dict(self.told)}


def entry(line: JSON) -> Entry:
    """The entry a line gives; raises `NotALedger` when the line is none."""
    if not isinstance(line, dict):
        raise NotALedger("an entry must be a JSON object")
    try:
        made = Entry(
            n=line["n"],
            ask=line["ask"],
            party=line["party"],
            by=line["by"],
            value=line["value"],
            do=line.get("do", ANSWER),
            seat=line.get("seat"),
            who=line.get("who", ""),
            sure=line.get("sure", False),
            nonce=line.get("nonce", ""),
            told=line.get("told", {}),
            checked="told" in line,
        )
    except KeyError as missing:
        raise NotALedger(f"an entry has no {missing}") from None
    sound = (
        _whole(made.n)
        and all(_is_name(word) for word in (made.ask, made.party, made.who, made.nonce))
        and made.by in HANDS
        and made.do in DOINGS
        and isinstance(made.told, dict)
        and isinstance(made.sure, bool)
        and (made.seat is None or (_whole(made.seat) and 0 <= made.seat <= MOST))
    )
    if not sound:
        raise NotALedger(f"entry {_short(made.n)} is not formed as an entry is")
    return made


def _is_name(value: JSON) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME


def header(line: JSON) -> Header:
    """The header a first line gives; raises `NotALedger`."""
    if not isinstance(line, dict) or "format" not in line:
        raise NotALedger("the first line is not the heading of a ledger")
    if line["format"] != FORMAT:
        raise NotALedger(f"this is a ledger of the form {_short(line['format'])}; this version reads {FORMAT}")
    words = ("game", "rules", "table")
    if not all(isinstance(line.get(w), str) for w in words) or not all(
        isinstance(line.get(w), dict) for w in ("kit", "settings")
    ):
        raise NotALedger("the heading lacks its game, rules, table, kit or settings")
    salts = line.get("salts", {})
    if not isinstance(salts, dict) or not all(isinstance(each, str) for each in salts.values()):
        raise NotALedger("the heading has salts that are none")
    return Header(line["game"], line["rules"], line["table"], line["kit"], line["settings"], salts)


def write(head: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """A ledger as lines of text, without line ends."""
    yield canonical(head.line())
    for each in entries:
        yield canonical(each.line())


def private(entries: Iterable[Entry], sides: Sequence[str]) -> list[Entry]:
    """The entries that are committed to: what sides answer, dice that fall unseen, and words on motions.

    Of those words the ones with random bits: they were not always committed to.
    """
    answers = {PRIVATE, *sides}
    return [e for e in entries if (e.do == ANSWER and e.party in answers) or (e.do == MOTION and e.nonce)]


def unsealed(head: Header, entries: Sequence[Entry], sides: Sequence[str], seal: int = 0) -> list[str]:
    """The commitments of entries after the one that closed the last seal; before the first, what was agreed."""
    if not head.sealed:
        return []
    opening = [] if seal else [seals.opening(head.line())]
    return opening + [e.committed() for e in private(entries[seal:], sides)]


def back_to(value: JSON) -> int | None:
    """The number a `BACK` entry's value goes back to: the value itself, or with what was wrong and why; else None."""
    if not isinstance(value, dict):
        return value if _whole(value) else None
    sound = set(value) == {"to", "fact", "value", "reason"} and all(
        isinstance(value[word], str) for word in ("fact", "reason")
    )
    return value["to"] if sound and _whole(value["to"]) else None


def is_stand(value: JSON) -> bool:
    """Whether a value is a `STAND` entry's: what was wrong, since when, why, and how much had come of it."""
    numbers, words = ("since", "told", "rested"), ("fact", "reason")
    return (
        isinstance(value, dict)
        and set(value) == {*numbers, *words, "value", "until"}
        and all(isinstance(value[key], str) for key in words)
        and all(_whole(value[key]) for key in numbers)
        and (value["until"] is None or _whole(value["until"]))
    )


def behind(entries: Iterable[Entry]) -> list[tuple[int, int]]:
    """For each going back the number it went to and its own: what lies between was struck by it."""
    return [(n, e.n) for e in entries if e.do == BACK and (n := back_to(e.value)) is not None]


def voided(entries: Sequence[Entry]) -> set[int]:
    """The numbers of the entries that count no longer: withdrawn, or gone back behind."""
    void: set[int] = set()
    for each in entries:
        if each.do == WITHDRAW:
            void.add(each.value)
        elif each.do == BACK:
            n = back_to(each.value) or 0
            void = voided(entries[:n]) | set(range(n + 1, each.n))
    return void


def fallen(entries: Iterable[Entry]) -> dict[str, list[JSON]]:
    """What fell to chance in some entries, by the name of its ask."""
    return {each.ask: list(each.value) for each in entries if each.party in DICE_PARTIES and each.do == ANSWER}


def _no_number(word: str) -> None:
    raise ValueError(word)


def _whole(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read(text: str) -> tuple[Header, Sequence[Entry]]:
    """The ledger a text holds; raises `NotALedger` naming the line."""
    lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
    if not lines:
        raise NotALedger("the file is empty")
    if len(lines) > MOST + 1:
        raise NotALedger(f"it has more than {MOST} entries, which no game has")
    head = header(_parsed(lines[0], 1))
    entries: list[Entry] = []
    for number, line in enumerate(lines[1:], 1):
        each = entry(_parsed(line, number + 1))
        if each.n != number:
            raise NotALedger(f"entry {number} says it is number {_short(each.n)}: something is missing or out of order")
        entries.append(each)
    return head, entries


def _parsed(line: str, number: int) -> JSON:
    try:
        parsed = json.loads(line, parse_constant=_no_number)
        line.encode()
        vetted(parsed).encode()
    except (ValueError, RecursionError):
        raise NotALedger(f"line {number} is not JSON") from None
    return parsed


def _short(value: JSON) -> str:
    """A value as it may be said in a refusal: whatever it is, no longer than a line."""
    try:
        said = repr(value)
    except (ValueError, RecursionError):
        return "something that cannot be written"
    return said if len(said) <= 40 else f"{said[:40]}…"
