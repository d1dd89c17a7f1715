"""What a strike and an End Phase cost on the shared screen, in taps: by the players' dice and by the app's."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.fires import Clerk, begun, searched, to_turns

SIDES, PLANES = ("full", "smoke"), ("Wildcat", "Zero", "Dauntless")
TRACK = ("shield", "shield", "fuel", "destroyed", "shield", "destroyed")
BY_PLAYERS, BY_APP, END = 15, 30, 8
"""The goals: the most taps of a whole strike, by whose dice, and of an End Phase."""


def launch(clerk: Clerk, ship: str = "Yorktown") -> Clerk:
    """One fighter and two bombers, at two carriers three zones away."""
    clerk.step = "launch"
    clerk.until("/turn/").op("ship", ship).op("action", "wind").until("/launch")
    clerk.op("fighter", "1").op("bomber", "2").op("target", "Hiryu").op("target", "Akagi").op("zones", "3")
    clerk.step = "fuel and spotting"
    return clerk.until("/fuel").op("group", "0:1:0").until("/spotting")


def told(clerk: Clerk) -> Clerk:
    """The rest of the strike as players tell it: spotted, one engagement, two bombings, home, both admirals."""
    clerk.one("not")
    clerk.step = "engagement"
    clerk.until("/engage/1").op("result", "fighter/full=cap-lost")
    clerk.step = "bombing"
    clerk.until("/bomb/1").op("hits", "Hiryu=1:1:0").until("/bomb/2").op("hits", "Akagi=1:0:0")
    clerk.step = "home and admirals"
    clerk.until("/home").op("home", "1:0").until("/admiral/").one("reload")
    return clerk.until("/admiral/us").one("reload")


def test_a_strike_by_the_players_dice(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, clerk = begun(house)
    to_turns(searched(clerk))
    clerk.taps.clear()
    told(launch(clerk)).until("/turn/2")
    with capsys.disabled():
        print(f"\na strike by the players’ dice: {clerk.taps.total()} taps ({dict(clerk.taps)})")
    assert clerk.taps.total() <= BY_PLAYERS


PRINTED = {
    **{f"plane/fighter/Zero/{side}": {"dice": n, "ammo": n} for side, n in (("full", "3"), ("smoke", "2"))},
    **{f"plane/fighter/Wildcat/{side}": {"dice": n, "ammo": n} for side, n in (("full", "2"), ("smoke", "1"))},
    **{f"plane/bomber/Dauntless/{side}": {"dice": "2", "ammo": "0", "bombs": "2"} for side in SIDES},
    **{f"track/{name}/{side}/{n}": TRACK[n - 1] for name in PLANES for side in SIDES for n in range(1, 7)},
    **{f"guns/{name}/full": {"dice": "2", "ammo": "1"} for name in ("Akagi", "Hiryu")},
    **{"fuel/Wildcat": 2, "fuel/Dauntless": 4},
}
"""A copy from which all has been read that such a strike needs, as after the first of them."""


def rolled(clerk: Clerk) -> Clerk:
    """The rest of the strike by the app's dice: one icon a card, and what the tile shows at every die that hits."""
    clerk.step, here = "spotting", clerk.asked
    clerk.one("roll").until("", but=here)
    while "/admiral/" not in clerk.asked:
        here = clerk.asked
        clerk.step = next(step for step in ("spotting", "engage", "bomb", "home") if f"/{step}" in here)
        _one_step(clerk, here.split(clerk.step)[-1])
        clerk.until("", but=here)
    clerk.step = "admirals"
    return clerk.one("reload").until("/admiral/us").one("reload")


def _one_step(clerk: Clerk, rest: str) -> None:
    if "/cards" in rest:
        clerk.op("chip", "group:dice")
        if clerk.step == "engage":  # against bombers the carrier plays its Bluff
            clerk.op("chip", "defender:dice")
        clerk.lock()
    elif "/track" in rest:
        here = clerk.asked
        for face, icon in (("4", "fireball"), ("6", "fireball-cr")):
            if clerk.page.find(f'[data-op="icon"][data-arg="{face}:{icon}"]').count():
                clerk.op("icon", f"{face}:{icon}")
        if clerk.asked == here:
            clerk.lock()
    elif clerk.page.find('[data-op="one"]').count():  # two cards for a group that is spotted; which die; the tiles
        clerk.tap(clerk.page.find('[data-op="one"]:visible').last)
    else:
        target = "Hiryu" if clerk.page.find('[data-op="roll"][data-arg="Hiryu"]').count() else ""
        key = "result" if clerk.step == "engage" else "roll"
        clerk.op(key, "fighter/full=roll" if clerk.step == "engage" else target)


def test_a_strike_by_the_apps_dice(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    laptop = house.laptop()
    laptop.take_kit_in(house.kit_file(PRINTED, game="fires-of-midway"))
    _, _, clerk = begun(house, kit="The box", dice="rolled by the app")
    to_turns(searched(clerk))
    clerk.taps.clear()
    rolled(launch(clerk)).until("/turn/2")
    with capsys.disabled():
        print(f"\na strike by the app’s dice: {clerk.taps.total()} taps ({dict(clerk.taps)})")
    assert clerk.taps.total() <= BY_APP


def test_an_end_phase(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """Two damaged carriers, one of which turns to her damaged side; then both sides fight on."""
    _, _, clerk = begun(house)
    to_turns(searched(clerk))
    told(launch(clerk))
    clerk.until("/turn/2")
    while "/turn/" in clerk.asked:
        here = clerk.asked
        clerk.tap(clerk.page.find('[data-op="ship"]:visible').first) if clerk.page.find(
            '[data-op="ship"]'
        ).count() else None
        clerk.op("action", "pass").until("", but=here)
    clerk.taps.clear()
    clerk.step = "matches"
    clerk.until("/matches").lock()
    clerk.step = "explosions"
    clerk.until("/explosion/Akagi").op("n", "1").until("/explosion/Hiryu").op("n", "2")
    clerk.step = "withdrawal"
    clerk.until("/withdraw/")
    while "/withdraw/" in clerk.asked:
        here = clerk.asked
        clerk.one("fight").until("", but=here)
    with capsys.disabled():
        print(f"\nan End Phase: {clerk.taps.total()} taps ({dict(clerk.taps)})")
    assert clerk.taps.total() <= END
