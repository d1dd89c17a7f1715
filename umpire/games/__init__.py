"""The games the app can umpire: this list is all that a new one touches outside its own package.

An evening plays one of them, so each is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeVar

from umpire.table.asks import Ask
from umpire.table.script import Game

Part = TypeVar("Part", covariant=True)


class Face(Protocol):
    """What the pages need of a game beyond its rules: plain facts for its templates, from one plot."""

    def where(self, plot: Any) -> dict[str, Any]:
        """The turn, the hour, the step, and how far the turn has gone."""

    def picture(self, plot: Any, side: str, asked: Ask | None, draft: Any) -> dict[str, Any]:
        """What the game's boards show this audience now."""


@dataclass(frozen=True)
class Brought:
    """All a game brings: its rules, how it is drawn, what it prints, how its kit is entered, how it is looked back on.

    What `paper`, `kit` and `aftermath` must offer is said where they are used, in the web's prints, kits and report.
    """

    rules: Game
    face: Face
    paper: Any
    kit: Any
    aftermath: Any


def _midway() -> Brought:
    from umpire.games import midway
    from umpire.games.midway import aftermath, kit_sheet, picture, sheets

    return Brought(midway.GAME, picture, sheets, kit_sheet, aftermath)


def _victory_at_midway() -> Brought:
    from umpire.games import victory_at_midway
    from umpire.games.victory_at_midway import aftermath, kit_sheet, picture, sheets

    return Brought(victory_at_midway.GAME, picture, sheets, kit_sheet, aftermath)


def _carrier() -> Brought:
    from umpire.games import carrier
    from umpire.games.carrier import aftermath, kit_sheet, picture, sheets

    return Brought(carrier.GAME, picture, sheets, kit_sheet, aftermath)


def _fires_of_midway() -> Brought:
    from umpire.games import fires_of_midway
    from umpire.games.fires_of_midway import aftermath, kit_sheet, picture, sheets

    return Brought(fires_of_midway.GAME, picture, sheets, kit_sheet, aftermath)


def _lightning_midway() -> Brought:
    from umpire.games import lightning_midway
    from umpire.games.lightning_midway import aftermath, kit_sheet, picture, sheets

    return Brought(lightning_midway.GAME, picture, sheets, kit_sheet, aftermath)


_LIST: dict[str, tuple[str, Callable[[], Brought]]] = {
    "midway": ("Midway", _midway),
    "victory-at-midway": ("Victory at Midway", _victory_at_midway),
    "carrier": ("Carrier", _carrier),
    "fires-of-midway": ("The Fires of Midway", _fires_of_midway),
    "lightning-midway": ("Lightning: Midway", _lightning_midway),
}
TITLES = {key: title for key, (title, _) in _LIST.items()}
"""The games by their keys; to name one does not load it."""


@cache
def _brought(key: str) -> Brought:
    _, load = _LIST[key]
    return load()


class ByGame(Mapping[str, Part]):
    """One part of what each game brings, by the game's key; a game is loaded when its part is taken."""

    def __init__(self, part: Callable[[Brought], Part]) -> None:
        self._part = part

    def __getitem__(self, key: str) -> Part:
        return self._part(_brought(key))

    def __contains__(self, key: object) -> bool:
        return key in _LIST

    def __iter__(self) -> Iterator[str]:
        return iter(_LIST)

    def __len__(self) -> int:
        return len(_LIST)


BROUGHT = ByGame(lambda brought: brought)
GAMES = ByGame(lambda brought: brought.rules)


def faces(key: str) -> Face:
    """How a game is drawn."""
    return BROUGHT[key].face
