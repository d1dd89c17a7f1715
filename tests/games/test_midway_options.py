"""Cases of the optional rules, B-17s, leaving the board, one-way flights, and how the exchange is read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    attack,
    bow,
    cap,
    chart,
    dive,
    move,
    orders,
    port,
    raw_odds,
    refused,
    run,
    same_for_all,
    say,
    scene,
    starboard,
    z,
)
from umpire.table.table import Table

FLEET, RAIDERS, FAR = z(10, 2), z(6, 2), z(20, 17)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


def over(
    *groups: dict[str, Any],
    ships: tuple[str, ...] = ("Portland",),
    cells: dict[str, Any] | None = None,
    to: str = "/fire",
    us: Any = None,
    kit: dict[str, Any] | None = None,
    said: dict[str, Any] | None = None,
    **settings: Any,
) -> Table:
    """Akagi's planes, twenty D and twenty T, over US ships on turn 2, in the groups told."""
    planes = {"air/Akagi": {"D": 20, "T": 20}}
    us_ships = {"Enterprise": z(14, 2), **dict.fromkeys(ships, FLEET)}
    at = scene(us_ships, {"Akagi": RAIDERS}, kit=chart(cells) | planes | (kit or {}), **settings)
    run(at, "t2/operations", BOTH)
    sheets = {"us/operations": us or orders(), "japan/operations": orders(attack("Akagi", FLEET, D=20, T=20))}
    attacked = {"japan/attack": list(groups)} if groups else {}
    return run(at, to, sheets | attacked | (said or {}))


# Optional Rule 1: a ship one hit from sinking.


def wounded(hits: int = 3, boxes: int = 4, *, on: bool = True, **ships: str) -> Table:
    """On turn 2 planes score so many hits on Portland; turn 3 opens. `boxes` are what she has."""
    us = {"Portland": FLEET, "Enterprise": z(14, 2), **ships}
    kit = chart({"2-1/1": (hits, 0)}) | {"hits/Portland": boxes, "air/Akagi": {"D": 20, "T": 20}}
    at = scene(us, {"Akagi": RAIDERS}, kit=kit, crippled=on)
    run(at, "t2/operations", BOTH)
    said = {"japan/operations": orders(attack("Akagi", FLEET, D=2)), "japan/attack": [dive("Portland", 2)]}
    return run(at, "t3/moves", said)


@pytest.mark.parametrize(("hits", "on", "slow"), [(3, True, True), (2, True, False), (3, False, False)])
def test_mw_46_a_crippled_ship_moves_one_zone(hits: int, on: bool, slow: bool) -> None:
    """MW-46: three hits of four: one zone a turn; two, or without the option: two (Optional Rule 1)."""
    at = wounded(hits, on=on)
    two, one = move(Portland=z(12, 2)), move(Portland=z(11, 2))
    refused(at, "us", two) if slow else at.asks["us"].validate(two)
    say(at, "us", one)


def test_mw_46_the_others_keep_their_speed() -> None:
    """MW-46: only she is slow; moves are not lent (Optional Rule 1; Step 1)."""
    at = wounded(Astoria=FLEET)
    refused(at, "us", move(Portland=z(12, 2), Astoria=z(12, 2)))
    say(at, "us", move(Portland=z(11, 2), Astoria=z(12, 2)))


def second_attack(at: Table, *groups: dict[str, Any]) -> Table:
    """Akagi's planes again, on turn 4, up to the answer to their attack."""
    run(at, "t4/operations", {"japan/readying": ALL})
    D = sum(g["n"] for g in groups)
    return run(at, "/fire", {"japan/operations": orders(attack("Akagi", FLEET, D=D)), "japan/attack": list(groups)})


def test_mw_46_a_crippled_ship_does_not_fire() -> None:
    """MW-46, MW-88: no screening value: D-4 on her is unfired at, 4-1; her sister may fire for her (Optional Rule 1)."""
    at = second_attack(wounded(), dive("Portland", 4))
    refused(at, "us", {"Portland": "Portland/dive"})
    run(at, "/landing", {"us/fire": {"Portland": None}})
    assert raw_odds(at) == {"Portland/dive": ([4, 1], "4-1")}
    at = second_attack(wounded(Astoria=FLEET), dive("Portland", 4))
    refused(at, "us", {"Portland": "Portland/dive", "Astoria": "Portland/dive"})
    run(at, "/landing", {"us/fire": {"Portland": None, "Astoria": "Portland/dive"}})
    assert raw_odds(at) == {"Portland/dive": ([4, 3], "1-1")}


def test_mw_46_without_the_option_she_fires() -> None:
    """MW-46: with the option left out three hits of four change nothing (Optional Rules)."""
    at = second_attack(wounded(on=False), dive("Portland", 4))
    run(at, "/landing", {"us/fire": {"Portland": "Portland/dive"}})
    assert raw_odds(at) == {"Portland/dive": ([4, 3], "1-1")}


def test_mw_46_she_still_fires_in_the_battle_that_cripples_her() -> None:
    """Fire is stated before the dice of a battle: she fires in the one that hits her (Steps 9 to 13)."""
    at = over(dive("Portland", 6), cells={"2-1/1": (3, 0)}, crippled=True, kit={"hits/Portland": 4})
    run(at, "t3/moves", {"us/fire": {"Portland": "Portland/dive"}})
    assert raw_odds(at) == {"Portland/dive": ([6, 3], "2-1")}
    refused(at, "us", move(Portland=z(12, 2)))


def test_mw_46_a_ship_of_one_box_is_not_crippled_unhurt() -> None:
    """A ship of one box has received no hit: she sails and fires at full value (Optional Rule 1: "has received hits")."""
    at = over(dive("Portland", 6), crippled=True, kit={"hits/Portland": 1})
    run(at, "t3/moves", {"us/fire": {"Portland": "Portland/dive"}})
    assert raw_odds(at) == {"Portland/dive": ([6, 3], "2-1")}
    say(at, "us", move(Portland=z(12, 2)))


def test_mw_46_a_crippled_carrier_flies() -> None:
    """A carrier one hit short still readies and launches (Appendix, Readying 5, with Optional Rule 1)."""
    kit = chart({"2-1/1": (3, 0)}) | {"hits/Enterprise": 4}
    at = scene({"Enterprise": FLEET}, {"Akagi": RAIDERS}, kit=kit, crippled=True)
    run(at, "t2/operations", {"japan/readying": ALL})
    said = {"japan/operations": orders(attack("Akagi", FLEET, D=2)), "japan/attack": [dive("Enterprise", 2)]}
    run(at, "t4/ready/", said)
    assert same_for_all(at, "hits") == [{"marked": {"Enterprise": 3}}]
    run(at, "t5/operations", {"us/readying": ALL})
    assert same_for_all(at, "sunk") == [], "she does not sink by readying"
    say(at, "us", orders(attack("Enterprise", z(12, 2), D=12)))


# Optional Rule 2: the anvil.


def test_mw_90_a_bow_group_with_a_beam_group() -> None:
    """MW-90: the bow is a rectangle of its own and its group one of its own, fired at apart (Optional Rule 2; Step 9)."""
    at = over(bow("Portland", 4), port("Portland", 4), anvil=True)
    assert set(at.asks["us"].facts["reach"]["Portland"]) == {"Portland/bow", "Portland/port"}
    run(at, "/landing", {"us/fire": {"Portland": "Portland/bow"}})
    assert raw_odds(at) == {"Portland/bow": ([4, 3], "1-1"), "Portland/port": ([4, 1], "4-1")}


@pytest.mark.parametrize(
    "groups",
    [
        [bow("Portland", 4)],
        [bow("Portland", 4), dive("Portland", 4)],
        [bow("Portland", 4), port("Astoria", 4)],
        [bow("Portland", 18), port("Portland", 4)],
    ],
    ids=["alone", "with dive bombers", "another ship's beam", "more than came"],
)
def test_mw_90_no_bow_without_a_beam(groups: list[dict[str, Any]]) -> None:
    """MW-90: others must attack that same ship from a beam at the same time (Optional Rule 2)."""
    at = over(to="/attack", ships=("Portland", "Astoria"), anvil=True)
    refused(at, "japan", groups)
    say(at, "japan", [bow("Portland", 4), starboard("Portland", 1)])


def test_mw_90_not_unless_agreed() -> None:
    """MW-90: where the option is left out no plane comes at a bow (Step 8)."""
    at = over(to="/attack")
    refused(at, "japan", [bow("Portland", 4), port("Portland", 4)])


def test_mw_90_who_reaches_the_bow() -> None:
    """MW-90: reach is to the rectangle before the bow, above the ship: two rectangles, no more (Step 9)."""
    places = {"Portland": [8, 4], "Astoria": [8, 1], "Vincennes": [8, 6], "Pensacola": [5, 2]}
    groups = (bow("Portland", 4), port("Portland", 4), dive("Portland", 4))
    at = over(*groups, ships=tuple(places), anvil=True, said={"us/battle-place": places})
    reach = {ship: set(ids) for ship, ids in at.asks["us"].facts["reach"].items()}
    assert reach["Astoria"] == {"Portland/bow"}
    assert reach["Vincennes"] == {"Portland/port", "Portland/dive"}
    assert reach["Pensacola"] == {"Portland/port"}


# Optional Rule 3: waves.


WAVES = {"New Orleans/dive": [6, 2]}


def new_orleans(*more: dict[str, Any], to: str = "/waves", fire: Any = None, **made: Any) -> Table:
    """Eight D on New Orleans, screening 3, who fires at them."""
    made = {"ships": ("New Orleans",), "waves": True, **made}
    at = over(dive("New Orleans", 8), *more, to="/fire", **made)
    return run(at, to, {"us/fire": fire or {"New Orleans": "New Orleans/dive"}})


def test_mw_38_waves_of_six_and_two() -> None:
    """MW-38: eight D in waves of six and two: 6-3 and 2-3, New Orleans screens both (Optional Rule 3)."""
    at = new_orleans()
    run(at, "/landing", {"japan/waves": WAVES})
    got = list(raw_odds(at).values())
    assert got == [([6, 3], "2-1"), ([2, 3], "1-2")]
    assert [len(r["faces"]) for r in same_for_all(at, "roll")] == [2]


def test_mw_38_in_one_piece() -> None:
    """MW-38: he may; he need not: 8-3 (Optional Rule 3)."""
    at = run(new_orleans(), "/landing", {"japan/waves": {}})
    assert raw_odds(at) == {"New Orleans/dive": ([8, 3], "2-1")}


@pytest.mark.parametrize(
    "waves",
    [
        {"New Orleans/dive": [6, 3]},
        {"New Orleans/dive": [6, 1]},
        {"New Orleans/dive": [8, 0]},
        {"New Orleans/port": [1, 1]},
        {"Portland/dive": [1, 1]},
    ],
    ids=["too many", "too few", "an empty wave", "not fired at", "no such group"],
)
def test_mw_38_waves_that_are_refused(waves: dict[str, list[int]]) -> None:
    """Waves are of one group that is fired at, all its squadrons and no others (Optional Rule 3)."""
    refused(new_orleans(port("New Orleans", 4)), "japan", waves)


def test_mw_38_other_ships_fire_at_every_wave_too() -> None:
    """Fired at by another ship as well: both screen every wave of that one group (Optional Rule 3)."""
    fire = {"New Orleans": "New Orleans/dive", "Astoria": "New Orleans/dive"}
    at = new_orleans(ships=("New Orleans", "Astoria"), fire=fire)
    run(at, "/landing", {"japan/waves": {"New Orleans/dive": [4, 2, 2]}})
    assert list(raw_odds(at).values()) == [([4, 6], "1-2"), ([2, 6], "1-3"), ([2, 6], "1-3")]


def test_mw_38_a_group_that_nobody_fires_at_comes_whole() -> None:
    """Only a player whose group is being fired at may break it up (Optional Rule 3)."""
    at = over(dive("New Orleans", 8), ships=("New Orleans",), waves=True)
    run(at, "/dice")
    assert same_for_all(at, "odds")[0]["odds"][0]["raw"] == [8, 1]
    at = new_orleans(port("New Orleans", 4))
    refused(at, "japan", {"New Orleans/port": [2, 2]})
    assert [g["id"] for g in at.asks["japan"].facts["groups"]] == ["New Orleans/dive"]


def test_mw_38_one_squadron_makes_no_waves() -> None:
    """A single squadron cannot be broken up, so nobody is asked (Optional Rule 3)."""
    at = over(dive("New Orleans", 1), ships=("New Orleans",), waves=True)
    run(at, "/dice", {"us/fire": {"New Orleans": "New Orleans/dive"}})
    assert raw_odds(at) == {"New Orleans/dive": ([1, 3], "1-3")}


def test_mw_38_not_unless_agreed() -> None:
    """Where the option is left out nobody is asked (Optional Rule 3)."""
    at = new_orleans(to="/landing", waves=False)
    assert raw_odds(at) == {"New Orleans/dive": ([8, 3], "2-1")}


def test_mw_38_hits_and_losses_of_all_waves() -> None:
    """Each wave is a battle: hits add up, each loses at most itself, and the second pays though she sank (Misc. 8)."""
    at = new_orleans(cells={"2-1/1": ("sunk", 4), "1-2/1": (1, 5)})
    run(at, "/landing", {"japan/waves": WAVES})
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["New Orleans"]
    assert same_for_all(at, "results")[0]["lost"] == {"D": 6, "T": 0}


def test_mw_38_waves_against_fighters() -> None:
    """Screening fighters set against a group meet every wave of that one group, with the guns (Fighters 7; Opt. 3)."""
    patrol = orders(cap("Enterprise", FLEET, 2))
    at = over(dive("New Orleans", 8), ships=("New Orleans",), waves=True, fighters=True, us=patrol)
    run(at, "/waves", {"us/fire": {"New Orleans": "New Orleans/dive"}, "us/screen": {"New Orleans/dive": 2}})
    run(at, "/landing", {"japan/waves": WAVES})
    assert [raw for raw, _ in raw_odds(at).values()] == [[6, 5], [2, 5]]
