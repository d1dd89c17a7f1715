"""Scenes for the Midway cases: ships where a test wants them, and a turn told in a line or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.tables import MIDWAY, full_chart, hand_of, header, midway_kit
from umpire.games.midway import kit as kits
from umpire.table.asks import Refusal
from umpire.table.board import ZoneBoard
from umpire.table.table import Table
from umpire.table.words import canonical

BOARD = ZoneBoard(7, 6)
ISLAND, KURE = "E-3-E", "D-3-A"
COLUMNS = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1"]
ALL, NONE = {"word": "all"}, {"word": "none"}
EVERYBODY = ("us", "japan", "public")


def z(x: int, y: int) -> str:
    """The zone at a column and row, counted in zones from the top left; Midway is at 13, 7."""
    zone = BOARD.zone_at(x, y)
    assert zone is not None
    return zone


def some(which: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """The word for a part of a side's planes."""
    return {"word": "some", "which": which}


def move(**ships: str) -> dict[str, Any]:
    """A side's moves; spell a space in a ship's name with an underscore."""
    return {"enter": {}, "move": {ship.replace("_", " "): zone for ship, zone in ships.items()}}


def leave(*ships: str) -> dict[str, Any]:
    """A side's moves: some of its ships off the board, the others stay."""
    return {**move(), "leave": list(ships)}


def attack(base: str, zone: str, D: int = 0, T: int = 0, F: int = 0) -> dict[str, Any]:
    return {"from": base, "zone": zone, "D": D, "T": T} | ({"F": F} if F else {})


def transfer(base: str, to: str, D: int = 0, T: int = 0, F: int = 0) -> dict[str, Any]:
    return {"from": base, "to": to, "D": D, "T": T} | ({"F": F} if F else {})


def cap(base: str, zone: str, F: int, to: str = "") -> dict[str, Any]:
    """A patrol over a zone, back to its own base if not told otherwise."""
    return {"from": base, "zone": zone, "to": to or base, "F": F}


def orders(*written: dict[str, Any], b17: str | None = None) -> dict[str, Any]:
    """An operations sheet: attacks, transfers, and patrols, which have both a zone and a base to land on."""
    made: dict[str, Any] = {
        "attacks": [o for o in written if "zone" in o and "to" not in o],
        "transfers": [o for o in written if "to" in o and "zone" not in o],
    }
    caps = [o for o in written if "to" in o and "zone" in o]
    return made | ({"caps": caps} if caps else {}) | ({"b17": b17} if b17 else {})


def flight(lost: Mapping[str, int] | None = None, **land: Mapping[str, int]) -> dict[str, Any]:
    """What one flight lost, and how many come down on which base."""
    return {"lost": dict(lost or {}), "land": {base: dict(n) for base, n in land.items()}}


def down(*flights: dict[str, Any], overboard: Mapping[str, Mapping[str, int]] | None = None) -> dict[str, Any]:
    """A landing: the flights in the order they were written, attacks before transfers."""
    return {"flights": {str(n): f for n, f in enumerate(flights, 1)}, "overboard": dict(overboard or {})}


def dive(ship: str, n: int) -> dict[str, Any]:
    return {"target": ship, "how": "dive", "n": n}


def port(ship: str, n: int) -> dict[str, Any]:
    return {"target": ship, "how": "port", "n": n}


def starboard(ship: str, n: int) -> dict[str, Any]:
    return {"target": ship, "how": "starboard", "n": n}


def bow(ship: str, n: int) -> dict[str, Any]:
    return {"target": ship, "how": "bow", "n": n}


ODDS = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
"""The headings of the invented fighter and surface tables."""


def fights(cells: Mapping[str, tuple[int, int]] | None = None) -> dict[str, Any]:
    """An invented fighter table, blank but as told: ``{"1-1/1": (attacker loses, defender loses)}``."""
    keys = [f"{odds}/{die}" for odds in ODDS for die in range(1, 7)]
    lost = {**dict.fromkeys(keys, (0, 0)), **(cells or {})}
    return {"fvf/columns": ODDS, **{f"fvf/{k}": {"attacker": a, "defender": d} for k, (a, d) in lost.items()}}


def guns(cells: Mapping[str, int | str] | None = None, **factors: int) -> dict[str, Any]:
    """An invented surface table, blank but as told: ``{"3-1/1": hits}``; and surface factors of ships."""
    keys = [f"{odds}/{die}" for odds in ODDS for die in range(1, 7)]
    hits = {f"sct/{key}": n for key, n in {**dict.fromkeys(keys, 0), **(cells or {})}.items()}
    named = {f"surface/{ship.replace('_', ' ')}": n for ship, n in factors.items()}
    return {"sct/columns": ODDS, **hits, **named}


def chart(cells: Mapping[str, tuple[int | str, int]] | None = None) -> dict[str, Any]:
    """An invented table: no hit and no loss but where a test says otherwise, as ``{"2-1/3": (hits, lost)}``."""
    blank = {f"crt/{odds}/{die}": {"hits": 0, "lost": 0} for odds in COLUMNS for die in range(1, 7)}
    written = {f"crt/{key}": {"hits": hits, "lost": lost} for key, (hits, lost) in (cells or {}).items()}
    return {**blank, **written, "crt/columns": COLUMNS}


def scene(
    us: Mapping[str, str],
    japan: Mapping[str, str],
    *,
    later: Mapping[str, int] | None = None,
    kit: Mapping[str, Any] | None = None,
    charted: bool = True,
    **settings: Any,
) -> Table:
    """A table as turn 1 opens, with these ships in these zones and no others; `later` are Japanese, by turn.

    The shaded zones are those the ships stand in. Ships the box has not are heavy cruisers.
    """
    known = kits.edition()["roster"]
    roster = {}
    for side, placed in (("us", us), ("japan", {**japan, **(later or {})})):
        for name in placed:
            arrives = (later or {}).get(name, 1)
            roster[name] = {"side": side, "type": known.get(name, {"type": "CA"})["type"], "arrives": arrives}
    values = midway_kit(
        **(full_chart() | fights() | guns() | kits.known() | chart() if charted else {}),
        **{f"board/shaded/{s}": sorted(set(p.values())) for s, p in (("us", us), ("japan", japan))},
    )
    whole = {**values, "roster": roster, **(kit or {})}
    assert not MIDWAY.wanting(whole, {})
    at = Table(MIDWAY, header(whole, **settings))
    return run(at, "t1/deready", {"us/place": dict(us), "japan/place": dict(japan)})


def run(at: Table, to: str, said: Mapping[str, Any] | None = None) -> Table:
    """On to the ask whose name holds `to` (nothing: to the end of the game).

    `said` is what parties answer on the way, by ``side/kind``, each once; else nobody does anything,
    placements and landings are as proposed, ships hold their fire and every die shows one.
    """
    left = dict(said or {})
    while not at.over and not (to and any(to in asked.name for asked in at.asks.values())):
        for party, asked in list(at.asks.items()):
            if at.asks.get(party) is asked and party not in at.locks:
                key = f"{party}/{asked.kind}"
                value = left.pop(key) if key in left else idle(asked)
                at.answer(party, asked.name, value, hand_of(party))
    assert not left, f"nobody asked for {sorted(left)}"
    assert at.over != bool(to), f"the game ended before {to}"
    return at


def idle(asked: Any) -> Any:
    """The answer of somebody who does nothing of his own."""
    if asked.kind in ("deready", "readying"):
        return NONE
    if asked.kind == "roll":
        return [1] * len(asked.dice)
    if asked.kind == "fire":
        return dict.fromkeys(asked.facts["reach"])
    if asked.kind in ("battle-place", "landing", "surface-place", "surface-move", "aim", "ground", "strip", "screen"):
        return asked.value(asked.draft())
    if asked.kind == "surface-fire":
        return dict.fromkeys(asked.facts["reach"])
    if asked.kind == "withdraw":
        return False
    made = {"moves": move(), "operations": orders(), "press": "press on", "call": None, "waves": {}}
    assert asked.kind in made, f"a test must say what is answered to {asked.name}"
    return made[asked.kind]


def say(at: Table, party: str, value: Any) -> None:
    """One answer, to what is asked of a party now."""
    at.answer(party, at.asks[party].name, value, hand_of(party))


def refused(at: Table, party: str, value: Any) -> Refusal:
    """The refusal a value gets; it goes to the asker alone, and the question stands."""
    asked, before = at.asks[party], {a: len(plot.heard) for a, plot in at.play.plots.items()}
    with pytest.raises(Refusal) as caught:
        at.answer(party, asked.name, value, hand_of(party))
    assert {a: len(plot.heard) for a, plot in at.play.plots.items()} == before
    assert at.asks[party].name == asked.name
    assert party not in at.locks
    return caught.value


def heard(at: Table, audience: str, kind: str) -> list[dict[str, Any]]:
    """The facts of every dispatch of a kind that an audience was told."""
    return [d.facts for d in at.play.plots[audience].heard if d.kind == kind]


def told(at: Table, kind: str) -> set[str]:
    """Which of the two sides and the public have ever heard a kind of dispatch."""
    return {audience for audience in EVERYBODY if heard(at, audience, kind)}


def same_for_all(at: Table, kind: str) -> list[dict[str, Any]]:
    """What all three were told of a kind, checked to be the same."""
    for audience in EVERYBODY:
        assert heard(at, audience, kind) == heard(at, "umpire", kind), f"{audience} heard otherwise"
    return heard(at, "umpire", kind)


def everything(at: Table, audience: str) -> list[tuple[str, str]]:
    """All that an audience was ever told, to lay beside another table's."""
    return [(d.kind, canonical(d.facts)) for d in at.play.plots[audience].heard]


def count(at: Table, base: str) -> dict[str, dict[str, int]]:
    """Squadrons on a base by state and type."""
    aboard = at.truth.planes[base]
    return {state: {kind: aboard[kind][state] for kind in ("D", "T")} for state in ("idle", "readying", "ready")}


def squadrons(at: Table, base: str) -> dict[str, int]:
    """Squadrons on a base by type, in whatever state."""
    return {kind: at.truth.aboard(base, kind) for kind in ("D", "T")}


def group(at: Table, base: str) -> dict[str, int]:
    """Squadrons on a base by type, fighters too, in whatever state."""
    return {kind: at.truth.aboard(base, kind) for kind in ("D", "T", "F")}


def ready(at: Table, base: str) -> dict[str, int]:
    """Squadrons ready on a base by type, fighters too."""
    return {kind: at.truth.planes[base][kind]["ready"] for kind in ("D", "T", "F")}


def raw_odds(at: Table) -> dict[str, tuple[list[int], str]]:
    """The raw odds and the column of every group of the last battle, as all were told them."""
    return {o["id"]: (o["raw"], o["column"]) for o in same_for_all(at, "odds")[-1]["odds"]}


def next_step(at: Table) -> str:
    """The name of what is asked now."""
    return next(iter(at.asks.values())).name
