"""Every way in which hidden information has got out of a program, and the tests that try it here.

Classes L1 to L16 were seen in other programs; the channels are those of a table with phones on it. A class without a
test, or with one that is no longer there, fails.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]

WEB = "leaks/test_two_worlds_web.py::test_no_byte_tells_two_worlds_apart"
MIDWAY = "leaks/test_two_worlds.py::TestTwoWorlds::test_the_observer_and_the_public_find_nothing_different"
VICTORY = "leaks/test_victory_worlds.py::TestTwoWorlds::test_the_observer_and_the_public_find_nothing_different"
CANARY = "leaks/test_canaries.py::test_a_canary_is_met_only_where_it_may_be"
ROUTES = "leaks/test_routes.py::TestAudienceTable"
CHANNELS = "leaks/test_channels.py::"
SEATS = "web/test_seats.py::"

CLASSES: dict[str, tuple[str, ...]] = {
    "L1 hidden in the browser alone": (
        CANARY,
        "leaks/test_victory_twins.py::test_twin_rooms_are_the_same_to_all_but_the_side_that_differs",
    ),
    "L2 a common log": (
        CANARY,
        CHANNELS + "test_what_is_told_to_nobody_in_particular_is_told_to_the_umpire_alone",
    ),
    "L3 a second way to the same data": (
        ROUTES + "::test_every_route_has_a_row",
        ROUTES + "::test_each_row_is_as_it_says",
        ROUTES + "::test_a_head_tells_no_more",
        SEATS + "TestNobodyUmpires::test_export_waits_until_the_table_rests",
        "web/test_report.py::TestWhen::test_nobody_gets_it_while_the_table_is_in_play",
    ),
    "L4 counts, ids, gaps": (
        WEB,
        "leaks/test_canaries.py::test_a_stream_carries_versions_and_nothing_else",
        CHANNELS + "test_nothing_is_kept_between_by_a_cache_or_numbered_on_a_stream",
    ),
    "L5 that something happened, and when": (
        WEB,
        MIDWAY,
        VICTORY,
        "web/test_drafts_and_beats.py::test_beats_keep_their_time_whatever_stirs",
    ),
    "L6 what is allowed tells what is there": (MIDWAY, VICTORY, WEB),
    "L7 the order of a list": (
        "leaks/test_two_worlds.py::TestTwoWorlds::test_the_lay_out_proposed_depends_on_nothing_but_the_ships",
        WEB,
        "games/test_midway_invariants.py::TestOrderOfEntry::test_who_locks_first_is_nothing",
        "games/test_victory_invariants.py::TestOrderOfEntry::test_who_locks_first_is_nothing",
    ),
    "L8 taking back and playing again": (
        CHANNELS + "test_what_can_be_taken_back_moved_nothing_that_anybody_else_sees",
        WEB,
    ),
    "L9 a switch for debugging": (CHANNELS + "test_no_switch_lifts_the_fog", CANARY),
    "L10 the umpire tells more than the rule": (
        "games/test_who_may_know.py",
        "leaks/test_entitled.py::TestCanaries::test_no_zone_and_no_name_is_met_before_it_is_told",
    ),
    "L11 open where nothing is said": (
        CHANNELS + "test_a_plot_that_was_told_nothing_knows_nothing",
        CHANNELS + "test_what_is_told_to_nobody_in_particular_is_told_to_the_umpire_alone",
    ),
    "L12 hiding damages the truth": (CANARY, "games/test_who_may_know.py"),
    "L13 the wrong seat": (
        SEATS + "TestCookies::test_two_tabs_are_two_seats",
        SEATS + "TestCookies::test_a_cookie_opens_no_other_seat",
        "leaks/test_canaries.py::test_nobody_meets_a_token_or_the_desk_code",
    ),
    "L14 dice that can be known": (CHANNELS + "test_the_rules_draw_no_lots",),
    "L15 screens, paper, caches": (
        CHANNELS + "test_a_sheet_says_whose_eyes_it_is_for_and_is_for_no_others",
        "leaks/test_routes.py::TestTheDoor::test_every_answer_is_sealed",
    ),
    "L16 that one searches tells": ("games/test_who_may_know.py", MIDWAY, VICTORY),
}

CHANNELS_OF_OUR_TABLE: dict[str, tuple[str, ...]] = {
    "a prompt that is there, or is not": (MIDWAY, VICTORY, WEB),
    "how long an answer takes": ("bench/bench_silence.py::test_time_tells_nothing",),
    "the words of an error": (
        WEB,
        "web/test_seats.py::TestAnotherPhone::test_the_later_writer_is_shown_the_others_draft",
    ),
    "counters and badges": (WEB,),
    "what the shared screen says": (WEB, CANARY),
    "labels: by what means something was searched": ("games/test_who_may_know.py", VICTORY),
    "that dice are rolled": (VICTORY, "games/test_victory_solitaire.py::test_vm_90_no_audience_hears_of_the_die"),
    "length, layout, colour": (
        WEB,
        "leaks/test_victory_twins.py::test_twin_rooms_are_the_same_to_all_but_the_side_that_differs",
    ),
    "sound, shaking, notices": (CHANNELS + "test_no_page_rings_shakes_or_notifies",),
    "the title, the address, the history": (CHANNELS + "test_no_title_or_address_says_anything_of_the_game",),
    "what a browser offers to fill in": (CHANNELS + "test_no_browser_offers_again_what_was_typed",),
    "the length of what is sealed": (
        "table/test_seals.py::TestSeals::test_an_answer_given_again_before_the_step_closes_shows_in_no_number_or_length",
    ),
    "source, streams, caches": (CANARY, CHANNELS + "test_nothing_is_kept_between_by_a_cache_or_numbered_on_a_stream"),
    "the server's log": (
        CANARY,
        "leaks/test_canaries.py::test_an_upgrade_that_refuses_an_old_move_does_not_print_it",
    ),
    "paper": (CANARY, "web/test_prints.py::test_one_job_is_one_side_and_each_door_opens_to_its_own"),
    "a log of dice": (MIDWAY, VICTORY),
    "a code that is left lying": (
        SEATS + "TestJoining::test_a_code_seats_one_phone_and_is_gone",
        SEATS + "TestJoining::test_a_second_claim_is_noticed_by_everybody",
    ),
    "the umpire's face": (ROUTES + "::test_each_row_is_as_it_says",),
    "corrections": (
        "leaks/test_canaries.py::test_a_side_that_would_set_its_record_right_says_not_what",
        CANARY,
        WEB,
    ),
}
"""The umpire's page shows the public table; what is secret is a step away, and is tried in the rows of its routes."""


@cache
def named_in(path: Path) -> set[str]:
    """The tests of a file, with the classes they are in."""
    made = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        inside = [(f"{node.name}::", each) for each in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        made |= {
            f"{prefix}{each.name}"
            for prefix, each in inside
            if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
        }
    return made


@pytest.mark.parametrize("name", [*CLASSES, *CHANNELS_OF_OUR_TABLE])
def test_each_class_has_tests_that_are_there(name: str) -> None:
    cited = {**CLASSES, **CHANNELS_OF_OUR_TABLE}[name]
    assert cited
    for each in cited:
        file, _, test = each.partition("::")
        found = named_in(HERE / "tests" / file)
        assert found if not test else test in found, each


def test_all_sixteen_are_here() -> None:
    assert [name.split()[0] for name in CLASSES] == [f"L{n}" for n in range(1, 17)]
