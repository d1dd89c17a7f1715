"""A club's evening: two instances of umpire behind nginx, as docs/club.md sets them up, and people who come by."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

from tests.browser.conftest import ADDRESS, Server, free_port
from tests.every import EVERY, chosen
from umpire.games import GAMES
from umpire.rows import KitRow
from umpire.web.kits import as_file

DEPLOY = Path(__file__).parents[1] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
LITESTREAM = shutil.which("litestream") or shutil.which("litestream", path=str(Path(sys.executable).parent))
LETTERS = "BC"

Reply = tuple[int, str, http.client.HTTPMessage]


class Instance(Server):
    """One of the club's: its tables in a folder of its own, its codes under a letter of its own."""

    def __init__(self, home: Path, letter: str, door: int) -> None:
        self.options = ("--instance", letter, "--behind-proxy")
        super().__init__(home / letter.lower(), f"http://{ADDRESS}:{door}")

    @property
    def desk_code(self) -> str:
        """What it said as it last began."""
        return re.findall(r"with code (\d+)", (self.home / "said.txt").read_text("utf-8"))[-1]

    def rows(self, sql: str, at: Path | None = None) -> list[Any]:
        with closing(sqlite3.connect(at or self.home / "umpire.db")) as db:
            return db.execute(sql).fetchall()


class Visitor:
    """Somebody with a browser, who comes in by one port from one address."""

    def __init__(self, port: int, peer: str = "127.0.0.1") -> None:
        self.port, self.peer = port, peer
        self.cookies: dict[str, str] = {}

    @contextmanager
    def asking(self, path: str, form: Any = None, headers: dict[str, str] | None = None) -> Iterator[Any]:
        """One request, and its answer still to be read."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(self.peer, 0))
        said = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        if isinstance(form, dict):
            said |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self.port}"}
            form = urllib.parse.urlencode(form)
        with closing(line):
            line.request("GET" if form is None else "POST", path, form, said | (headers or {}))
            with closing(line.getresponse()) as answer:
                for cookie in answer.headers.get_all("Set-Cookie", []):
                    name, _, value = cookie.partition(";")[0].partition("=")
                    self.cookies[name] = value
                yield answer

    def open(self, path: str, form: Any = None, headers: dict[str, str] | None = None) -> Reply:
        """One request, read to its end. Raises `OSError` when the answer broke off."""
        try:
            with self.asking(path, form, headers) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except http.client.HTTPException as broken:
            raise ConnectionError(str(broken)) from None


class Phone(Visitor):
    """A seat; it joins by the code that the lobby shows, through the door."""

    def __init__(self, port: int, url: str, name: str) -> None:
        super().__init__(port)
        self.door, self.code = url.rsplit("/j/", 1)
        status, _, headers = self.open(f"/j/{self.code}", {"name": name})
        assert status == 303, (status, self.code)
        self.root = headers["Location"]
        self.heard: list[tuple[float, str]] = []
        """What was acknowledged, and when."""

    def page(self) -> int:
        return self.open(f"{self.root}/page")[0]

    @property
    def rests(self) -> bool:
        """Whether its table rests."""
        return "Take it up again" in self.open(f"{self.root}/page")[1]

    def say(self, motion: str, say: str = "moved") -> None:
        """A word on a motion, as the menu sends it."""
        found = re.search(r'name="name" value="(motion/\d+)"', self.open(f"{self.root}/menu")[1])
        assert found
        status, body, _ = self.open(f"{self.root}/motion", {"motion": motion, "say": say, "name": found[1]})
        assert status == 200, body
        self.heard.append((time.monotonic(), found[1]))


class Helper(Visitor):
    """Whoever runs the evening, in the lobby of one instance."""

    def __init__(self, port: int, instance: Instance) -> None:
        super().__init__(port)
        self.instance = instance
        assert self.open("/desk", {"code": instance.desk_code})[0] == 303

    def kit(self, game: str) -> str:
        file = as_file(KitRow("box", game, "The box", EVERY[game].kit()), GAMES[game].title)
        status, page, headers = self.open("/kits/import", {"text": file})
        assert status == 303, (status, page)
        return headers["Location"].rsplit("/", 1)[1]

    def table(self, game: str, kit: str) -> str:
        """A new table that nobody umpires; its code."""
        status, page, headers = self.open(f"/new/{game}", chosen(game, kit, umpire=False, dice="app"))
        assert status == 303, page
        return headers["Location"].rsplit("/", 1)[1]

    def seat(self, table: str, side: str, door: int) -> Phone:
        self.open(f"/tables/{table}/code", {"side": side})
        shown = re.search(r'open <b class="mono">([^<]+)</b>', self.open(f"/tables/{table}?side={side}")[1])
        assert shown
        return Phone(door, unescape(shown[1]), side)

    def take_in(self, text: str) -> Reply:
        """A table's file, chosen and sent in the lobby."""
        head = '--0\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
        return self.open(
            "/import", f"{head}{text}\r\n--0--\r\n".encode(), {"Content-Type": "multipart/form-data; boundary=0"}
        )


class Club:
    """Two instances, the door before them, and a table of every game at each with both sides seated."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.door = folder, free_port()
        self.lobbies = {letter: free_port() for letter in LETTERS}
        self.instances: dict[str, Instance] = {}
        self.nginx: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Club:
        try:
            for letter in LETTERS:
                self.instances[letter] = Instance(self.folder, letter, self.door)
            self._open_the_door()
            self.helpers = {letter: self.helper(letter) for letter in LETTERS}
            kits = {letter: {game: self.helpers[letter].kit(game) for game in EVERY} for letter in LETTERS}
            self.tables = {
                (letter, game): self.helpers[letter].table(game, kits[letter][game])
                for letter in LETTERS
                for game in EVERY
            }
            self.phones = {
                at: {side: self.helpers[at[0]].seat(code, side, self.door) for side in GAMES[at[1]].sides}
                for at, code in self.tables.items()
            }
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for each in self.instances.values():
            each.kill()
        if self.nginx is not None:
            self.nginx.terminate()
            self.nginx.wait()

    def configured(self) -> Path:
        """The configuration as it is shipped, on ports that are free here."""
        text = (DEPLOY / "nginx.conf").read_text("utf-8")
        ports = {8000: self.door, 8001: self.lobbies["B"], 8002: self.lobbies["C"]}
        ports |= {9001: self.instances["B"].port, 9002: self.instances["C"].port}
        for shipped, here in ports.items():
            text, times = re.subn(rf"(?<=[ :]){shipped};", f"{here};", text)
            assert times, shipped
        made = self.folder / "nginx.conf"
        made.write_text(text, "utf-8")
        return made

    def _open_the_door(self) -> None:
        assert NGINX
        command = [NGINX, "-p", str(self.folder), "-c", str(self.configured()), "-e", "error.log"]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        self.nginx = subprocess.Popen([*command, "-g", "daemon off;"])
        for _ in range(100):
            try:
                assert Visitor(self.door).open("/ping")[0] == 200
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "error.log").read_text("utf-8"))

    def helper(self, letter: str) -> Helper:
        """Somebody who opens a lobby with the code its instance says now."""
        return Helper(self.lobbies[letter], self.instances[letter])

    def at(self, letter: str) -> list[dict[str, Phone]]:
        """The phones of an instance's tables, by table."""
        return [phones for (at, _), phones in self.phones.items() if at == letter]


def rest(phones: dict[str, Phone]) -> None:
    """One side asks for a rest, the other agrees, where there is another whose yes is needed."""
    one, *others = phones.values()
    one.say("pause")
    for other in others:
        if not other.rests:
            other.say("pause", "agreed")


def rest_and_resume(phones: dict[str, Phone]) -> None:
    rest(phones)
    next(iter(phones.values())).say("resume")


class Copying:
    """Litestream, over all the instances of a club."""

    def __init__(self, club: Club, copies: Path) -> None:
        assert LITESTREAM
        self.command, self.club = LITESTREAM, club
        self.around = {**os.environ, "CLUB": str(club.folder), "COPIES": str(copies)}
        with open(club.folder / "litestream.log", "ab") as said:
            self.process = subprocess.Popen(
                [LITESTREAM, "replicate", *self._configured], env=self.around, stdout=said, stderr=said
            )

    @property
    def _configured(self) -> list[str]:
        return ["-config", str(DEPLOY / "litestream.yml")]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def restored(self, letter: str, to: Path) -> Path:
        """What the copy of an instance holds, as a file of its own; where that is not whole, as it was a little before."""
        file, died = self.club.instances[letter].home / "umpire.db", datetime.now(UTC)
        said = ""
        for seconds in (0, 3, 6, 12):
            at = died - timedelta(seconds=seconds)
            earlier = ["-timestamp", at.strftime("%Y-%m-%dT%H:%M:%SZ")] if seconds else []
            checked = ["-integrity-check", "quick", "-force", *earlier, "-o", str(to)]
            command = [self.command, "restore", *self._configured, *checked, str(file)]
            done = subprocess.run(command, env=self.around, capture_output=True, text=True)
            if done.returncode == 0:
                return to
            said += done.stderr
        raise AssertionError(said)


def said_at(rows: list[Any]) -> set[tuple[str, str]]:
    """By table, the names under which words on motions are on record."""
    return {(code, json.loads(line)["ask"]) for code, line in rows if '"motion/' in line}
