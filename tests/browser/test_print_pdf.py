"""Paper as it comes out of Chromium: the papers, the pages, the head on each, and no enemy secret in the text."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from tests.every import EVERY
from tests.games import lively, victory_lively
from tests.games.carrier import lively as carrier_lively
from tests.tables import chosen, midway_kit
from tests.web.carrier_room import CarrierRoom
from tests.web.test_prints import EYES, PUBLIC, Room, large_kit, small_kit
from tests.web.test_prints import opened as opened
from tests.web.test_victory_prints import ALL_OPTIONS, VictoryRoom, early_kit
from umpire.games import GAMES
from umpire.games.midway import kit as kits
from umpire.games.midway.terms import SIDES
from umpire.web import folder
from umpire.web.viewers import cookie_of, path_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM or not shutil.which("pdftotext"), reason="needs Chromium and poppler-utils"),
]

PAPERS = {"A4": (595, 842), "Letter": (612, 792)}
MARGIN = 12 / 25.4 * 72
Table = Callable[[], Room]


class Printer:
    """One browser that prints page after page, without a server: style sheets and nothing else go with a page."""

    def __init__(self, browser: Any, to: Path) -> None:
        self.page, self.to, self.made = browser.new_page(), to, 0
        for name in ("umpire.css", "print.css"):
            shutil.copy(Path(folder("static")) / name, to / name)

    def printed(self, html: str, papers: Iterable[str] = PAPERS) -> dict[str, Path]:
        """The PDF of a page on each paper; it is opened once, and only its size is set anew."""
        for name in ("umpire.css", "print.css"):
            html = html.replace(f"/static/{name}", name)
        self.made += 1
        file = self.to / f"{self.made}.html"
        file.write_text(html.replace("</head>", '<style id="paper"></style></head>'), "utf-8")
        self.page.goto(file.as_uri())
        pdfs = {}
        for paper in papers:
            rule = f"@page {{ size: {paper}; margin: 12mm }}"
            self.page.evaluate("rule => { document.querySelector('#paper').textContent = rule; }", rule)
            pdfs[paper] = self.to / f"{self.made}-{paper}.pdf"
            self.page.pdf(path=pdfs[paper], prefer_css_page_size=True)
        return pdfs


@pytest.fixture(scope="module")
def printer(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Printer:
    return Printer(browser, tmp_path_factory.mktemp("printer"))


def told(*command: str | Path) -> str:
    return subprocess.run([str(each) for each in command], check=True, capture_output=True, text=True).stdout


def page_texts(pdf: Path) -> list[str]:
    return told("pdftotext", "-layout", pdf, "-").split("\f")[:-1]


Span = tuple[float, float]


def boxes(pdf: Path) -> list[tuple[float, float, list[Span]]]:
    """By page its width and height, and where every word on it stands: from the left, to the right."""
    made: list[tuple[float, float, list[Span]]] = []
    for line in told("pdftotext", "-bbox", pdf, "-").splitlines():
        if page := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
            made.append((float(page[1]), float(page[2]), []))
        elif word := re.search(r'<word xMin="([-\d.]+)" yMin="[-\d.]+" xMax="([-\d.]+)"', line):
            made[-1][2].append((float(word[1]), float(word[2])))
    return made


def looked_over(room: Room, audience: str, what: str, printer: Printer) -> Iterator[list[str]]:
    """By paper the texts of a print's pages, each checked for its paper, its margins and its marks."""
    for made in fitting(room.html(audience, what), printer):
        for n, text in enumerate(made, 1):
            said = (EYES[audience].upper(), f"table {room.code}", kits.edition()["title"], f"page {n} of {len(made)}")
            marked(text, *said)
            assert re.search(r"Turn \d+, \d{4} June \d, (day|night)|Set-up, before the first turn", text)
        yield made


def fitting(html: str, printer: Printer) -> Iterator[list[str]]:
    """By paper the texts of a job's pages: as many as there are sheets, none of them over the margins."""
    for paper, pdf in printer.printed(html).items():
        pages = boxes(pdf)
        assert len(pages) == html.count('<section class="sheet"'), f"on {paper}: a page ran over"
        for width, height, words in pages:
            assert (round(width), round(height)) == PAPERS[paper]
            for left, right in words:
                assert left >= MARGIN - 1
                assert right <= width - MARGIN + 1
        made = page_texts(pdf)
        assert len(made) == len(pages)
        yield made


def marked(text: str, *marks: str) -> None:
    for said in marks:
        assert said in (text.upper() if said.isupper() else text), said


@pytest.fixture(scope="module", params=["set-up", "battle", "many", "over"])
def moment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table before set-up, in the midst of a battle, with very many ships, and after the end."""
    kit: dict[str, Any] = {"set-up": midway_kit(), "many": large_kit()}.get(request.param, small_kit())
    room = Room(tmp_path_factory.mktemp("table") / "t.db", kit, counts=request.param == "many")
    rng = random.Random(5)
    if request.param == "many":
        room.play(lambda table: lively.lively(table, rng, most=110))
    elif request.param == "over":
        room.play(lambda table: lively.lively(table, rng))
    elif request.param == "battle":
        while not (room.live.table.truth.battle and room.live.table.truth.turn > 5):
            room.play(lambda table: lively.lively(table, rng, most=1))
    yield room
    room.store.close()


@pytest.mark.parametrize("audience", EYES)
def test_every_page_of_every_job_fits_its_paper_and_bears_its_marks(
    moment: Room, audience: str, printer: Printer
) -> None:
    whats = PUBLIC if audience == "public" else ("all",)
    jobs = [looked_over(moment, audience, what, printer) for what in whats]
    whole = "\n".join(text for job in jobs for texts in job for text in texts)
    assert "Hit record" in whole
    assert "Turn record" in whole
    for other in SIDES:
        if other != audience:
            assert EYES[other].upper() not in whole.upper()
            secrets(moment, other, whole)


def test_the_master_sheet_fits_its_paper_and_has_both_sides(moment: Room, printer: Printer) -> None:
    html = moment.laptop.get(f"/desk/{moment.code}/print/master").text
    truth = moment.live.table.truth
    for texts in fitting(html, printer):
        for n, text in enumerate(texts, 1):
            marked(text, "UMPIRE’S EYES ONLY", f"table {moment.code}", f"page {n} of {len(texts)}")
        whole = "\n".join(texts)
        for side in SIDES:
            for zone in truth.of(side).values():
                assert zone in whole, "no zone is broken over two lines"
        if len(truth.ships) < 40:
            assert len(texts) <= 3


@pytest.mark.parametrize("kit", ["none", "known", "whole"])
def test_every_form_is_one_page_for_each_whom_it_is_for(kit: str, printer: Printer, tmp_path: Path) -> None:
    room = Room(tmp_path / "t.db", midway_kit())
    room.store.save_kit("bare", "midway", "Bare", kits.known())
    root = {"none": "/games/midway", "known": "/kits/bare", "whole": f"/screen/{room.code}"}[kit]
    own = ("Operations", "Search", "State", "Movement")
    for texts in fitting(room.laptop.get(f"{root}/forms/all").text, printer):
        heads = [text.split()[0] for text in texts]
        assert heads == ["Hit", "Turn", *(each for each in own for _ in SIDES), "Battles", "A"]
        for n, text in enumerate(texts, 1):
            marked(text, f"page {n} of {len(texts)}", kits.edition()["title"])
        for n, side in ((2, "us"), (3, "japan"), (8, "us"), (9, "japan")):
            marked(texts[n], EYES[side].upper())
        assert texts[1].count("night") == {"none": 1, "known": 1, "whole": 11}[kit], "a word on ten turns, and the note"
    room.store.close()


def test_forms_of_very_many_ships_run_over_no_page(printer: Printer, tmp_path: Path) -> None:
    room = Room(tmp_path / "t.db", large_kit())
    for texts in fitting(room.laptop.get(f"/screen/{room.code}/forms/all").text, printer):
        whole = " ".join(" ".join(texts).split())
        for n in range(44):
            assert f"No{n:02d}" in whole
    room.store.close()


def test_night_is_grey_without_background_printing(printer: Printer, tmp_path: Path) -> None:
    from PIL import Image

    grey = {}
    for nights in ([], ["1900"], ["1900", "2100", "2300", "0100", "0300"]):
        room = Room(tmp_path / f"{len(nights)}.db", midway_kit(**{"track/nights": nights}))
        pdf = printer.printed(room.laptop.get(f"/screen/{room.code}/forms/turns").text, ["A4"])["A4"]
        told("pdftoppm", "-r", "60", "-gray", "-png", pdf, tmp_path / f"n{len(nights)}")
        (png,) = tmp_path.glob(f"n{len(nights)}*.png")
        with Image.open(png) as image:
            grey[len(nights)] = sum(image.convert("L").histogram()[190:225])
        room.store.close()
    assert grey[1] - grey[0] > 2 * 200, "two boxes of forty dots by fifteen"
    assert grey[5] - grey[0] > 4 * (grey[1] - grey[0]), "ten of them"


VICTORY_FORMS = ("Damage", "Turn", "Points", "Fights", "Search", "Search", "Map", "Map", "Displays", "Displays", "A")


@pytest.fixture(scope="module", params=["set-up", "amid", "over"])
def victory_moment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table of Victory at Midway before set-up, in the midst of the game, and after the end."""
    room = VictoryRoom(tmp_path_factory.mktemp("table") / "t.db", early_kit(), **ALL_OPTIONS)
    most = {"set-up": 0, "amid": 260, "over": 9999}[request.param]
    room.play(lambda table: victory_lively.lively(table, random.Random(5), most=most))
    yield room
    room.store.close()


@pytest.mark.parametrize("audience", [*EYES, "master"])
def test_every_page_of_victory_at_midway_fits_its_paper(victory_moment: Room, audience: str, printer: Printer) -> None:
    room = victory_moment
    if audience == "master":
        jobs = [room.laptop.get(f"/desk/{room.code}/print/master").text]
    else:
        jobs = [room.html(audience, what) for what in (PUBLIC if audience == "public" else ("all",))]
    eyes = EYES.get(audience, "Umpire’s eyes only")
    for html in jobs:
        for made in fitting(html, printer):
            for n, text in enumerate(made, 1):
                marked(text, eyes.upper(), f"table {room.code}", "Victory at Midway", f"page {n} of {len(made)}")


@pytest.mark.parametrize("kit", ["none", "whole"])
def test_the_forms_of_victory_at_midway_fit_their_paper(kit: str, printer: Printer, tmp_path: Path) -> None:
    room = VictoryRoom(tmp_path / "t.db", early_kit())
    root = {"none": "/games/victory-at-midway", "whole": f"/screen/{room.code}"}[kit]
    for texts in fitting(room.laptop.get(f"{root}/forms/all").text, printer):
        heads = [text.split()[0] for text in texts]
        assert list(dict.fromkeys(heads)) == list(dict.fromkeys(VICTORY_FORMS))
        whole = "\n".join(texts)
        for said in ("Not Ready 2", "Trapped", "H6", "Midway", "25 ship"):
            assert said in whole
    room.store.close()


@pytest.fixture(scope="module", params=["set-up", "amid", "over"])
def carrier_moment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CarrierRoom]:
    """A standard game of Carrier being set up, in the midst of it, and over."""
    room = CarrierRoom(tmp_path_factory.mktemp("table") / "t.db", scenario="standard")
    most = {"set-up": 6, "amid": 500, "over": 9999}[request.param]
    with room.live.changing() as table:
        carrier_lively.lively(table, random.Random(2), most=most)
    yield room
    room.store.close()


def test_every_page_of_carrier_fits_its_paper(carrier_moment: CarrierRoom, printer: Printer) -> None:
    room = carrier_moment
    phone = room.phone("us")
    for root, eyes in ((f"{phone.root}/print/all", "Open to all"), (f"{room.desk}/print/master", "Umpire’s eyes only")):
        page = (room.laptop if "desk" in root else phone).get(root)
        assert page.status_code == 200
        for made in fitting(page.text, printer):
            for n, text in enumerate(made, 1):
                marked(text, eyes.upper(), f"table {room.code}", "Carrier", f"page {n} of {len(made)}")


@pytest.mark.parametrize("kit", ["none", "whole"])
def test_the_forms_of_carrier_fit_their_paper(kit: str, printer: Printer, tmp_path: Path) -> None:
    room = CarrierRoom(tmp_path / "t.db", scenario="standard")
    root = {"none": "/games/carrier", "whole": f"/screen/{room.code}"}[kit]
    for texts in fitting(room.laptop.get(f"{root}/forms/all").text, printer):
        whole = "\n".join(texts)
        for said in ("Japanese log sheet", "US log sheet", "Flight Deck", "Records Track", "Kirishima", "Aaron Ward"):
            assert said in whole
    room.store.close()


@pytest.mark.parametrize("most", [0, 60, 9999], ids=["set-up", "amid", "over"])
@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].shared])
def test_every_page_of_a_shared_table_fits_its_paper(key: str, most: int, printer: Printer, tmp_path: Path) -> None:
    row = EVERY[key]
    room = row.room(tmp_path / "t.db", attended=False)
    with room.live.changing() as table:
        chosen(table, row.choice, random.Random(3), most=most)
    for texts in fitting(room.laptop.get(f"{room.screen}/print/all").text, printer):
        for n, text in enumerate(texts, 1):
            marked(text, "OPEN TO ALL", f"table {room.code}", GAMES[key].title, f"page {n} of {len(texts)}")
    room.store.close()


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].shared])
def test_the_forms_of_a_game_with_a_shared_table_fit_their_paper(key: str, printer: Printer, tmp_path: Path) -> None:
    room = EVERY[key].room(tmp_path / "t.db", attended=False)
    for root in (f"/games/{key}", f"/screen/{room.code}"):
        for texts in fitting(room.laptop.get(f"{root}/forms/all").text, printer):
            for n, text in enumerate(texts, 1):
                marked(text, GAMES[key].title, f"page {n} of {len(texts)}")
    room.store.close()


def secrets(room: Room, side: str, text: str) -> None:
    """No line of a print for others has a ship of this side and her zone, nor any base's planes."""
    truth = room.live.table.truth
    for line in text.splitlines():
        for ship, zone in truth.of(side).items():
            assert not (ship in line and zone in line), line
        for base in truth.bases(side):
            kinds = truth.planes[base]
            aboard = r"\s+".join(str(kinds[kind][state]) for kind in "DT" for state in ("idle", "readying", "ready"))
            assert not re.search(rf"{re.escape(base)}\s.*\b{aboard}\b", line), line


def test_the_head_of_a_table_is_repeated_and_no_row_is_cut(printer: Printer, tmp_path: Path) -> None:
    """Should a page be reckoned too low, what runs over still has the sheet's head and the table's."""
    room = Room(tmp_path / "t.db", small_kit())
    html = room.html("us", "turn")
    row = "<tr><td>C-3</td><td>zone A: BB; zone E: CV, CA and a few more words that take two lines in here</td></tr>"
    table = f"<table><thead><tr><th>Area</th><th>Answer</th></tr></thead><tbody>{row * 90}</tbody></table>"
    html = html.replace('<div class="body"><div>', f'<div class="body"><div>{table}', 1)
    for pdf in printer.printed(html).values():
        texts = page_texts(pdf)
        assert len(texts) > 1
        for text in texts:
            assert "US EYES ONLY" in text.upper()
            assert f"table {room.code}" in text
            assert text.count("C-3") == text.count("zone A: BB; zone E")
        assert all("Area" in text for text in texts if "C-3" in text)
    room.store.close()


def test_hit_boxes_are_seen_without_background_printing(printer: Printer, tmp_path: Path) -> None:
    """A marked box is black on paper though the browser prints no backgrounds."""
    from PIL import Image

    room = Room(tmp_path / "t.db", {**small_kit(), "hits/Astoria": 4})
    room.play(lambda table: lively.lively(table, random.Random(1), most=30))
    pictures = []
    for n in (1, 4):
        room.play(lambda table, n=n: _mark(table, n - 1))  # type: ignore[misc]
        pdf = printer.printed(room.html("public", "hits"), ["A4"])["A4"]
        told("pdftoppm", "-r", "100", "-gray", "-png", pdf, tmp_path / f"h{n}")
        (png,) = tmp_path.glob(f"h{n}*.png")
        with Image.open(png) as image:
            pictures.append(sum(image.convert("L").histogram()[:60]))
    assert pictures[1] - pictures[0] > 2 * 60, "three more boxes of 12 dots by 12 are filled"
    room.store.close()


def _mark(table: Any, hits: int) -> None:
    from umpire.table.table import Hand

    name = f"set/{table.truth.corrections}"
    table.set_right("hits/Astoria", hits, "to see", Hand("umpire", None, "umpire"), name=name)


# On the screen: covered, and printed by one key.


@pytest.fixture
def served(opened: Callable[..., Room]) -> Iterator[tuple[Room, str]]:
    room = opened()
    room.play(lambda table: lively.lively(table, random.Random(2), most=90))
    server = make_server("127.0.0.1", 0, room.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield room, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.mark.parametrize("width", [390, 1280])
def test_on_the_screen_a_sides_sheets_are_covered_and_one_key_prints(
    served: tuple[Room, str], browser: Any, width: int
) -> None:
    room, url = served
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.add_init_script("window.print = () => { window.printed = (window.printed || 0) + 1; }")
    context.add_cookies([{"name": cookie_of("usseat"), "value": "us", "url": url + path_of("usseat")}])
    page.goto(f"{url}/seat/usseat/print/packet")
    sheet = page.locator(".sheet h1").first
    assert not sheet.is_visible()
    page.get_by_role("button", name="Print", exact=True).click()
    assert page.evaluate("window.printed") == 1
    hold = page.get_by_role("button", name="Hold to look").bounding_box()
    assert hold
    page.mouse.move(hold["x"] + 9, hold["y"] + 9)
    page.mouse.down()
    assert sheet.is_visible()
    page.mouse.up()
    assert not sheet.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.emulate_media(media="print")
    assert sheet.is_visible()
    assert not page.get_by_role("button", name="Print", exact=True).is_visible()
    page.emulate_media(media="screen")
    assert page.get_by_role("link", name="Back").get_attribute("href") == "/seat/usseat"
    page.goto(f"{url}/screen/{room.code}/print/hits")
    assert page.locator(".sheet h1").first.is_visible()
    assert faults == []
    context.close()
