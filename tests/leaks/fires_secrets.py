"""The one scene of The Fires of Midway with anything to hide: task forces made up where markers show no letters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.leaks.canaries import Canaries, Scene, told_to_some
from tests.web.fires_room import FiresRoom, in_turn


def letters(path: Path) -> tuple[FiresRoom, Canaries]:
    """Turn 2 of a table whose markers are blank on their Hidden side; each side’s make-up is sealed."""
    room = in_turn(path, letters="hidden")
    made = told_to_some(room)
    assert {frozenset(sides) for sides in made.values()} == {frozenset({"us"}), frozenset({"japan"})}
    return room, made


SCENES: Sequence[Scene] = (letters,)
