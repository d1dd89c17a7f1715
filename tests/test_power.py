"""The plug is pulled: the server is killed at random instants while two phones post, again and again.

After each start: what was acknowledged is in the ledger, once; every cookie opens its seat; the ledger
replays; and the form nobody answered, posted again as it was, is taken once.
"""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Server
from tests.games.victory_kit import complete_kit
from tests.tables import midway_kit
from umpire.games import GAMES
from umpire.store import KitRow
from umpire.table import ledger
from umpire.table.table import replayed
from umpire.web.kits import as_file

Form = dict[str, str]
Given = tuple[str, str]
"""The party and the ask of an answer."""
Taps = dict[str, list[tuple[str, str]]]
SIDES = ("us", "japan")
KITS = {"midway": midway_kit, "victory-at-midway": complete_kit}
LAST_TURN = 24
"""When a table of either game is nearly played out."""


def midway_taps(side: str) -> Taps:
    start = {"us": "G-3-F", "japan": "A-3-D"}[side]
    return {
        "place": [("to", start)],
        "moves": [("stack", start), ("none", "")],
        "ready": [("word", "all"), ("word", "none")],
    }


def victory_taps(side: str) -> Taps:
    ships = [("stack", "N5"), ("none", "")]
    return {"set-up": [("to", "N5")], "orders": ships} if side == "us" else {}


TAPS = {"midway": midway_taps, "victory-at-midway": victory_taps}
"""What a side taps before it locks, by the step asked of it."""


class Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other."""

    def redirect_request(self, *_: Any) -> None:
        return None


def ask_server(url: str, form: Form | bytes | None = None, **headers: str) -> tuple[int, str, Any]:
    """One request on a connection of its own: status, body, headers. Raises `OSError` when the plug was pulled."""
    data = urllib.parse.urlencode(form).encode() if isinstance(form, dict) else form
    request = urllib.request.Request(url, data, {"Connection": "close", **headers})
    try:
        with urllib.request.build_opener(Stay).open(request, timeout=20) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers
    except http.client.HTTPException as error:
        raise ConnectionError(str(error)) from None


class Phone:
    """A seat played by a script that edits drafts and locks answers as fast as it is answered."""

    def __init__(self, server: Server, side: str, taps: Taps, seat: str, cookie: str) -> None:
        self.url, self.side, self.taps = f"http://127.0.0.1:{server.port}{seat}", side, taps
        self.cookie = cookie
        self.locked: list[str] = []
        """The asks whose lock was acknowledged."""
        self.unheard: Form | None = None
        """The form that was under way when the plug was pulled."""
        self.refused: list[str] = []

    def get(self, path: str = "") -> tuple[int, str]:
        return ask_server(self.url + path, Cookie=self.cookie)[:2]

    def post(self, form: Form) -> int:
        status, body, _ = ask_server(f"{self.url}/act", form, Cookie=self.cookie)
        if status != 200:
            self.refused.append(f"{status} to {form}: {' '.join(re.findall(r'role=.alert.>([^<]+)', body))}")
        return status

    def play(self) -> None:
        """Until nobody answers any more."""
        try:
            while True:
                form = self._next(self.get("/page")[1])
                if form is None:
                    time.sleep(0.004)
                    continue
                self.unheard = form
                if self.post(form) == 200 and "lock" in form:
                    self.locked.append(form["ask"])
                self.unheard = None
        except OSError:
            return

    def _next(self, page: str) -> Form | None:
        main = re.search(r'<main class="phone" data-ask="([^"]*)" data-draft="(\d+)"( data-locked)?', page)
        assert main, page[:300]
        ask, draft, locked = main[1], int(main[2]), bool(main[3])
        if not ask or locked:
            return None
        return {"ask": ask, "draft": str(draft), **self._tap(ask, draft)}

    def _tap(self, ask: str, draft: int) -> Form:
        """Some edits first, then the lock: so that both are under way when it goes dark."""
        lock = {"op": "", "arg": "", "lock": "1", "sure": "1"}
        if "/search/" in ask:
            return {**lock, "op": "own" if ask.endswith("/1") else "done"}
        edits = next((self.taps[step] for step in ask.split("/") if step in self.taps), [])
        return lock if draft >= len(edits) else {"op": edits[draft][0], "arg": edits[draft][1]}


class Night:
    """A laptop with a bad plug."""

    def __init__(self, home: Path, game: str) -> None:
        self.game = game
        self.server = Server(home)
        self.laptop = self.server.laptop
        self.kit = self._kit()
        self.sit_down()

    def _kit(self) -> str:
        file = as_file(KitRow("box", self.game, "The box", KITS[self.game]()), GAMES[self.game].title)
        status, _, headers = ask_server(f"{self.laptop}/kits/import", {"text": file})
        assert status in (302, 303)
        return str(headers["Location"].rsplit("/", 1)[1])

    def sit_down(self) -> None:
        """A new table, and a phone for each side."""
        _, _, headers = ask_server(f"{self.laptop}/new/{self.game}", {"kit": self.kit, "umpire": "0", "dice": "0"})
        self.table = headers["Location"].rsplit("/", 1)[1]
        self.phones = []
        for side in SIDES:
            _, _, headers = ask_server(f"{self.laptop}/tables/{self.table}/code", {"side": side})
            page = ask_server(self.laptop + headers["Location"])[1]
            code = re.search(r'class="code">([A-Z]{4})<', page)
            assert code
            _, _, headers = ask_server(f"{self.laptop}/j/{code[1]}", {"name": side})
            cookie = headers["Set-Cookie"].partition(";")[0]
            self.phones.append(Phone(self.server, side, TAPS[self.game](side), headers["Location"], cookie))

    def until_dark(self, after: float) -> None:
        """Both phones post; after so many seconds the plug is pulled."""
        playing = [threading.Thread(target=phone.play) for phone in self.phones]
        for each in playing:
            each.start()
        time.sleep(after)
        self.server.kill()
        for each in playing:
            each.join(30)

    def answers(self) -> tuple[Counter[Given], int]:
        """How often each ask of a side is answered in the ledger, and the turn; the ledger is replayed on the way."""
        status, text, _ = ask_server(f"{self.laptop}/tables/{self.table}/export")
        assert status == 200
        head, entries = ledger.read(text)
        table = replayed(GAMES[self.game], head, entries)
        return Counter((each.party, each.ask) for each in entries), table.truth.turn


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("kills", [12, pytest.param(200, marks=pytest.mark.full)])
def test_nothing_acknowledged_is_lost_and_nothing_is_taken_twice(
    game: str, kills: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, night = random.Random(1942), Night(tmp_path, game)
    seen: Counter[str] = Counter()
    try:
        for _ in range(kills):
            night.until_dark(rng.uniform(0.05, 0.5))
            night.server.start()
            turn = lit_again(night, seen)
            if turn >= LAST_TURN:
                night.sit_down()
    finally:
        night.server.kill()
    with capsys.disabled():
        print(
            f"\n  {game}: {kills} times in the dark, {seen['acknowledged']} locks acknowledged before; of {seen['unheard']} "
            f"forms never answered {seen['committed']} locks were on disk already",
            end="",
        )
    assert seen["unheard"], "the plug was never pulled on a form"


def lit_again(night: Night, seen: Counter[str]) -> int:
    """What must hold after a start; the turn."""
    answered, turn = night.answers()
    assert set(answered.values()) <= {1}
    for phone in night.phones:
        assert not phone.refused
        assert {(phone.side, ask) for ask in phone.locked} <= set(answered), "an acknowledged answer is gone"
        assert phone.get()[0] == 200, "a cookie opens its seat no more"
        seen["acknowledged"] += len(phone.locked)
        phone.locked.clear()
    for phone in night.phones:
        if (form := phone.unheard) is None:
            continue
        phone.unheard = None
        seen["unheard"] += 1
        given = phone.side, form["ask"]
        seen["committed"] += given in answered
        for again in ("the first time", "again"):
            assert phone.post(form) == 200, (again, phone.refused)
        now, turn = night.answers()
        assert set(now.values()) <= {1}
        assert (given in now) == ("lock" in form or given in answered)
        if "lock" not in form:
            drawn = re.search(rf'data-ask="{form["ask"]}" data-draft="(\d+)"', phone.get("/page")[1])
            assert drawn is None or int(drawn[1]) == int(form["draft"]) + 1, "a tap counts once"
    return turn
