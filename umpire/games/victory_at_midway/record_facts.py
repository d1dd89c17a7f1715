"""What of a table's record may be set right: ships' hexes, air units, strengths, points, the time, printed values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.filed import POINTS, PRINTED, SHIPS
from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.battle_plot import FULL, REDUCED
from umpire.games.victory_at_midway.plot import (
    ALOFT,
    GIVEN_UP,
    LOST,
    NOT_READY,
    NOT_READY_2,
    READY,
    TRAPPED,
    WAITING,
    WITHDRAWN,
    VictoryPlot,
)
from umpire.games.victory_at_midway.search import late_turn
from umpire.games.victory_at_midway.solitaire import solo
from umpire.games.victory_at_midway.terms import (
    BASES,
    BATTALIONS,
    HEAVY,
    JAPAN,
    LATE_DELAY,
    LATE_GROUP,
    MIDWAY,
    NAMES,
    SIDES,
    TURNS,
    halves,
    in_halves,
)
from umpire.table.asks import Refusal
from umpire.table.plot import UMPIRE
from umpire.table.script import Fact, Play
from umpire.table.words import listed, whole

JSON = Any

BOXES = (READY, NOT_READY, NOT_READY_2, TRAPPED)
PRINTED_AS = ("aa/", "surface/", "combat/", "air/", "strike/", "speed/", "range/", "capacity/")
S_TURNS, GREY = "track/s", "map/fog"
NOT_YET = "not yet"
AIR, TROOPS = "Air units", "Troops"
STATES = (WAITING, WITHDRAWN, GIVEN_UP)
"""Where a ship may be that is on no hex."""


# What may be set right.


def facts(plot: VictoryPlot) -> list[Fact]:
    """What may be set right of the record an audience has."""
    if not plot.ships:
        return []
    return [*_hexes(plot), *_air(plot), *_damage(plot), *_transports(plot), *_clocks(plot), *_public(plot)]


def _has(plot: VictoryPlot, side: str) -> bool:
    """Whether an audience has a side's own record."""
    return plot.audience in (side, UMPIRE)


def where(plot: VictoryPlot, ship: str) -> str:
    """A ship's hex, or what became of her that is on none; empty for one not yet set up or sunk."""
    if ship in plot.at:
        return plot.at[ship]
    if ship in plot.sunk:
        return ""
    if ship in plot.withdrawn:
        return WITHDRAWN
    if ship in plot.forgone:
        return GIVEN_UP
    return WAITING if plot.ships[ship]["entry"] else ""


def _hexes(plot: VictoryPlot) -> list[Fact]:
    own = {s: where(plot, s) for s, ship in plot.ships.items() if _has(plot, ship["side"])}
    hint = f"H6, {WAITING} or {WITHDRAWN}"
    return [Fact(f"hex/{s}", f"{s}, hex", at, hint, plot.ships[s]["side"], (SHIPS, s)) for s, at in own.items() if at]


STRENGTHS = (FULL, REDUCED)


def _air(plot: VictoryPlot) -> list[Fact]:
    """Air units on bases and lost ones. One in the air comes down first; one deployed in a fight is in the open."""
    made = []
    fighting = plot.lettered.values()
    for unit, u in plot.air.items():
        side, about = BASES[u["base"]][0], (AIR, u["base"])
        if unit in fighting:
            continue
        if u["box"] != ALOFT:
            made.append(Fact(f"box/{unit}", f"{unit}, box", box_words(u), "Akagi, not ready", side, about))
        if u["box"] not in LOST:
            made.append(Fact(f"strength/{unit}", f"{unit}, strength", u["state"], "", side, about, STRENGTHS))
    return made


def box_words(unit: Mapping[str, JSON]) -> str:
    """``Akagi, not ready``; ``ditched``."""
    return str(unit["box"]) if unit["box"] in LOST else f"{unit['on']}, {unit['box']}"


def at_sea(plot: VictoryPlot) -> list[str]:
    """Battalions in their transports, as far as this audience knows."""
    return [b for b in BATTALIONS if b in plot.aboard and b not in plot.ashore and b not in plot.sunk]


def _damage(plot: VictoryPlot) -> list[Fact]:
    """Strengths, which all have seen."""
    seen = [ship for ship in plot.ships if ship not in plot.sunk and plot.is_surface(ship)]
    ground = [*plot.marines(), *plot.ashore, *at_sea(plot)]
    about = {**{ship: (SHIPS, ship) for ship in seen}, **dict.fromkeys(ground, (TROOPS,))}
    return [Fact(f"hits/{u}", f"{u}, strength", plot.strength(u), "", "", about[u], STRENGTHS) for u in about]


def _transports(plot: VictoryPlot) -> list[Fact]:
    return [Fact(f"aboard/{b}", f"{b}, transport", plot.aboard[b], "TT1", JAPAN, (TROOPS,)) for b in at_sea(plot)]


def _clocks(plot: VictoryPlot) -> list[Fact]:
    """The turn, the first sighting, and what Japan reckons from it."""
    if not plot.turn:
        return []
    or_not = f"a turn, or {NOT_YET}"
    made = [
        Fact("turn", "The turn", plot.turn, f"1 to {TURNS}", "", (POINTS,)),
        Fact("sighted", "US carriers first sighted on turn", plot.sighted or NOT_YET, or_not, "", (POINTS,)),
    ]
    late = Fact("late", "Turn 13 group may enter from turn", plot.late or NOT_YET, or_not, JAPAN, (POINTS,))
    return [*made, late] if _has(plot, JAPAN) else made


def _public(plot: VictoryPlot) -> list[Fact]:
    hint, about = "points, 5 or 5.5", (POINTS,)
    made = [Fact(f"score/{s}", f"Points of {NAMES[s]}", halves(plot.score[s]), hint, "", about) for s in SIDES]
    made.append(Fact("field", "Hits on Midway’s field", plot.field_hits, "hits", "", (SHIPS, MIDWAY)))
    if plot.option("fog"):
        made.append(Fact("fog", "Fog", "there" if plot.fog else "gone", "", "", about, ("there", "gone")))
    return [*made, *_values(plot)]


def _values(plot: VictoryPlot) -> list[Fact]:
    """Printed values that have been read off, numbers first, then the backs, the S turns and the grey hexes."""
    made = []
    for key in (key for key in plot.kit if key.startswith(PRINTED_AS)):
        label = kits.cell(key, plot.kit).label
        about = (PRINTED, "Counters and displays", label.partition(", ")[2].partition(" (")[0])
        made.append(Fact(f"kit/{key}", label, plot.kit[key], "as printed", "", about))
    for key in (key for key in plot.kit if key.startswith("back/")):
        cell = kits.cell(key, plot.kit)
        about = (PRINTED, "Backs of counters", cell.label.partition(",")[0])
        made += [
            Fact(f"{key}/{f.name}", f"{cell.label}: {f.label}", plot.kit[key][f.name], "as printed", "", about)
            for f in cell.fields
        ]
    there = (PRINTED, "Map and track")
    if plot.option("submarines"):
        made.append(Fact(f"kit/{S_TURNS}", "S turns", turns_words(kits.s_turns(plot.kit)), "3, 6, 9", "", there))
    if plot.option("fog"):
        made.append(Fact(f"kit/{GREY}", "Hexes of the fog", grey_words(kits.fog_of(plot.kit)), "A1-4 B1-3", "", there))
    return made


# In words.


def turns_words(turns: Iterable[int]) -> str:
    """``3, 6, 9``."""
    return ", ".join(str(n) for n in turns)


def grey_words(hexes: Iterable[str]) -> str:
    """Hexes column by column: ``A1-4 B1-3 B6``."""
    runs: list[list[JSON]] = []
    for column, row in sorted((place[0], int(place[1:])) for place in hexes):
        if runs and runs[-1][0] == column and runs[-1][2] == row - 1:
            runs[-1][2] = row
        else:
            runs.append([column, row, row])
    return " ".join(f"{column}{low}" if low == high else f"{column}{low}-{high}" for column, low, high in runs)


def words(fact: str, value: JSON) -> str:
    """A value of the record as players say it."""
    kind = fact.partition("/")[0]
    if kind == "box":
        return box_words(value)
    if kind == "fog":
        return "there" if value else "gone"
    if kind in ("late", "sighted"):
        return str(value or NOT_YET)
    if fact == f"kit/{S_TURNS}":
        return turns_words(value)
    return grey_words(value) if fact == f"kit/{GREY}" else str(value)


# Setting right.


def read(plot: VictoryPlot, fact: str, value: JSON) -> JSON:
    """The value a fact would have, of what was typed; raises `Refusal`."""
    if fact not in {each.key for each in facts(plot)}:
        raise Refusal(_why_not(plot, fact))
    kind, _, name = fact.partition("/")
    return _READ[kind](plot, name, value)


def _why_not(plot: VictoryPlot, fact: str) -> str:
    """Why a fact that is not listed cannot be set right now."""
    kind, _, name = fact.partition("/")
    if name in plot.sunk and kind in ("hex", "hits"):
        return f"{name} is lost. What is lost is found again by going back to before it."
    if kind in ("box", "strength") and name in plot.air:
        if name in plot.lettered.values():
            return f"{name} is in the fight on the table, for all to see. Set it right when that is over."
        if plot.air[name]["box"] == ALOFT:
            return f"{name} is in the air. Its box is where it lands: set it right then."
    return "That is not on the record."


def correct(g: Play, fact: str, value: JSON, reason: str) -> None:
    """Set a fact right, telling those whose record it is; raises `Refusal` before anything is told.

    With the first sighting goes the turn from which Japan's Turn 13 group may come (Japanese Turn 13 Group).
    """
    made = read(g.truth, fact, value)
    at = {each.key: each for each in facts(g.truth)}[fact]
    text = f"{at.label}: {words(fact, made)}"
    g.tell(at.side or g.all, "set-right", fact=fact, value=made, text=text, reason=reason)
    if fact == "sighted" and not solo(g):
        g.tell(JAPAN, "late", "Japanese Turn 13 Group", turn=late_turn(made) if made else 0)


def _hex(plot: VictoryPlot, ship: str, value: JSON) -> str:
    typed, now = str(value).strip().lower(), where(plot, ship)
    typed = WITHDRAWN if typed == "off" else typed
    if typed not in STATES:
        return plot.board.read(str(value))
    if typed in (now, WITHDRAWN):
        return typed
    if now == GIVEN_UP or typed == GIVEN_UP:
        raise Refusal(f"{ship}: all hear when entry is given up. Go back to before it was.", "Exiting the Map")
    if not plot.ships[ship]["entry"]:
        raise Refusal(f"{ship} starts on the map: she waits for no turn.", "Setup")
    return typed


def _box(plot: VictoryPlot, unit: str, value: JSON) -> JSON:
    typed = box_words(value) if isinstance(value, dict) else str(value)
    if typed.strip().lower() in LOST:
        return {"on": "", "box": typed.strip().lower()}
    base, _, box = (part.strip().lower() for part in typed.partition(","))
    side = BASES[plot.air[unit]["base"]][0]
    on = next((each for each in BASES if each.lower() == base and BASES[each][0] == side), "")
    if not on or on in plot.sunk or (on != MIDWAY and on not in plot.ships):
        raise Refusal(f"“{typed[:40]}”: name one of your bases afloat first, then its box: Akagi, not ready.")
    if box not in BOXES or (box == NOT_READY_2 and plot.kind_of(unit) != HEAVY):
        raise Refusal(f"“{box[:20]}” is no box of {on} for {unit}: ready, not ready or trapped.", "Ready/Not Ready")
    _check_base(plot, unit, on, box)
    return {"on": on, "box": box}


def _check_base(plot: VictoryPlot, unit: str, on: str, box: str) -> None:
    """Raises `Refusal` when a unit cannot stand in a box of a base."""
    if plot.air[unit]["base"] == MIDWAY != on:
        raise Refusal(f"{unit} bears an M: it stands on Midway alone.", "Strike and Escort Aircraft Retrieval")
    if (box == TRAPPED) != (on != MIDWAY and not plot.whole(on)):
        raise Refusal(f"On {on} {unit} would {'' if box != TRAPPED else 'not '}be trapped.", "Carrier Damage")
    if box != TRAPPED and unit not in plot.on(on) and plot.capacity(on) <= len(plot.on(on)):
        raise Refusal(f"{on} has no room for {unit}.", "Carrier and Airfield Capacities")


def _state(unit: str, value: JSON, now: str, steps: int | None) -> str:
    typed = str(value).strip().lower()
    if typed not in (FULL, REDUCED):
        raise Refusal(f"{unit} is full or reduced. What is lost is found again by going back.")
    if typed == REDUCED != now and steps is None:
        raise Refusal(f"{unit}: no counter of its kind has been turned over yet, so its back is not known.", "Counters")
    if typed == REDUCED != now and steps == 1:
        raise Refusal(f"{unit} is printed on one side: it is full, or lost.", "Counters")
    return typed


def _strength(plot: VictoryPlot, unit: str, value: JSON) -> str:
    u = plot.air[unit]
    return _state(unit, value, u["state"], kits.steps_of(plot.kit, u["type"], f"{u['type']}@{u['base']}"))


def _hits(plot: VictoryPlot, unit: str, value: JSON) -> str:
    return _state(unit, value, plot.strength(unit), kits.steps_of(plot.kit, counters.class_of(plot, unit), unit))


def _aboard(plot: VictoryPlot, battalion: str, value: JSON) -> str:
    typed = str(value).strip().upper()
    free = sorted(plot.aboard[b] for b in at_sea(plot))
    if typed not in free:
        raise Refusal(f"{battalion} sails in one of {listed(free, 'or')}; the two change places.", "Japanese Setup")
    return typed


def _points(plot: VictoryPlot, side: str, value: JSON) -> str:
    made = in_halves(str(value))
    if made is None:
        raise Refusal(f"Points of {NAMES[side]}: whole or half, such as 12 or 12.5.", "Victory Points")
    return halves(made)


def _number(low: int, high: int, what: str) -> Callable[[VictoryPlot, str, JSON], int]:
    def number(plot: VictoryPlot, name: str, value: JSON) -> int:
        made = whole(str(value).strip())
        if made is None or not low <= made <= high:
            raise Refusal(f"{what}: a whole number from {low} to {high}.")
        return made

    return number


def _turn_or_not(low: int, high: int, what: str) -> Callable[[VictoryPlot, str, JSON], int]:
    def turn(plot: VictoryPlot, name: str, value: JSON) -> int:
        typed = str(value).strip().lower()
        made = 0 if typed in ("0", NOT_YET) else whole(typed)
        if made is None or (made and not low <= made <= high):
            raise Refusal(f"{what}: a turn from {low} to {high}, or “{NOT_YET}”.", "Japanese Turn 13 Group")
        return made

    return turn


def _fog(plot: VictoryPlot, name: str, value: JSON) -> bool:
    typed = str(value).strip().lower()
    if typed not in ("there", "gone", "true", "false"):
        raise Refusal("Fog is there, or gone.", "Fog")
    return typed in ("there", "true")


# Printed values.


def _printed(plot: VictoryPlot, key: str, value: JSON) -> JSON:
    if key == S_TURNS:
        return _s_turns(value)
    if key == GREY:
        return _grey(plot, value)
    return kits.cell(key, plot.kit).read({"": str(value)})


def _back(plot: VictoryPlot, name: str, value: JSON) -> JSON:
    unit, _, field = name.rpartition("/")
    cell = kits.cell(f"back/{unit}", plot.kit)
    box = next(each for each in cell.fields if each.name == field)
    return box.read(str(value), f"{cell.label}, {box.label}")


def _s_turns(value: JSON) -> list[int]:
    typed = turns_words(value) if isinstance(value, list) else str(value)
    read = [whole(each) for each in typed.replace(",", " ").split()]
    made = sorted({n for n in read if n is not None and 1 <= n <= TURNS})
    if not made or len(made) < len(read):
        raise Refusal(f"Write the S turns as numbers from 1 to {TURNS}: 3, 6, 9.", "Submarines")
    return made


def _grey(plot: VictoryPlot, value: JSON) -> list[str]:
    typed = grey_words(value) if isinstance(value, list) else str(value)
    made: list[str] = []
    for run in typed.upper().replace(",", " ").split():
        first, _, last = run.partition("-")
        low, high = whole(first[1:], 99), whole(last or first[1:], 99)
        if low is None or high is None:
            raise Refusal("Write the hexes of the fog column by column: A1-4 B1-3.", "Fog")
        made += [plot.board.read(f"{first[0]}{row}") for row in range(low, high + 1)]
    if not made:
        raise Refusal("The map has some hexes of fog. Where it has lifted, set the fog itself right.", "Fog")
    return plot.board.order(dict.fromkeys(made))


_READ: dict[str, Callable[[VictoryPlot, str, JSON], JSON]] = {
    "hex": _hex,
    "box": _box,
    "strength": _strength,
    "hits": _hits,
    "aboard": _aboard,
    "score": _points,
    "turn": _number(1, TURNS, "The turn"),
    "sighted": _turn_or_not(1, TURNS, "The first sighting"),
    "late": _turn_or_not(LATE_GROUP, TURNS + LATE_DELAY, "The Turn 13 group"),
    "field": _number(0, 99, "Hits on Midway’s field"),
    "fog": _fog,
    "kit": _printed,
    "back": _back,
}
