"""Victory at Midway on paper: every audience its own, whole, marked on every page, and drawn from its plot alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games.victory_kit import bare_kit, complete_kit
from tests.games.victory_lively import lively
from tests.games.victory_scenes import OPTIONS, UMPIRE, right, run, say, scene, table
from tests.web.room import ideal_hashes
from tests.web.test_prints import EYES, OWN, PUBLIC, Poison, Room, pages, texts
from umpire.games.paper import HEIGHT, Block, Boxes, NoSuchSheet, paged, tall
from umpire.games.victory_at_midway import sheets
from umpire.games.victory_at_midway.plot import ABOARD
from umpire.games.victory_at_midway.terms import BASES, SIDES
from umpire.table.table import Table

JSON = Any
Opened = Callable[..., "VictoryRoom"]
ALL_OPTIONS = dict.fromkeys(OPTIONS, True)
FORMS = ("hits", "turns", "points", "fights", "searches", "map", "decks", "card")


class VictoryRoom(Room):
    """A table of Victory at Midway on one laptop, with a phone a side."""

    game = "victory-at-midway"


def early_kit(**changes: Any) -> dict[str, Any]:
    """All of Japan comes at once, so that something happens soon."""
    kit = complete_kit()
    return {**kit, "roster": {n: {**s, "entry": min(1, s["entry"])} for n, s in kit["roster"].items()}, **changes}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    rooms: list[VictoryRoom] = []

    def make(kit: dict[str, Any] | None = None, **settings: Any) -> VictoryRoom:
        rooms.append(VictoryRoom(tmp_path / f"{len(rooms)}.db", kit or early_kit(), **settings))
        return rooms[-1]

    yield make
    for room in rooms:
        with closing(room.store):
            pass


def checked(html: str, audience: str, code: str) -> None:
    """Every page bears what it must, and nothing in it needs what the policy forbids."""
    found = pages(html)
    assert found
    for n, page in enumerate(found, 1):
        text = unescape(page)
        for said in (EYES[audience], f"table {code}", "Victory at Midway", f"page {n} of {len(found)}"):
            assert said in text, said
        assert re.search(r"Turn \d+, (\d{4} )?June \d, (day|night)|Set-up, before the first turn", text)
    for other in set(EYES) - {audience, "public"}:
        assert EYES[other] not in html
    assert " style=" not in html
    assert not re.search(r"<script(?![^>]*src=)", html)


def sheet(t: Table, audience: str, what: str, turn: int | None = None) -> list[Block]:
    """The blocks of an audience's paper."""
    plot = t.play.plots[audience]
    made = sheets.sheets(plot, "" if audience == "public" else audience, what, turn)
    return [block for each in made for block in each.blocks]


def titled(blocks: list[Block], title: str) -> Block:
    return next(block for block in blocks if block.title.startswith(title))


def words(blocks: list[Block]) -> str:
    """All that stands on some blocks."""
    lines = []
    for block in blocks:
        cells = [str(cell) for row in block.rows if not isinstance(row, Mapping) for cell in row]
        lines += [block.title, *block.before, " | ".join(cells), *block.after]
    return "\n".join(lines)


# Whole, at any moment of a game.


@pytest.mark.parametrize("kit", [complete_kit(), bare_kit()])
def test_before_anything_is_set_up_every_sheet_prints(opened: Opened, kit: dict[str, Any]) -> None:
    room = opened(kit)
    for audience, _, html in room.every():
        checked(html, audience, room.code)
        assert "Set-up, before the first turn" in html
    for side, base in (("us", "Enterprise"), ("japan", "Akagi")):
        assert any(line.startswith(f"{base} ") and "2" in line for line in texts(room.html(side, "packet")))


@pytest.mark.parametrize("seed", range(4))
def test_every_sheet_of_a_whole_game_bears_its_marks(opened: Opened, seed: int) -> None:
    room = opened(**(ALL_OPTIONS if seed % 2 else {}))
    rng = random.Random(seed)
    for answers in (120, 120, 9999):
        room.play(lambda t, most=answers: lively(t, rng, most=most))  # type: ignore[misc]
        for audience, _, html in room.every():
            checked(html, audience, room.code)
    assert room.live.table.over
    assert "The game is over." in unescape(room.html("us", "packet"))
    assert "To go on by hand" not in room.html("us", "packet")
    assert "As the game ended" in room.html("public", "turn", room.live.table.truth.turn)


def test_no_page_is_reckoned_too_full(opened: Opened) -> None:
    room = opened(**ALL_OPTIONS)
    room.play(lambda t: lively(t, random.Random(5), most=300))
    plots = room.live.table.play.plots
    made = [paged(sheets.sheets(plots[side], side, "all")) for side in SIDES]
    made += [
        paged(sheets.master(plots["umpire"], [])),
        *(paged(sheets.forms(kit, "all")) for kit in ({}, complete_kit())),
    ]
    for page in (page for job in made for page in job):
        assert page.blocks
        assert sum(tall(block) for block in page.blocks) <= HEIGHT, [block.title for block in page.blocks]


# Nothing of the other side's.


@pytest.mark.parametrize("audience", EYES)
def test_a_print_reads_no_plot_but_its_own(opened: Opened, audience: str) -> None:
    room = opened(**ALL_OPTIONS)
    room.play(lambda t: lively(t, random.Random(3), most=200))
    before = [html for who, _, html in room.every() if who == audience]
    plots = room.live.table.play.plots
    turns = room.live.table.truth.turn
    for other in set(plots) - {audience}:
        plots[other] = Poison()  # type: ignore[assignment]
    after = [room.html(audience, what) for what in (PUBLIC if audience == "public" else OWN)]
    after += [room.html(audience, "turn", n) for n in range(turns)]
    assert after == before


@pytest.mark.parametrize("seed", range(3))
def test_no_enemy_air_unit_is_called_by_its_number(opened: Opened, seed: int) -> None:
    """The canary: over random play, no paper of others has the name of a unit as its owner numbers it (matrix 15)."""
    room = opened(**ALL_OPTIONS)
    rng = random.Random(seed)
    for _ in range(3):
        room.play(lambda t: lively(t, rng, most=90))
        for audience, what, html in room.every():
            text = "\n".join(texts(html))
            for unit, u in room.live.table.truth.air.items():
                if BASES[u["base"]][0] != audience:
                    assert not re.search(rf"(?<![\w-]){re.escape(unit)}\b", text), (audience, what, unit)


@pytest.fixture
def alike() -> Iterator[None]:
    with ideal_hashes():
        yield


@pytest.mark.usefixtures("alike")
def test_two_worlds_that_a_side_cannot_tell_apart_print_the_same(opened: Opened) -> None:
    """Japan's hexes, transports, entries and decks differ; US and public paper does not (matrix 1, 2, 5, 16)."""
    prints = []
    for place, boat in (("A3", "TT1"), ("A9", "TT2")):
        room = opened(early_kit())
        room.play(lambda t, place=place, boat=boat: _world(t, place, boat))  # type: ignore[misc]
        prints.append([(who, what, html.replace(room.code, "CODE")) for who, what, html in room.every()])
        assert f"I.D.1 in {boat}" in "\n".join(texts(room.html("japan", "packet")))
        assert place in "\n".join(texts(room.html("japan", "packet")))
    alike = [[each for each in world if each[0] != "japan"] for world in prints]
    assert alike[0] == alike[1]
    assert prints[0] != prints[1]


def _world(t: Table, place: str, boat: str) -> None:
    boats = {"TT1": ("TT1", "TT2"), "TT2": ("TT2", "TT1")}[boat]
    asked = t.asks["japan"]
    aboard = {**asked.facts["aboard"], "I.D.1": boats[0], "I.D.2": boats[1]}
    run(t, "t1/orders", {"japan/set-up": {"at": dict.fromkeys(asked.facts["entering"], "H6"), "aboard": aboard}})
    ships = [ship for ship in t.asks["japan"].facts["entering"] if ship in ("Akagi", "Kaga", "DD4")]
    run(t, "t3/orders", {"japan/orders": {"enter": dict.fromkeys(ships, place)}})


def test_each_door_opens_to_its_own(opened: Opened) -> None:
    room = opened()
    room.play(lambda t: lively(t, random.Random(2), most=60))
    assert room.phones["us"].get("/seat/japanseat/print/all").status_code == 404
    for side in SIDES:
        desk = room.laptop.get(f"/desk/{room.code}/print/{side}/all")
        assert pages(desk.text) == pages(room.html(side, "all")), "the umpire prints what the side would"
    for what in ("packet", "all", "record"):
        assert room.get("public", what).status_code == 404
    for turn in ("99", "-1", "x"):
        assert room.get("us", "turn", turn).status_code == 404
    with pytest.raises(NoSuchSheet):
        sheets.sheets(room.live.table.play.plots["public"], "", "packet")


# The owner sees all of his own.


def test_the_packet_holds_all_a_side_needs(opened: Opened) -> None:
    room = opened(**ALL_OPTIONS)
    t = room.play(lambda t: lively(t, random.Random(6), most=200))
    for side in SIDES:
        plot = t.play.plots[side]
        rows = texts(room.html(side, "packet"))
        for ship, at in plot.of(side).items():
            assert any(re.search(rf"^{at} .*{re.escape(ship)}\b", row) for row in rows), ship
        for unit, u in plot.air.items():
            assert any(unit in row for row in rows), unit
            if u["box"] in ABOARD:
                assert any(row.startswith(f"{u['on']} ") and unit in row for row in rows), unit
    assert any("in TT1" in row for row in texts(room.html("japan", "packet")))


def test_the_packet_gives_the_air_searches_that_are_left() -> None:
    """Air Search Limits; Midway Airfield Damage: two hits leave Midway its own hex and one more (VM-18)."""
    t = scene({"Enterprise": "I4"}, {"Akagi": "B6"}, islands=True)
    us, japan = (words(sheet(t, side, "packet")) for side in SIDES)
    assert "Midway one in H6 and 3 within six hexes; Johnston one" in us
    assert "one in the hex of each of Akagi; two more within two hexes of one of them; Wake one" in japan
    right(t, "field", 2)
    assert "Midway one in H6 and 1 within six hexes" in words(sheet(t, "us", "packet"))
    right(t, "field", 4)
    assert "Midway none" in words(sheet(t, "us", "packet"))


def test_what_is_next_follows_the_turn_sequence() -> None:
    t = scene({}, {}, turn=8)
    first = titled(sheet(t, "us", "packet"), "Turn 8 from here on")
    assert [row[0] for row in first.rows] == [
        *("Ship Movement", "Midway strike", "Search assignment", "Search announced", "Search answered"),
        *("Air strike assignment", "Air strikes", "Air Preparation", "Air Return", "Surface combat"),
        *("Landing, invasion", "End"),
    ]
    run(t, "t2/after")
    later = titled(sheet(t, "us", "packet"), "Turn 8 from here on")
    assert later.rows[0][0] == "Air Preparation"
    night = scene({}, {}, turn=13, submarines=True, night_searches=True)
    dark = [row[0] for row in titled(sheet(night, "us", "packet"), "Turn 13 from here on").rows]
    assert "Air strikes" not in dark
    assert dark[1] == "Submarines"
    assert "Searches at night" in dark


def test_the_turn_13_group_is_japans_affair() -> None:
    """Matrix 22: the sighting is known to both, the date to Japan alone."""
    t = scene({"Enterprise": "G5"}, {"Akagi": "F5"}, turn=9)
    run(t, "t2/strikes", {"japan/orders": {"air": ["F5"]}})
    assert "The Turn 13 group may come on from turn 14." in words(sheet(t, "japan", "packet"))
    for audience in ("us", "public"):
        for what in ("turn", "hits") if audience == "public" else ("all",):
            assert "may come on from turn" not in words(sheet(t, audience, what))
            assert "may enter from turn 14" not in words(sheet(t, audience, what))


# The turn record.


def strike_scene() -> Table:
    """US planes of Enterprise over F5, where Akagi and DD4 are; Japan's fighters of Akagi are the CAP."""
    t = scene({"Enterprise": "G5"}, {"Akagi": "F5", "DD4": "F5", "TT1": "C3"})
    orders = {"us/orders": {"air": ["F5"]}, "japan/orders": {"air": ["F5"], "ship": ["C3"]}}
    strikes = {"us/strikes": [{"to": "F5", "units": ["E-F1", "E-D1", "E-T1"]}]}
    return run(t, "/cap", {**orders, **strikes})


def test_searches_are_read_back_to_all_with_what_was_told() -> None:
    """Declaring Searches; Announcing Search Results: kind and hex, never by what means; Carriers, never more."""
    t = strike_scene()
    for audience in EYES:
        block = titled(sheet(t, audience, "turn"), "Searches, as they were read back")
        assert block.rows == [
            ["US", "F5", "", "Carriers in F5"],
            ["Japan", "F5", "C3", "Carriers in G5"],
        ]


def test_a_strike_is_on_record_shot_by_shot() -> None:
    t = strike_scene()
    say(t, "japan", ["A-F1"])
    run(t, "/aa", dice=[[2, 5]])
    pending = titled(sheet(t, "us", "turn"), "Strike 1 of the US: F5")
    assert any(line.startswith("Position: Japan rolls 2. US rolls 5. Japan fires") for line in pending.before)
    run(t, "t3/orders")
    for audience in EYES:
        block = titled(sheet(t, audience, "turn", 8), "Strike 1 of the US: F5")
        assert "There: Akagi and DD4." in block.before
        assert "CAP: P1 (A). Attackers: D1 (E), F1 (E), T1 (E)." in block.before
        shots = [row[n : n + 5] for row in block.rows for n in (0, 5) if row[n]]
        assert ["Round 1", "P1", "D1", "7: 10 10", "0"] in shots, "value 7, all later dice ten"
        assert ["AA", "DD4", "D1", "2: 10 10", "0"] in shots, "AA 2 (Example of Play: Air Strike)"
        assert any(row[:2] == ["Bombs", "D1"] and row[3] == "2: 10 10" for row in shots)
        yours = [line for line in block.before if line.startswith("Yours:")]
        expected = {"us": ["Yours: D1 is E-D1, F1 is E-F1, T1 is E-T1."], "japan": ["Yours: P1 is A-F1."]}
        assert yours == expected.get(audience, [])


def test_fire_that_is_aimed_and_not_rolled_yet_stands_below() -> None:
    t = strike_scene()
    run(t, "round-1-dice", dice=[[2, 5]])
    block = titled(sheet(t, "public", "turn"), "Strike 1 of the US: F5")
    assert any(line.startswith("Round 1, still to be rolled. Japan: P1 at D1") for line in block.after)


def test_what_flew_and_what_came_home_is_its_owners() -> None:
    """CAP Retrieval; Strike and Escort Aircraft Retrieval: CAP to Ready, the others to Not Ready."""
    t = run(strike_scene(), "t3/orders", dice=[[2, 5]])
    us, japan = sheet(t, "us", "turn", 8), sheet(t, "japan", "turn", 8)
    flew = titled(us, "Your air units that flew")
    assert flew.rows == [["strike", "F5", "Enterprise", "E-D1, E-F1, E-T1"]]
    landed = titled(us, "Your air units readied and landed")
    assert ["landed, not ready", "F5", "Enterprise"] in [row[:3] for row in landed.rows]
    cap = titled(japan, "Your air units readied and landed")
    assert ["landed, ready", "F5", "Akagi", "A-F1, A-F2"] in [list(row) for row in cap.rows]
    for title in ("Your air units that flew", "Your air units readied and landed", "Your ships"):
        assert title not in [block.title for block in sheet(t, "public", "turn", 8)]


def test_a_carrier_sunk_at_once_is_on_record_with_her_points_and_planes() -> None:
    """VM-20: a full Japanese carrier with Ready planes is gone at one hit; each step she had scores 5, her planes ½ a step."""
    t = strike_scene()
    say(t, "japan", [])
    run(t, "bombs-dice")
    say(t, "dice", [1, 10, 10, 10])
    run(t, "t3/orders")
    for audience in EYES:
        blocks = sheet(t, audience, "turn", 8)
        fight = titled(blocks, "Strike 1 of the US: F5")
        assert any(line.startswith("Lost: Akagi. Reduced: none.") and "sinks at once" in line for line in fight.after)
        points = [row[n : n + 3] for row in titled(blocks, "Points").rows for n in range(0, len(row), 3)]
        assert ["US", "10", "Akagi, sunk"] in points
        assert ["US", "6", "aircraft of Akagi"] in points
        damage = sheet(t, audience, "hits")
        row = next(row for row in titled(damage, "Ships of Japan").rows if "Akagi CV" in row)
        assert row[list(row).index("Akagi CV") + 1] == Boxes(2, 2, True)
        assert "US 16, Japan 0" in titled(damage, "Points").after[0]
    lost = titled(sheet(t, "japan", "turn", 8), "Your air units hit")
    assert [row[:2] for row in lost.rows] == [["lost", "on Akagi, ready"]]
    assert "Your air units hit" not in [block.title for block in sheet(t, "public", "turn", 8)]


def test_moves_and_entries_are_on_the_owners_record_alone() -> None:
    t = scene({"Enterprise": "I4"}, {"Akagi": "B6"}, turn=9)
    run(t, "t3/orders", {"us/orders": {"moves": {"Enterprise": "H4"}}, "japan/orders": {"moves": {"Akagi": "C7"}}})
    for side, hex_, name, was, other in (
        ("us", "H4", "Enterprise CV", "I4", "japan"),
        ("japan", "C7", "Akagi CV", "B6", "us"),
    ):
        rows = [list(row) for row in titled(sheet(t, side, "turn", 9), "Your ships").rows]
        cells = [row[n : n + 3] for row in rows for n in range(0, len(row), 3)]
        assert [hex_, name, f"from {was}"] in cells
        for audience in (other, "public"):
            assert name not in words([b for b in sheet(t, audience, "turn", 9) if "Ships of" not in b.title])


def test_settings_and_rulings_stand_on_every_turn_record(opened: Opened) -> None:
    room = opened(finding=True, sudden="hit", dice="real")
    text = "\n".join(texts(room.html("public", "turn")))
    for said in (
        "In use: Finding the enemy in waves (Finding the Enemy).",
        "A Japanese carrier that sinks at once scores: the one hit (Inferior Japanese Damage Control).",
        "rolled on the table",
        "Waves are rolled for out of the enemy’s sight",
    ):
        assert said in text
    assert "Victory at Midway, 1 optional rule" in unescape(room.html("us", "turn"))


def test_a_correction_shows_where_it_should() -> None:
    t = scene({"Enterprise": "I4"}, {"Akagi": "B6"})
    t.set_right("hex/Enterprise", "J4", "misheard", UMPIRE, name=t.mending)
    assert "J4 | Enterprise CV | set right" in words([titled(sheet(t, "us", "turn"), "Your ships")])
    assert "misheard" in words(sheet(t, "us", "turn"))
    for audience in ("japan", "public"):
        noted = titled(sheet(t, audience, "turn"), "Also on the record")
        assert any(line.startswith("Record corrected") for line in noted.after)
        assert "misheard" not in words(sheet(t, audience, "turn"))


def test_what_was_gone_back_on_is_struck(opened: Opened) -> None:
    room = opened()
    room.play(lambda t: run(t, "t2/orders"))
    entries = [e.n for e in room.live.table.entries if e.ask == "t2/orders" or e.ask.startswith("t1/after")]
    room.play(lambda t: run(t, "t2/strikes", {"us/orders": {"air": ["H6", "G4"]}}))
    room.play(lambda t: t.back(entries[-1], UMPIRE))
    html = room.html("public", "turn", 2)
    assert re.search(r"<s>US searches: air .*G4", unescape(html))
    assert "The table goes back" in html
    block = titled(sheet(room.live.table, "public", "turn", 2), "Searches")
    assert not block.rows, "a search that is void stands in no table"


def test_a_turn_that_has_just_begun_opens_on_the_last() -> None:
    t = run(table(), "t2/orders")
    (begun,) = sheets.sheets(t.play.plots["public"], "", "turn")
    assert begun.when.startswith("Turn 1, 0430 June 3")
    (asked,) = sheets.sheets(t.play.plots["public"], "", "turn", 2)
    assert asked.when == "Turn 2, 0800 June 3, day"


# The damage record.


def test_steps_are_dashed_until_the_back_is_read() -> None:
    """Counters: some are printed on one side only; nobody says so before the first hit."""
    t = scene({"Enterprise": "I4"}, {"Zuiho": "B6", "DD4": "B6"})
    row = next(row for row in titled(sheet(t, "public", "hits"), "Ships of Japan").rows if "Zuiho CV" in row)
    assert row[list(row).index("Zuiho CV") + 1] == Boxes(0, 1, False, True)
    blank = run(table(bare_kit()), "set-up")
    rows = titled(sheet(blank, "public", "hits"), "Ships of Japan").rows
    row = next(row for row in rows if "Akagi CV" in row)
    assert row[list(row).index("Akagi CV") + 1] == Boxes(0, 2, False, False)


def test_vm_45_points_for_a_hit_stand_by_every_ship() -> None:
    t = scene({}, {})
    cells = [row[n : n + 4] for row in titled(sheet(t, "public", "hits"), "Ships of Japan").rows for n in (0, 4)]
    worth = {row[0]: row[2] for row in cells}
    want = {
        "Yamato BB": "5",
        "BB3.2": "4",
        "Akagi CV": "5",
        "CA8": "2",
        "TT1": "2",
        "SFT": "2",
        "ST11": "2",
        "DD4": "1",
    }
    assert {ship: worth[ship] for ship in want} == want


# The umpire's master sheet.


def test_the_master_sheet_holds_the_whole_truth_of_both_sides(opened: Opened) -> None:
    room = opened(**ALL_OPTIONS)
    room.play(lambda t: lively(t, random.Random(6), most=200))
    truth = room.live.table.truth
    answer = room.laptop.get(f"/desk/{room.code}/print/master")
    rows = texts(answer.text)
    assert answer.headers["Cache-Control"] == "no-store"
    for side in SIDES:
        for ship, at in truth.of(side).items():
            assert any(re.search(rf"^{at} .*{re.escape(ship)}\b", row) for row in rows), ship
    for unit in truth.air:
        assert any(unit in row for row in rows), unit
    text = "\n".join(rows)
    assert "Asked: " in text
    for battalion, boat in truth.aboard.items():
        assert f"{battalion} in {boat}" in text


def test_the_master_sheet_has_the_strikes_that_nobody_else_has_heard_of() -> None:
    t = scene({"Enterprise": "G5"}, {"Akagi": "F5"})
    strikes = {"us/strikes": [{"to": "F5", "units": ["E-D1"]}, {"to": "F6", "units": ["E-D2"]}]}
    run(t, "/cap", {**strikes, "japan/strikes": [{"to": "G5", "units": ["A-D1"]}]})
    (made,) = sheets.master(t.truth, [])
    block = titled(list(made.blocks), "Strikes still to be resolved")
    assert block.before == ["US at F6: E-D2.", "Japan at G5: A-D1."]
    assert "F6" not in words([b for b in sheet(t, "japan", "all") if b.title != "Map"])


def test_the_master_sheet_is_the_umpires(opened: Opened) -> None:
    room = opened()
    html = room.laptop.get(f"/desk/{room.code}/print/master").text
    for page in pages(html):
        assert unescape(page).count("Umpire’s eyes only") == 2, "in the head and the foot of each page"
    for side in SIDES:
        assert room.phones[side].get(f"/seat/{side}seat/print/master").status_code == 404
    room.play(lambda t: lively(t, random.Random(3), most=150))
    before = room.laptop.get(f"/desk/{room.code}/print/master").text
    plots = room.live.table.play.plots
    for other in set(plots) - {"umpire"}:
        plots[other] = Poison()  # type: ignore[assignment]
    assert room.laptop.get(f"/desk/{room.code}/print/master").text == before


# Blank forms.


def test_forms_are_drawn_from_any_kit(opened: Opened) -> None:
    assert list(sheets.form_kinds()) == [*FORMS, "all"]
    with pytest.raises(NoSuchSheet):
        sheets.forms({}, "calls")
    room = opened(complete_kit())
    room.store.save_kit("bare", room.game, "Bare", {})
    for root in ("/games/victory-at-midway", "/kits/bare", f"/screen/{room.code}"):
        for what in (*FORMS, "all"):
            answer = room.laptop.get(f"{root}/forms/{what}")
            assert answer.status_code == 200, (root, what)
            assert " style=" not in answer.text


def test_the_map_has_every_hex_of_the_kit_its_fog_and_its_islands() -> None:
    us, japan = sheets.forms(complete_kit(), "map")
    assert (us.eyes, japan.eyes) == ("US eyes only", "Japan eyes only")
    (drawn,) = us.blocks
    names = [each["name"] for each in drawn.facts["labels"]]
    assert len(names) == 16 * 12
    assert {each["name"] for each in drawn.facts["islands"]} == {"Midway", "Kure", "by Wake", "by Johnston"}
    assert drawn.facts["fog"].count("M") == 13, "the hexes of the kit's fog"
    at = {each["name"]: (each["x"], each["y"]) for each in drawn.facts["labels"]}
    assert at["B1"][1] - at["A1"][1] == 17, "even columns lie half a hex lower"
    assert at["A2"][1] - at["A1"][1] == 34
    (unknown,) = sheets.forms({}, "map")[0].blocks
    assert "Strike out what your map has not" in unknown.before[0]


def test_the_turn_form_has_25_turns_six_of_them_night() -> None:
    """The Turn Sequence: nights are turns 6, 7, 13, 14, 20 and 21; S turns as the kit marks them."""
    (made,) = sheets.forms(complete_kit(), "turns")
    rows = made.blocks[0].rows
    assert [row["n"] for row in rows if row["night"]] == [6, 7, 13, 14, 20, 21]
    assert len(rows) == 25
    assert [row["n"] for row in rows if row["s"]] == [3, 6, 9, 12, 15, 18, 21, 24]
    assert {row["n"]: row["due"] for row in rows if row["due"]} == {1: 9, 2: 8, 3: 5, 4: 4, 11: 6, 13: 6}
    (unknown,) = sheets.forms({}, "turns")
    assert "Mark the S turns" in unknown.blocks[0].before[0]


def test_the_displays_have_every_base_with_its_boxes() -> None:
    us, japan = sheets.forms(complete_kit(), "decks")
    assert [row["base"] for row in us.blocks[0].rows] == ["Enterprise", "Hornet", "Yorktown", "Midway"]
    assert us.blocks[0].facts["boxes"] == ["Ready", "Not Ready", "Not Ready 2", "Trapped"]
    assert [row["base"] for row in japan.blocks[0].rows] == ["Akagi", "Kaga", "Hiryu", "Soryu", "Zuiho", "Hosho"]
    assert "Not Ready 2" not in japan.blocks[0].facts["boxes"], "only Midway has heavy bombers"
    assert us.blocks[0].rows[-1]["group"] == "F 3, D 3, T 1, H 1"
    assert us.blocks[0].rows[-1]["holds"] == 8


def test_the_search_form_has_a_line_for_air_and_for_ships_by_day() -> None:
    """Air Searches: none at night."""
    us, _ = sheets.forms(complete_kit(), "searches")
    turns = [row[0] for row in us.blocks[0].rows]
    assert turns[:2] == ["1 air", "1 ship"]
    assert [each for each in turns if each.endswith("night")] == [f"{n} night" for n in (6, 7, 13, 14, 20, 21)]
    assert len(turns) == 2 * 19 + 6
