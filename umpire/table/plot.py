"""What one audience knows: dispatches received, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from umpire.table.words import canonical, copy, read

JSON = Any

PUBLIC = "public"
UMPIRE = "umpire"


class Dispatch:
    """One thing told to an audience. It says neither who else heard it nor after how many answers.

    Its facts are held as their canonical text: what is told to several is one thing that none of them can change,
    sealed and written to disk as it is; and what nobody looks at again is never read.
    """

    __slots__ = ("_facts", "kind", "rule", "struck", "text")

    def __init__(self, kind: str, facts: Mapping[str, JSON] | str, rule: str = "", struck: bool = False) -> None:
        self.kind, self.rule, self.struck = kind, rule, struck
        self.text = facts if isinstance(facts, str) else canonical(facts)
        self._facts: dict[str, JSON] | None = None

    @property
    def facts(self) -> dict[str, JSON]:
        """What was told, by name."""
        if self._facts is None:
            self._facts = self.own_facts()
        return self._facts

    def own_facts(self) -> dict[str, JSON]:
        """What was told, in objects that are nobody else's."""
        made: dict[str, JSON] = read(self.text)
        return made

    def again(self, *, struck: bool = False) -> Dispatch:
        """The same said to somebody else, or known to be struck."""
        return Dispatch(self.kind, self.text, self.rule, struck)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dispatch):
            return NotImplemented
        mine, theirs = ((d.kind, d.text, d.rule, d.struck) for d in (self, other))
        return mine == theirs

    def __repr__(self) -> str:
        return f"Dispatch({self.kind!r}, {self.text}, {self.rule!r}{', struck' if self.struck else ''})"


@dataclass(frozen=True)
class Stowed:
    """What a plot held at some time, as canonical texts; the kit apart, which is most of it and hardly ever another."""

    kit: str
    rest: str

    def state(self) -> dict[str, JSON]:
        """The state as JSON, in objects of its own; `Plot.load` takes it up."""
        return {"kit": read(self.kit), **read(self.rest)}


class Plot:
    """One audience's knowledge: the dispatches it heard, and the state they add up to.

    A game subclasses it with a ``hear_<kind>(self, **facts)`` a kind. The state lives in the
    attributes named by `STATE`, all JSON values, so that a position can be stored and taken up again.
    """

    STATE: tuple[str, ...] = ()
    CORE_STATE = ("kit", "motions", "paused", "ended", "corrections")

    def __init__(self, audience: str) -> None:
        self.audience = audience
        self.heard: list[Dispatch] = []
        self.kit: dict[str, JSON] = {}
        self.motions: dict[str, JSON] = {}
        self.paused = False
        self.ended: dict[str, JSON] | None = None
        self.corrections = 0
        self._times: Counter[str] = Counter()
        self._counted: tuple[list[Dispatch], int] = (self.heard, 0)
        """How far what was heard is counted, and of which record: going back writes another."""
        self._stowed: dict[str, JSON] = {}
        self._kit = canonical({})
        """The kit as last stowed: a hundred times the rest, and hardly ever another from turn to turn."""

    def receive(self, dispatch: Dispatch) -> None:
        """Hear a dispatch; raises `AttributeError` for a kind this game's plots cannot hear."""
        self.heard.append(dispatch)
        hear: Callable[..., None] = getattr(self, "hear_" + dispatch.kind.replace("-", "_"))
        hear(**dispatch.own_facts())

    def times(self, *kinds: str) -> int:
        """How often a dispatch of these kinds was heard, struck or not."""
        record, n = self._counted
        if record is not self.heard:
            self._times.clear()
            n = 0
        self._times.update(each.kind for each in self.heard[n:])
        self._counted = self.heard, len(self.heard)
        return sum(self._times[kind] for kind in kinds)

    def stow(self) -> Stowed:
        """The state as it is now, without what was heard on the way to it."""
        if self._stowed != self.kit:
            self._stowed, self._kit = dict(self.kit), canonical(self.kit)
        rest = (name for name in (*self.CORE_STATE, *self.STATE) if name != "kit")
        return Stowed(self._kit, canonical({name: getattr(self, name) for name in rest}))

    def dump(self) -> dict[str, JSON]:
        """The state as JSON."""
        return self.stow().state()

    def load(self, state: dict[str, JSON]) -> None:
        """Take up a state that `dump` gave; what a version that knew less did not keep stays as in a new plot."""
        for name in (*self.CORE_STATE, *self.STATE):
            if name in state:
                setattr(self, name, copy(state[name]))

    # What every table tells, whatever the game.

    def hear_kit(self, cells: dict[str, JSON]) -> None:
        """Values of the components, as printed."""
        self.kit.update(cells)

    def hear_cells(self, cells: dict[str, JSON], by: str) -> None:
        """Values read off the components when they were first needed."""
        self.kit.update(cells)

    def hear_roll(self, ask: str, why: str, dice: list[JSON], faces: list[JSON], by: str) -> None:
        """Dice as they fell, or what came out of a cup."""

    def hear_sealed(self, seal: str) -> None:
        """The seal on what was answered since the last one: a hash that says nothing until its nonces are known."""

    def hear_motion(self, motion: str, by: str, say: str, text: str, to: str = "") -> None:
        """A motion moved, agreed to, declined or taken back; or a ruling put to a question, which stays open."""
        pending = self.motions.get(motion, {})
        if say == "moved":
            self.motions[motion] = {"by": by, "text": text, **({"to": to} if to else {})}
        elif say == "put":
            self.motions[motion] = {**pending, "ruling": text, "put_by": by}
        elif say == "declined" and "ruling" in pending:
            self.motions[motion] = {key: pending[key] for key in pending if key not in ("ruling", "put_by")}
        else:
            self.motions.pop(motion, None)

    def hear_motion_detail(self, motion: str, value: JSON, text: str) -> None:
        """What a motion asks for, told to its own side alone."""
        self.motions[motion]["value"] = value

    def hear_pause(self, on: bool, by: str) -> None:
        """The table rests, or goes on."""
        self.paused = on

    def hear_corrected(self) -> None:
        """Somewhere a record was set right. Nobody hears whose."""
        self.corrections += 1

    def hear_set_right(self, fact: str, value: JSON, text: str, reason: str) -> None:
        """What was set right, told to those whose record it is."""

    def hear_not_set(self, side: str, text: str) -> None:
        """What a side would have set right could be so no longer; it alone hears it."""

    def hear_let_stand(
        self, fact: str, value: JSON, text: str, reason: str, since: int, until: int | None, told: int, rested: int
    ) -> None:
        """Something was found wrong and let stand, with how much had come of it; the umpire alone hears it."""

    def hear_fault(self, where: str) -> None:
        """The app could not work something out; people at the table enter it."""

    def hear_back(self, to: str) -> None:
        """The table went back; what was told since is struck."""

    def hear_back_why(self, fact: str, value: JSON, text: str, reason: str) -> None:
        """What had been wrong; the umpire alone hears it."""

    def hear_ended(self, how: str, by: str, text: str) -> None:
        """The game is over, and nothing waits for a yes any more."""
        self.motions = {}
        self.ended = {"how": how, "by": by, "text": text}
