"""Carrier played at random but with malice: strikes go out, ships close with ships, decks are worked to their limits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.games.carrier.boxes import bare_kit, full_kit, printed
from tests.tables import chosen, hand_of
from umpire.games import carrier
from umpire.games.carrier import parts
from umpire.table.asks import Ask, Chance, Refusal
from umpire.table.charts import Cells
from umpire.table.ledger import Header
from umpire.table.numbered import distance
from umpire.table.table import Table

JSON = Any
CARRIER = carrier.GAME
SCENARIOS = tuple(parts.PARTS)
LOTS = (*("1", "2", "3", "4", "5"), "6", "6", *[parts.STANDARD] * 3)
"""The scenarios as tables are drawn by lot: the longer, the more there is in one."""


def header(kit: Mapping[str, JSON] | None = None, **settings: JSON) -> Header:
    chosen = {each.name: each.default for each in CARRIER.settings}
    return Header(
        CARRIER.key, CARRIER.rules, "ROSE", dict(kit or {}), {**chosen, "umpire": False, "dice": "app", **settings}
    )


def table(kit: Mapping[str, JSON] | None = None, **settings: JSON) -> Table:
    """A table that has just been set, of a copy of which nothing was read unless it is given."""
    return Table(CARRIER, header(kit, **settings))


def some_settings(rng: random.Random) -> dict[str, JSON]:
    """Settings drawn by lot."""
    lots = {each.name: rng.choice(each.choices)[0] for each in CARRIER.settings}
    return {**lots, "scenario": rng.choice(LOTS), "fog": rng.random() < 0.25}


def some_table(rng: random.Random, **settings: JSON) -> Table:
    """A table with scenario, settings and kit drawn by lot; fog+ is agreed on with a full kit alone."""
    made = {**some_settings(rng), "umpire": rng.random() < 0.5, **settings}
    made["dice"] = "app" if made["fog"] or rng.random() < 0.5 else "real"
    kit = full_kit() if made["fog"] or rng.random() < 0.3 else bare_kit()
    return table(kit, **made)


def searching_table(rng: random.Random) -> Table:
    """A table of a scenario in which there is air search, with forces that are well worth looking for."""
    return some_table(rng, scenario=rng.choice(["4", "6"]), fog=False, interrupts="always")


@contextmanager
def long_table(turns: int) -> Iterator[Table]:
    """Scenario 6, for so many turns in the place of the printed twelve."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(parts.PARTS, "6", replace(parts.PARTS["6"], turns=turns))
        patch.setattr("umpire.games.carrier.sequence.ended", lambda g: "")
        yield table(full_kit(), scenario="6")


def lively(t: Table, rng: random.Random, each: Callable[[Table], None] = lambda t: None, most: int = 9999) -> Table:
    """Play to the end, or for so many answers; `each` is called after every one."""
    return chosen(t, choice, rng, each, most)


def choice(t: Table, party: str, rng: random.Random) -> JSON:
    """A legal answer with some aim in it; what is printed is read off as it is printed."""
    asked = t.asks[party]
    if isinstance(asked, Cells):
        return read_off(asked)
    aim = _AIMS.get(asked.kind)
    value = asked.sample(rng)
    if party == "us" and aim is not None and rng.random() < 0.8:
        with suppress(Refusal):
            aimed = aim(t, asked, rng)
            asked.validate(aimed, sure=True)
            return aimed
    asked.validate(value, sure=True)
    return value


def run(t: Table, to: str, said: Mapping[str, JSON] | None = None) -> Table:
    """On to the ask whose name holds `to` (nothing: to the end of the game).

    `said` is what is answered on the way, by the end of an ask's name, each once. Else what a page opens on is taken,
    and dice fall by the names of their asks: the same each time.
    """
    left = dict(said or {})
    while not t.over and not (to and any(to in asked.name for asked in t.asks.values())):
        for party, asked in list(t.asks.items()):
            key = next((end for end in left if asked.name.endswith(end)), "")
            t.answer(party, asked.name, left.pop(key) if key else idle(asked), hand_of(party), sure=True)
    assert not left, f"nobody asked for {sorted(left)}"
    assert t.over != bool(to), f"the game ended before {to}"
    return t


def idle(asked: Ask) -> JSON:
    """The answer of somebody who does nothing of his own."""
    if isinstance(asked, Cells):
        return read_off(asked)
    if isinstance(asked, Chance):
        return asked.sample(random.Random(asked.name))
    try:
        return asked.value(asked.draft())
    except Refusal:
        return asked.sample(random.Random(asked.name))


def read_off(asked: Cells) -> JSON:
    return {cell.key: printed(cell.key) for cell in asked.cells}


# What somebody does who means it.


def _choose(t: Table, asked: Any, rng: random.Random) -> JSON:
    """Attempt contact, engage, pursue, be told what interrupts: the first there is."""
    return asked.facts["options"][0]["id"]


def _as_proposed(t: Table, asked: Any, rng: random.Random) -> JSON:
    return asked.value(asked.draft())


def _places(t: Table, asked: Any, rng: random.Random) -> JSON:
    """Strikes fly on; a task force goes for the nearest Japanese, now and then."""
    made = dict(asked.value(asked.draft()))
    if asked.name.endswith("/fly") or rng.random() < 0.5:
        return made
    forces = [f["hex"] for f in t.truth.forces.values()]
    free = [id for id, piece in asked.pieces.items() if piece["to"]]
    for id in rng.sample(sorted(free), min(len(free), asked.facts.get("most") or len(free))):
        if forces:
            made[id] = min(asked.pieces[id]["to"], key=lambda place: min(distance(place, other) for other in forces))
    return made


def _search(t: Table, asked: Any, rng: random.Random) -> JSON:
    return {name: rng.choice(boxes) for name, boxes in asked.boxes.items()}


ARROWS = ("land", "raise", "service", "lower")


def _decks(t: Table, asked: Any, rng: random.Random) -> JSON:
    """Deck by deck: what is Ready goes up, against whatever is detected, and the rest moves on."""
    draft = asked.draft()
    for deck in asked.facts["decks"]:
        taps = [("tab", deck)]
        if rng.random() < 0.7:
            taps += [("arrow", "launch"), ("to", _aim_of(asked, rng))]
        taps += [("arrow", arrow) for arrow in ARROWS if rng.random() < 0.8]
        for op, arg in taps:
            with suppress(Refusal):
                draft = asked.edit(draft, op, arg, {})
    return _sent(asked, draft)


def _aim_of(asked: Any, rng: random.Random) -> str:
    if asked.facts["strike"] and asked.facts["detected"] and rng.random() < 0.6:
        return "strike/new"
    return rng.choice(["search", "search", "search", "cap"])


def _sent(asked: Any, draft: JSON) -> JSON:
    """Strikes set off for the nearest target at once."""
    value = asked.value(draft)
    for n in value["strikes"]:
        home, hexes = asked.home(n, value["moves"]), {f["hex"]: name for name, f in asked.facts["detected"].items()}
        if not hexes or asked.facts["strikes"].get(n) or not any(m["to"] == f"strike/{n}" for m in value["moves"]):
            continue
        goal = min(hexes, key=lambda place: distance(home, place))
        to = min(asked.reach(n, value["moves"]), key=lambda place: distance(place, goal))
        value["strikes"][n] = {"to": to, "target": hexes[goal] if to != home else ""}
    return value


def _second(t: Table, asked: Any, rng: random.Random) -> JSON:
    return {kind: n for kind, n in asked.most.items() if n}


def _pieces(t: Table, asked: Any, rng: random.Random) -> JSON:
    """Done; now and then a hex was not what it was taken for."""
    presumed = [each for each in asked.facts.get("presumed", ()) if rng.random() < 0.15]
    return {each["id"]: rng.choice(each["answers"])["id"] for each in presumed}


_AIMS: Mapping[str, Callable[[Table, Ask, random.Random], JSON]] = {
    "choose": _choose,
    "places": _places,
    "search": _search,
    "decks": _decks,
    "second": _second,
    "pieces": _pieces,
    **dict.fromkeys(("split", "targets", "match", "buy", "group", "place"), _as_proposed),
}
