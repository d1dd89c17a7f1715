"""WebKit behind the same few words by which tests speak to Chromium, so that one script of steps is played in both.

What is driven is WebKitGTK's own small browser on a display nobody sees; each device has one of its own, with a home of
its own. Its pointer is a mouse's: no touch events are to be had there. What goes wrong on a page is heard from the first
look at it on.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tests.browser.webkit_page import BEGIN, RUN, Finger, Found, NotYet, query

if TYPE_CHECKING:
    from tests.browser.conftest import House

JSON = Any
BROWSERS = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))
DRIVER, SCREEN = shutil.which("WebKitWebDriver") or "", shutil.which("Xvfb") or ""
NARROW = """* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 4px;
  -gtk-icon-transform: scale(0.5); }"""
"""A window's own bars may not keep it from being as narrow as a phone."""
LOOKS_AGAIN = 0.06
"""Seconds between two looks at a page that something is waited for on."""
PATIENCE = 40
"""Seconds after which the browser is taken to have hung."""


class WebKit:
    """The browser: makes devices. Left out, with a word, where a part of it is not installed."""

    def __init__(self, folder: Path) -> None:
        self.webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
        if not (BROWSERS and DRIVER and SCREEN):
            pytest.skip("there is no WebKit on this machine: apt-get install webkit2gtk-driver xvfb")
        self.folder = folder
        self.contexts: list[Context] = []
        told, tell = os.pipe()
        command = [SCREEN, "-displayfd", str(tell), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
        self._screen = subprocess.Popen(command, pass_fds=[tell], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(tell)
        with os.fdopen(told) as number:
            self.display = f":{number.readline().strip()}"

    def new_context(self, *, viewport: Mapping[str, int], color_scheme: str = "light", **_: JSON) -> Context:
        home = self.folder / f"device-{len(self.contexts)}"
        self.contexts.append(Context(self, home, (viewport["width"], viewport["height"]), color_scheme))
        return self.contexts[-1]

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self._screen.terminate()
        self._screen.wait()


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A laptop and phones in WebKit, on a number that is no loopback address."""
    from tests.browser.conftest import House

    browser = WebKit(folder)
    try:
        with own_address() as address:
            made = House(browser, folder, address)
            made.finger, made.goes_back_to_the_same_page = Finger, True
            try:
                yield made
            finally:
                made.close()
    finally:
        browser.close()


@contextmanager
def own_address() -> Iterator[str]:
    """A number of this machine on a network, or one given to it for a while; left out, with a word, where it has none."""
    from tests.browser.conftest import ADDRESS

    for name, cards in psutil.net_if_addrs().items():
        for card in cards:
            if (
                card.family == socket.AF_INET
                and not card.address.startswith("127.")
                and psutil.net_if_stats()[name].isup
            ):
                yield card.address
                return
    card = [f"{ADDRESS}/32", "dev", "lo"]
    if not shutil.which("ip") or subprocess.run(["ip", "addr", "add", *card], capture_output=True).returncode:
        pytest.skip("this machine has no number on a network, and may not be given one: ip addr add, as root")
    try:
        yield ADDRESS
    finally:
        subprocess.run(["ip", "addr", "del", *card], capture_output=True)


class Context:
    """One device: a browser of its own, with a home, cookies and a history that no other shares."""

    def __init__(self, browser: WebKit, home: Path, size: tuple[int, int], color_scheme: str) -> None:
        from selenium.webdriver.remote.client_config import ClientConfig
        from selenium.webdriver.remote.file_detector import UselessFileDetector
        from selenium.webdriver.remote.remote_connection import RemoteConnection
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        style = home / ".config" / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True)
        style.write_text(NARROW, "utf-8")
        self.downloads = home / "Downloads"
        self.downloads.mkdir()
        (home / ".config" / "user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME/Downloads"\n', "utf-8")
        options = Options()
        options.binary_location = BROWSERS[-1]
        for said in ("--automation", *(["--dark-mode"] if color_scheme == "dark" else [])):
            options.add_argument(said)
        private = {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "DISPLAY": browser.display,
            "NO_AT_BRIDGE": "1",
        }
        service = Service(DRIVER, env={**os.environ, **private})
        self._service = service
        service.start()
        config = ClientConfig(remote_server_addr=service.service_url, timeout=PATIENCE)
        self.driver = browser.webdriver.Remote(RemoteConnection(client_config=config), options=options)
        self.driver.file_detector = UselessFileDetector()
        self.init: list[str] = []
        self.foreign: tuple[re.Pattern[str], Callable[[JSON], None]] | None = None
        self.within = 15.0
        self.page = Glass(self)
        self._closed = False
        self._fit(size)

    def _fit(self, size: tuple[int, int]) -> None:
        """Make the page, not the window, of this size."""
        high, ends = size[1], time.monotonic() + self.within
        while (inner := self._asked_for(size[0], high)) != list(size):
            assert time.monotonic() < ends, f"the page is {inner}, not {size}"
            high += size[1] - inner[1]

    def _asked_for(self, wide: int, high: int) -> list[int]:
        """The page's size in a window of this size, once it no longer changes."""
        self.driver.set_window_rect(0, 0, wide, high)
        inner: list[int] = []
        while inner != (inner := self.driver.execute_script("return [innerWidth, innerHeight]")):
            time.sleep(0.15)
        return inner

    def new_page(self) -> Glass:
        return self.page

    def set_default_timeout(self, milliseconds: float) -> None:
        self.within = milliseconds / 1000

    def route(self, foreign: re.Pattern[str], refuse: Callable[[JSON], None]) -> None:
        """What asks a stranger is heard of, though not stopped."""
        self.foreign = (foreign, refuse)

    def add_init_script(self, script: str) -> None:
        self.init.append(script)

    def add_cookies(self, cookies: list[dict[str, JSON]]) -> None:
        """Into the jar; the device must be on a page of theirs, as a browser has it."""
        for cookie in cookies:
            self.driver.add_cookie(cookie)

    def clear_cookies(self) -> None:
        self.driver.delete_all_cookies()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with suppress(Exception):
            self.driver.quit()
        with suppress(Exception):
            self._service.stop()


@dataclass(frozen=True)
class Said:
    """A word of the page's console, or a request it made, as the other browser hands it on."""

    text: str
    type: str = "error"

    @property
    def request(self) -> Said:
        return self

    @property
    def url(self) -> str:
        return self.text

    def abort(self) -> None:
        """It is too late for that."""


class Glass:
    """What a device shows."""

    def __init__(self, context: Context) -> None:
        self.context, self.driver = context, context.driver
        self.keyboard = self
        self._heard: dict[str, Callable[[JSON], None]] = {}

    @property
    def url(self) -> str:
        return str(self.driver.current_url)

    def on(self, event: str, call: Callable[[JSON], None]) -> None:
        self._heard[event] = call

    def goto(self, url: str) -> None:
        self._leave()
        self.driver.get(url)
        self.evaluate("0")

    def reload(self) -> None:
        self._leave()
        self.driver.refresh()

    def go_back(self) -> None:
        self._leave()
        self.driver.back()

    def _leave(self) -> None:
        """Tell the page that it is left: this browser breaks off what it was fetching before it says so itself."""
        self.driver.execute_script("window.leaving = true")

    def run(self, body: str, *args: JSON) -> JSON:
        """Run a script on the page and hand on what it heard go wrong; a page on its way out is asked again."""
        from selenium.common.exceptions import JavascriptException, NoSuchFrameException

        ends = time.monotonic() + self.context.within
        begin = BEGIN.replace("INIT", "\n".join(self.context.init))
        script = f"const args = arguments; {RUN.replace('BEGIN', begin).replace('BODY', body)}"
        while True:
            try:
                value, wrong = self.driver.execute_script(script, *args)
                break
            except (JavascriptException, NoSuchFrameException):
                if time.monotonic() > ends:
                    raise
                time.sleep(0.05)
        for kind, words in wrong:
            self._hear(kind, words)
        return value

    def _hear(self, kind: str, words: str) -> None:
        if kind == "request":
            if self.context.foreign and self.context.foreign[0].match(words):
                self.context.foreign[1](Said(words))
        elif kind in self._heard:
            self._heard[kind](words if kind == "pageerror" else Said(words))

    def evaluate(self, script: str, arg: JSON = None) -> JSON:
        return self.run(f"const it = ({script}); return typeof it === 'function' ? it(args[0]) : it;", arg)

    def content(self) -> str:
        return str(self.evaluate("document.documentElement.outerHTML"))

    def locator(self, css: str, has_text: str = "") -> Found:
        return Found(self, query(css, has_text))

    def get_by_role(self, role: str, name: str = "") -> Found:
        css = {"button": "button, [role=button], input[type=submit]", "link": "a[href]"}[role]
        return Found(self, {"css": css, "named": name, "visible": True})

    def get_by_text(self, words: str) -> Found:
        return Found(self, {"css": "*", "text": words})

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(max(milliseconds / 1000, LOOKS_AGAIN))

    def wait_for_url(self, wanted: re.Pattern[str]) -> None:
        self.until(lambda: wanted.search(self.url), f"the address to be {wanted.pattern}")

    def wait_for_selector(self, css: str) -> None:
        self.locator(css).first.wait_for()

    def until(self, holds: Callable[[], JSON], what: str, within: float | None = None) -> JSON:
        ends = time.monotonic() + (self.context.within if within is None else within)
        while not (found := holds()):
            if time.monotonic() > ends:
                raise NotYet(f"waited in vain for {what} at {self.url}")
            time.sleep(LOOKS_AGAIN)
        return found

    def press(self, key: str) -> None:
        """A key of the keyboard, by name."""
        from selenium.webdriver.common.keys import Keys

        self.write(getattr(Keys, key.upper()))

    def write(self, text: str) -> None:
        """Text into whatever has the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver, duration=0).send_keys(text).perform()

    def screenshot(self, path: Path | str | None = None, **_: JSON) -> bytes:
        picture: bytes = self.driver.get_screenshot_as_png()
        if path:
            Path(path).write_bytes(picture)
        return picture

    @contextmanager
    def expect_download(self) -> Iterator[Download]:
        """What is saved while this lasts."""
        made = Download(self.context.downloads)
        before = set(made.folder.iterdir())
        yield made
        part = (".wkdownload", ".part")
        new = self.until(
            lambda: [f for f in set(made.folder.iterdir()) - before if f.suffix not in part and f.stat().st_size],
            "a file to be saved",
        )
        made.file = new[0]


@dataclass
class Download:
    folder: Path
    file: Path = field(default_factory=Path)

    @property
    def value(self) -> Download:
        return self

    @property
    def suggested_filename(self) -> str:
        return self.file.name

    def save_as(self, path: Path) -> None:
        shutil.copy(self.file, path)
