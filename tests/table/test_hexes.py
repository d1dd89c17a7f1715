"""Maps of hexes: distances as the map of Victory at Midway has them, places typed and places read aloud."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from umpire.table.board import NOWHERE, Board, ZoneBoard, spoken
from umpire.table.hexes import HexBoard, column_of, row_of

MAP = HexBoard(15, 13, 12)
SMALL = HexBoard(4, 3, 2, off=("A1",))
HEXES = st.sampled_from(MAP.places)


def walked(board: HexBoard, start: str) -> dict[str, int]:
    """Hexes by the least number of steps from one, walked on the paper map: six drawn neighbours, by their middles."""
    at = {place: board.xy(place) for place in board.places}
    by_middle = {xy: place for place, xy in at.items()}
    steps, rim = {start: 0}, [start]
    while rim:
        following = []
        for place in rim:
            x, y = at[place]
            for dx, dy in ((0, -2), (0, 2), (1, -1), (1, 1), (-1, -1), (-1, 1)):
                near = by_middle.get((x + dx, y + dy))
                if near is not None and near not in steps:
                    steps[near] = steps[place] + 1
                    following.append(near)
        rim = following
    return steps


class TestVictoryAtMidway:
    """Pairs named in the rulebook, and the 19 hexes that fix how the columns lie."""

    @pytest.mark.parametrize(
        ("a", "b", "hexes"),
        [
            ("F5", "H6", 2),
            ("F5", "I4", 3),
            ("F5", "H4", 2),
            ("I5", "G5", 2),
            ("H6", "G6", 1),
            ("H4", "I4", 1),
            ("E6", "D7", 2),
            ("E6", "F5", 1),
            ("H6", "L5", 4),
            ("H6", "F6", 2),
            ("H6", "H5", 1),
            ("A1", "H6", 9),
            ("A2", "H6", 8),
            ("A8", "H6", 7),
            ("A9", "H6", 7),
            ("A1", "F5", 7),
            ("A9", "D7", 3),
            ("H6", "E6", 3),
            ("H6", "G4", 3),
        ],
    )
    def test_pairs_of_the_map(self, a: str, b: str, hexes: int) -> None:
        assert MAP.distance(a, b) == MAP.distance(b, a) == hexes

    def test_vm_01_range_two_from_midway(self) -> None:
        """Other Air Strike Missions, design note: an aircraft of range 2 at H6 reaches these and no others."""
        ring_0_and_1 = ["H6", "H5", "I6", "I7", "H7", "G7", "G6"]
        ring_2 = ["G5", "H4", "I5", "J5", "J6", "J7", "I8", "H8", "G8", "F7", "F6", "F5"]
        assert list(MAP.within("H6", 2)) == MAP.order([*ring_0_and_1, *ring_2])
        assert list(MAP.within("H6", 1)) == MAP.order(ring_0_and_1)

    def test_vm_02_us_set_up(self) -> None:
        """US Setup: within five hexes of N5; I4 is five away, H4 is six."""
        legal = list(MAP.within("N5", 5))
        assert (MAP.distance("N5", "I4"), "I4" in legal) == (5, True)
        assert (MAP.distance("N5", "H4"), "H4" in legal) == (6, False)


class TestGeometry:
    def test_map_order_is_row_by_row(self) -> None:
        assert SMALL.places == ("B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "C3")
        assert SMALL.order(["C3", "A2", "D1"]) == ["D1", "A2", "C3"]

    def test_a_hex_of_another_map_has_no_order(self) -> None:
        with pytest.raises(KeyError):
            SMALL.order(["B1", "B3"])

    def test_what_is_on_the_map(self) -> None:
        assert "B2" in SMALL
        for other in ("A1", "B3", "E1", "A-2", "a2", "", None, 3, ["B2"], {"B2": 1}):
            assert other not in SMALL

    def test_even_columns_lie_half_a_hex_lower(self) -> None:
        assert [MAP.xy(place) for place in ("A1", "B1", "C1", "A2", "B2")] == [(0, 0), (1, 1), (2, 0), (0, 2), (1, 3)]

    def test_column_and_row(self) -> None:
        assert (column_of("A12"), row_of("A12")) == (1, 12)
        assert (column_of("N5"), row_of("N5")) == (14, 5)

    def test_neighbours_go_clockwise_from_the_one_above(self) -> None:
        assert MAP.neighbours("H6") == ("H5", "I6", "I7", "H7", "G7", "G6")
        assert MAP.neighbours("G6") == ("G5", "H5", "H6", "G7", "F6", "F5")

    def test_only_neighbours_in_play(self) -> None:
        assert SMALL.neighbours("B1") == ("C1", "C2", "B2", "A2")
        assert SMALL.neighbours("A2") == ("B1", "B2", "A3")

    def test_the_rim_has_fewer_than_six_neighbours(self) -> None:
        inner = {place for place in MAP.places if not MAP.rim(place)}
        assert {"A5", "O5", "F1", "G1", "F12", "G13"}.isdisjoint(inner)
        assert {"B5", "N5", "F2", "G2", "B1", "F11", "G12"} & inner == {"B5", "N5", "F2", "G2", "F11", "G12"}

    def test_a_hex_beside_one_out_of_play_is_rim(self) -> None:
        whole, less = HexBoard(5, 5, 5), HexBoard(5, 5, 5, off=("C2",))
        assert not whole.rim("C3")
        assert less.rim("C3")

    @pytest.mark.parametrize("start", ["H6", "A1", "O13", "G13", "B12"])
    def test_a_distance_is_the_least_number_of_steps(self, start: str) -> None:
        assert {place: MAP.distance(start, place) for place in MAP.places} == walked(MAP, start)

    @given(HEXES, HEXES, HEXES)
    def test_it_is_a_distance(self, a: str, b: str, c: str) -> None:
        assert (MAP.distance(a, b) == 0) == (a == b)
        assert MAP.distance(a, b) == MAP.distance(b, a)
        assert MAP.distance(a, c) <= MAP.distance(a, b) + MAP.distance(b, c)

    def test_a_distance_does_not_heed_what_is_out_of_play(self) -> None:
        """Aircraft fly over what no ship may enter."""
        assert HexBoard(3, 3, 3, off=("A2", "B1", "B2")).distance("A1", "A3") == 2

    @given(HEXES, st.integers(0, 20))
    def test_within_is_every_hex_near_enough_in_map_order(self, place: str, reach: int) -> None:
        near = list(MAP.within(place, reach))
        assert near == [other for other in MAP.places if MAP.distance(place, other) <= reach]

    def test_boards_that_are_alike_are_one(self) -> None:
        assert HexBoard(15, 13, 12) == MAP
        assert len({HexBoard(15, 13, 12), MAP, SMALL}) == 2


class TestLine:
    def test_along_a_column_and_along_a_row_of_hexes(self) -> None:
        assert MAP.line("H3", "H6") == ("H4", "H5", "H6")
        assert MAP.line("A9", "D7") == ("B8", "C8", "D7")

    def test_ties_go_to_the_lower_row(self) -> None:
        assert MAP.line("A3", "C3") == ("B2", "C3")
        assert MAP.line("C3", "A3") == ("B2", "A3")

    def test_it_keeps_to_the_straight_line(self) -> None:
        assert MAP.line("A1", "H6") == ("B1", "C2", "C3", "D3", "E4", "F4", "F5", "G6", "H6")

    def test_nowhere_to_go(self) -> None:
        assert MAP.line("H6", "H6") == ()

    def test_round_what_is_out_of_play(self) -> None:
        assert HexBoard(3, 3, 3, off=("B2",)).line("A2", "C2") == ("B1", "C2")

    def test_no_way_at_all(self) -> None:
        with pytest.raises(ValueError, match="No way leads from A1 to C1"):
            HexBoard(3, 2, 2, off=("B1", "B2")).line("A1", "C1")

    @given(HEXES, HEXES)
    def test_each_step_is_to_a_neighbour_and_the_way_is_the_shortest(self, a: str, b: str) -> None:
        way = (a, *MAP.line(a, b))
        assert way[-1] == b
        assert len(way) == MAP.distance(a, b) + 1
        assert all(after in MAP.neighbours(before) for before, after in pairwise(way))


class TestPlaces:
    @pytest.mark.parametrize("text", ["H6", "h6", "H-6", " h 6 ", "h-6"])
    def test_a_hex_as_players_write_it(self, text: str) -> None:
        assert MAP.read(text) == "H6"

    @pytest.mark.parametrize(
        "text",
        ["", "H", "6", "H0", "H06", "H--6", "H - 6", "HH6", "H6E", "H-6-E", "B13", "P1", "H٦", "H\n6", "x" * 9999],
    )
    def test_no_such_hex(self, text: str) -> None:
        with pytest.raises(ValueError, match="no hex") as refused:
            MAP.read(text)
        assert len(str(refused.value)) < 80, "what was typed is cut short"

    def test_a_hex_out_of_play_is_none(self) -> None:
        with pytest.raises(ValueError, match="no hex “a1”"):
            SMALL.read("a1")

    @given(HEXES)
    def test_a_hex_is_read_as_it_is_written(self, place: str) -> None:
        assert MAP.read(place.lower()) == place

    @given(st.text(max_size=6))
    def test_any_text_is_a_hex_or_refused(self, text: str) -> None:
        try:
            assert MAP.read(text) in MAP
        except ValueError:
            assume(True)

    @pytest.mark.parametrize(("place", "words"), [("H6", "Hotel six"), ("A12", "Alpha one two")])
    def test_as_it_is_read_aloud(self, place: str, words: str) -> None:
        assert spoken(place) == words


@pytest.mark.parametrize(("board", "typed", "place"), [(MAP, "h6", "H6"), (ZoneBoard(3, 2), "c2e", "C-2-E")])
def test_both_boards_are_boards(board: Board, typed: str, place: str) -> None:
    assert board.read(typed) == place
    assert place in board
    assert list(board.within(place, 0)) == [place]
    assert {board.distance(place, other) for other in board.within(place, 1)} == {0, 1}
    assert set(board.within(place, 99)) == set(board.places)


def test_the_places_of_a_zone_board_are_its_zones() -> None:
    assert NOWHERE.places == NOWHERE.zones
