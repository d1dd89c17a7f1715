"""An attack that a scenario’s own table calls for, put on the record and fought out."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier.japan_attack import japanese_attack
from umpire.games.carrier.telling import tell
from umpire.table.script import Play, Steps

JSON = Any


def japanese(g: Play, name: str, force: str, target: str, points: int) -> Steps[int]:
    """Japanese air points attack a task force; how many of them were lost."""
    attack = {"by": "japan", "name": name, "force": force, "target": target, "points": points, "wave": 1}
    facts = {"force": force, "target": target, "points": points, "wave": 1, "hex": g.truth.groups[target]["hex"]}
    tell(g, "attack", "4.2", by="japan", **facts, now={"attack": attack})
    yield from japanese_attack(g)
    lost = int(g.truth.at("attack/lost") or 0)
    facts = {"force": force, "target": target, "points": points, "wave": 1, "lost": lost}
    tell(g, "attack-over", "4.2", by="japan", **facts, now={"attack": None})
    return lost
