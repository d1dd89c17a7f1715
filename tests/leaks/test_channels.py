"""The other ways out, each tried on every game: taking back, defaults, lots, the clock, what a browser keeps or shows."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from tests.every import EVERY, SEARCHING
from tests.leaks.canaries import addresses, callers
from tests.tables import hand_of
from tests.web.room import Phone, Room, ears
from umpire.games import GAMES
from umpire.table.asks import ACTED_ON, Refusal
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.script import Play
from umpire.table.table import Table
from umpire.table.words import canonical

HERE = Path(__file__).parents[2]
CODE = sorted((HERE / "umpire").rglob("*.py"))
RULES = [path for path in CODE if {"table", "games"} & set(path.parts)]
SCRIPTS = sorted((HERE / "static").glob("*.js"))


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Room]]:
    """A house of every game."""
    folder = tmp_path_factory.mktemp("rooms")
    with ExitStack() as closing:
        made = {key: row.house(folder / f"{key}.db") for key, row in EVERY.items()}
        for room in made.values():
            closing.callback(room.store.close)
        yield made


@cache
def tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text("utf-8"))


def calls(path: Path) -> Iterator[str]:
    """What a module calls, as it is written: ``random.choice``."""
    for node in ast.walk(tree(path)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            yield f"{node.func.value.id}.{node.func.attr}"


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def pages(room: Room) -> Iterator[tuple[str, str, str]]:
    """Every page that anybody may look at: by whom, where, and its text."""
    routes = [
        rule for rule in room.app.url_map.iter_rules() if "GET" in (rule.methods or ()) and "code" not in rule.rule
    ]
    routes += [
        rule for rule in room.app.url_map.iter_rules() if "<code>" in rule.rule and "GET" in (rule.methods or ())
    ]
    for name in (*room.table.game.sides, "stranger", "laptop"):
        for rule in routes:
            for address in addresses(rule, room) if not rule.endpoint.startswith(("static", "join.")) else ():
                answer = room.people[name].get(address)
                if answer.status_code == 200 and answer.mimetype == "text/html":
                    yield name, address, answer.text


# What is said, and to whom.


@pytest.mark.parametrize("key", GAMES)
def test_what_is_told_to_nobody_in_particular_is_told_to_the_umpire_alone(key: str) -> None:
    t = EVERY[key].some_table(random.Random(1))
    plots = {audience: t.game.plot(audience) for audience in (*t.game.sides, PUBLIC, UMPIRE)}
    play = Play(t.game, t.header, plots)
    for nobody in ("", "nobody", (), ("observer", "spectator")):
        play.tell(nobody, "sealed", seal="5ea1")
    assert {audience: len(plot.heard) for audience, plot in plots.items()} == {
        **dict.fromkeys((*t.game.sides, PUBLIC), 0),
        UMPIRE: 4,
    }


def ships(t: Table) -> list[str]:
    """The names of all ships on the record, if there are any."""
    held = getattr(t.truth, "ships", ())
    return [ship.name for ship in held()] if callable(held) else list(held)


@pytest.mark.parametrize("key", GAMES)
def test_a_plot_that_was_told_nothing_knows_nothing(key: str) -> None:
    """Whoever nobody has named as an audience sees an empty plot, or none."""
    t = EVERY[key].some_table(random.Random(2))
    empty = [canonical(t.game.plot(audience).dump()) for audience in ("", "nobody", "spectator")]
    for zone_or_name in {*t.header.kit.get("roster", ships(t)), *t.header.kit.get("track/nights", ())}:
        assert not [dump for dump in empty if f'"{zone_or_name}"' in dump]
    with pytest.raises(KeyError):
        _ = t.play.plots["spectator"]


# Taking back.


def others_heard(t: Table, but: str) -> dict[str, int]:
    return {audience: len(plot.heard) for audience, plot in t.play.plots.items() if audience not in (but, UMPIRE)}


@pytest.mark.parametrize("key", GAMES)
def test_what_can_be_taken_back_moved_nothing_that_anybody_else_sees(key: str) -> None:
    """A side may withdraw just as long as no die fell and nobody else was told anything since."""
    row, withdrawn, refused = EVERY[key], 0, 0
    for seed in range(4):
        rng = random.Random(seed)
        t = row.some_table(rng)
        locked: dict[str, tuple[str, dict[str, int], int]] = {}
        for _ in range(150):
            if t.over:
                break
            party = rng.choice([p for p in t.asks if p not in t.locks])
            asked, rolled = t.asks[party], sum(e.party in ACTED_ON for e in t.entries)
            before = others_heard(t, party)
            value = row.choice(t, party, rng)
            t.answer(party, asked.name, value, hand_of(party), sure=True)
            locked[party] = (asked.name, before, rolled)
            for side in t.game.sides:
                if side not in locked:
                    continue
                name, heard, dice = locked[side]
                since = others_heard(t, side) == heard and sum(e.party in ACTED_ON for e in t.entries) == dice
                answers = [e.value for e in t.entries if (e.party, e.ask) == (side, name)]
                try:
                    t.withdraw(side, name, hand_of(side))
                except Refusal:
                    refused += 1
                    continue
                assert since, f"{side} took back {name} after somebody else had heard of it, or a die had fallen"
                assert others_heard(t, side) == heard, "and that it was taken back is heard by nobody"
                withdrawn += 1
                t.answer(side, name, answers[-1], hand_of(side), sure=True)
                locked[side] = (name, heard, dice)
    assert withdrawn > 30 or t.game.one_voice, "where nobody else is asked, all is acted on at once"
    assert refused > 30 or t.game.shared


# Lots, switches, the clock.


def test_the_rules_draw_no_lots() -> None:
    """Dice come from the operating system, at the host, at that moment; there is no seed that could be found out."""
    lots = re.compile(r"\b(random|secrets|uuid|time|datetime)\b")
    code = [path for path in CODE if lots.search(path.read_text("utf-8"))]
    for path in (path for path in code if path in RULES):
        assert not [name for name in calls(path) if re.match(r"(random|secrets|time|datetime)\.", name)], path.name
        assert not {"secrets", "uuid", "time", "datetime"} & imported(path), path.name
    drawn = {path.name: [name for name in calls(path) if name.startswith("random.")] for path in code}
    assert {name: calls for name, calls in drawn.items() if calls} == {"in_play.py": ["random.Random"]}, (
        "the one is seeded with an ask's name: the stopgap of a side that the app plays"
    )


def test_no_switch_lifts_the_fog(rooms: dict[str, Room]) -> None:
    """Neither the environment nor the address of a page makes the program say more; and it runs without a debugger."""
    reads = {
        path.name for path in CODE if re.search(r"\bos\.environ|\bgetenv\b|from os import", path.read_text("utf-8"))
    }
    assert reads <= {"cli.py"}, "where the file is kept, and nothing else"
    for path in CODE:
        words = [node.arg for node in ast.walk(tree(path)) if isinstance(node, ast.keyword)]
        assert not {"debug", "use_debugger", "use_evalex"} & set(words), path.name
    for room in rooms.values():
        assert not room.app.debug
        assert not room.app.testing
        us = room.people["us"]
        assert isinstance(us, Phone)
        for root, who in ((us.root, us), (room.screen, room.people["stranger"])):
            plain = who.get(f"{root}/page")
            for more in ("debug=1", "fog=0", "side=japan", "as=japan", "audience=umpire", "all=1", "viewer="):
                room.live.touch()  # or a page drawn before would be shown again
                assert who.get(f"{root}/page?{more}").data == plain.data


@pytest.mark.parametrize("key", EVERY)
def test_nothing_is_kept_between_by_a_cache_or_numbered_on_a_stream(key: str, rooms: dict[str, Room]) -> None:
    room = rooms[key]
    for name in callers(room):
        device = room.people[name]
        for path in (
            "/",
            room.screen,
            f"{room.screen}/page",
            f"{room.screen}/record",
            room.desk,
            getattr(device, "root", "/"),
        ):
            headers = device.get(path or "/").headers
            assert headers["Cache-Control"] == "no-store"
            assert not {"ETag", "Last-Modified", "Expires", "Age", "Date", "Server"} & set(headers.keys())
    with ears() as listening:
        us = room.people["us"]
        assert isinstance(us, Phone)
        ear = listening.listen(us, f"{us.root}/events")
        room.live.touch()
        listening.settle()
        assert not re.search(r"^(id|event|retry):", "".join(ear.sent), re.M)


# What a browser keeps, and shows to whoever looks at it.


@pytest.mark.parametrize("key", EVERY)
def test_no_browser_offers_again_what_was_typed(key: str, rooms: dict[str, Room]) -> None:
    """A phone lent to the other side, or the laptop, must not propose what somebody wrote there before."""
    wanting, met = set(), 0
    for name, address, text in pages(rooms[key]):
        for form in re.findall(r"<form[^>]*>.*?</form>", text, re.S):
            quiet = 'autocomplete="off"' in form.partition(">")[0]
            for tag in re.findall(r"<(?:input|textarea)\b[^>]*>", form):
                typed = not re.search(r'type="(hidden|radio|checkbox|file|range|number|submit)"', tag)
                met += typed
                if typed and not quiet and not re.search(r'autocomplete="(off|nickname)"', tag):
                    wanting.add(f"{name} {address}: {tag[:90]}")
    assert met > 5
    assert not {each for each in wanting if "/new/" not in each and "/kits/" not in each}


@pytest.mark.parametrize("key", EVERY)
def test_no_title_or_address_says_anything_of_the_game(key: str, rooms: dict[str, Room]) -> None:
    """Titles stand in lists of tabs, in the switcher of apps and in the history: the same whatever happens."""
    room = rooms[key]
    places = SEARCHING[key].stands(room.table.truth).values() if key in SEARCHING else ()
    names = {name for name in (*ships(room.table), *places) if name not in GAMES[key].title}
    titles = {title for *_, text in pages(room) for title in re.findall(r"<head>.*?<title>(.*?)</title>", text, re.S)}
    assert len(titles) > 4
    assert not [(title, name) for title in titles for name in names if re.search(rf"\b{re.escape(name)}\b", title)]


def test_no_page_rings_shakes_or_notifies() -> None:
    """What a phone does of itself can be heard and seen across the table."""
    for path in SCRIPTS:
        if path.name.startswith("htmx"):
            continue
        text = path.read_text("utf-8")
        assert not re.search(r"\b(Notification|vibrate|Audio|AudioContext|speechSynthesis|setAppBadge)\b", text), (
            path.name
        )
        assert not re.search(r"document\.title|history\.(push|replace)State", text), path.name


@pytest.mark.parametrize("key", EVERY)
def test_a_sheet_says_whose_eyes_it_is_for_and_is_for_no_others(key: str, rooms: dict[str, Room]) -> None:
    room, game = rooms[key], GAMES[key]
    for what in room.papers:
        for side in game.sides:
            us = room.people[side]
            assert isinstance(us, Phone)
            text = us.get(f"{us.root}/print/{what}").text
            assert (f"{game.names[side]} eyes only" in text) == (not game.one_voice)
            others = {f"{game.names[other]} eyes only" for other in game.sides if other != side}
            assert not [words for words in {*others, "Umpire’s eyes only"} if words in text]
        public = room.people["stranger"].get(f"{room.screen}/print/{what}")
        assert "eyes only" not in public.text
