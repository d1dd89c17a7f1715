"""What Scenarios 1 to 6 have of their own: tables, attacks, ends and scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import contact, movement, roster, sequence, victory
from umpire.games.carrier.plot import FORCE, STRIKE, fresh
from umpire.games.carrier.scenarios import (
    SCENARIOS,
    fights,
    scenario_1,
    scenario_2,
    scenario_3,
    scenario_4,
    scenario_5,
    scenario_6,
)

JSON = Any


def set_up(key: str, turn: int = 1, phase: int = 1, cells: dict[str, JSON] | None = None, **at: JSON) -> Any:
    """A scenario set up, in some phase."""
    g = scene(cells or {}, scenario=key)
    run(g, SCENARIOS[key].set_up, Answers(cells={"sc6_dummies/cup": 20}))
    for plot in g.plots.values():
        for path, value in {"clock/turn": turn, "clock/phase": phase, **at}.items():
            plot.put(path, value)  # type: ignore[attr-defined]
    return g


def put(g: Any, **at: JSON) -> None:
    for plot in g.plots.values():
        for path, value in at.items():
            plot.put(path, value)


def sink(g: Any, *ships: str) -> None:
    for ship in ships:
        put(g, **{f"ships/{ship}/sunk": 1, f"ships/{ship}/hits": g.truth.ships[ship]["capacity"]})


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Air points lost in the attacks to come, one after the other; the fights themselves are others' to test."""
    points: list[int] = []

    def attack(g: Any) -> Any:
        yield from ()
        put(g, **{"attack/lost": points.pop(0) if points else 0})

    monkeypatch.setattr(fights, "japanese_attack", attack)
    return points


# Scenario 1.


def test_scenario_1_attacks_in_any_order(monkeypatch: pytest.MonkeyPatch, lost: list[int]) -> None:
    fought = []

    def fight(g: Any, n: str, force: str, name: str, surprised: str) -> Any:
        yield from ()
        fought.append((n, force, g.truth.forces[force]["cap"], surprised))

    monkeypatch.setattr(contact, "fight", fight)
    g = set_up("1", turn=0, phase=0)
    answers = Answers(us={"attacks/1": "2", "attacks/2": "japan"})
    run(g, scenario_1.play, answers)
    assert fought == [("2", "C1", 2, ""), ("1", "C1", 2, "")]
    assert [f["points"] for f in told(g, "attack")] == [8]
    assert answers.asked == ["attacks/1", "attacks/2", "attacks/3"], "the last goes in when the player says so too"
    assert not unsaid(g)


@pytest.mark.parametrize(
    ("japan", "us", "words"),
    [
        ((3, 0), (2, 0), "the US wins"),
        ((2, 0), (2, 0), "no US victory"),
        ((8, 1), (9, 0), "overwhelming"),
        ((8, 1), (9, 1), "no US victory"),
    ],
)
def test_scenario_1_is_won_by_hits_on_carriers(japan: tuple[int, int], us: tuple[int, int], words: str) -> None:
    g = set_up("1", turn=0, phase=0)
    for ship, (hits, sunk) in (("Shokaku", japan), ("Lexington", us)):
        put(g, **{f"ships/{ship}/hits": hits, f"ships/{ship}/sunk": sunk})
    put(g, **{"ships/Myoko/hits": 9, "ships/Myoko/sunk": 1})
    run(g, lambda g: victory.finish(g, ""))
    text = told(g, "ended")[0]["text"]
    assert words in text
    assert f"{japan[0]} hit{'s' if japan[0] > 1 else ''} on Japanese carriers and took {us[0]} on yours" in text
    assert ("Shokaku sunk and no US carrier lost" in text) == ("overwhelming" in words)


@pytest.mark.parametrize(("key", "rule"), [("1", "Sc. 1"), ("2", "Sc. 2"), ("4", "Sc. 4"), ("standard", "22.0")])
def test_the_end_is_told_with_the_rule_by_which_it_is_won(key: str, rule: str) -> None:
    g = scene({}, scenario=key)
    run(g, lambda g: victory.finish(g, ""), Answers())
    assert [d.rule for d in g.truth.heard if d.kind == "ended"] == [rule]


# Scenario 2.


def test_ca_30_scenario_2_turn_1() -> None:
    assert scenario_2.modified(7, 1) == 4
    assert scenario_2.result(4, 1) == ("none", 0)
    g = set_up("2")
    run(g, scenario_2.japanese_segment, Answers([7]))
    assert g.truth.forces == {}
    put(g, **{"clock/phase": 2})
    run(g, scenario_2.japanese_segment, Answers([9, 5, 3]))
    assert g.truth.forces["C1"]["hex"] == "2740"
    assert g.truth.forces["C1"]["detection"] == "L"
    assert g.truth.forces["C1"]["level"] == 4
    assert g.truth.is_carrier_force("C1")
    assert not unsaid(g)


def test_ca_31_two_attacks_after_three_points_lost(lost: list[int]) -> None:
    g = set_up("2", turn=3, **{"memory/lost": 3, "memory/arrived": ["C2"]})
    lost[:] = [1, 2]
    run(g, scenario_2.japanese_segment, Answers([9, 1]))
    assert [f["points"] for f in told(g, "attack")] == [3, 2]
    assert g.truth.at("memory/used/3") == 5
    assert g.truth.at("memory/lost") == 6
    assert not unsaid(g)


def test_sc_2_eight_points_in_any_two_turns() -> None:
    g = set_up("2", turn=2, **{"memory/used": {"1": 4}})
    assert scenario_2.strengths(g.truth, 2) == [4]
    put(g, **{"memory/used": {"1": 3, "2": 2}})
    assert scenario_2.strengths(g.truth, 1) == [3]
    put(g, **{"clock/turn": 4})
    assert scenario_2.strengths(g.truth, 2) == [4, 4]


def test_sc_2_a_cv_out_halves_and_both_sunk_end_the_attacks() -> None:
    g = set_up("2", turn=4)
    put(g, **{"ships/Shokaku/hits": 3})
    assert scenario_2.strengths(g.truth, 1) == [4]
    put(g, **{"ships/Shokaku/hits": 4})
    assert scenario_2.strengths(g.truth, 2) == [2, 2]
    put(g, **{"memory/lost": 1})
    assert scenario_2.strengths(g.truth, 2) == [2, 1]
    put(g, **{"memory/lost": 0, "memory/used": {"3": 3}})
    assert scenario_2.strengths(g.truth, 2) == [1]
    sink(g, "Shokaku", "Zuikaku")
    assert scenario_2.strengths(g.truth, 2) == []
    assert scenario_2.ended(g.truth) == ""
    sink(g, "Shoho")
    assert scenario_2.ended(g.truth) == "japan"


@pytest.mark.parametrize(("die", "force", "place"), [(1, "C1", "2740"), (10, "C1", "2736"), (5, "C1", "2639")])
def test_sc_2_arrival_of_force_1(die: int, force: str, place: str) -> None:
    assert scenario_2.arrival_hex(die, force) == place


@pytest.mark.parametrize(
    ("die", "place"), [(1, "2639"), (2, "2639"), (4, "2637"), (7, "2736"), (8, "2832"), (10, "2832")]
)
def test_sc_2_arrival_of_force_2(die: int, place: str) -> None:
    assert scenario_2.arrival_hex(die, "C2") == place


def test_sc_2_an_attack_without_force_2_brings_it_in_the_next_phase(lost: list[int]) -> None:
    g = set_up("2", turn=3, phase=1)
    run(g, scenario_2.japanese_segment, Answers([9, 8]))
    assert [f["points"] for f in told(g, "attack")] == [4]
    assert "C2" not in g.truth.forces
    put(g, **{"clock/phase": 2})
    run(g, scenario_2.japanese_segment, Answers([4, 1]))
    assert g.truth.forces["C2"]["hex"] == "2637"
    put(g, **{"clock/phase": 3})
    run(g, scenario_2.japanese_segment, Answers([2]))


def test_sc_2_a_seven_without_force_2_attacks_nobody(lost: list[int]) -> None:
    g = set_up("2", turn=3, phase=1)
    run(g, scenario_2.japanese_segment, Answers([7, 6]))
    assert told(g, "attack") == []
    assert g.truth.at("memory/due") is True
    g = set_up("2", turn=3, phase=1, **{"memory/arrived": ["C2"]})
    run(g, scenario_2.japanese_segment, Answers([7, 6]))
    assert [f["points"] for f in told(g, "attack")] == [4]


def test_sc_2_no_second_die_where_it_can_bring_nothing() -> None:
    g = set_up("2", turn=3, **{"memory/arrived": ["C1"]})
    run(g, scenario_2.japanese_segment, Answers([6]))
    assert told(g, "no-action")


def test_sc_2_a_ten_ends_it_only_after_a_contact_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def strikes(g: Any) -> Any:
        yield from ()
        tried.extend(g.truth.strikes[n]["hex"] for n in g.truth.strikes)

    monkeypatch.setattr(contact, "air_strikes", strikes)
    g = set_up("2", turn=3)
    run(g, scenario_2.japanese_segment, Answers([10]))
    assert scenario_2.ended(g.truth) == ""
    put(g, **{"forces/C1": fresh(FORCE, hex="2740", level=4), "clock/phase": 2})
    put(g, **{"strikes/1": fresh(STRIKE, hex="2838", target="C1", down=True, steps={"SBD": 2})})
    put(g, **{"strikes/2": fresh(STRIKE, hex="2937", target="C1", steps={"SBD": 2})})
    run(g, scenario_2.japanese_segment, Answers([10]))
    assert scenario_2.ended(g.truth) == "die"
    assert tried == ["2838", "2740"], "one has tried; the other tries where its target is"
    assert not unsaid(g)
    (said,) = [scenario_2.SAYINGS["last-strikes"](f) for f in told(g, "last-strikes")]
    assert said.endswith("wherever they are: strike 2 is taken to its target in 2740 for it.")


def test_sc_2_the_last_strikes_are_a_list_of_their_own_and_try_no_more_later() -> None:
    g = set_up("2", turn=3, **{"memory/arrived": ["C1"], "memory/tried": True})
    put(g, **{"forces/C1": fresh(FORCE, hex="2740", level=4)})
    put(g, **{"strikes/2": fresh(STRIKE, hex="2937", target="C1", steps={"SBD": 2}, time=2, side="L")})
    lists: dict[str, JSON] = {}

    def done(ask: Any) -> JSON:
        lists[ask.facts["heading"]] = ask.facts["lines"]
        return {}

    def wait(ask: Any) -> str:
        assert ask.facts["options"][-1]["note"] == "the game ends here"
        return contact.WAIT

    run(g, scenario_2.japanese_segment, Answers([10], us={"/pieces": done, "/next/1": wait}))
    assert not any("Strike 2" in line for line in lists.get("What the Japanese did", []))
    assert lists["The last strikes"] == ["Strike 2 to 2740"]


@pytest.mark.parametrize(
    ("turn", "dice", "arrived", "said"),
    [
        (1, [2], [], "Japanese action: 2 −3 in turn 1 = −1: none."),
        (2, [4], [], "Japanese action: 4 −1 in turn 2 = 3: none."),
        (3, [7, 3], ["C2"], "Japanese action: 7, second die 3: none; C2 is in play already."),
        (3, [7, 8], [], "Japanese action: 7, second die 8: none; C2 comes in the next phase."),
        (3, [8], ["C1", "C2"], "Japanese action: 8: none; C1 and C2 are in play already."),
        (3, [6, 9], [], "Japanese action: 6, second die 9: none."),
    ],
)
def test_sc_2_no_action_is_told_with_its_dice(turn: int, dice: list[int], arrived: list[str], said: str) -> None:
    g = set_up("2", turn=turn, **{"memory/arrived": arrived})
    run(g, scenario_2.japanese_segment, Answers(dice))
    assert [scenario_2.SAYINGS["no-action"](f) for f in told(g, "no-action")] == [said]


def test_sc_2_turns_have_no_end_phase() -> None:
    g = set_up("2", turn=1, phase=4)
    put(g, **{"forces/C1": fresh(FORCE, hex="2740", level=4, down=True, struck=True)})
    run(g, sequence.turn, Answers([2]))
    assert not any(f["name"] == "end" for f in told(g, "step"))
    assert not g.truth.forces["C1"]["down"], "found in the turn before counts no longer (6.4)"
    assert not g.truth.forces["C1"]["struck"]


def test_sc_2_a_modified_ten_takes_turn_3() -> None:
    assert scenario_2.modified(10, 2) == 9
    assert scenario_2.modified(10, 1) == 7


def test_sc_2_us_carriers_out_end_it(lost: list[int]) -> None:
    g = set_up("2", turn=3, **{"memory/arrived": ["C1", "C2"]})
    sink(g, "Lexington")
    put(g, **{"ships/Yorktown/hits": 5})
    run(g, scenario_2.japanese_segment, Answers([8]))
    assert scenario_2.ended(g.truth) == "us"


# Scenario 3.


def test_ca_32_an_attack_at_range_6_on_turn_3_waits_until_turn_6(
    monkeypatch: pytest.MonkeyPatch, lost: list[int]
) -> None:
    monkeypatch.setattr(movement, "move_force", lambda g, force: iter(()))
    g = set_up("3", turn=3, **{"forces/C1/hex": "2117", "memory/first": "C1"})
    assert scenario_3.band(6) == "4-6"
    lost[:] = [2]
    run(g, scenario_3.japanese_segment, Answers(["C1", 4, "TF 16"]))
    assert [(f["points"], f["target"]) for f in told(g, "attack")] == [(8, "TF 16")]
    assert g.truth.forces["C1"]["detection"] == "", "four attacks without being located"
    assert g.truth.at("memory/next/C1") == 6
    for turn, may in ((4, False), (5, False), (6, True)):
        put(g, **{"clock/turn": turn})
        assert scenario_3.may_attack(g.truth, "C1") is may
    assert not unsaid(g)


def test_sc_3_strength() -> None:
    g = set_up("3")
    assert scenario_3.strength(g.truth, "C1") == 8
    assert scenario_3.strength(g.truth, "C2") == 4
    put(g, **{"memory/lost": {"C1": 9, "C2": 1}})
    assert scenario_3.strength(g.truth, "C1") == 8, "half of 15, halves up"
    assert scenario_3.strength(g.truth, "C2") == 3, "two thirds of 5"
    put(g, **{"ships/Shokaku/hits": 4})
    assert scenario_3.strength(g.truth, "C1") == 3, "half of 10 + 4 - 9"
    put(g, **{"ships/Junyo/hits": 3})
    assert scenario_3.strength(g.truth, "C2") == 0


def test_sc_3_nothing_before_turn_3_and_beyond_nine_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "move_force", lambda g, force: iter(()))
    g = set_up("3", turn=2, **{"forces/C1/hex": "2117"})
    run(g, scenario_3.japanese_segment, Answers(["C1"]))
    g = set_up("3", turn=3)
    run(g, scenario_3.japanese_segment, Answers(["C2"]))
    assert told(g, "table") == []
    put(g, **{"clock/phase": 3})
    run(g, scenario_3.japanese_segment, Answers([]))
    assert [f["force"] for f in told(g, "its-move")] == ["C2", "C1"]
    put(g, **{"clock/phase": 2})
    run(g, scenario_3.japanese_segment, Answers([]))
    assert len(told(g, "its-move")) == 2


@pytest.mark.parametrize(
    ("row", "reach", "located", "attacks"),
    [("range", 7, True, False), ("range", 8, False, False), ("both", 9, True, True), ("none", 1, False, False)],
)
def test_sc_3_rows_of_the_table(row: str, reach: int, located: bool, attacks: bool) -> None:
    assert scenario_3.outcome(row, reach) == (located, attacks)


def test_sc_3_once_located_stays_so_and_no_die_is_wasted(monkeypatch: pytest.MonkeyPatch, lost: list[int]) -> None:
    monkeypatch.setattr(movement, "move_force", lambda g, force: iter(()))
    g = set_up("3", turn=4, **{"forces/C2/hex": "2219", "memory/next": {"C2": 6}})
    run(g, scenario_3.japanese_segment, Answers(["C2", 7], {"scenario3_table/7": "both"}))
    assert g.truth.forces["C2"]["detection"] == "L"
    assert told(g, "attack") == []
    put(g, **{"clock/turn": 5})
    run(g, scenario_3.japanese_segment, Answers(["C2"]))
    assert told(g, "not-yet")


def test_sc_3_a_task_force_without_carriers_is_no_target_and_the_end() -> None:
    g = set_up("3", **{"forces/C1/hex": "2117", "groups/TF 17/hex": "2517"})
    assert scenario_3.targets(g.truth, "C1") == ["TF 17"]
    sink(g, "Hornet")
    assert scenario_3.targets(g.truth, "C1") == ["TF 16"]
    assert scenario_3.ended(g.truth) == ""
    put(g, **{"ships/Enterprise/hits": 5})
    assert scenario_3.ended(g.truth) == "us"
    g = set_up("3")
    sink(g, "Shokaku", "Zuikaku", "Zuiho")
    assert scenario_3.ended(g.truth) == ""
    sink(g, "Junyo")
    assert scenario_3.ended(g.truth) == "japan"


# Scenario 4.


def test_ca_46_scenario_4_scores_eight() -> None:
    g = set_up("4")
    for force in ("C3", "C4"):
        for plot in g.plots.values():
            plot.drop(f"forces/{force}")  # type: ignore[attr-defined]
    put(g, **{"forces/C1/level": 2, "forces/C1/chit": "Medium Surface", "forces/C1/detection": "L"})
    put(g, **{"forces/C2/level": 1, "forces/C2/chit": "Carrier", "forces/C2/detection": "?"})
    put(g, **{"forces/C5/level": 2, "forces/C5/chit": "Large Surface"})
    assert sum(n for n, _ in scenario_4.score(g.truth)) == 8
    run(g, lambda g: victory.finish(g, "time"))
    assert told(g, "ended")[0]["text"].startswith("The last turn is over. 8 points: inept")
    assert not unsaid(g)


def test_sc_4_a_located_carrier_force_counts_fourfold() -> None:
    g = set_up("4")
    put(g, **{"forces/C2/level": 3, "forces/C2/chit": "2 CV", "forces/C2/detection": "L"})
    assert sum(n for n, _ in scenario_4.score(g.truth)) == 12


@pytest.mark.parametrize(
    ("points", "word"), [(18, "outstanding"), (17, "good"), (14, "good"), (13, "not content"), (9, "inept")]
)
def test_sc_4_grades(points: int, word: str) -> None:
    assert word in scenario_4.grade(points)


# Scenario 5.


def known(g: Any, force: str, place: str, *ships: str) -> None:
    put(g, **{f"forces/{force}/hex": place, f"forces/{force}/level": 4, f"forces/{force}/chit": "Level 4"})
    for ship in ships:
        put(g, **{f"ships/{ship}": roster.new(ship, force)})


def test_sc_5_scores_the_sound() -> None:
    g = set_up("5")
    assert scenario_5.sound(g.truth) == [("us", 40, "no Japanese ships in 2526")]
    known(g, "C1", "2526", "Hiei", "Tone", "Isuzu", "Oite")
    assert scenario_5.sound(g.truth)[0][:2] == ("japan", 8 + 8 + 4 + 4)
    put(g, **{"settings/sound_cl": "one"})
    assert scenario_5.sound(g.truth)[0][:2] == ("japan", 8 + 8 + 8 + 4)
    put(g, **{"groups/TF 64/hex": "2526"})
    assert scenario_5.sound(g.truth) == []


def test_sc_5_is_won_by_the_most_points() -> None:
    g = set_up("5")
    cells = {"vp_schedule/sunk/us/DD": "1 1/2", "vp_schedule/sunk/us/BB": 10, "vp_schedule/damaged/us/CA": 0}
    sink(g, g.truth.ships_of("TG 17.2")[0], "Washington")
    put(g, **{f"ships/{next(s for s in g.truth.ships if g.truth.ships[s]['type'] == 'CA')}/hits": 1})
    run(g, lambda g: victory.finish(g, "time"), Answers(cells=cells))
    assert told(g, "ended")[0]["text"] == "The last turn is over. Japan wins, 11½ to 5."
    assert not unsaid(g)


# Scenario 6.


def test_sc_6_scores_the_sound() -> None:
    g = set_up("6")
    standing = {
        "C1": (0, ""),
        "C2": (1, "Small"),
        "C3": (2, "Medium Surface"),
        "C4": (3, "Large BB"),
        "C5": (1, "Surface"),
    }
    for force, (level, chit) in standing.items():
        put(g, **{f"forces/{force}/hex": "2526", f"forces/{force}/level": level, f"forces/{force}/chit": chit})
    known(g, "C6", "2526", "Hiei", "Tone", "Isuzu", "Oite")
    known(g, "C7", "2626", "Kongo")
    worth = {why.split()[0]: n for _, n, why in scenario_6.sound(g.truth)}
    assert worth == {"C1": 16, "C2": 8, "C3": 16, "C4": 32, "C5": 16, "C6": 8 + 8 + 4 + 4}


def test_sc_6_a_dummy_that_waits_for_strikes_in_the_sound_is_worth_nothing() -> None:
    g = set_up("6")
    put(g, **{"forces/C1/hex": "2526", "forces/C1/leaves": True})
    assert scenario_6.sound(g.truth) == []
