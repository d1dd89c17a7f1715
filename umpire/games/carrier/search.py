"""Air search (12.1, 12.2): the search step, searches that interrupt a move, detection that fades, tracks moved on.

A search that is being made stands under ``memory/search``: the boxes that search, as (group, place); which part of
them, ``available`` or ``used``; the force, where only one is looked for; and once they have fallen the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from umpire.games.carrier import charts, forces, strikes, track
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.condition import operative
from umpire.games.carrier.flight import with_guests
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.search_sheet import sheet
from umpire.games.carrier.search_table import (
    AVAILABLE,
    RULE,
    USED,
    Look,
    box_words,
    force_words,
    looks,
    modifier,
    modifier_keys,
    outcome,
    ready,
    signed,
)
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import APPROXIMATE, DIE, LOCATED, UNDETECTED, US
from umpire.table.asks import Die
from umpire.table.numbered import distance
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]

ALWAYS, ASK, NEVER = "always", "ask", "never"
"""Standing orders for searches that interrupt a Japanese move (setting ``interrupts``)."""


def _know_modifiers(g: Play, every: Callable[[], list[Look]]) -> Steps[None]:
    yield from charts.printed(
        g,
        "Modifiers beside the Air Unit Search Table",
        lambda: (key for look in every() for key in modifier_keys(g.truth, look)),
        RULE,
    )


def _know_tracks(g: Play) -> Steps[None]:
    """The printed tracks of all groups that have steps on theirs."""
    plot = g.truth
    yield from charts.printed(
        g, "The boxes of a Search Track", lambda: [track.cell_of(plot, name) for name in track.searchers(plot)], RULE
    )


# The search step.


def may_search(plot: CarrierPlot) -> bool:
    """Whether there is air search now at all; never at night (24.2)."""
    return bool(plot.parts.search and not plot.tree["clock"]["night"])


def search_step(g: Play) -> Steps[None]:
    """The Air Unit Search Step of this US segment."""
    if not may_search(g.truth) or not ready(g.truth):
        return
    yield from _know_tracks(g)
    yield from _know_modifiers(g, lambda: looks(g.truth, ready(g.truth), AVAILABLE))
    chosen = yield from g.ask(US, lambda: sheet(g.truth, f"{moment(g)}/us/search"))
    boxes = [[group, place] for group, place in ready(g.truth) if chosen.get(group) == place]
    told = [[group, box_words(g.truth, group, place, AVAILABLE)] for group, place in boxes]
    tell(g, "search", RULE, boxes=told, now={"memory/search": {"boxes": boxes, "part": AVAILABLE, "force": ""}})
    yield from _carry_out(g, f"{moment(g)}/us/search")
    _use(g)


def _use(g: Play) -> None:
    """The steps that searched are moved to the Used part of their boxes."""
    now: dict[str, JSON] = {}
    lines = []
    for group, place in g.truth.at("memory/search/boxes"):
        box = track.boxes(g.truth, group)[place]
        now[f"groups/{group}/track/{place}"] = {**box, AVAILABLE: {}, USED: track.steps_of(box)}
        lines.append(f"{group}: {track.said(box[AVAILABLE])} to Used {track.named(box['range'])}")
    tell(g, "search-over", RULE, now=now, gone=["memory/search"], mark=lines)


# Any search: dice, results, what they do.


def _now_looking(plot: CarrierPlot) -> list[Look]:
    search = plot.at("memory/search")
    return looks(plot, search["boxes"], search["part"], search["force"])


def _carry_out(g: Play, name: str) -> Steps[None]:
    """Roll for every look at once, then apply what was found, force by force; all modifiers as before the first."""
    if not _now_looking(g.truth):
        return
    yield from _know_modifiers(g, lambda: _now_looking(g.truth))
    faces = yield from g.roll(f"{name}/dice", "Air search", lambda: _dice(g.truth), RULE)
    rolls = [_fallen(g.truth, look, face) for look, face in zip(_now_looking(g.truth), faces, strict=True)]
    tell(g, "search-dice", RULE, now={"memory/search/rolls": rolls})
    yield from charts.printed(
        g, "Air search", lambda: [f"search/{roll['modified']}" for roll in g.truth.at("memory/search/rolls")], RULE
    )
    for force in track.by_number(dict.fromkeys(roll["force"] for roll in g.truth.at("memory/search/rolls"))):
        yield from _found(g, force)


def _dice(plot: CarrierPlot) -> list[Die]:
    dice = []
    for look in _now_looking(plot):
        span = track.named(track.boxes(plot, look.group)[look.place]["range"])
        note = f"die {signed(modifier(plot, look))}: {track.said(look.steps)} of {look.group}, {span}"
        dice.append(Die(force_words(plot, look.force), note, DIE))
    return dice


def _fallen(plot: CarrierPlot, look: Look, face: int) -> Facts:
    """A die as the record keeps it, with what its force was before the search."""
    f = plot.forces[look.force]
    span = track.named(track.boxes(plot, look.group)[look.place]["range"])
    made = {"group": look.group, "box": span, "steps": look.steps, "force": look.force, "hex": f["hex"], "face": face}
    added = modifier(plot, look)
    return {**made, "level": f["level"], "was": f["detection"], "modifier": added, "modified": face + added}


def _found(g: Play, force: str) -> Steps[None]:
    """What the searches did to one force."""
    rolls = _rolls(g.truth, force)
    found, raises = outcome(g.truth.kit, rolls)
    results = [charts.value(g.truth.kit, f"search/{roll['modified']}") for roll in rolls]
    tell(g, "searched", RULE, force=force, rolls=rolls, results=results, found=found, raises=raises)
    if not found and not raises:
        return
    if force in g.truth.forces:
        yield from forces.searched(g, force, found, raises > 0)
    for _ in range(1, raises):
        if force in g.truth.forces:
            yield from forces.searched(g, force, UNDETECTED, True)


def _rolls(plot: CarrierPlot, force: str) -> list[Facts]:
    return [roll for roll in plot.at("memory/search/rolls") if roll["force"] == force]


# Searches that interrupt a move.


def interrupt(g: Play, force: str) -> Steps[None]:
    """A force has moved into boxes whose steps are used: they may search it at once (12.2)."""
    if not may_search(g.truth):
        return
    yield from _know_tracks(g)
    order = g.truth.settings.get("interrupts", ALWAYS)
    boxes = _interrupters(g.truth, force)
    if not boxes or order == NEVER:
        return
    yield from _know_modifiers(g, lambda: looks(g.truth, boxes, USED, force))
    wanted: list[list[str]] = []
    for group, place in boxes:
        if order == ALWAYS or (yield from g.ask(US, lambda at=(group, place): _ask_interrupt(g, force, *at))) == "yes":  # type: ignore[misc]
            wanted.append([group, place])
    if wanted:
        told = [[group, box_words(g.truth, group, place, USED)] for group, place in wanted]
        now = {"memory/search": {"boxes": wanted, "part": USED, "force": force}}
        tell(g, "interrupt", RULE, force=force, hex=g.truth.forces[force]["hex"], boxes=told, now=now)
        yield from _carry_out(g, f"{moment(g)}/{force}/interrupt")
        tell(g, "search-over", RULE, gone=["memory/search"])


def _interrupters(plot: CarrierPlot, force: str) -> list[tuple[str, str]]:
    """Boxes a force has moved into in this activation, as (group, place); it lies where it lay before if it has not."""
    if plot.forces[force]["leaves"]:
        return []
    before = next(
        (
            each.facts["hex"]
            for each in reversed(plot.heard)
            if each.kind == "activated" and each.facts["force"] == force and not each.struck
        ),
        "",
    )
    return track.entered(plot, force, before)


def _ask_interrupt(g: Play, force: str, group: str, place: str) -> Choose:
    plot: CarrierPlot = g.truth
    span = track.named(track.boxes(plot, group)[place]["range"])
    die = "".join(signed(modifier(plot, look)) for look in looks(plot, [(group, place)], USED, force))
    words = (
        f"{force_words(plot, force)}, has come into the {span} box of {group} ({box_words(plot, group, place, USED)})."
    )
    options = [option("yes", "Search it", f"die {die}"), option("no", "Let it pass")]
    facts = titled(f"Search {force} now?", words, RULE, options=options, preset="yes")
    before = [
        each for each, box in track.boxes(plot, group).items() if each < place and track.named(box["range"]) == span
    ]
    again = f"/{place}" if before else ""  # a track has boxes of one range on its way out and back
    return Choose(f"{moment(g)}/{force}/interrupt/{group.replace(' ', '')}/{span}{again}", facts)


def faded(g: Play, force: str) -> None:
    """After its activation: a detected force that lies face up becomes harder to find (12.1)."""
    f = g.truth.forces.get(force)
    if not g.truth.parts.detection or f is None or f["down"] or not f["detection"]:
        return
    to = APPROXIMATE if f["detection"] == LOCATED else UNDETECTED
    line = f"{force}: “?” side of its marker up" if to else f"{force}: “?” marker off"
    tell(
        g, "faded", "12.1", force=force, was=f["detection"], left=to, now={f"forces/{force}/detection": to}, mark=[line]
    )


# Tracks moved on.


def shift_tracks(g: Play) -> Steps[None]:
    """Arrival Phase D: every track box on; endurance; the last box to Landing (12.2)."""
    if not track.searchers(g.truth):
        return
    yield from _know_tracks(g)
    for group in track.searchers(g.truth):
        yield from change_track(g, group)
    for group in track.searchers(g.truth):
        _shift(g, group)


def _shift(g: Play, group: str) -> None:
    """One track. Where every carrier of a task force is sunk, steps that come home have nowhere to land (19.2)."""
    plot: CarrierPlot = g.truth
    moved, home = track.shifted(track.boxes(plot, group))
    lost = {} if plot.groups[group]["base"] or plot.carriers_of(group) else home
    boxes = {place: track.said(box[AVAILABLE]) for place, box in moved.items() if box[AVAILABLE]}
    now = {
        f"groups/{group}/track": moved,
        f"groups/{group}/landing": track.landing(plot.groups[group]["landing"], {} if lost else home),
    }
    spans = {place: track.named(moved[place]["range"]) for place in boxes}
    lines = [f"{group}: search steps on, {boxes[place]} to Available {spans[place]}" for place in boxes]
    lines += [f"{group}: {track.said(home)} to Landing, time aloft as their endurance"] if home and not lost else []
    lines += [f"{group}: {track.said(lost)} off its track"] if lost else []
    tell(
        g,
        "track",
        RULE,
        group=group,
        boxes=[[spans[p], boxes[p]] for p in boxes],
        home=home,
        lost=lost,
        now=now,
        mark=lines,
    )
    if lost:
        strikes.lost_to_japan(g, lost, f"search steps of {group} with nowhere to land", "19.2")


def change_track(g: Play, group: str, name: str = "") -> Steps[None]:
    """A task force has no deck that works: its search steps may change to a track within three hexes (19.2).

    They must, where its carriers are all sunk. Asked as decks go, under the name of the attack, and again as tracks are
    moved on.
    """
    plot: CarrierPlot = g.truth
    if plot.groups[group]["base"] or any(operative(plot, ship) for ship in plot.carriers_of(group)):
        return
    for place in [place for place, box in track.boxes(plot, group).items() if track.steps_of(box)]:
        options = _ways_out(g.truth, group, place)
        if options and (len(options) > 1 or g.truth.carriers_of(group)):
            under = f"{name or moment(g)}/track/{group}/{place}"
            to = yield from g.ask(US, lambda under=under, place=place: _ask_change(g, under, group, place))  # type: ignore[misc]
            options = [to] if to != STAY else []
        if options:
            _change(g, group, place, options[0])


STAY = "stay"


def _ways_out(plot: CarrierPlot, group: str, place: str) -> list[str]:
    return [other for other in track.refuges(plot, group) if track.same_box(plot, group, place, other)]


def _ask_change(g: Play, name: str, group: str, place: str) -> Choose:
    plot: CarrierPlot = g.truth
    box = track.boxes(plot, group)[place]
    here = plot.groups[group]["hex"]
    options = [
        option(other, f"To {other}", counted(distance(here, plot.groups[other]["hex"]), "hex", "hexes") + " away")
        for other in _ways_out(plot, group, place)
    ]
    if plot.carriers_of(group):
        options.append(option(STAY, f"Stay with {group}", "and hope for a deck"))
    words = f"{track.said(track.steps_of(box))} in the {track.named(box['range'])} box; no deck of {group} works."
    facts = titled(f"Search steps of {group}", words, "19.2", options=options, preset=options[0]["id"])
    return Choose(name, facts)


def _change(g: Play, group: str, place: str, other: str) -> None:
    plot: CarrierPlot = g.truth
    mine, to = track.boxes(plot, group)[place], track.same_box(plot, group, place, other)
    theirs = track.boxes(plot, other)[to]
    joined = {part: track.joined(theirs[part], mine[part]) for part in (AVAILABLE, USED)}
    steps, span = track.said(track.steps_of(mine)), track.named(mine["range"])
    now = {
        f"groups/{group}/track/{place}": {**mine, AVAILABLE: {}, USED: {}},
        f"groups/{other}/track/{to}": {**theirs, **joined},
    }
    now |= with_guests(plot, group, other)
    line = f"{steps} from the {span} box of {group} to that of {other}"
    tell(g, "other-track", "19.2", group=group, other=other, box=span, steps=steps, now=now, mark=[line])


# In words.


def _boxes_said(boxes: Sequence[Sequence[str]]) -> str:
    return listed(f"{group} {words}" for group, words in boxes)


def _searched(f: Facts) -> str:
    dice = listed(
        f"{roll['group']}, die {roll['face']}{'' if not roll['modifier'] else ' ' + signed(roll['modifier'])}"
        f" = {roll['modified']}: “{result}”".replace("-", "−")
        for roll, result in zip(f["rolls"], f["results"], strict=True)
    )
    if not f["found"] and not f["raises"]:
        return f"{f['force']}: {dice}. Nothing is found."
    counts = f["found"] == LOCATED and not any(result.startswith(LOCATED) for result in f["results"])
    return f"{f['force']}: {dice}.{' A “?” on a force already detected is an L.' if counts else ''}"


def _tracked(f: Facts) -> str:
    said = [f"{steps} to the {span} box" for span, steps in f["boxes"]]
    if f["home"] and not f["lost"]:
        said.append(f"{track.said(f['home'])} to the Landing box")
    if f["lost"]:
        said.append(f"{track.said(f['lost'])} lost: no carrier to land on")
    return f"Search steps of {f['group']}: {listed(said)}."


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "search": lambda f: f"Search: {_boxes_said(f['boxes'])}." if f["boxes"] else "No air search in this step.",
    "search-dice": lambda f: "",
    "search-over": lambda f: "",
    "searched": _searched,
    "interrupt": lambda f: f"{f['force']} has come to {f['hex']}: searched at once by {_boxes_said(f['boxes'])}.",
    "faded": lambda f: (
        f"{f['force']} was not searched this turn: it is {'only approximately located' if f['left'] else 'detected no more'}."
    ),
    "track": _tracked,
    "other-track": lambda f: f"{f['steps']} change from the {f['box']} box of {f['group']} to that of {f['other']}.",
}
