"""Every screen of every game, gone through by axe-core and by eyes of our own: in light, in dark, small, large, read out.

The screens are found by `tests.browser.screens`; a kind of ask or a page that is new is looked at on the day it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import LAPTOP, SMALL, House, Laptop, Page, Phone
from tests.browser.looking import CONTRAST, IN_SIGHT, LARGE, LOOK, MARKS, STILL, WORDS
from tests.browser.screens import OVER, Place, Scene, Screens, kinds, scenes
from umpire.games import GAMES, faces
from umpire.table import ledger
from umpire.table.replay import replayed

SMALLEST = (360, 640)
TYPING = (390, 340)
"""What a phone's keyboard leaves."""
ZOOMED = (195, 332), (640, 400)
"""A phone's page and a laptop's at 200 %."""
GRAVE = {"moderate", "serious", "critical"}
RUN = """options => axe.run(options).then(found => found.violations.flatMap(each => each.nodes.map(
  node => [each.impact, each.id, node.target.join(" "), node.html.slice(0, 160)])))"""
OPTIONS: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "iframes": False}
COLOURS = {**OPTIONS, "runOnly": ["color-contrast"]}
TWICE = "size => document.documentElement.style.fontSize = size"

Found = dict[str, list[str]]
CHECKS = ("axe", "dark", "sizes", "asked", "large", "words", "marks", "still")
"""By what a screen is looked at: each is a test of its own."""


def axe(device: Page, options: dict[str, Any]) -> list[str]:
    """What axe-core finds that is more than a nicety."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not device.page.evaluate("'axe' in window"):
        device.page.evaluate(AXE_SCRIPT)
    found = device.page.evaluate(RUN, options)
    return [f"{impact} {rule}: {html}" for impact, rule, _, html in found if impact in GRAVE]


NO_GAMES_OWN = re.compile(r"lobby\.(home|phones)|kits\.take_in|join\..*|desk\.door|proofs\.check")
"""Pages that are the same whatever is played: they are looked at with the first game, and in full with each."""
ALIKE = re.compile(r"(prints|report|proofs)\..*")
"""Pages of which there are several made of one template: axe-core goes through one in three of them by turns."""


class Looked:
    """All that was found on the screens of one game; thoroughly, in every size, and by axe-core in dark and covered too."""

    def __init__(self, game: str, thorough: bool = False) -> None:
        self.thorough = thorough
        self.turn = [*GAMES].index(game)
        self.found: Found = {check: [] for check in CHECKS}
        self.seen: set[str] = set()
        self.read_out: dict[str, str] = {}
        """By scene in which the map is open, what a screen reader is given of the middle band."""

    def note(self, check: str, where: str, wrong: list[str]) -> None:
        self.found[check] += [f"{where}: {words}" for words in wrong]

    def passes_over(self, place: Place) -> bool:
        return not self.thorough and self.turn > 0 and bool(NO_GAMES_OWN.fullmatch(place.endpoint))

    def gone_through(self, n: int, place: Place) -> bool:
        """Whether axe-core goes through the n-th page of the game."""
        return self.thorough or not ALIKE.fullmatch(place.endpoint) or n % 3 == self.turn % 3

    def eyes(self, device: Page, where: str, *, by_axe: bool = True) -> None:
        """What does not hang on the size of the page."""
        page = device.page
        if by_axe:
            self.note("axe", where, axe(device, OPTIONS))
        self.note("words", where, page.evaluate(WORDS))
        self.note("marks", where, page.evaluate(MARKS))
        self.note("still", where, page.evaluate(STILL))
        page.emulate_media(color_scheme="dark")
        self.note("dark", where, page.evaluate(CONTRAST) + (axe(device, COLOURS) if self.thorough else []))
        page.emulate_media(color_scheme="light")

    def sizes(self, phone: Phone, where: str) -> None:
        page = phone.page
        for size in (SMALLEST, TYPING, SMALL)[: 3 if self.thorough else 2]:
            _resize(phone, size)
            at = f"{where} {size[0]}x{size[1]}"
            if size != TYPING:
                self.note("sizes", at, page.evaluate(LOOK.replace("TAPPED", "true"))["wrong"])
            self.note("asked", at, page.evaluate(IN_SIGHT))
        self.large(phone, where, ZOOMED[0], SMALL)

    def large(self, device: Page, where: str, zoomed: tuple[int, int], usual: tuple[int, int]) -> None:
        """At 200 %: the text alone, and the whole page."""
        page = device.page
        _resize(device, usual)
        page.evaluate(TWICE, "212.5%")
        self.note("large", f"{where}, large text", page.evaluate(LARGE) + page.evaluate(IN_SIGHT))
        page.evaluate(TWICE, "")
        if self.thorough:
            _resize(device, zoomed)
            self.note("large", f"{where}, zoomed", page.evaluate(LARGE) + page.evaluate(IN_SIGHT))
        _resize(device, usual)


def _resize(device: Page, size: tuple[int, int]) -> None:
    device.page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Screens:
    return Screens(tmp_path_factory.mktemp("screens"))


@pytest.fixture(scope="module")
def house(browser: Any, screens: Screens) -> Iterator[House]:
    made = House(browser, screens.folder)
    yield made
    made.close()


@pytest.fixture(scope="module")
def phone(house: House) -> Phone:
    return house.phone("phone", color_scheme="light", device_scale_factor=1, reduced_motion="reduce")


@pytest.fixture(scope="module")
def laptop(house: House) -> Laptop:
    return house.laptop(color_scheme="light", reduced_motion="reduce")


@pytest.fixture(
    scope="module",
    params=[(game, False) for game in GAMES] + [pytest.param((game, True), marks=pytest.mark.full) for game in GAMES],
    ids=lambda given: given[0] + (" thoroughly" if given[1] else ""),
)
def looked(request: pytest.FixtureRequest, screens: Screens, phone: Phone, laptop: Laptop) -> tuple[str, Looked]:
    """One walk past every screen of a game: each kind of ask on the phone it is put to, then every page there is."""
    game, made = request.param[0], Looked(*request.param)
    for scene in scenes(game).values():
        _ask(made, screens, phone, scene.name, scene.side)
        made.seen.add(scene.kind)
    for n, place in enumerate(screens.places(game)):
        made.seen.add(place.endpoint)
        if not made.passes_over(place):
            by_axe = made.gone_through(n, place)
            _page(made, screens, phone if place.on_phone else laptop, place, game, by_axe=by_axe)
    _page(made, screens, laptop, Place(f"/kits/bare-{game}", "kits.show"), game)
    return game, made


def _ask(made: Looked, screens: Screens, phone: Phone, name: str, side: str) -> None:
    screens.sit(phone, name, side)
    phone.page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    if phone.find("[data-open]:visible").count():
        made.note("sizes", f"{name}, covered", phone.page.evaluate(LOOK.replace("TAPPED", "true"))["wrong"])
        made.note("asked", f"{name}, covered", phone.page.evaluate(IN_SIGHT))
        if made.thorough:
            made.note("axe", f"{name}, covered", axe(phone, OPTIONS))
        phone.open()
    made.eyes(phone, name)
    if phone.find(".open .know svg.board:visible, .know svg.board.open-to-all:visible").count():
        made.read_out[name] = phone.find(".know").aria_snapshot()
    made.sizes(phone, name)


def _page(made: Looked, screens: Screens, device: Page, place: Place, game: str, *, by_axe: bool = True) -> None:
    if isinstance(device, Phone):
        table = f"{game} {OVER}" if "report" in place.path else screens.late(game)
        screens.sit(device, table, GAMES[game].sides[0])
    answer = device.page.goto(f"{device.at}{place.path}")
    assert answer.ok, f"{place.path} answers {answer.status}"
    made.eyes(device, place.path, by_axe=by_axe)
    if place.on_paper:
        return
    if isinstance(device, Phone):
        made.sizes(device, place.path)
    elif made.thorough:
        made.large(device, place.path, ZOOMED[1], LAPTOP)


@pytest.mark.parametrize("check", CHECKS)
def test_nothing_is_found_on_any_screen(check: str, looked: tuple[str, Looked]) -> None:
    wrong = list(dict.fromkeys(looked[1].found[check]))
    assert not wrong, f"{len(wrong)} found:\n" + "\n".join(wrong[:60])


def test_every_kind_of_ask_is_among_the_screens(looked: tuple[str, Looked]) -> None:
    game, made = looked
    assert kinds(game) <= made.seen, f"lively play never came to {kinds(game) - made.seen}"


def test_a_player_who_hears_the_page_knows_where_the_ships_are(looked: tuple[str, Looked]) -> None:
    """Wherever the map is open, each stack of one's own is read out with its place, as it is drawn."""
    game, made = looked
    heard = 0
    for scene in scenes(game).values():
        for words in _own_ships(scene) if scene.name in made.read_out else ():
            assert words in made.read_out[scene.name], f"{scene.name}: {words} is drawn, and not read out"
            heard += 1
    if not GAMES[game].shared:  # round a shared screen the map lies on the table
        assert heard >= 10, f"only {heard} stacks were read out in all"


def _own_ships(scene: Scene) -> list[str]:
    """A side's own ships as the map has them, in words."""
    table = replayed(GAMES[scene.game], *ledger.read(scene.text))
    asked = table.asks.get(scene.side)
    face, plot = faces(scene.game), table.play.plots[scene.side]
    drawn = face.picture(plot, scene.side, asked, asked.draft() if asked else None)
    return [f"{drawn['spoken'](stack['place'])}; {stack['told']}" for stack in drawn["map"]["own"]]
