"""Every kind of screen at the sizes and in the themes it is seen in: nothing runs over, nothing is too small.

The screenshots are left in a folder for people to look at; `pytest -s` says where.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import carrier_looks, tournament, victory
from tests.browser.conftest import LAPTOP, SMALL, TALL, House, Laid, Laptop, Page, Phone
from tests.browser.looking import CONTRAST, LOOK
from tests.games.carrier.boxes import full_kit
from tests.games.midway_scenes import ALL, COLUMNS, NONE, attack, dive, orders, port, run, say, starboard, z
from tests.tables import full_chart, midway_kit
from umpire.table.table import Hand, Table
from umpire.web.viewers import path_of

FLEET, RAIDERS = z(12, 4), z(6, 4)
SIDES = ("us", "japan")
THEMES = ("light", "dark")


class Gallery(Laid):
    """Tables at every step of a turn, laid before the server starts, with a phone a side."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.shots = folder / "shots"
        self.shots.mkdir()
        self.bands: dict[str, str] = {}
        with self as laid:
            store = laid.store
            shaded = {"board/shaded/us": [FLEET, z(12, 6)], "board/shaded/japan": [RAIDERS, z(6, 6)]}
            store.save_kit("box", "midway", "Our copy", midway_kit(**shaded))
            store.save_kit("whole", "midway", "A copy filled in", {**full_chart(), **midway_kit(**shaded)})
            store.save_kit("bare", "midway", "A copy just opened", {})
            store.save_kit("tournament", "midway", "A copy with fighters", tournament.kit())
            store.save_kit("many", "midway", "A copy with many ships", tournament.crowded())
            store.save_kit("victory", victory.GAME, "A copy of the other game", victory.kit())
            store.save_kit("unread", victory.GAME, "A copy with blanks", victory.unread())
            store.save_kit("carrier", carrier_looks.GAME, "A copy of the third", full_kit())
            store.save_kit("nothing", carrier_looks.GAME, "A copy just unpacked", {})
            assert not carrier_looks.STAGES.keys() & {*STAGES, *victory.STAGES}, "two tables of one name"
            for name, (_, stage) in carrier_looks.STAGES.items():
                copy = "nothing" if name in carrier_looks.BARE else "carrier"
                self.lay(name, carrier_looks.GAME, copy, carrier_looks.settings(name), stage, carrier_looks.SIDES)
            for name, stage in {**STAGES, **victory.STAGES}.items():
                self._lay(name, stage)
                for look in (TAPS | victory.TAPS).get(name, ()):
                    self._lay(f"{name} {look}", stage)

    def _lay(self, name: str, stage: Callable[[Table], None]) -> None:
        """A table at a stage; each look at what is written there has one of its own, for drafts are kept."""
        game, copy = "midway", "box" if "chart" in name else "whole"
        settings = {"umpire": "nobody" not in name, "dice": "real" if "dice" in name else "app"}
        if stage in tournament.STAGES.values():
            settings, copy = settings | tournament.SETTINGS, "many" if "many" in name else "tournament"
        if stage in victory.STAGES.values():
            game, settings = victory.GAME, settings | victory.SETTINGS
            copy = "unread" if "values" in name else "victory"
        self.lay(name, game, copy, settings, stage, SIDES)


def to(step: str, **said: Any) -> Callable[[Table], None]:
    """Play to a step; both sides ready everything in the first turn, and Japan attacks in the second."""

    def stage(table: Table) -> None:
        if step == "setup":
            return
        places = {f"{side}/place": placed(table, side) for side in SIDES}
        run(table, "t1/deready", places)
        if step.startswith("t1"):
            run(table, step)
            return
        run(table, "t2/search/us", {"us/readying": ALL, "japan/readying": ALL})
        say(table, "us", "C-2")
        say(table, "us", {"last": "B-1"})
        if step.startswith("t2/search"):
            return
        run(table, "t2/operations")
        if step == "t2/operations":
            return
        sheet = orders(attack("Akagi", FLEET, D=7, T=6), attack("Kaga", FLEET, T=6))
        run(table, step, {"japan/operations": sheet, **{key.replace("_", "/", 1): v for key, v in said.items()}})

    return stage


def placed(table: Table, side: str) -> dict[str, str]:
    """The carriers and their cruisers in one zone, the rest two rows down."""
    ships = table.asks[side].facts["entering"]
    zones = (FLEET, z(12, 6)) if side == "us" else (RAIDERS, z(6, 6))
    return {ship: zones[n > 5] for n, ship in enumerate(ships)}


WAVES = [dive("Hornet", 7), port("Enterprise", 5), starboard("Hornet", 5), port("Hornet", 2)]


def moved(table: Table) -> None:
    to("t2/operations")(table)
    table.move("japan", "dispute", "moved", Hand("seat", 2, "japan"), name=motion(table), text="May CL shell?")


def cells(table: Table) -> None:
    to("battle-1/screening", japan_attack=WAVES)(table)
    say(table, "chart", {"crt/columns": COLUMNS})
    run(table, "battle-1/chart")


def half_locked(table: Table) -> None:
    to("t1/deready")(table)
    say(table, "us", NONE)


def rested(table: Table) -> None:
    to("t1/moves")(table)
    table.move("japan", "pause", "moved", Hand("seat", 2, "japan"), name=motion(table))


def conceded(table: Table) -> None:
    to("t1/moves")(table)
    table.move("japan", "concede", "moved", Hand("seat", 2, "japan"), name=motion(table))


def motion(table: Table) -> str:
    from umpire.web.pages import motion_name

    return motion_name(table.play.plots["us"])


STAGES: dict[str, Callable[[Table], None]] = {
    "set-up": to("setup"),
    "opening": to("t1/deready"),
    "opening, one locked": half_locked,
    "movement": to("t1/moves"),
    "readying": to("t1/ready"),
    "search": to("t2/search/japan"),
    "operations": to("t2/operations"),
    "placement": to("/place"),
    "press": to("/press"),
    "attack": to("/attack"),
    "fire": to("/fire", japan_attack=WAVES),
    "dice": to("/dice", japan_attack=WAVES),
    "headings, from the chart": to("battle-1/screening", japan_attack=WAVES),
    "chart": cells,
    "landing": to("landing", japan_attack=WAVES),
    "landed, nobody umpires": to("t3/deready", japan_attack=WAVES),
    "motion": moved,
    "resting": rested,
    "over": conceded,
    **tournament.STAGES,
}
"""By name, what is played before the look."""
US_WRITES = {"set-up", "opening", "movement", "readying", *tournament.US_WRITES}
"""Stages in which it is the US that is looked at as it writes."""

TAPS: dict[str, dict[str, list[str]]] = {
    "set-up": {"open": ["[data-open]"]},
    "opening": {"some": ["[data-open]", '[data-arg="some"]']},
    "movement": {"open": ["[data-open]"], "picked": ["[data-open]", '.know .line[data-op="stack"]']},
    "readying": {"some": ["[data-open]", '[data-arg="some"]']},
    "search": {"area": ['[data-arg="D-2"]'], "refused": ['[data-arg="G-6"]', ".asked .go"]},
    "operations": {"open": ["[data-open]"], "writing": ["[data-open]", '[data-op="attack"]', '[data-op="from"]']},
    "attack": {"ship": ['.chip[data-op="target"]']},
    "landing": {"open": ["[data-open]"]},
    **tournament.TAPS,
}
"""By stage, what may be tapped there, and the look of it then."""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    return Gallery(tmp_path_factory.mktemp("looks"))


@pytest.fixture(scope="module")
def house(browser: Any, gallery: Gallery) -> Iterator[House]:
    made = House(browser, gallery.folder)
    yield made
    made.close()


@pytest.fixture(scope="module")
def phone(house: House, gallery: Gallery) -> Phone:
    """A phone that sits down at one table of the gallery after another."""
    made = house.phone("phone", color_scheme="dark", device_scale_factor=1)
    return made


@pytest.fixture(scope="module")
def laptop(house: House) -> Laptop:
    return house.laptop(color_scheme="dark")


def looked(
    device: Page, gallery: Gallery, name: str, sizes: tuple[tuple[int, int], ...], themes: tuple[str, ...] = THEMES
) -> dict[str, str]:
    """Look at a page in all sizes, and in each theme at the first, with a screenshot; its bands at that size."""
    bands, wrong = {}, []
    tapped = "true" if SMALL in sizes else "false"
    for size in reversed(sizes):
        device.page.set_viewport_size({"width": size[0], "height": size[1]})
        seen = device.page.evaluate(LOOK.replace("TAPPED", tapped))
        wrong += [f"{size[0]}x{size[1]}: {words}" for words in dict.fromkeys(seen["wrong"])]
        bands = seen["bands"]
        for theme in themes if size == sizes[0] else ():
            device.page.emulate_media(color_scheme=theme)
            wrong += [f"{theme}: {words}" for words in device.page.evaluate(CONTRAST)]
            file = gallery.shots / f"{name.replace(' ', '-')}-{size[0]}x{size[1]}-{theme}.png"
            device.page.screenshot(path=file)
    assert not wrong, f"{name}: " + "; ".join(wrong)
    return bands


@pytest.mark.parametrize("stage", STAGES)
def test_phones(stage: str, phone: Phone, gallery: Gallery) -> None:
    """Both sides' pages of one step: nothing runs over or is too small, and the bands never move."""
    bands = {}
    for side in SIDES:
        gallery.sit(phone, stage, side)
        writes = "us" if stage in US_WRITES or stage not in tournament.STAGES else "japan"
        bands[side] = looked(phone, gallery, f"{stage} {side}", (SMALL, TALL), THEMES if side == writes else ())
    assert bands["us"] == bands["japan"]
    gallery.bands = gallery.bands or bands["us"]
    assert bands["us"] == gallery.bands, "the bands stand elsewhere than in another step"


@pytest.mark.parametrize(("stage", "look"), [(stage, look) for stage in TAPS for look in TAPS[stage]])
def test_phones_as_they_are_written_on(stage: str, look: str, phone: Phone, gallery: Gallery) -> None:
    side = "us" if stage in US_WRITES else "japan"
    gallery.sit(phone, f"{stage} {look}", side)
    covered = phone.page.evaluate(LOOK.replace("TAPPED", "true"))["bands"]
    for what in TAPS[stage][look]:
        phone.tap(f"{what} >> visible=true", sent=what != "[data-open]")
    assert looked(phone, gallery, f"{stage} {look}", (SMALL, TALL)) == covered


LOCK = """() => {
  const keys = [...document.querySelectorAll(".asked [data-lock], .asked [data-post=roll], .asked [name=lock]")];
  const key = keys.filter(e => e.checkVisibility()).pop();
  if (!key) return "no key to lock with";
  const at = key.getBoundingClientRect(), seen = document.elementFromPoint(at.left + at.width / 2, at.bottom - 8);
  return key.contains(seen) ? "" : `the key “${key.textContent.trim()}” is out of sight`;
}"""
"""Whether the key that ends an ask can be tapped where the page stands, without scrolling for it."""


@pytest.mark.parametrize("stage", victory.STAGES)
def test_phones_of_victory_at_midway(stage: str, phone: Phone, gallery: Gallery) -> None:
    """Both sides' pages of every thing asked in it, on the smallest phone; the bands stand as in the other game."""
    writer = "japan" if stage in victory.JAPAN_WRITES else "us"
    for side in SIDES:
        gallery.sit(phone, stage, side)
        bands = looked(phone, gallery, f"{stage} {side}", (SMALL,), THEMES if side == writer else ())
        gallery.bands = gallery.bands or bands
        assert bands == gallery.bands, "the bands stand elsewhere than in another step"
        assert side != writer or stage == "conceded" or not phone.page.evaluate(LOCK), phone.page.evaluate(LOCK)


@pytest.mark.parametrize(("stage", "look"), [(stage, look) for stage, each in victory.TAPS.items() for look in each])
def test_phones_of_victory_at_midway_as_they_are_written_on(
    stage: str, look: str, phone: Phone, gallery: Gallery
) -> None:
    gallery.sit(phone, f"{stage} {look}", "japan" if stage in victory.JAPAN_WRITES else "us")
    covered = phone.page.evaluate(LOOK.replace("TAPPED", "true"))["bands"]
    for what in victory.TAPS[stage][look]:
        phone.tap(f"{what} >> visible=true", sent=what != "[data-open]")
    assert looked(phone, gallery, f"{stage} {look}", (SMALL,)) == covered


@pytest.mark.parametrize("stage", carrier_looks.STAGES)
def test_phones_of_carrier(stage: str, phone: Phone, gallery: Gallery) -> None:
    """Every thing asked in it, on the smallest phone; the bands stand as in the other games."""
    (side,) = carrier_looks.SIDES
    gallery.sit(phone, stage, side)
    bands = looked(phone, gallery, f"{stage} {side}", (SMALL,))
    gallery.bands = gallery.bands or bands
    assert bands == gallery.bands, "the bands stand elsewhere than in another step"
    assert stage == "done" or not phone.page.evaluate(LOCK), phone.page.evaluate(LOCK)


PLAIN = (
    "/j",
    "/j/QQQQ",
    "/help/phones",
    "{us}/menu",
    "{us}/right",
    "{us}/right?find=zone",
    "{us}/record",
    "{us}/phone",
    "/screen/{battle}",
    "{us}/print/turn",
)
DESK = (
    "/",
    "/new/midway",
    "/games/midway",
    "/kits/midway/new",
    "/kits/import",
    "/kits/box",
    "/kits/bare",
    "/tables/{battle}",
    "/desk",
    "/desk/{battle}",
    "/desk/{search}",
    "/desk/{battle}/as/us",
    "/desk/{battle}/right",
    "/desk/{battle}/secrets",
    "/screen/{dice}",
    "/screen/{over}",
    "/screen/{landing}/record",
    "/screen/{landing}/print/hits",
    *(f"/screen/{{{name}}}" for name in tournament.SCREENS),
    *(f"/desk/{{{name}}}" for name in ("aim", "steam", "guns")),
    "/desk/{steam}/as/us",
    "/desk/{guns}/secrets",
    "/new/victory-at-midway",
    "/games/victory-at-midway",
    "/kits/victory",
    *(f"/screen/{{{name}}}" for name in victory.ROOM),
    "/desk/{bombs}",
    "/desk/{orders}/right",
    "/desk/{home}/secrets",
    "/new/carrier",
    "/games/carrier",
    "/kits/carrier",
    *(f"/screen/{{{name}}}" for name in carrier_looks.ROOM),
    "/desk/{decks}",
    "/desk/{decks}/right",
    "/desk/{decks}/secrets",
)


def path(pattern: str, gallery: Gallery) -> str:
    codes = gallery.codes
    us = path_of(gallery.seat("landing", "us"))
    return pattern.format(us=us, battle=codes["fire"], **{k: v for k, v in codes.items() if k.isalpha()})


@pytest.mark.parametrize("pattern", PLAIN)
def test_other_pages_of_a_phone(pattern: str, phone: Phone, gallery: Gallery) -> None:
    gallery.sit(phone, "landing", "us")
    phone.go(path(pattern, gallery))
    looked(phone, gallery, f"phone {pattern}".replace("/", " "), (SMALL, TALL))


@pytest.mark.parametrize("pattern", DESK)
def test_pages_of_the_laptop(pattern: str, laptop: Laptop, gallery: Gallery) -> None:
    laptop.go(path(pattern, gallery))
    looked(laptop, gallery, f"laptop {pattern}".replace("/", " "), (LAPTOP,))


def test_a_long_hand_of_dice_is_rolled_in_the_room_without_scrolling(laptop: Laptop, gallery: Gallery) -> None:
    laptop.go(f"/screen/{gallery.codes['hand']}")
    laptop.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    key, tools = (laptop.find(what).first.bounding_box() for what in ("[data-post=roll]", "nav.tools"))
    assert key["y"] + key["height"] <= tools["y"], "the key to roll with lies under the tools"


def test_a_new_phone_as_all_see_it(laptop: Laptop, phone: Phone, gallery: Gallery) -> None:
    """A QR on the laptop for a phone in the place of another, that phone as it waits, and as it is in."""
    url = laptop.code_for(gallery.codes["opening"], "US")
    looked(laptop, gallery, "laptop code", (LAPTOP,))
    phone.page.goto(url)
    looked(phone, gallery, "phone join", (SMALL, TALL))
    phone.find('input[name="name"]').fill("Nora")
    phone.key("Take the seat").tap()
    phone.reads("Waiting for a yes", "body")
    looked(phone, gallery, "phone waiting", (SMALL, TALL))
    laptop.go(f"/desk/{gallery.codes['opening']}")
    looked(laptop, gallery, "laptop phone waits", (LAPTOP,))
    laptop.key("Yes, seat it").click()
    phone.until("deready")
    phone.reads("US has a new phone.", ".know")
    bands = looked(phone, gallery, "phone new", (SMALL, TALL))
    assert bands == (gallery.bands or bands), "the word about a phone moves the bands"


@pytest.mark.parametrize("side", SIDES)
def test_nothing_is_asked_once_the_game_is_over(side: str, phone: Phone, gallery: Gallery) -> None:
    gallery.sit(phone, "over", side)
    phone.reads("The game is over", ".asked")
    assert not phone.find(".asked button:visible").count(), phone.words(".asked")


def test_what_is_typed_on_a_slow_network_stands(phone: Phone, gallery: Gallery) -> None:
    """Box after box, faster than the answers come: no answer wipes out what was typed since it was asked for."""
    gallery.sit(phone, "chart", "japan")
    phone.context.route("**/act", slowly)
    boxes = phone.find(".asked .boxes input")
    for n in range(boxes.count()):
        boxes.nth(n).fill(str(n))
    phone.page.wait_for_timeout(2500)
    phone.context.unroute("**/act", slowly)
    assert [boxes.nth(n).input_value() for n in range(boxes.count())] == [str(n) for n in range(boxes.count())]


def slowly(route: Any) -> None:
    time.sleep(0.3)
    route.continue_()


def test_where_the_screenshots_are(gallery: Gallery) -> None:
    made = len(list(gallery.shots.glob("*.png")))
    print(f"{made} screenshots in {gallery.shots}")
    assert made
