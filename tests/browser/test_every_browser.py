"""An evening of every game in every browser a guest may bring: from the lobby to the story told after it.

The phones are on a plain-http origin with the number of a network, so they have what a phone has, and nothing of what a
browser keeps for secure contexts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import webkit
from tests.browser.evenings import Night
from tests.browser.proposals import locks
from tests.every import EVERY
from umpire.games import GAMES

if TYPE_CHECKING:
    from tests.browser.conftest import House, Phone

BARE = """() => ({
  secure: isSecureContext, clipboard: Boolean(navigator.clipboard), wakeLock: Boolean(navigator.wakeLock),
  serviceWorker: Boolean(navigator.serviceWorker), randomUUID: Boolean(crypto.randomUUID),
})"""
"""What a page has of all that is kept for secure contexts."""

STREAMS = """() => {
  const Real = window.EventSource;
  window.streams = [];
  window.EventSource = function (url) { const made = new Real(url); window.streams.push(made); return made; };
}"""
LOOKED_AT = """(is) => {
  Object.defineProperty(document, "visibilityState", { value: is ? "visible" : "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  if (!is) for (const stream of window.streams) stream.close();
}"""
"""As when a phone's screen is locked and unlocked: in the dark its stream dies, and nobody says so."""

NOT_SENT = ".wait .down"


@contextmanager
def in_chromium(folder: Path) -> Iterator[House]:
    from tests.browser.conftest import House, chromium

    with chromium() as browser:
        made = House(browser, folder)
        try:
            yield made
        finally:
            made.close()


BROWSERS: dict[str, Callable[[Path], AbstractContextManager[House]]] = {
    "Chromium": in_chromium,
    "WebKit": webkit.house,
}


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    with BROWSERS[request.param](tmp_path) as made:
        yield made


def seated(house: House, game: str) -> Night:
    """The lobby, a new table, two codes: one is scanned, the other typed.

    A side that is alone has its second phone from the first one's menu.
    """
    laptop, names = house.laptop(), GAMES[game].names
    laptop.take_kit_in(house.kit_file(EVERY[game].evening.kit(), game=game))
    dice = {"dice": "rolled by the app"} if GAMES[game].rolls else {}
    table = laptop.set_table(umpire="a person at the laptop", **dice, **EVERY[game].evening.agreed)
    night = Night(house, game, laptop, house.laptop(), table)
    for side in GAMES[game].sides:
        phone = night.phones[side] = house.phone(names[side])
        url = laptop.code_for(table, names[side])
        assert url.startswith(house.server.phones), url
        if len(night.phones) == 1:
            house.seated(phone, url)
        else:
            typed(phone, laptop.words(".code"))
        assert not any(phone.page.evaluate(BARE).values()), phone.page.evaluate(BARE)
    if len(night.phones) == 1:
        night.phones["second"] = another(night.us)
    night.screen.go(f"/screen/{table}")
    night.screen.reads("Set-up")
    return night


def another(phone: Phone) -> Phone:
    """A phone that a side adds by itself: the first shows a code, the second scans it."""
    menu(phone)
    phone.key("Another phone for this side").tap()
    phone.key("Add a phone").tap()
    added = phone.house.seated(phone.house.phone(phone.name), phone.house.decode(phone.find(".qr svg")))
    phone.key("Back to the table").tap()
    phone.find("main.phone").wait_for()
    return added


def typed(phone: Phone, code: str) -> None:
    """In by the letters under the QR."""
    phone.go("/j")
    phone.find('input[name="code"]').fill(code.lower())
    phone.key("Go on").tap()
    phone.find('input[name="name"]').fill(phone.name)
    phone.key("Take the seat").tap()
    phone.page.wait_for_url(re.compile(r"/seat/"))


def menu(phone: Phone) -> None:
    phone.find(f'a[aria-label="{phone.name}: menu"]').tap()
    phone.find("summary", has_text="Concede").wait_for()


def a_question_is_ruled_on(night: Night) -> None:
    """A motion: raised on a phone, ruled on at the desk, and on the record of both."""
    ours, theirs = night.phones.values()
    menu(ours)
    ours.find("summary", has_text="Raise a question").tap()
    ours.find('textarea[name="text"]').fill("May they do that?")
    ours.key("Raise it").tap()
    theirs.reads("May they do that?", ".asked")
    night.laptop.go(f"/desk/{night.table}")
    night.laptop.find('input[name="text"]').fill("They may.")
    night.laptop.find("form[data-act] button", has_text="Rule").click()
    for phone in night.phones.values():
        phone.find(".asked .refusal").wait_for(state="detached")
        menu(phone)
        phone.key("What we have been told").tap()
        phone.find("[data-open]").tap()
        phone.reads("They may.", "body")
        phone.go(phone.seat)


def a_phone_comes_back(night: Night, written: str) -> None:
    """Loaded anew, gone back to, and woken: each time as it was left, covered, and up to date."""
    ours, seat = night.us, night.us.seat
    stirs, calms = EVERY[night.game].evening.stirs

    ours.page.reload()
    as_it_was_left(night, written)

    ours.page.evaluate("() => { window.kept = true; }")
    menu(ours)
    other = stirs(night)
    ours.page.go_back()
    ours.reads(other, within=6)
    if night.house.goes_back_to_the_same_page:
        assert ours.page.evaluate("() => window.kept === true"), "gone back to, a page is the one that was left"
    as_it_was_left(night, other if night.open else written)

    ours.page.evaluate(STREAMS)
    for looked_at in (False, True, False):
        ours.page.evaluate(LOOKED_AT, looked_at)
    if not night.open:
        ours.find(".know .secret").first.wait_for(state="hidden")
    other = calms(night)
    ours.page.evaluate(LOOKED_AT, True)
    ours.reads(other, within=6)
    as_it_was_left(night, written)
    assert ours.seat == seat


def as_it_was_left(night: Night, written: str) -> None:
    """Its own plot is covered, and under the cover stands what was written and not locked."""
    phone = night.us
    if not night.open:
        secret = phone.find(".know .secret").first
        secret.wait_for(state="hidden")
        with phone.holding("[data-hold] b"):
            secret.wait_for()
        secret.wait_for(state="hidden")
        phone.open()
        secret.wait_for()
    phone.reads(written)


def a_phone_is_lost(night: Night) -> None:
    """At the laptop it gets another, which the desk lets in; where nobody sits across, the side sees to that itself."""
    side, old = list(night.phones.items())[1]
    if night.alone:
        new = another(night.us)
        menu(night.us)
        night.us.key("Sign it out").tap()
        night.us.key("Back to the table").tap()
    else:
        new = night.house.replaced(night.laptop, night.table, old.name)
    night.phones[side] = new
    new.find("main.phone").wait_for()
    old.reads("This phone has left its seat", "body")
    old.context.close()


def what_is_tapped_is_not_sent(night: Night, written: str) -> None:
    """Nobody answers: it is said so, and nothing of it counts when the laptop is there again."""
    phone = next(iter(night.phones.values()))
    with night.house.outage():
        night.house.server.kill()
        phone.tap(phone.find(".asked [data-lock]:visible").last, sent=False)
        phone.find("body.lost").wait_for()
        assert "not sent" in phone.words(NOT_SENT)
        night.house.server.start()
        for each in night.devices:
            each.find("body:not(.lost)").wait_for(timeout=30_000)
        for each in night.devices:  # what was on its way as the laptop went may be missed a moment later
            each.page.wait_for_timeout(400)
            each.words("body")
    phone.find("main.phone:not([data-locked])").wait_for()
    if phone.find("[data-open]:visible").count():
        phone.open()
    phone.reads(written)
    locks(phone)


def a_turn_is_printed(night: Night) -> None:
    """The sheet of a side: covered until held, and each page says whose it is."""
    phone = night.us
    menu(phone)
    phone.key("Print this turn").tap()
    phone.page.wait_for_url(re.compile(r"/print/turn"))
    if night.open:
        sheet = phone.words("main")
    else:
        secret = phone.find("main.covered h1").first
        secret.wait_for(state="hidden")
        with phone.holding("[data-hold]"):
            secret.wait_for()
            sheet = phone.words("main.covered")
    for words in (night.table, phone.name, "Turn"):
        assert words in sheet, (words, sheet[:300])
    phone.key("Back").tap()
    phone.find("main.phone").wait_for()


def it_rests_and_is_exported(night: Night, folder: Path) -> None:
    """Rested by one, taken up by the other; between, the table goes into a file and out of it into another table."""
    ours, theirs = night.phones.values()
    menu(ours)
    ours.key("Rest the table").tap()
    theirs.reads("The table rests", ".asked")
    laptop = night.laptop
    laptop.go(f"/tables/{night.table}")
    with laptop.page.expect_download() as fetched:
        laptop.key("Export to a file").click()
    file = folder / fetched.value.suggested_filename
    fetched.value.save_as(file)
    assert all(json.loads(line) for line in file.read_text("utf-8").splitlines())
    laptop.go("/")
    laptop.find('form[action="/import"] input[type=file]').set_input_files(file)
    laptop.find('form[action="/import"] button').click()
    laptop.page.wait_for_url(re.compile(rf"/tables/(?!{night.table})"))
    theirs.tap(theirs.find(".asked button", has_text="Take it up again"))
    ours.find(".asked button", has_text="Take it up again").wait_for(state="detached")


def it_is_conceded_and_told(night: Night) -> None:
    ours, theirs = night.phones.values()
    menu(ours)
    ours.find("summary", has_text="Concede").tap()
    ours.key("We concede the game").tap()
    ours.key("Yes, concede").tap()
    theirs.reads("the game is over", ".wait")
    night.screen.reads("The game is over")
    theirs.find(".asked a", has_text="The whole story").tap()
    theirs.find(".reel[data-frame]").wait_for()
    theirs.reads(EVERY[night.game].evening.conceded, "main.report")
    assert theirs.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "it scrolls sideways"


def it_was_all_true(night: Night) -> None:
    """The phone brings the fingerprints it kept, and they are those of the record."""
    ours = next(iter(night.phones.values()))
    ours.reads("The game is over", ".asked")
    ours.find(".asked a", has_text="Was it all true?").tap()
    ours.reads("It holds", "main")
    brought = str(ours.page.evaluate("document.querySelector('textarea').value")).splitlines()
    assert len(brought) > 1, brought
    ours.key("Compare").tap()
    ours.reads(f"{len(brought)} fingerprints are the same here", "main")


EVENINGS = [
    pytest.param(browser, game, id=f"{browser}-{game}", marks=[pytest.mark.full] if n and browser != "Chromium" else [])
    for browser in BROWSERS
    for n, game in enumerate(EVERY)
]
"""Every game in one browser, and one game in every browser; in full, each in each."""


@pytest.mark.parametrize(("house", "game"), EVENINGS, indirect=["house"])
def test_an_evening(house: House, game: str, tmp_path: Path) -> None:
    evening = EVERY[game].evening
    night = seated(house, game)
    evening.set_up(night)
    night.all_read(evening.search(night))
    night.all_read(evening.fight(night))
    a_question_is_ruled_on(night)
    ours = next(iter(night.phones.values()))
    written = evening.write(night)
    ours.reads(written)
    a_phone_comes_back(night, written)
    a_phone_is_lost(night)
    what_is_tapped_is_not_sent(night, written)
    a_turn_is_printed(night)
    it_rests_and_is_exported(night, tmp_path)
    it_is_conceded_and_told(night)
    it_was_all_true(night)
