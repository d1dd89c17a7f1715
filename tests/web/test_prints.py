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
from tests.web.room import ideal_hashes
from umpire.games.midway import kit as kits
from umpire.games.midway import sheets
from umpire.games.midway.packet import _grown
from umpire.games.midway.terms import SIDES
from umpire.games.paper import HEIGHT, Block, Column, Page, Sheet, paged, ruled, tall
from umpire.host import Host
from umpire.in_play import Live
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

    game = "midway"

    def __init__(self, path: Path, kit: dict[str, Any], **settings: Any) -> None:
        self.store = Store(path)
        self.store.save_kit("box", self.game, "The box", kit)
        host = Host(self.store)
        self.app = create_app(host)
        self.code = host.create(self.game, {"umpire": True, "dice": "app", **settings}, "box")
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


@pytest.fixture
def alike() -> Iterator[None]:
    with ideal_hashes():
        yield


@pytest.mark.usefixtures("alike")
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
    stand = " ".join(row[0 if called.party == "us" else 2] for row in calls_block.rows).split()
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


def test_a_turn_that_has_just_begun_opens_on_the_last(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: pass_to(table, "t2/deready"))
    for audience in EYES:
        assert "Turn 1, 0500 June 4, day" in pages(room.html(audience, "turn"))[0]
        assert "Turn 2, 0700 June 4, day" in pages(room.html(audience, "turn", 2))[0]
    room.play(lambda table: pass_to(table, "t2/moves"))
    for audience in EYES:
        assert "Turn 2, 0700 June 4, day" in pages(room.html(audience, "turn"))[0]


# The umpire's master sheet.


def master(room: Room) -> TestResponse:
    return room.laptop.get(f"/desk/{room.code}/print/master")


def test_the_master_sheet_holds_the_whole_truth_of_both_sides(opened: Callable[..., Room]) -> None:
    room = opened()
    rng = random.Random(6)
    while not (room.live.table.truth.flights and room.live.table.truth.turn > 3):
        room.play(lambda table: lively.lively(table, rng, most=1))
    truth = room.live.table.truth
    answer = master(room)
    text = "\n".join(texts(answer.text))
    assert answer.headers["Cache-Control"] == "no-store"
    for side in SIDES:
        assert truth.of(side)
        for ship, zone in truth.of(side).items():
            assert re.search(rf"{zone} {ship} {truth.ships[ship]['type']}\b", text), ship
        assert truth.bases(side)
        for base in truth.bases(side):
            counts = []
            for kind in truth.kinds:
                up = sum(f[kind] for f in truth.flights if f["from"] == base)
                counts += [str(truth.planes[base][kind][state]) for state in ("idle", "readying", "ready")] + [str(up)]
            assert f"{base} {' '.join(counts)}" in text, base
    for flight in truth.flights:
        assert f"{flight['kind']} {flight['from']}" in text
    for seen in truth.sightings:
        if seen["turn"] == truth.turn:
            assert seen["area"] in text
    assert f"Score: US {truth.score['us']}, Japan {truth.score['japan']}." in text
    assert f"Turns Atago has stood there: {truth.invasion} of 4" in text
    assert "Asked: " in text


def test_the_master_sheet_says_what_is_asked_and_who_has_locked(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: pass_to(table, "t2/moves"))
    room.play(lambda table: table.answer("us", table.asks["us"].name, {"enter": {}, "move": {}}, Hand("seat", 1, "us")))
    text = unescape(master(room).text)
    assert "Asked: US, movement (locked; ask again); Japan, movement." in text


def test_the_master_sheet_is_the_umpires_and_covered(opened: Callable[..., Room]) -> None:
    room = opened()
    html = master(room).text
    for page in pages(html):
        assert unescape(page).count("Umpire’s eyes only") == 2, "in the head and the foot of each page"
    assert '<main class="covered"' in html
    assert " style=" not in html
    away = {"REMOTE_ADDR": "192.168.1.7"}
    assert room.laptop.get(f"/desk/{room.code}/print/master", environ_base=away).status_code == 404
    for side, phone in room.phones.items():
        assert phone.get(f"/desk/{room.code}/print/master", environ_base=away).status_code == 404
        assert phone.get(f"/seat/{side}seat/print/master").status_code == 404
        assert room.laptop.get(f"/desk/{room.code}/print/{side}/master").status_code == 404
    assert room.get("public", "master").status_code == 404
    alone = opened(umpire=False)
    assert master(alone).status_code == 404
    assert "/print/master" not in alone.laptop.get(f"/tables/{alone.code}").text


def test_the_master_sheet_reads_the_umpires_plot_alone(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: lively.lively(table, random.Random(3), most=200))
    before = master(room).text
    plots = room.live.table.play.plots
    for other in set(plots) - {"umpire"}:
        plots[other] = Poison()  # type: ignore[assignment]
    assert master(room).text == before


def test_the_master_sheet_tells_of_the_fortification_where_there_is_one(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: pass_to(table, "t2/moves"))
    assert "fortification" not in master(room).text
    room.live.table.truth.fortification = 13
    assert "Its fortification: 13." in master(room).text


# Blank forms.

FORMS = ("hits", "turns", "operations", "calls", "planes", "moves", "battle", "card")


def form(kit: dict[str, Any], what: str) -> list[Sheet]:
    return sheets.forms(kit, what)


def drawn_boxes(kit: dict[str, Any], ship: str) -> int | None:
    (sheet,) = form(kit, "hits")
    ships = [each for block in sheet.blocks if block.form == "roster" for row in block.rows for each in row if each]
    found: int | None = next(each["boxes"].boxes for each in ships if each["name"] == ship)
    return found


def test_the_pad_has_the_boxes_that_the_rulebook_tells(opened: Callable[..., Room]) -> None:
    kit = midway_kit()
    assert drawn_boxes(kit, "Soryu") == 3, "Step 2"
    assert drawn_boxes(kit, "Hiryu") == 3, "Sinking of Aircraft Carriers"
    assert drawn_boxes(kit, "Atlanta") == 3, "Step 13"
    assert drawn_boxes(kit, "Akagi") is None
    room = opened(kit)
    html = room.laptop.get(f"/screen/{room.code}/forms/hits").text
    rows = re.findall(r"<td>(\w[\w ]*?)(?: <small>[^<]*</small>)?</td><td>\w+</td><td>\s*(<span.*?</span>)", html, re.S)
    boxes = {name: (box.count("<i "), "unknown" in box) for name, box in rows}
    assert boxes["Soryu"] == (3, False)
    assert boxes["Akagi"] == (6, True), "six blank boxes where nobody has read them off"
    assert set(boxes) == set(kit["roster"])
    assert "not read off the pad yet" in html


def test_the_turn_form_has_31_turns_and_the_nights_of_the_kit() -> None:
    (sheet,) = form(midway_kit(), "turns")
    rows = sheet.blocks[0].rows
    assert [(row["day"], row["hour"]) for row in (rows[0], rows[-1])] == [("June 4", "0500"), ("June 6", "1700")]
    assert len(rows) == 31
    dark = {row["hour"] for row in rows if row["night"]}
    assert dark == {"1900", "2100", "2300", "0100", "0300"}
    assert min(row["n"] for row in rows if row["island"]) == 13, "from 0500 June 5"
    (unknown,) = form({}, "turns")
    assert len(unknown.blocks[0].rows) == 31
    assert not any(row["night"] for row in unknown.blocks[0].rows)
    assert "Shade the hours" in unknown.blocks[0].before[0]


def test_night_is_drawn_where_backgrounds_do_not_print(opened: Callable[..., Room]) -> None:
    room = opened(midway_kit())
    html = room.laptop.get(f"/screen/{room.code}/forms/turns").text
    assert html.count('<svg class="night"') == 10
    assert html.count(" night</span>") == 10


def test_a_side_has_its_own_forms_and_none_of_the_others_ships() -> None:
    kit = midway_kit()
    for what in ("operations", "calls", "planes", "moves"):
        us, japan = form(kit, what)
        assert (us.eyes, japan.eyes) == (EYES["us"], EYES["japan"])
    us, japan = form(kit, "moves")
    for sheet, side in ((us, "us"), (japan, "japan")):
        own = {f"{name} {ship['type']}" for name, ship in kit["roster"].items() if ship["side"] == side}
        assert {row[0] for block in sheet.blocks for row in block.rows} == own
    us, japan = form(kit, "planes")
    assert [(row[0], row[-1]) for row in us.blocks[0].rows][-1] == ("Midway", "30"), "Midway Island 4"
    assert ("Kaga", "17 / 24") in [(row[0], row[-1]) for row in japan.blocks[0].rows] or (
        "fighters/Kaga" not in kit and ("Kaga", "17") in [(row[0], row[-1]) for row in japan.blocks[0].rows]
    )


def test_the_search_form_has_the_air_calls_of_each_side() -> None:
    us, japan = form(midway_kit(), "calls")
    for sheet, air in ((us, 4), (japan, 3)):
        (block,) = sheet.blocks
        first = [row[1] for row in block.rows[: block.facts["lines"]]]
        assert [word for word in first if word.startswith("air")] == [f"air {n}" for n in range(1, air + 1)]
        assert "own" in first
        assert len(block.rows) % block.facts["lines"] == 0


def test_every_form_is_a_page_for_each_whom_it_is_for(opened: Callable[..., Room]) -> None:
    """Whatever the kit: one of the rulebook's own, none at all."""
    for kit in ({}, kits.known(), midway_kit()):
        for what in FORMS:
            made = form(kit, what)
            assert len(paged(made)) == len(made) == (2 if what in ("operations", "calls", "planes", "moves") else 1), (
                what
            )
    room = opened(small_kit())
    every = room.laptop.get(f"/screen/{room.code}/forms/all").text
    assert len(pages(every)) == 12
    assert " style=" not in every


def test_forms_are_offered_where_players_look_and_hold_no_secret(opened: Callable[..., Room]) -> None:
    room = opened()
    room.play(lambda table: lively.lively(table, random.Random(2), most=60))
    table = room.laptop.get(f"/tables/{room.code}").text
    assert f'href="/screen/{room.code}/forms/all"' in table
    assert f'href="/desk/{room.code}/print/master"' in table
    assert f'href="/desk/{room.code}/print/master"' in room.laptop.get(f"/desk/{room.code}").text
    assert 'href="/kits/box/forms/all"' in room.laptop.get("/kits/box").text
    assert 'href="/games/midway/forms/all"' in room.laptop.get("/games/midway").text
    assert room.laptop.get("/kits/box/forms/all", environ_base={"REMOTE_ADDR": "192.168.1.7"}).status_code == 404
    for nothing in ("/kits/none/forms/all", "/games/chess/forms/all", "/games/midway/forms/x", "/kits/box/forms/x"):
        assert room.laptop.get(nothing).status_code == 404, nothing
    assert room.laptop.get(f"/screen/{room.code}/forms/packet").status_code == 404
    plots = room.live.table.play.plots
    before = room.laptop.get(f"/screen/{room.code}/forms/all").text
    for other in set(plots) - {"public"}:
        plots[other] = Poison()  # type: ignore[assignment]
    assert room.laptop.get(f"/screen/{room.code}/forms/all").text == before
    assert not re.search(r"\b[A-T]-[0-9]+-[A-I]\b", before), "no zone of anything"


def test_the_card_gives_a_rule_for_every_step() -> None:
    (sheet,) = form({}, "card")
    rows = sheet.blocks[0].rows
    assert all(row[3] for row in rows)
    told: set[int] = set()
    for first, mark, last in re.findall(r"\bSteps? (\d+)(?:(-|, )(\d+))?", "; ".join(row[3] for row in rows)):
        told |= set(range(int(first), int(last) + 1)) if mark == "-" else {int(n) for n in (first, last) if n}
    assert told == set(range(1, 19))


def test_a_board_of_many_areas_has_symbols_that_can_be_read() -> None:
    """At 184 mm across, letters of 6.5 drawing units come out at 2.1 mm and over."""
    grown = {}
    for columns in (7, 12, 14, 20):
        across = columns * 54 + 24
        grown[columns] = _grown(across, 350, 128.0)
        assert grown[columns] * 65 * 184000 >= 2100 * 1000 * across * 99 // 100
    assert grown[7] == 100, "an ordinary board is as it was"


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
