"""Edges where sections of the Tournament game meet that no listed case names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midway_scenes import (
    ALL,
    ISLAND,
    attack,
    bow,
    cap,
    chart,
    dive,
    down,
    flight,
    group,
    guns,
    leave,
    move,
    orders,
    port,
    raw_odds,
    refused,
    run,
    same_for_all,
    say,
    scene,
    z,
)
from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, full_chart, midway_kit
from umpire.games.midway.gunnery import Steam
from umpire.table.asks import Refusal
from umpire.table.board import area_of
from umpire.table.table import Table

FLEET, RAIDERS, SEA = z(10, 2), z(6, 2), z(8, 8)
BOTH = {"us/readying": ALL, "japan/readying": ALL}


def at_midway(
    *, to: str, us: dict[str, str] | None = None, said: Any = None, D: int = 20, T: int = 15, **s: Any
) -> Table:
    """Akagi against Midway on turn 2, every section in use unless told."""
    kit = chart(s.pop("cells", None)) | {"air/Akagi": {"D": max(1, D), "T": T}, "air/Midway": {"D": 8, "T": 2}}
    settings = {**TOURNAMENT, **s}
    at = scene(us or {"Enterprise": z(20, 2), "Portland": ISLAND}, {"Akagi": z(7, 7)}, kit=kit, **settings)
    run(at, "t2/operations", BOTH)
    return run(at, to, {"japan/operations": orders(attack("Akagi", ISLAND, D=D, T=T)), **(said or {})})


def test_mw_38_waves_of_raiders_against_ships_at_midway() -> None:
    """Those that go for the ships may come in waves, whatever they are; the island is raided in one (Opt. 3; Misc. 9)."""
    at = at_midway(
        to="/fire", waves=True, said={"japan/aim": {"D": 15, "T": 12}, "japan/attack": [dive("Portland", 8)]}
    )
    run(at, "/waves", {"us/fire": {"Portland": "Portland/dive"}})
    refused(at, "japan", {"Portland/dive": [6, 3]})
    run(at, "/landing", {"japan/waves": {"Portland/dive": [6, 2]}})
    assert [raw for raw, _ in raw_odds(at).values()] == [[6, 3], [2, 3]]
    assert [b["raw"] for b in same_for_all(at, "bombed")] == [[27, 20]]


def test_mw_90_raiders_of_midway_have_no_torpedoes_for_an_anvil() -> None:
    """Armed with bombs they neither come at a beam nor at a bow (Appendix, Midway 3; Optional Rule 2)."""
    at = at_midway(to="/attack", anvil=True, said={"japan/aim": {"D": 20, "T": 5}})
    refused(at, "japan", [port("Portland", 5)])
    refused(at, "japan", [port("Portland", 5), bow("Portland", 5)])
    say(at, "japan", [dive("Portland", 10)])


def test_mw_93_bombs_on_the_island_are_no_attack_on_the_fleet() -> None:
    """A raid on the island alone, ships of the US there or not, lets no US ship leave yet (Misc. 5)."""
    us = {"Enterprise": z(20, 2), "Portland": ISLAND}
    at = at_midway(to="t3/moves", us=us, said={"japan/aim": {"D": 20, "T": 15}})
    assert len(same_for_all(at, "bombed")) == 1
    refused(at, "us", leave("Enterprise"))
    at = at_midway(to="t3/moves", us=us, said={"japan/aim": {"D": 18, "T": 15}, "japan/attack": [dive("Portland", 2)]})
    say(at, "us", leave("Enterprise"))


def test_mw_39_no_base_left_at_all() -> None:
    """No carrier, and Midway closed while its planes are up: they are lost, and the game goes on (Reduction 8)."""
    us = {"Portland": z(20, 2)}
    sheet = orders(attack("Midway", z(15, 7), D=8, T=2))
    at = at_midway(to="/landing", us=us, D=40, T=20, fighters=False, said={"us/operations": sheet, "dice/roll": [6]})
    assert at.asks["us"].facts["flights"][0]["reach"] == []
    run(at, "t4/operations")
    refused(at, "us", sheet)
    run(at, "t5/")
    assert group(at, "Midway") == {"D": 0, "T": 0, "F": 0}


def test_mw_41_both_attack_one_zone_under_both_patrols() -> None:
    """Each escort meets the other side's patrol there, in its own battle, never its own (Fighters 6; R12)."""
    at = scene(
        {"Enterprise": z(8, 2), "Portland": FLEET}, {"Akagi": RAIDERS, "Tone": RAIDERS}, kit=chart(), fighters=True
    )
    run(at, "t2/operations", {**BOTH, "us/moves": move(Portland=RAIDERS)})
    said = {
        "us/operations": orders(attack("Enterprise", RAIDERS, D=2, F=3), cap("Enterprise", RAIDERS, 5)),
        "japan/operations": orders(attack("Akagi", RAIDERS, D=2, F=2), cap("Akagi", RAIDERS, 3)),
        "japan/attack": [dive("Portland", 2)],
        "us/attack": [dive("Tone", 2)],
    }
    run(at, "t3/", said)
    assert [(b["by"], b["cap"]) for b in same_for_all(at, "battle")] == [("japan", 5), ("us", 3)]
    assert [f["raw"] for f in same_for_all(at, "fighter-combat")] == [[2, 5], [3, 3]]
    assert (group(at, "Enterprise")["F"], group(at, "Akagi")["F"]) == (8, 7)


def steam(**facts: Any) -> Steam:
    """A Japanese move: one ship on the first row, one waiting behind, one enemy ship."""
    made = {"n": 2, "at": {"Tone": [1, 1]}, "enemy": {"Portland": [2, 1]}, "waiting": ["Haruna"]}
    return Steam("t1/surface-1/moves-2/japan", {**made, "row": 1, "ahead": 1, "depth": 7, **facts})


@pytest.mark.parametrize("cell", [[1, 1], [2, 1]], ids=["on her own side's", "on an enemy's"])
def test_mw_44_a_ship_that_comes_on_takes_a_vacant_rectangle(cell: list[int]) -> None:
    """The rest come on vacant rectangles: never where a ship is, whoever's (Appendix, Surface 1; Surface 4)."""
    ask = steam()
    with pytest.raises(Refusal):
        ask.validate({"move": {}, "enter": {"Haruna": cell}})
    ask.validate({"move": {}, "enter": {"Haruna": [3, 1]}})
    ask.validate({"move": {"Tone": [1, 2]}, "enter": {"Haruna": [1, 1]}})


def test_mw_44_ships_may_follow_and_change_places() -> None:
    """Only where they stand after the move counts: a rectangle left in the same move is vacant (Surface 4 and 6)."""
    ask = steam(at={"Tone": [5, 1], "Nagara": [5, 2]}, waiting=[])
    ask.validate({"move": {"Nagara": [5, 3], "Tone": [5, 2]}, "enter": {}})
    ask.validate({"move": {"Nagara": [5, 1], "Tone": [5, 2]}, "enter": {}})
    with pytest.raises(Refusal):
        ask.validate({"move": {"Tone": [5, 2]}, "enter": {}})


def test_mw_46_crippled_from_the_air_silent_on_the_surface_that_turn() -> None:
    """One hit short after the air attack, she has no surface fire in the battle of the same turn (Optional Rule 1)."""
    kit = chart({"2-1/1": (3, 0)}) | guns()
    us = {"Portland": z(12, 12), "Enterprise": z(14, 8)}
    at = scene(us, {"Tone": SEA, "Akagi": z(4, 4)}, kit=kit, surface=True, crippled=True)
    run(at, "t2/moves", BOTH)
    run(at, "t3/moves", {"us/moves": move(Portland=z(10, 10))})
    said = {
        "us/moves": move(Portland=SEA),
        "us/call": area_of(SEA),
        "japan/operations": orders(attack("Akagi", SEA, D=2)),
        "japan/attack": [dive("Portland", 2)],
    }
    run(at, "surface-1/moves-1", said)
    for n in (1, 2):
        run(at, f"moves-{n}/japan")
        at_row = at.truth.surface["at"]["Tone"]
        say(at, "japan", {"move": {"Tone": [at_row[0], at_row[1] + 1]}, "enter": {}})
        row = at.truth.surface["at"]["Portland"]
        say(at, "us", {"move": {"Portland": [row[0], row[1] - 1]}, "enter": {}})
    run(at, "moves-3/")
    assert {f["side"] for f in same_for_all(at, "surface-firing")} == {"japan"}


def test_mw_77_atago_once_battleships_have_done_it() -> None:
    """Twenty turns of a battleship reduce it to nothing, and on the next turn Atago may land (Reduction 6 and 7)."""
    at = scene({"Portland": z(20, 2)}, {"Haruna": ISLAND, "Atago": z(12, 7)}, kit=chart(), reduction=True)
    run(at, "t20/moves")
    refused(at, "japan", move(Atago=ISLAND))
    run(at, "t21/moves")
    say(at, "japan", move(Atago=ISLAND))


def test_mw_25_a_kit_for_fighters_says_how_many() -> None:
    """A table with fighters cannot be set up until each base's number is known; without them it can (Fighters 1)."""
    kit = {key: value for key, value in (midway_kit() | full_chart()).items() if key != "fighters/Hornet"}
    assert MIDWAY.wanting(kit, {**TOURNAMENT, "fighters": False}) == []
    assert "Hornet" in " ".join(MIDWAY.wanting(kit, TOURNAMENT))


def test_mw_edge_night_stops_the_planes_and_not_the_guns() -> None:
    """All sections and options in use on a night turn: no operations, no landing, but a surface battle (Night)."""
    kit = chart() | guns() | {"track/nights": ["0700"]}
    at = scene({"Portland": z(12, 12), "Enterprise": z(20, 2)}, {"Tone": SEA}, kit=kit, **TOURNAMENT, **OPTIONS)
    run(at, "t2/moves", {"us/readying": ALL, "us/moves": move(Portland=z(10, 10))})
    run(at, "t2/ready/", {"us/moves": move(Portland=SEA)})
    run(at, "t2/surface-1/", {"us/call": area_of(SEA)})
    run(at, "t3/")
    assert len(same_for_all(at, "operations")) == 1, "of turn 1 only"
    assert [over["how"] for over in same_for_all(at, "surface-over")] == ["four turns"]
    assert group(at, "Enterprise") == {"D": 12, "T": 5, "F": 8}


def test_mw_69_a_patrol_bound_for_another_deck_that_sinks() -> None:
    """Bound for Hornet, who is sunk: they land wherever else in range there is room (Sinking; Carrier Capacity 1)."""
    us = {"Enterprise": z(12, 2), "Hornet": FLEET}
    at = scene(us, {"Akagi": RAIDERS}, kit=chart({"2-1/1": ("sunk", 0)}), fighters=True)
    run(at, "t2/operations", BOTH)
    said = {
        "us/operations": orders(
            cap("Hornet", z(14, 4), 3, to="Enterprise"), cap("Enterprise", z(14, 4), 3, to="Hornet")
        ),
        "japan/operations": orders(attack("Akagi", FLEET, D=2)),
        "japan/attack": [dive("Hornet", 2)],
    }
    run(at, "/landing", said)
    refused(at, "us", down(flight(Hornet={"F": 3}), flight(Enterprise={"F": 3})))
    proposed = at.asks["us"].value(at.asks["us"].draft())["flights"]
    assert [proposed[key]["land"] for key in "12"] == [{"Enterprise": {"F": 3}}, {"Midway": {"F": 3}}]
    refused(at, "us", down(flight(Enterprise={"F": 1}), flight(Enterprise={"F": 3})))
    say(at, "us", down(flight(Midway={"F": 3}), flight(Enterprise={"F": 3})))
    run(at, "t3/")
    assert group(at, "Midway")["F"] == 11
