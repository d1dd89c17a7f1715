"""Hexes named by row and column, odd rows half a hex to the left: distances and neighbours as a rulebook tells them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.table.board import NoSuchPlace
from umpire.table.numbered import (
    beside,
    closer,
    distance,
    farther,
    is_hex,
    nearest,
    neighbours,
    read,
    turned,
    way,
    within,
    xy,
)

HEXES = st.builds(lambda r, c: f"{r:02}{c:02}", st.integers(5, 60), st.integers(5, 60))


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [
        *(("2212", "2717", 8), ("2213", "2717", 7), ("2312", "2717", 7), ("1827", "2423", 7), ("2022", "2420", 4)),
        *(("2022", "2626", 7), ("2121", "2420", 3), ("2736", "2935", 2), ("2835", "2935", 1), ("2717", "2717", 0)),
    ],
)
def test_ca_distances_by_air_that_the_rulebook_tells(a: str, b: str, far: int) -> None:
    assert distance(a, b) == distance(b, a) == far


def test_odd_rows_lie_half_a_hex_to_the_left() -> None:
    assert beside("2022") == {"NE": "1921", "E": "2021", "SE": "2121", "SW": "2122", "W": "2023", "NW": "1922"}
    assert beside("2313") == {"NE": "2213", "E": "2312", "SE": "2413", "SW": "2414", "W": "2314", "NW": "2214"}
    assert xy("2313")[0] == xy("2213")[0] - 1
    assert xy("2312")[0] == xy("2313")[0] + 2


def test_at_the_edge_of_the_numbers_hexes_are_missing() -> None:
    assert set(beside("0101")) == {"SE", "SW", "W", "NW", "NE", "E"} - {"NE", "NW", "E"}
    assert "0000" not in neighbours("0101")


def test_which_way_and_turning() -> None:
    assert way("2022", "2121") == "SE"
    assert turned("SE", 1) == "SW"
    assert turned("NE", -1) == "NW"
    with pytest.raises(NoSuchPlace):
        way("2022", "2222")


@given(HEXES, HEXES)
def test_each_step_closer_is_one_nearer_and_there_are_one_or_two(a: str, b: str) -> None:
    steps = closer(a, b)
    assert all(distance(step, b) == distance(a, b) - 1 for step in steps)
    assert len(steps) == 0 if a == b else 1 <= len(steps) <= 2
    assert not set(steps) & set(farther(a, b))


@given(HEXES, st.integers(0, 4))
def test_within_is_all_hexes_so_near(place: str, reach: int) -> None:
    near = list(within(place, reach))
    assert len(near) == 1 + 3 * reach * (reach + 1)
    assert all(distance(place, other) <= reach for other in near)


def test_the_nearest_of_some_in_their_order() -> None:
    assert nearest("2022", ["2420", "2022", "2626", "2022"]) == ("2022",)
    assert nearest("2022", ["2023", "2021"]) == ("2023", "2021")
    assert nearest("2022", []) == ()


def test_hexes_as_they_are_typed() -> None:
    assert read(" 27 17") == "2717"
    assert is_hex("2717")
    for wrong in ("", "271", "27170", "H6", "0017", "2700", "２７１７"):
        assert not is_hex(wrong)
        with pytest.raises(NoSuchPlace):
            read(wrong)
