"""Rules that a second look has put right: detachment, transfers, screens split off, retirement, night, detection."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.games.carrier.fleets import force, group, reaction, row, task_force
from tests.games.carrier.scenes import Answers, run, told
from tests.games.carrier.segments import enterprise, japan, moved, named, ours, put, sheet, table
from umpire.games.carrier import (
    contact,
    decks,
    detaching,
    detachment,
    movement,
    repair,
    sailing,
    sequence,
    strikes,
    us_movement,
    victory,
)
from umpire.games.carrier.plot import DECK, STRIKE, fresh
from umpire.games.carrier.words import SAYINGS
from umpire.table.asks import Refusal
from umpire.table.charts import Cells
from umpire.table.script import Play
from umpire.table.table import Table

JSON = Any

# Numbers and what they do, in all that players read.

AMISS = re.compile(
    r"(?<![\w.,/½¼¾⅛⅜⅝⅞·-])1 (?:air |sequence |US |Japanese )?"
    r"(?:points|steps|hits|hexes|ships|task forces|forces|chits|carriers|destroyers|losses|turns|segments)\b"
    r"|(?<!and )(?<![\w.,/-])1 (?:F4F|SBD|TBD|TBF|MedB|P-38|P-39) (?:are|have|fly|join|look|set|go|get|stay|wait)\b"
)


def texts(value: JSON) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


def test_one_is_never_many_in_what_is_asked_and_told() -> None:
    wrong: list[str] = []

    def look(t: Table) -> None:
        for asked in t.asks.values():
            cells = [cell.label for cell in asked.cells] if isinstance(asked, Cells) else []
            wrong.extend(said for said in [*texts(getattr(asked, "facts", {})), *cells] if AMISS.search(said))

    for seed in (1, 3, 5, 9):
        rng = random.Random(seed)
        t = lively.lively(lively.some_table(rng), rng, look, 900)
        told_ = [lively.CARRIER.say(each.dispatch) for _, each in t.told]
        wrong += [said for said in told_ if AMISS.search(said)]
    assert wrong == []


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("strike-over", {"n": "1", "lost": {"SBD": 3}, "left": {"TBF": 1}}, "1 TBF flies home."),
        ("split", {"n": "1", "steps": {"SBD": 1}, "other": "2", "stay": {"TBF": 1}}, "1 TBF flies home."),
        ("air-lost", {"n": "1", "time": 17, "lost": {"SBD": 2}, "left": {"F4F": 1}}, "1 F4F flies on."),
        (
            "joined",
            {"n": "1", "steps": {"SBD": 1}, "time": 2, "hex": "2423", "home": "2423", "transfer": True},
            "1 SBD joins",
        ),
        ("leave-overhead", {"group": "TF 16", "steps": {"F4F": 1}}, "1 F4F sets out"),
        ("chits-back", {"n": 1}, "1 chit in the sequence cup."),
        ("screen-splits", {"force": "C1", "new": "C2", "hex": "2423", "screen": ["Oite"], "keep": []}, "Oite goes on"),
    ],
)
def test_one_does_and_many_do(kind: str, facts: JSON, said: str) -> None:
    assert said in SAYINGS[kind](facts)


# Detachment in any US segment (5.0).

TEN = ("Astoria", "Portland", "Chester", "Chicago", "Dale", "Mahan", "Sims", "Walke", "Hughes", "Shaw")
TF_61 = {"groups/TF 61": group("2717"), **named("TF 61", *TEN)}
FOUR = ["Astoria", "Chester", "Chicago", "Portland"]
NOBODY = {f"records_us/{n}": row(0, 0, 0, 0) for n in (1, 2, 3)}
TWO = {f"records_us/{n}": row(n, 0, 0, 0) for n in (1, 2, 3)}


def us_asks(answers: Answers) -> list[str]:
    return [name.removeprefix("t4/p1/us/") for name in answers.asked if not name.endswith("/pieces")]


def test_5_0_where_nobody_may_move_the_deck_sheet_offers_it_and_no_tap_more_is_asked() -> None:
    g = table(NOBODY, enterprise("2423", ready={"SBD": 4}), TF_61)
    assert us_asks(ours(g)) == ["decks"]  # who has nothing to detach, or will not
    answers = ours(g, us={"/us/decks": {**sheet(), "detach": ["TF 61"]}, "/detach/TF61/decks/1": FOUR})
    assert us_asks(answers) == ["decks", "detach/TF61/decks/1"]
    assert g.truth.ships_of("TF 17") == FOUR
    assert g.truth.groups["TF 17"]["hex"] == "2717"


def test_5_0_where_somebody_may_move_it_is_offered_with_the_moves_alone() -> None:
    g = table(TWO, enterprise("2423", ready={"SBD": 4}), TF_61)
    assert decks.sheet_facts(g.truth)["detach"] == []
    assert us_movement.ask_moves(g.truth, "").facts["detach"] == ["TF 61"]
    with pytest.raises(Refusal, match="no ships to detach"):
        decks.ask_decks(g).validate({**sheet(), "detach": ["TF 61"]}, sure=True)


def test_5_0_a_key_of_the_sheet_takes_it_up_and_back_and_keeps_what_is_entered() -> None:
    ask = decks.ask_decks(table(NOBODY, enterprise("2423", ready={"SBD": 4}), TF_61))
    draft = ask.edit(ask.edit(ask.draft(), "detach", "TF 61", {}), "arrow", "launch", {})
    assert ask.value(draft)["detach"] == ["TF 61"]
    assert "detach" not in ask.value(ask.edit(draft, "detach", "TF 61", {}))
    with pytest.raises(Refusal):
        ask.edit(draft, "detach", "TF 16", {})


def test_5_0_without_planes_it_is_asked_by_itself_if_anybody_has_ships_to_spare() -> None:
    g = table(NOBODY, TF_61)
    us = {"/us/move": {"detach": "TF 61"}, "/detach/TF61/1": FOUR, "/again/1": {}}
    assert us_asks(ours(g, us=us)) == ["move", "detach/TF61/1"]  # of 4 and 6 ships none can spare any
    spare_none = {"groups/TF 16": group("2718"), **named("TF 16", "Hornet", *TEN[4:])}
    assert us_asks(ours(table(NOBODY, spare_none))) == []


def test_5_0_a_sheet_that_offered_it_is_enough_for_the_segment() -> None:
    """Everything launches, so that nothing is left for a sheet; still the segment asks no more."""
    g = table(NOBODY, enterprise("2423", ready={"SBD": 4}), TF_61)
    out = sheet(moved("Enterprise", "ready", "search", "SBD", 4))
    assert "move" not in us_asks(ours(g, us={"/us/decks": out}))


def test_19_1_ships_leave_a_carrier_dead_in_the_water_and_sail_at_once() -> None:
    dead = {"groups/TF 16": group("2423"), **named("TF 16", "Hornet", *TEN), "ships/Hornet/hits": 7}
    g = table({**TWO, "level/Hornet/7": "D"}, dead)
    assert sailing.movers(g.truth) == []
    us = {"/us/move": {"detach": "TF 16"}, "/detach/TF16/1": FOUR, "/again/1": {"TF 17": "2422"}}
    run(g, us_movement.move_task_forces, Answers(us=us))
    assert (g.truth.groups["TF 16"]["hex"], g.truth.groups["TF 17"]["hex"]) == ("2423", "2422")


def test_5_0_a_carrier_may_be_all_that_can_be_spared_with_her_destroyers() -> None:
    g = table({}, task_force("TF 16", "2423", CV=2, DD=12))
    assert detaching.able(g.truth) == ["TF 16"]
    assert detaching.able(table({}, task_force("TF 16", "2423", CV=2, DD=11)).truth) == []


def test_sc_3_one_task_force_moves_in_phase_1_and_one_in_3_however_many_there_are() -> None:
    g = table({}, enterprise("2423"), TF_61, scenario="3")
    for phase, n in ((1, 1), (2, 0), (3, 1), (4, 0)):
        put(g, **{"clock/phase": phase})
        assert sailing.allowed(g.truth) == n
        assert sailing.rows(g.truth) == []


TWO_DECKS = {"groups/TF 61": group("2717", cap=[["F4F", 12, None]]), **named("TF 61", "Enterprise", "Hornet", *TEN)}


@pytest.mark.parametrize(("hits", "left", "taken"), [(0, 8, 4), (7, 12, 0)])
def test_7_2_cap_beyond_the_decks_that_stay_goes_with_a_carrier_that_leaves(hits: int, left: int, taken: int) -> None:
    escort = named("TF 61", "Porter", "Cushing", "Conyngham", "Preston", "Smith", "Maury")
    hurt = {"ships/Hornet/hits": hits, "decks/Enterprise": fresh(DECK, **{"in": "TF 61"})}
    g = table({"level/Hornet/7": "D"}, TWO_DECKS, escort, hurt)
    gone = ["Hornet", *sorted(ship.removeprefix("ships/") for ship in escort)]
    detachment.detach(g, "TF 61", "TF 16", gone)
    assert g.truth.groups["TF 61"]["cap"] == [["F4F", left, None]]
    assert g.truth.groups["TF 16"]["cap"] == ([["F4F", taken, None]] if taken else [])


# Transfers may be joined as strikes may (7.3, 6.1).


def transfers(**more: JSON) -> Play:
    """Four SBD of Enterprise form transfer 1 in phase 1 and wait; it is phase 2."""
    deck = {"ready": {"SBD": 4}, "servicing": {"TBF": 4}, **more}
    g = table(NOBODY, enterprise("2423", **deck), {"groups/Guadalcanal": group("2626", base=True)})
    away = [moved("Enterprise", "ready", "transfer/1", "SBD", 4)]
    ours(g, us={"/us/decks": sheet(*away, moved("Enterprise", "servicing", "ready", "TBF", 4))})
    sequence.begin_phase(g, 2)
    return g


def test_7_3_later_launches_join_a_transfer_that_is_in_its_hex_still_and_take_on_its_time() -> None:
    g = transfers()
    join = sheet(moved("Enterprise", "ready", "transfer/1", "TBF", 4), strikes={"1": {"to": "2523", "target": ""}})
    ours(g, us={"/us/fly": {"1": "2423"}, "/us/decks": join})
    one = g.truth.strikes["1"]
    assert (one["steps"], one["time"], one["hex"], one["left"]) == ({"SBD": 4, "TBF": 4}, 2, "2523", True)
    assert (one["down"], one["transfer"], one["target"]) == (True, True, "")
    sequence.begin_phase(g, 3)
    assert decks.sheet_facts(g.truth)["strikes"] == {}


def refused(g: Play, *moves: JSON) -> str:
    with pytest.raises(Refusal) as why:
        decks.ask_decks(g).validate(sheet(*moves), sure=True)
    return str(why.value)


def test_7_3_who_has_been_aloft_keeps_his_own_time_and_joins_one_of_the_same() -> None:
    g = transfers()
    run(g, strikes.air_movement, Answers(us={"/us/fly": {"1": "2423"}}))
    put(g, **{"groups/TF 16/landing": [["SBD", 2, 2], ["SBD", 2, 9]]})
    assert "groups of their own" in refused(g, moved("Enterprise", "landing", "transfer/1", "SBD", 2, 9))
    same = sheet(moved("Enterprise", "landing", "transfer/1", "SBD", 2, 2))
    run(g, decks.air_operations, Answers(us={"/us/decks": same}))
    assert (g.truth.strikes["1"]["steps"], g.truth.strikes["1"]["time"]) == ({"SBD": 6}, 2)


def test_7_3_nobody_joins_a_transfer_once_it_or_its_task_force_has_left_nor_as_a_strike() -> None:
    launch = moved("Enterprise", "ready", "transfer/1", "TBF", 4)
    g = transfers()
    put(g, **{"forces/C1": force("2420", "Carrier", 1, detection="L")})
    assert "is not there" in refused(g, moved("Enterprise", "ready", "strike/1", "TBF", 4))
    left = transfers()
    ours(left, us={"/us/fly": {"1": "2422"}})
    sequence.begin_phase(left, 3)
    ours(left, us={"/us/fly": {"1": "2423"}})
    assert "is not there" in refused(left, launch)
    sailed = transfers()
    put(sailed, **{"groups/TF 16/hex": "2422"})
    run(sailed, lambda g: strikes.left_behind(g, "TF 16"))
    assert sailed.truth.strikes["1"]["left"]
    assert told(sailed, "left-behind")[0]["transfer"]


# What splits off in an air attack was in it (22.0, 20.1).


def test_22_0_a_screen_that_splits_off_in_an_air_attack_has_been_attacked() -> None:
    there = force("2626", "Level 4", 4, screen="Level 4", detection="L", start=6)
    fleet = named("C7", "Ryujo", "Tone", "Chikuma", "Amatsukaze", "Tokitsukaze", "Hatsukaze")
    strike = {"from": "TF 16", "hex": "2626", "time": 3, "steps": {"SBD": 8}, "left": True, "target": "C7", "side": "L"}
    pool = {"pool": {"C": ["C9"], "T": [], "colours": {"C9": "Guadalcanal"}}}
    kit: dict[str, JSON] = {
        "surprise/1": "none",
        **{f"contact/{n}/{m}": "contact" for n in range(9) for m in range(-9, 19)},
    }
    kit |= {f"damage/{n}": 2 for n in range(-9, 30)} | {f"jp_cap/{n}/3": 0 for n in range(4, 21)}
    g = table(kit, enterprise("2623"), {"forces/C7": there}, fleet, {"strikes/1": fresh(STRIKE, **strike)}, pool)

    def at_ryujo(ask: Any) -> JSON:
        return ["Ryujo"] * len(ask.facts["rolls"])

    put(g, **{"clock/segment": "us"})
    answers = Answers([5, 3, 1, 1, 1, 1, "Hatsukaze"], us={"/targets": at_ryujo, "/aim": at_ryujo})
    run(g, contact.air_strikes, answers)
    assert g.truth.heavily_damaged("Ryujo")
    assert told(g, "screen-splits")[0]["new"] == "C9"
    assert g.truth.forces["C9"]["struck"]
    assert g.truth.forces["C7"]["struck"]


# A retiring force leaves the map, whoever is on the way to it (20.3).


@pytest.mark.parametrize(("place", "dice"), [("1439", []), ("1230", ["1129"])])
def test_20_3_a_retiring_force_is_off_the_map_at_once_and_strikes_at_it_fly_home(place: str, dice: list[str]) -> None:
    there = {"forces/C3": force(place, "Medium Surface", 2, retiring=True, detection="L")}
    up = {"from": "TF 16", "hex": "1535", "time": 3, "steps": {"SBD": 4}, "left": True, "target": "C3", "side": "L"}
    g = table({"rabaul_hex": 1440}, enterprise("2030"), there, {"strikes/1": fresh(STRIKE, **up)})
    run(g, lambda g: movement.move_force(g, "C3"), Answers(dice))
    assert "C3" not in g.truth.forces
    assert "C3" in g.truth.tree["pool"]["C"]
    strike = g.truth.strikes["1"]
    assert (strike["down"], strike["target"], strike["side"]) == (True, "", "")
    put(g, **{"forces/C3": force("1535", detection="L")})  # the counter comes back as another force
    assert not strikes.targeted(g.truth, "C3")


# Night attempts to engage (24.2, Scenario 5).


@pytest.mark.parametrize(("night", "battles"), [(True, 1), (False, 0)])
def test_24_2_the_night_modifies_the_die_of_a_japanese_attempt_to_engage(night: bool, battles: int) -> None:
    kit: dict[str, JSON] = {
        f"close_reaction/medium/{kind}/japan": reaction("E", 4, "R", 10) for kind in ("other surface", "large surface")
    }
    kit |= {"surface_mods/engage/japan": -1, "surface_mods/engage/us": 5}
    there = {"forces/C7": force("2029", "Level 4", 4, start=2), **named("C7", "Tone", "Oite")}
    g = table(kit, there, task_force("TF 64", "2129", DD=1))
    put(g, **{"clock/night": night})
    run(g, lambda g: movement.move_force(g, "C7"), Answers([5, *([1, 1, 1, 1, "2029"] if night else ["1929"])]))
    assert len(told(g, "battle")) == battles
    assert told(g, "reaction")[0]["modifier"] == (-1 if night else 0)


# What a battle of its own move does to detection (12.1 against 3.0).


@pytest.mark.parametrize(("setting", "left"), [("stays", "L"), ("fades", "?")])
def test_12_1_a_battle_of_its_own_move_keeps_a_force_located_or_it_fades(setting: str, left: str) -> None:
    kit = {f"close_reaction/medium/{kind}/japan": reaction("E", 10) for kind in ("other surface", "large surface")}
    there = {"forces/C7": force("2029", "Level 4", 4, start=2), **named("C7", "Tone", "Oite")}
    g = table(kit, there, task_force("TF 64", "2129", DD=1), settings={"battle_located": setting})
    japan(g, ["C7"], [5, "C7", 1, 1, 1, 1, "2029"])
    assert told(g, "battle")
    assert g.truth.forces["C7"]["detection"] == left


@pytest.mark.parametrize("setting", ["stays", "fades"])
def test_12_1_a_force_in_no_battle_of_its_own_fades_either_way(setting: str) -> None:
    there = {"forces/C7": force("2029", "Medium Surface", 2, detection="L", fought=True)}
    g = table({}, there, settings={"battle_located": setting})
    japan(g, ["C7"], [5, "C7"])
    assert g.truth.forces["C7"]["detection"] == "?"


# Nightfall, and repair.


@pytest.mark.parametrize("scenario", ["3", "6"])
def test_7_2_cap_that_is_up_as_the_day_ends_rolls_in_every_scenario_of_a_whole_day(scenario: str) -> None:
    cap = {"groups/TF 16/cap": [["F4F", 4, None]], "groups/TF 16/landing": [["SBD", 4, 9]]}
    g = table({"ext_range/night/5": "1/2"}, enterprise("2423"), cap, scenario=scenario)
    run(g, lambda g: victory.finish(g, "time"), Answers([5]))
    assert g.truth.groups["TF 16"]["cap"] == [["F4F", 2, None]]
    assert g.truth.groups["TF 16"]["landing"] == [["SBD", 4, 9]]  # 22.0, which rolls for those, is not of the scenario
    assert g.truth.at("points/japan") == [{"n": 4, "why": "2 F4F: lost in a night landing"}]


def test_7_2_a_game_that_ends_before_nightfall_rolls_for_nobody() -> None:
    g = table({}, enterprise("2423"), {"groups/TF 16/cap": [["F4F", 4, None]]}, scenario="3")
    run(g, lambda g: victory.finish(g, "japan"))
    assert g.truth.groups["TF 16"]["cap"] == [["F4F", 4, None]]


def test_19_3_a_roll_at_level_l_never_changes_her_hits() -> None:
    """Whatever the row says: it is for a marker on her deck alone."""
    rows = {"repair/mod/aug42": 0, "repair/L/1": {"hits": 2, "i": "no"}, "level/Enterprise/1": "L"}
    g = table(rows, enterprise("2423", markers=[2]), {"ships/Enterprise/hits": 1})
    run(g, repair.repair_step, Answers([1]))
    assert g.truth.ships["Enterprise"]["hits"] == 1
    assert g.truth.decks["Enterprise"]["markers"] == [2]
