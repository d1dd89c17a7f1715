"""Cases of the Basic game about odds, the Battle Board, hits and sinking."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.midway_scenes import (
    ALL,
    COLUMNS,
    attack,
    chart,
    dive,
    flight,
    heard,
    move,
    orders,
    port,
    refused,
    run,
    same_for_all,
    say,
    scene,
    squadrons,
    starboard,
    z,
)
from umpire.games.midway import battle, results
from umpire.table.asks import Challenge
from umpire.table.table import Table

FLEET, RAIDERS = z(10, 2), z(6, 2)
READY = {"us/readying": ALL, "japan/readying": ALL}

WORKED_PLACES = {"Minneapolis": [2, 1], "New Orleans": [3, 3], "Atlanta": [5, 3], "Vincennes": [5, 5]}
"""A lay-out of the example: the T-1 on New Orleans and the T-4 on Atlanta both stand in column 4, row 3."""
WORKED_GROUPS = [
    port("Atlanta", 4),
    dive("Atlanta", 6),
    starboard("Atlanta", 4),
    dive("Vincennes", 3),
    starboard("New Orleans", 1),
    port("Vincennes", 2),
]
WORKED_FIRE = {
    "Minneapolis": "Atlanta/port",
    "New Orleans": "Atlanta/dive",
    "Atlanta": "Atlanta/starboard",
    "Vincennes": "Vincennes/dive",
}
WORKED_DICE = {
    "Atlanta/port": 2,
    "Atlanta/dive": 6,
    "Atlanta/starboard": 1,
    "Vincennes/dive": 6,
    "New Orleans/starboard": 3,
    "Vincennes/port": 2,
}


def worked_battle(to: str) -> Table:
    """The rulebook's example, on a kit whose table is blank but for what the rulebook itself prints."""
    at = scene(
        dict.fromkeys(WORKED_PLACES, FLEET), {"Akagi": RAIDERS}, kit={"air/Akagi": {"D": 9, "T": 11}}, charted=False
    )
    run(at, "t2/operations", {"japan/readying": ALL})
    said = {
        "japan/operations": orders(attack("Akagi", FLEET, D=9, T=11)),
        "us/battle-place": WORKED_PLACES,
        "japan/attack": WORKED_GROUPS,
    }
    run(at, "/fire", said)
    if to == "fire":
        return at
    say(at, "us", WORKED_FIRE)
    say(at, "chart", {"crt/columns": COLUMNS})
    return at


def roll_worked(at: Table) -> None:
    """The dice of the example, one a group, in the order the groups stand in."""
    say(at, "dice", [WORKED_DICE[each["id"]] for each in heard(at, "public", "odds")[0]["odds"]])


def answered(at: Table, cells: dict[str, Any]) -> None:
    """The cells asked of everybody are these and no others."""
    assert {cell["key"] for cell in at.asks["chart"].facts["cells"]} == set(cells)
    say(at, "chart", cells)


def worked_results() -> Table:
    at = worked_battle("dice")
    roll_worked(at)
    answered(at, {"crt/1-1/6": {"hits": 2, "lost": 3}, "crt/2-1/2": {"hits": 1, "lost": 2}})
    answered(at, {"hits/Vincennes": 5, "hits/New Orleans": 5})
    answered(at, {"points/Atlanta": 4})
    return at


# Odds.


@pytest.mark.parametrize(
    ("attackers", "defence", "odds"),
    [(29, 10, "2-1"), (9, 5, "1-1"), (24, 5, "4-1"), (2, 3, "1-2"), (4, 15, "1-4")],
)
def test_mw_01_odds_of_the_table_section(attackers: int, defence: int, odds: str) -> None:
    """MW-01: every fraction goes to the defender (Aircraft v Ship Combat Results Table, RULE)."""
    assert results.column(results.reduced(attackers, defence), COLUMNS) == odds


@pytest.mark.parametrize(
    ("attackers", "defence", "odds"), [(35, 20, "1-1"), (45, 20, "2-1"), (23, 6, "3-1"), (7, 10, "1-2")]
)
def test_mw_02_odds_of_the_other_sections(attackers: int, defence: int, odds: str) -> None:
    """MW-02: the same rounding wherever odds appear (Reduction 3, Surface 9, Fighters 6)."""
    assert results.column(results.reduced(attackers, defence), COLUMNS) == odds


@given(st.integers(1, 99), st.integers(1, 99))
def test_mw_edge_no_odds_favour_the_attacker(attackers: int, defence: int) -> None:
    """Reduced odds are never better than the raw ones, and one step better would be (RULE of the table section)."""
    left, right = (int(n) for n in results.reduced(attackers, defence).split("-"))
    raw = Fraction(attackers, defence)
    assert Fraction(left, right) <= raw
    better = Fraction(left + 1, 1) if right == 1 else Fraction(1, right - 1)
    assert better > raw


@pytest.mark.parametrize(
    ("attackers", "defence", "odds"), [(1, 0, "1-1"), (2, 0, "2-1"), (1, 1, "1-1"), (6, 6, "1-1"), (5, 6, "1-2")]
)
def test_mw_edge_unfired_and_even_odds(attackers: int, defence: int, odds: str) -> None:
    """Nobody firing counts as 1, and only then (Step 10; Appendix, Misc. 6); equal numbers are 1-1."""
    assert results.reduced(attackers, defence) == odds


def test_mw_edge_between_and_beyond_the_printed_columns() -> None:
    """A ratio without a column takes the next lower; over the top the last; under the bottom the chart is asked (R10)."""
    assert results.column("1-3", ["1-4", "1-2", "1-1"]) == "1-4"
    assert results.column("9-1", COLUMNS) == "5-1"
    assert results.column("1-7", COLUMNS) == "1-7"
    with pytest.raises(ValueError, match="no squadrons"):
        results.reduced(0, 3)


# The worked battle.


def test_mw_03_full_worked_battle() -> None:
    """MW-03: raw 4-3, 6-3, 4-6, 3-3, 1-1, 2-1, reduced 1-1, 2-1, 1-2, 1-1, 1-1, 2-1 (Steps 10 and 11)."""
    at = worked_battle("dice")
    [said] = same_for_all(at, "odds")
    assert {o["id"]: (o["raw"], o["column"]) for o in said["odds"]} == {
        "Atlanta/port": ([4, 3], "1-1"),
        "Atlanta/dive": ([6, 3], "2-1"),
        "Atlanta/starboard": ([4, 6], "1-2"),
        "Vincennes/dive": ([3, 3], "1-1"),
        "New Orleans/starboard": ([1, 1], "1-1"),
        "Vincennes/port": ([2, 1], "2-1"),
    }


def test_mw_03_whom_each_ship_can_reach() -> None:
    """MW-03: Minneapolis and New Orleans reach exactly what Step 9 lists; the other two at least that."""
    reach = {ship: set(ids) for ship, ids in worked_battle("fire").asks["us"].facts["reach"].items()}
    listed = {"New Orleans/starboard", "Atlanta/port", "Atlanta/dive", "Vincennes/port", "Vincennes/dive"}
    assert reach["Minneapolis"] == {"New Orleans/starboard", "Atlanta/port"}
    assert reach["New Orleans"] == listed
    assert reach["Atlanta"] == listed | {"Atlanta/starboard"}
    assert reach["Vincennes"] >= listed


def test_mw_04_dice_and_losses() -> None:
    """MW-04: dice 2, 6, 1, 6, 3, 2 score 1, 3, 0, 2, 1, 1; six D and seven T are lost, the T-1 only once (Step 12)."""
    at = worked_results()
    [said] = same_for_all(at, "results")
    assert {r["id"]: r["hits"] for r in said["results"]} == {
        "Atlanta/port": 1,
        "Atlanta/dive": 3,
        "Atlanta/starboard": 0,
        "Vincennes/dive": 2,
        "New Orleans/starboard": 1,
        "Vincennes/port": 1,
    }
    assert {r["id"]: r["die"] for r in said["results"]} == WORKED_DICE
    assert said["lost"] == {"D": 6, "T": 7}
    run(at, "t3/")
    assert squadrons(at, "Akagi") == {"D": 3, "T": 4}


def test_mw_05_totals_on_the_hit_record() -> None:
    """MW-05: Atlanta, four hits on three boxes, sinks; Vincennes has three, New Orleans one, Minneapolis none (Step 13)."""
    at = worked_results()
    [sunk] = same_for_all(at, "sunk")
    assert (sunk["ship"], sunk["points"], sunk["to"]) == ("Atlanta", 4, "japan")
    assert at.truth.score == {"us": 0, "japan": 4}
    for audience in ("us", "japan", "public"):
        hits = at.play.plots[audience].hits
        assert (hits["Vincennes"], hits["New Orleans"]) == (3, 1)
        assert "Minneapolis" not in hits
    assert set(at.truth.zones) == {"Minneapolis", "New Orleans", "Vincennes", "Akagi"}


def test_mw_06_a_ship_fires_at_one_group_only() -> None:
    """MW-06: New Orleans cannot fire at both groups in one rectangle, only at either (Step 9; Aircraft v Ship 5)."""
    at = worked_battle("fire")
    both = ["New Orleans/starboard", "Atlanta/port"]
    refused(at, "us", {**WORKED_FIRE, "New Orleans": both})
    for one in both:
        at.asks["us"].validate({**WORKED_FIRE, "New Orleans": one})


def test_mw_07_what_minneapolis_may_do() -> None:
    """MW-07: the T-1 on New Orleans or the T-4 on Atlanta's port, never the starboard group (Steps 9 and 10)."""
    at = worked_battle("fire")
    for out in ("Atlanta/starboard", "Atlanta/dive", "Vincennes/port", "Vincennes/dive"):
        assert refused(at, "us", {**WORKED_FIRE, "Minneapolis": out}).rule == "Step 9"
    for one in ("New Orleans/starboard", "Atlanta/port", None):
        at.asks["us"].validate({**WORKED_FIRE, "Minneapolis": one})


def test_mw_96_two_groups_in_one_rectangle() -> None:
    """MW-96: T-1 and T-4 in one rectangle name different ships, so they are two groups, fired at apart (Step 8)."""
    groups = battle.formed([starboard("New Orleans", 1), port("Atlanta", 4)], WORKED_PLACES, {"D": 0, "T": 5})
    assert len({battle.rectangle(group, WORKED_PLACES) for group in groups}) == 1
    fire = {"New Orleans": "Atlanta/port", "Minneapolis": "Atlanta/port"}
    odds = results.battle_odds(groups, fire, {"New Orleans": 3, "Minneapolis": 3}, {})
    assert {o["id"]: o["raw"] for o in odds} == {"New Orleans/starboard": [1, 1], "Atlanta/port": [4, 6]}


def test_mw_edge_squadrons_at_one_beam_are_one_group() -> None:
    """Two T-2 on one beam are one group of four (Step 9), so they are not written twice."""
    at = run(_raid(), "/attack")
    two = [starboard("Chikuma", 2), starboard("Chikuma", 2)]
    assert refused(at, "us", two).rule == "Step 9"
    say(at, "us", [starboard("Chikuma", 4)])


# Placement, attack and fire: what is refused.


def _raid(us_planes: dict[str, int] | None = None, cells: dict[str, Any] | None = None, **ships: str) -> Table:
    """US planes over a zone of Japanese ships, at the placement."""
    japan = ships or {"Chikuma": RAIDERS, "Tone": RAIDERS}
    at = scene({"Enterprise": FLEET}, japan, kit=chart(cells))
    run(at, "t2/operations", {"us/readying": ALL})
    sent = us_planes or {"D": 12, "T": 5}
    return run(at, "/place", {"us/operations": orders(attack("Enterprise", RAIDERS, **sent))})


@pytest.mark.parametrize(
    "where",
    [
        {"Chikuma": [5, 3], "Tone": [6, 4]},
        {"Chikuma": [5, 3], "Tone": [5, 3]},
        {"Chikuma": [5, 3], "Tone": [18, 3]},
        {"Chikuma": [5, 3], "Tone": [7, 8]},
        {"Chikuma": [5, 3]},
        {"Chikuma": [5, 3], "Tone": [7, 3], "Haruna": [9, 3]},
        {"Chikuma": [1, 3], "Tone": [7, 3]},
        {"Chikuma": [5, 3], "Tone": [17, 3]},
    ],
    ids=["diagonal", "same", "off right", "off below", "one missing", "one too many", "left edge", "right edge"],
)
def test_mw_edge_placements_that_are_refused(where: dict[str, list[int]]) -> None:
    """One ship a rectangle, none adjacent, all of the zone, none on the edge without need (Step 7; Aircraft v Ship 4)."""
    at = _raid()
    refused(at, "japan", where)
    say(at, "japan", {"Chikuma": [2, 1], "Tone": [16, 7]})


@pytest.mark.parametrize(("ships", "edge_allowed"), [(32, False), (33, True)])
def test_mw_edge_more_ships_than_fit_within(ships: int, edge_allowed: bool) -> None:
    """The outside columns may be used only when the spacing rule forces it: 32 ships fit inside (Aircraft v Ship 4)."""
    at = _raid(**{f"Ship {n}": RAIDERS for n in range(1, ships + 1)})
    cells = [[column, row] for column in range(1, 18, 2) for row in range(1, 8, 2)]
    spread = {f"Ship {n}": cell for n, cell in zip(range(1, ships + 1), cells, strict=False)}
    if not edge_allowed:
        assert refused(at, "japan", spread).rule == "Appendix, Aircraft v Ship 4"
        return
    say(at, "japan", spread)
    run(at, "/fire", {"us/attack": [port("Ship 1", 5)]})
    reach = at.asks["japan"].facts["reach"]
    assert [spread[ship] for ship in reach if reach[ship]] == [[1, 1], [1, 3]], "the rectangle beyond the edge counts"


@pytest.mark.parametrize("ships", [1, 32, 33, 36, 40])
def test_mw_edge_the_proposed_lay_out_is_legal(ships: int) -> None:
    """However many ships a zone holds there is a lay-out to lock at once (Step 7)."""
    at = _raid(**{f"Ship {n}": RAIDERS for n in range(1, ships + 1)})
    say(at, "japan", at.asks["japan"].facts["proposal"])


@pytest.mark.parametrize(
    "groups",
    [
        [dive("Chikuma", 13)],
        [dive("Chikuma", 12), dive("Tone", 1)],
        [port("Chikuma", 3), starboard("Tone", 3)],
        [dive("Akagi", 1)],
        [dive("Chikuma", 0)],
        [{"target": "Chikuma", "how": "bow", "n": 2}],
    ],
    ids=["more than came", "more in sum", "more T in sum", "no such ship", "none", "from the bow"],
)
def test_mw_edge_attacks_that_are_refused(groups: list[dict[str, Any]]) -> None:
    """No squadron attacks twice, torpedo planes come at a beam, and a target must be there (Steps 5 and 8)."""
    refused(run(_raid(), "/attack"), "us", groups)


def test_mw_edge_an_attack_pressed_on_has_a_group() -> None:
    """Once it is pressed on, planes must attack; to attack with none is calling off (Misc. 8; Aircraft v Ship 3)."""
    refused(run(_raid(), "/attack"), "us", [])


def test_mw_edge_every_ship_is_spoken_for_when_firing() -> None:
    """A fire answer that leaves a ship out, or names one that is not there, is refused (Step 9)."""
    at = run(_raid(), "/fire", {"us/attack": [dive("Chikuma", 2)]})
    refused(at, "japan", {"Chikuma": "Chikuma/dive"})
    refused(at, "japan", {"Chikuma": "Chikuma/dive", "Tone": None, "Akagi": "Chikuma/dive"})
    refused(at, "japan", {"Chikuma": "Tone/dive", "Tone": None})


def test_mw_22_an_attack_on_a_ship_sunk_already_goes_in() -> None:
    """MW-22: the second group on a ship the first has sunk still attacks and still pays (Misc. 8)."""
    cells = {"2-1/1": ("sunk", 1), "4-1/1": (0, 2)}
    at = run(_raid(cells=cells), "/landing", {"us/attack": [dive("Tone", 2), port("Tone", 4)]})
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Tone"]
    assert same_for_all(at, "results")[0]["lost"] == {"D": 1, "T": 2}


def test_mw_edge_losses_never_exceed_the_group() -> None:
    """The table's loss is capped at each group's own size, not at the type's (Step 12, battle 5)."""
    groups = battle.formed([dive("Tone", 1), dive("Chikuma", 6)], {"Tone": [2, 1], "Chikuma": [5, 3]}, {"D": 7, "T": 0})
    costs = results.lost(groups, {"Tone/dive": {"lost": 4}, "Chikuma/dive": {"lost": 0}})
    assert costs == {"D": 1, "T": 0}


def test_mw_edge_a_lone_ship_under_two_groups_of_five() -> None:
    """She fires at one; the other is at 5-1 and sinks her (Appendix, Aircraft v Ship 7)."""
    at = _raid({"D": 5, "T": 5}, {f"5-1/{die}": ("sunk", 0) for die in range(1, 7)}, Tone=RAIDERS)
    said = {"us/attack": [dive("Tone", 5), port("Tone", 5)], "japan/fire": {"Tone": "Tone/dive"}, "dice/roll": [1, 4]}
    run(at, "/landing", said)
    odds = {o["id"]: o["column"] for o in same_for_all(at, "odds")[0]["odds"]}
    assert odds == {"Tone/dive": "1-1", "Tone/port": "5-1"}
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Tone"]


def test_mw_edge_a_typed_cell_that_contradicts_the_rulebook_is_challenged() -> None:
    """Five to one sinks on any die (Aircraft v Ship 7): another value must be said twice."""
    at = scene({"Enterprise": FLEET}, {"Tone": RAIDERS}, kit={"crt/columns": COLUMNS}, charted=False)
    run(at, "t2/operations", {"us/readying": ALL})
    said = {"us/operations": orders(attack("Enterprise", RAIDERS, D=5)), "us/attack": [dive("Tone", 5)]}
    run(at, "/chart", said)
    assert isinstance(refused(at, "chart", {"crt/5-1/1": {"hits": 3, "lost": 0}}), Challenge)
    say(at, "chart", {"crt/5-1/1": {"hits": "sunk", "lost": 0}})


def test_mw_edge_hits_of_all_groups_add_up() -> None:
    """Hits of one battle on one ship are totalled, and a ship missed is not marked (Step 13)."""
    cells = {"2-1/1": (1, 0), "3-1/1": (2, 0), "1-1/1": (0, 0)}
    groups = [dive("Tone", 2), port("Tone", 3), dive("Chikuma", 1)]
    at = run(_raid(cells=cells), "/landing", {"us/attack": groups})
    assert same_for_all(at, "hits") == [{"marked": {"Tone": 3}}]
    assert same_for_all(at, "sunk") == []


# Several attacks.


def test_mw_41_simultaneous_attacks() -> None:
    """MW-41: the US receives first; its planes in the air attack all the same, though their ship is gone (Step 6)."""
    at = scene({"Enterprise": FLEET, "Hornet": z(9, 2)}, {"Soryu": RAIDERS}, kit=chart({"2-1/1": ("sunk", 0)}))
    run(at, "t2/operations", READY)
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": orders(attack("Soryu", FLEET, T=2)),
        "japan/attack": [port("Enterprise", 2)],
        "us/attack": [dive("Soryu", 2)],
    }
    run(at, "/landing", said)
    assert [(b["k"], b["by"], b["of"]) for b in same_for_all(at, "battle")] == [(1, "japan", "us"), (2, "us", "japan")]
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Enterprise", "Soryu"]
    assert "Enterprise" not in at.truth.planes
    assert [(f["from"], f["D"]) for f in at.asks["us"].facts["flights"]] == [("Enterprise", 2)]
    assert [(f["from"], f["T"]) for f in at.asks["japan"].facts["flights"]] == [("Soryu", 2)]


def test_mw_edge_both_sides_attack_the_same_zone() -> None:
    """MW-41: ships of both in one zone, each attacked by the other: two battles, each with one side's ships (Step 6)."""
    at = scene({"Enterprise": z(8, 2)}, {"Soryu": RAIDERS}, kit=chart())
    run(at, "t2/moves", READY)
    run(at, "t2/operations", {"us/moves": move(Enterprise=RAIDERS)})
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": orders(attack("Soryu", RAIDERS, T=2)),
        "japan/attack": [port("Enterprise", 2)],
        "us/attack": [dive("Soryu", 2)],
    }
    run(at, "/landing", said)
    assert [list(p["ships"]) for p in same_for_all(at, "placed")] == [["Enterprise"], ["Soryu"]]
    run(at, "t3/")
    assert squadrons(at, "Enterprise") == {"D": 12, "T": 5}
    assert squadrons(at, "Soryu") == {"D": 6, "T": 6}


def test_mw_60_two_orders_one_battle() -> None:
    """MW-60: planes of two carriers over one zone fight one battle, each ship fires once, both origins are told."""
    at = scene({"Portland": FLEET}, {"Akagi": RAIDERS, "Kaga": z(7, 5)}, kit=chart({"2-1/1": (0, 1)}))
    run(at, "t2/operations", READY)
    sheet = orders(attack("Akagi", FLEET, D=3), attack("Kaga", FLEET, D=3, T=2))
    run(at, "/attack", {"japan/operations": sheet})
    assert same_for_all(at, "operations")[-1]["attacks"] == [{"by": "japan", "zone": FLEET, "D": 6, "T": 2, "F": 0}]
    said = {"japan/attack": [dive("Portland", 6), port("Portland", 2)], "us/fire": {"Portland": "Portland/dive"}}
    run(at, "/landing", said)
    assert len(same_for_all(at, "battle")) == len(same_for_all(at, "firing")) == 1
    assert {o["id"]: o["raw"] for o in same_for_all(at, "odds")[0]["odds"]} == {
        "Portland/dive": [6, 3],
        "Portland/port": [2, 1],
    }
    lost = {"1": flight({"D": 1}, Akagi={"D": 2}), "2": flight({"T": 1}, Kaga={"D": 3, "T": 1})}
    say(at, "japan", {"flights": lost, "overboard": {}})
    run(at, "t3/")
    assert same_for_all(at, "returns") == [
        {"by": "japan", "zone": FLEET, "origins": sorted([RAIDERS, z(7, 5)]), "returns": sorted([RAIDERS, z(7, 5)])}
    ]


def test_mw_edge_an_empty_zone_is_answered_with_none() -> None:
    """An attack on a zone without ships finds none; nobody is asked to place or to fire (Aircraft v Ship 2; row 17a)."""
    at = scene({"Enterprise": FLEET}, {"Tone": RAIDERS}, kit=chart())
    run(at, "t2/operations", {"us/readying": ALL})
    say(at, "us", orders(attack("Enterprise", z(7, 7), D=12, T=5)))
    say(at, "japan", orders())
    assert set(at.asks) == {"us", "japan"}
    assert at.asks["us"].kind == "landing"
    assert same_for_all(at, "empty") == [{}]
    assert same_for_all(at, "placed") == []
