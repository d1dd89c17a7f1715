"""What came of a fact found wrong. Akagi stood one hex south of where the record had her, in F5 with a destroyer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.test_victory_mended import UMPIRE, answer, some_table
from tests.games.victory_scenes import VICTORY, right, run, say, scene
from umpire.games.victory_at_midway.terms import JAPAN, US
from umpire.table.asks import Refusal
from umpire.table.mending import places
from umpire.table.table import Table
from umpire.table.wrong import Came, Contamination, Wrong

JSON = Any
WAS, SHOULD = "F5", "F6"
BOMBERS = ["E-D1", "E-D2"]


def game(**more: Any) -> Table:
    japan = {"Akagi": WAS, "DD4": WAS, "CA8": "C3", **more.pop("japan", {})}
    return scene({"Enterprise": "G6", "Yorktown": "N8"}, japan, **more)


def placed(t: Table, ship: str = "Akagi") -> int:
    """The entry after which she was placed."""
    return VICTORY.changes(t.standing, f"hex/{ship}")[0].n


def report(t: Table, value: str = SHOULD, *, ship: str = "Akagi", **more: Any) -> Contamination:
    return t.report(Wrong(f"hex/{ship}", value, **{"since": placed(t, ship), **more}))


def words(came: Any) -> list[str]:
    return [each.words for each in came]


def air(*hexes: str) -> JSON:
    return {"us/orders": {"air": list(hexes)}}


def struck(at: str) -> Table:
    """On turn 8 the US has looked into F5, and two of Enterprise's bombers strike a hex."""
    t = run(game(), "t2/strikes", air("F5"))
    return run(t, "t3/orders", {"us/strikes": [{"to": at, "units": BOMBERS}]})


class TestWhatWasTold:
    def test_each_wrong_answer_with_its_turn_the_words_told_and_the_true_ones(self) -> None:
        """Announcing Search Results: “Carriers” for a hex with one, else “Ships”."""
        t = run(game(), "t2/strikes", air("F5"))
        (only,) = report(t).told
        assert only == Came(
            only.n,
            "Turn 8, 0430 June 4, day, search",
            "Announcing Search Results",
            ("all",),
            "F5: carriers; F6: nothing.",
            "F5: ships; F6: carriers.",
        )
        assert t.entries[only.n - 1].ask == "t2/orders"

    def test_a_hex_that_nobody_looked_into_tells_nothing(self) -> None:
        t = run(game(), "t2/strikes", air("J4"))
        assert report(t).told == []

    def test_her_own_sides_searches_are_not_in_it(self) -> None:
        t = run(game(), "t2/strikes", {"japan/orders": {"air": ["F5"], "ship": ["F5"]}})
        assert report(t).told == []

    def test_a_carrier_beside_another_hid_nothing(self) -> None:
        """One carrier looks like four."""
        t = run(game(japan={"Kaga": WAS}), "t2/strikes", air("F5"))
        assert words(report(t, "C3").told) == []

    def test_only_while_it_was_wrong(self) -> None:
        t = run(game(), "t3/strikes", air("F5"))
        t = run(t, "t4/orders")
        turns = t.turns()
        assert words(report(t, until=turns["t3"]).told) == ["F5: carriers; F6: nothing."]
        assert report(t, since=turns["t3"] + 1).told == []

    def test_ships_shown_to_an_attacker_and_the_empty_hex(self) -> None:
        """Resolving Air Strikes: the ships of the hex are deployed in the open, or there is nothing."""
        shown = report(struck(WAS), "C3").told[1]
        assert (shown.words, shown.right) == ("Ships in F5: Akagi and DD4.", "Ships in F5: DD4.")
        empty = report(struck(SHOULD)).told[1]
        assert (empty.words, empty.right) == ("Ships in F6: none.", "Ships in F6: Akagi.")

    def test_a_submarine_that_attacked_from_where_she_was_not(self) -> None:
        t = game(submarines=True, japan={"SS168": "G6"})
        t = run(t, "t3/orders", {"japan/after": {"subs": ["G6"]}})
        (only,) = report(t, "A9", ship="SS168").told
        assert (only.words, only.right) == ("SS168 in G6.", "No submarine in G6.")

    def test_fog_that_was_there(self) -> None:
        """Fog: nothing is seen in it."""
        t = run(game(fog=True), "t2/strikes", air("F5"))
        assert t.report(Wrong("fog", "there", 0)).told == []
        found = t.report(Wrong("kit/map/fog", "F5 A1", 0)).told
        assert [(each.words, each.right) for each in found] == [("F5: carriers.", "F5: nothing.")]

    def test_struck_answers_are_not_in_it(self) -> None:
        t = run(game(), "t2/strikes", air("F5"))
        t.back(len(t.entries) - 1, UMPIRE)
        assert report(t).told == []


class TestWhatRestedOnIt:
    def test_strikes_flown_there_and_what_came_of_them(self) -> None:
        found = report(struck(WAS), "C3").rested
        said = words(found)
        assert said[:2] == ["E-D1, E-D2 against F5.", "US strikes F5."]
        assert [each.who for each in found[:2]] == [("US",), ("all",)]

    def test_strikes_flown_elsewhere_did_not(self) -> None:
        assert report(struck("I6")).rested == []

    def test_searches_and_ships_sent_near_and_not_others(self) -> None:
        t = run(game(), "t2/strikes", air("F5"))
        t = run(t, "t3/orders")
        t = run(t, "t3/strikes", {"us/orders": {"moves": {"Enterprise": "G7", "Yorktown": "N9"}, "air": ["F8", "K4"]}})
        assert words(report(t).rested) == ["Enterprise to G7.", "US searches: air F8."]

    def test_nothing_rests_on_what_was_not_told(self) -> None:
        t = run(game(), "t3/strikes", air("J4"))
        assert report(t).rested == []

    def test_what_her_own_side_did_from_there(self) -> None:
        t = run(game(), "t2/strikes", {"japan/orders": {"moves": {"DD4": "F6"}, "ship": ["F5"]}})
        t = run(t, "t3/orders", {"japan/strikes": [{"to": "G6", "units": ["A-D1"]}]})
        t = run(t, "t3/strikes", {"japan/orders": {"moves": {"Akagi": "E5"}}})
        found = report(t, "E7", since=VICTORY.changes(t.standing, "hex/Akagi")[-1].n, until=len(t.entries))
        assert "Japan searches F5 (ship) as a hex of Akagi." in words(found.rested)
        assert "A-D1 took off from Akagi in F5." in words(found.rested)
        assert any("landed on Akagi" in each for each in words(found.rested))
        assert "Akagi moved from F5 to E5." in words(found.rested)
        assert "moved meanwhile" in found.note


class TestPlacesToGoBackTo:
    def moved(self) -> Table:
        """She was ordered into F6 on turn 8, and the US looked there."""
        said = {"japan/orders": {"moves": {"Akagi": SHOULD}}, **air("F6")}
        return run(game(), "t2/strikes", said)

    def test_before_her_own_sides_orders_when_they_and_the_answer_are_one_entry(self) -> None:
        t = self.moved()
        found = report(t, WAS)
        assert words(found.told) == ["F5: ships; F6: carriers."]
        back = places(t, found)
        assert [place.of for place in back] == [JAPAN]
        t.back(back[0].n, UMPIRE)
        assert JAPAN not in t.locks
        assert t.asks[JAPAN].name == "t2/orders"
        assert t.asks[JAPAN].facts["at"]["Akagi"] == WAS

    def test_told_the_truth_there_the_same_search_is_answered_from_it(self) -> None:
        t = run(game(), "t3/orders")
        wrong = Wrong("hex/Akagi", SHOULD, placed(t))
        t = run(t, "t3/strikes", air("F5"))
        before = places(t, t.report(wrong))[-1]
        t.back_from(before.n, wrong, "misread", UMPIRE, name=t.mending, seen=len(t.entries))
        t.set_right("hex/Akagi", SHOULD, "misread", UMPIRE, name=t.mending)
        run(t, "t3/strikes")
        answers = [d for d in t.play.plots[US].heard if d.kind == "found" and d.facts["found"]]
        hexes = [([each["hex"] for each in d.facts["found"] if each["what"] == "carriers"], d.struck) for d in answers]
        assert hexes == [(["F5"], True), (["F6"], False)]

    def test_a_turn_has_its_name(self) -> None:
        t = game()
        for audience in (US, "public", "umpire"):
            assert VICTORY.place(t.play.plots[audience], "t2") == "Turn 8, 0430 June 4, day"
        assert VICTORY.place(t.truth, "set-up") == "Set-up, before the first turn"
        right(t, "turn", 6)
        assert VICTORY.place(t.truth, "t2").startswith("Turn 6, ")
        assert VICTORY.place(t.truth, "t2").endswith("June 3, night")


class TestWhatMayBeFoundWrong:
    @pytest.mark.parametrize("value", ["Z9", "", "F"])
    def test_a_hex_that_is_none(self, value: str) -> None:
        with pytest.raises(Refusal):
            report(game(), value)

    @pytest.mark.parametrize(
        "fact", ["hex/Musashi", "hex/", "", "hull/Akagi", "box/Akagi", "hits/nobody", "kit/x", "back/jCV"]
    )
    def test_what_was_never_on_the_record(self, fact: str) -> None:
        with pytest.raises(Refusal):
            game().report(Wrong(fact, "F5", 0))

    def test_a_time_before_anything_was(self) -> None:
        with pytest.raises(Refusal, match="not on the record"):
            report(game(), since=0, until=0, ship="Enterprise")

    def test_a_ship_sunk_since(self) -> None:
        """That is when it matters most. A Japanese carrier with Ready planes sinks at the first hit."""
        t = run(game(), "t2/strikes", air("F5"))
        t = run(t, "/bombs", {"us/strikes": [{"to": WAS, "units": BOMBERS}]})
        say(t, US, dict.fromkeys(t.asks[US].facts["firers"], "Akagi"))
        say(t, "dice", [1] * len(t.asks["dice"].dice))
        run(t, "t3/orders")
        assert "Akagi" in t.truth.sunk
        assert "hex/Akagi" in [fact.key for fact in VICTORY.doubtful(t.truth)]
        found = report(t)
        assert words(found.told) == ["F5: carriers; F6: nothing.", "Ships in F5: Akagi and DD4."]
        assert any("Akagi is lost" in each for each in words(found.rested))
        assert t.let_stand(Wrong("hex/Akagi", SHOULD, placed(t)), "too late", UMPIRE, name=t.mending)


class TestOtherFacts:
    @pytest.fixture
    def fought(self) -> Table:
        """Enterprise's bombers over F5 on turn 8: DD4 is hit, and Akagi fired at them."""
        t = run(game(), "t2/strikes", air("F5"))
        t = run(t, "/bombs", {"us/strikes": [{"to": WAS, "units": BOMBERS}]})
        say(t, US, dict.fromkeys(t.asks[US].facts["firers"], "DD4"))
        say(t, "dice", [1, *[10] * (len(t.asks["dice"].dice) - 1)])
        run(t, "t3/orders")
        assert t.truth.strength("DD4") == "reduced"
        return t

    def test_a_strength(self, fought: Table) -> None:
        found = fought.report(Wrong("hits/DD4", "full", 0))
        assert words(found.told) == ["DD4 is reduced."]
        assert "There: Akagi and DD4." in words(found.rested)
        assert "1 to US: DD4, hit." in words(found.rested)

    def test_an_air_unit(self, fought: Table) -> None:
        found = fought.report(Wrong("strength/E-D1", "reduced", 0))
        assert found.told == []
        assert words(found.rested) == ["E-D1 over F5 (strike).", "E-D1 flies as D1."]

    @pytest.mark.parametrize(
        ("key", "used"),
        [
            ("aa/jDD", True),
            ("aa/jCA", False),
            ("strike/SBD", True),
            ("strike/TBD", False),
            ("air/SBD", True),
            ("air/TBD", False),
        ],
    )
    def test_a_printed_value(self, fought: Table, key: str, used: bool) -> None:
        assert bool(fought.report(Wrong(f"kit/{key}", "3", 0)).rested) == used

    def test_a_range_a_speed_and_a_back(self, fought: Table) -> None:
        assert words(fought.report(Wrong("kit/range/SBD", "3", 0)).rested)
        assert fought.report(Wrong("kit/range/TBD", "3", 0)).rested == []
        assert words(fought.report(Wrong("back/jDD/steps", "1", 0)).rested) == ["DD4 is reduced."]
        assert fought.report(Wrong("back/jCA/steps", "1", 0)).rested == []

    def test_points_and_the_turn(self, fought: Table) -> None:
        points = fought.report(Wrong("score/us", "0", fought.turns()["t2"]))
        assert words(points.told)[-1] == "Turn 8 is over. US 1, Japan 0, as scored so far."
        turn = fought.report(Wrong("turn", 9, fought.turns()["t2"] + 1))
        assert words(turn.told) == ["Turn 9, day."]

    def test_a_transport(self) -> None:
        """Declaring an Invasion: a battalion lands from the transport it sails in."""
        t = game(japan={"TT1": "H6"})
        (unit,) = [b for b, on in t.truth.aboard.items() if on == "TT1"]
        run(t, "t3/orders", {"japan/after": {"ashore": [unit]}})
        found = t.report(Wrong(f"aboard/{unit}", "TT2", 0))
        assert words(found.rested) == [f"{unit} lands from TT1."]

    def test_the_first_sighting(self) -> None:
        """Japanese Turn 13 Group: what is reckoned from it."""
        t = run(game(), "t2/strikes", {"japan/orders": {"air": ["G6"]}})
        found = t.report(Wrong("sighted", "3", 0))
        assert words(found.told) == ["US carriers, or their aircraft, have been sighted."]
        assert words(found.rested) == ["The Turn 13 group may enter from turn 13."]


def test_the_report_reads_and_changes_nothing() -> None:
    t = run(game(), "t2/strikes", air("F5"))
    before = {a: (list(p.heard), p.dump()) for a, p in t.play.plots.items()}
    report(t)
    VICTORY.changes(t.standing, "hex/Akagi")
    assert {a: (p.heard, p.dump()) for a, p in t.play.plots.items()} == before


@pytest.mark.parametrize("seed", range(3))
def test_in_any_game_every_fact_has_its_report_and_what_was_right_told_nothing_wrong(seed: int) -> None:
    rng = random.Random(seed)
    t = some_table(rng)
    while not t.over and len(t.entries) < 150:
        answer(t, rng)
    facts = VICTORY.doubtful(t.truth)
    hexes = [fact for fact in facts if fact.key.startswith("hex/") and fact.value in t.truth.board]
    for fact in [*rng.sample(hexes, 8), *rng.sample(facts, 12)]:
        put = VICTORY.changes(t.standing, fact.key)
        since = put[0].n if put else 0
        found = t.report(Wrong(fact.key, fact.value or "H6", since))
        assert all(each.words for each in (*found.told, *found.rested)), fact.key
        if fact in hexes:
            assert (found.told, found.rested) == ([], []), fact.key
            other = t.report(Wrong(fact.key, rng.choice(t.truth.board.places), put[-1].n))
            assert all(each.words != each.right for each in other.told)
