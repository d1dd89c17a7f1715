"""The map of Carrier painted on the laptop: with a brush, round an outline, and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from umpire.games.carrier.kit_map import hexes

if TYPE_CHECKING:
    from tests.browser.conftest import House, Laptop

EDGES = {"north": "12", "south": "38", "east": "9", "west": "49"}
CENTRE = """(hex) => {
  const HALF = 19, RISE = 33, TALL = 22, MARGIN = 24;
  const x2 = 2 * Number(hex.slice(2)) + (Number(hex.slice(0, 2)) % 2);
  const svg = document.querySelector(".paint-board svg"), pan = document.querySelector(".paint-board");
  const x = (2 * 49 + 2 - x2) * HALF + MARGIN, y = (Number(hex.slice(0, 2)) - 12) * RISE + TALL + MARGIN;
  pan.scrollTo(x - pan.clientWidth / 2, y - pan.clientHeight / 2);
  const box = svg.getBoundingClientRect();
  return { x: box.left + x, y: box.top + y };
}"""
"""Where the middle of a hex lies on the glass, once it lies in the middle of the board."""


class Board:
    """The board on the laptop, and a mouse."""

    def __init__(self, laptop: Laptop) -> None:
        self.laptop, self.page = laptop, laptop.page

    def at(self, place: str) -> tuple[float, float]:
        found = self.page.evaluate(CENTRE, place)
        return found["x"], found["y"]

    def draw(self, *places: str, steps: int = 6) -> None:
        """From hex to hex with the key held down; they lie so near that none of them is off the board."""
        self.at(places[len(places) // 2])
        points = [self.still(place) for place in places]
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=steps)
        self.page.mouse.up()

    def still(self, place: str) -> tuple[float, float]:
        """Where a hex lies as the board stands."""
        found = self.page.evaluate(CENTRE.replace("pan.scrollTo", "void "), place)
        return found["x"], found["y"]

    def brush(self, words: str) -> None:
        self.page.locator(".paint-brushes label", has_text=words).click()

    def text(self, name: str) -> str:
        return str(self.page.locator(f'[data-place="{name}"]').input_value())

    def says(self) -> str:
        return str(self.page.locator("[data-readout]").text_content())

    def save(self) -> None:
        self.page.click("#part-map .kit-go")
        self.page.wait_for_selector("#part-map [data-word]:has-text('Saved.')")


@pytest.fixture(scope="module")
def laptop(house: House) -> Laptop:
    made = house.laptop()
    made.take_kit_in(house.kit_file({}, game="carrier"))
    made.page.wait_for_selector("#part-map")
    return made


@pytest.fixture
def board(laptop: Laptop) -> Iterator[Board]:
    """A board with nothing on it but what the rulebook says."""
    laptop.page.reload()
    for edge, number in EDGES.items():
        laptop.find(f'[data-edge="{edge}"]').fill(number)
    laptop.find(".paint-board").scroll_into_view_if_needed()
    laptop.page.evaluate("document.querySelector('.paint-brushes').scrollIntoView()")
    yield Board(laptop)
    laptop.page.evaluate(
        "document.querySelectorAll('#part-map input, #part-map textarea').forEach((b) => b.value = b.defaultValue)"
    )


def test_the_board_is_drawn_once_its_edges_are_given(laptop: Laptop) -> None:
    laptop.page.reload()
    assert not laptop.find(".paint-board svg").count()
    for edge, number in EDGES.items():
        laptop.find(f'[data-edge="{edge}"]').fill(number)
    assert laptop.find(".paint-names text").count() == 27 * 41
    assert laptop.find(".paint-board").is_visible()


def test_a_stroke_paints_every_hex_it_crosses_and_is_undone_as_one(board: Board) -> None:
    board.brush("All land")
    board.draw("2231", "2228")
    assert board.text("land") == "2228-2231"
    assert board.says().startswith("2228: all land, no area")
    board.brush("Coastal sea")
    board.draw("2229", "2229")
    assert (board.text("land"), board.text("coastal")) == ("2228 2230-2231", "2126 2229")
    board.page.click("[data-undo]")
    assert (board.text("land"), board.text("coastal")) == ("2228-2231", "2126")
    board.page.click("[data-undo]")
    assert board.text("land") == ""
    assert board.page.locator("[data-undo]").is_disabled()
    board.page.click("[data-redo]")
    assert board.text("land") == "2228-2231"
    board.brush("Nothing said")
    board.draw("2228", "2231", steps=1)  # a mouse that is seen but twice on its way
    assert board.text("land") == ""


def test_an_outline_lays_an_area_on_and_seven_hexes_at_a_time(board: Board) -> None:
    board.page.fill("[data-area]", "4")
    board.page.click('[data-size="loop"]')
    board.draw("2026", "2022", "2322", "2326", "2026")
    held = board.text("areas").split("\n")[-1]
    assert held.startswith("4: ")
    assert {"2123", "2124", "2223", "2224", "2225"} <= set(hexes(held.partition(":")[2], "Area 4"))
    assert "2027" not in held
    board.page.click('[data-size="7"]')
    board.page.fill("[data-area]", "5")
    board.draw("2516", "2516")
    assert board.text("areas").split("\n")[-1] == "5: 2416-2417 2515-2517 2616-2617"
    board.page.fill("[data-area]", "0")
    board.page.click('[data-size="1"]')
    board.draw("2516", "2516")
    assert "2515 2517" in board.text("areas").split("\n")[-1]


def test_a_side_is_shut_where_it_is_pressed_and_opened_again(board: Board) -> None:
    board.brush("Prohibited side")
    x, y = board.at("2320")
    for _ in range(2):
        board.page.mouse.click(x + 16, y)
        shut = board.text("sides")
        assert shut in ("2319-2320", "")
    assert shut == ""
    board.page.mouse.click(x + 8, y - 13)
    assert board.text("sides") == "2220-2320"  # the north-east of an odd row
    x, y = board.at("2420")
    board.page.mouse.click(x + 8, y - 13)
    assert board.text("sides") == "2220-2320 2319-2420"  # and of an even one


def test_the_keyboard_alone_paints(board: Board) -> None:
    board.page.locator(".paint-board svg").focus()
    keys = board.page.keyboard
    keys.press("l")
    assert board.page.locator('[name=mode][value="land"]').is_checked()
    keys.press("ArrowUp")
    keys.press("Enter")
    assert board.text("land") == "2526"  # from 2626, where it begins
    keys.press("Shift+ArrowRight")
    keys.press("Shift+ArrowRight")
    assert board.text("land") == "2524-2526"
    keys.press("Control+z")
    assert board.text("land") == "2525-2526"
    keys.press("s")
    keys.press("Enter")
    assert "7, 9, 4, 6, 1 and 3" in board.says()
    keys.press("6")
    assert board.text("sides") == "2523-2524"
    assert "prohibited to the east" in board.says()
    keys.press("6")
    assert board.text("sides") == ""


def test_the_whole_map_is_seen_at_once_and_painted_there(board: Board) -> None:
    board.page.click("[data-zoom]")
    pan = board.page.locator(".paint-board")
    across, wide = pan.evaluate("(pan) => [pan.scrollWidth, pan.clientWidth]")
    assert across <= wide
    board.page.click("[data-zoom]")
    assert board.page.locator(".paint-names text").count() == 27 * 41


def test_what_was_painted_is_saved_as_cells_and_drawn_again(house: House, laptop: Laptop, board: Board) -> None:
    board.brush("All land")
    board.draw("2231", "2229")
    board.brush("Area")
    board.page.fill("[data-area]", "4")
    board.draw("2226", "2224")
    board.page.click('[data-wholes] button[data-n="4"]')
    board.save()
    assert laptop.page.locator("path.paint-land").get_attribute("d")
    assert board.text("areas").endswith("4: 2224-2226")
    assert laptop.page.locator('[data-wholes] button[data-n="4"]').get_attribute("aria-pressed") == "true"
    assert laptop.page.locator("#part-compasses summary", has_text="Area 4").count() == 1
    with laptop.page.expect_download() as file:
        laptop.key("Save as a file").click()
    text = file.value.path().read_text("utf-8")
    for line in ('"terrain/2230" = "land"', '"mission_area/2225" = 4', '"area_whole/4" = "yes"'):
        assert line in text


def test_text_that_is_typed_is_drawn_at_once(board: Board) -> None:
    board.page.click("#part-map details[data-fold] > summary")
    before = board.page.locator("path.paint-coastal").get_attribute("d")
    box = board.page.locator('[data-place="coastal"]')
    box.fill("2126 2326-2328")
    assert board.page.locator("path.paint-coastal").get_attribute("d") != before
    box.fill("2126")


def test_a_chart_is_agreed_to_with_one_key_and_enter_in_a_box_agrees_to_nothing(laptop: Laptop, board: Board) -> None:
    laptop.find("#kit-nav a", has_text="Air attacks").click()  # opens the fold
    box = laptop.find('[name="aa/20/8"]')
    box.fill("3")
    box.press("Enter")
    laptop.page.wait_for_selector("#part-aa [data-word]:has-text('Saved.')")
    assert laptop.find("#part-aa button", has_text="Mine agrees").count() == 1
    laptop.find('[name="aa/20/9"]').fill("2")
    laptop.find("#part-aa button", has_text="Mine agrees").click()
    laptop.page.wait_for_selector("#part-aa .kit-agree :has-text('You said that yours agrees')")
    assert laptop.find('[name="aa/20/9"]').input_value() == "2"
    unsaved = "!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    assert not laptop.page.evaluate(unsaved)
    laptop.find("#part-aa button", has_text="Not so").click()
    laptop.page.wait_for_selector("#part-aa button:has-text('Mine agrees')")
