"""Boards: areas and zones, distances, places typed and places read aloud."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from umpire.table.board import NOWHERE, ZoneBoard, area_of, king, spoken

BOARD = ZoneBoard(7, 12)
SMALL = ZoneBoard(3, 2)
ZONES = st.sampled_from(BOARD.zones)
AREAS = st.sampled_from(BOARD.areas)


def walked(start: str, most: int) -> dict[str, int]:
    """Zones by the least number of king steps from one, walked step by step."""
    steps, rim = {start: 0}, [start]
    for n in range(1, most + 1):
        following = []
        for zone in rim:
            x, y = SMALL.xy(zone)
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    near = SMALL.zone_at(x + dx, y + dy)
                    if near is not None and near not in steps:
                        steps[near] = n
                        following.append(near)
        rim = following
    return steps


class TestGeometry:
    def test_areas_run_row_by_row(self) -> None:
        assert SMALL.areas == ("A-1", "B-1", "C-1", "A-2", "B-2", "C-2")

    def test_each_area_has_nine_zones_row_by_row(self) -> None:
        assert [SMALL.xy(f"B-2-{z}") for z in "ABCDEFGHI"] == [(x, y) for y in (3, 4, 5) for x in (3, 4, 5)]

    def test_rows_of_two_figures(self) -> None:
        assert BOARD.xy("G-12-I") == (20, 35)
        assert area_of("G-12-I") == "G-12"

    def test_every_zone_is_found_again_at_its_place(self) -> None:
        assert len(BOARD.zones) == len(set(BOARD.zones)) == 7 * 12 * 9
        assert all(BOARD.zone_at(*BOARD.xy(zone)) == zone for zone in BOARD.zones)

    @pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (9, 0), (0, 6)])
    def test_off_the_board_there_is_no_zone(self, cell: tuple[int, int]) -> None:
        assert SMALL.zone_at(*cell) is None

    def test_what_is_on_the_board(self) -> None:
        assert "C-2-I" in SMALL
        for other in ("C-2", "D-1-A", "C-3-A", "", "c-2-i", None, 3, ("C-2-I",)):
            assert other not in SMALL

    @pytest.mark.parametrize("place", [["C-2-I"], {"C-2-I": 1}])
    def test_a_list_or_an_object_is_on_no_board(self, place: object) -> None:
        """A kit's cell may be any JSON value before it is checked (kit._wanting_board)."""
        assert place not in SMALL

    def test_a_zone_of_another_board_has_no_place(self) -> None:
        with pytest.raises(KeyError):
            SMALL.xy("D-1-A")
        assert NOWHERE.zones == tuple(f"A-1-{z}" for z in "ABCDEFGHI")


class TestDistances:
    @pytest.mark.parametrize("start", ["A-1-A", "B-1-E", "C-2-I"])
    def test_a_distance_is_the_least_number_of_steps(self, start: str) -> None:
        assert {zone: SMALL.distance(start, zone) for zone in SMALL.zones} == walked(start, 20)

    @given(ZONES, ZONES, ZONES)
    def test_it_is_a_distance(self, a: str, b: str, c: str) -> None:
        assert (BOARD.distance(a, b) == 0) == (a == b)
        assert BOARD.distance(a, b) == BOARD.distance(b, a)
        assert BOARD.distance(a, c) <= BOARD.distance(a, b) + BOARD.distance(b, c)

    def test_a_diagonal_counts_one(self) -> None:
        assert king((0, 0), (3, 3)) == 3
        assert king((0, 0), (3, -1)) == 3

    @given(ZONES, AREAS)
    def test_to_an_area_is_to_its_nearest_zone(self, zone: str, area: str) -> None:
        assert BOARD.distance_to_area(zone, area) == min(BOARD.distance(zone, f"{area}-{z}") for z in "ABCDEFGHI")

    @given(ZONES, st.integers(0, 40))
    def test_within_is_every_zone_near_enough_once_in_order(self, zone: str, reach: int) -> None:
        near = list(BOARD.within(zone, reach))
        assert len(near) == len(set(near))
        assert set(near) == {other for other in BOARD.zones if BOARD.distance(zone, other) <= reach}
        places = [(BOARD.xy(z)[1], BOARD.xy(z)[0]) for z in near]
        assert places == sorted(places)


class TestPlaces:
    @pytest.mark.parametrize("text", ["C-2-E", "c2e", "C2-E", " c-2e ", "C-2E"])
    def test_a_zone_as_players_write_it(self, text: str) -> None:
        assert SMALL.read_zone(text) == "C-2-E"

    @pytest.mark.parametrize("text", ["C-2", "c2", " C2 "])
    def test_an_area_as_players_write_it(self, text: str) -> None:
        assert SMALL.read_area(text) == "C-2"

    @pytest.mark.parametrize(
        "text",
        ["", "C", "2", "C-2-J", "D-1-A", "C-3-A", "C-0-A", "C-02-E", "C--2-E", "C-2-E-", "C 2 E", "C-٢-E", "x" * 9999],
    )
    def test_no_such_zone(self, text: str) -> None:
        with pytest.raises(ValueError, match="no zone") as refused:
            SMALL.read_zone(text)
        assert len(str(refused.value)) < 80, "what was typed is cut short"

    @pytest.mark.parametrize("text", ["", "C", "C-2-E", "D-1", "C-3", "C-0", "C-02", "CC-2", "C-2\n1"])
    def test_no_such_area(self, text: str) -> None:
        with pytest.raises(ValueError, match="no area"):
            SMALL.read_area(text)

    @given(ZONES)
    def test_a_place_is_read_as_it_is_written(self, zone: str) -> None:
        assert BOARD.read_zone(zone) == BOARD.read_zone(zone.replace("-", "").lower()) == zone
        assert BOARD.read_area(area_of(zone).replace("-", "")) == area_of(zone)

    @given(st.text(max_size=8))
    def test_any_text_is_a_zone_or_refused(self, text: str) -> None:
        try:
            assert BOARD.read_zone(text) in BOARD
        except ValueError:
            assume(True)


class TestSpoken:
    @pytest.mark.parametrize(
        ("place", "words"),
        [
            ("C-3", "Charlie three"),
            ("C-3-E", "Charlie three Echo"),
            ("A-10-I", "Alpha one zero India"),
            ("Z-20", "Zulu two zero"),
        ],
    )
    def test_as_it_is_read_aloud(self, place: str, words: str) -> None:
        assert spoken(place) == words

    def test_no_two_places_sound_alike(self) -> None:
        assert len({spoken(zone) for zone in BOARD.zones}) == len(BOARD.zones)
