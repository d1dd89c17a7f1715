"""Runs every file of a folder through whatever takes files, in a process that may not grow; says what came of each.

``python -m tests.web.hostile_files FOLDER MEGABYTES``: a line of JSON for each file and door.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import resource
import sys
import time
from pathlib import Path

from tests.every import EVERY
from tests.web.room import Room
from umpire import cli

COMMANDS = ("import", "replay", "check")
PAGES = {".jsonl": ("/import", "/check"), ".toml": ("/kits/import",)}


def main(folder: Path, most: int) -> None:
    room = Room(folder / "umpire.db")
    for game, row in EVERY.items():
        room.store.save_kit(f"kit-{game}", game, "A box", row.kit())
    forget_peak()
    resource.setrlimit(resource.RLIMIT_AS, (most * 2**20, most * 2**20))
    for path in sorted(each for each in folder.iterdir() if each.suffix in PAGES):
        for door in (*(COMMANDS if path.suffix == ".jsonl" else ()), *PAGES[path.suffix]):
            began = time.process_time()
            status, said = by_command(folder, door, path) if door in COMMANDS else by_page(room, door, path)
            seconds = time.process_time() - began
            print(json.dumps([path.name, door, status, said[-2000:], round(seconds, 2), peak()]), flush=True)


def forget_peak() -> None:
    """A new process bears the peak of the one that bore it; this one begins its own."""
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """The most memory this process has held since, in megabytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) // 1024 if found else 0


def by_command(folder: Path, command: str, path: Path) -> tuple[int, str]:
    said, told = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(told):
        try:
            status = cli.main(["--home", str(folder / "home"), command, str(path)])
        except BaseException as fault:
            return 500, repr(fault)[:300]
    return status, said.getvalue() or (told.getvalue() if status else "")


def by_page(room: Room, page: str, path: Path) -> tuple[int, str]:
    with path.open("rb") as file:
        answer = room.laptop.post(page, {"file": (file, path.name)})
    if answer.status_code == 303 and page == "/import":
        looked = looked_at(room, answer.headers["Location"].rpartition("/")[2])
        return looked, f"a page answers {looked}" if looked >= 500 else ""
    found = re.search(r'class="refusal" role="alert">(.*?)</', answer.text, re.S)
    said = found[1] if found else answer.text
    if page == "/check" and answer.status_code == 200:
        return 200, f"a page of {len(said)} letters" if len(said) > 20_000 else ""
    return answer.status_code, said


def looked_at(room: Room, code: str) -> int:
    """The worst that comes of looking at a table that was taken in, and of joining it."""
    paths = [f"/tables/{code}", f"/screen/{code}", f"/desk/{code}", f"/screen/{code}/print/turn", "/"]
    sides = room.host.live(code).seated
    paths += [f"/j/{room.store.issue_code(code, side, 'join').code}" for side in sides]
    return max(room.laptop.get(path).status_code for path in paths if not path.startswith("/desk"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
