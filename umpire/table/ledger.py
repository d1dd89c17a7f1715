"""The ledger: a table's set-up and the answers given at it, append-only, one JSON line an entry.

The format is public; docs/ledger.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.table.words import canonical

JSON = Any

FORMAT = "umpire-ledger/1"

ANSWER, SET, WITHDRAW, BACK, MOTION = "answer", "set", "withdraw", "back", "motion"
DOINGS = (ANSWER, SET, WITHDRAW, BACK, MOTION)
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

    def line(self) -> dict[str, JSON]:
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "table": self.table,
            "kit": dict(self.kit),
            "settings": dict(self.settings),
        }


@dataclass(frozen=True)
class Entry:
    """One answer, or one of the four other things that can be done to a table (`DOINGS`).

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
    told: Mapping[str, str] = field(default_factory=dict)
    checked: bool = True
    """False for a line written by hand without `told`: there is nothing to check it against."""

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
            told=line.get("told", {}),
            checked="told" in line,
        )
    except KeyError as missing:
        raise NotALedger(f"an entry has no {missing}") from None
    sound = (
        _whole(made.n)
        and all(isinstance(word, str) for word in (made.ask, made.party, made.who))
        and made.by in HANDS
        and made.do in DOINGS
        and isinstance(made.told, dict)
        and isinstance(made.sure, bool)
        and (made.seat is None or _whole(made.seat))
    )
    if not sound:
        raise NotALedger(f"entry {made.n!r} is not formed as an entry is")
    return made


def header(line: JSON) -> Header:
    """The header a first line gives; raises `NotALedger`."""
    if not isinstance(line, dict) or "format" not in line:
        raise NotALedger("the first line is not the heading of a ledger")
    if line["format"] != FORMAT:
        raise NotALedger(f"this is a ledger of the form {line['format']!r}; this version reads {FORMAT}")
    words = ("game", "rules", "table")
    if not all(isinstance(line.get(w), str) for w in words) or not all(
        isinstance(line.get(w), dict) for w in ("kit", "settings")
    ):
        raise NotALedger("the heading lacks its game, rules, table, kit or settings")
    return Header(line["game"], line["rules"], line["table"], line["kit"], line["settings"])


def write(head: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """A ledger as lines of text, without line ends."""
    yield canonical(head.line())
    for each in entries:
        yield canonical(each.line())


def _no_number(word: str) -> None:
    raise ValueError(word)


def _whole(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read(text: str) -> tuple[Header, Sequence[Entry]]:
    """The ledger a text holds; raises `NotALedger` naming the line."""
    lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
    if not lines:
        raise NotALedger("the file is empty")
    parsed: list[JSON] = []
    for number, line in enumerate(lines, 1):
        try:
            parsed.append(json.loads(line, parse_constant=_no_number))
            line.encode()
            canonical(parsed[-1]).encode()
        except (ValueError, RecursionError):
            raise NotALedger(f"line {number} is not JSON") from None
    head = header(parsed[0])
    entries = [entry(line) for line in parsed[1:]]
    for number, each in enumerate(entries, 1):
        if each.n != number:
            raise NotALedger(f"entry {number} says it is number {each.n}: something is missing or out of order")
    return head, entries
