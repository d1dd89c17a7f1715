"""Cases of Midway Reduction (Tournament Game): raids, what stands on the field, battleships, and a closed base."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    EVERYBODY,
    ISLAND,
    attack,
    cap,
    chart,
    dive,
    down,
    everything,
    fights,
    flight,
    group,
    heard,
    move,
    orders,
    raw_odds,
    refused,
    run,
    same_for_all,
    say,
    scene,
    told,
    z,
)
from umpire.table.table import Table

DECK, FAR = z(7, 7), z(20, 2)
BOTH = {"us/readying": ALL, "japan/readying": ALL}

PRINTED = {
    "1-3": [1, 2, 3, 3, 4, 5],
    "1-2": [1, 3, 5, 5, 7, 10],
    "1-1": [6, 8, 10, 10, 12, 15],
    "2-1": [10, 13, 15, 17, 20, 20],
    "3-1": [15, 17, 20, 20, 20, 20],
}
"""The Midway Reduction Table of the rulebook, die by die."""
RAIDERS = {"1-3": (7, 0), "1-2": (10, 0), "1-1": (20, 15), "2-1": (25, 20), "3-1": (40, 20)}


def raid(
    D: int = 20,
    T: int = 15,
    F: int = 0,
    *,
    us: dict[str, str] | None = None,
    japan: dict[str, str] | None = None,
    sheet: Any = None,
    kit: dict[str, Any] | None = None,
    to: str = "/press",
    **settings: Any,
) -> Table:
    """Akagi's planes against Midway on turn 2, the island at twenty; `sheet` is what the US wrote."""
    planes = {"air/Akagi": {"D": max(D, 1), "T": T}, "fighters/Akagi": F}
    at = scene(
        us or {"Enterprise": FAR},
        {"Akagi": DECK, **(japan or {})},
        kit=chart() | planes | (kit or {}),
        **{"reduction": True, **settings},
    )
    run(at, "t2/operations", BOTH)
    said = {"japan/operations": orders(attack("Akagi", ISLAND, D=D, T=T, F=F)), "us/operations": sheet or orders()}
    return run(at, to, said)


def bombed(at: Table) -> list[tuple[list[int], str | None, int | None, int]]:
    """Of each raid what all were told: raw odds, column, die, and what is left of the fortification."""
    return [(b["raw"], b["column"], b["die"], b["fortification"]) for b in same_for_all(at, "bombed")]


def fortification(at: Table) -> int:
    """What all audiences know it to be."""
    assert len({at.play.plots[audience].fortification for audience in EVERYBODY}) == 1
    value: int = at.truth.fortification
    return value


def again(at: Table, turn: int, die: int, D: int = 20, T: int = 15) -> Table:
    """Another raid of Akagi, on a turn two later, and on to the turn after it."""
    run(at, f"t{turn}/operations", {"japan/readying": ALL})
    said = {"japan/operations": orders(attack("Akagi", ISLAND, D=D, T=T)), "dice/roll": [die]}
    return run(at, f"t{turn + 1}/deready", said)


def closed(**settings: Any) -> Table:
    """A raid at 3-1 on turn 2 reduces Midway to nothing; turn 3 opens."""
    us = settings.pop("us", {"Enterprise": z(18, 7)})
    return run(raid(40, 20, us=us, **settings), "t3/deready", {"dice/roll": [6]})


# The raid.


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("odds", list(PRINTED))
def test_mw_36_every_cell_of_the_table(odds: str, die: int) -> None:
    """MW-36: all thirty cells, in play: fortification lost, and as many squadrons called for (Reduction 3 and 4)."""
    D, T = RAIDERS[odds]
    at = run(raid(D, T), "t3/", {"dice/roll": [die]})
    assert bombed(at) == [([D + T, 20], odds, die, 20 - PRINTED[odds][die - 1])]
    assert [b["called_for"] for b in same_for_all(at, "bombed")] == [PRINTED[odds][die - 1]]
    assert sum(group(at, "Midway").values()) == max(0, 10 - PRINTED[odds][die - 1])


def test_mw_35_thirty_five_against_twenty() -> None:
    """MW-35: 20 D and 15 T on a four: 1-1, ten off; up to ten on the ground lost, those aloft not (Reduction 2 to 5)."""
    at = raid(us={"Enterprise": z(18, 7)}, sheet=orders(attack("Midway", z(15, 12), D=7)))
    run(at, "/landing", {"dice/roll": [4]})
    assert bombed(at) == [([35, 20], "1-1", 4, 10)]
    assert heard(at, "us", "ground") == [{"lost": {"D": 1, "T": 2, "F": 0}}]
    run(at, "t3/")
    assert group(at, "Midway") == {"D": 7, "T": 0, "F": 0}, "the seven in the air came home"
    assert group(at, "Akagi") == {"D": 20, "T": 15, "F": 0}
    again(at, 4, 1)
    assert bombed(at)[1] == ([35, 10], "3-1", 1, 0)


def test_mw_71_no_fighters_over_the_island_no_loss() -> None:
    """MW-71: nobody fires, nobody is asked to, and no raider is lost (Appendix, Midway 4)."""
    at = run(raid(), "t3/", {"dice/roll": [3]})
    assert same_for_all(at, "firing") == same_for_all(at, "met") == same_for_all(at, "placed") == []
    assert group(at, "Akagi") == {"D": 20, "T": 15, "F": 0}


def test_mw_73_never_below_nothing() -> None:
    """MW-73: ten left, 35 raid on a two: 3-1, 17: nothing is left, and up to 17 on the ground are lost (Reduction 4, 5)."""
    kit = {"air/Midway": {"D": 16, "T": 14}}
    at = again(run(raid(kit=kit), "t3/", {"dice/roll": [4]}), 4, 2)
    assert bombed(at) == [([35, 20], "1-1", 4, 10), ([35, 10], "3-1", 2, 0)]
    assert same_for_all(at, "bombed")[1]["called_for"] == 17
    assert [sum(g["lost"].values()) for g in heard(at, "us", "ground")] == [10, 17]
    assert sum(group(at, "Midway").values()) == 3
    assert fortification(at) == 0


def test_mw_74_odds_beyond_the_table() -> None:
    """MW-74: 5 to 20 is 1-4: no effect, no die; 35 to 5 is 7-1, read at 3-1 (R10)."""
    at = run(raid(5, 0), "t3/")
    assert bombed(at) == [([5, 20], None, None, 20)]
    assert same_for_all(at, "roll") == []
    assert sum(group(at, "Midway").values()) == 10
    at = again(run(raid(), "t3/", {"dice/roll": [6]}), 4, 1)
    assert bombed(at)[1] == ([35, 5], "3-1", 1, 0)


@pytest.mark.parametrize(("raiders", "column"), [(6, None), (7, "1-3"), (9, "1-3"), (10, "1-2"), (19, "1-2")])
def test_mw_74_where_the_columns_begin(raiders: int, column: str | None) -> None:
    """All fractions in the defender's favour, here too (Reduction 3; the table section's RULE)."""
    at = run(raid(raiders, 0), "t3/")
    assert bombed(at)[0][1] == column


def test_mw_35_fighters_do_not_bomb() -> None:
    """Only the D and T are added together, not the fighters that came along (Reduction 2)."""
    at = run(raid(12, 7, 9, fighters=True), "t3/")
    assert bombed(at)[0][:2] == ([19, 20], "1-2")


def test_mw_35_planes_of_two_carriers_raid_together() -> None:
    """The attack factors of all the planes are added together: one raid, one die (Reduction 2)."""
    at = scene({"Enterprise": FAR}, {"Akagi": DECK, "Kaga": z(8, 9)}, kit=chart(), reduction=True)
    run(at, "t2/operations", BOTH)
    sheet = orders(attack("Akagi", ISLAND, D=7, T=3), attack("Kaga", ISLAND, D=7, T=3))
    run(at, "t3/", {"japan/operations": sheet, "dice/roll": [5]})
    assert bombed(at) == [([20, 20], "1-1", 5, 8)]


def test_mw_21_a_raid_called_off() -> None:
    """A raid too may be called off once the fighters over the island are seen: no bomb falls (Aircraft v Ship 3)."""
    at = raid(to="/press", fighters=True, sheet=orders(cap("Midway", ISLAND, 8)))
    assert same_for_all(at, "battle")[0]["cap"] == 8
    run(at, "t3/", {"japan/press": "call off"})
    assert bombed(at) == same_for_all(at, "met") == []
    assert fortification(at) == 20
    assert (group(at, "Midway")["F"], group(at, "Akagi")["D"]) == (8, 20)


def test_mw_38_no_waves_against_the_island() -> None:
    """MW-38: nobody is offered waves over Midway, one die for the whole raid (Appendix, Misc. 9)."""
    at = run(raid(waves=True, fighters=True, sheet=orders(cap("Midway", ISLAND, 2))), "/landing")
    assert same_for_all(at, "waves") == []
    assert [len(r["faces"]) for r in same_for_all(at, "roll")] == [1]


def test_mw_edge_without_the_section_the_island_is_not_reduced() -> None:
    """In the Basic game there is no fortification: bombs on Midway find no ships, and Atago sails in."""
    at = scene({"Enterprise": FAR}, {"Akagi": DECK, "Atago": z(11, 7)}, kit=chart())
    run(at, "t2/operations", BOTH)
    run(at, "t3/moves", {"japan/operations": orders(attack("Akagi", ISLAND, D=7))})
    assert same_for_all(at, "empty") == [{}]
    assert bombed(at) == []
    say(at, "japan", move(Atago=ISLAND))


def test_mw_edge_a_us_attack_on_midway_is_none_on_the_island() -> None:
    """Japanese ships there are attacked as anywhere; the island and its planes are not (Step 8; Appendix, Midway 1)."""
    at = scene({"Enterprise": z(16, 7)}, {"Tone": ISLAND}, kit=chart({"2-1/1": (2, 0)}), reduction=True)
    run(at, "t2/operations", {"us/readying": ALL})
    run(at, "/attack", {"us/operations": orders(attack("Enterprise", ISLAND, D=2, T=2))})
    refused(at, "us", [dive("Tone", 4)])
    run(at, "t3/", {"us/attack": [dive("Tone", 2)]})
    assert bombed(at) == []
    assert same_for_all(at, "hits") == [{"marked": {"Tone": 2}}]
    assert fortification(at) == 20


# Who learns what.


def test_mw_35_which_squadrons_are_lost_stays_with_their_owner() -> None:
    """R6: he chooses; Japan and the public hear the table's number, never how many there were (rows 12, 23)."""

    def played(field: dict[str, int]) -> Table:
        return run(raid(kit={"air/Midway": field}), "t3/", {"dice/roll": [4]})

    full, bare = played({"D": 16, "T": 14}), played({"D": 0, "T": 0})
    for audience in ("japan", "public"):
        since = [[each for each in everything(at, audience) if each[0] != "kit"] for at in (full, bare)]
        assert since[0] == since[1]
    assert told(full, "ground") == told(bare, "ground") == {"us"}
    assert (sum(group(full, "Midway").values()), sum(group(bare, "Midway").values())) == (20, 0)


def test_mw_35_exactly_so_many_of_those_on_the_field() -> None:
    """As many as the table says, no more and no fewer, and none that is not there (Reduction 4)."""
    at = raid(fighters=True)
    run(at, "/ground", {"dice/roll": [4]})
    for wrong in ({"D": 9, "T": 1}, {"D": 8, "T": 1}, {"D": 8, "T": 2, "F": 1}, {"D": -1, "T": 2, "F": 9}, {}):
        refused(at, "us", wrong)
    say(at, "us", {"D": 1, "T": 1, "F": 8})
    run(at, "t3/")
    assert group(at, "Midway") == {"D": 7, "T": 1, "F": 0}


def test_mw_35_the_turn_begins_with_what_is_left() -> None:
    """What the raid left of the field is what flies next turn, if it was ready (Reduction 4; Step 2)."""
    at = raid(kit={"air/Midway": {"D": 12, "T": 2}})
    run(at, "t3/operations", {"dice/roll": [1], "us/ground": {"D": 6}})
    refused(at, "us", orders(attack("Midway", z(15, 7), D=7)))
    say(at, "us", orders(attack("Midway", z(15, 7), D=6, T=2)))


# Ships on Midway's zone.


def with_ships(D: int = 20, T: int = 15, F: int = 0, *, to: str = "/aim", **more: Any) -> Table:
    """The same raid with Portland on the island's zone."""
    return raid(D, T, F, us={"Enterprise": FAR, "Portland": ISLAND}, to=to, **more)


def test_mw_34_the_us_tells_before_the_bombs_fall() -> None:
    """MW-34: Japan is told of US ships on the zone before it says what it bombs: presence, no name (Midway 3; row 21)."""
    at = with_ships()
    assert same_for_all(at, "on-midway") == [{"side": "us"}]
    for audience in ("japan", "public"):
        assert not [e for e in everything(at, audience) if e[0] not in ("kit", "opened") and "Portland" in e[1]]
    refused(at, "japan", {"D": 21, "T": 0})
    refused(at, "japan", {"D": 0, "T": -1})


def test_mw_34_the_island_alone() -> None:
    """MW-34: all on the island: the ships are neither placed nor named, and nobody fires (Midway 3)."""
    at = run(with_ships(), "t3/", {"japan/aim": {"D": 20, "T": 15}, "dice/roll": [2]})
    assert same_for_all(at, "placed") == same_for_all(at, "firing") == []
    assert bombed(at) == [([35, 20], "1-1", 2, 12)]
    assert not [e for e in everything(at, "japan") if e[0] not in ("kit", "opened") and "Portland" in e[1]]


def test_mw_34_the_ships_alone() -> None:
    """MW-34: all on the ships: torpedo planes carry bombs and dive with the others as one group (Midway 3)."""
    at = with_ships(2, 3, kit=chart({"1-1/1": (2, 4)}))
    run(at, "/attack", {"japan/aim": {"D": 0, "T": 0}})
    refused(at, "japan", [{"target": "Portland", "how": "port", "n": 3}])
    refused(at, "japan", [dive("Portland", 6)])
    run(at, "/landing", {"japan/attack": [dive("Portland", 5)], "us/fire": {"Portland": "Portland/dive"}})
    assert raw_odds(at) == {"Portland/dive": ([5, 3], "1-1")}
    assert bombed(at) == []
    assert same_for_all(at, "hits") == [{"marked": {"Portland": 2}}]
    refused(at, "japan", down(flight({"D": 1, "T": 2}, Akagi={"D": 1, "T": 1})))
    run(at, "t3/", {"japan/landing": down(flight({"D": 1, "T": 3}, Akagi={"D": 1}))})
    assert group(at, "Akagi") == {"D": 1, "T": 0, "F": 0}


def test_mw_34_both() -> None:
    """MW-34: some on the island, some on the ships; each by its own numbers (Midway 3)."""
    at = with_ships()
    run(at, "/attack", {"japan/aim": {"D": 18, "T": 12}})
    refused(at, "japan", [dive("Portland", 6)])
    run(at, "t3/", {"japan/attack": [dive("Portland", 5)]})
    assert bombed(at)[0][:2] == ([30, 20], "1-1")
    assert raw_odds(at) == {"Portland/dive": ([5, 1], "5-1")}


# Fighters over the island.


def met(at: Table) -> list[int]:
    return [m["n"] for m in same_for_all(at, "met")]


def test_mw_71_an_unescorted_raid_that_meets_fighters() -> None:
    """Midway 5: 35 without escort under eight fighters bomb at full strength, then lose eight, D or T as they please."""
    at = raid(fighters=True, sheet=orders(cap("Midway", ISLAND, 8)))
    run(at, "/landing", {"dice/roll": [4]})
    assert bombed(at) == [([35, 20], "1-1", 4, 10)]
    assert met(at) == [8]
    assert same_for_all(at, "fighter-combat") == []
    refused(at, "japan", down(flight({"D": 7}, Akagi={"D": 13, "T": 15})))
    refused(at, "japan", down(flight({"D": 5, "T": 4}, Akagi={"D": 15, "T": 11})))
    run(at, "t3/", {"japan/landing": down(flight({"D": 2, "T": 6}, Akagi={"D": 18, "T": 9}))})
    assert group(at, "Akagi") == {"D": 18, "T": 9, "F": 0}
    assert group(at, "Midway")["F"] == 8, "in the air: neither bombed nor shot down"


def test_mw_71_no_more_are_lost_than_came() -> None:
    """Midway 5: three raiders under eight fighters: three are lost, after they have bombed."""
    at = run(raid(3, 0, fighters=True, sheet=orders(cap("Midway", ISLAND, 8))), "t3/")
    assert met(at) == [3]
    assert group(at, "Akagi")["D"] == 0


@pytest.mark.parametrize(("kept", "lost"), [(0, []), (1, [1]), (3, [3])])
def test_mw_71_fighters_stripped_off_over_the_island(kept: int, lost: list[int]) -> None:
    """Midway 5, Reduction 9: seven escort, ten defend: those stripped off cost as many D and T, the others none."""
    kit = {"fighters/Midway": 10, "air/Midway": {"D": 8, "T": 2}} | fights({"1-2/1": (2, 1), "1-1/1": (2, 1)})
    at = raid(20, 15, 7, fighters=True, kit=kit, sheet=orders(cap("Midway", ISLAND, 10)), to="/strip")
    run(at, "/landing", {"us/strip": kept})
    assert [f["raw"] for f in same_for_all(at, "fighter-combat")] == [[7, 10 - kept]]
    assert met(at) == lost
    assert bombed(at)[0][:2] == ([35, 20], "1-1")
    value = down(flight({"F": 2} | ({"T": kept} if kept else {}), Akagi={"D": 20, "T": 15 - kept, "F": 5}))
    run(at, "t3/", {"japan/landing": value})
    assert group(at, "Akagi") == {"D": 20, "T": 15 - kept, "F": 5}
    assert group(at, "Midway")["F"] == 9


def test_mw_71_an_escort_as_large_covers_all() -> None:
    """Reduction 9: as many escort as defend: fighters fight each other, no raider is lost."""
    at = raid(20, 15, 8, fighters=True, sheet=orders(cap("Midway", ISLAND, 8)))
    run(at, "t3/")
    assert [f["raw"] for f in same_for_all(at, "fighter-combat")] == [[8, 8]]
    assert met(at) == []
    assert group(at, "Akagi")["T"] == 15


def test_mw_34_fighters_over_ships_and_island_at_once() -> None:
    """Fighters 8: those set against the group on the ship do not meet the raiders of the island too (Midway 5)."""
    at = with_ships(fighters=True, sheet=orders(cap("Midway", ISLAND, 8)))
    said = {"japan/aim": {"D": 20, "T": 10}, "japan/attack": [dive("Portland", 5)], "us/screen": {"Portland/dive": 5}}
    run(at, "/landing", said)
    assert raw_odds(at) == {"Portland/dive": ([5, 5], "1-1")}
    assert met(at) == [3]
    run(at, "t3/", {"japan/landing": down(flight({"T": 3}, Akagi={"D": 20, "T": 12}))})
    assert group(at, "Akagi") == {"D": 20, "T": 12, "F": 0}


def test_mw_34_a_raid_on_the_ships_alone_under_fighters() -> None:
    """Nothing bombs the island: the patrol screens the ships as anywhere, and meets nobody else (Fighters 7)."""
    at = with_ships(5, 0, fighters=True, sheet=orders(cap("Midway", ISLAND, 8)))
    said = {"japan/aim": {"D": 0, "T": 0}, "japan/attack": [dive("Portland", 5)], "us/screen": {"Portland/dive": 2}}
    run(at, "t3/", said)
    assert raw_odds(at) == {"Portland/dive": ([5, 2], "2-1")}
    assert met(at) == []
    assert group(at, "Akagi")["D"] == 5


def test_mw_edge_an_attack_of_fighters_alone_on_midway() -> None:
    """Fighters drop no bombs: over Midway they fight those in the air, and the island is as it was (Fighters 5)."""
    at = raid(0, 0, 5, fighters=True, sheet=orders(cap("Midway", ISLAND, 8)), to="/strip")
    run(at, "t3/", {"us/strip": 3})
    assert [f["raw"] for f in same_for_all(at, "fighter-combat")] == [[5, 5]]
    assert bombed(at) == met(at) == []
    assert fortification(at) == 20
