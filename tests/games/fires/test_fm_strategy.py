"""Confidence, action cards, doctrines and maneuver."""

from __future__ import annotations

import pytest

from umpire.games.fires_of_midway.initiative import (
    bound,
    confident,
    dealt,
    hand_limit,
    in_order,
    kept,
    maneuvered,
    steal_barred,
    swapped,
    turn_order,
)
from umpire.games.fires_of_midway.ship import FULL, ISLAND, JAPAN, SMOKE, US, Ship
from umpire.games.fires_of_midway.terms import FLETCHER, HALSEY, NAGUMO, TAKAGI

MIDWAY = Ship("Midway", US, ISLAND)
US_SHIPS = [Ship(name, US) for name in ("Enterprise", "Hornet", "Yorktown")]
JAPAN_SHIPS = [Ship(name, JAPAN) for name in ("Akagi", "Hiryu", "Kaga", "Soryu")]


def test_fm_25_cards_are_kept_up_to_the_carriers_in_play() -> None:
    assert kept(5) == [1, 2, 3, 4, 5]
    assert kept(8) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_fm_34_hidden_or_not_each_carrier_gets_a_card() -> None:
    assert dealt([*US_SHIPS, MIDWAY, *JAPAN_SHIPS]) == {US: 4, JAPAN: 4}
    assert kept(sum(dealt([*US_SHIPS, MIDWAY, *JAPAN_SHIPS]).values())) == list(range(1, 9))


def test_fm_25_who_is_out_of_the_game_gets_none() -> None:
    out = [US_SHIPS[0].but(sunk=True), MIDWAY.but(damaged=True, at=6), *US_SHIPS[1:], *JAPAN_SHIPS]
    assert dealt(out) == {US: 2, JAPAN: 4}


def test_fm_28_tied_both_are_desperate_and_japan_acts_first() -> None:
    assert confident(4, 4) == ""
    assert in_order(confident(4, 4)) == (JAPAN, US)
    assert steal_barred(JAPAN, "", "", 3)


def test_fm_35_the_confident_side_is_first() -> None:
    assert in_order(confident(2, 1)) == (US, JAPAN)
    assert in_order(confident(1, 2)) == (JAPAN, US)


def test_fm_36_a_swap_touches_two_cards() -> None:
    cards = {"Yorktown": 6, "Akagi": 1, "Hiryu": 3, "Hornet": 2}
    assert swapped(cards, taken="Akagi", given="Yorktown") == {"Yorktown": 1, "Akagi": 6, "Hiryu": 3, "Hornet": 2}
    assert steal_barred(US, US, "", 1) == ""
    assert steal_barred(US, US, "", 1, stolen=True)


def test_fm_26_and_37_nagumo_leaves_the_one_alone() -> None:
    nagumo = bound(JAPAN, NAGUMO, JAPAN)
    assert "Nagumo" in steal_barred(JAPAN, JAPAN, nagumo, 1)
    assert steal_barred(JAPAN, JAPAN, nagumo, 2) == ""
    assert steal_barred(JAPAN, JAPAN, bound(JAPAN, TAKAGI, JAPAN), 1) == ""
    assert "confident" in steal_barred(JAPAN, US, bound(JAPAN, NAGUMO, US), 2)


@pytest.mark.parametrize(("side", "admiral"), [(JAPAN, NAGUMO), (JAPAN, TAKAGI), (US, HALSEY), (US, FLETCHER)])
def test_fm_26_a_doctrine_binds_the_confident_side_alone(side: str, admiral: str) -> None:
    enemy = US if side == JAPAN else JAPAN
    assert bound(side, admiral, side) == admiral
    assert bound(side, admiral, enemy) == ""
    assert bound(side, admiral, "") == ""
    assert bound(enemy, admiral, enemy) == ""


def test_an_admiral_without_a_known_doctrine_binds_nobody() -> None:
    """Confidence: only what the admiral card says restricts him."""
    assert bound(JAPAN, "Kondo", JAPAN) == ""


def test_fm_39_who_moves_is_hidden_and_who_stays_is_as_before() -> None:
    seen, hidden = US_SHIPS[0].but(spotted=True), US_SHIPS[1]
    assert maneuvered(seen, moved=False).spotted
    assert not maneuvered(seen, moved=True).spotted
    assert not maneuvered(hidden, moved=False).spotted
    assert maneuvered(MIDWAY, moved=True) == MIDWAY


def test_fm_40_a_squall_helps_who_enters_it() -> None:
    burning = US_SHIPS[0].but(inferno=2, fire=1, flooding=1, caps=(SMOKE,))
    entered = maneuvered(burning, moved=True, entered_squall=True)
    assert (entered.inferno, entered.fire, entered.flooding, entered.caps) == (0, 0, 1, (FULL,))
    assert maneuvered(burning, moved=False, entered_squall=True) == burning


def test_turns_go_by_the_cards_and_not_to_the_sunk() -> None:
    """Carrier Turn: in increasing order of initiative."""
    ships = {ship.name: ship for ship in [*US_SHIPS, *JAPAN_SHIPS]}
    ships["Kaga"] = ships["Kaga"].but(sunk=True)
    assert turn_order({"Hornet": 3, "Akagi": 1, "Kaga": 2, "Hiryu": 5}, ships) == ["Akagi", "Hornet", "Hiryu"]


def test_fm_69_the_hand_of_a_reload() -> None:
    assert hand_limit(US, US) == 7
    assert hand_limit(JAPAN, US) == 9
    assert hand_limit(US, "") == 9
