"""Cases of the Basic game about sinking, points, the island and the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    NONE,
    attack,
    chart,
    dive,
    everything,
    flight,
    heard,
    move,
    orders,
    refused,
    run,
    same_for_all,
    say,
    scene,
    some,
    squadrons,
    told,
    z,
)
from umpire.games.midway import results
from umpire.games.midway.victory import verdict
from umpire.table.table import Table

FLEET, RAIDERS = z(10, 2), z(6, 2)


# Sinking.


def hit_carrier(
    carrier: str, hits: int, *, word: Any = ALL, launch: dict[str, int] | None = None, at: Table | None = None
) -> Table:
    """So many hits on a Japanese carrier on turn 2; Japan readies by `word` on turn 1 and may launch first."""
    at = at or scene({"Enterprise": FLEET}, {carrier: RAIDERS}, kit=chart({"2-1/1": (hits, 0)}))
    run(at, "t2/operations", {"us/readying": ALL, "japan/readying": word})
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": orders(attack(carrier, z(6, 6), **launch)) if launch else orders(),
        "us/attack": [dive(carrier, 2)],
    }
    return run(at, "/landing", said)


def sinkings(at: Table) -> list[tuple[str, bool]]:
    """Ships sunk, and whether planes on deck were the reason."""
    return [(s["ship"], s["armed"]) for s in same_for_all(at, "sunk")]


@pytest.mark.parametrize("carrier", ["Soryu", "Hiryu"])
def test_mw_15_a_readied_carrier_sinks_one_hit_early(carrier: str) -> None:
    """MW-15: three boxes, planes ready, two hits: sunk, and all learn why (Step 2; Sinking of Aircraft Carriers)."""
    assert sinkings(hit_carrier(carrier, 2)) == [(carrier, True)]
    assert sinkings(hit_carrier(carrier, 1)) == []


def test_mw_15_without_planes_on_deck_it_takes_all_three() -> None:
    """MW-15: with nothing readied two hits leave her afloat and three sink her (Sinking of Aircraft Carriers)."""
    assert sinkings(hit_carrier("Soryu", 2, word=NONE)) == []
    assert sinkings(hit_carrier("Soryu", 3, word=NONE)) == [("Soryu", False)]


def test_mw_edge_no_word_of_planes_on_deck_when_it_made_no_difference() -> None:
    """A readied carrier with every box marked sinks as any ship does: her deck is not told of (row 11b)."""
    assert sinkings(hit_carrier("Soryu", 3)) == [("Soryu", False)]


def readied(at: Table, n: int, *, turn: int, japan: Any = NONE) -> Table:
    """So many D of Enterprise ready on a turn; Japan says `japan` on the turn before."""
    run(at, f"t{turn - 1}/ready/")
    ready = {"us/readying": some({"Enterprise": {"D": n}}), "japan/readying": japan}
    return run(at, f"t{turn}/ready/", ready)


def go_in(at: Table, ship: str, n: int) -> Table:
    """They attack her, to the landing."""
    said = {"us/operations": orders(attack("Enterprise", RAIDERS, D=n)), "us/attack": [dive(ship, n)]}
    return run(at, "/landing", said)


def test_mw_edge_readying_is_as_dangerous_as_ready() -> None:
    """Planes that only began to ready this turn cost her the same box (Sinking of Aircraft Carriers)."""
    at = scene({"Enterprise": FLEET}, {"Soryu": RAIDERS}, kit=chart({"2-1/1": (2, 0)}))
    readied(at, 2, turn=2)
    run(at, "t2/operations", {"japan/readying": ALL})
    assert sinkings(go_in(at, "Soryu", 2)) == [("Soryu", True)]


def test_mw_edge_one_box_short_she_may_ready_and_lives_until_hit() -> None:
    """A carrier one hit short does not sink by readying, nor under an attack that misses (Appendix, Readying 5)."""
    at = scene({"Enterprise": FLEET}, {"Soryu": RAIDERS}, kit=chart({"2-1/1": (2, 0), "1-1/1": (1, 0)}))
    go_in(readied(at, 2, turn=2), "Soryu", 2)
    go_in(readied(at, 3, turn=4, japan=ALL), "Soryu", 3)
    assert (sinkings(at), at.truth.hits["Soryu"]) == ([], 2)
    go_in(readied(at, 1, turn=6), "Soryu", 1)
    assert sinkings(at) == [("Soryu", False)], "the third box is filled: no need to tell of her deck"


def test_mw_16_one_squadron_is_a_readied_deck() -> None:
    """MW-16: a single readied squadron among many makes her sink one early (Appendix, Readying 3)."""
    assert sinkings(hit_carrier("Soryu", 2, word=some({"Soryu": {"D": 1}}))) == [("Soryu", True)]


def test_mw_51_all_planes_away_she_is_not_in_a_ready_state() -> None:
    """MW-51: launched to the last squadron, she takes her full three hits (Appendix, Aircraft v Ship 2)."""
    assert sinkings(hit_carrier("Soryu", 2, launch={"D": 6, "T": 6})) == []
    assert sinkings(hit_carrier("Soryu", 3, launch={"D": 6, "T": 6})) == [("Soryu", False)]


def test_mw_52_one_readied_squadron_left_aboard() -> None:
    """MW-52: all but one launched, she still sinks at two (Appendix, Readying 3)."""
    assert sinkings(hit_carrier("Soryu", 2, launch={"D": 6, "T": 5})) == [("Soryu", True)]


def test_mw_51_idle_planes_left_aboard_do_not_count() -> None:
    """MW-51: what was readied is away, what stayed was never readied: no ready state (Sinking of Aircraft Carriers)."""
    at = hit_carrier("Soryu", 2, word=some({"Soryu": {"D": 6}}), launch={"D": 6})
    assert sinkings(at) == []


@pytest.mark.parametrize(
    ("boxes", "before", "scored", "armed", "down"),
    [
        (3, 0, 2, True, True),
        (3, 0, 2, False, False),
        (3, 2, 0, True, False),
        (3, 0, 0, True, False),
        (3, 1, 1, True, True),
        (3, 0, 9, False, True),
        (1, 0, 0, True, False),
        (1, 0, 1, True, True),
        (5, 0, "sunk", False, True),
    ],
)
def test_mw_edge_when_a_ship_goes_down(boxes: int, before: int, scored: int | str, armed: bool, down: bool) -> None:
    """All boxes, or all but one with planes on deck, and only ever by a hit (Sinking of Aircraft Carriers)."""
    assert results.sinks(boxes, before, scored, armed=armed) is down


def test_mw_edge_hits_are_kept_from_turn_to_turn() -> None:
    """Boxes stay marked, and the hit that fills the last one sinks (How to Win 1)."""
    at = scene({"Enterprise": FLEET}, {"Tone": RAIDERS}, kit=chart({"2-1/1": (2, 0)}))
    for turn in (2, 4):
        go_in(readied(at, 2, turn=turn), "Tone", 2)
    assert [h["marked"] for h in same_for_all(at, "hits")] == [{"Tone": 2}, {"Tone": 4}]
    assert sinkings(at) == [("Tone", False)]
    assert at.truth.score["us"] == 5


# The island.


def invasion(turns: int = 40, **kit: Any) -> Table:
    """Atago one move from Midway on turn 1, the US far off; the time record is cut or kept as told."""
    ships = {"Enterprise": z(20, 2), "Portland": z(20, 2)}
    return scene(ships, {"Atago": z(11, 7), "Akagi": z(0, 17)}, kit=chart() | {"track/turns": turns, **kit})


def sail(at: Table, turn: int, ship: str, zone: str) -> Table:
    """A ship's move on a turn, and on to its readying."""
    run(at, f"t{turn}/moves")
    return run(at, f"t{turn}/ready/", {"japan/moves": move(**{ship: zone})})


def invasion_turns(at: Table) -> list[int]:
    return [said["turns"] for said in heard(at, "japan", "invasion")]


def test_mw_40_four_turns_from_the_one_she_arrives() -> None:
    """MW-40: the turn of landing is the first; at the end of the fourth the island falls for 15 (Capture; Misc. 11)."""
    at = run(sail(invasion(), 2, "Atago", ISLAND), "t5/operations")
    assert not at.truth.captured
    assert same_for_all(at, "captured") == []
    run(at, "t6/")
    assert invasion_turns(at) == [1, 2, 3, 4]
    assert same_for_all(at, "captured") == [{"points": 15}]
    assert at.truth.score == {"us": 0, "japan": 15}


def test_mw_40_only_japan_hears_the_count() -> None:
    """Until it falls the US and the public hear that ships stand on Midway, and no count or name (R5; rows 20, 24)."""
    at = run(sail(invasion(), 2, "Atago", ISLAND), "t5/operations")
    assert told(at, "invasion") == {"japan"}
    assert len(same_for_all(at, "on-midway")) == 4
    for audience in ("us", "public"):
        heard_since = [text for kind, text in everything(at, audience) if kind not in ("kit", "opened")]
        assert not any("Atago" in text for text in heard_since)


def test_mw_40_leaving_breaks_the_run() -> None:
    """MW-40: after three turns she steps off for one; back again she needs four more (Capture: consecutive turns)."""
    at = sail(invasion(), 2, "Atago", ISLAND)
    sail(at, 5, "Atago", z(13, 8))
    sail(at, 6, "Atago", ISLAND)
    run(at, "t9/search/us")
    assert invasion_turns(at) == [1, 2, 3, 0, 1, 2, 3]
    assert not at.truth.captured
    run(at, "t10/")
    assert len(same_for_all(at, "captured")) == 1


def test_mw_40_another_ship_takes_no_island() -> None:
    """MW-40: only Atago invades, and only on the Midway zone itself (How Japanese Player Captures Midway)."""
    at = scene({"Portland": z(20, 2)}, {"Haruna": z(12, 7), "Atago": z(12, 6)}, kit=chart())
    run(sail(at, 1, "Haruna", ISLAND), "t6/")
    assert same_for_all(at, "captured") == []
    assert invasion_turns(at) == []


def test_mw_40_atago_sunk_on_the_fourth_turn() -> None:
    """MW-40: sunk before the turn is over, the transports are lost and the island can never fall (Capture)."""
    at = scene(
        {"Enterprise": z(20, 7)},
        {"Atago": z(11, 7), "Haruna": z(11, 7)},
        kit=chart({"2-1/1": ("sunk", 0)}) | {"board/columns": 7},
    )
    run(at, "t1/ready/", {"japan/moves": move(Atago=ISLAND, Haruna=ISLAND)})
    run(at, "t4/operations", {"us/readying": some({"Enterprise": {"D": 2}})})
    said = {"us/operations": orders(attack("Enterprise", ISLAND, D=2)), "us/attack": [dive("Atago", 2)]}
    run(at, "t9/", said)
    assert sinkings(at) == [("Atago", False)]
    assert invasion_turns(at) == [1, 2, 3, 0]
    assert same_for_all(at, "captured") == []
    assert at.truth.score["japan"] == 0


def test_mw_78_planes_when_midway_falls() -> None:
    """MW-78: planes on the island are gone, those on ships are not; nothing can use it after (Capture; Midway 5)."""
    at = run(sail(invasion(), 1, "Atago", ISLAND), "t1/operations", {"us/readying": ALL})
    assert squadrons(at, "Midway") == {"D": 8, "T": 2}
    run(at, "t5/operations")
    assert "Midway" not in at.truth.planes
    assert squadrons(at, "Enterprise") == {"D": 12, "T": 5}
    assert set(at.asks["us"].facts["bases"]) == {"Enterprise"}
    assert set(at.asks["japan"].facts["bases"]) == {"Akagi"}


def test_mw_78_planes_that_came_down_before_it_fell() -> None:
    """MW-78: island planes that attacked and landed on a carrier before the fall live on (Capture)."""
    at = scene({"Enterprise": z(17, 7)}, {"Atago": z(11, 7)}, kit=chart() | {"air/Enterprise": {"D": 12, "T": 5}})
    run(at, "t1/ready/", {"japan/moves": move(Atago=ISLAND)})
    run(at, "t4/operations", {"us/readying": ALL})
    sheet = orders(attack("Midway", z(15, 9), D=3), attack("Enterprise", z(15, 9), D=12))
    swap = {"1": flight(Enterprise={"D": 3}), "2": flight(Enterprise={"D": 9}, Midway={"D": 3})}
    run(at, "t5/", {"us/operations": sheet, "us/landing": {"flights": swap, "overboard": {}}})
    assert at.truth.captured
    assert squadrons(at, "Enterprise") == {"D": 12, "T": 5}
    assert "Midway" not in at.truth.planes


def test_mw_78_no_landing_on_a_lost_island() -> None:
    """MW-78: after the fall no US plane can come down there (Midway Island 5; Capture)."""
    at = run(sail(invasion(), 1, "Atago", ISLAND), "t5/operations", {"us/readying": ALL})
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", z(16, 5), D=1))})
    refused(at, "us", {"flights": {"1": flight(Midway={"D": 1})}, "overboard": {}})
    say(at, "us", {"flights": {"1": flight(Enterprise={"D": 1})}, "overboard": {}})


def test_mw_78_searches_when_midway_has_fallen() -> None:
    """MW-78: four US air calls still, but within 12 zones of a US ship; Japan's stay as they were (Midway 2, 3; Misc. 10)."""
    at = run(sail(invasion(**{"board/columns": 12}), 1, "Atago", ISLAND), "t4/search/us")
    say(at, "us", "A-1")
    run(at, "t5/search/us")
    for area in ("A-1", "B-1"):
        refused(at, "us", area)
    for area in ("C-1", "D-1", "E-1", "F-1", "G-1"):
        say(at, "us", area)
    refused(at, "us", "C-2")
    say(at, "us", None)
    refused(at, "japan", "K-1")


def test_mw_78_us_points_stop_when_it_falls() -> None:
    """MW-78: no US point for the turn in which the island falls, nor later (How to Win; Midway 1)."""
    at = run(sail(invasion(), 12, "Atago", ISLAND), "t15/operations")
    assert [p["total"] for p in same_for_all(at, "island-point")] == [1, 2]
    run(at, "t20/")
    assert at.truth.score == {"us": 2, "japan": 15}


def test_mw_78_atago_may_stay_on_for_nothing() -> None:
    """Fifteen points are given once, however long she stands there (How Japanese Player Captures Midway)."""
    at = run(sail(invasion(), 1, "Atago", ISLAND), "t12/")
    assert at.truth.score["japan"] == 15


# Points and the end.


def test_mw_95_damage_scores_nothing_and_equal_points_are_a_draw() -> None:
    """MW-95: a ship hit but afloat gives no points, and none against none is a draw (How to Win)."""
    at = scene({"Enterprise": FLEET}, {"Tone": RAIDERS}, kit=chart({"2-1/1": (3, 0)}) | {"track/turns": 3})
    go_in(readied(at, 2, turn=2), "Tone", 2)
    run(at, "")
    assert at.truth.hits["Tone"] == 3
    assert at.truth.score == {"us": 0, "japan": 0}
    [end] = same_for_all(at, "ended")
    assert (end["how"], end["text"]) == ("time", "A draw, 0 to 0.")


@pytest.mark.parametrize(
    ("us", "japan", "winner"), [(0, 0, "draw"), (19, 19, "draw"), (20, 19, "US wins"), (19, 20, "Japan wins")]
)
def test_mw_95_who_has_won(us: int, japan: int, winner: str) -> None:
    """MW-95: the most points win, and equal points are a draw (How to Win)."""
    assert winner in verdict({"us": us, "japan": japan})


def test_mw_95_nineteen_points_for_an_island_held_throughout() -> None:
    """From 0500 June 5 a point a turn, the turn of 1700 June 6 among them; none before (How to Win; Midway 1)."""
    at = run(scene({"Portland": z(20, 2)}, {"Tone": z(0, 2)}, kit=chart()), "t13/operations")
    assert at.truth.score["us"] == 0
    run(at, "t14/")
    assert at.truth.score["us"] == 1
    run(at, "")
    assert at.truth.turn == 31
    assert len(same_for_all(at, "island-point")) == 19
    assert at.truth.score == {"us": 19, "japan": 0}
    assert [t["n"] for t in same_for_all(at, "turn-over")] == list(range(1, 32))


@pytest.mark.parametrize(("landing", "falls"), [(28, True), (29, False)])
def test_mw_40_the_last_turn_to_land(landing: int, falls: bool) -> None:
    """Landed by 1100 June 6 she takes it on the last turn; two hours later it is too late (How to Win; Misc. 11)."""
    at = sail(invasion(31), landing, "Atago", ISLAND)
    run(at, "")
    assert at.truth.score == ({"us": 18, "japan": 15} if falls else {"us": 19, "japan": 0})


def test_mw_95_points_go_to_the_other_side_for_each_ship() -> None:
    """Each side gets the printed points of what it sank, once, told to all (How to Win)."""
    points = {"points/Enterprise": 8, "points/Soryu": 6}
    at = scene(
        {"Enterprise": FLEET, "Hornet": z(9, 2)},
        {"Soryu": RAIDERS},
        kit=chart({"2-1/1": ("sunk", 0)}) | points,
    )
    run(at, "t2/operations", {"us/readying": ALL, "japan/readying": ALL})
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": orders(attack("Soryu", FLEET, D=2)),
        "japan/attack": [dive("Enterprise", 2)],
        "us/attack": [dive("Soryu", 2)],
    }
    run(at, "t3/", said)
    assert [(s["ship"], s["points"], s["to"]) for s in same_for_all(at, "sunk")] == [
        ("Enterprise", 8, "japan"),
        ("Soryu", 6, "us"),
    ]
    for audience in ("us", "japan", "public"):
        assert at.play.plots[audience].score == {"us": 6, "japan": 8}
