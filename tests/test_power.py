"""The plug is pulled: the server is killed, at random instants and at chosen ones, while eight phones post.

After each start: what was acknowledged is in the ledger, once; every cookie opens its seat; drafts are
there; the ledgers replay; the form nobody answered, posted again as it was, is taken once; and of the
copies made each turn one is whole.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.power import plug
from tests.power.night import ALL, PHONES, SOME_TIME, Night, Plugged, dealt
from tests.power.phones import ask_server
from umpire.games import GAMES


def planned(kills: int, rng: random.Random) -> list[str]:
    """Every instant as often as any other in one half of the kills; in the other half, some time."""
    chosen = [*ALL] * (kills // 2 // len(ALL) + 1)
    plan = [*chosen[: max(len(ALL), kills // 2)]]
    plan += [SOME_TIME] * (kills - len(plan))
    rng.shuffle(plan)
    return plan


@pytest.mark.parametrize("kills", [16, pytest.param(500, marks=pytest.mark.full)])
def test_nothing_acknowledged_is_lost_and_nothing_is_taken_twice(
    kills: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    night = Night(tmp_path, seed=1942)
    try:
        for n, instant in enumerate(planned(kills, night.rng), 1):
            night.dark(instant)
            if n % 50 == 0:
                said(capsys, f"{n} times dark: {dict(night.seen)}")
    finally:
        night.server.kill()
    said(capsys, f"{len(night.phones)} phones at {len(night.tables)} tables: {dict(night.seen)}")
    said(capsys, f"the plug was pulled {dict(night.met)}")
    assert night.seen["kills"] == kills
    assert sum(night.met.values()) > 0.95 * kills, "an instant that was waited for did not come"
    assert night.seen["answers acknowledged"] >= night.seen["kills with something to lose"] > 0, "it was not looked for"
    assert night.seen["forms unheard"], "the plug was never pulled on a form"


def said(capsys: pytest.CaptureFixture[str], words: str) -> None:
    with capsys.disabled():
        print(f"\n  {words}", end="", flush=True)


def test_all_games_are_played_by_eight_phones_and_some_share_a_side() -> None:
    phones = dealt()
    assert phones.keys() == GAMES.keys()
    assert sum(phones.values()) >= PHONES
    assert all(n >= len(GAMES[game].sides) for game, n in phones.items())
    assert any(n > len(GAMES[game].sides) for game, n in phones.items())


@pytest.mark.parametrize("instant", plug.STARTING)
def test_the_very_first_start_is_begun_again(instant: str, tmp_path: Path) -> None:
    """Before there is a table, or even a file: the next start makes what this one did not."""
    server = Plugged(tmp_path)
    try:
        server.kill()
        for file in tmp_path.glob("umpire.db*"):
            file.unlink()
        assert server.dark_at_start(instant, **{plug.MIGRATIONS: "1"}), "it never came to that"
        server.start(**{plug.MIGRATIONS: "1"})
        status, page, _ = ask_server(f"{server.laptop}/")
        assert (status, "New table" in page) == (200, True)
    finally:
        server.kill()
