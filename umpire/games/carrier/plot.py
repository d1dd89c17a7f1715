"""What an audience of a Carrier table knows.

Every dispatch of this game says what happened and, in `now` and `gone`, what of the record stands otherwise for it:
values by their paths, as ``forces/C7/level``. A plot is those values and nothing else, so that whatever stands can be
traced to the dispatch that put it there, and set right by its path.

The record is a tree of JSON objects. Its branches, and what each leaf is:

``scenario``  "1" to "6" or "standard"; ``period`` one of `terms.PERIODS`; ``settings`` what was agreed.
``clock``     ``turn`` (1 and up; 0 before the first), ``phase`` (0 to 4; 0 outside the action phases), ``segment``
              ("set-up", "arrival", "japan", "us", "end"), ``step`` (the step of the US segment, or empty), ``night``.
``objectives`` ``primary``, ``secondary`` (empty for none), ``interdiction``.
``die``       the mission movement die of this segment (9.2); 0 before it is rolled.
``limits``    ``carrier``, ``surface``, ``transport``, ``retirement``: whole numbers; missing where a game has none.
``index``     ``carrier``, ``surface``, ``transport``: whole; ``retirement``: in halves.
``flags``     ``close`` (carrier index within five of its limit), ``reached`` (list of the limits reached), ``surprise``
              (strategic surprise is in effect), ``attacked`` (US carriers attacked so far), ``retired`` (the fleet).
``forces``    by counter, as ``C7`` or ``T3``, those on the map; see `FORCE`.
``pool``      counters not in play: list by ``C`` and ``T``; ``colours``: objective by counter, in play or not.
``cups``      ``combat`` and ``transport``: chits in each by kind, as ``{"Carrier": 7}``. Never an order.
``spares``    chits by kind that no cup holds; ``aside`` those out of the game.
``sequence``  ``cup``: chits by kind (``blank``, ``C7``), ``due``: how many more are drawn in this segment, ``marker``:
              the Number of Forces marker.
``ships``     by name, of both sides; see `SHIP`. Japanese ships are here from when they are named.
``groups``    US task forces and land bases by name; see `GROUP`.
``decks``     what carriers and land bases hold, by name; see `DECK`.
``strikes``   US air strikes by number, as text; see `STRIKE`.
``attack``    the air attack that is being resolved, or missing; see `attack.py`.
``points``    awards in eighths of a point: ``us`` and ``japan``, each a list of ``{"n", "why"}``.
``memory``    what one scenario alone has to remember, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from umpire.games.carrier.parts import Parts, parts_of
from umpire.games.carrier.terms import CARRIERS, COMBAT, TRANSPORTS
from umpire.table.numbered import distance
from umpire.table.plot import Dispatch, Plot
from umpire.table.words import copy

JSON = Any
T = TypeVar("T")
SHARES = "memory/shares"
"""Fog+: by force, what its second wave will add to its revealed air strength and the carrier index as it comes; the
umpire alone knows."""

FORCE: dict[str, JSON] = {
    "hex": "",
    "kind": COMBAT,
    "objective": "",
    "level": 0,
    "chit": "",
    "banded": False,  # whether the chit came out of a cup, and goes back there (11.4)
    "screen": "",  # a level 3 surface chit, or "Level 4"
    "detection": "",  # "", "?" or "L" (12.1)
    "down": False,  # face down: successfully searched this turn
    "advantage": False,
    "revealed": None,  # air points; None for no revealed air strength, which is not 0 (16.1)
    "losses": 0,  # of a level 1 or 2 force, landed (16.2)
    "value": None,  # current air value of a level 3 force (16.3)
    "start": 0,  # ships it had as it was first known ship by ship (20.1)
    "log": [],  # its strikes: {turn, phase, range, target, strength, lost, land, landed, wave}
    "wave": None,  # a second wave to come: {strength, turn, phase, target}
    "cap": None,  # CAP of this segment; None before it is rolled (6.6)
    "exhaust": 0,
    "exhausted": 0,  # turn of the latest Battle Exhaust marker
    "retiring": False,
    "bombarded": False,
    "unloads": 0,  # Bombard/Unload steps spent unloading (22.0)
    "came": 0,  # turn it entered the hex it stands in
    "acted": False,  # activated this turn
    "moved": False,
    "fought": False,
    "struck": False,  # attacked from the air this turn
    "leaves": False,  # goes as soon as no strike is on its way to it
}
"""A Japanese force as it arrives, with every leaf there is of one."""

SHIP: dict[str, JSON] = {
    "side": "",  # "us" or "japan"
    "type": "",  # as `terms.SIZES`
    "aa": 0,
    "air": 0,  # printed air value of a Japanese carrier
    "capacity": 0,  # hits that sink her
    "bombardment": 0,
    "in": "",  # her task force or force; empty once she is off the map
    "hits": 0,
    "hurt": [],  # turns in which a Japanese carrier took hits
    "noted": 0,  # hits of a Japanese carrier as the turn before ended (16.3)
    "heavy": 0,  # turn she was heavily damaged; 0 for never
    "sunk": 0,  # turn she sank
    "value": 0,  # current air value of a carrier of a level 4 force (16.3)
    "unloads": 0,  # of a transport
    "company": 0,  # other ships with her as she sank (22.0)
}
"""A ship, with every leaf there is of one."""

GROUP: dict[str, JSON] = {
    "hex": "",
    "base": False,
    "moved": False,
    "gone": False,  # off the map, or without a ship
    "cap": [],  # [type, steps, time aloft or None]
    "landing": [],  # [type, steps, time aloft]
    "track": {},  # by box ("0-3"): {"available": {type: steps}, "used": {type: steps}, "back": ...}
    "exhaust": 0,
    "exhausted": 0,
    "engaged": "",  # the phase in which it last tried to engage, as `telling.moment` names it
    "hits": 0,  # of a land base (18.2)
    "fuel": None,  # quarters of a point at Guadalcanal; None where fuel is not counted
}
"""A US task force or land base, with every leaf there is of one."""

DECK: dict[str, JSON] = {
    "in": "",  # the task force or base
    "ready": {},
    "unready": {},
    "servicing": {},
    "unserviced": {},  # of what is in servicing: lowered there ready this segment, so a full segment short (7.1)
    "hangar": {},
    "room": 0,  # hangar capacity; 0 for no limit
    "markers": [],  # Inoperative Flight Deck markers, each 2 or 1
    "irreparable": False,
    "no_lift": False,
    "warned": False,  # launched in the US Warning step: lands nothing in the next US segment
}
"""What one carrier or base holds aboard: steps by type in each box."""

STRIKE: dict[str, JSON] = {
    "from": "",
    "hex": "",
    "time": 0,
    "steps": {},
    "left": False,  # it, or who formed it, has left the hex it was formed in: nobody joins it any more
    "down": False,  # it has tried for contact, or never may: it goes home
    "target": "",
    "side": "",  # the side its target marker lies on, "L" or "?"
    "transfer": False,
}
"""A US air strike or transfer on the map."""

ROOTS = (
    *("scenario", "period", "settings", "clock", "objectives", "die", "limits", "index", "flags", "forces", "pool"),
    *("cups", "spares", "aside", "sequence", "ships", "groups", "decks", "strikes", "attack", "points", "memory"),
)
_EMPTY: dict[str, JSON] = {
    "scenario": "",
    "period": "",
    "die": 0,
    "attack": None,
    "pool": {"C": [], "T": [], "colours": {}},
    "index": {"carrier": 0, "surface": 0, "transport": 0, "retirement": 0},
    "flags": {"close": False, "reached": [], "surprise": False, "attacked": [], "retired": False},
    "clock": {"turn": 0, "phase": 0, "segment": "set-up", "step": "", "night": False},
    "objectives": {"primary": "", "secondary": "", "interdiction": False},
    "cups": {"combat": {}, "transport": {}},
    "sequence": {"cup": {}, "due": 0, "marker": 0},
    "points": {"us": [], "japan": []},
}


class CarrierPlot(Plot):
    """The map, the displays, the logs and the cups as one audience has them."""

    STATE = ("tree", "played", "todo")

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.tree: dict[str, JSON] = {root: copy(_EMPTY.get(root, {})) for root in ROOTS}
        self.played = 0
        """Turns begun; it names the asks, and no correction of the time changes it."""
        self.todo: list[list[JSON]] = []
        """What is to be done with counters on the table: each line, and whether it concerns a chit or marker only."""
        self._of_the_kit: tuple[Hashable, dict[Hashable, Any]] = ((), {})

    # Hearing.

    def receive(self, dispatch: Dispatch) -> None:
        """Hear a dispatch: keep it, and put on the record what it says now stands."""
        if hasattr(self, "hear_" + dispatch.kind.replace("-", "_")):
            super().receive(dispatch)
            return
        self.heard.append(dispatch)
        facts = dispatch.own_facts()
        for path, value in facts.get("now", {}).items():
            self.put(path, value)
        for path in facts.get("gone", ()):
            self.drop(path)
        self.todo += [
            *([line, False] for line in facts.get("do", ())),
            *([line, True] for line in facts.get("mark", ())),
        ]
        self.todo = [] if dispatch.kind == "pieces-done" else self.todo
        self.played += dispatch.kind == "turn"

    def hear_set_right(self, fact: str, value: JSON, text: str, reason: str, now: JSON = None) -> None:
        if fact.startswith("kit/"):
            self.kit[fact.removeprefix("kit/")] = value
        for path, put in (now or {}).items():
            self.put(path, put)

    def put(self, path: str, value: JSON) -> None:
        """Set a leaf, or a whole branch; what leads there is made."""
        *way, leaf = path.split("/")
        at: dict[str, JSON] = self.tree
        for name in way:
            if name not in at:
                _insert(at, name, {})
            at = at[name]
        _insert(at, leaf, value)

    def drop(self, path: str) -> None:
        """Take a branch away, if it is there."""
        *way, leaf = path.split("/")
        at: dict[str, JSON] = self.tree
        for name in way:
            at = at.get(name, {})
        at.pop(leaf, None)

    def at(self, path: str, otherwise: JSON = None) -> JSON:
        """The value at a path."""
        found: JSON = self.tree
        for name in path.split("/"):
            if not isinstance(found, dict) or name not in found:
                return otherwise
            found = found[name]
        return found

    # Reading.

    def of_the_kit(self, name: Hashable, make: Callable[[], T]) -> T:
        """What is worked out of the kit alone; made anew once the kit is another. A painted map has thousands of cells."""
        stamp = id(self.kit), len(self.kit), self.times("set-right")
        if self._of_the_kit[0] != stamp:
            self._of_the_kit = stamp, {}
        made = self._of_the_kit[1]
        if name not in made:
            made[name] = make()
        found: T = made[name]
        return found

    @property
    def scenario(self) -> str:
        return str(self.tree["scenario"])

    @property
    def parts(self) -> Parts:
        """Which rules the scenario plays with."""
        return parts_of(self.scenario)

    @property
    def period(self) -> str:
        return str(self.tree["period"])

    @property
    def settings(self) -> dict[str, JSON]:
        """What was agreed, as it was told when the game was opened: scripts and pages read it here alone."""
        found: dict[str, JSON] = self.tree["settings"]
        return found

    @property
    def turn(self) -> int:
        return int(self.tree["clock"]["turn"])

    @property
    def phase(self) -> int:
        return int(self.tree["clock"]["phase"])

    @property
    def forces(self) -> dict[str, JSON]:
        """Japanese forces on the map."""
        found: dict[str, JSON] = self.tree["forces"]
        return found

    @property
    def groups(self) -> dict[str, JSON]:
        """US task forces and bases, those that are gone too."""
        found: dict[str, JSON] = self.tree["groups"]
        return found

    @property
    def decks(self) -> dict[str, JSON]:
        found: dict[str, JSON] = self.tree["decks"]
        return found

    @property
    def strikes(self) -> dict[str, JSON]:
        found: dict[str, JSON] = self.tree["strikes"]
        return found

    @property
    def ships(self) -> dict[str, JSON]:
        found: dict[str, JSON] = self.tree["ships"]
        return found

    def task_forces(self) -> dict[str, JSON]:
        """US task forces on the map, bases apart."""
        return {name: group for name, group in self.groups.items() if not group["base"] and not group["gone"]}

    def standing(self) -> dict[str, JSON]:
        """Task forces on the map, then land bases."""
        return {**self.task_forces(), **self.bases()}

    def bases(self) -> dict[str, JSON]:
        return {name: group for name, group in self.groups.items() if group["base"]}

    def ships_of(self, group: str) -> list[str]:
        """Ships of a task force or force that are afloat, in the order of their names; one that sank this turn or last
        and has not left the map yet (4.1) is not afloat."""
        return [name for name, ship in self.ships.items() if ship["in"] == group and not ship["sunk"]]

    def carriers_of(self, group: str) -> list[str]:
        return [ship for ship in self.ships_of(group) if self.ships[ship]["type"] in CARRIERS]

    def heavily_damaged(self, ship: str) -> bool:
        """Whether a ship's hits are half her capacity or more (14.2, 19.1)."""
        s = self.ships[ship]
        return bool(2 * s["hits"] >= s["capacity"])

    def on_log(self, force: str) -> int | None:
        """Revealed air strength as everybody has it: under fog+ without what a second wave on its way will show (16.1).

        Dice that fall before everybody are modified by this: their modifier would tell the rest.
        """
        revealed, hidden = self.forces[force]["revealed"], self.at(f"{SHARES}/{force}", 0)
        return None if revealed is None else int(revealed - hidden)

    def is_carrier_force(self, force: str) -> bool:
        """Whether a force is known to have carriers (8.0, 11.5)."""
        f = self.forces[force]
        if f["level"] == 4:
            return any(s["in"] == force and s["type"] in CARRIERS for s in self.ships.values())
        return "Carrier" in f["chit"] or "CV" in f["chit"]

    def is_transport_force(self, force: str) -> bool:
        """Whether a force is known to have transports; one that lost them all stays one (20.1)."""
        f = self.forces[force]
        if f["level"] == 4:
            return any(s["in"] == force and s["type"] in TRANSPORTS for s in self.ships.values())
        return "Transport" in f["chit"] or f["chit"] in ("A", "B", "C", "D")

    def is_surface_force(self, force: str) -> bool:
        """Whether a force is known to have neither carriers nor transports (8.0)."""
        f = self.forces[force]
        known = f["level"] >= 2 or f["chit"] == "Surface"
        return known and not self.is_carrier_force(force) and not self.is_transport_force(force)

    def is_carrier_group(self, group: str) -> bool:
        """Whether a US task force has a carrier afloat (5.0)."""
        return bool(self.carriers_of(group))

    def is_transport_group(self, group: str) -> bool:
        return any(self.ships[ship]["type"] in TRANSPORTS for ship in self.ships_of(group))

    def carrier_groups(self) -> list[str]:
        """US carrier task forces on the map."""
        return [name for name in self.task_forces() if self.is_carrier_group(name)]

    def in_hex(self, place: str) -> list[str]:
        """US task forces in a hex, bases apart."""
        return [name for name, group in self.task_forces().items() if group["hex"] == place]

    def near(self, place: str, reach: int, groups: Iterable[str]) -> list[str]:
        """Those of some task forces that lie no farther by air than `reach`."""
        return [name for name in groups if distance(place, self.groups[name]["hex"]) <= reach]


def _insert(branch: dict[str, JSON], name: str, value: JSON) -> None:
    """Set a name of a branch. Its names stand in order, as they do in a record that was stored and taken up again."""
    if name in branch or not branch or name > next(reversed(branch)):
        branch[name] = value
        return
    every = sorted([*branch.items(), (name, value)], key=lambda item: item[0])
    branch.clear()
    branch.update(every)


def fresh(pattern: Mapping[str, JSON], **leaves: JSON) -> dict[str, JSON]:
    """A new branch after a pattern (`FORCE`, `SHIP`, …); raises `KeyError` for a leaf the pattern has not."""
    unknown = [leaf for leaf in leaves if leaf not in pattern]
    if unknown:
        raise KeyError(*unknown)
    made: dict[str, JSON] = copy(dict(pattern))
    return made | leaves


def total(steps: Mapping[str, int] | Sequence[Sequence[JSON]]) -> int:
    """Air steps in a box, whether by type or as ``[type, steps, time]``."""
    if isinstance(steps, Mapping):
        return sum(steps.values())
    return sum(each[1] for each in steps)
