"""The End Phase: carnage, explosion tests, sinkings, graves; who is confident and who withdraws is in `victory`."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway import victory
from umpire.games.fires_of_midway.asks import ROLL, Count, titled
from umpire.games.fires_of_midway.asks_matches import Matches, label_of, shown
from umpire.games.fires_of_midway.asks_turn import Sinks
from umpire.games.fires_of_midway.ending import (
    ANY_DICE,
    CAP_REACH,
    DAMAGED_ONLY,
    GROUP,
    ONE_DIE,
    counted_grave,
    counted_up,
    crippled,
    exploded,
    explosion_dice,
    flipped,
    must_test,
    points,
    reroll_barred,
    went_down,
)
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.printed import number, rating_key
from umpire.games.fires_of_midway.rolled import explosion_rolled
from umpire.games.fires_of_midway.ship import SIDES, Ship, other
from umpire.games.fires_of_midway.telling import ask, at, do, leaves, on_card, tell
from umpire.games.fires_of_midway.terms import MIDWAY, NAMES, WING, called
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
CARNAGE_RULE = "End Phase, Carrier carnage"
TEST_RULE = "End Phase, Explosion test"
SUNK_RULE = "End Phase, Carrier sunk"
REROLL_RULE = "End Phase, Reroll dice for the US player"
GRAVE_RULE = "End Phase, Loss of air wing"


def end_phase(g: Play) -> Steps[None]:
    """All of the phase."""
    at(g, phases.END)
    yield from matches(g)
    for ship in g.truth.ships():
        carnage(g, ship.name)
    for ship in g.truth.ships():
        yield from explosion(g, ship.name)
    graves(g)
    yield from victory.victory(g)


# Matches?


def matches(g: Play) -> Steps[None]:
    """The board as it is held, once a turn: it matches, or is set right on the record."""
    value = yield from ask(g, lambda: matches_of(g.truth))
    changed = [f"{label_of(path)}: {shown(g.truth.at(path))} to {shown(value[path])}" for path in sorted(value)]
    tell(g, "matched", "house", changed=changed, now=value)


def matches_of(plot: FiresPlot) -> Matches:
    facts = titled(
        "Does the board match?",
        "Before the End Phase: what the app holds, against the table.",
        "house",
        ships=[ship.as_facts() for ship in plot.ships() if not ship.sunk],
        vp=dict(plot.vp),
        graves=dict(plot.graves),
    )
    return Matches(f"t{plot.played}/matches", facts)


# Carnage, explosions.


def carnage(g: Play, name: str) -> None:
    """A full-strength ship on space 3 is flipped (Carrier carnage)."""
    ship = g.truth.ship(name)
    if crippled(ship):
        _became(g, "crippled", CARNAGE_RULE, ship, flipped(ship))


def _became(g: Play, kind: str, rule: str, ship: Ship, after: Ship, **facts: JSON) -> None:
    """A ship is another, and the other side scores for it."""
    enemy = other(ship.side)
    won = points(ship, after)
    now: dict[str, JSON] = leaves(ship, after)
    if won:
        now[f"vp/{enemy}"] = g.truth.vp[enemy] + won
    tell(g, kind, rule, ship=ship.name, side=ship.side, vp=won, at=after.at, sunk=after.sunk, **facts, now=now)
    gone = "" if not after.sunk or ship.sunk else _gone(after)
    score = f"{NAMES[enemy]}: {won} VP, marker to {g.truth.vp[enemy]}" if won else ""
    do(g, rule, on_card(ship, after), gone, score)


def _gone(ship: Ship) -> str:
    if ship.island:
        return f"{ship.name} is knocked out: she stays on the map, and acts no more"
    return f"{ship.name} is sunk: her card and marker out of the game"


def explosion(g: Play, name: str) -> Steps[None]:
    """One ship's explosion test, with what it does to her; on space 6 she sinks, tested or not."""
    ship = g.truth.ship(name)
    hits = 0
    if ship.sunk:
        return
    if must_test(ship):
        hits = yield from ask(g, lambda: explosion_of(g.truth, name))
        if hits == ROLL:
            hits = yield from explosion_rolled(g, f"t{g.truth.played}/explosion/{name}", name)
    ship = g.truth.ship(name)
    if ship.sunk:
        return
    after = exploded(ship, hits)
    if after != ship or must_test(ship):
        _became(
            g, "explosion", TEST_RULE, ship, after, dice=explosion_dice(ship) if must_test(ship) else 0, criticals=hits
        )
    if after.sunk and not after.island:
        yield from sinks(g, name)


def explosion_of(plot: FiresPlot, name: str) -> Count:
    """How many criticals her dice came to, rerolls counted; the dice are shown as a sum."""
    ship = plot.ship(name)
    key = rating_key(ship)
    rating = number(plot.kit, key) if key in plot.kit else None
    may = not reroll_barred(ship, 1, *_reroll(plot))
    lines = [counted_up(ship, rating)]
    if may:
        which = "one die" if _reroll(plot)[0] == ONE_DIE else "any of the dice"
        lines.append(f"The US may roll {which} once more; the second result stands ({REROLL_RULE}).")
    facts = titled(
        f"{name}: how many criticals?",
        "Dice that show her structure rating or more.",
        TEST_RULE,
        ship=name,
        dice=explosion_dice(ship),
        least=0,
        most=explosion_dice(ship),
        lines=lines,
        roll=True,
    )
    return Count(f"t{plot.played}/explosion/{name}", facts)


def _reroll(plot: FiresPlot) -> tuple[str, str]:
    settings = plot.settings
    return str(settings.get("reroll", ANY_DICE)), str(settings.get("reroll_whose", DAMAGED_ONLY))


# Sinking.


def sinks(g: Play, name: str) -> Steps[None]:
    """Her air wing goes to the Watery Grave; a CAP aloft lands with a friend within reach, or goes too."""
    value = yield from ask(g, lambda: sinks_of(g.truth, name))
    ship = g.truth.ship(name)
    saved = len(ship.caps) if value["haven"] else 0
    lost = value["aboard"] + len(ship.caps) - saved
    now: dict[str, JSON] = {f"ships/{name}/caps": []} if ship.caps else {}
    now[f"graves/{ship.side}"] = g.truth.graves[ship.side] + lost
    tell(g, "wing-lost", SUNK_RULE, ship=name, side=ship.side, lost=lost, haven=value["haven"], now=now)
    do(
        g,
        SUNK_RULE,
        f"{counted(lost, 'aircraft', 'aircraft')} of {name} to the Watery Grave" if lost else "",
        f"CAP of {name} under {value['haven']}" if saved else "",
    )


def sinks_of(plot: FiresPlot, name: str) -> Sinks:
    """How many aircraft she takes along, and whether her CAP comes down with a friend."""
    ship = plot.ship(name)
    havens = [each.name for each in plot.in_play(ship.side) if each.name != name and not went_down(each)]
    words = "How many cards lie in her air wing stack?"
    if ship.caps and havens:
        words = f"Is a friendly carrier within {CAP_REACH} zones for her CAP? Then: how many cards lie in her air wing stack?"
    facts = titled(f"{name} sinks", words, SUNK_RULE, ship=name, most=WING, caps=len(ship.caps), havens=havens)
    return Sinks(f"t{plot.played}/sinks/{name}", facts)


# Graves.


def graves(g: Play) -> None:
    """Groups of lost aircraft score for the other side, and leave the game."""
    for side in SIDES:
        grave = counted_grave(side, g.truth.graves[side])
        if not grave.points:
            continue
        enemy = other(side)
        now = {f"graves/{side}": grave.stay, f"vp/{enemy}": g.truth.vp[enemy] + grave.points}
        tell(g, "graves", GRAVE_RULE, side=side, vp=grave.points, stay=grave.stay, now=now)
        do(
            g,
            GRAVE_RULE,
            f"{grave.points * GROUP[side]} aircraft of {called(side)} out of the game, {grave.stay} stay",
            f"{NAMES[enemy]}: {grave.points} VP, marker to {g.truth.vp[enemy]}",
        )


SAYINGS = {
    "matched": lambda f: f"Set right at the table: {listed(f['changed'])}." if f["changed"] else "The board matches.",
    "crippled": lambda f: f"{f['ship']} is crippled: {f['vp']} VP.",
    "explosion": lambda f: _exploded(f),
    "wing-lost": lambda f: f"{counted(f['lost'], 'aircraft', 'aircraft')} lost with {f['ship']}{_haven(f)}.",
    "graves": lambda f: f"{NAMES[f['side']]}, Watery Grave: {f['vp']} VP to the other side, {f['stay']} stay.",
}


def _exploded(f: dict[str, JSON]) -> str:
    """On space 6 a ship goes down without a die; the island is knocked out, and does not sink."""
    if not f["dice"]:
        return f"{f['ship']}, on 6, {'is knocked out' if f['ship'] == MIDWAY else 'sinks'}: {f['vp']} VP."
    return f"{f['ship']}: {counted(f['criticals'], 'critical')} of {counted(f['dice'], 'die', 'dice')}{_came(f)}."


def _came(f: dict[str, JSON]) -> str:
    what = ("knocked out" if f["ship"] == MIDWAY else "sunk") if f["sunk"] else "crippled" if f["vp"] else ""
    return f"; {what}, {f['vp']} VP" if what else f"; counter on {f['at']}"


def _haven(f: dict[str, JSON]) -> str:
    return f"; her CAP lands on {f['haven']}" if f["haven"] else ""
