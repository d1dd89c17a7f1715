"""Engagements and bombings: who meets whom, and who wins the test."""

from __future__ import annotations

from umpire.games.fires_of_midway.contests import (
    ALWAYS,
    BLUFF,
    BOMBER_ALWAYS,
    CAP,
    CARRIER_HOLDS,
    COUNT,
    DEFENDER,
    FUEL,
    GROUP,
    VALUE,
    Card,
    Verdict,
    ammo_dice,
    bombing,
    combat_dice,
    engagement,
    turned_up,
    weapon_dice,
)
from umpire.games.fires_of_midway.engagements import (
    ANYWHERE,
    CAP_LOST,
    CAP_SMOKE,
    CLAY_PIGEON,
    DOGFIGHT,
    LANDS,
    NO_LOSS,
    PLANE_LOST,
    PLANE_SMOKE,
    STAYS,
    TIRES,
    NextFight,
    Plane,
    engagement_type,
    fought,
    may_sacrifice,
    next_bombing,
    next_fight,
    resolved,
)
from umpire.games.fires_of_midway.ship import FULL, ISLAND, JAPAN, SMOKE, US, Ship
from umpire.games.fires_of_midway.terms import BOMBER, TORPEDO
from umpire.table.words import canonical, read

ZERO, WILDCAT = Plane("Zero", ship="Hiryu"), Plane("Wildcat")
DAUNTLESS, DEVASTATOR = Plane("Dauntless", BOMBER), Plane("Devastator", TORPEDO)
VAL, KATE = Plane("Val", BOMBER), Plane("Kate", TORPEDO)
AKAGI, HIRYU = Ship("Akagi", JAPAN), Ship("Hiryu", JAPAN)
MIDWAY = Ship("Midway", US, ISLAND)


def pairs(fight: NextFight | None) -> list[tuple[int, int]]:
    assert fight is not None
    return [(each.cap, each.plane) for each in fight.pairings]


def test_a_plane_is_the_same_after_it_was_written_down() -> None:
    plane = ZERO.but(fuel=SMOKE, fought=2)
    assert Plane.read(read(canonical(plane.as_facts()))) == plane


# The engagement test.


def test_fm_07_full_fuel_decides_a_tie() -> None:
    assert engagement([5], [5, 1], False, True) == Verdict(DEFENDER, FUEL)


def test_fm_54_the_cap_wins_what_is_still_tied() -> None:
    assert engagement([6, 5], [6, 2, 1], True, True) == Verdict(DEFENDER, CAP)
    assert engagement([6], [6], True, False) == Verdict(GROUP, FUEL)
    assert engagement([6], [6], False, False) == Verdict(DEFENDER, CAP)


def test_the_highest_die_and_then_how_many_of_it() -> None:
    """Engagement test die roll: a double 4 beats a single 4."""
    assert engagement([4, 4], [4, 3, 3], False, True) == Verdict(GROUP, COUNT)
    assert engagement([5], [4, 4, 4], False, True) == Verdict(GROUP, VALUE)


def test_fm_10_without_ammo_there_is_no_damage_roll() -> None:
    assert ammo_dice(0, BLUFF) == 0


def test_fm_55_an_uncancelled_card_gives_a_bomber_its_die() -> None:
    assert ammo_dice(0, Card(ammo=1)) == 1
    assert ammo_dice(0, turned_up(Card(ammo=1), Card(reticle=True))[0]) == 0


def test_fm_51_two_reticles_cancel_both_cards() -> None:
    ours, theirs = Card(reticle=True, dice=1, deflection=1), Card(reticle=True, ammo=2)
    assert turned_up(ours, theirs) == (BLUFF, BLUFF)
    assert turned_up(Card(reticle=True, dice=1), BLUFF) == (Card(reticle=True, dice=1), BLUFF)


def test_fm_52_suicide_roll_against_spinning_dive() -> None:
    us, japan = turned_up(Card(reticle=True, deflection=1), Card(ammo=1))
    assert combat_dice(3, japan, against=us, zero=True) == 2
    assert ammo_dice(3, japan) == 3


def test_at_least_one_die_is_rolled_and_only_a_zero_is_deflected() -> None:
    """Engagement test die roll; Cockpit combat card effects, Deflection."""
    assert combat_dice(1, BLUFF, against=Card(deflection=3), zero=True) == 1
    assert combat_dice(2, BLUFF, against=Card(deflection=1)) == 2
    assert combat_dice(2, Card(dice=2)) == 4


# Who meets whom.


def test_fm_11_a_clay_pigeon_shoot_is_the_defenders() -> None:
    group, caps = [DAUNTLESS, DEVASTATOR], [ZERO]
    assert engagement_type(group) == CLAY_PIGEON
    first = next_fight(US, group, caps, CLAY_PIGEON)
    assert first is not None
    assert first.chooser == JAPAN
    assert pairs(first) == [(0, 0), (0, 1)]
    group[0], caps[0] = fought(group[0], caps[0], NO_LOSS)
    assert pairs(next_fight(US, group, caps, CLAY_PIGEON)) == [(0, 0), (0, 1)]
    group[0], caps[0] = fought(group[0], caps[0], NO_LOSS)
    assert next_fight(US, group, caps, CLAY_PIGEON) is None


def test_fm_11_a_dogfight_stays_one_when_the_escort_dies() -> None:
    group, caps = [WILDCAT, DAUNTLESS], [ZERO, ZERO]
    type_ = engagement_type(group)
    group[0], caps[0] = fought(group[0], caps[0], PLANE_LOST)
    then = next_fight(US, group, caps, type_)
    assert then is not None
    assert (type_, then.chooser) == (DOGFIGHT, US)
    assert pairs(then) == [(1, 1)]
    group[1], caps[1] = fought(group[1], caps[1], NO_LOSS)
    assert next_fight(US, group, caps, type_) is None


def test_fm_56_each_cap_once_and_the_second_meets_who_has_not_fought() -> None:
    group, caps = [WILDCAT, DAUNTLESS, DAUNTLESS], [ZERO, ZERO]
    first = next_fight(US, group, caps, DOGFIGHT)
    assert first is not None
    assert first.chooser == US
    assert pairs(first) == [(0, 0), (1, 0)]
    group[0], caps[1] = fought(group[0], caps[1], NO_LOSS)
    assert pairs(next_fight(US, group, caps, DOGFIGHT)) == [(0, 1), (0, 2)]
    group[2], caps[0] = fought(group[2], caps[0], NO_LOSS)
    assert next_fight(US, group, caps, DOGFIGHT) is None


def test_whoever_is_left_is_met_again_when_all_have_fought() -> None:
    """Dogfight: against an aircraft that has not yet fought, if possible."""
    group = [WILDCAT.but(fought=1), DAUNTLESS.but(fought=1), DAUNTLESS.but(lost=True)]
    assert pairs(next_fight(US, group, [ZERO], DOGFIGHT)) == [(0, 0), (0, 1)]


def test_fm_58_with_the_last_bomber_the_fight_is_over() -> None:
    group = [WILDCAT, DAUNTLESS.but(lost=True)]
    assert next_fight(US, group, [ZERO], DOGFIGHT) is None
    assert next_bombing(US, group, [HIRYU]) is None


def test_what_an_engagement_does_to_both() -> None:
    """Damage icons and results: a fuel hit turns to smoke, a fireball destroys."""
    plane, cap = fought(WILDCAT, ZERO, PLANE_SMOKE)
    assert (plane.fuel, cap.fuel, plane.fought, cap.fought) == (SMOKE, FULL, 1, 1)
    assert fought(WILDCAT, ZERO, CAP_LOST)[1].lost
    assert fought(WILDCAT, ZERO, CAP_SMOKE)[1].fuel == SMOKE


# Bombing.


def test_fm_12_two_sixes_beat_one() -> None:
    assert bombing([6, 5, 4, 1], [6, 6, 1], True) == Verdict(DEFENDER, COUNT)


def test_fm_59_only_a_full_bomber_wins_a_tie() -> None:
    assert bombing([6, 3], [6, 5], True).words == "tied: a bomber on full fuel beats the carrier"
    assert bombing([6, 3], [6, 5], False) == Verdict(DEFENDER, CARRIER_HOLDS)
    assert bombing([6, 3], [6, 5], False, ties=ALWAYS) == Verdict(GROUP, BOMBER_ALWAYS)


def test_fm_61_and_14_which_icons_make_dice() -> None:
    assert weapon_dice(DEVASTATOR, 2, Card(bombs=1, torpedoes=1)) == 3
    assert weapon_dice(DAUNTLESS, 2, Card(bombs=2)) == 4
    assert weapon_dice(DAUNTLESS, 2, Card(torpedoes=3)) == 2


def test_fm_65_full_bombers_first_and_smoke_where_the_defender_says() -> None:
    group, targets = [DAUNTLESS, DEVASTATOR.but(fuel=SMOKE)], [AKAGI, HIRYU]
    first = next_bombing(US, group, targets)
    assert first is not None
    assert (first.chooser, first.planes, first.targets) == (US, (0,), ("Akagi", "Hiryu"))
    group[0] = group[0].but(fuel=SMOKE, bombed=True)
    second = next_bombing(US, group, targets)
    assert second is not None
    assert (second.chooser, second.planes) == (JAPAN, (1,))
    group[1] = group[1].but(bombed=True)
    assert next_bombing(US, group, targets) is None


def test_fm_27_torpedo_bombers_have_no_phase_against_the_island() -> None:
    first = next_bombing(JAPAN, [KATE, VAL], [MIDWAY])
    assert first is not None
    assert (first.planes, first.forced) == ((1,), True)
    assert next_bombing(JAPAN, [KATE], [MIDWAY]) is None
    over_carrier = next_bombing(JAPAN, [KATE], [Ship("Hornet", US)])
    assert over_carrier is not None
    assert over_carrier.planes == (0,)


def test_one_heroic_sacrifice_a_group_but_kamikaze() -> None:
    """Heroic sacrifice; Kamikaze: from a damaged Japanese carrier every aircraft on smoke may."""
    smoke = VAL.but(fuel=SMOKE)
    assert may_sacrifice(smoke, JAPAN, False, 0)
    assert not may_sacrifice(VAL, JAPAN, True, 0)
    assert not may_sacrifice(smoke, JAPAN, False, 1)
    assert may_sacrifice(smoke, JAPAN, True, 1)
    assert not may_sacrifice(DAUNTLESS.but(fuel=SMOKE), US, True, 1)
    assert not may_sacrifice(ZERO.but(fuel=SMOKE), JAPAN, True, 0)


# CAP in the Resolution Phase.


def test_fm_20_who_lands_and_who_goes_to_smoke() -> None:
    assert resolved(ZERO.but(fought=1)) == TIRES
    assert resolved(ZERO.but(fuel=SMOKE, fought=1)) == LANDS
    assert resolved(ZERO.but(fuel=SMOKE)) == STAYS
    assert resolved(ZERO) == TIRES
    assert resolved(ZERO, over_target=False) == STAYS
    assert resolved(ZERO, over_target=False, tiring=ANYWHERE) == TIRES


def test_fm_67_the_same_cap_struck_twice_in_a_turn() -> None:
    once = ZERO.but(fought=1)
    assert resolved(once) == TIRES
    assert resolved(once.but(fuel=SMOKE, fought=1)) == LANDS
