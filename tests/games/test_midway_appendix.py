"""Every question of the rulebook’s Appendix, up to Midway, answered as the rulebook answers it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    KURE,
    attack,
    cap,
    chart,
    dive,
    down,
    everything,
    flight,
    group,
    heard,
    move,
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
    told,
    transfer,
    z,
)
from umpire.table.table import Table

FLEET, RAIDERS, FAR = z(10, 2), z(6, 2), z(20, 17)
BOTH = {"us/readying": ALL, "japan/readying": ALL}
TOURNAMENT = {"fighters": True, "reduction": True, "surface": True}


def strike(
    *groups: dict[str, Any],
    ships: tuple[str, ...] = ("Portland",),
    sent: dict[str, int] | None = None,
    us: Any = None,
    cells: dict[str, Any] | None = None,
    to: str = "/fire",
    said: dict[str, Any] | None = None,
    kit: dict[str, Any] | None = None,
    **settings: Any,
) -> Table:
    """Akagi, twenty D, twenty T and seven F, attacks a zone of US ships on turn 2 with what is sent."""
    planes = {"air/Akagi": {"D": 20, "T": 20}}
    us_ships = {"Enterprise": z(13, 2), **dict.fromkeys(ships, FLEET)}
    at = scene(us_ships, {"Akagi": RAIDERS}, kit=chart(cells) | planes | (kit or {}), **settings)
    run(at, "t2/operations", BOTH)
    sheets = {
        "japan/operations": orders(attack("Akagi", FLEET, **(sent or {"D": 20, "T": 20}))),
        "us/operations": us or orders(),
    }
    attacked = {"japan/attack": list(groups)} if groups else {}
    return run(at, to, sheets | attacked | (said or {}))


# Aircraft v Ship Battle.


def test_appendix_aircraft_1_not_all_readied_planes() -> None:
    """Must he use all of his readied planes? No, he may use only part of them."""
    at = strike(dive("Portland", 3), sent={"D": 3}, to="t3/")
    assert ready(at, "Akagi") == {"D": 17, "T": 20, "F": 0}


def test_appendix_aircraft_2_a_guess() -> None:
    """May he strike a zone where he only thinks there are ships? Yes, if only to clear his decks."""
    at = strike(dive("Portland", 3), to="/landing")
    assert same_for_all(at, "answer") == [], "nobody has searched"
    at = scene({"Enterprise": FLEET}, {"Akagi": RAIDERS}, kit=chart())
    run(at, "t2/operations", BOTH)
    run(at, "t3/", {"us/operations": orders(attack("Enterprise", z(12, 4), D=12, T=5))})
    assert same_for_all(at, "empty") == [{}]


def test_appendix_aircraft_3_calling_off() -> None:
    """Having seen the fighters and the ships, may he call it off? Yes; home, and not ready on the next turn."""
    patrol = orders(cap("Enterprise", FLEET, 6))
    at = strike(sent={"D": 4, "F": 7}, us=patrol, to="/press", fighters=True)
    assert same_for_all(at, "battle")[-1]["cap"] == 6
    assert list(same_for_all(at, "placed")[-1]["ships"]) == ["Portland"]
    run(at, "t3/operations", {"japan/press": "call off", "japan/readying": ALL})
    assert group(at, "Akagi") == {"D": 20, "T": 20, "F": 7}
    assert ready(at, "Akagi") == {"D": 16, "T": 20, "F": 0}


def test_appendix_aircraft_4_the_outside_rectangle() -> None:
    """May a ship stand where no torpedo planes can come at one beam? No, unless the spacing rule forces it."""
    at = strike(to="/place")
    for column in (1, 17):
        assert refused(at, "us", {"Portland": [column, 3]}).rule == "Appendix, Aircraft v Ship 4"
    say(at, "us", {"Portland": [2, 3]})
    crowd = tuple(f"Ship {n}" for n in range(1, 34))
    at = strike(ships=crowd, to="/place")
    cells = [[column, row] for column in range(1, 18, 2) for row in range(1, 8, 2)]
    say(at, "us", dict(zip(crowd, cells, strict=False)))
    run(at, "/fire", {"japan/attack": [port("Ship 1", 4)]})
    assert at.asks["us"].facts["reach"]["Ship 1"] == ["Ship 1/port"], "from the imaginary rectangle off the board"


def test_appendix_aircraft_5_two_groups_in_one_rectangle() -> None:
    """May one ship fire at two groups in one rectangle that attack different ships? No."""
    places = {"Portland": [5, 3], "Astoria": [7, 3]}
    groups = [starboard("Portland", 2), port("Astoria", 3)]
    at = strike(*groups, ships=("Portland", "Astoria"), said={"us/battle-place": places})
    both = ["Portland/starboard", "Astoria/port"]
    refused(at, "us", {"Portland": both, "Astoria": None})
    run(at, "/landing", {"us/fire": {"Portland": "Astoria/port", "Astoria": None}})
    assert {name: raw for name, (raw, _) in raw_odds(at).items()} == {
        "Portland/starboard": [2, 1],
        "Astoria/port": [3, 3],
    }


def test_appendix_aircraft_6_losses_among_those_with_no_way_home() -> None:
    """May he assume that the planes lost were those that could not come back? Yes."""
    target = z(13, 10)
    at = scene({"Portland": target}, {"Akagi": z(0, 10), "Kaga": z(12, 10)}, kit=chart({"4-1/1": (0, 2)}))
    run(at, "t2/operations", BOTH)
    sheet = orders(attack("Akagi", target, D=2), attack("Kaga", target, D=2))
    run(at, "/landing", {"japan/operations": sheet, "japan/attack": [dive("Portland", 4)]})
    run(at, "t3/", {"japan/landing": down(flight({"D": 2}), flight(Kaga={"D": 2}))})
    assert (group(at, "Akagi")["D"], group(at, "Kaga")["D"]) == (5, 7)


def test_appendix_aircraft_7_a_lone_ship_under_two_groups() -> None:
    """A ship alone under two groups of five fires at one, and the other sinks her for certain."""
    cells = {f"5-1/{die}": ("sunk", 0) for die in range(1, 7)}
    at = strike(dive("Portland", 5), port("Portland", 5), cells=cells)
    refused(at, "us", {"Portland": ["Portland/dive", "Portland/port"]})
    run(at, "/landing", {"us/fire": {"Portland": "Portland/dive"}, "dice/roll": [1, 2]})
    assert raw_odds(at) == {"Portland/dive": ([5, 3], "1-1"), "Portland/port": ([5, 1], "5-1")}
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Portland"]


def test_appendix_aircraft_8_fighters_that_meet_no_patrol() -> None:
    """Fighters sent along that meet no patrol do nothing: they carry no bombs."""
    at = strike(sent={"D": 2, "F": 7}, to="/attack", fighters=True)
    refused(at, "japan", [dive("Portland", 3)])
    run(at, "t3/", {"japan/attack": [dive("Portland", 2)]})
    assert same_for_all(at, "fighter-combat") == []
    assert group(at, "Akagi")["F"] == 7


# Carrier Capacity.


def sunk_under(kaga: str) -> Table:
    """Akagi sinks while two D and one F of hers attack elsewhere; Kaga has a full deck."""
    at = scene(
        {"Enterprise": FLEET}, {"Akagi": RAIDERS, "Kaga": kaga}, kit=chart({"2-1/1": ("sunk", 0)}), fighters=True
    )
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": orders(attack("Akagi", z(6, 6), D=2, F=1)),
        "us/attack": [dive("Akagi", 2)],
    }
    return run(at, "/landing", said)


def test_appendix_capacity_1_their_carrier_is_sunk() -> None:
    """Planes whose carrier has been sunk land on another in range that has room; else they are lost."""
    at = sunk_under(z(6, 8))
    assert at.asks["japan"].facts["flights"][0]["reach"] == ["Kaga"]
    assert refused(at, "japan", down(flight(Kaga={"D": 2, "F": 1}))).rule == "Appendix, Carrier Capacity 1"
    say(at, "japan", down(flight()))
    run(at, "t3/")
    assert group(at, "Kaga") == {"D": 7, "T": 10, "F": 7}
    assert sunk_under(z(6, 17)).asks["japan"].facts["flights"][0]["reach"] == []


def test_appendix_capacity_2_overboard() -> None:
    """May he throw other aircraft overboard to make room? Yes."""
    at = run(sunk_under(z(6, 8)), "t3/", {"japan/landing": down(flight(Kaga={"D": 2}), overboard={"Kaga": {"T": 2}})})
    assert group(at, "Kaga") == {"D": 9, "T": 8, "F": 7}


def test_appendix_capacity_3_what_is_on_a_carrier_may_be_hidden() -> None:
    """May he conceal the number and types of aircraft on a carrier? Yes: only his own side ever hears of them."""
    at = run(sunk_under(z(6, 8)), "t3/", {"japan/landing": down(flight(Kaga={"D": 2}), overboard={"Kaga": {"T": 2}})})
    assert told(at, "planes") == {"us", "japan"}
    assert told(at, "landed") == {"us", "japan"}
    for said in heard(at, "us", "planes"):
        assert not {"Akagi", "Kaga"} & set(said["planes"])
    for said in heard(at, "japan", "planes"):
        assert not {"Enterprise", "Midway"} & set(said["planes"])


# Fighters.


def test_appendix_fighters_1_their_range() -> None:
    """How far do fighters go? As far as dive and torpedo bombers: fourteen zones in all."""
    at = scene({"Portland": FAR}, {"Akagi": z(0, 10)}, kit=chart(), fighters=True, one_way=False)
    run(at, "t2/operations", {"japan/readying": ALL})
    for kind in ("D", "T", "F"):
        refused(at, "japan", orders(attack("Akagi", z(8, 10), **{kind: 1})))
        at.asks["japan"].validate(orders(attack("Akagi", z(7, 10), **{kind: 1})))
    refused(at, "japan", orders(cap("Akagi", z(8, 10), 1)))
    at.asks["japan"].validate(orders(cap("Akagi", z(7, 10), 1)))


def test_appendix_fighters_2_see_aircraft_8_and_midway_5() -> None:
    """Fighters alone over ships do nothing to them, nor over Midway to the island."""
    at = strike(sent={"F": 7}, to="t3/", fighters=True)
    assert same_for_all(at, "attacking") == []
    assert group(at, "Akagi")["F"] == 7
    at = raid(0, 0, 7, to="t3/")
    assert same_for_all(at, "bombed") == []


# Midway.


def raid(D: int, T: int, F: int = 0, *, us: dict[str, str] | None = None, sheet: Any = None, to: str) -> Table:
    """Akagi against Midway on turn 2, with fighters and reduction in use."""
    planes = {"air/Akagi": {"D": max(D, 1), "T": T}, "fighters/Akagi": F}
    kit = chart() | planes
    at = scene(us or {"Enterprise": z(20, 2)}, {"Akagi": z(7, 7)}, kit=kit, fighters=True, reduction=True)
    run(at, "t2/operations", BOTH)
    said = {"japan/operations": orders(attack("Akagi", ISLAND, D=D, T=T, F=F)), "us/operations": sheet or orders()}
    return run(at, to, said)


@pytest.mark.parametrize("zone", [ISLAND, KURE])
def test_appendix_midway_1_ships_move_there(zone: str) -> None:
    """May ships move on the Midway and Kure zones? Yes, as on any ocean zone, both sides."""
    x, y = (13, 7) if zone == ISLAND else (9, 6)
    at = scene({"Portland": z(x + 2, y)}, {"Tone": z(x - 2, y)}, kit=chart(), **TOURNAMENT)
    run(at, "t1/ready/", {"us/moves": move(Portland=zone), "japan/moves": move(Tone=zone)})
    assert at.truth.zones == {"Portland": zone, "Tone": zone}


def test_appendix_midway_2_planes_of_midway_and_of_carriers() -> None:
    """May Midway's planes land on carriers, and carriers' on Midway? Yes, fighters too."""
    at = scene({"Enterprise": z(10, 7)}, {"Tone": z(0, 17)}, kit=chart(), fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    sheet = orders(attack("Enterprise", z(12, 7), D=5, F=2), attack("Midway", z(12, 7), D=4, F=3))
    swap = down(flight(Midway={"D": 5, "F": 2}), flight(Enterprise={"D": 4, "F": 3}))
    run(at, "t3/", {"us/operations": sheet, "us/landing": swap})
    assert group(at, "Enterprise") == {"D": 11, "T": 5, "F": 9}
    assert group(at, "Midway") == {"D": 9, "T": 2, "F": 7}


def test_appendix_midway_3_ships_and_island() -> None:
    """US ships on the zone of a raid: he is told first, and may attack ships, island or both; T as D."""
    for island in ({"D": 12, "T": 8}, {"D": 0, "T": 0}, {"D": 12, "T": 3}):
        at = raid(12, 8, us={"Enterprise": z(20, 2), "Portland": ISLAND}, to="/aim")
        assert same_for_all(at, "on-midway") == [{"side": "us"}]
        assert same_for_all(at, "placed") == same_for_all(at, "bombed") == []
        ships = 20 - sum(island.values())
        say(at, "japan", island)
        if ships:
            run(at, "/attack")
            refused(at, "japan", [port("Portland", 1)])
            refused(at, "japan", [dive("Portland", ships + 1)])
            say(at, "japan", [dive("Portland", ships)])
        run(at, "/landing")
        assert [b["raw"] for b in same_for_all(at, "bombed")] == ([[20 - ships, 20]] if ships < 20 else [])


def test_appendix_midway_4_no_losses_over_the_island() -> None:
    """Does Japan lose aircraft when it bombs Midway? Not unless it runs into fighters."""
    at = raid(20, 15, to="t3/")
    assert len(same_for_all(at, "bombed")) == 1
    assert group(at, "Akagi") == {"D": 20, "T": 15, "F": 0}


def test_appendix_midway_5_without_escort_into_fighters() -> None:
    """The bombing is done in full; then as many raiders are lost as there are fighters, or as were stripped off."""
    at = raid(20, 15, sheet=orders(cap("Midway", ISLAND, 6)), to="/landing")
    assert [b["raw"] for b in same_for_all(at, "bombed")] == [[35, 20]]
    kinds = [kind for kind, _ in everything(at, "public")]
    assert kinds.index("bombed") < kinds.index("met")
    run(at, "t3/", {"japan/landing": down(flight({"D": 6}, Akagi={"D": 14, "T": 15}))})
    assert group(at, "Akagi") == {"D": 14, "T": 15, "F": 0}
    at = raid(20, 15, 5, sheet=orders(cap("Midway", ISLAND, 8)), to="/strip")
    run(at, "/landing", {"us/strip": 3})
    assert same_for_all(at, "met") == [{"n": 3}]


def test_appendix_midway_6_kure_is_nothing() -> None:
    """What is Kure for? Nothing: no base, no raid, no word of ships there."""
    at = scene({"Enterprise": FLEET}, {"Haruna": KURE, "Akagi": z(5, 6)}, kit=chart(), reduction=True, b17=1)
    run(at, "t2/operations", BOTH)
    assert same_for_all(at, "on-midway") == []
    refused(at, "us", orders(transfer("Enterprise", "Kure", D=1)))
    run(at, "t3/", {"japan/operations": orders(attack("Akagi", KURE, D=7, T=10))})
    assert same_for_all(at, "empty") == [{}]
    assert at.truth.fortification == 20


def test_appendix_midway_7_the_us_is_told_of_ships_on_midway() -> None:
    """Must Japan tell that its ships are on the Midway zone? Yes, each turn, and no more than that."""
    at = run(scene({"Enterprise": FLEET}, {"Tone": ISLAND}, kit=chart(), reduction=True), "t3/moves")
    assert same_for_all(at, "on-midway") == [{"side": "japan"}] * 2
    run(at, "t3/ready/", {"japan/moves": move(Tone=z(12, 7))})
    assert len(same_for_all(at, "on-midway")) == 2
