"""Cases of the Basic game about movement, arrivals, search calls, night, and planes moved from deck to deck."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    KURE,
    attack,
    chart,
    count,
    dive,
    down,
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
    transfer,
    z,
)
from umpire.table.table import Table

FAR_EAST = z(20, 1)
READY = {"us/readying": ALL, "japan/readying": ALL}


def answers(at: Table) -> list[tuple[str, str, list[Any]]]:
    """Calls as all three heard them answered."""
    return [(a["by"], a["area"], a["found"]) for a in same_for_all(at, "answer")]


def call_all(at: Table, side: str, *areas: str) -> None:
    for area in areas:
        say(at, side, area)


def texts(at: Table, audience: str) -> str:
    """All that was told in play, without the printed order of battle."""
    return " ".join(text for kind, text in everything(at, audience) if kind not in ("kit", "opened"))


# Movement.


def test_mw_48_first_turn_speeds() -> None:
    """MW-48: on turn 1 a US ship may go 6 zones and a Japanese one 2, diagonals as well; no farther (Step 1)."""
    at = run(scene({"Portland": z(14, 8)}, {"Tone": z(4, 4)}), "t1/moves")
    assert refused(at, "us", move(Portland=z(7, 8))).rule == "Step 1"
    assert refused(at, "japan", move(Tone=z(7, 4))).rule == "Step 1"
    say(at, "us", move(Portland=z(8, 2)))
    say(at, "japan", move(Tone=z(6, 6)))
    run(at, "t2/moves")
    assert at.truth.zones == {"Portland": z(8, 2), "Tone": z(6, 6)}
    refused(at, "us", move(Portland=z(8, 5)))
    refused(at, "japan", move(Tone=z(6, 9)))
    say(at, "us", move(Portland=z(8, 4)))


def test_mw_48_moves_are_not_transferable() -> None:
    """MW-48: a ship that stays gives its zones to no other (Step 1)."""
    at = run(scene({"Portland": z(14, 8), "Astoria": z(14, 8)}, {"Tone": z(4, 4)}), "t1/moves")
    refused(at, "us", move(Astoria=z(2, 8)))
    run(at, "t2/moves", {"us/moves": move(Astoria=z(8, 8))})
    refused(at, "us", move(Portland=z(14, 12)))
    say(at, "us", move(Portland=z(14, 10)))


def test_mw_48_the_other_side_hears_nothing_of_moves() -> None:
    """Who moved, and whether anybody did, is told to the mover alone (row 4)."""

    def played(moves: dict[str, Any]) -> Table:
        return run(scene({"Portland": z(14, 8)}, {"Tone": z(4, 4)}), "t1/search", {"us/moves": moves})

    stayed, gone = played(move()), played(move(Portland=z(10, 8)))
    for audience in ("japan", "public"):
        assert everything(stayed, audience) == everything(gone, audience)
    assert everything(stayed, "us") != everything(gone, "us")


@pytest.mark.parametrize("where", ["D-9-A", "D-3-J", "", "Midway"])
def test_mw_edge_moves_off_the_board(where: str) -> None:
    """A zone the board has not is refused, and so is a ship of the other side (Step 1)."""
    at = run(scene({"Portland": z(14, 8)}, {"Tone": z(13, 8)}), "t1/moves")
    refused(at, "us", move(Portland=where))
    refused(at, "us", move(Tone=z(14, 8)))


def test_mw_edge_set_up_in_the_shaded_zones() -> None:
    """Every ship starts, in her own side's shaded zones, any number to a zone (Prepare for Play 6)."""
    at = scene({"Portland": z(20, 1), "Astoria": z(20, 2)}, {"Tone": z(0, 1)})
    at.back(0, _umpire())
    refused(at, "us", {"Portland": z(20, 1)})
    refused(at, "us", {"Portland": z(20, 1), "Astoria": z(19, 2)})
    refused(at, "us", {"Portland": z(20, 1), "Astoria": z(0, 1)})
    say(at, "us", {"Portland": z(20, 1), "Astoria": z(20, 1)})


def _umpire() -> Any:
    from umpire.table.table import Hand

    return Hand("umpire")


@pytest.mark.parametrize("zone", [ISLAND, KURE])
def test_mw_81_midway_and_kure_are_ordinary_sea(zone: str) -> None:
    """MW-81: ships of either side may enter and leave, and are found there as anywhere (Appendix, Midway 1 and 6)."""
    near = z(14, 8) if zone == ISLAND else z(10, 7)
    at = run(scene({"Portland": near}, {"Tone": z(0, 1)}), "t1/moves")
    run(at, "t1/search/japan", {"us/moves": move(Portland=zone)})
    assert same_for_all(at, "on-midway") == []
    run(at, "t2/moves")
    say(at, "us", move(Portland=near))
    run(at, "t3/moves")
    assert at.truth.zones["Portland"] == near


def test_mw_81_kure_gives_nothing_away() -> None:
    """MW-81: Japanese ships on Kure are not announced, only those on Midway are (Appendix, Midway 6 and 7)."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(9, 7)}), "t1/moves")
    run(at, "t2/operations", {"japan/moves": move(Tone=KURE)})
    assert same_for_all(at, "on-midway") == []


def test_mw_33_japanese_ships_on_midway_are_told_without_a_call() -> None:
    """MW-33: each turn they stand there all hear so before the search, with no name or number (Appendix, Midway 7)."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(12, 7), "Haruna": z(12, 7)}), "t1/moves")
    run(at, "t1/search/us", {"japan/moves": move(Tone=ISLAND, Haruna=ISLAND)})
    assert same_for_all(at, "on-midway") == [{"side": "japan"}]
    say(at, "us", "A-1")
    run(at, "t2/search/us")
    assert len(same_for_all(at, "on-midway")) == 2
    run(at, "t3/moves")
    run(at, "t3/search/us", {"japan/moves": move(Tone=z(12, 7), Haruna=z(12, 7))})
    assert len(same_for_all(at, "on-midway")) == 2
    for audience in ("us", "public"):
        assert not any(ship in texts(at, audience) for ship in ("Tone", "Haruna"))


def test_mw_82_opposing_ships_in_one_zone() -> None:
    """MW-82: they pass unseen: no battle, no word to anybody; a call there is still answered truly (Surface, Basic)."""

    def played(to: str) -> Table:
        at = run(scene({"Portland": z(8, 8)}, {"Tone": z(7, 8)}), "t1/moves")
        return run(at, "t1/search/us", {"japan/moves": move(Tone=to)})

    met, apart = played(z(8, 8)), played(z(7, 6))
    for audience in ("us", "public"):
        assert everything(met, audience) == everything(apart, audience)
    say(met, "us", "C-3")
    assert answers(met) == [("us", "C-3", [{"zone": z(8, 8), "types": ["CA"]}])]
    run(met, "t2/")
    assert same_for_all(met, "battle") == []


def test_mw_97_later_arrivals() -> None:
    """MW-97: not before their hour; then in a shaded left zone, from which they may move (Prepare for Play 6)."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(0, 1)}, later={"Zuiho": 3}), "t2/moves")
    refused(at, "japan", {"enter": {"Zuiho": z(0, 1)}, "move": {}})
    refused(at, "japan", move(Zuiho=z(0, 1)))
    run(at, "t3/moves")
    refused(at, "japan", {"enter": {"Zuiho": z(0, 2)}, "move": {}})
    refused(at, "japan", {"enter": {"Zuiho": z(0, 1)}, "move": {"Zuiho": z(3, 1)}})
    say(at, "japan", {"enter": {"Zuiho": z(0, 1)}, "move": {"Zuiho": z(2, 3)}})
    run(at, "t4/moves")
    assert at.truth.zones["Zuiho"] == z(2, 3)
    refused(at, "japan", {"enter": {"Zuiho": z(0, 1)}, "move": {}})


def test_mw_97_arrivals_may_be_held_back_and_nobody_is_told() -> None:
    """MW-97: a ship may enter later than she could; the other side cannot tell either way (row 2)."""

    def played(enter: dict[str, str]) -> Table:
        at = run(scene({"Portland": FAR_EAST}, {"Tone": z(0, 1)}, later={"Zuiho": 2}), "t2/moves")
        return run(at, "t5/moves", {"japan/moves": {"enter": enter, "move": {}}})

    held, entered = played({}), played({"Zuiho": z(0, 1)})
    for audience in ("us", "public"):
        assert everything(held, audience) == everything(entered, audience)
    say(held, "japan", {"enter": {"Zuiho": z(0, 1)}, "move": {}})


# Search.

US_SHIPS = {"Portland": z(20, 1), "Astoria": z(20, 4), "Atlanta": z(20, 7), "Vincennes": z(20, 10), "Hornet": z(20, 13)}


def test_mw_28_four_air_calls_and_every_own_area() -> None:
    """MW-28: four areas without own ships and five with are legal in any order; a fifth without is not (Step 3)."""
    at = run(scene(US_SHIPS, {"Tone": z(0, 1)}), "t1/search/us")
    call_all(at, "us", "A-1", "G-1", "B-6", "G-2", "C-3", "D-4")
    assert refused(at, "us", "E-5").rule == "Steps 3 and 4"
    call_all(at, "us", "G-3", "G-4", "G-5")
    refused(at, "us", "E-5")
    say(at, "us", None)
    assert set(at.asks) == {"japan"}


def test_mw_92_the_balance_option() -> None:
    """MW-92: five US air calls and four Japanese, and not one more (Appendix, Misc. 2)."""
    at = run(scene({"Portland": z(20, 1)}, {"Tone": z(0, 1)}, balance=True), "t1/search/us")
    call_all(at, "us", "A-1", "B-1", "C-1", "D-1", "E-1")
    refused(at, "us", "F-1")
    run(at, "t1/search/japan")
    call_all(at, "japan", "B-1", "B-2", "C-1", "C-2")
    refused(at, "japan", "D-1")


def test_mw_92_the_usual_quota_of_japan() -> None:
    """Japan has three air calls, fresh every turn (Step 4)."""
    at = run(scene({"Portland": z(20, 1)}, {"Tone": z(0, 1)}), "t1/search/japan")
    for turn in (1, 2):
        run(at, f"t{turn}/search/japan")
        call_all(at, "japan", "B-1", "A-1", "B-2", "C-1")
        refused(at, "japan", "C-2")


@pytest.mark.parametrize(("x", "legal"), [(3, True), (2, False)])
def test_mw_29_japanese_air_calls_reach_twelve_zones(x: int, legal: bool) -> None:
    """MW-29: any ship gives the range, to the nearest zone of the area: 12 will do, 13 will not (Step 4; R1).

    The answer covers the whole area, its far side too.
    """
    at = run(scene({"Portland": z(17, 1)}, {"Nagara": z(x, 1)}), "t1/search/japan")
    if not legal:
        assert refused(at, "japan", "F-1").rule == "Steps 3 and 4"
        return
    say(at, "japan", "F-1")
    assert answers(at) == [("japan", "F-1", [{"zone": z(17, 1), "types": ["CA"]}])]


def test_mw_29_any_one_ship_in_range_is_enough() -> None:
    """MW-29: the nearest of several ships counts, and the refusal names none of them (Step 4; row 7)."""
    at = run(scene({"Portland": z(20, 16)}, {"Akagi": z(0, 1), "Nagara": z(6, 15)}), "t1/search/japan")
    say(at, "japan", "G-6")
    said = refused(at, "japan", "G-1").text
    assert "Nagara" not in said
    assert "Akagi" not in said


def test_mw_28_us_air_calls_cover_the_whole_board() -> None:
    """The US may call any area while it holds Midway, however far its ships are (Step 3)."""
    at = run(scene({"Portland": z(20, 17)}, {"Tone": z(0, 0)}), "t1/search/us")
    say(at, "us", "A-1")
    assert answers(at) == [("us", "A-1", [{"zone": z(0, 0), "types": ["CA"]}])]


def test_mw_32_types_by_zone_and_no_more() -> None:
    """MW-32: a carrier and two cruisers in E, a battleship in A: types per zone, no names, no numbers (Step 3)."""
    ships = {"Akagi": z(7, 7), "Tone": z(7, 7), "Chikuma": z(7, 7), "Haruna": z(6, 6)}
    at = run(scene({"Portland": FAR_EAST}, ships), "t1/search/us")
    say(at, "us", "C-3")
    found = [{"zone": "C-3-A", "types": ["BB"]}, {"zone": "C-3-E", "types": ["CV", "CA"]}]
    assert answers(at) == [("us", "C-3", found)]
    for audience in ("us", "public"):
        assert not any(ship in texts(at, audience) for ship in ships)


def test_mw_32_with_counts() -> None:
    """MW-32: where the table plays with counts, how many of each type as well (row 9b)."""
    ships = {"Akagi": z(7, 7), "Tone": z(7, 7), "Chikuma": z(7, 7), "Haruna": z(6, 6)}
    at = run(scene({"Portland": FAR_EAST}, ships, counts=True), "t1/search/us")
    say(at, "us", "C-3")
    [(_, _, found)] = answers(at)
    assert [f["counts"] for f in found] == [{"BB": 1}, {"CV": 1, "CA": 2}]


def test_mw_32_the_us_answers_in_the_same_manner() -> None:
    """MW-32: Japan's calls come after all of the US's, and are answered by the same rule (Step 4)."""
    at = run(scene({"Enterprise": z(8, 8), "Atlanta": z(8, 8)}, {"Tone": z(4, 4)}), "t1/search/us")
    assert set(at.asks) == {"us"}
    call_all(at, "us", "A-1")
    say(at, "us", None)
    say(at, "japan", "C-3")
    assert answers(at)[-1] == ("japan", "C-3", [{"zone": z(8, 8), "types": ["CV", "CL"]}])
    assert "Enterprise" not in texts(at, "japan") + texts(at, "public")


def test_mw_32_nothing_there_is_said_to_all() -> None:
    """A call that finds nothing is answered so, aloud (row 10)."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(0, 1)}), "t1/search/us")
    say(at, "us", "C-3")
    assert answers(at) == [("us", "C-3", [])]
    assert [c["area"] for c in same_for_all(at, "call")] == ["C-3"]


def test_mw_28_nobody_hears_what_kind_of_call_it_was() -> None:
    """Whether a call rests on a ship there or on planes is never told (row 7)."""

    def played(zone: str) -> Table:
        shaded = {"board/shaded/us": [z(16, 4), z(16, 13)]}
        at = run(scene({"Portland": zone}, {"Tone": z(0, 1)}, kit=shaded), "t1/search/us")
        call_all(at, "us", "F-2", "C-3")
        return run(at, "t2/moves")

    by_ship, by_plane = played(z(16, 4)), played(z(16, 13))
    for audience in ("japan", "public"):
        assert everything(by_ship, audience) == everything(by_plane, audience)


@pytest.mark.parametrize("area", ["A-7", "H-1", "a-1", "", "C-3-E"])
def test_mw_edge_calls_of_no_area(area: str) -> None:
    """A call of something that is no area of the board is refused and costs nothing (Step 3)."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(0, 1)}), "t1/search/us")
    refused(at, "us", area)
    call_all(at, "us", "A-1", "B-1", "C-1", "D-1")


def test_mw_edge_the_same_area_twice() -> None:
    """Once called an area is not called again that turn, own or not; next turn it may be (Step 3)."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(0, 1)}), "t1/search/us")
    call_all(at, "us", "A-1", "G-1")
    refused(at, "us", "A-1")
    refused(at, "us", "G-1")
    run(at, "t2/search/us")
    call_all(at, "us", "A-1", "G-1")


def test_mw_edge_both_may_call_the_same_area() -> None:
    """What one side called is open to the other (Step 4)."""
    at = run(scene({"Portland": z(7, 7)}, {"Tone": z(6, 6)}), "t1/search/us")
    say(at, "us", "C-3")
    say(at, "us", None)
    say(at, "japan", "C-3")
    assert [(by, found[0]["zone"]) for by, _, found in answers(at)] == [("us", z(6, 6)), ("japan", z(7, 7))]


def test_mw_edge_a_side_with_no_ship_on_the_board() -> None:
    """With her last ship sunk Japan has no call to make, by ship or by plane; the game goes on (Steps 3 and 4)."""
    at = scene({"Enterprise": z(10, 2)}, {"Tone": z(6, 2)}, kit=chart({"2-1/1": ("sunk", 0)}))
    run(at, "t2/operations", {"us/readying": ALL})
    said = {"us/operations": orders(attack("Enterprise", z(6, 2), D=2)), "us/attack": [dive("Tone", 2)]}
    run(at, "t3/search/us", said)
    call_all(at, "us", "C-1")
    say(at, "us", None)
    refused(at, "japan", "C-1")
    refused(at, "japan", "D-1")
    say(at, "japan", None)
    assert answers(at) == [("us", "C-1", [])]
    run(at, "t4/")


# Night.


def night_scene() -> Table:
    """Turn 2 is night, and both sides have planes ready for it."""
    at = scene(
        {"Enterprise": z(10, 2), "Hornet": z(12, 2)},
        {"Akagi": z(6, 2)},
        kit=chart() | {"track/nights": ["0700"]},
    )
    return run(at, "t2/deready", {"us/readying": ALL, "japan/readying": ALL})


def test_mw_31_no_air_activity_at_night() -> None:
    """MW-31: no air calls, no attacks, no transfers; own areas, moves, words and Midway's watch go on (Night Movement)."""
    at = run(night_scene(), "t2/moves")
    run(at, "t2/search/us", {"us/moves": move(Enterprise=z(9, 2)), "japan/moves": move(Akagi=z(8, 2))})
    assert refused(at, "us", "C-1").rule == "Night Movement"
    say(at, "us", "D-1")
    assert answers(at)[-1] == ("us", "D-1", [])
    say(at, "us", None)
    assert refused(at, "japan", "D-1").rule == "Night Movement"
    say(at, "japan", "C-1")
    before = len(same_for_all(at, "operations"))
    say(at, "japan", None)
    assert next(iter(at.asks.values())).name.startswith("t3/deready")
    assert len(same_for_all(at, "operations")) == before
    assert at.truth.zones["Enterprise"] == z(9, 2)


def test_mw_31_planes_keep_and_gain_readiness_at_night() -> None:
    """MW-31: a word at night counts: planes readied at night fly in the morning (Night Movement; Step 2)."""
    at = scene({"Enterprise": z(10, 2)}, {"Akagi": z(6, 2)}, kit=chart() | {"track/nights": ["0700"]})
    run(at, "t2/ready/")
    run(at, "t3/operations", {"us/readying": ALL})
    assert same_for_all(at, "word")[-3]["words"] == {"us": "readying", "japan": ""}
    say(at, "us", orders(attack("Enterprise", z(6, 2), D=12, T=5)))


def test_mw_31_ships_on_midway_are_told_at_night_too() -> None:
    """MW-31 with MW-33: the island's own watchers need no planes (Appendix, Midway 7)."""
    at = scene({"Portland": FAR_EAST}, {"Tone": z(12, 7)}, kit=chart() | {"track/nights": ["0500"]})
    run(at, "t1/moves")
    run(at, "t1/search/us", {"japan/moves": move(Tone=ISLAND)})
    assert told(at, "on-midway") == {"us", "japan", "public"}


def test_mw_31_night_at_the_hours_of_the_time_record() -> None:
    """Planes fly at 1700 and again at 0500, not at 1900 nor at 0300, where the record prints those as night."""
    at = run(scene({"Portland": FAR_EAST}, {"Tone": z(0, 1)}, kit=chart()), "t14/deready")
    night = [turn["n"] for turn in same_for_all(at, "turn") if turn["night"]]
    assert night == [8, 9, 10, 11, 12]
    flown = [e.ask for e in at.entries if "/operations/us" in e.ask]
    assert flown == [f"t{n}/operations/us" for n in (1, 2, 3, 4, 5, 6, 7, 13)]


def test_mw_31_at_night_nobody_is_asked_for_operations() -> None:
    """MW-31: an operations sheet sent in at night is refused, transfers included (Night Movement)."""
    at = run(night_scene(), "t2/search/us")
    refused(at, "us", orders(transfer("Enterprise", "Hornet", D=1)))
    assert heard(at, "us", "orders")[-1]["flights"] == []


# Transfers.


def exchange(*written: dict[str, Any]) -> Table:
    """Akagi and Kaga, both full and ready, four zones apart; Japan has written its sheet of turn 2."""
    at = scene({"Enterprise": z(10, 10)}, {"Akagi": z(4, 10), "Kaga": z(8, 10)}, kit=chart({"2-1/1": ("sunk", 0)}))
    run(at, "t2/operations", READY)
    say(at, "japan", orders(*written))
    return at


SWAP = (transfer("Akagi", "Kaga", D=3), transfer("Kaga", "Akagi", T=3))


def test_mw_27_transferred_planes_must_ready_again() -> None:
    """MW-27: landed on the other deck, not ready, no flight next turn; readied anew they fly the turn after (Readying 6)."""
    at = run(exchange(*SWAP), "t3/operations", {"japan/readying": ALL})
    assert squadrons(at, "Kaga") == {"D": 10, "T": 7}
    assert squadrons(at, "Akagi") == {"D": 4, "T": 13}
    assert count(at, "Kaga")["ready"] == {"D": 7, "T": 7}
    refused(at, "japan", orders(attack("Kaga", z(8, 12), D=8)))
    run(at, "t4/operations")
    say(at, "japan", orders(attack("Kaga", z(8, 12), D=10)))


def test_mw_27_nobody_else_hears_of_a_transfer() -> None:
    """MW-27: from, to, number, or that there was one at all: not told (Misc. 1; row 22)."""
    with_it, without = run(exchange(*SWAP), "t3/deready"), run(exchange(), "t3/deready")
    for audience in ("us", "public"):
        assert everything(with_it, audience) == everything(without, audience)
    assert told(with_it, "landed") == {"us", "japan"}
    assert heard(with_it, "us", "landed")[-1]["landed"] == []


def test_mw_27_onto_a_carrier_that_is_sunk() -> None:
    """A deck that goes down takes what is on it; those in the air land on another with room (Sinking; Capacity 1, 2)."""
    at = exchange(*SWAP)
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", z(8, 10), D=2)), "us/attack": [dive("Kaga", 2)]})
    refused(at, "japan", down(flight(Kaga={"D": 3}), flight(Akagi={"T": 3})))
    refused(at, "japan", down(flight(Akagi={"D": 3}), flight(Akagi={"T": 3})))
    over = down(flight(Akagi={"D": 3}), flight(Akagi={"T": 3}), overboard={"Akagi": {"T": 3}})
    run(at, "t3/", {"japan/landing": over})
    assert squadrons(at, "Akagi") == {"D": 7, "T": 10}
    assert "Kaga" not in at.truth.planes


@pytest.mark.parametrize(
    "written",
    [
        [transfer("Akagi", "Kaga", D=1)],
        [transfer("Akagi", "Kaga", D=4), transfer("Kaga", "Akagi", T=3)],
        [transfer("Akagi", "Akagi", D=1)],
        [transfer("Akagi", "Enterprise", D=1)],
        [transfer("Akagi", "Kaga"), transfer("Kaga", "Akagi", T=3)],
        [transfer("Akagi", "Kaga", D=8), transfer("Kaga", "Akagi", T=8)],
    ],
    ids=["full", "one too many", "to herself", "to the enemy", "nothing", "more than she has"],
)
def test_mw_27_transfers_that_are_refused(written: list[dict[str, Any]]) -> None:
    """Only own ready squadrons, to another own base with room for them (Aircraft Capacity; Readying 6)."""
    at = scene({"Enterprise": z(10, 10)}, {"Akagi": z(4, 10), "Kaga": z(8, 10)}, kit=chart())
    refused(run(at, "t2/operations", READY), "japan", orders(*written))


@pytest.mark.parametrize(("x", "legal"), [(14, True), (15, False)])
def test_mw_27_a_transfer_flies_fourteen_zones(x: int, legal: bool) -> None:
    """A transfer is a flight like any: fourteen zones in all (Range of Aircraft)."""
    at = scene({"Portland": z(20, 2)}, {"Akagi": z(0, 10), "Kaga": z(x, 10)}, kit=chart())
    run(at, "t2/operations", READY)
    say(at, "japan", orders(*SWAP)) if legal else refused(at, "japan", orders(*SWAP))


def test_mw_27_idle_planes_are_not_transferred() -> None:
    """Planes fly only when ready, transfers as well (Readying 6; R11)."""
    at = scene({"Enterprise": z(10, 2)}, {"Tone": z(0, 17)}, kit=chart())
    run(at, "t2/operations", {"us/readying": some({"Enterprise": {"D": 2}})})
    refused(at, "us", orders(transfer("Enterprise", "Midway", D=3)))
    say(at, "us", orders(transfer("Enterprise", "Midway", D=2)))
    run(at, "t3/")
    assert count(at, "Midway")["idle"] == {"D": 10, "T": 2}
