"""The deck board of Carrier under a finger: a chip of steps is drawn from box to box; what that does is what two taps do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import carrier_turn as turn
from tests.browser.conftest import Finger, House, Laid, Phone
from tests.browser.test_carrier_turn import Evening
from umpire.table.table import Table

READY, SEARCH, LANDING = '.dk-chip[data-arg="ready:SBD:"]', '[data-box="search"]', '[data-box="landing"]'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("decks")


def _at_the_decks(table: Table) -> None:
    turn.begin(table)
    turn.until(table, "t1/p1/us/decks")


@pytest.fixture(scope="module")
def tables(folder: Path) -> Laid:
    """A table for each test, with the deck sheet to be written: Enterprise has 4 SBD ready, Hornet too."""
    with turn.scripted(), Laid(folder) as laid:
        laid.store.save_kit("box", "carrier", "box", turn.full_kit())
        for name in ("dragged", "refused", "dropped", "struck", "team"):
            laid.lay(name, "carrier", "box", {**turn.SETTINGS, turn.SCENE: 1}, _at_the_decks, ("us",))
    return laid


@pytest.fixture(scope="module")
def house(browser: Any, folder: Path, tables: Laid) -> Iterator[House]:
    made = Evening(browser, folder)
    yield made
    made.close()


@pytest.fixture
def us(request: pytest.FixtureRequest, house: House, tables: Laid) -> Iterator[Phone]:
    phone = house.phone("US")
    tables.sit(phone, request.param, "us")
    yield phone.until("decks")
    phone.context.close()


@pytest.fixture
def team(house: House, tables: Laid) -> Iterator[tuple[Phone, Phone]]:
    """Two phones of the side, the second added by the first."""
    ann, bo = house.phone("Ann"), house.phone("Bo")
    tables.sit(ann, "team", "us")
    ann.go(f"{ann.seat}/phone")
    ann.key("Add a phone").tap()
    bo.join(ann.house.decode(ann.find(".qr svg")), "Bo")
    tables.sit(ann, "team", "us")
    yield ann.until("decks"), bo.until("decks")
    ann.context.close()
    bo.context.close()


def middle(phone: Phone, what: str) -> dict[str, float]:
    box = phone.find(what).first.bounding_box()
    assert box, what
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def drawn(phone: Phone, start: str, to: str) -> Finger:
    """A finger laid on one thing and drawn to the middle of another, where it rests once the boxes have lit."""
    finger = Finger(phone.page)
    here = middle(phone, start)
    finger.down(here)
    finger.move({"x": here["x"], "y": here["y"] - 20})
    phone.find(".dk-lit").first.wait_for()
    finger.move(middle(phone, to))
    return finger


def steps(phone: Phone, box: str) -> list[str]:
    """What has been moved into a box."""
    return [" ".join(said.split()) for said in phone.find(f'[data-box="{box}"] .dk-come').all_inner_texts()]


@pytest.mark.parametrize("us", ["dragged"], indirect=True)
def test_7_1_a_chip_goes_into_the_box_where_the_finger_is_lifted(us: Phone) -> None:
    finger = drawn(us, READY, SEARCH)
    assert us.find(f"{SEARCH}.over").count() == 1, "the box under the finger is not marked"
    assert us.find(".carried").count() == 1, "nothing is carried"
    assert us.words(f"{SEARCH} .dk-lit") == "4 of 4 here"
    finger.up()
    us.find(f"{SEARCH} .dk-come").wait_for()
    assert steps(us, "search") == ["SBD 4 ×"]
    assert not us.find(READY).count()
    assert not us.find(".carried, .over").count(), "something is still carried"
    assert us.words(".dk-lock .go") == "Lock: 4 move"


@pytest.mark.parametrize("us", ["refused"], indirect=True)
def test_7_1_a_box_it_cannot_go_to_says_so_and_it_is_still_in_hand(us: Phone) -> None:
    drawn(us, READY, LANDING).up()
    us.reads("Planes cannot go there from", ".asked")
    assert us.find(READY).get_attribute("aria-pressed") == "true"
    us.op("to", "search")
    assert steps(us, "search") == ["SBD 4 ×"]


@pytest.mark.parametrize("us", ["dropped"], indirect=True)
def test_a_chip_that_is_lifted_beside_the_boxes_lies_where_it_lay(us: Phone) -> None:
    drawn(us, READY, "header.where").up()
    us.find(f'{READY}[aria-pressed="false"]').wait_for()
    assert not us.find(".dk-lit, .dk-come, .refusal").count()


@pytest.mark.parametrize("us", ["struck"], indirect=True)
def test_6_1_a_chip_that_is_drawn_to_the_keys_below_makes_a_new_strike(us: Phone) -> None:
    drawn(us, READY, '[data-box="strike/new"]').up()
    us.find(".dk-strike .dk-come").first.wait_for()
    assert "Strike 2" in us.words(".dk-strike")


def test_two_phones_work_at_a_deck_each_and_the_last_tick_locks(team: tuple[Phone, Phone]) -> None:
    ann, bo = team
    bo.op("tab", "Hornet").op("arrow", "raise")
    ann.reads("Bo", '[data-op="tab"][data-arg="Hornet"]')
    assert ann.find('[data-op="tab"][aria-pressed="true"]').get_attribute("data-arg") == "Enterprise"
    drawn(ann, READY, SEARCH).up()
    ann.find(f"{SEARCH} .dk-come").wait_for()
    assert not bo.find(f"{SEARCH} .dk-come").count(), "what goes out from Enterprise is not on Hornet’s board"
    ann.op("tick", "Enterprise").op("tab", "Guadalcanal").op("tick", "Guadalcanal")
    bo.reads("Tick Hornet, lock", ".dk-lock")
    bo.op("tick", "Hornet")
    for phone in team:
        phone.find('main.phone:not([data-ask="t1/p1/us/decks"])').wait_for()
