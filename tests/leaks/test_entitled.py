"""No zone and no enemy name is met by anybody before the matrix has it told: in plots, in dispatches, in asks."""

import random
import re
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.games.lively import lively, some_table
from umpire.games.midway.terms import JAPAN, SIDES
from umpire.table.board import area_of
from umpire.table.plot import PUBLIC
from umpire.table.table import Table
from umpire.table.words import canonical

JSON = Any
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
        self.known: set[str] = set()
        """Zones of this turn where a side knows, or is shown, ships of the other."""

    def __call__(self, t: Table) -> None:
        entry = t.entries[-1]
        kind = entry.ask.split("/")[-2] if entry.party in SIDES else ""
        if entry.ask.split("/")[1] == "deready":
            self.known = set(t.truth.engaged)
        if entry.party in SIDES:
            self.zones[entry.party] |= set(ZONE.findall(canonical(entry.value)))
        if "/search/" in entry.ask:
            self.called(t, entry)
        if kind in ("operations", "landing") and not t.locks:
            sheets = {e.party: e.value for e in t.entries[-8:] if e.ask.split("/")[:2] == entry.ask.split("/")[:2]}
            for side, value in sheets.items():
                (self.exchanged if kind == "operations" else self.returned)(t, side, value)
        for audience in self.zones:
            self.check(t, audience)
        self.at, self.flights = dict(t.truth.zones), list(t.truth.flights)
        self.bases = {side: t.truth.bases(side) for side in SIDES}

    def called(self, t: Table, entry: Any) -> None:
        """Rows 9, 20, 25, 26: what is found is told; where ships of both are found together, all are shown in time."""
        area = entry.value["last"] if isinstance(entry.value, dict) else entry.value
        found = {z for s, z in self.at.items() if area_of(z) == area and self.side(t, s) != entry.party}
        self.tell(found)
        self.known |= found | ({t.truth.kit["board/midway"]} if t.truth.standing else set())
        for zone in self.known if t.header.settings["surface"] else ():
            self.meet(t, zone)

    def meet(self, t: Table, zone: str) -> None:
        there = {s for s, z in self.at.items() if z == zone}
        if {self.side(t, ship) for ship in there} == set(SIDES):
            self.tell([zone])
            self.names |= there

    def side(self, t: Table, ship: str) -> str:
        return t.header.kit["roster"][ship]["side"]

    def tell(self, zones: Any) -> None:
        zones = list(zones)
        for known in self.zones.values():
            known.update(zones)

    def exchanged(self, t: Table, side: str, value: JSON) -> None:
        """Rows 14, 17, 27, and 14b where the sheets go over whole; ships that are shown may meet (R4)."""
        zones = {order["zone"] for order in value["attacks"]} | {value[b] for b in ("b17",) if value.get(b)}
        if t.header.settings["exchange"] == "whole":
            self.tell(order["zone"] for order in value.get("caps", ()))
        self.tell(zones)
        self.names |= {s for s, z in self.at.items() if z in zones and self.side(t, s) != side}
        for zone in zones if t.header.settings["surface"] else ():
            self.meet(t, zone)

    def returned(self, t: Table, side: str, value: JSON) -> None:
        attacks = [f for f in self.flights if f["side"] == side and f["kind"] == "attack"]
        self.tell(f["origin"] for f in attacks)
        self.tell(self.bases[side][base] for f in attacks for base in value["flights"][f["id"]]["land"])

    def check(self, t: Table, audience: str) -> None:
        plot, asked = t.play.plots[audience], t.ask_of(audience)
        new = [d.facts for d in plot.heard[self.heard[audience] :] if d.kind not in ("kit", "opened")]
        self.heard[audience] = len(plot.heard)
        body = [getattr(plot, name) for name in plot.STATE if name != "ships"] if len(t.entries) % 5 == 0 else []
        facts = {key: fact for key, fact in asked.facts.items() if key != "barred"} if asked else {}
        text = canonical([body, new, facts])
        assert set(ZONE.findall(text)) <= self.zones[audience], t.entries[-1].ask
        others = {name for name in self.name.findall(text) if self.side(t, name) != audience}
        assert others <= self.names, t.entries[-1].ask
        assert audience == JAPAN or plot.invasion == 0
        assert audience == PUBLIC or {t.truth.ships[ship]["side"] for ship in plot.gone} <= {audience}
        assert audience != PUBLIC or (plot.zones, plot.planes, plot.flights, plot.gone) == ({}, {}, [], [])


class TestCanaries:
    @settings(max_examples=30, derandomize=True, deadline=None, phases=[Phase.generate])
    @given(st.integers(0, 2**32))
    def test_no_zone_and_no_name_is_met_before_it_is_told(self, seed: int) -> None:
        rng = random.Random(seed)
        t = some_table(rng, 8)
        lively(t, rng, Entitled(t))
