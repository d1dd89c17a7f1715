"""The rules of attacks, arrivals, damage, retirement, set-up and victory, held sentence by sentence: played through
whole segments (4, 11, 15 to 22, Scenarios 1 to 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.boxes import full_kit
from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import contact, damage, forces, movement, roster, sequence, setup, unloading, victory
from umpire.games.carrier.plot import DECK, FORCE, GROUP, STRIKE, fresh
from umpire.table.asks import Ask, Chance, Draw
from umpire.table.script import Play, Steps
from umpire.table.words import copy

JSON = Any

CUP = {
    **{"Carrier": 7, "Surface": 7, "Large": 3, "Medium": 3, "Small": 2, "1-2 Carrier": 2, "2-3 Carrier": 1},
    **{"3+ Carrier": 1, "Large Surface": 1, "Medium Surface": 3, "Small Surface": 2, "Dummy": 28},
}
HIGH = {"terrain/2727": "high", "terrain/2728": "high"}


def force(at: str, **leaves: JSON) -> dict[str, JSON]:
    return fresh(FORCE, **{"hex": at, "objective": "Guadalcanal", **leaves})


def named(group: str, *ships: str) -> dict[str, JSON]:
    """Ships of either side in a force or task force, by their paths."""
    made = {f"ships/{ship}": roster.new(ship, group) for ship in ships}
    return {path: {**ship, "value": ship["air"]} for path, ship in made.items()}


def task_force(name: str, at: str, *ships: str, decks: Mapping[str, JSON] | None = None, **leaves: JSON) -> JSON:
    """A task force of these ships with what stands on its decks."""
    made = {f"groups/{name}": fresh(GROUP, hex=at, **leaves), **named(name, *ships)}
    carriers = [ship for ship in ships if roster.ships()[ship]["type"] == "CV"]
    made |= {
        f"decks/{ship}": fresh(DECK, **{"in": name, "room": 24, **(decks or {}).get(ship, {})}) for ship in carriers
    }
    return made


def at_sea(turn: int, phase: int, /, kit: Mapping[str, JSON] | None = None, **more: JSON) -> Play:
    """A standard game on an open sea, in some Japanese segment."""
    paths = {
        "clock": {"turn": turn, "phase": phase, "segment": "japan", "step": "", "night": False},
        "cups": {"combat": dict(CUP), "transport": {}},
        "limits": {"carrier": 40, "surface": 40, "transport": 9, "retirement": 40},
        "objectives": {"primary": "Guadalcanal", "secondary": "", "interdiction": False},
        "sequence": {"cup": {"blank": 7}, "due": None, "drawn": 0, "marker": 1},
        "pool": {"C": [], "T": [], "colours": {}},
        "die": 5,
        **more.pop("at", {}),
    }
    scenario, period = more.pop("scenario", "standard"), more.pop("period", "aug42")
    g = scene(full_kit(**{**HIGH, **(kit or {})}), at=paths, scenario=scenario, period=period, settings=more)
    for plot in g.plots.values():
        plot.played = turn  # type: ignore[attr-defined]
        plot.tree = copy(plot.tree)  # type: ignore[attr-defined]
    return g


def put(g: Play, **at: JSON) -> None:
    for plot in g.plots.values():
        for path, value in at.items():
            plot.put(path, copy(value))  # type: ignore[attr-defined]


class Fives(Answers):
    """Dice that fall 5 unless the end of an ask’s name says otherwise; draws take what comes first."""

    def __init__(self, us: Mapping[str, JSON] | None = None, /, **fell: int) -> None:
        super().__init__(us=us)
        self.fell = fell

    def to(self, party: str, ask: Ask) -> JSON:
        self.asked.append(ask.name)
        if isinstance(ask, Draw):
            return [kind for kind, n in sorted(ask.cup.items()) for _ in range(n)][: ask.n]
        if isinstance(ask, Chance):
            return [next((n for end, n in self.fell.items() if ask.name.endswith(end)), 5)] * ask.count
        self.asked.pop()
        return super().to(party, ask)


def japan(
    g: Play, chits: Sequence[str], dice: Sequence[int | str], us: Mapping[str, JSON] | None = None, phase: int = 0
) -> Answers:
    """A Japanese segment in which these chits and no others are drawn; `dice` is all that falls, the chits among it."""
    if phase:
        sequence.begin_phase(g, phase)
        put(g, die=5)
    put(g, **{"sequence/cup": dict.fromkeys(chits, 1)})
    for plot in g.plots.values():
        plot.kit[f"records_J/{g.truth.at('sequence/marker')}"] = dict.fromkeys("123", len(chits))
    answers = Answers(dice, us=us)
    run(g, sequence.japanese_segment, answers)
    assert set(unsaid(g)) <= {"kit"}  # which is everybody’s word
    return answers


def move(deck: str, start: str, to: str, type: str, n: int) -> dict[str, JSON]:
    return {"deck": deck, "from": start, "to": to, "type": type, "n": n, "time": None}


def sheet(*moves: JSON) -> dict[str, JSON]:
    """The one sheet of an Air Operations Step."""
    return {"moves": list(moves), "strikes": {}, "in": {}}


def log(g: Play, force: str) -> list[JSON]:
    made: list[JSON] = g.truth.forces[force]["log"]
    return made


def ours(g: Play, dice: Sequence[int | str] = (), us: Mapping[str, JSON] | None = None) -> Answers:
    """A US segment."""
    answers = Answers(dice, us=us)
    run(g, sequence.us_segment, answers)
    assert set(unsaid(g)) <= {"kit"}  # which is everybody’s word
    return answers


# The comprehensive examples, each played in one go.


def test_4_1_the_comprehensive_example_in_one_us_segment() -> None:
    strike = fresh(STRIKE, **{"from": "TF 16", "hex": "2212", "time": 3, "left": True, "target": "C7", "side": "L"})
    at = {
        "forces/C7": force("2212", level=4, chit="Level 4", screen="Level 4", detection="L", start=4),
        **named("C7", "Ryujo", "Tone", "Chikuma", "Isuzu", "Jintsu"),
        **task_force("TF 16", "2215", "Enterprise"),
        "strikes/1": {**strike, "steps": {"SBD": 4, "TBF": 2}},
    }
    g = at_sea(4, 2, at=at)
    ours(g, [10, 6, 1, 1, 10, 4], {"aa/losses": {"TBF": 2}, "targets": ["Ryujo"]})
    assert told(g, "japan-cap")[0]["cap"] == 1
    assert told(g, "jp-cap-combat")[0]["result"] == 0
    guns = told(g, "guns")[0]
    assert (guns["value"], guns["result"], guns["modifier"]) == (10, 1, 1)
    assert told(g, "attack-value")[0]["value"] == 8 * 16 + 4
    assert [(each["die"], each["modified"], each["hits"]) for each in told(g, "bombed")[0]["rolls"]] == [(4, 6, 2)]
    assert g.truth.ships["Ryujo"]["hits"] == 2
    assert g.truth.strikes["1"]["steps"] == {"SBD": 4}
    assert g.truth.strikes["1"]["down"]
    assert g.truth.forces["C7"]["cap"] is None


WASP = (
    *("Wasp", "Astoria", "Portland", "Pensacola", "Salt Lake City"),
    *("Dale", "Mahan", "Sims", "Walke", "Hughes", "Shaw"),
)
ONE_WAVE = {"air_target/5": {"priority": "carriers", "alternate": "none", "second": "none"}}


def test_4_2_the_comprehensive_example_in_one_japanese_segment() -> None:
    decks = {"Wasp": {"ready": {"F4F": 2}, "servicing": {"SBD": 6}, "room": 20}}
    at = {
        "forces/C7": force("2215", level=1, chit="Carrier"),
        **task_force("TF 17", "2220", *WASP, decks=decks, cap=[["F4F", 4, None]]),
    }
    kit = {**ONE_WAVE, "us_warning/9": 4, "strength_1_2/Carriers/none/5": {"1": 6, "2": 0}}
    kit |= {"us_cap/6/4": 0, "aa/size/japan/6": 0, "damage/4": 1, "damage/7": 2, "escort_mod/6": 0}
    g = at_sea(6, 2, kit, at=at)
    japan(g, ["C7"], ["C7", 5, 5, 9, 4, 5, 3, 5])
    assert told(g, "us-warning")[0]["may"] == {"Wasp": 4}
    assert g.truth.groups["TF 17"]["cap"] == [["F4F", 6, 6]]  # six fought; her deck is out by now (19.2)
    assert g.truth.decks["Wasp"]["warned"]
    assert (told(g, "us-cap-combat")[0]["strength"], told(g, "us-cap-combat")[0]["result"]) == (6, 0)
    assert (told(g, "guns")[0]["value"], told(g, "guns")[0]["result"]) == (35, 1)  # the book adds up to 34
    assert told(g, "attack-value")[0]["value"] == 8 * 28
    assert [each["modified"] for each in told(g, "bombed")[0]["rolls"]] == [4, 7]
    assert g.truth.ships["Wasp"]["hits"] == 3
    assert g.truth.decks["Wasp"]["servicing"] == {}  # two steps a hit (19.1)
    assert g.truth.decks["Wasp"]["markers"] == [2]
    assert g.truth.at("index/retirement") == 1  # half a point


def test_15_2_the_comprehensive_example_to_the_landing_of_both_waves() -> None:
    ships = ("Enterprise", "Portland", "Dale", "Mahan", "Sims", "Walke", "Hughes", "Shaw")
    tf = task_force("TF 16", "2423", *ships, cap=[["F4F", 4, None]])
    kit = {
        "terrain/2126": "coastal",
        "air_target/6": {"priority": "carriers (p)", "alternate": "airfield (p)", "second": "none"},
        "strength_1_2/2-3/none/4": {"1": 7, "2": 6},  # 7 less 3 for 7 hexes, which the book leaves out
        **{f"escort_mod/{n}": 0 for n in (6, 7)},
        **{f"damage/{n}": 0 for n in range(-5, 15)},
        **{"us_cap/4/8": 2, "us_cap/4/4": 0},
    }
    g = at_sea(3, 2, kit, at={"forces/C1": force("1827"), "forces/C2": force("2126"), **tf})
    japan(g, ["C1", "C2"], ["C2", "C1", "Medium", 7, 1, 7, 8, 1, 1, 1])
    assert told(g, "no-attack")[0]["force"] == "C2"
    c1 = g.truth.forces["C1"]
    assert (c1["level"], c1["chit"], c1["revealed"]) == (2, "2-3 Carrier", 13)
    assert g.truth.at("index/carrier") == 13
    assert [(each["strength"], each["lost"], each["range"], each["land"]) for each in c1["log"]] == [(7, 2, 7, 5)]
    assert c1["wave"] == {"strength": 6, "turn": 3, "phase": 4, "target": "TF 16"}
    assert c1["hex"] == "1926"  # closes, since it is a carrier force now
    ours(g)
    japan(g, [], [], phase=3)
    ours(g)
    japan(g, [], [4, 1, 1, 1], phase=4)
    c1 = g.truth.forces["C1"]
    assert [(each["strength"], each["lost"], each["range"], each["land"]) for each in c1["log"][1:]] == [(6, 0, 6, 4)]
    assert c1["wave"] is None
    for turn, losses, landed in ((3, 0, [False, False]), (4, 0, [False, True]), (5, 2, [True, True])):
        put(g, **{"clock/turn": turn})
        run(g, sequence.end_phase, Answers([10]))  # its chit does not fade
        assert (g.truth.forces["C1"]["losses"], [each["landed"] for each in log(g, "C1")]) == (losses, landed)


def test_17_1_the_comprehensive_example_in_one_arrival_phase() -> None:
    track = {"1": {"range": [0, 3], "available": {}, "used": {"SBD": 2}}}
    colours = {f"C{n}": "Port Moresby" if n < 15 else "Guadalcanal" for n in range(1, 21)}
    colours |= {"T1": "Port Moresby", "T2": "Guadalcanal"}
    at = {
        **task_force("TF 17", "2935", "Yorktown", "Dale", track=track),
        **{f"forces/C{n}": force("1512", objective=colours[f"C{n}"]) for n in range(8, 21)},
        "pool": {"C": [f"C{n}" for n in range(1, 8)], "T": ["T1", "T2"], "colours": colours},
        "objectives": {"primary": "Port Moresby", "secondary": "Guadalcanal", "interdiction": False},
        "sequence": {"cup": {"blank": 7}, "due": None, "drawn": 0, "marker": 13},
        "clock": {"turn": 4, "phase": 0, "segment": "arrival", "step": "", "night": False},
    }
    g = at_sea(4, 0, {"search_track/carrier": {"1": "0-3", "2": "4-7", "3": "0-3", "4": "-", "5": "-"}}, at=at)
    run(g, sequence.arrival_phase, Answers(["C3", "C6", "T1", 3, 8, 2, 2, 3, 2]))
    assert set(unsaid(g)) <= {"kit"}  # which is everybody’s word
    assert [each["force"] for each in told(g, "no-arrival")] == ["C3", "C6"]
    assert [(each["force"], each["hex"]) for each in told(g, "arrives")] == [("T1", "2940")]
    assert len(g.truth.forces) == g.truth.at("sequence/marker") == 14
    assert g.truth.at("sequence/cup/T1") == 1
    assert (len(g.truth.at("pool/C")), g.truth.at("pool/T")) == (7, ["T2"])
    boxes = g.truth.groups["TF 17"]["track"]
    assert [place for place in sorted(boxes) if boxes[place]["available"]] == ["2"]  # only now are tracks moved on


def test_sc_2_the_comprehensive_example_from_the_opening_of_the_table() -> None:
    g = scene(full_kit(), scenario="", settings={"scenario": "2", "ships": "history"})
    run(g, sequence.open_table)
    sequence.begin_turn(g, 1)
    sequence.begin_phase(g, 1)
    run(g, sequence.japanese_segment, Answers([7]))
    assert g.truth.forces == {}
    serviced = {"Lexington": {"SBD": 8}, "Yorktown": {"SBD": 8}}
    ours(g, us={"us/decks": sheet(*(move(name, "hangar", "servicing", "SBD", 8) for name in serviced))})
    assert {name: deck["servicing"] for name, deck in g.truth.decks.items()} == serviced
    sequence.begin_phase(g, 2)
    run(g, sequence.japanese_segment, Answers([9, 5, 3]))
    assert [(name, f["hex"], f["detection"], f["level"]) for name, f in g.truth.forces.items()] == [
        ("C1", "2740", "L", 4)
    ]
    assert g.truth.ships_of("C1") == ["Sazanami", "Shoho"]
    assert told(g, "attack") == []


def test_19_3_the_example_of_enterprise_through_two_attacks_and_two_repair_steps() -> None:
    ships = ("Enterprise", "Portland", "Dale", "Mahan", "Sims", "Walke", "Hughes", "Shaw")
    at = {name: force("2215", level=1, chit="Carrier") for name in ("forces/C1", "forces/C2")}
    kit = {
        **ONE_WAVE,
        **{"strength_1_2/Carriers/none/1": {"1": 5, "2": 0}, "strength_1_2/Carriers/none/2": {"1": 3, "2": 0}},
        **{f"damage/{n}": 2 for n in range(-5, 20)},
    }
    g = at_sea(6, 1, kit, at={**at, **task_force("TF 16", "2220", *ships)})
    japan(g, ["C1"], ["C1", 5, 1, 1, 1, 1])  # two rolls, two hits each
    assert (g.truth.ships["Enterprise"]["hits"], g.truth.decks["Enterprise"]["markers"]) == (4, [2])
    ours(g, [6])
    assert (g.truth.ships["Enterprise"]["hits"], g.truth.decks["Enterprise"]["markers"]) == (3, [1])
    japan(g, ["C2"], ["C2", 5, 2, 1, 1], phase=2)  # one roll
    assert (g.truth.ships["Enterprise"]["hits"], sorted(g.truth.decks["Enterprise"]["markers"])) == (5, [1, 2])
    answers = ours(g, [8], {"deck/1": "1"})
    assert any(name.endswith("/deck/1") for name in answers.asked)
    assert (g.truth.ships["Enterprise"]["hits"], g.truth.decks["Enterprise"]["markers"]) == (4, [2])


# Japanese air strikes (15).


@pytest.mark.parametrize(("die", "struck"), [(7, "TF 16"), (8, "TF 17")])
def test_15_2_a_second_wave_may_turn_on_others_when_the_first_has_sunk_its_carriers(die: int, struck: str) -> None:
    kit = {**ONE_WAVE, "strength_1_2/Carriers/none/5": {"1": 6, "2": 4}, **{f"damage/{n}": 5 for n in range(-5, 20)}}
    at = {
        "forces/C1": force("2215", level=1, chit="Carrier"),
        **task_force("TF 16", "2220", "Enterprise", "Portland", "Chester", "Dale"),
        **task_force("TF 17", "2220", "Hornet", "Shaw"),
    }
    g = at_sea(6, 1, {**kit, "air_target_by/carriers": {"first": "most ships", "second": "nearest"}}, at=at)
    put(g, **{"sequence/cup": {"C1": 1}})
    run(g, sequence.japanese_segment, Fives())
    assert g.truth.ships["Enterprise"]["sunk"] == 6
    sequence.begin_phase(g, 3)
    put(g, **{"die": 5, "sequence/cup": {}})
    run(g, sequence.japanese_segment, Fives(**{"wave/C1/target": die}))
    assert [f["target"] for f in told(g, "attack")] == ["TF 16", struck]


def test_15_2_a_second_wave_keeps_to_a_target_whose_carriers_have_only_left_it() -> None:
    """Only carriers that were sunk set it free; here they were detached into another task force (5.0)."""
    wave = {"force": "C1", "strength": 5, "turn": 6, "phase": 1, "target": "TF 16", "carriers": ["Enterprise"]}
    at = {"memory/waves": [wave], "forces/C1": force("2215", level=1, chit="Carrier", revealed=5)}
    at |= {**task_force("TF 16", "2220", "Portland", "Dale"), **task_force("TF 17", "2220", "Enterprise", "Shaw")}
    g = at_sea(6, 1, at={**at, "sequence/cup": {}})
    run(g, sequence.japanese_segment, Fives(**{"wave/C1/target": 10}))
    assert [f["target"] for f in told(g, "attack")] == ["TF 16"]


def test_15_1_with_a_strike_out_what_is_told_is_the_one_wave_that_flies() -> None:
    """The whole of the table is still revealed (16.1); nothing of a second wave is told, which nobody will see."""
    kit = {**ONE_WAVE, "strength_1_2/Carriers/4-7/5": {"1": 5, "2": 5}}
    out = {"turn": 5, "phase": 4, "range": 3, "target": "TF 16", "strength": 3, "lost": 0, "land": 6, "wave": 1}
    c1 = force("2217", level=1, chit="Carrier", revealed=6, log=[{**out, "landed": False}])
    g = at_sea(6, 1, kit, at={"forces/C1": c1, **task_force("TF 16", "2220", "Enterprise", "Dale")})
    put(g, **{"sequence/cup": {"C1": 1}})
    run(g, sequence.japanese_segment, Fives())
    assert [(f["first"], f["second"]) for f in told(g, "air-strength")] == [(5, 0)]
    assert (g.truth.forces["C1"]["revealed"], g.truth.forces["C1"]["wave"]) == (13, None)


# Set-up (21).


def standard(period: str, objectives: int, commitment: int) -> Play:
    """A standard game set up by these dice."""
    g = scene(full_kit(), scenario="standard")
    fell = {"set-up/objectives/die": objectives, "set-up/commitment/die": commitment}
    run(g, setup.set_up, Fives({"set-up/period": period}, **fell))
    return g


def test_21_0_interdiction_keeps_the_transport_limit_for_combat_forces_that_have_transports() -> None:
    """A combat force may turn out to have transports (11.2); all three limits of the row are in play."""
    g = standard("aug42", 9, 5)
    assert g.truth.at("objectives/interdiction")
    assert (g.truth.at("limits"), g.truth.at("pool/T")) == (
        {"carrier": 14, "surface": 21, "transport": 4, "retirement": 34},
        [],
    )
    put(g, **{f"forces/C{n}": force("2020", level=2, chit="Medium Transport") for n in (1, 2)})
    put(g, **{"forces/C3": force("2020", level=3, chit="A"), "index/transport": 2})
    put(g, **{"clock": {"turn": 3, "phase": 1, "segment": "us", "step": "search", "night": False}})
    run(g, lambda g: forces.raise_once(g, "C1"), Fives())
    assert sorted(g.truth.forces) == ["C1", "C3"]  # C1 is at level 3 now, and C2 leaves
    assert "transport" not in standard("1943", 1, 5).truth.at("limits")


def test_21_0_bases_and_fuel_by_period_and_objective() -> None:
    for period, objectives, bases in (
        ("jan42", 1, {"Port Moresby": None}),
        ("jan42", 8, {}),
        ("jan42", 10, {}),  # the base at Guadalcanal is ignored before August
        ("aug42", 1, {"Guadalcanal": 60, "Port Moresby": None}),
        ("aug42", 2, {"Guadalcanal": 60}),
        ("1943", 1, {"Guadalcanal": None}),  # whether it is an objective or not, and without fuel
    ):
        g = standard(period, objectives, 5)
        assert {name: base["fuel"] for name, base in g.truth.bases().items()} == bases


# Damage (19).


def attacked(g: Play, hits: Mapping[str, int], dice: Sequence[int | str] = ()) -> Answers:
    """An attack that does so many hits to each ship, to its end."""

    def script(g: Play) -> JSON:
        for ship, n in hits.items():
            yield from damage.hit(g, ship, n)
        yield from damage.after_attack(g, list(hits))

    answers = Answers(dice)
    run(g, script, answers)
    return answers


def test_19_2_the_last_carrier_sinks_with_her_deck_already_out_of_action() -> None:
    """Planes that waited for her deck to be mended must go elsewhere now, like those of a carrier that worked."""
    aloft: dict[str, JSON] = {"cap": [["F4F", 4, 7]], "landing": [["SBD", 2, 5]]}
    track = {"2": {"range": [4, 7], "available": {"SBD": 1}, "used": {}}}
    there = task_force("TF 16", "2220", "Enterprise", "Portland", "Dale", track=track, **aloft)
    there |= task_force("TF 17", "2223", "Hornet", "Shaw")
    g = at_sea(6, 1, at={**there, "decks/Enterprise/markers": [2], "ships/Enterprise/hits": 5})
    attacked(g, {"Enterprise": 3})
    assert (g.truth.groups["TF 16"]["cap"], g.truth.groups["TF 16"]["landing"]) == ([], [])
    assert sorted((s["time"], *s["steps"].items()) for s in g.truth.strikes.values()) == [
        (5, ("SBD", 2)),
        (7, ("F4F", 4)),
    ]
    assert g.truth.groups["TF 17"]["track"]["2"]["available"] == {"SBD": 1}


def test_19_2_a_carrier_without_a_deck_sinks_beside_one_that_works() -> None:
    """Nothing changes for planes aloft, and nothing is asked: that was settled as her deck went out of action."""
    aloft: dict[str, JSON] = {"cap": [["F4F", 8, None]], "landing": [["SBD", 2, 5]]}
    track = {"2": {"range": [4, 7], "available": {"SBD": 1}, "used": {}}}
    there = task_force("TF 16", "2220", "Enterprise", "Hornet", "Dale", track=track, **aloft)
    there |= task_force("TF 17", "2223", "Saratoga", "Shaw")
    g = at_sea(6, 1, at={**there, "decks/Enterprise/markers": [2], "ships/Enterprise/hits": 5})
    assert attacked(g, {"Enterprise": 3}).asked == []
    group = g.truth.groups["TF 16"]
    assert (group["cap"], group["landing"], g.truth.strikes) == (aloft["cap"], aloft["landing"], {})


# Airfields (18).


def test_18_3_a_strike_on_an_airfield_knows_no_attack_modifier_and_says_what_it_hit() -> None:
    """Two waves on Henderson Field: her guns spoil no aim, planes on the runway are spared, hits go on beyond ten."""
    kit = {
        "air_target/5": {"priority": "airfield", "alternate": "none", "second": "none"},
        "strength_1_2/Carriers/none/5": {"1": 6, "2": 6},
        **{f"air_ground/{column}/5": {"hits": 10, "losses": 3} for column in range(0, 13, 2)},
    }
    boxes = {"ready": {"F4F": 2}, "unready": {"F4F": 1}, "servicing": {"SBD": 1}, "hangar": {"TBF": 1}}
    base = fresh(GROUP, hex="2626", base=True, fuel=10, cap=[["F4F", 4, None]])
    at = {"groups/Guadalcanal": base, "decks/Guadalcanal": fresh(DECK, **{"in": "Guadalcanal"}, **boxes)}
    at |= {"forces/C1": force("2122", level=1, chit="Carrier"), "sequence/cup": {"C1": 1}}
    g = at_sea(6, 2, kit, at={**at, **task_force("TF 16", "3220", "Hornet", "Dale")})
    run(g, sequence.japanese_segment, Fives(**{"attack/warning": 1}))  # too late for anybody to launch
    assert [f["modifier"] for f in told(g, "guns")] == [0]
    assert told(g, "jp-attack-done")[0]["hits"] == {"Guadalcanal": 10}
    deck = g.truth.decks["Guadalcanal"]
    assert (deck["ready"], deck["unready"], deck["servicing"], deck["hangar"]) == ({"F4F": 2}, {"F4F": 1}, {}, {})
    assert g.truth.groups["Guadalcanal"]["cap"] == [["F4F", 4, 6]]
    sequence.begin_phase(g, 4)
    put(g, **{"die": 5, "sequence/cup": {}})
    run(g, sequence.japanese_segment, Fives())
    assert g.truth.groups["Guadalcanal"]["hits"] == 20
    assert told(g, "us-warning")[1:] == []  # nothing launches off a runway that is out of action


# Retirement (20).


def test_20_1_a_force_whose_carriers_turn_out_to_be_all_heavily_damaged_retires_at_once() -> None:
    """Two of "2 CV+CVL" were hit heavily at level 3; the second strike finds that there never was a third."""
    strike = fresh(STRIKE, **{"from": "TF 16", "hex": "2217", "time": 3, "left": True, "target": "C1", "side": "L"})
    at = {
        "forces/C1": force("2217", level=2, chit="3+ Carrier", detection="L"),
        **task_force("TF 16", "2220", "Enterprise", "Dale"),
        **{f"strikes/{n}": {**strike, "steps": {"SBD": 8}} for n in (1, 2)},
        "limits/carrier": 20,
    }
    kit = {**{f"damage/{n}": 4 for n in range(-5, 25)}, "surprise/5": "none"}
    g = at_sea(6, 1, kit, at=at)
    run(g, contact.air_strikes, Fives())
    kinds = [each.dispatch.kind for each in g.told]
    assert [f["force"] for f in told(g, "retires")] == ["C1"]
    assert kinds.index("level-4") < kinds.index("retires") < len(kinds) - kinds[::-1].index("strike-attacks")
    assert g.truth.ships["Shokaku"]["sunk"] == g.truth.ships["Zuikaku"]["sunk"] == 6


def test_13_1_a_screen_that_splits_in_the_fourth_phase_is_drawn_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its chit goes into the cup at once (20.1), and the fourth phase draws whatever is left there."""

    def fought(g: Play, force: str) -> Steps[None]:
        """In place of its move C1 loses its carrier; nobody else moves."""
        if force == "C1":
            yield from damage.hit(g, "Ryujo", 3)
            yield from damage.after_attack(g, ["Ryujo"])

    monkeypatch.setattr(movement, "move_force", fought)
    pool = {"C": ["C9"], "T": [], "colours": {"C1": "Guadalcanal", "C2": "Guadalcanal", "C9": "Guadalcanal"}}
    c1 = force("2217", level=4, chit="Level 4", screen="Level 4", start=3)
    at = {
        "forces/C1": c1,
        **named("C1", "Ryujo", "Tone", "Oite", "Mochizuki"),
        "forces/C2": force("1517"),
        "pool": pool,
    }
    for phase, drawn in ((4, ["C1", "C2", "C9"]), (3, ["C1", "C2"])):
        g = at_sea(6, phase, at=at)
        answers = Fives()
        put(g, **{"sequence/cup": {"C1": 1, "C2": 1}})
        run(g, sequence.japanese_segment, answers)
        assert [f["force"] for f in told(g, "activated")] == drawn
        assert g.truth.at("sequence/cup/C9") == (0 if phase == 4 else 1)


# Victory (22).


def test_22_0_the_game_ends_without_japanese_forces_once_none_may_come() -> None:
    """As long as a limit leaves room for more the empty map is only a pause."""
    pool = {"C": ["C1", "C2"], "T": ["T1"], "colours": {}}
    g = at_sea(6, 1, at={**task_force("TF 16", "2220", "Enterprise"), "pool": pool})
    put(g, **{"index/carrier": 40, "index/surface": 40, "index/transport": 8})
    assert victory.over(g.truth) == ""
    put(g, **{"index/transport": 9, "index/surface": 39})
    assert victory.over(g.truth) == ""
    put(g, **{"index/surface": 40})
    assert victory.over(g.truth) == "japan-gone"
    put(g, **{"index/transport": 0, "pool/T": []})  # the interdiction mission has no Japanese transports
    assert victory.over(g.truth) == "japan-gone"
    put(g, **{"forces/C1": force("2020")})
    assert victory.over(g.truth) == ""


def test_22_0_us_transports_that_are_detached_where_they_unload_go_on_unloading() -> None:
    """They began the turn in that hex, whatever task force they are in now (5.0)."""
    g = at_sea(6, 4, at=task_force("TF 64", "2626", "McCawley", "Crescent City"))
    put(g, **{"objectives/interdiction": True})
    run(g, unloading.bombard_and_unload)
    assert g.truth.ships["McCawley"]["unloads"] == 0  # they came in this turn
    put(g, **{"clock/turn": 7, "groups/TG 62.4": fresh(GROUP, hex="2626"), "ships/McCawley/in": "TG 62.4"})
    run(g, unloading.bombard_and_unload)
    assert (g.truth.ships["McCawley"]["unloads"], g.truth.ships["Crescent City"]["unloads"]) == (1, 1)
