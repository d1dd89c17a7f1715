"""More than one laptop: two instances behind nginx, each with its own file, copied all the while by Litestream.

The configuration is the one that is shipped in deploy/; only its ports are others. What runs without nginx is
tried everywhere; the rest is left out, with a word, where nginx or Litestream is not installed.
"""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.conftest import ADDRESS, Server, free_port
from tests.club import (
    DEPLOY,
    LETTERS,
    LITESTREAM,
    NGINX,
    Club,
    Copying,
    Instance,
    Phone,
    Visitor,
    rest,
    rest_and_resume,
    said_at,
)
from tests.every import EVERY
from umpire import cli
from umpire.games import GAMES
from umpire.host import TAKEN_OUT, Host
from umpire.serving import build
from umpire.store import Store

needs_nginx = pytest.mark.skipif(not NGINX, reason="needs nginx (Debian: nginx-light)")
needs_litestream = pytest.mark.skipif(not NGINX or not LITESTREAM, reason="needs nginx and litestream")
OF_NO_TABLE = {"", "static", "ping", "help", "games"}
"""Where any instance serves as well as another."""
SPOKEN = "SELECT table_code, line FROM entries"
FORGED = (
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-For": "127.0.0.1, 127.0.0.1"},
    {"X-Forwarded-For": "", "X-Real-IP": "127.0.0.1", "X-Forwarded-Host": "localhost"},
    {"Forwarded": "for=127.0.0.1;host=localhost"},
    {"X-Forwarded-Proto": "https"},
    {},
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Club(tmp_path_factory.mktemp("club")) as made:
        yield made


class TestWhereATableLives:
    """All of a table's traffic goes to one instance, by the first letter of what its URLs name it by."""

    def test_every_route_of_a_table_is_one_the_door_knows(self, tmp_path: Path) -> None:
        """A route added tomorrow that carries a table otherwise fails here."""
        shipped = (DEPLOY / "nginx.conf").read_text("utf-8")
        mapped = re.findall(r'"~\*\^/\((.*?)\)/(\w)"', shipped)
        assert [letter.upper() for _, letter in mapped] == list(LETTERS)
        app, _ = build(Store(tmp_path / "umpire.db"), port=8000)
        named = ("code", "seat_id")
        carries = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules() if rule.arguments & set(named)}
        for firsts, _ in mapped:
            assert set(firsts.split("|")) == carries
        for rule in app.url_map.iter_rules():
            wild = [part for part in rule.rule.split("/")[2:] if part.startswith("<")]
            assert rule.arguments.isdisjoint(named) or wild[0] in ("<code>", "<seat_id>"), rule
        (lobby,) = re.findall(r"location ~ \^/\((.*?)\)", shipped)
        firsts = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
        assert firsts - carries - set(lobby.split("|")) == OF_NO_TABLE

    @pytest.mark.parametrize("game", EVERY)
    def test_an_instance_gives_out_nothing_but_its_own_letters(self, game: str, tmp_path: Path) -> None:
        store = Store(tmp_path / "umpire.db", "B")
        store.save_kit("box", game, "The box", EVERY[game].kit())
        host = Host(store)
        codes = [host.create(game, {}, "box") for _ in range(5)]
        joins = [store.issue_code(codes[0], side, "join").code for side in GAMES[game].sides]
        assert {code[0] for code in codes + joins} == {"B"}
        plain = Store(tmp_path / "plain.db")
        plain.save_kit("box", game, "The box", EVERY[game].kit())
        alone = Host(plain).create(game, {}, "box")
        assert {len(code) for code in codes} == {len(alone) + 1}, "the letter takes nothing from what must be guessed"
        join = plain.issue_code(alone, GAMES[game].sides[0], "join").code
        assert {len(code) for code in joins} == {len(join) + 1}

    @pytest.mark.parametrize("game", EVERY)
    def test_a_table_taken_in_gets_a_code_that_leads_there(self, game: str, tmp_path: Path) -> None:
        one, other = Store(tmp_path / "b.db", "B"), Store(tmp_path / "c.db", "C")
        one.save_kit("box", game, "The box", EVERY[game].kit())
        source, target = Host(one), Host(other)
        code = source.create(game, {"umpire": True}, "box")
        text = "\n".join(source.export(code))
        assert target.take_in(text) == f"C{code[1:]}", "the same letters after its own"
        again = target.take_in(text)
        assert again[0] == "C"
        assert again != f"C{code[1:]}"
        assert source.take_in(text)[0] == "B"
        assert Host(Store(tmp_path / "home.db")).take_in(text) == code, "a single laptop keeps any"

    def test_tables_of_another_letter_are_not_served(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        game = next(iter(EVERY))
        store = Store(tmp_path / "umpire.db", "B")
        store.save_kit("box", game, "The box", EVERY[game].kit())
        code = Host(store).create(game, {}, "box")
        words = ["--home", str(tmp_path), "serve", "--no-browser", "--port", "0", "--instance", "C"]
        assert cli.main(words) == 1
        assert code in capsys.readouterr().err

    def test_the_commands_of_the_recipe_are_commands(self) -> None:
        recipe = (DEPLOY.parent / "docs" / "club.md").read_text("utf-8")
        commands = re.findall(r"^umpire (.*?)(?: >.*)?$", recipe, re.M)
        assert len(commands) == 4
        for words in commands:
            cli._parser().parse_args(words.split())

    @pytest.mark.parametrize("letter", ["A", "BB", "7", "é", "BC"])
    def test_an_instance_has_one_letter(self, letter: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            cli.main(["serve", "--port", "99999", "--instance", letter])
        assert "one letter of" in capsys.readouterr().err

    @pytest.mark.parametrize("address", ["umpire.example", "http://", "ftp://club.example", "192.168.1.999"])
    def test_an_address_no_phone_could_open(self, address: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            cli.main(["serve", "--port", "99999", "--address", address])
        assert "http://" in capsys.readouterr().err


class TestNobodyIsTheLaptop:
    def test_behind_a_proxy_only_the_desk_code_opens_the_lobby(self, tmp_path: Path) -> None:
        """Without nginx: a request that comes from this very machine, as all do that a proxy hands on."""
        for proxied in (False, True):
            app, _ = build(Store(tmp_path / "umpire.db", "B"), port=8000, proxied=proxied)
            machine, url = app.test_client(), "http://localhost:8000"
            opens = machine.get("/help/phones", base_url=url), machine.get("/", base_url=url)
            assert ("New table" in opens[1].text) != proxied
        assert machine.post("/desk", base_url=url, data={"code": "00000000"}).status_code == 422
        assert machine.post("/desk", base_url=url, data={"code": app.extensions["desk"].code}).status_code == 303
        assert "New table" in machine.get("/", base_url=url).text
        assert machine.get_cookie("umpire_deskB", "localhost") is not None, "cookies know no ports: each has its own"

    @needs_nginx
    @pytest.mark.parametrize("headers", FORGED, ids=str)
    def test_whatever_a_phone_says_of_itself(self, club: Club, headers: dict[str, str]) -> None:
        """At the door, in the lobbies, and past nginx: from this machine, with a Host that names it, and headers that lie."""
        for (letter, _), table in club.tables.items():
            for port in (club.door, club.lobbies[letter], club.instances[letter].port):
                phone, said = Visitor(port), {"Host": f"localhost:{port}", **headers}
                assert "New table" not in phone.open("/", headers=said)[1]
                for path in (f"/tables/{table}", f"/tables/{table}/export", f"/desk/{table}", f"/desk/{table}/events"):
                    assert phone.open(path, headers=said)[0] == 404, path
                said["Origin"] = f"http://localhost:{port}"
                assert phone.open(f"/tables/{table}/code", {"side": "us"}, said)[0] == 404

    def test_the_door_says_whom_it_speaks_for_everywhere(self) -> None:
        """A location with a header of its own would drop those that are said for all."""
        shipped = (DEPLOY / "nginx.conf").read_text("utf-8")
        said = re.findall(r"^( *)proxy_set_header (\S+) (.*?);", shipped, re.M)
        assert {indent for indent, _, _ in said} == {"    "}
        assert {name: value for _, name, value in said}["X-Forwarded-For"] == "$remote_addr"
        recipe = (DEPLOY.parent / "docs" / "club.md").read_text("utf-8")
        assert "proxy_set_header X-Forwarded-For $remote_addr;" in recipe

    @pytest.mark.parametrize("behind", [True, False], ids=["behind a door", "without one"])
    def test_wrong_codes_are_counted_by_whom_the_door_speaks_for(self, behind: bool, tmp_path: Path) -> None:
        """Without nginx: this test is the door. Where none was announced, nobody is believed."""
        server = Instance(tmp_path, "B", free_port()) if behind else Server(tmp_path / "home")
        try:
            door = Visitor(server.port)

            def guess(by: str) -> int:
                return door.open("/j/BXXXXXX", headers={"X-Forwarded-For": by})[0]

            assert [guess("10.0.0.1") for _ in range(13)] == [404] * 12 + [429]
            assert guess("10.0.0.2") == (404 if behind else 429)
            assert guess("10.0.0.1") == 429
        finally:
            server.kill()

    @needs_nginx
    def test_guessing_is_slowed_by_who_guesses_and_not_by_whom_he_claims_to_be(self, club: Club) -> None:
        guesser, other = Visitor(club.door, "127.0.0.2"), Visitor(club.door, "127.0.0.3")
        tries = [guesser.open("/j/CXXXXXX", headers={"X-Forwarded-For": f"10.0.0.{n}"})[0] for n in range(20)]
        assert set(tries) == {404, 429}
        assert other.open("/j/CXXXXXX")[0] == 404

    @needs_nginx
    def test_pages_and_forms_of_others_are_refused_through_the_door_too(self, club: Club) -> None:
        phone = club.at("B")[0]["us"]
        form = {"motion": "pause", "say": "nonsense", "name": "motion/0"}
        for headers, status in (
            ({"Host": "evil.example"}, 421),
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": f"http://127.0.0.1:{club.lobbies['B']}"}, 403),
            ({}, 422),
        ):
            assert phone.open(f"{phone.root}/motion", form, headers)[0] == status, headers

    @needs_nginx
    def test_what_is_taken_in(self, club: Club) -> None:
        """Lobbies take files as large as the app does, the door none at all."""
        helper, junk = club.helpers["C"], "x" * 3_000_000
        status, page, _ = helper.take_in(junk)
        assert (status, "not a ledger" in page) == (422, True)
        assert helper.take_in(junk * 4)[0] == 413
        phone = club.at("C")[0]["us"]
        assert phone.open(f"{phone.root}/act", {"ask": "x" * 40_000})[0] == 413
        assert phone.open(f"{phone.root}/act", {"ask": "x" * 400_000})[0] == 413
        door = Visitor(club.door)
        for path in ("/new/midway", "/kits/import", "/import", "/address", "/desk"):
            assert door.open(path)[0] == 404, path


@needs_nginx
class TestAnEvening:
    def test_each_table_is_played_through_one_door_and_lies_in_one_file(self, club: Club) -> None:
        for phones in club.phones.values():
            rest_and_resume(phones)
            for phone in phones.values():
                assert phone.door == f"http://{ADDRESS}:{club.door}"
                for path in ("", "/page", "/record", "/print/turn", "/phone"):
                    status, page, headers = phone.open(phone.root + path)
                    assert (status, headers["Cache-Control"]) == (200, "no-store"), path
                    for link in re.findall(r'(?:href|src|action)="(/[^"#]*)"', page):
                        assert phone.open(link)[0] in (200, 404, 405), link
                        assert "/static/" not in link or phone.open(link)[0] == 200, link
        for letter, instance in club.instances.items():
            mine = sorted(code for (at, _), code in club.tables.items() if at == letter)
            for table in ("entries", "seats", "codes", "dispatches"):
                found = instance.rows(f"SELECT DISTINCT table_code FROM {table} ORDER BY 1")
                assert [code for (code,) in found] == mine, table

    def test_a_phone_adds_another_by_the_door(self, club: Club) -> None:
        for letter in LETTERS:
            phone = club.at(letter)[0]["japan"]
            shown = re.search(r'class="code">(\w+)<', phone.open(f"{phone.root}/phone", {"purpose": "add"})[1])
            assert shown
            second = Phone(club.door, f"http://{ADDRESS}:{club.door}/j/{shown[1].lower()}", "Bo")
            assert second.page() == 200
            assert Visitor(club.door).open(f"{second.root}/page")[0] == 404, "its cookie is its own"

    def test_nudges_are_not_saved_up(self, club: Club) -> None:
        for phones in club.phones.values():
            us, *others = phones.values()
            with us.asking(f"{us.root}/events") as stream:
                assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream")
                first = stream.readline()
                asked = time.monotonic()
                [us, *others][-1].say("pause")
                assert [stream.readline(), stream.readline()][1] != first
                assert time.monotonic() - asked < 5
            us.say("resume") if us.rests else us.say("pause", "declined")
            assert Visitor(club.door).open(f"{us.root}/events")[0] == 404

    def test_when_one_instance_is_gone_the_other_plays_on(self, club: Club) -> None:
        club.instances["C"].kill()
        for phones in club.at("C"):
            status, words, _ = phones["us"].open(f"{phones['us'].root}/page")
            assert (status, "not running just now" in words) == (503, True)
        for phones in club.at("B"):
            rest_and_resume(phones)
        for _ in range(4):
            for path in ("/", "/ping", "/static/umpire.css"):
                assert Visitor(club.door).open(path)[0] == 200
        club.instances["C"].start()
        for phones in club.at("C"):
            assert {phone.page() for phone in phones.values()} == {200}
            rest_and_resume(phones)

    def test_a_table_moves_in_less_than_a_minute(self, club: Club, capsys: pytest.CaptureFixture[str]) -> None:
        """At rest, out of the one lobby and into the other, new codes, and on."""
        here, there = club.helpers["B"], club.helper("C")
        for game in EVERY:
            phones, code = club.phones["B", game], club.tables["B", game]
            in_play, _, _ = here.open(f"/tables/{code}/export")
            begun = time.monotonic()
            rest(phones)
            status, text, _ = here.open(f"/tables/{code}/export")
            assert status == 200
            header, *before = [json.loads(line) for line in text.splitlines()]
            keeps = GAMES[game].keeps(header["settings"])
            assert in_play == (409 if keeps else 200), "in play nothing is taken out that a side keeps for itself"
            status, page, headers = there.take_in(text)
            assert status == 303, page
            moved = headers["Location"].rsplit("/", 1)[1]
            assert moved == f"C{code[1:]}"
            fresh = {side: there.seat(moved, side, club.door) for side in GAMES[game].sides}
            fresh["us"].say("resume")
            took = time.monotonic() - begun
            rest_and_resume(fresh)
            rows = club.instances["C"].rows(f"SELECT line FROM entries WHERE table_code = '{moved}' ORDER BY n")
            assert [json.loads(line) for (line,) in rows][: len(before)] == before
            for phone in phones.values():
                assert TAKEN_OUT in phone.open(f"{phone.root}/page")[1], "nobody plays on where it was"
            with capsys.disabled():
                print(f"\n  a table of {game} moved in {took:.1f} s", end="")
            assert took < 60


@needs_litestream
def test_what_was_copied_comes_back(club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In play, one instance and the copying die at once; what is restored is whole up to a moment, and played on.

    The copying had been down for a while before, and goes on from where it was.
    """
    lost, copies = club.instances["B"], tmp_path / "copies"
    copying = Copying(club, copies)
    time.sleep(1.5)
    copying.kill()
    for phones in club.at("B"):
        _take_up(phones["us"])
        rest_and_resume(phones)
    copying = Copying(club, copies)
    playing = [threading.Thread(target=_play, args=[phones]) for phones in club.at("B")]
    for each in playing:
        each.start()
    time.sleep(4.5)
    lost.kill()
    copying.kill()
    ended = time.monotonic()
    for each in playing:
        each.join(30)
    back = copying.restored("B", tmp_path / "back.db")
    there = said_at(lost.rows(SPOKEN, back))
    last, heard = 0.0, 0
    for game in EVERY:
        told = sorted(each for phone in club.phones["B", game].values() for each in phone.heard)
        whole = [(club.tables["B", game], name) in there for _, name in told]
        assert whole == sorted(whole, reverse=True), "a hole in what came back"
        last = max([last, *(at for (at, _), kept in zip(told, whole, strict=True) if kept)])
        heard += len(told)
    with capsys.disabled():
        print(f"\n  {heard} answers acknowledged; the copy was {ended - last:.1f} s behind", end="")
    assert ended - last < 10
    _put_back(back, lost.home)
    lost.start()
    copying = Copying(club, copies)
    try:
        for phones in club.at("B"):
            assert {phone.page() for phone in phones.values()} == {200}, "a phone lost its seat"
            _take_up(phones["us"])
            rest_and_resume(phones)
        wanted = said_at(lost.rows(SPOKEN))
        for n in range(20):
            time.sleep(0.5)
            if said_at(lost.rows(SPOKEN, copying.restored("B", tmp_path / f"again{n}.db"))) == wanted:
                return
        raise AssertionError("what was played after the restart was not copied")
    finally:
        copying.kill()


def _play(phones: dict[str, Phone]) -> None:
    """Until nobody answers any more."""
    with suppress(OSError, AssertionError):
        while True:
            rest_and_resume(phones)


def _take_up(phone: Phone) -> None:
    """Have nothing moved at a table, and no rest."""
    if phone.rests:
        phone.say("resume")
    elif "proposes" in phone.open(f"{phone.root}/page")[1]:
        phone.say("pause", "taken back")


def _put_back(copy: Path, home: Path) -> None:
    """As docs/club.md says it: the old file and all that lies beside it away, the copy in its place."""
    for old in [*home.glob("umpire.db*"), home / ".umpire.db-litestream"]:
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copy(copy, home / "umpire.db")
