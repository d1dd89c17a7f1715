"""US carrier repair (19.3), and repair of land bases (18.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import air_tables, charts, damage
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.condition import at_least, level, level_at
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import CARRIERS, DIE, US
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

WORST = "M"
"""The lightest level at which hits themselves are repaired."""


def repair_step(g: Play) -> Steps[None]:
    """The Carrier Repair Step: each carrier that must rolls; scuttling."""
    if rolling(g.truth):
        yield from charts.printed(g, "US Repair", lambda: [_mod_key(g.truth)], "19.3")
        fell = yield from g.roll(
            f"{moment(g)}/us/repair",
            "Carrier repair",
            lambda: [_die(g.truth, name) for name in rolling(g.truth)],
            "19.3",
        )
        for name, die in zip(rolling(g.truth), fell, strict=True):
            if name in rolling(g.truth):
                yield from repair(g, name, die)
    for name in in_order(ship for ship in g.truth.ships if damage.is_us_carrier(g.truth, ship)):
        if _afloat(g.truth, name) and level(g.truth, name) == "D":
            yield from may_scuttle(g, name)
    yield from damage.after_attack(g, [])


def _afloat(plot: CarrierPlot, ship: str) -> bool:
    s = plot.ships[ship]
    return bool(s["side"] == US and s["type"] in CARRIERS and s["in"] and not s["sunk"])


def rolling(plot: CarrierPlot) -> list[str]:
    """Carriers that must roll: at M or worse; at L, and at M beyond repair, for the sake of a deck marker only."""
    return [ship for ship in in_order(plot.ships) if _afloat(plot, ship) and must_roll(plot, ship)]


def must_roll(plot: CarrierPlot, ship: str) -> bool:
    deck = plot.decks.get(ship, {})
    if deck.get("markers"):
        return True
    sound = level(plot, ship) == WORST and deck.get("irreparable")
    return at_least(plot, ship, WORST) and not sound


def row(plot: CarrierPlot, ship: str) -> str:
    """The row of the Repair Table a carrier rolls on."""
    return level(plot, ship) or "L"


def _mod_key(plot: CarrierPlot) -> str:
    return f"repair/mod/{plot.period}"


def _die(plot: CarrierPlot, ship: str) -> Die:
    mods = [("period", charts.modifier(plot.kit, _mod_key(plot)))]
    return Die(ship, f"row {row(plot, ship)}; {air_tables.read(mods)}; a natural 1 may be critical", DIE)


# One carrier.


def repair(g: Play, ship: str, die: int) -> Steps[None]:
    """What one die does: hits come or go, deck markers with those repaired; after a natural 1 the critical table."""

    def modified() -> int:
        return air_tables.row(die + charts.modifier(g.truth.kit, _mod_key(g.truth)), DIE)

    def cell() -> str:
        return f"repair/{row(g.truth, ship)}/{modified()}"

    yield from charts.printed(g, f"Repair of {ship}", lambda: [cell()], "19.3")
    critical = die == 1 and at_least(g.truth, ship, WORST)
    result = charts.value(g.truth.kit, cell())
    change = int(result["hits"])
    told = {"ship": ship, "die": die, "modified": modified(), "row": row(g.truth, ship), "change": change}
    _apply(g, ship, change, irreparable=result["i"] == charts.YES, told=told)
    if change > 0 and at_least(g.truth, ship, WORST):  # at L a roll is for the flight deck alone (19.3)
        yield from damage.hit(g, ship, change)
    elif change < 0:
        yield from mend_deck(g, ship, -change)
    if critical and _afloat(g.truth, ship):
        yield from critical_damage(g, ship)


def erased(plot: CarrierPlot, ship: str, n: int) -> int:
    """Hits that a repair of `n` erases: none at L, and none of level M once she is beyond repair (19.3)."""
    hits = plot.ships[ship]["hits"]
    if not at_least(plot, ship, WORST):
        return 0
    floor = 0
    if plot.decks.get(ship, {}).get("irreparable"):
        at_most_m = [k for k in range(1, hits + 1) if level_at(plot, ship, k) in ("L", WORST)]
        floor = max(at_most_m, default=0)
    return int(min(n, hits - floor))


def _apply(g: Play, ship: str, change: int, *, irreparable: bool, told: Mapping[str, JSON]) -> None:
    """What a repair result does at once, but for hits that it adds."""
    now: dict[str, JSON] = {}
    deck = g.truth.decks.get(ship, {})
    gone = erased(g.truth, ship, -change) if change < 0 else 0
    hits = g.truth.ships[ship]["hits"] - gone
    marks = []
    if gone:
        now[f"ships/{ship}/hits"] = hits
        now |= {f"ships/{ship}/heavy": 0} if 2 * hits < g.truth.ships[ship]["capacity"] else {}
        marks = [f"Damage {hits} on {ship}"]
    now |= {f"decks/{ship}/irreparable": True} if irreparable and deck else {}
    lifts = bool(change < 0 and deck.get("no_lift"))
    now |= {f"decks/{ship}/no_lift": False} if lifts else {}
    facts = {**told, "erased": gone, "hits": hits, "irreparable": irreparable, "lifts": lifts}
    tell(g, "repair", "19.3", **facts, level=level_at(g.truth, ship, hits), now=now, mark=marks)


def mend_deck(g: Play, ship: str, points: int) -> Steps[None]:
    """For each point a deck marker is turned from 2 to 1, or one on its 1 removed: which, the player says."""
    for n in range(1, points + 1):
        markers = g.truth.decks.get(ship, {}).get("markers", [])
        if not markers:
            return
        which = markers[0]
        if len(set(markers)) > 1:
            name = f"{moment(g)}/us/repair/{ship}/deck/{n}"
            which = int((yield from g.ask(US, lambda name=name: _deck_ask(g, name, ship))))  # type: ignore[misc]
        left = list(g.truth.decks[ship]["markers"])
        left.remove(which)
        left += [1] if which == 2 else []
        mark = [f"Inoperative Flight Deck on {ship}: {'turn a 2 to 1' if which == 2 else 'take a 1 away'}"]
        tell(
            g, "deck-mended", "19.3", ship=ship, which=which, left=left, mark=mark, now={f"decks/{ship}/markers": left}
        )


def _deck_ask(g: Play, name: str, ship: str) -> Choose:
    markers = g.truth.decks[ship]["markers"]
    options = [option("1", "Take one away that shows 1"), option("2", "Turn one from 2 to 1")]
    words = f"Her markers: {listed(str(n) for n in markers)}. The deck works once none is left."
    return Choose(name, titled(f"Flight deck of {ship}", words, "19.3", options=options, preset="1"))


def critical_damage(g: Play, ship: str) -> Steps[None]:
    """The second die after a natural 1: more hits, or lifts out of action (19.3)."""
    dice = [Die(ship, "Critical Damage Table, no modifier", DIE)]
    (die,) = yield from g.roll(f"{moment(g)}/us/repair/{ship}/critical", f"Critical damage, {ship}", dice, "19.3")
    yield from charts.printed(g, f"Critical damage, {ship}", lambda: [f"critical/{die}"], "19.3")
    cell = charts.value(g.truth.kit, f"critical/{die}")
    stuck = cell["lift"] == charts.YES
    now = {f"decks/{ship}/no_lift": True} if stuck and ship in g.truth.decks else {}
    tell(g, "critical", "19.3", ship=ship, die=die, hits=int(cell["hits"]), stuck=stuck, now=now)
    yield from damage.hit(g, ship, int(cell["hits"]))


def may_scuttle(g: Play, ship: str) -> Steps[None]:
    """A carrier dead in the water may be given up, so that her task force can move (19.3)."""
    answer = yield from g.ask(US, lambda: _scuttle_ask(g, ship))
    if answer == charts.YES and _afloat(g.truth, ship):
        damage.scuttle(g, ship)


def _scuttle_ask(g: Play, ship: str) -> Choose:
    options = [option(charts.NO, "Keep her"), option(charts.YES, "Scuttle her", "she counts as sunk")]
    words = f"{g.truth.ships[ship]['in']} cannot move with her."
    facts = titled(f"{ship} is dead in the water", words, "19.3", options=options, preset=charts.NO)
    return Choose(f"{moment(g)}/us/repair/{ship}/scuttle", facts)


# Land bases (18.2).


def damaged(plot: CarrierPlot) -> list[str]:
    return [name for name, base in plot.bases().items() if base["hits"] > 0]


def repair_bases(g: Play) -> Steps[None]:
    """End Phase C: a die for each damaged land base."""
    if not damaged(g.truth):
        return

    def dice() -> list[Die]:
        return [Die(base, "1-6 nothing, 7-9 a hit, 10 two hits repaired", DIE) for base in damaged(g.truth)]

    fell = yield from g.roll(f"{moment(g)}/end/bases", "Repair of land bases", dice, "18.2")
    for base, die in zip(damaged(g.truth), fell, strict=True):
        before = g.truth.groups[base]["hits"]
        n = min(before, air_tables.repair_hits(die))
        works = not damage.operative(g.truth, base) and before - n < damage.BASE_HITS
        facts = {"base": base, "die": die, "n": n, "hits": before - n, "works": works}
        mark = [f"Damage {before - n} in {base}’s Runway Box"] if n else []
        tell(g, "base-repair", "18.2", **facts, mark=mark, now={f"groups/{base}/hits": before - n} if n else {})


# In words.


def _repaired(f: Mapping[str, JSON]) -> str:
    if f["change"] > 0 and f["row"] == "L":
        done = "nothing repaired"
    elif f["change"] > 0:
        done = f"an accident, {counted(f['change'], 'hit')} more"
    elif f["erased"]:
        done = f"{counted(f['erased'], 'hit')} repaired, {f['hits']} left (level {f['level']})"
    elif f["change"] < 0:
        done = f"{counted(-f['change'], 'point')} on her flight deck alone"
    else:
        done = "nothing repaired"
    beyond = "; the hull is beyond repair: level M is not repaired any more" if f["irreparable"] else ""
    lifts = "; her lifts work again" if f["lifts"] else ""
    die = str(f["die"]) if f["die"] == f["modified"] else f"{f['die']}, modified {f['modified']}"
    return f"{f['ship']}, repair: {die}, row {f['row']}: {done}{beyond}{lifts}."


def _critical(f: Mapping[str, JSON]) -> str:
    done = f"{counted(f['hits'], 'hit')} more" if f["hits"] else "nothing more"
    return f"{f['ship']}, critical damage, {f['die']}: {'she can neither raise nor lower' if f['stuck'] else done}."


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "repair": _repaired,
    "deck-mended": lambda f: (
        f"{f['ship']}’s flight deck: a marker "
        f"{'turned from 2 to 1' if f['which'] == 2 else 'taken away'}{'' if f['left'] else '; the deck works again'}."
    ),
    "critical": _critical,
    "base-repair": lambda f: (
        f"{f['base']}: {f['die']}, {counted(f['n'], 'hit') if f['n'] else 'nothing'} repaired, {f['hits']} left"
        f"{'; it works again' if f['works'] else ''}."
    ),
}
