"""The rulebook's worked battle (MW-03 to MW-05) on two phones: nobody umpires, and the dice are real."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import midway_kit
from umpire.games.midway import kit as kits
from umpire.table.board import ZoneBoard

if TYPE_CHECKING:
    from tests.browser.conftest import House, Laptop, Phone

FLEET, RAIDERS = "D-1-I", "C-1-H"
PLACES = {"Minneapolis": "2:1", "New Orleans": "3:3", "Atlanta": "5:3", "Vincennes": "5:5"}
DICE = {
    "T-4 on Atlanta, port": 2,
    "D-6 on Atlanta": 6,
    "T-4 on Atlanta, starboard": 1,
    "D-3 on Vincennes": 6,
    "T-1 on New Orleans, starboard": 3,
    "T-2 on Vincennes, port": 2,
}
ODDS = {
    "T-4 on Atlanta, port": ("4 to 3", "1-1", "1 hit, 2 lost"),
    "D-6 on Atlanta": ("6 to 3", "2-1", "3 hits, 3 lost"),
    "T-4 on Atlanta, starboard": ("4 to 6", "1-2", "0 hits, 2 lost"),
    "D-3 on Vincennes": ("3 to 3", "1-1", "2 hits, 3 lost"),
    "T-1 on New Orleans, starboard": ("1 to 1", "1-1", "1 hit, 1 lost"),
    "T-2 on Vincennes, port": ("2 to 1", "2-1", "1 hit, 2 lost"),
}


def box() -> dict[str, Any]:
    """A copy with the ships of the example and one carrier; its chart is blank but for what the rulebook prints."""
    board, known = ZoneBoard(7, 6), kits.edition()["roster"]
    ships = {**dict.fromkeys(PLACES, "us"), "Akagi": "japan"}
    roster = {name: {"side": side, "type": known[name]["type"], "arrives": 1} for name, side in ships.items()}
    assert board.distance(FLEET, RAIDERS) <= 7
    kit = {key: value for key, value in midway_kit().items() if not key.startswith("air/")}
    return {
        **kit,
        "roster": roster,
        "board/shaded/us": [FLEET],
        "board/shaded/japan": [RAIDERS],
        "air/Akagi": {"D": 9, "T": 11},
        "air/Midway": {"D": 8, "T": 2},
    }


@pytest.fixture(scope="module")
def table(house: House) -> tuple[Phone, Phone, Laptop]:
    laptop = house.laptop()
    laptop.take_kit_in(house.kit_file(box()))
    code = laptop.set_table(umpire="nobody", dice="rolled on the table")
    us, japan = (house.seated(house.phone(side), laptop.code_for(code, side)) for side in ("US", "Japan"))
    laptop.go(f"/screen/{code}")
    return us, japan, laptop


def to_the_battle(us: Phone, japan: Phone) -> None:
    """Set-up, a turn in which Japan readies, and the attack written in the next."""
    us.until("place").open().op("to", FLEET).lock()
    japan.until("place").open().op("to", RAIDERS).lock()
    for turn in (1, 2):
        for phone in (us, japan):
            phone.until("deready").lock()
        for phone in (us, japan):
            phone.until("moves").lock()
        us.until("ready").lock()
        if turn == 1:
            japan.until("ready").open().say("All planes")
        japan.until("ready").lock()
        us.until("search").say("No more calls")
        japan.until("search").op("area", "D-1").say("Call it and no more")
        if turn == 1:
            for phone in (us, japan):
                phone.until("operations").lock()
    us.until("operations").lock()
    japan.until("operations").open().op("attack").op("zone", FLEET).say("Add it").lock()


def test_the_worked_battle_on_two_phones(
    table: tuple[Phone, Phone, Laptop], capsys: pytest.CaptureFixture[str]
) -> None:
    us, japan, _ = everybody = table
    to_the_battle(us, japan)
    us.until("battle-1/place")
    for phone in (us, japan):
        phone.taps.clear()
    for ship, cell in PLACES.items():
        us.op("pick", ship).op("to", cell)
    us.lock()
    japan.until("battle-1/press").say("Press on")
    attack(japan.until("battle-1/attack"))
    fire(us.until("battle-1/fire"))
    cells(us, "battle-1/screening", {})
    for device in everybody:
        for group, (raw, column, _) in ODDS.items():
            row = device.find(".groups li, .die", has_text=group).first
            row.get_by_text(raw).first.wait_for()
            assert column in row.inner_text(), (device.name, group)
    roll(japan.until("battle-1/dice"))
    cells(japan, "battle-1/chart", {"crt/1-1/6|lost": "3", "crt/2-1/2|lost": "2"})
    cells(us, "battle-1/boxes", {"hits/New Orleans|": "5", "hits/Vincennes|": "5"})
    cells(us, "battle-1/points", {"points/Atlanta|": "4"})
    for phone in (us, japan):
        phone.until("landing")
    lines = [f"{step:<18}{us.taps[step]:>6}{japan.taps[step]:>8}" for step in {**us.taps, **japan.taps}]
    asked = sum(phone.taps[step] for phone in (us, japan) for step in phone.taps if step in CELL_STEPS)
    taps = us.taps.total() + japan.taps.total() - asked
    with capsys.disabled():
        print("\n  taps of the six-group battle", f"{'':<18}    US   Japan", *lines, sep="\n  ")
        print(f"  together without cells of charts: {taps}", end="")
    for device in everybody:
        fought(device)
    assert taps <= 40


CELL_STEPS = {"battle-1/screening", "battle-1/chart", "battle-1/boxes", "battle-1/points"}


def attack(phone: Phone) -> None:
    for ship, groups in (
        ("Atlanta", ("port:4", "dive:6", "starboard:4")),
        ("Vincennes", ("dive:3", "port:2")),
        ("New Orleans", ("starboard:1",)),
    ):
        phone.op("target", ship)
        for group in groups:
            phone.op("count", group)
    phone.lock()


def fire(phone: Phone) -> None:
    """New Orleans and Minneapolis are turned to other groups; the other two fire as proposed."""
    phone.op("ship", "Minneapolis").op("at", "Atlanta/port")
    phone.op("ship", "New Orleans").op("at", "Atlanta/dive")
    phone.op("ship", "Atlanta").op("at", "Atlanta/starboard")
    phone.lock()


def roll(phone: Phone) -> None:
    for group, face in DICE.items():
        phone.tap(phone.page.get_by_role("button", name=f"{group}: {face}", exact=True))
    phone.lock()


def cells(phone: Phone, step: str, typed: dict[str, str]) -> None:
    """What the chart or the counters say, typed when it is asked; what is suggested there stands."""
    phone.until(step)
    for name, text in typed.items():
        phone.type(name, text)
    phone.lock()


def fought(device: Any) -> None:
    """What the battle came to, as all three screens have it."""
    device.reads("Atlanta sunk")
    for group, (_, column, result) in ODDS.items():
        row = device.find(".fought .groups li", has_text=group).first.inner_text()
        assert column in row, (device.name, group, row)
        assert result.replace("0 hits", "miss") in row, (device.name, group, row)


def test_the_landing_after_it(table: tuple[Phone, Phone, Laptop]) -> None:
    us, japan, screen = table
    japan.until("landing").open()
    japan.reads("Lost in the battle: D 6, T 7")
    japan.lock()
    us.until("landing").lock()
    for phone in (us, japan):
        phone.until("deready")
    screen.reads("turn 3 of 31")
    screen.reads("Japan 4")
    for ship, hits in (("Atlanta", "3 of 3"), ("Vincennes", "3 of 5"), ("New Orleans", "1 of 5")):
        screen.find(f'.hits > span:has-text("{ship}") + span[aria-label^="{hits} boxes"]').wait_for()
    japan.open()
    japan.reads("D 3 idle · T 4 idle", ".know")
