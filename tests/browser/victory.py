"""Victory at Midway in a browser: tables at every thing that is asked in it, and what players do again and again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.browser.proposals import on_to
from tests.games.victory_kit import complete_kit
from tests.games.victory_scenes import FIRST_FLEET, OPTIONS, idle, right, run, say
from umpire.table.table import Hand, Table

if TYPE_CHECKING:
    from tests.browser.conftest import Phone

GAME = "victory-at-midway"
SETTINGS: dict[str, Any] = {**dict.fromkeys(OPTIONS, True), "finding": False}
"""All optional rules but the waves, in which strikes are lost before anything is seen of them."""
CARRIERS = ("Enterprise", "Hornet", "Yorktown")
TRANSPORTS = ("TT1", "TT2", "TT3", "TT4")
MIDWAY_BOMBERS = ("M-H1", "M-T1", "M-D1", "M-D2", "M-D3")
ESCORTED = [f"{ship}-F{n}" for ship in ("E", "Hor") for n in (1, 2)] + [
    *(f"{ship}-D{n}" for ship in ("E", "Hor") for n in (1, 2)),
    *("E-T1", "Hor-T1", "Y-T1", "M-T1"),
]
"""Four fighters, four dive bombers and four torpedo bombers, all within two hexes of F5 while the carriers are in G5."""
BASE_STRIKE = [f"{base}-{kind}1" for kind in "DT" for base in "AKHS"] + ["A-F1", "A-F2", "K-F1", "K-F2"]
"""What strikes Midway's base in the rulebook's example: four of each type."""
FLEET = dict.fromkeys(FIRST_FLEET, "F5")
FORCE = {**dict.fromkeys(CARRIERS, "G5"), "US CA1": "G5", "US DD1": "G5"}


def kit(**changes: Any) -> dict[str, Any]:
    """A copy read out, with all of Japan's ships due on the first turn, so that a scene may have any of them."""
    cells = complete_kit(**changes)
    return {
        **cells,
        "roster": {name: {**ship, "entry": min(1, ship["entry"])} for name, ship in cells["roster"].items()},
    }


def unread() -> dict[str, Any]:
    """The same before anybody has read off how well ships shoot at aircraft."""
    return {key: value for key, value in kit().items() if not key.startswith("aa/")}


def at_sea(table: Table, us: Mapping[str, str], japan: Mapping[str, str], turn: int = 8) -> Table:
    """Orders of a turn are asked, with these ships in these hexes; they are put there by correction, as an umpire would."""
    run(table, "t1/orders")
    entering = [ship for ship in japan if table.truth.ships[ship]["entry"]]
    run(table, "t1/after", {"japan/orders": {"enter": dict.fromkeys(entering, "A1")}})
    right(table, "turn", turn - 1)
    run(table, "t2/orders")
    for ship, place in {**us, **japan}.items():
        right(table, f"hex/{ship}", place)
    return table


Stage = Callable[[Table], None]


def met(to: str, said: Mapping[str, Any] | None = None, dice: Any = (), **where: Any) -> Stage:
    """A stage of turn 8: both fleets two hexes from Midway, what both sides say, and on to an ask."""

    def stage(table: Table) -> None:
        at_sea(table, where.get("us", FORCE), where.get("japan", FLEET), where.get("turn", 8))
        run(table, to, said, dice)

    return stage


def set_up(table: Table) -> None:
    """Nothing has been answered yet."""


US_STRIKE = {"us/orders": {"air": ["F5"]}, "us/strikes": [{"to": "F5", "units": ESCORTED}]}
TWO_STRIKES = {
    "us/orders": {"air": ["F5"]},
    "us/strikes": [{"to": "F5", "units": ESCORTED[:6]}, {"to": "G6", "units": ["M-H1"]}],
}
RAID = {"japan/orders": {"base": BASE_STRIKE}}
ALL_AT_ONE = {"japan/aim": dict.fromkeys(("P1", "P2", "P3", "P4"), "D1"), "japan/cap": ["A-F1", "A-F2", "K-F1", "K-F2"]}
INVADED = {"japan": {**dict.fromkeys(TRANSPORTS, "H6"), "BB3.2": "H6", "CA8": "H6"}, "us": {"SS1": "F5"}}
SUBS = {"us": {"SS1": "F5", "SS2": "F5"}}
SHOTS = {"us": {"US CA1": "F5", "US CA2": "F5", "US DD1": "F5"}}
DARK = {"turn": 13, "us": {"US CA1": "F5"}}


def reply(table: Table) -> None:
    """A bomber outlives four fighters and may answer one of them."""
    met("us/1/round-1", {**US_STRIKE, "japan/cap": ALL_AT_ONE["japan/cap"]}, [[1, 10]])(table)
    say(table, "japan", ALL_AT_ONE["japan/aim"])
    run(table, "us/1/reply-1", None, [[10] * 8])


def round_2(table: Table) -> None:
    reply(table)
    run(table, "us/1/round-2")


def flak(table: Table) -> None:
    round_2(table)
    run(table, "us/1/aa")


def bombs(table: Table) -> None:
    flak(table)
    run(table, "us/1/bombs")


def hand(table: Table) -> None:
    """As many ten-sided dice as a strike can need in one hand."""
    bombs(table)
    asked = table.asks["us"]
    say(table, "us", dict.fromkeys(asked.facts["firers"], "Akagi"))


def sunk(table: Table) -> None:
    """Akagi has just been sunk with all that stood on her; the US is asked for its next strike."""
    hand(table)
    say(table, "dice", [1] * len(table.asks["dice"].facts["dice"]))
    run(table, "us/next")


def landing(table: Table) -> None:
    """All that flew is to come down, and one carrier is gone."""
    sunk(table)
    run(table, "/after")


def field(table: Table) -> None:
    """Every bomb has hit the Marines: the US is to say what is lost on Midway's field."""
    met("/bombs", RAID, [[10, 1]])(table)
    say(table, "japan", idle(table.asks["japan"]))
    say(table, "dice", [1] * len(table.asks["dice"].facts["dice"]))


def over(table: Table) -> None:
    met("t2/strikes", {"us/orders": {"air": ["F5"]}})(table)
    table.move("japan", "concede", "moved", Hand("seat", 2, "japan"), name=table.motions.name)


STAGES: dict[str, Stage] = {
    "mooring": set_up,
    "orders": met("t2/orders"),
    "night": met("t2/orders", turn=13),
    "lamps": met("t2/night", {"us/orders": {"ship": ["F5"]}}, **DARK),
    "strikes": met("t2/strikes", {"us/orders": {"air": ["F5"]}, "japan/orders": {"air": ["G5"]}}),
    "patrol": met("us/1/cap", US_STRIKE),
    "position": met("us/1/position", US_STRIKE),
    "round": met("us/1/round-1", US_STRIKE, [[1, 10]]),
    "reply": reply,
    "return": round_2,
    "flak": flak,
    "values": met("aa-values", US_STRIKE, [[1, 10]]),
    "bombs": bombs,
    "hand": hand,
    "sunk": sunk,
    "second": met("us/next", TWO_STRIKES, [[1, 10]]),
    "base": met("japan/1/round-1", RAID, [[10, 1]]),
    "field": field,
    "home": landing,
    "declare": met("surface/us", {"us/orders": {"ship": ["F5"]}}, **SHOTS),
    "gunfire": met("/defend", {"us/orders": {"ship": ["F5"]}, "us/declare": ["F5"]}, **SHOTS),
    "screen": met("/screen", {"us/after": {"subs": ["F5"]}}, **SUBS),
    "torpedoes": met("/torpedoes", {"us/after": {"subs": ["F5"]}}, **SUBS),
    "shore": met("t2/shore", {"us/after": {"subs": ["F5"]}, "japan/after": {"bombard": ["CA8"]}}, **INVADED),
    "bombard": met("bombard", {"japan/after": {"bombard": ["BB3.2", "CA8"]}}, **INVADED),
    "invasion": met("invasion", {"japan/after": {"ashore": ["I.D.1", "Kure"]}}, **INVADED),
    "fog": met("t2/fog"),
    "conceded": over,
}
"""By name, what is played before the look. The US writes unless `JAPAN_WRITES`."""

JAPAN_WRITES = {"mooring", "patrol", "round", "flak", "base", "gunfire", "screen", "shore", "bombard"}

OPEN = "[data-open]"
AIR, SHIP, SCOUT = (f'[data-op="part"][data-arg="{part}"]' for part in ("air", "ship", "scout"))
TAPS: dict[str, dict[str, list[str]]] = {
    "mooring": {"open": [OPEN]},
    "orders": {
        "open": [OPEN],
        "picked": [OPEN, '.know .line[data-op="stack"]'],
        "air": [OPEN, AIR],
        "near": [OPEN, AIR, 'svg [data-arg="G5"]'],
        "ship": [OPEN, SHIP],
        "scout": [OPEN, SCOUT],
    },
    "strikes": {"open": [OPEN], "writing": [OPEN, '.asked [data-op="hex"]']},
    "patrol": {"open": [OPEN]},
    "flak": {"anew": ['[data-op="clear"]']},
    "bombs": {"one": ['.asked [data-op="at"]']},
    "hand": {"read": ['[data-op="face"]']},
    "second": {"open": [OPEN]},
    "field": {"open": [OPEN]},
    "home": {"open": [OPEN], "unit": [OPEN, '[data-op="unit"]'], "decks": [OPEN, '[data-arg="decks"]']},
    "declare": {"open": [OPEN]},
    "shore": {"open": [OPEN]},
}
"""By stage, what may be tapped there, and the look of it then."""

ROOM = ("orders", "strikes", "position", "flak", "hand", "sunk", "gunfire", "torpedoes", "invasion", "conceded")
"""Stages that are looked at on the public screen as well."""


# What players do on a phone.


def tap_hex(phone: Phone, place: str) -> Phone:
    """A hex: by its key, or on the map, where it is shown large first if hexes are small."""
    here = f'[data-op="hex"][data-arg="{place}"], [data-op="to"][data-arg="{place}"]'
    if not phone.find(f":is({here}):visible").count():
        phone.op("look", place)
    return phone.tap(phone.find(f":is({here}):visible").first)


def search(phone: Phone, kind: str, *hexes: str) -> Phone:
    """Searches written down, a tap or two each."""
    phone.op("part", kind)
    for place in hexes:
        if not phone.find(f'.asked .chip[aria-pressed="true"][data-arg="{place}"]').count():
            tap_hex(phone, place)
    return phone


def fought(us: Phone, japan: Phone, until: str, *, shared: bool = False) -> list[str]:
    """On through a fight until something is asked; the parts of it that were answered on the way.

    What is proposed is taken, and the US has the app roll. Bombs all go on one ship, or are `shared` among two, a tap
    for each bomber.
    """
    met = on_to([us, japan], until, {"bombs": lambda phone: bombed(phone, shared)})
    return ["next" if "/next/" in ask else ask.rpartition("/")[2] for ask in met]


def bombed(phone: Phone, shared: bool = False) -> None:
    """Each bomber at the first ship and the second in turn; or one at the first, and all the others with it."""
    targets = [key.get_attribute("data-arg") or "" for key in phone.find('.asked [data-op="at"]').all()]
    for n in range(phone.find('.asked [data-op="firer"]').count()):
        phone.op("at", targets[n % 2])
        here = phone.find('.asked [data-op="here"]:visible')
        if not shared and here.count():
            phone.tap(here)
            return
