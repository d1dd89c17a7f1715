"""Twin rooms of Victory at Midway, in which one side's hexes, decks, drafts and locks are others.

Whoever is not of that side fetches everything there is from both, and every byte is the same. And solitaire, hidden,
where the player looks for what is Japan's and meets nothing.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.games import victory_scenes as scenes
from tests.leaks.canaries import everything, met_by
from tests.leaks.laptops import alike
from tests.leaks.test_routes import FOR_THE_UMPIRE
from tests.leaks.victory_secrets import SIDES, TWINS, Scene, canaries_of, strikes
from tests.web.room import ears
from tests.web.victory_room import JAPAN, OPTIONS, US, VictoryRoom, lone, phone

pytestmark = pytest.mark.usefixtures("ideal_seals")


def alone(path: Path, *, steps: int = 4) -> VictoryRoom:
    """Solitaire, hidden: some turns on, Japan's orders of this one written by the app, and the player's half."""
    room = lone(path, **OPTIONS)
    room.people |= {"second": room.added(phone(room, "us")), "stranger": room.stranger()}
    while room.table.truth.played < steps:
        party = next(p for p in room.table.asks if p not in room.table.locks)
        room.give(party, scenes.idle(room.table.asks[party]))
    room.draft(US, ("hex", "I4"), ("hex", "I5"))
    return room


def fetched(room: VictoryRoom, caller: str) -> list[tuple[str, str, str]]:
    """Every byte a caller can get, save what the umpire's desk is for; the tokens of a room are its own."""
    made = []
    for endpoint, answer in everything(room, room.people[caller]):
        if caller == "laptop" and endpoint.startswith((*FOR_THE_UMPIRE, "desk.", "proofs.for_umpire")):
            continue
        made.append((endpoint, answer.request.path, f"{answer.status}\n{answer.headers}\n{answer.text}"))
    return made


CASES = [(scene, hidden) for scene in TWINS for hidden in SIDES]


def look_on(hidden: str) -> list[str]:
    """Whoever is not of the side that differs, nor the other side itself: of these one fetches all there is from both, by
    turns; in full, everyone."""
    return ["stranger", "laptop", "out", *(["second"] if hidden == JAPAN else [])]


@pytest.mark.parametrize(
    ("scene", "hidden", "others"),
    [
        pytest.param(scene, hidden, [(look_on(hidden) * len(CASES))[n // 2]], id=f"{scene.__name__}-{hidden}")
        for n, (scene, hidden) in enumerate(CASES)
    ]
    + [
        pytest.param(scene, hidden, look_on(hidden), id=f"{scene.__name__}-{hidden}-everybody", marks=pytest.mark.full)
        for scene, hidden in CASES
    ],
)
def test_twin_rooms_are_the_same_to_all_but_the_side_that_differs(
    scene: Scene, hidden: str, others: Sequence[str], tmp_path: Path
) -> None:
    seen = {US: "japan", JAPAN: "us"}[hidden]
    callers = [seen, *others]
    got: list[dict[str, list[tuple[str, str, str]]]] = []
    on_record = []
    for world in (0, 1):
        with alike() as lots:
            lots.hat.seed(0)
            whole = scene(tmp_path / f"{world}.db", hidden, world)
            on_record.append([whole.ledger, [list(row) for row in whole.store._conn.execute("SELECT * FROM drafts")]])
            got.append({})
            for caller in callers:
                lots.hat.seed(caller)
                with closing((room := whole.copied(tmp_path / f"{world}-{caller}.db")).store):
                    got[world][caller] = fetched(room, caller)
    for caller in callers:
        for one, two in zip(got[0][caller], got[1][caller], strict=True):
            assert one == two, f"{caller} sees a difference at {one[1]}"
    assert on_record[0] != on_record[1], "the worlds differ, or nothing was tried"


def test_streams_say_versions_alone_and_nothing_of_what_the_other_side_writes(tmp_path: Path) -> None:
    room = strikes(tmp_path / "room.db", US, 0)
    with ears() as listening:
        us = listening.listen(room.people["us"], f"{phone(room, 'us').root}/events")
        japan = listening.listen(room.people["japan"], f"{phone(room, 'japan').root}/events")
        screen = listening.listen(room.laptop, f"{room.screen}/events")
        before = [list(ear.sent) for ear in (us, screen)]
        assert phone(room, "japan").tap("unit", "A-F1").status_code == 200
        listening.settle()
        assert [ear.sent for ear in (us, screen)] == before, "a tap of Japan moves nobody else's page"
        assert len(japan.sent) > 1
        assert phone(room, "japan").lock().status_code == 200
        listening.settle()
        for ear in (us, japan, screen):
            assert all(re.fullmatch(r"data: [0-9a-f]{12}\n\n", text) for text in ear.sent)
        assert not set(us.sent) & set(japan.sent)


# Solitaire, hidden.


def test_the_lone_player_the_screen_and_the_laptop_meet_nothing_of_japans(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Her orders, her ships and decks, and the die for detection reach no page, no paper and no log."""
    caplog.set_level(logging.DEBUG)
    whole = alone(tmp_path / "first.db")
    assert [e.ask for e in whole.table.entries if e.party == "private"], "the die was rolled"
    assert JAPAN in whole.table.locks, "the app has written Japan's orders"
    canaries = canaries_of(whole)
    japan = {canary for canary, sides in canaries.items() if sides == {JAPAN}}
    assert len(japan) > 25
    for caller in ("us", "second", "stranger", "laptop"):
        with closing((room := whole.copied(tmp_path / f"{caller}.db")).store):
            met, _ = met_by(room, caller, {canary: {JAPAN} for canary in japan})
        assert not met, f"{caller} meets {sorted(met)[:9]}"
    assert not [canary for canary in japan if canary in caplog.text]


def test_solitaire_twins_in_which_japan_stands_elsewhere_are_the_same(tmp_path: Path) -> None:
    """Where her ships are, and what the die of this turn showed without use, changes no byte of any page."""
    got = []
    for world in (0, 1):
        with alike() as lots:
            lots.hat.seed(0)
            room = alone(tmp_path / f"{world}.db")
            if world:
                for ship in ("Akagi", "Kaga"):
                    room.table.truth.at[ship] = "A4"
                    room.table.play.plots[JAPAN].at[ship] = "A4"
                room.live.touch()
            got.append([fetched(room, "us"), fetched(room, "laptop")])
    assert got[0] == got[1]
