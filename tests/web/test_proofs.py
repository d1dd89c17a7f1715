"""The proof a player can hold: fingerprints on phones, screen, desk and paper, and the check when the game is over."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.every import EVERY, SEARCHING
from tests.tables import hand_of
from tests.tampering import OF_A_SIDE, WAYS, a_die_turned
from tests.web.room import Device, Room, phone
from umpire.table.asks import DICE, Refusal
from umpire.table.proof import prove
from umpire.table.seals import SHOWN_DIGITS

JSON = Any
KEPT = re.compile(r'data-kept-line="([^"]*)"')
ROW = re.compile(r'<span class="mono small soft">(\w+) ([\w/-]+)</span></td><td class="mono digits">([0-9a-f ]+)</td>')


def played(room: Room, key: str, seed: int = 1, answers: int = 9999) -> Room:
    """On, by lot, for so many answers or to the end."""
    rng = random.Random(seed)
    for _ in range(answers):
        if room.table.over:
            break
        with room.live.changing() as t:
            party = rng.choice([p for p in t.asks if p not in t.locks])
            t.answer(party, t.asks[party].name, EVERY[key].choice(t, party, rng), hand_of(party), sure=True)
    return room


def lines(page: str) -> dict[tuple[str, str], str]:
    """The fingerprints a page shows, by audience and turn."""
    return {(whose, turn): digits for whose, turn, digits in ROW.findall(page)}


@pytest.fixture(scope="module", params=EVERY)
def in_play(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    room = EVERY[request.param].house(tmp_path_factory.mktemp("play") / "umpire.db")
    yield played(room, request.param, answers=40)
    room.store.close()


@pytest.fixture(scope="module", params=EVERY)
def over(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A game played for a while by lot, then given up if it is not over by itself."""
    room = EVERY[request.param].house(tmp_path_factory.mktemp("over") / "umpire.db")
    played(room, request.param, seed=2, answers=120)
    with room.live.changing() as t:
        if not t.over:
            t.move("us", "concede", "moved", hand_of("us"), name=t.motions.name)
    yield room
    room.store.close()


class TestInPlay:
    def test_a_phone_keeps_its_own_sides_fingerprint_and_no_others(self, in_play: Room) -> None:
        prints = in_play.table.fingerprints
        name, n = prints.turns[-1]
        for who, side in (("second", "us"), *((side, side) for side in in_play.table.game.sides)):
            kept = KEPT.search(phone(in_play, who).page())
            assert kept
            assert kept[1].split()[:2] == [side, name]
            assert prints.after(n, side).startswith("".join(kept[1].split()[2:]))
        for root in (in_play.screen, in_play.desk, f"{in_play.desk}/as/us"):
            assert not KEPT.search(in_play.laptop.get(root).text)

    def test_each_sees_its_own_alone(self, in_play: Room) -> None:
        seen: list[tuple[Device, str, set[str]]] = [
            *((phone(in_play, s), f"{phone(in_play, s).root}/proof", {s}) for s in in_play.table.game.sides),
            (in_play.people["stranger"], f"{in_play.screen}/proof", {"public"}),
            (in_play.laptop, f"{in_play.desk}/proof", {"public", "umpire"}),
        ]
        for device, path, whose in seen:
            shown = lines(device.get(path).text)
            assert {audience for audience, _ in shown} == whose
            for audience, turn in shown:
                links = [
                    in_play.table.fingerprints.after(n, audience)
                    for t, n in in_play.table.fingerprints.turns
                    if t == turn
                ]
                links += [in_play.table.fingerprints.now[audience]] if turn == "end" else []
                assert any(link.startswith(shown[audience, turn].replace(" ", "")) for link in links)

    def test_what_a_phone_holds_is_compared(self, in_play: Room) -> None:
        us = phone(in_play, "us")
        page = us.get(f"{us.root}/proof").text
        held = [f"{whose} {turn} {digits}" for (whose, turn), digits in lines(page).items()]
        answer = us.post(f"{us.root}/proof", {"held": "\n".join(held)})
        assert answer.status_code == 200
        assert f'<b class="done">{len(held)}</b>' in answer.text
        answer = us.post(f"{us.root}/proof", {"held": f"us t1 {'0' * SHOWN_DIGITS}"})
        assert "the fingerprint us holds of t1 is not this record" in unescape(answer.text)

    def test_another_sides_cannot_be_tried_out(self, in_play: Room) -> None:
        """Right or wrong, it is refused in the same words."""
        us, other = phone(in_play, "us"), ["umpire", *in_play.table.game.sides[1:]][-1]
        right = in_play.table.fingerprints.now[other][:SHOWN_DIGITS]
        said = [
            us.post(f"{us.root}/proof", {"held": f"{other} end {digits}"}) for digits in (right, "0" * SHOWN_DIGITS)
        ]
        assert [answer.status_code for answer in said] == [422, 422]
        assert said[0].text.replace(right, "") == said[1].text.replace("0" * SHOWN_DIGITS, "")
        assert f"{other} end {right}" in said[0].text, "what was typed is still there"

    def test_paper_bears_it(self, in_play: Room) -> None:
        us = phone(in_play, "us")
        kept = KEPT.search(us.page())
        assert kept
        for what in in_play.papers:
            assert kept[1] in us.get(f"{us.root}/print/{what}").text
        paper = in_play.laptop.get(f"{in_play.desk}/print/master").text
        assert re.search(r'<span class="mono">umpire [\w/-]+ [0-9a-f ]{19}</span>', paper)
        assert kept[1] not in paper

    def test_nothing_is_proved_while_it_is_played(self, in_play: Room) -> None:
        for device, path in ((phone(in_play, "us"), phone(in_play, "us").root), (in_play.laptop, in_play.desk)):
            assert "What was checked" not in device.get(f"{path}/proof").text


class TestOver:
    def test_everybody_sees_that_it_holds(self, over: Room) -> None:
        for device, root in (
            *((phone(over, side), phone(over, side).root) for side in over.table.game.sides),
            (over.people["stranger"], over.screen),
            (over.laptop, over.desk),
        ):
            page = device.get(f"{root}/proof").text
            assert "<h2>It holds</h2>" in page
            assert {whose for whose, _ in lines(page)} == {*over.table.game.audiences}
            assert bool(re.search(r"(\d+) of \1 search(es)? answered true", page)) == (over.game in SEARCHING)

    def test_the_page_links_to_it(self, over: Room) -> None:
        us = phone(over, "us")
        assert f'href="{us.root}/proof"' in us.page()
        assert f'href="{over.screen}/proof"' in over.laptop.get(over.screen).text

    def test_a_file_is_checked_on_a_laptop_that_never_saw_the_game(self, over: Room, tmp_path: Path) -> None:
        text = over.laptop.get(f"/tables/{over.code}/export").text
        kept = KEPT.search(phone(over, "us").page())
        assert kept
        elsewhere = type(over)(tmp_path / "other.db")
        assert sent(elsewhere, text, kept[1]).status_code == 200
        page = sent(elsewhere, text, kept[1]).text
        assert "<h2>It holds</h2>" in page
        assert "1 fingerprint held, and the same here" in page
        page = sent(elsewhere, text, kept[1][:-4] + "0000").text
        assert "<h2>It does not hold</h2>" in page
        assert elsewhere.store.table(over.code) is None, "nothing is kept"
        elsewhere.store.close()

    @pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
    def test_a_spoilt_file_is_caught(self, over: Room, way: Any) -> None:
        spoilt = [json.loads(line) for line in over.laptop.get(f"/tables/{over.code}/export").text.splitlines()]
        if over.table.game.shared and way in OF_A_SIDE:
            pytest.skip("all lies open: nobody answers for a side")
        if way is a_die_turned and not any(line.get("party") == DICE for line in spoilt):
            pytest.skip("no die falls in this game")
        way(spoilt)
        answer = sent(over, "\n".join(json.dumps(line) for line in spoilt))
        assert answer.status_code in (200, 422)
        assert "It holds" not in answer.text
        assert "It does not hold" in answer.text or 'role="alert"' in answer.text

    def test_what_a_phone_holds_against_it_stands_at_the_top(self, over: Room) -> None:
        us = phone(over, "us")
        assert "<h2>It holds</h2>" in us.get(f"{us.root}/proof").text
        answer = us.post(f"{us.root}/proof", {"held": f"us end {'0' * SHOWN_DIGITS}"})
        assert "<h2>It does not hold</h2>" in answer.text
        assert "<h2>It holds</h2>" not in answer.text

    def test_a_ledger_played_anew_holds_but_not_against_a_phone(self, over: Room) -> None:
        """Whoever makes everything agree has still not made the phones agree."""
        table = over.table
        kept = KEPT.search(phone(over, table.game.sides[-1]).page())
        assert kept
        others = (played_anew(over, seed) for seed in range(3, 40))
        other = next(each for each in others if len(each.fingerprints.turns) > len(table.fingerprints.turns))
        assert prove(table.game, other.header, other.entries).holds
        from umpire.table import ledger

        text = "\n".join(ledger.write(other.header, other.entries))
        assert "<h2>It holds</h2>" in sent(over, text).text
        assert "is not this record" in unescape(sent(over, text, kept[1]).text)

    def test_what_is_no_file_or_no_fingerprint_is_refused_in_words(self, over: Room) -> None:
        text = over.laptop.get(f"/tables/{over.code}/export").text
        for body, held, says in (
            ("", "", "the file is empty"),
            ("\xff", "", "is not JSON"),
            (text, "hello", "Line 1 is no fingerprint"),
            (text, "us t1 " + "0" * 30_000, "more than a phone holds"),
        ):
            answer = sent(over, body, held)
            assert answer.status_code == 422
            assert says in unescape(answer.text)
        assert "Choose the file" in over.laptop.post("/check", {}).text


def played_anew(room: Room, seed: int) -> Any:
    """The same table, played otherwise until more turns of it have begun, or it is over."""
    table, rng = room.table, random.Random(seed)
    other = type(table)(table.game, table.header)
    bits = iter(range(1, 99_999))
    other.nonces = lambda: f"{next(bits):032x}"
    while len(other.fingerprints.turns) <= len(table.fingerprints.turns) and not other.over:
        party = next(p for p in other.asks if p not in other.locks)
        value = EVERY[room.game].choice(other, party, rng)
        try:
            other.answer(party, other.asks[party].name, value, hand_of(party), sure=True)
        except Refusal:
            continue
    return other


def sent(room: Room, text: str, held: str = "") -> Any:
    file = (io.BytesIO(text.encode()), "table.jsonl")
    return room.laptop.post("/check", {"file": file, "held": held}, content_type="multipart/form-data")
