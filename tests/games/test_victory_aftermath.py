"""The report of a finished game of Victory at Midway: near misses, luck, points in halves, the reckoning, tracks, film."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.games.test_victory_examples import base_strike, in_the_air, us_strike
from tests.games.victory_lively import lively, some_table
from tests.games.victory_scenes import VICTORY, idle, right, run, scene, table, told
from tests.tables import hand_of
from umpire.games.aftermath.luck import totals
from umpire.games.aftermath.misses import dearest
from umpire.games.victory_at_midway import aftermath
from umpire.games.victory_at_midway.aftermath import drawing, luck, misses, reel, score, tracks
from umpire.games.victory_at_midway.terms import JAPAN, SIDES, TYPE_WORDS, US, halves
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.replay import replayed
from umpire.table.script import Told
from umpire.table.table import Hand, Table

JSON = Any
CARRIERS = dict.fromkeys(("Enterprise", "Hornet", "Yorktown"), "I4")
AWAY = {"Enterprise": "N2", "Hornet": "N2", "Yorktown": "N2"}


def over(t: Table, motion: str = "concede") -> Table:
    """The end by a motion: the US concedes, or both agree."""
    t.move(US, motion, "moved", Hand("seat", 1, US), name=t.motions.name)
    if motion == "end":
        t.move(JAPAN, motion, "agreed", Hand("seat", 2, JAPAN), name=t.motions.name)
    assert t.over
    return t


@cache
def examples() -> Table:
    """Both worked examples of Turn 8, and the end."""
    return over(run(base_strike(us_strike(in_the_air(), "japan/next")), "after"))


@cache
def whole(seed: int) -> Table:
    """A lively game to its end, its settings and its kit drawn by lot."""
    rng = random.Random(seed)
    return lively(some_table(rng, solitaire=seed % 4 == 3), rng)


def missed(t: Table) -> list[str]:
    seen = reel.retold(over(t))
    return [miss.words(seen.when(miss.turn)) for miss in misses.near_misses(seen)]


class TestNearMisses:
    def test_vm_03_the_second_fleet_lay_a_hex_beyond_the_search_of_e6(self) -> None:
        t = scene(CARRIERS, {"Akagi": "F5", "Hiryu": "D7", "DD4": "D7"}, turn=5)
        said = {"us/orders": {"air": ["E6", "F5", "G4", "H6"]}, "japan/orders": {"air": ["F5", "H4", "H6"]}}
        # Of all bombers the B-17 alone reaches D7, four hexes from Midway.
        assert missed(run(t, "strikes", said)) == [
            "Turn 5, 1800 June 3: US searched E6; 1 hex beyond, in D7, lay one carrier (Hiryu) and one other ship; "
            "one Ready bomber could have struck there."
        ]

    def test_carriers_in_range_that_nobody_looked_at_are_one_miss_over_several_turns(self) -> None:
        t = scene({**AWAY, "Enterprise": "I4"}, {"Akagi": "I2"}, turn=2)
        # Enterprise's three D and one T have a range of two, Akagi's two D and two T as well.
        assert missed(run(t, "t4/strikes")) == [
            "Turns 2–4, from 0800 June 3: US did not look at I2, where one carrier (Akagi) lay; "
            "four Ready bombers could have struck there.",
            "Turns 2–4, from 0800 June 3: Japan did not look at I4, where one carrier (Enterprise) lay; "
            "four Ready bombers could have struck there.",
        ]

    def test_carriers_out_of_reach_far_from_every_search_were_not_nearly_found(self) -> None:
        t = scene(AWAY, {"Akagi": "A5"}, turn=2)
        assert missed(run(t, "strikes", {"us/orders": {"air": ["H6"]}})) == []

    def test_fleets_without_a_carrier_are_passed_by_in_silence(self) -> None:
        t = scene(AWAY, {"CA8": "F6"}, turn=2)
        assert missed(run(t, "strikes", {"us/orders": {"air": ["H6"]}})) == []

    def test_vm_39_what_lay_in_fog_could_not_be_found(self) -> None:
        t = scene(AWAY, {"Akagi": "D2", "Kaga": "D3"}, turn=2, fog=True)
        found = missed(run(t, "strikes", {"us/orders": {"air": ["F4"]}}))
        assert found == ["Turn 2, 0800 June 3: US searched F4; 1 hex beyond, in D3, lay one carrier (Kaga)."]

    def test_vm_11_a_night_search_that_failed_over_the_enemy(self) -> None:
        t = scene({**AWAY, "US DD1": "E4"}, {"TT1": "E4"}, turn=6, night_searches=True)
        run(t, "after", {"us/orders": {"ship": ["E4"]}}, [[5]])
        assert missed(t) == ["Turn 6, 2130 June 3: US searched E4 by night, in vain on a 5, where one ship (TT1) lay."]

    def test_a_strike_on_an_empty_hex_next_to_the_enemy(self) -> None:
        t = scene(AWAY, {"Akagi": "F5", "CA8": "F5", "DD4": "E5"}, turn=8)
        run(t, "strikes", {"us/orders": {"air": ["F6"]}})
        run(t, "us/next", {"us/strikes": [{"to": "F6", "units": ["M-D1", "M-T1"]}]})
        [miss] = missed(run(t, "after"))
        assert miss == (
            "Turn 8, 0430 June 4: US struck F6 with 2 air units, nothing there; "
            "1 hex away, in F5, lay one carrier (Akagi) and one other ship."
        )

    def test_vm_61_a_strike_of_which_no_wave_finds_the_enemy(self) -> None:
        t = scene(AWAY, {"Akagi": "F5"}, turn=8, finding=True)
        run(t, "strikes", {"us/orders": {"air": ["F5"]}})
        run(t, "us/next", {"us/strikes": [{"to": "F5", "waves": [["M-D1", "M-T1"]]}]}, [[2]])
        [miss] = missed(run(t, "after"))
        assert miss == (
            "Turn 8, 0430 June 4: US struck F5 and no wave found the way there, where one carrier (Akagi) lay."
        )

    def test_carriers_hurt_most_and_those_that_could_have_been_struck_before_others(self) -> None:
        def miss(turn: int, carriers: int, off: int, bombers: int) -> misses.Miss:
            return misses.Miss(turn, US, "", "F5", ("x",) * carriers, (), off, bombers)

        far, near, able, four = miss(1, 2, 2, 0), miss(2, 2, 1, 0), miss(3, 2, 2, 1), miss(4, 4, 2, 0)
        assert dearest([far, near, able, four]) == [four, able, near, far]


class TestLuck:
    def test_vm_19_and_vm_17_die_by_die(self) -> None:
        """Values as the examples have them: 7, 2, AA 2 and strike 1 over F5; 3, 3 and 4 against 7 over Midway."""
        first, second = luck.fights(reel.retold(examples()))
        assert [(t.what, len(t.faces), t.did.seen, t.did.expected) for t in first.throws] == [
            ("Japan: Fighters, round 1", 8, 6, Fraction(56, 10)),
            ("US: Return fire, round 1", 2, 0, Fraction(4, 10)),
            ("Japan: Anti-aircraft fire", 4, 0, Fraction(8, 10)),
            ("US: Bombing", 4, 1, Fraction(4, 10)),
        ]
        assert [(t.what, len(t.faces), t.did.seen, t.did.expected) for t in second.throws[:3]] == [
            ("US: Fighters, round 1", 6, 2, Fraction(2 * (3 + 3 + 4), 10)),
            ("Japan: Return fire, round 1", 4, 1, Fraction(2 + 2 + 2 + 7, 10)),
            ("Japan: Fighters, round 2", 7, 5, Fraction(7 * 7, 10)),
        ]
        assert second.throws[2].faces == (3, 7, 10, 1, 2, 6, 9)
        assert first.losses[:2] == ["US loses D 1, T 1.", "Akagi is lost."]
        air = [s for s in totals([*first.tallies(), *second.tallies()], luck.UNITS, SIDES) if s.unit == luck.AIR]
        assert [(s.side, s.seen, s.luck, s.dice) for s in air] == [
            (US, 2, Fraction(-4, 10), 8),
            (JAPAN, 12, Fraction(2, 10), 19),
        ]

    def test_vm_43_at_night_a_factor_of_three_hits_on_a_one_or_a_two(self) -> None:
        assert luck.chance(3, 1) == Fraction(2, 10)
        assert (luck.chance(0, 1), luck.chance(10)) == (0, 1)

    def test_vm_24_a_hit_on_a_japanese_battleship_is_shrugged_off_half_the_time(self) -> None:
        t = scene({"US CA1": "E4"}, {"BB3.2": "E4"}, turn=8)
        run(t, "surface/us", {"us/orders": {"ship": ["E4"]}})
        # Her own guns miss with tens; the cruiser hits twice, and of the second dice a six does not count.
        run(t, "shore", {"us/declare": ["E4"]}, [[10, 10], [1, 2], [5, 6]])
        [fight] = luck.fights(reel.retold(over(t)))
        guns, armour = fight.throws[1:]
        assert (guns.did.unit, guns.did.seen, guns.did.expected) == (luck.GUNS, 2, Fraction(6, 10))
        assert (armour.did.side, armour.did.seen, armour.did.expected) == (JAPAN, 1, Fraction(1))

    def test_vm_28_a_wave_finds_over_its_distance(self) -> None:
        t = scene(AWAY, {"CA8": "F5"}, turn=8, finding=True)
        run(t, "strikes", {"us/orders": {"air": ["F5"]}})
        run(t, "us/next", {"us/strikes": [{"to": "F5", "waves": [["M-D1"], ["M-T1"]]}]}, [[2, 1]])
        [fight] = luck.fights(reel.retold(over(t)))
        [throw] = fight.throws
        # Two hexes: three to ten finds, for either wave.
        assert (throw.did.seen, throw.did.expected, fight.empty) == (0, Fraction(16, 10), "no wave finds it")

    def test_vm_11_night_searches_are_even_chances(self) -> None:
        t = scene({"US DD1": "E4", "US DD2": "L2"}, {}, turn=6, night_searches=True)
        run(t, "after", {"us/orders": {"ship": ["E4", "L2"]}}, [[5, 6]])
        [found] = totals(luck.night_searches(reel.retold(over(t))), luck.UNITS, SIDES)
        assert (found.side, found.seen, found.expected, found.dice) == (US, 1, Fraction(1), 2)

    @pytest.mark.parametrize("seed", range(4))
    def test_every_shot_that_was_told_is_counted(self, seed: int) -> None:
        t = whole(seed)
        shots = [s for f in told(t, "public", "shots") if f["part"] != "position" for s in f["shots"]]
        kinds = {luck.ARMOUR, luck.WAVES}
        thrown = [x.did for fight in luck.fights(reel.retold(t)) for x in fight.throws if x.did.unit not in kinds]
        assert sum(did.dice for did in thrown) == sum(len(shot["faces"]) for shot in shots)
        assert sum(did.seen for did in thrown) == sum(shot["hits"] for shot in shots)


class TestPoints:
    def test_vm_20_and_vm_45_by_source_in_halves(self) -> None:
        """Akagi's two hits 10, her D and T two steps each 2; in battle three steps of Japan's, twelve of the US."""
        assert score.by_source(reel.retold(examples())) == {
            "Carriers": (20, 0),
            "Aircraft in battle": (3, 12),
            "Aircraft lost with carriers": (4, 0),
        }
        shown = aftermath.report(examples())["sources"]
        assert shown["rows"][1]["of"] == [{"points": "1½", "hits": "3 steps"}, {"points": "6", "hits": "12 steps"}]
        assert shown["total"] == ["13½", "6"]

    def test_vm_83_a_concession_has_no_reckoning(self) -> None:
        made = aftermath.report(examples())
        assert made["reckoning"] is None
        assert made["outcome"] == "US concedes; Japan wins. In a series that is worth 111 points."

    def test_vm_82_hits_on_a_ship_that_withdrew_are_taken_off_in_the_reckoning(self) -> None:
        t = scene({"US CA1": "A5", **AWAY}, {"CA8": "A5"}, turn=8)
        run(t, "surface/us", {"us/orders": {"ship": ["A5"]}})
        run(t, "shore", {"us/declare": ["A5"]}, [[10, 10], [1, 10]])
        run(t, "/orders")
        run(t, "strikes", {"japan/orders": {"moves": {"CA8": "off"}}})
        made = aftermath.report(over(t, "end"))
        assert made["sources"]["rows"] == [
            {"what": "Cruisers", "of": [{"points": "2", "hits": "1 hit"}, {"points": "", "hits": ""}]}
        ]
        assert made["reckoning"] == {
            "lines": [
                {"why": "Scored in play", "points": ["2", "0"]},
                {"why": "CA8 withdrew: hits on her do not count", "points": ["−2", ""]},
                {"why": "Holds Midway", "points": ["11", ""]},
            ],
            "total": ["11", "0"],
        }
        assert {row["name"]: row["of"] for row in made["standing"]}["Withdrawn"] == ["none", "CA8"]
        assert made["outcome"] == "Both sides agree to end. US wins, 11 to 0."

    @pytest.mark.parametrize("seed", range(4))
    def test_sources_and_reckoning_add_up_to_the_score_that_was_told(self, seed: int) -> None:
        t = whole(seed)
        seen = reel.retold(t)
        sources = score.by_source(seen)
        [tally] = told(t, "public", "tally")
        taken = {side: sum(line["halves"] for line in tally["lines"] if line["to"] == side) for side in SIDES}
        for i, side in enumerate(SIDES):
            assert sum(points[i] for points in sources.values()) + taken[side] == t.truth.score[side]
        assert score.reckoning(seen)["total"] == [halves(t.truth.score[side]) for side in SIDES]
        rows = score.by_turn(seen)
        assert [(r.turn, dict(zip(SIDES, r.score, strict=True))) for r in rows] == [
            (f["n"], f["score"]) for f in told(t, "public", "turn-over")
        ]

    def test_ditched_units_are_counted_and_score_nothing(self) -> None:
        """Strike and Escort Aircraft Retrieval: what finds no deck is in the sea, and in nobody's score."""
        t = scene({"Enterprise": "I4", "Hornet": "N2", "Yorktown": "N2"}, {"CA8": "I2"}, turn=8)
        run(t, "strikes", {"us/orders": {"air": ["I4"]}})
        run(t, "after", {"us/strikes": [{"to": "J2", "units": ["E-F1", "E-D1"]}]})
        run(t, "t3/orders", {"us/after": {"land": {}, "ditch": ["E-F1", "E-D1"]}})
        made = aftermath.report(over(t, "end"))
        assert {row["name"]: row["of"] for row in made["standing"]}["Air units ditched"] == ["F 1, D 1", "none"]
        assert made["sources"]["rows"] == []


class TestTracks:
    def test_ships_that_went_together_are_one_way(self) -> None:
        t = scene({**AWAY, "US CA1": "L4"}, {"Akagi": "F5", "Kaga": "F5"}, turn=2)
        run(t, "t3/orders", {"japan/orders": {"moves": {"Akagi": "F6", "Kaga": "F6"}}})
        found = {way.ships: way.words for way in tracks.ways(reel.retold(over(t)), JAPAN)}
        assert found[("Akagi", "Kaga")] == "A1 (1), F6 (2–3)"

    def test_vm_20_akagi_s_way_ends_in_f5(self) -> None:
        chart = aftermath.report(examples())["tracks"][1]
        assert [sunk["words"] for sunk in chart["sunk"]] == ["Akagi, turn 8"]
        assert chart["name"] == "Japan"


class TestTheFilm:
    @pytest.mark.parametrize("seed", [0, 3])
    def test_maps_are_what_the_plots_held(self, seed: int) -> None:
        """A game broken off after any number of entries had these very plots."""
        t = whole(seed)
        seen = reel.retold(t)
        for n in random.Random(seed).sample(range(1, len(t.entries)), 8):
            then = replayed(VICTORY, t.header, t.entries[:n]).play.plots
            held = next(m for m in reversed(seen.moments) if m.n <= n).held
            assert held[UMPIRE].at == then[UMPIRE].at
            for side in SIDES:
                assert held[side].at == then[side].of(side)
        shown = reel.frames(seen.moments)
        assert [m for frame in shown for m in frame.moments] == list(seen.moments)
        assert shown[-1].last.kind == "ended"

    def test_no_side_s_map_names_a_ship_of_the_other(self) -> None:
        t = whole(0)
        film = aftermath.report(t)["film"]
        for which, side in ((1, US), (2, JAPAN)):
            # A sighting in the open gives types; one ship is called by hers.
            enemies = [s for s, facts in t.truth.ships.items() if facts["side"] != side and s not in TYPE_WORDS]
            pictures = {frame["maps"][which] for frame in film["frames"]}
            words = [film["marks"][n][5] for p in pictures for n in film["pictures"][p] if len(film["marks"][n]) > 5]
            assert words
            named = {name for text in words for name in re.split(", | and ", text.partition(": ")[2])}
            assert not named & set(enemies)
            assert named & {ship for ship in t.truth.ships if ship not in enemies}

    def test_vm_03_a_side_s_map_has_what_was_announced_and_the_truth_what_was_there(self) -> None:
        t = scene(CARRIERS, {"Akagi": "F5", "Hiryu": "D7"}, turn=5)
        run(t, "strikes", {"us/orders": {"air": ["E6", "F5", "G4", "H6"]}})
        seen = reel.retold(over(t))
        frame = next(f for f in reel.frames(seen.moments) if f.last.turn == 5 and f.last.step == "search")
        marks = {a: drawing.marks_of(seen, frame.last, a, {}) for a in (UMPIRE, US, JAPAN)}
        outlined = {a: [m[5] for m in made if m[0].startswith("open-")] for a, made in marks.items()}
        assert outlined == {UMPIRE: [], US: ["F5: carriers, turn 5"], JAPAN: []}
        assert [m[5] for m in marks[UMPIRE] if m[0] == "circle"] == ["D7: Hiryu", "F5: Akagi"]
        # E6, F5, G4, H6 and all around them; nothing that Japan, who did not look, has looked into.
        looked = {a: sum(m[0] == "called" for m in made) for a, made in marks.items()}
        assert looked == {UMPIRE: len(set(covered(t, "E6", "F5", "G4", "H6"))), US: looked[UMPIRE], JAPAN: 0}

    def test_every_turn_has_its_line(self) -> None:
        lines = {t["turn"]: t["words"] for t in aftermath.report(examples())["turns"]}
        assert lines[8] == (
            "Carriers in I4 (US). Carriers in F5 (Japan). US strikes F5: US loses D 1, T 1. Akagi is lost. "
            "Akagi sinks at once: Ready planes were on her deck. Lost with her: D 1, T 1. "
            "Japan strikes Midway’s base: US loses F 3. Marine 1 is reduced. Marine 2 is reduced. "
            "Midway’s field: 2 hits. Room and searches are fewer by as many; 0 air units lost."
        )


def covered(t: Table, *hexes: str) -> list[str]:
    return [place for hex_ in hexes for place in t.truth.board.within(hex_, 1)]


class TestSolitaire:
    def played(self, to: str, die: int = 10) -> Table:
        """The US idle at I4, the app playing Japan, the detection die as said."""
        return run_solo(table(solitaire="open", umpire=False), to, die)

    def deeds(self, t: Table) -> dict[int, list[tuple[str, str]]]:
        made = aftermath.report(over(t))["doctrine"]
        return {each["turn"]: [(deed["what"], deed["rule"]) for deed in each["deeds"]] for each in made}

    def test_vm_87_entries_and_courses_are_told_by_their_rules(self) -> None:
        deeds = self.deeds(self.played("t3/orders"))
        assert deeds[1][0] == ("Enter: Akagi, Hiryu, Kaga, Soryu and 5 others at A1.", "Japanese Entry")
        assert deeds[2][1] == ("Sail: Akagi, Hiryu, Kaga, Soryu and 5 others to B1.", "Japanese Movement")
        assert deeds[1][1] == (
            "Detection die 10: not needed, since no whole carriers of both are within two hexes.",
            "Japanese Doctrine Toward US CVs",
        )

    @pytest.mark.parametrize(
        ("die", "words"),
        [
            (1, "Detection die 1: the US alone finds the other’s carriers."),
            (5, "Detection die 5: Japan and the US find each other’s carriers, in G4."),
            (10, "Detection die 10: Japan alone finds the other’s carriers, in G4."),
        ],
    )
    def test_vm_90_the_detection_die_and_vm_91_the_strike_that_stays_on_deck(self, die: int, words: str) -> None:
        t = self.played("t8/orders", die)
        right(t, "hex/Enterprise", "G4")
        run_solo(t, "t8/after", die)
        made = self.deeds(t)[8]
        assert (words, "Japanese Doctrine Toward US CVs") in made
        stays = "The strike on Midway’s base stays on deck: US carriers are found."
        assert any(what == stays for what, _ in made) == (die != 1)
        assert any(what.startswith("Against Midway’s base:") for what, _ in made) == (die == 1)
        assert any(what.startswith("Against G4:") for what, _ in made) == (die != 1)

    def test_a_game_of_two_says_nothing_of_doctrine(self) -> None:
        made = aftermath.report(examples())
        assert (made["doctrine"], made["solitaire"]) == ([], False)


def run_solo(t: Table, to: str, die: int) -> Table:
    """On to an ask with the app playing Japan; detection rolls as said, the defender fires first, all else is a ten."""
    while not any(to in asked.name for asked in t.asks.values()):
        party, asked = next((p, a) for p, a in t.asks.items() if p not in t.locks)
        value = VICTORY.command(t.play.plots[party], asked) if party == JAPAN else idle(asked)
        value = [die] if asked.name.endswith("/detection") else [3, 8] if "/position-" in asked.name else value
        t.answer(party, asked.name, value, hand_of(party))
    return t


@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_every_sort_have_a_report(seed: int) -> None:
    t = whole(seed)
    made = aftermath.report(t)
    assert json.loads(json.dumps(made["film"])) == made["film"]
    assert made["outcome"] == t.truth.ended["text"]
    assert [each["turn"] for each in made["turns"]] == [f["n"] for f in told(t, "public", "turn")]
    assert made["film"]["frames"][-1]["score"] == [halves(t.truth.score[side]) for side in SIDES]
    assert bool(made["doctrine"]) == bool(t.header.settings["solitaire"])


def test_a_game_replayed_has_the_same_report() -> None:
    t = whole(3)
    assert aftermath.report(replayed(VICTORY, t.header, t.entries)) == aftermath.report(t)


def test_random_games_have_every_part_of_a_report() -> None:
    made = [aftermath.report(whole(seed)) for seed in range(4)]
    for part in ("luck", "fights", "turns", "doctrine"):
        assert any(each[part] for each in made), part
    assert any(each["misses"]["all"] for each in made)


def test_what_was_gone_back_behind_is_in_no_frame() -> None:
    t = scene(AWAY, {"Akagi": "F5"}, turn=2)
    before = len(t.entries) - 1
    run(t, "strikes", {"us/orders": {"air": ["H6"]}})
    t.back(before, Hand("umpire", None, "umpire"))
    run(t, "strikes", {"us/orders": {"air": ["E4"]}})
    made = aftermath.report(over(t))
    assert "searches air E4." in json.dumps(made["film"])
    assert "searches air H6." not in json.dumps(made["film"])


def test_a_game_conceded_before_it_began_has_a_report_all_the_same() -> None:
    made = aftermath.report(over(table()))
    assert made["lasted"] == "It ended before the first turn"
    assert (made["luck"], made["fights"], made["misses"]["all"], made["score"]["chart"]) == ([], [], [], None)
    assert made["film"]["frames"]


def test_what_older_rules_told_is_passed_over_and_the_report_says_so() -> None:
    t = over(run(scene(AWAY, {"Akagi": "F5"}, turn=2), "strikes"))
    t.told.insert(5, (0, Told((UMPIRE,), Dispatch("semaphore", {"flags": 2}))))
    seen = reel.retold(t)
    assert seen.missed == 1
    assert seen.end.at == t.truth.at
    assert aftermath.report(t)["missed"] == 1
