"""The deck board: what its templates draw of the sheet that is being written (7.1, 18.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.carrier.deck_limits import (
    A_SEGMENT,
    CALLED,
    CAP,
    HANGAR,
    LANDING,
    OVERBOARD,
    OVERHEAD,
    READY,
    SEARCH,
    SERVICING,
    STRIKE,
    TO_LAND,
    TO_LAUNCH,
    TRANSFER,
    UNREADY,
    WAYS,
    Moves,
    kind_of,
)
from umpire.games.carrier.deck_sheet import ARROWS, LAUNCH, NEW, DeckSheet, used_numbers
from umpire.games.carrier.flight import MOST_OVER, in_words, left_over
from umpire.games.carrier.map_picture import ways
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.strikes import target_options
from umpire.games.carrier.terms import TYPES, quarters
from umpire.table.asks import Ask
from umpire.table.numbered import way

JSON = Any

TITLES = {
    LANDING: "Landing",
    UNREADY: "Unready",
    HANGAR: "Hangar",
    CAP: "CAP",
    SEARCH: "Search",
    READY: "Ready",
    SERVICING: "Servicing",
    OVERBOARD: "Over the side",
}
BOXES = (LANDING, UNREADY, HANGAR, CAP, SEARCH, READY, SERVICING, OVERBOARD)


def decks(plot: CarrierPlot, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The board of the tab that is open; empty while no deck sheet is being written."""
    if not isinstance(asked, DeckSheet) or not draft or draft["tab"] not in asked.facts["decks"]:
        return {}
    deck = draft["tab"]
    facts, moves = asked.facts["decks"][deck], Moves(asked.facts, draft["moves"])
    chance = asked.last_chance(draft["moves"])
    return {
        "tabs": [_tab(asked, draft, name, chance) for name in asked.facts["decks"]],
        "name": deck,
        "group": facts["in"],
        "base": facts["base"],
        "state": _state(asked, moves, deck),
        "boxes": {box: _box(asked, draft, moves, box) for box in BOXES},
        "flying": _flying(plot, facts["in"]),
        "out": [_numbered(asked, draft, moves, f"{kind}/{n}") for n, kind in _numbers(asked, draft, moves).items()],
        "new": [_new(asked, draft, kind) for kind in (STRIKE, TRANSFER) if _open(draft, kind)],
        "arrows": {name: _arrow(asked, draft, name) for name in (*ARROWS, LAUNCH)},
        "strikes": [_strike(plot, asked, draft, n) for n in draft["strikes"] if _mine(asked, draft, n)],
        "arrived": [_arrived(asked, draft, n) for n in asked.facts["arrived"] if n not in draft["strikes"]],
        "numbers": _row(draft),
        "warn": [f"{words} over {group}" for group, words in chance.items()],
        "moved": sum(m["n"] for m in draft["moves"]),
        "here": sum(m["n"] for m in draft["moves"] if m["deck"] == deck),
    }


def _tab(asked: DeckSheet, draft: JSON, name: str, chance: Mapping[str, str]) -> dict[str, JSON]:
    moved = sum(m["n"] for m in draft["moves"] if m["deck"] == name)
    lost = asked.facts["decks"][name]["in"] in chance
    return {"name": name, "on": name == draft["tab"], "moved": moved, "lost": lost}


# Figures.


def _state(asked: DeckSheet, moves: Moves, deck: str) -> list[JSON]:
    """The figures of a deck as it will be, each by the box it stands at: the deck, Servicing, aboard; fuel, and what is
    amiss, by none."""
    facts = asked.facts["decks"][deck]
    group = asked.facts["groups"][facts["in"]]
    field = "Runway" if facts["base"] else "Deck"
    limit = TO_LAND if facts["base"] else TO_LAUNCH
    there = moves.on_deck(deck)
    full = f"began at {there}: launching at {limit} or fewer" if there > limit else ""
    made: list[JSON] = [
        _figure(READY, f"{field} {moves.on_deck_after(deck)}/{TO_LAND}", full, over=there > limit),
        _figure(SERVICING, f"Servicing {moves.servicing_after(deck)}/{A_SEGMENT}"),
    ]
    if facts["room"]:
        made.append(_figure(HANGAR, f"Aboard {moves.aboard_after(deck)}/{facts['room']}"))
    if group["fuel"] is not None:
        left = group["fuel"] - 2 * moves.launched(deck)
        made.append(_figure("", f"Fuel {quarters(left)}", "half a point a step"))
    if not facts["open"]:
        made.append(_figure("", "Out of action", over=True))
    if facts["warned"]:
        made.append(_figure("", "Launched at the warning", "nothing lands", over=True))
    return made


def _figure(box: str, words: str, note: str = "", *, over: bool = False) -> JSON:
    return {"box": box, "words": words, "note": note, "over": over}


# Boxes.


def _box(asked: DeckSheet, draft: JSON, moves: Moves, box: str) -> dict[str, JSON]:
    """A box: what is still in it, what has been moved into it, and whether what is taken up may go there."""
    return {
        "id": box,
        "title": TITLES[box],
        "room": _room(asked, draft, moves, box),
        "chips": _chips(asked, draft, moves, box) if box in WAYS else [],
        "come": _come(asked, draft, moves, box),
        "lit": _lit(asked, draft, box),
        "can": box not in (SEARCH,) or bool(asked.facts["groups"][moves.deck(draft["tab"])["in"]]["search"]),
    }


def _flying(plot: CarrierPlot, group: str) -> list[str]:
    """What is out on a search track, box by box."""
    track = plot.groups[group]["track"] if group in plot.groups else {}
    made = []
    for box in track.values():
        steps = {kind: box["available"].get(kind, 0) + box["used"].get(kind, 0) for kind in TYPES}
        if total(steps):
            made.append(f"{box['range'][0]}-{box['range'][1]}: {in_words({k: n for k, n in steps.items() if n})}")
    return made


def _room(asked: DeckSheet, draft: JSON, moves: Moves, box: str) -> str:
    group = moves.group(draft["tab"])
    if box != CAP:
        return ""
    up = sum(n for _, n, _ in group["cap"]) + sum(m["n"] for m in moves.moves if _into(moves, m, draft["tab"], CAP))
    up -= sum(m["n"] for m in moves.moves if m["from"] == CAP and _same(moves, m, draft["tab"]))
    return f"{up}/{group['cap_room']}"


def _same(moves: Moves, move: Mapping[str, JSON], deck: str) -> bool:
    return bool(moves.deck(move["deck"])["in"] == moves.deck(deck)["in"])


def _into(moves: Moves, move: Mapping[str, JSON], deck: str, box: str) -> bool:
    return bool(move["to"] == box and _same(moves, move, deck))


def _chips(asked: DeckSheet, draft: JSON, moves: Moves, box: str) -> list[JSON]:
    made = []
    for kind, _, time in asked.lots(draft["tab"], box):
        n = moves.left(draft["tab"], box, kind, time)
        if n > 0:
            picked = draft["picked"] in ([box, kind, time], [box, "", None])
            warn = box == LANDING and left_over(kind, time) - 1 < -MOST_OVER
            arg = f"{box}:{kind}:{'' if time is None else time}"
            late = box in OVERHEAD and time is not None and left_over(kind, time) < 0
            fresh = box == SERVICING and bool(asked.facts["decks"][draft["tab"]]["unserviced"].get(kind))
            made.append(
                {"type": kind, "n": n, "time": time, "arg": arg, "picked": picked}
                | {"warn": warn, "late": late, "fresh": fresh, "told": _told(kind, n, time, box, warn)}
            )
    return made


def _told(kind: str, n: int, time: JSON, box: str, warn: bool) -> str:
    up = "" if time is None else f", time aloft {time}, {left_over(kind, time)} left"
    return f"{n} {kind} in {CALLED[box]}{up}{', last chance to land' if warn else ''}"


def _come(asked: DeckSheet, draft: JSON, moves: Moves, box: str) -> list[JSON]:
    """Steps moved into a box; a tap takes them back. What is overhead is shown on the tabs of all its carriers."""
    shared = kind_of(box) in (CAP, SEARCH, STRIKE, TRANSFER)
    made = []
    for i, m in enumerate(draft["moves"]):
        here = _same(moves, m, draft["tab"]) if shared else m["deck"] == draft["tab"]
        if here and m["to"] == box:
            by = f" of {m['deck']}" if m["deck"] != draft["tab"] else ""
            told = f"{m['n']} {m['type']}{by}, moved here: take back"
            made.append({"i": i, "type": m["type"], "n": m["n"], "told": told, "by": by})
    return made


def _open(draft: JSON, kind: str) -> bool:
    """Whether what is taken up could go to a box of a kind at all."""
    return bool(draft["picked"]) and kind in WAYS[draft["picked"][0]]


def _lit(asked: DeckSheet, draft: JSON, box: str) -> JSON:
    """What of it that is taken up may go to a box: how many steps; None for a box it could never go to."""
    if not _open(draft, kind_of(box)):
        return None
    n, why = asked.outlook(draft, asked.sent(draft, box))
    return {"n": n, "of": _taken_up(asked, draft), "why": why}


def _taken_up(asked: DeckSheet, draft: JSON) -> int:
    box, kind, time = draft["picked"]
    moves = Moves(asked.facts, draft["moves"])
    kinds = [kind] if kind else [k for k, _, _ in asked.lots(draft["tab"], box)]
    return sum(max(0, moves.left(draft["tab"], box, k, time)) for k in kinds)


def _arrow(asked: DeckSheet, draft: JSON, name: str) -> dict[str, JSON]:
    """An arrow: how many would go, or why it is shut."""
    deck = draft["tab"]
    if name == LAUNCH and asked.lots(deck, READY):
        up = {**draft, "picked": [READY, "", None]}
        n, why = asked.outlook(draft, asked.sent(up, f"{TRANSFER}/{NEW}"))
        return {"n": n, "why": why}
    if name == LAUNCH:
        return {"n": 0, "why": f"Nothing is Ready on {deck}."}
    found = asked.candidates(deck, name)
    n, why = asked.outlook(draft, found) if found else (0, "")
    return {"n": n, "why": why}


def _numbers(asked: DeckSheet, draft: JSON, moves: Moves) -> dict[str, str]:
    """Strikes and transfers of this task force or base that steps may join, or have joined on the sheet."""
    group = asked.facts["decks"][draft["tab"]]["in"]
    there = {n: strike for n, strike in asked.facts["strikes"].items() if strike["from"] == group}
    made = {n: TRANSFER if strike["transfer"] else STRIKE for n, strike in there.items()}
    return made | {n: kind for n, kind in used_numbers(draft["moves"]).items() if _mine(asked, draft, n)}


def _mine(asked: DeckSheet, draft: JSON, n: str) -> bool:
    """Whether a strike belongs to the task force or base of the tab."""
    group = asked.facts["decks"][draft["tab"]]["in"]
    joining = [m["deck"] for m in draft["moves"] if m["to"].partition("/")[2] == n]
    return any(asked.facts["decks"][deck]["in"] == group for deck in joining)


def _numbered(asked: DeckSheet, draft: JSON, moves: Moves, box: str) -> dict[str, JSON]:
    kind, _, n = box.partition("/")
    there = asked.facts["strikes"].get(n)
    return {
        "id": box,
        "title": f"{kind.capitalize()} {n}",
        "there": f"{in_words(there['steps'])} ·{there['time']}" if there else "",
        "come": _come(asked, draft, moves, box),
        "lit": _lit(asked, draft, box),
    }


def _new(asked: DeckSheet, draft: JSON, kind: str) -> dict[str, JSON]:
    return {"id": f"{kind}/{NEW}", "title": f"New {kind}", "lit": _lit(asked, draft, f"{kind}/{NEW}")}


# Strikes.


def _strike(plot: CarrierPlot, asked: DeckSheet, draft: JSON, n: str) -> dict[str, JSON]:
    """A strike that steps join: where it goes at once, and its target if it leaves."""
    bound, kind = draft["strikes"][n], used_numbers(draft["moves"])[n]
    home = asked.home(n, draft["moves"])
    there = asked.facts["strikes"].get(n, {"time": 1, "steps": {}})
    steps = _all_steps(there["steps"], draft["moves"], n)
    leaves = bound["to"] != home
    options = target_options(plot, steps, bound["to"], there["time"], home) if leaves and kind == STRIKE else []
    return {
        "n": n,
        "kind": kind,
        "title": f"{kind.capitalize()} {n}",
        "steps": in_words(steps),
        "total": total(steps),
        "to": bound["to"],
        "home": home,
        "leaves": leaves,
        "way": way(home, bound["to"]) if leaves else "",
        "ways": ways(home, asked.reach(n, draft["moves"])),
        "target": bound["target"],
        "targets": options,
        "open": any(m["to"] == f"{kind}/{n}" for m in draft["did"]) and not bound["target"],
    }


def _all_steps(there: Mapping[str, int], moves: Sequence[Mapping[str, JSON]], n: str) -> dict[str, int]:
    made = {kind: there.get(kind, 0) for kind in TYPES}
    for move in moves:
        if move["to"].partition("/")[2] == n:
            made[move["type"]] += move["n"]
    return {kind: steps for kind, steps in made.items() if steps}


def _arrived(asked: DeckSheet, draft: JSON, n: str) -> dict[str, JSON]:
    """A strike over a task force or base: whether it goes into a Landing Box there."""
    strike = asked.facts["arrived"][n]
    words = f"Strike {n}: {in_words(strike['steps'])} ·{strike['time']}"
    return {"n": n, "words": words, "groups": strike["groups"], "in": draft["in"].get(n, "")}


def _row(draft: JSON) -> list[JSON]:
    """The number row: how many steps the last move takes."""
    if not draft["did"]:
        return []
    did = sum(m["n"] for m in draft["moves"]) - sum(m["n"] for m in draft["before"])
    return [{"n": n, "on": n == did} for n in range(1, A_SEGMENT + 1)]
