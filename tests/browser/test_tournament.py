"""A turn of the Tournament game by taps alone: two phones, the laptop, real dice, and tables that are blank.

The tests of this module play one table one after the other; each needs those before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import full_chart, midway_kit
from umpire.games.midway import kit as kits

if TYPE_CHECKING:
    from tests.browser.conftest import House, Laptop, Phone

FLEET, MIDWAY, RAID, CLOSE = "E-3-F", "E-3-E", "D-3-F", "E-3-D"
SHIPS = {
    "us": ("Enterprise", "Hornet", "Portland", "Atlanta"),
    "japan": ("Akagi", "Kaga", "Haruna", "Tone"),
}
BLANK = ("fvf/", "sct/", "b17/", "surface/")
HEADINGS = "1-4 1-3 1-2 1-1 2-1 3-1 4-1"


def box() -> dict[str, Any]:
    """A copy whose Tournament tables nobody has typed in yet."""
    known = kits.edition()["roster"]
    roster = {n: {"side": side, "type": known[n]["type"], "arrives": 1} for side in SHIPS for n in SHIPS[side]}
    shaded = {"board/shaded/us": [FLEET, MIDWAY], "board/shaded/japan": [RAID, CLOSE]}
    cells = {**full_chart(), **midway_kit(**shaded), "roster": roster, "hits/Atlanta": 3}
    cells |= {f"crt/1-{n}/{die}": {"hits": 0, "lost": 2} for n in range(5, 20) for die in range(1, 7)}
    cells |= {"crt/1-1/6": {"hits": 2, "lost": 3}, "crt/2-1/2": {"hits": 1, "lost": 2}}
    told = (*roster, "Midway")
    return {
        key: value
        for key, value in cells.items()
        if not key.startswith(BLANK) and (not key.startswith(("air/", "fighters/")) or key.partition("/")[2] in told)
    }


class Table:
    """The devices of the evening."""

    def __init__(self, house: House) -> None:
        self.laptop: Laptop = house.laptop()
        self.laptop.take_kit_in(house.kit_file(box()))
        self.code = self.laptop.set_table(
            umpire="nobody",
            dice="rolled on the table",
            fighters="in use",
            reduction="in use",
            surface="in use",
            crippled="in use",
            anvil="in use",
            waves="in use",
            b17="twice a day",
        )
        self.us, self.japan = (
            house.seated(house.phone(side), self.laptop.code_for(self.code, side)) for side in ("US", "Japan")
        )
        self.screen = self.laptop
        self.screen.go(f"/screen/{self.code}")

    @property
    def phones(self) -> tuple[Phone, Phone]:
        return self.us, self.japan

    def all_read(self, words: str) -> None:
        for device in (*self.phones, self.screen):
            device.reads(words)

    def both_lock(self, kind: str) -> None:
        for phone in self.phones:
            phone.until(kind).lock()


@pytest.fixture(scope="module")
def table(house: House) -> Table:
    return Table(house)


def roll(phone: Phone, step: str, **faces: int) -> None:
    """Real dice, by what each is for (its spaces spelt as underscores); any other shows a one."""
    phone.until(step)
    for die in phone.find(".die").all():
        label = die.locator("b").inner_text()
        face = next((n for what, n in faces.items() if what.replace("_", " ") in label), 1)
        phone.tap(die.locator(f'[aria-label="{label}: {face}"]'))
    phone.lock()


def typed(phone: Phone, step: str, cells: dict[str, str]) -> None:
    """What is read off the components, typed where it is asked for."""
    phone.until(step)
    for key, text in cells.items():
        phone.type(key, text)
    phone.lock()


def test_the_table_is_set_with_all_that_can_be_agreed(table: Table) -> None:
    table.laptop.go(f"/tables/{table.code}")
    for said in ("Fighters", "Midway reduction", "Surface combat", "B-17s from Midway"):
        table.laptop.reads(said, "body")
    table.laptop.reads("twice a day", "body")
    table.screen.go(f"/screen/{table.code}")


def test_set_up_and_a_turn_of_readying(table: Table) -> None:
    us, japan = table.phones
    us.until("place").open().op("ship", "Portland").op("to", FLEET)
    us.op("stack", "waiting").op("to", MIDWAY).lock()
    japan.until("place").open().op("ship", "Haruna").op("ship", "Tone").op("to", RAID)
    japan.op("stack", "waiting").op("to", CLOSE).lock()
    table.both_lock("deready")
    table.both_lock("moves")
    for phone in table.phones:
        phone.until("ready").open().say("All planes").lock()
    for phone in table.phones:
        phone.until("search").say("No more calls")
    table.both_lock("operations")
    table.screen.reads("turn 2 of 31")


def test_ships_that_meet_are_told_of_after_the_calls(table: Table) -> None:
    us, japan = table.phones
    table.both_lock("deready")
    us.until("moves").lock()
    japan.until("moves").open().op("stack", CLOSE).op("to", MIDWAY).lock()
    table.all_read("Japanese ships stand on Midway.")
    table.both_lock("ready")
    for phone in table.phones:
        phone.until("search").say("No more calls")
    table.all_read("Ships of both sides in E-3-E.")


def test_patrols_and_b17s_are_written_unseen(table: Table) -> None:
    us, japan = table.phones
    us.until("operations").open().op("cap").op("from", "Enterprise")
    us.reads("Air patrol from Enterprise over E-3-F", ".asked")
    us.op("done").op("b17").op("look", "D-3").op("zone", RAID).op("done")
    us.reads("F 8 Enterprise over E-3-F", ".asked")
    us.reads("B-17s → D-3-F", ".asked")
    us.lock()
    japan.until("operations")
    for word in ("B-17", "patrol", "F 8", "Enterprise over"):
        assert word not in japan.words("main.phone .know") + japan.words(".asked"), word
    assert "B-17" not in japan.page.content(), "nobody hears of B-17s before both have locked"
    japan.open().op("attack").op("from", "Kaga").op("look", "E-3").op("zone", FLEET).op("count", "F:5").op("done")
    japan.op("attack").op("from", "Akagi").op("look", "E-3").op("zone", MIDWAY).op("count", "F:0").op("done")
    japan.lock()
    for device in (*table.phones, table.screen):
        device.reads("Japan attacks E-3-F with D 7, T 10, F 5.")
        device.reads("B-17s attack D-3-F. US patrols E-3-F with F 8.")


def test_fighters_meet_with_typed_dice_and_a_typed_table(table: Table) -> None:
    us, japan = table.phones
    us.until("battle-1/place").lock()
    japan.until("battle-1/press")
    japan.reads("patrol F 8", ".know")
    japan.say("Press on")
    us.until("battle-1/strip")
    us.reads("Your patrol of 8 meets an escort of 5.", ".asked")
    assert not us.find('.asked [data-arg="F:4"]').count(), "the patrol that fights is never smaller than the escort"
    us.op("count", "F:3")
    us.reads("Lock: 3 kept out, 5 fight", ".asked")
    us.lock()
    table.all_read("3 fighters stripped off to screen")
    typed(us, "battle-1/fighter-columns", {"fvf/columns|": HEADINGS})
    roll(japan, "battle-1/fighter-die", Fighters=4)
    typed(us, "battle-1/fighter-chart", {"fvf/1-1/4|attacker": "3", "fvf/1-1/4|defender": "2"})
    for device in (*table.phones, table.screen):
        device.reads("5 to 5")
        device.reads("die 4")


def test_an_attack_on_bow_and_beams_in_waves_against_a_screen(table: Table) -> None:
    us, japan = table.phones
    japan.until("battle-1/attack").op("target", "Hornet")
    assert not japan.find('.asked [data-arg^="escort"]').count(), "fighters attack no ship"
    japan.op("count", "port:5").op("count", "starboard:3").op("count", "bow:2").say("Next ship")
    japan.op("target", "Enterprise").op("count", "dive:7").lock()
    us.until("battle-1/fire").lock()
    us.until("battle-1/screen").op("count", "Hornet/bow:1").op("count", "Enterprise/dive:2")
    us.reads("left: F 0", ".asked")
    us.lock()
    japan.until("battle-1/waves")
    japan.reads("T-2 on Hornet, bow", ".asked")
    japan.op("cut", "Enterprise/dive:4")
    japan.reads("4 + 3", ".asked")
    japan.lock()
    roll(us, "battle-1/dice")
    for device in (*table.phones, table.screen):
        for words in ("D-4 on Enterprise, wave 1", "D-3 on Enterprise, wave 2", "T-2 on Hornet, bow"):
            device.find(".fought .groups li", has_text=words).first.wait_for(state="attached")


def test_a_raid_on_midway_with_ships_there(table: Table) -> None:
    us, japan = table.phones
    japan.until("battle-2/aim")
    table.all_read("US ships are at Midway.")
    japan.op("count", "D:5").op("count", "T:10")
    japan.reads("Lock: island D 5, T 10, ships D 2", ".asked")
    japan.lock()
    us.until("battle-2/place")
    us.find('svg.battle [aria-label^="Portland,"]').wait_for()
    us.lock()
    japan.until("battle-2/press").say("Press on")
    japan.until("battle-2/attack").op("target", "Portland").op("count", "dive:2").lock()
    us.until("battle-2/fire").lock()
    japan.until("battle-2/waves").say("Lock: all at once")
    roll(us, "battle-2/dice")
    roll(japan, "battle-2/bombs", Bombs=4)
    table.all_read("Note Midway’s fortification: 15.")


def test_losses_on_the_field_are_the_us_own(table: Table) -> None:
    us, japan = table.phones
    us.until("battle-2/ground")
    us.reads("Midway is bombed", ".asked")
    us.reads("The table calls for 5.", ".asked")
    assert not us.find(".asked .numbers:visible").count(), "covered until opened"
    us.open()
    us.reads("5 on the field are destroyed.", ".asked")
    us.op("count", "D:0").op("count", "T:0").op("count", "F:5")
    us.reads("Lock: F 5", ".asked")
    us.lock()
    us.until("b17/target")
    us.reads("B-17s over D-3-F: Akagi and Kaga.", ".know")
    for device in (japan, table.screen):
        device.reads("B-17s over D-3-F: Akagi and Kaga.")
        assert "on the field" not in device.words("body")
        assert "Lost on Midway" not in device.page.content()


def test_b17s_on_one_of_the_ships_they_find(table: Table) -> None:
    us, japan = table.phones
    us.until("b17/target").op("ship", "Kaga")
    us.reads("Lock: Kaga", ".asked")
    us.lock()
    roll(japan, "b17/die", Kaga=6)
    typed(us, "b17/chart", {"b17/6|": "1"})
    for device in (*table.phones, table.screen):
        device.reads("B-17s on Kaga: die 6, 1 hit.")


def test_landing_tells_each_side_its_own(table: Table) -> None:
    us, japan = table.phones
    us.until("landing").open()
    us.reads("Enterprise over E-3-F · F 8", ".know")
    us.reads("Lost in the battle: F 2.", ".know")
    japan.until("landing").open()
    japan.reads("Kaga → E-3-F", ".know")
    japan.reads("Akagi → E-3-E · D 7, T 10 Lost in the battle: D 2.", ".know")
    assert "Enterprise over" not in japan.page.content()
    assert "Kaga →" not in us.page.content()
    us.lock()
    japan.lock()
    table.all_read("Surface combat in E-3-E")


def test_surface_combat_to_the_first_shots(table: Table) -> None:
    us, japan = table.phones
    japan.until("surface-1/place").op("pick", "Tone").op("to", "11:1").lock()
    us.until("surface-1/place")
    us.find('svg.battle [aria-label^="Haruna,"]').wait_for()
    us.lock()
    japan.until("surface-1/moves-1").op("ahead").lock()
    us.until("surface-1/moves-1").op("pick", "Portland").op("to", "9:6").lock()
    japan.until("surface-1/fire-1")
    japan.reads("Haruna fires at", ".asked")
    assert not japan.find('.asked [data-op="ship"][data-arg="Tone"]').count(), "a cruiser reaches three rectangles"
    japan.lock()
    for device in (*table.phones, table.screen):
        device.find('svg.battle .fired[aria-label^="Portland,"]').wait_for()
    typed(
        us, "surface-1/factors-japan-1", {"sct/columns|": HEADINGS, "surface/Haruna|": "10", "surface/Portland|": "6"}
    )
    roll(us, "surface-1/dice-japan-1", Portland=2)
    typed(japan, "surface-1/chart-japan-1", {"sct/1-1/2|": "0"})


def test_getting_away_is_sealed_and_rolled_for(table: Table) -> None:
    us, japan = table.phones
    us.until("surface-1/withdraw-1").say("Roll to withdraw")
    japan.until("surface-1/withdraw-1")
    japan.reads("US has locked", ".wait")
    assert "would withdraw" not in japan.page.content(), "what the US said is sealed"
    japan.say("Stay")
    roll(japan, "surface-1/withdrawal-1", US=3)
    japan.until("surface-1/moves-2").lock()
    us.until("surface-1/moves-2").op("ahead").lock()
    japan.until("surface-1/fire-2").op("ship", "Tone").op("at", "Portland").lock()
    typed(japan, "surface-1/factors-japan-2", {"surface/Tone|": "4"})
    roll(us, "surface-1/dice-japan-2")
    typed(us, "surface-1/chart-japan-2", {"sct/2-1/1|": "0"})
    us.until("surface-1/fire-2")
    us.reads("Portland fires at", ".asked")
    us.lock()


def test_a_battle_ends_when_a_side_gets_away(table: Table) -> None:
    us, japan = table.phones
    roll(us, "surface-1/dice-us-2", Haruna=6)
    typed(us, "surface-1/chart-us-2", {"sct/1-2/6|": "1"})
    us.until("surface-1/withdraw-2").say("Roll to withdraw")
    japan.until("surface-1/withdraw-2").say("Stay")
    roll(japan, "surface-1/withdrawal-2", US=6)
    table.both_lock("deready")
    table.all_read("Surface combat in E-3-E: US withdrew.")
    us.until("moves").open()
    assert "Held by surface combat" not in us.words(".asked"), "nobody is held after a withdrawal"
