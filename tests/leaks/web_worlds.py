"""Two rooms that differ only in what one side has kept to itself, played in step through their phones.

The two tables of `worlds` are the authors: they say what is answered in each world. The rooms take up their ledgers
some way into the game, and from there on everything is done over the web, in both: locks, rolls, drafts, refusals,
minds changed, corrections, motions. Codes, tokens, dice and the clock are the same in both rooms.

After each step every byte that the observer's two phones, the public screen, the laptop and a stranger can fetch is
the same: bodies, statuses, headers, and what their streams said, in its order.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

from werkzeug.test import TestResponse

from tests.leaks.laptops import Eye, Lots, Pair, Said, said
from tests.leaks.worlds import Stuck, TwoWorlds, thrown
from tests.web.room import Device, Ear, Ears, Phone, Room
from umpire.games import GAMES
from umpire.table import ledger
from umpire.table.asks import CHART, DICE, PUBLIC_PARTIES, Chance, Refusal
from umpire.table.table import Table

JSON = Any
GARBAGE = (("to", "Z-9-Q"), ("ship", "Nautilus"), ("area", "Q-77"), ("count", "Kaga:D:99"), ("", ""), ("lock", "x"))
STEPS = 50


class WebWorlds(TwoWorlds):
    """Two worlds of a game over the web; it is mixed into the game's own, which author what is answered."""

    pair: Pair
    lots: Lots
    listens = True
    opened = False
    steps = 0
    listening: Ears

    def begin(self, seed: int, past: int) -> bool:
        """Play on without anybody looking, then open the rooms; whether there is anything left to play."""
        self.due: tuple[str, str, tuple[JSON, ...]] | None = None
        self.play(past)
        while not self.stuck and self.waits_for_app():
            TwoWorlds.play(self, 1)  # and not the game's own, which begins a game
        if self.stuck or self.a.over or self.b.over:
            return False
        self.private = [random.Random(seed + n) for n in (1, 2)]
        """What the hidden side does besides, in each world."""
        self.hats = [random.Random(seed) for _ in range(2)]
        self.rooms = [self.taken_up(n) for n in range(2)]
        self.root = {name: getattr(device, "root", "") for name, device in self.rooms[0].people.items()}
        self.eyes = [{name: Eye(device) for name, device in room.people.items()} for room in self.rooms]
        code = self.rooms[0].code
        self.screen, self.desk = f"/screen/{code}", f"/desk/{code}"
        self.watched = self.watchers()
        self.ears: list[list[Ear]] = [
            [self.listening.listen(room.people[name], f"{root}/events") for name, root in self.watched if self.listens]
            for room in self.rooms
        ]
        self.opened = True
        return True

    def watchers(self) -> list[tuple[str, str]]:
        """Who looks on in this game all the time: two of four; the others come by now and then."""
        phones = [(name, self.root[name]) for name in ("seen", "second")]
        screens = [(name, self.screen) for name in ("stranger", "laptop")]
        return phones if self.rng.random() < 0.3 else [self.rng.choice(phones), self.rng.choice(screens)]

    def taken_up(self, n: int) -> Room:
        """A room with this world's game as far as it has been played, and its people."""
        self.lots.hat = self.hats[n]
        room, t = self.pair.cleared(n), self.both[n]
        room.code = room.host.take_in("\n".join(ledger.write(t.header, t.entries)))
        room.people["hidden"] = self.seated(room, self.hidden, "join", "Hal")
        room.people["seen"] = self.seated(room, self.seen, "join", "Sue")
        room.people["second"] = self.seated(room, self.seen, "add", "Bo", room.people["seen"])
        room.people["stranger"] = room.stranger()
        return room

    def seated(self, room: Room, side: str, purpose: str, name: str, by: Device | None = None) -> Phone:
        phone = room.stranger()
        if side in room.live.seated:
            code = room.store.issue_code(room.code, side, purpose, by.seat if isinstance(by, Phone) else None)
            assert phone.claim(code.code, name).status_code == 303
            assert phone.get(phone.root).status_code == 200  # as a browser goes on
        return phone

    def at(self, n: int) -> Room:
        self.lots.hat = self.hats[n]
        return self.rooms[n]

    def in_both(self, what: str, do: Callable[[int], Said]) -> None:
        """Something that the observer or the public asks for, in each room: it is answered alike."""
        self.same(what, *(do(n) for n in range(2)))

    # What is done: the authors say it first, then it is done in both rooms.

    def waits_for_app(self) -> bool:
        return any(self.by_the_app(party) for party in self.a.asks if party not in self.a.locks)

    def give(self, party: str, *values: JSON) -> None:  # type: ignore[override]
        asks = [t.asks[party] for t in self.both]
        name, chance = asks[0].name, isinstance(asks[0], Chance)
        fell = [thrown(a, v) for a, v in zip(asks, values, strict=True)] if chance else values  # type: ignore[arg-type]
        fell = super().give(party, *values) or fell
        if not self.opened:
            return None
        if self.by_the_app(party):
            for wings, value in zip(self.pair.wings, fell, strict=True):
                if party in self.a.game.sides:
                    wings.commands.append(value)
                else:
                    wings.faces += value
        else:
            self.due = (party, name, values)
        if self.due and not self.waits_for_app():
            self.enact(*self.due)
            self.due = None

    def enact(self, party: str, name: str, values: tuple[JSON, ...]) -> None:
        """The same answer, or the hidden side's own, in both rooms; the observer's over the web, and so are half of the others."""
        who = "hidden" if party == self.hidden else "seen"
        if party in PUBLIC_PARTIES and self.rng.random() < 0.3:
            who = self.rng.choice(["hidden", "laptop", "second"])
        if who == "hidden" and not self.root["hidden"]:
            who = "seen"
        past = party == self.hidden and self.rng.random() < 0.6
        roll = party == DICE and self.rng.random() < 0.6
        asked: Any = self.rooms[0].table.asks.get(party)

        def do(n: int) -> Said:
            room = self.at(n)
            assert room.table.asks[party].name == name, "the room is where its author is"
            if not roll:
                return said(self.locked(room, who, party, values[n]))
            self.pair.wings[n].faces[:0] = thrown(asked, values[n])
            return said(room.people[who].post(f"{self.root_of(who)}/roll", {"ask": name}))

        if past:
            for n, value in enumerate(values):
                self.at(n).give(party, value)
        elif who == "hidden":
            assert {do(n)[0] for n in range(2)} == {"200 OK"}
        else:
            unseen = any(wings.faces for wings in self.pair.wings)
            self.in_both(f"the reply to {'an answer, dice fallen unseen' if unseen else 'an answer'}", do)
        for room, t in zip(self.rooms, self.both, strict=True):
            assert sorted(room.table.locks) == sorted(t.locks), f"{name} was not taken as its author wrote it"
        self.happened["answers over the web"] += not past
        self.looked("an answer")

    def root_of(self, who: str) -> str:
        return self.root[who] or self.screen

    def locked(self, room: Room, who: str, party: str, value: JSON) -> TestResponse:
        """An answer written as a draft, and locked by its phone."""
        root = self.root_of(who)
        key = room.store.seat(root.rpartition("/")[2])
        by = (key.side if key else f"screen-{room.code}") if party in (DICE, CHART) else party
        asked = room.table.asks[party]
        draft = room.drafted(asked, value)
        version = room.keep(by, asked, draft)
        form = {"ask": asked.name, "draft": str(version), "op": "", "arg": "", "lock": "1", "sure": "1"}
        return room.people[who].post(f"{root}/act", form)

    def mend(self, facts: Any, values: Any, reasons: Any) -> None:
        """By the umpire at his desk; where there is none it is not done."""
        if self.opened and not self.settings["umpire"]:
            return
        super().mend(facts, values, reasons)
        if not self.opened:
            return
        for n, (fact, value, reason) in enumerate(zip(facts, values, reasons, strict=True)):
            room = self.at(n)
            form = {"fact": fact, "to": str(value), "reason": reason, "name": room.table.mending}
            assert room.laptop.post(f"{self.desk}/right", form).status_code == 303
        self.happened["corrections over the web"] += 1
        self.looked("a correction")

    # A game of fifty steps.

    def played(self, steps: int = STEPS) -> bool:
        """So many steps, and at the last everything there is; whether there were as many."""
        ways: list[Callable[[], None]] = [self.step, self.doodle, self.probe, self.waver, self.set_right, self.motion]
        tries = 0
        self.looked()
        while self.steps < steps and tries < 4 * steps and not (self.a.over or self.b.over):
            tries += 1
            try:
                way = self.rng.choices(ways, (60, 12, 9, 9, 3, 3))[0]
                (self.step if self.due else way)()  # what the authors said first is done first
            except Stuck:
                self.happened["stuck"] += 1
                if self.due or self.happened["stuck"] > 9:
                    break
        if not (self.a.over or self.b.over):
            self.looked(whole=True)
        return self.steps >= steps

    def free(self, side: str) -> bool:
        """Whether a side is asked and has not locked."""
        return side in self.a.asks and side not in self.a.locks and bool(self.root["hidden"])

    def doodle(self) -> None:
        """The hidden side taps what its page offers, and what it does not; each room its own way."""
        if not self.free(self.hidden):
            return
        for n in range(2):
            phone, lot = self.at(n).people["hidden"], self.private[n]
            for _ in range(lot.randrange(3)):
                page = phone.get(f"{self.root['hidden']}/page").text
                keys = re.findall(r'data-op="([^"]+)" data-arg="([^"]*)"', page)
                op, arg = lot.choice(keys) if keys and lot.random() < 0.8 else lot.choice(GARBAGE)
                found = re.search(r'data-ask="([^"]*)" data-draft="([^"]*)"', page)
                assert found
                form = {"ask": unescape(found[1]), "draft": found[2], "op": unescape(op), "arg": unescape(arg)}
                reply = phone.post(f"{self.root['hidden']}/act", form)
                self.happened[f"hidden {reply.status_code}"] += 1
        self.looked("a draft")

    def probe(self) -> None:
        """The observer tries what he may not do: both rooms refuse him in the same words."""
        facts = [fact.key for fact in self.a.game.facts(self.a.truth) if fact.side == self.hidden][:40]
        asks = [asked.name for asked in self.a.asks.values()]
        ask = self.rng.choice([*asks, f"t{self.a.truth.played}/moves/{self.hidden}", "set/0", "motion/0"])
        (op, arg), motion = self.rng.choice(GARBAGE), self.rooms[0].table.motions.name
        theirs = {"fact": self.rng.choice(facts), "to": "1", "text": "x"} if facts else {}
        tries = [
            ("act", {"ask": ask, "draft": "0", "op": op or "to", "arg": arg}),
            ("act", {"ask": f"t1/moves/{self.hidden}", "draft": "0", "op": "", "lock": "1"}),
            ("roll", {"ask": ask if "dice" not in ask else "x"}),
            ("withdraw", {"ask": self.rng.choice([ask, f"t{self.a.truth.played}/moves/{self.hidden}"])}),
            ("motion", {"motion": "correct", "say": "moved", "name": motion, **theirs}),
            ("motion", {"motion": "end", "say": "agreed", "name": motion}),
        ]
        path, form = self.rng.choice(tries)
        if path == "withdraw" and self.seen in self.a.locks:
            return
        name = self.rng.choice(["seen", "second"])

        def do(n: int) -> Said:
            reply = self.at(n).people[name].post(f"{self.root[name]}/{path}", form)
            self.happened[f"probe {reply.status_code}"] += 1
            return said(reply)

        self.in_both("a refusal", do)
        self.looked("a refusal")

    def waver(self) -> None:
        """Locked, and taken back, in both rooms; in one of them locked anew on the way, which nobody hears."""
        others = set(self.a.asks) - set(self.a.locks) - {self.hidden}
        if not self.free(self.hidden) or not others:
            return
        values, twice = self.hide(self.hidden), self.private[0].choice([0, 1])
        for n, value in enumerate(values):
            assert self.locked(self.at(n), "hidden", self.hidden, value).status_code == 200
        self.looked("a lock")
        asked = self.both[twice].asks[self.hidden]
        self.locked(self.at(twice), "hidden", self.hidden, asked.sample(self.private[twice]))
        self.happened["relocked"] += 1
        self.looked("another lock")
        for n in range(2):
            phone = self.at(n).people["hidden"]
            assert phone.post(f"{self.root['hidden']}/withdraw", {"ask": asked.name}).status_code == 200
        self.looked("a withdrawal")

    def motion(self) -> None:
        """The hidden side would set its own record right, in each room something else; and thinks better of it."""
        wishes = [self.wish(t, lot) for t, lot in zip(self.both, self.private, strict=True)]
        moves = bool(self.root["hidden"]) and self.hidden not in self.a.game.commanded(self.settings)
        if None in wishes or not moves or "correct" in self.rooms[0].table.truth.motions:
            return
        by = self.rng.choice(["hidden", "seen"])
        for who, say in (("hidden", "moved"), (by, "taken back" if by == "hidden" else "declined")):
            replies = []
            for n, wish in enumerate(wishes):
                room = self.at(n)
                form = {"motion": "correct", "say": say, "name": room.table.motions.name}
                replies.append(room.people[who].post(f"{self.root[who]}/motion", {**form, **(wish or {})}))
            assert {reply.status_code for reply in replies} == {200}, replies[0].text
            self.looked("a motion")
        self.happened["moved and not carried"] += 1

    def wish(self, t: Table, lot: random.Random) -> dict[str, str] | None:
        """What the hidden side might have set right of its own; None where nothing was thought of."""
        mine = [fact for fact in t.game.facts(t.truth) if fact.side == self.hidden]
        for fact in lot.sample(mine, min(4, len(mine))):
            like = [each.value for each in mine if each.key.partition("/")[0] == fact.key.partition("/")[0]]
            to, text = str(lot.choice(like)), lot.choice(["misread", "we moved the wrong counter"])
            try:
                t.motions.check(self.hidden, "correct", "moved", text, {"fact": fact.key, "value": to, "reason": text})
            except Refusal:
                continue
            return {"fact": fact.key, "to": to, "text": text}
        return None

    # Looking.

    def refusals(self, t: Table) -> list[str]:
        """What he is refused is asked over the web, by `probe`."""
        return []

    def looked(self, after: str = "a beginning", *, whole: bool = False) -> None:
        """One step is done: nobody who looks on finds anything different."""
        self.steps += 1
        if self.a.over or self.b.over:
            return  # everybody may read everything, and how much of it there was
        self.after = after
        self.listening.settle()
        for name, root in self.watched:
            self.look(name, f"{root}/page")
        first, other = ([ear.sent for ear in ears] for ears in self.ears)
        assert first == other, f"the streams say {[sent[-3:] for sent in first]} or {[sent[-3:] for sent in other]}"
        if self.steps % 7 == 0:
            for name in ("seen", "second", "stranger", "laptop"):
                self.look(name, f"{self.root_of(name)}/page")
        pages = self.long_list()
        for name, path in pages if whole else self.rng.sample(pages, self.rng.random() < 0.15):
            self.look(name, path)

    def look(self, name: str, path: str) -> None:
        self.happened["answers compared"] += 1
        self.in_both(f"a page after {self.after}: {name} {path}", lambda n: self.eyes_of(n)[name].get(path))
        if path.endswith("/page") and self.rng.random() < 0.1:
            version = dict(self.eyes_of(0)[name].get(path)[1]).get("X-Version", "")
            self.in_both(f"{name} {path} again", lambda n: self.eyes_of(n)[name].get(f"{path}?v={version}"))

    def eyes_of(self, n: int) -> Mapping[str, Eye]:
        self.lots.hat = self.hats[n]
        return self.eyes[n]

    def same(self, what: str, one: Said, other: Said) -> None:
        if one != other:
            (status, headers, mine), (_, _, theirs) = one, other
            at = next((n for n, pair in enumerate(zip(mine, theirs, strict=False)) if len(set(pair)) > 1), 0)
            part = slice(max(0, at - 90), at + 90)
            raise AssertionError(f"{what}: {status} {headers} {mine[part]!r}; other {other[:2]} {theirs[part]!r}")

    def long_list(self) -> list[tuple[str, str]]:
        """All else that may be fetched: whole pages, records, paper; and what is not for the observer."""
        room = self.rooms[0]
        own = ["", "/menu", "/right", "/right?find=a", "/record", "/phone", "/proof", "/page?v=0"]
        own += [f"/print/{what}" for what in room.papers]
        public = ["", "/record", "/proof", *(f"/print/{what}" for what in room.papers if what != "all"), "/nothing"]
        laptop = ["/", f"/tables/{room.code}"]
        if not self.settings["umpire"]:
            laptop += [f"/tables/{room.code}/export", self.desk, f"{self.desk}/as/{self.hidden}"]
        else:
            laptop += [self.desk, f"{self.desk}/page"]
        theirs = ("", "/page", "/print/packet") if self.root["hidden"] else ()
        return [
            *((self.rng.choice(["seen", "second"]), f"{self.root['seen']}{path}") for path in own),
            *(("seen", f"{self.root['hidden']}{path}") for path in theirs),
            *(("stranger", f"{self.screen}{path}") for path in public),
            *(("laptop", path) for path in laptop),
        ]


def over_the_web(worlds: type[TwoWorlds]) -> type[WebWorlds]:
    """A game's two worlds, with rooms to be played in."""
    return type("OverTheWeb", (WebWorlds, worlds), {})


class Company:
    """Players of many games of one kind, one after another."""

    def __init__(self, key: str, worlds: type[WebWorlds], pair: Pair, lots: Lots, listening: Ears) -> None:
        self.game, self.worlds = GAMES[key], worlds
        self.pair, self.lots, self.listening = pair, lots, listening
        self.happened: Counter[str] = Counter()

    def run(self, seed: int, steps: int = STEPS, **agreed: JSON) -> None:
        """One game of so many steps; begun anew, with other lots, where one ends before."""
        rng = random.Random(seed)
        for _ in range(60):
            again, seen = rng.getrandbits(32), rng.choice(list(self.game.sides))
            past = rng.choice([0, rng.randint(0, 60), rng.randint(0, 200)])
            try:
                if self._begun(again, seen, past, steps, agreed):
                    self.happened["runs"] += 1
                    return
            except AssertionError as error:
                raise AssertionError(f"run {seed}: world {again} before {seen}, {past} answers on: {error}") from error
        raise AssertionError(f"run {seed}: no game of {steps} steps in sixty")

    def _begun(self, seed: int, seen: str, past: int, steps: int, agreed: JSON) -> bool:
        """Whether a game came to so many steps."""
        worlds = self.worlds(seed, seen, **agreed)
        worlds.pair, worlds.lots, worlds.listening = self.pair, self.lots, self.listening
        try:
            return worlds.begin(seed, past) and worlds.played(steps)
        finally:
            self.happened += worlds.happened
            self.happened["begun"] += 1
            self.happened["steps"] += worlds.steps
            for ear in self.listening.all:
                ear.leave()
            self.listening.settle()
            self.listening.all.clear()
