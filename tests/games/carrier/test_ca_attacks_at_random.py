"""Air attacks, battles and repairs with whatever answers: they end, add up, and can be said."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.carrier.scenes import Answers, run, scene, told, unsaid
from umpire.games.carrier import damage, roster
from umpire.games.carrier.japan_attack import japanese_attack
from umpire.games.carrier.plot import DECK, FORCE, GROUP, fresh, total
from umpire.games.carrier.repair import repair_step
from umpire.games.carrier.us_attack import us_attack
from umpire.table.asks import Ask
from umpire.table.script import Play

JSON = Any


class Anything(Answers):
    """Answers drawn at random from those an ask would take."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = random.Random(seed)

    def to(self, party: str, ask: Ask) -> JSON:
        assert ask.name not in self.asked, f"{ask.name} is asked twice"
        self.asked += [] if ask.kind == "cells" else [ask.name]
        return ask.sample(self.rng)


def steps(rng: random.Random, *types: str) -> dict[str, int]:
    made = {type: rng.randint(0, 4) for type in types}
    return {type: n for type, n in made.items() if n}


def ships(rng: random.Random, side: str, types: list[str], most: int) -> list[str]:
    there = [name for name, ship in roster.ships().items() if ship["side"] == side and ship["type"] in types]
    return rng.sample(there, rng.randint(1, min(most, len(there))))


def world(seed: int) -> Play:
    """A task force or two and a force, in any state of damage."""
    rng = random.Random(seed)
    kinds = [["CV"], ["CA", "CL", "CLAA"], ["AP"]][seed % 3]
    ours = list(dict.fromkeys(ships(rng, "us", kinds, 3) + ships(rng, "us", ["DD"], 6)))
    level = 3 if seed % 5 == 0 else 4
    theirs = [] if level == 3 else ships(rng, "japan", [["CV", "CVL", "CVE"], ["BB", "CA"], ["TR"]][seed % 3], 6)
    theirs += [] if level == 3 else ships(rng, "japan", ["DD", "CL"], 6)
    made = {ship: roster.new(ship, "TF 16") for ship in ours} | {ship: roster.new(ship, "C7") for ship in theirs}
    for ship in made.values():
        ship["hits"] = rng.randint(0, ship["capacity"] - 1)
    carriers = [ship for ship in ours if made[ship]["type"] == "CV"]
    cap = [["F4F", rng.randint(1, 8), None]] + ([["F4F", rng.randint(1, 4), rng.randint(6, 12)]] if seed % 2 else [])
    boxes = ("ready", "unready", "servicing", "hangar")
    decks = {
        ship: fresh(DECK, **{"in": "TF 16"}, **{box: steps(rng, "F4F", "SBD", "TBF") for box in boxes}, room=24)
        for ship in carriers
    }
    group = fresh(GROUP, hex="2420", cap=cap if carriers else [], landing=[["SBD", 3, 5]] if carriers else [])
    chit = "2 CV+CVL" if level == 3 else "Level 4"
    force = {"level": level, "chit": chit, "screen": "Medium DD" if level == 3 else "", "detection": "L"}
    at = {
        "clock": {"turn": 4, "phase": 2, "segment": "us", "step": "", "night": False},
        "groups": {"TF 16": group, "TF 17": fresh(GROUP, hex="2423")},
        "forces": {"C7": fresh(FORCE, hex="2418", **force), "C8": fresh(FORCE, hex="2416", level=1, detection="?")},
        "ships": made,
        "decks": decks,
    }
    period = rng.choice(["jan42", "aug42", "oct42", "1943"])
    return scene({}, scenario=["standard", "6"][seed % 2], period=period, at=at)


@pytest.mark.parametrize("seed", range(30))
def test_any_japanese_attack(seed: int) -> None:
    g, rng = world(seed), random.Random(seed)
    points = rng.randint(1, 14)
    before = _planes(g)
    fight = {
        "by": "japan",
        "name": "t0/p2/j/3/C7/attack",
        "force": "C7",
        "target": "TF 16",
        "points": points,
        "wave": 1,
    }
    for plot in g.plots.values():
        plot.put("attack", dict(fight))  # type: ignore[attr-defined]
    answers = Anything(seed)
    run(g, japanese_attack, answers)
    assert 0 <= g.truth.tree["attack"]["lost"] <= points
    assert unsaid(g) == []
    lost = sum(award["n"] for award in g.truth.at("points/japan", [])) // 2
    assert _planes(g) + lost == before
    _sound(g)
    run(g, repair_step, answers)
    _sound(g)
    assert g.truth.at("flags/lost") is None
    assert unsaid(g) == []


@pytest.mark.parametrize("seed", range(30))
def test_any_us_attack(seed: int) -> None:
    g, rng = world(seed), random.Random(seed)
    carriers = g.truth.is_carrier_force("C7")
    fight = {
        "by": "us",
        "name": "t0/p2/us/strike/2",
        "strike": "2",
        "force": "C7",
        "steps": steps(rng, "F4F", "SBD", "TBF", "TBD"),
        "cap": rng.randint(0, 4) if carriers else 0,
        "surprise": rng.choice(["", "cap", "deck"]) if carriers else "",
    }
    for plot in g.plots.values():
        plot.put("attack", dict(fight))  # type: ignore[attr-defined]
    run(g, us_attack, Anything(seed))
    lost = g.truth.tree["attack"]["lost"]
    assert all(n <= fight["steps"][type] for type, n in lost.items())
    assert unsaid(g) == []
    _sound(g)
    for runs in told(g, "bombed"):
        assert all(run_["hits"] >= 0 for run_ in runs["rolls"])


def _planes(g: Play) -> int:
    """US steps aboard and aloft."""
    plot = g.truth
    aboard = sum(
        total(deck[box]) for deck in plot.decks.values() for box in ("ready", "unready", "servicing", "hangar")
    )
    aloft = sum(total(group["cap"]) + total(group["landing"]) for group in plot.groups.values())
    return aboard + aloft + sum(total(strike["steps"]) for strike in plot.strikes.values())


def _sound(g: Play) -> None:
    """No ship has more hits than sink her; those sunk are off, but for Japanese carriers. All of it can be said."""
    for each in g.told:
        assert "{" not in g.game.say(each.dispatch)
    for name, ship in g.truth.ships.items():
        assert 0 <= ship["hits"] <= ship["capacity"]
        assert bool(ship["sunk"]) == (ship["hits"] == ship["capacity"]) or ship["side"] == "us"
        if ship["sunk"] and (ship["side"] == "us" or ship["air"] == 0):
            assert ship["in"] == ""
        if ship["sunk"] and ship["side"] == "us":
            assert name not in g.truth.decks
        assert ship["side"] != "us" or not ship["in"] or damage.operative(g.truth, name) in (True, False)
