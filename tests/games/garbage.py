"""Answers spoilt on purpose, for whatever game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

JSON = Any

HUGE = "9" * 5000


def spoilt(value: JSON, rng: random.Random, odd: Sequence[JSON]) -> JSON:
    """A value with something in it replaced by something odd."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        return (
            {**value, key: spoilt(value[key], rng, odd)}
            if rng.random() < 0.8
            else {**value, str(rng.choice(odd)): value[key]}
        )
    if isinstance(value, list) and value and rng.random() < 0.85:
        i = rng.randrange(len(value))
        return [*value[:i], spoilt(value[i], rng, odd), *value[i + 1 :]]
    return rng.choice(odd)


def booleans(value: JSON, at: str = "") -> set[str]:
    """Where in a value a yes or no stands: the keys it stands under."""
    if isinstance(value, bool):
        return {at}
    if isinstance(value, dict):
        return set().union(*(booleans(each, key) for key, each in value.items()))
    return set().union(*(booleans(each, at) for each in value)) if isinstance(value, list) else set()
