"""The way out and home: distance, fuel, spotting and return."""

from __future__ import annotations

import pytest

from umpire.games.fires_of_midway.flight import (
    ADD_CAP,
    CRASH,
    DRAW,
    HOME,
    LOST,
    bound_for_island,
    counted_out,
    distance,
    looks_out,
    returned,
    smoked,
    spotted,
    spotting_dice,
    welcomes,
)
from umpire.games.fires_of_midway.ship import FULL, ISLAND, JAPAN, SMOKE, US, Ship

AKAGI, HIRYU = Ship("Akagi", JAPAN), Ship("Hiryu", JAPAN)
MIDWAY = Ship("Midway", US, ISLAND)


def test_fm_01_a_rating_of_the_icons_or_less_goes_to_smoke() -> None:
    assert [smoked(rating, 3) for rating in (2, 2, 4)] == [True, True, False]
    assert smoked(3, 3)


def test_fm_02_zones_clouds_and_the_hunt() -> None:
    assert distance(4, clouds=1, hidden=True) == 6
    assert counted_out(4, clouds=1, hidden=True) == "4 zones + 1 for clouds + 1 for the hunt = 6"
    assert counted_out(1) == "1 zone"


def test_fm_48_clouds_count_where_they_are_entered() -> None:
    """Clouds on the launch zone alone are none of those entered; those on the target zone are."""
    assert distance(2, clouds=0) == 2
    assert distance(2, clouds=1) == 3


@pytest.mark.parametrize(
    ("group", "faces", "seen"),
    [(US, [3], True), (US, [2], False), (JAPAN, [1, 2], False), (JAPAN, [1, 3], True), (JAPAN, [6, 1], True)],
)
def test_fm_05_spotted_by_a_die_of_as_many_as_there_are_cards(group: str, faces: list[int], seen: bool) -> None:
    assert spotting_dice(group) == len(faces)
    assert spotted(faces, 3) is seen


def test_fm_05_seven_aircraft_are_never_spotted() -> None:
    assert not spotted([6, 6], 7)
    assert (looks_out(US), looks_out(JAPAN)) == (JAPAN, US)


def test_fm_06_with_every_slot_full_there_are_still_two_cards() -> None:
    offered = welcomes([AKAGI.but(caps=(SMOKE,))], True)
    assert [each.choice for each in offered] == [DRAW]


def test_fm_49_not_spotted_nothing_is_added() -> None:
    assert welcomes([AKAGI.but(caps=(FULL,)), HIRYU], False) == []


def test_fm_50_one_carrier_makes_one_choice() -> None:
    offered = welcomes([AKAGI, HIRYU], True)
    assert [(each.ship, each.choice) for each in offered] == [("Akagi", ADD_CAP), ("Hiryu", ADD_CAP), ("", DRAW)]


def test_fm_33_midway_flies_two_and_never_three() -> None:
    assert [each.choice for each in welcomes([MIDWAY.but(caps=(FULL,))], True)] == [ADD_CAP, DRAW]
    assert [each.choice for each in welcomes([MIDWAY.but(caps=(FULL, SMOKE))], True)] == [DRAW]


def test_fm_27_the_first_japanese_group_goes_for_the_island() -> None:
    ships = [AKAGI, MIDWAY]
    assert bound_for_island(JAPAN, ships, flown=False)
    assert not bound_for_island(JAPAN, ships, flown=True)
    assert not bound_for_island(US, ships, flown=False)
    assert not bound_for_island(JAPAN, [AKAGI], flown=False)


def test_fm_68_who_comes_home() -> None:
    assert [returned(die, 1) for die in (1, 2)] == [CRASH, HOME]
    assert returned(6, 6) == LOST
    assert [returned(die, 2) for die in (1, 2, 3)] == [CRASH, LOST, HOME]
