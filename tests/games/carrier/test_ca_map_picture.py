"""Where the map opens: a phone shows a part of it, and that is the part that the ask is about."""

from __future__ import annotations

import pytest

from tests.games.carrier.test_ca_decks import ask, carrier, table
from umpire.games.carrier.asks import Pieces, titled
from umpire.games.carrier.map_picture import _focus
from umpire.table.asks import Ask
from umpire.table.plot import Dispatch

OURS, THEIRS = "2423", "2420"


@pytest.mark.parametrize(
    ("asked", "opens"),
    [
        (None, THEIRS),
        (Pieces("pieces", titled("What moved", lines=["C1 to 2420"])), THEIRS),
        ("decks", OURS),
    ],
)
def test_it_opens_on_the_us_but_while_counters_of_theirs_are_moved(asked: Ask | str | None, opens: str) -> None:
    g = table(carrier())
    g.truth.heard.append(Dispatch("activated", {"force": "C1"}, "13.1"))
    assert _focus(g.truth, ask(g) if isinstance(asked, str) else asked, None) == opens
