"""Carrier and base operations (7.0, 18.1): the deck sheet, its limits, landing, fuel."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import decks, fuel, landing, victory
from umpire.games.carrier.deck_limits import Moves
from umpire.games.carrier.deck_sheet import DeckSheet
from umpire.games.carrier.plot import DECK, FORCE, GROUP, SHIP, STRIKE, fresh
from umpire.table.asks import Chance, Refusal
from umpire.table.script import Play

JSON = Any
TF, BIG_E, BASE = "TF 16", "Enterprise", "Guadalcanal"
SHEET = "us/decks"


@pytest.fixture(autouse=True)
def awards(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What Japan is awarded, in eighths."""
    made: list[tuple[str, int]] = []
    monkeypatch.setattr(victory, "award", lambda g, side, n, why, rule: made.append((side, n)))
    return made


def carrier(name: str = BIG_E, group: str = TF, **boxes: JSON) -> dict[str, JSON]:
    ship = fresh(SHIP, side="us", type="CV", aa=10, capacity=8, **{"in": group})
    return {f"ships/{name}": ship, f"decks/{name}": fresh(DECK, **{"in": group, "room": 24, **boxes})}


def table(*carriers: dict[str, JSON], scenario: str = "standard", night: bool = False, **group: JSON) -> Play:
    """One task force in 2423 with carriers, and C1 Located in 2420 unless a group says otherwise."""
    at: dict[str, JSON] = {
        "clock": {"turn": 3, "phase": 2, "segment": "us", "step": "decks", "night": night},
        f"groups/{TF}": fresh(GROUP, hex="2423", **group),
        "forces/C1": fresh(FORCE, hex="2420", level=1, chit="Carrier", detection="L"),
    }
    for each in carriers:
        at |= each
    return scene(at=at, scenario=scenario)


def base(**leaves: JSON) -> dict[str, JSON]:
    boxes = {box: leaves.pop(box) for box in ("ready", "unready", "servicing", "hangar") if box in leaves}
    group = fresh(GROUP, hex="2626", base=True, **leaves)
    return {f"groups/{BASE}": group, f"decks/{BASE}": fresh(DECK, **{"in": BASE, **boxes})}


def put_strike(g: Play, n: str, strike: JSON) -> None:
    for plot in g.plots.values():
        plot.put(f"strikes/{n}", dict(strike))  # type: ignore[attr-defined]


def mv(frm: str, to: str, kind: str, n: int, time: JSON = None, deck: str = BIG_E) -> dict[str, JSON]:
    return {"deck": deck, "from": frm, "to": to, "type": kind, "n": n, "time": time}


def sheet(*moves: JSON, strikes: JSON = None, home: JSON = None) -> dict[str, JSON]:
    return {"moves": list(moves), "strikes": strikes or {}, "in": home or {}}


def play(g: Play, *moves: JSON, dice: Any = (), cells: JSON = None, us: JSON = None, **rest: JSON) -> Answers:
    answers = Answers(dice, cells or {}, {SHEET: sheet(*moves, **rest), **(us or {})})
    run(g, decks.air_operations, answers)
    assert not [kind for kind in unsaid(g) if kind not in ("roll", "cells")]
    return answers


def ask(g: Play) -> DeckSheet:
    return decks.ask_decks(g)


def refused(g: Play, *moves: JSON, **rest: JSON) -> str:
    with pytest.raises(Refusal) as refusal:
        ask(g).validate(sheet(*moves, **rest))
    return refusal.value.text


def allowed(g: Play, *moves: JSON, **rest: JSON) -> None:
    ask(g).validate(sheet(*moves, **rest))


def deck(g: Play, name: str = BIG_E) -> dict[str, JSON]:
    return {box: g.truth.decks[name][box] for box in ("ready", "unready", "servicing", "hangar")}


# Limits.


def test_ca_25_launch_raise_and_lower_four_each_but_no_landing() -> None:
    g = table(carrier(ready={"SBD": 4}, unready={"TBF": 4}, servicing={"SBD": 8}), landing=[["SBD", 4, 3]])
    fours = [mv("ready", "search", "SBD", 4), mv("servicing", "ready", "SBD", 4), mv("unready", "hangar", "TBF", 4)]
    allowed(g, *fours)
    assert "launches 4" in refused(g, *fours, mv("landing", "unready", "SBD", 1, 3))
    assert "make 9" in refused(g, fours[0], mv("servicing", "ready", "SBD", 5))
    play(g, *fours)
    assert deck(g) == {"ready": {"SBD": 4}, "unready": {}, "servicing": {"SBD": 4}, "hangar": {"TBF": 4}}
    assert g.truth.at(f"groups/{TF}/track/1/available") == {"SBD": 4}


def test_lowered_and_launched_come_to_eight_too() -> None:
    g = table(carrier(ready={"SBD": 3}, unready={"TBF": 5}, servicing={"F4F": 6}))
    off = mv("ready", "search", "SBD", 3)
    allowed(g, off, mv("unready", "hangar", "TBF", 5), mv("servicing", "ready", "F4F", 5))
    assert "3 launched and 6 raised make 9" in refused(g, off, mv("servicing", "ready", "F4F", 6))
    g = table(carrier(ready={"SBD": 4}, unready={"TBF": 4}))
    both = [mv("ready", "hangar", "SBD", 1), mv("unready", "hangar", "TBF", 4)]
    allowed(g, mv("ready", "search", "SBD", 3), *both)
    g = table(carrier(ready={"SBD": 5}, unready={"TBF": 3}))
    both = [mv("ready", "hangar", "SBD", 1), mv("unready", "hangar", "TBF", 3)]
    allowed(g, mv("ready", "search", "SBD", 4), *both)


def test_ca_26_raised_five_lowered_two_seven_may_land() -> None:
    g = table(carrier(unready={"TBF": 2}, servicing={"SBD": 5}), landing=[["SBD", 8, 3]])
    lifts = [mv("servicing", "ready", "SBD", 5), mv("unready", "hangar", "TBF", 2)]
    allowed(g, *lifts, mv("landing", "unready", "SBD", 7, 3))
    assert "make 13; 12" in refused(g, *lifts, mv("landing", "unready", "SBD", 8, 3))


def test_ca_27_land_lower_service_raise_launch_takes_five_segments() -> None:
    g = table(carrier(), landing=[["SBD", 2, 5]])
    play(g, mv("landing", "unready", "SBD", 2, 5))
    assert "holds no SBD" in refused(g, mv("hangar", "servicing", "SBD", 2))
    play(g, mv("unready", "hangar", "SBD", 2))
    assert "holds no SBD" in refused(g, mv("servicing", "ready", "SBD", 2))
    play(g, mv("hangar", "servicing", "SBD", 2))
    play(g, mv("servicing", "ready", "SBD", 2))
    play(g, mv("ready", "strike/1", "SBD", 2), strikes={"1": {"to": "2422", "target": "C1"}})
    assert g.truth.strikes["1"]["steps"] == {"SBD": 2}


def test_ca_28_enterprise_raises_six_lowers_four_lands_four_then_may_not_launch() -> None:
    arrived = fresh(STRIKE, **{"from": TF}, hex="2423", time=9, steps={"SBD": 6}, left=True, down=True)
    g = table(carrier(unready={"SBD": 4}, servicing={"SBD": 6}), landing=[["SBD", 4, 15]])
    for plot in g.plots.values():
        plot.put("strikes/4", dict(arrived))  # type: ignore[attr-defined]
    moves = [mv("servicing", "ready", "SBD", 6), mv("unready", "hangar", "SBD", 4)]
    assert ask(g).draft()["in"] == {"4": TF}
    limits = Moves(ask(g).facts, moves)
    assert limits.most(mv("landing", "unready", "SBD", 0, 15))[0] == 4
    landing_4 = mv("landing", "unready", "SBD", 4, 15)
    play(g, *moves, landing_4, home={"4": TF}, dice=[3], cells={"ext_range/increased/3": 0})
    assert deck(g) == {"ready": {"SBD": 6}, "unready": {"SBD": 4}, "servicing": {}, "hangar": {"SBD": 4}}
    assert g.truth.groups[TF]["landing"] == [["SBD", 6, 9]]
    assert "10 steps are on Enterprise" in refused(g, mv("ready", "strike/1", "SBD", 6))
    play(g, mv("unready", "hangar", "SBD", 2))
    assert g.truth.groups[TF]["landing"] == [["SBD", 6, 10]]
    six = mv("ready", "strike/1", "SBD", 6)
    allowed(g, six, mv("unready", "hangar", "SBD", 2))
    g2 = table(carrier(ready={"SBD": 6}, unready={"SBD": 2}, hangar={"SBD": 6}))
    allowed(g2, six, mv("unready", "hangar", "SBD", 2))
    g3 = table(carrier(ready={"SBD": 6, "F4F": 1}, unready={"SBD": 1, "TBF": 1}))
    assert "9 steps" in refused(g3, six)


def test_raised_six_no_more_than_six_could_land() -> None:
    g = table(carrier(servicing={"SBD": 6}), landing=[["SBD", 8, 3]])
    up = mv("servicing", "ready", "SBD", 6)
    assert Moves(ask(g).facts, [up]).most(mv("landing", "unready", "SBD", 0, 3))[0] == 6


def test_launch_at_exactly_eight_on_deck_but_not_at_nine_even_if_they_are_lowered() -> None:
    allowed(table(carrier(ready={"SBD": 8})), mv("ready", "search", "SBD", 8))
    g = table(carrier(ready={"SBD": 6}, unready={"SBD": 3}))
    assert "no more than 8" in refused(g, mv("ready", "search", "SBD", 1), mv("unready", "hangar", "SBD", 3))


def test_eight_launch_and_no_more_and_the_unready_never() -> None:
    g = table(carrier(ready={"SBD": 4}, unready={"SBD": 4}))
    assert "holds 4 SBD" in refused(g, mv("ready", "search", "SBD", 5))
    assert "cannot go from Unready" in refused(g, mv("unready", "search", "SBD", 1))


def test_twelve_on_deck_when_all_have_landed() -> None:
    g = table(carrier(unready={"SBD": 8}), landing=[["SBD", 8, 3]])
    allowed(g, mv("landing", "unready", "SBD", 4, 3))
    assert "13 steps would be" in refused(g, mv("landing", "unready", "SBD", 5, 3))
    allowed(g, mv("unready", "hangar", "SBD", 4), mv("landing", "unready", "SBD", 8, 3))


def test_raising_is_only_from_servicing_and_may_fill_the_deck() -> None:
    g = table(carrier(unready={"SBD": 8}, servicing={"SBD": 8}, hangar={"SBD": 4}))
    assert "cannot go from the Hangar" in refused(g, mv("hangar", "ready", "SBD", 1))
    allowed(g, mv("servicing", "ready", "SBD", 8))


def test_servicing_holds_eight_at_the_end_and_those_raised_make_room() -> None:
    g = table(carrier(servicing={"SBD": 6}, hangar={"TBF": 8}))
    assert "it would be 9" in refused(g, mv("hangar", "servicing", "TBF", 3))
    allowed(g, mv("servicing", "ready", "SBD", 6), mv("hangar", "servicing", "TBF", 8))


def test_ready_steps_go_down_to_hangar_or_servicing_and_are_serviced_a_segment_later() -> None:
    g = table(carrier(ready={"F4F": 4}))
    play(g, mv("ready", "servicing", "F4F", 2), mv("ready", "hangar", "F4F", 1))
    assert deck(g) == {"ready": {"F4F": 1}, "unready": {}, "servicing": {"F4F": 2}, "hangar": {"F4F": 1}}
    assert "raised in the next" in refused(g, mv("servicing", "ready", "F4F", 1))
    play(g)
    assert told(g, "serviced") == [
        {"deck": BIG_E, "steps": {"F4F": 2}, "now": {f"decks/{BIG_E}/unserviced": {}}},
    ]
    allowed(g, mv("servicing", "ready", "F4F", 2))
    assert "cannot go from Unready" in refused(table(carrier(unready={"F4F": 1})), mv("unready", "servicing", "F4F", 1))


def test_hangar_room_counts_all_boxes_but_not_cap() -> None:
    full = carrier(hangar={"SBD": 20}, room=22)
    g = table(full, landing=[["SBD", 4, 2]], cap=[["F4F", 8, None]])
    allowed(g, mv("landing", "unready", "SBD", 2, 2))
    assert "room for 22" in refused(g, mv("landing", "unready", "SBD", 3, 2))
    allowed(g, mv("landing", "unready", "SBD", 3, 2), mv("hangar", "overboard", "SBD", 1))


def test_no_landing_after_a_launch_at_the_warning_for_one_segment() -> None:
    g = table(carrier(ready={"SBD": 8}, warned=True), landing=[["SBD", 2, 2]])
    assert "launched at the warning" in refused(g, mv("landing", "unready", "SBD", 2, 2))
    play(g, mv("ready", "search", "SBD", 8))
    allowed(g, mv("landing", "unready", "SBD", 2, 3))


def test_one_carrier_launches_while_the_other_lands_out_of_one_landing_box() -> None:
    g = table(carrier(ready={"SBD": 4}), carrier("Hornet"), landing=[["SBD", 4, 3]])
    down = mv("landing", "unready", "SBD", 4, 3, "Hornet")
    allowed(g, mv("ready", "search", "SBD", 4), down)
    assert "holds 4 SBD" in refused(g, down, mv("landing", "unready", "SBD", 1, 3))
    play(g, mv("ready", "search", "SBD", 4), down)
    assert deck(g, "Hornet")["unready"] == {"SBD": 4}


def test_an_inoperative_deck_neither_launches_nor_lands_but_lifts() -> None:
    g = table(carrier(ready={"SBD": 4}, unready={"SBD": 2}, markers=[2]), landing=[["SBD", 2, 2]])
    assert "out of action" in refused(g, mv("ready", "search", "SBD", 1))
    assert "nothing lands" in refused(g, mv("landing", "unready", "SBD", 1, 2))
    allowed(g, mv("unready", "hangar", "SBD", 2))


def test_no_raising_or_lowering_with_broken_lifts() -> None:
    g = table(carrier(unready={"SBD": 2}, servicing={"SBD": 2}, no_lift=True))
    for move in (mv("unready", "hangar", "SBD", 1), mv("servicing", "ready", "SBD", 1)):
        assert "lifts do not work" in refused(g, move)


def test_nothing_launches_at_night_but_decks_work() -> None:
    g = table(carrier(ready={"F4F": 4}, servicing={"SBD": 2}), night=True)
    assert "at night" in refused(g, mv("ready", "cap", "F4F", 1))
    allowed(g, mv("servicing", "ready", "SBD", 2))


def test_victorious_launches_sbd_on_transfers_and_not_on_strikes() -> None:
    g = table(carrier("Victorious", ready={"SBD": 4, "TBF": 2}, room=11))
    assert "not on a strike" in refused(g, mv("ready", "strike/1", "SBD", 2, deck="Victorious"))
    allowed(g, mv("ready", "transfer/1", "SBD", 2, deck="Victorious"))
    allowed(g, mv("ready", "strike/1", "TBF", 2, deck="Victorious"))


def test_search_is_not_for_tbd_and_p39_and_cap_for_fighters_alone() -> None:
    g = table(carrier(ready={"TBD": 2, "SBD": 2}))
    assert "TBD cannot search" in refused(g, mv("ready", "search", "TBD", 1))
    assert "Only fighters" in refused(g, mv("ready", "cap", "SBD", 1))
    assert "There is no search" in refused(
        table(carrier(ready={"SBD": 2}), scenario="2"), mv("ready", "search", "SBD", 1)
    )


def test_cap_is_eight_a_working_deck() -> None:
    two = (carrier(ready={"F4F": 8}), carrier("Hornet", ready={"F4F": 8}))
    g = table(*two, cap=[["F4F", 2, None]])
    allowed(g, mv("ready", "cap", "F4F", 8), mv("ready", "cap", "F4F", 6, deck="Hornet"))
    assert "takes 16" in refused(g, mv("ready", "cap", "F4F", 8), mv("ready", "cap", "F4F", 7, deck="Hornet"))
    one = (carrier(ready={"F4F": 8}), carrier("Hornet", ready={"F4F": 8}, markers=[1]))
    g = table(*one, cap=[["F4F", 2, None]])
    assert "takes 8 steps and has 2; 7 more" in refused(g, mv("ready", "cap", "F4F", 7))


# Strikes and transfers.


def test_a_strike_is_launched_only_while_something_is_detected() -> None:
    g = table(carrier(ready={"SBD": 4}))
    for plot in g.plots.values():
        plot.put("forces/C1/detection", "")  # type: ignore[attr-defined]
    assert "No Japanese force is detected" in refused(g, mv("ready", "strike/1", "SBD", 4))
    allowed(g, mv("ready", "transfer/1", "SBD", 4))


def test_a_strike_is_put_in_its_own_hex_or_next_to_it_and_needs_a_target_when_it_leaves() -> None:
    g = table(carrier(ready={"SBD": 4}))
    go = mv("ready", "strike/1", "SBD", 4)
    allowed(g, go, strikes={"1": {"to": "2423", "target": ""}})
    assert "which force" in refused(g, go, strikes={"1": {"to": "2422", "target": ""}})
    assert "cannot be put in 2421" in refused(g, go, strikes={"1": {"to": "2421", "target": "C1"}})
    assert "cannot be sent" in refused(g, go, strikes={"1": {"to": "2422", "target": "C9"}})
    assert "cannot be sent" in refused(g, go, strikes={"1": {"to": "2423", "target": "C1"}})
    play(g, go, strikes={"1": {"to": "2422", "target": "C1"}})
    made = g.truth.strikes["1"]
    assert (made["hex"], made["time"], made["left"], made["target"], made["side"]) == ("2422", 1, True, "C1", "L")


def test_a_force_that_only_waits_for_strikes_is_no_new_target() -> None:
    g = table(carrier(ready={"SBD": 4}))
    for plot in g.plots.values():
        plot.put("forces/C1/leaves", True)  # type: ignore[attr-defined]
    assert "No Japanese force is detected" in refused(g, mv("ready", "strike/1", "SBD", 4))


def test_two_carriers_of_a_task_force_form_one_strike_two_task_forces_do_not() -> None:
    other = {"groups/TF 17": fresh(GROUP, hex="2423"), **carrier("Hornet", "TF 17", ready={"SBD": 4})}
    g = table(carrier(ready={"SBD": 4}), other)
    two = [mv("ready", "strike/1", "SBD", 4), mv("ready", "strike/1", "SBD", 4, deck="Hornet")]
    assert "one task force" in refused(g, *two)
    g = table(carrier(ready={"SBD": 4}), carrier("Hornet", ready={"SBD": 4}))
    play(g, *two)
    assert g.truth.strikes["1"]["steps"] == {"SBD": 8}


def test_ca_18_late_joiners_share_the_time_aloft_and_the_strike_may_leave_at_once() -> None:
    g = table(carrier(ready={"SBD": 8}))
    play(g, mv("ready", "strike/1", "SBD", 4))
    assert g.truth.strikes["1"]["time"] == 1
    for plot in g.plots.values():
        plot.put("strikes/1/time", 2)  # type: ignore[attr-defined]
    play(g, mv("ready", "strike/1", "SBD", 4), strikes={"1": {"to": "2422", "target": "C1"}})
    made = g.truth.strikes["1"]
    assert (made["steps"], made["time"], made["hex"], made["left"]) == ({"SBD": 8}, 2, "2422", True)


def test_nobody_joins_a_strike_that_has_left_even_in_the_same_hex() -> None:
    g = table(carrier(ready={"SBD": 8}))
    gone = fresh(STRIKE, **{"from": TF}, hex="2423", time=3, steps={"SBD": 2}, left=True, target="C1", side="L")
    for plot in g.plots.values():
        plot.put("strikes/1", dict(gone))  # type: ignore[attr-defined]
    assert "not there to be joined" in refused(g, mv("ready", "strike/1", "SBD", 4))
    assert ask(g).facts["free"][0] == "2"


def test_transfers_start_face_down_with_one_or_with_the_time_they_have() -> None:
    g = table(carrier(ready={"SBD": 4}), landing=[["SBD", 2, 6], ["SBD", 2, 7]])
    both = [mv("landing", "transfer/2", "SBD", 2, 6), mv("landing", "transfer/2", "SBD", 2, 7)]
    assert "groups of their own" in refused(g, *both)
    play(g, mv("ready", "transfer/1", "SBD", 4), mv("landing", "transfer/2", "SBD", 2, 6))
    one, two = g.truth.strikes["1"], g.truth.strikes["2"]
    assert (one["time"], one["down"], one["transfer"], one["target"]) == (1, True, True, "")
    assert (two["time"], two["steps"], two["hex"]) == (6, {"SBD": 2}, "2423")
    assert g.truth.groups[TF]["landing"] == [["SBD", 2, 8]]


def test_cap_transfers_only_off_a_lost_deck_with_half_its_endurance() -> None:
    g = table(carrier(ready={"SBD": 4}), cap=[["F4F", 4, None]])
    away = mv("cap", "transfer/1", "F4F", 4)
    assert "CAP lands where it flies from" in refused(g, away)
    g = table(carrier(markers=[2]), cap=[["F4F", 4, None]])
    play(g, away)
    assert (g.truth.strikes["1"]["time"], g.truth.groups[TF]["cap"]) == (6, [])


def test_cap_of_a_task_force_without_a_carrier_may_still_go() -> None:
    g = table(cap=[["F4F", 4, 7]])
    assert list(ask(g).facts["decks"]) == [TF]
    play(g, mv("cap", "transfer/1", "F4F", 4, 7, TF))
    assert g.truth.strikes["1"]["time"] == 7


# Landing.


def test_cap_lands_from_its_own_box() -> None:
    g = table(carrier(), cap=[["F4F", 4, None]])
    play(g, mv("cap", "unready", "F4F", 3))
    assert (deck(g)["unready"], g.truth.groups[TF]["cap"]) == ({"F4F": 3}, [["F4F", 1, None]])


def test_who_does_not_land_is_a_segment_longer_up_and_newcomers_are_not() -> None:
    g = table(carrier(ready={"SBD": 1}), landing=[["SBD", 2, 14], ["F4F", 1, 16]])
    home = fresh(STRIKE, **{"from": TF}, hex="2423", time=5, steps={"SBD": 1}, left=True, down=True)
    for plot in g.plots.values():
        plot.put("strikes/1", dict(home))  # type: ignore[attr-defined]
    assert "1 F4F over TF 16" in ask(g).reminder(ask(g).draft())
    play(g, home={"1": TF})
    assert g.truth.groups[TF]["landing"] == [["SBD", 1, 5], ["SBD", 2, 15]]
    assert told(g, "circling")[0]["lost"] == {"F4F": 1}
    assert "1" not in g.truth.strikes


def test_lost_at_endurance_and_five_not_at_four(awards: list[tuple[str, int]]) -> None:
    g = table(carrier(ready={"SBD": 1}), landing=[["SBD", 2, 17], ["SBD", 3, 18]])
    play(g)
    assert (g.truth.groups[TF]["landing"], awards) == ([["SBD", 2, 18]], [("japan", 6)])


def test_ca_44_from_search_they_land_safe_at_once_and_roll_a_segment_later() -> None:
    g = table(carrier(), landing=[["F4F", 2, 12], ["SBD", 2, 14]])
    play(g, mv("landing", "unready", "F4F", 2, 12))
    assert g.truth.groups[TF]["landing"] == [["SBD", 2, 15]]
    play(g, mv("landing", "unready", "SBD", 2, 15), dice=[7], cells={"ext_range/increased/7": "1/2"})
    assert deck(g)["unready"] == {"F4F": 2, "SBD": 1}


def test_increased_and_extreme_roll_apart_and_each_carrier_for_itself(awards: list[tuple[str, int]]) -> None:
    up = [["SBD", 4, 15], ["SBD", 2, 16], ["TBD", 3, 12]]
    g = table(carrier(), carrier("Hornet"), landing=up)
    moves = [mv("landing", "unready", "SBD", 4, 15), mv("landing", "unready", "TBD", 3, 12)]
    other = mv("landing", "unready", "SBD", 2, 16, "Hornet")
    cells = {"ext_range/increased/4": "1/4", "ext_range/extreme/9": "1/2", "ext_range/increased/5": "1/4"}
    answers = play(g, *moves, other, dice=[4, 9, 5], cells=cells)
    rolls = [name for name in answers.asked if name.endswith(("increased", "extreme"))]
    assert rolls == [f"t0/p2/us/decks/{d}" for d in (f"{BIG_E}/increased", f"{BIG_E}/extreme", "Hornet/increased")]
    # a quarter of 4 is 1; half of 3 is 1½, so 2; a quarter of 2 is ½, so 1
    assert deck(g)["unready"] == {"SBD": 3, "TBD": 1}
    assert deck(g, "Hornet")["unready"] == {"SBD": 1}
    assert sum(n for _, n in awards) == 2 * 4


@pytest.mark.parametrize(
    ("steps", "n", "sure", "more", "over"),
    [
        ({"SBD": 6, "TBF": 1}, 3, {"SBD": 2, "TBF": 1}, [], 0),
        ({"SBD": 4, "TBF": 4}, 3, {"SBD": 1, "TBF": 1}, ["SBD", "TBF"], 1),
        ({"SBD": 4}, 3, {"SBD": 3}, [], 0),
        ({"SBD": 1, "TBF": 1, "F4F": 1}, 2, {"SBD": 0, "TBF": 0, "F4F": 0}, ["SBD", "TBF", "F4F"], 2),
        ({"SBD": 2, "TBF": 1}, 9, {"SBD": 2, "TBF": 1}, [], 0),
        ({"SBD": 2, "TBF": 1}, 0, {"SBD": 0, "TBF": 0}, [], 0),
        ({"SBD": 5, "TBF": 2, "F4F": 1}, 6, {"SBD": 3, "TBF": 2, "F4F": 1}, [], 0),
    ],
)
def test_losses_spread_as_even_as_there_are_steps(steps: JSON, n: int, sure: JSON, more: list[str], over: int) -> None:
    assert landing.spread(steps, n) == (sure, more, over)


def test_an_odd_loss_is_of_the_type_the_player_chooses() -> None:
    g = table(carrier(), landing=[["SBD", 2, 16], ["TBF", 2, 16]])
    moves = [mv("landing", "unready", kind, 2, 16) for kind in ("SBD", "TBF")]
    play(g, *moves, dice=[6], cells={"ext_range/increased/6": "1/4"}, us={"which": ["TBF"]})
    assert deck(g)["unready"] == {"SBD": 2, "TBF": 1}


@pytest.mark.parametrize(("printed", "steps", "n"), [("1/4", 2, 1), ("1/4", 1, 0), ("1/3", 4, 1), (1, 5, 5), (0, 5, 0)])
def test_fractions_to_the_nearest_halves_up(printed: JSON, steps: int, n: int) -> None:
    assert landing.fraction_of(printed, steps) == n


def test_at_night_all_that_land_roll_and_the_late_twice() -> None:
    g = table(carrier(), night=True, cap=[["F4F", 4, None]], landing=[["SBD", 4, 15]])
    moves = [mv("cap", "unready", "F4F", 4), mv("landing", "unready", "SBD", 4, 15)]
    cells = {"ext_range/increased/2": "1/2", "ext_range/night/8": "1/3"}
    play(g, *moves, dice=[2, 8], cells=cells)
    # half of 4 SBD; then a third of the 6 that are left, evenly
    assert deck(g)["unready"] == {"F4F": 3, "SBD": 1}


def test_overboard_costs_an_eighth_a_step_and_makes_room(awards: list[tuple[str, int]]) -> None:
    g = table(carrier(unready={"SBD": 12}, hangar={"F4F": 2}), landing=[["SBD", 2, 5]])
    moves = [mv("unready", "overboard", "SBD", 2), mv("landing", "unready", "SBD", 2, 5)]
    play(g, *moves)
    assert (deck(g)["unready"], awards) == ({"SBD": 12}, [("japan", 2)])


@pytest.mark.parametrize(("n", "words"), [(2, "2 SBD of Enterprise"), (12, "12 SBD of Enterprise")])
def test_overboard_is_asked_about_once_more_with_what_it_costs(n: int, words: str) -> None:
    """7.1: an eighth of a point a step."""
    asked = ask(table(carrier(unready={"SBD": 12}, hangar={"F4F": 2})))
    draft = asked.draft()
    assert asked.reminder(draft) == ""
    draft = tap(asked, "chip unready:SBD:", "to overboard", f"n {n}")
    cost = {2: "¼ point", 12: "1½ points"}[n]
    assert asked.reminder(draft) == f"Over the side: {words}. They are lost for good, and Japan gets {cost}."


def test_ca_103_marked_cap_fights_on_and_leaves_its_box_beyond_its_endurance(awards: list[tuple[str, int]]) -> None:
    two = (carrier(ready={"SBD": 1}), carrier("Hornet", markers=[2]))
    g = table(*two, cap=[["F4F", 8, None], ["F4F", 4, 12]])
    play(g)
    assert g.truth.groups[TF]["cap"] == [["F4F", 8, None], ["F4F", 4, 12]]
    for plot in g.plots.values():
        plot.put(f"groups/{TF}/cap", [["F4F", 8, None], ["F4F", 4, 13]])  # type: ignore[attr-defined]
    play(g)
    assert (g.truth.groups[TF]["cap"], g.truth.groups[TF]["landing"]) == ([["F4F", 8, None]], [["F4F", 4, 13]])
    assert awards == []


def test_marked_cap_without_any_carrier_is_lost_as_its_endurance_is_up(awards: list[tuple[str, int]]) -> None:
    g = table(cap=[["F4F", 2, 13]])
    play(g)
    assert (g.truth.groups[TF]["cap"], awards) == ([], [("japan", 4)])


# Land bases (18.1, 18.2).


def test_a_base_launches_and_lands_eight_together_and_lifts_freely() -> None:
    here = base(ready={"SBD": 4}, servicing={"SBD": 8}, unready={"TBF": 2}, landing=[["SBD", 6, 3]], fuel=40)
    g = table(here)
    moves = [
        mv("ready", "search", "SBD", 4, deck=BASE),
        mv("servicing", "ready", "SBD", 8, deck=BASE),
        mv("unready", "hangar", "TBF", 2, deck=BASE),
    ]
    allowed(g, *moves, mv("landing", "unready", "SBD", 4, 3, BASE))  # 6 - 4 - 2 + 8 + 4 = 12 on the runway
    assert "12 is the most" in refused(g, *moves[:2], mv("landing", "unready", "SBD", 4, 3, BASE))
    allowed(g, moves[0], moves[2], mv("landing", "unready", "SBD", 4, 3, BASE))
    assert "4 launched and 5 landed make 9" in refused(g, moves[0], mv("landing", "unready", "SBD", 5, 3, BASE))


def test_a_base_launches_with_up_to_twelve_on_the_runway_and_has_no_hangar_limit() -> None:
    g = table(base(ready={"SBD": 8}, unready={"SBD": 4}, hangar={"SBD": 40}, fuel=40))
    allowed(g, mv("ready", "search", "SBD", 8, deck=BASE))
    g = table(base(ready={"SBD": 8}, unready={"SBD": 5}, fuel=40))
    assert "13 steps are on" in refused(g, mv("ready", "search", "SBD", 1, deck=BASE))


def test_fuel_half_a_point_a_step_at_launching_and_none_without() -> None:
    g = table(base(ready={"SBD": 6}, fuel=10))  # 2½ points
    assert "fuel for 5 steps" in refused(g, mv("ready", "search", "SBD", 6, deck=BASE))
    play(g, mv("ready", "search", "SBD", 3, deck=BASE))
    assert g.truth.groups[BASE]["fuel"] == 4


@pytest.mark.parametrize(
    ("cap", "has", "left", "stay"),
    [(1, 4, 2, 1), (2, 4, 2, 2), (5, 8, 2, 5), (5, 4, 0, 4), (3, 2, 0, 2), (4, 0, 0, 0), (8, 30, 22, 8)],
)
def test_cap_fuel_a_quarter_a_step_rounded_up_to_halves(cap: int, has: int, left: int, stay: int) -> None:
    g = table(base(cap=[["F4F", cap, None]], fuel=has))
    run(g, decks.end_of_turn_fuel)
    group = g.truth.groups[BASE]
    assert (group["fuel"], sum(n for _, n, _ in group["cap"])) == (left, stay)
    assert group["landing"] == ([["F4F", cap - stay, 12]] if cap > stay else [])
    assert unsaid(g) == []


def test_which_cap_goes_without_fuel_is_the_player_s_choice() -> None:
    g = table(base(cap=[["F4F", 2, None], ["P-38", 2, None]], fuel=2))
    run(g, decks.end_of_turn_fuel, Answers(us={f"fuel/{BASE}": {"F4F": 2}}))
    assert g.truth.groups[BASE]["cap"] == [["P-38", 2, None]]
    assert g.truth.groups[BASE]["landing"] == [["F4F", 2, 12]]


def test_without_counted_fuel_nothing_is_paid() -> None:
    g = table(base(cap=[["P-39", 4, None]]))
    run(g, decks.end_of_turn_fuel)
    assert told(g, "cap-fuel") == []
    assert fuel.fed(5, 4) == 4


def test_a_broken_base_launches_and_services_nothing_but_lands_with_a_roll_or_two() -> None:
    here = base(ready={"SBD": 2}, hangar={"SBD": 2}, landing=[["SBD", 4, 5], ["SBD", 4, 15]], hits=10, fuel=20)
    g = table(here)
    assert "out of action and cannot launch" in refused(g, mv("ready", "search", "SBD", 1, deck=BASE))
    assert "services nothing" in refused(g, mv("hangar", "servicing", "SBD", 1, deck=BASE))
    moves = [mv("landing", "unready", "SBD", 4, 5, BASE), mv("landing", "unready", "SBD", 4, 15, BASE)]
    cells = {"ext_range/increased/1": "1/2", "ext_range/increased/2": "1/3"}
    play(g, *moves, dice=[1, 2], cells=cells)
    # half of the 4 that are late; then a third of the 6 left
    assert deck(g, BASE)["unready"] == {"SBD": 4}


def test_army_planes_fly_from_land_alone() -> None:
    g = table(carrier(), landing=[["P-38", 2, 3]])
    assert "land bases only" in refused(g, mv("landing", "unready", "P-38", 2, 3))


def test_p38_do_not_wait_over_a_carrier() -> None:
    g = table(carrier(ready={"F4F": 1}))
    home = fresh(STRIKE, **{"from": BASE}, hex="2423", time=5, steps={"P-38": 1, "SBD": 2}, left=True, down=True)
    for plot in g.plots.values():
        plot.put("strikes/1", dict(home))  # type: ignore[attr-defined]
    assert ask(g).facts["arrived"] == {}


# The end of a one-day game.


def test_ca_125_cap_strikes_and_search_planes_roll_by_night(awards: list[tuple[str, int]]) -> None:
    track = {"1": {"range": [0, 3], "available": {"SBD": 2}, "used": {"SBD": 1}}}
    g = table(carrier(), cap=[["F4F", 4, None]], track=track, landing=[["SBD", 1, 3]])
    up = fresh(STRIKE, **{"from": TF}, hex="2422", time=5, steps={"SBD": 2, "TBF": 2}, left=True, down=True)
    for plot in g.plots.values():
        plot.put("strikes/1", dict(up))  # type: ignore[attr-defined]
    cells = {f"ext_range/night/{n}": "1/2" for n in (1, 2, 3)} | {"ext_range/night/4": 0}
    answers = Answers([1, 2, 3, 4], cells)
    run(g, decks.end_of_day, answers)
    assert g.truth.strikes["1"]["steps"] == {"SBD": 1, "TBF": 1}
    assert g.truth.groups[TF]["cap"] == [["F4F", 2, None]]
    box = g.truth.at(f"groups/{TF}/track/1")
    assert sum(box["available"].values()) + sum(box["used"].values()) == 1
    assert g.truth.groups[TF]["landing"] == [["SBD", 1, 3]]
    assert sum(n for _, n in awards) == 2 * (2 + 2 + 2)
    assert unsaid(g) == []


# The sheet, tap by tap.


def tap(asked: DeckSheet, *taps: str) -> JSON:
    """A draft after some taps, each ``op arg``."""
    draft = asked.draft()
    for each in taps:
        op, _, arg = each.partition(" ")
        draft = asked.edit(draft, op, arg, {})
    return draft


def moved(draft: JSON) -> list[tuple[str, str, str, int]]:
    return [(m["from"], m["to"], m["type"], m["n"]) for m in draft["moves"]]


def test_ca_28_in_three_taps() -> None:
    g = table(carrier(unready={"SBD": 4}, servicing={"SBD": 6}), landing=[["SBD", 4, 15]])
    draft = tap(ask(g), "arrow raise", "arrow lower", "arrow land")
    assert [n for *_, n in moved(draft)] == [6, 4, 4]
    ask(g).validate(ask(g).value(draft))


def test_ca_25_in_four_taps_the_limits_make_the_fours() -> None:
    g = table(carrier(ready={"SBD": 4}, unready={"TBF": 8 - 4}, servicing={"SBD": 8}))
    draft = tap(ask(g), "chip ready:SBD:", "to search", "arrow raise", "arrow lower")
    assert moved(draft) == [
        ("ready", "search", "SBD", 4),
        ("servicing", "ready", "SBD", 4),
        ("unready", "hangar", "TBF", 4),
    ]


def test_the_land_arrow_takes_the_least_margin_first() -> None:
    g = table(carrier(unready={"SBD": 9}), landing=[["SBD", 2, 3], ["F4F", 2, 12], ["SBD", 2, 15]])
    draft = tap(ask(g), "arrow land")
    assert [(m["type"], m["time"], m["n"]) for m in draft["moves"]] == [("SBD", 15, 2), ("F4F", 12, 1)]


def test_service_takes_the_mix_serviced_last_or_sbd_torpedo_f4f() -> None:
    g = table(carrier(hangar={"F4F": 6, "SBD": 5, "TBF": 2}))
    draft = tap(ask(g), "arrow service")
    assert [(k, n) for *_, k, n in moved(draft)] == [("SBD", 5), ("TBF", 2), ("F4F", 1)]
    for plot in g.plots.values():
        plot.put(f"memory/decks/{BIG_E}", [mv("hangar", "servicing", "F4F", 4)])  # type: ignore[attr-defined]
    draft = tap(ask(g), "arrow service")
    assert [(k, n) for *_, k, n in moved(draft)] == [("F4F", 4), ("SBD", 4)]


def test_a_number_changes_the_last_move_and_a_moved_chip_goes_back() -> None:
    g = table(carrier(ready={"F4F": 8}, unready={}))
    draft = tap(ask(g), "chip ready:F4F:", "to cap", "n 4")
    assert moved(draft) == [("ready", "cap", "F4F", 4)]
    draft = ask(g).edit(draft, "n", "6", {})
    assert moved(draft) == [("ready", "cap", "F4F", 6)]
    assert ask(g).edit(draft, "back", "0", {})["moves"] == []


def test_taking_back_what_made_room_cuts_down_what_came_into_it() -> None:
    g = table(carrier(unready={"SBD": 8}), landing=[["SBD", 8, 3]])
    draft = tap(ask(g), "arrow lower", "arrow land", "back 0")
    assert moved(draft) == [("landing", "unready", "SBD", 4)]


def test_a_shut_arrow_says_why_with_figures() -> None:
    g = table(carrier(ready={"SBD": 9}))
    with pytest.raises(Refusal, match="9 steps are on Enterprise"):
        tap(ask(g), "chip ready:SBD:", "to search")
    with pytest.raises(Refusal, match="Servicing of Enterprise is empty"):
        tap(ask(g), "arrow raise")


def test_a_strike_of_three_types_and_the_only_target_at_once() -> None:
    g = table(carrier(ready={"SBD": 4, "TBF": 2, "F4F": 2}))
    draft = tap(ask(g), "arrow launch", "to strike/new", "hex 1:2422")
    assert draft["strikes"] == {"1": {"to": "2422", "target": "C1"}}
    value = ask(g).value(draft)
    ask(g).validate(value)
    draft = tap(ask(g), "chip ready:SBD:", "to strike/new", "chip ready:F4F:", "to strike/new")
    assert list(draft["strikes"]) == ["1", "2"]


def test_two_targets_wait_for_a_tap() -> None:
    g = table(carrier(ready={"SBD": 4}), {"forces/C2": fresh(FORCE, hex="2520", detection="?")})
    draft = tap(ask(g), "chip ready:SBD:", "to strike/new", "hex 1:2422")
    with pytest.raises(Refusal, match="tap the force"):
        ask(g).value(draft)
    draft = ask(g).edit(draft, "target", "1:C2", {})
    play(g, *draft["moves"], strikes=draft["strikes"])
    assert g.truth.strikes["1"]["side"] == "?"


def test_as_last_segment_and_nothing() -> None:
    g = table(carrier(ready={"F4F": 8}, hangar={"SBD": 8}))
    play(g, mv("ready", "cap", "F4F", 2), mv("hangar", "servicing", "SBD", 3))
    draft = tap(ask(g), "plan last")
    assert moved(draft) == [("ready", "cap", "F4F", 2), ("hangar", "servicing", "SBD", 3)]
    assert ask(g).edit(draft, "plan", "nothing", {})["moves"] == []


def test_a_draft_is_taken_up_as_far_as_it_still_goes() -> None:
    draft = tap(ask(table(carrier(ready={"F4F": 8}))), "chip ready:F4F:", "to cap")
    later = ask(table(carrier(ready={"F4F": 3})))
    assert moved(later.taken_up(draft)) == [("ready", "cap", "F4F", 3)]
    assert ask(table(carrier("Hornet"), carrier("Wasp"))).taken_up(draft)["moves"] == []


def test_nothing_is_asked_without_planes() -> None:
    answers = Answers()
    run(table(carrier()), decks.air_operations, answers)
    assert answers.asked == []


BAD: list[Callable[[], JSON]] = [
    lambda: {"moves": [], "strikes": {}},
    lambda: sheet({**mv("ready", "cap", "F4F", 1), "n": 0}),
    lambda: sheet(mv("ready", "cap", "F4F", 1, deck="Akagi")),
    lambda: sheet(mv("ready", "strike", "F4F", 1)),
    lambda: sheet(mv("ready", "strike/x", "F4F", 1)),
    lambda: sheet(mv("ready", "cap/1", "F4F", 1)),
    lambda: sheet(mv("ready", "cap", "F4F", 1, 3)),
    lambda: sheet(strikes={"1": {"to": "2423", "target": ""}}),
    lambda: sheet(home={"1": TF}),
    lambda: sheet(mv("landing", "unready", "F4F", 1, 3)),
]


@pytest.mark.parametrize("made", BAD)
def test_what_is_no_sheet_is_refused(made: Callable[[], JSON]) -> None:
    with pytest.raises(Refusal):
        ask(table(carrier(ready={"F4F": 4}))).validate(made())


def test_a_move_written_in_two_parts_counts_as_one() -> None:
    g = table(carrier(ready={"F4F": 4}))
    assert "holds 4 F4F" in refused(g, mv("ready", "cap", "F4F", 3), mv("ready", "cap", "F4F", 2))


class Ones(Answers):
    """All dice show 1."""

    def to(self, party: str, ask: Any) -> JSON:
        self.dice = [1] * ask.count if isinstance(ask, Chance) else []
        return super().to(party, ask)


@pytest.mark.parametrize("seed", range(30))
def test_sheets_at_random_can_be_played(seed: int) -> None:
    rng = random.Random(seed)
    here = base(
        ready={"SBD": 4, "F4F": 2}, hangar={"P-39": 6}, landing=[["P-38", 2, 9]], fuel=6, cap=[["P-39", 2, None]]
    )
    one = carrier(ready={"SBD": 5, "F4F": 3}, servicing={"TBF": 4}, hangar={"SBD": 6}, room=22)
    two = carrier("Hornet", unready={"SBD": 6}, servicing={"F4F": 8}, hangar={"TBF": 2}, markers=[2])
    home = {"strikes/1": fresh(STRIKE, **{"from": TF}, hex="2423", time=14, steps={"SBD": 3}, left=True, down=True)}
    g = table(one, two, here, home, cap=[["F4F", 6, None], ["F4F", 2, 9]], landing=[["SBD", 4, 14], ["F4F", 1, 16]])
    asked = ask(g)
    value = asked.sample(rng)
    asked.validate(value)
    before = steps_in_play(g)
    cells = {f"ext_range/{c}/1": 0 for c in ("increased", "extreme")}
    run(g, decks.air_operations, Ones([], cells, {SHEET: value}))
    lost = sum(sum(each["lost"].values()) for each in told(g, "circling"))
    over = sum(m["n"] for m in value["moves"] if m["to"] == "overboard")
    assert steps_in_play(g) == before - lost - over


def steps_in_play(g: Play) -> int:
    boxes = [d[box] for d in g.truth.decks.values() for box in ("ready", "unready", "servicing", "hangar")]
    n = sum(sum(box.values()) for box in boxes) + sum(sum(s["steps"].values()) for s in g.truth.strikes.values())
    for group in g.truth.groups.values():
        n += sum(k for box in ("cap", "landing") for _, k, _ in group[box])
        n += sum(sum(t[part].values()) for t in group["track"].values() for part in ("available", "used"))
    return n
