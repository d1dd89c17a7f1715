"""A laptop and phones before a real server, in Chromium, on an origin such as phones have at a table.

The server runs in a process of its own. Phones open it at a plain-http number that is no loopback address,
so they have none of what a browser keeps for secure contexts; the laptop opens it at localhost.
"""

from __future__ import annotations

import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.server import ADDRESS, ROOT, Server, free_port  # noqa: F401

CHROMIUM = "/usr/bin/chromium" if Path("/usr/bin/chromium").exists() else shutil.which("chromium") or ""
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SMALL, TALL, LAPTOP = (390, 664), (390, 844), (1280, 800)
PATIENCE = 30.0
"""Seconds after which what is waited for on a page is taken not to come: many times what it takes on a busy machine."""
COUNT_POSTS = """
addEventListener("htmx:afterRequest", function (event) {
  if (event.detail.requestConfig.verb === "post") {
    const html = document.documentElement;
    html.dataset.posts = Number(html.dataset.posts || 0) + 1;
  }
});
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


WHERE = """(zone) => {
  const svg = document.querySelector("svg.board");
  const [column, row, letter] = zone.split("-");
  const k = "ABCDEFGHI".indexOf(letter);
  const x = (column.charCodeAt(0) - 65) * 3 + (k % 3) + 0.5;
  const y = (Number(row) - 1) * 3 + Math.floor(k / 3) + 0.5;
  const size = Number(svg.dataset.zoneSize);
  const at = new DOMPoint(x * size, y * size).matrixTransform(svg.getScreenCTM());
  return { x: at.x, y: at.y };
}"""
"""Where the middle of a zone lies on the glass."""


BREATH = 420
"""Milliseconds in which a second tap in the same place is not taken for one."""


class Page:
    """One device with the page it shows, and everything that went wrong on it."""

    def __init__(self, house: House, name: str, at: str, context: Any) -> None:
        self.house, self.name, self.at, self.context = house, name, at, context
        context.set_default_timeout(PATIENCE * 1000)
        ours = re.escape(f"{house.server.port}") if not house.second else r"\d+"
        foreign = re.compile(
            rf"^(?!http://({re.escape(house.server.address)}|localhost):{ours}/)(?!data:|about:|blob:)"
        )
        context.route(foreign, self._refuse)
        context.add_init_script(COUNT_POSTS)
        self.page = context.new_page()
        self.tapped = 0.0
        self.page.on("pageerror", lambda error: self._wrong(f"error on the page: {error}"))
        self.page.on("console", self._heard)

    def _wrong(self, words: str) -> None:
        self.house.wrong.append(f"{self.name}: {words}")

    def _refuse(self, route: Any) -> None:
        self._wrong(f"asked a stranger for {route.request.url}")
        route.abort()

    def _heard(self, message: Any) -> None:
        refused = re.search(r"Failed to load resource.*status of 4\d\d", message.text)
        if message.type == "error" and not refused:
            self._wrong(f"console: {message.text}")

    def go(self, path: str) -> None:
        self.page.goto(f"{self.at}{path}")

    def unhurried(self) -> None:
        """At a shared screen a second tap in one breath, on what has just come, is nobody's: whoever taps has read it."""
        if not self.find("main[data-shared]").count():
            return
        self.page.wait_for_timeout(max(0.0, BREATH - 1000 * (time.monotonic() - self.tapped)))

    def find(self, what: str, **more: Any) -> Any:
        return self.page.locator(what, **more)

    def key(self, words: str) -> Any:
        """A button or link by its words."""
        either = self.page.get_by_role("button", name=words).or_(self.page.get_by_role("link", name=words))
        return either.first

    def words(self, what: str = "body") -> str:
        """What can be read of it now, its white space evened out."""
        return " ".join(self.find(what).first.inner_text().split())

    def reads(self, words: str, what: str = "#page", *, within: float = PATIENCE) -> None:
        """Wait until a part of the page can be read to say so."""
        ends = time.monotonic() + within
        while words not in (said := self.words(what)):
            assert time.monotonic() < ends, f"{self.name} does not read “{words}” in: {said}"
            self.page.wait_for_timeout(40)


class Finger:
    """One finger on the glass of a phone: laid down, drawn along, lifted."""

    def __init__(self, page: Any) -> None:
        self._touch = page.context.new_cdp_session(page)

    def down(self, at: Mapping[str, float]) -> None:
        self._send("touchStart", [at])

    def move(self, at: Mapping[str, float]) -> None:
        self._send("touchMove", [at])

    def up(self) -> None:
        self._send("touchEnd", [])
        self._touch.detach()

    def _send(self, event: str, points: list[Mapping[str, float]]) -> None:
        self._touch.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": points})


class Laptop(Page):
    """The laptop: the lobby, a table's door, the desk, the public table."""

    def take_kit_in(self, file: Path) -> None:
        self.go("/")
        self.key("Take in a copy’s data").click()
        self.find("input[type=file]").set_input_files(file)
        self.key("Take it in").click()

    def set_table(self, **chosen: str) -> str:
        """From a complete kit's page to a new table, with settings by their words; the table's code."""
        self.key("New table").click()
        return self.agree(**chosen)

    def agree(self, **chosen: str) -> str:
        """From the form for a new table to the table, with settings by their words; the table's code."""
        for setting, words in chosen.items():
            if setting.startswith("name_"):
                self.find(f'input[name="{setting.replace("_", "-")}"]').fill(words)
            else:
                self.find(f'fieldset:has(input[name="{setting}"]) label', has_text=words).click()
        self.key("Set the table").click()
        self.page.wait_for_url(re.compile(r"/tables/[A-Z]+$"))
        return str(self.page.url.rsplit("/", 1)[1])

    def code_for(self, table: str, side: str) -> str:
        """Show a side's code, and read its QR off the screen as a camera would."""
        self.go(f"/tables/{table}")
        self.key(f"code for {side}").click()
        return self.house.decode(self.find(".qr svg"))

    def set_right(self, table: str, fact: str, to: str) -> None:
        """The umpire sets a fact right at the desk: a ship's hex, the turn."""
        self.go(f"/desk/{table}/right?{urlencode({'fact': fact})}")
        picked = self.find('select[name="to"]')
        if picked.count():
            picked.select_option(to)
        else:
            self.find('input[name="to"]').fill(to)
        self.find('input[name="reason"]').fill("as the test has it")
        self.key("Show what came of it").click()
        self.key("Tell the truth now").click()
        self.reads("It is on the record", "body")


class Phone(Page):
    """A phone. Every finger laid on it is counted, under the step it is in."""

    taps: Counter[str]

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.taps = Counter()
        self.step = "joining"

    def join(self, url: str, name: str) -> float:
        """Open what the QR said and take the seat; the seconds that took."""
        began = time.monotonic()
        self.page.goto(url)
        self.find('input[name="name"]').fill(name)
        self.key("Take the seat").tap()
        self.page.wait_for_url(re.compile(r"/seat/"))
        return time.monotonic() - began

    @property
    def seat(self) -> str:
        found = re.search(r"/seat/\w+", self.page.url)
        assert found, f"{self.name} is at {self.page.url}, not in a seat"
        return found[0]

    @property
    def asked(self) -> str:
        """The name of what is asked of this phone now."""
        return self.find("main.phone").get_attribute("data-ask") or ""

    def until(self, kind: str) -> Phone:
        """Wait until something of this kind is asked; taps count as its from now on."""
        ends = time.monotonic() + PATIENCE
        while not self.find(f'main.phone:is([data-ask*="/{kind}"], [data-ask="{kind}"]):not([data-locked])').count():
            assert time.monotonic() < ends, f"{self.name} is not asked {kind}, but {self.asked}: {self.words()}"
            self.page.wait_for_timeout(25)
        self.step = kind
        return self

    def waits(self) -> None:
        """Wait until nothing is asked of this phone, or what was asked is locked."""
        self.find('main.phone[data-ask=""], main.phone[data-locked]').first.wait_for()

    def tap(self, what: Any, *, sent: bool = True) -> Phone:
        """One tap, and wait until the page has been drawn with what came of it, if it sends anything."""
        target = self.find(what).first if isinstance(what, str) else what
        before = self._posts()
        self.unhurried()
        target.tap()
        self.tapped = time.monotonic()
        self.taps[self.step] += 1
        if sent:
            self._drawn_after(before, what)
        return self

    def type(self, name: str, text: str) -> Phone:
        """Type into a box and leave it; then wait until the laptop has what was typed."""
        box, before = self.find(f'input[name="{name}"]'), self._posts()
        if box.input_value() == text:
            return self
        box.fill(text)
        self.page.keyboard.press("Tab")
        self._drawn_after(before, name)
        return self

    def _posts(self) -> int:
        return int(self.find("html").get_attribute("data-posts") or 0)

    def _drawn_after(self, before: int, what: Any) -> None:
        ends = time.monotonic() + PATIENCE
        while self._posts() <= before:
            assert time.monotonic() < ends, f"{self.name}: nothing came of {what}"
            self.page.wait_for_timeout(15)

    def op(self, op: str, arg: str = "") -> Phone:
        """Tap what does this on the server: a key, a ship, a zone of the map."""
        which = f'[data-arg="{arg}"]' if arg else ""
        return self.tap(f'[data-op="{op}"]{which} >> visible=true')

    def say(self, words: str) -> Phone:
        """Tap the key with these words."""
        return self.tap(self.find(".asked button:visible", has_text=words).first)

    def open(self) -> Phone:
        return self.tap(self.find("[data-open]:visible").first, sent=False)

    def lock(self) -> Phone:
        """Tap the one key that locks what is asked."""
        return self.tap(self.find('.asked [data-lock]:visible, .asked [name="lock"]:visible').last)

    def drag(self, start: str, zone: str) -> Phone:
        """A finger laid on a zone of the search board, drawn to another and lifted: once, however much is sent."""
        here, there = (self.page.evaluate(WHERE, at) for at in (start, zone))
        finger = self.house.finger(self.page)
        finger.down(here)
        for k in range(1, 6):
            finger.move({axis: here[axis] + (there[axis] - here[axis]) * k / 5 for axis in "xy"})
        finger.up()
        self.taps[self.step] += 1
        return self

    @contextmanager
    def holding(self, what: str) -> Iterator[None]:
        """A finger held on something."""
        self.find(what).first.scroll_into_view_if_needed()
        box = self.find(what).first.bounding_box()
        assert box
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + min(box["height"] / 2, 60)}
        finger = self.house.finger(self.page)
        finger.down(at)
        self.taps[self.step] += 1
        try:
            yield
        finally:
            finger.up()


class House:
    """A browser, a server or two, and the devices before them."""

    app: type[Server] = Server
    """The program its laptop runs."""
    finger: Callable[[Any], Any] = Finger
    goes_back_to_the_same_page = False
    """Whether the browser keeps a page that was left, and shows it again as it was."""

    def __init__(self, browser: Any, folder: Path, address: str = ADDRESS) -> None:
        self.browser, self.folder = browser, folder
        self.server = self.app(folder / "home", address)
        self.second: Server | None = None
        self.wrong: list[str] = []
        self.joined: list[tuple[str, float]] = []

    def another(self) -> Server:
        """A second laptop, with a home of its own."""
        self.second = self.app(self.folder / "another", self.server.address)
        return self.second

    def laptop(self, server: Server | None = None, **more: Any) -> Laptop:
        context = self.browser.new_context(viewport=_size(LAPTOP), accept_downloads=True, **more)
        return Laptop(self, "laptop", (server or self.server).laptop, context)

    def phone(self, name: str, size: tuple[int, int] = SMALL, server: Server | None = None, **more: Any) -> Phone:
        made = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2, **more}
        context = self.browser.new_context(viewport=_size(size), **made)
        return Phone(self, name, (server or self.server).phones, context)

    def seated(self, phone: Phone, url: str) -> Phone:
        self.joined.append((phone.name, phone.join(url, phone.name)))
        return phone

    def replaced(self, laptop: Laptop, table: str, side: str) -> Phone:
        """A new phone in the place of a dead one: one scan at the laptop, one yes at the desk."""
        phone = self.phone(side)
        self.seated(phone, laptop.code_for(table, side))
        phone.reads("Waiting for a yes", "body")
        desk = self.laptop()
        desk.go(f"/desk/{table}")
        desk.key("Yes, seat it").click()
        desk.reads(f"{side} has a new phone.")
        desk.context.close()
        return phone

    def decode(self, drawn: Any) -> str:
        """The text of a QR code as it stands on a screen."""
        import io

        import zxingcpp
        from PIL import Image

        drawn.scroll_into_view_if_needed()
        ends = time.monotonic() + 5
        while not (found := zxingcpp.read_barcodes(Image.open(io.BytesIO(drawn.screenshot())))):
            assert time.monotonic() < ends, "no QR code is to be read there"
        return str(found[0].text)

    def kit_file(self, cells: dict[str, Any], name: str = "The box", game: str = "midway") -> Path:
        """A kit as the file another laptop would have saved."""
        from umpire.games import GAMES
        from umpire.rows import KitRow
        from umpire.web.kits import as_file

        file = self.folder / f"{game}.kit.toml"
        file.write_text(as_file(KitRow("box", game, name, cells), GAMES[game].title), "utf-8")
        return file

    @contextmanager
    def outage(self) -> Iterator[None]:
        """While it lasts, pages may complain that nobody answers."""
        before = list(self.wrong)
        yield
        silence = re.compile(
            r"net::ERR_|htmx:(sendError|afterRequest|timeout)|(status of|Status Error Code) 503|error on the page: undefined"
        )
        self.wrong[:] = before + [w for w in self.wrong[len(before) :] if not silence.search(w)]

    def close(self) -> None:
        for server in (self.server, self.second):
            if server is not None:
                server.kill()


class Laid:
    """Tables played to where a test wants them before the server starts, with a phone seated for each side."""

    def __init__(self, folder: Path) -> None:
        from umpire.host import Host
        from umpire.store import Store

        self.folder = folder
        (folder / "home").mkdir()
        self.store = Store(folder / "home" / "umpire.db")
        self.host = Host(self.store)
        self.codes: dict[str, str] = {}

    def __enter__(self) -> Laid:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def lay(
        self, name: str, game: str, kit: str, settings: Mapping[str, Any], stage: Callable[[Any], object], sides: Any
    ) -> None:
        """A table of a game, played to a stage, with a seat for each of these sides."""
        self.codes[name] = self.host.create(game, settings, kit)
        self.seat_all(name, sides)
        with self.host.live(self.codes[name]).changing() as table:
            stage(table)

    def seat_all(self, name: str, sides: Any) -> None:
        """A phone in its seat for each of these sides of a table."""
        from umpire.web.guard import hashed

        for side in sides:
            letters = self.store.issue_code(self.codes[name], side, "join").code
            seat = self.seat(name, side)
            self.store.claim(letters, seat, side, hashed(seat), "1942-06-04 05:00")

    def seat(self, name: str, side: str) -> str:
        return f"{self.codes[name]}{side}".lower()

    def sit(self, phone: Phone, name: str, side: str) -> None:
        """Open a seat's page; its cookie goes in with it, and the others' out, of which a browser keeps only so many."""
        from umpire.web.viewers import cookie_of, path_of

        seat = self.seat(name, side)
        phone.context.clear_cookies()
        phone.context.add_cookies(
            [
                {
                    "name": cookie_of(seat),
                    "value": seat,
                    "domain": phone.house.server.address,
                    "path": path_of(seat),
                    "httpOnly": True,
                }
            ]
        )
        phone.go(path_of(seat))


def _size(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser, where there is one; the test is left out, with a word, where there is none."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        args = [*ARGS, f"--host-resolver-rules=MAP {ADDRESS} 127.0.0.1"]
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=args)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium for one module; a second one would not get the event loop."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def house(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(browser, tmp_path_factory.mktemp("house"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def nothing_went_wrong(request: pytest.FixtureRequest) -> Iterator[None]:
    """No error on any page, and no request to anybody but us."""
    seen = request.getfixturevalue("house") if "house" in request.fixturenames else None
    yield
    if seen is not None:
        wrong, seen.wrong = seen.wrong, []
        assert not wrong, "\n".join(wrong)
