"""What an audience knows of surface combat: all of it is open to all (Surface Combat, Tournament Game)."""

from __future__ import annotations

from typing import Any

from umpire.table.plot import Plot

JSON = Any


class SurfacePlot(Plot):
    """The Battle Board with the ships of both sides on it, and the battles that go on from turn to turn."""

    STATE: tuple[str, ...] = ("contacts", "surface", "surface_fought", "engaged")

    attacked: bool
    sunk: list[str]

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.contacts: list[str] = []
        """Zones of this turn where a side has told the other of ships it knows of (Surface Combat 1)."""
        self.surface: JSON = None
        """The battle on the board now."""
        self.surface_fought: list[JSON] = []
        """Battles of this turn that are over."""
        self.engaged: dict[str, JSON] = {}
        """By zone, where the ships of a battle stand that the last turn left undecided."""

    def carry_surface_over(self) -> None:
        """A turn of the time record begins: what was left undecided by the last goes on."""
        self.engaged = {b["zone"]: b["at"] for b in self.surface_fought if b["how"] == "four turns"}
        self.contacts, self.surface, self.surface_fought = [], None, []

    @property
    def held(self) -> list[str]:
        """Ships that may not move this turn (Surface Combat 17)."""
        return [ship for at in self.engaged.values() for ship in at]

    def hear_contact(self, zones: list[str]) -> None:
        self.contacts = zones

    def hear_surface(self, zone: str, at: dict[str, list[int]]) -> None:
        """A battle begins, or goes on from where the last turn left it."""
        self.surface = {"zone": zone, "at": at, "waiting": {}, "n": 0, "able": [], "stage": "placement"}

    def hear_surface_placed(self, side: str, at: dict[str, list[int]], waiting: list[str]) -> None:
        """Ships come on along their own edge; those for which there is no rectangle yet wait behind it."""
        self.surface["at"].update(at)
        self.surface["waiting"][side] = waiting

    def hear_surface_turn(self, n: int, able: list[str]) -> None:
        """A Battle Board turn; `able` are the ships that have fire power in it, whatever befalls them."""
        afloat = {ship: cell for ship, cell in self.surface["at"].items() if ship not in self.sunk}
        self.surface |= {"at": afloat, "n": n, "able": able, "stage": "moves", "fire": {}, "odds": {}, "results": {}}
        self.attacked = True

    def hear_surface_moved(self, side: str, at: dict[str, list[int]]) -> None:
        self.surface["at"].update(at)
        waiting = self.surface["waiting"]
        waiting[side] = [ship for ship in waiting.get(side, []) if ship not in at]

    def hear_surface_firing(self, side: str, fire: dict[str, str | None]) -> None:
        self.surface["fire"][side] = fire
        self.surface["stage"] = "fire"

    def hear_surface_odds(self, side: str, odds: list[JSON]) -> None:
        self.surface["odds"][side] = odds

    def hear_surface_results(self, side: str, results: list[JSON]) -> None:
        self.surface["results"][side] = results

    def hear_withdrawing(self, sides: list[str]) -> None:
        """Those who will roll to get away."""
        self.surface |= {"stage": "withdrawal", "withdrawing": sides}

    def hear_surface_over(self, zone: str, how: str, by: list[str], at: dict[str, list[int]]) -> None:
        """How a battle ends for this turn; `at` is where its ships stand, for another turn of it."""
        self.surface_fought.append({**self.surface, "how": how, "by": by, "at": at})
        self.surface = None
