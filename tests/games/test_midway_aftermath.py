"""The report of a finished game: what lay beside what was called, luck to the sixth of a hit, ways, and the score."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from tests.games import lively
from tests.games.midway_scenes import ALL, NONE, attack, chart, heard, move, orders, run, say, scene, z
from tests.games.test_midway_odds_and_battle import (
    FLEET,
    RAIDERS,
    WORKED_DICE,
    WORKED_FIRE,
    WORKED_GROUPS,
    WORKED_PLACES,
    worked_results,
)
from tests.tables import MIDWAY, full_chart, header
from umpire.games.aftermath import luck as dice
from umpire.games.aftermath import tracks as charts
from umpire.games.aftermath.misses import dearest
from umpire.games.aftermath.score import Row
from umpire.games.midway import aftermath
from umpire.games.midway.aftermath import drawing, luck, misses, reel, score, tracks
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.replay import replayed
from umpire.table.script import Told
from umpire.table.table import Hand, Table

JSON = Any
US_HAND = Hand("seat", 1, "us")
COLUMNS = {"1-2": ((0, 2), (0, 2), (0, 2), (1, 1), (1, 1), (1, 1))}
COLUMNS |= {"1-1": ((0, 3), (1, 2), (1, 3), (1, 2), (1, 2), (2, 3))}
COLUMNS |= {"2-1": ((1, 1), (1, 2), (2, 1), (2, 1), (2, 1), (3, 3))}
"""Hits and losses by die: invented, but as the rulebook prints them where it prints them."""
CELLS = {f"{odds}/{die}": cell for odds, cells in COLUMNS.items() for die, cell in enumerate(cells, 1)}


def conceded(at: Table, by: str = "us") -> Table:
    """The end of a game that one side has had enough of."""
    at.move(by, "concede", "moved", US_HAND, name=at.motions.name)
    assert at.over
    return at


def worked(**kit: Any) -> Table:
    """The rulebook's battle on a chart that is known, and the end."""
    values = {**chart(CELLS), "air/Akagi": {"D": 9, "T": 11}, "points/Atlanta": 4, **kit}
    values |= {"hits/Vincennes": 5, "hits/New Orleans": 5}
    at = scene(dict.fromkeys(WORKED_PLACES, FLEET), {"Akagi": RAIDERS}, kit=values)
    run(at, "t2/operations", {"japan/readying": ALL})
    said = {"us/battle-place": WORKED_PLACES, "japan/attack": WORKED_GROUPS}
    run(at, "/fire", {"japan/operations": orders(attack("Akagi", FLEET, D=9, T=11)), **said})
    say(at, "us", WORKED_FIRE)
    say(at, "dice", [WORKED_DICE[each["id"]] for each in heard(at, "public", "odds")[0]["odds"]])
    return conceded(run(at, "t2/landing"))


def finished(seed: int, **settings: Any) -> Table:
    """A lively game to its end, on a small board with the whole of the rules in use."""
    kit = {**lively.small_kit(8), **full_chart(), "roster": lively.small_kit(8)["roster"]}
    return lively.lively(Table(MIDWAY, header(kit, **settings)), random.Random(seed))


TOURNAMENT = {"fighters": True, "reduction": True, "surface": True, "waves": True, "anvil": True, "b17": 2}


# Near misses.


def searched(us_call: Any, **japan: str) -> list[misses.Miss]:
    """The misses of a game in which the US called once and gave up."""
    at = scene({"Enterprise": z(19, 1)}, {name.replace("_", " "): zone for name, zone in japan.items()})
    run(at, "t1/operations", {"us/call": us_call})
    return misses.near_misses(reel.retold(conceded(at)))


def test_a_near_miss_in_its_exact_words() -> None:
    [miss] = searched({"last": "C-3"}, Akagi="C-4-B", Kaga="C-4-B", Tone="C-4-E")
    assert miss.words == (
        "Turn 1, 0500 June 4: US called C-3, nothing sighted; "
        "two carriers (Akagi and Kaga) and one other ship lay in C-4, 1 zone away."
    )


def test_ships_at_a_corner_and_farther_in_are_named_with_their_distance() -> None:
    [miss] = searched({"last": "C-3"}, Nagara="D-4-I", Tone="D-4-I")
    assert miss.words == (
        "Turn 1, 0500 June 4: US called C-3, nothing sighted; two ships (Tone and Nagara) lay in D-4, 3 zones away."
    )


def test_a_smaller_find_beside_the_carriers_is_a_miss_and_a_greater_is_none() -> None:
    [miss] = searched({"last": "C-3"}, Akagi="C-4-B", Tone="C-3-B", Nagara="C-3-B")
    assert "called C-3, no carrier there; one carrier (Akagi) lay in C-4" in miss.words
    assert searched({"last": "C-3"}, Akagi="C-3-B", Tone="C-4-B") == []


def test_what_lay_two_areas_off_was_not_nearly_found() -> None:
    assert searched({"last": "C-3"}, Akagi="C-5-A", Tone="E-3-A") == []


def test_what_another_call_of_the_turn_found_was_not_missed() -> None:
    at = scene({"Enterprise": z(19, 1)}, {"Akagi": "C-4-B"})
    run(at, "t1/search/us")
    for call in ("C-3", "C-4", None):
        say(at, "us", call)
    found = misses.near_misses(reel.retold(conceded(run(at, "t1/operations"))))
    assert found == []


def test_two_calls_beside_one_fleet_are_one_miss() -> None:
    at = scene({"Enterprise": z(19, 1)}, {"Akagi": "C-4-B"})
    run(at, "t1/search/us")
    for call in ("C-3", "D-3", None):
        say(at, "us", call)
    [miss] = misses.near_misses(reel.retold(conceded(run(at, "t1/operations"))))
    assert miss.looked == ("C-3", "D-3")


def test_an_attack_on_an_empty_zone_beside_the_enemy() -> None:
    at = scene({"Enterprise": z(10, 2), "Atlanta": z(11, 3), "Hornet": z(12, 2)}, {"Akagi": z(6, 2)})
    run(at, "t2/operations", {"japan/readying": ALL})
    run(at, "t3", {"japan/operations": orders(attack("Akagi", z(10, 3), D=2))})
    [miss] = misses.near_misses(reel.retold(conceded(at)))
    assert miss.words == (
        f"Turn 2, 0700 June 4: Japan attacked {z(10, 3)}, no ships there; "
        f"one carrier (Enterprise) lay in {z(10, 2)}, 1 zone away."
    )


def test_the_dearest_come_first_and_no_more_than_are_asked_for() -> None:
    def miss(turn: int, carriers: int, off: int) -> misses.Miss:
        names = tuple("abcd"[:carriers])
        return misses.Miss(turn, "us", misses.CALLED, ("C-3",), "", "C-4", names, ("x",), off)

    late, near, far, none = miss(9, 4, 1), miss(3, 2, 1), miss(2, 2, 3), miss(1, 0, 1)
    assert dearest([none, far, near, late]) == [late, near, far, none]
    assert dearest([none, far, near, late], 2) == [late, near]


# Luck.


def test_luck_of_the_worked_battle() -> None:
    """By hand: 1-2 gives 3/6 of a hit, 1-1 6/6, 2-1 11/6; 8 hits were scored where 43/6 were to be expected."""
    [fight] = luck.fights(reel.retold(worked()))
    expected = {t.what: (t.did.seen, t.did.expected, t.did.luck) for t in fight.throws}
    assert expected == {
        "T-4 on Atlanta, port": (1, Fraction(1), Fraction(0)),
        "D-6 on Atlanta": (3, Fraction(11, 6), Fraction(7, 6)),
        "T-4 on Atlanta, starboard": (0, Fraction(1, 2), Fraction(-1, 2)),
        "D-3 on Vincennes": (2, Fraction(1), Fraction(1)),
        "T-1 on New Orleans, starboard": (1, Fraction(1), Fraction(0)),
        "T-2 on Vincennes, port": (1, Fraction(11, 6), Fraction(-5, 6)),
    }
    [hits, shot] = dice.totals(fight.tallies(), luck.UNITS, ("us", "japan"))
    assert (hits.side, hits.unit, hits.seen, hits.expected, hits.luck) == (
        "japan", luck.HITS, 8, Fraction(43, 6), Fraction(5, 6)
    )  # fmt: skip
    assert (hits.dice, hits.left_out) == (6, 0)
    # Nobody loses more than he has: the T-1 one for certain, the T-2 8/6, D-3 15/6, the others 15/6, 9/6 and 9/6.
    assert (shot.side, shot.unit, shot.seen, shot.expected) == ("us", luck.SQUADRONS, 13, Fraction(31, 3))


def test_a_column_that_is_not_all_known_is_left_out() -> None:
    """The rulebook prints six cells of its battle; no column is whole, so there is no expectation to hold them to."""
    at = worked_results()
    [fight] = luck.fights(reel.retold(conceded(at)))
    assert [t.did.expected for t in fight.throws] == [None] * 6
    [hits, _] = dice.totals(fight.tallies(), luck.UNITS, ("us", "japan"))
    assert (hits.seen, hits.expected, hits.dice, hits.left_out) == (0, 0, 0, 6)
    shown = aftermath.report(at)["luck"]
    assert [each["luck"] for each in shown] == ["not known", "not known"]


def test_sunk_counts_as_the_boxes_that_were_left() -> None:
    cells: dict[str, Any] = {f"crt/5-1/{die}": {"hits": 1, "lost": 0} for die in range(2, 7)}
    cells |= {"crt/5-1/1": {"hits": "sunk", "lost": 0}, "hits/Atlanta": 5}
    charts = luck.Charts(cells)
    left = charts.left("Atlanta", {"Atlanta": 2})
    assert left == 3
    assert charts.faces("crt/5-1", lambda cell: luck._hits_of(cell, left)) == Fraction(3 + 5, 6)
    assert charts.left("Portland", {}) is None
    assert charts.faces("crt/5-1", lambda cell: luck._hits_of(cell, None)) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(5, 6), "+0.8"),
        (Fraction(-5, 6), "−0.8"),
        (Fraction(1, 20), "+0.1"),
        (Fraction(-1, 20), "−0.1"),
        (Fraction(1, 21), "0.0"),
        (Fraction(-1, 21), "0.0"),
        (Fraction(-41, 4), "−10.3"),
        (Fraction(0), "0.0"),
    ],
)
def test_luck_in_tenths_half_away_from_zero(value: Fraction, shown: str) -> None:
    assert dice.decimal(value, sign=True) == shown


def test_every_die_of_the_tournament_game_is_in_the_report() -> None:
    """Groups, salvoes, fighters, bombs and B-17s: as many throws as results were told."""
    seen = dict.fromkeys(("results", "surface-results", "fighter-combat", "bombed", "b17-result"), 0)
    for seed in range(8):
        at = finished(seed, **TOURNAMENT)
        told: list[JSON] = []
        for kind in seen:
            found = heard(at, "public", kind)
            seen[kind] += len(found)
            told += [each for f in found for each in f.get("results", [f])]
        thrown = [throw for fight in luck.fights(reel.retold(at)) for throw in fight.throws]
        assert len(thrown) == len(told)
        assert [t.die for t in thrown] == [each["die"] for each in in_order(at, set(seen))]
        assert all(t.did.expected is not None for t in thrown if t.column in ("1-2", "1-1", "2-1"))
    assert all(seen.values()), f"none of these games tells everything: {seen}"


def in_order(at: Table, kinds: set[str]) -> list[JSON]:
    said = [d.facts for d in at.play.plots["public"].heard if d.kind in kinds]
    return [each for f in said for each in f.get("results", [f])]


# Tracks and the score.


def test_ships_that_went_together_are_one_way_and_their_turns_stand_along_it() -> None:
    at = scene({"Enterprise": z(19, 1), "Atlanta": z(19, 1), "Hornet": z(19, 4)}, {"Akagi": z(2, 2)})
    moved = move(Enterprise=z(17, 2), Atlanta=z(17, 2), Hornet=z(17, 4))
    run(at, "t2", {"us/moves": moved})
    run(at, "t3")
    run(at, "t4", {"us/moves": move(Enterprise=z(15, 2), Atlanta=z(15, 2))})
    found = tracks.ways(reel.retold(conceded(at)), "us")
    assert {way.ships: way.words for way in found} == {
        ("Enterprise", "Atlanta"): f"{z(19, 1)} (set-up), {z(17, 2)} (1–2), {z(15, 2)} (3–4)",
        ("Hornet",): f"{z(19, 4)} (set-up), {z(17, 4)} (1–4)",
    }
    assert charts.marks(found) == {
        z(19, 1): [0],
        z(19, 4): [0],
        z(17, 2): [1, 2],
        z(17, 4): [1, 2, 3, 4],
        z(15, 2): [3, 4],
    }
    assert len(charts.legs(found)) == 3


def test_a_way_ends_where_she_was_sunk() -> None:
    seen = reel.retold(worked())
    atlanta = next(way for way in tracks.ways(seen, "us") if way.ships == ("Atlanta",))
    assert (atlanta.end, atlanta.ended, atlanta.stops[-1]) == (charts.SUNK, 2, charts.Stop(2, FLEET))
    assert charts.sunk(tracks.ways(seen, "us")) == {FLEET: "Atlanta, turn 2"}
    assert charts.sunk(tracks.ways(seen, "japan")) == {}


def test_turns_as_stretches() -> None:
    assert charts.turns_words([0, 1, 2, 5, 7, 8]) == "set-up–2, 5, 7–8"
    assert charts.label([0, 1, 2, 5]) == "0–2+"
    assert charts.label([4]) == "4"


def test_score_by_turn_with_what_it_was_for() -> None:
    rows = score.by_turn(reel.retold(worked()))
    assert rows == [Row(1, (0, 0), ()), Row(2, (0, 4), ("Atlanta sunk, 4 points",))]


def test_the_score_of_a_whole_game_is_the_score_that_was_told() -> None:
    at = finished(4)
    rows = score.by_turn(reel.retold(at))
    assert [(row.turn, dict(zip(("us", "japan"), row.score, strict=True))) for row in rows] == [
        (f["n"], f["score"]) for f in heard(at, "public", "turn-over")
    ]
    assert rows[-1].score == (at.truth.score["us"], at.truth.score["japan"])


# Frames.


@pytest.mark.parametrize("seed", [1, 2])
def test_frames_are_what_the_plots_held(seed: int) -> None:
    """A game broken off after any number of entries had these very plots."""
    at = finished(seed, **TOURNAMENT)
    seen = reel.retold(at)
    for n in random.Random(seed).sample(range(1, len(at.entries)), 12):
        then = replayed(MIDWAY, at.header, at.entries[:n]).play.plots
        held = next(m for m in reversed(seen.moments) if m.n <= n).held
        assert held[UMPIRE].at == then[UMPIRE].zones
        for side in ("us", "japan"):
            assert held[side].at == then[side].of(side)
            assert held[side].seen == [s for s in then[side].sightings if s["by"] == side]
    whole = reel.frames(seen.moments)
    assert [m for frame in whole for m in frame.moments] == list(seen.moments)
    assert whole[-1].last.kind == "ended"


def test_no_side_s_map_shows_what_it_was_not_told() -> None:
    at = finished(3)
    seen = reel.retold(at)
    film = drawing.film(seen, reel.frames(seen.moments))
    for which, side in ((1, "us"), (2, "japan")):
        enemies = {ship for ship, facts in at.truth.ships.items() if facts["side"] != side}
        pictures = {frame["maps"][which] for frame in film["frames"]}
        words = [film["marks"][n][5] for p in pictures for n in film["pictures"][p] if len(film["marks"][n]) > 5]
        assert words
        assert not [text for text in words for ship in enemies if ship in text]
    truth = {n for frame in film["frames"] for n in film["pictures"][frame["maps"][0]]}
    assert any("Kaga" in film["marks"][n][5] for n in truth if len(film["marks"][n]) > 5)


def test_what_was_gone_back_behind_is_in_no_frame() -> None:
    at = scene({"Enterprise": z(19, 1)}, {"Akagi": "C-4-B"})
    run(at, "t1/operations", {"us/call": {"last": "C-3"}})
    before = max(e.n for e in at.entries if e.ask.startswith("t1/ready"))
    at.back(before, Hand("umpire", None, "umpire"))
    run(at, "t1/operations", {"us/call": {"last": "F-1"}})
    seen = reel.retold(conceded(at))
    assert [m.facts["area"] for m in seen.moments if m.kind == "call"] == ["F-1"]
    assert misses.near_misses(seen) == []
    assert "C-3" not in json.dumps(aftermath.report(at)["film"])


def test_a_game_conceded_before_it_began_has_a_report_all_the_same() -> None:
    made = aftermath.report(conceded(Table(MIDWAY, header())))
    assert made["lasted"] == "It ended before the first turn"
    assert (made["luck"], made["fights"], made["misses"]["all"], made["score"]["chart"]) == ([], [], [], None)
    assert len(made["film"]["frames"]) == 1


def test_what_older_rules_told_is_passed_over_and_the_report_says_so() -> None:
    at = run(scene({"Enterprise": z(19, 1)}, {"Akagi": "C-4-B"}), "t2/ready", {"us/readying": NONE})
    conceded(at)
    at.told.insert(5, (0, Told((UMPIRE,), Dispatch("semaphore", {"flags": 2}))))
    seen = reel.retold(at)
    assert seen.missed == 1
    assert seen.end.zones == at.truth.zones
    assert aftermath.report(at)["missed"] == 1
