"""Japanese air attacks (4.2, 18.3): the Warning, CAP, guns, targets, damage, airfields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import air_tables, retirement, roster, victory
from umpire.games.carrier.japan_attack import japanese_attack
from umpire.games.carrier.plot import DECK, FORCE, GROUP, fresh
from umpire.games.carrier.warning import may_launch, warned
from umpire.table.asks import Refusal
from umpire.table.script import Play

JSON = Any

KIT = {
    **{f"agreed/{chart}": "yes" for chart in ("aa", "die_rolls", "level")},
    **{f"escort_mod/{n}": 0 for n in range(1, 15)},
    **{f"us_cap/column/{n}": n for n in range(1, 20)},
    **{f"us_cap/{n}/4": 0 for n in range(1, 20)},
    **{f"aa/size/japan/{n}": 0 for n in range(1, 15)},
    "aa/modifier/0": 3,
    "us_warning/9": 4,
    "us_warning/1": 0,
    "damage/4": 1,
    "damage/5": 1,
    "damage/7": 2,
    "damage/8": 3,
    **{f"damage/{n}": 0 for n in range(-9, 4)},
}
WASP = (
    "Wasp",
    "Astoria",
    "Portland",
    "Pensacola",
    "Salt Lake City",
    "Dale",
    "Mahan",
    "Sims",
    "Walke",
    "Hughes",
    "Shaw",
)


@pytest.fixture(autouse=True)
def _points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(victory, "award", lambda *of: None)


def raid(
    ships: Sequence[str] = WASP,
    points: int = 6,
    *,
    cap: Sequence[JSON] = (),
    decks: Mapping[str, JSON] | None = None,
    period: str = "aug42",
    scenario: str = "6",
    base: str = "",
    at: Mapping[str, JSON] | None = None,
) -> Play:
    """So many points over TF 17, or over a base."""
    target = base or "TF 17"
    group = fresh(GROUP, hex="2626" if base else "2420", base=bool(base), cap=[list(each) for each in cap])
    fight = {"by": "japan", "name": "t4/p2/j/3/C7/attack", "force": "C7", "target": target, "points": points, "wave": 1}
    made = {
        "clock": {"turn": 4, "phase": 2, "segment": "japan", "step": "", "night": False},
        "groups": {target: group},
        "ships": {ship: roster.new(ship, target) for ship in ([] if base else ships)},
        "decks": {name: fresh(DECK, **{"in": target}, **boxes) for name, boxes in (decks or {}).items()},
        "forces": {"C7": fresh(FORCE, hex="2020", level=1, chit="Carrier")},
        "attack": fight,
    }
    return scene(KIT, scenario=scenario, period=period, at={**made, **(at or {})})


def misses(g: Play) -> Play:
    """Every roll up to 9 misses."""
    g.truth.kit |= {f"damage/{n}": 0 for n in range(1, 10)}
    return g


# CA-09 to CA-13: the example of 4.2.


def wasp() -> Play:
    """The example, fought to its end."""
    decks = {"Wasp": {"ready": {"F4F": 2}, "servicing": {"SBD": 6}, "room": 20}}
    g = raid(cap=[["F4F", 4, None]], decks=decks)
    run(g, japanese_attack, Answers([9, 4, 5, 3, 5]))
    return g


def test_ca_09_the_wasp_is_warned_in_time_for_four_steps() -> None:
    g = wasp()
    assert told(g, "us-warning")[0]["may"] == {"Wasp": 4}
    assert g.truth.groups["TF 17"]["cap"] == [["F4F", 6, None]]
    assert g.truth.decks["Wasp"]["warned"] is True
    assert g.truth.decks["Wasp"]["ready"] == {}


def test_ca_10_six_steps_of_cap_shoot_nothing_down() -> None:
    (cap,) = told(wasp(), "us-cap-combat")
    assert (cap["strength"], cap["result"]) == (6, 0)


def test_ca_11_the_eight_best_guns_add_up_to_35_where_the_book_prints_34() -> None:
    (guns,) = told(wasp(), "guns")
    assert (guns["value"], guns["column"], guns["result"], guns["modifier"]) == (35, 30, 1, 0)
    assert len(guns["firers"]) == 8


def test_ca_12_five_points_whole_and_one_at_half_are_28() -> None:
    g = wasp()
    assert g.truth.tree["attack"]["value"] == 8 * 28
    assert g.truth.tree["attack"]["entry"] == 25


def test_ca_13_the_rolls_of_the_example_are_4_and_7() -> None:
    g = wasp()
    assert [roll["modified"] for roll in told(g, "bombed")[0]["rolls"]] == [4, 7]
    assert unsaid(g) == []


def test_ca_13_servicing_and_a_deck_cleared_in_time() -> None:
    # 3 at 0 and 5 at +1, with servicing 4 and 7, three hits in all.
    decks = {"Wasp": {"ready": {"F4F": 2}, "servicing": {"SBD": 6}, "room": 20}}
    g = raid(cap=[["F4F", 4, None]], decks=decks)
    run(g, japanese_attack, Answers([9, 4, 5, 3, 5]))
    rolls = told(g, "bombed")[0]["rolls"]
    assert [run_["modified"] for run_ in rolls] == [4, 7]
    assert g.truth.ships["Wasp"]["hits"] == 3
    assert g.truth.tree["attack"]["lost"] == 1
    # 19.1: the deck is empty, so all six steps burnt come out of servicing.
    assert g.truth.decks["Wasp"]["servicing"] == {}


def test_ca_14_three_ready_steps_and_servicing() -> None:
    g = raid(decks={"Wasp": {"ready": {"F4F": 3}, "unready": {"SBD": 2}, "servicing": {"SBD": 1}}})
    assert air_tables.deck_mods(g.truth, "Wasp") == [("ready planes on deck", 1), ("planes in servicing", 1)]


@pytest.mark.parametrize(
    ("boxes", "mods"),
    [
        ({}, 0),
        ({"unready": {"SBD": 8}}, 1),
        ({"ready": {"SBD": 1}, "unready": {"SBD": 8}}, 0),  # one ready step: no ready unit, but ready planes there are
        ({"ready": {"SBD": 5, "TBF": 3}}, 4),
        ({"servicing": {"SBD": 8}, "unready": {"F4F": 1}}, 2),
        ({"hangar": {"SBD": 20}}, 0),
    ],
)
def test_what_planes_aboard_add_to_each_roll(boxes: JSON, mods: int) -> None:
    g = raid(decks={"Wasp": boxes})
    assert sum(n for _, n in air_tables.deck_mods(g.truth, "Wasp")) == mods


@pytest.mark.parametrize(
    ("lost", "period", "value"),
    [
        ({"aa_lost": 1}, "aug42", 28),
        ({}, "jan42", 30),
        ({"cap_lost": 1, "aa_lost": 1}, "oct42", 4 * 5 + 3 + 3),  # each batch rounded by itself
        ({"cap_lost": 2}, "oct42", 4 * 5 + 5),
        ({"cap_lost": 3}, "oct42", 3 * 5 + 8),
        ({"cap_lost": 6}, "oct42", 15),
        ({"cap_lost": 1}, "1943", 5 * 4 + 2),
    ],
)
def test_ca_12_points_shot_down_attack_at_half(lost: JSON, period: str, value: int) -> None:
    assert air_tables.japanese_value({"points": 6, **lost}, period) == 8 * value


def test_the_other_reading_rounds_all_losses_together() -> None:
    attack = {"points": 6, "cap_lost": 1, "aa_lost": 1}
    assert air_tables.japanese_value(attack, "aug42", "sum") == 8 * (20 + 5)


# The Warning.


def test_no_warning_roll_without_ready_planes_or_with_a_full_deck_or_no_deck() -> None:
    assert warned(raid(decks={"Wasp": {"unready": {"SBD": 4}}}).truth) == []
    assert warned(raid(decks={"Wasp": {"ready": {"SBD": 4}, "unready": {"SBD": 4}}}).truth) == ["Wasp"]
    assert warned(raid(decks={"Wasp": {"ready": {"SBD": 4}, "unready": {"SBD": 5}}}).truth) == []  # more than 8 on deck
    assert warned(raid(decks={"Wasp": {"ready": {"SBD": 4}}}, at={"ships/Wasp/hits": 5}).truth) == []  # H, Scenario 6
    marked = raid(decks={"Wasp": {"ready": {"SBD": 4}, "markers": [1]}}, scenario="standard")
    assert warned(marked.truth) == []


def test_a_base_launches_off_a_runway_of_up_to_twelve() -> None:
    g = raid(base="Guadalcanal", decks={"Guadalcanal": {"ready": {"F4F": 6}, "unready": {"SBD": 6}}})
    assert may_launch(g.truth, "Guadalcanal")
    g.truth.put("decks/Guadalcanal/unready/SBD", 7)
    assert not may_launch(g.truth, "Guadalcanal")


def test_the_warning_is_rolled_for_each_carrier() -> None:
    ships = ("Enterprise", "Hornet", "Dale")
    decks = {"Enterprise": {"ready": {"SBD": 4}}, "Hornet": {"ready": {"F4F": 2}}}
    g = raid(ships, 1, decks=decks)
    run(g, japanese_attack, Answers([1, 9, 4, 1, "Hornet", 1]))
    assert told(g, "us-warning")[0]["may"] == {"Enterprise": 0, "Hornet": 4}
    assert g.truth.groups["TF 17"]["cap"] == [["F4F", 2, None]]
    assert g.truth.decks["Enterprise"]["warned"] is False


def test_launched_planes_go_to_cap_landing_or_a_strike() -> None:
    decks = {"Wasp": {"ready": {"F4F": 2, "SBD": 4}}}
    g = raid(decks=decks, points=1, at={"forces/C7/detection": "?"})
    where = {"cap/F4F": 1, "landing/F4F": 1, "strike/SBD": 2}
    run(g, japanese_attack, Answers([9, 4, 1, 1], us={"warning/Wasp": where, "hex": "2320"}))
    group = g.truth.groups["TF 17"]
    assert group["cap"] == [["F4F", 1, None]]
    assert group["landing"] == [["F4F", 1, 2]]
    strike = g.truth.strikes["1"]
    assert (strike["time"], strike["steps"], strike["target"], strike["side"]) == (2, {"SBD": 2}, "C7", "?")
    assert (strike["from"], strike["left"], strike["down"]) == ("TF 17", True, False)
    assert strike["hex"] in ("2320", "2319", "2321")  # one hex nearer to 2020
    assert g.truth.decks["Wasp"]["ready"] == {"SBD": 2}
    assert unsaid(g) == []


def test_no_strike_is_formed_while_nothing_is_detected() -> None:
    g = raid(decks={"Wasp": {"ready": {"SBD": 4}}}, points=1)
    seen: list[JSON] = []
    run(
        g,
        japanese_attack,
        Answers([9, 1, 1], us={"warning/Wasp": lambda ask: seen.append(ask.facts) or {"stay": 4}}),
    )
    assert [lot["id"] for lot in seen[0]["lots"]] == ["landing/SBD", "stay"]
    assert g.truth.decks["Wasp"]["warned"] is False


def test_cap_takes_eight_a_deck_and_bombers_none() -> None:
    g = raid(cap=[["F4F", 7, None]], decks={"Wasp": {"ready": {"F4F": 4}}}, points=1)

    def too_many(ask: JSON) -> JSON:
        with pytest.raises(Refusal, match="takes 1 more"):
            ask.validate({"cap/F4F": 2, "stay": 2}, sure=True)
        return ask.value(ask.draft())

    run(g, japanese_attack, Answers([9, 4, 1, 1], us={"warning/Wasp": too_many}))
    assert g.truth.groups["TF 17"]["cap"] == [["F4F", 8, None]]


def test_a_type_launches_no_more_than_is_ready() -> None:
    g = raid(decks={"Wasp": {"ready": {"F4F": 2, "SBD": 4}}}, points=1)

    def too_many(ask: JSON) -> JSON:
        with pytest.raises(Refusal, match="Only 2 F4F are ready, not 3"):
            ask.validate({"cap/F4F": 2, "landing/F4F": 1, "landing/SBD": 1}, sure=True)
        return {"stay": 4}

    run(g, japanese_attack, Answers([9, 1, 1], us={"warning/Wasp": too_many}))


def test_launching_at_guadalcanal_costs_half_a_point_of_fuel_a_step() -> None:
    g = raid(
        base="Guadalcanal", points=1, decks={"Guadalcanal": {"ready": {"F4F": 4}}}, at={"groups/Guadalcanal/fuel": 6}
    )
    kit = {"air_ground/column/1": 1, "air_ground/1/5": {"hits": 0, "losses": 0}}
    g.truth.kit.update(kit)
    run(g, japanese_attack, Answers([9, 4, 1, 5]))
    assert g.truth.groups["Guadalcanal"]["cap"] == [["F4F", 3, None]]
    assert g.truth.groups["Guadalcanal"]["fuel"] == 0
    assert g.truth.decks["Guadalcanal"]["warned"] is False  # bases may land and launch


# CAP.


def test_p39_count_half_and_fractions_drop() -> None:
    g = raid(cap=[["F4F", 2, None], ["P-39", 3, None]])
    assert air_tables.us_cap(g.truth, "TF 17") == 3
    g = raid(cap=[["P-39", 1, None]])
    assert air_tables.us_cap(g.truth, "TF 17") == 0


def test_cap_with_markers_counts_as_the_chart_says() -> None:
    g = raid(cap=[["F4F", 8, None], ["F4F", 4, 6]])
    g.truth.kit["cap_aloft_mod/step"] = {"n": 1, "of": 2}
    assert air_tables.us_cap(g.truth, "TF 17") == 10
    g.truth.kit["cap_aloft_mod/step"] = {"n": 2, "of": 3}
    assert air_tables.us_cap(g.truth, "TF 17") == 10  # 10⅔


def test_a_modified_one_costs_a_cap_step_of_the_players_choice() -> None:
    g = raid(cap=[["F4F", 4, None], ["F4F", 2, 6]], points=6)
    g.truth.kit |= {"cap_aloft_mod/step": {"n": 1, "of": 2}, "escort_mod/6": -3, "us_cap/5/1": 0}
    run(g, japanese_attack, Answers([2, 1, 1, 1], us={"cap/step": "F4F/6"}))
    assert told(g, "us-cap-combat")[0]["modified"] == 1  # below 1 counts as 1
    assert g.truth.groups["TF 17"]["cap"] == [["F4F", 4, None], ["F4F", 1, 6]]


def test_points_lost_raise_the_retirement_index_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[int] = []
    monkeypatch.setattr(retirement, "air_points_lost", lambda g, n: lost.append(n))
    g = raid(cap=[["F4F", 6, None]], scenario="standard")
    g.truth.kit["us_cap/6/9"] = 2
    run(g, japanese_attack, Answers([9, 5, 1, 1]))
    assert lost == [2, 1]
    assert g.truth.tree["attack"]["lost"] == 3
    other = raid(cap=[["F4F", 6, None]])
    other.truth.kit["us_cap/6/9"] = 9
    run(other, japanese_attack, Answers([9, 5, 1]))
    assert other.truth.tree["attack"]["lost"] == 6  # no more than there were
    assert lost == [2, 1, 6]


# Targets.


def test_ca_16_three_rolls_at_two_carriers() -> None:
    ships = ("Enterprise", "Hornet", "Dale")
    g = raid(ships, 7)  # 35: three rolls at 0
    run(g, japanese_attack, Answers([1, "Hornet", 1, 1, 1]))
    assert sorted(run_["at"] for run_ in g.truth.tree["attack"]["rolls"]) == ["Enterprise", "Hornet", "Hornet"]


def test_unequal_rolls_are_dealt_out_by_lot() -> None:
    ships = ("Enterprise", "Hornet", "Wasp")
    g = raid(ships, 5)  # 25: one roll at +1, one at 0, for two of three carriers
    run(g, japanese_attack, Answers([1, "Wasp", "Enterprise", "Enterprise", 1, 1]))
    rolls = {run_["at"]: run_["mods"][0][1] for run_ in g.truth.tree["attack"]["rolls"]}
    assert rolls == {"Enterprise": 1, "Wasp": 0}


def test_ca_101_a_surface_task_force_has_no_cap_and_no_decks() -> None:
    ships = ("Astoria", "Portland", "Boise", "Dale", "Mahan")
    g = raid(ships, 6)  # 30: two rolls at +1
    run(g, japanese_attack, Answers([1, 1, 1]))
    rolls = g.truth.tree["attack"]["rolls"]
    assert sorted(run_["at"] for run_ in rolls) == ["Astoria", "Portland"]
    assert rolls[0]["mods"] == [["die rolls chart", 1], ["antiaircraft fire", 1], ["no CAP", 1]]


def test_no_cruiser_is_given_more_than_three_rolls_and_the_rest_go_down_by_size() -> None:
    g = raid(("Astoria", "Dale", "Mahan"), 14)  # 70: three rolls at +1 and two at 0
    answers = Answers([1, "Astoria", "Dale", 1, 1, 1, 1, 1])
    run(g, japanese_attack, answers)
    at = [run_["at"] for run_ in g.truth.tree["attack"]["rolls"]]
    assert {ship: at.count(ship) for ship in at} == {"Astoria": 3, "Dale": 1, "Mahan": 1}


def test_a_light_cruiser_too_takes_three_and_what_is_left_is_not_rolled() -> None:
    g = raid(("Boise",), 14)
    run(g, japanese_attack, Answers([1, "nobody", "nobody", 1, 1, 1]))
    assert [run_["at"] for run_ in g.truth.tree["attack"]["rolls"]] == ["Boise"] * 3
    assert [run_["mods"][0][1] for run_ in g.truth.tree["attack"]["rolls"]] == [1, 1, 1]


def test_battleships_take_all_rolls() -> None:
    g = raid(("Washington", "Astoria", "Dale"), 14)
    run(g, japanese_attack, Answers([1, 1, 1, 1, 1, 1]))
    assert {run_["at"] for run_ in g.truth.tree["attack"]["rolls"]} == {"Washington"}


def test_transports_are_attacked_by_groups_of_three_the_larger_first() -> None:
    transports = ("Crescent City", "McCawley", "President Adams", "President Jackson")
    g = misses(raid((*transports, "Dale"), 3))  # 15: one roll at +1
    run(g, japanese_attack, Answers([1, 1]))
    assert [run_["at"] for run_ in g.truth.tree["attack"]["rolls"]] == ["Crescent City, McCawley, President Adams"]
    g = misses(raid((*transports, "Dale"), 6))
    run(g, japanese_attack, Answers([1, 1, 2]))
    assert g.truth.tree["attack"]["rolls"][1]["at"] == "President Jackson"


def test_more_rolls_than_groups_are_shared_evenly() -> None:
    transports = ("Crescent City", "McCawley", "President Adams", "President Jackson")
    g = misses(raid(transports, 7))  # three rolls at 0
    run(g, japanese_attack, Answers([1, "President Jackson", 1, 1, 1]))
    at = [run_["at"] for run_ in g.truth.tree["attack"]["rolls"]]
    assert at.count("President Jackson") == 2


def test_a_weak_attack_is_worth_less_and_nought_is_worth_nothing() -> None:
    assert air_tables.entry(8 * 3) == 1
    assert air_tables.entry(7) == 0
    assert air_tables.rolls_of({}, 0) == []


def test_a_second_wave_finds_no_ship_left() -> None:
    g = raid(())
    run(g, japanese_attack)
    assert g.truth.tree["attack"]["lost"] == 0
    assert not told(g, "guns", "no-guns")


# Airfields (18.3).


def ground(points: int = 6, **at: JSON) -> Play:
    decks = {"Guadalcanal": {"servicing": {"SBD": 2}, "hangar": {"F4F": 3}, "unready": {"SBD": 4}}}
    g = raid(base="Guadalcanal", points=points, decks=decks, scenario="standard", at=at)
    g.truth.kit |= {"air_ground/column/6": 6, "air_ground/column/5": 4, "air_ground/6/7": {"hits": 3, "losses": 2}}
    return g


def test_a_base_is_hit_and_planes_on_the_ground_are_lost() -> None:
    g = ground()
    run(g, japanese_attack, Answers([1, 7, "SBD servicing", "F4F hangar"]))
    assert told(g, "guns")[0]["firers"] == [["Guadalcanal", 5]]
    assert g.truth.groups["Guadalcanal"]["hits"] == 3
    deck = g.truth.decks["Guadalcanal"]
    assert (deck["servicing"], deck["hangar"], deck["unready"]) == ({"SBD": 1}, {"F4F": 2}, {"SBD": 4})
    assert not told(g, "attack-value", "bombed")  # neither half values nor the Damage Table
    assert unsaid(g) == []


def test_points_shot_down_do_not_attack_a_base(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retirement, "air_points_lost", lambda g, n: None)
    g = ground(**{"groups/Guadalcanal/cap": [["F4F", 6, None]]})
    g.truth.kit |= {"us_cap/6/10": 1, "air_ground/4/7": {"hits": 1, "losses": 0}}
    run(g, japanese_attack, Answers([10, 1, 7]))
    assert told(g, "ground")[0]["column"] == 4
    assert g.truth.groups["Guadalcanal"]["hits"] == 1
    g = ground(**{"groups/Guadalcanal/cap": [["F4F", 6, None]]})
    g.truth.kit["us_cap/6/10"] = 6
    run(g, japanese_attack, Answers([10, 1]))
    assert not told(g, "ground")


def test_a_base_goes_on_taking_hits_and_its_cap_gets_markers_as_it_fails() -> None:
    cap = [["F4F", 4, None], ["P-39", 2, None]]
    g = ground(**{"groups/Guadalcanal/hits": 8, "groups/Guadalcanal/cap": cap, "decks/Guadalcanal/hangar": {}})
    g.truth.kit |= {"us_cap/5/4": 0, "air_ground/6/7": {"hits": 3, "losses": 9}}
    run(g, japanese_attack, Answers([4, 1, 7]))
    assert g.truth.groups["Guadalcanal"]["hits"] == 11
    assert g.truth.groups["Guadalcanal"]["cap"] == [["F4F", 4, 6], ["P-39", 2, 4]]  # half of 12, half of 7
    assert g.truth.decks["Guadalcanal"]["servicing"] == {}  # all that were there
