"""How to Win, case by case: the last reckoning, withdrawn ships, draws, concessions, early ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.victory_scenes import points, right, run, scene, table, told
from tests.tables import hand_of
from umpire.games.victory_at_midway.terms import TRANSPORTS
from umpire.games.victory_at_midway.victory import final, verdict
from umpire.table.table import Table

JSON = Any

EMPTY = {"group/Hornet": {}}


def struck(turn: int, dice: list[int], **kit: JSON) -> Table:
    """Hornet at the eastern edge, bombed by one of Akagi’s dive bombers; as far as the orders of the turn after."""
    t = scene({"Hornet": "P5"}, {"Akagi": "O5"}, turn=turn, kit=kit)
    run(
        t,
        "japan/1/bombs",
        {"japan/strikes": [{"to": "P5", "units": ["A-D1"]}], **({} if "group/Hornet" in kit else {"us/cap": []})},
    )
    return run(t, "t3/orders", dice=[dice])


def concede(t: Table, side: str) -> Table:
    t.move(side, "concede", "moved", hand_of(side), name=t.motions.name)
    return t


class TestWithdrawn:
    def test_vm_82_the_hit_on_a_carrier_that_withdraws_counts_for_nothing_at_the_end(self) -> None:
        t = struck(23, [4, 10], **EMPTY)
        assert points(t) == (0, 10)
        run(t, "t4/orders", {"us/orders": {"moves": {"Hornet": "off"}}})
        assert points(t) == (0, 10)
        run(t, "")
        assert told(t, "public", "tally")[0]["score"] == {"us": 22, "japan": 0}
        assert {"to": "japan", "halves": -10, "why": "Hornet withdrew: hits on her do not count"} in told(
            t, "us", "tally"
        )[0]["lines"]

    def test_vm_82_the_planes_lost_aboard_her_count_all_the_same(self) -> None:
        t = struck(24, [4, 10])
        # Two fighters, three dive bombers, a torpedo bomber: twelve steps.
        assert points(t) == (0, 10 + 12)
        run(t, "", {"us/orders": {"moves": {"Hornet": "off"}}})
        assert told(t, "public", "tally")[0]["score"] == {"us": 22, "japan": 12}

    def test_vm_82_had_she_stayed_the_hit_would_count(self) -> None:
        t = run(struck(24, [4, 10], **EMPTY), "")
        assert told(t, "public", "tally")[0]["score"] == {"us": 22, "japan": 10}

    def test_vm_82_a_ship_that_was_sunk_counts_and_so_does_another_ships_hit(self) -> None:
        t = struck(24, [3, 4], **EMPTY)
        assert t.truth.sunk == ["Hornet"]
        assert told(run(t, ""), "public", "tally")[0]["score"] == {"us": 22, "japan": 20}

    def test_vm_82_that_she_withdrew_is_known_only_when_it_is_over(self) -> None:
        t = struck(23, [4, 10], **EMPTY)
        run(t, "t4/orders", {"us/orders": {"moves": {"Hornet": "off"}}})
        for audience in ("japan", "public"):
            assert "Hornet" not in t.play.plots[audience].withdrawn
            assert t.play.plots[audience].score == {"us": 0, "japan": 10}
        run(t, "")
        assert told(t, "japan", "revealed")[0]["withdrawn"] == ["Hornet"]

    def test_vm_82_an_unhurt_ship_that_withdraws_changes_nothing(self) -> None:
        t = scene({"Hornet": "P5"}, {"Akagi": "O5"}, turn=25)
        run(t, "", {"us/orders": {"moves": {"Hornet": "off"}}})
        assert [line["why"] for line in told(t, "public", "tally")[0]["lines"]] == ["holds Midway"]


class TestTheEnd:
    def test_vm_35_midway_is_worth_eleven_to_the_us_unless_it_is_taken(self) -> None:
        t = run(scene(turn=25), "")
        assert t.over
        assert told(t, "public", "tally")[0] == {
            "lines": [{"to": "us", "halves": 22, "why": "holds Midway"}],
            "score": {"us": 22, "japan": 0},
        }
        assert told(t, "us", "ended")[0]["text"] == "Turn 25 is over. US wins, 11 to 0."

    def test_vm_35_with_both_sides_ground_units_there_at_the_end_it_is_the_us_again(self) -> None:
        t = scene(japan=dict.fromkeys(TRANSPORTS, "H6"), turn=25)
        run(t, "", {"japan/after": {"ashore": ["I.D.1", "I.D.2", "Yoko", "Kure"]}})
        assert t.truth.ashore
        lines = told(t, "public", "tally")[0]["lines"]
        assert lines == [{"to": "us", "halves": 22, "why": "holds Midway"}]

    def test_vm_35_turn_24_is_not_the_end(self) -> None:
        t = run(scene(turn=24), "t3/orders")
        assert not told(t, "public", "tally")

    @pytest.mark.parametrize(
        ("us", "japan", "words"),
        [
            (22, 22, "A draw, 11 to 11."),
            (23, 22, "US wins, 11½ to 11."),
            (22, 23, "Japan wins, 11½ to 11."),
            (0, 0, "A draw, 0 to 0."),
        ],
    )
    def test_vm_45_equal_points_are_a_draw_and_half_a_point_decides(self, us: int, japan: int, words: str) -> None:
        assert verdict({"us": us, "japan": japan}) == words

    def test_vm_45_the_draw_is_told_at_the_end(self) -> None:
        t = scene(turn=25)
        right(t, "score/japan", "11")
        assert told(run(t, ""), "public", "ended")[0]["text"] == "Turn 25 is over. A draw, 11 to 11."

    def test_vm_45_what_was_ditched_is_counted_out_at_the_end_and_scores_nothing(self) -> None:
        t = scene({"Enterprise": "I4"}, {"DD4": "I5"}, turn=25)
        run(t, "after", {"us/strikes": [{"to": "I5", "units": ["E-D1"]}]})
        run(t, "", {"us/after": {"land": {}, "ditch": ["E-D1"]}})
        assert told(t, "japan", "revealed")[0]["ditched"] == 1
        assert told(t, "public", "tally")[0]["score"] == {"us": 22, "japan": 0}

    def test_vm_45_the_final_score_is_what_all_three_hear(self) -> None:
        t = run(struck(24, [4, 10]), "")
        assert told(t, "us", "tally") == told(t, "japan", "tally") == told(t, "public", "tally")
        assert final(t.truth)[1] != told(t, "public", "turn-over")[-1]["score"]


class TestConcession:
    @pytest.mark.parametrize(("side", "winner", "worth"), [("japan", "US", "239½"), ("us", "Japan", "111")])
    def test_vm_83_a_concession_ends_the_game_without_a_count_and_names_its_worth(
        self, side: str, winner: str, worth: str
    ) -> None:
        t = concede(scene(), side)
        assert t.over
        said = told(t, "public", "ended")[0]
        assert (said["how"], said["by"]) == ("concede", side)
        assert f"{winner} wins" in said["text"]
        assert f"worth {worth} points" in said["text"]
        assert not told(t, "public", "tally")

    def test_vm_83_it_needs_nobodys_yes_and_may_be_said_before_set_up(self) -> None:
        t = concede(table(), "us")
        assert t.over
        assert told(t, "japan", "ended") == told(t, "us", "ended")


class TestEarlyEnd:
    def gone(self) -> Table:
        """Japan sends her only ship off and gives up every other."""
        t = scene(None, {"DD4": "A5"})
        left = t.asks["japan"].facts["outside"]
        return run(t, "", {"japan/orders": {"moves": {"DD4": "off"}, "forgo": left}})

    def test_vm_82_when_a_turn_opens_with_all_of_japan_gone_the_game_is_over(self) -> None:
        t = self.gone()
        assert (t.truth.turn, t.over) == (9, True)
        assert told(t, "public", "ended")[0]["text"] == "Japan has nothing left on the map. US wins, 11 to 0."

    def test_vm_82_ships_that_may_still_enter_keep_it_going(self) -> None:
        t = scene(None, {"DD4": "A5"})
        left = [ship for ship in t.asks["japan"].facts["outside"] if ship != "DD27"]
        run(t, "t3/orders", {"japan/orders": {"moves": {"DD4": "off"}, "forgo": left}})
        assert not t.over

    def test_vm_82_marines_keep_the_us_in_it_with_every_ship_gone(self) -> None:
        t = scene()
        ships = list(t.play.plots["us"].of("us"))
        for ship in ships:
            right(t, f"hex/{ship}", "P5")
        run(t, "t3/orders", {"us/orders": {"moves": dict.fromkeys(ships, "off")}})
        assert (t.over, t.truth.of("us")) == (False, {})
