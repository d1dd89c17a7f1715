"""US air-to-sea attacks (4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import air_tables, charts, damage, fight_picture, retirement, roster
from umpire.games.carrier.aim import spread, us_targets
from umpire.games.carrier.asks import Split
from umpire.games.carrier.flight import in_words
from umpire.games.carrier.plot import FORCE, fresh
from umpire.games.carrier.us_attack import us_attack
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play

JSON = Any

KIT = {
    **{f"agreed/{chart}": "yes" for chart in ("jp_cap_combat", "aa", "die_rolls", "chit_3")},
    "jp_cap_combat/mod/none": 1,
    "jp_cap_combat/mod/few": 1,
    "jp_cap_combat/mod/many": -1,
    "jp_cap_combat/mod/tbd": -1,
    "jp_cap_combat/mod/unit": "steps",
    "aa/modifier/0": 3,
    "damage/4": 1,
    "damage/5": 1,
    "damage/7": 2,
    "damage/8": 3,
    "damage/9": 3,
    "damage/10": 4,
    **{f"damage/{n}": 0 for n in range(-9, 4)},
    "damage_mod/cap": 0,
}


def attack(
    steps: Mapping[str, int],
    ships: Sequence[str] = (),
    *,
    cap: int = 0,
    surprise: str = "",
    period: str = "aug42",
    scenario: str = "6",
    **force: JSON,
) -> Play:
    """A strike that has contacted C7."""
    made = fresh(FORCE, **{"hex": "2212", "level": 4, "chit": "Level 4", **force})
    fight = {"by": "us", "name": "t4/p2/us/strike/2", "strike": "2", "force": "C7", "cap": cap, "surprise": surprise}
    at = {
        "clock/turn": 4,
        "forces": {"C7": made},
        "ships": {ship: roster.new(ship, "C7") for ship in ships},
        "attack": {**fight, "steps": dict(steps)},
    }
    return scene(KIT, scenario=scenario, period=period, at=at)


CARRIER_AND_SCREEN = ("Ryujo", "Tone", "Chikuma", "Isuzu", "Jintsu")
"""A CVL and a screen with antiaircraft values 2 + 3 + 3 + 1 + 1 = 10."""


# CA-01 to CA-03: the example of 4.1.


def test_ca_02_a_coordinated_strike_is_worth_sixteen_and_a_half() -> None:
    lost = {"steps": {"SBD": 4, "TBF": 2}, "aa_lost": {"TBF": 2}}
    assert air_tables.us_value(lost, "aug42") == 8 * 16 + 4
    assert air_tables.said_value(air_tables.us_value(lost, "aug42")) == "16½"
    assert air_tables.entry(8 * 16 + 4) == 14
    assert air_tables.entry(8 * 29 + 4) == 25
    assert air_tables.entry(8 * 17 + 7) == 14  # 17⅞ is not rounded up to the entry of 18


def test_ca_03_the_example_strike_scores_two_hits() -> None:
    g = attack({"SBD": 4, "TBF": 2}, CARRIER_AND_SCREEN, cap=1)
    answers = Answers([1, 10, 4], us={"aa/losses": {"TBF": 2}, "targets": ["Ryujo"]})
    run(g, us_attack, answers)
    assert told(g, "jp-cap-combat")[0]["result"] == 0
    (guns,) = told(g, "guns")
    assert (guns["value"], guns["column"], guns["result"], guns["modifier"]) == (10, 10, 1, 1)
    (run_,) = told(g, "bombed")[0]["rolls"]
    assert (run_["die"], run_["modified"], run_["hits"]) == (4, 6, 2)
    assert g.truth.ships["Ryujo"]["hits"] == 2
    assert g.truth.tree["attack"]["lost"] == {"TBF": 2}
    assert g.truth.ships["Ryujo"]["hurt"] == [4]
    assert unsaid(g) == []


def test_ca_01_half_values_of_steps_shot_down_are_summed_and_rounded_up() -> None:
    # One SBD shot down is worth 1½, which is 2; two of them 3; an SBD and a TBF 2½, which is 3.
    for lost, half in (({"SBD": 1}, 2), ({"SBD": 2}, 3), ({"SBD": 1, "TBF": 1}, 3), ({"MedB": 1}, 1)):
        steps = dict(lost)
        strike = {"steps": {**steps, "F4F": 2}, "cap_lost": lost}
        bonus = air_tables.coordination(strike, "aug42")
        assert air_tables.us_value(strike, "aug42") - bonus == 8 * half


def test_coordination_by_date() -> None:
    strike = {"steps": {"SBD": 4, "TBD": 4, "F4F": 4}}
    assert air_tables.coordination(strike, "jan42") == 16  # 2
    assert air_tables.coordination(strike, "aug42") == 32  # 4, the book's own example
    assert air_tables.coordination(strike, "1943") == 32
    assert air_tables.coordination({"steps": {"SBD": 8}}, "aug42") == 0
    assert air_tables.coordination({"steps": {"SBD": 8, "MedB": 2}}, "aug42") == 0
    # All torpedo planes shot down still take part.
    assert air_tables.coordination({"steps": {"SBD": 1, "TBD": 1}, "cap_lost": {"TBD": 1}}, "jan42") == 3


def test_ca_05_twenty_two_guns_use_the_twenty_column() -> None:
    assert air_tables.aa_column(22) == 20
    assert [air_tables.aa_column(n) for n in (0, 1, 9, 10, 14, 120, 300)] == [0, 1, 1, 10, 10, 120, 120]


def test_the_eight_strongest_ships_fire_less_a_point_a_hit() -> None:
    ships = ("Shokaku", "Zuikaku", "Myoko", "Haguro", "Ariake", "Yugure", "Shigure", "Shiratsuyu", "Ushio", "Akebono")
    g = attack({"SBD": 4}, ships)
    assert sum(n for _, n in air_tables.guns(g.truth, "C7")) == 24  # 8 + 8 + 2 + 2 + 4 destroyers
    g.truth.put("ships/Shokaku/hits", 3)
    g.truth.put("ships/Haguro/hits", 5)
    assert sum(n for _, n in air_tables.guns(g.truth, "C7")) == 5 + 8 + 2 + 5  # five destroyers now, none below nought
    g.truth.put("ships/Zuikaku/sunk", 3)
    assert sum(n for _, n in air_tables.guns(g.truth, "C7")) == 5 + 2 + 6


def test_a_level_3_force_fires_with_its_chits_less_a_point_a_hit() -> None:
    g = attack({"SBD": 4}, level=3, chit="2 CV", screen="Medium DD")
    assert sum(n for _, n in air_tables.guns(g.truth, "C7")) == 22
    g.truth.put("ships/Kaga", {**roster.new("Kaga", "C7"), "hits": 3})
    assert sum(n for _, n in air_tables.guns(g.truth, "C7")) == 19


# Targets.


def test_ca_06_hits_on_groups_of_transports_are_spread() -> None:
    names = [name for name, ship in roster.ships().items() if ship["type"] == "TR"][:6]
    first, second = ", ".join(names[:3]), ", ".join(names[3:])
    g = attack({"SBD": 7}, names, scenario="6")
    assert spread(g.truth, "C7", 2) == [first, second]
    # 21: two rolls at 0; guns 6 use the 1 column, +2; no CAP, +1.
    answers = Answers([5, 3, 5, names[0], names[2]], us={"targets": [first, second]})
    run(g, us_attack, answers)
    assert [run_["modified"] for run_ in told(g, "bombed")[0]["rolls"]] == [6, 8]
    assert [g.truth.ships[name]["hits"] for name in names] == [1, 0, 1, 1, 1, 1]


def test_a_transport_is_in_one_group_only() -> None:
    names = [name for name, ship in roster.ships().items() if ship["type"] == "TR"][:4]
    g = attack({"SBD": 7}, names)
    three, two = ", ".join(names[:3]), ", ".join(names[:2])
    assert {three, two, ", ".join(names[2:]), *names} == set(us_targets(g.truth, "C7"))

    def both(ask: JSON) -> JSON:
        with pytest.raises(Refusal, match="one group only"):
            ask.validate([three, two], sure=True)
        return [two, ", ".join(names[2:])]

    run(g, us_attack, Answers([5, 1, 1, names[0], names[2]], us={"targets": both}))


def test_the_opening_spread_is_even_over_the_carriers() -> None:
    g = attack({"SBD": 8}, ("Shokaku", "Zuikaku", "Tone"))
    assert spread(g.truth, "C7", 3) == ["Shokaku", "Zuikaku", "Shokaku"]
    surface = attack({"SBD": 8}, ("Kongo", "Hiei", "Tone", "Isuzu"))
    assert sorted(spread(surface.truth, "C7", 2)) == ["Hiei", "Kongo"]


def test_one_target_is_not_asked_about() -> None:
    g = attack({"SBD": 4}, ("Tone",))
    answers = Answers([5, 4])
    run(g, us_attack, answers)
    assert not any(name.endswith("targets") for name in answers.asked)


def test_a_level_3_carrier_is_drawn_when_she_is_hit() -> None:
    g = attack({"SBD": 4}, level=3, chit="2 CV+CVL", screen="Medium DD", cap=1)
    assert us_targets(g.truth, "C7") == ["CV 1", "CV 2", "CVL 1"]
    answers = Answers([1, 1, 5, "Kaga"], us={"targets": ["CV 2"]})
    g.truth.put("period", "jan42")
    # 12: one roll at 0; the 20 column (16 + 6 = 25 less none) +1.
    run(g, us_attack, answers)
    assert g.truth.ships["Kaga"]["in"] == "C7"
    assert g.truth.ships["Kaga"]["hits"] == 2
    assert us_targets(g.truth, "C7") == ["Kaga", "CV 1", "CVL 1"]


def test_level_3_rolls_may_all_go_to_one_unnamed_carrier() -> None:
    g = attack({"SBD": 8}, level=3, chit="2 CV", screen="Medium DD", cap=1, period="jan42")
    # 24: two rolls at 0; guns 22, +1. Dice 5 and 7 make 6 and 8.
    run(g, us_attack, Answers([1, 1, 5, 7, "Akagi"], us={"targets": ["CV 1", "CV 1"]}))
    assert g.truth.ships["Akagi"]["hits"] == 5


# No CAP, surprise, no guns.


def test_ca_08_without_cap_every_roll_is_one_better() -> None:
    g = attack({"SBD": 4}, ("Tone",))
    run(g, us_attack, Answers([5, 1]))
    (run_,) = told(g, "bombed")[0]["rolls"]
    assert ["no CAP", 1] in run_["mods"]
    assert run_["modified"] == 1 + 0 + 2 + 1  # roll, entry of 11, the 1 column, no CAP


def test_ca_08_planes_on_deck_silence_the_guns() -> None:
    g = attack({"SBD": 4}, ("Ryujo", "Tone"), cap=1, surprise="deck")
    run(g, us_attack, Answers([1, 1], us={"targets": ["Ryujo"]}))
    assert not told(g, "guns")
    (run_,) = told(g, "bombed")[0]["rolls"]
    assert run_["mods"] == [["die rolls chart", 0], ["antiaircraft fire", 3], ["planes on deck", 5]]
    assert run_["hits"] == 3  # 1 + 3 + 5 = 9


def test_no_antiaircraft_value_uses_the_nought_column() -> None:
    g = attack({"SBD": 4}, ("Tatsuta",))
    assert air_tables.guns(g.truth, "C7") == []
    run(g, us_attack, Answers([1]))
    assert told(g, "no-guns")
    assert ["antiaircraft fire", 3] in told(g, "bombed")[0]["rolls"][0]["mods"]


def test_surprise_cap_is_asked_about_on_the_damage_table() -> None:
    g = attack({"SBD": 4}, ("Ryujo",), cap=1, surprise="cap")
    run(g, us_attack, Answers([1, 9, 1]))
    assert ["surprise", -1] in told(g, "jp-cap-combat")[0]["mods"]
    assert ["Surprise-CAP", -2] in told(g, "guns")[0]["mods"]
    assert ["Surprise-CAP", 0] in told(g, "bombed")[0]["rolls"][0]["mods"]


# Losses.


def test_ca_99_half_of_caps_kills_are_bombers_and_guns_take_no_fighters() -> None:
    g = attack({"F4F": 4, "SBD": 4}, ("Shokaku", "Zuikaku", "Kirishima", "Kongo", "Haruna", "Hiei"), cap=4)

    def losses(ask: JSON) -> JSON:
        with pytest.raises(Refusal, match="At least 2"):
            ask.validate({"F4F": 2, "SBD": 1}, sure=True)
        return {"F4F": 1, "SBD": 2}

    kit = {"jp_cap_combat/4/10": 3, "aa/30/8": 3}
    for plot in g.plots.values():
        plot.kit |= kit
    # CAP: die 10, escort 4 against CAP 4; guns 32, 4 bombers −3: 11 is 8.
    answers = Answers([10, 10, 1], cells={}, us={"cap/losses": losses, "targets": ["Shokaku"]})
    g.truth.kit["aa/30/7"] = 3
    run(g, us_attack, answers)
    assert g.truth.tree["attack"]["lost"] == {"F4F": 1, "SBD": 4}
    # Four SBD shot down still attack at half: 6, an entry of 4: one roll at −3.
    assert g.truth.tree["attack"]["value"] == 8 * 6
    assert "t4/p2/us/strike/2/aa/losses" not in answers.asked  # nothing to choose


def test_a_single_loss_to_cap_is_a_bomber() -> None:
    g = attack({"F4F": 2, "SBD": 2}, ("Ryujo",), cap=1)
    answers = Answers([9, 1, 5])
    g.truth.kit["jp_cap_combat/1/9"] = 1
    g.truth.kit["jp_cap_combat/1/8"] = 1
    run(g, us_attack, answers)
    assert told(g, "shot-down")[0]["steps"] == {"SBD": 1}


def test_losses_open_on_fighters_first_and_then_on_the_cheapest() -> None:
    g = attack({"F4F": 4, "SBD": 4, "TBF": 2, "TBD": 1}, ("Ryujo",), cap=4)
    g.truth.kit["jp_cap_combat/4/11"] = 5
    seen: list[Split] = []

    def look(ask: Split) -> JSON:
        seen.append(ask)
        return ask.value(ask.draft())

    answers = Answers([10, 1, 1], us={"cap/losses": look})
    g.truth.kit["jp_cap_combat/4/9"] = 5
    run(g, us_attack, answers)
    assert seen[0].facts["preset"] == {"F4F": 2, "TBD": 1, "TBF": 2}


def test_fighters_alone_are_not_fired_at_and_drop_nothing() -> None:
    g = attack({"F4F": 4}, ("Ryujo",), cap=1)
    run(g, us_attack, Answers([1]))
    assert not told(g, "guns", "attack-value")
    assert g.truth.tree["attack"]["lost"] == {}


def test_more_losses_to_cap_than_bombers_fall_on_fighters() -> None:
    g = attack({"F4F": 4, "SBD": 1}, ("Ryujo",), cap=4)
    for n in (8, 9, 10, 11):
        g.truth.kit[f"jp_cap_combat/4/{n}"] = 4
    run(g, us_attack, Answers([10, 1, 1], us={"cap/losses": {"SBD": 1, "F4F": 3}}))
    assert g.truth.tree["attack"]["lost"] == {"F4F": 3, "SBD": 1}


def test_escort_is_compared_with_cap_as_the_owner_says() -> None:
    strike = {"steps": {"F4F": 3, "SBD": 4}, "cap": 1, "surprise": ""}
    g = attack({}, ())
    assert air_tables.escort_keys(g.truth, strike) == {"strong escort": "jp_cap_combat/mod/many"}
    g.truth.kit["jp_cap_combat/mod/unit"] = "points"
    assert air_tables.escort_keys(g.truth, strike) == {}
    few = {"steps": {"F4F": 1}, "cap": 3, "surprise": ""}
    assert air_tables.escort_keys(g.truth, few) == {"little escort": "jp_cap_combat/mod/few"}
    none = {"steps": {"SBD": 2, "TBD": 2}, "cap": 3, "surprise": ""}
    assert set(air_tables.escort_keys(g.truth, none)) == {"no escort", "TBDs"}


def test_the_attack_size_leaves_escort_out_and_counts_what_cap_shot_down() -> None:
    strike = {"by": "us", "steps": {"F4F": 9, "SBD": 8}, "cap_lost": {"SBD": 4}, "surprise": ""}
    assert air_tables.size(strike) == 8


# Damage to the Japanese.


def test_ca_07_a_sunk_carrier_stays_and_is_noted_with_its_turn() -> None:
    g = attack({"SBD": 4}, ("Ryujo", "Tone"))
    run(g, lambda g: damage.hit(g, "Ryujo", 9))
    ship = g.truth.ships["Ryujo"]
    assert (ship["hits"], ship["sunk"], ship["heavy"], ship["in"], ship["hurt"]) == (5, 4, 4, "C7", [4])
    run(g, lambda g: damage.hit(g, "Tone", 9))
    assert g.truth.ships["Tone"]["in"] == ""
    assert g.truth.ships_of("C7") == []


@pytest.mark.parametrize(
    ("ship", "hits", "heavy"),
    [("Kaga", 3, 0), ("Kaga", 4, 4), ("Soryu", 3, 0), ("Soryu", 4, 4), ("Ryujo", 2, 0), ("Ryujo", 3, 4)],
)
def test_ca_98_heavy_damage_is_half_her_capacity(ship: str, hits: int, heavy: int) -> None:
    g = attack({"SBD": 4}, (ship,))
    run(g, lambda g: damage.hit(g, ship, hits))
    assert g.truth.ships[ship]["heavy"] == heavy
    assert g.truth.heavily_damaged(ship) == bool(heavy)


def test_ca_74_a_carrier_counts_as_she_is_heavily_damaged_and_as_she_sinks(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[str] = []
    monkeypatch.setattr(retirement, "carrier_lost", lambda g, ship: lost.append(ship))
    g = attack({"SBD": 4}, ("Ryujo", "Shoho"), scenario="standard")
    run(g, lambda g: damage.hit(g, "Ryujo", 2))
    assert lost == []
    run(g, lambda g: damage.hit(g, "Ryujo", 1))
    assert lost == ["Ryujo"]
    run(g, lambda g: damage.hit(g, "Ryujo", 2))
    assert lost == ["Ryujo", "Ryujo"]
    run(g, lambda g: damage.hit(g, "Shoho", 5))
    assert lost == ["Ryujo", "Ryujo", "Shoho", "Shoho"]
    quiet = attack({"SBD": 4}, ("Ryujo",), scenario="6")
    run(quiet, lambda g: damage.hit(g, "Ryujo", 5))
    assert len(lost) == 4


def test_a_force_is_looked_at_for_retirement_once_an_action_has_cost_it_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, list[str]]] = []

    def check(g: Play, force: str, lost: Sequence[str]) -> JSON:
        seen.append((force, sorted(lost)))
        return
        yield

    monkeypatch.setattr(retirement, "check_force", check)
    g = attack({"SBD": 4}, ("Tone", "Chikuma", "Isuzu", "Ushio"), scenario="standard")
    for ship, hits in (("Tone", 9), ("Isuzu", 2), ("Ushio", 1)):
        run(g, lambda g, ship=ship, hits=hits: damage.hit(g, ship, hits))  # type: ignore[misc]
    run(g, lambda g: damage.after_attack(g, ["Tone", "Isuzu", "Ushio"]))
    assert seen == [("C7", ["Isuzu", "Tone"])]
    run(g, lambda g: damage.hit(g, "Isuzu", 2))
    run(g, lambda g: damage.after_attack(g, ["Isuzu"]))
    assert len(seen) == 1  # lost already


def test_the_whole_first_strike_of_the_coral_sea() -> None:
    """Scenario 1: 26 and a bonus of 2½ make 28½, which is the entry of 25."""
    ships = ("Shokaku", "Zuikaku", "Myoko", "Haguro", "Ariake", "Yugure", "Shigure", "Shiratsuyu", "Ushio", "Akebono")
    g = attack({"SBD": 8, "F4F": 4, "TBD": 2}, ships, cap=2, period="jan42", scenario="1")
    g.truth.put("clock/turn", 0)
    answers = Answers([5, 2, 9, 3], us={"targets": ["Shokaku", "Zuikaku"]})
    run(g, us_attack, answers)
    assert g.truth.tree["attack"]["value"] == 8 * 28 + 4
    assert g.truth.tree["attack"]["entry"] == 25
    assert [run_["modified"] for run_ in g.truth.tree["attack"]["rolls"]] == [9 + 0 + 1, 3 + 1 + 1]
    assert g.truth.ships["Shokaku"]["hits"] == 4
    assert g.truth.ships["Shokaku"]["heavy"] == 1  # there are no turns, and 0 would mean never
    assert g.truth.ships["Zuikaku"]["hits"] == 1


# The board.


def test_ca_03_the_board_shows_the_losses_that_are_due_while_they_are_asked_for() -> None:
    g = attack({"SBD": 4, "TBF": 4}, CARRIER_AND_SCREEN, cap=1)
    down: list[list[str]] = []

    def look(ask: Ask) -> JSON:
        drawn = fight_picture.board(g.truth, g.truth.tree["attack"], going=True)
        down.append([fire["down"] for fire in drawn["fire"]])
        return ask.value(ask.draft())

    answers = Answers(
        [10, 10, 4, 4],
        us={"cap/losses": look, "aa/losses": look, "targets": lambda ask: ["Ryujo"] * len(ask.facts["rolls"])},
    )
    run(g, us_attack, answers)
    due = told(g, "jp-cap-combat")[0]["result"]
    assert due
    assert down == [
        [f"{due} step{'s' if due > 1 else ''}", ""],
        [in_words(told(g, "shot-down")[0]["steps"]), "2 steps"],
    ]


def test_4_1_no_row_that_the_examples_read_differently_is_used_before_the_chart_is_agreed_to() -> None:
    """One example gives the 25 entry three rolls, a later one two: the players look at the chart first."""
    assert charts.has({}, "die_rolls/14")
    assert not charts.has({}, "die_rolls/25")
    assert charts.value({"agreed/die_rolls": "yes"}, "die_rolls/25") == {"n": 1, "at": 0, "more": 1, "more_at": 1}


def test_19_1_no_more_hits_are_told_of_a_ship_than_sink_her() -> None:
    g = attack({"SBD": 8}, ("Shoho",))
    run(g, us_attack, Answers([1, 7, 7], us={"targets": lambda ask: ["Shoho"] * len(ask.facts["rolls"])}))
    capacity = roster.ships()["Shoho"]["capacity"]
    rolled = sum(roll["hits"] for roll in told(g, "bombed")[0]["rolls"])
    assert rolled > capacity
    assert told(g, "us-attack-done")[0]["hits"] == {"Shoho": capacity}
    (hit,) = told(g, "hit")
    assert (
        damage.SAYINGS["hit"](hit) == f"Shoho takes {capacity} hits: {capacity} of {capacity}, all that she can take."
    )
