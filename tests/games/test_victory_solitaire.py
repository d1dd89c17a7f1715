"""Solitaire Play: the printed set-up, courses and doctrine, and what the lone US player may see of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.victory_scenes import VICTORY, allowed, alone, ears, right, scene, table, told
from umpire.table.table import Table

JSON = Any


def solo(us: Mapping[str, str] | None = None, japan: Mapping[str, str] | None = None, **settings: JSON) -> Table:
    return scene(us=us, japan=japan, solitaire="hidden", **settings)


# Set-up.


def test_vm_86_the_us_starts_in_i4_and_the_submarines_where_they_are_printed():
    t = table(solitaire="hidden", submarines=True)
    ours = t.play.plot("us").of("us")
    subs = {"SS1": "F6", "SS2": "G6", "SS3": "H5", "SS4": "L5"}
    assert {ship: ours[ship] for ship in subs} == subs
    assert {at for ship, at in ours.items() if ship not in subs} == {"I4"}
    assert len(ours) == 15
    assert t.play.plot("japan").of("japan") == {"SS168": "H6"}
    assert t.asks["us"].name == "t1/orders"


def test_vm_86_the_us_player_is_not_shown_where_japan_is():
    t = table(solitaire="hidden", submarines=True)
    assert t.play.plot("us").of("japan") == {}
    assert t.play.plot("public").at == {}


def test_vm_86_without_the_option_no_submarine_is_set_up():
    t = table(solitaire="hidden")
    assert set(t.truth.at.values()) == {"I4"}
    assert len(t.truth.at) == 11


def test_vm_86_all_aircraft_start_ready_and_each_transport_has_its_battalion():
    t = table(solitaire="hidden")
    assert {u["box"] for u in t.truth.air.values()} == {"ready"}
    assert t.truth.aboard == {"I.D.1": "TT1", "I.D.2": "TT2", "Yoko": "TT3", "Kure": "TT4"}


def test_vm_86_two_players_are_not_set_up_by_the_app():
    t = table()
    assert {asked.kind for asked in t.asks.values()} == {"set-up"}
    assert VICTORY.commanded(t.header.settings) == ()
    assert VICTORY.commanded({"solitaire": "open"}) == ("japan",)


# Entry and courses, hex by hex.


@pytest.fixture(scope="module")
def courses() -> dict[int, dict[str, str]]:
    """Where Japanese ships are after each turn's movement, the US lying off in J4 and nobody hitting anybody."""
    t = table(solitaire="hidden", tenders=True)
    moves = dict.fromkeys(t.play.plot("us").at, "J4")
    alone(t, "t2/orders", {"t1/orders": {"moves": moves}})
    made = {1: dict(t.truth.of("japan"))}
    for n in range(2, 25):
        alone(t, f"t{n}/after")
        made[n] = dict(t.truth.of("japan"))
    return made


def way(courses: Mapping[int, Mapping[str, str]], ship: str, first: int, last: int) -> list[str]:
    return [courses[n][ship] for n in range(first, last + 1)]


def test_vm_87_each_pile_enters_on_its_turn_in_its_hex_and_the_last_on_turn_14(courses):
    entered = {"Akagi": (1, "A1"), "TT1": (2, "A9"), "Zuiho": (3, "A9"), "CA7.1": (4, "A8"), "Yamato": (11, "A2")}
    for ship, (turn, place) in {**entered, "BB2.1": (14, "A1"), "DD27": (14, "A1")}.items():
        assert ship not in courses.get(turn - 1, {}), ship
        assert courses[turn][ship] == place


def test_vm_87_from_a1_in_nine_moves_through_f5_on_turn_8(courses):
    line = ["A1", "B1", "C2", "C3", "D3", "E4", "F4", "F5", "G6", "H6", "H6"]
    for ship in ("Akagi", "Kaga", "BB3.2", "DD17"):
        assert way(courses, ship, 1, 11) == line


def test_vm_87_from_a9_in_seven_moves(courses):
    assert way(courses, "Zuiho", 3, 11) == ["A9", "B8", "C8", "D7", "E8", "F7", "G7", "H6", "H6"]


def test_vm_87_from_a8_in_seven_moves(courses):
    assert way(courses, "CA7.1", 4, 12) == ["A8", "B7", "C8", "D7", "E7", "F6", "G7", "H6", "H6"]


def test_vm_87_from_a2_in_eight_moves(courses):
    for ship in ("SFT", "Hosho", "BB1.2", "DD19"):
        assert way(courses, ship, 11, 20) == ["A2", "B2", "C3", "D3", "D4", "E5", "F5", "G6", "H6", "H6"]


def test_vm_87_the_last_group_reaches_midway_on_turn_23(courses):
    assert way(courses, "BB2.1", 14, 16) == ["A1", "B1", "C2"]
    assert way(courses, "BB2.1", 21, 24) == ["F5", "G6", "H6", "H6"]


def test_vm_89_transports_move_on_even_turns_and_their_destroyers_stay_with_them(courses):
    line = ["A9", "A9", "B8", "B8", "C8", "C8", "D7", "D7", "E8", "E8", "F7", "F7", "G7", "G7", "H6", "H6"]
    for ship in ("TT1", "TT4", "DD15", "DD16", "DD18"):
        assert way(courses, ship, 2, 17) == line


def test_vm_89_st11_leaves_her_group_at_d7_as_it_moves_on_and_sails_to_kure_at_her_own_speed(courses):
    assert way(courses, "ST11", 2, 9) == way(courses, "TT1", 2, 9)
    assert way(courses, "ST11", 9, 14) == ["D7", "E7", "F6", "G6", "G6", "G6"]
    assert courses[24]["ST11"] == "G6"


def test_vm_89_one_destroyer_lags_behind_with_yamato(courses):
    slow = ["A2", "B2", "B2", "C3", "C3", "D3", "D3", "D4", "D4", "E5", "E5", "F5", "F5", "G6"]
    assert way(courses, "Yamato", 11, 24) == slow
    assert way(courses, "DD11", 11, 24) == slow
    assert courses[14]["DD19"] == "D3"


def test_vm_89_one_destroyer_lags_behind_with_a_reduced_carrier():
    t = table(solitaire="hidden")
    alone(t, "t3/orders")
    right(t, "hits/Akagi", "reduced")
    alone(t, "t3/after")
    there = t.truth.of("japan")
    assert (there["Akagi"], there["DD4"]) == ("B1", "B1")
    assert {there[ship] for ship in ("Kaga", "DD10", "DD17", "BB3.2")} == {"C2"}
    alone(t, "t4/after")
    there = t.truth.of("japan")
    assert (there["Akagi"], there["DD4"], there["Kaga"]) == ("C2", "C2", "C3")


def test_vm_89_at_midway_everybody_stays_to_the_end(courses):
    for ship in ("Akagi", "Zuiho", "CA7.1", "TT1", "DD15"):
        assert courses[24][ship] == "H6"


def test_vm_89_st11_begins_her_base_at_kure_as_she_comes_there():
    t = solo(japan={"ST11": "F6"}, turn=12, tenders=True)
    alone(t, "t2/strikes")
    assert t.truth.at["ST11"] == "G6"
    assert told(t, "us", "kure") == [{"turn": 12}]


# Japanese Doctrine Toward Midway.


def base_strike(t: Table) -> list[str]:
    struck = told(t, "japan", "base-strike")
    return sorted(struck[-1]["units"]) if struck else []


def group(*letters: str) -> list[str]:
    kinds = {"K": ("F1", "F2", "D1", "D2", "T1", "T2", "T3")}
    return sorted(f"{x}-{k}" for x in letters for k in kinds.get(x, ("F1", "F2", "D1", "D2", "T1", "T2")))


def test_vm_89_the_largest_carriers_planes_are_held_and_all_else_is_launched():
    carriers = dict.fromkeys(("Akagi", "Kaga", "Hiryu", "Soryu"), "F4")
    t = alone(solo(japan=carriers), "t2/strikes")
    assert t.truth.at["Akagi"] == "F5"
    assert base_strike(t) == group("A", "H", "S")
    assert ears(t, "base-strike") == {("japan",)}


def test_vm_89_of_one_carrier_at_least_four_bombers_and_two_fighters_fly():
    assert base_strike(alone(solo(japan={"Kaga": "F4"}), "t2/strikes")) == sorted(set(group("K")) - {"K-T3"})


def test_vm_89_of_two_the_larger_fills_up_what_is_wanting():
    t = solo(japan={"Kaga": "F4", "Akagi": "F4"})
    right(t, "box/A-D1", "Akagi, not ready")
    right(t, "box/A-F1", "Akagi, not ready")
    right(t, "box/A-F2", "Akagi, not ready")
    t = alone(t, "t2/strikes")
    assert base_strike(t) == ["A-D2", "A-T1", "A-T2", "K-D1", "K-F1", "K-F2"]


def test_vm_89_from_three_hexes_away_nothing_is_launched():
    t = alone(solo(japan={"Akagi": "D3"}), "t2/strikes")
    assert t.truth.board.distance(t.truth.at["Akagi"], "H6") > 2
    assert base_strike(t) == []


def test_vm_89_nothing_is_launched_at_night():
    assert base_strike(alone(solo(japan={"Akagi": "F4"}, turn=13), "t2/after")) == []


@pytest.mark.parametrize(("turn", "ashore"), [(19, []), (22, ["I.D.1", "I.D.2"]), (23, ["I.D.1", "I.D.2"])])
def test_vm_89_all_available_troops_land_from_turn_22_and_not_before(turn, ashore):
    t = alone(solo(japan={"TT1": "H6", "TT2": "H6", "TT3": "F5"}, turn=turn), "t3/orders")
    assert t.truth.ashore == ashore


# Japanese Doctrine Toward US CVs.

NEAR = {"Enterprise": "I5"}
"""Two hexes from G6, to which Akagi sails from F5."""


def detected(die: int, us: Mapping[str, str] = NEAR, japan: Mapping[str, str] | None = None, **said: JSON) -> Table:
    t = solo(us=us, japan=japan or {"Akagi": "F5", "Kaga": "F5"})
    return alone(t, "t2/strikes", {"t2/orders": said} if said else {}, {"detection": [die]})


def found(t: Table, audience: str, of: str) -> list[str]:
    return [each["hex"] for each in t.play.plot(audience).found if each["of"] == of]


@pytest.mark.parametrize(
    ("die", "ours_found", "theirs_found"),
    [(1, [], ["G6"]), (2, ["I5"], ["G6"]), (9, ["I5"], ["G6"]), (10, ["I5"], [])],
)
def test_vm_90_on_a_1_the_us_alone_has_found_on_a_10_japan_alone_else_both(die, ours_found, theirs_found):
    t = detected(die)
    assert found(t, "us", "japan") == theirs_found
    assert found(t, "japan", "us") == ours_found
    assert t.play.plot("japan").located == ours_found


def test_vm_90_on_a_10_a_us_search_of_that_hex_is_not_answered_and_others_are():
    japan = {"Akagi": "F5", "Kaga": "F5", "TT1": "F6"}
    t = detected(10, japan=japan, air=["H6"])
    assert t.truth.at["TT1"] == "G6"
    assert found(t, "us", "japan") == []
    assert found(detected(1, japan=japan, air=["H6"]), "us", "japan") == ["G6"]


def test_vm_90_carriers_farther_apart_than_two_find_nothing_by_the_die():
    t = detected(5, us={"Enterprise": "J5"})
    assert t.truth.board.distance("J5", t.truth.at["Akagi"]) == 3
    assert found(t, "us", "japan") == []
    assert found(t, "japan", "us") == []
    assert t.play.plot("japan").located == []


def test_vm_90_out_of_range_us_searches_are_answered_as_ever():
    t = detected(10, us={"Enterprise": "J5"}, air=["H6"])
    assert found(t, "us", "japan") == ["G6"]


@pytest.mark.parametrize("reduced", ["Enterprise", "Akagi"])
def test_vm_90_a_reduced_carrier_neither_finds_nor_is_found_by_the_die(reduced):
    t = solo(us=NEAR, japan={"Akagi": "F5"}, turn=8)
    right(t, f"hits/{reduced}", "reduced")
    alone(t, "t2/strikes", dice={"detection": [5]})
    assert t.play.plot("japan").located == []


def test_vm_90_the_die_is_rolled_every_day_turn_and_never_at_night():
    t = alone(table(solitaire="hidden"), "t9/orders")
    rolled = [e.ask for e in t.entries if e.party == "private"]
    assert rolled == ["t1/detection", "t2/detection", "t3/detection", "t4/detection", "t5/detection", "t8/detection"]


@pytest.mark.parametrize("die", [1, 5, 10])
def test_vm_90_no_audience_hears_of_the_die(die):
    t = detected(die)
    for audience in ("us", "japan", "public"):
        said = json.dumps([[d.kind, d.facts] for d in t.play.plot(audience).heard]).lower()
        assert "detection" not in said
        assert told(t, audience, "roll") == []
    assert ears(t, "located") == {("japan",)}


def test_vm_90_a_find_by_japan_sights_the_carrier_and_the_last_group_still_comes_on_14():
    t = detected(5)
    assert told(t, "us", "sighted") == [{"turn": 8}]
    assert told(t, "japan", "late") == [{"turn": 14}]
    assert told(t, "us", "late") == []
    assert told(detected(1), "us", "sighted") == []


def strikes(t: Table) -> dict[str, list[str]]:
    """Japan's strikes of this turn, but that on the base."""
    alone(t, "t2/after")
    return {s["to"]: sorted(u for w in s["waves"] for u in w) for s in told(t, "japan", "strikes")[-1]["strikes"]}


BOMBERS = ["A-D1", "A-D2", "A-T1", "A-T2", "K-D1", "K-D2", "K-T1", "K-T2", "K-T3"]


def test_vm_91_where_a_us_carrier_is_spotted_midway_is_left_alone_and_all_bombers_fly_with_half_the_fighters():
    t = detected(5)
    assert base_strike(t) == []
    (strike,) = strikes(t).items()
    assert strike[0] == "I5"
    assert [unit for unit in strike[1] if "-F" not in unit] == BOMBERS
    assert len([unit for unit in strike[1] if "-F" in unit]) == 2


def test_vm_91_where_the_us_alone_has_found_the_strike_on_midway_is_flown():
    t = detected(1)
    assert base_strike(t) == sorted([*group("A")])
    assert list(strikes(t)) == ["base"]


def test_vm_91_the_us_in_two_hexes_is_struck_by_two_halves_type_by_type():
    t = detected(5, us={"Enterprise": "I5", "Hornet": "H4"})
    made = strikes(t)
    assert sorted(made) == ["H4", "I5"]
    for kind, parts in (("F", [1, 1]), ("D", [2, 2]), ("T", [2, 3])):
        assert sorted(len([u for u in units if f"-{kind}" in u]) for units in made.values()) == parts, kind


def test_vm_91_an_odd_number_of_fighters_is_halved_downwards():
    t = solo(us=NEAR, japan={"Akagi": "F5", "Kaga": "F5"})
    right(t, "box/A-F1", "Akagi, not ready")
    alone(t, "t2/strikes", {}, {"detection": [5]})
    assert len([unit for unit in strikes(t)["I5"] if "-F" in unit]) == 1


def test_vm_91_strikes_in_waves_take_off_hex_by_hex_where_finding_is_played():
    t = solo(us=NEAR, japan={"Akagi": "F5", "Kaga": "F6"}, finding=True)
    alone(t, "t2/strikes", {}, {"detection": [5]})
    alone(t, "t2/japan/1/finding")
    waves = told(t, "japan", "strikes")[-1]["strikes"][0]["waves"]
    assert all(len({t.truth.air[unit]["start"] for unit in wave}) == 1 for wave in waves)


def test_vm_91_midway_is_struck_again_once_no_carrier_is_spotted():
    t = detected(5)
    alone(t, "t3/orders")
    alone(t, "t3/strikes", {"t3/orders": {"moves": {"Enterprise": "I4"}}})
    assert t.truth.board.distance("I4", t.truth.at["Akagi"]) == 3
    assert t.play.plot("japan").located == []
    assert base_strike(t) != []


# Silences.


def test_vm_91_japan_declares_no_search_sub_attack_surface_attack_or_bombardment():
    us = {"US CA1": "H6"}
    japan = {"BB3.2": "H6", "SS168": "H6", "DD4": "H6"}
    t = solo(us=us, japan=japan, submarines=True, bombardment=True)
    alone(t, "t4/orders", {"t2/orders": {"air": ["H6"]}})
    assert [s for searches in told(t, "us", "searching") for s in searches["searches"] if s["by"] == "japan"] == []
    for kind in ("sub-attack", "surface-battle", "bombardment"):
        assert told(t, "us", kind) == [], kind


# No Surface Combat.


def test_vm_93_a_us_surface_ship_ordered_among_japanese_ships_stays_and_is_told_why():
    t = solo(us={"US CA1": "H5", "US DD1": "H5"}, japan={"DD4": "F5"})
    assert allowed(t, "us", {"moves": {"US CA1": "G6"}})
    alone(t, "t2/strikes", {"t2/orders": {"moves": {"US CA1": "G6", "US DD1": "I5"}}})
    assert t.truth.at["DD4"] == "G6"
    assert t.play.plot("us").at["US CA1"] == "H5"
    assert t.play.plot("us").at["US DD1"] == "I5"
    assert told(t, "us", "stopped") == [{"ships": ["US CA1"], "hex": "G6"}]
    assert ears(t, "stopped") == {("us",)}


def test_vm_93_she_may_go_where_the_japanese_sail_from():
    t = alone(solo(us={"US CA1": "G5"}, japan={"DD4": "F5"}), "t2/strikes", {"t2/orders": {"moves": {"US CA1": "F5"}}})
    assert t.play.plot("us").at["US CA1"] == "F5"
    assert told(t, "us", "stopped") == []


def test_vm_93_submarines_may_go_among_them_and_surface_ships_among_submarines():
    t = solo(us={"SS1": "H5", "US CA1": "H5"}, japan={"DD4": "F5", "SS168": "H6"}, turn=9, submarines=True)
    alone(t, "t2/strikes", {"t2/orders": {"moves": {"SS1": "G6", "US CA1": "H6"}}})
    assert t.play.plot("us").at["SS1"] == "G6"
    assert t.play.plot("us").at["US CA1"] == "H6"
    assert told(t, "us", "stopped") == []


def test_vm_93_a_ship_held_back_searches_only_where_she_is():
    t = solo(us={"Enterprise": "H5"}, japan={"DD4": "F5"})
    orders = {"moves": {"Enterprise": "G6"}, "ship": ["G6"], "air": ["G6", "H6", "J5", "J6", "J7"]}
    alone(t, "t2/strikes", {"t2/orders": orders})
    searches = told(t, "japan", "searching")[-1]["searches"]
    assert [(s["kind"], s["hex"]) for s in searches] == [("air", place) for place in ("J5", "H6", "J6", "J7")]


def test_vm_93_japanese_ships_may_sail_in_among_us_ships():
    t = alone(solo(us={"US CA1": "G6"}, japan={"DD4": "F5"}), "t2/strikes")
    assert t.truth.at["DD4"] == t.truth.at["US CA1"] == "G6"
    assert told(t, "us", "stopped") == []


# Endings.

DEADLY = {"strike/D3A": 10, "strike/B5N": 10, "strike/SBD": 10}
"""Bombers that never miss."""


def how_ended(t: Table) -> str:
    return str(t.truth.ended["how"]) if t.truth.ended else ""


def test_vm_92_the_game_ends_as_japan_has_midway():
    transports = {f"TT{n}": "H6" for n in range(1, 5)}
    t = solo(japan=transports, turn=21, kit={"combat/Battalion": 10, "combat/Marine": 1})
    alone(t, "t4/orders")
    assert t.truth.turn == 23
    assert how_ended(t) == ""
    alone(t, "")
    assert (how_ended(t), t.truth.turn) == ("midway", 23)


def us_carriers_struck(*ships: str) -> Table:
    return solo(us=dict.fromkeys(ships, "I5"), japan={"Akagi": "F5", "Kaga": "F5"}, kit=DEADLY)


def test_vm_92_two_us_carriers_gone_end_it_at_the_end_of_the_turn():
    t = alone(us_carriers_struck("Enterprise", "Hornet"), "", {}, {"detection": [5]})
    assert {"Enterprise", "Hornet"} <= set(t.truth.sunk)
    assert (how_ended(t), t.truth.turn) == ("carriers", 8)
    assert t.truth.scored == 8


def test_vm_92_one_us_carrier_gone_does_not():
    t = alone(us_carriers_struck("Enterprise"), "t3/orders", {}, {"detection": [5]})
    assert "Enterprise" in t.truth.sunk
    assert how_ended(t) == ""


def japanese_carriers_struck(n: int, to: str) -> Table:
    """The first n of five Japanese carriers in G6 are struck by a bomber each, of those that never miss."""
    carriers = ("Akagi", "Kaga", "Hiryu", "Soryu", "Zuiho")
    us = dict.fromkeys(("Enterprise", "Hornet", "Yorktown"), "I5")
    t = solo(us=us, japan=dict.fromkeys(carriers, "F5"), kit={"strike/SBD": 10})
    flyers = ["E-D1", "E-D2", "E-D3", "Hor-D1", "Hor-D2"][:n]
    said = {
        "t2/strikes": [{"to": "G6", "units": flyers}],
        "t2/us/1/bombs": {f"D{k}": ship for k, ship in enumerate(carriers[:n], 1)},
    }
    return alone(t, to, said, {"detection": [5]})


def test_vm_92_five_japanese_carriers_gone_end_it():
    t = japanese_carriers_struck(5, "")
    assert (how_ended(t), t.truth.turn) == ("carriers", 8)


def test_vm_92_four_japanese_carriers_gone_do_not():
    t = japanese_carriers_struck(4, "t3/orders")
    assert len([ship for ship in t.truth.sunk if ship in t.truth.ships]) == 4
    assert how_ended(t) == ""


# What the US may see.

JAPANS_OWN = ("ships", "air", "aboard", "late", "due", "base-strike", "strikes", "begun-strike", "declared", "located")


def test_vm_89_no_order_of_japan_reaches_the_us_or_the_public():
    t = alone(table(solitaire="hidden", submarines=True, tenders=True, finding=True), "t16/orders")
    for _, each in t.told:
        if each.dispatch.kind in JAPANS_OWN and "japan" in each.audiences:
            assert set(each.audiences) == {"japan", "umpire"}, each.dispatch.kind
    assert t.play.plot("us").of("japan") == {}
    assert not [unit for unit in t.play.plot("us").air if unit.startswith(("A-", "K-"))]


def test_vm_89_what_the_app_answers_rests_on_japans_plot_alone():
    """Two games that differ in nothing Japan has been told have the same answers for her."""
    hidden, elsewhere = (solo(us={"US CA1": at}, japan={"Akagi": "F4", "Kaga": "F4"}) for at in ("N5", "M5"))
    said = [VICTORY.command(t.play.plots["japan"], t.asks["japan"]) for t in (hidden, elsewhere)]
    assert said[0] == said[1]
    assert said[0]["moves"]["Akagi"] == "F5"
