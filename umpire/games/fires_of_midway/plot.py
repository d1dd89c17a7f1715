"""What an audience of a table knows: all of the board, since it lies open, and of its own task forces the make-up.

Every dispatch of this game says in `now` what of the record stands otherwise for it: values by their paths, as
``ships/Akagi/fire``. The record is a tree of JSON objects; its branches:

``scenario``, ``settings`` (as agreed), ``intensity``, ``admirals`` (a name or nothing, by side);
``clock``     ``turn``, ``phase`` (see `PHASES`), ``step``, ``ship`` (whose Carrier Turn it is, or empty);
``ships``     by name, as `Ship.as_facts`; ``weather``: how many markers of ``clouds`` and of ``squall`` lie on the map;
``vp``, ``graves`` (by side), ``edge`` (who won the starting edge), ``lead`` (who is confident, or nobody);
``search``    ``fleets`` (enemy fleets found), ``looks`` (turns taken), ``drawn`` (combat cards drawn, by side);
``turns``     ``cards`` (action card by ship; none where carriers are tapped as they come), ``acted``, ``launched``;
``flown``     whether a Japanese group has attacked the island;
``tiles``     the Search or Destroy tiles, where the app keeps them (see `tiles`);
``strike``    the strike in the air, or None: ``ship``, ``side``, ``zones``, ``clouds``, ``distance``, ``targets``, ``type``,
              ``group`` and ``caps`` (as `Plane.as_facts`), ``engagements``, ``bombings``, ``sacrifices``; ``unnamed``,
              whether Hidden markers that show no letter are its targets too, until they are located.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.fires_of_midway.engagements import Plane
from umpire.games.fires_of_midway.initiative import bound, confident
from umpire.games.fires_of_midway.ship import JAPAN, SIDES, US, Ship
from umpire.table.plot import Dispatch, Plot
from umpire.table.words import copy

JSON = Any

SET_UP, SEARCH, PLACING, STRATEGY, TURNS, STRIKE, RESOLUTION, ADMIRAL, END, OVER = PHASES = (
    *("set-up", "search", "placing", "strategy", "carrier", "strike", "resolution", "admiral", "end", "over"),
)
_EMPTY: dict[str, JSON] = {
    "scenario": "",
    "settings": {},
    "intensity": 0,
    "admirals": {"us": "", "japan": ""},
    "clock": {"turn": 0, "phase": SET_UP, "step": "", "ship": ""},
    "ships": {},
    "weather": {"clouds": 0, "squall": 0},
    "vp": {"us": 1, "japan": 1},
    "graves": {"us": 0, "japan": 0},
    "edge": "",
    "lead": "",
    "search": {"fleets": 0, "looks": 0, "drawn": {"us": 0, "japan": 0}},
    "turns": {"cards": {}, "acted": [], "launched": False},
    "flown": False,
    "tiles": {"grid": {}, "looked": [], "aside": [], "out": [], "used": [], "left": 0, "picks": ""},
    "strike": None,
}


class FiresPlot(Plot):
    """The board as one audience has it; every audience has the same, but for task forces that were sealed."""

    STATE = (
        *("tree", "played", "todo", "stacks_us", "stacks_japan", "peeked_us", "peeked_japan"),
        *("in_hand_us", "in_hand_japan", "not_chosen_us", "not_chosen_japan"),
    )

    def __init__(self, audience: str) -> None:
        super().__init__(audience)
        self.tree: dict[str, JSON] = copy(_EMPTY)
        self.played = 0
        """Turns begun; it names the asks, and no correction of the turn changes it."""
        self.todo: list[str] = []
        """What is to be done on the table since the last answer."""
        self.stacks_us: list[list[str]] = []
        self.stacks_japan: list[list[str]] = []
        """Which carriers go together, where that was sealed; of each side its own alone."""
        self.peeked_us: dict[str, str] = {}
        self.peeked_japan: dict[str, str] = {}
        """By place, the tiles at which a side has looked and that lie face down again."""
        self.in_hand_us: list[str] = []
        self.in_hand_japan: list[str] = []
        """The tiles of which a side picks its damage track."""
        self.not_chosen_us: list[str] = []
        self.not_chosen_japan: list[str] = []
        """Tiles that a side did not pick, face down on the discards."""

    def load(self, state: dict[str, JSON]) -> None:
        """Take up a state; what an older record has not stands as on a new table."""
        super().load(state)
        self.tree = {**copy(_EMPTY), **self.tree}

    def receive(self, dispatch: Dispatch) -> None:
        """Hear a dispatch: keep it, and put on the record what it says now stands."""
        facts = dispatch.own_facts()
        for path, value in facts.get("now", {}).items():
            self.put(path, value)
        self.todo = [] if dispatch.kind == "step" else [*self.todo, *facts.get("do", ())]
        self.played += dispatch.kind == "turn"
        hear = getattr(self, "note_" + dispatch.kind.replace("-", "_"), None)
        if hear:
            hear(facts)
        if not hasattr(self, "hear_" + dispatch.kind.replace("-", "_")):
            self.heard.append(dispatch)
            return
        plain = {key: value for key, value in facts.items() if key not in ("now", "do")}
        super().receive(Dispatch(dispatch.kind, plain, dispatch.rule, dispatch.struck))
        self.heard[-1] = dispatch

    # What a side has for itself, and when nobody has it any more.

    def note_stacks(self, facts: dict[str, JSON]) -> None:
        setattr(self, f"stacks_{facts['side']}", facts["pairs"])

    def note_peeked(self, facts: dict[str, JSON]) -> None:
        self.peeked[facts["side"]].update(facts["places"])

    def note_tile(self, facts: dict[str, JSON]) -> None:
        for side in SIDES:
            self.peeked[side].pop(facts["place"], None)

    def note_stack(self, facts: dict[str, JSON]) -> None:
        for side in SIDES:
            self.peeked[side].clear()

    def note_in_hand(self, facts: dict[str, JSON]) -> None:
        self.in_hand[facts["side"]][:] = facts["tiles"]

    def note_not_chosen(self, facts: dict[str, JSON]) -> None:
        self.in_hand[facts["side"]].clear()
        self.not_chosen[facts["side"]] += facts["tiles"]

    def note_reshuffled(self, facts: dict[str, JSON]) -> None:
        for side in SIDES:
            self.not_chosen[side].clear()

    def hear_set_right(self, fact: str, value: JSON, text: str, reason: str) -> None:
        if fact.startswith("kit/"):
            self.kit[fact.removeprefix("kit/")] = value

    def put(self, path: str, value: JSON) -> None:
        """Set a leaf, or a whole branch; what leads there is made."""
        *way, leaf = path.split("/")
        at: dict[str, JSON] = self.tree
        for name in way:
            at = at.setdefault(name, {})
        at[leaf] = value

    def at(self, path: str) -> JSON:
        """The value at a path; None where there is nothing."""
        found: JSON = self.tree
        for name in path.split("/"):
            if not isinstance(found, dict) or name not in found:
                return None
            found = found[name]
        return found

    # Reading.

    @property
    def scenario(self) -> str:
        return str(self.tree["scenario"])

    @property
    def settings(self) -> Mapping[str, JSON]:
        """What was agreed, as it was told when the table was opened."""
        found: Mapping[str, JSON] = self.tree["settings"]
        return found

    @property
    def turn(self) -> int:
        return int(self.tree["clock"]["turn"])

    @property
    def phase(self) -> str:
        return str(self.tree["clock"]["phase"])

    @property
    def intensity(self) -> int:
        return int(self.tree["intensity"])

    @property
    def vp(self) -> Mapping[str, int]:
        found: Mapping[str, int] = self.tree["vp"]
        return found

    @property
    def graves(self) -> Mapping[str, int]:
        found: Mapping[str, int] = self.tree["graves"]
        return found

    @property
    def lead(self) -> str:
        """The confident side; empty while both are desperate (Confidence).

        It is read off the markers, which are turned over as the starting edge is won and at the end of each End Phase.
        """
        return str(self.tree["lead"])

    def by_points(self) -> str:
        """Who leads in VP now, whichever way the markers lie."""
        return confident(self.vp["us"], self.vp["japan"])

    def doctrine(self, side: str) -> str:
        """The admiral whose doctrine binds a side now, or nothing."""
        return bound(side, self.tree["admirals"][side], self.lead)

    def ship(self, name: str) -> Ship:
        return Ship.read(self.tree["ships"][name])

    def ships(self, side: str = "") -> list[Ship]:
        """All ships, or a side's: by side, the carriers by their letters, the island last."""
        every = [Ship.read(each) for each in self.tree["ships"].values()]
        of = [ship for ship in every if side in ("", ship.side)]
        return sorted(of, key=lambda s: (SIDES.index(s.side), s.island, s.letter, s.name))

    def in_play(self, side: str = "") -> list[Ship]:
        """Ships that still have their turns: neither sunk nor knocked out."""
        return [ship for ship in self.ships(side) if ship.acts]

    @property
    def cards(self) -> Mapping[str, int]:
        """The action card at each ship; none where carriers are tapped as they come."""
        found: Mapping[str, int] = self.tree["turns"]["cards"]
        return found

    @property
    def acted(self) -> list[str]:
        return list(self.tree["turns"]["acted"])

    @property
    def strike(self) -> Mapping[str, JSON]:
        """The strike in the air; empty for none."""
        found: Mapping[str, JSON] = self.tree["strike"] or {}
        return found

    def group(self) -> list[Plane]:
        """The planes of the strike, those lost among them."""
        return [Plane.read(each) for each in self.strike.get("group", ())]

    def caps(self) -> list[Plane]:
        """The CAP over the strike's targets, those lost among them."""
        return [Plane.read(each) for each in self.strike.get("caps", ())]

    @property
    def stacks(self) -> dict[str, list[list[str]]]:
        """By side which of its carriers go together, where that was sealed and this audience has it."""
        return {US: self.stacks_us, JAPAN: self.stacks_japan}

    @property
    def peeked(self) -> dict[str, dict[str, str]]:
        """By side, the tiles that it has looked at, as far as this audience has them."""
        return {US: self.peeked_us, JAPAN: self.peeked_japan}

    @property
    def in_hand(self) -> dict[str, list[str]]:
        """By side, the tiles of which it picks one, as far as this audience has them."""
        return {US: self.in_hand_us, JAPAN: self.in_hand_japan}

    @property
    def not_chosen(self) -> dict[str, list[str]]:
        """By side, the tiles that it did not pick, as far as this audience has them."""
        return {US: self.not_chosen_us, JAPAN: self.not_chosen_japan}

    def targets(self) -> list[Ship]:
        """The ships in the strike's target zone."""
        return [self.ship(name) for name in self.strike.get("targets", ())]
