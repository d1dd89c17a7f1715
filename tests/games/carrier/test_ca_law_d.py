"""Rules that a third look has put right: points for planes shot down, company of ships that sink together, and what is
told of movement, of the strength of a strike and of the Warning."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.games.carrier.fleets import force, group
from tests.games.carrier.scenes import Answers, run
from tests.games.carrier.segments import enterprise, named, put, table
from tests.games.carrier.test_ca_japan_air import of
from tests.games.carrier.test_ca_japan_attack import raid
from umpire.games.carrier import damage, priorities
from umpire.games.carrier.plot import DECK, fresh
from umpire.games.carrier.warning import due, warned
from umpire.games.carrier.words import SAYINGS
from umpire.table.script import Play

JSON = Any
EIGHTHS_A_STEP = 2
"""A step is a quarter of a point; half the usual of that is an eighth (7.1)."""


# Planes shot down in a strike (22.0).


@pytest.mark.parametrize(("scenario", "first"), [("2", 6), ("6", 5)])
def test_22_0_every_step_that_a_strike_loses_is_a_quarter_of_a_point_for_japan(scenario: str, first: int) -> None:
    """To CAP and to guns alike, as told at once when the strike is over; a strike that loses nobody costs nothing."""
    lost, seed = 0, first
    while lost < 8:
        t = lively.lively(lively.table(lively.full_kit(), scenario=scenario), random.Random(seed))
        heard = [each for each in t.truth.heard if each.kind in ("strike-over", "points")]
        for said, after in zip(heard, [*heard[1:], None], strict=True):
            if said.kind != "strike-over":
                continue
            steps = sum(said.facts["lost"].values())
            awarded = after is not None and after.kind == "points" and "shot down" in after.facts["why"]
            assert awarded == (steps > 0)
            if after is not None and awarded:
                assert (after.facts["side"], after.facts["n"]) == ("japan", EIGHTHS_A_STEP * steps)
                lost += steps
        seed += 1
    assert seed < first + 30


# Ships that sink together (22.0, 14.2).

SHIPS = ("Washington", "Ellet", "Benham", "Stack", "Sterett")


def together(*sinking: str) -> dict[str, int]:
    """Each ship that sank, and how many others are noted to have been with her."""
    g = table({}, {"groups/TF 64": group("2418"), **named("TF 64", *SHIPS)})
    hits = {ship: g.truth.ships[ship]["capacity"] for ship in sinking}
    run(g, lambda g: damage.hit_together(g, hits), Answers())
    return {ship: g.truth.ships[ship]["company"] for ship in sinking}


def test_22_0_ships_that_sink_in_one_exchange_had_each_others_company() -> None:
    """Whoever comes first by name: five were there when the hits fell, so each of them had four others."""
    assert together("Ellet", "Stack", "Washington") == {"Ellet": 4, "Stack": 4, "Washington": 4}
    assert together("Washington", "Ellet") == {"Washington": 4, "Ellet": 4}
    assert together(*SHIPS) == dict.fromkeys(SHIPS, 4)


def test_22_0_whoever_sinks_later_has_the_company_that_is_left() -> None:
    g = table({}, {"groups/TF 64": group("2418"), **named("TF 64", *SHIPS)})
    for ship in ("Ellet", "Benham"):
        run(g, lambda g, ship=ship: damage.hit_together(g, {ship: g.truth.ships[ship]["capacity"]}), Answers())
    assert [g.truth.ships[ship]["company"] for ship in ("Ellet", "Benham")] == [4, 3]


# A carrier force between two task forces (9.1).


def between(place: str, other: str) -> Play:
    made = {"forces/C7": force(place, "Carrier", 1), **enterprise("2317"), "groups/TF 17": group(other)}
    made |= {**named("TF 17", "Hornet", "Ellet"), "decks/Hornet": fresh(DECK, **{"in": "TF 17", "room": 28})}
    return table({}, made)


@pytest.mark.parametrize(("other", "why"), [("1717", "one of TF 16 and TF 17"), ("2316", "TF 16 and TF 17")])
def test_9_1_it_flees_both_where_it_can_and_else_is_told_to_flee_one(other: str, why: str) -> None:
    g = between("2017", other)
    move, _ = priorities.carrier_list(g.truth, "C7", (), False)
    assert move is not None
    assert move.why == f"away from {why}, 3 hexes"


# Why a strike is weaker than its table (15.1, 15.2, 17.2).


def test_17_2_the_carrier_limit_is_named_where_it_takes_points_off() -> None:
    assert of(5, 3, 0, 8, 4, room=2).at_limit
    assert not of(5, 3, 0, 8, 4, room=4).at_limit


def test_15_1_a_second_wave_that_is_not_sent_is_told_with_the_reason() -> None:
    assert of(5, 3, 0, 8, None, one_wave=True).alone
    assert not of(5, 0, 0, 5, None, one_wave=True).alone  # there was none to send
    assert not of(5, 3, 0, 8, None, one_wave=True, partial=True).alone
    facts: JSON = {"force": "C1", "die": 5, "modified": 5, "printed": [3, 1], "first": 3, "second": 0, "partial": False}
    third = "no second wave, which would be a third strike (15.1)"
    assert SAYINGS["air-strength"]({**facts, "why": [third]}) == f"C1, strength table: 5, 3/1; {third}: 3."


def test_15_1_in_play_the_two_strike_limit_and_the_last_turn_each_give_their_reason() -> None:
    reasons: set[str] = set()
    for seed in (14, *range(40)):  # in the first of them all three are given
        t = lively.lively(lively.table(lively.full_kit(), scenario="standard"), random.Random(seed))
        for each in t.truth.heard:
            if each.kind != "air-strength":
                continue
            unsent = each.facts["printed"][1] and not each.facts["second"] and not each.facts["partial"]
            reasons |= {why.partition(" (")[0] for why in each.facts["why"]}
            assert (
                not (unsent and each.facts["level"] >= 3 and not each.facts["why"]) if "level" in each.facts else True
            )
        if len(reasons) == 3:
            break
    assert len(reasons) == 3, reasons


# The Warning at a base without fuel (18.1).


@pytest.mark.parametrize(
    ("fuel", "who", "steps"), [(0, [], 0), (1, [], 0), (2, ["Guadalcanal"], 1), (9, ["Guadalcanal"], 4)]
)
def test_18_1_nobody_is_warned_where_there_is_fuel_for_no_step(fuel: int, who: list[str], steps: int) -> None:
    """Half a point a step, counted in quarters."""
    g = raid(base="Guadalcanal", decks={"Guadalcanal": {"ready": {"F4F": 4}}}, scenario="standard")
    put(g, **{"groups/Guadalcanal/fuel": fuel, "attack/warning": {"Guadalcanal": 6}})
    assert warned(g.truth) == who
    assert due(g.truth, "Guadalcanal") == steps


def test_14_2_a_step_of_pursuit_in_which_nobody_is_left_to_fire_says_so() -> None:
    assert SAYINGS["salvo"]({"shots": [], "due": {}}) == "Nobody fires. In all no hit."
