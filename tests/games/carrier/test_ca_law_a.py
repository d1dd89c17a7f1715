"""The rules of movement, air operations, search and surface combat, held sentence by sentence: played through whole
segments (2, 3, 5 to 10, 12 to 14)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.carrier import lively
from tests.games.carrier.boxes import full_kit
from tests.games.carrier.fleets import COLUMNS, carrier_group, force, group, reaction, ships, task_force
from tests.games.carrier.scenes import Answers, run, told, unsaid
from tests.games.carrier.segments import enterprise, japan, moved, named, ours, put, sheet, table
from umpire.games.carrier import decks, detaching, flight, kit, movement, roster, search, sequence, strikes, us_movement
from umpire.games.carrier.plot import DECK, STRIKE, fresh
from umpire.table.asks import Refusal
from umpire.table.script import Play
from umpire.table.table import Hand

JSON = Any


# The comprehensive examples, each played in one go.


def test_6_6_the_comprehensive_example_from_launch_to_attack() -> None:
    ryujo = {"ships/Ryujo": {**roster.new("Ryujo", "C7"), "value": 4, "air": 4}}
    there = {"forces/C7": force("2420", "Level 4", 4, screen="Level 4", detection="L", down=True, start=1), **ryujo}
    kit = {
        "contact_cols/3": 2,
        "contact_mods/inverted": 1,
        **{f"contact/2/{n}": "contact" if n >= 6 else "miss" for n in range(-9, 19)},
        "jp_cap/4/3": 0,
        "surprise/9": "none",
    }
    g = table(kit, enterprise("2423", ready={"SBD": 4}), there)
    launch = sheet(moved("Enterprise", "ready", "strike/1", "SBD", 4), strikes={"1": {"to": "2422", "target": "C7"}})
    ours(g, us={"/us/decks": launch})
    assert (g.truth.strikes["1"]["hex"], g.truth.strikes["1"]["time"], g.truth.strikes["1"]["side"]) == ("2422", 1, "L")
    sequence.begin_phase(g, 2)
    ours(g, us={"/us/fly": {"1": "2421"}})
    assert (g.truth.strikes["1"]["hex"], g.truth.strikes["1"]["time"]) == ("2421", 2)
    sequence.begin_phase(g, 3)
    ours(g, [2, 6, 3, 9, 5, 1], {"/us/fly": {"1": "2420"}})
    assert [(each["column"], each["result"]) for each in told(g, "contact-roll")] == [(2, "miss"), (2, "contact")]
    assert told(g, "second-attempt")[0]["time"] == 4
    assert told(g, "japan-cap")[0]["value"] == 4
    assert told(g, "japan-cap")[0]["cap"] == 0
    assert told(g, "strike-attacks")
    assert g.truth.strikes["1"]["down"]
    assert g.truth.forces["C7"]["detection"] == "L"
    assert g.truth.forces["C7"]["cap"] is None  # its marker is off again at the end of the step


def test_7_1_the_comprehensive_example_over_three_segments() -> None:
    home = {"groups/TF 16": group("2423", landing=[["SBD", 4, 15]])}
    back = {
        "strikes/2": fresh(STRIKE, **{"from": "TF 16", "hex": "2422", "time": 6, "steps": {"TBF": 6}, "down": True})
    }
    there = {"forces/C7": force("2418", "Large Surface", 2, detection="L")}
    deck = enterprise("2423", unready={"SBD": 4}, servicing={"SBD": 6})
    g = table({"ext_range/increased/3": 0}, deck, home, back, there)
    lift = [moved("Enterprise", "servicing", "ready", "SBD", 6), moved("Enterprise", "unready", "hangar", "SBD", 4)]
    land = moved("Enterprise", "landing", "unready", "SBD", 4, 15)
    answers = ours(g, [3], {"/us/fly": {"2": "2423"}, "/us/decks": sheet(*lift, land, come={"2": "TF 16"})})
    assert "t4/p1/us/decks/Enterprise/increased" in answers.asked
    now = g.truth.decks["Enterprise"]
    assert (now["ready"], now["unready"], now["servicing"], now["hangar"]) == ({"SBD": 6}, {"SBD": 4}, {}, {"SBD": 4})
    assert g.truth.groups["TF 16"]["landing"] == [["TBF", 6, 7]]
    assert g.truth.strikes == {}

    # The book launches six at once; with ten steps on deck its own 7.1 (a) forbids it, so two go down first.
    sequence.begin_phase(g, 2)
    away = {"1": {"to": "2422", "target": "C7"}}
    launch = moved("Enterprise", "ready", "strike/1", "SBD", 6)
    with pytest.raises(Refusal, match="8 may be there"):
        decks.ask_decks(g).validate(sheet(launch, strikes=away), sure=True)
    ours(g, us={"/us/decks": sheet(moved("Enterprise", "unready", "hangar", "SBD", 2))})
    assert g.truth.groups["TF 16"]["landing"] == [["TBF", 6, 8]]

    sequence.begin_phase(g, 3)
    value = sheet(launch, moved("Enterprise", "unready", "hangar", "SBD", 2), strikes=away)
    late = sheet(launch, moved("Enterprise", "landing", "unready", "TBF", 1, 8), strikes=away)
    with pytest.raises(Refusal, match="nothing lands"):
        decks.ask_decks(g).validate(late, sure=True)
    ours(g, us={"/us/decks": value})
    strike = g.truth.strikes["1"]
    assert (strike["hex"], strike["time"], strike["target"], strike["side"]) == ("2422", 1, "C7", "L")
    assert g.truth.decks["Enterprise"]["unready"] == {}
    assert g.truth.groups["TF 16"]["landing"] == [["TBF", 6, 9]]


REACTS = {"close_reaction_columns": COLUMNS}


@pytest.mark.parametrize("surface_group", [True, False])
def test_9_2_the_comprehensive_example_in_one_japanese_segment(surface_group: bool) -> None:
    there = {
        "forces/C1": force("2212", "Carrier", 1, objective="New Hebrides"),
        "forces/C2": force("2313", "Medium CA", 3, objective="New Hebrides"),
    }
    tracks = {"groups/TF 16/track": {"2": {"range": [4, 7], "available": {}, "used": {"SBD": 4}}}}
    us = carrier_group("TF 16", "2717") | tracks | (task_force("TF 64", "2612", CA=1, DD=3) if surface_group else {})
    g = table({"search/1": "L", "search_mods/period/aug42": 0}, there, us, turn=1)
    japan(g, ["C1", "C2"], [7, "C1", 1, "C2"])
    assert g.truth.forces["C1"]["hex"] == "2312"
    assert [each["hex"] for each in told(g, "interrupt")] == ["2312"]
    assert g.truth.forces["C1"]["detection"] == "L"
    assert g.truth.forces["C2"]["hex"] == ("2312" if surface_group else "2414")
    whys = [each["why"] for each in told(g, "moves")]
    assert whys[0] == "closes TF 16, 8 hexes"
    assert whys[1] == ("to C1, a carrier force that the US threatens" if surface_group else "closes TF 16, 6 hexes")


def test_14_2_the_comprehensive_example_in_one_japanese_segment() -> None:
    kit = REACTS | {
        "close_reaction/medium/other surface/japan": reaction("E", 4, "USOp", 8, "R", 10),
        "intel_3_4/Medium BB/9": {"BB": 2, "CA": 1, "CL": 0, "DD": 4},
        "intel_3_4/limit/60": 0,
        **{f"surface_mods/evasion/us/{side}/{type}": -2 for side in ("japan", "us") for type in ("BB", "CA", "DD")},
        **{f"surface_fire/japan/BB/{n}": hits for n, hits in ((4, 0), (7, 3))},
        **{f"surface_fire/{side}/{type}/-1": 0 for side in ("japan", "us") for type in ("CA", "DD")},
    }
    there = {"forces/C7": force("2028", "Medium BB", 3, detection="L")}
    g = table(kit, there, task_force("TF 64", "2029", CA=1, DD=6))
    theirs = ["Hiei", "Kirishima", "Atago", "Akatsuki", "Akebono", "Arashi", "Asagumo"]
    ours_too = ["TF 64 CA 1", *(f"TF 64 DD {n}" for n in range(1, 7))]
    aim = dict(zip(ours_too, ["Hiei", *theirs[3:], "Akatsuki", "Akebono"], strict=True))
    dice = [5, "C7", 5, 9, *theirs, *ours_too, 6, 9, 1, 1, 1, 1, 1, *[1] * 7, "2129"]
    answers = japan(g, ["C7"], dice, {"/option": "evade", "/match": aim})
    assert answers.asked.index("t4/p4/C7/battle/option") < answers.asked.index("t4/p4/j/C7/raise/1")
    assert [(each["code"], each["result"]) for each in told(g, "reaction")] == [("USOp", "USOp")]
    match = told(g, "matched")[0]["match"]
    assert [ship for ship, at in match.items() if at == "TF 64 CA 1"] == ["Hiei", "Kirishima"]
    assert sorted(at for ship, at in match.items() if ship in theirs[2:]) == [f"TF 64 DD {n}" for n in range(1, 6)]
    shots = told(g, "salvo")[0]["shots"][:2]
    assert [(shot["face"], shot["modified"], shot["hits"]) for shot in shots] == [(6, 4, 0), (9, 7, 3)]
    assert g.truth.ships["TF 64 CA 1"]["hits"] == 3
    assert [each["piece"] for each in told(g, "retreats")] == ["TF 64"]
    assert g.truth.forces["C7"]["hex"] == "2029"
    assert (g.truth.forces["C7"]["level"], g.truth.forces["C7"]["exhaust"], g.truth.groups["TF 64"]["exhaust"]) == (
        4,
        1,
        1,
    )


# Task forces and the Japanese in one hex (14.1, 14.2).

CRUISERS = ("Astoria", "Portland", "Dale", "Mahan", "Sims", "Walke")
TF_64 = {"groups/TF 64": group("2029"), **named("TF 64", *CRUISERS)}
STANDS = REACTS | {
    f"close_reaction/small/large surface/{whose}": reaction("E", 10) for whose in ("japan", "day", "night")
}


def together(*more: Mapping[str, JSON], **leaves: JSON) -> Play:
    """TF 64 with C7, four Japanese destroyers, in one hex."""
    there = {
        "forces/C7": force("2029", "Level 4", 4, start=4, **leaves),
        **named("C7", "Akatsuki", "Akebono", "Arashi", "Asagumo"),
    }
    return table(STANDS, there, TF_64, *more)


def test_14_2_a_task_force_that_begins_in_a_japanese_hex_may_engage_there() -> None:
    for said, battles in (("engage", 1), ("let be", 0)):
        g = together()
        dice = [*[1] * 10, 2, "2128"] if battles else []
        answers = ours(g, dice, {"/here": said, "/move": {}})
        assert "t4/p1/us/TF64/here" in answers.asked
        assert len(told(g, "battle")) == battles
        assert g.truth.groups["TF 64"]["moved"] is False


def test_14_2_nobody_engages_twice_in_a_segment_nor_exhausted_nor_what_is_not_there() -> None:
    tired = together()
    put(tired, **{"groups/TF 64/exhaust": 2})
    gone = together(leaves=True)
    alone = table(STANDS, TF_64)
    apart = table(STANDS, {"forces/C7": force("2028", "Small Surface", 2)}, TF_64)
    for g in (tired, gone, alone, apart):
        answers = Answers(us={"/us/move": {}})
        run(g, us_movement.move_task_forces, answers)
        assert "t4/p1/us/TF64/here" not in answers.asked


def test_14_1_of_a_force_whose_ships_are_all_heavily_damaged_none_counts() -> None:
    kit = REACTS | {"close_reaction/small/large surface/japan": reaction("I", 10)}
    hiei = {"ships/Hiei": {**roster.new("Hiei", "C7"), "hits": 8}}
    g = table(kit, {"forces/C7": force("2028", "Level 4", 4, start=1)}, hiei, TF_64)
    run(g, lambda g: movement.move_force(g, "C7"))
    assert told(g, "reaction")[0]["row"] == "small"


AROUND = ("1927", "1928", "2027", "2127", "2128")
"""The hexes next to 2028, but for 2029."""


@pytest.mark.parametrize("open_", [True, False])
def test_14_1_a_force_retreats_into_no_us_hex_and_stays_where_all_are(open_: bool) -> None:
    kit = REACTS | {f"close_reaction/large/{column}/japan": reaction("R", 10) for column in COLUMNS}
    us: dict[str, JSON] = {}
    for n, place in enumerate([*AROUND, *([] if open_ else ["2029"])]):
        us |= {f"groups/TF {n}": group(place), **ships(f"TF {n}", DD=4)}
    g = table(kit, {"forces/C7": force("2028", "Large Surface", 2, detection="L")}, us)
    run(g, lambda g: movement.move_force(g, "C7"))
    assert g.truth.forces["C7"]["hex"] == ("2029" if open_ else "2028")
    assert [each.dispatch.rule for each in g.told if "retreat" in each.dispatch.kind] == ["14.1"]


def test_14_2_a_retreat_out_of_battle_is_told_by_the_rule_of_battle() -> None:
    g = together()
    ours(g, [*[1] * 10, 1, "1929"], {"/here": "engage", "/move": {}})
    assert [(each["piece"], each["hex"]) for each in told(g, "retreats")] == [("C7", "1929")]
    assert [each.dispatch.rule for each in g.told if each.dispatch.kind == "retreats"] == ["14.2"]


# Dummies that strikes are on their way to (6.1, 13.1).

ON_ITS_WAY = {"from": "TF 16", "time": 3, "steps": {"SBD": 4}, "left": True, "target": "C7", "side": "L"}


def test_6_1_a_strike_must_go_on_to_a_target_that_is_found_to_be_nothing() -> None:
    nothing = {"forces/C7": force("2419", "Carrier", 1, detection="L", leaves=True)}
    g = table({}, enterprise("2422"), nothing, {"strikes/1": fresh(STRIKE, **ON_ITS_WAY, hex="2421")})
    piece = strikes.pieces(g.truth)[0]
    assert piece["to"] == ["2421", "2420"]
    assert piece["preset"] == "2420"
    assert "must go on" in piece["note"]
    put(g, **{"strikes/1/hex": "2422"})
    assert decks.sheet_facts(g.truth)["arrived"] == {}
    put(g, **{"strikes/1/hex": "2419"})
    ours(g, us={"/move": {}})
    assert told(g, "nothing-there")
    assert "C7" not in g.truth.forces
    assert len(strikes.pieces(g.truth)[0]["to"]) == 7
    put(g, **{"strikes/1/hex": "2422"})
    assert list(decks.sheet_facts(g.truth)["arrived"]) == ["1"]


def test_6_1_a_strike_need_not_go_on_to_a_force_that_is_there() -> None:
    there = {"forces/C7": force("2419", "Carrier", 1)}
    g = table({}, enterprise("2422"), there, {"strikes/1": fresh(STRIKE, **ON_ITS_WAY, hex="2421")})
    assert len(strikes.pieces(g.truth)[0]["to"]) == 7


def test_13_1_the_chit_of_a_dummy_that_waits_for_strikes_does_not_go_back() -> None:
    there = {"forces/C7": force("2419", "Carrier", 1, leaves=True), "forces/C8": force("2018")}
    g = table({}, there, {"strikes/1": fresh(STRIKE, **ON_ITS_WAY, hex="2421")})
    sequence.back_in_the_cup(g)
    assert g.truth.at("sequence/cup") == {"C8": 1, "blank": 7}


def test_14_2_rows_for_a_us_attack_have_no_us_option_and_nothing_to_ignore() -> None:
    for whose, some in (("japan", True), ("day", False), ("night", False)):
        cell = kit.cell(f"close_reaction/medium/other surface/{whose}", {})
        for code in ("USOp", "I"):
            assert cell.allows(reaction("E", 4, code, 8, "R", 10)) is some


def test_11_1_a_chit_drawn_again_is_told_by_the_rule_of_draws() -> None:
    there = {"forces/C7": force("2126"), "groups/TF 16/track": {"1": {"range": [0, 3], "available": {"SBD": 4}}}}
    kit = {"search/1": "L", "search_mods/period/aug42": 0}
    g = table(kit, enterprise("2327"), there)
    put(g, **{"cups/combat": {"Carrier": 2, "Small": 1}, "clock/step": "search"})
    run(g, search.search_step, Answers([1, "Carrier", "Small"]))
    assert g.truth.forces["C7"]["chit"] == "Small"
    assert [each.dispatch.rule for each in g.told if each.dispatch.kind == "chit-again"] == ["11.1"]


# Planes that belong to a land base (2.2, 18.1).

HENDERSON = {"groups/Guadalcanal": group("2626", base=True), "decks/Guadalcanal": fresh(DECK, **{"in": "Guadalcanal"})}
MARINES = {"from": "Guadalcanal", "hex": "2624", "time": 6, "steps": {"SBD": 4}, "left": True, "down": True}


def test_2_2_planes_of_a_land_base_land_on_no_carrier() -> None:
    away = {"strikes/1": fresh(STRIKE, **MARINES), "groups/Port Moresby": group("2628", base=True)}
    g = table({}, enterprise("2624"), HENDERSON, away)
    assert decks.sheet_facts(g.truth)["arrived"] == {}
    assert flight.homes(g.truth, g.truth.strikes["1"]) == ["Guadalcanal", "Port Moresby"]
    assert strikes.pieces(g.truth)[0]["preset"] == "2625"


def test_18_1_carrier_planes_land_at_a_base_and_may_come_back() -> None:
    there = {**MARINES, "from": "TF 16", "hex": "2626"}
    g = table({}, enterprise("2624"), HENDERSON, {"strikes/1": fresh(STRIKE, **there)})
    ours(g, us={"/us/decks": sheet(come={"1": "Guadalcanal"}), "/us/move": {}})
    assert g.truth.groups["Guadalcanal"]["landing"] == [["SBD", 4, 6 + 1]]
    put(g, **{"strikes/1": fresh(STRIKE, **MARINES)})
    assert decks.sheet_facts(g.truth)["arrived"]["1"]["groups"] == ["TF 16"]


def test_2_2_planes_of_one_base_bring_no_carrier_planes_to_another() -> None:
    there = {**MARINES, "hex": "2628"}
    moresby = {"groups/Port Moresby": group("2628", base=True), "strikes/1": fresh(STRIKE, **there)}
    moresby["decks/Port Moresby"] = fresh(DECK, **{"in": "Port Moresby"})
    g = table({}, enterprise("2624"), HENDERSON, moresby)
    ours(g, us={"/us/decks": sheet(come={"1": "Port Moresby"}), "/us/move": {}})
    assert g.truth.groups["Port Moresby"]["landing"]
    assert flight.land_based(g.truth, "Port Moresby")


def test_14_2_one_attempt_a_segment_though_another_force_is_left() -> None:
    two = {f"forces/{name}": force("2028", "Small Surface", 2) for name in ("C7", "C8")}
    g = table(REACTS | {"close_reaction/small/large surface/day": reaction("R", 10)}, two, TF_64)
    first = ours(g, [5, "1927"], {"/us/move": {"TF 64": "2028"}})
    assert (g.truth.forces["C7"]["hex"], g.truth.forces["C8"]["hex"]) == ("1927", "2028")
    assert "t4/p1/us/TF64/here" not in first.asked
    sequence.begin_phase(g, 2)
    assert "t4/p2/us/TF64/here" in ours(g, us={"/us/move": {}}).asked


def test_13_1_with_nothing_but_blanks_no_row_is_asked_and_none_is_drawn() -> None:
    g = table({}, enterprise("2423"))
    put(g, **{"sequence/cup": {"blank": 7, "C1": 0}, "sequence/marker": 77})
    answers = Answers([5])
    run(g, sequence.japanese_segment, answers)
    assert answers.asked[0] == "t4/p1/mission"
    assert not any("records_J" in name or "/j/1" in name for name in answers.asked)
    assert g.truth.at("sequence/cup/blank") == 7
    assert not unsaid(g)


def test_18_1_carrier_planes_come_to_a_base_by_its_search_track_too() -> None:
    tracks = {"groups/TF 16/track": {"1": {"range": [0, 3], "available": {"SBD": 2}, "used": {}}}}
    g = table({}, task_force("TF 16", "2624", CA=1), tracks, HENDERSON)
    run(g, lambda g: search.change_track(g, "TF 16"))
    assert told(g, "other-track")
    assert not flight.land_based(g.truth, "Guadalcanal")


# Detachment, as it is asked (5.0).

TEN = ("Astoria", "Portland", "Chester", "Chicago", "Dale", "Mahan", "Sims", "Walke", "Hughes", "Shaw")
TF_61 = {"groups/TF 61": group("2717"), **named("TF 61", *TEN)}
ROWS = {"records_us/1": {"1": 1, "2": 0, "3": 1, "4": 0}, "records_us/2": {"1": 2, "2": 0, "3": 1, "4": 0}}


def test_5_0_ships_are_detached_before_anybody_moves_and_the_row_is_read_anew() -> None:
    g = table(ROWS, TF_61)
    chosen = ["Astoria", "Dale", "Mahan", "Portland"]
    us = {"/us/move": {"detach": "TF 61"}, "/detach/TF61/1": chosen, "/again/1": {"TF 61": "2718", "TF 16": "2716"}}
    answers = ours(g, us=us)
    moves = [name for name in answers.asked if "/us/move" in name or "/detach/" in name]
    assert moves == ["t4/p1/us/move", "t4/p1/us/detach/TF61/1", "t4/p1/us/move/again/1"]
    assert sorted(g.truth.ships_of("TF 16")) == chosen
    assert [g.truth.groups[name]["hex"] for name in ("TF 61", "TF 16")] == ["2718", "2716"]


def test_5_0_nobody_need_go_after_all_and_what_may_not_is_refused() -> None:
    g = table(ROWS, TF_61)
    ask = detaching.ask_ships(g, "TF 61", 1)
    for ships_, words in ((TEN[:3], "4 is the least"), (TEN[:7], "0 to 6 of them")):
        with pytest.raises(Refusal, match=words):
            ask.validate(sorted(ships_), sure=True)
    ours(g, us={"/us/move": {"detach": "TF 61"}, "/detach/TF61/1": [], "/again/1": {}})
    assert list(g.truth.task_forces()) == ["TF 61"]


def test_5_0_it_is_offered_to_those_that_have_ships_to_spare() -> None:
    seven = {"groups/TF 64": group("2029"), **named("TF 64", *TEN[:7])}
    screen = carrier_group("TF 17", "2718") | ships("TF 17", CA=1)  # eight, of which none can be spared
    assert us_movement.ask_moves(table(ROWS, seven).truth, "").facts["detach"] == []
    assert us_movement.ask_moves(table(ROWS, screen).truth, "").facts["detach"] == []
    assert us_movement.ask_moves(table(ROWS, TF_61).truth, "").facts["detach"] == ["TF 61"]
    with pytest.raises(Refusal, match="no ships to detach"):
        us_movement.ask_moves(table(ROWS, seven).truth, "").validate({"detach": "TF 64"}, sure=True)


def test_5_0_one_tap_opens_it_and_moves_are_as_before() -> None:
    ask = us_movement.ask_moves(table(ROWS, TF_61).truth, "")
    assert ask.value(ask.edit(ask.draft(), "detach", "TF 61", {})) == {"detach": "TF 61"}
    draft = ask.edit(ask.edit(ask.draft(), "detach", "TF 61", {}), "hex", "2718", {})
    assert ask.value(draft) == {"TF 61": "2718"}
    for seed in range(30):
        picked = detaching.ask_ships(table(ROWS, TF_61), "TF 61", 1)
        picked.validate(picked.sample(random.Random(seed)), sure=True)


@pytest.mark.parametrize("scenario", ["2", "3", "5", "standard"])
@pytest.mark.parametrize("seed", [2, 3])
def test_5_0_games_in_which_whoever_can_detaches_reach_their_end(scenario: str, seed: int) -> None:
    t, rng = lively.table(full_kit(), scenario=scenario), random.Random(seed)
    for _ in range(6000):
        if t.over:
            break
        party = next(each for each in sorted(t.asks) if each not in t.locks)
        asked = t.asks[party]
        value = asked.sample(rng)
        if asked.facts.get("detach") and rng.randrange(3) == 0:
            group = rng.choice(asked.facts["detach"])
            value = {"detach": group} if isinstance(asked, detaching.Sail) else {**value, "detach": [group]}
        t.answer(party, asked.name, value, Hand("seat", 1, "us"), sure=True)
    assert t.over
    assert not t.play.faults
    assert [each for each in t.truth.heard if each.kind == "detached"]
