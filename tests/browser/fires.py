"""The shared screen of The Fires of Midway on a laptop: keys are tapped, and every tap is counted under its step."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from tests.browser.conftest import House, Laptop, Page

GAME = "fires-of-midway"
SCREEN = "main:is(.room, .phone)"


class Clerk:
    """Whoever is nearest to a screen of the table: a laptop's, or a phone's."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, Counter[str]()
        self.step = "setting up"

    @property
    def asked(self) -> str:
        """The name of what is asked now."""
        return self.page.find(SCREEN).get_attribute("data-ask") or ""

    def until(self, part: str, *, but: str = "") -> Clerk:
        """Wait until something with this in its name is asked, or for anything but one ask."""
        ends = time.monotonic() + 15
        while part not in self.asked or self.asked == but:
            assert time.monotonic() < ends, (
                f"not asked {part or 'anything else'}, but {self.asked}: {self.page.words()}"
            )
            self.page.page.wait_for_timeout(20)
        return self

    def tap(self, what: str | Any) -> Clerk:
        """One tap, and wait until the page is drawn with what came of it."""
        target = self.page.find(what).first if isinstance(what, str) else what
        before = self._posts()
        self.page.unhurried()
        target.click()
        self.page.tapped = time.monotonic()
        self.taps[self.step] += 1
        ends = time.monotonic() + 15
        while self._posts() <= before:
            assert time.monotonic() < ends, f"nothing came of {what}"
            self.page.page.wait_for_timeout(15)
        return self

    def _posts(self) -> int:
        return int(self.page.find("html").get_attribute("data-posts") or 0)

    def op(self, op: str, arg: str = "") -> Clerk:
        """Tap the key that does this."""
        which = f'[data-arg="{arg}"]' if arg else ""
        return self.tap(f'[data-op="{op}"]{which}:visible')

    def one(self, arg: str) -> Clerk:
        return self.op("one", arg)

    def lock(self) -> Clerk:
        """Tap the key at the foot that locks."""
        return self.tap(self.page.find('.go[data-lock]:visible, .go[name="lock"]:visible').last)

    def key(self, words: str) -> Clerk:
        return self.tap(self.page.find("button:visible", has_text=words).first)


def begun(house: House, kit: str = "", **agreed: str) -> tuple[Laptop, str, Clerk]:
    """A new table on the laptop, its screen open at the fleets."""
    laptop = house.laptop()
    laptop.go(f"/new/{GAME}")
    if kit:
        laptop.find('select[name="kit"]').select_option(label=kit)
    code = laptop.agree(umpire="nobody", **agreed)
    laptop.go(f"/screen/{code}")
    return laptop, code, Clerk(laptop).until("set-up/fleets")


def searched(clerk: Clerk, edge: str = "japan", cap: str = "Hiryu") -> Clerk:
    """The fleets as they are offered; a search in which Japan has a CAP ready; the third fleet gives the edge."""
    clerk.lock().until("search/1").one("fleet").until("search/2").one(f"cap/{cap}").until("search/3").one("fleet")
    if edge == "japan":
        clerk.until("search/4").one("fleet")
    else:
        clerk.until("search/4").one("empty").until("search/5").one("fleet")
    return clerk.until("set-up/placed").one("placed")


def to_turns(clerk: Clerk) -> Clerk:
    """Cards are not said, nobody moves; on to the first Carrier Turn."""
    clerk.until("/cards/").op("skip")
    return clerk.until("/maneuver").lock().until("/turn/1")
