"""Cases of Midway Reduction (Tournament Game): battleships, Atago, and a base that planes may use no more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    attack,
    cap,
    chart,
    dive,
    down,
    flight,
    group,
    heard,
    move,
    next_step,
    orders,
    refused,
    run,
    same_for_all,
    say,
    scene,
    some,
    transfer,
    z,
)
from tests.games.test_midway_reduction import again, bombed, closed, fortification, met, raid
from umpire.table.table import Table

FAR = z(20, 2)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


# Battleships.


def standing(ships: dict[str, str], *, us: dict[str, str] | None = None, turns: int, **kit: Any) -> Table:
    """Ships stand where told until so many turns are over."""
    at = scene(us or {"Portland": FAR}, ships, kit=chart() | kit, reduction=True)
    return run(at, f"t{turns + 1}/")


@pytest.mark.parametrize(
    ("ships", "turns", "left"),
    [
        ({"Haruna": ISLAND}, 1, 19),
        ({"Haruna": ISLAND, "Kirishima": ISLAND}, 2, 18),
        ({"Tone": ISLAND, "Akagi": ISLAND}, 2, 20),
        ({"Haruna": z(12, 7)}, 2, 20),
    ],
    ids=["one", "two count once", "no battleship", "a zone off"],
)
def test_mw_75_a_battleship_on_midway(ships: dict[str, str], turns: int, left: int) -> None:
    """MW-75: one point for each turn in which a battleship stands there, however many do (Reduction 6)."""
    assert fortification(standing(ships, turns=turns)) == left


def test_mw_75_at_night_too() -> None:
    """MW-75: at night as well: only air activity ceases (Night Movement; Reduction 6)."""
    hours = [f"{h:02d}00" for h in range(1, 24, 2)]
    at = standing({"Haruna": ISLAND}, turns=3, **{"track/nights": hours[:-1]})
    assert fortification(at) == 17


def test_mw_75_down_to_nothing_and_no_further() -> None:
    """MW-75: after twenty turns nothing is left; the base is closed, and it does not go below (Reduction 6 to 8)."""
    at = standing({"Haruna": ISLAND}, turns=22)
    assert fortification(at) == 0
    assert [f["value"] for f in same_for_all(at, "fortification")] == list(range(19, -1, -1))


def test_mw_75_on_top_of_a_raid() -> None:
    """A raid and a battleship in one turn each do their part, the raid at what stood before (Reduction 5 and 6)."""
    at = run(raid(japan={"Haruna": ISLAND}), "t3/", {"dice/roll": [1]})
    assert bombed(at) == [([35, 19], "1-1", 1, 13)]
    assert fortification(at) == 12


def test_mw_75_a_battleship_sunk_there_no_longer_stands_there() -> None:
    """Sunk by the US on that turn, she does not take a point more (Reduction 6)."""
    at = scene({"Enterprise": z(16, 7)}, {"Haruna": ISLAND}, kit=chart({"2-1/1": ("sunk", 0)}), reduction=True)
    run(at, "t2/operations", {"us/readying": ALL})
    said = {"us/operations": orders(attack("Enterprise", ISLAND, D=2)), "us/attack": [dive("Haruna", 2)]}
    run(at, "t3/", said)
    assert fortification(at) == 19


# Atago, and a closed base.


def test_mw_77_atago_barred_until_nothing_is_left() -> None:
    """MW-77: ordered onto Midway while anything is left she is refused, in private; others may go (Reduction 1, 7)."""
    at = scene({"Enterprise": FAR}, {"Atago": z(12, 7), "Tone": z(12, 7)}, kit=chart(), reduction=True)
    run(at, "t1/moves")
    assert "Reduction" in refused(at, "japan", move(Atago=ISLAND)).rule
    say(at, "japan", move(Tone=ISLAND))
    at = raid(japan={"Atago": z(12, 7)})
    run(at, "t3/moves", {"dice/roll": [6]})
    assert fortification(at) == 5
    assert refused(at, "japan", move(Atago=ISLAND)).rule
    at = again(at, 4, 1, 15, 2)
    assert fortification(at) == 0
    run(at, "t5/moves")
    say(at, "japan", move(Atago=ISLAND))


def test_mw_77_not_on_the_turn_that_reduces_it() -> None:
    """Before she can be placed there it must be nothing: the last point lost on t, she may land on t+1 (Reduction 7)."""
    at = closed(japan={"Atago": z(12, 7)})
    assert at.truth.invasion == 0
    run(at, "t7/", {"japan/moves": move(Atago=ISLAND)})
    assert at.truth.captured
    assert [i["turns"] for i in heard(at, "japan", "invasion")] == [1, 2, 3, 4]


def test_mw_39_no_plane_may_use_midway() -> None:
    """MW-39: at nothing no plane leaves Midway, flies to it or is readied there (Reduction 8)."""
    at = run(closed(fighters=True), "t3/ready/")
    refused(at, "us", some({"Midway": {"D": 1}}))
    run(at, "t4/operations")
    refused(at, "us", orders(attack("Midway", z(14, 7), D=1)))
    refused(at, "us", orders(cap("Midway", ISLAND, 1)))
    refused(at, "us", orders(transfer("Enterprise", "Midway", D=1)))
    refused(at, "us", orders(transfer("Midway", "Enterprise", D=1)))
    refused(at, "us", orders(cap("Enterprise", ISLAND, 1, to="Midway")))
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", z(15, 9), D=2))})
    refused(at, "us", down(flight(Midway={"D": 2})))


def test_mw_39_planes_left_on_the_field_die_with_it() -> None:
    """R8: squadrons parked there are kept, cannot fly, and are lost when the island falls (Reduction 8; Capture)."""
    at = closed(japan={"Atago": z(12, 7)}, kit={"air/Midway": {"D": 20, "T": 10}})
    assert sum(group(at, "Midway").values()) == 10
    run(at, "t7/", {"japan/moves": move(Atago=ISLAND)})
    assert "Midway" not in at.truth.planes


def test_mw_39_full_board_search_until_atago_is_done() -> None:
    """MW-39: at nothing the US still calls any area; after the capture only within twelve (Reduction 8; Misc. 10)."""
    at = closed(us={"Enterprise": z(20, 2)}, japan={"Atago": z(12, 7)})
    run(at, "t3/search", {"japan/moves": move(Atago=ISLAND)})
    say(at, "us", "A-6")
    run(at, "t7/search")
    assert at.truth.captured
    refused(at, "us", "A-6")


def test_mw_39_closed_while_its_planes_are_aloft() -> None:
    """Midway is reduced while eight of its planes are out: they land on a carrier in range with room, or are lost."""
    made: dict[str, Any] = {"us": {"Enterprise": z(18, 7)}, "kit": {"air/Midway": {"D": 8, "T": 0}}}
    at = raid(40, 20, sheet=orders(attack("Midway", z(15, 7), D=8), attack("Enterprise", z(15, 7), D=5)), **made)
    run(at, "/landing", {"dice/roll": [6]})
    assert fortification(at) == 0
    reach = {f["from"]: f["reach"] for f in at.asks["us"].facts["flights"]}
    assert reach == {"Midway": ["Enterprise"], "Enterprise": ["Enterprise"]}
    refused(at, "us", down(flight(Midway={"D": 8}), flight(Enterprise={"D": 5})))
    refused(at, "us", down(flight(Enterprise={"D": 1}), flight(Enterprise={"D": 5})))
    say(at, "us", down(flight(Enterprise={"D": 4}), flight(Enterprise={"D": 1})))
    run(at, "t3/")
    assert group(at, "Enterprise")["D"] == 12


def test_mw_39_the_patrol_of_a_closed_base() -> None:
    """Its fighters over the island cost the raiders theirs, and then have no field to land on (Reduction 8)."""
    at = raid(40, 20, fighters=True, us={"Enterprise": FAR}, sheet=orders(cap("Midway", ISLAND, 8)))
    run(at, "/landing", {"dice/roll": [6]})
    assert (met(at), fortification(at)) == ([8], 0)
    run(at, "t3/")
    assert group(at, "Midway")["F"] == 0
    assert heard(at, "us", "landed")[-1]["landed"][0]["no_return"] == {"F": 8}


def test_mw_39_a_raid_on_a_reduced_island() -> None:
    """At nothing there is nothing to reduce: no die is thrown, nothing changes, and the turn goes on (Reduction 1)."""
    at = closed(kit={"air/Midway": {"D": 20, "T": 10}})
    run(at, "t4/operations", {"japan/readying": ALL})
    run(at, "t5/", {"japan/operations": orders(attack("Akagi", ISLAND, D=20, T=20))})
    assert len(bombed(at)) == 1
    assert fortification(at) == 0
    assert group(at, "Akagi") == {"D": 40, "T": 20, "F": 0}


def test_mw_39_ships_there_are_attacked_as_anywhere() -> None:
    """A reduced island is no target: torpedo planes against ships there carry torpedoes again (Appendix, Midway 1, 3)."""
    at = closed(us={"Enterprise": FAR, "Portland": z(14, 7)})
    run(at, "t4/operations", {"japan/readying": ALL, "us/moves": move(Portland=ISLAND)})
    run(at, "/attack", {"japan/operations": orders(attack("Akagi", ISLAND, D=2, T=2))})
    refused(at, "japan", [dive("Portland", 4)])
    say(at, "japan", [{"target": "Portland", "how": "port", "n": 2}])
    assert next_step(at).endswith("/fire/us")
