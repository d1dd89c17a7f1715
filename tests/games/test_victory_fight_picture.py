"""Fights of Victory at Midway as they are drawn: every counter in the open, who fires at whom, what fell."""

from __future__ import annotations

from typing import Any

from tests.games.victory_scenes import run, say, scene
from umpire.games.victory_at_midway.fight_picture import fight, fought, short
from umpire.table.table import Table

JSON = Any

FLEET = dict.fromkeys(("Akagi", "Hiryu", "Kaga", "Soryu", "BB3.2", "CA8", "DD4", "DD10", "DD17"), "F5")
TASK_FORCE = dict.fromkeys(("Enterprise", "Hornet"), "H4")
DOZEN = [f"{ship}-{unit}" for ship in ("E", "Hor") for unit in ("F1", "F2", "D1", "D2", "D3", "T1")]


def seen(t: Table, side: str, draft: JSON = None) -> JSON:
    """The fight as a side's phone draws it, on its own draft or as it is offered; the room for no side."""
    asked = t.ask_of(side) if side else None
    written = draft if draft is not None else asked.draft() if asked else None
    return fight(t.play.plots[side or "public"], side, asked, written)


def counters(picture: JSON) -> dict[str, JSON]:
    return {each["name"]: each for each in picture["board"]["counters"]}


def tapped(t: Table, side: str, *taps: tuple[str, str]) -> JSON:
    """A draft after some taps."""
    asked = t.asks[side]
    draft = asked.draft()
    for op, arg in taps:
        draft = asked.edit(draft, op, arg, {})
    return draft


def struck(to: str, units: list[str], **said: JSON) -> Table:
    """A US strike on the Japanese fleet in F5, as far as an ask of it."""
    answers = {"us/strikes": [{"to": "F5", "units": units}], **said}
    return run(scene(TASK_FORCE, FLEET), f"us/1/{to}", answers)


def test_vm_19_all_that_is_deployed_stands_on_a_phones_width() -> None:
    t = struck("position", DOZEN, **{"japan/cap": ["H-F1", "H-F2", "S-F1", "S-F2"]})
    board = seen(t, "us")["board"]
    assert len(board["counters"]) == 9 + 4 + 12
    assert board["width"] == 7 * 53
    assert max(each["x"] + 53 for each in board["counters"]) <= board["width"]
    assert len({(each["x"], each["y"]) for each in board["counters"]}) == 25, "no counter hides another"
    assert [c["words"] for c in board["captions"]] == ["Japanese ships", "Japanese Combat Air Patrol", "US attackers"]
    assert seen(t, "")["board"]["width"] == 9 * 53, "and more side by side in the room"


def test_counters_lie_as_players_lay_them() -> None:
    t = struck("position", DOZEN, **{"japan/cap": ["H-F1"]})
    names = list(counters(seen(t, "us")))
    assert names[:9] == ["Akagi", "Hiryu", "Kaga", "Soryu", "BB3.2", "CA8", "DD4", "DD10", "DD17"]
    assert names[9:] == ["P1", *(f"F{n}" for n in range(1, 5)), *(f"D{n}" for n in range(1, 7)), "T1", "T2"]
    assert counters(seen(t, "us"))["F3"]["letter"] == "H", "an air unit shows the letter of its base"


def test_japan_is_above_whoever_strikes() -> None:
    t = run(scene(TASK_FORCE, FLEET), "japan/1/cap", {"japan/strikes": [{"to": "H4", "units": ["A-D1"]}]})
    say(t, "us", [])
    run(t, "japan/1/aa")
    assert [c["words"] for c in seen(t, "us")["board"]["captions"]] == ["Japanese attackers", "US ships"]


def test_vm_19_a_draft_of_targets_is_its_sides_alone() -> None:
    t = struck("round-1", ["E-D1", "E-D2", "E-T1"], **{"japan/cap": ["A-F1", "K-F1"]})
    draft = tapped(t, "japan", ("clear", ""), ("at", "T1"), ("at", "T1"))
    mine = counters(seen(t, "japan", draft))
    assert mine["P1"]["strip"] == "→T1"
    assert mine["T1"]["strip"] == "P1 P2"
    assert mine["P1"]["op"] == "firer"
    assert mine["T1"]["op"] == "at"
    assert mine["Akagi"]["op"] == ""
    for other in ("us", ""):
        theirs = seen(t, other)
        assert {each["strip"] for each in theirs["board"]["counters"]} == {""}
        assert theirs["aimed"] == []
        assert theirs["aiming"] == {}


def test_targets_named_are_seen_by_all_before_any_die() -> None:
    t = struck("round-1", ["E-D1", "E-D2"], **{"japan/cap": ["A-F1", "K-F1"]})
    say(t, "japan", {"P1": "D2", "P2": "D2"})
    for side in ("us", "japan", ""):
        picture = seen(t, side)
        assert picture["now"] == "Japanese fighters, round 1"
        assert picture["aimed"] == [{"target": "D2", "by": "P1, P2"}]
        assert picture["volleys"] == []


def test_vm_17_dice_that_hit_are_told_from_those_that_do_not() -> None:
    """Air-to-Air Combat: a die hits where it is no higher than the value: 7 for the Zekes, so a 7 does and an 8 not."""
    t = struck("round-1", ["E-D1", "E-D2"], **{"japan/cap": ["A-F1"]})
    say(t, "japan", {"P1": "D1"})
    say(t, "dice", [7, 8])
    (volley,) = seen(t, "us")["volleys"]
    assert (volley["words"], volley["came"]) == ("Japanese fighters, round 1", "1 hit")
    assert volley["shots"] == [
        {
            "by": "P1",
            "at": "D1",
            "dice": [{"face": 7, "hit": True}, {"face": 8, "hit": False}],
            "need": "≤7",
            "hits": 1,
        }
    ]
    assert counters(seen(t, "us"))["D1"]["half"]
    assert not counters(seen(t, "us"))["D2"]["half"]
    assert seen(t, "us")["points"] == "Japan ½"


def test_vm_19_a_lost_unit_is_crossed_out_and_takes_no_tap() -> None:
    t = struck("round-1", ["E-D1", "E-D2"], **{"japan/cap": ["A-F1"]})
    say(t, "japan", {"P1": "D1"})
    say(t, "dice", [1, 1])
    run(t, "/bombs")
    lost = counters(seen(t, "us"))["D1"]
    assert lost["sunk"]
    assert lost["op"] == ""
    assert lost["words"] == "D1 of Enterprise, lost"
    assert [each["id"] for each in seen(t, "us")["aiming"]["firers"]] == ["D2"]


def test_a_tie_for_position_is_shown_and_rolled_again() -> None:
    t = struck("position", ["E-F1"], **{"japan/cap": ["A-F1"]})
    say(t, "dice", [4, 4])
    (volley,) = seen(t, "us")["volleys"]
    assert volley["came"] == "a tie, again"
    assert [shot["by"] for shot in volley["shots"]] == ["Japan", "US"]
    say(t, "dice", [9, 2])
    assert seen(t, "us")["now"] == "US fires first"


def test_all_at_is_offered_for_the_one_target_most_are_set_against() -> None:
    t = struck("bombs", ["E-D1", "E-D2", "E-T1"], **{"japan/cap": []})
    assert seen(t, "us")["aiming"]["all_at"] == ""
    assert seen(t, "us")["aiming"]["left"] == 3
    one = seen(t, "us", tapped(t, "us", ("at", "Kaga")))["aiming"]
    assert (one["all_at"], one["left"]) == ("Kaga", 2)
    tied = seen(t, "us", tapped(t, "us", ("at", "Kaga"), ("at", "Akagi")))["aiming"]
    assert tied["all_at"] == "", "two are aimed at alike"
    assert seen(t, "us", tapped(t, "us", ("at", "Kaga"), ("here", "Kaga")))["aiming"]["all_at"] == ""


def test_vm_67_guns_have_one_target_each_and_all_at_is_not_offered() -> None:
    t = struck("aa", ["E-D1", "E-D2"], **{"japan/cap": []})
    aiming = seen(t, "japan", tapped(t, "japan", ("clear", ""), ("at", "D1")))["aiming"]
    assert (aiming["left"], aiming["all_at"], aiming["limit"]) == (1, "", "One at most at each.")


def test_surface_combat_marks_those_that_are_fired_at_last() -> None:
    """Defensive Fire: carriers and auxiliaries only once every other ship is fired at."""
    t = run(scene(dict.fromkeys(("Enterprise", "US CA1"), "F5"), FLEET), "surface/us", {"us/orders": {"ship": ["F5"]}})
    say(t, "us", ["F5"])
    run(t, "/defend")
    targets = seen(t, "japan")["aiming"]["targets"]
    assert [(each["id"], each["last"]) for each in targets] == [("US CA1", False), ("Enterprise", True)]
    assert [c["words"] for c in seen(t, "us")["board"]["captions"]] == ["Japanese ships, attacked", "US ships"]


def test_vm_24_a_second_die_says_whether_the_hit_counts() -> None:
    t = struck("bombs", ["E-D1"], **{"japan/cap": []})
    say(t, "us", {"D1": "BB3.2"})
    say(t, "dice", [1, 10])
    say(t, "dice", [6])
    (over,) = fought(t.play.plots["japan"])
    assert over["awash"] == ["Second die for BB3.2: 6, the hit is ignored"]
    assert over["points"] == ""


def test_vm_20_what_went_down_with_a_carrier_and_what_it_scored_is_read_afterwards() -> None:
    """Two bombers Ready aboard: a carrier's two steps at 5 points, two units' two steps at a half."""
    t = scene(TASK_FORCE, {"Akagi": "F5"}, kit={"group/Akagi": {"B5N": 2}})
    run(t, "us/1/bombs", {"us/strikes": [{"to": "F5", "units": ["E-D1"]}]})
    say(t, "us", {"D1": "Akagi"})
    say(t, "dice", [1, 10])
    for side in ("us", "japan", "public"):
        (over,) = fought(t.play.plots[side])
        assert (over["title"], over["how"], over["sunk"]) == ("US strikes F5", "fought out", "Akagi")
        assert over["caught"] == ["Akagi sinks at once, with T 2"]
        assert over["points"] == "US 12"
        assert over["last"]["words"] == "US bombs"
        akagi = counters(over)["Akagi"]
        assert (akagi["boxes"], akagi["hits"], akagi["sunk"]) == (2, 2, True)


def test_vm_18_hits_on_the_field_are_read_as_counts_alone() -> None:
    base = {"japan/orders": {"base": ["A-D1", "A-D2"]}, "us/cap": []}
    t = run(scene({}, {"Akagi": "G6"}), "japan/1/bombs", base)
    say(t, "japan", {"D1": "Marine 1", "D2": "Marine 2"})
    say(t, "dice", [1, 10, 1, 10])
    run(t, "japan/next")
    for side in ("us", "japan", "public"):
        (over,) = fought(t.play.plots[side])
        assert over["field"] == "Midway’s field: 2 hits, 2 air units lost there"
        assert over["reduced"] == "Marine 1 and Marine 2"


def test_vm_44_a_submarine_that_is_driven_off_is_said() -> None:
    t = scene(dict.fromkeys(("SS1", "SS2"), "F5"), {"DD4": "F5"}, submarines=True)
    run(t, "screen", {"us/after": {"subs": ["F5"]}})
    subs = counters(seen(t, "japan"))
    assert subs["SS1"]["shape"] == "sub"
    assert subs["SS1"]["boxes"] == 0, "a submarine is never damaged"
    say(t, "japan", {"DD4": "SS1"})
    say(t, "dice", [1, 10])
    assert seen(t, "us")["broke_off"] == "SS1 driven off"
    assert [each["id"] for each in seen(t, "us")["aiming"]["firers"]] == ["SS2"]


def test_vm_13a_an_empty_hex_shows_no_counter() -> None:
    t = run(scene(TASK_FORCE, {}), "us/next", {"us/strikes": [{"to": "G4", "units": ["E-D1"]}]})
    (over,) = fought(t.play.plots["public"])
    assert over["how"] == "nothing there"
    assert over["board"]["counters"] == []
    assert over["last"] is None


def test_names_are_cut_before_the_number_they_end_in() -> None:
    assert [short(name) for name in ("Marine 1", "Enterprise", "US CA1", "BB3.2")] == [
        "Marine1",
        "Enterpr",
        "USCA1",
        "BB3.2",
    ]
    assert short("Marine 1", 6) == "Marin1"
