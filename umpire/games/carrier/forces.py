"""Force chits: how they are drawn, raised and lowered (11.1 to 11.4), and what a search does to a force (12.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import (
    chits,
    commitment,
    intelligence,
    leaving,
    lookups,
    naming,
    retirement,
    screens,
    sizes,
)
from umpire.games.carrier.chits import laid
from umpire.games.carrier.intelligence import CARRIER, TRANSPORT, class_of, level_of
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import APPROXIMATE, CARRIER_2, DIE, LOCATED, SIZE_CHITS, UNDETECTED
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]
SEARCH, CONTACT = "search", "contact"
"""What a chit came by where that gives the US its Advantage over a force newly known to have carriers (12.2)."""
FADES = 2
"""Up to this a chit falls a level at the end of a turn (11.4)."""


# Up.


def draw_chit(g: Play, force: str, by: str = "") -> Steps[bool]:
    """A level 0 force draws a chit from its cup (11.1); False when that was a Dummy, or counts as one, and it is off the map."""
    if not _there(g.truth, force) or g.truth.forces[force]["level"]:
        return _there(g.truth, force)
    chit = yield from lookups.drawn(g, force)
    return (yield from _becomes(g, force, chit, by, drawn=True))


def raise_once(g: Play, force: str, by: str = "") -> Steps[bool]:
    """One level up (11.2), from level 0 by a draw; False once the force is off the map. Nothing for level 4."""
    if not _there(g.truth, force):
        return False
    level = g.truth.forces[force]["level"]
    if level == 0:
        return (yield from draw_chit(g, force, by))
    if level == 3:
        yield from screens.ensure(g, force)
        yield from naming.raise_to_4(g, force)
        if not naming.ships_in(g.truth, force):
            remove(g, force, "no ship is left that could be with it", "11.2")
        yield from _grounded(g, force)
    if level in (1, 2):
        chit = yield from (lookups.level_2 if level == 1 else lookups.level_3)(g, force)
        return (yield from _becomes(g, force, chit, by))
    return _there(g.truth, force)


def raise_to(g: Play, force: str, level: int, by: str = "") -> Steps[bool]:
    """Up to a level, by as many steps as it takes; False once the force is off the map. For battle: `for_battle`."""
    while _there(g.truth, force) and g.truth.forces[force]["level"] < level:
        yield from raise_once(g, force, by)
    return _there(g.truth, force)


def for_battle(g: Play, force: str) -> Steps[bool]:
    """Up to level 4 as surface combat begins: of a carrier force only its screen (14.2). False once it is off the map."""
    while _there(g.truth, force) and g.truth.forces[force]["level"] < 4:
        if g.truth.is_carrier_force(force) and g.truth.forces[force]["level"] == 3:
            yield from raise_screen(g, force)
            break
        yield from raise_once(g, force)
    return _there(g.truth, force)


def raise_screen(g: Play, force: str) -> Steps[None]:
    """The screen of a carrier force up to level 4, its carriers as they are (14.2).

    What screen a force of level 1 or 2 has, its carriers must tell first: it goes up to level 3.
    """
    while _there(g.truth, force) and g.truth.is_carrier_force(force) and g.truth.forces[force]["level"] < 3:
        yield from raise_once(g, force)
    if _there(g.truth, force) and g.truth.is_carrier_force(force):
        yield from screens.ensure(g, force)
        yield from naming.raise_screen(g, force)


def contacted(g: Play, force: str) -> Steps[bool]:
    """Chit Increase: Air Strikes (11.2), with the screen (11.3) and the index; False when nothing turned out to be there."""
    if not _there(g.truth, force):
        return False
    if g.truth.parts.raised:
        if g.truth.forces[force]["level"] == 3:
            yield from raise_once(g, force, CONTACT)
        while _there(g.truth, force) and g.truth.forces[force]["level"] < _contact_level(g.truth, force):
            yield from raise_once(g, force, CONTACT)
    yield from ensure_screen(g, force)
    return _there(g.truth, force)


def _contact_level(plot: CarrierPlot, force: str) -> int:
    """Carriers are raised to level 3, others to level 4; what may be either, until it is known (11.2)."""
    return 3 if plot.is_carrier_force(force) else 4


def ensure_screen(g: Play, force: str) -> Steps[None]:
    """A carrier force that has no screen yet gets one (11.3); it must be at level 3."""
    if _there(g.truth, force):
        yield from screens.ensure(g, force)


def reveal(g: Play, force: str, *found: str) -> Steps[None]:
    """A force that strikes shows the chits it was found to have, in their order: those of `lookups`, drawn and rolled (15.2)."""
    for chit in found:
        yield from _becomes(g, force, chit, "", drawn=not g.truth.forces[force]["level"])


def _there(plot: CarrierPlot, force: str) -> bool:
    """Whether a force is on the map, and not there only for the strikes that are on their way to it (6.1)."""
    return force in plot.forces and not plot.forces[force]["leaves"]


def _becomes(g: Play, force: str, chit: str, by: str, *, drawn: bool = False) -> Steps[bool]:
    """A chit that was drawn or rolled takes effect, with all that follows; False when there turned out to be nothing."""
    old = g.truth.forces[force]["chit"]
    if chits.is_dummy(g.truth, old, chit):
        passed = "" if class_of(chit) == "" else f", and the {class_of(chit)} commitment limit is reached"
        rule = "17.2" if passed else "11.1" if drawn else "11.2"
        remove(g, force, f"“{chit}”{passed}: nothing is there", rule, chit if drawn else "")
        return False
    new_carriers = class_of(chit) == CARRIER and class_of(old) != CARRIER
    now, facts = laid(g.truth, force, chit, drawn=drawn), {"force": force, "chit": chit, "old": old, "drawn": drawn}
    marks = [f"“{chit}” under {force}"]
    if new_carriers and by:
        facts["advantage"] = now[f"forces/{force}/advantage"] = True
        marks.append(f"US Advantage on {force}")
    if level_of(chit) == 3 and class_of(chit) == CARRIER:
        facts["printed"] = intelligence.printed(g.truth, chit, "air")
        facts["value"] = max(0, facts["printed"] - g.truth.forces[force]["losses"])
        now |= {f"forces/{force}/value": facts["value"], f"forces/{force}/losses": 0}
    tell(g, "chit", "11.1" if drawn else "11.2", **facts, level=level_of(chit), now=now, mark=marks)
    if new_carriers:
        yield from commitment.new_carriers(g, force)
    if level_of(chit) == 3:
        yield from _known_at_3(g, force)
    return _there(g.truth, force)


def _known_at_3(g: Play, force: str) -> Steps[None]:
    """What a chit of level 3 brings: the index rises (17.2), carriers get their screen (11.3)."""
    f = g.truth.forces[force]
    which = class_of(f["chit"])
    if which != CARRIER:
        n = intelligence.printed(g.truth, f["chit"], "commitment")
        commitment.increase(g, which, n, f"{force}, “{f['chit']}”")
        return
    if f["revealed"] is None:
        n = commitment.three_quarters(intelligence.printed(g.truth, f["chit"], "air"))
        commitment.increase(g, CARRIER, n, f"¾ of the air value of {force}")
    yield from screens.ensure(g, force)
    yield from _grounded(g, force)


def _grounded(g: Play, force: str) -> Steps[None]:
    """A carrier force that is found to have no air value left, or no carrier that is sound, retires at once (20.1)."""
    if _there(g.truth, force) and g.truth.is_carrier_force(force):
        yield from retirement.check_force(g, force, [])


# A search result.


def searched(g: Play, force: str, found: str, raised: bool) -> Steps[None]:
    """What one search result does to a force (12.2, steps 1 to 5): `found` is "", "?" or "L", `raised` whether it says "chit +1".

    For a level 0 force all three are one draw, which no "chit +1" follows.
    """
    if not _there(g.truth, force) or not (found or raised):
        return
    if g.truth.forces[force]["level"]:
        _detect(g, force, found)
        if raised:
            yield from raise_once(g, force, SEARCH)
        return
    if (yield from draw_chit(g, force, SEARCH)):
        _detect(g, force, found)


def _detect(g: Play, force: str, found: str) -> None:
    """The marker, and the counter turned face down; a "?" on a "?" is an L, and nothing makes less of an L."""
    if not found:
        return
    was = g.truth.forces[force]["detection"]
    now = LOCATED if LOCATED in (found, was) or (found, was) == (APPROXIMATE, APPROXIMATE) else APPROXIMATE
    marks = [f"{'Located' if now == LOCATED else '“?”'} marker on {force}"] if now != was else []
    marks += [] if g.truth.forces[force]["down"] else [f"{force} face down"]
    paths = {f"forces/{force}/detection": now, f"forces/{force}/down": True}
    tell(g, "detected", "12.2", force=force, detection=now, was=was, now=paths, mark=marks)


# Down.


def remove(g: Play, force: str, why: str, rule: str, drawn: str = "") -> None:
    """A force leaves the map, its counter back in the pool; while strikes are on their way to it, it only `leaves` (6.1)."""
    leaving.remove(g, force, why, rule, drawn)


def decay(g: Play) -> Steps[None]:
    """Intelligence Level Decrease at the end of the turn (11.4)."""
    if not fading(g.truth):
        return
    why = "Undetected forces: does what is known of them fade"
    faces = yield from g.roll(f"{moment(g)}/end/decay", why, lambda: _fading_dice(g.truth), "11.4")
    for force, face in zip(fading(g.truth), faces, strict=True):
        if face <= FADES:
            _fall(g, force)


def fading(plot: CarrierPlot) -> list[str]:
    """Forces that roll: undetected, of level 1 or 2; one of level 1 with revealed air strength is not forgotten."""
    return [name for name in chits.by_number(plot.forces) if _may_fade(plot.forces[name])]


def _may_fade(f: Facts) -> bool:
    known = f["level"] == 2 or (f["level"] == 1 and f["revealed"] is None)
    return bool(known and f["detection"] == UNDETECTED and not f["leaves"])


def _fading_dice(plot: CarrierPlot) -> list[Die]:
    falls = {name: lower(plot.forces[name]["chit"]) or "no chit" for name in fading(plot)}
    return [Die(f"{name}, {plot.forces[name]['chit']}", f"to {FADES}: {falls[name]}", DIE) for name in falls]


def lower(chit: str) -> str:
    """What a chit of level 1 or 2 falls to; empty for none at all (11.4)."""
    if level_of(chit) < 2:
        return ""
    if chit in CARRIER_2:
        return "Carrier"
    return "Transport" if class_of(chit) == TRANSPORT else next(size for size in SIZE_CHITS if size in chit)


def _fall(g: Play, force: str) -> None:
    f = g.truth.forces[force]
    chit = lower(f["chit"])
    now = laid(g.truth, force, chit, back=True)
    banded = f["banded"]
    marks = [
        f"“{f['chit']}” from {force}{' back into its cup' if banded else ''}",
        *([f"“{chit}” under it"] if chit else []),
    ]
    tell(g, "chit-falls", "11.4", force=force, chit=chit, old=f["chit"], banded=banded, now=now, mark=marks)


# Sizes.


def size(plot: CarrierPlot, force: str) -> str:
    """``large``, ``medium`` or ``small``, as the Close Reaction Table takes it (14.1); empty where it has none."""
    return sizes.size(plot, force)


def ship_count(plot: CarrierPlot, force: str) -> int:
    """Ships a force counts for, heavily damaged ones apart (14.1, E1)."""
    return sizes.ship_count(plot, force)


def _detected(f: Facts) -> str:
    return f"{f['force']} is {'Located' if f['detection'] == LOCATED else 'approximately located'}."


def _fallen(f: Facts) -> str:
    to = f"“{f['chit']}”" if f["chit"] else "level 0"
    said = [f"“{f['old']}” fades to {to}"]
    said += ["the old chit goes back into its cup"] if f["banded"] else []
    return f"{f['force']}: {listed(said)}."


SAYINGS: dict[str, Callable[[Facts], str]] = {
    **chits.SAYINGS,
    **commitment.SAYINGS,
    **leaving.SAYINGS,
    **lookups.SAYINGS,
    **naming.SAYINGS,
    **screens.SAYINGS,
    "detected": _detected,
    "chit-falls": _fallen,
}
"""What forces, their chits and the limits on them are told by, as sentences."""
