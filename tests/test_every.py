"""Every game the app brings is tried by everything that is tried on every game."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.every import EVERY
from umpire.games import GAMES, TITLES


def test_every_game_has_its_row() -> None:
    assert set(EVERY) == set(GAMES)


def test_every_game_is_listed_under_its_own_key_and_title() -> None:
    assert {key: game.title for key, game in GAMES.items()} == TITLES
    assert [game.key for game in GAMES.values()] == list(TITLES)
    assert "no-such-game" not in GAMES
    assert GAMES.get("no-such-game") is None


LOBBY = """
import sys
from pathlib import Path
from umpire.serving import build
from umpire.store import Store
app, _ = build(Store(Path(sys.argv[1])), port=8000)
page = app.test_client().get("/", base_url="http://localhost:8000")
assert page.status_code == 200
print(*sorted(name for name in sys.modules if name.startswith("umpire.games.")))
print(page.text)
"""


def test_the_lobby_is_there_before_any_game_is_loaded(tmp_path: Path) -> None:
    """It names them all; the one that is played is loaded when somebody comes to its table."""
    packages = {type(game).__module__.rpartition(".")[0] for game in GAMES.values()}
    told = subprocess.run([sys.executable, "-c", LOBBY, tmp_path / "umpire.db"], capture_output=True, text=True)
    loaded, _, page = told.stdout.partition("\n")
    assert told.returncode == 0, told.stderr
    assert [name for name in loaded.split() if ".".join(name.split(".")[:3]) in packages] == []
    assert all(title in page for title in TITLES.values())


@pytest.mark.parametrize("key", EVERY)
def test_a_row_brings_a_game_that_can_be_played(key: str, tmp_path: Path) -> None:
    row, rng = EVERY[key], random.Random(1)
    t = row.some_table(rng)
    assert t.game is GAMES[key]
    for party, asked in t.asks.items():
        asked.validate(row.choice(t, party, rng), sure=True)
    assert row.shelf.game is GAMES[key]
    room = row.house(tmp_path / "umpire.db")
    assert room.game == key
    assert {"laptop", *t.game.sides, "second", "out", "stranger"} <= set(room.people)
    assert ("waits" in room.people) == (len(t.game.sides) > 1), "who joins the only side waits for nobody"
    room.store.close()
