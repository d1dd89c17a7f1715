"""Fire: every shot of the rulebook is one or two dice, each a hit where it is no higher than a printed value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.victory_at_midway.battle_plot import FULL, GONE
from umpire.games.victory_at_midway.terms import DIE
from umpire.table.asks import Die
from umpire.table.charts import Cell, Field
from umpire.table.script import Play, Steps

JSON = Any


@dataclass(frozen=True)
class Shot:
    """One unit's fire at another: `value` is what a die must not exceed, once `modifier` is added to it."""

    by: str
    at: str
    value: int
    dice: int
    words: str
    at_words: str
    modifier: int = 0

    def hits(self, faces: Sequence[int]) -> int:
        """How many of its dice hit."""
        return sum(1 for face in faces if face + self.modifier <= self.value)


def dice_of(state: str) -> int:
    """Two dice at full strength, one reduced (Air-to-Air Combat, and so everywhere)."""
    return 2 if state == FULL else 0 if state == GONE else 1


def alive(units: Mapping[str, str]) -> dict[str, str]:
    """Of deployed ships or ground units those still in being, each with its strength."""
    return {unit: state for unit, state in units.items() if state != GONE}


def targets_of(units: Mapping[str, str]) -> dict[str, str]:
    """Deployed ships or ground units that may be fired at, in words: ``DD4, reduced``."""
    return {unit: f"{unit}{', reduced' if state != FULL else ''}" for unit, state in alive(units).items()}


def unit_words(unit: str, shown: Mapping[str, JSON]) -> str:
    """A deployed air unit in words: its letter in this fight, the base it bears, whether it is reduced."""
    return f"{unit} ({shown['letter']}{', reduced' if shown['state'] != FULL else ''})"


def shoot(
    g: Play, name: str, why: str, make: Callable[[], Sequence[Shot]], part: str, side: str, rule: str
) -> Steps[dict[str, int]]:
    """All of one side's fire in one hand of dice: told shot by shot; the hits on each target come back."""

    def dice() -> list[Die]:
        return [_die(shot, n) for shot in make() for n in range(shot.dice)]

    fell = yield from g.roll(name, why, dice, rule)

    def work() -> JSON:
        shots, rest = [], list(fell)
        for shot in make():
            faces, rest = rest[: shot.dice], rest[shot.dice :]
            shots.append(
                {
                    "by": shot.by,
                    "at": shot.at,
                    "value": shot.value,
                    "modifier": shot.modifier,
                    "faces": faces,
                    "hits": shot.hits(faces),
                }
            )
        return {"shots": shots}

    def by_hand() -> list[Cell]:
        return [
            Cell(f"hit/{shot.by}", f"Hits of {shot.words} on {shot.at_words}", (Field("", "", 0, 2),))
            for shot in make()
        ]

    said = yield from g.resolved(f"{name}-by-hand", work, by_hand)
    shots = said["shots"] if "shots" in said else _typed(make(), said, fell)
    g.tell(g.all, "shots", rule, part=part, side=side, shots=shots)
    hits: dict[str, int] = {}
    for shot in shots:
        hits[shot["at"]] = hits.get(shot["at"], 0) + shot["hits"]
    return hits


def _die(shot: Shot, n: int) -> Die:
    add = f", +{shot.modifier}" if shot.modifier else ""
    return Die(f"{shot.words} at {shot.at_words}", f"{shot.value} or less hits{add}", DIE)


def _typed(made: Sequence[Shot], said: Mapping[str, JSON], fell: Sequence[int]) -> list[JSON]:
    """Shots whose hits people have entered."""
    shots, rest = [], list(fell)
    for shot in made:
        faces, rest = rest[: shot.dice], rest[shot.dice :]
        shots.append(
            {
                "by": shot.by,
                "at": shot.at,
                "value": shot.value,
                "modifier": shot.modifier,
                "faces": faces,
                "hits": said[f"hit/{shot.by}"],
            }
        )
    return shots
