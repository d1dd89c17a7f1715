"""Paper as pages: every audience its own, whole, marked on every page, and drawn from its plot alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.games import lively
from tests.games.midway_scenes import attack, orders, run, scene, some
from tests.tables import edge, full_chart, midway_kit, pass_to
from umpire.games.midway import kit as kits
from umpire.games.midway import sheets
from umpire.games.midway.terms import SIDES
from umpire.games.paper import HEIGHT, Block, Column, Page, Sheet, paged, ruled, tall
from umpire.host import Host, Live
from umpire.store import Store
from umpire.table.board import ZoneBoard
from umpire.table.table import Hand, Table
from umpire.web import create_app
from umpire.web.guard import hashed
from umpire.web.viewers import cookie_of, path_of

UMPIRE = Hand("umpire", None, "umpire")
EYES = {"us": "US eyes only", "japan": "Japan eyes only", "public": "Public"}
OWN, PUBLIC = ("turn", "hits", "packet", "all"), ("turn", "hits")


class Room:
    """One table on one laptop, with a phone a side."""

    def __init__(self, path: Path, kit: dict[str, Any], **settings: Any) -> None:
        self.store = Store(path)
        self.store.save_kit("box", "midway", "The box", kit)
        host = Host(self.store)
        self.app = create_app(host)
        self.code = host.create("midway", {"umpire": True, "dice": "app", **settings}, "box")
        self.live: Live = host.live(self.code)
        self.laptop = self.app.test_client()
        self.phones = {side: self._phone(side) for side in SIDES}

    def _phone(self, side: str) -> FlaskClient:
        seat = f"{side}seat"
        self.store.claim(
            self.store.issue_code(self.code, side, "join").code, seat, side, hashed(side), "1942-06-04 05:00"
        )
        client = self.app.test_client()
        client.set_cookie(cookie_of(seat), side, path=path_of(seat))
        return client

    def play(self, do: Callable[[Table], object]) -> Table:
        with self.live.changing() as table:
            do(table)
        return self.live.table

    def get(self, audience: str, what: str, turn: int | str = "") -> TestResponse:
        query = f"?turn={turn}" if turn != "" else ""
        if audience == "public":
            return self.laptop.get(f"/screen/{self.code}/print/{what}{query}")
        return self.phones[audience].get(f"/seat/{audience}seat/print/{what}{query}")

    def html(self, audience: str, what: str, turn: int | str = "") -> str:
        answer = self.get(audience, what, turn)
        assert answer.status_code == 200, (audience, what, turn)
        return answer.text

    def every(self) -> Iterator[tuple[str, str, str]]:
        """Every sheet of every audience, with every turn's record."""
        for audience in EYES:
            for what in PUBLIC if audience == "public" else OWN:
                yield audience, what, self.html(audience, what)
            for n in range(self.live.table.truth.turn):
                yield audience, f"turn {n}", self.html(audience, "turn", n)


def small_kit() -> dict[str, Any]:
    return {**lively.small_kit(), **full_chart(), "roster": lively.small_kit()["roster"]}


def large_kit() -> dict[str, Any]:
    """More ships, boxes and areas than any box holds, with the longest names there may be."""
    board = ZoneBoard(14, 11)
    ships = {f"United States Cruiser {n:02d}": ("us", "CA", 1) for n in range(16)}
    ships |= {f"Imperial Battleship No{n:02d}": ("japan", "BB", 1 if n < 30 else 4) for n in range(44)}
    ships |= {"Enterprise": ("us", "CV", 1), "Kaga": ("japan", "CV", 1), "Atago": ("japan", "CA", 13)}
    kit = {
        **midway_kit(),
        **full_chart(),
        "board/columns": 14,
        "board/rows": 11,
        "board/midway": "G-5-E",
        "board/kure": "B-3-A",
        "board/shaded/japan": edge(board, 0),
        "board/shaded/us": edge(board, 41),
        "roster": {name: {"side": side, "type": kind, "arrives": n} for name, (side, kind, n) in ships.items()},
    }
    for name in ships:
        kit |= {f"hits/{name}": 20 if name.startswith("Imperial") else 5, f"screening/{name}": 3, f"points/{name}": 12}
    return kit


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    rooms: list[Room] = []

    def make(kit: dict[str, Any] | None = None, **settings: Any) -> Room:
        rooms.append(Room(tmp_path / f"{len(rooms)}.db", kit or small_kit(), **settings))
        return rooms[-1]

    yield make
    for room in rooms:
        with closing(room.store):
            pass


def texts(html: str) -> list[str]:
    """Rows of tables and lines of notes, as a reader has them."""
    main = html[html.index("<main") :]
    parts = re.findall(r"<tr\b.*?</tr>|<p\b.*?</p>|<h2\b.*?</h2>", main, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split()) for part in parts]


def pages(html: str) -> list[str]:
    return re.findall(r'<section class="sheet".*?</section>', html, re.S)


def checked(html: str, audience: str, code: str) -> None:
    """Every page bears what it must, and nothing in it needs what the policy forbids."""
    found = pages(html)
    assert found
    for n, page in enumerate(found, 1):
        text = unescape(page)
        for said in (EYES[audience], f"table {code}", kits.edition()["title"], f"page {n} of {len(found)}"):
            assert said in text, said
        assert re.search(r"Turn \d+, \d{4} June \d, (day|night)|Set-up, before the first turn", text)
    for other in set(EYES) - {audience, "public"}:
        assert EYES[other] not in html
    assert " style=" not in html
    assert not re.search(r"<script(?![^>]*src=)", html)
    assert not re.search(r"\son[a-z]+=", html)


# Whole, at any moment of a game.


def test_before_anything_is_set_up_every_sheet_prints(opened: Callable[..., Room]) -> None:
    room = opened(midway_kit())
    for audience, _, html in room.every():
        checked(html, audience, room.code)
        assert "Set-up, before the first turn" in html
    text = texts(room.html("us", "packet"))
    assert any(line.startswith("1: 0500 June 4") and "Enterprise CV" in line for line in text)
    assert "box unknown" in room.html("public", "hits"), "nobody knows yet how many boxes most ships have"


@pytest.mark.parametrize("seed", range(4))
def test_every_sheet_of_a_whole_game_bears_its_marks(opened: Callable[..., Room], seed: int) -> None:
    room = opened(lively.small_kit(9) if seed % 2 else {**small_kit(), "track/turns": 9}, counts=bool(seed % 2))
    rng = random.Random(seed)
    for answers in (150, 100, 9999):
        room.play(lambda table, most=answers: lively.lively(table, rng, most=most))  # type: ignore[misc]
        for audience, _, html in room.every():
            checked(html, audience, room.code)
    assert room.live.table.over
    assert "The game is over." in unescape(room.html("us", "packet"))
    assert "To go on by hand" not in room.html("us", "packet")


def test_many_ships_and_long_names_fill_pages_and_lose_none(opened: Callable[..., Room]) -> None:
    room = opened(large_kit(), counts=True)
    room.play(lambda table: lively.lively(table, random.Random(1), most=110))
    for audience, _, html in room.every():
        checked(html, audience, room.code)
    hits = "\n".join(texts(room.html("public", "hits")))
    assert all(ship in hits for ship in room.live.table.truth.ships)
    packet = "\n".join(texts(room.html("japan", "packet")))
    assert all(ship in packet for ship, known in room.live.table.truth.ships.items() if known["side"] == "japan")


# Nothing of the other side's.


class Poison:
    """A plot that nobody may read."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a print read {name} of another audience's plot")


@pytest.mark.parametrize("audience", EYES)
def test_a_print_reads_no_plot_but_its_own(opened: Callable[..., Room], audience: str) -> None:
    room = opened()
    room.play(lambda table: lively.lively(table, random.Random(3), most=260))
    before = [html for who, _, html in room.every() if who == audience]
    plots = room.live.table.play.plots
    turns = room.live.table.truth.turn
    for other in set(plots) - {audience}:
        plots[other] = Poison()  # type: ignore[assignment]
    after = [room.html(audience, what) for what in (PUBLIC if audience == "public" else OWN)]
    after += [room.html(audience, "turn", n) for n in range(turns)]
    assert after == before


@pytest.mark.parametrize("seed", range(3))
def test_no_line_puts_an_enemy_ship_in_her_zone(opened: Callable[..., Room], seed: int) -> None:
    """The canary: over random play, no row or sentence names a ship of the enemy and where she has been."""
    room = opened()
    rng = random.Random(seed)
    been: dict[str, set[str]] = {}

    def note(table: Table) -> None:
        for ship, zone in table.truth.zones.items():
            been.setdefault(ship, set()).add(zone)

    for _ in range(4):
        room.play(lambda table: lively.lively(table, rng, note, most=80))
        for audience, what, html in room.every():
            for ship, known in room.live.table.truth.ships.items():
                if known["side"] == audience:
                    continue
                for line in texts(html):
                    assert not (ship in line and any(zone in line for zone in been.get(ship, ()))), (what, line)


def test_two_worlds_that_a_side_cannot_tell_apart_print_the_same(opened: Callable[..., Room]) -> None:
    """Japan's ships, moves, readied planes, orders and landings differ; US and public paper does not."""

    def world(placed: str, moved: str, readied: dict[str, Any]) -> Callable[[Table], object]:
        japan = dict.fromkeys(("Akagi", "Kaga", "Haruna"), placed)

        def do(table: Table) -> None:
            for party, asked in list(table.asks.items()):
                own = dict.fromkeys(asked.facts["entering"], placed if party == "japan" else "D-1-C")
                table.answer(party, asked.name, own, Hand("seat", 1, party))
            pass_to(table, "moves")
            for party in SIDES:
                going = dict.fromkeys(japan, moved) if party == "japan" else {}
                table.answer(party, table.asks[party].name, {"enter": {}, "move": going}, Hand("seat", 1, party))
            for party in SIDES:
                word = some(readied) if party == "japan" else {"word": "none"}
                table.answer(party, table.asks[party].name, word, Hand("seat", 1, party))
            pass_to(table, "t2/moves")

        return do

    prints = []
    for placed, moved, readied in (
        ("A-1-A", "A-1-D", {"Akagi": {"D": 7, "T": 3}}),
        ("A-3-G", "A-3-H", {"Kaga": {"D": 1}}),
    ):
        room = opened(small_kit())
        room.play(world(placed, moved, readied))
        prints.append([(who, what, html.replace(room.code, "CODE")) for who, what, html in room.every()])
        japan = room.html("japan", "packet")
        assert moved in japan
        assert moved not in room.html("us", "all")
    alike = [[each for each in world if each[0] != "japan"] for world in prints]
    assert alike[0] == alike[1]
    assert prints[0] != prints[1]


def test_one_job_is_one_side_and_each_door_opens_to_its_own(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: lively.lively(table, random.Random(2), most=60))
    assert room.phones["us"].get("/seat/japanseat/print/all").status_code == 404
    assert room.laptop.get("/seat/usseat/print/turn").status_code == 404
    for side in SIDES:
        desk = room.laptop.get(f"/desk/{room.code}/print/{side}/all")
        assert desk.status_code == 200
        assert pages(desk.text) == pages(room.html(side, "all")), "the umpire prints what the side would"
        assert desk.headers["Cache-Control"] == "no-store"
    away = {"REMOTE_ADDR": "192.168.1.7"}
    assert room.laptop.get(f"/desk/{room.code}/print/us/turn", environ_base=away).status_code == 404
    assert room.laptop.get(f"/desk/{room.code}/print/nobody/turn").status_code == 404
    for what in ("packet", "all", "record"):
        assert room.get("public", what).status_code == 404
    assert room.get("us", "record").status_code == 404


def test_without_an_umpire_nobody_prints_for_a_side(opened: Callable[..., Room]) -> None:
    room = opened(umpire=False)
    assert room.laptop.get(f"/desk/{room.code}/print/us/packet").status_code == 404
    assert room.get("us", "packet").status_code == 200


@pytest.mark.parametrize("turn", ["99", "-1", "x", "1.5", "9999999999", "１"])
def test_a_turn_that_was_not_played_is_not_there(opened: Callable[..., Room], turn: str) -> None:
    assert opened().get("us", "turn", turn).status_code == 404


# The owner sees all of his own.


def test_the_packet_holds_all_a_side_needs(opened: Callable[..., Room]) -> None:
    room = opened()
    table = room.play(lambda table: lively.lively(table, random.Random(6), most=150))
    for side in SIDES:
        plot = table.play.plots[side]
        text = "\n".join(texts(room.html(side, "packet")))
        for ship, zone in plot.of(side).items():
            assert re.search(rf"{zone} {ship} {plot.ships[ship]['type']}\b", text), ship
        for base, zone in plot.bases(side).items():
            aboard = [str(plot.planes[base][kind][state]) for kind in "DT" for state in ("idle", "readying", "ready")]
            assert f"{base} {zone} {' '.join(aboard)}" in text
        for seen in plot.sightings:
            assert seen["area"] in text
    assert f"Turns Atago has stood on Midway: {table.truth.invasion} of 4" in "\n".join(
        texts(room.html("japan", "packet"))
    )
    assert "has stood on Midway" not in room.html("us", "packet")


def test_the_record_of_a_battle_has_its_odds_dice_and_results() -> None:
    ready = {"japan/readying": {"word": "all"}}
    table = scene({"Atlanta": "D-4-A", "Vincennes": "D-4-A"}, {"Kaga": "C-4-A"}, kit={"points/Atlanta": 5})
    run(table, "t2/operations", ready)
    run(table, "battle-1/attack", {"japan/operations": orders(attack("Kaga", "D-4-A", D=7, T=4))})
    groups = [
        {"target": "Atlanta", "how": "dive", "n": 6},
        {"target": "Vincennes", "how": "port", "n": 4},
    ]
    run(table, "t3/deready", {"japan/attack": groups, "us/fire": {"Atlanta": "Atlanta/dive", "Vincennes": None}})
    for side in ("us", "japan", ""):
        plot = table.play.plots[side or "public"]
        (sheet,) = sheets.sheets(plot, side, "turn", 2)
        (battle,) = [b for b in sheet.blocks if b.title.startswith("Battle 1")]
        assert battle.title == "Battle 1: Japan over D-4-A with D 7, T 4"
        assert battle.rows[0] == ["D-6 on Atlanta", "Atlanta", "6 to 6", "1-1", "1", "0", "0"]
        assert battle.rows[1] == ["T-4 on Vincennes, port", "nobody", "4 to 1", "4-1", "1", "0", "0"]
        titles = [block.title for block in sheet.blocks]
        assert ("Your operations sheet" in titles) == bool(side)
        own = next((b for b in sheet.blocks if b.title == "Your operations sheet"), None)
        if side == "japan":
            assert own is not None
            assert own.rows == [["attack", "Kaga", "D 7, T 4", "D-4-A"]]
        elif own is not None:
            assert not own.rows


def test_what_was_gone_back_on_is_struck(opened: Callable[..., Room]) -> None:
    room = opened()
    rng = random.Random(9)
    room.play(lambda table: lively.lively(table, rng, most=120))
    calls = [e.n for e in room.live.table.entries if "/search/" in e.ask and e.value]
    called = next(e for e in room.live.table.entries if e.n == calls[-1])
    area = called.value["last"] if isinstance(called.value, dict) else called.value
    room.play(lambda table: table.back(calls[-1] - 1, UMPIRE))
    html = room.html("public", "turn", called.ask.partition("/")[0][1:])
    assert re.search(rf"<s>(US|Japan) calls {area}\.</s>", html)
    (record,) = sheets.sheets(room.live.table.play.plots["public"], "", "turn")
    (calls_block,) = [b for b in record.blocks if b.title == "Search calls"]
    stand = [row[0 if called.party == "us" else 2] for row in calls_block.rows]
    assert area not in stand, "a call that is void stands in no table"
    assert "The table goes back" in html


def test_settings_and_rulings_stand_on_every_turn_record(opened: Callable[..., Room]) -> None:
    room = opened(counts=True, balance=True, one_way=False, dice="real")
    text = "\n".join(texts(room.html("public", "turn")))
    for said in ("types and how many", "US 5, Japan 4", "ruled out", "rolled on the table", "a diagonal step"):
        assert said in text


def test_a_correction_shows_where_it_should(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: lively.lively(table, random.Random(4), most=90))
    ship, _ = next(iter(room.live.table.play.plots["us"].of("us").items()))
    room.play(lambda table: table.set_right(f"zone/{ship}", "D-3-I", "misheard", UMPIRE, name="set/0"))
    own = "\n".join(texts(room.html("us", "turn")))
    assert f"D-3-I {ship}" in own
    assert "set right" in own
    assert "Record corrected." in room.html("japan", "turn")
    assert "misheard" not in room.html("japan", "all") + room.html("public", "turn")


# Laying out.

TABLE = [Column("Number", 10), Column("Word", 10)]


def rows_of(made: list[Page], title: str) -> list[Any]:
    return [row for page in made for block in page.blocks if block.title.startswith(title) for row in block.rows]


@pytest.mark.parametrize("n", [0, 1, 2, 30, 38, 39, 40, 41, 42, 43, 200])
def test_a_long_table_goes_over_pages_and_loses_no_row(n: int) -> None:
    blocks = [Block("First", TABLE, [["0", "nought"]] * 3), Block("Long", TABLE, [[str(i), "a"] for i in range(n)])]
    made = paged([Sheet("Sheet", "now", blocks), Sheet("Second", "now", [Block("Notes", before=["One."])])])
    assert [int(row[0]) for row in rows_of(made, "Long")] == list(range(n))
    assert [page.n for page in made] == list(range(1, len(made) + 1))
    assert {page.of for page in made} == {len(made)}
    assert made[-1].title == "Second"
    for page in made:
        assert sum(tall(block) for block in page.blocks) <= HEIGHT


def test_tables_to_write_in_and_short_ones_are_not_cut() -> None:
    blocks = [
        Block("Long", TABLE, [["1", "x"]] * 30),
        ruled("By hand", TABLE, 12),
        Block("Short", TABLE, [["1", "y"]] * 8),
    ]
    made = paged([Sheet("Sheet", "now", blocks)])
    assert [[block.title for block in page.blocks] for page in made] == [["Long"], ["By hand", "Short"]]


def test_what_there_is_nothing_of_shares_a_line() -> None:
    (page,) = paged([Sheet("Sheet", "now", [Block("Calls"), Block("Battles"), Block("Notes", before=["One."])])])
    assert [(block.form, list(block.before)) for block in page.blocks] == [
        ("none", ["Calls", "Battles"]),
        ("table", ["One."]),
    ]


def test_a_sheet_with_nothing_on_it_is_still_a_page() -> None:
    assert len(paged([Sheet("Sheet", "now", [])])) == 1
