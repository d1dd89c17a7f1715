"""Non-interference over the web: two rooms that differ only in what one side has kept to itself.

Both are played in step through their phones, as `test_two_worlds` plays two tables; codes, tokens and the
clock are the same in both. The hidden side chooses differently in each, taps its drafts differently, is
refused differently, and changes its mind in one and not in the other. Every byte that the other side's two
phones, the public screen, the laptop and a stranger can fetch is the same in both rooms, at every step.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.games.lively import small_kit, some_settings
from tests.leaks.test_two_worlds import Stuck, Worlds
from tests.tables import OPTIONS, TOURNAMENT, full_chart
from tests.web.room import Device, Ear, Ears, Phone, Room, ears, house, phone, refusal_in
from umpire.games.midway.terms import ENEMY, SIDES
from umpire.table.asks import CHART, DICE
from umpire.table.table import Table

JSON = Any
SEEDS = st.integers(0, 2**32)
DRAWS = ("umpire.host", "umpire.store", "umpire.web.join", "umpire.web.guard", "umpire.web.kits")
GARBAGE = (("to", "Z-9-Q"), ("ship", "Nautilus"), ("area", "Q-77"), ("count", "Kaga:D:99"), ("", ""), ("lock", "x"))


class Lots:
    """What the app draws by lot, drawn alike in every room: each has its own hat, filled the same."""

    def __init__(self) -> None:
        self.hat = random.Random(0)

    def choice(self, some: Any) -> Any:
        return self.hat.choice(some)

    def token_hex(self, n: int) -> str:
        return self.hat.randbytes(n).hex()

    def randbelow(self, n: int) -> int:
        return self.hat.randrange(n)


@contextmanager
def alike() -> Iterator[Lots]:
    """Lots and the clock in our hands."""
    lots = Lots()
    with pytest.MonkeyPatch.context() as patch:
        for module in DRAWS:
            patch.setattr(f"{module}.secrets", lots)
        for module in ("umpire.host", "umpire.web.join"):
            patch.setattr(f"{module}.now", lambda: "1942-06-04 05:00")
        yield lots


class WebWorlds(Worlds):
    """The worlds of `test_two_worlds`, each behind a web server of its own."""

    def __init__(
        self, seed: int, seen: str, folder: Path, lots: Lots, listening: Ears, steps: int, agreed: JSON
    ) -> None:
        self.rng = rng = random.Random(seed)
        self.seen, self.hidden, self.steps, self.lots = seen, ENEMY[seen], steps, lots
        kit = {**full_chart(), **small_kit(8)} if rng.random() < 0.7 else small_kit(8)
        chosen = {**some_settings(rng), **agreed}
        attended = rng.random() < 0.5
        self.past = rng.choice([0, rng.randint(0, 300)])
        """Answers given past the web before anybody looks, so that later steps are looked at too."""
        self.hats = [random.Random(seed) for _ in range(2)]
        self.private = [random.Random(seed + n) for n in (1, 2)]
        """What the hidden side does besides, in each world."""
        self.rooms: list[Room] = []
        for n in range(2):
            lots.hat = self.hats[n]
            self.rooms.append(Room(folder / f"{n}.db", attended=attended, kit=kit, **chosen))
            self.take_seats(self.rooms[n])
        self.begin(kit)
        self.ears: list[tuple[Ear, ...]] = [
            tuple(listening.listen(room.people["seen"], f"{root}/events") for root in self.roots(room))
            for room in self.rooms
        ]
        self.listening = listening

    def take_seats(self, room: Room) -> None:
        room.people["hidden"] = room.phone(self.hidden, "Hal")
        room.people["seen"] = room.phone(self.seen, "Sue")
        room.people["second"] = room.added(room.people["seen"])
        room.people["stranger"] = room.stranger()

    def roots(self, room: Room) -> tuple[str, str]:
        return room.people["seen"].root, room.screen

    @property
    def both(self) -> list[Table]:  # type: ignore[override]
        return [room.table for room in self.rooms]

    @property
    def a(self) -> Table:  # type: ignore[override]
        return self.rooms[0].table

    @property
    def b(self) -> Table:  # type: ignore[override]
        return self.rooms[1].table

    # Acting: the same in both rooms, or the hidden side alone and its own way.

    def at(self, n: int) -> Room:
        self.lots.hat = self.hats[n]
        return self.rooms[n]

    def give(self, party: str, *values: JSON) -> None:
        if not self.steps:
            raise Stuck
        if self.past:
            self.past -= 1
            for n, value in enumerate(values):
                self.at(n).give(party, value)
            Worlds.compare(self)
            return
        self.steps -= 1
        self.happened["asked " + self.a.asks[party].kind] += 1
        if self.rng.random() < 0.5:
            self.probe()
        if party == self.hidden and self.rng.random() < 0.5:
            self.change_of_mind(*values)
        name = "hidden" if party == self.hidden else "seen"
        replies = [self.lock(self.at(n), name, party, value) for n, value in enumerate(values)]
        assert [reply.status_code for reply in replies] == [200, 200]
        if name == "seen":
            self.same(f"the reply to {party}", *replies)
        self.compare()

    def lock(self, room: Room, name: str, party: str, value: JSON) -> TestResponse:
        phone = room.people[name]
        if party == DICE and self.steps % 2:
            return phone.post(f"{phone.root}/roll", phone.asked(phone.root))
        room.write(party, value, by=phone_side(room, phone) if party in (DICE, CHART) else "")
        return phone.tap(lock="1", sure="1")

    def change_of_mind(self, *values: JSON) -> None:
        """Locked, and taken back, in both rooms; in one of them locked anew on the way, which nobody hears."""
        if set(self.a.asks) != set(SIDES) or set(self.a.locks) & set(SIDES):
            return
        twice = self.private[0].choice([0, 1])
        for n, value in enumerate(values):
            room = self.at(n)
            assert self.lock(room, "hidden", self.hidden, value).status_code == 200
        self.probe()
        self.compare()
        asked = self.both[twice].asks[self.hidden]
        self.lock(self.at(twice), "hidden", self.hidden, asked.sample(self.private[twice]))
        self.happened["relocked"] += 1
        self.compare()
        for n in range(2):
            phone = self.at(n).people["hidden"]
            assert phone.post(f"{phone.root}/withdraw", phone.asked(phone.root)).status_code == 200
        self.compare()

    def doodle(self) -> None:
        """The hidden side taps what its page offers, and what it does not; each room its own way."""
        for n in range(2):
            phone, lot = self.at(n).people["hidden"], self.private[n]
            if self.hidden in self.both[n].locks or self.hidden not in self.both[n].asks:
                continue
            for _ in range(lot.randrange(3)):
                page = phone.page()
                keys = re.findall(r'data-op="([^"]+)" data-arg="([^"]*)"', page)
                op, arg = lot.choice(keys) if keys and lot.random() < 0.8 else lot.choice(GARBAGE)
                reply = phone.tap(unescape(op), unescape(arg))
                self.happened[f"hidden {reply.status_code}"] += 1

    def probe(self) -> None:
        """The observer tries what he may not do: both rooms refuse him in the same words."""
        room, asks = self.rooms[0], [asked.name for asked in self.a.asks.values()]
        ask = self.rng.choice([*asks, f"t{self.a.truth.played}/moves/{self.hidden}", "set/0", "motion/0"])
        op, arg = self.rng.choice(GARBAGE)
        ships = [name for name, ship in room.table.header.kit["roster"].items() if ship["side"] == self.hidden]
        tries = [
            ("act", {"ask": ask, "draft": "0", "op": op or "to", "arg": arg}),
            ("act", {"ask": f"t1/moves/{self.hidden}", "draft": "0", "op": "", "lock": "1"}),
            ("roll", {"ask": ask if "dice" not in ask else "x"}),
            ("withdraw", {"ask": f"t{self.a.truth.played}/moves/{self.hidden}"}),
            ("motion", {"motion": "correct", "say": "moved", "name": self.a.motions.name, "fact": f"zone/{ships[0]}"}),
            ("motion", {"motion": "end", "say": "agreed", "name": self.a.motions.name}),
        ]
        path, form = self.rng.choice(tries)
        name = self.rng.choice(["seen", "second"])
        replies = []
        for n in range(2):
            phone = self.at(n).people[name]
            replies.append(phone.post(f"{phone.root}/{path}", form))
        self.happened[f"probe {replies[0].status_code}"] += 1
        self.same(f"{path} {form}", *replies)

    def set_right(self) -> None:
        """The umpire sets something of the hidden side right, in each world something else."""
        if not self.rooms[0].live.attended or self.a.truth.played == 0 or self.past:
            return
        if self.hidden in self.a.locks and self.a.asks[self.hidden].kind not in ("moves", "call"):
            return  # A lock falls when what is asked has changed, and that one has to look again is seen.
        mine = [f for f in self.a.game.facts(self.a.truth) if f.side == self.hidden and f.key.startswith("planes/")]
        fact = self.rng.choice(mine)
        for n, lot in enumerate(self.private):
            room = self.at(n)
            now = next(f.value for f in room.table.game.facts(room.table.truth) if f.key == fact.key)
            form = {"fact": fact.key, "to": str(lot.randint(0, now)), "reason": lot.choice(["misread", "a slip"])}
            form["name"] = f"set/{room.table.truth.corrections}"
            assert room.laptop.post(f"{room.desk}/right", form).status_code == 303
        self.compare()

    # Looking.

    def refusals(self, t: Table) -> list[str]:
        """Asked over the web, by `probe`."""
        return []

    def compare(self, *entries: Any) -> None:
        super().compare()
        self.doodle()
        self.listening.settle()
        first, other = ([ear.sent for ear in ears] for ears in self.ears)
        assert first == other, "the streams tell the worlds apart"
        known = [(name, path) for name, path in self.short_list(self.rooms[0])]
        if self.steps % 8 == 0:
            known += self.long_list(self.rooms[0])
        else:
            known += self.rng.sample(self.long_list(self.rooms[0]), 2)
        for name, path in known:
            self.same(f"{name} {path}", *(self.at(n).people[name].get(path) for n in range(2)))

    def same(self, what: str, one: TestResponse, other: TestResponse) -> None:
        assert one.status == other.status, what
        assert list(one.headers) == list(other.headers), what
        assert one.data == other.data, what

    def short_list(self, room: Room) -> list[tuple[str, str]]:
        seen, second = room.people["seen"].root, room.people["second"].root
        version = room.people["seen"].get(f"{seen}/page").headers["X-Version"]
        pages = [("seen", f"{seen}/page"), ("seen", f"{seen}/page?v={version}"), ("second", f"{second}/page")]
        return [*pages, ("stranger", f"{room.screen}/page"), ("laptop", f"{room.screen}/page")]

    def long_list(self, room: Room) -> list[tuple[str, str]]:
        seen, hidden = room.people["seen"].root, room.people["hidden"].root
        own = ("", "/menu", "/record", "/phone", "/print/turn", "/print/hits", "/print/packet", "/print/all")
        public = ("", "/record", "/print/turn", "/print/hits", "/print/packet")
        laptop = ["/", f"/tables/{room.code}", "/kits/box", "/kits/box/export"]
        if not room.live.attended:
            laptop += [f"/tables/{room.code}/export", room.desk, f"{room.desk}/as/{self.hidden}"]
        else:
            laptop += [room.desk, f"{room.desk}/page"]
        return [
            *(("seen", f"{seen}{path}") for path in own),
            *(("seen", f"{hidden}{path}") for path in ("", "/page", "/print/packet")),
            *(("stranger", f"{room.screen}{path}") for path in public),
            *(("laptop", path) for path in laptop),
        ]


def phone_side(room: Room, phone: Device) -> str:
    assert isinstance(phone, Phone)
    seat = room.store.seat(phone.seat)
    assert seat is not None
    return seat.side


def played(seed: int, seen: str, steps: int, **agreed: JSON) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder, alike() as lots, ears() as listening:
        worlds = WebWorlds(seed, seen, Path(folder), lots, listening, steps, agreed)
        with suppress(Stuck):
            worlds.play()
        for room in worlds.rooms:
            room.store.close()
        return worlds.happened


FEW = settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


class TestTwoWorlds:
    @FEW
    @given(SEEDS, st.sampled_from(SIDES))
    def test_no_byte_tells_them_apart(self, seed: int, seen: str) -> None:
        played(seed, seen, 45)

    @pytest.mark.full
    @settings(FEW, max_examples=60)
    @given(SEEDS, st.sampled_from(SIDES))
    def test_many_worlds(self, seed: int, seen: str) -> None:
        played(seed, seen, 400)

    @pytest.mark.parametrize("seen", SIDES)
    def test_the_worlds_do_differ(self, seen: str) -> None:
        """Or the tests above would hold for want of anything to see."""
        happened: Counter[str] = Counter()
        for seed in (1, 2, 3):
            happened += played(seed, seen, 30, **TOURNAMENT, **OPTIONS, exchange="relevant")
        assert happened["truths differ"] > 20
        assert happened["hidden 200"] > 10
        assert happened["hidden 422"] > 2
        assert happened["probe 422"] > 5
        assert happened["relocked"] > 0


def test_a_refusal_stands_whatever_the_other_side_does(tmp_path: Path) -> None:
    """An answer locked anew is heard by nobody: it must not wipe the words off another side's page."""
    room = house(tmp_path / "room.db")
    us, japan = phone(room, "us"), phone(room, "japan")
    assert japan.lock().status_code == 200
    assert (
        us.post(f"{us.root}/act", {"ask": "t1/moves/us", "draft": "0", "op": "to", "arg": "Z-9-Q"}).status_code == 422
    )
    before = us.page()
    assert refusal_in(before)
    assert japan.tap("word", "none", lock="1").status_code == 200
    assert us.page() == before
