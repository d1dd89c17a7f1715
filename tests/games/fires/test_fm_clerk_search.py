"""The clerk at the search and in the Strategy Phase: what is counted, who decides first, what is refused."""

from __future__ import annotations

import pytest

from tests.games.fires.lively import run
from tests.games.fires.scenes import (
    asked,
    at,
    confident,
    desperate,
    fighting,
    put,
    say,
    searching,
    ship,
    texts,
    todo,
    turned,
)
from tests.tables import hand_of
from umpire.games.fires_of_midway.rulings import TOPICS
from umpire.table.asks import TABLE, Refusal
from umpire.table.table import Table


class TestSearch:
    def test_fm_30_the_third_fleet_wins_the_edge_and_ends_the_search(self) -> None:
        t = turned(searching(), "fleet", "fleet", "fleet")
        assert t.truth.tree["search"]["fleets"] == 3
        assert (t.truth.vp["us"], t.truth.vp["japan"], t.truth.lead) == (2, 1, "us")
        assert t.truth.tree["search"]["drawn"] == {"us": 6, "japan": 3}
        assert asked(t).name == "set-up/placed"
        assert asked(t).facts["of"] == "us"

    def test_what_is_shuffled_and_laid_out(self) -> None:
        """Setup; Search grid: the tiles still face down are the draw stack once the third fleet is found."""
        t = searching()
        assert "Action cards on the mat; shuffle each side’s combat deck" in todo(t)
        t = turned(t, "fleet", "fleet")
        assert "Shuffle the tiles" not in todo(t)
        assert "Shuffle the tiles still face down: the Search or Destroy draw stack" in " ".join(
            texts(turned(t, "fleet"))
        )

    def test_fm_31_the_us_looks_first_and_what_a_tile_does_is_done_before_the_other_looks(self) -> None:
        t = searching()
        assert asked(t).facts["of"] == "us"
        say(t, "clouds")
        assert asked(t).facts["of"] == "japan"
        assert todo(t) == "Low clouds on an empty space of the map: no island, no weather, no starting space"

    def test_fm_31_a_squall_may_not_lie_on_the_island_other_weather_or_a_starting_space(self) -> None:
        assert todo(turned(searching(), "squall")).endswith("no island, no weather, no starting space")
        (said,) = [r for topic in TOPICS for r in topic.rulings if r.question == "Where weather is placed"]
        assert "without weather and without the island, and on nobody’s starting spaces" in said.answer

    def test_fm_32_what_each_tile_draws(self) -> None:
        t = turned(searching(), "wake", "escort", "fleet", "fleet")
        assert t.truth.tree["search"]["drawn"] == {"us": 1 + 3, "japan": 2 + 3}
        assert t.truth.vp == {"us": 1, "japan": 1}
        assert t.truth.tree["edge"] == ""

    @pytest.mark.parametrize(("fleets", "free"), [(0, 27), (1, 28), (2, 29)])
    def test_when_only_fleets_are_left_nothing_else_is_turned_up(self, fleets: int, free: int) -> None:
        """Search grid: thirty tiles lie there, and the third fleet ends the search."""
        t = turned(searching(), *["fleet"] * fleets, *["empty"] * (free - fleets))
        for tile in ("empty", "wake", f"cap/{'Akagi' if free % 2 else 'Hornet'}"):
            with pytest.raises(Refusal, match="Only enemy fleets are left"):
                say(t, tile)
        turned(t, *["fleet"] * (3 - fleets))
        assert (t.truth.tree["search"]["looks"], asked(t).name) == (30, "set-up/placed")

    def test_one_tile_before_that_anything_may_be_turned_up(self) -> None:
        t = turned(searching(), *["empty"] * 26)
        assert not any(each["barred"] or each["rule"] for each in asked(t).facts["options"])

    def test_the_log_names_no_number_that_only_a_tile_on_the_table_tells(self) -> None:
        """List of search effects: the number on the tile counts; an enemy fleet always draws three."""
        said = texts(turned(searching(), "wake", "escort", "fleet"))
        assert "US turns up wake spotted; cards drawn as the tile says." in said
        assert "Japan turns up escort spotted; cards drawn as the tile says." in said
        assert "US turns up enemy fleet: the first; 3 cards drawn." in said

    def test_fm_33_a_full_slot_takes_no_fighter_and_midway_takes_two(self) -> None:
        t = turned(searching(), "cap/Yorktown", "cap/Akagi", "cap/Yorktown")
        assert at(t, "Yorktown").caps == ("full",)
        assert todo(t) == "Yorktown has no open CAP slot: no effect"
        turned(t, "empty", "cap/Midway", "empty", "cap/Midway", "empty", "cap/Midway")
        assert at(t, "Midway").caps == ("full", "full")

    def test_fm_33_a_fighter_comes_from_an_own_air_wing(self) -> None:
        with pytest.raises(Refusal):
            say(searching(), "cap/Akagi")

    def test_who_places_the_task_forces(self) -> None:
        """Placing the carrier task forces: the side with the edge places both; by the setting each side its own."""
        assert "US says where the task forces of both sides stand" in todo(turned(searching(), *["fleet"] * 3))
        t = turned(searching(placing="own"), *["fleet"] * 3)
        assert "US places its own task forces, then Japan its own" in todo(t)


class TestCards:
    def test_fm_34_eight_cards_four_a_side_while_all_are_hidden(self) -> None:
        t = confident("us")
        assert asked(t).facts["cards"] == [1, 2, 3, 4, 5, 6, 7, 8]
        assert len(asked(t).facts["ships"]) == 4
        assert "Shuffle action cards 1 to 8: 4 to the US, 4 to Japan" in todo(t)

    def test_a_side_within_a_sentence_has_its_article(self) -> None:
        assert "Japan may swap one of its cards for one of the US’s" in todo(confident("japan"))
        assert "US may swap one of its cards for one of Japan’s" in todo(confident("us"))

    def test_fm_25_five_carriers_keep_cards_one_to_five(self) -> None:
        t = confident("us")
        for name in ("Akagi", "Kaga", "Hornet"):
            ship(t, name, sunk=True)
        assert asked(t).facts["cards"] == [1, 2, 3, 4, 5]

    def test_once_cards_are_laid_no_carrier_leaves_or_comes_back(self) -> None:
        """Deal Action cards: the numbers are those of the carriers in play."""
        t = say(confident("us"), {"Yorktown": 6, "Hornet": 2, "Enterprise": 4, "Midway": 8})
        with pytest.raises(Refusal, match="cards are laid"):
            ship(t, "Akagi", sunk=True)

    def test_fm_35_the_desperate_side_lays_second(self) -> None:
        t = confident("us")
        with pytest.raises(Refusal):
            t.answer(TABLE, "t1/cards/japan", {"Akagi": 1, "Kaga": 3, "Hiryu": 5, "Soryu": 7}, hand_of(TABLE))
        with pytest.raises(Refusal, match="US lays now"):
            say(t, {"Akagi": 1, "Kaga": 3, "Hiryu": 5, "Soryu": 7})
        say(t, {"Yorktown": 6, "Hornet": 2, "Enterprise": 4, "Midway": 8})
        assert asked(t).name == "t1/cards/japan"
        assert asked(t).facts["cards"] == [1, 3, 5, 7]

    def test_fm_35_and_28_at_tied_vp_japan_lays_first_and_nobody_steals(self) -> None:
        t = desperate()
        assert asked(t).name == "t2/cards/japan"
        say(t, {"Akagi": 1, "Kaga": 3, "Hiryu": 5, "Soryu": 7})
        say(t, {"Yorktown": 6, "Hornet": 2, "Enterprise": 4, "Midway": 8})
        assert asked(t).name == "t2/maneuver"
        assert asked(t).facts["first"] == "japan"

    def test_two_ships_never_have_one_card(self) -> None:
        with pytest.raises(Refusal, match="Each card"):
            say(confident("us"), {"Yorktown": 6, "Hornet": 6, "Enterprise": 4, "Midway": 8})

    def test_cards_that_are_tapped_as_they_come_ask_for_nothing_more(self) -> None:
        """A step with nothing to decide costs no tap: the other side is not asked, nor for a steal."""
        assert asked(say(confident("us"), {})).name == "t1/maneuver"

    def test_cards_that_are_dropped_are_said_to_be(self) -> None:
        t = confident("us")
        say(t, {"Yorktown": 6, "Hornet": 2, "Enterprise": 4, "Midway": 8})
        say(t, {})
        assert t.truth.cards == {}
        assert todo(t) == "The cards are not kept here: a swap is made on the table alone"
        assert any(text.endswith("those of the other side are dropped.") for text in texts(t))

    def test_no_enemy_card_no_swap(self) -> None:
        """Steal Action cards: a card is taken off the enemy, who has none here."""
        t = confident("us", no_carrier="stays")
        for name in ("Akagi", "Kaga", "Hiryu", "Soryu"):
            ship(t, name, sunk=True)
        say(t, {"Yorktown": 1, "Hornet": 2, "Enterprise": 3, "Midway": 4})
        assert asked(t).name == "t1/maneuver"

    def test_turns_go_by_the_cards(self) -> None:
        """Carrier Turn: in increasing order of initiative."""
        t = laid(confident("us"))
        run(t, "t1/turn/1")
        order = []
        for _ in range(8):
            (one,) = asked(t).facts["ships"]
            order.append(one["name"])
            say(t, {"ship": one["name"], "action": "pass"})
        assert order == ["Akagi", "Hornet", "Kaga", "Enterprise", "Hiryu", "Yorktown", "Soryu", "Midway"]


def laid(t: Table) -> Table:
    """Cards at every carrier: Akagi has the 1, Yorktown the 6."""
    sides = {
        "us": {"Yorktown": 6, "Hornet": 2, "Enterprise": 4, "Midway": 8},
        "japan": {"Akagi": 1, "Kaga": 3, "Hiryu": 5, "Soryu": 7},
    }
    for _ in range(2):
        say(t, sides[asked(t).facts["lays"]])
    return t


class TestSteal:
    def test_fm_36_the_six_for_the_one(self) -> None:
        t = say(laid(confident("us")), {"take": "Akagi", "give": "Yorktown"})
        assert t.truth.cards == {
            **{"Yorktown": 1, "Hornet": 2, "Enterprise": 4, "Midway": 8},
            **{"Akagi": 6, "Kaga": 3, "Hiryu": 5, "Soryu": 7},
        }
        assert todo(t) == "Card 1 to Yorktown, card 6 to Akagi"
        with pytest.raises(Refusal):
            t.answer(TABLE, "t1/steal", {"take": "Kaga", "give": "Hornet"}, hand_of(TABLE))

    def test_fm_26_confident_nagumo_does_not_take_the_one(self) -> None:
        t = confident("japan", japan="Nagumo")
        say(t, {"Akagi": 6, "Kaga": 2, "Hiryu": 4, "Soryu": 8})
        say(t, {"Yorktown": 1, "Hornet": 3, "Enterprise": 5, "Midway": 7})
        with pytest.raises(Refusal, match="Nagumo"):
            say(t, {"take": "Yorktown", "give": "Akagi"})
        say(t, {"take": "Hornet", "give": "Akagi"})
        assert (t.truth.cards["Hornet"], t.truth.cards["Akagi"]) == (6, 3)

    @pytest.mark.parametrize("admiral", ["Takagi", "another", ""])
    def test_fm_37_any_other_admiral_takes_it(self, admiral: str) -> None:
        t = confident("japan", japan=admiral)
        say(t, {"Akagi": 6, "Kaga": 2, "Hiryu": 4, "Soryu": 8})
        say(t, {"Yorktown": 1, "Hornet": 3, "Enterprise": 5, "Midway": 7})
        say(t, {"take": "Yorktown", "give": "Akagi"})
        assert t.truth.cards["Akagi"] == 1

    def test_fm_37_a_desperate_side_steals_nothing(self) -> None:
        t = laid(confident("us", japan="Nagumo"))
        assert asked(t).facts["of"] == "us"
        with pytest.raises(Refusal):
            say(t, {"take": "Yorktown", "give": "Akagi"})


class TestManeuver:
    def test_fm_39_who_moves_goes_hidden_and_who_stays_lies_as_before(self) -> None:
        t = run(confident("us"), "t1/maneuver")
        ship(t, "Akagi", spotted=True)
        ship(t, "Kaga", spotted=True)
        say(t, {"moved": ["Akagi"], "squall": [], "cannot": []})
        assert [at(t, name).seen for name in ("Akagi", "Kaga", "Hornet", "Yorktown")] == [False, True, False, False]
        assert todo(t) == "Hidden side up: Akagi"

    @pytest.mark.parametrize("letters", ["shown", "hidden"])
    def test_fm_39_a_hidden_carrier_that_moves_is_not_named(self, letters: str) -> None:
        """Maneuver forces: it stays Hidden; with a blank back its name would tell which carriers go together."""
        t = run(confident("us", letters=letters), "t1/maneuver")
        ship(t, "Akagi", spotted=True)
        told = {each["name"]: each["told"] for each in asked(t).facts["ships"]}
        assert [name for name in told if told[name]] == ["Akagi"]
        with pytest.raises(Refusal, match="stays Hidden"):
            say(t, {"moved": ["Kaga"], "squall": [], "cannot": []})
        say(t, {"moved": ["Akagi", "Kaga"], "squall": ["Kaga"], "cannot": []})
        assert [ship.name for ship in t.truth.ships() if ship.squall] == ["Kaga"]

    def test_fm_41_halsey_s_sealed_carriers_are_not_asked_by_name(self) -> None:
        t = run(confident("us", us="Halsey", letters="hidden"), "t1/maneuver")
        say(t, {"moved": [], "squall": [], "cannot": []})
        assert asked(t).kind == "turn"

    def test_fm_40_entering_a_squall(self) -> None:
        t = run(confident("us"), "t1/maneuver")
        ship(t, "Akagi", inferno=2, fire=1, flooding=1, caps="smoke")
        ship(t, "Kaga", inferno=4)
        say(t, {"moved": ["Akagi", "Kaga"], "squall": ["Akagi", "Kaga"], "cannot": []})
        akagi, kaga = at(t, "Akagi"), at(t, "Kaga")
        assert (akagi.inferno, akagi.fire, akagi.flooding, akagi.caps) == (0, 0, 1, ("full",))
        assert kaga.inferno == 1
        run(t, "t2/maneuver")
        say(t, {"moved": [], "squall": [], "cannot": []})
        assert at(t, "Kaga").inferno == 1

    def test_fm_41_halsey_closes_while_he_is_confident(self) -> None:
        t = run(confident("us", us="Halsey"), "t1/maneuver")
        with pytest.raises(Refusal, match="has to close in"):
            say(t, {"moved": ["Hornet", "Yorktown"], "squall": [], "cannot": []})
        say(t, {"moved": ["Hornet", "Yorktown"], "squall": [], "cannot": ["Enterprise"]})
        assert asked(t).kind == "turn"

    def test_fm_41_at_tied_vp_halsey_stays_where_he_likes(self) -> None:
        t = run(desperate(us="Halsey"), "t2/maneuver")
        say(t, {"moved": [], "squall": [], "cannot": []})
        assert asked(t).kind == "turn"

    def test_the_island_is_not_asked_to_move(self) -> None:
        """Maneuver forces: islands never move."""
        t = run(confident("us"), "t1/maneuver")
        assert "Midway" not in [each["name"] for each in asked(t).facts["ships"]]


class TestActions:
    def actions(self, t: Table, name: str) -> dict[str, str]:
        ships = {each["name"]: each["actions"] for each in asked(t).facts["ships"]}
        return {each["id"]: each["barred"] for each in ships[name]}

    def test_fm_16_fire_bars_into_the_wind_and_not_battle_stations(self) -> None:
        t = fighting()
        ship(t, "Hornet", fire=1)
        assert "Fire on deck" in self.actions(t, "Hornet")["wind"]
        assert self.actions(t, "Hornet")["stations"] == ""
        with pytest.raises(Refusal, match="Fire on deck"):
            say(t, {"ship": "Hornet", "action": "wind"})

    def test_fm_43_flooding_and_listing_bar_nothing(self) -> None:
        t = fighting()
        ship(t, "Hornet", flooding=1, listing=1)
        assert set(self.actions(t, "Hornet").values()) == {""}

    def test_fm_26_confident_takagi_saves_no_ship(self) -> None:
        t = fighting("japan", japan="Takagi")
        with pytest.raises(Refusal, match="Takagi"):
            say(t, {"ship": "Akagi", "action": "save"})
        assert self.actions(t, "Hornet")["save"] == ""
        assert self.actions(fighting("us", japan="Takagi"), "Akagi")["save"] == ""

    def test_fm_44_in_a_squall_battle_stations_repairs_and_launches_nothing(self) -> None:
        t = run(confident("us"), "t1/maneuver")
        ship(t, "Hornet", inferno=4)
        say(t, {"moved": ["Hornet"], "squall": ["Hornet"], "cannot": []})
        with pytest.raises(Refusal, match="squall"):
            say(t, {"ship": "Hornet", "action": "wind"})
        say(t, {"ship": "Hornet", "action": "stations"})
        assert asked(t).kind == "repairs"
        say(t, {"points": 2, "buys": ["Hornet:inferno"]})
        assert (at(t, "Hornet").inferno, at(t, "Hornet").fire) == (0, 1)
        assert asked(t).kind == "turn"

    def test_fm_47_save_the_ship_draws_two_whatever_is_held(self) -> None:
        t = say(fighting(), {"ship": "Hornet", "action": "save"})
        assert todo(t) == "US draws 2 combat cards, whatever it holds"

    def test_fm_18_what_points_buy(self) -> None:
        t = fighting()
        ship(t, "Hornet", inferno=1, flooding=1, at=3)
        put(t, "graves/us", "2")
        say(t, {"ship": "Hornet", "action": "save"})
        with pytest.raises(Refusal, match="takes 5"):
            say(t, {"points": 4, "buys": ["Hornet:inferno", "Hornet:flooding"]})
        with pytest.raises(Refusal):
            say(t, {"points": 4, "buys": ["Akagi:inferno"]})
        say(t, {"points": 13, "buys": ["Hornet:inferno", "Hornet:flooding", "Hornet:plane", "Hornet:stabilise"]})
        hornet = at(t, "Hornet")
        assert (hornet.inferno, hornet.fire, hornet.flooding, hornet.listing, hornet.at) == (0, 1, 0, 1, 1)
        assert t.truth.graves["us"] == 1
        assert "structure counter 3 to 1" in todo(t)

    def test_a_sound_ship_opens_no_repair_shop(self) -> None:
        """A step with nothing to decide costs no tap."""
        t = say(fighting(), {"ship": "Hornet", "action": "save"})
        assert asked(t).name == "t1/turn/2"
