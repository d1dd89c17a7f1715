"""The app in a process of its own, as tests start it, kill it and start it again."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
ADDRESS = "198.51.100.7"
"""The laptop's number on the network of the table: no such network exists, the browser is told where it is."""


class Server:
    """`umpire serve` in a process of its own, to be started, killed and started again."""

    entry = "umpire.cli"
    """The module that is run."""
    options: tuple[str, ...] = ()
    """What else `umpire serve` is told."""

    def __init__(self, home: Path, address: str = ADDRESS) -> None:
        self.home, self.address = home, address
        home.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def laptop(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def phones(self) -> str:
        return f"http://{self.address}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def launch(self, **environment: str) -> None:
        """Begin to start, and do not wait until it answers."""
        command = [sys.executable, "-m", self.entry, "--home", str(self.home), "serve", "--port", str(self.port)]
        command += ["--no-browser", "--address", self.address, *self.options]
        with open(self.home / "said.txt", "ab") as said:
            around = {**os.environ, "PYTHONUTF8": "1", **environment}
            self._process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT, env=around)

    @property
    def lives(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, **environment: str) -> None:
        self.launch(**environment)
        for _ in range(600):
            with suppress(OSError), urllib.request.urlopen(f"{self.laptop}/ping", timeout=5):
                return
            assert self.lives, (self.home / "said.txt").read_text("utf-8")
            time.sleep(0.05)
        raise AssertionError("the server did not answer within half a minute")

    def kill(self) -> None:
        """As a power cut does it: nothing is said, nothing is put away."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def free_port() -> int:
    """A port nobody has, below those that outgoing calls are given: it must be free again after a kill."""
    while True:
        port = random.randrange(20_000, 30_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("0.0.0.0", port))
            return port
