"""Fights of Victory at Midway on phones: every ask of them is answered with taps that its page offers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.games import victory_scenes as scenes
from tests.games.victory_kit import complete_kit
from tests.web.room import LAPTOP, Device, Phone, Room, refusal_in

JSON = Any

FLEET = dict.fromkeys(("Akagi", "Kaga", "BB3.2", "DD4"), "F5")
TASK_FORCE = dict.fromkeys(("Enterprise", "Hornet"), "H4")
KEY = re.compile(r'data-op="(\w*)"(?: data-arg="([^"]*)")?([^>]*)')


class Sea(Room):
    """A table of Victory at Midway with ships where a test wants them, on turn 8, and a phone for each side."""

    def __init__(self, path: Path, us: Mapping[str, str], japan: Mapping[str, str], **settings: JSON) -> None:
        self.path, self.devices, self.people = path, [], {}
        self._open()
        cells = complete_kit()
        roster = {n: {**s, "entry": 1} if n in japan and s["entry"] else s for n, s in cells["roster"].items()}
        self.store.save_kit("box", "victory-at-midway", "The box", {**cells, "roster": roster})
        self.code = self.host.create("victory-at-midway", {"umpire": True, "dice": "app", **settings}, "box")
        self.people["laptop"] = Device(self, *LAPTOP)
        self.us, self.japan = self.phone("us"), self.phone("japan")
        self.run("t1/orders")
        entering = [ship for ship in japan if roster[ship]["entry"]]
        self.run("t1/after", {"japan/orders": {"enter": dict.fromkeys(entering, "A1")}})
        with self.live.changing() as t:
            scenes.right(t, "turn", 7)
        self.run("t2/orders")
        for ship, place in {**us, **japan}.items():
            with self.live.changing() as t:
                scenes.right(t, f"hex/{ship}", place)

    def run(self, to: str, said: Mapping[str, JSON] | None = None, dice: Sequence[Sequence[int]] = ()) -> None:
        with self.live.changing() as t:
            scenes.run(t, to, said, dice)
        self.live.touch()

    @property
    def asked(self) -> str:
        return next(asked.name for asked in self.table.asks.values())


def keys(page: str) -> list[tuple[str, str]]:
    """Every key of a page that may be tapped: what it does, and to what."""
    return [(op, unescape(arg)) for op, arg, rest in KEY.findall(page) if "disabled" not in rest]


def tap(phone: Phone, op: str, arg: str = "") -> str:
    """One tap on a key that the page offers; the page that comes back."""
    assert (op, arg) in keys(phone.page()), f"no key {op} {arg}"
    answer = phone.tap(op, arg)
    assert answer.status_code == 200, refusal_in(answer.text)
    return answer.text


def lock(phone: Phone) -> None:
    """The key that locks, where the page offers it."""
    assert ("", "") in keys(phone.page()), "Lock is not offered"
    assert phone.lock().status_code == 200


def band(page: str) -> str:
    """What is asked, without what is opened for it."""
    return page.partition('aria-label="What is asked of you">')[2].partition('<div class="when-open')[0]


@pytest.fixture
def sea(tmp_path: Path) -> Sea:
    """A US strike of two bombers and two fighters about to meet what Japan sends up."""
    made = Sea(tmp_path / "sea.db", TASK_FORCE, FLEET)
    units = ["E-F1", "Hor-F1", "E-D1", "E-D2"]
    made.run("us/1/cap", {"us/strikes": [{"to": "F5", "units": units}]})
    return made


def test_patrol_is_sent_at_one_tap_and_by_unit(sea: Sea) -> None:
    tap(sea.japan, "none")
    tap(sea.japan, "unit", "K-F2")
    lock(sea.japan)
    assert [each["base"] for each in sea.table.truth.fight["cap"].values()] == ["Kaga"]


def test_the_covered_page_is_the_same_with_no_fighter_to_send(tmp_path: Path, sea: Sea) -> None:
    bare = Sea(tmp_path / "bare.db", TASK_FORCE, FLEET)
    strike = [{"to": "F5", "units": ["E-D1"]}]
    aloft = [f"{ship}-F{n}" for ship in "AK" for n in (1, 2)]
    bare.run("us/1/cap", {"us/strikes": strike, "japan/strikes": [{"to": "G4", "units": aloft}]})
    assert bare.table.asks["japan"].facts["fighters"] == []
    assert band(bare.japan.page()) == band(sea.japan.page())


def test_the_proposed_aim_stands_at_one_tap(sea: Sea) -> None:
    sea.run("us/1/round-1", None, [[1, 10]])
    lock(sea.japan)
    assert sea.table.truth.fight["aim"]["at"] == {"P1": "D1", "P2": "D2", "P3": "D1", "P4": "D2"}


def test_targets_are_named_on_the_board_or_below_it(sea: Sea) -> None:
    sea.run("/bombs", {"japan/cap": []})
    page = sea.us.page()
    assert ("", "") not in keys(page), "nothing is proposed for bombs, so Lock waits"
    assert "2 to aim" in page
    drawn, below = page.split('aria-label="What is asked of you">')
    assert ("at", "Akagi") in keys(drawn)
    assert ("at", "Akagi") in keys(below)
    tap(sea.us, "at", "Kaga")
    page = tap(sea.us, "here", "Kaga")
    assert "all aimed" in page
    tap(sea.us, "firer", "D2")
    tap(sea.us, "at", "Akagi")
    lock(sea.us)
    assert sea.table.truth.fight["aim"]["at"] == {"D1": "Kaga", "D2": "Akagi"}


def test_vm_65_a_survivor_of_several_fighters_answers_the_one_tapped(sea: Sea) -> None:
    sea.run("us/1/round-1", None, [[1, 10]])
    sea.give("japan", dict.fromkeys(("P1", "P2", "P3", "P4"), "D1"))
    sea.run("us/1/reply-1", None, [[10] * 8])
    tap(sea.us, "at", "D1:P3")
    lock(sea.us)
    assert sea.table.truth.fight["aim"]["at"] == {"D1": "P3"}


def test_ten_sided_dice_are_read_at_one_tap_each_and_a_0_reads_ten(sea: Sea) -> None:
    sea.run("us/1/position-1")
    page = sea.us.page()
    assert page.count('data-op="face"') == 10, "one pad for the hand"
    assert ">0/10</button>" in page
    tap(sea.us, "face", "0:3")
    page = tap(sea.us, "face", "1:10")
    assert ("", "") in keys(page)
    tap(sea.us, "blank", "0")
    tap(sea.us, "face", "0:8")
    lock(sea.us)
    assert [shot["faces"] for shot in sea.table.truth.fight["shots"][0]["shots"]] == [[8], [10]]


def test_a_hand_is_read_in_order_at_one_tap_a_die(tmp_path: Path) -> None:
    made = Sea(tmp_path / "many.db", TASK_FORCE, FLEET)
    twelve = [f"{ship}-{unit}" for ship in ("E", "Hor") for unit in ("F1", "F2", "D1", "D2", "D3", "T1")]
    made.run("us/1/round-1", {"us/strikes": [{"to": "F5", "units": twelve}]}, [[10, 1]])
    lock(made.us)
    n = len(made.table.asks["dice"].dice)
    assert n == 8
    for at in range(n):
        offered = [key for key in keys(made.us.page()) if key[0] == "face"]
        assert [arg for _, arg in offered] == [f"{at}:{face}" for face in range(1, 11)]
        tap(made.us, *offered[at])
    lock(made.us)
    faces = [face for shot in made.table.truth.fight["shots"][-1]["shots"] for face in shot["faces"]]
    assert faces == [1, 2, 3, 4, 5, 6, 7, 8]


def test_vm_18_what_is_lost_on_the_field_is_tapped_under_cover(tmp_path: Path) -> None:
    made = Sea(tmp_path / "field.db", {}, {"Akagi": "G6"})
    made.run("japan/1/bombs", {"japan/orders": {"base": ["A-D1"]}, "us/cap": []})
    made.give("japan", {"D1": "Marine 1"})
    made.run("/field", None, [[1, 10]])
    page = made.us.page()
    assert "M-F1" not in band(page), "what stands there is covered"
    tap(made.us, "unit", "M-F1")
    lock(made.us)
    assert made.table.play.plots["us"].air["M-F1"]["box"] == "destroyed"


def test_a_fight_that_is_over_is_shown_with_the_dice_that_ended_it(sea: Sea) -> None:
    sea.run("/bombs", {"japan/cap": []})
    sea.give("us", {"D1": "Akagi", "D2": "DD4"})
    sea.run("us/next", None, [[9, 1, 9, 9]])
    for page in (sea.us.page(), sea.japan.page(), sea.laptop.get(f"{sea.screen}/page").text):
        assert "Akagi sinks at once, with F 2, D 2, T 2" in page
        assert 'aria-label="Akagi, lost, fired at by D1"' in page
        assert '<i class="pip">9</i><i class="pip x">1</i>' in page
