"""The clerk through a strike, the way home and the admirals: what it asks, works out, and says is to be done."""

from __future__ import annotations

import pytest

from tests.games.fires.lively import run
from tests.games.fires.scenes import act, asked, at, bomb, fight, fighting, launch, put, say, ship, smoke, texts, todo
from umpire.games.fires_of_midway.asks import ROLL
from umpire.table.asks import DICE, Refusal
from umpire.table.table import APP, Table


class TestSortie:
    def test_fm_02_clouds_and_the_hunt_count_on_the_way_out(self) -> None:
        t = fighting()
        act(t, "Yorktown")
        say(t, group(bomber=1, targets=["Akagi"], zones=4, clouds=1))
        assert t.truth.strike["distance"] == 6
        assert "Draw 6 tiles (4 zones + 1 for clouds + 1 for the hunt = 6)" in todo(t)
        smoke(t, bomber=1)
        run(t, "/home")
        assert asked(t).facts["zones"] == 4

    def test_fm_01_gas_icons_against_fuel_ratings_that_are_asked_once(self) -> None:
        t = launch(fighting(), "Yorktown", "Akagi", fighter=1, bomber=1, torpedo=1)
        say(t, {"gas": 3})
        ratings = {"fuel/Wildcat": 2, "fuel/Dauntless": 4, "fuel/Devastator": 2}
        t.answer("chart", t.asks["chart"].name, ratings, APP)
        assert [(p.kind, p.fuel) for p in t.truth.group()] == [
            ("fighter", "smoke"),
            ("bomber", "full"),
            ("torpedo", "smoke"),
        ]
        t = launch(run(t, "t2/turn/1"), "Yorktown", "Kaga", bomber=1)
        say(t, {"gas": 4})
        assert [p.fuel for p in t.truth.group()] == ["smoke"]

    def test_fm_27_the_first_japanese_group_attacks_the_island(self) -> None:
        t = fighting("japan")
        with pytest.raises(Refusal, match="first Japanese group"):
            launch(t, "Akagi", "Hornet", bomber=1)
        say(t, group(bomber=1, torpedo=1, targets=["Midway"]))
        smoke(t)
        say(t, "not")
        assert [lot["id"] for lot in asked(t).facts["lots"]] == ["bomber/full"]
        bomb(t, "bomber/full", "Midway", fire=1)
        assert asked(t).kind == "choose"
        launch(run(t, "t1/turn/2"), "Kaga", "Hornet", bomber=1)
        assert t.truth.strike["targets"] == ["Hornet"]

    def test_torpedo_bombers_alone_bring_no_bluff_to_the_island(self) -> None:
        """Bombing Phase, Midway: they do not bomb there, and so no card is played."""
        t = smoke(launch(fighting("japan"), "Akagi", "Midway", torpedo=2))
        say(t, "not")
        told = [text for text in texts(t) if "Torpedo bombers take no part" in text]
        assert told
        assert not any("Bluff alone" in text for text in texts(t))

    def test_midway_knocked_out_in_a_strike_has_her_cap_resolved(self) -> None:
        """Resolution Phase: a full CAP in the target zone tires, whatever became of those below."""
        t = fighting("japan")
        ship(t, "Midway", damaged=True)
        ship(t, "Midway", at=5, caps="full")
        t = say(smoke(launch(t, "Akagi", "Midway", bomber=2)), "not")
        while asked(t).kind == "engage":
            fight(t, "Midway/0", "bomber/full", "nothing")
        bomb(t, "bomber/full", "Midway", cr=1)
        assert (at(t, "Midway").at, at(t, "Midway").sunk) == (6, False)
        assert "Midway is knocked out: acts no more; 2 VP in the End Phase" in todo(t)
        assert at(t, "Midway").caps == ("smoke",)

    def test_cap_that_are_alike_are_one_key(self) -> None:
        t = fighting("japan")
        ship(t, "Midway", caps="full, full")
        t = say(smoke(launch(t, "Akagi", "Midway", bomber=2)), "not")
        assert [each["words"] for each in asked(t).facts["caps"]] == ["CAP of Midway, full"]
        t = fighting("japan")
        ship(t, "Midway", caps="full, smoke")
        t = say(smoke(launch(t, "Akagi", "Midway", bomber=2)), "not")
        assert len(asked(t).facts["caps"]) == 2

    def test_fm_27_without_a_path_the_duty_waits_for_the_next_group(self) -> None:
        t = act(fighting("japan"), "Akagi")
        say(t, {**group(bomber=1, targets=["Hornet"]), "no_path": True})
        run(t, "t1/turn/2")
        act(t, "Kaga")
        assert asked(t).facts["duty"] is True

    def test_markers_are_turned_to_spotted_as_the_group_arrives(self) -> None:
        """Locate the enemy fleet."""
        t = smoke(launch(fighting(), "Yorktown", "Akagi", "Kaga", bomber=1))
        assert (at(t, "Akagi").spotted, at(t, "Kaga").spotted, at(t, "Hiryu").spotted) == (True, True, False)
        assert "Spotted side up: Akagi and Kaga" in todo(t)


def group(**more: object) -> dict[str, object]:
    """An answer to a launch."""
    counts: dict[str, object] = dict.fromkeys(("fighter", "bomber", "torpedo", "clouds", "points"), 0)
    return {**counts, "zones": 2, "no_torpedo": False, "no_path": False, **more}


class TestSpotting:
    def test_fm_05_one_die_for_japan_and_two_for_the_us(self) -> None:
        t = smoke(launch(fighting(), "Yorktown", "Akagi", bomber=3))
        assert "Japan rolls 1 die: spotted by a 3 or more" in asked(t).facts["words"]
        say(t, ROLL)
        t.answer(DICE, t.asks[DICE].name, [3], APP)
        assert asked(t).name.endswith("spotting/choice")
        t = smoke(launch(fighting("japan"), "Akagi", "Midway", bomber=3))
        assert "US rolls 2 dice" in asked(t).facts["words"]
        say(t, ROLL)
        t.answer(DICE, t.asks[DICE].name, [1, 2], APP)
        assert asked(t).kind == "bomb"

    def test_a_single_plane_is_spotted_and_seven_are_not(self) -> None:
        """Nothing to decide is not asked: a die shows 1 to 6."""
        t = smoke(launch(fighting(), "Yorktown", "Akagi", bomber=1))
        assert "not" not in [each["id"] for each in asked(t).facts["options"]]
        t = smoke(launch(fighting(), "Yorktown", "Akagi", bomber=7))
        assert asked(t).kind == "bomb"

    def test_fm_06_and_50_two_cards_or_one_fighter_in_all(self) -> None:
        t = smoke(launch(fighting(), "Yorktown", "Akagi", "Kaga", bomber=2))
        assert [each["id"] for each in asked(t).facts["options"]] == ["not", "cap/Akagi", "cap/Kaga", "draw"]
        say(t, "draw")
        assert "Japan draws 2 combat cards, whatever it holds" in todo(t)
        assert asked(t).kind == "bomb"

    def test_fm_49_an_unspotted_group_meets_the_cap_that_is_up(self) -> None:
        t = fighting()
        ship(t, "Akagi", caps="full")
        t = say(smoke(launch(t, "Yorktown", "Akagi", bomber=2)), "not")
        assert at(t, "Akagi").caps == ("full",)
        assert asked(t).kind == "engage"

    def test_fm_06_a_slot_that_is_taken_gets_no_second_fighter(self) -> None:
        t = fighting()
        ship(t, "Akagi", caps="smoke")
        t = smoke(launch(t, "Yorktown", "Akagi", bomber=2))
        assert [each["id"] for each in asked(t).facts["options"]] == ["not", "draw"]


def met(caps: str = "full", target: str = "Akagi", smoked: dict[str, int] | None = None, **planes: int) -> Table:
    """A US strike on a Japanese carrier with that CAP, unspotted."""
    t = fighting()
    ship(t, target, caps=caps)
    return say(smoke(launch(t, "Yorktown", target, **planes), **(smoked or {})), "not")


class TestAirCombat:
    def test_fm_11_bombers_alone_are_a_clay_pigeon_shoot_and_the_cap_fights_twice(self) -> None:
        t = met(bomber=2)
        assert (t.truth.strike["type"], asked(t).facts["of"]) == ("clay pigeon shoot", "japan")
        fight(t, "Akagi/0", "bomber/full", "nothing")
        fight(t, "Akagi/0", "bomber/full", "lost")
        assert asked(t).kind == "bomb"
        assert t.truth.graves["us"] == 1

    def test_fm_11_an_escort_that_dies_leaves_it_a_dogfight(self) -> None:
        t = fighting()
        ship(t, "Akagi", caps="full")
        ship(t, "Kaga", caps="full")
        t = say(smoke(launch(t, "Yorktown", "Akagi", "Kaga", fighter=1, bomber=2)), "not")
        assert asked(t).facts["of"] == "us"
        fight(t, "Akagi/0", "fighter/full", "lost")
        fight(t, "Kaga/1", "bomber/full", "nothing")
        assert t.truth.strike["type"] == "dogfight"
        assert asked(t).kind == "bomb"

    def test_fm_56_the_escort_is_faced_first_then_whoever_has_not_fought(self) -> None:
        t = fighting()
        ship(t, "Akagi", caps="full")
        ship(t, "Kaga", caps="full")
        t = say(smoke(launch(t, "Yorktown", "Akagi", "Kaga", fighter=1, bomber=2), bomber=1), "not")
        with pytest.raises(Refusal, match="escort"):
            fight(t, "Kaga/1", "bomber/full", "nothing")
        fight(t, "Kaga/1", "fighter/full", "cap-smoke")
        with pytest.raises(Refusal):
            fight(t, "Akagi/0", "fighter/full", "nothing")
        fight(t, "Akagi/0", "bomber/smoke", "nothing")
        assert asked(t).kind == "bomb"

    def test_fm_58_the_last_bomber_gone_ends_the_fight(self) -> None:
        t = fighting()
        ship(t, "Akagi", caps="full")
        ship(t, "Kaga", caps="full")
        t = say(smoke(launch(t, "Yorktown", "Akagi", "Kaga", fighter=1, bomber=1), fighter=1), "not")
        fight(t, "Akagi/0", "fighter/smoke", "nothing")
        fight(t, "Kaga/1", "bomber/full", "lost")
        assert asked(t).kind == "home"
        assert asked(t).facts["smoke"] == 1

    def test_fm_20_full_cap_tires_and_smoke_cap_that_fought_lands(self) -> None:
        t = fight(met(bomber=1, fighter=1), "Akagi/0", "fighter/full", "nothing")
        bomb(t, "bomber/full", "Akagi")
        assert at(t, "Akagi").caps == ("smoke",)
        t = fight(met(caps="smoke", bomber=1, fighter=1), "Akagi/0", "fighter/full", "nothing")
        bomb(t, "bomber/full", "Akagi")
        assert at(t, "Akagi").caps == ()
        assert "CAP lands, under its carrier, full side up: Akagi" in todo(t)

    @pytest.mark.parametrize(("fatigue", "after"), [("zone", "full"), ("any", "smoke")])
    def test_fm_20_cap_elsewhere_tires_only_where_that_was_agreed(self, fatigue: str, after: str) -> None:
        t = fighting(fatigue=fatigue)
        ship(t, "Kaga", caps="full")
        ship(t, "Akagi", caps="full")
        t = say(smoke(launch(t, "Yorktown", "Akagi", fighter=1, bomber=1)), "not")
        fight(t, "Akagi/0", "fighter/full", "cap-smoke")
        bomb(t, "bomber/full", "Akagi")
        assert at(t, "Kaga").caps == (after,)
        assert at(t, "Akagi").caps == ()

    def test_fm_67_smoke_after_the_first_strike_and_full_aboard_after_the_second(self) -> None:
        t = fight(met(bomber=1, fighter=1), "Akagi/0", "fighter/full", "nothing")
        bomb(t, "bomber/full", "Akagi")
        t = say(smoke(launch(run(t, "t1/turn/2"), "Hornet", "Akagi", fighter=1, bomber=1)), "not")
        assert asked(t).facts["caps"] == [{"id": "Akagi/0", "words": "CAP of Akagi, smoke", "fuel": "smoke"}]
        fight(t, "Akagi/0", "fighter/full", "nothing")
        bomb(t, "bomber/full", "Akagi")
        assert at(t, "Akagi").caps == ()

    def test_a_cap_shot_down_is_in_the_grave(self) -> None:
        """Damage icons: a fireball sends the aircraft to the Watery Grave."""
        t = fight(met(bomber=1, fighter=1), "Akagi/0", "fighter/full", "cap-lost")
        assert at(t, "Akagi").caps == ()
        assert t.truth.graves["japan"] == 1


class TestBombing:
    def over(self, smoked: int = 0, **planes: int) -> Table:
        t = smoke(launch(fighting(), "Yorktown", "Akagi", "Kaga", **planes), torpedo=smoked)
        return say(t, "not")

    def test_fm_65_the_full_one_first_its_side_picks_then_the_carriers_side(self) -> None:
        t = self.over(bomber=1, torpedo=1, smoked=1)
        assert (asked(t).facts["of"], [lot["id"] for lot in asked(t).facts["lots"]]) == ("us", ["bomber/full"])
        bomb(t, "bomber/full", "Akagi", flak="smoke", fire=1)
        assert at(t, "Akagi").fire == 1
        assert (asked(t).facts["of"], [lot["id"] for lot in asked(t).facts["lots"]]) == ("japan", ["torpedo/smoke"])

    def test_fm_14_and_15_hits_on_a_ship(self) -> None:
        t = bomb(self.over(bomber=2, torpedo=0), "bomber/full", "Akagi", fire=1, cr=1)
        akagi = at(t, "Akagi")
        assert (akagi.fire, akagi.inferno, akagi.at) == (1, 1, 2)
        bomb(t, "bomber/full", "Akagi", fire=1)
        akagi = at(t, "Akagi")
        assert (akagi.fire, akagi.inferno, akagi.at) == (0, 2, 2)

    def test_fm_61_torpedoes_flood_and_burn_nothing(self) -> None:
        t = self.over(torpedo=2)
        with pytest.raises(Refusal, match="bomb"):
            bomb(t, "torpedo/full", "Akagi", fire=1)
        bomb(t, "torpedo/full", "Akagi", spout=1)
        assert (at(t, "Akagi").flooding, at(t, "Akagi").at) == (1, 2)
        with pytest.raises(Refusal, match="torpedoes"):
            bomb(self.over(bomber=2), "bomber/full", "Akagi", spout=1)

    def test_fm_63_a_third_critical_leaves_the_counter_on_three_and_the_card_unflipped(self) -> None:
        t = self.over(bomber=2)
        ship(t, "Akagi", at=2)
        bomb(t, "bomber/full", "Akagi", cr=3)
        akagi = at(t, "Akagi")
        assert (akagi.at, akagi.damaged, akagi.inferno) == (3, False, 3)
        assert t.truth.vp == {"us": 2, "japan": 1}
        assert "structure counter 2 to 3, its fire side up" in todo(t)

    def test_fm_60_a_plane_that_is_shot_down_hits_nothing(self) -> None:
        t = self.over(bomber=2)
        with pytest.raises(Refusal, match="shot down"):
            bomb(t, "bomber/full", "Akagi", flak="lost", fire=1)
        bomb(t, "bomber/full", "Akagi", flak="lost")
        assert t.truth.graves["us"] == 1

    def test_one_heroic_sacrifice_in_a_group_and_from_a_smoke_side_bomber(self) -> None:
        """Bombing Phase, Heroic sacrifice."""
        t = self.over(torpedo=3, smoked=2)
        with pytest.raises(Refusal, match="smoke-side"):
            bomb(t, "torpedo/full", "Akagi", spout=1, sacrifice=True)
        bomb(t, "torpedo/full", "Akagi")
        bomb(t, "torpedo/smoke", "Akagi", spout=1, sacrifice=True)
        assert t.truth.graves["us"] == 1
        with pytest.raises(Refusal, match="one of a group"):
            bomb(t, "torpedo/smoke", "Akagi", spout=1, sacrifice=True)

    def test_kamikaze_from_a_damaged_japanese_carrier(self) -> None:
        """Bombing Phase, Kamikaze: all smoke-side aircraft may."""
        t = fighting("japan")
        ship(t, "Akagi", damaged=True)
        t = say(smoke(launch(t, "Akagi", "Midway", bomber=2), bomber=2), "not")
        for _ in range(2):
            bomb(t, "bomber/smoke", "Midway", fire=1, sacrifice=True)
        assert t.truth.graves["japan"] == 2
        assert at(t, "Midway").inferno == 1


class TestReturn:
    def test_fm_68_home_over_one_zone_and_over_six(self) -> None:
        t = self.home(zones=1)
        with pytest.raises(Refusal, match="only by a 1"):
            say(t, {"zones": 1, "lost": 1, "ones": 0})
        say(t, {"zones": 1, "lost": 1, "ones": 1})
        assert (at(t, "Yorktown").fire, t.truth.graves["us"]) == (1, 1)
        t = self.home(zones=6)
        with pytest.raises(Refusal, match="6 zones"):
            say(t, {"zones": 6, "lost": 1, "ones": 0})
        say(t, {"zones": 6, "lost": 2, "ones": 0})
        assert (at(t, "Yorktown").fire, t.truth.graves["us"]) == (0, 2)

    def home(self, zones: int) -> Table:
        t = say(smoke(launch(fighting(), "Yorktown", "Akagi", zones=zones, bomber=2), bomber=2), "not")
        return bomb(bomb(t, "bomber/smoke", "Akagi"), "bomber/smoke", "Akagi")

    def test_a_group_on_full_fuel_comes_home_untold(self) -> None:
        """Return roll: full-fuel aircraft return by themselves."""
        t = say(smoke(launch(fighting(), "Yorktown", "Akagi", bomber=2)), "not")
        bomb(bomb(t, "bomber/full", "Akagi"), "bomber/full", "Akagi")
        assert asked(t).name == "t1/Yorktown/admiral/us"
        assert "2 aircraft under Yorktown, full side up" in todo(t)


class TestAdmirals:
    def phase(self, side: str = "us") -> Table:
        enemy = "Midway" if side == "japan" else "Akagi"
        return run(launch(fighting(side), "Yorktown" if side == "us" else "Akagi", enemy, bomber=1), "/admiral/")

    def test_the_confident_side_acts_first_after_a_turn_that_launched(self) -> None:
        t = self.phase()
        assert asked(t).facts["of"] == "us"
        say(t, "pass")
        assert asked(t).facts["of"] == "japan"
        assert asked(act(say(t, "pass"), "Hornet", "pass")).name == "t1/turn/3"

    def test_after_every_turn_or_once_where_that_was_agreed(self) -> None:
        t = act(fighting(admirals="every"), "Hornet", "pass")
        assert asked(t).name == "t1/Hornet/admiral/us"
        t = run(launch(fighting(admirals="once"), "Yorktown", "Akagi", bomber=1), "t1/turn/2")
        assert asked(run(t, "/admiral/")).name == "t1/admiral/us"

    def test_fm_69_hands_of_seven_and_nine(self) -> None:
        t = say(self.phase(), "reload")
        assert "US discards what it likes, then draws up to 7, the Bluff among them" in todo(t)
        assert "draws up to 9" in todo(say(t, "reload"))

    def test_fm_70_land_two_and_launch_one(self) -> None:
        t = self.phase()
        ship(t, "Midway", caps="smoke")
        ship(t, "Yorktown", caps="full")
        say(t, "recover")
        say(t, {"land": ["Midway:0", "Yorktown:0"], "launch": "Hornet"})
        assert [at(t, name).caps for name in ("Midway", "Yorktown", "Hornet")] == [(), (), ("full",)]

    def test_fm_71_three_points_across_ships(self) -> None:
        t = self.phase()
        for name in ("Hornet", "Yorktown", "Enterprise"):
            ship(t, name, fire=1)
        put(t, "ships/Hornet/flooding", "1")
        put(t, "ships/Hornet/at", "3")
        say(t, "restore")
        with pytest.raises(Refusal, match="takes 5 points"):
            say(t, {"points": 0, "buys": ["Hornet:stabilise"]})
        say(t, {"points": 0, "buys": [f"{name}:fire" for name in ("Hornet", "Yorktown", "Enterprise")]})
        assert [at(t, name).fire for name in ("Hornet", "Yorktown", "Enterprise")] == [0, 0, 0]
        t = self.phase()
        ship(t, "Hornet", flooding=1)
        say(say(t, "restore"), {"points": 0, "buys": ["Hornet:flooding"]})
        assert (at(t, "Hornet").flooding, at(t, "Hornet").listing) == (0, 1)
