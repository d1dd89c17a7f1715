"""Taps that the acts of a turn of Victory at Midway take, both sides together, beside what they should take.

`pytest -m bench tests/bench/bench_victory_stopwatch.py -s`. Two practised players in the fewest taps: what a page
proposes is taken when it is right, a whole type of aircraft is tapped at once, and the app rolls the dice. A fight is
counted from the sheet it is written on until Air Return, with the locks of the side that does nothing in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.conftest import House, Laid, Phone, chromium
from tests.browser.victory import FLEET, GAME, at_sea, fought, kit, search, tap_hex
from tests.games.victory_scenes import right, run
from umpire.table.table import Table

pytestmark = pytest.mark.bench

AT_SEA = (
    {"Enterprise": "L4", "US CA1": "L4", "Yorktown": "M9", "US CA2": "M9"},
    {"Akagi": "B4", "Kaga": "B4", "BB3.2": "B4", "Hiryu": "C9", "Soryu": "C9"},
)
"""Two stacks a side that nobody finds."""
PATROL = ("A-F1", "A-F2", "K-F1", "K-F2")
BASE_GROUP = {"A6M": 2, "D3A": 1, "B5N": 1}
"""Of every carrier a dive bomber, a torpedo bomber and its fighters: four of each type, and four fighters for CAP."""


@dataclass(frozen=True)
class Act:
    """Something players do: what it is called, the taps it should take at most, whence it begins, how it is done."""

    words: str
    goal: int
    stage: Callable[[Table], None]
    play: Callable[[Phone, Phone], None]
    kit: str = "box"


# Whence an act begins.


def by_day(table: Table) -> None:
    """The second of two days that nothing comes of: the same hexes are searched again."""
    at_sea(table, *AT_SEA, turn=8)
    before = {"us/orders": {"air": ["H6", "E5", "D7", "F3"]}, "japan/orders": {"air": ["B4", "C9", "D5"]}}
    run(table, "t3/orders", before)


def by_night(table: Table) -> None:
    at_sea(table, *AT_SEA, turn=13)


def on_deck(table: Table, units: tuple[str, ...], base: str) -> None:
    """Units that wait in a Not Ready box."""
    for unit in units:
        right(table, f"box/{unit}", f"{base}, not ready")


def before_f5(table: Table) -> None:
    """The Air Strike example: nine ships in F5, four of their fighters Ready, Midway's five bombers in range."""
    at_sea(table, {"Hornet": "I4"}, FLEET)
    for ship, letter in (("Hiryu", "H"), ("Soryu", "S")):
        on_deck(table, (f"{letter}-F1", f"{letter}-F2"), ship)
    run(table, "t2/strikes", {"us/orders": {"air": ["F5"]}})


def before_e5(table: Table) -> None:
    """Nine ships in E5, four fighters Ready there; four of each type on two US carriers, Midway out of range."""
    at_sea(table, {"Enterprise": "F4", "Hornet": "F4"}, dict.fromkeys(FLEET, "E5"))
    for ship, letter in (("Hiryu", "H"), ("Soryu", "S")):
        on_deck(table, (f"{letter}-F1", f"{letter}-F2"), ship)
    run(table, "t2/strikes", {"us/orders": {"air": ["E5"]}})


def before_midway(table: Table) -> None:
    """The Midway Base Strike example: four of each type Ready within two hexes, three fighters on the field."""
    at_sea(table, {"Hornet": "N5"}, FLEET)
    on_deck(table, ("H-F1", "H-F2"), "Hiryu")
    on_deck(table, ("S-F1", "S-F2"), "Soryu")


# How it is done.


def moved(phone: Phone, *ways: tuple[str, str]) -> Phone:
    phone.until("orders").open()
    for start, to in ways:
        tap_hex(phone.op("stack", start), to)
    return phone


def day(us: Phone, japan: Phone) -> None:
    search(moved(us, ("L4", "K4"), ("M9", "L9")), "air", "E5", "D7", "F3").lock()
    search(moved(japan, ("B4", "C5"), ("C9", "D8")), "air", "C5", "D8", "D5").lock()
    both_lock(us, japan, "strikes", "after")


def night(us: Phone, japan: Phone) -> None:
    moved(us, ("L4", "K4"), ("M9", "L9")).lock()
    moved(japan, ("B4", "C5"), ("C9", "D8")).lock()
    both_lock(us, japan, "after")


def nothing(us: Phone, japan: Phone) -> None:
    both_lock(us, japan, "orders", "strikes", "after")


def both_lock(us: Phone, japan: Phone, *kinds: str) -> None:
    for kind in kinds:
        for phone in (us, japan):
            phone.until(kind).lock()


def strike(target: str, leave: str) -> Callable[[Phone, Phone], None]:
    """All in range but one type, at what a search has found."""

    def play(us: Phone, japan: Phone) -> None:
        tap_hex(us.until("strikes").open(), target).op("kind").op("kind", leave).op("close").lock()
        japan.until("strikes").lock()
        fought(us, japan, "/after", shared=True)

    return play


def base_strike(us: Phone, japan: Phone) -> None:
    japan.until("orders").open().op("part", "base").op("all").lock()
    us.until("orders").lock()
    both_lock(us, japan, "strikes")
    fought(us, japan, "/after", shared=True)


ACTS = (
    Act("a day, nothing sighted", 24, by_day, day),
    Act("a night", 14, by_night, night),
    Act("a day, nothing changes", 6, by_day, nothing),
    Act("VM-19: 5 bombers, 4 CAP, 9 ships", 25, before_f5, strike("F5", "F")),
    Act("escorted: 4F 4D 4T v 4 CAP, 9 ships", 30, before_e5, strike("E5", "H"), "escort"),
    Act("VM-17: 4F 4D 4T on Midway’s base", 30, before_midway, base_strike, "base"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    with Laid(tmp_path_factory.mktemp("laid")) as made:
        groups = {f"group/{ship}": {"F4F": 2, "SBD": 2, "TBD": 2} for ship in ("Enterprise", "Hornet")}
        fleet = {f"group/{ship}": BASE_GROUP for ship in ("Akagi", "Kaga", "Hiryu", "Soryu")}
        for name, changes in (("box", {}), ("escort", groups), ("base", fleet)):
            made.store.save_kit(name, GAME, name, kit(**changes))
        for act in ACTS:
            made.lay(act.words, GAME, act.kit, {"umpire": True, "dice": "app"}, act.stage, ("us", "japan"))
    return made


@pytest.fixture(scope="module")
def house(browser: Any, laid: Laid) -> Iterator[House]:
    made = House(browser, laid.folder)
    yield made
    made.close()


@pytest.fixture(scope="module")
def counted() -> Iterator[dict[str, str]]:
    """Lines of the table, printed once all acts are done."""
    lines: dict[str, str] = {}
    yield lines
    print("\nTaps, both sides together", *lines.values(), sep="\n")


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.words)
def test_taps_of_an_act(act: Act, house: House, laid: Laid, counted: dict[str, str]) -> None:
    us, japan = house.phone("US"), house.phone("Japan")
    laid.sit(us, act.words, "us")
    laid.sit(japan, act.words, "japan")
    act.play(us, japan)
    parts: Counter[str] = us.taps + japan.taps
    line = f"{act.words:<38}{parts.total():>4} of {act.goal:<3} US {us.taps.total()}, Japan {japan.taps.total()}"
    counted[act.words] = f"{line}: {', '.join(f'{part} {n}' for part, n in parts.items())}"
    for phone in (us, japan):
        phone.context.close()
    assert not house.wrong, house.wrong
