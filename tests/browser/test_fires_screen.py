"""The shared screen and the phones as its remotes: anybody taps, everybody sees it, one tap takes the last one back."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.fires import GAME, Clerk, begun, searched, to_turns
from tests.games.fires.lively import full_kit, tile_faces


def test_a_tap_on_the_laptop_is_seen_on_a_phone_and_the_other_way_round(house: House) -> None:
    laptop, code, clerk = begun(house)
    clerk.lock().until("search/1")
    phone = house.seated(house.phone("Nora"), laptop.code_for(code, "US"))
    remote = Clerk(phone).until("search/1")
    laptop.go(f"/screen/{code}")
    clerk.one("fleet").until("search/2")
    remote.until("search/2").one("fleet")
    clerk.until("search/3")
    phone.reads("Enemy fleets found: 2 of 3")


def test_one_tap_takes_the_last_one_back_on_the_record(house: House) -> None:
    laptop, code, clerk = begun(house)
    clerk.lock().until("search/1").one("fleet").until("search/2").key("Take the last tap back").until("search/1")
    laptop.reads("Enemy fleets found: 0 of 3")
    laptop.go(f"/screen/{code}/record")
    assert laptop.find("s.struck", has_text="US turns up enemy fleet: the first; 3 cards drawn.").count() == 1


def test_what_is_barred_says_why_when_it_is_tapped_and_nothing_is_lost(house: House) -> None:
    """Japan is confident with Nagumo; the first Japanese group attacks Midway, and that is said in its words."""
    laptop, _, clerk = begun(house)
    to_turns(searched(clerk)).op("ship", "Akagi").op("action", "wind").until("/launch")
    clerk.op("bomber", "2").op("target", "Midway").op("target", "Yorktown").op("zones", "3")
    laptop.reads("The first Japanese group attacks Midway.")
    assert laptop.find('[data-op="bomber"][data-arg="2"]').get_attribute("aria-pressed") == "true"
    clerk.op("no_path").lock().until("/fuel")


def test_a_ruling_is_two_taps_away_and_asks_nothing_of_anybody(house: House) -> None:
    laptop, _, clerk = begun(house)
    clerk.lock().until("search/1")
    laptop.find(".fm-rulings > details > summary", has_text="Ties").click()
    laptop.find(".fm-q summary:visible").first.click()
    assert laptop.find(".fm-q[open] p:visible .rule").inner_text()
    assert clerk.asked == "search/1"


@pytest.mark.parametrize("pause", [0, 60, 200])
def test_a_double_tap_decides_one_thing(house: House, pause: int) -> None:
    """The key that has come under the finger meanwhile is another question's, and nobody has read it yet."""
    laptop, _, clerk = begun(house)
    clerk.lock().until("search/1")
    laptop.find('[data-op="one"][data-arg="fleet"]:visible').first.scroll_into_view_if_needed()
    key = laptop.find('[data-op="one"][data-arg="fleet"]:visible').first.bounding_box()
    at = (key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    laptop.unhurried()
    laptop.page.mouse.click(*at)
    laptop.page.wait_for_timeout(pause)
    laptop.page.mouse.click(*at)
    clerk.until("search/2")
    laptop.page.wait_for_timeout(600)
    assert clerk.asked == "search/2"
    laptop.page.mouse.click(*at)
    clerk.until("search/3")


def test_a_ruling_that_is_read_stays_open_whoever_taps(house: House) -> None:
    laptop, code, clerk = begun(house)
    clerk.lock().until("search/1")
    remote = Clerk(house.seated(house.phone("Nora"), laptop.code_for(code, "US"))).until("search/1")
    laptop.go(f"/screen/{code}")
    laptop.find(".fm-rulings > details > summary", has_text="Ties").click()
    laptop.find(".fm-q summary:visible").first.click()
    remote.one("fleet")
    clerk.until("search/2")
    assert laptop.find(".fm-q[open] p:visible").count() == 1


def test_tiles_that_the_app_keeps_are_seen_by_the_side_that_looks_alone(house: House) -> None:
    """The grid on every screen; what lies under two tiles on the phone that taps them, and what is turned up on all."""
    laptop = house.laptop()
    no_cap = {
        key: {**face, "icon": "escort/2" if face["icon"] == "cap" else face["icon"]}
        for key, face in tile_faces().items()
    }
    laptop.take_kit_in(house.kit_file({**full_kit(), **no_cap}, game=GAME))
    laptop, code, clerk = begun(house, kit="The box", tiles="are kept by the app")
    us = house.seated(house.phone("Nora"), laptop.code_for(code, "US"))
    japan = house.seated(house.phone("Ken"), laptop.code_for(code, "Japan"))
    laptop.go(f"/screen/{code}")
    clerk.lock()
    looks = Clerk(us).until("search/1/look")
    looks.one("B2").one("E4").lock().until("search/1/turn-up")
    laptop.reads("US looks at B2 and E4, on its own phone.")
    us.find("[data-open]:visible").click()
    words = us.find('[data-op="one"][data-arg="E4"] b').inner_text()
    shown = words.replace("E4", "").strip()
    left = us.find('[data-op="one"][data-arg="B2"] b').inner_text().replace("B2", "").strip()
    looks.one("E4").until("", but="search/1/turn-up")
    laptop.reads("Japan looks at two tiles, on its own phone.")
    assert shown.split(",")[0] in laptop.find(".fm-tile.up").inner_text()
    remembered = f"B2: {left}"
    assert remembered in us.page.content()
    for page in (laptop, japan):
        assert remembered not in page.page.content()


def test_what_is_to_be_done_on_the_table_stands_until_the_next_tap(house: House) -> None:
    laptop, _, clerk = begun(house)
    clerk.lock().until("search/1").one("clouds").until("search/2")
    laptop.reads("Low clouds on an empty space of the map", ".fm-do")
    clerk.one("empty").until("search/3")
    assert not laptop.find(".fm-do").count()
