"""To go on without the app: where the game stands, what a scenario remembers, and lines to go on in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from umpire.games.carrier.picture import SEGMENTS, STEPS, records
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import HOURS
from umpire.games.carrier.track import by_number
from umpire.games.carrier.turn_record import QUIET
from umpire.games.carrier.us_sheet import score_words
from umpire.games.carrier.words import say
from umpire.games.paper import Block
from umpire.table.words import counted, listed

JSON = Any


def standing(plot: CarrierPlot) -> list[Block]:
    """Where the game stands, what is left of this segment, what the scenario remembers, a fight that is not over."""
    made = [
        Block("Where the game stands", before=[*clock(plot), *limits(plot), *flags(plot)]),
        Block("What the scenario remembers", before=list(memory(plot))),
        *unfinished(plot),
    ]
    return [block for block in made if not block.empty]


def clock(plot: CarrierPlot) -> list[str]:
    """The turn, the phase and the step; who has acted and moved."""
    tree = plot.tree
    if plot.ended:
        return [f"The game is over. {plot.ended['text']}"]
    at = tree["clock"]
    when = (
        f"Turn {at['turn']}, {'night' if at['night'] else HOURS[(at['turn'] - 1) % len(HOURS)]}" if at["turn"] else ""
    )
    phase = f"phase {at['phase']}" if at["phase"] else ""
    step = STEPS.get(at["step"], SEGMENTS.get(at["segment"], ""))
    here = ", ".join(filter(None, [when, phase, step]))
    made = [f"{here[:1].upper()}{here[1:]}. Score: {score_words(plot)}."]
    if at["segment"] == "japan" and tree["die"]:
        made.append(f"Mission movement die of this segment: {tree['die']}. {_due(plot)}")
    acted = [force for force in by_number(plot.forces) if plot.forces[force]["acted"]]
    moved = [name for name, group in sorted(plot.task_forces().items()) if group["moved"]]
    made += [f"Have acted this turn: {listed(acted)}."] if acted else []
    return made + ([f"Have moved this turn: {listed(moved)}."] if moved else [])


def _due(plot: CarrierPlot) -> str:
    due = plot.tree["sequence"]["due"]
    if due is None:
        return "How many chits are drawn is still to be looked up."
    return f"{counted(due, 'sequence chit')} still to be drawn." if due else "All its sequence chits are drawn."


def limits(plot: CarrierPlot) -> list[str]:
    """Indices against their limits, objectives and what else stands on the Records Track, in a line."""
    said = [f"{name}: {value}" for name, value in records(plot)]
    return [f"{'; '.join(said)}."] if said else []


def flags(plot: CarrierPlot) -> Iterator[str]:
    """What has come about for good."""
    f = plot.tree["flags"]
    if f["close"]:
        yield "The carrier index is within five of its limit."
    if f["reached"]:
        yield f"Limits reached: {listed(f['reached'])}."
    if f["attacked"]:
        yield f"US carriers attacked so far: {listed(f['attacked'])}."
    if f["retired"]:
        yield "The Japanese fleet retires."


# What one scenario alone has to remember.


def memory(plot: CarrierPlot) -> Iterator[str]:
    """What stands in ``memory`` beyond the turn, in words."""
    kept = plot.tree["memory"]
    if kept.get("left"):
        yield f"Attacks still to be made: {listed(f'strike {n}' if n.isdecimal() else 'the Japanese one' for n in kept['left'])}."
    if "used" in kept:
        yield from _second(kept)
    if "next" in kept:
        yield from _third(kept)
    if "forces" in kept:
        gone = kept["forces"] - len(plot.forces)
        yield f"Forces at the start: {kept['forces']}; found to be dummies: {gone}."
    if plot.parts.carrier_dice:
        ended = "has ended" if kept.get("ended") else "has not ended"
        yield f"The commitment of new carrier forces {ended}."
    if "most" in kept.get("ships", {}):
        named = [f"{kind} {', '.join(names)}" for kind, names in sorted(kept["ships"]["named"].items())]
        most = [f"{n} {kind}" for kind, n in sorted(kept["ships"]["most"].items())]
        yield f"The Japanese may have: {'; '.join([*named, *most])}."
    if kept.get("berths"):
        yield f"Transports that ended the last turn in the hex where they unload: {listed(kept['berths'])}."
    if kept.get("presumed"):
        yield f"Taken for open sea until somebody looks: {listed(sorted({e['hex'] for e in kept['presumed']}))}."


def _second(kept: JSON) -> Iterator[str]:
    used = [f"turn {turn}: {n}" for turn, n in sorted(kept["used"].items(), key=lambda each: int(each[0]))]
    yield f"Air points used, at most 8 in two turns: {', '.join(used) or 'none'}. Lost so far: {kept['lost']}."
    came = listed(kept["arrived"]) or "neither force"
    yield f"On the map have come: {came}.{' C2 comes in the next phase.' if kept['due'] else ''}"
    yield f"A US strike {'has' if kept.get('tried') else 'has not'} tried for contact."
    if kept.get("waiting"):
        yield f"Attacks still to be made now, in air points: {listed(str(n) for n in kept['waiting'])}."


def _third(kept: JSON) -> Iterator[str]:
    if kept.get("first"):
        yield f"{kept['first']} acts in phase 1 of this turn, the other in phase 3."
    for force, turn in sorted(kept["next"].items()):
        yield f"{force} may attack again from turn {turn} on."
    lost = [f"{force} {n}" for force, n in sorted(kept["lost"].items())]
    yield f"Air points lost so far: {', '.join(lost) or 'none'}."


# A fight that is not over.

BEGINS = ("attack", "strike-attacks", "engages")


def unfinished(plot: CarrierPlot) -> list[Block]:
    """All that was said of an attack or battle that is being fought."""
    if not plot.tree["attack"] and not plot.at("memory/battle"):
        return []
    said: list[str] = []
    for d in reversed(plot.heard):
        words = say(d) if not d.struck and d.kind not in QUIET else ""
        said += [words] if words else []
        if d.kind in BEGINS and not d.struck:
            break
    return [Block("Being fought now", before=said[::-1])]
