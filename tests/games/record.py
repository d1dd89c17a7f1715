"""Games to be kept, one for each way a game goes and ends: ``python -m tests.games.record`` writes those not kept yet.

Each is written as the ledger that an export would be, and from then on it is an old game, which stays as it is. The
keys of games, if any are given (``python -m tests.games.record victory-at-midway``), say of which alone.
"""

from __future__ import annotations

import sys

from tests.games import record_carrier, record_fires, record_lightning, record_midway, record_victory

_KEPT = (record_midway, record_victory, record_carrier, record_fires, record_lightning)
SHELVES = {each.SHELF.game.key: each.SHELF for each in _KEPT}


def main(keys: list[str]) -> None:
    for key in keys or SHELVES:
        SHELVES[key].write()


if __name__ == "__main__":
    main(sys.argv[1:])
