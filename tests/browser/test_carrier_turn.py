"""One turn of Carrier with everything in it, by taps on a phone: with all printed values known, with none, and the third.

What a turn costs is counted as it was when the goals were set: a tap is a tap, a box that is typed into is one too, a
choice out of a list two. The time is a model, reported beside the clock on the wall: so many seconds a tap (`A_TAP`), a
line read (`A_LINE`), a cell looked up and entered (`A_CELL`), a compass, or a row or a map read at one look (`A_LOOK`).
Thinking, and moving counters, are left out.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.browser import carrier_turn as turn
from tests.browser.conftest import House, Laid, Phone
from tests.browser.server import Server
from umpire.host import Host

JSON = Any
A_TAP, A_LINE, A_CELL, A_LOOK = 2.5, 1.5, 8, 20
"""Seconds."""
AT_ONE_LOOK = ("compass", "mission_area", "contact_cols")
"""Charts whose cells are asked for together and read together."""
LINES = ".told-now:not(.older) li, .fb dd:not(.soft), .fb-target"
"""What there is to read beside what is asked."""
STANDS = """() => {
  const there = {}, cells = [...document.querySelectorAll("[data-cell]")];
  for (const key of document.querySelectorAll('[data-op="say"]')) {
    const [at, word] = key.dataset.arg.split("=");
    there[at] = ["key", key.getAttribute("aria-pressed") === "true" ? word : (there[at] || [0, ""])[1]];
  }
  for (const box of document.querySelectorAll("#cells select, #cells input[id]")) there[box.name] = [box.tagName, box.value];
  return [cells.map(cell => cell.dataset.cell), there];
}"""
"""The cells that are asked for; and of each of their boxes how it is filled, and what stands in it."""
BOX = "what is printed"
"""The part of the taps that answers for the components."""
TABLES = {"known": 1, "empty": 1, "third": 3}
"""The scene that each table begins on."""


@dataclass
class Cost:
    """What a turn has cost so far."""

    taps: Counter[str] = field(default_factory=Counter)
    cells: int = 0
    looks: int = 0
    lines: list[str] = field(default_factory=list)
    wall: float = 0

    @property
    def minutes(self) -> float:
        """By the model; what is tapped and typed of a cell is in the time it takes to look it up."""
        taps = sum(n for part, n in self.taps.items() if part != BOX)
        return (taps * A_TAP + len(self.lines) * A_LINE + self.cells * A_CELL + self.looks * A_LOOK) / 60

    def __str__(self) -> str:
        parts = ", ".join(f"{part} {n}" for part, n in self.taps.items())
        return (
            f"{self.taps.total()} taps, {self.minutes:.1f} min by the model ({len(self.lines)} lines, {self.cells} cells,"
            f" {self.looks} looks), {self.wall:.0f} s on the wall: {parts}"
        )


class Player:
    """Somebody at a phone who reads what is asked, and does it."""

    def __init__(self, phone: Phone, scene: int) -> None:
        self.phone, self.scene, self.cost = phone, scene, Cost()

    def plays(self) -> Cost:
        """The turn to its end."""
        began = time.monotonic()
        while re.match(r"t1/|chart/", self.phone.asked):
            self._answers(self.phone.asked)
        self.cost.wall = time.monotonic() - began
        return self.cost

    def _reads(self) -> None:
        said = self.phone.page.evaluate(f"[...document.querySelectorAll({LINES!r})].map(e => e.textContent.trim())")
        self.cost.lines += [line for line in said if line not in self.cost.lines]

    def _answers(self, asked: str) -> None:
        self.phone.step = _part(asked)
        if self.phone.find("#cells").count():
            self._types(asked)
        else:
            self._reads()
            for op, arg in turn.done(self.scene, asked):
                key = f'[data-op="{op}"][data-arg="{arg}"]' if arg else f'[data-op="{op}"]'
                if op != "box" or self.phone.find(key).get_attribute("aria-pressed") != "true":
                    self._taps(key)
            if self.phone.asked == asked:
                self._taps(".asked [data-lock]:visible >> nth=-1")

    def _taps(self, what: str) -> None:
        self.phone.tap(f"{what} >> visible=true")
        self.cost.taps[self.phone.step] += 1

    # What is printed.

    def _types(self, asked: str) -> None:
        """Read off the box whatever is asked; where it stands there already, nothing is typed."""
        keys, there = self.phone.page.evaluate(STANDS)
        charts = [key.partition("/")[0] for key in keys]
        self.cost.looks += sum(chart in charts for chart in AT_ONE_LOOK)
        self.cost.cells += sum(chart not in AT_ONE_LOOK for chart in charts)
        for key in keys:
            value = turn.printed(key)
            if "compass" in charts:
                self._paints(value)
            for name, each in (value if isinstance(value, dict) else {"": value}).items():
                self._fills(f"{key}|{name}", str(each), there)
        if self.phone.asked == asked:
            self._taps(".asked button.go")

    def _fills(self, at: str, value: str, there: dict[str, list[str]]) -> None:
        """One box of a cell, if it does not stand there yet: a key, a word out of a list, or a number."""
        how, stands = there.get(at, ("", value))
        if stands == value:
            return
        if how == "key":
            self._taps(f'[data-op="say"][data-arg="{at}={value}"]')
        elif how == "SELECT":
            before = self.phone._posts()
            self.phone.find(f'[name="{at}"]').select_option(value)
            self.phone._drawn_after(before, value)
            self.cost.taps[self.phone.step] += 2
        else:
            self.phone.type(at, value)
            self.cost.taps[self.phone.step] += 1

    def _paints(self, compass: dict[str, str]) -> None:
        """The arrow of most numbers first: they all get it; then the others, number by number."""
        first, *others = [way for way, _ in Counter(compass.values()).most_common()]
        self._taps(f'[data-op="brush"][data-arg="{first}"]')
        for way in others:
            self._taps(f'[data-op="brush"][data-arg="{way}"]')
            for n in (n for n, at in compass.items() if at == way):
                self._taps(f'[data-op="paint"][data-arg="{n}"]')


def _part(asked: str) -> str:
    """The part of the turn that an ask belongs to."""
    if asked.startswith("chart/"):
        return BOX
    parts = {"arrival": "arrival", "/j/": "Japanese", "/fly": "air movement", "/decks": "decks", "/move": "movement"}
    parts |= {"/search": "search", "/strike": "strike", "/us/pieces": "counters"}
    return next((part for what, part in parts.items() if what in asked), "end")


# The tables.


class Scripted(Server):
    """`umpire`, with the dice of the scripted turn."""

    entry = "tests.browser.carrier_turn"


class Evening(House):
    """A house with a table at the beginning of each such turn."""

    app = Scripted


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("carrier")


@pytest.fixture(scope="module")
def tables(folder: Path) -> Laid:
    """One table on a copy of which all is known, one on a bare copy, and one on what two such turns have taught."""
    with turn.scripted(), Laid(folder) as laid:
        kits = {"known": turn.full_kit(), "empty": {}, "third": _learnt(laid.host)}
        for name, cells in kits.items():
            laid.store.save_kit(name, "carrier", name, cells)
            laid.lay(name, "carrier", name, {**turn.SETTINGS, turn.SCENE: TABLES[name]}, turn.begin, ("us",))
    return laid


def _learnt(host: Host) -> dict[str, JSON]:
    """What the owner's copy holds once two such turns have been played from nothing."""
    host.store.save_kit("learning", "carrier", "learning", {})
    for scene in (1, 2):
        code = host.create("carrier", {**turn.SETTINGS, turn.SCENE: scene}, "learning")
        with host.live(code).changing() as table:
            turn.begin(table)
            turn.through(table)
    kit = host.store.kit("learning")
    assert kit
    return dict(kit.cells)


@pytest.fixture(scope="module")
def house(browser: Any, folder: Path, tables: Laid) -> Iterator[House]:
    made = Evening(browser, folder)
    yield made
    made.close()


def played(house: House, tables: Laid, name: str) -> tuple[Cost, Phone]:
    phone = house.phone("US")
    tables.sit(phone, name, "us")
    phone.find("main.phone").wait_for()
    return Player(phone, TABLES[name]).plays(), phone


def told(phone: Phone) -> str:
    """All that was told in the turn."""
    phone.go(f"{phone.seat}/record")
    said = " ".join(phone.find("main").text_content().split())
    return str(said.partition(f"Turn {turn.TURN}, ")[2].partition("Set-up")[0])


def dice_of_searches(said: str) -> int:
    return sum(len(re.findall(r"\d+", faces)) for faces in re.findall(r"Air search: ([\d, and]+) \(rolled", said))


SCRIPT = {
    " arrives in ": 4,
    "Sequence chit: ": 20,
    "Sequence chit: blank": 7,
    "It counts as a draw": 1,
    "Air attack on ": 1,
    "attacks C7 with": 1,
    "No air search in this step": 1,
}
"""What is told in the turn, and how often."""


@pytest.mark.parametrize(("name", "taps", "minutes"), [("known", 70, 4), ("empty", 230, 13), ("third", 120, 13)])
def test_a_turn_with_everything_in_it(
    name: str, taps: int, minutes: float, house: House, tables: Laid, capsys: pytest.CaptureFixture[str]
) -> None:
    cost, phone = played(house, tables, name)
    with capsys.disabled():
        print(f"\n  {name}: {cost}", end="")
    assert phone.asked.startswith("t2/"), "the turn is not over"
    assert cost.taps.total() <= taps
    assert cost.minutes <= minutes
    said = told(phone)
    assert {each: said.count(each) for each in SCRIPT} == SCRIPT
    assert dice_of_searches(said) == 10 or name == "third"
    phone.context.close()
