"""The Air Operations Step (7.1, 7.2, 7.3, 18.1): launch, raise, service, lower, land, and the landing boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import damage, fuel, landing, strikes
from umpire.games.carrier.asks import titled
from umpire.games.carrier.deck_limits import (
    A_SEGMENT,
    ABOARD,
    CALLED,
    CAP,
    HANGAR,
    LANDING,
    OVER_THE_SIDE,
    OVERBOARD,
    OVERHEAD,
    READY,
    SEARCH,
    SERVICING,
    STRIKE,
    TRANSFER,
    UNREADY,
    Move,
    aloft,
    kind_of,
    merged,
)
from umpire.games.carrier.deck_sheet import DeckSheet, used_numbers
from umpire.games.carrier.detaching import OFFERED, able, detach_ships
from umpire.games.carrier.flight import (
    by_type,
    doing,
    fewer,
    in_words,
    left_over,
    lost,
    lots,
    may_land,
    takes_in,
    with_guests,
)
from umpire.games.carrier.plot import STRIKE as A_STRIKE
from umpire.games.carrier.plot import CarrierPlot, fresh, total
from umpire.games.carrier.sailing import some_sail
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import TYPES, US, quarters
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any

FIRST_BOX = {"range": [0, 3], "available": {}, "used": {}}
"""Where search planes begin (12.2)."""


def air_operations(g: Play) -> Steps[None]:
    """The Air Operations Step of this US segment: one sheet for all carriers and bases, played a to g."""
    if _anything(g.truth):
        if may_detach(g.truth):
            tell(g, "detach-offered", "5.0", now={OFFERED: moment(g)})
        sheet = yield from g.ask(US, lambda: ask_decks(g))
        moves = merged(sheet["moves"])
        work(g, moves, sheet["strikes"])
        for deck in dict.fromkeys(m["deck"] for m in moves):
            if deck in g.truth.decks:
                yield from landing.land(g, deck, [m for m in moves if m["deck"] == deck])
        for name in list(g.truth.groups):
            circle(g, name)
        for n, group in sheet["in"].items():
            come_in(g, n, group)
        for n, group in enumerate(sheet.get("detach", ())):
            yield from detach_ships(g, group, f"decks/{n + 1}")
    rested(g)


def may_detach(plot: CarrierPlot) -> list[str]:
    """Task forces whose ships may be detached on the deck sheet: where the movement step does not offer it (5.0)."""
    return [] if some_sail(plot) else able(plot)


def ask_decks(g: Play) -> DeckSheet:
    return DeckSheet(f"{moment(g)}/us/decks", sheet_facts(g.truth))


def _anything(plot: CarrierPlot) -> bool:
    """Whether there is a plane anywhere that this step could do something with."""
    facts = sheet_facts(plot)
    aboard = any(total(deck[box]) for deck in facts["decks"].values() for box in ABOARD)
    overhead = any(total(group[box]) for group in facts["groups"].values() for box in OVERHEAD)
    return bool(aboard or overhead or facts["arrived"])


# What the sheet is made of.


def sheet_facts(plot: CarrierPlot) -> dict[str, JSON]:
    """The boxes of all carriers and bases as they stand, and what limits them."""
    groups = plot.standing()
    decks = {deck: _deck(plot, deck) for name in groups for deck in decks_of(plot, name)}
    for name, group in groups.items():
        if not decks_of(plot, name) and (group["cap"] or group["landing"]):
            decks[name] = _no_deck(name)
    mine = {deck["in"] for deck in decks.values()}
    return titled(
        "Air operations",
        "",
        "7.1",
        decks=decks,
        groups={name: _group(plot, name) for name in groups if name in mine},
        strikes={n: {**_formed(s), "transfer": s["transfer"]} for n, s in plot.strikes.items() if _may_join(plot, s)},
        arrived=_arrived(plot),
        detected=strikes.detected(plot) if plot.parts.strikes else {},
        strike=plot.parts.strikes,
        night=plot.tree["clock"]["night"],
        free=strikes.free_numbers(plot, 9),
        detach=may_detach(plot),
        last={deck: moves for deck, moves in plot.at("memory/decks", {}).items() if deck in decks},
    )


def decks_of(plot: CarrierPlot, group: str) -> list[str]:
    """The carriers afloat of a task force that hold planes, or the base itself."""
    afloat = (group,) if plot.groups[group]["base"] else plot.carriers_of(group)
    return [deck for deck in afloat if deck in plot.decks]


def _deck(plot: CarrierPlot, name: str) -> dict[str, JSON]:
    deck = plot.decks[name]
    base = bool(plot.groups[deck["in"]]["base"])
    works = damage.operative(plot, name)
    return {
        "in": deck["in"],
        "base": base,
        **{box: _in_order(deck[box]) for box in ABOARD},
        "unserviced": deck.get("unserviced", {}),
        "room": 0 if base else deck["room"],
        "open": works,
        "warned": bool(deck["warned"]) and not base,
        "lift": 0 if deck["no_lift"] else A_SEGMENT,
        "services": works or not base,
    }


def _in_order(steps: Mapping[str, int]) -> dict[str, int]:
    return {kind: steps[kind] for kind in TYPES if steps.get(kind)}


def _no_deck(name: str) -> dict[str, JSON]:
    """A task force that has lost its carriers, with planes still overhead."""
    boxes: dict[str, JSON] = {box: {} for box in ABOARD}
    shut = {"open": False, "warned": False, "lift": 0, "services": False}
    return {"in": name, "base": False, **boxes, "unserviced": {}, "room": 0, **shut}


def _group(plot: CarrierPlot, name: str) -> dict[str, JSON]:
    group = plot.groups[name]
    decks = decks_of(plot, name)
    work = [deck for deck in decks if damage.operative(plot, deck)]
    return {
        "hex": group["hex"],
        "base": bool(group["base"]),
        "cap": lots(group["cap"]),
        "landing": lots(group["landing"]),
        "cap_room": A_SEGMENT * (1 if group["base"] else len(work)),
        "cap_leaves": len(work) < len(decks) or not decks,
        "search": plot.parts.search,
        "fuel": group["fuel"] if group["base"] else None,
    }


def _may_join(plot: CarrierPlot, strike: JSON) -> bool:
    """Whether steps may still join a strike or transfer: it stands where it was formed, as does who formed it (6.1, 7.3)."""
    here = plot.groups.get(strike["from"], {}).get("hex") == strike["hex"]
    tried = strike["down"] and not strike["transfer"]
    return bool(here and not (strike["left"] or tried))


def _formed(strike: JSON) -> dict[str, JSON]:
    return {key: strike[key] for key in ("from", "hex", "time", "steps")}


def _arrived(plot: CarrierPlot) -> dict[str, JSON]:
    """Strikes that could go into a Landing Box; those on their way home do of themselves (7.1)."""
    made = {}
    for n, strike in plot.strikes.items():
        here = [name for name, group in plot.groups.items() if group["hex"] == strike["hex"]]
        groups = [name for name in here if takes_in(plot, name, strike)]
        if groups and not strikes.goes_on(plot, strike):
            back = strike["down"] and not (strike["transfer"] and strike["from"] in groups)
            made[n] = {**_formed(strike), "groups": groups, "preset": groups[0] if back else ""}
    return made


# a to d: launch, raise, service, lower.


def work(g: Play, moves: Sequence[Move], bound: Mapping[str, JSON]) -> None:
    """Everything but landing, deck by deck; then the strikes and transfers that steps have joined."""
    busy = [m["deck"] for m in moves if m["from"] not in OVERHEAD]
    for deck in (name for name, d in g.truth.decks.items() if d.get("unserviced") and name not in busy):
        steps = g.truth.decks[deck]["unserviced"]
        tell(g, "serviced", "7.1", deck=deck, steps=steps, now={f"decks/{deck}/unserviced": {}})
    for deck in dict.fromkeys(m["deck"] for m in moves):
        mine = [m for m in moves if m["deck"] == deck]
        if deck in busy:
            work_deck(g, deck, mine)
    for name in dict.fromkeys(_in(g.truth, m["deck"]) for m in moves):
        leave_overhead(g, name, [m for m in moves if _in(g.truth, m["deck"]) == name])
    for n, kind in used_numbers(moves).items():
        inside = [m for m in moves if m["to"].partition("/")[2] == n]
        form(g, n, kind, inside, bound.get(n, {"to": "", "target": ""}))


def _in(plot: CarrierPlot, deck: str) -> str:
    return str(plot.decks[deck]["in"] if deck in plot.decks else deck)


def work_deck(g: Play, deck: str, moves: Sequence[Move]) -> None:
    """One deck: its boxes after launching, raising, servicing and lowering, and what its planes went to (3.0 B)."""
    now: dict[str, JSON] = {}
    for box in ABOARD:
        gone = _sum(m for m in moves if m["from"] == box)
        come = _sum(m for m in moves if m["to"] == box and m["from"] not in OVERHEAD)
        if gone or come:
            now[f"decks/{deck}/{box}"] = _in_order(fewer(_plus(g.truth.decks[deck][box], come), gone))
    fresh_below = _sum(m for m in moves if (m["from"], m["to"]) == (READY, SERVICING))
    if fresh_below != g.truth.decks[deck].get("unserviced", {}):
        now[f"decks/{deck}/unserviced"] = fresh_below
    now |= _launched(g.truth, _in(g.truth, deck), moves)
    now[f"memory/decks/{deck}"] = [dict(m) for m in moves]
    over = _sum(m for m in moves if m["to"] == OVERBOARD)
    told = [{key: m[key] for key in ("from", "to", "type", "n")} for m in moves if m["from"] not in OVERHEAD]
    mark = [f"{deck}: {m['n']} {m['type']} from {CALLED[m['from']]} to {called(m['to'])}" for m in told]
    left = now.get(f"groups/{deck}/fuel")
    tell(g, "deck-work", "7.1", deck=deck, moves=told, fuel=left, now=now, mark=mark)
    strikes.lost_to_japan(g, over, f"pushed overboard from {deck}", "7.1", OVER_THE_SIDE)


def _sum(moves: Iterable[Move]) -> dict[str, int]:
    made: dict[str, int] = {}
    for move in moves:
        made[move["type"]] = made.get(move["type"], 0) + move["n"]
    return made


def _plus(steps: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {kind: steps.get(kind, 0) + more.get(kind, 0) for kind in dict.fromkeys([*steps, *more])}


def _launched(plot: CarrierPlot, group: str, moves: Sequence[Move]) -> dict[str, JSON]:
    """CAP, search track and fuel after one deck's launches (7.2, 12.2, 18.1)."""
    now: dict[str, JSON] = {}
    up = _sum(m for m in moves if m["to"] == CAP)
    if up:
        now[f"groups/{group}/cap"] = lots([*plot.groups[group]["cap"], *([k, n, None] for k, n in up.items())])
    out = _sum(m for m in moves if m["to"] == SEARCH)
    if out:
        box = plot.at(f"groups/{group}/track/1", FIRST_BOX)
        now[f"groups/{group}/track/1"] = {**box, "available": _in_order(_plus(box["available"], out))}
    n = sum(m["n"] for m in moves if m["from"] == READY and kind_of(m["to"]) in (CAP, SEARCH, STRIKE, TRANSFER))
    left = plot.groups[group]["fuel"]
    if n and left is not None:
        now[f"groups/{group}/fuel"] = left - fuel.launch_cost(n)
    return now


def leave_overhead(g: Play, name: str, moves: Sequence[Move]) -> None:
    """Steps of a Landing or CAP Box that set out on a transfer (7.3, 19.2)."""
    now: dict[str, JSON] = {}
    for box in OVERHEAD:
        gone = [[m["type"], -m["n"], m["time"]] for m in moves if m["from"] == box and kind_of(m["to"]) == TRANSFER]
        if gone:
            now[f"groups/{name}/{box}"] = lots([*g.truth.groups[name][box], *gone])
    if now:
        steps = _sum(m for m in moves if m["from"] in OVERHEAD and kind_of(m["to"]) == TRANSFER)
        tell(g, "leave-overhead", "7.3", group=name, steps=steps, now=now)


def form(g: Play, n: str, kind: str, moves: Sequence[Move], bound: Mapping[str, str]) -> None:
    """Steps form a strike or a transfer, or join a strike that is forming; it may go a hex at once (6.1)."""
    steps = _sum(moves)
    there = g.truth.strikes.get(n)
    group = _in(g.truth, moves[0]["deck"])
    home = there["hex"] if there else g.truth.groups[group]["hex"]
    to = bound["to"] or home
    do = [f"{kind} {n} {'to' if there else 'in'} {to}{', face down' if kind == TRANSFER else ''}"]
    away = kind == TRANSFER
    if there:
        now: dict[str, JSON] = {f"strikes/{n}/steps": _in_order(_plus(there["steps"], steps)), f"strikes/{n}/hex": to}
        now |= {f"strikes/{n}/left": True} if away and to != home else {}
        facts: dict[str, JSON] = {"steps": steps, "hex": to, "home": home, "time": there["time"], "transfer": away}
        tell(g, "joined", "7.3" if away else "6.1", n=n, **facts, now=now, do=do)
    else:
        time = aloft(moves[0]) if away else 1
        made = fresh(A_STRIKE, **{"from": group}, hex=to, time=time, steps=_in_order(steps))
        now = {f"strikes/{n}": made | {"left": away and to != home, "down": away, "transfer": away}}
        facts = {"group": group, "steps": steps, "hex": to, "home": home, "time": time, "transfer": away}
        mark = [f"Time Aloft {time} on {kind} {n}"]
        tell(g, "formed", "7.3" if away else "6.1", n=n, **facts, now=now, do=do, mark=mark)
    if kind == STRIKE and to != home and bound["target"] in g.truth.forces:
        strikes.tell_target(g, n, bound["target"])


# f and g: the landing boxes.


def circle(g: Play, name: str) -> None:
    """Who waits to land and did not is a segment longer up; CAP whose time is out leaves its box (6.2, 19.2)."""
    group = g.truth.groups[name]
    waited = [[kind, n, time + 1] for kind, n, time in group["landing"]]
    due = [lot for lot in group["cap"] if lot[2] is not None and left_over(lot[0], lot[2]) < 0]
    if group["gone"] or not (waited or due):
        return
    home = may_land(g.truth, name, ())
    gone = [lot for lot in waited if lost(lot[0], lot[2])] + ([] if home else due)
    stay = [lot for lot in waited if not lost(lot[0], lot[2])] + (due if home else [])
    now = {f"groups/{name}/landing": lots(stay)}
    if due:
        now[f"groups/{name}/cap"] = lots(lot for lot in group["cap"] if lot not in due)
    mark = [f"Time Aloft {time} on {n} {kind} over {name}" for kind, n, time in lots(stay)]
    facts = {"waiting": lots(stay), "lost": by_type(gone), "cap": by_type(due)}
    tell(g, "circling", "6.2", group=name, **facts, now=now, mark=mark)
    strikes.lost_to_japan(g, by_type(gone), f"out of fuel over {name}", "6.2")


def come_in(g: Play, n: str, group: str) -> None:
    """A strike in the hex of a task force or base goes into its Landing Box; it lands in a later segment (7.1)."""
    strike = g.truth.strikes.get(n)
    if strike is None or strike["hex"] != g.truth.groups[group]["hex"]:
        return
    waiting = [[kind, steps, strike["time"]] for kind, steps in strike["steps"].items()]
    now = {f"groups/{group}/landing": lots([*g.truth.groups[group]["landing"], *waiting])}
    now |= with_guests(g.truth, strike["from"], group)
    facts = {"n": n, "group": group, "steps": dict(strike["steps"]), "time": strike["time"]}
    tell(g, "come-in", "7.1", **facts, now=now, gone=[f"strikes/{n}"], do=[f"strike {n} off the map"])
    strikes.drop_targets(g, strike["target"])


def rested(g: Play) -> None:
    """Carriers that launched at a warning have let this segment pass without landing (4.2)."""
    decks = [name for name, deck in g.truth.decks.items() if deck["warned"]]
    if decks:
        tell(g, "unwarned", "4.2", decks=decks, now={f"decks/{name}/warned": False for name in decks})


# What comes at the end of the turn, and of the day.


def end_of_turn_fuel(g: Play) -> Steps[None]:
    """End Phase F: fuel for the CAP over Guadalcanal (18.1)."""
    yield from fuel.end_of_turn(g)


def end_of_day(g: Play) -> Steps[None]:
    """Night landings of CAP, strikes and search tracks as a one-day game ends (7.2, 22.0)."""
    yield from landing.end_of_day(g)


# In words.


def called(box: str) -> str:
    """A box where planes go to, in words."""
    kind, _, n = box.partition("/")
    if n:
        return f"{kind} {n}"
    return {CAP: "CAP", SEARCH: "search", OVERBOARD: "over the side", LANDING: "the Landing Box"}.get(
        kind, CALLED.get(kind, kind)
    )


_VERBS: tuple[tuple[str, Callable[[Move], bool]], ...] = (
    ("launches", lambda m: m["from"] == READY and kind_of(m["to"]) in (CAP, SEARCH, STRIKE, TRANSFER)),
    ("raises", lambda m: (m["from"], m["to"]) == (SERVICING, READY)),
    ("services", lambda m: (m["from"], m["to"]) == (HANGAR, SERVICING)),
    ("puts back into the Hangar", lambda m: (m["from"], m["to"]) == (SERVICING, HANGAR)),
    ("lowers", lambda m: m["from"] in (READY, UNREADY) and m["to"] in (HANGAR, SERVICING)),
    ("pushes overboard", lambda m: m["to"] == OVERBOARD),
)


def _deck_work(f: Mapping[str, JSON]) -> str:
    said = []
    for verb, of in _VERBS:
        some = [m for m in f["moves"] if of(m)]
        if some and verb == "launches":
            goals = dict.fromkeys(m["to"] for m in some)
            each = [f"{in_words(_sum(m for m in some if m['to'] == to))} ({called(to)})" for to in goals]
            said.append(f"{verb} {listed(each)}")
        elif some:
            said.append(f"{verb} {in_words(_sum(some))}")
    left = "" if f["fuel"] is None else f" Fuel left: {quarters(f['fuel'])}."
    return f"{f['deck']} {listed(said)}.{left}"


def _formed_words(f: Mapping[str, JSON]) -> str:
    what = "Transfer" if f["transfer"] else "Strike"
    where = f"forms in {f['hex']}" if f["hex"] == f["home"] else f"leaves {f['home']} for {f['hex']}"
    return f"{what} {f['n']} of {f['group']} {where}: {in_words(f['steps'])}, time aloft {f['time']}."


def _circling(f: Mapping[str, JSON]) -> str:
    said = []
    if f["waiting"]:
        each = [f"{n} {kind} {time}" for kind, n, time in f["waiting"]]
        said.append(f"{f['group']}, waiting to land, with time aloft: {', '.join(each)}.")
    if f["cap"]:
        said.append(f"CAP of {f['group']}, its time out: {in_words(f['cap'])}.")
    if f["lost"]:
        said.append(f"Out of fuel over {f['group']} and lost: {in_words(f['lost'])}.")
    return " ".join(said)


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "deck-work": _deck_work,
    "serviced": lambda f: (
        f"{in_words(f['steps'])} lowered into Servicing on {f['deck']} can be raised from the next segment on."
    ),
    "leave-overhead": lambda f: f"Over {f['group']}, {doing(f['steps'], 'sets out', 'set out')} for elsewhere.",
    "formed": _formed_words,
    "joined": lambda f: (
        f"{doing(f['steps'], 'joins', 'join')} {'transfer' if f['transfer'] else 'strike'} {f['n']}, "
        f"time aloft {f['time']}" + (f"; it goes to {f['hex']}." if f["hex"] != f["home"] else ".")
    ),
    "circling": _circling,
    "come-in": lambda f: (
        f"Strike {f['n']} waits to land on {f['group']}: {in_words(f['steps'])}, time aloft {f['time']}."
    ),
    "detach-offered": lambda f: "",
    "unwarned": lambda f: f"{listed(f['decks'])} may land planes again from the next segment on.",
}
