"""Which games are offered at the tables: what a game is tried by through the pages waits until it is."""

from __future__ import annotations

import pytest

from umpire.games import GAMES

CARRIER = pytest.mark.skipif("carrier" not in GAMES, reason="Carrier is not offered at the tables yet")
