"""Every question of the rulebook’s Appendix, from Readying of Aircraft to the end, answered as it answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    NONE,
    attack,
    cap,
    chart,
    count,
    dive,
    everything,
    group,
    guns,
    heard,
    leave,
    move,
    next_step,
    orders,
    port,
    raw_odds,
    ready,
    refused,
    run,
    same_for_all,
    say,
    scene,
    some,
    transfer,
    z,
)
from tests.games.test_midway_appendix import strike
from umpire.table.asks import Refusal
from umpire.table.board import area_of
from umpire.table.table import Table

FLEET, RAIDERS, FAR = z(10, 2), z(6, 2), z(20, 17)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


# Readying of Aircraft.


def home(**more: Any) -> Table:
    """Enterprise and an empty sea."""
    return scene({"Enterprise": FLEET}, {"Soryu": RAIDERS}, kit=chart({"2-1/1": (2, 0)}), **more)


def test_appendix_readying_1_not_two_turns_running() -> None:
    """May they fly two turns in a row? No, fighters neither."""
    at = run(home(fighters=True), "t2/operations", {"us/readying": ALL})
    sheet = orders(attack("Enterprise", z(8, 4), D=12), cap("Enterprise", FLEET, 8))
    run(at, "t3/operations", {"us/operations": sheet, "us/readying": ALL})
    refused(at, "us", orders(attack("Enterprise", z(8, 4), D=1)))
    refused(at, "us", orders(cap("Enterprise", FLEET, 1)))
    run(at, "t4/operations")
    say(at, "us", sheet)


def test_appendix_readying_2_part_of_the_planes() -> None:
    """May only part of them be readied? Yes, by base and type."""
    at = run(home(fighters=True), "t2/operations", {"us/readying": some({"Enterprise": {"D": 4, "F": 2}})})
    assert ready(at, "Enterprise") == {"D": 4, "T": 0, "F": 2}
    refused(at, "us", orders(attack("Enterprise", z(8, 4), D=5)))


@pytest.mark.parametrize("kind", ["D", "T", "F"])
def test_appendix_readying_3_one_readied_squadron(kind: str) -> None:
    """With one readied squadron aboard, a fighter too, does she sink one hit early? Yes."""
    at = home(fighters=True)
    run(at, "t2/operations", {"us/readying": ALL, "japan/readying": some({"Soryu": {kind: 1}})})
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", RAIDERS, D=2)), "us/attack": [dive("Soryu", 2)]})
    assert [(s["ship"], s["armed"]) for s in same_for_all(at, "sunk")] == [("Soryu", True)]


def test_appendix_readying_4_he_need_not_say_how_many() -> None:
    """Must he tell how many, or on which carriers? No; the slip is kept by the umpire for proof."""
    played = [run(home(), "t2/deready", {"us/readying": word}) for word in (ALL, some({"Midway": {"D": 1}}))]
    for audience in ("japan", "public"):
        assert everything(played[0], audience) == everything(played[1], audience)
    assert heard(played[1], "umpire", "readied") == [{"step": "readying", "which": {"Midway": {"D": 1}}}]


@pytest.mark.parametrize("crippled", [False, True])
def test_appendix_readying_5_one_hit_short_she_operates(crippled: bool) -> None:
    """One hit from sinking she may ready and launch, and does not sink of it, with Optional Rule 1 neither."""
    at = run(home(crippled=crippled), "t2/operations", {"us/readying": ALL})
    said = {"us/operations": orders(attack("Enterprise", RAIDERS, D=2)), "us/attack": [dive("Soryu", 2)]}
    run(at, "t4/operations", said)
    run(at, "t5/operations", {"japan/readying": ALL})
    run(at, "t6/operations")
    assert same_for_all(at, "hits") == [{"marked": {"Soryu": 2}}]
    assert same_for_all(at, "sunk") == []
    say(at, "japan", orders(attack("Soryu", z(6, 6), D=6, T=6)))


def test_appendix_readying_6_transferred_planes() -> None:
    """Must transferred planes be readied again? Yes, and they may not fly on the next turn."""
    at = scene({"Enterprise": FLEET}, {"Tone": FAR}, kit=chart(), fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    run(at, "t3/operations", {"us/operations": orders(transfer("Enterprise", "Midway", D=3, F=2)), "us/readying": ALL})
    assert group(at, "Midway") == {"D": 11, "T": 2, "F": 10}
    refused(at, "us", orders(attack("Midway", z(12, 7), D=9)))
    refused(at, "us", orders(cap("Midway", ISLAND, 9)))
    run(at, "t4/operations")
    say(at, "us", orders(attack("Midway", z(12, 7), D=11)))


def test_appendix_readying_7_a_forgotten_word() -> None:
    """A side that says nothing: its planes are as they were at its last word."""
    at = run(home(), "t4/operations", BOTH)
    assert count(at, "Soryu")["ready"] == {"D": 6, "T": 6}
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", RAIDERS, D=2)), "us/attack": [dive("Soryu", 2)]})
    assert [s["armed"] for s in same_for_all(at, "sunk")] == [True]


# Surface Combat.


def meeting(*japan: str, to: str, more: dict[str, dict[str, str]] | None = None, **kit: Any) -> Table:
    """Portland steams into a zone of Japanese ships on turn 1 and finds them."""
    also = more or {}
    us = {"Portland": z(12, 12), **also.get("us", {})}
    ships = {**dict.fromkeys(japan, z(8, 8)), **also.get("japan", {})}
    at = scene(us, ships, kit=chart() | guns() | kit, surface=True)
    return run(at, to, {"us/moves": move(Portland=z(8, 8)), "us/call": area_of(z(8, 8)), "us/readying": NONE})


def test_appendix_surface_1_more_than_seventeen() -> None:
    """More ships than the board is wide: seventeen, one move, the rest behind them; room must be made."""
    names = tuple(f"Ship {n}" for n in range(1, 20))
    at = meeting(*names, to="surface-1/place/japan")
    refused(at, "japan", {ship: [column, 1] for column, ship in enumerate(names[:16], 1)})
    say(at, "japan", {ship: [column, 1] for column, ship in enumerate(names[:17], 1)})
    run(at, "moves-1/japan")
    refused(at, "japan", {"move": {"Ship 9": [9, 2]}, "enter": {"Ship 18": [9, 1]}})
    two = {"Ship 9": [9, 2], "Ship 10": [10, 2]}
    refused(at, "japan", {"move": two, "enter": {"Ship 18": [9, 1], "Ship 19": [10, 3]}})
    say(at, "japan", {"move": two, "enter": {"Ship 18": [9, 1], "Ship 19": [10, 1]}})


def test_appendix_surface_2_engaged_ships_under_air_attack() -> None:
    """Only the side attacked places its ships; if both are attacked, each by itself in the normal way."""
    more = {"us": {"Enterprise": z(14, 8)}, "japan": {"Akagi": z(2, 8)}}
    at = meeting("Haruna", to="t2/moves", more=more)
    run(at, "t3/operations", BOTH)
    both = {
        "us/operations": orders(attack("Enterprise", z(8, 8), D=1)),
        "japan/operations": orders(attack("Akagi", z(8, 8), D=1)),
    }
    run(at, "battle-1/place", both)
    assert (list(at.asks), at.asks["us"].facts["ships"]) == (["us"], ["Portland"])
    run(at, "battle-2/place", {"japan/attack": [dive("Portland", 1)]})
    assert (list(at.asks), at.asks["japan"].facts["ships"]) == (["japan"], ["Haruna"])
    run(at, "t3/surface-1/", {"us/attack": [dive("Haruna", 1)]})


# Miscellaneous.


def test_appendix_misc_1_transfers_are_not_told() -> None:
    """Attacks: from which zone and to which is told. Transfers: not."""
    at = scene({"Enterprise": FLEET, "Hornet": z(12, 4)}, {"Akagi": RAIDERS}, kit=chart(), fighters=True)
    run(at, "t2/operations", {"us/readying": ALL})
    swap = (transfer("Hornet", "Enterprise", F=2), transfer("Enterprise", "Hornet", D=2))
    sheet = orders(attack("Enterprise", z(8, 4), D=3), *swap)
    run(at, "t3/", {"us/operations": sheet})
    assert same_for_all(at, "returns") == [{"by": "us", "zone": z(8, 4), "origins": [FLEET], "returns": [FLEET]}]
    assert group(at, "Enterprise") == {"D": 10, "T": 5, "F": 10}
    assert group(at, "Hornet") == {"D": 14, "T": 5, "F": 6}
    for audience in ("japan", "public"):
        texts = [text for kind, text in everything(at, audience) if kind not in ("kit", "opened")]
        assert not any("Hornet" in text or z(12, 4) in text for text in texts)


def calls(side: str, **settings: Any) -> int:
    """How many areas without an own ship a side may call on turn 1."""
    at = run(scene({"Portland": z(10, 7)}, {"Tone": z(8, 2)}, kit=chart(), **settings), f"search/{side}")
    made = 0
    for area in ("A-1", "B-1", "E-1", "D-2", "C-2", "B-2"):
        if side not in at.asks or at.asks[side].kind != "call":
            break
        try:
            at.asks[side].validate(area)
        except Refusal:
            break
        say(at, side, area)
        made += 1
    return made


@pytest.mark.parametrize(("balance", "us", "japan"), [(False, 4, 3), (True, 5, 4)])
def test_appendix_misc_2_help_for_the_japanese_player(balance: bool, us: int, japan: int) -> None:
    """Four calls and three; with the option five and four."""
    assert (calls("us", balance=balance), calls("japan", balance=balance)) == (us, japan)


def test_appendix_misc_3_help_for_the_us_player() -> None:
    """B-17s: one zone, the ships there named, one chosen, one die; no more once Midway is reduced to nothing."""
    kit = chart() | {"b17/6": 1, "air/Akagi": {"D": 40, "T": 20}}
    japan = {"Tone": RAIDERS, "Chikuma": RAIDERS, "Akagi": z(7, 7)}
    at = scene({"Enterprise": FLEET}, japan, kit=kit, reduction=True, b17=2)
    run(at, "b17/target", {"us/operations": orders(b17=RAIDERS), "japan/readying": ALL})
    assert sorted(same_for_all(at, "b17")[0]["ships"]) == ["Chikuma", "Tone"]
    run(at, "t2/operations", {"us/b17-target": "Tone", "dice/roll": [6]})
    assert same_for_all(at, "hits") == [{"marked": {"Tone": 1}}]
    run(at, "t3/operations", {"japan/operations": orders(attack("Akagi", ISLAND, D=40, T=20)), "dice/roll": [6]})
    refused(at, "us", orders(b17=RAIDERS))


def test_appendix_misc_4_a_patrol_over_another_zone() -> None:
    """Can a patrol protect a zone other than the one it lands in or takes off from? Yes."""
    at = strike(dive("Portland", 4), us=orders(cap("Enterprise", FLEET, 3)), to="/screen", fighters=True)
    assert at.asks["us"].facts["fighters"] == 3
    run(at, "/landing", {"us/screen": {"Portland/dive": 3}})
    assert raw_odds(at) == {"Portland/dive": ([4, 3], "1-1")}


def test_appendix_misc_5_off_the_board() -> None:
    """Japan by the left edge; the US by the right, once attacked or Midway is reduced; for the rest of the game."""
    us, japan = {"Astoria": z(20, 2), "Portland": z(10, 7)}, {"Tone": z(0, 4), "Akagi": z(7, 7)}
    at = run(scene(us, japan, kit=chart()), "t2/moves", {"japan/readying": ALL})
    refused(at, "us", leave("Astoria"))
    say(at, "us", move())
    say(at, "japan", leave("Tone"))
    said = {"japan/operations": orders(attack("Akagi", z(10, 7), D=1)), "japan/attack": [dive("Portland", 1)]}
    run(at, "t3/moves", said)
    refused(at, "us", leave("Portland"))
    say(at, "us", leave("Astoria"))
    run(at, "t4/moves")
    assert at.truth.zones == {"Portland": z(10, 7), "Akagi": z(7, 7)}
    refused(at, "us", move(Astoria=z(20, 2)))


@pytest.mark.parametrize(("fighters", "raw"), [(1, [1, 1]), (2, [1, 2])])
def test_appendix_misc_6_one_surplus_fighter(fighters: int, raw: list[int]) -> None:
    """A T-1 without fire at it but one surplus fighter: 1-1, not 1-2: the intrinsic 1 counts only alone."""
    patrol = orders(cap("Enterprise", FLEET, 3 + fighters))
    at = strike(sent={"T": 1, "F": 3}, us=patrol, to="/strip", fighters=True)
    run(at, "/screen", {"us/strip": fighters, "japan/attack": [port("Portland", 1)]})
    run(at, "/landing", {"us/screen": {"Portland/port": fighters}})
    assert raw_odds(at)["Portland/port"] == (raw, f"1-{fighters}")


def test_appendix_misc_7_new_forces_in_a_long_battle() -> None:
    """They enter on the last row and move from there; one die serves the whole force."""
    more = {"us": {"Astoria": z(10, 8)}, "japan": {"Tone": z(6, 8)}}
    at = meeting("Haruna", to="t2/moves", more=more)
    run(at, "t2/surface-1/", {"us/moves": move(Astoria=z(8, 8)), "japan/moves": move(Tone=z(8, 8))})
    assert at.asks["japan"].facts["ships"] == ["Tone"]
    refused(at, "japan", {"Tone": [3, 2]})
    say(at, "japan", {"Tone": [3, 1]})
    refused(at, "us", {"Astoria": [3, 6]})
    say(at, "us", {"Astoria": [3, 7]})
    run(at, "withdraw-1/", {"japan/surface-move": {"move": {"Tone": [3, 2]}, "enter": {}}})
    say(at, "us", True)
    say(at, "japan", False)
    say(at, "dice", [5])
    run(at, "t3/moves")
    say(at, "us", move(Portland=z(9, 8), Astoria=z(9, 8)))


def test_appendix_misc_8_committed_is_committed() -> None:
    """A ship sunk before all have attacked her: the others attack all the same and take their losses."""
    cells = {"4-1/1": ("sunk", 0), "3-1/1": (0, 2)}
    at = strike(dive("Portland", 4), port("Portland", 3), cells=cells, to="/landing")
    assert [s["ship"] for s in same_for_all(at, "sunk")] == ["Portland"]
    assert same_for_all(at, "results")[0]["lost"] == {"D": 0, "T": 2}


def test_appendix_misc_9_no_waves_on_the_island() -> None:
    """May Midway be reduced by waves? No: one strength, one die, nobody asked."""
    kit = chart() | {"air/Akagi": {"D": 20, "T": 20}}
    at = scene({"Enterprise": z(20, 2)}, {"Akagi": z(7, 7)}, kit=kit, reduction=True, waves=True, fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "japan/operations": orders(attack("Akagi", ISLAND, D=20, T=20)),
        "us/operations": orders(cap("Midway", ISLAND, 4)),
    }
    run(at, "/landing", said)
    assert [b["raw"] for b in same_for_all(at, "bombed")] == [[40, 20]]
    assert same_for_all(at, "waves") == []


def test_appendix_misc_10_searches_after_midway_falls() -> None:
    """Still four, but within twelve of an American ship."""
    at = scene({"Portland": z(19, 2)}, {"Atago": z(11, 7)}, kit=chart())
    run(at, "t1/search", {"japan/moves": move(Atago=ISLAND)})
    at.asks["us"].validate("A-3")
    run(at, "t5/search")
    assert at.truth.captured
    refused(at, "us", "A-3")
    for area in ("D-1", "D-2", "E-1", "E-2"):
        say(at, "us", area)
    assert at.asks.get("us") is None or at.asks["us"].facts["left"] == 0


def test_appendix_misc_11_the_invasion_begins_as_atago_lands() -> None:
    """Does it begin the turn she lands on Midway? Yes: landed on turn 2, it falls at the end of turn 5."""
    at = scene({"Portland": FAR}, {"Atago": z(11, 7)}, kit=chart())
    run(at, "t2/moves")
    run(at, "t5/operations", {"japan/moves": move(Atago=ISLAND)})
    assert not at.truth.captured
    run(at, "t6/")
    assert at.truth.captured


@pytest.mark.parametrize("allowed", [True, False])
def test_appendix_misc_12_kamikaze(allowed: bool) -> None:
    """Technically allowed; players may agree beforehand to disallow flights that cannot land safely."""
    at = scene({"Portland": FAR}, {"Akagi": z(0, 10)}, kit=chart(), one_way=allowed)
    run(at, "t2/operations", {"japan/readying": ALL})
    sheet = orders(attack("Akagi", z(9, 10), D=2))
    if not allowed:
        assert refused(at, "japan", sheet).rule == "Appendix, Miscellaneous 12"
        return
    run(at, "t3/", {"japan/operations": sheet})
    assert group(at, "Akagi")["D"] == 5
    assert next_step(at).startswith("t3/")
