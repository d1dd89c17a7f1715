"""What must hold of surface combat at every moment: who meets, who moves, who fires, who is held."""

from __future__ import annotations

from typing import Any

from umpire.games.midway.terms import ENEMY, JAPAN, US
from umpire.table.board import king
from umpire.table.table import Table

JSON = Any


class SurfaceWatch:
    """Hears every dispatch. `held` are the ships that may not move in Step 1."""

    def __init__(self, watch: Any) -> None:
        self.watch = watch
        self.held: set[str] = set()
        self.begun_from: dict[str, JSON] = {}
        """By zone, where ships stood when the last turn left a battle undecided."""
        self.undecided: dict[str, JSON] = {}
        self.contacts: list[str] = []
        self.shown: set[str] = set()
        self.fought: list[str] = []
        self.zone = ""
        self.n = 0
        self.board: dict[str, tuple[int, int]] = {}
        self.waiting: dict[str, list[str]] = {}
        self.able: list[str] = []

    def hear(self, t: Table, kind: str, facts: JSON) -> None:
        do = getattr(self, "hear_" + kind.replace("-", "_"), None)
        if do:
            do(t, facts)

    def side(self, ship: str) -> str:
        return str(self.watch.ships[ship]["side"])

    def both(self, t: Table, zone: str) -> bool:
        return {self.side(ship) for ship, at in t.truth.zones.items() if at == zone} == {US, JAPAN}

    # Who meets.

    def hear_turn(self, t: Table, f: JSON) -> None:
        self.begun_from, self.undecided = self.undecided, {}
        self.held = {ship for at in self.begun_from.values() for ship in at}
        self.contacts, self.shown, self.fought = [], set(), []

    def hear_calls_done(self, t: Table, f: JSON) -> None:
        """Row 25: whoever knows of enemy ships with his own says so; nobody says what nobody knows."""
        if f["by"] == JAPAN and self.watch.settings["surface"]:
            truth = t.truth
            known = {found["zone"] for s in truth.sightings if s["turn"] == truth.turn for found in s["found"]}
            known |= {self.watch.midway} & set(truth.of(JAPAN).values()) | set(self.begun_from)
            self.contacts = [zone for zone in truth.board.zones if zone in known and self.both(t, zone)]
            self.watch.happened["ships pass unseen"] += bool(
                {zone for zone in truth.zones.values() if self.both(t, zone)} - set(self.contacts)
            )
            assert t.truth.contacts == self.contacts

    def hear_contact(self, t: Table, f: JSON) -> None:
        assert self.watch.settings["surface"]
        assert f["zones"] == t.truth.contacts

    def hear_placed(self, t: Table, f: JSON) -> None:
        if f["ships"]:
            self.shown.add(self.watch.battle["zone"])

    def hear_on_midway(self, t: Table, f: JSON) -> None:
        if f["side"] == US:
            self.shown.add(self.watch.midway)

    def hear_b17(self, t: Table, f: JSON) -> None:
        if f["ships"]:
            self.shown.add(f["zone"])

    def hear_turn_over(self, t: Table, f: JSON) -> None:
        """Not optional: where they met and are still together they have fought."""
        if self.watch.settings["surface"]:
            assert not [z for z in {*self.contacts, *self.shown} if self.both(t, z) and z not in self.fought]

    # The battle.

    def hear_surface(self, t: Table, f: JSON) -> None:
        assert f["zone"] in {*self.contacts, *self.shown}
        assert f["zone"] not in self.fought
        self.zone, self.n, self.waiting, self.able = f["zone"], 0, {}, []
        left = self.begun_from.get(self.zone, {})
        self.board = {ship: tuple(cell) for ship, cell in f["at"].items()}
        assert f["at"] == {ship: cell for ship, cell in left.items() if ship not in t.truth.sunk}

    def edge(self, t: Table, side: str) -> int:
        return 1 if side == JAPAN else int(t.header.kit["battle-board/depth"])

    def sound(self, t: Table) -> None:
        """One ship a rectangle, all on the board."""
        assert len(set(self.board.values())) == len(self.board)
        deep = t.header.kit["battle-board/depth"]
        assert all(1 <= column <= 17 and 1 <= row <= deep for column, row in self.board.values())

    def hear_surface_placed(self, t: Table, f: JSON) -> None:
        """All ships of the side in the zone come on along its edge, or wait while there is no room."""
        on, side = set(f["at"]), f["side"]
        there = {s for s, z in t.truth.zones.items() if z == self.zone and self.side(s) == side}
        assert on | set(f["waiting"]) | {s for s in self.board if self.side(s) == side} == there
        assert all(row == self.edge(t, side) for _, row in f["at"].values())
        self.watch.happened["surface reinforcements"] += bool(self.begun_from.get(self.zone) and on)
        self.watch.happened["more ships than rectangles"] += bool(f["waiting"])
        self.board |= {ship: tuple(cell) for ship, cell in f["at"].items()}
        self.waiting[side] = f["waiting"]
        self.sound(t)

    def hear_surface_turn(self, t: Table, f: JSON) -> None:
        self.n += 1
        assert f["n"] == self.n <= 4
        self.board = {ship: cell for ship, cell in self.board.items() if ship not in t.truth.sunk}
        assert all(ship in t.truth.zones for ship in f["able"])
        self.able = f["able"]

    def hear_surface_moved(self, t: Table, f: JSON) -> None:
        """One rectangle a Battle Board turn; those that waited come on behind."""
        for ship, cell in f["at"].items():
            assert self.side(ship) == f["side"]
            if ship in self.board:
                assert king(self.board[ship], (cell[0], cell[1])) <= 1
            else:
                assert ship in self.waiting[f["side"]]
                assert cell[1] == self.edge(t, f["side"])
        self.board |= {ship: tuple(cell) for ship, cell in f["at"].items()}
        self.sound(t)
        assert t.truth.surface is None or {s: tuple(c) for s, c in t.truth.surface["at"].items()} == self.board

    def hear_surface_firing(self, t: Table, f: JSON) -> None:
        """Who was able as the turn began, at an enemy afloat and in range; the US not on the first turn."""
        assert f["side"] == JAPAN or self.n > 1 or self.begun_from.get(self.zone)
        for ship, target in f["fire"].items():
            assert ship in self.able
            assert self.side(ship) == f["side"]
            if target is not None:
                reach = 4 if self.watch.ships[ship]["type"] == "BB" else 3
                assert self.side(target) == ENEMY[f["side"]]
                assert king(self.board[ship], self.board[target]) <= reach
                self.watch.happened["fired though sunk"] += ship in t.truth.sunk

    def hear_surface_over(self, t: Table, f: JSON) -> None:
        assert f["zone"] == self.zone
        afloat = {s: list(cell) for s, cell in self.board.items() if s not in t.truth.sunk}
        assert f["at"] == afloat
        self.fought.append(self.zone)
        self.watch.happened[f"surface: {f['how']}"] += 1
        if f["how"] == "four turns":
            assert self.n == 4
            self.undecided[self.zone] = afloat
