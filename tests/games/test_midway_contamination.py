"""Issue 3: what came of a fact found wrong. Kaga stood one zone east of where the record had her."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.lively import lively, some_table
from tests.games.midway_scenes import ALL, attack, chart, dive, move, orders, run, say, scene, z
from tests.tables import hand_of
from umpire.table.asks import Refusal
from umpire.table.mending import places
from umpire.table.plot import UMPIRE
from umpire.table.table import Hand, Table
from umpire.table.wrong import Came, Contamination, Wrong

WAS, SHOULD = z(8, 7), z(9, 7)
BASE = z(13, 9)
DESK = Hand("umpire", None, "umpire")


def game(**more: Any) -> Table:
    us = {"Enterprise": BASE, "Atlanta": z(20, 17)}
    return scene(us, {"Kaga": WAS, "Tone": z(2, 2)}, kit={"points/Kaga": 5}, **more)


def placed(t: Table) -> int:
    """The entry after which she was placed."""
    return t.game.changes(t.standing, "zone/Kaga")[0].n


def report(t: Table, value: str = SHOULD, **more: Any) -> Contamination:
    return t.report(Wrong("zone/Kaga", value, **{"since": placed(t), **more}))


def words(came: Any) -> list[str]:
    return [each.words for each in came]


class TestWhatWasTold:
    def test_each_wrong_answer_with_its_turn_the_words_told_and_the_true_ones(self) -> None:
        t = run(game(), "t7/search/us/1")
        for area in ("C-3", "B-1", "D-3"):
            say(t, "us", area)
        found = report(t).told
        assert found == [
            Came(found[0].n, "Turn 7, 1700 June 4, US search", "Step 3", ("all",), "C-3: zone F: CV.", "C-3: nothing sighted."),
            Came(found[1].n, "Turn 7, 1700 June 4, US search", "Step 3", ("all",), "D-3: nothing sighted.", "D-3: zone D: CV."),
        ]  # fmt: skip
        assert [t.entries[each.n - 1].value for each in found] == ["C-3", "D-3"]

    def test_a_right_answer_and_her_own_sides_calls_are_not_in_it(self) -> None:
        t = run(game(), "t7/search/us/1")
        say(t, "us", "B-1")
        run(t, "t7/search/japan/1")
        say(t, "japan", "C-3")
        assert report(t).told == []

    def test_within_one_area_the_zone_is_wrong(self) -> None:
        t = run(game(), "t2/search/us/1")
        say(t, "us", "C-3")
        (only,) = report(t, z(7, 7)).told
        assert (only.words, only.right) == ("C-3: zone F: CV.", "C-3: zone E: CV.")

    def test_a_ship_that_lay_beside_another_of_her_type_hid_nothing(self) -> None:
        """The answer tells types, and would have told the same."""
        t = run(scene({"Enterprise": BASE}, {"Kaga": WAS, "Akagi": WAS}), "t2/search/us/1")
        say(t, "us", "C-3")
        assert report(t).told == []
        t = run(scene({"Enterprise": BASE}, {"Kaga": WAS, "Akagi": WAS}, counts=True), "t2/search/us/1")
        say(t, "us", "C-3")
        assert words(report(t).told) == ["C-3: zone F: 2 CV."]

    def test_only_while_it_was_wrong(self) -> None:
        t = run(game(), "t3/search/us/1")
        say(t, "us", "C-3")
        run(t, "t5/search/us/1")
        say(t, "us", "C-3")
        turns = t.turns()
        assert len(report(t).told) == 2
        assert [each.when[:6] for each in report(t, since=turns["t4"] + 1).told] == ["Turn 5"]
        assert [each.when[:6] for each in report(t, until=turns["t4"]).told] == ["Turn 3"]

    def test_what_was_told_on_the_turn_a_ship_has_left_since_is_still_wrong(self) -> None:
        """She has moved on, and the record is right by now."""
        t = run(game(), "t3/search/us/1")
        say(t, "us", "C-3")
        run(t, "t5/search", {"japan/moves": move(Kaga=z(7, 5))})
        first = t.game.changes(t.standing, "zone/Kaga")[-1]
        found = report(t, since=first.n, until=t.turns()["t4"])
        assert words(found.told) == ["C-3: zone F: CV."]
        assert "moved meanwhile" in report(t, since=first.n).note
        assert not found.note

    def test_midways_watchers(self) -> None:
        t = run(game(), "t2/deready", {"japan/moves": move(Kaga=z(10, 7))})
        run(t, "t3/deready", {"japan/moves": move(Kaga=z(12, 7))})
        run(t, "t3/search")
        found = report(t, z(13, 7)).told
        assert [each.when[:6] for each in found] == ["Turn 2", "Turn 3"]
        for each in found:
            assert (each.words[-9:], each.right[-7:], each.who) == ("not told.", ": told.", ("all",))

    def test_ships_shown_to_an_attacker_and_the_empty_zone(self) -> None:
        t = attacked(WAS)
        assert "Ships in C-3-F: Kaga." in words(report(t).told)
        t = attacked(SHOULD)
        (only,) = [each for each in report(t).told if each.rule != "Step 3"]
        assert (only.words, only.right) == ("Ships in D-3-D: none.", "Ships in D-3-D: Kaga.")

    def test_struck_answers_are_not_in_it(self) -> None:
        t = run(game(), "t3/search/us/1")
        say(t, "us", "C-3")
        t.back(len(t.entries) - 1, DESK)
        assert report(t).told == []


def attacked(zone: str) -> Table:
    """On turn 3 the US has called where she was said to be, and attacks a zone."""
    t = run(game(), "t2/search/us/1", {"us/readying": ALL})
    run(t, "t3/search/us/1")
    say(t, "us", "C-3")
    planes = {"us/operations": orders(attack("Enterprise", zone, D=4))}
    if zone == WAS:
        run(t, "attack", planes)
        run(t, "t4/deready", {"us/attack": [dive("Kaga", 4)]})
    else:
        run(t, "t4/deready", planes)
    return t


class TestWhatRestedOnIt:
    def test_later_calls_into_the_areas_concerned_and_next_to_them(self) -> None:
        t = run(game(), "t3/search/us/1")
        for area in ("A-1", "C-3", "D-4", "F-1"):
            say(t, "us", area)
        run(t, "t4/search/us/1")
        say(t, "us", "B-2")
        assert words(report(t).rested) == ["US called D-4: nothing sighted.", "US called B-2: nothing sighted."]

    def test_ships_sent_near_and_not_others(self) -> None:
        t = run(game(), "t3/search/us/1")
        say(t, "us", "C-3")
        run(t, "t5/deready", {"us/moves": move(Enterprise=z(11, 9), Atlanta=z(18, 17))})
        assert words(report(t).rested) == ["Enterprise to D-4-C."]

    def test_orders_and_the_battle_against_the_zone(self) -> None:
        found = report(attacked(WAS))
        said = words(found.rested)
        assert said[:2] == ["D 4 from Enterprise against C-3-F.", "US over C-3-F with D 4."]
        assert any("Squadrons lost" in each for each in said[2:])
        assert [each.who for each in found.rested[:2]] == [("US",), ("all",)]

    def test_an_attack_elsewhere_did_not(self) -> None:
        assert report(attacked(z(2, 3))).rested == []

    def test_nothing_rests_on_what_was_not_told(self) -> None:
        t = run(game(), "t3/search/us/1")
        say(t, "us", "D-4")
        run(t, "t5/deready", {"us/moves": move(Enterprise=z(11, 9))})
        found = report(t)
        assert (found.told, found.rested) == ([], [])

    def test_what_her_own_side_did_from_there(self) -> None:
        t = run(game(), "t2/search/japan/1", {"japan/readying": ALL})
        say(t, "japan", "C-3")
        run(t, "t3/operations")
        sent = {"japan/operations": orders(attack("Kaga", z(2, 17), T=2)), "japan/moves": move(Kaga=z(7, 7))}
        run(t, "t4/search/us", sent)
        first = t.game.changes(t.standing, "zone/Kaga")[-1]
        assert words(report(t, since=first.n).rested) == [
            "Japan called C-3 as an area with its own ship there.",
            "T 2 from Kaga against A-6-I. Kaga was taken to be in C-3-F.",
            "Kaga moved 1 zone from C-3-F.",
        ]


class TestPlacesToGoBackTo:
    def test_before_she_was_placed_and_before_each_wrong_answer(self) -> None:
        t = run(game(), "t2/deready", {"japan/moves": move(Kaga=z(7, 7))})
        run(t, "t3/search/us/1")
        say(t, "us", "C-3")
        found = places(t, report(t, z(9, 7)))
        assert ["placed in C-3-E" in found[0].words, "C-3: zone E: CV." in found[1].words] == [True, True]
        moved = next(e for e in t.entries if e.ask == "t1/moves/japan")
        assert [p.n for p in found] == [moved.n - 1, len(t.entries) - 1]
        t.back(found[0].n, DESK)
        assert "japan" in t.asks
        assert "japan" not in t.locks
        assert t.asks["japan"].name == "t1/moves/japan"

    def test_told_the_truth_there_the_same_call_is_answered_from_it(self) -> None:
        t = run(game(), "t3/search/us/1")
        say(t, "us", "C-3")
        wrong = Wrong("zone/Kaga", SHOULD, placed(t))
        before = places(t, t.report(wrong))[-1]
        t.back_from(before.n, wrong, "misread", DESK, name=t.mending, seen=len(t.entries))
        t.set_right("zone/Kaga", SHOULD, "misread", DESK, name=t.mending)
        say(t, "us", "C-3")
        answers = [d for d in t.play.plots["us"].heard if d.kind == "answer"]
        assert [(d.facts["found"] == [], d.struck) for d in answers] == [(False, True), (True, False)]

    def test_a_battle_is_gone_back_to_before_its_zone_was_looked_at(self) -> None:
        t = attacked(SHOULD)
        wrong = Wrong("zone/Kaga", SHOULD, placed(t))
        empty = next(p for p in places(t, t.report(wrong)) if "Ships in" in p.words)
        t.back(empty.n, DESK)
        t.set_right("zone/Kaga", SHOULD, "misread", DESK, name=t.mending)
        run(t, "battle-1/place")
        assert t.asks["japan"].facts["ships"] == ["Kaga"]

    def test_a_turn_has_its_name(self) -> None:
        t = run(game(), "t7/search/us/1")
        for audience in ("us", "public", UMPIRE):
            assert t.game.place(t.play.plots[audience], "t7") == "Turn 7, 1700 June 4, day"
        assert t.game.place(t.truth, "set-up") == "Set-up, before the first turn"


class TestWhatMayBeFoundWrong:
    @pytest.mark.parametrize("value", ["Z-9-Q", "", "C-3"])
    def test_a_zone_that_is_none(self, value: str) -> None:
        with pytest.raises(Refusal):
            report(game(), value)

    @pytest.mark.parametrize("fact", ["zone/Yamato", "zone/", "", "hull/Kaga", "planes/Kaga", "hits/nobody", "kit/x"])
    def test_what_was_never_on_the_record(self, fact: str) -> None:
        with pytest.raises(Refusal):
            game().report(Wrong(fact, "C-3-E", 0))

    def test_a_time_before_she_was_on_the_board(self) -> None:
        with pytest.raises(Refusal, match="not on the record"):
            report(game(), since=0, until=0)

    def test_a_ship_sunk_since(self) -> None:
        """That is when it matters most."""
        hits = chart({"1-1/1": ("sunk", 0), "4-1/1": ("sunk", 0)})
        t = run(
            scene({"Enterprise": BASE}, {"Kaga": WAS}, kit={**hits, "points/Kaga": 5}),
            "t2/search",
            {"us/readying": ALL},
        )
        run(t, "t3/search/us/1")
        say(t, "us", "C-3")
        run(t, "attack", {"us/operations": orders(attack("Enterprise", WAS, D=4))})
        run(t, "t4/deready", {"us/attack": [dive("Kaga", 4)]})
        assert t.truth.sunk == ["Kaga"]
        assert "zone/Kaga" in [fact.key for fact in t.game.doubtful(t.truth)]
        found = report(t)
        assert words(found.told) == ["C-3: zone F: CV.", "Ships in C-3-F: Kaga."]
        assert any("Kaga is sunk" in each for each in words(found.rested))
        assert t.let_stand(Wrong("zone/Kaga", SHOULD, placed(t)), "too late", DESK, name=t.mending)


class TestOtherFacts:
    def test_hits(self) -> None:
        t = fought()
        found = t.report(Wrong("hits/Kaga", 0, 0))
        assert words(found.told) == ["Hits now: Kaga 1."]
        run(t, "t6/deready", {"us/readying": ALL})
        run(t, "attack", {"us/operations": orders(attack("Enterprise", WAS, D=1))})
        assert words(t.report(Wrong("hits/Kaga", 0, found.told[0].n + 1)).rested) == ["Ships there: Kaga."]

    def test_a_printed_value(self) -> None:
        t = fought()
        screening = t.report(Wrong("kit/screening/Kaga", 1, 0)).rested
        assert [each.when for each in screening] == ["Turn 2, 0700 June 4, battles"]
        assert t.report(Wrong("kit/points/Kaga", 1, 0)).rested == []
        assert words(t.report(Wrong("kit/hits/Kaga", 5, 0)).rested) == ["Hits now: Kaga 1."]
        assert t.report(Wrong("kit/screening/Tone", 1, 0)).rested == []

    def test_planes(self) -> None:
        found = words(fought().report(Wrong("planes/Enterprise/D/idle", 1, 0)).rested)
        assert any("against C-3-F" in each for each in found)
        assert any("From Enterprise" in each for each in found)
        assert fought().report(Wrong("planes/Kaga/D/idle", 1, 0)).rested == []

    def test_score_and_time(self) -> None:
        t = run(game(), "t3/deready")
        assert t.report(Wrong("score/us", 1, 0)).rested == []
        assert words(t.report(Wrong("turn", 2, 0)).told) == ["0500 June 4.", "0700 June 4.", "0900 June 4."]


def fought() -> Table:
    """Enterprise's dive bombers have hit Kaga once, on turn 2, and she fired at them."""
    hit = chart({f"{odds}/1": (1, 0) for odds in ("1-1", "1-2", "2-1", "1-3", "1-4")})
    t = run(scene({"Enterprise": BASE}, {"Kaga": WAS, "Tone": z(2, 2)}, kit=hit), "t2/search", {"us/readying": ALL})
    run(t, "attack", {"us/operations": orders(attack("Enterprise", WAS, D=4))})
    say(t, "us", [dive("Kaga", 4)])
    say(t, "japan", {"Kaga": "Kaga/dive"})
    return run(t, "t4/deready")


def test_the_report_reads_and_changes_nothing() -> None:
    t = run(game(), "t3/search/us/1")
    t.answer("us", t.asks["us"].name, "C-3", hand_of("us"))
    before = {a: (list(p.heard), p.dump()) for a, p in t.play.plots.items()}
    report(t)
    t.game.changes(t.standing, "zone/Kaga")
    assert {a: (p.heard, p.dump()) for a, p in t.play.plots.items()} == before


@pytest.mark.parametrize("seed", range(3))
def test_in_any_game_every_fact_has_its_report_and_what_was_right_told_nothing_wrong(seed: int) -> None:
    rng = random.Random(seed)
    t = lively(some_table(rng, 8), rng, most=400)
    facts = [fact for fact in t.game.doubtful(t.truth) if not fact.key.startswith("kit/")]
    for fact in [f for f in facts if f.key.startswith("zone/")] + rng.sample(facts, 12):
        put = t.game.changes(t.standing, fact.key)
        since = put[0].n if put else 0
        value = fact.value if fact.value != "" else next(iter(t.truth.board.zones))
        found = t.report(Wrong(fact.key, value, since))
        assert all(each.words for each in found.told), fact.key
        if fact.key.startswith("zone/") and fact.value:
            assert (found.told, found.rested) == ([], []), fact.key
            other = t.report(Wrong(fact.key, next(z for z in t.truth.board.zones if z != value), since))
            assert all(each.words != each.right for each in other.told)
