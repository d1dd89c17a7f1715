"""Carrier's report in Chromium: one map that is panned, strikes on it, and every turn's end on paper."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.web.carrier_room import CarrierRoom
from umpire.games.carrier.aftermath import report

JSON = Any
SMALLEST = """() => [...document.querySelectorAll('main *')].filter((e) => {
  if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.getBoundingClientRect().width) return false;
  const m = e.ownerSVGElement && e.getScreenCTM();
  return parseFloat(getComputedStyle(e).fontSize) * (m ? Math.sqrt(Math.abs(m.a * m.d - m.b * m.c)) : 1) < 11.9;
}).map((e) => e.textContent.slice(0, 30))"""

BROKEN = """() => [...document.querySelectorAll('table.luck th, table.luck td')].flatMap((cell) => {
  const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) for (const word of walk.currentNode.data.matchAll(/[A-Za-z]+/g)) {
    const range = document.createRange();
    range.setStart(walk.currentNode, word.index);
    range.setEnd(walk.currentNode, word.index + word[0].length);
    if (range.getClientRects().length > 1) found.push(word[0]);
  }
  return found;
})"""
"""Words of tables that run over a line."""


@pytest.fixture(scope="module", params=[("standard", 2), ("6", 2)])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, JSON]:
    """A finished game's report kept as a file, and its film."""
    folder, (scenario, seed) = tmp_path_factory.mktemp("kept"), request.param
    room = CarrierRoom(folder / "t.db", scenario=scenario)
    with room.live.changing() as table:
        lively.lively(table, random.Random(seed))
    phone = room.phone("us")
    (folder / "report.html").write_text(phone.get(f"{phone.root}/report/file").text, "utf-8")
    film = report(room.table)["film"]
    room.store.close()
    return folder / "report.html", film


def opened(browser: Any, file: Path, wrong: list[str], width: int, height: int, **more: Any) -> Any:
    page = browser.new_context(viewport={"width": width, "height": height}, **more).new_page()
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(file.as_uri())
    return page


SCREENS = ((390, 844), (390, 664), (360, 640), (1280, 800))
LOOKS = [
    pytest.param(*size, scheme, marks=[pytest.mark.full] if (n + k) % 2 else [])
    for n, size in enumerate(SCREENS)
    for k, scheme in enumerate(("light", "dark"))
]
"""The themes by turns; in full, each on every screen."""


@pytest.mark.parametrize(("width", "height", "scheme"), LOOKS)
def test_it_fits_every_screen_in_letters_that_can_be_read(
    browser: Any, kept: tuple[Path, JSON], width: int, height: int, scheme: str
) -> None:
    wrong: list[str] = []
    page = opened(browser, kept[0], wrong, width, height, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALLEST) == []
    assert not page.locator(".reel-tabs").is_visible(), "there is one map"
    assert wrong == []
    page.context.close()


@pytest.mark.parametrize("width", [360, 390])
def test_a_game_without_a_map_has_no_empty_map_and_no_word_is_broken(browser: Any, tmp_path: Path, width: int) -> None:
    room = CarrierRoom(tmp_path / "t.db", scenario="1")
    with room.live.changing() as table:
        lively.lively(table, random.Random(2))
    phone = room.phone("us")
    (tmp_path / "report.html").write_text(phone.get(f"{phone.root}/report/file").text, "utf-8")
    room.store.close()
    wrong: list[str] = []
    page = opened(browser, tmp_path / "report.html", wrong, width, 640)
    assert not page.locator("svg.board").is_visible()
    page.click('[data-go="on"]')
    assert page.inner_text('[data-reel="said"]').strip(), "what was told can be stepped through all the same"
    broken = page.evaluate(BROKEN)
    assert broken == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert not page.locator(".glance").is_visible()
    assert wrong == []
    page.context.close()


def test_strikes_are_drawn_and_a_tap_says_what_a_piece_is(browser: Any, kept: tuple[Path, JSON]) -> None:
    wrong: list[str] = []
    file, film = kept
    page = opened(browser, file, wrong, 390, 844)
    flying = next(
        n
        for n, frame in enumerate(film["frames"])
        if any(film["marks"][m][0] == "wing" for m in film["pictures"][frame["maps"][0]])
    )
    page.locator('[data-reel="slider"]').evaluate(
        "(s, n) => { s.value = n; s.dispatchEvent(new Event('input')); }", flying
    )
    page.locator(".marks .wing").first.dispatch_event("click")
    assert "strike" in page.locator('[data-map="0"] [data-named]').inner_text()
    assert page.locator('[data-reel="score-1"]').inner_text() == film["frames"][flying]["score"][1]
    assert wrong == []
    page.context.close()


def test_a_wide_map_is_first_shown_where_something_stands(browser: Any, kept: tuple[Path, JSON]) -> None:
    wrong: list[str] = []
    page = opened(browser, kept[0], wrong, 390, 844)
    inside = page.evaluate(
        """() => {
          const pan = document.querySelector('.reel .board-pan').getBoundingClientRect();
          return [...document.querySelectorAll('.reel .marks > *')].filter((mark) => {
            const at = mark.getBoundingClientRect();
            return at.left >= pan.left && at.right <= pan.right;
          }).length;
        }"""
    )
    assert inside > 0
    page.context.close()


def test_on_paper_every_turn_has_its_map(browser: Any, kept: tuple[Path, JSON]) -> None:
    wrong: list[str] = []
    file, film = kept
    page = opened(browser, file, wrong, 1280, 800)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    turns = {frame["turn"] for frame in film["frames"]}
    assert page.locator("[data-glance] svg").count() == len(turns)
    assert not page.locator(".reel").is_visible()
    scaled = page.locator("[data-glance] .marks [transform]").last.get_attribute("transform")
    larger = page.evaluate("Number(document.querySelector('.reel svg.board').dataset.paper)")
    assert f"scale({larger:g})" in scaled, "so that counters can be read on paper"
    width = page.evaluate("document.querySelector('.reel svg.board').width.baseVal.value")
    assert (larger > 1) == (width > 1060)
    assert len(page.pdf()) > 20_000
    assert wrong == []
    page.context.close()
