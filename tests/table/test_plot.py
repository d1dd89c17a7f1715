"""Plots: what one audience knows comes by dispatches, and by nothing else."""

import pytest

from umpire.table.plot import Dispatch, Plot


class Toy(Plot):
    STATE = ("seen",)

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.seen: list = []

    def hear_two_words(self, what: list) -> None:
        self.seen.append(what)


def hears(*dispatches: Dispatch) -> Toy:
    plot = Toy("us")
    for each in dispatches:
        plot.receive(each)
    return plot


class TestHearing:
    def test_a_kind_with_a_dash_is_heard(self) -> None:
        plot = hears(Dispatch("two-words", {"what": [1]}))
        assert plot.seen == [[1]]
        assert [d.kind for d in plot.heard] == ["two-words"]

    def test_a_kind_the_game_does_not_know_is_an_error(self) -> None:
        with pytest.raises(AttributeError):
            hears(Dispatch("rumour", {}))

    @pytest.mark.parametrize("facts", [{}, {"what": [1], "more": 2}])
    def test_facts_must_be_those_of_the_kind(self, facts: dict) -> None:
        with pytest.raises(TypeError):
            hears(Dispatch("two-words", facts))

    def test_what_was_told_is_frozen(self) -> None:
        told = Dispatch("two-words", {"what": [1]})
        plot = hears(told)
        plot.seen[0].append(2)
        assert told.facts == plot.heard[0].facts == {"what": [1]}
        other = told.again()
        told.facts["what"].append(3)
        assert other.facts == other.again().facts == told.again().facts == {"what": [1]}

    def test_a_dispatch_says_neither_who_else_heard_it_nor_after_how_many_answers(self) -> None:
        assert set(Dispatch.__slots__) == {"kind", "text", "_facts", "rule", "struck"}


class TestState:
    def test_it_is_dumped_and_taken_up_whole(self) -> None:
        plot = hears(
            Dispatch("two-words", {"what": [{"a": 1}]}),
            Dispatch("kit", {"cells": {"hits/Kaga": 4}}),
            Dispatch("motion", {"motion": "end", "by": "us", "say": "moved", "text": ""}),
            Dispatch("pause", {"on": True, "by": "us"}),
            Dispatch("corrected", {}),
            Dispatch("ended", {"how": "time", "by": "", "text": "Over."}),
        )
        other = Toy("us")
        assert other.dump() != plot.dump()
        other.load(plot.dump())
        assert other.dump() == plot.dump()
        assert other.kit == {"hits/Kaga": 4}

    def test_what_is_dumped_is_a_copy(self) -> None:
        plot = hears(Dispatch("two-words", {"what": [1]}))
        body = plot.dump()
        body["seen"][0].append(2)
        other = Toy("us")
        other.load(body)
        body["seen"].clear()
        assert plot.seen == [[1]]
        assert other.seen == [[1, 2]]

    def test_what_a_version_that_knew_less_did_not_keep_stays_as_in_a_new_plot(self) -> None:
        body = {**Toy("us").dump(), "corrections": 2}
        del body["seen"]
        other = Toy("us")
        other.load(body)
        assert (other.seen, other.corrections) == (Toy("us").seen, 2)

    def test_every_attribute_but_the_record_is_state(self) -> None:
        """An attribute that no position holds would be lost when a table is taken up again."""
        from umpire.games import GAMES

        for plot in (Toy("us"), *(game.plot("us") for game in GAMES.values())):
            known = {name for name in vars(plot) if not name.startswith("_")}
            assert known - {"audience", "heard"} == set(plot.CORE_STATE) | set(plot.STATE)


class TestWhatEveryTableTells:
    def test_cells_are_kept(self) -> None:
        told = Dispatch("cells", {"cells": {"hits/Kaga": 4}, "by": "us"})
        assert hears(told).kit == {"hits/Kaga": 4}

    @pytest.mark.parametrize("say", ["agreed", "declined", "taken back", "ruled"])
    def test_a_motion_stands_until_it_is_answered(self, say: str) -> None:
        moved = Dispatch("motion", {"motion": "end", "by": "us", "say": "moved", "text": "Late."})
        assert hears(moved).motions == {"end": {"by": "us", "text": "Late."}}
        answered = Dispatch("motion", {"motion": "end", "by": "japan", "say": say, "text": ""})
        assert hears(moved, answered).motions == {}

    def test_the_table_rests_and_goes_on(self) -> None:
        rest, go_on = (Dispatch("pause", {"on": on, "by": "us"}) for on in (True, False))
        assert hears(rest).paused
        assert not hears(rest, go_on).paused

    def test_corrections_are_counted_and_no_more(self) -> None:
        once = hears(Dispatch("corrected", {}))
        assert (once.corrections, Plot("us").corrections) == (1, 0)
        assert hears(Dispatch("set-right", {"fact": "a", "value": 1, "text": "", "reason": ""})).corrections == 0


class TestTimes:
    def test_what_was_heard_is_counted_by_kind_however_often_one_asks(self) -> None:
        plot = hears(Dispatch("corrected", {}), Dispatch("pause", {"on": True, "by": "us"}))
        assert plot.times("corrected", "pause") == 2
        plot.receive(Dispatch("corrected", {}))
        assert (plot.times("corrected"), plot.times("pause"), plot.times("back")) == (2, 1, 0)

    def test_another_record_is_counted_anew(self) -> None:
        plot = hears(Dispatch("corrected", {}), Dispatch("corrected", {}))
        assert plot.times("corrected") == 2
        plot.heard = plot.heard[:1]
        assert plot.times("corrected") == 1
        plot.heard = [Dispatch("pause", {"on": True, "by": "us"}, struck=True)] * 3
        assert (plot.times("corrected"), plot.times("pause")) == (0, 3)
