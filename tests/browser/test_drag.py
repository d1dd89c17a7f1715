"""A stack of ships is moved by one finger drawn across the board, which must not be taken for a scroll."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tables import midway_kit

if TYPE_CHECKING:
    from tests.browser.conftest import House, Phone


@pytest.fixture
def us(house: House) -> Phone:
    """A phone with all its ships in one stack, not locked yet."""
    laptop = house.laptop()
    laptop.take_kit_in(house.kit_file(midway_kit()))
    code = laptop.set_table(umpire="nobody")
    phone = house.seated(house.phone("US"), laptop.code_for(code, "US"))
    return phone.until("place").open().op("look", "G-3").op("to", "G-3-C")


@pytest.mark.parametrize("zone", ["G-3-I", "G-1-C"])
def test_a_stack_goes_where_the_finger_is_lifted(us: Phone, zone: str) -> None:
    us.drag("G-3-C", zone)
    us.find(f'.know [data-op="stack"][data-arg="{zone}"]').first.wait_for()
    assert not us.find('[data-op="stack"][data-arg="G-3-C"]').count()


def test_a_finger_beside_the_stacks_moves_none(us: Phone) -> None:
    us.drag("G-2-C", "G-4-C")
    us.page.wait_for_timeout(300)
    assert us.find('.know [data-op="stack"][data-arg="G-3-C"]').count()
