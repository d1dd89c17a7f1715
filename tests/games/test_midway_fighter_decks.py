"""Cases of the Fighters section (Tournament Game): readying, room, range, decks that sink, and what is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    NONE,
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
    next_step,
    orders,
    ready,
    refused,
    run,
    same_for_all,
    say,
    scene,
    some,
    told,
    transfer,
    z,
)
from tests.games.test_midway_fighters import ATTACKED
from umpire.table.table import Table

HOME, FLEET, RAIDERS = z(11, 2), z(10, 2), z(6, 2)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


# Ready rules and decks.


def test_mw_56_a_patrol_is_not_ready_next_turn() -> None:
    """MW-56: fighters that patrolled on t do not fly on t+1, readied or not; readied on t+1 they fly on t+2 (Fighters 4)."""
    at = scene({"Enterprise": HOME}, {"Tone": z(0, 17)}, kit=chart(), fighters=True)
    run(at, "t2/operations", {"us/readying": some({"Enterprise": {"F": 6}})})
    refused(at, "us", orders(cap("Enterprise", FLEET, 7)))
    run(at, "t3/operations", {"us/operations": orders(cap("Enterprise", FLEET, 5)), "us/readying": ALL})
    refused(at, "us", orders(cap("Enterprise", FLEET, 2)))
    refused(at, "us", orders(attack("Enterprise", FLEET, F=2)))
    say(at, "us", orders(cap("Enterprise", FLEET, 1)))
    say(at, "japan", orders())
    run(at, "t4/operations")
    say(at, "us", orders(cap("Enterprise", FLEET, 7)))


def test_mw_56_a_quiet_turn_lands_the_patrol_unasked() -> None:
    """No attack by either: patrols come down where they were bound, nobody is asked, only their side hears (Step 5; 16a)."""
    at = scene({"Enterprise": HOME, "Hornet": z(12, 4)}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    sheet = orders(transfer("Hornet", "Enterprise", F=3), cap("Enterprise", FLEET, 3, to="Hornet"))
    before = len(everything(at, "public"))
    say(at, "us", sheet)
    say(at, "japan", orders())
    assert next_step(at) == "t3/deready/us"
    assert (group(at, "Enterprise")["F"], group(at, "Hornet")["F"]) == (8, 8)
    assert (ready(at, "Enterprise")["F"], ready(at, "Hornet")["F"]) == (5, 5)
    assert {kind for kind, _ in everything(at, "public")[before:]} == {"operations", "turn-over", "turn", "step"}
    assert not [said for said in heard(at, "japan", "landed") if said["side"] == "us"]
    assert told(at, "returns") == set()


def test_mw_25_kaga_holds_twenty_four_with_fighters() -> None:
    """MW-25: 7 D, 10 T and 7 F: 24 squadrons of any mix, and Midway still 30 (Aircraft Capacity; Fighters 2)."""
    kit = chart() | {"air/Akagi": {"D": 25, "T": 0}, "fighters/Akagi": 0}
    at = scene({"Portland": z(20, 2)}, {"Akagi": z(4, 10), "Kaga": z(6, 10)}, kit=kit, fighters=True)
    run(at, "t2/operations", BOTH)
    sheet = orders(attack("Akagi", z(5, 12), D=25), attack("Kaga", z(5, 12), D=7, T=10, F=7))
    run(at, "/landing", {"japan/operations": sheet})
    rest = {"D": 7, "T": 10, "F": 7}
    refused(at, "japan", down(flight(Kaga={"D": 25}), flight(Akagi=rest)))
    run(at, "t3/", {"japan/landing": down(flight(Kaga={"D": 24}, Akagi={"D": 1}), flight(Akagi=rest))})
    assert group(at, "Kaga") == {"D": 24, "T": 0, "F": 0}
    assert group(at, "Akagi") == {"D": 8, "T": 10, "F": 7}


def test_mw_25_without_the_section_no_fighter_takes_room() -> None:
    """MW-25: in the Basic game there are no fighters, though the kit knows their numbers, and no room for them."""
    at = scene({"Enterprise": HOME}, {"Kaga": z(4, 10)}, kit=chart())
    assert group(at, "Kaga") == {"D": 7, "T": 10, "F": 0}
    assert at.truth.capacity("Kaga") == 17
    run(at, "t2/operations", BOTH)
    refused(at, "japan", orders(attack("Kaga", z(5, 12), F=1)))
    refused(at, "japan", orders(cap("Kaga", z(4, 10), 1)))


@pytest.mark.parametrize(("n", "legal"), [(12, True), (13, False)])
def test_mw_25_midway_holds_thirty_fighters_among_them(n: int, legal: bool) -> None:
    """MW-25: eight D, two T and eight F there: twelve more fill the island (Midway Island 4)."""
    kit = chart() | {"fighters/Enterprise": 13}
    at = scene({"Enterprise": z(10, 7)}, {"Tone": z(0, 17)}, kit=kit, fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    sheet = orders(transfer("Enterprise", "Midway", F=n))
    say(at, "us", sheet) if legal else refused(at, "us", sheet)


def test_mw_23_escorts_from_one_carrier_to_another() -> None:
    """MW-23: fighters too fly ten out and four on; room is tested for all types together at landing (Range)."""
    at = scene({"Portland": z(20, 2)}, {"Akagi": z(0, 10), "Kaga": z(14, 10)}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    run(at, "/landing", {"japan/operations": orders(attack("Akagi", z(10, 10), D=2, F=3))})
    refused(at, "japan", down(flight(Kaga={"D": 2, "F": 3}), overboard={"Kaga": {"T": 4}}))
    run(at, "t3/", {"japan/landing": down(flight(Kaga={"D": 2, "F": 3}), overboard={"Kaga": {"T": 4, "F": 1}})})
    assert group(at, "Kaga") == {"D": 9, "T": 6, "F": 9}


def test_mw_24_fighters_without_a_way_home_bear_the_losses() -> None:
    """MW-24: the fighters lost may be those that could not have come back; the others home (Aircraft v Ship 6; Range)."""
    target = z(13, 10)
    us = {"Enterprise": z(16, 10), "Portland": target}
    kit = chart() | fights({"1-1/1": (3, 0)})
    at = scene(us, {"Akagi": z(0, 10), "Kaga": z(12, 12)}, kit=kit, fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(cap("Enterprise", target, 6)),
        "japan/operations": orders(attack("Akagi", target, F=3), attack("Kaga", target, D=2, F=3)),
        **ATTACKED,
    }
    run(at, "/landing", said)
    refused(at, "japan", down(flight(Akagi={"F": 3}), flight({"F": 3}, Kaga={"D": 2})))
    run(at, "t3/", {"japan/landing": down(flight({"F": 3}), flight(Kaga={"D": 2, "F": 3}))})
    assert (group(at, "Akagi")["F"], group(at, "Kaga")["F"]) == (4, 7)


def test_mw_24_fighters_too_far_from_home_are_lost() -> None:
    """MW-24: one-way escorts fight and are then eliminated, whatever the outcome (Range; Misc. 12)."""
    target = z(13, 10)
    at = scene({"Enterprise": target}, {"Akagi": z(0, 10)}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    run(at, "/landing", {"japan/operations": orders(attack("Akagi", target, F=3))})
    refused(at, "japan", down(flight(Akagi={"F": 3})))
    run(at, "t3/", {"japan/landing": down(flight())})
    assert group(at, "Akagi")["F"] == 4


def test_mw_50_fighters_share_the_island_and_the_carriers() -> None:
    """MW-50: a patrol from Midway lands on a carrier and one of hers on Midway (Appendix, Midway 2)."""
    at = scene({"Enterprise": z(10, 7)}, {"Tone": z(0, 17)}, kit=chart(), fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    sheet = orders(cap("Enterprise", z(12, 7), 8, to="Midway"), cap("Midway", z(12, 7), 6, to="Enterprise"))
    run(at, "t3/", {"us/operations": sheet})
    assert (group(at, "Enterprise")["F"], group(at, "Midway")["F"]) == (6, 10)


def struck(sheet: Any, hits: int) -> Table:
    """Two D hit Soryu on turn 2, her planes ready, those on her sheet away."""
    at = scene({"Enterprise": FLEET}, {"Soryu": RAIDERS}, kit=chart({"2-1/1": (hits, 0)}), fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": sheet,
        "us/attack": [dive("Soryu", 2)],
    }
    return run(at, "/landing", said)


def sinkings(at: Table) -> list[tuple[str, bool]]:
    return [(s["ship"], s["armed"]) for s in same_for_all(at, "sunk")]


def test_mw_52_one_readied_fighter_left_aboard() -> None:
    """MW-52: all D and T launched and all but one F: she is in a ready state and sinks at two (Readying 3; Fighters 4)."""
    away = orders(attack("Soryu", z(6, 6), D=6, T=6, F=5))
    assert sinkings(struck(away, 2)) == [("Soryu", True)]


def test_mw_51_all_planes_and_fighters_away() -> None:
    """MW-51: with every squadron up, some on patrol over her, she takes her full three (Aircraft v Ship 2)."""
    away = orders(attack("Soryu", z(6, 6), D=6, T=6), cap("Soryu", RAIDERS, 6))
    assert sinkings(struck(away, 2)) == []
    assert sinkings(struck(away, 3)) == [("Soryu", False)]


def patrol_without_a_deck(hiryu: str) -> Table:
    """Soryu sinks under six fighters of hers; Hiryu, a full deck less three F, stands where told."""
    kit = chart({"2-1/1": ("sunk", 0)})
    at = scene({"Enterprise": FLEET}, {"Soryu": RAIDERS, "Hiryu": hiryu}, kit=kit, fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2)),
        "japan/operations": orders(cap("Soryu", RAIDERS, 6), attack("Hiryu", z(14, 12), F=3)),
        "us/attack": [dive("Soryu", 2)],
    }
    return run(at, "/landing", said)


def test_mw_69_the_patrol_of_a_sunk_carrier_lands_elsewhere() -> None:
    """MW-69: her patrol was in the air: it lands on another deck in range that has room, else is lost (Sinking)."""
    at = patrol_without_a_deck(z(10, 10))
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Soryu"]
    flown = at.asks["japan"].facts["flights"]
    assert [(f["kind"], f["reach"]) for f in flown] == [("attack", ["Hiryu"]), ("cap", ["Hiryu"])]
    refused(at, "japan", down(flight(), flight(Soryu={"F": 6})))
    refused(at, "japan", down(flight(), flight(Hiryu={"F": 4})))
    refused(at, "japan", down(flight(Hiryu={"F": 3}), flight(Hiryu={"F": 1})))
    say(at, "japan", down(flight(), flight(Hiryu={"F": 3})))
    run(at, "t3/")
    assert group(at, "Hiryu")["F"] == 6
    assert ready(at, "Hiryu")["F"] == 3, "what landed must be readied again"
    lost = heard(at, "japan", "landed")[-1]["landed"]
    assert [(f["kind"], f["no_return"]) for f in lost] == [("attack", {"F": 3}), ("cap", {"F": 3})]
    assert told(at, "landed") == {"us", "japan"}
    assert all(facts["side"] == "us" for facts in heard(at, "us", "landed"))


def test_mw_69_no_deck_in_range() -> None:
    """MW-69: with no other deck within the fourteen zones the whole patrol is lost (Sinking of Aircraft Carriers)."""
    at = patrol_without_a_deck(z(20, 17))
    assert at.asks["japan"].facts["flights"][1]["reach"] == []
    for base in ("Soryu", "Hiryu"):
        refused(at, "japan", down(flight(), flight(**{base: {"F": 1}})))
    say(at, "japan", down(flight(Hiryu={"F": 3}), flight()))
    run(at, "t3/")
    assert group(at, "Hiryu")["F"] == 6


def test_mw_31_no_patrol_at_night() -> None:
    """MW-31: at night nobody is asked for operations, so no patrol flies (Night Movement)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart() | {"track/nights": ["0700"]}, fighters=True)
    run(at, "t2/ready/", {"us/readying": ALL, "japan/readying": ALL})
    say(at, "us", NONE)
    say(at, "japan", NONE)
    run(at, "t3/operations")
    assert len(same_for_all(at, "operations")) == 1


def test_mw_edge_only_ready_fighters_fly() -> None:
    """Fighters ready like any planes: none on turn 1, none that were not readied (Fighters 4)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t1/operations", {"us/readying": some({"Enterprise": {"D": 12}})})
    refused(at, "us", orders(cap("Enterprise", HOME, 1)))
    run(at, "t2/operations")
    refused(at, "us", orders(cap("Enterprise", HOME, 1)))
    refused(at, "us", orders(attack("Enterprise", RAIDERS, D=2, F=1)))
    refused(at, "us", orders(cap("Enterprise", HOME, 0)))


def test_mw_edge_no_fighter_is_sent_twice() -> None:
    """Escort and patrol together cannot be more than are ready (Fighters 4 and 8)."""
    at = scene({"Enterprise": HOME}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    refused(at, "us", orders(attack("Enterprise", RAIDERS, D=2, F=5), cap("Enterprise", HOME, 4)))
    refused(at, "us", orders(cap("Enterprise", HOME, 5), cap("Enterprise", FLEET, 4)))
    say(at, "us", orders(attack("Enterprise", RAIDERS, D=2, F=5), cap("Enterprise", HOME, 3)))


def test_mw_edge_what_the_exchange_tells_of_fighters() -> None:
    """After the exchange all know the fighters of each attack and patrol by zone, and no base of them (rows 14, 14b, 15)."""
    at = scene({"Enterprise": HOME, "Hornet": z(18, 8)}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", BOTH)
    before = {audience: everything(at, audience) for audience in ("us", "japan", "public")}
    say(
        at,
        "us",
        orders(attack("Enterprise", z(7, 6), D=4, F=3), cap("Hornet", z(16, 8), 2), cap("Enterprise", HOME, 5)),
    )
    assert {audience: everything(at, audience) for audience in before} == before
    say(at, "japan", orders())
    assert same_for_all(at, "operations")[-1] == {
        "attacks": [{"by": "us", "zone": z(7, 6), "D": 4, "T": 0, "F": 3}],
        "caps": [{"by": "us", "zone": z(16, 8), "F": 2}, {"by": "us", "zone": HOME, "F": 5}],
        "b17": None,
    }
    assert told(at, "orders") == {"us", "japan"}
    assert all(o["side"] == "japan" and not o["flights"] for o in heard(at, "japan", "orders"))
    run(at, "t3/")
    for audience in ("japan", "public"):
        since = everything(at, audience)[len(before[audience]) :]
        assert not any("Hornet" in text or z(18, 8) in text for _, text in since), "where a patrol is based is not told"
