"""Cases of the Fighters section (Tournament Game): patrols, escorts, stripping off, screening, and their decks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    attack,
    cap,
    chart,
    dive,
    down,
    fights,
    flight,
    group,
    next_step,
    orders,
    port,
    raw_odds,
    ready,
    refused,
    run,
    same_for_all,
    say,
    scene,
    starboard,
    z,
)
from tests.games.test_midway_odds_and_battle import WORKED_GROUPS, WORKED_PLACES
from umpire.table.table import Table

HOME, FLEET, RAIDERS = z(11, 2), z(10, 2), z(6, 2)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


def sky(
    patrol: int, escort: int, D: int = 0, T: int = 0, *, cells: dict[str, Any] | None = None, **kit: Any
) -> dict[str, Any]:
    """What a side's sheet says on turn 2, and a kit with as many planes."""
    air = {"air/Akagi": {"D": max(D, 1), "T": T}, "fighters/Akagi": escort, "fighters/Enterprise": patrol}
    return {
        "kit": chart(cells) | air | kit,
        "us/operations": orders(cap("Enterprise", FLEET, patrol)) if patrol else orders(),
        "japan/operations": orders(attack("Akagi", FLEET, D=D, T=T, F=escort)),
    }


def over_fleet(
    patrol: int, escort: int, D: int = 4, T: int = 0, *, to: str, ships: tuple[str, ...] = ("Portland",), **kit: Any
) -> Table:
    """So many US fighters over a zone of US ships, and a Japanese attack on it with so many escorts."""
    made = sky(patrol, escort, D, T, **kit)
    us = {"Enterprise": HOME, **dict.fromkeys(ships, FLEET)}
    at = scene(us, {"Akagi": RAIDERS}, kit=made.pop("kit"), fighters=True)
    run(run(at, "t2/operations", BOTH), "/place/us", made)
    return run(at, to) if to else at


def fought(at: Table) -> list[dict[str, Any]]:
    """The fighter combats that all were told of."""
    return same_for_all(at, "fighter-combat")


# Stripping off, and the fight.


@pytest.mark.parametrize(("patrol", "escort", "most"), [(10, 7, 3), (16, 10, 6), (8, 7, 1)])
def test_mw_10_how_many_may_be_stripped_off(patrol: int, escort: int, most: int) -> None:
    """MW-10: ten over seven strip up to three, sixteen over ten up to six: never below the attacker (Fighters 7)."""
    at = over_fleet(patrol, escort, to="/strip")
    assert refused(at, "us", most + 1).rule == "Fighters 7"
    refused(at, "us", -1)
    say(at, "us", most)
    run(at, "/landing", {"japan/attack": [dive("Portland", 4)]})
    assert same_for_all(at, "stripped") == [{"n": most}]
    assert [f["raw"] for f in fought(at)] == [[escort, escort]]
    assert fought(at)[0]["column"] == "1-1"


def test_mw_10_fewer_or_none_may_be_stripped_off() -> None:
    """MW-10: he could have stripped off up to three; with one the odds are 7-9, with none 7-10 (Fighters 7)."""
    for kept, defenders in ((0, 10), (1, 9)):
        at = over_fleet(10, 7, to="/strip")
        run(at, "/attack", {"us/strip": kept})
        assert [(f["raw"], f["column"]) for f in fought(at)] == [([7, defenders], "1-2")]


def test_mw_11_the_worked_example_with_fighters() -> None:
    """MW-11: sixteen over ten, six stripped off, three each on two groups: the odds of the rulebook (Fighters 7)."""
    at = over_fleet(16, 10, 9, 11, to="", ships=tuple(WORKED_PLACES))
    run(at, "/strip", {"us/battle-place": WORKED_PLACES})
    run(at, "/fire", {"us/strip": 6, "japan/attack": WORKED_GROUPS})
    fire = {
        "Vincennes": "Vincennes/dive",
        "Atlanta": "Atlanta/dive",
        "Minneapolis": "Atlanta/port",
        "New Orleans": "Atlanta/port",
    }
    run(at, "/landing", {"us/fire": fire, "us/screen": {"Vincennes/port": 3, "Atlanta/starboard": 3}})
    assert raw_odds(at) == {
        "Vincennes/port": ([2, 3], "1-2"),
        "Atlanta/starboard": ([4, 3], "1-1"),
        "Vincennes/dive": ([3, 3], "1-1"),
        "Atlanta/dive": ([6, 6], "1-1"),
        "Atlanta/port": ([4, 6], "1-2"),
        "New Orleans/starboard": ([1, 1], "1-1"),
    }
    assert [f["raw"] for f in fought(at)] == [[10, 10]]
    assert same_for_all(at, "screening") == [{"fighters": {"Atlanta/starboard": 3, "Vincennes/port": 3}}]


def test_mw_12_seven_against_ten_on_a_four() -> None:
    """MW-12: 14 D, 14 T and 7 F meet ten: 1-2, a four: three defenders and five attackers are lost (Fighters 6)."""
    at = over_fleet(10, 7, 14, 14, to="/strip", **{"air/Akagi": {"D": 14, "T": 14}})
    run(at, "/landing", {"us/strip": 0, "dice/roll": [4], "japan/attack": [dive("Portland", 1)]})
    [said] = fought(at)
    assert (said["raw"], said["column"], said["die"]) == ([7, 10], "1-2", 4)
    assert (said["attacker"], said["defender"]) == (5, 3)
    run(at, "t3/")
    assert group(at, "Akagi") == {"D": 14, "T": 14, "F": 2}
    assert group(at, "Enterprise")["F"] == 7


def test_mw_12_the_cell_is_asked_for_where_nobody_knows_it() -> None:
    """MW-12: 7 to 10 on a four is the rulebook's own; on a five the chart's owner reads it off (Fighters 6)."""
    known = {"fvf/columns": ["1-2", "1-1", "2-1"]}
    for die, asked in ((4, False), (5, True)):
        at = scene(
            {"Enterprise": HOME, "Portland": FLEET},
            {"Akagi": RAIDERS},
            kit={"fighters/Enterprise": 10, **known},
            charted=False,
            fighters=True,
        )
        run(at, "t2/operations", BOTH)
        said = {
            "us/operations": orders(cap("Enterprise", FLEET, 10)),
            "japan/operations": orders(attack("Akagi", FLEET, D=4, F=7)),
            "dice/roll": [die],
        }
        run(at, "fighter-chart" if asked else "/attack", said)
        if asked:
            assert [c["key"] for c in at.asks["chart"].facts["cells"]] == ["fvf/1-2/5"]
            say(at, "chart", {"fvf/1-2/5": {"attacker": 4, "defender": 2}})
            assert next_step(at).endswith("/attack/japan")


def test_mw_edge_neither_side_loses_more_fighters_than_it_has() -> None:
    """The table may call for more than there are; only those there are lost (Step 12 applied to Fighters 6)."""
    at = over_fleet(3, 2, to="/strip", cells=None, **fights({"1-1/1": (9, 9)}))
    run(at, "t3/", {"us/strip": 1, "japan/attack": [dive("Portland", 4)]})
    assert [(f["attacker"], f["defender"]) for f in fought(at)] == [(2, 2)]
    assert (group(at, "Akagi")["F"], group(at, "Enterprise")["F"]) == (0, 1)


@pytest.mark.parametrize(("patrol", "escort", "column"), [(7, 10, "1-1"), (7, 7, "1-1"), (3, 9, "3-1")])
def test_mw_67_no_surplus_nothing_to_strip_off(patrol: int, escort: int, column: str) -> None:
    """MW-67: seven over ten, or as many as there are, cannot strip: all fight, the attacker's number first (Fighters 7)."""
    at = over_fleet(patrol, escort, to="/attack")
    assert [(f["raw"], f["column"]) for f in fought(at)] == [([escort, patrol], column)]
    assert same_for_all(at, "stripped") == []
    run(at, "/landing", {"japan/attack": [dive("Portland", 4)]})
    assert same_for_all(at, "screening") == []


def test_mw_66_no_escort_no_fighter_combat() -> None:
    """MW-66: five over an unescorted attack fight no fighters; up to five may screen, split at will (Fighters 7)."""
    at = over_fleet(5, 0, 4, 4, to="")
    run(at, "/screen", {"japan/attack": [dive("Portland", 4), port("Portland", 2), starboard("Portland", 2)]})
    assert fought(at) == same_for_all(at, "stripped") == []
    refused(at, "us", {"Portland/dive": 4, "Portland/port": 2})
    refused(at, "us", {"Portland/bow": 1})
    say(at, "us", {"Portland/dive": 3, "Portland/port": 1, "Portland/starboard": 1})
    run(at, "t3/")
    assert raw_odds(at) == {
        "Portland/dive": ([4, 3], "1-1"),
        "Portland/port": ([2, 1], "2-1"),
        "Portland/starboard": ([2, 1], "2-1"),
    }
    assert group(at, "Enterprise")["F"] == 5, "fighters that screen are not lost"


def test_mw_66_fighters_and_guns_on_one_group_add_up() -> None:
    """The stripped-off squadrons are added to the screening values of the ships that fire at a group (Fighters 7)."""
    at = over_fleet(5, 0, 12, to="", **{"air/Akagi": {"D": 12, "T": 0}})
    said = {"japan/attack": [dive("Portland", 12)], "us/fire": {"Portland": "Portland/dive"}}
    run(at, "/landing", said | {"us/screen": {"Portland/dive": 3}})
    assert raw_odds(at) == {"Portland/dive": ([12, 6], "2-1")}


def test_mw_68_those_that_fought_do_not_screen() -> None:
    """MW-68: of ten over seven, two stripped off: two may screen, not the eight that fought (Fighters 8)."""
    at = over_fleet(10, 7, to="/strip")
    run(at, "/screen", {"us/strip": 2, "japan/attack": [dive("Portland", 4)]})
    assert refused(at, "us", {"Portland/dive": 3}).rule == "Fighters 8"
    say(at, "us", {"Portland/dive": 2})


def test_mw_68_three_squadrons_on_three_groups() -> None:
    """MW-68: F-3 breaks into three F-1, each on a group of its own; a fourth group gets none (Fighters 7 and 8)."""
    at = over_fleet(3, 0, 4, 4, to="", ships=("Portland", "Astoria"))
    groups = [dive("Portland", 2), dive("Astoria", 2), port("Portland", 2), port("Astoria", 2)]
    run(at, "/screen", {"japan/attack": groups})
    one_each = {"Portland/dive": 1, "Astoria/dive": 1, "Portland/port": 1}
    refused(at, "us", {**one_each, "Astoria/port": 1})
    run(at, "/landing", {"us/screen": one_each})
    assert sum(n for n in same_for_all(at, "screening")[0]["fighters"].values()) == 3


@pytest.mark.parametrize("zeros", [{}, {"Portland/dive": 0}], ids=["none", "zero"])
def test_mw_66_the_screen_may_be_kept_out(zeros: dict[str, int]) -> None:
    """The defender may use the excess as screen; he need not (Fighters 7). A group without is unfired at: to 1."""
    at = over_fleet(2, 0, to="")
    run(at, "/screen", {"japan/attack": [dive("Portland", 4)]})
    if zeros:
        refused(at, "us", zeros)
    run(at, "/landing")
    assert raw_odds(at) == {"Portland/dive": ([4, 1], "4-1")}


# Escorts, and fighters where nothing is to be done.


def test_mw_13_escorts_that_meet_nobody_do_nothing() -> None:
    """MW-13: no patrol over the ships: no combat, and the fighters cannot attack the ships (Aircraft v Ship 8)."""
    at = over_fleet(0, 7, 2, to="")
    run(at, "/attack")
    assert fought(at) == []
    refused(at, "japan", [dive("Portland", 3)])
    run(at, "t3/", {"japan/attack": [dive("Portland", 2)]})
    assert raw_odds(at) == {"Portland/dive": ([2, 1], "2-1")}
    assert group(at, "Akagi") == {"D": 2, "T": 0, "F": 7}


@pytest.mark.parametrize("patrol", [0, 3])
def test_mw_13_a_strike_of_fighters_alone(patrol: int) -> None:
    """MW-13: nothing but fighters sent: they fight the patrol there is, and no ship (Fighters 5; Aircraft v Ship 8)."""
    at = over_fleet(patrol, 4, 0, to="")
    run(at, "t3/", {"japan/landing": down(flight(Akagi={"F": 4}))})
    assert [f["raw"] for f in fought(at)] == ([[4, 3]] if patrol else [])
    assert same_for_all(at, "attacking") == same_for_all(at, "firing") == same_for_all(at, "hits") == []
    assert group(at, "Akagi")["F"] == 4


def test_mw_edge_fighters_that_meet_over_an_empty_zone_fight() -> None:
    """Opposing fighters in the air in one zone fight, ships or none (Fighters 6)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart() | fights({"1-1/1": (1, 2)}), fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(cap("Enterprise", FLEET, 4)),
        "japan/operations": orders(attack("Akagi", FLEET, D=2, F=4)),
    }
    run(at, "t3/", said)
    assert [(f["raw"], f["attacker"], f["defender"]) for f in fought(at)] == [([4, 4], 1, 2)]
    assert (group(at, "Akagi")["F"], group(at, "Enterprise")["F"]) == (6, 6)


def test_mw_edge_bombers_alone_over_an_empty_zone_meet_nothing() -> None:
    """A patrol over a zone without ships has nobody's ships to screen, and no fighters to fight (Fighters 5)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(cap("Enterprise", FLEET, 4)),
        "japan/operations": orders(attack("Akagi", FLEET, D=2)),
    }
    run(at, "t3/", said)
    assert fought(at) == same_for_all(at, "screening") == []
    assert group(at, "Akagi")["D"] == 7


def test_mw_edge_both_patrols_in_one_zone_without_an_attack() -> None:
    """R12: two patrols over one zone and no attack order that names it: no combat, nobody asked (Fighters 6)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    say(at, "us", orders(cap("Enterprise", z(8, 2), 8)))
    say(at, "japan", orders(cap("Akagi", z(8, 2), 7)))
    assert next_step(at).startswith("t3/")
    assert fought(at) == same_for_all(at, "battle") == []
    assert (group(at, "Enterprise")["F"], group(at, "Akagi")["F"]) == (8, 7)


def test_mw_edge_the_attackers_own_patrol_is_no_escort() -> None:
    """A patrol of the attacker over the zone he attacks is not with the bombers: odds are by the escort (R12)."""
    at = scene({"Enterprise": HOME, "Portland": FLEET}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(cap("Enterprise", FLEET, 4)),
        "japan/operations": orders(attack("Akagi", FLEET, D=2, F=2), cap("Akagi", FLEET, 5)),
        "us/strip": 0,
    }
    run(at, "/attack", said)
    assert [f["raw"] for f in fought(at)] == [[2, 4]]


def test_mw_49_a_patrol_over_somebody_elses_zone() -> None:
    """MW-49: a patrol over enemy ships that nobody attacks is told of, and does nothing (Misc. 4; R3)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    run(at, "t3/", {"us/operations": orders(cap("Enterprise", RAIDERS, 8))})
    assert same_for_all(at, "operations")[-1]["caps"] == [{"by": "us", "zone": RAIDERS, "F": 8}]
    assert same_for_all(at, "battle") == []
    assert group(at, "Enterprise")["F"] == 8


def test_mw_49_over_a_zone_neither_left_nor_landed_in() -> None:
    """MW-49: from one carrier, over a third zone, down on another: and it defends the ships there (Misc. 4)."""
    us = {"Enterprise": z(14, 2), "Hornet": z(12, 6), "Portland": FLEET}
    at = scene(us, {"Akagi": RAIDERS}, kit=chart() | {"fighters/Hornet": 2}, fighters=True)
    run(at, "t2/operations", BOTH)
    sheet = orders(cap("Enterprise", FLEET, 8, to="Hornet"), cap("Hornet", FLEET, 2, to="Enterprise"))
    refused(at, "us", sheet)
    sheet = orders(cap("Enterprise", FLEET, 2, to="Hornet"), cap("Hornet", FLEET, 2, to="Enterprise"))
    run(at, "/screen", {"us/operations": sheet, "japan/operations": orders(attack("Akagi", FLEET, D=2))} | ATTACKED)
    assert at.asks["us"].facts["fighters"] == 4
    run(at, "t3/")
    assert (group(at, "Enterprise")["F"], group(at, "Hornet")["F"]) == (8, 2)


ATTACKED = {"japan/attack": [dive("Portland", 2)]}


@pytest.mark.parametrize(
    ("x", "to", "legal"),
    [(7, "Enterprise", True), (8, "Enterprise", False), (8, "Midway", True), (7, "Hornet", True), (8, "Hornet", False)],
)
def test_mw_49_a_patrol_flies_fourteen_zones(x: int, to: str, legal: bool) -> None:
    """A patrol's way out and back together are 14 zones, as any plane's (Range; Appendix, Fighters 1)."""
    kit = chart() | {"fighters/Hornet": 0, "air/Hornet": {"D": 4, "T": 0}}
    us = {"Enterprise": z(0, 7), "Hornet": z(1, 7)}
    at = scene(us, {"Tone": z(20, 17)}, kit=kit, fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    out = attack("Hornet", z(2, 7), D=4)
    sheet = orders(out, cap("Enterprise", z(x, 7), 4, to=to))
    say(at, "us", sheet) if legal else refused(at, "us", sheet)


def test_mw_60_one_patrol_one_count() -> None:
    """MW-60: two orders against one zone meet its patrol once, together; two patrols over it count together (Step 6)."""
    us = {"Enterprise": HOME, "Hornet": z(11, 4), "Portland": FLEET}
    at = scene(us, {"Akagi": RAIDERS, "Kaga": z(6, 4)}, kit=chart() | fights({"1-1/1": (3, 4)}), fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(cap("Enterprise", FLEET, 3), cap("Hornet", FLEET, 3)),
        "japan/operations": orders(attack("Akagi", FLEET, D=2, F=4), attack("Kaga", FLEET, F=4)),
        **ATTACKED,
    }
    run(at, "/landing", said)
    assert same_for_all(at, "operations")[-1] == {
        "attacks": [{"by": "japan", "zone": FLEET, "D": 2, "T": 0, "F": 8}],
        "caps": [{"by": "us", "zone": FLEET, "F": 6}],
        "b17": None,
    }
    assert [f["raw"] for f in fought(at)] == [[8, 6]]
    refused(at, "us", down(flight({"F": 3}), flight({"F": 2}, Hornet={"F": 1})))
    say(at, "us", down(flight({"F": 3}), flight({"F": 1}, Hornet={"F": 2})))
    run(at, "t3/", {"japan/landing": down(flight({"F": 3}, Akagi={"D": 2, "F": 1}), flight(Kaga={"F": 4}))})
    assert (group(at, "Enterprise")["F"], group(at, "Hornet")["F"]) == (5, 7)
    assert (group(at, "Akagi")["F"], group(at, "Kaga")["F"]) == (4, 7)


def test_mw_edge_fighter_losses_are_not_bombers() -> None:
    """What the fighter combat costs is paid in fighters, what the guns cost in bombers (Fighters 6; Step 12)."""
    at = over_fleet(2, 2, 4, to="", cells={"4-1/1": (0, 1)}, **fights({"1-1/1": (1, 0)}))
    run(at, "/landing", {"japan/attack": [dive("Portland", 4)]})
    refused(at, "japan", down(flight({"D": 2}, Akagi={"D": 2, "F": 2})))
    refused(at, "japan", down(flight({"F": 2}, Akagi={"D": 4})))
    run(at, "t3/", {"japan/landing": down(flight({"D": 1, "F": 1}, Akagi={"D": 3, "F": 1}))})
    assert group(at, "Akagi") == {"D": 3, "T": 0, "F": 1}


def test_mw_21_called_off_before_the_fighters_meet() -> None:
    """R7: the patrol and the ships are seen, then it is called off: no fighter combat, nothing ready (Aircraft v Ship 3)."""
    at = over_fleet(8, 7, to="/press")
    assert [b["cap"] for b in same_for_all(at, "battle")] == [8]
    assert list(same_for_all(at, "placed")[0]["ships"]) == ["Portland"]
    run(at, "t3/operations", {"japan/press": "call off"} | BOTH)
    assert fought(at) == same_for_all(at, "stripped") == []
    assert (group(at, "Akagi")["F"], group(at, "Enterprise")["F"]) == (7, 8)
    assert ready(at, "Akagi") == {"D": 0, "T": 0, "F": 0}
    refused(at, "us", orders(cap("Enterprise", FLEET, 1)))
