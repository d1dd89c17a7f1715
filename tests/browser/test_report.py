"""The report in Chromium: the page from the laptop, and the file it gives, opened where no server is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.games import lively
from tests.tables import MIDWAY, full_chart, header
from umpire.games.midway.aftermath import report
from umpire.table import ledger
from umpire.table.table import Table

if TYPE_CHECKING:
    from tests.browser.conftest import House

JSON = Any


@pytest.fixture(scope="module")
def game() -> Table:
    kit = {**lively.small_kit(6), **full_chart(), "roster": lively.small_kit(6)["roster"]}
    return lively.lively(Table(MIDWAY, header(kit, names={"us": "Ann", "japan": "Jun"})), random.Random(3))


@pytest.fixture(scope="module")
def film(game: Table) -> JSON:
    return report(game)["film"]


@pytest.fixture(scope="module")
def kept(house: House, game: Table, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished table taken in from another laptop, its report opened there and kept as a file."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "game.jsonl").write_text("\n".join(ledger.write(game.header, game.entries)) + "\n", "utf-8")
    laptop = house.laptop()
    laptop.go("/")
    laptop.find("input[type=file]").set_input_files(folder / "game.jsonl")
    laptop.key("Take it in").click()
    laptop.page.wait_for_url("**/tables/*")
    laptop.key("The whole story").click()
    laptop.page.wait_for_selector(".reel[data-frame]")
    with laptop.page.expect_download() as download:
        laptop.key("Keep it as a file").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


class Reader:
    """The file before somebody, with all that goes wrong and all that is asked for."""

    def __init__(self, browser: Any, file: Path, **context: Any) -> None:
        self.wrong: list[str] = []
        self.page = browser.new_context(**context).new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("request", lambda r: r.url == file.as_uri() or self.wrong.append(f"asked for {r.url}"))
        self.page.goto(file.as_uri())

    @property
    def frame(self) -> int:
        return int(self.page.locator(".reel").get_attribute("data-frame"))

    def at(self) -> str:
        return str(self.page.locator('[data-reel="at"]').inner_text())

    def words(self, which: int) -> list[str]:
        """What the counters of a map say."""
        titles = self.page.locator(f'[data-map="{which}"] .marks title')
        return sorted(titles.all_text_contents())


@pytest.fixture
def laptop(browser: Any, kept: Path) -> Any:
    made = Reader(browser, kept, viewport={"width": 1280, "height": 800})
    yield made
    assert made.wrong == []


def test_every_map_at_every_frame_is_what_the_facts_say(laptop: Reader, film: JSON) -> None:
    shown = range(0, len(film["frames"]), 5)
    slider = laptop.page.locator('[data-reel="slider"]')
    for n in [*shown, len(film["frames"]) - 1]:
        slider.evaluate("(s, n) => { s.value = n; s.dispatchEvent(new Event('input')); }", n)
        frame = film["frames"][n]
        assert (laptop.frame, laptop.at()) == (n, frame["at"])
        for which, picture in enumerate(frame["maps"]):
            marks = [film["marks"][m] for m in film["pictures"][picture]]
            assert laptop.words(which) == sorted(mark[5] for mark in marks if len(mark) > 5)
        assert laptop.page.locator(".reel-said li").all_text_contents() == frame["said"]


def test_keys_step_by_steps_and_by_turns(laptop: Reader, film: JSON) -> None:
    press = laptop.page.keyboard.press
    turns = [frame["turn"] for frame in film["frames"]]
    press("ArrowRight")
    press("ArrowRight")
    press("ArrowLeft")
    assert laptop.frame == 1
    for _ in range(2):
        later = next(n for n, turn in enumerate(turns) if turn > turns[laptop.frame])
        press("Shift+ArrowRight")
        assert laptop.frame == later
    press("ArrowRight")
    now = turns[laptop.frame]
    press("Shift+ArrowLeft")
    assert laptop.frame == turns.index(now - 1)
    for _ in range(len(turns)):
        press("ArrowRight")
    assert laptop.frame == len(turns) - 1


def test_it_plays_and_pauses(laptop: Reader) -> None:
    play = laptop.page.locator('[data-go="play"]')
    play.click()
    assert play.inner_text() == "Pause"
    laptop.page.locator('.reel[data-frame="2"]').wait_for(state="attached")
    play.click()
    stood = laptop.frame
    laptop.page.wait_for_timeout(1500)
    assert (laptop.frame, play.inner_text()) == (stood, "Play")


def test_three_maps_stand_side_by_side_on_a_laptop(laptop: Reader) -> None:
    tops = [laptop.page.locator(f'[data-map="{n}"]').bounding_box() for n in range(3)]
    assert len({box["y"] for box in tops}) == 1
    assert not laptop.page.locator(".reel-tabs").is_visible()


def test_a_phone_shows_one_map_at_a_time_and_never_scrolls_sideways(browser: Any, kept: Path) -> None:
    reader = Reader(browser, kept, viewport={"width": 390, "height": 664}, is_mobile=True, has_touch=True)
    for chosen in (1, 2, 0):
        reader.page.locator(f'[data-tab="{chosen}"]').tap()
        assert [reader.page.locator(f'[data-map="{n}"]').is_visible() for n in range(3)] == [
            n == chosen for n in range(3)
        ]
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390
    reader.page.locator('[data-go="turn-on"]').tap()
    reader.page.locator('[data-map="0"] .marks [data-words]').first.tap(force=True)
    assert reader.page.locator('[data-map="0"] [data-named]').inner_text()
    assert reader.wrong == []


def test_on_paper_every_turn_has_its_maps_and_nothing_is_folded_away(laptop: Reader, film: JSON) -> None:
    page = laptop.page
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    turns = {frame["turn"] for frame in film["frames"]}
    assert page.locator("[data-glance] > div").count() == len(turns)
    assert page.locator("[data-glance] svg").count() == 3 * len(turns)
    assert page.locator(".glance").is_visible()
    assert not page.locator(".reel").is_visible()
    assert page.locator("details.print-open:not([open])").count() == 0
    assert len(page.pdf()) > 20_000
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0
