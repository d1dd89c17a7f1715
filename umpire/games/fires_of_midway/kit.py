"""The printed values of one copy: nothing is wanted before set-up, and what is asked is asked once and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from umpire.games.fires_of_midway import action_cards, printed, tiles
from umpire.games.fires_of_midway.asks_setup import Fleets
from umpire.games.fires_of_midway.settings import SCENARIOS
from umpire.table.asks import Refusal, fits
from umpire.table.charts import Cell
from umpire.table.words import listed

JSON = Any
Kit = Mapping[str, JSON]

FLEET = "fleet"
"""The key of a scenario's fleet list is ``fleet/midway``."""


@dataclass(frozen=True)
class FleetCell(Cell):
    """A scenario's fleet list: entered on its own page at set-up, never box by box."""

    def allows(self, value: JSON) -> bool:
        return fits(Fleets.schema, value)

    def read(self, typed: Mapping[str, str]) -> JSON:
        raise Refusal("Fleets are entered as the table is set.")

    def text(self, value: JSON) -> dict[str, str]:
        return {"": said(self.key, value) if value else ""}


def cell(key: str, kit: Kit) -> Cell:
    """The printed value that a key names; raises `KeyError`."""
    head, _, name = key.partition("/")
    if head == FLEET and name in SCENARIOS:
        return FleetCell(key, f"Fleets, {SCENARIOS[name]}")
    if key in action_cards.EVERY:
        return action_cards.cell(key)
    return tiles.cell(key) if key in tiles.EVERY else printed.cell(key, kit)


def said(key: str, value: JSON) -> str:
    """A printed value in words."""
    if key.startswith(f"{FLEET}/"):
        return listed(ship["name"] for ship in value["ships"])
    boxes = cell(key, {}).fields
    names = {box.name: box.label for box in boxes}
    words = {word: shown for box in boxes for word, shown in zip(box.words, box.keys, strict=False)}
    if isinstance(value, dict):
        return ", ".join(f"{names[part]} {value[part]}" for part in sorted(value))
    return str(words.get(value, value))
