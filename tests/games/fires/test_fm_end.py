"""The End Phase: carnage, explosions, graves, confidence, withdrawal."""

from __future__ import annotations

import pytest

from umpire.games.fires_of_midway.ending import (
    DRAW,
    EVERY_CARRIER,
    ONE_DIE,
    Grave,
    Outcome,
    counted_grave,
    counted_up,
    crippled,
    criticals,
    exploded,
    explosion_dice,
    flipped,
    foretold,
    must_test,
    over,
    points,
    reroll_barred,
    withdrawn,
)
from umpire.games.fires_of_midway.initiative import confident
from umpire.games.fires_of_midway.ship import FULL, ISLAND, JAPAN, US, Ship
from umpire.games.fires_of_midway.terms import NAMES

HIRYU = Ship("Hiryu", JAPAN)
HORNET = Ship("Hornet", US)
MIDWAY = Ship("Midway", US, ISLAND)


def test_fm_21_the_second_critical_on_the_last_space_is_lost() -> None:
    hiryu = HIRYU.but(at=2, inferno=1, fire=1, caps=(FULL,))
    assert explosion_dice(hiryu) == 3
    assert criticals([1, 4, 5], 4) == 2
    after = exploded(hiryu, 2)
    assert (after.damaged, after.at, after.sunk, points(hiryu, after)) == (True, 4, False, 1)
    assert (after.inferno, after.fire, after.caps) == (1, 1, (FULL,))


def test_fm_22_the_hornet_flips_and_sinks_in_one_end_phase() -> None:
    hornet = HORNET.but(at=3, flooding=1, inferno=2, fire=1)
    assert crippled(hornet)
    damaged = flipped(hornet)
    assert (damaged.at, points(hornet, damaged), explosion_dice(damaged)) == (4, 1, 8)
    assert not reroll_barred(damaged, 4)
    sunk = exploded(damaged, 2)
    assert (sunk.sunk, points(damaged, sunk)) == (True, 2)


def test_fm_22_one_critical_does_not_sink_from_four() -> None:
    assert exploded(HORNET.but(damaged=True, at=4), 1) == HORNET.but(damaged=True, at=5)
    assert exploded(HORNET.but(damaged=True, at=5), 2).sunk


def test_fm_64_on_six_she_sinks_without_a_die() -> None:
    ship = HORNET.but(damaged=True, at=6)
    assert explosion_dice(ship) == 0
    assert not must_test(ship.but(fire=2))
    sunk = exploded(ship, 0)
    assert (sunk.sunk, points(ship, sunk)) == (True, 2)


def test_fm_72_on_three_without_counters() -> None:
    ship = HORNET.but(at=3)
    after = flipped(ship)
    assert crippled(ship)
    assert (after.at, points(ship, after), explosion_dice(after), must_test(after)) == (4, 1, 0, False)
    assert not crippled(after)
    assert exploded(after, 0) == after


def test_fm_74_a_full_carrier_never_sinks_in_one_test() -> None:
    ship = HORNET.but(at=1, inferno=2)
    after = exploded(ship, 4)
    assert (after.at, after.damaged, after.sunk, points(ship, after)) == (4, True, False, 1)


def test_dice_of_each_counter_shown_as_a_sum() -> None:
    """Explosion test: Flooding three, Inferno two, Fire and Listing one each."""
    ship = HORNET.but(flooding=1, inferno=1)
    assert counted_up(ship, 4) == "Flooding 3 + Inferno 2 = 5 dice v rating 4"
    assert counted_up(HORNET.but(inferno=2, fire=1)) == "2 Infernos 4 + Fire 1 = 5 dice"
    assert explosion_dice(HORNET.but(fire=1, listing=1)) == 2
    assert counted_up(HORNET.but(listing=1)) == "Listing 1 = 1 die"
    assert must_test(ship)


def test_the_island_scores_as_a_carrier_and_rolls_no_more_once_out() -> None:
    """Bombing Phase, Midway: the same rules; out at space 6."""
    low = MIDWAY.but(at=3, fire=2)
    assert points(low, flipped(low)) == 1
    out = MIDWAY.but(damaged=True, at=6, fire=2)
    assert explosion_dice(out) == 0
    assert points(out, exploded(out, 0)) == 2


@pytest.mark.parametrize("ship", [HIRYU.but(damaged=True), HORNET])
def test_fm_75_who_may_not_reroll(ship: Ship) -> None:
    assert reroll_barred(ship)


def test_fm_75_as_the_table_agreed() -> None:
    assert reroll_barred(HORNET, whose=EVERY_CARRIER) == ""
    assert reroll_barred(HORNET.but(damaged=True), 3) == ""
    assert reroll_barred(HORNET.but(damaged=True), 3, ONE_DIE)
    assert reroll_barred(HORNET.but(damaged=True), 1, ONE_DIE) == ""
    assert reroll_barred(HIRYU, whose=EVERY_CARRIER)


@pytest.mark.parametrize(
    ("side", "lost", "vp", "stay"),
    [(US, 10, 1, 3), (JAPAN, 4, 0, 4), (US, 14, 2, 0), (JAPAN, 12, 2, 2), (US, 0, 0, 0)],
)
def test_fm_23_and_78_groups_in_a_grave(side: str, lost: int, vp: int, stay: int) -> None:
    assert counted_grave(side, lost) == Grave(vp, stay)


def test_fm_76_a_sunk_wing_counts_in_the_same_end_phase() -> None:
    assert counted_grave(US, 1 + 6) == Grave(1, 0)


def test_fm_79_withdrawal() -> None:
    assert withdrawn(9, 5, US) == Outcome(6, 5)
    assert withdrawn(9, 5, US).winner == US
    assert (withdrawn(8, 5, US), withdrawn(8, 5, US).winner) == (Outcome(5, 5), DRAW)
    assert (withdrawn(5, 6, US), withdrawn(5, 6, US).winner) == (Outcome(5, 6), JAPAN)
    assert (withdrawn(6, 6, JAPAN), withdrawn(6, 6, JAPAN).winner) == (Outcome(6, 6), DRAW)


def test_fm_79_what_it_would_mean_is_said_first() -> None:
    assert foretold(6, 5, US, NAMES) == "6 − 3 = 3 v 5: US loses"
    assert foretold(9, 5, US, NAMES) == "9 − 3 = 6 v 5: US wins"
    assert foretold(8, 5, US, NAMES) == "8 − 3 = 5 v 5: a draw"
    assert foretold(6, 5, JAPAN, NAMES) == "5 v 6: Japan loses"
    assert foretold(6, 6, JAPAN, NAMES) == "6 v 6: a draw"


def test_intensity_ends_it() -> None:
    """Victory or withdrawal: reached or exceeded; level, it is a draw."""
    assert over(10, 10, 11) is None
    assert over(11, 7, 11) == Outcome(11, 7)
    assert over(12, 12, 11) == Outcome(12, 12)
    assert Outcome(12, 12).winner == DRAW
    assert Outcome(11, 12).winner == JAPAN


def test_fm_81_who_leads_is_confident() -> None:
    assert (confident(6, 5), confident(5, 6), confident(6, 6)) == (US, JAPAN, "")
