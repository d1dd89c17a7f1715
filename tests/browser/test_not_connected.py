"""When the laptop does not answer, or knows the phone no more: what a tired player reads, and what he can do."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import SMALL, House, Laid, Phone
from tests.browser.looking import IN_SIGHT
from tests.every import EVERY
from umpire.games import GAMES

SMALLEST = (360, 640)
POLL, PATIENCE = 12_000, 20_000
"""Milliseconds between two looks at the laptop, and until it is said what may be wrong."""
SHORT = "Not connected: what you tap is not sent."
LONG = "the laptop’s address has changed: ask there for a new code. What you had written is kept."


class Shelf(Laid):
    """A table of every game at its first ask, with a phone for each side."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        with self as laid:
            for game, row in EVERY.items():
                laid.store.save_kit(game, game, "The box", row.kit())
                laid.lay(game, game, game, {"umpire": True, "dice": "app"}, lambda table: None, GAMES[game].sides)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf"))


@pytest.fixture(scope="module")
def house(browser: Any, shelf: Shelf) -> Iterator[House]:
    made = House(browser, shelf.folder)
    yield made
    made.close()


@pytest.fixture
def seated(house: House, shelf: Shelf) -> Callable[..., Phone]:
    """Sit a phone, with a clock of ours, at the table of a game."""

    def seat(game: str, size: tuple[int, int] = SMALL) -> Phone:
        phone = house.phone(f"{game} {size}", size)
        phone.page.clock.install()
        shelf.sit(phone, game, GAMES[game].sides[0])
        phone.find('main.phone:not([data-ask=""]) .wait .what').wait_for()
        return phone

    return seat


@pytest.mark.parametrize("size", [pytest.param(SMALL, marks=pytest.mark.full), SMALLEST], ids=str)
def test_while_nobody_answers(house: House, seated: Callable[..., Phone], size: tuple[int, int]) -> None:
    """At once that nothing is sent; after a while what may be wrong, and where to ask; then the step again."""
    phones = [seated(game, size) for game in EVERY]
    steps = [phone.words(".wait") for phone in phones]
    with house.outage():
        house.server.kill()
        for phone in phones:
            hears_nothing(phone)
        house.server.start()
        for phone, step in zip(phones, steps, strict=True):
            phone.page.clock.fast_forward(POLL)
            phone.find("body:not(.lost)").wait_for(timeout=30_000)
            phone.reads(step, ".wait")
            assert phone.words(".wait") == step
            phone.context.close()


def hears_nothing(phone: Phone) -> None:
    """The phone notices it at once, asks in vain now and then, and comes to say so."""
    phone.find("body.lost").wait_for()
    phone.page.clock.fast_forward(POLL)
    phone.page.wait_for_timeout(200)
    assert phone.words(".wait") == SHORT
    phone.page.clock.fast_forward(PATIENCE - POLL - 4000)
    assert phone.words(".wait") == SHORT, "it is often there again by then"
    phone.page.clock.fast_forward(4000)
    phone.reads(LONG, ".wait")
    assert phone.words(".wait").startswith(SHORT)
    assert phone.find(".wait").evaluate("it => it.scrollWidth <= it.clientWidth"), "it runs out of the glass"
    assert not phone.page.evaluate(IN_SIGHT)


def test_a_laptop_that_sleeps_is_noticed(house: House, seated: Callable[..., Phone]) -> None:
    """The line stands, and nothing comes along it: after some seconds that is no answer."""
    for game in EVERY:
        phone = seated(game)
        step = phone.words(".wait")
        assert 3_000 <= phone.page.evaluate("htmx.config.timeout") <= POLL
        phone.page.evaluate("htmx.config.timeout = 700")
        with house.outage():
            os.kill(house.server.pid, signal.SIGSTOP)
            try:
                phone.page.clock.fast_forward(POLL)
                phone.reads(SHORT, ".wait")
            finally:
                os.kill(house.server.pid, signal.SIGCONT)
            phone.page.clock.fast_forward(POLL)
            phone.reads(step, ".wait")
            phone.context.close()


def test_a_seat_that_is_gone(house: House, seated: Callable[..., Phone]) -> None:
    """The laptop answers, and has no such seat for this phone: it says where to get another."""
    for game in EVERY:
        phone = seated(game)
        phone.context.clear_cookies()
        phone.page.clock.fast_forward(POLL)
        phone.reads("If you had a seat, ask for a new code for it at the laptop.", "body")
        assert "Not connected" not in phone.words("body")
        phone.key("Back to the start").tap()
        phone.reads("code", "body")
        assert phone.find('input[name="code"]').is_visible()
        phone.context.close()


def test_the_stream_is_taken_up_again_after_a_wrong_answer(house: House, seated: Callable[..., Phone]) -> None:
    """A proxy says that the app is gone, and a browser leaves it at that: the phone asks anew once it is there."""
    phone = seated(next(iter(EVERY)))
    streams: list[str] = []
    phone.page.on("request", lambda request: streams.append(request.url) if request.url.endswith("/events") else None)
    with house.outage():
        phone.context.route("**/seat/*/**", lambda route: route.fulfill(status=503, body="gone"))
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        phone.find("body.lost").wait_for()
        phone.context.unroute("**/seat/*/**")
        before = len(streams)
        for _ in range(3):
            phone.page.clock.fast_forward(POLL)
            phone.page.wait_for_timeout(300)
        assert len(streams) == before + 1
        phone.find("body:not(.lost)").wait_for()
        phone.context.close()  # the browser speaks of a lost request a while after the page knows
