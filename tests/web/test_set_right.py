"""What of the record may be set right is looked up: heading by heading or by words, on the phone and at the desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from tests.every import EVERY
from tests.games.carrier.boxes import full_kit
from tests.web.carrier_room import CarrierRoom, people
from tests.web.room import Device, Phone, Room, hidden, phone, refusal_in
from umpire.table.asks import Refusal
from umpire.table.script import Fact
from umpire.table.table import Table
from umpire.web.looking_up import FEW, look_up

JSON = Any
MOST_LISTED = 64
"""Lines of one page that a thumb scans: the longest row of a chart, and the charts of a game."""
LARGEST = 24 * 1024
NONSENSE = ("nonsense of ours, " * 9).strip(", ")
"""No value of any fact, and longer than the names of cards may be."""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CarrierRoom]:
    """Turn 2 of Scenario 6, nobody umpires, with every printed value known."""
    path = tmp_path_factory.mktemp("full") / "umpire.db"
    room = people(CarrierRoom(path, attended=False, kit=full_kit()))
    room.run("t2/p2/us/decks")
    yield room
    room.store.close()


def links(page: str) -> list[tuple[str, str]]:
    """The lines of a list: where each leads, and what it says."""
    found = re.findall(r'<a class="button line" href="([^"]*)"><span>(.*?)</span>', page)
    return [(unescape(where), unescape(words)) for where, words in found]


def down(by: Device, at: str, *words: str) -> str:
    """The page that is come to from `at` by lines which begin so."""
    page = by.get(at).text
    for each in words:
        to = next((where for where, said in links(page) if said.startswith(each)), "")
        assert to, (each, links(page))
        page = by.get(to).text
    return page


def form_of(page: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', page)}


# Every game.


@pytest.mark.parametrize("game", EVERY)
def test_every_fact_is_come_to_by_headings_and_no_page_is_long(game: str, tmp_path: Path) -> None:
    room = EVERY[game].house(tmp_path / "umpire.db")
    facts = room.table.game.doubtful(room.table.truth)
    assert len(facts) > (0 if room.table.game.shared else FEW)
    assert all(fact.about for fact in facts)
    met, pages = reached(facts)
    assert sorted(met) == sorted({fact.key for fact in facts})
    assert max(pages) <= MOST_LISTED


def reached(facts: list[Fact]) -> tuple[set[str], list[int]]:
    """All that is come to from the first page, and how long each page is."""
    met, pages, open_still = set(), [], [()]
    while open_still:
        at: tuple[str, ...] = open_still.pop()
        up = look_up(facts, MultiDict([("at", each) for each in at]), {})
        met |= {fact.key for fact in up.facts}
        pages.append(len(up.headings) + len(up.facts))
        open_still += [(*up.at, heading) for heading, _ in up.headings]
        assert sum(n for _, n in up.headings) + len(up.facts) == sum(f.about[: len(at)] == at for f in facts)
    return met, pages


@pytest.mark.parametrize("game", EVERY)
def test_a_side_looks_up_its_own_record_and_moves_to_set_it_right(game: str, tmp_path: Path) -> None:
    room = EVERY[game].house(tmp_path / "umpire.db", attended=False)
    us = phone(room, "us")
    whose = "" if room.table.game.shared else "us"
    own = [fact for fact in room.table.game.facts(room.table.play.plots["us"]) if fact.side == whose]
    fact = next(fact for fact in own if not fact.choices)
    page = down(us, f"{us.root}/right?find={fact.label.partition(',')[0].split()[0]}", fact.label)
    assert f"<h2>{fact.label}</h2>" in unescape(page)
    assert f"It stands at <b>{fact.value}</b>" in unescape(page)
    sent = {**form_of(page), "text": "misread"}
    refused = us.post(f"{us.root}/right", {**sent, "to": NONSENSE})
    assert refused.status_code == 422
    assert refusal_in(refused.text)
    assert form_of(refused.text) == {**sent, "to": NONSENSE}, "what was typed is kept"
    assert us.post(f"{us.root}/right", {**sent, "to": str(fact.value)}).status_code == 303
    assert [e["value"]["motion"] for e in room.ledger if e.get("do") == "motion"] == ["correct"]


@pytest.mark.parametrize("game", EVERY)
def test_what_can_be_a_few_things_is_picked_and_every_one_of_them_is_understood(game: str, tmp_path: Path) -> None:
    room = EVERY[game].house(tmp_path / "umpire.db", attended=False)
    t, us = room.table, phone(room, "us")
    few = [fact for fact in t.game.facts(t.play.plots["us"]) if fact.choices]
    for fact in few:
        assert fact.value in fact.choices, fact
        assert said_to(t, fact, fact.value) == ""
        strange = said_to(t, fact, NONSENSE)
        assert strange
        assert strange not in [said_to(t, fact, each) for each in fact.choices], (
            "a rule may forbid it, in its own words"
        )
    if few:
        page = us.get(f"{us.root}/right", query_string={"fact": few[0].key}).text
        assert re.findall(r"<option[^>]*>([^<]*)", page) == ["choose", *few[0].choices]
        assert '<input name="to"' not in page
    assert bool(few) == (game != "midway")


def said_to(t: Table, fact: Fact, value: str) -> str:
    """Why a fact may not be so; empty where it may."""
    try:
        t.game.read_fact(t.play.plots["us"], fact.key, value)
    except Refusal as refusal:
        return refusal.text
    return ""


def test_a_long_value_is_taken_whole(tmp_path: Path) -> None:
    """Names of cards in a row are longer than a zone is."""
    room = EVERY["lightning-midway"].house(tmp_path / "umpire.db", attended=False)
    us = phone(room, "us")
    names = "A6M Zero, A6M Zero (Shindo), B5N Kate, B5N Kate (Tomonaga), D3A Val"
    page = us.get(f"{us.root}/right?fact=kit/dependents/Akagi").text
    sent = {**form_of(page), "to": names, "text": "mistyped"}
    assert us.post(f"{us.root}/right", sent).status_code == 303
    assert room.table.truth.kit["dependents/Akagi"] == names


@pytest.mark.parametrize("attended", [True, False])
def test_nothing_of_the_other_side_is_found(tmp_path: Path, attended: bool) -> None:
    room = EVERY["midway"].house(tmp_path / "umpire.db", attended=attended)
    us = phone(room, "us")
    pages = [us.get(f"{us.root}/right{more}").text for more in ("", "?find=zone", "?find=Akagi", "?fact=zone/Akagi")]
    assert not [zone for page in pages for zone in hidden("japan") if zone in page]
    assert "Akagi" not in "".join(pages).replace("?find=Akagi", "").replace('value="Akagi"', "")
    assert "Nothing on the record has these words" in pages[2]
    (zone, *_) = [fact.value for fact in room.table.game.facts(us_plot(room)) if fact.key == "zone/Enterprise"]
    assert zone in us.get(f"{us.root}/right?fact=zone/Enterprise").text, "the owner sees his own"


def us_plot(room: Room) -> Any:
    return room.table.play.plots["us"]


def test_a_list_on_the_phone_says_no_values(tmp_path: Path) -> None:
    """They are read over a shoulder; the one that is picked is shown."""
    room = EVERY["midway"].house(tmp_path / "umpire.db", attended=False)
    us = phone(room, "us")
    assert not [zone for zone in hidden("us") if zone in us.get(f"{us.root}/right?find=zone").text]


# Carrier with a full kit.


def test_a_full_kit_makes_no_page_heavy(full: CarrierRoom) -> None:
    us = phone(full, "us")
    assert len(full.table.game.facts(full.table.truth)) > 3000
    for path in ("/menu", "/right", "/right?find=table", "/right?at=Printed+values&at=Surface+Fire+Table"):
        page = us.get(f"{us.root}{path}").text
        assert len(page) < LARGEST, path
        assert page.count("<option") < FEW, path
        assert len(links(page)) <= MOST_LISTED, path
    met, pages = reached(full.table.game.facts(full.table.truth))
    assert len(met) > 3000
    assert max(pages) <= MOST_LISTED


def test_a_printed_cell_by_chart_and_row_is_set_right_at_once_by_who_is_alone(full: CarrierRoom) -> None:
    us = phone(full, "us")
    page = down(
        us, f"{us.root}/right", "Printed values", "US CAP Combat Table", "US CAP Combat Table, “6” column", "US CAP"
    )
    assert re.search(r"<h2>US CAP Combat Table, “6” column, modified −9: points lost</h2>", unescape(page)), page
    sent = {**form_of(page), "to": "7", "text": "mistyped"}
    assert sent["fact"] == "kit/us_cap/6/-9"
    assert us.post(f"{us.root}/right", sent).status_code == 303
    assert full.table.truth.kit["us_cap/6/-9"] == 7


def set_right(full: CarrierRoom, words: str, to: str) -> str:
    """Look a printed value up by words that find it alone, and set it right; how it is typed, by the page."""
    us = phone(full, "us")
    ((where, _),) = links(us.get(f"{us.root}/right", query_string={"find": words}).text)
    page = us.get(where).text
    sent = {**form_of(page), "to": to, "text": "mistyped"}
    assert us.post(f"{us.root}/right", sent).status_code == 303
    return unescape(page)


def test_9_2_a_compass_is_found_and_set_right(full: CarrierRoom) -> None:
    page = set_right(full, "compass area 1 Guadalcanal combat", "1-4 NE, 5-10 E")
    assert "(1-4 NE, 5-10 E)" in page, "how it is typed"
    arrows = full.table.truth.kit["compass/1/Guadalcanal/C"]
    assert arrows == {str(n): "NE" if n < 5 else "E" for n in range(1, 11)}
    told = next(d for d in reversed(full.table.truth.heard) if d.kind == "set-right")
    assert told.facts["text"].endswith("Guadalcanal, combat forces: 1-4 NE, 5-10 E")


def test_of_a_row_of_several_boxes_each_is_set_right(full: CarrierRoom) -> None:
    before = full.table.truth.kit["die_rolls/78"]
    set_right(full, "die rolls chart attack value 78 further", "5")
    assert full.table.truth.kit["die_rolls/78"] == {**before, "more": 5} != before


def found(by: Phone, words: str, **at: str) -> list[str]:
    return [said for _, said in links(by.get(f"{by.root}/right", query_string={"find": words, **at}).text)]


def test_words_in_any_order_find_it_as_a_phone_types_them(full: CarrierRoom) -> None:
    us = phone(full, "us")
    assert found(us, 'modified cap -9 "12"') == ["US CAP Combat Table, “12” column, modified −9: points lost"]
    assert found(us, "DAMAGE table 4") == ["Air Attack Damage Table, modified 4: hits"], "4 is not 14"
    assert found(us, "damage table 2") == ["Air Attack Damage Table, modified 2: hits"], "nor is 2 in 20"
    assert found(us, "damage", at="Printed values")
    assert not found(us, "damage", at="Strikes"), "under the heading that was gone down"
    assert not found(us, "zeppelin")


def test_of_many_that_are_found_the_first_are_listed(full: CarrierRoom) -> None:
    us = phone(full, "us")
    page = us.get(f"{us.root}/right?find=surface").text
    assert len(links(page)) == FEW
    assert f"the first {FEW} are here" in page


def test_what_is_no_fact_any_more_keeps_what_was_typed(full: CarrierRoom) -> None:
    us = phone(full, "us")
    name = full.table.motions.name
    sent = {"motion": "correct", "say": "moved", "name": name, "fact": "ships/Gone/hits", "to": "2", "text": "seen"}
    answer = us.post(f"{us.root}/right", sent)
    assert answer.status_code == 422
    assert 'value="seen"' in answer.text
    assert refusal_in(answer.text) == "That is not on your own record."


# The desk.


def test_the_desk_finds_a_fact_of_either_side_and_shows_it_uncovered(tmp_path: Path) -> None:
    room = EVERY["midway"].house(tmp_path / "umpire.db")
    page = room.laptop.get(f"{room.desk}/right").text
    assert '<body class="sheet-page">' in page, "covered until it is asked for"
    assert len(page) < LARGEST
    page = room.laptop.get(f"{room.desk}/right?find=akagi").text
    assert '<body class="sheet-page open">' in page
    where, words = next(each for each in links(page) if "zone" in each[1])
    assert words == "Japan · Akagi, zone"
    assert "= " + room.table.truth.zones["Akagi"] in room.laptop.get(where).text


def test_a_phone_that_is_the_other_side_s_finds_no_desk(full: CarrierRoom) -> None:
    us: Phone = phone(full, "us")
    assert us.get(f"{full.desk}/right?find=hex").status_code == 404
