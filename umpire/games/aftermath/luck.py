"""What dice did and what was to be expected of them, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

JSON = Any
NOT_KNOWN = "not known"


@dataclass(frozen=True)
class Tally:
    """What dice did in one respect, to the good of one side: what was seen and what was to be expected."""

    side: str
    unit: str
    seen: int
    expected: Fraction | None
    """None where what they were read on is not known."""
    dice: int = 1

    @property
    def luck(self) -> Fraction | None:
        return None if self.expected is None else self.seen - self.expected


@dataclass(frozen=True)
class Sum:
    """All the dice of one side in one respect; `left_out` were read on what is not known."""

    side: str
    unit: str
    seen: int
    expected: Fraction
    dice: int
    left_out: int

    @property
    def luck(self) -> Fraction:
        return self.seen - self.expected


def totals(tallies: Iterable[Tally], units: Sequence[str], sides: Sequence[str]) -> list[Sum]:
    """The luck of both sides, in whatever respects dice were thrown."""
    found = list(tallies)
    made = []
    for unit in units:
        for side in sides:
            mine = [t for t in found if (t.side, t.unit) == (side, unit)]
            known = [t for t in mine if t.expected is not None]
            if mine:
                expected = sum((t.expected for t in known if t.expected is not None), Fraction())
                dice = sum(t.dice for t in known)
                left_out = sum(t.dice for t in mine) - dice
                made.append(Sum(side, unit, sum(t.seen for t in known), expected, dice, left_out))
    return made


def decimal(value: Fraction, *, sign: bool = False) -> str:
    """A number with one digit after the point, half away from zero: ``1.2``, ``+0.5``, ``−0.3``."""
    tenths = (abs(value) * 20 + 1) // 2
    shown = f"{tenths // 10}.{tenths % 10}"
    if not tenths:
        return shown
    return f"−{shown}" if value < 0 else f"+{shown}" if sign else shown


def sum_facts(each: Sum, names: Mapping[str, str]) -> dict[str, JSON]:
    """A row of the luck of the game."""
    known = each.dice > 0
    return {
        "side": names[each.side],
        "unit": each.unit,
        "seen": each.seen if known else "",
        "expected": decimal(each.expected) if known else NOT_KNOWN,
        "luck": decimal(each.luck, sign=True) if known else NOT_KNOWN,
        "dice": each.dice,
        "left_out": each.left_out,
    }
