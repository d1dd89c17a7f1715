"""Every search answered again: the second answers agree with the first, and catch it wherever it is broken."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import umpire
from tests.every import EVERY, SEARCHING
from tests.games.second_searches import SecondSearch
from tests.tables import hand_of
from umpire.games import GAMES
from umpire.table import ledger
from umpire.table.asks import Refusal
from umpire.table.plot import Dispatch
from umpire.table.proof import prove
from umpire.table.replay import replayed
from umpire.table.script import Reanswered, Record, Told
from umpire.table.table import Hand, Table

JSON = Any
UMPIRE = Hand("umpire")
MAY_USE = {"__future__", "collections.abc", "dataclasses", "typing"}
BROKEN = [(key, name) for key, brought in SEARCHING.items() for name in brought.broken]


def folder(key: str) -> Path:
    """Where a game's rules are."""
    return Path(umpire.__file__).parent.joinpath(*type(GAMES[key]).__module__.split(".")[1:-1])


def played(key: str, seed: int, each: Callable[[Table, random.Random], bool] = lambda t, rng: False) -> Table:
    """A lively game, until it is over or `each`, called before every answer, says that it is enough."""
    rng, brought = random.Random(seed), EVERY[key]
    t = (SEARCHING[key].table or brought.some_table)(rng)
    while not t.over and len(t.entries) < 1500 and not each(t, rng):
        party = rng.choice([p for p in t.asks if p not in t.locks])
        t.answer(party, t.asks[party].name, brought.choice(t, party, rng), hand_of(party), sure=True)
    return t


def set_right(t: Table, rng: random.Random) -> None:
    """A ship was elsewhere, as far as the umpire knows: where some other ship is on record."""
    where = SEARCHING[t.game.key].stands(t.truth)
    placed = [f for f in t.game.facts(t.truth) if f.key in where and f.value == where[f.key]]
    if placed:
        with suppress(Refusal):
            t.set_right(rng.choice(placed).key, rng.choice(placed).value, "miscounted", UMPIRE, name=t.mending)


def mended_now_and_then(t: Table, rng: random.Random) -> bool:
    """The umpire sets ships right, and goes back to a turn's beginning once in a while."""
    if rng.random() < 0.02:
        set_right(t, rng)
    elif rng.random() < 0.004 and t.turns():
        t.back(rng.choice(list(t.turns().values())[-2:]), UMPIRE)
    return False


def untrue(told: Record, key: str) -> list[Any]:
    return [each for each in GAMES[key].searched_again(told) if not each.true]


@pytest.fixture(scope="module", params=SEARCHING)
def game(request: pytest.FixtureRequest) -> tuple[str, Table]:
    """A whole game with corrections in it, one going back or more, and searches enough that found something."""
    key = request.param
    games = (played(key, seed, mended_now_and_then) for seed in range(3, 20))
    return key, next(t for t in games if len(finds(key, t)) > 3)


def finds(key: str, t: Table) -> list[tuple[Reanswered, str]]:
    """The searches that found what had been put in a place, with the place, and are true of the record as it stands."""
    placed = {place for _, each in t.standing for place in SEARCHING[key].puts(each.dispatch).values()}
    found = [
        (each, [text for text in _texts(each.said) if text in placed]) for each in GAMES[key].searched_again(t.standing)
    ]
    return [(search, places[0]) for search, places in found if places and not search.corrected]


@pytest.mark.parametrize("key", SEARCHING)
def test_it_shares_no_code_with_the_rules(key: str) -> None:
    """It imports the form of its answer and nothing else of ours, and nothing else imports it."""
    tree = ast.parse((folder(key) / "second_search.py").read_text("utf-8"))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Import), ast.unparse(node)
        if isinstance(node, ast.ImportFrom) and node.module not in MAY_USE:
            assert ast.unparse(node) == "from umpire.table.script import Reanswered, Record"
    assert "import_module" not in ast.dump(tree)
    uses = [path.name for path in folder(key).rglob("*.py") if "second_search" in path.read_text("utf-8")]
    assert set(uses) <= {"game.py", "second_search.py"}


@pytest.mark.parametrize("key", SEARCHING)
@pytest.mark.parametrize("games", [2, pytest.param(60, marks=pytest.mark.full)])
def test_whatever_is_played_every_search_is_true(key: str, games: int, capsys: pytest.CaptureFixture[str]) -> None:
    searches, corrected, backs = 0, 0, 0
    for seed in range(games):
        t = played(key, seed, mended_now_and_then)
        made = list(t.game.searched_again(t.standing))
        assert not [each for each in made if not each.true], seed
        assert [each.n for each in made] == sorted(each.n for each in made)
        searches, corrected = searches + len(made), corrected + sum(each.corrected for each in made)
        backs += sum(1 for entry in t.entries if entry.do == "back")
    with capsys.disabled():
        print(
            f"\n  {key}: {games} games, {searches} searches true, {corrected} corrected, {backs} times gone back",
            end="",
        )
    assert searches > SEARCHING[key].a_game * games
    assert corrected
    assert backs


def test_the_proof_counts_them(game: tuple[str, Table]) -> None:
    """``214 of 214 searches answered true; 1 corrected on turn 9``, of a ledger as it is exported."""
    key, t = game
    proof = prove(GAMES[key], t.header, t.entries)
    assert proof.holds, proof.faults
    made = list(GAMES[key].searched_again(t.standing))
    struck = []
    for kept, back in ledger.behind(t.entries):  # what was heard before the table went back was answered too
        then = replayed(t.game, t.header, t.entries[: back - 1]).standing
        struck += [each for each in GAMES[key].searched_again(then) if each.n > kept]
    every = len(made) + len(struck)
    assert proof.searched.startswith(f"{every} of {every} searches answered true")
    assert ("corrected on turn" in proof.searched) == any(each.corrected for each in [*made, *struck])


@pytest.mark.parametrize("key", SEARCHING)
def test_a_record_set_right_marks_what_would_have_been_told_otherwise(key: str) -> None:
    """One ship is set right; marked is just what the same record answers otherwise with her there from the beginning."""
    marked, row = 0, SEARCHING[key]
    for seed in range(40, 46):
        rightly: list[int] = []

        def once(t: Table, rng: random.Random, rightly: list[int] = rightly) -> bool:
            if not rightly and len(t.entries) > 80:
                before = len(t.told)
                set_right(t, rng)
                rightly += [before] * (len(t.told) > before)
            return bool(rightly) and len(t.told) > rightly[0] + 60

        told = played(key, seed, once).standing
        place = next(i for i, (_, each) in enumerate(told) if each.dispatch.kind == "set-right")
        fact, value = (told[place][1].dispatch.facts[name] for name in ("fact", "value"))
        put = max(i for i, (_, e) in enumerate(told[:place]) if fact in row.puts(e.dispatch))
        other = [
            _with(each, row.put(each[1].dispatch.facts, fact, value)) if i == put else each
            for i, each in enumerate(told)
        ]
        was, would = ({(e.n, e.what): e for e in GAMES[key].searched_again(record)} for record in (told, other))
        for search, each in was.items():
            assert each.corrected == (each.said != would[search].again), each
        assert {s for s, each in would.items() if not each.true} - set(was) <= {s for s in would if "to all" in s[1]}
        marked += sum(each.corrected for each in was.values())
    assert marked


def _with(each: tuple[int, Told], facts: Mapping[str, JSON]) -> tuple[int, Told]:
    n, told = each
    return n, replace(told, dispatch=Dispatch(told.dispatch.kind, facts, told.dispatch.rule))


@pytest.mark.parametrize(("key", "name"), BROKEN)
def test_a_broken_search_is_caught(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules answer wrongly, and run again they answer wrongly again: only the second function sees it."""
    most = SEARCHING[key].entries
    first, broken = SEARCHING[key].broken[name]
    broken(monkeypatch)

    def enough(t: Table, rng: random.Random) -> bool:
        return len(t.entries) > most or (len(t.entries) % 25 == 0 and bool(untrue(t.standing, key)))

    games = (played(key, seed, enough) for seed in range(first, first + 12))
    t = next((t for t in games if untrue(t.standing, key)), None)
    assert t, "nobody noticed"
    proof = prove(GAMES[key], t.header, t.entries)
    assert not proof.holds
    assert "was not answered as it was" in proof.faults[0]


def test_tampered_positions_are_caught(game: tuple[str, Table]) -> None:
    """Wherever ships were found, the record is changed so that they had never been put there."""
    key, t = game
    told, row = t.standing, SEARCHING[key]
    found = finds(key, t)[:12]
    assert len(found) > 3
    for search, place in found:
        swept = [_without(row, each, place) if each[0] <= search.n else each for each in told]
        assert any(each.n == search.n for each in untrue(swept, key)), search


def test_tampered_answers_are_caught(game: tuple[str, Table]) -> None:
    """What a search was told is changed, one answer at a time."""
    key, t = game
    told, row = t.standing, SEARCHING[key]
    answers = [i for i, (_, each) in enumerate(told) if row.answers(each.dispatch) is not None]
    full = [i for i in answers if told[i][1].dispatch.facts["found"]]
    assert len(full) > 3
    for i in full[:4] + full[-4:]:
        for other in row.spoilt(told[i][1].dispatch.facts):
            assert untrue([*told[:i], _with(told[i], other), *told[i + 1 :]], key), other
    empty = next(i for i in answers if i not in full)
    other = row.stolen(told[empty][1].dispatch.facts, told[full[0]][1].dispatch.facts)
    assert untrue([*told[:empty], _with(told[empty], other), *told[empty + 1 :]], key)


def test_what_is_read_out_is_what_was_found(game: tuple[str, Table]) -> None:
    """The sentence a player hears says of the enemy what the second search says, no more and no less."""
    key, t = game
    row = SEARCHING[key]
    heard = [(each.dispatch, row.answers(each.dispatch)) for _, each in t.standing]
    assert any(found for _, found in heard)
    for each, found in heard:
        if found is not None:
            assert row.read_aloud(t.game.say(each)) == found


def _texts(value: JSON) -> list[str]:
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in _texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [value] if isinstance(value, str) else []


def _without(row: SecondSearch, each: tuple[int, Told], place: str) -> tuple[int, Told]:
    facts: Mapping[str, JSON] = each[1].dispatch.facts
    gone = [fact for fact, where in row.puts(each[1].dispatch).items() if where == place]
    for fact in gone:
        facts = row.put(facts, fact, "")
    return _with(each, facts) if gone else each
