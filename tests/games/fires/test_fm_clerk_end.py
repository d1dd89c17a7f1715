"""The clerk in the End Phase, and what may be set right or taken back at a shared screen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.fires.lively import FIRES, full_kit, header, idle, run, table
from tests.games.fires.scenes import act, asked, at, confident, fighting, put, say, searching, ship, texts, todo
from umpire.games import boxes
from umpire.games.fires_of_midway import picture, record_facts
from umpire.games.fires_of_midway.asks import ROLL
from umpire.table.asks import DICE, TABLE, Refusal
from umpire.table.plot import PUBLIC
from umpire.table.table import APP, Hand, Table
from umpire.table.wrong import Wrong

LAPTOP = Hand("laptop", None, "")


def ending(side: str = "us", **settings: str) -> Table:
    """A table at the End Phase of its first turn, in which nobody did anything; that side is confident."""
    return run(fighting(side, **settings), "t1/matches")


def hurt(name: str, side: str = "us", **leaves: object) -> Table:
    """The same with one ship as a case has her, and the board looked at."""
    t = ending(side)
    if leaves.pop("damaged", False):
        ship(t, name, damaged=True)
    ship(t, name, **leaves)
    return say(t, {})


class TestCarnage:
    def test_fm_72_a_full_card_on_three_is_flipped_and_rolls_nothing(self) -> None:
        t = hurt("Akagi", at=3)
        akagi = at(t, "Akagi")
        assert (akagi.damaged, akagi.at, t.truth.vp["us"]) == (True, 4, 3)
        assert asked(t).name == "t1/withdraw/us"
        assert "Akagi: flip her card to its damaged side and structure counter 3 to 4" in todo(t)
        assert "US: 1 VP, marker to 3" in todo(t)

    def test_counters_and_cap_stay_on_a_card_that_is_flipped(self) -> None:
        """Carrier carnage."""
        t = hurt("Akagi", at=3, fire=1, flooding=1, caps="smoke")
        akagi = at(t, "Akagi")
        assert (akagi.fire, akagi.flooding, akagi.caps) == (1, 1, ("smoke",))


class TestExplosions:
    def test_fm_21_two_criticals_from_the_second_space(self) -> None:
        t = hurt("Hiryu", at=2, inferno=1, fire=1)
        assert asked(t).facts["lines"] == ["Inferno 2 + Fire 1 = 3 dice"]
        assert asked(t).facts["most"] == 3
        say(t, 2)
        hiryu = at(t, "Hiryu")
        assert (hiryu.damaged, hiryu.at, hiryu.inferno, hiryu.fire, t.truth.vp["us"]) == (True, 4, 1, 1, 3)

    def test_fm_21_rolled_by_the_app_the_rating_is_asked_once(self) -> None:
        t = say(hurt("Hiryu", at=2, inferno=1, fire=1), ROLL)
        t.answer("chart", t.asks["chart"].name, {"rating/Hiryu/full": "4"}, APP)
        t.answer(DICE, t.asks[DICE].name, [1, 4, 5], APP)
        assert (at(t, "Hiryu").at, t.truth.vp["us"]) == (4, 3)

    def test_fm_74_four_criticals_do_not_sink_a_full_card(self) -> None:
        t = say(hurt("Hiryu", inferno=2), 4)
        hiryu = at(t, "Hiryu")
        assert (hiryu.at, hiryu.sunk, t.truth.vp["us"]) == (4, False, 3)

    def test_fm_22_sunk_with_her_cap_saved(self) -> None:
        t = say(hurt("Hornet", "japan", damaged=True, at=4, flooding=2, inferno=1, caps="full"), 2)
        hornet = at(t, "Hornet")
        assert (hornet.sunk, t.truth.vp["japan"]) == (True, 4)
        assert asked(t).kind == "sinks"
        say(t, {"aboard": 5, "haven": "Yorktown"})
        assert t.truth.graves["us"] == 5
        assert "CAP of Hornet under Yorktown" in todo(t)
        assert at(t, "Yorktown").caps == ()

    def test_fm_22_a_cap_without_a_friend_in_reach_is_lost_too(self) -> None:
        t = say(hurt("Hornet", "japan", damaged=True, at=5, fire=1, caps="full"), 1)
        say(t, {"aboard": 5, "haven": ""})
        assert t.truth.graves["us"] == 6

    def test_fm_22_flipped_by_carnage_and_sunk_in_one_end_phase_is_three(self) -> None:
        t = say(hurt("Hornet", "japan", at=3, flooding=2, inferno=1), 2)
        assert (at(t, "Hornet").sunk, t.truth.vp["japan"]) == (True, 5)

    def test_fm_64_on_six_she_sinks_without_a_die(self) -> None:
        t = hurt("Hornet", "japan", damaged=True, at=6)
        assert (at(t, "Hornet").sunk, asked(t).kind) == (True, "sinks")

    def test_fm_64_she_acts_before_that_and_can_be_saved(self) -> None:
        t = fighting("japan")
        ship(t, "Hornet", damaged=True)
        ship(t, "Hornet", at=6)
        say(act(t, "Hornet", "save"), {"points": 5, "buys": ["Hornet:stabilise"]})
        assert at(t, "Hornet").at == 4
        t = say(run(t, "t1/matches"), {})
        assert not at(t, "Hornet").sunk

    def test_the_island_is_knocked_out_and_stays_on_the_map(self) -> None:
        """Bombing Phase, Midway: as a carrier 1 VP and 2 VP; it acts no more."""
        t = hurt("Midway", "japan", at=3)
        assert (at(t, "Midway").damaged, t.truth.vp["japan"]) == (True, 3)
        t = hurt("Midway", "japan", damaged=True, at=6)
        assert (at(t, "Midway").sunk, t.truth.vp["japan"]) == (True, 4)
        assert asked(t).kind == "choose"
        t = run(t, "t2/turn/1")
        assert "Midway" not in [each["name"] for each in asked(t).facts["ships"]]

    def test_fm_22_midway_is_a_haven_and_one_that_sinks_next_is_none(self) -> None:
        """Carrier sunk: a carrier's rule holds for the island; on space 6 nobody lands."""
        t = ending("japan")
        for name, space in (("Hornet", 4), ("Yorktown", 6)):
            ship(t, name, damaged=True)
            ship(t, name, at=space)
        ship(t, "Hornet", flooding=2, caps="full")
        say(say(t, {}), 2) if asked(t).kind == "matches" else None
        assert asked(t).name.startswith("t1/sinks/")
        if asked(t).name != "t1/sinks/Hornet":
            say(t, {"aboard": 5, "haven": ""})
            say(t, 2)
        assert asked(t).facts["havens"] == ["Enterprise", "Midway"]

    @pytest.mark.parametrize(("name", "came"), [("Hornet", "sinks"), ("Midway", "is knocked out")])
    @pytest.mark.parametrize("fire", [0, 2])
    def test_fm_64_no_dice_are_told_on_six(self, name: str, came: str, fire: int) -> None:
        t = hurt(name, "japan", damaged=True, at=6, fire=fire)
        assert f"{name}, on 6, {came}: 2 VP." in texts(t)

    @pytest.mark.parametrize(("name", "leaves", "again"), [("Hornet", {"damaged": True}, True), ("Hornet", {}, False)])
    def test_fm_75_the_us_rolls_again_for_a_damaged_carrier(
        self, name: str, leaves: Mapping[str, object], again: bool
    ) -> None:
        t = hurt(name, "japan", fire=2, **leaves)
        assert any("may roll" in line for line in asked(t).facts["lines"]) == again
        say(t, ROLL)
        key = f"rating/{name}/{'damaged' if leaves else 'full'}"
        t.answer("chart", t.asks["chart"].name, {key: "4"}, APP)
        t.answer(DICE, t.asks[DICE].name, [5, 6], APP)
        assert (asked(t).kind == "pick") == again if TABLE in t.asks else not again

    def test_fm_75_japan_never_rolls_again(self) -> None:
        t = hurt("Akagi", damaged=True, fire=1)
        assert not any("may roll" in line for line in asked(t).facts["lines"])


class TestGraves:
    def test_fm_23_and_78_groups_of_seven_and_five(self) -> None:
        for us, japan, points, stay in ((10, 4, (1, 0), (3, 4)), (14, 12, (2, 2), (0, 2))):
            t = ending()
            put(t, "graves/us", str(us))
            put(t, "graves/japan", str(japan))
            say(t, {})
            assert (t.truth.vp["japan"] - 1, t.truth.vp["us"] - 2) == points
            assert (t.truth.graves["us"], t.truth.graves["japan"]) == stay

    def test_fm_76_a_sinking_fills_the_grave_in_the_same_phase(self) -> None:
        t = hurt("Hornet", "japan", damaged=True, at=6)
        put(t, "graves/us", "1")
        say(t, {"aboard": 6, "haven": ""})
        assert (t.truth.vp["japan"], t.truth.graves["us"]) == (2 + 2 + 1, 0)


class TestVictory:
    def test_fm_81_the_markers_are_turned_at_the_end_and_not_before(self) -> None:
        t = ending("us")
        ship(t, "Hornet", at=3)
        ship(t, "Yorktown", at=3)
        put(t, "ships/Hornet/fire", "1")
        say(t, {})
        assert (t.truth.vp["japan"], t.truth.lead, asked(t).kind) == (3, "us", "count")
        say(t, 0)
        assert t.truth.lead == "japan"
        assert asked(t).facts["of"] == "japan"

    def test_fm_28_tied_nobody_is_confident_and_japan_decides_first(self) -> None:
        t = ending("us")
        ship(t, "Hornet", at=3)
        say(t, {})
        assert (t.truth.vp, t.truth.lead) == ({"us": 2, "japan": 2}, "")
        assert asked(t).name == "t1/withdraw/japan"

    @pytest.mark.parametrize(
        ("us", "japan", "by", "end", "note"),
        [
            (9, 5, "us", "US wins: US 6 VP, Japan 5 VP.", "9 − 3 = 6 v 5: US wins"),
            (8, 5, "us", "A draw: US 5 VP, Japan 5 VP.", "8 − 3 = 5 v 5: a draw"),
            (6, 5, "japan", "US wins: US 6 VP, Japan 5 VP.", "5 v 6: Japan loses"),
            (6, 6, "japan", "A draw: US 6 VP, Japan 6 VP.", "6 v 6: a draw"),
        ],
    )
    def test_fm_79_withdrawal_with_both_outcomes_shown_first(
        self, us: int, japan: int, by: str, end: str, note: str
    ) -> None:
        t = ending()
        put(t, "vp/us", str(us))
        put(t, "vp/japan", str(japan))
        run(say(t, {}), f"t1/withdraw/{by}")
        assert [each["note"] for each in asked(t).facts["options"] if each["id"] == "withdraw"] == [note]
        say(t, "withdraw")
        assert t.truth.ended["text"] == f"{'US' if by == 'us' else 'Japan'} withdraws. {end}"

    def test_fm_79_points_set_right_at_a_withdrawal_turn_the_question_round(self) -> None:
        """Victory or withdrawal: who is confident is asked first, and who is confident pays."""
        t = say(ending("us"), {})
        assert (asked(t).name, t.truth.lead) == ("t1/withdraw/us", "us")
        put(t, "vp/japan", "5")
        assert asked(t).name == "t1/withdraw/japan"
        assert asked(t).facts["words"].startswith("Japan is confident. Turn the VP markers so.")
        assert [each["note"] for each in asked(t).facts["options"]] == ["US decides next", "5 − 3 = 2 v 2: a draw"]
        shown = [fleet["spirit"] for fleet in picture.picture(t.truth, "", asked(t), None)["fleets"]]
        assert shown == ["desperate", "confident"]
        say(t, "fight")
        assert (t.truth.lead, asked(t).name) == ("japan", "t1/withdraw/us")
        assert "Japan: VP marker to confident" in todo(t)
        assert [each["note"] for each in asked(t).facts["options"]] == ["a new turn begins", "2 v 5: US loses"]
        put(t, "vp/us", "6")
        assert asked(t).name == "t1/withdraw/us"
        assert asked(t).facts["options"][1]["note"] == "6 − 3 = 3 v 5: US loses"
        say(t, "fight")
        assert (t.truth.lead, asked(t).name) == ("us", "t2/cards/us")

    def test_fm_79_whoever_has_had_its_word_is_not_asked_again(self) -> None:
        t = say(say(ending("us"), {}), "fight")
        assert asked(t).name == "t1/withdraw/japan"
        put(t, "vp/japan", "5")
        assert asked(t).name == "t1/withdraw/japan"
        assert asked(t).facts["options"][1]["note"] == "5 − 3 = 2 v 2: a draw"
        say(t, "withdraw")
        assert t.truth.ended["text"] == "Japan withdraws. A draw: US 2 VP, Japan 2 VP."

    def test_words_of_a_turn_gone_back_on_are_asked_for_again(self) -> None:
        t = run(ending("us"), "t1/withdraw/japan")
        say(t, "fight")
        assert asked(t).name.startswith("t2/")
        before = next(name for name in t.turns() if name.startswith("before"))
        t.move(TABLE, "back", "moved", LAPTOP, name=t.motions.name, value={"to": before})
        assert asked(t).name == "t1/withdraw/japan"
        say(t, "fight")
        assert asked(t).name.startswith("t2/")
        t.move(TABLE, "back", "moved", LAPTOP, name=t.motions.name, value={"to": "t1"})
        run(t, "t1/withdraw")
        assert asked(t).name == "t1/withdraw/us"

    def test_intensity_reached_by_setting_right_ends_the_game(self) -> None:
        t = say(ending("us"), {})
        put(t, "vp/us", "11")
        assert {each["note"] for each in asked(t).facts["options"]} == {"the game ends: Intensity is reached"}
        say(t, "fight")
        assert t.truth.ended["text"] == "Intensity 11 is reached. US wins: US 11 VP, Japan 1 VP."

    @pytest.mark.parametrize(("us", "japan", "won"), [(11, 10, "US wins"), (11, 12, "Japan wins"), (12, 12, "A draw")])
    def test_intensity_ends_the_game(self, us: int, japan: int, won: str) -> None:
        """Victory or withdrawal: 11 for Midway."""
        t = ending()
        put(t, "vp/us", str(us))
        put(t, "vp/japan", str(japan))
        say(t, {})
        assert won in t.truth.ended["text"]

    def test_one_short_of_the_intensity_goes_on(self) -> None:
        t = ending()
        put(t, "vp/us", "10")
        assert asked(say(t, {})).name == "t1/withdraw/us"

    @pytest.mark.parametrize(("setting", "over"), [("withdraws", True), ("stays", False)])
    def test_a_side_without_a_carrier(self, setting: str, over: bool) -> None:
        """Our ruling: the rulebook's sentence on who must retreat is cut off."""
        t = ending(no_carrier=setting)
        for ship_ in t.truth.ships("japan"):
            put(t, f"ships/{ship_.name}/sunk", "yes")
        assert say(t, {}).over == over


class TestSetRight:
    def test_matches_puts_changes_on_the_record(self) -> None:
        t = say(ending(), {"ships/Akagi/fire": 2, "vp/us": 4})
        assert (at(t, "Akagi").fire, t.truth.vp["us"]) == (2, 4)
        said = [FIRES.say(d) for d in t.truth.heard if d.kind == "matched"]
        assert said == ["Set right at the table: Akagi, fire: 0 to 2 and US, VP: 2 to 4."]

    def test_matches_sets_cap_and_markers_right(self) -> None:
        """CAP slots: the island has two, a carrier one; the island’s marker has no Hidden side."""
        t = ending()
        ship(t, "Midway", caps="full")
        matches = asked(t)
        draft = matches.draft()
        for op, arg in (("cap", "Midway:0"), ("cap", "Midway:1"), ("cap", "Akagi:0"), ("spotted", "Kaga")):
            draft = matches.edit(draft, op, arg, {})
        value = {"ships/Midway/caps": ["smoke", "full"], "ships/Akagi/caps": ["full"], "ships/Kaga/spotted": True}
        assert matches.value(draft) == value
        say(t, value)
        assert (at(t, "Midway").caps, at(t, "Akagi").caps) == (("smoke", "full"), ("full",))
        assert (at(t, "Kaga").spotted, at(t, "Akagi").spotted) == (True, False)
        assert (
            "Set right at the table: Akagi, CAP: none to full, Kaga, Spotted: no to yes and "
            "Midway, CAP: full to smoke and full."
        ) in texts(t)

    def test_a_cap_slot_goes_round_and_comes_back_to_what_is_held(self) -> None:
        matches = asked(ending())
        draft = matches.draft()
        for shown in (["full"], ["smoke"], []):
            draft = matches.edit(draft, "cap", "Akagi:0", {})
            assert matches.slots(draft, "Akagi") == (shown or [""])
        assert draft == {"changed": {}}
        draft = matches.edit(matches.edit(draft, "spotted", "Kaga", {}), "spotted", "Kaga", {})
        assert draft == {"changed": {}}
        for op, arg in (("cap", "Akagi:1"), ("cap", "Yamato:0"), ("spotted", "Midway"), ("plus", "ships/Akagi/caps")):
            with pytest.raises(Refusal):
                matches.edit(draft, op, arg, {})

    @pytest.mark.parametrize(
        "value",
        [
            {"ships/Akagi/caps": ["full", "full"]},
            {"ships/Akagi/caps": ["empty"]},
            {"ships/Akagi/caps": 1},
            {"ships/Midway/spotted": False},
            {"ships/Akagi/spotted": 1},
            {"ships/Akagi/fire": True},
        ],
    )
    def test_matches_refuses_slots_and_sides_that_are_not(self, value: Mapping[str, object]) -> None:
        with pytest.raises(Refusal):
            say(ending(), value)

    @pytest.mark.parametrize("value", [{"ships/Akagi/at": 4}, {"ships/Yamato/fire": 1}, {"ships/Akagi/fire": 21}])
    def test_matches_refuses_what_cannot_lie_there(self, value: dict[str, int]) -> None:
        with pytest.raises(Refusal):
            say(ending(), value)

    def test_whoever_is_at_the_screen_sets_right_without_a_yes(self) -> None:
        t = fighting()
        said = {"fact": "ships/Akagi/fire", "value": "2", "reason": "miscounted"}
        t.move(TABLE, "correct", "moved", LAPTOP, name=t.motions.name, text="miscounted", value=said)
        assert at(t, "Akagi").fire == 2

    def test_every_fact_can_be_set_to_what_it_is(self) -> None:
        t = fighting()
        ship(t, "Akagi", caps="full")
        facts = FIRES.facts(t.play.plots[PUBLIC])
        assert len(facts) == 7 + 3 + 10 * 8 - 2
        for fact in facts:
            FIRES.correct(t.play, fact.key, fact.value, "so")
        assert FIRES.facts(t.play.plots[PUBLIC]) == facts

    def test_the_counter_goes_with_the_card(self) -> None:
        t = fighting()
        ship(t, "Akagi", at=2)
        ship(t, "Akagi", damaged=True)
        assert at(t, "Akagi").at == 5
        with pytest.raises(Refusal, match="4 to 6"):
            ship(t, "Akagi", at=3)

    def test_no_ship_leaves_the_game_in_the_middle_of_a_turn(self) -> None:
        with pytest.raises(Refusal, match="End Phase"):
            ship(fighting(), "Akagi", sunk=True)

    def test_what_came_of_a_wrong_counter(self) -> None:
        t = hurt("Hiryu", at=2, fire=1)
        since = len(t.entries)
        said = say(t, 1)
        report = FIRES.contamination(t.standing, Wrong("ships/Hiryu/at", "1", since - 1))
        assert report.value == 1
        assert any("Hiryu" in came.words for came in (*report.told, *report.rested))
        assert next(place.words for place in FIRES.changes(said.standing, "ships/Hiryu/at")).startswith("Turn 1: 4")

    def test_the_last_tap_is_taken_back_by_its_name(self) -> None:
        t = fighting()
        t.answer(TABLE, asked(t).name, {"ship": "Hornet", "action": "pass"}, LAPTOP)
        (to,) = [name for name in t.turns() if name.startswith("before")]
        assert FIRES.place(t.play.plots[PUBLIC], to) == "Just before the last answer (a Carrier Turn, turn 1)"
        t.move(TABLE, "back", "moved", LAPTOP, name=t.motions.name, value={"to": "t1"})
        assert asked(t).name == "t1/cards/us"
        assert record_facts.begun(t.truth, "search") == "The search"

    def test_a_side_concedes(self) -> None:
        t = fighting()
        t.move("japan", "concede", "moved", LAPTOP, name=t.motions.name)
        assert t.truth.ended["text"].startswith("Japan concedes: US wins.")

    def test_the_table_ends_the_game_where_it_stands(self) -> None:
        t = fighting()
        t.move(TABLE, "end", "moved", LAPTOP, name=t.motions.name)
        assert t.truth.ended["text"] == "The game ends here, as agreed. US wins: US 2 VP, Japan 1 VP."


class TestSetUp:
    def test_fleets_are_kept_with_the_copy_and_offered_again(self) -> None:
        t = searching(us="Halsey")
        cell = FIRES.cell("fleet/midway", {})
        (entry,) = t.entries
        assert cell.allows(entry.value["fleet/midway"])
        assert not cell.allows({"ships": []})
        again = table({"fleet/midway": entry.value["fleet/midway"]})
        assert again.asks["chart"].facts["fleet"]["admirals"]["us"] == "Halsey"

    def test_fleets_of_another_battle_are_asked(self) -> None:
        t = table(scenario="coral-sea")
        asked_ = t.asks["chart"]
        with pytest.raises(Refusal, match="Intensity"):
            asked_.value(asked_.draft())
        typed = asked_.edit(asked_.draft(), "type", "", {"intensity": "8", "us/1/name": "Hornet"})
        value = asked_.value(typed)["fleet/coral-sea"]
        assert [s["name"] for s in value["ships"]] == ["Lexington", "Hornet", "Shokaku", "Zuikaku", "Shoho"]
        t.answer("chart", asked_.name, {"fleet/coral-sea": value}, APP)
        assert t.truth.intensity == 8

    @pytest.mark.parametrize(
        "boxes",
        [
            {"us/0/name": "Akagi"},
            {"us/0/name": "", "us/1/name": "", "us/2/name": ""},
            {"us/0/name": "A/B"},
            {"us/0/name": "A:B"},
            {"us/3/name": "Wasp"},
            {"intensity": "no"},
        ],
    )
    def test_fleets_that_cannot_be(self, boxes: dict[str, str]) -> None:
        asked_ = table().asks["chart"]
        with pytest.raises(Refusal):
            asked_.validate(asked_.value(asked_.edit(asked_.draft(), "type", "", boxes)))

    def test_nothing_is_wanted_before_set_up(self) -> None:
        assert FIRES.wanting({}, {}) == []

    def test_idle_play_costs_few_taps(self) -> None:
        """A turn in which nobody does anything: cards, maneuver, eight turns of two taps at most, the board, two words."""
        t = confident("us")
        before = len(t.entries)
        run(t, "t2/cards")
        assert len(t.entries) - before == 1 + 1 + 8 + 1 + 2
        assert idle(asked(t)) == {}


def test_every_printed_value_is_set_right_box_by_box() -> None:
    """A card that was read wrong by the app's dice is put right at the table, and the copy learns it whole."""
    t = run(Table(FIRES, header(full_kit(), dice="app")), "t1/cards")
    on = [each for each in FIRES.facts(t.truth) if each.key.startswith("kit/")]
    printed = {key for key in t.truth.kit if key.partition("/")[0] in ("fuel", "rating", "track", "plane", "guns")}
    assert {key.partition("/")[0] for key in printed} == {"fuel", "rating", "track", "plane", "guns"}
    assert {boxes.at(t.truth.kit, each.key)[0] for each in on} == printed
    key, card = next((key, value) for key, value in t.truth.kit.items() if key.startswith("plane/"))
    assert isinstance(card, dict)
    put(t, f"kit/{key}/dice", "3")
    assert t.truth.kit[key] == {**card, "dice": "3"}
    told = next(d for d in reversed(t.truth.heard) if d.kind == "set-right")
    assert told.facts["text"].endswith("dice: 3")
    since = [place.n for place in FIRES.changes(t.standing, f"kit/{key}/dice")]
    assert since[0] == len(t.entries), "it was put on the record then"
