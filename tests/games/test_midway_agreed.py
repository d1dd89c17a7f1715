"""Cases of what players agree on: B-17s, leaving the board, one-way flights, and how the exchange is read."""

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
    everything,
    flight,
    group,
    guns,
    heard,
    leave,
    move,
    next_step,
    orders,
    refused,
    run,
    same_for_all,
    say,
    scene,
    told,
    transfer,
    z,
)
from umpire.table.board import area_of
from umpire.table.table import Table

FLEET, RAIDERS, FAR = z(10, 2), z(6, 2), z(20, 17)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


# B-17s.


def bombers(
    zone: str = RAIDERS,
    japan: dict[str, str] | None = None,
    *,
    to: str,
    n: int = 2,
    cells: dict[str, Any] | None = None,
) -> Table:
    """B-17s against a zone on turn 1."""
    kit = chart() | {f"b17/{die}": 0 for die in range(1, 7)} | (cells or {})
    at = scene({"Enterprise": FLEET}, {"Akagi": z(0, 17), **(japan or {})}, kit=kit, b17=n)
    return run(at, to, {"us/operations": orders(b17=zone)})


def test_mw_91_the_ships_of_the_zone_are_named_and_one_is_bombed() -> None:
    """MW-91: the zone is told at the exchange, the ships there named, one chosen, one die (Misc. 3; row 27)."""
    at = bombers(japan={"Tone": RAIDERS, "Haruna": RAIDERS}, to="target", cells={"b17/5": 2})
    assert same_for_all(at, "operations")[-1]["b17"] == RAIDERS
    assert [(b["zone"], sorted(b["ships"])) for b in same_for_all(at, "b17")] == [(RAIDERS, ["Haruna", "Tone"])]
    assert list(at.asks) == ["us"]
    refused(at, "us", "Akagi")
    refused(at, "us", "Enterprise")
    say(at, "us", "Haruna")
    say(at, "dice", [5])
    run(at, "t2/")
    assert same_for_all(at, "b17-target") == [{"ship": "Haruna"}]
    assert same_for_all(at, "b17-result") == [{"ship": "Haruna", "die": 5, "hits": 2}]
    assert same_for_all(at, "hits") == [{"marked": {"Haruna": 2}}]


def test_mw_91_a_zone_with_no_ship() -> None:
    """MW-91: "none" is told, and there is nothing to roll for (Misc. 3; row 27)."""
    at = bombers(to="t2/")
    assert same_for_all(at, "b17") == [{"zone": RAIDERS, "ships": []}]
    assert same_for_all(at, "roll") == []


def test_mw_91_the_printed_table_is_asked_for() -> None:
    """MW-91: no cell is known from the rulebook: the owner of the table reads off the one rolled (Misc. 3)."""
    at = scene({"Enterprise": FLEET}, {"Tone": RAIDERS}, charted=False, b17=1)
    run(at, "b17/chart", {"us/operations": orders(b17=RAIDERS), "dice/roll": [3]})
    assert [c["key"] for c in at.asks["chart"].facts["cells"]] == ["b17/3"]


@pytest.mark.parametrize("n", [1, 2])
def test_mw_91_once_or_twice_a_day(n: int) -> None:
    """MW-91: as often a day as was agreed, an empty zone counted, and again on the next (Misc. 3)."""
    at = bombers(to="t2/operations", n=n)
    if n == 2:
        run(at, "t3/operations", {"us/operations": orders(b17=RAIDERS)})
    assert refused(at, "us", orders(b17=RAIDERS)).rule == "Appendix, Miscellaneous 3"
    run(at, "t7/operations")
    refused(at, "us", orders(b17=RAIDERS))
    run(at, "t13/operations")
    say(at, "us", orders(b17=RAIDERS))


def test_mw_91_not_unless_agreed_and_never_for_japan() -> None:
    """MW-91: they are for the US, and only where the players brought them in (Misc. 3)."""
    at = run(scene({"Enterprise": FLEET}, {"Akagi": RAIDERS}, kit=chart()), "/operations")
    refused(at, "us", orders(b17=RAIDERS))
    at = run(scene({"Enterprise": FLEET}, {"Akagi": RAIDERS}, kit=chart(), b17=2), "/operations")
    refused(at, "japan", orders(b17=FLEET))
    refused(at, "us", orders(b17="Z-9-Z"))
    say(at, "us", orders(b17=RAIDERS))


def test_mw_91_not_at_night() -> None:
    """MW-91: at night all air activity ceases: nobody is asked, and nothing flies (Night Movement)."""
    at = scene({"Enterprise": FLEET}, {"Akagi": RAIDERS}, kit=chart() | {"track/nights": ["0500"]}, b17=2)
    run(at, "t2/operations")
    assert same_for_all(at, "operations") == []


def test_mw_91_not_when_midway_is_reduced_to_nothing() -> None:
    """MW-91, MW-39: at fortification nothing the attacks are no longer allowed (Misc. 3, Note)."""
    kit = chart() | {"air/Akagi": {"D": 40, "T": 20}}
    at = scene({"Enterprise": FAR}, {"Akagi": z(7, 7)}, kit=kit, reduction=True, b17=2)
    run(at, "t2/operations", BOTH)
    at.asks["us"].validate(orders(b17=z(7, 7)))
    run(at, "t3/operations", {"japan/operations": orders(attack("Akagi", ISLAND, D=40, T=20)), "dice/roll": [6]})
    refused(at, "us", orders(b17=z(7, 7)))


def test_mw_91_not_once_midway_is_taken() -> None:
    """In the Basic game too the island gone is the end of its bombers (Misc. 3; Capture)."""
    at = scene({"Enterprise": FAR}, {"Atago": z(11, 7)}, kit=chart(), b17=2)
    run(at, "t5/operations", {"japan/moves": move(Atago=ISLAND)})
    assert at.truth.captured
    refused(at, "us", orders(b17=ISLAND))


def test_mw_91_hits_sink_as_any_hits() -> None:
    """Hits by B-17s are marked and sink, one early with planes on deck (Step 13; Sinking of Aircraft Carriers)."""
    at = scene({"Enterprise": FLEET}, {"Soryu": RAIDERS}, kit=chart() | {"b17/1": 2}, b17=1)
    run(at, "t2/", {"japan/readying": ALL, "us/operations": orders(b17=RAIDERS)})
    assert [(s["ship"], s["armed"], s["points"]) for s in same_for_all(at, "sunk")] == [("Soryu", True, 5)]
    assert at.truth.score["us"] == 5
    assert "Soryu" not in at.truth.planes


def test_mw_91_planes_aloft_when_a_carrier_is_bombed() -> None:
    """With B-17s and a patrol up but no other attack both sides are asked to land, since a deck may be gone (Step 16)."""
    kit = chart() | {"b17/1": "sunk"}
    at = scene({"Enterprise": FLEET}, {"Soryu": RAIDERS, "Hiryu": z(6, 4)}, kit=kit, b17=1, fighters=True)
    run(at, "t2/operations", {"japan/readying": ALL})
    said = {
        "us/operations": orders(b17=RAIDERS),
        "japan/operations": orders(cap("Soryu", RAIDERS, 3), cap("Hiryu", RAIDERS, 2)),
    }
    run(at, "/landing", said)
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Soryu"]
    refused(at, "japan", down(flight(Soryu={"F": 3}), flight(Hiryu={"F": 2})))
    run(at, "t3/", {"japan/landing": down(flight(Hiryu={"F": 2}), flight())})
    assert group(at, "Hiryu")["F"] == 6


def test_mw_91_b17s_meet_no_guns_and_no_fighters() -> None:
    """Nothing in the rule lets ships or a patrol do anything about them: one die, one ship (Misc. 3)."""
    at = scene({"Enterprise": FLEET}, {"Akagi": RAIDERS}, kit=chart(), b17=1, fighters=True)
    run(at, "t2/operations", {"japan/readying": ALL})
    run(at, "t3/", {"us/operations": orders(b17=RAIDERS), "japan/operations": orders(cap("Akagi", RAIDERS, 7))})
    assert same_for_all(at, "battle") == same_for_all(at, "fighter-combat") == []
    assert len(same_for_all(at, "b17-result")) == 1


# Leaving the board.


def test_mw_93_japan_by_the_left_edge() -> None:
    """MW-93: Japanese ships may leave by the left edge from turn 1 on; nobody else is told (Misc. 5; row 28)."""
    at = scene({"Portland": z(20, 2)}, {"Tone": z(0, 4), "Akagi": z(1, 4), "Chikuma": z(2, 4)}, kit=chart())
    run(at, "t2/moves")
    refused(at, "japan", leave("Chikuma"))
    refused(at, "japan", leave("Portland"))
    refused(at, "japan", {**move(Tone=z(0, 5)), "leave": ["Tone"]})
    before = {side: len(everything(at, side)) for side in ("us", "public")}
    say(at, "japan", leave("Tone", "Akagi"))
    run(at, "t3/moves")
    assert at.truth.of("japan") == {"Chikuma": z(2, 4)}
    for side, n in before.items():
        assert not [text for kind, text in everything(at, side)[n:] if "Tone" in text or "Akagi" in text]
    assert heard(at, "japan", "ships")[-1]["left"] == ["Akagi", "Tone"]


def test_mw_93_off_the_board_for_good() -> None:
    """R9: once off they stay off, are not sunk, found or bombed, and give no points (Misc. 5)."""
    at = scene({"Portland": z(12, 4)}, {"Tone": z(0, 4), "Chikuma": z(2, 4)}, kit=chart())
    run(at, "t1/search", {"japan/moves": leave("Tone")})
    say(at, "us", area_of(z(0, 4)))
    found = same_for_all(at, "answer")[-1]["found"]
    assert [each["zone"] for each in found] == [z(2, 4)]
    run(at, "t2/moves")
    refused(at, "japan", move(Tone=z(0, 4)))
    refused(at, "japan", {"enter": {"Tone": z(0, 4)}, "move": {}})
    refused(at, "japan", leave("Tone"))
    assert at.truth.score == {"us": 0, "japan": 0}
    assert same_for_all(at, "sunk") == []


@pytest.mark.parametrize("side", ["us", "japan"])
def test_mw_93_the_wrong_edge(side: str) -> None:
    """MW-93: Japan leaves by the left, the US by the right; no other edge (Misc. 5)."""
    us, japan = {"Portland": z(0, 0), "Astoria": z(8, 0)}, {"Tone": z(20, 17), "Chikuma": z(9, 17)}
    at = scene(us, japan, kit=chart({"2-1/1": (1, 0)}))
    run(at, "t2/moves")
    if side == "japan":
        refused(at, side, leave("Tone"))
        refused(at, side, leave("Chikuma"))
    else:
        refused(at, side, leave("Portland"))
        refused(at, side, leave("Astoria"))


def us_exit(word: str = "press on", **settings: Any) -> Table:
    """Akagi attacks Portland on turn 2, or calls it off; Astoria is on the right edge; turn 3's moves are due."""
    us = {"Portland": z(12, 2), "Astoria": z(19, 2), "Vincennes": z(18, 2)}
    at = scene(us, {"Akagi": z(6, 2)}, kit=chart(), **settings)
    run(at, "t2/moves", {"japan/readying": ALL})
    assert refused(at, "us", leave("Astoria")).rule == "Appendix, Miscellaneous 5"
    said: dict[str, Any] = {"japan/operations": orders(attack("Akagi", z(12, 2), D=2)), "japan/press": word}
    if word == "press on":
        said["japan/attack"] = [dive("Portland", 2)]
    return run(at, "t3/moves", said)


def test_mw_93_the_us_only_once_attacked() -> None:
    """MW-93: before the fleet has been attacked no US ship leaves, after it any may by the right edge (Misc. 5)."""
    at = us_exit()
    refused(at, "us", leave("Vincennes", "Portland"))
    refused(at, "us", leave("Vincennes"))
    refused(at, "us", leave("Portland"))
    say(at, "us", leave("Astoria"))
    run(at, "t4/moves")
    assert set(at.truth.of("us")) == {"Portland", "Vincennes"}


def test_mw_93_an_attack_called_off_is_none() -> None:
    """MW-93: planes that turned back have not attacked (Misc. 5; Aircraft v Ship 3)."""
    refused(us_exit("call off"), "us", leave("Astoria"))


def test_mw_93_or_once_midway_is_reduced() -> None:
    """MW-93, R9: or when the fortification is nothing, though no ship was attacked (Misc. 5)."""
    kit = chart() | {"air/Akagi": {"D": 40, "T": 20}}
    at = scene({"Astoria": z(20, 2)}, {"Akagi": z(7, 7)}, kit=kit, reduction=True)
    run(at, "t2/operations", BOTH)
    run(at, "t3/moves", {"japan/operations": orders(attack("Akagi", ISLAND, D=40, T=20)), "dice/roll": [1]})
    refused(at, "us", leave("Astoria"))
    run(at, "t4/operations", {"japan/readying": ALL})
    run(at, "t5/moves", {"japan/operations": orders(attack("Akagi", ISLAND, D=40, T=20)), "dice/roll": [1]})
    say(at, "us", leave("Astoria"))


def test_mw_93_or_once_fought_on_the_surface() -> None:
    """A fleet that has been in surface combat has been attacked (Misc. 5)."""
    at = scene({"Portland": z(12, 12), "Astoria": z(20, 2)}, {"Tone": z(8, 8)}, kit=chart() | guns(), surface=True)
    run(at, "t2/moves", {"us/moves": move(Portland=z(8, 8)), "us/call": area_of(z(8, 8))})
    say(at, "us", leave("Astoria"))


def test_mw_93_ruled_out() -> None:
    """MW-93: where it was agreed that nobody leaves, nobody does (Misc. 5)."""
    at = run(scene({"Portland": z(20, 2)}, {"Tone": z(0, 4)}, kit=chart(), leaving=False), "t1/moves")
    refused(at, "japan", leave("Tone"))


def test_mw_93_a_carrier_takes_her_planes_along() -> None:
    """A carrier that leaves is no base any more: nothing flies from her or lands on her (Misc. 5)."""
    at = scene({"Portland": z(20, 2)}, {"Akagi": z(0, 4), "Kaga": z(2, 4)}, kit=chart())
    run(at, "t2/moves", {"japan/readying": ALL})
    run(at, "t2/operations", {"japan/moves": leave("Akagi")})
    refused(at, "japan", orders(attack("Akagi", z(4, 4), D=1)))
    refused(at, "japan", orders(transfer("Kaga", "Akagi", D=1)))
    run(at, "/landing", {"japan/operations": orders(attack("Kaga", z(4, 4), D=7))})
    refused(at, "japan", down(flight(Akagi={"D": 7})))


def test_mw_93_a_crippled_ship_leaves_at_her_own_speed() -> None:
    """One zone a turn: from the edge column she gets off, from the next she does not (Optional Rule 1; Misc. 5)."""
    for x, legal in ((20, True), (19, False)):
        us = {"Portland": z(x, 2), "Enterprise": z(14, 17)}
        at = scene(us, {"Akagi": z(16, 2)}, kit=chart({"2-1/1": (3, 0)}), crippled=True)
        run(at, "t2/operations", BOTH)
        said = {"japan/operations": orders(attack("Akagi", z(x, 2), D=2)), "japan/attack": [dive("Portland", 2)]}
        run(at, "t3/moves", said)
        say(at, "us", leave("Portland")) if legal else refused(at, "us", leave("Portland"))


# One-way flights, and how the exchange is read.


@pytest.mark.parametrize("allowed", [True, False])
def test_mw_62_kamikaze_as_agreed(allowed: bool) -> None:
    """Misc. 12: technically allowed; players may agree to disallow flights that cannot land safely."""
    at = scene({"Portland": z(20, 2)}, {"Akagi": z(0, 10)}, kit=chart(), one_way=allowed, fighters=True)
    run(at, "t2/operations", {"japan/readying": ALL})
    for planes in ({"D": 1}, {"F": 1}, {"T": 2, "F": 2}):
        sheet = orders(attack("Akagi", z(8, 10), **planes))
        at.asks["japan"].validate(sheet) if allowed else refused(at, "japan", sheet)
    at.asks["japan"].validate(orders(attack("Akagi", z(7, 10), D=1, F=1)))


def exchanged(exchange: str, patrol: str = z(16, 6)) -> Table:
    """Enterprise patrols over Portland, who is attacked, and over a zone that is not."""
    at = scene(
        {"Enterprise": z(14, 2), "Portland": FLEET}, {"Akagi": RAIDERS}, kit=chart(), exchange=exchange, fighters=True
    )
    run(at, "t2/operations", BOTH)
    sheet = orders(cap("Enterprise", FLEET, 3), *([cap("Enterprise", patrol, 4)] if patrol else []))
    return run(at, "/press", {"us/operations": sheet, "japan/operations": orders(attack("Akagi", FLEET, D=2))})


def test_mw_edge_whole_sheets_tell_of_every_patrol() -> None:
    """R3: by the letter the sheets are exchanged: every patrol is told, attacked or not (row 14b)."""
    told_of = same_for_all(exchanged("whole"), "operations")[-1]["caps"]
    assert sorted(told_of, key=lambda c: int(c["F"])) == [
        {"by": "us", "zone": FLEET, "F": 3},
        {"by": "us", "zone": z(16, 6), "F": 4},
    ]


def test_mw_edge_only_what_is_relevant() -> None:
    """The house setting: only a patrol that an attack meets is told, before the attacker commits (rows 14a, 14b)."""
    at, without = exchanged("relevant"), exchanged("relevant", "")
    assert [b["cap"] for b in same_for_all(at, "battle")] == [3]
    for audience in ("japan", "public"):
        assert everything(at, audience) == everything(without, audience)
    run(at, "t3/", {"japan/attack": [dive("Portland", 2)]})
    assert group(at, "Enterprise")["F"] == 8


def test_mw_edge_what_is_own_stays_own() -> None:
    """Orders, landings, slips, planes and moves never reach the other side or the public (rows 1, 2, 12, 16a, 22, 28)."""
    at = run(exchanged("whole"), "t4/", {"japan/attack": [dive("Portland", 2)]})
    for kind in ("orders", "landed", "planes", "readied", "ships"):
        assert told(at, kind) == {"us", "japan"}
        for side, other in (("us", "japan"), ("japan", "us")):
            own = {"us": {"Enterprise", "Portland", "Midway"}, "japan": {"Akagi"}}[other]
            assert not [d for d in heard(at, side, kind) if own & set(_names(d))]
    assert next_step(at).startswith("t4/")


def _names(value: Any) -> list[str]:
    """Every name in what was told: keys, and the base each flight came from."""
    if isinstance(value, dict):
        return [*value, *(name for each in value.values() for name in _names(each))]
    if isinstance(value, list):
        return [name for each in value for name in _names(each)]
    return [value] if isinstance(value, str) else []
