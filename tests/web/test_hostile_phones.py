"""What a clumsy or hostile phone may send about an ask: malformed, stale, sent again, for another's seat, huge.

Over every kind of ask that any game can put: it is refused in words that the sender alone reads, nothing is
changed, and nothing moves on any other page or stream. What an ask itself makes of it is in `test_hostile_asks`.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.asks_met import Met, kinds, met
from tests.every import EVERY
from tests.games.garbage import HUGE
from tests.web.keys import Tap, taps
from tests.web.room import Device, Ears, Phone, Room, ears, kept_by, refusal_in
from umpire.table.asks import PUBLIC_PARTIES, Refusal, Roll

JSON = Any

EVERY_KIND = [(game, kind) for game in EVERY for kind in kinds(game)]
SEVERAL = {"derandomize": True, "deadline": None, "suppress_health_check": list(HealthCheck)}
POSTS = ("act", "roll", "withdraw", "motion")
NO_KEY: Tap = ("", "", {})
FIELDS = ("ask", "draft", "op", "arg", "lock", "sure", "anew", "motion", "say", "name", "text", "fact", "to", "turn")
ODD = ["", "\x00", "\ud7ff", "²", "٣", "\u202e", "<script>", "../..", "-1", "0", "1", "9" * 300, HUGE, "💥" * 40]


class Hall:
    """A table at which an ask is put, phones of both sides, and another table on the same laptop."""

    def __init__(self, it: Met, game: str, path: Path, hears: Ears) -> None:
        self.it, self.hears, self.rng = it, hears, random.Random(1)
        self.keys = taps(game, it.asked.kind)
        self.room = room = EVERY[game].room(path)
        elsewhere = room.phone("us")
        room.code = room.host.take_in(it.ledger)
        sides = room.live.seated
        self.side = it.party if it.party in sides else sides[0]
        self.asker = room.phone(self.side)
        self.enemies = [room.phone(each) for each in sides if each != self.side]
        self.others = [room.added(self.asker), *self.enemies, elsewhere]
        room.people |= {str(n): each for n, each in enumerate([self.asker, *self.others])}
        self.strangers = [*self.enemies, elsewhere, room.stranger()]
        pages = [(each, each.root) for each in (self.asker, *self.others)] + [(room.laptop, room.screen)]
        self.ears = [(device, hears.listen(device, f"{root}/events")) for device, root in pages]
        assert all(ear.status == 200 for _, ear in self.ears)
        room.app.extensions["turnstile"].__init__(10**9, 10**9)

    @property
    def public(self) -> bool:
        """Whether every seat may answer."""
        return self.it.party in PUBLIC_PARTIES

    def versions(self, but: Device) -> list[list[str]]:
        """What the streams of all but one have said by now: of their pages' own bytes, a word each time they moved."""
        self.hears.settle()
        return [[said for said in ear.sent if said.startswith("data")] for device, ear in self.ears if device != but]

    def stands(self, but: Device) -> tuple[JSON, JSON]:
        """What all but one see, and all that is kept."""
        return self.versions(but), kept_by(self.room)

    def refused(self, by: Phone, path: str, form: Any, **more: Any) -> TestResponse:
        """Post it, whatever becomes of it: nothing is changed, and nobody else finds anything different."""
        before = self.stands(by)
        answer = by.post(path, form, **more)
        assert answer.status_code < 500, answer.text
        assert self.stands(by) == before
        return answer


BY_TURNS = [
    pytest.param(each, id="-".join(each), marks=[pytest.mark.full] if n % 2 else [])
    for n, each in enumerate(EVERY_KIND)
]
"""Half of the kinds of every game, and in full all of them: what each makes of an answer is tried on every one elsewhere."""


@pytest.fixture(scope="module", params=BY_TURNS)
def hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    game, kind = request.param
    with ears() as hears:
        made = Hall(met(game)[kind], game, tmp_path_factory.mktemp("hall") / "hall.db", hears)
        assert made.room.table.asks[made.it.party].name == made.it.asked.name
        yield made
        made.room.store.close()


def word(hall: Hall) -> st.SearchStrategy[str]:
    return st.sampled_from([*hall.it.words, *ODD, *hall.room.table.game.sides]) | st.text(max_size=8)


one_a_game = pytest.mark.parametrize(
    "hall",
    [
        pytest.param((game, kind), id=f"{game}-{kind}", marks=[pytest.mark.full] if n else [])
        for game in EVERY
        for n, kind in enumerate(kinds(game))
    ],
    indirect=True,
    scope="module",
)
"""What is refused before anybody looks what is asked: of one kind in each game, and in full of every kind."""


class Malformed:
    """Forms of keys that the page has, and of none, with wrong words or with fields that nobody has heard of."""

    def check(self, hall: Hall, data: Any) -> None:
        asker = hall.asker
        words = word(hall)
        op, arg, fields = data.draw(st.sampled_from([*hall.keys, *[NO_KEY] * len(hall.keys)]))
        form = {"op": op, "arg": arg, **fields} if op else {}
        form |= data.draw(st.dictionaries(st.sampled_from(FIELDS) | words, words, max_size=6))
        form |= data.draw(st.sampled_from([{}, {"ask": hall.it.asked.name}, asker.asked(asker.root)]))
        path = data.draw(st.sampled_from([*POSTS, "act", "act"]))
        if path == "motion" and form.get("say") == "moved":
            form["name"] = "motion/-1"
        if {"lock", "sure"} & {*form} or path in ("roll", "withdraw"):
            form |= data.draw(st.sampled_from([{"ask": "t0/none"}, {"draft": "99"}, {"op": "\x07"}]))
            form |= {"ask": "t0/none"} if path != "act" else {}
        versions, before = hall.stands(asker)
        answer = asker.post(f"{asker.root}/{path}", form)
        assert answer.status_code in (200, 422), answer.text
        said, after = hall.stands(asker)
        if answer.status_code == 422:
            assert (said, after) == (versions, before)
            assert refusal_in(answer.text)
        else:  # a tap that means something is on the sheet of its side, and nowhere else
            assert {**after, "drafts": []} == {**before, "drafts": []}
            assert said[1:] == versions[1:]


class TestAPhone(Malformed):
    @settings(max_examples=2, **SEVERAL)
    @given(data=st.data())
    def test_sends_what_means_nothing(self, hall: Hall, data: Any) -> None:
        self.check(hall, data)

    def test_sends_what_was_asked_before(self, hall: Hall) -> None:
        """Its own, the other side's, and drafts of another day."""
        asker = hall.asker
        gone = sorted({e["ask"] for e in hall.room.ledger} - {a.name for a in hall.room.table.asks.values()})
        for name in hall.rng.sample(gone, min(2, len(gone))):
            for more in ({"draft": "0", "op": "", "lock": "1"}, {"draft": "1", "op": "all"}):
                hall.refused(asker, f"{asker.root}/act", {"ask": name, **more})
            for path in ("roll", "withdraw"):
                hall.refused(asker, f"{asker.root}/{path}", {"ask": name})
        for draft in ("-1", "7", "9" * 400, "٣"):
            answer = hall.refused(asker, f"{asker.root}/act", {**asker.asked(asker.root), "draft": draft, "lock": "1"})
            assert answer.status_code == 422

    def test_of_another_seat(self, hall: Hall) -> None:
        """What is asked of a side is that side's: by its own address with another's cookie, and by any other's."""
        form = {**hall.asker.asked(hall.asker.root), "op": "", "lock": "1", "motion": "concede", "say": "moved"}
        for other in hall.strangers:
            for path in POSTS:
                assert hall.refused(other, f"{hall.asker.root}/{path}", form).status_code == 404
        for enemy in hall.enemies:
            if hall.public or enemy.asked(enemy.root)["ask"] == form["ask"]:
                continue  # it is asked the same, under the same name: that is its own to answer
            for path in ("act", "roll", "withdraw"):
                answer = hall.refused(enemy, f"{enemy.root}/{path}", form)
                assert answer.status_code == 422
                nothing = hall.refused(enemy, f"{enemy.root}/{path}", {**form, "ask": "t0/none"})
                assert refusal_in(answer.text) == refusal_in(nothing.text), "it is not told that there is such an ask"

    @one_a_game
    def test_sends_more_than_any_form_holds(self, hall: Hall) -> None:
        asker, asked = hall.asker, hall.asker.asked(hall.asker.root)
        for form in (
            {**asked, "op": "x" * 40_000},
            {**asked, **{f"{n}": "1" for n in range(10_000)}},
            b"[" * 20_000 + b"]" * 20_000,
            b"ask=" + b"x" * 2**20,
        ):
            kind = {"content_type": "application/x-www-form-urlencoded"} if isinstance(form, bytes) else {}
            assert hall.refused(asker, f"{asker.root}/act", form, **kind).status_code == 413
        for op, arg in (("x" * 30_000, ""), (hall.it.words[0], "9" * 30_000), (":" * 15_000, ":" * 15_000)):
            hall.refused(asker, f"{asker.root}/act", {**asked, "op": op, "arg": arg, "draft": "99"})
            hall.refused(asker, f"{asker.root}/act", {**asked, "op": f"\x07{op}", "arg": arg})
        deep = ('{"a":' * 4000 + "1" + "}" * 4000).encode()
        hall.refused(asker, f"{asker.root}/act", deep, content_type="application/json")

    @one_a_game
    def test_sends_half_a_character(self, hall: Hall) -> None:
        """What no form can hold comes in as something that can be written down, and is refused in words."""
        asker = hall.asker
        asked = asker.asked(asker.root)
        for half in (b"%ED%A0%80", b"\xed\xa0\x80", b"%FF", b"\xff\xfe"):
            form = urlencode(asked).encode() + b"&op=" + half + b"&arg=" + half
            kind = "application/x-www-form-urlencoded"
            answer = hall.refused(asker, f"{asker.root}/act", form, content_type=kind)
            assert (answer.status_code, bool(refusal_in(answer.text))) == (422, True)

    def test_sends_a_lock_over_and_over_at_the_same_instant(self, hall: Hall) -> None:
        """The last that is done in a hall: one entry, and every one of the posts is told that it is taken."""
        it, room, asker = hall.it, hall.room, hall.asker
        version, before = room.keep(hall.side, it.asked, written(room, it, hall.keys)), hall.versions(asker)
        form = {"ask": it.asked.name, "draft": str(version), "op": "", "lock": "1", "sure": "1"}
        answers = at_once(asker, f"{asker.root}/{'roll' if isinstance(it.asked, Roll) else 'act'}", form)
        assert [answer.status_code for answer in answers] == [200] * len(answers), answers[0].text
        assert not any(refusal_in(answer.text) for answer in answers)
        assert hall.versions(asker) != before, "the streams that were quiet till now do speak"
        assert [(e["ask"], e["party"]) for e in room.ledger[it.n :]].count((it.asked.name, it.party)) == 1


def written(room: Room, it: Met, keys: list[Tap]) -> JSON:
    """A draft that may be locked: of a legal answer, or found by tapping about."""
    rng, asked = random.Random(2), it.asked
    draft = asked.draft()
    for n in range(2000):
        try:
            draft = room.drafted(asked, asked.sample(rng)) if n < 30 or n % 100 == 0 else tapped(it, draft, keys, rng)
            asked.validate(asked.value(draft), sure=True)
            return draft
        except Refusal:
            continue
        except (LookupError, TypeError, AttributeError):  # it was no draft of this kind
            draft = asked.draft()
    raise AssertionError(f"no draft of {asked.kind} was found that can be locked")


def tapped(it: Met, draft: JSON, keys: list[Tap], rng: random.Random) -> JSON:
    try:
        return it.asked.edit(draft, *rng.choice(keys))
    except Refusal:
        return draft


def at_once(phone: Phone, path: str, form: dict[str, str], hands: int = 4) -> list[TestResponse]:
    """The same form from several connections of one phone, together."""
    answers: list[TestResponse] = []
    start = threading.Barrier(hands)

    def send(device: Phone) -> None:
        start.wait()
        answers.append(device.post(path, form))

    twins = [phone.twin(phone.room) for _ in range(hands)]
    threads = [threading.Thread(target=send, args=(twin,)) for twin in twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.full
class TestInFull(Malformed):
    """250 forms for every kind of ask, or as many as UMPIRE_RUNS says."""

    @settings(max_examples=int(os.environ.get("UMPIRE_RUNS", 250)), **SEVERAL)
    @given(data=st.data())
    def test_sends_what_means_nothing(self, hall: Hall, data: Any) -> None:
        self.check(hall, data)
