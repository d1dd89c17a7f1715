"""Scenes of Carrier under fog+, with all that the staff keeps to itself in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from tests.games.carrier.lively import choice
from tests.leaks.canaries import Canaries, Scene, told_to_some
from tests.tables import hand_of
from tests.web.carrier_room import CarrierRoom, people
from umpire.table.plot import UMPIRE

KEPT = 6
"""Sentences that only the staff has heard, before a scene is shown."""


def fog(path: Path) -> tuple[CarrierRoom, Canaries]:
    """A game under fog+, far enough that a second wave is behind an attack and checks have come to nothing."""
    room = people(CarrierRoom(path, scenario="6", fog=True))
    rng = random.Random(5)
    with room.live.changing() as t:
        while not t.over and not _much_is_kept(room):
            party = rng.choice([p for p in t.asks if p not in t.locks])
            t.answer(party, t.asks[party].name, choice(t, party, rng), hand_of(party), sure=True)
    assert not room.table.over
    return room, told_to_some(room)


def _much_is_kept(room: CarrierRoom) -> bool:
    table = room.table
    kept = [each for _, each in table.told if set(each.audiences) == {UMPIRE} and table.game.say(each.dispatch)]
    return len(kept) >= KEPT and bool(table.truth.at("memory/waves")) and "us" in table.asks


SCENES: Sequence[Scene] = (fog,)
