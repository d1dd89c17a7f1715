"""“Roll for us”: a step by the app's dice, with the rulebook's own examples."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.fires.bench import Bench
from umpire.games.fires_of_midway.asks_rolled import Faces, Icons
from umpire.games.fires_of_midway.damage import FIREBALL, FIREBALL_CR, SHIELD, SPOUT
from umpire.games.fires_of_midway.engagements import Plane
from umpire.games.fires_of_midway.printed import BOOK, cell
from umpire.games.fires_of_midway.rolled import (
    SAYINGS,
    bombing_rolled,
    engagement_rolled,
    explosion_rolled,
    return_rolled,
)
from umpire.games.fires_of_midway.ship import ISLAND, JAPAN, SMOKE, US, Ship
from umpire.games.fires_of_midway.terms import BOMBER, TORPEDO
from umpire.table.asks import Refusal

HIRYU = Ship("Hiryu", JAPAN)
MIDWAY = Ship("Midway", US, ISLAND)
KIT: dict[str, Any] = {
    "plane/fighter/Zero/full": {"dice": "3", "ammo": "3"},
    "plane/fighter/Zero/smoke": {"dice": "2", "ammo": "1"},
    "plane/fighter/Wildcat/full": {"dice": "2", "ammo": "2"},
    "plane/fighter/Wildcat/smoke": {"dice": "1", "ammo": "1"},
    "plane/bomber/Dauntless/full": {"dice": "2", "ammo": "0", "bombs": "2"},
    "plane/bomber/Dauntless/smoke": {"dice": "1", "ammo": "0", "bombs": "1"},
    "plane/torpedo/Devastator/full": {"dice": "1", "ammo": "0", "torpedoes": "2"},
    "plane/bomber/Val/full": {"dice": "2", "ammo": "0", "bombs": "2"},
    "plane/torpedo/Kate/full": {"dice": "2", "ammo": "1", "torpedoes": "2"},
    "guns/Hiryu/full": {"dice": "2", "ammo": "1"},
    "guns/Midway/full": {"dice": "2", "ammo": "2"},
    "track/Wildcat/smoke/4": "destroyed",
    "track/Wildcat/smoke/1": "shield",
    "track/Wildcat/smoke/3": "fuel",
    "track/Dauntless/full/3": "fuel",
    "track/Dauntless/full/6": "destroyed",
    "track/Dauntless/full/1": "shield",
    "track/Dauntless/smoke/3": "fuel",
    "track/Zero/full/2": "fuel",
    "rating/Hiryu/full": "4",
    "rating/Hornet/damaged": "4",
    "rating/Hornet/full": "4",
    "fuel/Devastator": 2,
    "fuel/Wildcat": 2,
    "fuel/Dauntless": 4,
}
NONE: dict[str, Any] = {"group": {}, "defender": {}}
NO_HITS = {"fire": 0, "cr": 0, "spout": 0, "sacrifice": False}


WILDCAT = Plane("Wildcat", fuel=SMOKE)
ZERO = Plane("Zero", ship="Hiryu")
DAUNTLESS, WEAK_DAUNTLESS = Plane("Dauntless", BOMBER), Plane("Dauntless", BOMBER, SMOKE)
DEVASTATOR, VAL = Plane("Devastator", TORPEDO), Plane("Val", BOMBER)


def bench_of(**settings: str) -> Bench:
    made = Bench(KIT, settings)
    made.put(HIRYU, MIDWAY)
    return made


@pytest.fixture
def bench() -> Bench:
    return bench_of()


# Engagements.


def test_fm_07_09_and_52_suicide_roll_against_spinning_dive(bench: Bench) -> None:
    """A smoke Wildcat with Reticle and deflection against a full Zero: two dice to one, and three ammo dice, not four."""
    cards = {"group": {"reticle": 1, "deflection": 1}, "defender": {"ammo": 1}}
    script = engagement_rolled(bench.g, "t1/fight", US, WILDCAT, ZERO)
    assert bench.play(script, cards, [5, 5, 1], [1, 3, 4], "4") == "lost"
    assert bench.told("tested")[0]["step"] == "fuel"
    assert bench.told("tested")[0]["winner"] == "defender"
    assert bench.printed == ["plane/fighter/Wildcat/smoke", "plane/fighter/Zero/full", "track/Wildcat/smoke/4"]
    pick = bench.asked("choose")
    assert pick.facts["of"] == JAPAN
    assert [each["id"] for each in pick.facts["options"]] == ["1", "3", "4"]


def test_one_icon_of_a_card_is_one(bench: Bench) -> None:
    """Of each card the page says what it prints itself."""
    bench.play(engagement_rolled(bench.g, "t1/fight", US, WILDCAT, ZERO), NONE, [1, 5, 5, 1], [4, 4, 4])
    assert [each["own"] for each in bench.asked("icons").facts["cards"]] == [
        "1 combat die, 1 ammo",
        "3 combat dice, 3 ammo",
    ]
    script = bombing_rolled(bench.g, "t1/bomb", US, WEAK_DAUNTLESS, HIRYU, False)
    bench.play(script, NONE, [6, 2, 1], "roll", [1], {"icons": {"1": SHIELD}, "again": []})
    assert bench.asked("icons").facts["cards"][0]["own"] == "1 combat die, 1 bomb"


def test_what_was_said_once_is_not_asked_again(bench: Bench) -> None:
    bench.play(engagement_rolled(bench.g, "a", US, WILDCAT, ZERO), NONE, [1, 5, 5, 1], [4, 4, 4])
    before = list(bench.printed)
    assert bench.play(engagement_rolled(bench.g, "b", US, WILDCAT, ZERO), NONE, [1, 5, 5, 1], [4, 4, 4]) == "lost"
    assert bench.printed == before


def test_fm_51_two_reticles_leave_the_zero_all_its_dice(bench: Bench) -> None:
    cards = {"group": {"reticle": 1, "deflection": 1, "dice": 2}, "defender": {"reticle": 1, "ammo": 1}}
    script = engagement_rolled(bench.g, "t1/fight", US, WILDCAT, ZERO)
    assert bench.play(script, cards, [6, 5, 5, 1], [2]) == "cap-smoke"


def test_fm_10_a_bomber_that_wins_without_ammo_hits_nobody(bench: Bench) -> None:
    script = engagement_rolled(bench.g, "t1/fight", US, DAUNTLESS, ZERO)
    assert bench.play(script, NONE, [6, 6, 5, 5, 5]) == "nothing"


def test_fm_55_a_bomber_has_the_ammo_of_its_card(bench: Bench) -> None:
    cards = {"group": {"ammo": 1}, "defender": {}}
    script = engagement_rolled(bench.g, "t1/fight", US, DAUNTLESS, ZERO)
    assert bench.play(script, cards, [6, 6, 5, 5, 5], [2]) == "cap-smoke"
    assert len(bench.told("roll")[-1]["faces"]) == 1


def test_a_fuel_hit_on_smoke_does_no_more(bench: Bench) -> None:
    """Damage icons and results: the card is flipped to its smoke side, where it lies already."""
    script = engagement_rolled(bench.g, "t1/fight", US, WILDCAT, ZERO)
    assert bench.play(script, NONE, [1, 6, 5, 4], [3, 3, 3]) == "nothing"


def test_a_deflection_is_no_icon_of_a_japanese_card(bench: Bench) -> None:
    script = engagement_rolled(bench.g, "t1/fight", US, WILDCAT, ZERO)
    bench.play(script, NONE, [1, 5, 5, 1], [4, 4, 4])
    icons = bench.asked("icons")
    assert isinstance(icons, Icons)
    assert "deflection" in icons.chips("group")
    with pytest.raises(Refusal):
        icons.validate({"group": {}, "defender": {"deflection": 1}})
    with pytest.raises(Refusal):
        icons.validate({"group": {"reticle": 2}, "defender": {}})


def test_a_test_is_said_with_its_step(bench: Bench) -> None:
    bench.play(engagement_rolled(bench.g, "t1/fight", US, WILDCAT, ZERO), NONE, [5, 5, 1, 1], [4, 4, 4])
    assert SAYINGS["tested"](bench.told("tested")[0]) == (
        "US Wildcat, smoke side 5; CAP, Japan Zero, full side 5 1 1. CAP, Japan Zero, full side wins: full fuel beats smoke."
    )


# Bombings.


def test_fm_12_and_14_hell_dive_against_imperial_pride(bench: Bench) -> None:
    """The Hiryu wins with two sixes, her flak does nothing, and four bombs fall on the track of her choice."""
    cards = {"group": {"dice": 2, "bombs": 2}, "defender": {"dice": 1}}
    script = bombing_rolled(bench.g, "t1/bomb", US, DAUNTLESS, HIRYU, False)
    track = {"icons": {"1": SHIELD, "3": SHIELD, "4": FIREBALL, "6": FIREBALL_CR}, "again": []}
    got = bench.play(script, cards, [6, 5, 4, 1, 6, 6, 1], [1], "roll", [1, 3, 4, 6], track)
    assert got == {"flak": "none", "fire": 1, "cr": 1, "spout": 0, "sacrifice": False}
    assert (bench.told("tested")[0]["winner"], bench.told("tested")[0]["step"]) == ("defender", "count")


def test_fm_60_flak_that_only_hits_lets_the_weakened_bomber_attack(bench: Bench) -> None:
    script = bombing_rolled(bench.g, "t1/bomb", US, DAUNTLESS, HIRYU, False)
    got = bench.play(script, NONE, [1, 1, 6, 6], [3], "roll", [4], {"icons": {"4": FIREBALL}, "again": []})
    assert got == {"flak": "smoke", **NO_HITS, "fire": 1}
    assert bench.asked("choose").facts["of"] == JAPAN
    assert "plane/bomber/Dauntless/smoke" in bench.printed


def test_fm_60_a_destroyed_bomber_makes_no_damage_roll(bench: Bench) -> None:
    script = bombing_rolled(bench.g, "t1/bomb", US, DAUNTLESS, HIRYU, True)
    assert bench.play(script, NONE, [1, 1, 6, 6], [6]) == {"flak": "lost", **NO_HITS}


def test_fm_59_a_bomber_on_smoke_loses_the_tie() -> None:
    for ties, flak in [("full", True), ("always", False)]:
        bench = bench_of(bombing_ties=ties)
        script = bombing_rolled(bench.g, "t1/bomb", US, WEAK_DAUNTLESS, HIRYU, False)
        hits = ("roll", [4], {"icons": {"4": SHIELD}, "again": []})
        assert bench.play(script, NONE, [6, 6, 1], *([[3]] if flak else []), *hits) == {"flak": "none", **NO_HITS}
        assert bench.told("tested")[0]["winner"] == ("defender" if flak else "group")


def test_fm_61_torpedoes_and_their_card(bench: Bench) -> None:
    cards = {"group": {"torpedoes": 1}, "defender": {}}
    script = bombing_rolled(bench.g, "t1/bomb", US, DEVASTATOR, HIRYU, False)
    track = {"icons": {"2": SPOUT, "4": SHIELD, "6": SHIELD}, "again": []}
    got = bench.play(script, cards, [6, 5, 5], "roll", [2, 4, 6], track)
    assert got == {"flak": "none", **NO_HITS, "spout": 1}
    icons, faces = bench.asked("icons"), bench.asked("faces")
    assert isinstance(icons, Icons)
    assert "bombs" not in icons.chips("group")
    with pytest.raises(Refusal):
        faces.validate({"icons": {"2": FIREBALL, "4": SHIELD, "6": SHIELD}, "again": []})


def test_fm_27_over_midway_the_us_plays_only_the_bluff(bench: Bench) -> None:
    script = bombing_rolled(bench.g, "t1/bomb", JAPAN, VAL, MIDWAY, False)
    track = {"icons": {"2": SHIELD, "5": FIREBALL}, "again": []}
    got = bench.play(script, NONE, [6, 6, 5, 5], "roll", [2, 5], track)
    assert got == {"flak": "none", **NO_HITS, "fire": 1}
    icons = bench.asked("icons")
    assert isinstance(icons, Icons)
    assert icons.chips("defender") == []
    assert icons.chips("group") != []


def test_a_heroic_sacrifice_rolls_again_what_is_chosen(bench: Bench) -> None:
    """Heroic sacrifice: any of the dice, once; the aircraft is lost after it."""
    script = bombing_rolled(bench.g, "t1/bomb", US, WEAK_DAUNTLESS, HIRYU, True)
    first = {"icons": {"2": SHIELD}, "again": [0]}
    second = {"icons": {"6": FIREBALL_CR}, "again": []}
    got = bench.play(script, NONE, [6, 5, 5], "roll", [2], first, [6], second)
    assert got == {"flak": "none", **NO_HITS, "cr": 1, "sacrifice": True}


def test_a_full_bomber_sacrifices_nothing(bench: Bench) -> None:
    script = bombing_rolled(bench.g, "t1/bomb", US, DAUNTLESS, HIRYU, True)
    bench.play(script, NONE, [6, 6, 5, 5], "roll", [2, 2], {"icons": {"2": SHIELD}, "again": []})
    with pytest.raises(Refusal, match="smoke-side"):
        bench.asked("faces").validate({"icons": {"2": SHIELD}, "again": [0]})


# The way home, and the End Phase.


def test_fm_68_the_way_home_by_dice(bench: Bench) -> None:
    assert bench.play(return_rolled(bench.g, "a", US, 2, 1), [1, 2]) == (1, 1)
    assert bench.play(return_rolled(bench.g, "b", US, 1, 6), [6]) == (1, 0)


def test_fm_21_explosions_are_not_rolled_again_by_japan(bench: Bench) -> None:
    bench.put(HIRYU.but(at=2, inferno=1, fire=1))
    assert bench.play(explosion_rolled(bench.g, "a", "Hiryu"), [1, 4, 5]) == 2


def test_fm_22_the_us_rolls_chosen_dice_again(bench: Bench) -> None:
    bench.put(Ship("Hornet", US, damaged=True, at=4, flooding=1, inferno=2, fire=1))
    faces = [4, 5, 6, 4, 1, 2, 3, 1]
    assert bench.play(explosion_rolled(bench.g, "a", "Hornet"), faces, ["0", "1"], [3, 2]) == 2


def test_fm_75_no_reroll_on_the_full_side_nor_without_a_critical(bench: Bench) -> None:
    hornet = Ship("Hornet", US, fire=2)
    bench.put(hornet)
    assert bench.play(explosion_rolled(bench.g, "a", "Hornet"), [4, 5]) == 2
    bench.put(hornet.but(damaged=True, at=4))
    assert bench.play(explosion_rolled(bench.g, "b", "Hornet"), [1, 2]) == 0


def test_fm_75_as_the_table_agreed() -> None:
    bench = bench_of(reroll="one", reroll_whose="every")
    bench.put(Ship("Hornet", US, fire=2))
    assert bench.play(explosion_rolled(bench.g, "a", "Hornet"), [4, 5], ["1"], [1]) == 1
    with pytest.raises(Refusal):
        bench.asked("pick").validate(["0", "1"])


# The asks themselves, and what is printed.


def test_a_chip_counts_up_and_back_to_nothing() -> None:
    card = {"id": "group", "side": US, "words": "", "own": "", "chips": ["reticle", "dice"]}
    ask = Icons("a", {"why": "", "words": "", "rule": "", "cards": [card, {**card, "id": "defender", "chips": []}]})
    draft = ask.draft()
    for n in (1, 2, 3, 4, 5, None):
        draft = ask.edit(draft, "chip", "group:dice", {})
        assert draft["group"].get("dice") == n
    draft = ask.edit(ask.edit(draft, "chip", "group:reticle", {}), "chip", "group:dice", {})
    assert draft["group"] == {"reticle": 1, "dice": 1}
    assert ask.edit(draft, "bluff", "group", {})["group"] == {}
    for wrong in ("defender:dice", "group:bombs", "group", ":", "nobody:dice"):
        with pytest.raises(Refusal):
            ask.edit(draft, "chip", wrong, {})
    ask.validate(ask.sample(random.Random(1)))


def test_faces_take_an_icon_each_and_refuse_the_rest() -> None:
    facts = {"dice": [4, 2, 4], "icons": [[SHIELD, "Nothing"], [FIREBALL, "Fire"]], "sacrifice": True}
    ask = Faces("a", {"why": "", "words": "", "rule": "", **facts})
    draft = ask.draft()
    assert draft == {"icons": {"2": SHIELD, "4": SHIELD}, "again": []}
    draft = ask.edit(ask.edit(draft, "icon", f"4:{FIREBALL}", {}), "again", "1", {})
    assert draft == {"icons": {"2": SHIELD, "4": FIREBALL}, "again": [1]}
    assert ask.edit(draft, "again", "1", {})["again"] == []
    for op, arg in (("icon", "3:shield"), ("icon", "4:spout"), ("again", "3"), ("again", "x"), ("paint", "4")):
        with pytest.raises(Refusal):
            ask.edit(draft, op, arg, {})
    ask.validate(ask.sample(random.Random(2)))


@pytest.mark.parametrize("key", sorted(BOOK))
def test_what_the_rulebook_shows_is_suggested_and_another_value_doubted(key: str) -> None:
    made = cell(key, {})
    given = made.sample(random.Random(1))
    assert made.allows(given)
    assert made.doubt(given) is None
    other = {**given, **dict.fromkeys(BOOK[key], "5")} if isinstance(given, dict) else "shield"
    assert "rulebook’s example" in str(made.doubt(other))


@pytest.mark.parametrize(
    "key",
    [
        *(
            "",
            "plane",
            "plane/fighter/Zero",
            "plane/fighter/Zero/damaged",
            "plane/balloon/Zero/full",
            "guns/Hiryu/smoke",
        ),
        *(
            "track/Zero/full/7",
            "track/Zero/full",
            "fuel/",
            "rating//full",
            "rating/Hiryu",
            "hand/us",
            "plane/fighter//full",
        ),
    ],
)
def test_nothing_else_is_printed(key: str) -> None:
    with pytest.raises(KeyError):
        cell(key, {})


@pytest.mark.parametrize("key", sorted(KIT))
def test_what_is_asked_can_be_answered(key: str) -> None:
    assert cell(key, {}).allows(KIT[key])
    assert cell(key, {}).label
