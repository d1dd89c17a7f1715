"""What of the record may be set right, and what came of it once it is found wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.games import wrongs
from umpire.games.filed import PRINTED
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.asks import MOST_CARDS
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.terms import DESTROYED, NAMES, SIDES
from umpire.games.lightning_midway.words import say
from umpire.games.wrongs import Read, Uses, Ways
from umpire.table.asks import Refusal
from umpire.table.motions import RIGHT
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.script import Fact, Play, Record
from umpire.table.words import listed, whole
from umpire.table.wrong import Contamination, Place, Wrong

JSON = Any

IN_PLAY = "in play"
OBJECTIVES, TABLE = "Objectives", "Turn and hands"


def facts(plot: LightningPlot) -> list[Fact]:
    """What may be set right: objectives, whose turn it is while no fight is on, counted hands, and named dependents."""
    if not plot.turn:
        return []
    either = (IN_PLAY, DESTROYED)
    made = [
        Fact(f"objective/{name}", name, either[name in plot.sunk], about=(OBJECTIVES,), choices=either)
        for side in SIDES
        for name in sorted(plot.objectives)
        if plot.objectives[name] == side
    ]
    if plot.step == "turn":
        names = tuple(NAMES[side] for side in SIDES)
        made.append(Fact("mover", "Whose turn it is", NAMES[plot.mover], about=(TABLE,), choices=names))
    made += [
        Fact(f"hand/{side}", f"{NAMES[side]}, cards in hand", plot.hands[side], "cards", about=(TABLE,))
        for side in SIDES
        if side in plot.hands
    ]
    for key in sorted(plot.kit):
        if key.startswith("dependents/") and key.partition("/")[2] in plot.objectives:
            label = kits.cell(key, plot.kit).label
            named = plot.kit[key] or kits.UNNAMED
            made.append(Fact(f"kit/{key}", label, named, f"names of cards, or {kits.UNNAMED}", about=(PRINTED,)))
    return made


def read(plot: LightningPlot, fact: str, value: JSON) -> JSON:
    """The value a fact would have, of what was typed; raises `Refusal`."""
    if fact not in [each.key for each in facts(plot)]:
        raise Refusal("That is not on the record.")
    kind, _, name = fact.partition("/")
    text = " ".join(str(value).split())
    if kind == "objective":
        return _objective(plot, name, text.casefold())
    if kind == "mover":
        found = [side for side in SIDES if text.casefold() in (side, NAMES[side].casefold())]
        if not found:
            raise Refusal(f"It is the turn of {listed(NAMES.values(), 'or')}.")
        return found[0]
    if kind == "hand":
        n = whole(text)
        if n is None or n > MOST_CARDS:
            raise Refusal(f"Cards in hand: a whole number from 0 to {MOST_CARDS}.")
        return n
    return kits.cell(name, plot.kit).read({"": text})


def _objective(plot: LightningPlot, name: str, text: str) -> str:
    if text not in (IN_PLAY, DESTROYED):
        raise Refusal(f"{name} is {IN_PLAY}, or {DESTROYED}.")
    if text == DESTROYED and plot.fight and name in plot.fight["targets"]:
        raise Refusal(f"{name} is being attacked: end the attack first, or take it back.", "How to Attack")
    if text == DESTROYED and plot.left(plot.objectives[name]) == [name] and not plot.ended:
        words = f"{name} is the last target of {NAMES[plot.objectives[name]]}: record the attack that destroyed it."
        raise Refusal(words, "Victory")
    return text


def correct(g: Play, fact: str, value: JSON, reason: str) -> None:
    """Set a fact right before everybody's ears."""
    made = read(g.truth, fact, value)
    label = next(each.label for each in facts(g.truth) if each.key == fact)
    shown = NAMES.get(made, made) if fact == "mover" else made
    g.tell(g.all, "set-right", fact=fact, value=made, text=f"{label}: {shown}", reason=reason)


# What came of a wrong fact.


def step(plot: LightningPlot) -> str:
    """When something was told: ``Turn 7, Japan``."""
    return f"Turn {plot.turn}, {NAMES[plot.mover]}" if plot.turn else "Set-up"


def _puts(said: Dispatch, fact: str) -> bool:
    """Whether a dispatch puts a fact on the record."""
    kind, _, name = fact.partition("/")
    if said.kind == "set-right":
        return bool(said.facts["fact"] == fact)
    if kind == "objective":
        return said.kind == "opened" or (said.kind == "outcome" and name in said.facts["destroyed"])
    if kind == "kit":
        return said.kind in ("kit", "cells") and name in said.facts["cells"]
    return said.kind == ("turn" if kind == "mover" else "hands")


WAYS = Ways(lambda: LightningPlot(UMPIRE), NAMES, step, _puts, say)


class _Uses(Uses):
    """A fact of the open record: what was told of it, and what rested on it since."""

    def on_record(self) -> bool:
        return any(fact.key == self.wrong.fact for fact in facts(self.was))

    def uses(self, said: Dispatch) -> bool:
        if self.kind == "objective":
            return said.kind == "ended" or self.name in said.facts.get("targets", ())
        if self.kind == "kit":
            return said.kind == "clean-up" and self.name.partition("/")[2] in said.facts["destroyed"]
        if self.kind == "hand":
            return said.kind in ("prepared", "reinforced", "exchanged") and bool(said.facts["by"] == self.name)
        return said.kind in ("exchanged", "reinforced", "prepared", "attack", "turn")


_WALKS = dict.fromkeys(("objective", "mover", "hand", "kit"), _Uses)


def changes(told: Record, fact: str) -> list[Place]:
    """After which entries a fact was put on the record, the latest first."""
    return wrongs.changes(WAYS, told, fact, lambda plot: "")


def contamination(told: Record, wrong: Wrong, reading: Read) -> Contamination:
    """The report of what came of a wrong fact; raises `Refusal`."""
    return wrongs.contamination(WAYS, _WALKS, told, wrong, reading)


# Places to go back to, in words.

_PARTS = {"turn": "{}’s turn", "fight": "{}’s attack", "hands": "the count of hands"}


def movers(plot: LightningPlot, turn: str) -> list[str]:
    """Whose a turn was, and was set right to be: the last one stands. Of a turn that is struck, as it was."""
    live = [said for said in plot.heard if not said.struck]
    return _movers(live, turn) or _movers(plot.heard, turn)


def _movers(heard: Iterable[Dispatch], turn: str) -> list[str]:
    made, on = [], False
    for said in heard:
        if said.kind == "turn":
            on = f"t{said.facts['n']}" == turn
        if on and said.kind == "turn":
            made.append(said.facts["by"])
        elif on and said.kind == "set-right" and said.facts["fact"] == "mover":
            made.append(said.facts["value"])
    return made


def place(plot: LightningPlot, position: str) -> str:
    """``Turn 7``; ``before Japan’s attack of turn 7``: a position, or the ask that was answered last."""
    ask = position.removeprefix("before ")
    first, *rest = ask.split("/")
    if first == RIGHT:
        return "Before the record was last set right"
    if first == "set-up":
        return "Before it was said who begins" if rest else "Set-up"
    turn = f"turn {first.removeprefix('t')}"
    if not rest:
        by = movers(plot, first)
        return f"Turn {first.removeprefix('t')}{f', {NAMES[by[-1]]}' if by else ''}"
    if rest[0] == "dependents":
        return f"Before the dependent cards were named, {turn}"
    what = _PARTS.get(rest[1] if len(rest) > 1 else "", "what was answered").format(NAMES.get(rest[0], "the table"))
    return f"Before the last answer in {what}, {turn}"
