"""Whatever is drawn and rolled: no chit is lost or made, no ship is in two forces, and every raise comes to an end (11)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.carrier.scenes import run
from tests.games.carrier.test_ca_forces import COMBAT, SPARES, TRANSPORT, force, open_sea, play
from umpire.games.carrier import commitment, forces, intelligence
from umpire.games.carrier.scenarios import scenario_6
from umpire.games.carrier.terms import CARRIER_3, LEVEL_4, SURFACE_3, TRANSPORT_3
from umpire.table.asks import Ask
from umpire.table.charts import Cells
from umpire.table.script import Play, Steps

JSON = Any
__all__ = ["open_sea"]
PLENTY = dict.fromkeys((*SPARES, *CARRIER_3, *SURFACE_3, *TRANSPORT_3, LEVEL_4), 40)
PLENTY |= {f"{size} {kind}": 40 for size in ("Large", "Medium", "Small") for kind in ("Surface", "Transport")}
PLENTY |= {"Large": 40, "Medium": 40, "Small": 40}


class Chance:
    """Answers at random; of cells what stands in their boxes."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.asked: list[str] = []
        self.dice: list[JSON] = []

    def to(self, party: str, ask: Ask) -> JSON:
        assert ask.name not in self.asked or isinstance(ask, Cells), ask.name
        self.asked.append(ask.name)
        return ask.sample(self.rng)


def chits_of(g: Play) -> Counter[str]:
    """Every chit there is, wherever it lies."""
    tree = g.truth.tree
    found: Counter[str] = Counter()
    for pile in (*tree["cups"].values(), tree["spares"], tree["aside"]):
        found.update(pile)
    found.update(f["chit"] for f in tree["forces"].values() if f["chit"])
    found.update(f["screen"] for f in tree["forces"].values() if f["screen"] in SURFACE_3)
    return +found


def a_step(g: Play, rng: random.Random) -> Steps[Any]:
    """Something that happens to a force."""
    name = rng.choice(sorted(g.truth.forces))
    acts = [
        lambda: forces.searched(g, name, rng.choice(["", "?", "L"]), rng.random() < 0.5),
        lambda: forces.raise_once(g, name),
        lambda: forces.contacted(g, name),
        lambda: forces.for_battle(g, name),
        lambda: forces.decay(g),
    ]
    yield from rng.choice(acts)()


@pytest.mark.parametrize("seed", range(24))
def test_chits_and_ships_are_kept_whatever_falls(seed: int) -> None:
    rng = random.Random(seed)
    period = rng.choice(["jan42", "aug42", "oct42", "1943"])
    limits = {"carrier": rng.randint(10, 28), "surface": rng.randint(5, 30), "transport": rng.randint(2, 9)}
    counters = {f"C{n}": force(objective=rng.choice(["Guadalcanal", "Port Moresby"])) for n in range(1, 13)}
    counters |= {f"T{n}": force(kind="T") for n in range(1, 5)}
    scenario = rng.choice(["standard", "standard", "6"])
    at: dict[str, JSON] = {
        "period": period,
        "limits": limits if scenario == "standard" else {},
        "scenario": scenario,
        "spares": dict(PLENTY),
    }
    if scenario == "6":
        at["memory/ships"] = scenario_6.JAPANESE
    g = play(at, **counters)
    before, chance = chits_of(g), Chance(seed)
    assert before == Counter(COMBAT) + Counter(TRANSPORT) + Counter(PLENTY)
    for turn in range(60):
        for plot in g.plots.values():
            plot.played, plot.tree["clock"]["turn"] = turn, turn  # type: ignore[attr-defined]
        if not g.truth.forces:
            break
        run(g, lambda g: a_step(g, rng), chance)  # type: ignore[arg-type]
        assert chits_of(g) == before
        assert all(n >= 0 for cup in g.truth.tree["cups"].values() for n in cup.values())
        for name, f in g.truth.forces.items():
            assert f["level"] == intelligence.level_of(f["chit"])
            assert not (f["banded"] and f["level"] > 2)
            if f["level"] == 4:
                assert g.truth.ships_of(name)
                assert not g.truth.is_carrier_force(name) or f["screen"] == LEVEL_4
        for which in ("carrier", "surface", "transport"):
            assert not commitment.reached(g.truth, which) or which in g.truth.tree["flags"]["reached"]
    owners = [ship["in"] for ship in g.truth.ships.values()]
    assert all(owner in ("", *g.truth.forces) for owner in owners)
