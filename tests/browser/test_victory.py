"""Victory at Midway by taps alone: an evening on two phones with an umpire, and a game of one against the app.

The tests of the evening play one table one after the other; each needs those before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from tests.browser.proposals import locks
from tests.browser.victory import CARRIERS, GAME, MIDWAY_BOMBERS, fought, search, tap_hex
from tests.games.victory_kit import complete_kit
from tests.games.victory_scenes import FIRST_FLEET

if TYPE_CHECKING:
    from tests.browser.conftest import House, Laptop, Page, Phone

SAILING = ("Akagi", "TT1")
"""One ship of each pile that comes on."""


class Evening:
    """The devices of the evening: the desk and the public table on the laptop, a phone a side."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.broken = ""
        self.table = ""
        self.desk: Laptop
        self.screen: Laptop
        self.us: Phone
        self.japan: Phone

    @property
    def phones(self) -> tuple[Phone, Phone]:
        return self.us, self.japan

    @property
    def devices(self) -> tuple[Page, ...]:
        return self.us, self.japan, self.screen

    def all_read(self, words: str) -> None:
        for device in self.devices:
            device.reads(words)

    def both_lock(self, kind: str) -> None:
        for phone in self.phones:
            phone.until(kind).lock()

    def right(self, **facts: str) -> None:
        """The umpire sets facts right at the desk: ships' hexes, or the turn."""
        for name, to in facts.items():
            fact = name if name == "turn" else f"hex/{name.replace('_', ' ')}"
            self.desk.set_right(self.table, fact, to)


@pytest.fixture(scope="module")
def evening(house: House) -> Evening:
    return Evening(house)


@pytest.fixture
def after(evening: Evening, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """The evening as the test before left it."""
    if evening.broken:
        pytest.skip(f"the evening broke off in {evening.broken}")
    before = request.session.testsfailed
    yield evening
    if request.session.testsfailed > before:
        evening.broken = request.node.name


def typed(phone: Phone, kind: str, faces: Sequence[int]) -> None:
    """Dice of the table, read off one after the other on the one pad; a 0 is a ten."""
    phone.until(kind)
    for n, face in enumerate(faces):
        key = phone.find(f'.asked [data-op="face"][data-arg="{n}:{face}"]')
        assert key.inner_text() == ("0/10" if face == 10 else str(face))
        phone.tap(key)
    phone.lock()


def rolled(phone: Phone, kind: str) -> None:
    phone.until(kind).say("Roll for us")


def test_from_the_lobby_to_two_seats(after: Evening) -> None:
    house = after.house
    laptop = house.laptop()
    laptop.take_kit_in(house.kit_file(complete_kit(), game=GAME))
    laptop.reads("A table can be set with this copy", "body")
    after.table = laptop.set_table(
        umpire="a person at the laptop", dice="rolled by the app", name_us="Nora", name_japan="Jiro"
    )
    for side in ("US", "Japan"):
        setattr(after, side.lower(), house.seated(house.phone(side), laptop.code_for(after.table, side)))
    after.screen, after.desk = laptop, house.laptop()
    after.screen.go(f"/screen/{after.table}")
    after.screen.reads("Set-up")


def test_set_up_in_secret(after: Evening) -> None:
    """US Setup: I4 is five hexes from N5. Japanese Setup: a battalion in each transport, as Japan likes."""
    us, japan = after.phones
    tap_hex(us.until("set-up").open(), "I4").lock()
    assert "Enterprise" not in japan.page.content(), "one side's ships are in no page of the other"
    japan.until("set-up").open().op("battalion", "I.D.1").op("battalion", "Yoko")
    japan.reads("Yoko in TT1", ".asked")
    japan.lock()
    after.screen.reads("turn 1 of 25")


def test_a_lock_is_taken_back_and_a_day_passes_in_which_nothing_happens(after: Evening) -> None:
    us, japan = after.phones
    us.until("orders").lock()
    us.say("Take it back")
    us.until("orders").lock()
    japan.until("orders").lock()
    japan.reads("would be held back", ".asked")
    japan.say("Yes, lock it so")
    after.both_lock("strikes")
    after.both_lock("after")
    for phone in after.phones:
        phone.until("orders").reads("Orders for turn 2", ".asked")


def test_ships_enter_in_column_a_and_a_search_finds_nothing(after: Evening) -> None:
    """Entry of Japanese Units: each pile at its own hex of column A; nobody else hears of it."""
    us, japan = after.phones
    japan.until("orders").open().op("group", "1")
    tap_hex(japan, "A1").op("group", "2")
    tap_hex(japan, "A9")
    japan.reads("DD15 and 7 more: A9 Alpha nine", ".asked")
    japan.lock()
    search(us.until("orders").open(), "air", "G5").lock()
    after.all_read("nothing")
    for ship in SAILING:
        assert ship not in us.page.content()
    after.both_lock("strikes")
    for phone in after.phones:
        phone.until("after")
    after.right(turn="5")
    after.all_read("Record corrected")
    after.both_lock("after")


def test_a_night_passes_at_two_taps_a_side(after: Evening) -> None:
    """The Turn Sequence: at night nothing is assigned to fly; the sheets are locked as they lie."""
    for phone in after.phones:
        phone.until("orders").taps.clear()
        phone.reads("Orders for turn 6", ".asked")
        assert not phone.find('.asked [data-arg="air"]').count(), "Air Searches: none at night"
    after.both_lock("orders")
    for phone in after.phones:
        phone.until("after")
    after.right(turn="7")
    after.both_lock("after")
    assert [phone.taps.total() for phone in after.phones] == [2, 2]


def test_vm_03_air_searches_find_carriers_on_both_sides(after: Evening) -> None:
    """Search Example: F5 and I4 are found as carriers, once each; D7 lies two hexes from E6 and is not."""
    after.right(**{ship.replace(" ", "_"): "F5" for ship in FIRST_FLEET}, TT1="D7")
    us, japan = after.phones
    search(us.until("orders").open(), "air", "E6", "F5", "G4", "H6")
    us.reads("Foxtrot five", ".asked")
    us.lock()
    search(japan.until("orders").open(), "air", "F5", "H4", "H6").lock()
    after.all_read("Carriers in F5")
    after.all_read("Carriers in I4")
    for device in after.devices:
        assert "in D7" not in device.words("#page")
    assert us.words(".know").count("Carriers in F5") == 1


def test_vm_19_a_strike_meets_the_patrol_it_is_sent(after: Evening) -> None:
    """Air Strike Example: five bombers of Midway against nine ships and four fighters; none may touch the B-17."""
    us, japan = after.phones
    tap_hex(us.until("strikes").open(), "F5")
    for unit in MIDWAY_BOMBERS:
        us.op("unit", unit)
    us.reads("5 flying", ".asked")
    us.op("close").lock()
    japan.until("strikes").lock()
    japan.until("cap").open().op("none")
    for unit in ("H-F1", "H-F2", "S-F1", "S-F2"):
        japan.op("unit", unit)
    japan.reads("Lock: 4 fighters", ".asked")
    japan.lock()
    japan.until("round-1")
    assert not japan.find('.asked [data-op="at"][data-arg="H1"]').count(), "CAP never fires at the B-17s"
    japan.op("clear")
    for target in ("T1", "D1", "D2", "D3"):
        japan.op("at", target)
    japan.lock()
    after.screen.reads("US strikes F5")


def test_vm_19_dice_of_the_table_are_typed_and_a_0_reads_ten(after: Evening) -> None:
    """Air Strike Example: a T and a D shot down, two D reduced; two ships only may fire; a roll of 1 sinks Akagi."""
    us, japan = after.phones
    typed(us, "round-1-dice", [7, 1, 3, 3, 7, 8, 2, 10])
    typed(japan, "reply-1-dice", [9, 10])
    japan.until("aa")
    japan.reads("all aimed", ".asked")
    assert sorted(key.get_attribute("data-arg") for key in japan.find('.asked [data-op="at"]').all()) == ["D2", "D3"]
    japan.lock()
    typed(us, "aa-dice", [3, 4, 5, 6])
    us.until("bombs").op("firer", "D2").op("at", "Akagi")
    us.op("at", "Akagi").op("at", "Kaga").lock()
    typed(japan, "bombs-dice", [1, 5, 9, 10])
    after.all_read("Akagi sinks at once, with F 2, D 2, T 2")


def test_a_strike_lands_and_one_of_it_is_ditched(after: Evening) -> None:
    """Strike and Escort Aircraft Retrieval: ditching needs a tap of its own, and a yes."""
    us, japan = after.phones
    us.until("next").lock()
    japan.until("next").lock()
    us.until("after").open()
    assert us.find('.know [data-op="unit"]').count() == 3, "one B-17 and two reduced D are left of five"
    unit = us.find('.know [data-op="unit"]', has_text="reduced").first.get_attribute("data-arg")
    us.op("unit", unit).op("sea")
    us.reads(f"Into the sea: {unit}.", ".asked")
    us.lock()
    us.reads("would come down in the sea", ".asked")
    us.say("Yes, lock it so")
    japan.until("after").lock()
    for phone in after.phones:
        phone.until("surface").lock()
    for phone in after.phones:
        phone.until("orders").reads("Orders for turn 9", ".asked")


def test_carriers_move_and_strike_with_escort_and_the_app_rolls(after: Evening) -> None:
    """Air-to-Air Combat with fighters on both sides: position, two rounds, guns, bombs, all dice by the app."""
    us, japan = after.phones
    after.right(TT1="H6", **{ship.replace(" ", "_"): "H4" for ship in CARRIERS}, US_CA1="F5", US_CA2="F5")
    us.until("orders").open().op("stack", "I4")
    tap_hex(us, "I5")
    us.reads("India five", ".asked")
    search(us, "ship", "F5").lock()
    japan.until("orders").lock()
    after.all_read("Carriers in F5")
    tap_hex(us.until("strikes").open(), "F5")
    us.op("kind", "F").op("kind", "D").op("close").lock()
    japan.until("strikes").lock()
    seen = fought(us, japan, "/us/next")
    for part in ("cap", "position-1", "round-1", "round-1-dice", "aa"):
        assert part in seen, seen
    after.screen.reads("US strikes F5")
    us.until("next").lock()
    japan.until("next").lock()
    locks(us.until("after"))  # the dice fell as they would: some of it may have nowhere to come down


def test_vm_32_surface_combat_where_a_search_spoke_of_ships(after: Evening) -> None:
    """Surface Combat: the US declares, so Japan is the defender and fires first."""
    us, japan = after.phones
    locks(japan.until("after").open().op("part", "naval").op("flip", "ashore:Yoko"))
    us.until("surface").open().op("flip", "F5")
    us.reads("Lock: declare F5", ".asked")
    us.lock()
    japan.until("surface").lock()
    japan.until("defend").lock()
    rolled(us, "ships-dice")
    assert "defend" not in fought(us, japan, "/shore"), "the defender fires once"
    after.screen.reads("US attacks in F5: surface combat")


def test_vm_52_troops_land_and_fight_on_the_turn_of_landing(after: Evening) -> None:
    """Invasion Combat: the US fires first; what survives answers. Asked again as ships have fought, preset as said."""
    us, japan = after.phones
    japan.until("shore").open()
    assert japan.find('.asked [aria-pressed="true"]', has_text="Yoko ashore").count() == 1
    japan.lock()
    assert fought(us, japan, "/orders")[:2] == ["aim-us", "dice-us"]
    after.all_read("airfield is shut for good")


def test_the_game_ends_by_agreement_and_the_report_opens_on_a_phone(after: Evening) -> None:
    us, japan = after.phones
    us.find('a[aria-label="US: menu"]').tap()
    us.key("Propose to end the game here").tap()
    japan.reads("proposes: ", ".asked")
    japan.say("Agree")
    after.screen.reads("The game is over")
    japan.find(".asked a", has_text="The whole story").tap()
    japan.page.wait_for_selector(".reel[data-frame]")
    for words in (
        "The reckoning",
        "Points by source",
        "Turn 8",
        "US strikes F5",
        "Invasion combat",
        "Air units ditched D 1",
    ):
        japan.reads(words, "main.report")
    wide = japan.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the report scrolls sideways on a phone"


def test_solitaire_from_the_lobby_to_the_report(house: House) -> None:
    """Solitaire: one phone; the app enters the first fleet at A1 (Japanese Entry), and says so when it is over."""
    laptop = house.laptop()
    laptop.take_kit_in(house.kit_file(complete_kit(), "Another box", GAME))
    table = laptop.set_table(solitaire="the app; you see what a US player sees", dice="rolled by the app")
    phone = house.seated(house.phone("US"), laptop.code_for(table, "US"))
    for turn in (1, 2, 3):
        phone.until(f"t{turn}/orders".partition("/")[2]).reads(f"Orders for turn {turn}", ".asked")
        for step in ("orders", "strikes", "after"):
            phone.until(step).lock()
    assert phone.taps.total() == 9, "a day in which nothing happens is three locks"
    phone.until("orders")
    assert "Akagi" not in phone.page.content(), "hidden: what the app does is not seen"
    phone.find('a[aria-label="US: menu"]').tap()
    phone.find("summary", has_text="Concede").tap()
    phone.key("We concede the game").tap()
    phone.key("Yes, concede").tap()
    phone.find("a", has_text="The whole story").tap()
    phone.page.wait_for_url(re.compile(r"/report$"))
    phone.reads("What the app did for Japan", "main.report")
    assert re.search(r"Enter: .*Akagi.* at A1", phone.words("main.report"))
