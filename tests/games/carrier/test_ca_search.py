"""Air search (12.1, 12.2, 19.2's tracks): the cases CA-43 to CA-45, CA-73's searcher, CA-35's interrupt, CA-81."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.carrier import scenes
from tests.games.carrier.scenes import Answers, scene, told, unsaid
from umpire.games.carrier import forces, search, track, victory
from umpire.games.carrier.plot import FORCE, GROUP, SHIP, fresh
from umpire.games.carrier.search_sheet import Search
from umpire.games.carrier.telling import tell
from umpire.table.asks import Refusal
from umpire.table.script import Play

JSON = Any


def run(g: Play, script: Any, answers: Answers | None = None) -> Any:
    """Run a part of the rules; whatever changed, all have heard of it."""
    result = scenes.run(g, script, answers)
    assert all(plot.tree == g.truth.tree for plot in g.plots.values())  # type: ignore[attr-defined]
    return result


KIT = {
    "search_track/carrier": {"1": "0-3", "2": "4-7", "3": "0-3", "4": "-", "5": "-"},
    "search_track/base": {"1": "0-3", "2": "4-7", "3": "8-9", "4": "4-7", "5": "0-3"},
    "search_mods/period/aug42": 0,
    "search_mods/located": -2,
    "search/1": "L, chit +1",
    "search/2": "L, chit +1",
    "search/4": "L",
    "search/5": "L",
    "search/6": "?",
    "search/8": "?",
    "search/9": "nothing",
    "search/10": "nothing",
    "search/11": "nothing",
    "search/12": "nothing",
}


def box(low: int, high: int, available: JSON = None, used: JSON = None) -> JSON:
    return {"range": [low, high], "available": available or {}, "used": used or {}}


def tracked(first: JSON = None, second: JSON = None, third: JSON = None) -> JSON:
    spans = {"1": (0, 3), "2": (4, 7), "3": (0, 3)}
    return {
        place: box(*spans[place], **(parts or {})) for place, parts in zip("123", (first, second, third), strict=True)
    }


def tf(at: str, track: JSON = None, **more: JSON) -> JSON:
    return fresh(GROUP, hex=at, track=track or {}, **more)


def force(at: str, level: int = 0, chit: str = "", detection: str = "", **more: JSON) -> JSON:
    return fresh(FORCE, hex=at, level=level, chit=chit, detection=detection, **more)


def carrier(name: str) -> JSON:
    return fresh(SHIP, side="us", type="CV", capacity=8, **{"in": name})


def sea(record: JSON, kit: JSON = None, **more: JSON) -> Play:
    at = {"clock/turn": 3, "clock/phase": 2, "clock/segment": "us"} | more.pop("at", {})
    return scene({**KIT, **(kit or {})}, **record, at=at, **more)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, bool]]:
    """What searches hand on to the force chits, without what those then do."""
    made: list[tuple[str, str, bool]] = []

    def searched(g: Play, name: str, result: str, raised: bool) -> Any:
        made.append((name, result, raised))
        if result:
            tell(g, "set-right", now={f"forces/{name}/detection": result, f"forces/{name}/down": True}, **_said)
        return
        yield

    _said: JSON = {"fact": "", "value": "", "text": "", "reason": ""}
    monkeypatch.setattr(forces, "searched", searched)
    return made


# The search step.


def test_ca_43_three_steps_search_4_to_7(found: JSON) -> None:
    """L0 undetected, die 2: 2 + 1 = 3, L and chit +1; a force with "?", die 7: 7 + 1 - 1 = 7, a "?" that counts as L."""
    g = sea(
        {
            "groups": {"TF 16": tf("2718", tracked(second={"available": {"SBD": 3}}))},
            "forces": {"C1": force("2318"), "C2": force("2118", 1, "Surface", "?")},
        }
    )
    run(g, search.search_step, Answers(dice=[2, 7], us={"us/search": {"TF 16": "2"}}))
    assert [(r["face"], r["modified"]) for f in told(g, "searched") for r in f["rolls"]] == [(2, 3), (7, 7)]
    assert found == [("C1", "L", True), ("C2", "L", False)]
    assert g.truth.at("groups/TF 16/track/2") == box(4, 7, {}, {"SBD": 3})
    assert not g.truth.at("memory/search")
    assert unsaid(g) == []


def test_search_has_every_available_step_take_part_and_rolls_for_each_force_it_covers(found: JSON) -> None:
    g = sea(
        {
            "groups": {"TF 16": tf("2718", tracked(first={"available": {"SBD": 1, "TBF": 1}, "used": {"SBD": 4}}))},
            "forces": {"C10": force("2418"), "C2": force("2718"), "C3": force("2318")},
        }
    )
    answers = Answers(dice=[9, 8], us={"us/search": {"TF 16": "1"}})
    run(g, search.search_step, answers)
    assert [f["force"] for f in told(g, "searched")] == ["C2", "C10"]
    assert [f["rolls"][0]["modified"] for f in told(g, "searched")] == [11, 10]  # two steps: +2
    assert g.truth.at("groups/TF 16/track/1/used") == {"SBD": 5, "TBF": 1}


@pytest.mark.parametrize(
    ("steps", "added"),
    [
        ({"SBD": 1}, 2),
        ({"SBD": 2}, 2),
        ({"SBD": 3}, 1),
        ({"SBD": 4}, 0),
        ({"SBD": 2, "F4F": 2}, 1),
        ({"P-38": 1}, 3),
        ({"TBF": 2, "MedB": 1}, 1),
    ],
)
def test_search_modifiers_by_steps_and_fighters(steps: JSON, added: int, found: JSON) -> None:
    g = sea({"groups": {"TF 16": tf("2718", tracked(first={"available": steps}))}, "forces": {"C1": force("2718")}})
    run(g, search.search_step, Answers(dice=[9], us={"us/search": {"TF 16": "1"}}))
    assert told(g, "searched")[0]["rolls"][0]["modifier"] == added


def test_search_modifier_of_a_located_force_is_asked_for(found: JSON) -> None:
    kit = {key: value for key, value in KIT.items() if key != "search_mods/located"}
    g = scene(
        kit,
        groups={"TF 16": tf("2718", tracked(first={"available": {"SBD": 4}}))},
        forces={"C1": force("2718", 1, "Surface", "L")},
    )
    run(g, search.search_step, Answers(dice=[8], cells={"search_mods/located": -2}, us={"us/search": {"TF 16": "1"}}))
    assert told(g, "searched")[0]["rolls"][0]["modified"] == 6
    assert found == [("C1", "L", False)]  # a force that is Located stays so


def test_search_boxes_are_all_named_before_any_die_and_all_dice_fall_at_once(found: JSON) -> None:
    g = sea(
        {
            "groups": {
                "TF 16": tf("2718", tracked(first={"available": {"SBD": 4}})),
                "TF 17": tf("2717", tracked(first={"available": {"SBD": 4}})),
            },
            "forces": {"C1": force("2718")},
        }
    )
    answers = Answers(dice=[6, 3])
    run(g, search.search_step, answers)
    assert answers.asked == ["t0/p2/us/search", "t0/p2/us/search/dice"]


def test_search_by_two_tracks_one_draw_serves_a_level_0_force(found: JSON) -> None:
    """6.2: the better detection counts; however many of them raise it, a level 0 force draws once."""
    groups = {name: tf("2718", tracked(first={"available": {"SBD": 4}})) for name in ("TF 16", "TF 17")}
    g = sea({"groups": groups, "forces": {"C1": force("2718")}})
    run(g, search.search_step, Answers(dice=[1, 6]))
    assert found == [("C1", "L", True)]


def test_search_by_two_tracks_each_raises_a_chit(found: JSON) -> None:
    groups = {name: tf("2718", tracked(first={"available": {"SBD": 4}})) for name in ("TF 16", "TF 17")}
    g = sea({"groups": groups, "forces": {"C1": force("2718", 1, "Large", "")}})
    run(g, search.search_step, Answers(dice=[1, 2]))
    assert found == [("C1", "L", True), ("C1", "", True)]


def test_search_two_approximate_results_of_one_step_make_no_location(found: JSON) -> None:
    groups = {name: tf("2718", tracked(first={"available": {"SBD": 4}})) for name in ("TF 16", "TF 17")}
    g = sea({"groups": groups, "forces": {"C1": force("2718", 1, "Large", "")}})
    run(g, search.search_step, Answers(dice=[6, 8]))
    assert found == [("C1", "?", False)]


def test_search_result_that_finds_nothing_changes_nothing(found: JSON) -> None:
    g = sea(
        {"groups": {"TF 16": tf("2718", tracked(first={"available": {"SBD": 4}}))}, "forces": {"C1": force("2718")}}
    )
    run(g, search.search_step, Answers(dice=[10]))
    assert found == []
    assert told(g, "searched")[0]["found"] == ""


def test_search_asks_nothing_where_nobody_is_available(found: JSON) -> None:
    g = sea({"groups": {"TF 16": tf("2718", tracked(first={"used": {"SBD": 4}}))}, "forces": {"C1": force("2718")}})
    answers = Answers()
    run(g, search.search_step, answers)
    assert answers.asked == []


def test_search_never_at_night(found: JSON) -> None:
    groups = {"TF 16": tf("2718", tracked(first={"available": {"SBD": 4}}))}
    g = sea({"groups": groups, "forces": {"C1": force("2718")}}, at={"clock/night": True})
    answers = Answers()
    run(g, search.search_step, answers)
    run(g, lambda g: search.interrupt(g, "C1"), answers)
    assert answers.asked == []


def test_search_of_an_empty_box_uses_its_steps(found: JSON) -> None:
    """It makes them Used, so that they may search what moves in, and guard against arrivals."""
    g = sea({"groups": {"TF 16": tf("2718", tracked(first={"available": {"SBD": 2}}))}, "forces": {}})
    run(g, search.search_step, Answers(us={"us/search": {"TF 16": "1"}}))
    assert g.truth.at("groups/TF 16/track/1/used") == {"SBD": 2}


def test_search_no_box_chosen_leaves_the_steps_available(found: JSON) -> None:
    g = sea(
        {"groups": {"TF 16": tf("2718", tracked(first={"available": {"SBD": 2}}))}, "forces": {"C1": force("2718")}}
    )
    run(g, search.search_step, Answers(us={"us/search": {}}))
    assert g.truth.at("groups/TF 16/track/1/available") == {"SBD": 2}


def test_search_sheet_shows_beforehand_whom_a_box_covers_and_at_what_modifier(found: JSON) -> None:
    g = sea(
        {
            "groups": {"TF 16": tf("2718", tracked(first={"available": {"SBD": 3}}, second={"available": {"SBD": 2}}))},
            "forces": {"C1": force("2418", 1, "Large", "?"), "C2": force("2018")},
        }
    )
    seen: list[Search] = []

    def look(ask: Any) -> JSON:
        seen.append(ask)
        return {}

    run(g, search.search_step, Answers(us={"us/search": look}))
    first, second = seen[0].facts["tracks"][0]["boxes"]
    assert [(c["force"], c["die"]) for c in first["covers"]] == [("C1", "±0")]  # 3 steps +1, "?" -1
    assert [(c["force"], c["die"]) for c in second["covers"]] == [("C2", "+2")]
    with pytest.raises(Refusal):
        seen[0].validate({"TF 16": "3"})
    draft = seen[0].edit(seen[0].edit(seen[0].draft(), "none", "", {}), "box", "TF 16:2", {})
    assert seen[0].value(draft) == {"TF 16": "2"}


def test_search_passes_over_a_dummy_that_only_waits_for_its_strikes(found: JSON) -> None:
    g = sea(
        {
            "groups": {"TF 16": tf("2718", tracked(first={"available": {"SBD": 4}}))},
            "forces": {"C1": force("2718", leaves=True)},
        }
    )
    run(g, search.search_step, Answers(us={"us/search": {"TF 16": "1"}}))
    assert told(g, "searched") == []


# Interrupts (12.2) and fading (12.1).


def moving(g: Play, name: str, before: str, after: str) -> None:
    """A force as its activation has moved it."""
    tell(g, "activated", force=name, hex=before)
    tell(g, "moved-on", force=name, now={f"forces/{name}/hex": after})


def test_ca_35_a_force_that_comes_to_seven_hexes_is_searched_by_used_steps_at_once(found: JSON) -> None:
    groups = {"TF 16": tf("2717", tracked(second={"used": {"SBD": 4}}))}
    g = sea({"groups": groups, "forces": {"C1": force("2212")}})
    moving(g, "C1", "2212", "2312")
    run(g, lambda g: search.interrupt(g, "C1"), Answers(dice=[4]))
    assert found == [("C1", "L", False)]
    assert g.truth.at("groups/TF 16/track/2/used") == {"SBD": 4}
    assert told(g, "interrupt")[0]["boxes"] == [["TF 16", "4-7 (4 SBD)"]]


def test_interrupt_not_by_available_steps_nor_of_a_force_that_was_covered_before(found: JSON) -> None:
    groups = {"TF 16": tf("2717", tracked(first={"available": {"SBD": 4}}, second={"used": {"SBD": 4}}))}
    g = sea({"groups": groups, "forces": {"C1": force("2317")}})
    moving(g, "C1", "2317", "2417")  # 4 to 3: into the box whose steps are Available
    run(g, lambda g: search.interrupt(g, "C1"), Answers())
    g = sea({"groups": groups, "forces": {"C1": force("2117")}})
    moving(g, "C1", "2117", "2217")  # 6 to 5: within the same box
    run(g, lambda g: search.interrupt(g, "C1"), Answers())
    assert found == []


def test_interrupt_not_of_a_force_that_stays(found: JSON) -> None:
    g = sea({"groups": {"TF 16": tf("2717", tracked(first={"used": {"SBD": 4}}))}, "forces": {"C1": force("2717")}})
    moving(g, "C1", "2717", "2717")
    run(g, lambda g: search.interrupt(g, "C1"), Answers())
    assert found == []


def test_interrupts_by_standing_order(found: JSON) -> None:
    groups = {"TF 16": tf("2717", tracked(first={"used": {"SBD": 4}}))}
    record = {"groups": groups, "forces": {"C1": force("2317")}}
    g = sea(record, at={"settings": {"interrupts": "never"}})
    moving(g, "C1", "2317", "2417")
    run(g, lambda g: search.interrupt(g, "C1"), Answers())
    g = sea(record, at={"settings": {"interrupts": "ask"}})
    moving(g, "C1", "2317", "2417")
    answers = Answers(us={"C1/interrupt/TF16/0-3": "no"})
    run(g, lambda g: search.interrupt(g, "C1"), answers)
    assert answers.asked == ["t0/p2/C1/interrupt/TF16/0-3"]
    assert found == []
    g = sea(record, at={"settings": {"interrupts": "ask"}})
    moving(g, "C1", "2317", "2417")
    run(g, lambda g: search.interrupt(g, "C1"), Answers(dice=[5], us={"interrupt/TF16/0-3": "yes"}))
    assert found == [("C1", "L", False)]


def test_interrupt_by_two_tracks_is_one_search(found: JSON) -> None:
    groups = {name: tf("2717", tracked(first={"used": {"SBD": 4}})) for name in ("TF 16", "TF 17")}
    g = sea({"groups": groups, "forces": {"C1": force("2317", 1, "Large")}})
    moving(g, "C1", "2317", "2417")
    run(g, lambda g: search.interrupt(g, "C1"), Answers(dice=[6, 6]))
    assert found == [("C1", "?", False)]


def test_ca_45_located_and_face_up_fades_though_it_has_not_moved() -> None:
    g = sea({"forces": {"C1": force("2212", 1, "Large", "L")}, "groups": {}})
    search.faded(g, "C1")
    assert g.truth.forces["C1"]["detection"] == "?"
    search.faded(g, "C1")
    assert g.truth.forces["C1"]["detection"] == ""
    search.faded(g, "C1")
    assert len(told(g, "faded")) == 2
    assert g.plot("us").forces["C1"]["detection"] == ""
    assert unsaid(g) == []


def test_ca_45_face_down_keeps_its_marker() -> None:
    g = sea({"forces": {"C1": force("2212", 1, "Large", "L", down=True)}, "groups": {}})
    search.faded(g, "C1")
    assert g.truth.forces["C1"]["detection"] == "L"


def test_ca_81_faded_first_then_a_question_mark_counts_as_located(found: JSON) -> None:
    groups = {"TF 16": tf("2717", tracked(first={"used": {"SBD": 4}}))}
    g = sea({"groups": groups, "forces": {"C1": force("2317", 2, "1-2 Carrier", "L")}})
    moving(g, "C1", "2317", "2417")
    search.faded(g, "C1")
    run(g, lambda g: search.interrupt(g, "C1"), Answers(dice=[8]))  # 8 - 1 = 7: "?"
    assert found == [("C1", "L", False)]


# Tracks.


def test_ca_44_an_sbd_passes_the_8_to_9_box_over_and_an_f4f_lands() -> None:
    """9 hexes are more than half of 14, 7 more than half of 12."""
    spans = [[0, 3], [4, 7], [8, 9], [4, 7], [0, 3]]
    boxes = {str(n): box(*span) for n, span in enumerate(spans, 1)}
    boxes["2"]["available"] = {"SBD": 2}
    boxes["1"]["used"] = {"F4F": 2}
    g = sea({"groups": {"Guadalcanal": fresh(GROUP, hex="2626", base=True, track=boxes)}, "forces": {}})
    run(g, search.shift_tracks)
    base = g.truth.groups["Guadalcanal"]
    assert {place: each["available"] for place, each in base["track"].items() if each["available"]} == {"5": {"SBD": 2}}
    assert base["landing"] == [["F4F", 2, 12]]
    run(g, search.shift_tracks)
    assert g.truth.groups["Guadalcanal"]["landing"] == [["F4F", 2, 12], ["SBD", 2, 14]]
    assert unsaid(g) == []


@pytest.mark.parametrize(
    ("type", "at", "to"),
    [
        ("SBD", 0, 1),
        ("SBD", 1, 4),
        ("TBF", 1, 4),
        ("P-38", 1, 2),
        ("P-38", 2, 3),
        ("F4F", 0, None),
        ("MedB", 0, None),
        ("SBD", 4, None),
    ],
)
def test_track_onward_of_a_base(type: str, at: int, to: int | None) -> None:
    assert track.onward([(0, 3), (4, 7), (8, 9), (4, 7), (0, 3)], at, type) == to


def test_tracks_move_available_and_used_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = {
        "TF 16": tf(
            "2718",
            tracked(
                first={"available": {"SBD": 1}, "used": {"TBF": 2}},
                second={"used": {"SBD": 2}},
                third={"used": {"SBD": 3}},
            ),
            landing=[["SBD", 1, 14]],
        )
    }
    g = sea({"groups": groups, "ships": {"Enterprise": carrier("TF 16")}})
    monkeypatch.setattr(search, "operative", lambda plot, name: True)
    run(g, search.shift_tracks)
    assert g.truth.groups["TF 16"]["track"] == tracked(
        second={"available": {"SBD": 1, "TBF": 2}}, third={"available": {"SBD": 2}}
    )
    assert g.truth.groups["TF 16"]["landing"] == [["SBD", 4, 14]]


def test_track_of_a_record_that_holds_no_more_than_its_first_box() -> None:
    g = sea({"groups": {"TF 16": tf("2718", {"1": {"available": {"SBD": 2}}})}})
    assert track.boxes(g.truth, "TF 16") == tracked(first={"available": {"SBD": 2}})


@pytest.fixture
def no_decks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    awards: list[tuple[str, int]] = []
    monkeypatch.setattr(search, "operative", lambda plot, name: False)
    monkeypatch.setattr(victory, "award", lambda g, side, n, why, rule: awards.append((side, n)))
    return awards


def two_groups(at: str, sunk: int = 0) -> JSON:
    ships = {"Hornet": carrier("TF 17") | {"sunk": sunk}, "Enterprise": carrier("TF 16")}
    groups = {"TF 17": tf("2717", tracked(second={"available": {"SBD": 1}, "used": {"SBD": 2}})), "TF 16": tf(at)}
    return {"ships": ships, "groups": groups}


def test_ca_73_the_searcher_of_a_force_without_carriers_moves_to_the_same_box_of_one_three_hexes_off(
    no_decks: JSON,
) -> None:
    g = sea(two_groups("2714", sunk=3))
    answers = Answers()
    run(g, lambda g: search.change_track(g, "TF 17"), answers)
    assert answers.asked == []  # there is but one way
    assert g.truth.at("groups/TF 16/track/2") == box(4, 7, {"SBD": 1}, {"SBD": 2})
    assert g.truth.at("groups/TF 17/track/2") == box(4, 7)
    assert unsaid(g) == []


def test_track_may_stay_where_a_deck_is_only_out_of_action(no_decks: JSON) -> None:
    g = sea(two_groups("2714"))
    run(g, lambda g: search.change_track(g, "TF 17"), Answers(us={"track/TF 17/2": "stay"}))
    assert g.truth.at("groups/TF 17/track/2") == box(4, 7, {"SBD": 1}, {"SBD": 2})
    run(g, lambda g: search.change_track(g, "TF 17", "t3/p1/x"), Answers(us={"t3/p1/x/track/TF 17/2": "TF 16"}))
    assert g.truth.at("groups/TF 16/track/2") == box(4, 7, {"SBD": 1}, {"SBD": 2})


def test_track_steps_with_no_carrier_and_nobody_near_are_lost_as_they_come_home(no_decks: JSON) -> None:
    g = sea(two_groups("2713", sunk=3))
    run(g, search.shift_tracks)
    assert no_decks == []
    run(g, search.shift_tracks)
    assert no_decks == [("japan", 6)]  # 3 steps at a quarter
    assert g.truth.groups["TF 17"]["landing"] == []
    assert track.flying(g.truth, "TF 17") == 0


# With the force chits as they are.


def test_ca_43_whole_a_level_0_force_draws_one_chit_and_no_more() -> None:
    g = sea(
        {
            "groups": {"TF 16": tf("2718", tracked(second={"available": {"SBD": 3}}))},
            "forces": {"C1": force("2318"), "C2": force("2118", 1, "Surface", "?")},
            "cups": {"combat": {"Large": 3, "Dummy": 2}, "transport": {}},
        }
    )
    run(g, search.search_step, Answers(dice=[2, 7, "Large"], us={"us/search": {"TF 16": "2"}}))
    first, second = g.truth.forces["C1"], g.truth.forces["C2"]
    assert (first["level"], first["chit"], first["detection"], first["down"]) == (1, "Large", "L", True)
    assert (second["level"], second["detection"], second["down"]) == (1, "L", True)
    assert unsaid(g) == []


def test_search_a_dummy_ends_it_for_both_tracks() -> None:
    groups = {name: tf("2718", tracked(first={"available": {"SBD": 4}})) for name in ("TF 16", "TF 17")}
    g = sea({"groups": groups, "forces": {"C1": force("2718")}, "cups": {"combat": {"Dummy": 2}, "transport": {}}})
    run(g, search.search_step, Answers(dice=[1, 1, "Dummy"]))
    assert g.truth.forces == {}
    assert g.truth.groups["TF 16"]["track"]["1"]["used"] == {"SBD": 4}


def test_interrupt_by_both_0_to_3_boxes_of_one_track_are_two_asks(found: JSON) -> None:
    groups = {"TF 16": tf("2717", tracked(first={"used": {"SBD": 4}}, third={"used": {"TBF": 4}}))}
    g = sea({"groups": groups, "forces": {"C1": force("2317")}}, at={"settings": {"interrupts": "ask"}})
    moving(g, "C1", "2317", "2417")
    answers = Answers(dice=[5, 9], us={"C1/interrupt/TF16/0-3": "yes", "0-3/3": "yes"})
    run(g, lambda g: search.interrupt(g, "C1"), answers)
    assert answers.asked[:2] == ["t0/p2/C1/interrupt/TF16/0-3", "t0/p2/C1/interrupt/TF16/0-3/3"]
    assert found == [("C1", "L", False)]
