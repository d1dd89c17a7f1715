"""Cases of the Basic game about readying, range, operations, landing and transfers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    NONE,
    attack,
    chart,
    count,
    dive,
    down,
    everything,
    flight,
    heard,
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
from umpire.table.asks import Refusal
from umpire.table.table import Table

HOME, SEA = z(10, 2), z(6, 2)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


def sea() -> Table:
    """Enterprise with an empty sea before her, one Japanese cruiser far off."""
    return scene({"Enterprise": HOME}, {"Tone": z(0, 17)}, kit=chart())


# Readying.


def test_mw_55_the_earliest_attack_is_on_turn_two() -> None:
    """MW-55: planes that ready on turn 1 cannot fly until 0700; unreadied ones not even then (Step 2)."""
    at = run(sea(), "t1/operations", {"us/readying": some({"Enterprise": {"D": 12}})})
    refused(at, "us", orders(attack("Enterprise", SEA, D=1)))
    run(at, "t2/operations")
    refused(at, "us", orders(attack("Enterprise", SEA, T=1)))
    say(at, "us", orders(attack("Enterprise", SEA, D=12)))


def test_mw_20_not_on_two_turns_running() -> None:
    """MW-20: planes that flew on turn 2 do not fly on turn 3, readied again or not (Appendix, Readying 1)."""
    at = run(sea(), "t2/operations", {"us/readying": ALL})
    run(at, "t3/operations", {"us/operations": orders(attack("Enterprise", SEA, D=12, T=5)), "us/readying": ALL})
    refused(at, "us", orders(attack("Enterprise", SEA, D=1)))


@pytest.mark.parametrize(("word", "flies"), [(ALL, True), (NONE, False)])
def test_mw_55_flown_readied_and_flown_again(word: Any, flies: bool) -> None:
    """MW-55: flown on t, readied on t+1 with a new word, flown on t+2; without the word not (Step 2; Readying 1)."""
    at = run(sea(), "t2/operations", {"us/readying": ALL})
    run(at, "t3/ready/us", {"us/operations": orders(attack("Enterprise", SEA, D=12))})
    run(at, "t4/operations", {"us/readying": word})
    sheet = orders(attack("Enterprise", SEA, D=12))
    say(at, "us", sheet) if flies else refused(at, "us", sheet)


def test_mw_58_some_of_the_readied_planes() -> None:
    """MW-58: a part may be sent; the rest stay ready for the next turn (Appendix, Aircraft v Ship 1; Step 2)."""
    at = run(sea(), "t2/operations", {"us/readying": ALL})
    run(at, "t3/operations", {"us/operations": orders(attack("Enterprise", SEA, D=5))})
    assert count(at, "Enterprise")["ready"] == {"D": 7, "T": 5}
    refused(at, "us", orders(attack("Enterprise", SEA, D=8)))
    say(at, "us", orders(attack("Enterprise", SEA, D=7, T=5)))


def test_mw_18_silence_leaves_things_as_they_were() -> None:
    """MW-18: without a word planes are as the last word left them: ready, and her deck dangerous (Readying 7)."""
    at = scene({"Enterprise": HOME}, {"Soryu": SEA}, kit=chart({"2-1/1": (2, 0)}))
    run(at, "t4/operations", BOTH)
    assert [w["words"] for w in same_for_all(at, "word")[2:]] == [{"us": "", "japan": ""}] * 6
    assert count(at, "Soryu")["ready"] == {"D": 6, "T": 6}
    said = {"us/operations": orders(attack("Enterprise", SEA, D=2)), "us/attack": [dive("Soryu", 2)]}
    run(at, "/landing", said)
    assert [(s["ship"], s["armed"]) for s in same_for_all(at, "sunk")] == [("Soryu", True)]


def test_mw_19_a_partial_word_sounds_like_a_whole_one() -> None:
    """MW-19: the others hear that planes are readied, not which or how many; the slip is kept (Readying 4)."""

    def played(word: Any) -> Table:
        return run(scene({"Enterprise": HOME}, {"Tone": SEA}), "t2/deready", {"us/readying": word})

    part, whole = played(some({"Midway": {"T": 1}})), played(ALL)
    for audience in ("japan", "public"):
        assert everything(part, audience) == everything(whole, audience)
    assert told(part, "readied") == {"us"}
    assert heard(part, "us", "readied") == [{"step": "readying", "which": {"Midway": {"T": 1}}}]
    assert {"step": "readying", "words": {"us": "readying", "japan": ""}} in same_for_all(part, "word")


@pytest.mark.parametrize(
    "word",
    [
        some({"Enterprise": {"D": 13}}),
        some({"Akagi": {"D": 1}}),
        some({"Enterprise": {"D": 0}}),
        some({}),
        {"word": "some"},
        {"word": "all", "which": {"Enterprise": {"D": 1}}},
    ],
    ids=["too many", "not his", "none", "nothing", "no slip", "all and some"],
)
def test_mw_edge_words_that_are_refused(word: Any) -> None:
    """Only own planes that are there can be readied, and a partial word must say which (Appendix, Readying 2, 4)."""
    refused(run(scene({"Enterprise": HOME}, {"Akagi": SEA}), "t1/ready/"), "us", word)


def test_mw_54_dereadied_at_the_beginning_of_the_turn() -> None:
    """MW-54: struck below at the start of the turn: told to all, no launch, and the full hits to sink (Step 2)."""
    at = scene({"Enterprise": HOME}, {"Soryu": SEA}, kit=chart({"2-1/1": (2, 0)}))
    run(at, "t2/operations", BOTH)
    run(at, "t3/operations", {"japan/deready": ALL})
    assert {"step": "de-readying", "words": {"us": "", "japan": "de-readying"}} in same_for_all(at, "word")
    refused(at, "japan", orders(attack("Soryu", HOME, D=1)))
    said = {"us/operations": orders(attack("Enterprise", SEA, D=2)), "us/attack": [dive("Soryu", 2)]}
    run(at, "/landing", said)
    assert same_for_all(at, "sunk") == []


def test_mw_54_part_of_the_planes_dereadied() -> None:
    """MW-54: what is left up still flies and still endangers her; only planes that are up can be struck (Readying 2)."""
    at = run(sea(), "t2/deready", {"us/readying": some({"Enterprise": {"D": 6}})})
    refused(at, "us", some({"Enterprise": {"T": 1}}))
    run(at, "t2/operations", {"us/deready": some({"Enterprise": {"D": 5}})})
    assert count(at, "Enterprise") == {
        "idle": {"D": 11, "T": 5},
        "readying": {"D": 0, "T": 0},
        "ready": {"D": 1, "T": 0},
    }


@pytest.mark.parametrize("first", ["us", "japan"])
def test_mw_99_both_words_are_heard_together(first: str) -> None:
    """MW-99: nothing is told until both have locked, then both words at once, whoever was first (Step 2; row 11)."""
    at = run(scene({"Enterprise": HOME}, {"Akagi": SEA}), "t1/ready/")
    before = {audience: everything(at, audience) for audience in ("us", "japan", "public")}
    second = {"us": "japan", "japan": "us"}[first]
    say(at, first, ALL)
    assert {audience: everything(at, audience) for audience in before} == before
    say(at, second, NONE)
    words = {first: "readying", second: ""}
    assert same_for_all(at, "word")[-1] == {"step": "readying", "words": words}


# Range.


@pytest.mark.parametrize(("x", "legal"), [(14, True), (15, False)])
def test_mw_62_fourteen_zones_out(x: int, legal: bool) -> None:
    """MW-62: a flight of 14 with no base there is legal, one of 15 is not (Range of Aircraft)."""
    at = run(scene({"Portland": z(20, 2)}, {"Akagi": z(0, 10)}, kit=chart()), "t2/operations", BOTH)
    sheet = orders(attack("Akagi", z(x, 10), D=1))
    if not legal:
        assert refused(at, "japan", sheet).rule == "Range of Aircraft"
        return
    run(at, "t3/", {"japan/operations": sheet})
    assert squadrons(at, "Akagi") == {"D": 6, "T": 10}
    assert same_for_all(at, "returns") == [{"by": "japan", "zone": z(x, 10), "origins": [z(0, 10)], "returns": []}]


def test_mw_62_one_way_flights_ruled_out() -> None:
    """MW-62: where players disallowed them, eight out with no base near is refused, seven is legal (Misc. 12)."""
    at = run(scene({"Portland": z(20, 2)}, {"Akagi": z(0, 10)}, one_way=False), "t2/operations", BOTH)
    assert refused(at, "japan", orders(attack("Akagi", z(8, 10), D=1))).rule == "Appendix, Miscellaneous 12"
    say(at, "japan", orders(attack("Akagi", z(7, 10), D=1)))
    refused(shuttle(15, one_way=False), "japan", orders(attack("Akagi", z(10, 10), D=1)))


def shuttle(kaga_x: int, **settings: Any) -> Table:
    """Akagi's planes ten zones from an empty target, Kaga and all her planes beyond it."""
    japan = {"Akagi": z(0, 10), "Kaga": z(kaga_x, 10)}
    return run(scene({"Portland": z(20, 2)}, japan, kit=chart(), **settings), "t2/operations", BOTH)


def test_mw_23_out_from_one_carrier_and_on_to_another() -> None:
    """MW-23: ten out and four on is legal, though the other deck is full: room is tested at landing (Range)."""
    at = run(shuttle(14, one_way=False), "/landing", {"japan/operations": orders(attack("Akagi", z(10, 10), D=7))})
    assert refused(at, "japan", down(flight(Kaga={"D": 3}))).rule == "Appendix, Carrier Capacity 1"
    refused(at, "japan", down(flight(Kaga={"D": 4}), overboard={"Kaga": {"T": 3}}))
    refused(at, "japan", down(flight(Akagi={"D": 3})))
    run(at, "t3/", {"japan/landing": down(flight(Kaga={"D": 3}), overboard={"Kaga": {"T": 3}})})
    assert squadrons(at, "Kaga") == {"D": 10, "T": 7}
    assert squadrons(at, "Akagi") == {"D": 0, "T": 10}


def test_mw_23_a_fifteenth_zone_is_too_far() -> None:
    """MW-23: five zones on after ten out are one too many: the planes are lost (Range of Aircraft)."""
    at = run(shuttle(15), "/landing", {"japan/operations": orders(attack("Akagi", z(10, 10), D=7))})
    refused(at, "japan", down(flight(Kaga={"D": 1}), overboard={"Kaga": {"T": 3}}))
    run(at, "t3/", {"japan/landing": down(flight())})
    assert squadrons(at, "Akagi") == {"D": 0, "T": 10}


def two_flights() -> Table:
    """Four D of Akagi with no way home and four of Kaga with one, over Portland; the battle costs them three."""
    target = z(13, 10)
    at = scene({"Portland": target}, {"Akagi": z(0, 10), "Kaga": z(15, 10)}, kit=chart({"2-1/1": (1, 3)}))
    run(at, "t2/operations", BOTH)
    said = {
        "japan/operations": orders(attack("Akagi", target, D=4), attack("Kaga", target, D=4)),
        "japan/attack": [dive("Portland", 8)],
        "us/fire": {"Portland": "Portland/dive"},
    }
    return run(at, "/landing", said)


def test_mw_24_planes_with_no_way_home_bear_the_losses() -> None:
    """MW-24: the three lost may all be charged to those who cannot return; the fourth is lost anyway (Aircraft 6; Range)."""
    at = two_flights()
    said = at.asks["japan"].draft()["flights"]
    assert {key: each["lost"]["D"] for key, each in said.items()} == {"1": 3, "2": 0}
    refused(at, "japan", down(flight({"D": 3}, Kaga={"D": 1}), flight(Kaga={"D": 3})))
    run(at, "t3/", {"japan/landing": down(flight({"D": 3}), flight(Kaga={"D": 4}))})
    assert squadrons(at, "Akagi") == {"D": 3, "T": 10}
    assert squadrons(at, "Kaga") == {"D": 7, "T": 10}
    assert same_for_all(at, "returns") == [
        {"by": "japan", "zone": z(13, 10), "origins": sorted([z(0, 10), z(15, 10)]), "returns": [z(15, 10)]}
    ]


def test_mw_24_neither_more_nor_less_than_the_battle_cost() -> None:
    """Losses charged must be those of the battle, by type (Steps 12 and 14)."""
    at = two_flights()
    refused(at, "japan", down(flight({"D": 2}), flight(Kaga={"D": 4})))
    refused(at, "japan", down(flight({"D": 4}), flight(Kaga={"D": 4})))
    refused(at, "japan", down(flight({"D": 2, "T": 1}), flight(Kaga={"D": 4})))
    refused(at, "japan", down(flight({"D": 3}), flight(Kaga={"D": 5})))
    say(at, "japan", down(flight({"D": 1}), flight({"D": 2}, Kaga={"D": 2})))


# Landing and room.


def swapped(akagi: int, word: str = "/landing") -> Table:
    """So many D of Akagi and all the planes of Kaga come back from an empty zone."""
    japan = {"Akagi": z(4, 10), "Kaga": z(6, 10)}
    kit = chart() | {"air/Akagi": {"D": akagi, "T": 0}}
    at = run(scene({"Portland": z(20, 2)}, japan, kit=kit), "t2/operations", BOTH)
    sheet = orders(attack("Akagi", z(5, 12), D=akagi), attack("Kaga", z(5, 12), D=7, T=10))
    return run(at, word, {"japan/operations": sheet})


def test_mw_25_seventeen_squadrons_of_any_mix() -> None:
    """MW-25: Kaga, 7 D and 10 T at the start, takes 17 D; in the Basic game not an eighteenth (Aircraft Capacity)."""
    refused(swapped(18), "japan", down(flight(Kaga={"D": 18}), flight(Akagi={"D": 7, "T": 10})))
    at = swapped(17)
    refused(at, "japan", down(flight(Kaga={"D": 17}), flight(Akagi={"D": 7, "T": 9}, Kaga={"T": 1})))
    run(at, "t3/", {"japan/landing": down(flight(Kaga={"D": 17}), flight(Akagi={"D": 7, "T": 10}))})
    assert squadrons(at, "Kaga") == {"D": 17, "T": 0}
    assert squadrons(at, "Akagi") == {"D": 7, "T": 10}


@pytest.mark.parametrize(("landing", "legal"), [(20, True), (21, False)])
def test_mw_25_midway_holds_thirty(landing: int, legal: bool) -> None:
    """MW-25: ten there and twenty more fill the island exactly (Midway Island 4)."""
    kit = chart() | {"air/Enterprise": {"D": 21, "T": 0}}
    at = run(scene({"Enterprise": z(10, 7)}, {"Tone": z(0, 17)}, kit=kit), "t2/operations", {"us/readying": ALL})
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", z(11, 7), D=21))})
    value = down(flight(Midway={"D": landing}, Enterprise={"D": 21 - landing}))
    say(at, "us", value) if legal else refused(at, "us", value)


def homeless(kaga: str) -> Table:
    """Akagi is sunk while three D of hers are out; Kaga, with all her planes, stands where told."""
    japan = {"Akagi": z(6, 10), "Kaga": kaga}
    at = scene({"Enterprise": z(10, 10)}, japan, kit=chart({"2-1/1": ("sunk", 0)}))
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(attack("Enterprise", z(6, 10), D=2)),
        "japan/operations": orders(attack("Akagi", z(6, 14), D=3)),
        "us/attack": [dive("Akagi", 2)],
    }
    return run(at, "/landing", said)


def test_mw_26_home_sunk_another_deck_in_range() -> None:
    """MW-26: planes aloft are not lost with her; on a full deck others go overboard first (Carrier Capacity 1, 2)."""
    at = homeless(z(6, 4))
    refused(at, "japan", down(flight(Kaga={"D": 3})))
    refused(at, "japan", down(flight(Akagi={"D": 3})))
    refused(at, "japan", down(flight(Kaga={"D": 3}), overboard={"Kaga": {"D": 8}}))
    refused(at, "japan", down(flight(Kaga={"D": 3}), overboard={"Enterprise": {"D": 3}}))
    run(at, "t3/", {"japan/landing": down(flight(Kaga={"D": 3}), overboard={"Kaga": {"D": 1, "T": 2}})})
    assert squadrons(at, "Kaga") == {"D": 9, "T": 8}
    assert "Akagi" not in at.truth.planes


def test_mw_26_home_sunk_no_deck_in_range_or_no_room() -> None:
    """MW-26: with no room made, or none in range, they are lost, and only their own side is told (Carrier Capacity 1)."""
    for kaga, reach in ((z(6, 4), ["Kaga"]), (z(6, 3), [])):
        at = homeless(kaga)
        assert at.asks["japan"].facts["flights"][0]["reach"] == reach
        run(at, "t3/", {"japan/landing": down(flight())})
        assert squadrons(at, "Kaga") == {"D": 7, "T": 10}
        assert heard(at, "japan", "landed")[-1]["landed"][0]["no_return"] == {"D": 3}
        assert {"by": "japan", "zone": z(6, 14), "origins": [z(6, 10)], "returns": []} in same_for_all(at, "returns")
        assert all(not facts["landed"] or facts["side"] == "us" for facts in heard(at, "us", "landed"))


def test_mw_50_the_island_and_the_carriers_share_planes() -> None:
    """MW-50: carrier planes land on Midway and island planes on a carrier (Range; Appendix, Midway 2)."""
    at = run(scene({"Enterprise": z(10, 7)}, {"Tone": z(0, 17)}, kit=chart()), "t2/operations", {"us/readying": ALL})
    sheet = orders(attack("Enterprise", z(12, 7), D=12), attack("Midway", z(12, 7), D=8))
    swap = down(flight(Midway={"D": 12}), flight(Enterprise={"D": 8}))
    run(at, "t3/", {"us/operations": sheet, "us/landing": swap})
    assert squadrons(at, "Enterprise") == {"D": 8, "T": 5}
    assert squadrons(at, "Midway") == {"D": 12, "T": 2}


def test_mw_50_never_for_japan() -> None:
    """MW-50: Japanese planes neither land on Midway nor fly from it (Midway Island 5)."""
    at = run(scene({"Portland": z(20, 2)}, {"Akagi": z(10, 7)}, kit=chart()), "t2/operations", BOTH)
    refused(at, "japan", orders(attack("Midway", z(12, 7), D=1)))
    refused(at, "japan", orders(transfer("Akagi", "Midway", D=1)))
    run(at, "/landing", {"japan/operations": orders(attack("Akagi", z(12, 7), D=1))})
    refused(at, "japan", down(flight(Midway={"D": 1})))


def test_mw_21_called_off() -> None:
    """MW-21: having seen the ships he may call it off: no shot, no loss, home, and not ready next turn (Aircraft 3)."""
    at = run(scene({"Enterprise": HOME}, {"Tone": SEA}, kit=chart()), "t2/operations", {"us/readying": ALL})
    run(at, "/press", {"us/operations": orders(attack("Enterprise", SEA, D=12, T=5))})
    assert list(same_for_all(at, "placed")[0]["ships"]) == ["Tone"]
    run(at, "t3/operations", {"us/press": "call off", "us/readying": ALL})
    assert same_for_all(at, "pressed") == [{"on": False}]
    assert same_for_all(at, "firing") == same_for_all(at, "roll") == []
    assert squadrons(at, "Enterprise") == {"D": 12, "T": 5}
    refused(at, "us", orders(attack("Enterprise", SEA, D=1)))
    assert same_for_all(at, "returns") == [{"by": "us", "zone": SEA, "origins": [HOME], "returns": [HOME]}]


def returned(landing: dict[str, Any]) -> Table:
    """Five D of Akagi come back from an empty zone; Kaga has room for as many, and Soryu and Hiryu exchange three D."""
    japan = {"Akagi": z(4, 10), "Kaga": z(6, 10), "Soryu": z(8, 12), "Hiryu": z(8, 14)}
    at = run(scene({"Portland": z(20, 2)}, japan, kit=chart()), "t2/operations", BOTH)
    written = [attack("Akagi", z(5, 12), D=5), transfer("Soryu", "Hiryu", D=3), transfer("Hiryu", "Soryu", T=3)]
    return run(at, "/landing", {"japan/operations": orders(*written[: len(landing["flights"])])})


MOVED = (flight(Hiryu={"D": 3}), flight(Soryu={"T": 3}))


def test_mw_63_back_to_two_zones() -> None:
    """MW-63: both zones returned to are told, to all, after the battles; carriers and transfers are not (Step 17; Misc. 1)."""
    landing = down(flight(Akagi={"D": 3}, Kaga={"D": 2}), *MOVED, overboard={"Kaga": {"T": 2}})
    at = returned(landing)
    assert same_for_all(at, "returns") == []
    run(at, "t3/", {"japan/landing": landing})
    assert same_for_all(at, "returns") == [
        {"by": "japan", "zone": z(5, 12), "origins": [z(4, 10)], "returns": sorted([z(4, 10), z(6, 10)])}
    ]
    alone = down(landing["flights"]["1"], overboard=landing["overboard"])
    without = run(returned(alone), "t3/", {"japan/landing": alone})
    for audience in ("us", "public"):
        assert everything(at, audience) == everything(without, audience)


def test_mw_63_each_attack_has_its_own_origin() -> None:
    """MW-63: of two attacks he is told from where each came, not merely a list of two zones (Step 17; Misc. 1)."""
    north, south = z(5, 8), z(5, 12)

    def played(first: str, second: str) -> Table:
        japan = {"Akagi": z(4, 10), "Kaga": z(6, 10)}
        at = run(scene({"Portland": z(20, 2)}, japan, kit=chart()), "t2/operations", BOTH)
        return run(at, "t3/", {"japan/operations": orders(attack(first, north, D=3), attack(second, south, D=3))})

    assert everything(played("Akagi", "Kaga"), "us") != everything(played("Kaga", "Akagi"), "us")


@pytest.mark.parametrize("zeros", [{"D": 0}, {}], ids=["zero squadrons", "no counts"])
def test_mw_63_no_zone_is_told_where_nothing_came_down(zeros: dict[str, int]) -> None:
    """MW-63: the zones told are those the planes return to: none of them on Kaga, no word of her zone (Step 17)."""
    landing = down(flight(Akagi={"D": 5}, Kaga=zeros))
    at = returned(landing)
    try:
        say(at, "japan", landing)
    except Refusal:
        return
    run(at, "t3/")
    assert same_for_all(at, "returns")[0]["returns"] == [z(4, 10)]


@pytest.mark.parametrize("base", ["Enterprise", "Yamato", "Midway", "nowhere"])
def test_mw_63_a_landing_on_no_base_of_his_is_refused(base: str) -> None:
    """A base that is not his, or is none, is refused, be it for no squadrons at all (Step 16)."""
    at = returned(down(flight()))
    refused(at, "japan", down(flight(**{base: {"D": 5}})))
    refused(at, "japan", down(flight(**{base: {}})))


def test_mw_edge_every_flight_is_accounted_for() -> None:
    """A landing that leaves a flight out, invents one, or lands more than flew is refused (Step 16)."""
    at = returned(down(flight(), *MOVED))
    refused(at, "japan", down(flight(Akagi={"D": 5})))
    refused(at, "japan", down(flight(Akagi={"D": 5}), *MOVED, flight()))
    refused(at, "japan", down(flight(Akagi={"D": 6}), *MOVED))
    refused(at, "japan", down(flight(Akagi={"D": 5}), flight({"D": 1}, Hiryu={"D": 2}), MOVED[1]))
    say(at, "japan", down(flight(Akagi={"D": 5}), *MOVED))


# The sheet.


@pytest.mark.parametrize(
    "sheet",
    [
        orders(attack("Enterprise", SEA, D=12), attack("Enterprise", z(6, 3), D=1)),
        orders(attack("Enterprise", SEA)),
        orders(attack("Enterprise", SEA, D=13)),
        orders(attack("Akagi", SEA, D=1)),
        orders(attack("Enterprise", "D-9-A", D=1)),
        orders(attack("Enterprise", "", D=1)),
        orders(attack("Enterprise", SEA, D=12), transfer("Enterprise", "Midway", D=1)),
    ],
    ids=["two zones", "no squadron", "too many", "not his", "off the board", "no zone", "attack and transfer"],
)
def test_mw_edge_orders_that_are_refused(sheet: dict[str, Any]) -> None:
    """No squadron goes to two zones, and only ready planes of own bases go anywhere (Step 5)."""
    at = scene({"Enterprise": HOME}, {"Akagi": z(0, 2)}, kit=chart())
    refused(run(at, "t2/operations", {"us/readying": ALL}), "us", sheet)


def test_mw_edge_what_the_exchange_tells() -> None:
    """Sealed until both have written; then zone and numbers of each attack, and never its base (Step 5; rows 13-15)."""
    at = run(scene({"Enterprise": HOME}, {"Akagi": SEA}, kit=chart()), "t2/operations", BOTH)
    before = {audience: everything(at, audience) for audience in ("us", "japan", "public")}
    say(at, "us", orders(attack("Enterprise", z(7, 6), D=4), attack("Midway", z(9, 9), D=8, T=2)))
    assert {audience: everything(at, audience) for audience in before} == before
    say(at, "japan", orders())
    assert same_for_all(at, "operations")[-1]["attacks"] == [
        {"by": "us", "zone": z(7, 6), "D": 4, "T": 0, "F": 0},
        {"by": "us", "zone": z(9, 9), "D": 8, "T": 2, "F": 0},
    ]
    assert [b["zone"] for b in same_for_all(at, "battle")] == [z(7, 6), z(9, 9)]
    assert told(at, "returns") == set()
    assert "orders" not in {kind for kind, _ in everything(at, "public")}


def test_mw_edge_no_attack_by_either() -> None:
    """Nothing written on either sheet: that is told, and the turn is over (Step 5)."""
    at = run(sea(), "t1/operations")
    say(at, "us", orders())
    say(at, "japan", orders())
    assert same_for_all(at, "operations") == [{"attacks": [], "caps": [], "b17": None}]
    assert next(iter(at.asks.values())).name.startswith("t2/deready")
