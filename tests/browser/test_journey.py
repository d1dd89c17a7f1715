"""One evening, told in order: from the lobby to a table that goes on at another laptop.

The tests of this module play one table one after the other; each needs those before it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.tables import midway_kit

if TYPE_CHECKING:
    from tests.browser.conftest import House, Laptop, Phone


class Evening:
    """What the players have before them, and how far they have come."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = ""
        self.laptop: Laptop
        self.us: Phone
        self.japan: Phone
        self.screen: Laptop
        self.broken = ""
        self.answers: list[float] = []

    @property
    def phones(self) -> tuple[Phone, Phone]:
        return self.us, self.japan

    def both(self, kind: str) -> tuple[Phone, Phone]:
        """Both phones, once both are asked the same."""
        return self.us.until(kind), self.japan.until(kind)

    def both_lock(self, kind: str) -> None:
        for phone in self.both(kind):
            phone.lock()


@pytest.fixture(scope="module")
def evening(house: House) -> Evening:
    return Evening(house)


@pytest.fixture
def after(evening: Evening, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """The evening as the test before left it."""
    if evening.broken:
        pytest.skip(f"the evening broke off in {evening.broken}")
    before = request.session.testsfailed
    yield evening
    if request.session.testsfailed > before:
        evening.broken = request.node.name


def test_from_the_lobby_to_two_seats(after: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    evening, house = after, after.house
    laptop = evening.laptop = house.laptop()
    laptop.take_kit_in(house.kit_file(midway_kit()))
    laptop.reads("A table can be set with this copy", "body")
    evening.table = laptop.set_table(
        umpire="a person at the laptop", dice="rolled by the app", name_us="Nora", name_japan="Jiro"
    )
    for side in ("US", "Japan"):
        url = laptop.code_for(evening.table, side)
        assert re.fullmatch(re.escape(house.server.phones) + r"/j/[A-Z]+", url)
        phone = house.seated(house.phone(side), url)
        setattr(evening, side.lower(), phone)
        assert phone.page.evaluate("window.isSecureContext") is False, "a phone has no secure context"
    laptop.find(".qr").wait_for(state="detached")
    evening.screen = house.laptop()
    evening.screen.go(f"/screen/{evening.table}")
    evening.screen.reads("Set-up")
    with capsys.disabled():
        for name, seconds in house.joined:
            print(f"\n  {name}: from decoded QR to the seated page {seconds:.2f} s", end="")


def place(phone: Phone, *stacks: tuple[str, str, list[str]]) -> None:
    """Set-up by taps: for each stack its area, its zone, and the ships that are left for later."""
    phone.until("place").open()
    for n, (area, zone, later) in enumerate(stacks):
        if n:
            phone.op("stack", "waiting")
        for ship in later:
            phone.op("ship", ship)
        phone.op("look", area).op("to", zone)
    phone.lock()


def test_secret_set_up(after: Evening) -> None:
    rest = ["Hornet", "Northampton", "Yorktown", "Pensacola"]
    place(after.us, ("G-3", "G-3-F", rest), ("G-2", "G-2-F", rest[2:]), ("G-4", "G-4-F", []))
    assert "Locked" in after.us.words(".asked")
    assert "G-3" not in after.japan.page.content(), "one side's zones are in no page of the other"
    place(after.japan, ("A-3", "A-3-D", ["Kaga", "Tone"]), ("A-4", "A-4-D", []))
    after.both("deready")
    after.screen.reads("turn 1 of 31")


def quiet(evening: Evening, kind: str) -> None:
    """Both lock what is proposed: no word, no move, no plane."""
    for phone in evening.both(kind):
        phone.lock()


def call(phone: Phone, *areas: str) -> None:
    """Areas called one at a time, by two taps each; with the last, no more."""
    for area in areas:
        phone.until("search").op("area", area)
        phone.say("Call it and no more" if area == areas[-1] else f"Call {area}")


def answered(evening: Evening, phone: Phone, area: str, words: str, *, last: bool = False) -> None:
    """Two taps, and the answer stands on every screen; how long that took is noted."""
    phone.until("search").op("area", area)
    began = time.monotonic()
    phone.say("Call it and no more" if last else f"Call {area}")
    for device in (evening.us, evening.japan, evening.screen):
        device.reads(f"{area} {words}", within=5)
    evening.answers.append(time.monotonic() - began)


def test_the_first_turn_and_calls_found_and_not_found(after: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    quiet(after, "deready")
    after.us.until("moves").open().op("stack", "G-3-F").op("look", "E-3").op("to", "E-3-F").lock()
    after.japan.until("moves").lock()
    after.us.until("ready").open().say("All planes").lock()
    after.japan.until("ready").lock()
    after.screen.reads("Search by the US")
    answered(after, after.us, "B-2", "nothing sighted")
    answered(after, after.us, "A-3", "zone D: BB, CV, CA, CL", last=True)
    answered(after, after.japan, "C-3", "nothing sighted")
    after.japan.until("search").say("No more calls")
    quiet(after, "operations")
    after.both("deready")
    after.screen.reads("turn 2 of 31")
    with capsys.disabled():
        print(f"\n  from the tap to the answer on all three screens: at most {max(after.answers):.2f} s", end="")


def test_taps_of_a_quiet_turn(after: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    """Three stacks move, every air call is made and one own area called: 30 taps, and 8 for the movement."""
    for phone in after.phones:
        phone.taps.clear()
    quiet(after, "deready")
    us, japan = after.both("moves")
    us.open()
    for start, to in (("E-3-F", "E-3-H"), ("G-2-F", "G-2-E"), ("G-4-F", "G-4-D")):
        us.op("stack", start).op("to", to)
    us.lock()
    japan.lock()
    quiet(after, "ready")
    us.until("search").say("Next own area")
    call(us, "A-1", "B-4", "C-2", "D-5")
    call(japan, "B-2", "B-3", "C-4")
    quiet(after, "operations")
    after.both("deready")
    steps = list(us.taps)
    lines = [f"{step:<12}{us.taps[step]:>6}{japan.taps[step]:>8}" for step in steps]
    both = us.taps.total() + japan.taps.total()
    with capsys.disabled():
        print("\n  taps of a quiet turn", f"{'':<12}    US   Japan", *lines, sep="\n  ")
        print(f"  together    {us.taps.total():>6}{japan.taps.total():>8}   = {both}", end="")
    assert us.taps["moves"] <= 8
    assert both <= 30


def test_the_answer_to_a_last_call_stands_on_every_phone(evening: Evening) -> None:
    """Called with no more to follow, an area is answered like any other: the caller has to see it."""
    for kind in ("deready", "moves", "ready"):
        quiet(evening, kind)
    call(evening.us, "A-3")
    call(evening.japan, "C-2")
    for phone in evening.both("operations"):
        phone.reads("C-2 nothing sighted", ".asked", within=3)


def test_a_plot_is_covered_unless_held_or_opened(after: Evening) -> None:
    after.us.until("operations")
    decks = after.us.find(".know .secret").first
    assert not decks.is_visible()
    with after.us.holding("[data-hold]"):
        decks.wait_for(state="visible")
        assert "Enterprise" in decks.inner_text()
    decks.wait_for(state="hidden")
    after.us.open()
    decks.wait_for(state="visible")
    quiet(after, "operations")
    after.both("deready")
    after.us.find(".know .secret").first.wait_for(state="hidden")


def test_a_dead_phone_is_replaced(after: Evening) -> None:
    old = after.us
    after.us = after.house.replaced(after.laptop, after.table, "US")
    after.us.until("deready")
    for device in (after.us, after.japan, after.screen):
        device.reads("US has a new phone.")
    old.reads("This phone has left its seat", "body")
    old.context.close()


def test_a_phone_is_added_and_covers_itself(after: Evening) -> None:
    """A second phone of the US, added from the first one's menu; its clock is ours."""
    after.us.find('a[aria-label="US: menu"]').tap()
    after.us.key("Another phone for this side").tap()
    after.us.key("Add a phone").tap()
    url = after.house.decode(after.us.find(".qr svg"))
    added = after.house.phone("US too")
    added.page.clock.install()
    after.house.seated(added, url)
    after.us.key("Back to the table").tap()
    secret = added.until("deready").find(".know .secret").first
    added.open()
    secret.wait_for(state="visible")
    added.page.clock.fast_forward(19_000)
    assert secret.is_visible(), "twenty seconds untouched, not nineteen"
    added.page.clock.fast_forward(1_100)
    secret.wait_for(state="hidden")
    added.open()
    added.page.clock.fast_forward(15_000)
    added.find(".wait").tap()
    added.page.clock.fast_forward(15_000)
    assert secret.is_visible(), "a touch begins the twenty seconds anew"
    added.lock()
    after.us.find("main.phone[data-locked]").wait_for()
    added.context.close()


def test_the_server_dies_in_mid_turn_and_the_phones_carry_on(after: Evening) -> None:
    after.japan.until("deready").lock()
    us, japan = after.both("moves")
    us.open().op("stack", "E-3-H").op("to", "E-3-I")
    seats = us.seat, japan.seat
    loads: list[str] = []
    for phone in (us, japan):
        phone.page.on("load", lambda page: loads.append(page.url))
    with after.house.outage():
        after.house.server.kill()
        us.tap('[data-op="stack"] >> visible=true', sent=False)
        us.find("body.lost").wait_for()
        after.house.server.start()
        for phone in (us, japan):
            phone.find("body:not(.lost)").wait_for(timeout=30_000)
            phone.reads("Movement", ".wait")
    assert (us.seat, japan.seat) == seats
    assert not loads, "no page was loaded again by hand or otherwise"
    if not us.find(".when-open:visible").count():
        us.open()
    us.reads("E-3-H → E-3-I", ".know")
    if us.find('[data-op="none"]:visible').count():
        us.say("Never mind")
    us.lock()
    japan.lock()
    after.both("ready")
    after.screen.reads("Readying")


def test_the_table_goes_on_at_another_laptop(after: Evening) -> None:
    after.laptop.go(f"/tables/{after.table}")
    with after.laptop.page.expect_download() as fetched:
        after.laptop.key("Export to a file").click()
    file = after.house.folder / fetched.value.suggested_filename
    fetched.value.save_as(file)
    told = {phone: phone.words(".where") for phone in after.phones}
    other = after.house.another()
    laptop = after.house.laptop(other)
    laptop.go("/")
    laptop.find('form[action="/import"] input[type=file]').set_input_files(file)
    laptop.find('form[action="/import"] button').click()
    laptop.page.wait_for_url(re.compile(r"/tables/"))
    table = laptop.page.url.rsplit("/", 1)[1]
    phones = []
    for side, before in (("US", after.us), ("Japan", after.japan)):
        phone = after.house.seated(after.house.phone(side, server=other), laptop.code_for(table, side))
        phone.until("ready")
        assert phone.words(".where").partition(" · US has a new phone")[0] in told[before]
        phones.append(phone)
    for phone in phones:
        phone.until("ready").lock()
    phones[0].until("search").say("No more calls")
    phones[1].until("search")
    with phones[0].holding("[data-hold]"):
        phones[0].find(".know .own").first.wait_for(state="visible")
