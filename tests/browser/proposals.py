"""Through any game by taking what each phone proposes, with a tap or two where a game wants more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.conftest import Phone

ASKED = """() => {
  const main = document.querySelector("main.phone");
  return [main.dataset.locked ? "" : main.dataset.ask, Boolean(main.querySelector(".asked [data-post=roll]"))];
}"""
"""What is asked of a phone and not locked, and whether it is dice: both of one moment, for the page may be drawn anew."""
MOST_STEPS = 80

Parts = Mapping[str, Callable[["Phone"], object]]


def on_to(phones: Sequence[Phone], until: str, parts: Parts = MappingProxyType({})) -> list[str]:
    """Everybody takes what is proposed until something is asked; what was asked and answered on the way.

    What has one of the `parts` in its name is first written by hand. The first phone has the app roll for all.
    """
    seen: list[str] = []
    idle = 0
    while len(seen) < MOST_STEPS and idle < 600:
        for phone in phones:
            ask, rolls = phone.page.evaluate(ASKED)
            if until in ask:
                return seen
            if ask and not (rolls and phone is not phones[0]):
                phone.step = "next" if "/next/" in ask else ask.rpartition("/")[2]
                for part in parts.keys() & ask.split("/"):
                    parts[part](phone)
                takes(phone, rolls)
                seen.append(ask)
                idle = 0
                break
        else:
            idle += 1
            phones[0].page.wait_for_timeout(25)
    raise AssertionError(f"{until} was never asked: {seen}")


def locks(phone: Phone) -> None:
    """What is proposed, locked; a word of doubt is not the last. Whose answer is not waited for is asked the next thing."""
    asked = phone.asked
    takes(phone, rolls=False)
    if phone.find(".asked [data-sure]:visible").count():
        takes(phone, rolls=False)
    phone.find(f'main.phone:is([data-locked], :not([data-ask="{asked}"]))').first.wait_for()


def takes(phone: Phone, rolls: bool) -> None:
    """What is proposed; doubted, it is locked all the same."""
    sure = phone.find(".asked [data-sure]:visible")
    if rolls:
        phone.say("Roll for us")
    elif sure.count():
        phone.tap(sure.first)
    elif phone.find(
        '.asked .go[data-lock]:not(:disabled):visible, .asked [name="lock"]:not(:disabled):visible'
    ).count():
        phone.tap(phone.find('.asked .go[data-lock]:visible, .asked [name="lock"]:visible').last)
    else:
        phone.tap(phone.find(".asked [data-lock]:not(:disabled):visible").last)
