"""US air strikes (6.0): targets, movement, time aloft, contact, surprise, Japanese CAP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import air_value, contact, flight, forces, leaving, strikes, us_attack, victory
from umpire.games.carrier.asks import Choose, Places
from umpire.games.carrier.plot import FORCE, GROUP, SHIP, STRIKE, fresh
from umpire.table.asks import Refusal
from umpire.table.script import Play, Steps

JSON = Any
TF = "TF 16"
COLUMNS = {f"contact_cols/{time}": column for time, column in zip(range(1, 9), (1, 1, 2, 2, 3, 3, 3, 4), strict=True)}
MODS = {"contact_mods/inverted": 1, "contact_mods/other": 0}


@pytest.fixture(autouse=True)
def others(monkeypatch: pytest.MonkeyPatch) -> dict[str, JSON]:
    """The other parts of the rules, as quiet as can be: contact finds what stands there, attacks lose what they say."""
    said: dict[str, JSON] = {"lost": {}, "there": True, "fights": [], "awards": [], "value": 17}

    def contacted(g: Play, force: str) -> Steps[bool]:
        yield from ()
        return bool(said["there"])

    def attack(g: Play) -> Steps[None]:
        yield from ()
        said["fights"].append(dict(g.truth.tree["attack"]))
        g.tell(g.all, "us-attack-done", "4.1", force="", lost={}, hits={}, now={"attack/lost": said["lost"]})

    monkeypatch.setattr(forces, "contacted", contacted)
    monkeypatch.setattr(us_attack, "us_attack", attack)
    monkeypatch.setattr(air_value, "for_cap", lambda plot, force: said["value"])
    monkeypatch.setattr(victory, "award", lambda g, side, n, why, rule: said["awards"].append((side, n)))
    return said


def strike(**leaves: JSON) -> dict[str, JSON]:
    made = {
        "from": TF,
        "hex": "2420",
        "time": 3,
        "steps": {"SBD": 4, "TBF": 2},
        "left": True,
        "target": "C1",
        "side": "L",
    }
    return fresh(STRIKE, **{**made, **leaves})


def table(
    strikes_up: Mapping[str, JSON], force: Mapping[str, JSON] | None = None, scenario: str = "standard", **more: JSON
) -> Play:
    """TF 16 with Enterprise in 2423; C1, a surface force of level 4, three hexes off in 2420 unless told otherwise."""
    at: dict[str, JSON] = {
        "clock": {"turn": 2, "phase": 3, "segment": "us", "step": "strike", "night": False},
        f"groups/{TF}": fresh(GROUP, hex="2423"),
        "ships/Enterprise": fresh(SHIP, side="us", type="CV", capacity=8, **{"in": TF}),
        "forces/C1": fresh(
            FORCE, **{"hex": "2420", "level": 2, "chit": "Large Surface", "detection": "L", **(force or {})}
        ),
        "strikes": {n: dict(s) for n, s in strikes_up.items()},
    }
    more = {path.replace("__", "/"): value for path, value in more.items()}
    return scene({}, scenario=scenario, at={**at, **more}, settings=more.pop("settings", {}))


def put(g: Play, **paths: JSON) -> None:
    for plot in g.plots.values():
        for path, value in paths.items():
            plot.put(path.replace("__", "/"), value)  # type: ignore[attr-defined]


def fly(g: Play, to: Mapping[str, str] | None = None, **us: JSON) -> Answers:
    answers = Answers(us={**({"us/fly": dict(to)} if to is not None else {}), **us})
    run(g, strikes.air_movement, answers)
    assert unsaid(g) == []
    return answers


def contact_step(g: Play, dice: Sequence[int] = (), us: Mapping[str, JSON] | None = None, **cells: JSON) -> Answers:
    known = {**COLUMNS, **MODS, **{key.replace("__", "/").replace("_n", "-"): value for key, value in cells.items()}}
    answers = Answers(dice, known, us or {})
    run(g, contact.air_strikes, answers)
    assert not [kind for kind in unsaid(g) if kind != "us-attack-done"]
    return answers


# Movement and time aloft.


def test_ca_18_time_aloft_counts_from_launch_moved_or_not() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")})
    fly(g, {"1": "2423"})
    assert g.truth.strikes["1"]["time"] == 2
    fly(g, {"1": "2422"})
    assert (g.truth.strikes["1"]["time"], g.truth.strikes["1"]["hex"], g.truth.strikes["1"]["left"]) == (
        3,
        "2422",
        True,
    )


def test_landing_boxes_are_not_counted_in_air_movement_but_marked_cap_is() -> None:
    group = fresh(GROUP, hex="2423", landing=[["SBD", 2, 5]], cap=[["F4F", 4, None], ["F4F", 2, 6]])
    g = table({}, groups=None)
    put(g, groups={TF: group})
    fly(g)
    assert g.truth.groups[TF]["landing"] == [["SBD", 2, 5]]
    assert g.truth.groups[TF]["cap"] == [["F4F", 4, None], ["F4F", 2, 7]]


def test_each_type_is_lost_beyond_its_own_endurance_and_four(others: dict[str, JSON]) -> None:
    g = table({"1": strike(time=12, steps={"SBD": 2, "TBD": 4}, down=True, target="")})
    note = strikes.pieces(g.truth)[0]["note"]
    assert "TBD will be lost at the end of this step" in note
    fly(g)
    assert g.truth.strikes["1"]["steps"] == {"SBD": 2}
    assert others["awards"] == [("japan", 8)]


def test_warned_a_segment_before_a_group_is_lost_and_the_last_takes_the_counter_off() -> None:
    g = table({"1": strike(time=17, steps={"SBD": 2}, down=True, target="")})
    assert "SBD will be lost in the next segment" in strikes.pieces(g.truth)[0]["note"]
    fly(g)
    assert g.truth.strikes["1"]["steps"] == {"SBD": 2}  # 18, four beyond
    fly(g)
    assert g.truth.strikes == {}


def test_the_next_hex_is_preset_out_and_home() -> None:
    g = table(
        {
            "1": strike(hex="2422"),
            "2": strike(hex="2421", down=True, target=""),
            "3": strike(hex="2423", left=False, target=""),
        }
    )
    preset = {piece["id"]: piece["preset"] for piece in strikes.pieces(g.truth)}
    assert preset == {"1": "2421", "2": "2422", "3": "2423"}


def test_nothing_up_asks_nothing() -> None:
    g = table({})
    assert fly(g).asked == []
    assert told(g, "flown") == []


def test_only_one_hex_at_a_time() -> None:
    g = table({"1": strike(hex="2423")})
    asked = strikes._fly_ask(g)
    assert isinstance(asked, Places)
    with pytest.raises(Refusal):
        asked.validate({"1": "2421"})


def test_ca_106_formed_on_a_but_only_b_is_detected_on_leaving() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")}, {"detection": ""})
    put(g, forces__C2=fresh(FORCE, hex="2520", detection="?"))
    answers = fly(g, {"1": "2422"})
    assert (g.truth.strikes["1"]["target"], g.truth.strikes["1"]["side"]) == ("C2", "?")
    assert answers.asked == ["t0/p3/us/fly"]


def test_ca_106_with_nothing_detected_it_may_not_leave_the_hex() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")}, {"detection": ""})
    assert strikes.pieces(g.truth)[0]["to"] == ["2423"]
    assert fly(g).asked == []
    assert (g.truth.strikes["1"]["hex"], g.truth.strikes["1"]["time"]) == ("2423", 2)


def test_of_two_detected_forces_the_player_chooses_with_range_and_margin() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")})
    put(g, forces__C2=fresh(FORCE, hex="2520", detection="?"))
    seen: list[JSON] = []

    def choose(ask: JSON) -> str:
        assert isinstance(ask, Choose)
        seen.extend(ask.facts["options"])
        return "C2"

    fly(g, {"1": "2422"}, **{"fly/1/target": choose})
    assert g.truth.strikes["1"]["target"] == "C2"
    # from 2422 at time 2: two hexes there, three home: 7 of 14
    assert seen[0]["note"] == "2 hexes; home with 7 to spare"


def test_ca_19_a_target_marker_keeps_the_side_it_was_laid_on() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")})
    fly(g, {"1": "2422"})
    put(g, forces__C1__detection="")
    assert (g.truth.strikes["1"]["side"], strikes.targeted(g.truth, "C1")) == ("L", True)
    fly(g, {"1": "2421"})
    fly(g, {"1": "2420"})
    answers = contact_step(g, [5], contact__2__5="miss", us={"contact/2/who": {}})
    assert "t0/p3/us/strike/1/contact/1" in answers.asked


def test_a_strike_its_task_force_leaves_behind_is_aimed_then() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")})
    put(g, **{f"groups__{TF}__hex": "2424"})
    run(g, lambda g: strikes.left_behind(g, TF))
    assert (g.truth.strikes["1"]["left"], g.truth.strikes["1"]["target"]) == (True, "C1")


def test_left_behind_with_nothing_detected_it_can_only_fly_home() -> None:
    g = table({"1": strike(hex="2423", time=1, left=False, target="", side="")}, {"detection": ""})
    put(g, **{f"groups__{TF}__hex": "2424"})
    run(g, lambda g: strikes.left_behind(g, TF))
    assert (g.truth.strikes["1"]["left"], g.truth.strikes["1"]["down"]) == (True, False)
    fly(g, {"1": "2424"})
    assert g.truth.strikes["1"]["down"]
    assert unsaid(g) == []


# Contact.


def test_ca_21_misses_then_makes_it_a_segment_later(others: dict[str, JSON]) -> None:
    g = table({"1": strike(time=3)}, {"down": True})
    contact_step(g, [2, 6], contact__2__3="miss", contact__2__7="contact")
    made = g.truth.strikes["1"]
    assert (made["time"], made["down"], made["steps"]) == (4, True, {"SBD": 4, "TBF": 2})
    assert (g.truth.forces["C1"]["detection"], g.truth.forces["C1"]["down"]) == ("L", True)
    assert [fight["name"] for fight in others["fights"]] == ["t0/p3/us/strike/1"]


def test_the_second_column_is_a_setting() -> None:
    g = table({"1": strike(time=4)}, settings={"second_contact": "later"})
    contact_step(g, [2, 6], contact__2__2="miss", contact__3__6="miss")
    assert [each["column"] for each in told(g, "contact-roll")] == [2, 3]


def test_ca_22_fails_twice_and_must_fly_home(others: dict[str, JSON]) -> None:
    g = table({"1": strike()})
    contact_step(g, [1, 1], contact__2__1="miss")
    made = g.truth.strikes["1"]
    assert (made["down"], made["target"], made["time"], others["fights"]) == (True, "", 4, [])
    assert not strikes.targeted(g.truth, "C1")


def test_a_wrong_target_is_a_miss() -> None:
    g = table({"1": strike()})
    contact_step(g, [1], us={"contact/2/who": {}}, contact__2__1="wrong target")
    assert (g.truth.strikes["1"]["down"], g.truth.strikes["1"]["time"]) == (True, 3)


def test_ca_107_four_try_again_contact_and_fight_alone(others: dict[str, JSON]) -> None:
    g = table({"1": strike(steps={"SBD": 6})})
    contact_step(g, [1, 9], us={"contact/2/who": {"SBD": 4}}, contact__2__1="miss", contact__2__9="contact")
    stay, again = g.truth.strikes["1"], g.truth.strikes["2"]
    assert (stay["steps"], stay["time"], stay["down"]) == ({"SBD": 2}, 3, True)
    assert (again["steps"], again["time"], again["down"]) == ({"SBD": 4}, 4, True)
    assert [fight["steps"] for fight in others["fights"]] == [{"SBD": 4}]
    assert [fight["strike"] for fight in others["fights"]] == ["2"]


def test_a_marker_on_its_question_side_reads_one_column_to_the_right() -> None:
    kit = COLUMNS
    assert contact.column(kit, 3, "L") == 2
    assert contact.column(kit, 3, "?") == 3
    assert [contact.column(kit, time, "L") for time in (8, 9, 10)] == [4, 4, 4]
    assert [contact.column(kit, time, "?") for time in (8, 10)] == [5, 5]  # the column without a heading
    assert [contact.column(kit, time, side) for time, side in ((11, "L"), (11, "?"), (18, "?"))] == [6, 6, 6]


@pytest.mark.parametrize(("period", "modified"), [("jan42", 4), ("oct42", 6)])
def test_the_us_contact_modifier_of_the_period(period: str, modified: int) -> None:
    g = table({"1": strike()}, period=period)
    contact_step(g, [5], us={"contact/2/who": {}}, **{f"contact__2__{modified}": "miss"})
    assert told(g, "contact-roll")[0]["modified"] == modified


def test_the_first_contact_helps_the_second_strike(others: dict[str, JSON]) -> None:
    g = table({"1": strike(), "2": strike()})
    contact_step(g, [9, 8], contact__2__9="contact")
    assert [(each["die"], each["modified"]) for each in told(g, "contact-roll")] == [(9, 9), (8, 9)]
    assert len(others["fights"]) == 2


def test_strikes_may_wait_and_only_those_in_the_hex_may_try() -> None:
    g = table({"1": strike(), "2": strike(hex="2421"), "3": strike(target="", down=True)})
    answers = contact_step(g, us={"next/1": "wait"})
    assert answers.asked == ["t0/p3/us/strike/next/1"]
    assert not g.truth.strikes["1"]["down"]


def test_ca_20_a_dummy_stays_till_the_last_strike_aimed_at_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []
    monkeypatch.setattr(leaving, "remove", lambda g, force, why, rule: gone.append(force))
    g = table({"1": strike(), "2": strike(hex="2422")}, {"leaves": True})
    answers = contact_step(g)
    assert "t0/p3/us/strike/1/contact/1" not in answers.asked
    assert (gone, g.truth.strikes["1"]["down"]) == ([], True)
    put(g, strikes__2__hex="2420")
    contact_step(g)
    assert gone == ["C1"]


def test_ca_108_decayed_to_level_0_it_is_contacted_and_a_dummy_is_nothing(others: dict[str, JSON]) -> None:
    others["there"] = False
    g = table({"1": strike()}, {"level": 0, "chit": "", "detection": ""})
    contact_step(g, [9], contact__2__9="contact")
    assert (others["fights"], g.truth.strikes["1"]["down"]) == ([], True)


def test_what_a_strike_lost_is_lost_and_the_last_takes_its_counter_off(others: dict[str, JSON]) -> None:
    others["lost"] = {"SBD": 1, "TBF": 2}
    g = table({"1": strike()})
    contact_step(g, [9], contact__2__9="contact")
    assert g.truth.strikes["1"]["steps"] == {"SBD": 3}
    assert g.truth.tree["attack"] is None
    others["lost"] = {"SBD": 4, "TBF": 2}
    g = table({"1": strike()})
    contact_step(g, [9], contact__2__9="contact")
    assert g.truth.strikes == {}


def test_a_fight_reads_as_was_agreed(others: dict[str, JSON]) -> None:
    g = table({"1": strike()})
    contact_step(g, [9], contact__2__9="contact")
    assert others["fights"] == [
        {
            "by": "us",
            "name": "t0/p3/us/strike/1",
            "strike": "1",
            "force": "C1",
            "steps": {"SBD": 4, "TBF": 2},
            "cap": 0,
            "surprise": "",
        }
    ]


# CAP and surprise.


CARRIERS = {"level": 3, "chit": "2 CV", "value": 17}


def test_ca_24_air_value_four_die_three_no_cap(others: dict[str, JSON]) -> None:
    others["value"] = 4
    g = table({"1": strike()}, CARRIERS)
    contact_step(g, [9, 3, 5], contact__2__9="contact", surprise__5="none")
    assert told(g, "japan-cap")[0]["cap"] == 0
    assert others["fights"][0]["cap"] == 0
    assert g.truth.forces["C1"]["cap"] is None  # markers go at the end of the step


def test_ca_98_cap_is_read_by_carriers_that_are_whole_not_by_the_marker(others: dict[str, JSON]) -> None:
    others["value"] = 12  # printed 22, a CV of 10 heavily damaged; plane losses do not count
    g = table({"1": strike()}, {"level": 3, "chit": "2 CV+CVL", "value": 14})
    contact_step(g, [9, 10, 5], contact__2__9="contact", surprise__5="none")
    assert told(g, "japan-cap")[0]["value"] == 12
    assert others["fights"][0]["cap"] == 3  # column 12, die 10; column 14 would have it too


@pytest.mark.parametrize(("value", "die", "cap"), [(17, 1, 2), (25, 10, 4), (20, 5, 4), (3, 9, 1), (10, 4, 2)])
def test_cap_by_air_value_and_die(others: dict[str, JSON], value: int, die: int, cap: int) -> None:
    others["value"] = value
    g = table({"1": strike()}, CARRIERS)
    contact_step(g, [9, die, 5], contact__2__9="contact", surprise__5="none")
    assert others["fights"][0]["cap"] == cap


def test_strategic_surprise_takes_three_off_the_cap_die(others: dict[str, JSON]) -> None:
    g = table({"1": strike()}, CARRIERS, flags__surprise=True)
    cells = {"surprise_mods__strategic": -2, "surprise__3": "planes on deck"}
    contact_step(g, [9, 1, 5], contact__2__9="contact", **cells)
    assert told(g, "japan-cap")[0]["modified"] == -2
    assert (others["fights"][0]["cap"], others["fights"][0]["surprise"]) == (1, "deck")


def test_without_air_value_there_is_no_cap_to_roll_for(others: dict[str, JSON]) -> None:
    others["value"] = 0
    g = table({"1": strike()}, CARRIERS)
    contact_step(g, [9, 5], contact__2__9="contact", surprise__5="cap")
    assert (others["fights"][0]["cap"], others["fights"][0]["surprise"]) == (0, "cap")


def test_cap_once_a_segment_surprise_for_every_strike(others: dict[str, JSON]) -> None:
    g = table({"1": strike(), "2": strike()}, CARRIERS)
    cells = {"contact__2__9": "contact", "contact__2__10": "contact", "surprise__5": "none", "surprise__1": "cap"}
    contact_step(g, [9, 10, 5, 9, 1], **cells)
    assert [fight["cap"] for fight in others["fights"]] == [4, 4]
    assert [fight["surprise"] for fight in others["fights"]] == ["", "cap"]
    assert len(told(g, "japan-cap")) == 1


def test_no_cap_and_no_surprise_for_others(others: dict[str, JSON]) -> None:
    g = table({"1": strike()})
    answers = contact_step(g, [9], contact__2__9="contact")
    assert not [name for name in answers.asked if "cap" in name or "surprise" in name]
    assert others["fights"][0]["cap"] == 0


# Arithmetic.


@pytest.mark.parametrize(
    ("time", "column"), [(14, ""), (15, "increased"), (16, "increased"), (17, "extreme"), (18, "extreme")]
)
def test_increased_by_one_or_two_extreme_by_three_or_four(time: int, column: str) -> None:
    assert flight.extending("SBD", time) == column
    assert not flight.lost("SBD", time)
    assert flight.lost("SBD", 19)


def test_nobody_is_sent_where_nothing_more_is_known_to_be() -> None:
    g = table({}, {"leaves": True})
    assert strikes.detected(g.truth) == {}


def test_scenario_2_forces_are_targets_as_they_stand_on_the_record() -> None:
    g = table({}, {"level": 4}, scenario="2")
    assert list(strikes.detected(g.truth)) == ["C1"]
