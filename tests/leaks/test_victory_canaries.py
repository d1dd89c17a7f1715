"""At a table of Victory at Midway nobody meets on any page, stream, paper or error what is another's own.

Two proofs. A canary in every secret that has a name of its own: sentences told to one side, names of air units,
words half typed. And twin rooms, in which one side's hexes, decks, drafts and locks are others: whoever is not of
that side fetches everything there is from both, and every byte is the same.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.games import victory_scenes as scenes
from tests.leaks.test_canaries import CALLERS, Canaries, everything, may_meet, told_to_some
from tests.leaks.test_routes import FOR_THE_UMPIRE
from tests.leaks.test_two_worlds_web import alike
from tests.tables import hand_of
from tests.web.room import ears
from tests.web.victory_room import (
    FLEET,
    JAPAN,
    MET,
    OPTIONS,
    TASK_FORCE,
    US,
    VictoryRoom,
    at_sea,
    lone,
    people,
    phone,
)
from umpire.games.victory_at_midway.terms import BASES
from umpire.table.words import canonical

JSON = Any
SIDES = (US, JAPAN)
ENEMY = {US: JAPAN, JAPAN: US}
Scene = Callable[[Path, str, int], VictoryRoom]
FLYERS = {US: ("E-D1", "E-D2", "E-F1"), JAPAN: ("A-D1", "A-D2", "A-F1")}
STRUCK = {US: MET[JAPAN], JAPAN: MET[US]}


def first(side: str, hidden: str, world: int) -> int:
    """Which world a side is in: the hidden side in its own, the other always in the first."""
    return world if side == hidden else 0


# The scenes: who has written what, up to where.


def set_up(path: Path, hidden: str, world: int) -> VictoryRoom:
    """Set-up: the hidden side has locked, the other has half its ships on the map."""
    room = people(VictoryRoom(path, **OPTIONS))
    for side in SIDES:
        asked = room.table.asks[side]
        places = {s: list(asked.board.within(*within)) for s, within in asked.facts["within"].items()}
        at = {s: each[-1 - (s == "SS168") - 2 * first(side, hidden, world)] for s, each in places.items()}
        aboard = dict(asked.facts["aboard"])
        if aboard and first(side, hidden, world):
            aboard |= {"I.D.1": aboard["Yoko"], "Yoko": aboard["I.D.1"]}
        if side == hidden:
            room.give(side, {"at": at, "aboard": aboard})
    return room


def orders(path: Path, hidden: str, world: int) -> VictoryRoom:
    """Orders half written by both: stacks under way, a search, a scout taken up."""
    room = at_sea(path, hidden, world)
    for side, ships in ((US, TASK_FORCE), (JAPAN, FLEET)):
        other = first(side, hidden, world)
        to = {US: ("H5", "I4"), JAPAN: ("G5", "F4")}[side][other]
        room.draft(side, ("ship", ships[0]), ("hex", to), ("part", "air"), ("hex", to), ("part", "scout"))
        room.draft(side, ("unit", FLYERS[side][other]))
    return room


def strikes(path: Path, hidden: str, world: int) -> VictoryRoom:
    """Strikes: the hidden side has locked its own, the other is still at it. Base strikes and scouts are in the air."""
    room = at_sea(path, hidden, world)
    room.run("t2/strikes", {"japan/orders": {"base": [("K-T1", "K-T2")[first(JAPAN, hidden, world)]]}})
    for side in SIDES:
        other = first(side, hidden, world)
        room.draft(side, ("hex", STRUCK[side]), ("unit", FLYERS[side][other]), ("unit", FLYERS[side][2]))
        if side == hidden:
            room.give(side, flown(room, side, STRUCK[side], FLYERS[side][other]))
    return room


def flown(room: VictoryRoom, side: str, to: str, *units: str) -> JSON:
    base = [{"to": "base"}] if room.table.asks[side].facts["base"] else []
    return [*base, {"to": to, "waves": [list(units)]}]


def dice(path: Path, hidden: str, world: int) -> VictoryRoom:
    """In the middle of a fight, real dice on the table: a strike of the hidden side, of units alike, with more to come."""
    room = at_sea(path, hidden, world, dice="real")
    other = first(hidden, hidden, world)
    room.run("t2/strikes")
    strikes = [
        {"to": STRUCK[hidden], "waves": [[FLYERS[hidden][other]]]},
        {"to": MET[hidden], "waves": [[FLYERS[hidden][1 - other]]]},
    ]
    with room.live.changing() as t:
        room.host.dice = lambda sides: sides
        for side, value in ((hidden, strikes), (ENEMY[hidden], [])):
            t.answer(side, t.asks[side].name, value, hand_of(side), sure=True)
    room.run("aa-dice")
    return room


def cells(path: Path, hidden: str, world: int) -> VictoryRoom:
    """A fight that waits for printed values, which each side and the laptop have begun to type."""
    room = dice_of_blanks(path, hidden, world)
    key = next(iter(room.table.asks["chart"].cells)).key
    for name, root in (("us", phone(room, "us").root), ("japan", phone(room, "japan").root)):
        words = f"QZ{name}{first(name, hidden, world)}"
        assert room.people[name].tap_at(root, "type", **{f"{key}|": words}).status_code == 200
    return room


def dice_of_blanks(path: Path, hidden: str, world: int) -> VictoryRoom:
    room = unread(path, hidden, world)
    room.host.dice = lambda sides: sides
    units = FLYERS[hidden][first(hidden, hidden, world)]
    room.run("t2/strikes")
    room.give(hidden, flown(room, hidden, STRUCK[hidden], units))
    room.give(ENEMY[hidden], [])
    room.run("values")
    return room


def unread(path: Path, hidden: str, world: int) -> VictoryRoom:
    """At sea with a box of which no value that only public events need has been read."""
    with pytest.MonkeyPatch.context() as patch:
        whole = VictoryRoom.complete_kit
        later = ("aa/", "air/", "strike/", "combat/", "surface/")
        patch.setattr(
            VictoryRoom,
            "complete_kit",
            lambda room: {key: cell for key, cell in whole(room).items() if not key.startswith(later)},
        )
        return at_sea(path, hidden, world)


def after(path: Path, hidden: str, world: int) -> VictoryRoom:
    """After the strikes, half written: landings, ditchings, what stays Not Ready, what submarines and troops will do."""
    room = at_sea(path, hidden, world)
    room.host.dice = lambda sides: sides
    flying = {s: FLYERS[s][first(s, hidden, world)] for s in SIDES}
    room.run("t2/strikes", {f"{s}/orders": {"scouts": {flying[s]: MET[s]}} for s in SIDES})
    room.run("t2/after")
    for side in SIDES:
        room.draft(side, ("unit", flying[side]), ("sea", ""))
    room.give(hidden, {"ditch": [flying[hidden]]} if world else {})
    return room


SCENES: tuple[Scene, ...] = (set_up, orders, strikes, dice, cells, after)


def alone(path: Path, *, steps: int = 4) -> VictoryRoom:
    """Solitaire, hidden: some turns on, Japan's orders of this one written by the app, and the player's half."""
    room = lone(path, **OPTIONS)
    room.people |= {"second": room.added(phone(room, "us")), "stranger": room.stranger()}
    while room.table.truth.played < steps:
        party = next(p for p in room.table.asks if p not in room.table.locks)
        room.give(party, scenes.idle(room.table.asks[party]))
    room.draft(US, ("hex", "I4"), ("hex", "I5"))
    return room


# Canaries.


def canaries_of(room: VictoryRoom) -> Canaries:
    """Sentences told to some, names of air units, words half typed."""
    printed = canonical(room.table.header.kit)
    made = told_to_some(room)
    for unit, u in room.table.truth.air.items():
        if unit not in printed:
            made[unit] = {BASES[u["base"]][0]}
    return made


def met_by(room: VictoryRoom, caller: str, canaries: Canaries) -> tuple[set[str], list[str]]:
    """The canaries a caller meets anywhere, and those he should not have met."""
    met: set[str] = set()
    wrong = []
    marks = {canary: re.compile(rf"(?<![\w-]){re.escape(canary)}(?![\w-])") for canary in canaries}
    for endpoint, answer in everything(room, room.people[caller]):
        sent = f"{answer.status}\n{answer.headers}\n{answer.text}"
        may = may_meet(canaries, caller, endpoint, attended=room.live.attended)
        found = {canary for canary, mark in marks.items() if canary in sent and mark.search(sent)}
        met |= found
        wrong += [f"{caller} meets {canary!r} at {answer.request.path}" for canary in found if not may(canary)]
    return met, wrong


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_canary_is_met_only_where_it_may_be(scene: Scene, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    whole = scene(tmp_path / "first.db", JAPAN, 0)
    canaries = canaries_of(whole)
    met = {}
    for caller in CALLERS:
        with closing((room := whole.copied(tmp_path / f"{caller}.db")).store):
            met[caller], wrong = met_by(room, caller, canaries)
        assert not wrong, "\n".join(sorted(wrong)[:20])
    assert not [canary for canary in canaries if re.search(rf"(?<![\w-]){re.escape(canary)}(?![\w-])", caplog.text)]
    for side in SIDES:
        own = {canary for canary, sides in canaries.items() if side in sides}
        assert len(own & met[side]) > len(own) // 2, "a side meets its own, or there is nothing to look for"


# Twin rooms.


def fetched(room: VictoryRoom, caller: str) -> list[tuple[str, str, str]]:
    """Every byte a caller can get, save what the umpire's desk is for; the tokens of a room are its own."""
    made = []
    for endpoint, answer in everything(room, room.people[caller]):
        if caller == "laptop" and endpoint.startswith((*FOR_THE_UMPIRE, "desk.")):
            continue
        made.append((endpoint, answer.request.path, f"{answer.status}\n{answer.headers}\n{answer.text}"))
    return made


@pytest.mark.parametrize("hidden", SIDES)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_twin_rooms_are_the_same_to_all_but_the_side_that_differs(scene: Scene, hidden: str, tmp_path: Path) -> None:
    seen = {US: "japan", JAPAN: "us"}[hidden]
    callers = ["stranger", "laptop", "out", seen, *(["second"] if seen == US else [])]
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
