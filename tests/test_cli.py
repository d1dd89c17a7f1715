"""The command line: done, or a plain sentence and exit code 1."""

from __future__ import annotations

import json
import os
import random
import shlex
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.server import ROOT, free_port
from tests.games.carrier.boxes import light_kit
from tests.games.victory_kit import complete_kit
from tests.tables import midway_kit, play
from umpire import cli
from umpire.games import GAMES
from umpire.host import Host
from umpire.store import Store

KITS = {"midway": midway_kit, "victory-at-midway": complete_kit, "carrier": light_kit}
KITS = {game: kit for game, kit in KITS.items() if game in GAMES}
FIRST_TURN = {"midway": "0500 June 4.", "victory-at-midway": "Turn 1, day.", "carrier": "Turn 1, 0520"}
AGREED = {"carrier": {"scenario": "6"}}
"""What else is agreed than by default: the first scenario has no turns."""


def home_with_table(home: Path, game: str = "midway", *, umpire: bool = True, entries: int = 40) -> str:
    home.mkdir(exist_ok=True)
    store = Store(home / "umpire.db")
    store.save_kit("k", game, "My copy", KITS[game]())
    host = Host(store)
    agreed = {each.name: each.default for each in GAMES[game].settings} | {"dice": "app"}
    code = host.create(game, {**agreed, **AGREED.get(game, {}), "umpire": umpire}, "k")
    with host.live(code).changing() as table:
        play(table, random.Random(11), until=lambda t: len(t.entries) >= entries)
    store.close()
    return code


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = cli.main([str(word) for word in words])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("game", KITS)
def test_export_import_replay(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table goes to a file, to another laptop, and is replayed for each audience."""
    code, roster = home_with_table(tmp_path / "one", game), KITS[game]().get("roster")
    done, out, _ = run(capsys, "--home", tmp_path / "one", "export", code)
    assert done == 0
    file = tmp_path / "table.jsonl"
    file.write_text(out, "utf-8")
    assert json.loads(out.splitlines()[0])["format"] == "umpire-ledger/1"
    done, said, _ = run(capsys, "--home", tmp_path / "two", "import", file)
    assert (done, code in said) == (0, True)
    done, again, _ = run(capsys, "--home", tmp_path / "two", "export", code)
    assert again == out
    for audience in GAMES[game].audiences:
        done, told, _ = run(capsys, "replay", file, "--as", audience, "--json")
        lines = [json.loads(line) for line in told.splitlines()]
        assert done == 0
        assert [line["i"] for line in lines] == list(range(1, len(lines) + 1))
        if roster is None:
            continue  # nothing in it is anybody's alone
        placed = [line["facts"]["at"] for line in lines if line["kind"] == "ships"]
        assert bool(placed) == (audience != "public")
        if audience in ("us", "japan"):
            assert {roster[ship]["side"] for at in placed for ship in at} == {audience}
    done, words, _ = run(capsys, "replay", file, "--as", "us")
    assert FIRST_TURN[game] in words


def test_an_unattended_table_in_play_is_not_taken_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = home_with_table(tmp_path, umpire=False)
    for words in (("export", code), ("backup",)):
        done, out, err = run(capsys, "--home", tmp_path, *words)
        assert (done, out) == (1, "")
        assert "rest" in err


def test_backup_is_a_whole_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = home_with_table(tmp_path)
    done, _, _ = run(capsys, "--home", tmp_path, "backup", "--to", tmp_path / "copy" / "all.db")
    assert done == 0
    copy = Store(tmp_path / "copy" / "all.db")
    assert len(copy.entries(code)) == len(Store(tmp_path / "umpire.db").entries(code))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("hello", "line 1 is not JSON"),
        ("{}", "heading"),
        ('{"format":"umpire-ledger/9"}', "umpire-ledger/9"),
        ('{"format":"umpire-ledger/1","game":"chess","rules":"1","table":"ROSE","kit":{},"settings":{}}', "chess"),
        ('{"format":"umpire-ledger/1","game":"midway","rules":"1","table":"ROSE","kit":{},"settings":{}}', "kit"),
    ],
)
def test_a_file_that_is_no_ledger(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(text, "utf-8")
    for words in (("--home", tmp_path / "h", "import", file), ("replay", file)):
        done, out, err = run(capsys, *words)
        assert (done, out) == (1, "")
        assert says in err
        assert "Traceback" not in err


def test_a_ledger_that_was_tampered_with_is_not_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = home_with_table(tmp_path / "one", entries=20)
    _, out, _ = run(capsys, "--home", tmp_path / "one", "export", code)
    lines = out.splitlines()
    last = json.loads(lines[10])
    last["told"] = dict.fromkeys(last["told"], "0" * 16) or {"us": "0" * 16}
    file = tmp_path / "bad.jsonl"
    file.write_text("\n".join([*lines[:10], json.dumps(last), *lines[11:]]), "utf-8")
    done, _, err = run(capsys, "--home", tmp_path / "two", "import", file)
    assert done == 1
    assert "entry 10" in err


def test_no_such_file_table_or_audience(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no file" in run(capsys, "replay", tmp_path / "none.jsonl")[2]
    assert "folder" in run(capsys, "replay", tmp_path)[2]
    assert "no table" in run(capsys, "--home", tmp_path, "export", "NONE")[2]
    (tmp_path / "bin").write_bytes(b"\xff\xfe\x00")
    assert "not text" in run(capsys, "replay", tmp_path / "bin")[2]


def test_a_port_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done, _, err = run(capsys, "--home", tmp_path, "serve", "--no-browser", "--host", "127.0.0.1", "--port", port)
    assert done == 1
    assert f"port {port}" in err
    assert "99999 is no port" in run(capsys, "--home", tmp_path, "serve", "--no-browser", "--port", "99999")[2]


LOOKS = """
import os, signal, sys, urllib.request
try:
    said = urllib.request.urlopen(sys.argv[2], timeout=10).status
except OSError as error:
    said = error
with open(sys.argv[1], "w") as note:
    print(said, file=note)
os.kill(os.getppid(), signal.SIGINT)
"""
"""A browser that keeps a note of how it fared, and then presses Ctrl+C in the terminal."""


def test_the_lobby_is_opened_when_somebody_answers_there(tmp_path: Path) -> None:
    """A browser that is sent there too soon shows that it found nothing."""
    note, looks = tmp_path / "note", tmp_path / "looks.py"
    looks.write_text(LOOKS)
    browser = shlex.join([sys.executable, str(looks), str(note)]) + " %s"
    command = [sys.executable, "-m", "umpire.cli", "--home", str(tmp_path), "serve", "--port", str(free_port())]
    around = {**os.environ, "BROWSER": browser, "PYTHONUTF8": "1"}
    subprocess.run(command, cwd=ROOT, env=around, stdout=subprocess.DEVNULL, timeout=60, check=True)
    assert note.read_text() == "200\n"


def test_a_database_from_a_newer_version_or_none_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home_with_table(tmp_path)
    with sqlite3.connect(tmp_path / "umpire.db") as db:
        db.execute("PRAGMA user_version = 999")
    done, _, err = run(capsys, "--home", tmp_path, "backup")
    assert (done, "newer" in err) == (1, True)
    (tmp_path / "junk").mkdir()
    (tmp_path / "junk" / "umpire.db").write_text("this is not a database, it is a letter" * 50)
    done, _, err = run(capsys, "--home", tmp_path / "junk", "backup")
    assert done == 1
    assert "Traceback" not in err
