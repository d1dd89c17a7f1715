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


MOVED = """() => {
  const pushed = document.createElement("div");
  pushed.style.cssText = "height:60px";
  document.querySelector(".know").prepend(pushed);
}"""
"""As when the page is drawn anew with a line more above the board."""


def test_a_key_that_moves_away_under_the_finger_is_the_one_that_was_meant(us: Phone) -> None:
    """Not what has come to lie under it."""
    sent: list[str] = []
    us.page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    key = us.find('.know svg [data-op="stack"]').first
    box = key.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    before = us._posts()
    finger = us.house.finger(us.page)
    finger.down(at)
    us.page.evaluate(MOVED)
    finger.up()
    us._drawn_after(before, "a finger on the line of a stack")
    assert len(sent) == 1
    assert "G-3-C" in sent[0]
