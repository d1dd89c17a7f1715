"""A whole game on two phones and the public screen: taps, screens and waiting, turn by turn; it asserts no time.

`pytest -m bench tests/bench/bench_stopwatch.py -s`. Two practised players do what they mean to do in the fewest
taps: what a page proposes is taken when it is right, and the app rolls the dice.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.bench.stopwatch import Screen, Tally, Timed, kind_of, measure, printed
from tests.browser.conftest import House, chromium
from tests.tables import full_chart, midway_kit
from umpire.table.board import area_of

pytestmark = pytest.mark.bench

EXAMPLE = {"Minneapolis": "2:1", "New Orleans": "3:3", "Atlanta": "5:3", "Vincennes": "5:5"}
"""The rulebook's battle: where the ships stand, what attacks them, and what they turn their fire to (Steps 7 to 9)."""
EXAMPLE_GROUPS = {
    "Atlanta": ("port:4", "dive:6", "starboard:4"),
    "Vincennes": ("dive:3", "port:2"),
    "New Orleans": ("starboard:1",),
}
EXAMPLE_FIRE = {
    "Minneapolis": "Atlanta/port",
    "New Orleans": "Atlanta/dive",
    "Atlanta": "Atlanta/starboard",
}
"""Vincennes fires at those who dive on her without being told."""
CARRIERS = ("Enterprise", "Hornet", "Yorktown", "Akagi", "Kaga", "Soryu", "Hiryu", "Zuiho")
Stack = tuple[str, list[str]]
Moves = list[tuple[str, str]]


@dataclass
class Turn:
    """What a side means to do on one turn; what is not said is left as the page has it."""

    moves: Moves = field(default_factory=list)
    enter: str = ""
    ready: bool = False
    calls: list[str] = field(default_factory=list)
    attacks: list[tuple[str, str]] = field(default_factory=list)
    patrols: list[tuple[str, str]] = field(default_factory=list)
    drags: bool = False
    """Whether its stacks are dragged, not tapped and sent."""
    own: int = 99
    """The most own areas it calls."""


@dataclass
class Plan:
    """A side's whole game."""

    stacks: list[Stack]
    turns: dict[int, Turn]


class Game:
    """One table, played by its plans until a turn has come."""

    def __init__(self, house: House, plans: dict[str, Plan], cells: dict[str, Any], **settings: str) -> None:
        self.plans, self.tally, self.basic = plans, Tally(), not settings
        laptop = house.laptop()
        laptop.take_kit_in(house.kit_file(cells))
        code = laptop.set_table(umpire="nobody", dice="rolled by the app", **settings)
        self.phones = [Timed(house, side, self.tally) for side in ("US", "Japan")]
        for phone in self.phones:
            phone.join(laptop.code_for(code, phone.name), phone.name)
        self.screen = Screen(house)
        self.screen.go(f"/screen/{code}")
        for phone in self.phones:
            phone.others = [device for device in (*self.phones, self.screen) if device is not phone]
        self.turn, self.roller = 0, self.phones[0]
        self.notes: dict[int, list[str]] = {}
        self.own_left: dict[str, int] = {}

    def play(self, last: int) -> None:
        """Turn after turn, whoever is asked, until the turn after the last one opens."""
        measure(self.phones[0])
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            for phone in self.phones:
                ask, locked = phone.state()
                if not ask or locked or not self._is_his(phone, ask):
                    continue
                self._begin(ask)
                if self.turn > last:
                    return
                self._answer(phone, ask)
                ends = time.monotonic() + 60
                break
            else:
                self.phones[0].page.wait_for_timeout(20)
        raise AssertionError(f"the table stands still: {[phone.words('.asked') for phone in self.phones]}")

    def _is_his(self, phone: Timed, ask: str) -> bool:
        public = re.search(r"/(dice|bombs|withdrawal|fighter-die|b17-die|chart|.*-chart|screening|boxes|points)", ask)
        return not public or phone is self.roller

    def _begin(self, ask: str) -> None:
        found = re.match(r"t(\d+)/", ask)
        turn = int(found[1]) if found else 0
        if turn == self.turn:
            return
        for phone in self.phones:
            phone.read()
            phone.turn = turn
        self.turn = turn
        measure(self.phones[0])

    def _answer(self, phone: Timed, ask: str) -> None:
        kind = kind_of(ask)
        before = len(self.tally.taps)
        act = ACTS.get(kind)
        if act:
            act(self, phone)
        elif phone.sees(".asked [data-post=roll]"):
            phone.tap(phone.find(".asked [data-post=roll]:visible").first)
        else:
            phone.lock()
        now, locked = phone.state()
        if now == ask and not locked:
            self._sure(phone, ask)
        if kind.startswith(("battle", "surface")):
            number = ask.split("/")[1]
            name = f"turn {self.turn}, {number}"
            parts = self.tally.battles.setdefault(name, Counter())
            parts[kind.partition(" ")[2]] += len(self.tally.taps) - before

    def _sure(self, phone: Timed, ask: str) -> None:
        """A reminder is answered by the key it brings; anything else is a slip of this script."""
        assert phone.sees(".asked [data-sure]"), f"{phone.name}, {ask}: {phone.words('.asked')}"
        self.note(f"{phone.name} reminded")
        phone.tap(".asked [data-sure] >> visible=true")

    def note(self, words: str) -> None:
        notes = self.notes.setdefault(self.turn, [])
        if words not in notes:
            notes.append(words)

    def said(self, phone: Timed) -> Turn:
        return self.plans[phone.name].turns.get(self.turn) or Turn()

    # What the players do.

    def place(self, phone: Timed) -> None:
        phone.open()
        stacks = self.plans[phone.name].stacks
        for n, (zone, _) in enumerate(stacks):
            if n:
                phone.op("stack", "waiting")
            for later in [ship for _, ships in stacks[n + 1 :] for ship in ships]:
                phone.op("ship", later)
            self._to(phone, zone)
        phone.lock()

    def _to(self, phone: Timed, zone: str) -> None:
        if phone.sees(f'[data-op="look"][data-arg="{area_of(zone)}"]'):
            phone.op("look", area_of(zone))
        phone.op("to", zone)

    def moves(self, phone: Timed) -> None:
        said = self.said(phone)
        there = [move for move in said.moves if phone.find(f'svg [data-op="stack"][data-arg="{move[0]}"]').count()]
        if there or said.enter:
            phone.open()
        if said.enter:
            phone.op("stack", "waiting")
            self._to(phone, said.enter)
        for start, zone in there:
            if said.drags:
                phone.drag(start, zone)
            else:
                phone.op("stack", start)
                self._to(phone, zone)
        phone.lock()

    def ready(self, phone: Timed) -> None:
        if self.said(phone).ready:
            phone.open().say("All planes")
        phone.lock()

    def search(self, phone: Timed) -> None:
        """Own areas first, a tap each; then by air, the last of them with no more to follow."""
        said = self.said(phone)
        calls = said.calls
        left = self.own_left.setdefault(f"{self.turn}{phone.name}", min(said.own, self._own_areas(phone)))
        if left:
            self.own_left[f"{self.turn}{phone.name}"] -= 1
            phone.op("own")
        elif not calls:
            phone.say("No more calls")
        else:
            area = calls.pop(0)
            phone.op("area", area)
            phone.say(f"Call {area}" if calls else "Call it and no more")

    def _own_areas(self, phone: Timed) -> int:
        """How many areas the players see their own ships in, on their own board."""
        at = phone.page.evaluate(
            "() => [...document.querySelectorAll('svg.board .own')].map((e) => e.parentNode.getAttribute('transform'))"
        )
        zones = [re.findall(r"[\d.]+", words) for words in at]
        svg = phone.find("svg.board").first
        size = 3 * int(svg.get_attribute("data-zone-size") or 1)
        areas = {(float(x) // size, float(y) // size) for x, y, *_ in zones}
        return len(areas)

    def operations(self, phone: Timed) -> None:
        said = self.said(phone)
        if said.attacks or said.patrols:
            phone.open()
        self._orders(phone, "attack", said.attacks)
        self._orders(phone, "cap", said.patrols)
        phone.lock()

    def _orders(self, phone: Timed, op: str, meant: Moves) -> None:
        """An order for each base that has anything ready, with all of it."""
        if not meant:
            return
        phone.op(op)
        ready = [chip.get_attribute("data-arg") for chip in phone.find('[data-op="from"]:enabled:visible').all()]
        alone = re.search(r"(?:Attack|Air patrol) from (\S+)", phone.words(".asked"))
        able = ready or ([alone[1]] if alone else [])
        orders = [order for order in meant if order[0] in able]
        for n, (base, zone) in enumerate(orders, 1):
            if phone.sees('[data-op="from"]'):
                phone.op("from", base)
            self._goal(phone, op, zone)
            more = phone.find(f'.pinned [data-op="{op}"]:visible')
            phone.tap(more) if n < len(orders) else phone.op("done")
        if not orders and able:
            phone.op("cancel")

    def _goal(self, phone: Timed, op: str, zone: str) -> None:
        """Where found ships were, by its key; else on the map. A patrol is over its own base if not sent elsewhere."""
        chip = phone.find(f'.asked [data-op="zone"][data-arg="{zone}"]:visible')
        if chip.count():
            phone.tap(chip.first)
        elif op == "attack" or not phone.sees(f'.asked b:has-text("{zone}")'):
            if phone.sees(f'[data-op="look"][data-arg="{area_of(zone)}"]'):
                phone.op("look", area_of(zone))
            phone.op("zone", zone)

    def battle_place(self, phone: Timed) -> None:
        """The rulebook's lay-out for the rulebook's ships, in the Basic game; else what is proposed."""
        if self._example(phone):
            for ship, cell in EXAMPLE.items():
                phone.op("pick", ship).op("to", cell)
        phone.lock()

    def _example(self, phone: Timed) -> bool:
        names = set(phone.find("svg.battle g title").all_text_contents())
        return self.basic and names == set(EXAMPLE)

    def press(self, phone: Timed) -> None:
        self.roller = phone
        phone.lock()

    def attack(self, phone: Timed) -> None:
        left = dict(re.findall(r"([DT/]+|D or T) (\d+)", phone.words(".asked h2 .soft")))
        planes = {kind: int(n) for kind, n in left.items()}
        names = phone.find('.asked [data-op="target"]').all_inner_texts()
        if set(EXAMPLE) == {name.strip() for name in names} and planes == {"D": 9, "T": 11}:
            groups = EXAMPLE_GROUPS
        else:
            groups = shared_out([name.strip() for name in names], planes)
        for ship, counts in groups.items():
            phone.op("target", ship)
            for count in counts:
                phone.op("count", count)
        n = sum(map(len, groups.values()))
        self.tally.groups[f"turn {self.turn}, {phone.state()[0].split('/')[1]}"] = n
        self.note(f"battle of {n} groups")
        phone.lock()

    def fire(self, phone: Timed) -> None:
        if self._example(phone):
            for ship, group in EXAMPLE_FIRE.items():
                if not phone.words(".asked h2").startswith(ship):
                    phone.op("ship", ship)
                phone.op("at", group)
        phone.lock()

    def ahead(self, phone: Timed) -> None:
        if phone.sees('[data-op="ahead"]'):
            phone.op("ahead")
        phone.lock()


def shared_out(ships: list[str], planes: dict[str, int]) -> dict[str, tuple[str, ...]]:
    """The carriers, or else the first ships, two of them: half of what dives on each, the torpedoes from both beams."""
    goals = [ship for ship in ships if ship in CARRIERS][:2] or ships[:2]
    made: dict[str, tuple[str, ...]] = {}
    dives = next((n for kind, n in planes.items() if kind != "T"), 0)
    torpedoes = planes.get("T", 0)
    for k, ship in enumerate(goals):
        rest = len(goals) - k
        dive, beams = -(-dives // rest), -(-torpedoes // rest)
        dives, torpedoes = dives - dive, torpedoes - beams
        port = -(-beams // 2)
        counts = {"dive": dive, "port": port, "starboard": beams - port}
        made[ship] = tuple(f"{how}:{n}" for how, n in counts.items() if n)
    return made


ACTS: dict[str, Callable[[Game, Timed], None]] = {
    "place": Game.place,
    "moves": Game.moves,
    "ready": Game.ready,
    "search": Game.search,
    "operations": Game.operations,
    "battle place": Game.battle_place,
    "battle press": Game.press,
    "battle attack": Game.attack,
    "battle fire": Game.fire,
    "surface moves": Game.ahead,
}


# The games. Zones are of a board of seven by six areas with Midway at E-3-E; 1900 to 0300 are night.

TO_JAPAN, TO_THE_US = ["C-3", "C-4", "B-3", "B-4"], ["D-3", "E-4", "E-2"]
US_STACKS = [
    ("G-4-I", ["Enterprise", "Hornet", "Northampton", "Pensacola"]),
    ("G-3-I", ["Minneapolis", "New Orleans", "Atlanta", "Vincennes"]),
    ("G-2-I", ["Yorktown", "Portland", "Astoria"]),
]
WEST = {
    1: [("G-4-I", "F-4-G"), ("G-3-I", "E-3-I"), ("G-2-I", "F-2-G")],
    2: [("F-4-G", "E-4-I"), ("E-3-I", "E-3-G"), ("F-2-G", "E-2-I")],
    3: [("E-4-I", "E-4-H"), ("E-3-G", "D-3-I"), ("E-2-I", "E-2-H")],
    4: [("E-4-H", "E-4-G"), ("E-2-H", "E-2-G")],
}
"""The US fleet from its edge to within reach of the enemy, turn by turn."""
EAST = {
    1: [("A-3-G", "A-3-I"), ("A-4-G", "A-4-I")],
    2: [("A-3-I", "B-3-H"), ("A-4-I", "B-4-H")],
    3: [("B-3-H", "C-3-G"), ("B-4-H", "C-4-G")],
}
"""The Japanese carriers the other way."""


def basic() -> dict[str, Plan]:
    """Fourteen turns of the Basic game: an approach, three battles, a night, a morning."""
    us = {turn: Turn(WEST.get(turn, []), calls=list(TO_JAPAN)) for turn in range(1, 8)}
    us[3].ready = us[6].ready = True
    us[5].attacks = [(base, "C-3-G") for base in ("Enterprise", "Hornet", "Yorktown")]
    us[7].moves = [("D-3-I", "E-3-G"), ("E-4-G", "E-4-I"), ("E-2-G", "E-2-I")]
    us[7].drags = True
    us[8] = Turn([("E-4-I", "F-4-G")])
    us[10] = Turn([("E-2-I", "F-2-G")])
    us[13] = Turn(calls=list(TO_JAPAN))
    us[14] = Turn([("F-4-G", "F-4-H"), ("E-3-G", "E-3-H"), ("F-2-G", "F-2-H")], calls=list(TO_JAPAN), own=1)
    japan = {turn: Turn(EAST.get(turn, []), calls=list(TO_THE_US)) for turn in range(1, 8)}
    japan[3].ready = japan[5].ready = True
    japan[4].attacks = [("Akagi", "D-3-I")]
    japan[5].enter = "A-3-G"
    japan[6].attacks = [(base, "E-4-G") for base in ("Kaga", "Soryu", "Hiryu")]
    japan[7].moves = [("C-3-G", "B-3-H"), ("C-4-G", "B-4-H")]
    japan[7].drags = True
    japan[9] = Turn([("B-3-H", "B-3-I")], "A-4-G")
    japan[11] = Turn([("B-4-H", "B-4-I")])
    japan[13] = Turn(enter="A-2-G", calls=list(TO_THE_US))
    japan[14] = Turn(calls=list(TO_THE_US), own=0)
    stacks = [
        ("A-3-G", ["Akagi", "Kaga", "Haruna", "Tone", "Nagara"]),
        ("A-4-G", ["Soryu", "Hiryu", "Kirishima", "Chikuma"]),
    ]
    return {"US": Plan(US_STACKS, us), "Japan": Plan(stacks, japan)}


def tournament() -> dict[str, Plan]:
    """Six turns with the Tournament sections: patrol and escort, a raid on Midway, ships against ships."""
    us = {turn: Turn(WEST.get(turn, []), calls=list(TO_JAPAN)) for turn in range(1, 7)}
    us[3].ready = True
    us[4].patrols = [("Yorktown", "D-3-I")]
    us[5].attacks = [("Enterprise", "C-3-G"), ("Hornet", "C-3-G")]
    battleships = ["A-3-A", "A-3-F", "B-3-E", "C-3-D", "C-3-F", "D-3-E", "D-3-I"]
    japan = {
        turn: Turn([*EAST.get(turn, []), (battleships[turn - 1], battleships[turn])], calls=list(TO_THE_US))
        for turn in range(1, 7)
    }
    japan[3].ready = True
    japan[4].attacks = [("Akagi", "D-3-I"), ("Soryu", "E-3-E"), ("Hiryu", "E-3-E")]
    japan[5].enter = "A-3-G"
    for turn in (5, 6):
        japan[turn].calls = ["E-4", "E-2", "F-3"]
    stacks = [
        ("A-3-G", ["Akagi", "Kaga", "Nagara"]),
        ("A-4-G", ["Soryu", "Hiryu", "Tone", "Chikuma"]),
        ("A-3-A", ["Haruna", "Kirishima"]),
    ]
    return {"US": Plan(US_STACKS, us), "Japan": Plan(stacks, japan)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def house(browser: Any, tmp_path: Path) -> Iterator[House]:
    made = House(browser, tmp_path)
    yield made
    made.close()


def box() -> dict[str, Any]:
    """A copy whose charts are all known, with the air group of the rulebook's battle on Akagi."""
    printed_so = {"crt/1-1/6": {"hits": 2, "lost": 3}, "crt/2-1/2": {"hits": 1, "lost": 2}}
    return midway_kit(**full_chart()) | printed_so | {"air/Akagi": {"D": 9, "T": 11}}


QUIET = {2: "quiet: all move, all calls", 7: "quiet: the same, stacks dragged", 14: "quiet: US moves, 1 own call"}


def test_a_basic_game(house: House) -> None:
    game = Game(house, basic(), box())
    game.play(14)
    for turn, words in QUIET.items():
        game.notes.setdefault(turn, []).insert(0, words)
    shown(game, "The Basic game, fourteen turns")


def test_a_tournament_game(house: House) -> None:
    game = Game(house, tournament(), box(), fighters="in use", reduction="in use", surface="in use")
    game.play(6)
    shown(game, "The Tournament game, six turns")


def shown(game: Game, title: str) -> None:
    print(printed(title, game.tally, {turn: "; ".join(words) for turn, words in game.notes.items()}))
    assert not game.phones[0].house.wrong, game.phones[0].house.wrong
    assert len(game.tally.battles) >= 3, "fewer than three battles were fought"
