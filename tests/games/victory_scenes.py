"""Scenes for the Victory at Midway cases: ships where a test wants them, and a turn told in a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.victory_kit import complete_kit
from tests.tables import hand_of
from umpire.games import GAMES
from umpire.table.asks import Refusal
from umpire.table.ledger import Header
from umpire.table.table import Hand, Table

JSON = Any
VICTORY = GAMES["victory-at-midway"]
UMPIRE = Hand("umpire")
OPTIONS = tuple(each.name for each in VICTORY.settings if each.section == "Optional rules")


def header(kit: Mapping[str, JSON] | None = None, **settings: JSON) -> Header:
    chosen = {each.name: each.default for each in VICTORY.settings}
    whole = dict(kit) if kit is not None else complete_kit()
    return Header(VICTORY.key, VICTORY.rules, "ROSE", whole, {**chosen, "umpire": True, "dice": "app", **settings})


def table(kit: Mapping[str, JSON] | None = None, **settings: JSON) -> Table:
    """A table that has just been set."""
    return Table(VICTORY, header(kit, **settings))


def scene(
    us: Mapping[str, str] | None = None,
    japan: Mapping[str, str] | None = None,
    *,
    turn: int = 8,
    kit: Mapping[str, JSON] | None = None,
    **settings: JSON,
) -> Table:
    """A table as the orders of a turn are asked, with these ships in these hexes.

    US ships not named are in N5; Japanese ships not named have not entered, and the Turn 13 group is due at its time.
    Positions are set by correction, as an umpire would: play cannot reach them all so soon.
    """
    cells = complete_kit(**(kit or {}))
    roster = {n: {**s, "entry": 1} if n in (japan or {}) and s["entry"] else s for n, s in cells["roster"].items()}
    t = table({**cells, "roster": roster}, **settings)
    if not settings.get("solitaire"):
        run(t, "t1/orders")
    entering = [ship for ship in (japan or {}) if roster[ship]["entry"]]
    run(t, "t1/after", {"japan/orders": {"enter": dict.fromkeys(entering, "A1")}})
    right(t, "turn", turn - 1)
    run(t, "t2/orders")
    for ship, place in {**(us or {}), **(japan or {})}.items():
        right(t, f"hex/{ship}", place)
    return t


def right(t: Table, fact: str, value: JSON) -> None:
    """The umpire sets something right."""
    t.set_right(fact, value, "as the test has it", UMPIRE, name=t.mending)


def run(t: Table, to: str, said: Mapping[str, JSON] | None = None, dice: Sequence[Sequence[int]] = ()) -> Table:
    """On to the ask whose name holds `to` (nothing: to the end of the game).

    `said` is what parties answer on the way, by ``side/kind``, each once; `dice` are the hands of dice in their order.
    Else nobody moves, searches, strikes or declares anything, what is proposed is taken, and every die shows ten.
    """
    left, hands = dict(said or {}), [list(hand) for hand in dice]
    while not t.over and not (to and any(to in asked.name for asked in t.asks.values())):
        for party, asked in list(t.asks.items()):
            if t.asks.get(party) is asked and party not in t.locks:
                key = f"{party}/{asked.kind}"
                value = (
                    left.pop(key) if key in left else hands.pop(0) if asked.kind == "roll" and hands else idle(asked)
                )
                t.answer(party, asked.name, value, hand_of(party))
    assert not left, f"nobody asked for {sorted(left)}"
    assert not hands, f"dice left over: {hands}"
    assert t.over != bool(to), f"the game ended before {to}"
    return t


def idle(asked: Any) -> JSON:
    """The answer of somebody who does nothing of his own."""
    if asked.kind == "roll":
        return [die.sides for die in asked.dice]
    if asked.kind == "set-up":
        at = {ship: asked.facts["within"][ship][0] for ship in asked.facts["entering"]}
        return {"at": at, "aboard": asked.facts["aboard"]}
    if asked.kind in ("orders", "after", "shore"):
        return {}
    if asked.kind in ("strikes", "declare"):
        return []
    if asked.kind == "aim" and not asked.facts["proposed"]:
        return dict.fromkeys(
            asked.facts["firers"], next(t for t in asked.facts["targets"] if t not in asked.facts["barred"])
        )
    return asked.value(asked.draft())


def say(t: Table, party: str, value: JSON) -> None:
    """One answer, to what is asked of a party now."""
    t.answer(party, t.asks[party].name, value, hand_of(party))


# What was told, what was refused.

FIRST_FLEET = ("Akagi", "Kaga", "Hiryu", "Soryu", "BB3.2", "CA8", "DD4", "DD10", "DD17")
"""The nine ships of Turn 1 of the rulebook's examples."""


def told(t: Table, audience: str, kind: str) -> list[JSON]:
    """The facts of every dispatch of a kind that an audience heard, in order."""
    return [each.facts for each in t.play.plots[audience].heard if each.kind == kind]


def refused(t: Table, party: str, value: JSON, rule: str, *words: str) -> None:
    """An answer does not stand: by this rule, in these words, and nothing is entered or told for it."""
    before = (len(t.entries), {audience: len(plot.heard) for audience, plot in t.play.plots.items()})
    with pytest.raises(Refusal) as no:
        say(t, party, value)
    assert no.value.rule == rule, f"refused by {no.value.rule!r}: {no.value.text}"
    assert not [each for each in words if each not in no.value.text], no.value.text
    assert before == (len(t.entries), {audience: len(plot.heard) for audience, plot in t.play.plots.items()})


def raid(japan: list[str], units: list[str], to: str, **more: JSON) -> Table:
    """A US strike from Hornet in G5, Enterprise and Yorktown with her, on Japanese ships in F5; CAP as it likes."""
    carriers = dict.fromkeys(("Hornet", "Enterprise", "Yorktown"), "G5")
    t = scene(carriers, dict.fromkeys(japan, "F5"), **more)
    return run(t, to, {"us/strikes": [{"to": "F5", "units": units}]})


def points(t: Table) -> tuple[int, int]:
    """Victory points so far, in halves: the US, Japan."""
    return t.truth.score["us"], t.truth.score["japan"]


def ears(t: Table, kind: str) -> set[tuple[str, ...]]:
    """To whom dispatches of a kind went, the umpire apart, who hears all."""
    return {tuple(a for a in each.audiences if a != "umpire") for _, each in t.told if each.dispatch.kind == kind}


def allowed(t: Table, party: str, value: JSON) -> bool:
    """Whether an answer would stand; a refusal is raised as it is."""
    t.asks[party].validate(value)
    return True


def alone(
    t: Table, to: str, said: Mapping[str, JSON] | None = None, dice: Mapping[str, Sequence[int]] | None = None
) -> Table:
    """Solitaire: on to the ask whose name holds `to`, the app answering for Japan out of Japan's plot.

    The US does nothing but what is `said`, by the name of the ask. `dice` are by what their asks' names hold; every
    other die shows ten, and in the air the defender gains the position.
    """
    left, hands = dict(said or {}), {**(dice or {}), "position": [1, 2]}
    while not t.over and not (to and any(to in asked.name for asked in t.asks.values())):
        for party, asked in list(t.asks.items()):
            if t.asks.get(party) is asked and party not in t.locks:
                if party == "japan":
                    value = VICTORY.command(t.play.plots["japan"], asked)
                elif asked.kind == "roll":
                    value = next((list(n) for part, n in hands.items() if part in asked.name), idle(asked))
                else:
                    value = left.pop(asked.name) if asked.name in left else idle(asked)
                t.answer(party, asked.name, value, hand_of(party))
    assert not left, f"nobody asked for {sorted(left)}"
    assert t.over != bool(to), f"the game ended before {to}"
    return t
