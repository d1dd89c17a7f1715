"""Search or Destroy tiles that the app keeps: who sees which, what is drawn, what comes of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.fires.lively import full_kit, lively, run, table, tile_faces
from tests.games.fires.scenes import act, asked, at, put, searching, texts, todo
from tests.tables import hand_of
from umpire.games.fires_of_midway import tiles
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import SIDES
from umpire.table.asks import PRIVATE, TABLE, Refusal
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.table import Table

JSON = Any
FACES = tile_faces()
FLEETS = [key for key in tiles.EVERY if FACES[key][tiles.ICON] == tiles.FLEET]
EMPTY = [key for key in tiles.EVERY if FACES[key][tiles.ICON] == tiles.EMPTY]
CAP = next(key for key in tiles.EVERY if FACES[key][tiles.ICON] == tiles.CAP)
SQUALL = next(key for key in tiles.EVERY if FACES[key][tiles.ICON] == tiles.SQUALL)
ESCORT = next(key for key in tiles.EVERY if FACES[key][tiles.ICON] == "escort/1")


def kept(**settings: JSON) -> Table:
    """A table of Midway whose tiles the app keeps, as the US looks first."""
    return searching(tiles="app", **settings)


def give(t: Table, party: str, value: JSON) -> Table:
    t.answer(party, t.asks[party].name, value, hand_of(party))
    return t


def look(t: Table, side: str, places: list[str], *fell: str) -> Table:
    """A side looks at two places; those nobody has seen turn out to be these."""
    give(t, side, places)
    return give(t, PRIVATE, list(fell)) if fell else t


def plot(t: Table, audience: str) -> FiresPlot:
    found = t.play.plots[audience]
    assert isinstance(found, FiresPlot)
    return found


def searched(t: Table) -> Table:
    """The search is over: the US has found the third fleet."""
    for n, (side, tile) in enumerate(zip(("us", "japan", "us"), FLEETS, strict=False)):
        place = tiles.PLACES[2 * n]
        look(t, side, [place, tiles.PLACES[2 * n + 1]], tile, EMPTY[n])
        give(t, side, place)
    return t


class TestSearch:
    def test_fm_31_the_us_looks_first_on_its_own_phone(self) -> None:
        t = kept()
        assert set(t.asks) == {"us"}
        assert len(t.asks["us"].facts["options"]) == 30
        for wrong in ([], ["A1"], ["A1", "B1", "C1"], ["A1", "Z9"]):
            with pytest.raises(Refusal):
                give(t, "us", wrong)

    def test_a_peek_is_told_to_the_peeker_alone(self) -> None:
        """Information matrix, row 2: nobody else, and the other one goes back face down."""
        t = look(kept(), "us", ["A1", "C3"], EMPTY[0], SQUALL)
        assert {a: plot(t, a).peeked["us"] for a in ("us", "japan", PUBLIC)} == {
            "us": {"A1": EMPTY[0], "C3": SQUALL},
            "japan": {},
            PUBLIC: {},
        }
        assert plot(t, PUBLIC).tree["tiles"]["looked"] == ["A1", "C3"]
        assert set(t.asks) == {"us"}
        give(t, "us", "C3")
        assert plot(t, PUBLIC).tree["tiles"]["grid"]["C3"] == SQUALL
        assert plot(t, PUBLIC).tree["weather"] == {"clouds": 0, "squall": 1}
        assert (plot(t, "us").peeked["us"], plot(t, "japan").peeked["us"]) == ({"A1": EMPTY[0]}, {})
        assert set(t.asks) == {"japan"}

    def test_a_tile_is_the_same_for_whoever_looks_at_it_again(self) -> None:
        t = give(look(kept(), "us", ["A1", "C3"], EMPTY[0], SQUALL), "us", "C3")
        with pytest.raises(Refusal):
            give(t, "japan", ["A1", "C3"])
        look(t, "japan", ["A1", "B2"], EMPTY[1])
        assert plot(t, "japan").peeked["japan"] == {"A1": EMPTY[0], "B2": EMPTY[1]}
        give(t, "japan", "B2")
        look(t, "us", ["A1", "D4"], EMPTY[2])
        give(t, "us", "A1")
        assert plot(t, "japan").peeked["japan"] == {}
        assert plot(t, PUBLIC).tree["tiles"]["grid"]["A1"] == EMPTY[0]

    def test_two_that_are_remembered_need_no_draw(self) -> None:
        t = give(look(kept(), "us", ["A1", "C3"], EMPTY[0], SQUALL), "us", "C3")
        give(look(t, "japan", ["D1", "D2"], EMPTY[1], EMPTY[2]), "japan", "D1")
        give(look(t, "us", ["A2", "A3"], CAP, ESCORT), "us", "A2")
        give(t, TABLE, "Hornet")
        give(look(t, "japan", ["D3", "D4"], *FLEETS[:2]), "japan", "D3")
        give(t, "us", ["A1", "A3"])
        assert set(t.asks) == {"us"}
        assert {each["id"] for each in t.asks["us"].facts["tiles"]} == {EMPTY[0], ESCORT}

    def test_fm_32_the_number_on_the_tile_rules(self) -> None:
        t = give(look(kept(), "us", ["A1", "A2"], EMPTY[0], ESCORT), "us", "A2")
        assert t.truth.tree["search"]["drawn"] == {"us": 1, "japan": 0}
        assert todo(t) == "US draws 1 combat card"
        assert "US turns up escort spotted at A2; 1 card drawn." in texts(t)

    def test_fm_33_cap_ready_asks_whose(self) -> None:
        t = give(look(kept(), "us", ["A1", "A2"], EMPTY[0], CAP), "us", "A2")
        assert {each["id"] for each in asked(t).facts["options"]} == {
            "Enterprise",
            "Hornet",
            "Yorktown",
            "Midway",
        }
        give(t, TABLE, "Yorktown")
        assert at(t, "Yorktown").caps == ("full",)

    def test_fm_30_the_third_fleet_ends_it_and_the_rest_is_the_stack(self) -> None:
        t = searched(kept())
        assert (t.truth.vp["us"], t.truth.lead) == (2, "us")
        held = plot(t, PUBLIC).tree["tiles"]
        assert (held["left"], held["aside"], held["grid"]) == (27, FLEETS[:3], {})
        assert not any(plot(t, side).peeked[side] for side in SIDES)
        assert set(tiles.stack(t.truth)) == set(tiles.EVERY) - set(FLEETS[:3])
        assert "Shuffle the tiles" not in todo(t)

    def test_what_no_tile_turned_up_cannot_lie_on_the_map(self) -> None:
        t = run(searched(kept()), "t1/maneuver")
        with pytest.raises(Refusal, match="No squall lies on the map"):
            give(t, TABLE, {"moved": ["Akagi"], "squall": ["Akagi"], "cannot": []})
        put(t, "weather/squall", "1")
        give(t, TABLE, {"moved": ["Akagi"], "squall": ["Akagi"], "cannot": []})
        assert at(t, "Akagi").squall


GROUP = {"fighter": 1, "bomber": 1, "torpedo": 0, "clouds": 0, "points": 0, "no_torpedo": True, "no_path": False}


def flying(t: Table, zones: int = 2) -> Table:
    """Yorktown's group is on its way to Akagi, Hidden: one zone more for the hunt."""
    act(run(t, "t1/turn/1"), "Yorktown")
    return give(t, TABLE, {**GROUP, "targets": ["Akagi"], "zones": zones})


class TestFuel:
    def test_fm_01_tiles_are_drawn_and_their_icons_counted(self) -> None:
        """Find the target: one tile a zone of distance; a rating of so many icons or less goes to smoke."""
        t = flying(searched(kept_full()))
        assert t.asks[PRIVATE].facts["n"] == 3
        gassy = sorted(tiles.stack(t.truth), key=lambda key: -int(FACES[key][tiles.GAS]))[:3]
        give(t, PRIVATE, gassy)
        assert "gas icons 6" in " ".join(texts(t))
        assert [(p.name, p.fuel) for p in t.truth.group()] == [("Wildcat", "smoke"), ("Dauntless", "smoke")]
        assert plot(t, PUBLIC).tree["tiles"]["used"] == gassy
        assert plot(t, PUBLIC).tree["tiles"]["left"] == 24

    def test_no_gas_and_nobody_is_low(self) -> None:
        t = flying(searched(kept_full()))
        dry = [key for key in tiles.stack(t.truth) if FACES[key][tiles.GAS] == "0"][:3]
        give(t, PRIVATE, dry)
        assert {p.fuel for p in t.truth.group()} == {"full"}

    def test_an_empty_stack_is_shuffled_anew_and_those_in_use_stay_out(self) -> None:
        """Strategy Phase: at any point; tiles turned up in the search come back with the first reshuffle."""
        t = searched(kept_full())
        run(t, "t1/turn/1")
        put(t, "weather/clouds", "9")
        act(t, "Yorktown")
        give(t, TABLE, {**GROUP, "targets": ["Akagi"], "zones": 12, "clouds": 9})
        assert t.asks[PRIVATE].facts["n"] == 22
        give(t, PRIVATE, list(tiles.stack(t.truth))[:22])
        down = {"lot": "bomber/smoke", "target": "Akagi", "won": "lost"}
        run(t, "t1/turn/2", {"bomb/1": down, "t1/Yorktown/home": {"zones": 12, "lost": 1, "ones": 0}})
        act(t, "Enterprise")
        give(t, TABLE, {**GROUP, "targets": ["Kaga"], "zones": 10})
        assert t.asks[PRIVATE].facts["n"] == 5
        first = give(t, PRIVATE, list(tiles.stack(t.truth))).truth.tree["tiles"]["out"]
        assert len(first) == 5
        cup = t.asks[PRIVATE].facts["cup"]
        assert set(cup) == set(tiles.EVERY) - set(first)
        assert set(FLEETS[:3]) <= set(cup)
        assert t.asks[PRIVATE].facts["n"] == 6
        give(t, PRIVATE, list(cup)[:6])
        assert plot(t, PUBLIC).tree["tiles"]["left"] == 30 - 11


def kept_full(**settings: JSON) -> Table:
    """The same of a copy that is filled in."""
    t = table(full_kit(), tiles="app", **settings)
    if "chart" in t.asks:
        run(t, "search/1")
    return t


def bombing(t: Table) -> Table:
    """Yorktown's bomber, alone, is to attack Akagi."""
    act(run(searched(t), "t1/turn/1"), "Yorktown")
    give(t, TABLE, {**GROUP, "fighter": 0, "targets": ["Akagi"], "zones": 2})
    dry = [key for key in tiles.stack(t.truth) if FACES[key][tiles.GAS] == "0"][:3]
    give(t, PRIVATE, dry)
    return run(t, "t1/Yorktown/bomb/1")


def two(t: Table, *icons: str) -> list[str]:
    """Two tiles of the stack that show an icon each at 1."""
    made: list[str] = []
    for icon in icons:
        made.append(next(key for key in tiles.stack(t.truth) if FACES[key]["1"] == icon and key not in made))
    return made


class TestDamage:
    @pytest.mark.parametrize(("won", "keeper"), [("bomber", "us"), ("carrier", "japan"), ("smoke", "japan")])
    def test_fm_60_the_winner_of_the_test_draws_two_and_picks(self, won: str, keeper: str) -> None:
        """Damage roll; information matrix, row 13: the one used is shown, the other to nobody else."""
        t = bombing(kept_full())
        give(t, TABLE, {"lot": "bomber/full", "target": "Akagi", "won": won})
        hand = two(t, "fireball", "shield")
        give(t, PRIVATE, hand)
        assert set(t.asks) == {keeper}
        other = next(side for side in SIDES if side != keeper)
        assert (plot(t, keeper).in_hand[keeper], plot(t, other).in_hand[keeper]) == (hand, [])
        give(t, keeper, hand[1])
        assert plot(t, PUBLIC).tree["tiles"]["out"] == [hand[1]]
        assert plot(t, keeper).not_chosen[keeper] == [hand[0]]
        assert not any(plot(t, a).not_chosen[keeper] for a in (other, PUBLIC))
        assert plot(t, UMPIRE).not_chosen[keeper] == [hand[0]]
        assert plot(t, PUBLIC).tree["tiles"]["left"] == 27 - 3 - 2
        (line,) = asked(t).facts["lines"]
        assert line.startswith(f"Tile {tiles.number(hand[1])}: 1")
        assert "1 fireball" not in line
        give(t, TABLE, {**asked(t).draft(), "fire": 1})
        assert at(t, "Akagi").fire == 1
        assert hand[1] in plot(t, PUBLIC).tree["tiles"]["used"]

    def test_fm_59_a_bomber_shot_down_makes_no_damage_roll(self) -> None:
        t = bombing(kept_full())
        give(t, TABLE, {"lot": "bomber/full", "target": "Akagi", "won": "lost"})
        assert PRIVATE not in t.asks
        assert t.truth.graves["us"] == 1

    def test_what_flak_did_is_not_told_twice(self) -> None:
        t = bombing(kept_full())
        give(t, TABLE, {"lot": "bomber/full", "target": "Akagi", "won": "smoke"})
        hand = two(t, "fireball", "shield")
        give(give(t, PRIVATE, hand), "japan", hand[0])
        with pytest.raises(Refusal, match="told already"):
            give(t, TABLE, {**asked(t).draft(), "flak": "lost"})
        give(t, TABLE, asked(t).draft())
        assert t.truth.group()[0].fuel == "smoke"

    def test_fm_14_the_app_reads_what_it_rolled_off_the_tile(self) -> None:
        t = bombing(kept_full())
        give(t, TABLE, {"lot": "bomber/full", "target": "Akagi", "won": "roll"})
        rng = random.Random(3)
        while "tile" not in next(iter(t.asks.values())).name.split("/")[-1]:
            party, ask = next(iter(t.asks.items()))
            give(t, party, ask.sample(rng) if ask.kind != "icons" else {"group": {}, "defender": {}})
        keeper = next(iter(t.asks))
        tile = next(each for each in t.asks[keeper].facts["tiles"])["id"]
        give(t, keeper, tile)
        (roll,) = t.asks.values()
        assert roll.kind == "roll"
        n = len(roll.facts["dice"])
        faces = ([1, 2, 3, 4, 5, 6] * 2)[:n]
        give(t, next(iter(t.asks)), faces)
        shown = [FACES[tile][str(face)] for face in faces]
        ship, infernos = at(t, "Akagi"), shown.count("fireball-cr") + shown.count("fireball") // 2
        assert (ship.inferno, ship.fire) == (infernos, shown.count("fireball") % 2)
        assert ship.at == 1 + shown.count("fireball-cr")


def test_every_tile_is_in_one_place_all_the_game() -> None:
    """What a cup holds is what is not elsewhere: as many as the stack is said to hold."""
    for seed in range(4):
        t = table(full_kit(), tiles="app", letters="shown", scenario="midway")

        def counted(t: Table) -> None:
            if t.truth.turn:
                assert len(tiles.stack(t.truth)) == t.truth.tree["tiles"]["left"]

        lively(t, random.Random(seed), counted)
        kinds = {each.dispatch.kind for _, each in t.told}
        assert {"peeked", "drawn", "in-hand", "not-chosen"} <= kinds


class TestBlankMarkers:
    def test_a_target_without_a_letter_is_named_as_it_is_located(self) -> None:
        """Locate: with a blank back a launch names Hidden markers, and no ship before they are turned over."""
        t = run(searching(letters="hidden"), "t1/turn/1")
        act(t, "Yorktown")
        assert [each["words"] for each in asked(t).facts["targets"]] == ["Hidden markers"]
        with pytest.raises(Refusal):
            give(t, TABLE, {**GROUP, "targets": ["Akagi"], "zones": 2})
        give(t, TABLE, {**GROUP, "targets": ["=hidden"], "zones": 2})
        assert t.truth.strike["distance"] == 3
        assert not any("Akagi" in text for text in texts(t)[-4:])
        give(t, TABLE, {"fighter": 0, "bomber": 0, "torpedo": 0})
        assert asked(t).name == "t1/Yorktown/located"
        for wrong in ([], ["Akagi", "Kaga", "Soryu"], ["Hornet"]):
            with pytest.raises(Refusal):
                give(t, TABLE, wrong)
        give(t, TABLE, ["Akagi", "Kaga"])
        assert t.truth.strike["targets"] == ["Akagi", "Kaga"]
        assert at(t, "Kaga").spotted

    def test_a_spotted_one_is_named_and_ends_the_hunt(self) -> None:
        t = run(searching(letters="hidden"), "t1/turn/1")
        put(t, "ships/Akagi/spotted", "yes")
        act(t, "Yorktown")
        give(t, TABLE, {**GROUP, "targets": ["Akagi", "=hidden"], "zones": 2})
        assert t.truth.strike["distance"] == 2
        give(t, TABLE, {"fighter": 0, "bomber": 0, "torpedo": 0})
        with pytest.raises(Refusal):
            give(t, TABLE, ["Kaga", "Soryu"])
        give(t, TABLE, ["Kaga"])
        assert t.truth.strike["targets"] == ["Akagi", "Kaga"]

    def test_the_last_hidden_one_needs_no_tap(self) -> None:
        t = run(searching(letters="hidden"), "t1/turn/1")
        for name in ("Akagi", "Kaga", "Soryu"):
            put(t, f"ships/{name}/spotted", "yes")
        act(t, "Yorktown")
        give(t, TABLE, {**GROUP, "targets": ["=hidden"], "zones": 2})
        give(t, TABLE, {"fighter": 0, "bomber": 0, "torpedo": 0})
        assert t.truth.strike["targets"] == ["Hiryu"]


class TestFacesSetRight:
    def test_a_face_that_was_entered_wrong_is_put_right_in_the_middle_of_the_game(self) -> None:
        t = searched(kept())
        key = EMPTY[0]
        for part, to, made in (("gas", "4", "4"), ("3", "CR", "fireball-cr"), ("icon", "Wake spotted, 2", "wake/2")):
            put(t, f"kit/{key}/{part}", to)
            assert t.truth.kit[key][part] == made
        assert t.truth.kit[key] == {**FACES[key], "gas": "4", "3": "fireball-cr", "icon": "wake/2"}
        for audience in SIDES:
            assert plot(t, audience).kit[key] == t.truth.kit[key], "what is printed is no secret"
        with pytest.raises(Refusal, match="at 3"):
            t.game.read_fact(t.truth, f"kit/{key}/3", "a whale")
        with pytest.raises(Refusal, match="not on the record"):
            t.game.read_fact(t.truth, f"kit/{key}/7", "CR")

    def test_with_too_few_fleets_the_search_would_never_end(self) -> None:
        t, fact = kept(), "kit/{}/icon"
        for key in FLEETS[3:]:
            put(t, fact.format(key), "Empty ocean")
        with pytest.raises(Refusal, match="2 show an enemy fleet"):
            put(t, fact.format(FLEETS[0]), "Empty ocean")

    def test_where_the_tiles_lie_on_the_table_there_is_nothing_to_set_right(self) -> None:
        assert not [each for each in t_facts(searching()) if each.startswith("kit/tile")]
        assert len([each for each in t_facts(kept()) if each.startswith("kit/tile")]) == 30 * 8


def t_facts(t: Table) -> list[str]:
    return [each.key for each in t.game.facts(t.truth)]
