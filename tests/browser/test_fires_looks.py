"""Every kind of thing asked in The Fires of Midway, looked at on the shared screen and on a phone, in both themes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import LAPTOP, SMALL, House, Laid, Laptop, Page, Phone
from tests.browser.fires import GAME
from tests.browser.looking import CONTRAST, IN_SIGHT, LARGE, LOOK, MARKS, STILL, WORDS
from tests.games.fires import lively
from tests.games.recording import text_of
from tests.tables import hand_of
from umpire.games.fires_of_midway.ship import SIDES
from umpire.table.table import Table

SIZES = (SMALL, (360, 640))
KINDS = (
    *("fleets", "choose", "cards", "steal", "maneuver", "turn", "repairs", "launch", "fuel", "engage", "bomb", "home"),
    *("recover", "matches", "count", "sinks", "icons", "faces", "cells", "pick"),
)
TILES = ("look", "tile", "run")
"""What is asked where the app keeps the tiles."""
SETTINGS = {"umpire": False, "dice": "app", "reroll_whose": "every"}


def met(kind: str) -> Table:
    """A table at which something of this kind is asked, the first by lot that comes to it before it is over."""
    kit = None if kind == "cells" else lively.full_kit()
    for seed in range(40):
        rng = random.Random(seed)
        table = lively.table(kit, **SETTINGS, tiles="app" if kind in TILES else "table")
        while not table.over:
            party = next(iter(table.asks))
            asked = table.asks[party]
            if asked.kind == kind:
                return table
            rolls = asked.kind == "count" and rng.random() < 0.7
            value = "roll" if rolls else lively.choice(table, party, rng)
            table.answer(party, asked.name, value, hand_of(party), sure=True)
    raise AssertionError(f"nobody was asked {kind}")


class Gallery(Laid):
    """A table at each kind of ask, with a phone a side."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.shots = folder / "shots"
        self.shots.mkdir()
        with self as laid:
            laid.store.save_kit("copy", GAME, "Our copy", lively.full_kit())
            laid.store.save_kit("bare", GAME, "A copy just opened", {})
            for kind in (*KINDS, *TILES):
                self.codes[kind] = laid.host.take_in(text_of(met(kind)))
                self.seat_all(kind, SIDES)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    return Gallery(tmp_path_factory.mktemp("fires"))


@pytest.fixture(scope="module")
def house(browser: Any, gallery: Gallery) -> Iterator[House]:
    made = House(browser, gallery.folder)
    yield made
    made.close()


@pytest.fixture(scope="module")
def phone(house: House) -> Phone:
    return house.phone("phone", color_scheme="dark", device_scale_factor=1)


@pytest.fixture(scope="module")
def laptop(house: House) -> Laptop:
    return house.laptop(color_scheme="dark")


def looked(device: Page, gallery: Gallery, name: str, sizes: tuple[tuple[int, int], ...]) -> None:
    """What is wrong with a page at these sizes in both themes; a screenshot of each."""
    wrong: list[str] = []
    for size in sizes:
        device.page.set_viewport_size({"width": size[0], "height": size[1]})
        seen = device.page.evaluate(LOOK.replace("TAPPED", "true"))
        wrong += [f"{size}: {words}" for words in dict.fromkeys(seen["wrong"])]
        for theme in ("light", "dark"):
            device.page.emulate_media(color_scheme=theme)
            wrong += [f"{theme}: {words}" for words in device.page.evaluate(CONTRAST)]
            device.page.screenshot(path=gallery.shots / f"{name}-{size[0]}-{theme}.png")
    for look in (WORDS, MARKS, STILL, IN_SIGHT):
        wrong += device.page.evaluate(look)
    assert not wrong, f"{name}: " + "; ".join(wrong)


@pytest.mark.parametrize("kind", [*KINDS, *TILES])
def test_phones(kind: str, phone: Phone, gallery: Gallery) -> None:
    gallery.sit(phone, kind, "us")
    if kind == "tile":
        phone.find("[data-open]:visible").click()
    looked(phone, gallery, f"phone-{kind}", SIZES)


@pytest.mark.parametrize("kind", [*KINDS, *TILES])
def test_the_shared_screen(kind: str, laptop: Laptop, gallery: Gallery) -> None:
    laptop.go(f"/screen/{gallery.codes[kind]}")
    looked(laptop, gallery, f"screen-{kind}", (LAPTOP,))


@pytest.mark.parametrize("kind", ["look", "launch", "bomb", "engage", "icons", "matches", "maneuver"])
def test_phones_with_large_text(kind: str, phone: Phone, gallery: Gallery) -> None:
    gallery.sit(phone, kind, "us")
    phone.page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    phone.page.evaluate("document.documentElement.dataset.text = 'large'")
    assert not phone.page.evaluate(LARGE)


@pytest.mark.parametrize("path", ["/games/fires-of-midway", "/new/fires-of-midway", "/kits/copy", "/kits/bare"])
def test_pages_of_the_laptop(path: str, laptop: Laptop, gallery: Gallery) -> None:
    laptop.go(path)
    looked(laptop, gallery, path.strip("/").replace("/", "-"), (LAPTOP,))


def test_what_is_asked_of_the_table_lies_in_sight_on_the_laptop(laptop: Laptop, gallery: Gallery) -> None:
    """At 1280 by 800 the heading and the first keys of every ask stand above the tools, without scrolling."""
    laptop.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    tools = 800 - 70
    for kind in KINDS:
        laptop.go(f"/screen/{gallery.codes[kind]}")
        box = laptop.find(".fm-act .panel h2").first.bounding_box()
        assert box
        assert box["y"] + box["height"] < tools / 2, kind


def test_where_the_screenshots_are(gallery: Gallery) -> None:
    made = len(list(gallery.shots.glob("*.png")))
    print(f"{made} screenshots in {gallery.shots}")
    assert made
