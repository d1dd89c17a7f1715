"""Recorded games: every way to end and to mend, replayed byte for byte under the rules as they are.

They are old games, and stay as they are. One that no longer replays says that a change of the rules reached old
tables; `as_told` of the game may tell them still as they were told. New ones are played and kept by::

    python -m tests.games.record victory-at-midway
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.record_victory import ALL_OF_IT, SHELF, told_in
from tests.games.recording import (
    another_word_told_is_noticed,
    comes_out_as_it_did,
    dos,
    ended,
    every_game_is_kept_and_nothing_else,
    replays_byte_for_byte,
)
from tests.games.victory_scenes import OPTIONS, told
from umpire.games.victory_at_midway.terms import JAPAN, US
from umpire.games.victory_at_midway.victory import verdict
from umpire.table.table import Table

JSON = Any
CONCEDED = "US concedes; Japan wins. In a series that is worth 111 points."
TAKEN = "Japan wins, 19 to 0."
"""Eleven for Midway, and half a point a step for the eight air units destroyed on its field."""


def options(t: Table) -> list[bool]:
    return [t.header.settings[name] for name in OPTIONS]


def says(t: Table) -> str:
    return str(t.truth.ended["text"])


def afloat(t: Table, side: str) -> list[str]:
    """A side's ships on the map at the end, submarines apart."""
    return [ship for ship in t.truth.of(side) if t.truth.is_surface(ship)]


def carriers_sunk(t: Table, side: str) -> int:
    return len([s for s in t.truth.sunk if s in t.truth.ships and t.truth.ships[s]["class"] in CARRIERS[side]])


def set_right(t: Table) -> list[tuple[str, JSON]]:
    """What was set right, as the umpire heard it."""
    return [(facts["fact"], facts["value"]) for facts in told(t, "umpire", "set-right")]


def taken_off(t: Table) -> bool:
    """Hits on ships that got away are taken off (VM-82), eleven points for Midway put on."""
    (tally,) = told(t, "public", "tally")
    before = told(t, "public", "turn-over")[-1]["score"]
    away = [point for point in t.truth.points if point["of"] in t.truth.withdrawn and point["to"] == US]
    off = sum(point["halves"] for point in away)
    return off > 0 and tally["score"][US] == before[US] - off + 22


CARRIERS = {US: ("uCV",), JAPAN: ("jCV", "jCVL")}

# What each recording is there to show.
SHOWS: dict[str, Callable[[Table], bool]] = {
    "by-time": lambda t: ended("time")(t) and t.truth.turn == 25 and len(told(t, "japan", "due")) > 3,
    "conceded": lambda t: ended("concede", "us")(t) and says(t) == CONCEDED and "tally" not in told_in(t),
    "agreed": lambda t: ended("agreed")(t) and dos(t).count("motion") == 4 and "tally" in told_in(t),
    "gone-japan": lambda t: ended("gone")(t) and not afloat(t, JAPAN) and t.truth.turn < 25 and taken_off(t),
    "gone-us": lambda t: ended("gone")(t) and not afloat(t, US) and not t.truth.marines() and says(t).endswith(TAKEN),
    "corrected": lambda t: (
        set_right(t)
        == [
            ("hex/Akagi", "F5"),
            ("box/E-D1", {"on": "Enterprise", "box": "not ready"}),
            ("strength/A-D1", "reduced"),
            ("score/us", "2½"),
        ]
    ),
    "corrected-by-a-side": lambda t: (
        dos(t).count("motion") == 2 and set_right(t) == [("hex/Enterprise", "J4")] and not told(t, JAPAN, "set-right")
    ),
    "gone-back": lambda t: dos(t).count("back") == 2 and any(d.struck for d in t.truth.heard),
    "withdrawn": lambda t: dos(t).count("withdraw") > 8,
    "all-options": lambda t: all(options(t)) and told_in(t) >= ALL_OF_IT and ended("time")(t),
    "no-option": lambda t: not any(options(t)) and {"cells", "invasion", "surface-battle"} <= told_in(t),
    "sealed": lambda t: all(options(t)) and {"sealed", "strike"} <= told_in(t) and ended("time")(t),
    "sealed-mended": lambda t: {"sealed", "set-right", "back"} <= told_in(t) and ended("concede", "japan")(t),
    "sealed-agreed": lambda t: "sealed" in told_in(t) and "withdraw" in dos(t) and ended("agreed")(t),
    "solitaire-carriers": lambda t: (
        ended("carriers")(t) and (carriers_sunk(t, US) >= 2 or carriers_sunk(t, JAPAN) >= 5) and t.truth.turn < 25
    ),
    "solitaire-midway": lambda t: ended("midway")(t) and t.truth.landed == 22 and says(t).endswith(TAKEN),
    "solitaire-time": lambda t: (
        ended("time")(t) and t.truth.turn == 25 and t.header.settings["solitaire"] == "open" and t.truth.holder == US
    ),
}


def test_every_game_is_kept_and_nothing_else() -> None:
    every_game_is_kept_and_nothing_else(SHELF)
    assert set(SHOWS) == set(SHELF.games)


@pytest.mark.parametrize("name", SHELF.games)
class TestRecorded:
    def test_it_replays_byte_for_byte(self, name: str) -> None:
        replays_byte_for_byte(SHELF, name)

    def test_it_comes_out_as_it_did(self, name: str) -> None:
        t = comes_out_as_it_did(SHELF, name)
        assert SHOWS[name](t)
        if t.truth.ended["how"] != "concede":
            assert says(t).endswith(verdict(t.truth.score))

    def test_another_word_told_is_noticed(self, name: str) -> None:
        another_word_told_is_noticed(SHELF, name)


@pytest.mark.parametrize("name", [name for name in SHELF.games if name.startswith("solitaire")])
def test_vm_86_japan_is_played_by_the_app_alone(name: str) -> None:
    given = [entry for entry in SHELF.replay(name).entries if entry.party == JAPAN]
    assert given
    assert {entry.by for entry in given} == {"app"}
