"""The command line: umpire serve | export | import | replay | check | report | backup."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from umpire import __version__, incoming
from umpire.host import Host, NoSuchTable
from umpire.in_play import Fault
from umpire.store import CODE_LETTERS, Store
from umpire.table.asks import Refusal
from umpire.table.ledger import Entry, Header, NotALedger
from umpire.table.plot import PUBLIC
from umpire.table.proof import NotHeld, findings, first_of, held, prove
from umpire.table.replay import replayed
from umpire.table.script import Game
from umpire.table.seals import shown
from umpire.table.table import Mismatch
from umpire.table.words import counted
from umpire.troubles import StoreError


class Said(Exception):
    """Something to say to whoever typed the command, and nothing more to do."""


def data_folder() -> Path:
    """Where the tables of this laptop are kept, unless told otherwise."""
    base = os.environ.get("UMPIRE_HOME")
    return Path(base) if base else Path.home() / "umpire-tables"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it was done, 1 with a plain sentence when it was not."""
    options = _parser().parse_args(argv)
    try:
        done: int = options.run(options)
        return done
    except (Said, StoreError, NotALedger, NotHeld, Refusal, Fault) as error:
        print(f"umpire: {error}", file=sys.stderr)
        return 1
    except Mismatch as error:
        print(f"umpire: the ledger does not follow the rules of this version ({error})", file=sys.stderr)
        return 1
    except NoSuchTable as error:
        print(f"umpire: there is no table {error} here", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"umpire: {error.strerror or error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="umpire", description="The third person at a table of carrier wargames.")
    parser.add_argument("--version", action="version", version=f"umpire {__version__}")
    parser.add_argument(
        "--home", type=Path, default=None, help="folder that holds the tables (default ~/umpire-tables)"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    home = argparse.ArgumentParser(add_help=False)
    home.add_argument("--home", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    one_of = argparse.ArgumentParser(add_help=False)
    one_of.add_argument(
        "--instance", type=_letter, default="", metavar="LETTER", help="where a club runs several: this one's letter"
    )

    serve = commands.add_parser("serve", parents=[home, one_of], help="open the tables to the browser and to phones")
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument("--host", default="", help="address to listen on (default: all; behind a proxy, 127.0.0.1)")
    serve.add_argument(
        "--address", type=_address, default="", help="address to put into the QR codes, or the URL of a club's door"
    )
    serve.add_argument(
        "--behind-proxy",
        nargs="?",
        const="127.0.0.1",
        default="",
        metavar="ADDRESS",
        help="take visitors' addresses from the proxy there, and nobody for the laptop: the desk code opens the lobby",
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open the lobby")
    serve.set_defaults(run=_serve)

    export = commands.add_parser("export", parents=[home], help="write a table's ledger to standard output")
    export.add_argument("table")
    export.set_defaults(run=_export)

    take = commands.add_parser("import", parents=[home, one_of], help="take a table in from a ledger file")
    take.add_argument("file", type=Path)
    take.set_defaults(run=_import)

    replay = commands.add_parser("replay", parents=[home], help="run a ledger file and print what an audience was told")
    replay.add_argument("file", type=Path)
    replay.add_argument("--as", dest="audience", default=PUBLIC, help="us, japan, public or umpire")
    replay.add_argument("--json", action="store_true", help="one dispatch a line, as JSON")
    replay.set_defaults(run=_replay)

    check = commands.add_parser(
        "check", parents=[home], help="prove a ledger file: its seals, fingerprints, and every search answered again"
    )
    check.add_argument("file", type=Path)
    check.add_argument(
        "--held",
        type=Path,
        default=None,
        help="fingerprints that phones or paper hold, a line each: us t9 3f9a 12cd 88e0 b7c1",
    )
    check.set_defaults(run=_check)

    report = commands.add_parser("report", parents=[home], help="write a finished table's report to a file")
    report.add_argument("table")
    report.add_argument("file", type=Path)
    report.set_defaults(run=_report)

    backup = commands.add_parser(
        "backup", parents=[home], help="copy the tables to a file, safely while they are in play"
    )
    backup.add_argument("--to", type=Path, default=None)
    backup.set_defaults(run=_backup)
    return parser


def _store(options: argparse.Namespace) -> Store:
    home = options.home or data_folder()
    home.mkdir(parents=True, exist_ok=True)
    return Store(home / "umpire.db", getattr(options, "instance", ""))


def _letter(text: str) -> str:
    """The letter of an instance, one that codes are made of, or none; raises `argparse.ArgumentTypeError`."""
    letter = text.upper()
    if len(letter) > 1 or letter not in CODE_LETTERS:
        raise argparse.ArgumentTypeError(f"one letter of {CODE_LETTERS}")
    return letter


def _address(text: str) -> str:
    """What phones may open: a number, or a whole URL, or nothing said; raises `argparse.ArgumentTypeError`."""
    try:
        door = urlsplit(text)
        if not text or (door.scheme in ("http", "https") and door.hostname) or ip_address(text):
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("a number like 192.168.1.2, or a URL like http://192.168.1.2:8000")


def _serve(options: argparse.Namespace) -> int:
    from umpire.serving import serve

    listen = options.host or ("127.0.0.1" if options.behind_proxy else "0.0.0.0")
    _check_port(listen, options.port)
    home = options.home or data_folder()
    store = _store(options)
    _check_codes(store)
    serve(
        store,
        host=listen,
        port=options.port,
        address=options.address,
        backups=home / "backups",
        listening=(lambda: None) if options.no_browser else lambda: _open_lobby(options.port),
        proxy=options.behind_proxy,
    )
    return 0


def _open_lobby(port: int) -> None:
    """The lobby in this laptop's browser, which some only return from when it is closed."""
    threading.Thread(target=webbrowser.open, args=[f"http://localhost:{port}/"], daemon=True).start()


def _check_codes(store: Store) -> None:
    """A club's door would not find a table under a code that is not its instance's; raises `Said`."""
    strange = [row.code for row in store.tables() if not row.code.startswith(store.instance)]
    if strange:
        raise Said(
            f"table {strange[0]} is not of instance {store.instance}: export it, and import it into a folder of the"
            " instance's own, where it gets a code that begins with that letter"
        )


def _check_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError:
            raise Said(f"{port} is no port; choose one from 1024 to 65535") from None
        except OSError as error:
            raise Said(
                f"port {port} cannot be used ({error.strerror}); perhaps umpire runs already. Try --port {port + 1}"
            ) from None


def _export(options: argparse.Namespace) -> int:
    host = Host(_store(options))
    code = options.table.upper()
    if words := host.live(code).stays:
        raise Said(f"table {code}: {words}")
    for line in host.taken_out(code):
        print(line)
    return 0


def _import(options: argparse.Namespace) -> int:
    code = Host(_store(options)).take_in(_text(options.file))
    print(f"Table {code} is here. Open it in the lobby.")
    return 0


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(incoming.LONGEST + 1)  # what never ends is not read to its end
        if len(data) > incoming.LONGEST:
            raise NotALedger(f"{path.name} is larger than any game")
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotALedger(f"{path.name} is not text") from None
    except FileNotFoundError:
        raise Said(f"there is no file {path}") from None
    except IsADirectoryError:
        raise Said(f"{path} is a folder, not a ledger file") from None


def _ledger(path: Path) -> tuple[Game, Header, Sequence[Entry]]:
    """A ledger file of a game that is here, on a kit that is whole."""
    return incoming.game_of(_text(path))


def _replay(options: argparse.Namespace) -> int:
    game, head, entries = _ledger(options.file)
    if options.audience not in game.audiences:
        raise Said(f"--as takes one of {', '.join(game.audiences)}")
    table = replayed(game, head, entries)
    for number, each in enumerate(table.play.plots[options.audience].heard, 1):
        if options.json:
            line = {"i": number, "kind": each.kind, "facts": each.facts, "rule": each.rule, "struck": each.struck}
            print(json.dumps(line, ensure_ascii=False, sort_keys=True))
        elif words := game.say(each):
            print(f"{'~ ' if each.struck else ''}{words}")
    return 0


def _check(options: argparse.Namespace) -> int:
    game, head, entries = _ledger(options.file)
    against = held(_text(options.held), game.audiences) if options.held else []
    proof = prove(game, head, entries, against)
    print(f"Table {head.table}, {game.title}: {counted(proof.entries, 'entry', 'entries')}")
    for line in findings(proof):
        print(f"  {line}")
    for line in proof.notes:
        print(f"  note: {line}")
    for turn, _, links in proof.fingerprints[-1:]:
        for audience, link in links.items() if head.sealed else ():
            print(f"  {audience} {turn} {shown(link)}")
    for fault in first_of(proof.faults):
        print(f"  WRONG: {fault}")
    print("It holds." if proof.holds else "It does not hold.")
    return 0 if proof.holds else 1


def _report(options: argparse.Namespace) -> int:
    from umpire.web import create_app
    from umpire.web.report import as_file, is_over

    host = Host(_store(options))
    live = host.live(options.table.upper())
    if not is_over(live):
        raise Said(f"table {live.code} is in play: its report shows both sides' secrets, and is there at the end")
    with create_app(host).app_context():
        options.file.write_text(as_file(live.table), "utf-8", newline="\n")
    print(f"The report of table {live.code} is in {options.file}")
    return 0


def _backup(options: argparse.Namespace) -> int:
    store = _store(options)
    running = [row.code for row in store.tables() if row.state == "open" and not row.attended]
    if running:
        raise Said(f"nobody umpires table {running[0]} and it is in play: rest it first")
    to = options.to or (store.path.parent / "backups" / "umpire-copy.db")
    to.parent.mkdir(parents=True, exist_ok=True)
    store.backup(to)
    print(f"Copied to {to}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
