"""Hits, repairs and squalls: the cases that a ship and what is done to her decide."""

from __future__ import annotations

import pytest

from umpire.games.fires_of_midway.damage import (
    BOMB,
    COSTS,
    FIREBALL,
    FIREBALL_CR,
    ONE_STEP,
    PLANE,
    SHIELD,
    SPOUT,
    STABILISE,
    Hits,
    bought,
    critically_hit,
    hit,
    in_squall,
    offers,
    repaired,
    scored,
    set_on_fire,
)
from umpire.games.fires_of_midway.launching import barred
from umpire.games.fires_of_midway.ship import FULL, ISLAND, JAPAN, SMOKE, US, Ship
from umpire.games.fires_of_midway.terms import SAVE, STATIONS, TORPEDO, WIND
from umpire.table.asks import Refusal
from umpire.table.words import canonical, read

HIRYU = Ship("Hiryu", JAPAN, letter="B")
HORNET = Ship("Hornet", US, letter="H")
MIDWAY = Ship("Midway", US, ISLAND)


def damage(ship: Ship) -> tuple[int, int, int, int]:
    """Her Infernos, Fires, Floodings and Listings."""
    return ship.inferno, ship.fire, ship.flooding, ship.listing


def may_buy(ship: Ship, points: int, grave: int = 0) -> set[str]:
    return {offer.key for offer in offers(ship, points, grave) if not offer.barred}


def test_a_ship_is_the_same_after_she_was_written_down() -> None:
    ship = HIRYU.but(at=2, fire=1, caps=(SMOKE,), spotted=True)
    assert Ship.read(read(canonical(ship.as_facts()))) == ship


def test_fm_14_of_bombs_the_spout_is_ignored() -> None:
    hits = scored([SPOUT, SHIELD, FIREBALL, FIREBALL_CR], BOMB)
    assert hits == Hits(fires=1, crs=1)
    assert hits.words == "Fire + Inferno + 1 critical"
    struck = hit(HIRYU, hits)
    assert (damage(struck), struck.at, struck.damaged) == ((1, 1, 0, 0), 2, False)


def test_fm_15_a_second_fire_makes_an_inferno_without_a_critical() -> None:
    once = set_on_fire(HIRYU, 1)
    twice = set_on_fire(once, 1)
    assert (damage(twice), twice.at) == ((1, 0, 0, 0), 1)
    assert damage(hit(HIRYU, Hits(fires=2))) == (1, 0, 0, 0)
    assert damage(hit(HIRYU, Hits(fires=3))) == (1, 1, 0, 0)
    assert damage(hit(once, Hits(fires=2))) == (1, 1, 0, 0)


def test_fm_15_a_fire_left_by_a_reduced_inferno_does_not_merge() -> None:
    ship = repaired(HIRYU.but(inferno=1, fire=1), "inferno")
    assert damage(ship) == (0, 2, 0, 0)
    assert damage(set_on_fire(ship, 1)) == (1, 1, 0, 0)


def test_fm_61_a_torpedo_spouts_and_burns_nothing() -> None:
    hits = scored([SPOUT, FIREBALL, FIREBALL_CR], TORPEDO)
    assert hits == Hits(spouts=1)
    struck = hit(HIRYU, hits)
    assert (damage(struck), struck.at) == ((0, 0, 1, 0), 2)


def test_fm_63_the_counter_stops_on_three_and_the_card_lies_as_it_did() -> None:
    struck = hit(HIRYU.but(at=2), Hits(spouts=2, crs=1))
    assert (struck.at, struck.damaged, struck.on_last) == (3, False, True)
    assert damage(struck) == (1, 0, 2, 0)
    assert critically_hit(struck, 1).at == 3


def test_fm_64_a_carrier_on_six_acts_and_may_be_stabilised() -> None:
    struck = hit(HIRYU.but(damaged=True, at=5), Hits(crs=2))
    assert (struck.at, struck.on_last, struck.acts) == (6, True, True)
    saved = bought(struck, [STABILISE], 5)
    assert (saved.at, saved.damaged, saved.on_last) == (4, True, False)


def test_the_island_on_six_acts_no_more_and_is_not_repaired() -> None:
    """Bombing Phase, Midway: knocked out when its marker reaches space 6."""
    island = MIDWAY.but(damaged=True, at=5, fire=1)
    assert island.acts
    out = critically_hit(island, 1)
    assert (out.knocked_out, out.acts) == (True, False)
    assert not may_buy(out, 9, grave=3)


def test_fm_18_what_each_repair_costs_and_does() -> None:
    assert list(COSTS.values()) == [2, 1, 3, 2, 3, 5]
    assert damage(bought(HIRYU.but(inferno=1), ["inferno"], 2)) == (0, 1, 0, 0)
    assert damage(bought(HIRYU.but(fire=1), ["fire"], 1)) == (0, 0, 0, 0)
    assert damage(bought(HIRYU.but(flooding=1), ["flooding"], 3)) == (0, 0, 0, 1)
    assert damage(bought(HIRYU.but(listing=1), ["listing"], 2)) == (0, 0, 0, 0)
    assert bought(HIRYU, [PLANE], 3, grave=1) == HIRYU
    for keys, points in [(["inferno"], 1), (["inferno", "fire"], 2), ([STABILISE], 4)]:
        with pytest.raises(Refusal):
            bought(HIRYU.but(inferno=1, at=2), keys, points)


@pytest.mark.parametrize(("damaged", "at", "to"), [(False, 2, 1), (False, 3, 1), (True, 5, 4), (True, 6, 4)])
def test_fm_18_stabilising_goes_to_the_first_space_of_the_side(damaged: bool, at: int, to: int) -> None:
    steady = repaired(HIRYU.but(damaged=damaged, at=at), STABILISE)
    assert (steady.at, steady.damaged) == (to, damaged)


@pytest.mark.parametrize(("damaged", "at"), [(False, 1), (True, 4)])
def test_fm_18_nothing_is_stabilised_on_one_or_four(damaged: bool, at: int) -> None:
    ship = HIRYU.but(damaged=damaged, at=at)
    assert STABILISE not in may_buy(ship, 9)
    with pytest.raises(Refusal, match="stands on"):
        repaired(ship, STABILISE)


@pytest.mark.parametrize(("damaged", "at", "to"), [(False, 2, 1), (False, 3, 2), (True, 5, 4), (True, 6, 5)])
def test_fm_18_stabilising_by_one_step_where_the_table_agreed_it(damaged: bool, at: int, to: int) -> None:
    assert repaired(HIRYU.but(damaged=damaged, at=at), STABILISE, stabilising=ONE_STEP).at == to


def test_fm_18_the_shop_shows_what_points_buy_and_why_not() -> None:
    ship = HIRYU.but(inferno=1, flooding=1, at=2)
    assert may_buy(ship, 4, grave=2) == {"inferno", "flooding", PLANE}
    assert may_buy(ship, 5) == {"inferno", "flooding", STABILISE}
    shop = {offer.key: offer for offer in offers(ship, 4)}
    assert shop["fire"].barred == "no Fire on her"
    assert shop[PLANE].barred == "no aircraft in the Watery Grave"
    assert shop[STABILISE].barred == "takes 5 points; 4 left"
    assert shop[STABILISE].label == "Stabilise: counter from 2 to 1"


def test_fm_18_a_grave_is_emptied_plane_by_plane() -> None:
    with pytest.raises(Refusal, match="Watery Grave"):
        bought(HIRYU, [PLANE, PLANE], 6, grave=1)
    assert bought(HIRYU, [PLANE, PLANE], 6, grave=2) == HIRYU


def test_fm_71_what_the_three_points_of_a_restore_buy() -> None:
    for ship in (HIRYU, HORNET, MIDWAY):
        assert damage(bought(ship.but(fire=1), ["fire"], 1)) == (0, 0, 0, 0)
    assert damage(bought(HORNET.but(flooding=1), ["flooding"], 3)) == (0, 0, 0, 1)
    with pytest.raises(Refusal, match="5 repair points"):
        bought(HORNET.but(at=3), [STABILISE], 3)


def test_fm_40_a_squall_takes_three_and_rearms_the_cap() -> None:
    ship = HIRYU.but(inferno=2, fire=1, flooding=1, caps=(SMOKE,))
    entered = in_squall(ship)
    assert (damage(entered), entered.caps) == ((0, 0, 1, 0), (FULL,))
    assert damage(in_squall(HIRYU.but(inferno=4))) == (1, 0, 0, 0)
    assert damage(in_squall(HIRYU.but(inferno=1, fire=3))) == (0, 1, 0, 0)


# Carrier actions.


def test_fm_16_fire_on_deck_bars_into_the_wind_alone() -> None:
    assert set(barred(HIRYU.but(fire=1), False)) == {WIND}
    assert set(barred(HIRYU.but(inferno=1), False)) == {WIND}


def test_fm_43_flooding_and_listing_bar_nothing() -> None:
    assert barred(HIRYU.but(flooding=1, listing=1), False) == {}


def test_fm_04_and_44_in_a_squall_battle_stations_are_left() -> None:
    assert set(barred(HIRYU.but(squall=True), False)) == {WIND}
    assert STATIONS not in barred(HIRYU.but(fire=1, squall=True), False)


def test_fm_26_takagi_confident_saves_no_ship() -> None:
    assert set(barred(HIRYU, True)) == {SAVE}
    assert barred(HIRYU, False) == {}
