"""The laptop by keyboard alone: Tab, Enter, the arrow keys and the desk's own letters, from an empty lobby to paper.

At every stop the focus must be seen; it is never lost when the page is drawn anew, and never caught.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import House, Laptop
from tests.browser.screens import Scene, Screens, scenes
from umpire.games import GAMES

MOST_STOPS = 150
STOP = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const hit = e.ownerSVGElement ? e.querySelector(".hit") : null;
  const style = getComputedStyle(hit || (e.matches(".kit-modes input, .kit-hours input") ? e.nextElementSibling : e));
  const seen = hit ? style.stroke !== "none" && parseFloat(style.strokeWidth) > 0
    : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const at = e.getBoundingClientRect();
  const band = e.closest(".where, .know, .asked, nav, main");
  return {
    words: (e.getAttribute("aria-label") || e.innerText || e.name || e.tagName).trim(),
    seen: seen, inside: at.bottom > 0 && at.top < innerHeight && at.right > 0 && at.left < innerWidth,
    band: band ? band.className || band.tagName : "", key: e.outerHTML.slice(0, 140), svg: Boolean(e.ownerSVGElement),
    place: (e.dataset && e.dataset.arg) || "", op: (e.dataset && e.dataset.op) || "",
  };
}"""
PLACES = "svg.board [data-op]"

Stop = dict[str, Any]


class Keys:
    """Somebody with a keyboard and nothing else."""

    def __init__(self, laptop: Laptop) -> None:
        self.laptop, self.page = laptop, laptop.page

    def go(self, path: str) -> None:
        self.laptop.go(path)

    @property
    def stop(self) -> Stop | None:
        """Where the focus is; none for nowhere."""
        found: Stop | None = self.page.evaluate(STOP)
        return found

    def stays(self, what: str) -> Stop:
        """Where the focus is once the page has been drawn anew; it is lost if it is nowhere."""
        for _ in range(120):
            if at := self.stop:
                return at
            self.page.wait_for_timeout(25)
        raise AssertionError(f"the focus is lost once {what}")

    def press(self, key: str) -> Stop | None:
        """One key, and where it leads; wherever that is, it must be seen."""
        self.page.keyboard.press(key)
        at = self.stop
        if at is not None:
            assert at["seen"], f"the focus cannot be seen on {at['key']}"
            assert at["inside"], f"the focus is off the screen, on {at['key']}"
        return at

    def tab_to(self, words: str, *, svg: bool = False) -> Stop:
        """Tab until a key, link or box with these words has the focus."""
        passed: list[str] = []
        for _ in range(MOST_STOPS):
            at = self.press("Tab")
            if at and re.match(words, at["words"]) and at["svg"] == svg:
                return at
            passed.append(at["words"] if at else "(the browser)")
        raise AssertionError(f"Tab never comes to “{words}”: {passed}")

    def enter(self, words: str) -> None:
        """Tab to something and press Enter, and wait until what came of it is there."""
        self.tab_to(words)
        before = self.laptop.find("html").get_attribute("data-posts"), self.page.url
        self.page.keyboard.press("Enter")
        self._changed(before)

    def enter_open(self) -> None:
        """Take the cover off; the focus goes on to what is asked."""
        self.tab_to("Open$")
        self.page.keyboard.press("Enter")
        at = self.stays("the cover is off")
        assert at["band"].startswith("asked"), f"once it is open, the focus is at {at}"

    def uncover(self) -> None:
        """Take the cover off, where there is one."""
        if self.laptop.find("[data-open]:visible").count():
            self.enter_open()

    def tap_place(self) -> Stop:
        """Tab to the map, an arrow key or two to another place, and Enter."""
        at = self.tab_to("", svg=True)
        others = self.laptop.find(PLACES).count() > 1
        moved = [self.press(f"Arrow{way}") for way in ("Right", "Down", "Left", "Up")] if others else [at]
        assert not others or len({stop["key"] for stop in moved if stop}) > 1, (
            f"the arrows lead nowhere from {at['key']}"
        )
        assert all(stop and stop["svg"] for stop in moved), "an arrow key led off the map"
        before = self.laptop.find("html").get_attribute("data-posts"), self.page.url
        self.page.keyboard.press("Enter")
        self._changed(before)
        self.stays("a place on the map is tapped")
        return at

    def _changed(self, before: tuple[str | None, str]) -> None:
        """Until a post has been answered and drawn, or another page is there."""
        for _ in range(400):
            self.page.wait_for_timeout(25)
            if (self.laptop.find("html").get_attribute("data-posts"), self.page.url) != before:
                self.page.wait_for_load_state()
                self.page.wait_for_timeout(60)
                return
        raise AssertionError(f"nothing came of Enter on {self.stop}")


def first_and_dice(game: str) -> list[Scene]:
    """The first things that are asked in a game, of which some are written on a map; and dice."""
    met = list(scenes(game).values())
    return met[:4] + [scene for scene in met[4:] if scene.kind in ("roll", "places")]


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Screens:
    return Screens(tmp_path_factory.mktemp("keys"), first_and_dice)


@pytest.fixture(scope="module")
def house(browser: Any, screens: Screens) -> Iterator[House]:
    made = House(browser, screens.folder)
    yield made
    made.close()


@pytest.fixture
def keys(house: House) -> Iterator[Keys]:
    laptop = house.laptop()
    yield Keys(laptop)
    laptop.context.close()


def on_map(screens: Screens, keys: Keys, game: str) -> Scene:
    """The first table at which a side writes on a map, with its page open on the desk."""
    for scene in (each for each in screens.scenes.values() if each.game == game):
        keys.go(f"/desk/{screens.codes[scene.name]}/as/{scene.side}")
        keys.uncover()
        if keys.laptop.find(f"{PLACES}:visible").count():
            return scene
    raise AssertionError(f"{game} does not begin with a place on a map: take another scene in")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_set_and_its_code_shown(game: str, keys: Keys) -> None:
    rules = GAMES[game]
    keys.go("/")
    first = keys.press("Tab")
    assert first is not None
    assert first["words"].startswith("Skip"), "the first stop is the way past what stands above"
    keys.page.keyboard.press("Enter")
    assert keys.page.evaluate("document.activeElement.id") == "main"
    keys.enter(f"{rules.title}$")
    keys.enter("Set the table")
    keys.enter(f"Show the code for {rules.names[rules.sides[0]]}")
    keys.laptop.reads("Works once", "body")
    stop = keys.tab_to("Phones do not get there")
    with keys.page.expect_response(re.compile("side=")):
        pass  # the page looks by itself whether the code has been used
    keys.page.wait_for_timeout(200)
    assert keys.stop == stop, "the focus is lost when the page looks whether a phone has joined"
    where = "The public table" if rules.one_voice else "The umpire’s desk"
    keys.enter(where)  # who plays by himself, or round one screen, has no umpire unless it is said
    assert re.search(r"/(desk|screen)/\w+$", keys.page.url)


@pytest.mark.parametrize("game", [game for game in GAMES if not GAMES[game].shared])
def test_a_side_is_answered_for_with_the_map(game: str, keys: Keys, screens: Screens) -> None:
    """From the desk to a side's page by its number; open, a stack, a place, lock; and back to the desk."""
    scene = on_map(screens, keys, game)
    code, number = screens.codes[scene.name], GAMES[game].sides.index(scene.side) + 1
    keys.go(f"/desk/{code}")
    keys.page.keyboard.press(str(number))
    keys.page.wait_for_url(re.compile("/as/"))
    keys.uncover()
    keys.tap_place()
    if keys.laptop.find(f"{PLACES}:visible").count():
        keys.tap_place()
    for _ in range(3):
        if keys.laptop.find(".asked .go:visible:not(:disabled)").count():
            break
        keys.enter("Never mind")
    keys.enter(r"Lock|Call|Go|Fly|Add it")
    at = keys.stays("the answer is locked")
    assert at["band"].startswith("asked"), f"after the lock the focus is at {at}"
    keys.page.keyboard.press("Escape")
    keys.page.wait_for_url(re.compile(rf"/desk/{code}$"))


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].rolls])
def test_dice_are_rolled_and_a_sheet_is_printed(game: str, keys: Keys, screens: Screens) -> None:
    code = screens.codes[f"{game} roll"]
    keys.go(f"/desk/{code}")
    ask = keys.laptop.find("main.room").get_attribute("data-ask")
    keys.enter("Roll for us|Use")
    assert keys.laptop.find("main.room").get_attribute("data-ask") != ask, "the dice were not rolled"
    keys.stays("dice are rolled")
    keys.page.keyboard.press("m")
    keys.page.wait_for_url(re.compile("/print/"))
    keys.page.evaluate("window.print = () => { document.documentElement.dataset.printed = '1' }")
    keys.tab_to("Print$")
    keys.page.keyboard.press("Enter")
    assert keys.laptop.find("html").get_attribute("data-printed") == "1"


@pytest.mark.parametrize("game", GAMES)
def test_tab_goes_through_every_page_in_order_and_out_again(game: str, keys: Keys, screens: Screens) -> None:
    """No page catches the keyboard, and nothing is given a turn before its place."""
    late = screens.codes[screens.late(game)]
    side = GAMES[game].sides[0]
    for path in (f"/tables/{late}", f"/desk/{late}", f"/desk/{late}/as/{side}", f"/desk/{late}/right", f"/new/{game}"):
        keys.go(path)
        assert not keys.page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count(), path
        stops: list[str] = []
        bands: list[str] = []
        for _ in range(MOST_STOPS):
            at = keys.press("Tab")
            if at is None or at["key"] in stops[:1]:
                break
            stops.append(at["key"])
            bands += [at["band"]] if at["band"] not in bands[-1:] else []
        else:
            raise AssertionError(f"{path}: Tab does not come out of it: {stops[-5:]}")
        assert len(stops) > 2, path
        assert len(bands) == len(set(bands)), f"{path}: back and forth between its parts: {bands}"
