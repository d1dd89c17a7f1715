"""Old tables under newer rules, over every game: noticed, named, opened, read, printed, and gone on with.

A table is half played, the program ends, and begins again with rules that read its past otherwise.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.every import EVERY
from tests.games.invariants import fingerprint
from tests.games.recording import word
from tests.tables import hand_of
from tests.web.room import Phone, Room, phone
from umpire.table import ledger
from umpire.table.asks import TABLE, Ask, Refusal
from umpire.table.ledger import Entry
from umpire.table.plot import Dispatch
from umpire.table.replay import replayed
from umpire.table.script import Play, Told
from umpire.table.table import Hand, Mismatch, Table
from umpire.table.upgraded import FOLLOWED, OVER, SHELVED, STRUCK, rules_of, taken_up
from umpire.table.words import canonical

JSON = Any
Alter = Callable[[pytest.MonkeyPatch, Table, int], None]
"""Changes the rules so that they part from a table at an entry."""


# How a newer version may read an old game otherwise.


def told_otherwise(patch: pytest.MonkeyPatch, t: Table, n: int) -> None:
    """What followed the entry is told under another rule."""
    told = told_after(t, n)
    whole, was = Play.tell, canonical(told.facts)

    def tell(self: Play, to: JSON, kind: str, rule: str = "", /, **facts: JSON) -> None:
        new = kind == told.kind and canonical(facts) == was
        whole(self, to, kind, "As amended" if new else rule, **facts)

    patch.setattr(Play, "tell", tell)


def renamed(patch: pytest.MonkeyPatch, t: Table, n: int) -> None:
    """What the entry answers is asked by another name."""
    whole, was = Table._put, t.entries[n - 1].ask

    def put(self: Table, maker: JSON) -> None:
        whole(self, maker)
        self.asks = {p: replace(a, name=f"{was}-anew") if a.name == was else a for p, a in self.asks.items()}

    patch.setattr(Table, "_put", put)


def refused(patch: pytest.MonkeyPatch, t: Table, n: int) -> None:
    """What the entry answers may be answered so no longer."""
    whole, entry = Ask.validate, t.entries[n - 1]

    def validate(self: Ask, value: JSON, *, sure: bool = False) -> None:
        if self.name == entry.ask and canonical(value) == canonical(entry.value):
            raise Refusal("That is legal no longer.")
        whole(self, value, sure=sure)

    patch.setattr(Ask, "validate", validate)


def kept_more(patch: pytest.MonkeyPatch, t: Table, n: int) -> None:
    """Besides, every plot keeps something that none kept then."""
    told_otherwise(patch, t, n)
    plot = type(t.truth)
    patch.setattr(plot, "more", 0, raising=False)
    patch.setattr(plot, "STATE", (*plot.STATE, "more"))


def in_ruins(patch: pytest.MonkeyPatch, t: Table, n: int) -> None:
    """Nothing can be played by these rules at all."""

    def script(self: JSON, g: Play) -> Iterator[JSON]:
        raise ZeroDivisionError
        yield

    patch.setattr(type(t.game), "script", script)


# Where in the record, as numbers of entries.


def told_after(t: Table, n: int) -> Dispatch:
    """Something told after an entry, if possible such as was told at no other time."""
    often = Counter((each.dispatch.kind, each.dispatch.text) for _, each in t.told)
    told = [each.dispatch for at, each in t.told if at == n and each.dispatch.kind not in ("turn", "ended")]
    return min(told, key=lambda dispatch: often[dispatch.kind, dispatch.text])


def answers(t: Table, first: int, last: int) -> list[Entry]:
    """Answers of a side, or of a shared table, that are not struck among some entries, each with something told after."""
    told = {n for n, each in t.told if each.dispatch.kind not in ("turn", "ended")}
    entries = t.entries[first:last]
    people = (*t.game.sides, TABLE)
    return [e for e in entries if e.n in told and e.n not in t.void and e.party in people and e.do == "answer"]


def turn_before(t: Table) -> int:
    marks = [p.n for p in t.positions]
    spans = (answers(t, one, other - 1) for one, other in zip(marks[-2::-1], marks[::-1], strict=False))
    return next(found for found in spans if found)[0].n


def this_turn(t: Table) -> int:
    return answers(t, t.positions[-1].n, len(t.entries))[-1].n


def at_set_up(t: Table) -> int:
    return 1


@dataclass(frozen=True)
class Case:
    """One upgrade: what it alters, where, and what becomes of the table."""

    alter: Alter
    where: Callable[[Table], int]
    said: str
    opened: bool = False
    """Whether every page of the table is opened then: once for each thing that may become of it."""


CASES = {
    "an earlier turn is told otherwise": Case(told_otherwise, turn_before, FOLLOWED, opened=True),
    "this turn is told otherwise": Case(told_otherwise, this_turn, STRUCK, opened=True),
    "an earlier ask has another name": Case(renamed, turn_before, FOLLOWED),
    "an ask of this turn has another name": Case(renamed, this_turn, STRUCK),
    "an earlier answer is refused": Case(refused, turn_before, FOLLOWED),
    "an answer of this turn is refused": Case(refused, this_turn, STRUCK),
    "set-up is refused": Case(refused, at_set_up, FOLLOWED),
    "plots keep more": Case(kept_more, turn_before, FOLLOWED),
    "nothing can be played": Case(in_ruins, this_turn, SHELVED, opened=True),
}


# The table, and going on with it.


def go_on(room: Room, rng: random.Random, until: Callable[[Table], bool]) -> None:
    """Everybody answers by lot, past the web."""
    row = EVERY[room.game]
    with room.live.changing() as t:
        while not t.over and not until(t):
            party = rng.choice([p for p in t.asks if p not in t.locks])
            with suppress(Refusal):  # what may be answered no longer
                t.answer(party, t.asks[party].name, row.choice(t, party, rng), hand_of(party), sure=True)


def half_played(key: str, path: Path) -> Room:
    """Two turns on from where a house stands, or more, and in the middle of the next; of the first that lasts so long."""
    for seed in range(3, 23):
        room, rng = EVERY[key].house(path.with_stem(f"{path.stem}-{seed}")), random.Random(seed)
        turns = room.table.truth.played + 2

        def there(t: Table, turns: int = turns) -> bool:
            return bool(t.truth.played >= turns and answers(t, t.positions[-1].n, len(t.entries)))

        go_on(room, rng, there)
        if not room.table.over:
            return room
        room.store.close()
    raise AssertionError(f"no game of {key} lasts two turns")


@dataclass(frozen=True)
class Old:
    """A half played table, and the addresses of all its pages that open."""

    room: Room
    pages: set[str]


@pytest.fixture(scope="module", params=EVERY)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Old:
    room = half_played(request.param, tmp_path_factory.mktemp("old") / "umpire.db")
    return Old(room, everything_opens(room))


def begins(room: Room, said: str) -> str:
    """The words of a notice as far as the turn it names."""
    return said.format(rules_of(room.table.game), "|").partition("|")[0]


def notices(room: Room) -> list[str]:
    """What was said of the rules; that phones came and went is said too."""
    return [notice.text for notice in room.store.notices(room.code) if not notice.text.endswith("phone.")]


def everything_opens(room: Room) -> set[str]:
    """Every page of the table that can be got, by whom and its address: each opens or says no in words."""
    roots = {name: (phone(room, name), phone(room, name).root) for name in room.table.game.sides}
    roots |= {"laptop": (room.laptop, "")}
    made = set()
    for rule in room.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint.startswith(("static", "join", "kits")):
            continue
        values = {"code": room.code, "game": room.game, "side": "us", "kit_id": "box"}
        for what in room.papers if "what" in rule.arguments else ("",):
            for device, root in roots.values():
                filled = {**values, "what": what, "seat_id": root.rpartition("/")[2]}
                if "seat_id" in rule.arguments and not isinstance(device, Phone):
                    continue
                url = room.app.url_map.bind("localhost").build(rule.endpoint, {k: filled[k] for k in rule.arguments})
                answer = device.get(url)
                assert answer.status_code in (200, 303, 404, 409), (url, answer.status_code)
                if answer.status_code == 200:
                    made.add(f"{root} {url}")
    return made


def says_so(room: Room, text: str) -> None:
    """The notice stands on every screen of the table, and on every record."""
    sides = room.table.game.sides
    shown = [phone(room, name).page() for name in (*sides, "second")]
    shown += [phone(room, name).get(f"{phone(room, name).root}/record").text for name in sides]
    shown += [room.laptop.get(f"{room.screen}{page}").text for page in ("/page", "/record")]
    shown += [room.laptop.get(f"{room.desk}{page}").text for page in ("/page", "/as/us/page")]
    for page in shown:
        assert text in page


UPGRADES = [
    pytest.param(game, name, id=f"{name}-{game}", marks=[] if k % 3 == n % 3 else [pytest.mark.full])
    for n, game in enumerate(EVERY)
    for k, name in enumerate(CASES)
]
"""By turns each upgrade is tried in one game of three, and one of those in which every page is opened; in full, each in
each. What becomes of any table of any game is tried below."""


@pytest.mark.parametrize(("old", "name"), UPGRADES, indirect=["old"], scope="module")
def test_an_old_table_goes_on_under_newer_rules(
    name: str, old: Old, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, room = CASES[name], old.room.copied(tmp_path / "umpire.db")
    t = room.table
    entries, heard, turn = list(t.entries), [d.kind for d in t.play.plots["us"].heard], t.truth.played
    held = dict(t.fingerprints.now)
    case.alter(monkeypatch, t, case.where(t))
    with pytest.raises(Mismatch):
        replayed(t.game, t.header, entries)
    room.restart()
    t = room.table
    (text,) = notices(room)
    assert text.startswith(begins(room, case.said))
    assert t.truth.played == turn
    assert t.entries[: len(entries)] == entries
    unprompted = t.game.unprompted(t.header.settings)
    since = [e.do for e in t.entries[len(entries) :] if e.party not in unprompted]
    assert since == (["back"] if case.said == STRUCK else [])
    assert [d.kind for d in t.play.plots["us"].heard][: len(heard)] == heard
    assert {audience: t.fingerprints.after(len(entries), audience) for audience in held} == held
    says_so(room, text)
    if case.opened:
        assert everything_opens(room) >= old.pages
        says_so_in_a_file(room)
    room.restart()
    assert fingerprint(room.table) == fingerprint(t)
    assert notices(room) == [text]
    goes_on(room, turn, over=case.said == SHELVED)


def says_so_in_a_file(room: Room) -> None:
    """Its file is whole, says under which rules it was begun, and where those of now do not follow it; nor is it taken in."""
    file = room.laptop.get(f"/tables/{room.code}/export").data
    head, entries = ledger.read(file.decode())
    assert (head.rules, list(entries)) == (room.table.header.rules, room.table.entries)
    answer = room.laptop.post("/import", {"file": (BytesIO(file), "table.jsonl")})
    assert answer.status_code == 422
    assert "does not follow the rules of this version (entry " in answer.text
    answer = room.laptop.post("/check", {"file": (BytesIO(file), "table.jsonl")})
    assert answer.status_code == 200
    assert re.search("nothing after it was checked|the rules cannot work with what it says", answer.text)


def goes_on(room: Room, turn: int, *, over: bool) -> None:
    """Play goes on for a turn, and the table is the same when the program begins again; or it can be ended."""
    if over:
        with room.live.changing() as t:
            assert not t.asks
            word(t, "us", "concede", "moved")
        assert room.table.over
    else:
        go_on(room, random.Random(4), lambda t: bool(t.truth.played > turn))
    said = fingerprint(room.table)
    room.restart()
    assert fingerprint(room.table) == said
    assert bool(room.table.truth.ended) == room.table.over


@pytest.mark.parametrize("key", EVERY)
def test_a_game_that_is_over_stays_as_it_ended(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = half_played(key, tmp_path / "umpire.db")
    with room.live.changing() as t:
        word(t, "us", "concede", "moved")
    pages, ended, entries = everything_opens(room), room.table.truth.ended, list(room.table.entries)
    told_otherwise(monkeypatch, room.table, this_turn(room.table))
    room.restart()
    assert room.table.truth.ended == ended
    assert room.table.entries == entries
    assert everything_opens(room) >= pages
    assert notices(room) == [begins(room, OVER)]
    says_so(room, begins(room, OVER))


# At any moment of any game.


def by_lot(key: str, rng: random.Random) -> Table:
    """A game played for a while, with things set right and gone back behind on the way."""
    row = EVERY[key]
    t = row.some_table(rng)
    for _ in range(rng.randint(20, 160)):
        if t.over:
            break
        party = rng.choice([p for p in t.asks if p not in t.locks])
        t.answer(party, t.asks[party].name, row.choice(t, party, rng), hand_of(party), sure=True)
        if rng.random() < 0.02:
            t.back(rng.choice([n for n in range(len(t.entries)) if t.may_go_back(n)]), Hand("umpire"))
    return t


def kept(t: Table) -> JSON:
    """A table as it is kept on disk."""
    record = [(n, Told(each.audiences, each.dispatch)) for n, each in t.told]
    return t.game, t.header, list(t.entries), record, list(t.positions)


def upgraded_anywhere(key: str, seed: int) -> str:
    """A table is taken up under rules altered at some answer of it, goes on, and is taken up again; what became of it."""
    rng = random.Random(seed)
    t = by_lot(key, rng)
    game, head, entries, record, positions = kept(t)
    some = [e.n for e in answers(t, 0, len(t.entries))]
    n = rng.choice(some[-6:] if seed % 2 else some)  # of the last, as a rule, no position was stored since
    with pytest.MonkeyPatch.context() as patch:
        rng.choice([told_otherwise, renamed, refused, kept_more])(patch, t, n)
        taken = taken_up(game, head, entries, record, positions)
        made, row = taken.table, EVERY[key]
        assert made.entries[: len(entries)] == entries
        for _ in range(30):
            if made.over or not made.asks:
                break
            party = rng.choice([p for p in made.asks if p not in made.locks])
            with suppress(Refusal):
                made.answer(party, made.asks[party].name, row.choice(made, party, rng), hand_of(party), sure=True)
        positions += [p for p in made.positions if p.n > len(entries)]
        again = taken_up(*kept(made)[:-1], positions).table
        assert again.entries == made.entries
        assert again.play.plots["us"].heard == made.play.plots["us"].heard
        assert again.truth.dump() == made.truth.dump()
        assert {p: a.signature() for p, a in again.asks.items()} == {p: a.signature() for p, a in made.asks.items()}
    said = (FOLLOWED, STRUCK, SHELVED, OVER)
    return next(each for each in said if taken.words.startswith(each.format(rules_of(game), "|").partition("|")[0]))


@pytest.mark.parametrize("key", EVERY)
def test_any_table_is_taken_up_whatever_is_altered(key: str) -> None:
    """Four tables, and more until both have come about: a game that keeps many positions seldom goes back to one."""
    met: set[str] = set()
    for seed in range(60):
        met.add(upgraded_anywhere(key, seed))
        if seed >= 3 and {FOLLOWED, STRUCK} <= met:
            break
    assert met - {OVER} == {FOLLOWED, STRUCK}


@pytest.mark.full
@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("block", range(10))
def test_three_hundred_tables(key: str, block: int) -> None:
    for seed in range(1000 + block * 15, 1015 + block * 15):
        assert upgraded_anywhere(key, seed) in (FOLLOWED, STRUCK, OVER)
