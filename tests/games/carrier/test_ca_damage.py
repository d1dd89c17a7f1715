"""Damage to US carriers and bases, inoperative decks, repair (18.2, 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import damage, roster, victory
from umpire.games.carrier.plot import DECK, GROUP, fresh
from umpire.games.carrier.repair import repair_bases, repair_step
from umpire.table.script import Play

JSON = Any

KIT = {f"agreed/{chart}": "yes" for chart in ("level", "repair", "critical")}
AWARDS: list[tuple[str, int]] = []


@pytest.fixture(autouse=True)
def _points(monkeypatch: pytest.MonkeyPatch) -> None:
    AWARDS.clear()
    monkeypatch.setattr(victory, "award", lambda g, side, n, why, rule: AWARDS.append((side, n)))


def fleet(
    ships: Sequence[str] = ("Enterprise", "Dale"),
    decks: Mapping[str, JSON] | None = None,
    *,
    scenario: str = "standard",
    period: str = "aug42",
    at: Mapping[str, JSON] | None = None,
    **group: JSON,
) -> Play:
    """TF 16 in 2420, in phase 2 of turn 4."""
    carriers = [ship for ship in ships if roster.ships()[ship]["type"] == "CV"]
    made = {
        "clock": {"turn": 4, "phase": 2, "segment": "us", "step": "repair", "night": False},
        "groups": {"TF 16": fresh(GROUP, hex="2420", **group)},
        "ships": {ship: roster.new(ship, "TF 16") for ship in ships},
        "decks": {ship: fresh(DECK, **{"in": "TF 16"}, **(decks or {}).get(ship, {})) for ship in carriers},
    }
    return scene(KIT, scenario=scenario, period=period, at={**made, **(at or {})})


def hits(g: Play, ship: str, n: int, dice: Sequence[int | str] = (), us: Mapping[str, JSON] | None = None) -> None:
    """An attack that does so much to one ship, to its end."""

    def script(g: Play) -> JSON:
        yield from damage.hit(g, ship, n)
        yield from damage.after_attack(g, [ship])

    run(g, script, Answers(dice, us=us))


# Levels and burning planes (19.1).


@pytest.mark.parametrize(
    ("ship", "letters"),
    [
        ("Enterprise", " LLMMHDD"),
        ("Lexington", " LLMMMHDD"),
        ("Victorious", " LLMMHHDD"),
        ("Wasp", " LLMMHD"),
    ],
)
def test_damage_levels(ship: str, letters: str) -> None:
    g = fleet((ship,))
    found = []
    for n in range(len(letters)):
        g.truth.put(f"ships/{ship}/hits", n)
        found.append(damage.level(g.truth, ship) or " ")
    assert "".join(found) == letters


def test_ca_102_planes_burn_deck_first_and_the_deck_gets_one_marker_an_attack() -> None:
    g = fleet(decks={"Enterprise": {"ready": {"SBD": 4}, "servicing": {"SBD": 4, "F4F": 2}}})
    hits(g, "Enterprise", 3, ["SBD servicing", "F4F servicing"])
    deck = g.truth.decks["Enterprise"]
    assert deck["ready"] == {}
    assert deck["servicing"] == {"SBD": 3, "F4F": 1}
    assert damage.level(g.truth, "Enterprise") == "M"
    assert deck["markers"] == [2]
    assert AWARDS == [("japan", 8), ("japan", 4)]
    hits(g, "Enterprise", 1, ["SBD servicing", "SBD servicing"])
    assert g.truth.decks["Enterprise"]["markers"] == [2, 2]
    assert unsaid(g) == []


def test_planes_on_deck_burn_at_random_ready_or_not() -> None:
    g = fleet(decks={"Enterprise": {"ready": {"SBD": 4}, "unready": {"F4F": 2}, "servicing": {"SBD": 1}}})
    hits(g, "Enterprise", 1, ["F4F unready", "SBD ready"])
    deck = g.truth.decks["Enterprise"]
    assert (deck["ready"], deck["unready"], deck["servicing"]) == ({"SBD": 3}, {"F4F": 1}, {"SBD": 1})


def test_light_damage_marks_no_deck_and_an_attack_without_a_hit_none_either() -> None:
    g = fleet()
    hits(g, "Enterprise", 2)
    assert g.truth.decks["Enterprise"]["markers"] == []
    g.truth.put("ships/Enterprise/hits", 4)
    run(g, lambda g: damage.after_attack(g, []))
    assert g.truth.decks["Enterprise"]["markers"] == []
    assert damage.operative(g.truth, "Enterprise")


def test_victorious_is_marked_from_heavy_damage() -> None:
    g = fleet(("Victorious",))
    hits(g, "Victorious", 4)
    assert g.truth.decks["Victorious"]["markers"] == []
    hits(g, "Victorious", 1)
    assert g.truth.decks["Victorious"]["markers"] == [2]


def test_in_the_first_scenarios_a_deck_is_out_at_heavy_damage_without_a_marker() -> None:
    g = fleet(scenario="6")
    hits(g, "Enterprise", 4)
    assert damage.operative(g.truth, "Enterprise")
    hits(g, "Enterprise", 1)
    assert not damage.operative(g.truth, "Enterprise")
    assert g.truth.decks["Enterprise"]["markers"] == []


def test_dead_in_the_water_nothing_flies_whatever_the_deck() -> None:
    g = fleet()
    g.truth.put("ships/Enterprise/hits", 6)
    assert not damage.operative(g.truth, "Enterprise")


def test_a_sunk_us_carrier_is_off_at_once_with_all_aboard() -> None:
    boxes = {"ready": {"SBD": 2}, "hangar": {"F4F": 4}, "servicing": {"TBF": 2}}
    g = fleet(decks={"Enterprise": boxes})
    hits(g, "Enterprise", 9)
    ship = g.truth.ships["Enterprise"]
    assert (ship["hits"], ship["sunk"], ship["in"], ship["company"]) == (8, 4, "", 1)
    assert "Enterprise" not in g.truth.decks
    assert AWARDS == [("japan", 16)]
    hits(g, "Enterprise", 3)
    assert g.truth.ships["Enterprise"]["hits"] == 8


# Planes aloft (19.2).


def test_ca_73_the_only_carrier_of_a_task_force_is_sunk() -> None:
    track = {
        "1": {"range": [0, 3], "available": {}, "used": {}},
        "2": {"range": [4, 7], "available": {"SBD": 2}, "used": {}},
        "3": {"range": [0, 3], "available": {}, "used": {}},
    }
    empty = {place: {**box, "available": {}} for place, box in track.items()}
    g = fleet(
        landing=[["SBD", 2, 4]],
        cap=[["F4F", 4, None]],
        track=track,
        at={"groups/TF 17": fresh(GROUP, hex="2423", track=empty), "ships/Hornet": roster.new("Hornet", "TF 17")},
    )
    hits(g, "Enterprise", 8)
    flown = {strike["time"]: strike for strike in g.truth.strikes.values()}
    assert flown[4]["steps"] == {"SBD": 2}
    assert flown[6]["steps"] == {"F4F": 4}
    assert all(s["down"] and s["transfer"] and s["hex"] == "2420" and s["from"] == "TF 16" for s in flown.values())
    assert g.truth.groups["TF 16"]["landing"] == []
    assert g.truth.groups["TF 16"]["cap"] == []
    assert g.truth.groups["TF 17"]["track"]["2"]["available"] == {"SBD": 2}
    assert unsaid(g) == []


def test_cap_with_nowhere_to_go_stays_up_with_its_markers() -> None:
    g = fleet(cap=[["F4F", 4, None]], landing=[["SBD", 2, 4]])
    hits(g, "Enterprise", 8)
    assert g.truth.groups["TF 16"]["cap"] == [["F4F", 4, 6]]
    assert [s["steps"] for s in g.truth.strikes.values()] == [{"SBD": 2}]


def test_the_last_ship_takes_the_task_force_with_her() -> None:
    g = fleet(("Enterprise",), cap=[["F4F", 4, None]])
    hits(g, "Enterprise", 8)
    assert g.truth.groups["TF 16"]["gone"] is True
    assert g.truth.groups["TF 16"]["cap"] == []
    assert AWARDS == [("japan", 8)]


def test_ca_103_cap_beyond_the_decks_left_gets_markers() -> None:
    g = fleet(("Enterprise", "Hornet", "Dale"), cap=[["F4F", 12, None]])
    hits(g, "Enterprise", 3)
    assert g.truth.groups["TF 16"]["cap"] == [["F4F", 8, None], ["F4F", 4, 6]]
    (marked,) = told(g, "cap-marked")
    assert (marked["n"], marked["room"]) == (4, 8)
    g.truth.put("groups/TF 16/cap", [["F4F", 8, None], ["F4F", 4, 9]])
    hits(g, "Hornet", 3)
    assert g.truth.groups["TF 16"]["cap"] == [["F4F", 8, 6], ["F4F", 4, 9]]


def test_cap_that_the_decks_left_can_keep_up_is_let_be() -> None:
    g = fleet(("Enterprise", "Hornet", "Dale"), cap=[["F4F", 8, None]])
    hits(g, "Enterprise", 8)
    assert g.truth.groups["TF 16"]["cap"] == [["F4F", 8, None]]


# Repair (19.3).


def test_ca_72_the_example_of_enterprise() -> None:
    g = fleet()
    hits(g, "Enterprise", 4)
    assert g.truth.decks["Enterprise"]["markers"] == [2]
    run(g, repair_step, Answers([6]))
    assert g.truth.ships["Enterprise"]["hits"] == 3
    assert g.truth.decks["Enterprise"]["markers"] == [1]
    hits(g, "Enterprise", 2)
    assert sorted(g.truth.decks["Enterprise"]["markers"]) == [1, 2]
    # 5 hits: H, where an 8 repairs one.
    run(g, repair_step, Answers([8], us={"deck/1": "1"}))
    assert g.truth.decks["Enterprise"]["markers"] == [2]
    assert g.truth.ships["Enterprise"]["hits"] == 4
    assert unsaid(g) == []


def test_ca_104_a_natural_one_is_critical_whatever_the_modifier() -> None:
    g = fleet(period="oct42")
    hits(g, "Enterprise", 5)
    run(g, repair_step, Answers([1, 3]))  # row 2 of H: +1; critical 3: +1
    assert told(g, "repair")[0]["modified"] == 2
    assert g.truth.ships["Enterprise"]["hits"] == 7


def test_ca_104_a_natural_two_made_one_is_not_critical() -> None:
    g = fleet(period="jan42")
    hits(g, "Enterprise", 5)
    run(g, repair_step, Answers([2]))  # row 1 of H: beyond repair
    assert not told(g, "critical")
    assert g.truth.decks["Enterprise"]["irreparable"] is True


def test_ca_104_beyond_repair_at_m_without_a_marker_there_is_no_roll() -> None:
    g = fleet(decks={"Enterprise": {"irreparable": True}}, at={"ships/Enterprise/hits": 4})
    run(g, repair_step)
    assert not told(g, "repair")


def test_beyond_repair_at_m_a_marker_is_still_worked_on_and_hits_stay() -> None:
    g = fleet(decks={"Enterprise": {"irreparable": True, "markers": [2]}}, at={"ships/Enterprise/hits": 4})
    run(g, repair_step, Answers([10]))
    assert g.truth.ships["Enterprise"]["hits"] == 4
    assert g.truth.decks["Enterprise"]["markers"] == []


def test_beyond_repair_h_is_repaired_down_to_m_and_no_further() -> None:
    g = fleet(decks={"Enterprise": {"irreparable": True}}, at={"ships/Enterprise/hits": 5})
    run(g, repair_step, Answers([10]))
    assert g.truth.ships["Enterprise"]["hits"] == 4


def test_at_l_only_a_deck_marker_is_rolled_for() -> None:
    g = fleet(at={"ships/Enterprise/hits": 2})
    run(g, repair_step)
    g.truth.put("decks/Enterprise/markers", [2])
    run(g, repair_step, Answers([9]))
    assert g.truth.ships["Enterprise"]["hits"] == 2
    assert g.truth.decks["Enterprise"]["markers"] == []
    g.truth.put("decks/Enterprise/markers", [2])
    run(g, repair_step, Answers([1]))  # no critical damage: a roll at L never changes the level
    assert g.truth.ships["Enterprise"]["hits"] == 2


def test_an_accident_adds_a_hit_and_may_sink_her() -> None:
    g = fleet(at={"ships/Enterprise/hits": 4})
    run(g, repair_step, Answers([2]))
    assert g.truth.ships["Enterprise"]["hits"] == 5
    assert g.truth.decks["Enterprise"]["markers"] == []  # markers come from attacks and battles alone
    g.truth.put("ships/Enterprise/hits", 7)
    run(g, repair_step, Answers([2]))
    assert g.truth.ships["Enterprise"]["sunk"] == 4


def test_critical_damage_may_stop_the_lifts_until_something_is_repaired() -> None:
    g = fleet(at={"ships/Enterprise/hits": 5})
    run(g, repair_step, Answers([1, 6]))
    assert g.truth.decks["Enterprise"]["no_lift"] is True
    run(g, repair_step, Answers([4]))
    assert g.truth.decks["Enterprise"]["no_lift"] is True
    run(g, repair_step, Answers([9]))
    assert g.truth.decks["Enterprise"]["no_lift"] is False


def test_a_carrier_dead_in_the_water_may_be_scuttled() -> None:
    g = fleet(at={"ships/Enterprise/hits": 6}, landing=[["SBD", 2, 3]])
    run(g, repair_step, Answers([4]))
    assert g.truth.ships["Enterprise"]["sunk"] == 0
    run(g, repair_step, Answers([4], us={"repair/Enterprise/scuttle": "yes"}))
    assert g.truth.ships["Enterprise"]["sunk"] == 4
    assert g.truth.groups["TF 16"]["landing"] == []
    assert [s["time"] for s in g.truth.strikes.values()] == [3]


def test_carriers_roll_together_in_the_order_of_the_roster() -> None:
    g = fleet(("Hornet", "Enterprise"), at={"ships/Enterprise/hits": 3, "ships/Hornet/hits": 4})
    answers = Answers([6, 3])
    run(g, repair_step, answers)
    assert answers.asked[0] == "t0/p2/us/repair"
    assert (g.truth.ships["Enterprise"]["hits"], g.truth.ships["Hornet"]["hits"]) == (2, 4)


# Bases (18.2).


@pytest.mark.parametrize(("die", "left"), [(1, 4), (6, 4), (7, 3), (9, 3), (10, 2)])
def test_repair_of_a_base(die: int, left: int) -> None:
    g = fleet(at={"groups/Guadalcanal": fresh(GROUP, hex="2626", base=True, hits=4)})
    run(g, repair_bases, Answers([die]))
    assert g.truth.groups["Guadalcanal"]["hits"] == left


def test_a_base_works_again_below_ten_hits_and_never_goes_below_nought() -> None:
    g = fleet(at={"groups/Guadalcanal": fresh(GROUP, hex="2626", base=True, hits=10)})
    assert not damage.operative(g.truth, "Guadalcanal")
    run(g, repair_bases, Answers([7]))
    assert damage.operative(g.truth, "Guadalcanal")
    assert told(g, "base-repair")[0]["works"] is True
    g.truth.put("groups/Guadalcanal/hits", 1)
    run(g, repair_bases, Answers([10]))
    assert g.truth.groups["Guadalcanal"]["hits"] == 0
    run(g, repair_bases)
