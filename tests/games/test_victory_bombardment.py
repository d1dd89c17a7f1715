"""Midway Bombardment: battleships and cruisers against ground units, and the US striking its own island."""

from __future__ import annotations

import pytest

from tests.games.victory_scenes import allowed, ears, points, refused, run, say, scene, told
from umpire.table.table import Table

FLEET = {"BB3.2": "H6", "CA8": "H6", "DD4": "H6"}


def bombarding(dice: list[int], **settings: object) -> Table:
    """A Japanese battleship of factor 4 has fired at Marine 1; the US is asked what is lost on the field."""
    t = scene(japan={"BB3.2": "H6"}, bombardment=True, **settings)
    run(t, "t2/after")
    say(t, "us", {})
    say(t, "japan", {"bombard": ["BB3.2"]})
    say(t, "japan", {"BB3.2": "Marine 1"})
    say(t, "dice", dice)
    return t


def ashore(us: dict[str, str], to: str = "t3/orders", **settings: object) -> Table:
    """I.D.1 has landed on turn 8, and nobody has hit anybody."""
    t = scene(us=us, japan={"TT1": "H6"}, bombardment=True, **settings)
    return run(t, to, {"japan/after": {"ashore": ["I.D.1"]}})


# Who, when, where.


def test_vm_56_battleships_and_cruisers_in_midways_hex_by_day():
    t = scene(japan={**FLEET, "CA4": "G6"}, bombardment=True)
    run(t, "t2/after")
    refused(t, "japan", {"bombard": ["DD4"]}, "Midway Bombardment", "DD4")
    refused(t, "japan", {"bombard": ["CA4"]}, "Midway Bombardment", "CA4")
    assert allowed(t, "japan", {"bombard": ["BB3.2", "CA8"]})


def test_vm_56_not_at_night():
    t = run(scene(japan=FLEET, turn=13, bombardment=True), "t2/after")
    refused(t, "japan", {"bombard": ["BB3.2"]}, "Midway Bombardment")


def test_vm_56_left_out_nobody_bombards():
    t = run(scene(japan=FLEET), "t2/after")
    refused(t, "japan", {"bombard": ["BB3.2"]}, "Midway Bombardment")


def test_vm_56_it_is_voluntary():
    t = run(scene(japan=FLEET, bombardment=True), "t3/orders")
    assert told(t, "public", "bombardment") == []


def test_vm_56_ships_that_fought_a_surface_battle_this_turn_may_not():
    t = scene(us={"US CA1": "H6"}, japan=FLEET, bombardment=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["H6"]}, "japan/after": {"bombard": ["BB3.2"]}})
    say(t, "us", ["H6"])
    run(t, "t2/shore")
    refused(t, "japan", {"bombard": ["BB3.2"]}, "Midway Bombardment", "BB3.2")
    run(t, "t3/orders")
    assert told(t, "public", "bombardment") == []


def test_vm_56_ships_at_midway_may_when_others_fought_elsewhere():
    us = {"US CA1": "G5"}
    t = scene(us=us, japan={"BB3.2": "H6", "DD4": "G5"}, bombardment=True)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}, "japan/after": {"bombard": ["BB3.2"]}})
    say(t, "us", ["G5"])
    run(t, "t2/shore")
    assert t.asks["japan"].draft() == {"bombard": ["BB3.2"], "ashore": []}
    say(t, "us", {})
    say(t, "japan", {"bombard": ["BB3.2"], "ashore": []})
    assert told(t, "us", "bombardment")[-1]["ships"] == {"BB3.2": "full"}


def test_vm_56_where_no_battle_was_declared_the_word_given_before_is_enough():
    t = run(scene(japan=FLEET, bombardment=True), "t3/orders", {"japan/after": {"bombard": ["CA8"]}})
    assert len(told(t, "public", "bombardment")) == 1
    assert not [e for e in t.entries if e.ask == "t2/shore"]


# What it does.


def test_vm_56_ground_units_are_reduced_and_never_eliminated():
    t = bombarding([4, 4])
    assert t.truth.strength("Marine 1") == "reduced"
    assert len(t.truth.marines()) == 6
    run(t, "t3/after")
    say(t, "us", {})
    say(t, "japan", {"bombard": ["BB3.2"]})
    say(t, "japan", {"BB3.2": "Marine 1"})
    say(t, "dice", [1, 1])
    assert t.truth.strength("Marine 1") == "reduced"


def test_vm_56_a_five_misses_with_a_factor_of_four():
    t = bombarding([5, 10])
    assert t.truth.strength("Marine 1") == "full"
    assert t.truth.field_hits == 0


def test_vm_56_there_is_no_defensive_fire():
    t = run(bombarding([4, 10]), "t3/orders")
    assert not [e for e in t.entries if e.ask.startswith("t2/bombardment") and e.ask.endswith("aim-us")]
    assert [shots["side"] for shots in told(t, "public", "shots")] == ["japan"]


def test_vm_56_all_see_ships_and_ground_units_and_nobody_hears_of_it_before():
    t = scene(japan=FLEET, bombardment=True)
    run(t, "t2/after", {})
    say(t, "us", {})
    say(t, "japan", {"bombard": ["BB3.2"]})
    assert ears(t, "bombardment") == {("us", "japan", "public")}
    assert ears(t, "declared") == {("us",), ("japan",)}
    (seen,) = told(t, "us", "bombardment")
    assert seen["ships"] == {"BB3.2": "full"}
    assert len(seen["ground"]) == 6


def test_vm_r18_a_hit_of_bombardment_costs_the_field_room_a_plane_and_a_search():
    t = bombarding([4, 10])
    say(t, "us", ["M-T1"])
    assert told(t, "public", "field") == [{"hits": 1, "lost": 1}]
    assert t.truth.capacity("Midway") == 7
    assert points(t) == (0, 2)
    run(t, "t3/orders")
    refused(t, "us", {"air": ["H6", "H5", "H4", "H3"]}, "Air Search Limits")
    assert allowed(t, "us", {"air": ["H6", "H5", "H4"]})


def test_vm_r18_which_unit_was_lost_is_the_us_sides_own():
    t = bombarding([4, 10])
    say(t, "us", ["M-T1"])
    assert t.play.plot("us").air["M-T1"]["box"] == "destroyed"
    assert "M-T1" not in t.play.plot("japan").air
    assert "M-T1" not in str(told(t, "japan", "field"))


# The US at its own island.


def test_vm_56_the_us_bombards_only_once_japanese_are_ashore():
    t = run(scene(us={"US CA1": "H6"}, bombardment=True), "t2/after")
    refused(t, "us", {"bombard": ["US CA1"]}, "Midway Bombardment")
    landed = run(ashore({"US CA1": "H6"}), "t3/after")
    refused(landed, "us", {"bombard": ["US DD1"]}, "Midway Bombardment")
    say(landed, "us", {"bombard": ["US CA1"]})
    say(landed, "japan", {})
    say(landed, "us", {"US CA1": "I.D.1"})
    say(landed, "dice", [3, 3])
    assert landed.truth.strength("I.D.1") == "reduced"
    assert landed.truth.ashore == ["I.D.1"]
    assert points(landed)[0] == 0


def test_vm_56_agreed_that_japan_alone_bombards_the_us_may_not():
    t = run(ashore({"US CA1": "H6"}, bombards="japan"), "t3/after")
    refused(t, "us", {"bombard": ["US CA1"]}, "Midway Bombardment")


def test_vm_57_a_us_base_strike_on_japanese_ashore_is_set_aside_before_the_searches():
    t = ashore({"Enterprise": "H5"})
    say(t, "us", {"base": ["E-D1"]})
    say(t, "japan", {})
    assert ears(t, "base-strike") == {("us",)}
    assert "E-D1" not in str([d.facts for d in t.play.plot("japan").heard])
    run(t, "/aa")
    assert told(t, "japan", "strike")[-1] == {"k": 1, "by": "us", "hex": "H6", "base": True}
    assert told(t, "japan", "deployed")[-1] == {"ships": {"I.D.1": "full"}}


def test_vm_57_japanese_aa_of_none_never_hits_and_bombs_only_reduce():
    t = ashore({"Enterprise": "H5"})
    run(t, "/bombs", {"us/orders": {"base": ["E-D1"]}}, [[1, 1]])
    assert t.truth.fight["planes"]["D1"]["state"] == "full"
    say(t, "us", {"D1": "I.D.1"})
    say(t, "dice", [2, 2])
    assert t.truth.strength("I.D.1") == "reduced"
    assert t.truth.ashore == ["I.D.1"]
    assert told(t, "public", "field") == []


def test_vm_57_the_base_is_struck_by_nothing_assigned_after_the_searches():
    t = run(ashore({"Enterprise": "H5"}), "t3/strikes")
    refused(t, "us", [{"to": "base"}], "Midway Base Strikes")


def test_vm_57_no_us_base_strike_before_a_landing_at_night_or_with_bombardment_left_out():
    before = scene(us={"Enterprise": "H5"}, bombardment=True)
    refused(before, "us", {"base": ["E-D1"]}, "Midway Base Strikes", "No Japanese ground unit")
    out = scene(us={"Enterprise": "H5"}, japan={"TT1": "H6"})
    run(out, "t3/orders", {"japan/after": {"ashore": ["I.D.1"]}})
    refused(out, "us", {"base": ["E-D1"]}, "Midway Base Strikes", "bombardment")
    night = ashore({"Enterprise": "H5"}, turn=12)
    assert night.truth.night
    refused(night, "us", {"base": ["E-D1"]}, "Midway Base Strikes", "at night")


@pytest.mark.parametrize(("option", "asked"), [(True, ["japan", "us"]), (False, ["japan"])])
def test_vm_56_after_a_battle_the_us_is_asked_of_the_shore_only_with_bombardment_in_use(option, asked):
    t = scene(us={"US CA1": "G5"}, japan={"DD4": "G5"}, bombardment=option)
    run(t, "t2/surface/us", {"us/orders": {"ship": ["G5"]}})
    say(t, "us", ["G5"])
    run(t, "t2/shore")
    assert sorted(t.asks) == asked
