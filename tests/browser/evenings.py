"""What players of each game do with their fingers on the way through an evening: set-up, a search that finds, a fight.

All else of an evening is the same in every game, and stands in `test_every_browser`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.browser.proposals import locks, on_to
from tests.browser.victory import MIDWAY_BOMBERS, bombed, search, tap_hex
from tests.games.carrier.boxes import full_kit as carrier_kit
from tests.games.fires.lively import full_kit as fires_kit
from tests.games.lightning.scenes import kit as lightning_kit
from tests.games.midway_scenes import z
from tests.games.victory_kit import complete_kit
from tests.tables import full_chart, midway_kit
from umpire.games import GAMES
from umpire.games.lightning_midway.kit import FIRST

if TYPE_CHECKING:
    from tests.browser.conftest import House, Laptop, Page, Phone

JSON = Any


@dataclass
class Night:
    """A table with an umpire, and all that stands round it."""

    house: House
    game: str
    laptop: Laptop
    screen: Laptop
    table: str
    phones: dict[str, Phone] = field(default_factory=dict)

    @property
    def us(self) -> Phone:
        return self.phones["us"]

    @property
    def japan(self) -> Phone:
        return self.phones["japan"]

    @property
    def second(self) -> Phone:
        """The other side's; where there is but one side, another phone of that."""
        return list(self.phones.values())[1]

    @property
    def alone(self) -> bool:
        """Whether both phones are of one side: nobody sits across from it, and nothing of it is covered."""
        return self.us.name == self.second.name

    @property
    def open(self) -> bool:
        """Whether nothing is covered, and what one phone writes stands on the other too."""
        return GAMES[self.game].one_voice

    @property
    def devices(self) -> list[Page]:
        return [*self.phones.values(), self.screen]

    def desk_sets(self, fact: str, to: str) -> None:
        """The umpire sets a fact right at the desk, and everybody hears that something was."""
        self.laptop.set_right(self.table, fact, to)
        self.all_read("Record corrected")

    def all_read(self, words: str) -> None:
        for device in self.devices:
            device.reads(words)


def _the_other_locks(night: Night) -> str:
    locks(night.second)
    return f"{night.second.name} has locked"


def _the_other_takes_it_back(night: Night) -> str:
    night.second.say("Take it back")
    return f"{night.second.name} is asked"


@dataclass(frozen=True)
class Evening:
    """A game's own part of an evening, side by side with what it is played with."""

    kit: Callable[[], dict[str, JSON]]
    set_up: Callable[[Night], None]
    """In secret, until the first thing of the first turn is asked."""
    search: Callable[[Night], str]
    """A turn or two, until a search has found ships; the words of it that every screen reads."""
    fight: Callable[[Night], str]
    """A fight to its end; words of it that every screen reads."""
    write: Callable[[Night], str]
    """On, and the first side writes something that is not locked yet; the words of it on its phone."""
    stirs: tuple[Callable[[Night], str], Callable[[Night], str]] = (_the_other_locks, _the_other_takes_it_back)
    """What the second phone does while the first looks away, and how it takes that back; what the first then reads."""
    conceded: str = "US concedes"
    """What the story says of who gave up."""
    agreed: Mapping[str, str] = field(default_factory=dict)
    """Settings by their words, otherwise than a new table opens on."""


# Midway.

FLEET, NORTH, RAID = z(14, 7), z(14, 5), z(11, 7)


def midway_near() -> dict[str, JSON]:
    """A copy filled in, with both fleets within reach of each other from the first turn."""
    cells = {**full_chart(), **midway_kit(**{"board/shaded/us": [FLEET], "board/shaded/japan": [RAID]})}
    below = {f"crt/1-{n}/{die}": {"hits": 0, "lost": 2} for n in range(5, 20) for die in range(1, 7)}
    return {**cells, **below, "crt/1-1/6": {"hits": 2, "lost": 3}, "crt/2-1/2": {"hits": 1, "lost": 2}}


def _midway_set_up(night: Night) -> None:
    for phone, zone in ((night.us, FLEET), (night.japan, RAID)):
        phone.until("place").open().op("to", zone).lock()
    night.us.until("deready")


def _midway_search(night: Night) -> str:
    us, japan = night.phones.values()
    on_to([us, japan], "t1/ready")
    for phone in (us, japan):
        phone.until("ready").open().say("All planes").lock()
    us.until("search").say("No more calls")
    japan.until("search").say("No more calls")
    on_to([us, japan], "t2/search")
    area = RAID.rpartition("-")[0]
    us.op("area", area).say("Call it and no more")
    japan.until("search").say("No more calls")
    return f"{area} zone"


def _midway_fight(night: Night) -> str:
    us, japan = night.phones.values()
    us.until("operations").open().op("attack").op("from", "Enterprise").op("zone", RAID).say("Add it")
    us.lock()
    japan.until("operations").lock()
    steps = on_to([us, japan], "t3/deready", {"attack": _aim_all})
    assert any("/fire" in ask for ask in steps), steps
    return f"US attacks {RAID}"


def _aim_all(phone: Phone) -> None:
    """Everything at the first ship, as many as there are."""
    phone.tap(phone.find('.chip[data-op="target"]').first)
    for way in ("dive", "port"):
        phone.tap(phone.find(f'.asked [data-op="count"][data-arg^="{way}:"]:not(:disabled):visible').first)


def _midway_write(night: Night) -> str:
    phone = night.us
    on_to(list(night.phones.values()), "t3/moves")
    phone.until("moves").open().drag(FLEET, NORTH)
    return f"{FLEET} → {NORTH}"


MIDWAY = Evening(midway_near, _midway_set_up, _midway_search, _midway_fight, _midway_write)


# Victory at Midway.

FOUND, MET = "Akagi", "F5"


def _victory_set_up(night: Night) -> None:
    us, japan = night.phones.values()
    tap_hex(us.until("set-up").open(), "I4").lock()
    japan.until("set-up").open().lock()
    us.until("orders")


def _victory_search(night: Night) -> str:
    """Japan's first ships enter on the second turn; one of them is put where searches from Midway reach."""
    us, japan = night.phones.values()
    on_to([us, japan], "t2/orders")
    tap_hex(japan.until("orders").open().op("group", "1"), "A1").lock()
    on_to([us, japan], "t3/orders")
    night.desk_sets(f"hex/{FOUND}", MET)
    search(us.until("orders").open(), "air", MET).lock()
    on_to([us, japan], "t3/strikes")
    return f"Carriers in {MET}"


def _victory_fight(night: Night) -> str:
    us, japan = night.phones.values()
    tap_hex(us.until("strikes").open(), MET)
    for unit in MIDWAY_BOMBERS:
        us.op("unit", unit)
    us.op("close").lock()
    steps = on_to([us, japan], "t3/after", {"bombs": bombed})
    assert any("/aa" in ask for ask in steps), steps
    return f"US strikes {MET}"


def _victory_write(night: Night) -> str:
    on_to(list(night.phones.values()), "t4/orders")
    search(night.us.until("orders").open(), "air", MET)
    return MET


VICTORY = Evening(complete_kit, _victory_set_up, _victory_search, _victory_fight, _victory_write)


# Carrier: one side, and a second phone of it.

CARRIERS_OF, MET_AT = "C10", "2616"
"""The force that is known to have carriers, and a hex next to the task forces."""


def _carrier_set_up(night: Night) -> None:
    on_to([night.us], "t1/p1/us/decks")


def _carrier_search(night: Night) -> str:
    """A force is put next to the task forces, Located; half of the planes look for it, half are sent against it."""
    night.desk_sets(f"forces/{CARRIERS_OF}/hex", MET_AT)
    night.desk_sets(f"forces/{CARRIERS_OF}/detection", "located")
    us = night.us.until("decks")
    us.op("chip", "ready:SBD:").op("to", "search")
    us.op("tab", "Hornet").op("arrow", "launch").op("to", "strike/new").op("hex", f"1:{MET_AT}").lock()
    steps = on_to([us], "/strike/next/")
    assert any(ask.endswith("/search") for ask in steps), steps
    return f"{CARRIERS_OF}: TF 16"


def _carrier_fight(night: Night) -> str:
    """The strike attempts contact; what comes of it is luck, and it goes home."""
    steps = on_to([night.us], "t1/p2/us/decks")
    assert "/strike/next/" in steps[0], steps
    return "Phase 2"


def _carrier_write(night: Night) -> str:
    night.us.until("decks").op("tab", "Hornet").op("arrow", "service")
    return "Servicing 8/8"


def _carrier_stir(night: Night) -> str:
    night.second.op("tab", "Hornet").say("Clear")
    return "Servicing 0/8"


def _carrier_back(night: Night) -> str:
    night.second.op("arrow", "service")
    return "Servicing 8/8"


CARRIER = Evening(
    carrier_kit,
    _carrier_set_up,
    _carrier_search,
    _carrier_fight,
    _carrier_write,
    stirs=(_carrier_stir, _carrier_back),
    conceded="The US gives the game up",
    agreed={"scenario": "6"},
)


# The Fires of Midway: one screen, and the phones its remotes.


def _fires_set_up(night: Night) -> None:
    """The fleets as the copy has them; the search is the first thing of the game."""
    night.us.until("fleets").lock()
    night.us.until("search/1")


def _fires_search(night: Night) -> str:
    """Each side taps what it turned up, on its own phone; the third fleet gives Japan the edge."""
    us, japan = night.phones.values()
    us.until("search/1").op("one", "fleet")
    japan.until("search/2").op("one", "fleet")
    us.until("search/3").op("one", "empty")
    japan.until("search/4").op("one", "fleet")
    us.until("placed")
    return "Place the task forces"


def _fires_fight(night: Night) -> str:
    """A group of the US from its launch to its bombs: no CAP is up, nobody spots it."""
    us, japan = night.phones.values()
    us.op("one", "placed")
    on_to([us, japan], "/turn/1", {"cards": lambda phone: phone.op("skip")})
    us.until("turn/1").op("ship", "Yorktown").op("action", "wind")
    us.until("launch").op("fighter", "1").op("bomber", "2").op("target", "Hiryu").op("zones", "3")
    us.until("fuel").op("group", "0:0:0")
    us.until("spotting").op("one", "not")
    us.until("bomb/1").op("hits", "Hiryu=0:0:0")
    us.until("bomb/2").op("hits", "Hiryu=1:0:0")
    return "Hiryu: add Fire"


def _fires_write(night: Night) -> str:
    """A second group is written down, and not launched yet."""
    us, japan = night.phones.values()
    on_to([us, japan], "/turn/2")
    us.until("turn/2").op("ship", "Hornet").op("action", "wind")
    us.until("launch").op("zones", "3").op("bomber", "2").op("target", "Kaga")
    return "2 aircraft at Kaga"


def _fires_stir(night: Night) -> str:
    night.second.op("bomber", "3")
    return "3 aircraft at Kaga"


def _fires_back(night: Night) -> str:
    night.second.op("bomber", "2")
    return "2 aircraft at Kaga"


FIRES = Evening(
    fires_kit,
    _fires_set_up,
    _fires_search,
    _fires_fight,
    _fires_write,
    stirs=(_fires_stir, _fires_back),
)


# Lightning: Midway: one screen, and the phones its remotes.


def _lightning_copy() -> dict[str, JSON]:
    """A copy of which nobody has said yet who begins."""
    return {key: value for key, value in lightning_kit().items() if key != FIRST}


def _lightning_set_up(night: Night) -> None:
    night.second.until("first").say("US")
    night.us.until("us/turn")


def _lightning_search(night: Night) -> str:
    """Nothing is searched; a turn goes by."""
    night.us.say("Prepare")
    night.second.until("japan/turn")
    return "Japan: turn"


def _lightning_fight(night: Night) -> str:
    """Two taps: the target, and that it held."""
    japan = night.japan.until("japan/turn")
    japan.say("Midway")
    japan.say("Held")
    night.us.until("us/turn")
    return "Midway holds"


def _lightning_write(night: Night) -> str:
    night.us.until("us/turn").say("Akagi")
    return "Attack on Akagi"


def _lightning_stir(night: Night) -> str:
    night.second.say("Another target")
    return "US: attack a target"


def _lightning_back(night: Night) -> str:
    night.second.say("Akagi")
    return "Attack on Akagi"


LIGHTNING = Evening(
    _lightning_copy,
    _lightning_set_up,
    _lightning_search,
    _lightning_fight,
    _lightning_write,
    stirs=(_lightning_stir, _lightning_back),
)
