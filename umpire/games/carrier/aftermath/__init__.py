"""The evening after: what a finished game of Carrier was like."""

from __future__ import annotations

from typing import Any

from umpire.games.aftermath.film import Store
from umpire.table.table import Table
from umpire.table.words import counted

JSON = Any

BOARD = {"view": "0 0 100 60", "grid": {"scale": "1.00"}}


def report(table: Table) -> dict[str, JSON]:
    """All that the report's template and its script show; the table must be over, for this is the truth."""
    truth = table.truth
    ended = str((truth.ended or {}).get("text", ""))
    lasted = counted(truth.turn, "turn") if truth.turn else "It ended before the first turn"
    store = Store()
    frame = {"turn": truth.turn, "at": lasted, "step": "The end", "score": [""], "maps": [store.picture([])]}
    film = {
        "names": ["The truth"],
        "marks": store.marks,
        "pictures": store.pictures,
        "frames": [{**frame, "said": [ended], "key": [ended]}],
    }
    return {"outcome": ended, "lasted": lasted, "missed": 0, "board": BOARD, "film": film}
