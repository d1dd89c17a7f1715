"""Lightning: Midway at a shared screen and on phones: the taps of an attack and of a fight, and every page looked at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import LAPTOP, SMALL, TALL, House, Laid, Laptop, Page
from tests.browser.looking import CONTRAST, IN_SIGHT, LOOK, MARKS, WORDS
from tests.games.lightning.lively import run
from tests.games.lightning.scenes import attack, card, kit, say
from umpire.games.lightning_midway import kit as kits
from umpire.table.table import Table

GAME = "lightning-midway"
SMALLEST = (360, 640)
SIZES = (TALL, SMALL, SMALLEST, LAPTOP)
THEMES = ("light", "dark")
SIDES = ("us", "japan")
Stage = Callable[[Table], None]


def begun(t: Table) -> None:
    run(t, "t1/us/turn")


def later(t: Table) -> None:
    """Turn 5: a target of each side is gone, Hornet among those left."""
    begun(t)
    attack(t, "Akagi")
    attack(t, "Yorktown", came="held")
    say(t, {"do": "reinforce", "n": 2})
    attack(t, "Enterprise")


def after_sinking(t: Table) -> None:
    begun(t)
    attack(t, "Akagi")


def attackers(t: Table) -> None:
    later(t)
    say(t, {"do": "fight", "targets": ["Kaga"]})


def reply(t: Table) -> None:
    attackers(t)
    say(t, {"force": 7})


def scouts(t: Table) -> None:
    reply(t)
    say(t, {"no_target": True})


def cards(t: Table) -> None:
    """Two of the three types lie there, one with an After Battle effect."""
    reply(t)
    say(t, {"force": 4})
    card(t, "Tactic", 2, after=True)
    card(t, "Leader", 1)


def blow(t: Table) -> None:
    """A Knock-out Blow has won: which of its targets hold is asked."""
    attackers(t)
    say(t, {"also": "Soryu"})
    say(t, {"force": 7})
    say(t, {"force": None})
    say(t, {"pass": True})


def counted(t: Table) -> None:
    begun(t)
    attack(t, "Hiryu", came="held")


def over(t: Table) -> None:
    begun(t)
    for name in ("Akagi", "Kaga", "Soryu", "Hiryu"):
        attack(t, name)
        if not t.over:
            say(t, {"do": "prepare"})


STAGES: dict[str, tuple[Stage, dict[str, Any]]] = {
    "begun": (begun, {}),
    "later": (later, {}),
    "after a sinking": (after_sinking, {}),
    "attackers": (attackers, {}),
    "reply": (reply, {}),
    "scouts": (scouts, {}),
    "cards": (cards, {}),
    "blow": (blow, {}),
    "several cards": (cards, {"rounds": "several", "slots": "side"}),
    "hands": (counted, {"hands": "counted"}),
    "over": (over, {}),
    "a target named": (after_sinking, {}),
    "knocked out": (later, {}),
}


class Gallery(Laid):
    """A table at every stage, and one on a copy of which nothing is filled in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.shots = folder / "shots"
        self.shots.mkdir()
        with self as laid:
            laid.store.save_kit("box", GAME, "Our copy", kit())
            laid.store.save_kit("fresh", GAME, "Just unpacked", kits.known())
            for name, (stage, settings) in STAGES.items():
                agreed = {"umpire": False, "dice": "real", **settings}
                laid.lay(name, GAME, "box", agreed, stage, SIDES)
            for name in ("fresh", "two taps", "a fight", "undone"):
                copy = "fresh" if name == "fresh" else "box"
                laid.lay(name, GAME, copy, {"umpire": False, "dice": "real"}, lambda t: None, SIDES)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    return Gallery(tmp_path_factory.mktemp("lightning"))


@pytest.fixture(scope="module")
def house(browser: Any, gallery: Gallery) -> Iterator[House]:
    made = House(browser, gallery.folder)
    yield made
    made.close()


TARGET, KNOCKED = "a target named", "knocked out"
WRITTEN = {TARGET: [("target", "Hornet")], KNOCKED: [("target", "Kaga"), ("also", "Soryu"), ("held", "Soryu")]}
"""Taps that are made before a page is looked at."""


class Screen:
    """The shared screen, and how often it was tapped."""

    def __init__(self, house: House, gallery: Gallery, name: str) -> None:
        self.laptop: Laptop = house.laptop()
        self.taps = 0
        self.laptop.go(f"/screen/{gallery.codes[name]}")

    def say(self, words: str) -> None:
        """One tap on a key of what is asked, by its words; and the page is drawn anew."""
        key = self.laptop.find(".panel button:visible").get_by_text(words, exact=True).first
        before = self.laptop.find("#page").get_attribute("data-v")
        self.laptop.unhurried()
        key.click()
        self.laptop.tapped = time.monotonic()
        self.taps += 1
        self.drawn_after(before)

    def op(self, op: str, arg: str) -> None:
        before = self.laptop.find("#page").get_attribute("data-v")
        self.laptop.unhurried()
        self.laptop.find(f'[data-op="{op}"][data-arg="{arg}"]:visible').first.click()
        self.laptop.tapped = time.monotonic()
        self.taps += 1
        self.drawn_after(before)

    def drawn_after(self, before: str | None) -> None:
        self.laptop.page.wait_for_function("v => document.querySelector('#page').dataset.v !== v", arg=before)

    def reads(self, words: str) -> None:
        self.laptop.reads(words)


def test_an_attack_is_two_taps(house: House, gallery: Gallery) -> None:
    """And what is to do on the table stands there; the next attack is two taps again."""
    screen = Screen(house, gallery, "two taps")
    screen.reads("US: attack a target")
    screen.say("Akagi")
    screen.say("Destroyed")
    screen.reads("Out of the game: Akagi")
    screen.reads("3 targets left")
    assert screen.taps == 2
    screen.say("Hornet")
    screen.reads("Hornet is a target: the US draws a card now.")
    screen.say("Held")
    screen.reads("all committed Force Cards back to hand")
    assert screen.taps == 4
    screen.op("target", "Kaga")
    screen.op("also", "Soryu")
    screen.say("Destroyed")
    assert screen.taps == 7, "Knock-out Blow is a tap a target more"
    screen.reads("1 target left")
    screen.say("Prepare")
    assert screen.taps == 8
    screen.op("reinforce", "3")
    assert screen.taps == 9, "all else is one tap"
    screen.laptop.context.close()


def test_a_fight_is_followed_in_a_tap_a_sum_and_two_a_card(house: House, gallery: Gallery, capsys: Any) -> None:
    screen = Screen(house, gallery, "a fight")
    screen.say("Akagi")
    screen.say("Follow the fight")
    screen.op("force", "3")
    screen.op("force", "4")
    for kind, value in (("Tactic", "2"), ("Event", "0"), ("Leader", "0")):
        screen.op("type", kind)
        screen.op("value", value)
    screen.say("Pass")
    screen.say("Pass")
    screen.reads("Akagi is destroyed. US 5 against Japan 4.")
    assert screen.taps == 12, "target, strip, two sums, three cards of two taps, two passes"
    screen.laptop.context.close()


def test_the_last_tap_is_taken_back(house: House, gallery: Gallery) -> None:
    screen = Screen(house, gallery, "undone")
    screen.say("Kaga")
    screen.say("Destroyed")
    screen.reads("Japan: attack a target")
    screen.say("Take the last tap back")
    screen.reads("Attack on Kaga")
    screen.say("Held")
    screen.reads("Kaga holds")
    assert "4 targets left" in screen.laptop.words(".lm-side:nth-of-type(2)"), "what was meant is one tap away"
    screen.laptop.context.close()


def test_who_begins_is_asked_once_and_dependents_when_first_needed(house: House, gallery: Gallery) -> None:
    screen = Screen(house, gallery, "fresh")
    screen.reads("Who begins, by the Country Cards?")
    screen.laptop.find('[data-op="say"]', has_text="US").first.click()
    screen.reads("US: attack a target")
    screen.say("Akagi")
    screen.say("Destroyed")
    screen.reads("Force Cards marked Dependent on Akagi?")
    screen.laptop.find('[data-cell="dependents/Akagi"] input').fill("A6M Zero")
    screen.laptop.find('button[form="cells"]').first.click()
    screen.reads("Out of the game: Akagi, and every card marked Dependent on Akagi (A6M Zero)")
    screen.laptop.context.close()


def test_a_ruling_is_two_taps_without_leaving_the_fight(house: House, gallery: Gallery) -> None:
    for where in (gallery.codes["cards"], None):
        page: Page
        if where:
            page = house.laptop()
            page.go(f"/screen/{where}")
        else:
            page = house.phone("US")
            gallery.sit(page, "cards", "us")
        name = page.find("details.lm-topic > summary", has_text="No Target")
        name.click()
        topic = page.find("details.lm-topic[open]")
        topic.locator("details.lm-ruling summary", has_text="When may it be played?").click()
        answer = topic.locator("p", has_text="before the first defender is committed")
        answer.wait_for()
        assert answer.is_visible()
        page.reads("a card, or pass")
        page.context.close()


def write(page: Page, op: str, arg: str) -> None:
    """A tap that is no answer yet, where it has not been made on another page of the table."""
    key = page.find(f'[data-op="{op}"][data-arg="{arg}"]:not([aria-pressed="true"]):visible')
    if key.count():
        key.first.click()
        page.page.wait_for_timeout(250)


LOOKS = [
    pytest.param(
        *(stage, size, theme),
        id=f"{stage}-{size[0]}x{size[1]}-{theme}",
        marks=[] if (at + 2 * shade) % len(SIZES) == glass else [pytest.mark.full],
    )
    for at, stage in enumerate(STAGES)
    for glass, size in enumerate(SIZES)
    for shade, theme in enumerate(THEMES)
]
"""Each page in light and dark, each on one size by turns; in full, on every size."""


@pytest.mark.parametrize(("stage", "size", "theme"), LOOKS)
def test_every_page_can_be_read_and_tapped(
    house: House, gallery: Gallery, stage: str, size: tuple[int, int], theme: str
) -> None:
    if size == LAPTOP:
        page: Page = house.laptop(color_scheme=theme)
        page.go(f"/screen/{gallery.codes[stage]}")
    else:
        page = house.phone("US", size, color_scheme=theme)
        gallery.sit(page, stage, "us")
    page.find("main").wait_for()
    for op, arg in WRITTEN.get(stage, ()):
        write(page, op, arg)
    page.page.wait_for_timeout(60)
    page.page.screenshot(path=gallery.shots / f"{stage} {size[0]}x{size[1]} {theme}.png")
    looked = page.page.evaluate(LOOK.replace("TAPPED", "true"))
    wrong = [*looked["wrong"], *page.page.evaluate(CONTRAST)]
    wrong += [*page.page.evaluate(WORDS), *page.page.evaluate(MARKS), *page.page.evaluate(IN_SIGHT)]
    page.context.close()
    assert not wrong, "\n".join(wrong)
