"""A canary in every secret field of every game: whoever may not meet it fetches all there is, and does not.

Every route by every caller, with headers and cookies; pages of refusal; paper; streams; exports; and what the server says
in its own log. A game brings scenes of its own, each with its canaries; the words that people type are the same in all.
"""

from __future__ import annotations

import logging
import re
from contextlib import closing
from pathlib import Path

import pytest

from tests.every import EVERY
from tests.leaks import midway_secrets
from tests.leaks.canaries import (
    SIDES,
    Canaries,
    Scene,
    callers,
    everything,
    marks,
    met_by,
    met_in,
    proofs,
    told_to_some,
)
from tests.web.room import Phone, Room, ears, hidden
from tests.web.room import house as midway_house
from umpire.games import GAMES
from umpire.table.table import Table

# What people type, at any game.


def a_correction(t: Table, side: str) -> tuple[str, str]:
    """A fact of a side's own record, and what it might be set right to."""
    facts = [fact for fact in t.game.facts(t.play.plots[side]) if fact.side == side]
    for fact in facts:
        for other in facts:
            if other.key.partition("/")[0] == fact.key.partition("/")[0] and other.value != fact.value:
                try:
                    t.game.read_fact(t.truth, fact.key, str(other.value))
                except Exception:
                    continue
                return fact.key, str(other.value)
    raise AssertionError("nothing could be set right")


def reasons(key: str, path: Path) -> tuple[Room, Canaries]:
    """The umpire sets something of each side right, and types why."""
    room, made = EVERY[key].house(path), {}
    for side in SIDES:
        fact, to = a_correction(room.table, side)
        words = f"CANARY of {side}: it was misread"
        form = {"fact": fact, "to": to, "reason": words, "name": room.table.mending}
        assert room.laptop.post(f"{room.desk}/right", form).status_code == 303
        made[words] = {side}
    return room, made


def motions(key: str, path: Path) -> tuple[Room, Canaries]:
    """Nobody umpires: each side would have its own record set right, says why, and taps what its page does not know."""
    room, made = EVERY[key].house(path, attended=False), {}
    for side, other in (SIDES, SIDES[::-1]):
        us, japan = room.people[side], room.people[other]
        assert isinstance(us, Phone)
        assert isinstance(japan, Phone)
        fact, to = a_correction(room.table, side)
        words = f"CANARY of {side}: we moved the wrong counter"
        assert us.say("correct", fact=fact, to=to, text=words).status_code == 200
        made[words] = {side}
        if side == SIDES[0]:
            assert japan.say("correct", "declined").status_code == 200
    return room, made


def typed(scene: str, key: str) -> Scene:
    made = {"reasons": reasons, "motions": motions}[scene]
    return lambda path: made(key, path)


CASES = {f"{key}-{scene.__name__}": scene for key, row in EVERY.items() for scene in row.secrets()}
CASES |= {
    f"{key}-{scene}": typed(scene, key)
    for key in EVERY
    for scene in ("reasons", "motions")
    if not GAMES[key].one_voice  # what the only side types, it types for all; so does whoever is at a shared screen
}


LOOK_ON = ("stranger", "second", "out", "waits")
"""Of those who are no side and not at the laptop one fetches all there is in each case, by turns; in full, everyone."""


@pytest.mark.parametrize(
    ("case", "turn"),
    [pytest.param(case, n, id=case) for n, case in enumerate(CASES)]
    + [pytest.param(case, None, id=f"{case}-everybody", marks=pytest.mark.full) for case in CASES],
)
def test_a_canary_is_met_only_where_it_may_be(
    case: str, turn: int | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    first, canaries = CASES[case](tmp_path / "first.db")
    canaries = {**told_to_some(first), **canaries, **proofs(first)}
    met: dict[str, set[str]] = {}
    wrong: set[str] = set()
    there = callers(first)
    look_on = [caller for caller in LOOK_ON if caller in there]
    passed_over = set(look_on) - {look_on[turn % len(look_on)]} if turn is not None else set()
    for caller in (each for each in there if each not in passed_over):
        with closing((room := first.copied(tmp_path / f"{caller}.db")).store):
            met[caller], unfit = met_by(room, caller, canaries)
        wrong |= unfit
    assert not wrong, "\n".join(sorted(wrong)[:20])
    assert not met_in(caplog.text, marks(canaries))
    for side in first.table.game.sides:
        own = {canary for canary, sides in canaries.items() if side in sides}
        assert len(own & met[side]) >= len(own) // 2, "a side meets its own"
        assert not {canary for canary in own - met[side] if "CANARY" in canary}
    somebodys = {canary for canary, sides in canaries.items() if sides or first.live.attended}
    assert len(somebodys & {canary for each in met.values() for canary in each}) > len(somebodys) // 2, "nothing is met"


@pytest.mark.parametrize("key", EVERY)
def test_nobody_meets_a_token_or_the_desk_code(key: str, tmp_path: Path) -> None:
    """They are the keys to all of it: a token is in one cookie of one phone, and in no page, and not on the disk."""
    room = EVERY[key].house(tmp_path / "first.db")
    tokens = {token for device in room.people.values() for token in device.cookies().values()}
    keys = {*tokens, room.app.extensions["desk"].code}
    for caller in ("us", "stranger", "laptop"):
        for _, answer in everything(room, room.people[caller]):
            assert not [key for key in keys if key in f"{answer.headers}{answer.text}"], answer.request.path
    assert len(tokens) == len({*callers(room)} - {"stranger", "laptop"})
    on_disk = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [token for token in tokens if token.encode() in on_disk]


def test_a_stream_carries_versions_and_nothing_else(tmp_path: Path) -> None:
    room, _ = midway_secrets.landing(tmp_path / "room.db")
    with ears() as listening:
        heard = [
            listening.listen(room.people[name], f"{root}/events")
            for name, root in (("us", room.people["us"].root), ("japan", room.people["japan"].root))
        ]
        heard.append(listening.listen(room.laptop, f"{room.screen}/events"))
        for side in SIDES:
            room.people[side].tap(lock="1")
            listening.settle()
        room.run("t3/operations")
        listening.settle()
        for ear in heard:
            assert len(ear.sent) > 2
            assert all(re.fullmatch(r"data: [0-9a-f]{12}\n\n", text) for text in ear.sent)
        assert not set(heard[0].sent) & set(heard[1].sent)


def test_an_upgrade_that_refuses_an_old_move_does_not_print_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unattended, the terminal stands before a player: it may say where rules and ledger part, not what was moved."""
    room = midway_house(tmp_path / "room.db", attended=False)
    room.run("t2/moves")
    monkeypatch.setattr("umpire.games.midway.movement.speed", lambda side, played: 0)
    room.restart()
    room.people["us"].get(f"{room.people['us'].root}/page")
    assert "entry" in caplog.text
    assert not [zone for side in SIDES for zone in hidden(side) if zone in caplog.text]


def test_a_side_that_would_set_its_record_right_says_not_what(tmp_path: Path) -> None:
    """The menu promises it; the reason tells as much as the fact would. Its own phones, and the umpire, see both."""
    room, _ = midway_secrets.writing(tmp_path / "room.db")
    for name, root in (("japan", room.people["japan"].root), ("laptop", room.screen)):
        page = room.people[name].get(f"{root}/page").text
        assert "set our own record right" in page
        assert "misread" not in page
        assert "misread" not in room.people[name].get(f"{root}/record").text
    assert "misread" in room.people["us"].get(f"{room.people['us'].root}/record").text
