"""Cases of Surface Combat (Tournament Game): ships sunk, ways out, and a battle that goes on next turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    attack,
    chart,
    dive,
    down,
    everything,
    flight,
    group,
    guns,
    leave,
    move,
    next_step,
    orders,
    refused,
    run,
    same_for_all,
    say,
    z,
)
from tests.games.test_midway_surface import (
    CALL,
    HARUNA,
    NEAR,
    PORTLAND,
    SEA,
    clash,
    closed_in,
    ends,
    meeting,
    odds,
    shoot,
    steam,
    sunk,
)
from umpire.table.board import area_of
from umpire.table.table import Table

# Sinking.


def test_mw_42_a_ship_sunk_in_his_half_still_fires() -> None:
    """MW-42: Japan sinks her in his portion; she fires in hers, and is gone from the next (Surface 15)."""
    at = closed_in(kit=guns({"1-1/1": "sunk", "1-2/6": 1}))
    shoot(at, "japan", 2, {"Haruna": "Portland"}, 1)
    assert sunk(at) == [("Portland", False)]
    shoot(at, "us", 2, {"Portland": "Haruna"}, 6)
    assert odds(at) == [("Haruna", [6, 10], "1-2")]
    assert same_for_all(at, "hits")[-1] == {"marked": {"Haruna": 1}}
    run(at, "t2/")
    assert ends(at) == ["sunk"]
    assert len(same_for_all(at, "withdrawing")) == 1, "there is nobody left to withdraw from"


def test_mw_42_not_in_the_turn_after() -> None:
    """MW-42: with another ship left the battle goes on, without her (Surface 15)."""
    at = run(meeting(("Portland", "Astoria"), kit=guns({"1-1/1": "sunk"})), "surface-1/", CALL)
    lines = {"japan/surface-place": HARUNA, "us/surface-place": {"Portland": [9, 7], "Astoria": [8, 7]}}
    run(at, "moves-1/", lines)
    us = {"us/surface-move": steam(Portland=[9, 6], Astoria=[8, 6])}
    run(at, "moves-2/", {"japan/surface-move": steam(Haruna=[9, 2])} | us)
    us = {"us/surface-move": steam(Portland=[9, 5], Astoria=[8, 5])}
    run(at, "/fire-2/japan", {"japan/surface-move": steam(Haruna=[9, 3])} | us)
    shoot(at, "japan", 2, {"Haruna": "Portland"}, 1)
    assert set(at.asks["us"].facts["reach"]) == {"Portland", "Astoria"}
    run(at, "/fire-3/us")
    assert set(at.asks["us"].facts["reach"]) == {"Astoria"}
    run(at, "/fire-4/japan")
    assert at.asks["japan"].facts["reach"] == {"Haruna": ["Astoria"]}
    refused(at, "japan", {"Haruna": "Portland"})


def test_mw_42_both_sunk_in_one_turn() -> None:
    """Both last ships sink in one Battle Board turn: points to both, and the battle is over (Surface 15; How to Win)."""
    at = closed_in(kit=guns({"1-1/1": "sunk", "1-2/1": "sunk"}))
    shoot(at, "japan", 2, {"Haruna": "Portland"}, 1)
    shoot(at, "us", 2, {"Portland": "Haruna"}, 1)
    assert next_step(at).startswith("t2/")
    assert sunk(at) == [("Portland", False), ("Haruna", False)]
    assert at.truth.score == {"us": 5, "japan": 5}
    assert at.truth.held == []


def gunned(to: str, word: str, hits: int, sheet: Any = None) -> Table:
    """Portland's guns hit Soryu so often, on turn 2, her planes readied on the turn told."""
    at = meeting(("Portland",), ("Soryu",), kit=guns({"3-1/1": hits}, Soryu=2) | chart())
    ready = {"japan/readying": ALL}
    run(at, "t2/ready/", ready if word == "ready" else {})
    run(at, "t2/search", ready if word == "readying" else {})
    run(at, "surface-1/", {**CALL, **({"japan/operations": sheet} if sheet else {})})
    run(at, "moves-1/", {"japan/surface-place": {"Soryu": [9, 1]}, "us/surface-place": PORTLAND})
    run(at, "moves-2/", {"us/surface-move": steam(Portland=[9, 6])})
    run(at, "moves-3/", {"us/surface-move": steam(Portland=[9, 5])})
    run(at, "/fire-3/us", {"us/surface-move": steam(Portland=[9, 4])})
    shoot(at, "us", 3, {"Portland": "Soryu"}, 1)
    return run(at, to)


@pytest.mark.parametrize(
    ("word", "hits", "down"),
    [("ready", 2, True), ("readying", 2, True), ("none", 2, False), ("none", 3, True), ("ready", 1, False)],
)
def test_mw_85_a_readied_carrier_under_gunfire(word: str, hits: int, down: bool) -> None:
    """MW-85: readied or readying planes cost her the last box under gunfire as under bombs (Surface 16)."""
    at = gunned("t3/", word, hits)
    assert sunk(at) == ([("Soryu", hits == 2)] if down else [])
    assert ("Soryu" in at.truth.planes) is not down


def test_mw_85_planes_back_from_an_attack_do_not_count() -> None:
    """All planes flew and are down again, not ready: two hits leave her afloat (Surface 2 and 16; Readying 1)."""
    at = gunned("t3/", "ready", 2, orders(attack("Soryu", z(4, 8), D=6, T=6)))
    assert sunk(at) == []
    assert group(at, "Soryu") == {"D": 6, "T": 6, "F": 0}


def test_mw_85_planes_that_landed_on_her_go_down_with_her() -> None:
    """By the time the guns speak all planes are down: those aboard are lost with her (Surface 2; Sinking)."""
    at = gunned("t3/", "ready", 3, orders(attack("Soryu", z(4, 8), D=6, T=6)))
    assert sunk(at) == [("Soryu", False)]
    assert "Soryu" not in at.truth.planes


# Optional Rule 1 under gunfire.


def crippled(side: str) -> Table:
    """On turn 2 of the battle one side is hit three times on four boxes; the third turn's fire is due."""
    at = closed_in(kit=guns({"1-1/1": 3} if side == "us" else {"1-2/1": 3}), crippled=True)
    if side == "us":
        shoot(at, "japan", 2, {"Haruna": "Portland"}, 1)
    else:
        shoot(at, "japan", 2, {"Haruna": None})
    return at


def test_mw_88_crippled_in_this_turn_she_still_fires() -> None:
    """Crippled in Japan's portion she fires in hers, as a sunk ship does; from the next turn on not (Opt. 1; Surface 15)."""
    at = crippled("us")
    assert same_for_all(at, "hits")[-1] == {"marked": {"Portland": 3}}
    assert list(at.asks["us"].facts["reach"]) == ["Portland"]
    run(at, "/fire-3/japan", {"us/surface-fire": {"Portland": "Haruna"}})
    assert odds(at) == [("Haruna", [6, 10], "1-2")], "her full factor in this turn"
    run(at, "moves-4/")
    assert [f["side"] for f in same_for_all(at, "surface-firing")] == ["japan", "japan", "us", "japan"]


def test_mw_88_a_crippled_target_is_worth_one() -> None:
    """MW-88: her factor is nothing, so odds against her are so many to one (Opt. 1)."""
    at = crippled("us")
    run(at, "/fire-3/japan")
    shoot(at, "japan", 3, {"Haruna": "Portland"})
    assert odds(at) == [("Portland", [10, 1], "4-1")]


def test_mw_88_a_crippled_japanese_ship_is_silent_next_turn() -> None:
    """Hit by the US after her own fire, she has none in the next turn; without the option she has (Opt. 1)."""
    at = crippled("japan")
    shoot(at, "us", 2, {"Portland": "Haruna"}, 1)
    run(at, "moves-4/")
    assert "japan" not in [f["side"] for f in same_for_all(at, "surface-firing")[3:]]
    at = closed_in(kit=guns({"1-2/1": 3}))
    shoot(at, "japan", 2, {"Haruna": None})
    shoot(at, "us", 2, {"Portland": "Haruna"}, 1)
    run(at, "/fire-3/japan")


# Withdrawal, and the end.


@pytest.mark.parametrize(("die", "away"), [(4, False), (5, True), (6, True), (1, False)])
def test_mw_43_withdrawal_on_a_five_or_a_six(die: int, away: bool) -> None:
    """MW-43: a five or a six gets away, and one turn is marked (Surface 13)."""
    at = clash("/withdraw-1/")
    say(at, "japan", True)
    say(at, "us", False)
    assert same_for_all(at, "withdrawing") == [{"sides": ["japan"]}]
    assert next_step(at) == "t1/surface-1/withdrawal-1"
    say(at, "dice", [die])
    assert next_step(at).startswith("t2/" if away else "t1/surface-1/moves-2")


def test_mw_43_the_wish_is_sealed_until_both_have_spoken() -> None:
    """Either or both may try; nothing is told until both have said (Surface 13)."""
    at = clash("/withdraw-1/")
    before = everything(at, "us")
    say(at, "japan", True)
    assert everything(at, "us") == before


@pytest.mark.parametrize(("dice", "away"), [([1, 5], True), ([6, 1], True), ([5, 6], True), ([4, 4], False)])
def test_mw_43_both_try(dice: list[int], away: bool) -> None:
    """Both roll, a die each; if either gets away the battle is over for both (Surface 13)."""
    at = clash("/withdraw-1/")
    say(at, "japan", True)
    say(at, "us", True)
    assert len(at.asks["dice"].dice) == 2
    say(at, "dice", dice)
    assert next_step(at).startswith("t2/" if away else "t1/surface-1/moves-2")


def test_mw_43_after_a_withdrawal_nobody_is_held() -> None:
    """MW-43: after a withdrawal, be it on the fourth turn, all ships may move (Surface 13 and 17)."""
    for n in (1, 4):
        at = clash(f"/withdraw-{n}/")
        say(at, "us", True)
        say(at, "japan", False)
        say(at, "dice", [5])
        assert ends(at) == ["withdrawn"]
        run(at, "t2/moves")
        say(at, "us", move(Portland=NEAR))
        say(at, "japan", move(Haruna=z(6, 8)))


def test_mw_43_four_turns_run_out() -> None:
    """MW-43: after four Battle Board turns one turn is marked, and the engaged cannot move on the next (Surface 17)."""
    more = {"us": {"Astoria": NEAR}, "japan": {"Tone": z(6, 8)}}
    at = clash("t2/moves", more=more)
    assert [t["n"] for t in same_for_all(at, "surface-turn")] == [1, 2, 3, 4]
    assert [t["n"] for t in same_for_all(at, "turn")] == [1, 2]
    assert refused(at, "us", move(Portland=NEAR)).rule == "Surface Combat 17"
    refused(at, "japan", move(Haruna=z(7, 8)))
    refused(at, "japan", leave("Haruna"))
    say(at, "us", move(Astoria=z(12, 8)))
    say(at, "japan", move(Tone=z(4, 8)))


def test_mw_43_held_for_one_turn_only() -> None:
    """The hold is for the Step 1 after; when the battle then ends by withdrawal they move again (Surface 17)."""
    at = clash("t2/operations")
    assert same_for_all(at, "contact")[-1] == {"zones": [SEA]}, "they know of each other: they fought"
    run(at, "t2/surface-1/withdraw-1/")
    say(at, "us", True)
    say(at, "japan", False)
    say(at, "dice", [6])
    run(at, "t3/moves")
    say(at, "us", move(Portland=NEAR))
    run(at, "t4/")
    assert [o["how"] for o in same_for_all(at, "surface-over")] == ["four turns", "withdrawn"]


def test_mw_43_held_again_when_it_goes_on_again() -> None:
    """Four more turns hold them for another Step 1 (Surface 17)."""
    at = clash("t3/moves")
    refused(at, "us", move(Portland=NEAR))
    assert ends(at) == ["four turns", "four turns"]


def test_mw_43_all_of_one_side_sunk_nobody_is_held() -> None:
    """With nobody left to fight the others are free (Surface 17)."""
    at = closed_in(kit=guns({"1-1/1": "sunk"}))
    shoot(at, "japan", 2, {"Haruna": "Portland"}, 1)
    run(at, "t2/moves")
    say(at, "japan", move(Haruna=z(6, 8)))


# The battle goes on next turn.


def going_on(us: str = "Astoria", japan: str = "Tone", **kit: Any) -> Table:
    """Four turns without a shot, both two rows ahead; next turn a ship of each side moves in from two zones away."""
    more = {"us": {us: NEAR, "Enterprise": z(14, 8)}, "japan": {japan: z(6, 8), "Akagi": z(2, 8)}}
    at = closed_in(more=more, kit=kit)
    run(at, "t2/moves")
    return run(at, "t2/ready/", {"us/moves": move(**{us: SEA}), "japan/moves": move(**{japan: SEA})})


def test_mw_87_newcomers_enter_on_the_last_row() -> None:
    """MW-87: the engaged stand where they stood, newcomers come on along their edge and move from there (Misc. 7)."""
    at = run(going_on(), "t2/surface-1/")
    assert same_for_all(at, "surface")[-1] == {"zone": SEA, "at": {"Haruna": [9, 3], "Portland": [9, 5]}}
    refused(at, "japan", {"Tone": [9, 2]})
    refused(at, "japan", {"Tone": [10, 1], "Haruna": [9, 1]})
    say(at, "japan", {"Tone": [10, 1]})
    refused(at, "us", {"Astoria": [9, 1]})
    say(at, "us", {"Astoria": [9, 7]})
    refused(at, "japan", steam(Tone=[10, 3]))
    say(at, "japan", steam(Tone=[10, 2], Haruna=[9, 4]))
    run(at, "fire-1/us")
    assert "Portland" in at.asks["us"].facts["reach"], "it is no first Battle Board turn for her"


def test_mw_87_old_and_new_share_the_withdrawal_die() -> None:
    """MW-87: the two forces are one: one die gets both away, and nobody is held (Misc. 7)."""
    at = run(going_on(), "t2/surface-1/withdraw-1/")
    say(at, "us", True)
    say(at, "japan", False)
    assert len(at.asks["dice"].dice) == 1
    say(at, "dice", [5])
    run(at, "t3/moves")
    say(at, "us", move(Portland=NEAR, Astoria=NEAR))


def test_mw_87_newcomers_are_held_with_the_others() -> None:
    """They engaged: when four turns run out again they cannot move either (Surface 17; Misc. 7)."""
    at = run(going_on(), "t3/moves")
    refused(at, "us", move(Astoria=NEAR))
    refused(at, "japan", move(Tone=z(7, 8)))


def test_mw_87_engaged_ships_under_air_attack() -> None:
    """MW-87: only the attacked side's ships are laid out, by the normal spacing, wherever they fought (Surface 2)."""
    more = {"us": {"Enterprise": z(14, 8)}, "japan": {"Akagi": z(2, 8)}}
    at = meeting(("Portland",), ("Haruna", "Tone"), more=more)
    run(at, "surface-1/", {**CALL, "us/readying": ALL})
    run(at, "moves-1/", {"japan/surface-place": {"Haruna": [9, 1], "Tone": [10, 1]}, "us/surface-place": PORTLAND})
    run(at, "t2/operations")
    run(at, "battle-1/place", {"us/operations": orders(attack("Enterprise", SEA, D=2))})
    assert list(at.asks) == ["japan"]
    refused(at, "japan", {"Haruna": [9, 1], "Tone": [10, 1]})
    refused(at, "japan", {"Haruna": [9, 1], "Tone": [11, 1], "Portland": [5, 5]})
    say(at, "japan", {"Haruna": [9, 3], "Tone": [11, 3]})
    run(at, "t2/surface-1/moves-1", {"us/attack": [dive("Tone", 2)]})
    assert same_for_all(at, "surface")[-1]["at"] == {"Haruna": [9, 1], "Tone": [10, 1], "Portland": [9, 7]}


def test_mw_87_a_ship_sunk_from_the_air_is_gone_from_the_battle() -> None:
    """Sunk between two turns of the battle she is no longer on the board; without enemies it is over (Surface 3)."""
    more = {"us": {"Enterprise": z(14, 8)}, "japan": {"Akagi": z(2, 8)}}
    at = meeting(more=more, kit=chart({"2-1/1": ("sunk", 0)}))
    run(at, "t2/operations", {**CALL, "us/readying": ALL})
    said = {"us/operations": orders(attack("Enterprise", SEA, D=2)), "us/attack": [dive("Haruna", 2)]}
    run(at, "t3/moves", said)
    assert len(same_for_all(at, "surface")) == 1
    say(at, "us", move(Portland=NEAR))


def test_mw_87_engaged_carriers_still_fly() -> None:
    """Ships held by the battle only may not move: their planes attack as ever (Surface 17)."""
    at = meeting(("Enterprise",), ("Haruna",), more={"japan": {"Tone": z(4, 8)}})
    run(at, "t2/operations", {**CALL, "us/readying": ALL})
    run(at, "/landing", {"us/operations": orders(attack("Enterprise", z(4, 8), D=2)), "us/attack": [dive("Tone", 2)]})
    say(at, "us", down(flight(Enterprise={"D": 2})))


# Many ships, several zones.


def test_mw_44_twenty_ships_and_seventeen_rectangles() -> None:
    """MW-44: seventeen come on, and in the first move enough go ahead for the other three behind them (Surface 1)."""
    names = [f"Ship {n}" for n in range(1, 21)]
    at = run(meeting(japan=tuple(names)), "surface-1/", CALL)
    line = {ship: [column, 1] for column, ship in enumerate(names[:17], 1)}
    refused(at, "japan", {ship: cell for ship, cell in line.items() if ship != "Ship 17"})
    refused(at, "japan", {**line, "Ship 18": [1, 2], "Ship 19": [2, 2], "Ship 20": [3, 2]})
    say(at, "japan", line)
    run(at, "moves-1/japan")
    ahead = {ship: [column, 2] for column, ship in enumerate(names[:3], 1)}
    behind = {"Ship 18": [1, 1], "Ship 19": [2, 1], "Ship 20": [3, 1]}
    refused(at, "japan", {"move": {}, "enter": {}})
    refused(at, "japan", {"move": {"Ship 1": [1, 2]}, "enter": {"Ship 18": [1, 1]}})
    refused(at, "japan", {"move": ahead, "enter": {**behind, "Ship 20": [4, 1]}})
    refused(at, "japan", {"move": ahead, "enter": {**behind, "Ship 20": [3, 2]}})
    say(at, "japan", {"move": ahead, "enter": behind})
    assert len(at.truth.surface["at"]) == 21
    run(at, "moves-2/japan")
    say(at, "japan", steam(Ship_18=[1, 1]))


def test_mw_44_seventeen_all_come_on() -> None:
    """Seventeen fill the row exactly; none waits (Surface 1)."""
    names = tuple(f"Ship {n}" for n in range(1, 18))
    at = run(meeting(japan=names), "surface-1/", CALL)
    say(at, "japan", {ship: [column, 1] for column, ship in enumerate(names, 1)})
    run(at, "moves-1/japan")
    say(at, "japan", steam())


def two_zones() -> Table:
    more = {"us": {"Astoria": z(5, 5)}, "japan": {"Tone": z(2, 2)}}
    return meeting(more=more, then={"Astoria": z(2, 2)})


def test_mw_83_two_zones_in_one_turn() -> None:
    """Ships meet in two zones: two battles, one after the other, one turn of the time record (Surface 3 and 17)."""
    at = run(two_zones(), "t1/search")
    say(at, "us", area_of(SEA))
    say(at, "us", area_of(z(2, 2)))
    run(at, "surface-1/")
    [said] = same_for_all(at, "contact")
    assert sorted(said["zones"]) == sorted([SEA, z(2, 2)])
    run(at, "surface-2/")
    first = same_for_all(at, "surface-over")[0]["zone"]
    run(at, "t2/moves")
    assert {first, same_for_all(at, "surface-over")[1]["zone"]} == {SEA, z(2, 2)}
    refused(at, "us", move(Portland=NEAR))
    refused(at, "us", move(Astoria=z(3, 2)))
    assert [t["n"] for t in same_for_all(at, "turn")] == [1, 2]


def test_mw_83_one_zone_withdrawn_the_other_held() -> None:
    """Each battle ends by itself: who withdrew from one is free, who fought four turns in another is held (Surface 17)."""
    at = run(two_zones(), "t1/search")
    say(at, "us", area_of(SEA))
    say(at, "us", area_of(z(2, 2)))
    run(at, "surface-1/withdraw-1/")
    first = at.truth.surface["zone"]
    say(at, "us", True)
    say(at, "japan", False)
    say(at, "dice", [6])
    run(at, "t2/moves")
    free, held = ("Portland", "Astoria") if first == SEA else ("Astoria", "Portland")
    at.asks["us"].validate(move(**{free: NEAR if free == "Portland" else z(3, 2)}))
    refused(at, "us", move(**{held: NEAR if held == "Portland" else z(3, 2)}))


def test_mw_83_the_last_turn() -> None:
    """A battle on the last turn of the record is fought, and then the game is over (How to Win)."""
    at = run(meeting(kit={"track/turns": 1}), "surface-1/", CALL)
    run(at, "")
    assert at.over
    assert ends(at) == ["four turns"]
