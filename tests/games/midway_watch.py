"""What must hold at every moment of a game of Midway, worked out anew from the ledger and the truth."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from tests.games.midway_watch_surface import SurfaceWatch
from tests.games.who_may_know import Telling
from tests.tables import MIDWAY
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ATAGO, BOMBERS, ENEMY, JAPAN, SHIP_TYPES, SIDES, TYPES, US, day
from umpire.table.board import area_of
from umpire.table.table import Table

JSON = Any
ISLAND = "Midway"


class Watch:
    """Called after every entry. `happened` counts what there was to look at."""

    def __init__(self, t: Table) -> None:
        self.settings = t.header.settings
        self.ships: JSON = t.header.kit["roster"]
        self.midway = t.header.kit["board/midway"]
        self.happened: Counter[str] = Counter()
        self.told = len(t.told)
        self.run = self.island = self.captured = self.seen = 0
        self.at: dict[str, str] = dict(t.truth.zones)
        self.left: set[str] = set()
        self.fort = 20 if self.settings["reduction"] else None
        self.fleet: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        """Squadrons of each side by type, counted down from the printed air groups by every loss that was told."""
        self.aboard: dict[str, JSON] = {}
        self.costs: dict[str, Counter[str]] = {}
        self.sheets: dict[str, JSON] = {}
        self.battle: JSON = {}
        self.night = self.landing = False
        self.flown: Counter[int] = Counter()
        self.surface = SurfaceWatch(self)
        self.telling = Telling(t)

    def __call__(self, t: Table) -> None:
        truth = t.truth
        new = [each for _, each in t.told[self.told :]]
        self.told = len(t.told)
        self.telling(t)
        for each in new:
            assert isinstance(MIDWAY.say(each.dispatch), str)
            self.happened[each.dispatch.kind] += 1
        said = [each.dispatch for each in new]
        self.at_the_moment(t, said)
        for dispatch in said:
            getattr(self, "hear_" + dispatch.kind.replace("-", "_"), lambda t, f: None)(t, dispatch.facts)
            self.surface.hear(t, dispatch.kind, dispatch.facts)
        self.stands(truth)
        if truth.turn:
            self.conserved(truth)
        self.score(truth)
        self.at = dict(truth.zones)

    def side(self, base: str) -> str:
        return self.ships[base]["side"] if base in self.ships else US

    # What holds at any time.

    def stands(self, truth: MidwayPlot) -> None:
        for base, kinds in truth.planes.items():
            kit = truth.kit
            fighters = kit[f"fighters/{base}"] if self.settings["fighters"] and base != ISLAND else 0
            most = 30 if base == ISLAND else sum(kit[f"air/{base}"].values()) + fighters
            assert sum(n for states in kinds.values() for n in states.values()) <= most
            assert all(n >= 0 for states in kinds.values() for n in states.values())
        board, sunk = set(truth.zones), set(truth.sunk)
        assert not sunk & (board | set(truth.planes) | self.left)
        assert not self.left & board
        assert set(truth.gone) == self.left
        assert len(sunk) == len(truth.sunk)
        for ship, hits in truth.hits.items():
            boxes = truth.kit[f"hits/{ship}"]
            assert 0 < hits <= boxes
            assert ship in sunk or hits < boxes
        assert truth.fortification == self.fort
        assert self.fort is None or 0 <= self.fort <= 20
        assert not self.fort or truth.zones.get(ATAGO) != self.midway

    def conserved(self, truth: MidwayPlot) -> None:
        """No squadron comes from nowhere, and none goes but as a loss that its owner was told."""
        for side in SIDES:
            now: Counter[str] = Counter(dict.fromkeys(TYPES, 0))
            for flight in truth.flights:
                now.update({kind: flight[kind] for kind in TYPES if flight["side"] == side})
            for base in truth.planes:
                now.update({kind: truth.aboard(base, kind) for kind in TYPES if self.side(base) == side})
            assert +now == +self.fleet[side], side
            assert self.settings["fighters"] or not now["F"]

    def score(self, truth: MidwayPlot) -> None:
        while self.seen < self.happened["turn-over"]:
            self.seen += 1
            there = truth.zones.get(ATAGO) == self.midway
            self.run = self.run + 1 if there else 0
            self.captured = self.captured or self.run >= 4
            self.island += truth.scored >= 13 and not self.captured
        lost = {side: sum(truth.kit[f"points/{s}"] for s in truth.sunk if self.side(s) == side) for side in SIDES}
        assert truth.score == {US: lost[JAPAN] + self.island, JAPAN: lost[US] + 15 * bool(self.captured)}
        assert truth.captured == bool(self.captured)

    # Squadrons, dispatch by dispatch.

    def hear_planes(self, t: Table, f: JSON) -> None:
        """What has come down is not ready: it flew this turn, and cannot on the next (MW-20, MW-56)."""
        for base, kinds in f["planes"].items() if self.landing else ():
            for kind, state in product(kinds, ("readying", "ready")):
                assert kinds[kind][state] <= self.aboard[base][kind][state]
        self.landing = False
        for base, kinds in f["planes"].items():
            side, before = self.side(base), self.aboard.get(base)
            now = Counter({k: sum(states.values()) for k, states in (kinds or {}).items()})
            if base not in self.aboard:
                self.fleet[side].update(now)
            if kinds is None and before:
                self.fleet[side].subtract({k: sum(states.values()) for k, states in before.items()})
            self.aboard[base] = kinds

    def hear_turn(self, t: Table, f: JSON) -> None:
        self.sheets, self.costs, self.night = {}, {}, f["night"]

    def hear_orders(self, t: Table, f: JSON) -> None:
        """Only what is ready flies, and a side's sheet is carried out once a turn."""
        assert f["side"] not in self.sheets
        self.sheets[f["side"]] = f["flights"]
        assert not (self.night and f["flights"])
        for base in {flight["from"] for flight in f["flights"]}:
            for kind in TYPES:
                sent = sum(flight[kind] for flight in f["flights"] if flight["from"] == base)
                assert sent <= self.aboard[base][kind]["ready"]

    def hear_landed(self, t: Table, f: JSON) -> None:
        """Every flight comes down once; what it lost its battle cost it; what lands is not ready."""
        self.landing = True
        side, flew = f["side"], {flight["id"]: flight for flight in self.sheets[f["side"]]}
        assert [flight["id"] for flight in f["landed"]] == list(flew)
        paid: dict[str, Counter[str]] = {}
        for flight in f["landed"]:
            lost = Counter(flight["lost"])
            down: Counter[str] = Counter()
            for counts in flight["land"].values():
                down.update(counts)
            gone = lost + Counter(flight["no_return"])
            assert +(gone + down) == +Counter({k: flew[flight["id"]][k] for k in TYPES})
            self.fleet[side].subtract(gone)
            if flight["kind"] != "transfer":
                paid.setdefault(f"{side}/{flight['kind']}/{flight['zone']}", Counter()).update(lost)
            else:
                assert not +lost
        for counts in f["overboard"].values():
            self.fleet[side].subtract(counts)
        for pool in {*paid, *(p for p in self.costs if p.startswith(f"{side}/"))}:
            cost, bill = self.costs.get(pool, Counter()), paid.get(pool, Counter())
            either = sum(bill[kind] - cost[kind] for kind in BOMBERS)
            assert all(bill[kind] >= cost[kind] for kind in BOMBERS)
            assert (either, bill["F"]) == (cost["DT"], cost["F"]), pool
            self.happened["lost of either kind"] += bool(cost["DT"])
            self.happened["patrol lost"] += bool("/cap/" in pool and cost["F"])

    def hear_ground(self, t: Table, f: JSON) -> None:
        """What bombs destroy is on the field: as many as are called for, or all there are."""
        there = Counter({k: sum(states.values()) for k, states in self.aboard[ISLAND].items()})
        lost = Counter(f["lost"])
        assert lost <= there
        assert sum(lost.values()) == min(self.battle["called_for"], sum(there.values()))
        self.fleet[US].subtract(lost)
        self.happened["bombed on the ground"] += bool(+lost)

    def cost(self, whose: str, zone: str, **squadrons: int) -> None:
        self.costs.setdefault(f"{whose}/{zone}", Counter()).update(squadrons)

    # Ships, dispatch by dispatch.

    def hear_ships(self, t: Table, f: JSON) -> None:
        """Held ships stay; no ship goes further than she may; who leaves does so over her own edge."""
        board, speeds = t.truth.board, {US: 6 if t.truth.played == 1 else 2, JAPAN: 2}
        assert not (set(f["at"]) | set(f["left"])) & (self.surface.held | self.left | set(t.truth.sunk))
        for ship, zone in f["at"].items() if t.truth.turn else ():
            if ship in self.at:
                hits = t.truth.hits.get(ship, 0)
                slow = self.settings["crippled"] and hits and hits == t.truth.kit[f"hits/{ship}"] - 1
                far = board.distance(self.at[ship], zone)
                assert far <= (1 if slow else speeds[self.side(ship)])
        for ship in f["left"]:
            x, japan = board.xy(self.at[ship])[0], self.side(ship) == JAPAN
            assert (x + 1 if japan else board.columns * 3 - x) <= speeds[self.side(ship)]
            assert self.settings["leaving"]
            assert japan or t.truth.attacked or t.truth.closed or t.truth.captured
            self.left.add(ship)
            self.happened["left"] += 1

    def hear_sunk(self, t: Table, f: JSON) -> None:
        self.at.pop(f["ship"])

    def hear_on_midway(self, t: Table, f: JSON) -> None:
        assert self.midway in t.truth.of(f["side"]).values()

    # The island.

    def hear_bombed(self, t: Table, f: JSON) -> None:
        """Once a battle; by the table as the rulebook prints it, never below nothing."""
        assert self.fort
        self.battle["called_for"] = f["called_for"]
        assert f["raw"] == [sum(self.battle["raid"].values()), self.fort]
        assert f["took"] == min(f["called_for"], self.fort)
        assert f["fortification"] == self.fort - f["took"]
        assert (f["called_for"] == 0) == (f["column"] is None) == (f["die"] is None)
        self.fort -= f["took"]
        self.happened["reduced to nothing"] += self.fort == 0

    def hear_fortification(self, t: Table, f: JSON) -> None:
        """One for the turn in which a battleship stands there, whatever their number."""
        assert self.fort
        assert f["value"] == self.fort - 1
        assert any(self.ships[ship]["type"] == "BB" for ship in t.truth.in_zone(JAPAN, self.midway))
        self.fort = f["value"]

    def hear_invasion(self, t: Table, f: JSON) -> None:
        self.happened["invasion of what was reduced"] += self.fort == 0

    def hear_b17(self, t: Table, f: JSON) -> None:
        """As often a day as agreed, never at night nor from a lost or reduced island; all ships there are named."""
        self.flown[day(t.truth.turn)] += 1
        assert self.flown[day(t.truth.turn)] <= self.settings["b17"]
        assert not self.night
        assert not t.truth.captured
        assert set(f["ships"]) == {s for s, z in self.at.items() if z == f["zone"] and self.side(s) == JAPAN}
        self.happened["b17 found none"] += not f["ships"]

    # The air.

    def hear_battle(self, t: Table, f: JSON) -> None:
        """The planes that flew there; the fighters over it; the island where there is one to reduce."""
        sent = [x for x in self.sheets[f["by"]] if (x["kind"], x["zone"]) == ("attack", f["zone"])]
        over = [x for x in self.sheets[f["of"]] if (x["kind"], x["zone"]) == ("cap", f["zone"])]
        assert f["planes"] == {kind: sum(x[kind] for x in sent) for kind in TYPES}
        assert f["cap"] == sum(x["F"] for x in over)
        assert f["island"] == (f["by"] == JAPAN and f["zone"] == self.midway and bool(self.fort) and not self.captured)
        self.battle = {**f, "free": 0 if f["planes"]["F"] else f["cap"], "fire": {}, "fighting": {}}
        self.happened["raid with US ships there"] += f["island"] and self.midway in t.truth.of(US).values()

    def hear_aimed(self, t: Table, f: JSON) -> None:
        brought = self.battle["planes"]
        assert {kind: f["island"][kind] + f["ships"][kind] for kind in BOMBERS} == {k: brought[k] for k in BOMBERS}
        assert self.midway in t.truth.of(US).values() or not any(f["ships"].values())
        self.battle |= {"raid": f["island"], "planes": {**brought, **f["ships"]}}
        self.happened["raid on ships"] += any(f["ships"].values())

    def hear_placed(self, t: Table, f: JSON) -> None:
        assert set(f["ships"]) == self.there()

    def hear_empty(self, t: Table, f: JSON) -> None:
        assert not self.there()

    def there(self) -> set[str]:
        """Row 17: the attacked side's ships in the zone of the battle, and only that side's."""
        return {s for s, z in self.at.items() if z == self.battle["zone"] and self.side(s) == self.battle["of"]}

    def hear_stripped(self, t: Table, f: JSON) -> None:
        """MW-10, MW-67: the patrol that is left is never smaller than the escort."""
        assert self.battle["cap"] - f["n"] >= self.battle["planes"]["F"]
        self.battle["free"] = f["n"]
        self.happened["stripped some"] += bool(f["n"])

    def hear_fighter_combat(self, t: Table, f: JSON) -> None:
        zone = self.battle["zone"]
        assert f["raw"] == [self.battle["planes"]["F"], self.battle["cap"] - self.battle["free"]]
        assert f["attacker"] <= f["raw"][0]
        assert f["defender"] <= f["raw"][1]
        self.cost(f"{self.battle['by']}/attack", zone, F=f["attacker"])
        self.cost(f"{self.battle['of']}/cap", zone, F=f["defender"])

    def hear_screening(self, t: Table, f: JSON) -> None:
        """MW-68: only fighters that did not fight escorts screen, each one group."""
        assert sum(f["fighters"].values()) <= self.battle["free"]
        self.battle["fighting"] = f["fighters"]
        self.happened["screened"] += bool(f["fighters"])

    def hear_attacking(self, t: Table, f: JSON) -> None:
        """No more squadrons than came; at a bow only with others at a beam, where it was agreed."""
        used: Counter[str] = Counter()
        for group in f["groups"]:
            used[group["type"]] += group["n"]
            if group["how"] == "bow":
                beams = {g["how"] for g in f["groups"] if g["target"] == group["target"]}
                assert beams & {"port", "starboard"}
                assert self.settings["anvil"]
                self.happened["at a bow"] += 1
        planes = {kind: self.battle["planes"][kind] for kind in BOMBERS}
        assert used <= Counter({"DT": sum(planes.values())} if self.battle["island"] else planes)
        self.battle["groups"] = f["groups"]

    def hear_firing(self, t: Table, f: JSON) -> None:
        self.battle["fire"] = f["fire"]

    def hear_waves(self, t: Table, f: JSON) -> None:
        """MW-38: every squadron still comes, and only what is fired at comes in waves."""
        assert self.settings["waves"]
        met, sizes = {*self.battle["fire"].values(), *self.battle["fighting"]}, Counter()
        for group in f["groups"]:
            assert "of" not in group or group["of"] in met
            sizes[group.get("of", group["id"])] += group["n"]
        assert sizes == {group["id"]: group["n"] for group in self.battle["groups"]}
        self.battle["groups"] = f["groups"]
        self.happened["in waves"] += any("of" in group for group in f["groups"])

    def hear_odds(self, t: Table, f: JSON) -> None:
        """What fires at a group, and the fighters set against it, meet every wave of it."""
        for group, each in zip(self.battle["groups"], f["odds"], strict=True):
            name = group.get("of", group["id"])
            firing = [ship for ship, target in self.battle["fire"].items() if target == name]
            screen = sum(t.truth.kit[f"screening/{ship}"] for ship in firing) + self.battle["fighting"].get(name, 0)
            assert each["raw"] == [group["n"], max(1, screen)]

    def hear_results(self, t: Table, f: JSON) -> None:
        sizes = {group["id"]: group for group in self.battle["groups"]}
        lost: Counter[str] = Counter()
        for each in f["results"]:
            assert each["lost"] <= sizes[each["id"]]["n"]
            lost[sizes[each["id"]]["type"]] += each["lost"]
        lost += borne(lost.pop("DT", 0), self.battle["planes"])
        assert +Counter(f["lost"]) == +lost
        self.cost(f"{self.battle['by']}/attack", self.battle["zone"], **f["lost"])

    def hear_met(self, t: Table, f: JSON) -> None:
        """MW-71, Midway 5: fighters left over bring down as many raiders, once these have bombed."""
        left = self.battle["free"] - sum(self.battle["fighting"].values())
        assert f["n"] == min(left, sum(self.battle["raid"].values())) > 0
        self.cost(f"{self.battle['by']}/attack", self.battle["zone"], **borne(f["n"], self.battle["raid"]))

    # Each fact of the matrix with the entry it falls due by, no later and no earlier.

    def at_the_moment(self, t: Table, said: list[Any]) -> None:
        kinds, value = [d.kind for d in said], t.entries[-1].value
        kind, by = t.entries[-1].ask.split("/")[1], t.entries[-1].party
        if kind == "search":
            area = value["last"] if isinstance(value, dict) else value
            answers = [d.facts for d in said if d.kind == "answer"]
            assert answers == ([] if area is None else [{"by": by, "area": area, "found": self.found(t, by, area)}])
            assert kinds[0] == ("call" if area else "calls-done")
        if kind == "moves" and said:
            there = self.midway in t.truth.of(JAPAN).values()
            assert ("on-midway" in kinds) == there
        if kind == "operations" and said:
            sheets = {e.party: e.value for e in t.entries if e.ask.startswith(t.entries[-1].ask.rsplit("/", 1)[0])}
            self.exchanged(next(d.facts for d in said if d.kind == "operations"), sheets)

    def exchanged(self, told: JSON, sheets: dict[str, JSON]) -> None:
        """Rows 14, 14b, 27: attacks by zone and number, patrols as agreed, the zone of the B-17s."""
        sent: Counter[Any] = Counter()
        over: Counter[Any] = Counter()
        for side, sheet in sheets.items():
            for order in sheet["attacks"]:
                sent.update({(side, order["zone"], k): order.get(k, 0) for k in TYPES})
            for order in sheet.get("caps", ()):
                over[side, order["zone"]] += order["F"]
        assert Counter({(a["by"], a["zone"], k): a[k] for a in told["attacks"] for k in TYPES}) == sent
        patrols = {} if self.settings["exchange"] == "relevant" else dict(over)
        assert {(c["by"], c["zone"]): c["F"] for c in told["caps"]} == patrols
        assert told["b17"] == sheets[US].get("b17")
        assert self.settings["fighters"] or not (over or any(a["F"] for a in told["attacks"]))
        self.happened["a patrol untold"] += len(over) > len(told["caps"])

    def found(self, t: Table, by: str, area: str) -> list[JSON]:
        """Row 9: every zone of the area with enemy ships, and their types; numbers by setting; never names."""
        zones: dict[str, list[str]] = {}
        for ship, zone in sorted(self.at.items()):
            if area_of(zone) == area and self.side(ship) == ENEMY[by]:
                zones.setdefault(zone, []).append(self.ships[ship]["type"])
        made: list[JSON] = []
        for zone in sorted(zones):
            types = Counter(zones[zone])
            one: JSON = {"zone": zone, "types": [k for k in SHIP_TYPES if types[k]]}
            made.append({**one, "counts": dict(types)} if self.settings["counts"] else one)
        return made


def borne(n: int, planes: dict[str, int]) -> Counter[str]:
    """So many lost out of D and T together: no more of a kind than came, the rest of either."""
    least = Counter({"D": max(0, n - planes["T"]), "T": max(0, n - planes["D"])})
    return least + Counter({"DT": n - least.total()})
