"""Non-interference where The Fires of Midway hides anything: two games that differ in what one side keeps to itself.

Its task forces, where markers show no letters; the tiles it has seen and did not turn up, where the app keeps them.
All else lies open. The other side, the public, the screen and whoever is at it find nothing different, on plots and over
the web, to the last byte.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.games.fires.lively import FIRES, choice, full_kit, header, run, some_settings
from tests.leaks.laptops import Pair, alike, prompted
from tests.leaks.web_worlds import Company, over_the_web
from tests.leaks.worlds import Stuck, TwoWorlds
from tests.tables import hand_of
from tests.web.fires_room import FiresRoom
from tests.web.room import ears
from umpire.games.fires_of_midway import tiles
from umpire.games.fires_of_midway.search import looking
from umpire.games.fires_of_midway.ship import SIDES, other
from umpire.table.asks import PRIVATE, TABLE, Refusal
from umpire.table.table import Table

pytestmark = pytest.mark.usefixtures("ideal_seals")
JSON = Any
KEY = "fires-of-midway"
STEPS = 30
"""Of a game over the web: through the search, the sealing, and into the first turn."""


class Worlds(TwoWorlds):
    """The hidden side puts its task forces together otherwise in each world."""

    HIDES: Mapping[str, JSON] = {"letters": "hidden", "tiles": "table"}

    probes = [None, True, 0, "", [], {}, [["Akagi", "Akagi"]], [["Hornet"]], [["Akagi", "Kaga"], ["Kaga"]], [[]]]

    def __init__(self, seed: int, seen: str, **agreed: JSON) -> None:
        rng = random.Random(seed)
        lots = {**some_settings(rng), "scenario": rng.choice(["midway", "coral-sea"]), "umpire": rng.random() < 0.5}
        super().__init__(rng, seen, other(seen), header(full_kit(), **{**lots, **agreed, **self.HIDES}))

    def choice(self, t: Table, party: str) -> JSON:
        return choice(t, party, self.rng)

    def open(self, party: str) -> tuple[JSON, JSON]:
        value = self.choice(self.a, party)
        return value, value

    def vary_stacks(self, party: str, one: Any, another: Any) -> tuple[JSON, JSON]:
        return one.sample(self.rng), another.sample(self.rng)

    def set_right(self) -> None:
        """The umpire has nothing to set right that is not everybody’s."""

    def differing(self) -> Iterator[str]:
        if self.told_alone(self.a) != self.told_alone(self.b):
            yield "what one side has does differ"

    def told_alone(self, t: Table) -> list[str]:
        return [each.dispatch.text for _, each in t.told if self.seen not in each.audiences]

    def attempts(self, t: Table) -> Iterator[JSON]:
        ships = [ship.name for ship in t.truth.ships(self.hidden)]
        yield from ([ships[:2]], [ships[-2:]], dict.fromkeys(ships, 1))

    def wrongs(self, t: Table) -> Iterator[str]:
        yield from (f"stacks/{self.hidden}", "stacks")


class TileWorlds(Worlds):
    """The hidden side sees other tiles in each world; what it turns up, and what it picks for its track, is the same.

    Its task forces are others too.
    """

    HIDES = {"letters": "hidden", "tiles": "app"}

    def unseen(self, party: str) -> bool:
        return party in (self.hidden, PRIVATE)

    def open(self, party: str) -> tuple[JSON, JSON]:
        asked = self.a.asks[party]
        if asked.kind != "look":
            return super().open(party)
        places = [each for each in asked.ids if self.lies(self.a, each) == self.lies(self.b, each)]
        if len(places) < asked.facts["least"]:
            raise Stuck
        value = self.rng.sample(places, asked.facts["least"])
        return value, value

    @staticmethod
    def lies(t: Table, place: str) -> str:
        """The tile at a place, if anybody has seen it."""
        return tiles.peeked(t.truth).get(place, "")

    def vary_tile(self, party: str, one: Any, another: Any) -> tuple[JSON, JSON]:
        """What it shows to everybody is the same in both worlds."""
        same = [
            mine["id"]
            for mine, theirs, *faces in zip(
                *(each.facts[part] for part in ("options", "tiles") for each in (one, another)), strict=True
            )
            if mine["id"] == theirs["id"] and faces[0] == faces[1]
        ]
        if not same:
            raise Stuck
        value = self.rng.choice(same)
        return value, value

    def vary_draw(self, party: str, one: Any, another: Any) -> tuple[JSON, JSON]:
        """Of two tiles that the hidden side alone sees, one is another."""
        both = [tile for tile in one.cup if tile in another.cup]
        if len(both) < one.n + 1:
            raise Stuck
        fell = self.rng.sample(both, one.n + 1)
        whose = tiles_of(self.a, one.name)
        if whose != self.hidden or one.n != 2:
            return fell[:-1], fell[:-1]
        return fell[:2], [fell[0], fell[2]]


def tiles_of(t: Table, name: str) -> str:
    """The side for which tiles are drawn; nobody, where everybody sees them."""
    return looking(t.truth) if name.startswith("search/") else next((s for s in SIDES if s in name.split("/")), "")


@pytest.mark.parametrize("seen", SIDES)
def test_nobody_else_finds_anything_different(seen: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(6):
        happened += Worlds(seed, seen).play(120).happened
    for what in ("answered otherwise stacks", "what one side has does differ", "placed", "launched"):
        assert happened[what], f"nobody saw a game in which there was {what!r}"


def test_no_byte_tells_two_task_forces_apart(tmp_path: Path) -> None:
    with alike() as lots, ears() as listening:
        pair = Pair(KEY, tmp_path, FiresRoom)
        with prompted(pair):
            players = Company(KEY, over_the_web(Worlds), pair, lots, listening)
            for seed in range(6):
                players._begun(seed, SIDES[seed % 2], seed % 5, STEPS, {})
        pair.close()
    happened = players.happened
    assert happened["what one side has does differ"] > happened["answers over the web"] // 4, happened
    for what in ("hidden 200", "answered otherwise stacks", "probe 422"):
        assert happened[what], f"nobody saw a room in which there was {what!r}"
    assert happened["answers compared"] > 3 * happened["steps"]


@pytest.mark.parametrize("seen", SIDES)
def test_nobody_else_finds_anything_of_a_tile_that_was_not_turned_up(seen: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(6):
        happened += TileWorlds(seed, seen).play(300).happened
    for what in ("answered otherwise draw", "what one side has does differ", "looks", "tile-chosen", "drawn"):
        assert happened[what], f"nobody saw a game in which there was {what!r}"


def test_what_a_side_has_sealed_is_not_taken_back_by_anybody_at_the_screen() -> None:
    """Not while one seals, and not after: what was seen by then cannot be unseen."""
    t = run(Table(FIRES, header(None, letters="hidden")), "set-up/stacks")
    before = list(t.turns())[-1]
    assert before.startswith("before search/")
    for side, places in ((SIDES[0], [before]), (SIDES[1], [])):
        t.answer(side, t.asks[side].name, [], hand_of(side))
        assert list(t.turns())[-1:] == places


def test_what_a_side_has_looked_at_binds() -> None:
    """Nobody takes back a look to look elsewhere, nor the track he picked once the bombs have fallen; what came after, yes."""
    t = run(Table(FIRES, header(full_kit(), tiles="app")), "search/2/turn-up")
    assert t.turns() == {}
    run(t, "t1/cards")
    assert [name for name in t.turns() if name.startswith("before")] == ["before set-up/placed"]


def test_a_game_that_kept_secrets_is_not_reopened_once_all_of_it_lies_open() -> None:
    t = run(Table(FIRES, header(full_kit(), tiles="app")), "t1/cards")
    t.move(TABLE, "end", "moved", hand_of(TABLE), name=t.motions.name)
    assert t.over
    assert t.turns() == {}
    with pytest.raises(Refusal):
        t.move(TABLE, "back", "moved", hand_of(TABLE), name=t.motions.name, value={"to": "t1"})
