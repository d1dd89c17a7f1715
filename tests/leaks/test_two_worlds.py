"""Non-interference on plots: two games of Midway that differ only in what an observer was not told.

Both worlds are played in step. The hidden side chooses differently in the second, within what the rules
would have it tell: the same words, the same calls, attacks on the same zones from the same zones with as
many planes, returns to the same zones. The observer, and the public, must find nothing different at all.
"""

import random
import re
from collections import Counter
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.games.lively import choice, lively, scattered, small_kit, some_table
from tests.tables import MIDWAY, full_chart, hand_of, header
from umpire.games.midway.battle import proposal
from umpire.games.midway.terms import ATAGO, CARRIERS, ENEMY, JAPAN, SIDES, TYPES
from umpire.table.asks import Refusal
from umpire.table.board import area_of
from umpire.table.plot import PUBLIC, Dispatch
from umpire.table.table import APP, Hand, Table
from umpire.table.words import canonical

JSON = Any
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=200, derandomize=True, deadline=None, phases=[Phase.generate])
"""Examples are seeds of a game, and there is nothing in them to shrink."""
PROBES = [None, True, 0, "", "A-1", "A-1-A", [], {}, {"word": "all"}, {"enter": {}, "move": {}}, {"last": "B-2"}]


class Stuck(Exception):
    """The hidden side has no pair of choices left that tells the same: the example ends here."""


class Worlds:
    def __init__(self, seed: int, seen: str) -> None:
        self.rng = rng = random.Random(seed)
        self.seen, self.hidden = seen, ENEMY[seen]
        kit = {**full_chart(), **small_kit(8)} if rng.random() < 0.7 else small_kit(8)
        lots = {name: rng.random() < 0.5 for name in ("counts", "balance", "one_way", "umpire")}
        self.a, self.b = self.both = [Table(MIDWAY, header(kit, **lots)) for _ in range(2)]
        ships = [name for name, ship in kit["roster"].items() if ship["side"] == self.hidden]
        carriers = rng.random() < 0.4
        self.loose = {s for s in ships if rng.random() < 0.5 and (carriers or kit["roster"][s]["type"] not in CARRIERS)}
        self.midway = kit["board/midway"]
        self.heard = {self.seen: 0, PUBLIC: 0}
        self.happened: Counter[str] = Counter()

    # The two worlds, side by side.

    def play(self) -> "Worlds":
        self.compare()
        with suppress(Stuck):
            while self.a.asks and self.b.asks:
                if self.rng.random() < 0.03:
                    self.set_right()
                party = self.rng.choice([p for p in self.a.asks if p not in self.a.locks])
                self.give(party, *(self.hide(party) if party == self.hidden else self.open(party)))
        return self

    def give(self, party: str, *values: JSON) -> None:
        entries = []
        for t, value in zip(self.both, values, strict=True):
            entries.append(t.answer(party, t.asks[party].name, value, hand_of(party), sure=True))
        self.compare(*entries)

    def compare(self, *entries: Any) -> None:
        a, b = self.both
        for audience in (self.seen, PUBLIC):
            one, two = a.play.plots[audience], b.play.plots[audience]
            since = self.heard[audience]
            assert one.heard[since:] == two.heard[since:]
            self.happened.update(d.kind for d in one.heard[since:])
            self.heard[audience] = len(one.heard)
            if self.rng.random() < 0.1 or a.over:
                assert canonical(one.dump()) == canonical(two.dump())
            assert len({entry.told.get(audience) for entry in entries}) <= 1
        assert a.ask_of(self.seen) == b.ask_of(self.seen)
        assert self.public(a) == self.public(b)
        assert a.presence() == b.presence()
        assert a.motions.name == b.motions.name
        assert a.over == b.over
        self.happened["truths differ"] += (a.truth.zones, a.truth.planes) != (b.truth.zones, b.truth.planes)
        if self.rng.random() < 0.02:
            assert self.refusals(a) == self.refusals(b)

    def public(self, t: Table) -> Any:
        asked = t.public_ask()
        return asked and (asked[0], asked[1].signature(), asked[1].draft())

    def refusals(self, t: Table) -> list[str]:
        """What the observer is told when he tries things that he may not do."""
        said = []

        def tried(do: Any, *args: Any, **more: Any) -> None:
            try:
                said.append(f"done {do(*args, **more)!r}")
            except Refusal as refusal:
                said.append(f"{type(refusal).__name__} {refusal.text} {refusal.rule}")

        asked = t.ask_of(self.seen)
        zones = t.truth.board.zones[len(t.entries) % 5 :: 5]
        bases = t.play.plots[self.seen].bases(self.seen)
        orders = [{"from": base, "zone": zone, "D": 1, "T": 0} for base in bases for zone in zones]
        moves = [{"enter": {}, "move": {ship: zone}} for ship in t.truth.ships for zone in zones[:3]]
        for value in (*PROBES, *t.truth.board.areas, *({"attacks": [o], "transfers": []} for o in orders), *moves):
            if asked:
                tried(asked.validate, value)
        for name in ("t0/moves/x", f"t1/moves/{self.hidden}", "t1/battle-1/dice"):
            tried(t.answer, self.seen, name, {}, APP)
            tried(t.withdraw, self.seen, name, APP)
        for ship, printed in t.header.kit["roster"].items():
            if printed["side"] == self.hidden:
                for fact in (f"zone/{ship}", f"planes/{ship}/D/ready"):
                    value = {"fact": fact, "value": 1, "reason": "r"}
                    tried(t.motions.check, self.seen, "correct", "moved", "", value)
        return said

    # What the observer and the public answer: the same in both, and such that both must be told the same.

    def open(self, party: str) -> tuple[JSON, JSON]:
        kind = self.a.asks[party].kind
        if kind == "call":
            value = self.call(party)
        elif kind == "operations":
            value = choice(self.a, party, self.rng)
            value["attacks"] = [order for order in value["attacks"] if self.same_there(order["zone"])]
            if not self.legal(self.a.asks[party], value):
                value["transfers"] = []
        elif kind == "press" and self.armed_there(self.a) != self.armed_there(self.b):
            value = "call off"
        else:
            value = choice(self.a, party, self.rng)
        return value, value

    def call(self, party: str) -> JSON:
        asked = self.a.asks[party]
        alike = [area for area in asked.open_areas() if self.found(self.a, area) == self.found(self.b, area)]
        alike = [area for area in alike if self.found(self.a, area) or self.rng.random() < 0.5]
        return self.rng.choice(alike) if alike and self.rng.random() < 0.9 else None

    def found(self, t: Table, area: str) -> Counter[str]:
        """Row 9 of the matrix: zones and types, and numbers where the table plays with them."""
        there = [f"{z} {t.truth.ships[s]['type']}" for s, z in t.truth.of(self.hidden).items() if area_of(z) == area]
        return Counter(there if t.header.settings["counts"] else set(there))

    def same_there(self, zone: str) -> bool:
        """Row 17: all ships of an attacked zone are shown."""
        one, two = (sorted(s for s, z in t.truth.of(self.hidden).items() if z == zone) for t in self.both)
        return one == two

    def armed_there(self, t: Table) -> list[str]:
        """Row 11b: a carrier that sinks a hit early was readied."""
        return [ship for ship in t.truth.battle["ships"] if t.truth.armed(ship)]

    # What the hidden side answers: in each world something else.

    def hide(self, party: str) -> tuple[JSON, JSON]:
        asks = [t.asks[party] for t in self.both]
        vary = getattr(self, "vary_" + asks[0].kind.replace("-", "_"), None)
        if vary:
            return vary(party, *asks)
        value = choice(self.a, party, self.rng)
        return value, value

    def vary_place(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        one, other = a.sample(self.rng), b.sample(self.rng)
        return one, {ship: other[ship] if ship in self.loose else zone for ship, zone in one.items()}

    def vary_moves(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Loose ships go elsewhere; whether any stands on Midway is told, which is not (rows 20, 24)."""
        for _ in range(30):
            one, other = choice(self.a, party, self.rng), choice(self.b, party, self.rng)
            for part in ("enter", "move"):
                kept = {ship: zone for ship, zone in other[part].items() if ship in self.loose}
                other[part] = kept | {s: z for s, z in one[part].items() if s not in self.loose}
            ends = [{**asked.facts["at"], **value["enter"], **value["move"]} for asked, value in ((a, one), (b, other))]
            there = [{ship for ship, zone in end.items() if zone == self.midway} for end in ends]
            runs = [t.truth.invasion + 1 if ATAGO in at else 0 for t, at in zip(self.both, there, strict=True)]
            if bool(there[0]) == bool(there[1]) and (runs[0] < 4 > runs[1] or runs[0] == runs[1]):
                return one, other
        raise Stuck

    def vary_deready(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """A word or none is told; which planes it concerns is not (rows 11, 11a)."""
        words = [[v for v in (asked.sample(self.rng) for _ in range(40)) if v["word"] != "none"] for asked in (a, b)]
        if not all(words) or self.rng.random() < 0.3:
            return {"word": "none"}, {"word": "none"}
        return self.rng.choice(words[0]), self.rng.choice(words[1])

    vary_readying = vary_deready

    def vary_call(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        both = [area for area in a.open_areas() if area in b.open_areas()]
        value = self.rng.choice(both) if both and self.rng.random() < 0.8 else None
        return value, value

    def vary_operations(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """The same attacks zone by zone from the same zones; bases within a zone, and transfers, are not told."""
        asks, sheets = (a, b), [{"attacks": [], "transfers": []} for _ in range(2)]
        targets = [*self.a.truth.of(self.seen).values()] or [self.midway]
        for zone in sorted({*a.facts["bases"].values()} & {*b.facts["bases"].values()}):
            ready = [{base: k for base, k in x.facts["ready"].items() if x.facts["bases"][base] == zone} for x in asks]
            most = {kind: min(sum(k[kind] for k in here.values()) for here in ready) for kind in TYPES}
            planes = {kind: self.rng.randint(0, n) for kind, n in most.items()}
            target = self.rng.choice(targets)
            trial = [
                {**sheet, "attacks": [*sheet["attacks"], *self.split(planes, here, target)]}
                for sheet, here in zip(sheets, ready, strict=True)
            ]
            if any(planes.values()) and all(self.legal(x, sheet) for x, sheet in zip(asks, trial, strict=True)):
                sheets = trial
        for asked, sheet in zip(asks, sheets, strict=True):
            self.transfer(asked, sheet)
        return sheets[0], sheets[1]

    def split(self, planes: dict[str, int], ready: JSON, zone: str) -> list[JSON]:
        orders = {base: {"from": base, "zone": zone, **dict.fromkeys(TYPES, 0)} for base in ready}
        for kind, n in planes.items():
            pool = [base for base, k in ready.items() for _ in range(k[kind])]
            for base in self.rng.sample(pool, n):
                orders[base][kind] += 1
        return [order for order in orders.values() if any(order[kind] for kind in TYPES)]

    def transfer(self, asked: Any, sheet: JSON) -> None:
        bases = list(asked.facts["bases"])
        for _ in range(4):
            order = {"from": self.rng.choice(bases), "to": self.rng.choice(bases), "D": 0, "T": 0} if bases else {}
            if order:
                order[self.rng.choice(TYPES)] = self.rng.randint(1, 4)
                if self.legal(asked, {**sheet, "transfers": [*sheet["transfers"], order]}):
                    sheet["transfers"].append(order)

    def legal(self, asked: Any, value: JSON) -> bool:
        try:
            asked.validate(value)
        except Refusal:
            return False
        return True

    def vary_landing(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Zones returned to are told; which carrier, whose the losses, what went overboard is not (16, 16a, 31)."""
        for down in (0.9, 0.9, 0.9, 0.5, 0.0):
            one = scattered(a, self.rng, down=down)
            zones = self.returned(a, one)
            at = {base: there["zone"] for base, there in b.facts["bases"].items()}
            only = {target: {base for base in at if at[base] in down_at} for target, down_at in zones.items()}
            for _ in range(8):
                other = scattered(b, self.rng, only, down)
                if self.returned(b, other) == zones:
                    return one, other
        raise Stuck

    def returned(self, asked: Any, value: JSON) -> dict[str, set[str]]:
        zones: dict[str, set[str]] = {}
        for key, flight in asked.flights.items():
            if flight["kind"] == "attack":
                down_at = {asked.facts["bases"][base]["zone"] for base in value["flights"][key]["land"]}
                zones[flight["zone"]] = zones.get(flight["zone"], set()) | down_at
        return zones

    def set_right(self) -> None:
        """The umpire sets something of the hidden side right, in each world something else."""
        own = [
            [f for f in MIDWAY.facts(t.truth) if f.side == self.hidden and f.key.startswith("planes/")]
            for t in self.both
        ]
        if all(own) and {asked.kind for asked in self.a.asks.values()} & {"moves", "call"}:
            for t, facts in zip(self.both, own, strict=True):
                fact = self.rng.choice(facts)
                name, value = f"set/{t.truth.corrections}", self.rng.randint(0, fact.value)
                t.set_right(fact.key, value, self.rng.choice(["misread", "a slip"]), Hand("umpire"), name=name)
            self.compare()


class TestTwoWorlds:
    @FEW
    @given(SEEDS, st.sampled_from(SIDES))
    def test_the_observer_and_the_public_find_nothing_different(self, seed: int, seen: str) -> None:
        Worlds(seed, seen).play()

    @pytest.mark.full
    @settings(max_examples=500, deadline=None, phases=[Phase.generate])
    @given(SEEDS, st.sampled_from(SIDES))
    def test_many_worlds(self, seed: int, seen: str) -> None:
        Worlds(seed, seen).play()

    @pytest.mark.parametrize("seen", SIDES)
    def test_the_worlds_do_differ_and_things_do_happen_in_them(self, seen: str) -> None:
        """Or the tests above would hold for want of anything to see."""
        happened: Counter[str] = Counter()
        for seed in range(4):
            happened += Worlds(seed, seen).play().happened
        needed = {
            "answer",
            "word",
            "operations",
            "placed",
            "pressed",
            "results",
            "hits",
            "sunk",
            "returns",
            "corrected",
        }
        assert needed <= set(happened)
        assert happened["truths differ"] > 300

    def test_the_lay_out_proposed_depends_on_nothing_but_the_ships(self) -> None:
        """It is taken with one tap and shown to the attacker: it must not tell who came into the zone when."""
        kit, made = small_kit(), []
        for order in permutations(["Kongo", "Tone", "Akagi"]):
            plot = MIDWAY.plot(JAPAN)
            plot.receive(Dispatch("opened", {"settings": {}, "ships": kit["roster"]}))
            for ship in order:
                plot.receive(Dispatch("ships", {"at": {ship: "B-2-E"}, "entered": [ship], "moved": {}}))
            made.append(proposal(plot.in_zone(JAPAN, "B-2-E"), kit["battle-board/depth"]))
        assert made == made[:1] * len(made)


ZONE = re.compile(r"[A-Z]-[0-9]+-[A-I]")


class Entitled:
    """The zones and the enemy's names that each audience may have met, from the ledger and the truth alone."""

    def __init__(self, t: Table) -> None:
        printed = set(ZONE.findall(canonical(t.header.kit)))
        self.zones = {audience: set(printed) for audience in (*SIDES, PUBLIC)}
        self.names: set[str] = set()
        self.name = re.compile(rf"\b(?:{'|'.join(t.header.kit['roster'])})\b")
        self.at: dict[str, str] = {}
        self.flights: list[JSON] = []
        self.bases: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        self.heard = dict.fromkeys((*SIDES, PUBLIC), 0)

    def __call__(self, t: Table) -> None:
        entry = t.entries[-1]
        kind = entry.ask.split("/")[-2] if entry.party in SIDES else ""
        if entry.party in SIDES:
            self.zones[entry.party] |= set(ZONE.findall(canonical(entry.value)))
        if "/search/" in entry.ask and entry.value:
            area = entry.value["last"] if isinstance(entry.value, dict) else entry.value
            self.tell(z for s, z in self.at.items() if area_of(z) == area and self.side(t, s) != entry.party)
        if kind in ("operations", "landing") and not t.locks:
            sheets = {e.party: e.value for e in t.entries[-8:] if e.ask.split("/")[:2] == entry.ask.split("/")[:2]}
            for side, value in sheets.items():
                (self.exchanged if kind == "operations" else self.returned)(t, side, value)
        for audience in self.zones:
            self.check(t, audience)
        self.at, self.flights = dict(t.truth.zones), list(t.truth.flights)
        self.bases = {side: t.truth.bases(side) for side in SIDES}

    def side(self, t: Table, ship: str) -> str:
        return t.header.kit["roster"][ship]["side"]

    def tell(self, zones: Any) -> None:
        zones = list(zones)
        for known in self.zones.values():
            known.update(zones)

    def exchanged(self, t: Table, side: str, value: JSON) -> None:
        zones = {order["zone"] for order in value["attacks"]}
        self.tell(zones)
        self.names |= {s for s, z in self.at.items() if z in zones and self.side(t, s) != side}

    def returned(self, t: Table, side: str, value: JSON) -> None:
        attacks = [f for f in self.flights if f["side"] == side and f["kind"] == "attack"]
        self.tell(f["origin"] for f in attacks)
        self.tell(self.bases[side][base] for f in attacks for base in value["flights"][f["id"]]["land"])

    def check(self, t: Table, audience: str) -> None:
        plot, asked = t.play.plots[audience], t.ask_of(audience)
        new = [d.facts for d in plot.heard[self.heard[audience] :] if d.kind not in ("kit", "opened")]
        self.heard[audience] = len(plot.heard)
        body = [getattr(plot, name) for name in plot.STATE if name != "ships"] if len(t.entries) % 5 == 0 else []
        text = canonical([body, new, asked.facts if asked else None])
        assert set(ZONE.findall(text)) <= self.zones[audience], t.entries[-1].ask
        others = {name for name in self.name.findall(text) if self.side(t, name) != audience}
        assert others <= self.names, t.entries[-1].ask
        assert audience == JAPAN or plot.invasion == 0
        assert audience != PUBLIC or (plot.zones, plot.planes, plot.flights) == ({}, {}, [])


class TestCanaries:
    @settings(FEW, max_examples=15)
    @given(SEEDS)
    def test_no_zone_and_no_name_is_met_before_it_is_told(self, seed: int) -> None:
        rng = random.Random(seed)
        t = some_table(rng, 8)
        lively(t, rng, Entitled(t))
