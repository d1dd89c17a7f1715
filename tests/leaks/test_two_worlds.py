"""Non-interference on plots: two games of Midway that differ only in what an observer was not told.

Both worlds are played in step. The hidden side chooses differently in the second, within what the rules
would have it tell: the same words, the same calls, attacks on the same zones from the same zones with as
many planes, returns to the same zones. The observer, and the public, must find nothing different at all.

In the Tournament game, too: patrols over zones that nobody attacks, what stands on Midway's field as it is
bombed, who has left the board, whose the losses were.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.games.lively import choice, scattered, small_kit, some_settings
from tests.leaks.worlds import Stuck, TwoWorlds, legal
from tests.tables import MIDWAY, OPTIONS, TOURNAMENT, full_chart, header
from umpire.games.midway.battle import proposal
from umpire.games.midway.terms import ATAGO, CARRIERS, ENEMY, JAPAN, SIDES, TYPES, US
from umpire.table.board import area_of
from umpire.table.plot import Dispatch
from umpire.table.table import Table

pytestmark = pytest.mark.usefixtures("ideal_seals")
JSON = Any
SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=16, derandomize=True, deadline=None, phases=[Phase.generate])
"""Examples are seeds of a game, and there is nothing in them to shrink."""
PROBES = [None, True, 0, "", "A-1", "A-1-A", [], {}, {"word": "all"}, {"enter": {}, "move": {}}, {"last": "B-2"}]


NEEDED = {
    *("answer", "word", "operations", "placed", "pressed", "results", "hits", "sunk", "returns", "corrected"),
    *("battle", "fighter-combat", "screening", "waves", "bombed", "aimed", "fortification", "b17", "b17-result"),
    *("contact", "surface-placed", "surface-firing", "surface-results", "withdrawing", "surface-over"),
    *(f"answered otherwise {kind}" for kind in ("place", "moves", "deready", "readying", "operations", "landing")),
    *("patrols that differ untold", "others have left"),
}
"""What must have happened for the tests to have had anything to see, and what only before one observer."""
ONLY = {"us": set(), "japan": {"asked ground", "the field differs"}}
SHOW_MUCH = {"us": (22, 56), "japan": (14, 7)}
"""By observer, seeds of worlds in which, together, all of that happens; they are played first."""


class Worlds(TwoWorlds):
    probes = PROBES

    def __init__(self, seed: int, seen: str, **agreed: JSON) -> None:
        rng = random.Random(seed)
        kit = {**full_chart(), **small_kit(8)} if rng.random() < 0.7 else small_kit(8)
        lots = {**some_settings(rng), "umpire": rng.random() < 0.5, **agreed}
        super().__init__(rng, seen, ENEMY[seen], header(kit, **lots))
        ships = [name for name, ship in kit["roster"].items() if ship["side"] == self.hidden]
        carriers = rng.random() < 0.4
        self.loose = {s for s in ships if rng.random() < 0.5 and (carriers or kit["roster"][s]["type"] not in CARRIERS)}
        self.midway = kit["board/midway"]

    def choice(self, t: Table, party: str) -> JSON:
        return choice(t, party, self.rng)

    def differing(self) -> Iterator[str]:
        a, b = self.a.truth, self.b.truth
        if (a.zones, a.planes) != (b.zones, b.planes):
            yield "truths differ"
        if a.gone != b.gone:
            yield "others have left"

    def attempts(self, t: Table) -> Iterator[JSON]:
        zones = t.truth.board.zones[len(t.entries) % 5 :: 5]
        bases = t.play.plots[self.seen].bases(self.seen)
        yield from t.truth.board.areas
        yield from ({"attacks": [], "transfers": [], "b17": zone} for zone in zones)
        for base, zone in product(bases, zones):
            order = {"from": base, "zone": zone}
            yield {"attacks": [{**order, "D": 1, "T": 0}], "transfers": []}
            yield {"attacks": [], "transfers": [], "caps": [{**order, "to": base, "F": 1}]}
        yield from ({"enter": {}, "move": {ship: zone}} for ship in t.truth.ships for zone in zones[:3])
        yield from ({"enter": {}, "move": {}, "leave": [ship]} for ship in t.truth.ships)

    def wrongs(self, t: Table) -> Iterator[str]:
        for ship, printed in t.header.kit["roster"].items():
            if printed["side"] == self.hidden:
                yield from (f"zone/{ship}", f"planes/{ship}/D/ready", f"planes/{ship}/F/idle")

    # What the observer and the public answer: the same in both, and such that both must be told the same.

    def open(self, party: str) -> tuple[JSON, JSON]:
        kind = self.a.asks[party].kind
        if kind == "call":
            value = self.call(party)
        elif kind == "operations":
            value = self.sheet(party)
        elif kind == "press" and self.armed_there(self.a) != self.armed_there(self.b):
            value = "call off"
        else:
            value = choice(self.a, party, self.rng)
        if kind == "surface-fire":
            value = {ship: at if at and self.armed_alike(at) else None for ship, at in value.items()}
        return value, value

    def call(self, party: str) -> JSON:
        asked = self.a.asks[party]
        alike = [area for area in asked.open_areas() if self.found(self.a, area) == self.found(self.b, area)]
        alike = [area for area in alike if self.meet_alike(area)]
        alike = [area for area in alike if self.found(self.a, area) or self.rng.random() < 0.5]
        return self.rng.choice(alike) if alike and self.rng.random() < 0.9 else None

    def meet_alike(self, area: str) -> bool:
        """Rows 25, 26: where a call finds ships of both sides together they meet, and all are shown."""
        return all(self.apart(zone) for zone in set(self.a.truth.of(self.seen).values()) if area_of(zone) == area)

    def apart(self, zone: str) -> bool:
        """Whether who meets whom in a zone would be the same in both worlds."""
        return not self.settings["surface"] or self.same_there(zone)

    def sheet(self, party: str) -> JSON:
        asked, value = self.a.asks[party], choice(self.a, party, self.rng)
        over = [self.patrols(t) for t in self.both]
        alike = {zone for zone in self.a.truth.board.zones if over[0][zone] == over[1][zone]}
        value["attacks"] = [o for o in value["attacks"] if self.same_there(o["zone"]) and o["zone"] in alike]
        ships = self.a.truth.in_zone(self.hidden, value["b17"]) if value["b17"] else []
        if value["b17"] and (not self.same_there(value["b17"]) or any(self.carrier(ship) for ship in ships)):
            value["b17"] = None
        for part in ("transfers", "caps"):
            if not legal(asked, value):
                value[part] = []
        return value

    def patrols(self, t: Table) -> Counter[str]:
        """Row 14a: the hidden side's fighters by zone, as far as it has written its sheet."""
        over: Counter[str] = Counter()
        for order in (t.locks.get(self.hidden) or {}).get("caps", ()):
            over[order["zone"]] += order["F"]
        return over

    def carrier(self, ship: str) -> bool:
        return self.a.truth.ships[ship]["type"] in CARRIERS

    def found(self, t: Table, area: str) -> Counter[str]:
        """Row 9 of the matrix: zones and types, and numbers where the table plays with them."""
        there = [f"{z} {t.truth.ships[s]['type']}" for s, z in t.truth.of(self.hidden).items() if area_of(z) == area]
        return Counter(there if t.header.settings["counts"] else set(there))

    def same_there(self, zone: str) -> bool:
        """Row 17: all ships of an attacked zone are shown."""
        one, two = (sorted(s for s, z in t.truth.of(self.hidden).items() if z == zone) for t in self.both)
        return one == two

    def armed_alike(self, ship: str) -> bool:
        return self.a.truth.armed(ship) == self.b.truth.armed(ship)

    def armed_there(self, t: Table) -> list[str]:
        """Row 11b: a carrier that sinks a hit early was readied."""
        return [ship for ship in t.truth.battle["ships"] if t.truth.armed(ship)]

    # What the hidden side answers: in each world something else.

    def vary_place(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        one, other = a.sample(self.rng), b.sample(self.rng)
        return one, {ship: other[ship] if ship in self.loose else zone for ship, zone in one.items()}

    def vary_moves(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Loose ships go elsewhere, or off the board; whether any stands on Midway is told, which is not (20, 24, 28)."""
        for _ in range(30):
            one, other = choice(self.a, party, self.rng), choice(self.b, party, self.rng)
            for part in ("enter", "move"):
                kept = {ship: zone for ship, zone in other[part].items() if ship in self.loose}
                other[part] = kept | {s: z for s, z in one[part].items() if s not in self.loose}
            gone = {s for s in other["leave"] if s in self.loose} | {s for s in one["leave"] if s not in self.loose}
            other["leave"] = sorted(gone)
            ends = [self.ends(asked, value) for asked, value in ((a, one), (b, other))]
            there = [{ship for ship, zone in end.items() if zone == self.midway} for end in ends]
            runs = [t.truth.invasion + 1 if ATAGO in at else 0 for t, at in zip(self.both, there, strict=True)]
            told_alike = bool(there[0]) == bool(there[1]) and (runs[0] < 4 > runs[1] or runs[0] == runs[1])
            if told_alike and self.fight_alike(*ends) and self.stand_off_alike(there):
                return one, other
        raise Stuck

    def ends(self, asked: Any, value: JSON) -> dict[str, str]:
        at = {**asked.facts["at"], **value["enter"], **value["move"]}
        return {ship: zone for ship, zone in at.items() if ship not in value["leave"]}

    def fight_alike(self, one: dict[str, str], other: dict[str, str]) -> bool:
        """Row 26: the same ships on Midway, and in battles that go on, for all of them will be shown."""
        zones = {self.midway, *self.a.truth.engaged} if self.settings["surface"] else set()
        return all({s for s in one if one[s] == zone} == {s for s in other if other[s] == zone} for zone in zones)

    def stand_off_alike(self, there: list[set[str]]) -> bool:
        """Row 23: a battleship off Midway costs its fortification a point, and that is open."""
        ships = self.a.truth.ships
        big = [any(ships[ship]["type"] == "BB" for ship in at) for at in there]
        return not self.settings["reduction"] or big[0] == big[1]

    def vary_deready(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """A word or none is told; which planes it concerns is not (rows 11, 11a)."""
        words = [[v for v in (asked.sample(self.rng) for _ in range(40)) if v["word"] != "none"] for asked in (a, b)]
        if not all(words) or self.rng.random() < 0.3:
            return {"word": "none"}, {"word": "none"}
        return self.rng.choice(words[0]), self.rng.choice(words[1])

    vary_readying = vary_deready

    def vary_call(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        both = [area for area in a.open_areas() if area in b.open_areas() and self.meet_alike(area)]
        value = self.rng.choice(both) if both and self.rng.random() < 0.8 else None
        return value, value

    def vary_operations(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """The same attacks zone by zone from the same zones, and the same patrols where those are told; bases within
        a zone, transfers, and patrols that nobody meets are not told (13, 14, 14b, 22)."""
        asks, sheets = (a, b), [{"attacks": [], "transfers": [], "caps": [], "b17": None} for _ in range(2)]
        targets = [zone for zone in (*self.a.truth.of(self.seen).values(), self.midway) if self.apart(zone)]
        first = self.rng.random() < 0.5
        for _ in range(self.rng.randint(1, 4) if first else 0):
            self.patrol(asks, sheets)
        for zone in sorted({*a.facts["bases"].values()} & {*b.facts["bases"].values()}) if targets else ():
            ready = [{base: k for base, k in x.facts["ready"].items() if x.facts["bases"][base] == zone} for x in asks]
            most = {kind: min(sum(k[kind] for k in here.values()) for here in ready) for kind in TYPES}
            planes = {kind: self.rng.randint(0, n) for kind, n in most.items()}
            target = self.rng.choice(targets)
            trial = [
                {**sheet, "attacks": [*sheet["attacks"], *self.split(planes, here, target)]}
                for sheet, here in zip(sheets, ready, strict=True)
            ]
            if any(planes.values()) and all(legal(x, sheet) for x, sheet in zip(asks, trial, strict=True)):
                sheets = trial
        if a.facts["b17"] == "" and targets and self.rng.random() < 0.5:
            sheets[0]["b17"] = sheets[1]["b17"] = self.rng.choice(targets)
        for _ in range(0 if first else self.rng.randint(0, 4)):
            self.patrol(asks, sheets)
        for asked, sheet in zip(asks, sheets, strict=True):
            self.transfer(asked, sheet)
        return sheets[0], sheets[1]

    def patrol(self, asks: tuple[Any, Any], sheets: list[JSON]) -> None:
        """One more patrol in each world: of as many, over the same zone, unless it is told only to attackers."""
        attacked = {order["zone"] for order in (self.a.locks.get(self.seen) or {"attacks": []})["attacks"]}
        free = [zone for zone in self.a.truth.board.zones if zone not in attacked]
        own = [*self.a.truth.of(self.hidden).values(), *[self.midway] * (4 if self.hidden == US else 0)]
        zone = self.rng.choice(own if own and self.rng.random() < 0.6 else free)
        zones, untold = [zone, zone], self.settings["exchange"] == "relevant" and zone not in attacked
        if untold and self.rng.random() < 0.6:
            zones[1] = self.rng.choice(free)
        trial, number = [], 0
        for asked, sheet, over in zip(asks, sheets, zones, strict=True):
            able = [base for base in asked.able({**sheet, "open": None}, "caps") if asked.homes(base, over)]
            if not able:
                return
            base = self.rng.choice(able)
            number = number if number and zones[0] == zones[1] else self.rng.randint(1, asked.left(sheet, base)["F"])
            order = {"from": base, "zone": over, "to": self.rng.choice(asked.homes(base, over)), "F": number}
            trial.append({**sheet, "caps": [*sheet["caps"], order]})
            if not legal(asked, trial[-1]):
                return
        sheets[:] = trial
        self.happened["patrols that differ untold"] += zones[0] != zones[1]

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
            some = {"from": self.rng.choice(bases), "to": self.rng.choice(bases)} if bases else {}
            order = some and {**some, **dict.fromkeys(TYPES, 0)}
            if order:
                order[self.rng.choice(TYPES)] = self.rng.randint(1, 4)
                if legal(asked, {**sheet, "transfers": [*sheet["transfers"], order]}):
                    sheet["transfers"].append(order)

    def vary_ground(self, party: str, a: Any, b: Any) -> tuple[JSON, JSON]:
        """Row 23: how many squadrons were there to lose, and which were lost, stays with the US."""
        values = []
        for asked in (a, b):
            there = [kind for kind, n in asked.aboard.items() for _ in range(n)]
            gone = self.rng.sample(there, asked.due)
            values.append({kind: gone.count(kind) for kind in TYPES})
        self.happened["the field differs"] += a.due != b.due
        return values[0], values[1]

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
        kinds = {asked.kind for asked in self.a.asks.values()}
        own = [
            [f for f in MIDWAY.facts(t.truth) if f.side == self.hidden and f.key.startswith("planes/")]
            for t in self.both
        ]
        if all(own) and kinds & {"moves", "call"}:  # a lock that falls would be seen to fall
            facts = [self.rng.choice(each) for each in own]
            values = [self.rng.randint(0, fact.value) for fact in facts]
            self.mend([fact.key for fact in facts], values, [self.rng.choice(["misread", "a slip"]) for _ in facts])


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
        wanted = {*NEEDED, *ONLY[seen]}
        for seed in (*SHOW_MUCH[seen], *range(60)):
            agreed = {**TOURNAMENT, **OPTIONS, "exchange": "relevant"} if seed % 4 else {}
            happened += Worlds(seed, seen, **agreed).play().happened
            if happened["truths differ"] > 700 and wanted <= set(happened):
                break
        assert wanted - set(happened) == set()
        assert happened["truths differ"] > 700

    def test_the_lay_out_proposed_depends_on_nothing_but_the_ships(self) -> None:
        """It is taken with one tap and shown to the attacker: it must not tell who came into the zone when."""
        kit, made = small_kit(), []
        for order in permutations(["Kongo", "Tone", "Akagi"]):
            plot = MIDWAY.plot(JAPAN)
            plot.receive(Dispatch("opened", {"settings": {}, "ships": kit["roster"]}))
            for ship in order:
                plot.receive(Dispatch("ships", {"at": {ship: "B-2-E"}, "entered": [ship], "moved": {}, "left": []}))
            made.append(proposal(plot.in_zone(JAPAN, "B-2-E"), kit["battle-board/depth"]))
        assert made == made[:1] * len(made)
