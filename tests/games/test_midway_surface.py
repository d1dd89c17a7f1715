"""Cases of Surface Combat (Tournament Game): who meets whom, the Battle Board, gunfire, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    attack,
    chart,
    dive,
    everything,
    guns,
    move,
    next_step,
    orders,
    refused,
    run,
    same_for_all,
    say,
    scene,
    z,
)
from umpire.table.board import area_of
from umpire.table.table import Table

SEA, START, NEAR, FAR = z(8, 8), z(12, 12), z(10, 8), z(20, 2)
CALL = {"us/call": area_of(SEA)}
HARUNA, PORTLAND = {"Haruna": [9, 1]}, {"Portland": [9, 7]}
LINES = {"japan/surface-place": HARUNA, "us/surface-place": PORTLAND}


def steam(*, enter: dict[str, list[int]] | None = None, **ships: list[int]) -> dict[str, Any]:
    """Ships one rectangle, those told."""
    return {"move": {ship.replace("_", " "): cell for ship, cell in ships.items()}, "enter": enter or {}}


def meeting(
    us: tuple[str, ...] = ("Portland",),
    japan: tuple[str, ...] = ("Haruna",),
    *,
    more: dict[str, dict[str, str]] | None = None,
    then: dict[str, str] | None = None,
    kit: dict[str, Any] | None = None,
    **settings: Any,
) -> Table:
    """US ships steam into the zone of Japanese ones on turn 1; others stand, or go `then`, where told."""
    also = more or {}
    at = scene(
        {**dict.fromkeys(us, START), **also.get("us", {})},
        {**dict.fromkeys(japan, SEA), **also.get("japan", {})},
        kit=chart() | guns() | (kit or {}),
        **{"surface": True, **settings},
    )
    to = {**dict.fromkeys(us, SEA), **(then or {})}
    return run(at, "t1/ready/", {"us/moves": {"enter": {}, "move": to}})


def clash(to: str = "/moves-1/japan", said: dict[str, Any] | None = None, **more: Any) -> Table:
    """Haruna and Portland meet on turn 1, found by a US call, and line up in the middle."""
    return run(meeting(**more), to, {**CALL, **LINES, **(said or {})})


def closed_in(**more: Any) -> Table:
    """The same; both step ahead twice without firing: two rectangles apart, Japan about to fire on the second turn."""
    at = clash(**more)
    run(at, "/moves-2/japan", {"japan/surface-move": steam(Haruna=[9, 2]), "us/surface-move": steam(Portland=[9, 6])})
    said = {"japan/surface-move": steam(Haruna=[9, 3]), "us/surface-move": steam(Portland=[9, 5])}
    return run(at, "/fire-2/japan", said)


def shoot(at: Table, side: str, n: int, fire: dict[str, str | None], *dice: int) -> Table:
    """A side's fire on a Battle Board turn, and its dice."""
    run(at, f"/fire-{n}/{side}")
    say(at, side, fire)
    if dice:
        run(at, f"/dice-{side}-{n}")
        say(at, "dice", list(dice))
    return at


def odds(at: Table) -> list[tuple[str, list[int], str | None]]:
    """The odds of the last fire: target, raw, column."""
    return [(o["target"], o["raw"], o["column"]) for o in same_for_all(at, "surface-odds")[-1]["odds"]]


def ends(at: Table) -> list[str]:
    return [o["how"] for o in same_for_all(at, "surface-over")]


def sunk(at: Table) -> list[tuple[str, bool]]:
    return [(s["ship"], s["armed"]) for s in same_for_all(at, "sunk")]


# Who meets whom.


@pytest.mark.parametrize("side", ["us", "japan"])
def test_mw_83_a_side_that_knows_says_so_and_they_fight(side: str) -> None:
    """MW-83: a call finds enemy ships with own ones: told to the other after Step 4, and the battle is on (Surface 1, 3)."""
    at = run(meeting(), "/operations", {f"{side}/call": area_of(SEA)})
    assert same_for_all(at, "contact") == [{"zones": [SEA]}]
    run(at, "surface-1/place/japan")
    assert same_for_all(at, "surface")[0]["zone"] == SEA


def test_mw_83_what_nobody_knows_nobody_is_told() -> None:
    """Row 25: neither has called the area: silence, and the ships pass unseen (Surface 1)."""
    at = run(meeting(), "t3/")
    assert same_for_all(at, "contact") == same_for_all(at, "surface") == []


def test_mw_83_another_zone_of_the_area_is_no_contact() -> None:
    """An enemy in the area but not in the zone of own ships is no contact (Surface 1)."""
    at = scene({"Portland": z(8, 8)}, {"Haruna": z(7, 8)}, kit=chart(), surface=True)
    run(at, "t2/", CALL)
    assert same_for_all(at, "contact") == same_for_all(at, "surface") == []


def test_mw_83_ships_known_to_stand_on_midway() -> None:
    """The US knows that Japanese ships stand on Midway: with a ship of its own there it is a contact (Midway 7)."""
    at = scene({"Portland": z(15, 7)}, {"Haruna": ISLAND}, kit=chart(), surface=True)
    run(at, "surface-1/", {"us/moves": move(Portland=ISLAND)})
    assert same_for_all(at, "contact") == [{"zones": [ISLAND]}]


def test_mw_83_without_the_section_nothing_happens() -> None:
    """The three sections stand alone: without this one ships in one zone are not told of and do not fight."""
    at = run(meeting(surface=False, fighters=True, reduction=True), "t2/", CALL)
    assert same_for_all(at, "contact") == same_for_all(at, "surface") == []


def by_air(word: str = "press on") -> Table:
    """On turn 2 neither side has called, but Akagi's planes attack Portland, beside whom Haruna stands."""
    more = {"us": {"Enterprise": FAR}, "japan": {"Akagi": z(4, 8)}}
    at = run(meeting(more=more), "t2/operations", {"japan/readying": ALL})
    said = {"japan/operations": orders(attack("Akagi", SEA, D=2)), "japan/press": word}
    return run(at, "surface-1/", said | ({"japan/attack": [dive("Portland", 2)]} if word == "press on" else {}))


@pytest.mark.parametrize("word", ["press on", "call off"])
def test_mw_83_found_by_their_own_planes(word: str) -> None:
    """R4: neither knew after Step 4, the air battle showed the ships: they fight after it (Surface 2 and 3)."""
    at = by_air(word)
    assert same_for_all(at, "contact") == []
    kinds = [kind for kind, _ in everything(at, "public")]
    assert kinds.index("placed") < kinds.index("surface")


@pytest.mark.parametrize(("hits", "fights"), [("sunk", False), (2, True)])
def test_mw_83_air_attacks_come_first(hits: int | str, fights: bool) -> None:
    """Air attacks are resolved first, and only ships still afloat fight (Surface 2 and 3)."""
    more = {"us": {"Enterprise": z(12, 8)}, "japan": {"Akagi": z(0, 17)}}
    at = meeting(japan=("Haruna",), more=more, kit=chart({"2-1/1": (hits, 0)}))
    run(at, "t2/search", {"us/readying": ALL})
    run(at, "/operations", CALL)
    assert same_for_all(at, "contact") == [{"zones": [SEA]}]
    said = {"us/operations": orders(attack("Enterprise", SEA, D=2)), "us/attack": [dive("Haruna", 2)]}
    run(at, "surface-1/" if fights else "t3/", said)
    assert bool(same_for_all(at, "surface")) is fights


def test_mw_83_at_night_too() -> None:
    """At night only air activity ceases: ship calls find, and ships fight (Night Movement)."""
    at = run(meeting(kit={"track/nights": ["0500"]}), "surface-1/place/japan", CALL)
    assert at.truth.night
    assert same_for_all(at, "contact") == [{"zones": [SEA]}]
    run(at, "t2/")
    assert ends(at) == ["four turns"]


# Set-up, movement, order of play.


def test_mw_84_open_and_in_order() -> None:
    """MW-84: Japan places, the US having seen it places; Japan moves, the US moves; Japan fires (Surface 4 to 12)."""
    at = run(meeting(), "surface-1/", CALL)
    assert list(at.asks) == ["japan"]
    say(at, "japan", HARUNA)
    assert same_for_all(at, "surface-placed")[0]["at"] == HARUNA
    assert list(at.asks) == ["us"]
    say(at, "us", PORTLAND)
    assert (next_step(at), list(at.asks)) == ("t1/surface-1/moves-1/japan", ["japan"])
    say(at, "japan", steam(Haruna=[9, 2]))
    assert same_for_all(at, "surface-moved")[-1]["at"] == {"Haruna": [9, 2]}
    assert list(at.asks) == ["us"]
    say(at, "us", steam(Portland=[9, 6]))
    assert (next_step(at), list(at.asks)) == ("t1/surface-1/fire-1/japan", ["japan"])
    say(at, "japan", {"Haruna": None})
    assert "withdraw" in next_step(at), "the US does not fire on the first Battle Board turn"
    assert set(at.asks) == {"us", "japan"}


def test_mw_84_the_us_fires_from_the_second_turn_on() -> None:
    """MW-84: on the second Battle Board turn both fire, Japan first (Surface 12)."""
    at = closed_in()
    say(at, "japan", {"Haruna": None})
    assert (next_step(at), list(at.asks)) == ("t1/surface-1/fire-2/us", ["us"])


def test_mw_84_the_us_holds_its_fire_on_the_first_turn_whatever_the_range() -> None:
    """MW-84: on a board so shallow that all are in range the US still does not fire on the first turn (Surface 12)."""
    at = run(meeting(kit={"battle-board/depth": 5}), "surface-1/", CALL)
    lines = {"japan/surface-place": HARUNA, "us/surface-place": {"Portland": [9, 5]}}
    closer = {"japan/surface-move": steam(Haruna=[9, 2]), "us/surface-move": steam(Portland=[9, 4])}
    run(at, "/fire-1/japan", lines | closer)
    say(at, "japan", {"Haruna": None})
    assert "withdraw-1" in next_step(at)
    run(at, "/fire-2/us")


@pytest.mark.parametrize(
    "where",
    [{"Haruna": [9, 2]}, {"Haruna": [9, 7]}, {"Haruna": [18, 1]}, {}, {"Portland": [9, 1]}],
    ids=["second row", "their edge", "off", "none", "not his"],
)
def test_mw_84_along_his_own_edge(where: dict[str, list[int]]) -> None:
    """Every ship goes on the row along the side's own edge (Surface 4)."""
    at = run(meeting(), "surface-1/", CALL)
    refused(at, "japan", where)
    say(at, "japan", {"Haruna": [1, 1]})
    refused(at, "us", {"Portland": [9, 1]})


def test_mw_84_next_to_each_other_but_not_together() -> None:
    """Ships may stand next to each other, never two in one rectangle, and all of the zone come on (Surface 4)."""
    at = run(meeting(japan=("Haruna", "Tone")), "surface-1/", CALL)
    refused(at, "japan", {"Haruna": [9, 1], "Tone": [9, 1]})
    refused(at, "japan", {"Haruna": [9, 1]})
    say(at, "japan", {"Haruna": [9, 1], "Tone": [10, 1]})


@pytest.mark.parametrize(
    ("cell", "legal"),
    [
        ([9, 2], True),
        ([10, 2], True),
        ([10, 1], True),
        ([9, 3], False),
        ([11, 2], False),
        ([8, 1], False),
        ([9, 0], False),
    ],
    ids=["ahead", "diagonal", "along", "two ahead", "two aside", "on Tone", "off"],
)
def test_mw_84_one_rectangle_a_turn(cell: list[int], legal: bool) -> None:
    """Any or all ships one rectangle, a diagonal is one, and none onto another ship (Surface 6; R2)."""
    at = run(meeting(japan=("Haruna", "Tone")), "surface-1/", CALL)
    say(at, "japan", {"Haruna": [9, 1], "Tone": [8, 1]})
    run(at, "moves-1/japan")
    value = steam(Haruna=cell)
    if not legal:
        refused(at, "japan", value)
        refused(at, "japan", steam(Portland=[9, 6]))
        return
    say(at, "japan", value)


def test_mw_84_ships_may_change_places_and_not_enter_an_enemys() -> None:
    """One ship to a rectangle at the end of the move, whoever's they are (Surface 4 and 6)."""
    at = closed_in()
    run(at, "/moves-3/japan")
    run(at, "/moves-3/us", {"japan/surface-move": steam(Haruna=[9, 4])})
    refused(at, "us", steam(Portland=[9, 4]))
    say(at, "us", steam(Portland=[8, 4]))


# Range and odds.


def test_mw_43_a_battleship_reaches_four_others_three() -> None:
    """MW-43: four rectangles apart Haruna may fire and Tone beside her not; at three both (Surface 8)."""
    at = run(meeting(japan=("Haruna", "Tone")), "surface-1/", CALL)
    lines = {"japan/surface-place": {"Haruna": [9, 1], "Tone": [10, 1]}, "us/surface-place": PORTLAND}
    run(at, "moves-1/", lines)
    said = {
        "japan/surface-move": steam(Haruna=[9, 2], Tone=[10, 2]),
        "us/surface-move": steam(Portland=[9, 6]),
    }
    run(at, "/fire-1/japan", said)
    assert at.asks["japan"].facts["reach"] == {"Haruna": ["Portland"]}
    refused(at, "japan", {"Haruna": "Portland", "Tone": "Portland"})
    run(at, "/fire-2/japan", {"us/surface-move": steam(Portland=[9, 5])})
    assert at.asks["japan"].facts["reach"] == {"Haruna": ["Portland"], "Tone": ["Portland"]}
    run(at, "/fire-2/us")
    assert at.asks["us"].facts["reach"] == {"Portland": ["Haruna", "Tone"]}, "three rectangles, diagonals too"


def test_mw_43_nobody_in_range_nobody_asked() -> None:
    """Out of range no one fires (Surface 8): from the edges, six rectangles apart, the turns just pass."""
    at = clash("t2/")
    assert same_for_all(at, "surface-firing") == []
    assert [t["n"] for t in same_for_all(at, "surface-turn")] == [1, 2, 3, 4]


def test_mw_02_nagato_and_kongo_fire_at_portland() -> None:
    """MW-02, MW-43: 13 and 10 against 6: 23-6, 3-1, one die for both (Surface 9 and 10)."""
    at = run(meeting(japan=("Nagato", "Kongo"), kit=guns({"3-1/5": 2})), "surface-1/", CALL)
    lines = {"japan/surface-place": {"Nagato": [9, 1], "Kongo": [10, 1]}, "us/surface-place": PORTLAND}
    run(at, "moves-1/", lines)
    said = {"japan/surface-move": steam(Nagato=[9, 2], Kongo=[10, 2]), "us/surface-move": steam(Portland=[9, 6])}
    run(at, "/fire-1/japan", said)
    shoot(at, "japan", 1, {"Nagato": "Portland", "Kongo": "Portland"}, 5)
    assert odds(at) == [("Portland", [23, 6], "3-1")]
    assert same_for_all(at, "surface-results")[-1] == {
        "side": "japan",
        "results": [{"target": "Portland", "die": 5, "hits": 2}],
    }
    assert same_for_all(at, "hits") == [{"marked": {"Portland": 2}}]


def test_mw_43_each_ship_one_target() -> None:
    """MW-43: fire may be divided ship by ship, no ship fires at two, none need fire (Surface 8)."""
    at = run(meeting(("Portland", "Astoria"), ("Haruna", "Kirishima")), "surface-1/", CALL)
    lines = {
        "japan/surface-place": {"Haruna": [9, 1], "Kirishima": [10, 1]},
        "us/surface-place": {"Portland": [9, 7], "Astoria": [10, 7]},
    }
    run(at, "moves-1/", lines)
    said = {
        "japan/surface-move": steam(Haruna=[9, 2], Kirishima=[10, 2]),
        "us/surface-move": steam(Portland=[9, 6], Astoria=[10, 6]),
    }
    run(at, "/fire-1/japan", said)
    refused(at, "japan", {"Haruna": ["Portland", "Astoria"], "Kirishima": None})
    refused(at, "japan", {"Haruna": "Kirishima", "Kirishima": None})
    refused(at, "japan", {"Haruna": "Portland"})
    shoot(at, "japan", 1, {"Haruna": "Portland", "Kirishima": "Astoria"}, 1, 1)
    assert sorted(odds(at)) == [("Astoria", [10, 5], "2-1"), ("Portland", [10, 6], "1-1")]


def test_mw_43_factors_are_read_off_when_first_needed() -> None:
    """A factor or cell nobody knows is asked of the chart's owner; the rulebook's own are known (Surface 9)."""
    at = scene({"Portland": START}, {"Nagato": SEA, "Haruna": SEA}, charted=False, surface=True)
    run(at, "surface-1/", {**CALL, "us/moves": move(Portland=SEA)})
    run(at, "moves-1/", {"japan/surface-place": {"Nagato": [9, 1], "Haruna": [10, 1]}, "us/surface-place": PORTLAND})
    said = {"japan/surface-move": steam(Nagato=[9, 2], Haruna=[10, 2]), "us/surface-move": steam(Portland=[9, 6])}
    run(at, "/fire-1/japan", said)
    say(at, "japan", {"Nagato": "Portland", "Haruna": "Portland"})
    assert {c["key"] for c in at.asks["chart"].facts["cells"]} == {"sct/columns", "surface/Haruna"}
    say(at, "chart", {"sct/columns": ["1-1", "2-1", "3-1"], "surface/Haruna": 11})
    run(at, "/chart")
    assert odds(at) == [("Portland", [24, 6], "3-1")]
    assert [c["key"] for c in at.asks["chart"].facts["cells"]] == ["sct/3-1/1"]
