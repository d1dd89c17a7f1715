"""A strike: launched, flown out, met by CAP, bombing; then the CAP and the planes come home (`resolution`).

Players roll and tell what came of it. “Roll for us” on an engagement, a bombing or the way home hands that one step to
`rolled`, which asks for what the counters print and lets the app's dice fall; the outcome is the same as one told.
"""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import action_cards, air_combat, bombing, printed, resolution, tiles
from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.asks import ROLL, Choose, Pick, option, titled
from umpire.games.fires_of_midway.asks_flight import UNNAMED, UNNAMED_WORDS, Fuel, Launch, fuel_keys
from umpire.games.fires_of_midway.engagements import Plane
from umpire.games.fires_of_midway.flight import (
    ADD_CAP,
    PATH_RULE,
    SPOTTING_RULE,
    bound_for_island,
    looks_out,
    smoked,
    spotted,
    spotting_dice,
    welcomes,
)
from umpire.games.fires_of_midway.launching import SQUALL_RULE
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import FULL, JAPAN, SMOKE, other
from umpire.games.fires_of_midway.telling import ask, at, do, draws, moment, tell
from umpire.games.fires_of_midway.terms import ACTIONS, FLETCHER, NAMES, PLANE_TYPES, PLANES, planes
from umpire.table.asks import TABLE, Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
LAUNCH_RULE = "Carrier Turn, Launch Group Strike"
FUEL_RULE = "Sortie Phase, Find the target"
LOCATE_RULE = "Sortie Phase, Locate the enemy fleet"


def sortie(g: Play, action: str) -> Steps[None]:
    """A group is launched by an action, if anything is; then all of its strike."""
    name = g.truth.tree["clock"]["ship"]
    if g.truth.ship(name).squall:
        do(g, SQUALL_RULE, f"{name} lies in a squall: nothing is launched")
        return
    if not g.truth.in_play(other(g.truth.ship(name).side)):
        return
    if action_cards.launch_points(g.truth, name, action) == 0:
        do(g, LAUNCH_RULE, f"{name}’s card launches nothing by {ACTIONS[action]}")
        return
    value = yield from ask(g, lambda: launch_of(g.truth, action))
    if not any(value[kind] for kind in PLANES):
        tell(g, "no-launch", LAUNCH_RULE, ship=name)
        return
    launched(g, value, g.asked[TABLE].distance(value), g.asked[TABLE].sum(value))
    at(g, phases.STRIKE, name)
    yield from fuel(g)
    yield from locate(g)
    yield from spotting(g)
    yield from air_combat.air_combat(g)
    yield from bombing.bombing_phase(g)
    at(g, phases.RESOLUTION, name)
    yield from resolution.resolution(g)
    tell(g, "strike-over", resolution.RETURN_RULE, ship=name, now={"strike": None})


def launch_of(plot: FiresPlot, action: str) -> Launch:
    """The group and its path; only enemy ships that are still in play can be a target."""
    ship = plot.ship(plot.tree["clock"]["ship"])
    enemies = plot.in_play(other(ship.side))
    blank = plot.settings.get("letters") == "hidden" and any(not each.seen for each in enemies)
    targets = [
        {"name": each.name, "words": each.name, "seen": each.seen, "island": each.island}
        for each in enemies
        if each.seen or not blank
    ]
    if blank:
        targets.append({"name": UNNAMED, "words": UNNAMED_WORDS, "seen": False, "island": False})
    duty = bound_for_island(ship.side, plot.in_play(), plot.tree["flown"])
    facts = titled(
        f"{ship.name}: the group",
        "The aircraft, the enemy ships in the target zone, and how many zones it is to them.",
        PATH_RULE,
        ship.side,
        ship=ship.name,
        points=action_cards.launch_points(plot, ship.name, action) or 0,
        targets=targets,
        clouds=plot.tree["weather"]["clouds"],
        duty=duty,
        fletcher=plot.doctrine(ship.side) == FLETCHER,
        may_skip=True,
    )
    return Launch(f"t{plot.played}/{ship.name}/launch", facts)


def launched(g: Play, value: JSON, distance: int, summed: str) -> None:
    """The group is in the air; the tiles for its distance are drawn."""
    ship = g.truth.ship(g.truth.tree["clock"]["ship"])
    types = PLANE_TYPES[ship.side]
    named = [each for each in value["targets"] if each != UNNAMED]
    group = [Plane(types[kind], kind).as_facts() for kind in PLANES for _ in range(value[kind])]
    strike = {
        "ship": ship.name,
        "side": ship.side,
        "zones": value["zones"],
        "clouds": value["clouds"],
        "distance": distance,
        "targets": named,
        "unnamed": UNNAMED in value["targets"],
        "type": "",
        "group": group,
        "caps": [],
        "engagements": 0,
        "bombings": 0,
        "sacrifices": 0,
    }
    now: dict[str, JSON] = {"strike": strike, "turns/launched": True}
    if ship.side == JAPAN and any(g.truth.ship(each).island for each in named):
        now["flown"] = True
    made = {kind: value[kind] for kind in PLANES}
    words = [UNNAMED_WORDS if each == UNNAMED else each for each in value["targets"]]
    tell(g, "launched", LAUNCH_RULE, ship=ship.name, planes=made, targets=words, distance=distance, now=now)
    if tiles.kept(g.truth):
        return
    do(
        g,
        FUEL_RULE,
        f"Draw {counted(distance, 'tile')} ({summed}) and count the dark gas icons",
        "Each aircraft with a fuel rating of so many or less: to its smoke side",
    )


# Find the target.


def fuel(g: Play) -> Steps[None]:
    """The gas icons turn aircraft to their smoke side: which, or how many icons lie there."""
    icons = 0
    if tiles.kept(g.truth):
        why = f"Tiles for {g.truth.strike['ship']}’s group"
        yield from tiles.drawn(g, f"{moment(g)}/fuel/tiles", why, g.truth.strike["distance"], FUEL_RULE)
        value = {"gas": tiles.gas(g.truth.kit, tiles.of(g.truth)["out"])}
    else:
        value = yield from ask(g, lambda: fuel_of(g.truth))
    if "gas" in value:
        side, icons = g.truth.strike["side"], value["gas"]
        there = [kind for kind in PLANES if any(p.kind == kind for p in g.truth.group())]
        keys = {kind: printed.fuel_key(PLANE_TYPES[side][kind]) for kind in there}
        yield from g.cells(f"{moment(g)}/fuel/ratings", "Fuel ratings", list(keys.values()), FUEL_RULE)
        low = [kind for kind in there if smoked(printed.number(g.truth.kit, keys[kind]), icons)]
        value = {kind: sum(p.kind == kind for p in g.truth.group()) if kind in low else 0 for kind in PLANES}
    group, left = [], dict(value)
    for plane in g.truth.group():
        low_now = plane.fuel == FULL and left[plane.kind] > 0
        left[plane.kind] -= low_now
        group.append(plane.but(fuel=SMOKE) if low_now else plane)
    now: dict[str, JSON] = {"strike/group": [plane.as_facts() for plane in group], **tiles.put_by(g.truth)}
    tell(g, "fuel", FUEL_RULE, smoked=value, now=now)
    low_now = listed(planes(kind, value[kind]) for kind in PLANES if value[kind])
    counted_ = f"{counted(icons, 'gas icon')} on the tiles drawn" if tiles.kept(g.truth) else ""
    do(g, FUEL_RULE, counted_, f"To smoke: {low_now}" if low_now else "")


def fuel_of(plot: FiresPlot) -> Fuel:
    """Which planes of the group run low."""
    strike = plot.strike
    counts = {kind: sum(p.kind == kind for p in plot.group()) for kind in PLANES}
    words = f"{counted(strike['distance'], 'tile')} drawn: which aircraft go to smoke?"
    facts = titled(
        "Fuel",
        words,
        FUEL_RULE,
        strike["side"],
        planes=counts,
        tiles=strike["distance"],
        keys=fuel_keys(counts),
        gas=True,
    )
    return Fuel(f"t{plot.played}/{strike['ship']}/fuel", facts)


def locate(g: Play) -> Steps[None]:
    """The markers in the target zone are turned to their Spotted side; those without a letter are named only now."""
    if g.truth.strike["unnamed"]:
        there = yield from _named(g)
        now: dict[str, JSON] = {"strike/targets": [*g.truth.strike["targets"], *there], "strike/unnamed": False}
        tell(g, "named", LOCATE_RULE, ships=there, now=now)
    hidden = [ship.name for ship in g.truth.targets() if not ship.seen]
    tell(
        g,
        "located",
        LOCATE_RULE,
        ships=g.truth.strike["targets"],
        now={f"ships/{name}/spotted": True for name in hidden},
    )
    do(g, LOCATE_RULE, f"Spotted side up: {listed(hidden)}" if hidden else "")


def _named(g: Play) -> Steps[list[str]]:
    """The Hidden ships of the target zone; nothing is asked where only one can be meant."""
    lying = _lying_hidden(g.truth)
    if len(lying) == 1:
        return lying
    value = yield from ask(g, lambda: located_of(g.truth))
    return [name for name in _lying_hidden(g.truth) if name in value]


def _lying_hidden(plot: FiresPlot) -> list[str]:
    return [ship.name for ship in plot.in_play(other(plot.strike["side"])) if not ship.seen]


def located_of(plot: FiresPlot) -> Pick:
    """Which ships the blank markers in the target zone are, as they are turned over."""
    strike = plot.strike
    options = [option(name, name) for name in _lying_hidden(plot)]
    words = "Turn the markers in the target zone to their Spotted side: which ships are they?"
    facts = titled("The enemy is found", words, LOCATE_RULE, other(strike["side"]), options=options)
    facts |= {"least": 1, "most": 1 if strike["targets"] else 2, "none": "These", "lock": "These"}
    return Pick(f"t{plot.played}/{strike['ship']}/located", facts)


# Spotting.

UNSPOTTED = "not"
DRAWN = 2
"""Combat cards a side may draw that has spotted a group."""


def spotting(g: Play) -> Steps[None]:
    """The defenders look out; spotted, one carrier adds a fighter or its side draws two. Nobody spots seven or more."""
    if len(g.truth.group()) > 6:
        tell(g, "spotting", SPOTTING_RULE, spotted=False, choice="", faces=[])
        return
    value = yield from ask(g, lambda: spotting_of(g.truth))
    faces: list[int] = []
    if value == ROLL:
        side = g.truth.strike["side"]
        dice = [Die("Spotting", f"{len(g.truth.group())} or more") for _ in range(spotting_dice(side))]
        faces = yield from g.roll(f"{moment(g)}/spotting/dice", "Spotting roll", dice, SPOTTING_RULE)
        value = UNSPOTTED
        if spotted(faces, len(g.truth.group())):
            value = yield from ask(g, lambda: spotting_of(g.truth, seen=True))
    _spotted(g, value, faces)


def _spotted(g: Play, value: str, faces: list[int]) -> None:
    choice, _, name = value.partition("/")
    now: dict[str, JSON] = {}
    side = looks_out(g.truth.strike["side"])
    if choice == ADD_CAP:
        now[f"ships/{name}/caps"] = [*g.truth.ship(name).caps, FULL]
    tell(g, "spotting", SPOTTING_RULE, spotted=value != UNSPOTTED, choice=choice, ship=name, faces=faces, now=now)
    if choice == ADD_CAP:
        do(g, SPOTTING_RULE, f"A fighter of {name} into her CAP slot")
    elif value != UNSPOTTED:
        do(g, SPOTTING_RULE, f"{draws(NAMES[side], DRAWN)}, whatever it holds")


def spotting_of(plot: FiresPlot, *, seen: bool = False) -> Choose:
    """What came of the spotting roll, with what one carrier does against a group that is spotted: one choice in all."""
    strike, n = plot.strike, len(plot.group())
    side = looks_out(strike["side"])
    options = [
        option(f"{ADD_CAP}/{each.ship}", f"A fighter of {each.ship}", "to her CAP slot", group="Spotted")
        if each.choice == ADD_CAP
        else option(each.choice, f"{NAMES[side]} draws {DRAWN}", "no limit to the hand", group="Spotted")
        for each in welcomes(plot.targets(), is_spotted=True)
    ]
    certain = seen or n == 1
    if not certain:
        options = [option(UNSPOTTED, "Not spotted"), *options]
    dice = counted(spotting_dice(strike["side"]), "die", "dice")
    words = "The group is spotted." if certain else f"{NAMES[side]} rolls {dice}: spotted by a {n} or more."
    name = f"t{plot.played}/{strike['ship']}/spotting{'/choice' if seen else ''}"
    return Choose(name, titled("Spotting", words, SPOTTING_RULE, side, options=options, roll=not certain))


SAYINGS = {
    "no-launch": lambda f: f"{f['ship']} launches nothing.",
    "launched": lambda f: (
        f"{f['ship']} launches {_group(f['planes'])} against {listed(f['targets'])}, distance {f['distance']}."
    ),
    "fuel": lambda f: f"Fuel: {_group(f['smoked']) or 'nobody'} to smoke.",
    "named": lambda f: f"Under the markers: {listed(f['ships'])}.",
    "located": lambda f: f"{listed(f['ships'])} {'is' if len(f['ships']) == 1 else 'are'} located.",
    "spotting": lambda f: _spotting(f),
    "strike-over": lambda f: f"The strike of {f['ship']} is over.",
}


def _group(counts: dict[str, int]) -> str:
    return listed(planes(kind, counts[kind]) for kind in PLANES if counts[kind])


def _spotting(f: dict[str, JSON]) -> str:
    if not f["spotted"]:
        return "The group is not spotted."
    return "The group is spotted: " + (f"a fighter of {f['ship']} goes up." if f["ship"] else "two cards are drawn.")
